//! `printf` and its relatives.

use super::int;
use crate::call::{ArgValue, Returned};
use crate::code::Destination;
use crate::fault::{Fault, Res, nondeterminism, unknown, unsupported};
use crate::machine::Machine;
use crate::memory::Kind;
use crate::options::{Mode, Stream};
use crate::value::{Prov, Value, Wide, mask};
use ir::{Passed, Print, Scalar, Sink, Write};
use semantics::float;
use semantics::format::{Conversion, Directive, PrintArgument, PrintFormat, PrintPiece, Spec, render};
use semantics::output::{self, Success, Written};
use semantics::varargs::{Fit, Taken};
use verdict::{FindingKind, UnknownKind};

/// One call may print that much.
const OUTPUT_LIMIT: usize = 1 << 26;

/// Where the arguments of a format are.
enum Arguments<'a> {
    Inline(&'a [ArgValue], Taken),
    /// Where a `va_list` points to.
    Area(Value),
}

/// What a format made of its arguments.
#[derive(Default)]
struct Text {
    bytes: Vec<u8>,
    /// Why the C library may print something else, if so.
    doubt: Option<&'static str>,
    /// What `%n` stores: where, as which type, and the number.
    counts: Vec<(Value, Scalar, usize)>,
    /// The strings that were read: where, and how many bytes.
    read: Vec<(Value, u64)>,
}

impl Machine<'_> {
    pub(super) fn print(&mut self, print: Print, args: &[ArgValue], dst: Destination) -> Res<Returned> {
        let at = output::format_argument(print);
        let stream = match print.sink {
            Sink::Output => Some(Stream::Output),
            Sink::Stream => self.stream(args, 0)?,
            Sink::Buffer | Sink::BoundedBuffer => None,
        };
        let limit = match print.sink {
            Sink::BoundedBuffer => Some(self.size_arg(args, 1)?),
            _ => None,
        };
        let format = self.pointer_arg(args, at)?;
        let mut arguments = if print.list {
            Arguments::Area(self.va_cursor(args, at + 1)?)
        } else {
            let given = args.get(at + 1..).unwrap_or(&[]);
            let passed = given.iter().map(|arg| match arg {
                ArgValue::Scalar(_, scalar) => Passed::Scalar(*scalar),
                ArgValue::Block(bytes) => Passed::Block(bytes.len() as u64),
            });
            Arguments::Inline(given, Taken::new(self.model, passed))
        };
        let format = self.c_string(format, None)?;
        let format = match PrintFormat::parse(&format, self.model) {
            Ok(format) => format,
            Err(error) => return bad_format(&error.what),
        };
        let mut text = Text::default();
        let mut values = Vec::with_capacity(format.arguments.len());
        for &argument in &format.arguments {
            values.push(self.next_argument(&mut arguments, argument, &mut text)?);
        }
        if print.list {
            self.va_list_was_used(args, at + 1)?;
        }
        self.formatted(&format, &values, &mut text)?;
        let length = text.bytes.len() as i64;
        self.charge(text.bytes.len() as u64)?;
        let wanted = !matches!(dst, Destination::Nothing) || format.stores();
        if matches!(self.options.mode, Mode::Check(_))
            && (wanted || !output::may_fail(print))
            && let Some(doubt) = text.doubt
        {
            return nondeterminism(doubt);
        }
        if wanted && output::may_fail(print) && self.output_fails(print.name())? {
            if format.stores() {
                return nondeterminism("whether a failing call stores a count is not known");
            }
            return Ok(int(output::FAILURE));
        }
        for (pointer, scalar, count) in std::mem::take(&mut text.counts) {
            let bits = count as u64 & mask(scalar.width(self.model)) as u64;
            self.store_slow(pointer, scalar, Value { bits, undef: 0, prov: Prov::NONE, frag: 0 })?;
        }
        match (print.sink, limit) {
            (Sink::Output | Sink::Stream, _) => {
                if let Some(stream) = stream {
                    self.output.write(stream, &text.bytes);
                }
            }
            (_, Some(0)) => {}
            (_, limit) => {
                let dst = self.pointer_arg(args, 0)?;
                if let Some(limit) = limit {
                    text.bytes.truncate(usize::try_from(limit - 1).unwrap_or(usize::MAX));
                }
                text.bytes.push(0);
                let written = text.bytes.len() as u64;
                let (into, to) = self.memory.resolve(dst, written, verdict::Access::Write)?;
                for &(string, size) in text.read.iter().filter(|(_, size)| *size > 0) {
                    let (id, from) = self.memory.resolve(string, size, verdict::Access::Read)?;
                    if id == into && (from as u64) < to as u64 + written && (to as u64) < from as u64 + size {
                        let distance = to as i64 - from as i64;
                        return Fault::new(FindingKind::Overlap).object(id).range(distance, size).stop();
                    }
                }
                self.write_bytes(dst, text.bytes)?;
            }
        }
        Ok(int(length))
    }

    /// Whether the output to a stream fails, whose result the program looks at: one more input. `run` has outputs that succeed.
    fn output_fails(&mut self, name: &str) -> Res<bool> {
        if matches!(self.options.mode, Mode::Run) {
            return Ok(false);
        }
        if self.exact {
            return nondeterminism(format_args!(
                "the program looks at the result of `{name}`, which may fail"
            ));
        }
        let fails = self.input("_Bool", 0, 1)? != 0;
        Ok(fails)
    }

    /// The stream that a `FILE *` argument stands for, which must be there; none for files, whose content nobody keeps.
    fn stream(&mut self, args: &[ArgValue], index: usize) -> Res<Option<Stream>> {
        let file = self.pointer_arg(args, index)?;
        let (id, _) = self.memory.locate(file, 1, verdict::Access::Read)?;
        let info = self.memory.info(id);
        let number = match (info.kind, info.name) {
            (Kind::Stream(number), _) => Some(number),
            (kind, name) => {
                let name = name.filter(|_| kind == Kind::Static);
                let number = name.and_then(|n| ir::standard_stream(self.program.names.resolve(n)));
                self.memory.resolve(file, 1, verdict::Access::Read)?;
                number
            }
        };
        Ok(match number {
            Some(1) => Some(Stream::Output),
            Some(2) => Some(Stream::Errors),
            _ => None,
        })
    }

    fn next_argument(
        &mut self,
        arguments: &mut Arguments<'_>,
        argument: PrintArgument,
        text: &mut Text,
    ) -> Res<Wide> {
        let wanted = argument.scalar();
        let wide = match arguments {
            Arguments::Area(cursor) => self.next_variable(cursor, wanted)?,
            Arguments::Inline(given, taken) => {
                let (index, fit) = match taken.next(wanted) {
                    Ok(found) => found,
                    Err(what) => return bad_format(what),
                };
                let ArgValue::Scalar(wide, scalar) = &given[index] else {
                    return bad_format("an argument of another type than the format says");
                };
                match fit {
                    Fit::Same => *wide,
                    Fit::Bits | Fit::Narrower => {
                        if fit == Fit::Narrower {
                            text.doubt = Some("an argument is narrower than the format says");
                        }
                        let undef = wide.undef;
                        let wide = self.arith().cast(*scalar, wanted, *wide)?;
                        Wide { undef: if undef != 0 { wide.undef.max(1) } else { 0 }, ..wide }
                    }
                }
            }
        };
        if wide.undef != 0 {
            return Fault::new(FindingKind::UninitRead).what("printed value").stop();
        }
        Ok(wide)
    }

    fn formatted(&mut self, format: &PrintFormat, values: &[Wide], text: &mut Text) -> Res<()> {
        for piece in &format.pieces {
            match piece {
                PrintPiece::Text(bytes) => text.bytes.extend_from_slice(bytes),
                PrintPiece::Directive(directive) => self.directive(directive, values, text)?,
            }
            if text.bytes.len() > OUTPUT_LIMIT {
                return unknown(UnknownKind::MemoryBudget, "one call prints too much");
            }
        }
        Ok(())
    }

    fn directive(&mut self, directive: &Directive, values: &[Wide], text: &mut Text) -> Res<()> {
        let spec = &directive.spec(|index| values[index].bits as u32 as i32);
        if spec.width.max(spec.precision.unwrap_or(0)) > OUTPUT_LIMIT {
            return unknown(UnknownKind::MemoryBudget, "one conversion prints too much");
        }
        let Some(wide) = directive.argument.map(|index| values[index]) else {
            text.doubt = Some("the message of errno is printed");
            text.bytes.extend(render::text(spec, b"Success"));
            return Ok(());
        };
        let pointer = Value { bits: wide.bits as u64, undef: 0, prov: wide.prov, frag: 0 };
        if directive.localised {
            text.doubt = Some("what the locale makes of digits is printed");
        }
        let printed = match directive.conversion {
            Conversion::Signed(scalar) => {
                self.doubt_address(wide, text);
                render::signed(spec, wide.signed(scalar.width(self.model)))
            }
            Conversion::Unsigned(scalar, letter) => {
                self.doubt_address(wide, text);
                render::unsigned(spec, wide.bits & mask(scalar.width(self.model)), letter)
            }
            Conversion::Float { letter, long } => {
                let value = if long { exact_double(wide, letter)? } else { f64::from_bits(wide.bits as u64) };
                let number = render::float(spec, value, letter);
                if !number.certain {
                    text.doubt = Some("versions of the C library print this number differently");
                }
                number.bytes
            }
            Conversion::Char => render::text(spec, &[wide.bits as u8]),
            Conversion::WideChar => render::text(spec, &[ascii(wide)?]),
            Conversion::String => {
                let string = self.c_string(pointer, spec.precision.map(|n| n as u64))?;
                let whole = spec.precision.is_none_or(|limit| string.len() < limit);
                text.read.push((pointer, string.len() as u64 + u64::from(whole)));
                render::text(spec, &string)
            }
            Conversion::WideString => {
                let string = self.wide_string(pointer, spec.precision)?;
                render::text(spec, &string)
            }
            Conversion::Pointer if wide.bits == 0 => render::text(spec, b"(nil)"),
            Conversion::Pointer => {
                self.doubt_address(wide, text);
                let mut number = render::unsigned(&Spec { alternate: true, ..*spec }, wide.bits, b'x');
                if spec.plus || spec.space {
                    text.doubt = Some("an address is printed with a sign");
                    number.insert(0, if spec.plus { b'+' } else { b' ' });
                }
                number
            }
            Conversion::Count(scalar) => {
                text.counts.push((pointer, scalar, text.bytes.len()));
                Vec::new()
            }
            Conversion::ErrorMessage => Vec::new(),
        };
        text.bytes.extend(printed);
        Ok(())
    }

    /// Where objects lie is not for the program's text to say.
    fn doubt_address(&self, wide: Wide, text: &mut Text) {
        if !wide.prov.is_none() {
            text.doubt = Some("the address of an object is printed");
        }
    }

    /// A string of `wchar_t`, as bytes; a precision counts the bytes.
    fn wide_string(&mut self, start: Value, precision: Option<usize>) -> Res<Vec<u8>> {
        let mut bytes = Vec::new();
        while precision.is_none_or(|limit| bytes.len() < limit) {
            let at = super::advance(start, 4 * bytes.len() as u64);
            let wide = self.load(at, Scalar::I32)?;
            if wide.undef != 0 {
                return Fault::new(FindingKind::UninitRead).what("wide character").stop();
            }
            if wide.bits == 0 {
                break;
            }
            bytes.push(ascii(wide)?);
        }
        self.charge(bytes.len() as u64)?;
        Ok(bytes)
    }

    pub(super) fn write(&mut self, write: Write, args: &[ArgValue], dst: Destination) -> Res<Returned> {
        let meaning = output::meaning(write);
        let mut bytes = Vec::new();
        let mut count = 0;
        match meaning.what {
            Written::Text { argument, newline } => {
                let start = self.pointer_arg(args, argument)?;
                bytes = self.c_string(start, None)?;
                if newline {
                    bytes.push(b'\n');
                }
            }
            Written::Message { argument } => {
                let start = self.pointer_arg(args, argument)?;
                if start.bits != 0 || !start.prov.is_none() {
                    bytes = self.c_string(start, None)?;
                    bytes.extend_from_slice(b": ");
                }
                bytes.extend_from_slice(b"Success\n");
            }
            Written::Byte { argument } => bytes.push(self.int_arg(args, argument)? as u8),
            Written::Block { argument, size, count: number } => {
                let start = self.pointer_arg(args, argument)?;
                let size = self.size_arg(args, size)?;
                count = self.size_arg(args, number)?;
                let total = size.saturating_mul(count);
                if total > 0 {
                    self.memory.resolve(start, total, verdict::Access::Read)?;
                    for i in 0..total {
                        bytes.push(self.byte_at(start, i)?);
                    }
                } else {
                    count = 0;
                }
                self.charge(total)?;
            }
            Written::Buffered => {}
        }
        let stream = match meaning.to {
            output::Stream::Output => Some(Stream::Output),
            output::Stream::Errors => Some(Stream::Errors),
            output::Stream::Argument(index) => self.stream(args, index)?,
            output::Stream::ArgumentOrAll(index) => {
                let file = self.pointer_arg(args, index)?;
                if file.bits != 0 || !file.prov.is_none() { self.stream(args, index)? } else { None }
            }
        };
        let nothing = meaning.success == Success::Count && count == 0;
        if !matches!(dst, Destination::Nothing) && !nothing && self.output_fails(write.name())? {
            return Ok(match meaning.success {
                Success::Count => {
                    let fewer = self.input("unsigned long", 0, i128::from(count) - 1)?;
                    self.size_result(fewer as u64)
                }
                _ => int(output::FAILURE),
            });
        }
        if let Some(stream) = stream.filter(|_| !bytes.is_empty()) {
            self.output.write(stream, &bytes);
        }
        Ok(match meaning.success {
            Success::Length => int(bytes.len() as i64),
            Success::Byte => int(i64::from(bytes[0])),
            Success::Count => self.size_result(count),
            Success::Value(value) => int(value),
            Success::Nothing => Returned::Nothing,
        })
    }
}

/// A `long double` that a `double` can hold.
fn exact_double(wide: Wide, letter: u8) -> Res<f64> {
    let short = float::convert(wide.bits, Scalar::F80, Scalar::F64);
    if float::is_nan(wide.bits, Scalar::F80) {
        let negative = wide.bits >> 79 & 1 != 0;
        return Ok(if negative { -f64::NAN.abs() } else { f64::NAN.abs() });
    }
    let exact = float::convert(short, Scalar::F64, Scalar::F80) == wide.bits;
    if !exact || matches!(letter, b'a' | b'A') {
        return unsupported("printing a long double that is no double");
    }
    Ok(f64::from_bits(short as u64))
}

/// A wide character as a byte: in the "C" locale, others cannot be printed.
fn ascii(wide: Wide) -> Res<u8> {
    match wide.bits as u32 {
        c @ 0..128 => Ok(c as u8),
        _ => unsupported("printing wide characters beyond ASCII"),
    }
}

fn bad_format<T>(what: &str) -> Res<T> {
    Fault::new(FindingKind::BadArgument).what(what).stop()
}
