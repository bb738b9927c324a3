//! Output functions: what they take, and what they give back.
//!
//! Output to a stream may fail at any call, for reasons outside the program: a full disk, a closed pipe. Whoever looks at the result
//! of an output function looks at an input; only where nobody looks does a run not depend on it. Text that is stored in memory never
//! fails.

use ir::{Print, Sink, Write};

/// The index of the format among the arguments.
pub const fn format_argument(print: Print) -> usize {
    match print.sink {
        Sink::Output => 0,
        Sink::Stream | Sink::Buffer => 1,
        Sink::BoundedBuffer => 2,
    }
}

/// Whether the text goes to a stream, which may fail.
pub const fn may_fail(print: Print) -> bool {
    matches!(print.sink, Sink::Output | Sink::Stream)
}

/// What a failing output function returns, `fwrite` aside: glibc has one value for all of them.
pub const FAILURE: i64 = -1;

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// The string that the argument points to, and a newline if so.
    Text { argument: usize, newline: bool },
    /// As text, or nothing if the argument is null; and a message.
    Message { argument: usize },
    /// One byte, given as an `int`.
    Byte { argument: usize },
    /// `size * count` bytes.
    Block { argument: usize, size: usize, count: usize },
    /// What was written before.
    Buffered,
}

/// Which stream takes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    Output,
    Errors,
    /// The one that the argument points to.
    Argument(usize),
    /// As the argument says; all of them if it is null.
    ArgumentOrAll(usize),
}

/// What is returned if nothing fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Success {
    /// The number of bytes.
    Length,
    /// The byte as an `unsigned char`.
    Byte,
    /// The number of elements; any smaller number if the output fails.
    Count,
    Value(i64),
    Nothing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WriteMeaning {
    pub what: Written,
    pub to: Stream,
    pub success: Success,
}

pub const fn meaning(write: Write) -> WriteMeaning {
    let (what, to, success) = match write {
        Write::Puts => (Written::Text { argument: 0, newline: true }, Stream::Output, Success::Length),
        Write::Putchar => (Written::Byte { argument: 0 }, Stream::Output, Success::Byte),
        Write::Fputs => {
            (Written::Text { argument: 0, newline: false }, Stream::Argument(1), Success::Value(1))
        }
        Write::Fputc => (Written::Byte { argument: 0 }, Stream::Argument(1), Success::Byte),
        Write::Fwrite => {
            (Written::Block { argument: 0, size: 1, count: 2 }, Stream::Argument(3), Success::Count)
        }
        Write::Fflush => (Written::Buffered, Stream::ArgumentOrAll(0), Success::Value(0)),
        Write::Perror => (Written::Message { argument: 0 }, Stream::Errors, Success::Nothing),
    };
    WriteMeaning { what, to, success }
}
