//! Bounded runs: ways through the program with the heap as it is (the theory of heaps: every object and every write is known), breadth
//! first. What can go wrong on one gives inputs that the concrete machine tries.

use crate::state::State;
use crate::translate::{Label, Mode, Res, Translator};
use engine::Candidate;
use smt::{SatResult, TermId};

/// Blocks that are executed in all.
const MOST_BLOCKS: u64 = 20_000;
/// Ways that wait.
const MOST_WAITING: usize = 4_000;

impl Translator<'_> {
    pub(crate) fn bounded_runs(&mut self, start: State) -> Res<()> {
        self.block(start)?;
        let mut blocks = 0;
        loop {
            let Mode::Runs(runs) = &mut self.mode else { return Ok(()) };
            let Some(state) = runs.queue.pop_front() else { return Ok(()) };
            blocks += 1;
            if !runs.found.is_empty() || blocks > MOST_BLOCKS || runs.queue.len() > MOST_WAITING {
                return Ok(());
            }
            if runs.limits.exceeded().is_some() {
                return Ok(());
            }
            // A way is left when nothing can come there.
            let branches = state.constraint;
            if branches != TermId::TRUE
                && runs.solver.check(self.terms, &[branches], &runs.limits) != SatResult::Sat
            {
                continue;
            }
            self.block(state)?;
        }
    }

    /// Whether something that must not happen can happen on a way.
    pub(crate) fn found(&mut self, state: &State, label: Label, constraint: TermId) {
        let Label::Finding(kind) = label else { return };
        let (span, properties) = (self.span, self.task.properties);
        if kind.property().is_none_or(|property| !properties.contains(property))
            || self.task.options.is_ignored(kind, span)
        {
            return;
        }
        let Mode::Runs(runs) = &mut self.mode else { return };
        if runs.solver.check(self.terms, &[constraint], &runs.limits) != SatResult::Sat {
            return;
        }
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
