//! What a run of an engine may cost: one type for all engines, so that they can share one budget.

use base::Cancel;
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
    pub cancel: Option<&'a Arc<Cancel>>,
    /// If there is one, the process ends with the answer; when it is set, the answer is due. What an engine holds then is not
    /// worth giving back: that may take longer than all else.
    pub leaving: Option<&'a Arc<AtomicBool>>,
}

impl Default for Budget<'_> {
    fn default() -> Self {
        Budget { steps: u64::MAX, deadline: None, memory: 1 << 30, cancel: None, leaving: None }
    }
}

impl Budget<'_> {
    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_some_and(|cancel| cancel.is_cancelled())
    }
    /// The answer is due; said by an engine whose time is everybody's time.
    pub fn leave(&self) {
        self.leaving.iter().for_each(|flag| flag.store(true, Ordering::Relaxed));
    }
    /// Forgets what a run that ends early still holds, if the process is about to end.
    pub fn let_go<T>(&self, held: T) {
        if self.leaving.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            std::mem::forget(held);
        }
    }
    /// As [`Budget::let_go`] for a run with an answer that ends all others.
    pub fn let_go_at_the_end<T>(&self, held: T) {
        if self.leaving.is_some() {
            std::mem::forget(held);
        }
    }
    pub fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
