//! A function's control-flow graph as Graphviz text.

use crate::drawing::{DrawOptions, EdgeKind, Picture, Role, Tone};
use crate::syntax::{FuncId, Program};
use std::fmt::Write;

/// Graphviz text for one function; `None` if it has no body. Ids must be in range, as [`read()`](crate::read()) and
/// [`verify()`](crate::verify()) make sure.
pub fn draw_dot(program: &Program, function: FuncId, options: DrawOptions<'_>) -> Option<String> {
    let function = program.functions.get(function)?;
    let picture = Picture::new(program, function, function.body()?, options);
    let mut out = String::new();
    write_dot(&mut out, &picture).ok()?;
    Some(out)
}

fn write_dot(out: &mut String, picture: &Picture) -> std::fmt::Result {
    writeln!(out, "digraph {} {{", quote(&picture.title))?;
    writeln!(out, "    graph [label={}, labelloc=t, fontname=\"monospace\"];", quote(&picture.title))?;
    writeln!(
        out,
        "    node [shape=box, style=rounded, fontname=\"monospace\", fontsize=10, margin=\"0.12,0.06\"];"
    )?;
    writeln!(out, "    edge [fontname=\"monospace\", fontsize=9, color=\"#667085\"];")?;
    for node in &picture.nodes {
        let mut label = escape(&format!("{}  {}", node.block, node.remark));
        label.push_str("\\l");
        for line in &node.lines {
            label.push_str(&escape(&line.text));
            label.push_str("\\l");
        }
        let mut style = match node.role {
            Role::Entry => ", penwidth=2",
            Role::LoopHead => ", color=\"#2563eb\", penwidth=2",
            Role::Exit => ", peripheries=2",
            Role::Plain => "",
        }
        .to_owned();
        if node.lines.iter().any(|line| line.tone == Tone::Warning) {
            style.push_str(", fontcolor=\"#b42318\"");
        }
        if !node.reachable {
            style.push_str(", style=\"rounded,dashed\"");
        }
        writeln!(out, "    {} [label=\"{label}\"{style}];", node.block)?;
    }
    for edge in &picture.edges {
        let (from, to) = (picture.nodes[edge.from].block, picture.nodes[edge.to].block);
        let mut attributes = Vec::new();
        if !edge.label.is_empty() {
            attributes.push(format!("label={}", quote(&edge.label)));
        }
        match edge.kind {
            EdgeKind::True => attributes.push("color=\"#15803d\"".to_owned()),
            EdgeKind::False => attributes.push("color=\"#c2410c\"".to_owned()),
            EdgeKind::Plain => {}
        }
        if edge.to <= edge.from {
            attributes.push("style=bold".to_owned());
        }
        if attributes.is_empty() {
            writeln!(out, "    {from} -> {to};")?;
        } else {
            writeln!(out, "    {from} -> {to} [{}];", attributes.join(", "))?;
        }
    }
    writeln!(out, "}}")
}

fn quote(text: &str) -> String {
    format!("\"{}\"", escape(text))
}

/// Backslashes begin Graphviz's own escapes, so they are doubled.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if c.is_control() => out.push('?'),
            c => out.push(c),
        }
    }
    out
}
