//! Floating numbers of 32 and 64 bits, bit by bit as the hardware computes them.
//!
//! Operations on constants are computed; those on terms become circuits of shifts, sums and comparisons. `long double` has none.

mod arithmetic;
mod convert;
mod function;
mod unpacked;

pub use function::function;

use ir::{BinOp, DataModel, Scalar};
use semantics::float;
use smt::{Bv, TermId, Terms};

/// How a number is stored: below its sign, the exponent and the fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Format {
    /// Bits of the fraction.
    fraction: u32,
    /// Bits of the exponent.
    exponent: u32,
}

fn format(scalar: Scalar) -> Option<Format> {
    match scalar {
        Scalar::F32 => Some(Format { fraction: 23, exponent: 8 }),
        Scalar::F64 => Some(Format { fraction: 52, exponent: 11 }),
        _ => None,
    }
}

/// Whether the operations here are for numbers of this type.
pub fn is_known(scalar: Scalar) -> bool {
    format(scalar).is_some()
}

fn constant(terms: &Terms, bits: TermId) -> Option<u128> {
    terms.constant(bits).and_then(Bv::to_u128)
}

/// That a number is neither zero nor minus zero.
pub fn is_nonzero(terms: &mut Terms, bits: TermId) -> TermId {
    let width = terms.width(bits);
    let magnitude = terms.extract(bits, width - 2, 0);
    let zero = terms.bv_const(width - 1, 0);
    terms.ne(magnitude, zero)
}

fn is_nan(terms: &mut Terms, bits: TermId, format: Format) -> TermId {
    let magnitude = terms.extract(bits, format.width() - 2, 0);
    let infinity = terms.bv_const(format.width() - 1, format.infinity());
    terms.ult(infinity, magnitude)
}

/// The number with the other sign.
pub fn negate(terms: &mut Terms, scalar: Scalar, bits: TermId) -> Option<TermId> {
    let width = format(scalar)?.width();
    let sign = terms.bv_const(width, 1 << (width - 1));
    Some(terms.bvxor(bits, sign))
}

/// The condition that a comparison tests.
pub fn compare(terms: &mut Terms, op: BinOp, scalar: Scalar, a: TermId, b: TermId) -> Option<TermId> {
    let shape = format(scalar)?;
    let nans = [a, b].map(|bits| is_nan(terms, bits, shape));
    let unordered = terms.or(nans[0], nans[1]);
    let ordered = terms.not(unordered);
    let [x, y] = [a, b].map(|bits| is_nonzero(terms, bits));
    let any_nonzero = terms.or(x, y);
    let both_zero = terms.not(any_nonzero);
    let same_bits = terms.eq(a, b);
    let equal = terms.or(same_bits, both_zero);
    // Of negative numbers the one with the larger bits is less.
    let mut less = |a: TermId, b: TermId| {
        let [p, q] = [a, b].map(|bits| terms.is_negative(bits));
        let (below, above) = (terms.ult(a, b), terms.ult(b, a));
        let positive = terms.not(p);
        let not_q = terms.not(q);
        let crosses = terms.and(p, not_q);
        let both_positive = terms.and_all([positive, not_q, below]);
        let both_negative = terms.and_all([p, q, above]);
        let less = terms.or_all([crosses, both_positive, both_negative]);
        terms.and(less, any_nonzero)
    };
    let holds = match op {
        BinOp::Eq => equal,
        BinOp::Ne => {
            let holds = terms.and(ordered, equal);
            return Some(terms.not(holds));
        }
        BinOp::Lt => less(a, b),
        BinOp::Gt => less(b, a),
        BinOp::Le => {
            let less = less(a, b);
            terms.or(less, equal)
        }
        BinOp::Ge => {
            let less = less(b, a);
            terms.or(less, equal)
        }
        _ => return None,
    };
    Some(terms.and(ordered, holds))
}

/// The result of an operation. The sign of a NaN that is computed is not specified, and of two NaNs either may be kept. `None` for what is no
/// operation on numbers of this type.
pub fn arithmetic(terms: &mut Terms, op: BinOp, scalar: Scalar, a: TermId, b: TermId) -> Option<TermId> {
    let format = format(scalar)?;
    if let (Some(x), Some(y)) = (constant(terms, a), constant(terms, b)) {
        let bits = float::arithmetic(op, scalar, x, y)?;
        if !float::is_nan(bits, scalar) {
            return Some(terms.bv_const(format.width(), bits));
        }
    }
    match op {
        BinOp::Add => Some(arithmetic::add(terms, format, a, b)),
        BinOp::Sub => {
            let opposite = negate(terms, scalar, b)?;
            Some(arithmetic::add(terms, format, a, opposite))
        }
        BinOp::Mul => Some(arithmetic::multiply(terms, format, a, b)),
        BinOp::Div => Some(arithmetic::divide(terms, format, a, b)),
        _ => None,
    }
}

/// A number in another format.
pub fn convert(terms: &mut Terms, from: Scalar, to: Scalar, bits: TermId) -> Option<TermId> {
    let (narrow, wide) = (format(from)?, format(to)?);
    match constant(terms, bits) {
        Some(known) => Some(terms.bv_const(wide.width(), float::convert(known, from, to))),
        None if from == to => Some(bits),
        None => Some(convert::between(terms, narrow, wide, bits)),
    }
}

/// An integer as a floating number.
pub fn from_integer(terms: &mut Terms, from: Scalar, to: Scalar, bits: TermId) -> Option<TermId> {
    let format = format(to)?;
    let known = terms.constant(bits).and_then(|value| match from.is_signed() && value.is_negative() {
        true => Some((value.to_i128()?.unsigned_abs(), true)),
        false => Some((value.to_u128()?, false)),
    });
    match known {
        Some((magnitude, negative)) => {
            Some(terms.bv_const(format.width(), float::from_integer(magnitude, negative, to)))
        }
        None => Some(convert::of_integer(terms, format, from.is_signed(), bits)),
    }
}

/// The integer part of a number, and that the type holds it; the value means nothing where it does not.
pub fn to_integer(
    terms: &mut Terms,
    model: DataModel,
    from: Scalar,
    to: Scalar,
    bits: TermId,
) -> Option<(TermId, TermId)> {
    Some(convert::to_integer(terms, format(from)?, to.width(model), to.is_signed(), bits))
}

#[cfg(test)]
mod tests;
