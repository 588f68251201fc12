//! How engines end, and which processes they leave.

use super::*;

/// Ignores the signals that ask a process to end.
const STUBBORN: &str = "trap '' TERM HUP INT;";

#[test]
fn the_status_is_reported() {
    assert!(all(&mut sh("exit 7")).contains(&exit(7)));
    let killed = Arrival::Exit(ExitStatus::Signal(9));
    assert!(all(&mut sh("kill -KILL $$")).contains(&killed));
    let aborted = Arrival::Exit(ExitStatus::Signal(6));
    assert!(all(&mut sh("kill -ABRT $$")).contains(&aborted));
}

#[test]
fn the_exit_comes_after_every_line() {
    for _ in 0..20 {
        let mut engine = sh("i=0; while [ $i -lt 500 ]; do echo $i; i=$((i+1)); done; echo e >&2");
        let arrivals = all(&mut engine);
        let after = &arrivals[arrivals.len().min(499)..];
        assert_eq!(arrivals.len(), 500 + 1 + 2 + 1, "{after:?}");
        assert_eq!(arrivals.last(), Some(&exit(0)));
    }
}

#[test]
fn the_exit_comes_after_lines_that_nobody_asked_for_in_time() {
    let mut engine = sh("yes | head -n 200000; exit 3");
    // More than the inbox holds: the engine can end only after somebody has taken arrivals.
    let arrivals = all(&mut engine);
    let lines = arrivals.iter().filter(|what| **what == stdout("y")).count();
    assert_eq!(lines, 200_000);
    assert_eq!(arrivals.last(), Some(&exit(3)));
}

#[test]
fn a_child_that_holds_the_output_is_left_behind() {
    let mut engine = sh("sleep 1000 & echo $!; echo last; exit 0");
    let child = line(&mut engine);
    assert_eq!(line(&mut engine), "last");
    assert_eq!(arrival(&mut engine).what, exit(0));
    let reaped = engine.reap(LONG);
    assert_eq!(reaped.status, Some(ExitStatus::Code(0)));
    assert!(!reaped.killed);
    assert!(reaped.survivors);
    assert_dies(&child);
}

#[test]
fn a_child_that_holds_nothing_is_left_behind_too() {
    let mut engine = sh("sleep 1000 </dev/null >/dev/null 2>&1 & echo $!");
    let child = line(&mut engine);
    // The exit may come before the child has closed the pipes that it inherited.
    while arrival(&mut engine).what != END {}
    assert!(engine.reap(LONG).survivors);
    assert_dies(&child);
}

#[test]
fn a_child_that_floods_the_output_does_not_hide_the_exit() {
    let mut engine = sh("yes & exit 4");
    assert_eq!(all(&mut engine).last(), Some(&exit(4)));
    let reaped = engine.reap(LONG);
    assert!(reaped.survivors && !reaped.killed);
}

#[test]
fn children_that_end_with_their_parent_are_no_survivors() {
    for _ in 0..20 {
        // Without `<&0` the shell would give each `cat` an empty input.
        let mut engine = sh("cat <&0 & cat <&0 & echo up; exec cat");
        assert_eq!(line(&mut engine), "up");
        engine.close_input();
        let reaped = engine.reap(LONG);
        assert!(!reaped.killed && !reaped.survivors, "{reaped:?}");
    }
}

#[test]
fn what_ignores_polite_signals_is_killed_with_its_children() {
    let script = format!("{STUBBORN} sh -c \"{STUBBORN} echo \\$\\$; sleep 1000; :\" & wait; :");
    let mut engine = sh(&script);
    let grandchild = line(&mut engine);
    let reaped = engine.reap(ms(1));
    assert_eq!(reaped.status, Some(ExitStatus::Signal(9)));
    assert!(reaped.killed && !reaped.survivors);
    assert_dies(&grandchild);
    assert_eq!(engine.reap(LONG), reaped);
}

#[test]
fn the_last_lines_of_a_killed_engine_can_still_be_asked_for() {
    let mut engine = sh("printf 'one\\ntwo\\n'; exec sleep 1000");
    assert_eq!(line(&mut engine), "one");
    engine.reap(Duration::ZERO);
    let arrivals = all(&mut engine);
    assert_eq!(arrivals.first(), Some(&stdout("two")));
    let killed = Arrival::Exit(ExitStatus::Signal(9));
    assert_eq!(arrivals.last(), Some(&killed));
}

#[test]
fn an_engine_that_talks_to_the_end_is_not_killed_for_it() {
    // More than the inbox holds, while nobody takes arrivals.
    let mut engine = sh("yes | head -c 1000000; exit 5");
    let reaped = engine.reap(LONG);
    assert_eq!(reaped.status, Some(ExitStatus::Code(5)));
    assert!(!reaped.killed);
}

#[test]
fn a_child_that_left_the_group_does_not_hold_us_up() {
    // This child keeps all three pipes and has left the group, so our kill does not reach it. It writes its process
    // number after it has left.
    let mut engine = sh("setsid sh -c 'echo $$; exec sleep 1000' <&0 & exec sleep 1000");
    let child = line(&mut engine);
    assert_eq!(rustix::process::getpgid(Some(pid(&child))), Ok(pid(&child)));
    for _ in 0..10 {
        engine.send(&[b'x'; 50_000]);
    }
    assert!(engine.reap(Duration::ZERO).killed);
    drop(engine);
    assert!(alive(&child));
    signal(Signal::KILL, &child);
}

#[test]
fn dropping_an_engine_kills_it_and_its_children() {
    let mut engine = sh("sleep 1000 & echo $!; echo $$; wait");
    let (child, own) = (line(&mut engine), line(&mut engine));
    drop(engine);
    assert_dies(&child);
    assert_dies(&own);
}

#[test]
fn waiting_after_the_end_still_takes_its_time() {
    let mut engine = sh("exit 0");
    all(&mut engine);
    let until = engine.now() + ms(20);
    assert_eq!(engine.next(until), None);
    assert!(engine.now() >= until);
}
