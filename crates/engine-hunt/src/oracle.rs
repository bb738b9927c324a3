//! Questions about the inputs: which conditions can hold on a path, and which values a term can have.
//!
//! Constant terms cost nothing, the last model answers half of every question, and the solver sees only the conditions that
//! share inputs with the question.

use crate::fault::{ConditionModel, Res, Stop};
use crate::state::State;
use base::{FxHashMap, FxHashSet};
use smt::{Limits, Model, SatResult, Solver, TermId, Terms, Value as SmtValue};
use std::rc::Rc;
use verdict::UnknownKind;

#[derive(Clone, Debug)]
enum Answer {
    /// With the values of the inputs that the question speaks of.
    Yes(Rc<Vec<(TermId, SmtValue)>>),
    No,
    GaveUp,
}

#[derive(Debug)]
pub(crate) struct Oracle {
    pub(crate) terms: Terms,
    solver: Box<dyn Solver>,
    /// Questions since the solver was made: it is made anew before it has seen too many formulas.
    asked: u32,
    pub(crate) queries: u64,
    cache: FxHashMap<Box<[TermId]>, Answer>,
    variables: FxHashMap<TermId, Rc<[TermId]>>,
    pub(crate) limits: Limits,
    /// Why the search no longer stands for all runs.
    pub(crate) incomplete: Option<(UnknownKind, String)>,
}

const SOLVER_LIFE: u32 = 3000;
const CACHE_LIMIT: usize = 200_000;
/// Effort per question: hunting prefers the next path to a hard one.
const CONFLICTS: u64 = 30_000;

impl Oracle {
    pub(crate) fn new(limits: Limits) -> Oracle {
        Oracle {
            terms: Terms::new(),
            solver: smt::default_solver(),
            asked: 0,
            queries: 0,
            cache: FxHashMap::default(),
            variables: FxHashMap::default(),
            limits: limits.with_conflicts(CONFLICTS),
            incomplete: None,
        }
    }

    pub(crate) fn cut(&mut self, kind: UnknownKind, why: impl Into<String>) {
        if self.incomplete.is_none() {
            self.incomplete = Some((kind, why.into()));
        }
    }

    pub(crate) fn constant(&self, t: TermId) -> Option<u128> {
        self.terms.constant(t).and_then(|bv| bv.to_u128())
    }

    pub(crate) fn variables_of(&mut self, t: TermId) -> Rc<[TermId]> {
        if let Some(found) = self.variables.get(&t) {
            return found.clone();
        }
        let found: Rc<[TermId]> = self.terms.variables_of(&[t]).into();
        self.variables.insert(t, found.clone());
        found
    }

    /// The conditions of the path that share inputs with the roots, directly or through each other.
    pub(crate) fn slice(&mut self, path: &[TermId], seen: &mut FxHashSet<TermId>) -> Vec<TermId> {
        let sets: Vec<Rc<[TermId]>> = path.iter().map(|&c| self.variables_of(c)).collect();
        let mut taken = vec![false; path.len()];
        loop {
            let mut changed = false;
            for (i, set) in sets.iter().enumerate() {
                if !taken[i] && set.iter().any(|v| seen.contains(v)) {
                    taken[i] = true;
                    changed = true;
                    seen.extend(set.iter().copied());
                }
            }
            if !changed {
                break;
            }
        }
        path.iter().zip(taken).filter(|(_, t)| *t).map(|(&c, _)| c).collect()
    }

    fn ask(&mut self, path: &[TermId], conditions: &[TermId]) -> Res<Answer> {
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        for &condition in conditions {
            let set = self.variables_of(condition);
            seen.extend(set.iter().copied());
        }
        let mut question = self.slice(path, &mut seen);
        question.extend_from_slice(conditions);
        question.sort_unstable();
        question.dedup();
        let key: Box<[TermId]> = question.into();
        if let Some(answer) = self.cache.get(&key) {
            return Ok(answer.clone());
        }
        if self.asked >= SOLVER_LIFE {
            self.solver = smt::default_solver();
            self.asked = 0;
        }
        self.asked += 1;
        self.queries += 1;
        let answer = match self.solver.check(&self.terms, &key, &self.limits) {
            SatResult::Sat => {
                let mut values = Vec::new();
                if let Some(model) = self.solver.model(&self.terms) {
                    let mut wanted: Vec<TermId> = seen.into_iter().collect();
                    wanted.sort_unstable();
                    for v in wanted {
                        let value = match model.get(v) {
                            Some(value) => value.clone(),
                            None => model.value(&self.terms, v),
                        };
                        values.push((v, value));
                    }
                }
                Answer::Yes(Rc::new(values))
            }
            SatResult::Unsat => Answer::No,
            SatResult::Unknown(smt::UnknownReason::Cancelled) => {
                return Err(Box::new(Stop::Over(UnknownKind::Cancelled, "cancelled".into())));
            }
            SatResult::Unknown(smt::UnknownReason::Time) => {
                return Err(Box::new(Stop::Over(UnknownKind::TimeBudget, "the time is used up".into())));
            }
            SatResult::Unknown(_) => {
                // The solver may be stuck in what it learned; the next question starts afresh.
                self.asked = SOLVER_LIFE;
                Answer::GaveUp
            }
        };
        if self.cache.len() > CACHE_LIMIT {
            self.cache.clear();
        }
        self.cache.insert(key, answer.clone());
        Ok(answer)
    }

    fn extended(model: &Rc<Model>, values: &[(TermId, SmtValue)]) -> Rc<Model> {
        let mut new = (**model).clone();
        for (variable, value) in values {
            new.set(*variable, value.clone());
        }
        Rc::new(new)
    }

    /// Inputs of the path under which the condition holds, if there are any.
    pub(crate) fn model_of(&mut self, state: &State, condition: TermId) -> Res<Option<ConditionModel>> {
        if state.model.holds(&self.terms, condition) {
            return Ok(Some(ConditionModel { condition, model: state.model.clone() }));
        }
        match self.ask(&state.path, &[condition])? {
            Answer::Yes(values) => {
                Ok(Some(ConditionModel { condition, model: Oracle::extended(&state.model, &values) }))
            }
            Answer::No => Ok(None),
            Answer::GaveUp => {
                self.cut(UnknownKind::StepBudget, "the solver gave up on a path's condition");
                Ok(None)
            }
        }
    }

    /// Whether the condition holds on this path. If it can go both ways, the statement is executed in both cases.
    pub(crate) fn decide(&mut self, state: &State, condition: TermId) -> Res<bool> {
        if let Some(known) = self.terms.bool_constant(condition) {
            return Ok(known);
        }
        if state.path.contains(&condition) {
            return Ok(true);
        }
        let negated = self.terms.not(condition);
        if state.path.contains(&negated) {
            return Ok(false);
        }
        let side = state.model.holds(&self.terms, condition);
        let (here, there) = if side { (condition, negated) } else { (negated, condition) };
        match self.ask(&state.path, &[there])? {
            Answer::No => Ok(side),
            Answer::Yes(values) => {
                let other =
                    ConditionModel { condition: there, model: Oracle::extended(&state.model, &values) };
                let this = ConditionModel { condition: here, model: state.model.clone() };
                // The case in which the condition holds comes first.
                Err(Box::new(Stop::Fork(if side { vec![this, other] } else { vec![other, this] })))
            }
            Answer::GaveUp => {
                self.cut(UnknownKind::StepBudget, "the solver gave up on a path's condition");
                Err(Box::new(Stop::Fork(vec![ConditionModel {
                    condition: here,
                    model: state.model.clone(),
                }])))
            }
        }
    }

    /// The value of a term on this path. If it can have several, the statement is executed once for each, up to `limit`;
    /// beyond that the values are a sample, the preferred ones first, and the search no longer stands for all runs.
    pub(crate) fn value(
        &mut self,
        state: &State,
        term: TermId,
        limit: usize,
        preferred: &[u128],
        what: &str,
    ) -> Res<u128> {
        if let Some(known) = self.constant(term) {
            return Ok(known);
        }
        let current = state.model.value(&self.terms, term);
        let width = self.terms.width(term);
        let as_number = |value: &SmtValue| value.as_bv().and_then(|bv| bv.to_u128()).unwrap_or(0);
        let first = as_number(&current);
        let equals = |terms: &mut Terms, v: u128| {
            let constant = terms.bv_const(width, v);
            terms.eq(term, constant)
        };
        let here = equals(&mut self.terms, first);
        if here == TermId::TRUE || state.path.contains(&here) {
            return Ok(first);
        }
        let mut others = vec![self.terms.not(here)];
        let mut cases = Vec::new();
        match self.ask(&state.path, &others)? {
            Answer::No => return Ok(first),
            Answer::GaveUp => {}
            Answer::Yes(_) => {}
        }
        let mut values = vec![first];
        cases.push(ConditionModel { condition: here, model: state.model.clone() });
        // A complete enumeration first.
        let mut complete = false;
        while values.len() < limit {
            match self.ask(&state.path, &others)? {
                Answer::No => {
                    complete = true;
                    break;
                }
                Answer::GaveUp => break,
                Answer::Yes(assignment) => {
                    let model = Oracle::extended(&state.model, &assignment);
                    let v = as_number(&model.value(&self.terms, term));
                    let condition = equals(&mut self.terms, v);
                    if values.contains(&v) {
                        break;
                    }
                    values.push(v);
                    others.push(self.terms.not(condition));
                    cases.push(ConditionModel { condition, model });
                }
            }
        }
        if !complete {
            self.cut(UnknownKind::Nondeterminism, format!("{what} depends on inputs and was sampled"));
            let mut sampled = Vec::new();
            for &v in preferred {
                let condition = equals(&mut self.terms, v);
                if condition == TermId::FALSE || values.contains(&v) {
                    continue;
                }
                if let Some(case) = self.model_of(state, condition)? {
                    sampled.push(case);
                }
            }
            sampled.extend(cases.into_iter().take(limit.div_ceil(2).max(1)));
            cases = sampled;
        } else {
            cases.sort_by_key(|w| w.condition);
        }
        Err(Box::new(Stop::Fork(cases)))
    }
}
