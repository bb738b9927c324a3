//! The check of an invariant. It shares nothing with the search but the meaning of a value.

use crate::system::{Loop, LoopInvariant, System};
use smt::{Limits, SatResult, Solver, TermId, Terms, UnknownReason};

/// Whether the invariants, assumed of all loop-back terms, hold at the end of every loop. The solver must have been given the formula, as
/// far as it is not among the system's facts, and nothing else; afterwards it has the facts and assumes the invariants. A group is shown
/// with what is known of those before it. `Ok(false)` means that they do not hold.
pub fn is_inductive(
    terms: &mut Terms,
    solver: &mut dyn Solver,
    system: &System,
    invariants: &[LoopInvariant],
    limits: &Limits,
) -> Result<bool, UnknownReason> {
    let groups = system.groups();
    let grouped: Vec<usize> = groups.iter().flat_map(|group| group.loops.clone()).collect();
    if invariants.len() != system.loops.len() || grouped != (0..invariants.len()).collect::<Vec<usize>>() {
        return Ok(false);
    }
    let mut has = 0;
    for group in groups {
        system.assert_facts(terms, solver, &mut has, group.facts);
        for index in group.loops.clone() {
            for assumption in invariants[index].assumed(terms, &system.loops[index]) {
                solver.assert(terms, assumption);
            }
        }
        for index in group.loops {
            for case in outside(terms, &system.loops[index], &invariants[index]) {
                if terms.bool_constant(case) == Some(false) {
                    continue;
                }
                match solver.check(terms, &[case], limits) {
                    SatResult::Unsat => {}
                    SatResult::Sat => return Ok(false),
                    SatResult::Unknown(reason) => return Err(reason),
                }
            }
        }
    }
    system.assert_facts(terms, solver, &mut has, system.facts.len());
    Ok(true)
}

/// The ways to be outside at the end of a loop, one case after the other: at each end some part describes the state, and in each part
/// every row holds.
fn outside(terms: &mut Terms, of: &Loop, invariant: &LoopInvariant) -> Vec<TermId> {
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
    cases
}
