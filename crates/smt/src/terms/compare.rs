//! Equality and order of bit-vectors.

use super::linear::Linear;
use super::{Op, TermId, Terms};
use crate::bv::Bv;

impl Terms {
    pub fn ult(&mut self, a: TermId, b: TermId) -> TermId {
        self.same_width(a, b);
        self.mk2(Op::Ult, 0, a, b)
    }
    pub fn ule(&mut self, a: TermId, b: TermId) -> TermId {
        let greater = self.ult(b, a);
        self.not(greater)
    }
    pub fn ugt(&mut self, a: TermId, b: TermId) -> TermId {
        self.ult(b, a)
    }
    pub fn uge(&mut self, a: TermId, b: TermId) -> TermId {
        self.ule(b, a)
    }
    pub fn slt(&mut self, a: TermId, b: TermId) -> TermId {
        self.same_width(a, b);
        self.mk2(Op::Slt, 0, a, b)
    }
    pub fn sle(&mut self, a: TermId, b: TermId) -> TermId {
        let greater = self.slt(b, a);
        self.not(greater)
    }
    pub fn sgt(&mut self, a: TermId, b: TermId) -> TermId {
        self.slt(b, a)
    }
    pub fn sge(&mut self, a: TermId, b: TermId) -> TermId {
        self.sle(b, a)
    }

    pub(super) fn rewrite_bv_eq(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if a == b {
            return Some(TermId::TRUE);
        }
        if let (Some(x), Some(y)) = (self.facts(a), self.facts(b))
            && (x.hi < y.lo || y.hi < x.lo || x.ones & y.zeros != 0 || x.zeros & y.ones != 0)
        {
            return Some(TermId::FALSE);
        }
        if let Some(c) = self.constant(b).cloned() {
            if let Some(result) = self.rewrite_eq_constant(a, &c) {
                return Some(result);
            }
        } else if let Some(result) = self.rewrite_eq_structure(a, b) {
            return Some(result);
        }
        self.rewrite_eq_linear(a, b)
    }

    /// Solves `a = c` for the one argument of `a` that is not constant.
    fn rewrite_eq_constant(&mut self, a: TermId, c: &Bv) -> Option<TermId> {
        let width = self.width(a);
        match self.op(a) {
            Op::Add => {
                let (x, d) = self.plus_constant(a)?;
                let rest = self.bv(c.sub(&d));
                Some(self.eq(x, rest))
            }
            Op::BvNeg => {
                let minus = self.bv(c.neg());
                Some(self.eq(self.arg(a, 0), minus))
            }
            Op::BvNot => {
                let flipped = self.bv(c.not());
                Some(self.eq(self.arg(a, 0), flipped))
            }
            Op::BvXor => {
                let flipped = c.xor(self.constant(self.arg(a, 1))?);
                let flipped = self.bv(flipped);
                Some(self.eq(self.arg(a, 0), flipped))
            }
            Op::Mul => {
                let (x, factor) = self.times_constant(a)?;
                // x * (2^k * odd) = c fixes the low bits of x, if c is a multiple of 2^k.
                let zeros = factor.trailing_zeros();
                if c.trailing_zeros() < zeros {
                    return Some(TermId::FALSE);
                }
                let kept = width - zeros;
                let inverse = factor.lshr_by(zeros).inverse()?;
                let value = c.lshr_by(zeros).mul(&inverse).extract(kept - 1, 0);
                let low = self.extract(x, kept - 1, 0);
                let value = self.bv(value);
                Some(self.eq(low, value))
            }
            Op::Concat => {
                let (high, low) = (self.arg(a, 0), self.arg(a, 1));
                let cut = self.width(low);
                let (ch, cl) = (self.bv(c.extract(width - 1, cut)), self.bv(c.extract(cut - 1, 0)));
                let (eh, el) = (self.eq(high, ch), self.eq(low, cl));
                Some(self.and(eh, el))
            }
            Op::ZeroExt | Op::SignExt => {
                let x = self.arg(a, 0);
                let low = c.extract(self.width(x) - 1, 0);
                let extended =
                    if self.op(a) == Op::ZeroExt { low.zero_extend(width) } else { low.sign_extend(width) };
                if extended != *c {
                    return Some(TermId::FALSE);
                }
                let low = self.bv(low);
                Some(self.eq(x, low))
            }
            Op::Ite => {
                let (cond, t, e) = (self.arg(a, 0), self.arg(a, 1), self.arg(a, 2));
                if !self.is_constant(t) && !self.is_constant(e) {
                    return None;
                }
                let c = self.bv(c.clone());
                let (t, e) = (self.eq(t, c), self.eq(e, c));
                Some(self.ite(cond, t, e))
            }
            // One bit has one positive form.
            _ if width == 1 && c.is_zero() => {
                let one = self.bv(Bv::one(1));
                let set = self.eq(a, one);
                Some(self.not(set))
            }
            _ => None,
        }
    }

    fn rewrite_eq_structure(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let (op_a, op_b) = (self.op(a), self.op(b));
        match (op_a, op_b) {
            (Op::BvNot, Op::BvNot) | (Op::BvNeg, Op::BvNeg) => {
                return Some(self.eq(self.arg(a, 0), self.arg(b, 0)));
            }
            (Op::ZeroExt, Op::ZeroExt) | (Op::SignExt, Op::SignExt) => {
                let (x, y) = (self.arg(a, 0), self.arg(b, 0));
                let inner = self.width(x).max(self.width(y));
                let signed = op_a == Op::SignExt;
                let (x, y) = (self.resize(x, inner, signed), self.resize(y, inner, signed));
                return Some(self.eq(x, y));
            }
            (Op::Concat, Op::Concat) if self.width(self.arg(a, 1)) == self.width(self.arg(b, 1)) => {
                let high = self.eq(self.arg(a, 0), self.arg(b, 0));
                let low = self.eq(self.arg(a, 1), self.arg(b, 1));
                return Some(self.and(high, low));
            }
            _ => {}
        }
        for (p, q) in [(a, b), (b, a)] {
            if self.op(p) == Op::BvXor && (self.arg(p, 0) == q || self.arg(p, 1) == q) {
                let other = if self.arg(p, 0) == q { self.arg(p, 1) } else { self.arg(p, 0) };
                let zero = self.bv(Bv::zero(self.width(a)));
                return Some(self.eq(other, zero));
            }
            if self.op(p) == Op::Ite && (self.arg(p, 1) == q || self.arg(p, 2) == q) {
                let (cond, t, e) = (self.arg(p, 0), self.arg(p, 1), self.arg(p, 2));
                let (t, e) = (self.eq(t, q), self.eq(e, q));
                return Some(self.ite(cond, t, e));
            }
        }
        None
    }

    /// Cancels common summands and moves negative ones to the other side.
    fn rewrite_eq_linear(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let sum = |op| matches!(op, Op::Add | Op::BvNeg | Op::Mul);
        if !sum(self.op(a)) && !sum(self.op(b)) {
            return None;
        }
        let (left, right) = (self.linear(a)?, self.linear(b)?);
        let two_constants = !left.constant.is_zero() && !right.constant.is_zero();
        if !left.shares_leaf_with(&right) && !left.has_negative() && !right.has_negative() && !two_constants {
            return None;
        }
        let difference: Linear = left.minus(&right);
        let (mut positive, mut negative) = difference.split_signs();
        // The constant joins the side where it stands alone, or the right one.
        negative.constant = positive.constant.neg();
        positive.constant = Bv::zero(self.width(a));
        let (left, right) = (self.linear_to_term(positive), self.linear_to_term(negative));
        // Rebuilding gave the same equation back: nothing more to gain.
        if (left, right) == (a, b) || (left, right) == (b, a) {
            return None;
        }
        Some(self.eq(left, right))
    }

    pub(super) fn rewrite_ult(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let width = self.width(a);
        if a == b {
            return Some(TermId::FALSE);
        }
        if let (Some(x), Some(y)) = (self.facts(a), self.facts(b)) {
            if x.hi < y.lo {
                return Some(TermId::TRUE);
            }
            if x.lo >= y.hi {
                return Some(TermId::FALSE);
            }
            // One value on the border decides: a is its least value, or b its greatest.
            if x.lo + 1 == y.hi && (x.lo == x.hi || y.lo == y.hi) {
                let (term, value) = if y.lo == y.hi { (a, x.lo) } else { (b, y.hi) };
                let value = self.bv_const(width, u128::from(value));
                return Some(self.eq(term, value));
            }
            // a < b fails only if a is its greatest value and b that one too, or b its least.
            if x.hi == y.lo && (x.lo == x.hi || y.lo == y.hi) {
                let (term, value) = if y.lo == y.hi { (a, x.hi) } else { (b, y.lo) };
                let value = self.bv_const(width, u128::from(value));
                return Some(self.ne(term, value));
            }
        }
        if let Some(c) = self.constant(b).cloned() {
            if c.is_zero() {
                return Some(TermId::FALSE);
            }
            if c.is_one() {
                let zero = self.bv(Bv::zero(width));
                return Some(self.eq(a, zero));
            }
            if c.is_ones() {
                return Some(self.ne(a, b));
            }
        }
        if let Some(c) = self.constant(a).cloned() {
            if c.is_zero() {
                return Some(self.ne(a, b));
            }
            if c.is_ones() {
                return Some(TermId::FALSE);
            }
        }
        if let Some((x, y)) = self.narrow_comparison(a, b, Op::ZeroExt) {
            return Some(self.ult(x, y));
        }
        // Sign extension keeps the unsigned order.
        if let Some((x, y)) = self.narrow_comparison(a, b, Op::SignExt) {
            return Some(self.ult(x, y));
        }
        self.compare_tails(a, b)
    }
    /// `concat(h, l) < concat(h, m)` is `l < m`.
    fn compare_tails(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if self.op(a) != Op::Concat || self.op(b) != Op::Concat {
            return None;
        }
        let ((ha, la), (hb, lb)) = ((self.arg(a, 0), self.arg(a, 1)), (self.arg(b, 0), self.arg(b, 1)));
        if ha == hb {
            return Some(self.ult(la, lb));
        }
        (la == lb).then(|| self.ult(ha, hb))
    }
    /// Both operands without their common extension, if both are extensions or fitting constants.
    fn narrow_comparison(&mut self, a: TermId, b: TermId, extension: Op) -> Option<(TermId, TermId)> {
        let width = self.width(a);
        let inner =
            |terms: &Terms, t: TermId| (terms.op(t) == extension).then(|| terms.width(terms.arg(t, 0)));
        let needed = match (inner(self, a), inner(self, b)) {
            (Some(x), Some(y)) => x.max(y),
            (Some(x), None) if self.is_constant(b) => x,
            (None, Some(y)) if self.is_constant(a) => y,
            _ => return None,
        };
        for t in [a, b] {
            if let Some(c) = self.constant(t) {
                let low = c.extract(needed - 1, 0);
                let extended =
                    if extension == Op::SignExt { low.sign_extend(width) } else { low.zero_extend(width) };
                if extended != *c {
                    return None;
                }
            }
        }
        Some((self.extract(a, needed - 1, 0), self.extract(b, needed - 1, 0)))
    }

    pub(super) fn rewrite_slt(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let width = self.width(a);
        if a == b {
            return Some(TermId::FALSE);
        }
        match (self.known_sign(a), self.known_sign(b)) {
            (Some(true), Some(false)) => return Some(TermId::TRUE),
            (Some(false), Some(true)) => return Some(TermId::FALSE),
            (Some(_), Some(_)) => return Some(self.ult(a, b)),
            _ => {}
        }
        if let (Some(x), Some(y)) = (self.signed_range(a), self.signed_range(b)) {
            if x.1 < y.0 {
                return Some(TermId::TRUE);
            }
            if x.0 >= y.1 {
                return Some(TermId::FALSE);
            }
        }
        let (least, greatest) = (Bv::min_signed(width), Bv::max_signed(width));
        if let Some(c) = self.constant(b).cloned() {
            if c == least {
                return Some(TermId::FALSE);
            }
            if c == greatest {
                return Some(self.ne(a, b));
            }
            if c.sub(&Bv::one(width)) == least {
                let least = self.bv(least);
                return Some(self.eq(a, least));
            }
        }
        if let Some(c) = self.constant(a).cloned() {
            if c == greatest {
                return Some(TermId::FALSE);
            }
            if c == least {
                return Some(self.ne(a, b));
            }
            if c.add(&Bv::one(width)) == greatest {
                let greatest = self.bv(greatest);
                return Some(self.eq(b, greatest));
            }
        }
        if let Some((x, y)) = self.narrow_comparison(a, b, Op::SignExt) {
            return Some(self.slt(x, y));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn borders() {
        let mut terms = Terms::new();
        let x = terms.bv_var("x", 8);
        let [zero, one, max] = [0, 1, 255].map(|v| terms.bv_const(8, v));
        assert_eq!(terms.ult(x, zero), TermId::FALSE);
        let below_one = terms.ult(x, one);
        assert_eq!(below_one, terms.eq(x, zero));
        let positive = terms.ult(zero, x);
        assert_eq!(positive, terms.ne(x, zero));
        assert_eq!(terms.ule(x, max), TermId::TRUE);
        let low = terms.bv_const(8, 0x80);
        assert_eq!(terms.sle(low, x), TermId::TRUE);
    }

    #[test]
    fn promotions_vanish() {
        let mut terms = Terms::new();
        let c = terms.bv_var("c", 8);
        let int = terms.sign_extend(c, 32);
        let ten = terms.bv_const(32, 10);
        let ten8 = terms.bv_const(8, 10);
        let less = terms.slt(int, ten);
        assert_eq!(less, terms.slt(c, ten8));
        let big = terms.bv_const(32, 1000);
        assert_eq!(terms.slt(int, big), TermId::TRUE);
        let same = terms.eq(int, ten);
        assert_eq!(same, terms.eq(c, ten8));
        assert_eq!(terms.eq(int, big), TermId::FALSE);
    }

    #[test]
    fn differences_become_equalities() {
        let mut terms = Terms::new();
        let x = terms.bv_var("x", 32);
        let y = terms.bv_var("y", 32);
        let difference = terms.sub(x, y);
        let zero = terms.bv_const(32, 0);
        let same = terms.eq(difference, zero);
        assert_eq!(same, terms.eq(x, y));
        let four = terms.bv_const(32, 4);
        let scaled = terms.mul(x, four);
        let five = terms.bv_const(32, 5);
        assert_eq!(terms.eq(scaled, five), TermId::FALSE);
    }
}
