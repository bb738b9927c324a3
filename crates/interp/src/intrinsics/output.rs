//! `printf` and its relatives.

use super::{advance, int};
use crate::call::{ArgValue, Returned};
use crate::fault::{Fault, Res, unknown, unsupported};
use crate::float;
use crate::format::{self, Spec};
use crate::machine::Machine;
use crate::memory::Kind;
use crate::options::Stream;
use crate::value::{Value, Wide};
use ir::{Intrinsic, Scalar};
use verdict::{FindingKind, UnknownKind};

/// One call may print that much.
const OUTPUT_LIMIT: usize = 1 << 26;

enum Arguments<'a> {
    List(&'a [ArgValue]),
    Area(Value),
}

/// Where formatted text goes.
enum Sink {
    Stream(Option<Stream>),
    /// At most `limit` bytes with the terminator.
    Memory {
        dst: Value,
        limit: Option<u64>,
    },
}

impl Machine<'_> {
    pub(super) fn printf(&mut self, which: Intrinsic, args: &[ArgValue]) -> Res<Returned> {
        let (sink, format_index) = match which {
            Intrinsic::Printf | Intrinsic::Vprintf => (Sink::Stream(Some(Stream::Output)), 0),
            Intrinsic::Fprintf | Intrinsic::Vfprintf => (Sink::Stream(self.stream(args, 0)?), 1),
            Intrinsic::Sprintf | Intrinsic::Vsprintf => {
                (Sink::Memory { dst: self.pointer_arg(args, 0)?, limit: None }, 1)
            }
            _ => {
                let limit = Some(self.size_arg(args, 1)?);
                (Sink::Memory { dst: self.pointer_arg(args, 0)?, limit }, 2)
            }
        };
        let format = self.pointer_arg(args, format_index)?;
        let mut arguments = match which {
            Intrinsic::Vprintf | Intrinsic::Vfprintf | Intrinsic::Vsprintf | Intrinsic::Vsnprintf => {
                Arguments::Area(self.va_cursor(args, format_index + 1)?)
            }
            _ => Arguments::List(&args[format_index + 1..]),
        };
        let format = self.c_string(format, None)?;
        let text = self.formatted(&format, &mut arguments)?;
        let len = text.len() as i64;
        self.charge(text.len() as u64)?;
        match sink {
            Sink::Stream(Some(stream)) => self.output.write(stream, &text),
            Sink::Stream(None) => {}
            Sink::Memory { dst, limit } => {
                let mut text = text;
                if let Some(limit) = limit {
                    text.truncate(limit.saturating_sub(1) as usize);
                }
                if limit != Some(0) {
                    text.push(0);
                    self.write_bytes(dst, text)?;
                }
            }
        }
        Ok(int(len))
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

    /// All streams, or one that must be there.
    pub(super) fn fflush(&mut self, args: &[ArgValue]) -> Res<Returned> {
        let file = self.pointer_arg(args, 0)?;
        if file.bits != 0 || !file.prov.is_none() {
            self.stream(args, 0)?;
        }
        Ok(int(0))
    }

    fn next_argument(&mut self, arguments: &mut Arguments<'_>, wanted: Scalar) -> Res<Wide> {
        let wide = match arguments {
            Arguments::Area(cursor) => self.next_variable(cursor, wanted)?,
            Arguments::List(list) => {
                let Some((first, rest)) = list.split_first() else {
                    return bad_format("fewer arguments than the format names");
                };
                *list = rest;
                match first {
                    ArgValue::Scalar(wide, given) if *given == wanted => *wide,
                    ArgValue::Scalar(wide, given) if !given.is_float() && !wanted.is_float() => {
                        // Another integer type: what the callee's registers would hold.
                        let undef = wide.undef;
                        let wide = self.arith().cast(*given, wanted, *wide)?;
                        Wide { undef: if undef != 0 { wide.undef.max(1) } else { 0 }, ..wide }
                    }
                    _ => return bad_format("an argument of another type than the format says"),
                }
            }
        };
        if wide.undef != 0 {
            return Fault::new(FindingKind::UninitRead).what("printed value").stop();
        }
        Ok(wide)
    }

    fn formatted(&mut self, format: &[u8], arguments: &mut Arguments<'_>) -> Res<Vec<u8>> {
        let mut out = Vec::new();
        let mut at = 0;
        while at < format.len() {
            if format[at] != b'%' {
                let run = format[at..].iter().position(|&b| b == b'%').unwrap_or(format.len() - at);
                out.extend_from_slice(&format[at..at + run]);
                at += run;
                continue;
            }
            at += 1;
            self.conversion(format, &mut at, arguments, &mut out)?;
            if out.len() > OUTPUT_LIMIT {
                return unknown(UnknownKind::MemoryBudget, "one call prints too much");
            }
        }
        Ok(out)
    }

    fn star(&mut self, arguments: &mut Arguments<'_>) -> Res<i32> {
        Ok(self.next_argument(arguments, Scalar::I32)?.bits as u32 as i32)
    }

    fn conversion(
        &mut self,
        format: &[u8],
        at: &mut usize,
        arguments: &mut Arguments<'_>,
        out: &mut Vec<u8>,
    ) -> Res<()> {
        let mut spec = Spec::default();
        let peek = |at: usize| format.get(at).copied().unwrap_or(0);
        loop {
            match peek(*at) {
                b'-' => spec.left = true,
                b'+' => spec.plus = true,
                b' ' => spec.space = true,
                b'#' => spec.alternate = true,
                b'0' => spec.zero = true,
                // Grouping has no effect in the "C" locale.
                b'\'' => {}
                _ => break,
            }
            *at += 1;
        }
        if peek(*at) == b'*' {
            *at += 1;
            let width = self.star(arguments)?;
            spec.left |= width < 0;
            spec.width = width.unsigned_abs() as usize;
        } else {
            spec.width = number(format, at);
        }
        if peek(*at) == b'.' {
            *at += 1;
            if peek(*at) == b'*' {
                *at += 1;
                spec.precision = usize::try_from(self.star(arguments)?).ok();
            } else if peek(*at) == b'-' {
                *at += 1;
                number(format, at);
            } else {
                spec.precision = Some(number(format, at));
            }
        }
        if spec.width.max(spec.precision.unwrap_or(0)) > OUTPUT_LIMIT {
            return unknown(UnknownKind::MemoryBudget, "one conversion prints too much");
        }
        let length = self.length_modifier(format, at);
        let conversion = peek(*at);
        *at += 1;
        let spec = &spec;
        match conversion {
            b'd' | b'i' => {
                let scalar = length.signed();
                let wide = self.next_argument(arguments, scalar.promoted())?;
                let value = wide.signed(scalar.scalar().width(self.model).min(128));
                out.extend(format::signed(spec, value));
            }
            b'u' | b'o' | b'x' | b'X' => {
                let scalar = length.unsigned();
                let wide = self.next_argument(arguments, scalar.promoted())?;
                let value = wide.bits & crate::value::mask(scalar.scalar().width(self.model));
                out.extend(format::unsigned(spec, value, conversion));
            }
            b'c' if length == Length::None => {
                let byte = self.next_argument(arguments, Scalar::I32)?.bits as u8;
                out.extend(format::text(spec, &[byte]));
            }
            b's' if length == Length::None => {
                let wide = self.next_argument(arguments, Scalar::Ptr)?;
                let start = Value { bits: wide.bits as u64, undef: 0, prov: wide.prov, frag: 0 };
                let text = self.c_string(start, spec.precision.map(|n| n as u64))?;
                out.extend(format::text(spec, &text));
            }
            b'p' => {
                let wide = self.next_argument(arguments, Scalar::Ptr)?;
                if wide.bits == 0 {
                    out.extend(format::text(spec, b"(nil)"));
                } else {
                    out.extend(format::unsigned(&Spec { alternate: true, ..*spec }, wide.bits, b'x'));
                }
            }
            b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => {
                let value = self.float_argument(arguments, length, conversion)?;
                out.extend(format::float(spec, value, conversion));
            }
            b'%' => out.push(b'%'),
            b'm' | b'n' => {
                return unsupported(format_args!("the conversion %{}", char::from(conversion)));
            }
            b'$' => return unsupported("a format that numbers its arguments"),
            0 => return bad_format("the format ends within a conversion"),
            b'c' | b's' | b'C' | b'S' => return unsupported("printing wide characters"),
            _ => {
                return bad_format(&format!("there is no conversion %{}", conversion.escape_ascii()));
            }
        }
        Ok(())
    }

    fn float_argument(&mut self, arguments: &mut Arguments<'_>, length: Length, conversion: u8) -> Res<f64> {
        if length != Length::LongDouble {
            let wide = self.next_argument(arguments, Scalar::F64)?;
            return Ok(f64::from_bits(wide.bits as u64));
        }
        let wide = self.next_argument(arguments, Scalar::F80)?;
        let short = float::convert(wide.bits, Scalar::F80, Scalar::F64);
        let exact = float::convert(short, Scalar::F64, Scalar::F80) == wide.bits
            || float::is_nan(wide.bits, Scalar::F80);
        if !exact || matches!(conversion, b'a' | b'A') {
            return unsupported("printing a long double that is no double");
        }
        Ok(f64::from_bits(short as u64))
    }

    fn length_modifier(&self, format: &[u8], at: &mut usize) -> Length {
        let peek = |at: usize| format.get(at).copied().unwrap_or(0);
        let word = if self.memory.pointer_size == 8 { Length::Long } else { Length::Int };
        let (length, size) = match (peek(*at), peek(*at + 1)) {
            (b'h', b'h') => (Length::Char, 2),
            (b'h', _) => (Length::Short, 1),
            (b'l', b'l') => (Length::LongLong, 2),
            (b'l', _) => (word, 1),
            (b'q' | b'j', _) => (Length::LongLong, 1),
            (b'L', _) => (Length::LongDouble, 1),
            (b'z' | b'Z' | b't', _) => (word, 1),
            _ => (Length::None, 0),
        };
        *at += size;
        length
    }

    pub(super) fn put(&mut self, which: Intrinsic, args: &[ArgValue]) -> Res<Returned> {
        match which {
            Intrinsic::Putchar | Intrinsic::Fputc => {
                let byte = self.int_arg(args, 0)? as u8;
                let stream =
                    if which == Intrinsic::Putchar { Some(Stream::Output) } else { self.stream(args, 1)? };
                if let Some(stream) = stream {
                    self.output.write(stream, &[byte]);
                }
                Ok(int(i64::from(byte)))
            }
            Intrinsic::Puts => {
                let start = self.pointer_arg(args, 0)?;
                let mut text = self.c_string(start, None)?;
                text.push(b'\n');
                self.output.write(Stream::Output, &text);
                Ok(int(text.len() as i64))
            }
            Intrinsic::Fputs => {
                let start = self.pointer_arg(args, 0)?;
                let text = self.c_string(start, None)?;
                if let Some(stream) = self.stream(args, 1)? {
                    self.output.write(stream, &text);
                }
                Ok(int(1))
            }
            Intrinsic::Perror => {
                let start = self.pointer_arg(args, 0)?;
                let mut text = Vec::new();
                if start.bits != 0 {
                    text = self.c_string(start, None)?;
                    text.extend_from_slice(b": ");
                }
                text.extend_from_slice(b"Success\n");
                self.output.write(Stream::Errors, &text);
                Ok(Returned::Nothing)
            }
            _ => {
                let start = self.pointer_arg(args, 0)?;
                let (size, count) = (self.size_arg(args, 1)?, self.size_arg(args, 2)?);
                let total = size.saturating_mul(count);
                let mut text = Vec::new();
                if total > 0 {
                    self.memory.resolve(advance(start, 0), total, verdict::Access::Read)?;
                    for i in 0..total {
                        text.push(self.byte_at(start, i)?);
                    }
                }
                self.charge(total)?;
                if let Some(stream) = self.stream(args, 3)? {
                    self.output.write(stream, &text);
                }
                Ok(self.size_result(if size == 0 { 0 } else { count }))
            }
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Length {
    None,
    Char,
    Short,
    Int,
    Long,
    LongLong,
    LongDouble,
}

/// The type that a conversion prints; arguments narrower than `int` are passed as `int`.
#[derive(Clone, Copy)]
struct Printed(Scalar);

impl Printed {
    fn scalar(self) -> Scalar {
        self.0
    }
    fn promoted(self) -> Scalar {
        match self.0 {
            Scalar::I8 | Scalar::I16 => Scalar::I32,
            Scalar::U8 | Scalar::U16 => Scalar::U32,
            other => other,
        }
    }
}

impl Length {
    fn signed(self) -> Printed {
        Printed(match self {
            Length::Char => Scalar::I8,
            Length::Short => Scalar::I16,
            Length::None | Length::Int => Scalar::I32,
            Length::Long | Length::LongLong | Length::LongDouble => Scalar::I64,
        })
    }
    fn unsigned(self) -> Printed {
        Printed(self.signed().0.to_unsigned())
    }
}

/// A decimal number in the format; 0 if there is none.
fn number(format: &[u8], at: &mut usize) -> usize {
    let mut value = 0usize;
    while let Some(digit) = format.get(*at).filter(|b| b.is_ascii_digit()) {
        value = value.saturating_mul(10).saturating_add(usize::from(digit - b'0'));
        *at += 1;
    }
    value
}

fn bad_format<T>(what: &str) -> Res<T> {
    Fault::new(FindingKind::BadArgument).what(what).stop()
}
