//! The verifier against the concrete machine: every annotated program under `tests/c` runs with many random inputs, and
//! whatever goes wrong in a run, neither the shape analysis nor a hunter must have proved that it cannot.
//!
//! The runs check the annotations, too. What the machine finds stands in the file; a file that promises safety has no run
//! that goes wrong; and a program of `tests/c/smg` that is annotated with a bug has a run that shows one of its bugs.
//! `FAFNIR_RUNS=5000 cargo test --test soundness` runs longer.

use clap::Parser as _;
use engine::Roles;
use fafnir_cli::args::{CheckArgs, Cli, Command, normalize};
use fafnir_cli::driver::{self, Input, LoadError, Loaded};
use fafnir_cli::{blame, check, guard};
use interp::{Discard, Exit, InputRequest, Inputs, Mode};
use libtest_mimic::{Arguments, Completion, Failed, Trial};
use portfolio::Engines;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use testkit::{Command as Asked, DataModel, Expectation, TestFile};
use verdict::{Assumption, Finding, FindingKind, Property, PropertySet, Verdict};

/// Runs of a program whose bug is not found sooner, or that has none.
const RUNS: u64 = 400;
/// Runs of a program that promises to be safe: no bug is waited for.
const SAFE_RUNS: u64 = 60;
/// A hunter that has not exhausted a program by then is not going to.
const HUNTING: Duration = Duration::from_millis(500);
/// Nothing is proved later than this: what a search has not ended by then, it does not end.
const TIME: &str = "3s";
/// Statements of one run; one that takes longer says nothing.
const STEPS: u64 = 200_000;

fn main() {
    let arguments = Arguments::from_args();
    guard::silence_panics();
    let root = testkit::files::repository(env!("CARGO_MANIFEST_DIR")).join("tests/c");
    let mut trials = Vec::new();
    for path in testkit::files::find(&root, "c") {
        let name = path.strip_prefix(&root).unwrap_or(&path).with_extension("").display().to_string();
        if ["run-pass/", "golden/", "errors/"].iter().any(|other| name.starts_with(other)) {
            continue;
        }
        let text = std::fs::read(&path).unwrap_or_default();
        // A file that cannot be read is reported by the test that compares it with its annotations.
        let Ok(file) = TestFile::parse(&String::from_utf8_lossy(&text)) else { continue };
        if file.command != Asked::Check {
            continue;
        }
        let file = Arc::new(file);
        for &model in &file.data_models {
            let (path, file, shape) = (path.clone(), file.clone(), name.starts_with("smg/"));
            let trial = move || {
                guard::run(|| compare(&path, &file, model, shape))
                    .unwrap_or_else(|p| Err(format!("panicked: {} ({})", p.message, p.location).into()))
            };
            trials.push(Trial::ignorable_test(format!("{name} {}", model.name()), trial));
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

/// A place in the test file (0 if it is elsewhere) and what went wrong there.
type Place = (u32, FindingKind);

fn compare(path: &Path, file: &TestFile, model: DataModel, shape: bool) -> Result<Completion, Failed> {
    let loaded = match driver::load(&[path.to_owned()], &arguments(path, file, model)?.front) {
        Ok(loaded) => loaded,
        Err(LoadError::Program { .. }) => return Ok(Completion::ignored_with("the program has errors")),
        Err(error) => return Err(format!("{error:?}").into()),
    };
    let args = arguments(path, file, model)?;
    let properties: PropertySet = match args.properties.is_empty() {
        true => Property::DEFAULT.into_iter().collect(),
        false => args.properties.iter().copied().collect(),
    };
    let bugs: BTreeSet<Place> = file.expected.iter().filter_map(|e| Some((e.line, bug(&e.what)?))).collect();
    let safe = file.is_safe();
    let seen = explore(&loaded, path, &args, properties, &bugs, safe);
    if seen.is_empty() {
        return match shape && !bugs.is_empty() {
            true => Err("no run shows the bug that the file is annotated with".into()),
            false => Ok(Completion::Completed),
        };
    }
    // Where a bug is only said to be somewhere, any place will do.
    let open = file.expected.iter().any(|e| matches!(e.what, Expectation::NotProved));
    if shape && !open && file.fixme.is_none() {
        if let Some(((line, kind), inputs)) = seen.iter().find(|(place, _)| !annotated(&bugs, *place)) {
            let name = kind.name();
            return Err(
                format!("line {line}: {name} with the inputs {inputs}, which is not annotated").into()
            );
        }
    }
    // Where a safe program has a run that goes wrong, the machine is the one that is wrong.
    if file.expected.iter().any(|e| e.what == Expectation::NotViolated) {
        return Ok(Completion::Completed);
    }
    for entry in portfolio::REGISTRY.iter().filter(|entry| entry.engine.about().roles.contains(Roles::PROVES))
    {
        if file.wrong_today.iter().any(|name| name == entry.engine.name()) {
            continue;
        }
        let mut args = arguments(path, file, model)?;
        if entry.engine.about().roles.contains(Roles::FINDS) {
            args.limits.time = Some(HUNTING);
        }
        verifier(args, entry.engine.name(), &seen)?;
    }
    Ok(Completion::Completed)
}

/// The findings of random runs, each with the inputs that lead to it. Ends when all annotated bugs were seen.
fn explore(
    loaded: &Loaded,
    path: &Path,
    args: &CheckArgs,
    properties: PropertySet,
    bugs: &BTreeSet<Place>,
    safe: bool,
) -> Vec<(Place, String)> {
    let options = interp::Options {
        analysis: args.analysis.options(),
        // What goes wrong in a model is the business of the call in the program, which the trace knows.
        trace: true,
        mode: Mode::Check(properties),
        ..interp::Options::check(properties)
    };
    let asked = std::env::var("FAFNIR_RUNS").ok().and_then(|runs| runs.parse().ok());
    let runs = asked.unwrap_or(if safe { SAFE_RUNS } else { RUNS });
    let mut seen: Vec<(Place, String)> = Vec::new();
    for seed in 0..runs {
        let mut dice = Dice::new(seed);
        let inputs = Inputs::Callback(Box::new(move |request| Some(dice.input(request))));
        let budget = interp::Budget { steps: STEPS, ..interp::Budget::default() };
        let result = interp::run(&loaded.program, &options, inputs, &mut Discard, &budget);
        // A run in which the result of a library function was made up need not be a run of the program.
        let externals = result.assumptions.iter().filter_map(|assumption| match assumption {
            Assumption::ExternalFunction(name) => Some(name.as_str()),
            _ => None,
        });
        if models::made_up(&loaded.program, externals).is_some() {
            continue;
        }
        let mut findings = result.leaks;
        if let Exit::Finding(finding) = result.exit {
            findings.push(*finding);
        }
        blame::callers(&mut findings, &loaded.program, &loaded.input);
        let values: Vec<String> = result.inputs.iter().map(|i| i.value.to_string()).collect();
        for finding in findings {
            let place = place(&finding, &loaded.input, path);
            if !seen.iter().any(|(known, _)| *known == place) {
                seen.push((place, values.join(",")));
            }
        }
        // A run without inputs is the only one there is.
        if result.inputs.is_empty() || (!bugs.is_empty() && bugs.iter().all(|bug| covered(&seen, *bug))) {
            break;
        }
    }
    seen
}

/// What an engine that proves says about a program that goes wrong.
fn verifier(mut args: CheckArgs, engine: &str, seen: &[(Place, String)]) -> Result<Completion, Failed> {
    args.engines.engines = Engines::parse(engine)?;
    let answer = match check::answer(args) {
        Ok(answer) => answer,
        Err(failure) => return Err(format!("{failure:?}").into()),
    };
    let ((line, kind), inputs) = &seen[0];
    let example = format!("line {line}: {} with the inputs {inputs}", kind.name());
    match answer.outcome.verdict() {
        Verdict::Proved(_) => Err(format!("the engine {engine} has proved what is wrong; {example}").into()),
        Verdict::Violated | Verdict::Unknown(_) => Ok(Completion::Completed),
    }
}

fn bug(what: &Expectation) -> Option<FindingKind> {
    match what {
        Expectation::Error(kind) => Some(*kind),
        _ => None,
    }
}

/// A lost block is found by the machine when the program ends, and by the verifier where it is lost. An uninitialised
/// pointer is one more input of the machine, so it may be null or lead anywhere: the property is what counts.
fn same(a: Place, b: Place) -> bool {
    let leak = matches!(a.1, FindingKind::MemoryLeak | FindingKind::NotFreedAtExit);
    a.1.property() == b.1.property() && (a.0 == b.0 || leak)
}

fn annotated(bugs: &BTreeSet<Place>, place: Place) -> bool {
    bugs.iter().any(|bug| same(*bug, place))
}

fn covered(seen: &[(Place, String)], bug: Place) -> bool {
    seen.iter().any(|(place, _)| same(*place, bug))
}

fn place(finding: &Finding, input: &Input, path: &Path) -> Place {
    let here = input.map.locate(finding.span).filter(|l| Path::new(&*l.file) == path);
    (here.map_or(0, |l| l.line), finding.kind)
}

/// The options that the file asks for.
fn arguments(path: &Path, file: &TestFile, model: DataModel) -> Result<CheckArgs, Failed> {
    let mut line: Vec<OsString> =
        ["fafnir", "check", "--quiet", "--time", TIME, "--data-model", model.name()]
            .map(OsString::from)
            .to_vec();
    for property in file.properties.iter().flatten() {
        line.extend(["--property", property.name()].map(OsString::from));
    }
    line.extend(file.args.iter().map(OsString::from));
    line.push(path.into());
    match Cli::try_parse_from(normalize(line.into_iter()))?.command {
        Command::Check(args) => Ok(*args),
        _ => Err("only check can be compared".into()),
    }
}

/// Inputs that programs react to: mostly small numbers, now and then the ends of the range.
struct Dice(u64);

impl Dice {
    fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d)
    }

    fn roll(&mut self, sides: u64) -> i128 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        i128::from((self.0 >> 11) % sides)
    }

    fn input(&mut self, request: &InputRequest) -> i128 {
        let value = match self.roll(16) {
            0..5 => 0,
            5..8 => 1,
            8..12 => self.roll(12),
            12 => -self.roll(12),
            13 => self.roll(300),
            14 if self.roll(2) == 0 => request.min,
            14 => request.max,
            _ => request.min + self.roll(1 << 40),
        };
        if value < request.min || value > request.max {
            return request.min + self.roll(2).min(request.max - request.min);
        }
        value
    }
}
