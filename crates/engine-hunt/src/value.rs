//! What registers and bytes of memory hold: bit-vector terms over the inputs, with the provenance of pointers.

use smt::TermId;

/// An object of the state's memory. 0 is no object.
pub(crate) type ObjectId = u32;

/// Where a value's address comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Prov {
    /// The term is the value.
    None,
    /// The value is the address of the object plus the term.
    Plain(ObjectId),
    /// Likewise, but made by integer arithmetic that left the object: not a reference that holds a block for certain.
    Derived(ObjectId),
    /// `len` bytes, from byte `first` on, of the address of the object plus the term.
    Piece { object: ObjectId, first: u8, len: u8 },
}

impl Prov {
    pub(crate) fn is_none(self) -> bool {
        self == Prov::None
    }
    pub(crate) fn object(self) -> Option<ObjectId> {
        match self {
            Prov::None => None,
            Prov::Plain(object) | Prov::Derived(object) | Prov::Piece { object, .. } => Some(object),
        }
    }
}

/// The content of a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Value {
    /// As wide as the scalar, or as a pointer if there is a provenance.
    pub(crate) bits: TermId,
    pub(crate) prov: Prov,
    /// Some bits have no value.
    pub(crate) undef: bool,
}

impl Value {
    pub(crate) fn int(bits: TermId) -> Value {
        Value { bits, prov: Prov::None, undef: false }
    }
    pub(crate) fn pointer(object: ObjectId, offset: TermId) -> Value {
        Value { bits: offset, prov: Prov::Plain(object), undef: false }
    }
    pub(crate) fn undef(zero: TermId) -> Value {
        Value { bits: zero, prov: Prov::None, undef: true }
    }
}

/// One byte of memory: byte `index` of a term, or of an address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Byte {
    pub(crate) term: TermId,
    /// `None`, `Plain` or `Derived`.
    pub(crate) prov: Prov,
    pub(crate) index: u8,
    /// The bits without a value.
    pub(crate) undef: u8,
}
