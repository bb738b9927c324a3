//! What is known of a term's value without solving: known bits and an unsigned range, for widths up to 64.

use super::{Node, Op, TermId, Terms};

/// Bits outside the width are zero everywhere. `lo <= hi`, `ones` is a lower bound, `!zeros` an upper one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Facts {
    pub(crate) zeros: u64,
    pub(crate) ones: u64,
    pub(crate) lo: u64,
    pub(crate) hi: u64,
}

fn mask(width: u32) -> u64 {
    debug_assert!((1..=64).contains(&width));
    u64::MAX >> (64 - width)
}

impl Facts {
    /// The neutral element; also what Booleans and wide terms carry.
    pub(crate) fn unknown(width: u32) -> Facts {
        let hi = if (1..=64).contains(&width) { mask(width) } else { u64::MAX };
        Facts { zeros: 0, ones: 0, lo: 0, hi }
    }
    fn exact(width: u32, value: u64) -> Facts {
        Facts { zeros: mask(width) & !value, ones: value, lo: value, hi: value }
    }
    fn range(width: u32, lo: u64, hi: u64) -> Facts {
        Facts { lo, hi, ..Facts::unknown(width) }
    }
    fn bits(width: u32, zeros: u64, ones: u64) -> Facts {
        Facts { zeros, ones, ..Facts::unknown(width) }
    }
    fn and(self, other: Facts) -> Facts {
        Facts {
            zeros: self.zeros | other.zeros,
            ones: self.ones | other.ones,
            lo: self.lo.max(other.lo),
            hi: self.hi.min(other.hi),
        }
    }
    /// Bits and range tell about each other.
    fn refined(mut self, width: u32) -> Facts {
        let mask = mask(width);
        self.lo = self.lo.max(self.ones);
        self.hi = self.hi.min(mask & !self.zeros);
        let differing = self.lo ^ self.hi;
        let common = if differing == 0 { mask } else { mask & !(u64::MAX >> differing.leading_zeros()) };
        self.ones |= self.lo & common;
        self.zeros |= !self.lo & common;
        debug_assert!(self.lo <= self.hi && self.zeros & self.ones == 0, "contradictory facts {self:?}");
        self
    }
    pub(crate) fn constant(&self, width: u32) -> Option<u64> {
        ((1..=64).contains(&width) && self.lo == self.hi).then_some(self.lo)
    }
    fn known(&self) -> u64 {
        self.zeros | self.ones
    }
}

impl Terms {
    /// Facts about a bit-vector of at most 64 bits; for any other term nothing is known.
    pub(crate) fn facts(&self, t: TermId) -> Option<Facts> {
        (1..=64).contains(&self.width(t)).then(|| self.facts[t])
    }
    /// The least and the greatest unsigned value a bit-vector of at most 64 bits can have, as far as known.
    pub fn unsigned_range(&self, t: TermId) -> Option<(u64, u64)> {
        self.facts(t).map(|f| (f.lo, f.hi))
    }
    /// The least and the greatest signed value a bit-vector of at most 64 bits can have, as far as known.
    pub fn signed_range(&self, t: TermId) -> Option<(i64, i64)> {
        let facts = self.facts(t)?;
        let width = self.width(t);
        let sign = 1u64 << (width - 1);
        let signed = |v: u64| ((v << (64 - width)) as i64) >> (64 - width);
        if facts.known() & sign != 0 {
            return Some((signed(facts.lo), signed(facts.hi)));
        }
        if self.op(t) == Op::SignExt
            && let Some(inner) = self.signed_range(self.arg(t, 0))
        {
            return Some(inner);
        }
        let lowest = signed(facts.ones | sign);
        let highest = signed(mask(width) & !facts.zeros & !sign);
        Some((lowest, highest))
    }
    /// Is the sign bit known, and what is it?
    pub(crate) fn known_sign(&self, t: TermId) -> Option<bool> {
        let width = self.width(t);
        let facts = match self.facts(t) {
            Some(facts) => facts,
            None if self.op(t) == Op::ZeroExt => return Some(false),
            None => return self.constant(t).map(|c| c.is_negative()),
        };
        let sign = 1u64 << (width - 1);
        if facts.ones & sign != 0 {
            Some(true)
        } else if facts.zeros & sign != 0 {
            Some(false)
        } else {
            None
        }
    }
    /// Known to differ from zero?
    pub(crate) fn known_nonzero(&self, t: TermId) -> bool {
        match self.facts(t) {
            Some(facts) => facts.lo > 0,
            None => self.constant(t).is_some_and(|c| !c.is_zero()),
        }
    }

    pub(super) fn compute_facts(&self, node: &Node) -> Facts {
        let width = node.width;
        if !(1..=64).contains(&width) {
            return Facts::unknown(width);
        }
        self.facts_of_operator(node).unwrap_or(Facts::unknown(width)).refined(width)
    }

    /// `None` if nothing is known. All results are sound for every value of the arguments within their facts.
    fn facts_of_operator(&self, node: &Node) -> Option<Facts> {
        let width = node.width;
        let mask = mask(width);
        let [x, y, z] = node.args;
        let facts = match node.op {
            Op::BvConst => {
                let value = self.constants[node.payload as usize].to_u64()?;
                Facts::exact(width, value)
            }
            Op::BvNot => {
                let a = self.facts(x)?;
                Facts { zeros: a.ones, ones: a.zeros, lo: mask - a.hi, hi: mask - a.lo }
            }
            Op::BvNeg => {
                let a = self.facts(x)?;
                let zeros = low_ones(a.zeros.trailing_ones()) & mask;
                let range = if a.lo > 0 {
                    Facts::range(width, mask - a.hi + 1, mask - a.lo + 1)
                } else {
                    Facts::unknown(width)
                };
                range.and(Facts::bits(width, zeros, 0))
            }
            Op::BvAnd => {
                let (a, b) = (self.facts(x)?, self.facts(y)?);
                Facts { zeros: a.zeros | b.zeros, ones: a.ones & b.ones, lo: 0, hi: a.hi.min(b.hi) }
            }
            Op::BvOr => {
                let (a, b) = (self.facts(x)?, self.facts(y)?);
                Facts { zeros: a.zeros & b.zeros, ones: a.ones | b.ones, lo: a.lo.max(b.lo), hi: mask }
            }
            Op::BvXor => {
                let (a, b) = (self.facts(x)?, self.facts(y)?);
                let known = a.known() & b.known();
                let value = a.ones ^ b.ones;
                Facts::bits(width, known & !value, known & value)
            }
            Op::Add => {
                let (a, b) = (self.facts(x)?, self.facts(y)?);
                let (lo, hi) = (u128::from(a.lo) + u128::from(b.lo), u128::from(a.hi) + u128::from(b.hi));
                // No value wraps, or all do.
                let range = if lo >> width == hi >> width {
                    Facts::range(width, lo as u64 & mask, hi as u64 & mask)
                } else {
                    Facts::unknown(width)
                };
                let low = low_ones((a.known() & b.known()).trailing_ones()) & mask;
                let sum = a.ones.wrapping_add(b.ones);
                range.and(Facts::bits(width, low & !sum, low & sum))
            }
            Op::Mul => {
                let (a, b) = (self.facts(x)?, self.facts(y)?);
                let (lo, hi) = (u128::from(a.lo) * u128::from(b.lo), u128::from(a.hi) * u128::from(b.hi));
                let range = if hi <= u128::from(mask) {
                    Facts::range(width, lo as u64, hi as u64)
                } else {
                    Facts::unknown(width)
                };
                let zeros = a.zeros.trailing_ones() + b.zeros.trailing_ones();
                range.and(Facts::bits(width, low_ones(zeros) & mask, 0))
            }
            Op::Udiv => {
                let (a, b) = (self.facts(x)?, self.facts(y)?);
                // Division by zero gives all ones: no upper bound, and above any lower one.
                let lo = a.lo.checked_div(b.hi).unwrap_or(mask);
                let hi = a.hi.checked_div(b.lo).unwrap_or(mask);
                Facts::range(width, lo, hi)
            }
            Op::Urem => {
                let (a, b) = (self.facts(x)?, self.facts(y)?);
                let hi = if b.lo > 0 { a.hi.min(b.hi - 1) } else { a.hi };
                Facts::range(width, 0, hi)
            }
            Op::Shl => {
                let (a, b) = (self.facts(x)?, self.facts(y)?);
                let zeros = u64::from(a.zeros.trailing_ones()).saturating_add(b.lo).min(64) as u32;
                Facts::bits(width, low_ones(zeros) & mask, 0)
            }
            Op::Lshr => {
                let (a, b) = (self.facts(x)?, self.facts(y)?);
                Facts::range(width, shr(a.lo, b.hi), shr(a.hi, b.lo))
            }
            Op::Concat => {
                let (a, b) = (self.facts(x)?, self.facts(y)?);
                let shift = self.width(y);
                Facts {
                    zeros: a.zeros << shift | b.zeros,
                    ones: a.ones << shift | b.ones,
                    lo: a.lo << shift | b.lo,
                    hi: a.hi << shift | b.hi,
                }
            }
            Op::Extract => {
                let a = self.facts(x)?;
                let low = node.payload;
                let (lo, hi) = (a.lo >> low, a.hi >> low);
                // The range survives if all values agree on the bits above.
                let range = if width == 64 || lo >> width == hi >> width {
                    Facts::range(width, lo & mask, hi & mask)
                } else {
                    Facts::unknown(width)
                };
                range.and(Facts::bits(width, a.zeros >> low & mask, a.ones >> low & mask))
            }
            Op::ZeroExt => {
                let a = self.facts(x)?;
                Facts { zeros: a.zeros | mask & !self::mask(self.width(x)), ..a }
            }
            Op::SignExt => {
                let a = self.facts(x)?;
                let inner = self.width(x);
                let above = mask & !self::mask(inner);
                let sign = 1u64 << (inner - 1);
                if a.zeros & sign != 0 {
                    Facts { zeros: a.zeros | above, ..a }
                } else if a.ones & sign != 0 {
                    Facts { ones: a.ones | above, lo: a.lo | above, hi: a.hi | above, ..a }
                } else {
                    Facts::bits(width, a.zeros & !sign, a.ones & !sign)
                }
            }
            Op::Ite => {
                let (a, b) = (self.facts(y)?, self.facts(z)?);
                Facts {
                    zeros: a.zeros & b.zeros,
                    ones: a.ones & b.ones,
                    lo: a.lo.min(b.lo),
                    hi: a.hi.max(b.hi),
                }
            }
            Op::Ashr | Op::Sdiv | Op::Srem => return None,
            Op::False | Op::True | Op::Var | Op::Not | Op::And | Op::Eq => return None,
            Op::Ult | Op::Slt | Op::Umulo | Op::Smulo => return None,
        };
        Some(facts)
    }
}

/// The number with that many low bits set.
fn low_ones(count: u32) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

fn shr(value: u64, amount: u64) -> u64 {
    if amount >= 64 { 0 } else { value >> amount }
}
