//! Why the execution of a state stops.

use sl::{Case, Exhausted};
use verdict::{FindingKind, UnknownKind};

#[derive(Clone, Debug)]
pub(crate) enum Stop {
    /// Something undefined, or an error that the program reports; the place is the driver's to say.
    Fault(FindingKind),
    /// This path cannot be followed any further.
    Unknown(UnknownKind, String),
    /// `exit`: handlers run first.
    Exit,
    ExitNow,
    Abort,
    /// An assumption does not hold: the path does not go on ([SL-CPA] ASSUME⁻).
    Assumed,
    /// The statement has to be executed again, once in each of these cases.
    Fork(Vec<Case>),
    /// The search is over: the budget is used up.
    Over(UnknownKind, String),
}

pub(crate) type Res<T> = Result<T, Box<Stop>>;

impl From<Exhausted> for Box<Stop> {
    fn from(why: Exhausted) -> Box<Stop> {
        Box::new(match why {
            Exhausted::Time => Stop::Over(UnknownKind::TimeBudget, "the time budget is used up".to_owned()),
            Exhausted::Cancelled => {
                Stop::Over(UnknownKind::Cancelled, "the analysis was cancelled".to_owned())
            }
        })
    }
}

/// The four bottoms of [SL-CPA] §4.1, by which a rule ends in a violation of memory safety.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bottom {
    /// ⊥R
    InvalidRead,
    /// ⊥W
    InvalidWrite,
    /// ⊥F
    InvalidFree,
    /// ⊥L
    Leak,
}

impl Bottom {
    /// The bottom that a violation is, if it is one of memory safety.
    pub(crate) fn of(kind: FindingKind, writing: bool) -> Option<Bottom> {
        use FindingKind::*;
        match kind {
            NullDeref | UseAfterFree | OutOfBounds | OutOfScope | UninitPointer | WildPointer
            | InvalidCall => Some(if writing { Bottom::InvalidWrite } else { Bottom::InvalidRead }),
            WriteToConstant => Some(Bottom::InvalidWrite),
            DoubleFree | InteriorFree | NonHeapFree | WildFree => Some(Bottom::InvalidFree),
            MemoryLeak | NotFreedAtExit => Some(Bottom::Leak),
            _ => None,
        }
    }
}

pub(crate) fn fault<T>(kind: FindingKind) -> Res<T> {
    Err(Box::new(Stop::Fault(kind)))
}

pub(crate) fn unknown<T>(kind: UnknownKind, message: impl Into<String>) -> Res<T> {
    Err(Box::new(Stop::Unknown(kind, message.into())))
}

pub(crate) fn unsupported<T>(what: impl std::fmt::Display) -> Res<T> {
    unknown(UnknownKind::Unsupported, format!("{what} is not supported by the separation-logic engine"))
}

/// The path depends on something that the program's text does not determine and that no input stands for.
pub(crate) fn undetermined<T>(what: impl std::fmt::Display) -> Res<T> {
    unknown(UnknownKind::Nondeterminism, what.to_string())
}
