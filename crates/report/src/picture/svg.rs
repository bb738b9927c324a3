//! A picture of memory as SVG, for screens (light and dark) and for paper.

use super::layout::{BoxKind, Layout, PlacedText, TextRole, layout};
use crate::drawing::{CHAR, FONT, columns, escape, path, themed, tip};
use std::fmt::Write as _;
use verdict::picture::{ObjectState, Picture, Shapes, Value};

#[derive(Clone, Copy, Debug, Default)]
pub struct SvgOptions<'a> {
    /// What changed since this picture is highlighted.
    pub before: Option<&'a Picture>,
    /// Without the style sheet, for embedding in a page that has it.
    pub bare: bool,
}

const SHAPES: &str = "\
.mem text{font-size:12px}\
.mem .title{font-weight:700}.mem .remark{font-style:italic}.mem .freed .title{text-decoration:line-through}\
.mem .freed .bx{stroke-dasharray:5 3}.mem .optional .bx{stroke-dasharray:6 3}.mem .freed .hd,.mem .optional .hd{fill:none}\
.mem .edge{fill:none;stroke-width:1.3}.mem .stack{fill:none}";

const PAINT: &str = "\
.mem .page{fill:@BG}.mem text{fill:@INK}.mem .remark,.mem .type{fill:@SOFT}.mem .freed text{fill:@DEADINK}\
.mem .bx{fill:@BOX;stroke:@LINE}.mem .hd{fill:@HEAD}.mem .list .bx{fill:@LIST;stroke:@LISTLINE}.mem .list .hd{fill:@LISTHEAD}\
.mem .variable .bx{fill:@VAR;stroke:@VARLINE}.mem .named .bx{stroke:@VARLINE}.mem .named .hd{fill:@VAR}\
.mem .freed .bx{fill:@DEAD;stroke:@DEADLINE}.mem .optional .bx{fill:@OPT;stroke:@OPTLINE}.mem .rule{stroke:@RULE}\
.mem .edge{stroke:@ARROW}.mem .dot,.mem .tip{fill:@ARROW}.mem .changed,.mem .hd.changed{fill:@NEW}.mem .stack{stroke:@STACK}";

/// The style of all pictures; a page that embeds bare pictures includes it once.
pub fn style() -> String {
    format!(".mem text{{font-family:{FONT}}}{SHAPES}{}", themed(PAINT))
}

/// One picture.
pub fn svg(picture: &Picture, options: SvgOptions<'_>) -> String {
    let placed = layout(picture);
    let mut out = String::new();
    let (w, h) = (placed.width.max(40.0), placed.height.max(40.0));
    open(&mut out, w, h, options.bare, &super::words::words(picture));
    draw(&mut out, picture, &placed, options);
    out.push_str("</svg>\n");
    out
}

fn open(out: &mut String, w: f32, h: f32, bare: bool, description: &str) {
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"mem\" role=\"img\" width=\"{w:.0}\" height=\"{h:.0}\" viewBox=\"0 0 {w:.0} {h:.0}\">"
    );
    if !bare {
        let _ = writeln!(out, "<desc>{}</desc>\n<style>{}</style>", escape(description), style());
        let _ = writeln!(out, "<rect class=\"page\" width=\"100%\" height=\"100%\"/>");
    }
}

/// All shapes at a place, one below the other, under a title if there is one.
pub fn svg_of_shapes(shapes: &Shapes, place: &str, title: Option<&str>) -> String {
    let drawings: Vec<(&Picture, Layout)> = shapes.pictures.iter().map(|p| (p, layout(p))).collect();
    let heading_width = (columns(title.unwrap_or_default()) + 4.0) * CHAR;
    let top = if title.is_some() { 34.0 } else { 0.0 };
    let width = drawings.iter().map(|d| d.1.width).fold(heading_width, f32::max).max(200.0);
    let height: f32 = top + drawings.iter().map(|d| d.1.height + 26.0).sum::<f32>();
    let mut out = String::new();
    open(&mut out, width, height, false, &super::words::shapes_in_words(shapes, place));
    if let Some(title) = title {
        let _ = writeln!(out, "<text x=\"16\" y=\"22\" class=\"title\">{}</text>", escape(title));
    }
    let mut y = top;
    let count = drawings.len();
    for (i, (picture, placed)) in drawings.iter().enumerate() {
        if count > 1 {
            let _ = writeln!(
                out,
                "<text x=\"16\" y=\"{:.0}\" class=\"remark\">shape {} of {count}</text>",
                y + 16.0,
                i + 1
            );
        }
        let _ = writeln!(out, "<g transform=\"translate(0 {:.0})\">", y + 20.0);
        draw(&mut out, picture, placed, SvgOptions::default());
        out.push_str("</g>\n");
        y += placed.height + 26.0;
    }
    out.push_str("</svg>\n");
    out
}

fn draw(out: &mut String, picture: &Picture, placed: &Layout, options: SvgOptions<'_>) {
    let changes = options.before.map(|before| Changes::new(before, picture));
    let is_changed = |text: &PlacedText| changes.as_ref().is_some_and(|c| c.is_changed(text));
    for drawn in &placed.boxes {
        let class = match drawn.kind {
            BoxKind::Variable => "variable",
            BoxKind::Region => "region",
            BoxKind::Optional => "optional",
            BoxKind::List => "list",
            BoxKind::Freed => "freed",
            BoxKind::Named => "named",
        };
        let a = drawn.area;
        let _ = write!(out, "<g class=\"{class}\">");
        if drawn.kind == BoxKind::List {
            // A list looks like a stack of nodes.
            for shift in [6.0, 3.0] {
                let _ = write!(
                    out,
                    "<path class=\"stack\" d=\"M{:.1} {:.1}h{:.1}v{:.1}\"/>",
                    a.x + shift,
                    a.y - shift,
                    a.w,
                    a.h
                );
            }
        }
        let radius = if drawn.kind == BoxKind::Variable { 9.0 } else { 4.0 };
        let changed =
            drawn.object.is_some_and(|o| changes.as_ref().is_some_and(|c| c.new_objects.contains(&o)));
        let _ = write!(
            out,
            "<rect class=\"bx\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"{radius}\"/>",
            a.x, a.y, a.w, a.h
        );
        if drawn.header > 0.0 {
            let class = if changed { "hd changed" } else { "hd" };
            let _ = write!(
                out,
                "<rect class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"3\"/>",
                a.x + 1.0,
                a.y + 1.0,
                a.w - 2.0,
                drawn.header - 2.0
            );
            for cell in drawn.cells.iter().skip(1) {
                let _ = write!(
                    out,
                    "<path class=\"rule\" d=\"M{:.1} {:.1}h{:.1}\"/>",
                    cell.x + 1.0,
                    cell.y,
                    cell.w - 2.0
                );
            }
        }
        out.push_str("</g>\n");
    }
    for text in &placed.texts {
        if is_changed(text) {
            let a = text.area;
            let _ = write!(
                out,
                "<rect class=\"changed\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"3\"/>",
                a.x - 2.0,
                a.y + 1.0,
                a.w + 4.0,
                a.h - 2.0
            );
        }
        let class = match text.role {
            TextRole::Title => "title",
            TextRole::Remark => "remark",
            TextRole::Type => "type",
            TextRole::Name => "name",
            TextRole::Value | TextRole::Fact => "value",
        };
        let freed = text.object.is_some_and(|o| picture.objects[o].state != ObjectState::Live);
        let wrap = if freed { ("<g class=\"freed\">", "</g>") } else { ("", "") };
        let _ = writeln!(
            out,
            "{}<text class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\">{}</text>{}",
            wrap.0,
            text.area.x,
            text.area.y + 13.0,
            escape(&text.text),
            wrap.1
        );
    }
    for line in &placed.lines {
        let short = if line.arrow { 6.0 } else { 0.0 };
        let _ = write!(out, "<g><path class=\"edge\" d=\"{}\"/>", path(&line.points, 5.0, short));
        if let (true, Some((x, y))) = (line.starts_in_cell, line.points.first()) {
            let _ = write!(out, "<circle class=\"dot\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.6\"/>");
        }
        if let Some(tip) = tip(&line.points).filter(|_| line.arrow) {
            let _ = write!(out, "<path class=\"tip\" d=\"{tip}\"/>");
        }
        out.push_str("</g>\n");
    }
}

/// What differs between two moments of a run.
struct Changes {
    new_objects: Vec<usize>,
    fields: Vec<(usize, usize)>,
    variables: Vec<usize>,
}

impl Changes {
    fn new(before: &Picture, after: &Picture) -> Changes {
        let same = |old: &Value, new: &Value| match (old, new) {
            (Value::Pointer { target: a, offset: x, .. }, Value::Pointer { target: b, offset: y, .. }) => {
                let id = |p: &Picture, i: usize| p.objects.get(i).map(|o| o.id);
                id(before, *a) == id(after, *b) && x == y
            }
            (a, b) => a == b,
        };
        let mut changes = Changes { new_objects: Vec::new(), fields: Vec::new(), variables: Vec::new() };
        for (i, object) in after.objects.iter().enumerate() {
            let Some(old) = before.objects.iter().find(|o| o.id == object.id) else {
                changes.new_objects.push(i);
                continue;
            };
            if old.state != object.state {
                changes.new_objects.push(i);
            }
            for (f, field) in object.fields.iter().enumerate() {
                let known = old.fields.iter().find(|o| o.offset == field.offset && o.name == field.name);
                if known.is_some_and(|o| !same(&o.value, &field.value)) {
                    changes.fields.push((i, f));
                }
            }
        }
        if before.function == after.function {
            for (i, variable) in after.variables.iter().enumerate() {
                let known = before.variables.iter().find(|v| v.name == variable.name);
                if known.is_none_or(|v| !same(&v.value, &variable.value)) {
                    changes.variables.push(i);
                }
            }
        }
        changes
    }

    fn is_changed(&self, text: &PlacedText) -> bool {
        match (text.object, text.field, text.variable) {
            (Some(object), Some(field), _) => {
                matches!(text.role, TextRole::Name | TextRole::Value)
                    && self.fields.contains(&(object, field))
            }
            (_, _, Some(variable)) => self.variables.contains(&variable),
            _ => false,
        }
    }
}
