//! The schedule.

use crate::replay;
use absint::{Budget, Sight};
use base::Span;
use engine_hunt::{Config, Disagreement, Pace};
use interp::{Discard, Exit, Inputs};
use ir::{FuncId, Program};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::thread::Builder;
use std::time::{Duration, Instant};
use verdict::{Certificate, Outcome, PropertySet, Stats, UnknownKind, UnknownReason, Verdict};

/// Who is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Engine {
    #[default]
    Auto,
    Interp,
    Smg,
    Hunt,
}

/// What the caller wants, and what it knows of the process.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub engine: Engine,
    pub malloc_may_fail: bool,
    pub strict_externals: bool,
    pub evidence: engine_smg::Evidence,
    /// Bytes of memory that the process has in use.
    pub resident: Option<fn() -> Option<u64>>,
    /// Whether the user wants the answer now. Asked only when the work takes longer than an instant.
    pub interrupt: Option<fn() -> bool>,
    /// The process ends with the answer: engines need not take the time to give back what they hold.
    pub leaving: bool,
    pub activity: Option<Arc<Activity>>,
}

/// What goes on, for whoever looks from outside.
#[derive(Debug, Default)]
pub struct Activity {
    running: Mutex<Vec<&'static str>>,
    hunters: Arc<Sight>,
    verifier: Arc<Sight>,
}

impl Activity {
    /// The engines that run.
    pub fn engines(&self) -> Vec<&'static str> {
        let mut all = self.running.lock().unwrap_or_else(|e| e.into_inner()).clone();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// How many states the hunters have looked at, and the function that one of them is in.
    pub fn hunted(&self) -> (u64, Option<FuncId>) {
        (self.hunters.states(), self.hunters.function())
    }

    /// How many states the verifier has looked at, and the function that it is in.
    pub fn verified(&self) -> (u64, Option<FuncId>) {
        (self.verifier.states(), self.verifier.function())
    }

    fn begins(&self, engine: &'static str) {
        self.running.lock().unwrap_or_else(|e| e.into_inner()).push(engine);
    }

    fn ends(&self, engine: &'static str) {
        let mut running = self.running.lock().unwrap_or_else(|e| e.into_inner());
        if let Some(at) = running.iter().position(|r| *r == engine) {
            running.swap_remove(at);
        }
    }
}

#[derive(Clone, Debug)]
pub struct Answer {
    pub outcome: Outcome,
    /// What hunters found and the concrete machine did not: bugs of ours, not of the program.
    pub disagreements: Vec<Disagreement>,
}

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
/// The part of the memory that the program of a concrete run may take while others work.
const EXECUTION_PART: u64 = 3;
/// The pages are committed only when they are touched.
const STACK: usize = 256 << 20;

/// A piece of work for one thread.
#[derive(Clone, Debug)]
enum Job {
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
enum Extent {
    /// So many steps; one that is not over by then begins again later.
    Steps(u64),
    /// To its end.
    Whole,
}

impl Job {
    /// What is left to do when the budget of steps ended the job.
    fn rest(&self) -> Option<Job> {
        match self {
            Job::Execute(Extent::Steps(_)) => Some(Job::Execute(Extent::Whole)),
            Job::ExecuteInPlace(Extent::Steps(_)) => Some(Job::ExecuteInPlace(Extent::Whole)),
            _ => None,
        }
    }
}

#[derive(Debug)]
struct Report {
    job: &'static str,
    outcome: Outcome,
    disagreements: Vec<Disagreement>,
}

/// What came of waiting.
enum Heard {
    Report(Box<Report>),
    /// The time to wait is over, or everybody was just told to end.
    Nothing,
    AllHaveEnded,
}

/// What everybody works on; clones share it.
#[derive(Clone)]
struct Task {
    program: Arc<Program>,
    properties: PropertySet,
    options: Options,
    steps: u64,
    deadline: Option<Instant>,
    memory: u64,
    cancel: Arc<AtomicBool>,
    /// The answer is due, and the process ends with it.
    leaving: Option<Arc<AtomicBool>>,
    reins: Reins,
    pace: Option<Arc<Pace>>,
}

/// Ends some of the engines.
#[derive(Clone, Debug, Default)]
struct Reins {
    /// The hunter that goes breadth-first, and keeps all paths that are not finished.
    wide: Arc<AtomicBool>,
    /// Everybody but the verifier; implies the other one.
    hunters: Arc<AtomicBool>,
}

impl Reins {
    fn stop_wide(&self) {
        self.wide.store(true, Ordering::Relaxed);
    }
    fn stop_hunters(&self) {
        self.stop_wide();
        self.hunters.store(true, Ordering::Relaxed);
    }
    /// Whether this job is to end before its time.
    fn stops(&self, job: &Job) -> bool {
        match job {
            Job::Verify => false,
            Job::Execute(_) | Job::ExecuteInPlace(_) => self.hunters.load(Ordering::Relaxed),
            Job::Hunt(config, _) => self.of(config).load(Ordering::Relaxed),
        }
    }
    fn of(&self, config: &Config) -> &Arc<AtomicBool> {
        match config.order {
            absint::Order::BreadthFirst => &self.wide,
            _ => &self.hunters,
        }
    }
}

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

fn no_report() -> Report {
    Report { job: "none", outcome: internal("no engine answered"), disagreements: Vec::new() }
}

fn internal(message: &str) -> Outcome {
    unknown(UnknownKind::Internal, message)
}

fn unknown(kind: UnknownKind, message: &str) -> Outcome {
    Outcome {
        verdict: Verdict::Unknown(UnknownReason { kind, span: Span::NONE, message: message.to_owned() }),
        findings: Vec::new(),
        assumptions: Vec::new(),
        stats: Stats { engine: "none", ..Stats::default() },
    }
}

fn is_conclusive(outcome: &Outcome) -> bool {
    matches!(outcome.verdict, Verdict::Proved(_) | Verdict::Violated)
}

fn is_unfinished(outcome: &Outcome) -> bool {
    matches!(&outcome.verdict, Verdict::Unknown(reason) if reason.kind == UnknownKind::StepBudget)
}

impl Task {
    fn limits(&self) -> Budget<'_> {
        Budget {
            steps: self.steps,
            deadline: self.deadline,
            memory: self.memory,
            cancel: Some(&self.cancel),
            leaving: self.leaving.as_ref(),
        }
    }

    fn machine_options(&self) -> interp::Options {
        interp::Options {
            malloc_may_fail: self.options.malloc_may_fail,
            strict_externals: self.options.strict_externals,
            ..interp::Options::check(self.properties)
        }
    }

    /// The concrete machine.
    fn execute(&self, extent: Extent) -> Outcome {
        let mut limits = match self.options.engine {
            Engine::Auto => self.beside_others(),
            _ => self.limits(),
        };
        limits.steps = self.steps_of(extent);
        interp::check(&self.program, self.properties, &self.machine_options(), &limits)
    }

    /// Runs without inputs, with blocks at addresses of their own and at those of freed blocks.
    fn execute_in_place(&self, extent: Extent) -> Outcome {
        let first = self.execute_with_addresses(extent, false);
        if is_conclusive(&first) || is_unfinished(&first) {
            return first;
        }
        let second = self.execute_with_addresses(extent, true);
        if is_conclusive(&second) { second } else { first }
    }

    fn execute_with_addresses(&self, extent: Extent, reuse_addresses: bool) -> Outcome {
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

    fn steps_of(&self, extent: Extent) -> u64 {
        match extent {
            Extent::Steps(steps) => self.steps.min(steps),
            Extent::Whole => self.steps,
        }
    }

    /// The budget of a concrete run that is not the only engine.
    fn beside_others(&self) -> Budget<'_> {
        let cancel = Some(&self.reins.hunters);
        Budget { memory: self.memory / EXECUTION_PART, cancel, ..self.limits() }
    }

    /// The shape analysis.
    fn verify(&self) -> Outcome {
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

    fn hunt(&self, config: &Config, share: f64) -> engine_hunt::Hunt {
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
            Some(deadline) if share >= 1.0 => Some(deadline + PULSE * 4),
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
    fn perform(&self, job: &Job) -> Report {
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

    /// Does the jobs one after the other, until there are none or nobody wants to know.
    fn work(&self, jobs: &Mutex<Vec<Job>>, sender: &Sender<Report>) {
        loop {
            let next = jobs.lock().unwrap_or_else(|e| e.into_inner()).pop();
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
                jobs.lock().unwrap_or_else(|e| e.into_inner()).push(rest);
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
        self.cancel.store(true, Ordering::Relaxed);
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

    /// Runs the jobs one after the other on this thread, under the watch of another one, until one is conclusive.
    fn watched(&self, mut jobs: Vec<Job>) -> Vec<Report> {
        let hunting = jobs.iter().all(|job| matches!(job, Job::Hunt(..)));
        jobs.reverse();
        let jobs = Mutex::new(jobs);
        let (sender, reports) = mpsc::channel();
        let jobs = &jobs;
        let watch = move || {
            let mut all = Vec::new();
            let mut ended = None;
            loop {
                match self.next(&reports, None, hunting, &mut ended) {
                    Heard::Report(report) => {
                        if is_conclusive(&report.outcome) {
                            jobs.lock().unwrap_or_else(|e| e.into_inner()).clear();
                        }
                        all.push(*report);
                    }
                    Heard::Nothing => {}
                    Heard::AllHaveEnded => break,
                }
            }
            (all, ended)
        };
        let watched = std::thread::scope(|scope| {
            let watcher = leader().spawn_scoped(scope, watch).ok()?;
            self.work(jobs, &{ sender });
            watcher.join().ok()
        });
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
                UnknownKind::Nondeterminism | UnknownKind::UndefinedBehaviour => Some(Job::ExecuteInPlace(Extent::Steps(BRIEF_STEPS))),
                _ => None,
            },
        };
        let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
        let mut pending = vec![
            Job::Hunt(Config::long_paths(), 1.0),
            Job::Hunt(Config::breadth_first(), if cores > 2 { 1.0 } else { 0.75 }),
            Job::Hunt(Config::short_paths(), 0.12),
        ];
        pending.extend(further);
        let hunting: Jobs = Arc::new(Mutex::new(pending));
        let (sender, reports) = mpsc::channel();
        let hunters = sender.clone();
        let verify = Mutex::new(vec![Job::Verify]);
        let led = std::thread::scope(|scope| {
            let lead = move || self.lead(&hunting, hunters, &reports, cores);
            let leader = leader().spawn_scoped(scope, lead).ok()?;
            self.work(&verify, &{ sender });
            leader.join().ok()
        });
        let (all, ended) = led.unwrap_or_default();
        conclude(all, executed, ended)
    }

    /// Waits for the verifier, and sends the hunters out when it takes its time.
    fn lead(
        &self,
        hunting: &Jobs,
        sender: Sender<Report>,
        reports: &Receiver<Report>,
        cores: usize,
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
        let until = Some(Instant::now() + HEAD_START);
        let mut done = take(self.next(reports, until, false, &mut ended), &mut all, &mut verified);
        let mut sender = Some(sender);
        if let (Some(first), false, None) = (&sender, done, ended) {
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
        hunting.lock().unwrap_or_else(|e| e.into_inner()).clear();
        // What the others have to say by now still counts: they must not contradict the winner.
        while let Ok(report) = reports.recv_timeout(Duration::from_millis(1)) {
            all.push(report);
        }
        (all, ended)
    }
}

/// The thread that leads or watches the work; the work itself stays on the caller's thread, which is the cheapest one
/// to work on: its memory and its stack are there already.
fn leader() -> Builder {
    Builder::new().name("lead".to_owned())
}

type Jobs = Arc<Mutex<Vec<Job>>>;

/// An answer without a conclusion that was ended from outside says why.
fn explain(outcome: &mut Outcome, kind: UnknownKind) {
    if is_conclusive(outcome) {
        return;
    }
    let message = match kind {
        UnknownKind::MemoryBudget => "the memory budget is used up",
        UnknownKind::TimeBudget => "the time budget is used up",
        _ => "interrupted",
    };
    outcome.verdict = Verdict::Unknown(UnknownReason { kind, span: Span::NONE, message: message.to_owned() });
}

/// What the answers mean together.
fn conclude(mut all: Vec<Report>, executed: Outcome, ended: Option<UnknownKind>) -> Answer {
    let disagreements: Vec<Disagreement> = all.iter_mut().flat_map(|r| r.disagreements.drain(..)).collect();
    let proved = all.iter().position(|r| matches!(r.outcome.verdict, Verdict::Proved(_)));
    let violated = all.iter().position(|r| r.outcome.verdict == Verdict::Violated);
    let outcome = match (proved, violated) {
        (Some(proved), Some(violated)) => {
            let (prover, hunter) = (all[proved].job, all[violated].job);
            let finding = all[violated].outcome.findings.first();
            let message = format!(
                "internal disagreement: the engine {prover} has a proof, and the engine {hunter} has a run that \
                 shows {}",
                finding.map_or("a violation", |f| f.kind.name())
            );
            let mut outcome = all.swap_remove(violated).outcome;
            let span = outcome.findings.first().map_or(Span::NONE, |f| f.span);
            outcome.verdict = Verdict::Unknown(UnknownReason { kind: UnknownKind::Internal, span, message });
            outcome
        }
        (Some(one), None) | (None, Some(one)) => all.swap_remove(one).outcome,
        (None, None) => {
            // A run that shows something, if in doubt, or the verifier's possible findings are what the user can look at.
            let shown = all.iter().position(|r| r.job != "smg" && !r.outcome.findings.is_empty());
            let verifier = shown.or_else(|| all.iter().position(|r| r.job == "smg"));
            let mut outcome = match verifier {
                Some(index) => all.swap_remove(index).outcome,
                None => all.pop().map_or(executed, |r| r.outcome),
            };
            if let Some(kind) = ended
                && (outcome.findings.is_empty() || kind == UnknownKind::Cancelled)
            {
                explain(&mut outcome, kind);
            }
            outcome
        }
    };
    Answer { outcome, disagreements }
}

#[cfg(test)]
mod tests {
    use super::*;
    use verdict::{Confidence, Details, Finding, FindingKind, Trace};

    fn report(job: &'static str, verdict: Verdict, findings: Vec<Finding>) -> Report {
        let stats = Stats { engine: job, ..Stats::default() };
        let outcome = Outcome { verdict, findings, assumptions: Vec::new(), stats };
        Report { job, outcome, disagreements: Vec::new() }
    }

    fn finding(confidence: Confidence) -> Finding {
        Finding {
            kind: FindingKind::DoubleFree,
            access: None,
            span: Span::new(3, 4),
            block: None,
            details: Details::default(),
            trace: Trace::default(),
            confidence,
        }
    }

    fn proved() -> Verdict {
        Verdict::Proved(Certificate::Invariants(Vec::new()))
    }

    fn open(kind: UnknownKind) -> Verdict {
        Verdict::Unknown(UnknownReason { kind, span: Span::NONE, message: String::new() })
    }

    #[test]
    fn the_conclusive_answer_counts() {
        let possible =
            report("smg", open(UnknownKind::PossibleFindings), vec![finding(Confidence::Possible)]);
        let confirmed = report("hunt", Verdict::Violated, vec![finding(Confidence::Confirmed)]);
        let answer = conclude(vec![possible, confirmed], internal(""), None);
        assert_eq!(answer.outcome.verdict, Verdict::Violated);
        assert_eq!(answer.outcome.stats.engine, "hunt");
    }

    #[test]
    fn a_proof_and_a_violation_together_are_unknown() {
        let reports = vec![
            report("smg", proved(), Vec::new()),
            report("hunt", Verdict::Violated, vec![finding(Confidence::Confirmed)]),
        ];
        let answer = conclude(reports, internal(""), None);
        let Verdict::Unknown(reason) = &answer.outcome.verdict else { panic!("{answer:?}") };
        assert_eq!(reason.kind, UnknownKind::Internal);
        assert!(reason.message.contains("smg") && reason.message.contains("double-free"));
        assert_eq!(answer.outcome.findings.len(), 1);
    }

    #[test]
    fn possible_findings_are_no_verdict_and_survive_the_end_of_the_budget() {
        let possible =
            || report("smg", open(UnknownKind::PossibleFindings), vec![finding(Confidence::Possible)]);
        let hunted = || report("hunt", open(UnknownKind::Cancelled), Vec::new());
        let answer = conclude(vec![hunted(), possible()], internal(""), Some(UnknownKind::TimeBudget));
        assert_eq!(answer.outcome.findings.len(), 1);
        let Verdict::Unknown(reason) = &answer.outcome.verdict else { panic!("{answer:?}") };
        assert_eq!(reason.kind, UnknownKind::PossibleFindings);
        let answer = conclude(vec![hunted()], internal(""), Some(UnknownKind::MemoryBudget));
        let Verdict::Unknown(reason) = &answer.outcome.verdict else { panic!("{answer:?}") };
        assert_eq!(reason.kind, UnknownKind::MemoryBudget);
    }

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
