//! Locations and values ([SL-CPA] §4.2.4): ⇓l for places, ⇓v for operands and operations.

use crate::executor::Executor;
use crate::state::State;
use base::Idx;
use encode::{float, scalar};
use ir::{BinOp, DataModel, LocalId, Operand, Place, PlaceBase, Scalar, UnOp};
use semantics::obligations::{of_binary, of_unary};
use semantics::{Obligation, Otherwise};
use sl::SegmentId;
use smt::TermId;
use symexec::{Evaluate, Machine as _, Res, fault, undetermined, unsupported};
use verdict::{FindingKind, UnknownKind};

/// A pointer this far from its block is not compared with anything.
const FAR: i128 = 1 << 31;

impl<'p> Evaluate<'p> for Executor<'p> {
    /// CONST and LHS for registers; SymLoc for the addresses of globals and functions.
    fn operand(&mut self, state: &mut State, operand: Operand) -> Res<TermId> {
        match operand {
            Operand::Local(local) => self.register_value(state, local),
            Operand::Int(value, scalar) => {
                Ok(scalar::constant(&mut self.prover.terms, self.work.model, value, scalar))
            }
            Operand::Float(bits, scalar) => {
                let bits = match scalar {
                    Scalar::F32 | Scalar::F64 => semantics::float::constant(bits, scalar),
                    _ => return unsupported(format_args!("the type {scalar}")),
                };
                Ok(self.prover.terms.bv_const(scalar.width(self.work.model), bits))
            }
            Operand::Global(id) => Ok(state.memory.get(self.global_segment(id)).base),
            Operand::Func(id) => Ok(state.memory.get(self.functions[id.index()]).base),
            Operand::Label(block) => {
                let func = state.top().func;
                match self.labels.get(&(func, block)) {
                    Some(&id) => Ok(state.memory.get(id).base),
                    None => undetermined("the address of a label"),
                }
            }
        }
    }

    /// ⇓l: VAR, PTR, ARRAY and FIELD in one, as the IR has them: base + offset + index * scale.
    fn place(&mut self, state: &mut State, place: &Place, _: bool) -> Res<TermId> {
        let base = match place.base {
            PlaceBase::Local(local) => {
                if self.is_main_parameter(state, local) {
                    return undetermined("the program looks at its command line");
                }
                match state.top().regs[local.index()] {
                    Some(base) => base,
                    None => return fault(FindingKind::OutOfScope),
                }
            }
            PlaceBase::Global(id) => state.memory.get(self.global_segment(id)).base,
            PlaceBase::Deref(local) => self.register_value(state, local)?,
        };
        let mut offset = self.word_constant(place.offset as u64);
        if let Some(index) = place.index {
            let by = self.register_value(state, index.local)?;
            let width = self.word_bits();
            let terms = &mut self.prover.terms;
            let by = terms.resize(by, width, true);
            let distance = encode::scalar::distance(terms, by, index.scale);
            offset = terms.add(offset, distance);
        }
        Ok(self.prover.terms.add(base, offset))
    }

    /// BINEXP and PTRARITHMETIC.
    fn binary(&mut self, state: &mut State, op: BinOp, scalar: Scalar, a: TermId, b: TermId) -> Res<TermId> {
        if scalar.is_float() {
            let terms = &mut self.prover.terms;
            let is_comparison = scalar::is_comparison(op);
            let known = if is_comparison {
                let condition = float::compare(terms, op, scalar, a, b);
                condition.map(|condition| terms.bool_to_bv(condition, 32))
            } else {
                float::arithmetic(terms, op, scalar, a, b)
            };
            if let Some(result) = known {
                return Ok(result);
            }
            let width = if is_comparison { 1 } else { scalar.width(self.work.model) };
            let result = self.floating_result(state, width)?;
            return Ok(if width == 1 { self.prover.terms.zero_extend(result, 32) } else { result });
        }
        if op == BinOp::PtrDiff {
            return self.pointer_difference(state, a, b);
        }
        if scalar::is_comparison(op) {
            let condition = self.compare(state, op, scalar, a, b)?;
            return Ok(self.prover.terms.bool_to_bv(condition, 32));
        }
        for &obligation in of_binary(op, scalar) {
            let fails =
                scalar::binary_fails(&mut self.prover.terms, self.work.model, obligation, op, scalar, (a, b));
            self.must_not(state, fails, obligation)?;
        }
        Ok(scalar::binary(&mut self.prover.terms, self.work.model, op, scalar, (a, b)))
    }

    fn unary(&mut self, state: &mut State, op: UnOp, scalar: Scalar, a: TermId) -> Res<TermId> {
        if scalar.is_float() {
            if op == UnOp::Neg
                && let Some(result) = float::negate(&mut self.prover.terms, scalar, a)
            {
                return Ok(result);
            }
            let width = if op == UnOp::Not { 32 } else { scalar.width(self.work.model) };
            return self.floating_result(state, width);
        }
        if op == UnOp::Not && scalar.width(self.work.model) == self.word_bits() {
            self.unfold(state, a)?;
        }
        for &obligation in of_unary(op, scalar) {
            let fails = scalar::unary_fails(&mut self.prover.terms, obligation, a);
            self.must_not(state, fails, obligation)?;
        }
        Ok(scalar::unary(&mut self.prover.terms, op, a))
    }

    /// CAST
    fn cast(&mut self, state: &mut State, from: Scalar, to: Scalar, a: TermId) -> Res<TermId> {
        if from.is_float() || to.is_float() {
            if from == to {
                return Ok(a);
            }
            let (terms, model) = (&mut self.prover.terms, self.work.model);
            let known = match (from.is_float(), to.is_float()) {
                (true, true) => float::convert(terms, from, to, a),
                (true, false) => match float::to_integer(terms, model, from, to, a) {
                    Some((whole, fits)) => {
                        let fails = terms.not(fits);
                        self.must_not(state, fails, Obligation::FloatFits)?;
                        Some(whole)
                    }
                    None => None,
                },
                _ => float::from_integer(terms, from, to, a),
            };
            return match known {
                Some(result) => Ok(result),
                None => self.floating_result(state, to.width(model)),
            };
        }
        Ok(scalar::cast(&mut self.prover.terms, self.work.model, from, to, a))
    }

    fn is_true(&mut self, state: &mut State, value: TermId, scalar: Scalar) -> Res<bool> {
        if scalar.is_float() {
            if !float::is_known(scalar) {
                // Decided anew each time: the condition is no term.
                return unsupported("a floating-point condition");
            }
            let condition = float::is_nonzero(&mut self.prover.terms, value);
            return self.decide(state, condition);
        }
        let zero = self.prover.terms.bv_const(scalar.width(self.work.model), 0);
        let condition = self.compare(state, BinOp::Ne, scalar, value, zero)?;
        self.decide(state, condition)
    }

    fn is_null(&mut self, state: &mut State, pointer: TermId) -> Res<bool> {
        let zero = self.word_constant(0);
        let null = self.compare(state, BinOp::Eq, Scalar::Ptr, pointer, zero)?;
        self.decide(state, null)
    }

    fn advance(&mut self, address: TermId, n: u64) -> TermId {
        let by = self.word_constant(n);
        self.prover.terms.add(address, by)
    }

    fn align_up(&mut self, state: &State, pointer: TermId, align: u64) -> TermId {
        let Some((id, offset)) = state.memory.decompose(&mut self.prover, pointer) else { return pointer };
        let Some(at) = self.prover.constant(offset) else { return pointer };
        let base = state.memory.get(id).base;
        self.advance(base, (at as u64).next_multiple_of(align))
    }

    fn any_float(&mut self, state: &mut State, scalar: Scalar) -> Option<TermId> {
        self.floating_result(state, scalar.width(self.work.model)).ok()
    }

    fn floating(&mut self, _: &mut State, _: TermId) -> Res<f64> {
        unsupported("the text of a floating number")
    }
}

impl Executor<'_> {
    pub(crate) fn is_main_parameter(&self, state: &State, local: LocalId) -> bool {
        let func = state.top().func;
        // Whoever calls it gives it arguments.
        state.frames.len() == 1
            && self.work.program.entry == Some(func)
            && self.work.program.functions[func]
                .body()
                .is_some_and(|b| local.index() < b.param_count as usize)
    }

    /// The content of a register that is about to be used; without a value, it becomes an input.
    fn register_value(&mut self, state: &mut State, local: LocalId) -> Res<TermId> {
        if self.is_main_parameter(state, local) {
            return undetermined("the program looks at its command line");
        }
        if let Some(value) = state.top().regs[local.index()] {
            return Ok(value);
        }
        let scalar = self.body(state).locals[local].scalar.unwrap_or(Scalar::I32);
        let value = self.uninitialised(state, scalar);
        state.top_mut().regs[local.index()] = Some(value);
        Ok(value)
    }

    /// The result of floating-point arithmetic, which is no term. In a function on its own it is taken for one more value that the caller
    /// chose, so that the search for errors goes on; the run decides whether there is one.
    fn floating_result(&mut self, state: &mut State, width: u32) -> Res<TermId> {
        const MESSAGE: &str = "floating-point arithmetic";
        if state.own.open.is_none() {
            return unsupported(MESSAGE);
        }
        self.cut(UnknownKind::Unsupported, format!("{MESSAGE} is not supported by symbolic execution"));
        state.own.exact = false;
        Ok(self.chosen(state, width, false))
    }

    /// The obligation does not hold where the condition does.
    fn must_not(&mut self, state: &State, condition: TermId, obligation: Obligation) -> Res<()> {
        if condition == TermId::FALSE {
            return Ok(());
        }
        let otherwise = self.work.policy.otherwise(obligation);
        if matches!(otherwise, Otherwise::Wraps | Otherwise::Modular) {
            self.work.assumptions.extend(self.work.policy.assumption(obligation));
            return Ok(());
        }
        if self.decide(state, condition)? {
            return fault(obligation.kind());
        }
        Ok(())
    }

    fn pointer_difference(&mut self, state: &mut State, a: TermId, b: TermId) -> Res<TermId> {
        self.unfold(state, a)?;
        self.unfold(state, b)?;
        let first = state.memory.decompose(&mut self.prover, a);
        let second = state.memory.decompose(&mut self.prover, b);
        match (first, second) {
            (Some((x, i)), Some((y, j))) => {
                let (x, y) = (self.after_moving(state, x, y)?, self.after_moving(state, y, x)?);
                if x != y {
                    return fault(Obligation::SameObject.kind());
                }
                Ok(self.prover.terms.sub(i, j))
            }
            (Some(_), None) => {
                // `(char *)p - (char *)&((struct s *)0)->member`: the way from a member to its structure.
                let small = self.prover.constant(b);
                if small.is_some_and(|n| n < u128::from(DataModel::FIRST_ADDRESS)) {
                    return Ok(self.prover.terms.sub(a, b));
                }
                fault(Obligation::SameObject.kind())
            }
            (None, Some(_)) => fault(Obligation::SameObject.kind()),
            (None, None) => Ok(self.prover.terms.sub(a, b)),
        }
    }

    /// Where the content of a segment is now, if that matters for comparing it with another one.
    fn after_moving(&mut self, state: &State, id: SegmentId, other: SegmentId) -> Res<SegmentId> {
        let mut id = id;
        while id != other
            && let Some((now, in_place)) = state.memory.get(id).moved
            && self.decide(state, in_place)?
        {
            id = now;
        }
        Ok(id)
    }

    /// The pointer is not so far from its block that addresses wrap.
    fn near(&mut self, state: &State, offset: TermId) -> Res<()> {
        let width = self.word_bits();
        let terms = &mut self.prover.terms;
        let (low, high) = (terms.bv_signed(width, -FAR), terms.bv_signed(width, FAR - 1));
        let (above, below) = (terms.sle(low, offset), terms.sle(offset, high));
        let near = terms.and(above, below);
        if self.decide(state, near)? {
            return Ok(());
        }
        undetermined("a pointer far from its block is compared")
    }

    /// Whether the offset is known to lie in the segment, its end included or not.
    fn is_within(&self, state: &State, id: SegmentId, offset: TermId, end: bool) -> bool {
        let segment = state.memory.get(id);
        let size = self.prover.constant(segment.size);
        match (self.prover.constant(offset), size) {
            (Some(at), Some(size)) => {
                let own = semantics::address::own_bytes(size as u64, segment.origin.kind.is_variable());
                at < u128::from(own) || end && at == size
            }
            (Some(0), None) => true,
            _ => false,
        }
    }

    /// A comparison: by offsets within one segment, by `*` between two, and by the solver where neither says it.
    fn compare(&mut self, state: &mut State, op: BinOp, scalar: Scalar, a: TermId, b: TermId) -> Res<TermId> {
        let signed = scalar.is_signed();
        let equality = matches!(op, BinOp::Eq | BinOp::Ne);
        if scalar.width(self.work.model) != self.word_bits() {
            return self.compared_as_numbers(state, op, signed, a, b);
        }
        if a != b {
            self.unfold(state, a)?;
            self.unfold(state, b)?;
        }
        let first = state.memory.decompose(&mut self.prover, a);
        let second = state.memory.decompose(&mut self.prover, b);
        match (first, second) {
            (None, None) => self.compared_as_numbers(state, op, signed, a, b),
            (Some((x, i)), Some((y, j))) => {
                let (x, y) = (self.after_moving(state, x, y)?, self.after_moving(state, y, x)?);
                if x == y {
                    if !equality {
                        self.near(state, i)?;
                        self.near(state, j)?;
                    }
                    return Ok(scalar::compare(&mut self.prover.terms, op, true, i, j));
                }
                if !equality {
                    if scalar != Scalar::Ptr {
                        return self.compared_as_numbers(state, op, signed, a, b);
                    }
                    return fault(Obligation::SameObject.kind());
                }
                let heap = &state.memory;
                let apart = heap.get(x).is_live()
                    && heap.get(y).is_live()
                    && !(heap.get(x).may_share && heap.get(y).may_share)
                    && self.is_within(state, x, i, false)
                    && self.is_within(state, y, j, false);
                if apart {
                    self.prover.by_syntax += 1;
                    return Ok(TermId::from_bool(op == BinOp::Ne));
                }
                self.compared_as_numbers(state, op, signed, a, b)
            }
            (Some((id, offset)), None) | (None, Some((id, offset))) => {
                let number = if first.is_some() { b } else { a };
                if equality && self.cannot_be_known_to_caller(state, id, number) {
                    return Ok(TermId::from_bool(op == BinOp::Ne));
                }
                let small = self.prover.constant(number);
                let is_low = small.is_some_and(|n| n < u128::from(DataModel::FIRST_ADDRESS));
                let fixed = is_low && self.is_within(state, id, offset, true) && (equality || !signed);
                if !fixed {
                    return self.compared_as_numbers(state, op, signed, a, b);
                }
                self.prover.by_syntax += 1;
                // The address is greater.
                let pointer_first = first.is_some();
                Ok(TermId::from_bool(match op {
                    BinOp::Eq => false,
                    BinOp::Ne => true,
                    BinOp::Gt | BinOp::Ge => pointer_first,
                    _ => !pointer_first,
                }))
            }
        }
    }

    /// The condition on the bits. If it speaks of addresses, where blocks lie decides, and a run may go another way.
    fn compared_as_numbers(
        &mut self,
        state: &mut State,
        op: BinOp,
        signed: bool,
        a: TermId,
        b: TermId,
    ) -> Res<TermId> {
        let condition = scalar::compare(&mut self.prover.terms, op, signed, a, b);
        if !self.prover.terms.is_constant(condition)
            && !self.prover.segments_in(&state.memory, condition).is_empty()
        {
            state.own.exact = false;
        }
        Ok(condition)
    }
}
