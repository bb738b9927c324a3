//! Floating numbers: reading them, and `<math.h>`.

use super::{advance, int};
use crate::call::{ArgValue, Returned};
use crate::fault::{Fault, Res, nondeterminism, unsupported};
use crate::float::{self, Number};
use crate::machine::Machine;
use crate::value::Wide;
use ir::{FuncId, Intrinsic, MathFunction, Scalar};
use semantics::execution::{Callee, Execution as _};
use verdict::FindingKind;

fn is_space(byte: u8) -> bool {
    byte == b' ' || (9..=13).contains(&byte)
}

impl Machine<'_> {
    pub(super) fn read_float(&mut self, function: FuncId, args: &[ArgValue]) -> Res<Returned> {
        let start = self.pointer(args, 0)?;
        let scalar = self.result_scalar(function).unwrap_or(Scalar::F64);
        let end = self.pointer(args, 1)?;
        if !matches!(scalar, Scalar::F32 | Scalar::F64) {
            return unsupported("reading a long double");
        }
        // What can belong to a number, and one byte more at most.
        let mut text = Vec::new();
        let mut at = 0;
        while is_space(self.byte_at(start, at)?) {
            at += 1;
        }
        let number_start = at;
        loop {
            let byte = self.byte_at(start, at)?;
            if !(byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.' | b'(' | b')' | b'_')) {
                break;
            }
            text.push(byte);
            at += 1;
        }
        self.charge(at)?;
        let (len, bits) = parse_float(&text, scalar);
        if end.bits != 0 || end.undef != 0 {
            let stop = if len > 0 { advance(start, number_start + len as u64) } else { start };
            self.store_slow(end, Scalar::Ptr, stop)?;
        }
        Ok(Returned::Scalar(Wide::int(bits), scalar))
    }

    pub(super) fn float_function(&mut self, callee: Callee, args: &[ArgValue]) -> Res<Returned> {
        let Callee { intrinsic: Intrinsic::Math(math), function, .. } = callee else {
            return unsupported("a function that computes no number");
        };
        let (first, scalar) = self.scalar(args, 0)?;
        if !scalar.is_float() {
            return Fault::new(FindingKind::BadArgument)
                .what("an integer where a floating number is expected")
                .stop();
        }
        let result = self.result_scalar(function).unwrap_or(scalar);
        let ignores_sign = matches!(
            math,
            MathFunction::IsNan
                | MathFunction::IsInf
                | MathFunction::IsFinite
                | MathFunction::Fabs
                | MathFunction::Copysign
        );
        let is_open = ignores_sign && self.arith().is_open_nan(first, scalar);
        if first.undef != 0 && !is_open {
            return Ok(Returned::Scalar(Wide::undefined(result.width(self.model)), result));
        }
        let class = float::unpack(first.bits, scalar);
        let negative = first.bits >> (scalar.width(self.model) - 1) & 1 != 0;
        match math {
            MathFunction::Signbit => return Ok(int(i64::from(negative))),
            MathFunction::IsNan => return Ok(int(i64::from(matches!(class, Number::Nan { .. })))),
            MathFunction::IsInf => {
                let infinite = matches!(class, Number::Infinity { .. });
                return Ok(int(if !infinite {
                    0
                } else if negative {
                    -1
                } else {
                    1
                }));
            }
            MathFunction::IsFinite => {
                let finite = !matches!(class, Number::Nan { .. } | Number::Infinity { .. });
                return Ok(int(i64::from(finite)));
            }
            MathFunction::Fabs => {
                let sign = 1u128 << (scalar.width(self.model) - 1);
                return Ok(Returned::Scalar(Wide::int(first.bits & !sign), scalar));
            }
            _ => {}
        }
        let binary = matches!(
            math,
            MathFunction::Atan2
                | MathFunction::Pow
                | MathFunction::Fmod
                | MathFunction::Fmin
                | MathFunction::Fmax
                | MathFunction::Hypot
                | MathFunction::Copysign
        );
        let second = if binary {
            let (second, other) = self.scalar(args, 1)?;
            if second.undef != 0 {
                return Ok(Returned::Scalar(Wide::undefined(result.width(self.model)), result));
            }
            if other != scalar {
                return Fault::new(FindingKind::BadArgument).what("arguments of different types").stop();
            }
            second
        } else {
            Wide::int(0)
        };
        // The sign of the smaller or greater one of two zeros is the C library's choice.
        let sign = 1u128 << (scalar.width(self.model) - 1);
        let is_choice = matches!(math, MathFunction::Fmin | MathFunction::Fmax)
            && first.bits & !sign == 0
            && second.bits == first.bits ^ sign;
        if is_choice && !self.policy.is_run() {
            return nondeterminism("which of two zeros is the smaller one is the C library's choice");
        }
        let bits = match scalar {
            Scalar::F32 => {
                let (x, y) = (f32::from_bits(first.bits as u32), f32::from_bits(second.bits as u32));
                u128::from(math32(math, x, y).to_bits())
            }
            Scalar::F64 => {
                let (x, y) = (f64::from_bits(first.bits as u64), f64::from_bits(second.bits as u64));
                u128::from(math64(math, x, y).to_bits())
            }
            _ => return unsupported(format_args!("{} on long double", self.function_name(function))),
        };
        let bits = self.library_nan(math, scalar, first.bits, bits)?;
        if math == MathFunction::Copysign {
            return Ok(Returned::Scalar(Wide::int(bits), scalar));
        }
        Ok(Returned::Scalar(self.arith().computed_float(bits, scalar)?, scalar))
    }
}

impl Machine<'_> {
    /// The sign and the payload of a NaN that a function gives: the processor's for what it computes itself, otherwise the C
    /// library's, which nobody promises.
    fn library_nan(&self, math: MathFunction, scalar: Scalar, argument: u128, result: u128) -> Res<u128> {
        if !float::is_nan(result, scalar) || math == MathFunction::Copysign {
            return Ok(result);
        }
        let by_processor = matches!(
            math,
            MathFunction::Sqrt
                | MathFunction::Floor
                | MathFunction::Ceil
                | MathFunction::Trunc
                | MathFunction::Round
                | MathFunction::Rint
        );
        if by_processor {
            let number = float::unpack(argument, scalar);
            let nan = if float::is_nan(argument, scalar) { number } else { float::INVALID };
            return Ok(float::pack(nan, scalar));
        }
        if !self.policy.is_run() {
            return nondeterminism("the sign of a NaN is the C library's choice");
        }
        // glibc makes these positive, if it is not linked into the program.
        let is_positive = matches!(math, MathFunction::Asin | MathFunction::Acos | MathFunction::Log10);
        if is_positive && !float::is_nan(argument, scalar) {
            return Ok(result & !(1 << (scalar.width(self.model) - 1)));
        }
        Ok(result)
    }
}

macro_rules! host_math {
    ($name:ident, $float:ty) => {
        fn $name(math: MathFunction, x: $float, y: $float) -> $float {
            match math {
                MathFunction::Sqrt => x.sqrt(),
                MathFunction::Fabs => x.abs(),
                MathFunction::Floor => x.floor(),
                MathFunction::Ceil => x.ceil(),
                MathFunction::Trunc => x.trunc(),
                MathFunction::Round => x.round(),
                MathFunction::Rint => x.round_ties_even(),
                MathFunction::Sin => x.sin(),
                MathFunction::Cos => x.cos(),
                MathFunction::Tan => x.tan(),
                MathFunction::Asin => x.asin(),
                MathFunction::Acos => x.acos(),
                MathFunction::Atan => x.atan(),
                MathFunction::Atan2 => x.atan2(y),
                MathFunction::Sinh => x.sinh(),
                MathFunction::Cosh => x.cosh(),
                MathFunction::Tanh => x.tanh(),
                MathFunction::Exp => x.exp(),
                MathFunction::Exp2 => x.exp2(),
                MathFunction::Log => x.ln(),
                MathFunction::Log2 => x.log2(),
                MathFunction::Log10 => x.log10(),
                MathFunction::Pow => x.powf(y),
                MathFunction::Fmod => x % y,
                MathFunction::Fmin => x.min(y),
                MathFunction::Fmax => x.max(y),
                MathFunction::Hypot => x.hypot(y),
                MathFunction::Copysign => x.copysign(y),
                MathFunction::Cbrt => x.cbrt(),
                // These have an integer result and are handled before.
                MathFunction::Signbit
                | MathFunction::IsNan
                | MathFunction::IsInf
                | MathFunction::IsFinite => x,
            }
        }
    };
}

host_math!(math32, f32);
host_math!(math64, f64);

/// The longest prefix that is a floating number: its length and its bits.
fn parse_float(text: &[u8], scalar: Scalar) -> (usize, u128) {
    let negative = text.first() == Some(&b'-');
    let signed = usize::from(matches!(text.first(), Some(b'+' | b'-')));
    let rest = &text[signed..];
    let starts =
        |word: &str| rest.len() >= word.len() && rest[..word.len()].eq_ignore_ascii_case(word.as_bytes());
    if starts("inf") {
        let len = if starts("infinity") { 8 } else { 3 };
        return (signed + len, float::pack(Number::Infinity { negative }, scalar));
    }
    if starts("nan") {
        let mut len = 3;
        if rest.get(3) == Some(&b'(') {
            let inner = rest[4..].iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
            if rest.get(4 + inner) == Some(&b')') {
                len = 5 + inner;
            }
        }
        return (signed + len, float::pack(Number::Nan { negative, significand: 3 << 126 }, scalar));
    }
    if starts("0x")
        && let Some((len, bits)) = parse_hex_float(&rest[2..], negative, scalar)
    {
        return (signed + 2 + len, bits);
    }
    let digits = |from: usize| rest[from..].iter().take_while(|b| b.is_ascii_digit()).count();
    let whole = digits(0);
    let mut len = whole;
    let mut fraction = 0;
    if rest.get(len) == Some(&b'.') {
        fraction = digits(len + 1);
        if whole + fraction > 0 {
            len += 1 + fraction;
        }
    }
    if whole + fraction == 0 {
        return (0, 0);
    }
    if matches!(rest.get(len), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(rest.get(len + 1), Some(b'+' | b'-')));
        let exponent = digits((len + 1 + sign).min(rest.len()));
        if exponent > 0 {
            len += 1 + sign + exponent;
        }
    }
    let number = std::str::from_utf8(&text[..signed + len]).unwrap_or("0");
    let bits = match scalar {
        Scalar::F32 => u128::from(number.parse::<f32>().unwrap_or(0.0).to_bits()),
        _ => u128::from(number.parse::<f64>().unwrap_or(0.0).to_bits()),
    };
    (signed + len, bits)
}

/// What follows `0x`.
fn parse_hex_float(rest: &[u8], negative: bool, scalar: Scalar) -> Option<(usize, u128)> {
    let mut significand = 0u128;
    let mut exponent = 0i64;
    let mut sticky = false;
    let mut len = 0;
    let mut seen_point = false;
    let mut seen_digit = false;
    while let Some(&byte) = rest.get(len) {
        if byte == b'.' && !seen_point {
            seen_point = true;
            len += 1;
            continue;
        }
        let Some(digit) = (byte as char).to_digit(16) else { break };
        seen_digit = true;
        if significand >> 124 == 0 {
            significand = significand << 4 | u128::from(digit);
            exponent -= if seen_point { 4 } else { 0 };
        } else {
            sticky |= digit != 0;
            exponent += if seen_point { 0 } else { 4 };
        }
        len += 1;
    }
    if !seen_digit {
        return None;
    }
    if matches!(rest.get(len), Some(b'p' | b'P')) {
        let sign = usize::from(matches!(rest.get(len + 1), Some(b'+' | b'-')));
        let down = rest.get(len + 1) == Some(&b'-');
        let digits: Vec<u8> =
            rest.iter().skip(len + 1 + sign).take_while(|b| b.is_ascii_digit()).copied().collect();
        if !digits.is_empty() {
            let mut value = 0i64;
            for digit in &digits {
                value = (value * 10 + i64::from(digit - b'0')).min(1 << 30);
            }
            exponent += if down { -value } else { value };
            len += 1 + sign + digits.len();
        }
    }
    let number = if significand == 0 {
        Number::Zero { negative }
    } else {
        let shift = significand.leading_zeros();
        Number::Finite {
            negative,
            exponent: (exponent + 127 - i64::from(shift)).clamp(-1 << 30, 1 << 30) as i32,
            significand: significand << shift,
            sticky,
        }
    };
    Some((len, float::pack(number, scalar)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_read_to_their_end() {
        let parse = |text: &str| {
            let (len, bits) = parse_float(text.as_bytes(), Scalar::F64);
            (len, f64::from_bits(bits as u64))
        };
        assert_eq!(parse("1.5e3x"), (5, 1500.0));
        assert_eq!(parse("-.5"), (3, -0.5));
        assert_eq!(parse("1e"), (1, 1.0));
        assert_eq!(parse("1.e+"), (2, 1.0));
        assert_eq!(parse("0x1.8p1"), (7, 3.0));
        assert_eq!(parse("0x"), (1, 0.0));
        assert_eq!(parse("-infinityx"), (9, f64::NEG_INFINITY));
        assert_eq!(parse("."), (0, 0.0));
        assert_eq!(parse("0x.1"), (4, 0.0625));
    }
}
