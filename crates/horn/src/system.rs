//! Clauses, solutions and derivations: plain data.

use base::{FxHashMap, IndexVec, define_id};
use smt::{Sort, TermId, Terms, Value};

define_id!(
    /// A predicate of one system.
    pub struct PredId, "p"
);

#[derive(Clone, Debug)]
pub struct Predicate {
    pub name: String,
    pub sorts: Vec<Sort>,
}

/// A predicate, applied to terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom {
    pub pred: PredId,
    pub args: Vec<TermId>,
}

/// `head ← body ∧ constraint`, for all values of the variables; without a head, the body must not hold.
#[derive(Clone, Debug)]
pub struct Clause {
    pub head: Option<Atom>,
    pub body: Vec<Atom>,
    pub constraint: TermId,
}

impl Clause {
    pub fn atoms(&self) -> impl Iterator<Item = &Atom> {
        self.head.iter().chain(&self.body)
    }
}

#[derive(Clone, Debug, Default)]
pub struct System {
    pub predicates: IndexVec<PredId, Predicate>,
    pub clauses: Vec<Clause>,
}

impl System {
    pub fn new() -> System {
        System { predicates: IndexVec::new(), clauses: Vec::new() }
    }

    pub fn predicate(&mut self, name: impl Into<String>, sorts: Vec<Sort>) -> PredId {
        self.predicates.push(Predicate { name: name.into(), sorts })
    }

    pub fn clause(&mut self, head: Option<Atom>, body: Vec<Atom>, constraint: TermId) {
        self.clauses.push(Clause { head, body, constraint });
    }
}

/// What a predicate means: a formula over parameters.
#[derive(Clone, Debug)]
pub struct Definition {
    pub params: Vec<TermId>,
    pub formula: TermId,
}

impl Definition {
    /// The formula for these arguments.
    pub fn apply(&self, terms: &mut Terms, args: &[TermId]) -> TermId {
        let map: FxHashMap<TermId, TermId> = self.params.iter().copied().zip(args.iter().copied()).collect();
        terms.substitute(self.formula, &map)
    }
}

/// A definition of every predicate.
#[derive(Clone, Debug)]
pub struct Solution {
    pub definitions: IndexVec<PredId, Definition>,
}

/// How `false` follows: the last node is an instance of a clause without a head.
#[derive(Clone, Debug, Default)]
pub struct Derivation {
    pub nodes: Vec<DerivationNode>,
}

/// An instance of a clause.
#[derive(Clone, Debug)]
pub struct DerivationNode {
    pub clause: usize,
    /// Values of the clause's variables; others are zero.
    pub values: FxHashMap<TermId, Value>,
    /// For each atom of the body, an earlier node that derives it.
    pub children: Vec<usize>,
}

/// Parameters of a predicate's definition, the same for all users.
pub(crate) fn params(terms: &mut Terms, pred: PredId, predicate: &Predicate) -> Vec<TermId> {
    let name = |i: usize| format!("{}!{}!{i}", predicate.name, pred.raw());
    predicate.sorts.iter().enumerate().map(|(i, sort)| terms.var(&name(i), *sort)).collect()
}
