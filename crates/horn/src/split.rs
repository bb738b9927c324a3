//! Predicates split by those of their arguments that take few values: sites of accesses, flags, states. What holds for one value is then
//! a conjunction where it was an implication. [`Parts`] gives the solution of the original system.

use crate::simplify::{Source, restored, users};
use crate::solve::Bounds;
use crate::system::params;
use crate::{Atom, Clause, Definition, Derivation, PredId, Predicate, Solution, System};
use base::{FxHashMap, FxHashSet, IndexVec};
use smt::{Op, Solver, TermId, Terms};

/// An argument with more values is no case distinction.
const MOST_VALUES: usize = 20;
/// Larger systems are not made.
const MOST_CLAUSES: usize = 1_500;
const MOST_PREDICATES: usize = 200;
/// A case that is not excluded so soon is kept.
const CONFLICTS: u64 = 200;

/// The cases of each predicate: the values of its split arguments, and the predicate of the new system.
#[derive(Debug)]
pub(crate) struct Parts {
    arguments: IndexVec<PredId, Vec<usize>>,
    cases: IndexVec<PredId, Vec<(Vec<TermId>, PredId)>>,
    clauses: Vec<Source>,
}

impl Parts {
    pub(crate) fn solution(&self, terms: &mut Terms, original: &System, solved: &Solution) -> Solution {
        let mut definitions = IndexVec::new();
        for (pred, cases) in self.cases.iter_enumerated() {
            let params = params(terms, pred, &original.predicates[pred]);
            let mut formulas = Vec::new();
            for (values, part) in cases {
                let args: Vec<TermId> = self.rest(pred, &params);
                let mut formula = solved.definitions[*part].apply(terms, &args);
                for (i, value) in self.arguments[pred].iter().zip(values) {
                    let equal = terms.eq(params[*i], *value);
                    formula = terms.and(equal, formula);
                }
                formulas.push(formula);
            }
            definitions.push(Definition { params, formula: terms.or_all(formulas) });
        }
        Solution { definitions }
    }

    pub(crate) fn derivation(&self, terms: &Terms, original: &System, found: &Derivation) -> Derivation {
        restored(terms, original, &self.clauses, found)
    }

    /// The arguments that are not split.
    fn rest(&self, pred: PredId, args: &[TermId]) -> Vec<TermId> {
        let split = &self.arguments[pred];
        args.iter().enumerate().filter(|(i, _)| !split.contains(i)).map(|(_, arg)| *arg).collect()
    }
}

/// The system with predicates split, or nothing if there is nothing to split, or too much.
pub(crate) fn split(terms: &mut Terms, system: &System, bounds: &Bounds) -> Option<(System, Parts)> {
    let values = possible_values(terms, system, bounds)?;
    for numbers_only in [false, true] {
        let arguments: IndexVec<PredId, Vec<usize>> = values
            .iter_enumerated()
            .map(|(pred, values)| {
                let sorts = &system.predicates[pred].sorts;
                let is_split = |(i, values): (usize, &Values)| {
                    let few = matches!(values, Values::Few(list) if list.len() > 1);
                    (few && !(numbers_only && sorts[i] == smt::Sort::Bool)).then_some(i)
                };
                values.iter().enumerate().filter_map(is_split).collect()
            })
            .collect();
        if arguments.iter().all(Vec::is_empty) {
            return None;
        }
        let cases = system.predicates.iter().map(|_| Vec::new()).collect();
        let parts = Parts { arguments, cases, clauses: Vec::new() };
        let mut splitter = Splitter {
            system,
            bounds,
            parts,
            values: &values,
            new: System::new(),
            done: FxHashSet::default(),
            solvers: system.clauses.iter().map(|_| None).collect(),
        };
        if splitter.run(terms).is_some() {
            return Some((splitter.new, splitter.parts));
        }
    }
    None
}

/// The values that an argument takes in all facts.
#[derive(Clone, Debug, PartialEq)]
enum Values {
    Few(Vec<TermId>),
    Any,
}

impl Values {
    /// Whether there is something new.
    fn add(&mut self, more: &Values) -> bool {
        let Values::Few(list) = self else { return false };
        let Values::Few(more) = more else {
            *self = Values::Any;
            return true;
        };
        let before = list.len();
        for value in more {
            if !list.contains(value) {
                list.push(*value);
            }
        }
        let grown = list.len() > before;
        if list.len() > MOST_VALUES {
            *self = Values::Any;
        }
        grown
    }
}

/// Nothing if the time is over.
fn possible_values(terms: &Terms, system: &System, bounds: &Bounds) -> Option<IndexVec<PredId, Vec<Values>>> {
    let none = |p: &Predicate| p.sorts.iter().map(|_| Values::Few(Vec::new())).collect();
    let mut values: IndexVec<PredId, Vec<Values>> = system.predicates.iter().map(none).collect();
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
        let mut known: FxHashMap<TermId, &Values> = FxHashMap::default();
        for atom in &clause.body {
            for (arg, values) in atom.args.iter().zip(&values[atom.pred]) {
                if terms.is_variable(*arg) && !matches!(known.get(arg), Some(Values::Few(_))) {
                    known.insert(*arg, values);
                }
            }
        }
        let mut found = Vec::with_capacity(head.args.len());
        for (i, arg) in head.args.iter().enumerate() {
            let settled = values[head.pred][i] == Values::Any;
            found.push(if settled { Values::Any } else { values_of(terms, *arg, &known) });
        }
        let mut changed = false;
        for (old, new) in values[head.pred].iter_mut().zip(&found) {
            changed |= old.add(new);
        }
        for &user in users[head.pred].iter().filter(|_| changed) {
            if !std::mem::replace(&mut waits[user], true) {
                waiting.push(user);
            }
        }
    }
    Some(values)
}

/// What a term may be: leaves of case distinctions.
fn values_of(terms: &Terms, root: TermId, known: &FxHashMap<TermId, &Values>) -> Values {
    let mut result = Values::Few(Vec::new());
    let mut stack = vec![root];
    let mut seen = FxHashSet::default();
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        if terms.is_constant(term) {
            result.add(&Values::Few(vec![term]));
        } else if let Some(values) = known.get(&term) {
            result.add(values);
        } else if terms.is_bool(term) {
            result.add(&Values::Few(vec![TermId::FALSE, TermId::TRUE]));
        } else if terms.op(term) == Op::Ite {
            stack.extend(&terms.args(term)[1..]);
        } else {
            return Values::Any;
        }
    }
    result
}

struct Splitter<'a> {
    system: &'a System,
    bounds: &'a Bounds,
    parts: Parts,
    values: &'a IndexVec<PredId, Vec<Values>>,
    new: System,
    /// Clauses with the cases of their bodies that were looked at.
    done: FxHashSet<(usize, Vec<usize>)>,
    solvers: Vec<Option<Box<dyn Solver>>>,
}

impl Splitter<'_> {
    /// Until no case is new; nothing if the system becomes too large, or the time is over.
    fn run(&mut self, terms: &mut Terms) -> Option<()> {
        loop {
            let mut changed = false;
            for index in 0..self.system.clauses.len() {
                for chosen in self.combinations(terms, index)? {
                    if self.bounds.exceeded(terms) {
                        return None;
                    }
                    if self.done.insert((index, chosen.clone())) {
                        self.case(terms, index, &chosen)?;
                        changed = true;
                    }
                }
            }
            if !changed {
                return Some(());
            }
        }
    }

    /// One case for each body atom, in all ways in which a variable has one value.
    fn combinations(&self, terms: &Terms, index: usize) -> Option<Vec<Vec<usize>>> {
        let mut all: Vec<(Vec<usize>, FxHashMap<TermId, TermId>)> = vec![Default::default()];
        for atom in &self.system.clauses[index].body {
            let mut longer = Vec::new();
            for (chosen, map) in &all {
                for (case, (values, _)) in self.parts.cases[atom.pred].iter().enumerate() {
                    let args = self.parts.arguments[atom.pred].iter().map(|i| atom.args[*i]);
                    let mut map = map.clone();
                    let fits = args.zip(values).all(|(arg, value)| match terms.is_variable(arg) {
                        true => *map.entry(arg).or_insert(*value) == *value,
                        false => !terms.is_constant(arg) || arg == *value,
                    });
                    if fits {
                        longer.push((chosen.iter().copied().chain([case]).collect(), map));
                    }
                }
            }
            if longer.len() > MOST_CLAUSES {
                return None;
            }
            all = longer;
        }
        Some(all.into_iter().map(|(chosen, _)| chosen).collect())
    }

    /// The clause where its body atoms are in these cases.
    fn case(&mut self, terms: &mut Terms, index: usize, chosen: &[usize]) -> Option<()> {
        let clause = &self.system.clauses[index];
        let mut map: FxHashMap<TermId, TermId> = FxHashMap::default();
        let mut equal: Vec<TermId> = Vec::new();
        let mut body: Vec<Atom> = Vec::new();
        for (atom, case) in clause.body.iter().zip(chosen) {
            let (values, part) = &self.parts.cases[atom.pred][*case];
            for (i, value) in self.parts.arguments[atom.pred].iter().zip(values) {
                let arg = atom.args[*i];
                equal.push(terms.eq(arg, *value));
                if terms.is_variable(arg) {
                    map.entry(arg).or_insert(*value);
                }
            }
            body.push(Atom { pred: *part, args: self.parts.rest(atom.pred, &atom.args) });
        }
        if !self.is_possible(terms, index, &equal) {
            return Some(());
        }
        let whole = equal.iter().fold(clause.constraint, |all, e| terms.and(all, *e));
        let mut put = |term: TermId| terms.substitute(term, &map);
        let constraint = put(whole);
        let args: Vec<TermId> = clause.head.iter().flat_map(|h| &h.args).map(|arg| put(*arg)).collect();
        for atom in &mut body {
            atom.args = atom.args.iter().map(|arg| put(*arg)).collect();
        }
        let Some(head) = &clause.head else {
            return self.add(index, None, body, constraint);
        };
        // All values that the head's split arguments have here.
        let mut tuples: Vec<Vec<TermId>> = vec![Vec::new()];
        for &i in &self.parts.arguments[head.pred] {
            let values = match (values_of(terms, args[i], &FxHashMap::default()), &self.values[head.pred][i])
            {
                (Values::Few(list), _) => list,
                (Values::Any, Values::Few(list)) => list.clone(),
                (Values::Any, Values::Any) => return None,
            };
            let longer = |list: &Vec<TermId>| {
                let list = list.clone();
                values.clone().into_iter().map(move |v| list.iter().copied().chain([v]).collect::<Vec<_>>())
            };
            tuples = tuples.iter().flat_map(longer).collect();
            if tuples.len() > MOST_CLAUSES {
                return None;
            }
        }
        let split = self.parts.arguments[head.pred].clone();
        for tuple in tuples {
            let (mut constraint, mut also) = (constraint, equal.clone());
            for (i, value) in split.iter().zip(&tuple) {
                let here = terms.eq(args[*i], *value);
                constraint = terms.and(constraint, here);
                also.push(terms.eq(head.args[*i], *value));
            }
            if constraint == TermId::FALSE || !self.is_possible(terms, index, &also) {
                continue;
            }
            let known = self.parts.cases[head.pred].iter().find(|(values, _)| *values == tuple);
            let part = match known {
                Some((_, part)) => *part,
                None => {
                    let old = &self.system.predicates[head.pred];
                    let sorts = old.sorts.iter().enumerate();
                    let sorts = sorts.filter(|(i, _)| !split.contains(i)).map(|(_, s)| *s).collect();
                    let name = format!("{}_{}", old.name, self.parts.cases[head.pred].len());
                    if self.new.predicates.len() >= MOST_PREDICATES {
                        return None;
                    }
                    let part = self.new.predicates.push(Predicate { name, sorts });
                    self.parts.cases[head.pred].push((tuple, part));
                    part
                }
            };
            let atom = Atom { pred: part, args: self.parts.rest(head.pred, &args) };
            self.add(index, Some(atom), body.clone(), constraint)?;
        }
        Some(())
    }

    fn add(&mut self, index: usize, head: Option<Atom>, body: Vec<Atom>, constraint: TermId) -> Option<()> {
        if constraint != TermId::FALSE {
            self.new.clauses.push(Clause { head, body, constraint });
            self.parts.clauses.push(Source { number: index, replaced: Vec::new() });
        }
        (self.new.clauses.len() <= MOST_CLAUSES).then_some(())
    }

    fn is_possible(&mut self, terms: &Terms, index: usize, assumptions: &[TermId]) -> bool {
        let constraint = self.system.clauses[index].constraint;
        let solver = self.solvers[index].get_or_insert_with(|| {
            let mut solver = smt::default_solver();
            solver.assert(terms, constraint);
            solver
        });
        let limits = self.bounds.limits.clone().with_conflicts(CONFLICTS);
        !assumptions.contains(&TermId::FALSE) && !solver.check(terms, assumptions, &limits).is_unsat()
    }
}
