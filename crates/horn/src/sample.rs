//! Facts from the bottom up: instances of clauses whose bodies are known facts. They refute a system, and every candidate for a
//! definition that does not contain them.

use crate::solve::Bounds;
use crate::system::{Derivation, DerivationNode};
use crate::{Atom, PredId, System};
use base::{FxHashMap, FxHashSet, IndexVec};
use smt::{Limits, SatResult, Solver, TermId, Terms, Value};

#[derive(Clone, Debug)]
pub(crate) struct Fact {
    pub values: Vec<Value>,
    node: usize,
}

/// Facts of the least model, with their derivations.
#[derive(Debug)]
pub(crate) struct Samples {
    pub facts: IndexVec<PredId, Vec<Fact>>,
    seen: FxHashSet<(PredId, Vec<Value>)>,
    nodes: Vec<DerivationNode>,
    solvers: Vec<Option<Box<dyn Solver>>>,
    /// Facts that each clause has given.
    given: Vec<usize>,
    random: u64,
    /// The body atoms of each predicate, and for each of them what its clause asks of the atom's arguments, of variables of its own.
    users: IndexVec<PredId, Vec<(usize, usize)>>,
    asked: FxHashMap<(usize, usize), (Vec<TermId>, TermId)>,
}

/// Facts that one clause gives in one round.
const PER_CLAUSE: usize = 3;

impl Samples {
    pub(crate) fn new(system: &System) -> Samples {
        let mut users: IndexVec<PredId, Vec<(usize, usize)>> =
            system.predicates.iter().map(|_| Vec::new()).collect();
        for (index, clause) in system.clauses.iter().enumerate() {
            for (place, atom) in clause.body.iter().enumerate() {
                users[atom.pred].push((index, place));
            }
        }
        Samples {
            users,
            asked: FxHashMap::default(),
            facts: system.predicates.iter().map(|_| Vec::new()).collect(),
            seen: FxHashSet::default(),
            nodes: Vec::new(),
            solvers: system.clauses.iter().map(|_| None).collect(),
            given: vec![0; system.clauses.len()],
            random: 0x9e37_79b9_7f4a_7c15,
        }
    }

    /// One more round; gives a derivation of `false` if there is one with the facts that are known, and otherwise whether there is
    /// anything new.
    pub(crate) fn round(
        &mut self,
        terms: &mut Terms,
        system: &System,
        most: usize,
        bounds: &Bounds,
    ) -> Result<bool, Derivation> {
        let known: IndexVec<PredId, usize> = self.facts.iter().map(Vec::len).collect();
        let mut found = false;
        // What must not be is looked at first.
        let mut order: Vec<usize> = (0..system.clauses.len()).collect();
        order.sort_by_key(|i| system.clauses[*i].head.is_some());
        for index in order {
            if bounds.exceeded(terms) {
                return Ok(found);
            }
            let clause = &system.clauses[index];
            if clause.body.iter().any(|atom| known[atom.pred] == 0) {
                continue;
            }
            // Each clause has its share of the facts, so that what is derived late is there, too.
            let mut given = PER_CLAUSE;
            if let Some(head) = &clause.head {
                let of_head = |c: &&crate::Clause| c.head.as_ref().is_some_and(|h| h.pred == head.pred);
                let clauses = system.clauses.iter().filter(of_head).count();
                let share = most.div_ceil(clauses);
                given = given.min(share.saturating_sub(self.given[index]));
            }
            if given == 0 {
                continue;
            }
            let mut assumptions = Vec::new();
            for atom in &clause.body {
                assumptions.push(self.is_one_of(terms, atom, known[atom.pred]));
            }
            if let Some(head) = &clause.head {
                let old = self.is_one_of(terms, head, self.facts[head.pred].len());
                assumptions.push(terms.not(old));
            }
            let variables = clause_variables(terms, system, index);
            let mut solver = self.solvers[index].take().unwrap_or_else(|| {
                let mut solver = smt::default_solver();
                solver.assert(terms, clause.constraint);
                solver
            });
            for _ in 0..given {
                let small = self.wishes(terms, system, clause.head.as_ref());
                if !ask(terms, solver.as_mut(), &assumptions, &small, &bounds.limits) {
                    break;
                }
                let Some(model) = solver.model(terms) else { break };
                let value = |t: TermId| model.value(terms, t);
                let values: FxHashMap<TermId, Value> = variables.iter().map(|v| (*v, value(*v))).collect();
                let mut children = Vec::new();
                for atom in &clause.body {
                    let args: Vec<Value> = atom.args.iter().map(|a| value(*a)).collect();
                    let fact = self.facts[atom.pred].iter().find(|fact| fact.values == args);
                    children.extend(fact.map(|fact| fact.node));
                }
                if children.len() != clause.body.len() {
                    break;
                }
                let Some(head) = &clause.head else {
                    let last = DerivationNode { clause: index, values, children };
                    return Err(self.derivation(last));
                };
                let args: Vec<Value> = head.args.iter().map(|a| value(*a)).collect();
                if !self.seen.insert((head.pred, args.clone())) {
                    break;
                }
                self.nodes.push(DerivationNode { clause: index, values, children });
                let node = self.nodes.len() - 1;
                let same = equals(terms, &head.args, &args);
                assumptions.push(terms.not(same));
                self.facts[head.pred].push(Fact { values: args, node });
                self.given[index] += 1;
                found = true;
            }
            self.solvers[index] = Some(solver);
        }
        Ok(found)
    }

    fn random_below(&mut self, n: usize) -> usize {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random >> 20) as usize % n
    }

    /// That some clause can go on from the fact: otherwise what is derived late, by a few facts only, is rare.
    fn goes_on(&mut self, terms: &mut Terms, system: &System, head: &Atom) -> Option<TermId> {
        if self.users[head.pred].is_empty() {
            return None;
        }
        let chosen = self.random_below(self.users[head.pred].len());
        let user = self.users[head.pred][chosen];
        let asked = self.asked.entry(user).or_insert_with(|| {
            let mut map: FxHashMap<TermId, TermId> = FxHashMap::default();
            for variable in clause_variables(terms, system, user.0) {
                let sort = terms.sort(variable);
                map.insert(variable, terms.fresh("wish", sort));
            }
            let clause = &system.clauses[user.0];
            let args = clause.body[user.1].args.iter().map(|arg| terms.substitute(*arg, &map)).collect();
            (args, terms.substitute(clause.constraint, &map))
        });
        let (args, constraint) = asked.clone();
        let mut parts = vec![constraint];
        for (arg, given) in args.into_iter().zip(&head.args) {
            parts.push(terms.eq(arg, *given));
        }
        Some(terms.and_all(parts))
    }

    /// Small numbers meet more often: that all arguments are such, some of them one that is chosen at random. The last wishes are given
    /// up last.
    fn wishes(&mut self, terms: &mut Terms, system: &System, head: Option<&Atom>) -> Vec<TermId> {
        let args = head.map(|head| head.args.clone()).unwrap_or_default();
        let mut small = Vec::new();
        // Two that are equal.
        if args.len() > 1 {
            let (i, j) = (self.random_below(args.len()), self.random_below(args.len()));
            if i != j && terms.sort(args[i]) == terms.sort(args[j]) {
                small.push(terms.eq(args[i], args[j]));
            }
        }
        for arg in args {
            if terms.is_bool(arg) || terms.is_constant(arg) || terms.width(arg) <= 3 {
                continue;
            }
            let width = terms.width(arg);
            let number = self.random_below(8) as u128;
            if number < 5 {
                let chosen = terms.bv_const(width, number);
                small.push(terms.eq(arg, chosen));
            }
            let limit = terms.bv_const(width, 5);
            small.push(terms.ult(arg, limit));
        }
        if let (Some(head), 1..) = (head, self.random_below(3)) {
            small.extend(self.goes_on(terms, system, head));
        }
        small
    }

    fn is_one_of(&self, terms: &mut Terms, atom: &Atom, to: usize) -> TermId {
        let facts: Vec<Vec<Value>> =
            self.facts[atom.pred][..to].iter().map(|fact| fact.values.clone()).collect();
        let cases: Vec<TermId> = facts.iter().map(|values| equals(terms, &atom.args, values)).collect();
        terms.or_all(cases)
    }

    /// The tree below a node, without what it does not need.
    fn derivation(&self, last: DerivationNode) -> Derivation {
        let mut needed: FxHashSet<usize> = FxHashSet::default();
        let mut stack = last.children.clone();
        while let Some(node) = stack.pop() {
            if needed.insert(node) {
                stack.extend(&self.nodes[node].children);
            }
        }
        let mut order: Vec<usize> = needed.into_iter().collect();
        order.sort_unstable();
        let place: FxHashMap<usize, usize> = order.iter().enumerate().map(|(i, n)| (*n, i)).collect();
        let moved = |node: &DerivationNode| DerivationNode {
            children: node.children.iter().map(|c| place[c]).collect(),
            ..node.clone()
        };
        let mut nodes: Vec<DerivationNode> = order.iter().map(|n| moved(&self.nodes[*n])).collect();
        nodes.push(moved(&last));
        Derivation { nodes }
    }
}

/// Whether the assumptions can hold, with as many of the wishes as the solver does not object to.
fn ask(
    terms: &Terms,
    solver: &mut dyn Solver,
    assumptions: &[TermId],
    wishes: &[TermId],
    limits: &Limits,
) -> bool {
    let mut wishes = wishes.to_vec();
    loop {
        let mut all = assumptions.to_vec();
        all.extend(&wishes);
        match solver.check(terms, &all, limits) {
            SatResult::Sat => return true,
            SatResult::Unknown(_) => return false,
            SatResult::Unsat => {
                let before = wishes.len();
                // One of those that stand in the way is given up.
                let failed = solver.failed_assumptions();
                match wishes.iter().position(|wish| failed.contains(wish)) {
                    Some(index) if before > 24 => wishes.drain(..=index).for_each(drop),
                    Some(index) => _ = wishes.remove(index),
                    None => return false,
                }
            }
        }
    }
}

fn equals(terms: &mut Terms, args: &[TermId], values: &[Value]) -> TermId {
    let mut parts = Vec::with_capacity(args.len());
    for (&arg, value) in args.iter().zip(values) {
        let value = terms.value(value.clone());
        parts.push(terms.eq(arg, value));
    }
    terms.and_all(parts)
}

pub(crate) fn clause_variables(terms: &Terms, system: &System, index: usize) -> Vec<TermId> {
    let clause = &system.clauses[index];
    let mut roots: Vec<TermId> = clause.atoms().flat_map(|atom| atom.args.iter().copied()).collect();
    roots.push(clause.constraint);
    terms.variables_of(&roots)
}
