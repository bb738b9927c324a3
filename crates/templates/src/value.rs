//! What is known of one row.

use crate::affine::Affine;
use smt::{Bv, Op, TermId, Terms, Value};
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
    /// Affine relations between numbers of this width. The expression is all of them, one behind the other, the first lowest.
    Affine { width: u32 },
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
    Affine(Affine),
    Top,
}

impl RowValue {
    pub fn formula(&self, terms: &mut Terms, expression: TermId) -> TermId {
        match self {
            RowValue::Bottom => terms.bool_const(false),
            RowValue::Top => terms.bool_const(true),
            RowValue::Holds => expression,
            RowValue::Affine(relations) => relations.formula(terms, expression),
            RowValue::AtMost(bound) => {
                let bound = terms.bv(bound.clone());
                at_most(terms, expression, bound)
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
            Domain::Affine { width } => {
                let Some(seen) = seen.as_bv() else { return RowValue::Top };
                match self {
                    RowValue::Affine(relations) => {
                        relations.join(seen).map_or(RowValue::Top, RowValue::Affine)
                    }
                    _ => RowValue::Affine(Affine::point(width, seen)),
                }
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

/// Summands on one side of a comparison; a sum of more is compared as it is.
const MOST_SUMMANDS: usize = 6;

/// `expression <= bound`. What a sum subtracts goes to the other side: the sum does not wrap, and comparing `a` with `b + bound` is much
/// easier for the solver than `a - b` with the bound, since programs compare `a` with `b`, too.
///
/// The bound may be wider than the sum.
pub fn at_most(terms: &mut Terms, expression: TermId, bound: TermId) -> TermId {
    let (mut plus, mut minus) = (Vec::new(), Vec::new());
    let mut open = vec![expression];
    while let Some(t) = open.pop() {
        match terms.op(t) {
            Op::Add => open.extend(terms.args(t)),
            Op::BvNeg => minus.push(terms.args(t)[0]),
            _ => plus.push(t),
        }
    }
    let width = terms.width(expression).max(terms.width(bound));
    if plus.len().max(minus.len()) > MOST_SUMMANDS {
        let (left, right) = (terms.sign_extend(expression, width), terms.sign_extend(bound, width));
        return terms.sle(left, right);
    }
    // Neither side wraps: each has at most seven summands.
    let width = width + 3;
    minus.push(bound);
    let mut sum = |summands: Vec<TermId>| {
        let mut total = terms.bv_const(width, 0);
        for t in summands {
            let wide = terms.sign_extend(t, width);
            total = terms.add(total, wide);
        }
        total
    };
    let (left, right) = (sum(plus), sum(minus));
    terms.sle(left, right)
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
