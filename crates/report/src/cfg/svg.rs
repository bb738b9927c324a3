//! A function's control-flow graph as a picture that needs nothing but a browser.

use super::content::{DrawOptions, EdgeKind, Node, Picture, Role, Tone};
use crate::drawing::layered::{self, Drawing, Graph, Line, LineKind, Link, LoopInfo, Rect, Style, layout};
use crate::drawing::{CHAR, FONT, SMALL_CHAR, columns, escape, path, themed, tip};
use ir::{FuncId, Program};
use std::fmt::Write;

/// An SVG of one function; `None` if it has no body. Ids must be in range, as [`ir::read()`] and [`ir::verify()`] make
/// sure.
pub fn svg(program: &Program, function: FuncId, options: DrawOptions<'_>) -> Option<String> {
    let function = program.functions.get(function)?;
    let picture = Picture::new(program, function, function.body()?, options);
    let mut out = String::new();
    write_svg(&mut out, &picture).ok()?;
    Some(out)
}

const LINE: f32 = 16.0;
const HEADER: f32 = 20.0;
const PADDING: f32 = 10.0;
const MARGIN: f32 = 24.0;
const TITLE: f32 = 34.0;
const RADIUS: f32 = 7.0;
const BOX_GAP: f32 = 34.0;

const SHAPES: &str = "\
text{font-size:12px;white-space:pre}.title{font-size:15px;font-weight:bold}.id{font-weight:bold}.remark,.label{font-size:11px}\
.box{stroke-width:1.2}.entry .box,.exit .box{stroke-width:2}.loop .box{stroke-width:1.6}.dead{opacity:.55}.dead .box{stroke-dasharray:5 3}\
.warning{font-weight:bold}.edge{fill:none;stroke-width:1.4}.edge.back{stroke-width:1.7}";

const PAINT: &str = "\
text{fill:@INK}.bg{fill:@BG}.box{fill:@BOX;stroke:@LINE}.head{fill:@HEAD}.entry .box,.exit .box{stroke:@STRONG}\
.loop .box{stroke:@LOOP}.loop .head{fill:@LISTHEAD}.remark,.quiet{fill:@SOFT}.control{fill:@CONTROL}.warning{fill:@WARNING}\
.edge{stroke:@SOFT}.edge.true{stroke:@TRUE}.edge.false{stroke:@FALSE}.edge.back{stroke:@LOOP}\
.arrow{fill:@SOFT}.arrow.true{fill:@TRUE}.arrow.false{fill:@FALSE}.arrow.back{fill:@LOOP}\
.label{fill:@STRONG}.label.true{fill:@TRUE}.label.false{fill:@FALSE}";

fn node_size(rank: usize, node: &Node) -> layered::Node {
    let header = (node.block.to_string().len() as f32) * CHAR
        + if node.remark.is_empty() { 0.0 } else { columns(&node.remark) * SMALL_CHAR + 18.0 };
    let text = node.lines.iter().map(|line| columns(&line.text) * CHAR).fold(0.0, f32::max);
    let lines = node.lines.len() as f32;
    let body = if node.lines.is_empty() { 0.0 } else { lines * LINE + 9.0 };
    layered::Node {
        width: (header.max(text) + 2.0 * PADDING).max(56.0).ceil(),
        height: HEADER + body,
        gap: BOX_GAP,
        rank,
        ..layered::Node::default()
    }
}

fn stub_text(picture: &Picture, edge: usize) -> String {
    let edge = &picture.edges[edge];
    let target = picture.nodes[edge.to].block;
    if edge.label.is_empty() { format!("→ {target}") } else { format!("{} → {target}", edge.label) }
}

fn write_svg(out: &mut String, picture: &Picture) -> std::fmt::Result {
    let graph = Graph {
        nodes: picture.nodes.iter().enumerate().map(|(i, node)| node_size(i, node)).collect(),
        edges: picture
            .edges
            .iter()
            .enumerate()
            .map(|(i, edge)| Link {
                from: edge.from,
                to: edge.to,
                label_width: columns(&edge.label) * SMALL_CHAR,
                stub_width: columns(&stub_text(picture, i)) * SMALL_CHAR,
                port: None,
            })
            .collect(),
        loops: picture.loops.iter().map(|&(head, parent)| LoopInfo { head, parent }).collect(),
        innermost: picture.innermost.clone(),
        style: Style::default(),
    };
    let drawing = layout(&graph);
    let title_width = columns(&picture.title) * 9.5;
    let width = drawing.width.max(title_width) + 2.0 * MARGIN;
    let height = drawing.height + 2.0 * MARGIN + TITLE;
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\">"
    )?;
    writeln!(
        out,
        "<title>{}</title>\n<style>text{{font-family:{FONT}}}{SHAPES}{}</style>",
        escape(&picture.title),
        themed(PAINT)
    )?;
    writeln!(out, "<rect class=\"bg\" width=\"100%\" height=\"100%\"/>")?;
    writeln!(
        out,
        "<text class=\"title\" x=\"{MARGIN}\" y=\"{:.0}\">{}</text>",
        MARGIN + 8.0,
        escape(&picture.title)
    )?;
    writeln!(out, "<g transform=\"translate({MARGIN} {})\">", MARGIN + TITLE)?;
    write_lines(out, picture, &drawing)?;
    for (node, rect) in picture.nodes.iter().zip(&drawing.boxes) {
        write_node(out, node, rect)?;
    }
    write_labels(out, picture, &drawing)?;
    writeln!(out, "</g>\n</svg>")
}

fn line_class(picture: &Picture, what: LineKind) -> &'static str {
    match what {
        LineKind::Back(_) | LineKind::Up(_) | LineKind::Lane { back: true, .. } => " back",
        LineKind::Lane { back: false, .. } => "",
        LineKind::Edge(edge) | LineKind::Stub(edge) => kind_class(picture.edges[edge].kind),
    }
}

fn kind_class(kind: EdgeKind) -> &'static str {
    match kind {
        EdgeKind::Plain => "",
        EdgeKind::True => " true",
        EdgeKind::False => " false",
    }
}

/// Shared lanes last, so that where lines run together the colour is the neutral one.
fn write_lines(out: &mut String, picture: &Picture, drawing: &Drawing) -> std::fmt::Result {
    let is_lane = |line: &&Line| matches!(line.what, LineKind::Lane { .. });
    let plain = drawing.lines.iter().filter(|line| !is_lane(line));
    for line in plain.chain(drawing.lines.iter().filter(is_lane)) {
        let class = line_class(picture, line.what);
        let short = if line.arrow { 6.0 } else { 0.0 };
        writeln!(out, "<path class=\"edge{class}\" d=\"{}\"/>", path(&line.points, RADIUS, short))?;
        if let Some(tip) = tip(&line.points).filter(|_| line.arrow) {
            writeln!(out, "<path class=\"arrow{class}\" d=\"{tip}\"/>")?;
        }
    }
    Ok(())
}

fn write_node(out: &mut String, node: &Node, rect: &Rect) -> std::fmt::Result {
    let role = match node.role {
        Role::Plain => "",
        Role::Entry => " entry",
        Role::LoopHead => " loop",
        Role::Exit => " exit",
    };
    let dead = if node.reachable { "" } else { " dead" };
    let Rect { x, y, width, height } = *rect;
    writeln!(out, "<g class=\"node{role}{dead}\" id=\"{}\">", node.block)?;
    writeln!(
        out,
        "<rect class=\"box\" x=\"{x:.1}\" y=\"{y:.0}\" width=\"{width:.1}\" height=\"{height:.0}\" rx=\"6\"/>"
    )?;
    // The header lies inside the border, with the same round corners at its top.
    let (left, right, top) = (x + 0.8, x + width - 0.8, y + 0.8);
    let bottom = y + HEADER.min(height - 0.8);
    let round = if node.lines.is_empty() { 5.0 } else { 0.0 };
    writeln!(
        out,
        "<path class=\"head\" d=\"M{left:.1} {:.1}Q{left:.1} {top:.1} {:.1} {top:.1}H{:.1}Q{right:.1} {top:.1} {right:.1} {:.1}\
         V{:.1}Q{right:.1} {bottom:.1} {:.1} {bottom:.1}H{:.1}Q{left:.1} {bottom:.1} {left:.1} {:.1}Z\"/>",
        top + 5.0,
        left + 5.0,
        right - 5.0,
        top + 5.0,
        bottom - round,
        right - round,
        left + round,
        bottom - round,
    )?;
    let baseline = y + 14.5;
    writeln!(out, "<text class=\"id\" x=\"{:.1}\" y=\"{baseline:.1}\">{}</text>", x + PADDING, node.block)?;
    if !node.remark.is_empty() {
        writeln!(
            out,
            "<text class=\"remark\" x=\"{:.1}\" y=\"{baseline:.1}\" text-anchor=\"end\">{}</text>",
            x + width - PADDING,
            escape(&node.remark)
        )?;
    }
    for (i, line) in node.lines.iter().enumerate() {
        let class = match line.tone {
            Tone::Statement => "",
            Tone::Quiet => " class=\"quiet\"",
            Tone::Control => " class=\"control\"",
            Tone::Warning => " class=\"warning\"",
        };
        let baseline = y + HEADER + 16.0 + i as f32 * LINE;
        writeln!(
            out,
            "<text{class} xml:space=\"preserve\" x=\"{:.1}\" y=\"{baseline:.1}\">{}</text>",
            x + PADDING,
            escape(&line.text)
        )?;
    }
    writeln!(out, "</g>")
}

fn write_labels(out: &mut String, picture: &Picture, drawing: &Drawing) -> std::fmt::Result {
    let mut text: Vec<String> = picture.edges.iter().map(|edge| edge.label.clone()).collect();
    for line in &drawing.lines {
        if let LineKind::Stub(edge) = line.what {
            text[edge] = stub_text(picture, edge);
        }
    }
    for ((edge, label), &(x, y)) in picture.edges.iter().zip(&text).zip(&drawing.starts) {
        if !label.is_empty() {
            let class = kind_class(edge.kind);
            let (x, y) = (x + 5.0, y + 13.0);
            writeln!(out, "<text class=\"label{class}\" x=\"{x:.0}\" y=\"{y:.0}\">{}</text>", escape(label))?;
        }
    }
    Ok(())
}
