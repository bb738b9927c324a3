//! Which rows are asked for: the templates of each level.

use crate::atoms;
use crate::elements;
use crate::mine::{self, Mined};
use crate::template::{Condition, Kind, Part, Template, Valuation, What, is_of};
use engine::InvariantDomain as Level;
use ir::Scalar;
use smt::{TermId, Terms};
use ssa::{CutLoop, CutPlace, Formula, FunctionUses, Value};
use templates::{Begin, Domain, End, Group, Loop, LoopInvariant, Row, RowValue, Split, System};

/// Rows over pairs grow with the square of the variables; more than these cost more than they help.
const MOST_PAIRS: usize = 60;
pub(crate) const FEW_PARTS: usize = 8;
const MOST_RATIOS: usize = 24;
const MOST_CONSTANTS: usize = 8;
const MOST_SPLITS: usize = 8;
/// Loops that paths tell apart.
const MOST_LOOPS: usize = 2;
const MOST_TARGETS: usize = 32;

/// The rows of a loop with what they say.
fn templates(
    terms: &mut Terms,
    cut: &CutLoop,
    level: Level,
    mined: &Mined,
    conditions: &[(Part, u128)],
) -> Vec<Template> {
    let mut out = Vec::new();
    let single = |variable, what, kind| Template::new(vec![(1, Part { variable, what })], kind);
    let mut parts: Vec<(Part, bool)> = Vec::new();
    for (i, variable) in cut.variables.iter().enumerate() {
        match variable.back {
            Value::Pointer { offset, .. } => {
                if variable.changes {
                    out.push(single(i, What::Object, Kind::Constants(MOST_TARGETS)));
                    if !terms.is_constant(offset) && level >= Level::Intervals {
                        bounds(&mut out, Part { variable: i, what: What::Offset });
                        out.push(single(i, What::Offset, Kind::Congruence));
                    }
                }
                if !terms.is_constant(offset) {
                    parts.push((Part { variable: i, what: What::Offset }, variable.changes));
                }
            }
            Value::Number(number) => {
                let width = terms.width(number);
                if variable.scalar.is_some_and(Scalar::is_float) || width > 64 {
                    continue;
                }
                if width > 2 && !variable.ghost {
                    parts.push((Part { variable: i, what: What::Number }, variable.changes));
                }
                if !variable.changes {
                    continue;
                }
                if width <= 2 {
                    out.push(single(i, What::Number, Kind::Constants(4)));
                    continue;
                }
                if level >= Level::Intervals {
                    bounds(&mut out, Part { variable: i, what: What::Number });
                }
                // Where there are many parts, every row costs questions in each of them.
                if !matches!(level, Level::Intervals | Level::States) {
                    out.push(single(i, What::Number, Kind::Constants(MOST_CONSTANTS)));
                }
                if level >= Level::Zones {
                    out.push(single(i, What::Number, Kind::Congruence));
                }
            }
            Value::Any => {}
        }
    }
    for (w, witness) in cut.witnesses.iter().enumerate() {
        out.push(Template { sum: Vec::new(), kind: Kind::StaysThere(w), condition: None });
        for (i, variable) in cut.variables.iter().enumerate() {
            let own = variable.cell.is_some_and(|(id, _)| id == witness.object);
            if matches!(variable.back, Value::Pointer { .. }) && !own {
                out.push(single(i, What::Object, Kind::LeadsToLive(w)));
            }
        }
    }
    if level == Level::States {
        return out;
    }
    if level < Level::Intervals {
        atoms::add(terms, cut, level, mined, &parts, &mut out);
        return out;
    }
    if level >= Level::Zones {
        pairs(&parts, level, mined, &mut out);
        ratios(terms, cut, &parts, level, &mut out);
    }
    if level >= Level::Zones {
        // What holds of all nodes but the one that a pointer leads to.
        for (w, witness) in cut.witnesses.iter().enumerate() {
            for (i, variable) in cut.variables.iter().enumerate() {
                if !variable.changes
                    || variable.cell.is_some()
                    || !matches!(variable.back, Value::Pointer { .. })
                {
                    continue;
                }
                let condition = Some(Condition::NotFrom(Part { variable: i, what: What::Object }, w));
                for (j, cell) in
                    cut.variables.iter().enumerate().filter(|(_, v)| is_of(v, witness.object) && !v.ghost)
                {
                    match cell.back {
                        Value::Pointer { .. } => {
                            let sum = vec![(1, Part { variable: j, what: What::Object })];
                            out.push(Template { sum, kind: Kind::Constants(MOST_TARGETS), condition });
                        }
                        Value::Number(_) if !cell.scalar.is_some_and(Scalar::is_float) => {
                            for sign in [1, -1] {
                                let sum = vec![(sign, Part { variable: j, what: What::Number })];
                                out.push(Template { sum, kind: Kind::Bound, condition });
                            }
                        }
                        _ => {}
                    }
                }
            }
        }
    }
    for &(condition, constant) in conditions {
        // Of another cell of the same object, under the condition.
        let object = |part: Part| cut.variables[part.variable].cell.map(|(id, _)| id);
        for &(part, changes) in &parts {
            if changes && part != condition && object(part) == object(condition) {
                for sign in [1, -1] {
                    let sum = vec![(sign, part)];
                    out.push(Template {
                        sum,
                        kind: Kind::Bound,
                        condition: Some(Condition::Is(condition, constant)),
                    });
                }
            }
        }
    }
    out
}

fn bounds(out: &mut Vec<Template>, part: Part) {
    for sign in [1, -1] {
        out.push(Template { sum: vec![(sign, part)], kind: Kind::Bound, condition: None });
    }
}

fn pairs(parts: &[(Part, bool)], level: Level, mined: &Mined, out: &mut Vec<Template>) {
    let mut count = 0;
    for (i, &(a, a_changes)) in parts.iter().enumerate() {
        for &(b, b_changes) in &parts[i + 1..] {
            // Where there are many, only those of which the program itself makes something together.
            let is_apart = parts.len() > FEW_PARTS && !mined.together.contains(&(a.min(b), a.max(b)));
            if !a_changes && !b_changes || is_apart {
                continue;
            }
            count += 1;
            if count > MOST_PAIRS {
                return;
            }
            let signs: &[(i64, i64)] = match level {
                Level::Octagons => &[(1, -1), (-1, 1), (1, 1), (-1, -1)],
                _ => &[(1, -1), (-1, 1)],
            };
            for &(x, y) in signs {
                out.push(Template { sum: vec![(x, a), (y, b)], kind: Kind::Bound, condition: None });
            }
        }
    }
}

/// By which constants a variable may change in a round, if that can be read off.
pub(crate) fn steps(terms: &mut Terms, cut: &CutLoop, part: Part) -> Vec<i64> {
    let variable = &cut.variables[part.variable];
    let (next, head) = match (part.what, variable.next, variable.head) {
        (What::Number, Value::Number(next), Value::Number(head)) => (next, head),
        (What::Offset, Value::Pointer { offset: next, .. }, Value::Pointer { offset: head, .. }) => {
            (next, head)
        }
        _ => return Vec::new(),
    };
    let mut found = std::collections::BTreeSet::new();
    let mut seen = base::FxHashSet::default();
    let mut stack = vec![next];
    while let Some(t) = stack.pop() {
        if !seen.insert(t) || seen.len() > 64 {
            continue;
        }
        let by = terms.sub(t, head);
        if let Some(constant) = terms.constant(by) {
            found.extend(
                constant.to_i128().and_then(|c| i64::try_from(c).ok()).filter(|c| c.abs() <= 1 << 20),
            );
        } else if terms.op(t) == smt::Op::Ite {
            stack.extend(&terms.args(t)[1..]);
        }
    }
    found.remove(&0);
    found.into_iter().collect()
}

/// Sums that stay when variables change in constant proportions.
fn ratios(terms: &mut Terms, cut: &CutLoop, parts: &[(Part, bool)], level: Level, out: &mut Vec<Template>) {
    let moving: Vec<(Part, Vec<i64>)> = parts
        .iter()
        .filter(|(_, changes)| *changes)
        .map(|(part, _)| (*part, steps(terms, cut, *part)))
        .filter(|(_, steps)| !steps.is_empty())
        .collect();
    let mut count = 0;
    for (i, (a, a_steps)) in moving.iter().enumerate() {
        for (b, b_steps) in &moving[i + 1..] {
            for &x in a_steps {
                for &y in b_steps {
                    let g = gcd(x.unsigned_abs(), y.unsigned_abs()) as i64;
                    let (c, d) = (y / g, -x / g);
                    let is_plain = c.abs() == 1 && d.abs() == 1;
                    if is_plain && (level == Level::Octagons || c != d) || count >= MOST_RATIOS {
                        continue;
                    }
                    count += 1;
                    for sign in [1, -1] {
                        let sum = vec![(sign * c, *a), (sign * d, *b)];
                        out.push(Template { sum, kind: Kind::Bound, condition: None });
                    }
                }
            }
        }
    }
    if level < Level::Octagons {
        return;
    }
    // One variable counts what two others do: all three by ones.
    for (i, (a, a_steps)) in moving.iter().enumerate() {
        for (j, (b, b_steps)) in moving.iter().enumerate().skip(i + 1) {
            for (k, (c, c_steps)) in moving.iter().enumerate() {
                let by_one = [a_steps, b_steps, c_steps].iter().all(|s| s.iter().any(|d| d.abs() == 1));
                if k == i || k == j || !by_one || count >= MOST_RATIOS {
                    continue;
                }
                count += 1;
                for sign in [1, -1] {
                    let sum = vec![(sign, *a), (sign, *b), (-sign, *c)];
                    out.push(Template { sum, kind: Kind::Bound, condition: None });
                }
            }
        }
    }
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

/// The system of a formula's loops, with the templates of its rows.
pub(crate) fn system(
    terms: &mut Terms,
    formula: &Formula,
    level: Level,
    refined: &[Refinement],
) -> (System, Vec<Vec<Template>>) {
    let mut loops = Vec::with_capacity(formula.loops.len());
    let mut all: Vec<Vec<Template>> = Vec::with_capacity(formula.loops.len());
    let constants = elements::constants(terms, formula);
    let mined = mine::mine(terms, formula);
    for (i, cut) in formula.loops.iter().enumerate() {
        if let Some(of) = cut.shared.as_ref().map(|shared| shared.of).filter(|of| *of != i) {
            let begin = begin_of_call(terms, (&formula.loops[of], cut), &all[of]);
            let summary: &mut Loop = &mut loops[of];
            summary.begins.push(begin);
            loops.push(Loop::default());
            all.push(Vec::new());
            continue;
        }
        let refinement = refined.get(i);
        let mut wanted = templates(terms, cut, level, &mined[i], refinement.map_or(&[], |r| &r.conditions));
        if cut.place != CutPlace::Head {
            // What does not speak of the function says something of one of its calls.
            wanted
                .retain(|template| !template.sum.is_empty() || matches!(template.kind, Kind::StaysThere(_)));
        }
        let mut rows = Vec::with_capacity(wanted.len());
        let mut kept = Vec::with_capacity(wanted.len());
        for template in wanted {
            if let Some(row) = row(terms, cut, &template) {
                rows.push(row);
                kept.push(template);
            }
        }
        // Behind those that have templates; where there are many parts, every row costs questions in each of them.
        if level != Level::States {
            let of_elements = elements::rows(terms, cut, &constants, level >= Level::Intervals);
            rows.extend(of_elements.into_iter().map(|(row, _)| row));
        }
        let splits = match level {
            _ if cut.function.is_some() || cut.place == CutPlace::Return => Vec::new(),
            Level::States => atoms::splits(terms, cut, level, &mined[i]),
            Level::Branches => {
                let mut splits = loop_paths(formula, i);
                splits.extend(atoms::splits(terms, cut, level, &mined[i]));
                splits
            }
            _ => refinement.map_or_else(Vec::new, |r| r.splits.clone()),
        };
        let mut of = Loop::new(cut.back, cut.end, rows, &splits);
        for (i, template) in kept.iter().enumerate() {
            let stronger = |(j, other): (usize, &Template)| (i != j && other.implies(template)).then_some(j);
            of.implied_by[i] = kept.iter().enumerate().filter_map(stronger).collect();
        }
        loops.push(match &cut.function {
            None if cut.place == CutPlace::Return => of,
            None => with_first_round(terms, cut, of),
            Some(uses) => of_function(terms, cut, of, &kept, uses),
        });
        all.push(kept);
    }
    let (choices, facts) = (formula.choices.clone(), formula.facts.clone());
    (System { loops, choices, facts, groups: groups(formula) }, all)
}

/// Symbolic loop paths: which of the loops before, or around it, made another round. No round of the loop itself changes that.
fn loop_paths(formula: &Formula, index: usize) -> Vec<Split> {
    let is_before = |(i, other): &(usize, &CutLoop)| *i < index && other.place == CutPlace::Head;
    let before = formula.loops.iter().enumerate().filter(is_before);
    // One inside of another loop before it may have been there in any round of that.
    let is_inside = |i: usize| {
        formula.loops[..i]
            .iter()
            .enumerate()
            .any(|(j, around)| i <= j + around.inner && index > j + around.inner)
    };
    let fixed = before.filter(|(i, _)| !is_inside(*i)).map(|(_, other)| other.back);
    let mut paths: Vec<Split> = fixed.map(|back| Split { back, next: back }).collect();
    paths.drain(..paths.len().saturating_sub(MOST_LOOPS));
    paths
}

/// What comes after a loop has no influence on it: the outermost loops are solved one after the other, each with those inside it.
/// Functions that call themselves and whatever calls them are solved together.
fn groups(formula: &Formula) -> Vec<Group> {
    let mut groups = Vec::new();
    if formula.loops.iter().any(|cut| cut.place != CutPlace::Head) {
        return groups;
    }
    let mut first = 0;
    while let Some(cut) = formula.loops.get(first) {
        let behind = first + 1 + cut.inner;
        groups.push(Group { loops: first..behind, choices: cut.choices, facts: cut.facts });
        first = behind;
    }
    groups
}

/// An invariant of a function: it is assumed and shown at all places where the function is used.
fn of_function(
    terms: &mut Terms,
    cut: &CutLoop,
    mut of: Loop,
    rows: &[Template],
    uses: &FunctionUses,
) -> Loop {
    let mut rows_with = |values: &[Value]| -> Vec<(TermId, TermId)> {
        let mut all = Vec::with_capacity(rows.len());
        for template in rows {
            let width = template.width(terms, cut).unwrap_or(0);
            // The variables have the same sorts everywhere, so that every row has a value.
            let value = template.value(terms, cut, Valuation::Given(values), width);
            all.push(value.unwrap_or((TermId::TRUE, TermId::TRUE)));
        }
        all
    };
    of.begins = uses
        .begins
        .iter()
        .map(|(active, values)| Begin {
            active: *active,
            rows: rows_with(values).into_iter().map(|row| vec![row]).collect(),
            splits: Vec::new(),
        })
        .collect();
    of.ends = uses
        .ends
        .iter()
        .map(|(reached, values)| End { reached: *reached, rows: rows_with(values), splits: Vec::new() })
        .collect();
    of
}

/// Another call of a function by its summary: the rows of the first one, about what this one is given and gives.
fn begin_of_call(terms: &mut Terms, (first, cut): (&CutLoop, &CutLoop), rows: &[Template]) -> Begin {
    let mut all = Vec::with_capacity(rows.len());
    for template in rows {
        let Some(width) = template.width(terms, first) else {
            all.push(Vec::new());
            continue;
        };
        let own = template.value(terms, cut, Valuation::Back, width);
        let speaking = cut.instances.iter().filter(|instance| template.speaks_of(cut, instance.witness));
        let mut about: Vec<(TermId, TermId)> = own.into_iter().collect();
        for instance in speaking {
            about.extend(template.value(terms, cut, Valuation::Instance(instance), width));
        }
        all.push(about);
    }
    Begin { active: cut.back, rows: all, splits: Vec::new() }
}

/// Shows the first round apart from the others, with what the loop is entered with in the place of the loop-back variables: sums
/// then are sums of what they really are, where the solver would have to find out bit by bit.
fn with_first_round(terms: &mut Terms, cut: &CutLoop, mut of: Loop) -> Loop {
    let map: base::FxHashMap<TermId, TermId> = cut.entry.iter().copied().collect();
    let Some(end) = of.ends.first_mut() else { return of };
    let mut first = end.clone();
    for (guard, expression) in &mut first.rows {
        *guard = terms.substitute(*guard, &map);
        *expression = terms.substitute(*expression, &map);
    }
    for split in &mut first.splits {
        *split = terms.substitute(*split, &map);
    }
    let is_first = terms.not(cut.back);
    first.reached = terms.and(cut.end, is_first);
    end.reached = terms.and(cut.end, cut.back);
    of.ends.push(first);
    of
}

fn row(terms: &mut Terms, cut: &CutLoop, template: &Template) -> Option<Row> {
    let width = template.width(terms, cut)?;
    let (back_guard, back) = template.value(terms, cut, Valuation::Back, width)?;
    let (next_guard, next) = template.value(terms, cut, Valuation::Next, width)?;
    let uses = cut.function.iter().flat_map(|uses| uses.begins.iter().chain(&uses.ends));
    for (_, values) in uses {
        template.value(terms, cut, Valuation::Given(values), width)?;
    }
    let mut also = Vec::new();
    for instance in &cut.instances {
        if template.speaks_of(cut, instance.witness)
            && let Some(copy) = template.value(terms, cut, Valuation::Instance(instance), width)
        {
            also.push(copy);
        }
    }
    let domain = match template.kind {
        Kind::Bound => Domain::UpperBound { most: template.most(terms, cut)? },
        Kind::Constants(most) => Domain::Constants { most },
        Kind::Congruence => Domain::Congruence,
        Kind::Affine(width) => Domain::Affine { width },
        Kind::StaysThere(_) | Kind::LeadsToLive(_) | Kind::AtMost(_) | Kind::Predicate(_) => Domain::Holds,
    };
    Some(Row { back_guard, next_guard, back, next, domain, also })
}

/// What a loop's states are kept apart by.
#[derive(Clone, Debug, Default)]
pub(crate) struct Refinement {
    pub splits: Vec<Split>,
    conditions: Vec<(Part, u128)>,
}

/// Conditions from values that a variable was found to have. Those of program variables divide the states; those of a witness'
/// cells only restrict rows, since another object of the site may be in another case at the same time.
pub(crate) fn refine(
    terms: &mut Terms,
    formula: &Formula,
    system: &System,
    rows: &[Vec<Template>],
    invariants: &[LoopInvariant],
) -> Vec<Refinement> {
    let mut all = Vec::with_capacity(formula.loops.len());
    for (i, cut) in formula.loops.iter().enumerate() {
        let mut refinement = Refinement::default();
        for part in &invariants[i].parts {
            let solved = &system.loops[i];
            for (row, (template, value)) in rows[i].iter().zip(&part.values).enumerate() {
                let RowValue::OneOf(constants) = value else { continue };
                let Some(&(_, of)) = template.sum.first() else { continue };
                if constants.len() < 2 || template.condition.is_some() || cut.variables[of.variable].ghost {
                    continue;
                }
                let variable = &cut.variables[of.variable];
                for &constant in constants {
                    if variable.guards.is_some() {
                        if refinement.conditions.len() < MOST_SPLITS {
                            refinement.conditions.push((of, constant));
                        }
                        continue;
                    }
                    // Another choice of the witness gives pointers other numbers.
                    if of.what != What::Number || refinement.splits.len() >= MOST_SPLITS {
                        continue;
                    }
                    let (back, next) = (solved.begins[0].rows[row][0].1, solved.ends[0].rows[row].1);
                    let constant = terms.bv_const(terms.width(back), constant);
                    let split = Split { back: terms.eq(back, constant), next: terms.eq(next, constant) };
                    if !refinement.splits.iter().any(|s| s.back == split.back) {
                        refinement.splits.push(split);
                    }
                }
            }
        }
        all.push(refinement);
    }
    all
}
