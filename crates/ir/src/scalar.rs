//! What is to know about scalars and data models: sizes, names, and how constants are stored.

use crate::syntax::{DataModel, Scalar, Type, TypeKind};

/// The number of the stream that a global variable of this name is, in the C libraries that there are.
pub fn standard_stream(name: &str) -> Option<u8> {
    match name {
        "stdin" | "__stdinp" | "_IO_2_1_stdin_" => Some(0),
        "stdout" | "__stdoutp" | "_IO_2_1_stdout_" => Some(1),
        "stderr" | "__stderrp" | "_IO_2_1_stderr_" => Some(2),
        _ => None,
    }
}

impl DataModel {
    pub const fn name(self) -> &'static str {
        match self {
            DataModel::Lp64 => "lp64",
            DataModel::Ilp32 => "ilp32",
        }
    }

    pub fn from_name(name: &str) -> Option<DataModel> {
        [DataModel::Lp64, DataModel::Ilp32].into_iter().find(|model| model.name() == name)
    }

    #[inline]
    pub const fn pointer_size(self) -> u64 {
        match self {
            DataModel::Lp64 => 8,
            DataModel::Ilp32 => 4,
        }
    }

    pub const FIRST_ADDRESS: u64 = base::addresses::FIRST;

    #[inline]
    pub const fn end_of_addresses(self) -> u64 {
        base::addresses::end(self.pointer_size() as u32 * 8)
    }

    /// `ptrdiff_t`: what a place's index is.
    #[inline]
    pub const fn signed_word(self) -> Scalar {
        match self {
            DataModel::Lp64 => Scalar::I64,
            DataModel::Ilp32 => Scalar::I32,
        }
    }

    /// `size_t`.
    #[inline]
    pub const fn unsigned_word(self) -> Scalar {
        match self {
            DataModel::Lp64 => Scalar::U64,
            DataModel::Ilp32 => Scalar::U32,
        }
    }
}

impl Scalar {
    pub const ALL: [Scalar; 15] = [
        Scalar::I8,
        Scalar::U8,
        Scalar::I16,
        Scalar::U16,
        Scalar::I32,
        Scalar::U32,
        Scalar::I64,
        Scalar::U64,
        Scalar::I128,
        Scalar::U128,
        Scalar::F32,
        Scalar::F64,
        Scalar::F80,
        Scalar::F128,
        Scalar::Ptr,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Scalar::I8 => "i8",
            Scalar::U8 => "u8",
            Scalar::I16 => "i16",
            Scalar::U16 => "u16",
            Scalar::I32 => "i32",
            Scalar::U32 => "u32",
            Scalar::I64 => "i64",
            Scalar::U64 => "u64",
            Scalar::I128 => "i128",
            Scalar::U128 => "u128",
            Scalar::F32 => "f32",
            Scalar::F64 => "f64",
            Scalar::F80 => "f80",
            Scalar::F128 => "f128",
            Scalar::Ptr => "ptr",
        }
    }

    pub fn from_name(name: &str) -> Option<Scalar> {
        Some(match name {
            "i8" => Scalar::I8,
            "u8" => Scalar::U8,
            "i16" => Scalar::I16,
            "u16" => Scalar::U16,
            "i32" => Scalar::I32,
            "u32" => Scalar::U32,
            "i64" => Scalar::I64,
            "u64" => Scalar::U64,
            "i128" => Scalar::I128,
            "u128" => Scalar::U128,
            "f32" => Scalar::F32,
            "f64" => Scalar::F64,
            "f80" => Scalar::F80,
            "f128" => Scalar::F128,
            "ptr" => Scalar::Ptr,
            _ => return None,
        })
    }

    /// How many bytes a load or store of it moves.
    #[inline]
    pub const fn size(self, model: DataModel) -> u64 {
        match self {
            Scalar::I8 | Scalar::U8 => 1,
            Scalar::I16 | Scalar::U16 => 2,
            Scalar::I32 | Scalar::U32 | Scalar::F32 => 4,
            Scalar::I64 | Scalar::U64 | Scalar::F64 => 8,
            Scalar::I128 | Scalar::U128 | Scalar::F128 => 16,
            Scalar::F80 => match model {
                DataModel::Lp64 => 16,
                DataModel::Ilp32 => 12,
            },
            Scalar::Ptr => model.pointer_size(),
        }
    }

    /// The alignment that the ABI gives it inside a record.
    pub const fn align(self, model: DataModel) -> u64 {
        match (self, model) {
            (Scalar::I64 | Scalar::U64 | Scalar::F64 | Scalar::F80, DataModel::Ilp32) => 4,
            _ => self.size(model),
        }
    }

    /// Bits of value: 80 for `F80`, whatever its padding.
    #[inline]
    pub const fn width(self, model: DataModel) -> u32 {
        match self {
            Scalar::F80 => 80,
            _ => self.size(model) as u32 * 8,
        }
    }

    #[inline]
    pub const fn is_signed(self) -> bool {
        matches!(self, Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 | Scalar::I128)
    }

    #[inline]
    pub const fn is_float(self) -> bool {
        matches!(self, Scalar::F32 | Scalar::F64 | Scalar::F80 | Scalar::F128)
    }

    /// Integers proper: pointers are not integers here.
    #[inline]
    pub const fn is_int(self) -> bool {
        !self.is_float() && !matches!(self, Scalar::Ptr)
    }

    #[inline]
    pub const fn is_pointer(self) -> bool {
        matches!(self, Scalar::Ptr)
    }

    /// The integer of the same width and the other signedness; floats and pointers are themselves.
    pub const fn to_unsigned(self) -> Scalar {
        match self {
            Scalar::I8 => Scalar::U8,
            Scalar::I16 => Scalar::U16,
            Scalar::I32 => Scalar::U32,
            Scalar::I64 => Scalar::U64,
            Scalar::I128 => Scalar::U128,
            other => other,
        }
    }

    pub const fn to_signed(self) -> Scalar {
        match self {
            Scalar::U8 => Scalar::I8,
            Scalar::U16 => Scalar::I16,
            Scalar::U32 => Scalar::I32,
            Scalar::U64 => Scalar::I64,
            Scalar::U128 => Scalar::I128,
            other => other,
        }
    }

    /// Whether an `i64` constant of this type stands for its bits read as `u64`.
    #[inline]
    pub const fn constant_is_unsigned_word(self) -> bool {
        matches!(self, Scalar::U64 | Scalar::U128 | Scalar::Ptr)
    }

    /// The number that the `i64` of an [`Operand::Int`](crate::Operand::Int) of this type stands for.
    #[inline]
    pub const fn constant_value(self, stored: i64) -> i128 {
        if self.constant_is_unsigned_word() { stored as u64 as i128 } else { stored as i128 }
    }

    /// What an [`Operand::Int`](crate::Operand::Int) of this type stores for a number, which wraps to the type's width
    /// (to 64 bits for 128-bit types).
    pub const fn constant_from(self, value: i128, model: DataModel) -> i64 {
        let bits = self.width(model);
        if bits >= 64 {
            return value as i64;
        }
        let shift = 64 - bits;
        let high = (value as i64) << shift;
        if self.is_signed() { high >> shift } else { ((high as u64) >> shift) as i64 }
    }

    /// Whether the `i64` is stored as [`Operand::Int`](crate::Operand::Int) demands: extended by the type's signedness.
    pub const fn constant_is_canonical(self, stored: i64, model: DataModel) -> bool {
        self.constant_from(self.constant_value(stored), model) == stored
    }
}

impl std::fmt::Display for Scalar {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl Type {
    /// The scalar that a value of this type is, if it is one.
    pub fn scalar(&self) -> Option<Scalar> {
        match self.kind {
            TypeKind::Scalar(scalar) | TypeKind::Enum { repr: scalar, .. } => Some(scalar),
            TypeKind::Bool => Some(Scalar::U8),
            TypeKind::Pointer(_) => Some(Scalar::Ptr),
            TypeKind::Void
            | TypeKind::Array { .. }
            | TypeKind::Record(_)
            | TypeKind::Complex(_)
            | TypeKind::Function { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_a_bijection() {
        for scalar in Scalar::ALL {
            assert_eq!(Scalar::from_name(scalar.name()), Some(scalar));
        }
        assert_eq!(Scalar::from_name("i7"), None);
    }

    #[test]
    fn constants_wrap_to_the_width_and_extend_by_signedness() {
        let model = DataModel::Lp64;
        assert_eq!(Scalar::I8.constant_from(200, model), -56);
        assert_eq!(Scalar::U8.constant_from(-1, model), 255);
        assert_eq!(Scalar::U64.constant_from(u64::MAX as i128, model), -1);
        assert_eq!(Scalar::U64.constant_value(-1), u64::MAX as i128);
        assert_eq!(Scalar::I64.constant_value(-1), -1);
        assert!(Scalar::U32.constant_is_canonical(0xffff_ffff, model));
        assert!(!Scalar::U32.constant_is_canonical(-1, model));
        assert!(!Scalar::I32.constant_is_canonical(0x8000_0000, model));
        assert!(Scalar::Ptr.constant_is_canonical(-1, model));
        assert!(!Scalar::Ptr.constant_is_canonical(-1, DataModel::Ilp32));
    }

    #[test]
    fn the_data_model_decides_pointers_and_long_double() {
        assert_eq!(Scalar::Ptr.size(DataModel::Lp64), 8);
        assert_eq!(Scalar::Ptr.size(DataModel::Ilp32), 4);
        assert_eq!(Scalar::F80.size(DataModel::Lp64), 16);
        assert_eq!(Scalar::F80.size(DataModel::Ilp32), 12);
        assert_eq!(Scalar::F80.width(DataModel::Ilp32), 80);
        assert_eq!(Scalar::I64.align(DataModel::Ilp32), 4);
    }
}
