//! The messages between kentei and a launcher.

use std::ffi::{OsStr, OsString};
use std::io::{self, IoSlice, IoSliceMut, Read, Write};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};

use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, recvmsg, sendmsg,
};
use rustix::process::Pid;

use crate::engine::launch::Limits;
use crate::engine::order::Order;

/// Asks a launcher to kill everything that it has started.
pub(in crate::engine) const KILL: u8 = b'K';

/// Standard input, output and error.
const PIPES: usize = 3;

/// A message from a launcher.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::engine) enum Message {
    /// The engine runs, with this process number.
    Started(Pid),
    /// The engine could not be started: the system's number of the error, or 0.
    Failed(i32),
    /// The engine exited with this code.
    Exited(i32),
    /// This signal ended the engine.
    Killed(i32),
    /// The limit on memory is exceeded: all processes together use this many MiB. They are being killed.
    Memory(i32),
    /// The limit on processes is exceeded: there are this many. They are being killed.
    Processes(i32),
}

impl Message {
    const SIZE: usize = 5;

    fn encode(self) -> [u8; Self::SIZE] {
        let (tag, value) = match self {
            Self::Started(pid) => (b'S', pid.as_raw_nonzero().get()),
            Self::Failed(error) => (b'F', error),
            Self::Exited(code) => (b'C', code),
            Self::Killed(signal) => (b'K', signal),
            Self::Memory(mebibytes) => (b'M', mebibytes),
            Self::Processes(count) => (b'P', count),
        };
        let [a, b, c, d] = value.to_le_bytes();
        [tag, a, b, c, d]
    }

    fn decode([tag, a, b, c, d]: [u8; Self::SIZE]) -> Option<Self> {
        let value = i32::from_le_bytes([a, b, c, d]);
        Some(match tag {
            b'S' => Self::Started(Pid::from_raw(value)?),
            b'F' => Self::Failed(value),
            b'C' => Self::Exited(value),
            b'K' => Self::Killed(value),
            b'M' => Self::Memory(value),
            b'P' => Self::Processes(value),
            _ => return None,
        })
    }

    /// Writes the message to `socket`, in one call.
    pub(super) fn send(self, socket: BorrowedFd<'_>) -> rustix::io::Result<usize> {
        rustix::net::send(socket, &self.encode(), SendFlags::NOSIGNAL)
    }
}

/// The next message; `None` if the launcher has ended.
pub(in crate::engine) fn receive(mut socket: impl Read) -> Option<Message> {
    let mut bytes = [0; Message::SIZE];
    socket.read_exact(&mut bytes).ok()?;
    Message::decode(bytes)
}

/// Sends an order to a launcher, with the engine's ends of its pipes.
pub(in crate::engine) fn send_order(
    mut socket: impl AsFd + Write,
    order: &Order,
    pipes: [BorrowedFd<'_>; PIPES],
) -> io::Result<()> {
    let text = encode(order)?;
    let length = (text.len() as u64).to_le_bytes();
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(PIPES))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    control.push(SendAncillaryMessage::ScmRights(&pipes));
    let head = [IoSlice::new(&length)];
    sendmsg(&socket, &head, &mut control, SendFlags::NOSIGNAL)?;
    socket.write_all(&text)
}

/// Receives the order that [`send_order`] sent.
pub(super) fn take_order(socket: BorrowedFd<'_>) -> io::Result<(Order, [OwnedFd; PIPES])> {
    let mut length = [0; 8];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(PIPES))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let mut head = [IoSliceMut::new(&mut length)];
    let taken = recvmsg(socket, &mut head, &mut control, RecvFlags::CMSG_CLOEXEC)?;
    let mut pipes = Vec::new();
    for message in control.drain() {
        if let RecvAncillaryMessage::ScmRights(received) = message {
            pipes.extend(received);
        }
    }
    let pipes = <[OwnedFd; PIPES]>::try_from(pipes).map_err(|_| malformed())?;
    if taken.bytes != length.len() {
        return Err(malformed());
    }
    let length = usize::try_from(u64::from_le_bytes(length)).map_err(|_| malformed())?;
    let mut text = vec![0; length];
    let mut filled = 0;
    while filled < length {
        match rustix::io::read(socket, &mut text[filled..]) {
            Ok(0) => return Err(malformed()),
            Ok(read) => filled += read,
            Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
    let order = decode(&text).ok_or_else(malformed)?;
    Ok((order, pipes))
}

fn malformed() -> io::Error {
    io::Error::other("the order is incomplete")
}

/// The fields of an order, with a zero byte after each: the program, the folder, three limits, the number of
/// arguments, the arguments, and the names and values of the variables.
fn encode(order: &Order) -> io::Result<Vec<u8>> {
    let number =
        |limit: Option<u64>| OsString::from(limit.map_or(String::new(), |n| n.to_string()));
    let limits = [
        number(order.limits.memory),
        number(order.limits.processes),
        number(order.limits.file_size),
        order.args.len().to_string().into(),
    ];
    let mut fields: Vec<&OsStr> = vec![order.program.as_os_str(), order.folder.as_os_str()];
    fields.extend(limits.iter().map(OsString::as_os_str));
    fields.extend(order.args.iter().map(OsString::as_os_str));
    for (name, value) in &order.env {
        fields.extend([name.as_os_str(), value.as_os_str()]);
    }
    let mut text = Vec::new();
    for field in fields {
        if field.as_bytes().contains(&0) {
            let why = "a zero byte in its path, an argument or a variable";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
        }
        text.extend_from_slice(field.as_bytes());
        text.push(0);
    }
    Ok(text)
}

fn decode(text: &[u8]) -> Option<Order> {
    let text = text.strip_suffix(&[0])?;
    let mut fields = text.split(|byte| *byte == 0);
    let mut next = || Some(OsString::from_vec(fields.next()?.to_vec()));
    let (program, folder) = (next()?.into(), next()?.into());
    let number = |field: OsString| field.into_string().ok();
    let limit = |field: OsString| {
        let field = number(field)?;
        if field.is_empty() {
            return Some(None);
        }
        field.parse().ok().map(Some)
    };
    let limits =
        Limits { memory: limit(next()?)?, processes: limit(next()?)?, file_size: limit(next()?)? };
    let count: usize = number(next()?)?.parse().ok()?;
    let args = (0..count).map(|_| next()).collect::<Option<Vec<_>>>()?;
    let mut env = Vec::new();
    while let Some(name) = next() {
        env.push((name, next()?));
    }
    Some(Order { program, args, folder, env, limits })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::net::UnixStream;

    fn order() -> Order {
        Order {
            program: "/a b/engine".into(),
            args: vec!["".into(), OsString::from_vec(vec![0xff, b'\n'])],
            folder: "/".into(),
            env: vec![("A".into(), "".into()), ("B".into(), "x=y".into())],
            limits: Limits { memory: Some(u64::MAX), processes: None, file_size: Some(0) },
        }
    }

    #[test]
    fn an_order_arrives_as_it_was_sent() {
        let (ours, theirs) = UnixStream::pair().unwrap();
        let (reader, writer) = io::pipe().unwrap();
        let plain = Order { args: Vec::new(), env: Vec::new(), ..order() };
        for order in [order(), plain] {
            let pipes = [reader.as_fd(), writer.as_fd(), writer.as_fd()];
            send_order(&ours, &order, pipes).unwrap();
            let (taken, pipes) = take_order(theirs.as_fd()).unwrap();
            assert_eq!(taken, order);
            rustix::io::write(&pipes[1], b"x").unwrap();
            let mut byte = [0];
            rustix::io::read(&reader, &mut byte).unwrap();
            assert_eq!(&byte, b"x");
        }
    }

    #[test]
    fn a_zero_byte_is_refused() {
        let mut order = order();
        order.args.push(OsString::from_vec(vec![b'a', 0, b'b']));
        let refused = encode(&order).unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::InvalidInput);
    }

    #[test]
    fn messages_arrive_as_they_were_sent() {
        let (ours, theirs) = UnixStream::pair().unwrap();
        let messages = [
            Message::Started(rustix::process::getpid()),
            Message::Failed(2),
            Message::Exited(-1),
            Message::Killed(9),
            Message::Memory(i32::MAX),
            Message::Processes(0),
        ];
        for message in messages {
            message.send(theirs.as_fd()).unwrap();
            assert_eq!(receive(&ours), Some(message));
        }
        drop(theirs);
        assert_eq!(receive(&ours), None);
    }
}
