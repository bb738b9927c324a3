//! Who is asked when, and who watches.

use crate::conclude::{Report, conclude, explain, is_conclusive, is_unfinished, no_report};
use crate::options::{Answer, Engine, Options};
use crate::task::{Extent, Job, Reins, Task};
use absint::Budget;
use engine_hunt::{Config, Disagreement, Pace};
use ir::Program;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::Builder;
use std::time::{Duration, Instant};
use verdict::{PropertySet, UnknownKind, Verdict};

/// Statements that the concrete machine may execute before anybody else is asked: a program without inputs that ends by
/// then is decided exactly and at once. Most such programs are that short, and it takes less time than to read the program.
const FIRST_STEPS: u64 = 4_000;
/// Those that it may execute, in a few milliseconds, when the verifier takes longer than its head start; longer runs wait.
const BRIEF_STEPS: u64 = 200_000;
/// What the verifier decides by then costs no other engine's work.
const HEAD_START: Duration = Duration::from_millis(30);
/// As long as the verifier works, the hunters do so for this percentage of the time that passes after its head start, so
/// that a proof costs little more than the verifier alone; a verifier that takes longer than this has no such right.
const HUNTERS_PERCENT: u64 = 18;
const PACED: Duration = Duration::from_secs(10);
/// A long concrete run begins when the verifier has not answered by then.
const EXECUTION_WAITS: Duration = Duration::from_millis(800);
/// Work that takes longer than this is watched by another thread.
const UNWATCHED: Duration = Duration::from_millis(3);
/// How often the clock and the user are looked at, and every how many times the memory, which the system takes longer to
/// tell.
const PULSE: Duration = Duration::from_millis(5);
const PULSES_PER_LOOK: u32 = 3;
/// Percent of the memory at which the hunter ends that keeps all paths, at which everybody ends who only looks for
/// violations, and at which the verifier does, too. What an ended engine gives back is used again by the next one of its
/// thread and seldom leaves the process, so that these are thresholds of a growing number.
const WIDE_SHARE: u64 = 55;
const HUNTERS_SHARE: u64 = 75;
const WHOLE_SHARE: u64 = 90;
/// The pages are committed only when they are touched.
const STACK: usize = 256 << 20;

/// What came of waiting.
enum Heard {
    Report(Box<Report>),
    /// The time to wait is over, or everybody was just told to end.
    Nothing,
    AllHaveEnded,
}

type Jobs = Arc<Mutex<Vec<Job>>>;

/// Asks the engines. Those that are still at work when there is an answer are told to end, and nobody waits for them.
pub fn decide(
    program: &Arc<Program>,
    properties: PropertySet,
    options: &Options,
    limits: &Budget<'_>,
) -> Answer {
    let task = Task {
        program: Arc::clone(program),
        properties,
        options: options.clone(),
        steps: limits.steps,
        deadline: limits.deadline,
        memory: limits.memory,
        cancel: limits.cancel.cloned().unwrap_or_default(),
        leaving: options.leaving.then(Arc::default),
        reins: Reins::default(),
        pace: (options.engine == Engine::Auto)
            .then(|| Arc::new(Pace::after(HEAD_START, HUNTERS_PERCENT, PACED))),
    };
    let alone = |job| {
        let Report { outcome, disagreements, .. } =
            task.watched(vec![job]).into_iter().next().unwrap_or_else(no_report);
        Answer { outcome, disagreements }
    };
    match options.engine {
        Engine::Interp => alone(Job::Execute(Extent::Whole)),
        Engine::Smg => alone(Job::Verify),
        Engine::Hunt => task.hunters_alone(),
        Engine::Auto => task.party(),
    }
}

impl Task {
    /// Does the jobs one after the other, until there are none or nobody wants to know.
    fn work(&self, jobs: &Mutex<Vec<Job>>, sender: &Sender<Report>) {
        loop {
            let next = held(jobs).pop();
            let Some(job) = next else { return };
            if self.limits().is_cancelled() || self.limits().is_late() {
                return;
            }
            if self.reins.stops(&job) {
                continue;
            }
            if let (Job::Execute(Extent::Whole) | Job::ExecuteInPlace(Extent::Whole), Some(pace)) =
                (&job, &self.pace)
                && !pace.hold(EXECUTION_WAITS, &self.beside_others())
            {
                return;
            }
            let report = self.perform(&job);
            if let Some(rest) = job.rest()
                && is_unfinished(&report.outcome)
                && self.steps > BRIEF_STEPS
            {
                held(jobs).push(rest);
            }
            if sender.send(report).is_err() {
                return;
            }
        }
    }

    /// One more thread for the jobs. Nobody waits for its end: giving back the memory of a long hunt takes longer than an
    /// answer may.
    fn start(&self, jobs: Jobs, sender: &Sender<Report>) {
        let (task, sender) = (self.clone(), sender.clone());
        let thread = Builder::new().name("engine".to_owned()).stack_size(STACK);
        if thread.spawn(move || task.work(&jobs, &sender)).is_err() {
            // No room for one more thread: those that run go on without it.
        }
    }

    fn end(&self) {
        self.limits().leave();
        self.cancel.cancel();
        self.reins.stop_hunters();
    }

    /// Waits for the next report or until then, and ends everything when the time, the memory or the user's patience is used
    /// up.
    fn next(
        &self,
        reports: &Receiver<Report>,
        until: Option<Instant>,
        alone: bool,
        ended: &mut Option<UnknownKind>,
    ) -> Heard {
        let mut pulses = 0u32;
        loop {
            let now = Instant::now();
            let mut wait = PULSE;
            if let Some(until) = until {
                wait = wait.min(until.saturating_duration_since(now));
                if wait.is_zero() {
                    return Heard::Nothing;
                }
            }
            if let (Some(deadline), None) = (self.deadline, &ended) {
                wait = wait.min(deadline.saturating_duration_since(now));
            }
            match reports.recv_timeout(wait) {
                Ok(report) => return Heard::Report(Box::new(report)),
                Err(RecvTimeoutError::Disconnected) => return Heard::AllHaveEnded,
                Err(RecvTimeoutError::Timeout) => {}
            }
            if ended.is_some() {
                continue;
            }
            pulses += 1;
            let resident = self.options.resident.filter(|_| pulses.is_multiple_of(PULSES_PER_LOOK));
            let percent = match resident.and_then(|resident| resident()) {
                Some(bytes) => bytes / (self.memory / 100).max(1),
                None => 0,
            };
            // Who takes most goes first: without it, the others may still get to their end.
            if percent >= WIDE_SHARE {
                self.reins.stop_wide();
            }
            if percent >= HUNTERS_SHARE {
                self.reins.stop_hunters();
                if alone {
                    *ended = Some(UnknownKind::MemoryBudget);
                    return Heard::Nothing;
                }
            }
            let user = self.options.interrupt.is_some_and(|interrupted| interrupted());
            // The engines look at the clock, too; this is for one that is busy.
            let why = match (user, percent >= WHOLE_SHARE, self.limits().is_late()) {
                (true, _, _) => UnknownKind::Cancelled,
                (_, true, _) => UnknownKind::MemoryBudget,
                (_, _, true) => UnknownKind::TimeBudget,
                _ => continue,
            };
            *ended = Some(why);
            self.end();
            return Heard::Nothing;
        }
    }

    /// Works on this thread, which is the cheapest one to work on: its memory and its stack are there already. Whoever leads or
    /// watches the work does so on another thread, once the work has taken longer than an instant; what is over by then is
    /// looked at afterwards.
    fn led<T: Send + 'static>(
        &self,
        lead: impl FnOnce() -> T + Send + 'static,
        work: impl FnOnce(),
        at_once: bool,
    ) -> Option<T> {
        let lead = Arc::new(Mutex::new(Some(lead)));
        let thread = Arc::new(Mutex::new(None));
        let start = {
            let (lead, thread) = (Arc::clone(&lead), Arc::clone(&thread));
            move || {
                let leader = Builder::new().name("lead".to_owned());
                // If there is no room for one more thread, it is done afterwards.
                *held(&thread) = leader.spawn(move || Some(held(&lead).take()?())).ok();
            }
        };
        match at_once {
            true => start(),
            false => self.cancel.set_alarm(Instant::now() + UNWATCHED, start),
        }
        work();
        self.cancel.clear_alarm();
        let thread = held(&thread).take();
        match thread {
            Some(thread) => thread.join().ok().flatten(),
            None => Some(held(&lead).take()?()),
        }
    }

    /// Runs the jobs one after the other on this thread, under the watch of another one, until one is conclusive.
    fn watched(&self, mut jobs: Vec<Job>) -> Vec<Report> {
        let hunting = jobs.iter().all(|job| matches!(job, Job::Hunt(..)));
        jobs.reverse();
        let jobs: Jobs = Arc::new(Mutex::new(jobs));
        let (sender, reports) = mpsc::channel();
        let (task, waiting) = (self.clone(), Arc::clone(&jobs));
        let watch = move || {
            let mut all = Vec::new();
            let mut ended = None;
            loop {
                match task.next(&reports, None, hunting, &mut ended) {
                    Heard::Report(report) => {
                        if is_conclusive(&report.outcome) {
                            held(&waiting).clear();
                        }
                        all.push(*report);
                    }
                    Heard::Nothing => {}
                    Heard::AllHaveEnded => break,
                }
            }
            (all, ended)
        };
        // Hunters do not ask whether everything is over, but whether the hunt is.
        let watched = self.led(watch, || self.work(&jobs, &{ sender }), hunting);
        let (mut all, ended) = watched.unwrap_or_default();
        if let Some(kind) = ended {
            for report in &mut all {
                explain(&mut report.outcome, kind);
            }
        }
        all
    }

    fn hunters_alone(&self) -> Answer {
        let jobs = vec![
            Job::Hunt(Config::breadth_first(), 0.6),
            Job::Hunt(Config::short_paths(), 0.3),
            Job::Hunt(Config::long_paths(), 1.0),
        ];
        let mut reports = self.watched(jobs);
        let disagreements: Vec<Disagreement> =
            reports.iter_mut().flat_map(|r| r.disagreements.drain(..)).collect();
        let best = reports.iter().position(|r| is_conclusive(&r.outcome)).unwrap_or(0);
        let report = if reports.is_empty() { no_report() } else { reports.swap_remove(best) };
        Answer { outcome: report.outcome, disagreements }
    }

    /// All of them.
    fn party(&self) -> Answer {
        let executed = self.perform(&Job::Execute(Extent::Steps(FIRST_STEPS))).outcome;
        let further = match &executed.verdict {
            Verdict::Proved(_) | Verdict::Violated => {
                return Answer { outcome: executed, disagreements: Vec::new() };
            }
            Verdict::Unknown(reason) => match reason.kind {
                UnknownKind::StepBudget if self.steps > FIRST_STEPS => {
                    Some(Job::Execute(Extent::Steps(BRIEF_STEPS)))
                }
                UnknownKind::Nondeterminism | UnknownKind::UndefinedBehaviour => {
                    Some(Job::ExecuteInPlace(Extent::Steps(BRIEF_STEPS)))
                }
                _ => None,
            },
        };
        let mut pending = vec![
            Job::Hunt(Config::long_paths(), 1.0),
            Job::Hunt(Config::breadth_first(), if cores() > 2 { 1.0 } else { 0.75 }),
            Job::Hunt(Config::short_paths(), 0.12),
        ];
        pending.extend(further);
        let hunting: Jobs = Arc::new(Mutex::new(pending));
        let (sender, reports) = mpsc::channel();
        let hunters = sender.clone();
        let verify = Mutex::new(vec![Job::Verify]);
        let (task, begin) = (self.clone(), Instant::now());
        let lead = move || task.lead(&hunting, hunters, &reports, begin);
        let led = self.led(lead, || self.work(&verify, &{ sender }), false);
        let (all, ended) = led.unwrap_or_default();
        conclude(all, executed, ended)
    }

    /// Waits for the verifier, and sends the hunters out when it takes its time.
    fn lead(
        &self,
        hunting: &Jobs,
        sender: Sender<Report>,
        reports: &Receiver<Report>,
        begin: Instant,
    ) -> (Vec<Report>, Option<UnknownKind>) {
        let mut all: Vec<Report> = Vec::new();
        let mut ended = None;
        let mut verified = false;
        let take = |heard: Heard, all: &mut Vec<Report>, verified: &mut bool| {
            let Heard::Report(report) = heard else { return false };
            if report.job == "smg" {
                *verified = true;
                self.pace.iter().for_each(|pace| pace.lift());
            }
            let done = is_conclusive(&report.outcome);
            all.push(*report);
            done
        };
        let until = Some(begin + HEAD_START);
        let mut done = take(self.next(reports, until, false, &mut ended), &mut all, &mut verified);
        let mut sender = Some(sender);
        if let (Some(first), false, None) = (&sender, done, ended) {
            let cores = cores();
            // One thread per core; the verifier has one of them as long as it runs.
            let workers = if verified { cores } else { cores.saturating_sub(1) }.max(1);
            self.start(hunting.clone(), first);
            // What the first hunter finds at once, it finds in every run of the same program.
            let until = Some(Instant::now() + HEAD_START * 3);
            if workers > 1 {
                done = take(self.next(reports, until, verified, &mut ended), &mut all, &mut verified);
            }
            if !done && ended.is_none() {
                for _ in 1..workers {
                    self.start(hunting.clone(), first);
                }
            }
            let mut replaced = verified;
            if replaced {
                sender = None;
            }
            // Once everybody is told to end, only the verifier still has something to say: what it found so far.
            while !done && !(ended.is_some() && verified) {
                let heard = self.next(reports, None, verified, &mut ended);
                if matches!(heard, Heard::AllHaveEnded) {
                    break;
                }
                done = take(heard, &mut all, &mut verified);
                if verified && !replaced && !done {
                    replaced = true;
                    if let Some(sender) = &sender {
                        self.start(hunting.clone(), sender);
                    }
                    sender = None;
                }
            }
        }
        drop(sender);
        self.end();
        held(hunting).clear();
        // What the others have to say by now still counts: they must not contradict the winner.
        while let Ok(report) = reports.recv_timeout(Duration::from_millis(1)) {
            all.push(report);
        }
        (all, ended)
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, |n| n.get())
}

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|e| e.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_without_main_has_an_answer_from_every_engine() {
        let program = empty();
        let properties: PropertySet = verdict::Property::DEFAULT.into_iter().collect();
        for engine in [Engine::Auto, Engine::Interp, Engine::Smg, Engine::Hunt] {
            let options = Options { engine, ..Options::default() };
            let answer = decide(&Arc::new(program.clone()), properties, &options, &Budget::default());
            let Verdict::Unknown(reason) = &answer.outcome.verdict else { panic!("{answer:?}") };
            assert_eq!(reason.kind, UnknownKind::NothingToCheck, "{engine:?}");
        }
    }

    fn empty() -> Program {
        Program {
            model: ir::DataModel::Lp64,
            names: base::Interner::new(),
            types: base::IndexVec::new(),
            globals: base::IndexVec::new(),
            functions: base::IndexVec::new(),
            entry: None,
        }
    }
}
