//! An answer against the annotations, in both directions.

use crate::annotations::{Expectation, TestFile};
use std::fmt::Write as _;
use verdict::FindingKind;

#[derive(Clone, Debug, PartialEq)]
pub enum AnswerVerdict {
    Proved,
    Violated,
    /// The short name of the reason.
    Unknown(String),
    /// The program could not be read.
    Unreadable,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Line in the test file; 0 if the finding is in another file or has no place.
    pub line: u32,
    pub kind: FindingKind,
    /// Only possible, not confirmed.
    pub possible: bool,
}

#[derive(Clone, Debug)]
pub struct Answer {
    pub verdict: AnswerVerdict,
    pub findings: Vec<Found>,
    /// What the tool would print, shown when the test fails.
    pub text: String,
}

/// Says what is wrong with the answer of an engine, or nothing. An engine that the file calls wrong must be.
pub fn compare(file: &TestFile, engine: &str, answer: &Answer) -> Result<(), String> {
    let compared = compare_right(file, answer);
    match file.wrong_today.iter().any(|e| e == engine) {
        true if compared.is_ok() => Err(format!(
            "the answer is right now: take `{engine}` out of `wrong-today`\n--- the tool says:\n{}",
            answer.text
        )),
        true => Ok(()),
        false => compared,
    }
}

/// Where only one verdict is ruled out, the findings do not matter: the others are all true.
fn ruled_out(file: &TestFile, answer: &Answer) -> Option<Result<(), String>> {
    let what = &file
        .expected
        .iter()
        .find(|e| matches!(e.what, Expectation::NotProved | Expectation::NotViolated))?
        .what;
    let ruled_out = match what {
        Expectation::NotProved => AnswerVerdict::Proved,
        _ => AnswerVerdict::Violated,
    };
    if file.expected.len() > 1 {
        return Some(Err(format!("{what} says all that is expected: nothing else may stand beside it")));
    }
    if answer.verdict == ruled_out || answer.verdict == AnswerVerdict::Unreadable {
        let problem = format!("the verdict is {:?}, expected {what}", answer.verdict);
        return Some(Err(format!("{problem}\n--- the tool says:\n{}", answer.text)));
    }
    Some(Ok(()))
}

fn compare_right(file: &TestFile, answer: &Answer) -> Result<(), String> {
    if let Some(result) = ruled_out(file, answer) {
        return result;
    }
    let mut problems = String::new();
    let mut findings = answer.findings.clone();
    let mut confirmed = false;
    let mut possible = false;
    let mut safe = false;
    let mut unknown = None;
    for expected in &file.expected {
        let (kind, alarm) = match &expected.what {
            Expectation::Error(kind) => (*kind, false),
            Expectation::FalseAlarm(kind) => (*kind, true),
            Expectation::Safe => {
                safe = true;
                continue;
            }
            Expectation::Unknown(reason) => {
                unknown = Some(reason.as_str());
                continue;
            }
            Expectation::NotProved | Expectation::NotViolated => continue,
        };
        let matches = |f: &Found| f.line == expected.line && f.kind == kind && (f.possible || !alarm);
        match findings.iter().position(matches) {
            Some(at) => {
                confirmed |= !findings[at].possible;
                possible |= findings[at].possible;
                findings.remove(at);
            }
            None => {
                let _ = writeln!(
                    problems,
                    "line {}: expected {}, but it was not found",
                    expected.line, expected.what
                );
            }
        }
    }
    for found in &findings {
        let sure = if found.possible { "possible" } else { "confirmed" };
        let _ = writeln!(
            problems,
            "line {}: found {} ({sure}), which is not expected",
            found.line,
            found.kind.name()
        );
    }
    let wanted = match (safe, unknown, confirmed, possible) {
        _ if file.expected.is_empty() => {
            let _ = writeln!(
                problems,
                "the file expects nothing: write `//~ SAFE`, `//~ ERROR kind` or `//~ UNKNOWN reason`"
            );
            None
        }
        (true, None, false, false) => Some(AnswerVerdict::Proved),
        (false, Some(reason), false, _) => Some(AnswerVerdict::Unknown(reason.to_owned())),
        (false, None, true, _) => Some(AnswerVerdict::Violated),
        (false, None, false, true) => Some(AnswerVerdict::Unknown("possible-findings".to_owned())),
        // The missing finding was named above.
        (false, None, false, false) => None,
        _ => {
            let _ = writeln!(problems, "the annotations contradict each other");
            None
        }
    };
    if let Some(wanted) = wanted
        && wanted != answer.verdict
    {
        let _ = writeln!(problems, "the verdict is {:?}, expected {wanted:?}", answer.verdict);
    }
    if problems.is_empty() {
        return Ok(());
    }
    if let Some(fixme) = &file.fixme {
        let _ = writeln!(problems, "the file is marked FIXME ({fixme}): if this answer is better, update it");
    }
    Err(format!("{problems}--- the tool says:\n{}", answer.text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, verdict: AnswerVerdict, findings: &[(u32, FindingKind, bool)]) -> bool {
        let file = TestFile::parse(text).unwrap();
        let findings =
            findings.iter().map(|&(line, kind, possible)| Found { line, kind, possible }).collect();
        compare(&file, "smg", &Answer { verdict, findings, text: String::new() }).is_ok()
    }

    #[test]
    fn both_directions() {
        use AnswerVerdict::*;
        use FindingKind::*;
        let safe = "int main(void) {} //~ SAFE";
        assert!(check(safe, Proved, &[]));
        assert!(!check(safe, Unknown("time-budget".to_owned()), &[]));
        assert!(!check(safe, Violated, &[(1, NullDeref, false)]));
        let bug = "\nx; //~ ERROR null-deref";
        assert!(check(bug, Violated, &[(2, NullDeref, false)]));
        assert!(check(bug, Unknown("possible-findings".to_owned()), &[(2, NullDeref, true)]));
        assert!(!check(bug, Unknown("possible-findings".to_owned()), &[(2, NullDeref, false)]));
        assert!(!check(bug, Violated, &[(1, NullDeref, false)]));
        assert!(!check(bug, Violated, &[(2, DoubleFree, false)]));
        assert!(!check(bug, Violated, &[(2, NullDeref, false), (3, NullDeref, false)]));
        assert!(!check(bug, Proved, &[]));
        let unknown = "//~ UNKNOWN nondeterminism";
        assert!(check(unknown, Unknown("nondeterminism".to_owned()), &[]));
        assert!(!check(unknown, Unknown("internal".to_owned()), &[]));
        assert!(!check(unknown, Proved, &[]));
        let alarm = "x //~ FALSE-ALARM memory-leak";
        assert!(check(alarm, Unknown("possible-findings".to_owned()), &[(1, MemoryLeak, true)]));
        assert!(!check(alarm, Violated, &[(1, MemoryLeak, false)]));
        assert!(!check("int x;", Proved, &[]));
    }

    #[test]
    fn one_verdict_ruled_out() {
        use AnswerVerdict::*;
        let finding = [(2, FindingKind::NullDeref, false)];
        let unknown = || Unknown("time-budget".to_owned());
        let buggy = "//~ NOT-PROVED";
        assert!(check(buggy, Violated, &finding));
        assert!(check(buggy, unknown(), &[]));
        assert!(!check(buggy, Proved, &[]));
        let safe = "//~ NOT-VIOLATED";
        assert!(check(safe, Proved, &[]));
        assert!(check(safe, unknown(), &[(2, FindingKind::NullDeref, true)]));
        assert!(!check(safe, Violated, &finding));
        assert!(!check("//~ NOT-PROVED //~ SAFE", Proved, &[]));
        let wrong = "//@ wrong-today: smg\n//~ NOT-PROVED";
        assert!(check(wrong, Proved, &[]));
        assert!(!check(wrong, unknown(), &[]));
    }
}
