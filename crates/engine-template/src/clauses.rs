//! Clauses of what the program compares, where no conjunction suffices: `x < 0 || y > 0`. They are looked for from what is to be
//! excluded (`templates::exclude`) and become rows like all others, so that the check of a proof knows nothing of how they were found.

use crate::proof::{self, Found};
use base::FxHashSet;
use smt::{Op, TermId, Terms};
use ssa::{CutLoop, Formula, Value};
use templates::{Clause, Domain, Effort, LoopInvariant, RowValue, Stopped, System, Target};

/// How many questions may be asked for clauses where one may be asked for bounds, which take longer.
const QUESTIONS: u64 = 3;
/// The same for the conflicts of a question: one that is left without an answer ends the search.
const CONFLICTS: u64 = 5;

/// Adds clauses to the invariants that exclude the open checks, if there are any.
pub(crate) fn add(
    terms: &mut Terms,
    formula: &Formula,
    found: &mut Found,
    effort: &Effort,
) -> Result<(), Stopped> {
    let target = target(terms, formula, found);
    if target.rows.iter().all(Vec::is_empty) {
        return Ok(());
    }
    let solver = found.solver.as_mut();
    let mut effort = Effort { questions: QUESTIONS * effort.questions, ..effort.clone() };
    effort.limits.conflicts = effort.limits.conflicts.map(|conflicts| CONFLICTS * conflicts);
    let effort = &effort;
    let Some(clauses) = templates::exclude(terms, solver, &found.system, &target, effort)? else {
        return Ok(());
    };
    for (in_loop, clauses) in clauses.iter().enumerate() {
        for clause in clauses {
            add_row(terms, &mut found.system, &mut found.invariants, in_loop, clause);
        }
    }
    proof::assume(terms, found.solver.as_mut(), &found.system, &found.invariants);
    found.open.clear();
    Ok(())
}

fn add_row(
    terms: &mut Terms,
    system: &mut System,
    invariants: &mut [LoopInvariant],
    in_loop: usize,
    clause: &Clause,
) {
    let of = &mut system.loops[in_loop];
    for begin in &mut of.begins {
        let of_row = |row: usize| begin.rows[row][0].1;
        let expression = disjunction(terms, clause, of_row);
        begin.rows.push(vec![(TermId::TRUE, expression)]);
    }
    for end in &mut of.ends {
        let of_row = |row: usize| end.rows[row].1;
        let expression = disjunction(terms, clause, of_row);
        end.rows.push((TermId::TRUE, expression));
    }
    of.domains.push(Domain::Holds);
    of.implied_by.push(Vec::new());
    for part in &mut invariants[in_loop].parts {
        part.values.push(RowValue::Holds);
    }
}

fn disjunction(terms: &mut Terms, clause: &Clause, of_row: impl Fn(usize) -> TermId) -> TermId {
    let mut literals = Vec::with_capacity(clause.len());
    for &(row, holds) in clause {
        let expression = of_row(row);
        literals.push(if holds { expression } else { terms.not(expression) });
    }
    terms.or_all(literals)
}

fn target(terms: &mut Terms, formula: &Formula, found: &Found) -> Target {
    let system = &found.system;
    let bad = terms.or_all(found.open.iter().map(|check| formula.checks[*check].fails));
    let owned: Vec<FxHashSet<TermId>> = formula.loops.iter().map(|cut| loop_back(terms, cut)).collect();
    let mut rows = Vec::with_capacity(system.loops.len());
    for (in_loop, of) in system.loops.iter().enumerate() {
        let mut seen = FxHashSet::default();
        let templates = found.rows[in_loop].len();
        let usable = (0..templates).filter(|&row| {
            templates::is_literal(system, in_loop, row) && {
                // What holds where another row does not says nothing new.
                let expression = of.begins[0].rows[row][0].1;
                let plain = match terms.op(expression) {
                    Op::Not => terms.args(expression)[0],
                    _ => expression,
                };
                terms.bool_constant(plain).is_none() && seen.insert(plain)
            }
        });
        rows.push(usable.collect());
    }
    let after = loops_of(terms, formula, &owned, vec![bad]);
    let before = system.loops.iter().enumerate().map(|(in_loop, of)| {
        let mut roots: Vec<TermId> = Vec::new();
        for end in &of.ends {
            roots.push(end.reached);
            roots.extend(end.rows.iter().map(|(_, t)| *t));
        }
        let mut loops = loops_of(terms, formula, &owned, roots);
        if !loops.contains(&in_loop) {
            loops.push(in_loop);
            loops.sort_unstable();
        }
        loops
    });
    let before = before.collect();
    Target { bad, after, before, rows }
}

/// The loop-back variables of a loop.
fn loop_back(terms: &Terms, cut: &CutLoop) -> FxHashSet<TermId> {
    let mut all: FxHashSet<TermId> = terms.variables_of(&[cut.back]).into_iter().collect();
    for variable in cut.variables.iter().filter(|variable| variable.changes) {
        match variable.back {
            Value::Number(number) => all.extend(terms.variables_of(&[number])),
            Value::Pointer { object, offset } => all.extend(terms.variables_of(&[object, offset])),
            Value::Any => {}
        }
    }
    all
}

/// The loops that terms depend on, directly or by what those are entered with.
fn loops_of(
    terms: &Terms,
    formula: &Formula,
    owned: &[FxHashSet<TermId>],
    mut roots: Vec<TermId>,
) -> Vec<usize> {
    let mut found = vec![false; owned.len()];
    while !roots.is_empty() {
        let used: FxHashSet<TermId> = terms.variables_of(&roots).into_iter().collect();
        roots.clear();
        for (in_loop, own) in owned.iter().enumerate() {
            if !found[in_loop] && own.iter().any(|t| used.contains(t)) {
                found[in_loop] = true;
                let cut = &formula.loops[in_loop];
                roots.push(cut.guard);
                roots.extend(cut.entry.iter().map(|(_, entry)| *entry));
            }
        }
    }
    (0..owned.len()).filter(|in_loop| found[*in_loop]).collect()
}
