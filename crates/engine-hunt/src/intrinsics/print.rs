//! `printf` and its relatives: the arguments are checked as the machine checks them; text is made only where it is stored.

use crate::call::{ArgValue, Returned};
use crate::fault::{Res, fault, undetermined, unsupported};
use crate::hunter::Hunter;
use crate::memory::Kind;
use crate::state::State;
use crate::value::{Prov, Value};
use ir::{Intrinsic, Scalar};
use smt::TermId;
use verdict::{Access, FindingKind};

enum Arguments<'a> {
    List(&'a [ArgValue]),
    Area(Value),
}

/// Text that was printed so far, as long as it is known.
type Text = Option<Vec<TermId>>;

impl Hunter<'_> {
    pub(super) fn printf(
        &mut self,
        state: &mut State,
        which: Intrinsic,
        args: &[ArgValue],
        wanted: bool,
    ) -> Res<Returned> {
        let (memory, limit, format_index) = match which {
            Intrinsic::Printf | Intrinsic::Vprintf => (None, None, 0),
            Intrinsic::Fprintf | Intrinsic::Vfprintf => {
                self.stream(state, args, 0)?;
                (None, None, 1)
            }
            Intrinsic::Sprintf | Intrinsic::Vsprintf => (Some(self.pointer_arg(state, args, 0)?), None, 1),
            _ => {
                let limit = self.size_arg(state, args, 1)?;
                (Some(self.pointer_arg(state, args, 0)?), Some(limit), 2)
            }
        };
        let format = self.pointer_arg(state, args, format_index)?;
        let mut arguments = match which {
            Intrinsic::Vprintf | Intrinsic::Vfprintf | Intrinsic::Vsprintf | Intrinsic::Vsnprintf => {
                Arguments::Area(self.va_cursor(state, args, format_index + 1)?)
            }
            _ => Arguments::List(args.get(format_index + 1..).unwrap_or(&[])),
        };
        let terms = self.c_string(state, format, None)?;
        let mut format = Vec::with_capacity(terms.len());
        for term in terms {
            match self.oracle.constant(term) {
                Some(byte) => format.push(byte as u8),
                None => return unsupported("a format that depends on inputs"),
            }
        }
        let text = self.formatted(state, &format, &mut arguments)?;
        if memory.is_none() && !wanted {
            return Ok(self.int_result(0));
        }
        let Some(mut text) = text else { return unsupported("the text of such a format") };
        let len = text.len() as i64;
        if let Some(dst) = memory {
            if let Some(limit) = limit {
                text.truncate(limit.saturating_sub(1) as usize);
            }
            if limit != Some(0) {
                text.push(self.zero_byte.term);
                self.write_terms(state, dst, &text)?;
            }
        }
        Ok(self.int_result(len))
    }

    fn formatted(&mut self, state: &mut State, format: &[u8], arguments: &mut Arguments<'_>) -> Res<Text> {
        let mut text: Text = Some(Vec::new());
        let mut at = 0;
        while at < format.len() {
            let byte = format[at];
            at += 1;
            if byte != b'%' {
                if let Some(text) = &mut text {
                    text.push(self.oracle.terms.bv_const(8, u128::from(byte)));
                }
                continue;
            }
            self.conversion(state, format, &mut at, arguments, &mut text)?;
        }
        Ok(text)
    }

    fn next_argument(
        &mut self,
        state: &mut State,
        arguments: &mut Arguments<'_>,
        wanted: Scalar,
    ) -> Res<Value> {
        let value = match arguments {
            Arguments::Area(cursor) => self.next_variable(state, cursor, wanted)?,
            Arguments::List(list) => {
                let Some((first, rest)) = list.split_first() else { return fault(FindingKind::BadArgument) };
                *list = rest;
                match first {
                    ArgValue::Scalar(value, given) if *given == wanted => *value,
                    ArgValue::Scalar(value, given) if !given.is_float() && !wanted.is_float() => {
                        self.cast(state, *given, wanted, *value)?
                    }
                    _ => return fault(FindingKind::BadArgument),
                }
            }
        };
        if value.undef {
            return fault(FindingKind::UninitRead);
        }
        Ok(value)
    }

    fn conversion(
        &mut self,
        state: &mut State,
        format: &[u8],
        at: &mut usize,
        arguments: &mut Arguments<'_>,
        text: &mut Text,
    ) -> Res<()> {
        let peek = |at: usize| format.get(at).copied().unwrap_or(0);
        let start = *at;
        let mut plain = true;
        while matches!(peek(*at), b'-' | b'+' | b' ' | b'#' | b'0' | b'\'') {
            *at += 1;
        }
        if peek(*at) == b'*' {
            *at += 1;
            self.next_argument(state, arguments, Scalar::I32)?;
        }
        while peek(*at).is_ascii_digit() {
            *at += 1;
        }
        let mut precision = None;
        if peek(*at) == b'.' {
            *at += 1;
            if peek(*at) == b'*' {
                *at += 1;
                let value = self.next_argument(state, arguments, Scalar::I32)?;
                match self.oracle.constant(value.bits) {
                    Some(number) => precision = usize::try_from(number as u32 as i32).ok(),
                    None => return unsupported("a precision that depends on inputs"),
                }
            } else {
                let mut number = 0usize;
                while peek(*at).is_ascii_digit() {
                    number = number.saturating_mul(10).saturating_add(usize::from(peek(*at) - b'0'));
                    *at += 1;
                }
                precision = Some(number);
            }
        }
        plain &= *at == start;
        let long = self.model.signed_word();
        let mut scalar = Scalar::I32;
        let mut long_double = false;
        match peek(*at) {
            b'h' => {
                *at += if peek(*at + 1) == b'h' { 2 } else { 1 };
                plain = false;
            }
            b'l' if peek(*at + 1) == b'l' => {
                *at += 2;
                scalar = Scalar::I64;
            }
            b'l' => {
                *at += 1;
                scalar = long;
            }
            b'q' | b'j' => {
                *at += 1;
                scalar = Scalar::I64;
            }
            b'z' | b't' => {
                *at += 1;
                scalar = long;
            }
            b'L' => {
                *at += 1;
                long_double = true;
            }
            _ => {}
        }
        let conversion = peek(*at);
        *at += 1;
        match conversion {
            b'%' => {
                if let Some(text) = text {
                    text.push(self.oracle.terms.bv_const(8, u128::from(b'%')));
                }
            }
            b'd' | b'i' | b'u' | b'o' | b'x' | b'X' => {
                let value = self.next_argument(state, arguments, scalar)?;
                let number = if value.prov.is_none() { self.oracle.constant(value.bits) } else { None };
                let width = scalar.width(self.model);
                let printed = match (number, conversion) {
                    (Some(n), b'd' | b'i') => Some(crate::eval::sign_extend(n, width).to_string()),
                    (Some(n), b'u') => Some(n.to_string()),
                    (Some(n), b'x') => Some(format!("{n:x}")),
                    (Some(n), b'X') => Some(format!("{n:X}")),
                    (Some(n), b'o') => Some(format!("{n:o}")),
                    _ => None,
                };
                self.append(text, printed.filter(|_| plain));
            }
            b'c' => {
                let value = self.next_argument(state, arguments, Scalar::I32)?;
                match text {
                    Some(known) if plain && value.prov.is_none() => {
                        known.push(self.oracle.terms.extract(value.bits, 7, 0));
                    }
                    _ => *text = None,
                }
            }
            b's' => {
                let start = self.next_argument(state, arguments, Scalar::Ptr)?;
                let string = self.c_string(state, start, precision.map(|p| p as u64))?;
                match text {
                    Some(known) if plain => known.extend(string),
                    _ => *text = None,
                }
            }
            b'p' => {
                self.next_argument(state, arguments, Scalar::Ptr)?;
                *text = None;
            }
            b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' if !long_double => {
                self.next_argument(state, arguments, Scalar::F64)?;
                *text = None;
            }
            _ => return undetermined("a conversion that the hunters do not know"),
        }
        Ok(())
    }

    fn append(&mut self, text: &mut Text, printed: Option<String>) {
        match (text.as_mut(), printed) {
            (Some(known), Some(printed)) => {
                for byte in printed.bytes() {
                    known.push(self.oracle.terms.bv_const(8, u128::from(byte)));
                }
            }
            _ => *text = None,
        }
    }

    /// The stream of a `FILE *` argument must be there.
    fn stream(&mut self, state: &mut State, args: &[ArgValue], index: usize) -> Res<()> {
        let file = self.pointer_arg(state, args, index)?;
        let (id, _) = self.locate(state, file)?;
        if !matches!(state.memory.get(id).kind, Kind::Stream) {
            self.resolve(state, file, 1, Access::Read)?;
        }
        Ok(())
    }

    /// All streams, or one that must be there.
    pub(super) fn fflush(&mut self, state: &mut State, args: &[ArgValue]) -> Res<Returned> {
        let file = self.pointer_arg(state, args, 0)?;
        let none = match file.prov {
            Prov::None => {
                let null = self.null();
                let all = self.oracle.terms.eq(file.bits, null.bits);
                self.decide(state, all)?
            }
            _ => false,
        };
        if !none {
            self.stream(state, args, 0)?;
        }
        Ok(self.int_result(0))
    }

    pub(super) fn put(
        &mut self,
        state: &mut State,
        which: Intrinsic,
        args: &[ArgValue],
        wanted: bool,
    ) -> Res<Returned> {
        match which {
            Intrinsic::Puts | Intrinsic::Fputs | Intrinsic::Perror => {
                let start = self.pointer_arg(state, args, 0)?;
                let null = which == Intrinsic::Perror
                    && start.prov.is_none()
                    && self.oracle.constant(start.bits) == Some(0);
                if !null {
                    self.c_string(state, start, None)?;
                }
                if which == Intrinsic::Fputs {
                    self.stream(state, args, 1)?;
                }
            }
            Intrinsic::Fwrite => {
                let start = self.pointer_arg(state, args, 0)?;
                let (size, count) = (self.size_arg(state, args, 1)?, self.size_arg(state, args, 2)?);
                let Some(total) = size.checked_mul(count) else { return fault(FindingKind::BadArgument) };
                if total > 0 {
                    self.resolve(state, start, total, Access::Read)?;
                }
                for i in 0..total {
                    self.byte_at(state, start, i)?;
                    self.tick(1)?;
                }
                self.stream(state, args, 3)?;
                return Ok(self.size_result(if size == 0 { 0 } else { count }));
            }
            _ => {
                let (byte, _) = self.int_term(state, args, 0)?;
                if which == Intrinsic::Fputc {
                    self.stream(state, args, 1)?;
                }
                if wanted {
                    let terms = &mut self.oracle.terms;
                    let low = terms.extract(byte, 7, 0);
                    let value = Value::int(terms.zero_extend(low, 32));
                    return Ok(Returned::Scalar(value, Scalar::I32));
                }
            }
        }
        if wanted {
            return unsupported("the result of an output function");
        }
        Ok(self.int_result(0))
    }
}
