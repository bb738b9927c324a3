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

/// Says what is wrong, or nothing.
pub fn compare(file: &TestFile, answer: &Answer) -> Result<(), String> {
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
        compare(&file, &Answer { verdict, findings, text: String::new() }).is_ok()
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
}
