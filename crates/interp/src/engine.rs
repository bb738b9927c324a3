//! The machine as an engine: it decides programs that have one run, and finds what goes wrong in a run with given inputs.

use crate::machine::next_random;
use crate::options::{Discard, Exit, Inputs, Mode, Options};
use crate::run::run;
use ::engine::{About, Budget, Context, Engine, Roles, Support, Task};
use ir::{FunctionBody, Intrinsic, Program, Scalar, TypeKind};
use verdict::{Certificate, Finding, Outcome, PropertySet, Stats, UnknownKind, UnknownReason, Verdict};

/// The concrete machine.
#[derive(Clone, Copy, Debug)]
pub struct ConcreteMachine;

impl ConcreteMachine {
    /// The only run, if the program reads no input.
    pub const ONLY_RUN: usize = 0;
    /// Runs in which all inputs are alike, or the standard input is one of a few texts, and the blocks lie where the machine puts
    /// them: what goes wrong there goes wrong, but the end of such a run proves nothing.
    pub const SAME_INPUTS: usize = 1;
}

/// A run with ones or the greatest numbers for inputs that takes longer shows nothing new, mostly: it waits for a number that does not come.
const MOST_STEPS: u64 = 30_000_000;

/// A run with a text takes about as long as the text is.
const MOST_STEPS_OF_TEXTS: u64 = 2_000_000;

/// How often, and for how long, a program runs that asks for floating numbers. What it computes of them by products and quotients is hard for solvers.
const ROUNDS_OF_NUMBERS: u64 = 36;
const MOST_STEPS_OF_NUMBERS: u64 = 200_000;

/// What programs get to read: a part that is repeated so often, and then the end. Long lines run over, digits and signs are read as
/// numbers, and words come one after the other.
const TEXTS: &[(&str, usize)] = &[
    ("a", 1),
    ("a\n", 40),
    ("0", 400),
    ("a", 1200),
    ("1", 15),
    ("9\n", 3),
    ("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16\n", 8),
    ("99999999999\n", 3),
    ("-1\n", 9),
    ("aaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbb=cccccccccc\n", 4),
    ("a,b:c;d e\tf/g\\\"h'i\"(j)[k]{l}<m>%s%n\n", 3),
    ("\n", 3),
    ("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa,1,b=2\n", 2),
    ("\0", 9),
];

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
    /// Floating numbers of magnitudes that programs compute with, others in each round; everything else is a small number.
    Floating(u64),
    /// All that is read is that text; there is one argument if the program looks at them, of letters, and everything else is zero.
    Text(&'static str, usize),
}

impl SameInput {
    fn inputs(self, program: &Program) -> Inputs<'static> {
        match self {
            SameInput::Zero => Inputs::Replay(Vec::new()),
            // A reader of the trace expects letters where characters are read.
            SameInput::One => Inputs::Callback(Box::new(|request| match (request.min, request.max) {
                (-1, 255) | (-128, 127) | (0, 255) => Some(b'a'.into()),
                (min, max) => Some(1.clamp(min, max)),
            })),
            SameInput::Greatest => Inputs::Callback(Box::new(|request| match (request.min, request.max) {
                (-1, 255) => Some(b'z'.into()),
                (_, max) => Some(max),
            })),
            SameInput::Floating(round) => {
                let mut state = round;
                Inputs::Callback(Box::new(move |request| {
                    let bits = next_random(&mut state);
                    match request.ty {
                        "float" => Some((floating(round, bits) as f32).to_bits().into()),
                        "double" => Some(floating(round, bits).to_bits().into()),
                        _ => Some(i128::from(bits % 8).clamp(request.min, request.max)),
                    }
                }))
            }
            SameInput::Text(part, times) => {
                let mut bytes = std::iter::repeat_n(part.bytes(), times).flatten();
                let mut count = semantics::initial::start(program).map(|_| 2);
                Inputs::Callback(Box::new(move |request| match (request.min, request.max) {
                    (-1, 255) => Some(bytes.next().map_or(-1, i128::from)),
                    (-128, 127) | (0, 255) => Some(b'a'.into()),
                    (min, max) => Some(count.take().unwrap_or(0).clamp(min, max)),
                }))
            }
        }
    }
}

/// A number below a bound that grows with the rounds, in sixteenths in every other one. One of four is negative.
fn floating(round: u64, bits: u64) -> f64 {
    const BOUNDS: [f64; 6] = [1.0, 4.0, 30.0, 100.0, 1000.0, 1e6];
    let bound = BOUNDS[(round % 6) as usize];
    let fraction = (bits >> 12) as f64 / (1u64 << 52) as f64;
    let magnitude = if (round / 6).is_multiple_of(2) {
        fraction * bound
    } else {
        (fraction * bound * 16.0).round() / 16.0
    };
    if bits.is_multiple_of(4) { -magnitude } else { magnitude }
}

/// Runs in which all inputs are alike: zeros, with blocks at addresses of their own and at those of freed blocks; then ones and the greatest
/// numbers, which pass loops that end at a zero or go as far as an input says; and texts where the program reads some.
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
    let program = task.program();
    let is_number = |f: &ir::Function| {
        matches!(f.body, FunctionBody::Intrinsic(Intrinsic::Nondet))
            && matches!(program.types[f.ty].kind, TypeKind::Function { ret, .. }
                if program.types[ret].scalar().is_some_and(Scalar::is_float))
    };
    if program.functions.iter().any(is_number) {
        let limited = Budget { steps: budget.steps.min(MOST_STEPS_OF_NUMBERS), ..*budget };
        for round in 0..ROUNDS_OF_NUMBERS {
            let outcome = run_once(task, options, &limited, SameInput::Floating(round));
            if is_unfinished(&outcome).is_none() {
                return outcome;
            }
        }
    }
    let reads = |f: &ir::Function| matches!(f.body, FunctionBody::Intrinsic(Intrinsic::Getchar));
    if task.program().functions.iter().any(reads) {
        let limited = Budget { steps: budget.steps.min(MOST_STEPS_OF_TEXTS), ..*budget };
        for (part, times) in TEXTS {
            let outcome = run_once(task, options, &limited, SameInput::Text(part, *times));
            if is_unfinished(&outcome).is_none() {
                return outcome;
            }
        }
    }
    end
}

fn run_once(task: &Task, options: &Options, budget: &Budget<'_>, input: SameInput) -> Outcome {
    let result = run(task.program(), options, input.inputs(task.program()), &mut Discard, budget);
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
