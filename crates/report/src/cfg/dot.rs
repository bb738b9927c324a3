//! A function's control-flow graph as Graphviz text.

use super::content::{DrawOptions, EdgeKind, Picture, Role, Tone};
use crate::drawing::dot_string;
use ir::{FuncId, Program};
use std::fmt::Write;

/// Graphviz text for one function; `None` if it has no body. Ids must be in range, as [`ir::read()`] and
/// [`ir::verify()`] make sure.
pub fn dot(program: &Program, function: FuncId, options: DrawOptions<'_>) -> Option<String> {
    let function = program.functions.get(function)?;
    let picture = Picture::new(program, function, function.body()?, options);
    let mut out = String::new();
    write_dot(&mut out, &picture).ok()?;
    Some(out)
}

fn write_dot(out: &mut String, picture: &Picture) -> std::fmt::Result {
    let title = dot_string([picture.title.as_str()], "");
    writeln!(out, "digraph {title} {{")?;
    writeln!(out, "    graph [label={title}, labelloc=t, fontname=\"monospace\"];")?;
    writeln!(
        out,
        "    node [shape=box, style=rounded, fontname=\"monospace\", fontsize=10, margin=\"0.12,0.06\"];"
    )?;
    writeln!(out, "    edge [fontname=\"monospace\", fontsize=9, color=\"#667085\"];")?;
    for node in &picture.nodes {
        let heading = format!("{}  {}", node.block, node.remark);
        let lines = node.lines.iter().map(|line| line.text.as_str());
        let label = dot_string([heading.as_str()].into_iter().chain(lines), "\\l");
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
        writeln!(out, "    {} [label={label}{style}];", node.block)?;
    }
    for edge in &picture.edges {
        let (from, to) = (picture.nodes[edge.from].block, picture.nodes[edge.to].block);
        let mut attributes = Vec::new();
        if !edge.label.is_empty() {
            attributes.push(format!("label={}", dot_string([edge.label.as_str()], "")));
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
