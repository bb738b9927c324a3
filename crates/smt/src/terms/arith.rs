//! Addition, multiplication and division.

use super::{Op, TermId, Terms};
use crate::bv::Bv;

impl Terms {
    pub fn add(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        self.mk2(Op::Add, width, a, b)
    }
    pub fn sub(&mut self, a: TermId, b: TermId) -> TermId {
        let minus_b = self.neg(b);
        self.add(a, minus_b)
    }
    pub fn neg(&mut self, a: TermId) -> TermId {
        let width = self.bv_width(a);
        self.mk1(Op::BvNeg, width, a)
    }
    pub fn mul(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        self.mk2(Op::Mul, width, a, b)
    }
    /// Unsigned division; all ones if the divisor is zero.
    pub fn udiv(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        self.mk2(Op::Udiv, width, a, b)
    }
    /// Unsigned remainder; the dividend if the divisor is zero.
    pub fn urem(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        self.mk2(Op::Urem, width, a, b)
    }
    /// Signed division towards zero; if the divisor is zero, 1 for a negative dividend, else -1.
    /// The least number divided by -1 is itself.
    pub fn sdiv(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        self.mk2(Op::Sdiv, width, a, b)
    }
    /// Signed remainder with the sign of the dividend (as in C); the dividend if the divisor is zero.
    pub fn srem(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        self.mk2(Op::Srem, width, a, b)
    }

    /// `(x, c)` if the term is `x + c` with a constant.
    pub(super) fn plus_constant(&self, t: TermId) -> Option<(TermId, Bv)> {
        if self.op(t) != Op::Add {
            return None;
        }
        self.constant(self.arg(t, 1)).map(|c| (self.arg(t, 0), c.clone()))
    }
    pub(super) fn times_constant(&self, t: TermId) -> Option<(TermId, Bv)> {
        if self.op(t) != Op::Mul {
            return None;
        }
        self.constant(self.arg(t, 1)).map(|c| (self.arg(t, 0), c.clone()))
    }

    pub(super) fn rewrite_neg(&mut self, a: TermId) -> Option<TermId> {
        if self.op(a) == Op::BvNeg {
            return Some(self.arg(a, 0));
        }
        if let Some((x, c)) = self.plus_constant(a) {
            let minus_x = self.neg(x);
            let minus_c = self.bv(c.neg());
            return Some(self.add(minus_x, minus_c));
        }
        if let Some((x, c)) = self.times_constant(a) {
            let minus_c = self.bv(c.neg());
            return Some(self.mul(x, minus_c));
        }
        if self.op(a) == Op::BvNot {
            let x = self.arg(a, 0);
            let one = self.bv_const(self.width(a), 1);
            return Some(self.add(x, one));
        }
        if self.width(a) == 1 {
            return Some(a);
        }
        None
    }

    pub(super) fn rewrite_add(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let width = self.width(a);
        if let Some(c) = self.constant(b).cloned() {
            if c.is_zero() {
                return Some(a);
            }
            if let Some((x, d)) = self.plus_constant(a) {
                let sum = self.bv(c.add(&d));
                return Some(self.add(x, sum));
            }
            if self.op(a) == Op::BvNot {
                let minus = self.neg(self.arg(a, 0));
                let rest = self.bv(c.sub(&Bv::one(width)));
                return Some(self.add(minus, rest));
            }
            return None;
        }
        // Constants float to the top, so that they meet.
        if let Some((x, c)) = self.plus_constant(a) {
            let sum = self.add(x, b);
            let constant = self.bv(c);
            return Some(self.add(sum, constant));
        }
        if let Some((y, c)) = self.plus_constant(b) {
            let sum = self.add(a, y);
            let constant = self.bv(c);
            return Some(self.add(sum, constant));
        }
        if let Some(joined) = self.add_disjoint(a, b) {
            return Some(joined);
        }
        let (left, right) = (self.linear(a)?, self.linear(b)?);
        if left.shares_leaf_with(&right) {
            let sum = left.plus(&right);
            return Some(self.linear_to_term(sum));
        }
        None
    }

    pub(super) fn rewrite_mul(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if let Some(c) = self.constant(b).cloned() {
            if c.is_zero() {
                return Some(b);
            }
            if c.is_one() {
                return Some(a);
            }
            if c.is_ones() {
                return Some(self.neg(a));
            }
            if let Some((x, d)) = self.times_constant(a) {
                let product = self.bv(c.mul(&d));
                return Some(self.mul(x, product));
            }
            if let Some((x, d)) = self.plus_constant(a) {
                let scaled = self.mul(x, b);
                let constant = self.bv(c.mul(&d));
                return Some(self.add(scaled, constant));
            }
            if self.op(a) == Op::BvNeg {
                let minus = self.bv(c.neg());
                return Some(self.mul(self.arg(a, 0), minus));
            }
            return None;
        }
        if self.op(a) == Op::BvNeg {
            let product = self.mul(self.arg(a, 0), b);
            return Some(self.neg(product));
        }
        if self.op(b) == Op::BvNeg {
            let product = self.mul(a, self.arg(b, 0));
            return Some(self.neg(product));
        }
        if let Some((x, _)) = self.times_constant(a) {
            let factor = self.arg(a, 1);
            let product = self.mul(x, b);
            return Some(self.mul(product, factor));
        }
        if let Some((y, _)) = self.times_constant(b) {
            let factor = self.arg(b, 1);
            let product = self.mul(a, y);
            return Some(self.mul(product, factor));
        }
        if self.width(a) == 1 {
            return Some(self.bvand(a, b));
        }
        None
    }

    pub(super) fn rewrite_udiv(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let width = self.width(a);
        if let Some(c) = self.constant(b).cloned() {
            if c.is_zero() {
                return Some(self.bv(Bv::ones(width)));
            }
            if let Some(k) = c.log2_exact() {
                return Some(self.shift_right_by(a, k));
            }
        }
        if self.constant(a).is_some_and(Bv::is_zero) {
            let ones = self.bv(Bv::ones(width));
            let by_zero = self.eq(b, a);
            return Some(self.ite(by_zero, ones, a));
        }
        if self.known_nonzero(b) {
            if let (Some(x), Some(y)) = (self.facts(a), self.facts(b))
                && x.hi < y.lo
            {
                return Some(self.bv(Bv::zero(width)));
            }
            if let Some(narrow) = self.narrow_unsigned(a, b) {
                let (x, y) = (self.extract(a, narrow - 1, 0), self.extract(b, narrow - 1, 0));
                let quotient = self.udiv(x, y);
                return Some(self.zero_extend(quotient, width));
            }
        }
        None
    }
    pub(super) fn rewrite_urem(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let width = self.width(a);
        if a == b {
            return Some(self.bv(Bv::zero(width)));
        }
        if self.constant(a).is_some_and(Bv::is_zero) {
            return Some(a);
        }
        if let Some(c) = self.constant(b).cloned() {
            if c.is_zero() {
                return Some(a);
            }
            if let Some(k) = c.log2_exact() {
                return Some(match k {
                    0 => self.bv(Bv::zero(width)),
                    k => {
                        let low = self.extract(a, k - 1, 0);
                        self.zero_extend(low, width)
                    }
                });
            }
        }
        if let (Some(x), Some(y)) = (self.facts(a), self.facts(b))
            && x.hi < y.lo
        {
            return Some(a);
        }
        if let Some(narrow) = self.narrow_unsigned(a, b) {
            let (x, y) = (self.extract(a, narrow - 1, 0), self.extract(b, narrow - 1, 0));
            let remainder = self.urem(x, y);
            return Some(self.zero_extend(remainder, width));
        }
        None
    }
    /// A smaller width that holds both unsigned values. Dividers are quadratic, so this pays.
    fn narrow_unsigned(&self, a: TermId, b: TermId) -> Option<u32> {
        let significant = |t: TermId| -> u32 {
            if let Some(facts) = self.facts(t) {
                64 - facts.hi.leading_zeros()
            } else if let Some(c) = self.constant(t) {
                c.width() - c.leading_zeros()
            } else if self.op(t) == Op::ZeroExt {
                self.width(self.arg(t, 0))
            } else {
                self.width(t)
            }
        };
        let needed = significant(a).max(significant(b)).max(1);
        (needed < self.width(a)).then_some(needed)
    }

    pub(super) fn rewrite_sdiv(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if let Some(c) = self.constant(b) {
            if c.is_ones() {
                return Some(self.neg(a));
            }
            if c.is_one() {
                return Some(a);
            }
        }
        if self.known_sign(a) == Some(false) && self.known_sign(b) == Some(false) {
            return Some(self.udiv(a, b));
        }
        // The quotient of the least number and -1 needs one more bit.
        if let Some(narrow) = self.narrow_signed(a, b, 1) {
            let (x, y) = (self.extract(a, narrow - 1, 0), self.extract(b, narrow - 1, 0));
            let quotient = self.sdiv(x, y);
            return Some(self.sign_extend(quotient, self.width(a)));
        }
        None
    }
    pub(super) fn rewrite_srem(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let width = self.width(a);
        if a == b || self.constant(b).is_some_and(|c| c.is_one() || c.is_ones()) {
            return Some(self.bv(Bv::zero(width)));
        }
        if self.constant(b).is_some_and(Bv::is_zero) || self.constant(a).is_some_and(Bv::is_zero) {
            return Some(a);
        }
        if self.known_sign(a) == Some(false) && self.known_sign(b) == Some(false) {
            return Some(self.urem(a, b));
        }
        // The sign of the divisor does not matter.
        if let Some(c) = self.constant(b)
            && c.is_negative()
            && *c != Bv::min_signed(width)
        {
            let positive = self.bv(c.neg());
            return Some(self.srem(a, positive));
        }
        if let Some(narrow) = self.narrow_signed(a, b, 0) {
            let (x, y) = (self.extract(a, narrow - 1, 0), self.extract(b, narrow - 1, 0));
            let remainder = self.srem(x, y);
            return Some(self.sign_extend(remainder, width));
        }
        None
    }
    /// A smaller width that holds both signed values and some bits more.
    fn narrow_signed(&self, a: TermId, b: TermId, more: u32) -> Option<u32> {
        let significant = |t: TermId| -> u32 {
            let width = self.width(t);
            if self.op(t) == Op::SignExt {
                self.width(self.arg(t, 0))
            } else if let Some((low, high)) = self.signed_range(t) {
                // Bits beside the sign, of which one is left.
                65 - low
                    .leading_ones()
                    .max(low.leading_zeros())
                    .min(high.leading_ones().max(high.leading_zeros()))
            } else {
                width
            }
        };
        let needed = significant(a).max(significant(b)) + more;
        (needed < self.width(a)).then_some(needed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_cancel() {
        let mut terms = Terms::new();
        let p = terms.bv_var("p", 64);
        let i = terms.bv_var("i", 64);
        let eight = terms.bv_const(64, 8);
        let offset = terms.mul(i, eight);
        let address = terms.add(p, offset);
        let difference = terms.sub(address, p);
        assert_eq!(difference, offset);
        let next = terms.add(address, eight);
        let step = terms.sub(next, address);
        assert_eq!(step, eight);
        let same = terms.eq(next, address);
        assert_eq!(same, TermId::FALSE);
        let i2 = terms.add(i, i);
        let two = terms.bv_const(64, 2);
        assert_eq!(i2, terms.mul(i, two));
        assert_eq!(terms.sub(i2, i), i);
    }

    #[test]
    fn constants_meet() {
        let mut terms = Terms::new();
        let x = terms.bv_var("x", 32);
        let y = terms.bv_var("y", 32);
        let [one, two, three] = [1, 2, 3].map(|v| terms.bv_const(32, v));
        let x1 = terms.add(x, one);
        let x3 = terms.add(x1, two);
        assert_eq!(x3, terms.add(x, three));
        let y2 = terms.add(two, y);
        let left = terms.add(x1, y2);
        let xy = terms.add(x, y);
        assert_eq!(left, terms.add(xy, three));
        let equation = terms.eq(x3, three);
        let zero = terms.bv_const(32, 0);
        assert_eq!(equation, terms.eq(x, zero));
    }

    #[test]
    fn divisions_narrow() {
        let mut terms = Terms::new();
        let c = terms.bv_var("c", 8);
        let wide = terms.zero_extend(c, 32);
        let ten = terms.bv_const(32, 10);
        let quotient = terms.sdiv(wide, ten);
        assert_eq!(terms.op(quotient), Op::ZeroExt);
        let sixteen = terms.bv_const(32, 16);
        let remainder = terms.urem(wide, sixteen);
        assert_eq!(terms.op(remainder), Op::ZeroExt);
        let limit = terms.bv_const(32, 256);
        assert_eq!(terms.ult(wide, limit), TermId::TRUE);
        let d = terms.bv_var("d", 8);
        let [x, y] = [c, d].map(|t| terms.sign_extend(t, 32));
        let remainder = terms.srem(x, y);
        let narrow = terms.srem(c, d);
        assert_eq!(remainder, terms.sign_extend(narrow, 32));
        let quotient = terms.sdiv(x, y);
        assert_eq!(terms.op(quotient), Op::SignExt);
        assert_eq!(terms.width(terms.args(quotient)[0]), 9);
    }
}
