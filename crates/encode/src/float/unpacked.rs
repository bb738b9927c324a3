//! Floating numbers taken apart into sign, exponent and significand, and put together again with one rounding: to nearest, ties to
//! even, as the hardware does in its default mode.

use super::Format;
use smt::{TermId, Terms};

/// The parts of a number. Exponent and significand mean something if it is neither zero nor infinite nor a NaN: its magnitude
/// is then `significand / 2^(width - 1) * 2^exponent`, and the highest bit of the significand is set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unpacked {
    /// A Boolean, as the three below.
    pub(super) negative: TermId,
    pub(super) is_nan: TermId,
    pub(super) is_infinite: TermId,
    pub(super) is_zero: TermId,
    /// Signed, [`Format::exponent_width`] bits.
    pub(super) exponent: TermId,
    /// [`Format::precision`] bits.
    pub(super) significand: TermId,
}

impl Format {
    pub(super) fn width(self) -> u32 {
        self.fraction + self.exponent + 1
    }
    /// Bits of significand, the leading one included.
    pub(super) fn precision(self) -> u32 {
        self.fraction + 1
    }
    /// Bits for the exponents of all numbers, those of subnormal ones included.
    pub(super) fn exponent_width(self) -> u32 {
        self.exponent + 2
    }
    pub(super) fn bias(self) -> i128 {
        (1 << (self.exponent - 1)) - 1
    }
    /// The exponent field of infinities and NaNs.
    pub(super) fn largest_field(self) -> u128 {
        (1 << self.exponent) - 1
    }
    pub(super) fn infinity(self) -> u128 {
        self.largest_field() << self.fraction
    }
    pub(super) fn quiet_bit(self) -> u128 {
        1 << (self.fraction - 1)
    }
}

/// Sign, biased exponent and fraction as they are stored.
pub(super) fn fields(terms: &mut Terms, format: Format, bits: TermId) -> (TermId, TermId, TermId) {
    let top = format.width() - 1;
    let negative = terms.bit(bits, top);
    (negative, terms.extract(bits, top - 1, format.fraction), terms.extract(bits, format.fraction - 1, 0))
}

/// The biased exponent as it counts, which is 1 for subnormal numbers, and the significand with its leading bit.
pub(super) fn denormalised(terms: &mut Terms, format: Format, bits: TermId) -> (TermId, TermId) {
    let (_, field, fraction) = fields(terms, format, bits);
    let none = terms.bv_const(format.exponent, 0);
    let is_small = terms.eq(field, none);
    let one = terms.bv_const(format.exponent, 1);
    let counted = terms.ite(is_small, one, field);
    let is_normal = terms.not(is_small);
    let leading = terms.bool_to_bv(is_normal, 1);
    (counted, terms.concat(leading, fraction))
}

pub(super) fn unpack(terms: &mut Terms, format: Format, bits: TermId) -> Unpacked {
    let (negative, field, fraction) = fields(terms, format, bits);
    let largest = terms.bv_const(format.exponent, format.largest_field());
    let is_special = terms.eq(field, largest);
    let nothing = terms.bv_const(format.fraction, 0);
    let has_no_fraction = terms.eq(fraction, nothing);
    let has_fraction = terms.not(has_no_fraction);
    let is_number = super::is_nonzero(terms, bits);
    let (counted, significand) = denormalised(terms, format, bits);
    let (significand, zeros) = normalise(terms, significand);
    let width = format.exponent_width();
    let exponent = terms.zero_extend(counted, width);
    let bias = terms.bv_signed(width, format.bias());
    let exponent = terms.sub(exponent, bias);
    let zeros = resized(terms, zeros, width);
    Unpacked {
        negative,
        is_nan: terms.and(is_special, has_fraction),
        is_infinite: terms.and(is_special, has_no_fraction),
        is_zero: terms.not(is_number),
        exponent: terms.sub(exponent, zeros),
        significand,
    }
}

/// The number shifted to the left until its highest bit is set, and by how much, in as many bits as that takes. Zero stays zero.
pub(super) fn normalise(terms: &mut Terms, number: TermId) -> (TermId, TermId) {
    let width = terms.width(number);
    let (mut number, mut zeros) = (number, None);
    let mut step = width.next_power_of_two() / 2;
    while step > 0 {
        if step < width {
            let top = terms.extract(number, width - 1, width - step);
            let none = terms.bv_const(step, 0);
            let is_clear = terms.eq(top, none);
            let shifted = terms.shift_left_by(number, step);
            number = terms.ite(is_clear, shifted, number);
            let digit = terms.bool_to_bv(is_clear, 1);
            zeros = Some(match zeros {
                Some(zeros) => terms.concat(zeros, digit),
                None => digit,
            });
        }
        step /= 2;
    }
    let zeros = zeros.unwrap_or_else(|| terms.bv_const(1, 0));
    (number, zeros)
}

/// The number in another width, in which it fits.
pub(super) fn resized(terms: &mut Terms, number: TermId, width: u32) -> TermId {
    terms.resize(number, width, false)
}

/// The number shifted to the right; its lowest bit is set as well if any bit that is set was lost.
pub(super) fn shift_right_sticky(terms: &mut Terms, number: TermId, amount: TermId) -> TermId {
    let width = terms.width(number);
    let shifted = terms.lshr(number, amount);
    let back = terms.shl(shifted, amount);
    let is_lossy = terms.ne(back, number);
    let lost = terms.bool_to_bv(is_lossy, width);
    terms.bvor(shifted, lost)
}

/// The bits of a number without its sign: exponent and fraction of `significand / 2^(width - 1) * 2^exponent`, rounded. The highest bit of the
/// significand is set; its lowest one may stand for all that was lost below, if there are two bits more than the format has.
pub(super) fn round(terms: &mut Terms, format: Format, exponent: TermId, significand: TermId) -> TermId {
    let precision = format.precision();
    let mut significand = significand;
    let short = (precision + 3).saturating_sub(terms.width(significand));
    if short > 0 {
        let rest = terms.bv_const(short, 0);
        significand = terms.concat(significand, rest);
    }
    let width = terms.width(significand);
    // Numbers below the normal ones have the least exponent, and as many bits less.
    let wide = terms.width(exponent).max(format.exponent_width()) + 1;
    let exponent = terms.sign_extend(exponent, wide);
    let bias = terms.bv_signed(wide, format.bias());
    let biased = terms.add(exponent, bias);
    let one = terms.bv_signed(wide, 1);
    let is_tiny = terms.slt(biased, one);
    let zero = terms.bv_const(wide, 0);
    let missing = terms.sub(one, biased);
    let missing = terms.ite(is_tiny, missing, zero);
    let most = terms.bv_const(wide.max(32), u128::from(width));
    let missing = resized(terms, missing, wide.max(32));
    let is_far = terms.ult(most, missing);
    let missing = terms.ite(is_far, most, missing);
    let amount = resized(terms, missing, width);
    let significand = shift_right_sticky(terms, significand, amount);
    // What is kept, half of its last bit, and the rest.
    let kept = terms.extract(significand, width - 1, width - precision);
    let half = terms.bit(significand, width - precision - 1);
    let rest = terms.extract(significand, width - precision - 2, 0);
    let nothing = terms.bv_const(width - precision - 1, 0);
    let has_rest = terms.ne(rest, nothing);
    let is_odd = terms.bit(kept, 0);
    let up = terms.or(has_rest, is_odd);
    let up = terms.and(half, up);
    let field = terms.extract(biased, format.exponent - 1, 0);
    let none = terms.bv_const(format.exponent, 0);
    let field = terms.ite(is_tiny, none, field);
    let fraction = terms.extract(kept, format.fraction - 1, 0);
    let magnitude = terms.concat(field, fraction);
    // A carry out of the fraction is right as it is, also into the exponent of infinity.
    let up = terms.bool_to_bv(up, format.width() - 1);
    let rounded = terms.add(magnitude, up);
    let largest = terms.bv_signed(wide, format.largest_field() as i128);
    let is_huge = terms.sle(largest, biased);
    let infinity = terms.bv_const(format.width() - 1, format.infinity());
    terms.ite(is_huge, infinity, rounded)
}

/// Sign and magnitude side by side.
pub(super) fn signed(terms: &mut Terms, negative: TermId, magnitude: TermId) -> TermId {
    let sign = terms.bool_to_bv(negative, 1);
    terms.concat(sign, magnitude)
}
