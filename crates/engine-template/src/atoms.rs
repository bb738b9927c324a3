//! Rows whose truth is all there is to find: comparisons with constants and between variables that the program suggests, and its
//! own predicates. One question answers for all of them at once, and a model refutes many, where a bound that has to be looked
//! for takes a question for every bit.

use crate::mine::Mined;
use crate::rows::{FEW_PARTS, steps};
use crate::template::{Kind, Part, Template, Valuation, What, part_value};
use base::FxHashMap;
use engine::InvariantDomain as Level;
use smt::{TermId, Terms};
use ssa::{CutLoop, LoopVariable};
use std::collections::BTreeSet;
use templates::Split;

/// Rows per loop.
const MOST_ATOMS: usize = 320;
const MOST_CONSTANTS: usize = 12;
/// Allocation sites whose objects' being there is a condition.
const MOST_WITNESSES: usize = 2;
/// Numbers of one affine row.
const MOST_NUMBERS: usize = 14;
/// Conditions that no round changes by which states are kept apart.
const MOST_FIXED: usize = 4;
/// Blocks whose being there is part of clauses.
const MOST_PRESENCES: usize = 6;
/// Conditions by which states are kept apart; the parts may be two to this power.
const MOST_BRANCHES: usize = 4;

pub(crate) fn add(
    terms: &mut Terms,
    cut: &CutLoop,
    level: Level,
    mined: &Mined,
    parts: &[(Part, bool)],
    out: &mut Vec<Template>,
) {
    affine(terms, cut, parts, out);
    let first = out.len();
    for (predicate, leaves) in &mined.predicates {
        let sum: Vec<(i64, Part)> = leaves.iter().map(|part| (1, *part)).collect();
        for predicate in [*predicate, terms.not(*predicate)] {
            out.push(Template::new(sum.clone(), Kind::Predicate(predicate)));
        }
    }
    if level == Level::Clauses {
        states(terms, cut, mined, out);
        presences(cut, out);
        let fixed = mined.fixed(1).take(MOST_FIXED);
        out.extend(fixed.map(|predicate| Template::new(Vec::new(), Kind::Predicate(predicate))));
    }
    for &(part, changes) in parts {
        if changes {
            singles(terms, cut, part, mined, out);
        }
        let is_compared =
            mined.constants.contains_key(&part) && cut.variables[part.variable].guards.is_none();
        for w in (0..cut.witnesses.len().min(MOST_WITNESSES)).filter(|_| is_compared) {
            let from = out.len();
            singles(terms, cut, part, mined, out);
            let there: Vec<Template> = out.drain(from..).map(|template| template.where_there(w)).collect();
            out.extend(there);
        }
    }
    let strides: Vec<Vec<i64>> = parts
        .iter()
        .map(|(part, changes)| if *changes { steps(terms, cut, *part) } else { Vec::new() })
        .collect();
    for (i, &(a, a_changes)) in parts.iter().enumerate() {
        for (j, &(b, b_changes)) in parts.iter().enumerate().skip(i + 1) {
            let is_apart = parts.len() > FEW_PARTS && !mined.together.contains(&(a.min(b), a.max(b)));
            if !a_changes && !b_changes || is_apart {
                continue;
            }
            if out.len() - first > MOST_ATOMS {
                return;
            }
            let mut bounds: BTreeSet<i128> = [-1, 0, 1].into();
            bounds.extend(mined.distances.iter().flat_map(|d| [d - 1, *d]));
            for step in strides[i].iter().chain(&strides[j]).filter(|s| s.abs() > 1) {
                bounds.extend([i128::from(step.abs()) - 1, i128::from(step.abs())]);
            }
            for sign in [1, -1] {
                let sum = vec![(sign, a), (-sign, b)];
                out.extend(bounds.iter().map(|bound| Template::new(sum.clone(), Kind::AtMost(*bound))));
            }
        }
    }
}

/// Which values the parts have that choose between cases of the program. Alone they say little, in clauses they are the cases.
fn states(terms: &mut Terms, cut: &CutLoop, mined: &Mined, out: &mut Vec<Template>) {
    for (part, values) in mined.states() {
        let Some(head) = part_value(cut, part, Valuation::Head) else { continue };
        for value in values {
            let value = terms.bv_const(terms.width(head), value);
            let is_value = terms.eq(head, value);
            if terms.bool_constant(is_value).is_none() {
                out.push(Template::new(vec![(1, part)], Kind::Predicate(is_value)));
            }
        }
    }
}

/// Which blocks are there: often that depends on where a pointer leads.
fn presences(cut: &CutLoop, out: &mut Vec<Template>) {
    let is_presence =
        |variable: &LoopVariable| variable.ghost && variable.cell.is_none() && variable.path.is_none();
    let found = cut.variables.iter().enumerate().filter(|(_, variable)| is_presence(variable));
    for (variable, _) in found.take(MOST_PRESENCES) {
        // A number of one bit.
        let is_there = vec![(-1, Part { variable, what: What::Number })];
        out.push(Template::new(is_there, Kind::AtMost(-1)));
    }
}

/// Comparisons of a part with constants: those that it is compared with, and as far beyond as a step of the loop goes.
fn singles(terms: &mut Terms, cut: &CutLoop, part: Part, mined: &Mined, out: &mut Vec<Template>) {
    let mut constants: BTreeSet<i128> = [0].into();
    constants.extend(mined.constants.get(&part).into_iter().flatten().take(MOST_CONSTANTS));
    let strides = steps(terms, cut, part);
    let mut upper = BTreeSet::new();
    let mut lower = BTreeSet::new();
    for c in constants {
        upper.extend([c - 1, c, c + 1]);
        lower.extend([c - 1, c, c + 1]);
        for step in strides.iter().map(|s| i128::from(*s)) {
            match step > 0 {
                true => upper.extend([c + step - 1, c + step]),
                false => lower.extend([c + step + 1, c + step]),
            }
        }
    }
    out.extend(upper.iter().map(|bound| Template::new(vec![(1, part)], Kind::AtMost(*bound))));
    out.extend(lower.iter().map(|bound| Template::new(vec![(-1, part)], Kind::AtMost(-bound))));
}

/// One row for all numbers of at most 32 bits, and one for all if some are wider.
fn affine(terms: &Terms, cut: &CutLoop, parts: &[(Part, bool)], out: &mut Vec<Template>) {
    let width_of = |part: Part| part_value(cut, part, Valuation::Back).map_or(0, |t| terms.width(t));
    let is_plain = |part: &Part| cut.variables[part.variable].guards.is_none();
    for width in [32, 64] {
        let fitting = |part: &Part| is_plain(part) && (1..=width).contains(&width_of(*part));
        let is_needed = parts.iter().any(|(part, changes)| {
            *changes && is_plain(part) && (width_of(*part) <= 32) == (width == 32) && width_of(*part) <= width
        });
        if !is_needed {
            continue;
        }
        let moving = parts.iter().filter(|(part, changes)| *changes && fitting(part));
        let fixed = parts.iter().filter(|(part, changes)| !*changes && fitting(part));
        let sum: Vec<(i64, Part)> =
            moving.chain(fixed).take(MOST_NUMBERS).map(|(part, _)| (1, *part)).collect();
        out.push(Template::new(sum, Kind::Affine(width)));
    }
}

/// What the states of a loop are kept apart by.
pub(crate) fn splits(terms: &mut Terms, cut: &CutLoop, level: Level, mined: &Mined) -> Vec<Split> {
    let mut found: Vec<Split> = Vec::new();
    if level == Level::States {
        for (part, values) in mined.states() {
            let sides = [Valuation::Back, Valuation::Next].map(|at| part_value(cut, part, at));
            if let [Some(back), Some(next)] = sides {
                found.push(Split { back: one_of(terms, back, &values), next: one_of(terms, next, &values) });
            }
        }
        if !found.is_empty() {
            found.extend(mined.fixed(2).take(MOST_FIXED).map(|p| Split { back: p, next: p }));
        }
        return found;
    }
    for (predicate, leaves) in &mined.predicates {
        let is_plain = leaves
            .iter()
            .all(|part| cut.variables[part.variable].guards.is_none() && part.what != What::Object);
        if found.len() >= MOST_BRANCHES || !is_plain {
            continue;
        }
        let sides = [Valuation::Back, Valuation::Next].map(|at| side(terms, cut, *predicate, leaves, at));
        if let [Some(back), Some(next)] = sides {
            found.push(Split { back, next });
        }
    }
    found
}

/// A number if it is one of these, and otherwise always the same one, which is none of them.
fn one_of(terms: &mut Terms, number: TermId, values: &BTreeSet<u128>) -> TermId {
    let width = terms.width(number);
    let Some(other) = (0..=values.len() as u128).find(|v| !values.contains(v)) else { return number };
    let mut cases = Vec::with_capacity(values.len());
    for value in values {
        let value = terms.bv_const(width, *value);
        cases.push(terms.eq(number, value));
    }
    let is_one = terms.or_all(cases);
    let other = terms.bv_const(width, other);
    terms.ite(is_one, number, other)
}

fn side(
    terms: &mut Terms,
    cut: &CutLoop,
    predicate: TermId,
    leaves: &[Part],
    at: Valuation<'_>,
) -> Option<TermId> {
    let mut map = FxHashMap::default();
    for part in leaves {
        map.insert(part_value(cut, *part, Valuation::Head)?, part_value(cut, *part, at)?);
    }
    Some(terms.substitute(predicate, &map))
}
