//! `printf` and its relatives, and functions that write bytes: see [`crate::output`].

use super::varargs::VariableArguments as _;
use super::{Args, Argument, Done, Execution, Res, Returned};
use crate::format::{Conversion, Directive, PrintArgument, PrintFormat, PrintPiece, Spec, render};
use crate::output::{self, Stream, Success, Written};
use crate::varargs::{Fit, Taken};
use ir::{Print, Scalar, Sink, Write};
use verdict::{Access, FindingKind, UnknownKind};

/// What a format made of its arguments.
#[derive(Debug)]
pub(super) struct Text<P, B> {
    bytes: Vec<B>,
    /// Nobody looks at it: it is not made.
    ignored: bool,
    /// Why the C library may print something else, if so.
    doubt: Option<&'static str>,
    /// What `%n` stores: where, as which type, and the number.
    counts: Vec<(P, Scalar, usize)>,
    /// The strings that were read: where, and how many bytes.
    read: Vec<(P, u64)>,
}

type TextOf<E> = Text<<E as Execution>::Pointer, <E as Execution>::Byte>;

/// Where the arguments of a format are.
pub(super) enum Source<'a, E: Execution> {
    Given(&'a Args<E>, Taken),
    /// Where a `va_list` points to.
    List(E::Pointer),
}

pub(super) trait Output: Execution {
    fn print(&mut self, print: Print, args: &Args<Self>, wanted: bool) -> Done<Self> {
        let at = output::format_argument(print);
        let stream = match print.sink {
            Sink::Output => self.standard_stream(Some(1)),
            Sink::Stream => {
                let file = self.pointer(args, 0)?;
                self.stream(file)?
            }
            Sink::Buffer | Sink::BoundedBuffer => self.standard_stream(None),
        };
        let limit = match print.sink {
            Sink::BoundedBuffer => {
                let limit = self.size_argument(args, 1)?;
                Some(self.bytes_of(limit)?)
            }
            _ => None,
        };
        let format_at = self.pointer(args, at)?;
        let mut source = if print.list {
            Source::List(self.list_cursor(args, at + 1)?)
        } else {
            let given = args.get(at + 1..).unwrap_or(&[]);
            Source::Given(given, Taken::new(self.model(), Self::passed(given)))
        };
        let format: Option<Vec<u8>> =
            self.c_string(format_at, None)?.into_iter().map(|byte| self.value_of(byte)).collect();
        let Some(format) = format else { return Err(self.unsupported("a format that depends on inputs")) };
        let format_read = (format_at, format.len() as u64 + 1);
        let format = PrintFormat::of_program(&format, self.program())
            .map_err(|error| self.fault(FindingKind::BadArgument, &error.what))?;
        let (wanted, in_memory) = (wanted || format.stores(), !output::may_fail(print));
        let ignored = !wanted && !in_memory && !self.shows_output();
        let mut text =
            Text { bytes: Vec::new(), ignored, doubt: None, counts: Vec::new(), read: vec![format_read] };
        let mut values = Vec::with_capacity(format.arguments.len());
        for &argument in &format.arguments {
            values.push(self.next_argument(&mut source, argument, &mut text)?);
        }
        if print.list {
            self.list_was_used(args, at + 1)?;
        }
        for piece in &format.pieces {
            match piece {
                PrintPiece::Text(bytes) => self.append(&mut text, bytes),
                PrintPiece::Directive(directive) => self.convert(directive, &values, &mut text)?,
            }
            if text.bytes.len() > Self::PRINT_LIMIT {
                return Err(self.unknown(UnknownKind::MemoryBudget, "one call prints too much"));
            }
        }
        if ignored {
            return Ok(self.int_result(0));
        }
        self.charge(text.bytes.len() as u64)?;
        if let Some(doubt) = text.doubt
            && !self.is_run()
            && (wanted || in_memory)
        {
            return Err(self.unknown(UnknownKind::Nondeterminism, doubt));
        }
        if wanted && !in_memory && self.output_fails(print.name())? {
            if format.stores() {
                let message = "whether a failing call stores a count is not known";
                return Err(self.unknown(UnknownKind::Nondeterminism, message));
            }
            return Ok(self.int_result(output::FAILURE));
        }
        for &(pointer, scalar, count) in &text.counts {
            let count = self.int(scalar, count as i128);
            self.store(pointer, scalar, count)?;
        }
        let length = text.bytes.len() as i64;
        if !in_memory {
            self.emit(stream, &text.bytes);
        } else if limit != Some(0) {
            if let Some(limit) = limit {
                text.bytes.truncate(usize::try_from(limit - 1).unwrap_or(usize::MAX));
            }
            text.bytes.extend(self.known_bytes(&[0]));
            let dst = self.pointer(args, 0)?;
            let written = text.bytes.len() as u64;
            let to = self.resolve(dst, written, Access::Write)?;
            for &(string, size) in text.read.iter().filter(|(_, size)| *size > 0) {
                let from = self.resolve(string, size, Access::Read)?;
                if from.0 == to.0 && from.1 < to.1 + written && to.1 < from.1 + size {
                    return Err(self.overlap(from, to, size));
                }
            }
            let block = self.block_of(text.bytes);
            self.insert(to, &block);
        }
        Ok(self.int_result(length))
    }

    fn next_argument(
        &mut self,
        source: &mut Source<'_, Self>,
        argument: PrintArgument,
        text: &mut TextOf<Self>,
    ) -> Res<Self, Self::Value> {
        let wanted = argument.scalar();
        let (value, given) = match source {
            Source::List(cursor) => {
                let value = self.next_variable(cursor, wanted)?;
                (value, value)
            }
            Source::Given(given, taken) => {
                let (index, fit) =
                    taken.next(wanted).map_err(|what| self.fault(FindingKind::BadArgument, what))?;
                let Argument::Scalar(value, scalar) = given[index] else {
                    let what = "an argument of another type than the format says";
                    return Err(self.fault(FindingKind::BadArgument, what));
                };
                if fit == Fit::Narrower {
                    text.doubt = Some("an argument is narrower than the format says");
                }
                (if fit == Fit::Same { value } else { self.cast(scalar, wanted, value)? }, value)
            }
        };
        if self.is_undefined(value) || self.is_undefined(given) {
            return Err(self.fault(FindingKind::UninitRead, "printed value"));
        }
        Ok(value)
    }

    /// The flags and amounts, with what their arguments hold.
    fn spec_of(&mut self, directive: &Directive, values: &[Self::Value]) -> Res<Self, Spec> {
        let mut amounts = Vec::new();
        for amount in [directive.width, directive.precision] {
            if let crate::format::Amount::Argument(index) = amount {
                amounts.push((index, self.amount(values[index])?));
            }
        }
        let spec =
            directive.spec(|index| amounts.iter().find(|known| known.0 == index).map_or(0, |known| known.1));
        if spec.width.max(spec.precision.unwrap_or(0)) > Self::PRINT_LIMIT {
            return Err(self.unknown(UnknownKind::MemoryBudget, "one conversion prints too much"));
        }
        Ok(spec)
    }

    fn convert(
        &mut self,
        directive: &Directive,
        values: &[Self::Value],
        text: &mut TextOf<Self>,
    ) -> Res<Self, ()> {
        // What is only printed is read, but not made.
        if text.ignored && !matches!(directive.conversion, Conversion::String | Conversion::WideString) {
            return Ok(());
        }
        let spec = &self.spec_of(directive, values)?;
        let Some(value) = directive.argument.map(|index| values[index]) else {
            text.doubt = Some("the message of errno is printed");
            self.append(text, &render::text(spec, b"Success"));
            return Ok(());
        };
        if directive.localised {
            text.doubt = Some("what the locale makes of numbers is printed");
        }
        let number = matches!(
            directive.conversion,
            Conversion::Signed(_) | Conversion::Unsigned(..) | Conversion::Char | Conversion::WideChar
        );
        if number && self.is_address(value) {
            text.doubt = Some("the address of an object is printed");
        }
        match directive.conversion {
            Conversion::Signed(scalar) => text.bytes.extend(self.print_integer(spec, value, scalar, b'd')?),
            Conversion::Unsigned(scalar, letter) => {
                text.bytes.extend(self.print_integer(spec, value, scalar, letter)?);
            }
            Conversion::Float { letter, long } => {
                let number = self.floating(value, long, letter)?;
                let number = render::float(spec, number, letter);
                if !number.certain {
                    text.doubt = Some("versions of the C library print this number differently");
                }
                self.append(text, &number.bytes);
            }
            Conversion::Char => {
                let byte = self.low_byte(value);
                self.pad(text, spec, &[byte]);
            }
            Conversion::WideChar => {
                let byte = self.character(value)?;
                self.pad(text, spec, &[byte]);
            }
            Conversion::String => {
                let pointer = self.pointer_of(value);
                let string = self.c_string(pointer, spec.precision.map(|n| n as u64))?;
                let whole = spec.precision.is_none_or(|limit| string.len() < limit);
                text.read.push((pointer, string.len() as u64 + u64::from(whole)));
                self.pad(text, spec, &string);
            }
            Conversion::WideString => {
                let pointer = self.pointer_of(value);
                let string = self.wide_string(pointer, spec.precision)?;
                self.pad(text, spec, &string);
            }
            Conversion::Pointer => {
                let pointer = self.pointer_of(value);
                if self.is_null(pointer)? {
                    self.append(text, &render::text(spec, b"(nil)"));
                    return Ok(());
                }
                if self.is_address(value) {
                    text.doubt = Some("the address of an object is printed");
                }
                if spec.plus || spec.space {
                    text.doubt = Some("an address is printed with a sign");
                    self.append(text, if spec.plus { b"+" } else { b" " });
                }
                let digits =
                    self.print_integer(&Spec { alternate: true, ..*spec }, value, Scalar::Ptr, b'x')?;
                text.bytes.extend(digits);
            }
            Conversion::Count(scalar) => {
                let pointer = self.pointer_of(value);
                text.counts.push((pointer, scalar, text.bytes.len()));
            }
            Conversion::ErrorMessage => {}
        }
        Ok(())
    }

    fn append(&mut self, text: &mut TextOf<Self>, bytes: &[u8]) {
        if !text.ignored {
            text.bytes.extend(self.known_bytes(bytes));
        }
    }

    fn pad(&mut self, text: &mut TextOf<Self>, spec: &Spec, bytes: &[Self::Byte]) {
        if text.ignored {
            return;
        }
        let padding = self.known_bytes(&vec![b' '; spec.width.saturating_sub(bytes.len())]);
        let (before, after): (&[_], &[_]) = if spec.left { (&[], &padding) } else { (&padding, &[]) };
        for part in [before, bytes, after] {
            text.bytes.extend_from_slice(part);
        }
    }

    fn character(&mut self, value: Self::Value) -> Res<Self, Self::Byte> {
        let byte = self.narrow_character(value)?;
        byte.ok_or_else(|| self.unsupported("printing wide characters beyond ASCII"))
    }

    /// A string of `wchar_t`, as bytes; a precision counts the bytes.
    fn wide_string(&mut self, start: Self::Pointer, precision: Option<usize>) -> Res<Self, Vec<Self::Byte>> {
        let mut bytes = Vec::new();
        while precision.is_none_or(|limit| bytes.len() < limit) {
            let at = self.advance(start, 4 * bytes.len() as u64);
            let value = self.load(at, Scalar::I32)?;
            if self.is_undefined(value) {
                return Err(self.fault(FindingKind::UninitRead, "wide character"));
            }
            if !self.is_true(value, Scalar::I32)? {
                break;
            }
            bytes.push(self.character(value)?);
            self.charge(1)?;
        }
        Ok(bytes)
    }

    fn write(&mut self, write: Write, args: &Args<Self>, wanted: bool) -> Done<Self> {
        let meaning = output::meaning(write);
        let mut bytes = Vec::new();
        let mut count = 0;
        match meaning.what {
            Written::Text { argument, newline } => {
                let start = self.pointer(args, argument)?;
                bytes = self.c_string(start, None)?;
                if newline {
                    bytes.extend(self.known_bytes(b"\n"));
                }
            }
            Written::Message { argument } => {
                let start = self.pointer(args, argument)?;
                if !self.is_null(start)? {
                    bytes = self.c_string(start, None)?;
                    bytes.extend(self.known_bytes(b": "));
                }
                bytes.extend(self.known_bytes(b"Success\n"));
            }
            Written::Byte { argument } => {
                let (value, _) = self.integer(args, argument)?;
                bytes.push(self.low_byte(value));
            }
            Written::Block { argument, size, count: number } => {
                let start = self.pointer(args, argument)?;
                let size = self.size_argument(args, size)?;
                let size = self.bytes_of(size)?;
                let number = self.size_argument(args, number)?;
                let number = self.bytes_of(number)?;
                let total = size.saturating_mul(number);
                if total > 0 {
                    count = number;
                    self.resolve(start, total, Access::Read)?;
                    for i in 0..total {
                        bytes.push(self.byte_at(start, i)?);
                    }
                }
                self.charge(total)?;
            }
            Written::Buffered => {}
        }
        let stream = match meaning.to {
            Stream::Output => self.standard_stream(Some(1)),
            Stream::Errors => self.standard_stream(Some(2)),
            Stream::Argument(index) | Stream::ArgumentOrAll(index) => {
                let file = self.pointer(args, index)?;
                if matches!(meaning.to, Stream::ArgumentOrAll(_)) && self.is_null(file)? {
                    self.standard_stream(None)
                } else {
                    self.stream(file)?
                }
            }
        };
        let nothing = meaning.success == Success::Count && count == 0;
        if wanted && !nothing && self.output_fails(write.name())? {
            return Ok(match meaning.success {
                Success::Count => {
                    Returned::Scalar(self.arbitrary_below(count)?, self.model().unsigned_word())
                }
                _ => self.int_result(output::FAILURE),
            });
        }
        self.emit(stream, &bytes);
        Ok(match meaning.success {
            Success::Length => self.int_result(bytes.len() as i64),
            Success::Byte => Returned::Scalar(self.widened(bytes[0]), Scalar::I32),
            Success::Count => self.size_result(count),
            Success::Value(value) => self.int_result(value),
            Success::Nothing => Returned::Nothing,
        })
    }
}

impl<E: Execution> Output for E {}
