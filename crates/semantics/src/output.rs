//! Output functions: what they take, and what they give back.
//!
//! Output to a stream may fail at any call, for reasons outside the program: a full disk, a closed pipe. Whoever looks at the result
//! of an output function looks at an input; only where nobody looks does a run not depend on it. Text that is stored in memory never
//! fails.

use crate::format::{Conversion, Directive, PrintFormat};
use crate::varargs::Taken;
use ir::{Arg, Call, DataModel, Passed, Print, Sink, Write};

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

/// The arguments that are strings, of a call that prints to the standard output by this format, if its arguments fit and are nothing but numbers and
/// strings: if those end, the call does nothing but to print.
pub fn printed_strings(print: Print, format: &[u8], call: &Call, model: DataModel) -> Option<Vec<usize>> {
    if print.list || print.sink != Sink::Output {
        return None;
    }
    let format = PrintFormat::parse(format, model).ok()?;
    let is_simple = |c| !matches!(c, Conversion::WideChar | Conversion::WideString | Conversion::Count(_));
    if !format.directives().all(|directive| is_simple(directive.conversion)) {
        return None;
    }
    let behind = format_argument(print) + 1;
    let given = call.args.get(behind..).unwrap_or(&[]).iter().map(|arg| match arg {
        Arg::Scalar(_, scalar) => Passed::Scalar(*scalar),
        _ => Passed::Nothing,
    });
    let mut taken = Taken::new(model, given);
    let mut places = Vec::new();
    for argument in &format.arguments {
        let (index, _) = taken.next(argument.scalar()).ok()?;
        places.push(behind + index);
    }
    let is_string = |d: &&Directive| d.conversion == Conversion::String;
    Some(format.directives().filter(is_string).filter_map(|d| places.get(d.argument?).copied()).collect())
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
