//! `kentei explain`: one id in full.

use crate::cli::kentei;
use predicates::prelude::*;
use predicates::str::{contains, starts_with};

#[test]
fn a_clause_is_explained_whole() {
    let explained = kentei(&["explain", "USI-PON-01"]).assert().success().stderr("");
    let explained = explained.stdout(starts_with("USI-PON-01 · "));
    for part in [
        "\n  demand     While pondering no bestmove",
        "\n  document   D 5.3a go ponder",
        "MUST",
        "core fail · draft fail · shogidokoro fail",
        "\n  expected ",
        "\n  forbidden ",
        "\n  time ",
    ] {
        assert!(
            contains(part).eval(&String::from_utf8_lossy(&explained.get_output().stdout)),
            "{part}"
        );
    }
}

#[test]
fn case_and_the_name_of_the_dialect_may_be_left_out() {
    kentei(&["explain", "usi-pon-01"]).assert().success().stdout(starts_with("USI-PON-01"));
    let both = kentei(&["explain", "GEN-01"]).assert().success();
    both.stdout(contains("USI-GEN-01 · ").and(contains("UCI-GEN-01 · ")));
    let one = kentei(&["explain", "GEN-01", "--dialect", "uci"]).assert().success();
    one.stdout(contains("USI-GEN-01").not());
}

#[test]
fn a_clause_is_shown_kept_and_broken() {
    let explained = kentei(&["explain", "USI-READY-05"]).assert().success();
    explained.stdout(
        contains("\n  in short   Each isready has one readyok")
            .and(contains(
                "\n  good       (after the handshake)\n             > isready\n             < readyok\n",
            ))
            .and(contains(
                "\n             < readyok\n             < readyok\n               ^ fail USI-READY-05\n",
            )),
    );
}

#[test]
fn lines_fit_on_eighty_columns() {
    let explained = kentei(&["explain", "USI-READY-01"]).assert().success();
    let text = String::from_utf8(explained.get_output().stdout.clone()).unwrap();
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

#[test]
fn a_clause_says_what_the_documents_leave_open_and_a_grey_area_names_its_clauses() {
    let text = "many engines answer isready only after the search,";
    let explained = kentei(&["explain", "USI-READY-03"]).assert().success();
    explained.stdout(contains(format!("\n  grey areas G-BUSY-READY  {text}\n")));
    let explained = kentei(&["explain", "g-busy-ready", "--dialect", "usi"]).assert().success();
    explained.stdout(
        starts_with(format!("G-BUSY-READY (usi)\n  grey area  {text}"))
            .and(contains("\n  clauses    USI-READY-03 ")),
    );
}

#[test]
fn a_defect_is_explained_with_how_to_see_it() {
    let explained = kentei(&["explain", "A02", "--dialect", "usi"]).assert().success();
    explained.stdout(
        starts_with("A02 · defect of the built-in usi engine")
            .and(contains("USI-BOOT-04 "))
            .and(contains("kentei engine --dialect usi --defect A02"))
            .and(contains("core fail")),
    );
}

#[test]
fn a_document_is_explained_and_spelt_out_where_it_is_cited() {
    let title = "The Universal Shogi Interface, the draft of T. Romstad";
    let explained = kentei(&["explain", "D"]).assert().success();
    explained.stdout(
        starts_with(format!("D (usi) · {title}"))
            .and(contains("5.3a (GUI to engine)"))
            .and(contains("USI-GO-13 infinite holds back bestmove")),
    );
    let explained = kentei(&["explain", "USI-GO-13"]).assert().success();
    explained.stdout(contains(format!("\n  D          {title}")).and(contains("\n  S          ")));
    kentei(&["explain", "S2"]).assert().success().stdout(starts_with("S2 (uci) · "));
    let japanese = kentei(&["explain", "S", "--lang", "ja"]).assert().success();
    japanese.stdout(starts_with("S (usi) · 将棋所"));
}

#[test]
fn an_id_of_another_dialect_is_not_unknown() {
    for id in ["USI-GO-13", "usi/boot/handshake"] {
        let refused = kentei(&["explain", id, "--dialect", "uci"]).assert().code(2);
        let said =
            format!("error: {id} belongs to usi, not to uci\n  try: leave out --dialect uci\n");
        refused.stdout("").stderr(said);
    }
}
