//! SARIF 2.1.0, the form that code hosts and editors read: rules with help, results with code flows, and what could not
//! be decided as notifications.

use crate::fingerprint::fingerprints;
use crate::summary::{assumption, verdict_name};
use crate::{Diagnostic, Severity, Sources, explain, messages, trace};
use base::{Interner, Span};
use serde_json::{Value, json};
use verdict::{
    Confidence, Finding, FindingKind, FunctionAnswer, FunctionResult, Outcome, Property, PropertySet, Verdict,
};

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The key of our fingerprints; the number changes if the way they are made does.
pub const FINGERPRINT: &str = "fafnir/v1";

/// What a reader of the report is told about a finding besides the finding itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Standing {
    #[default]
    Reported,
    /// Ignored by a comment in the source, with the reason that it gives.
    Suppressed(String),
    /// Known from an older report.
    InBaseline,
}

#[derive(Clone, Copy, Debug)]
pub struct Answer<'a> {
    pub outcome: &'a Outcome,
    /// One per finding; findings beyond its end are reported.
    pub standings: &'a [Standing],
    /// Whether findings were compared with an older report, so that the others are new.
    pub compared: bool,
    pub properties: PropertySet,
    pub names: &'a Interner,
}

/// The whole log, with a line end. Without an answer the program could not be read.
pub fn render(
    files: &[String],
    answer: Option<Answer<'_>>,
    diagnostics: &[Diagnostic],
    sources: &Sources<'_>,
) -> String {
    let results: Vec<Value> = answer
        .map(|a| {
            let prints = fingerprints(&a.outcome.findings, sources);
            let with_prints = a.outcome.findings.iter().zip(prints).enumerate();
            with_prints
                .map(|(i, (finding, print))| {
                    result(finding, print, a.standings.get(i), a.compared, a.names, sources)
                })
                .collect()
        })
        .unwrap_or_default();
    let mut notes: Vec<Value> = diagnostics.iter().map(|d| notification(d, sources)).collect();
    if let Some(Verdict::Unknown(reason)) = answer.map(|a| a.outcome.verdict()) {
        notes.push(notification(&messages::unknown(reason), sources));
    }
    let mut run = json!({
        "tool": { "driver": {
            "name": "fafnir",
            "semanticVersion": env!("CARGO_PKG_VERSION"),
            "shortDescription": { "text": "A verifier for C programs that manipulate the heap" },
            "rules": FindingKind::ALL.iter().map(|k| rule(*k)).collect::<Vec<_>>(),
        }},
        "columnKind": "unicodeCodePoints",
        "artifacts": files.iter().map(|f| json!({
            "location": { "uri": uri(f) },
            "sourceLanguage": "c",
        })).collect::<Vec<_>>(),
        "invocations": [{
            "executionSuccessful": answer.is_some(),
            "toolExecutionNotifications": notes,
        }],
        "results": results,
    });
    if let Some(answer) = answer {
        run["properties"] = json!({
            "verdict": verdict_name(answer.outcome.verdict()),
            "engine": answer.outcome.stats.engine,
            "checkedProperties": answer.properties.iter().map(|p| p.name()).collect::<Vec<_>>(),
            "assumptions": answer.outcome.assumptions.iter().map(assumption).collect::<Vec<_>>(),
        });
        if !answer.outcome.functions.is_empty() {
            run["properties"]["contracts"] = answer.outcome.functions.iter().map(contract).collect();
        }
    }
    let log = json!({ "$schema": SCHEMA, "version": "2.1.0", "runs": [run] });
    // Serialising plain strings and numbers cannot fail.
    let mut text = serde_json::to_string_pretty(&log).unwrap_or_default();
    text.push('\n');
    text
}

/// What a function that was checked on its own needs from its callers and gives them.
fn contract(function: &FunctionAnswer) -> Value {
    let verdict = match function.result {
        FunctionResult::Proved => "proved",
        FunctionResult::Violated => "violated",
        FunctionResult::Unknown(_) => "unknown",
    };
    json!({
        "function": function.name,
        "verdict": verdict,
        "requires": function.requires,
        "ensures": function.ensures,
    })
}

/// The fingerprints of all results of a log, or why it is none.
pub fn read_fingerprints(text: &str) -> Result<Vec<String>, String> {
    let log: Value = serde_json::from_str(text).map_err(|e| format!("not JSON: {e}"))?;
    if log["version"] != "2.1.0" {
        return Err("not a SARIF 2.1.0 log".to_owned());
    }
    let runs = log["runs"].as_array().ok_or("a SARIF log without runs")?;
    let results = runs.iter().filter_map(|run| run["results"].as_array()).flatten();
    Ok(results
        .filter_map(|result| result["partialFingerprints"][FINGERPRINT].as_str())
        .map(str::to_owned)
        .collect())
}

fn rule(kind: FindingKind) -> Value {
    let explained = explain::explanation(kind);
    let (cwe, severity) = weakness(kind);
    let mut tags = vec!["correctness".to_owned(), "memory-safety".to_owned()];
    if let Some(number) = cwe {
        tags.push("security".to_owned());
        tags.push(format!("external/cwe/cwe-{number:03}"));
    }
    if let Some(property) = kind.property() {
        tags.push(property.name().to_owned());
    }
    let mut properties = json!({ "tags": tags, "precision": "very-high", "problem.severity": "error" });
    if cwe.is_some() {
        properties["security-severity"] = json!(severity);
    }
    json!({
        "id": kind.name(),
        "name": camel_case(kind.name()),
        "shortDescription": { "text": first_sentence(explained.meaning) },
        "fullDescription": { "text": explained.meaning },
        "help": {
            "text": explain::page(kind),
            "markdown": format!("{}\n\n```c\n{}\n```\n", explained.meaning, explained.example),
        },
        "defaultConfiguration": { "level": "error" },
        "properties": properties,
    })
}

/// The number in the Common Weakness Enumeration, and how bad it is from 0 to 10.
fn weakness(kind: FindingKind) -> (Option<u32>, &'static str) {
    use FindingKind::*;
    match kind {
        NullDeref => (Some(476), "5.5"),
        UseAfterFree => (Some(416), "8.8"),
        OutOfBounds => (Some(119), "8.8"),
        OutOfScope => (Some(562), "7.5"),
        UninitPointer => (Some(824), "7.5"),
        WildPointer => (Some(822), "7.5"),
        WriteToConstant => (Some(758), "5.5"),
        InvalidCall => (Some(822), "8.8"),
        DoubleFree => (Some(415), "8.1"),
        InteriorFree => (Some(761), "8.1"),
        NonHeapFree | WildFree => (Some(590), "8.1"),
        MemoryLeak | NotFreedAtExit => (Some(401), "4.3"),
        AssertionFailed => (Some(617), "4.3"),
        ErrorReached => (None, ""),
        Overlap => (Some(475), "5.5"),
        UninitRead => (Some(457), "5.5"),
        SignedOverflow => (Some(190), "6.5"),
        DivisionByZero => (Some(369), "5.5"),
        BadShift => (Some(1335), "4.3"),
        UnreachableReached | PointerMismatch | BadArgument => (Some(758), "4.3"),
        Aborted => (None, ""),
    }
}

fn camel_case(name: &str) -> String {
    name.split('-')
        .map(|word| {
            let mut letters = word.chars();
            letters.next().map(|c| c.to_uppercase().chain(letters).collect::<String>()).unwrap_or_default()
        })
        .collect()
}

fn first_sentence(text: &str) -> &str {
    match text.find(". ") {
        Some(end) => &text[..=end],
        None => text,
    }
}

fn result(
    finding: &Finding,
    fingerprint: String,
    standing: Option<&Standing>,
    compared: bool,
    names: &Interner,
    sources: &Sources<'_>,
) -> Value {
    let message = messages::finding(finding, names, sources);
    let mut text = message.message.clone();
    if !message.primary.text.is_empty() {
        text = format!("{text}: {}", message.primary.text);
    }
    let notes: String = message.notes.iter().map(|note| format!("\n{}", note.text)).collect();
    text.push_str(&notes);
    let mut out = json!({
        "ruleId": finding.kind.name(),
        "ruleIndex": finding.kind as usize,
        "level": match finding.confidence { Confidence::Confirmed => "error", Confidence::Possible => "warning" },
        "message": { "text": text },
        "partialFingerprints": { FINGERPRINT: fingerprint },
        "properties": {
            "confidence": match finding.confidence {
                Confidence::Confirmed => "confirmed",
                Confidence::Possible => "possible",
            },
            "property": finding.kind.property().map(Property::name),
        },
    });
    if let Some(place) = location(finding.span, None, sources) {
        out["locations"] = json!([place]);
    }
    let related: Vec<Value> = message
        .secondary
        .iter()
        .filter_map(|label| location(label.span, Some(&label.text), sources))
        .enumerate()
        .map(|(id, mut place)| {
            place["id"] = json!(id);
            place
        })
        .collect();
    if !related.is_empty() {
        out["relatedLocations"] = json!(related);
    }
    let flow = flow(finding, &message, names, sources);
    if !flow.is_empty() {
        out["codeFlows"] = json!([{ "threadFlows": [{ "locations": flow }] }]);
    }
    match standing {
        Some(Standing::Suppressed(reason)) => {
            let mut how = json!({ "kind": "inSource" });
            if !reason.is_empty() {
                how["justification"] = json!(reason);
            }
            out["suppressions"] = json!([how]);
        }
        Some(Standing::InBaseline) => out["baselineState"] = json!("unchanged"),
        Some(Standing::Reported) | None => {}
    }
    if compared && standing != Some(&Standing::InBaseline) {
        out["baselineState"] = json!("new");
    }
    out
}

/// The trace, ending at the place that goes wrong. Steps without a place in the source have none here.
fn flow(finding: &Finding, message: &Diagnostic, names: &Interner, sources: &Sources<'_>) -> Vec<Value> {
    let mut flow: Vec<Value> = Vec::new();
    let mut depth = 0;
    for line in trace::lines(&finding.trace, names, sources) {
        let mut text = line.text;
        for repeat in &line.repeated {
            text.push_str(&match repeat.period {
                1 => format!(" ({} times)", repeat.times),
                lines => format!(" (these {lines} steps {} times)", repeat.times),
            });
        }
        let Some(place) = location(line.span, Some(&text), sources) else { continue };
        depth = line.depth;
        flow.push(json!({
            "location": place,
            "nestingLevel": line.depth,
            "executionOrder": flow.len() + 1,
            "importance": if line.is_return { "unimportant" } else { "important" },
        }));
    }
    if let Some(place) = location(finding.span, Some(&message.message), sources) {
        flow.push(json!({
            "location": place,
            "nestingLevel": depth,
            "executionOrder": flow.len() + 1,
            "importance": "essential",
        }));
    }
    flow
}

fn location(span: Span, message: Option<&str>, sources: &Sources<'_>) -> Option<Value> {
    let spot = sources.spot(span)?;
    if spot.file.starts_with('<') {
        return None;
    }
    let mut place = json!({
        "physicalLocation": {
            "artifactLocation": { "uri": uri(&spot.file) },
            "region": {
                "startLine": spot.line,
                "startColumn": spot.column(),
                "endColumn": spot.end_column().max(spot.column()),
                "snippet": { "text": spot.text },
            },
        },
    });
    if let Some(message) = message {
        place["message"] = json!({ "text": message });
    }
    Some(place)
}

fn notification(diagnostic: &Diagnostic, sources: &Sources<'_>) -> Value {
    let mut out = json!({
        "level": match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        },
        "message": { "text": diagnostic.message },
    });
    if let Some(place) = location(diagnostic.primary.span, None, sources) {
        out["locations"] = json!([place]);
    }
    out
}

/// A path as a URI reference: relative paths stay relative, to the directory where the tool was started.
fn uri(path: &str) -> String {
    let mut out = String::new();
    let relative = path.strip_prefix("./").unwrap_or(path);
    if relative.starts_with('/') {
        out.push_str("file://");
    }
    for byte in relative.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                out.push(byte as char)
            }
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_uris() {
        assert_eq!(uri("src/a b.c"), "src/a%20b.c");
        assert_eq!(uri("./x.c"), "x.c");
        assert_eq!(uri("/tmp/ü.c"), "file:///tmp/%C3%BC.c");
    }

    #[test]
    fn names_are_camel_case() {
        assert_eq!(camel_case("use-after-free"), "UseAfterFree");
    }

    #[test]
    fn only_sarif_has_fingerprints() {
        assert!(read_fingerprints("{").is_err());
        assert!(read_fingerprints("{}").is_err());
        let log =
            r#"{"version":"2.1.0","runs":[{"results":[{"partialFingerprints":{"fafnir/v1":"ab:1"}},{}]}]}"#;
        assert_eq!(read_fingerprints(log), Ok(vec!["ab:1".to_owned()]));
    }
}
