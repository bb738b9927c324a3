//! Questions about types that later stages ask too: sizes, alignments, classes, and how a type is written in C.

use crate::types::{
    ArrayLen, DataModel, EnumId, FloatKind, FunctionType, IntKind, QualType, RecordId, TypeArena, TypeId,
    TypeKind,
};
use base::Interner;
use csyntax::ast::Quals;

impl DataModel {
    pub const fn pointer_size(self) -> u64 {
        match self {
            DataModel::Lp64 => 8,
            DataModel::Ilp32 => 4,
        }
    }

    /// What `size_t` is.
    pub const fn size_type(self) -> IntKind {
        match self {
            DataModel::Lp64 => IntKind::ULong,
            DataModel::Ilp32 => IntKind::UInt,
        }
    }

    /// What `ptrdiff_t` is.
    pub const fn ptrdiff_type(self) -> IntKind {
        match self {
            DataModel::Lp64 => IntKind::Long,
            DataModel::Ilp32 => IntKind::Int,
        }
    }

    /// What `wchar_t` is.
    pub const fn wchar_type(self) -> IntKind {
        match self {
            DataModel::Lp64 => IntKind::Int,
            DataModel::Ilp32 => IntKind::Long,
        }
    }
}

impl IntKind {
    /// In bytes.
    pub const fn size(self, model: DataModel) -> u64 {
        match self {
            IntKind::Char | IntKind::SChar | IntKind::UChar => 1,
            IntKind::Short | IntKind::UShort => 2,
            IntKind::Int | IntKind::UInt => 4,
            IntKind::Long | IntKind::ULong => model.pointer_size(),
            IntKind::LongLong | IntKind::ULongLong => 8,
            IntKind::Int128 | IntKind::UInt128 => 16,
        }
    }

    pub const fn is_signed(self) -> bool {
        matches!(
            self,
            IntKind::Char
                | IntKind::SChar
                | IntKind::Short
                | IntKind::Int
                | IntKind::Long
                | IntKind::LongLong
                | IntKind::Int128
        )
    }

    /// Inside records, which is what `_Alignof` says: `long long` is aligned to four bytes in ILP32.
    pub const fn align(self, model: DataModel) -> u64 {
        match (self, model) {
            (IntKind::LongLong | IntKind::ULongLong, DataModel::Ilp32) => 4,
            _ => self.size(model),
        }
    }

    pub const fn to_unsigned(self) -> IntKind {
        match self {
            IntKind::Char | IntKind::SChar => IntKind::UChar,
            IntKind::Short => IntKind::UShort,
            IntKind::Int => IntKind::UInt,
            IntKind::Long => IntKind::ULong,
            IntKind::LongLong => IntKind::ULongLong,
            IntKind::Int128 => IntKind::UInt128,
            unsigned => unsigned,
        }
    }

    pub const fn to_signed(self) -> IntKind {
        match self {
            IntKind::UChar => IntKind::SChar,
            IntKind::UShort => IntKind::Short,
            IntKind::UInt => IntKind::Int,
            IntKind::ULong => IntKind::Long,
            IntKind::ULongLong => IntKind::LongLong,
            IntKind::UInt128 => IntKind::Int128,
            signed => signed,
        }
    }

    /// The value that `value` has after conversion to this type.
    pub const fn wrap(self, value: i128, model: DataModel) -> i128 {
        let bits = self.size(model) as u32 * 8;
        if bits == 128 {
            return value;
        }
        let shift = 128 - bits;
        if self.is_signed() {
            (value << shift) >> shift
        } else {
            (((value as u128) << shift) >> shift) as i128
        }
    }

    pub const fn c_name(self) -> &'static str {
        match self {
            IntKind::Char => "char",
            IntKind::SChar => "signed char",
            IntKind::UChar => "unsigned char",
            IntKind::Short => "short",
            IntKind::UShort => "unsigned short",
            IntKind::Int => "int",
            IntKind::UInt => "unsigned int",
            IntKind::Long => "long",
            IntKind::ULong => "unsigned long",
            IntKind::LongLong => "long long",
            IntKind::ULongLong => "unsigned long long",
            IntKind::Int128 => "__int128",
            IntKind::UInt128 => "unsigned __int128",
        }
    }
}

impl FloatKind {
    /// In bytes.
    pub const fn size(self, model: DataModel) -> u64 {
        match self {
            FloatKind::Float16 => 2,
            FloatKind::Float => 4,
            FloatKind::Double => 8,
            FloatKind::LongDouble => match model {
                DataModel::Lp64 => 16,
                DataModel::Ilp32 => 12,
            },
            FloatKind::Float128 => 16,
            FloatKind::Decimal(size) => size as u64,
        }
    }

    /// Inside records: `double` is aligned to four bytes in ILP32.
    pub const fn align(self, model: DataModel) -> u64 {
        match (self, model) {
            (FloatKind::Double | FloatKind::LongDouble, DataModel::Ilp32) => 4,
            _ => self.size(model),
        }
    }

    pub const fn c_name(self) -> &'static str {
        match self {
            FloatKind::Float16 => "_Float16",
            FloatKind::Float => "float",
            FloatKind::Double => "double",
            FloatKind::LongDouble => "long double",
            FloatKind::Float128 => "_Float128",
            FloatKind::Decimal(4) => "_Decimal32",
            FloatKind::Decimal(8) => "_Decimal64",
            FloatKind::Decimal(_) => "_Decimal128",
        }
    }
}

impl QualType {
    pub const fn plain(ty: TypeId) -> QualType {
        QualType { ty, quals: Quals::NONE }
    }
}

impl TypeArena {
    #[inline]
    pub fn kind(&self, ty: TypeId) -> &TypeKind {
        &self.kinds[ty]
    }

    /// In bytes. `None` for incomplete types, functions, and types whose size is computed at run time.
    pub fn size_of(&self, ty: TypeId, model: DataModel) -> Option<u64> {
        match self.kind(ty) {
            TypeKind::Void | TypeKind::Function(_) | TypeKind::Error => None,
            TypeKind::Bool => Some(1),
            TypeKind::Int(kind) => Some(kind.size(model)),
            TypeKind::Float(kind) => Some(kind.size(model)),
            TypeKind::Complex(kind) => Some(2 * kind.size(model)),
            TypeKind::Enum(id) => self.enums[*id].complete.then(|| self.enums[*id].repr.size(model)),
            TypeKind::Pointer(_) => Some(model.pointer_size()),
            TypeKind::Array { elem, len: ArrayLen::Known(len) } => {
                self.size_of(elem.ty, model).and_then(|size| size.checked_mul(*len))
            }
            TypeKind::Array { .. } => None,
            TypeKind::Record(id) => self.records[*id].complete.then(|| self.records[*id].size),
            TypeKind::Vector { elem, lanes } => {
                self.size_of(*elem, model).and_then(|size| size.checked_mul(u64::from(*lanes)))
            }
        }
    }

    /// In bytes, as `_Alignof` says; 1 for types that have no alignment.
    pub fn align_of(&self, ty: TypeId, model: DataModel) -> u64 {
        match self.kind(ty) {
            TypeKind::Void | TypeKind::Function(_) | TypeKind::Error | TypeKind::Bool => 1,
            TypeKind::Int(kind) => kind.align(model),
            TypeKind::Float(kind) => kind.align(model),
            TypeKind::Complex(kind) => kind.align(model),
            TypeKind::Enum(id) => self.enums[*id].repr.align(model),
            TypeKind::Pointer(_) => model.pointer_size(),
            TypeKind::Array { elem, .. } => self.align_of(elem.ty, model),
            TypeKind::Record(id) => self.records[*id].align.max(1),
            TypeKind::Vector { .. } => self.size_of(ty, model).unwrap_or(1).max(1),
        }
    }

    /// Whether the size depends on a variable-length array (pointers to one do not count).
    pub fn has_variable_size(&self, mut ty: TypeId) -> bool {
        loop {
            match self.kind(ty) {
                TypeKind::Array { len: ArrayLen::Variable(_), .. } => return true,
                TypeKind::Array { elem, .. } => ty = elem.ty,
                _ => return false,
            }
        }
    }

    /// The integer type behind an integer or enumerated type (`_Bool` is not among them).
    #[inline]
    pub fn int_kind(&self, ty: TypeId) -> Option<IntKind> {
        match self.kind(ty) {
            TypeKind::Int(kind) => Some(*kind),
            TypeKind::Enum(id) => Some(self.enums[*id].repr),
            _ => None,
        }
    }

    pub fn is_integer(&self, ty: TypeId) -> bool {
        matches!(self.kind(ty), TypeKind::Int(_) | TypeKind::Bool | TypeKind::Enum(_))
    }

    pub fn is_arithmetic(&self, ty: TypeId) -> bool {
        matches!(
            self.kind(ty),
            TypeKind::Int(_) | TypeKind::Bool | TypeKind::Enum(_) | TypeKind::Float(_) | TypeKind::Complex(_)
        )
    }

    pub fn is_scalar(&self, ty: TypeId) -> bool {
        self.is_arithmetic(ty) || matches!(self.kind(ty), TypeKind::Pointer(_))
    }

    pub fn is_signed(&self, ty: TypeId) -> bool {
        match self.kind(ty) {
            TypeKind::Int(kind) => kind.is_signed(),
            TypeKind::Enum(id) => self.enums[*id].repr.is_signed(),
            TypeKind::Float(_) | TypeKind::Complex(_) => true,
            _ => false,
        }
    }

    pub fn pointee(&self, ty: TypeId) -> Option<QualType> {
        match self.kind(ty) {
            TypeKind::Pointer(target) => Some(*target),
            _ => None,
        }
    }

    pub fn record_of(&self, ty: TypeId) -> Option<RecordId> {
        match self.kind(ty) {
            TypeKind::Record(id) => Some(*id),
            _ => None,
        }
    }

    pub fn function_of(&self, ty: TypeId) -> Option<&FunctionType> {
        match self.kind(ty) {
            TypeKind::Function(function) => Some(function),
            _ => None,
        }
    }

    /// The type as a C programmer writes it.
    pub fn display(&self, ty: QualType, names: &Interner) -> String {
        let mut declarator = String::new();
        self.write_type(ty, &mut declarator, names, 0);
        declarator
    }

    fn write_type(&self, ty: QualType, inner: &mut String, names: &Interner, depth: u32) {
        if depth > 24 {
            *inner = format!("... {inner}");
            return;
        }
        let name = match self.kind(ty.ty) {
            TypeKind::Pointer(target) => {
                let mut text = String::from("*");
                text.push_str(&quals_text(ty.quals));
                if text.len() > 1 && !inner.is_empty() {
                    text.push(' ');
                }
                text.push_str(inner);
                if matches!(self.kind(target.ty), TypeKind::Array { .. } | TypeKind::Function(_)) {
                    text = format!("({text})");
                }
                *inner = text;
                return self.write_type(*target, inner, names, depth + 1);
            }
            TypeKind::Array { elem, len } => {
                match len {
                    ArrayLen::Known(len) => inner.push_str(&format!("[{len}]")),
                    ArrayLen::Incomplete => inner.push_str("[]"),
                    ArrayLen::Variable(_) => inner.push_str("[*]"),
                }
                let elem = QualType { ty: elem.ty, quals: elem.quals.with(ty.quals) };
                return self.write_type(elem, inner, names, depth + 1);
            }
            TypeKind::Function(function) => {
                let mut params = Vec::new();
                for &param in &function.params {
                    let mut text = String::new();
                    self.write_type(QualType::plain(param), &mut text, names, depth + 1);
                    params.push(text);
                }
                if function.variadic {
                    params.push("...".into());
                } else if params.is_empty() && function.prototype {
                    params.push("void".into());
                }
                inner.push_str(&format!("({})", params.join(", ")));
                return self.write_type(QualType::plain(function.ret), inner, names, depth + 1);
            }
            TypeKind::Void => "void".into(),
            TypeKind::Bool => "_Bool".into(),
            TypeKind::Int(kind) => kind.c_name().into(),
            TypeKind::Float(kind) => kind.c_name().into(),
            TypeKind::Complex(kind) => format!("_Complex {}", kind.c_name()),
            TypeKind::Enum(id) => self.enum_name(*id, names),
            TypeKind::Record(id) => self.record_name(*id, names),
            TypeKind::Vector { elem, lanes } => {
                let elem = self.display(QualType::plain(*elem), names);
                format!("__vector({lanes}) {elem}")
            }
            TypeKind::Error => "<error>".into(),
        };
        let mut text = quals_text(ty.quals);
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&name);
        if !inner.is_empty() {
            text.push(' ');
            text.push_str(inner);
        }
        *inner = text;
    }

    pub fn record_name(&self, id: RecordId, names: &Interner) -> String {
        let record = &self.records[id];
        let keyword = if record.union { "union" } else { "struct" };
        match (record.tag, record.alias) {
            (Some(tag), _) => format!("{keyword} {}", names.resolve(tag)),
            (None, Some(alias)) => names.resolve(alias).to_owned(),
            (None, None) => format!("{keyword} <anonymous>"),
        }
    }

    fn enum_name(&self, id: EnumId, names: &Interner) -> String {
        match (self.enums[id].tag, self.enums[id].alias) {
            (Some(tag), _) => format!("enum {}", names.resolve(tag)),
            (None, Some(alias)) => names.resolve(alias).to_owned(),
            (None, None) => "enum <anonymous>".into(),
        }
    }
}

fn quals_text(quals: Quals) -> String {
    let mut parts = Vec::new();
    for (qual, text) in [
        (Quals::CONST, "const"),
        (Quals::VOLATILE, "volatile"),
        (Quals::RESTRICT, "restrict"),
        (Quals::ATOMIC, "_Atomic"),
    ] {
        if quals.contains(qual) {
            parts.push(text);
        }
    }
    parts.join(" ")
}
