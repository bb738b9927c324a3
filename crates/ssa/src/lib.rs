//! The program as one acyclic formula ([2LS-heap] §II-C and §III, [2LS-shape] §2.1).
//!
//! One pass over the control-flow graph computes for every place a guard (the condition under which a run comes there) and
//! the values of registers and memory cells, as terms; functions are inlined. Every loop is *cut* at its end: what its head
//! sees is `select ? back : entry`, where `select` is a free Boolean and the `back` terms are free *loop-back* variables; what
//! one round makes of them are the `next` terms. Whoever assumes more of the loop-back variables has to show it of the next
//! terms: see the crate `templates`. Everything that an operation needs to be defined, and every assertion, becomes a
//! [`Check`]; behind a check its condition is part of the guard. What cannot be expressed is a check as well, one that fails
//! where it is reached.
//!
//! Loops may be unwound ([`Unwind`]): `peel` rounds before the cut, each with terms of its own, and `step` rounds behind it for
//! k-induction: what is checked in the rounds behind the cut before the last of them is assumed there where `select` is true, since the
//! same round is the last one of another position of the cut, or is reached without it.
//!
//! Architecture invariant: this crate makes terms and asks no solver. It knows no domain and no template.

mod arrays;
mod build;
mod call;
mod cuts;
mod eval;
mod exec;
mod leaks;
mod library;
mod loop_paths;
mod loops;
mod nodes;
mod paths;
mod place;
mod reached;
mod recursion;
mod shared;
mod sizes;
mod state;
mod strings;
mod summary;
mod unknown_offsets;

pub use build::{Options, Summaries, TooLarge, Unwind, build};
pub use encode::pointer::{NO_OBJECT, ObjectId, UNKNOWN_OBJECT, Value};
pub use nodes::same_node;
pub use place::UNKNOWN_TARGET;
pub use reached::{Effect, effect};
pub use shared::shared_functions;
pub use sizes::SIZE;

use base::{Span, Symbol};
use ir::{BlockId, FuncId, GlobalId, LocalId, Scalar};
use smt::TermId;
use verdict::formula::Term;
use verdict::{Assumption, FindingKind, Property};

/// The formula of a program.
#[derive(Debug, Default)]
pub struct Formula {
    /// Hold in every run.
    pub facts: Vec<TermId>,
    /// In the order of execution.
    pub checks: Vec<Check>,
    /// An inner loop comes after the loop around it. Copies of one loop are several.
    pub loops: Vec<CutLoop>,
    /// In the order of execution.
    pub inputs: Vec<Input>,
    /// Conditions of branches.
    pub choices: Vec<TermId>,
    /// What is taken on trust, and when it matters.
    pub assumptions: Vec<(Assumption, TermId)>,
    /// Some loop was cut or left: with all selects false, not all runs are covered.
    pub select: Vec<TermId>,
    /// What the objects are, by number.
    pub objects: Vec<ObjectName>,
    /// The calls under way in a context, by its number. Rounds of loops that are unwound are contexts as well.
    pub contexts: Vec<Vec<CallStep>>,
    pub steps: u64,
    /// Offsets at which objects of sites that are made often hold pointers.
    pub links: std::collections::BTreeSet<u64>,
    /// Calls of functions by their summaries.
    pub(crate) calls: Vec<summary::SummaryCall>,
}

/// A call: the caller, the block that ends with the call, and the function. The entry of the program is called from its own first block.
pub type CallStep = (FuncId, BlockId, FuncId);

/// What an object is in the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectName {
    Nothing,
    Global(GlobalId),
    Function(FuncId),
    /// A variable in memory, of a call by its context.
    Local(u32, LocalId),
    /// The block that a call makes which ends this block.
    Site(u32, BlockId),
    /// All blocks of a site but its witness.
    Others(ObjectId),
    /// Something else.
    Other,
}

/// Something that must not happen.
#[derive(Clone, Debug)]
pub struct Check {
    pub what: CheckKind,
    pub span: Span,
    pub func: FuncId,
    /// It does happen.
    pub fails: TermId,
}

impl Check {
    /// The property that is open if the check may fail, and nothing but that: no run is cut off behind the check.
    pub fn only_about(&self) -> Option<Property> {
        match &self.what {
            CheckKind::Undecided(property, _) => Some(*property),
            CheckKind::Finding(kind @ (FindingKind::MemoryLeak | FindingKind::NotFreedAtExit)) => {
                kind.property()
            }
            _ => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckKind {
    Finding(FindingKind),
    /// What the formula does not say; in words.
    Unsupported(String),
    /// What the formula does not say of one property; in words. Nothing that follows depends on it.
    Undecided(Property, String),
    /// A loop was left unfinished here.
    Unwinding,
}

/// A nondeterministic value.
#[derive(Clone, Copy, Debug)]
pub struct Input {
    /// It is read.
    pub guard: TermId,
    pub value: TermId,
    pub signed: bool,
    /// It stands for something that was never written.
    pub uninitialised: bool,
}

/// A cut loop.
#[derive(Clone, Debug)]
pub struct CutLoop {
    pub context: u32,
    pub func: FuncId,
    pub head: BlockId,
    pub span: Span,
    pub place: CutPlace,
    /// Numbers the loop in its place among all copies; the same in every formula of the program that has the same unwinding.
    pub key: usize,
    /// Control is at the head, the first time or again.
    pub guard: TermId,
    /// The loop-back variables are in use.
    pub back: TermId,
    /// A round ends here and another one may follow.
    pub end: TermId,
    /// What the loop-back variables are in the first round, where `back` does not hold.
    pub entry: Vec<(TermId, TermId)>,
    pub variables: Vec<LoopVariable>,
    /// The witnesses of allocation sites: for the loop-back and the next values, that it is chosen, and that it is there.
    pub witnesses: Vec<Witness>,
    /// The heap objects that there may be at the head; of a function that is called by summary, where its body returns.
    pub heap: Vec<HeapObject>,
    /// Other objects of which the loop's invariant holds as it does of a witness.
    pub instances: Vec<Instance>,
    /// What arrays hold at the ghost offset.
    pub elements: Vec<Element>,
    /// What they hold at other offsets, of which the same is true.
    pub element_instances: Vec<ElementInstance>,
    /// The variables that offsets in arrays are computed from.
    pub pivots: Vec<Pivot>,
    /// An arbitrary offset, the same everywhere.
    pub ghost: TermId,
    /// How many of the loops that follow are inside it.
    pub inner: usize,
    /// How many choices of the formula are made before it is left.
    pub choices: usize,
    /// How many facts of the formula speak of what is before it is left.
    pub facts: usize,
    /// The places of an invariant of a function, if there are several of a kind.
    pub function: Option<FunctionUses>,
    /// For a call of a function whose body is in the formula once.
    pub shared: Option<SharedSummary>,
}

/// What a call of a function is of its summary.
#[derive(Clone, Debug)]
pub struct SharedSummary {
    /// The invariant is that of the first call, by its number among the loops; its variables are the same in the same order.
    pub of: usize,
    /// What the variables are in the program when it returns.
    pub names: Vec<Option<Term>>,
}

impl CutLoop {
    /// What its variables are in the program, if it is about a function.
    pub fn names(&self) -> Option<&[Option<Term>]> {
        let of_uses = self.function.as_ref().map(|uses| &uses.names[..]);
        of_uses.or(self.shared.as_ref().map(|shared| &shared.names[..]))
    }
}

/// What is cut, and has an invariant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CutPlace {
    /// The head of a loop.
    Head,
    /// A function that calls itself, where it is entered.
    Entry,
    /// A call of such a function, where it returns.
    Return,
}

/// Where an invariant of a function is assumed and where it has to be shown, each with the values of its variables.
#[derive(Clone, Debug)]
pub struct FunctionUses {
    pub begins: Vec<(TermId, Vec<Value>)>,
    pub ends: Vec<(TermId, Vec<Value>)>,
    /// What the variables are in the program, when it is called or when it returns.
    pub names: Vec<Option<Term>>,
}

/// A heap object at a place.
#[derive(Clone, Debug)]
pub struct HeapObject {
    pub object: ObjectId,
    /// It is there.
    pub live: TermId,
    /// Offsets and values of cells.
    pub cells: Vec<(u64, Value)>,
}

/// What an array holds at the ghost offset, before and after a round.
#[derive(Clone, Copy, Debug)]
pub struct Element {
    pub object: ObjectId,
    /// The variable that the array is.
    pub symbol: Option<Symbol>,
    /// In bytes. It means something where the offset is a multiple.
    pub size: u64,
    pub scalar: Option<Scalar>,
    pub back: TermId,
    pub next: TermId,
    pub changes: bool,
}

/// What arrays hold at another offset, at the head of a loop when it has made a round.
#[derive(Clone, Debug)]
pub struct ElementInstance {
    pub offset: TermId,
    pub values: Vec<(ObjectId, TermId)>,
}

/// A variable of a loop, by its number, that is multiplied by the factor where it is an offset, and a constant is added to that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pivot {
    pub variable: usize,
    pub factor: u64,
    pub plus: u64,
}

/// An object that stands for all of its allocation site.
#[derive(Clone, Copy, Debug)]
pub struct Witness {
    pub object: ObjectId,
    /// The number of all others of its site.
    pub others: ObjectId,
    /// It was allocated, before and after a round.
    pub chosen: [TermId; 2],
    /// It is there, before and after a round.
    pub live: [TermId; 2],
}

/// Cells of another object of a witness' site: whatever is shown of the witness' cells at the loop's end holds of these at its
/// head.
#[derive(Clone, Debug)]
pub struct Instance {
    pub witness: ObjectId,
    /// The object term of the pointers to it.
    pub object: TermId,
    /// It is accessed, and was there at the loop's head.
    pub guard: TermId,
    /// Offsets and loop-back values.
    pub cells: Vec<(u64, Value)>,
}

impl Default for LoopVariable {
    /// One that changes, and is nothing in the program.
    fn default() -> LoopVariable {
        LoopVariable {
            symbol: None,
            member_of: None,
            scalar: None,
            back: Value::Any,
            next: Value::Any,
            head: Value::Any,
            changes: true,
            register: None,
            cell: None,
            ghost: false,
            guards: None,
            path: None,
        }
    }
}

/// A register or memory cell that a loop changes, or one that it reads and leaves alone.
#[derive(Clone, Debug)]
pub struct LoopVariable {
    /// The variable of the program that it is, if it is one.
    pub symbol: Option<Symbol>,
    /// The variable of the program that it is a part of, if that is no scalar.
    pub member_of: Option<Symbol>,
    pub scalar: Option<Scalar>,
    pub back: Value,
    pub next: Value,
    /// What the head sees: the loop-back value or that of the entry.
    pub head: Value,
    pub changes: bool,
    /// The call and the number of the register, for a register.
    pub register: Option<(u32, usize)>,
    /// The object and offset, for a cell of memory.
    pub cell: Option<(ObjectId, u64)>,
    /// It depends on the choice of the witness, and is none of its cells.
    pub ghost: bool,
    /// For cells of a witness: when they mean something, for the loop-back and the next value.
    pub guards: Option<(TermId, TermId)>,
    /// The path that it says there is, if it is about one.
    pub path: Option<Path>,
}

impl LoopVariable {
    /// The object and offset, if it is what a cell of memory holds and not something about that.
    pub fn own_cell(&self) -> Option<(ObjectId, u64)> {
        self.cell.filter(|(_, at)| *at < SIZE && !self.ghost)
    }
}

/// That one object leads to another one over pointers at one offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Path {
    pub link: u64,
    pub from: PathEnd,
    pub to: PathEnd,
}

/// The object that something leads to, an object itself, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PathEnd {
    /// By the function's place among those under way, and the number of the register.
    Register(usize, usize),
    Cell(ObjectId, u64),
    Object(ObjectId),
    Null,
}
