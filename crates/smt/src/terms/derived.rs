//! Overflow predicates, bit counts and other operators made of the primitive ones.

use super::{Op, TermId, Terms};
use crate::bv::Bv;

impl Terms {
    /// 1 or 0 as a bit-vector.
    pub fn bool_to_bv(&mut self, a: TermId, width: u32) -> TermId {
        let (one, zero) = (self.bv(Bv::one(width)), self.bv(Bv::zero(width)));
        self.ite(a, one, zero)
    }
    /// Is any bit set?
    pub fn bv_to_bool(&mut self, a: TermId) -> TermId {
        let zero = self.bv(Bv::zero(self.bv_width(a)));
        self.ne(a, zero)
    }
    pub fn bit(&mut self, a: TermId, index: u32) -> TermId {
        let bit = self.extract(a, index, index);
        let one = self.bv(Bv::one(1));
        self.eq(bit, one)
    }
    pub fn is_negative(&mut self, a: TermId) -> TermId {
        let zero = self.bv(Bv::zero(self.bv_width(a)));
        self.slt(a, zero)
    }

    /// Does the unsigned sum wrap?
    pub fn uadd_overflows(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        for (x, y) in [(a, b), (b, a)] {
            if let Some(c) = self.constant(y).cloned() {
                let limit = self.bv(Bv::ones(width).sub(&c));
                return self.ult(limit, x);
            }
        }
        if let (Some(x), Some(y)) = (self.facts(a), self.facts(b)) {
            let most = u128::from(x.hi) + u128::from(y.hi);
            if most >> width == 0 {
                return TermId::FALSE;
            }
        }
        let sum = self.add(a, b);
        self.ult(sum, a)
    }
    /// Does the signed sum leave the range?
    pub fn sadd_overflows(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        for (x, y) in [(a, b), (b, a)] {
            if let Some(c) = self.constant(y).cloned() {
                return if c.is_negative() {
                    let limit = self.bv(Bv::min_signed(width).sub(&c));
                    self.slt(x, limit)
                } else {
                    let limit = self.bv(Bv::max_signed(width).sub(&c));
                    self.slt(limit, x)
                };
            }
        }
        if self.signed_result_fits(a, b, |x, y| x + y) {
            return TermId::FALSE;
        }
        let sum = self.add(a, b);
        let (na, nb, ns) = (self.is_negative(a), self.is_negative(b), self.is_negative(sum));
        let same_sign = self.eq(na, nb);
        let sign_changed = self.xor(na, ns);
        self.and(same_sign, sign_changed)
    }
    /// Does the unsigned difference wrap?
    pub fn usub_overflows(&mut self, a: TermId, b: TermId) -> TermId {
        self.ult(a, b)
    }
    /// Does the signed difference leave the range?
    pub fn ssub_overflows(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        if let Some(c) = self.constant(b).cloned() {
            return if c.is_negative() {
                let limit = self.bv(Bv::max_signed(width).add(&c));
                self.slt(limit, a)
            } else {
                let limit = self.bv(Bv::min_signed(width).add(&c));
                self.slt(a, limit)
            };
        }
        if self.signed_result_fits(a, b, |x, y| x - y) {
            return TermId::FALSE;
        }
        let difference = self.sub(a, b);
        let (na, nb, nd) = (self.is_negative(a), self.is_negative(b), self.is_negative(difference));
        let signs_differ = self.xor(na, nb);
        let sign_changed = self.xor(na, nd);
        self.and(signs_differ, sign_changed)
    }
    /// Does the unsigned product wrap?
    pub fn umul_overflows(&mut self, a: TermId, b: TermId) -> TermId {
        self.same_width(a, b);
        self.mk2(Op::Umulo, 0, a, b)
    }
    /// Does the signed product leave the range?
    pub fn smul_overflows(&mut self, a: TermId, b: TermId) -> TermId {
        self.same_width(a, b);
        self.mk2(Op::Smulo, 0, a, b)
    }
    /// Is the operand the least number, the one whose negation is not a number of that width?
    pub fn neg_overflows(&mut self, a: TermId) -> TermId {
        let least = self.bv(Bv::min_signed(self.bv_width(a)));
        self.eq(a, least)
    }
    /// Is it the least number divided by -1?
    pub fn sdiv_overflows(&mut self, a: TermId, b: TermId) -> TermId {
        let minus_one = self.bv(Bv::ones(self.same_width(a, b)));
        let least = self.neg_overflows(a);
        let by_minus_one = self.eq(b, minus_one);
        self.and(least, by_minus_one)
    }

    /// Do the known ranges exclude that a monotone operation leaves the signed range?
    fn signed_result_fits(&self, a: TermId, b: TermId, op: fn(i128, i128) -> i128) -> bool {
        let (Some(x), Some(y)) = (self.signed_range(a), self.signed_range(b)) else {
            return false;
        };
        let width = self.width(a);
        let (least, greatest) = (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1);
        // Sums, differences and products take their extreme values at the corners.
        [(x.0, y.0), (x.0, y.1), (x.1, y.0), (x.1, y.1)].iter().all(|&(p, q)| {
            let value = op(i128::from(p), i128::from(q));
            (least..=greatest).contains(&value)
        })
    }

    pub(super) fn rewrite_umulo(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let width = self.width(a);
        if let Some(c) = self.constant(b).cloned() {
            if c.is_zero() {
                return Some(TermId::FALSE);
            }
            let limit = self.bv(Bv::ones(width).udiv(&c));
            return Some(self.ult(limit, a));
        }
        let (x, y) = (self.facts(a)?, self.facts(b)?);
        let (least, most) = (u128::from(x.lo) * u128::from(y.lo), u128::from(x.hi) * u128::from(y.hi));
        if most >> width == 0 {
            return Some(TermId::FALSE);
        }
        (least >> width != 0).then_some(TermId::TRUE)
    }
    pub(super) fn rewrite_smulo(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let width = self.width(a);
        if let Some(c) = self.constant(b).cloned() {
            if c.is_zero() {
                return Some(TermId::FALSE);
            }
            if c.is_ones() {
                return Some(self.neg_overflows(a));
            }
            // Division truncates towards zero, which is the right rounding on both sides.
            let at_most = Bv::max_signed(width).sdiv(&c);
            let at_least = Bv::min_signed(width).sdiv(&c);
            let (low, high) = if c.is_negative() { (at_most, at_least) } else { (at_least, at_most) };
            let (low, high) = (self.bv(low), self.bv(high));
            let (below, above) = (self.slt(a, low), self.slt(high, a));
            return Some(self.or(below, above));
        }
        self.signed_result_fits(a, b, |x, y| x * y).then_some(TermId::FALSE)
    }

    /// The number of ones, in the width of the operand.
    pub fn popcount(&mut self, a: TermId) -> TermId {
        let width = self.bv_width(a);
        // A balanced tree of additions, each as narrow as its result.
        let mut counts: Vec<TermId> = (0..width).map(|i| self.extract(a, i, i)).collect();
        while counts.len() > 1 {
            counts = counts
                .chunks(2)
                .map(|pair| match *pair {
                    [x, y] => {
                        let wide = self.width(x).max(self.width(y)) + 1;
                        let (x, y) = (self.zero_extend(x, wide), self.zero_extend(y, wide));
                        self.add(x, y)
                    }
                    _ => pair[0],
                })
                .collect();
        }
        self.resize(counts[0], width, false)
    }
    /// The number of zeros above the highest one, in the width of the operand; the width if there is none.
    pub fn count_leading_zeros(&mut self, a: TermId) -> TermId {
        let width = self.bv_width(a);
        // From the bottom up: the last bit that is set decides.
        let mut count = self.bv_const(width, u128::from(width));
        for i in 0..width {
            let set = self.bit(a, i);
            let here = self.bv_const(width, u128::from(width - 1 - i));
            count = self.ite(set, here, count);
        }
        count
    }
    /// The number of zeros below the lowest one, in the width of the operand; the width if there is none.
    pub fn count_trailing_zeros(&mut self, a: TermId) -> TermId {
        let width = self.bv_width(a);
        let mut count = self.bv_const(width, u128::from(width));
        for i in (0..width).rev() {
            let set = self.bit(a, i);
            let here = self.bv_const(width, u128::from(i));
            count = self.ite(set, here, count);
        }
        count
    }
}
