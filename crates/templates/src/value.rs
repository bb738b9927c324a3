//! What is known of one row.

use smt::{Bv, TermId, Terms, Value};
use std::collections::BTreeSet;

/// How the values of a row are summarised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// A signed upper bound. The expression is computed wide enough not to wrap, and is never greater than `most`.
    UpperBound { most: i128 },
    /// A set of constants, such as the objects that a pointer may lead to; larger sets are "anything".
    Constants { most: usize },
    /// A Boolean expression that always holds, or of which nothing is known.
    Holds,
    /// The remainder modulo some number, for values that change in strides.
    Congruence,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowValue {
    /// No value was seen.
    Bottom,
    AtMost(Bv),
    OneOf(BTreeSet<u128>),
    Holds,
    /// Equal to the remainder modulo the modulus; exactly the remainder if the modulus is 0.
    Congruent {
        modulus: u128,
        remainder: u128,
    },
    Top,
}

impl RowValue {
    pub fn formula(&self, terms: &mut Terms, expression: TermId) -> TermId {
        match self {
            RowValue::Bottom => terms.bool_const(false),
            RowValue::Top => terms.bool_const(true),
            RowValue::Holds => expression,
            RowValue::AtMost(bound) => {
                let bound = terms.bv(bound.clone());
                terms.sle(expression, bound)
            }
            RowValue::OneOf(constants) => {
                let width = terms.width(expression);
                let mut cases = Vec::with_capacity(constants.len());
                for &constant in constants {
                    let constant = terms.bv_const(width, constant);
                    cases.push(terms.eq(expression, constant));
                }
                terms.or_all(cases)
            }
            RowValue::Congruent { modulus, remainder } => {
                let width = terms.width(expression);
                let remainder = terms.bv_const(width, *remainder);
                if *modulus == 0 {
                    return terms.eq(expression, remainder);
                }
                let modulus = terms.bv_const(width, *modulus);
                let rest = terms.urem(expression, modulus);
                terms.eq(rest, remainder)
            }
        }
    }

    /// The least value of the domain that covers this one and the value that the expression has in a model.
    #[must_use]
    pub fn join(&self, domain: Domain, seen: &Value) -> RowValue {
        if *self == RowValue::Top {
            return RowValue::Top;
        }
        match domain {
            Domain::Holds => match seen.as_bool() {
                Some(true) => RowValue::Holds,
                _ => RowValue::Top,
            },
            Domain::UpperBound { most } => {
                let Some(seen) = seen.as_bv() else { return RowValue::Top };
                let bound = match self {
                    RowValue::AtMost(old) if seen.sle(old) => old,
                    _ => seen,
                };
                match bound.to_i128() {
                    Some(bound) if bound >= most => RowValue::Top,
                    _ => RowValue::AtMost(bound.clone()),
                }
            }
            Domain::Constants { most } => {
                let Some(seen) = seen.as_bv().and_then(Bv::to_u128) else { return RowValue::Top };
                let mut constants = match self {
                    RowValue::OneOf(constants) => constants.clone(),
                    _ => BTreeSet::new(),
                };
                constants.insert(seen);
                if constants.len() > most { RowValue::Top } else { RowValue::OneOf(constants) }
            }
            Domain::Congruence => {
                let Some(seen) = seen.as_bv().and_then(Bv::to_u128) else { return RowValue::Top };
                let RowValue::Congruent { modulus, remainder } = *self else {
                    return RowValue::Congruent { modulus: 0, remainder: seen };
                };
                // The expression does not wrap, so distances are those of numbers, whichever is larger.
                let modulus = gcd(modulus, seen.abs_diff(remainder));
                match modulus {
                    0 => RowValue::Congruent { modulus, remainder },
                    1 => RowValue::Top,
                    _ => RowValue::Congruent { modulus, remainder: remainder % modulus },
                }
            }
        }
    }
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
