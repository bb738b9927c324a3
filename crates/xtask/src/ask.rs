//! What Fafnir says about a program: asked inside this process, or through a binary that `--fafnir` names.

use crate::options::Options;
use fafnir_cli::args::{CheckArgs, Cli, Command as Parsed, RunArgs, normalize};
use fafnir_cli::{check, run};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use testkit::process;
use verdict::Verdict;

/// A checked program may take this much longer than its limit before it is killed.
const GRACE: Duration = Duration::from_secs(30);
/// A program that is run, not checked.
const RUN_LIMIT: Duration = Duration::from_secs(60);

#[derive(Clone, Debug)]
pub(crate) enum Fafnir {
    /// The code this program is linked with.
    Here,
    Binary(PathBuf),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Said {
    Proved,
    Violated,
    Unknown,
    /// The text is no program for it, or it crashed.
    Failed,
}

#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) said: Said,
    /// Everything that was printed.
    pub(crate) text: String,
}

/// One question to `fafnir check`.
#[derive(Clone, Debug)]
pub(crate) struct Question<'a> {
    pub(crate) engine: &'a str,
    pub(crate) seconds: f64,
    pub(crate) properties: &'a [&'a str],
}

/// What a run printed, and whether it came to its end.
#[derive(Clone, Debug)]
pub(crate) struct Ran {
    pub(crate) stdout: Vec<u8>,
    pub(crate) end: RunEnd,
}

#[derive(Clone, Debug)]
pub(crate) enum RunEnd {
    Exited,
    /// Undefined behaviour, or an error that the program reports.
    Stopped(String),
    Unknown(String),
}

impl Fafnir {
    /// As the option `--fafnir` says.
    pub(crate) fn from_options(options: &Options) -> Fafnir {
        match options.get("fafnir") {
            Some(path) => Fafnir::Binary(path.into()),
            None => Fafnir::Here,
        }
    }

    pub(crate) fn check(&self, path: &Path, question: &Question<'_>) -> Result<Answer, String> {
        let mut line: Vec<OsString> = vec!["check".into(), "--quiet".into(), "--time".into()];
        line.push(format!("{}s", question.seconds).into());
        line.push("--engine".into());
        line.push(question.engine.into());
        for property in question.properties {
            line.push("--property".into());
            line.push(property.into());
        }
        line.push(path.into());
        match self {
            Fafnir::Here => {
                let args = check_arguments(line)?;
                Ok(match fafnir_cli::guard::run(move || check::answer(args).ok()) {
                    Ok(Some(answer)) => {
                        let said = match answer.outcome.verdict() {
                            Verdict::Proved(_) => Said::Proved,
                            Verdict::Violated => Said::Violated,
                            Verdict::Unknown(_) => Said::Unknown,
                        };
                        Answer { said, text: answer.text() }
                    }
                    Ok(None) => Answer { said: Said::Failed, text: String::new() },
                    Err(p) => {
                        let text = format!("panicked: {} ({})", p.message, p.location);
                        Answer { said: Said::Failed, text }
                    }
                })
            }
            Fafnir::Binary(binary) => {
                let limit = Duration::from_secs_f64(question.seconds) + GRACE;
                let finished = process::run(Command::new(binary).args(line), b"", limit);
                let finished = finished.map_err(|e| format!("{}: {e}", binary.display()))?;
                let text = finished.stdout_text() + &finished.stderr_text();
                let said = match finished.code {
                    Some(0) => Said::Proved,
                    Some(1) => Said::Violated,
                    Some(3) => Said::Unknown,
                    _ => Said::Failed,
                };
                Ok(Answer { said, text })
            }
        }
    }

    /// One run of the concrete machine.
    pub(crate) fn run(&self, path: &Path) -> Result<Ran, String> {
        let line: Vec<OsString> =
            ["run", "--quiet", "--time", "30"].into_iter().map(OsString::from).chain([path.into()]).collect();
        match self {
            Fafnir::Here => {
                let args = run_arguments(line)?;
                let mut output = Kept::default();
                let result = fafnir_cli::guard::run(|| run::answer(args, &mut output));
                let end = match result {
                    Ok(Ok(answer)) => match (&answer.unknown, answer.findings.first()) {
                        (_, Some(finding)) if answer.violated() => {
                            RunEnd::Stopped(finding.kind.name().to_owned())
                        }
                        (Some(reason), _) => RunEnd::Unknown(reason.message.clone()),
                        _ => RunEnd::Exited,
                    },
                    Ok(Err(_)) => return Err(format!("{} cannot be read", path.display())),
                    Err(p) => RunEnd::Stopped(format!("panicked: {} ({})", p.message, p.location)),
                };
                Ok(Ran { stdout: output.stdout, end })
            }
            Fafnir::Binary(binary) => {
                let finished = process::run(Command::new(binary).args(line), b"", RUN_LIMIT);
                let finished = finished.map_err(|e| format!("{}: {e}", binary.display()))?;
                let message = finished.stderr_text();
                let end = match finished.code {
                    Some(0) => RunEnd::Exited,
                    Some(3) => RunEnd::Unknown(message),
                    Some(2) => return Err(format!("{} cannot be read:\n{message}", path.display())),
                    _ => RunEnd::Stopped(message),
                };
                Ok(Ran { stdout: finished.stdout, end })
            }
        }
    }
}

fn parsed(line: Vec<OsString>) -> Result<Parsed, String> {
    let line = std::iter::once(OsString::from("fafnir")).chain(line);
    Ok(<Cli as clap::Parser>::try_parse_from(normalize(line)).map_err(|e| e.to_string())?.command)
}

pub(crate) fn check_arguments(line: Vec<OsString>) -> Result<CheckArgs, String> {
    match parsed(line)? {
        Parsed::Check(args) => Ok(*args),
        _ => Err("not a check".to_owned()),
    }
}

fn run_arguments(line: Vec<OsString>) -> Result<RunArgs, String> {
    match parsed(line)? {
        Parsed::Run(args) => Ok(args),
        _ => Err("not a run".to_owned()),
    }
}

#[derive(Default)]
struct Kept {
    stdout: Vec<u8>,
}

impl interp::Output for Kept {
    fn write(&mut self, stream: interp::Stream, bytes: &[u8]) {
        if stream == interp::Stream::Output {
            self.stdout.extend_from_slice(bytes);
        }
    }
}
