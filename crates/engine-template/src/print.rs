//! Invariants over the program's variables; those of memory are told by [`crate::blocks`].
//!
//! A row speaks of the states that come back to a loop's head. What is told of a loop holds when control comes there for the
//! first time as well: conjuncts for which the solver does not show that are left out.

use crate::blocks::Teller;
use crate::elements;
use crate::proof::Proof;
use crate::template::{Kind, Template};
use engine::InvariantDomain as Level;
use ir::Program;
use smt::{Bv, Limits, SatResult, TermId, Terms};
use ssa::{CutLoop, CutPlace, Formula};
use templates::{Equation, RowValue};
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
    let constants = elements::constants(terms, formula);
    let teller = Teller::new(program, formula, proof, limits);
    let (all_rows, invariants) = (proof.rows.clone(), proof.invariants.clone());
    for ((cut, rows), invariant) in formula.loops.iter().zip(&all_rows).zip(&invariants) {
        // Of functions that touch memory the invariant holds for the calls that one call leads to.
        if cut.place != CutPlace::Head && cut.names().is_none() {
            continue;
        }
        // What is kept apart is not told: only what holds in every part.
        let [part] = &invariant.parts[..] else { continue };
        // Where the values are that the function's variables have there.
        let reached = if cut.place == CutPlace::Return { cut.end } else { cut.guard };
        let mut conjuncts = Vec::new();
        for (i, (template, value)) in rows.iter().zip(&part.values).enumerate() {
            let is_implied = rows.iter().zip(&part.values).enumerate().any(|(j, (other, held))| {
                i != j && *held == RowValue::Holds && *value == RowValue::Holds && other.implies(template)
            });
            if is_implied {
                continue;
            }
            for (said, holds) in conjuncts_of(terms, cut, template, value) {
                let fails = terms.not(holds);
                if proof.solver.check(terms, &[reached, fails], limits) == SatResult::Unsat {
                    conjuncts.push(said);
                }
            }
        }
        let function = program.functions[cut.func].name;
        if cut.place != CutPlace::Head {
            let is_return = cut.place == CutPlace::Return;
            let kind = if is_return { PlaceKind::FunctionReturn } else { PlaceKind::FunctionEntry };
            let at = ProgramPlace { span: program.functions[cut.func].span, function, kind };
            if !conjuncts.is_empty() {
                out.push(Invariant { at, what: InvariantContent::Formula(Said::all(conjuncts)) });
            }
            if cut.shared.is_some() {
                let blocks = teller.at_return(terms, cut, rows, &part.values, proof);
                if !blocks.is_empty() {
                    out.push(Invariant { at, what: InvariantContent::Blocks(blocks) });
                }
            }
            continue;
        }
        let at = ProgramPlace { span: cut.span, function, kind: PlaceKind::LoopHead };
        // One loop in several contexts: each says something else.
        if formula.loops.iter().filter(|l| l.span == cut.span).count() > 1 {
            continue;
        }
        if !conjuncts.is_empty() {
            out.push(Invariant { at, what: InvariantContent::Formula(Said::all(conjuncts)) });
        }
        let mut blocks = teller.at_head(terms, cut, rows, &part.values, proof);
        if proof.level != Level::States {
            let of_elements = elements::rows(terms, cut, &constants, proof.level >= Level::Intervals);
            let about: Vec<elements::Told> = of_elements.into_iter().map(|(_, about)| about).collect();
            let values = part.values.get(rows.len()..).unwrap_or_default();
            blocks.elements = elements::told(terms, cut, &about, values);
        }
        if !blocks.is_empty() {
            out.push(Invariant { at, what: InvariantContent::Blocks(blocks) });
        }
    }
    out
}

/// What a row says, and the same as a term over what the loop's head sees.
fn conjuncts_of(
    terms: &mut Terms,
    cut: &CutLoop,
    template: &Template,
    value: &RowValue,
) -> Vec<(Said, TermId)> {
    if let RowValue::Affine(relations) = value {
        // As equations between numbers, which do not wrap around; the solver says whether they hold as such.
        let equations = relations.equations();
        return equations
            .iter()
            .filter_map(|equation| equation_at_head(terms, cut, template, equation))
            .collect();
    }
    let Some((expression, at_head)) = template.at_head(terms, cut) else { return Vec::new() };
    let holds = value.formula(terms, at_head);
    said(expression, template, value).map(|said| (said, holds)).into_iter().collect()
}

fn equation_at_head(
    terms: &mut Terms,
    cut: &CutLoop,
    template: &Template,
    equation: &Equation,
) -> Option<(Said, TermId)> {
    const LARGEST: u64 = 1 << 16;
    if equation.coefficients.iter().any(|c| c.unsigned_abs() > LARGEST) {
        return None;
    }
    let parts = equation.coefficients.iter().zip(&template.sum).filter(|(c, _)| **c != 0);
    let sum = Template::new(parts.map(|(c, (_, part))| (*c, *part)).collect(), Kind::Bound);
    let (expression, at_head) = sum.at_head(terms, cut)?;
    let constant = terms.bv_signed(terms.width(at_head), i128::from(equation.constant));
    let holds = terms.eq(at_head, constant);
    Some((Said::equal(expression, Term::Number(i128::from(equation.constant))), holds))
}

fn said(expression: Term, template: &Template, value: &RowValue) -> Option<Said> {
    match value {
        RowValue::Holds => match template.kind {
            Kind::AtMost(bound) => Some(Said::at_most(expression, Term::Number(bound))),
            _ => None,
        },
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
