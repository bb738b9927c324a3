//! Witnesses: what another verifier needs to check an answer again. YAML 2.0 and GraphML 1.0.

use crate::waypoints::{Place, Places, Waypoint};
use base::{SourceMap, Span, Symbol};
use ir::Program;
use verdict::formula::Formula;
use verdict::{Invariant, InvariantContent, PlaceKind};

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
    use sha2::Digest as _;
    let name = format!("{salt}{}{}{}", context.file, context.hash, context.seconds);
    let digest: [u8; 32] = sha2::Sha256::digest(name.as_bytes()).into();
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest[..16]);
    uuid::Builder::from_random_bytes(bytes).into_uuid().to_string()
}

/// The digest that names a file, in hexadecimal.
pub fn sha256(data: &[u8]) -> String {
    use sha2::Digest as _;
    sha2::Sha256::digest(data).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The time in ISO 8601.
fn time(seconds: u64) -> String {
    let time = std::time::UNIX_EPOCH + std::time::Duration::from_secs(seconds);
    humantime::format_rfc3339_seconds(time).to_string()
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

/// What C can say of the loops: the conjuncts of their formulas that speak of variables which are visible at the loop and have no
/// namesake. A loop of which nothing can be said has the invariant 1.
pub fn loop_invariants(
    places: &Places<'_>,
    program: &Program,
    invariants: &[Invariant],
) -> Vec<LoopInvariant> {
    let names = &program.names;
    let mut out = Vec::new();
    let of_loops = || invariants.iter().filter(|invariant| invariant.at.kind == PlaceKind::LoopHead);
    for of_place in of_loops().collect::<Vec<_>>().chunk_by(|a, b| a.at == b.at) {
        let at = of_place[0].at;
        let Some(keyword) = loop_keyword(at.span, places.map) else { continue };
        let word = String::from_utf8_lossy(places.map.text(keyword)).into_owned();
        let Some(Place { line, column: Some(column) }) = places.exact(keyword, &word) else { continue };
        let visible = |name: &Symbol| is_visible(program, at.function, *name, at.span, keyword);
        let formulas = of_place.iter().filter_map(|invariant| match &invariant.what {
            InvariantContent::Formula(formula) => Some(formula),
            InvariantContent::Shapes(_) | InvariantContent::Blocks(_) | InvariantContent::Heaps(_) => None,
        });
        let parts: Vec<String> = formulas
            .flat_map(Formula::conjuncts)
            .filter(|part| part.variables().iter().all(visible))
            .filter_map(|part| match part {
                Formula::Or(_) => Some(format!("({})", part.to_c(names)?)),
                _ => part.to_c(names),
            })
            .collect();
        let expression = if parts.is_empty() { "1".to_owned() } else { parts.join(" && ") };
        let function = names.resolve(at.function).to_owned();
        out.push(LoopInvariant { line, column, function, expression });
    }
    out.sort_by_key(|i| (i.line, i.column));
    out.dedup_by_key(|i| (i.line, i.column));
    out
}

/// Whether a name means one variable of the function, declared before the loop, at the loop.
fn is_visible(program: &Program, function: Symbol, name: Symbol, at: Span, keyword: Span) -> bool {
    if program.globals.iter().any(|global| global.name == name) {
        return false;
    }
    let bodies = program.bodies().filter(|(_, named, _)| named.name == function);
    let mut found = 0;
    for (_, _, body) in bodies {
        let mut named = body.locals.iter().filter(|local| local.name == Some(name));
        match (named.next(), named.next()) {
            (Some(local), None) => {
                let scope = body.scopes[local.scope].span;
                let inside = !scope.is_none() && scope.lo <= at.lo && at.hi <= scope.hi;
                found += usize::from(inside && local.span.lo < keyword.lo);
            }
            (None, _) => {}
            _ => return false,
        }
    }
    found == 1
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
}
