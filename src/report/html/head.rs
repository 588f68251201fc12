//! The top of the page: the verdict, the engine, and the number of scenarios with each verdict.

use std::fmt::Write;

use super::{Page, markup, snapshots, words};
use crate::lang::Text;
use crate::protocol::DeclaredOption;
use crate::report;
use crate::report::unexamined::Unexamined;
use crate::run::known::KnownStanding;
use crate::run::result::Conformance;
use crate::verdict::{Severity, Verdict};

/// Width of the bar of verdicts, in units of its view box.
const BAR: f64 = 1000.0;

pub(super) fn render(page: &Page<'_>) -> String {
    let run = page.run;
    let (class, sign) = sign(run.verdict);
    let mut html = format!(
        "<header class=\"top {class}\"><p class=brand>{SEAL}<span>{}</span></p><div class=verdict><h1><span class=sign aria-hidden=true>{sign}</span> {} <span class=sub>{}</span></h1>",
        words::REPORT,
        words::conformance(run.verdict),
        markup::text(&scope(page))
    );
    let _ = write!(html, "<p class=because>{}</p>", because(page));
    if run.interrupted {
        let _ = write!(html, "<p class=because>{}</p>", words::INTERRUPTED);
    }
    for text in report::words::not_kept(run) {
        let _ = write!(html, "<p class=because>{text}</p>");
    }
    html.push_str("</div>");
    html.push_str(&engine(page));
    html.push_str(&bar(page));
    html + "</header>"
}

/// The style class and the sign of a verdict.
pub(super) fn sign(verdict: Conformance) -> (&'static str, &'static str) {
    match verdict {
        Conformance::Conformant => ("pass", "✓"),
        Conformance::Nonconformant => ("fail", "✗"),
        Conformance::Inconclusive => ("inconclusive", "?"),
    }
}

/// The title of the page.
pub(super) fn title(page: &Page<'_>) -> String {
    format!(
        "{} · {} · {}",
        name(page),
        words::conformance(page.run.verdict),
        page.run.dialect.to_uppercase()
    )
}

/// The seal: 検定, the word for examination.
pub(super) const SEAL: &str = "<svg class=seal viewBox=\"0 0 40 40\" width=40 height=40 aria-hidden=true><rect x=2 y=2 width=36 height=36 rx=7 />\
     <text x=20 y=18>検</text><text x=20 y=34>定</text></svg>";

/// The protocol and the profile.
pub(super) fn scope(page: &Page<'_>) -> String {
    format!("{} · {}", page.run.dialect.to_uppercase(), page.run.profile)
}

/// The reason for the verdict, what was not examined, and how many snapshots have changed.
pub(super) fn because(page: &Page<'_>) -> String {
    let unexamined = Unexamined::of(page.run);
    let unexamined = unexamined.map_or_else(String::new, |unexamined| {
        format!("<br>{}", markup::text(&unexamined.text().to_string()))
    });
    reason(page) + &unexamined + &snapshots::because(page)
}

fn reason(page: &Page<'_>) -> String {
    if let Some(reason) = &page.run.reason {
        return markup::text(&reason.to_string());
    }
    let count = |severity| {
        page.groups
            .iter()
            .filter(|group| group.severity == severity && !group.is_known(page.run))
            .count()
    };
    let known = page.run.known.iter();
    let known = known.filter(|known| known.standing == KnownStanding::Seen);
    words::broken(count(Severity::Fail), count(Severity::Warn)) + &words::but_for(known.count())
}

/// The name of the engine; if it gave none, its command.
pub(super) fn name(page: &Page<'_>) -> String {
    let engine = &page.run.engine;
    match &engine.name {
        Some(name) => markup::short(name, 100),
        None if engine.built_in => words::BUILT_IN.to_string(),
        None => markup::short(&engine.command.join(" "), 100),
    }
}

/// The identity of the engine, its command and options, and the machine.
pub(super) fn engine(page: &Page<'_>) -> String {
    let run = page.run;
    let engine = &run.engine;
    let author = engine.author.as_ref().map_or_else(String::new, |author| {
        format!(" <span class=author>{} {}</span>", words::BY, markup::short(author, 160))
    });
    // On a page with several engines, the name of each engine in the engine file is the heading above.
    let rank = if page.member.is_some() { "h3" } else { "h2" };
    let mut html =
        format!("<div class=engine><{rank}>{}{author}</{rank}><dl class=facts>", name(page));
    let mut add = |name: Text, text: &str| {
        let _ = write!(html, "<div><dt>{name}<dd>{text}</div>");
    };
    let command = if engine.built_in {
        words::BUILT_IN.to_string()
    } else {
        format!("<code>{}</code>", markup::short(&engine.command.join(" "), 300))
    };
    add(words::COMMAND, &command);
    add(words::TIME, &words::run_time(run.scenarios.len(), run.elapsed));
    let host = &page.run.host;
    add(words::HOST, &markup::text(&words::host(&host.os, &host.arch, host.cores)));
    add(words::SEED, &run.seed.to_string());
    if let Some(part) = &run.part {
        add(words::SHARD, &part.shard.to_string());
    }
    if run.limits_scale != 1.0 {
        add(words::LIMITS, &format!("× {}", run.limits_scale));
    }
    add(words::MADE_BY, concat!("kentei ", env!("CARGO_PKG_VERSION")));
    html.push_str("</dl>");
    html.push_str(&options(&engine.options));
    html + "</div>"
}

fn options(options: &[DeclaredOption]) -> String {
    if options.is_empty() {
        return String::new();
    }
    let mut html = format!(
        "<details class=options><summary>{} ({})</summary><div class=scroll><table><thead><tr>",
        words::OPTIONS,
        options.len()
    );
    for head in words::OPTION_COLUMNS {
        let _ = write!(html, "<th scope=col>{head}");
    }
    html.push_str("<tbody>");
    for option in options {
        let range = match (option.min, option.max) {
            (None, None) => option
                .choices
                .iter()
                .map(|choice| markup::short(choice, 60))
                .collect::<Vec<_>>()
                .join(", "),
            (min, max) => {
                let number = |number: Option<i64>| {
                    number.map_or_else(|| "?".to_owned(), |number| number.to_string())
                };
                format!("{} … {}", number(min), number(max))
            }
        };
        let default = option
            .default
            .as_deref()
            .map_or_else(String::new, |text| format!("<code>{}</code>", markup::short(text, 120)));
        let _ = write!(
            html,
            "<tr><th scope=row>{}<td>{}<td>{default}<td>{range}",
            markup::short(&option.name, 120),
            markup::short(&option.kind, 40)
        );
    }
    html + "</table></div></details>"
}

/// The number of scenarios with each verdict: a bar, and below it a list of the words.
fn bar(page: &Page<'_>) -> String {
    let scenarios = &page.run.scenarios;
    let counts: Vec<(Verdict, usize)> = Verdict::ALL
        .into_iter()
        .map(|verdict| {
            (verdict, scenarios.iter().filter(|scenario| scenario.verdict == verdict).count())
        })
        .filter(|(_, count)| *count > 0)
        .collect();
    let mut x = 0.0;
    let mut bar = String::new();
    let mut legend = String::new();
    for (verdict, count) in counts {
        let wide = BAR * count as f64 / scenarios.len() as f64;
        let (word, reported) = (verdict.word(), report::words::verdict(verdict));
        let _ = write!(bar, "<rect class=\"{word}\" x={x:.1} width={wide:.1} y=0 height=12 />");
        x += wide;
        let _ = write!(
            legend,
            "<li><a href=#scenarios data-only={word}><span class=\"tag {word}\" title=\"{}\">{} {reported}</span> {count}</a>",
            words::about(verdict),
            words::sign(verdict)
        );
    }
    format!(
        "<div class=bar><svg viewBox=\"0 0 {BAR} 12\" preserveAspectRatio=none aria-hidden=true>{bar}</svg><ul aria-label=\"{}\">{legend}</ul></div>",
        report::html::words::SCENARIOS
    )
}
