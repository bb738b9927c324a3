//! What a query may cost, and why one ended without an answer.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The budget of one `check`. The default is unlimited in time but bounded in the size of the formula.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The moment to give up. The clock is not read if this is `None`.
    pub deadline: Option<Instant>,
    /// Conflicts of the SAT solver; a deterministic measure of effort. Process back ends ignore it.
    pub conflicts: Option<u64>,
    /// Polled while blasting and solving; set it from another thread to stop the query.
    pub cancel: Option<Arc<AtomicBool>>,
    /// The formula is not built beyond this many clauses, which bounds the memory of the SAT solver.
    pub max_clauses: u64,
}

impl Limits {
    /// About 1.5 GB in CaDiCaL.
    pub const DEFAULT_MAX_CLAUSES: u64 = 20_000_000;

    pub fn none() -> Limits {
        Limits { deadline: None, conflicts: None, cancel: None, max_clauses: Limits::DEFAULT_MAX_CLAUSES }
    }
    #[must_use]
    pub fn with_time(self, time: Duration) -> Limits {
        Limits { deadline: Instant::now().checked_add(time), ..self }
    }
    #[must_use]
    pub fn with_deadline(self, deadline: Instant) -> Limits {
        Limits { deadline: Some(deadline), ..self }
    }
    #[must_use]
    pub fn with_conflicts(self, conflicts: u64) -> Limits {
        Limits { conflicts: Some(conflicts), ..self }
    }
    #[must_use]
    pub fn with_cancel(self, cancel: Arc<AtomicBool>) -> Limits {
        Limits { cancel: Some(cancel), ..self }
    }
    /// The reason to stop now, if there is one.
    pub fn exceeded(&self) -> Option<UnknownReason> {
        if self.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some(UnknownReason::Cancelled);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Some(UnknownReason::Time);
        }
        None
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::none()
    }
}

/// The answer to a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SatResult {
    Sat,
    Unsat,
    Unknown(UnknownReason),
}

impl SatResult {
    pub fn is_sat(&self) -> bool {
        *self == SatResult::Sat
    }
    pub fn is_unsat(&self) -> bool {
        *self == SatResult::Unsat
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnknownReason {
    Time,
    Conflicts,
    Cancelled,
    /// The formula has more clauses than `Limits::max_clauses`.
    Size,
    /// The back end failed or gave up; its own words.
    Backend(String),
}

impl fmt::Display for UnknownReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnknownReason::Time => f.write_str("the time limit of the query"),
            UnknownReason::Conflicts => f.write_str("the conflict limit of the query"),
            UnknownReason::Cancelled => f.write_str("cancelled"),
            UnknownReason::Size => f.write_str("the formula is too large"),
            UnknownReason::Backend(words) => write!(f, "the solver failed: {words}"),
        }
    }
}
