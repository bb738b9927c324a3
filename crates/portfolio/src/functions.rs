//! Functions one by one, for code without a `main`: each is checked for every heap and every argument that its inferred precondition
//! allows, and whatever is reported was seen in a run of a harness.

use crate::replay::Replay;
use ::engine::{AnalysisOptions, Budget, Candidate, Confirm, Confirmation, Task};
use base::{Idx, Span};
use engine_sl::{Exported, FunctionTask, RunHarness, check_function};
use facts::Facts;
use ir::{Callee, FuncId, Program, TerminatorKind};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use verdict::{
    Assumption, Certificate, FunctionAnswer, FunctionResult, Outcome, PropertySet, Stats, UnknownKind,
    UnknownReason, Verdict,
};

/// No function gets more time than this, however much there is.
const MOST_TIME: Duration = Duration::from_secs(10);
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
}

/// The answers put together, and a test case for the first violation.
#[derive(Debug)]
pub struct FunctionsAnswer {
    pub outcome: Outcome,
    pub exported: Option<(FuncId, Exported)>,
}

/// Runs harnesses on the concrete machine.
struct Machine<'a> {
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
        let replay = Replay { task: &task, engine: "sl", budget: self.budget, disagreements: &disagreements };
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

/// Checks the functions in the order of their definition.
pub fn check_functions(task: &FunctionsTask<'_>, budget: &Budget<'_>) -> FunctionsAnswer {
    let program = task.program;
    let facts = Facts::new(program);
    let called = called(program);
    let (mut findings, mut assumptions, mut functions) = (Vec::new(), Vec::new(), Vec::new());
    let (mut states, mut steps) = (0, 0);
    let mut first_unknown: Option<UnknownReason> = None;
    let mut exported = None;
    for (index, &function) in task.functions.iter().enumerate() {
        let now = Instant::now();
        let rest = budget.deadline.map(|deadline| deadline.saturating_duration_since(now));
        let share = rest.map_or(MOST_TIME, |rest| rest / (task.functions.len() - index) as u32 * 2);
        let most = rest.map_or(MOST_TIME, |rest| rest.min(MOST_TIME));
        let time = share.max(LEAST_TIME).min(most);
        let own = Budget { deadline: Some(now + time), ..*budget };
        let one = FunctionTask {
            facts: &facts,
            function,
            properties: task.properties,
            options: task.options.clone(),
            library: &task.library,
            internal: called[function.index()],
        };
        let machine = Machine { properties: task.properties, options: &task.options, budget: own };
        let report = check_function(&one, own, &machine);
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
            result,
            requires: report.requires,
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
    let stats = Stats { engine: "sl", steps, states, ..Stats::default() };
    let outcome =
        Outcome { functions, assumptions, stats, ..Outcome::new(task.properties, verdict, findings) };
    FunctionsAnswer { outcome, exported }
}
