//! The machine as an engine: it decides programs that have one run, and finds what goes wrong in a run with given inputs.

use crate::options::{Discard, Exit, Inputs, Mode, Options};
use crate::run::run;
use ::engine::{About, Budget, Context, Engine, Roles, Support, Task};
use ir::Program;
use verdict::{Certificate, Finding, Outcome, PropertySet, Stats, UnknownKind, UnknownReason, Verdict};

/// The concrete machine.
#[derive(Clone, Copy, Debug)]
pub struct ConcreteMachine;

impl ConcreteMachine {
    /// The only run, if the program reads no input.
    pub const ONLY_RUN: usize = 0;
    /// Runs in which all inputs are alike and the blocks lie where the machine puts them: what goes wrong there goes wrong, but
    /// the end of such a run proves nothing.
    pub const SAME_INPUTS: usize = 1;
}

/// A run with ones or the greatest numbers for inputs that takes longer shows nothing new, mostly: it waits for a number that does not come.
const MOST_STEPS: u64 = 30_000_000;

impl Engine for ConcreteMachine {
    fn about(&self) -> &'static About {
        const ABOUT: About = About {
            stages: &["only-run", "same-inputs"],
            ..About::new(
                "interp",
                "the concrete machine: decides programs that read no input by executing them",
                Roles::DECIDES,
            )
        };
        &ABOUT
    }

    fn supports(&self, task: &Task) -> Support {
        task.needs_whole_program()
    }

    fn run(&self, task: &Task, context: &Context<'_>) -> Outcome {
        let options = Options::of_task(task);
        match context.stage {
            ConcreteMachine::SAME_INPUTS => run_with_same_inputs(task, &options, &context.budget),
            _ => check(task.program(), task.properties, &options, &context.budget),
        }
    }
}

impl Options {
    /// The options under which a run shows what a task asks.
    pub fn of_task(task: &Task) -> Options {
        Options { analysis: task.options.clone(), ..Options::check(task.properties) }
    }
}

/// Decides a program without nondeterminism by executing it. The first input that it needs makes the answer unknown.
pub fn check(program: &Program, properties: PropertySet, options: &Options, budget: &Budget<'_>) -> Outcome {
    let options = Options { mode: Mode::Check(properties), args: None, ..options.clone() };
    let result = run(program, &options, Inputs::None, &mut Discard, budget);
    let proved = || Verdict::Proved(Certificate::ExhaustiveExecution { steps: result.steps });
    let leaks = options.without_ignored(result.leaks);
    let (verdict, findings) = match result.exit {
        Exit::Finding(finding) => (Verdict::Violated, vec![*finding]),
        Exit::Unknown(reason) => (Verdict::Unknown(reason), leaks),
        Exit::Exited(_) | Exit::Aborted(_) if !leaks.is_empty() => (Verdict::Violated, leaks),
        Exit::Exited(_) | Exit::Aborted(_) | Exit::AssumptionFailed(_) => (proved(), Vec::new()),
    };
    Outcome {
        assumptions: result.assumptions,
        stats: stats(result.steps, result.peak_objects),
        ..Outcome::new(properties, verdict, findings)
    }
}

fn stats(steps: u64, peak_objects: u64) -> Stats {
    Stats { engine: ConcreteMachine.name(), steps, states: 0, peak_objects, questions: None }
}

/// What a run reads for each input.
#[derive(Clone, Copy)]
enum SameInput {
    Zero,
    One,
    Greatest,
}

impl SameInput {
    fn inputs(self) -> Inputs<'static> {
        match self {
            SameInput::Zero => Inputs::Replay(Vec::new()),
            SameInput::One => Inputs::Callback(Box::new(|request| Some(1.clamp(request.min, request.max)))),
            SameInput::Greatest => Inputs::Callback(Box::new(|request| Some(request.max))),
        }
    }
}

/// Runs in which all inputs are alike: zeros, with blocks at addresses of their own and at those of freed blocks; then ones and the greatest
/// numbers, which pass loops that end at a zero or go as far as an input says.
fn run_with_same_inputs(task: &Task, options: &Options, budget: &Budget<'_>) -> Outcome {
    let is_unfinished = |outcome: &Outcome| match outcome.verdict() {
        Verdict::Unknown(reason) => Some(reason.kind == UnknownKind::StepBudget),
        _ => None,
    };
    let first = run_once(task, options, budget, SameInput::Zero);
    if is_unfinished(&first) != Some(false) {
        return first;
    }
    let reusing = Options { reuse_addresses: true, ..options.clone() };
    let second = run_once(task, &reusing, budget, SameInput::Zero);
    if is_unfinished(&second).is_none() {
        return second;
    }
    let mut end = first;
    for input in [SameInput::One, SameInput::Greatest] {
        let limited = Budget { steps: budget.steps.min(MOST_STEPS), ..*budget };
        let outcome = run_once(task, options, &limited, input);
        match is_unfinished(&outcome) {
            None => return outcome,
            // It is run again when there is more time.
            Some(true) if budget.steps < MOST_STEPS => end = outcome,
            Some(_) => {}
        }
    }
    end
}

fn run_once(task: &Task, options: &Options, budget: &Budget<'_>, input: SameInput) -> Outcome {
    let result = run(task.program(), options, input.inputs(), &mut Discard, budget);
    let unfinished = matches!(&result.exit, Exit::Unknown(reason) if reason.kind == UnknownKind::StepBudget);
    let findings = match result.exit {
        Exit::Finding(finding) => vec![*finding],
        Exit::Exited(_) | Exit::Aborted(_) => options.without_ignored(result.leaks),
        Exit::Unknown(_) | Exit::AssumptionFailed(_) => Vec::new(),
    };
    let asked = |f: &Finding| f.kind.property().is_some_and(|p| task.properties.contains(p));
    let unknown = |kind, message: &str| {
        let reason = UnknownReason { kind, span: base::Span::NONE, message: message.to_owned() };
        (Verdict::Unknown(reason), Vec::new(), Vec::new())
    };
    let (verdict, findings, assumptions) = match (findings.first().is_some_and(asked), unfinished) {
        (true, _) => (Verdict::Violated, findings, result.assumptions),
        (false, true) => unknown(UnknownKind::StepBudget, "a run takes longer"),
        (false, false) => unknown(UnknownKind::Nondeterminism, "what happens depends on inputs or addresses"),
    };
    Outcome {
        assumptions,
        stats: stats(result.steps, result.peak_objects),
        ..Outcome::new(task.properties, verdict, findings)
    }
}
