//! The form for people: what is wrong, where, why, and how it got there.

use crate::locate::Spot;
use crate::{Diagnostic, Severity, Sources};
use annotate_snippets::renderer::DEFAULT_TERM_WIDTH;
use annotate_snippets::{Annotation, AnnotationKind, Element, Level, Origin, Renderer, Snippet};
use std::fmt::Write as _;
use std::ops::Range;

/// Whether colours and terminal styles may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    Plain,
    Coloured,
}

/// Lines of one file that are farther apart than this are shown as two excerpts.
const FAR_APART: u32 = 2_000;

/// Source lines longer than this are cut around the place of interest: generated code has lines of megabytes.
const LONGEST_LINE: usize = 400;

/// Terminals narrower than this get lines that they have to break.
const NARROWEST: usize = 30;

/// Renders one message, with a newline at its end.
pub fn render(diagnostic: &Diagnostic, sources: &Sources<'_>, style: Style) -> String {
    render_within(diagnostic, sources, style, None)
}

/// As [`render`], for a terminal with so many columns: long source lines are cut to what fits.
pub fn render_within(
    diagnostic: &Diagnostic,
    sources: &Sources<'_>,
    style: Style,
    columns: Option<usize>,
) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let message = printable(&diagnostic.message);
    let mut title = level.primary_title(message);
    if let Some(code) = diagnostic.code {
        title = title.id(code);
    }
    let excerpts = excerpts(diagnostic, sources);
    let mut group = match excerpts.is_empty() {
        true => annotate_snippets::Group::with_title(title),
        false => title.elements(excerpts.iter().flat_map(Excerpt::elements)),
    };
    if !diagnostic.trace.is_empty() {
        group = group.element(Level::NOTE.message(way(diagnostic, sources)));
    }
    for note in &diagnostic.notes {
        let mut text = printable(&note.text);
        if let Some(location) = sources.map.locate(note.span) {
            let _ = write!(text, " ({}:{})", location.file, location.line);
        }
        group = group.element(Level::NOTE.message(text));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(printable(help)));
    }
    let mut renderer = match style {
        Style::Plain => Renderer::plain(),
        Style::Coloured => Renderer::styled(),
    };
    if let Some(columns) = columns {
        renderer = renderer.term_width(columns.clamp(NARROWEST, DEFAULT_TERM_WIDTH));
    }
    let mut text = renderer.render(&[group]).to_string();
    // Padding at the end of a line is invisible and makes expected outputs fragile.
    if style == Style::Plain {
        text = text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    }
    text.push('\n');
    text
}

/// The way to the error; steps in the file of the error itself are named by their line.
fn way(diagnostic: &Diagnostic, sources: &Sources<'_>) -> String {
    let file = sources.map.locate(diagnostic.primary.span).map(|location| location.file);
    let mut text = "how it got there:".to_owned();
    for step in &diagnostic.trace {
        let indent = "  ".repeat(step.depth.min(12) as usize);
        let place = match sources.map.locate(step.span) {
            Some(location) if Some(&location.file) == file.as_ref() => format!("line {}: ", location.line),
            Some(location) => format!("{}:{}: ", location.file, location.line),
            None => String::new(),
        };
        text.push_str(&printable(&format!("\n{indent}{place}{}", step.text)));
    }
    text
}

/// Control characters of a program's text must not reach the terminal.
fn printable(text: &str) -> String {
    let shown = |c: char| match c {
        '\t' => ' ',
        c if c.is_control() && c != '\n' => '\u{fffd}',
        c => c,
    };
    text.chars().map(shown).collect()
}

/// Consecutive lines of one file with the places to underline.
struct Excerpt {
    path: String,
    first_line: u32,
    source: String,
    marks: Vec<Mark>,
    /// The line and the column of the place that matters most, if its line is cut: the renderer would count in what is left.
    cut: Option<(u32, usize)>,
}

struct Mark {
    range: Range<usize>,
    label: String,
    primary: bool,
}

impl Excerpt {
    fn elements(&self) -> impl Iterator<Item = Element<'_>> {
        let origin = self.cut.map(|(line, column)| {
            Element::from(Origin::path(self.path.as_str()).line(line as usize).char_column(column))
        });
        origin.into_iter().chain([Element::from(self.snippet())])
    }

    fn snippet(&self) -> Snippet<'_, Annotation<'_>> {
        let annotations = self.marks.iter().map(|mark| {
            let kind = if mark.primary { AnnotationKind::Primary } else { AnnotationKind::Context };
            let annotation = kind.span(mark.range.clone());
            match mark.label.is_empty() {
                true => annotation,
                false => annotation.label(mark.label.as_str()),
            }
        });
        let snippet = Snippet::source(self.source.as_str())
            .line_start(self.first_line as usize)
            .annotations(annotations);
        if self.cut.is_some() { snippet } else { snippet.path(self.path.as_str()) }
    }
}

/// Groups the labels into excerpts: the primary one first, one excerpt for what stands close together.
fn excerpts(diagnostic: &Diagnostic, sources: &Sources<'_>) -> Vec<Excerpt> {
    let Some(primary) = sources.spot(diagnostic.primary.span) else { return Vec::new() };
    let mut places: Vec<(Spot, &str, bool)> = vec![(primary, &diagnostic.primary.text, true)];
    for label in &diagnostic.secondary {
        if let Some(spot) = sources.spot(label.span) {
            places.push((spot, &label.text, false));
        }
    }
    let mut groups: Vec<Vec<(Spot, &str, bool)>> = Vec::new();
    for place in places {
        let near = |other: &(Spot, &str, bool)| {
            other.0.file == place.0.file && other.0.line.abs_diff(place.0.line) <= FAR_APART
        };
        match groups.iter_mut().find(|group| near(&group[0])) {
            Some(group) => group.push(place),
            None => groups.push(vec![place]),
        }
    }
    groups.into_iter().map(|group| excerpt(group, sources)).collect()
}

fn excerpt(mut group: Vec<(Spot, &str, bool)>, sources: &Sources<'_>) -> Excerpt {
    group.sort_by_key(|(spot, _, _)| spot.line);
    let first_line = group[0].0.line;
    let path = printable(&group[0].0.file);
    let mut source = String::new();
    let mut marks = Vec::new();
    let mut cut = None;
    let mut line = first_line;
    let mut at = 0;
    while at < group.len() {
        let spot = &group[at].0;
        if spot.line > line {
            // Lines between the interesting ones are only counted: the renderer folds them.
            let text = sources.lines.line(&spot.file, line).unwrap_or_default();
            source.push_str(&ShownLine::new(&text, 0).text);
            source.push('\n');
            line = line.saturating_add(1);
            continue;
        }
        let begin = source.len();
        let same_line = group[at..].iter().take_while(|(other, _, _)| other.line == line).count();
        let here = &group[at..at + same_line];
        let focus = here.iter().find(|(_, _, primary)| *primary).unwrap_or(&here[0]);
        let shown = ShownLine::new(&focus.0.text, focus.0.range.start);
        let is_main = focus.2 || (at == 0 && group.iter().all(|(_, _, primary)| !primary));
        if is_main && shown.from > 0 {
            cut = Some((line, focus.0.column()));
        }
        for (spot, label, primary) in here {
            let range = shown.range(&spot.range);
            marks.push(Mark {
                range: begin + range.start..begin + range.end,
                label: printable(label),
                primary: *primary,
            });
        }
        source.push_str(&shown.text);
        source.push('\n');
        line = line.saturating_add(1);
        at += same_line;
    }
    Excerpt { path, first_line, source, marks, cut }
}

/// A line as it can be shown: without control characters (each replaced by as many spaces as it has bytes) and not
/// longer than allowed.
struct ShownLine {
    text: String,
    /// The part of the line that is kept, and the length of what stands before it.
    from: usize,
    to: usize,
    lead: usize,
}

impl ShownLine {
    fn new(line: &str, focus: usize) -> ShownLine {
        let clean: String = line
            .chars()
            .flat_map(|c| {
                let (c, n) = if c.is_control() && c != '\t' { (' ', c.len_utf8()) } else { (c, 1) };
                std::iter::repeat_n(c, n)
            })
            .collect();
        if clean.len() <= LONGEST_LINE {
            return ShownLine { from: 0, to: clean.len(), lead: 0, text: clean };
        }
        let from = boundaries(&clean, focus.saturating_sub(40)..focus).start;
        let to = boundaries(&clean, 0..(from + LONGEST_LINE).min(clean.len())).end;
        let lead = if from > 0 { "… " } else { "" };
        let tail = if to < clean.len() { " …" } else { "" };
        let text = format!("{lead}{}{tail}", &clean[from..to]);
        ShownLine { text, from, to, lead: lead.len() }
    }

    fn range(&self, range: &Range<usize>) -> Range<usize> {
        let shift = |at: usize| (at.clamp(self.from, self.to) - self.from) + self.lead;
        boundaries(&self.text, shift(range.start)..shift(range.end))
    }
}

fn boundaries(text: &str, range: Range<usize>) -> Range<usize> {
    let mut start = range.start.min(text.len());
    let mut end = range.end.clamp(start, text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    while !text.is_char_boundary(end) {
        end += 1;
    }
    start..end
}
