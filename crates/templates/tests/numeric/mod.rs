//! Rows of the numeric domains: intervals, differences (zones), octagons, and linear expressions with given coefficients
//! (template polyhedra). Expressions are computed wide enough that no sum of extremes wraps.

use fafnir_templates::{Domain, Row};
use smt::{TermId, Terms};

/// A program variable at a loop: the value that comes back and the one at the loop's end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Number {
    pub(crate) back: TermId,
    pub(crate) next: TermId,
    pub(crate) signed: bool,
    pub(crate) back_guard: TermId,
    pub(crate) next_guard: TermId,
}

impl Number {
    fn width(&self, terms: &Terms) -> u32 {
        terms.width(self.back)
    }

    /// The least and the greatest number of its type.
    fn range(&self, terms: &Terms) -> (i128, i128) {
        let width = self.width(terms).min(126);
        match self.signed {
            true => (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1),
            false => (0, (1i128 << width) - 1),
        }
    }
}

/// A bound on the sum of `coefficient * number`.
pub(crate) fn linear_row(terms: &mut Terms, sum: &[(i64, Number)]) -> Row {
    let mut most = 0i128;
    let mut magnitude = 0i128;
    for (coefficient, number) in sum {
        let (low, high) = number.range(terms);
        let c = i128::from(*coefficient);
        most = most.saturating_add((c.saturating_mul(low)).max(c.saturating_mul(high)));
        magnitude = magnitude.saturating_add(c.abs().saturating_mul(low.abs().max(high)));
    }
    let width = (128 - magnitude.leading_zeros() + 1).min(128);
    let side = |terms: &mut Terms, of: fn(&Number) -> TermId| {
        let mut total = terms.bv_const(width, 0);
        for (coefficient, number) in sum {
            let value = of(number);
            let wide = terms.resize(value, width, number.signed);
            let factor = terms.bv_signed(width, i128::from(*coefficient));
            let product = match coefficient {
                1 => wide,
                -1 => terms.neg(wide),
                _ => terms.mul(wide, factor),
            };
            total = terms.add(total, product);
        }
        total
    };
    let back = side(terms, |n| n.back);
    let next = side(terms, |n| n.next);
    let back_guard = terms.and_all(sum.iter().map(|(_, n)| n.back_guard));
    let next_guard = terms.and_all(sum.iter().map(|(_, n)| n.next_guard));
    Row { back_guard, next_guard, back, next, domain: Domain::UpperBound { most }, also: Vec::new() }
}

/// An upper bound, and a lower one as an upper bound of the opposite.
pub(crate) fn interval_rows(terms: &mut Terms, number: Number) -> [Row; 2] {
    [linear_row(terms, &[(1, number)]), linear_row(terms, &[(-1, number)])]
}

/// A bound on `a - b`.
pub(crate) fn difference_row(terms: &mut Terms, a: Number, b: Number) -> Row {
    linear_row(terms, &[(1, a), (-1, b)])
}

/// Bounds on all of `±a ± b`.
pub(crate) fn octagon_rows(terms: &mut Terms, a: Number, b: Number) -> [Row; 4] {
    [(1, 1), (1, -1), (-1, 1), (-1, -1)].map(|(c, d)| linear_row(terms, &[(c, a), (d, b)]))
}
