//! Bit-vector values of any width.
//!
//! Values of up to 128 bits live in a `u128`; wider ones in little-endian 64-bit limbs. In both forms the bits
//! above the width are zero, so that structural equality is equality of values.

use std::cmp::Ordering;
use std::fmt;

/// A constant bit-vector. All arithmetic is modulo `2^width` with the semantics of SMT-LIB.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Bv {
    width: u32,
    repr: Repr,
}

/// `Small` if and only if the width is at most 128.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small(u128),
    Wide(Box<[u64]>),
}

fn mask(width: u32) -> u128 {
    debug_assert!((1..=128).contains(&width));
    u128::MAX >> (128 - width)
}

fn limbs(width: u32) -> usize {
    width.div_ceil(64) as usize
}

impl Bv {
    /// The value modulo `2^width`.
    pub fn new(width: u32, value: u128) -> Bv {
        assert!(width > 0, "a bit-vector has at least one bit");
        if width <= 128 {
            Bv { width, repr: Repr::Small(value & mask(width)) }
        } else {
            Bv::from_limbs(width, &[value as u64, (value >> 64) as u64])
        }
    }
    /// The two's complement of the value, sign-extended or truncated to the width.
    pub fn from_signed(width: u32, value: i128) -> Bv {
        let low = Bv::new(width.min(128), value as u128);
        if width <= 128 { low } else { low.sign_extend(width) }
    }
    /// Little-endian limbs; missing ones are zero, superfluous bits are dropped.
    pub fn from_limbs(width: u32, words: &[u64]) -> Bv {
        assert!(width > 0, "a bit-vector has at least one bit");
        if width <= 128 {
            let word = |i: usize| words.get(i).copied().map_or(0, u128::from);
            return Bv::new(width, word(0) | word(1) << 64);
        }
        let mut all: Vec<u64> = words.iter().copied().take(limbs(width)).collect();
        all.resize(limbs(width), 0);
        if !width.is_multiple_of(64)
            && let Some(top) = all.last_mut()
        {
            *top &= u64::MAX >> (64 - width % 64);
        }
        Bv { width, repr: Repr::Wide(all.into_boxed_slice()) }
    }
    /// Bits given from the least significant one.
    pub fn from_bits(bits: impl ExactSizeIterator<Item = bool>) -> Bv {
        let width = bits.len() as u32;
        let mut words = vec![0u64; limbs(width)];
        for (i, bit) in bits.enumerate() {
            words[i / 64] |= u64::from(bit) << (i % 64);
        }
        Bv::from_limbs(width, &words)
    }
    pub fn zero(width: u32) -> Bv {
        Bv::new(width, 0)
    }
    pub fn one(width: u32) -> Bv {
        Bv::new(width, 1)
    }
    pub fn ones(width: u32) -> Bv {
        Bv::zero(width).not()
    }
    /// The most negative number.
    pub fn min_signed(width: u32) -> Bv {
        Bv::one(width).shl_by(width - 1)
    }
    /// The most positive number.
    pub fn max_signed(width: u32) -> Bv {
        Bv::min_signed(width).not()
    }

    pub fn width(&self) -> u32 {
        self.width
    }
    fn words(&self) -> Vec<u64> {
        match &self.repr {
            Repr::Small(v) => {
                let mut words = vec![*v as u64, (*v >> 64) as u64];
                words.truncate(limbs(self.width));
                words
            }
            Repr::Wide(words) => words.to_vec(),
        }
    }
    /// The unsigned value, if it fits.
    pub fn to_u128(&self) -> Option<u128> {
        match &self.repr {
            Repr::Small(v) => Some(*v),
            Repr::Wide(words) if words[2..].iter().all(|&w| w == 0) => {
                Some(u128::from(words[0]) | u128::from(words[1]) << 64)
            }
            Repr::Wide(_) => None,
        }
    }
    pub fn to_u64(&self) -> Option<u64> {
        self.to_u128().and_then(|v| u64::try_from(v).ok())
    }
    /// The value read as two's complement, if it fits.
    pub fn to_i128(&self) -> Option<i128> {
        match &self.repr {
            Repr::Small(v) => {
                let unused = 128 - self.width;
                Some(((*v << unused) as i128) >> unused)
            }
            Repr::Wide(_) => {
                let low = self.extract(127, 0);
                (low.sign_extend(self.width) == *self).then(|| low.to_i128()).flatten()
            }
        }
    }
    pub fn bit(&self, index: u32) -> bool {
        debug_assert!(index < self.width);
        match &self.repr {
            Repr::Small(v) => v >> index & 1 == 1,
            Repr::Wide(words) => words[index as usize / 64] >> (index % 64) & 1 == 1,
        }
    }
    pub fn bits(&self) -> impl ExactSizeIterator<Item = bool> + '_ {
        (0..self.width as usize).map(|i| self.bit(i as u32))
    }
    pub fn is_zero(&self) -> bool {
        match &self.repr {
            Repr::Small(v) => *v == 0,
            Repr::Wide(words) => words.iter().all(|&w| w == 0),
        }
    }
    pub fn is_one(&self) -> bool {
        self.to_u128() == Some(1)
    }
    pub fn is_ones(&self) -> bool {
        match &self.repr {
            Repr::Small(v) => *v == mask(self.width),
            Repr::Wide(_) => self.count_ones() == self.width,
        }
    }
    pub fn is_negative(&self) -> bool {
        self.bit(self.width - 1)
    }
    pub fn count_ones(&self) -> u32 {
        match &self.repr {
            Repr::Small(v) => v.count_ones(),
            Repr::Wide(words) => words.iter().map(|w| w.count_ones()).sum(),
        }
    }
    /// The number of zeros below the lowest one; the width for zero.
    pub fn trailing_zeros(&self) -> u32 {
        match &self.repr {
            Repr::Small(v) => v.trailing_zeros().min(self.width),
            Repr::Wide(_) => (0..self.width).find(|&i| self.bit(i)).unwrap_or(self.width),
        }
    }
    /// The number of zeros above the highest one; the width for zero.
    pub fn leading_zeros(&self) -> u32 {
        match &self.repr {
            Repr::Small(v) => v.leading_zeros() - (128 - self.width),
            Repr::Wide(_) => (0..self.width).find(|&i| self.bit(self.width - 1 - i)).unwrap_or(self.width),
        }
    }
    /// `k` if the value is `2^k`.
    pub fn log2_exact(&self) -> Option<u32> {
        (self.count_ones() == 1).then(|| self.trailing_zeros())
    }

    fn zip(&self, other: &Bv, small: impl Fn(u128, u128) -> u128, wide: impl Fn(u64, u64) -> u64) -> Bv {
        assert_eq!(self.width, other.width, "operands of different widths");
        match (&self.repr, &other.repr) {
            (Repr::Small(a), Repr::Small(b)) => Bv::new(self.width, small(*a, *b)),
            _ => {
                let words: Vec<u64> =
                    self.words().iter().zip(&other.words()).map(|(&a, &b)| wide(a, b)).collect();
                Bv::from_limbs(self.width, &words)
            }
        }
    }
    #[must_use]
    #[allow(clippy::should_implement_trait)]
    pub fn not(&self) -> Bv {
        match &self.repr {
            Repr::Small(v) => Bv::new(self.width, !v),
            Repr::Wide(words) => Bv::from_limbs(self.width, &words.iter().map(|w| !w).collect::<Vec<_>>()),
        }
    }
    #[must_use]
    pub fn and(&self, other: &Bv) -> Bv {
        self.zip(other, |a, b| a & b, |a, b| a & b)
    }
    #[must_use]
    pub fn or(&self, other: &Bv) -> Bv {
        self.zip(other, |a, b| a | b, |a, b| a | b)
    }
    #[must_use]
    pub fn xor(&self, other: &Bv) -> Bv {
        self.zip(other, |a, b| a ^ b, |a, b| a ^ b)
    }
    #[must_use]
    #[allow(clippy::should_implement_trait)]
    pub fn add(&self, other: &Bv) -> Bv {
        assert_eq!(self.width, other.width, "operands of different widths");
        match (&self.repr, &other.repr) {
            (Repr::Small(a), Repr::Small(b)) => Bv::new(self.width, a.wrapping_add(*b)),
            _ => {
                let mut carry = false;
                let words: Vec<u64> = self
                    .words()
                    .iter()
                    .zip(&other.words())
                    .map(|(&a, &b)| {
                        let (s, c1) = a.overflowing_add(b);
                        let (s, c2) = s.overflowing_add(u64::from(carry));
                        carry = c1 | c2;
                        s
                    })
                    .collect();
                Bv::from_limbs(self.width, &words)
            }
        }
    }
    #[must_use]
    #[allow(clippy::should_implement_trait)]
    pub fn neg(&self) -> Bv {
        self.not().add(&Bv::one(self.width))
    }
    #[must_use]
    #[allow(clippy::should_implement_trait)]
    pub fn sub(&self, other: &Bv) -> Bv {
        self.add(&other.neg())
    }
    #[must_use]
    #[allow(clippy::should_implement_trait)]
    pub fn mul(&self, other: &Bv) -> Bv {
        assert_eq!(self.width, other.width, "operands of different widths");
        match (&self.repr, &other.repr) {
            (Repr::Small(a), Repr::Small(b)) => Bv::new(self.width, a.wrapping_mul(*b)),
            _ => {
                let (a, b) = (self.words(), other.words());
                let mut product = vec![0u64; a.len()];
                for (i, &x) in a.iter().enumerate() {
                    let mut carry = 0u128;
                    for (j, &y) in b.iter().enumerate().take(a.len() - i) {
                        let sum = u128::from(x) * u128::from(y) + u128::from(product[i + j]) + carry;
                        product[i + j] = sum as u64;
                        carry = sum >> 64;
                    }
                }
                Bv::from_limbs(self.width, &product)
            }
        }
    }
    fn udivrem(&self, other: &Bv) -> (Bv, Bv) {
        assert_eq!(self.width, other.width, "operands of different widths");
        if other.is_zero() {
            return (Bv::ones(self.width), self.clone());
        }
        if let (Some(a), Some(b)) = (self.to_u128(), other.to_u128()) {
            return (Bv::new(self.width, a / b), Bv::new(self.width, a % b));
        }
        // Long division, one bit at a time. The remainder stays below the divisor, so that one more bit than
        // the width suffices for the shifted remainder; the bit that leaves at the top is remembered apart.
        let mut quotient = vec![0u64; limbs(self.width)];
        let mut remainder = Bv::zero(self.width);
        for i in (0..self.width).rev() {
            let carry = remainder.is_negative();
            remainder = remainder.shl_by(1);
            if self.bit(i) {
                remainder = remainder.or(&Bv::one(self.width));
            }
            if carry || !remainder.ult(other) {
                remainder = remainder.sub(other);
                quotient[i as usize / 64] |= 1 << (i % 64);
            }
        }
        (Bv::from_limbs(self.width, &quotient), remainder)
    }
    /// Unsigned division; all ones if the divisor is zero.
    #[must_use]
    pub fn udiv(&self, other: &Bv) -> Bv {
        self.udivrem(other).0
    }
    /// Unsigned remainder; the dividend if the divisor is zero.
    #[must_use]
    pub fn urem(&self, other: &Bv) -> Bv {
        self.udivrem(other).1
    }
    fn abs(&self) -> Bv {
        if self.is_negative() { self.neg() } else { self.clone() }
    }
    /// Signed division truncating towards zero; if the divisor is zero, 1 for a negative dividend, else -1.
    #[must_use]
    pub fn sdiv(&self, other: &Bv) -> Bv {
        let quotient = self.abs().udiv(&other.abs());
        if self.is_negative() == other.is_negative() { quotient } else { quotient.neg() }
    }
    /// Signed remainder with the sign of the dividend; the dividend if the divisor is zero.
    #[must_use]
    pub fn srem(&self, other: &Bv) -> Bv {
        let remainder = self.abs().urem(&other.abs());
        if self.is_negative() { remainder.neg() } else { remainder }
    }
    #[must_use]
    pub fn shl_by(&self, amount: u32) -> Bv {
        if amount >= self.width {
            return Bv::zero(self.width);
        }
        match &self.repr {
            Repr::Small(v) => Bv::new(self.width, v << amount),
            Repr::Wide(words) => {
                let (skip, bits) = (amount as usize / 64, amount % 64);
                let get = |i: usize| if i < skip { 0 } else { words[i - skip] };
                let shifted: Vec<u64> = (0..words.len())
                    .map(|i| {
                        let low = if bits == 0 || i == 0 { 0 } else { get(i - 1) >> (64 - bits) };
                        get(i) << bits | low
                    })
                    .collect();
                Bv::from_limbs(self.width, &shifted)
            }
        }
    }
    #[must_use]
    pub fn lshr_by(&self, amount: u32) -> Bv {
        if amount >= self.width {
            return Bv::zero(self.width);
        }
        match &self.repr {
            Repr::Small(v) => Bv::new(self.width, v >> amount),
            Repr::Wide(words) => {
                let (skip, bits) = (amount as usize / 64, amount % 64);
                let get = |i: usize| words.get(i + skip).copied().unwrap_or(0);
                let shifted: Vec<u64> = (0..words.len())
                    .map(|i| {
                        let high = if bits == 0 { 0 } else { get(i + 1) << (64 - bits) };
                        get(i) >> bits | high
                    })
                    .collect();
                Bv::from_limbs(self.width, &shifted)
            }
        }
    }
    #[must_use]
    pub fn ashr_by(&self, amount: u32) -> Bv {
        let amount = amount.min(self.width);
        let shifted = self.lshr_by(amount);
        if self.is_negative() {
            shifted.or(&Bv::ones(self.width).shl_by(self.width - amount))
        } else {
            shifted
        }
    }
    /// A shift amount as a number, at most the width (which shifts everything out).
    fn shift_amount(&self, amount: &Bv) -> u32 {
        amount.to_u128().map_or(self.width, |n| n.min(u128::from(self.width)) as u32)
    }
    #[must_use]
    #[allow(clippy::should_implement_trait)]
    pub fn shl(&self, amount: &Bv) -> Bv {
        self.shl_by(self.shift_amount(amount))
    }
    #[must_use]
    pub fn lshr(&self, amount: &Bv) -> Bv {
        self.lshr_by(self.shift_amount(amount))
    }
    #[must_use]
    pub fn ashr(&self, amount: &Bv) -> Bv {
        self.ashr_by(self.shift_amount(amount))
    }
    /// `self` becomes the high part, `low` the low part.
    #[must_use]
    pub fn concat(&self, low: &Bv) -> Bv {
        let width = self.width + low.width;
        self.zero_extend(width).shl_by(low.width).or(&low.zero_extend(width))
    }
    /// The bits `high` down to `low`, both included.
    #[must_use]
    pub fn extract(&self, high: u32, low: u32) -> Bv {
        assert!(low <= high && high < self.width, "extract out of range");
        Bv::from_limbs(high - low + 1, &self.lshr_by(low).words())
    }
    /// Zero-extends to the given (total) width.
    #[must_use]
    pub fn zero_extend(&self, width: u32) -> Bv {
        assert!(width >= self.width, "an extension cannot shrink");
        Bv::from_limbs(width, &self.words())
    }
    /// Sign-extends to the given (total) width.
    #[must_use]
    pub fn sign_extend(&self, width: u32) -> Bv {
        let extended = self.zero_extend(width);
        if self.is_negative() { extended.or(&Bv::ones(width).shl_by(self.width)) } else { extended }
    }
    pub fn cmp_unsigned(&self, other: &Bv) -> Ordering {
        assert_eq!(self.width, other.width, "operands of different widths");
        match (&self.repr, &other.repr) {
            (Repr::Small(a), Repr::Small(b)) => a.cmp(b),
            (Repr::Wide(a), Repr::Wide(b)) => a.iter().rev().cmp(b.iter().rev()),
            _ => unreachable!("equal widths have equal representations"),
        }
    }
    pub fn ult(&self, other: &Bv) -> bool {
        self.cmp_unsigned(other) == Ordering::Less
    }
    pub fn ule(&self, other: &Bv) -> bool {
        self.cmp_unsigned(other) != Ordering::Greater
    }
    pub fn slt(&self, other: &Bv) -> bool {
        match (self.is_negative(), other.is_negative()) {
            (true, false) => true,
            (false, true) => false,
            _ => self.ult(other),
        }
    }
    pub fn sle(&self, other: &Bv) -> bool {
        !other.slt(self)
    }
    /// Does the unsigned product need more than the width?
    pub fn umul_overflows(&self, other: &Bv) -> bool {
        let double = 2 * self.width;
        !self.zero_extend(double).mul(&other.zero_extend(double)).lshr_by(self.width).is_zero()
    }
    /// Does the signed product need more than the width?
    pub fn smul_overflows(&self, other: &Bv) -> bool {
        let double = 2 * self.width;
        let product = self.sign_extend(double).mul(&other.sign_extend(double));
        product.extract(self.width - 1, 0).sign_extend(double) != product
    }
    /// The inverse modulo `2^width`, for odd values.
    pub fn inverse(&self) -> Option<Bv> {
        if !self.bit(0) {
            return None;
        }
        // Newton's iteration doubles the number of correct low bits, starting from three (x*x = 1 mod 8).
        let two = Bv::new(self.width, 2);
        let mut inverse = self.clone();
        let mut correct = 3;
        while correct < self.width {
            inverse = inverse.mul(&two.sub(&self.mul(&inverse)));
            correct *= 2;
        }
        Some(inverse)
    }
}

/// The SMT-LIB literal: hexadecimal if the width allows, else binary.
impl fmt::Display for Bv {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.width.is_multiple_of(4) {
            f.write_str("#x")?;
            for digit in (0..self.width / 4).rev() {
                let nibble = (0..4).fold(0u32, |n, i| n | u32::from(self.bit(4 * digit + i)) << i);
                write!(f, "{nibble:x}")?;
            }
        } else {
            f.write_str("#b")?;
            for i in (0..self.width).rev() {
                f.write_str(if self.bit(i) { "1" } else { "0" })?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Bv {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Widths just beyond 128 agree with the same operation done on 128 bits, where the result is known to fit.
    #[test]
    fn wide_arithmetic_agrees_with_u128() {
        let samples = [0u128, 1, 2, 3, 7, 0xffff_ffff, 1 << 63, (1 << 64) - 1, 1 << 64, (1 << 64) + 12345];
        for &a in &samples {
            for &b in &samples {
                for width in [129u32, 192, 200, 256] {
                    let (x, y) = (Bv::new(width, a), Bv::new(width, b));
                    assert_eq!(x.add(&y).to_u128(), Some(a + b));
                    if a < 1 << 62 && b < 1 << 62 {
                        assert_eq!(x.mul(&y).to_u128(), Some(a * b));
                    }
                    assert_eq!(x.sub(&y).add(&y), x);
                    assert_eq!(x.ult(&y), a < b);
                    if b != 0 {
                        // Force the long division with operands that do not fit 128 bits.
                        let shift = width - 66;
                        let (q, r) = x.shl_by(shift).udivrem(&y.shl_by(shift));
                        let expected = Bv::new(66, a).udivrem(&Bv::new(66, b));
                        if a >> 66 == 0 && b >> 66 == 0 {
                            assert_eq!(q.extract(65, 0), expected.0);
                            assert_eq!(r.lshr_by(shift).extract(65, 0), expected.1);
                        }
                    }
                    assert_eq!(x.lshr_by(3).to_u128(), Some(a >> 3));
                    assert_eq!(x.shl_by(64).lshr_by(64).to_u128(), Some(a), "{width}");
                    assert_eq!(x.neg().ashr_by(1).to_i128(), Some(-(a as i128) >> 1));
                }
            }
        }
    }

    #[test]
    fn inverse_times_value_is_one() {
        for width in [1u32, 2, 5, 8, 32, 64, 128, 130] {
            for value in [1u128, 3, 5, 7, 0xdead_beef, u128::MAX] {
                let v = Bv::new(width, value);
                assert_eq!(v.inverse().unwrap().mul(&v), Bv::one(width));
            }
        }
    }

    #[test]
    fn prints_as_smt_lib() {
        assert_eq!(Bv::new(8, 0xa5).to_string(), "#xa5");
        assert_eq!(Bv::new(3, 5).to_string(), "#b101");
        assert_eq!(Bv::from_signed(132, -1).to_string(), format!("#x{}", "f".repeat(33)));
    }
}
