//! What a run of an engine may cost: one type for all engines, so that they can share one budget.

use crate::delayed::DelayedStart;
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
    /// If there is one, the process exits with the answer; when it is set, the answer is due. What an engine holds then is not
    /// worth giving back: that may take longer than all else.
    pub exiting: Option<&'a Arc<AtomicBool>>,
    /// Something to be started once the work takes longer than an instant.
    pub delayed: Option<&'a DelayedStart>,
}

impl Default for Budget<'_> {
    fn default() -> Self {
        Budget {
            steps: u64::MAX,
            deadline: None,
            memory: 1 << 30,
            cancel: None,
            exiting: None,
            delayed: None,
        }
    }
}

impl Budget<'_> {
    /// Called by an engine every few steps, however short: starts what is to be started by now, and says whether the run is
    /// to end.
    pub fn poll(&self) -> bool {
        if let Some(delayed) = self.delayed {
            delayed.poll();
        }
        self.is_cancelled()
    }
    /// Whether the run is to end; asking has no effect.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_some_and(|cancel| cancel.is_cancelled())
    }
    pub fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
    /// The answer is due; called by the engine that owns the deadline.
    pub fn announce_exit(&self) {
        self.exiting.iter().for_each(|flag| flag.store(true, Ordering::Relaxed));
    }
    /// Forgets what a run that ends early still holds, if the process is about to exit.
    pub fn skip_destructors_at_exit<T>(&self, held: T) {
        if self.exiting.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            std::mem::forget(held);
        }
    }
    /// As [`Budget::skip_destructors_at_exit`] for a run with an answer that ends all others.
    pub fn skip_destructors_after_answer<T>(&self, held: T) {
        if self.exiting.is_some() {
            std::mem::forget(held);
        }
    }
}
