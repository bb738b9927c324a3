//! Values on one path: which object a pointer leads to is known, its offset there is a term. Memory is made of bytes, each a part
//! of a term.

use smt::path::TermByte;
use smt::{TermId, Terms};

/// An object of the state's memory. 0 is no object.
pub type ObjectId = u32;

/// Where a value's address comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Prov {
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
    pub fn is_none(self) -> bool {
        self == Prov::None
    }
    pub fn object(self) -> Option<ObjectId> {
        match self {
            Prov::None => None,
            Prov::Plain(object) | Prov::Derived(object) | Prov::Piece { object, .. } => Some(object),
        }
    }
}

/// The content of a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    /// As wide as the scalar, or as a pointer if there is a provenance.
    pub bits: TermId,
    pub prov: Prov,
    /// Some bits have no value.
    pub undef: bool,
}

impl Value {
    pub fn int(bits: TermId) -> Value {
        Value { bits, prov: Prov::None, undef: false }
    }
    pub fn pointer(object: ObjectId, offset: TermId) -> Value {
        Value { bits: offset, prov: Prov::Plain(object), undef: false }
    }
    pub fn undef(zero: TermId) -> Value {
        Value { bits: zero, prov: Prov::None, undef: true }
    }
    /// One of its bytes in memory, counted from the lowest.
    pub fn byte(self, index: u8, zero: Byte) -> Byte {
        match self.prov {
            _ if self.undef => Byte { undef: 0xff, ..zero },
            Prov::Piece { object, first, .. } => {
                Byte { term: self.bits, prov: Prov::Plain(object), index: first + index, undef: 0 }
            }
            prov => Byte { term: self.bits, prov, index, undef: 0 },
        }
    }
}

/// One byte of memory: byte `index` of a term, or of an address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Byte {
    pub term: TermId,
    /// `None`, `Plain` or `Derived`.
    pub prov: Prov,
    pub index: u8,
    /// The bits without a value.
    pub undef: u8,
}

impl TermByte for Byte {
    fn new(term: TermId, index: u8, undefined: u8) -> Byte {
        Byte { term, prov: Prov::None, index, undef: undefined }
    }
    fn term(self) -> TermId {
        self.term
    }
    fn undefined(self) -> u8 {
        self.undef
    }
}

/// What bytes make together: a value, and the bits of it that have none.
#[derive(Clone, Copy, Debug)]
pub enum Gathered {
    Value(Value, u128),
    /// Parts of pointers that do not make one value.
    Mixed,
}

/// Puts bytes together, the lowest first.
pub fn gather(terms: &mut Terms, bytes: &[Byte], word: u8) -> Gathered {
    let first = bytes[0];
    let mut undef = 0u128;
    for (i, byte) in bytes.iter().enumerate() {
        undef |= u128::from(byte.undef) << (8 * i);
    }
    let in_order = bytes.iter().enumerate().all(|(i, b)| {
        b.term == first.term && b.prov == first.prov && usize::from(b.index) == usize::from(first.index) + i
    });
    let len = bytes.len() as u32;
    if first.prov.is_none() {
        if in_order {
            let low = 8 * u32::from(first.index);
            let term = if low == 0 && terms.width(first.term) == 8 * len {
                first.term
            } else {
                terms.extract(first.term, low + 8 * len - 1, low)
            };
            return Gathered::Value(Value { bits: term, prov: Prov::None, undef: undef != 0 }, undef);
        }
    } else if in_order && undef == 0 {
        let Some(object) = first.prov.object() else { return Gathered::Mixed };
        let prov = if first.index == 0 && len == u32::from(word) {
            first.prov
        } else {
            Prov::Piece { object, first: first.index, len: len as u8 }
        };
        return Gathered::Value(Value { bits: first.term, prov, undef: false }, 0);
    }
    if bytes.iter().any(|b| !b.prov.is_none()) {
        return Gathered::Mixed;
    }
    // Runs of bytes of one term become one extract.
    let mut all: Option<TermId> = None;
    let mut at = 0;
    while at < bytes.len() {
        let start = bytes[at];
        let mut end = at + 1;
        while end < bytes.len()
            && bytes[end].term == start.term
            && usize::from(bytes[end].index) == usize::from(start.index) + (end - at)
        {
            end += 1;
        }
        let low = 8 * u32::from(start.index);
        let part = terms.extract(start.term, low + 8 * (end - at) as u32 - 1, low);
        all = Some(match all {
            None => part,
            Some(low_part) => terms.concat(part, low_part),
        });
        at = end;
    }
    let bits = all.expect("there is at least one byte");
    Gathered::Value(Value { bits, prov: Prov::None, undef: undef != 0 }, undef)
}

/// The number with the bits of a mask taken from another one.
pub fn with_bits(terms: &mut Terms, number: TermId, mask: u128, other: TermId) -> TermId {
    let width = terms.width(number);
    let all = if width >= 128 { u128::MAX } else { (1 << width) - 1 };
    if mask & all == all {
        return other;
    }
    let (from_other, from_number) = (terms.bv_const(width, mask), terms.bv_const(width, !mask & all));
    let (x, y) = (terms.bvand(other, from_other), terms.bvand(number, from_number));
    terms.bvor(x, y)
}
