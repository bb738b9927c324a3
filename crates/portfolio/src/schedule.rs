//! Who is asked when.

use crate::conclude::{Report, attempts, conclude, explain, is_conclusive, is_decided, is_unfinished};
use crate::job::{Job, Run};
use crate::options::{Answer, Options};
use crate::plan::{
    AfterFirst, HEAD_START, LEAD_ALONE_PART, MemoryLimit, Start, THROTTLE_PERCENT, THROTTLED, THROTTLED_PART,
};
use crate::registry::Entry;
use crate::supervise::{Event, Jobs, cores, held};
use ::engine::{Budget, Support, Task, Throttle};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use verdict::{Outcome, UnknownKind, Verdict};

/// Asks the engines. Those that are still at work when there is an answer are cancelled, and nobody waits for them.
pub fn decide(task: &Task, options: &Options, limits: &Budget<'_>) -> Answer {
    let mut run = Run::new(task, options, limits);
    let outcome = match options.engines.entries() {
        [] => Outcome::unknown(task.properties, UnknownKind::NothingToCheck, "no engine is asked"),
        [entry] => run.run_alone(*entry),
        several => {
            let can = |entry: &&Entry| !matches!(entry.engine.supports(task), Support::No(_));
            let able: Vec<Entry> = several.iter().filter(can).copied().collect();
            match able.as_slice() {
                [] => run.run_alone(several[0]),
                [entry] => run.run_alone(*entry),
                _ => run.run_all_engines(&able),
            }
        }
    };
    let disagreements = std::mem::take(&mut *held(&run.disagreements));
    Answer { outcome, disagreements }
}

impl Run {
    /// The phases of one engine one after the other on this thread, under the watch of another one, until one is conclusive.
    fn run_alone(&self, entry: Entry) -> Outcome {
        let alone = entry.plan.iter().filter(|phase| phase.share.alone.is_some());
        let mut jobs: Vec<Job> = alone.map(|phase| Job { alone: true, ..Job::new(entry, phase) }).collect();
        let only_searches = jobs.iter().all(|job| job.token() < MemoryLimit::Late);
        jobs.reverse();
        let jobs: Jobs = Arc::new(Mutex::new(jobs));
        let (sender, reports) = mpsc::channel();
        let (run, waiting) = (self.clone(), Arc::clone(&jobs));
        let watch = move || {
            let mut all = Vec::new();
            let mut ended = None;
            loop {
                match run.next_event(&reports, None, only_searches, &mut ended) {
                    Event::Report(report) => {
                        if is_conclusive(&report.outcome) {
                            held(&waiting).clear();
                        }
                        all.push(*report);
                    }
                    Event::Nothing => {}
                    Event::AllHaveEnded => break,
                }
            }
            (all, ended)
        };
        // Searches are asked whether they are cancelled, not whether everything is.
        let watched = self.supervised(watch, |run| run.work(&jobs, &{ sender }), only_searches);
        let (mut all, ended) = watched.unwrap_or_default();
        let best = all.iter().position(|r: &Report| is_conclusive(&r.outcome)).unwrap_or(0);
        if all.is_empty() {
            return Outcome::unknown(self.task.properties, UnknownKind::Internal, "no engine answered");
        }
        let stopped = attempts(all.iter(), ended);
        let mut outcome = all.swap_remove(best).outcome;
        if let Some(kind) = ended {
            explain(&mut outcome, kind);
        }
        if !is_conclusive(&outcome) {
            outcome.attempts = stopped;
        }
        outcome
    }

    /// The first phases, then the lead, then all others beside it.
    fn run_all_engines(&mut self, entries: &[Entry]) -> Outcome {
        let mut first: Vec<Report> = Vec::new();
        let mut lead: Option<Job> = None;
        let mut beside: Vec<(u8, Job)> = Vec::new();
        for &entry in entries {
            let mut kind = None;
            for phase in entry.plan {
                let job = Job::new(entry, phase);
                match phase.start {
                    Start::First => {
                        let report = self.perform(&job);
                        if is_conclusive(&report.outcome) {
                            return report.outcome;
                        }
                        kind = Some(ending(&report.outcome, self.steps > job.steps()));
                        first.push(report);
                    }
                    Start::Lead if lead.is_none() => lead = Some(job),
                    Start::Lead => beside.push((0, job)),
                    Start::Beside { rank, after } if after == AfterFirst::Any || kind == Some(after) => {
                        beside.push((rank, job));
                    }
                    Start::Beside { .. } => {}
                }
            }
        }
        // The last one is taken first.
        beside.sort_by_key(|(rank, _)| std::cmp::Reverse(*rank));
        if lead.is_some() {
            let rest = self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            let throttled = rest.map_or(THROTTLED, |rest| THROTTLED.min(rest / THROTTLED_PART));
            self.throttle = Some(Arc::new(Throttle::after(HEAD_START, THROTTLE_PERCENT, throttled)));
        }
        let jobs: Jobs = Arc::new(Mutex::new(beside.into_iter().map(|(_, job)| job).collect()));
        let (sender, reports) = mpsc::channel();
        let workers = sender.clone();
        let has_lead = lead.is_some();
        let lead = Mutex::new(lead.into_iter().collect());
        let (run, begin) = (self.clone(), Instant::now());
        let supervisor = move || run.coordinate(&jobs, workers, &reports, begin, has_lead);
        let led = self.supervised(supervisor, |run| run.work(&lead, &{ sender }), false);
        let (all, ended) = led.unwrap_or_default();
        conclude(self.task.properties, all, first, ended)
    }

    /// Waits for the lead, and starts the others when it takes its time.
    fn coordinate(
        &self,
        jobs: &Jobs,
        sender: Sender<Report>,
        reports: &Receiver<Report>,
        begin: Instant,
        has_lead: bool,
    ) -> (Vec<Report>, Option<UnknownKind>) {
        let asked = self.task.properties;
        let mut all: Vec<Report> = Vec::new();
        let mut ended = None;
        let mut lead_ended = !has_lead;
        let take = |event: Event, all: &mut Vec<Report>, lead_ended: &mut bool| {
            let Event::Report(report) = event else { return false };
            if report.is_lead {
                *lead_ended = true;
                self.throttle.iter().for_each(|throttle| throttle.lift());
            }
            all.push(*report);
            is_decided(asked, all)
        };
        let mut done = false;
        if has_lead {
            let until = Some(begin + HEAD_START);
            done = take(self.next_event(reports, until, false, &mut ended), &mut all, &mut lead_ended);
        }
        let mut sender = Some(sender);
        if let (Some(first), false, None) = (&sender, done, ended) {
            let cores = cores();
            // One thread per core; the lead has one of them as long as it runs.
            let workers = if lead_ended { cores } else { cores.saturating_sub(1) }.max(1);
            self.start_worker(jobs.clone(), first);
            // What the first search finds at once, it finds in every run of the same program.
            let until = Some(Instant::now() + HEAD_START * 3);
            if workers > 1 {
                done =
                    take(self.next_event(reports, until, lead_ended, &mut ended), &mut all, &mut lead_ended);
            }
            if !done && ended.is_none() {
                for _ in 1..workers {
                    self.start_worker(jobs.clone(), first);
                }
            }
            let mut replaced = lead_ended;
            if replaced {
                sender = None;
            }
            let rest = self.deadline.map(|deadline| deadline.saturating_duration_since(begin));
            let mut late = rest.map(|rest| begin + rest / LEAD_ALONE_PART).filter(|_| !lead_ended);
            // Once everybody is cancelled, only the lead still has something to say: what it found so far.
            while !done && !(ended.is_some() && lead_ended) {
                let event = self.next_event(reports, late, lead_ended, &mut ended);
                if matches!(event, Event::AllHaveEnded) {
                    break;
                }
                done = take(event, &mut all, &mut lead_ended);
                let is_late = late.is_some_and(|late| Instant::now() >= late);
                if is_late {
                    late = None;
                }
                if (lead_ended || is_late) && !replaced && !done {
                    replaced = true;
                    if let Some(sender) = &sender {
                        self.start_worker(jobs.clone(), sender);
                    }
                    sender = None;
                }
            }
        }
        drop(sender);
        self.cancel_all();
        held(jobs).clear();
        // What the others have to say by now still counts: they must not contradict the winner.
        while let Ok(report) = reports.recv_timeout(Duration::from_millis(1)) {
            all.push(report);
        }
        (all, ended)
    }
}

/// How a first phase ended, for the phases that depend on it.
fn ending(outcome: &Outcome, may_take_more_steps: bool) -> AfterFirst {
    match outcome.verdict() {
        _ if is_unfinished(outcome) && may_take_more_steps => AfterFirst::OutOfSteps,
        Verdict::Unknown(reason)
            if matches!(
                reason.kind,
                UnknownKind::Nondeterminism | UnknownKind::UndefinedBehaviour | UnknownKind::AfterIgnored
            ) =>
        {
            AfterFirst::MetInputs
        }
        _ => AfterFirst::Any,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::Engines;
    use ::engine::AnalysisOptions;
    use ir::Program;

    #[test]
    fn a_program_without_main_has_an_answer_from_every_engine() {
        let program = Program {
            model: ir::DataModel::Lp64,
            names: base::Interner::new(),
            types: base::IndexVec::new(),
            globals: base::IndexVec::new(),
            functions: base::IndexVec::new(),
            entry: None,
        };
        let properties = verdict::Property::DEFAULT.into_iter().collect();
        let task = Task::new(&Arc::new(program), properties, AnalysisOptions::default());
        for name in Engines::names().chain(["auto", "interp,hunt", "interp,smg"]) {
            let options = Options { engines: Engines::parse(name).unwrap(), ..Options::default() };
            let answer = decide(&task, &options, &Budget::default());
            let Verdict::Unknown(reason) = answer.outcome.verdict() else { panic!("{answer:?}") };
            assert_eq!(reason.kind, UnknownKind::NothingToCheck, "{name}");
        }
    }
}
