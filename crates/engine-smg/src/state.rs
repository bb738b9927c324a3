//! A state of the symbolic execution: a graph whose roots are the program's variables, and the way it was reached.
//!
//! Only the current function's frame has keys of its own. The callers' variables that the function can reach are
//! *pinned*: numbered roots that it carries along without knowing whose they are, so that a summary can be used again
//! from another caller.

use base::{Idx, Span};
use ir::{GlobalId, LocalId};
use smg::{Interval, Smg};
use std::sync::Arc;
use verdict::StepKind;

pub(crate) type Graph = Smg<Interval>;

/// Keys of named values (registers) and of root objects. The two spaces are separate in the graph.
pub(crate) mod key {
    use super::{GlobalId, Idx, LocalId};

    /// The object with the variable arguments of the current frame.
    pub(crate) const VARIABLE: u64 = 1 << 39;
    /// Variables of callers, numbered.
    pub(crate) const PIN: u64 = 1 << 40;
    pub(crate) const GLOBAL: u64 = 1 << 41;
    /// The functions that run when the program ends.
    pub(crate) const AT_EXIT: u64 = 1 << 42;
    /// The result, between a function's return and its arrival in the caller.
    pub(crate) const RESULT: u64 = 1 << 43;
    /// Values that a statement holds on to while it splits the state.
    pub(crate) const HELD: u64 = 1 << 44;
    /// The caller's variables while a call is being set up.
    pub(crate) const OUTER: u64 = 1 << 45;
    /// Arguments of a call that was set up, and what they were computed from.
    pub(crate) const COMPUTED: u64 = 1 << 46;

    pub(crate) fn local(local: LocalId) -> u64 {
        local.index() as u64
    }
    pub(crate) fn global(global: GlobalId) -> u64 {
        GLOBAL | global.index() as u64
    }
    pub(crate) fn pin(index: usize) -> u64 {
        PIN | index as u64
    }
    pub(crate) fn as_global(key: u64) -> GlobalId {
        GlobalId::new((key & !GLOBAL) as usize)
    }
    pub(crate) fn is_global(key: u64) -> bool {
        key & GLOBAL != 0
    }
    /// What the frame at a depth calls `key`, while a function that it called runs in the same graph.
    pub(crate) fn aside(key: u64, depth: usize) -> Option<u64> {
        const DEPTHS: u64 = VARIABLE >> 32;
        let depth = depth as u64;
        (key < PIN && key & !VARIABLE < 1 << 32 && (1..DEPTHS).contains(&depth))
            .then_some(PIN | depth << 32 | key)
    }
    /// What the frame at a depth calls it by itself.
    pub(crate) fn from_aside(key: u64, depth: usize) -> Option<u64> {
        let own = key & (VARIABLE | 0xffff_ffff);
        (aside(own, depth) == Some(key)).then_some(own)
    }
    /// A local of the current frame.
    pub(crate) fn as_local(key: u64) -> Option<LocalId> {
        (key < VARIABLE).then(|| LocalId::new(key as usize))
    }
}

/// A step on the way to a state; the way is shared between the states that branch off it.
#[derive(Debug)]
struct PathNode {
    before: Path,
    kind: StepKind,
    span: Span,
    depth: u32,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Path(Option<Arc<PathNode>>);

impl Path {
    pub(crate) fn then(&self, kind: StepKind, span: Span, depth: u32) -> Path {
        Path(Some(Arc::new(PathNode { before: self.clone(), kind, span, depth })))
    }

    /// The steps from the beginning; of long ways only the first and the last.
    pub(crate) fn to_trace(&self) -> verdict::Trace {
        const SHOWN: usize = 200;
        let mut steps = Vec::new();
        let mut at = self;
        while let Some(node) = &at.0 {
            steps.push(verdict::Step { kind: node.kind.clone(), span: node.span, depth: node.depth });
            at = &node.before;
        }
        steps.reverse();
        let mut trace = verdict::Trace::default();
        if steps.len() > SHOWN {
            let omitted = steps.len() - SHOWN;
            trace.omitted = omitted as u64;
            trace.omitted_at = SHOWN / 2;
            steps.drain(SHOWN / 2..SHOWN / 2 + omitted);
        }
        trace.steps = steps;
        trace
    }
}

impl Drop for Path {
    fn drop(&mut self) {
        // A long way is a long chain: dropping it by recursion would exhaust the stack.
        let mut next = self.0.take();
        while let Some(node) = next {
            match Arc::try_unwrap(node) {
                Ok(mut node) => next = node.before.0.take(),
                Err(_) => break,
            }
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) graph: Graph,
    pub(crate) path: Path,
    /// Stands for the values of control variables, where the state is kept: states of different partitions are never compared.
    pub(crate) partition: u64,
}

impl State {
    pub(crate) fn new(graph: Graph, path: Path) -> State {
        State { graph, path, partition: 0 }
    }

    /// The same way, another graph of which this one is a generalisation.
    pub(crate) fn with(&self, graph: Graph) -> State {
        State { graph, path: self.path.clone(), partition: self.partition }
    }
}
