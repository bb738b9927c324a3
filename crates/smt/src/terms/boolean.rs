//! Boolean connectives and `ite`.

use super::{Op, TermId, Terms};

impl Terms {
    pub fn not(&mut self, a: TermId) -> TermId {
        self.assert_bool(a);
        self.mk1(Op::Not, 0, a)
    }
    pub fn and(&mut self, a: TermId, b: TermId) -> TermId {
        self.assert_bool(a);
        self.assert_bool(b);
        self.mk2(Op::And, 0, a, b)
    }
    pub fn or(&mut self, a: TermId, b: TermId) -> TermId {
        let (na, nb) = (self.not(a), self.not(b));
        let neither = self.and(na, nb);
        self.not(neither)
    }
    pub fn xor(&mut self, a: TermId, b: TermId) -> TermId {
        self.assert_bool(a);
        let same = self.eq(a, b);
        self.not(same)
    }
    pub fn implies(&mut self, a: TermId, b: TermId) -> TermId {
        let nb = self.not(b);
        let counterexample = self.and(a, nb);
        self.not(counterexample)
    }
    pub fn and_all(&mut self, terms: impl IntoIterator<Item = TermId>) -> TermId {
        terms.into_iter().fold(TermId::TRUE, |all, t| self.and(all, t))
    }
    pub fn or_all(&mut self, terms: impl IntoIterator<Item = TermId>) -> TermId {
        terms.into_iter().fold(TermId::FALSE, |any, t| self.or(any, t))
    }
    /// Equality of two Booleans or of two bit-vectors of the same width.
    pub fn eq(&mut self, a: TermId, b: TermId) -> TermId {
        assert_eq!(self.sort(a), self.sort(b), "equality needs operands of one sort");
        self.mk2(Op::Eq, 0, a, b)
    }
    /// Are two terms different?
    pub fn ne(&mut self, a: TermId, b: TermId) -> TermId {
        let same = self.eq(a, b);
        self.not(same)
    }
    /// Are all terms pairwise different?
    pub fn distinct(&mut self, terms: &[TermId]) -> TermId {
        let mut all = TermId::TRUE;
        for (i, &a) in terms.iter().enumerate() {
            for &b in &terms[i + 1..] {
                let differ = self.ne(a, b);
                all = self.and(all, differ);
            }
        }
        all
    }
    /// `t` if `c` holds, else `e`; both of one sort.
    pub fn ite(&mut self, c: TermId, t: TermId, e: TermId) -> TermId {
        self.assert_bool(c);
        assert_eq!(self.sort(t), self.sort(e), "the branches of an ite have one sort");
        self.mk(Op::Ite, self.width(t), 0, [c, t, e])
    }

    fn negated(&self, t: TermId) -> Option<TermId> {
        (self.op(t) == Op::Not).then(|| self.arg(t, 0))
    }
    fn are_complements(&self, a: TermId, b: TermId) -> bool {
        self.negated(a) == Some(b) || self.negated(b) == Some(a)
    }

    pub(super) fn rewrite_not(&mut self, a: TermId) -> Option<TermId> {
        self.negated(a)
    }

    pub(super) fn rewrite_and(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if b == TermId::TRUE || a == b {
            return Some(a);
        }
        if b == TermId::FALSE || self.are_complements(a, b) {
            return Some(TermId::FALSE);
        }
        if let Some(result) = self.absorb(a, b).or_else(|| self.absorb(b, a)) {
            return Some(result);
        }
        // Two different constants for one term.
        if self.op(a) == Op::Eq && self.op(b) == Op::Eq && self.arg(a, 0) == self.arg(b, 0) {
            let (p, q) = (self.arg(a, 1), self.arg(b, 1));
            if p != q && self.is_constant(p) && self.is_constant(q) {
                return Some(TermId::FALSE);
            }
        }
        None
    }
    /// Simplifies `a and b` where `b` mentions `a` or its negation one level below.
    fn absorb(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        match self.op(b) {
            Op::And => {
                let (p, q) = (self.arg(b, 0), self.arg(b, 1));
                if p == a || q == a {
                    return Some(b);
                }
                if self.are_complements(p, a) || self.are_complements(q, a) {
                    return Some(TermId::FALSE);
                }
                None
            }
            Op::Not if self.op(self.arg(b, 0)) == Op::And => {
                let inner = self.arg(b, 0);
                let (p, q) = (self.arg(inner, 0), self.arg(inner, 1));
                if self.are_complements(p, a) || self.are_complements(q, a) {
                    return Some(a);
                }
                let rest = if p == a {
                    q
                } else if q == a {
                    p
                } else {
                    return None;
                };
                let not_rest = self.not(rest);
                Some(self.and(a, not_rest))
            }
            _ => None,
        }
    }

    pub(super) fn rewrite_bool_eq(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if a == b || b == TermId::TRUE {
            return Some(if a == b { TermId::TRUE } else { a });
        }
        if b == TermId::FALSE {
            return Some(self.not(a));
        }
        if self.are_complements(a, b) {
            return Some(TermId::FALSE);
        }
        // Negations move outwards, so that `a = b` and `not a = b` share a gate.
        if let Some(inner) = self.negated(a) {
            let same = self.eq(inner, b);
            return Some(self.not(same));
        }
        if let Some(inner) = self.negated(b) {
            let same = self.eq(a, inner);
            return Some(self.not(same));
        }
        None
    }

    pub(super) fn rewrite_ite(&mut self, c: TermId, t: TermId, e: TermId) -> Option<TermId> {
        if c == TermId::TRUE || t == e {
            return Some(t);
        }
        if c == TermId::FALSE {
            return Some(e);
        }
        if let Some(inner) = self.negated(c) {
            return Some(self.ite(inner, e, t));
        }
        if self.is_bool(t) {
            if t == TermId::TRUE || t == c {
                return Some(self.or(c, e));
            }
            if e == TermId::FALSE || e == c {
                return Some(self.and(c, t));
            }
            if t == TermId::FALSE || self.are_complements(t, c) {
                let nc = self.not(c);
                return Some(self.and(nc, e));
            }
            if e == TermId::TRUE || self.are_complements(e, c) {
                return Some(self.implies(c, t));
            }
            if self.are_complements(t, e) {
                return Some(self.eq(c, t));
            }
        }
        // The condition is known inside the branches.
        if self.op(t) == Op::Ite && self.arg(t, 0) == c {
            return Some(self.ite(c, self.arg(t, 1), e));
        }
        if self.op(e) == Op::Ite && self.arg(e, 0) == c {
            return Some(self.ite(c, t, self.arg(e, 2)));
        }
        // Two ways to the same value.
        if self.op(e) == Op::Ite && self.arg(e, 1) == t {
            let (c2, rest) = (self.arg(e, 0), self.arg(e, 2));
            let either = self.or(c, c2);
            return Some(self.ite(either, t, rest));
        }
        if self.op(e) == Op::Ite && self.arg(e, 2) == t {
            let (c2, rest) = (self.arg(e, 0), self.arg(e, 1));
            let nc = self.not(c);
            let both = self.and(nc, c2);
            return Some(self.ite(both, rest, t));
        }
        if self.op(t) == Op::Ite && self.arg(t, 1) == e {
            let (c2, rest) = (self.arg(t, 0), self.arg(t, 2));
            let n2 = self.not(c2);
            let both = self.and(c, n2);
            return Some(self.ite(both, rest, e));
        }
        if self.op(t) == Op::Ite && self.arg(t, 2) == e {
            let (c2, rest) = (self.arg(t, 0), self.arg(t, 1));
            let both = self.and(c, c2);
            return Some(self.ite(both, rest, e));
        }
        // `ite(a = b, a, b)` is `b`, which equals `a` where it matters.
        if self.op(c) == Op::Eq {
            let (p, q) = (self.arg(c, 0), self.arg(c, 1));
            if (p, q) == (t, e) || (q, p) == (t, e) {
                return Some(e);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boolean_identities() {
        let mut terms = Terms::new();
        let p = terms.bool_var("p");
        let q = terms.bool_var("q");
        let np = terms.not(p);
        assert_eq!(terms.not(np), p);
        assert_eq!(terms.and(p, np), TermId::FALSE);
        assert_eq!(terms.or(p, np), TermId::TRUE);
        assert_eq!(terms.or(p, p), p);
        let p_or_q = terms.or(p, q);
        assert_eq!(terms.and(p, p_or_q), p);
        let p_and_q = terms.and(p, q);
        assert_eq!(terms.or(p, p_and_q), p);
        assert_eq!(terms.implies(p_and_q, p), TermId::TRUE);
        let np_or_q = terms.or(np, q);
        assert_eq!(terms.and(p, np_or_q), p_and_q);
        assert_eq!(terms.ite(p, q, q), q);
        assert_eq!(terms.ite(p, TermId::TRUE, TermId::FALSE), p);
        assert_eq!(terms.xor(p, np), TermId::TRUE);
        assert_eq!(terms.xor(p, p), TermId::FALSE);
    }

    #[test]
    fn truth_values_survive_the_detour_over_integers() {
        let mut terms = Terms::new();
        let p = terms.bool_var("p");
        let one = terms.bv_const(32, 1);
        let zero = terms.bv_const(32, 0);
        let as_int = terms.ite(p, one, zero);
        assert_eq!(terms.ne(as_int, zero), p);
        let wide = terms.zero_extend(as_int, 64);
        let wide_zero = terms.bv_const(64, 0);
        let is_zero = terms.eq(wide, wide_zero);
        assert_eq!(is_zero, terms.not(p));
    }
}
