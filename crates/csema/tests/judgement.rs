//! Programs of `accept/` are taken without an error, as gcc takes them; those of `reject/` are refused at the annotated lines.
//!
//! `//~ ERROR text` and `//~ WARNING text` stand on the line that the message points at; several are separated by `|`. Errors without an
//! annotation fail the test, warnings need none. `//@ lp64` on the first line: not for ILP32.

mod common;

use csema::Severity;
use csema::types::DataModel;
use fafnir_csema as csema;
use std::path::Path;
use std::process::Command;

struct Expected {
    line: u32,
    severity: Severity,
    text: String,
}

fn annotations(text: &str) -> Vec<Expected> {
    let mut all = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let Some((_, note)) = line.split_once("//~ ") else { continue };
        for part in note.split('|') {
            let (kind, text) = part.trim().split_once(' ').unwrap_or((part.trim(), ""));
            let severity = match kind {
                "ERROR" => Severity::Error,
                "WARNING" => Severity::Warning,
                other => panic!("unknown annotation {other}"),
            };
            all.push(Expected { line: number as u32 + 1, severity, text: text.trim().to_string() });
        }
    }
    all
}

fn judge(path: &Path, text: &str, model: DataModel) -> (Vec<String>, bool) {
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    let analysis = common::analyze(&name, text, model);
    let mut messages = analysis.messages(true);
    let mut problems = Vec::new();
    for expected in annotations(text) {
        let found = messages.iter().position(|(line, severity, message)| {
            *line == expected.line && *severity == expected.severity && message.contains(&expected.text)
        });
        match found {
            Some(index) => drop(messages.remove(index)),
            None => problems.push(format!(
                "{name}:{}: no {:?} with '{}' in {model:?}",
                expected.line, expected.severity, expected.text
            )),
        }
    }
    for (line, severity, message) in messages {
        if severity == Severity::Error {
            problems.push(format!("{name}:{line}: unexpected error in {model:?}: {message}"));
        }
    }
    if !analysis.result.has_errors() {
        problems.extend(
            csema::verify(&analysis.result.unit).into_iter().map(|p| format!("{name}: {p} in {model:?}")),
        );
    }
    (problems, analysis.result.has_errors())
}

/// Whether gcc accepts the file; `None` without gcc.
fn gcc_accepts(path: &Path, flag: &str) -> Option<bool> {
    let output = Command::new("gcc").args([flag, "-w", "-fsyntax-only"]).arg(path).output().ok()?;
    Some(output.status.success())
}

fn run(directory: &str, rejected: bool) {
    let mut problems = Vec::new();
    for path in common::c_files(directory) {
        let text = std::fs::read_to_string(&path).unwrap();
        let mut models = vec![(DataModel::Lp64, "-m64")];
        if !text.starts_with("//@ lp64") {
            models.push((DataModel::Ilp32, "-m32"));
        }
        for (model, flag) in models {
            let (found, errors) = judge(&path, &text, model);
            problems.extend(found);
            if errors != rejected {
                problems.push(format!(
                    "{}: {} errors in {model:?}",
                    path.display(),
                    if errors { "has" } else { "has no" }
                ));
            }
            match gcc_accepts(&path, flag) {
                Some(accepts) if accepts == rejected => {
                    problems.push(format!("{}: gcc {flag} thinks otherwise", path.display()));
                }
                Some(_) => {}
                None => eprintln!("SKIPPED: without gcc, {} was not compared with it", path.display()),
            }
        }
    }
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

#[test]
fn accepted() {
    run("accept", false);
}

#[test]
fn rejected() {
    run("reject", true);
}
