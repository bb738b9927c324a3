//! A picture of memory as SVG, for screens (light and dark) and for paper.

use super::layout::{BoxKind, Layout, PlacedText, TextRole, layout};
use super::route::routes;
use std::fmt::Write as _;
use verdict::picture::{ObjectState, Picture, Shapes, Value};

#[derive(Clone, Copy, Debug, Default)]
pub struct SvgOptions<'a> {
    /// What changed since this picture is highlighted.
    pub before: Option<&'a Picture>,
    /// Without the style sheet, for embedding in a page that has it.
    pub bare: bool,
}

/// Colours by name, for light and dark surroundings. Programs that print SVG know no variables in style sheets, so the
/// rules are written out for both.
const COLOURS: [(&str, &str, &str); 20] = [
    ("BG", "#ffffff", "#14191f"),
    ("INK", "#1c2733", "#e4e9ee"),
    ("SOFT", "#5b6b7b", "#9aa9b8"),
    ("LINE", "#8393a5", "#5d6b7a"),
    ("BOX", "#f6f8fa", "#1d242c"),
    ("HEAD", "#e4ebf2", "#2a343f"),
    ("VAR", "#fff7e0", "#33290f"),
    ("VARLINE", "#c9a227", "#b8922a"),
    ("LIST", "#eaf4ff", "#172838"),
    ("LISTHEAD", "#cfe4fb", "#1f3b57"),
    ("LISTLINE", "#2f6fb3", "#5b9bd8"),
    ("DEAD", "#f9ecec", "#372021"),
    ("DEADLINE", "#b05050", "#c26a6a"),
    ("ARROW", "#2b4c6f", "#9cc4ee"),
    ("NEW", "#ffe98a", "#5a4a00"),
    ("OPT", "#f3eefb", "#261f35"),
    ("OPTLINE", "#7a5bb0", "#a58ad8"),
    ("RULE", "#d5dce4", "#333e49"),
    ("STACK", "#9dc0e4", "#3c638a"),
    ("DEADINK", "#8a4a4a", "#d09a9a"),
];

const SHAPES: &str = "\
.mem text{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace}\
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
    let paint = |dark: bool| {
        // Longer names first: one name may be the beginning of another.
        let mut colours = COLOURS;
        colours.sort_by_key(|c| std::cmp::Reverse(c.0.len()));
        colours.iter().fold(PAINT.to_owned(), |text, (name, light, night)| {
            text.replace(&format!("@{name}"), if dark { night } else { light })
        })
    };
    format!("{SHAPES}{}@media (prefers-color-scheme:dark){{{}}}", paint(false), paint(true))
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

fn open(out: &mut String, w: f64, h: f64, bare: bool, description: &str) {
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"mem\" role=\"img\" width=\"{w:.0}\" height=\"{h:.0}\" viewBox=\"0 0 {w:.0} {h:.0}\">"
    );
    if !bare {
        let _ = writeln!(out, "<desc>{}</desc>\n<style>{}</style>", escape(description), style());
        let _ = writeln!(out, "<rect class=\"page\" width=\"100%\" height=\"100%\"/>");
    }
}

/// All shapes at a place, one below the other.
pub fn svg_of_shapes(shapes: &Shapes, heading: &str) -> String {
    let drawings: Vec<(&Picture, Layout)> = shapes.pictures.iter().map(|p| (p, layout(p))).collect();
    let heading_width = (heading.chars().count() as f64 + 4.0) * 7.3;
    let width = drawings.iter().map(|d| d.1.width).fold(heading_width, f64::max).max(200.0);
    let height: f64 = 34.0 + drawings.iter().map(|d| d.1.height + 26.0).sum::<f64>();
    let mut out = String::new();
    open(&mut out, width, height, false, &super::words::shapes_in_words(shapes, heading));
    let _ = writeln!(out, "<text x=\"16\" y=\"22\" class=\"title\">{}</text>", escape(heading));
    let mut y = 34.0;
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
    for route in routes(picture, placed) {
        if let [start, .., before, end] = route.points.as_slice() {
            let back = if end.0 >= before.0 { -6.5 } else { 6.5 };
            let mut path = route.points.clone();
            if let Some(last) = path.last_mut() {
                last.0 += back;
            }
            let _ = writeln!(
                out,
                "<g><path class=\"edge\" d=\"{}\"/><circle class=\"dot\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"2.6\"/><path class=\"tip\" d=\"M{:.1} {:.1}l{:.1} -3.6v7.2z\"/></g>",
                rounded(&path),
                start.0,
                start.1,
                end.0,
                end.1,
                back * 1.25
            );
        }
    }
}

/// A path with round corners.
fn rounded(points: &[(f64, f64)]) -> String {
    const RADIUS: f64 = 5.0;
    let mut out = format!("M{:.1} {:.1}", points[0].0, points[0].1);
    for window in points.windows(3) {
        let [before, corner, after] = window else { continue };
        let toward = |to: &(f64, f64)| {
            let (dx, dy) = (to.0 - corner.0, to.1 - corner.1);
            let length = (dx * dx + dy * dy).sqrt();
            let r = RADIUS.min(length / 2.0);
            if length < 0.01 { *corner } else { (corner.0 + dx / length * r, corner.1 + dy / length * r) }
        };
        let (a, b) = (toward(before), toward(after));
        let _ = write!(out, "L{:.1} {:.1}Q{:.1} {:.1} {:.1} {:.1}", a.0, a.1, corner.0, corner.1, b.0, b.1);
    }
    if let Some(last) = points.last() {
        let _ = write!(out, "L{:.1} {:.1}", last.0, last.1);
    }
    out
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

pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push('\n'),
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
