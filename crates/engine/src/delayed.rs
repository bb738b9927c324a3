//! Starting what only long work needs, such as a thread that watches it.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::Instant;

/// An action for the first poll after some time. Work that is over before costs nobody a thread.
pub struct DelayedStart {
    is_pending: AtomicBool,
    polls: AtomicU32,
    action: Mutex<Option<Action>>,
}

struct Action {
    at: Instant,
    start: Box<dyn FnOnce() + Send>,
}

/// Reading the clock takes longer than a poll should: it is read every so many polls.
const POLLS_PER_CHECK: u32 = 8;

impl DelayedStart {
    pub fn new(at: Instant, start: impl FnOnce() + Send + 'static) -> DelayedStart {
        DelayedStart {
            is_pending: AtomicBool::new(true),
            polls: AtomicU32::new(0),
            action: Mutex::new(Some(Action { at, start: Box::new(start) })),
        }
    }

    /// Starts the action if its time has come.
    pub fn poll(&self) {
        if self.is_pending.load(Ordering::Relaxed) {
            self.check_clock();
        }
    }

    /// From now on nothing is started. An action that is being started has been when this returns.
    pub fn cancel(&self) {
        self.is_pending.store(false, Ordering::Relaxed);
        self.held().take();
    }

    #[cold]
    fn check_clock(&self) {
        if !self.polls.fetch_add(1, Ordering::Relaxed).is_multiple_of(POLLS_PER_CHECK) {
            return;
        }
        let mut held = self.held();
        if let Some(action) = held.take_if(|action| action.at <= Instant::now()) {
            self.is_pending.store(false, Ordering::Relaxed);
            (action.start)();
        }
    }

    fn held(&self) -> MutexGuard<'_, Option<Action>> {
        self.action.lock().unwrap_or_else(|e| e.into_inner())
    }
}

impl fmt::Debug for DelayedStart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DelayedStart").field("is_pending", &self.is_pending).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::time::Duration;

    #[test]
    fn an_action_is_started_once_and_not_before_its_time() {
        let started = Arc::new(AtomicU32::new(0));
        let after = |delay: Duration| {
            let started = Arc::clone(&started);
            DelayedStart::new(Instant::now() + delay, move || {
                started.fetch_add(1, Ordering::Relaxed);
            })
        };
        let poll = |delayed: &DelayedStart| (0..POLLS_PER_CHECK).for_each(|_| delayed.poll());
        poll(&after(Duration::from_secs(3600)));
        assert_eq!(started.load(Ordering::Relaxed), 0);
        let now = after(Duration::ZERO);
        for _ in 0..3 {
            poll(&now);
            assert_eq!(started.load(Ordering::Relaxed), 1);
        }
        let cancelled = after(Duration::ZERO);
        cancelled.cancel();
        poll(&cancelled);
        assert_eq!(started.load(Ordering::Relaxed), 1);
    }
}
