//! Arithmetic circuits over gates. Bits are given from the lowest.
//!
//! Constant operands need no special care in most places: the gates fold them. Every loop whose length is more
//! than linear stops early when the builder is interrupted; lengths of results are kept nevertheless.

use super::gates::{FALSE, Gates, TRUE};
use crate::sat::{Lit, Sat};

impl<S: Sat> Gates<S> {
    pub(super) fn equal(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let mut same = Vec::with_capacity(a.len());
        for (&x, &y) in a.iter().zip(b) {
            let bit = !self.xor(x, y);
            if bit == FALSE {
                return FALSE;
            }
            same.push(bit);
        }
        self.and_all(same)
    }
    /// The sum without the carry that leaves at the top.
    pub(super) fn add_truncated(&mut self, a: &[Lit], b: &[Lit], carry: Lit) -> Vec<Lit> {
        let mut carry = carry;
        let mut sum = Vec::with_capacity(a.len());
        for (i, (&x, &y)) in a.iter().zip(b).enumerate() {
            sum.push(self.xor3(x, y, carry));
            if i + 1 < a.len() {
                carry = self.majority(x, y, carry);
            }
        }
        sum
    }
    pub(super) fn subtract_truncated(&mut self, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        let inverted: Vec<Lit> = b.iter().map(|&l| !l).collect();
        self.add_truncated(a, &inverted, TRUE)
    }
    /// The difference, and whether it did not borrow (`a >= b`).
    fn subtract(&mut self, a: &[Lit], b: &[Lit]) -> (Vec<Lit>, Lit) {
        let mut carry = TRUE;
        let mut difference = Vec::with_capacity(a.len());
        for (&x, &y) in a.iter().zip(b) {
            difference.push(self.xor3(x, !y, carry));
            carry = self.majority(x, !y, carry);
        }
        (difference, carry)
    }
    pub(super) fn negate(&mut self, a: &[Lit]) -> Vec<Lit> {
        self.negate_if(a, TRUE)
    }
    /// `-a` if the condition holds, else `a`.
    fn negate_if(&mut self, a: &[Lit], condition: Lit) -> Vec<Lit> {
        let flipped: Vec<Lit> = a.iter().map(|&l| self.xor(l, condition)).collect();
        self.add_truncated(&flipped, &vec![FALSE; a.len()], condition)
    }

    pub(super) fn multiply(&mut self, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        // Rows are made for the bits of the multiplier: the operand with more constant bits.
        let constants = |bits: &[Lit]| bits.iter().filter(|l| l.variable() == 1).count();
        let (multiplicand, multiplier) = if constants(a) > constants(b) { (b, a) } else { (a, b) };
        if constants(multiplier) == multiplier.len() {
            return self.multiply_by_constant(multiplicand, multiplier);
        }
        let width = a.len();
        let mut product = vec![FALSE; width];
        for (i, &bit) in multiplier.iter().enumerate() {
            if self.is_interrupted() {
                break;
            }
            if bit == FALSE {
                continue;
            }
            let row: Vec<Lit> = multiplicand[..width - i].iter().map(|&l| self.and(l, bit)).collect();
            let upper = self.add_truncated(&product[i..], &row, FALSE);
            product.splice(i.., upper);
        }
        product
    }
    /// The digits of the non-adjacent form (-1, 0, 1) leave at most half as many rows as the width.
    fn multiply_by_constant(&mut self, a: &[Lit], constant: &[Lit]) -> Vec<Lit> {
        let width = a.len();
        let mut product = vec![FALSE; width];
        let bit = |i: usize| i < width && constant[i] == TRUE;
        let mut carry = false;
        for i in 0..width {
            if self.is_interrupted() {
                break;
            }
            let sum = u32::from(bit(i)) + u32::from(carry);
            if sum != 1 {
                carry = sum == 2;
                continue;
            }
            // An odd remainder: 1 if the next bit is clear, else -1 with a carry.
            let minus = bit(i + 1);
            carry = minus;
            let row: Vec<Lit> = a[..width - i].iter().map(|&l| l.flip_if(minus)).collect();
            let upper = self.add_truncated(&product[i..], &row, if minus { TRUE } else { FALSE });
            product.splice(i.., upper);
        }
        product
    }

    /// Quotient and remainder of the restoring division. A divisor of zero gives all ones and the dividend,
    /// as SMT-LIB wants it.
    pub(super) fn divide(&mut self, a: &[Lit], b: &[Lit]) -> (Vec<Lit>, Vec<Lit>) {
        let width = a.len();
        // The remainder is below the divisor, hence as narrow; for a divisor of zero it is put right in the end.
        let narrow = b.iter().rposition(|&l| l != FALSE).map_or(0, |top| top + 1);
        let mut divisor = b[..narrow].to_vec();
        divisor.push(FALSE);
        let mut quotient = vec![FALSE; width];
        let mut remainder = vec![FALSE; narrow];
        for i in (0..width).rev() {
            if self.is_interrupted() {
                break;
            }
            let mut shifted = Vec::with_capacity(narrow + 1);
            shifted.push(a[i]);
            shifted.extend_from_slice(&remainder);
            let (difference, fits) = self.subtract(&shifted, &divisor);
            quotient[i] = fits;
            remainder = self.mux_all(fits, &difference[..narrow], &shifted[..narrow]);
        }
        if narrow < width {
            remainder.resize(width, FALSE);
            let nonzero = self.or_all(b);
            remainder = self.mux_all(nonzero, &remainder, a);
        }
        (quotient, remainder)
    }
    /// Signed quotient (towards zero) and remainder (with the sign of the dividend).
    pub(super) fn divide_signed(&mut self, a: &[Lit], b: &[Lit]) -> (Vec<Lit>, Vec<Lit>) {
        let (sign_a, sign_b) = (a[a.len() - 1], b[b.len() - 1]);
        let (abs_a, abs_b) = (self.negate_if(a, sign_a), self.negate_if(b, sign_b));
        let (quotient, remainder) = self.divide(&abs_a, &abs_b);
        let differ = self.xor(sign_a, sign_b);
        (self.negate_if(&quotient, differ), self.negate_if(&remainder, sign_a))
    }

    pub(super) fn less(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        // From the lowest bit: the highest place where they differ decides.
        a.iter().zip(b).fold(FALSE, |less, (&x, &y)| self.majority(!x, y, less))
    }
    pub(super) fn less_signed(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let top = a.len() - 1;
        let less = self.less(&a[..top], &b[..top]);
        self.majority(a[top], !b[top], less)
    }

    /// How many bits of a shift amount matter bit by bit, and whether one above them is set.
    fn split_amount(&mut self, width: usize, amount: &[Lit]) -> (usize, Lit) {
        let stages = (usize::BITS - (width - 1).leading_zeros()) as usize;
        let stages = stages.min(amount.len());
        let too_far = self.or_all(&amount[stages..]);
        (stages, too_far)
    }
    pub(super) fn shift_left(&mut self, a: &[Lit], amount: &[Lit]) -> Vec<Lit> {
        let reversed: Vec<Lit> = a.iter().rev().copied().collect();
        let mut shifted = self.shift_right(&reversed, amount, FALSE);
        shifted.reverse();
        shifted
    }
    pub(super) fn shift_right(&mut self, a: &[Lit], amount: &[Lit], fill: Lit) -> Vec<Lit> {
        let width = a.len();
        let (stages, too_far) = self.split_amount(width, amount);
        let mut bits = a.to_vec();
        for (stage, &select) in amount[..stages].iter().enumerate() {
            let distance = 1usize << stage;
            bits = (0..width)
                .map(|i| {
                    let from = bits.get(i + distance).copied().unwrap_or(fill);
                    self.mux(select, from, bits[i])
                })
                .collect();
        }
        bits.iter().map(|&bit| self.mux(too_far, fill, bit)).collect()
    }

    /// Overflow of the unsigned product, after Gök, Schulte and Balzola (2001): either the highest set bits are
    /// so far apart from the bottom that any product overflows, or one more bit holds the product exactly.
    pub(super) fn multiply_overflows(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let width = a.len();
        let mut reasons = vec![self.product_with_one_more_bit(a, b, FALSE, FALSE)[width]];
        let mut seen = FALSE;
        for i in 1..width {
            seen = self.or(seen, b[width - i]);
            reasons.push(self.and(a[i], seen));
        }
        self.or_all(&reasons)
    }
    /// The same for signed numbers: bits that differ from the sign take the place of set bits.
    pub(super) fn multiply_overflows_signed(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let width = a.len();
        let (sign_a, sign_b) = (a[width - 1], b[width - 1]);
        let product = self.product_with_one_more_bit(a, b, sign_a, sign_b);
        let mut reasons = vec![self.xor(product[width], product[width - 1])];
        let mut seen = FALSE;
        for i in 1..width.saturating_sub(1) {
            let significant_b = self.xor(b[width - 1 - i], sign_b);
            seen = self.or(seen, significant_b);
            let significant_a = self.xor(a[i], sign_a);
            reasons.push(self.and(significant_a, seen));
        }
        self.or_all(&reasons)
    }
    fn product_with_one_more_bit(&mut self, a: &[Lit], b: &[Lit], fill_a: Lit, fill_b: Lit) -> Vec<Lit> {
        let extend = |bits: &[Lit], fill| bits.iter().copied().chain([fill]).collect::<Vec<_>>();
        let (a, b) = (extend(a, fill_a), extend(b, fill_b));
        self.multiply(&a, &b)
    }
}
