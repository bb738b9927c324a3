//! The primitives on values that are terms: what they do is said in `semantics::execution`, what a value and a byte is here.
//!
//! A primitive that forks is undone and executed again in each case, so that it may decide as it goes.

use crate::call::{ArgumentOf, Calls, ReturnedOf};
use crate::machine::{Kind, StateOf};
use crate::stop::{Res, Stop, fault, undetermined, unsupported};
use encode::float;
use ir::{FuncId, Intrinsic, MathFunction, Passed, Scalar};
use semantics::execution::{Callee, Ending, Execution, Fill, Returned};
use semantics::format::{Spec, render};
use smt::path::TermByte as _;
use smt::{TermId, Terms};
use std::rc::Rc;
use verdict::{Access, Assumption, FindingKind, UnknownKind};

/// What a width or a precision is often.
const LIKELY_AMOUNTS: [u128; 6] = [0, 1, 8, 16, 100, 1000];

/// A state in which something is executed.
#[derive(Debug)]
pub struct Execute<'a, 'p, M: Calls<'p>> {
    pub machine: &'a mut M,
    pub state: &'a mut StateOf<'p, M>,
}

impl<'p, M: Calls<'p>> Execute<'_, 'p, M> {
    pub(crate) fn terms(&mut self) -> &mut Terms {
        &mut self.machine.solver().terms
    }
    pub(crate) fn decide(&mut self, condition: TermId) -> Res<bool> {
        self.machine.decide(self.state, condition)
    }

    /// An input for which something holds that some input satisfies.
    fn input_where(&mut self, holds: TermId) -> Res<()> {
        match self.machine.case_of(self.state, holds)? {
            Some(case) => self.state.assume(&case),
            // A new input is zero in every model.
            None => {
                let case = self.state.path.case(holds);
                self.state.assume(&case);
            }
        }
        Ok(())
    }
}

impl<'p, M: Calls<'p>> Execute<'_, 'p, M> {
    /// What a function gives whose result C and IEEE 754 determine.
    fn computed(
        &mut self,
        function: MathFunction,
        args: &[ArgumentOf<'p, M>],
    ) -> Res<Option<ReturnedOf<'p, M>>> {
        let (first, scalar) = self.scalar(args, 0)?;
        let mut values = vec![first];
        if args.len() > 1 {
            let (second, other) = self.scalar(args, 1)?;
            if other != scalar {
                return Ok(None);
            }
            values.push(second);
        }
        if values.iter().any(|&value| M::is_undefined(value) || self.is_address(value)) {
            return Ok(None);
        }
        let bits: Vec<TermId> = values.into_iter().map(M::bits).collect();
        let result = float::function(self.terms(), function, scalar, &bits);
        Ok(result.map(|(bits, scalar)| Returned::Scalar(M::number(bits), scalar)))
    }
}

/// The digit of a number that counts so much, as a letter.
fn digit(terms: &mut Terms, number: TermId, power: u128, base: u128, upper: bool) -> TermId {
    let wide = terms.width(number).max(8);
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

fn sign_extend(bits: u128, width: u32) -> i128 {
    let shift = 128 - width;
    ((bits << shift) as i128) >> shift
}

impl<'p, M: Calls<'p>> Execution for Execute<'_, 'p, M> {
    type Value = M::Value;
    type Pointer = M::Value;
    type Size = TermId;
    type Byte = TermId;
    type Block = Vec<M::Byte>;
    type Object = M::Object;
    type Stream = ();
    type Stop = Box<Stop>;
    const PRINT_LIMIT: usize = 1 << 20;

    fn program(&self) -> &ir::Program {
        self.machine.work().program
    }
    fn is_run(&self) -> bool {
        false
    }
    fn malloc_may_fail(&self) -> bool {
        self.machine.work().config.analysis.malloc_may_fail
    }
    fn assume(&mut self, assumption: Assumption) {
        self.machine.work_mut().assumptions.insert(assumption);
    }
    fn charge(&mut self, bytes: u64) -> Res<()> {
        self.machine.tick(bytes)
    }

    fn fault(&self, kind: FindingKind, _: &str) -> Box<Stop> {
        Box::new(Stop::Fault(kind))
    }
    fn unknown(&self, kind: UnknownKind, message: &str) -> Box<Stop> {
        Box::new(Stop::Unknown(kind, message.to_owned()))
    }
    fn unsupported(&self, what: &str) -> Box<Stop> {
        let message = format!("{what} is not supported by symbolic execution");
        Box::new(Stop::Unknown(UnknownKind::Unsupported, message))
    }
    fn overlap(&self, _: (M::Object, u64), _: (M::Object, u64), _: u64) -> Box<Stop> {
        Box::new(Stop::Fault(FindingKind::Overlap))
    }
    fn is_out_of_bounds(stop: &Box<Stop>) -> bool {
        matches!(**stop, Stop::Fault(FindingKind::OutOfBounds))
    }
    fn ends(&self, ending: Ending, _: M::Value) -> Box<Stop> {
        Box::new(if ending == Ending::Exit { Stop::Exit } else { Stop::ExitNow })
    }
    fn aborts(&self) -> Box<Stop> {
        Box::new(Stop::Abort)
    }
    fn does_not_count(&self) -> Box<Stop> {
        Box::new(Stop::Assumed)
    }

    fn int(&mut self, scalar: Scalar, value: i128) -> M::Value {
        self.machine.int(scalar, value)
    }
    fn cast(&mut self, from: Scalar, to: Scalar, value: M::Value) -> Res<M::Value> {
        self.machine.cast(self.state, from, to, value)
    }
    fn is_undefined(&self, value: M::Value) -> bool {
        M::is_undefined(value)
    }
    fn depends_on_address(&self, value: M::Value, _: Scalar) -> bool {
        M::hides_address(value)
    }
    fn is_true(&mut self, value: M::Value, scalar: Scalar) -> Res<bool> {
        self.machine.is_true(self.state, value, scalar)
    }
    fn pointer_of(&mut self, value: M::Value) -> M::Value {
        value
    }
    fn value_of_pointer(&mut self, pointer: M::Value) -> M::Value {
        pointer
    }
    fn null(&mut self) -> M::Value {
        M::number(self.machine.word_constant(0))
    }
    fn is_null(&mut self, pointer: M::Value) -> Res<bool> {
        self.machine.is_null(self.state, pointer)
    }
    fn advance(&mut self, pointer: M::Value, bytes: u64) -> M::Value {
        self.machine.advance(pointer, bytes)
    }
    fn align_up(&mut self, pointer: M::Value, align: u64) -> M::Value {
        self.machine.align_up(self.state, pointer, align)
    }

    fn size(&mut self, value: M::Value, scalar: Scalar) -> TermId {
        let width = self.machine.word_bits();
        self.terms().resize(M::bits(value), width, scalar.is_signed())
    }
    fn product(&mut self, a: TermId, b: TermId) -> Res<Option<TermId>> {
        let over = self.terms().umul_overflows(a, b);
        Ok(if self.decide(over)? { None } else { Some(self.terms().mul(a, b)) })
    }
    fn exceeds(&mut self, size: TermId, limit: u64) -> Res<bool> {
        let limit = self.machine.word_constant(limit);
        let above = self.terms().ugt(size, limit);
        self.decide(above)
    }
    fn bytes_of(&mut self, size: TermId) -> Res<u64> {
        self.machine.size_value(self.state, size)
    }
    fn count(&mut self, size: TermId, ranges: &[M::Value]) -> Res<u64> {
        if let Some(known) = self.machine.solver().constant(size) {
            return Ok(known as u64);
        }
        let zero = self.machine.word_constant(0);
        let none = self.terms().eq(size, zero);
        if self.decide(none)? {
            return Ok(0);
        }
        for &pointer in ranges {
            let (object, offset) = self.machine.locate(self.state, pointer)?;
            M::check_live(self.state, object)?;
            let total = self.machine.size_of(self.state, object);
            let terms = self.terms();
            let starts = terms.ule(offset, total);
            let room = terms.sub(total, offset);
            let fits = terms.ule(size, room);
            let inside = terms.and(starts, fits);
            self.machine.must_lie_inside(self.state, object, inside)?;
        }
        self.bytes_of(size)
    }

    fn choose(&mut self, _: &'static str) -> Res<bool> {
        let choice = self.machine.arbitrary_choice(self.state);
        self.decide(choice)
    }
    fn nondeterministic(&mut self, function: FuncId) -> Res<ReturnedOf<'p, M>> {
        self.arbitrary_result(function)
    }
    fn arbitrary(&mut self, scalar: Scalar, is_bool: bool) -> Res<M::Value> {
        if !is_bool {
            return Ok(self.machine.arbitrary(self.state, scalar));
        }
        let bit = self.machine.input(self.state, 1, false);
        Ok(M::number(self.terms().zero_extend(bit, 8)))
    }
    fn arbitrary_byte(&mut self) -> Res<TermId> {
        Ok(self.machine.input(self.state, 8, false))
    }
    fn arbitrary_character(&mut self) -> Res<M::Value> {
        let bits = self.machine.input(self.state, 32, true);
        let terms = self.terms();
        let (low, high) = (terms.bv_signed(32, -1), terms.bv_signed(32, 255));
        let (above, below) = (terms.sle(low, bits), terms.sle(bits, high));
        let range = terms.and(above, below);
        self.input_where(range)?;
        Ok(M::number(bits))
    }
    fn arbitrary_below(&mut self, limit: u64) -> Res<M::Value> {
        let width = self.machine.word_bits();
        let fewer = self.machine.input(self.state, width, false);
        let limit = self.machine.word_constant(limit);
        let below = self.terms().ult(fewer, limit);
        self.input_where(below)?;
        Ok(M::number(fewer))
    }
    fn output_fails(&mut self, _: &str) -> Res<bool> {
        self.choose("output fails")
    }

    fn resolve(&mut self, pointer: M::Value, size: u64, access: Access) -> Res<(M::Object, u64)> {
        self.machine.resolve(self.state, pointer, size, access)
    }
    fn new_block(&mut self, size: TermId, align: u64, zeroed: bool) -> Res<M::Value> {
        self.machine.new_block(self.state, size, align, zeroed)
    }
    fn block_to_free(&mut self, block: M::Value) -> Res<Option<M::Object>> {
        self.machine.block_to_free(self.state, block)
    }
    fn release(&mut self, object: M::Object) {
        self.machine.release(self.state, object);
    }
    fn replace(&mut self, (old, _): (M::Object, M::Value), new: M::Value) -> Res<M::Value> {
        self.machine.replace(self.state, old, new)?;
        Ok(new)
    }
    fn copy_bytes(&mut self, to: (M::Object, u64), from: (M::Object, u64), size: u64) -> Res<()> {
        self.machine.bulk(size)?;
        let bytes = self.extract(from, size);
        M::set_bytes(self.state, to.0, to.1, &bytes);
        Ok(())
    }
    fn fill(&mut self, (object, offset): (M::Object, u64), size: u64, with: Fill<M::Value>) -> Res<()> {
        let byte = match with {
            Fill::Zero => self.machine.zero_byte(),
            Fill::Undefined => self.machine.undefined_byte(),
            Fill::Value(value) if M::is_undefined(value) => self.machine.undefined_byte(),
            Fill::Value(value) if M::hides_address(value) => {
                return undetermined("memory is filled with a part of a pointer");
            }
            Fill::Value(value) => M::Byte::new(self.low_byte(value), 0, 0),
        };
        self.machine.fill(self.state, object, offset, size, byte)
    }
    fn fill_whole(&mut self, pointer: M::Value, size: TermId, value: M::Value) -> Res<bool> {
        if M::is_undefined(value) || M::hides_address(value) {
            return Ok(false);
        }
        let byte = M::Byte::new(self.low_byte(value), 0, 0);
        self.machine.fill_whole(self.state, pointer, size, byte)
    }
    fn load(&mut self, pointer: M::Value, scalar: Scalar) -> Res<M::Value> {
        self.machine.load(self.state, pointer, scalar)
    }
    fn load_stored(&mut self, (object, offset): (M::Object, u64), scalar: Scalar) -> Res<M::Value> {
        self.machine.load_at(self.state, object, offset, scalar)
    }
    fn store(&mut self, pointer: M::Value, scalar: Scalar, value: M::Value) -> Res<()> {
        self.machine.store(self.state, pointer, scalar, value, Access::Write)
    }
    fn extract(&mut self, (object, offset): (M::Object, u64), size: u64) -> Vec<M::Byte> {
        self.machine.copied(self.state, object, offset, size)
    }
    fn block_of(&mut self, bytes: Vec<TermId>) -> Vec<M::Byte> {
        bytes.into_iter().map(|term| M::Byte::new(term, 0, 0)).collect()
    }
    fn block_size(block: &Vec<M::Byte>) -> u64 {
        block.len() as u64
    }
    fn insert(&mut self, (object, offset): (M::Object, u64), block: &Vec<M::Byte>) {
        M::set_bytes(self.state, object, offset, block);
    }
    fn variable_arguments(&mut self) -> Option<M::Value> {
        let area = self.state.top().varargs?;
        Some(self.machine.pointer_to(self.state, area))
    }

    fn byte_at(&mut self, start: M::Value, index: u64) -> Res<TermId> {
        let address = self.machine.advance(start, index);
        let value = self.load(address, Scalar::U8)?;
        if M::is_undefined(value) {
            return fault(FindingKind::UninitRead);
        }
        if M::hides_address(value) {
            return undetermined("the bytes of a pointer are looked at");
        }
        Ok(M::bits(value))
    }
    fn low_byte(&mut self, value: M::Value) -> TermId {
        self.terms().extract(M::bits(value), 7, 0)
    }
    fn known_bytes(&mut self, bytes: &[u8]) -> Vec<TermId> {
        bytes.iter().map(|&byte| self.machine.constant(8, u128::from(byte))).collect()
    }
    fn value_of(&mut self, byte: TermId) -> Option<u8> {
        self.machine.solver().constant(byte).map(|byte| byte as u8)
    }
    fn ends_string(&mut self, byte: TermId) -> Res<bool> {
        let terms = self.terms();
        let zero = terms.bv_const(8, 0);
        let end = terms.eq(byte, zero);
        self.decide(end)
    }
    fn differ(&mut self, a: TermId, b: TermId) -> Res<bool> {
        let differ = self.terms().ne(a, b);
        self.decide(differ)
    }
    fn difference(&mut self, a: TermId, b: TermId) -> M::Value {
        let terms = self.terms();
        let (a, b) = (terms.zero_extend(a, 32), terms.zero_extend(b, 32));
        M::number(terms.sub(a, b))
    }
    fn widened(&mut self, byte: TermId) -> M::Value {
        M::number(self.terms().zero_extend(byte, 32))
    }

    fn shows_output(&self) -> bool {
        false
    }
    fn stream(&mut self, file: M::Value) -> Res<()> {
        let (object, _) = self.machine.locate(self.state, file)?;
        if M::kind(self.state, object) != Kind::Stream {
            self.resolve(file, 1, Access::Read)?;
        }
        Ok(())
    }
    fn standard_stream(&self, _: Option<u32>) {}
    fn emit(&mut self, (): (), _: &[TermId]) {}
    fn amount(&mut self, value: M::Value) -> Res<i32> {
        let what = "a width or precision";
        let bits = self.machine.value_of(self.state, M::bits(value), 16, &LIKELY_AMOUNTS, what)?;
        Ok(bits as i32)
    }
    /// How many digits there are is decided, not what they are.
    fn print_integer(
        &mut self,
        spec: &Spec,
        value: M::Value,
        scalar: Scalar,
        letter: u8,
    ) -> Res<Vec<TermId>> {
        if self.is_address(value) {
            return Ok(Vec::new());
        }
        let width = scalar.width(self.model());
        let rendered = |number: u128| match letter {
            b'd' => render::signed(spec, sign_extend(number, width)),
            _ => render::unsigned(spec, number, letter),
        };
        let bits = self.terms().extract(M::bits(value), width - 1, 0);
        if let Some(number) = self.machine.solver().constant(bits) {
            return Ok(self.known_bytes(&rendered(number)));
        }
        if spec.alternate || spec.precision == Some(0) {
            let terms = self.terms();
            let zero = terms.bv_const(width, 0);
            let is_zero = terms.eq(bits, zero);
            if self.decide(is_zero)? {
                return Ok(self.known_bytes(&rendered(0)));
            }
        }
        let negative = letter == b'd' && {
            let negative = self.terms().is_negative(bits);
            self.decide(negative)?
        };
        let magnitude = if negative { self.terms().neg(bits) } else { bits };
        let base: u128 = match letter {
            b'o' => 8,
            b'x' | b'X' => 16,
            b'b' | b'B' => 2,
            _ => 10,
        };
        let (mut count, mut above) = (1, base);
        while above >> width == 0 {
            let terms = self.terms();
            let bound = terms.bv_const(width, above);
            let below = terms.ult(magnitude, bound);
            if self.decide(below)? {
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
        let mut out = self.known_bytes(&pattern);
        let mut power = 1u128;
        for place in (end - count..end).rev() {
            out[place] = digit(self.terms(), magnitude, power, base, letter == b'X');
            power = power.wrapping_mul(base);
        }
        Ok(out)
    }
    fn floating(&mut self, value: M::Value, long: bool, _: u8) -> Res<f64> {
        if long {
            return unsupported("the text of a long double");
        }
        self.machine.floating(self.state, value)
    }
    fn narrow_character(&mut self, value: M::Value) -> Res<Option<TermId>> {
        if self.is_address(value) {
            return undetermined("the address of an object is printed");
        }
        let terms = self.terms();
        let limit = terms.bv_const(32, 128);
        let plain = terms.ult(M::bits(value), limit);
        Ok(if self.decide(plain)? { Some(self.low_byte(value)) } else { None })
    }
    fn is_address(&mut self, value: M::Value) -> bool {
        self.machine.is_address(self.state, value)
    }

    fn register_handler(&mut self, pointer: M::Value) -> Res<()> {
        let handler = self.machine.callee_at(self.state, pointer)?;
        if self.program().mismatch_of_pointer(handler, std::iter::empty(), None).is_some() {
            return fault(FindingKind::InvalidCall);
        }
        Rc::make_mut(&mut self.state.atexit).push(handler);
        Ok(())
    }
    fn string_to_float(&mut self, callee: Callee, args: &[ArgumentOf<'p, M>]) -> Res<ReturnedOf<'p, M>> {
        let (text, end) = (self.pointer(args, 0)?, self.pointer(args, 1)?);
        let scalar = match callee.wanted {
            Some(Passed::Scalar(scalar)) => scalar,
            _ => Scalar::F64,
        };
        self.machine.end_of_number(self.state, text, end)?;
        let value = match self.machine.any_float(self.state, scalar) {
            Some(value) => value,
            None => self.number_in_text(text, end, scalar)?,
        };
        Ok(Returned::Scalar(value, scalar))
    }
    fn math(&mut self, callee: Callee, args: &[ArgumentOf<'p, M>]) -> Res<ReturnedOf<'p, M>> {
        if let Intrinsic::Math(function) = callee.intrinsic
            && let Some(result) = self.computed(function, args)?
        {
            return Ok(result);
        }
        let scalar = match callee.wanted {
            Some(Passed::Scalar(scalar)) => scalar,
            _ => Scalar::F64,
        };
        match self.machine.any_float(self.state, scalar) {
            Some(value) => Ok(Returned::Scalar(value, scalar)),
            None => unsupported(format_args!("the function {}", self.function_name(callee.function))),
        }
    }
}
