//! A piece of work, and who does it.

use crate::conclude::{Report, explain, internal, is_conclusive, is_unfinished, unknown};
use crate::options::{Engine, Options};
use crate::replay;
use absint::Budget;
use base::Cancel;
use engine_hunt::{Config, Pace};
use interp::{Discard, Exit, Inputs};
use ir::Program;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use verdict::{Certificate, Outcome, PropertySet, Stats, UnknownKind, Verdict};

/// The part of the memory that the program of a concrete run may take while others work.
const EXECUTION_PART: u64 = 3;
/// How much later than whoever watches the time a hunter looks itself.
const LATER: Duration = Duration::from_millis(20);

/// A piece of work for one thread.
#[derive(Clone, Debug)]
pub(crate) enum Job {
    Execute(Extent),
    /// A run in which the blocks lie where the machine puts them: what goes wrong there goes wrong, but the end of such a
    /// run proves nothing.
    ExecuteInPlace(Extent),
    Verify,
    /// With the part of the remaining time that it may take.
    Hunt(Config, f64),
}

/// How far a concrete run goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// So many steps; one that is not over by then begins again later.
    Steps(u64),
    /// To its end.
    Whole,
}

impl Job {
    /// What is left to do when the budget of steps ended the job.
    pub(crate) fn rest(&self) -> Option<Job> {
        match self {
            Job::Execute(Extent::Steps(_)) => Some(Job::Execute(Extent::Whole)),
            Job::ExecuteInPlace(Extent::Steps(_)) => Some(Job::ExecuteInPlace(Extent::Whole)),
            _ => None,
        }
    }
}

/// What everybody works on; clones share it.
#[derive(Clone)]
pub(crate) struct Task {
    pub(crate) program: Arc<Program>,
    pub(crate) properties: PropertySet,
    pub(crate) options: Options,
    pub(crate) steps: u64,
    pub(crate) deadline: Option<Instant>,
    pub(crate) memory: u64,
    pub(crate) cancel: Arc<Cancel>,
    /// The answer is due, and the process ends with it.
    pub(crate) leaving: Option<Arc<AtomicBool>>,
    pub(crate) reins: Reins,
    pub(crate) pace: Option<Arc<Pace>>,
}

/// Ends some of the engines.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reins {
    /// The hunter that goes breadth-first, and keeps all paths that are not finished.
    pub(crate) wide: Arc<Cancel>,
    /// Everybody but the verifier; implies the other one.
    pub(crate) hunters: Arc<Cancel>,
}

impl Reins {
    pub(crate) fn stop_wide(&self) {
        self.wide.cancel();
    }
    pub(crate) fn stop_hunters(&self) {
        self.stop_wide();
        self.hunters.cancel();
    }
    /// Whether this job is to end before its time.
    pub(crate) fn stops(&self, job: &Job) -> bool {
        match job {
            Job::Verify => false,
            Job::Execute(_) | Job::ExecuteInPlace(_) => self.hunters.is_cancelled(),
            Job::Hunt(config, _) => self.of(config).is_cancelled(),
        }
    }
    pub(crate) fn of(&self, config: &Config) -> &Arc<Cancel> {
        match config.order {
            absint::Order::BreadthFirst => &self.wide,
            _ => &self.hunters,
        }
    }
}

impl Task {
    pub(crate) fn limits(&self) -> Budget<'_> {
        Budget {
            steps: self.steps,
            deadline: self.deadline,
            memory: self.memory,
            cancel: Some(&self.cancel),
            leaving: self.leaving.as_ref(),
        }
    }

    pub(crate) fn machine_options(&self) -> interp::Options {
        interp::Options {
            malloc_may_fail: self.options.malloc_may_fail,
            strict_externals: self.options.strict_externals,
            lost_with_scope: self.options.lost_with_scope,
            ..interp::Options::check(self.properties)
        }
    }

    /// The concrete machine.
    pub(crate) fn execute(&self, extent: Extent) -> Outcome {
        let mut limits = match self.options.engine {
            Engine::Auto => self.beside_others(),
            _ => self.limits(),
        };
        limits.steps = self.steps_of(extent);
        interp::check(&self.program, self.properties, &self.machine_options(), &limits)
    }

    /// Runs without inputs, with blocks at addresses of their own and at those of freed blocks.
    pub(crate) fn execute_in_place(&self, extent: Extent) -> Outcome {
        let first = self.execute_with_addresses(extent, false);
        if is_conclusive(&first) || is_unfinished(&first) {
            return first;
        }
        let second = self.execute_with_addresses(extent, true);
        if is_conclusive(&second) { second } else { first }
    }

    pub(crate) fn execute_with_addresses(&self, extent: Extent, reuse_addresses: bool) -> Outcome {
        let options = interp::Options { reuse_addresses, ..self.machine_options() };
        let budget = Budget { steps: self.steps_of(extent), ..self.beside_others() };
        let result = interp::run(&self.program, &options, Inputs::Replay(Vec::new()), &mut Discard, &budget);
        let stats =
            Stats { engine: "interp", steps: result.steps, states: 0, peak_objects: result.peak_objects };
        let unfinished =
            matches!(&result.exit, Exit::Unknown(reason) if reason.kind == UnknownKind::StepBudget);
        let findings = match result.exit {
            Exit::Finding(finding) => vec![*finding],
            Exit::Exited(_) | Exit::Aborted(_) => result.leaks,
            Exit::Unknown(_) | Exit::AssumptionFailed(_) => Vec::new(),
        };
        let asked = |f: &verdict::Finding| f.kind.property().is_some_and(|p| self.properties.contains(p));
        if findings.first().is_some_and(asked) {
            return Outcome { verdict: Verdict::Violated, findings, assumptions: result.assumptions, stats };
        }
        let open = match unfinished {
            true => unknown(UnknownKind::StepBudget, "a run takes longer"),
            false => unknown(UnknownKind::Nondeterminism, "what happens depends on inputs or addresses"),
        };
        Outcome { stats, ..open }
    }

    pub(crate) fn steps_of(&self, extent: Extent) -> u64 {
        match extent {
            Extent::Steps(steps) => self.steps.min(steps),
            Extent::Whole => self.steps,
        }
    }

    /// The budget of a concrete run that is not the only engine.
    pub(crate) fn beside_others(&self) -> Budget<'_> {
        let cancel = Some(&self.reins.hunters);
        Budget { memory: self.memory / EXECUTION_PART, cancel, ..self.limits() }
    }

    /// The shape analysis.
    pub(crate) fn verify(&self) -> Outcome {
        let config = engine_smg::Config {
            malloc_may_fail: self.options.malloc_may_fail,
            strict_externals: self.options.strict_externals,
            sight: self.options.activity.as_ref().map(|activity| Arc::clone(&activity.verifier)),
            ..engine_smg::Config::default()
        };
        let mut outcome =
            engine_smg::verify(&self.program, self.properties, &config, self.limits(), self.options.evidence);
        if let (Verdict::Proved(Certificate::Invariants(list)), engine_smg::Evidence::None) =
            (&mut outcome.verdict, self.options.evidence)
        {
            list.clear();
        }
        outcome
    }

    pub(crate) fn hunt(&self, config: &Config, share: f64) -> engine_hunt::Hunt {
        let config = Config {
            malloc_may_fail: self.options.malloc_may_fail,
            strict_externals: self.options.strict_externals,
            sight: self.options.activity.as_ref().map(|activity| Arc::clone(&activity.hunters)),
            pace: self.pace.clone(),
            ..config.clone()
        };
        let now = Instant::now();
        let deadline = match self.deadline {
            // Whoever watches the time ends this one; it looks itself in case that nobody does.
            Some(deadline) if share >= 1.0 => Some(deadline + LATER),
            Some(deadline) => Some(now + deadline.saturating_duration_since(now).mul_f64(share)),
            None if share < 1.0 => Some(now + Duration::from_secs(20).mul_f64(share)),
            None => None,
        };
        let limits = Budget { deadline, cancel: Some(self.reins.of(&config)), ..self.limits() };
        let options = self.machine_options();
        // What is found may take the time that is left.
        let replays = self.beside_others();
        let mut confirm = |candidate: &engine_hunt::Candidate| {
            replay::confirm(&self.program, &options, &replays, candidate)
        };
        engine_hunt::hunt(&self.program, self.properties, &config, limits, &mut confirm)
    }

    /// Does the work; a panic is an answer, too.
    pub(crate) fn perform(&self, job: &Job) -> Report {
        let name = match job {
            Job::Execute(_) | Job::ExecuteInPlace(_) => "interp",
            Job::Verify => "smg",
            Job::Hunt(..) => "hunt",
        };
        if let Some(activity) = &self.options.activity {
            activity.begins(name);
        }
        let result = catch_unwind(AssertUnwindSafe(|| match job {
            Job::Execute(extent) => (self.execute(*extent), Vec::new()),
            Job::ExecuteInPlace(extent) => (self.execute_in_place(*extent), Vec::new()),
            Job::Verify => (self.verify(), Vec::new()),
            Job::Hunt(config, share) => {
                let hunt = self.hunt(config, *share);
                (hunt.outcome, hunt.disagreements)
            }
        }));
        if let Some(activity) = &self.options.activity {
            activity.ends(name);
        }
        let (mut outcome, disagreements) = result.unwrap_or_else(|payload| {
            let text = match (payload.downcast_ref::<&str>(), payload.downcast_ref::<String>()) {
                (Some(text), _) => (*text).to_owned(),
                (_, Some(text)) => text.clone(),
                _ => "no message".to_owned(),
            };
            (internal(&format!("internal error in the engine {name}: {text}")), Vec::new())
        });
        crate::doubt::weigh(&self.program, &mut outcome);
        if self.reins.stops(job)
            && !self.limits().is_cancelled()
            && matches!(&outcome.verdict, Verdict::Unknown(reason) if reason.kind == UnknownKind::Cancelled)
        {
            explain(&mut outcome, UnknownKind::MemoryBudget);
        }
        Report { job: name, outcome, disagreements }
    }
}
