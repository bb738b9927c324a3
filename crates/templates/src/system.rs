//! The cut loops of a formula and the rows over them; plain data.

use crate::value::{Domain, RowValue};
use smt::{TermId, Terms};

/// One expression of a loop, before and after one more round.
#[derive(Clone, Debug)]
pub struct Row {
    /// When the loop-back expression has a meaning (for a field of a heap object: it is allocated).
    pub back_guard: TermId,
    /// The same for the expression at the loop's end.
    pub next_guard: TermId,
    pub back: TermId,
    pub next: TermId,
    pub domain: Domain,
    /// Further loop-back expressions, with their guards, of which the row is assumed without being shown: one object stands for any
    /// of its allocation site, and what is shown of that one holds of the others.
    pub also: Vec<(TermId, TermId)>,
}

/// A Boolean term by whose value the states at a loop's end are kept apart.
#[derive(Clone, Copy, Debug)]
pub struct Split {
    pub back: TermId,
    pub next: TermId,
}

#[derive(Clone, Debug)]
pub struct Loop {
    /// The loop-back terms are in use: a round has been made before.
    pub back: TermId,
    /// The end of the loop is reached, and another round may follow.
    pub end: TermId,
    pub rows: Vec<Row>,
    pub splits: Vec<Split>,
}

/// Everything that the synthesis needs to know beside the formula itself, which the solver has.
#[derive(Clone, Debug, Default)]
pub struct System {
    pub loops: Vec<Loop>,
    /// Boolean terms that tell which path through the formula a model takes, such as branch conditions. A bound that grows is
    /// followed along one path at a time: along all of them at once it would also follow paths that no run can take yet.
    pub choices: Vec<TermId>,
}

/// The values of a loop's rows in those states in which its splits have the given values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub splits: Vec<bool>,
    pub values: Vec<RowValue>,
}

/// What is known at the end of a loop: one of the parts describes it. Without parts the end is never reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoopInvariant {
    pub parts: Vec<Part>,
}

/// The two copies of a loop's expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Back,
    Next,
}

impl Loop {
    /// That the splits have these values.
    pub(crate) fn in_part(&self, terms: &mut Terms, side: Side, splits: &[bool]) -> TermId {
        let mut literals = Vec::with_capacity(splits.len());
        for (split, &value) in self.splits.iter().zip(splits) {
            let term = match side {
                Side::Back => split.back,
                Side::Next => split.next,
            };
            literals.push(if value { term } else { terms.not(term) });
        }
        terms.and_all(literals)
    }

    /// That a row has a value, where it has a meaning.
    pub(crate) fn row_holds(&self, terms: &mut Terms, side: Side, row: usize, value: &RowValue) -> TermId {
        let row = &self.rows[row];
        let (guard, expression) = match side {
            Side::Back => (row.back_guard, row.back),
            Side::Next => (row.next_guard, row.next),
        };
        let holds = value.formula(terms, expression);
        terms.implies(guard, holds)
    }
}

impl LoopInvariant {
    /// The invariant as a formula over the loop-back terms, to be assumed.
    pub fn assumed(&self, terms: &mut Terms, of: &Loop) -> Vec<TermId> {
        let mut out = Vec::new();
        let mut known = Vec::new();
        for part in &self.parts {
            let here = of.in_part(terms, Side::Back, &part.splits);
            let here = terms.and(of.back, here);
            known.push(here);
            for (row, value) in part.values.iter().enumerate() {
                let mut assume = |terms: &mut Terms, holds| {
                    let holds = terms.implies(here, holds);
                    if terms.bool_constant(holds) != Some(true) {
                        out.push(holds);
                    }
                };
                let holds = of.row_holds(terms, Side::Back, row, value);
                assume(terms, holds);
                for &(guard, expression) in &of.rows[row].also {
                    let holds = value.formula(terms, expression);
                    let holds = terms.implies(guard, holds);
                    assume(terms, holds);
                }
            }
        }
        let known = terms.or_all(known);
        out.push(terms.implies(of.back, known));
        out
    }

    /// That a state at the loop's end is outside.
    pub(crate) fn violated(&self, terms: &mut Terms, of: &Loop) -> TermId {
        let mut cases = Vec::new();
        let mut known = Vec::new();
        for part in &self.parts {
            let here = of.in_part(terms, Side::Next, &part.splits);
            known.push(here);
            for (row, value) in part.values.iter().enumerate() {
                let holds = of.row_holds(terms, Side::Next, row, value);
                let fails = terms.not(holds);
                cases.push(terms.and(here, fails));
            }
        }
        let known = terms.or_all(known);
        cases.push(terms.not(known));
        let outside = terms.or_all(cases);
        terms.and(of.end, outside)
    }
}
