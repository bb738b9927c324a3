//! One narrowing pass after the fixpoint of a function.
//!
//! Widening goes to the next constant of the program, which may be further than the loop does: `while (i + 3 < 100)` leaves
//! `i` at 97, not at 100. What one more iteration makes of the widened states is smaller, and what it makes of *all* states
//! of a fixpoint is a fixpoint again. The pass computes that, joined without widening, and starts a second search from
//! there: that search, and not the argument, is what makes the result an invariant.
//!
//! Everything that the first search said is taken back: its findings, and the summaries of functions that it called,
//! whose findings would otherwise be lost with it.

use crate::certificate::Mark;
use crate::engine::{Engine, Stop};
use crate::function::FunctionRun;
use crate::state::{Graph, State};
use absint::{Analysis, Fixpoint};
use ir::BlockId;
use smg::JoinOptions;
use verdict::UnknownReason;

/// What an engine had said before a search began.
pub(crate) struct Before {
    found: usize,
    unknown: Option<UnknownReason>,
    summaries: crate::calls::Remembered,
    certificate: Option<Mark>,
}

impl Engine<'_> {
    pub(crate) fn mark(&self) -> Before {
        Before {
            found: self.findings.count(),
            unknown: self.findings.reason().cloned(),
            summaries: self.summaries.remembered(),
            certificate: self.certificate.as_ref().map(|c| c.mark()),
        }
    }

    pub(crate) fn undo_since(&mut self, before: Before) {
        self.findings.truncate(before.found, before.unknown);
        self.summaries.restore(before.summaries);
        if let (Some(certificate), Some(mark)) = (&mut self.certificate, before.certificate) {
            certificate.undo_since(mark);
        }
    }
}

impl FunctionRun<'_, '_> {
    /// The states at the loop heads of a fixpoint after one more iteration, each within the one it came from.
    pub(crate) fn narrowed(
        &mut self,
        fixpoint: &Fixpoint<BlockId, State>,
        entry: (BlockId, &State),
    ) -> Result<Vec<(BlockId, State)>, Stop> {
        let mut arrived = vec![(entry.0, entry.1.clone())];
        for block in self.body.blocks.ids() {
            for state in fixpoint.states(block) {
                self.transfer(block, state, &mut arrived)?;
            }
        }
        self.exits.clear();
        let mut seeds = Vec::new();
        for block in self.body.blocks.ids().filter(|&b| self.facts.is_loop_head(b)) {
            self.engine.check_cancelled(self.body.blocks[block].terminator.span)?;
            let wide: Vec<&State> = fixpoint.states(block).collect();
            let parts = arrived.iter().filter(|(at, _)| *at == block).map(|(_, state)| &state.graph);
            match within(&wide, parts) {
                Some(graphs) => {
                    let narrowed = wide.iter().zip(graphs);
                    seeds.extend(narrowed.filter_map(|(w, g)| Some((block, State::new(g?, w.path.clone())))));
                }
                None => seeds.extend(wide.into_iter().map(|state| (block, state.clone()))),
            }
        }
        Ok(seeds)
    }
}

/// What arrived, joined by the state that covers it; `None` if that cannot be said of all. A state that covers nothing is
/// not reached.
fn within<'a>(wide: &[&State], parts: impl Iterator<Item = &'a Graph>) -> Option<Vec<Option<Graph>>> {
    let options = JoinOptions::default();
    let mut narrow: Vec<Option<Graph>> = vec![None; wide.len()];
    for part in parts {
        let index = wide.iter().position(|w| w.graph.includes(part))?;
        narrow[index] = Some(match narrow[index].take() {
            None => part.clone(),
            Some(known) => match known.join(part, &options) {
                Ok(joined) => joined.graph,
                Err(_) => wide[index].graph.clone(),
            },
        });
    }
    Some(narrow)
}
