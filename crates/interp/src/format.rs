//! How `printf` writes numbers, to the letter as glibc does.

/// One conversion specification, parsed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Spec {
    pub(crate) left: bool,
    pub(crate) plus: bool,
    pub(crate) space: bool,
    pub(crate) alternate: bool,
    pub(crate) zero: bool,
    pub(crate) width: usize,
    pub(crate) precision: Option<usize>,
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

pub(crate) fn text(spec: &Spec, bytes: &[u8]) -> Vec<u8> {
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

pub(crate) fn signed(spec: &Spec, value: i128) -> Vec<u8> {
    let digits = with_precision(spec, value.unsigned_abs().to_string());
    pad(spec, sign(spec, value < 0), &digits, spec.zero && spec.precision.is_none())
}

/// `conversion` is one of `u o x X`.
pub(crate) fn unsigned(spec: &Spec, value: u128, conversion: u8) -> Vec<u8> {
    let digits = match conversion {
        b'o' => format!("{value:o}"),
        b'x' => format!("{value:x}"),
        b'X' => format!("{value:X}"),
        _ => value.to_string(),
    };
    let mut digits = with_precision(spec, digits);
    let mut prefix = "";
    if spec.alternate {
        match conversion {
            b'o' if !digits.starts_with('0') => digits.insert(0, '0'),
            b'x' if value != 0 => prefix = "0x",
            b'X' if value != 0 => prefix = "0X",
            _ => {}
        }
    }
    pad(spec, prefix, &digits, spec.zero && spec.precision.is_none())
}

/// `conversion` is one of `f F e E g G a A`.
pub(crate) fn float(spec: &Spec, value: f64, conversion: u8) -> Vec<u8> {
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
    if upper {
        pad(spec, &prefix.to_ascii_uppercase(), &digits.to_ascii_uppercase(), zeros)
    } else {
        pad(spec, &prefix, &digits, zeros)
    }
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

    fn show(bytes: Vec<u8>) -> String {
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn halves_round_to_even() {
        let f = |value, precision| {
            show(float(&Spec { precision: Some(precision), ..Spec::default() }, value, b'f'))
        };
        assert_eq!(f(0.5, 0), "0");
        assert_eq!(f(1.5, 0), "2");
        assert_eq!(f(2.5, 0), "2");
        assert_eq!(f(0.125, 2), "0.12");
        assert_eq!(f(0.375, 2), "0.38");
        let e = |value, precision| {
            show(float(&Spec { precision: Some(precision), ..Spec::default() }, value, b'e'))
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

    fn parse(text: &str) -> Spec {
        let mut spec = Spec::default();
        let rest = text.trim_start_matches(['-', '+', ' ', '#', '0']);
        for flag in text[..text.len() - rest.len()].chars() {
            match flag {
                '-' => spec.left = true,
                '+' => spec.plus = true,
                ' ' => spec.space = true,
                '#' => spec.alternate = true,
                _ => spec.zero = true,
            }
        }
        let (width, precision) = rest.split_once('.').map_or((rest, None), |(w, p)| (w, Some(p)));
        spec.width = width.parse().unwrap_or(0);
        spec.precision = precision.map(|p| p.parse().unwrap_or(0));
        spec
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
        let floats: [f64; 22] = [
            0.0,
            -0.0,
            1.0,
            0.5,
            1.5,
            2.5,
            0.1,
            9.5,
            99.95,
            // Not 999999.5: glibc 2.36 drops the zeros of %#g when the rounding carries.
            99999.25,
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
        ];
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
            for value in floats {
                for conversion in *b"feGgaA" {
                    ours.extend(float(&spec, value, conversion));
                    ours.push(b'\n');
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
                assert_eq!(a, b, "line {line}");
            }
            assert_eq!(theirs.lines().count(), ours.lines().count());
        }
        std::fs::remove_dir_all(&directory).unwrap();
    }
}
