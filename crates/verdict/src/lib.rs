//! What an engine answers, as plain data: properties, findings, verdicts, traces, assumptions.
//!
//! Architecture invariant: this crate does not know how anybody computes an answer, and makes no sentences for people
//! beyond the short name of each kind; messages are made in `report`.

pub mod blocks;
pub mod formula;
pub mod heaps;
mod outcome;
pub mod picture;

pub use outcome::{Attempt, Condition, FunctionAnswer, FunctionResult, Outcome, Verdicts};

use base::{Span, Symbol};

/// What is asked of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Property {
    /// Every access goes to a live object, within its bounds.
    ValidDeref,
    /// Every `free` gets null or the start of a live heap block.
    ValidFree,
    /// No heap block becomes unreachable while it is not freed.
    ValidMemtrack,
    /// All heap blocks are freed when the program ends.
    ValidMemcleanup,
    /// No error function, failing assertion or error label is reached.
    UnreachCall,
    /// `memcpy`-like calls and structure assignments get ranges that do not overlap.
    NoOverlap,
    /// No decision depends on an uninitialised value.
    NoUninit,
    /// No signed arithmetic overflows, no division by zero, no shift beyond the width.
    NoOverflow,
}

impl Property {
    pub const ALL: [Property; 8] = [
        Property::ValidDeref,
        Property::ValidFree,
        Property::ValidMemtrack,
        Property::ValidMemcleanup,
        Property::UnreachCall,
        Property::NoOverlap,
        Property::NoUninit,
        Property::NoOverflow,
    ];

    /// What `check` looks at when nothing is asked in particular.
    pub const DEFAULT: [Property; 5] = [
        Property::ValidDeref,
        Property::ValidFree,
        Property::ValidMemtrack,
        Property::UnreachCall,
        Property::NoOverlap,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Property::ValidDeref => "valid-deref",
            Property::ValidFree => "valid-free",
            Property::ValidMemtrack => "valid-memtrack",
            Property::ValidMemcleanup => "valid-memcleanup",
            Property::UnreachCall => "unreach-call",
            Property::NoOverlap => "no-overlap",
            Property::NoUninit => "no-uninit",
            Property::NoOverflow => "no-overflow",
        }
    }

    pub fn from_name(name: &str) -> Option<Property> {
        Property::ALL.into_iter().find(|p| p.name() == name)
    }
}

/// A set of properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct PropertySet(u16);

impl PropertySet {
    pub fn contains(self, property: Property) -> bool {
        self.0 & (1 << property as u16) != 0
    }
    pub fn insert(&mut self, property: Property) {
        self.0 |= 1 << property as u16;
    }
    pub fn remove(&mut self, property: Property) {
        self.0 &= !(1 << property as u16);
    }
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
    pub fn union(self, other: PropertySet) -> PropertySet {
        PropertySet(self.0 | other.0)
    }
    pub fn intersection(self, other: PropertySet) -> PropertySet {
        PropertySet(self.0 & other.0)
    }
    /// What is in this set and not in the other.
    pub fn without(self, other: PropertySet) -> PropertySet {
        PropertySet(self.0 & !other.0)
    }
    pub fn is_subset(self, other: PropertySet) -> bool {
        self.without(other).is_empty()
    }
    pub fn iter(self) -> impl Iterator<Item = Property> {
        Property::ALL.into_iter().filter(move |p| self.contains(*p))
    }
}

impl FromIterator<Property> for PropertySet {
    fn from_iter<It: IntoIterator<Item = Property>>(iter: It) -> Self {
        let mut set = PropertySet::default();
        for property in iter {
            set.insert(property);
        }
        set
    }
}

/// What exactly went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FindingKind {
    // valid-deref
    NullDeref,
    UseAfterFree,
    OutOfBounds,
    OutOfScope,
    /// The pointer was never initialised.
    UninitPointer,
    /// The pointer is an integer that points to no object.
    WildPointer,
    /// A write to a string literal or a constant object.
    WriteToConstant,
    /// A call through a pointer that is not a function's.
    InvalidCall,
    // valid-free
    DoubleFree,
    /// Inside a block, not at its start.
    InteriorFree,
    /// Not a heap block.
    NonHeapFree,
    /// Not a pointer to any object.
    WildFree,
    // leaks
    /// A block became unreachable.
    MemoryLeak,
    /// A block is reachable but not freed at the program's end.
    NotFreedAtExit,
    // unreach-call
    AssertionFailed,
    ErrorReached,
    // no-overlap
    Overlap,
    // no-uninit
    UninitRead,
    // no-overflow
    SignedOverflow,
    DivisionByZero,
    BadShift,
    // Undefined behaviour outside the properties; stops `run`
    /// `__builtin_unreachable` was reached, or the result of a function that returned none was used.
    UnreachableReached,
    /// Pointers into different objects were subtracted or ordered.
    PointerMismatch,
    /// The program called `abort` or trapped (not a violation by itself).
    Aborted,
    /// A library function got arguments that it must not get (a bad format, a negative size ...).
    BadArgument,
}

impl FindingKind {
    /// The kinds in the order of declaration.
    pub const ALL: [FindingKind; 25] = {
        use FindingKind::*;
        [
            NullDeref,
            UseAfterFree,
            OutOfBounds,
            OutOfScope,
            UninitPointer,
            WildPointer,
            WriteToConstant,
            InvalidCall,
            DoubleFree,
            InteriorFree,
            NonHeapFree,
            WildFree,
            MemoryLeak,
            NotFreedAtExit,
            AssertionFailed,
            ErrorReached,
            Overlap,
            UninitRead,
            SignedOverflow,
            DivisionByZero,
            BadShift,
            UnreachableReached,
            PointerMismatch,
            Aborted,
            BadArgument,
        ]
    };

    /// The short name used in test annotations, JSON and suppressions.
    pub fn name(self) -> &'static str {
        match self {
            FindingKind::NullDeref => "null-deref",
            FindingKind::UseAfterFree => "use-after-free",
            FindingKind::OutOfBounds => "out-of-bounds",
            FindingKind::OutOfScope => "out-of-scope",
            FindingKind::UninitPointer => "uninit-pointer",
            FindingKind::WildPointer => "wild-pointer",
            FindingKind::WriteToConstant => "write-to-constant",
            FindingKind::InvalidCall => "invalid-call",
            FindingKind::DoubleFree => "double-free",
            FindingKind::InteriorFree => "interior-free",
            FindingKind::NonHeapFree => "non-heap-free",
            FindingKind::WildFree => "wild-free",
            FindingKind::MemoryLeak => "memory-leak",
            FindingKind::NotFreedAtExit => "not-freed-at-exit",
            FindingKind::AssertionFailed => "assertion-failed",
            FindingKind::ErrorReached => "error-reached",
            FindingKind::Overlap => "overlap",
            FindingKind::UninitRead => "uninit-read",
            FindingKind::SignedOverflow => "signed-overflow",
            FindingKind::DivisionByZero => "division-by-zero",
            FindingKind::BadShift => "bad-shift",
            FindingKind::UnreachableReached => "unreachable-reached",
            FindingKind::PointerMismatch => "pointer-mismatch",
            FindingKind::Aborted => "aborted",
            FindingKind::BadArgument => "bad-argument",
        }
    }

    pub fn from_name(name: &str) -> Option<FindingKind> {
        FindingKind::ALL.into_iter().find(|k| k.name() == name)
    }

    /// The property that the finding violates; `None` for undefined behaviour that no property speaks of.
    pub fn property(self) -> Option<Property> {
        use FindingKind::*;
        Some(match self {
            NullDeref | UseAfterFree | OutOfBounds | OutOfScope | UninitPointer | WildPointer
            | WriteToConstant | InvalidCall => Property::ValidDeref,
            DoubleFree | InteriorFree | NonHeapFree | WildFree => Property::ValidFree,
            MemoryLeak => Property::ValidMemtrack,
            NotFreedAtExit => Property::ValidMemcleanup,
            AssertionFailed | ErrorReached => Property::UnreachCall,
            Overlap => Property::NoOverlap,
            UninitRead => Property::NoUninit,
            SignedOverflow | DivisionByZero | BadShift => Property::NoOverflow,
            UnreachableReached | PointerMismatch | Aborted | BadArgument => return None,
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Access {
    Read,
    Write,
    Free,
    Call,
}

/// How sure a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Confidence {
    /// A concrete run shows it.
    Confirmed,
    /// An abstract alarm; it never decides a verdict.
    Possible,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    pub kind: FindingKind,
    pub access: Option<Access>,
    /// The operation that goes wrong.
    pub span: Span,
    /// The block concerned, if one is.
    pub block: Option<BlockStory>,
    pub details: Details,
    pub trace: Trace,
    pub confidence: Confidence,
}

/// Numbers and names that a message may want.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Details {
    /// Byte offset and size of the access.
    pub offset: Option<i64>,
    pub size: Option<u64>,
    /// The value concerned (an integer pointer, a shift amount ...), printed.
    pub value: Option<String>,
    /// The asserted expression, or the name of the function or label that was reached.
    pub what: Option<String>,
}

/// What happened to the block that a finding is about.
#[derive(Clone, Debug, PartialEq)]
pub struct BlockStory {
    pub origin: BlockOrigin,
    /// `None` if the size is not one number.
    pub size: Option<u64>,
    /// The variable, for stack and static objects.
    pub name: Option<String>,
    pub allocated: Span,
    pub freed: Option<Span>,
    pub out_of_scope: Option<Span>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BlockOrigin {
    Heap,
    Stack,
    Static,
    StringLiteral,
    Function,
}

/// The way from the program's start to a finding.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// In order of execution. Long runs keep the first and the last steps; `omitted` says how many are not shown.
    pub steps: Vec<Step>,
    pub omitted: u64,
    /// Index in `steps` at which the omitted ones are missing.
    pub omitted_at: usize,
    /// Index in `steps` of the allocation of the block that the finding is about, if it is known which one that is.
    pub allocation: Option<usize>,
    /// The value given to every nondeterministic input, in order.
    pub inputs: Vec<Input>,
    /// The program reads no input: no other run is possible, and what would be an input is none.
    pub is_only_run: bool,
    /// The way is one through an abstraction, which stands for many runs or none: what the memory looks like at its end. Values
    /// that stand for several say so ([`picture::Value::is_abstract`]).
    pub abstract_end: Option<Box<picture::Picture>>,
}

impl Trace {
    /// Keeps the first and the last steps of a long trace.
    pub fn shorten(&mut self, first: usize, last: usize) {
        let end = self.steps.len().saturating_sub(last);
        // Steps are left out at one place only.
        let elsewhere = self.omitted > 0 && !(first..=end).contains(&self.omitted_at);
        if end <= first || elsewhere {
            return;
        }
        self.steps.drain(first..end);
        self.omitted += (end - first) as u64;
        self.omitted_at = first;
        self.allocation = match self.allocation {
            Some(index) if index >= end => Some(index - (end - first)),
            index => index.filter(|&index| index < first),
        };
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    pub kind: StepKind,
    pub span: Span,
    /// Depth of the call stack, 0 in `main`.
    pub depth: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub enum StepKind {
    Call {
        function: Symbol,
    },
    Return {
        function: Symbol,
    },
    Branch {
        taken: bool,
    },
    /// What the comparison of the branch that follows compared.
    Operands {
        left: i128,
        right: i128,
    },
    Switch {
        value: i64,
    },
    Allocate {
        size: Option<u64>,
    },
    Free,
    OutOfScope {
        name: Option<Symbol>,
    },
    /// A nondeterministic input was read: its index in `Trace::inputs`.
    Input {
        index: usize,
    },
    Assign {
        target: String,
        value: String,
    },
}

/// What a byte of the standard input, or its end (-1), has for a type as an [`Input`].
pub const STANDARD_INPUT: &str = "byte of the standard input";
/// Likewise, of a file that the program has opened.
pub const FILE_INPUT: &str = "byte of a file";
/// Whether an allocation succeeds.
pub const ALLOCATION: &str = "allocation succeeds";

/// One nondeterministic value. Integers are the mathematical value; floats are given by their bits.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    pub value: i128,
    /// The C type's name (`int`, `unsigned char`, `double` ...).
    pub ty: &'static str,
    pub span: Span,
}

/// Something that was cut or taken on trust, and that the verdict rests on.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Assumption {
    /// A function without a definition was taken as pure with an arbitrary result.
    ExternalFunction(String),
    /// A function without a definition was taken to free and keep nothing, with an arbitrary result; what it can reach may change.
    ExternalKeepsNothing(String),
    /// An object without a definition was taken to hold arbitrary content.
    ExternalObject(String),
    /// Signed arithmetic overflowed and was taken to wrap.
    SignedOverflowWraps,
    /// An uninitialised value was read and taken as arbitrary.
    UninitialisedIsArbitrary,
    /// `malloc` was taken to succeed.
    MallocSucceeds,
    /// The address of a freed block was given to the next block of its size, as allocators do.
    AddressesReused,
    /// Pointers into different objects were ordered or subtracted by the addresses that their objects have in this run.
    AddressesOrdered,
    /// Anything else, in words.
    Other(String),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    Proved(Certificate),
    /// The first finding decides.
    Violated,
    Unknown(UnknownReason),
}

/// What a proof rests on.
#[derive(Clone, Debug, PartialEq)]
pub enum Certificate {
    /// The program has one run, and it was executed to its end.
    ExhaustiveExecution { steps: u64 },
    /// Every path of the program was followed to its end or to a state that was seen before, for all inputs.
    ExhaustiveSearch { states: u64, steps: u64 },
    /// Invariants, one per loop head and function entry: [`Outcome::invariants`], if somebody wants to see them.
    Invariants,
}

/// What holds whenever control is at a place. [`formula`] says how an engine makes one.
#[derive(Clone, Debug, PartialEq)]
pub struct Invariant {
    pub at: ProgramPlace,
    pub what: InvariantContent,
}

/// A place that invariants speak of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ProgramPlace {
    /// Of a loop, its condition; of a function's entry and return, the function.
    pub span: Span,
    pub function: Symbol,
    pub kind: PlaceKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PlaceKind {
    FunctionEntry,
    /// Before the condition of a loop, the first time and every time again.
    LoopHead,
    /// When a function returns; what it was called with is old.
    FunctionReturn,
}

#[derive(Clone, Debug, PartialEq)]
pub enum InvariantContent {
    /// The memory looks like one of these pictures.
    Shapes(Vec<picture::Picture>),
    Formula(formula::Formula),
    Blocks(blocks::Blocks),
    Heaps(heaps::Heaps),
}

#[derive(Clone, Debug, PartialEq)]
pub struct UnknownReason {
    pub kind: UnknownKind,
    pub span: Span,
    /// Words a C programmer can act on.
    pub message: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnknownKind {
    /// A construct that the engine cannot express.
    Unsupported,
    /// The program reads inputs that the engine does not explore.
    Nondeterminism,
    TimeBudget,
    MemoryBudget,
    StepBudget,
    /// Only possible findings.
    PossibleFindings,
    /// What a function without a definition does or gives is not known.
    ExternalFunction,
    /// The program has no `main`, or undefined behaviour outside the asked properties was met.
    NothingToCheck,
    UndefinedBehaviour,
    /// What follows a finding that the user ignores is not known, or only where the finding does not happen.
    AfterIgnored,
    /// The search ended at a violation of another property.
    StoppedAtViolation,
    Cancelled,
    /// Engines disagree, or one failed.
    Internal,
}

impl UnknownKind {
    /// The short name used in test annotations and JSON.
    pub fn name(self) -> &'static str {
        match self {
            UnknownKind::Unsupported => "unsupported",
            UnknownKind::Nondeterminism => "nondeterminism",
            UnknownKind::TimeBudget => "time-budget",
            UnknownKind::MemoryBudget => "memory-budget",
            UnknownKind::StepBudget => "step-budget",
            UnknownKind::PossibleFindings => "possible-findings",
            UnknownKind::ExternalFunction => "external-function",
            UnknownKind::NothingToCheck => "nothing-to-check",
            UnknownKind::UndefinedBehaviour => "undefined-behaviour",
            UnknownKind::AfterIgnored => "after-ignored",
            UnknownKind::StoppedAtViolation => "stopped-at-violation",
            UnknownKind::Cancelled => "cancelled",
            UnknownKind::Internal => "internal",
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stats {
    pub engine: &'static str,
    pub steps: u64,
    pub states: u64,
    pub peak_objects: u64,
    /// Of an engine that counts how its questions are answered.
    pub questions: Option<Questions>,
}

/// How an engine's questions about its states were answered, and what that took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Questions {
    /// By the terms themselves.
    pub by_syntax: u64,
    pub by_intervals: u64,
    /// By an answer or a model from before.
    pub by_model: u64,
    pub solver_calls: u64,
    /// Of them, by a solver with a theory of separation logic.
    pub theory_calls: u64,
    pub solver_time: std::time::Duration,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for property in Property::ALL {
            assert_eq!(Property::from_name(property.name()), Some(property));
        }
        for (i, kind) in FindingKind::ALL.into_iter().enumerate() {
            assert_eq!(FindingKind::from_name(kind.name()), Some(kind));
            assert_eq!(kind as usize, i);
        }
    }
}
