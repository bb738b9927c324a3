//! Allocation, blocks of bytes, strings.

use super::{Args, Done, Execution, Fill, Res, Returned};
use crate::address::{HEAP_ALIGNMENT, largest_block};
use ir::{Intrinsic, Scalar};
use verdict::{Access, Assumption};

pub(super) trait Memory: Execution {
    /// A new heap block, or none if allocation fails.
    fn heap_block(&mut self, size: Self::Size, align: u64, zeroed: bool) -> Res<Self, Option<Self::Pointer>> {
        if self.exceeds(size, largest_block(self.model()))? {
            return Ok(None);
        }
        if !self.malloc_may_fail() {
            self.assume(Assumption::MallocSucceeds);
        } else if !self.choose(verdict::ALLOCATION)? {
            return Ok(None);
        }
        self.new_block(size, align.max(HEAP_ALIGNMENT), zeroed).map(Some)
    }

    fn allocated(&mut self, block: Option<Self::Pointer>) -> Done<Self> {
        let pointer = block.unwrap_or_else(|| self.null());
        Ok(self.pointer_result(pointer))
    }

    fn allocate(&mut self, args: &Args<Self>) -> Done<Self> {
        let size = self.size_argument(args, 0)?;
        let block = self.heap_block(size, HEAP_ALIGNMENT, false)?;
        self.allocated(block)
    }

    fn allocate_zeroed(&mut self, args: &Args<Self>) -> Done<Self> {
        let (count, size) = (self.size_argument(args, 0)?, self.size_argument(args, 1)?);
        let block = match self.product(count, size)? {
            Some(size) => self.heap_block(size, HEAP_ALIGNMENT, true)?,
            None => None,
        };
        self.allocated(block)
    }

    fn allocate_aligned(&mut self, args: &Args<Self>) -> Done<Self> {
        let align = self.size_argument(args, 0)?;
        let align = self.bytes_of(align)?;
        let size = self.size_argument(args, 1)?;
        let block = self.heap_block(size, align, false)?;
        self.allocated(block)
    }

    fn free(&mut self, args: &Args<Self>) -> Done<Self> {
        let pointer = self.pointer(args, 0)?;
        if let Some(object) = self.block_to_free(pointer)? {
            self.release(object);
        }
        Ok(Returned::Nothing)
    }

    /// The new content is made in a block of its own, which then is the result or takes the place of the old one.
    fn resize(&mut self, args: &Args<Self>) -> Done<Self> {
        let old = self.pointer(args, 0)?;
        let size = self.size_argument(args, 1)?;
        let block = match self.block_to_free(old)? {
            Some(object) => match self.heap_block(size, HEAP_ALIGNMENT, false)? {
                Some(new) => Some(self.replace((object, old), new)?),
                None => None,
            },
            None => None,
        };
        self.allocated(block)
    }

    fn copy_memory(&mut self, which: Intrinsic, args: &Args<Self>) -> Done<Self> {
        let (dst, src) = (self.pointer(args, 0)?, self.pointer(args, 1)?);
        let size = self.size_argument(args, 2)?;
        let size = self.count(size, &[src, dst])?;
        if size > 0 {
            let from = self.resolve(src, size, Access::Read)?;
            let to = self.resolve(dst, size, Access::Write)?;
            if which == Intrinsic::Copy && from.0 == to.0 && from.1.abs_diff(to.1) < size {
                return Err(self.overlap(from, to, size));
            }
            self.copy_bytes(to, from, size)?;
        }
        Ok(self.pointer_result(dst))
    }

    fn fill_memory(&mut self, args: &Args<Self>) -> Done<Self> {
        let dst = self.pointer(args, 0)?;
        let (byte, _) = self.scalar(args, 1)?;
        let size = self.size_argument(args, 2)?;
        if self.fill_whole(dst, size, byte)? {
            return Ok(self.pointer_result(dst));
        }
        let size = self.count(size, &[dst])?;
        if size > 0 {
            let range = self.resolve(dst, size, Access::Write)?;
            self.fill(range, size, Fill::Value(byte))?;
        }
        Ok(self.pointer_result(dst))
    }

    fn make_arbitrary(&mut self, args: &Args<Self>) -> Done<Self> {
        let start = self.pointer(args, 0)?;
        let size = self.size_argument(args, 1)?;
        let size = self.count(size, &[start])?;
        if size > 0 {
            let range = self.resolve(start, size, Access::Write)?;
            let mut bytes = Vec::new();
            for _ in 0..size {
                bytes.push(self.arbitrary_byte()?);
                self.charge(1)?;
            }
            let block = self.block_of(bytes);
            self.insert(range, &block);
        }
        Ok(Returned::Nothing)
    }

    fn find_end(&mut self, which: Intrinsic, args: &Args<Self>) -> Done<Self> {
        let start = self.pointer(args, 0)?;
        let limit = match which {
            Intrinsic::FindEnd => None,
            _ => {
                let limit = self.size_argument(args, 1)?;
                Some(self.bytes_of(limit)?)
            }
        };
        let length = self.c_string(start, limit)?.len();
        Ok(self.size_result(length as u64))
    }

    fn compare(&mut self, which: Intrinsic, args: &Args<Self>) -> Done<Self> {
        let (a, b) = (self.pointer(args, 0)?, self.pointer(args, 1)?);
        let until_zero = which != Intrinsic::CompareBytes;
        let limit = match which {
            Intrinsic::CompareStrings => u64::MAX,
            _ => {
                let limit = self.size_argument(args, 2)?;
                if until_zero { self.bytes_of(limit)? } else { self.count(limit, &[a, b])? }
            }
        };
        if !until_zero && limit > 0 {
            // All bytes must be there, wherever the first difference is.
            self.resolve(a, limit, Access::Read)?;
            self.resolve(b, limit, Access::Read)?;
            self.charge(limit)?;
        }
        for i in 0..limit {
            let (x, y) = (self.byte_at(a, i)?, self.byte_at(b, i)?);
            if self.differ(x, y)? || until_zero && self.ends_string(x)? {
                self.charge(i)?;
                return Ok(Returned::Scalar(self.difference(x, y), Scalar::I32));
            }
        }
        Ok(self.int_result(0))
    }
}

impl<E: Execution> Memory for E {}
