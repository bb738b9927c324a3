//! What engines tell each other, and what contracts and lemmas are written in: formulas over the program's own names.

use base::{Span, Symbol};

/// Holds in every run whenever control is at a place.
#[derive(Clone, Debug, PartialEq)]
pub struct Lemma {
    pub function: Symbol,
    /// The operation before which it holds.
    pub span: Span,
    pub formula: Formula,
}

/// What a function needs and what it promises.
#[derive(Clone, Debug, PartialEq)]
pub struct Contract {
    pub function: Symbol,
    pub requires: Vec<Formula>,
    pub ensures: Vec<Formula>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Formula {
    Compare { relation: Relation, left: Term, right: Term },
    Not(Box<Formula>),
    And(Vec<Formula>),
    Or(Vec<Formula>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    Equal,
    Less,
    LessOrEqual,
}

/// A mathematical integer; the values of variables are read as their C types say.
#[derive(Clone, Debug, PartialEq)]
pub enum Term {
    Number(i128),
    Variable(Symbol),
    /// The value of a variable when the function was entered.
    Old(Symbol),
    /// What the function returns.
    Result,
    Sum(Box<Term>, Box<Term>),
    Product(i128, Box<Term>),
    /// `size` bytes at an offset from where the pointer points to.
    Cell {
        pointer: Box<Term>,
        offset: i64,
        size: u32,
    },
}
