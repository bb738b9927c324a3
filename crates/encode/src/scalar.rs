//! Integer operations, comparisons and conversions.

use ir::{BinOp, DataModel, Scalar, UnOp};
use semantics::Obligation;
use smt::{TermId, Terms};

pub fn is_comparison(op: BinOp) -> bool {
    matches!(op, BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge)
}

/// The condition that a comparison tests.
pub fn compare(terms: &mut Terms, op: BinOp, signed: bool, a: TermId, b: TermId) -> TermId {
    match (op, signed) {
        (BinOp::Eq, _) => terms.eq(a, b),
        (BinOp::Ne, _) => terms.ne(a, b),
        (BinOp::Lt, true) => terms.slt(a, b),
        (BinOp::Le, true) => terms.sle(a, b),
        (BinOp::Gt, true) => terms.sgt(a, b),
        (_, true) => terms.sge(a, b),
        (BinOp::Lt, false) => terms.ult(a, b),
        (BinOp::Le, false) => terms.ule(a, b),
        (BinOp::Gt, false) => terms.ugt(a, b),
        (_, false) => terms.uge(a, b),
    }
}

/// How far an index leads that is multiplied by the size of an element, see [`semantics::address::distance`]. The index is signed and
/// as wide as an address.
pub fn distance(terms: &mut Terms, index: TermId, scale: u32) -> TermId {
    let width = terms.width(index);
    let by = terms.bv_const(width, u128::from(scale));
    let product = terms.mul(index, by);
    let most = (1i128 << (width - 1)) - 1;
    let (low, high) = ((-1 - most) / i128::from(scale.max(1)), most / i128::from(scale.max(1)));
    let (low, high) = (terms.bv_signed(width, low), terms.bv_signed(width, high));
    let below = terms.slt(index, low);
    let above = terms.sgt(index, high);
    let outside = terms.or(below, above);
    let far = terms.bv_const(width, u128::from(semantics::address::far(width)));
    terms.ite(outside, far, product)
}

/// The result of an integer operation, modulo 2^width. A comparison gives 0 or 1 in 32 bits.
pub fn binary(
    terms: &mut Terms,
    model: DataModel,
    op: BinOp,
    scalar: Scalar,
    (a, b): (TermId, TermId),
) -> TermId {
    let signed = scalar.is_signed();
    if is_comparison(op) {
        let condition = compare(terms, op, signed, a, b);
        return terms.bool_to_bv(condition, 32);
    }
    match (op, signed) {
        (BinOp::Add, _) => terms.add(a, b),
        (BinOp::Sub | BinOp::PtrDiff, _) => terms.sub(a, b),
        (BinOp::Mul, _) => terms.mul(a, b),
        (BinOp::Div, true) => terms.sdiv(a, b),
        (BinOp::Div, false) => terms.udiv(a, b),
        (BinOp::Rem, true) => terms.srem(a, b),
        (BinOp::Rem, false) => terms.urem(a, b),
        (BinOp::Shl | BinOp::Shr, _) => {
            let amount = shift_amount(terms, model, scalar, b);
            match (op, signed) {
                (BinOp::Shl, _) => terms.shl(a, amount),
                (_, true) => terms.ashr(a, amount),
                (_, false) => terms.lshr(a, amount),
            }
        }
        (BinOp::And, _) => terms.bvand(a, b),
        (BinOp::Or, _) => terms.bvor(a, b),
        _ => terms.bvxor(a, b),
    }
}

/// The right operand of a shift has 32 bits; it may be wider than what is shifted, and then says more than it can hold.
fn shift_amount(terms: &mut Terms, model: DataModel, scalar: Scalar, amount: TermId) -> TermId {
    let width = scalar.width(model);
    if width >= terms.width(amount) {
        return terms.zero_extend(amount, width);
    }
    let bound = terms.bv_const(terms.width(amount), u128::from(width));
    let low = terms.extract(amount, width - 1, 0);
    let fits = terms.ult(amount, bound);
    let all = terms.bv_const(width, u128::from(width));
    terms.ite(fits, low, all)
}

pub fn unary(terms: &mut Terms, op: UnOp, a: TermId) -> TermId {
    match op {
        UnOp::Neg => terms.neg(a),
        UnOp::Not => terms.bvnot(a),
        UnOp::LeadingZeros => terms.count_leading_zeros(a),
        UnOp::TrailingZeros => terms.count_trailing_zeros(a),
        UnOp::CountOnes => terms.popcount(a),
        UnOp::SwapBytes => {
            let bytes = terms.width(a) / 8;
            let mut result = terms.extract(a, 7, 0);
            for i in 1..bytes {
                let byte = terms.extract(a, 8 * i + 7, 8 * i);
                result = terms.concat(result, byte);
            }
            result
        }
    }
}

/// Conversion between integers.
pub fn cast(terms: &mut Terms, model: DataModel, from: Scalar, to: Scalar, a: TermId) -> TermId {
    terms.resize(a, to.width(model), from.is_signed())
}

/// That an obligation of a binary operation on integers does not hold.
pub fn binary_fails(
    terms: &mut Terms,
    model: DataModel,
    obligation: Obligation,
    op: BinOp,
    scalar: Scalar,
    (a, b): (TermId, TermId),
) -> TermId {
    let width = scalar.width(model);
    match obligation {
        Obligation::ResultFits => match op {
            BinOp::Add => terms.sadd_overflows(a, b),
            BinOp::Sub => terms.ssub_overflows(a, b),
            _ => terms.smul_overflows(a, b),
        },
        Obligation::QuotientFits => terms.sdiv_overflows(a, b),
        Obligation::DivisorNotZero => {
            let zero = terms.bv_const(width, 0);
            terms.eq(b, zero)
        }
        Obligation::ShiftAmount => {
            let bits = terms.width(b);
            let bound = terms.bv_const(bits, u128::from(width));
            terms.uge(b, bound)
        }
        Obligation::ShiftedValue => {
            // Shifted back, the value is what it was, and no bit came into the sign.
            let amount = shift_amount(terms, model, scalar, b);
            let shifted = terms.shl(a, amount);
            let back = terms.ashr(shifted, amount);
            let lost = terms.ne(back, a);
            let negative = terms.is_negative(a);
            terms.or(lost, negative)
        }
        Obligation::ScannedNotZero | Obligation::SameObject | Obligation::FloatFits => {
            terms.bool_const(false)
        }
    }
}

/// That an obligation of a unary operation does not hold.
pub fn unary_fails(terms: &mut Terms, obligation: Obligation, a: TermId) -> TermId {
    match obligation {
        Obligation::ResultFits => terms.neg_overflows(a),
        Obligation::ScannedNotZero => {
            let zero = terms.bv_const(terms.width(a), 0);
            terms.eq(a, zero)
        }
        _ => terms.bool_const(false),
    }
}

/// A bit-field of a unit, extended to `width` bits.
pub fn field(terms: &mut Terms, unit: TermId, (start, bits): (u32, u32), width: u32, signed: bool) -> TermId {
    let field = terms.extract(unit, start + bits - 1, start);
    terms.resize(field, width, signed)
}

/// The unit with another value in a bit-field.
pub fn with_field(terms: &mut Terms, unit: TermId, (start, bits): (u32, u32), value: TermId) -> TermId {
    let width = terms.width(unit);
    let ones = (1u128 << bits) - 1;
    let field = terms.resize(value, bits, false);
    let wide = terms.resize(field, width, false);
    let placed = terms.shift_left_by(wide, start);
    let all = if width >= 128 { u128::MAX } else { (1u128 << width) - 1 };
    let mask = terms.bv_const(width, !(ones << start) & all);
    let kept = terms.bvand(unit, mask);
    terms.bvor(kept, placed)
}

/// That a number lies in a range of constants of the IR, as the cases of a switch have.
pub fn within(
    terms: &mut Terms,
    model: DataModel,
    scalar: Scalar,
    number: TermId,
    (low, high): (i64, i64),
) -> TermId {
    let first = constant(terms, model, low, scalar);
    if low == high {
        return terms.eq(number, first);
    }
    let last = constant(terms, model, high, scalar);
    let above = compare(terms, BinOp::Le, scalar.is_signed(), first, number);
    let below = compare(terms, BinOp::Le, scalar.is_signed(), number, last);
    terms.and(above, below)
}

/// A constant of the IR.
pub fn constant(terms: &mut Terms, model: DataModel, value: i64, scalar: Scalar) -> TermId {
    terms.bv_signed(scalar.width(model), scalar.constant_value(value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use semantics::obligations::of_binary;

    /// The operation on numbers, and whether C defines it.
    fn exact(op: BinOp, scalar: Scalar, a: i128, b: i128) -> Option<i128> {
        let (low, high) = if scalar.is_signed() { (-128, 127) } else { (0, 255) };
        let fits =
            |n: i128| if scalar.is_signed() { (low..=high).contains(&n).then_some(n) } else { Some(n & 255) };
        match op {
            BinOp::Add => fits(a + b),
            BinOp::Sub => fits(a - b),
            BinOp::Mul => fits(a * b),
            BinOp::Div => {
                if b == 0 {
                    None
                } else {
                    fits(a / b)
                }
            }
            BinOp::Rem => {
                if b == 0 || fits(a / b).is_none() {
                    None
                } else {
                    Some(a % b)
                }
            }
            BinOp::Shl if !(0..8).contains(&b) => None,
            BinOp::Shl if scalar.is_signed() && a < 0 => None,
            BinOp::Shl => fits(a << b),
            BinOp::Shr => (0..8).contains(&b).then(|| a >> b),
            BinOp::And => Some(a & b),
            BinOp::Or => Some(a | b),
            BinOp::Xor => Some(a ^ b),
            BinOp::Eq => Some(i128::from(a == b)),
            BinOp::Ne => Some(i128::from(a != b)),
            BinOp::Lt => Some(i128::from(a < b)),
            BinOp::Le => Some(i128::from(a <= b)),
            BinOp::Gt => Some(i128::from(a > b)),
            BinOp::Ge => Some(i128::from(a >= b)),
            BinOp::PtrDiff => None,
        }
    }

    /// Every operation on all pairs of bytes: defined exactly where C says so, and with C's result.
    #[test]
    fn operations_on_bytes_are_those_of_c() {
        let model = DataModel::Lp64;
        for scalar in [Scalar::I8, Scalar::U8] {
            for &op in BinOp::ALL.iter().filter(|op| **op != BinOp::PtrDiff) {
                for x in 0..256i128 {
                    for y in (0..256i128).filter(|y| y % 7 == x % 7 || *y < 12 || *y > 250) {
                        let number = |n: i128| if scalar.is_signed() && n > 127 { n - 256 } else { n };
                        let shift = matches!(op, BinOp::Shl | BinOp::Shr);
                        let (a, b) = (number(x), if shift { y } else { number(y) });
                        let mut terms = Terms::new();
                        let left = terms.bv_signed(8, a);
                        let right = terms.bv_signed(if shift { 32 } else { 8 }, b);
                        let mut undefined = false;
                        for &obligation in of_binary(op, scalar) {
                            let fails =
                                binary_fails(&mut terms, model, obligation, op, scalar, (left, right));
                            undefined |= terms.bool_constant(fails).unwrap();
                        }
                        let wanted = exact(op, scalar, a, b);
                        assert_eq!(undefined, wanted.is_none(), "{op:?} {scalar} {a} {b}");
                        let Some(wanted) = wanted else { continue };
                        let result = binary(&mut terms, model, op, scalar, (left, right));
                        let width = terms.width(result);
                        let wanted = terms.bv_signed(width, wanted);
                        assert_eq!(result, wanted, "{op:?} {scalar} {a} {b}");
                    }
                }
            }
        }
    }

    #[test]
    fn bytes_are_swapped_and_numbers_converted() {
        let mut terms = Terms::new();
        let word = terms.bv_const(32, 0x0102_0304);
        let swapped = terms.bv_const(32, 0x0403_0201);
        assert_eq!(unary(&mut terms, UnOp::SwapBytes, word), swapped);
        let negative = constant(&mut terms, DataModel::Lp64, -1, Scalar::I8);
        let wide = cast(&mut terms, DataModel::Lp64, Scalar::I8, Scalar::U64, negative);
        let ones = terms.bv_const(64, u128::from(u64::MAX));
        assert_eq!(wide, ones);
    }
}
