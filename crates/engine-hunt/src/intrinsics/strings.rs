//! Strings.

use crate::call::{ArgValue, Returned};
use crate::fault::Res;
use crate::hunter::Hunter;
use crate::state::State;
use crate::value::{Byte, Value};
use ir::{Intrinsic, Scalar};
use smt::TermId;
use verdict::Access;

impl Hunter<'_> {
    /// The bytes of a string without its terminator, which must be there unless `limit` bytes come before it.
    pub(crate) fn c_string(
        &mut self,
        state: &mut State,
        start: Value,
        limit: Option<u64>,
    ) -> Res<Vec<TermId>> {
        let mut bytes = Vec::new();
        let mut i = 0;
        let zero = self.constant(8, 0);
        while limit.is_none_or(|limit| i < limit) {
            let byte = self.byte_at(state, start, i)?;
            let end = self.oracle.terms.eq(byte, zero);
            if self.decide(state, end)? {
                break;
            }
            bytes.push(byte);
            i += 1;
            self.tick(1)?;
        }
        Ok(bytes)
    }

    pub(crate) fn write_terms(&mut self, state: &mut State, dst: Value, terms: &[TermId]) -> Res<()> {
        if terms.is_empty() {
            return Ok(());
        }
        let (id, offset) = self.resolve(state, dst, terms.len() as u64, Access::Write)?;
        let bytes: Vec<Byte> = terms.iter().map(|&term| Byte { term, ..self.zero_byte }).collect();
        state.memory.set_bytes(id, offset, &bytes);
        Ok(())
    }

    pub(super) fn find_end(
        &mut self,
        state: &mut State,
        which: Intrinsic,
        args: &[ArgValue],
    ) -> Res<Returned> {
        let limit = match which {
            Intrinsic::FindEnd => None,
            _ => Some(self.size_arg(state, args, 1)?),
        };
        let start = self.pointer_arg(state, args, 0)?;
        let len = self.c_string(state, start, limit)?.len();
        Ok(self.size_result(len as u64))
    }

    pub(super) fn compare_bytes(
        &mut self,
        state: &mut State,
        which: Intrinsic,
        args: &[ArgValue],
    ) -> Res<Returned> {
        let (a, b) = (self.pointer_arg(state, args, 0)?, self.pointer_arg(state, args, 1)?);
        let limit = match which {
            Intrinsic::CompareBytes => {
                let size = self.size_term(state, args, 2)?;
                self.count(state, size, &[(a, Access::Read), (b, Access::Read)])?
            }
            Intrinsic::CompareStrings => u64::MAX,
            _ => self.size_arg(state, args, 2)?,
        };
        let until_zero = which != Intrinsic::CompareBytes;
        if !until_zero && limit > 0 {
            // All bytes must be there, wherever the first difference is.
            self.resolve(state, a, limit, Access::Read)?;
            self.resolve(state, b, limit, Access::Read)?;
        }
        let zero = self.constant(8, 0);
        for i in 0..limit {
            let (x, y) = (self.byte_at(state, a, i)?, self.byte_at(state, b, i)?);
            let differ = self.oracle.terms.ne(x, y);
            let end = self.oracle.terms.eq(x, zero);
            if self.decide(state, differ)? || until_zero && self.decide(state, end)? {
                let terms = &mut self.oracle.terms;
                let (x, y) = (terms.zero_extend(x, 32), terms.zero_extend(y, 32));
                return Ok(Returned::Scalar(Value::int(terms.sub(x, y)), Scalar::I32));
            }
            self.tick(1)?;
        }
        Ok(self.int_result(0))
    }
}
