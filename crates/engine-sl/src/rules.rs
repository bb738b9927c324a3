//! The transfer relation of [SL-CPA] §4.2.5, one function per rule, as far as a rule touches Σ: what the rules have in common with
//! every execution of a path is in `symexec`. DECLARE, MALLOC, ALLOCA, FREE, REALLOC, OUTOFSCOPE and FUNRET are here; ASSIGN and the
//! dereferences are in `access.rs`, the rules for expressions in `eval.rs`. The variants of a rule that end in a bottom (ASSIGN^InvR,
//! ASSIGN^InvW, FREE^Inv1, FREE^Inv2 …) are the faults of the dereferences that they make; the four bottoms are
//! [`crate::fault::Bottom`].

use crate::executor::Executor;
use crate::state::{ArgValue, Before, Kind, Origin, State};
use base::Idx;
use ir::{Body, FuncId, LocalId, Scalar};
use sl::{Allocated, Byte, Life, NewSegment, Part, SegmentId};
use smt::TermId;
use symexec::{
    Allocate, Bytes as _, Calls, Dereference as _, Evaluate as _, Machine as _, Res, ReturnedOf, fault,
    unknown, unsupported,
};
use verdict::{Access, Assumption, FindingKind, Property, UnknownKind};

/// Larger blocks on the stack are not modelled.
const LARGEST_STACK: u64 = 1 << 24;
/// Larger heap blocks are not modelled.
const LARGEST: u64 = 1 << 30;

impl<'p> Allocate<'p> for Executor<'p> {
    fn kind(state: &State, id: SegmentId) -> Kind {
        state.memory.get(id).origin.kind
    }
    fn check_live(state: &State, id: SegmentId) -> Res<()> {
        match state.memory.get(id).life {
            Life::Freed => fault(FindingKind::UseAfterFree),
            Life::OutOfScope => fault(FindingKind::OutOfScope),
            Life::Live => Ok(()),
        }
    }
    fn size_of(&mut self, state: &State, id: SegmentId) -> TermId {
        state.memory.get(id).size
    }
    fn pointer_to(&mut self, state: &State, id: SegmentId) -> TermId {
        state.memory.get(id).base
    }
    fn home(&mut self, state: &State, local: LocalId) -> Option<SegmentId> {
        let address = state.top().regs[local.index()]?;
        Some(state.memory.decompose(&mut self.prover, address)?.0)
    }

    /// DECLARE: Σ * E ↦ –⁰ … –ⁿ⁻¹. A register is a variable without an address.
    fn declare(&mut self, state: &mut State, body: &Body, local: LocalId) -> Res<()> {
        let declared = &body.locals[local];
        if declared.register {
            state.top_mut().regs[local.index()] = None;
            return Ok(());
        }
        if let Some(old) = self.home(state, local) {
            state.memory.release(old, Life::OutOfScope);
        }
        let ty = &self.work.program.types[declared.ty];
        if ty.size > LARGEST_STACK {
            return unsupported(format_args!("a local variable of {} bytes", ty.size));
        }
        let span = if declared.span.is_none() { self.span(state) } else { declared.span };
        let kind = if declared.constant { Kind::ConstantLocal } else { Kind::Stack };
        let origin = Origin { kind, span, name: declared.name, external: false, before: Before::Known };
        let size = self.word_constant(ty.size);
        let id = self.stack_segment(state, size, ty.align.clamp(1, 4096), origin);
        let base = state.memory.get(id).base;
        state.top_mut().regs[local.index()] = Some(base);
        Ok(())
    }

    /// ALLOCA: as MALLOC, on Σs, until the function returns (*Allocas*).
    fn stack_object(&mut self, state: &mut State, size: TermId, align: u64) -> Res<SegmentId> {
        if self.prover.constant(size).is_some_and(|size| size > u128::from(LARGEST_STACK)) {
            return unknown(UnknownKind::MemoryBudget, "a stack block exhausts the stack");
        }
        let origin = self.origin(state, Kind::Stack);
        Ok(self.stack_segment(state, size, align, origin))
    }

    /// OUTOFSCOPE and FUNRET: the variable leaves Σs. What only it held is found when the path ends.
    fn end_scope(&mut self, state: &mut State, id: SegmentId) {
        state.memory.release(id, Life::OutOfScope);
    }

    /// MALLOC: Σh * E ↦ –⁰ … –ⁿ⁻¹ with n a term.
    fn new_block(&mut self, state: &mut State, size: TermId, align: u64, zeroed: bool) -> Res<TermId> {
        if self.prover.constant(size).is_some_and(|size| size > u128::from(LARGEST)) {
            return unknown(UnknownKind::MemoryBudget, "a block does not fit the memory budget");
        }
        let origin = self.origin(state, Kind::Heap);
        let fill = if zeroed { self.zero_byte() } else { self.undefined_byte() };
        let new = NewSegment { size, align, part: Part::Heap, origin, fill };
        let id = state.memory.allocate(&mut self.prover, new);
        Self::note_event(state, id);
        Ok(state.memory.get(id).base)
    }

    /// The premises of FREE: the block of Σh that an address starts (*SegmentSizes*), or none for null. FREE^Inv1 if it is not in Σh,
    /// FREE^Inv2 if it is not a start address.
    fn block_to_free(&mut self, state: &mut State, address: TermId) -> Res<Option<SegmentId>> {
        let zero = self.word_constant(0);
        if state.memory.decompose(&mut self.prover, address).is_none() {
            self.unfold(state, address)?;
            let null = self.prover.terms.eq(address, zero);
            if self.decide(state, null)? {
                return Ok(None);
            }
            if self.abduce(state, address)?.is_none() {
                self.not_foreign(state, address)?;
                if self.prover.segments_in(&state.memory, address).is_empty() {
                    return fault(FindingKind::WildFree);
                }
                let message = "an address that is computed from others is freed";
                return unknown(UnknownKind::Nondeterminism, message);
            }
        }
        let (id, offset) = self.locate(state, address)?;
        let segment = state.memory.get(id);
        if segment.part != Part::Heap {
            return fault(FindingKind::NonHeapFree);
        }
        if !segment.is_live() {
            self.blamed = Some(id);
            return fault(FindingKind::DoubleFree);
        }
        let start = self.prover.terms.eq(offset, zero);
        if segment.origin.kind == Kind::Given {
            // Where in a block of the caller the pointer leads, nobody knows.
            if let Some(begin) = self.start_of_given(state, id) {
                let start = self.prover.terms.eq(offset, begin);
                self.assume_inside(state, start)?;
            } else if start != TermId::TRUE {
                self.note_interior(state, id, offset);
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
    fn release(&mut self, state: &mut State, id: SegmentId) {
        state.memory.release(id, Life::Freed);
        Self::note_event(state, id);
    }

    /// REALLOC: FREE after the content went to the block that MALLOC gave, which may be at the same place.
    fn replace(&mut self, state: &mut State, old: SegmentId, new: TermId) -> Res<()> {
        let Some((new, _)) = state.memory.decompose(&mut self.prover, new) else {
            return unknown(UnknownKind::Internal, "a new block has no address");
        };
        if state.memory.get(old).origin.kind == Kind::Given {
            // How large the caller's block is, nobody knows: what is known of it goes on.
            let begin = match self.start_of_given(state, old) {
                Some(begin) => self.value_of(state, begin, self.work.config.enumerate, &[], "an offset")?,
                None => 0,
            } as u64;
            let known: Vec<(u64, Byte)> = state.memory.get(old).written().collect();
            for (at, byte) in known {
                state.memory.set_bytes(new, at.saturating_sub(begin), &[byte]);
            }
        } else {
            let (content, size) = (state.memory.get(old).size, state.memory.get(new).size);
            let common = match (self.prover.constant(content), self.prover.constant(size)) {
                (Some(a), Some(b)) => a.min(b) as u64,
                _ => {
                    let terms = &mut self.prover.terms;
                    let less = terms.ult(content, size);
                    let common = terms.ite(less, content, size);
                    self.size_value(state, common)?
                }
            };
            self.bulk(common)?;
            let bytes = state.memory.bytes(old, 0, common);
            state.memory.set_bytes(new, 0, &bytes);
        }
        let in_place = self.arbitrary_choice(state);
        state.memory.replace(old, new, in_place);
        Self::note_event(state, old);
        Ok(())
    }

    fn must_lie_inside(&mut self, state: &mut State, id: SegmentId, inside: TermId) -> Res<()> {
        if state.memory.get(id).origin.kind == Kind::Given {
            return self.assume_inside(state, inside);
        }
        match self.decide(state, inside)? {
            true => Ok(()),
            false => fault(FindingKind::OutOfBounds),
        }
    }

    /// All of a block whose size nobody knows.
    fn fill_whole(&mut self, state: &mut State, pointer: TermId, size: TermId, byte: Byte) -> Res<bool> {
        if !self.prover.terms.is_constant(byte.term) || self.prover.terms.is_constant(size) {
            return Ok(false);
        }
        let Some((id, offset)) = state.memory.decompose(&mut self.prover, pointer) else { return Ok(false) };
        let segment = state.memory.get(id);
        let whole = self.prover.constant(offset) == Some(0)
            && segment.is_live()
            && segment.size == size
            && segment.part == Part::Heap;
        if !whole {
            return Ok(false);
        }
        let procedure = self.procedure;
        let found = self.prover.allocated(&state.path, &state.memory, &[id], pointer, 0, procedure)?;
        if matches!(found, Allocated::Always(_)) {
            state.memory.fill_all(id, byte);
            return Ok(true);
        }
        Ok(false)
    }

    fn end_of_number(&mut self, state: &mut State, text: TermId, end: TermId) -> Res<()> {
        if state.own.open.is_none() || self.is_null(state, end)? {
            return Ok(());
        }
        // There is one behind a digit, and most often none otherwise: nothing is proved here, and the run decides.
        let first = self.load(state, text, Scalar::U8)?;
        let terms = &mut self.prover.terms;
        let (one, eight) = (terms.bv_const(8, b'1'.into()), terms.bv_const(8, 8));
        let digit = terms.sub(first, one);
        let is_digit = terms.ule(digit, eight);
        let (bits, nothing) = (self.word_bits(), self.word_constant(0));
        let length = if self.decide(state, is_digit)? {
            let length = self.chosen(state, bits, false);
            let is_some = self.prover.terms.ne(length, nothing);
            if let Some(case) = self.case_of(state, is_some)? {
                state.path.assume(&case);
            }
            length
        } else {
            nothing
        };
        let behind = self.prover.terms.add(text, length);
        self.store(state, end, Scalar::Ptr, behind, Access::Write)
    }

    fn check_callee(&mut self, state: &State, address: TermId) -> Res<()> {
        self.choose_callee(state, address)
    }

    fn calls_external(&mut self, state: &mut State, function: FuncId, args: &[ArgValue]) -> Assumption {
        self.call_outside(state, function, args)
    }
}

impl<'p> Calls<'p> for Executor<'p> {
    fn returns_at_last(&mut self, state: &mut State, returned: &ReturnedOf<'p, Self>) -> Res<()> {
        self.keep_returned(state, returned);
        self.returned = Some(returned.clone());
        Ok(())
    }
}

/// A block that is allocated when a path ends.
pub(crate) struct Remaining {
    /// Where it was allocated.
    pub(crate) site: base::Span,
    /// `None` if it was lost before.
    pub(crate) block: Option<SegmentId>,
    pub(crate) reach: Option<sl::reach::Reach>,
}

impl Executor<'_> {
    fn stack_segment(&mut self, state: &mut State, size: TermId, align: u64, origin: Origin) -> SegmentId {
        let fill = self.undefined_byte();
        state.memory.allocate(&mut self.prover, NewSegment { size, align, part: Part::Stack, origin, fill })
    }

    /// The blocks that are still allocated when the path ends, and how they are held: *Leak* of [SL-CPA] §4.2.5.
    pub(crate) fn still_allocated(&mut self, state: &State) -> Vec<Remaining> {
        let mut roots = self.root_values(state);
        roots.extend(state.own.open.iter().flat_map(|open| open.returned.iter().copied()));
        let heap = &state.memory;
        let is_root =
            |id: SegmentId| heap.get(id).part == Part::Stack || heap.get(id).origin.kind == Kind::Given;
        let marks = sl::reach::reachable(&mut self.prover, heap, roots, is_root);
        let lost = state.lost.iter().map(|&site| Remaining { site, block: None, reach: None });
        let live = heap.live().filter(|(_, s)| s.origin.kind == Kind::Heap).map(|(id, segment)| Remaining {
            site: segment.origin.span,
            block: Some(id),
            reach: marks.get(&id).copied(),
        });
        lost.chain(live).collect()
    }

    /// What variables hold, and temporaries that are still read.
    pub(crate) fn root_values(&self, state: &State) -> Vec<TermId> {
        let mut roots = Vec::new();
        for frame in &state.frames {
            let Some(function) = self.work.facts.function(frame.func) else { continue };
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
        self.work.policy.asks(Property::ValidMemtrack) || self.work.policy.asks(Property::ValidMemcleanup)
    }
}
