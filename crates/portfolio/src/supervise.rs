//! Starting threads, and watching the clock, the memory and the user while they work.

use crate::conclude::{Report, is_unfinished};
use crate::job::{Job, Run};
use crate::plan::MemoryLimit;
use ::engine::DelayedStart;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::Builder;
use std::time::{Duration, Instant};
use verdict::UnknownKind;

/// Work that takes longer than this is watched by another thread.
const UNWATCHED: Duration = Duration::from_millis(3);
/// How often the clock and the user are looked at, and every how many times the memory, which the system takes longer to
/// tell.
const INTERVAL: Duration = Duration::from_millis(5);
const INTERVALS_PER_MEMORY: u32 = 3;
/// The pages are committed only when they are touched.
pub(crate) const STACK: usize = 256 << 20;

/// What came of waiting.
pub(crate) enum Event {
    Report(Box<Report>),
    /// The time to wait is over, or everybody was just cancelled.
    Nothing,
    AllHaveEnded,
}

pub(crate) type Jobs = Arc<Mutex<Vec<Job>>>;

/// So many threads can work at once.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, |n| n.get())
}

pub(crate) fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|e| e.into_inner())
}

impl Run {
    /// Does the jobs one after the other, the last first, until there are none or nobody wants to know.
    pub(crate) fn work(&self, jobs: &Mutex<Vec<Job>>, sender: &Sender<Report>) {
        loop {
            let next = held(jobs).pop();
            let Some(job) = next else { return };
            if self.limits().is_cancelled() || self.limits().is_late() {
                return;
            }
            if self.is_cancelled(&job) {
                continue;
            }
            if let (true, Some(delay), Some(throttle)) =
                (job.resumed, job.phase.resumes_after, &self.throttle)
                && !throttle.wait_until(delay, &self.budget(&job))
            {
                return;
            }
            let report = self.perform(&job);
            if let Some(rest) = job.rest()
                && is_unfinished(&report.outcome)
                && self.steps > job.steps()
            {
                held(jobs).push(rest);
            }
            if sender.send(report).is_err() {
                return;
            }
        }
    }

    /// One more thread for the jobs. Nobody waits for its end: giving back the memory of a long search takes longer than an
    /// answer may.
    pub(crate) fn start_worker(&self, jobs: Jobs, sender: &Sender<Report>) {
        let (run, sender) = (self.clone(), sender.clone());
        let thread = Builder::new().name("engine".to_owned()).stack_size(STACK);
        if thread.spawn(move || run.work(&jobs, &sender)).is_err() {
            // No room for one more thread: those that run go on without it.
        }
    }

    pub(crate) fn cancel_all(&self) {
        self.limits().announce_exit();
        self.tokens.cancel(MemoryLimit::Late);
    }

    /// Waits for the next report or until then, and cancels everything when the time, the memory or the user's patience is
    /// used up. `only_searches` if nobody works who may take all the memory.
    pub(crate) fn next_event(
        &self,
        reports: &Receiver<Report>,
        until: Option<Instant>,
        only_searches: bool,
        ended: &mut Option<UnknownKind>,
    ) -> Event {
        let mut intervals = 0u32;
        loop {
            let now = Instant::now();
            let mut wait = INTERVAL;
            if let Some(until) = until {
                wait = wait.min(until.saturating_duration_since(now));
                if wait.is_zero() {
                    return Event::Nothing;
                }
            }
            if let (Some(deadline), None) = (self.deadline, &ended) {
                wait = wait.min(deadline.saturating_duration_since(now));
            }
            match reports.recv_timeout(wait) {
                Ok(report) => return Event::Report(Box::new(report)),
                Err(RecvTimeoutError::Disconnected) => return Event::AllHaveEnded,
                Err(RecvTimeoutError::Timeout) => {}
            }
            if ended.is_some() {
                continue;
            }
            intervals += 1;
            let resident = self.options.resident.filter(|_| intervals.is_multiple_of(INTERVALS_PER_MEMORY));
            let percent = match resident.and_then(|resident| resident()) {
                Some(bytes) => bytes / (self.memory / 100).max(1),
                None => 0,
            };
            for limit in [MemoryLimit::Early, MemoryLimit::Middle] {
                if percent >= limit.percent() {
                    self.tokens.cancel(limit);
                }
            }
            if percent >= MemoryLimit::Middle.percent() && only_searches {
                *ended = Some(UnknownKind::MemoryBudget);
                return Event::Nothing;
            }
            // Who asks may not want the answer any more; some engines have tokens of their own.
            let user = self.limits().is_cancelled()
                || self.options.interrupt.is_some_and(|interrupted| interrupted());
            // The engines look at the clock, too; this is for one that is busy.
            let why = match (user, percent >= MemoryLimit::Late.percent(), self.limits().is_late()) {
                (true, _, _) => UnknownKind::Cancelled,
                (_, true, _) => UnknownKind::MemoryBudget,
                (_, _, true) => UnknownKind::TimeBudget,
                _ => continue,
            };
            *ended = Some(why);
            self.cancel_all();
            return Event::Nothing;
        }
    }

    /// Works on this thread, which is the cheapest one to work on: its memory and its stack are there already. The supervisor
    /// runs on another thread, once the work has taken longer than an instant; what is over by then is looked at afterwards.
    pub(crate) fn supervised<T: Send + 'static>(
        &self,
        supervisor: impl FnOnce() -> T + Send + 'static,
        work: impl FnOnce(&Run),
        at_once: bool,
    ) -> Option<T> {
        let supervisor = Arc::new(Mutex::new(Some(supervisor)));
        let thread = Arc::new(Mutex::new(None));
        let start = {
            let (supervisor, thread) = (Arc::clone(&supervisor), Arc::clone(&thread));
            move || {
                let builder = Builder::new().name("supervisor".to_owned());
                // If there is no room for one more thread, it is done afterwards.
                *held(&thread) = builder.spawn(move || Some(held(&supervisor).take()?())).ok();
            }
        };
        match at_once {
            true => {
                start();
                work(self);
            }
            false => {
                let delayed = Arc::new(DelayedStart::new(Instant::now() + UNWATCHED, start));
                work(&Run { delayed: Some(Arc::clone(&delayed)), ..self.clone() });
                delayed.cancel();
            }
        }
        let thread = held(&thread).take();
        match thread {
            Some(thread) => thread.join().ok().flatten(),
            None => Some(held(&supervisor).take()?()),
        }
    }
}
