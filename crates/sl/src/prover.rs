//! Questions about Π ∧ Σ.

use crate::heap::{Heap, SegmentId};
use base::{FxHashMap, FxHashSet, Idx};
use smt::path::{Answer, Exhausted, Path, PathSolver, Questions};
use smt::{Limits, Sort, TermId};
use std::ops::{Deref, DerefMut};
use std::time::Duration;

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

#[derive(Debug)]
pub struct Prover {
    solver: PathSolver,
    pub(crate) by_intervals: u64,
    pub(crate) theory_calls: u64,
    pub(crate) theory: Option<crate::theory::Theory>,
    bases: Vec<TermId>,
    segments: FxHashMap<TermId, SegmentId>,
}

/// A prover is a solver for paths that also knows what Σ says of addresses.
impl Deref for Prover {
    type Target = PathSolver;
    fn deref(&self) -> &PathSolver {
        &self.solver
    }
}

impl DerefMut for Prover {
    fn deref_mut(&mut self) -> &mut PathSolver {
        &mut self.solver
    }
}

/// A question that speaks of more addresses than this is given up: every two of them are a condition.
const MOST_ADDRESSES: usize = 48;

impl Prover {
    pub fn new(limits: Limits) -> Prover {
        Prover {
            solver: PathSolver::new(limits),
            by_intervals: 0,
            theory_calls: 0,
            theory: None,
            bases: Vec::new(),
            segments: FxHashMap::default(),
        }
    }

    pub fn counters(&self) -> Counters {
        Counters {
            by_syntax: self.solver.by_syntax,
            by_intervals: self.by_intervals,
            by_model: self.solver.by_model,
            solver_calls: self.solver.calls,
            solver_time: self.solver.time,
            theory_calls: self.theory_calls,
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
        let mut placed: FxHashSet<SegmentId> = FxHashSet::default();
        loop {
            let part = self.slice(&path.conditions, &mut seen);
            let new: Vec<SegmentId> = seen
                .iter()
                .filter_map(|&v| heap.at_base(self, v))
                .filter(|id| !placed.contains(id))
                .collect();
            if new.is_empty() {
                question.extend(part);
                break;
            }
            for id in new {
                placed.insert(id);
                let size = heap.get(id).size;
                seen.extend(self.variables_of(size).iter().copied());
                // Where it was moved from or to matters for where it is.
                if let Some((now, in_place)) = heap.get(id).moved {
                    seen.extend(self.variables_of(in_place).iter().copied());
                    seen.extend(self.variables_of(heap.get(now).base).iter().copied());
                }
            }
        }
        if placed.len() > MOST_ADDRESSES {
            return None;
        }
        let mut ids: Vec<SegmentId> = placed.into_iter().collect();
        ids.sort_unstable();
        let axioms = heap.axioms(&mut self.terms, &ids);
        question.extend(axioms.into_iter().filter(|&t| t != TermId::TRUE));
        Some((question, seen))
    }

    /// Questions about Π ∧ Σ.
    pub fn on<'a, O: Clone>(&'a mut self, heap: &'a Heap<O>) -> OnHeap<'a, O> {
        OnHeap { prover: self, heap }
    }

    pub(crate) fn ask<O: Clone>(
        &mut self,
        path: &Path,
        heap: &Heap<O>,
        conditions: &[TermId],
    ) -> Result<Answer, Exhausted> {
        self.on(heap).ask(path, conditions, &[])
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
}

/// The prover with the heap that questions speak of. Addresses have no values in the model of a path: only the solver places them.
#[derive(Debug)]
pub struct OnHeap<'a, O> {
    prover: &'a mut Prover,
    heap: &'a Heap<O>,
}

impl<O: Clone> Questions for OnHeap<'_, O> {
    fn solver(&mut self) -> &mut PathSolver {
        &mut self.prover.solver
    }
    fn ask(&mut self, path: &Path, conditions: &[TermId], about: &[TermId]) -> Result<Answer, Exhausted> {
        if conditions.contains(&TermId::FALSE) {
            return Ok(Answer::No);
        }
        match self.prover.question(path, self.heap, conditions, about) {
            Some((question, seen)) => self.prover.solver.check(question, seen),
            None => Ok(Answer::GaveUp),
        }
    }
    fn has_value(&mut self, term: TermId) -> bool {
        !self.heap.abstracted && self.prover.segments_in(self.heap, term).is_empty()
    }
}
