//! How many bytes a directive prints.

use super::{Amount, Conversion, Directive};
use ir::{DataModel, Scalar};

/// A number of bytes between two bounds, both included; [`Length::ENDLESS`] stands for no upper bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Length {
    pub least: u64,
    pub most: u64,
}

impl Length {
    pub const ENDLESS: u64 = u64::MAX;

    pub fn exact(bytes: u64) -> Length {
        Length { least: bytes, most: bytes }
    }

    pub fn is_bounded(self) -> bool {
        self.most != Length::ENDLESS
    }

    /// One behind the other.
    pub fn then(self, next: Length) -> Length {
        Length { least: self.least.saturating_add(next.least), most: self.most.saturating_add(next.most) }
    }

    /// Either of them.
    pub fn or(self, other: Length) -> Length {
        Length { least: self.least.min(other.least), most: self.most.max(other.most) }
    }

    fn plus(self, bytes: u64) -> Length {
        self.then(Length::exact(bytes))
    }

    fn at_least(self, bytes: Length) -> Length {
        Length { least: self.least.max(bytes.least), most: self.most.max(bytes.most) }
    }

    fn at_most(self, bytes: Length) -> Length {
        Length { least: self.least.min(bytes.least), most: self.most.min(bytes.most) }
    }
}

/// The width and the precision as far as they are known, with the values of their arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amounts {
    pub width: Length,
    /// The precision, if there may be one.
    pub precision: Option<Length>,
    /// There may also be none.
    pub may_lack_precision: bool,
}

impl Amounts {
    /// `range` gives the bounds of an `int` argument.
    pub fn of(directive: &Directive, range: impl Fn(usize) -> (i32, i32)) -> Amounts {
        let width = match directive.width {
            Amount::None => Length::exact(0),
            Amount::Number(n) => Length::exact(n.into()),
            Amount::Argument(index) => {
                // A negative width is a flag and a width.
                let (lo, hi) = range(index);
                let most = u64::from(lo.unsigned_abs().max(hi.unsigned_abs()));
                let least = if lo <= 0 && hi >= 0 { 0 } else { lo.unsigned_abs().min(hi.unsigned_abs()) };
                Length { least: least.into(), most }
            }
        };
        let (precision, may_lack_precision) = match directive.precision {
            Amount::None => (None, true),
            Amount::Number(n) => (Some(Length::exact(n.into())), false),
            Amount::Argument(index) => {
                let (lo, hi) = range(index);
                let some = (hi >= 0).then(|| Length { least: lo.max(0) as u64, most: hi as u64 });
                (some, lo < 0)
            }
        };
        Amounts { width, precision, may_lack_precision }
    }
}

/// What is known of the value that is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// An integer, as the value of the type that is printed.
    Integer {
        least: i128,
        most: i128,
    },
    /// A string of so many bytes up to its terminator.
    Text(Length),
    Anything,
}

/// What a locale may make of one digit: glibc's `MB_LEN_MAX` bytes, and as many before it.
const LOCALISED: u64 = 32;

impl Directive {
    /// The bytes that the directive prints.
    pub fn length(&self, amounts: Amounts, shown: Shown, model: DataModel) -> Length {
        let mut found = None;
        let mut add = |length: Length| found = Some(found.map_or(length, |found: Length| found.or(length)));
        if let Some(precision) = amounts.precision {
            add(self.body(Some(precision), shown, model));
        }
        if amounts.may_lack_precision {
            add(self.body(None, shown, model));
        }
        let body = found.unwrap_or(Length::exact(0));
        if matches!(self.conversion, Conversion::Count(_)) {
            Length::exact(0)
        } else {
            body.at_least(amounts.width)
        }
    }

    /// Without padding to the width.
    fn body(&self, precision: Option<Length>, shown: Shown, model: DataModel) -> Length {
        let mut length = match self.conversion {
            Conversion::Signed(scalar) => {
                let (least, most) = shown.within(scalar, model);
                let mut found: Option<Length> = None;
                if most >= 0 {
                    let sign = u64::from(self.plus || self.space);
                    found = Some(self.digits(least.max(0) as u128, most as u128, 10, precision).plus(sign));
                }
                if least < 0 {
                    let (small, large) = (most.min(-1).unsigned_abs(), least.unsigned_abs());
                    let negative = self.digits(small, large, 10, precision).plus(1);
                    found = Some(found.map_or(negative, |found| found.or(negative)));
                }
                found.unwrap_or(Length::exact(0))
            }
            Conversion::Unsigned(scalar, letter) => {
                let (least, most) = shown.within(scalar, model);
                let base = match letter {
                    b'o' => 8,
                    b'x' | b'X' => 16,
                    b'b' | b'B' => 2,
                    _ => 10,
                };
                let digits = self.digits(least.max(0) as u128, most.max(0) as u128, base, precision);
                let prefix = match letter {
                    b'x' | b'X' | b'b' | b'B' if self.alternate => 2,
                    b'o' if self.alternate => 1,
                    _ => 0,
                };
                Length { least: digits.least, most: digits.most.saturating_add(prefix) }
            }
            Conversion::Pointer => {
                let most = if model == DataModel::Lp64 { u128::from(u64::MAX) } else { u128::from(u32::MAX) };
                let sign = u64::from(self.plus || self.space);
                // `(nil)`, or a number with its prefix.
                let digits = self.digits(1, most, 16, precision).plus(2 + sign);
                digits.or(Length::exact(5))
            }
            Conversion::Float { letter, long } => self.float(letter, long, precision),
            Conversion::Char => Length::exact(1),
            // A character that has no encoding fails; one has at most `MB_LEN_MAX` bytes.
            Conversion::WideChar => Length { least: 0, most: 16 },
            Conversion::String => {
                let text = match shown {
                    Shown::Text(length) => length,
                    _ => Length { least: 0, most: Length::ENDLESS },
                };
                precision.map_or(text, |limit| text.at_most(limit))
            }
            Conversion::WideString => {
                let text = match shown {
                    Shown::Text(length) => Length { least: 0, most: length.most.saturating_mul(16) },
                    _ => Length { least: 0, most: Length::ENDLESS },
                };
                precision.map_or(text, |limit| text.at_most(limit))
            }
            Conversion::Count(_) => Length::exact(0),
            // The messages of another locale are of any length.
            Conversion::ErrorMessage => Length { least: 0, most: Length::ENDLESS },
        };
        if self.localised {
            length.most = length.most.saturating_mul(LOCALISED);
        }
        length
    }

    /// The digits of a number between these.
    fn digits(&self, least: u128, most: u128, base: u128, precision: Option<Length>) -> Length {
        let plain = Length { least: digit_count(least, base), most: digit_count(most, base) };
        match precision {
            None => plain,
            Some(precision) => {
                let mut length = plain.at_least(precision);
                if least == 0 && precision.least == 0 {
                    length.least = 0;
                }
                if most == 0 && precision.most == 0 {
                    length.most = 0;
                }
                length
            }
        }
    }

    fn float(&self, letter: u8, long: bool, precision: Option<Length>) -> Length {
        // Digits before the point, digits of the exponent, and hexadecimal digits of the fraction.
        let (whole, exponent, fraction, binary_exponent) =
            if long { (4933, 4, 16, 5) } else { (309, 3, 13, 4) };
        let sign = 1;
        let asked = precision.unwrap_or(Length::exact(6));
        let point = |digits: u64| if digits > 0 || self.alternate { digits.saturating_add(1) } else { 0 };
        let signed = u64::from(self.plus || self.space);
        let (least, most) = match letter.to_ascii_lowercase() {
            b'f' => (1 + point(asked.least), point(asked.most).saturating_add(whole)),
            b'e' => (5 + point(asked.least), point(asked.most).saturating_add(1 + 2 + exponent)),
            // `1e+08`, or `0.000` and the digits; the precision counts all of them.
            b'g' => (
                1,
                asked.most.max(1).saturating_add(1 + 2 + exponent).max(asked.most.max(1).saturating_add(6)),
            ),
            _ => {
                let digits = precision.map_or(fraction, |p| p.most);
                (6, point(digits).saturating_add(3 + 2 + binary_exponent))
            }
        };
        // `inf` and `nan` are three letters.
        Length { least: least.min(3) + signed, most: most.max(3).saturating_add(sign) }
    }
}

impl Shown {
    /// The bounds of an integer of this type.
    fn within(self, scalar: Scalar, model: DataModel) -> (i128, i128) {
        let width = scalar.width(model).min(64);
        let (low, high) = if scalar.is_signed() {
            (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1)
        } else {
            (0, (1i128 << width) - 1)
        };
        match self {
            Shown::Integer { least, most } if least <= most => {
                (least.clamp(low, high), most.clamp(low, high))
            }
            _ => (low, high),
        }
    }
}

fn digit_count(mut value: u128, base: u128) -> u64 {
    let mut count = 1;
    while value >= base {
        value /= base;
        count += 1;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{PrintFormat, render};

    fn length(format: &str, shown: Shown) -> (u64, u64) {
        let format = PrintFormat::parse(format.as_bytes(), DataModel::Lp64).unwrap();
        let directive = format.directives().next().unwrap();
        let amounts = Amounts::of(directive, |_| (i32::MIN, i32::MAX));
        let length = directive.length(amounts, shown, DataModel::Lp64);
        (length.least, length.most)
    }

    #[test]
    fn integers() {
        assert_eq!(length("%d", Shown::Anything), (1, 11));
        assert_eq!(length("%hhd", Shown::Anything), (1, 4));
        assert_eq!(length("%u", Shown::Anything), (1, 10));
        assert_eq!(length("%ld", Shown::Anything), (1, 20));
        assert_eq!(length("%#x", Shown::Anything), (1, 10));
        assert_eq!(length("%d", Shown::Integer { least: 0, most: 99 }), (1, 2));
        assert_eq!(length("%+d", Shown::Integer { least: 10, most: 99 }), (3, 3));
        assert_eq!(length("%.0d", Shown::Integer { least: 0, most: 0 }), (0, 0));
        assert_eq!(length("%5.3d", Shown::Integer { least: -1, most: 0 }), (5, 5));
        assert_eq!(length("%*d", Shown::Integer { least: 7, most: 7 }), (1, 1 << 31));
    }

    #[test]
    fn text() {
        assert_eq!(length("%s", Shown::Text(Length { least: 2, most: 9 })), (2, 9));
        assert_eq!(length("%.4s", Shown::Text(Length { least: 2, most: 9 })), (2, 4));
        assert_eq!(length("%-12s", Shown::Text(Length { least: 2, most: 9 })), (12, 12));
        assert_eq!(length("%.4s", Shown::Anything), (0, 4));
        assert_eq!(length("%c", Shown::Anything), (1, 1));
        assert_eq!(length("%n", Shown::Anything), (0, 0));
    }

    /// Whatever is printed is as long as the bounds say.
    #[test]
    fn what_is_printed_lies_within() {
        let floats =
            [0.0, -0.0, 1.0, -1.5, 1e300, -1e300, 1e-300, f64::MAX, f64::MIN, 123456.0, 1e-4, 99999.95];
        let floats =
            floats.into_iter().chain([f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -f64::NAN, 5e-324]);
        let floats: Vec<f64> = floats.collect();
        let integers = [0i128, 1, -1, 9, 10, 12345, i128::from(i32::MIN), i128::from(i32::MAX)];
        for flags in ["", "-", "+", " ", "#", "0", "+#0"] {
            for amounts in ["", "1", "20", ".0", ".1", ".9", "7.3", ".30", "400.2"] {
                for letter in "feEgGaA".chars() {
                    let format =
                        PrintFormat::parse(format!("%{flags}{amounts}{letter}").as_bytes(), DataModel::Lp64)
                            .unwrap();
                    let directive = format.directives().next().unwrap();
                    let bounds = directive.length(
                        Amounts::of(directive, |_| (0, 0)),
                        Shown::Anything,
                        DataModel::Lp64,
                    );
                    let spec = directive.spec(|_| 0);
                    for &value in &floats {
                        let text = render::float(&spec, value, letter as u8);
                        let n = text.bytes.len() as u64;
                        assert!(
                            bounds.least <= n && n <= bounds.most,
                            "%{flags}{amounts}{letter} {value} {bounds:?}"
                        );
                    }
                }
                for letter in "dxob".chars() {
                    let format =
                        PrintFormat::parse(format!("%{flags}{amounts}{letter}").as_bytes(), DataModel::Lp64)
                            .unwrap();
                    let directive = format.directives().next().unwrap();
                    let spec = directive.spec(|_| 0);
                    for value in integers {
                        let shown_value = if letter == 'd' { value } else { value & 0xffff_ffff };
                        let text = match letter {
                            'd' => render::signed(&spec, value),
                            _ => render::unsigned(&spec, shown_value as u128, letter as u8),
                        };
                        let n = text.len() as u64;
                        for shown in
                            [Shown::Anything, Shown::Integer { least: shown_value, most: shown_value }]
                        {
                            let amounts = Amounts::of(directive, |_| (0, 0));
                            let bounds = directive.length(amounts, shown, DataModel::Lp64);
                            assert!(
                                bounds.least <= n && n <= bounds.most,
                                "%{flags}{letter} {value} {bounds:?}"
                            );
                        }
                    }
                }
            }
        }
    }
}
