//! Strings.

use super::int;
use crate::call::{ArgValue, Returned};
use crate::fault::Res;
use crate::machine::Machine;
use crate::memory::Bytes;
use crate::value::Value;
use ir::Intrinsic;
use verdict::Access;

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

    pub(super) fn find_end(&mut self, which: Intrinsic, args: &[ArgValue]) -> Res<Returned> {
        let start = self.pointer_arg(args, 0)?;
        let limit = match which {
            Intrinsic::FindEnd => None,
            _ => Some(self.size_arg(args, 1)?),
        };
        let len = self.c_string(start, limit)?.len();
        Ok(self.size_result(len as u64))
    }

    pub(super) fn compare(&mut self, which: Intrinsic, args: &[ArgValue]) -> Res<Returned> {
        let (a, b) = (self.pointer_arg(args, 0)?, self.pointer_arg(args, 1)?);
        let limit = match which {
            Intrinsic::CompareStrings => u64::MAX,
            _ => self.size_arg(args, 2)?,
        };
        let until_zero = which != Intrinsic::CompareBytes;
        if !until_zero && limit > 0 {
            // All bytes must be there, wherever the first difference is.
            self.memory.resolve(a, limit, Access::Read)?;
            self.memory.resolve(b, limit, Access::Read)?;
            self.charge(limit)?;
        }
        for i in 0..limit {
            let (x, y) = (self.byte_at(a, i)?, self.byte_at(b, i)?);
            if x != y || until_zero && x == 0 {
                self.charge(i)?;
                return Ok(int(i64::from(x) - i64::from(y)));
            }
        }
        Ok(int(0))
    }
}
