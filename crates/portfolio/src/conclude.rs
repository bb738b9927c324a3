//! What the answers of the engines mean together.

use ::engine::{Engine, Roles};
use base::Span;
use verdict::{Assumption, Attempt, Outcome, PropertySet, UnknownKind, UnknownReason, Verdict};

#[derive(Debug)]
pub(crate) struct Report {
    pub(crate) engine: &'static dyn Engine,
    pub(crate) is_lead: bool,
    pub(crate) outcome: Outcome,
}

pub(crate) fn internal(asked: PropertySet, message: &str) -> Outcome {
    Outcome::unknown(asked, UnknownKind::Internal, message)
}

pub(crate) fn is_conclusive(outcome: &Outcome) -> bool {
    matches!(outcome.verdict(), Verdict::Proved(_) | Verdict::Violated)
}

pub(crate) fn is_unfinished(outcome: &Outcome) -> bool {
    matches!(outcome.verdict(), Verdict::Unknown(reason) if reason.kind == UnknownKind::StepBudget)
}

/// Whether nobody has to say anything more: something is violated, or all is proved.
pub(crate) fn is_decided(asked: PropertySet, all: &[Report]) -> bool {
    all.iter().any(|r| is_conclusive(&r.outcome)) || {
        let shown = proved_together(all);
        !asked.is_empty() && asked.is_subset(shown)
    }
}

/// What is proved, if the conditions of some engines are shown by others; proofs that rest on each other do not count.
fn proved_together(all: &[Report]) -> PropertySet {
    let mut shown = PropertySet::default();
    loop {
        let more = all.iter().fold(shown, |more, r| more.union(proved_given(&r.outcome, shown)));
        if more == shown {
            return shown;
        }
        shown = more;
    }
}

/// What an engine has proved of a program that has these properties.
fn proved_given(outcome: &Outcome, shown: PropertySet) -> PropertySet {
    let open = outcome.conditions.iter().filter(|condition| !condition.requires.is_subset(shown));
    open.fold(outcome.verdicts.proved(), |proved, condition| proved.without(condition.of))
}

/// An answer without a conclusion that was ended from outside says why.
pub(crate) fn explain(outcome: &mut Outcome, kind: UnknownKind) {
    if is_conclusive(outcome) {
        return;
    }
    outcome.retract(UnknownReason { kind, span: Span::NONE, message: ended_by(kind).to_owned() });
}

/// What stopped each engine, the most telling reason of each, what the user should look at first.
pub(crate) fn attempts<'r>(
    reports: impl Iterator<Item = &'r Report>,
    ended: Option<UnknownKind>,
) -> Vec<Attempt> {
    let mut all: Vec<Attempt> = Vec::new();
    for report in reports {
        let Verdict::Unknown(reason) = report.outcome.verdict() else { continue };
        let mut reason = reason.clone();
        if let (UnknownKind::Cancelled, Some(kind)) = (reason.kind, ended) {
            reason = UnknownReason { kind, message: ended_by(kind).to_owned(), ..reason };
        }
        let attempt = Attempt { engine: report.engine.name(), reason };
        match all.iter_mut().find(|known| known.engine == attempt.engine) {
            Some(known) if known.rank() <= attempt.rank() => {}
            Some(known) => *known = attempt,
            None => all.push(attempt),
        }
    }
    all.sort_by_key(|attempt| (is_not_for_this_program(attempt), attempt.rank()));
    all
}

/// Whether an engine only says that it is not made for such programs: nobody can do anything about it.
fn is_not_for_this_program(attempt: &Attempt) -> bool {
    let message = &attempt.reason.message;
    // Engines that follow runs one by one look at a few arguments only.
    let is_modelled = |rest: &str| rest.split('`').next().is_some_and(models::is_modelled);
    message.starts_with("`main` is not supported")
        || message.contains(" is not supported by the ")
        || message.strip_prefix("the function `").is_some_and(is_modelled)
        || message == "an access through a pointer of which nothing is known is not supported"
}

fn ended_by(kind: UnknownKind) -> &'static str {
    match kind {
        UnknownKind::MemoryBudget => "the memory budget is used up",
        UnknownKind::TimeBudget => "the time budget is used up",
        _ => "interrupted",
    }
}

/// What the answers mean together; `first` are those from before the others were asked. That padding may hold anything is not assumed, but
/// so.
pub(crate) fn conclude(
    asked: PropertySet,
    all: Vec<Report>,
    first: Vec<Report>,
    ended: Option<UnknownKind>,
) -> Outcome {
    let mut outcome = together(asked, all, first, ended);
    let is_padding = |a: &Assumption| matches!(a, Assumption::ExternalObject(name) if name == ir::PADDING);
    outcome.assumptions.retain(|assumption| !is_padding(assumption));
    outcome
}

fn together(
    asked: PropertySet,
    mut all: Vec<Report>,
    mut first: Vec<Report>,
    ended: Option<UnknownKind>,
) -> Outcome {
    let shown = proved_together(&all);
    let violated = all.iter().position(|r| *r.outcome.verdict() == Verdict::Violated);
    if let Some(violated) = violated {
        let wrong = all[violated].outcome.verdicts.violated().intersection(shown);
        let prover = all.iter().find(|r| !proved_given(&r.outcome, shown).intersection(wrong).is_empty());
        let prover = prover.map(|r| r.engine.name());
        let Report { engine, mut outcome, .. } = all.swap_remove(violated);
        if let Some(prover) = prover {
            let finding = outcome.findings.first();
            let message = format!(
                "internal disagreement: the engine {prover} has a proof, and the engine {} has a run that shows {}",
                engine.name(),
                finding.map_or("a violation", |f| f.kind.name())
            );
            let span = finding.map_or(Span::NONE, |f| f.span);
            outcome.retract(UnknownReason { kind: UnknownKind::Internal, span, message });
        }
        return outcome;
    }
    if let Some(proved) = all.iter().position(|r| matches!(r.outcome.verdict(), Verdict::Proved(_))) {
        return all.swap_remove(proved).outcome;
    }
    // A run that shows something, if in doubt, or the possible findings of the lead are what the user can look at.
    let has_run = |r: &Report| {
        let exact =
            r.engine.about().roles.contains(Roles::FINDS) || r.engine.about().roles.contains(Roles::DECIDES);
        exact && !r.is_lead && !r.outcome.findings.is_empty()
    };
    let attempts = attempts(first.iter().chain(&all), ended);
    let bounded = all.iter().filter_map(|r| r.outcome.bounded).max();
    let chosen = all.iter().position(has_run).or_else(|| all.iter().position(|r| r.is_lead));
    let mut outcome = match chosen {
        Some(index) => all.remove(index).outcome,
        None => match all.pop().or(first.pop()) {
            Some(report) => report.outcome,
            None => internal(asked, "no engine answered"),
        },
    };
    // What others have proved of single properties counts, too.
    let mut proved = proved_given(&outcome, shown);
    let conditional = outcome.verdicts.proved().without(proved);
    if !conditional.is_empty() {
        let message = "the proof rests on a condition that no engine has shown".to_owned();
        let kind = UnknownKind::Unsupported;
        outcome
            .verdicts
            .set(conditional, Verdict::Unknown(UnknownReason { kind, span: Span::NONE, message }));
    }
    outcome.conditions.clear();
    for Report { outcome: other, .. } in all {
        let more = proved_given(&other, shown).without(proved);
        let Some(verdict) = more.iter().next().and_then(|p| other.verdicts.get(p)).cloned() else { continue };
        outcome.verdicts.set(more, verdict);
        proved = proved.union(more);
        for assumption in other.assumptions {
            if !outcome.assumptions.contains(&assumption) {
                outcome.assumptions.push(assumption);
            }
        }
        outcome.invariants.extend(other.invariants);
    }
    if is_conclusive(&outcome) {
        outcome.findings.clear();
    }
    if let Some(kind) = ended
        && (outcome.findings.is_empty() || kind == UnknownKind::Cancelled)
    {
        explain(&mut outcome, kind);
    }
    if !is_conclusive(&outcome) {
        outcome.attempts = attempts;
        outcome.bounded = bounded;
    }
    outcome
}

#[cfg(test)]
mod tests {
    use super::*;
    use verdict::{
        Certificate, Condition, Confidence, Details, Finding, FindingKind, Property, Stats, Trace,
    };

    fn asked() -> PropertySet {
        Property::DEFAULT.into_iter().collect()
    }

    fn report(engine: &'static dyn Engine, verdict: Verdict, findings: Vec<Finding>) -> Report {
        let stats = Stats { engine: engine.name(), ..Stats::default() };
        let outcome = Outcome { stats, ..Outcome::new(asked(), verdict, findings) };
        Report { engine, is_lead: engine.about().describes_memory, outcome }
    }

    const LEAD: &dyn Engine = &engine_smg::ShapeAnalysis;
    const SEARCH: &dyn Engine = &engine_hunt::PathSearch;

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
        Verdict::Proved(Certificate::Invariants)
    }

    fn open(kind: UnknownKind) -> Verdict {
        Verdict::Unknown(UnknownReason { kind, span: Span::NONE, message: String::new() })
    }

    #[test]
    fn the_conclusive_answer_counts() {
        let possible = report(LEAD, open(UnknownKind::PossibleFindings), vec![finding(Confidence::Possible)]);
        let confirmed = report(SEARCH, Verdict::Violated, vec![finding(Confidence::Confirmed)]);
        let outcome = conclude(asked(), vec![possible, confirmed], Vec::new(), None);
        assert_eq!(*outcome.verdict(), Verdict::Violated);
        assert_eq!(outcome.stats.engine, "hunt");
    }

    #[test]
    fn a_proof_and_a_violation_together_are_unknown() {
        let reports = vec![
            report(LEAD, proved(), Vec::new()),
            report(SEARCH, Verdict::Violated, vec![finding(Confidence::Confirmed)]),
        ];
        let outcome = conclude(asked(), reports, Vec::new(), None);
        let Verdict::Unknown(reason) = outcome.verdict() else { panic!("{outcome:?}") };
        assert_eq!(reason.kind, UnknownKind::Internal);
        assert!(reason.message.contains("smg") && reason.message.contains("double-free"));
        assert_eq!(outcome.findings.len(), 1);
    }

    #[test]
    fn possible_findings_are_no_verdict_and_survive_the_end_of_the_budget() {
        let possible =
            || report(LEAD, open(UnknownKind::PossibleFindings), vec![finding(Confidence::Possible)]);
        let searched = || report(SEARCH, open(UnknownKind::Cancelled), Vec::new());
        let late = Some(UnknownKind::TimeBudget);
        let outcome = conclude(asked(), vec![searched(), possible()], Vec::new(), late);
        assert_eq!(outcome.findings.len(), 1);
        let Verdict::Unknown(reason) = outcome.verdict() else { panic!("{outcome:?}") };
        assert_eq!(reason.kind, UnknownKind::PossibleFindings);
        // One line per engine, what can be acted upon first.
        let stopped: Vec<_> = outcome.attempts.iter().map(|a| (a.engine, a.reason.kind)).collect();
        assert_eq!(stopped, [("smg", UnknownKind::PossibleFindings), ("hunt", UnknownKind::TimeBudget)]);
        let outcome = conclude(asked(), vec![searched()], Vec::new(), Some(UnknownKind::MemoryBudget));
        let Verdict::Unknown(reason) = outcome.verdict() else { panic!("{outcome:?}") };
        assert_eq!(reason.kind, UnknownKind::MemoryBudget);
    }

    #[test]
    fn conditions_are_shown_by_other_engines_but_not_by_each_other() {
        let one: PropertySet = [Property::UnreachCall].into_iter().collect();
        let rest = asked().without(one);
        let partial = |of: PropertySet, requires: PropertySet| {
            let mut report = report(SEARCH, open(UnknownKind::TimeBudget), Vec::new());
            report.outcome.verdicts.set(of, proved());
            report.outcome.conditions = vec![Condition { of, requires }];
            report
        };
        let nothing = PropertySet::default();
        let both = vec![partial(one, rest), partial(rest, nothing)];
        assert!(is_decided(asked(), &both));
        let outcome = conclude(asked(), both, Vec::new(), None);
        assert_eq!(*outcome.verdict(), proved());
        let circle = vec![partial(one, rest), partial(rest, one)];
        assert!(!is_decided(asked(), &circle));
        let outcome = conclude(asked(), circle, Vec::new(), None);
        assert!(matches!(outcome.verdict(), Verdict::Unknown(_)), "{outcome:?}");
    }
}
