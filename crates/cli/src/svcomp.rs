//! `fafnir svcomp`: the verdicts and witnesses of the Competition on Software Verification.

use crate::args::{CheckArgs, DataModelArg, SvcompArgs};
use crate::check::{self, Answer, Failure};
use crate::driver;
use crate::output::{complain, print};
use crate::waypoints::{self, Places};
use crate::witness::{self, Context};
use crate::{Exit, task};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use verdict::{Outcome, Verdict};

/// What the competition's limit of 15 minutes leaves for the analysis.
const TIME: Duration = Duration::from_secs(870);

pub fn main(args: SvcompArgs) -> Exit {
    let task = match resolve(&args) {
        Ok(task) => task,
        Err(message) => {
            complain(format!("fafnir: {message}\n"));
            print("unknown\n");
            return Exit::Usage;
        }
    };
    let mut front = args.front.clone();
    if front.data_model.is_none() && !front.m32 && !front.m64 {
        front.data_model = Some(if task.2 == "lp64" { DataModelArg::Lp64 } else { DataModelArg::Ilp32 });
    }
    let mut limits = args.limits.clone();
    limits.time.get_or_insert(TIME);
    let mut check =
        CheckArgs::for_svcomp(task.0.clone(), task.1.clone(), front.clone(), limits, args.engines.clone());
    // A witness is written from what the engines say; none runs again for it.
    check.invariants = args.witness.is_some();
    let answer = match check::last_answer(check) {
        Ok(answer) => answer,
        Err(failure) => {
            complain(format!("fafnir: {}\n", reason(failure)));
            print("unknown\n");
            return Exit::Usage;
        }
    };
    let verdict = verdict(&answer.outcome);
    if let Some(path) = &args.witness {
        if let Err(message) = write_witness(path, &answer, &task.0, &task.1, &front) {
            complain(format!("fafnir: {message}\n"));
        }
    }
    if let Verdict::Unknown(reason) = answer.outcome.verdict() {
        complain(format!("fafnir: {}\n", reason.message));
    }
    print(format!("{verdict}\n"));
    match *answer.outcome.verdict() {
        Verdict::Proved(_) => Exit::Proved,
        Verdict::Violated => Exit::Violated,
        Verdict::Unknown(_) => Exit::Unknown,
    }
}

fn reason(failure: Failure) -> String {
    match failure {
        Failure::Usage(message) => message,
        Failure::Load(driver::LoadError::Read(_)) => "the program cannot be read".to_owned(),
        Failure::Load(driver::LoadError::Program { diagnostics, .. }) => {
            let first = diagnostics.first().map(|d| d.message.clone()).unwrap_or_default();
            format!("the program cannot be read: {first}")
        }
    }
}

/// Program, property file, data model.
fn resolve(args: &SvcompArgs) -> Result<(PathBuf, PathBuf, String), String> {
    let is_definition = args.file.extension().is_some_and(|e| e == "yml" || e == "yaml");
    if !is_definition {
        let prp = args.prp.clone().ok_or("--prp FILE.prp says what to check")?;
        return Ok((args.file.clone(), prp, "ilp32".to_owned()));
    }
    let tasks = task::tasks(&args.file)?;
    let wanted = args.prp.as_ref().and_then(|p| p.file_name().map(|n| n.to_owned()));
    let named = |t: &&task::Task| {
        wanted.is_none() || t.prp.as_ref().is_some_and(|p| p.file_name() == wanted.as_deref())
    };
    let task = tasks.iter().find(named).or(tasks.first());
    let task = task.ok_or("the task definition names no property that fafnir checks")?;
    let prp = args.prp.clone().or(task.prp.clone()).ok_or("--prp FILE.prp says what to check")?;
    Ok((task.file.clone(), prp, task.data_model.clone()))
}

/// Exactly what the competition expects.
pub fn verdict(outcome: &Outcome) -> String {
    match outcome.verdict() {
        Verdict::Proved(_) => "true".to_owned(),
        Verdict::Unknown(_) => "unknown".to_owned(),
        Verdict::Violated => {
            let property = outcome.findings.first().and_then(|f| f.kind.property());
            property.map_or("unknown".to_owned(), |p| format!("false({})", p.name()))
        }
    }
}

fn write_witness(
    path: &Path,
    answer: &Answer,
    file: &Path,
    prp: &Path,
    front: &crate::args::FrontArgs,
) -> Result<(), String> {
    let bytes = std::fs::read(file).map_err(|e| format!("cannot read {}: {e}", file.display()))?;
    let specification =
        std::fs::read_to_string(prp).map_err(|e| format!("cannot read {}: {e}", prp.display()))?;
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs());
    let context = Context {
        file: file.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default(),
        hash: witness::sha256(&bytes),
        specification: specification.split_whitespace().collect::<Vec<_>>().join(" "),
        is_32_bit: front.data_model() == ir::DataModel::Ilp32,
        seconds,
    };
    // Lines of a preprocessed file are those of the file itself, whatever its line markers say.
    let physical = file.extension().is_some_and(|e| e == "i");
    let places = Places { map: &answer.input.map, source: &bytes, physical };
    let graphml = path.extension().is_some_and(|e| e == "graphml");
    let text = match answer.outcome.verdict() {
        Verdict::Unknown(_) => return Ok(()),
        Verdict::Violated => {
            let (way, target) = waypoints::of_violation(&places, &answer.outcome, &answer.names);
            match graphml {
                true => witness::violation_graphml(&context, &way, target),
                false => witness::violation_yaml(&context, &way, target),
            }
        }
        Verdict::Proved(_) => {
            let program = answer.program.as_deref();
            let invariants =
                program.map(|program| witness::loop_invariants(&places, program, &answer.outcome.invariants));
            let invariants = invariants.unwrap_or_default();
            match graphml {
                true => witness::correctness_graphml(&context, &invariants),
                false => witness::correctness_yaml(&context, &invariants),
            }
        }
    };
    std::fs::write(path, text).map_err(|e| format!("cannot write {}: {e}", path.display()))
}
