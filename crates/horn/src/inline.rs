//! Predicates that are derived or used once, and nowhere by themselves, are put in where they are used. Their definitions are the weakest ones
//! that their users allow, which need no quantifier where a user has no variables but the arguments. [`Inlined`] gives the solution of the
//! original system.

use crate::sample::clause_variables;
use crate::solve::Bounds;
use crate::system::params;
use crate::{Atom, Clause, Definition, Derivation, DerivationNode, PredId, Solution, System};
use base::{FxHashMap, FxHashSet};
use smt::{Model, TermId, Terms};

/// The predicates that are gone, in the order in which they were put in.
#[derive(Debug, Default)]
pub(crate) struct Inlined {
    steps: Vec<Step>,
}

/// One predicate that is gone.
#[derive(Debug)]
struct Step {
    pred: PredId,
    /// The clauses before.
    before: Vec<Clause>,
    /// Those that used it, each with the place in its body.
    users: Vec<(usize, usize)>,
    /// Where each new clause comes from.
    sources: Vec<Source>,
}

#[derive(Clone, Debug)]
enum Source {
    Kept(usize),
    /// A clause that derives the predicate, with the new names of its variables, in one that uses it.
    Both {
        from: usize,
        names: FxHashMap<TermId, TermId>,
        user: usize,
        place: usize,
    },
}

/// The system with predicates put in. They are still there, but no clause has them.
pub(crate) fn inline(terms: &mut Terms, system: &System, bounds: &Bounds) -> (System, Inlined) {
    let mut new = system.clone();
    let mut inlined = Inlined::default();
    for pred in system.predicates.ids() {
        if bounds.exceeded(terms) {
            break;
        }
        if let Some(step) = step(terms, &mut new, pred) {
            inlined.steps.push(step);
        }
    }
    (new, inlined)
}

fn step(terms: &mut Terms, system: &mut System, pred: PredId) -> Option<Step> {
    let (mut from, mut users) = (Vec::new(), Vec::new());
    for (index, clause) in system.clauses.iter().enumerate() {
        let is_head = clause.head.as_ref().is_some_and(|head| head.pred == pred);
        let places: Vec<usize> = (0..clause.body.len()).filter(|i| clause.body[*i].pred == pred).collect();
        match (is_head, places.as_slice()) {
            (false, []) => {}
            (true, []) => from.push(index),
            (false, [place]) => users.push((index, *place)),
            _ => return None,
        }
    }
    if from.len().min(users.len()) != 1 {
        return None;
    }
    for &(user, place) in &users {
        let args = &system.clauses[user].body[place].args;
        let distinct: FxHashSet<TermId> = args.iter().copied().filter(|a| terms.is_variable(*a)).collect();
        let variables = clause_variables(terms, system, user);
        if distinct.len() != args.len() || variables.iter().any(|v| !distinct.contains(v)) {
            return None;
        }
    }
    let before = system.clauses.clone();
    let is_gone = |index: usize| from.contains(&index) || users.iter().any(|(user, _)| *user == index);
    let (mut clauses, mut sources) = (Vec::new(), Vec::new());
    for (index, clause) in before.iter().enumerate().filter(|(index, _)| !is_gone(*index)) {
        clauses.push(clause.clone());
        sources.push(Source::Kept(index));
    }
    for &def in &from {
        for &(user, place) in &users {
            let mut names: FxHashMap<TermId, TermId> = FxHashMap::default();
            for variable in clause_variables(terms, system, def) {
                let sort = terms.sort(variable);
                names.insert(variable, terms.fresh("inlined", sort));
            }
            let inner = renamed(terms, &before[def], &names);
            let given = inner.head.iter().flat_map(|head| head.args.clone());
            let map = before[user].body[place].args.iter().copied().zip(given).collect();
            let mut outer = renamed(terms, &before[user], &map);
            outer.body.remove(place);
            outer.body.extend(inner.body);
            outer.constraint = terms.and(outer.constraint, inner.constraint);
            if outer.constraint != TermId::FALSE {
                clauses.push(outer);
                sources.push(Source::Both { from: def, names, user, place });
            }
        }
    }
    system.clauses = clauses;
    Some(Step { pred, before, users, sources })
}

fn renamed(terms: &mut Terms, clause: &Clause, map: &FxHashMap<TermId, TermId>) -> Clause {
    let mut atom = |atom: &Atom| Atom {
        pred: atom.pred,
        args: atom.args.iter().map(|arg| terms.substitute(*arg, map)).collect(),
    };
    let head = clause.head.as_ref().map(&mut atom);
    let body = clause.body.iter().map(&mut atom).collect();
    Clause { head, body, constraint: terms.substitute(clause.constraint, map) }
}

impl Inlined {
    pub(crate) fn solution(&self, terms: &mut Terms, original: &System, mut solved: Solution) -> Solution {
        for step in self.steps.iter().rev() {
            let params = params(terms, step.pred, &original.predicates[step.pred]);
            let mut formula = TermId::TRUE;
            for &(user, place) in &step.users {
                let clause = &step.before[user];
                let map: FxHashMap<TermId, TermId> =
                    clause.body[place].args.iter().copied().zip(params.iter().copied()).collect();
                let clause = renamed(terms, clause, &map);
                let mut holds = clause.constraint;
                for (_, atom) in clause.body.iter().enumerate().filter(|(i, _)| *i != place) {
                    let meaning = solved.definitions[atom.pred].apply(terms, &atom.args);
                    holds = terms.and(holds, meaning);
                }
                let head = match &clause.head {
                    Some(head) => solved.definitions[head.pred].apply(terms, &head.args),
                    None => TermId::FALSE,
                };
                let follows = terms.implies(holds, head);
                formula = terms.and(formula, follows);
            }
            solved.definitions[step.pred] = Definition { params, formula };
        }
        solved
    }

    pub(crate) fn derivation(&self, terms: &Terms, found: Derivation) -> Derivation {
        self.steps.iter().rev().fold(found, |found, step| step.derivation(terms, &found))
    }
}

impl Step {
    fn derivation(&self, terms: &Terms, found: &Derivation) -> Derivation {
        let mut nodes: Vec<DerivationNode> = Vec::new();
        // The new number of each old node.
        let mut numbers: Vec<usize> = Vec::new();
        for node in &found.nodes {
            let children: Vec<usize> = node.children.iter().map(|child| numbers[*child]).collect();
            match &self.sources[node.clause] {
                Source::Kept(clause) => {
                    nodes.push(DerivationNode { clause: *clause, values: node.values.clone(), children });
                }
                Source::Both { from, names, user, place } => {
                    let others = self.before[*user].body.len() - 1;
                    let mut model = Model::new();
                    let mut values = FxHashMap::default();
                    for (variable, new) in names {
                        if let Some(value) = node.values.get(new) {
                            model.set(*variable, value.clone());
                            values.insert(*variable, value.clone());
                        }
                    }
                    let (mut outer, inner) = (children[..others].to_vec(), children[others..].to_vec());
                    nodes.push(DerivationNode { clause: *from, values, children: inner });
                    outer.insert(*place, nodes.len() - 1);
                    let given = self.before[*from].head.iter().flat_map(|head| &head.args);
                    let args = &self.before[*user].body[*place].args;
                    let values =
                        args.iter().zip(given).map(|(arg, term)| (*arg, model.value(terms, *term))).collect();
                    nodes.push(DerivationNode { clause: *user, values, children: outer });
                }
            }
            numbers.push(nodes.len() - 1);
        }
        Derivation { nodes }
    }
}
