//! The floating number that a text begins with, as `strtod` reads it: exactly, on each of the paths that the bytes of the text lead to.

use crate::call::Calls;
use crate::primitives::Execute;
use crate::stop::{Res, unsupported};
use encode::float;
use ir::{BinOp, Scalar};
use semantics::execution::Execution;
use smt::TermId;

/// Numbers with more digits are not followed.
const MOST_DIGITS: usize = 40;
/// Of a number that is no integer, so few digits that depend on inputs are told apart, each value on a path of its own.
const MOST_FIXED: usize = 3;
/// An integer of so many digits fits into 64 bits.
const MOST_INTEGER: usize = 18;
/// An integer of so many digits is one of the type `double`, and so is a power of ten up to this: the product or quotient of both is rounded
/// once.
const MOST_EXACT: usize = 15;
const MOST_POWER: i64 = 22;

/// The bytes of a decimal number behind its sign.
#[derive(Default)]
struct Decimal {
    whole: Vec<TermId>,
    fraction: Vec<TermId>,
    exponent: i64,
}

impl<'p, M: Calls<'p>> Execute<'_, 'p, M> {
    /// Reads the number, and writes where it ends.
    pub(crate) fn number_in_text(&mut self, text: M::Value, end: M::Value, scalar: Scalar) -> Res<M::Value> {
        if !matches!(scalar, Scalar::F32 | Scalar::F64) {
            return unsupported("reading a long double");
        }
        let mut at = 0;
        while self.has(text, at, &[(b'\t', b'\r'), (b' ', b' ')])? {
            at += 1;
        }
        let negative = self.has(text, at, &[(b'-', b'-')])?;
        if negative || self.has(text, at, &[(b'+', b'+')])? {
            at += 1;
        }
        let (bits, length) = self.magnitude(text, &mut at, scalar)?;
        let bits = match negative && length > 0 {
            true => float::negate(self.terms(), scalar, bits).unwrap_or(bits),
            false => bits,
        };
        if !self.is_null(end)? {
            let stop = self.advance(text, if length > 0 { at } else { 0 });
            let stop = self.value_of_pointer(stop);
            self.store(end, Scalar::Ptr, stop)?;
        }
        Ok(M::number(bits))
    }

    /// The number without its sign, and how long it is; `at` is moved behind it.
    fn magnitude(&mut self, text: M::Value, at: &mut u64, scalar: Scalar) -> Res<(TermId, u64)> {
        let start = *at;
        let width = scalar.width(self.program().model);
        if self.has_word(text, start, "inf")? {
            *at += if self.has_word(text, start + 3, "inity")? { 8 } else { 3 };
            let infinity = match scalar {
                Scalar::F32 => u128::from(f32::INFINITY.to_bits()),
                _ => u128::from(f64::INFINITY.to_bits()),
            };
            return Ok((self.machine.constant(width, infinity), *at - start));
        }
        if self.has_word(text, start, "nan")? {
            return unsupported("reading a number that is none");
        }
        if self.has_word(text, start, "0x")? {
            return unsupported("reading a hexadecimal floating number");
        }
        let mut number = Decimal { whole: self.digits(text, at)?, ..Decimal::default() };
        if self.has(text, *at, &[(b'.', b'.')])? {
            let mut behind = *at + 1;
            number.fraction = self.digits(text, &mut behind)?;
            if !number.whole.is_empty() || !number.fraction.is_empty() {
                *at = behind;
            }
        }
        if number.whole.is_empty() && number.fraction.is_empty() {
            return Ok((self.machine.constant(width, 0), 0));
        }
        if self.has_word(text, *at, "e")? {
            let mut behind = *at + 1;
            let negative = self.has(text, behind, &[(b'-', b'-')])?;
            if negative || self.has(text, behind, &[(b'+', b'+')])? {
                behind += 1;
            }
            let digits = self.digits(text, &mut behind)?;
            if !digits.is_empty() {
                for digit in digits {
                    // Beyond this, it does not matter how much it is.
                    number.exponent =
                        (10 * number.exponent + i64::from(self.fixed(digit)? - b'0')).min(100_000);
                }
                if negative {
                    number.exponent = -number.exponent;
                }
                *at = behind;
            }
        }
        Ok((self.value_of_decimal(&number, scalar)?, *at - start))
    }

    fn value_of_decimal(&mut self, number: &Decimal, scalar: Scalar) -> Res<TermId> {
        let digits: Vec<TermId> = number.whole.iter().chain(&number.fraction).copied().collect();
        let power = number.exponent - number.fraction.len() as i64;
        let known = digits.iter().all(|&digit| self.value_of(digit).is_some());
        if known || power != 0 && digits.len() <= MOST_FIXED {
            let mut text = String::new();
            for &digit in &digits {
                text.push(char::from(self.fixed(digit)?));
            }
            text.push_str(&format!("e{power}"));
            let (bits, width) = match scalar {
                Scalar::F32 => (text.parse::<f32>().map(|x| u128::from(x.to_bits())), 32),
                _ => (text.parse::<f64>().map(|x| u128::from(x.to_bits())), 64),
            };
            return match bits {
                Ok(bits) => Ok(self.machine.constant(width, bits)),
                Err(_) => unsupported("the text of a floating number"),
            };
        }
        let is_exact = power == 0 && digits.len() <= MOST_INTEGER
            || scalar == Scalar::F64 && digits.len() <= MOST_EXACT && power.abs() <= MOST_POWER;
        let terms = self.terms();
        let (ten, zero) = (terms.bv_const(64, 10), terms.bv_const(8, u128::from(b'0')));
        let mut integer = terms.bv_const(64, 0);
        for digit in digits {
            let digit = terms.sub(digit, zero);
            let digit = terms.zero_extend(digit, 64);
            let shifted = terms.mul(integer, ten);
            integer = terms.add(shifted, digit);
        }
        let value = float::from_integer(terms, Scalar::U64, scalar, integer).filter(|_| is_exact);
        let value = match value {
            Some(value) if power != 0 => {
                let factor: f64 = format!("1e{}", power.abs()).parse().unwrap_or(f64::NAN);
                let factor = terms.bv_const(64, u128::from(factor.to_bits()));
                let op = if power > 0 { BinOp::Mul } else { BinOp::Div };
                float::arithmetic(terms, op, scalar, value, factor)
            }
            value => value,
        };
        match value {
            Some(value) => Ok(value),
            None => unsupported("reading a floating number with so many digits that depend on inputs"),
        }
    }

    fn digits(&mut self, text: M::Value, at: &mut u64) -> Res<Vec<TermId>> {
        let mut digits = Vec::new();
        while self.has(text, *at, &[(b'0', b'9')])? {
            if digits.len() >= MOST_DIGITS {
                return unsupported("reading a floating number with so many digits");
            }
            digits.push(self.byte_at(text, *at)?);
            *at += 1;
        }
        Ok(digits)
    }

    /// The digit, if need be on a path for each.
    fn fixed(&mut self, digit: TermId) -> Res<u8> {
        if let Some(known) = self.value_of(digit) {
            return Ok(known);
        }
        for value in b'0'..=b'8' {
            let known = self.terms().bv_const(8, value.into());
            let equal = self.terms().eq(digit, known);
            if self.decide(equal)? {
                return Ok(value);
            }
        }
        Ok(b'9')
    }

    /// Whether the text goes on with the word, in small or capital letters.
    fn has_word(&mut self, text: M::Value, at: u64, word: &str) -> Res<bool> {
        for (byte, at) in word.bytes().zip(at..) {
            let capital = byte.to_ascii_uppercase();
            if !self.has(text, at, &[(byte, byte), (capital, capital)])? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a byte of the text lies in one of the ranges.
    fn has(&mut self, text: M::Value, at: u64, ranges: &[(u8, u8)]) -> Res<bool> {
        let byte = self.byte_at(text, at)?;
        if let Some(known) = self.value_of(byte) {
            return Ok(ranges.iter().any(|&(least, most)| (least..=most).contains(&known)));
        }
        let mut cases = Vec::with_capacity(ranges.len());
        for &(least, most) in ranges {
            let terms = self.terms();
            let (least, most) = (terms.bv_const(8, least.into()), terms.bv_const(8, most.into()));
            let (above, below) = (terms.ule(least, byte), terms.ule(byte, most));
            cases.push(terms.and(above, below));
        }
        let any = self.terms().or_all(cases);
        self.decide(any)
    }
}
