//! The cut loops of a formula and the rows over them; plain data.

use crate::value::{Domain, RowValue};
use smt::{Solver, TermId, Terms, Value};
use std::ops::Range;

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

/// A term by whose value the states at a loop's end are kept apart: true or false, or each of few numbers.
#[derive(Clone, Copy, Debug)]
pub struct Split {
    pub back: TermId,
    pub next: TermId,
}

/// A place where the invariant is assumed: the head of a loop, or behind a call of a function whose summary it is.
#[derive(Clone, Debug)]
pub struct Begin {
    /// The terms are in use.
    pub active: TermId,
    /// For each row the expressions of which it is assumed, with the conditions under which they mean something.
    pub rows: Vec<Vec<(TermId, TermId)>>,
    pub splits: Vec<TermId>,
}

/// A place where the invariant has to be shown: the end of a round. Several of them may speak of the same place under different
/// conditions.
#[derive(Clone, Debug)]
pub struct End {
    /// It is reached, and another round may follow.
    pub reached: TermId,
    /// For each row the expression, with the condition under which it means something.
    pub rows: Vec<(TermId, TermId)>,
    pub splits: Vec<TermId>,
}

/// A loop, or whatever else has an invariant.
#[derive(Clone, Debug, Default)]
pub struct Loop {
    pub domains: Vec<Domain>,
    /// For each row those that it follows from where they hold: bounds on the same sum that are lower. It is neither assumed nor shown
    /// then, which the solver would have to do for each of them; the check of the result shows all of them.
    pub implied_by: Vec<Vec<usize>>,
    pub begins: Vec<Begin>,
    pub ends: Vec<End>,
}

/// Everything that the synthesis needs to know beside the formula itself, which the solver has.
#[derive(Clone, Debug, Default)]
pub struct System {
    pub loops: Vec<Loop>,
    /// Boolean terms that tell which path through the formula a model takes, such as branch conditions. A bound that grows is
    /// followed along one path at a time: along all of them at once it would also follow paths that no run can take yet.
    pub choices: Vec<TermId>,
    /// The formula, or what of it the solver does not have yet; in an order that goes with that of the groups.
    pub facts: Vec<TermId>,
    /// Loops that are solved together, in the order in which they can be; without any, all of them at once.
    pub groups: Vec<Group>,
}

/// Loops whose ends depend on no loop of a later group, such as a loop and those inside it where several follow each other.
#[derive(Clone, Debug)]
pub struct Group {
    pub loops: Range<usize>,
    /// How many of the choices its ends may depend on.
    pub choices: usize,
    /// How many of the facts.
    pub facts: usize,
}

impl System {
    pub(crate) fn groups(&self) -> Vec<Group> {
        match self.groups.is_empty() {
            true => {
                let (choices, facts) = (self.choices.len(), self.facts.len());
                vec![Group { loops: 0..self.loops.len(), choices, facts }]
            }
            false => self.groups.clone(),
        }
    }

    /// Gives the solver the facts up to a number of them, from those on that it has.
    pub(crate) fn assert_facts(&self, terms: &Terms, solver: &mut dyn Solver, has: &mut usize, until: usize) {
        for &fact in self.facts.get(*has..until).unwrap_or_default() {
            solver.assert(terms, fact);
        }
        *has = until.max(*has);
    }
}

/// The values of a loop's rows in those states in which its splits have the given values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub splits: Vec<Value>,
    pub values: Vec<RowValue>,
}

/// What is known at the end of a loop: one of the parts describes it. Without parts the end is never reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoopInvariant {
    pub parts: Vec<Part>,
}

/// That the splits have these values.
pub(crate) fn in_part(terms: &mut Terms, splits: &[TermId], values: &[Value]) -> TermId {
    let mut literals = Vec::with_capacity(values.len());
    for (&split, value) in splits.iter().zip(values) {
        let value = terms.value(value.clone());
        literals.push(terms.eq(split, value));
    }
    terms.and_all(literals)
}

impl Loop {
    /// A loop with one head, where `back` holds after the first round, and one end.
    pub fn new(back: TermId, end: TermId, rows: Vec<Row>, splits: &[Split]) -> Loop {
        let begin = |row: &Row| [(row.back_guard, row.back)].into_iter().chain(row.also.clone()).collect();
        let begins = vec![Begin {
            active: back,
            rows: rows.iter().map(begin).collect(),
            splits: splits.iter().map(|s| s.back).collect(),
        }];
        let ends = vec![End {
            reached: end,
            rows: rows.iter().map(|row| (row.next_guard, row.next)).collect(),
            splits: splits.iter().map(|s| s.next).collect(),
        }];
        let implied_by = vec![Vec::new(); rows.len()];
        Loop { domains: rows.iter().map(|row| row.domain).collect(), implied_by, begins, ends }
    }

    /// Whether a row follows from another one of the part.
    pub(crate) fn is_implied(&self, part: &Part, row: usize) -> bool {
        self.implied_by
            .get(row)
            .is_some_and(|by| by.iter().any(|&other| part.values[other] == RowValue::Holds))
    }
}

impl End {
    /// That a row does not have a value where it has a meaning.
    pub(crate) fn row_fails(&self, terms: &mut Terms, row: usize, value: &RowValue) -> TermId {
        let (guard, expression) = self.rows[row];
        let holds = value.formula(terms, expression);
        let fails = terms.not(holds);
        terms.and(guard, fails)
    }
}

impl LoopInvariant {
    /// The invariant as a formula over the loop-back terms, to be assumed.
    pub fn assumed(&self, terms: &mut Terms, of: &Loop) -> Vec<TermId> {
        let mut out = Vec::new();
        for begin in &of.begins {
            let mut known = Vec::new();
            for part in &self.parts {
                let here = in_part(terms, &begin.splits, &part.splits);
                let here = terms.and(begin.active, here);
                known.push(here);
                for (row, value) in part.values.iter().enumerate() {
                    if of.is_implied(part, row) {
                        continue;
                    }
                    for &(guard, expression) in &begin.rows[row] {
                        let holds = value.formula(terms, expression);
                        let holds = terms.implies(guard, holds);
                        let holds = terms.implies(here, holds);
                        if terms.bool_constant(holds) != Some(true) {
                            out.push(holds);
                        }
                    }
                }
            }
            let known = terms.or_all(known);
            out.push(terms.implies(begin.active, known));
        }
        out
    }

    /// That a state at one of the loop's ends is outside.
    pub(crate) fn violated(&self, terms: &mut Terms, of: &Loop) -> TermId {
        let mut all = Vec::with_capacity(of.ends.len());
        for end in &of.ends {
            let mut cases = vec![self.uncovered(terms, end)];
            for part in &self.parts {
                let here = in_part(terms, &end.splits, &part.splits);
                for (row, value) in part.values.iter().enumerate() {
                    if of.is_implied(part, row) {
                        continue;
                    }
                    let fails = end.row_fails(terms, row, value);
                    cases.push(terms.and(here, fails));
                }
            }
            let outside = terms.or_all(cases);
            all.push(terms.and(end.reached, outside));
        }
        terms.or_all(all)
    }

    /// That a state at an end is in no part.
    pub(crate) fn uncovered(&self, terms: &mut Terms, end: &End) -> TermId {
        let mut known = Vec::with_capacity(self.parts.len());
        for part in &self.parts {
            known.push(in_part(terms, &end.splits, &part.splits));
        }
        let known = terms.or_all(known);
        terms.not(known)
    }
}
