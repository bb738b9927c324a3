//! A state as a symbolic heap with roots, and back: what predicates and frames are computed on.

use crate::executor::Executor;
use crate::state::{Origin, State};
use base::Idx;
use ir::{BlockId, FuncId, LocalId};
use sl::Formula;
use smt::path::Path;
use smt::{Model, TermId};
use std::rc::Rc;

/// Where control is in each frame, and where results go.
pub(crate) type Place = Vec<(FuncId, BlockId, usize, Option<BlockId>, Option<LocalId>, usize, bool)>;

pub(crate) fn place(state: &State) -> Place {
    let frames = state.frames.iter();
    frames
        .map(|frame| {
            (
                frame.func,
                frame.block,
                frame.at,
                frame.next,
                frame.dst,
                frame.blocks.len(),
                frame.varargs.is_some(),
            )
        })
        .collect()
}

impl Executor<'_> {
    /// Σ and Π of a state. Its roots: the registers of all frames, the blocks that frames own, and what is shared with callers.
    pub(crate) fn snapshot(&self, state: &State) -> Formula<Origin> {
        let mut roots: Vec<Option<TermId>> = Vec::new();
        for frame in &state.frames {
            roots.extend(frame.regs.iter().copied());
            roots
                .extend(frame.blocks.iter().chain(&frame.varargs).map(|&id| Some(state.memory.get(id).base)));
        }
        roots.extend(state.own.shared.iter().map(|&t| Some(t)));
        Formula {
            roots,
            pure: state.path.conditions.to_vec(),
            heap: state.memory.clone(),
            fixed: self.fixed_segments,
        }
    }

    /// The state with another Σ and Π, whose roots are those of its snapshot.
    pub(crate) fn restored(&mut self, state: &State, formula: Formula<Origin>) -> Option<State> {
        let mut state = state.clone();
        let mut roots = formula.roots.into_iter();
        for frame in &mut state.frames {
            let frame = Rc::make_mut(frame);
            for register in &mut frame.regs {
                *register = roots.next()?;
            }
            for id in frame.blocks.iter_mut().chain(&mut frame.varargs) {
                let base = roots.next()??;
                *id = formula.heap.at_base(&self.prover, base)?;
            }
        }
        state.own.shared = Rc::new(roots.collect::<Option<Vec<TermId>>>()?);
        state.memory = formula.heap;
        state.path = Path { conditions: Rc::new(formula.pure), model: Rc::new(Model::default()) };
        Some(state)
    }

    /// Registers that are not read any more hold nothing.
    pub(crate) fn drop_dead(&self, state: &mut State) {
        let count = state.frames.len();
        for (index, frame) in state.frames.iter_mut().enumerate() {
            let Some(function) = self.work.facts.function(frame.func) else { continue };
            let block = match frame.next {
                Some(next) if index + 1 < count => next,
                _ => frame.block,
            };
            let dead = |local: LocalId| {
                function.body().locals[local].register
                    && frame.regs[local.index()].is_some()
                    && !function.liveness().is_live_in(block, local)
            };
            let dead: Vec<LocalId> = function.body().locals.ids().filter(|&local| dead(local)).collect();
            if !dead.is_empty() {
                let frame = Rc::make_mut(frame);
                for local in dead {
                    frame.regs[local.index()] = None;
                }
            }
        }
    }

    /// Whether what the state says can hold.
    pub(crate) fn is_possible(&mut self, formula: &Formula<Origin>) -> symexec::Res<bool> {
        use smt::path::{Answer, Questions as _};
        if formula.pure.is_empty() {
            return Ok(true);
        }
        let path = formula.path(&mut self.prover);
        let conditions = path.conditions.to_vec();
        let answer = self.prover.on(&formula.heap).ask(&Path::default(), &conditions, &[])?;
        Ok(!matches!(answer, Answer::No))
    }
}
