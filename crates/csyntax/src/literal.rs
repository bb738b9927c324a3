//! What a literal means: numbers, characters and strings.

use crate::ast::{Encoding, FloatSuffix, IntLiteral, StringUnits};
use crate::lexer::decode_utf8;
use std::ops::Range;

// ----- Numbers -----

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Number {
    Int(IntLiteral),
    Float {
        value: f64,
        suffix: FloatSuffix,
        imaginary: bool,
        exact: bool,
    },
    /// A constant of a type that the tree has no literal for (`1.0DF`, `1.0f16`).
    Unsupported,
}

/// Reads the number at the front of the text, which begins with a digit or a dot and a digit.
pub(crate) fn number(text: &[u8]) -> Result<Number, String> {
    let spelling = number_spelling(text);
    if let [digit @ b'0'..=b'9'] = spelling {
        return int(u64::from(digit - b'0'), true, b"");
    }
    match spelling {
        [b'0', b'x' | b'X', ..] => hexadecimal(&spelling[2..]),
        [b'0', b'b' | b'B', digits @ ..] => {
            let length = digits.iter().take_while(|b| b.is_ascii_digit()).count();
            let (digits, suffix) = digits.split_at(length);
            if digits.is_empty() {
                return Err("a binary constant needs digits".into());
            }
            int(digits_value(digits, 2, "binary")?, false, suffix)
        }
        _ => decimal(spelling),
    }
}

/// The bytes of a preprocessing number, by the lexer's rule.
fn number_spelling(text: &[u8]) -> &[u8] {
    let mut length = 1;
    while let Some(&byte) = text.get(length) {
        let exponent_sign =
            matches!(byte, b'+' | b'-') && matches!(text[length - 1], b'e' | b'E' | b'p' | b'P');
        if byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.') || exponent_sign {
            length += 1;
        } else {
            break;
        }
    }
    &text[..length.min(text.len())]
}

fn digits_value(digits: &[u8], base: u32, kind: &str) -> Result<u64, String> {
    let mut value = 0u64;
    for &byte in digits {
        let Some(digit) = char::from(byte).to_digit(base) else {
            return Err(format!("invalid digit `{}` in {kind} constant", char::from(byte)));
        };
        value = value
            .checked_mul(u64::from(base))
            .and_then(|v| v.checked_add(u64::from(digit)))
            .ok_or("integer constant does not fit in 64 bits")?;
    }
    Ok(value)
}

fn decimal(spelling: &[u8]) -> Result<Number, String> {
    let digits = spelling.iter().take_while(|b| b.is_ascii_digit()).count();
    if !matches!(spelling.get(digits), Some(b'.' | b'e' | b'E')) {
        let (digits, suffix) = spelling.split_at(digits);
        if digits[0] == b'0' {
            return int(digits_value(&digits[1..], 8, "octal")?, false, suffix);
        }
        return int(digits_value(digits, 10, "decimal")?, true, suffix);
    }
    let mut end = digits;
    if spelling.get(end) == Some(&b'.') {
        end += 1;
        end += spelling[end..].iter().take_while(|b| b.is_ascii_digit()).count();
    }
    if matches!(spelling.get(end), Some(b'e' | b'E')) {
        end += 1 + usize::from(matches!(spelling.get(end + 1), Some(b'+' | b'-')));
        let exponent = spelling[end..].iter().take_while(|b| b.is_ascii_digit()).count();
        if exponent == 0 {
            return Err("the exponent has no digits".into());
        }
        end += exponent;
    }
    let (digits, suffix) = spelling.split_at(end);
    let digits = std::str::from_utf8(digits).map_err(|_| "invalid number")?;
    float(suffix, |single| {
        let value = if single { digits.parse::<f32>().map(f64::from) } else { digits.parse::<f64>() };
        value.map_err(|_| "invalid floating constant".to_string())
    })
    .map(|number| with_exactness(number, |value| is_exactly(digits, value)))
}

/// Types longer than `double` can hold more than the value does: says whether nothing is lost.
fn with_exactness(number: Number, is_exact: impl FnOnce(f64) -> bool) -> Number {
    match number {
        Number::Float { value, suffix: suffix @ (FloatSuffix::L | FloatSuffix::Q), imaginary, .. } => {
            Number::Float { value, suffix, imaginary, exact: is_exact(value) }
        }
        other => other,
    }
}

/// Whether a decimal number is the value, and not only next to it.
fn is_exactly(text: &str, value: f64) -> bool {
    // No `double` has more than 767 significant digits, so that this is all of it.
    value.is_finite() && significant(text) == significant(&format!("{value:.800e}"))
}

/// The digits of a decimal number without zeros at the ends, and the power of ten of the first one.
fn significant(text: &str) -> (Vec<u8>, i64) {
    let (mantissa, exponent) = match text.find(['e', 'E']) {
        Some(at) => (&text[..at], text[at + 1..].parse::<i64>().unwrap_or(i64::MAX / 2)),
        None => (text, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mut digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).collect();
    let zeros = digits.iter().take_while(|&&d| d == b'0').count();
    digits.drain(..zeros);
    digits.truncate(digits.iter().rposition(|&d| d != b'0').map_or(0, |last| last + 1));
    let power = if digits.is_empty() { 0 } else { exponent + whole.len() as i64 - zeros as i64 };
    (digits, power)
}

fn hexadecimal(text: &[u8]) -> Result<Number, String> {
    let digits = text.iter().take_while(|b| b.is_ascii_hexdigit()).count();
    if !matches!(text.get(digits), Some(b'.' | b'p' | b'P')) {
        if digits == 0 {
            return Err("a hexadecimal constant needs digits".into());
        }
        return int(digits_value(&text[..digits], 16, "hexadecimal")?, false, &text[digits..]);
    }
    let mut fraction = HexFloat::default();
    fraction.digits(&text[..digits], false);
    let mut end = digits;
    let mut count = digits;
    if text.get(end) == Some(&b'.') {
        end += 1;
        let more = text[end..].iter().take_while(|b| b.is_ascii_hexdigit()).count();
        fraction.digits(&text[end..end + more], true);
        end += more;
        count += more;
    }
    if count == 0 {
        return Err("a hexadecimal constant needs digits".into());
    }
    if !matches!(text.get(end), Some(b'p' | b'P')) {
        return Err("a hexadecimal floating constant needs an exponent".into());
    }
    end += 1;
    let negative = text.get(end) == Some(&b'-');
    end += usize::from(matches!(text.get(end), Some(b'+' | b'-')));
    let exponent_digits = text[end..].iter().take_while(|b| b.is_ascii_digit()).count();
    if exponent_digits == 0 {
        return Err("the exponent has no digits".into());
    }
    let mut exponent = 0i64;
    for &byte in &text[end..end + exponent_digits] {
        exponent = (exponent * 10 + i64::from(byte - b'0')).min(1 << 40);
    }
    fraction.exponent += if negative { -exponent } else { exponent };
    float(&text[end + exponent_digits..], |single| Ok(fraction.round(single)))
        .map(|number| with_exactness(number, |_| fraction.is_double()))
}

/// `mantissa * 2^exponent`, plus something smaller than the mantissa's last bit if `inexact`.
#[derive(Default, Clone, Copy)]
struct HexFloat {
    mantissa: u64,
    exponent: i64,
    inexact: bool,
}

impl HexFloat {
    fn digits(&mut self, digits: &[u8], fraction: bool) {
        for &byte in digits {
            let digit = u64::from(char::from(byte).to_digit(16).unwrap_or(0));
            if self.mantissa >> 60 == 0 {
                self.mantissa = self.mantissa << 4 | digit;
                self.exponent -= if fraction { 4 } else { 0 };
            } else {
                self.inexact |= digit != 0;
                self.exponent += if fraction { 0 } else { 4 };
            }
        }
    }

    /// Whether a `double` holds it as it is.
    fn is_double(self) -> bool {
        if self.mantissa == 0 {
            return !self.inexact;
        }
        let bottom = self.exponent + i64::from(self.mantissa.trailing_zeros());
        let top = self.exponent + 64 - i64::from(self.mantissa.leading_zeros());
        !self.inexact && top - bottom <= 53 && top <= 1024 && bottom >= -1074
    }

    /// Rounds to nearest, ties to even, in `float` or `double` precision.
    fn round(self, single: bool) -> f64 {
        let (precision, least, greatest) = if single { (24, -149, 128) } else { (53, -1074, 1024) };
        if self.mantissa == 0 {
            return 0.0;
        }
        let bits = 64 - i64::from(self.mantissa.leading_zeros());
        let top = self.exponent + bits;
        if top > greatest {
            return f64::INFINITY;
        }
        if top < least {
            return 0.0;
        }
        let unit = (top - precision).max(least);
        let shift = unit - self.exponent;
        let rounded = if shift <= 0 {
            // All bits fit: no more than `precision` of them are there.
            self.mantissa << -shift
        } else {
            let wide = u128::from(self.mantissa) << 1 | u128::from(self.inexact);
            let quotient = (wide >> (shift + 1)) as u64;
            let rest = wide & ((1 << (shift + 1)) - 1);
            let half = 1u128 << shift;
            quotient + u64::from(rest > half || rest == half && quotient & 1 == 1)
        };
        // Two exact steps, since 2^unit itself may be subnormal.
        let power = |n: i64| f64::from_bits(((n + 1023) as u64) << 52);
        let value = rounded as f64 * power(unit / 2) * power(unit - unit / 2);
        if single && value >= power(127) * 2.0 { f64::INFINITY } else { value }
    }
}

fn int(value: u64, decimal: bool, suffix: &[u8]) -> Result<Number, String> {
    let mut literal = IntLiteral { value, unsigned: false, longs: 0, decimal, imaginary: false };
    let mut rest = suffix;
    loop {
        rest = match rest {
            [] => return Ok(Number::Int(literal)),
            [b'u' | b'U', rest @ ..] if !literal.unsigned => {
                literal.unsigned = true;
                rest
            }
            [b'l', b'l', rest @ ..] | [b'L', b'L', rest @ ..] if literal.longs == 0 => {
                literal.longs = 2;
                rest
            }
            [b'l' | b'L', rest @ ..] if literal.longs == 0 => {
                literal.longs = 1;
                rest
            }
            [b'i' | b'I' | b'j' | b'J', rest @ ..] if !literal.imaginary => {
                literal.imaginary = true;
                rest
            }
            _ => {
                return Err(format!(
                    "invalid suffix `{}` on integer constant",
                    String::from_utf8_lossy(suffix)
                ));
            }
        }
    }
}

/// `value` is asked whether to round to `float`.
fn float(suffix: &[u8], value: impl FnOnce(bool) -> Result<f64, String>) -> Result<Number, String> {
    let is_i = |b: &u8| matches!(b, b'i' | b'I' | b'j' | b'J');
    let (core, imaginary) = match suffix {
        [first, rest @ ..] if is_i(first) => (rest, true),
        [rest @ .., last] if is_i(last) => (rest, true),
        _ => (suffix, false),
    };
    let (single, suffix) = match core {
        b"" | b"f64" | b"F64" | b"f32x" | b"F32x" | b"d" | b"D" => (false, FloatSuffix::None),
        b"f" | b"F" | b"f32" | b"F32" => (true, FloatSuffix::F),
        b"l" | b"L" | b"f64x" | b"F64x" | b"w" | b"W" => (false, FloatSuffix::L),
        b"q" | b"Q" | b"f128" | b"F128" => (false, FloatSuffix::Q),
        b"df" | b"DF" | b"dd" | b"DD" | b"dl" | b"DL" | b"f16" | b"F16" => return Ok(Number::Unsupported),
        _ => {
            let suffix = String::from_utf8_lossy(suffix);
            return Err(format!("invalid suffix `{suffix}` on floating constant"));
        }
    };
    Ok(Number::Float { value: value(single)?, suffix, imaginary, exact: true })
}

// ----- Characters and strings -----

/// A mistake inside a literal; the range is relative to the literal's first byte.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct LiteralError {
    pub(crate) range: Range<usize>,
    pub(crate) message: String,
}

/// The encoding a literal's prefix asks for, and the length of the prefix.
pub(crate) fn encoding(text: &[u8]) -> (Encoding, usize) {
    match text {
        [b'L', ..] => (Encoding::Wide, 1),
        [b'u', b'8', ..] => (Encoding::Utf8, 2),
        [b'u', ..] => (Encoding::Utf16, 1),
        [b'U', ..] => (Encoding::Utf32, 1),
        _ => (Encoding::Narrow, 0),
    }
}

/// Where the code units of a literal go.
pub(crate) struct Units {
    encoding: Encoding,
    bytes: Vec<u8>,
    wide: Vec<u32>,
}

impl Units {
    pub(crate) fn new(encoding: Encoding) -> Units {
        Units { encoding, bytes: Vec::new(), wide: Vec::new() }
    }

    fn is_narrow(&self) -> bool {
        matches!(self.encoding, Encoding::Narrow | Encoding::Utf8)
    }

    fn character(&mut self, character: char) {
        match self.encoding {
            Encoding::Narrow | Encoding::Utf8 => {
                let mut buffer = [0; 4];
                self.bytes.extend_from_slice(character.encode_utf8(&mut buffer).as_bytes());
            }
            Encoding::Utf16 => {
                let mut buffer = [0; 2];
                self.wide.extend(character.encode_utf16(&mut buffer).iter().map(|&unit| u32::from(unit)));
            }
            Encoding::Wide | Encoding::Utf32 => self.wide.push(u32::from(character)),
        }
    }

    /// An octal or hexadecimal escape names a code unit, not a character.
    fn unit(&mut self, value: u32) {
        match self.encoding {
            Encoding::Narrow | Encoding::Utf8 => self.bytes.push(value as u8),
            Encoding::Utf16 => self.wide.push(value & 0xffff),
            Encoding::Wide | Encoding::Utf32 => self.wide.push(value),
        }
    }

    pub(crate) fn finish(self) -> StringUnits {
        if self.is_narrow() { StringUnits::Bytes(self.bytes) } else { StringUnits::Wide(self.wide) }
    }

    /// Decodes the literal at the front of the text, prefix and quotes included, in this encoding.
    pub(crate) fn decode(&mut self, text: &[u8], errors: &mut Vec<LiteralError>) {
        let (_, prefix) = encoding(text);
        let quote = text[prefix];
        let mut at = prefix + 1;
        if self.is_narrow() {
            // Most literals have a few escapes; the bytes between them go over in one piece.
            loop {
                let rest = &text[at..];
                let stop = rest.iter().position(|&b| b == quote || b == b'\\' || b == b'\n');
                let length = stop.unwrap_or(rest.len());
                self.bytes.extend_from_slice(&rest[..length]);
                at += length;
                if text.get(at) != Some(&b'\\') {
                    return;
                }
                at = self.escape(text, at, errors);
            }
        }
        loop {
            match text.get(at) {
                None | Some(b'\n') => return,
                Some(&byte) if byte == quote => return,
                Some(b'\\') => at = self.escape(text, at, errors),
                Some(&byte) if byte < 0x80 => {
                    self.wide.push(u32::from(byte));
                    at += 1;
                }
                Some(_) => match decode_utf8(&text[at..]) {
                    Some(character) => {
                        self.character(character);
                        at += character.len_utf8();
                    }
                    None => {
                        let message = "invalid UTF-8 in a wide literal".into();
                        errors.push(LiteralError { range: at..at + 1, message });
                        at += 1;
                    }
                },
            }
        }
    }

    /// Decodes the escape whose backslash is at `at`, and returns the offset behind it.
    fn escape(&mut self, text: &[u8], at: usize, errors: &mut Vec<LiteralError>) -> usize {
        let mut error = |end: usize, message: String| errors.push(LiteralError { range: at..end, message });
        let Some(&letter) = text.get(at + 1) else { return at + 1 };
        let value = match letter {
            b'a' => 7,
            b'b' => 8,
            b't' => 9,
            b'n' => 10,
            b'v' => 11,
            b'f' => 12,
            b'r' => 13,
            b'e' | b'E' => 27,
            b'0'..=b'7' => {
                let digits = text[at + 1..].iter().take(3).take_while(|b| matches!(b, b'0'..=b'7')).count();
                let value =
                    text[at + 1..][..digits].iter().fold(0, |value, &b| value * 8 + u32::from(b - b'0'));
                self.unit(value);
                return at + 1 + digits;
            }
            b'x' => {
                let digits = text[at + 2..].iter().take_while(|b| b.is_ascii_hexdigit()).count();
                let end = at + 2 + digits;
                if digits == 0 {
                    error(end, "`\\x` needs hexadecimal digits".into());
                }
                // Digits that do not fit are cut, as gcc does with a warning.
                let value = text[at + 2..end]
                    .iter()
                    .fold(0u32, |value, &b| value.wrapping_shl(4) | char::from(b).to_digit(16).unwrap_or(0));
                self.unit(value);
                return end;
            }
            b'u' | b'U' => {
                let wanted = if letter == b'u' { 4 } else { 8 };
                let digits = text[at + 2..].iter().take(wanted).take_while(|b| b.is_ascii_hexdigit()).count();
                let end = at + 2 + digits;
                let code = text[at + 2..end]
                    .iter()
                    .fold(0u32, |value, &b| value.wrapping_shl(4) | char::from(b).to_digit(16).unwrap_or(0));
                if digits < wanted {
                    error(end, format!("`\\{}` needs {wanted} hexadecimal digits", char::from(letter)));
                } else {
                    let basic = code < 0xa0 && !matches!(code, 0x24 | 0x40 | 0x60);
                    match char::from_u32(code) {
                        Some(character) if !basic => self.character(character),
                        _ => {
                            let name = String::from_utf8_lossy(&text[at..end]).into_owned();
                            error(end, format!("`{name}` is not a valid universal character"));
                        }
                    }
                }
                return end;
            }
            b'N' => {
                error(at + 2, "named characters (`\\N{...}`) are not C".into());
                return at + 2;
            }
            b'\n' => return at + 2,
            // `\\`, `\'`, `\"`, `\?`, and, as gcc does with a warning, any other character for itself.
            0x80.. => return at + 1,
            other => u32::from(other),
        };
        self.unit(value);
        at + 2
    }
}

/// The value of a character literal.
pub(crate) fn character(text: &[u8], errors: &mut Vec<LiteralError>) -> (i64, Encoding) {
    let (encoding, prefix) = encoding(text);
    let mut units = Units::new(encoding);
    units.decode(text, errors);
    let empty = units.bytes.is_empty() && units.wide.is_empty();
    if empty && errors.is_empty() {
        let message = "empty character literal".into();
        errors.push(LiteralError { range: 0..prefix + 2, message });
    }
    let value = match encoding {
        Encoding::Narrow => match units.bytes[..] {
            [] => 0,
            [byte] => i64::from(byte as i8),
            // Several characters make an `int` as gcc builds it: the last four, big-endian.
            _ => i64::from(units.bytes.iter().fold(0u32, |value, &b| value << 8 | u32::from(b)) as i32),
        },
        Encoding::Utf8 => units.bytes.last().copied().map_or(0, i64::from),
        Encoding::Wide => units.wide.last().copied().map_or(0, |unit| i64::from(unit as i32)),
        Encoding::Utf16 | Encoding::Utf32 => units.wide.last().copied().map_or(0, i64::from),
    };
    (value, encoding)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int_of(text: &str) -> (u64, String) {
        match number(text.as_bytes()) {
            Ok(Number::Int(i)) => {
                let mut flags = String::new();
                flags.push_str(if i.unsigned { "u" } else { "" });
                flags.push_str(&"l".repeat(usize::from(i.longs)));
                flags.push_str(if i.decimal { "d" } else { "" });
                flags.push_str(if i.imaginary { "i" } else { "" });
                (i.value, flags)
            }
            other => panic!("{text}: {other:?}"),
        }
    }

    fn float_of(text: &str) -> (f64, FloatSuffix, bool) {
        match number(text.as_bytes()) {
            Ok(Number::Float { value, suffix, imaginary, .. }) => (value, suffix, imaginary),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn integers() {
        assert_eq!(int_of("0"), (0, "d".into()));
        assert_eq!(int_of("00"), (0, "".into()));
        assert_eq!(int_of("017"), (15, "".into()));
        assert_eq!(int_of("42ul;"), (42, "uld".into()));
        assert_eq!(int_of("42LLU"), (42, "ulld".into()));
        assert_eq!(int_of("0xFFFFFFFFFFFFFFFFu"), (u64::MAX, "u".into()));
        assert_eq!(int_of("0b1011L"), (11, "l".into()));
        assert_eq!(int_of("3i"), (3, "di".into()));
        assert_eq!(int_of("3jUll"), (3, "ulldi".into()));
        for bad in ["08", "0b2", "0x", "1lul", "1uu", "1lL", "0xe+1", "1_000", "18446744073709551616", "0b"] {
            assert!(number(bad.as_bytes()).is_err(), "{bad}");
        }
    }

    #[test]
    fn floats() {
        assert_eq!(float_of("1."), (1.0, FloatSuffix::None, false));
        assert_eq!(float_of(".5e1f"), (5.0, FloatSuffix::F, false));
        assert_eq!(float_of("1.e-2L"), (0.01, FloatSuffix::L, false));
        assert_eq!(float_of("09e1"), (90.0, FloatSuffix::None, false));
        assert_eq!(float_of("0.1f").0, f64::from(0.1f32));
        assert_eq!(float_of("1.5if"), (1.5, FloatSuffix::F, true));
        assert_eq!(float_of("2.5fi"), (2.5, FloatSuffix::F, true));
        assert_eq!(float_of("1.0F128"), (1.0, FloatSuffix::Q, false));
        assert_eq!(float_of("1e999").0, f64::INFINITY);
        assert_eq!(number(b"1.0DD"), Ok(Number::Unsupported));
        for bad in ["1e", "1e+", "1.0ff", "1.0.0", "1.5u", "0x1.8", "0x.p1", "0x1p", "1.0k"] {
            assert!(number(bad.as_bytes()).is_err(), "{bad}");
        }
    }

    #[test]
    fn long_constants_say_whether_a_double_holds_them() {
        let exact = |text: &str| match number(text.as_bytes()) {
            Ok(Number::Float { exact, .. }) => exact,
            other => panic!("{text}: {other:?}"),
        };
        for text in [
            "0.0L",
            "1.5L",
            "1e22L",
            ".5e1L",
            "1.0e-0L",
            "9223372036854775808.0L",
            "0x1.8p3L",
            "0.1",
            "00.50e0Q",
        ] {
            assert!(exact(text), "{text}");
        }
        for text in [
            "0.1L",
            "1e23L",
            "9223372036854775809.0L",
            "1e400L",
            "1e-400L",
            "0x1.00000000000000001p0L",
            "1e-9999999999999999999999L",
            "0x1p-1075L",
        ] {
            assert!(!exact(text), "{text}");
        }
    }

    #[test]
    fn hexadecimal_floats_round_to_nearest_even() {
        assert_eq!(float_of("0x1.8p1").0, 3.0);
        assert_eq!(float_of("0x.8p0").0, 0.5);
        assert_eq!(float_of("0x1p-1074").0, f64::from_bits(1));
        assert_eq!(float_of("0x1p-1075").0, 0.0);
        assert_eq!(float_of("0x1.8p-1075").0, f64::from_bits(1));
        assert_eq!(float_of("0x1.00000000000001p-1075").0, f64::from_bits(1));
        assert_eq!(float_of("0x1p1024").0, f64::INFINITY);
        assert_eq!(float_of("0x1.fffffffffffffp1023").0, f64::MAX);
        assert_eq!(float_of("0x1.fffffffffffff8p1023").0, f64::INFINITY);
        assert_eq!(float_of("0x1.00000000000008p0").0, 1.0);
        assert_eq!(float_of("0x1.000000000000080001p0").0, 1.0 + f64::EPSILON);
        assert_eq!(float_of("0x1.00000000000018p0").0, 1.0 + 2.0 * f64::EPSILON);
        assert_eq!(float_of("0x123456789abcdef0123456789p0").0, 0x123456789abcdef0123456789u128 as f64);
        assert_eq!(float_of("0x1.fffffep127f").0, f64::from(f32::MAX));
        assert_eq!(float_of("0x1.ffffffp127f").0, f64::INFINITY);
        assert_eq!(float_of("0x1p-149f").0, f64::from(f32::from_bits(1)));
        assert_eq!(float_of("0x1p-9999999999999999999").0, 0.0);
    }

    fn char_of(text: &str) -> i64 {
        let mut errors = Vec::new();
        let value = character(text.as_bytes(), &mut errors).0;
        assert_eq!(errors, []);
        value
    }

    #[test]
    fn characters() {
        assert_eq!(char_of("'a'"), 97);
        assert_eq!(char_of(r"'\xff'"), -1);
        assert_eq!(char_of(r"'\377'"), -1);
        assert_eq!(char_of(r"'\0'"), 0);
        assert_eq!(char_of(r"'\e'"), 27);
        assert_eq!(char_of(r"'\''"), 39);
        assert_eq!(char_of("'ab'"), 0x6162);
        assert_eq!(char_of("'é'"), 0xc3a9);
        assert_eq!(char_of(r"'\xffabc'"), i64::from(0xbcu8 as i8));
        assert_eq!(char_of(r"'a\xffzzz'"), i64::from(0xff7a_7a7au32 as i32));
        assert_eq!(char_of("L'é'"), 0xe9);
        assert_eq!(char_of(r"L'\xffffffff'"), -1);
        assert_eq!(char_of(r"U'\xffffffff'"), 0xffff_ffff);
        assert_eq!(char_of(r"u'\u20ac'"), 0x20ac);
        for bad in ["''", r"'\x'", r"'\u12'", r"'\ud800'", r"'\N{x}'", r"L'\u0041'"] {
            let mut errors = Vec::new();
            character(bad.as_bytes(), &mut errors);
            assert_eq!(errors.len(), 1, "{bad}");
        }
    }

    #[test]
    fn strings() {
        let decode = |text: &str, encoding| {
            let mut errors = Vec::new();
            let mut units = Units::new(encoding);
            units.decode(text.as_bytes(), &mut errors);
            assert_eq!(errors, []);
            units.finish()
        };
        assert_eq!(decode(r#""a\tb\x41g\1012""#, Encoding::Narrow), StringUnits::Bytes(b"a\tbAgA2".into()));
        assert_eq!(decode(r#""\u20ac€""#, Encoding::Narrow), StringUnits::Bytes("€€".into()));
        let pair = StringUnits::Wide(vec![0xd83d, 0xde00, 0xff]);
        assert_eq!(decode("u\"\u{1f600}\\xff\"", Encoding::Utf16), pair);
        assert_eq!(decode("\"\u{1f600}\\xff\"", Encoding::Wide), StringUnits::Wide(vec![0x1f600, 0xff]));
    }
}
