//! Floating formats that the host has no type for (x87's 80 bits, IEEE quad), and conversions between all formats.
//!
//! A number is unpacked to a sign, an exponent and 128 bits of significand; packing rounds once, to nearest, ties to even,
//! which is what the hardware does in its default mode.

use ir::{BinOp, Scalar};

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// The fraction is left-aligned below the leading one, which is bit 127, as in a finite number.
    Nan {
        negative: bool,
        significand: u128,
    },
    Infinity {
        negative: bool,
    },
    Zero {
        negative: bool,
    },
    /// `significand * 2^(exponent - 127)`, the top bit of the significand set. `sticky` says that bits below were lost.
    Finite {
        negative: bool,
        exponent: i32,
        significand: u128,
        sticky: bool,
    },
}

/// The quiet NaN that x86 makes by itself, of operands that are none: its sign is set.
pub const INVALID: Number = Number::Nan { negative: true, significand: 3 << 126 };

struct Format {
    /// Bits of significand, the leading one included.
    precision: u32,
    exponent_bits: u32,
    /// x87 stores the leading one.
    explicit_one: bool,
}

fn format_of(scalar: Scalar) -> Format {
    match scalar {
        Scalar::F32 => Format { precision: 24, exponent_bits: 8, explicit_one: false },
        Scalar::F80 => Format { precision: 64, exponent_bits: 15, explicit_one: true },
        Scalar::F128 => Format { precision: 113, exponent_bits: 15, explicit_one: false },
        _ => Format { precision: 53, exponent_bits: 11, explicit_one: false },
    }
}

pub fn unpack(bits: u128, scalar: Scalar) -> Number {
    let f = format_of(scalar);
    let stored = if f.explicit_one { f.precision } else { f.precision - 1 };
    let fraction = bits & ((1u128 << stored) - 1);
    let biased = (bits >> stored) as i32 & ((1 << f.exponent_bits) - 1);
    let negative = bits >> (stored + f.exponent_bits) & 1 != 0;
    let bias = (1 << (f.exponent_bits - 1)) - 1;
    let largest = (1 << f.exponent_bits) - 1;
    let one = 1u128 << (f.precision - 1);
    if biased == largest {
        let payload = if f.explicit_one { fraction & !one } else { fraction };
        return if payload == 0 && (!f.explicit_one || fraction & one != 0) {
            Number::Infinity { negative }
        } else {
            Number::Nan { negative, significand: (payload | one) << (128 - f.precision) }
        };
    }
    let significand = if f.explicit_one || biased == 0 { fraction } else { fraction | one };
    if significand == 0 {
        return if biased == 0 { Number::Zero { negative } } else { INVALID };
    }
    if f.explicit_one && biased != 0 && fraction & one == 0 {
        // An "unnormal": invalid on every x87 since the 387.
        return INVALID;
    }
    let shift = significand.leading_zeros();
    let exponent = biased.max(1) - bias + (128 - f.precision as i32) - shift as i32;
    Number::Finite { negative, exponent, significand: significand << shift, sticky: false }
}

pub fn pack(number: Number, scalar: Scalar) -> u128 {
    let f = format_of(scalar);
    let stored = if f.explicit_one { f.precision } else { f.precision - 1 };
    let sign_shift = stored + f.exponent_bits;
    let bias = (1 << (f.exponent_bits - 1)) - 1;
    let largest = (1u128 << f.exponent_bits) - 1;
    let one = 1u128 << (f.precision - 1);
    let infinity = largest << stored | if f.explicit_one { one } else { 0 };
    match number {
        // What is computed from a NaN is quiet.
        Number::Nan { negative, significand } => {
            let payload = significand >> (128 - f.precision) & (one - 1);
            u128::from(negative) << sign_shift | infinity | payload | one >> 1
        }
        Number::Infinity { negative } => u128::from(negative) << sign_shift | infinity,
        Number::Zero { negative } => u128::from(negative) << sign_shift,
        Number::Finite { negative, exponent, significand, sticky } => {
            let sign = u128::from(negative) << sign_shift;
            let mut drop = 128 - f.precision;
            let mut biased = exponent + bias;
            if biased < 1 {
                drop = drop.saturating_add((1 - biased) as u32);
                biased = 0;
            }
            let (mut kept, half, rest) = if drop > 128 {
                (0, false, true)
            } else if drop == 128 {
                (0, significand >> 127 != 0, significand << 1 != 0)
            } else {
                let half = drop > 0 && significand >> (drop - 1) & 1 != 0;
                let rest = drop > 1 && significand & ((1u128 << (drop - 1)) - 1) != 0;
                (significand >> drop, half, rest)
            };
            if half && (rest || sticky || kept & 1 != 0) {
                kept += 1;
            }
            if kept >> f.precision != 0 {
                kept >>= 1;
                biased += 1;
            } else if biased == 0 && kept & one != 0 {
                biased = 1;
            }
            if biased as u128 >= largest {
                return sign | infinity;
            }
            let fraction = if f.explicit_one { kept } else { kept & !one };
            sign | (biased as u128) << stored | fraction
        }
    }
}

/// The number in another format; a NaN keeps its sign and as much of its payload as fits, and becomes quiet.
pub fn convert(bits: u128, from: Scalar, to: Scalar) -> u128 {
    match (from, to) {
        _ if from == to => bits,
        (Scalar::F32, Scalar::F64) if !f32::from_bits(bits as u32).is_nan() => {
            u128::from(f64::from(f32::from_bits(bits as u32)).to_bits())
        }
        (Scalar::F64, Scalar::F32) if !f64::from_bits(bits as u64).is_nan() => {
            u128::from((f64::from_bits(bits as u64) as f32).to_bits())
        }
        _ => pack(unpack(bits, from), to),
    }
}

/// The bits of a constant, which is kept as those of a `double`. One of a type that is not longer keeps all of them, also those of
/// a signalling NaN.
pub fn constant(bits: u64, scalar: Scalar) -> u128 {
    let value = f64::from_bits(bits);
    if scalar == Scalar::F32 && value.is_nan() {
        let payload = (bits >> 29) as u32 & 0x7f_ffff;
        return u128::from((bits >> 32) as u32 & 0x8000_0000 | 0x7f80_0000 | payload);
    }
    convert(u128::from(bits), Scalar::F64, scalar)
}

pub fn is_nan(bits: u128, scalar: Scalar) -> bool {
    matches!(unpack(bits, scalar), Number::Nan { .. })
}

/// Whether the sign of a NaN that `a op b` gives depends on how the compiler arranges the operands: if both are NaNs and not the same,
/// and if a negative one is added, because `-a + b` is also `b - a`.
pub fn is_sign_open(op: BinOp, a: u128, b: u128, scalar: Scalar) -> bool {
    let negative = |n: u128| matches!(unpack(n, scalar), Number::Nan { negative: true, .. });
    match (is_nan(a, scalar), is_nan(b, scalar)) {
        (true, true) => a != b,
        (false, false) => false,
        _ => matches!(op, BinOp::Add | BinOp::Sub) && (negative(a) || negative(b)),
    }
}

/// `a op b` as x86 computes it; `None` for formats and operations that nobody computes.
pub fn arithmetic(op: BinOp, scalar: Scalar, a: u128, b: u128) -> Option<u128> {
    let float_op = match op {
        BinOp::Add => FloatOp::Add,
        BinOp::Sub => FloatOp::Sub,
        BinOp::Mul => FloatOp::Mul,
        BinOp::Div => FloatOp::Div,
        _ => return None,
    };
    let result = match scalar {
        Scalar::F32 => {
            let (x, y) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
            u128::from(float_op.apply(x, y).to_bits())
        }
        Scalar::F64 => {
            let (x, y) = (f64::from_bits(a as u64), f64::from_bits(b as u64));
            u128::from(float_op.apply(x, y).to_bits())
        }
        Scalar::F80 => return Some(arithmetic80(float_op, a, b)),
        _ => return None,
    };
    if !is_nan(result, scalar) {
        return Some(result);
    }
    // Hosts differ in the sign and the payload: this is what SSE does.
    let nan = match (unpack(a, scalar), unpack(b, scalar)) {
        (nan @ Number::Nan { .. }, _) | (_, nan @ Number::Nan { .. }) => nan,
        _ => INVALID,
    };
    Some(pack(nan, scalar))
}

pub fn from_integer(magnitude: u128, negative: bool, to: Scalar) -> u128 {
    if magnitude == 0 {
        return 0;
    }
    let shift = magnitude.leading_zeros();
    let number = Number::Finite {
        negative,
        exponent: 127 - shift as i32,
        significand: magnitude << shift,
        sticky: false,
    };
    pack(number, to)
}

/// The integer part; `None` for NaN, infinities, and magnitudes of 2^127 and beyond (2^128 if not negative).
pub fn to_integer(bits: u128, from: Scalar) -> Option<(u128, bool)> {
    match unpack(bits, from) {
        Number::Nan { .. } | Number::Infinity { .. } => None,
        Number::Zero { .. } => Some((0, false)),
        Number::Finite { exponent, .. } if exponent < 0 => Some((0, false)),
        Number::Finite { exponent, .. } if exponent > 127 => None,
        Number::Finite { negative, exponent, significand, .. } => {
            Some((significand >> (127 - exponent), negative))
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatOp {
    Add,
    Sub,
    Mul,
    Div,
}

impl FloatOp {
    fn apply<T>(self, x: T, y: T) -> T
    where
        T: std::ops::Add<Output = T> + std::ops::Sub<Output = T>,
        T: std::ops::Mul<Output = T> + std::ops::Div<Output = T>,
    {
        match self {
            FloatOp::Add => x + y,
            FloatOp::Sub => x - y,
            FloatOp::Mul => x * y,
            FloatOp::Div => x / y,
        }
    }
}

/// Of two NaNs, the x87 takes the one with the larger significand.
fn either(x: Number, y: Number) -> Option<Number> {
    match (x, y) {
        (Number::Nan { significand: a, .. }, Number::Nan { significand: b, .. }) => {
            Some(if b > a { y } else { x })
        }
        (Number::Nan { .. }, _) => Some(x),
        (_, Number::Nan { .. }) => Some(y),
        _ => None,
    }
}

/// Arithmetic on the 80-bit format (whose significands fit 64 bits, so that nothing is lost before the rounding).
pub fn arithmetic80(op: FloatOp, a: u128, b: u128) -> u128 {
    let (x, mut y) = (unpack(a, Scalar::F80), unpack(b, Scalar::F80));
    if let Some(nan) = either(x, y) {
        return pack(nan, Scalar::F80);
    }
    if op == FloatOp::Sub {
        y = negate(y);
    }
    let result = match op {
        FloatOp::Add | FloatOp::Sub => add(x, y),
        FloatOp::Mul => multiply(x, y),
        FloatOp::Div => divide(x, y),
    };
    pack(result, Scalar::F80)
}

fn negate(x: Number) -> Number {
    match x {
        Number::Nan { .. } => x,
        Number::Infinity { negative } => Number::Infinity { negative: !negative },
        Number::Zero { negative } => Number::Zero { negative: !negative },
        Number::Finite { negative, exponent, significand, sticky } => {
            Number::Finite { negative: !negative, exponent, significand, sticky }
        }
    }
}

fn is_negative(x: Number) -> bool {
    match x {
        Number::Nan { .. } => false,
        Number::Infinity { negative } | Number::Zero { negative } | Number::Finite { negative, .. } => {
            negative
        }
    }
}

fn add(x: Number, y: Number) -> Number {
    let (
        Number::Finite { negative: xn, exponent: xe, significand: xs, .. },
        Number::Finite { negative: yn, exponent: ye, significand: ys, .. },
    ) = (x, y)
    else {
        return match (x, y) {
            (Number::Nan { .. }, _) | (_, Number::Nan { .. }) => INVALID,
            (Number::Infinity { negative: a }, Number::Infinity { negative: b }) if a != b => INVALID,
            (Number::Infinity { .. }, _) => x,
            (_, Number::Infinity { .. }) => y,
            (Number::Zero { negative: a }, Number::Zero { negative: b }) => Number::Zero { negative: a && b },
            (Number::Zero { .. }, _) => y,
            _ => x,
        };
    };
    // The larger magnitude first.
    if (ye, ys) > (xe, xs) {
        return add(y, x);
    }
    // One bit of head room for the carry; the significands use the top 64 bits only.
    let distance = (xe - ye) as u32;
    let big = xs >> 1;
    let small_full = ys >> 1;
    let (small, sticky) = if distance >= 127 {
        (0, true)
    } else {
        (small_full >> distance, small_full & ((1u128 << distance) - 1) != 0)
    };
    let sum = if xn == yn {
        big + small
    } else {
        // What was shifted out is subtracted as one more unit, with the sticky bit standing for the rest.
        big - small - u128::from(sticky)
    };
    if sum == 0 {
        return Number::Zero { negative: false };
    }
    let shift = sum.leading_zeros();
    Number::Finite { negative: xn, exponent: xe + 1 - shift as i32, significand: sum << shift, sticky }
}

fn multiply(x: Number, y: Number) -> Number {
    let negative = is_negative(x) != is_negative(y);
    match (x, y) {
        (Number::Nan { .. }, _) | (_, Number::Nan { .. }) => INVALID,
        (Number::Infinity { .. }, Number::Zero { .. }) | (Number::Zero { .. }, Number::Infinity { .. }) => {
            INVALID
        }
        (Number::Infinity { .. }, _) | (_, Number::Infinity { .. }) => Number::Infinity { negative },
        (Number::Zero { .. }, _) | (_, Number::Zero { .. }) => Number::Zero { negative },
        (
            Number::Finite { exponent: xe, significand: xs, .. },
            Number::Finite { exponent: ye, significand: ys, .. },
        ) => {
            let product = (xs >> 64) * (ys >> 64);
            let shift = product.leading_zeros();
            Number::Finite {
                negative,
                exponent: xe + ye + 1 - shift as i32,
                significand: product << shift,
                sticky: false,
            }
        }
    }
}

fn divide(x: Number, y: Number) -> Number {
    let negative = is_negative(x) != is_negative(y);
    match (x, y) {
        (Number::Nan { .. }, _) | (_, Number::Nan { .. }) => INVALID,
        (Number::Infinity { .. }, Number::Infinity { .. }) | (Number::Zero { .. }, Number::Zero { .. }) => {
            INVALID
        }
        (Number::Infinity { .. }, _) | (_, Number::Zero { .. }) => Number::Infinity { negative },
        (Number::Zero { .. }, _) | (_, Number::Infinity { .. }) => Number::Zero { negative },
        (
            Number::Finite { exponent: xe, significand: xs, .. },
            Number::Finite { exponent: ye, significand: ys, .. },
        ) => {
            // Two digits in base 2^64 give 65 or more significant bits; the remainder is the sticky bit.
            let divisor = ys >> 64;
            let first = xs / divisor;
            let rest = (xs % divisor) << 62;
            let second = rest / divisor;
            let remainder = rest % divisor;
            // first < 2^65, so that first << 62 fits.
            let quotient = (first << 62) + second;
            let shift = quotient.leading_zeros();
            Number::Finite {
                negative,
                exponent: xe - ye + 1 - shift as i32,
                significand: quotient << shift,
                sticky: remainder != 0,
            }
        }
    }
}

/// How two numbers compare; `None` if one is not a number.
pub fn compare(a: u128, b: u128, scalar: Scalar) -> Option<std::cmp::Ordering> {
    use std::cmp::Ordering;
    let key = |n: Number| -> Option<(i32, i32, u128)> {
        Some(match n {
            Number::Nan { .. } => return None,
            Number::Zero { .. } => (0, 0, 0),
            Number::Infinity { negative } => (if negative { -1 } else { 1 }, i32::MAX, 0),
            Number::Finite { negative, exponent, significand, .. } => {
                (if negative { -1 } else { 1 }, exponent, significand)
            }
        })
    };
    let (x, y) = (key(unpack(a, scalar))?, key(unpack(b, scalar))?);
    Some(match x.0.cmp(&y.0) {
        Ordering::Equal if x.0 < 0 => (y.1, y.2).cmp(&(x.1, x.2)),
        Ordering::Equal => (x.1, x.2).cmp(&(y.1, y.2)),
        other => other,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLES: [f64; 16] = [
        0.0,
        -0.0,
        1.0,
        -1.5,
        0.1,
        1e300,
        1e-300,
        5e-324,
        2.2250738585072014e-308,
        f64::MAX,
        f64::INFINITY,
        3.0,
        -7.25,
        1e15,
        123456789.125,
        4503599627370497.0,
    ];

    #[test]
    fn a_nan_keeps_its_sign_and_the_default_one_is_negative() {
        let (nan, negative) = (0x7ff8_0000_0000_0000, 0xfff8_0000_0000_0000);
        for (bits, single) in [(nan, 0x7fc0_0000), (negative, 0xffc0_0000)] {
            assert_eq!(convert(bits, Scalar::F64, Scalar::F32), single);
            assert_eq!(convert(single, Scalar::F32, Scalar::F64), bits);
            let long = convert(bits, Scalar::F64, Scalar::F80);
            assert_eq!(convert(long, Scalar::F80, Scalar::F64), bits);
            assert_eq!(arithmetic(BinOp::Sub, Scalar::F64, 0, bits), Some(bits));
            assert_eq!(arithmetic(BinOp::Mul, Scalar::F80, long, 0), Some(long));
        }
        assert_eq!(arithmetic(BinOp::Div, Scalar::F64, 0, 0), Some(negative));
        assert_eq!(arithmetic(BinOp::Div, Scalar::F32, 0, 0), Some(0xffc0_0000));
        assert_eq!(constant(0x7ff4_0000_0000_0000, Scalar::F32), 0x7fa0_0000);
        // A signalling one becomes quiet.
        assert_eq!(convert(0x7fa0_0001, Scalar::F32, Scalar::F64), 0x7ffc_0000_2000_0000);
    }

    #[test]
    fn conversions_agree_with_the_host() {
        for x in SAMPLES {
            let bits = u128::from(x.to_bits());
            for wide in [Scalar::F80, Scalar::F128] {
                let there = convert(bits, Scalar::F64, wide);
                assert_eq!(convert(there, wide, Scalar::F64) as u64, x.to_bits(), "{x} {wide}");
                assert_eq!(convert(there, wide, Scalar::F32) as u32, (x as f32).to_bits(), "{x} {wide}");
            }
            assert_eq!(convert(bits, Scalar::F64, Scalar::F32) as u32, (x as f32).to_bits(), "{x}");
            if x.abs() < 1e18 {
                let (magnitude, negative) = to_integer(bits, Scalar::F64).unwrap();
                let value = if negative { -(magnitude as i128) } else { magnitude as i128 };
                assert_eq!(value, x as i128);
            }
        }
        for n in [0u64, 1, 5, u64::MAX, 1 << 53, (1 << 53) + 1, (1 << 60) + 12345] {
            assert_eq!(from_integer(u128::from(n), false, Scalar::F64) as u64, (n as f64).to_bits());
            assert_eq!(
                from_integer(u128::from(n), true, Scalar::F32) as u32,
                (-(n as f32)).to_bits() & if n == 0 { 0 } else { u32::MAX }
            );
        }
    }

    /// With inputs of at most 26 bits the product fits a double, and sums and quotients rounded to 64 bits and then to 53 can
    /// be compared whenever the first rounding is exact.
    #[test]
    fn arithmetic_agrees_with_the_host_where_both_are_exact() {
        let ext = |x: f64| convert(u128::from(x.to_bits()), Scalar::F64, Scalar::F80);
        let back = |x: u128| f64::from_bits(convert(x, Scalar::F80, Scalar::F64) as u64);
        for a in [0.0, 1.0, -1.0, 3.5, -1024.125, 65535.0, 0.0078125, 1e6] {
            for b in [1.0, -2.0, 4.0, 0.5, -0.25, 3.0, 1e5] {
                assert_eq!(back(arithmetic80(FloatOp::Add, ext(a), ext(b))), a + b, "{a} + {b}");
                assert_eq!(back(arithmetic80(FloatOp::Sub, ext(a), ext(b))), a - b, "{a} - {b}");
                assert_eq!(back(arithmetic80(FloatOp::Mul, ext(a), ext(b))), a * b, "{a} * {b}");
                let quotient: f64 = a / b;
                if quotient * b == a {
                    assert_eq!(back(arithmetic80(FloatOp::Div, ext(a), ext(b))), quotient, "{a} / {b}");
                }
                assert_eq!(compare(ext(a), ext(b), Scalar::F80), a.partial_cmp(&b), "{a} <> {b}");
            }
        }
        assert!(back(arithmetic80(FloatOp::Div, ext(0.0), ext(0.0))).is_nan());
        // 1/3 in 64 bits of significand.
        assert_eq!(arithmetic80(FloatOp::Div, ext(1.0), ext(3.0)), 0x3ffd_aaaa_aaaa_aaaa_aaab);
        assert_eq!(arithmetic80(FloatOp::Sub, ext(1.0), ext(1e-30)) >> 64, 0x3fff);
    }
}
