//! Slowing down engines that run beside one that may well be the first to answer.

use crate::Budget;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Until it is lifted, all engines that share it together work for a part of the time that passes, so that they cost little
/// if the other engine is the first to answer.
#[derive(Debug)]
pub struct Throttle {
    begin: Instant,
    /// From then on it does not hold any more.
    until: Instant,
    percent: u64,
    worked: AtomicU64,
    lifted: AtomicBool,
}

/// Polling interval while throttled.
const INTERVAL: Duration = Duration::from_millis(3);
const SHORTEST_INTERVAL: Duration = Duration::from_micros(200);

impl Throttle {
    /// After a head start of the other engine that begins now, for so long.
    pub fn after(head_start: Duration, percent: u64, length: Duration) -> Throttle {
        let begin = Instant::now() + head_start;
        Throttle {
            begin,
            until: begin + length,
            percent,
            worked: AtomicU64::new(0),
            lifted: AtomicBool::new(false),
        }
    }

    /// The other engine has ended.
    pub fn lift(&self) {
        self.lifted.store(true, Ordering::Relaxed);
    }

    fn is_over(&self, now: Instant) -> bool {
        self.lifted.load(Ordering::Relaxed) || now >= self.until
    }

    /// Waits until so much time has passed or the throttle is lifted; false if the work is cancelled meanwhile.
    pub fn wait_until(&self, time: Duration, budget: &Budget<'_>) -> bool {
        loop {
            if budget.is_cancelled() || budget.is_late() {
                return false;
            }
            let now = Instant::now();
            let passed = now.saturating_duration_since(self.begin);
            if self.is_over(now) || passed >= time {
                return true;
            }
            std::thread::sleep((time - passed).min(INTERVAL));
        }
    }

    /// Tells of work since `since`, and waits until more may be done. Returns when the next piece of work begins.
    pub fn account(&self, since: Instant, budget: &Budget<'_>) -> Instant {
        let mut now = Instant::now();
        let work = now.duration_since(since).as_micros() as u64;
        let worked = self.worked.fetch_add(work, Ordering::Relaxed) + work;
        while !self.is_over(now) {
            let passed = now.saturating_duration_since(self.begin).as_micros() as u64;
            if worked * 100 <= passed * self.percent || budget.is_cancelled() || budget.is_late() {
                break;
            }
            let due = (worked * 100).checked_div(self.percent).unwrap_or(u64::MAX);
            let wait = Duration::from_micros(due.saturating_sub(passed));
            std::thread::sleep(wait.clamp(SHORTEST_INTERVAL, INTERVAL));
            now = Instant::now();
        }
        now
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_waits_for_its_part_of_the_time() {
        let throttle = Throttle::after(Duration::ZERO, 20, Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(10));
        // Ten milliseconds of work need fifty of time.
        let next = throttle.account(throttle.begin, &Budget::default());
        assert!(next.duration_since(throttle.begin) >= Duration::from_millis(50));
    }

    #[test]
    fn a_lifted_throttle_slows_nobody() {
        let throttle = Throttle::after(Duration::ZERO, 0, Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(2));
        throttle.lift();
        let begin = Instant::now();
        throttle.account(throttle.begin, &Budget::default());
        assert!(throttle.wait_until(Duration::from_secs(30), &Budget::default()));
        assert!(begin.elapsed() < Duration::from_secs(1));
        let late = Budget { deadline: Some(begin), ..Budget::default() };
        assert!(
            !Throttle::after(Duration::ZERO, 0, Duration::from_secs(60))
                .wait_until(Duration::from_secs(30), &late)
        );
    }
}
