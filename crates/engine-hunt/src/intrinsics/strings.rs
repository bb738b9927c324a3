//! Strings.

use crate::call::{ArgValue, Returned};
use crate::fault::{Res, fault};
use crate::hunter::Hunter;
use crate::state::State;
use crate::value::{Byte, Value};
use ir::{FuncId, Intrinsic};
use smt::TermId;
use verdict::{Access, FindingKind};

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

    /// Ranges that a string function reads and writes must not overlap.
    fn no_overlap(&mut self, state: &State, dst: Value, dst_len: u64, src: Value, src_len: u64) -> Res<()> {
        if dst_len == 0 || src_len == 0 {
            return Ok(());
        }
        let (dst_id, to) = self.resolve(state, dst, dst_len, Access::Write)?;
        let (src_id, from) = self.resolve(state, src, src_len, Access::Read)?;
        if dst_id == src_id && to < from + src_len && from < to + dst_len {
            return fault(FindingKind::Overlap);
        }
        Ok(())
    }

    pub(super) fn strlen(
        &mut self,
        state: &mut State,
        args: &[ArgValue],
        limit: Option<u64>,
    ) -> Res<Returned> {
        let start = self.pointer_arg(state, args, 0)?;
        let len = self.c_string(state, start, limit)?.len();
        Ok(self.size_result(len as u64))
    }

    pub(super) fn strcpy(&mut self, state: &mut State, which: Intrinsic, args: &[ArgValue]) -> Res<Returned> {
        let (dst, src) = (self.pointer_arg(state, args, 0)?, self.pointer_arg(state, args, 1)?);
        let mut bytes = self.c_string(state, src, None)?;
        let len = bytes.len() as u64;
        bytes.push(self.zero_byte.term);
        self.no_overlap(state, dst, len + 1, src, len + 1)?;
        self.write_terms(state, dst, &bytes)?;
        let result = if which == Intrinsic::Stpcpy { self.advance(dst, len) } else { dst };
        Ok(self.pointer_result(result))
    }

    pub(super) fn strcat(&mut self, state: &mut State, args: &[ArgValue]) -> Res<Returned> {
        let (dst, src) = (self.pointer_arg(state, args, 0)?, self.pointer_arg(state, args, 1)?);
        let used = self.c_string(state, dst, None)?.len() as u64;
        let mut bytes = self.c_string(state, src, None)?;
        let len = bytes.len() as u64;
        let end = self.advance(dst, used);
        self.no_overlap(state, end, len + 1, src, len + 1)?;
        bytes.push(self.zero_byte.term);
        self.write_terms(state, end, &bytes)?;
        Ok(self.pointer_result(dst))
    }

    fn folded(&mut self, byte: TermId) -> TermId {
        let terms = &mut self.oracle.terms;
        let (a, z, bit) = (terms.bv_const(8, 0x41), terms.bv_const(8, 0x5a), terms.bv_const(8, 0x20));
        let (above, below) = (terms.ule(a, byte), terms.ule(byte, z));
        let upper = terms.and(above, below);
        let lower = terms.bvor(byte, bit);
        terms.ite(upper, lower, byte)
    }

    pub(super) fn strcmp(&mut self, state: &mut State, which: Intrinsic, args: &[ArgValue]) -> Res<Returned> {
        let (a, b) = (self.pointer_arg(state, args, 0)?, self.pointer_arg(state, args, 1)?);
        let fold = matches!(which, Intrinsic::Strcasecmp | Intrinsic::Strncasecmp);
        let limit = match which {
            Intrinsic::Strncmp | Intrinsic::Strncasecmp => self.size_arg(state, args, 2)?,
            _ => u64::MAX,
        };
        let zero = self.constant(8, 0);
        for i in 0..limit {
            let (mut x, mut y) = (self.byte_at(state, a, i)?, self.byte_at(state, b, i)?);
            if fold {
                x = self.folded(x);
                y = self.folded(y);
            }
            let differ = self.oracle.terms.ne(x, y);
            let end = self.oracle.terms.eq(x, zero);
            if self.decide(state, differ)? || self.decide(state, end)? {
                return Ok(self.byte_difference(x, y));
            }
            self.tick(1)?;
        }
        Ok(self.int_result(0))
    }

    pub(super) fn strchr(&mut self, state: &mut State, which: Intrinsic, args: &[ArgValue]) -> Res<Returned> {
        let start = self.pointer_arg(state, args, 0)?;
        let (wanted, _) = self.int_term(state, args, 1)?;
        let wanted = self.oracle.terms.extract(wanted, 7, 0);
        let zero = self.constant(8, 0);
        let mut found = None;
        let mut i = 0;
        loop {
            let byte = self.byte_at(state, start, i)?;
            let same = self.oracle.terms.eq(byte, wanted);
            if self.decide(state, same)? {
                found = Some(i);
                if which == Intrinsic::Strchr {
                    break;
                }
            }
            let end = self.oracle.terms.eq(byte, zero);
            if self.decide(state, end)? {
                break;
            }
            i += 1;
            self.tick(1)?;
        }
        let result = match found {
            Some(i) => self.advance(start, i),
            None => self.null(),
        };
        Ok(self.pointer_result(result))
    }

    pub(super) fn strdup(&mut self, state: &mut State, args: &[ArgValue]) -> Res<Returned> {
        let start = self.pointer_arg(state, args, 0)?;
        let mut bytes = self.c_string(state, start, None)?;
        bytes.push(self.zero_byte.term);
        let size = self.word_constant(bytes.len() as u64);
        let block = self.heap_block(state, size, 16, false)?;
        if !block.prov.is_none() {
            self.write_terms(state, block, &bytes)?;
        }
        Ok(self.pointer_result(block))
    }

    /// The number that a string starts with, if all its bytes are known.
    pub(super) fn atoi(&mut self, state: &mut State, function: FuncId, args: &[ArgValue]) -> Res<Returned> {
        let start = self.pointer_arg(state, args, 0)?;
        let terms = self.c_string(state, start, None)?;
        let mut text = Vec::new();
        for &term in &terms {
            match self.oracle.constant(term) {
                Some(byte) => text.push(byte as u8),
                None => return crate::fault::unsupported("a number in a string of inputs"),
            }
        }
        let mut rest = text.as_slice();
        while let [b' ' | b'\t' | b'\n' | 0x0b | 0x0c | b'\r', tail @ ..] = rest {
            rest = tail;
        }
        let negative = rest.first() == Some(&b'-');
        if let [b'-' | b'+', tail @ ..] = rest {
            rest = tail;
        }
        let mut number = 0i128;
        for &digit in rest.iter().take_while(|b| b.is_ascii_digit()) {
            number = number * 10 + i128::from(digit - b'0');
            if number > i128::from(i32::MAX) {
                return crate::fault::unsupported("a large number in a string");
            }
        }
        let scalar = self
            .result_type(function)
            .and_then(|t| self.program.types[t].scalar())
            .unwrap_or(ir::Scalar::I32);
        Ok(Returned::Scalar(self.int(scalar, if negative { -number } else { number }), scalar))
    }
}
