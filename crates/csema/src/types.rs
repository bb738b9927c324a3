//! C types as data. Types are interned: two equal types (without qualifiers) have one [`TypeId`].

use base::{IndexVec, Span, Symbol, define_id};
use csyntax::ast::Quals;

define_id!(
    /// An interned, unqualified type.
    pub struct TypeId, "t"
);
define_id!(
    /// A `struct` or `union` declaration; each has its own identity.
    pub struct RecordId, "rec"
);
define_id!(pub struct EnumId, "enum");
define_id!(
    /// A variable-length array type: its length is computed once, where it is declared.
    pub struct VlaId, "vla"
);

/// LP64 and ILP32 as gcc has them on x86.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DataModel {
    Lp64,
    Ilp32,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct QualType {
    pub ty: TypeId,
    pub quals: Quals,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TypeKind {
    Void,
    Bool,
    Int(IntKind),
    Float(FloatKind),
    Complex(FloatKind),
    Enum(EnumId),
    Pointer(QualType),
    Array {
        elem: QualType,
        len: ArrayLen,
    },
    Function(FunctionType),
    Record(RecordId),
    /// `__attribute__((vector_size(n)))`: opaque bytes; operations on it are unsupported expressions.
    Vector {
        elem: TypeId,
        lanes: u32,
    },
    /// The type of an expression in which an error was reported.
    Error,
}

/// Integer types by C name; `Char` is plain `char`, which is signed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum IntKind {
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
    Int128,
    UInt128,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatKind {
    Float16,
    Float,
    Double,
    LongDouble,
    Float128,
    /// Decimal floating types: opaque, size in bytes.
    Decimal(u8),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ArrayLen {
    Known(u64),
    /// `[]`, including flexible array members.
    Incomplete,
    Variable(VlaId),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FunctionType {
    pub ret: TypeId,
    /// Adjusted (arrays and functions decayed) and unqualified.
    pub params: Vec<TypeId>,
    pub variadic: bool,
    /// `false` for `f()` and K&R: calls use the default argument promotions.
    pub prototype: bool,
}

#[derive(Clone, Debug)]
pub struct Record {
    pub tag: Option<Symbol>,
    /// The first typedef of a record without a tag.
    pub alias: Option<Symbol>,
    pub union: bool,
    /// `false` until the body has been seen.
    pub complete: bool,
    pub fields: Vec<Field>,
    pub size: u64,
    pub align: u64,
    /// Ends in a flexible array member.
    pub flexible: bool,
    /// `__attribute__((transparent_union))`
    pub transparent: bool,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Field {
    /// `None` for anonymous members (whose own members are found through them) and unnamed bit-fields.
    pub name: Option<Symbol>,
    pub ty: QualType,
    /// In bytes. For a bit-field: of the access unit.
    pub offset: u64,
    pub bits: Option<FieldBits>,
    pub span: Span,
}

/// A bit-field is the bits `start .. start + width` of the little-endian unit of `unit` bytes (1, 2, 4, 8 or 16) at
/// the field's offset. The unit lies within the record and has the smallest such size that covers the bits, so that packed
/// bit-fields that straddle their declared type's unit are covered too.
/// Where no such unit lies within the record (packed records of odd size, such as three bytes with a 20-bit field), `unit` is
/// the number of bytes that the bits touch: 3, 5, 6, 7, 9 or more (up to 17 for 128-bit types).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldBits {
    pub unit: u8,
    pub start: u8,
    pub width: u8,
}

#[derive(Clone, Debug)]
pub struct Enum {
    pub tag: Option<Symbol>,
    /// The first typedef of an enumeration without a tag.
    pub alias: Option<Symbol>,
    pub complete: bool,
    /// The compatible integer type: `UInt` unless a value is negative or large (gcc's choice).
    pub repr: IntKind,
    pub constants: Vec<(Symbol, i128)>,
    pub span: Span,
}

/// All types of a translation unit. `types::intern`, sizes and compatibility are in `type_table`.
#[derive(Debug, Default)]
pub struct TypeArena {
    pub kinds: IndexVec<TypeId, TypeKind>,
    pub records: IndexVec<RecordId, Record>,
    pub enums: IndexVec<EnumId, Enum>,
}
