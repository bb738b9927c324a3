//! Allocation and blocks of bytes.

use crate::call::{ArgValue, Returned};
use crate::fault::{Res, fault, unknown};
use crate::hunter::Hunter;
use crate::memory::{Kind, Life, NewObject};
use crate::state::State;
use crate::value::{Byte, ObjectId, Prov, Value};
use ir::{Intrinsic, Scalar};
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

    pub(super) fn malloc(&mut self, state: &mut State, args: &[ArgValue]) -> Res<Returned> {
        let size = self.size_term(state, args, 0)?;
        let block = self.heap_block(state, size, 16, false)?;
        Ok(self.pointer_result(block))
    }

    /// The product of two arguments, or none if it overflows.
    fn product(&mut self, state: &State, args: &[ArgValue], first: usize) -> Res<Option<TermId>> {
        let (count, size) = (self.size_term(state, args, first)?, self.size_term(state, args, first + 1)?);
        let over = self.oracle.terms.umul_overflows(count, size);
        if self.decide(state, over)? {
            return Ok(None);
        }
        Ok(Some(self.oracle.terms.mul(count, size)))
    }

    pub(super) fn calloc(&mut self, state: &mut State, args: &[ArgValue]) -> Res<Returned> {
        let block = match self.product(state, args, 0)? {
            Some(size) => self.heap_block(state, size, 16, true)?,
            None => self.null(),
        };
        Ok(self.pointer_result(block))
    }

    pub(super) fn aligned_alloc(&mut self, state: &mut State, args: &[ArgValue]) -> Res<Returned> {
        let align = self.size_arg(state, args, 0)?;
        let size = self.size_term(state, args, 1)?;
        if !align.is_power_of_two() {
            return fault(FindingKind::BadArgument);
        }
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

    pub(super) fn realloc(&mut self, state: &mut State, args: &[ArgValue], array: bool) -> Res<Returned> {
        let old = self.pointer_arg(state, args, 0)?;
        let size = if array {
            match self.product(state, args, 1)? {
                Some(size) => size,
                None => {
                    let null = self.null();
                    return Ok(self.pointer_result(null));
                }
            }
        } else {
            self.size_term(state, args, 1)?
        };
        let Some(id) = self.block_to_free(state, old)? else {
            let block = self.heap_block(state, size, 16, false)?;
            return Ok(self.pointer_result(block));
        };
        let zero = self.word_constant(0);
        let empty = self.oracle.terms.eq(size, zero);
        if self.decide(state, empty)? {
            // The library may free the block, or give a block of no bytes for it.
            let gives_block = self.arbitrary_choice(state);
            if !self.decide(state, gives_block)? {
                state.memory.kill(id, Life::Freed);
                let null = self.null();
                return Ok(self.pointer_result(null));
            }
        }
        let new = self.heap_block(state, size, 16, false)?;
        let Prov::Plain(new_id) = new.prov else { return Ok(self.pointer_result(new)) };
        let common = state.memory.get(id).size.min(state.memory.get(new_id).size);
        self.bulk(common)?;
        let bytes = state.memory.bytes(id, 0, common);
        state.memory.set_bytes(new_id, 0, &bytes);
        state.memory.kill(id, Life::Freed);
        Ok(self.pointer_result(new))
    }

    /// The number of bytes of an operation on a range: if some number of them leaves the block, that comes first.
    fn count(&mut self, state: &State, size: TermId, ranges: &[(Value, Access)]) -> Res<u64> {
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

    pub(super) fn memcpy(&mut self, state: &mut State, which: Intrinsic, args: &[ArgValue]) -> Res<Returned> {
        let (dst, src) = (self.pointer_arg(state, args, 0)?, self.pointer_arg(state, args, 1)?);
        let size = self.size_term(state, args, 2)?;
        let size = self.count(state, size, &[(src, Access::Read), (dst, Access::Write)])?;
        if size > 0 {
            let (src_id, src_offset) = self.resolve(state, src, size, Access::Read)?;
            let (dst_id, dst_offset) = self.resolve(state, dst, size, Access::Write)?;
            let distance = src_offset.abs_diff(dst_offset);
            if which != Intrinsic::Memmove && src_id == dst_id && distance < size {
                return fault(FindingKind::Overlap);
            }
            self.bulk(size)?;
            let bytes = self.copied(state, src_id, src_offset, size);
            state.memory.set_bytes(dst_id, dst_offset, &bytes);
        }
        let result = if which == Intrinsic::Mempcpy { self.advance(dst, size) } else { dst };
        Ok(self.pointer_result(result))
    }

    pub(super) fn memset(&mut self, state: &mut State, args: &[ArgValue]) -> Res<Returned> {
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

    pub(super) fn bzero(&mut self, state: &mut State, args: &[ArgValue]) -> Res<Returned> {
        let dst = self.pointer_arg(state, args, 0)?;
        let size = self.size_term(state, args, 1)?;
        let size = self.count(state, size, &[(dst, Access::Write)])?;
        if size > 0 {
            let (id, offset) = self.resolve(state, dst, size, Access::Write)?;
            let zero = self.zero_byte;
            self.fill(state, id, offset, size, zero)?;
        }
        Ok(Returned::Nothing)
    }

    pub(super) fn memcmp(&mut self, state: &mut State, args: &[ArgValue]) -> Res<Returned> {
        let (a, b) = (self.pointer_arg(state, args, 0)?, self.pointer_arg(state, args, 1)?);
        let size = self.size_term(state, args, 2)?;
        let size = self.count(state, size, &[(a, Access::Read), (b, Access::Read)])?;
        if size == 0 {
            return Ok(self.int_result(0));
        }
        self.resolve(state, a, size, Access::Read)?;
        self.resolve(state, b, size, Access::Read)?;
        for i in 0..size {
            let (x, y) = (self.byte_at(state, a, i)?, self.byte_at(state, b, i)?);
            let differ = self.oracle.terms.ne(x, y);
            if self.decide(state, differ)? {
                return Ok(self.byte_difference(x, y));
            }
        }
        Ok(self.int_result(0))
    }

    pub(super) fn byte_difference(&mut self, x: TermId, y: TermId) -> Returned {
        let terms = &mut self.oracle.terms;
        let (x, y) = (terms.zero_extend(x, 32), terms.zero_extend(y, 32));
        Returned::Scalar(Value::int(terms.sub(x, y)), Scalar::I32)
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
