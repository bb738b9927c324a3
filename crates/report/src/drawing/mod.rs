//! What all pictures share: where boxes and lines go ([`layered`]), how text is measured, cut and escaped, how lines are
//! drawn, and the colours. Knows nothing of what the boxes mean.

pub mod layered;

use std::fmt::Write as _;

/// The advance of a character at 12 pixels: a little more than that of common monospace fonts (0.6 em), so that text never
/// leaves its box.
pub(crate) const CHAR: f32 = 7.3;
/// The same at 11 pixels.
pub(crate) const SMALL_CHAR: f32 = 6.7;
pub(crate) const FONT: &str =
    "ui-monospace,SFMono-Regular,'SF Mono',Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace";

/// The number of characters, for the width of a label.
pub(crate) fn columns(text: &str) -> f32 {
    text.chars().count() as f32
}

/// Cuts a text to at most so many characters.
pub(crate) fn shorten(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest.saturating_sub(1)) {
        Some((cut, _)) if text[cut..].chars().nth(1).is_some() => format!("{}…", &text[..cut]),
        _ => text.to_owned(),
    }
}

/// Text between the tags or in the attributes of XML and HTML. What XML cannot hold at all becomes the replacement character.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// A quoted string of Graphviz. Backslashes begin Graphviz's own escapes, so they are doubled; `end` is what ends a line
/// there (`\n` centres it, `\l` puts it to the left).
pub(crate) fn dot_string<'a>(lines: impl IntoIterator<Item = &'a str>, end: &str) -> String {
    let mut out = String::from("\"");
    for line in lines {
        for c in line.chars() {
            match c {
                '"' => out.push_str("\\\""),
                '\\' => out.push_str("\\\\"),
                c if c.is_control() => out.push('\u{fffd}'),
                c => out.push(c),
            }
        }
        out.push_str(end);
    }
    out.push('"');
    out
}

/// The `d` of a path through the points with round corners; `short` is how much of its end is left for the arrow's tip.
pub(crate) fn path(points: &[(f32, f32)], radius: f32, short: f32) -> String {
    let mut points = points.to_vec();
    if let [.., before, last] = points.as_mut_slice() {
        *last = toward(*last, *before, short);
    }
    let mut out = String::new();
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return out };
    let _ = write!(out, "M{:.1} {:.1}", first.0, first.1);
    for window in points.windows(3) {
        let [before, corner, after] = window else { continue };
        let reach = |to: (f32, f32)| radius.min(distance(*corner, to) / 2.0);
        let (a, b) = (toward(*corner, *before, reach(*before)), toward(*corner, *after, reach(*after)));
        let _ = write!(out, "L{:.1} {:.1}Q{:.1} {:.1} {:.1} {:.1}", a.0, a.1, corner.0, corner.1, b.0, b.1);
    }
    let _ = write!(out, "L{:.1} {:.1}", last.0, last.1);
    out
}

/// The `d` of the tip of an arrow that ends with the points.
pub(crate) fn tip(points: &[(f32, f32)]) -> Option<String> {
    let [.., before, end] = points else { return None };
    let base = toward(*end, *before, 8.0);
    let (across, along) = ((base.1 - end.1) * 0.5, (end.0 - base.0) * 0.5);
    Some(format!(
        "M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}z",
        end.0,
        end.1,
        base.0 + across,
        base.1 + along,
        base.0 - across,
        base.1 - along
    ))
}

fn distance(from: (f32, f32), to: (f32, f32)) -> f32 {
    (to.0 - from.0).hypot(to.1 - from.1)
}

/// The point that is so far from the first on the way to the second.
fn toward(from: (f32, f32), to: (f32, f32), step: f32) -> (f32, f32) {
    let length = distance(from, to);
    if length < 0.01 {
        return from;
    }
    (from.0 + (to.0 - from.0) / length * step, from.1 + (to.1 - from.1) / length * step)
}

/// Colours by name, for light and dark surroundings.
const COLOURS: [(&str, &str, &str); 26] = [
    ("BG", "#ffffff", "#14191f"),
    ("INK", "#1c2733", "#e4e9ee"),
    ("SOFT", "#5b6b7b", "#9aa9b8"),
    ("LINE", "#8393a5", "#5d6b7a"),
    ("STRONG", "#475467", "#aab4c5"),
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
    ("CONTROL", "#1d4fb8", "#8fb4ff"),
    ("LOOP", "#3b6fe0", "#6f9bff"),
    ("TRUE", "#15803d", "#4cc38a"),
    ("FALSE", "#c2410c", "#f2965a"),
    ("WARNING", "#b42318", "#ff8a80"),
];

/// A style sheet in which `@NAME` stands for a colour, for light and dark surroundings. Programs that print SVG know no
/// variables in style sheets, so the rules are written out for both.
pub(crate) fn themed(rules: &str) -> String {
    // Longer names first: one name may be the beginning of another.
    let mut colours = COLOURS;
    colours.sort_by_key(|c| std::cmp::Reverse(c.0.len()));
    let paint = |dark: bool| {
        colours.iter().fold(rules.to_owned(), |text, (name, light, night)| {
            text.replace(&format!("@{name}"), if dark { night } else { light })
        })
    };
    format!("{}@media (prefers-color-scheme:dark){{{}}}", paint(false), paint(true))
}
