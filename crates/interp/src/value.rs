//! What registers hold.

use ir::{DataModel, Scalar};

/// An allocation, as an index into the memory's table. 0 is no object.
pub(crate) type ObjectId = u32;

/// Where a value's address bits come from: nothing (0), one object, or, with a flag, something less direct.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
pub(crate) struct Prov(pub(crate) u32);

impl Prov {
    pub(crate) const NONE: Prov = Prov(0);
    /// The bits were computed from the object's address and do not point into the object: a hash, a shifted or a
    /// tagged pointer. Such a value may become a pointer again, but it is not one now.
    const DERIVED: u32 = 1 << 31;
    /// The rest is an index into the memory's table of sets of objects (the two ends of an xor, for instance).
    const SET: u32 = 1 << 30;
    /// Computed from more objects than a set keeps.
    pub(crate) const MANY: Prov = Prov(Prov::DERIVED | Prov::SET | (Prov::SET - 2));

    #[inline]
    pub(crate) fn is_none(self) -> bool {
        self.0 == 0
    }
    #[inline]
    pub(crate) fn is_plain(self) -> bool {
        self.0 & (Prov::DERIVED | Prov::SET) == 0
    }
    /// The object, if it is one object (derived or not).
    #[inline]
    pub(crate) fn object(self) -> Option<ObjectId> {
        if self.is_none() || self.0 & Prov::SET != 0 { None } else { Some(self.0 & !Prov::DERIVED) }
    }
    pub(crate) fn plain(object: ObjectId) -> Prov {
        Prov(object)
    }
    pub(crate) fn derived(object: ObjectId) -> Prov {
        Prov(object | Prov::DERIVED)
    }
    pub(crate) fn set(index: u32) -> Prov {
        Prov(index | Prov::DERIVED | Prov::SET)
    }
    /// The index into the table of sets.
    pub(crate) fn set_index(self) -> Option<usize> {
        if self.0 & Prov::SET == 0 || self == Prov::MANY {
            None
        } else {
            Some((self.0 & !(Prov::DERIVED | Prov::SET)) as usize)
        }
    }
}

/// The content of a register: up to 64 bits; wider scalars take two consecutive registers, low half first.
///
/// `bits` is extended to 64 bits by the scalar's signedness (floats: their bits, zero-extended), so that one comparison
/// serves all widths. `undef` marks the bits without a value, within the scalar's width.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Value {
    pub(crate) bits: u64,
    pub(crate) undef: u64,
    pub(crate) prov: Prov,
    /// If the value is a piece of a pointer's bytes: the index of the first byte of the piece.
    pub(crate) frag: u32,
}

impl Value {
    pub(crate) const ZERO: Value = Value::int(0);
    pub(crate) const UNDEF: Value = Value { bits: 0, undef: u64::MAX, prov: Prov::NONE, frag: 0 };

    #[inline]
    pub(crate) const fn int(bits: u64) -> Value {
        Value { bits, undef: 0, prov: Prov::NONE, frag: 0 }
    }
    #[inline]
    pub(crate) const fn pointer(address: u64, object: ObjectId) -> Value {
        Value { bits: address, undef: 0, prov: Prov(object), frag: 0 }
    }
    /// An integer whose meaning is its bits alone.
    #[inline]
    pub(crate) fn is_simple(&self) -> bool {
        self.undef | u64::from(self.prov.0) == 0
    }
    #[inline]
    pub(crate) fn both_simple(a: &Value, b: &Value) -> bool {
        a.undef | b.undef | u64::from(a.prov.0 | b.prov.0) == 0
    }
}

/// A scalar of any width, as the slow paths see it: bits truncated to the width, not extended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Wide {
    pub(crate) bits: u128,
    pub(crate) undef: u128,
    pub(crate) prov: Prov,
    pub(crate) frag: u32,
}

impl Wide {
    pub(crate) const fn int(bits: u128) -> Wide {
        Wide { bits, undef: 0, prov: Prov::NONE, frag: 0 }
    }
    pub(crate) const fn undefined(width: u32) -> Wide {
        Wide { bits: 0, undef: mask(width), prov: Prov::NONE, frag: 0 }
    }
    pub(crate) fn signed(&self, width: u32) -> i128 {
        sign_extend(self.bits, width)
    }
}

/// Ones in the low `width` bits.
pub(crate) const fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

pub(crate) fn sign_extend(bits: u128, width: u32) -> i128 {
    let shift = 128 - width;
    ((bits << shift) as i128) >> shift
}

/// Whether the scalar takes two registers.
pub(crate) fn is_wide(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::I128 | Scalar::U128 | Scalar::F80 | Scalar::F128)
}

/// Bytes that an access touches: the padding of a `long double` is neither read nor written.
pub(crate) fn access_size(scalar: Scalar, model: DataModel) -> u64 {
    u64::from(scalar.width(model) / 8)
}

/// From the two halves of a register pair (the second is ignored for narrow scalars).
pub(crate) fn widen(low: Value, high: Value, scalar: Scalar, model: DataModel) -> Wide {
    let width = scalar.width(model);
    if is_wide(scalar) {
        Wide {
            bits: (u128::from(low.bits) | u128::from(high.bits) << 64) & mask(width),
            undef: (u128::from(low.undef) | u128::from(high.undef) << 64) & mask(width),
            prov: low.prov,
            frag: low.frag,
        }
    } else {
        Wide {
            bits: u128::from(low.bits) & mask(width),
            undef: u128::from(low.undef) & mask(width),
            prov: low.prov,
            frag: low.frag,
        }
    }
}

/// To the halves of a register pair, in the canonical form of the scalar.
pub(crate) fn narrow(wide: Wide, scalar: Scalar, model: DataModel) -> (Value, Value) {
    let width = scalar.width(model);
    let bits = wide.bits & mask(width);
    let undef = wide.undef & mask(width);
    if is_wide(scalar) {
        let low = Value { bits: bits as u64, undef: undef as u64, prov: wide.prov, frag: wide.frag };
        let high =
            Value { bits: (bits >> 64) as u64, undef: (undef >> 64) as u64, prov: Prov::NONE, frag: 0 };
        (low, high)
    } else {
        let extended = if scalar.is_signed() { sign_extend(bits, width) as u64 } else { bits as u64 };
        (Value { bits: extended, undef: undef as u64, prov: wide.prov, frag: wide.frag }, Value::ZERO)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn canonical_forms() {
        let model = DataModel::Lp64;
        let (v, _) = narrow(Wide::int(0xff), Scalar::I8, model);
        assert_eq!(v.bits, u64::MAX);
        let (v, _) = narrow(Wide::int(0x1ff), Scalar::U8, model);
        assert_eq!(v.bits, 0xff);
        let wide = Wide::int(u128::MAX - 5);
        let (low, high) = narrow(wide, Scalar::I128, model);
        assert_eq!(widen(low, high, Scalar::I128, model), wide);
    }

    #[test]
    fn provenance_flags() {
        assert!(Prov::plain(7).is_plain());
        assert!(!Prov::derived(7).is_plain());
        assert_eq!(Prov::derived(7).object(), Some(7));
        assert_eq!(Prov::set(3).object(), None);
        assert_eq!(Prov::set(3).set_index(), Some(3));
        assert_eq!(Prov::MANY.set_index(), None);
    }
}
