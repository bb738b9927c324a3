//! The judge: whether a solution satisfies every clause, and whether a derivation derives `false`. It looks at the clauses as they
//! were given, with a solver of its own.

use crate::{Derivation, Solution, System};
use base::FxHashMap;
use smt::{Limits, Model, SatResult, TermId, Terms, Value};

/// Why an answer is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The clause of this number does not hold.
    Clause(usize),
    /// Whether it holds was not decided within the limits.
    Undecided(usize),
    /// The answer does not fit the clauses.
    Malformed(&'static str),
}

/// Every clause holds under the solution.
pub fn solution(
    terms: &mut Terms,
    system: &System,
    solution: &Solution,
    limits: &Limits,
) -> Result<(), Refusal> {
    if solution.definitions.len() != system.predicates.len() {
        return Err(Refusal::Malformed("a predicate is not defined"));
    }
    for (definition, predicate) in solution.definitions.iter().zip(&system.predicates) {
        let sorts: Vec<_> = definition.params.iter().map(|p| terms.sort(*p)).collect();
        if sorts != predicate.sorts || !terms.is_bool(definition.formula) {
            return Err(Refusal::Malformed("a definition has another type than its predicate"));
        }
        let free = terms.variables_of(&[definition.formula]);
        if free.iter().any(|v| !definition.params.contains(v)) {
            return Err(Refusal::Malformed("a definition has free variables"));
        }
    }
    for (index, clause) in system.clauses.iter().enumerate() {
        let mut meaning = |atom: &crate::Atom| {
            let definition = &solution.definitions[atom.pred];
            let map: FxHashMap<TermId, TermId> =
                definition.params.iter().copied().zip(atom.args.iter().copied()).collect();
            terms.substitute(definition.formula, &map)
        };
        let mut parts: Vec<TermId> = clause.body.iter().map(&mut meaning).collect();
        let head = clause.head.as_ref().map_or(TermId::FALSE, &mut meaning);
        parts.push(clause.constraint);
        let mut solver = smt::default_solver();
        for part in parts {
            solver.assert(terms, part);
        }
        let fails = terms.not(head);
        solver.assert(terms, fails);
        match solver.check(terms, &[], limits) {
            SatResult::Unsat => {}
            SatResult::Sat => return Err(Refusal::Clause(index)),
            SatResult::Unknown(_) => return Err(Refusal::Undecided(index)),
        }
    }
    Ok(())
}

/// Every node is an instance of its clause, whose body its children derive, and the last one derives `false`.
pub fn derivation(terms: &Terms, system: &System, derivation: &Derivation) -> Result<(), Refusal> {
    let mut derived: Vec<Option<(crate::PredId, Vec<Value>)>> = Vec::new();
    for (index, node) in derivation.nodes.iter().enumerate() {
        let Some(clause) = system.clauses.get(node.clause) else {
            return Err(Refusal::Malformed("a node has no clause"));
        };
        let mut model = Model::new();
        node.values.iter().for_each(|(variable, value)| model.set(*variable, value.clone()));
        if !model.holds(terms, clause.constraint) || node.children.len() != clause.body.len() {
            return Err(Refusal::Clause(node.clause));
        }
        let values = |args: &[TermId]| args.iter().map(|a| model.value(terms, *a)).collect::<Vec<_>>();
        for (child, atom) in node.children.iter().zip(&clause.body) {
            let known = derived.get(*child).filter(|_| *child < index);
            if known != Some(&Some((atom.pred, values(&atom.args)))) {
                return Err(Refusal::Clause(node.clause));
            }
        }
        derived.push(clause.head.as_ref().map(|head| (head.pred, values(&head.args))));
    }
    match derived.last() {
        Some(None) => Ok(()),
        _ => Err(Refusal::Malformed("the last node does not derive false")),
    }
}
