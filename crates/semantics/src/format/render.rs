//! How `printf` writes numbers, to the letter as glibc does.

use super::{Amount, Directive};

/// The flags and amounts of a directive, with the values of their arguments.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spec {
    pub left: bool,
    pub plus: bool,
    pub space: bool,
    pub alternate: bool,
    pub zero: bool,
    pub width: usize,
    pub precision: Option<usize>,
}

/// A number in letters.
#[derive(Clone, Debug, PartialEq)]
pub struct Number {
    pub bytes: Vec<u8>,
    /// Every version of the C library prints just this.
    pub certain: bool,
}

impl Directive {
    /// `argument` gives the value of an `int` argument.
    pub fn spec(&self, argument: impl Fn(usize) -> i32) -> Spec {
        let mut spec = Spec {
            left: self.left,
            plus: self.plus,
            space: self.space,
            alternate: self.alternate,
            zero: self.zero,
            width: 0,
            precision: None,
        };
        match self.width {
            Amount::None => {}
            Amount::Number(n) => spec.width = n as usize,
            Amount::Argument(index) => {
                let width = argument(index);
                spec.left |= width < 0;
                spec.width = width.unsigned_abs() as usize;
            }
        }
        spec.precision = match self.precision {
            Amount::None => None,
            Amount::Number(n) => Some(n as usize),
            Amount::Argument(index) => usize::try_from(argument(index)).ok(),
        };
        spec
    }
}

/// Pads a number: `prefix` is a sign or `0x`, after which zeros go.
fn pad(spec: &Spec, prefix: &str, digits: &str, zeros: bool) -> Vec<u8> {
    let len = prefix.len() + digits.len();
    let fill = spec.width.saturating_sub(len);
    let mut out = Vec::with_capacity(len + fill);
    if spec.left {
        out.extend_from_slice(prefix.as_bytes());
        out.extend_from_slice(digits.as_bytes());
        out.resize(out.len() + fill, b' ');
    } else if zeros {
        out.extend_from_slice(prefix.as_bytes());
        out.resize(out.len() + fill, b'0');
        out.extend_from_slice(digits.as_bytes());
    } else {
        out.resize(fill, b' ');
        out.extend_from_slice(prefix.as_bytes());
        out.extend_from_slice(digits.as_bytes());
    }
    out
}

pub fn text(spec: &Spec, bytes: &[u8]) -> Vec<u8> {
    let fill = spec.width.saturating_sub(bytes.len());
    let mut out = Vec::with_capacity(bytes.len() + fill);
    if !spec.left {
        out.resize(fill, b' ');
    }
    out.extend_from_slice(bytes);
    if spec.left {
        out.resize(out.len() + fill, b' ');
    }
    out
}

fn sign(spec: &Spec, negative: bool) -> &'static str {
    if negative {
        "-"
    } else if spec.plus {
        "+"
    } else if spec.space {
        " "
    } else {
        ""
    }
}

fn with_precision(spec: &Spec, mut digits: String) -> String {
    if let Some(precision) = spec.precision {
        if precision == 0 && digits == "0" {
            return String::new();
        }
        if digits.len() < precision {
            digits.insert_str(0, &"0".repeat(precision - digits.len()));
        }
    }
    digits
}

pub fn signed(spec: &Spec, value: i128) -> Vec<u8> {
    let digits = with_precision(spec, value.unsigned_abs().to_string());
    pad(spec, sign(spec, value < 0), &digits, spec.zero && spec.precision.is_none())
}

/// `conversion` is one of `u o x X b B`.
pub fn unsigned(spec: &Spec, value: u128, conversion: u8) -> Vec<u8> {
    let digits = match conversion {
        b'o' => format!("{value:o}"),
        b'x' => format!("{value:x}"),
        b'X' => format!("{value:X}"),
        b'b' | b'B' => format!("{value:b}"),
        _ => value.to_string(),
    };
    let mut digits = with_precision(spec, digits);
    let mut prefix = "";
    if spec.alternate {
        match conversion {
            b'o' if !digits.starts_with('0') => digits.insert(0, '0'),
            b'x' if value != 0 => prefix = "0x",
            b'X' if value != 0 => prefix = "0X",
            b'b' if value != 0 => prefix = "0b",
            b'B' if value != 0 => prefix = "0B",
            _ => {}
        }
    }
    pad(spec, prefix, &digits, spec.zero && spec.precision.is_none())
}

/// `conversion` is one of `f F e E g G a A`.
pub fn float(spec: &Spec, value: f64, conversion: u8) -> Number {
    let upper = conversion.is_ascii_uppercase();
    let sign = sign(spec, value.is_sign_negative());
    let magnitude = value.abs();
    let zeros = spec.zero && value.is_finite();
    let (prefix, digits) = if value.is_nan() {
        (sign.to_string(), "nan".to_string())
    } else if value.is_infinite() {
        (sign.to_string(), "inf".to_string())
    } else {
        match conversion.to_ascii_lowercase() {
            b'f' => (sign.to_string(), fixed(magnitude, spec.precision.unwrap_or(6), spec.alternate)),
            b'e' => (sign.to_string(), exponential(magnitude, spec.precision.unwrap_or(6), spec.alternate)),
            b'g' => (sign.to_string(), general(magnitude, spec.precision.unwrap_or(6), spec.alternate)),
            _ => (format!("{sign}0x"), hexadecimal(magnitude, spec.precision, spec.alternate)),
        }
    };
    let bytes = if upper {
        pad(spec, &prefix.to_ascii_uppercase(), &digits.to_ascii_uppercase(), zeros)
    } else {
        pad(spec, &prefix, &digits, zeros)
    };
    let general = conversion.eq_ignore_ascii_case(&b'g') && spec.alternate && value.is_finite();
    let certain = !(general && carries(magnitude, spec.precision.unwrap_or(6).max(1)));
    Number { bytes, certain }
}

/// Whether rounding to so many digits makes one more digit before the point: some versions of glibc then drop the zeros that `%#g`
/// asks for.
fn carries(value: f64, digits: usize) -> bool {
    let (rounded, exact) = (scientific(value, digits - 1), scientific(value, EXACT));
    rounded.1 != exact.1
}

/// A double has at most 1,074 digits after the point and 767 significant ones: more precision is zeros.
const EXACT: usize = 1100;

fn fixed(value: f64, precision: usize, alternate: bool) -> String {
    let mut out = format!("{:.*}", precision.min(EXACT), value);
    out.extend(std::iter::repeat_n('0', precision.saturating_sub(EXACT)));
    if precision == 0 && alternate {
        out.push('.');
    }
    out
}

/// The digits and the exponent of `d.ddd * 10^e`.
fn scientific(value: f64, precision: usize) -> (String, i32) {
    let text = format!("{:.*e}", precision.min(EXACT), value);
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let mut mantissa = mantissa.to_string();
    mantissa.extend(std::iter::repeat_n('0', precision.saturating_sub(EXACT)));
    (mantissa, exponent.parse().unwrap_or(0))
}

fn with_exponent(mantissa: &str, exponent: i32) -> String {
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{mantissa}e{sign}{:02}", exponent.abs())
}

fn exponential(value: f64, precision: usize, alternate: bool) -> String {
    let (mut mantissa, exponent) = scientific(value, precision);
    if precision == 0 && alternate {
        mantissa.push('.');
    }
    with_exponent(&mantissa, exponent)
}

fn general(value: f64, precision: usize, alternate: bool) -> String {
    let precision = precision.max(1);
    let (mantissa, exponent) = scientific(value, precision - 1);
    let strip = |text: String| {
        if alternate || !text.contains('.') {
            text
        } else {
            text.trim_end_matches('0').trim_end_matches('.').to_string()
        }
    };
    if exponent < -4 || exponent >= precision as i32 {
        let mut mantissa = strip(mantissa);
        if alternate && !mantissa.contains('.') {
            mantissa.push('.');
        }
        with_exponent(&mantissa, exponent)
    } else {
        let after_point = (precision as i32 - 1 - exponent) as usize;
        strip(fixed(value, after_point, alternate))
    }
}

/// What follows `0x`.
fn hexadecimal(value: f64, precision: Option<usize>, alternate: bool) -> String {
    let bits = value.to_bits();
    let biased = (bits >> 52 & 0x7ff) as i32;
    let mut fraction = bits & ((1 << 52) - 1);
    let mut lead = u64::from(biased != 0);
    let exponent = match (biased, fraction) {
        (0, 0) => 0,
        (0, _) => -1022,
        _ => biased - 1023,
    };
    let mut digits = match precision {
        Some(n) if n < 13 => {
            let drop = 52 - 4 * n as u32;
            let whole = lead << 52 | fraction;
            let (mut kept, rest) = (whole >> drop, whole & ((1 << drop) - 1));
            let half = 1u64 << (drop - 1);
            if rest > half || rest == half && kept & 1 != 0 {
                kept += 1;
            }
            lead = kept >> (4 * n);
            fraction = kept & ((1 << (4 * n)) - 1);
            if n == 0 { String::new() } else { format!("{fraction:0n$x}") }
        }
        Some(n) => {
            let mut digits = format!("{fraction:013x}");
            digits.extend(std::iter::repeat_n('0', n - 13));
            digits
        }
        None => format!("{fraction:013x}").trim_end_matches('0').to_string(),
    };
    if !digits.is_empty() || alternate {
        digits.insert(0, '.');
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{lead}{digits}p{sign}{}", exponent.abs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::PrintFormat;

    fn show(bytes: Vec<u8>) -> String {
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn halves_round_to_even() {
        let f = |value, precision| {
            show(float(&Spec { precision: Some(precision), ..Spec::default() }, value, b'f').bytes)
        };
        assert_eq!(f(0.5, 0), "0");
        assert_eq!(f(1.5, 0), "2");
        assert_eq!(f(2.5, 0), "2");
        assert_eq!(f(0.125, 2), "0.12");
        assert_eq!(f(0.375, 2), "0.38");
        let e = |value, precision| {
            show(float(&Spec { precision: Some(precision), ..Spec::default() }, value, b'e').bytes)
        };
        assert_eq!(e(2.5, 0), "2e+00");
        assert_eq!(e(12.5, 1), "1.2e+01");
    }

    #[test]
    fn integers() {
        let zero = Spec { precision: Some(0), ..Spec::default() };
        assert_eq!(show(signed(&zero, 0)), "");
        assert_eq!(show(unsigned(&Spec { alternate: true, ..zero }, 0, b'o')), "0");
        let wide = Spec { width: 8, zero: true, ..Spec::default() };
        assert_eq!(show(signed(&wide, -42)), "-0000042");
        assert_eq!(show(signed(&Spec { precision: Some(4), ..wide }, -42)), "   -0042");
        assert_eq!(show(unsigned(&Spec { alternate: true, ..wide }, 0xab, b'x')), "0x0000ab");
    }

    #[test]
    fn a_sign_before_nan() {
        let plain = Spec::default();
        assert_eq!(show(float(&plain, -f64::NAN.abs(), b'f').bytes), "-nan");
        assert_eq!(show(float(&plain, f64::NAN.abs(), b'F').bytes), "NAN");
        assert_eq!(
            show(float(&Spec { zero: true, width: 6, ..plain }, f64::NAN.abs(), b'g').bytes),
            "   nan"
        );
    }

    #[test]
    fn versions_differ_where_rounding_carries() {
        let alternate = Spec { alternate: true, ..Spec::default() };
        assert!(!float(&alternate, 999999.5, b'g').certain);
        assert!(float(&Spec::default(), 999999.5, b'g').certain);
        assert!(float(&alternate, 99999.25, b'g').certain);
    }

    fn parse(text: &str) -> Spec {
        let format = PrintFormat::parse(format!("%{text}d").as_bytes(), ir::DataModel::Lp64).unwrap();
        format.directives().next().unwrap().spec(|_| 0)
    }

    /// Numbers of all sizes, the same ones in every run; many lie where rounding to few digits is a close call.
    fn random_floats(count: usize) -> Vec<f64> {
        let mut state = 0x9e37_79b9_7f4a_7c15u64;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        (0..count)
            .map(|i| match i % 4 {
                0 => f64::from_bits(next()),
                1 => (next() % 2_000_000) as f64 / 1000.0,
                2 => (next() % 20_000) as f64 / 16.0,
                _ => 10f64.powi((next() % 40) as i32 - 20) * (1.0 - (next() % 100) as f64 * 1e-7),
            })
            .collect()
    }

    /// Every combination of flags, widths and precisions against the C library, if there is a C compiler.
    #[test]
    fn agrees_with_the_c_library() {
        let mut specs = Vec::new();
        for flags in ["", "-", "+", " ", "#", "0", "-#", "+0", "#0", " 0", "+#0", "-0"] {
            for width in ["", "1", "12", "30"] {
                for precision in ["", ".0", ".", ".1", ".3", ".10", ".25"] {
                    specs.push(format!("{flags}{width}{precision}"));
                }
            }
        }
        let ints: [i32; 6] = [0, 1, -1, 12345, i32::MIN, i32::MAX];
        let mut floats: Vec<f64> = vec![
            0.0,
            -0.0,
            1.0,
            0.5,
            1.5,
            2.5,
            0.1,
            9.5,
            99.95,
            99999.25,
            999999.5,
            1e6,
            123456.0,
            0.0001,
            0.00001234,
            1e15,
            1e100,
            -1.2345678901234567e-7,
            5e-324,
            f64::MAX,
            f64::INFINITY,
            f64::NEG_INFINITY,
            2.2250738585072014e-308,
            f64::NAN.abs(),
            -f64::NAN.abs(),
        ];
        floats.extend(random_floats(60));
        let quoted: Vec<String> = specs.iter().map(|spec| format!("\"{spec}\"")).collect();
        let bits: Vec<String> = floats.iter().map(|value| format!("{}ull", value.to_bits())).collect();
        let ints_c: Vec<String> = ints.iter().map(|value| format!("(int){value}LL")).collect();
        let source = format!(
            r#"#include <stdio.h>
            #include <string.h>
            const char *specs[] = {{ {} }};
            unsigned long long floats[] = {{ {} }};
            int ints[] = {{ {} }};
            int main(void) {{
                char format[40];
                for (int s = 0; s < {}; s++) {{
                    for (int i = 0; i < {}; i++)
                        for (const char *c = "duxXo"; *c; c++) {{
                            sprintf(format, "%%%s%c\n", specs[s], *c);
                            printf(format, ints[i]);
                        }}
                    for (int i = 0; i < {}; i++)
                        for (const char *c = "feGgaA"; *c; c++) {{
                            double d;
                            memcpy(&d, &floats[i], 8);
                            sprintf(format, "%%%s%c\n", specs[s], *c);
                            printf(format, d);
                        }}
                }}
                return 0;
            }}"#,
            quoted.join(","),
            bits.join(","),
            ints_c.join(","),
            specs.len(),
            ints.len(),
            floats.len(),
        );
        let mut ours = Vec::new();
        for spec_text in &specs {
            let spec = parse(spec_text);
            for value in ints {
                for conversion in *b"duxXo" {
                    ours.extend(match conversion {
                        b'd' => signed(&spec, i128::from(value)),
                        _ => unsigned(&spec, u128::from(value as u32), conversion),
                    });
                    ours.push(b'\n');
                }
            }
            for &value in &floats {
                for conversion in *b"feGgaA" {
                    let number = float(&spec, value, conversion);
                    ours.extend(number.bytes);
                    ours.extend_from_slice(if number.certain { b"\n" } else { b"?\n" });
                }
            }
        }
        let directory = std::env::temp_dir().join(format!("fafnir-format-{}", std::process::id()));
        std::fs::create_dir_all(&directory).unwrap();
        let (file, binary) = (directory.join("format.c"), directory.join("format"));
        std::fs::write(&file, source).unwrap();
        let compiled =
            std::process::Command::new("cc").args(["-w", "-O0", "-o"]).arg(&binary).arg(&file).status();
        if compiled.is_ok_and(|status| status.success()) {
            let theirs = std::process::Command::new(&binary).output().unwrap().stdout;
            let (theirs, ours) = (String::from_utf8(theirs).unwrap(), show(ours));
            for (line, (a, b)) in theirs.lines().zip(ours.lines()).enumerate() {
                assert!(a == b || b.ends_with('?'), "line {line}: {a}, not {b}");
            }
            assert_eq!(theirs.lines().count(), ours.lines().count());
        }
        std::fs::remove_dir_all(&directory).unwrap();
    }
}
