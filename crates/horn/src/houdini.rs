//! Candidate elimination: of a set of candidates for each predicate, the largest part that is inductive ([Houdini]).

use crate::solve::Bounds;
use crate::{PredId, System};
use base::{FxHashMap, FxHashSet, IndexVec};
use smt::{Evaluator, SatResult, Solver, TermId, Terms};

/// What a question may cost before its candidates are asked about one by one.
const CONFLICTS: u64 = 20_000;
const SINGLE_CONFLICTS: u64 = 2_000;
/// Candidates that one counterexample adds to those that are assumed, and those that are assumed from the beginning.
const MORE: usize = 6;
const MOST_USEFUL: usize = 60;
/// Attempts to show something with fewer candidates.
const MOST_TRIED: usize = 10;

#[derive(Debug)]
pub(crate) struct Houdini<'a> {
    system: &'a System,
    params: &'a IndexVec<PredId, Vec<TermId>>,
    pub candidates: IndexVec<PredId, Vec<TermId>>,
    solvers: Vec<Option<Box<dyn Solver>>>,
    /// By clause and atom (0 is the head), what a candidate says of the atom's arguments.
    instances: FxHashMap<(usize, usize, TermId), TermId>,
    /// Candidates of a clause's body that something rested on, the latest first.
    useful: FxHashMap<usize, Vec<TermId>>,
    /// Candidates that are to be shown, or were.
    wanted: FxHashSet<(PredId, TermId)>,
    bounds: Bounds,
}

/// The limits were reached.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OutOfBudget;

impl<'a> Houdini<'a> {
    pub(crate) fn new(
        system: &'a System,
        params: &'a IndexVec<PredId, Vec<TermId>>,
        candidates: IndexVec<PredId, Vec<TermId>>,
        bounds: &Bounds,
    ) -> Houdini<'a> {
        Houdini {
            system,
            params,
            candidates,
            solvers: system.clauses.iter().map(|_| None).collect(),
            instances: FxHashMap::default(),
            useful: FxHashMap::default(),
            wanted: FxHashSet::default(),
            bounds: bounds.clone(),
        }
    }

    /// Begins again with other candidates; what the solvers know of the clauses stays.
    pub(crate) fn restart(&mut self, candidates: IndexVec<PredId, Vec<TermId>>) {
        self.candidates = candidates;
        self.wanted.clear();
    }

    /// Removes candidates until the rest is inductive.
    pub(crate) fn eliminate(&mut self, terms: &mut Terms) -> Result<(), OutOfBudget> {
        let mut dirty: Vec<bool> = self.system.clauses.iter().map(|c| c.head.is_some()).collect();
        while let Some(index) = dirty.iter().position(|d| *d) {
            dirty[index] = false;
            let Some(head) = &self.system.clauses[index].head else { continue };
            let pred = head.pred;
            if self.shrink(terms, index)? {
                for (other, clause) in self.system.clauses.iter().enumerate() {
                    if clause.head.is_some() && clause.body.iter().any(|atom| atom.pred == pred) {
                        dirty[other] = true;
                    }
                }
            }
        }
        Ok(())
    }

    /// Shows with the candidates that no clause without a head can apply: only those that the errors depend on are looked at, and
    /// what they depend on. The result is inductive; `None` if the candidates do not suffice.
    pub(crate) fn prove(
        &mut self,
        terms: &mut Terms,
    ) -> Result<Option<IndexVec<PredId, Vec<TermId>>>, OutOfBudget> {
        // What each shown candidate rests on, and likewise each error.
        let mut shown: FxHashMap<(PredId, TermId), Vec<(PredId, TermId)>> = FxHashMap::default();
        let mut errors: FxHashMap<usize, Vec<(PredId, TermId)>> = FxHashMap::default();
        let mut wanted: Vec<(PredId, TermId)> = Vec::new();
        let set = |list: &Vec<TermId>| list.iter().copied().collect::<FxHashSet<TermId>>();
        let mut there: IndexVec<PredId, FxHashSet<TermId>> = self.candidates.iter().map(set).collect();
        loop {
            for index in 0..self.system.clauses.len() {
                if self.system.clauses[index].head.is_some() || errors.contains_key(&index) {
                    continue;
                }
                let Some(rests) = self.follows(terms, index, None)? else { return Ok(None) };
                self.wanted.extend(&rests);
                wanted.extend(&rests);
                errors.insert(index, rests);
            }
            let Some(next) = wanted.pop() else { break };
            if shown.contains_key(&next) || !there[next.0].contains(&next.1) {
                continue;
            }
            let mut all = Vec::new();
            let mut fails = false;
            for index in 0..self.system.clauses.len() {
                if self.system.clauses[index].head.as_ref().is_none_or(|head| head.pred != next.0) {
                    continue;
                }
                match self.follows(terms, index, Some(next.1))? {
                    Some(rests) => {
                        self.wanted.extend(&rests);
                        all.extend(rests);
                    }
                    None => {
                        fails = true;
                        break;
                    }
                }
            }
            if !fails {
                wanted.extend(&all);
                shown.insert(next, all);
                continue;
            }
            // Whatever rests on candidates that are gone is to be shown again.
            there[next.0] = set(&self.candidates[next.0]);
            let stands = |rests: &Vec<(PredId, TermId)>| {
                rests.iter().all(|(pred, candidate)| there[*pred].contains(candidate))
            };
            let mut again: Vec<(PredId, TermId)> =
                shown.iter().filter(|(_, rests)| !stands(rests)).map(|(key, _)| *key).collect();
            again.sort_unstable();
            for key in again {
                shown.remove(&key);
                wanted.push(key);
            }
            errors.retain(|_, rests| stands(rests));
        }
        // Only what is needed in the end.
        let mut kept: IndexVec<PredId, Vec<TermId>> = self.candidates.iter().map(|_| Vec::new()).collect();
        let mut stack: Vec<(PredId, TermId)> = errors.into_values().flatten().collect();
        while let Some((pred, candidate)) = stack.pop() {
            if !kept[pred].contains(&candidate) {
                kept[pred].push(candidate);
                stack.extend(shown.get(&(pred, candidate)).into_iter().flatten());
            }
        }
        Ok(Some(kept))
    }

    /// The candidates of the body from which a candidate of the head follows, or that nothing does. If it does not follow, what the
    /// counterexample refutes is removed.
    fn follows(
        &mut self,
        terms: &mut Terms,
        index: usize,
        candidate: Option<TermId>,
    ) -> Result<Option<Vec<(PredId, TermId)>>, OutOfBudget> {
        let goal = candidate.map(|candidate| {
            let head = self.instance(terms, index, 0, candidate);
            terms.not(head)
        });
        match self.entails(terms, index, goal, CONFLICTS)? {
            Entails::Yes(rests) => Ok(Some(rests)),
            Entails::No(model) => {
                if let Some(head) = &self.system.clauses[index].head {
                    let pred = head.pred;
                    let all = self.candidates[pred].clone();
                    let heads: Vec<TermId> = all.iter().map(|c| self.instance(terms, index, 0, *c)).collect();
                    let mut evaluator = Evaluator::new(terms, &model);
                    let holds =
                        all.iter().zip(heads).filter(|(_, h)| evaluator.value(*h).as_bool() == Some(true));
                    let kept: Vec<TermId> = holds.map(|(c, _)| *c).collect();
                    self.candidates[pred] = kept;
                }
                Ok(None)
            }
            Entails::Unknown => {
                if let (Some(candidate), Some(head)) = (candidate, &self.system.clauses[index].head) {
                    self.candidates[head.pred].retain(|c| *c != candidate);
                }
                Ok(None)
            }
        }
    }

    /// Whether the clause's body excludes the goal. Candidates of the body are assumed only as counterexamples ask for them: few of many
    /// are needed, and a solver is slow with many assumptions.
    fn entails(
        &mut self,
        terms: &mut Terms,
        index: usize,
        goal: Option<TermId>,
        conflicts: u64,
    ) -> Result<Entails, OutOfBudget> {
        let body = self.body(terms, index);
        let of: FxHashMap<TermId, (PredId, TermId)> = body.iter().copied().collect();
        // Those that were of use before.
        let useful = self.useful.get(&index).into_iter().flatten();
        let mut assumptions: Vec<TermId> = useful.copied().filter(|term| of.contains_key(term)).collect();
        loop {
            let mut all = assumptions.clone();
            all.extend(goal);
            match self.ask(terms, index, &all, conflicts)? {
                SatResult::Unsat => {
                    let Some(solver) = &self.solvers[index] else { return Err(OutOfBudget) };
                    let mut failed: Vec<TermId> =
                        solver.failed_assumptions().iter().copied().filter(|t| of.contains_key(t)).collect();
                    self.minimise(terms, index, &mut failed, goal, &of)?;
                    let known = self.useful.entry(index).or_default();
                    for term in &failed {
                        known.retain(|t| t != term);
                    }
                    known.splice(0..0, failed.iter().copied());
                    known.truncate(MOST_USEFUL);
                    return Ok(Entails::Yes(failed.into_iter().map(|term| of[&term]).collect()));
                }
                SatResult::Sat => {
                    let solver = self.solvers[index].as_ref();
                    let Some(model) = solver.and_then(|solver| solver.model(terms)) else {
                        return Err(OutOfBudget);
                    };
                    let mut evaluator = Evaluator::new(terms, &model);
                    let mut fails = |t: TermId| evaluator.value(t).as_bool() != Some(true);
                    // Those that are to be shown anyway cost nothing.
                    let (mut wrong, mut other): (Vec<TermId>, Vec<TermId>) = (Vec::new(), Vec::new());
                    for (term, key) in &body {
                        let list = if self.wanted.contains(key) { &mut wrong } else { &mut other };
                        if list.len() < MORE && fails(*term) {
                            list.push(*term);
                        }
                    }
                    if wrong.is_empty() {
                        wrong = other;
                    }
                    if wrong.is_empty() {
                        return Ok(Entails::No(model));
                    }
                    if wrong.iter().any(|t| assumptions.contains(t)) {
                        return Err(OutOfBudget);
                    }
                    assumptions.extend(wrong);
                }
                SatResult::Unknown(_) => return Ok(Entails::Unknown),
            }
        }
    }

    fn ask(
        &mut self,
        terms: &Terms,
        index: usize,
        assumptions: &[TermId],
        conflicts: u64,
    ) -> Result<SatResult, OutOfBudget> {
        if self.bounds.exceeded(terms) {
            return Err(OutOfBudget);
        }
        let constraint = self.system.clauses[index].constraint;
        let solver = self.solvers[index].get_or_insert_with(|| {
            let mut solver = smt::default_solver();
            solver.assert(terms, constraint);
            solver
        });
        Ok(solver.check(terms, assumptions, &self.bounds.limits.clone().with_conflicts(conflicts)))
    }

    fn instance(&mut self, terms: &mut Terms, clause: usize, place: usize, candidate: TermId) -> TermId {
        if let Some(&known) = self.instances.get(&(clause, place, candidate)) {
            return known;
        }
        let data = &self.system.clauses[clause];
        let atom = match place {
            0 => data.head.as_ref(),
            _ => data.body.get(place - 1),
        };
        let Some(atom) = atom else { return TermId::TRUE };
        let params = &self.params[atom.pred];
        let map: FxHashMap<TermId, TermId> = params.iter().copied().zip(atom.args.iter().copied()).collect();
        let term = terms.substitute(candidate, &map);
        self.instances.insert((clause, place, candidate), term);
        term
    }

    /// Leaves candidates out that are not needed and that nothing else has asked for.
    fn minimise(
        &mut self,
        terms: &Terms,
        index: usize,
        failed: &mut Vec<TermId>,
        goal: Option<TermId>,
        of: &FxHashMap<TermId, (PredId, TermId)>,
    ) -> Result<(), OutOfBudget> {
        let fresh: Vec<TermId> =
            failed.iter().copied().filter(|t| !self.wanted.contains(&of[t])).take(MOST_TRIED).collect();
        for term in fresh {
            if failed.len() <= 1 || !failed.contains(&term) {
                continue;
            }
            let mut fewer: Vec<TermId> = failed.iter().copied().filter(|t| *t != term).collect();
            fewer.extend(goal);
            if self.ask(terms, index, &fewer, SINGLE_CONFLICTS)?.is_unsat()
                && let Some(solver) = &self.solvers[index]
            {
                let rest = solver.failed_assumptions();
                failed.retain(|t| rest.contains(t));
            }
        }
        Ok(())
    }

    /// What the candidates say of the clause's body, each once.
    fn body(&mut self, terms: &mut Terms, index: usize) -> Vec<(TermId, (PredId, TermId))> {
        let preds: Vec<PredId> = self.system.clauses[index].body.iter().map(|atom| atom.pred).collect();
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        let mut list = Vec::new();
        for (place, pred) in preds.into_iter().enumerate() {
            for candidate in self.candidates[pred].clone() {
                let term = self.instance(terms, index, place + 1, candidate);
                if term != TermId::TRUE && seen.insert(term) {
                    list.push((term, (pred, candidate)));
                }
            }
        }
        list
    }

    /// Removes the candidates of the clause's head that do not follow from its body. Says whether there were any.
    fn shrink(&mut self, terms: &mut Terms, index: usize) -> Result<bool, OutOfBudget> {
        let Some(pred) = self.system.clauses[index].head.as_ref().map(|head| head.pred) else {
            return Ok(false);
        };
        let mut changed = false;
        loop {
            let candidates = self.candidates[pred].clone();
            if candidates.is_empty() {
                return Ok(changed);
            }
            let heads: Vec<TermId> = candidates.iter().map(|c| self.instance(terms, index, 0, *c)).collect();
            let all = terms.and_all(heads.iter().copied());
            let some_fails = terms.not(all);
            if some_fails == TermId::FALSE {
                return Ok(changed);
            }
            match self.entails(terms, index, Some(some_fails), CONFLICTS)? {
                Entails::Yes(_) => return Ok(changed),
                Entails::No(model) => {
                    let mut evaluator = Evaluator::new(terms, &model);
                    let mut kept = Vec::with_capacity(candidates.len());
                    for (candidate, head) in candidates.iter().zip(&heads) {
                        if evaluator.value(*head).as_bool() == Some(true) {
                            kept.push(*candidate);
                        }
                    }
                    if kept.len() == candidates.len() {
                        return Err(OutOfBudget);
                    }
                    self.candidates[pred] = kept;
                    changed = true;
                }
                Entails::Unknown => {
                    // Those that are hard to show are given up.
                    let mut kept = Vec::with_capacity(candidates.len());
                    for (candidate, head) in candidates.iter().zip(&heads) {
                        let fails = terms.not(*head);
                        if let Entails::Yes(_) = self.entails(terms, index, Some(fails), SINGLE_CONFLICTS)? {
                            kept.push(*candidate);
                        }
                    }
                    changed |= kept.len() < candidates.len();
                    self.candidates[pred] = kept;
                    return Ok(changed);
                }
            }
        }
    }
}

enum Entails {
    /// By these candidates.
    Yes(Vec<(PredId, TermId)>),
    /// For these values all candidates of the body hold.
    No(smt::Model),
    Unknown,
}
