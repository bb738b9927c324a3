//! Floating numbers of 32 and 64 bits: what is exact on their bits is a term, and what is rounded is computed of constants only.

use ir::{BinOp, DataModel, Scalar};
use semantics::float;
use smt::{Bv, TermId, Terms};

/// Bits of the fraction, and of the exponent.
fn format(scalar: Scalar) -> Option<(u32, u32)> {
    match scalar {
        Scalar::F32 => Some((23, 8)),
        Scalar::F64 => Some((52, 11)),
        _ => None,
    }
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

fn is_nan(terms: &mut Terms, bits: TermId, (fraction, exponent): (u32, u32)) -> TermId {
    let magnitude = terms.extract(bits, fraction + exponent - 1, 0);
    let infinity = terms.bv_const(fraction + exponent, ((1 << exponent) - 1) << fraction);
    terms.ult(infinity, magnitude)
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

/// The result of an operation on constants. The sign of a NaN that is computed is not specified, and of two NaNs either may be kept.
pub fn arithmetic(terms: &mut Terms, op: BinOp, scalar: Scalar, a: TermId, b: TermId) -> Option<TermId> {
    let (fraction, exponent) = format(scalar)?;
    let (x, y) = (constant(terms, a)?, constant(terms, b)?);
    let bits = float::arithmetic(op, scalar, x, y)?;
    if !float::is_nan(bits, scalar) {
        return Some(terms.bv_const(fraction + exponent + 1, bits));
    }
    if float::is_nan(x, scalar) && float::is_nan(y, scalar) {
        return None;
    }
    let sign = terms.fresh("nan", smt::Sort::Bv(1));
    let magnitude = terms.bv_const(fraction + exponent, bits & ((1 << (fraction + exponent)) - 1));
    Some(terms.concat(sign, magnitude))
}

/// A number in another format.
pub fn convert(terms: &mut Terms, from: Scalar, to: Scalar, bits: TermId) -> Option<TermId> {
    let (shape, wide) = (format(from)?, format(to)?);
    if let Some(known) = constant(terms, bits) {
        return Some(terms.bv_const(wide.0 + wide.1 + 1, float::convert(known, from, to)));
    }
    if (from, to) != (Scalar::F32, Scalar::F64) {
        return None;
    }
    // Nothing is rounded. The exponent of numbers that have less than all bits would have to be counted.
    let (fraction, exponent) =
        (terms.extract(bits, shape.0 - 1, 0), terms.extract(bits, shape.0 + shape.1 - 1, shape.0));
    let sign = terms.extract(bits, shape.0 + shape.1, shape.0 + shape.1);
    let nothing = terms.bv_const(shape.1, 0);
    let is_small = terms.eq(exponent, nothing);
    let is_number = is_nonzero(terms, bits);
    let is_zero = terms.not(is_number);
    let is_subnormal = terms.and(is_small, is_number);
    let rest = terms.bv_const(wide.0 - shape.0, 0);
    let long = terms.concat(fraction, rest);
    let all = terms.bv_const(shape.1, (1 << shape.1) - 1);
    let is_special = terms.eq(exponent, all);
    let bias = terms.bv_const(wide.1, (1 << (wide.1 - 1)) - (1 << (shape.1 - 1)));
    let shifted = terms.zero_extend(exponent, wide.1);
    let shifted = terms.add(shifted, bias);
    let (least, most) = (terms.bv_const(wide.1, 0), terms.bv_const(wide.1, (1 << wide.1) - 1));
    let shifted = terms.ite(is_special, most, shifted);
    let shifted = terms.ite(is_zero, least, shifted);
    // A NaN becomes a quiet one.
    let quiet = terms.bv_const(wide.0, 1 << (wide.0 - 1));
    let quieted = terms.bvor(long, quiet);
    let is_nan = is_nan(terms, bits, shape);
    let long = terms.ite(is_nan, quieted, long);
    let magnitude = terms.concat(shifted, long);
    let any = terms.fresh("subnormal", smt::Sort::Bv(wide.0 + wide.1));
    let magnitude = terms.ite(is_subnormal, any, magnitude);
    Some(terms.concat(sign, magnitude))
}

/// A constant integer as a floating number.
pub fn from_integer(terms: &mut Terms, from: Scalar, to: Scalar, bits: TermId) -> Option<TermId> {
    let (fraction, exponent) = format(to)?;
    let value = terms.constant(bits)?;
    let (magnitude, negative) = match from.is_signed() && value.is_negative() {
        true => (value.to_i128()?.unsigned_abs(), true),
        false => (value.to_u128()?, false),
    };
    Some(terms.bv_const(fraction + exponent + 1, float::from_integer(magnitude, negative, to)))
}

/// The integer part of a constant; `None` as well if the type does not hold it.
pub fn to_integer(
    terms: &mut Terms,
    model: DataModel,
    from: Scalar,
    to: Scalar,
    bits: TermId,
) -> Option<TermId> {
    format(from)?;
    let (magnitude, negative) = float::to_integer(constant(terms, bits)?, from)?;
    let width = to.width(model);
    let value = i128::try_from(magnitude).ok()?;
    let value = if negative { -value } else { value };
    let (low, high) = match (to.is_signed(), width) {
        (_, 100..) => return None,
        (true, _) => (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1),
        (false, _) => (0, (1i128 << width) - 1),
    };
    (low..=high).contains(&value).then(|| terms.bv_signed(width, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NUMBERS: [f32; 14] = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        1.5,
        -1.5,
        0.1,
        f32::MIN_POSITIVE,
        f32::MAX,
        f32::MIN,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::NAN,
        3.0e-39,
    ];

    #[test]
    fn comparisons_and_conversions_are_those_of_the_host() {
        for x in NUMBERS {
            for y in NUMBERS {
                let mut terms = Terms::new();
                // Variables, so that nothing is computed of constants.
                let [a, b] = ["a", "b"].map(|name| terms.bv_var(name, 32));
                let mut model = smt::Model::new();
                for (variable, value) in [(a, x), (b, y)] {
                    model.set(variable, smt::Value::Bv(Bv::new(32, u128::from(value.to_bits()))));
                }
                let wide = convert(&mut terms, Scalar::F32, Scalar::F64, a).unwrap();
                for (op, expected) in [
                    (BinOp::Eq, x == y),
                    (BinOp::Ne, x != y),
                    (BinOp::Lt, x < y),
                    (BinOp::Le, x <= y),
                    (BinOp::Gt, x > y),
                    (BinOp::Ge, x >= y),
                ] {
                    let holds = compare(&mut terms, op, Scalar::F32, a, b).unwrap();
                    assert_eq!(model.holds(&terms, holds), expected, "{x} {op:?} {y}");
                }
                let nonzero = is_nonzero(&mut terms, a);
                assert_eq!(model.holds(&terms, nonzero), x != 0.0);
                if !x.is_subnormal() && !x.is_nan() {
                    let bits = model.value(&terms, wide).to_u64();
                    assert_eq!(bits, Some(f64::from(x).to_bits()), "{x}");
                }
            }
        }
    }
}
