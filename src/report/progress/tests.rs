use super::*;

#[test]
fn the_line_names_what_has_been_running_longest() {
    let live = Live::on_stderr(Lang::En, None);
    let text = || locked(&live.state).text();
    live.planned(3);
    live.started("a");
    live.started("b");
    assert_eq!(text(), "a and 1 more");
    live.finished("a", Verdict::Fail);
    assert_eq!(text(), "1 failed · b");
    locked(&live.state).lang = Lang::Ja;
    assert_eq!(text(), "不合格1 · b");
    locked(&live.state).lang = Lang::En;
    live.finished("b", Verdict::Pass);
    assert_eq!(text(), "1 failed");
    let head = locked(&live.state).head(Duration::from_secs(3));
    assert_eq!(head, "2/3 in 3 s");
}

/// A run of six scenarios of ten seconds, two at once, on a machine where each takes `longer` seconds more. Two have
/// ended, two start now.
fn under_way(longer: f64, now: u64) -> State {
    let now = Duration::from_secs(now);
    let mut state = State { planned: 6, ..State::default() };
    for id in ["a", "b", "c", "d", "e", "f"] {
        state.expected.insert(id.to_owned(), Duration::from_secs(10));
    }
    for id in ["a", "b"] {
        state.start(id, now.saturating_sub(Duration::from_secs_f64(10.0 + longer)));
        state.end(id, Verdict::Pass);
    }
    state.start("c", now);
    state.start("d", now);
    state
}

#[test]
fn what_is_left_is_estimated_by_how_long_scenarios_take_here() {
    let left = |state: &State, now| {
        let left = state.left(Duration::from_secs(now));
        left.map(|left| left.as_secs())
    };
    // Two of six scenarios have taken this long.
    assert_eq!(left(&under_way(0.0, 10), 10), Some(20));
    assert_eq!(left(&under_way(30.0, 40), 40), Some(80));
    // It is too early for an estimate, or nothing is left.
    assert_eq!(left(&under_way(0.0, 10), 1), None);
    let done = State { finished: 6, ..under_way(0.0, 10) };
    assert_eq!(left(&done, 40), None);
}

#[test]
fn what_is_left_is_at_least_what_the_longest_takes() {
    let mut state = under_way(0.0, 60);
    state.expected.insert("c".to_owned(), Duration::from_secs(100));
    state.running.retain(|(id, _)| id == "c");
    (state.finished, state.past) = (5, state.weight("a") * 5);
    // The five others took half as long as expected.
    state.running[0].1 = Duration::from_secs(25);
    let left = state.left(Duration::from_secs(25)).map(|left| left.as_secs());
    assert_eq!(left, Some(100));
}

/// Plays 240 scenarios of one to four seconds, eight at once, on a simulated clock. From `slow` on, the machine is half
/// as fast. One in `again` is played twice, the second time when all others have ended, and one at a time. For each
/// whole second: the time, the estimated rest, and the actual rest.
fn played(slow: f64, again: usize) -> Vec<(f64, f64, f64)> {
    const STEP: f64 = 0.05;
    let takes = |number: usize| 1.0 + (number % 4) as f64;
    let mut state = State { planned: 240, ..State::default() };
    for number in 0..240 {
        state.expected.insert(number.to_string(), Duration::from_secs_f64(takes(number)));
    }
    let (mut now, mut next) = (0.0, 0);
    let mut running: Vec<(usize, f64)> = Vec::new();
    let (mut alone, mut once) = (Vec::new(), [false; 240]);
    let mut shown = Vec::new();
    while state.finished < 240 {
        let clock = Duration::from_secs_f64(now);
        while running.len() < 8 && next < 240 {
            running.push((next, takes(next)));
            state.start(&next.to_string(), clock);
            next += 1;
        }
        if running.is_empty() {
            running.extend(alone.pop().map(|number| (number, takes(number))));
        }
        if shown.len() < now as usize {
            shown.push((now, state.left(clock).map_or(f64::NAN, |left| left.as_secs_f64())));
        }
        let done = if now < slow { STEP } else { STEP / 2.0 };
        now += STEP;
        for (_, work) in &mut running {
            *work -= done;
        }
        for (number, _) in running.extract_if(.., |(_, work)| *work <= 0.0) {
            if (number + 1) % again == 0 && !once[number] {
                once[number] = true;
                alone.push(number);
            } else {
                state.end(&number.to_string(), Verdict::Pass);
            }
        }
    }
    shown.into_iter().map(|(at, left)| (at, left, now - at)).collect()
}

#[test]
fn what_is_left_is_estimated_by_how_long_the_run_has_taken_so_far() {
    let check = |run: &[(f64, f64, f64)], from: f64, most: f64| {
        for (at, shown, left) in run.iter().filter(|(at, ..)| *at >= from) {
            let (more, less) = (shown.max(*left), shown.min(*left));
            assert!(more < most * less + 3.0, "at {at}: {shown} for {left}");
        }
    };
    check(&played(f64::INFINITY, usize::MAX), 10.0, 1.1);
    check(&played(30.0, usize::MAX), 10.0, 2.0);
    // A tenth is played again alone, which takes nearly half of the time.
    check(&played(f64::INFINITY, 10), 10.0, 2.5);
}

#[test]
fn the_place_of_a_run_among_several_comes_first() {
    let state = State {
        place: Some("engine 2 of 3: mine".to_owned()),
        finished: 2,
        planned: 6,
        ..State::default()
    };
    assert_eq!(state.head(Duration::from_secs(180)), "engine 2 of 3: mine  2/6 in 3 min 00 s");
    let head = under_way(30.0, 180).head(Duration::from_secs(180));
    assert_eq!(head, "2/6 in 3 min 00 s, about 6 min 00 s left");
}
