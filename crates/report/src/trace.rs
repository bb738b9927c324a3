//! A trace as a few lines that a person reads: what was called, which way each branch went, what was read.

use crate::{Sources, TraceStep};
use base::{Interner, Span};
use verdict::{ALLOCATION, FILE_INPUT, Input, STANDARD_INPUT, StepKind, Trace};

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
    /// Where the block that the finding is about comes from: it is not folded with others, and stays where lines are left out.
    pub is_allocation: bool,
}

impl PartialEq for TraceLine {
    fn eq(&self, other: &TraceLine) -> bool {
        let key = |line: &TraceLine| (line.span, line.depth, line.is_return, line.is_allocation);
        self.text == other.text && self.repeated == other.repeated && key(self) == key(other)
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
    let mut ordered = None;
    for (i, step) in trace.steps.iter().enumerate() {
        if trace.omitted > 0 && i == trace.omitted_at {
            out.push(omitted(trace.omitted, step.depth));
        }
        // The program's start is no step, nor is the test whether a call returns because of a jump.
        if step.span.is_none() && matches!(step.kind, StepKind::Call { .. } | StepKind::Branch { .. }) {
            continue;
        }
        if let StepKind::Operands { left, right } = step.kind {
            compared = Some((left, right));
            continue;
        }
        // The usual order is no news, and neither is the decision that follows from it.
        if let StepKind::Input { index } = step.kind
            && trace.inputs.get(index).is_some_and(is_order)
        {
            ordered = Some(step.span);
            if trace.inputs[index].value == 0 {
                continue;
            }
        } else if matches!(step.kind, StepKind::Branch { .. }) && ordered.take() == Some(step.span) {
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
                Some(input) if input.ty == ALLOCATION && input.value != 0 => continue,
                Some(input) if is_order(input) => {
                    let text = sources.short_text(step.span);
                    format!("the operands of `{text}` are evaluated in another order than from left to right")
                }
                Some(input) if input.ty == ALLOCATION => "the allocation fails".to_owned(),
                // A call of the library is one step, whatever it takes from outside: a line of text, an answer of the system.
                Some(input) if is_of_model(input, sources) => {
                    let is_part = |before: &verdict::Step| {
                        before.span == step.span && takes_from_outside(before, trace, sources)
                    };
                    if trace.steps[..i].last().is_some_and(is_part) {
                        continue;
                    }
                    for text in from_outside(&trace.steps[i..], trace, sources) {
                        let (span, repeated) = (step.span, Vec::new());
                        let (is_return, is_allocation) = (false, false);
                        let values = None;
                        out.push(TraceLine { text, values, span, depth, repeated, is_return, is_allocation });
                    }
                    continue;
                }
                Some(input) => format!("reads the input {}", input_value(input)),
                None => "reads an input".to_owned(),
            },
            StepKind::Assign { target, value } => format!("`{target}` becomes {value}"),
        };
        let is_allocation = trace.allocation == Some(i);
        let (span, repeated) = (step.span, Vec::new());
        out.push(TraceLine { text, values, span, depth, repeated, is_return, is_allocation });
    }
    if trace.omitted > 0 && trace.omitted_at >= trace.steps.len() {
        out.push(omitted(trace.omitted, 0));
    }
    out
}

/// Whether the input is a choice of the compiler.
pub(crate) fn is_order(input: &Input) -> bool {
    input.ty == ir::ORDER_OF_EVALUATION
}

fn is_of_model(input: &Input, sources: &Sources<'_>) -> bool {
    sources.map.locate(input.span).is_some_and(|location| location.file.starts_with("<model "))
}

/// Whether the input is one of this model.
fn is_of(input: &Input, model: &str, sources: &Sources<'_>) -> bool {
    sources.map.locate(input.span).is_some_and(|location| &*location.file == model)
}

/// Whether the input is a byte of a text that a model makes up for the system.
pub(crate) fn is_of_text(input: &Input, sources: &Sources<'_>) -> bool {
    is_byte(input) && is_of_model(input, sources)
}

fn is_byte(input: &Input) -> bool {
    input.ty.ends_with("char")
}

/// The byte that the step takes from outside, if it takes one.
fn gives_byte(step: &verdict::Step, trace: &Trace) -> Option<u8> {
    let StepKind::Input { index } = step.kind else { return None };
    trace.inputs.get(index).filter(|input| is_byte(input)).map(|input| input.value as u8)
}

/// The text that the first steps take from outside, at one place, up to its end.
fn given_text(steps: &[verdict::Step], trace: &Trace) -> Vec<u8> {
    let Some(first) = steps.first() else { return Vec::new() };
    let bytes = steps.iter().take_while(|step| step.span == first.span);
    bytes.map_while(|step| gives_byte(step, trace)).take_while(|byte| *byte != 0).collect()
}

/// Whether the input is a byte of what a program reads as text, or its end.
pub(crate) fn is_read(input: &Input) -> bool {
    matches!(input.ty, STANDARD_INPUT | FILE_INPUT)
}

/// Whether the step takes something from outside in a model.
fn takes_from_outside(step: &verdict::Step, trace: &Trace, sources: &Sources<'_>) -> bool {
    let is_answer = |input: &Input| input.ty != ALLOCATION && is_of_model(input, sources);
    matches!(step.kind, StepKind::Input { index } if trace.inputs.get(index).is_some_and(is_answer))
}

/// What the first steps take from outside, at one place, as a few sentences.
fn from_outside(steps: &[verdict::Step], trace: &Trace, sources: &Sources<'_>) -> Vec<String> {
    let Some(first) = steps.first() else { return Vec::new() };
    let here = steps.iter().take_while(|step| step.span == first.span);
    let indices: Vec<usize> = here
        .take_while(|step| takes_from_outside(step, trace, sources))
        .filter_map(|step| match step.kind {
            StepKind::Input { index } => Some(index),
            _ => None,
        })
        .collect();
    // Of a long text, the steps in the middle may be missing; the inputs are not.
    let range = indices.first().copied().unwrap_or(0)..indices.last().map_or(0, |last| last + 1);
    let inputs: Vec<&Input> = range
        .filter_map(|index| trace.inputs.get(index).map(|input| (index, input)))
        .filter(|(index, input)| indices.binary_search(index).is_ok() || is_read(input))
        .map(|(_, input)| input)
        .collect();
    let call = sources.short_text(first.span);
    let mut out: Vec<String> = read_text(&inputs, sources).into_iter().collect();
    let is_of_scan = |input: &Input| is_of(input, SCAN, sources);
    let others = || inputs.iter().copied().filter(|input| !is_read(input) && !is_of_scan(input));
    let errno = |input: &&Input| is_of(input, "<model errno.c>", sources);
    if others().any(is_byte) {
        let bytes = others().filter(|input| is_byte(input)).map(|input| input.value as u8);
        let bytes: Vec<u8> = bytes.collect();
        let text = bytes.split(|byte| *byte == 0).next().unwrap_or_default();
        out.push(match bytes.len() > text.len() + 1 {
            true => format!("`{call}`: the system gives {} bytes", bytes.len()),
            false => format!("`{call}`: the system gives {}", quoted_text(text)),
        });
    } else if !others().any(|input| is_of(input, VARIABLES, sources)) {
        // A choice that was not taken is no news.
        let answers: Vec<String> = others()
            .filter(|input| !errno(input) && (input.ty != "_Bool" || input.value != 0))
            .map(input_value)
            .collect();
        if !answers.is_empty() && (out.is_empty() || answers.len() > 1) {
            let verb = if answers.len() == 1 { "answer is" } else { "answers are" };
            out.push(format!("`{call}`: the system's {verb} {}", answers.join(", ")));
        }
    }
    // That `errno` stays what it is need not be said.
    if others().filter(errno).any(|input| input.value != 0) {
        out.push(format!("`{call}` changes `errno`"));
    }
    out
}

/// The models that read formatted text and that look for variables of the environment.
const SCAN: &str = "<model scan.c>";
const VARIABLES: &str = "<model variables.c>";

/// What is read as text among the inputs of a call.
fn read_text(inputs: &[&Input], sources: &Sources<'_>) -> Option<String> {
    let first = inputs.iter().find(|input| is_read(input))?;
    let source = if first.ty == FILE_INPUT { "the file" } else { "the standard input" };
    let bytes = characters(inputs, first.ty, sources);
    let ends = inputs.iter().any(|input| is_read(input) && input.value < 0);
    Some(match (bytes.is_empty(), ends) {
        (true, _) => format!("{source} ends"),
        (false, true) => format!("reads {} from {source}, which ends", quoted_text(&bytes)),
        (false, false) => format!("reads {} from {source}", quoted_text(&bytes)),
    })
}

/// The characters that were read of one source. The model of `scanf` reads the first character of a number and takes any value for it: the
/// value's digits stand in the text.
fn characters(inputs: &[&Input], source: &str, sources: &Sources<'_>) -> Vec<u8> {
    let mut out: Vec<u8> = Vec::new();
    let mut last = "";
    for input in inputs {
        if is_read(input) {
            last = input.ty;
            if input.value >= 0 && input.ty == source {
                out.push(input.value as u8);
            }
        } else if last == source && is_scanned_number(input, sources) {
            out.pop();
            match input.ty {
                "double" => out.extend(input_value(input).to_ascii_lowercase().bytes()),
                ty => {
                    let value = if out.last() == Some(&b'-') { -input.value } else { input.value };
                    let digits =
                        if ty == "int" { i128::from(value as u32) } else { i128::from(value as u64) };
                    out.extend(digits.to_string().bytes());
                }
            }
        }
    }
    out
}

/// Whether the input is a number that stands in a text.
fn is_scanned_number(input: &Input, sources: &Sources<'_>) -> bool {
    matches!(input.ty, "int" | "long" | "long long" | "double") && is_of(input, SCAN, sources)
}

/// Whether the input is part of a text that is shown as such, or a choice on the way through it.
pub(crate) fn is_of_read_text(input: &Input, sources: &Sources<'_>) -> bool {
    let of_reading = [SCAN, VARIABLES, "<model streams.c>"];
    is_read(input)
        || input.ty == "_Bool" && input.value == 0 && is_of_model(input, sources)
        || is_scanned_number(input, sources)
        || input.ty == "_Bool" && of_reading.iter().any(|model| is_of(input, model, sources))
}

fn omitted(steps: u64, depth: u32) -> TraceLine {
    let text =
        if steps == 1 { "1 step is not shown".to_owned() } else { format!("{steps} steps are not shown") };
    let text = format!("({text})");
    TraceLine {
        text,
        values: None,
        span: Span::NONE,
        depth,
        repeated: Vec::new(),
        is_return: false,
        is_allocation: false,
    }
}

/// What a run was given from outside, as what it is.
#[derive(Clone, Debug, Default)]
pub struct Given<'a> {
    /// The program's name and its arguments; empty if it looks at none.
    pub arguments: Vec<Vec<u8>>,
    /// What was read of the standard input.
    pub standard_input: Vec<u8>,
    /// Variables of the environment that were asked for by a constant name and were there.
    pub environment: Vec<(String, Vec<u8>)>,
    /// All that is not an argument, in order.
    pub others: Vec<&'a Input>,
}

/// Bytes of the program's name in the model that makes arguments.
const NAME_BYTES: usize = 7;

/// Finds arguments and text among the inputs of a run.
pub fn given<'a>(trace: &'a Trace, sources: &Sources<'_>) -> Given<'a> {
    let inputs = &trace.inputs;
    let of_start = |input: &&Input| {
        sources.map.locate(input.span).is_some_and(|location| location.file.starts_with("<model start"))
    };
    let (made, others): (Vec<&Input>, Vec<&Input>) = inputs.iter().partition(of_start);
    let mut out = Given { others, ..Given::default() };
    out.standard_input = characters(&out.others, STANDARD_INPUT, sources);
    // The number of arguments comes first; of the bytes, those of the name are the first, and the others have the same length.
    let count = made.first().map_or(0, |input| usize::try_from(input.value).unwrap_or(0));
    let bytes: Vec<u8> =
        made.iter().filter(|input| input.ty.ends_with("char")).map(|input| input.value as u8).collect();
    let ended = |text: &[u8]| text.iter().copied().take_while(|byte| *byte != 0).collect::<Vec<u8>>();
    let (name, rest) = bytes.split_at(bytes.len().min(NAME_BYTES));
    if count > 0 {
        out.arguments.push(ended(name));
        let length = rest.len().checked_div(count - 1).unwrap_or(0);
        for i in 0..count - 1 {
            out.arguments.push(ended(&rest[i * length..(i + 1) * length]));
        }
    }
    out.environment = environment(trace, sources);
    out
}

/// The values of variables of the environment, by the names in the calls that ask for them first.
fn environment(trace: &Trace, sources: &Sources<'_>) -> Vec<(String, Vec<u8>)> {
    let mut found: Vec<(String, Vec<u8>)> = Vec::new();
    for (i, step) in trace.steps.iter().enumerate() {
        let call = sources.short_text(step.span);
        let begins = gives_byte(step, trace).is_some()
            && trace.steps[..i].last().is_none_or(|b| b.span != step.span || gives_byte(b, trace).is_none());
        let name = call.strip_prefix("getenv(\"").and_then(|rest| rest.strip_suffix("\")"));
        if let (true, Some(name)) = (begins, name)
            && !found.iter().any(|(known, _)| known == name)
        {
            found.push((name.to_owned(), given_text(&trace.steps[i..], trace)));
        }
    }
    found
}

/// Bytes as C writes a text.
pub fn quoted_text(bytes: &[u8]) -> String {
    format!("\"{}\"", bytes.escape_ascii())
}

/// `1 byte`, `12 bytes`.
pub(crate) fn bytes(size: u64) -> String {
    if size == 1 { "1 byte".to_owned() } else { format!("{size} bytes") }
}

/// The value as it is written in a list of inputs.
pub fn input_value(input: &Input) -> String {
    match input.ty {
        "double" | "long double" => shortest(format!("{:?}", f64::from_bits(input.value as u64))),
        "float" => shortest(format!("{:?}", f32::from_bits(input.value as u32))),
        _ => input.value.to_string(),
    }
}

/// A number as Rust's `Debug` writes it, with an exponent where the digits would be many: whole numbers go without their fraction.
fn shortest(number: String) -> String {
    match number.strip_suffix(".0") {
        Some(whole) => whole.to_owned(),
        None => number,
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

/// Which of `total` lines are shown if at most `most` are: the first ones, those around the allocation, and the last ones.
fn kept(total: usize, allocation: Option<usize>, most: usize) -> std::collections::BTreeSet<usize> {
    if total <= most {
        return (0..total).collect();
    }
    let around = allocation.map_or(0..0, |at| at.saturating_sub(2)..(at + 3).min(total));
    let mut kept: std::collections::BTreeSet<usize> = around.chain(0..most / 4).collect();
    for i in (0..total).rev() {
        if kept.len() >= most {
            break;
        }
        kept.insert(i);
    }
    kept
}

/// The lines of a trace for a message, the middle left out if there are more than `most`.
pub(crate) fn steps(trace: &Trace, names: &Interner, sources: &Sources<'_>, most: usize) -> Vec<TraceStep> {
    let mut all = words(trace, names, sources);
    all.retain(|line| !line.is_return);
    fold(&mut all);
    let kept = kept(all.len(), all.iter().position(|line| line.is_allocation), most);
    let mut out = Vec::new();
    let mut left_out = 0;
    for (i, line) in all.into_iter().enumerate() {
        if !kept.contains(&i) {
            left_out += 1;
            continue;
        }
        if left_out > 0 {
            let text = if left_out == 1 {
                "… 1 more line".to_owned()
            } else {
                format!("… {left_out} more lines")
            };
            out.push(TraceStep { text, span: Span::NONE, depth: 0 });
            left_out = 0;
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
            is_allocation: c == 'A',
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
        // The round that matters stands alone.
        assert_eq!(folded("abababAbabab"), "ab[2x3]Aba[2x2]b");
    }

    #[test]
    fn what_is_left_out_is_neither_the_allocation_nor_the_end() {
        let shown = |total: usize, allocation: Option<usize>| {
            let kept = kept(total, allocation, 16);
            (0..total).filter(|i| kept.contains(i)).count()
        };
        assert_eq!(shown(16, Some(3)), 16);
        assert_eq!(shown(100, None), 16);
        assert_eq!(shown(100, Some(50)), 16);
        let kept = kept(100, Some(50), 16);
        assert!([0, 1, 49, 50, 51, 98, 99].iter().all(|i| kept.contains(i)), "{kept:?}");
    }
}
