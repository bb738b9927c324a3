//! Ending work that nobody waits for any more.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::Instant;

/// Set by whoever waits, and asked often by whoever works.
///
/// It may hold an alarm: something to do once the work takes longer than an instant. Whoever works rings it by asking, so
/// that work which is over before costs nobody a thread that watches it.
#[derive(Default)]
pub struct Cancel {
    set: Arc<AtomicBool>,
    has_alarm: AtomicBool,
    asked: AtomicU32,
    alarm: Mutex<Option<Alarm>>,
}

struct Alarm {
    at: Instant,
    ring: Box<dyn FnOnce() + Send>,
}

/// How often the clock is looked at: every so many times that somebody asks.
const ASKED_PER_LOOK: u32 = 8;

impl Cancel {
    pub fn cancel(&self) {
        self.set.store(true, Ordering::Relaxed);
    }

    pub fn is_cancelled(&self) -> bool {
        if self.has_alarm.load(Ordering::Relaxed) {
            self.look();
        }
        self.set.load(Ordering::Relaxed)
    }

    /// The flag alone, for those who know nothing else.
    pub fn flag(&self) -> &Arc<AtomicBool> {
        &self.set
    }

    /// Lets the first who asks after that time ring; replaces the alarm that there was.
    pub fn set_alarm(&self, at: Instant, ring: impl FnOnce() + Send + 'static) {
        *self.held() = Some(Alarm { at, ring: Box::new(ring) });
        self.has_alarm.store(true, Ordering::Relaxed);
    }

    /// From now on nobody rings. An alarm that rings has been heard when this is over.
    pub fn clear_alarm(&self) {
        self.has_alarm.store(false, Ordering::Relaxed);
        self.held().take();
    }

    #[cold]
    fn look(&self) {
        if !self.asked.fetch_add(1, Ordering::Relaxed).is_multiple_of(ASKED_PER_LOOK) {
            return;
        }
        let mut held = self.held();
        if let Some(alarm) = held.take_if(|alarm| alarm.at <= Instant::now()) {
            self.has_alarm.store(false, Ordering::Relaxed);
            (alarm.ring)();
        }
    }

    fn held(&self) -> MutexGuard<'_, Option<Alarm>> {
        self.alarm.lock().unwrap_or_else(|e| e.into_inner())
    }
}

impl fmt::Debug for Cancel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cancel").field("set", &self.set).field("has_alarm", &self.has_alarm).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn ask(cancel: &Cancel) -> bool {
        (0..ASKED_PER_LOOK).any(|_| cancel.is_cancelled())
    }

    #[test]
    fn what_is_cancelled_stays_so() {
        let cancel = Cancel::default();
        assert!(!cancel.is_cancelled());
        cancel.cancel();
        assert!(cancel.is_cancelled() && cancel.flag().load(Ordering::Relaxed));
    }

    #[test]
    fn an_alarm_rings_once_and_not_before_its_time() {
        let cancel = Cancel::default();
        let rung = Arc::new(AtomicU32::new(0));
        let set = |after: Duration| {
            let rung = Arc::clone(&rung);
            cancel.set_alarm(Instant::now() + after, move || {
                rung.fetch_add(1, Ordering::Relaxed);
            });
        };
        set(Duration::from_secs(3600));
        assert!(!ask(&cancel) && rung.load(Ordering::Relaxed) == 0);
        set(Duration::ZERO);
        for _ in 0..3 {
            assert!(!ask(&cancel));
            assert_eq!(rung.load(Ordering::Relaxed), 1);
        }
        set(Duration::ZERO);
        cancel.clear_alarm();
        assert!(!ask(&cancel) && rung.load(Ordering::Relaxed) == 1);
    }
}
