//! Why the execution of a state stops.

use smt::path::{Case, Exhausted};
use verdict::{FindingKind, UnknownKind};

#[derive(Clone, Debug)]
pub enum Stop {
    /// Something undefined, or an error that the program reports; the place is the driver's to say.
    Fault(FindingKind),
    /// This path cannot be followed any further.
    Unknown(UnknownKind, String),
    /// `exit`: handlers run first.
    Exit,
    ExitNow,
    Abort,
    /// An assumption does not hold: the path does not go on.
    Assumed,
    /// The statement has to be executed again, once in each of these cases.
    Fork(Vec<Case>),
    /// The search is over: the budget is used up.
    Over(UnknownKind, String),
}

pub type Res<T> = Result<T, Box<Stop>>;

impl From<Exhausted> for Box<Stop> {
    fn from(why: Exhausted) -> Box<Stop> {
        let (kind, message) = match why {
            Exhausted::Time => (UnknownKind::TimeBudget, "the time budget is used up"),
            Exhausted::Cancelled => (UnknownKind::Cancelled, "the analysis was cancelled"),
        };
        Box::new(Stop::Over(kind, message.to_owned()))
    }
}

pub fn fault<T>(kind: FindingKind) -> Res<T> {
    Err(Box::new(Stop::Fault(kind)))
}

pub fn unknown<T>(kind: UnknownKind, message: impl Into<String>) -> Res<T> {
    Err(Box::new(Stop::Unknown(kind, message.into())))
}

pub fn unsupported<T>(what: impl std::fmt::Display) -> Res<T> {
    unknown(UnknownKind::Unsupported, format!("{what} is not supported"))
}

/// The path depends on something that the program's text does not determine and that no input stands for.
pub fn undetermined<T>(what: impl std::fmt::Display) -> Res<T> {
    unknown(UnknownKind::Nondeterminism, what.to_string())
}
