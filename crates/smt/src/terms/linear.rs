//! Sums as linear combinations, for the cancellation of common summands: `p + 4 - p` is 4.

use super::{Op, TermId, Terms};
use crate::bv::Bv;

/// `constant + sum of coefficient * leaf`, all modulo `2^width`. A leaf occurs once; coefficients are not zero.
#[derive(Debug)]
pub(super) struct Linear {
    width: u32,
    pub(super) constant: Bv,
    pub(super) leaves: Vec<(TermId, Bv)>,
}

/// Longer sums are opaque: flattening is there for addresses and counters, and its cost is paid per addition.
const MAX_LEAVES: usize = 12;

impl Linear {
    fn add(&mut self, leaf: TermId, coefficient: &Bv) {
        if let Some(at) = self.leaves.iter().position(|(l, _)| *l == leaf) {
            let sum = self.leaves[at].1.add(coefficient);
            if sum.is_zero() {
                self.leaves.remove(at);
            } else {
                self.leaves[at].1 = sum;
            }
        } else if !coefficient.is_zero() {
            self.leaves.push((leaf, coefficient.clone()));
        }
    }
    pub(super) fn shares_leaf_with(&self, other: &Linear) -> bool {
        self.leaves.iter().any(|(l, _)| other.leaves.iter().any(|(m, _)| l == m))
    }
    pub(super) fn plus(mut self, other: &Linear) -> Linear {
        for (leaf, coefficient) in &other.leaves {
            self.add(*leaf, coefficient);
        }
        self.constant = self.constant.add(&other.constant);
        self
    }
    pub(super) fn minus(mut self, other: &Linear) -> Linear {
        for (leaf, coefficient) in &other.leaves {
            self.add(*leaf, &coefficient.neg());
        }
        self.constant = self.constant.sub(&other.constant);
        self
    }
    /// A coefficient that is shorter to write as a negative number.
    pub(super) fn is_negative(coefficient: &Bv) -> bool {
        coefficient.is_negative() && *coefficient != Bv::min_signed(coefficient.width())
    }
    pub(super) fn has_negative(&self) -> bool {
        self.leaves.iter().any(|(_, c)| Linear::is_negative(c))
    }
    /// `self = positive part - negative part`; the constant stays with the first.
    pub(super) fn split_signs(self) -> (Linear, Linear) {
        let width = self.width;
        let (negative, positive): (Vec<_>, Vec<_>) =
            self.leaves.into_iter().partition(|(_, c)| Linear::is_negative(c));
        let negative = negative.into_iter().map(|(l, c)| (l, c.neg())).collect();
        (
            Linear { width, constant: self.constant, leaves: positive },
            Linear { width, constant: Bv::zero(width), leaves: negative },
        )
    }
}

impl Terms {
    /// `None` if the sum has too many summands.
    pub(super) fn linear(&self, t: TermId) -> Option<Linear> {
        let width = self.width(t);
        let mut sum = Linear { width, constant: Bv::zero(width), leaves: Vec::new() };
        let mut work = vec![(t, Bv::one(width))];
        let mut steps = 0;
        while let Some((t, coefficient)) = work.pop() {
            steps += 1;
            if steps > 4 * MAX_LEAVES || sum.leaves.len() > MAX_LEAVES {
                return None;
            }
            match self.op(t) {
                Op::Add => {
                    work.push((self.arg(t, 1), coefficient.clone()));
                    work.push((self.arg(t, 0), coefficient));
                }
                Op::BvNeg => work.push((self.arg(t, 0), coefficient.neg())),
                Op::Mul => match self.constant(self.arg(t, 1)) {
                    Some(factor) => work.push((self.arg(t, 0), coefficient.mul(factor))),
                    None => sum.add(t, &coefficient),
                },
                _ => match self.constant(t) {
                    Some(value) => sum.constant = sum.constant.add(&value.mul(&coefficient)),
                    None => sum.add(t, &coefficient),
                },
            }
        }
        Some(sum)
    }
    /// The term of a linear combination, summands in the order of their ids and the constant last.
    pub(super) fn linear_to_term(&mut self, mut sum: Linear) -> TermId {
        sum.leaves.sort_by_key(|(leaf, _)| *leaf);
        let mut total: Option<TermId> = None;
        for (leaf, coefficient) in sum.leaves {
            let factor = self.bv(coefficient);
            let summand = self.mul(leaf, factor);
            total = Some(match total {
                Some(total) => self.add(total, summand),
                None => summand,
            });
        }
        let constant = self.bv(sum.constant);
        match total {
            Some(total) => self.add(total, constant),
            None => constant,
        }
    }
}
