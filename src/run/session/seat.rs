//! When an engine holds a seat, and when others get it.

use std::time::Duration;

use super::{Purpose, Session, Woken};
use crate::run::seats::{Seat, Seats};

/// For how long an engine has to be idle so that its seat is lent to others.
const LENT: Duration = Duration::from_millis(100);
/// How often a session that waits for a seat looks whether there is one. It cannot wait for that alone: what
/// the engine writes has to be taken in, too.
const SEAT_POLL: Duration = Duration::from_millis(5);

impl<'a> Session<'a> {
    /// Has the engine work only on one of these seats, asked for with a rank, and begins on this one.
    pub(crate) fn seated(&mut self, seats: (&'a Seats, usize), seat: Option<Seat<'a>>) {
        self.seats = Some(seats);
        self.seat = seat;
    }

    /// Gives the seat to others, and asks with this rank when the engine is given something to do again.
    pub(crate) fn stand_up(&mut self, rank: usize) {
        self.seat = None;
        if let Some((_, known)) = &mut self.seats {
            *known = rank;
        }
    }

    /// From here on the engine is given nothing to do.
    pub(crate) fn leave_seat(&mut self) {
        self.seats = None;
        self.seat = None;
    }

    /// Gives the seat to others for a time in which the engine has nothing to do. In a race every
    /// moment counts, and a short time is not worth it.
    pub(crate) fn lend_seat(&mut self, length: Duration) {
        if self.monitor.open_searches() == 0 && self.race.is_none() && length >= LENT {
            self.seat = None;
        }
    }

    /// Waits for a seat, if it has none. Whatever the engine writes meanwhile is taken in.
    pub(super) fn sit(&mut self) {
        let Some((seats, rank)) = self.seats.filter(|_| self.seat.is_none()) else {
            return;
        };
        let ticket = seats.queue(rank);
        let before = std::mem::replace(&mut self.purpose, Purpose::Seat);
        loop {
            self.seat = ticket.seat();
            if self.seat.is_some() {
                break;
            }
            let until = self.transport.now() + SEAT_POLL;
            if self.wait(until) == Woken::Cancelled {
                break;
            }
        }
        self.purpose = before;
    }
}
