//! Why the execution of a state stops.

use smt::{Model, TermId};
use std::rc::Rc;
use verdict::{FindingKind, UnknownKind};

/// A continuation of a state in which a condition holds, with inputs that show it.
#[derive(Clone, Debug)]
pub(crate) struct ConditionModel {
    pub(crate) condition: TermId,
    pub(crate) model: Rc<Model>,
}

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
    /// An assumption does not hold: the path does not go on.
    Assumed,
    /// The statement has to be executed again, once in each of these cases.
    Fork(Vec<ConditionModel>),
    /// The search is over: the budget is used up.
    Over(UnknownKind, String),
}

pub(crate) type Res<T> = Result<T, Box<Stop>>;

pub(crate) fn fault<T>(kind: FindingKind) -> Res<T> {
    Err(Box::new(Stop::Fault(kind)))
}

pub(crate) fn unknown<T>(kind: UnknownKind, message: impl Into<String>) -> Res<T> {
    Err(Box::new(Stop::Unknown(kind, message.into())))
}

pub(crate) fn unsupported<T>(what: impl std::fmt::Display) -> Res<T> {
    unknown(UnknownKind::Unsupported, format!("{what} is not supported"))
}

/// The path depends on something that the program's text does not determine and that no input stands for.
pub(crate) fn undetermined<T>(what: impl std::fmt::Display) -> Res<T> {
    unknown(UnknownKind::Nondeterminism, what.to_string())
}
