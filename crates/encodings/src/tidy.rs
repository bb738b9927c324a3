//! Smaller programs: variables that are one constant at a location are put in, variables that nothing reads are left out, and what was
//! assumed before is not assumed again.

use crate::program::{LocationId, Program, Statement};
use base::{FxHashMap, FxHashSet};
use smt::{Op, TermId, Terms};

pub fn tidy(terms: &mut Terms, program: &mut Program) {
    dead_reads(terms, program);
    constants(terms, program);
    assumptions(terms, program);
    unused(terms, program);
}

/// Reads whose results nobody uses, of an object that is written later: the write asks whether it is there.
fn dead_reads(terms: &Terms, program: &mut Program) {
    for way in program.locations.iter_mut().flat_map(|location| &mut location.ways) {
        let mut index = 0;
        while index < way.len() {
            let is_dead = match &way[index] {
                Statement::Read { heap, dst, address, label: Some(_), .. } => {
                    let (heap, address) = (*heap, *address);
                    let is_write = |s: &Statement| {
                        matches!(s, Statement::Write { heap: h, address: a, label: Some(_), .. }
                            if *h == heap && *a == address)
                    };
                    let named: Vec<TermId> =
                        [Some(address.object), address.element].into_iter().flatten().collect();
                    let named = terms.variables_of(&named);
                    let rest = way[index + 1..]
                        .iter()
                        .take_while(|s| !written(s).iter().any(|variable| named.contains(variable)));
                    let mut others = way.iter().enumerate().filter(|(i, _)| *i != index);
                    rest.into_iter().any(is_write) && !others.any(|(_, s)| mentions(terms, s, dst))
                }
                _ => false,
            };
            match is_dead {
                true => _ = way.remove(index),
                false => index += 1,
            }
        }
    }
}

fn mentions(terms: &Terms, statement: &Statement, variables: &[TermId]) -> bool {
    let mut found = false;
    let mut look = |t: &mut TermId| found |= terms.variables_of(&[*t]).iter().any(|v| variables.contains(v));
    statement.clone().for_each_term(&mut look);
    found
}

#[derive(Clone, Copy, PartialEq)]
enum Known {
    Never,
    Constant(TermId),
    Varies,
}

fn constants(terms: &mut Terms, program: &mut Program) {
    let entries: FxHashSet<LocationId> = program.functions.iter().map(|f| f.entry).collect();
    let mut known: Vec<Vec<Known>> = Vec::new();
    for (id, location) in program.locations.iter_enumerated() {
        let first = if entries.contains(&id) { Known::Varies } else { Known::Never };
        let assigned: FxHashSet<TermId> = location.ways.iter().flatten().flat_map(written).collect();
        let of = |v: &TermId| if assigned.contains(v) { Known::Varies } else { first };
        known.push(location.variables.iter().map(of).collect());
    }
    loop {
        let mut changed = false;
        for (id, location) in program.locations.iter_enumerated() {
            if id.raw() != 0
                && !known[id.raw() as usize].is_empty()
                && known[id.raw() as usize].iter().all(|k| *k == Known::Never)
            {
                continue;
            }
            let map = substitution(location.variables.iter().copied(), &known[id.raw() as usize]);
            for statement in location.ways.iter().flatten() {
                gotos(statement, &mut |to, args| {
                    for (i, arg) in args.iter().enumerate() {
                        let value = terms.substitute(*arg, &map);
                        let new =
                            if terms.is_constant(value) { Known::Constant(value) } else { Known::Varies };
                        let old = &mut known[to.raw() as usize][i];
                        let joined = match *old {
                            Known::Never => new,
                            same if same == new => new,
                            _ => Known::Varies,
                        };
                        changed |= joined != *old;
                        *old = joined;
                    }
                });
            }
        }
        if !changed {
            break;
        }
    }
    for (id, location) in program.locations.iter_mut().enumerate() {
        let map = substitution(location.variables.iter().copied(), &known[id]);
        for statement in location.ways.iter_mut().flatten() {
            statement.for_each_term(&mut |t| *t = terms.substitute(*t, &map));
        }
    }
    // A way ends where it cannot go on; what comes before is still to be shown.
    for location in program.locations.iter_mut() {
        for way in &mut location.ways {
            if let Some(end) = way.iter().position(|s| *s == Statement::Assume(TermId::FALSE)) {
                way.truncate(end);
            }
        }
        let does_nothing = |s: &Statement| {
            matches!(
                s,
                Statement::Assume(_) | Statement::Set(..) | Statement::Havoc(_) | Statement::Alloc { .. }
            )
        };
        location.ways.retain(|way| !way.iter().all(does_nothing));
    }
}

fn substitution(variables: impl Iterator<Item = TermId>, known: &[Known]) -> FxHashMap<TermId, TermId> {
    let constant = |(v, k): (TermId, &Known)| match k {
        Known::Constant(value) => Some((v, *value)),
        _ => None,
    };
    variables.zip(known).filter_map(constant).collect()
}

/// The variables that a statement assigns.
fn written(statement: &Statement) -> Vec<TermId> {
    match statement {
        Statement::Set(variable, _) | Statement::Havoc(variable) => vec![*variable],
        Statement::Alloc { dst, .. } => vec![*dst],
        Statement::Read { dst, .. } => dst.clone(),
        Statement::Call { results, .. } => results.clone(),
        Statement::If(_, then, otherwise) => then.iter().chain(otherwise).flat_map(written).collect(),
        _ => Vec::new(),
    }
}

fn gotos(statement: &Statement, f: &mut dyn FnMut(LocationId, &[TermId])) {
    match statement {
        Statement::Goto(to, args) => f(*to, args),
        Statement::If(_, then, otherwise) => then.iter().chain(otherwise).for_each(|s| gotos(s, f)),
        _ => {}
    }
}

/// What a way has assumed already, and is still so, is not said twice.
fn assumptions(terms: &mut Terms, program: &mut Program) {
    for way in program.locations.iter_mut().flat_map(|location| &mut location.ways) {
        let mut holds: FxHashSet<TermId> = FxHashSet::default();
        for statement in way.iter_mut() {
            match statement {
                Statement::Assume(condition) => {
                    let mut stack = vec![*condition];
                    let mut new = Vec::new();
                    while let Some(t) = stack.pop() {
                        if terms.op(t) == Op::And {
                            stack.extend(terms.args(t).iter().rev());
                        } else if holds.insert(t) {
                            new.push(t);
                        }
                    }
                    *condition = terms.and_all(new);
                }
                // An assertion behind conditions that are known.
                Statement::Assert(condition, _) => {
                    if terms.op(*condition) == Op::Not {
                        let mut stack = vec![terms.args(*condition)[0]];
                        let mut left = Vec::new();
                        while let Some(t) = stack.pop() {
                            if terms.op(t) == Op::And {
                                stack.extend(terms.args(t).iter().rev());
                            } else if !holds.contains(&t) {
                                left.push(t);
                            }
                        }
                        let fails = terms.and_all(left);
                        *condition = terms.not(fails);
                    }
                }
                Statement::If(..) => holds.clear(),
                other => {
                    let written = written(other);
                    if !written.is_empty() {
                        holds.retain(|t| !terms.variables_of(&[*t]).iter().any(|v| written.contains(v)));
                    }
                }
            }
        }
        way.retain(|s| !matches!(s, Statement::Assume(TermId::TRUE) | Statement::Assert(TermId::TRUE, _)));
    }
}

/// Variables of locations that no statement depends on but to hand them on.
fn unused(terms: &mut Terms, program: &mut Program) {
    let entries: FxHashSet<LocationId> = program.functions.iter().map(|f| f.entry).collect();
    let mut used: FxHashSet<(LocationId, usize)> = FxHashSet::default();
    loop {
        let before = used.len();
        for (id, location) in program.locations.iter_enumerated() {
            let mut needed: FxHashSet<TermId> = FxHashSet::default();
            for statement in location.ways.iter().flatten() {
                needs(terms, statement, &used, &mut needed);
            }
            for (i, variable) in location.variables.iter().enumerate() {
                if needed.contains(variable) || entries.contains(&id) {
                    used.insert((id, i));
                }
            }
        }
        if used.len() == before {
            break;
        }
    }
    for (id, location) in program.locations.iter_mut().enumerate() {
        let id = LocationId::from_raw(id as u32);
        let mut index = 0;
        location.variables.retain(|_| {
            index += 1;
            used.contains(&(id, index - 1))
        });
        for statement in location.ways.iter_mut().flatten() {
            shorten(statement, &used);
        }
        // Choices of what nobody reads.
        for way in &mut location.ways {
            let mut read: FxHashSet<TermId> = FxHashSet::default();
            for statement in way.iter().filter(|s| !matches!(s, Statement::Havoc(_))) {
                statement.clone().for_each_term(&mut |t| read.extend(terms.variables_of(&[*t])));
            }
            way.retain(|s| !matches!(s, Statement::Havoc(v) if !read.contains(v)));
        }
    }
}

fn needs(
    terms: &Terms,
    statement: &Statement,
    used: &FxHashSet<(LocationId, usize)>,
    needed: &mut FxHashSet<TermId>,
) {
    match statement {
        Statement::Goto(to, args) => {
            let kept = args.iter().enumerate().filter(|(i, _)| used.contains(&(*to, *i)));
            kept.for_each(|(_, arg)| needed.extend(terms.variables_of(&[*arg])));
        }
        Statement::If(condition, then, otherwise) => {
            needed.extend(terms.variables_of(&[*condition]));
            then.iter().chain(otherwise).for_each(|s| needs(terms, s, used, needed));
        }
        other => other.clone().for_each_term(&mut |t| needed.extend(terms.variables_of(&[*t]))),
    }
}

fn shorten(statement: &mut Statement, used: &FxHashSet<(LocationId, usize)>) {
    match statement {
        Statement::Goto(to, args) => {
            let mut index = 0;
            args.retain(|_| {
                index += 1;
                used.contains(&(*to, index - 1))
            });
        }
        Statement::If(_, then, otherwise) => then.iter_mut().chain(otherwise).for_each(|s| shorten(s, used)),
        _ => {}
    }
}
