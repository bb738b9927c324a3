//! Bitwise operators, shifts, extraction, concatenation and extension.

use super::{Op, TermId, Terms};
use crate::bv::Bv;

impl Terms {
    pub fn bvnot(&mut self, a: TermId) -> TermId {
        let width = self.bv_width(a);
        self.mk1(Op::BvNot, width, a)
    }
    pub fn bvand(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        self.mk2(Op::BvAnd, width, a, b)
    }
    pub fn bvor(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        self.mk2(Op::BvOr, width, a, b)
    }
    pub fn bvxor(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        self.mk2(Op::BvXor, width, a, b)
    }
    /// Shift left; zero if the amount is the width or more.
    pub fn shl(&mut self, a: TermId, amount: TermId) -> TermId {
        let width = self.same_width(a, amount);
        self.mk2(Op::Shl, width, a, amount)
    }
    /// Logical shift right; zero if the amount is the width or more.
    pub fn lshr(&mut self, a: TermId, amount: TermId) -> TermId {
        let width = self.same_width(a, amount);
        self.mk2(Op::Lshr, width, a, amount)
    }
    /// Arithmetic shift right; copies of the sign if the amount is the width or more.
    pub fn ashr(&mut self, a: TermId, amount: TermId) -> TermId {
        let width = self.same_width(a, amount);
        self.mk2(Op::Ashr, width, a, amount)
    }
    /// `high` above `low`.
    pub fn concat(&mut self, high: TermId, low: TermId) -> TermId {
        let width = self.bv_width(high) + self.bv_width(low);
        assert!(width <= Terms::MAX_WIDTH, "unsupported width {width}");
        self.mk2(Op::Concat, width, high, low)
    }
    /// The bits `high` down to `low`, both included.
    pub fn extract(&mut self, a: TermId, high: u32, low: u32) -> TermId {
        let width = self.bv_width(a);
        assert!(low <= high && high < width, "extract {high}..{low} of {width} bits");
        if low == 0 && high + 1 == width {
            return a;
        }
        self.mk(Op::Extract, high - low + 1, low, [a, TermId::FALSE, TermId::FALSE])
    }
    /// Zero-extends to the given total width.
    pub fn zero_extend(&mut self, a: TermId, width: u32) -> TermId {
        let inner = self.bv_width(a);
        assert!((inner..=Terms::MAX_WIDTH).contains(&width), "extension of {inner} to {width} bits");
        if width == inner { a } else { self.mk1(Op::ZeroExt, width, a) }
    }
    /// Sign-extends to the given total width.
    pub fn sign_extend(&mut self, a: TermId, width: u32) -> TermId {
        let inner = self.bv_width(a);
        assert!((inner..=Terms::MAX_WIDTH).contains(&width), "extension of {inner} to {width} bits");
        if width == inner { a } else { self.mk1(Op::SignExt, width, a) }
    }
    /// A C conversion between integer types: truncates, or extends as the source's signedness says.
    pub fn resize(&mut self, a: TermId, width: u32, signed: bool) -> TermId {
        if width < self.width(a) {
            self.extract(a, width - 1, 0)
        } else if signed {
            self.sign_extend(a, width)
        } else {
            self.zero_extend(a, width)
        }
    }
    pub fn shift_left_by(&mut self, a: TermId, amount: u32) -> TermId {
        let width = self.bv_width(a);
        if amount == 0 {
            return a;
        }
        if amount >= width {
            return self.bv(Bv::zero(width));
        }
        let kept = self.extract(a, width - 1 - amount, 0);
        let zeros = self.bv(Bv::zero(amount));
        self.concat(kept, zeros)
    }
    pub fn shift_right_by(&mut self, a: TermId, amount: u32) -> TermId {
        let width = self.bv_width(a);
        if amount >= width {
            return self.bv(Bv::zero(width));
        }
        let kept = self.extract(a, width - 1, amount);
        self.zero_extend(kept, width)
    }

    fn bvnot_argument(&self, t: TermId) -> Option<TermId> {
        (self.op(t) == Op::BvNot).then(|| self.arg(t, 0))
    }
    fn are_bv_complements(&self, a: TermId, b: TermId) -> bool {
        self.bvnot_argument(a) == Some(b) || self.bvnot_argument(b) == Some(a)
    }
    pub(super) fn zext_argument(&self, t: TermId) -> Option<TermId> {
        (self.op(t) == Op::ZeroExt).then(|| self.arg(t, 0))
    }
    pub(super) fn sext_argument(&self, t: TermId) -> Option<TermId> {
        (self.op(t) == Op::SignExt).then(|| self.arg(t, 0))
    }

    pub(super) fn rewrite_bvnot(&mut self, a: TermId) -> Option<TermId> {
        self.bvnot_argument(a)
    }

    /// What the three bitwise operators have in common.
    fn rewrite_bitwise(&mut self, op: Op, a: TermId, b: TermId) -> Option<TermId> {
        let width = self.width(a);
        // The same operator with constants: `(x op c) op d` is `x op (c op d)`.
        if self.op(a) == op && self.is_constant(b) && self.is_constant(self.arg(a, 1)) {
            let (x, c) = (self.arg(a, 0), self.arg(a, 1));
            let constant = self.mk2(op, width, c, b);
            return Some(self.mk2(op, width, x, constant));
        }
        // Extended operands: the operator acts on zeros above.
        if let (Some(x), Some(y)) = (self.zext_argument(a), self.zext_argument(b)) {
            let inner = self.width(x).max(self.width(y));
            let (x, y) = (self.zero_extend(x, inner), self.zero_extend(y, inner));
            let narrow = self.mk2(op, inner, x, y);
            return Some(self.zero_extend(narrow, width));
        }
        // Concatenations cut at the same place, or against a constant.
        if self.op(a) == Op::Concat {
            let (high, low) = (self.arg(a, 0), self.arg(a, 1));
            let cut = self.width(low);
            let aligned = self.op(b) == Op::Concat && self.width(self.arg(b, 1)) == cut;
            if aligned || self.is_constant(b) {
                let (bh, bl) = (self.extract(b, width - 1, cut), self.extract(b, cut - 1, 0));
                let new_high = self.mk2(op, width - cut, high, bh);
                let new_low = self.mk2(op, cut, low, bl);
                return Some(self.concat(new_high, new_low));
            }
        }
        if op != Op::BvAnd {
            return self.join_disjoint(a, b).or_else(|| self.join_disjoint(b, a));
        }
        None
    }
    /// `concat(h, 0)` together with a value that fits below is the concatenation of both: how C puts an integer
    /// together from bytes.
    fn join_disjoint(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if self.op(a) != Op::Concat {
            return None;
        }
        let (high, low) = (self.arg(a, 0), self.arg(a, 1));
        let value = self.zext_argument(b)?;
        let room = self.width(low);
        if !self.constant(low)?.is_zero() || self.width(value) > room {
            return None;
        }
        let value = self.zero_extend(value, room);
        Some(self.concat(high, value))
    }
    /// The same for additions. Other sums stay sums: they may cancel later.
    pub(super) fn add_disjoint(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let structural = |terms: &Terms, t| matches!(terms.op(t), Op::ZeroExt | Op::Concat);
        if !structural(self, a) || !structural(self, b) {
            return None;
        }
        let (x, y) = (self.facts(a)?, self.facts(b)?);
        let all = u64::MAX >> (64 - self.width(a));
        (x.zeros | y.zeros == all).then(|| self.bvor(a, b))
    }

    pub(super) fn rewrite_bvand(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let width = self.width(a);
        if a == b {
            return Some(a);
        }
        if self.are_bv_complements(a, b) {
            return Some(self.bv(Bv::zero(width)));
        }
        if let Some(c) = self.constant(b).cloned() {
            if c.is_zero() {
                return Some(b);
            }
            if c.is_ones() {
                return Some(a);
            }
            // A contiguous mask is an extraction.
            let low = c.trailing_zeros();
            let count = c.count_ones();
            if width - c.leading_zeros() - low == count {
                let taken = self.extract(a, low + count - 1, low);
                let taken = self.zero_extend(taken, width - low);
                if low == 0 {
                    return Some(taken);
                }
                let zeros = self.bv(Bv::zero(low));
                return Some(self.concat(taken, zeros));
            }
        }
        for (p, q) in [(a, b), (b, a)] {
            if matches!(self.op(p), Op::BvOr | Op::BvAnd) && (self.arg(p, 0) == q || self.arg(p, 1) == q) {
                return Some(if self.op(p) == Op::BvOr { q } else { p });
            }
            // Only the low bits can survive against a zero-extended operand.
            if let Some(x) = self.zext_argument(p) {
                let inner = self.width(x);
                let low = self.extract(q, inner - 1, 0);
                let narrow = self.bvand(x, low);
                return Some(self.zero_extend(narrow, width));
            }
        }
        self.rewrite_bitwise(Op::BvAnd, a, b)
    }
    pub(super) fn rewrite_bvor(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let width = self.width(a);
        if a == b {
            return Some(a);
        }
        if self.are_bv_complements(a, b) {
            return Some(self.bv(Bv::ones(width)));
        }
        if let Some(c) = self.constant(b) {
            if c.is_zero() {
                return Some(a);
            }
            if c.is_ones() {
                return Some(b);
            }
        }
        for (p, q) in [(a, b), (b, a)] {
            if matches!(self.op(p), Op::BvOr | Op::BvAnd) && (self.arg(p, 0) == q || self.arg(p, 1) == q) {
                return Some(if self.op(p) == Op::BvAnd { q } else { p });
            }
        }
        self.rewrite_bitwise(Op::BvOr, a, b)
    }
    pub(super) fn rewrite_bvxor(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let width = self.width(a);
        if a == b {
            return Some(self.bv(Bv::zero(width)));
        }
        if self.are_bv_complements(a, b) {
            return Some(self.bv(Bv::ones(width)));
        }
        if let Some(c) = self.constant(b) {
            if c.is_zero() {
                return Some(a);
            }
            if c.is_ones() {
                return Some(self.bvnot(a));
            }
            if let Some(x) = self.bvnot_argument(a) {
                let flipped = self.bv(c.not());
                return Some(self.bvxor(x, flipped));
            }
        } else if let Some(x) = self.bvnot_argument(a) {
            let inner = self.bvxor(x, b);
            return Some(self.bvnot(inner));
        } else if let Some(y) = self.bvnot_argument(b) {
            let inner = self.bvxor(a, y);
            return Some(self.bvnot(inner));
        }
        for (p, q) in [(a, b), (b, a)] {
            if self.op(p) == Op::BvXor {
                if self.arg(p, 0) == q {
                    return Some(self.arg(p, 1));
                }
                if self.arg(p, 1) == q {
                    return Some(self.arg(p, 0));
                }
            }
        }
        self.rewrite_bitwise(Op::BvXor, a, b)
    }

    /// The constant amount of a shift; the width if everything leaves.
    fn shift_amount(&self, value: TermId, amount: TermId) -> Option<u32> {
        let width = self.width(value);
        if let Some(facts) = self.facts(amount)
            && facts.lo >= u64::from(width)
        {
            return Some(width);
        }
        let amount = self.constant(amount)?;
        Some(amount.to_u128().map_or(width, |n| n.min(u128::from(width)) as u32))
    }
    pub(super) fn rewrite_shl(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if self.constant(a).is_some_and(Bv::is_zero) {
            return Some(a);
        }
        let amount = self.shift_amount(a, b)?;
        Some(self.shift_left_by(a, amount))
    }
    pub(super) fn rewrite_lshr(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if self.constant(a).is_some_and(Bv::is_zero) {
            return Some(a);
        }
        let amount = self.shift_amount(a, b)?;
        Some(self.shift_right_by(a, amount))
    }
    pub(super) fn rewrite_ashr(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if self.known_sign(a) == Some(false) {
            return Some(self.lshr(a, b));
        }
        if self.constant(a).is_some_and(Bv::is_ones) {
            return Some(a);
        }
        let width = self.width(a);
        let amount = self.shift_amount(a, b)?.min(width - 1);
        let kept = self.extract(a, width - 1, amount);
        Some(self.sign_extend(kept, width))
    }

    pub(super) fn rewrite_concat(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let width = self.width(a) + self.width(b);
        if self.constant(a).is_some_and(Bv::is_zero) {
            return Some(self.zero_extend(b, width));
        }
        if let Some(x) = self.zext_argument(a) {
            let inner = self.concat(x, b);
            return Some(self.zero_extend(inner, width));
        }
        if self.op(a) == Op::Concat {
            let (high, middle) = (self.arg(a, 0), self.arg(a, 1));
            let low = self.concat(middle, b);
            return Some(self.concat(high, low));
        }
        if let Some(joined) = self.join_extracts(a, b) {
            return Some(joined);
        }
        if self.op(b) == Op::Concat {
            let (middle, low) = (self.arg(b, 0), self.arg(b, 1));
            if self.is_constant(a) && self.is_constant(middle) {
                let high = self.concat(a, middle);
                return Some(self.concat(high, low));
            }
            if let Some(high) = self.join_extracts(a, middle) {
                return Some(self.concat(high, low));
            }
        }
        None
    }
    /// Adjacent extracts of one term are one extract.
    fn join_extracts(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if self.op(a) != Op::Extract || self.op(b) != Op::Extract || self.arg(a, 0) != self.arg(b, 0) {
            return None;
        }
        let (high, low) = (self.payload(a), self.payload(b));
        let adjacent = low + self.width(b) == high;
        adjacent.then(|| self.extract(self.arg(a, 0), high + self.width(a) - 1, low))
    }

    /// Terms from which an extract makes something no larger.
    fn extracts_well(&self, t: TermId) -> bool {
        matches!(self.op(t), Op::BvConst | Op::ZeroExt | Op::SignExt | Op::Concat | Op::Extract)
    }
    pub(super) fn rewrite_extract(&mut self, a: TermId, high: u32, low: u32) -> Option<TermId> {
        let width = high - low + 1;
        match self.op(a) {
            Op::Extract => {
                let offset = self.payload(a);
                Some(self.extract(self.arg(a, 0), high + offset, low + offset))
            }
            Op::Concat => {
                let (upper, lower) = (self.arg(a, 0), self.arg(a, 1));
                let cut = self.width(lower);
                Some(if high < cut {
                    self.extract(lower, high, low)
                } else if low >= cut {
                    self.extract(upper, high - cut, low - cut)
                } else {
                    let top = self.extract(upper, high - cut, 0);
                    let bottom = self.extract(lower, cut - 1, low);
                    self.concat(top, bottom)
                })
            }
            Op::ZeroExt => {
                let x = self.arg(a, 0);
                let inner = self.width(x);
                Some(if high < inner {
                    self.extract(x, high, low)
                } else if low >= inner {
                    self.bv(Bv::zero(width))
                } else {
                    let part = self.extract(x, inner - 1, low);
                    self.zero_extend(part, width)
                })
            }
            Op::SignExt => {
                let x = self.arg(a, 0);
                let inner = self.width(x);
                Some(if high < inner {
                    self.extract(x, high, low)
                } else {
                    let part = self.extract(x, inner - 1, low.min(inner - 1));
                    self.sign_extend(part, width)
                })
            }
            Op::BvNot => {
                let part = self.extract(self.arg(a, 0), high, low);
                Some(self.bvnot(part))
            }
            op @ (Op::BvAnd | Op::BvOr | Op::BvXor | Op::Add | Op::Mul) => {
                let (x, y) = (self.arg(a, 0), self.arg(a, 1));
                // The low bits of a sum or a product depend on low bits only.
                let local = low == 0 || !matches!(op, Op::Add | Op::Mul);
                if !local || !self.extracts_well(x) || !self.extracts_well(y) {
                    return None;
                }
                let (x, y) = (self.extract(x, high, low), self.extract(y, high, low));
                Some(self.mk2(op, width, x, y))
            }
            Op::BvNeg if low == 0 && self.extracts_well(self.arg(a, 0)) => {
                let part = self.extract(self.arg(a, 0), high, 0);
                Some(self.neg(part))
            }
            Op::Ite if self.extracts_well(self.arg(a, 1)) && self.extracts_well(self.arg(a, 2)) => {
                let (c, t, e) = (self.arg(a, 0), self.arg(a, 1), self.arg(a, 2));
                let (t, e) = (self.extract(t, high, low), self.extract(e, high, low));
                Some(self.ite(c, t, e))
            }
            _ => None,
        }
    }
    pub(super) fn rewrite_zero_ext(&mut self, a: TermId, width: u32) -> Option<TermId> {
        let x = self.zext_argument(a)?;
        Some(self.zero_extend(x, width))
    }
    pub(super) fn rewrite_sign_ext(&mut self, a: TermId, width: u32) -> Option<TermId> {
        if self.known_sign(a) == Some(false) {
            return Some(self.zero_extend(a, width));
        }
        let x = self.sext_argument(a)?;
        Some(self.sign_extend(x, width))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_put_together() {
        let mut terms = Terms::new();
        let bytes: Vec<TermId> = (0..4).map(|i| terms.bv_var(&format!("b{i}"), 8)).collect();
        for with_add in [false, true] {
            let mut word = terms.zero_extend(bytes[0], 32);
            for (i, &byte) in bytes.iter().enumerate().skip(1) {
                let wide = terms.zero_extend(byte, 32);
                let amount = terms.bv_const(32, 8 * i as u128);
                let shifted = terms.shl(wide, amount);
                word = if with_add { terms.add(word, shifted) } else { terms.bvor(word, shifted) };
            }
            for (i, &byte) in bytes.iter().enumerate() {
                let i = i as u32;
                assert_eq!(terms.extract(word, 8 * i + 7, 8 * i), byte, "{}", terms.display(word));
            }
        }
    }

    #[test]
    fn a_word_taken_apart_and_joined_is_itself() {
        let mut terms = Terms::new();
        let x = terms.bv_var("x", 32);
        let mut word = terms.extract(x, 31, 24);
        for i in (0..3).rev() {
            let byte = terms.extract(x, 8 * i + 7, 8 * i);
            word = terms.concat(word, byte);
        }
        assert_eq!(word, x);
    }

    #[test]
    fn masks_and_shifts_are_wiring() {
        let mut terms = Terms::new();
        let x = terms.bv_var("x", 32);
        let mask = terms.bv_const(32, 0xff);
        let masked = terms.bvand(x, mask);
        let low = terms.extract(x, 7, 0);
        assert_eq!(masked, terms.zero_extend(low, 32));
        let amount = terms.bv_const(32, 24);
        let left = terms.shl(x, amount);
        let back = terms.ashr(left, amount);
        assert_eq!(back, terms.sign_extend(low, 32));
        let narrow = terms.sign_extend(low, 32);
        let one = terms.bv_const(32, 1);
        let sum = terms.add(narrow, one);
        let one8 = terms.bv_const(8, 1);
        assert_eq!(terms.extract(sum, 7, 0), terms.add(low, one8));
    }
}
