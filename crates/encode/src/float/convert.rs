//! Between formats, between floating numbers and integers, and to integral numbers.

use super::Format;
use super::unpacked::{fields, normalise, resized, round, signed, unpack};
use smt::{TermId, Terms};

/// The number in another format; a NaN keeps its sign and as much of its payload as fits, and becomes quiet.
pub(super) fn between(terms: &mut Terms, from: Format, to: Format, bits: TermId) -> TermId {
    let parts = unpack(terms, from, bits);
    let (_, _, fraction) = fields(terms, from, bits);
    let rounded = round(terms, to, parts.exponent, parts.significand);
    let width = to.width() - 1;
    let (zero, infinity) = (terms.bv_const(width, 0), terms.bv_const(width, to.infinity()));
    let payload = match to.fraction.checked_sub(from.fraction) {
        Some(0) => fraction,
        Some(more) => {
            let rest = terms.bv_const(more, 0);
            terms.concat(fraction, rest)
        }
        None => terms.extract(fraction, from.fraction - 1, from.fraction - to.fraction),
    };
    let payload = terms.zero_extend(payload, width);
    let special = terms.bv_const(width, to.infinity() | to.quiet_bit());
    let nan = terms.bvor(payload, special);
    let magnitude = terms.ite(parts.is_zero, zero, rounded);
    let magnitude = terms.ite(parts.is_infinite, infinity, magnitude);
    let magnitude = terms.ite(parts.is_nan, nan, magnitude);
    signed(terms, parts.negative, magnitude)
}

pub(super) fn of_integer(terms: &mut Terms, to: Format, is_signed: bool, number: TermId) -> TermId {
    let width = terms.width(number);
    let negative = if is_signed { terms.is_negative(number) } else { TermId::FALSE };
    let opposite = terms.neg(number);
    let absolute = terms.ite(negative, opposite, number);
    let (significand, zeros) = normalise(terms, absolute);
    let wide = to.exponent_width().max(10);
    let zeros = resized(terms, zeros, wide);
    let most = terms.bv_signed(wide, i128::from(width) - 1);
    let exponent = terms.sub(most, zeros);
    let rounded = round(terms, to, exponent, significand);
    let nothing = terms.bv_const(width, 0);
    let is_zero = terms.eq(number, nothing);
    let none = terms.bv_const(to.width() - 1, 0);
    let magnitude = terms.ite(is_zero, none, rounded);
    signed(terms, negative, magnitude)
}

/// The integer part in `width` bits, and whether the type holds it; if not, the value means nothing.
pub(super) fn to_integer(
    terms: &mut Terms,
    from: Format,
    width: u32,
    is_signed: bool,
    bits: TermId,
) -> (TermId, TermId) {
    let parts = unpack(terms, from, bits);
    let precision = from.precision();
    // Below one there is nothing; what has more bits than the type is too large. Subnormal numbers are below one.
    let wide = terms.width(parts.exponent);
    let zero = terms.bv_signed(wide, 0);
    let is_below_one = terms.slt(parts.exponent, zero);
    let is_nothing = terms.or(is_below_one, parts.is_zero);
    let long = precision + width;
    let amount_width = long.max(wide);
    let limit = terms.bv_signed(wide.max(12), i128::from(width));
    let exponent = terms.sign_extend(parts.exponent, wide.max(12));
    let is_far = terms.slt(limit, exponent);
    let amount = terms.ite(is_far, limit, exponent);
    let amount = terms.sign_extend(amount, amount_width.max(12));
    let amount = resized(terms, amount, long);
    let significand = terms.zero_extend(parts.significand, long);
    let moved = terms.shl(significand, amount);
    let whole = terms.extract(moved, long - 1, precision - 1);
    let none = terms.bv_const(width + 1, 0);
    let whole = terms.ite(is_nothing, none, whole);
    let bound = |terms: &mut Terms, value: u128| terms.bv_const(width + 1, value);
    let half = bound(terms, 1 << (width - 1));
    let all = match width {
        128 => {
            let one = terms.bv_const(1, 1);
            let rest = terms.bv_const(128, 0);
            terms.concat(one, rest)
        }
        _ => bound(terms, 1 << width),
    };
    let in_range = if is_signed {
        let (positive, negative) = (terms.ult(whole, half), terms.ule(whole, half));
        terms.ite(parts.negative, negative, positive)
    } else {
        let (positive, negative) = (terms.ult(whole, all), terms.eq(whole, none));
        terms.ite(parts.negative, negative, positive)
    };
    let not_far = terms.not(is_far);
    let not_far = terms.or(not_far, is_nothing);
    let not_nan = terms.not(parts.is_nan);
    let not_infinite = terms.not(parts.is_infinite);
    let fits = terms.and_all([in_range, not_far, not_nan, not_infinite]);
    let value = terms.extract(whole, width - 1, 0);
    let opposite = terms.neg(value);
    (terms.ite(parts.negative, opposite, value), fits)
}

/// Which integral number is taken of the two beside a number that is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Integral {
    Down,
    Up,
    TowardsZero,
    /// The nearer one; of two the one away from zero.
    Nearest,
    /// The nearer one; of two the even one.
    NearestEven,
}

/// The number made integral; its sign stays, and a NaN becomes quiet.
pub(super) fn integral(terms: &mut Terms, format: Format, how: Integral, bits: TermId) -> TermId {
    let width = format.width() - 1;
    let (negative, field, _) = fields(terms, format, bits);
    let magnitude = terms.extract(bits, width - 1, 0);
    // The bits below the point: all of them below one, none from 2^fraction on.
    let wide = width + 1;
    let exponent = resized(terms, field, wide);
    let first = terms.bv_const(wide, format.bias() as u128);
    let is_below_one = terms.ult(exponent, first);
    let distance = terms.sub(exponent, first);
    let last = terms.bv_const(wide, u128::from(format.fraction));
    let is_integral = terms.ule(last, distance);
    let below = terms.sub(last, distance);
    let below = terms.extract(below, width - 1, 0);
    let one = terms.bv_const(width, 1);
    let unit = terms.shl(one, below);
    let mask = terms.sub(unit, one);
    let inverse = terms.bvnot(mask);
    let (down, rest) = (terms.bvand(magnitude, inverse), terms.bvand(magnitude, mask));
    let zero = terms.bv_const(width, 0);
    let has_rest = terms.ne(rest, zero);
    // The next one away from zero: a carry into the exponent is right as it is.
    let away = terms.add(down, unit);
    let number_one = terms.bv_const(width, (format.bias() as u128) << format.fraction);
    let one_half = terms.bv_const(width, ((format.bias() - 1) as u128) << format.fraction);
    let not_zero = terms.ne(magnitude, zero);
    let goes_up = |terms: &mut Terms, has_rest: TermId, over: TermId, at: TermId, is_odd: TermId| match how {
        Integral::Down => terms.and(negative, has_rest),
        Integral::Up => {
            let positive = terms.not(negative);
            terms.and(positive, has_rest)
        }
        Integral::TowardsZero => TermId::FALSE,
        Integral::Nearest => terms.or(over, at),
        Integral::NearestEven => {
            let tie = terms.and(at, is_odd);
            terms.or(over, tie)
        }
    };
    let half = terms.lshr(unit, one);
    let (over, at) = (terms.ult(half, rest), terms.eq(half, rest));
    // The last bit before the point; for numbers from one to two it is the leading one, which is not stored.
    let last_bit = terms.bvand(magnitude, unit);
    let stored_odd = terms.ne(last_bit, zero);
    let is_first = terms.eq(exponent, first);
    let is_odd = terms.or(is_first, stored_odd);
    let at = terms.and(at, has_rest);
    let up = goes_up(terms, has_rest, over, at, is_odd);
    let larger = terms.ite(up, away, down);
    let (over, at) = (terms.ult(one_half, magnitude), terms.eq(one_half, magnitude));
    let up = goes_up(terms, not_zero, over, at, TermId::FALSE);
    let smaller = terms.ite(up, number_one, zero);
    let infinity = terms.bv_const(width, format.infinity());
    let is_nan = terms.ult(infinity, magnitude);
    let quiet = terms.bv_const(width, format.quiet_bit());
    let quieted = terms.bvor(magnitude, quiet);
    let result = terms.ite(is_integral, magnitude, larger);
    let result = terms.ite(is_below_one, smaller, result);
    let result = terms.ite(is_nan, quieted, result);
    signed(terms, negative, result)
}
