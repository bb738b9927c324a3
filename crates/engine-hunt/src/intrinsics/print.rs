//! `printf` and its relatives: the arguments are checked as the machine checks them; text is made only where somebody looks at it.

use crate::call::{ArgValue, Returned};
use crate::fault::{Res, fault, undetermined, unsupported};
use crate::hunter::Hunter;
use crate::memory::Kind;
use crate::state::State;
use crate::value::{Prov, Value};
use ir::{Passed, Print, Scalar, Sink, Write};
use semantics::format::{
    Amount, Conversion, Directive, PrintArgument, PrintFormat, PrintPiece, Spec, render,
};
use semantics::output::{self, Stream, Success, Written};
use semantics::varargs::{Fit, Taken};
use smt::TermId;
use verdict::{Access, FindingKind};

/// Where the arguments of a format are.
enum Arguments<'a> {
    Inline(&'a [ArgValue], Taken),
    /// Where a `va_list` points to.
    Area(Value),
}

/// Text that was printed so far.
struct Text {
    bytes: Vec<TermId>,
    /// Nobody looks at it: it is not made.
    ignored: bool,
    /// Why the C library may print something else, if so.
    doubt: Option<&'static str>,
    /// What `%n` stores: where, as which type, and the number.
    counts: Vec<(Value, Scalar, usize)>,
    /// The strings that were read: where, and how many bytes.
    read: Vec<(Value, u64)>,
}

/// One call may print that much.
const OUTPUT_LIMIT: usize = 1 << 20;

impl Hunter<'_> {
    pub(super) fn print(
        &mut self,
        state: &mut State,
        print: Print,
        args: &[ArgValue],
        wanted: bool,
    ) -> Res<Returned> {
        let at = output::format_argument(print);
        if print.sink == Sink::Stream {
            self.stream(state, args, 0)?;
        }
        let limit = match print.sink {
            Sink::BoundedBuffer => Some(self.size_arg(state, args, 1)?),
            _ => None,
        };
        let format = self.pointer_arg(state, args, at)?;
        let mut arguments = if print.list {
            Arguments::Area(self.va_cursor(state, args, at + 1)?)
        } else {
            let given = args.get(at + 1..).unwrap_or(&[]);
            let passed = given.iter().map(|arg| match arg {
                ArgValue::Scalar(_, scalar) => Passed::Scalar(*scalar),
                ArgValue::Block(bytes) => Passed::Block(bytes.len() as u64),
            });
            Arguments::Inline(given, Taken::new(self.model, passed))
        };
        let terms = self.c_string(state, format, None)?;
        let mut format = Vec::with_capacity(terms.len());
        for term in terms {
            match self.oracle.constant(term) {
                Some(byte) => format.push(byte as u8),
                None => return unsupported("a format that depends on inputs"),
            }
        }
        let Ok(format) = PrintFormat::parse(&format, self.model) else {
            return fault(FindingKind::BadArgument);
        };
        let wanted = wanted || format.stores();
        let in_memory = !output::may_fail(print);
        let ignored = !wanted && !in_memory;
        let mut text = Text { bytes: Vec::new(), ignored, doubt: None, counts: Vec::new(), read: Vec::new() };
        let mut values = Vec::with_capacity(format.arguments.len());
        for &argument in &format.arguments {
            values.push(self.next_argument(state, &mut arguments, argument, &mut text)?);
        }
        if print.list {
            self.va_list_was_used(state, args, at + 1)?;
        }
        for piece in &format.pieces {
            match piece {
                PrintPiece::Text(bytes) => self.append(&mut text, bytes),
                PrintPiece::Directive(directive) => self.directive(state, directive, &values, &mut text)?,
            }
        }
        if ignored {
            return Ok(self.int_result(0));
        }
        if let Some(doubt) = text.doubt {
            return undetermined(doubt);
        }
        if wanted && !in_memory && self.output_fails(state)? {
            if format.stores() {
                return undetermined("whether a failing call stores a count is not known");
            }
            return Ok(self.int_result(output::FAILURE));
        }
        for (pointer, scalar, count) in std::mem::take(&mut text.counts) {
            let value = self.int(scalar, count as i128);
            self.store(state, pointer, scalar, value, Access::Write)?;
        }
        let length = text.bytes.len() as i64;
        if in_memory && limit != Some(0) {
            if let Some(limit) = limit {
                text.bytes.truncate(usize::try_from(limit - 1).unwrap_or(usize::MAX));
            }
            text.bytes.push(self.zero_byte.term);
            let dst = self.pointer_arg(state, args, 0)?;
            let written = text.bytes.len() as u64;
            let (into, start) = self.resolve(state, dst, written, Access::Write)?;
            for (pointer, size) in std::mem::take(&mut text.read) {
                let (from, at) = self.resolve(state, pointer, size.max(1), Access::Read)?;
                if from == into && at < start + written && start < at + size {
                    return fault(FindingKind::Overlap);
                }
            }
            self.write_terms(state, dst, &text.bytes)?;
        }
        Ok(self.int_result(length))
    }

    /// Whether the output to a stream fails, whose result the program looks at: one more input.
    fn output_fails(&mut self, state: &mut State) -> Res<bool> {
        let fails = self.arbitrary_choice(state);
        let fails = self.decide(state, fails)?;
        Ok(fails)
    }

    fn next_argument(
        &mut self,
        state: &mut State,
        arguments: &mut Arguments<'_>,
        argument: PrintArgument,
        text: &mut Text,
    ) -> Res<Value> {
        let wanted = argument.scalar();
        let value = match arguments {
            Arguments::Area(cursor) => self.next_variable(state, cursor, wanted)?,
            Arguments::Inline(given, taken) => {
                let Ok((index, fit)) = taken.next(wanted) else { return fault(FindingKind::BadArgument) };
                let ArgValue::Scalar(value, scalar) = &given[index] else {
                    return fault(FindingKind::BadArgument);
                };
                if fit == Fit::Narrower {
                    text.doubt = Some("an argument is narrower than the format says");
                }
                match fit {
                    Fit::Same => *value,
                    Fit::Bits | Fit::Narrower => self.cast(state, *scalar, wanted, *value)?,
                }
            }
        };
        if value.undef {
            return fault(FindingKind::UninitRead);
        }
        Ok(value)
    }

    /// The flags and amounts, with what their arguments hold.
    fn spec(&mut self, state: &State, directive: &Directive, values: &[Value]) -> Res<Spec> {
        const LIKELY: [u128; 6] = [0, 1, 8, 16, 100, 1000];
        let mut known = Vec::new();
        for amount in [directive.width, directive.precision] {
            if let Amount::Argument(index) = amount {
                let what = "a width or precision";
                let bits = self.oracle.value(state, values[index].bits, 16, &LIKELY, what)?;
                known.push((index, bits as u32 as i32));
            }
        }
        let spec = directive.spec(|index| known.iter().find(|k| k.0 == index).map_or(0, |k| k.1));
        if spec.width.max(spec.precision.unwrap_or(0)) > OUTPUT_LIMIT {
            return unsupported("such a long text");
        }
        Ok(spec)
    }

    fn directive(
        &mut self,
        state: &mut State,
        directive: &Directive,
        values: &[Value],
        text: &mut Text,
    ) -> Res<()> {
        let Some(value) = directive.argument.map(|index| values[index]) else {
            text.doubt = Some("the message of errno is printed");
            return Ok(());
        };
        let strings = matches!(directive.conversion, Conversion::String | Conversion::WideString);
        if text.ignored && !strings {
            return Ok(());
        }
        let spec = self.spec(state, directive, values)?;
        if directive.localised {
            text.doubt = Some("what the locale makes of digits is printed");
        }
        match directive.conversion {
            Conversion::Signed(scalar) => {
                let number = self.printed_integer(state, &spec, value, scalar, b'd', text)?;
                text.bytes.extend(number);
            }
            Conversion::Unsigned(scalar, letter) => {
                let number = self.printed_integer(state, &spec, value, scalar, letter, text)?;
                text.bytes.extend(number);
            }
            Conversion::Float { long: true, .. } => {
                return unsupported("the text of a long double");
            }
            Conversion::Float { letter, .. } => {
                let bits = self.sampled(state, value.bits)?;
                let number = render::float(&spec, f64::from_bits(bits as u64), letter);
                if !number.certain {
                    text.doubt = Some("versions of the C library print this number differently");
                }
                self.append(text, &number.bytes);
            }
            Conversion::Char => {
                if !value.prov.is_none() {
                    text.doubt = Some("the address of an object is printed");
                }
                let byte = self.oracle.terms.extract(value.bits, 7, 0);
                self.append_padded(text, &spec, &[byte]);
            }
            Conversion::WideChar => match self.ascii(state, value)? {
                Some(byte) => self.append_padded(text, &spec, &[byte]),
                None => return unsupported("printing wide characters beyond ASCII"),
            },
            Conversion::String => {
                let string = self.c_string(state, value, spec.precision.map(|p| p as u64))?;
                let whole = spec.precision.is_none_or(|limit| string.len() < limit);
                text.read.push((value, string.len() as u64 + u64::from(whole)));
                self.append_padded(text, &spec, &string);
            }
            Conversion::WideString => {
                let string = self.wide_string(state, value, spec.precision)?;
                self.append_padded(text, &spec, &string);
            }
            Conversion::Pointer => {
                let null = self.null();
                if !value.prov.is_none()
                    || self.oracle.constant(value.bits) != self.oracle.constant(null.bits)
                {
                    text.doubt = Some("an address is printed");
                }
                self.append(text, &render::text(&spec, b"(nil)"));
            }
            Conversion::Count(scalar) => text.counts.push((value, scalar, text.bytes.len())),
            Conversion::ErrorMessage => {}
        }
        Ok(())
    }

    /// The digits of an integer; how many there are is decided, not what they are.
    fn printed_integer(
        &mut self,
        state: &State,
        spec: &Spec,
        value: Value,
        scalar: Scalar,
        letter: u8,
        text: &mut Text,
    ) -> Res<Vec<TermId>> {
        if !value.prov.is_none() {
            text.doubt = Some("the address of an object is printed");
            return Ok(Vec::new());
        }
        let width = scalar.width(self.model);
        let bits = self.oracle.terms.extract(value.bits, width - 1, 0);
        if let Some(number) = self.oracle.constant(bits) {
            let bytes = match letter {
                b'd' => render::signed(spec, crate::eval::sign_extend(number, width)),
                _ => render::unsigned(spec, number, letter),
            };
            return Ok(self.letters(&bytes));
        }
        if spec.alternate || spec.precision == Some(0) {
            let zero = self.constant(width, 0);
            let is_zero = self.oracle.terms.eq(bits, zero);
            if self.decide(state, is_zero)? {
                let bytes = match letter {
                    b'd' => render::signed(spec, 0),
                    _ => render::unsigned(spec, 0, letter),
                };
                return Ok(self.letters(&bytes));
            }
        }
        let negative = letter == b'd' && {
            let negative = self.oracle.terms.is_negative(bits);
            self.decide(state, negative)?
        };
        let magnitude = if negative { self.oracle.terms.neg(bits) } else { bits };
        let base: u128 = match letter {
            b'o' => 8,
            b'x' | b'X' => 16,
            b'b' | b'B' => 2,
            _ => 10,
        };
        let (mut count, mut above) = (1, base);
        while above >> width == 0 {
            let bound = self.constant(width, above);
            let below = self.oracle.terms.ult(magnitude, bound);
            if self.decide(state, below)? {
                break;
            }
            above *= base;
            count += 1;
        }
        // A number with as many digits shows the sign and the padding.
        let like = above / base;
        let pattern = match letter {
            b'd' if negative => render::signed(spec, -(like as i128)),
            b'd' => render::signed(spec, like as i128),
            _ => render::unsigned(spec, like, letter),
        };
        let end = pattern.iter().rposition(|&b| b != b' ').map_or(0, |last| last + 1);
        let mut out = self.letters(&pattern);
        let mut power = 1u128;
        for place in (end - count..end).rev() {
            out[place] = self.digit(magnitude, width, power, base, letter == b'X');
            power = power.wrapping_mul(base);
        }
        Ok(out)
    }

    /// The digit of a number that counts so much, as a letter.
    fn digit(&mut self, number: TermId, width: u32, power: u128, base: u128, upper: bool) -> TermId {
        let wide = width.max(8);
        let terms = &mut self.oracle.terms;
        let number = terms.zero_extend(number, wide);
        let (power, modulus) = (terms.bv_const(wide, power), terms.bv_const(wide, base));
        let shifted = terms.udiv(number, power);
        let digit = terms.urem(shifted, modulus);
        let digit = terms.extract(digit, 7, 0);
        let zero = terms.bv_const(8, u128::from(b'0'));
        let decimal = terms.add(digit, zero);
        if base <= 10 {
            return decimal;
        }
        let letter = terms.bv_const(8, u128::from(if upper { b'A' } else { b'a' } - 10));
        let letter = terms.add(digit, letter);
        let ten = terms.bv_const(8, 10);
        let is_decimal = terms.ult(digit, ten);
        terms.ite(is_decimal, decimal, letter)
    }

    fn letters(&mut self, bytes: &[u8]) -> Vec<TermId> {
        bytes.iter().map(|&byte| self.oracle.terms.bv_const(8, u128::from(byte))).collect()
    }

    fn append(&mut self, text: &mut Text, bytes: &[u8]) {
        if !text.ignored {
            let letters = self.letters(bytes);
            text.bytes.extend(letters);
        }
    }

    fn append_padded(&mut self, text: &mut Text, spec: &Spec, bytes: &[TermId]) {
        let padding = vec![b' '; spec.width.saturating_sub(bytes.len())];
        if !spec.left {
            self.append(text, &padding);
        }
        if !text.ignored {
            text.bytes.extend_from_slice(bytes);
        }
        if spec.left {
            self.append(text, &padding);
        }
    }

    /// A wide character as a byte, if it is one in the "C" locale.
    fn ascii(&mut self, state: &State, value: Value) -> Res<Option<TermId>> {
        if !value.prov.is_none() {
            return undetermined("the address of an object is printed");
        }
        let limit = self.constant(32, 128);
        let plain = self.oracle.terms.ult(value.bits, limit);
        let plain = self.decide(state, plain)?;
        Ok(plain.then(|| self.oracle.terms.extract(value.bits, 7, 0)))
    }

    /// A string of `wchar_t`, as bytes; a precision counts the bytes.
    fn wide_string(&mut self, state: &mut State, start: Value, precision: Option<usize>) -> Res<Vec<TermId>> {
        let mut bytes = Vec::new();
        let zero = self.constant(32, 0);
        while precision.is_none_or(|limit| bytes.len() < limit) {
            let at = self.advance(start, 4 * bytes.len() as u64);
            let value = self.load(state, at, Scalar::I32)?;
            if value.undef {
                return fault(FindingKind::UninitRead);
            }
            let end = self.oracle.terms.eq(value.bits, zero);
            if value.prov.is_none() && self.decide(state, end)? {
                break;
            }
            match self.ascii(state, value)? {
                Some(byte) => bytes.push(byte),
                None => return unsupported("printing wide characters beyond ASCII"),
            }
            self.tick(1)?;
        }
        Ok(bytes)
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

    fn is_null(&mut self, state: &State, value: Value) -> Res<bool> {
        if value.prov != Prov::None {
            return Ok(false);
        }
        let null = self.null();
        let equal = self.oracle.terms.eq(value.bits, null.bits);
        self.decide(state, equal)
    }

    pub(super) fn write(
        &mut self,
        state: &mut State,
        write: Write,
        args: &[ArgValue],
        wanted: bool,
    ) -> Res<Returned> {
        let meaning = output::meaning(write);
        let (mut length, mut byte, mut number) = (0, None, 0);
        match meaning.what {
            Written::Text { argument, newline } => {
                let start = self.pointer_arg(state, args, argument)?;
                length = self.c_string(state, start, None)?.len() + usize::from(newline);
            }
            Written::Message { argument } => {
                let start = self.pointer_arg(state, args, argument)?;
                if !self.is_null(state, start)? {
                    self.c_string(state, start, None)?;
                }
            }
            Written::Byte { argument } => byte = Some(self.int_term(state, args, argument)?.0),
            Written::Block { argument, size, count } => {
                let start = self.pointer_arg(state, args, argument)?;
                let (size, count) = (self.size_arg(state, args, size)?, self.size_arg(state, args, count)?);
                let Some(total) = size.checked_mul(count) else { return fault(FindingKind::BadArgument) };
                if total > 0 {
                    self.resolve(state, start, total, Access::Read)?;
                    number = count;
                }
                for i in 0..total {
                    self.byte_at(state, start, i)?;
                    self.tick(1)?;
                }
            }
            Written::Buffered => {}
        }
        match meaning.to {
            Stream::Output | Stream::Errors => {}
            Stream::Argument(index) => self.stream(state, args, index)?,
            Stream::ArgumentOrAll(index) => {
                let file = self.pointer_arg(state, args, index)?;
                if !self.is_null(state, file)? {
                    self.stream(state, args, index)?;
                }
            }
        }
        let nothing = meaning.success == Success::Count && number == 0;
        if wanted && !nothing && self.output_fails(state)? {
            if meaning.success != Success::Count {
                return Ok(self.int_result(output::FAILURE));
            }
            let width = self.word_bits();
            let fewer = self.input(state, width, false);
            let count = self.word_constant(number);
            let below = self.oracle.terms.ult(fewer, count);
            // Zero lies in the range, and a new input is zero in every model.
            let model = state.model.clone();
            match self.oracle.model_of(state, below)? {
                Some(case) => state.assume(below, case.model),
                None => state.assume(below, model),
            }
            return Ok(Returned::Scalar(Value::int(fewer), self.model.unsigned_word()));
        }
        Ok(match (meaning.success, byte) {
            (Success::Byte, Some(byte)) => {
                let terms = &mut self.oracle.terms;
                let low = terms.extract(byte, 7, 0);
                Returned::Scalar(Value::int(terms.zero_extend(low, 32)), Scalar::I32)
            }
            (Success::Length, _) => self.int_result(length as i64),
            (Success::Count, _) => self.size_result(number),
            (Success::Value(value), _) => self.int_result(value),
            _ => Returned::Nothing,
        })
    }
}
