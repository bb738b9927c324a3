//! Runs the C programs under `tests/c` (see CONTRIBUTING.md): each is a test that `cargo test NAME` finds by its path.

use clap::Parser as _;
use fafnir_cli::args::{Cli, Command, normalize};
use fafnir_cli::driver::{Input, LoadError};
use fafnir_cli::{check, guard, run};
use libtest_mimic::{Arguments, Completion, Failed, Trial};
use portfolio::Engines;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use testkit::process::{self, Comparison};
use testkit::sessions::without_times;
use testkit::{Answer, AnswerVerdict, Command as Asked, DataModel, Expectation, Found, TestFile};
use verdict::{Finding, Verdict};

/// What a file is for that does not say so: the programs about what goes wrong in one run.
const DEFAULT_ENGINE: &str = "interp";
/// No test may take longer.
const TIME: &str = "20s";
/// Where a file rules one verdict out, Unknown is right, and a wrong verdict comes as soon as any other.
const TIME_TO_BE_WRONG: &str = "2s";
/// The bound is one of the process, and all tests share one, which keeps what each of them gives back.
const MEMORY: &str = "8G";

fn main() {
    let arguments = Arguments::from_args();
    guard::silence_panics();
    let root = testkit::files::repository(env!("CARGO_MANIFEST_DIR"));
    let tests = root.join("tests/c");
    let known: Vec<&str> = Engines::names().chain([Engines::ALL]).collect();
    let mut trials = Vec::new();
    for path in testkit::files::find(&tests, "c") {
        let name = path.strip_prefix(&tests).unwrap_or(&path).with_extension("").display().to_string();
        let text = std::fs::read(&path).unwrap_or_default();
        let parsed = TestFile::parse(&String::from_utf8_lossy(&text));
        let file = match parsed.and_then(|file| file.check_engines(&known).map(|()| file)) {
            Ok(file) => Arc::new(file),
            Err(e) => {
                trials.push(Trial::test(name, move || Err(e.into())));
                continue;
            }
        };
        match name.split('/').next() {
            Some("run-pass") => {
                for model in DataModel::BOTH {
                    let (path, file) = (path.clone(), file.clone());
                    trials.push(Trial::ignorable_test(format!("{name} {}", model.name()), move || {
                        run_pass(&path, &file, model)
                    }));
                }
            }
            Some("golden" | "errors") => {
                trials.push(Trial::test(name, move || golden(&path, &file)));
            }
            _ => {
                for model in file.data_models.clone() {
                    for engine in engines(&file) {
                        let (path, file) = (path.clone(), file.clone());
                        let name = format!("{name} {engine} {}", model.name());
                        trials.push(Trial::test(name, move || annotated(&path, &file, &engine, model)));
                    }
                }
            }
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

/// The engines that a file is for: one trial for each.
fn engines(file: &TestFile) -> Vec<String> {
    match file.engines.is_empty() {
        true => vec![DEFAULT_ENGINE.to_owned()],
        false => file.engines.clone(),
    }
}

/// The command line that a file asks for.
fn command_line(path: &Path, file: &TestFile, engine: &str, model: DataModel) -> Vec<OsString> {
    let command = match file.command {
        Asked::Check => "check",
        Asked::Run => "run",
    };
    let ruled_out =
        |e: &testkit::Expected| matches!(e.what, Expectation::NotProved | Expectation::NotViolated);
    let time = if file.expected.iter().any(ruled_out) { TIME_TO_BE_WRONG } else { TIME };
    let mut line: Vec<OsString> =
        ["fafnir", command, "--time", time, "--data-model", model.name()].map(OsString::from).to_vec();
    if file.command == Asked::Check {
        line.extend(["--engine", engine, "--memory", MEMORY].map(OsString::from));
        // Whoever can check its proofs again does so here.
        if engine != Engines::ALL {
            line.push("--recheck".into());
        }
    }
    for property in file.properties.iter().flatten() {
        line.push("--property".into());
        line.push(property.name().into());
    }
    if let Some(input) = &file.input {
        line.push(format!("--input={input}").into());
    }
    line.extend(file.args.iter().map(OsString::from));
    line.push(path.into());
    line
}

fn annotated(path: &Path, file: &TestFile, engine: &str, model: DataModel) -> Result<(), Failed> {
    let cli = Cli::try_parse_from(normalize(command_line(path, file, engine, model).into_iter()))?;
    let answer = guard::run(move || match cli.command {
        Command::Check(args) => check::answer(*args).map(|answer| {
            let verdict = match answer.outcome.verdict() {
                Verdict::Proved(_) => AnswerVerdict::Proved,
                Verdict::Violated => AnswerVerdict::Violated,
                Verdict::Unknown(reason) => AnswerVerdict::Unknown(reason.kind.name().to_owned()),
            };
            let findings = found(&answer.outcome.findings, &answer.input, path);
            Answer { verdict, findings, text: answer.text() }
        }),
        Command::Run(args) => run::answer(args, &mut interp::Discard).map(|answer| {
            let verdict = match &answer.unknown {
                _ if answer.violated() => AnswerVerdict::Violated,
                Some(reason) => AnswerVerdict::Unknown(reason.kind.name().to_owned()),
                None => AnswerVerdict::Proved,
            };
            let findings = found(&answer.findings, &answer.loaded.input, path);
            Answer { verdict, findings, text: answer.text() }
        }),
        _ => Err(check::Failure::Usage("only check and run can be tested".to_owned())),
    });
    let answer = match answer {
        Ok(Ok(answer)) => answer,
        Ok(Err(check::Failure::Usage(message))) => return Err(message.into()),
        Ok(Err(check::Failure::Load(LoadError::Program { input, diagnostics }))) => {
            let sources = input.sources();
            let render =
                |d: &report::Diagnostic| report::text::render(d, &sources, report::text::Style::Plain);
            let text = diagnostics.iter().map(render).collect();
            Answer { verdict: AnswerVerdict::Unreadable, findings: Vec::new(), text }
        }
        Ok(Err(check::Failure::Load(error))) => return Err(format!("{error:?}").into()),
        Err(panicked) => return Err(format!("panicked: {} ({})", panicked.message, panicked.location).into()),
    };
    testkit::compare(file, engine, &answer).map_err(Failed::from)
}

fn found(findings: &[Finding], input: &Input, path: &Path) -> Vec<Found> {
    findings
        .iter()
        .map(|f| {
            let here = input.map.locate(f.span).filter(|l| Path::new(&*l.file) == path);
            Found {
                line: here.map_or(0, |l| l.line),
                kind: f.kind,
                possible: f.confidence == verdict::Confidence::Possible,
            }
        })
        .collect()
}

fn scratch() -> PathBuf {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let _ = std::fs::create_dir_all(&dir);
    dir
}

/// Output and exit status are those of the program that gcc makes.
fn run_pass(path: &Path, file: &TestFile, model: DataModel) -> Result<Completion, Failed> {
    static WORKS: [OnceLock<bool>; 2] = [OnceLock::new(), OnceLock::new()];
    let scratch = scratch();
    if !WORKS[model as usize].get_or_init(|| process::gcc_works(model, &scratch)) {
        return Ok(Completion::ignored_with(format!("gcc cannot make {} programs here", model.name())));
    }
    let fafnir = Path::new(env!("CARGO_BIN_EXE_fafnir"));
    let limits = (Duration::from_secs(10), Duration::from_secs(60));
    match process::compare_with_gcc(fafnir, path, model, &file.args, &scratch, limits) {
        Comparison::Agree => Ok(Completion::Completed),
        Comparison::Disagree(how) => Err(how.into()),
        Comparison::Unknown(why) => Err(format!("fafnir has no answer: {why}").into()),
        Comparison::Skipped(why) => Err(format!("nothing to compare with: {why}").into()),
    }
}

/// The whole output of a command, beside the program.
fn golden(path: &Path, file: &TestFile) -> Result<(), Failed> {
    let (dir, name) = (path.parent().unwrap_or(path), path.file_name().unwrap_or_default());
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_fafnir"));
    // Run where the file is, so that messages show no path of this machine.
    command.current_dir(dir).env_remove("NO_COLOR");
    match file.args.is_empty() {
        true => command.args(["check", "--quiet"]),
        false => command.args(&file.args),
    };
    let finished = process::run(command.arg(name), b"", Duration::from_secs(30))
        .map_err(|e| Failed::from(e.to_string()))?;
    testkit::golden::compare(&path.with_extension("stdout"), &without_times(&finished.stdout_text()))?;
    testkit::golden::compare(&path.with_extension("stderr"), &finished.stderr_text())?;
    let wanted =
        file.exit.unwrap_or(if path.parent().is_some_and(|d| d.ends_with("errors")) { 2 } else { 0 });
    match finished.code {
        Some(code) if code == wanted => Ok(()),
        code => Err(format!("exits with {code:?}, expected {wanted}").into()),
    }
}
