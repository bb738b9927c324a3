//! The search for an inductive invariant ([2LS-shape] Eq. (7)): assume the current values of the loop-back terms, ask for a
//! state at some loop's end that is outside, join it in, until there is none.
//!
//! A bound that grows from round to round would take as many questions as the loop has rounds. Instead it is made a variable, before
//! and after the loop in one question, and the largest bound that is still exceeded is found by bisection, along the path that the
//! model took.

use crate::system::{Loop, LoopInvariant, Part, Side, System};
use crate::value::{Domain, RowValue};
use smt::{Evaluator, Limits, Model, SatResult, Solver, Sort, TermId, Terms, UnknownReason};

/// Why there is no invariant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The solver gave up, or its limits are reached.
    Solver(UnknownReason),
    /// A loop has more parts than this; its splits divide its states too finely.
    TooManyParts { in_loop: usize },
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    pub questions: u64,
    /// Those that were steps of a bisection.
    pub bisections: u64,
}

/// More parts than this cost more questions than they can save.
const MOST_PARTS: usize = 256;

/// Finds the values of all rows. The formula must have been asserted in the solver.
pub fn synthesise(
    terms: &mut Terms,
    solver: &mut dyn Solver,
    system: &System,
    limits: &Limits,
) -> Result<(Vec<LoopInvariant>, Stats), Stopped> {
    let invariants = vec![LoopInvariant::default(); system.loops.len()];
    let mut search = Search { terms, solver, system, limits, invariants, stats: Stats::default() };
    search.run()?;
    Ok((search.invariants, search.stats))
}

struct Search<'a> {
    terms: &'a mut Terms,
    solver: &'a mut dyn Solver,
    system: &'a System,
    limits: &'a Limits,
    invariants: Vec<LoopInvariant>,
    stats: Stats,
}

/// A row of a part of a loop.
#[derive(Clone, Copy)]
struct At {
    in_loop: usize,
    part: usize,
    row: usize,
}

/// A bound that was exceeded, and where the round began that did it.
#[derive(Clone, Copy)]
struct Grown {
    at: At,
    /// In a state of the same part, of which the old bound was assumed; otherwise the round's own inputs made the value.
    from_same_part: bool,
}

impl Search<'_> {
    fn run(&mut self) -> Result<(), Stopped> {
        loop {
            let mut question = self.assumptions(None);
            let mut outside = Vec::with_capacity(self.system.loops.len());
            for (invariant, of) in self.invariants.iter().zip(&self.system.loops) {
                outside.push(invariant.violated(self.terms, of));
            }
            question.push(self.terms.or_all(outside));
            let Some(model) = self.ask(&question)? else { return Ok(()) };
            let grown = self.absorb(&model)?;
            for grown in grown {
                self.climb(grown, &model)?;
            }
        }
    }

    fn ask(&mut self, question: &[TermId]) -> Result<Option<Model>, Stopped> {
        self.stats.questions += 1;
        match self.solver.check(self.terms, question, self.limits) {
            SatResult::Sat => Ok(Some(self.solver.model(self.terms).unwrap_or_default())),
            SatResult::Unsat => Ok(None),
            SatResult::Unknown(reason) => Err(Stopped::Solver(reason)),
        }
    }

    /// The current values as assumptions; those of one row may be left out.
    fn assumptions(&mut self, without: Option<At>) -> Vec<TermId> {
        let mut out = Vec::new();
        for (index, (invariant, of)) in self.invariants.iter().zip(&self.system.loops).enumerate() {
            match without {
                Some(at) if at.in_loop == index => {
                    let mut weaker = invariant.clone();
                    weaker.parts[at.part].values[at.row] = RowValue::Top;
                    out.extend(weaker.assumed(self.terms, of));
                }
                _ => out.extend(invariant.assumed(self.terms, of)),
            }
        }
        out
    }

    /// Joins the states at the loops' ends that a model has. Gives the bounds that grew: those may grow on.
    fn absorb(&mut self, model: &Model) -> Result<Vec<Grown>, Stopped> {
        let mut grown = Vec::new();
        let mut evaluator = Evaluator::new(self.terms, model);
        for (in_loop, of) in self.system.loops.iter().enumerate() {
            if !is_true(&mut evaluator, of.end) {
                continue;
            }
            let splits: Vec<bool> = of.splits.iter().map(|s| is_true(&mut evaluator, s.next)).collect();
            let from_same_part = is_true(&mut evaluator, of.back)
                && of.splits.iter().zip(&splits).all(|(s, &value)| is_true(&mut evaluator, s.back) == value);
            let parts = &mut self.invariants[in_loop].parts;
            let part = match parts.iter().position(|p| p.splits == splits) {
                Some(part) => part,
                None if parts.len() >= MOST_PARTS => return Err(Stopped::TooManyParts { in_loop }),
                None => {
                    parts.push(Part { splits, values: vec![RowValue::Bottom; of.rows.len()] });
                    parts.len() - 1
                }
            };
            for (row, of_row) in of.rows.iter().enumerate() {
                if !is_true(&mut evaluator, of_row.next_guard) {
                    continue;
                }
                let seen = evaluator.value(of_row.next);
                let value = &mut parts[part].values[row];
                let joined = value.join(of_row.domain, &seen);
                if joined == *value {
                    continue;
                }
                let is_bound = matches!((&*value, &joined), (RowValue::AtMost(_), RowValue::AtMost(_)));
                *value = joined;
                if is_bound {
                    grown.push(Grown { at: At { in_loop, part, row }, from_same_part });
                }
            }
        }
        Ok(grown)
    }

    /// Raises a bound to the largest one that the loop still exceeds along the model's path.
    fn climb(&mut self, grown: Grown, model: &Model) -> Result<(), Stopped> {
        let at = grown.at;
        let of = &self.system.loops[at.in_loop];
        let row = &of.rows[at.row];
        let Domain::UpperBound { most } = row.domain else { return Ok(()) };
        let RowValue::AtMost(bound) = &self.invariants[at.in_loop].parts[at.part].values[at.row] else {
            return Ok(());
        };
        let width = bound.width();
        let Some(mut lowest) = bound.to_i128() else { return Ok(()) };
        let symbolic = self.terms.var(&format!("bound{width}"), Sort::Bv(width));
        let mut question = self.assumptions(grown.from_same_part.then_some(at));
        let splits = self.invariants[at.in_loop].parts[at.part].splits.clone();
        question.extend(self.one_more_round(of, &splits, at.row, symbolic, grown.from_same_part));
        let path = self.path(model);
        question.extend(path);
        // Unbounded growth is frequent, and small bounds are more frequent than large ones: ask for the extreme first, then in
        // steps that double.
        let mut highest = most;
        let mut step = 1i128;
        let mut target = most - 1;
        while lowest < highest {
            let goal = self.terms.bv_signed(width, target);
            let enough = self.terms.sle(goal, symbolic);
            question.push(enough);
            self.stats.bisections += 1;
            let answer = self.ask(&question)?;
            question.pop();
            match answer {
                Some(model) => {
                    let mut evaluator = Evaluator::new(self.terms, &model);
                    let seen = evaluator.value(row.next);
                    let value = &mut self.invariants[at.in_loop].parts[at.part].values[at.row];
                    *value = value.join(row.domain, &seen);
                    match value {
                        RowValue::AtMost(bound) => lowest = bound.to_i128().unwrap_or(most).max(lowest + 1),
                        _ => return Ok(()),
                    }
                    step = step.saturating_mul(2);
                }
                None => {
                    // No bound from the target on is exceeded.
                    highest = target;
                    step = 1;
                }
            }
            target = match highest == most - 1 {
                true => lowest.saturating_add(step).min(highest - 1).max(lowest),
                false => lowest + (highest - lowest) / 2,
            };
        }
        Ok(())
    }

    /// A round leads to a state of the part beyond a symbolic bound, from a state of the part within it if so wanted.
    fn one_more_round(
        &mut self,
        of: &Loop,
        splits: &[bool],
        row: usize,
        bound: TermId,
        from_same_part: bool,
    ) -> Vec<TermId> {
        let row = &of.rows[row];
        let terms = &mut *self.terms;
        let beyond = terms.slt(bound, row.next);
        let mut out = vec![of.end, of.in_part(terms, Side::Next, splits), row.next_guard, beyond];
        if from_same_part {
            let within = terms.sle(row.back, bound);
            out.extend([of.back, of.in_part(terms, Side::Back, splits), row.back_guard, within]);
        }
        out
    }

    /// The path of a model, as literals.
    fn path(&mut self, model: &Model) -> Vec<TermId> {
        let values: Vec<bool> = {
            let mut evaluator = Evaluator::new(self.terms, model);
            self.system.choices.iter().map(|&c| is_true(&mut evaluator, c)).collect()
        };
        let mut out = Vec::with_capacity(values.len());
        for (&choice, value) in self.system.choices.iter().zip(values) {
            out.push(if value { choice } else { self.terms.not(choice) });
        }
        out
    }
}

fn is_true(evaluator: &mut Evaluator<'_>, t: TermId) -> bool {
    evaluator.value(t).as_bool() == Some(true)
}
