//! A trace as a few lines that a person reads: what was called, which way each branch went, what was read.

use crate::Sources;
use base::{Interner, Span};
use verdict::{Input, StepKind, Trace};

/// One line of a printed trace.
#[derive(Clone, Debug, PartialEq)]
pub struct TraceLine {
    pub text: String,
    pub span: Span,
    pub depth: u32,
    /// How often this line and the `period - 1` lines before it happened, if more than once.
    pub repeated: Option<Repeat>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeat {
    pub times: u64,
    pub period: usize,
}

/// Every step in words, in order, loops folded.
pub fn lines(trace: &Trace, names: &Interner, sources: &Sources<'_>) -> Vec<TraceLine> {
    let mut out = Vec::new();
    for (i, step) in trace.steps.iter().enumerate() {
        if trace.omitted > 0 && i == trace.omitted_at {
            fold(&mut out, 0);
            out.push(omitted(trace.omitted, step.depth));
        }
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
        out.push(TraceLine { text, span: step.span, depth: step.depth, repeated: None });
    }
    if trace.omitted > 0 && trace.omitted_at >= trace.steps.len() {
        out.push(omitted(trace.omitted, 0));
    }
    let start = out.iter().rposition(|l| l.span.is_none()).map_or(0, |at| at + 1);
    fold(&mut out, start);
    out
}

fn omitted(steps: u64, depth: u32) -> TraceLine {
    let text =
        if steps == 1 { "1 step is not shown".to_owned() } else { format!("{steps} steps are not shown") };
    TraceLine { text: format!("({text})"), span: Span::NONE, depth, repeated: None }
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

/// Replaces a sequence of lines that is repeated at once by one copy that says how often.
fn fold(lines: &mut Vec<TraceLine>, start: usize) {
    const LONGEST: usize = 12;
    let old = lines.split_off(start);
    let mut at = 0;
    while at < old.len() {
        let mut best = (1, 1);
        for period in 1..=LONGEST.min((old.len() - at) / 2) {
            let mut times = 1;
            while at + (times + 1) * period <= old.len()
                && old[at..at + period] == old[at + times * period..at + (times + 1) * period]
            {
                times += 1;
            }
            if times > 1 && times * period > best.0 * best.1 {
                best = (period, times);
            }
        }
        let (period, times) = best;
        lines.extend_from_slice(&old[at..at + period]);
        if times > 1
            && let Some(last) = lines.last_mut()
        {
            last.repeated = Some(Repeat { times: times as u64, period });
        }
        at += period * times;
    }
}

/// The lines of a trace for a message, the middle left out if there are more than `most`.
pub(crate) fn notes(trace: &Trace, names: &Interner, sources: &Sources<'_>, most: usize) -> Vec<String> {
    let all = lines(trace, names, sources);
    let head = if all.len() > most { most / 4 } else { all.len() };
    let tail = if all.len() > most { all.len() - (most - head) } else { all.len() };
    let mut out = Vec::new();
    for (i, line) in all.iter().enumerate() {
        if i == head && tail > head {
            out.push(format!("… {} more lines", tail - head));
        }
        if i >= head && i < tail {
            continue;
        }
        let indent = "  ".repeat(line.depth.min(12) as usize);
        let place = match sources.map.locate(line.span) {
            Some(location) => format!("{}:{}: ", location.file, location.line),
            None => String::new(),
        };
        let repeated = match line.repeated {
            Some(Repeat { times, period: 1 }) => format!(" ({times} times)"),
            Some(Repeat { times, period }) => format!(" (these {period} lines {times} times)"),
            None => String::new(),
        };
        out.push(format!("{indent}{place}{}{repeated}", line.text));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(text: &str) -> String {
        let mut lines: Vec<_> = text
            .chars()
            .map(|c| TraceLine { text: c.to_string(), span: Span::new(0, 1), depth: 0, repeated: None })
            .collect();
        fold(&mut lines, 0);
        lines
            .iter()
            .map(|l| match l.repeated {
                Some(r) => format!("{}[{}x{}]", l.text, r.period, r.times),
                None => l.text.clone(),
            })
            .collect()
    }

    #[test]
    fn repeated_lines_are_folded() {
        assert_eq!(folded("abc"), "abc");
        assert_eq!(folded("aaaab"), "a[1x4]b");
        assert_eq!(folded("xabababy"), "xab[2x3]y");
        assert_eq!(folded("aabaab"), "aab[3x2]");
        assert_eq!(folded(""), "");
    }
}
