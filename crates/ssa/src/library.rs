//! The primitives that library functions are made of.

use crate::CheckKind;
use crate::build::{Builder, ObjectInfo, ObjectKey, ObjectKind, Res};
use crate::exec::Returned;
use crate::place::Use;
use crate::state::State;
use encode::cells::{Object, Rest};
use encode::pointer::{NO_OBJECT, OBJECT_BITS, ObjectId, UNKNOWN_OBJECT, Value, as_number, as_pointer};
use ir::{Arg, BlockId, Call, FuncId, Intrinsic, MathFunction, Print, Scalar, Write};
use semantics::Consequence;
use semantics::address::largest_block;
use semantics::output::{self, Stream, Written};
use smt::TermId;
use std::rc::Rc;
use verdict::{Assumption, FindingKind};

/// Blocks up to this size are copied and filled cell by cell.
const MOST_BYTES: u64 = 4096;

impl Builder<'_> {
    /// A failure that ends the run; if nobody asks about it, the run ends there.
    fn fails_where(&mut self, state: &mut State, kind: FindingKind, fails: TermId) {
        if self.options.policy.consequence(kind) == Consequence::Ends {
            let guard = self.terms.and(state.guard, fails);
            self.at_exit(&State { guard, ..state.clone() });
            let goes_on = self.terms.not(fails);
            state.guard = self.terms.and(state.guard, goes_on);
            return;
        }
        self.require(state, CheckKind::Finding(kind), fails);
    }

    pub(crate) fn library(
        &mut self,
        block: BlockId,
        which: Intrinsic,
        func: FuncId,
        call: &Call,
        mut state: State,
    ) -> Res<Option<(State, Returned)>> {
        let state_ref = &mut state;
        let returned = match which {
            Intrinsic::Nondet => self.any_result(state_ref, func),
            Intrinsic::Assume => {
                let holds = self.truth(state_ref, call);
                self.choice(holds);
                state.guard = self.terms.and(state.guard, holds);
                Returned::Nothing
            }
            Intrinsic::Assert => {
                let holds = self.truth(state_ref, call);
                let fails = self.terms.not(holds);
                self.fails_where(state_ref, FindingKind::AssertionFailed, fails);
                Returned::Nothing
            }
            Intrinsic::AssertFail => {
                self.fails_where(state_ref, FindingKind::AssertionFailed, TermId::TRUE);
                return Ok(None);
            }
            Intrinsic::ReachError => {
                self.fails_where(state_ref, FindingKind::ErrorReached, TermId::TRUE);
                return Ok(None);
            }
            Intrinsic::BadArgument => {
                self.check(state_ref, CheckKind::Finding(FindingKind::BadArgument), TermId::TRUE);
                return Ok(None);
            }
            Intrinsic::Abort => {
                self.at_abort(state_ref);
                return Ok(None);
            }
            Intrinsic::Summarise => {
                // Loops that are cut want the model's summary, bounded runs its steps.
                let summarise = self.options.unwind.step > 0;
                let answer = self.terms.bv_const(32, u128::from(summarise));
                Returned::Scalar(Value::Number(answer), Scalar::I32)
            }
            Intrinsic::LikeGlibc => {
                let no = self.terms.bv_const(32, 0);
                Returned::Scalar(Value::Number(no), Scalar::I32)
            }
            Intrinsic::Exit | Intrinsic::ExitNow => {
                self.at_exit(state_ref);
                return Ok(None);
            }
            Intrinsic::Plot | Intrinsic::VaEnd => Returned::Nothing,
            Intrinsic::Nop => match self.result_scalar(func) {
                Some(Scalar::Ptr) => Returned::Scalar(Value::null(self.terms, self.word), Scalar::Ptr),
                Some(scalar) => {
                    let zero = self.terms.bv_const(scalar.width(self.model), 0);
                    Returned::Scalar(Value::Number(zero), scalar)
                }
                None => Returned::Nothing,
            },
            Intrinsic::Math(function) => match self.computed(state_ref, call, function) {
                Some((bits, scalar)) => Returned::Scalar(Value::Number(bits), scalar),
                None => self.unpredicted(func),
            },
            Intrinsic::Allocate => {
                let size = self.size(state_ref, call, 0);
                self.allocated(state_ref, block, size, Rest::Any)?
            }
            Intrinsic::AllocateZeroed => {
                let (count, each) = (self.size(state_ref, call, 0), self.size(state_ref, call, 1));
                let too_much = self.terms.umul_overflows(count, each);
                let fits = self.terms.not(too_much);
                let size = self.terms.mul(count, each);
                let mut made = state.clone();
                made.guard = self.terms.and(made.guard, fits);
                let returned = self.allocated(&mut made, block, size, Rest::Zero)?;
                let guard = self.terms.and(state.guard, too_much);
                let failed = State { guard, ..state };
                return Ok(self.either(made, returned, failed));
            }
            Intrinsic::Resize => return self.resize(block, call, state),
            // Bounded runs would have to say which bytes.
            Intrinsic::NondetMemory if self.options.unwind.step > 0 => {
                let start = self.argument(state_ref, call, 0);
                let size = self.size(state_ref, call, 1);
                self.forget_range(state_ref, start, size);
                Returned::Nothing
            }
            Intrinsic::Free => {
                let pointer = self.argument(state_ref, call, 0);
                self.free(state_ref, pointer);
                Returned::Nothing
            }
            Intrinsic::Copy | Intrinsic::Move => {
                let (to, from) = (self.argument(state_ref, call, 0), self.argument(state_ref, call, 1));
                let size = self.size(state_ref, call, 2);
                self.copy_range(state_ref, to, from, size, which == Intrinsic::Copy);
                Returned::Scalar(to, Scalar::Ptr)
            }
            Intrinsic::Fill => {
                let to = self.argument(state_ref, call, 0);
                let byte = self.argument(state_ref, call, 1);
                let size = self.size(state_ref, call, 2);
                self.fill_range(state_ref, to, byte, size);
                Returned::Scalar(to, Scalar::Ptr)
            }
            Intrinsic::FindEnd | Intrinsic::FindEndWithin => {
                let string = self.argument(state_ref, call, 0);
                let most = (which == Intrinsic::FindEndWithin).then(|| self.size(state_ref, call, 1));
                let Some(length) = self.string_length(state_ref, string, most) else {
                    return self.unsupported_function(state_ref, func);
                };
                Returned::Scalar(Value::Number(length), self.model.unsigned_word())
            }
            Intrinsic::Getchar => {
                let byte = self.input(state_ref, 32, true);
                let (least, most) = (self.terms.bv_signed(32, -1), self.terms.bv_const(32, 255));
                let (above, below) = (self.terms.sle(least, byte), self.terms.sle(byte, most));
                let is_byte = self.terms.and(above, below);
                state.guard = self.terms.and(state.guard, is_byte);
                Returned::Scalar(Value::Number(byte), Scalar::I32)
            }
            Intrinsic::Print(print) if self.prints_nothing_unknown(state_ref, print, call) => {
                self.unpredicted(func)
            }
            Intrinsic::Write(write) if self.writes_nothing_unknown(state_ref, write, call) => {
                self.unpredicted(func)
            }
            _ => return self.unsupported_function(state_ref, func),
        };
        Ok(Some((state, returned)))
    }

    /// Whether a call prints to the standard output, by a constant format that fits the arguments, nothing but numbers and strings
    /// whose ends are known. What it returns is any number, since output may fail.
    fn prints_nothing_unknown(&mut self, state: &mut State, print: Print, call: &Call) -> bool {
        let format = self.argument(state, call, output::format_argument(print));
        let Some(format) = self.known_text(state, format) else { return false };
        let Some(strings) = output::printed_strings(print, &format, call, self.model) else { return false };
        strings.into_iter().all(|place| {
            let string = self.argument(state, call, place);
            self.string_length(state, string, None).is_some()
        })
    }

    /// Likewise for functions that write bytes as they are.
    fn writes_nothing_unknown(&mut self, state: &mut State, write: Write, call: &Call) -> bool {
        let meaning = output::meaning(write);
        match (meaning.to, meaning.what) {
            (Stream::Output, Written::Byte { .. }) => true,
            (Stream::Output, Written::Text { argument, .. }) => {
                let string = self.argument(state, call, argument);
                self.string_length(state, string, None).is_some()
            }
            _ => false,
        }
    }

    /// A result that is no input of the program.
    fn unpredicted(&mut self, func: FuncId) -> Returned {
        match self.result_scalar(func) {
            Some(scalar) => {
                let any = encode::pointer::fresh(self.terms, scalar.width(self.model));
                Returned::Scalar(Value::Number(any), scalar)
            }
            None => Returned::Nothing,
        }
    }

    fn unsupported_function(&mut self, state: &mut State, func: FuncId) -> Res<Option<(State, Returned)>> {
        let name = self.program.names.resolve(self.program.functions[func].name);
        self.unsupported(state, format!("the function `{name}`"));
        Ok(None)
    }

    fn argument(&mut self, state: &mut State, call: &Call, index: usize) -> Value {
        match call.args.get(index) {
            Some(Arg::Scalar(operand, _)) => self.operand(state, *operand),
            _ => Value::Any,
        }
    }

    /// What a function of floating numbers gives, if C and IEEE 754 determine it.
    fn computed(
        &mut self,
        state: &mut State,
        call: &Call,
        function: MathFunction,
    ) -> Option<(TermId, Scalar)> {
        let mut arguments = Vec::new();
        let mut of = None;
        for argument in &call.args {
            let Arg::Scalar(operand, scalar) = argument else { return None };
            if of.is_some_and(|of| of != *scalar) {
                return None;
            }
            of = Some(*scalar);
            arguments.push(self.number(state, *operand, scalar.width(self.model)));
        }
        encode::float::function(self.terms, function, of?, &arguments)
    }

    /// A `size_t`.
    fn size(&mut self, state: &mut State, call: &Call, index: usize) -> TermId {
        let Some(Arg::Scalar(operand, scalar)) = call.args.get(index) else {
            return encode::pointer::fresh(self.terms, self.word);
        };
        let value = self.operand(state, *operand);
        let number = as_number(self.terms, value, scalar.width(self.model));
        self.terms.resize(number, self.word, scalar.is_signed())
    }

    fn truth(&mut self, state: &mut State, call: &Call) -> TermId {
        let Some(Arg::Scalar(operand, scalar)) = call.args.first() else { return TermId::TRUE };
        let value = self.operand(state, *operand);
        if scalar.is_float() {
            let bits = as_number(self.terms, value, scalar.width(self.model));
            return match scalar {
                Scalar::F32 | Scalar::F64 => encode::float::is_nonzero(self.terms, bits),
                _ => self.terms.fresh("truth", smt::Sort::Bool),
            };
        }
        if let Value::Pointer { object, offset } = value {
            let null = Value::null(self.terms, self.word);
            let (none, zero) = as_pointer(self.terms, null, self.word);
            let equal = self.pointers_equal(state, (object, offset), (none, zero));
            return self.terms.not(equal);
        }
        let width = scalar.width(self.model);
        let number = as_number(self.terms, value, width);
        let zero = self.terms.bv_const(width, 0);
        self.terms.ne(number, zero)
    }

    /// A new object of a size, for a place.
    pub(crate) fn allocate(&mut self, key: ObjectKey, kind: ObjectKind, size: TermId) -> Res<ObjectId> {
        let id = self.object(key, |_| ObjectInfo { kind, size, constant: false, symbol: None })?;
        self.objects[usize::from(id)].size = size;
        if kind == ObjectKind::Local
            && let Some(owned) = self.owned.last_mut()
        {
            owned.push(id);
        }
        Ok(id)
    }

    fn allocated(&mut self, state: &mut State, block: BlockId, size: TermId, rest: Rest) -> Res<Returned> {
        let key = ObjectKey::Site(self.context, state.top().func, block);
        // A large block may or may not be had.
        let most = self.terms.bv_const(self.word, largest_block(self.model).into());
        let is_too_large = self.terms.ugt(size, most);
        let large = self.terms.bv_const(self.word, 1 << 30);
        let is_small = self.terms.ult(size, large);
        let fails = match (self.options.malloc_may_fail, self.terms.bool_constant(is_small)) {
            (false, Some(true)) => {
                self.assume(state, Assumption::MallocSucceeds, TermId::TRUE);
                return Ok(Returned::Scalar(self.new_block(state, key, size, rest)?, Scalar::Ptr));
            }
            (true, _) => {
                let bit = self.input(state, 1, false);
                let fails = self.terms.bv_to_bool(bit);
                self.terms.or(fails, is_too_large)
            }
            (false, _) => {
                self.assume(state, Assumption::MallocSucceeds, is_small);
                let fails = self.terms.fresh("failed", smt::Sort::Bool);
                let is_large = self.terms.not(is_small);
                let fails = self.terms.and(fails, is_large);
                self.terms.or(fails, is_too_large)
            }
        };
        let works = self.terms.not(fails);
        self.choice(fails);
        let mut made = state.clone();
        made.guard = self.terms.and(state.guard, works);
        let pointer = self.new_block(&mut made, key, size, rest)?;
        let mut failed = state.clone();
        failed.guard = self.terms.and(state.guard, fails);
        let null = Value::null(self.terms, self.word);
        let value = encode::pointer::choose(self.terms, made.guard, pointer, null, self.word, self.word);
        if let Some(joined) = self.join(vec![made, failed], None) {
            *state = joined;
        }
        Ok(Returned::Scalar(value, Scalar::Ptr))
    }

    /// A new block: one object where it is made once, a witness and others where it may be made often.
    fn new_block(&mut self, state: &mut State, key: ObjectKey, size: TermId, rest: Rest) -> Res<Value> {
        if self.cut_depth > 0 {
            return self.allocate_node(state, key, size, rest);
        }
        let id = self.allocate(key, ObjectKind::Heap, size)?;
        self.is_linking = true;
        self.replace(state, id, Object::new(TermId::TRUE, rest));
        if !self.terms.is_constant(size) {
            self.start_array(state, id, rest);
        }
        self.is_linking = false;
        let object = self.terms.bv_const(OBJECT_BITS, u128::from(id));
        self.new_path_object(state, object, rest == Rest::Zero, None);
        let zero = self.terms.bv_const(self.word, 0);
        Ok(Value::Pointer { object, offset: zero })
    }

    /// One of two outcomes of an allocation: a block or null.
    fn either(&mut self, made: State, returned: Returned, failed: State) -> Option<(State, Returned)> {
        let null = Value::null(self.terms, self.word);
        let condition = made.guard;
        let returned = match returned {
            Returned::Scalar(value, scalar) => {
                let value = encode::pointer::choose(self.terms, condition, value, null, self.word, self.word);
                Returned::Scalar(value, scalar)
            }
            other => other,
        };
        let state = self.join(vec![made, failed], None)?;
        Some((state, returned))
    }

    fn free(&mut self, state: &mut State, pointer: Value) {
        let (object, offset) = as_pointer(self.terms, pointer, self.word);
        let Some(possible) = self.possible_objects(object) else {
            return self.unsupported(state, "a `free` of a pointer whose targets are not known");
        };
        let zero = self.terms.bv_const(self.word, 0);
        let start = self.terms.eq(offset, zero);
        let inside = self.terms.not(start);
        for id in possible {
            let here = self.is_object(object, id);
            if id == UNKNOWN_OBJECT {
                let what = "a `free` of a pointer of which nothing is known".to_owned();
                self.require(state, CheckKind::Unsupported(what), here);
                continue;
            }
            if id == NO_OBJECT {
                let wild = self.terms.and(here, inside);
                self.require(state, CheckKind::Finding(FindingKind::WildFree), wild);
                continue;
            }
            if matches!(self.objects[usize::from(id)].kind, ObjectKind::Others(_)) {
                continue;
            }
            if self.objects[usize::from(id)].kind != ObjectKind::Heap {
                self.require(state, CheckKind::Finding(FindingKind::NonHeapFree), here);
                continue;
            }
            let old = self.object_in(&Rc::clone(&state.memory), id);
            let dead = self.terms.not(old.live);
            let dead = self.terms.and(here, dead);
            self.require(state, CheckKind::Finding(FindingKind::DoubleFree), dead);
            let interior = self.terms.and(here, inside);
            self.require(state, CheckKind::Finding(FindingKind::InteriorFree), interior);
            let mut new = Object::clone(&old);
            let kept = self.terms.not(here);
            new.live = self.terms.and(old.live, kept);
            // What it held does not matter where it is freed.
            Rc::make_mut(&mut state.memory).insert(id, Rc::new(new));
        }
        self.unlink(state, object);
    }

    fn known_size(&self, size: TermId) -> Option<u64> {
        self.terms.constant(size).and_then(smt::Bv::to_u64).filter(|size| *size <= MOST_BYTES)
    }

    fn copy_range(&mut self, state: &mut State, to: Value, from: Value, size: TermId, apart: bool) {
        let (dst, src) = (as_pointer(self.terms, to, self.word), as_pointer(self.terms, from, self.word));
        if apart {
            let same = self.terms.eq(dst.0, src.0);
            let distance = self.terms.sub(dst.1, src.1);
            let back = self.terms.neg(distance);
            let near = self.terms.ult(distance, size);
            let near_back = self.terms.ult(back, size);
            let overlap = self.terms.or(near, near_back);
            let fails = self.terms.and(same, overlap);
            self.require(state, CheckKind::Finding(FindingKind::Overlap), fails);
        }
        let known = self.known_size(size).filter(|size| {
            *size == 0 || ![dst.0, src.0].into_iter().any(|object| self.may_be_array(state, object))
        });
        match known {
            Some(0) => {}
            Some(size) => self.copy(state, dst, src, (size, Use::Write)),
            None => {
                let nothing = self.empty(size);
                let before = state.clone();
                let mut some = state.clone();
                let not = self.terms.not(nothing);
                some.guard = self.terms.and(some.guard, not);
                let source = self.touch(&mut some, from, size, Use::Read);
                let mut located = self.touch(&mut some, to, size, Use::Write);
                if let [source_target] = source.targets[..]
                    && source_target.others.is_none()
                    && source.nowhere == TermId::FALSE
                {
                    let snapshot = some.clone();
                    located.targets.retain(|target| {
                        let range = (located.offset, size);
                        let there = (source_target.id, source.offset);
                        let from = &snapshot;
                        target.others.is_some()
                            || !self.copy_array(&mut some, from, target.id, target.when, range, there)
                    });
                }
                self.forget_targets(&mut some, &located);
                self.rejoin(state, some, before, nothing);
            }
        }
    }

    /// Whether an object term may be an object without cells.
    fn may_be_array(&self, state: &State, object: TermId) -> bool {
        let possible = self.possible_objects(object).unwrap_or_default();
        possible.iter().any(|id| state.arrays.contains_key(id))
    }

    fn fill_range(&mut self, state: &mut State, to: Value, byte: Value, size: TermId) {
        let address = as_pointer(self.terms, to, self.word);
        let number = as_number(self.terms, byte, 32);
        let low = self.terms.extract(number, 7, 0);
        let known = self.known_size(size).filter(|size| *size == 0 || !self.may_be_array(state, address.0));
        match known {
            Some(0) => {}
            Some(bytes) => {
                let constant = self.terms.constant(low).and_then(smt::Bv::to_u64);
                let mut block =
                    Object::new(TermId::TRUE, if constant == Some(0) { Rest::Zero } else { Rest::Any });
                if constant != Some(0) {
                    (0..bytes).for_each(|at| block.write(self.terms, at, 1, Value::Number(low)));
                }
                self.write_block(state, address, &block, (bytes, Use::Write));
            }
            None => {
                let nothing = self.empty(size);
                let before = state.clone();
                let mut some = state.clone();
                let not = self.terms.not(nothing);
                some.guard = self.terms.and(some.guard, not);
                let mut located = self.touch(&mut some, to, size, Use::Write);
                located.targets.retain(|target| {
                    let range = (located.offset, size);
                    target.others.is_some() || !self.fill_array(&mut some, target.id, target.when, range, low)
                });
                self.forget_targets(&mut some, &located);
                self.rejoin(state, some, before, nothing);
            }
        }
    }

    /// A block in the place of another one, with what that held. The old one is gone, and whether the new one has its address nobody
    /// knows: pointers to the two may be equal or not.
    fn resize(&mut self, block: BlockId, call: &Call, mut state: State) -> Res<Option<(State, Returned)>> {
        let old = self.argument(&mut state, call, 0);
        let size = self.size(&mut state, call, 1);
        let (object, _) = as_pointer(self.terms, old, self.word);
        let Some(possible) = self.possible_objects(object) else {
            self.unsupported(&mut state, "a `realloc` of a pointer whose targets are not known");
            return Ok(None);
        };
        let mut held = self.terms.bv_const(self.word, 0);
        for id in possible {
            if id == UNKNOWN_OBJECT {
                let here = self.is_object(object, id);
                let what = "a `realloc` of a pointer of which nothing is known".to_owned();
                self.require(&mut state, CheckKind::Unsupported(what), here);
                continue;
            }
            let here = self.is_object(object, id);
            let size = match self.size_of(&Rc::clone(&state.memory), id) {
                Some(size) => size,
                None => self.terms.fresh("size", smt::Sort::Bv(self.word)),
            };
            held = self.terms.ite(here, size, held);
        }
        let returned = self.allocated(&mut state, block, size, Rest::Any)?;
        let Returned::Scalar(new, _) = returned else { return Ok(None) };
        let (made, _) = as_pointer(self.terms, new, self.word);
        let fails = self.is_object(made, NO_OBJECT);
        let works = self.terms.not(fails);
        let mut failed = state.clone();
        failed.guard = self.terms.and(state.guard, fails);
        state.guard = self.terms.and(state.guard, works);
        let is_less = self.terms.ult(held, size);
        let copied = self.terms.ite(is_less, held, size);
        self.copy_range(&mut state, new, old, copied, false);
        self.free(&mut state, old);
        Ok(self.join(vec![state, failed], None).map(|state| (state, returned)))
    }

    /// Bytes that may be anything from here on.
    fn forget_range(&mut self, state: &mut State, start: Value, size: TermId) {
        let nothing = self.empty(size);
        let before = state.clone();
        let mut some = state.clone();
        let not = self.terms.not(nothing);
        some.guard = self.terms.and(some.guard, not);
        let located = self.touch(&mut some, start, size, Use::Write);
        self.forget_targets(&mut some, &located);
        self.rejoin(state, some, before, nothing);
    }

    fn empty(&mut self, size: TermId) -> TermId {
        let zero = self.terms.bv_const(self.word, 0);
        self.terms.eq(size, zero)
    }

    fn rejoin(&mut self, state: &mut State, some: State, mut before: State, nothing: TermId) {
        before.guard = self.terms.and(before.guard, nothing);
        if let Some(joined) = self.join(vec![some, before], None) {
            *state = joined;
        } else {
            state.guard = TermId::FALSE;
        }
    }

    fn forget_targets(&mut self, state: &mut State, located: &crate::place::Located) {
        for target in &located.targets {
            if let Some(witness) = target.others {
                self.write_node(state, (witness, located.object), target.when, None, (0, Value::Any));
                continue;
            }
            let mut object = Object::clone(&self.object_in(&Rc::clone(&state.memory), target.id));
            object.forget();
            self.replace(state, target.id, object);
        }
    }
}
