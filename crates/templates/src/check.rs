//! The check of an invariant. It shares nothing with the search but the meaning of a value.

use crate::system::{LoopInvariant, System};
use smt::{Limits, SatResult, Solver, Terms, UnknownReason};

/// Whether the invariants, assumed of all loop-back terms, hold at the end of every loop. The solver must have been given the formula
/// and nothing else. `Ok(false)` means that they do not.
pub fn is_inductive(
    terms: &mut Terms,
    solver: &mut dyn Solver,
    system: &System,
    invariants: &[LoopInvariant],
    limits: &Limits,
) -> Result<bool, UnknownReason> {
    if invariants.len() != system.loops.len() {
        return Ok(false);
    }
    solver.push();
    for (invariant, of) in invariants.iter().zip(&system.loops) {
        for assumption in invariant.assumed(terms, of) {
            solver.assert(terms, assumption);
        }
    }
    let mut answer = Ok(true);
    for (invariant, of) in invariants.iter().zip(&system.loops) {
        // One case after the other: at each end some part describes the state, and in each part every row holds.
        let mut cases = Vec::new();
        for end in &of.ends {
            let mut some_part = Vec::new();
            for part in &invariant.parts {
                let mut here = end.reached;
                for (&split, value) in end.splits.iter().zip(&part.splits) {
                    let value = terms.value(value.clone());
                    let is_so = terms.eq(split, value);
                    here = terms.and(here, is_so);
                }
                some_part.push(here);
                for (&(guard, expression), value) in end.rows.iter().zip(&part.values) {
                    let reached = terms.and(here, guard);
                    let holds = value.formula(terms, expression);
                    let fails = terms.not(holds);
                    cases.push(terms.and(reached, fails));
                }
            }
            let covered = terms.or_all(some_part);
            let uncovered = terms.not(covered);
            cases.push(terms.and(end.reached, uncovered));
        }
        for case in cases {
            if terms.bool_constant(case) == Some(false) {
                continue;
            }
            match solver.check(terms, &[case], limits) {
                SatResult::Unsat => {}
                SatResult::Sat => answer = Ok(false),
                SatResult::Unknown(reason) => answer = Err(reason),
            }
            if answer != Ok(true) {
                solver.pop();
                return answer;
            }
        }
    }
    solver.pop();
    answer
}
