//! A function's control-flow graph as a picture that needs nothing but a browser.

use crate::drawing::{DrawOptions, EdgeKind, Node, Picture, Role, Tone};
use crate::layout::{Drawing, Graph, Line, LineKind, Link, LoopInfo, Rect, Size, layout};
use crate::syntax::{FuncId, Program};
use std::fmt::Write;

/// An SVG of one function; `None` if it has no body. Ids must be in range, as [`read()`](crate::read()) and
/// [`verify()`](crate::verify()) make sure.
pub fn draw_svg(program: &Program, function: FuncId, options: DrawOptions<'_>) -> Option<String> {
    let function = program.functions.get(function)?;
    let picture = Picture::new(program, function, function.body()?, options);
    let mut out = String::new();
    write_svg(&mut out, &picture).ok()?;
    Some(out)
}

const FONT: f32 = 12.0;
/// A little more than the advance of common monospace fonts (0.6 em), so that text never leaves its box.
const CHAR: f32 = 7.3;
const SMALL_CHAR: f32 = 6.7;
const LINE: f32 = 16.0;
const HEADER: f32 = 20.0;
const PADDING: f32 = 10.0;
const MARGIN: f32 = 24.0;
const TITLE: f32 = 34.0;
const RADIUS: f32 = 7.0;

/// Both colour schemes are spelled out: not every viewer knows CSS variables.
const STYLE: &str = "
text{font-family:ui-monospace,'SF Mono','DejaVu Sans Mono',Menlo,Consolas,monospace;font-size:12px;fill:#1f2937;white-space:pre}
.bg{fill:#ffffff}
.title{font-size:15px;font-weight:bold}
.box{fill:#fbfcfe;stroke:#98a2b3;stroke-width:1.2}
.head{fill:#eef1f6}
.entry .box{stroke:#475467;stroke-width:2}.entry .head{fill:#dde3ee}
.loop .box{stroke:#3b6fe0;stroke-width:1.6}.loop .head{fill:#dfe9ff}
.exit .box{stroke:#475467;stroke-width:2}
.dead{opacity:.55}.dead .box{stroke-dasharray:5 3}
.id{font-weight:bold}
.remark{fill:#667085;font-size:11px}
.quiet{fill:#8791a3}
.control{fill:#1d4fb8}
.warning{fill:#b42318;font-weight:bold}
.edge{fill:none;stroke:#667085;stroke-width:1.4}
.edge.true{stroke:#15803d}.edge.false{stroke:#c2410c}.edge.back{stroke:#3b6fe0;stroke-width:1.7}
.arrow{fill:#667085}
.arrow.true{fill:#15803d}.arrow.false{fill:#c2410c}.arrow.back{fill:#3b6fe0}
.label{font-size:11px;fill:#475467}
.label.true{fill:#15803d}.label.false{fill:#c2410c}
@media (prefers-color-scheme:dark){
text{fill:#d7dce5}
.bg{fill:#15181e}
.box{fill:#1d2129;stroke:#596273}
.head{fill:#272d38}
.entry .box{stroke:#aab4c5}.entry .head{fill:#323a48}
.loop .box{stroke:#6f9bff}.loop .head{fill:#24345c}
.exit .box{stroke:#aab4c5}
.remark{fill:#98a2b3}
.quiet{fill:#7d8799}
.control{fill:#8fb4ff}
.warning{fill:#ff8a80}
.edge{stroke:#8a94a6}
.edge.true{stroke:#4cc38a}.edge.false{stroke:#f2965a}.edge.back{stroke:#6f9bff}
.arrow{fill:#8a94a6}
.arrow.true{fill:#4cc38a}.arrow.false{fill:#f2965a}.arrow.back{fill:#6f9bff}
.label{fill:#aab4c5}
.label.true{fill:#4cc38a}.label.false{fill:#f2965a}
}
";

fn columns(text: &str) -> f32 {
    text.chars().count() as f32
}

fn node_size(node: &Node) -> Size {
    let header = (node.block.to_string().len() as f32) * CHAR
        + if node.remark.is_empty() { 0.0 } else { columns(&node.remark) * SMALL_CHAR + 18.0 };
    let text = node.lines.iter().map(|line| columns(&line.text) * CHAR).fold(0.0, f32::max);
    let lines = node.lines.len() as f32;
    let body = if node.lines.is_empty() { 0.0 } else { lines * LINE + 9.0 };
    Size { width: (header.max(text) + 2.0 * PADDING).max(56.0).ceil(), height: HEADER + body }
}

fn stub_text(picture: &Picture, edge: usize) -> String {
    let edge = &picture.edges[edge];
    let target = picture.nodes[edge.to].block;
    if edge.label.is_empty() { format!("→ {target}") } else { format!("{} → {target}", edge.label) }
}

fn write_svg(out: &mut String, picture: &Picture) -> std::fmt::Result {
    let graph = Graph {
        nodes: picture.nodes.iter().map(node_size).collect(),
        edges: picture
            .edges
            .iter()
            .enumerate()
            .map(|(i, edge)| Link {
                from: edge.from,
                to: edge.to,
                label_width: columns(&edge.label) * SMALL_CHAR,
                stub_width: columns(&stub_text(picture, i)) * SMALL_CHAR,
            })
            .collect(),
        loops: picture.loops.iter().map(|&(head, parent)| LoopInfo { head, parent }).collect(),
        innermost: picture.innermost.clone(),
    };
    let drawing = layout(&graph);
    let title_width = columns(&picture.title) * 9.5;
    let width = drawing.width.max(title_width) + 2.0 * MARGIN;
    let height = drawing.height + 2.0 * MARGIN + TITLE;
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" font-size=\"{FONT}\">"
    )?;
    writeln!(out, "<title>{}</title>\n<style>{STYLE}</style>", Escaped(&picture.title))?;
    writeln!(out, "<rect class=\"bg\" width=\"100%\" height=\"100%\"/>")?;
    writeln!(
        out,
        "<text class=\"title\" x=\"{MARGIN}\" y=\"{:.0}\">{}</text>",
        MARGIN + 8.0,
        Escaped(&picture.title)
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
        LineKind::Back(_) | LineKind::Lane { back: true, .. } => " back",
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
        let tip = if line.arrow { 6.0 } else { 0.0 };
        write!(out, "<path class=\"edge{class}\" d=\"")?;
        write_path(out, &line.points, tip)?;
        out.push_str("\"/>\n");
        if let (true, Some(&(x, y))) = (line.arrow, line.points.last()) {
            // Every line ends going down.
            writeln!(out, "<path class=\"arrow{class}\" d=\"M{x:.0} {y:.0}l-4.5 -8h9z\"/>")?;
        }
    }
    Ok(())
}

/// A line with round corners; its end is drawn `tip` short, where the arrow's point is.
fn write_path(out: &mut String, points: &[(f32, f32)], tip: f32) -> std::fmt::Result {
    let Some(&(x, y)) = points.first() else { return Ok(()) };
    write!(out, "M{x:.0} {y:.0}")?;
    for (i, &(x, y)) in points.iter().enumerate().skip(1) {
        let (px, py) = points[i - 1];
        let Some(&(nx, ny)) = points.get(i + 1) else {
            write!(out, "L{x:.0} {:.0}", y - tip)?;
            break;
        };
        let length = |dx: f32, dy: f32| dx.abs() + dy.abs();
        let radius = RADIUS.min(length(x - px, y - py) / 2.0).min(length(nx - x, ny - y) / 2.0);
        let step = |from: f32, to: f32| {
            if to > from {
                radius
            } else if to < from {
                -radius
            } else {
                0.0
            }
        };
        write!(
            out,
            "L{:.1} {:.1}Q{x:.0} {y:.0} {:.1} {:.1}",
            x - step(px, x),
            y - step(py, y),
            x + step(x, nx),
            y + step(y, ny)
        )?;
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
            Escaped(&node.remark)
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
            Escaped(&line.text)
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
            writeln!(
                out,
                "<text class=\"label{class}\" x=\"{x:.0}\" y=\"{y:.0}\">{}</text>",
                Escaped(label)
            )?;
        }
    }
    Ok(())
}

/// Text between tags. Characters that XML cannot hold at all become question marks.
struct Escaped<'a>(&'a str);

impl std::fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for character in self.0.chars() {
            match character {
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '&' => f.write_str("&amp;")?,
                '"' => f.write_str("&quot;")?,
                c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => f.write_char('?')?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}
