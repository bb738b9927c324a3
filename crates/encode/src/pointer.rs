//! Values of registers and memory cells.

use smt::{Op, Sort, TermId, Terms};

/// An object of memory, by number. Number 0 is no object: a pointer "into" it is an integer, its offset; null is offset 0.
pub type ObjectId = u16;

pub const NO_OBJECT: ObjectId = 0;
/// An object that the formula does not know.
pub const UNKNOWN_OBJECT: ObjectId = u16::MAX;
pub const OBJECT_BITS: u32 = 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// The bits of an integer or of a floating number.
    Number(TermId),
    /// A pointer, or an integer that a pointer became: the object's number and the offset in it.
    Pointer { object: TermId, offset: TermId },
    /// Whatever; also: never written.
    Any,
}

impl Value {
    pub fn pointer(terms: &mut Terms, object: ObjectId, offset: TermId) -> Value {
        Value::Pointer { object: terms.bv_const(OBJECT_BITS, u128::from(object)), offset }
    }

    pub fn null(terms: &mut Terms, word: u32) -> Value {
        let offset = terms.bv_const(word, 0);
        Value::pointer(terms, NO_OBJECT, offset)
    }
}

/// A fresh variable.
pub fn fresh(terms: &mut Terms, width: u32) -> TermId {
    terms.fresh("any", Sort::Bv(width))
}

/// `condition ? a : b`, where `b` may ask for the same condition again.
fn select(terms: &mut Terms, condition: TermId, a: TermId, b: TermId) -> TermId {
    let b = match terms.op(b) {
        Op::Ite if terms.args(b)[0] == condition => terms.args(b)[2],
        _ => b,
    };
    terms.ite(condition, a, b)
}

/// `condition ? a : b`, for values of `width` bits.
pub fn choose(terms: &mut Terms, condition: TermId, a: Value, b: Value, width: u32, word: u32) -> Value {
    match (a, b) {
        _ if a == b => a,
        (Value::Any, Value::Any) => Value::Any,
        (Value::Number(x), Value::Number(y)) => Value::Number(select(terms, condition, x, y)),
        (Value::Pointer { .. }, _) | (_, Value::Pointer { .. }) if width == word => {
            let (o, f) = as_pointer(terms, a, word);
            let (p, g) = as_pointer(terms, b, word);
            Value::Pointer { object: select(terms, condition, o, p), offset: select(terms, condition, f, g) }
        }
        _ => {
            let (x, y) = (as_number(terms, a, width), as_number(terms, b, width));
            Value::Number(select(terms, condition, x, y))
        }
    }
}

/// Object and offset of a value that is used as a pointer.
pub fn as_pointer(terms: &mut Terms, value: Value, word: u32) -> (TermId, TermId) {
    match value {
        Value::Pointer { object, offset } => (object, offset),
        Value::Number(number) => {
            let offset = terms.resize(number, word, false);
            (terms.bv_const(OBJECT_BITS, u128::from(NO_OBJECT)), offset)
        }
        // An offset in it means nothing.
        Value::Any => (terms.bv_const(OBJECT_BITS, u128::from(UNKNOWN_OBJECT)), terms.bv_const(word, 0)),
    }
}

/// The bits of a value. The address of an object is not known: a pointer into one has any bits.
pub fn as_number(terms: &mut Terms, value: Value, width: u32) -> TermId {
    match value {
        Value::Number(number) => terms.resize(number, width, false),
        Value::Any => fresh(terms, width),
        Value::Pointer { object, offset } => {
            let none = terms.bv_const(OBJECT_BITS, u128::from(NO_OBJECT));
            let is_integer = terms.eq(object, none);
            let integer = terms.resize(offset, width, false);
            match terms.bool_constant(is_integer) {
                Some(true) => integer,
                _ => {
                    let address = fresh(terms, width);
                    terms.ite(is_integer, integer, address)
                }
            }
        }
    }
}
