//! Witnesses: what another verifier needs to check an answer again. YAML 2.0 and GraphML 1.0.

use crate::args::EngineArgs;
use crate::driver::Loaded;
use crate::waypoints::{Place, Places, Waypoint, number};
use base::{SourceMap, Span};
use std::collections::BTreeMap;
use verdict::picture::{ObjectKind, Value};

#[derive(Debug)]
pub struct Context {
    pub file: String,
    pub hash: String,
    pub specification: String,
    pub is_32_bit: bool,
    /// Since 1970.
    pub seconds: u64,
}

fn quoted(text: &str) -> String {
    let clean: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("\"{}\"", clean.replace('\\', "\\\\").replace('"', "\\\""))
}

fn yaml_head(context: &Context, entry: &str) -> String {
    let file = quoted(&context.file);
    format!(
        "- entry_type: \"{entry}\"\n  metadata:\n    format_version: \"2.0\"\n    uuid: \"{}\"\n    creation_time: \"{}\"\n    producer:\n      name: \"fafnir\"\n      version: \"{}\"\n    task:\n      input_files:\n      - {file}\n      input_file_hashes:\n        {file}: \"{}\"\n      specification: {}\n      data_model: \"{}\"\n      language: \"C\"\n",
        uuid(context, entry),
        time(context.seconds),
        env!("CARGO_PKG_VERSION"),
        context.hash,
        quoted(&context.specification),
        if context.is_32_bit { "ILP32" } else { "LP64" },
    )
}

fn uuid(context: &Context, salt: &str) -> String {
    let digest =
        crate::sha256::hex(format!("{salt}{}{}{}", context.file, context.hash, context.seconds).as_bytes());
    format!(
        "{}-{}-4{}-a{}-{}",
        &digest[..8],
        &digest[8..12],
        &digest[13..16],
        &digest[17..20],
        &digest[20..32]
    )
}

/// The time in ISO 8601.
fn time(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // Days of a year that begins in March, so that the leap day is the last.
    let z = days + 719_468;
    let (era, day) = (z / 146_097, z % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let date = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year + era * 400 + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{date:02}T{:02}:{:02}:{:02}Z", rest / 3600, rest % 3600 / 60, rest % 60)
}

fn location(context: &Context, place: Place) -> String {
    let mut out = format!(
        "        location:\n          file_name: {}\n          line: {}\n",
        quoted(&context.file),
        place.line
    );
    if let Some(column) = place.column {
        out.push_str(&format!("          column: {column}\n"));
    }
    out
}

fn segment(kind: &str, constraint: &str, location: &str) -> String {
    format!(
        "  - segment:\n    - waypoint:\n        type: \"{kind}\"\n        action: \"follow\"\n{constraint}{location}"
    )
}

/// The way in order, then the place that goes wrong.
pub fn violation_yaml(context: &Context, way: &[Waypoint], target: Place) -> String {
    let mut out = yaml_head(context, "violation_sequence");
    out.push_str("  content:\n");
    for waypoint in way {
        out.push_str(&match waypoint {
            Waypoint::Branching { at, taken, statement: true, .. } => {
                let constraint = format!("        constraint:\n          value: \"{taken}\"\n");
                segment("branching", &constraint, &location(context, *at))
            }
            // The format allows it at `?`; validators know it at statements only and refuse the witness.
            Waypoint::Branching { statement: false, .. } => continue,
            Waypoint::Return { at, value, .. } => {
                // Version 2.0 of the format knows `\result` only as ACSL.
                let constraint = format!(
                    "        constraint:\n          value: {}\n          format: \"acsl_expression\"\n",
                    quoted(&format!("\\result == {value}"))
                );
                segment("function_return", &constraint, &location(context, *at))
            }
        });
    }
    out.push_str(&segment("target", "", &location(context, target)));
    out
}

/// A loop and what holds whenever control comes to its head.
#[derive(Clone, Debug, PartialEq)]
pub struct LoopInvariant {
    pub line: u32,
    pub column: u32,
    pub function: String,
    pub expression: String,
}

pub fn correctness_yaml(context: &Context, invariants: &[LoopInvariant]) -> String {
    let mut out = yaml_head(context, "invariant_set");
    if invariants.is_empty() {
        out.push_str("  content: []\n");
        return out;
    }
    out.push_str("  content:\n");
    for invariant in invariants {
        out.push_str("  - invariant:\n      type: \"loop_invariant\"\n      location:\n");
        out.push_str(&format!(
            "        file_name: {}\n        line: {}\n        column: {}\n        function: {}\n      value: {}\n      format: \"c_expression\"\n",
            quoted(&context.file),
            invariant.line,
            invariant.column,
            quoted(&invariant.function),
            quoted(&invariant.expression)
        ));
    }
    out
}

/// What C can say of the loops: ranges of integer variables, and which pointers are null or not. Only what holds in every
/// shape, of variables that are visible at the loop and have no namesake.
pub fn loop_invariants(
    places: &Places<'_>,
    loaded: &Loaded,
    engines: &EngineArgs,
    limits: &portfolio::Budget<'_>,
) -> Vec<LoopInvariant> {
    let program = &loaded.program;
    let points = portfolio::loop_heads(program);
    let analysis = crate::args::AnalysisArgs::default();
    // Without an engine that describes the memory there are no invariants that C can say.
    let shapes = crate::show::shapes_at(loaded, &points, limits, engines, &analysis).unwrap_or_default();
    let mut out = Vec::new();
    for (point, shapes) in points.iter().zip(shapes) {
        let Some(body) = program.functions[point.func].body() else { continue };
        let Some(keyword) = loop_keyword(shapes.span, &loaded.input.map) else { continue };
        let word = String::from_utf8_lossy(loaded.input.map.text(keyword)).into_owned();
        let Some(Place { line, column: Some(column) }) = places.exact(keyword, &word) else { continue };
        if shapes.incomplete.is_some() || shapes.pictures.is_empty() {
            continue;
        }
        let visible = |name: &str| {
            let mut named =
                body.locals.iter().filter(|l| l.name.is_some_and(|n| program.names.resolve(n) == name));
            let global = program.globals.iter().any(|g| program.names.resolve(g.name) == name);
            match (named.next(), named.next()) {
                (Some(local), None) if !global => {
                    let scope = body.scopes[local.scope].span;
                    !scope.is_none()
                        && scope.lo <= shapes.span.lo
                        && shapes.span.hi <= scope.hi
                        && local.span.lo < keyword.lo
                }
                _ => false,
            }
        };
        let mut facts: BTreeMap<&str, Option<Fact>> = BTreeMap::new();
        for (i, picture) in shapes.pictures.iter().enumerate() {
            let seen: BTreeMap<&str, Option<Fact>> =
                picture.variables.iter().map(|v| (v.name.as_str(), fact(&v.value, picture))).collect();
            if i == 0 {
                facts = seen;
                continue;
            }
            for (name, known) in &mut facts {
                let other = seen.get(name).copied().flatten();
                *known = known.zip(other).and_then(|(a, b)| a.join(b));
            }
        }
        let parts: Vec<String> = facts
            .into_iter()
            .filter(|(name, _)| visible(name))
            .filter_map(|(name, fact)| fact?.text(name))
            .collect();
        let expression = if parts.is_empty() { "1".to_owned() } else { parts.join(" && ") };
        out.push(LoopInvariant { line, column, function: shapes.function, expression });
    }
    out.sort_by_key(|i| (i.line, i.column));
    out.dedup_by_key(|i| (i.line, i.column));
    out
}

/// The `for`, `while` or `do` that the condition of a loop belongs to: the last one before it in the text.
fn loop_keyword(condition: Span, map: &SourceMap) -> Option<Span> {
    let file = map.file(map.file_of(condition)?);
    let before = file.text.get(..(condition.lo.checked_sub(file.start)?) as usize)?;
    let from = before.len().saturating_sub(400);
    let text = String::from_utf8_lossy(&before[from..]);
    // A condition that stands after its body belongs to a `do`, whose keyword is not the last one: leave those out.
    let at = ["while", "for"].iter().filter_map(|k| text.rfind(k).map(|at| (at, *k))).max()?;
    let between = &text[at.0 + at.1.len()..];
    if !between.trim_start().starts_with('(') || between.contains('{') || between.contains('}') {
        return None;
    }
    if text[..at.0].trim_end().ends_with('}') && at.1 == "while" {
        return None;
    }
    let lo = file.start + (from + at.0) as u32;
    (text.len() == before.len() - from).then(|| Span::new(lo, lo + at.1.len() as u32))
}

/// What is known of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Range(Option<i128>, Option<i128>);

impl Range {
    /// What pictures say of a number in words.
    pub(crate) fn of(value: &Value) -> Option<Range> {
        let Value::Text(text) = value else { return None };
        if let Ok(n) = text.parse() {
            return Some(Range(Some(n), Some(n)));
        }
        if let Some(n) = text.strip_prefix("≥ ").and_then(|n| n.parse().ok()) {
            return Some(Range(Some(n), None));
        }
        if let Some(n) = text.strip_prefix("≤ ").and_then(|n| n.parse().ok()) {
            return Some(Range(None, Some(n)));
        }
        let (a, b) = text.split_once("..")?;
        Some(Range(Some(a.parse().ok()?), Some(b.parse().ok()?)))
    }

    pub(crate) fn join(self, other: Range) -> Range {
        let low = self.0.zip(other.0).map(|(a, b)| a.min(b));
        Range(low, self.1.zip(other.1).map(|(a, b)| a.max(b)))
    }
}

impl std::fmt::Display for Range {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.0, self.1) {
            (Some(a), Some(b)) if a == b => write!(f, "{a}"),
            (Some(a), Some(b)) => write!(f, "{a}..{b}"),
            (Some(a), None) => write!(f, "≥ {a}"),
            (None, Some(b)) => write!(f, "≤ {b}"),
            (None, None) => write!(f, "any number"),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Fact {
    Null,
    NotNull,
    Between(Range),
}

impl Fact {
    fn join(self, other: Fact) -> Option<Fact> {
        match (self, other) {
            (a, b) if a == b => Some(a),
            (Fact::Between(a), Fact::Between(b)) => Some(Fact::Between(a.join(b))),
            _ => None,
        }
    }

    fn text(self, name: &str) -> Option<String> {
        match self {
            Fact::Null => Some(format!("{name} == 0")),
            Fact::NotNull => Some(format!("{name} != 0")),
            Fact::Between(Range(Some(a), Some(b))) if a == b => Some(format!("{name} == {}", number(a)?)),
            Fact::Between(Range(a, b)) => {
                let low = a.and_then(number).map(|a| format!("{a} <= {name}"));
                let high = b.and_then(number).map(|b| format!("{name} <= {b}"));
                let both: Vec<String> = low.into_iter().chain(high).collect();
                (!both.is_empty()).then(|| both.join(" && "))
            }
        }
    }
}

fn fact(value: &Value, picture: &verdict::picture::Picture) -> Option<Fact> {
    match value {
        Value::Null => Some(Fact::Null),
        Value::Pointer { target, .. } => {
            let certain = match picture.objects.get(*target)?.kind {
                ObjectKind::Region => true,
                ObjectKind::List { least, .. } => least > 0,
                ObjectKind::Optional => false,
            };
            certain.then_some(Fact::NotNull)
        }
        Value::Text(_) => Range::of(value).map(Fact::Between),
        Value::Unknown | Value::Uninitialised => None,
    }
}

fn xml(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn graphml_head(context: &Context, kind: &str, keys: &[(&str, &str, &str)]) -> String {
    let mut out = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n",
    );
    for (id, of, ty) in keys {
        let default = if *ty == "boolean" { "<default>false</default>" } else { "" };
        out.push_str(&format!(
            "  <key attr.name=\"{id}\" attr.type=\"{ty}\" for=\"{of}\" id=\"{id}\">{default}</key>\n"
        ));
    }
    out.push_str("  <graph edgedefault=\"directed\">\n");
    let architecture = if context.is_32_bit { "32bit" } else { "64bit" };
    for (key, value) in [
        ("witness-type", kind),
        ("sourcecodelang", "C"),
        ("producer", "fafnir"),
        ("specification", &context.specification),
        ("programfile", &context.file),
        ("programhash", &context.hash),
        ("architecture", architecture),
        ("creationtime", &time(context.seconds)),
    ] {
        out.push_str(&format!("    <data key=\"{key}\">{}</data>\n", xml(value)));
    }
    out
}

const GRAPH_KEYS: [(&str, &str, &str); 8] = [
    ("witness-type", "graph", "string"),
    ("sourcecodelang", "graph", "string"),
    ("producer", "graph", "string"),
    ("specification", "graph", "string"),
    ("programfile", "graph", "string"),
    ("programhash", "graph", "string"),
    ("architecture", "graph", "string"),
    ("creationtime", "graph", "string"),
];

pub fn violation_graphml(context: &Context, way: &[Waypoint], target: Place) -> String {
    let mut keys = GRAPH_KEYS.to_vec();
    keys.extend([
        ("entry", "node", "boolean"),
        ("violation", "node", "boolean"),
        ("startline", "edge", "int"),
        ("control", "edge", "string"),
        ("assumption", "edge", "string"),
        ("assumption.scope", "edge", "string"),
        ("assumption.resultfunction", "edge", "string"),
    ]);
    let mut out = graphml_head(context, "violation_witness", &keys);
    out.push_str("    <node id=\"N0\"><data key=\"entry\">true</data></node>\n");
    let mut last = 0;
    for waypoint in way {
        let (line, data) = match waypoint {
            // The format speaks of the branches of a control-flow graph, in which `a && b` has two.
            Waypoint::Branching { at, taken, simple: true, .. } => {
                (at.line, format!("      <data key=\"control\">condition-{taken}</data>\n"))
            }
            Waypoint::Return { at, function, value } => (
                at.line,
                format!(
                    "      <data key=\"assumption\">\\result == {};</data>\n      <data key=\"assumption.resultfunction\">{}</data>\n",
                    xml(value),
                    xml(function)
                ),
            ),
            Waypoint::Branching { simple: false, .. } => continue,
        };
        let next = last + 1;
        out.push_str(&format!("    <node id=\"N{next}\"/>\n    <edge source=\"N{last}\" target=\"N{next}\">\n      <data key=\"startline\">{line}</data>\n{data}    </edge>\n"));
        last = next;
    }
    let line = target.line;
    out.push_str(&format!("    <node id=\"N{0}\"><data key=\"violation\">true</data></node>\n    <edge source=\"N{last}\" target=\"N{0}\">\n      <data key=\"startline\">{line}</data>\n    </edge>\n  </graph>\n</graphml>\n", last + 1));
    out
}

pub fn correctness_graphml(context: &Context, invariants: &[LoopInvariant]) -> String {
    let mut keys = GRAPH_KEYS.to_vec();
    keys.extend([
        ("entry", "node", "boolean"),
        ("invariant", "node", "string"),
        ("invariant.scope", "node", "string"),
        ("startline", "edge", "int"),
        ("enterLoopHead", "edge", "boolean"),
    ]);
    let mut out = graphml_head(context, "correctness_witness", &keys);
    out.push_str("    <node id=\"N0\"><data key=\"entry\">true</data></node>\n");
    for (i, invariant) in invariants.iter().enumerate() {
        let n = i + 1;
        out.push_str(&format!("    <node id=\"N{n}\">\n      <data key=\"invariant\">{}</data>\n      <data key=\"invariant.scope\">{}</data>\n    </node>\n    <edge source=\"N0\" target=\"N{n}\">\n      <data key=\"startline\">{}</data>\n      <data key=\"enterLoopHead\">true</data>\n    </edge>\n", xml(&invariant.expression), xml(&invariant.function), invariant.line));
    }
    out.push_str("  </graph>\n</graphml>\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_as_iso_8601() {
        assert_eq!(time(0), "1970-01-01T00:00:00Z");
        assert_eq!(time(951_827_696), "2000-02-29T12:34:56Z");
        assert_eq!(time(1_794_788_445), "2026-11-16T00:20:45Z");
    }

    #[test]
    fn facts_are_joined() {
        let range = |a, b| Fact::Between(Range(Some(a), Some(b)));
        assert_eq!(range(0, 3).join(range(5, 9)), Some(range(0, 9)));
        let below = Fact::Between(Range(None, Some(4)));
        assert_eq!(range(0, 3).join(below), Some(below));
        assert_eq!(Fact::Null.join(Fact::NotNull), None);
        assert_eq!(range(0, 3).text("i").unwrap(), "0 <= i && i <= 3");
        assert_eq!(Fact::Between(Range(None, None)).text("i"), None);
        assert_eq!(number(i128::from(i32::MIN)).unwrap(), "(-2147483647 - 1)");
        assert_eq!(number(i128::MAX), None);
    }
}
