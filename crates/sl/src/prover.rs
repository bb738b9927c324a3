//! Questions about Π ∧ Σ.

use crate::heap::{Heap, SegmentId};
use base::{FxHashMap, FxHashSet, Idx};
use smt::{Limits, Model, SatResult, Solver, Sort, TermId, Terms, UnknownReason, Value};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Π of one path, and values that satisfy it.
#[derive(Clone, Debug, Default)]
pub struct Path {
    pub conditions: Rc<Vec<TermId>>,
    /// Of all variables but addresses, which only the solver places.
    pub model: Rc<Model>,
}

impl Path {
    pub fn assume(&mut self, case: &Case) {
        if case.condition != TermId::TRUE && !self.conditions.contains(&case.condition) {
            Rc::make_mut(&mut self.conditions).push(case.condition);
        }
        self.model = case.model.clone();
    }
}

/// A way to go on: a condition, and values under which Π and it hold.
#[derive(Clone, Debug)]
pub struct Case {
    pub condition: TermId,
    pub model: Rc<Model>,
}

/// Whether a condition holds on a path.
#[derive(Clone, Debug)]
pub enum Decision {
    Holds,
    Fails,
    /// It may or may not: the two ways to go on.
    Open {
        holds: Case,
        fails: Case,
    },
    /// The solver gave up on one side; the other is possible.
    GaveUp(Case),
}

/// The values of a term on a path.
#[derive(Clone, Debug)]
pub enum Values {
    One(u128),
    /// All of them, each with its case.
    All(Vec<Case>),
    /// Some of them.
    Sample(Vec<Case>),
}

/// The time is used up, or somebody else wants the search to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exhausted {
    Time,
    Cancelled,
}

/// What answered the questions, as in the figures of [SL-CPA] chapter 6.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Answered by the terms themselves.
    pub by_syntax: u64,
    /// By the intervals that follow from the terms.
    pub by_intervals: u64,
    /// By an answer or a model from before.
    pub by_model: u64,
    pub solver_calls: u64,
    pub solver_time: Duration,
    /// Of them, by a solver with a theory of separation logic.
    pub theory_calls: u64,
}

#[derive(Clone, Debug)]
pub(crate) enum Answer {
    Yes(Rc<Vec<(TermId, Value)>>),
    No,
    GaveUp,
}

#[derive(Debug)]
pub struct Prover {
    pub terms: Terms,
    pub counters: Counters,
    pub(crate) theory: Option<crate::theory::Theory>,
    pub(crate) limits: Limits,
    solver: Box<dyn Solver>,
    /// Questions since the solver was made: it is made anew before it has seen too many formulas.
    asked: u32,
    cache: FxHashMap<Box<[TermId]>, Answer>,
    variables: FxHashMap<TermId, Rc<[TermId]>>,
    bases: Vec<TermId>,
    segments: FxHashMap<TermId, SegmentId>,
}

const SOLVER_LIFE: u32 = 3000;
const CACHE_LIMIT: usize = 100_000;
/// Effort per question.
const CONFLICTS: u64 = 30_000;
/// A question that speaks of more addresses than this is given up: every two of them are a condition.
const MOST_ADDRESSES: usize = 48;

impl Prover {
    pub fn new(limits: Limits) -> Prover {
        Prover {
            terms: Terms::new(),
            counters: Counters::default(),
            theory: None,
            limits: limits.with_conflicts(CONFLICTS),
            solver: smt::default_solver(),
            asked: 0,
            cache: FxHashMap::default(),
            variables: FxHashMap::default(),
            bases: Vec::new(),
            segments: FxHashMap::default(),
        }
    }

    /// Asks a solver with a theory of separation logic, if one is found; false if there is none.
    pub fn use_theory(&mut self) -> bool {
        self.theory = crate::theory::Theory::find();
        self.theory.is_some()
    }

    /// The address variable of a segment.
    pub(crate) fn base_variable(&mut self, id: SegmentId, word: u32) -> TermId {
        while self.bases.len() <= id.index() {
            let number = self.bases.len();
            let variable = self.terms.var(&format!("a{number}"), Sort::Bv(word));
            self.bases.push(variable);
            self.segments.insert(variable, SegmentId::new(number));
        }
        self.bases[id.index()]
    }

    pub(crate) fn segment_of(&self, variable: TermId) -> Option<SegmentId> {
        self.segments.get(&variable).copied()
    }

    pub fn constant(&self, t: TermId) -> Option<u128> {
        self.terms.constant(t).and_then(|bv| bv.to_u128())
    }

    pub fn variables_of(&mut self, t: TermId) -> Rc<[TermId]> {
        if let Some(found) = self.variables.get(&t) {
            return found.clone();
        }
        let found: Rc<[TermId]> = self.terms.variables_of(&[t]).into();
        self.variables.insert(t, found.clone());
        found
    }

    /// The segments of the heap whose addresses a term speaks of.
    pub fn segments_in<O: Clone>(&mut self, heap: &Heap<O>, t: TermId) -> Vec<SegmentId> {
        let variables = self.variables_of(t);
        variables.iter().filter_map(|&v| heap.at_base(self, v)).collect()
    }

    /// The part of Π that shares variables with the question, and what Σ says of the addresses in it. Every query includes both.
    pub(crate) fn question<O: Clone>(
        &mut self,
        path: &Path,
        heap: &Heap<O>,
        conditions: &[TermId],
        about: &[TermId],
    ) -> Option<(Vec<TermId>, FxHashSet<TermId>)> {
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        let mut question: Vec<TermId> = conditions.to_vec();
        for &t in conditions.iter().chain(about) {
            seen.extend(self.variables_of(t).iter().copied());
        }
        let sets: Vec<Rc<[TermId]>> = path.conditions.iter().map(|&c| self.variables_of(c)).collect();
        let mut taken = vec![false; sets.len()];
        let mut placed: FxHashSet<SegmentId> = FxHashSet::default();
        loop {
            let mut changed = false;
            for (i, set) in sets.iter().enumerate() {
                if !taken[i] && set.iter().any(|v| seen.contains(v)) {
                    taken[i] = true;
                    changed = true;
                    seen.extend(set.iter().copied());
                    question.push(path.conditions[i]);
                }
            }
            let new: Vec<SegmentId> = seen
                .iter()
                .filter_map(|&v| heap.at_base(self, v))
                .filter(|id| !placed.contains(id))
                .collect();
            for id in new {
                changed |= placed.insert(id);
                let size = heap.get(id).size;
                seen.extend(self.variables_of(size).iter().copied());
                // Where it was moved from or to matters for where it is.
                if let Some((now, in_place)) = heap.get(id).moved {
                    seen.extend(self.variables_of(in_place).iter().copied());
                    seen.insert(heap.get(now).base);
                }
            }
            if !changed {
                break;
            }
        }
        if placed.len() > MOST_ADDRESSES {
            return None;
        }
        let mut ids: Vec<SegmentId> = placed.into_iter().collect();
        ids.sort_unstable();
        let axioms = heap.axioms(&mut self.terms, &ids);
        question.extend(axioms.into_iter().filter(|&t| t != TermId::TRUE));
        question.sort_unstable();
        question.dedup();
        Some((question, seen))
    }

    pub(crate) fn ask<O: Clone>(
        &mut self,
        path: &Path,
        heap: &Heap<O>,
        conditions: &[TermId],
    ) -> Result<Answer, Exhausted> {
        self.ask_about(path, heap, conditions, &[])
    }

    /// As [`Prover::ask`]; the answer also gives values for these terms.
    fn ask_about<O: Clone>(
        &mut self,
        path: &Path,
        heap: &Heap<O>,
        conditions: &[TermId],
        about: &[TermId],
    ) -> Result<Answer, Exhausted> {
        if conditions.contains(&TermId::FALSE) {
            return Ok(Answer::No);
        }
        let Some((question, seen)) = self.question(path, heap, conditions, about) else {
            return Ok(Answer::GaveUp);
        };
        let key: Box<[TermId]> = question.into();
        if let Some(answer) = self.cache.get(&key) {
            self.counters.by_model += 1;
            return Ok(answer.clone());
        }
        if self.asked >= SOLVER_LIFE {
            self.solver = smt::default_solver();
            self.asked = 0;
        }
        self.asked += 1;
        self.counters.solver_calls += 1;
        let begin = Instant::now();
        let result = self.solver.check(&self.terms, &key, &self.limits);
        self.counters.solver_time += begin.elapsed();
        let answer = match result {
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
            SatResult::Unknown(UnknownReason::Cancelled) => return Err(Exhausted::Cancelled),
            SatResult::Unknown(UnknownReason::Time) => return Err(Exhausted::Time),
            SatResult::Unknown(_) => {
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

    fn extended(model: &Rc<Model>, values: &[(TermId, Value)]) -> Rc<Model> {
        let mut new = (**model).clone();
        for (variable, value) in values {
            new.set(*variable, value.clone());
        }
        Rc::new(new)
    }

    /// Values of the path under which the condition holds; `None` if there are none, or none were found.
    pub fn case_of<O: Clone>(
        &mut self,
        path: &Path,
        heap: &Heap<O>,
        condition: TermId,
    ) -> Result<Option<Case>, Exhausted> {
        if condition == TermId::TRUE {
            return Ok(Some(Case { condition, model: path.model.clone() }));
        }
        Ok(match self.ask(path, heap, &[condition])? {
            Answer::Yes(values) => Some(Case { condition, model: Prover::extended(&path.model, &values) }),
            Answer::No | Answer::GaveUp => None,
        })
    }

    /// Whether the condition is impossible on the path; false also if that was not found out.
    pub fn refuted<O: Clone>(
        &mut self,
        path: &Path,
        heap: &Heap<O>,
        condition: TermId,
    ) -> Result<bool, Exhausted> {
        Ok(matches!(self.ask(path, heap, &[condition])?, Answer::No))
    }

    pub fn decide<O: Clone>(
        &mut self,
        path: &Path,
        heap: &Heap<O>,
        condition: TermId,
    ) -> Result<Decision, Exhausted> {
        let negated = self.terms.not(condition);
        let known = match self.terms.bool_constant(condition) {
            Some(known) => Some(known),
            None if path.conditions.contains(&condition) => Some(true),
            None if path.conditions.contains(&negated) => Some(false),
            None => None,
        };
        if let Some(known) = known {
            self.counters.by_syntax += 1;
            return Ok(if known { Decision::Holds } else { Decision::Fails });
        }
        let speaks_of_addresses = !self.segments_in(heap, condition).is_empty();
        // Addresses have no values in the model: both sides are asked for.
        let (here, there) = if speaks_of_addresses {
            match self.ask(path, heap, &[condition])? {
                Answer::Yes(values) => {
                    let model = Prover::extended(&path.model, &values);
                    (Case { condition, model }, negated)
                }
                Answer::No => return Ok(Decision::Fails),
                Answer::GaveUp => {
                    return Ok(Decision::GaveUp(Case { condition: negated, model: path.model.clone() }));
                }
            }
        } else {
            let side = path.model.holds(&self.terms, condition);
            self.counters.by_model += 1;
            let (this, other) = if side { (condition, negated) } else { (negated, condition) };
            (Case { condition: this, model: path.model.clone() }, other)
        };
        Ok(match self.ask(path, heap, &[there])? {
            Answer::No if here.condition == condition => Decision::Holds,
            Answer::No => Decision::Fails,
            Answer::GaveUp => Decision::GaveUp(here),
            Answer::Yes(values) => {
                let other = Case { condition: there, model: Prover::extended(&path.model, &values) };
                if here.condition == condition {
                    Decision::Open { holds: here, fails: other }
                } else {
                    Decision::Open { holds: other, fails: here }
                }
            }
        })
    }

    /// The values that a term can have on the path, up to `limit`; beyond that a sample, with those of `preferred` that are possible.
    pub fn values<O: Clone>(
        &mut self,
        path: &Path,
        heap: &Heap<O>,
        term: TermId,
        limit: usize,
        preferred: &[u128],
    ) -> Result<Values, Exhausted> {
        if let Some(known) = self.constant(term) {
            self.counters.by_syntax += 1;
            return Ok(Values::One(known));
        }
        let width = self.terms.width(term);
        let mut others: Vec<TermId> = Vec::new();
        let mut cases: Vec<Case> = Vec::new();
        let mut values: Vec<u128> = Vec::new();
        let mut complete = false;
        while values.len() < limit {
            match self.ask_about(path, heap, &others, &[term])? {
                Answer::No => {
                    complete = true;
                    break;
                }
                Answer::GaveUp => break,
                Answer::Yes(assignment) => {
                    let model = Prover::extended(&path.model, &assignment);
                    let found = model.value(&self.terms, term);
                    let v = found.as_bv().and_then(|bv| bv.to_u128()).unwrap_or(0);
                    if values.contains(&v) {
                        break;
                    }
                    let constant = self.terms.bv_const(width, v);
                    let condition = self.terms.eq(term, constant);
                    values.push(v);
                    others.push(self.terms.not(condition));
                    cases.push(Case { condition, model });
                }
            }
        }
        if complete {
            if let ([v], [case]) = (values.as_slice(), cases.as_slice())
                && (case.condition == TermId::TRUE || path.conditions.contains(&case.condition))
            {
                return Ok(Values::One(*v));
            }
            cases.sort_by_key(|case| case.condition);
            return Ok(Values::All(cases));
        }
        let mut sample = Vec::new();
        for &v in preferred {
            let constant = self.terms.bv_const(width, v);
            let condition = self.terms.eq(term, constant);
            if condition != TermId::FALSE
                && !values.contains(&v)
                && let Some(case) = self.case_of(path, heap, condition)?
            {
                sample.push(case);
            }
        }
        sample.extend(cases.into_iter().take(limit.div_ceil(2).max(1)));
        Ok(Values::Sample(sample))
    }
}
