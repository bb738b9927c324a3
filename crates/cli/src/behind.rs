//! Searching on behind findings that are not reported: those that a comment ignores or that an older report knows.

use crate::driver::Loaded;
use crate::{blame, standing};
use base::Span;
use portfolio::{Disagreement, Ignored};
use report::sarif::Standing;
use std::path::Path;
use std::sync::Arc;
use verdict::{
    Confidence, Finding, FindingKind, FunctionAnswer, FunctionResult, Outcome, PropertySet, UnknownKind,
    UnknownReason, Verdict,
};

/// Every search finds something that the ones before did not. Whoever ignores more than this does not want to know the rest.
const SEARCHES: usize = 64;

/// What was found, reported or not.
#[derive(Debug)]
pub(crate) struct Searched {
    /// All findings; those that are reported come first. The verdict takes no comment into account.
    pub(crate) outcome: Outcome,
    /// One per finding.
    pub(crate) standings: Vec<Standing>,
    /// The verdict apart from the findings that are not reported, if there are such.
    pub(crate) rest: Option<Verdict>,
    pub(crate) disagreements: Vec<Disagreement>,
}

/// Asks again until `most` confirmed findings are to be reported, or nothing is found any more. `Err` is a message about the baseline.
pub(crate) fn search(
    loaded: &Loaded,
    baseline: Option<&Path>,
    most: usize,
    mut ask: impl FnMut(Option<Arc<Vec<Ignored>>>) -> portfolio::Answer,
) -> Result<Searched, String> {
    let sources = loaded.input.sources();
    let mut ignored: Vec<Ignored> = Vec::new();
    let mut silent: Vec<Finding> = Vec::new();
    let mut assumptions = Vec::new();
    // What earlier searches have found out about functions: what is ignored later makes none of that wrong.
    let mut decided: Vec<FunctionAnswer> = Vec::new();
    let mut disagreements = Vec::new();
    loop {
        let answer = ask((!ignored.is_empty()).then(|| Arc::new(ignored.clone())));
        disagreements.extend(answer.disagreements);
        let mut outcome = answer.outcome;
        let places: Vec<Span> = outcome.findings.iter().map(|finding| finding.span).collect();
        blame::callers(&mut outcome.findings, &loaded.program, &loaded.input);
        // What is known already comes first, so that it keeps its place in the baseline.
        let mut all = silent.clone();
        all.append(&mut outcome.findings);
        let standings = standing::standings(&all, &sources, baseline)?;
        let (before, new) = (silent.len(), all.split_off(silent.len()));
        let is_reported = |index: usize| standings[before + index] == Standing::Reported;
        let is_confirmed = |finding: &Finding| finding.confidence == Confidence::Confirmed;
        let reported = silent.iter().chain(&new).enumerate();
        let reported =
            reported.filter(|(i, finding)| standings[*i] == Standing::Reported && is_confirmed(finding));
        let wants_more = reported.count() < most && most > 1 && new.iter().all(is_confirmed);
        let goes_on = !new.is_empty() && (wants_more || !(0..new.len()).any(is_reported));
        let mut rest = outcome.verdict().clone();
        let mut ends = !goes_on;
        if goes_on {
            for (finding, place) in new.iter().zip(places) {
                let place = Ignored { kind: finding.kind, span: place };
                // A place in a library function is one of all its callers.
                if place.span != finding.span || ignored.contains(&place) || ignored.len() >= SEARCHES {
                    rest = cannot_go_on(finding.kind, finding.span);
                    ends = true;
                } else {
                    ignored.push(place);
                }
            }
        }
        assumptions.append(&mut outcome.assumptions);
        let is_decided = |f: &&FunctionAnswer| !matches!(f.result, FunctionResult::Unknown(_));
        decided.extend(outcome.functions.iter().filter(is_decided).cloned());
        silent.extend(new);
        if ends {
            assumptions.sort_unstable();
            assumptions.dedup();
            outcome.assumptions = assumptions;
            for earlier in decided.into_iter().rev() {
                let is_it = |f: &&mut FunctionAnswer| f.name == earlier.name && f.span == earlier.span;
                if let Some(function) = outcome.functions.iter_mut().find(is_it) {
                    *function = earlier;
                }
            }
            return Ok(merge(outcome, silent, standings, rest, disagreements));
        }
    }
}

fn cannot_go_on(kind: FindingKind, span: Span) -> Verdict {
    let message = format!("the search does not go on behind the {}", kind.name());
    Verdict::Unknown(UnknownReason { kind: UnknownKind::AfterIgnored, span, message })
}

/// The outcome of the last search, with the findings of all of them.
fn merge(
    mut outcome: Outcome,
    found: Vec<Finding>,
    standings: Vec<Standing>,
    rest: Verdict,
    disagreements: Vec<Disagreement>,
) -> Searched {
    let (reported, silent): (Vec<_>, Vec<_>) =
        found.into_iter().zip(standings).partition(|(_, standing)| *standing == Standing::Reported);
    let properties = |wanted: Confidence| -> PropertySet {
        let of_it = silent.iter().filter(|(finding, _)| finding.confidence == wanted);
        of_it.filter_map(|(finding, _)| finding.kind.property()).collect()
    };
    let possible = properties(Confidence::Possible);
    // What was reported by an earlier search is violated as well.
    let shown = reported.iter().filter(|(finding, _)| finding.confidence == Confidence::Confirmed);
    let shown: PropertySet = shown.filter_map(|(finding, _)| finding.kind.property()).collect();
    let violated = properties(Confidence::Confirmed).union(shown.intersection(outcome.verdicts.asked()));
    if let (Verdict::Proved(_), Some((first, _))) = (outcome.verdict(), silent.first()) {
        let message = "what is ignored may go wrong; no concrete run has confirmed it".to_owned();
        let reason = UnknownReason { kind: UnknownKind::PossibleFindings, span: first.span, message };
        outcome.verdicts.set(possible, Verdict::Unknown(reason));
    }
    if !violated.is_empty() {
        outcome.verdicts.set(violated, Verdict::Violated);
    }
    let rest = (!silent.is_empty()).then_some(rest);
    let (findings, standings) = reported.into_iter().chain(silent).unzip();
    outcome.findings = findings;
    Searched { outcome, standings, rest, disagreements }
}
