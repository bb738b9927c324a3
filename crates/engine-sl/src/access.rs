//! Dereferences: which segment an address leads to, whether it may be used, and what is read or written there ([SL-CPA] §4.2.3).

use crate::exec::Executor;
use crate::fault::{Res, fault, unknown};
use crate::state::{Input, Kind, State};
use ir::{BitRange, Scalar};
use sl::{Allocated, Byte, Life, SegmentId, gather};
use smt::TermId;
use std::rc::Rc;
use verdict::{Access, Assumption, FindingKind, UnknownKind};

/// So many bytes without a value are told apart in one copy.
const MAX_NAMED: usize = 1 << 12;
/// Addresses below this are null plus the offset of a member.
const NULL_PAGE: u64 = 1 << 16;
/// An address that does not say where it leads is looked for in so many segments.
const MOST_CANDIDATES: usize = 32;

impl Executor<'_> {
    /// The segment that an address leads to and the distance from its start, before any check of the access.
    pub(crate) fn locate(&mut self, state: &mut State, address: TermId) -> Res<(SegmentId, TermId)> {
        if let Some((mut id, offset)) = state.heap.decompose(&mut self.prover, address) {
            while let Some((now, in_place)) = state.heap.get(id).moved
                && self.decide(state, in_place)?
            {
                id = now;
            }
            return Ok((id, offset));
        }
        if let Some(found) = self.abduce(state, address)? {
            return Ok(found);
        }
        self.not_foreign(state, address)?;
        let (low, high) = (self.word_constant(NULL_PAGE), self.word_constant(NULL_PAGE.wrapping_neg()));
        let terms = &mut self.prover.terms;
        let (below, above) = (terms.ult(address, low), terms.ugt(address, high));
        let null = terms.or(below, above);
        if self.decide(state, null)? {
            return fault(FindingKind::NullDeref);
        }
        if self.prover.segments_in(&state.heap, address).is_empty() {
            return fault(FindingKind::WildPointer);
        }
        // Computed from addresses in a way that does not show where it leads: the cells are asked (Algorithm 5).
        let candidates: Vec<SegmentId> = state.heap.live().map(|(id, _)| id).collect();
        if candidates.len() > MOST_CANDIDATES {
            return unknown(UnknownKind::Nondeterminism, "an address that is computed from others is used");
        }
        state.exact = false;
        let procedure = self.config.procedure;
        match self.prover.allocated(&state.path, &state.heap, &candidates, address, 1, procedure)? {
            Allocated::Always(id) => {
                let base = state.heap.get(id).base;
                Ok((id, self.prover.terms.sub(address, base)))
            }
            Allocated::Sometimes(id, inside) => {
                if self.decide(state, inside)? {
                    let base = state.heap.get(id).base;
                    return Ok((id, self.prover.terms.sub(address, base)));
                }
                fault(FindingKind::WildPointer)
            }
            Allocated::Never => fault(FindingKind::WildPointer),
            Allocated::Unknown => unknown(UnknownKind::StepBudget, "the solver gave up on an address"),
        }
    }

    /// A pointer that comes from outside the program may lead to anything, unless it is null.
    pub(crate) fn not_foreign(&mut self, state: &State, address: TermId) -> Res<()> {
        let variables = self.prover.variables_of(address);
        let foreign = |v: &TermId| state.inputs.iter().any(|i| i.foreign && i.variable == *v);
        let Some(&variable) = variables.iter().find(|v| foreign(v)) else { return Ok(()) };
        let width = self.prover.terms.width(variable);
        let zero = self.prover.terms.bv_const(width, 0);
        let null = self.prover.terms.eq(variable, zero);
        if self.decide(state, null)? {
            return Ok(());
        }
        let message = "what a pointer from outside the program points to is not known";
        unknown(UnknownKind::ExternalFunction, message)
    }

    /// That a segment may be used.
    pub(crate) fn alive(&self, state: &State, id: SegmentId) -> Res<()> {
        match state.heap.get(id).life {
            Life::Freed => fault(FindingKind::UseAfterFree),
            Life::OutOfScope => fault(FindingKind::OutOfScope),
            Life::Live => Ok(()),
        }
    }

    /// Σ ⊨ Allocated(E): the segment and the offset of a valid access of `n` bytes. Σ[E]ⁿ stays inside one segment.
    pub(crate) fn resolve(
        &mut self,
        state: &mut State,
        address: TermId,
        n: u64,
        access: Access,
    ) -> Res<(SegmentId, u64)> {
        let (id, offset) = self.locate(state, address)?;
        self.alive(state, id)?;
        let segment = state.heap.get(id);
        let (origin, size) = (segment.origin, segment.size);
        if origin.external && self.prover.constant(size) == Some(0) && n > 0 {
            let message = "how large an object is that is defined nowhere is not known";
            return unknown(UnknownKind::ExternalFunction, message);
        }
        if matches!(origin.kind, Kind::Function(_) | Kind::Label(..) | Kind::Stream) {
            return fault(FindingKind::OutOfBounds);
        }
        if origin.kind == Kind::Given {
            return self.resolve_given(state, id, offset, n);
        }
        if state.open.is_some() && origin.kind == Kind::Static && access == Access::Read {
            self.cut(
                UnknownKind::Nondeterminism,
                "what a variable of the program holds at the call is not known",
            );
        }
        let base = state.heap.get(id).base;
        let exact = self.prover.terms.add(base, offset);
        let procedure = self.config.procedure;
        match self.prover.allocated(&state.path, &state.heap, &[id], exact, n, procedure)? {
            Allocated::Always(_) => {}
            Allocated::Never => return fault(FindingKind::OutOfBounds),
            Allocated::Sometimes(_, inside) => {
                if !self.decide(state, inside)? {
                    return fault(FindingKind::OutOfBounds);
                }
            }
            Allocated::Unknown => {
                return unknown(UnknownKind::StepBudget, "the solver gave up on an access");
            }
        }
        if access == Access::Write && matches!(origin.kind, Kind::Constant | Kind::ConstantLocal) {
            return fault(FindingKind::WriteToConstant);
        }
        let last = self.prover.constant(size).and_then(|size| size.checked_sub(u128::from(n)));
        let preferred: Vec<u128> = [Some(0), last].into_iter().flatten().collect();
        let at = self.value_of(state, offset, self.config.enumerate, &preferred, "an offset")?;
        Ok((id, at as u64))
    }

    /// The bytes of a valid range that is copied. The copy of a byte without a value is the same byte, whatever it is: it becomes a
    /// variable that both hold, and an input when one of them is looked at.
    pub(crate) fn copied(&mut self, state: &mut State, id: SegmentId, offset: u64, size: u64) -> Vec<Byte> {
        if state.heap.get(id).origin.open {
            self.define_words(state, id, offset, size);
        }
        let mut bytes = state.heap.bytes(id, offset, size);
        if state.heap.get(id).origin.external || !bytes.iter().any(|b| b.undefined != 0) {
            return bytes;
        }
        let terms = &mut self.prover.terms;
        let mut unnamed: Vec<&mut Byte> =
            bytes.iter_mut().filter(|b| b.undefined != 0 && terms.is_constant(b.term)).collect();
        if unnamed.is_empty() {
            return bytes;
        }
        if unnamed.len() > MAX_NAMED || unnamed.iter().any(|b| b.undefined != 0xff) {
            self.cut(UnknownKind::Nondeterminism, "an uninitialised value is copied");
            return bytes;
        }
        for byte in &mut unnamed {
            let name = format!("u{}", state.named_bytes);
            state.named_bytes += 1;
            **byte = Byte { term: terms.var(&name, smt::Sort::Bv(8)), index: 0, ..**byte };
        }
        state.heap.set_bytes(id, offset, &bytes);
        bytes
    }

    /// Makes the named bytes of a range inputs, if they are none yet, and gives them their value.
    fn define_copies(&mut self, state: &mut State, id: SegmentId, offset: u64, size: u64) {
        if state.named_bytes == 0 {
            return;
        }
        for at in offset..offset + size {
            let byte = state.heap.get(id).byte(at);
            if byte.undefined != 0xff || self.prover.terms.is_constant(byte.term) {
                continue;
            }
            if !state.inputs.iter().any(|input| input.variable == byte.term) {
                self.assumptions.insert(Assumption::UninitialisedIsArbitrary);
                Rc::make_mut(&mut state.inputs).push(Input {
                    variable: byte.term,
                    signed: false,
                    uninitialised: true,
                    foreign: false,
                });
            }
            state.heap.set_bytes(id, at, &[Byte { undefined: 0, ..byte }]);
        }
    }

    /// Reads a scalar.
    pub(crate) fn load(&mut self, state: &mut State, address: TermId, scalar: Scalar) -> Res<TermId> {
        let size = self.access_size(scalar);
        let (id, offset) = self.resolve(state, address, size, Access::Read)?;
        self.load_at(state, id, offset, scalar)
    }

    /// Σ[E]ⁿ of a range that is known to be valid.
    pub(crate) fn load_at(
        &mut self,
        state: &mut State,
        id: SegmentId,
        offset: u64,
        scalar: Scalar,
    ) -> Res<TermId> {
        let size = self.access_size(scalar);
        if state.heap.get(id).origin.open {
            self.define_chosen(state, id, offset, size, scalar == Scalar::Ptr);
        }
        self.define_copies(state, id, offset, size);
        let bytes = state.heap.bytes(id, offset, size);
        let found = gather(&mut self.prover.terms, &bytes);
        if found.undefined == 0 {
            return Ok(found.term);
        }
        let chosen = self.unwritten(state, id, scalar);
        let value = self.completed(found.term, found.undefined, chosen, 8 * size as u32);
        let undefined = self.undefined_byte;
        state.heap.write(id, offset, size, Some(value), undefined);
        Ok(value)
    }

    /// A value for what was never written in the segment.
    fn unwritten(&mut self, state: &mut State, id: SegmentId, scalar: Scalar) -> TermId {
        let origin = state.heap.get(id).origin;
        if !origin.external {
            return self.uninitialised(state, scalar);
        }
        if let Some(name) = origin.name {
            let name = self.program.names.resolve(name).to_string();
            self.assumptions.insert(Assumption::ExternalObject(name));
        }
        let value = self.arbitrary(state, scalar);
        if let Some(input) = Rc::make_mut(&mut state.inputs).last_mut() {
            input.foreign = true;
        }
        value
    }

    /// The value with its undefined bits taken from the chosen one.
    fn completed(&mut self, value: TermId, undefined: u128, chosen: TermId, width: u32) -> TermId {
        let terms = &mut self.prover.terms;
        let all = if width >= 128 { u128::MAX } else { (1 << width) - 1 };
        if undefined & all == all {
            return chosen;
        }
        let (from_chosen, from_value) =
            (terms.bv_const(width, undefined & all), terms.bv_const(width, !undefined & all));
        let (x, y) = (terms.bvand(chosen, from_chosen), terms.bvand(value, from_value));
        terms.bvor(x, y)
    }

    pub(crate) fn store(
        &mut self,
        state: &mut State,
        address: TermId,
        scalar: Scalar,
        value: Option<TermId>,
        access: Access,
    ) -> Res<()> {
        let size = self.access_size(scalar);
        let (id, offset) = self.resolve(state, address, size, access)?;
        self.store_at(state, id, offset, size, value);
        Ok(())
    }

    pub(crate) fn store_at(
        &mut self,
        state: &mut State,
        id: SegmentId,
        offset: u64,
        size: u64,
        value: Option<TermId>,
    ) {
        let undefined = self.undefined_byte;
        state.heap.write(id, offset, size, value, undefined);
    }

    /// Gives the bytes of a range one value.
    pub(crate) fn fill(
        &mut self,
        state: &mut State,
        id: SegmentId,
        offset: u64,
        size: u64,
        byte: Byte,
    ) -> Res<()> {
        let whole = self.prover.constant(state.heap.get(id).size) == Some(u128::from(size));
        if offset == 0 && whole {
            state.heap.fill_all(id, byte);
            return Ok(());
        }
        self.bulk(size)?;
        let bytes = vec![byte; size as usize];
        state.heap.set_bytes(id, offset, &bytes);
        Ok(())
    }

    fn bit_range(
        &mut self,
        state: &mut State,
        address: TermId,
        bits: BitRange,
        access: Access,
    ) -> Res<(SegmentId, u64, u64, u32)> {
        let first = u64::from(bits.start / 8);
        let last = (u64::from(bits.start) + u64::from(bits.width)).max(1).div_ceil(8);
        let size = last.saturating_sub(first).clamp(1, 16);
        let by = self.word_constant(first);
        let start = self.prover.terms.add(address, by);
        let (id, offset) = self.resolve(state, start, size, access)?;
        Ok((id, offset, size, u32::from(bits.start % 8)))
    }

    /// Reads a bit-field, extended to the scalar by its signedness.
    pub(crate) fn load_bits(
        &mut self,
        state: &mut State,
        address: TermId,
        bits: BitRange,
        scalar: Scalar,
    ) -> Res<TermId> {
        let (id, offset, size, shift) = self.bit_range(state, address, bits, Access::Read)?;
        let width = scalar.width(self.model);
        if bits.width == 0 {
            return Ok(self.prover.terms.bv_const(width, 0));
        }
        if state.heap.get(id).origin.open {
            self.define_chosen(state, id, offset, size, false);
        }
        self.define_copies(state, id, offset, size);
        let bytes = state.heap.bytes(id, offset, size);
        let unit = gather(&mut self.prover.terms, &bytes);
        let field_width = u32::from(bits.width);
        let mask = (1u128 << field_width) - 1;
        let undefined = unit.undefined >> shift & mask;
        let mut field = self.prover.terms.extract(unit.term, shift + field_width - 1, shift);
        if undefined != 0 {
            let chosen = self.unwritten(state, id, scalar);
            let chosen = self.prover.terms.extract(chosen, field_width - 1, 0);
            field = self.completed(field, undefined, chosen, field_width);
            self.write_field(state, (id, offset, size, shift), bits, field);
        }
        Ok(self.prover.terms.resize(field, width, scalar.is_signed()))
    }

    pub(crate) fn store_bits(
        &mut self,
        state: &mut State,
        address: TermId,
        bits: BitRange,
        value: TermId,
        access: Access,
    ) -> Res<()> {
        let range = self.bit_range(state, address, bits, access)?;
        if bits.width == 0 {
            return Ok(());
        }
        if state.heap.get(range.0).origin.open {
            self.define_chosen(state, range.0, range.1, range.2, false);
        }
        self.define_copies(state, range.0, range.1, range.2);
        let field = self.prover.terms.resize(value, u32::from(bits.width), false);
        self.write_field(state, range, bits, field);
        Ok(())
    }

    fn write_field(
        &mut self,
        state: &mut State,
        range: (SegmentId, u64, u64, u32),
        bits: BitRange,
        field: TermId,
    ) {
        let (id, offset, size, shift) = range;
        let bytes = state.heap.bytes(id, offset, size);
        let unit = gather(&mut self.prover.terms, &bytes);
        let total = 8 * size as u32;
        let mask = ((1u128 << bits.width) - 1) << shift;
        let terms = &mut self.prover.terms;
        let wide = terms.resize(field, total, false);
        let placed = terms.shift_left_by(wide, shift);
        let all = if total >= 128 { u128::MAX } else { (1 << total) - 1 };
        let keep = terms.bv_const(total, !mask & all);
        let kept = terms.bvand(unit.term, keep);
        let new = terms.bvor(kept, placed);
        let undefined = unit.undefined & !mask;
        let bytes: Vec<Byte> = (0..size)
            .map(|i| Byte { term: new, index: i as u8, undefined: (undefined >> (8 * i)) as u8 })
            .collect();
        state.heap.set_bytes(id, offset, &bytes);
    }

    /// The byte at `start + i`, which the caller looks at.
    pub(crate) fn byte_at(&mut self, state: &mut State, start: TermId, i: u64) -> Res<TermId> {
        let address = self.advance(start, i);
        self.load(state, address, Scalar::U8)
    }

    /// The address `n` bytes further on.
    pub(crate) fn advance(&mut self, address: TermId, n: u64) -> TermId {
        let by = self.word_constant(n);
        self.prover.terms.add(address, by)
    }
}
