//! The form for programs. The field names are a promise: they may gain company, but keep their meaning.

use crate::sarif::Standing;
use crate::summary::{assumption, assumption_kind, verdict_name};
use crate::{Diagnostic, Sources, messages, trace};
use base::{Interner, Span};
use serde::Serialize;
use std::time::Duration;
use verdict::{
    Access, BlockOrigin, Certificate, Confidence, Finding, InvariantContent, Outcome, PlaceKind, PropertySet,
    Verdict,
};

#[derive(Serialize, Debug)]
struct Report<'a> {
    tool: Tool,
    files: &'a [String],
    /// `proved`, `violated`, `unknown`, `clean` (of a single run); `unreadable` if the program has errors.
    verdict: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    properties: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unknown: Option<Unknown>,
    findings: Vec<JsonFinding>,
    assumptions: Vec<JsonAssumption>,
    /// If functions were checked one by one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    functions: Vec<JsonFunction>,
    /// Errors and warnings about the program's text.
    diagnostics: Vec<JsonDiagnostic>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<JsonCertificate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    engine: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time_seconds: Option<f64>,
}

#[derive(Serialize, Debug)]
struct Tool {
    name: &'static str,
    version: &'static str,
}

#[derive(Serialize, Debug)]
struct Unknown {
    kind: &'static str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    location: Option<JsonLocation>,
}

#[derive(Serialize, Debug)]
struct JsonLocation {
    file: String,
    line: u32,
    column: usize,
    end_column: usize,
}

#[derive(Serialize, Debug)]
struct JsonFinding {
    kind: &'static str,
    property: Option<&'static str>,
    confidence: &'static str,
    /// `suppressed` by a comment in the source, or `known` from the baseline.
    #[serde(skip_serializing_if = "Option::is_none")]
    standing: Option<&'static str>,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    access: Option<&'static str>,
    location: Option<JsonLocation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    offset: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    block: Option<JsonBlock>,
    trace: Vec<JsonStep>,
    /// Steps that the trace leaves out.
    #[serde(skip_serializing_if = "is_zero")]
    omitted_steps: u64,
    inputs: Vec<JsonInput>,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde's signature
fn is_zero(n: &u64) -> bool {
    *n == 0
}

#[derive(Serialize, Debug)]
struct JsonBlock {
    origin: &'static str,
    size: Option<u64>,
    name: Option<String>,
    allocated: Option<JsonLocation>,
    freed: Option<JsonLocation>,
    out_of_scope: Option<JsonLocation>,
}

#[derive(Serialize, Debug)]
struct JsonStep {
    text: String,
    depth: u32,
    location: Option<JsonLocation>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    repeated: Vec<JsonRepeat>,
}

/// This step and the `lines - 1` before it happened `times` times.
#[derive(Serialize, Debug)]
struct JsonRepeat {
    times: u64,
    lines: usize,
}

#[derive(Serialize, Debug)]
struct JsonInput {
    r#type: &'static str,
    value: String,
}

#[derive(Serialize, Debug)]
struct JsonAssumption {
    kind: &'static str,
    text: String,
}

#[derive(Serialize, Debug)]
struct JsonFunction {
    name: String,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    unknown: Option<String>,
    /// Where it is defined.
    #[serde(skip_serializing_if = "Option::is_none")]
    location: Option<JsonLocation>,
    /// What it needs from its callers.
    requires: Vec<String>,
    /// What it gives them.
    ensures: Vec<String>,
}

#[derive(Serialize, Debug)]
struct JsonDiagnostic {
    severity: &'static str,
    message: String,
    location: Option<JsonLocation>,
    notes: Vec<JsonNote>,
}

#[derive(Serialize, Debug)]
struct JsonNote {
    text: String,
    location: Option<JsonLocation>,
}

#[derive(Serialize, Debug)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum JsonCertificate {
    ExhaustiveExecution { steps: u64 },
    ExhaustiveSearch { states: u64, steps: u64 },
    Invariants { invariants: Vec<JsonInvariant> },
}

#[derive(Serialize, Debug)]
struct JsonInvariant {
    function: String,
    at: &'static str,
    text: String,
    /// As C, if it is a formula that C can say.
    #[serde(skip_serializing_if = "Option::is_none")]
    formula: Option<String>,
    location: Option<JsonLocation>,
}

/// What an engine said, with the warnings about the program's text.
#[derive(Clone, Copy, Debug)]
pub struct Answer<'a> {
    pub outcome: &'a Outcome,
    /// The outcome is that of a single run without errors, which proves nothing.
    pub clean_run: bool,
    /// Which findings are ignored or known; findings beyond its end are neither.
    pub standings: &'a [Standing],
    pub properties: PropertySet,
    pub names: &'a Interner,
    pub time: Option<Duration>,
}

/// The whole report, with a line end. Without an answer the program could not be read.
pub fn render(
    files: &[String],
    answer: Option<Answer<'_>>,
    diagnostics: &[Diagnostic],
    sources: &Sources<'_>,
) -> String {
    let outcome = answer.map(|a| a.outcome);
    let report = Report {
        tool: Tool { name: "fafnir", version: env!("CARGO_PKG_VERSION") },
        files,
        verdict: match answer {
            Some(answer) if answer.clean_run => "clean",
            Some(answer) => verdict_name(answer.outcome.verdict()),
            None => "unreadable",
        },
        properties: answer.map(|a| a.properties.iter().map(|p| p.name()).collect()).unwrap_or_default(),
        unknown: outcome.and_then(|o| match o.verdict() {
            Verdict::Unknown(reason) => Some(Unknown {
                kind: reason.kind.name(),
                message: reason.message.clone(),
                location: location(reason.span, sources),
            }),
            _ => None,
        }),
        findings: answer
            .map(|a| {
                a.outcome
                    .findings
                    .iter()
                    .enumerate()
                    .map(|(i, f)| finding(f, a.standings.get(i), a.names, sources))
                    .collect()
            })
            .unwrap_or_default(),
        assumptions: outcome
            .map(|o| {
                o.assumptions
                    .iter()
                    .map(|a| JsonAssumption { kind: assumption_kind(a), text: assumption(a) })
                    .collect()
            })
            .unwrap_or_default(),
        functions: outcome
            .map(|o| o.functions.iter().map(|f| function(f, sources)).collect())
            .unwrap_or_default(),
        diagnostics: diagnostics.iter().map(|d| diagnostic(d, sources)).collect(),
        certificate: answer.and_then(|a| certificate(&a, sources)),
        engine: outcome.map(|o| o.stats.engine),
        steps: outcome.map(|o| o.stats.steps),
        time_seconds: answer.and_then(|a| a.time).map(|t| t.as_secs_f64()),
    };
    // Serialising plain strings and numbers cannot fail.
    let mut text = serde_json::to_string_pretty(&report).unwrap_or_default();
    text.push('\n');
    text
}

fn function(answer: &verdict::FunctionAnswer, sources: &Sources<'_>) -> JsonFunction {
    let (verdict, unknown) = match &answer.result {
        verdict::FunctionResult::Proved => ("proved", None),
        verdict::FunctionResult::Violated => ("violated", None),
        verdict::FunctionResult::Unknown(why) => ("unknown", Some(why.clone())),
    };
    JsonFunction {
        name: answer.name.clone(),
        verdict,
        unknown,
        location: location(answer.span, sources),
        requires: answer.requires.clone(),
        ensures: answer.ensures.clone(),
    }
}

fn location(span: Span, sources: &Sources<'_>) -> Option<JsonLocation> {
    let spot = sources.spot(span)?;
    let (column, end_column) = (spot.column(), spot.end_column());
    Some(JsonLocation { file: spot.file.to_string(), line: spot.line, column, end_column })
}

fn finding(f: &Finding, standing: Option<&Standing>, names: &Interner, sources: &Sources<'_>) -> JsonFinding {
    JsonFinding {
        kind: f.kind.name(),
        property: f.kind.property().map(|p| p.name()),
        confidence: match f.confidence {
            Confidence::Confirmed => "confirmed",
            Confidence::Possible => "possible",
        },
        standing: match standing {
            Some(Standing::Suppressed(_)) => Some("suppressed"),
            Some(Standing::InBaseline) => Some("known"),
            Some(Standing::Reported) | None => None,
        },
        message: messages::title(f),
        access: f.access.map(|a| match a {
            Access::Read => "read",
            Access::Write => "write",
            Access::Free => "free",
            Access::Call => "call",
        }),
        location: location(f.span, sources),
        offset: f.details.offset,
        size: f.details.size,
        block: f.block.as_ref().map(|b| JsonBlock {
            origin: match b.origin {
                BlockOrigin::Heap => "heap",
                BlockOrigin::Stack => "stack",
                BlockOrigin::Static => "static",
                BlockOrigin::StringLiteral => "string-literal",
                BlockOrigin::Function => "function",
            },
            size: b.size,
            name: b.name.clone(),
            allocated: location(b.allocated, sources),
            freed: b.freed.and_then(|s| location(s, sources)),
            out_of_scope: b.out_of_scope.and_then(|s| location(s, sources)),
        }),
        trace: trace::lines(&f.trace, names, sources)
            .into_iter()
            .map(|line| JsonStep {
                text: line.text,
                depth: line.depth,
                location: location(line.span, sources),
                repeated: line
                    .repeated
                    .iter()
                    .map(|r| JsonRepeat { times: r.times, lines: r.period })
                    .collect(),
            })
            .collect(),
        omitted_steps: f.trace.omitted,
        inputs: f
            .trace
            .inputs
            .iter()
            .map(|i| JsonInput { r#type: i.ty, value: trace::input_value(i) })
            .collect(),
    }
}

fn diagnostic(d: &Diagnostic, sources: &Sources<'_>) -> JsonDiagnostic {
    let labels = d.secondary.iter().map(|l| (&l.text, l.span));
    let notes = d.notes.iter().map(|n| (&n.text, n.span));
    JsonDiagnostic {
        severity: d.severity.name(),
        message: d.message.clone(),
        location: location(d.primary.span, sources),
        notes: labels
            .chain(notes)
            .map(|(text, span)| JsonNote { text: text.clone(), location: location(span, sources) })
            .collect(),
    }
}

fn certificate(answer: &Answer<'_>, sources: &Sources<'_>) -> Option<JsonCertificate> {
    let Verdict::Proved(certificate) = answer.outcome.verdict() else { return None };
    if answer.clean_run {
        return None;
    }
    Some(match certificate {
        Certificate::ExhaustiveExecution { steps } => JsonCertificate::ExhaustiveExecution { steps: *steps },
        Certificate::ExhaustiveSearch { states, steps } => {
            JsonCertificate::ExhaustiveSearch { states: *states, steps: *steps }
        }
        Certificate::Invariants => JsonCertificate::Invariants {
            invariants: answer
                .outcome
                .invariants
                .iter()
                .map(|i| JsonInvariant {
                    function: answer.names.resolve(i.at.function).to_owned(),
                    at: match i.at.kind {
                        PlaceKind::LoopHead => "loop",
                        PlaceKind::FunctionEntry => "function entry",
                        PlaceKind::FunctionReturn => "function return",
                    },
                    text: crate::invariants::content_in_words(&i.what, answer.names, &|span| {
                        sources.spot(span).map(|spot| format!("{}:{}", spot.file, spot.line))
                    }),
                    formula: match &i.what {
                        InvariantContent::Formula(formula) => formula.to_c(answer.names),
                        InvariantContent::Shapes(_)
                        | InvariantContent::Blocks(_)
                        | InvariantContent::Heaps(_) => None,
                    },
                    location: location(i.at.span, sources),
                })
                .collect(),
        },
    })
}
