//! Ending work that nobody waits for any more.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set once by whoever waits, and asked often by whoever works. Asking has no effect.
#[derive(Debug, Default)]
pub struct Cancel {
    set: Arc<AtomicBool>,
}

impl Cancel {
    pub fn cancel(&self) {
        self.set.store(true, Ordering::Relaxed);
    }

    pub fn is_cancelled(&self) -> bool {
        self.set.load(Ordering::Relaxed)
    }

    /// The flag alone, for those who know nothing else.
    pub fn flag(&self) -> &Arc<AtomicBool> {
        &self.set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_cancelled_stays_so() {
        let cancel = Cancel::default();
        assert!(!cancel.is_cancelled());
        cancel.cancel();
        assert!(cancel.is_cancelled() && cancel.flag().load(Ordering::Relaxed));
    }
}
