//! `fafnir horn`: a program by an encoding of its heap, as text, as clauses, and what a solver says of them; or clauses from a file.

use crate::args::HornArgs;
use crate::check::{Failure, budget, fail, file_names};
use crate::driver::{self, Loaded};
use crate::output::{complain, print};
use crate::{Exit, guard};
use base::Span;
use engine_horn::encoded::{Found, Normal};
use horn::{Answer, Effort, HornSolver, Process};
use portfolio::{Budget, Replay, Task};
use smt::{Limits, Terms};
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use verdict::{Finding, Property, PropertySet};

const DEFAULT_TIME: Duration = Duration::from_secs(60);
/// The part of the time that is for runs, and the time if there is no limit.
const RUNS_SHARE: u32 = 4;
const RUNS: Duration = Duration::from_secs(10);
/// Bytes of a term with all tables.
const TERM: u64 = 200;

pub(crate) fn main(args: &HornArgs) -> Exit {
    let begin = Instant::now();
    let limits = budget(&args.limits, Some(DEFAULT_TIME), begin);
    let solver = match horn::named(&args.analysis.horn_solver) {
        Ok(solver) => solver,
        Err(name) => return usage(&format!("there is no solver `{name}`")),
    };
    let work = || match &args.solve {
        Some(file) => solve_file(file, &limits, solver.as_ref()),
        None => encode(args, &limits, solver.as_ref()),
    };
    match guard::catch(work) {
        Ok(exit) => exit,
        Err(panicked) => {
            complain(format!("fafnir: internal error: {} ({})\n", panicked.message, panicked.location));
            Exit::Unknown
        }
    }
}

fn effort(budget: &Budget<'_>) -> Effort {
    let mut limits = Limits::none();
    limits.deadline = budget.deadline;
    if let Some(cancel) = budget.cancel {
        limits = limits.with_cancel(std::sync::Arc::clone(cancel.flag()));
    }
    Effort { limits, check_until: None, memory: budget.memory / 2, facts: 200, refute_only: false }
}

/// `--solve`: SMT-LIB clauses.
fn solve_file(file: &Path, limits: &Budget<'_>, solver: &dyn HornSolver) -> Exit {
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(e) => return usage(&format!("cannot read {}: {e}", file.display())),
    };
    let mut terms = Terms::new();
    let system = match horn::text::read(&mut terms, &text) {
        Ok(system) => system,
        Err(e) => return usage(&format!("{}: {e}", file.display())),
    };
    match solver.solve(&mut terms, &system, &effort(limits)) {
        Answer::Solved(solution) => {
            print(format!("sat\n{}", horn::text::solution(&mut terms, &system, &solution)));
            Exit::Proved
        }
        Answer::Refuted(_) => {
            print("unsat\n");
            Exit::Violated
        }
        Answer::Unknown(why) => {
            print(format!("unknown\n; {why}\n"));
            Exit::Unknown
        }
    }
}

fn encode(args: &HornArgs, limits: &Budget<'_>, solver: &dyn HornSolver) -> Exit {
    let loaded = match driver::load(&args.files, &args.front) {
        Ok(loaded) => loaded,
        Err(error) => return fail(Failure::Load(error), &file_names(&args.files), &args.output),
    };
    let properties: PropertySet = match args.properties.is_empty() {
        true => [Property::UnreachCall].into_iter().collect(),
        false => args.properties.iter().copied().collect(),
    };
    let task = Task::new(&loaded.program, properties, args.analysis.options());
    let poll = || limits.is_cancelled() || limits.is_late();
    let most = usize::try_from(limits.memory / 4 / TERM).unwrap_or(usize::MAX);
    let mut normal = match Normal::new(&task, most, &poll) {
        Ok(normal) => normal,
        Err(refusal) => {
            complain(format!("fafnir: {}{}\n", place(&loaded, refusal.span), refusal.message));
            return Exit::Unknown;
        }
    };
    if args.arrays {
        return with_arrays(args, &mut normal, limits);
    }
    let encoded = match normal.encode(args.encoding, &effort(limits).limits) {
        Ok(encoded) => encoded,
        Err(refusal) => {
            complain(format!("fafnir: {}{}\n", place(&loaded, refusal.span), refusal.message));
            return Exit::Unknown;
        }
    };
    if args.print_program {
        for refusal in normal.unsupported() {
            complain(format!(
                "fafnir: {}not in the normal form: {}\n",
                place(&loaded, refusal.span),
                refusal.message
            ));
        }
        let mut text = format!("// normal form\n{}", encodings::print(&normal.terms, &normal.program));
        if args.encoding.inputs {
            let program = normal.deterministic();
            let _ = write!(text, "\n// with inputs\n{}", encodings::print(&normal.terms, &program));
        }
        let _ =
            write!(text, "\n// {}\n{}", encoded.encoding, encodings::print(&normal.terms, &encoded.program));
        print(text);
    }
    if let Some(out) = &args.out {
        let text = horn::text::write(&normal.terms, &encoded.clauses.system);
        if let Err(e) = std::fs::write(out, text) {
            return usage(&format!("cannot write {}: {e}", out.display()));
        }
    }
    if args.print_program || args.out.is_some() {
        return Exit::Proved;
    }
    // The rest of the time is for runs.
    let mut for_clauses = effort(limits);
    let left = limits.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
    let for_runs = left.map_or(RUNS, |left| left / RUNS_SHARE);
    for_clauses.limits.deadline = limits.deadline.and_then(|deadline| deadline.checked_sub(for_runs));
    let mut encoded = encoded;
    let mut found = normal.solve(&encoded, &for_clauses, solver);
    if !matches!(found, Found::Safe(_)) {
        let for_runs = Budget { deadline: Some(Instant::now() + for_runs), ..*limits };
        if let Some(finding) = refuted(&task, &for_runs) {
            let (at, kind) = (place(&loaded, finding.span), finding.kind.name());
            print(format!("unsat: {at}{kind}, in a run of the program ({})\n", encoded.encoding));
            return Exit::Violated;
        }
        // What is refuted where no run goes wrong mixes runs up that inputs tell apart.
        let with_inputs = encodings::Encoding { inputs: true, ..args.encoding };
        if matches!(found, Found::NotExcluded(..))
            && !args.encoding.inputs
            && let Ok(again) = normal.encode(with_inputs, &effort(limits).limits)
            && let second @ Found::Safe(_) = normal.solve(&again, &effort(limits), solver)
        {
            (encoded, found) = (again, second);
        }
    }
    match found {
        Found::Safe(relations) => {
            let mut text = format!("sat: no error is reached ({})\n", encoded.encoding);
            for (head, definition) in relations {
                let _ = writeln!(text, "{head} = {definition}");
            }
            for assumption in &normal.assumptions {
                let _ = writeln!(text, "assuming: {}", report::summary::assumption(assumption));
            }
            print(text);
            Exit::Proved
        }
        Found::NotExcluded(what, span) => {
            print(format!("unsat: {}{what} is not excluded ({})\n", place(&loaded, span), encoded.encoding));
            Exit::Unknown
        }
        Found::Unknown(why) => {
            print(format!("unknown: {why} ({})\n", encoded.encoding));
            Exit::Unknown
        }
    }
}

/// A violation that the concrete machine repeats: it refutes every encoding.
fn refuted(task: &Task, limits: &Budget<'_>) -> Option<Finding> {
    let disagreements = Mutex::new(Vec::new());
    let replay = Replay { task, engine: "horn", budget: *limits, disagreements: &disagreements };
    engine_horn::encoded::refute(task, *limits, &replay)
}

/// `--arrays`: for other solvers, whose definitions over arrays nobody here can check.
fn with_arrays(args: &HornArgs, normal: &mut Normal, limits: &Budget<'_>) -> Exit {
    let limits = effort(limits);
    let text = match encodings::with_arrays(&mut normal.terms, &normal.program, &limits.limits) {
        Ok(text) => text,
        Err(why) => {
            complain(format!("fafnir: {why}\n"));
            return Exit::Unknown;
        }
    };
    match (&args.out, args.analysis.horn_solver.as_slice()) {
        (Some(out), _) => match std::fs::write(out, text) {
            Ok(()) => Exit::Proved,
            Err(e) => usage(&format!("cannot write {}: {e}", out.display())),
        },
        (None, [name]) => {
            let Some(solver) = Process::find(name) else {
                return usage(&format!("there is no solver `{name}`"));
            };
            let said = solver.run(text, &limits.limits, limits.memory);
            let said = said.as_deref().unwrap_or_else(|why| why).lines().next().unwrap_or("nothing");
            print(format!("unknown: {} says {said}, which is not checked (arrays)\n", solver.name()));
            Exit::Unknown
        }
        (None, _) => usage("`--arrays` needs `-o`, or one solver with `--horn-solver`"),
    }
}

fn place(loaded: &Loaded, span: Span) -> String {
    match loaded.input.map.locate(span) {
        Some(at) => format!("{}:{}: ", at.file, at.line),
        None => String::new(),
    }
}

fn usage(message: &str) -> Exit {
    complain(format!("fafnir: {message}\n"));
    Exit::Usage
}
