//! Bounded runs: ways through the program with the heap as it is (the theory of heaps: every object and every write is known), breadth
//! first. What can go wrong on one gives inputs that the concrete machine tries. If all ways end and nothing can go wrong on any, that is a
//! proof: the clauses of the program, unfolded, have no predicates, and each says that something cannot be.

use crate::state::State;
use crate::translate::{Label, Mode, Res, Runs, Translator};
use engine::Candidate;
use horn::{Solution, System, check};
use smt::{Limits, SatResult, TermId, Terms};

/// Blocks that are executed in all.
const MOST_BLOCKS: u64 = 20_000;
/// Ways that wait.
const MOST_WAITING: usize = 4_000;
/// Conditions that are checked at once.
const TOGETHER: usize = 50;

impl Runs {
    pub(crate) fn new(limits: Limits) -> Runs {
        Runs {
            solver: smt::default_solver(),
            limits,
            found: Vec::new(),
            queue: std::collections::VecDeque::new(),
            excluded: Vec::new(),
            is_complete: true,
        }
    }

    /// Whether the condition can hold. If it cannot, that is kept.
    fn can_be(&mut self, terms: &Terms, condition: TermId) -> bool {
        match self.solver.check(terms, &[condition], &self.limits) {
            SatResult::Sat => true,
            SatResult::Unsat => {
                self.excluded.push(condition);
                false
            }
            SatResult::Unknown(_) => {
                self.is_complete = false;
                false
            }
        }
    }

    /// Whether all runs were followed to their ends without an error: by the judge of solutions, which sees what was excluded.
    pub(crate) fn is_proof(&self, terms: &mut Terms, limits: &Limits) -> Option<usize> {
        if !self.is_complete || !self.found.is_empty() || !self.queue.is_empty() {
            return None;
        }
        let mut system = System::new();
        for some in self.excluded.chunks(TOGETHER) {
            let any = terms.or_all(some.iter().copied());
            system.clause(None, Vec::new(), any);
        }
        let solution = Solution { definitions: base::IndexVec::new() };
        check::solution(terms, &system, &solution, limits).ok().map(|()| self.excluded.len())
    }
}

impl Translator<'_> {
    pub(crate) fn bounded_runs(&mut self, start: State) -> Res<()> {
        self.block(start)?;
        let mut blocks = 0;
        loop {
            let Mode::Runs(runs) = &mut self.mode else { return Ok(()) };
            let Some(state) = runs.queue.pop_front() else { return Ok(()) };
            blocks += 1;
            if !runs.found.is_empty()
                || blocks > MOST_BLOCKS
                || runs.queue.len() > MOST_WAITING
                || runs.limits.exceeded().is_some()
            {
                runs.is_complete = false;
                return Ok(());
            }
            // A way is left when nothing can come there.
            let branches = state.constraint;
            if branches != TermId::TRUE && !runs.can_be(self.terms, branches) {
                continue;
            }
            self.block(state)?;
        }
    }

    /// Whether something that must not happen can happen on a way.
    pub(crate) fn found(&mut self, state: &State, label: Label, constraint: TermId) {
        let (span, properties) = (self.span, self.task.properties);
        let reported = match label {
            Label::Finding(kind) => {
                let is_asked = kind.property().is_some_and(|property| properties.contains(property));
                (is_asked && !self.task.options.is_ignored(kind, span)).then_some(kind)
            }
            Label::Unsupported(_) => None,
        };
        let Mode::Runs(runs) = &mut self.mode else { return };
        // What is not reported has to be excluded all the same, if this is to be a proof.
        if reported.is_none() && !runs.is_complete || !runs.can_be(self.terms, constraint) {
            return;
        }
        runs.is_complete = false;
        let Some(kind) = reported else { return };
        let Some(model) = runs.solver.model(self.terms) else { return };
        let read: Vec<_> = state.inputs.iter().filter(|i| model.holds(self.terms, i.guard)).collect();
        let value = |input: &&crate::state::Input| {
            let value = model.value(self.terms, input.value);
            let bits = value.as_bv().cloned();
            bits.map_or(0, |bits| match input.signed {
                true => bits.to_i128().unwrap_or(0),
                false => bits.to_u128().unwrap_or(0) as i128,
            })
        };
        let inputs = read.iter().map(value).collect();
        let uninitialised = read.iter().map(|input| input.uninitialised).collect();
        runs.found.push(Candidate { kind, span, inputs, uninitialised, is_exact: false });
    }
}
