//! Runs `fafnir check` over a suite that others wrote and compares with what is expected.
//!
//! The list's format is that of the suites' `tasks.tsv`: path, data model, properties, expectation, source of the
//! expectation, notes, the peer's status, the peer's CPU seconds.

use crate::measure::{self, Measured};
use crate::options::{self, Options};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

struct Task {
    path: String,
    model: String,
    properties: Vec<String>,
    expected: Expected,
    source: String,
    notes: String,
    peer: Option<f64>,
}

#[derive(Debug, PartialEq)]
enum Expected {
    Clean,
    /// Properties, with the suite's own word for the kind where it has one.
    Findings(Vec<String>),
    Open,
}

/// Sorted as they are printed: what is wrong comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    Wrong,
    /// Violated, but not of an expected property.
    OtherProperty,
    Failed,
    Unknown,
    Open,
    Right,
}

struct Row {
    index: usize,
    class: Class,
    says: String,
    cost: Measured,
}

pub(crate) fn main(args: &[String]) -> Result<(), String> {
    let options = Options::parse(args, &["filter", "time", "jobs", "fafnir", "show"])?;
    let [list] = options.positional.as_slice() else {
        return Err("usage: cargo xtask suite TASKS.tsv".to_owned());
    };
    let text = std::fs::read_to_string(list).map_err(|e| format!("{list}: {e}"))?;
    let filter = options.get("filter").unwrap_or_default();
    let tasks: Vec<Task> = text.lines().filter_map(task).filter(|t| t.path.contains(filter)).collect();
    let seconds: u64 = options.number("time", 60)?;
    let jobs: usize = options.number("jobs", 1)?;
    let fafnir = options::fafnir(&options)?;
    let next = AtomicUsize::new(0);
    let rows = Mutex::new(Vec::new());
    let failure = Mutex::new(None);
    let work = || {
        while let Some((index, task)) = {
            let index = next.fetch_add(1, Ordering::Relaxed);
            tasks.get(index).map(|task| (index, task))
        } {
            let args = command_line(task, seconds, &options.rest);
            match measure::run(fafnir.as_os_str(), &args, Duration::from_secs(seconds + 10)) {
                Ok(cost) => {
                    let (class, says) = classify(task, &cost);
                    rows.lock().unwrap_or_else(|e| e.into_inner()).push(Row { index, class, says, cost });
                }
                Err(e) => *failure.lock().unwrap_or_else(|e| e.into_inner()) = Some(e),
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(work);
        }
    });
    if let Some(e) = failure.into_inner().unwrap_or_else(|e| e.into_inner()) {
        return Err(e);
    }
    let mut rows = rows.into_inner().unwrap_or_else(|e| e.into_inner());
    rows.sort_by_key(|row| (row.class, row.index));
    print(&tasks, &rows, options.get("show") == Some("all"));
    match rows.iter().any(|row| row.class == Class::Wrong) {
        true => Err("there are wrong verdicts".to_owned()),
        false => Ok(()),
    }
}

fn task(line: &str) -> Option<Task> {
    let columns: Vec<&str> = line.split('\t').collect();
    let [path, model, check, expected, source, notes, _status, peer, ..] = columns.as_slice() else {
        return None;
    };
    if *path == "path" {
        return None;
    }
    Some(Task {
        path: (*path).to_owned(),
        model: (*model).to_owned(),
        properties: match *check {
            "all" => Vec::new(),
            list => list.split(',').map(str::to_owned).collect(),
        },
        expected: expectation(expected),
        source: (*source).to_owned(),
        notes: (*notes).to_owned(),
        peer: peer.parse().ok(),
    })
}

fn expectation(text: &str) -> Expected {
    match text.strip_prefix("findings:") {
        Some(list) => {
            let words = list.trim().trim_start_matches("one of ");
            Expected::Findings(words.split_whitespace().map(str::to_owned).collect())
        }
        None if text == "clean" => Expected::Clean,
        None => Expected::Open,
    }
}

fn command_line(task: &Task, seconds: u64, more: &[String]) -> Vec<String> {
    let mut args: Vec<String> =
        ["check", "--format", "json", "--quiet", "--time"].map(str::to_owned).to_vec();
    args.push(format!("{seconds}s"));
    args.extend(["--data-model".to_owned(), task.model.clone()]);
    for property in &task.properties {
        args.extend(["--property".to_owned(), property.clone()]);
    }
    args.extend_from_slice(more);
    args.push(task.path.clone());
    args
}

/// What the answer is worth, and the answer in a few words.
fn classify(task: &Task, cost: &Measured) -> (Class, String) {
    if cost.timed_out {
        return (Class::Failed, "does not stop at its time limit".to_owned());
    }
    let Ok(report) = serde_json::from_slice::<serde_json::Value>(&cost.stdout) else {
        let first = cost.stderr.lines().next().unwrap_or_default();
        return (Class::Failed, format!("exit {:?}: {first}", cost.code));
    };
    let findings: Vec<(&str, String)> = report["findings"]
        .as_array()
        .map(|list| {
            list.iter()
                .map(|f| {
                    let text = |key: &str| f[key].as_str().unwrap_or("-");
                    let line = f["location"]["line"].as_u64().unwrap_or(0);
                    (text("property"), format!("{} line {line}", text("kind")))
                })
                .collect()
        })
        .unwrap_or_default();
    let shown = findings.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join(", ");
    match (report["verdict"].as_str().unwrap_or_default(), &task.expected) {
        ("proved", Expected::Clean) => (Class::Right, "proved".to_owned()),
        ("proved", Expected::Findings(_)) => (Class::Wrong, "proved".to_owned()),
        ("proved", Expected::Open) => (Class::Open, "proved".to_owned()),
        ("violated", Expected::Clean) => (Class::Wrong, format!("violated: {shown}")),
        ("violated", Expected::Open) => (Class::Open, format!("violated: {shown}")),
        ("violated", Expected::Findings(expected)) => {
            let properties: Vec<&str> = expected.iter().filter_map(|e| e.split(':').next()).collect();
            let class = match findings.first() {
                Some((property, _)) if properties.contains(property) => Class::Right,
                _ => Class::OtherProperty,
            };
            (class, format!("violated: {shown}"))
        }
        ("unknown", _) => {
            let reason = &report["unknown"];
            let kind = reason["kind"].as_str().unwrap_or_default();
            let message = reason["message"].as_str().unwrap_or_default();
            let class = if kind == "internal" { Class::Failed } else { Class::Unknown };
            (class, format!("unknown ({kind}): {message}"))
        }
        ("unreadable", _) => {
            let first = report["diagnostics"][0]["message"].as_str().unwrap_or_default();
            (Class::Failed, format!("cannot be read: {first}"))
        }
        (other, _) => (Class::Failed, format!("verdict `{other}`")),
    }
}

fn print(tasks: &[Task], rows: &[Row], all: bool) {
    for row in rows {
        let task = &tasks[row.index];
        if !all && matches!(row.class, Class::Right | Class::Unknown | Class::Open) {
            continue;
        }
        let expected = match &task.expected {
            Expected::Clean => "clean".to_owned(),
            Expected::Findings(list) => list.join(" "),
            Expected::Open => "?".to_owned(),
        };
        println!(
            "{:?}: {} ({})\n    says {}\n    expected {expected} ({}; notes: {})",
            row.class, task.path, task.model, row.says, task.source, task.notes
        );
    }
    let count = |class| rows.iter().filter(|row| row.class == class).count();
    println!(
        "{} tasks: {} wrong, {} other property, {} failed, {} unknown, {} open, {} right",
        rows.len(),
        count(Class::Wrong),
        count(Class::OtherProperty),
        count(Class::Failed),
        count(Class::Unknown),
        count(Class::Open),
        count(Class::Right)
    );
    reasons(rows);
    costs(tasks, rows);
}

/// Why there is no answer, counted.
fn reasons(rows: &[Row]) {
    let mut counted: std::collections::BTreeMap<&str, usize> = Default::default();
    for row in rows.iter().filter(|row| row.class == Class::Unknown) {
        *counted.entry(row.says.split(':').next().unwrap_or_default()).or_default() += 1;
    }
    for (reason, count) in counted {
        println!("  {count:4} {reason}");
    }
}

fn costs(tasks: &[Task], rows: &[Row]) {
    let mut cpu: Vec<f64> = rows.iter().map(|row| row.cost.cpu.as_secs_f64()).collect();
    cpu.sort_by(f64::total_cmp);
    let Some(longest) = cpu.last() else { return };
    let peak = rows.iter().map(|row| row.cost.peak).max().unwrap_or(0);
    println!(
        "CPU: {:.2} s together, median {:.1} ms, longest {:.2} s; peak memory {} MB",
        cpu.iter().sum::<f64>(),
        cpu[cpu.len() / 2] * 1000.0,
        longest,
        peak / 1024
    );
    let mut ratios: Vec<f64> = Vec::new();
    let (mut ours, mut theirs) = (0.0, 0.0);
    for row in rows.iter().filter(|row| matches!(row.class, Class::Right)) {
        if let Some(peer) = tasks[row.index].peer.filter(|&p| p > 0.0) {
            ours += row.cost.cpu.as_secs_f64();
            theirs += peer;
            ratios.push(row.cost.cpu.as_secs_f64() / peer);
        }
    }
    ratios.sort_by(f64::total_cmp);
    if let Some(median) = ratios.get(ratios.len() / 2) {
        println!(
            "against the recorded peer on {} right answers: {ours:.2} s to {theirs:.2} s, median ratio {median:.3}",
            ratios.len()
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn classified(expected: &str, report: &str) -> Class {
        let task = task(&format!("x.i\tlp64\tall\t{expected}\treading\t-\t-\t0.5")).unwrap();
        let cost = Measured {
            stdout: report.as_bytes().to_vec(),
            stderr: String::new(),
            code: Some(0),
            timed_out: false,
            cpu: Duration::ZERO,
            peak: 0,
        };
        classify(&task, &cost).0
    }

    #[test]
    fn answers_are_classified() {
        let violated =
            r#"{"verdict":"violated","findings":[{"property":"valid-free","kind":"double-free"}]}"#;
        assert_eq!(classified("clean", r#"{"verdict":"proved"}"#), Class::Right);
        assert_eq!(classified("findings: valid-free", r#"{"verdict":"proved"}"#), Class::Wrong);
        assert_eq!(classified("clean", violated), Class::Wrong);
        assert_eq!(classified("findings: valid-free:double valid-memtrack", violated), Class::Right);
        assert_eq!(classified("findings: one of valid-deref valid-free", violated), Class::Right);
        assert_eq!(classified("findings: valid-deref", violated), Class::OtherProperty);
        assert_eq!(
            classified("clean", r#"{"verdict":"unknown","unknown":{"kind":"time-budget"}}"#),
            Class::Unknown
        );
        assert_eq!(
            classified("clean", r#"{"verdict":"unknown","unknown":{"kind":"internal"}}"#),
            Class::Failed
        );
        assert_eq!(classified("?", violated), Class::Open);
        assert_eq!(classified("clean", "no json"), Class::Failed);
    }
}
