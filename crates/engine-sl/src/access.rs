//! Dereferences: which segment an address leads to, whether it may be used, and what is read or written there ([SL-CPA] §4.2.3).

use crate::executor::Executor;
use crate::state::{Before, Kind, State};
use base::Symbol;
use encode::path::with_bits;
use ir::{BitRange, Scalar};
use sl::{Allocated, Byte, SegmentId, gather};
use smt::TermId;
use symexec::{Allocate as _, Bytes, Dereference, Machine as _, Res, fault, unknown};
use verdict::{Access, FindingKind, UnknownKind};

/// Addresses below this are null plus the offset of a member.
const NULL_PAGE: u64 = 1 << 16;
/// An address that does not say where it leads is looked for in so many segments.
const MOST_CANDIDATES: usize = 32;

impl<'p> Dereference<'p> for Executor<'p> {
    /// The segment that an address leads to and the distance from its start, before any check of the access.
    fn locate(&mut self, state: &mut State, address: TermId) -> Res<(SegmentId, TermId)> {
        if let Some((mut id, offset)) = state.memory.decompose(&mut self.prover, address) {
            while let Some((now, in_place)) = state.memory.get(id).moved
                && self.decide(state, in_place)?
            {
                id = now;
            }
            return Ok((id, offset));
        }
        self.unfold(state, address)?;
        if let Some(found) = self.abduce(state, address)? {
            return Ok(found);
        }
        self.not_foreign(state, address)?;
        let (low, high) = (self.word_constant(NULL_PAGE), self.word_constant(NULL_PAGE.wrapping_neg()));
        let terms = &mut self.prover.terms;
        let (below, above) = (terms.ult(address, low), terms.ugt(address, high));
        let null = terms.or(below, above);
        if self.decide(state, null)? {
            self.follows_tested_null = None;
            return fault(FindingKind::NullDeref);
        }
        if self.prover.segments_in(&state.memory, address).is_empty() {
            return fault(FindingKind::WildPointer);
        }
        // Computed from addresses in a way that does not show where it leads: the cells are asked (Algorithm 5).
        let candidates: Vec<SegmentId> = state.memory.live().map(|(id, _)| id).collect();
        if candidates.len() > MOST_CANDIDATES {
            return unknown(UnknownKind::Nondeterminism, "an address that is computed from others is used");
        }
        state.own.exact = false;
        let procedure = self.procedure;
        match self.prover.allocated(&state.path, &state.memory, &candidates, address, 1, procedure)? {
            Allocated::Always(id) => {
                let base = state.memory.get(id).base;
                Ok((id, self.prover.terms.sub(address, base)))
            }
            Allocated::Sometimes(id, inside) => {
                if self.decide(state, inside)? {
                    let base = state.memory.get(id).base;
                    return Ok((id, self.prover.terms.sub(address, base)));
                }
                fault(FindingKind::WildPointer)
            }
            Allocated::Never => fault(FindingKind::WildPointer),
            Allocated::Unknown => unknown(UnknownKind::StepBudget, "the solver gave up on an address"),
        }
    }

    /// Σ ⊨ Allocated(E): the segment and the offset of a valid access of `n` bytes. Σ[E]ⁿ stays inside one segment.
    fn resolve(
        &mut self,
        state: &mut State,
        address: TermId,
        n: u64,
        access: Access,
    ) -> Res<(SegmentId, u64)> {
        let (id, offset) = self.locate(state, address)?;
        self.blamed = Some(id);
        Self::check_live(state, id)?;
        let segment = state.memory.get(id);
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
        if state.own.open.is_some() && origin.kind == Kind::Static && access == Access::Read {
            self.note_global(&origin);
        }
        let base = state.memory.get(id).base;
        let exact = self.prover.terms.add(base, offset);
        let procedure = self.procedure;
        match self.prover.allocated(&state.path, &state.memory, &[id], exact, n, procedure)? {
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
        let at = self.value_of(state, offset, self.work.config.enumerate, &preferred, "an offset")?;
        Ok((id, at as u64))
    }

    /// Σ[E]ⁿ of a range that is known to be valid.
    fn load_at(&mut self, state: &mut State, id: SegmentId, offset: u64, scalar: Scalar) -> Res<TermId> {
        let size = self.access_size(scalar);
        self.define_given(state, id, offset, size, Some(scalar));
        self.define_copies(state, id, offset, size);
        let bytes = state.memory.bytes(id, offset, size);
        let found = gather(&mut self.prover.terms, &bytes);
        if found.undefined == 0 {
            return Ok(found.term);
        }
        let chosen = self.unwritten(state, id, scalar);
        let value = with_bits(&mut self.prover.terms, found.term, found.undefined, chosen);
        let undefined = self.undefined_byte();
        state.memory.write(id, offset, size, Some(value), undefined);
        Ok(value)
    }

    fn store_at(
        &mut self,
        state: &mut State,
        id: SegmentId,
        offset: u64,
        size: u64,
        value: TermId,
    ) -> Res<()> {
        let undefined = self.undefined_byte();
        state.memory.write(id, offset, size, Some(value), undefined);
        Ok(())
    }

    fn load_bits(
        &mut self,
        state: &mut State,
        address: TermId,
        bits: BitRange,
        scalar: Scalar,
    ) -> Res<TermId> {
        match self.load_field(state, address, bits, scalar)? {
            Some(value) => Ok(value),
            None => unknown(UnknownKind::Internal, "a bit-field without a value"),
        }
    }

    fn store_bits(
        &mut self,
        state: &mut State,
        address: TermId,
        bits: BitRange,
        value: TermId,
        access: Access,
    ) -> Res<()> {
        self.store_field(state, address, bits, (value, false), access)
    }
}

impl<'p> Bytes<'p> for Executor<'p> {
    fn byte(state: &State, id: SegmentId, offset: u64) -> Byte {
        state.memory.get(id).byte(offset)
    }
    fn set_bytes(state: &mut State, id: SegmentId, offset: u64, bytes: &[Byte]) {
        state.memory.set_bytes(id, offset, bytes);
    }
    fn fill(&mut self, state: &mut State, id: SegmentId, offset: u64, size: u64, byte: Byte) -> Res<()> {
        let whole = self.prover.constant(state.memory.get(id).size) == Some(u128::from(size));
        if offset == 0 && whole {
            state.memory.fill_all(id, byte);
            return Ok(());
        }
        self.bulk(size)?;
        let bytes = vec![byte; size as usize];
        state.memory.set_bytes(id, offset, &bytes);
        Ok(())
    }
    fn unit(&mut self, state: &State, id: SegmentId, offset: u64, size: u64) -> Res<(TermId, u128)> {
        let bytes = state.memory.bytes(id, offset, size);
        let unit = gather(&mut self.prover.terms, &bytes);
        Ok((unit.term, unit.undefined))
    }
    fn external_name(state: &State, id: SegmentId) -> Option<Option<Symbol>> {
        let origin = &state.memory.get(id).origin;
        origin.external.then_some(origin.name)
    }
    fn chooses(&self) -> bool {
        true
    }
    fn define_given(
        &mut self,
        state: &mut State,
        id: SegmentId,
        offset: u64,
        size: u64,
        wanted: Option<Scalar>,
    ) {
        match (state.memory.get(id).origin.before, wanted) {
            (Before::Chosen, Some(scalar)) => {
                self.define_chosen(state, id, offset, size, scalar == Scalar::Ptr);
            }
            (Before::Chosen, None) => self.define_words(state, id, offset, size),
            (Before::Foreign, _) => self.define_foreign(state, id, offset, size),
            (Before::Known | Before::Assumed, _) => {}
        }
    }
}
