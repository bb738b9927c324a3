//! What a search is doing, for whoever looks from outside.

use base::Idx;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// Shared between an engine and an observer; several runs of an engine may share one.
#[derive(Debug, Default)]
pub struct ProgressCounters {
    states: AtomicU64,
    /// The number of a function, plus one.
    function: AtomicUsize,
}

impl ProgressCounters {
    /// A state is taken up, in this function.
    pub fn count_state<F: Idx>(&self, function: Option<F>) {
        self.states.fetch_add(1, Ordering::Relaxed);
        self.function.store(function.map_or(0, |f| f.index() + 1), Ordering::Relaxed);
    }

    /// States that were taken up so far.
    pub fn states(&self) -> u64 {
        self.states.load(Ordering::Relaxed)
    }

    /// The function that the search is in.
    pub fn function<F: Idx>(&self) -> Option<F> {
        self.function.load(Ordering::Relaxed).checked_sub(1).map(F::new)
    }
}
