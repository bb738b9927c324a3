//! Proofs: invariants that exclude every failing check, and the pass that confirms them.

use crate::rows::{self, Level, Template};
use smt::{Limits, SatResult, Solver, TermId, Terms};
use ssa::Formula;
use templates::{Effort, LoopInvariant, System};

/// Invariants, one per loop, and what their rows say.
#[derive(Debug)]
pub(crate) struct Proof {
    pub invariants: Vec<LoopInvariant>,
    pub rows: Vec<Vec<Template>>,
    /// Has the formula, and assumes the invariants.
    pub solver: Box<dyn Solver>,
}

impl Proof {
    /// Leaves out what is taken on trust in no run that the invariants allow.
    pub(crate) fn drop_unneeded_assumptions(
        &mut self,
        terms: &mut Terms,
        formula: &mut Formula,
        limits: &Limits,
    ) {
        let mut cases: std::collections::BTreeMap<verdict::Assumption, Vec<TermId>> = Default::default();
        for (assumption, when) in &formula.assumptions {
            cases.entry(assumption.clone()).or_default().push(*when);
        }
        for (assumption, cases) in cases {
            let any = terms.or_all(cases);
            if matches!(assumption, verdict::Assumption::Other(_))
                && self.solver.check(terms, &[any], limits) == SatResult::Unsat
            {
                formula.assumptions.retain(|(other, _)| *other != assumption);
            }
        }
    }
}

/// How an attempt ended.
#[derive(Debug)]
pub(crate) enum Attempt {
    Proved(Proof),
    /// These checks may fail, by their numbers.
    Open(Vec<usize>),
    /// The solver gave up.
    GaveUp,
    /// The second pass does not confirm the invariants.
    Refuted,
}

/// Looks for invariants of a level under which no check fails.
pub(crate) fn attempt(terms: &mut Terms, formula: &Formula, level: Level, effort: &Effort) -> Attempt {
    let limits = &effort.limits;
    let mut solver = smt::default_solver();
    for &fact in &formula.facts {
        solver.assert(terms, fact);
    }
    let mut refined = Vec::new();
    if level == Level::Octagons {
        // What a cheaper invariant knows of finite variables tells which states to keep apart.
        let (system, rows) = rows::system(terms, formula, Level::Zones, &[]);
        match templates::synthesise(terms, solver.as_mut(), &system, effort) {
            Ok((invariants, _)) => refined = rows::refine(terms, formula, &system, &rows, &invariants),
            Err(_) => return Attempt::GaveUp,
        }
    }
    let (system, rows) = rows::system(terms, formula, level, &refined);
    let invariants = match templates::synthesise(terms, solver.as_mut(), &system, effort) {
        Ok((invariants, _)) => invariants,
        Err(_) => return Attempt::GaveUp,
    };
    assume(terms, solver.as_mut(), &system, &invariants);
    match open_checks(terms, solver.as_mut(), formula, limits) {
        None => Attempt::GaveUp,
        Some(open) if !open.is_empty() => Attempt::Open(open),
        Some(_) => match confirm(terms, formula, &system, &invariants, limits) {
            Some(true) => Attempt::Proved(Proof { invariants, rows, solver }),
            Some(false) => Attempt::Refuted,
            None => Attempt::GaveUp,
        },
    }
}

fn assume(terms: &mut Terms, solver: &mut dyn Solver, system: &System, invariants: &[LoopInvariant]) {
    for (invariant, of) in invariants.iter().zip(&system.loops) {
        for assumption in invariant.assumed(terms, of) {
            solver.assert(terms, assumption);
        }
    }
}

/// The checks that may fail; `None` if the solver gives up.
fn open_checks(
    terms: &mut Terms,
    solver: &mut dyn Solver,
    formula: &Formula,
    limits: &Limits,
) -> Option<Vec<usize>> {
    let mut open = Vec::new();
    let mut left: Vec<(usize, TermId)> = formula.checks.iter().map(|c| c.fails).enumerate().collect();
    while !left.is_empty() {
        let any = terms.or_all(left.iter().map(|(_, t)| *t));
        match solver.check(terms, &[any], limits) {
            SatResult::Unsat => break,
            SatResult::Unknown(_) => return None,
            SatResult::Sat => {
                let model = solver.model(terms)?;
                let before = left.len();
                left.retain(|&(i, t)| {
                    let fails = model.holds(terms, t);
                    if fails {
                        open.push(i);
                    }
                    !fails
                });
                if left.len() == before {
                    return None;
                }
            }
        }
    }
    open.sort_unstable();
    Some(open)
}

/// Confirms a proof with a solver that has seen nothing of the search: the invariants are inductive, and under them no check
/// fails.
fn confirm(
    terms: &mut Terms,
    formula: &Formula,
    system: &System,
    invariants: &[LoopInvariant],
    limits: &Limits,
) -> Option<bool> {
    let mut solver = smt::default_solver();
    for &fact in &formula.facts {
        solver.assert(terms, fact);
    }
    match templates::is_inductive(terms, solver.as_mut(), system, invariants, limits) {
        Ok(true) => {}
        Ok(false) => return Some(false),
        Err(_) => return None,
    }
    assume(terms, solver.as_mut(), system, invariants);
    for check in &formula.checks {
        match solver.check(terms, &[check.fails], limits) {
            SatResult::Unsat => {}
            SatResult::Sat => return Some(false),
            SatResult::Unknown(_) => return None,
        }
    }
    Some(true)
}
