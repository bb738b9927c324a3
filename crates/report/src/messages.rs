//! From a finding to a message: the title, the label at the place that goes wrong, the story of the block, the trace.

use crate::picture::value_in_words;
use crate::trace::{self, bytes};
use crate::{Diagnostic, Label, Note, Severity, Sources};
use base::{Interner, Span};
use verdict::picture::{Picture, Value};
use verdict::{
    ALLOCATION, Access, BlockOrigin, BlockStory, Confidence, Finding, FindingKind, Input, Outcome,
    UnknownKind, UnknownReason,
};

/// Lines of a trace that a message shows; more are in the JSON form.
const TRACE_LINES: usize = 16;

/// Arguments of the program that are listed.
const MOST_ARGUMENTS: usize = 16;

/// The message of a finding.
pub fn finding(finding: &Finding, names: &Interner, sources: &Sources<'_>) -> Diagnostic {
    let (severity, message) = match finding.confidence {
        Confidence::Confirmed => (Severity::Error, title(finding)),
        Confidence::Possible => (Severity::Warning, possible_title(finding)),
    };
    let mut notes: Vec<Note> = Vec::new();
    if let Some(text) = block_note(finding, sources) {
        notes.push(Note { text, span: Span::NONE });
    }
    let given = trace::given(&finding.trace, sources);
    if given.arguments.len() > MOST_ARGUMENTS {
        notes
            .push(Note { text: format!("there were {} arguments", given.arguments.len()), span: Span::NONE });
    } else if !given.arguments.is_empty() {
        let listed = given.arguments.iter().enumerate();
        // The program's name is of interest only if it is more than empty.
        let is_shown =
            |(i, text): &(usize, &Vec<u8>)| *i > 0 || !text.is_empty() || given.arguments.len() == 1;
        let listed: Vec<String> = listed
            .filter(is_shown)
            .map(|(i, text)| format!("argv[{i}] = {}", trace::quoted_text(text)))
            .collect();
        notes.push(Note { text: format!("the arguments were {}", listed.join(", ")), span: Span::NONE });
    }
    if !given.standard_input.is_empty() {
        let text = trace::quoted_text(&given.standard_input);
        notes.push(Note { text: format!("the standard input was {text}"), span: Span::NONE });
    }
    for (name, value) in &given.environment {
        let text = format!("the environment had {name}={}", trace::quoted_text(value));
        notes.push(Note { text, span: Span::NONE });
    }
    // What a text holds is said already.
    let is_number = |input: &&Input| {
        input.ty != ALLOCATION
            && !trace::is_of_read_text(input, sources)
            && !trace::is_of_text(input, sources)
            && !trace::is_order(input)
    };
    let numbers: Vec<&Input> = given.others.iter().copied().filter(is_number).collect();
    if !numbers.is_empty() {
        let values = inputs(numbers.into_iter());
        notes.push(Note { text: format!("the inputs were {values}"), span: Span::NONE });
    }
    if let Some(picture) = &finding.trace.abstract_end {
        notes.push(Note { text: abstract_way(picture), span: Span::NONE });
    }
    Diagnostic {
        severity,
        code: Some(finding.kind.name()),
        message,
        primary: Label { span: finding.span, text: label(finding) },
        secondary: finding.block.as_ref().map(|b| block_labels(finding, b)).unwrap_or_default(),
        notes,
        trace: trace::steps(&finding.trace, names, sources, TRACE_LINES),
        help: help(finding.kind).map(str::to_owned),
    }
}

/// What may be wrong, in one line.
pub fn possible_title(finding: &Finding) -> String {
    use FindingKind::*;
    let what = finding.details.what.as_deref();
    match finding.kind {
        DoubleFree => "a block may be freed twice".to_owned(),
        MemoryLeak => "possible memory leak: a block may be lost".to_owned(),
        NotFreedAtExit => "a block may not be freed when the program ends".to_owned(),
        AssertionFailed => match what {
            Some(what) => format!("the assertion `{what}` may fail"),
            None => "an assertion may fail".to_owned(),
        },
        ErrorReached => {
            format!("{} may be reached", what.map_or("an error".to_owned(), |w| format!("`{w}`")))
        }
        SignedOverflow => "signed arithmetic may overflow".to_owned(),
        UnreachableReached => "code that must not be reached may be reached".to_owned(),
        PointerMismatch => "pointers into different objects may be ordered or subtracted".to_owned(),
        Aborted => "the program may abort".to_owned(),
        _ => format!("possible {}", title(finding)),
    }
}

/// Which values of a way through an abstraction stand for several.
pub fn abstract_way(picture: &Picture) -> String {
    /// Nobody reads a longer list.
    const SHOWN: usize = 6;
    let values = picture.variables.iter().map(|v| (&v.name, &v.value));
    let several: Vec<_> = values.filter(|(_, value)| value.is_abstract(picture)).collect();
    let mut parts: Vec<String> = several
        .iter()
        .take(SHOWN)
        .map(|(name, value)| match value {
            Value::Unknown => format!("`{name}` is any value"),
            value => format!("`{name}` is {}", value_in_words(value, picture)),
        })
        .collect();
    if several.len() > SHOWN {
        parts.push(format!("{} more", several.len() - SHOWN));
    }
    let values = match parts.is_empty() {
        true => String::new(),
        false => format!("; abstract values here: {}", parts.join(", ")),
    };
    format!("this is a way through an abstraction, which stands for many runs or none{values}")
}

/// A list of inputs as `--input` takes it.
pub fn inputs<'i>(inputs: impl Iterator<Item = &'i verdict::Input>) -> String {
    inputs.map(trace::input_value).collect::<Vec<_>>().join(",")
}

/// What is wrong, in one line.
pub fn title(finding: &Finding) -> String {
    use FindingKind::*;
    let what = finding.details.what.as_deref();
    let access = |read: &str, write: &str| match finding.access {
        Some(Access::Write) => write.to_owned(),
        Some(Access::Call) => "call through a bad pointer".to_owned(),
        _ => read.to_owned(),
    };
    match finding.kind {
        NullDeref => match finding.access {
            Some(Access::Call) => "call through a null pointer".to_owned(),
            Some(Access::Write) => "write through a null pointer".to_owned(),
            _ => "read through a null pointer".to_owned(),
        },
        UseAfterFree => access("read of freed memory", "write to freed memory"),
        OutOfBounds => match finding.access {
            Some(Access::Write) => "write out of bounds".to_owned(),
            Some(Access::Read) => "read out of bounds".to_owned(),
            _ => "access out of bounds".to_owned(),
        },
        OutOfScope => {
            let object = stack_object(finding.block.as_ref());
            match finding.access {
                Some(Access::Write) => format!("write to {object} after its lifetime"),
                _ => format!("read of {object} after its lifetime"),
            }
        }
        UninitPointer => match finding.access {
            Some(Access::Write) => "write through an uninitialised pointer".to_owned(),
            Some(Access::Free) => "free of an uninitialised pointer".to_owned(),
            Some(Access::Call) => "call through an uninitialised pointer".to_owned(),
            _ => "read through an uninitialised pointer".to_owned(),
        },
        WildPointer => match finding.access {
            Some(Access::Write) => "write through a pointer to no object".to_owned(),
            _ => "read through a pointer to no object".to_owned(),
        },
        WriteToConstant => match finding.block.as_ref().map(|b| b.origin) {
            Some(BlockOrigin::StringLiteral) => "write to a string literal".to_owned(),
            _ => "write to a constant object".to_owned(),
        },
        InvalidCall if is_function(finding) => "call that does not fit the function".to_owned(),
        InvalidCall => "call through a pointer that is not a function's".to_owned(),
        DoubleFree => "block freed twice".to_owned(),
        InteriorFree => "free of a pointer into the middle of a block".to_owned(),
        NonHeapFree => match finding.block.as_ref() {
            Some(BlockStory { origin: BlockOrigin::Function, .. }) => "free of a function".to_owned(),
            Some(BlockStory { origin: BlockOrigin::StringLiteral, .. }) => {
                "free of a string literal".to_owned()
            }
            Some(BlockStory { name: Some(name), .. }) => {
                format!("free of `{name}`, which is not on the heap")
            }
            _ => "free of memory that is not on the heap".to_owned(),
        },
        WildFree => "free of a pointer to no object".to_owned(),
        MemoryLeak => "memory leak: a block is lost".to_owned(),
        NotFreedAtExit => "block is not freed when the program ends".to_owned(),
        AssertionFailed => match what {
            Some(what) => format!("assertion `{what}` fails"),
            None => "assertion fails".to_owned(),
        },
        ErrorReached => match what {
            Some(what) => format!("`{what}` is reached"),
            None => "an error is reached".to_owned(),
        },
        Overlap => "copy between ranges that overlap".to_owned(),
        UninitRead => "use of an uninitialised value".to_owned(),
        SignedOverflow => "signed arithmetic overflows".to_owned(),
        DivisionByZero => "division by zero".to_owned(),
        BadShift => "shift by too many or a negative number of bits".to_owned(),
        UnreachableReached => "code that must not be reached is reached".to_owned(),
        PointerMismatch => "pointers into different objects are ordered or subtracted".to_owned(),
        Aborted => "the program aborts".to_owned(),
        BadArgument => match what {
            Some(what) => format!("bad argument to a library function: {what}"),
            None => "bad argument to a library function".to_owned(),
        },
    }
}

/// Whether what an invalid call reaches is a function, and the call is of another type.
fn is_function(finding: &Finding) -> bool {
    let origin = finding.block.as_ref().map(|block| block.origin);
    matches!(origin, None | Some(BlockOrigin::Function))
        && matches!(&finding.details.what, Some(what) if !what.starts_with("not "))
}

/// What the carets say.
fn label(finding: &Finding) -> String {
    use FindingKind::*;
    let details = &finding.details;
    let value = details.value.as_deref();
    match finding.kind {
        NullDeref => match (details.offset, finding.access) {
            (_, Some(Access::Call)) => "the pointer is null".to_owned(),
            (Some(offset), _) if offset > 0 => {
                format!(
                    "the pointer is null (the member or element lies {} behind it)",
                    bytes(offset.unsigned_abs())
                )
            }
            _ => "the pointer is null".to_owned(),
        },
        UseAfterFree => access_range(finding, "of the freed block"),
        OutOfBounds => out_of_bounds(finding),
        OutOfScope => access_range(finding, "of an object that no longer exists"),
        UninitPointer => "the pointer was never given a value".to_owned(),
        WildPointer => match value {
            Some(value) => format!("the pointer is {value}"),
            None => "the pointer points to no object".to_owned(),
        },
        WriteToConstant => access_range(finding, "of an object that must not change"),
        InvalidCall if is_function(finding) => match &details.what {
            Some(what) => what.clone(),
            None => "the function has another type".to_owned(),
        },
        InvalidCall => match value {
            Some(value) => format!("the called pointer is {value}"),
            None => "this is not the address of a function".to_owned(),
        },
        DoubleFree => "freed again here".to_owned(),
        InteriorFree => match details.offset {
            Some(offset) => format!("points {} past the block's start", bytes(offset.unsigned_abs())),
            None => "does not point to the block's start".to_owned(),
        },
        NonHeapFree => "not from `malloc`".to_owned(),
        WildFree => match value {
            Some(value) => format!("the pointer is {value}"),
            None => "not from `malloc`".to_owned(),
        },
        MemoryLeak if at_allocation(finding) => format!("{} never freed", this_block(finding)),
        NotFreedAtExit if at_allocation(finding) => format!("{} not freed", this_block(finding)),
        MemoryLeak => "nothing leads to the block after this".to_owned(),
        NotFreedAtExit => "the program ends here".to_owned(),
        AssertionFailed => "fails here".to_owned(),
        ErrorReached => "reached here".to_owned(),
        Overlap => match details.size {
            Some(size) => format!("copies {} within one block", bytes(size)),
            None => "source and destination overlap".to_owned(),
        },
        UninitRead => "this depends on memory that was never written".to_owned(),
        SignedOverflow => match value {
            Some(value) => format!("the result is {value}"),
            None => "the result does not fit its type".to_owned(),
        },
        DivisionByZero => "the divisor is 0".to_owned(),
        BadShift => match value {
            Some(value) => format!("the amount is {value}"),
            None => "the amount is not between 0 and the width".to_owned(),
        },
        UnreachableReached => "reached here".to_owned(),
        PointerMismatch => "the two point into different objects".to_owned(),
        Aborted => "aborts here".to_owned(),
        BadArgument => value.unwrap_or_default().to_owned(),
    }
}

/// Whether the finding names no other place than where the block comes from.
fn at_allocation(finding: &Finding) -> bool {
    finding.block.as_ref().is_some_and(|block| block.allocated == finding.span)
}

fn this_block(finding: &Finding) -> String {
    match finding.block.as_ref().and_then(|block| block.size) {
        Some(size) => format!("this block of {} is", bytes(size)),
        None => "this block is".to_owned(),
    }
}

fn verb(access: Option<Access>) -> &'static str {
    match access {
        Some(Access::Write) => "writes",
        Some(Access::Read) => "reads",
        Some(Access::Free) => "frees",
        Some(Access::Call) => "calls",
        None => "accesses",
    }
}

/// `reads bytes 8..12 of the freed block`.
fn access_range(finding: &Finding, of: &str) -> String {
    let verb = verb(finding.access);
    match (finding.details.offset, finding.details.size) {
        (Some(offset), Some(1)) => format!("{verb} byte {offset} {of}"),
        (Some(offset), Some(size)) if size > 0 => {
            format!("{verb} bytes {offset}..{} {of}", i128::from(offset) + i128::from(size))
        }
        _ => {
            let of = of.strip_prefix("of ").unwrap_or(of);
            format!("{verb} {of}")
        }
    }
}

fn out_of_bounds(finding: &Finding) -> String {
    let block = finding.block.as_ref();
    let object = match block {
        Some(BlockStory { name: Some(name), size: Some(size), .. }) => {
            format!("of the {} of `{name}`", bytes(*size))
        }
        Some(BlockStory { name: Some(name), .. }) => format!("of `{name}`"),
        Some(BlockStory { size: Some(size), .. }) => format!("of a block of {}", bytes(*size)),
        _ => "of the block".to_owned(),
    };
    match finding.details.offset {
        Some(offset) if offset < 0 => {
            let before = bytes(offset.unsigned_abs());
            format!("{} from {before} before the start {object}", verb(finding.access))
        }
        // Where in it, or how far behind it, depends on the run.
        None => {
            let object = object.strip_prefix("of ").unwrap_or(&object);
            match finding.details.size {
                Some(size) if size > 0 => {
                    format!("{} {} outside of {object}", verb(finding.access), bytes(size))
                }
                _ => format!("{} outside of {object}", verb(finding.access)),
            }
        }
        _ => access_range(finding, &object),
    }
}

fn stack_object(block: Option<&BlockStory>) -> String {
    match block {
        Some(BlockStory { name: Some(name), .. }) => format!("`{name}`"),
        _ => "a local object".to_owned(),
    }
}

/// Where the block came from and what became of it.
fn block_labels(finding: &Finding, block: &BlockStory) -> Vec<Label> {
    let mut labels = Vec::new();
    let mut add = |span: Span, text: String| {
        if !span.is_none() {
            labels.push(Label { span, text });
        }
    };
    let size = block.size.map(|size| format!(" ({})", bytes(size))).unwrap_or_default();
    let name = block.name.as_deref();
    match (block.origin, name) {
        _ if at_allocation(finding) => {}
        (BlockOrigin::Heap, _) => add(block.allocated, format!("allocated here{size}")),
        (BlockOrigin::Stack | BlockOrigin::Static, Some(name)) => {
            add(block.allocated, format!("`{name}` is declared here{size}"));
        }
        (BlockOrigin::Stack, None) => add(block.allocated, format!("the object is created here{size}")),
        (BlockOrigin::Static, None) => add(block.allocated, format!("the object is defined here{size}")),
        (BlockOrigin::StringLiteral, _) => add(block.allocated, format!("the string literal{size}")),
        (BlockOrigin::Function, Some(name)) => add(block.allocated, format!("`{name}` is a function")),
        (BlockOrigin::Function, None) => add(block.allocated, "this is a function".to_owned()),
    }
    if let Some(freed) = block.freed {
        let text = if finding.kind == FindingKind::DoubleFree { "first freed here" } else { "freed here" };
        add(freed, text.to_owned());
    }
    if let Some(gone) = block.out_of_scope {
        add(gone, "goes out of scope here".to_owned());
    }
    labels
}

/// What cannot be shown as a label because it has no place in the source.
fn block_note(finding: &Finding, sources: &Sources<'_>) -> Option<String> {
    let block = finding.block.as_ref()?;
    if block.origin != BlockOrigin::Heap || sources.spot(block.allocated).is_some() {
        return None;
    }
    Some(format!("the block has {}", bytes(block.size?)))
}

/// What to do about it, where one thing helps nearly always.
fn help(kind: FindingKind) -> Option<&'static str> {
    use FindingKind::*;
    Some(match kind {
        NullDeref => "check the pointer before this line, or find out on the way above why it is null",
        UseAfterFree => "free the block after its last use, or clear the pointer when it is freed",
        OutOfScope => {
            "the object lives only as long as its block `{ }` runs: allocate it, or declare it further out"
        }
        UninitPointer => "give the pointer a value where it is declared",
        WriteToConstant => {
            "change a copy of it: what is `const`, or a text in the program, has to stay as it is"
        }
        DoubleFree => "one of the two must go, or the pointer must be cleared after the first",
        InteriorFree => "`free` takes the very pointer that `malloc` returned",
        NonHeapFree => "only what came from `malloc`, `calloc` or `realloc` may be freed",
        MemoryLeak => "free the block before the last pointer to it is gone",
        NotFreedAtExit => "free it before the program ends, or do not ask for `valid-memcleanup`",
        Overlap => "use `memmove` where the ranges may overlap",
        OutOfBounds | WildPointer | InvalidCall | WildFree | AssertionFailed | ErrorReached | UninitRead
        | SignedOverflow | DivisionByZero | BadShift | UnreachableReached | PointerMismatch | Aborted
        | BadArgument => return None,
    })
}

/// The message of an `Unknown`: why there is no answer, what stopped each engine, and what can be done. `hidden` is the number of possible
/// findings that are not shown.
pub fn unanswered(
    reason: &UnknownReason,
    outcome: &Outcome,
    hidden: usize,
    sources: &Sources<'_>,
) -> Diagnostic {
    // The answer of one engine may hide what the others could not follow.
    let first = outcome.attempts.first().map(|attempt| &attempt.reason);
    let reason = match (reason.kind, first) {
        (UnknownKind::AfterIgnored | UnknownKind::StoppedAtViolation | UnknownKind::Internal, _) => reason,
        (_, Some(first)) => first,
        (_, None) => reason,
    };
    let mut diagnostic = unknown(reason);
    let file = sources.map.locate(reason.span).map(|location| location.file);
    if outcome.attempts.len() > 1 {
        let mut text = "what stopped the engines:".to_owned();
        for attempt in &outcome.attempts {
            let place = match sources.map.locate(attempt.reason.span) {
                Some(at) if Some(&at.file) == file.as_ref() => format!("line {}: ", at.line),
                Some(at) => format!("{}:{}: ", at.file, at.line),
                None => String::new(),
            };
            let message = as_written(&attempt.reason.message);
            text.push_str(&format!("\n{:8}  {place}{message}", attempt.engine));
        }
        diagnostic.notes.push(Note { text, span: Span::NONE });
    }
    if let Some(rounds) = outcome.bounded {
        let text = format!(
            "no error in any run in which every loop makes at most {rounds} rounds: all of these were looked at"
        );
        diagnostic.notes.push(Note { text, span: Span::NONE });
    }
    if hidden > 0 {
        let text = match hidden {
            1 => "1 possible finding is not shown: `--possible` shows it".to_owned(),
            n => format!("{n} possible findings are not shown: `--possible` shows them"),
        };
        diagnostic.notes.push(Note { text, span: Span::NONE });
    }
    diagnostic
}

/// Functions of the library by the names that programs use for them. What is modelled is supported, but for what the model leaves out.
pub(crate) fn as_written(message: &str) -> String {
    let name = message.strip_prefix('`').and_then(|rest| rest.split_once("` is not supported"));
    match name.map(|(name, _)| name) {
        Some("main") => {
            return "there may be more than three arguments, or longer ones than 299 characters: not all runs were looked at"
                .to_owned();
        }
        Some("signal") => {
            return "a function that handles a signal may run at any step: only runs in which it does not were looked at"
                .to_owned();
        }
        Some(name) if models::is_modelled(name) => {
            let name = models::shown_name(name);
            return format!("`{name}` may do what its model leaves out: not all runs were looked at");
        }
        _ => {}
    }
    let parts = message.split('`').enumerate();
    let parts: Vec<&str> =
        parts.map(|(i, part)| if i % 2 == 1 { models::shown_name(part) } else { part }).collect();
    parts.join("`")
}

/// Why there is no answer, and what can be done.
pub fn unknown(reason: &UnknownReason) -> Diagnostic {
    let mut diagnostic = Diagnostic::new(Severity::Note, as_written(&reason.message), reason.span);
    diagnostic.code = Some(reason.kind.name());
    diagnostic.help = match reason.kind {
        UnknownKind::TimeBudget => Some("give it more time, as `--time 5min` does".to_owned()),
        UnknownKind::MemoryBudget => Some("give it more memory with `--memory 4G`".to_owned()),
        UnknownKind::StepBudget => Some("allow more steps with `--steps 1000000000`".to_owned()),
        UnknownKind::ExternalFunction => {
            Some("say what the function does in a C file and add it with `--model FILE.c`".to_owned())
        }
        UnknownKind::Internal => Some(
            "this is a defect of fafnir, not of your program: please report it with the input".to_owned(),
        ),
        UnknownKind::Nondeterminism => {
            Some("`fafnir run --seed N` or `fafnir run --input VALUES` tries single runs".to_owned())
        }
        UnknownKind::Unsupported
        | UnknownKind::PossibleFindings
        | UnknownKind::NothingToCheck
        | UnknownKind::UndefinedBehaviour
        | UnknownKind::AfterIgnored
        | UnknownKind::StoppedAtViolation
        | UnknownKind::Cancelled => None,
    };
    diagnostic
}
