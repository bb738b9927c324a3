//! Smaller systems: predicates without facts and those that lead to no error go, arguments that are always one constant are put in,
//! those that are always equal to another one and those that nothing depends on are left out, and so are variables of a clause that are
//! equal to a term. [`Back`] gives the solution of the original system.

use crate::solve::Bounds;
use crate::system::params;
use crate::{Atom, Clause, Definition, Derivation, PredId, Predicate, Solution, System};
use base::{FxHashMap, FxHashSet, IndexVec};
use smt::{Op, TermId, Terms, Value};

/// How a predicate of the original system is made of the new one's.
#[derive(Clone, Debug)]
enum Origin {
    /// Nothing derives it.
    Never,
    /// No error depends on it, but what always holds of it may exclude one.
    Irrelevant(Always),
    Kept {
        pred: PredId,
        /// The arguments that are left, by their old numbers.
        kept: Vec<usize>,
        always: Always,
    },
}

/// What holds of all facts of a predicate: arguments that are constants, and pairs that are equal.
#[derive(Clone, Debug, Default)]
struct Always {
    constants: Vec<(usize, Value)>,
    equal: Vec<(usize, usize)>,
}

#[derive(Debug)]
pub(crate) struct Back {
    origins: IndexVec<PredId, Origin>,
    clauses: Vec<Source>,
}

/// Where a clause comes from.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// Its number in the original system.
    pub number: usize,
    /// Variables of the original clause that were replaced, each by a term without those before it.
    pub replaced: Vec<(TermId, TermId)>,
}

impl Back {
    pub(crate) fn solution(&self, terms: &mut Terms, original: &System, solved: &Solution) -> Solution {
        let mut definitions = IndexVec::new();
        for (pred, origin) in self.origins.iter_enumerated() {
            let params = params(terms, pred, &original.predicates[pred]);
            let nothing = Always::default();
            let (mut formula, always) = match origin {
                Origin::Never => (TermId::FALSE, &nothing),
                Origin::Irrelevant(always) => (TermId::TRUE, always),
                Origin::Kept { pred, kept, always } => {
                    let args: Vec<TermId> = kept.iter().map(|i| params[*i]).collect();
                    (solved.definitions[*pred].apply(terms, &args), always)
                }
            };
            for (i, value) in &always.constants {
                let constant = terms.value(value.clone());
                let equal = terms.eq(params[*i], constant);
                formula = terms.and(formula, equal);
            }
            for (i, j) in &always.equal {
                let equal = terms.eq(params[*i], params[*j]);
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
    sources: &[Source],
    found: &Derivation,
) -> Derivation {
    let mut nodes: Vec<crate::DerivationNode> = Vec::new();
    let mut heads: Vec<Vec<Value>> = Vec::new();
    for node in &found.nodes {
        let Source { number, replaced } = &sources[node.clause];
        let clause = &original.clauses[*number];
        let mut values = node.values.clone();
        for (child, atom) in node.children.iter().zip(&clause.body) {
            for (arg, value) in atom.args.iter().zip(&heads[*child]) {
                if terms.is_variable(*arg) {
                    values.insert(*arg, value.clone());
                }
            }
        }
        // A variable that replaced one whose value the clause does not depend on.
        for (variable, term) in replaced {
            if let (true, Some(value)) = (terms.is_variable(*term), values.get(variable))
                && !values.contains_key(term)
            {
                values.insert(*term, value.clone());
            }
        }
        let mut model = smt::Model::new();
        values.iter().for_each(|(v, value)| model.set(*v, value.clone()));
        for (variable, term) in replaced.iter().rev() {
            let value = model.value(terms, *term);
            model.set(*variable, value.clone());
            values.insert(*variable, value);
        }
        let head = clause.head.as_ref().map(|h| h.args.iter().map(|a| model.value(terms, *a)).collect());
        heads.push(head.unwrap_or_default());
        nodes.push(crate::DerivationNode { clause: *number, values, children: node.children.clone() });
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
    let mut plain = System { predicates: system.predicates.clone(), clauses: Vec::new() };
    let mut replaced: Vec<Vec<(TermId, TermId)>> = Vec::new();
    for clause in &system.clauses {
        if bounds.exceeded(terms) {
            return None;
        }
        let mut clause = clause.clone();
        replaced.push(without_equations(terms, &mut clause));
        plain.clauses.push(clause);
    }
    let known = constants(terms, &plain, bounds)?;
    // The clauses with constants put in, and those that can apply.
    let mut clauses: Vec<(usize, Clause)> = Vec::new();
    for (index, clause) in plain.clauses.iter().enumerate() {
        if bounds.exceeded(terms) {
            return None;
        }
        let Some(map) = substitution(terms, clause, &known) else { continue };
        let mut clause = clause.clone();
        put(terms, &mut clause, &map);
        for atom in &clause.body {
            let Some(known) = &known[atom.pred] else { continue };
            for (arg, known) in atom.args.iter().zip(known) {
                if let Known::Constant(value) = known {
                    let value = terms.value(value.clone());
                    let equal = terms.eq(*arg, value);
                    clause.constraint = terms.and(clause.constraint, equal);
                }
            }
        }
        if clause.constraint != TermId::FALSE {
            clauses.push((index, clause));
        }
    }
    let same = equal_arguments(terms, &plain, &clauses, &known, bounds)?;
    for (index, clause) in &mut clauses {
        if bounds.exceeded(terms) {
            return None;
        }
        replaced[*index].extend(unified(terms, clause, &same));
    }
    clauses.retain(|(_, clause)| clause.constraint != TermId::FALSE);
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
    let used = used_arguments(terms, system, &clauses, &known, &same, bounds)?;
    let mut smaller = System::new();
    let mut origins: IndexVec<PredId, Origin> = IndexVec::new();
    for (pred, predicate) in system.predicates.iter_enumerated() {
        let Some(known) = &known[pred] else {
            origins.push(Origin::Never);
            continue;
        };
        let (mut kept, mut always) = (Vec::new(), Always::default());
        for (i, known) in known.iter().enumerate() {
            match known {
                Known::Constant(value) => always.constants.push((i, value.clone())),
                Known::Varies if same[pred][i] != i => always.equal.push((i, same[pred][i])),
                Known::Varies if used.contains(&(pred, i)) => kept.push(i),
                Known::Varies => {}
            }
        }
        if !relevant.contains(&pred) {
            origins.push(Origin::Irrelevant(always));
            continue;
        }
        let sorts = kept.iter().map(|i| predicate.sorts[*i]).collect();
        let pred = smaller.predicates.push(Predicate { name: predicate.name.clone(), sorts });
        origins.push(Origin::Kept { pred, kept, always });
    }
    let mut sources = Vec::new();
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
        sources.push(Source { number: *index, replaced: replaced[*index].clone() });
    }
    Some((smaller, Back { origins, clauses: sources }))
}

fn put(terms: &mut Terms, clause: &mut Clause, map: &FxHashMap<TermId, TermId>) {
    for atom in clause.head.iter_mut().chain(&mut clause.body) {
        atom.args.iter_mut().for_each(|arg| *arg = terms.substitute(*arg, map));
    }
    clause.constraint = terms.substitute(clause.constraint, map);
}

/// Equations of one clause that are used.
const MOST_EQUATIONS: usize = 60;

/// Replaces variables that the constraint says to be equal to a term. Gives them, each with its term.
fn without_equations(terms: &mut Terms, clause: &mut Clause) -> Vec<(TermId, TermId)> {
    let mut replaced = Vec::new();
    while replaced.len() < MOST_EQUATIONS {
        let mut stack = vec![clause.constraint];
        let mut found = None;
        while let (Some(part), None) = (stack.pop(), found) {
            match terms.op(part) {
                Op::And => stack.extend(terms.args(part)),
                Op::Eq => {
                    let (a, b) = (terms.args(part)[0], terms.args(part)[1]);
                    let is_free =
                        |v: TermId, t: TermId| terms.is_variable(v) && !terms.variables_of(&[t]).contains(&v);
                    found = match (is_free(a, b), is_free(b, a)) {
                        (true, _) => Some((a, b)),
                        (false, true) => Some((b, a)),
                        (false, false) => None,
                    };
                }
                _ => {}
            }
        }
        let Some((variable, term)) = found else { break };
        put(terms, clause, &[(variable, term)].into_iter().collect());
        replaced.push((variable, term));
    }
    replaced
}

/// For each argument the first one that it is equal to in all facts.
type Same = IndexVec<PredId, Vec<usize>>;

/// Puts arguments that are equal in all facts of the body's predicates in for each other. Gives the variables that are gone, with what
/// they are.
fn unified(terms: &mut Terms, clause: &mut Clause, same: &Same) -> Vec<(TermId, TermId)> {
    let mut replaced = Vec::new();
    for place in 0..clause.body.len() {
        for i in 0..clause.body[place].args.len() {
            let first = same[clause.body[place].pred][i];
            let (a, b) = (clause.body[place].args[i], clause.body[place].args[first]);
            if a == b {
                continue;
            }
            let is_free =
                |v: TermId, t: TermId| terms.is_variable(v) && !terms.variables_of(&[t]).contains(&v);
            let pair = match (is_free(a, b), is_free(b, a)) {
                (true, _) => (a, b),
                (false, true) => (b, a),
                (false, false) => {
                    let equal = terms.eq(a, b);
                    clause.constraint = terms.and(clause.constraint, equal);
                    continue;
                }
            };
            put(terms, clause, &[pair].into_iter().collect());
            replaced.push(pair);
        }
    }
    replaced
}

/// The arguments that are equal in all facts: assumed, until a clause derives a fact in which they need not be.
fn equal_arguments(
    terms: &mut Terms,
    system: &System,
    clauses: &[(usize, Clause)],
    known: &IndexVec<PredId, Option<Vec<Known>>>,
    bounds: &Bounds,
) -> Option<Same> {
    let mut same: Same = IndexVec::new();
    for (pred, predicate) in system.predicates.iter_enumerated() {
        let varies =
            |i: usize| known[pred].as_ref().is_some_and(|known| known.get(i) == Some(&Known::Varies));
        let first = |i: usize| {
            let like = |j: &usize| varies(*j) && predicate.sorts[*j] == predicate.sorts[i];
            if varies(i) { (0..i).find(like).unwrap_or(i) } else { i }
        };
        same.push((0..predicate.sorts.len()).map(first).collect());
    }
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for (_, clause) in clauses {
            if bounds.exceeded(terms) {
                return None;
            }
            let Some(head) = &clause.head else { continue };
            if (0..head.args.len()).all(|i| same[head.pred][i] == i) {
                continue;
            }
            let mut clause = clause.clone();
            unified(terms, &mut clause, &same);
            let Some(Atom { pred, args }) = clause.head else { continue };
            let old = same[pred].clone();
            for i in 0..args.len() {
                let like = |j: &usize| old[*j] == old[i] && args[*j] == args[i];
                let first = (0..i).find(like).unwrap_or(i);
                changed |= first != old[i];
                same[pred][i] = first;
            }
        }
    }
    Some(same)
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
    same: &Same,
    bounds: &Bounds,
) -> Option<FxHashSet<(PredId, usize)>> {
    let mut used: FxHashSet<(PredId, usize)> = FxHashSet::default();
    // For each clause: the variables that matter in it.
    let mut matters: Vec<FxHashSet<TermId>> = Vec::new();
    for (_, clause) in clauses {
        let mut set: FxHashSet<TermId> = terms.variables_of(&[clause.constraint]).into_iter().collect();
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        let first = |(atom, i): &(&Atom, usize)| same[atom.pred][*i] == *i;
        let args = clause.body.iter().flat_map(|atom| (0..atom.args.len()).map(move |i| (atom, i)));
        for (atom, i) in args.filter(first) {
            let arg = &atom.args[i];
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
                let all = atom.args.iter().enumerate();
                for (i, arg) in all.filter(|(i, _)| same[atom.pred][*i] == *i) {
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
