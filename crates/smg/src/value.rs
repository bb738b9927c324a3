//! Values of a graph. One node means one bit pattern in every concrete memory; two nodes may still be equal.

use crate::object::ObjId;
use base::define_id;
use std::sync::Arc;

define_id!(
    /// A value of one graph.
    pub struct ValId, "v"
);

impl ValId {
    /// Zero of every width: the null pointer, the integer zero, the float +0.0.
    pub const ZERO: ValId = ValId::from_raw(0);
    /// The content of uninitialised memory. Not a single bit pattern: two uses of it are not known to be equal.
    pub const UNINIT: ValId = ValId::from_raw(1);
}

/// Which of the regions of a segment an address means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Spec {
    Region,
    First,
    Last,
    /// Each node's own address, seen from what is nested below that node.
    All,
}

/// A byte offset relative to the base of an object: `lo`, `lo + stride`, …, `hi`. Exact if `lo == hi`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Offset {
    pub lo: i64,
    pub hi: i64,
    /// Zero if and only if the offset is exact.
    pub stride: u64,
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Offset {
    pub const fn exact(bytes: i64) -> Offset {
        Offset { lo: bytes, hi: bytes, stride: 0 }
    }

    pub const UNBOUNDED: Offset = Offset { lo: i64::MIN, hi: i64::MAX, stride: 1 };

    /// `hi` is lowered to the last offset that the stride reaches.
    pub fn range(lo: i64, hi: i64, stride: u64) -> Offset {
        if hi <= lo {
            return Offset::exact(lo);
        }
        let stride = stride.max(1);
        let span = hi.abs_diff(lo) / stride * stride;
        if span == 0 {
            return Offset::exact(lo);
        }
        Offset { lo, hi: lo.wrapping_add_unsigned(span), stride }
    }

    #[inline]
    pub fn is_exact(self) -> bool {
        self.lo == self.hi
    }

    #[inline]
    pub fn as_exact(self) -> Option<i64> {
        (self.lo == self.hi).then_some(self.lo)
    }

    pub fn contains(self, bytes: i64) -> bool {
        bytes >= self.lo
            && bytes <= self.hi
            && (self.is_exact() || bytes.abs_diff(self.lo).is_multiple_of(self.stride))
    }

    pub fn is_subset(self, other: Offset) -> bool {
        if self.is_exact() {
            return other.contains(self.lo);
        }
        !other.is_exact()
            && other.contains(self.lo)
            && other.contains(self.hi)
            && self.stride.is_multiple_of(other.stride)
    }

    /// The sum of two offsets; an overflow loses the bounds but never wraps.
    pub fn plus(self, other: Offset) -> Offset {
        match (self.lo.checked_add(other.lo), self.hi.checked_add(other.hi)) {
            (Some(lo), Some(hi)) => Offset::range(lo, hi, gcd(self.stride, other.stride)),
            _ => Offset::UNBOUNDED,
        }
    }

    pub fn negated(self) -> Offset {
        match (self.hi.checked_neg(), self.lo.checked_neg()) {
            (Some(lo), Some(hi)) => Offset::range(lo, hi, self.stride),
            _ => Offset::UNBOUNDED,
        }
    }

    pub fn hull(self, other: Offset) -> Offset {
        let lo = self.lo.min(other.lo);
        let hi = self.hi.max(other.hi);
        Offset::range(lo, hi, gcd(gcd(self.stride, other.stride), self.lo.abs_diff(other.lo)))
    }

    /// Whether some offset could belong to both.
    pub fn may_meet(self, other: Offset) -> bool {
        if self.hi < other.lo || other.hi < self.lo {
            return false;
        }
        let g = gcd(self.stride, other.stride);
        let distance = self.lo.abs_diff(other.lo);
        if g == 0 { distance == 0 } else { distance.is_multiple_of(g) }
    }

    /// The offsets within `[lo, hi]`; `None` if there is none.
    pub fn clamp(self, lo: i64, hi: i64) -> Option<Offset> {
        if lo > hi || self.hi < lo || self.lo > hi {
            return None;
        }
        if self.is_exact() {
            return Some(self);
        }
        let mut first = self.lo;
        if first < lo {
            let skip = lo.abs_diff(first).div_ceil(self.stride).checked_mul(self.stride)?;
            first = first.checked_add_unsigned(skip)?;
        }
        let last = self.hi.min(hi);
        (first <= last).then(|| Offset::range(first, last, self.stride))
    }
}

/// A points-to edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Target {
    pub obj: ObjId,
    pub off: Offset,
    pub spec: Spec,
}

/// A set of code addresses, sorted, and perhaps null.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CodeSet {
    pub functions: Arc<[u32]>,
    pub or_null: bool,
}

impl CodeSet {
    pub fn single(function: u32) -> CodeSet {
        CodeSet { functions: Arc::from([function].as_slice()), or_null: false }
    }

    pub fn union(&self, other: &CodeSet) -> CodeSet {
        let mut functions: Vec<u32> = self.functions.iter().chain(other.functions.iter()).copied().collect();
        functions.sort_unstable();
        functions.dedup();
        CodeSet { functions: functions.into(), or_null: self.or_null || other.or_null }
    }

    pub fn is_subset(&self, other: &CodeSet) -> bool {
        self.functions.iter().all(|f| other.functions.binary_search(f).is_ok())
            && (!self.or_null || other.or_null)
    }

    pub fn as_single(&self) -> Option<u32> {
        match (&self.functions[..], self.or_null) {
            ([f], false) => Some(*f),
            _ => None,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content<D> {
    Address(Target),
    Int(D),
    Code(CodeSet),
    /// Some floating-point number; the bits are not tracked.
    Float,
    /// Any bit pattern, including addresses; perhaps not even initialised.
    Unknown {
        may_be_uninit: bool,
    },
    Uninit,
    /// The value was found equal to another one and replaced by it everywhere in the graph.
    Forward(ValId),
    /// An unused slot.
    Free,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Value<D> {
    pub content: Content<D>,
    /// Nesting level of a value that is not an address; addresses take theirs from the object.
    pub level: u32,
    /// Width in bits; zero for the two special values that fit every width.
    pub width: u32,
}

/// `left = right + addend` or `left = -right + addend`, modulo two to the common width.
///
/// A value is *some* number in every memory, also where only a list holds it that may be empty: it was a number when the fact
/// was found. Joins therefore keep a relation only if both sides have both values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Relation {
    pub left: ValId,
    pub right: ValId,
    pub negated: bool,
    pub addend: u64,
}

impl Relation {
    /// Whether it holds for two numbers of a width.
    pub(crate) fn holds_for(self, left: u64, right: u64, width: u32) -> bool {
        let base = if self.negated { right.wrapping_neg() } else { right };
        (base.wrapping_add(self.addend) ^ left) & crate::int::mask(width.clamp(1, 64)) == 0
    }

    /// The same fact with the two values exchanged.
    pub fn reversed(self) -> Relation {
        let addend = if self.negated { self.addend } else { self.addend.wrapping_neg() };
        Relation { left: self.right, right: self.left, negated: self.negated, addend }
    }
}
