//! Whether `false` follows from clauses, by deriving all facts.

use base::{FxHashMap, FxHashSet};
use horn::{Atom, Clause, PredId, System};
use smt::{Bv, Model, Sort, TermId, Terms, Value};

type Facts = FxHashMap<PredId, Vec<Vec<Value>>>;

pub(crate) fn is_refuted(terms: &Terms, system: &System) -> bool {
    let mut facts: Facts = FxHashMap::default();
    let mut seen: FxHashSet<(PredId, Vec<Value>)> = FxHashSet::default();
    // A clause is looked at again when one of its predicates has new facts.
    let mut dirty: Vec<bool> = vec![true; system.clauses.len()];
    while let Some(index) = dirty.iter().position(|d| *d) {
        dirty[index] = false;
        let clause = &system.clauses[index];
        let mut derived = Vec::new();
        let mut refuted = false;
        join(terms, clause, &facts, 0, &mut FxHashMap::default(), &mut |model| match &clause.head {
            None => refuted = true,
            Some(head) => {
                derived.push(head.args.iter().map(|a| model.value(terms, *a)).collect::<Vec<Value>>())
            }
        });
        if refuted {
            return true;
        }
        let Some(head) = &clause.head else { continue };
        for fact in derived {
            if seen.insert((head.pred, fact.clone())) {
                facts.entry(head.pred).or_default().push(fact);
                for (i, other) in system.clauses.iter().enumerate() {
                    dirty[i] |= other.body.iter().any(|atom| atom.pred == head.pred);
                }
            }
        }
    }
    false
}

type Bound = FxHashMap<TermId, Value>;

fn model(bound: &Bound) -> Model {
    let mut model = Model::new();
    bound.iter().for_each(|(variable, value)| model.set(*variable, value.clone()));
    model
}

/// Calls `found` with every instance of the clause whose body is known.
fn join(
    terms: &Terms,
    clause: &Clause,
    facts: &Facts,
    index: usize,
    bound: &mut Bound,
    found: &mut dyn FnMut(&Model),
) {
    let Some(atom) = clause.body.get(index) else { return rest(terms, clause, facts, bound, found) };
    let now = model(bound);
    let known: Vec<Option<Value>> = atom
        .args
        .iter()
        .map(|arg| {
            let free = terms.variables_of(&[*arg]).iter().any(|v| !bound.contains_key(v));
            (!free).then(|| now.value(terms, *arg))
        })
        .collect();
    for fact in facts.get(&atom.pred).into_iter().flatten() {
        if known.iter().zip(fact).any(|(known, value)| known.as_ref().is_some_and(|k| k != value)) {
            continue;
        }
        let mut inner = bound.clone();
        let mut fits = true;
        for (arg, value) in atom.args.iter().zip(fact) {
            if terms.is_variable(*arg) {
                fits &= inner.entry(*arg).or_insert_with(|| value.clone()) == value;
            }
        }
        if fits {
            join(terms, clause, facts, index + 1, &mut inner, found);
        }
    }
}

/// Variables that no atom of the body fixes have any value.
fn rest(terms: &Terms, clause: &Clause, facts: &Facts, bound: &Bound, found: &mut dyn FnMut(&Model)) {
    let mut roots: Vec<TermId> = clause.atoms().flat_map(|atom| atom.args.iter().copied()).collect();
    roots.push(clause.constraint);
    let free: Vec<TermId> =
        terms.variables_of(&roots).into_iter().filter(|v| !bound.contains_key(v)).collect();
    let bits = |v: &TermId| match terms.sort(*v) {
        Sort::Bool => 1,
        Sort::Bv(width) => width,
    };
    let all: u32 = free.iter().map(bits).sum();
    assert!(all <= 12, "{all} bits are free in a clause");
    for choice in 0..1u128 << all {
        let mut now = model(bound);
        let mut left = choice;
        for variable in &free {
            let width = bits(variable);
            let part = left & ((1 << width) - 1);
            left >>= width;
            now.set(
                *variable,
                match terms.sort(*variable) {
                    Sort::Bool => Value::Bool(part == 1),
                    Sort::Bv(width) => Value::Bv(Bv::new(width, part)),
                },
            );
        }
        if now.holds(terms, clause.constraint)
            && clause.body.iter().all(|atom| agrees(terms, &now, facts, bound, atom))
        {
            found(&now);
        }
    }
}

/// Whether arguments that were not known when their atom was looked at make a fact of it.
fn agrees(terms: &Terms, now: &Model, facts: &Facts, bound: &Bound, atom: &Atom) -> bool {
    let known = |arg: &TermId| terms.variables_of(&[*arg]).iter().all(|v| bound.contains_key(v));
    if atom.args.iter().all(known) {
        return true;
    }
    let values: Vec<Value> = atom.args.iter().map(|arg| now.value(terms, *arg)).collect();
    facts.get(&atom.pred).is_some_and(|facts| facts.contains(&values))
}
