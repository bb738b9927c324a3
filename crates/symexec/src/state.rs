//! One state of the search: the call stack, the memory, and what is known of the inputs.

use base::Span;
use ir::{BlockId, FuncId, LocalId};
use smt::TermId;
use smt::path::{Case, Path};
use std::collections::BTreeSet;
use std::rc::Rc;

/// A call that runs. `R` is the content of a register, `O` an object of the memory.
#[derive(Clone, Debug)]
pub struct Frame<R, O> {
    pub func: FuncId,
    pub block: BlockId,
    /// The next statement of the block; its number of statements means the terminator.
    pub at: usize,
    /// One per local; a memory local's holds the address of its object.
    pub regs: Vec<R>,
    /// Where the caller wants the result.
    pub dst: Option<LocalId>,
    /// While a call runs: where this frame goes on.
    pub next: Option<BlockId>,
    /// What `alloca` and variable-length arrays made.
    pub blocks: Vec<O>,
    pub varargs: Option<O>,
    pub must_not_return: bool,
    /// A handler of `atexit`: when it returns, the program goes on ending.
    pub handler: bool,
}

/// A value that the environment chose, in the order in which the program asked.
#[derive(Clone, Copy, Debug)]
pub struct Input {
    pub variable: TermId,
    pub signed: bool,
    /// It stands for a value that the program reads without having written it.
    pub uninitialised: bool,
    /// It comes from a function or an object that is defined nowhere. If it is the address of something, that something is
    /// not known, which does not mean that it is not there.
    pub foreign: bool,
}

/// `M` is the memory, `X` whatever else an engine keeps in its states.
#[derive(Clone, Debug)]
pub struct State<R, O, M, X> {
    pub frames: Vec<Rc<Frame<R, O>>>,
    pub memory: M,
    /// The conditions on the inputs under which control comes here, and inputs that satisfy them.
    pub path: Path,
    pub inputs: Rc<Vec<Input>>,
    pub atexit: Rc<Vec<FuncId>>,
    /// Allocation sites of blocks that were found to be lost while the path went on.
    pub lost: Rc<BTreeSet<Span>>,
    /// Bytes without a value that got a name when they were copied.
    pub named_bytes: u32,
    pub steps: u64,
    /// Decisions on inputs since the state was last compared with others.
    pub forks: u32,
    /// The form by which states are compared, where they are.
    pub canon: Option<Rc<[u64]>>,
    pub own: X,
}

impl<R: Clone, O: Clone, M, X> State<R, O, M, X> {
    /// No frame yet.
    pub fn new(memory: M, own: X) -> State<R, O, M, X> {
        State {
            frames: Vec::new(),
            memory,
            path: Path::default(),
            inputs: Rc::default(),
            atexit: Rc::default(),
            lost: Rc::default(),
            named_bytes: 0,
            steps: 0,
            forks: 0,
            canon: None,
            own,
        }
    }

    pub fn top(&self) -> &Frame<R, O> {
        self.frames.last().expect("a running state has a frame")
    }
    pub fn top_mut(&mut self) -> &mut Frame<R, O> {
        Rc::make_mut(self.frames.last_mut().expect("a running state has a frame"))
    }
    pub fn assume(&mut self, case: &Case) {
        self.path.assume(case);
        self.forks += 1;
    }
}
