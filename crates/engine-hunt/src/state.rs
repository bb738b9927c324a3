//! One state of the search: the call stack, the memory, and what is known of the inputs.

use crate::memory::Memory;
use base::Span;
use encode::path::{ObjectId, Value};
use ir::{BlockId, FuncId, LocalId};
use smt::{Model, TermId};
use std::collections::BTreeSet;
use std::rc::Rc;

#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) func: FuncId,
    pub(crate) block: BlockId,
    /// The next statement of the block; its number of statements means the terminator.
    pub(crate) at: usize,
    /// One per local; a memory local's holds the address of its object.
    pub(crate) regs: Vec<Value>,
    /// Where the caller wants the result.
    pub(crate) dst: Option<LocalId>,
    /// While a call runs: where this frame goes on.
    pub(crate) next: Option<BlockId>,
    /// What `alloca` and variable-length arrays made.
    pub(crate) blocks: Vec<ObjectId>,
    pub(crate) varargs: Option<ObjectId>,
    pub(crate) must_not_return: bool,
    /// A handler of `atexit`: when it returns, the program goes on ending.
    pub(crate) handler: bool,
}

/// A value that the environment chose, in the order in which the program asked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InputVariable {
    pub(crate) variable: TermId,
    pub(crate) signed: bool,
    /// It stands for a value that the program reads without having written it.
    pub(crate) uninitialised: bool,
    /// It comes from a function or an object that is defined nowhere. If it is the address of something, that something is
    /// not known, which does not mean that it is not there.
    pub(crate) foreign: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) frames: Vec<Rc<Frame>>,
    pub(crate) memory: Memory,
    /// The conditions on the inputs under which control comes here; together satisfiable.
    pub(crate) path: Rc<Vec<TermId>>,
    /// Inputs that satisfy them.
    pub(crate) model: Rc<Model>,
    pub(crate) inputs: Rc<Vec<InputVariable>>,
    pub(crate) atexit: Rc<Vec<FuncId>>,
    /// Sites whose blocks were lost and are no longer in the table.
    pub(crate) lost: Rc<BTreeSet<Span>>,
    /// Bytes without a value that got a name when they were copied.
    pub(crate) named_bytes: u32,
    /// The address of some object became an integer.
    pub(crate) exposed: bool,
    pub(crate) steps: u64,
    /// Decisions on inputs since the state was last compared with others.
    pub(crate) forks: u32,
    /// Visits of loop heads since then.
    pub(crate) visits: u32,
    /// Objects in the table after the last collection.
    pub(crate) collected: usize,
    /// The canonical form, at the places where states are compared.
    pub(crate) canon: Option<Rc<[u64]>>,
}

impl State {
    pub(crate) fn top(&self) -> &Frame {
        self.frames.last().expect("a running state has a frame")
    }
    pub(crate) fn top_mut(&mut self) -> &mut Frame {
        Rc::make_mut(self.frames.last_mut().expect("a running state has a frame"))
    }
    pub(crate) fn assume(&mut self, condition: TermId, model: Rc<Model>) {
        if condition != TermId::TRUE && !self.path.contains(&condition) {
            Rc::make_mut(&mut self.path).push(condition);
        }
        self.model = model;
        self.forks += 1;
    }
}
