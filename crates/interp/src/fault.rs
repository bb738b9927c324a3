//! Why execution stops.

use crate::value::ObjectId;
use semantics::Obligation;
use verdict::{Access, FindingKind, UnknownKind};

/// Something undefined, or an error that the program itself reports. Where it happened and whether it counts is for the
/// machine to say: what raises it knows neither.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fault {
    pub(crate) kind: FindingKind,
    pub(crate) access: Option<Access>,
    pub(crate) object: Option<ObjectId>,
    pub(crate) offset: Option<i64>,
    pub(crate) size: Option<u64>,
    pub(crate) value: Option<String>,
    pub(crate) what: Option<String>,
}

impl Fault {
    pub(crate) fn new(kind: FindingKind) -> Fault {
        Fault { kind, access: None, object: None, offset: None, size: None, value: None, what: None }
    }
    pub(crate) fn of(obligation: Obligation) -> Fault {
        Fault::new(obligation.kind())
    }
    pub(crate) fn access(mut self, access: Access) -> Fault {
        self.access = Some(access);
        self
    }
    pub(crate) fn object(mut self, object: ObjectId) -> Fault {
        self.object = Some(object);
        self
    }
    pub(crate) fn range(mut self, offset: i64, size: u64) -> Fault {
        self.offset = Some(offset);
        self.size = Some(size);
        self
    }
    pub(crate) fn value(mut self, value: impl ToString) -> Fault {
        self.value = Some(value.to_string());
        self
    }
    pub(crate) fn what(mut self, what: impl Into<String>) -> Fault {
        self.what = Some(what.into());
        self
    }
    pub(crate) fn stop<T>(self) -> Res<T> {
        Err(Box::new(Stop::Fault(self)))
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Stop {
    Fault(Fault),
    Unknown(UnknownKind, String),
    /// `exit`: handlers run, then leaks are looked for.
    Exit(i32),
    /// `_Exit`: no handlers.
    ExitNow(i32),
    Abort,
    /// An assumption does not hold: the run does not count.
    Assumed,
}

pub(crate) type Res<T> = Result<T, Box<Stop>>;

impl From<Fault> for Box<Stop> {
    fn from(fault: Fault) -> Box<Stop> {
        Box::new(Stop::Fault(fault))
    }
}

pub(crate) fn unknown<T>(kind: UnknownKind, message: impl Into<String>) -> Res<T> {
    Err(Box::new(Stop::Unknown(kind, message.into())))
}

pub(crate) fn unsupported<T>(what: impl std::fmt::Display) -> Res<T> {
    unknown(UnknownKind::Unsupported, format!("{what} is not supported"))
}

/// The run depends on something that the program's text does not determine.
pub(crate) fn nondeterminism<T>(what: impl std::fmt::Display) -> Res<T> {
    unknown(UnknownKind::Nondeterminism, what.to_string())
}
