//! Allocation and blocks of bytes.

use crate::call::{ArgValue, Returned};
use crate::fault::{Res, fault, unknown};
use crate::hunter::Hunter;
use crate::memory::{Kind, Life, NewObject};
use crate::state::State;
use crate::value::{Byte, ObjectId, Prov, Value};
use ir::Intrinsic;
use semantics::address::{HEAP_ALIGNMENT, largest_block};
use smt::TermId;
use verdict::{Access, Assumption, FindingKind, UnknownKind};

/// Larger blocks are not modelled byte by byte.
const LARGEST: u64 = 1 << 30;

impl Hunter<'_> {
    /// A new heap block of the size, or null if allocation fails.
    pub(crate) fn heap_block(
        &mut self,
        state: &mut State,
        size: TermId,
        align: u64,
        zeroed: bool,
    ) -> Res<Value> {
        let most = self.word_constant(largest_block(self.model));
        let absurd = self.oracle.terms.ugt(size, most);
        if self.decide(state, absurd)? {
            return Ok(self.null());
        }
        let size = self.size_value(state, size)?;
        if self.config.analysis.malloc_may_fail {
            let succeeds = self.arbitrary_choice(state);
            if !self.decide(state, succeeds)? {
                return Ok(self.null());
            }
        } else {
            self.assumptions.insert(Assumption::MallocSucceeds);
        }
        if size > LARGEST || size > self.budget.memory / 2 {
            return unknown(
                UnknownKind::MemoryBudget,
                format!("a block of {size} bytes does not fit the memory budget"),
            );
        }
        let span = self.span(state);
        let fill = if zeroed { self.zero_byte } else { self.undef_byte };
        let new =
            NewObject { size, align: align.max(HEAP_ALIGNMENT), kind: Kind::Heap, span, name: None, fill };
        let id = state.memory.allocate(new);
        Ok(self.object_pointer(id))
    }

    pub(super) fn allocate(&mut self, state: &mut State, args: &[ArgValue]) -> Res<Returned> {
        let size = self.size_term(state, args, 0)?;
        let block = self.heap_block(state, size, HEAP_ALIGNMENT, false)?;
        Ok(self.pointer_result(block))
    }

    pub(super) fn allocate_zeroed(&mut self, state: &mut State, args: &[ArgValue]) -> Res<Returned> {
        let (count, size) = (self.size_term(state, args, 0)?, self.size_term(state, args, 1)?);
        let over = self.oracle.terms.umul_overflows(count, size);
        if self.decide(state, over)? {
            let null = self.null();
            return Ok(self.pointer_result(null));
        }
        let size = self.oracle.terms.mul(count, size);
        let block = self.heap_block(state, size, HEAP_ALIGNMENT, true)?;
        Ok(self.pointer_result(block))
    }

    pub(super) fn allocate_aligned(&mut self, state: &mut State, args: &[ArgValue]) -> Res<Returned> {
        let align = self.size_arg(state, args, 0)?;
        let size = self.size_term(state, args, 1)?;
        let block = self.heap_block(state, size, align, false)?;
        Ok(self.pointer_result(block))
    }

    /// The live heap block that a pointer given to `free` starts, or none for null.
    fn block_to_free(&mut self, state: &State, block: Value) -> Res<Option<ObjectId>> {
        if block.undef {
            return fault(FindingKind::WildFree);
        }
        if block.prov.is_none() {
            let zero = self.word_constant(0);
            let null = self.oracle.terms.eq(block.bits, zero);
            if self.decide(state, null)? {
                return Ok(None);
            }
            self.not_foreign(state, block)?;
            if state.exposed {
                return crate::fault::undetermined("an integer is given to free");
            }
            return fault(FindingKind::WildFree);
        }
        let (id, offset) = self.locate(state, block)?;
        let object = state.memory.get(id);
        if object.kind != Kind::Heap {
            return fault(FindingKind::NonHeapFree);
        }
        if !object.is_live() {
            return fault(FindingKind::DoubleFree);
        }
        let zero = self.word_constant(0);
        let start = self.oracle.terms.eq(offset, zero);
        if !self.decide(state, start)? {
            return fault(FindingKind::InteriorFree);
        }
        Ok(Some(id))
    }

    pub(super) fn free(&mut self, state: &mut State, args: &[ArgValue]) -> Res<Returned> {
        let block = self.pointer_arg(state, args, 0)?;
        if let Some(id) = self.block_to_free(state, block)? {
            state.memory.kill(id, Life::Freed);
        }
        Ok(Returned::Nothing)
    }

    /// The block moves; whether it does is left open until somebody uses a pointer to where it was.
    pub(super) fn resize(&mut self, state: &mut State, args: &[ArgValue]) -> Res<Returned> {
        let old = self.pointer_arg(state, args, 0)?;
        let size = self.size_term(state, args, 1)?;
        let Some(id) = self.block_to_free(state, old)? else {
            let null = self.null();
            return Ok(self.pointer_result(null));
        };
        let new = self.heap_block(state, size, HEAP_ALIGNMENT, false)?;
        let Prov::Plain(new_id) = new.prov else { return Ok(self.pointer_result(new)) };
        let common = state.memory.get(id).size.min(state.memory.get(new_id).size);
        self.bulk(common)?;
        let bytes = state.memory.bytes(id, 0, common);
        state.memory.set_bytes(new_id, 0, &bytes);
        let in_place = self.arbitrary_choice(state);
        state.memory.kill(id, Life::Freed);
        state.memory.get_mut(id).resized = Some((new_id, in_place));
        Ok(self.pointer_result(new))
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

    /// The number of bytes of an operation on a range: if some number of them leaves the block, that comes first.
    pub(super) fn count(&mut self, state: &State, size: TermId, ranges: &[(Value, Access)]) -> Res<u64> {
        if let Some(known) = self.oracle.constant(size) {
            return Ok(known as u64);
        }
        let zero = self.word_constant(0);
        let none = self.oracle.terms.eq(size, zero);
        if self.decide(state, none)? {
            return Ok(0);
        }
        for &(pointer, _) in ranges {
            let (id, offset) = self.locate(state, pointer)?;
            let object = state.memory.get(id);
            match object.life {
                Life::Freed => return fault(FindingKind::UseAfterFree),
                Life::OutOfScope => return fault(FindingKind::OutOfScope),
                Life::Live => {}
            }
            let total = self.word_constant(object.size);
            let terms = &mut self.oracle.terms;
            let starts = terms.ule(offset, total);
            let room = terms.sub(total, offset);
            let fits = terms.ule(size, room);
            let inside = terms.and(starts, fits);
            if !self.decide(state, inside)? {
                return fault(FindingKind::OutOfBounds);
            }
        }
        self.size_value(state, size)
    }

    pub(super) fn copy(&mut self, state: &mut State, which: Intrinsic, args: &[ArgValue]) -> Res<Returned> {
        let (dst, src) = (self.pointer_arg(state, args, 0)?, self.pointer_arg(state, args, 1)?);
        let size = self.size_term(state, args, 2)?;
        let size = self.count(state, size, &[(src, Access::Read), (dst, Access::Write)])?;
        if size > 0 {
            let (src_id, src_offset) = self.resolve(state, src, size, Access::Read)?;
            let (dst_id, dst_offset) = self.resolve(state, dst, size, Access::Write)?;
            let distance = src_offset.abs_diff(dst_offset);
            if which == Intrinsic::Copy && src_id == dst_id && distance < size {
                return fault(FindingKind::Overlap);
            }
            self.bulk(size)?;
            let bytes = self.copied(state, src_id, src_offset, size);
            state.memory.set_bytes(dst_id, dst_offset, &bytes);
        }
        Ok(self.pointer_result(dst))
    }

    pub(super) fn fill_block(&mut self, state: &mut State, args: &[ArgValue]) -> Res<Returned> {
        let dst = self.pointer_arg(state, args, 0)?;
        let (byte, _) = self.scalar_arg(args, 1)?;
        let size = self.size_term(state, args, 2)?;
        let size = self.count(state, size, &[(dst, Access::Write)])?;
        if size > 0 {
            let (id, offset) = self.resolve(state, dst, size, Access::Write)?;
            let fill = if byte.undef {
                self.undef_byte
            } else if byte.prov.is_none() {
                Byte { term: self.oracle.terms.extract(byte.bits, 7, 0), ..self.zero_byte }
            } else {
                return crate::fault::undetermined("memory is filled with a part of a pointer");
            };
            self.fill(state, id, offset, size, fill)?;
        }
        Ok(self.pointer_result(dst))
    }

    pub(super) fn nondet_memory(&mut self, state: &mut State, args: &[ArgValue]) -> Res<Returned> {
        let start = self.pointer_arg(state, args, 0)?;
        let size = self.size_term(state, args, 1)?;
        let size = self.count(state, size, &[(start, Access::Write)])?;
        if size > 0 {
            let (id, offset) = self.resolve(state, start, size, Access::Write)?;
            for i in 0..size {
                let term = self.input(state, 8, false);
                let byte = Byte { term, ..self.zero_byte };
                state.memory.set_bytes(id, offset + i, &[byte]);
                self.tick(1)?;
            }
        }
        Ok(Returned::Nothing)
    }
}
