//! Allocation and blocks of bytes.

use super::{advance, null, pointer};
use crate::call::{ArgValue, Returned};
use crate::fault::{Fault, Res};
use crate::machine::Machine;
use crate::memory::{Kind, NewObject, State};
use crate::options::Mode;
use crate::value::{ObjectId, Value, Wide};
use ir::{Intrinsic, Scalar};
use semantics::address::{HEAP_ALIGNMENT, largest_block};
use verdict::{Access, Assumption, FindingKind, StepKind};

impl Machine<'_> {
    /// A new heap block, or null if allocation fails.
    pub(crate) fn heap_block(&mut self, size: u64, align: u64, zeroed: bool) -> Res<Value> {
        if size > largest_block(self.model) {
            return Ok(Value::ZERO);
        }
        if self.options.analysis.malloc_may_fail {
            if self.input("allocation succeeds", 0, 1)? == 0 {
                return Ok(Value::ZERO);
            }
        } else {
            self.assumptions.insert(Assumption::MallocSucceeds);
        }
        let span = self.span();
        let id = self.memory.allocate(NewObject {
            size,
            align: align.max(HEAP_ALIGNMENT),
            kind: Kind::Heap,
            span,
            name: None,
            zeroed,
        })?;
        self.memory.mark_addressed(id);
        if self.trace.is_some() {
            self.step(StepKind::Allocate { size: Some(size) });
        }
        Ok(Value::pointer(self.memory.object(id).base, id))
    }

    pub(super) fn allocate(&mut self, args: &[ArgValue]) -> Res<Returned> {
        let size = self.size_arg(args, 0)?;
        Ok(pointer(self.heap_block(size, 16, false)?))
    }

    pub(super) fn allocate_zeroed(&mut self, args: &[ArgValue]) -> Res<Returned> {
        let (count, size) = (self.size_arg(args, 0)?, self.size_arg(args, 1)?);
        match count.checked_mul(size).filter(|&n| n <= self.memory.address_mask) {
            Some(size) => Ok(pointer(self.heap_block(size, 16, true)?)),
            None => Ok(null()),
        }
    }

    pub(super) fn allocate_aligned(&mut self, args: &[ArgValue]) -> Res<Returned> {
        let (align, size) = (self.size_arg(args, 0)?, self.size_arg(args, 1)?);
        Ok(pointer(self.heap_block(size, align, false)?))
    }

    /// The live heap block that a pointer given to `free` starts, or none for null.
    fn block_to_free(&mut self, block: Value) -> Res<Option<ObjectId>> {
        if block.undef != 0 {
            return Fault::new(FindingKind::WildFree).access(Access::Free).what("uninitialised").stop();
        }
        if block.bits == 0 && block.prov.is_none() {
            return Ok(None);
        }
        let (id, offset) = match self.memory.locate(block, 0, Access::Free) {
            Ok(found) => found,
            Err(_) => {
                return Fault::new(FindingKind::WildFree)
                    .access(Access::Free)
                    .value(format_args!("{:#x}", block.bits))
                    .stop();
            }
        };
        let fault = |kind| Fault::new(kind).access(Access::Free).object(id).range(offset, 0).stop();
        if !self.memory.is_heap(id) {
            return fault(FindingKind::NonHeapFree);
        }
        if !self.memory.is_live(id) {
            return fault(FindingKind::DoubleFree);
        }
        if offset != 0 {
            return fault(FindingKind::InteriorFree);
        }
        Ok(Some(id))
    }

    fn release(&mut self, id: ObjectId) {
        let span = self.span();
        self.memory.kill(id, State::Freed(span));
        if self.trace.is_some() {
            self.step(StepKind::Free);
        }
    }

    pub(super) fn free(&mut self, args: &[ArgValue]) -> Res<Returned> {
        let block = self.pointer_arg(args, 0)?;
        if let Some(id) = self.block_to_free(block)? {
            self.release(id);
        }
        Ok(Returned::Nothing)
    }

    /// The new content is made in a block of its own, which then is the result or takes the place of the old one.
    pub(super) fn resize(&mut self, args: &[ArgValue]) -> Res<Returned> {
        let (old, size) = (self.pointer_arg(args, 0)?, self.size_arg(args, 1)?);
        let Some(id) = self.block_to_free(old)? else { return Ok(null()) };
        let new = self.heap_block(size, 16, false)?;
        let Some(new_id) = new.prov.object() else { return Ok(null()) };
        let common = self.memory.info(id).size.min(size) as usize;
        self.memory.copy(new_id, 0, id, 0, common);
        self.charge(common as u64)?;
        if self.resizes_in_place()? {
            self.memory.take_place(id, new_id)?;
            return Ok(pointer(old));
        }
        self.release(id);
        Ok(pointer(new))
    }

    /// Whether a block stays where it is when its size changes. The only run moves it, and refuses to compare what is left of it.
    fn resizes_in_place(&mut self) -> Res<bool> {
        if self.exact || self.options.mode == Mode::Run {
            return Ok(false);
        }
        if self.no_input_is_left() {
            return Ok(self.options.reuse_addresses);
        }
        Ok(self.input("a block is resized in place", 0, 1)? != 0)
    }

    pub(super) fn copy(&mut self, which: Intrinsic, args: &[ArgValue]) -> Res<Returned> {
        let (dst, src) = (self.pointer_arg(args, 0)?, self.pointer_arg(args, 1)?);
        let size = self.size_arg(args, 2)?;
        if size > 0 {
            let (src_id, src_offset) = self.memory.resolve(src, size, Access::Read)?;
            let (dst_id, dst_offset) = self.memory.resolve(dst, size, Access::Write)?;
            let distance = src_offset.abs_diff(dst_offset) as u64;
            if which == Intrinsic::Copy && src_id == dst_id && distance < size {
                return Fault::new(FindingKind::Overlap)
                    .object(src_id)
                    .range(dst_offset as i64 - src_offset as i64, size)
                    .stop();
            }
            self.memory.copy(dst_id, dst_offset, src_id, src_offset, size as usize);
            self.charge(size)?;
        }
        Ok(pointer(dst))
    }

    pub(super) fn fill(&mut self, args: &[ArgValue]) -> Res<Returned> {
        let dst = self.pointer_arg(args, 0)?;
        let (byte, _) = self.scalar_arg(args, 1)?;
        let size = self.size_arg(args, 2)?;
        if size > 0 {
            let (id, offset) = self.memory.resolve(dst, size, Access::Write)?;
            if byte.undef & 0xff == 0 {
                self.memory.fill(id, offset, size as usize, byte.bits as u8);
            } else {
                self.memory.make_indeterminate(id, offset, size as usize);
            }
            self.charge(size)?;
        }
        Ok(pointer(dst))
    }

    pub(super) fn nondet_memory(&mut self, args: &[ArgValue]) -> Res<Returned> {
        let start = self.pointer_arg(args, 0)?;
        let size = self.size_arg(args, 1)?;
        if size > 0 {
            let (id, offset) = self.memory.resolve(start, size, Access::Write)?;
            for i in 0..size as usize {
                let byte = self.input("unsigned char", 0, 255)?;
                self.memory.poke(id, offset + i, 1, Wide::int(byte as u128));
            }
        }
        Ok(Returned::Nothing)
    }

    /// The byte at `start + i`, which the caller looks at.
    #[inline]
    pub(crate) fn byte_at(&mut self, start: Value, i: u64) -> Res<u8> {
        let address = advance(start, i);
        if start.undef == 0
            && let Some((bits, _)) = self.memory.load_fast::<1>(address.prov, address.bits)
        {
            return Ok(bits as u8);
        }
        let wide = self.load(address, Scalar::U8)?;
        if wide.undef != 0 {
            let mut fault = Fault::new(FindingKind::UninitRead).access(Access::Read);
            if let Ok((id, offset)) = self.memory.locate(address, 1, Access::Read) {
                fault = fault.object(id).range(offset, 1);
            }
            return fault.stop();
        }
        if self.exact && !wide.prov.is_none() {
            return crate::fault::nondeterminism("the bytes of a pointer are looked at");
        }
        Ok(wide.bits as u8)
    }
}
