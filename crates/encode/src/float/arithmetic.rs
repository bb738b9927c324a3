//! Sums, products, quotients and roots.

use super::Format;
use super::unpacked::{
    Unpacked, denormalised, normalise, resized, round, shift_right_sticky, signed, unpack,
};
use smt::{Sort, TermId, Terms};

/// A result that is finite, or would be if the operands were: sign and magnitude.
struct Finite {
    negative: TermId,
    magnitude: TermId,
}

/// The result of an operation that is invalid (`0 / 0`) or has a NaN for an operand: a quiet NaN, with the payload of one of them. Its
/// sign is not specified, nor is which of two NaNs is kept.
pub(super) fn nan(terms: &mut Terms, format: Format, operands: &[(TermId, TermId)]) -> TermId {
    let width = format.width() - 1;
    let quiet = terms.bv_const(width, format.quiet_bit());
    let mut magnitude = terms.bv_const(width, format.infinity() | format.quiet_bit());
    let mut is_any_nan = TermId::FALSE;
    for &(bits, is_nan) in operands {
        let own = terms.extract(bits, width - 1, 0);
        let own = terms.bvor(own, quiet);
        let choice = match terms.and(is_any_nan, is_nan) {
            TermId::FALSE => TermId::FALSE,
            _ => terms.fresh("nan", Sort::Bool),
        };
        let not_before = terms.not(is_any_nan);
        let takes = terms.or(not_before, choice);
        let takes = terms.and(is_nan, takes);
        magnitude = terms.ite(takes, own, magnitude);
        is_any_nan = terms.or(is_any_nan, is_nan);
    }
    let sign = terms.fresh("nan", Sort::Bv(1));
    terms.concat(sign, magnitude)
}

/// The result by its cases; the first that holds counts.
fn select(terms: &mut Terms, otherwise: TermId, cases: &[(TermId, TermId)]) -> TermId {
    cases.iter().rev().fold(otherwise, |rest, &(holds, result)| terms.ite(holds, result, rest))
}

fn constant_magnitude(terms: &mut Terms, format: Format, negative: TermId, magnitude: u128) -> TermId {
    let magnitude = terms.bv_const(format.width() - 1, magnitude);
    signed(terms, negative, magnitude)
}

pub(super) fn add(terms: &mut Terms, format: Format, a: TermId, b: TermId) -> TermId {
    let (x, y) = (unpack(terms, format, a), unpack(terms, format, b));
    let differ = terms.xor(x.negative, y.negative);
    let Finite { negative, magnitude } = finite_sum(terms, format, a, b, differ);
    let finite = signed(terms, negative, magnitude);
    let both = terms.and(x.is_infinite, y.is_infinite);
    let cancels = terms.and(both, differ);
    let is_nan = terms.or_all([x.is_nan, y.is_nan, cancels]);
    let nan = nan(terms, format, &[(a, x.is_nan), (b, y.is_nan)]);
    select(terms, finite, &[(is_nan, nan), (x.is_infinite, a), (y.is_infinite, b)])
}

/// The sum of two finite numbers. The larger one is kept, the other one moved to its exponent with three bits more: one that the difference may
/// shift in, one to round by, and one for all that is below.
fn finite_sum(terms: &mut Terms, format: Format, a: TermId, b: TermId, differ: TermId) -> Finite {
    let top = format.width() - 1;
    let [of_a, of_b] = [a, b].map(|bits| terms.extract(bits, top - 1, 0));
    let swap = terms.ult(of_a, of_b);
    let (large, small) = (terms.ite(swap, b, a), terms.ite(swap, a, b));
    let ((exponent, x), (other, y)) =
        (denormalised(terms, format, large), denormalised(terms, format, small));
    let extra = terms.bv_const(3, 0);
    let width = format.precision() + 4;
    let [x, y] = [x, y].map(|significand| {
        let long = terms.concat(significand, extra);
        terms.zero_extend(long, width)
    });
    let distance = terms.sub(exponent, other);
    let distance = resized(terms, distance, width);
    let y = shift_right_sticky(terms, y, distance);
    let (sum, difference) = (terms.add(x, y), terms.sub(x, y));
    let sum = terms.ite(differ, difference, sum);
    let (significand, zeros) = normalise(terms, sum);
    let wide = format.exponent_width();
    let exponent = terms.zero_extend(exponent, wide);
    let offset = terms.bv_signed(wide, 1 - format.bias());
    let exponent = terms.add(exponent, offset);
    let zeros = resized(terms, zeros, wide);
    let exponent = terms.sub(exponent, zeros);
    let rounded = round(terms, format, exponent, significand);
    let nothing = terms.bv_const(width, 0);
    let is_zero = terms.eq(sum, nothing);
    let none = terms.bv_const(top, 0);
    let magnitude = terms.ite(is_zero, none, rounded);
    // What cancels is a positive zero; two negative zeros are a negative one.
    let [sign_a, sign_b] = [a, b].map(|bits| terms.bit(bits, top));
    let of_large = terms.bit(large, top);
    let both = terms.and(sign_a, sign_b);
    Finite { negative: terms.ite(is_zero, both, of_large), magnitude }
}

pub(super) fn multiply(terms: &mut Terms, format: Format, a: TermId, b: TermId) -> TermId {
    let (x, y) = (unpack(terms, format, a), unpack(terms, format, b));
    let negative = terms.xor(x.negative, y.negative);
    let width = 2 * format.precision();
    let [p, q] = [x.significand, y.significand].map(|significand| terms.zero_extend(significand, width));
    let product = terms.mul(p, q);
    let wide = format.exponent_width() + 1;
    let [e, f] = [x.exponent, y.exponent].map(|exponent| terms.sign_extend(exponent, wide));
    let exponent = terms.add(e, f);
    let magnitude = round_normalised(terms, format, exponent, product, true);
    let finite = signed(terms, negative, magnitude);
    let is_infinite = terms.or(x.is_infinite, y.is_infinite);
    let is_zero = terms.or(x.is_zero, y.is_zero);
    let invalid = terms.and(is_infinite, is_zero);
    finish(terms, format, [(a, x), (b, y)], finite, negative, [invalid, is_infinite, is_zero])
}

pub(super) fn divide(terms: &mut Terms, format: Format, a: TermId, b: TermId) -> TermId {
    let (x, y) = (unpack(terms, format, a), unpack(terms, format, b));
    let negative = terms.xor(x.negative, y.negative);
    let precision = format.precision();
    let width = 2 * precision + 2;
    let more = terms.bv_const(precision + 2, 0);
    let dividend = terms.concat(x.significand, more);
    let divisor = terms.zero_extend(y.significand, width);
    let (quotient, remainder) = (terms.udiv(dividend, divisor), terms.urem(dividend, divisor));
    let quotient = terms.extract(quotient, precision + 2, 0);
    let nothing = terms.bv_const(width, 0);
    let is_inexact = terms.ne(remainder, nothing);
    let sticky = terms.bool_to_bv(is_inexact, 1);
    let quotient = terms.concat(quotient, sticky);
    let wide = format.exponent_width() + 1;
    let [e, f] = [x.exponent, y.exponent].map(|exponent| terms.sign_extend(exponent, wide));
    let exponent = terms.sub(e, f);
    let magnitude = round_normalised(terms, format, exponent, quotient, false);
    let finite = signed(terms, negative, magnitude);
    let both_zero = terms.and(x.is_zero, y.is_zero);
    let both_infinite = terms.and(x.is_infinite, y.is_infinite);
    let invalid = terms.or(both_zero, both_infinite);
    let is_infinite = terms.or(x.is_infinite, y.is_zero);
    let is_zero = terms.or(x.is_zero, y.is_infinite);
    finish(terms, format, [(a, x), (b, y)], finite, negative, [invalid, is_infinite, is_zero])
}

/// A significand whose highest bit may be clear, the next one being set then, is normalised and rounded. If the highest bit is set, the exponent is
/// one more than given (`carries`), or else, if it is clear, one less.
fn round_normalised(
    terms: &mut Terms,
    format: Format,
    exponent: TermId,
    significand: TermId,
    carries: bool,
) -> TermId {
    let is_high = terms.is_negative(significand);
    let shifted = terms.shift_left_by(significand, 1);
    let significand = terms.ite(is_high, significand, shifted);
    let one = terms.bv_signed(terms.width(exponent), 1);
    let exponent = if carries {
        let more = terms.add(exponent, one);
        terms.ite(is_high, more, exponent)
    } else {
        let less = terms.sub(exponent, one);
        terms.ite(is_high, exponent, less)
    };
    round(terms, format, exponent, significand)
}

/// A product or quotient of numbers that may be special.
fn finish(
    terms: &mut Terms,
    format: Format,
    operands: [(TermId, Unpacked); 2],
    finite: TermId,
    negative: TermId,
    [invalid, is_infinite, is_zero]: [TermId; 3],
) -> TermId {
    let nans = operands.map(|(bits, parts)| (bits, parts.is_nan));
    let is_nan = terms.or_all([nans[0].1, nans[1].1, invalid]);
    let nan = nan(terms, format, &nans);
    let infinity = constant_magnitude(terms, format, negative, format.infinity());
    let zero = constant_magnitude(terms, format, negative, 0);
    select(terms, finite, &[(is_nan, nan), (is_infinite, infinity), (is_zero, zero)])
}

/// The square root, digit by digit.
pub(super) fn square_root(terms: &mut Terms, format: Format, a: TermId) -> TermId {
    let x = unpack(terms, format, a);
    let precision = format.precision();
    // The radicand is 1 to 4 times an even power of two, with twice as many bits below the point as the root gets.
    let width = 2 * precision + 2;
    let is_odd = terms.bit(x.exponent, 0);
    let even = terms.zero_extend(x.significand, precision + 1);
    let odd = terms.shift_left_by(even, 1);
    let radicand = terms.ite(is_odd, odd, even);
    let more = terms.bv_const(precision + 1, 0);
    let radicand = terms.concat(radicand, more);
    let digits = precision + 1;
    let narrow = digits + 2;
    let mut root = terms.bv_const(narrow, 0);
    let mut remainder = terms.bv_const(narrow, 0);
    let one = terms.bv_const(narrow, 1);
    for i in (0..digits).rev() {
        debug_assert!(2 * i + 1 < width);
        let pair = terms.extract(radicand, 2 * i + 1, 2 * i);
        let kept = terms.extract(remainder, narrow - 3, 0);
        remainder = terms.concat(kept, pair);
        let trial = terms.shift_left_by(root, 2);
        let trial = terms.bvor(trial, one);
        let fits = terms.ule(trial, remainder);
        let less = terms.sub(remainder, trial);
        remainder = terms.ite(fits, less, remainder);
        root = terms.shift_left_by(root, 1);
        let digit = terms.bool_to_bv(fits, narrow);
        root = terms.bvor(root, digit);
    }
    let nothing = terms.bv_const(narrow, 0);
    let is_inexact = terms.ne(remainder, nothing);
    let sticky = terms.bool_to_bv(is_inexact, 1);
    let root = terms.extract(root, digits - 1, 0);
    let significand = terms.concat(root, sticky);
    let one = terms.bv_const(terms.width(x.exponent), 1);
    let exponent = terms.ashr(x.exponent, one);
    let magnitude = round(terms, format, exponent, significand);
    let positive = signed(terms, TermId::FALSE, magnitude);
    let not_zero = terms.not(x.is_zero);
    let below = terms.and(x.negative, not_zero);
    let is_nan = terms.or(x.is_nan, below);
    let nan = nan(terms, format, &[(a, x.is_nan)]);
    select(terms, positive, &[(is_nan, nan), (x.is_zero, a), (x.is_infinite, a)])
}
