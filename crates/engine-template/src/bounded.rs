//! Bounded model checking: all runs in which no loop makes more than so many rounds.

use engine::Candidate;
use smt::{Limits, SatResult, Terms};
use ssa::{CheckKind, Formula};

/// What the bounded runs show.
#[derive(Debug)]
pub(crate) enum Bounded {
    /// A run that violates something, to be replayed.
    Candidate(Candidate),
    /// No run within the bound does, and no run leaves it.
    Exhausted,
    /// No run within the bound does. The formula follows all of these runs to their ends, or not.
    Nothing {
        follows_all: bool,
    },
    GaveUp,
}

/// Looks for a failing check of an unwound formula; those of `skip` were tried before.
pub(crate) fn search(
    terms: &mut Terms,
    formula: &Formula,
    skip: &dyn Fn(&ssa::Check) -> bool,
    limits: &Limits,
) -> Bounded {
    let mut solver = smt::default_solver();
    for &fact in &formula.facts {
        solver.assert(terms, fact);
    }
    for &select in &formula.select {
        let not = terms.not(select);
        solver.assert(terms, not);
    }
    let is_finding = |check: &&ssa::Check| matches!(check.what, CheckKind::Finding(_)) && !skip(check);
    let wanted: Vec<_> = formula.checks.iter().filter(is_finding).collect();
    let any = terms.or_all(wanted.iter().map(|check| check.fails));
    match solver.check(terms, &[any], limits) {
        SatResult::Unknown(_) => return Bounded::GaveUp,
        SatResult::Unsat => {}
        SatResult::Sat => {
            let Some(model) = solver.model(terms) else { return Bounded::GaveUp };
            let Some(check) = wanted.iter().find(|check| model.holds(terms, check.fails)) else {
                return Bounded::GaveUp;
            };
            let CheckKind::Finding(kind) = check.what else { return Bounded::GaveUp };
            let read: Vec<_> =
                formula.inputs.iter().filter(|input| model.holds(terms, input.guard)).collect();
            let inputs: Vec<i128> = read
                .iter()
                .map(|input| {
                    let value = model.value(terms, input.value);
                    let Some(bits) = value.as_bv() else { return 0 };
                    match input.signed {
                        true => bits.to_i128().unwrap_or(0),
                        false => bits.to_u128().unwrap_or(0) as i128,
                    }
                })
                .collect();
            let uninitialised = read.iter().map(|input| input.uninitialised).collect();
            // What the formula does not follow is any value there.
            let (span, is_exact) = (check.span, false);
            return Bounded::Candidate(Candidate { kind, span, inputs, uninitialised, is_exact });
        }
    }
    let others = formula.checks.iter().map(|check| check.fails);
    let any = terms.or_all(others);
    match solver.check(terms, &[any], limits) {
        SatResult::Unsat => return Bounded::Exhausted,
        SatResult::Sat => {}
        SatResult::Unknown(_) => return Bounded::GaveUp,
    }
    let is_within = |check: &&ssa::Check| !matches!(check.what, CheckKind::Unwinding);
    let within = terms.or_all(formula.checks.iter().filter(is_within).map(|check| check.fails));
    let follows_all = solver.check(terms, &[within], limits) == SatResult::Unsat;
    Bounded::Nothing { follows_all }
}
