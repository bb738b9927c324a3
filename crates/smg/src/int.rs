//! The interface to the integer domain.
//!
//! An element stands for a set of bit patterns of one width (1 to 64 bits). Signedness belongs to the operator, not
//! to the element, as in the machine. Every operator must over-approximate; `refine` and `meet` may answer `None`
//! only if no pair of concrete values satisfies the condition.

use std::fmt::Debug;
use std::hash::Hash;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    And,
    Or,
    Xor,
    Shl,
    LShr,
    AShr,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UnOp {
    Neg,
    Not,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CastOp {
    Trunc,
    ZExt,
    SExt,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cmp {
    Eq,
    Ne,
    ULt,
    ULe,
    UGt,
    UGe,
    SLt,
    SLe,
    SGt,
    SGe,
}

impl Cmp {
    pub fn negated(self) -> Cmp {
        match self {
            Cmp::Eq => Cmp::Ne,
            Cmp::Ne => Cmp::Eq,
            Cmp::ULt => Cmp::UGe,
            Cmp::ULe => Cmp::UGt,
            Cmp::UGt => Cmp::ULe,
            Cmp::UGe => Cmp::ULt,
            Cmp::SLt => Cmp::SGe,
            Cmp::SLe => Cmp::SGt,
            Cmp::SGt => Cmp::SLe,
            Cmp::SGe => Cmp::SLt,
        }
    }

    /// The comparison with its operands exchanged: `a < b` is `b > a`.
    pub fn swapped(self) -> Cmp {
        match self {
            Cmp::Eq => Cmp::Eq,
            Cmp::Ne => Cmp::Ne,
            Cmp::ULt => Cmp::UGt,
            Cmp::ULe => Cmp::UGe,
            Cmp::UGt => Cmp::ULt,
            Cmp::UGe => Cmp::ULe,
            Cmp::SLt => Cmp::SGt,
            Cmp::SLe => Cmp::SGe,
            Cmp::SGt => Cmp::SLt,
            Cmp::SGe => Cmp::SLe,
        }
    }

    pub fn is_signed(self) -> bool {
        matches!(self, Cmp::SLt | Cmp::SLe | Cmp::SGt | Cmp::SGe)
    }

    /// The meaning of the comparison on two bit patterns of `width` bits.
    pub fn eval(self, width: u32, a: u64, b: u64) -> bool {
        let (sa, sb) = (sign_extend(width, a), sign_extend(width, b));
        let (a, b) = (a & mask(width), b & mask(width));
        match self {
            Cmp::Eq => a == b,
            Cmp::Ne => a != b,
            Cmp::ULt => a < b,
            Cmp::ULe => a <= b,
            Cmp::UGt => a > b,
            Cmp::UGe => a >= b,
            Cmp::SLt => sa < sb,
            Cmp::SLe => sa <= sb,
            Cmp::SGt => sa > sb,
            Cmp::SGe => sa >= sb,
        }
    }
}

/// The `width` lowest bits set.
#[inline]
pub fn mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1u64 << width) - 1 }
}

#[inline]
pub fn sign_extend(width: u32, value: u64) -> i64 {
    debug_assert!((1..=64).contains(&width));
    let shift = 64 - width;
    ((value << shift) as i64) >> shift
}

/// Bounds at which widening stops, as signed 64-bit numbers, sorted: taken from the constants of the program.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Thresholds {
    sorted: Vec<i64>,
}

impl Thresholds {
    pub fn new(mut constants: Vec<i64>) -> Thresholds {
        constants.sort_unstable();
        constants.dedup();
        Thresholds { sorted: constants }
    }

    /// These and more.
    pub fn with(&self, more: Vec<i64>) -> Thresholds {
        let mut constants = self.sorted.clone();
        constants.extend(more);
        Thresholds::new(constants)
    }

    /// The smallest threshold that is at least `bound`.
    pub fn at_least(&self, bound: i128) -> Option<i128> {
        let at = self.sorted.partition_point(|&t| i128::from(t) < bound);
        self.sorted.get(at).map(|&t| i128::from(t))
    }

    /// The largest threshold that is at most `bound`.
    pub fn at_most(&self, bound: i128) -> Option<i128> {
        let at = self.sorted.partition_point(|&t| i128::from(t) <= bound);
        at.checked_sub(1).map(|i| i128::from(self.sorted[i]))
    }
}

/// A set of integers of one bit width.
pub trait IntDomain: Clone + PartialEq + Eq + Hash + Debug + Send + Sync + 'static {
    fn top(width: u32) -> Self;
    fn constant(width: u32, value: u64) -> Self;
    /// All values from `lo` to `hi`, read as unsigned numbers; wraps around if `lo > hi`.
    fn range(width: u32, lo: u64, hi: u64) -> Self;
    /// All values `lo`, `lo + stride`, … not beyond `hi`; wraps around if `lo > hi`.
    fn strided(width: u32, lo: u64, hi: u64, stride: u64) -> Self;

    fn width(&self) -> u32;
    fn as_constant(&self) -> Option<u64>;
    fn contains(&self, value: u64) -> bool;
    fn unsigned_bounds(&self) -> (u64, u64);
    fn signed_bounds(&self) -> (i64, i64);
    /// Every value is congruent to the first of `unsigned_bounds` modulo this number (0 for a constant).
    fn stride(&self) -> u64;
    /// The number of values, if that is known and fits.
    fn count(&self) -> Option<u64>;

    fn is_subset(&self, other: &Self) -> bool;
    fn join(&self, other: &Self) -> Self;
    /// A superset of the intersection, or `None` if the intersection is empty.
    fn meet(&self, other: &Self) -> Option<Self>;
    /// `self` is the older state; a chain of widenings stabilises after finitely many steps.
    fn widen(&self, newer: &Self, thresholds: &Thresholds) -> Self;
    /// `refined` is the result of one more iteration from `self`; the answer covers their common part.
    fn narrow(&self, refined: &Self) -> Self;

    fn binary(op: BinOp, a: &Self, b: &Self) -> Self;
    fn unary(op: UnOp, a: &Self) -> Self;
    fn cast(op: CastOp, a: &Self, width: u32) -> Self;
    /// `Some` if every pair of values agrees on the comparison.
    fn compare(op: Cmp, a: &Self, b: &Self) -> Option<bool>;
    /// Both operands under the assumption that the comparison holds; `None` if it cannot hold.
    fn refine(op: Cmp, a: &Self, b: &Self) -> Option<(Self, Self)>;

    /// The values below and above the pole of the signed or unsigned order, where the set has both: read in this order, an
    /// interval that wraps around has a hole in the middle.
    fn split_at_pole(&self, signed: bool) -> Option<(Self, Self)>;

    /// Bits `[from, from + len)` of the values.
    fn extract(&self, from: u32, len: u32) -> Self {
        let shifted = if from == 0 {
            self.clone()
        } else {
            Self::binary(BinOp::LShr, self, &Self::constant(self.width(), u64::from(from)))
        };
        if len >= self.width() { shifted } else { Self::cast(CastOp::Trunc, &shifted, len) }
    }
}

/// From where to where a number can be, of which a multiple was computed without leaving the range of its width, so that the multiple is one of
/// these.
pub(crate) fn quotients<D: IntDomain>(multiple: &D, base: &D, factor: u64) -> Option<(i128, i128)> {
    let factor = i128::from(factor);
    let m = i128::from(mask(base.width()));
    let plain = |d: &D| (i128::from(d.unsigned_bounds().0), i128::from(d.unsigned_bounds().1));
    let signed = |d: &D| (i128::from(d.signed_bounds().0), i128::from(d.signed_bounds().1));
    let ((least, most), (lo, hi)) = (plain(base), signed(base));
    let (from, to) = if factor > 0 && most * factor <= m && least >= 0 {
        plain(multiple)
    } else if factor > 0 && lo * factor >= -(m / 2) - 1 && hi * factor <= m / 2 {
        signed(multiple)
    } else {
        return None;
    };
    Some((-(-from).div_euclid(factor), to.div_euclid(factor)))
}
