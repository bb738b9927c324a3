//! A picture of memory as Graphviz text.

use super::words;
use crate::drawing::{dot_string, escape};
use std::fmt::Write as _;
use verdict::picture::{End, ObjectKind, ObjectState, Picture, Value};

/// Text for `dot -Tsvg`.
pub fn dot(picture: &Picture) -> String {
    let mut out = String::from(
        "digraph memory {\n  rankdir=LR;\n  node [shape=plain, fontname=\"monospace\", fontsize=10];\n",
    );
    for (i, variable) in picture.variables.iter().enumerate() {
        let value = words::cell(&variable.value, picture);
        let label =
            if value.is_empty() { variable.name.clone() } else { format!("{} = {value}", variable.name) };
        let _ =
            writeln!(out, "  v{i} [shape=box, style=rounded, label={}];", dot_string([label.as_str()], ""));
    }
    write_objects(picture, None, 1, &mut out);
    for (object, field, value) in picture.pointers() {
        let Value::Pointer { target, end, .. } = value else { continue };
        if *end == End::Own {
            continue;
        }
        let from = match object {
            Some(object) => format!("o{object}:f{field}"),
            None => format!("v{field}"),
        };
        let style = if *end == End::Last { " [style=dashed]" } else { "" };
        let _ = writeln!(out, "  {from} -> o{target}:head{style};");
    }
    if !picture.facts.is_empty() {
        let _ = writeln!(out, "  label={};", dot_string(picture.facts.iter().map(String::as_str), "\\n"));
    }
    out.push_str("}\n");
    out
}

fn write_objects(picture: &Picture, inside: Option<usize>, depth: usize, out: &mut String) {
    let pad = "  ".repeat(depth);
    for (i, object) in picture.objects.iter().enumerate().filter(|(_, o)| o.inside == inside) {
        let (border, style) = match (&object.kind, object.state) {
            (_, ObjectState::Freed | ObjectState::OutOfScope) => (1, " style=\"dashed\" color=\"red\""),
            (ObjectKind::List { .. }, _) => (3, " color=\"blue\""),
            (ObjectKind::Optional, _) => (1, " style=\"dashed\""),
            (ObjectKind::Region, _) => (1, ""),
        };
        let mut rows =
            format!("<TR><TD PORT=\"head\" COLSPAN=\"2\"><B>{}</B></TD></TR>", escape(&words::title(object)));
        if let Some(remark) = words::remark(object) {
            let _ = write!(rows, "<TR><TD COLSPAN=\"2\"><I>{}</I></TD></TR>", escape(&remark));
        }
        for (f, field) in object.fields.iter().enumerate() {
            let value = words::cell(&field.value, picture);
            let _ = write!(
                rows,
                "<TR><TD ALIGN=\"LEFT\">{} </TD><TD PORT=\"f{f}\" ALIGN=\"LEFT\">{} </TD></TR>",
                escape(&field.name),
                escape(&value)
            );
        }
        let nested = picture.objects.iter().any(|o| o.inside == Some(i)) && depth < 40;
        if nested {
            let _ =
                writeln!(out, "{pad}subgraph cluster_{i} {{\n{pad}  label=\"in every node\"; style=dotted;");
        }
        let _ = writeln!(
            out,
            "{pad}o{i} [label=<<TABLE BORDER=\"{border}\" CELLBORDER=\"0\" CELLSPACING=\"0\"{style}>{rows}</TABLE>>];"
        );
        if nested {
            write_objects(picture, Some(i), depth + 1, out);
            let _ = writeln!(out, "{pad}}}");
        }
    }
}
