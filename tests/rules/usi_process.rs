//! The handshake, bytes, lines, `readyok`, and the process.

use super::check::{USI, booted_usi, check, check_in};

const HASH: &str = "< option name USI_Hash type spin default 1 min 1 max 9\n";

#[test]
fn a_sound_handshake_is_sound() {
    booted_usi("> quit\n$ exit 0");
}

#[test]
fn handshake_lines_before_usi_are_reported() {
    check("usi", "< id name X  # USI-BOOT-06 fail\n");
    check("usi", "< usiok  # USI-BOOT-06 fail\n");
}

#[test]
fn a_banner_is_a_warning() {
    check("usi", "< My Engine 1.0  # USI-BOOT-09 warn\n> usi\n< id name X\n< id author Y\n< usiok");
}

#[test]
fn missing_and_odd_ids_are_reported() {
    check("usi", "> usi\n< id author Y\n< usiok  # USI-BOOT-02 fail");
    check("usi", "> usi\n< id name X\n< usiok  # USI-BOOT-02 fail");
    check("usi", "> usi\n< id name X\n< id auther Y  # USI-BOOT-02 warn\n< usiok");
    check("usi", "> usi\n< id name X\n< id authoer Y  # USI-BOOT-02 warn\n< usiok");
    check(
        "usi",
        "> usi\n< id name\n  < id author Y\n< usiok"
            .replace("< id name\n", "< id name  # USI-BOOT-07 fail\n")
            .as_str(),
    );
    check("usi", "> usi\n< id name X\n< id author  # USI-BOOT-07 warn\n< usiok");
    check("usi", "> usi\n< id name X\n< id author Y\n< id settings z  # USI-BOOT-09 warn\n< usiok");
    check("usi", "> usi\n< id name X\n< id name Z  # USI-BOOT-08 warn\n< id author Y\n< usiok");
    check("usi", "> usi\n< id name X\n< id author Y\n< id author Y  # USI-BOOT-08 warn\n< usiok");
}

#[test]
fn the_order_of_the_handshake_is_reported() {
    check("usi", &format!("> usi\n{HASH}< id name X  # USI-BOOT-03 warn\n< id author Y\n< usiok",));
    booted_usi(&HASH.replace('\n', "  # USI-OPT-27 fail\n"));
    booted_usi("< usiok  # USI-BOOT-08 fail");
    booted_usi("< id name Z  # USI-BOOT-03 fail");
    check("usi", "> usi\n< loading  # USI-BOOT-09 warn\n< id name X\n< id author Y\n\n< usiok");
}

#[test]
fn a_handshake_that_is_missing_late_or_held_back_is_distinguished() {
    check("usi", "> usi\n< id name X\n< id author Y\n~ usiok 5000  # USI-BOOT-04 fail");
    check(
        "usi",
        "> usi\n@ 6000\n~ usiok 5000  # USI-BOOT-04 fail\n< id name X\n< id author Y\n< usiok  # USI-BOOT-05 fail",
    );
    check(
        "usi",
        "> usi\n~ usiok 5000  # USI-BOOT-04 fail\n> quit\n< id name X\n< id author Y\n< usiok  # USI-GEN-13 fail",
    );
    check("usi", "> usi\n! usiok\n~ usiok 5000  # USI-GEN-01 fail");
}

#[test]
fn readyok_is_counted() {
    booted_usi("< readyok  # USI-READY-05 fail");
    booted_usi("> isready\n~ readyok 30000  # USI-READY-01 fail");
    booted_usi("> usinewgame\n< readyok  # USI-READY-05 fail");
    booted_usi(
        "> isready\n< loading tables  # USI-READY-08 warn\n< info string 50%\n< \n< readyok",
    );
}

#[test]
fn an_unfinished_line_is_reported_once_and_explains_what_is_missing() {
    booted_usi("> isready\n? readyok  # USI-GEN-03 fail\n~ readyok 30000");
    booted_usi("> isready\n? Loading...  # USI-GEN-03 warn");
}

#[test]
fn bytes_beyond_ascii_are_reported_by_place() {
    check("usi", "> usi\n< id name 検定  # USI-GEN-06 fail\n< id author Y\n< usiok");
    check("usi", "> usi\n< id name X\n< id author 山田  # USI-GEN-06 warn\n< usiok");
    booted_usi(
        "> position startpos\n> go infinite\n< info string 読み筋  # USI-GEN-06 warn\n< info string \\x93\\xc7  # USI-GEN-06 warn",
    );
    // It only repeats what it was sent.
    booted_usi("> 検定\n< info string unknown command: 検定");
    booted_usi("> isready\n< \\x1b[32mreadyok  # USI-GEN-06 fail");
}

#[test]
fn white_space_that_hides_a_reply_is_a_warning() {
    booted_usi("> isready\n<  readyok  # USI-GEN-18 warn");
    booted_usi("> isready\n< readyok\\x09  # USI-GEN-18 warn");
    booted_usi("> isready\n< readyok\\x20  # USI-GEN-18 warn");
    booted_usi(
        "> position startpos\n> go btime 0 wtime 0 byoyomi 2000\n< info depth 1 score cp 1 time 1 pv 7g7f\n< bestmove  7g7f  # USI-GEN-18 warn",
    );
}

#[test]
fn an_exit_is_reported_at_the_clause_of_what_led_to_it() {
    booted_usi("$ exit 1  # USI-GEN-14 fail");
    booted_usi("> xyzzy\n$ signal 6  # USI-GEN-08 fail");
    booted_usi("> \n$ exit 1  # USI-GEN-17 fail");
    for line in ["xyzzy", ""] {
        let ended = format!("{USI}> {line}\n$ exit 1  # USI-GEN-14 fail");
        check_in("usi", "shogidokoro", &ended);
    }
    booted_usi("> ponderhit\n$ exit 1  # USI-PON-08 fail");
    booted_usi("> stop\n$ exit 0  # USI-STOP-03 fail");
    booted_usi("> position startpos\n> go\n$ signal 11  # USI-GO-02 fail");
    booted_usi("> register later\n$ exit 1  # USI-REG-01 warn");
    check(
        "usi",
        "> usi\n< id name X\n< id author Y\n< usiok\n> usinewgame\n$ exit 0  # USI-NEW-04 fail",
    );
    check_in("usi", "shogidokoro", &format!("{USI}> ponderhit\n$ exit 1  # USI-PON-08 warn"));
}

#[test]
fn leaving_is_judged_mildly_and_by_its_place() {
    booted_usi("> quit\n$ signal 11  # USI-QUIT-04 warn");
    booted_usi("> quit\n$ exit 1  # USI-QUIT-04 info");
    booted_usi("> quit\n< bestmove 7g7f\n< bye\n$ exit 0");
    booted_usi("$ eof\n$ exit 0");
    booted_usi("> quit\n~ exit 5000  # USI-QUIT-01 fail");
    booted_usi("> position startpos\n> go infinite\n> quit\n~ exit 5000  # USI-QUIT-02 fail");
    check("usi", "> usi\n> quit\n~ exit 5000  # USI-QUIT-03 fail");
    check(
        "usi",
        "> usi\n< id name X\n< id author Y\n< usiok\n> quit\n~ exit 5000  # USI-BOOT-10 fail",
    );
    booted_usi("$ eof\n~ exit 5000  # USI-QUIT-05 warn");
    booted_usi("> quit\n$ exit 0\n~ eof 5000  # USI-QUIT-06 warn");
}

#[test]
fn noise_is_a_warning_at_the_clause_of_its_cause() {
    // The text answers the option whose name it quotes, not the last option that was sent.
    booted_usi(
        "> setoption name Nope value 1\n> setoption name USI_Hash value 1\n< No such option: Nope  # USI-SET-06 warn",
    );
    booted_usi(
        "> setoption name USI_Hash value 1\n> setoption name Nope value 1\n< USI_Hash is 1 now  # USI-SET-01 warn",
    );
    booted_usi("> setoption name Nope value 1\n< No such option: Nope  # USI-SET-06 warn");
    booted_usi("> setoption name USI_Hash value 2\n< ok  # USI-SET-01 warn");
    booted_usi("> xyzzy\n< Unknown command  # USI-GEN-08 warn");
    booted_usi("> \n< command ready  # USI-GEN-17 warn");
    booted_usi("> usinewgame\n< hello  # USI-NEW-01 warn");
    booted_usi("> stop\n< not searching  # USI-STOP-03 warn");
    booted_usi("> ponderhit\n< what?  # USI-PON-08 warn");
    booted_usi("> gameover lose\n< sob  # USI-OVER-01 warn");
    booted_usi("> xyzzy\n< id name X  # USI-GEN-08 fail");
}

#[test]
fn text_that_comes_long_after_a_command_does_not_answer_it_unless_it_quotes_it() {
    booted_usi("> usinewgame\n@ 900\n< hash cleared  # USI-NEW-01 warn");
    booted_usi("> usinewgame\n@ 1100\n< hash cleared  # USI-GEN-08 warn");
    booted_usi("> gameover win\n@ 1100\n< book closed  # USI-GEN-08 warn");
    booted_usi("> gameover win\n@ 1100\n< gameover: what?  # USI-OVER-01 warn");
}

#[test]
fn text_that_crosses_later_commands_is_charged_to_the_command_that_it_quotes() {
    let nope = "> setoption name Nope value 1";
    let text = "< No such option: Nope";
    booted_usi(&format!("{nope}\n> isready\n{text}  # USI-SET-06 warn\n< readyok"));
    booted_usi(&format!("{nope}\n> position startpos\n{text}  # USI-SET-06 warn"));
    let position = "> setoption name USI_Hash value 2\n> usinewgame\n> position startpos";
    booted_usi(&format!("{nope}\n{position}\n{text}  # USI-SET-06 warn"));
    let search = "> go infinite\n@ 50\n";
    booted_usi(&format!("> xyzzy\n> position startpos\n{search}< xyzzy: what?  # USI-GEN-08 warn"));
    booted_usi(&format!("{nope}\n> position startpos\n{search}{text}  # USI-SET-06 warn"));
    booted_usi("> gameover win\n> usinewgame\n< gameover: what?  # USI-OVER-01 warn");
    let options = "> setoption name USI_Hash value 2\n".repeat(40);
    booted_usi(&format!("> gameover win\n{options}< gameover: what?  # USI-OVER-01 warn"));

    // Part of a word, and a text about what is searched, quote nothing.
    booted_usi(&format!("{nope}\n> position startpos\n< Nopening book  # USI-POS-06 warn"));
    booted_usi(&format!("> position startpos\n{search}< quiet position  # USI-GEN-08 warn"));
    // What has read a later command has read the earlier ones.
    booted_usi(&format!(
        "{nope}\n> isready\n< readyok\n> position startpos\n{text}  # USI-POS-06 warn"
    ));
}

#[test]
fn copy_protection_and_registration_have_an_order() {
    check_in("usi", "draft", &format!("{USI}< copyprotection checking\n< copyprotection ok"));
    check_in("usi", "draft", &format!("{USI}< copyprotection error  # USI-CPR-01 fail"));
    check_in("usi", "draft", &format!("{USI}< registration error  # USI-REG-02 fail"));
    check_in("usi", "draft", "> usi\n< registration checking  # USI-REG-02 fail");
}
