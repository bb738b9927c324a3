//! Functions one by one, for code without a `main`: each is checked for every heap and every argument that its inferred precondition
//! allows, and whatever is reported was seen in a run of a harness.

use crate::cache::{self, AnswerStore, Contents};
use crate::options::Options;
use crate::plan::Start;
use crate::registry::{Engines, Entry};
use crate::replay::Replay;
use crate::schedule::decide;
use crate::supervise::STACK;
use ::engine::{
    AnalysisOptions, Budget, Candidate, Confirm, Confirmation, Evidence, Exported, FunctionReport,
    FunctionTask, Precondition, RunHarness, Task,
};
use base::{Idx, Span};
use facts::Facts;
use ir::{Callee, FuncId, Program, TerminatorKind};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};
use verdict::{
    Assumption, Certificate, FunctionAnswer, FunctionResult, Outcome, Property, PropertySet, Stats,
    UnknownKind, UnknownReason, Verdict,
};

/// No function gets more time than this, however much there is.
const MOST_TIME: Duration = Duration::from_secs(10);
/// Nor does one precondition take more than this to be proved.
const MOST_PROOF_TIME: Duration = Duration::from_secs(2);
/// The part of a function's time that is left for those proofs.
const PROOF_SHARE: f64 = 0.3;
/// Nor less than this, however many there are, until the time is over.
const LEAST_TIME: Duration = Duration::from_millis(100);

/// What is asked.
#[derive(Clone, Debug)]
pub struct FunctionsTask<'a> {
    pub program: &'a Arc<Program>,
    pub properties: PropertySet,
    pub options: AnalysisOptions,
    pub functions: Vec<FuncId>,
    /// Which functions are of the library, per function of the program.
    pub library: Vec<bool>,
    /// Likewise for variables.
    pub library_globals: Vec<bool>,
    /// So many functions are checked at once.
    pub jobs: usize,
    /// Those that check functions, and who may prove what paths cannot.
    pub engines: Engines,
    /// Where answers of earlier runs are.
    pub store: Option<&'a dyn AnswerStore>,
}

/// The answers put together, and a test case for the first violation.
#[derive(Debug)]
pub struct FunctionsAnswer {
    pub outcome: Outcome,
    pub exported: Option<(FuncId, Exported)>,
}

/// Runs harnesses on the concrete machine.
struct Machine<'a> {
    /// Whose harnesses they are.
    engine: &'static str,
    properties: PropertySet,
    options: &'a AnalysisOptions,
    budget: Budget<'a>,
}

impl RunHarness for Machine<'_> {
    fn run(&self, program: Program, candidate: &Candidate) -> Confirmation {
        debug_assert_eq!(ir::verify(&program), Vec::new());
        let program = Arc::new(program);
        let task = Task::new(&program, self.properties, self.options.clone());
        let disagreements = Mutex::new(Vec::new());
        let replay =
            Replay { task: &task, engine: self.engine, budget: self.budget, disagreements: &disagreements };
        replay.confirm(candidate)
    }
}

/// The functions that others of the program call by name.
fn called(program: &Program) -> Vec<bool> {
    let mut called = vec![false; program.functions.len()];
    for (caller, _, body) in program.bodies() {
        for block in body.blocks.iter() {
            if let TerminatorKind::Call(call) = &block.terminator.kind
                && let Callee::Direct(callee) = call.callee
                && callee != caller
            {
                called[callee.index()] = true;
            }
        }
    }
    called
}

/// Checks one function, in its share of the time that is left for `waiting` of them.
fn check_one(
    task: &FunctionsTask<'_>,
    facts: &Facts<'_>,
    (function, internal): (FuncId, bool),
    waiting: usize,
    budget: &Budget<'_>,
) -> FunctionReport {
    let now = Instant::now();
    let rest = budget.deadline.map(|deadline| deadline.saturating_duration_since(now));
    // In a large program, not even the state at the call is made in no time.
    if rest.is_some_and(|rest| rest.is_zero()) {
        return FunctionReport::failed(UnknownKind::TimeBudget, "the time budget is used up");
    }
    let share = rest.map_or(MOST_TIME, |rest| rest * task.jobs as u32 / waiting.max(1) as u32 * 2);
    let most = rest.map_or(MOST_TIME, |rest| rest.min(MOST_TIME));
    let time = share.max(LEAST_TIME).min(most);
    let own = Budget { deadline: Some(now + time), memory: budget.memory / task.jobs as u64, ..*budget };
    let one = FunctionTask {
        facts,
        function,
        properties: task.properties,
        options: task.options.clone(),
        library: &task.library,
        library_globals: &task.library_globals,
        internal,
    };
    let Some((engine, checker)) = task.engines.function_checker() else {
        return FunctionReport::failed(UnknownKind::Unsupported, "no engine checks functions on their own");
    };
    // What is still allocated at the end is the harness's, too.
    let with_proofs = !task.properties.contains(Property::ValidMemcleanup);
    let search = if with_proofs { time.mul_f64(1.0 - PROOF_SHARE) } else { time };
    let own = Budget { deadline: Some(now + search), ..own };
    let machine = Machine { engine, properties: task.properties, options: &task.options, budget: own };
    let mut report = checker.check_function(&one, own, &machine);
    let candidates = std::mem::take(&mut report.preconditions);
    if with_proofs {
        prove_by_precondition(task, &one, candidates, time.min(MOST_PROOF_TIME), budget, &mut report);
    }
    report
}

/// Tries to prove the function from preconditions with predicates. The engine that leads is asked; its proof is checked again.
fn prove_by_precondition(
    task: &FunctionsTask<'_>,
    one: &FunctionTask<'_>,
    candidates: Vec<Arc<dyn Precondition>>,
    time: Duration,
    budget: &Budget<'_>,
    report: &mut FunctionReport,
) {
    let leads = |entry: &&Entry| entry.plan.iter().any(|phase| phase.start == Start::Lead);
    let entries: Vec<Entry> = task.engines.entries().iter().filter(leads).copied().collect();
    if entries.is_empty() {
        return;
    }
    let evidence = Evidence { recheck: true, ..Evidence::default() };
    let options = Options { engines: Engines::of(entries), evidence, ..Options::default() };
    for candidate in candidates {
        let now = Instant::now();
        let latest = budget.deadline.map_or(now + time, |deadline| deadline.min(now + time));
        if latest <= now {
            return;
        }
        let own = Budget { deadline: Some(latest), memory: budget.memory / task.jobs as u64, ..*budget };
        let Some(program) = candidate.program(one) else { continue };
        debug_assert_eq!(ir::verify(&program), Vec::new());
        let asked = Task::new(&Arc::new(program), task.properties, task.options.clone());
        let outcome = decide(&asked, &options, &own).outcome;
        if let Verdict::Proved(_) = outcome.verdict() {
            report.unknown = None;
            report.requires = candidate.requires().to_vec();
            report.assumptions.extend(outcome.assumptions);
            return;
        }
    }
}

/// The time that the user gave, as far as reading the program left it: to the second.
fn round(time: Duration) -> Duration {
    Duration::from_secs((time + Duration::from_millis(999)).as_secs())
}

/// The reports on the functions, in their order; several are checked at once.
fn reports(task: &FunctionsTask<'_>, budget: &Budget<'_>) -> Vec<FunctionReport> {
    let facts = Facts::new(task.program);
    let called = called(task.program);
    // What the user ignores is told by places in the file, which are not part of a function's content.
    let contents = (task.store.is_some() && task.options.ignored.is_none()).then(|| Contents::new(&facts));
    let time = budget.deadline.map(|deadline| round(deadline.saturating_duration_since(Instant::now())));
    let total = task.functions.len();
    let next = AtomicUsize::new(0);
    let reports: Vec<OnceLock<FunctionReport>> = task.functions.iter().map(|_| OnceLock::new()).collect();
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(&function) = task.functions.get(index) else { return };
            let internal = called[function.index()];
            let key = contents.as_ref().map(|contents| contents.key(task, function, internal));
            let kept =
                task.store.zip(key.as_deref()).and_then(|(store, key)| cache::read(&store.get(key)?, time));
            let report = kept.unwrap_or_else(|| {
                let check = || check_one(task, &facts, (function, internal), total - index, budget);
                let report = catch_unwind(AssertUnwindSafe(check)).unwrap_or_else(|payload| {
                    let message = format!("internal error: {}", crate::job::panic_text(&*payload));
                    FunctionReport::failed(UnknownKind::Internal, message)
                });
                if let (Some(store), Some(key), Some(text)) = (task.store, &key, cache::write(&report, time))
                {
                    store.put(key, &text);
                }
                report
            });
            let _ = reports[index].set(report);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..task.jobs.min(total) {
            let thread = std::thread::Builder::new().name("function".to_owned()).stack_size(STACK);
            // If there is no room for one more thread, the others do its work.
            let _ = thread.spawn_scoped(scope, work);
        }
        work();
    });
    reports.into_iter().filter_map(OnceLock::into_inner).collect()
}

/// Gives the program the names and functions that harnesses of these engines use.
pub fn prepare_functions(engines: &Engines, program: &mut Program) {
    if let Some((_, checker)) = engines.function_checker() {
        checker.prepare(program);
    }
}

/// Checks the functions in the order of their definition.
pub fn check_functions(task: &FunctionsTask<'_>, budget: &Budget<'_>) -> FunctionsAnswer {
    let program = task.program;
    let (mut findings, mut assumptions, mut functions) = (Vec::new(), Vec::new(), Vec::new());
    let (mut states, mut steps) = (0, 0);
    let mut first_unknown: Option<UnknownReason> = None;
    let mut exported = None;
    for (&function, report) in task.functions.iter().zip(reports(task, budget)) {
        states += report.states;
        steps += report.steps;
        let result = match (&report.findings[..], report.unknown) {
            ([], None) => FunctionResult::Proved,
            ([], Some((kind, span, message))) => {
                let declared = program.functions[function].span;
                let span = if span.is_none() { declared } else { span };
                first_unknown.get_or_insert(UnknownReason { kind, span, message: message.clone() });
                FunctionResult::Unknown(message)
            }
            _ => FunctionResult::Violated,
        };
        if result == FunctionResult::Violated && exported.is_none() {
            exported = report.exported.map(|e| (function, e));
        }
        for finding in report.findings {
            let known = |f: &verdict::Finding| f.kind == finding.kind && f.span == finding.span;
            if !findings.iter().any(known) {
                findings.push(finding);
            }
        }
        assumptions.extend(report.assumptions);
        functions.push(FunctionAnswer {
            name: program.names.resolve(program.functions[function].name).to_owned(),
            span: program.functions[function].span,
            result,
            requires: report.requires,
            ensures: report.ensures,
        });
    }
    let proved = functions.iter().filter(|f| f.result == FunctionResult::Proved).count();
    let verdict = if !findings.is_empty() {
        Verdict::Violated
    } else if let Some(reason) = first_unknown {
        let message = match functions.len() {
            1 => reason.message,
            n => format!("{} of {n} functions are not decided; the first: {}", n - proved, reason.message),
        };
        Verdict::Unknown(UnknownReason { message, ..reason })
    } else if functions.is_empty() {
        let message = "no function is defined that could be checked".to_owned();
        Verdict::Unknown(UnknownReason { kind: UnknownKind::NothingToCheck, span: Span::NONE, message })
    } else {
        Verdict::Proved(Certificate::ExhaustiveSearch { states, steps })
    };
    if proved > 0 {
        let words = "pointers that a function gets lead to separate live blocks, as large as it says";
        assumptions.push(Assumption::Other(words.to_owned()));
    }
    assumptions.sort_unstable();
    assumptions.dedup();
    let engine = task.engines.function_checker().map_or("", |(engine, _)| engine);
    let stats = Stats { engine, steps, states, ..Stats::default() };
    let outcome =
        Outcome { functions, assumptions, stats, ..Outcome::new(task.properties, verdict, findings) };
    FunctionsAnswer { outcome, exported }
}
