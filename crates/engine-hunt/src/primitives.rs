//! The primitives on values that are terms: what they do is said in `semantics::execution`, what a value and a byte is here.
//!
//! A primitive that forks is undone and executed again in each case, so that it may decide as it goes.

use crate::call::{ArgValue, Returned};
use crate::fault::{Res, Stop, fault, undetermined, unknown, unsupported};
use crate::hunter::Hunter;
use crate::memory::{Kind, Life, NewObject};
use crate::state::State;
use encode::path::{Byte, ObjectId, Prov, Value};
use ir::{FuncId, Intrinsic, LocalId, Passed, Scalar};
use semantics::execution::{Callee, Ending, Execution, Fill};
use semantics::format::{Spec, render};
use smt::TermId;
use std::rc::Rc;
use verdict::{Access, Assumption, FindingKind, Property, UnknownKind};

/// Larger blocks are not modelled byte by byte.
const LARGEST: u64 = 1 << 30;
/// What a width or a precision is often.
const LIKELY_AMOUNTS: [u128; 6] = [0, 1, 8, 16, 100, 1000];

/// A state in which something is executed.
pub(crate) struct Path<'a, 'p> {
    pub(crate) hunter: &'a mut Hunter<'p>,
    pub(crate) state: &'a mut State,
}

impl Hunter<'_> {
    pub(crate) fn intrinsic(
        &mut self,
        state: &mut State,
        (intrinsic, function): (Intrinsic, FuncId),
        args: &[ArgValue],
        dst: Option<LocalId>,
    ) -> Res<Returned> {
        let wanted = dst.map(|local| {
            let local = &self.body(state).locals[local];
            match local.register {
                true => Passed::Scalar(local.scalar.unwrap_or(Scalar::I32)),
                false => Passed::Block(self.program.types[local.ty].size),
            }
        });
        Path { hunter: self, state }.primitive(Callee { intrinsic, function, wanted }, args)
    }

    pub(crate) fn asked(&self, property: Property) -> bool {
        self.policy.asks(property)
    }

    /// The pointer as one to what its block is now: if the block was resized, and the pointer matters, this decides whether it was
    /// in place.
    pub(crate) fn after_resizing(&mut self, state: &State, pointer: Value) -> Res<Value> {
        let mut pointer = pointer;
        while let Prov::Plain(id) | Prov::Derived(id) = pointer.prov
            && let Some((new, in_place)) = state.memory.get(id).resized
            && self.decide(state, in_place)?
        {
            pointer.prov = match pointer.prov {
                Prov::Derived(_) => Prov::Derived(new),
                _ => Prov::Plain(new),
            };
        }
        Ok(pointer)
    }

    /// An input in a range that contains zero.
    fn input_where(&mut self, state: &mut State, holds: TermId) -> Res<()> {
        // A new input is zero in every model.
        let model = state.model.clone();
        match self.oracle.model_of(state, holds)? {
            Some(case) => state.assume(holds, case.model),
            None => state.assume(holds, model),
        }
        Ok(())
    }

    /// The digit of a number that counts so much, as a letter.
    fn digit(&mut self, number: TermId, power: u128, base: u128, upper: bool) -> TermId {
        let terms = &mut self.oracle.terms;
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
}

impl Path<'_, '_> {
    fn decide(&mut self, condition: TermId) -> Res<bool> {
        self.hunter.oracle.decide(self.state, condition)
    }
}

impl Execution for Path<'_, '_> {
    type Value = Value;
    type Pointer = Value;
    type Size = TermId;
    type Byte = TermId;
    type Block = Vec<Byte>;
    type Object = ObjectId;
    type Stream = ();
    type Stop = Box<Stop>;
    const PRINT_LIMIT: usize = 1 << 20;

    fn program(&self) -> &ir::Program {
        self.hunter.program
    }
    fn is_run(&self) -> bool {
        false
    }
    fn malloc_may_fail(&self) -> bool {
        self.hunter.config.analysis.malloc_may_fail
    }
    fn assume(&mut self, assumption: Assumption) {
        self.hunter.assumptions.insert(assumption);
    }
    fn charge(&mut self, bytes: u64) -> Res<()> {
        self.hunter.tick(bytes)
    }

    fn fault(&self, kind: FindingKind, _: &str) -> Box<Stop> {
        Box::new(Stop::Fault(kind))
    }
    fn unknown(&self, kind: UnknownKind, message: &str) -> Box<Stop> {
        Box::new(Stop::Unknown(kind, message.to_owned()))
    }
    fn unsupported(&self, what: &str) -> Box<Stop> {
        let message = format!("{what} is not supported by the hunters");
        Box::new(Stop::Unknown(UnknownKind::Unsupported, message))
    }
    fn overlap(&self, _: (ObjectId, u64), _: (ObjectId, u64), _: u64) -> Box<Stop> {
        Box::new(Stop::Fault(FindingKind::Overlap))
    }
    fn is_out_of_bounds(stop: &Box<Stop>) -> bool {
        matches!(**stop, Stop::Fault(FindingKind::OutOfBounds))
    }
    fn ends(&self, ending: Ending, _: Value) -> Box<Stop> {
        Box::new(if ending == Ending::Exit { Stop::Exit } else { Stop::ExitNow })
    }
    fn aborts(&self) -> Box<Stop> {
        Box::new(Stop::Abort)
    }
    fn does_not_count(&self) -> Box<Stop> {
        Box::new(Stop::Assumed)
    }

    fn int(&mut self, scalar: Scalar, value: i128) -> Value {
        self.hunter.int(scalar, value)
    }
    fn cast(&mut self, from: Scalar, to: Scalar, value: Value) -> Res<Value> {
        self.hunter.cast(self.state, from, to, value)
    }
    fn is_undefined(&self, value: Value) -> bool {
        value.undef
    }
    fn depends_on_address(&self, value: Value, _: Scalar) -> bool {
        !value.prov.is_none()
    }
    fn is_true(&mut self, value: Value, scalar: Scalar) -> Res<bool> {
        if !value.prov.is_none() {
            // An object's address is not null.
            return Ok(true);
        }
        if scalar.is_float() {
            let bits = self.hunter.sampled(self.state, value.bits)?;
            return Ok(bits & !(1 << (scalar.width(self.hunter.model) - 1)) != 0);
        }
        let condition = self.hunter.oracle.terms.bv_to_bool(value.bits);
        self.decide(condition)
    }
    fn pointer_of(&mut self, value: Value) -> Value {
        value
    }
    fn value_of_pointer(&mut self, pointer: Value) -> Value {
        pointer
    }
    fn null(&mut self) -> Value {
        self.hunter.null()
    }
    fn is_null(&mut self, pointer: Value) -> Res<bool> {
        if !pointer.prov.is_none() {
            return Ok(false);
        }
        let null = self.hunter.null();
        let equal = self.hunter.oracle.terms.eq(pointer.bits, null.bits);
        self.decide(equal)
    }
    fn advance(&mut self, pointer: Value, bytes: u64) -> Value {
        self.hunter.advance(pointer, bytes)
    }
    fn align_up(&mut self, pointer: Value, align: u64) -> Value {
        match self.hunter.oracle.constant(pointer.bits) {
            Some(at) => {
                Value { bits: self.hunter.word_constant((at as u64).next_multiple_of(align)), ..pointer }
            }
            None => pointer,
        }
    }

    fn size(&mut self, value: Value, scalar: Scalar) -> TermId {
        let width = self.hunter.word_bits();
        self.hunter.oracle.terms.resize(value.bits, width, scalar.is_signed())
    }
    fn product(&mut self, a: TermId, b: TermId) -> Res<Option<TermId>> {
        let over = self.hunter.oracle.terms.umul_overflows(a, b);
        Ok(if self.decide(over)? { None } else { Some(self.hunter.oracle.terms.mul(a, b)) })
    }
    fn exceeds(&mut self, size: TermId, limit: u64) -> Res<bool> {
        let limit = self.hunter.word_constant(limit);
        let above = self.hunter.oracle.terms.ugt(size, limit);
        self.decide(above)
    }
    fn bytes_of(&mut self, size: TermId) -> Res<u64> {
        self.hunter.size_value(self.state, size)
    }
    fn count(&mut self, size: TermId, ranges: &[Value]) -> Res<u64> {
        if let Some(known) = self.hunter.oracle.constant(size) {
            return Ok(known as u64);
        }
        let zero = self.hunter.word_constant(0);
        let none = self.hunter.oracle.terms.eq(size, zero);
        if self.decide(none)? {
            return Ok(0);
        }
        for &pointer in ranges {
            let (id, offset) = self.hunter.locate(self.state, pointer)?;
            let total = self.hunter.live_object(self.state, id)?.size;
            let total = self.hunter.word_constant(total);
            let terms = &mut self.hunter.oracle.terms;
            let starts = terms.ule(offset, total);
            let room = terms.sub(total, offset);
            let fits = terms.ule(size, room);
            let inside = terms.and(starts, fits);
            if !self.decide(inside)? {
                return fault(FindingKind::OutOfBounds);
            }
        }
        self.bytes_of(size)
    }

    fn choose(&mut self, _: &'static str) -> Res<bool> {
        let choice = self.hunter.arbitrary_choice(self.state);
        self.decide(choice)
    }
    fn nondeterministic(&mut self, function: FuncId) -> Res<Returned> {
        self.arbitrary_result(function)
    }
    fn arbitrary(&mut self, scalar: Scalar, is_bool: bool) -> Res<Value> {
        if !is_bool {
            return Ok(self.hunter.arbitrary(self.state, scalar));
        }
        let bit = self.hunter.input(self.state, 1, false);
        Ok(Value::int(self.hunter.oracle.terms.zero_extend(bit, 8)))
    }
    fn arbitrary_byte(&mut self) -> Res<TermId> {
        Ok(self.hunter.input(self.state, 8, false))
    }
    fn arbitrary_character(&mut self) -> Res<Value> {
        let bits = self.hunter.input(self.state, 32, true);
        let terms = &mut self.hunter.oracle.terms;
        let (low, high) = (terms.bv_signed(32, -1), terms.bv_signed(32, 255));
        let (above, below) = (terms.sle(low, bits), terms.sle(bits, high));
        let range = terms.and(above, below);
        self.hunter.input_where(self.state, range)?;
        Ok(Value::int(bits))
    }
    fn arbitrary_below(&mut self, limit: u64) -> Res<Value> {
        let width = self.hunter.word_bits();
        let fewer = self.hunter.input(self.state, width, false);
        let limit = self.hunter.word_constant(limit);
        let below = self.hunter.oracle.terms.ult(fewer, limit);
        self.hunter.input_where(self.state, below)?;
        Ok(Value::int(fewer))
    }
    fn output_fails(&mut self, name: &str) -> Res<bool> {
        let _ = name;
        self.choose("output fails")
    }

    fn resolve(&mut self, pointer: Value, size: u64, access: Access) -> Res<(ObjectId, u64)> {
        self.hunter.resolve(self.state, pointer, size, access)
    }
    fn new_block(&mut self, size: u64, align: u64, zeroed: bool) -> Res<Value> {
        if size > LARGEST || size > self.hunter.budget.memory / 2 {
            return unknown(
                UnknownKind::MemoryBudget,
                format!("a block of {size} bytes does not fit the memory budget"),
            );
        }
        let span = self.hunter.span(self.state);
        let fill = if zeroed { self.hunter.zero_byte } else { self.hunter.undef_byte };
        let new = NewObject { size, align, kind: Kind::Heap, span, name: None, fill };
        let id = self.state.memory.allocate(new);
        Ok(self.hunter.object_pointer(id))
    }
    fn block_to_free(&mut self, block: Value) -> Res<Option<ObjectId>> {
        if block.undef {
            return fault(FindingKind::WildFree);
        }
        if block.prov.is_none() {
            if self.is_null(block)? {
                return Ok(None);
            }
            self.hunter.not_foreign(self.state, block)?;
            if self.state.exposed {
                return undetermined("an integer is given to free");
            }
            return fault(FindingKind::WildFree);
        }
        let (id, offset) = self.hunter.locate(self.state, block)?;
        let object = self.state.memory.get(id);
        if object.kind != Kind::Heap {
            return fault(FindingKind::NonHeapFree);
        }
        if !object.is_live() {
            return fault(FindingKind::DoubleFree);
        }
        let zero = self.hunter.word_constant(0);
        let start = self.hunter.oracle.terms.eq(offset, zero);
        if !self.decide(start)? {
            return fault(FindingKind::InteriorFree);
        }
        Ok(Some(id))
    }
    fn release(&mut self, object: ObjectId) {
        self.state.memory.kill(object, Life::Freed);
    }
    /// The block moves; whether it does is left open until somebody uses a pointer to where it was.
    fn replace(&mut self, (id, _): (ObjectId, Value), new: Value) -> Res<Value> {
        let Some(new_id) = new.prov.object() else { return Ok(new) };
        let memory = &mut self.state.memory;
        let common = memory.get(id).size.min(memory.get(new_id).size);
        self.hunter.bulk(common)?;
        let bytes = memory.bytes(id, 0, common);
        memory.set_bytes(new_id, 0, &bytes);
        let in_place = self.hunter.arbitrary_choice(self.state);
        self.release(id);
        self.state.memory.get_mut(id).resized = Some((new_id, in_place));
        Ok(new)
    }
    fn copy_bytes(&mut self, to: (ObjectId, u64), from: (ObjectId, u64), size: u64) -> Res<()> {
        self.hunter.bulk(size)?;
        let bytes = self.extract(from, size);
        self.state.memory.set_bytes(to.0, to.1, &bytes);
        Ok(())
    }
    fn fill(&mut self, (id, offset): (ObjectId, u64), size: u64, with: Fill<Value>) -> Res<()> {
        let byte = match with {
            Fill::Zero => self.hunter.zero_byte,
            Fill::Undefined => self.hunter.undef_byte,
            Fill::Value(value) if value.undef => self.hunter.undef_byte,
            Fill::Value(value) if value.prov.is_none() => {
                Byte { term: self.low_byte(value), ..self.hunter.zero_byte }
            }
            Fill::Value(_) => return undetermined("memory is filled with a part of a pointer"),
        };
        self.hunter.fill(self.state, id, offset, size, byte)
    }
    fn load(&mut self, pointer: Value, scalar: Scalar) -> Res<Value> {
        self.hunter.load(self.state, pointer, scalar)
    }
    fn load_stored(&mut self, (id, offset): (ObjectId, u64), scalar: Scalar) -> Res<Value> {
        self.hunter.load_at(self.state, id, offset, scalar)
    }
    fn store(&mut self, pointer: Value, scalar: Scalar, value: Value) -> Res<()> {
        self.hunter.store(self.state, pointer, scalar, value, Access::Write)
    }
    fn extract(&mut self, (id, offset): (ObjectId, u64), size: u64) -> Vec<Byte> {
        self.hunter.copied(self.state, id, offset, size)
    }
    fn block_of(&mut self, bytes: Vec<TermId>) -> Vec<Byte> {
        bytes.into_iter().map(|term| Byte { term, ..self.hunter.zero_byte }).collect()
    }
    fn block_size(block: &Vec<Byte>) -> u64 {
        block.len() as u64
    }
    fn insert(&mut self, (id, offset): (ObjectId, u64), block: &Vec<Byte>) {
        self.state.memory.set_bytes(id, offset, block);
    }
    fn variable_arguments(&mut self) -> Option<Value> {
        let area = self.state.top().varargs?;
        Some(self.hunter.object_pointer(area))
    }

    fn byte_at(&mut self, start: Value, index: u64) -> Res<TermId> {
        let address = self.hunter.advance(start, index);
        let value = self.load(address, Scalar::U8)?;
        if value.undef {
            return fault(FindingKind::UninitRead);
        }
        if !value.prov.is_none() {
            return undetermined("the bytes of a pointer are looked at");
        }
        Ok(value.bits)
    }
    fn low_byte(&mut self, value: Value) -> TermId {
        self.hunter.oracle.terms.extract(value.bits, 7, 0)
    }
    fn known_bytes(&mut self, bytes: &[u8]) -> Vec<TermId> {
        bytes.iter().map(|&byte| self.hunter.constant(8, u128::from(byte))).collect()
    }
    fn value_of(&self, byte: TermId) -> Option<u8> {
        self.hunter.oracle.constant(byte).map(|byte| byte as u8)
    }
    fn ends_string(&mut self, byte: TermId) -> Res<bool> {
        let zero = self.hunter.zero_byte.term;
        let end = self.hunter.oracle.terms.eq(byte, zero);
        self.decide(end)
    }
    fn differ(&mut self, a: TermId, b: TermId) -> Res<bool> {
        let differ = self.hunter.oracle.terms.ne(a, b);
        self.decide(differ)
    }
    fn difference(&mut self, a: TermId, b: TermId) -> Value {
        let (a, b) = (self.widened(a), self.widened(b));
        Value::int(self.hunter.oracle.terms.sub(a.bits, b.bits))
    }
    fn widened(&mut self, byte: TermId) -> Value {
        Value::int(self.hunter.oracle.terms.zero_extend(byte, 32))
    }

    fn shows_output(&self) -> bool {
        false
    }
    fn stream(&mut self, file: Value) -> Res<()> {
        let (id, _) = self.hunter.locate(self.state, file)?;
        if !matches!(self.state.memory.get(id).kind, Kind::Stream) {
            self.resolve(file, 1, Access::Read)?;
        }
        Ok(())
    }
    fn standard_stream(&self, _: Option<u32>) {}
    fn emit(&mut self, (): (), _: &[TermId]) {}
    fn amount(&mut self, value: Value) -> Res<i32> {
        let what = "a width or precision";
        let bits = self.hunter.oracle.value(self.state, value.bits, 16, &LIKELY_AMOUNTS, what)?;
        Ok(bits as i32)
    }
    /// How many digits there are is decided, not what they are.
    fn print_integer(&mut self, spec: &Spec, value: Value, scalar: Scalar, letter: u8) -> Res<Vec<TermId>> {
        if !value.prov.is_none() {
            return Ok(Vec::new());
        }
        let width = scalar.width(self.hunter.model);
        let rendered = |number: u128| match letter {
            b'd' => render::signed(spec, crate::eval::sign_extend(number, width)),
            _ => render::unsigned(spec, number, letter),
        };
        let bits = self.hunter.oracle.terms.extract(value.bits, width - 1, 0);
        if let Some(number) = self.hunter.oracle.constant(bits) {
            return Ok(self.known_bytes(&rendered(number)));
        }
        if spec.alternate || spec.precision == Some(0) {
            let zero = self.hunter.constant(width, 0);
            let is_zero = self.hunter.oracle.terms.eq(bits, zero);
            if self.decide(is_zero)? {
                return Ok(self.known_bytes(&rendered(0)));
            }
        }
        let negative = letter == b'd' && {
            let negative = self.hunter.oracle.terms.is_negative(bits);
            self.decide(negative)?
        };
        let magnitude = if negative { self.hunter.oracle.terms.neg(bits) } else { bits };
        let base: u128 = match letter {
            b'o' => 8,
            b'x' | b'X' => 16,
            b'b' | b'B' => 2,
            _ => 10,
        };
        let (mut count, mut above) = (1, base);
        while above >> width == 0 {
            let bound = self.hunter.constant(width, above);
            let below = self.hunter.oracle.terms.ult(magnitude, bound);
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
            out[place] = self.hunter.digit(magnitude, power, base, letter == b'X');
            power = power.wrapping_mul(base);
        }
        Ok(out)
    }
    fn floating(&mut self, value: Value, long: bool, _: u8) -> Res<f64> {
        if long {
            return unsupported("the text of a long double");
        }
        Ok(f64::from_bits(self.hunter.sampled(self.state, value.bits)? as u64))
    }
    fn narrow_character(&mut self, value: Value) -> Res<Option<TermId>> {
        if !value.prov.is_none() {
            return undetermined("the address of an object is printed");
        }
        let limit = self.hunter.constant(32, 128);
        let plain = self.hunter.oracle.terms.ult(value.bits, limit);
        Ok(if self.decide(plain)? { Some(self.low_byte(value)) } else { None })
    }
    fn is_address(&self, value: Value) -> bool {
        !value.prov.is_none()
    }

    fn register_handler(&mut self, pointer: Value) -> Res<()> {
        let handler = self.hunter.handler(self.state, pointer)?;
        Rc::make_mut(&mut self.state.atexit).push(handler);
        Ok(())
    }
    fn string_to_float(&mut self, callee: Callee, args: &[ArgValue]) -> Res<Returned> {
        self.math(callee, args)
    }
    fn math(&mut self, callee: Callee, _: &[ArgValue]) -> Res<Returned> {
        unsupported(format_args!("the function {}", self.function_name(callee.function)))
    }
}
