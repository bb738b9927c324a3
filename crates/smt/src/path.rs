//! Questions along a path of a program: conditions that hold on it, inputs that satisfy them, and what else can hold.
//!
//! Constant terms cost nothing, the model of the path answers half of every question, the solver sees only the conditions that
//! share variables with the question, and answers are kept.

use crate::{Limits, Model, SatResult, Solver, TermId, Terms, UnknownReason, Value, default_solver};
use base::{FxHashMap, FxHashSet};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// The conditions under which control takes a path, together satisfiable, and values that satisfy them.
#[derive(Clone, Debug, Default)]
pub struct Path {
    pub conditions: Rc<Vec<TermId>>,
    pub model: Rc<Model>,
}

impl Path {
    pub fn assume(&mut self, case: &Case) {
        if case.condition != TermId::TRUE && !self.conditions.contains(&case.condition) {
            Rc::make_mut(&mut self.conditions).push(case.condition);
        }
        self.model = case.model.clone();
    }

    /// Whether the path's conditions say so by themselves.
    pub fn says(&self, terms: &mut Terms, condition: TermId) -> Option<bool> {
        if let Some(known) = terms.bool_constant(condition) {
            return Some(known);
        }
        if self.conditions.contains(&condition) {
            return Some(true);
        }
        let negated = terms.not(condition);
        self.conditions.contains(&negated).then_some(false)
    }

    /// A way to go on with what the path knows already.
    pub fn case(&self, condition: TermId) -> Case {
        Case { condition, model: self.model.clone() }
    }

    /// A way to go on with these values.
    pub fn case_with(&self, condition: TermId, values: &[(TermId, Value)]) -> Case {
        let mut model = (*self.model).clone();
        for (variable, value) in values {
            model.set(*variable, value.clone());
        }
        Case { condition, model: Rc::new(model) }
    }
}

/// A way to go on: a condition, and values under which the path and it hold.
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

#[derive(Clone, Debug)]
pub enum Answer {
    /// With the values of the variables that the question speaks of.
    Yes(Rc<Vec<(TermId, Value)>>),
    No,
    GaveUp,
}

/// The time is used up, or somebody else wants the search to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exhausted {
    Time,
    Cancelled,
}

/// One byte of a term in memory, of which some bits may have no value.
pub trait TermByte: Copy + std::fmt::Debug + PartialEq {
    fn new(term: TermId, index: u8, undefined: u8) -> Self;
    fn term(self) -> TermId;
    fn undefined(self) -> u8;
}

/// Terms, and a solver that is asked about them.
#[derive(Debug)]
pub struct PathSolver {
    pub terms: Terms,
    pub limits: Limits,
    /// Questions that the solver answered, and how long it took.
    pub calls: u64,
    pub time: Duration,
    /// Questions that the terms or the path's conditions answered by themselves.
    pub by_syntax: u64,
    /// Questions that an answer from before or the path's model answered.
    pub by_model: u64,
    solver: Box<dyn Solver>,
    /// Questions since the solver was made: it is made anew before it has seen too many formulas.
    asked: u32,
    cache: FxHashMap<Box<[TermId]>, Answer>,
    variables: FxHashMap<TermId, Rc<[TermId]>>,
}

const SOLVER_LIFE: u32 = 3000;
const CACHE_LIMIT: usize = 200_000;
/// Effort per question: the next path is often easier.
const CONFLICTS: u64 = 30_000;

impl PathSolver {
    pub fn new(limits: Limits) -> PathSolver {
        PathSolver {
            terms: Terms::new(),
            limits: limits.with_conflicts(CONFLICTS),
            calls: 0,
            time: Duration::ZERO,
            by_syntax: 0,
            by_model: 0,
            solver: default_solver(),
            asked: 0,
            cache: FxHashMap::default(),
            variables: FxHashMap::default(),
        }
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

    /// The conditions that share variables with those seen, directly or through each other; all their variables are seen then.
    pub fn slice(&mut self, conditions: &[TermId], seen: &mut FxHashSet<TermId>) -> Vec<TermId> {
        let sets: Vec<Rc<[TermId]>> = conditions.iter().map(|&c| self.variables_of(c)).collect();
        let mut taken = vec![false; conditions.len()];
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
        conditions.iter().zip(taken).filter(|(_, t)| *t).map(|(&c, _)| c).collect()
    }

    /// Whether the conditions hold together, with values for the variables. They may come in any order.
    pub fn check(
        &mut self,
        mut conditions: Vec<TermId>,
        variables: FxHashSet<TermId>,
    ) -> Result<Answer, Exhausted> {
        conditions.sort_unstable();
        conditions.dedup();
        let key: Box<[TermId]> = conditions.into();
        if let Some(answer) = self.cache.get(&key) {
            self.by_model += 1;
            return Ok(answer.clone());
        }
        if self.asked >= SOLVER_LIFE {
            self.solver = default_solver();
            self.asked = 0;
        }
        self.asked += 1;
        self.calls += 1;
        let begin = Instant::now();
        let result = self.solver.check(&self.terms, &key, &self.limits);
        self.time += begin.elapsed();
        let answer = match result {
            SatResult::Sat => {
                let mut values = Vec::new();
                if let Some(model) = self.solver.model(&self.terms) {
                    let mut wanted: Vec<TermId> = variables.into_iter().collect();
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

    /// Whether the conditions can hold on the path, with values for all that they speak of.
    pub fn ask(&mut self, path: &Path, conditions: &[TermId]) -> Result<Answer, Exhausted> {
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        for &condition in conditions {
            let set = self.variables_of(condition);
            seen.extend(set.iter().copied());
        }
        let mut question = self.slice(&path.conditions, &mut seen);
        question.extend_from_slice(conditions);
        self.check(question, seen)
    }
}

/// So many questions find the greatest of up to a million numbers, and one near to it among more.
const QUESTIONS_ABOUT_EXTREMES: usize = 30;

/// What `malloc` guarantees.
const ALIGNMENT: u128 = 16;

/// What a question may speak of, beside the path: nothing more, or the addresses of a heap. A question is asked through this.
pub trait Questions {
    fn solver(&mut self) -> &mut PathSolver;
    /// Whether the conditions can hold on the path; a positive answer gives values for these terms, too.
    fn ask(&mut self, path: &Path, conditions: &[TermId], about: &[TermId]) -> Result<Answer, Exhausted>;
    /// Whether the model of the path gives a value to all that the term speaks of.
    fn has_value(&mut self, _term: TermId) -> bool {
        true
    }

    /// Values of the path under which the condition holds; `Err` in the inner result if that was not found out.
    fn case_of(&mut self, path: &Path, condition: TermId) -> Result<Result<Option<Case>, ()>, Exhausted> {
        if condition == TermId::TRUE
            || self.has_value(condition) && path.model.holds(&self.solver().terms, condition)
        {
            return Ok(Ok(Some(path.case(condition))));
        }
        Ok(match self.ask(path, &[condition], &[])? {
            Answer::Yes(values) => Ok(Some(path.case_with(condition, &values))),
            Answer::No => Ok(None),
            Answer::GaveUp => Err(()),
        })
    }

    fn decide(&mut self, path: &Path, condition: TermId) -> Result<Decision, Exhausted> {
        if let Some(known) = path.says(&mut self.solver().terms, condition) {
            self.solver().by_syntax += 1;
            return Ok(if known { Decision::Holds } else { Decision::Fails });
        }
        let negated = self.solver().terms.not(condition);
        // What the model has no values for is asked on both sides.
        let here = if self.has_value(condition) {
            self.solver().by_model += 1;
            let side = path.model.holds(&self.solver().terms, condition);
            path.case(if side { condition } else { negated })
        } else {
            match self.ask(path, &[condition], &[])? {
                Answer::Yes(values) => path.case_with(condition, &values),
                Answer::No => return Ok(Decision::Fails),
                Answer::GaveUp => return Ok(Decision::GaveUp(path.case(negated))),
            }
        };
        let holds = here.condition == condition;
        let there = if holds { negated } else { condition };
        Ok(match self.ask(path, &[there], &[])? {
            Answer::No if holds => Decision::Holds,
            Answer::No => Decision::Fails,
            Answer::GaveUp => Decision::GaveUp(here),
            Answer::Yes(values) => {
                let other = path.case_with(there, &values);
                match holds {
                    true => Decision::Open { holds: here, fails: other },
                    false => Decision::Open { holds: other, fails: here },
                }
            }
        })
    }

    /// The greatest or the least value that a term can have on the path, read without a sign, as far as it is found out. `found` is one.
    fn extreme_value(
        &mut self,
        path: &Path,
        term: TermId,
        greatest: bool,
        found: u128,
    ) -> Result<u128, Exhausted> {
        let width = self.solver().terms.width(term);
        let (mut least, mut most) = match greatest {
            true => (found, u128::MAX >> (128 - width.clamp(1, 128))),
            false => (0, found),
        };
        for _ in 0..QUESTIONS_ABOUT_EXTREMES {
            if least >= most {
                break;
            }
            // The number of digits first: values are much smaller than their type allows, more often than not.
            let digits = (least.max(1).ilog2() + most.ilog2()) / 2;
            let middle = (1u128 << digits).max(least).min(most - 1);
            let middle = if middle == least { least + (most - least) / 2 } else { middle };
            let terms = &mut self.solver().terms;
            let constant = terms.bv_const(width, middle);
            let question = if greatest { terms.ult(constant, term) } else { terms.ule(term, constant) };
            match self.case_of(path, question)? {
                Ok(Some(case)) => {
                    let value = case.model.value(&self.solver().terms, term);
                    let Some(value) = value.as_bv().and_then(|bv| bv.to_u128()) else { break };
                    match greatest {
                        true => least = value.max(middle + 1),
                        false => most = value.min(middle),
                    }
                }
                Ok(None) if greatest => most = middle,
                Ok(None) => least = middle + 1,
                Err(()) => break,
            }
        }
        Ok(if greatest { least } else { most })
    }

    /// The values that a term can have on the path, up to `limit`; beyond that a sample: those of `preferred` that are possible, the least and the
    /// greatest value, and one below a multiple of an alignment, where what is rounded wrongly goes wrong.
    fn values(
        &mut self,
        path: &Path,
        term: TermId,
        limit: usize,
        preferred: &[u128],
    ) -> Result<Values, Exhausted> {
        if let Some(known) = self.solver().constant(term) {
            self.solver().by_syntax += 1;
            return Ok(Values::One(known));
        }
        let mut others: Vec<TermId> = Vec::new();
        let mut cases: Vec<Case> = Vec::new();
        let mut values: Vec<u128> = Vec::new();
        let mut complete = false;
        while values.len() < limit.max(1) {
            let model = if values.is_empty() && self.has_value(term) {
                path.model.clone()
            } else {
                match self.ask(path, &others, &[term])? {
                    Answer::No => {
                        complete = true;
                        break;
                    }
                    Answer::GaveUp => break,
                    Answer::Yes(assignment) => path.case_with(TermId::TRUE, &assignment).model,
                }
            };
            let terms = &mut self.solver().terms;
            let found = model.value(terms, term);
            let v = found.as_bv().and_then(|bv| bv.to_u128()).unwrap_or(0);
            if values.contains(&v) {
                break;
            }
            let condition = equals(terms, term, v);
            if condition == TermId::TRUE || path.conditions.contains(&condition) {
                return Ok(Values::One(v));
            }
            values.push(v);
            others.push(terms.not(condition));
            cases.push(Case { condition, model });
        }
        if complete {
            if let [v] = values.as_slice() {
                return Ok(Values::One(*v));
            }
            cases.sort_by_key(|case| case.condition);
            return Ok(Values::All(cases));
        }
        let mut sample = Vec::new();
        let mut wanted = preferred.to_vec();
        if let Some(&found) = values.first() {
            let greatest = self.extreme_value(path, term, true, found)?;
            let least = self.extreme_value(path, term, false, found)?;
            wanted.extend([greatest, least, (greatest / ALIGNMENT * ALIGNMENT).saturating_sub(1)]);
        }
        let mut tried: Vec<u128> = values.clone();
        for v in wanted {
            if tried.contains(&v) {
                continue;
            }
            tried.push(v);
            let condition = equals(&mut self.solver().terms, term, v);
            if condition != TermId::FALSE
                && let Ok(Some(case)) = self.case_of(path, condition)?
            {
                sample.push(case);
            }
        }
        sample.extend(cases.into_iter().take(limit.div_ceil(2).max(1)));
        Ok(Values::Sample(sample))
    }
}

fn equals(terms: &mut Terms, term: TermId, value: u128) -> TermId {
    let width = terms.width(term);
    let constant = terms.bv_const(width, value);
    terms.eq(term, constant)
}

impl Questions for PathSolver {
    fn solver(&mut self) -> &mut PathSolver {
        self
    }
    fn ask(&mut self, path: &Path, conditions: &[TermId], _: &[TermId]) -> Result<Answer, Exhausted> {
        PathSolver::ask(self, path, conditions)
    }
}

impl<Q: Questions> Questions for &mut Q {
    fn solver(&mut self) -> &mut PathSolver {
        (**self).solver()
    }
    fn ask(&mut self, path: &Path, conditions: &[TermId], about: &[TermId]) -> Result<Answer, Exhausted> {
        Questions::ask(&mut **self, path, conditions, about)
    }
    fn has_value(&mut self, term: TermId) -> bool {
        (**self).has_value(term)
    }
}
