use super::*;

fn flood(lines: usize) -> Transcript {
    let event = |id| Event {
        id: EventId(id),
        at: Duration::from_millis(id as u64),
        kind: EventKind::Received(Line::new("info string talk")),
    };
    Transcript { events: (0..lines).map(event).collect(), ..Transcript::default() }
}

#[test]
fn what_has_room_is_kept_whole() {
    let mut short = flood(100);
    short.thin(short.size(), &[]);
    assert_eq!(short, flood(100));
}

#[test]
fn of_what_has_no_room_both_ends_and_the_evidence_are_kept() {
    let mut long = flood(10_000);
    let room = flood(100).size();
    long.thin(room, &[EventId(5000)]);
    let kept: Vec<usize> = long.events.iter().map(|event| event.id.0).collect();
    let wanted: Vec<usize> = (0..50).chain(4996..5005).chain(9950..10_000).collect();
    assert_eq!(kept, wanted);
    assert_eq!((long.dropped, long.cut), (10_000 - 109, 10_000 - 109));
    // Evidence that was removed before, and more evidence than fits.
    let all: Vec<EventId> = (0..20_000).map(EventId).collect();
    long.thin(0, &all);
    assert_eq!(long.events.len(), 109);
    long.thin(0, &[]);
    assert_eq!((long.events.len(), long.cut), (0, 10_000));
    long.thin(0, &all);
}

#[test]
fn what_is_kept_are_those_events_and_their_waits() {
    let mut all = flood(10);
    let ms = Duration::from_millis;
    let window = |from, ended| Window {
        kind: WindowKind::Reply,
        of: Vec::new(),
        from: ms(from),
        until: ms(ended),
        ended: ms(ended),
        line: 1,
    };
    all.windows = vec![window(0, 2), window(4, 5), window(6, 9)];
    all.keep(&BTreeSet::from([EventId(0), EventId(5)]));
    let kept: Vec<usize> = all.events.iter().map(|event| event.id.0).collect();
    assert_eq!((kept.as_slice(), all.dropped, all.cut), (&[0, 5][..], 8, 0));
    assert_eq!(all.windows, [window(4, 5)]);
}

/// One event and one window, both of a wait that began 10 ms after the start.
fn waiting() -> Transcript {
    let ms = Duration::from_millis;
    Transcript {
        events: vec![Event {
            id: EventId(3),
            at: ms(15),
            kind: EventKind::Overdue(Overdue {
                awaited: vec!["bestmove".to_owned()],
                since: ms(10),
                limit: ms(5),
            }),
        }],
        windows: vec![Window {
            kind: WindowKind::Reply,
            of: vec!["bestmove".to_owned()],
            from: ms(10),
            until: ms(15),
            ended: ms(16),
            line: 7,
        }],
        ..Transcript::default()
    }
}

/// Every moment in a transcript, in milliseconds.
fn moments(transcript: &Transcript) -> Vec<u128> {
    let events = transcript.events.iter().flat_map(|event| {
        let since =
            if let EventKind::Overdue(overdue) = &event.kind { Some(overdue.since) } else { None };
        [Some(event.at), since]
    });
    let windows = transcript.windows.iter();
    let windows = windows.flat_map(|one| [one.from, one.until, one.ended].map(Some));
    let all = events.chain(windows).flatten();
    all.map(|moment| moment.as_millis()).collect()
}

#[test]
fn every_moment_of_a_transcript_that_is_appended_moves() {
    let mut all = Transcript::default();
    all.join(waiting(), 100, Duration::from_millis(1000));
    assert_eq!(all.events[0].id, EventId(103));
    assert_eq!(moments(&all), [1015, 1010, 1010, 1015, 1016]);
}

#[test]
fn every_moment_of_a_part_of_a_process_is_counted_from_where_the_part_began() {
    let mut part = waiting();
    part.count_from(2, Duration::from_millis(9));
    assert_eq!(part.events[0].id, EventId(1));
    assert_eq!(moments(&part), [6, 1, 1, 6, 7]);
    // A wait that began before the new start counts from time 0.
    let mut part = waiting();
    part.count_from(3, Duration::from_millis(12));
    assert_eq!(moments(&part), [3, 0, 0, 3, 4]);
}

#[test]
fn bytes_that_are_no_text_take_more_room() {
    let size = |bytes: &[u8]| {
        let mut one = flood(1);
        one.events[0].kind = EventKind::Partial(bytes.to_vec());
        one.size()
    };
    assert!(size(&[0xff; 1000]) > size(&[b'x'; 1000]) + 4000);
}
