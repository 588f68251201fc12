//! The rules about option lines.

use kentei::transcript::EventKind;
use kentei::transcript_text;
use kentei::verdict::Finding;

use super::check::{check, check_in, found, judged};

fn option(line: &str, said: &str) {
    let said = if said.is_empty() { String::new() } else { format!("  # {said}") };
    check("usi", &format!("> usi\n< id name X\n< id author Y\n< option {line}{said}\n< usiok"));
}

#[test]
fn sound_options_are_sound() {
    for line in [
        "name A type check default true",
        "name A type spin default 0 min -5 max 9223372036854775807",
        "name A type combo default b var a var b",
        // Words of the syntax, where the syntax leaves no doubt.
        "name type type check default true",
        "name A type combo default min var min var max",
        "name A type spin default +1 min -5 max +9",
        "name A type button",
        "name A type string default <empty>",
        "name A type string default a min b var c",
        "name A type string default the option name type button",
        "name A type filename default option name B",
        "name A type filename default book.db",
    ] {
        option(line, "");
    }
}

#[test]
fn every_slip_has_its_clause() {
    for (line, said) in [
        ("A type check default true", "USI-OPT-01 fail"),
        ("name A default true", "USI-OPT-01 fail"),
        ("type check name A default true", "USI-OPT-01 fail"),
        ("name A type string <empty>", "USI-OPT-01 fail"),
        ("name Skill Level type check default true", "USI-OPT-02 fail"),
        ("name 定跡 type check default true", "USI-GEN-06 fail"),
        ("name A type slider default 1", "USI-OPT-03 fail"),
        ("name A type check default True", "USI-OPT-04 fail"),
        ("name A type check default 1", "USI-OPT-04 fail"),
        ("name A type spin default 1.5 min 1 max 2", "USI-OPT-05 fail"),
        ("name A type spin default min 1 max 2", "USI-OPT-05 fail"),
        ("name A type spin default +-1 min -1 max 2", "USI-OPT-05 fail"),
        ("name A type spin default 3 min 1 max 2", "USI-OPT-06 fail"),
        ("name A type spin default 3 min 5 max 2", "USI-OPT-06 fail"),
        ("name A type combo default a", "USI-OPT-07 fail"),
        ("name A type combo default a var a b c", "USI-OPT-07 warn"),
        ("name A type combo default z var a var b", "USI-OPT-08 warn"),
        ("name A type button default x", "USI-OPT-09 warn"),
        ("name A type string default", "USI-OPT-10 fail"),
        ("name A type check", "USI-OPT-11 warn"),
        ("name A type spin min 1 max 2", "USI-OPT-11 warn"),
        ("name A type combo var a", "USI-OPT-11 warn"),
        ("name A type check default true min 0 max 1", "USI-OPT-12 warn"),
        ("name A type check default true option name B type check default true", "USI-OPT-13 fail"),
        ("name USI_Foo type check default true", "USI-OPT-15 info"),
        ("name USI_Hash type string default 1", "USI-OPT-16 fail"),
        ("name USI_Ponder type spin default 1 min 0 max 1", "USI-OPT-17 fail"),
        ("name USI_OwnBook type spin default 1 min 0 max 1", "USI-OPT-18 warn"),
        ("name USI_MultiPV type combo default 1 var 1", "USI-OPT-19 warn"),
        ("name USI_MultiPV type spin default 2 min 1 max 9", "USI-OPT-19 warn"),
        ("name USI_ShowCurrLine type spin default 1 min 0 max 1", "USI-OPT-20 warn"),
        ("name USI_ShowRefutations type check default true", "USI-OPT-21 warn"),
        ("name USI_LimitStrength type spin default 1 min 0 max 1", "USI-OPT-22 warn"),
        ("name USI_Strength type check default true", "USI-OPT-23 warn"),
        ("name USI_AnalyseMode type spin default 1 min 0 max 1", "USI-OPT-24 warn"),
        ("name A type spin default 1", "USI-OPT-28 warn"),
    ] {
        option(line, said);
    }
}

/// A number of 64 bits may have a sign or not.
#[test]
fn a_spin_has_64_bits() {
    let at = |clause: &str, least: &str, most: &str| {
        let option = format!("option name A type spin default 1 min {least} max {most}");
        found("usi", clause, &format!("> usi\n< {option}"))
    };
    assert_eq!(at("USI-OPT-05", "0", "18446744073709551615"), 0);
    assert_eq!(at("USI-OPT-05", "-9223372036854775808", "9223372036854775808"), 0);
    assert_eq!(at("USI-OPT-05", "0", "18446744073709551616"), 1);
    assert_eq!(at("USI-OPT-05", "-9223372036854775809", "0"), 1);
    assert_eq!(at("USI-OPT-06", "0", "18446744073709551615"), 0);
    assert_eq!(at("USI-OPT-06", "18446744073709551615", "18446744073709551615"), 1);
}

#[test]
fn names_are_compared_over_the_whole_handshake() {
    let twice = "> usi\n< id name X\n< id author Y\n< option name A type button\n< option name A type button  # USI-OPT-14 fail\n< usiok";
    check("usi", twice);
    let case = "> usi\n< id name X\n< id author Y\n< option name A type button\n< option name a type button  # USI-OPT-14 fail\n< usiok";
    check_in("usi", "draft", case);
    check("usi", &case.replace("  # USI-OPT-14 fail", ""));
    check("usi", "> usi\n< id name X\n< id author Y\n< usiok  # USI-OPT-25 info");
    check_in(
        "usi",
        "draft",
        "> usi\n< id name X\n< id author Y\n< option name USI_LimitStrength type check default false\n< usiok  # USI-OPT-26 warn",
    );
}

#[test]
fn a_second_handshake_says_what_the_first_one_said() {
    let first = "< id name X\n< id author Y\n< option name USI_Hash type spin default 16 min 1 max 1024\n< option name B type button\n< usiok";
    let twice = |second: &str| {
        check("usi", &format!("> usi\n{first}\n> isready\n< readyok\n> usi\n{second}"));
    };
    twice(first);
    let option = "option name USI_Hash type spin default 16 min 1 max 1024";
    let said = "  # USI-BOOT-12 info";
    twice(&format!("< id name X\n< id author Y\n< {option}\n< usiok{said}"));
    twice(&format!(
        "< id name Z{said}\n< id author Y\n< {option}\n< option name B type button\n< usiok"
    ));
    twice(&format!(
        "< id name X\n< id author Z{said}\n< {option}\n< option name B type button\n< usiok"
    ));
    twice(&first.replace("default 16 min 1 max 1024", &format!("default 32 min 1 max 1024{said}")));
    twice(
        &first
            .replace("name B type button", &format!("name C type button{said}"))
            .replace("usiok", &format!("usiok{said}")),
    );
    // No answer is also correct, and lines after `quit` are not compared.
    twice("> isready\n< readyok");
    twice("< id name X\n> quit\n< id author Z\n< usiok");
}

#[test]
fn the_default_of_a_combo_may_be_among_the_choices_that_were_cut_off() {
    let option = "> usi\n< option name A type combo default z var a var b\n";
    let found = |cut: u64| {
        let mut events = transcript_text::parse(option).expect("a transcript");
        for event in &mut events {
            if let EventKind::Received(line) = &mut event.kind {
                line.cut = cut;
            }
        }
        let of_default = |finding: &Finding| finding.clause.0 == "USI-OPT-08";
        judged("usi", &events).into_iter().filter(of_default).count()
    };
    assert_eq!((found(0), found(1)), (1, 0));
}
