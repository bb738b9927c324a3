//! Floating-point numbers as bytes.

use crate::types::FloatKind;

/// Little-endian bytes, padded with zeros; `None` for decimal types.
pub(super) fn float_bytes(value: f64, kind: FloatKind) -> Option<[u8; 16]> {
    let mut bytes = [0u8; 16];
    match kind {
        FloatKind::Float if value.is_nan() => {
            // Bit by bit, so that a signalling NaN stays one.
            let bits = value.to_bits();
            let single = (bits >> 32) as u32 & 0x8000_0000 | 0x7f80_0000 | (bits >> 29) as u32 & 0x7f_ffff;
            bytes[..4].copy_from_slice(&single.to_le_bytes());
        }
        FloatKind::Float => bytes[..4].copy_from_slice(&(value as f32).to_le_bytes()),
        FloatKind::Double => bytes[..8].copy_from_slice(&value.to_le_bytes()),
        FloatKind::LongDouble => bytes[..10].copy_from_slice(&extended(value)),
        FloatKind::Float128 => bytes = quadruple(value).to_le_bytes(),
        FloatKind::Float16 | FloatKind::Decimal(_) => return None,
    }
    Some(bytes)
}

/// Sign, binary exponent and 64-bit significand with its leading one, or `None` for zeros, infinities and NaNs.
fn normalized(value: f64) -> Option<(i32, u64)> {
    let bits = value.to_bits();
    let exponent = ((bits >> 52) & 0x7ff) as i32;
    let fraction = bits & ((1 << 52) - 1);
    match exponent {
        0x7ff => None,
        0 if fraction == 0 => None,
        0 => {
            let shift = fraction.leading_zeros();
            Some((-1074 + 63 - shift as i32, fraction << shift))
        }
        _ => Some((exponent - 1023, (fraction | (1 << 52)) << 11)),
    }
}

/// The x87 format: the leading one is stored.
fn extended(value: f64) -> [u8; 10] {
    let sign = u16::from(value.is_sign_negative()) << 15;
    let (exponent, significand) = match normalized(value) {
        Some((exponent, significand)) => ((exponent + 16383) as u16, significand),
        None if value == 0.0 => (0, 0),
        None if value.is_infinite() => (0x7fff, 1 << 63),
        None => (0x7fff, 1 << 63 | (value.to_bits() & ((1 << 52) - 1)) << 11),
    };
    let mut bytes = [0u8; 10];
    bytes[..8].copy_from_slice(&significand.to_le_bytes());
    bytes[8..].copy_from_slice(&(sign | exponent).to_le_bytes());
    bytes
}

/// The IEEE format with 15 bits of exponent and 112 of fraction.
fn quadruple(value: f64) -> u128 {
    let sign = u128::from(value.is_sign_negative()) << 127;
    sign | match normalized(value) {
        Some((exponent, significand)) => {
            let fraction = u128::from(significand << 1) << 48;
            (((exponent + 16383) as u128) << 112) | fraction
        }
        None if value == 0.0 => 0,
        None if value.is_infinite() => 0x7fff << 112,
        None => (0x7fff << 112) | u128::from(value.to_bits() & ((1 << 52) - 1)) << 60,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_encodings() {
        assert_eq!(extended(1.0), [0, 0, 0, 0, 0, 0, 0, 0x80, 0xff, 0x3f]);
        assert_eq!(extended(-2.5), [0, 0, 0, 0, 0, 0, 0, 0xa0, 0x00, 0xc0]);
        assert_eq!(extended(0.0), [0; 10]);
        assert_eq!(quadruple(1.0), 0x3fff << 112);
        assert_eq!(quadruple(-1.5), (0xbfff << 112) | (1 << 111));
        let tiny = f64::from_bits(1);
        assert_eq!(normalized(tiny), Some((-1074, 1 << 63)));
    }
}
