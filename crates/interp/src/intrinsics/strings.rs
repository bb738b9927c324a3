//! Strings.

use super::{advance, int, null, pointer};
use crate::call::{ArgValue, Returned};
use crate::fault::{Fault, Res};
use crate::machine::Machine;
use crate::memory::Bytes;
use crate::value::Value;
use ir::Intrinsic;
use verdict::{Access, FindingKind};

impl Machine<'_> {
    /// The bytes of a string without its terminator, which must be there unless `limit` bytes come before it.
    pub(crate) fn c_string(&mut self, start: Value, limit: Option<u64>) -> Res<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut i = 0;
        while limit.is_none_or(|limit| i < limit) {
            let byte = self.byte_at(start, i)?;
            if byte == 0 {
                break;
            }
            bytes.push(byte);
            i += 1;
        }
        self.charge(i)?;
        Ok(bytes)
    }

    /// Writes bytes that the machine made.
    pub(crate) fn write_bytes(&mut self, dst: Value, bytes: Vec<u8>) -> Res<()> {
        if bytes.is_empty() {
            return Ok(());
        }
        let (id, offset) = self.memory.resolve(dst, bytes.len() as u64, Access::Write)?;
        self.charge(bytes.len() as u64)?;
        self.memory.insert(id, offset, &Bytes::from_data(bytes));
        Ok(())
    }

    /// Ranges that a string function reads and writes must not overlap.
    fn no_overlap(&mut self, dst: Value, dst_len: u64, src: Value, src_len: u64) -> Res<()> {
        if dst_len == 0 || src_len == 0 {
            return Ok(());
        }
        let (dst_id, to) = self.memory.resolve(dst, dst_len, Access::Write)?;
        let (src_id, from) = self.memory.resolve(src, src_len, Access::Read)?;
        if dst_id == src_id && (to as u64) < from as u64 + src_len && (from as u64) < to as u64 + dst_len {
            return Fault::new(FindingKind::Overlap)
                .object(src_id)
                .range(to as i64 - from as i64, src_len)
                .stop();
        }
        Ok(())
    }

    pub(super) fn strlen(&mut self, args: &[ArgValue]) -> Res<Returned> {
        let start = self.pointer_arg(args, 0)?;
        let len = self.c_string(start, None)?.len();
        Ok(self.size_result(len as u64))
    }

    pub(super) fn strnlen(&mut self, args: &[ArgValue]) -> Res<Returned> {
        let start = self.pointer_arg(args, 0)?;
        let limit = self.size_arg(args, 1)?;
        let len = self.c_string(start, Some(limit))?.len();
        Ok(self.size_result(len as u64))
    }

    pub(super) fn strcpy(&mut self, which: Intrinsic, args: &[ArgValue]) -> Res<Returned> {
        let (dst, src) = (self.pointer_arg(args, 0)?, self.pointer_arg(args, 1)?);
        let mut bytes = self.c_string(src, None)?;
        let len = bytes.len() as u64;
        bytes.push(0);
        self.no_overlap(dst, len + 1, src, len + 1)?;
        self.write_bytes(dst, bytes)?;
        Ok(pointer(if which == Intrinsic::Stpcpy { advance(dst, len) } else { dst }))
    }

    pub(super) fn strcat(&mut self, args: &[ArgValue]) -> Res<Returned> {
        let (dst, src) = (self.pointer_arg(args, 0)?, self.pointer_arg(args, 1)?);
        let used = self.c_string(dst, None)?.len() as u64;
        let mut bytes = self.c_string(src, None)?;
        let len = bytes.len() as u64;
        let end = advance(dst, used);
        self.no_overlap(end, len + 1, src, len + 1)?;
        bytes.push(0);
        self.write_bytes(end, bytes)?;
        Ok(pointer(dst))
    }

    pub(super) fn strcmp(&mut self, which: Intrinsic, args: &[ArgValue]) -> Res<Returned> {
        let (a, b) = (self.pointer_arg(args, 0)?, self.pointer_arg(args, 1)?);
        let fold = matches!(which, Intrinsic::Strcasecmp | Intrinsic::Strncasecmp);
        let limit = match which {
            Intrinsic::Strncmp | Intrinsic::Strncasecmp => self.size_arg(args, 2)?,
            _ => u64::MAX,
        };
        for i in 0..limit {
            let (mut x, mut y) = (self.byte_at(a, i)?, self.byte_at(b, i)?);
            if fold {
                x = x.to_ascii_lowercase();
                y = y.to_ascii_lowercase();
            }
            if x != y || x == 0 {
                self.charge(i)?;
                return Ok(int(i64::from(x) - i64::from(y)));
            }
        }
        Ok(int(0))
    }

    pub(super) fn strchr(&mut self, which: Intrinsic, args: &[ArgValue]) -> Res<Returned> {
        let start = self.pointer_arg(args, 0)?;
        let wanted = self.int_arg(args, 1)? as u8;
        let mut found = None;
        let mut i = 0;
        loop {
            let byte = self.byte_at(start, i)?;
            if byte == wanted {
                found = Some(i);
                if which == Intrinsic::Strchr {
                    break;
                }
            }
            if byte == 0 {
                break;
            }
            i += 1;
        }
        self.charge(i)?;
        Ok(found.map_or_else(null, |i| pointer(advance(start, i))))
    }

    pub(super) fn strstr(&mut self, args: &[ArgValue]) -> Res<Returned> {
        let start = self.pointer_arg(args, 0)?;
        let wanted = self.pointer_arg(args, 1)?;
        let needle = self.c_string(wanted, None)?;
        let haystack = self.c_string(start, None)?;
        self.charge(haystack.len() as u64 * (1 + needle.len() as u64 / 8))?;
        if needle.is_empty() {
            return Ok(pointer(start));
        }
        let found = haystack.windows(needle.len()).position(|window| window == needle);
        Ok(found.map_or_else(null, |i| pointer(advance(start, i as u64))))
    }

    pub(super) fn strspn(&mut self, which: Intrinsic, args: &[ArgValue]) -> Res<Returned> {
        let start = self.pointer_arg(args, 0)?;
        let set_start = self.pointer_arg(args, 1)?;
        let set = self.c_string(set_start, None)?;
        let inside = which == Intrinsic::Strspn;
        let mut i = 0;
        let stopped_at = loop {
            let byte = self.byte_at(start, i)?;
            if byte == 0 || set.contains(&byte) != inside {
                break byte;
            }
            i += 1;
        };
        self.charge(i * (1 + set.len() as u64 / 8))?;
        Ok(match which {
            Intrinsic::Strpbrk if stopped_at == 0 => null(),
            Intrinsic::Strpbrk => pointer(advance(start, i)),
            _ => self.size_result(i),
        })
    }

    pub(super) fn strdup(&mut self, args: &[ArgValue]) -> Res<Returned> {
        let start = self.pointer_arg(args, 0)?;
        let mut bytes = self.c_string(start, None)?;
        bytes.push(0);
        let block = self.heap_block(bytes.len() as u64, 16, false)?;
        if block.bits != 0 {
            self.write_bytes(block, bytes)?;
        }
        Ok(pointer(block))
    }
}
