//! Invariants over the program's variables.
//!
//! A row speaks of the states that come back to a loop's head. What is told of a loop holds when control comes there for the
//! first time as well: conjuncts for which the solver does not show that are left out.

use crate::proof::Proof;
use ir::Program;
use smt::{Bv, Limits, SatResult, Terms};
use ssa::Formula;
use templates::RowValue;
use verdict::formula::{Formula as Said, Operator, Term};
use verdict::{Invariant, InvariantContent, PlaceKind, ProgramPlace};

pub(crate) fn invariants(
    program: &Program,
    terms: &mut Terms,
    formula: &Formula,
    proof: &mut Proof,
    limits: &Limits,
) -> Vec<Invariant> {
    let mut out: Vec<Invariant> = Vec::new();
    for ((cut, rows), invariant) in formula.loops.iter().zip(&proof.rows).zip(&proof.invariants) {
        // What is kept apart is not told: only what holds in every part.
        let [part] = &invariant.parts[..] else { continue };
        let mut conjuncts = Vec::new();
        for (template, value) in rows.iter().zip(&part.values) {
            let Some((expression, at_head)) = template.at_head(terms, cut) else { continue };
            let Some(said) = said(expression, value) else { continue };
            let holds = value.formula(terms, at_head);
            let fails = terms.not(holds);
            if proof.solver.check(terms, &[cut.guard, fails], limits) == SatResult::Unsat {
                conjuncts.push(said);
            }
        }
        let function = program.functions[cut.func].name;
        let at = ProgramPlace { span: cut.span, function, kind: PlaceKind::LoopHead };
        // One loop in several contexts: each says something else.
        if conjuncts.is_empty() || formula.loops.iter().filter(|l| l.span == cut.span).count() > 1 {
            continue;
        }
        out.push(Invariant { at, what: InvariantContent::Formula(Said::all(conjuncts)) });
    }
    out
}

fn said(expression: Term, value: &RowValue) -> Option<Said> {
    match value {
        RowValue::AtMost(bound) => Some(Said::at_most(expression, Term::Number(Bv::to_i128(bound)?))),
        RowValue::Congruent { modulus, remainder } if modulus.is_power_of_two() && *modulus > 1 => {
            let modulus = Term::Number(i128::try_from(*modulus).ok()?);
            let rest = Term::Operation {
                operator: Operator::Remainder,
                left: Box::new(expression),
                right: Box::new(modulus),
            };
            (*remainder == 0).then(|| Said::equal(rest, Term::Number(0)))
        }
        _ => None,
    }
}
