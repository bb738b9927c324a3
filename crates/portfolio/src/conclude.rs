//! What the answers of the engines mean together.

use crate::options::Answer;
use base::Span;
use engine_hunt::Disagreement;
use verdict::{Outcome, Stats, UnknownKind, UnknownReason, Verdict};

#[derive(Debug)]
pub(crate) struct Report {
    pub(crate) job: &'static str,
    pub(crate) outcome: Outcome,
    pub(crate) disagreements: Vec<Disagreement>,
}

pub(crate) fn no_report() -> Report {
    Report { job: "none", outcome: internal("no engine answered"), disagreements: Vec::new() }
}

pub(crate) fn internal(message: &str) -> Outcome {
    unknown(UnknownKind::Internal, message)
}

pub(crate) fn unknown(kind: UnknownKind, message: &str) -> Outcome {
    Outcome {
        verdict: Verdict::Unknown(UnknownReason { kind, span: Span::NONE, message: message.to_owned() }),
        findings: Vec::new(),
        assumptions: Vec::new(),
        stats: Stats { engine: "none", ..Stats::default() },
    }
}

pub(crate) fn is_conclusive(outcome: &Outcome) -> bool {
    matches!(outcome.verdict, Verdict::Proved(_) | Verdict::Violated)
}

pub(crate) fn is_unfinished(outcome: &Outcome) -> bool {
    matches!(&outcome.verdict, Verdict::Unknown(reason) if reason.kind == UnknownKind::StepBudget)
}

/// An answer without a conclusion that was ended from outside says why.
pub(crate) fn explain(outcome: &mut Outcome, kind: UnknownKind) {
    if is_conclusive(outcome) {
        return;
    }
    let message = match kind {
        UnknownKind::MemoryBudget => "the memory budget is used up",
        UnknownKind::TimeBudget => "the time budget is used up",
        _ => "interrupted",
    };
    outcome.verdict = Verdict::Unknown(UnknownReason { kind, span: Span::NONE, message: message.to_owned() });
}

/// What the answers mean together.
pub(crate) fn conclude(mut all: Vec<Report>, executed: Outcome, ended: Option<UnknownKind>) -> Answer {
    let disagreements: Vec<Disagreement> = all.iter_mut().flat_map(|r| r.disagreements.drain(..)).collect();
    let proved = all.iter().position(|r| matches!(r.outcome.verdict, Verdict::Proved(_)));
    let violated = all.iter().position(|r| r.outcome.verdict == Verdict::Violated);
    let outcome = match (proved, violated) {
        (Some(proved), Some(violated)) => {
            let (prover, hunter) = (all[proved].job, all[violated].job);
            let finding = all[violated].outcome.findings.first();
            let message = format!(
                "internal disagreement: the engine {prover} has a proof, and the engine {hunter} has a run that \
                 shows {}",
                finding.map_or("a violation", |f| f.kind.name())
            );
            let mut outcome = all.swap_remove(violated).outcome;
            let span = outcome.findings.first().map_or(Span::NONE, |f| f.span);
            outcome.verdict = Verdict::Unknown(UnknownReason { kind: UnknownKind::Internal, span, message });
            outcome
        }
        (Some(one), None) | (None, Some(one)) => all.swap_remove(one).outcome,
        (None, None) => {
            // A run that shows something, if in doubt, or the verifier's possible findings are what the user can look at.
            let shown = all.iter().position(|r| r.job != "smg" && !r.outcome.findings.is_empty());
            let verifier = shown.or_else(|| all.iter().position(|r| r.job == "smg"));
            let mut outcome = match verifier {
                Some(index) => all.swap_remove(index).outcome,
                None => all.pop().map_or(executed, |r| r.outcome),
            };
            if let Some(kind) = ended
                && (outcome.findings.is_empty() || kind == UnknownKind::Cancelled)
            {
                explain(&mut outcome, kind);
            }
            outcome
        }
    };
    Answer { outcome, disagreements }
}

#[cfg(test)]
mod tests {
    use super::*;
    use verdict::{Certificate, Confidence, Details, Finding, FindingKind, Trace};

    fn report(job: &'static str, verdict: Verdict, findings: Vec<Finding>) -> Report {
        let stats = Stats { engine: job, ..Stats::default() };
        let outcome = Outcome { verdict, findings, assumptions: Vec::new(), stats };
        Report { job, outcome, disagreements: Vec::new() }
    }

    fn finding(confidence: Confidence) -> Finding {
        Finding {
            kind: FindingKind::DoubleFree,
            access: None,
            span: Span::new(3, 4),
            block: None,
            details: Details::default(),
            trace: Trace::default(),
            confidence,
        }
    }

    fn proved() -> Verdict {
        Verdict::Proved(Certificate::Invariants(Vec::new()))
    }

    fn open(kind: UnknownKind) -> Verdict {
        Verdict::Unknown(UnknownReason { kind, span: Span::NONE, message: String::new() })
    }

    #[test]
    fn the_conclusive_answer_counts() {
        let possible =
            report("smg", open(UnknownKind::PossibleFindings), vec![finding(Confidence::Possible)]);
        let confirmed = report("hunt", Verdict::Violated, vec![finding(Confidence::Confirmed)]);
        let answer = conclude(vec![possible, confirmed], internal(""), None);
        assert_eq!(answer.outcome.verdict, Verdict::Violated);
        assert_eq!(answer.outcome.stats.engine, "hunt");
    }

    #[test]
    fn a_proof_and_a_violation_together_are_unknown() {
        let reports = vec![
            report("smg", proved(), Vec::new()),
            report("hunt", Verdict::Violated, vec![finding(Confidence::Confirmed)]),
        ];
        let answer = conclude(reports, internal(""), None);
        let Verdict::Unknown(reason) = &answer.outcome.verdict else { panic!("{answer:?}") };
        assert_eq!(reason.kind, UnknownKind::Internal);
        assert!(reason.message.contains("smg") && reason.message.contains("double-free"));
        assert_eq!(answer.outcome.findings.len(), 1);
    }

    #[test]
    fn possible_findings_are_no_verdict_and_survive_the_end_of_the_budget() {
        let possible =
            || report("smg", open(UnknownKind::PossibleFindings), vec![finding(Confidence::Possible)]);
        let hunted = || report("hunt", open(UnknownKind::Cancelled), Vec::new());
        let answer = conclude(vec![hunted(), possible()], internal(""), Some(UnknownKind::TimeBudget));
        assert_eq!(answer.outcome.findings.len(), 1);
        let Verdict::Unknown(reason) = &answer.outcome.verdict else { panic!("{answer:?}") };
        assert_eq!(reason.kind, UnknownKind::PossibleFindings);
        let answer = conclude(vec![hunted()], internal(""), Some(UnknownKind::MemoryBudget));
        let Verdict::Unknown(reason) = &answer.outcome.verdict else { panic!("{answer:?}") };
        assert_eq!(reason.kind, UnknownKind::MemoryBudget);
    }
}
