//! One state of the search ([SL-CPA] §5.2): the call stack, Σs * Σh, Π, and the inputs that were asked for.

use crate::abduce::Open;
use base::{Span, Symbol};
use ir::{BlockId, FuncId, LocalId};
use sl::{Heap, Path, SegmentId};
use smt::TermId;
use std::collections::BTreeSet;
use std::rc::Rc;

/// What a segment is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Heap,
    Stack,
    Static,
    /// String literals and constants: writing is undefined.
    Constant,
    /// A local that is declared `const`.
    ConstantLocal,
    Function(FuncId),
    Label(FuncId, BlockId),
    Stream,
    /// A block of the precondition: it was there when the function was called.
    Given,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Origin {
    pub(crate) kind: Kind,
    /// Where it was allocated or declared.
    pub(crate) span: Span,
    pub(crate) name: Option<Symbol>,
    /// Defined outside the program: what was not written is arbitrary.
    pub(crate) external: bool,
    /// What was not written is what the caller left there.
    pub(crate) open: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) func: FuncId,
    pub(crate) block: BlockId,
    /// The next statement of the block; its number of statements means the terminator.
    pub(crate) at: usize,
    /// One per local: a register's value, `None` without one; a memory local's address (SymLoc).
    pub(crate) regs: Vec<Option<TermId>>,
    /// The segments of memory locals.
    pub(crate) homes: Vec<Option<SegmentId>>,
    /// Where the caller wants the result.
    pub(crate) dst: Option<LocalId>,
    /// While a call runs: where this frame goes on.
    pub(crate) next: Option<BlockId>,
    /// *Allocas* of [SL-CPA] §5.2: what `alloca` and variable-length arrays made.
    pub(crate) allocas: Vec<SegmentId>,
    pub(crate) varargs: Option<SegmentId>,
    pub(crate) must_not_return: bool,
    /// A handler of `atexit`: when it returns, the program goes on ending.
    pub(crate) handler: bool,
}

/// A value that the environment chose, in the order in which the program asked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Input {
    pub(crate) variable: TermId,
    pub(crate) signed: bool,
    /// It stands for a value that the program reads without having written it.
    pub(crate) uninitialised: bool,
    /// It comes from a function or an object that is defined nowhere.
    pub(crate) foreign: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) frames: Vec<Rc<Frame>>,
    pub(crate) heap: Heap<Origin>,
    pub(crate) path: Path,
    pub(crate) inputs: Rc<Vec<Input>>,
    pub(crate) atexit: Rc<Vec<FuncId>>,
    /// Allocation sites of blocks that were found to be lost while the path went on.
    pub(crate) lost: Rc<BTreeSet<Span>>,
    /// Bytes without a value that got a name when they were copied.
    pub(crate) named_bytes: u32,
    /// No decision depended on where a block lies: a run with these inputs goes the same way.
    pub(crate) exact: bool,
    pub(crate) steps: u64,
    /// What was found out about the precondition, if one function is executed from any state.
    pub(crate) open: Option<Rc<Open>>,
}

impl State {
    pub(crate) fn top(&self) -> &Frame {
        self.frames.last().expect("a running state has a frame")
    }
    pub(crate) fn top_mut(&mut self) -> &mut Frame {
        Rc::make_mut(self.frames.last_mut().expect("a running state has a frame"))
    }
}
