//! A trace as a few lines that a person reads: what was called, which way each branch went, what was read.

use crate::{Sources, TraceStep};
use base::{Interner, Span};
use verdict::{Input, StepKind, Trace};

/// One line of a printed trace.
#[derive(Clone, Debug)]
pub struct TraceLine {
    pub text: String,
    /// The numbers that a decision compared; they do not keep a loop from being folded.
    pub values: Option<(i128, i128)>,
    pub span: Span,
    pub depth: u32,
    /// How often this line and those before it happened, if more than once; the innermost loop comes first.
    pub repeated: Vec<Repeat>,
    /// Says only that a function ended: programs may want it, people seldom.
    pub is_return: bool,
}

impl PartialEq for TraceLine {
    fn eq(&self, other: &TraceLine) -> bool {
        (&self.text, self.span, self.depth, &self.repeated, self.is_return)
            == (&other.text, other.span, other.depth, &other.repeated, other.is_return)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeat {
    pub times: u64,
    /// Lines that are repeated, this one being the last.
    pub period: usize,
}

/// Every step in words, in order, loops folded.
pub fn lines(trace: &Trace, names: &Interner, sources: &Sources<'_>) -> Vec<TraceLine> {
    let mut lines = words(trace, names, sources);
    fold(&mut lines);
    lines
}

fn words(trace: &Trace, names: &Interner, sources: &Sources<'_>) -> Vec<TraceLine> {
    let mut out = Vec::new();
    let mut compared = None;
    for (i, step) in trace.steps.iter().enumerate() {
        if trace.omitted > 0 && i == trace.omitted_at {
            out.push(omitted(trace.omitted, step.depth));
        }
        // The program's start is no step.
        if step.span.is_none() && matches!(step.kind, StepKind::Call { .. }) {
            continue;
        }
        if let StepKind::Operands { left, right } = step.kind {
            compared = Some((left, right));
            continue;
        }
        let values = compared.take().filter(|_| matches!(step.kind, StepKind::Branch { .. }));
        let is_return = matches!(step.kind, StepKind::Return { .. });
        // A call is a step of the caller.
        let depth = match step.kind {
            StepKind::Call { .. } => step.depth.saturating_sub(1),
            _ => step.depth,
        };
        let text = match &step.kind {
            StepKind::Call { function } => format!("calls `{}`", names.resolve(*function)),
            StepKind::Return { function } => format!("`{}` returns", names.resolve(*function)),
            StepKind::Branch { taken } => {
                let condition = sources.short_text(step.span);
                if condition.is_empty() {
                    format!("the condition is {taken}")
                } else {
                    format!("`{condition}` is {taken}")
                }
            }
            StepKind::Operands { .. } => continue,
            StepKind::Switch { value } => format!("the switch value is {value}"),
            StepKind::Allocate { size: Some(size) } => format!("allocates {}", bytes(*size)),
            StepKind::Allocate { size: None } => "allocates a block".to_owned(),
            StepKind::Free => "frees the block".to_owned(),
            StepKind::OutOfScope { name: Some(name) } => {
                format!("`{}` goes out of scope", names.resolve(*name))
            }
            StepKind::OutOfScope { name: None } => "a temporary object goes out of scope".to_owned(),
            StepKind::Input { index } => match trace.inputs.get(*index) {
                Some(input) => format!("reads the input {}", input_value(input)),
                None => "reads an input".to_owned(),
            },
            StepKind::Assign { target, value } => format!("`{target}` becomes {value}"),
        };
        out.push(TraceLine { text, values, span: step.span, depth, repeated: Vec::new(), is_return });
    }
    if trace.omitted > 0 && trace.omitted_at >= trace.steps.len() {
        out.push(omitted(trace.omitted, 0));
    }
    out
}

fn omitted(steps: u64, depth: u32) -> TraceLine {
    let text =
        if steps == 1 { "1 step is not shown".to_owned() } else { format!("{steps} steps are not shown") };
    let text = format!("({text})");
    TraceLine { text, values: None, span: Span::NONE, depth, repeated: Vec::new(), is_return: false }
}

/// `1 byte`, `12 bytes`.
pub(crate) fn bytes(size: u64) -> String {
    if size == 1 { "1 byte".to_owned() } else { format!("{size} bytes") }
}

/// The value as it is written in a list of inputs.
pub fn input_value(input: &Input) -> String {
    match input.ty {
        "double" | "long double" => f64::from_bits(input.value as u64).to_string(),
        "float" => f32::from_bits(input.value as u32).to_string(),
        _ => input.value.to_string(),
    }
}

/// Replaces sequences of lines that are repeated at once by one copy that says how often. Short sequences go first, so
/// that an inner loop is folded before the loop around it.
fn fold(lines: &mut Vec<TraceLine>) {
    const LONGEST: usize = 12;
    for period in 1..=LONGEST {
        let mut at = 0;
        let mut out: Vec<TraceLine> = Vec::with_capacity(lines.len());
        while at < lines.len() {
            let piece = lines.get(at..at + period).unwrap_or(&lines[at..]);
            let copies = lines[at..].chunks_exact(period).take_while(|chunk| *chunk == piece).count();
            if copies < 2 {
                out.push(lines[at].clone());
                at += 1;
                continue;
            }
            out.extend_from_slice(piece);
            if let Some(last) = out.last_mut() {
                last.repeated.push(Repeat { times: copies as u64, period });
            }
            at += copies * period;
        }
        *lines = out;
    }
}

/// The lines of a trace for a message, the middle left out if there are more than `most`.
pub(crate) fn steps(trace: &Trace, names: &Interner, sources: &Sources<'_>, most: usize) -> Vec<TraceStep> {
    let mut all = words(trace, names, sources);
    all.retain(|line| !line.is_return);
    fold(&mut all);
    let head = if all.len() > most { most / 4 } else { all.len() };
    let tail = if all.len() > most { all.len() - (most - head) } else { all.len() };
    let mut out = Vec::new();
    for (i, line) in all.into_iter().enumerate() {
        if i == head && tail > head {
            let text = format!("… {} more lines", tail - head);
            out.push(TraceStep { text, span: Span::NONE, depth: 0 });
        }
        if i >= head && i < tail {
            continue;
        }
        let mut text = line.text;
        for Repeat { times, period } in &line.repeated {
            text.push_str(&match period {
                1 => format!(" ({times} times)"),
                _ => format!(" (these {period} lines {times} times)"),
            });
        }
        out.push(TraceStep { text, span: line.span, depth: line.depth });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(text: &str) -> String {
        let line = |c: char| TraceLine {
            text: c.to_string(),
            values: None,
            span: Span::new(0, 1),
            depth: 0,
            repeated: Vec::new(),
            is_return: false,
        };
        let mut lines: Vec<_> = text.chars().map(line).collect();
        fold(&mut lines);
        let show = |l: &TraceLine| {
            let repeats: String = l.repeated.iter().map(|r| format!("[{}x{}]", r.period, r.times)).collect();
            format!("{}{repeats}", l.text)
        };
        lines.iter().map(show).collect()
    }

    #[test]
    fn repeated_lines_are_folded() {
        assert_eq!(folded("abc"), "abc");
        assert_eq!(folded("aaaab"), "a[1x4]b");
        assert_eq!(folded("xabababy"), "xab[2x3]y");
        assert_eq!(folded("raaafraaafr"), "ra[1x3]f[3x2]r");
        assert_eq!(folded("aabaabaab"), "a[1x2]b[2x3]");
        assert_eq!(folded("abababab"), "ab[2x4]");
        assert_eq!(folded(""), "");
    }
}
