//! What a run of an engine may cost: one type for all engines, so that they can share one budget.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Bounds of a run. Engines poll it often enough that a run ends within milliseconds of the deadline or the cancellation.
#[derive(Clone, Copy, Debug)]
pub struct Budget<'a> {
    /// IR statements and terminators.
    pub steps: u64,
    pub deadline: Option<Instant>,
    /// Bytes that the program's memory and the engine's records of it may take.
    pub memory: u64,
    /// Set by somebody else to end the run.
    pub cancel: Option<&'a Arc<AtomicBool>>,
}

impl Default for Budget<'_> {
    fn default() -> Self {
        Budget { steps: u64::MAX, deadline: None, memory: 1 << 30, cancel: None }
    }
}

impl Budget<'_> {
    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
    pub fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
