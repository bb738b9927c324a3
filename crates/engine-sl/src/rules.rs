//! The transfer relation of [SL-CPA] §4.2.5, one function per rule. The variants of a rule that end in a bottom (ASSIGN^InvR,
//! ASSIGN^InvW, FREE^Inv1, FREE^Inv2 …) are the faults of the dereferences that they make; the four bottoms are
//! [`crate::fault::Bottom`].

use crate::call::Returned;
use crate::exec::{Executor, Progress};
use crate::fault::{Res, Stop, fault, unknown, unsupported};
use crate::state::{Kind, Origin, State};
use base::Idx;
use ir::{Body, CopyBlock, LocalId, Operand, Place, PlaceBase, Rvalue, Scalar};
use semantics::address::{HEAP_ALIGNMENT, largest_block};
use sl::{Life, NewSegment, Part, SegmentId};
use smt::TermId;
use verdict::{Access, Assumption, FindingKind, Property, UnknownKind};

/// Larger blocks on the stack are not modelled.
const LARGEST_STACK: u64 = 1 << 24;
/// Larger heap blocks are not modelled.
const LARGEST: u64 = 1 << 30;

impl Executor<'_> {
    /// DECLARE: Σ * E ↦ –⁰ … –ⁿ⁻¹. A register is a variable without an address.
    pub(crate) fn declare(&mut self, state: &mut State, body: &Body, local: LocalId) -> Res<()> {
        let declared = &body.locals[local];
        if declared.register {
            state.top_mut().regs[local.index()] = None;
            return Ok(());
        }
        if let Some(old) = state.top().homes[local.index()] {
            state.heap.release(old, Life::OutOfScope);
        }
        let ty = &self.program.types[declared.ty];
        if ty.size > LARGEST_STACK {
            return unsupported(format_args!("a local variable of {} bytes", ty.size));
        }
        let span = if declared.span.is_none() { self.span(state) } else { declared.span };
        let kind = if declared.constant { Kind::ConstantLocal } else { Kind::Stack };
        let origin = Origin { kind, span, name: declared.name, external: false, open: false };
        let id = self.stack_segment(state, ty.size, ty.align.clamp(1, 4096), origin);
        let base = state.heap.get(id).base;
        let frame = state.top_mut();
        frame.regs[local.index()] = Some(base);
        frame.homes[local.index()] = Some(id);
        Ok(())
    }

    pub(crate) fn stack_segment(
        &mut self,
        state: &mut State,
        size: u64,
        align: u64,
        origin: Origin,
    ) -> SegmentId {
        let size = self.word_constant(size);
        let fill = self.undefined_byte;
        state.heap.allocate(&mut self.prover, NewSegment { size, align, part: Part::Stack, origin, fill })
    }

    /// ASSIGN to a register.
    pub(crate) fn assign_register(&mut self, state: &mut State, dst: LocalId, rvalue: &Rvalue) -> Res<()> {
        let value = Some(self.rvalue(state, rvalue)?);
        state.top_mut().regs[dst.index()] = value;
        Ok(())
    }

    /// ASSIGN: Σ * E ↦ – becomes Σ * E ↦ F.
    pub(crate) fn assign(&mut self, state: &mut State, place: &Place, operand: Operand) -> Res<()> {
        let value = self.operand(state, operand)?;
        let address = self.location(state, place)?;
        let access = writing(place);
        match place.bits {
            None => self.store(state, address, place.access, Some(value), access),
            Some(bits) => self.store_bits(state, address, bits, value, access),
        }
    }

    /// ASSIGN of a structure.
    pub(crate) fn copy_block(&mut self, state: &mut State, copy: &CopyBlock) -> Res<()> {
        let to = self.location(state, &copy.dst)?;
        let from = self.location(state, &copy.src)?;
        let size = copy.size;
        if size == 0 {
            return Ok(());
        }
        let (src, src_offset) = self.resolve(state, from, size, Access::Read)?;
        let (dst, dst_offset) = self.resolve(state, to, size, writing(&copy.dst))?;
        if src == dst && src_offset != dst_offset && src_offset.abs_diff(dst_offset) < size {
            return fault(FindingKind::Overlap);
        }
        self.bulk(size)?;
        let bytes = self.copied(state, src, src_offset, size);
        state.heap.set_bytes(dst, dst_offset, &bytes);
        Ok(())
    }

    /// ASSIGN of zeros.
    pub(crate) fn zero_block(&mut self, state: &mut State, place: &Place, size: u64) -> Res<()> {
        let address = self.location(state, place)?;
        if size == 0 {
            return Ok(());
        }
        let (id, offset) = self.resolve(state, address, size, writing(place))?;
        let zero = self.zero_byte;
        self.fill(state, id, offset, size, zero)
    }

    /// OUTOFSCOPE: the variable leaves Σs. What only it held is found when the path ends.
    pub(crate) fn out_of_scope(&mut self, state: &mut State, body: &Body, local: LocalId) -> Res<()> {
        if body.locals[local].register {
            // A variable out of scope holds no block any more.
            if matches!(body.locals[local].scalar, Some(Scalar::Ptr | Scalar::I64 | Scalar::U64)) {
                state.top_mut().regs[local.index()] = None;
            }
        } else if let Some(id) = state.top().homes[local.index()] {
            state.heap.release(id, Life::OutOfScope);
        }
        Ok(())
    }

    /// ALLOCA: as MALLOC, on Σs, until the function returns (*Allocas*).
    pub(crate) fn alloca(&mut self, state: &mut State, dst: LocalId, size: Operand, align: u64) -> Res<()> {
        let body = self.body(state);
        let scalar = match size {
            Operand::Local(local) => body.locals[local].scalar.unwrap_or(Scalar::I32),
            Operand::Int(_, scalar) => scalar,
            _ => self.model.unsigned_word(),
        };
        let bits = self.operand(state, size)?;
        let width = scalar.width(self.model);
        let word = self.word_bits();
        let mask = if word == 64 { u64::MAX >> 1 } else { u64::from(u32::MAX >> 1) };
        let limit = if width >= 64 { u128::from(mask) } else { (1u128 << width) - 1 };
        let terms = &mut self.prover.terms;
        let limit = terms.bv_const(width, limit);
        let mut bad = terms.ugt(bits, limit);
        if scalar.is_signed() {
            let negative = terms.is_negative(bits);
            bad = terms.or(bad, negative);
        }
        if self.decide(state, bad)? {
            return fault(FindingKind::BadArgument);
        }
        let wide = self.prover.terms.resize(bits, word, scalar.is_signed());
        if self.prover.constant(wide).is_some_and(|size| size > u128::from(LARGEST_STACK)) {
            return unknown(UnknownKind::MemoryBudget, "a stack block exhausts the stack");
        }
        let origin = self.origin(state, Kind::Stack);
        let (fill, align) = (self.undefined_byte, align.clamp(1, 1 << 20));
        let new = NewSegment { size: wide, align, part: Part::Stack, origin, fill };
        let id = state.heap.allocate(&mut self.prover, new);
        let base = state.heap.get(id).base;
        let frame = state.top_mut();
        frame.allocas.push(id);
        frame.regs[dst.index()] = Some(base);
        Ok(())
    }

    pub(crate) fn stack_free(&mut self, state: &mut State, local: LocalId) -> Res<()> {
        if let Some(address) = state.top().regs[local.index()]
            && let Some((id, _)) = state.heap.decompose(&mut self.prover, address)
            && let Some(position) = state.top().allocas.iter().rposition(|&b| b == id)
        {
            state.top_mut().allocas.remove(position);
            state.heap.release(id, Life::OutOfScope);
        }
        Ok(())
    }

    /// MALLOC: Σh * E ↦ –⁰ … –ⁿ⁻¹ with n a term; or null, if allocation fails.
    pub(crate) fn malloc(
        &mut self,
        state: &mut State,
        size: TermId,
        align: u64,
        zeroed: bool,
    ) -> Res<Option<SegmentId>> {
        let most = self.word_constant(largest_block(self.model));
        let absurd = self.prover.terms.ugt(size, most);
        if self.decide(state, absurd)? {
            return Ok(None);
        }
        if self.config.analysis.malloc_may_fail {
            let succeeds = self.arbitrary_choice(state);
            if !self.decide(state, succeeds)? {
                return Ok(None);
            }
        } else {
            self.assumptions.insert(Assumption::MallocSucceeds);
        }
        if self.prover.constant(size).is_some_and(|size| size > u128::from(LARGEST)) {
            return unknown(UnknownKind::MemoryBudget, "a block does not fit the memory budget");
        }
        let origin = self.origin(state, Kind::Heap);
        let fill = if zeroed { self.zero_byte } else { self.undefined_byte };
        let align = align.max(HEAP_ALIGNMENT);
        let new = NewSegment { size, align, part: Part::Heap, origin, fill };
        Ok(Some(state.heap.allocate(&mut self.prover, new)))
    }

    /// The premises of FREE: the block of Σh that an address starts (*SegmentSizes*), or none for null. FREE^Inv1 if it is not in Σh,
    /// FREE^Inv2 if it is not a start address.
    pub(crate) fn block_to_free(&mut self, state: &mut State, address: TermId) -> Res<Option<SegmentId>> {
        let zero = self.word_constant(0);
        if state.heap.decompose(&mut self.prover, address).is_none() {
            let null = self.prover.terms.eq(address, zero);
            if self.decide(state, null)? {
                return Ok(None);
            }
            if self.abduce(state, address)?.is_none() {
                self.not_foreign(state, address)?;
                if self.prover.segments_in(&state.heap, address).is_empty() {
                    return fault(FindingKind::WildFree);
                }
                let message = "an address that is computed from others is freed";
                return unknown(UnknownKind::Nondeterminism, message);
            }
        }
        let (id, offset) = self.locate(state, address)?;
        let segment = state.heap.get(id);
        if segment.part != Part::Heap {
            return fault(FindingKind::NonHeapFree);
        }
        if !segment.is_live() {
            return fault(FindingKind::DoubleFree);
        }
        let start = self.prover.terms.eq(offset, zero);
        if segment.origin.kind == Kind::Given {
            // Where in a block of the caller the pointer leads, nobody knows.
            if start != TermId::TRUE {
                return unknown(
                    UnknownKind::Nondeterminism,
                    "a block is freed by a pointer computed from one of the caller",
                );
            }
            self.note_freed(state, id);
            return Ok(Some(id));
        }
        if !self.decide(state, start)? {
            return fault(FindingKind::InteriorFree);
        }
        Ok(Some(id))
    }

    /// FREE: Σh * E ↦ F becomes Σh.
    pub(crate) fn free(&mut self, state: &mut State, address: TermId) -> Res<()> {
        if let Some(id) = self.block_to_free(state, address)? {
            state.heap.release(id, Life::Freed);
        }
        Ok(())
    }

    /// FUNRET: everything that the function owns leaves Σs, and the caller gets the result.
    pub(crate) fn return_edge(
        &mut self,
        state: &mut State,
        body: &Body,
        returned: Returned,
    ) -> Res<Progress> {
        let frame = state.top();
        if frame.must_not_return {
            return fault(FindingKind::UnreachableReached);
        }
        if frame.handler || state.frames.len() == 1 {
            self.keep_returned(state, &returned);
            self.pop(state, body);
            return Err(Box::new(Stop::Exit));
        }
        let dst = frame.dst;
        self.pop(state, body);
        self.deliver(state, returned, dst)?;
        let frame = state.top_mut();
        let Some(next) = frame.next.take() else {
            return unknown(UnknownKind::Internal, "a call that has no continuation");
        };
        frame.block = next;
        frame.at = 0;
        Ok(Progress::Jumped)
    }

    /// Ends the life of everything that the top frame owns.
    pub(crate) fn pop(&mut self, state: &mut State, _body: &Body) {
        let Some(frame) = state.frames.pop() else { return };
        let homes = frame.homes.iter().flatten();
        for &id in frame.allocas.iter().chain(&frame.varargs).chain(homes) {
            state.heap.release(id, Life::OutOfScope);
        }
    }

    /// The blocks that are still allocated when the path ends, and how they are held: *Leak* of [SL-CPA] §4.2.5.
    pub(crate) fn leaks(&mut self, state: &State) -> Vec<(base::Span, Option<sl::reach::Reach>)> {
        let mut roots = self.root_values(state);
        roots.extend(state.open.iter().flat_map(|open| open.returned.iter().copied()));
        let heap = &state.heap;
        let is_root =
            |id: SegmentId| heap.get(id).part == Part::Stack || heap.get(id).origin.kind == Kind::Given;
        let marks = sl::reach::reachable(&mut self.prover, heap, roots, is_root);
        let lost = state.lost.iter().map(|&site| (site, None));
        let live = heap.live().filter(|(_, s)| s.origin.kind == Kind::Heap);
        lost.chain(live.map(|(id, s)| (s.origin.span, marks.get(&id).copied()))).collect()
    }

    /// What variables hold, and temporaries that are still read.
    fn root_values(&self, state: &State) -> Vec<TermId> {
        let mut roots = Vec::new();
        for frame in &state.frames {
            let Some(function) = self.facts.function(frame.func) else { continue };
            for (local, declared) in function.body().locals.iter_enumerated() {
                let Some(value) = frame.regs[local.index()] else { continue };
                let read = || frame.next.is_some_and(|next| function.liveness().is_live_in(next, local));
                if !declared.register || declared.name.is_some() || read() {
                    roots.push(value);
                }
            }
        }
        roots
    }

    pub(crate) fn asks_for_leaks(&self) -> bool {
        self.policy.asks(Property::ValidMemtrack) || self.policy.asks(Property::ValidMemcleanup)
    }
}

/// What a statement's write asks of the segment. A constant is written by its own place only to initialise it, so nothing is asked
/// but a valid range, as for a read.
fn writing(place: &Place) -> Access {
    match place.base {
        PlaceBase::Local(_) => Access::Read,
        PlaceBase::Global(_) | PlaceBase::Deref(_) => Access::Write,
    }
}
