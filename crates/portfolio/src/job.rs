//! A piece of work, and who does it.

use crate::conclude::{Report, explain, internal};
use crate::options::Options;
use crate::plan::{MemoryLimit, Phase, UNLIMITED};
use crate::registry::Entry;
use crate::replay::Replay;
use ::engine::{Budget, Context, DelayedStart, Disagreement, Store, Support, Task, Throttle};
use base::Cancel;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use verdict::{Outcome, UnknownKind, Verdict};

/// How much later than the supervisor a throttled engine looks at the deadline itself.
const LATER: Duration = Duration::from_millis(20);

/// A phase of an engine, for one thread.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Job {
    pub(crate) entry: Entry,
    pub(crate) phase: &'static Phase,
    /// No other engine is asked.
    pub(crate) alone: bool,
    /// It goes on without its limit of steps.
    pub(crate) resumed: bool,
}

impl Job {
    pub(crate) fn new(entry: Entry, phase: &'static Phase) -> Job {
        Job { entry, phase, alone: false, resumed: false }
    }

    /// The most steps that it may take.
    pub(crate) fn steps(&self) -> u64 {
        self.phase.steps.filter(|_| !self.alone && !self.resumed).unwrap_or(u64::MAX)
    }

    /// What is left to do when the limit of steps ended the job.
    pub(crate) fn rest(&self) -> Option<Job> {
        (self.phase.resumes_after.is_some() && self.steps() < u64::MAX)
            .then_some(Job { resumed: true, ..*self })
    }

    /// Which cancellation ends it: if nothing else is run at all, it may take all the memory.
    pub(crate) fn token(&self) -> MemoryLimit {
        let alone = self.entry.plan.iter().filter(|phase| phase.share.alone.is_some());
        match self.alone && alone.count() == 1 {
            true => MemoryLimit::Late,
            false => self.phase.memory_limit,
        }
    }
}

/// Ends some of the engines; one per limit of memory, the lower of which the higher ones imply.
#[derive(Clone, Debug, Default)]
pub(crate) struct CancelTokens {
    early: Arc<Cancel>,
    middle: Arc<Cancel>,
    /// Everything.
    all: Arc<Cancel>,
}

impl CancelTokens {
    pub(crate) fn new(all: Option<&Arc<Cancel>>) -> CancelTokens {
        CancelTokens { all: all.cloned().unwrap_or_default(), ..CancelTokens::default() }
    }

    pub(crate) fn of(&self, limit: MemoryLimit) -> &Arc<Cancel> {
        match limit {
            MemoryLimit::Early => &self.early,
            MemoryLimit::Middle => &self.middle,
            MemoryLimit::Late => &self.all,
        }
    }

    pub(crate) fn cancel(&self, limit: MemoryLimit) {
        for lower in MemoryLimit::ALL.into_iter().filter(|lower| *lower <= limit) {
            self.of(lower).cancel();
        }
    }
}

/// What all threads that work on a task share; clones share it, too.
#[derive(Clone)]
pub(crate) struct Run {
    pub(crate) task: Task,
    pub(crate) options: Options,
    pub(crate) steps: u64,
    pub(crate) deadline: Option<Instant>,
    pub(crate) memory: u64,
    pub(crate) tokens: CancelTokens,
    /// The answer is due, and the process exits with it.
    pub(crate) exiting: Option<Arc<AtomicBool>>,
    pub(crate) throttle: Option<Arc<Throttle>>,
    pub(crate) delayed: Option<Arc<DelayedStart>>,
    pub(crate) store: Arc<Store>,
    pub(crate) disagreements: Arc<Mutex<Vec<Disagreement>>>,
}

impl Run {
    pub(crate) fn new(task: &Task, options: &Options, limits: &Budget<'_>) -> Run {
        Run {
            task: task.clone(),
            options: options.clone(),
            steps: limits.steps,
            deadline: limits.deadline,
            memory: limits.memory,
            tokens: CancelTokens::new(limits.cancel),
            exiting: options.exits_with_answer.then(Arc::default),
            throttle: None,
            delayed: None,
            store: Arc::default(),
            disagreements: Arc::default(),
        }
    }

    pub(crate) fn limits(&self) -> Budget<'_> {
        Budget {
            steps: self.steps,
            deadline: self.deadline,
            memory: self.memory,
            cancel: Some(self.tokens.of(MemoryLimit::Late)),
            exiting: self.exiting.as_ref(),
            delayed: self.delayed.as_deref(),
        }
    }

    /// Whether the job is to end before its time.
    pub(crate) fn is_cancelled(&self, job: &Job) -> bool {
        self.tokens.of(job.token()).is_cancelled()
    }

    pub(crate) fn budget(&self, job: &Job) -> Budget<'_> {
        // The system is asked for the number of cores only where it matters: that takes a tenth of a short run.
        let share = match job.alone {
            true => job.phase.share.alone.unwrap_or(1.0),
            false if crate::supervise::cores() > 2 => job.phase.share.many_cores,
            false => job.phase.share.beside,
        };
        let now = Instant::now();
        let deadline = match self.deadline {
            // The supervisor ends a throttled engine; it looks itself in case that nobody does.
            Some(deadline) if share >= 1.0 && job.phase.throttled => Some(deadline + LATER),
            Some(deadline) if share >= 1.0 => Some(deadline),
            Some(deadline) => Some(now + deadline.saturating_duration_since(now).mul_f64(share)),
            None if share < 1.0 => Some(now + UNLIMITED.mul_f64(share)),
            None => None,
        };
        Budget {
            steps: self.steps.min(job.steps()),
            deadline,
            memory: if job.alone { self.memory } else { self.memory / job.phase.memory_divisor.max(1) },
            cancel: Some(self.tokens.of(job.token())),
            ..self.limits()
        }
    }

    /// The budget of a concrete run that confirms a candidate: it may take the time that is left.
    fn replay_budget(&self) -> Budget<'_> {
        Budget { memory: self.memory / 3, cancel: Some(self.tokens.of(MemoryLimit::Middle)), ..self.limits() }
    }

    /// Does the work; a panic is an answer, too.
    pub(crate) fn perform(&self, job: &Job) -> Report {
        let Job { entry, phase, .. } = job;
        let name = entry.engine.name();
        let activity = self.options.activity.as_ref();
        let counters = activity.map(|activity| activity.begin(entry));
        let result = catch_unwind(AssertUnwindSafe(|| self.run(job, counters.as_ref())));
        if let Some(activity) = activity {
            activity.end(entry);
        }
        let mut outcome = result.unwrap_or_else(|payload| {
            let text = panic_text(&*payload);
            internal(self.task.properties, &format!("internal error in the engine {name}: {text}"))
        });
        crate::invented::downgrade(self.task.program(), &mut outcome);
        if self.is_cancelled(job)
            && !self.limits().is_cancelled()
            && matches!(outcome.verdict(), Verdict::Unknown(reason) if reason.kind == UnknownKind::Cancelled)
        {
            explain(&mut outcome, UnknownKind::MemoryBudget);
        }
        let is_lead = phase.start == crate::plan::Start::Lead;
        Report { engine: entry.engine, is_lead, outcome }
    }

    fn run(&self, job: &Job, progress: Option<&Arc<::engine::ProgressCounters>>) -> Outcome {
        let engine = job.entry.engine;
        if let Support::No(reasons) = engine.supports(&self.task) {
            let message =
                format!("the engine {} is not for this task: {}", engine.name(), reasons.join("; "));
            return Outcome::unknown(self.task.properties, UnknownKind::Unsupported, message);
        }
        let replay = Replay {
            task: &self.task,
            engine: engine.name(),
            budget: self.replay_budget(),
            disagreements: &self.disagreements,
        };
        let outcome = engine.run(
            &self.task,
            &Context {
                stage: job.phase.stage,
                budget: self.budget(job),
                progress,
                throttle: self.throttle.as_ref().filter(|_| job.phase.throttled),
                evidence: &self.options.evidence,
                confirm: &replay,
                store: &self.store,
            },
        );
        outcome.lemmas.iter().for_each(|lemma| self.store.add_lemma(lemma.clone()));
        outcome.contracts.iter().for_each(|contract| self.store.add_contract(contract.clone()));
        outcome
    }
}

/// What a panic says.
pub(crate) fn panic_text(payload: &(dyn std::any::Any + Send)) -> String {
    match (payload.downcast_ref::<&str>(), payload.downcast_ref::<String>()) {
        (Some(text), _) => (*text).to_owned(),
        (_, Some(text)) => text.clone(),
        _ => "no message".to_owned(),
    }
}
