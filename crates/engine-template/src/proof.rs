//! Proofs: invariants that exclude every failing check, and the pass that confirms them.

use crate::clauses;
use crate::rows;
use crate::template::Template;
use engine::InvariantDomain as Level;
use smt::{Limits, SatResult, Solver, TermId, Terms};
use ssa::Formula;
use templates::{Effort, LoopInvariant, System};

/// Invariants, one per loop, and what their rows say.
#[derive(Debug)]
pub(crate) struct Proof {
    pub invariants: Vec<LoopInvariant>,
    pub rows: Vec<Vec<Template>>,
    pub level: Level,
    /// Has the formula, and assumes the invariants.
    pub solver: Box<dyn Solver>,
    /// The checks that may fail, by their numbers: each leaves one property open and the proof of the others as it is.
    pub open: Vec<usize>,
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
    /// There is nothing by which the states would be kept apart.
    Nothing,
    /// The solver gave up.
    GaveUp,
    /// The second pass does not confirm the invariants.
    Refuted,
}

/// Invariants of a level, whatever they are good for.
pub(crate) struct Found {
    pub system: System,
    pub rows: Vec<Vec<Template>>,
    pub invariants: Vec<LoopInvariant>,
    /// The checks that may fail under them, by their numbers.
    pub open: Vec<usize>,
    pub solver: Box<dyn Solver>,
}

/// How many conflicts the check of a proof may cost where its search may cost one: it is made only once.
const CONFIRMATION: u64 = 5;

/// Looks for invariants of a level under which no check fails; with `part`, a proof of some of the properties is one, too.
pub(crate) fn attempt(
    terms: &mut Terms,
    formula: &Formula,
    level: Level,
    part: bool,
    effort: &Effort,
) -> Attempt {
    let found = match find(terms, formula, level, effort) {
        Ok(found) => found,
        Err(attempt) => return attempt,
    };
    let Found { system, rows, invariants, open, solver } = found;
    let is_about_more = |check: &usize| formula.checks[*check].only_about().is_none();
    if open.iter().any(is_about_more) || !open.is_empty() && !part {
        return Attempt::Open(open);
    }
    let mut limits = effort.limits.clone();
    limits.conflicts = limits.conflicts.map(|conflicts| CONFIRMATION * conflicts);
    match confirm(terms, formula, &system, &invariants, &open, &limits) {
        Some(true) => Attempt::Proved(Proof { invariants, rows, level, solver, open }),
        Some(false) => Attempt::Refuted,
        None => Attempt::GaveUp,
    }
}

/// Looks for the strongest invariants of a level, and for what they leave open.
pub(crate) fn find(
    terms: &mut Terms,
    formula: &Formula,
    level: Level,
    effort: &Effort,
) -> Result<Found, Attempt> {
    let limits = &effort.limits;
    // Of many rows each alone is easier than all of them.
    let together = if level < Level::Intervals { &effort.steps } else { limits };
    let effort = &Effort { all: together.clone(), ..effort.clone() };
    let mut solver = smt::default_solver();
    let mut refined = Vec::new();
    if level == Level::Octagons {
        // What a cheaper invariant knows of finite variables tells which states to keep apart.
        let (system, rows) = rows::system(terms, formula, Level::Zones, &[]);
        match templates::synthesise(terms, solver.as_mut(), &system, effort) {
            Ok((invariants, _)) => refined = rows::refine(terms, formula, &system, &rows, &invariants),
            Err(_) => return Err(Attempt::GaveUp),
        }
    }
    let (system, rows) = rows::system(terms, formula, level, &refined);
    if matches!(level, Level::States | Level::Branches)
        && system.loops.iter().all(|l| l.ends.iter().all(|e| e.splits.is_empty()))
    {
        return Err(Attempt::Nothing);
    }
    let invariants = match templates::synthesise(terms, solver.as_mut(), &system, effort) {
        Ok((invariants, _)) => invariants,
        Err(_) => return Err(Attempt::GaveUp),
    };
    assume(terms, solver.as_mut(), &system, &invariants);
    let open = open_checks(terms, solver.as_mut(), formula, limits).ok_or(Attempt::GaveUp)?;
    let mut found = Found { system, rows, invariants, open, solver };
    if level == Level::Clauses
        && !found.open.is_empty()
        && formula.loops.iter().all(|cut| cut.place == ssa::CutPlace::Head)
        && clauses::add(terms, formula, &mut found, effort).is_err()
    {
        return Err(Attempt::GaveUp);
    }
    Ok(found)
}

pub(crate) fn assume(
    terms: &mut Terms,
    solver: &mut dyn Solver,
    system: &System,
    invariants: &[LoopInvariant],
) {
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
/// fails but the open ones.
fn confirm(
    terms: &mut Terms,
    formula: &Formula,
    system: &System,
    invariants: &[LoopInvariant],
    open: &[usize],
    limits: &Limits,
) -> Option<bool> {
    let mut solver = smt::default_solver();
    match templates::is_inductive(terms, solver.as_mut(), system, invariants, limits) {
        Ok(true) => {}
        Ok(false) => return Some(false),
        Err(_) => return None,
    }
    let closed = formula.checks.iter().enumerate().filter(|(number, _)| !open.contains(number));
    for (_, check) in closed {
        match solver.check(terms, &[check.fails], limits) {
            SatResult::Unsat => {}
            SatResult::Sat => return Some(false),
            SatResult::Unknown(_) => return None,
        }
    }
    Some(true)
}
