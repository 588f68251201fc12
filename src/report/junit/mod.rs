//! The report for CI systems: JUnit XML, with a suite for each section and a test for each scenario.
//!
//! JUnit XML has no official specification. This report follows the schema of Jenkins' xUnit plugin (`junit-10.xsd`);
//! GitLab and the common GitHub actions read the same elements. A flaky scenario is a test that passed, with the
//! element `flakyFailure` of Maven Surefire: viewers that know the element show it, all others show a pass, and the
//! findings are in `system-out` for everyone.

mod cases;
mod suites;
#[cfg(test)]
mod tests;

use std::io::{self, Write};
use std::time::Duration;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use super::engine_comparison::EngineComparison;
use super::terminal::part;
use super::{Format, Report, Style, escape, group, terminal, words};
use crate::lang::with_lang;
use crate::run::result::Conformance;
use crate::run::started::Started;
use cases::{Case, Outcome};
use suites::Suite;

/// This format's entry in the list of formats.
pub const FORMAT: Format = Format {
    name: "junit",
    about: "for CI systems: JUnit XML, one test per scenario",
    render: |report, out| {
        with_lang(report.style.lang, || {
            let root = Root {
                name: suites::root(report),
                groups: vec![Group {
                    suites: suites::of(report),
                    properties: properties(report),
                    started: report.run.started,
                }],
                elapsed: report.run.elapsed,
            };
            written(&root, out)
        })
    },
    table: |engine_comparison, out| {
        with_lang(engine_comparison.style.lang, || {
            written(&of_engine_comparison(engine_comparison), out)
        })
    },
};

/// The most columns of a property.
const PROPERTY: usize = 1000;

/// The contents of a file.
struct Root {
    name: String,
    /// A group for each engine.
    groups: Vec<Group>,
    elapsed: Duration,
}

/// The suites of one engine.
struct Group {
    suites: Vec<Suite>,
    /// Properties of the engine and of the run.
    properties: Vec<(&'static str, String)>,
    /// When the run began.
    started: Option<Started>,
}

/// Several engines: the names of suites begin with the name of their engine, so that viewers show a branch for each.
fn of_engine_comparison(engine_comparison: &EngineComparison<'_>) -> Root {
    let groups = engine_comparison.members.iter().map(|member| {
        let report = member.report(Style::FILE);
        let mut suites = suites::of(&report);
        let name = cases::undotted(&escape::short(member.name, cases::MESSAGE));
        for suite in &mut suites {
            suite.name = format!("{name}.{}", suite.name);
            for case in &mut suite.cases {
                case.classname = format!("{name}.{}", case.classname);
            }
        }
        let mut properties = properties(&report);
        properties.insert(0, ("engine", escape::short(member.name, cases::MESSAGE)));
        Group { suites, properties, started: member.run.started }
    });
    let runs = engine_comparison.members.iter().map(|member| member.run);
    Root {
        name: format!(
            "kentei, {}",
            words::count(engine_comparison.members.len() as u64, words::Noun::Engine)
        ),
        elapsed: runs.map(|run| run.elapsed).sum(),
        groups: groups.collect(),
    }
}

fn written(root: &Root, out: &mut dyn Write) -> io::Result<()> {
    let mut out = io::BufWriter::new(out);
    document(root, &mut Writer::new_with_indent(&mut out, b' ', 2))?;
    out.write_all(b"\n")?;
    out.flush()
}

fn document<W: Write>(root: &Root, xml: &mut Writer<W>) -> io::Result<()> {
    let suites = || root.groups.iter().flat_map(|group| &group.suites);
    let all = || suites().flat_map(|suite| &suite.cases);
    let count = |outcome: Outcome| all().filter(|case| case.outcome == outcome).count();
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    xml.create_element("testsuites")
        .with_attribute(("name", root.name.as_str()))
        .with_attribute(("tests", all().count().to_string().as_str()))
        .with_attribute(("failures", count(Outcome::Failed).to_string().as_str()))
        .with_attribute(("errors", count(Outcome::Error).to_string().as_str()))
        .with_attribute(("time", seconds(root.elapsed).as_str()))
        .write_inner_content(|xml| {
            root.groups.iter().try_for_each(|group| {
                let mut suites = group.suites.iter();
                suites.try_for_each(|part| suite(part, group, xml))
            })
        })
        .map(drop)
}

fn suite<W: Write>(suite: &Suite, group: &Group, xml: &mut Writer<W>) -> io::Result<()> {
    let count = |outcome: Outcome| {
        let cases = suite.cases.iter();
        cases.filter(|case| case.outcome == outcome).count()
    };
    let time = suite.cases.iter().map(|case| case.time).sum();
    let element = xml.create_element("testsuite").with_attribute(("name", suite.name.as_str()));
    let element = match group.started {
        // The schema requires a time without a time zone.
        Some(started) => {
            let time = started.to_string();
            element.with_attribute(("timestamp", time.trim_end_matches('Z')))
        }
        None => element,
    };
    element
        .with_attribute(("tests", suite.cases.len().to_string().as_str()))
        .with_attribute(("failures", count(Outcome::Failed).to_string().as_str()))
        .with_attribute(("errors", count(Outcome::Error).to_string().as_str()))
        .with_attribute(("skipped", count(Outcome::Skipped).to_string().as_str()))
        .with_attribute(("time", seconds(time).as_str()))
        .write_inner_content(|xml| {
            xml.create_element("properties").write_inner_content(|xml| {
                for (name, value) in &group.properties {
                    xml.create_element("property")
                        .with_attribute(("name", *name))
                        .with_attribute(("value", value.as_str()))
                        .write_empty()?;
                }
                Ok(())
            })?;
            suite.cases.iter().try_for_each(|part| case(part, xml))
        })
        .map(drop)
}

fn case<W: Write>(case: &Case, xml: &mut Writer<W>) -> io::Result<()> {
    let element = xml
        .create_element("testcase")
        .with_attribute(("classname", case.classname.as_str()))
        .with_attribute(("name", case.name.as_str()))
        .with_attribute(("time", seconds(case.time).as_str()));
    if case.outcome == Outcome::Passed && case.output.is_empty() {
        return element.write_empty().map(drop);
    }
    element
        .write_inner_content(|xml| {
            outcome(case, xml)?;
            if case.output.is_empty() {
                return Ok(());
            }
            let output = BytesText::new(&case.output);
            xml.create_element("system-out").write_text_content(output).map(drop)
        })
        .map(drop)
}

fn outcome<W: Write>(case: &Case, xml: &mut Writer<W>) -> io::Result<()> {
    let name = match case.outcome {
        Outcome::Passed => return Ok(()),
        Outcome::Skipped => {
            let skipped = xml.create_element("skipped");
            let skipped = skipped.with_attribute(("message", case.message.as_str()));
            return skipped.write_empty().map(drop);
        }
        Outcome::Flaky => "flakyFailure",
        Outcome::Failed => "failure",
        Outcome::Error => "error",
    };
    let element = xml
        .create_element(name)
        .with_attribute(("message", case.message.as_str()))
        .with_attribute(("type", case.kind.as_str()));
    let body = BytesText::new(&case.body);
    if case.outcome != Outcome::Flaky {
        return element.write_text_content(body).map(drop);
    }
    let stack_trace = |xml: &mut Writer<W>| {
        let element = xml.create_element("stackTrace");
        element.write_text_content(body).map(drop)
    };
    element.write_inner_content(stack_trace).map(drop)
}

/// Properties of the engine and of the run.
fn properties(report: &Report<'_>) -> Vec<(&'static str, String)> {
    let (run, host) = (report.run, &report.run.host);
    let mut properties = vec![
        ("engine.command", run.engine.command.join(" ")),
        ("dialect", run.dialect.to_owned()),
        ("profile", run.profile.clone()),
        ("seed", run.seed.to_string()),
        ("limits_scale", run.limits_scale.to_string()),
        ("host", format!("{} {}", host.os, host.arch)),
        ("host.cores", host.cores.to_string()),
        ("kentei.version", env!("CARGO_PKG_VERSION").to_owned()),
        (
            "verdict",
            match run.verdict {
                Conformance::Conformant => "conformant",
                Conformance::Nonconformant => "nonconformant",
                Conformance::Inconclusive => "inconclusive",
            }
            .to_owned(),
        ),
    ];
    let sentence = part::verdict(report, &group::held(run, report.catalogue));
    properties.push(("verdict.text", escape::short(&sentence, cases::MESSAGE)));
    if let Some(changes) = report.baseline {
        properties.push(("baseline", terminal::changes::outcome(changes)));
    }
    let reported = [("engine.name", &run.engine.name), ("engine.author", &run.engine.author)];
    let reported = reported.into_iter().filter_map(|(name, value)| {
        let value = value.as_deref()?;
        Some((name, escape::short(value, cases::MESSAGE)))
    });
    properties.splice(0..0, reported);
    let shard = run.part.iter().map(|part| ("shard", part.shard.to_string()));
    properties.extend(shard);
    let not_kept = words::not_kept(run).into_iter();
    properties.extend(not_kept.map(|text| ("not_kept", text.to_string())));
    // Every value can come from a report file, so all are escaped and cut.
    for (_, value) in &mut properties {
        *value = escape::short(value, PROPERTY);
    }
    properties
}

fn seconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64())
}
