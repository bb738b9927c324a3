//! Smaller systems: predicates without facts and those that lead to no error go, arguments that are always one constant are put in,
//! arguments that nothing depends on are left out. [`Back`] gives the solution of the original system.

use crate::solve::Bounds;
use crate::system::params;
use crate::{Atom, Clause, Definition, Derivation, PredId, Predicate, Solution, System};
use base::{FxHashMap, FxHashSet, IndexVec};
use smt::{TermId, Terms, Value};

/// How a predicate of the original system is made of the new one's.
#[derive(Clone, Debug)]
enum Origin {
    /// Nothing derives it.
    Never,
    /// No error depends on it, but what is constant in it may exclude one.
    Irrelevant { constants: Vec<(usize, Value)> },
    Kept {
        pred: PredId,
        /// The arguments that are left, by their old numbers.
        kept: Vec<usize>,
        constants: Vec<(usize, Value)>,
    },
}

#[derive(Debug)]
pub(crate) struct Back {
    origins: IndexVec<PredId, Origin>,
    /// The number of each clause in the original system.
    clauses: Vec<usize>,
}

impl Back {
    pub(crate) fn solution(&self, terms: &mut Terms, original: &System, solved: &Solution) -> Solution {
        let mut definitions = IndexVec::new();
        for (pred, origin) in self.origins.iter_enumerated() {
            let params = params(terms, pred, &original.predicates[pred]);
            let (mut formula, constants) = match origin {
                Origin::Never => (TermId::FALSE, [].as_slice()),
                Origin::Irrelevant { constants } => (TermId::TRUE, constants.as_slice()),
                Origin::Kept { pred, kept, constants } => {
                    let args: Vec<TermId> = kept.iter().map(|i| params[*i]).collect();
                    (solved.definitions[*pred].apply(terms, &args), constants.as_slice())
                }
            };
            for (i, value) in constants {
                let constant = terms.value(value.clone());
                let equal = terms.eq(params[*i], constant);
                formula = terms.and(formula, equal);
            }
            definitions.push(Definition { params, formula });
        }
        Solution { definitions }
    }

    pub(crate) fn derivation(&self, terms: &Terms, original: &System, found: &Derivation) -> Derivation {
        restored(terms, original, &self.clauses, found)
    }
}

/// The same derivation by the original clauses, whose numbers are given. A variable that was replaced by a constant gets its value
/// back from the fact that it stands for.
pub(crate) fn restored(
    terms: &Terms,
    original: &System,
    numbers: &[usize],
    found: &Derivation,
) -> Derivation {
    let mut nodes: Vec<crate::DerivationNode> = Vec::new();
    let mut heads: Vec<Vec<Value>> = Vec::new();
    for node in &found.nodes {
        let index = numbers[node.clause];
        let clause = &original.clauses[index];
        let mut values = node.values.clone();
        for (child, atom) in node.children.iter().zip(&clause.body) {
            for (arg, value) in atom.args.iter().zip(&heads[*child]) {
                if terms.is_variable(*arg) {
                    values.insert(*arg, value.clone());
                }
            }
        }
        let mut model = smt::Model::new();
        values.iter().for_each(|(v, value)| model.set(*v, value.clone()));
        let head = clause.head.as_ref().map(|h| h.args.iter().map(|a| model.value(terms, *a)).collect());
        heads.push(head.unwrap_or_default());
        nodes.push(crate::DerivationNode { clause: index, values, children: node.children.clone() });
    }
    Derivation { nodes }
}

/// What an argument is known to be.
#[derive(Clone, Debug, PartialEq)]
enum Known {
    Constant(Value),
    Varies,
}

/// The smaller system; nothing if the time is over.
pub(crate) fn simplify(terms: &mut Terms, system: &System, bounds: &Bounds) -> Option<(System, Back)> {
    let known = constants(terms, system, bounds)?;
    // The clauses with constants put in, and those that can apply.
    let mut clauses: Vec<(usize, Clause)> = Vec::new();
    for (index, clause) in system.clauses.iter().enumerate() {
        if bounds.exceeded(terms) {
            return None;
        }
        let Some(map) = substitution(terms, clause, &known) else { continue };
        let mut put = |atom: &Atom| Atom {
            pred: atom.pred,
            args: atom.args.iter().map(|a| terms.substitute(*a, &map)).collect(),
        };
        let (head, body) = (clause.head.as_ref().map(&mut put), clause.body.iter().map(&mut put).collect());
        let mut constraint = terms.substitute(clause.constraint, &map);
        let body: Vec<Atom> = body;
        for atom in &body {
            let Some(known) = &known[atom.pred] else { continue };
            for (arg, known) in atom.args.iter().zip(known) {
                if let Known::Constant(value) = known {
                    let value = terms.value(value.clone());
                    let equal = terms.eq(*arg, value);
                    constraint = terms.and(constraint, equal);
                }
            }
        }
        if constraint != TermId::FALSE {
            clauses.push((index, Clause { head, body, constraint }));
        }
    }
    // What an error can depend on.
    let mut relevant: FxHashSet<PredId> = FxHashSet::default();
    loop {
        let before = relevant.len();
        for (_, clause) in &clauses {
            if clause.head.as_ref().is_none_or(|head| relevant.contains(&head.pred)) {
                relevant.extend(clause.body.iter().map(|atom| atom.pred));
            }
        }
        if relevant.len() == before {
            break;
        }
    }
    clauses.retain(|(_, clause)| clause.head.as_ref().is_none_or(|head| relevant.contains(&head.pred)));
    let used = used_arguments(terms, system, &clauses, &known, bounds)?;
    let mut smaller = System::new();
    let mut origins: IndexVec<PredId, Origin> = IndexVec::new();
    for (pred, predicate) in system.predicates.iter_enumerated() {
        let Some(known) = &known[pred] else {
            origins.push(Origin::Never);
            continue;
        };
        let (mut kept, mut constants) = (Vec::new(), Vec::new());
        for (i, known) in known.iter().enumerate() {
            match known {
                Known::Constant(value) => constants.push((i, value.clone())),
                Known::Varies if used.contains(&(pred, i)) => kept.push(i),
                Known::Varies => {}
            }
        }
        if !relevant.contains(&pred) {
            origins.push(Origin::Irrelevant { constants });
            continue;
        }
        let sorts = kept.iter().map(|i| predicate.sorts[*i]).collect();
        let pred = smaller.predicates.push(Predicate { name: predicate.name.clone(), sorts });
        origins.push(Origin::Kept { pred, kept, constants });
    }
    let mut numbers = Vec::new();
    let shorter = |atom: &Atom| match &origins[atom.pred] {
        Origin::Kept { pred, kept, .. } => {
            Some(Atom { pred: *pred, args: kept.iter().map(|i| atom.args[*i]).collect() })
        }
        _ => None,
    };
    for (index, clause) in &clauses {
        let head = clause.head.as_ref().map(shorter);
        let body: Option<Vec<Atom>> = clause.body.iter().map(shorter).collect();
        let (Some(body), false) = (body, matches!(head, Some(None))) else { continue };
        smaller.clauses.push(Clause { head: head.flatten(), body, constraint: clause.constraint });
        numbers.push(*index);
    }
    Some((smaller, Back { origins, clauses: numbers }))
}

/// The constants that body variables stand for; `None` if the clause cannot apply.
fn substitution(
    terms: &mut Terms,
    clause: &Clause,
    known: &IndexVec<PredId, Option<Vec<Known>>>,
) -> Option<FxHashMap<TermId, TermId>> {
    let mut map: FxHashMap<TermId, TermId> = FxHashMap::default();
    for atom in &clause.body {
        for (arg, known) in atom.args.iter().zip(known[atom.pred].as_ref()?) {
            if let Known::Constant(value) = known
                && terms.is_variable(*arg)
            {
                let value = terms.value(value.clone());
                if *map.entry(*arg).or_insert(value) != value {
                    return None;
                }
            }
        }
    }
    (terms.substitute(clause.constraint, &map) != TermId::FALSE).then_some(map)
}

/// For each predicate that some clause derives, what its arguments are in all facts.
fn constants(
    terms: &mut Terms,
    system: &System,
    bounds: &Bounds,
) -> Option<IndexVec<PredId, Option<Vec<Known>>>> {
    let mut known: IndexVec<PredId, Option<Vec<Known>>> = system.predicates.iter().map(|_| None).collect();
    let users = users(system);
    let mut waiting: Vec<usize> = (0..system.clauses.len()).rev().collect();
    let mut waits = vec![true; system.clauses.len()];
    while let Some(index) = waiting.pop() {
        waits[index] = false;
        if bounds.exceeded(terms) {
            return None;
        }
        let clause = &system.clauses[index];
        let Some(head) = &clause.head else { continue };
        let Some(map) = substitution(terms, clause, &known) else { continue };
        let mut values: Vec<Known> = Vec::with_capacity(head.args.len());
        for (i, arg) in head.args.iter().enumerate() {
            let varies = known[head.pred].as_ref().is_some_and(|known| known[i] == Known::Varies);
            let constant = (!varies).then(|| terms.substitute(*arg, &map));
            let constant = constant.and_then(|term| terms.constant_value(term));
            values.push(constant.map_or(Known::Varies, Known::Constant));
        }
        let old = known[head.pred].take();
        let changed = old
            .as_ref()
            .is_none_or(|old| old.iter().zip(&values).any(|(old, new)| *old != Known::Varies && old != new));
        if let Some(old) = old {
            for (new, old) in values.iter_mut().zip(old) {
                if *new != old {
                    *new = Known::Varies;
                }
            }
        }
        known[head.pred] = Some(values);
        for &user in users[head.pred].iter().filter(|_| changed) {
            if !std::mem::replace(&mut waits[user], true) {
                waiting.push(user);
            }
        }
    }
    Some(known)
}

/// The clauses in whose bodies each predicate is.
pub(crate) fn users(system: &System) -> IndexVec<PredId, Vec<usize>> {
    let mut users: IndexVec<PredId, Vec<usize>> = system.predicates.iter().map(|_| Vec::new()).collect();
    for (index, clause) in system.clauses.iter().enumerate() {
        for atom in &clause.body {
            if users[atom.pred].last() != Some(&index) {
                users[atom.pred].push(index);
            }
        }
    }
    users
}

/// The arguments that a constraint depends on, directly or through other predicates.
fn used_arguments(
    terms: &Terms,
    system: &System,
    clauses: &[(usize, Clause)],
    known: &IndexVec<PredId, Option<Vec<Known>>>,
    bounds: &Bounds,
) -> Option<FxHashSet<(PredId, usize)>> {
    let mut used: FxHashSet<(PredId, usize)> = FxHashSet::default();
    // For each clause: the variables that matter in it.
    let mut matters: Vec<FxHashSet<TermId>> = Vec::new();
    for (_, clause) in clauses {
        let mut set: FxHashSet<TermId> = terms.variables_of(&[clause.constraint]).into_iter().collect();
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        for arg in clause.body.iter().flat_map(|atom| &atom.args) {
            for v in terms.variables_of(&[*arg]) {
                // A variable that stands at two places relates them.
                if !seen.insert(v) || !terms.is_variable(*arg) {
                    set.insert(v);
                }
            }
        }
        matters.push(set);
    }
    let varies =
        |pred: PredId, i: usize| known[pred].as_ref().is_some_and(|k| k.get(i) == Some(&Known::Varies));
    loop {
        if bounds.exceeded(terms) {
            return None;
        }
        let mut changed = false;
        for ((_, clause), matters) in clauses.iter().zip(&mut matters) {
            if let Some(head) = &clause.head {
                for (i, arg) in head.args.iter().enumerate() {
                    if used.contains(&(head.pred, i)) {
                        for v in terms.variables_of(&[*arg]) {
                            changed |= matters.insert(v);
                        }
                    }
                }
            }
            for atom in &clause.body {
                for (i, arg) in atom.args.iter().enumerate() {
                    let needed = match terms.is_variable(*arg) {
                        true => matters.contains(arg),
                        // A term that is no variable restricts the fact.
                        false => varies(atom.pred, i),
                    };
                    if needed {
                        changed |= used.insert((atom.pred, i));
                    }
                }
            }
        }
        if !changed {
            debug_assert!(used.iter().all(|(pred, i)| *i < system.predicates[*pred].sorts.len()));
            return Some(used);
        }
    }
}
