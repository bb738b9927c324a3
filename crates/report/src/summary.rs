//! The closing line: the verdict, what was asked, who answered, how long it took, what it rests on.

use crate::Sources;
use std::time::Duration;
use verdict::{
    Assumption, Certificate, FunctionAnswer, FunctionResult, Outcome, PropertySet, Questions, Verdict,
};

/// External functions that are named; the others are counted.
const EXTERNALS: usize = 8;

#[derive(Clone, Debug)]
pub struct Summary<'a> {
    pub outcome: &'a Outcome,
    pub properties: PropertySet,
    /// Left out where outputs must be equal from run to run.
    pub time: Option<Duration>,
}

/// The word for a verdict in every form of output.
pub fn verdict_name(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Proved(_) => "proved",
        Verdict::Violated => "violated",
        Verdict::Unknown(_) => "unknown",
    }
}

/// An assumption in words.
pub fn assumption(assumption: &Assumption) -> String {
    match assumption {
        Assumption::ExternalFunction(name) if models::is_of_library(name) => {
            format!("`{}` may give any value of its type", models::shown_name(name))
        }
        Assumption::ExternalFunction(name) => {
            format!("`{name}`, which is defined nowhere, is pure and returns any value")
        }
        Assumption::ExternalKeepsNothing(name) => format!(
            "`{name}`, which is defined nowhere, frees and keeps nothing and may change what it can reach"
        ),
        Assumption::ExternalObject(name) if models::is_library_object(name) => {
            format!("the library's variable `{name}` may hold any content")
        }
        Assumption::ExternalObject(name) => {
            format!("`{name}`, which is defined nowhere, may hold any content")
        }
        Assumption::SignedOverflowWraps => "signed overflow wraps".to_owned(),
        Assumption::UninitialisedIsArbitrary => "uninitialised memory holds arbitrary values".to_owned(),
        Assumption::MallocSucceeds => "malloc succeeds".to_owned(),
        Assumption::AddressesReused => "a new block may get a freed one's address".to_owned(),
        Assumption::AddressesOrdered => {
            "pointers into different objects compare by their addresses".to_owned()
        }
        Assumption::Other(text) => text.clone(),
    }
}

/// The name of an assumption's kind in JSON.
pub(crate) fn assumption_kind(assumption: &Assumption) -> &'static str {
    match assumption {
        Assumption::ExternalFunction(_) => "external-function",
        Assumption::ExternalKeepsNothing(_) => "external-keeps-nothing",
        Assumption::ExternalObject(_) => "external-object",
        Assumption::SignedOverflowWraps => "signed-overflow-wraps",
        Assumption::UninitialisedIsArbitrary => "uninitialised-is-arbitrary",
        Assumption::MallocSucceeds => "malloc-succeeds",
        Assumption::AddressesReused => "addresses-reused",
        Assumption::AddressesOrdered => "addresses-ordered",
        Assumption::Other(_) => "other",
    }
}

impl Summary<'_> {
    /// One line for the verdict and one for each assumption, each with its line end.
    pub fn text(&self) -> String {
        let properties: Vec<&str> = match self.outcome.verdict() {
            Verdict::Violated => {
                let mut violated: Vec<&str> = self
                    .outcome
                    .findings
                    .iter()
                    .filter_map(|f| f.kind.property())
                    .map(|p| p.name())
                    .collect();
                violated.sort_unstable();
                violated.dedup();
                violated
            }
            _ => self.properties.iter().map(|p| p.name()).collect(),
        };
        let word = match self.outcome.verdict() {
            Verdict::Proved(_) => "Proved",
            Verdict::Violated => "Violated",
            Verdict::Unknown(_) => "Unknown",
        };
        let mut line = format!("{word}: {}", properties.join(", "));
        let is_open = matches!(self.outcome.verdict(), Verdict::Unknown(_));
        line.push_str(" (");
        line.push_str(if is_open { "no engine has an answer" } else { self.outcome.stats.engine });
        if let Verdict::Proved(certificate) = self.outcome.verdict() {
            match certificate {
                Certificate::ExhaustiveExecution { steps } => {
                    line.push_str(&format!(", the only run, {steps} steps"));
                }
                Certificate::ExhaustiveSearch { states, .. } => {
                    line.push_str(&format!(", all runs, {states} states"));
                }
                Certificate::Invariants => {
                    line.push_str(", all runs");
                    if !self.outcome.invariants.is_empty() {
                        let places = self.outcome.invariants.chunk_by(|a, b| a.at == b.at).count();
                        line.push_str(&format!(", {places} invariants"));
                    }
                }
            }
        }
        if let Some(time) = self.time {
            if let Some(questions) = &self.outcome.stats.questions {
                line.push_str(&format!(", {}", answered(questions)));
            }
            line.push_str(&format!(", {}", duration(time)));
        }
        line.push_str(")\n");
        for function in &self.outcome.functions {
            line.push_str(&format!("  {}\n", function_in_words(function)));
        }
        let (mut pure, mut keeping_nothing): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
        for a in &self.outcome.assumptions {
            match a {
                Assumption::ExternalFunction(name) if !models::is_of_library(name) => pure.push(name),
                Assumption::ExternalKeepsNothing(name) => keeping_nothing.push(name),
                // A run in which `malloc` succeeds is a run like any other.
                Assumption::MallocSucceeds if *self.outcome.verdict() == Verdict::Violated => {}
                _ => line.push_str(&format!("  assuming that {}\n", assumption(a))),
            }
        }
        let what = ("is pure and returns any value", "are pure and return any value");
        line.push_str(&externals(&pure, what));
        let what = (
            "frees and keeps nothing and may change what it can reach",
            "free and keep nothing and may change what they can reach",
        );
        line.push_str(&externals(&keeping_nothing, what));
        line
    }
}

/// What is assumed of one function that is defined nowhere, or of several.
fn externals(names: &[&str], (one, several): (&str, &str)) -> String {
    match names {
        [] => String::new(),
        [name] => format!("  assuming that `{name}`, which is defined nowhere, {one}\n"),
        _ => {
            let mut listed: Vec<String> =
                names.iter().take(EXTERNALS).map(|name| format!("`{name}`")).collect();
            if names.len() > EXTERNALS {
                listed.push(format!("{} more", names.len() - EXTERNALS));
            }
            format!("  assuming that {}, which are defined nowhere, {several}\n", listed.join(", "))
        }
    }
}

/// ``list_pop`: proved; `l` leads to at least 16 bytes, which may be freed``
fn function_in_words(function: &FunctionAnswer) -> String {
    let mut text = format!("`{}`: ", function.name);
    match &function.result {
        FunctionResult::Proved => text.push_str("proved"),
        FunctionResult::Violated => text.push_str("violated"),
        FunctionResult::Unknown(why) => text.push_str(&format!("unknown: {why}")),
    }
    for words in function.requires.iter().chain(&function.ensures) {
        text.push_str(&format!("; {words}"));
    }
    text
}

/// What each function needs from its callers and gives them, one paragraph each.
pub fn contracts(outcome: &Outcome, sources: &Sources<'_>) -> String {
    let mut text = String::new();
    for function in &outcome.functions {
        match sources.spot(function.span) {
            Some(spot) => text.push_str(&format!("{}:{}: `{}`\n", spot.file, spot.line, function.name)),
            None => text.push_str(&format!("`{}`\n", function.name)),
        }
        let lines = function.requires.iter().map(|words| ("requires that", words));
        for (kind, words) in lines.chain(function.ensures.iter().map(|words| ("and then it", words))) {
            text.push_str(&format!("    {kind} {words}\n"));
        }
        match &function.result {
            FunctionResult::Proved => text.push_str("    proved\n"),
            FunctionResult::Violated => text.push_str("    violated: `fafnir check` shows how\n"),
            FunctionResult::Unknown(why) => text.push_str(&format!("    not proved: {why}\n")),
        }
    }
    for a in &outcome.assumptions {
        text.push_str(&format!("assuming that {}\n", assumption(a)));
    }
    text
}

/// How an engine's questions were answered: `12 answers from terms, 3 from models, 5 solver calls in 0.8 ms`.
fn answered(questions: &Questions) -> String {
    let from_terms = questions.by_syntax + questions.by_intervals;
    let mut text = format!("{from_terms} answers from terms, {} from models", questions.by_model);
    text.push_str(&format!(
        ", {} solver calls in {}",
        questions.solver_calls,
        duration(questions.solver_time)
    ));
    if questions.theory_calls > 0 {
        text.push_str(&format!(" ({} with a theory of separation logic)", questions.theory_calls));
    }
    text
}

/// `0.8 ms`, `42 ms`, `3.2 s`.
pub fn duration(time: Duration) -> String {
    let ms = time.as_secs_f64() * 1000.0;
    if ms < 10.0 {
        format!("{ms:.1} ms")
    } else if ms < 1000.0 {
        format!("{ms:.0} ms")
    } else {
        format!("{:.1} s", ms / 1000.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_two_digits_or_so() {
        assert_eq!(duration(Duration::from_micros(840)), "0.8 ms");
        assert_eq!(duration(Duration::from_millis(42)), "42 ms");
        assert_eq!(duration(Duration::from_millis(3210)), "3.2 s");
    }
}
