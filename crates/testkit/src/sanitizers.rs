//! The concrete machine against AddressSanitizer (with LeakSanitizer and the arithmetic checks of UBSan) and valgrind.
//!
//! They watch compiled code, so they see less: neither provenance nor scopes exist there, and a stale copy of a pointer on the
//! stack still holds its block. Where both look at the same thing, they must say the same, at the same line.

use crate::TestFile;
use crate::process::{self, Failure, Finished};
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use verdict::FindingKind;

const COMPILE_LIMIT: Duration = Duration::from_secs(60);
const RUN_LIMIT: Duration = Duration::from_secs(20);

/// What a report is about, as far as all tools distinguish it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    Access,
    Free,
    Leak,
    Overlap,
    Uninitialised,
    Arithmetic,
    /// The program itself reports an error or gives up.
    OwnError,
    Other,
}

fn class_of(kind: FindingKind) -> Class {
    use FindingKind::*;
    match kind {
        NullDeref | UseAfterFree | OutOfBounds | OutOfScope | UninitPointer | WildPointer
        | WriteToConstant | InvalidCall => Class::Access,
        DoubleFree | InteriorFree | NonHeapFree | WildFree => Class::Free,
        MemoryLeak => Class::Leak,
        AssertionFailed | ErrorReached | Aborted => Class::OwnError,
        Overlap => Class::Overlap,
        UninitRead => Class::Uninitialised,
        SignedOverflow | DivisionByZero | BadShift => Class::Arithmetic,
        NotFreedAtExit | UnreachableReached | PointerMismatch | BadArgument => Class::Other,
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    pub class: Class,
    /// The line in the program's file, if the report names one.
    pub line: Option<u32>,
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    AddressSanitizer,
    Valgrind,
}

impl Tool {
    pub const BOTH: [Tool; 2] = [Tool::AddressSanitizer, Tool::Valgrind];

    pub fn name(self) -> &'static str {
        match self {
            Tool::AddressSanitizer => "asan",
            Tool::Valgrind => "valgrind",
        }
    }
}

/// What the comparison of one program with one tool came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Agreement {
    BothClean,
    BothReport(Class),
    /// The machine reports what the tool cannot see, for this reason.
    CannotSee(FindingKind, &'static str),
    /// A known error of the tool, or something it cannot see in this program alone.
    Excused(&'static str),
    Disagree(String),
    /// There is nothing to compare.
    Skipped(String),
}

/// Functions of the verification competition, for programs that use them: inputs come from the environment.
const HARNESS: &str = r#"
#include <stdlib.h>
#include <string.h>
static const char *rest;
static long long next(void) {
    if (!rest) rest = getenv("FAFNIR_INPUTS");
    if (!rest || !*rest) _Exit(77);
    char *end;
    unsigned long long magnitude;
    int negative = *rest == '-';
    magnitude = strtoull(rest + negative, &end, 10);
    rest = *end ? end + 1 : end;
    return negative ? -(long long)magnitude : (long long)magnitude;
}
#define INPUT(name, type) __attribute__((weak)) type __VERIFIER_nondet_##name(void) { return (type)next(); }
INPUT(int, int) INPUT(uint, unsigned) INPUT(long, long) INPUT(ulong, unsigned long) INPUT(char, char)
INPUT(uchar, unsigned char) INPUT(short, short) INPUT(ushort, unsigned short) INPUT(bool, _Bool)
INPUT(longlong, long long) INPUT(ulonglong, unsigned long long) INPUT(size_t, size_t) INPUT(schar, signed char)
INPUT(unsigned, unsigned) INPUT(S8, signed char) INPUT(U8, unsigned char) INPUT(S16, short)
INPUT(U16, unsigned short) INPUT(S32, int) INPUT(U32, unsigned) INPUT(S64, long long) INPUT(U64, unsigned long long)
__attribute__((weak)) void __VERIFIER_assume(int holds) { if (!holds) _Exit(77); }
__attribute__((weak)) void __VERIFIER_error(void) { abort(); }
__attribute__((weak)) void __VERIFIER_assert(int holds) { if (!holds) abort(); }
__attribute__((weak)) void reach_error(void) { abort(); }
"#;

/// The harness's exit code for runs that do not count.
const DOES_NOT_COUNT: i32 = 77;

/// Whether gcc can make programs that AddressSanitizer watches.
pub fn address_sanitizer_works(scratch: &Path) -> bool {
    let source = scratch.join("probe-asan.c");
    let binary = scratch.join("probe-asan");
    let compiled = std::fs::write(&source, "int main(void) { return 0; }\n").is_ok()
        && compile(&source, &binary, scratch, &[], Tool::AddressSanitizer).is_ok();
    compiled && process::run(&mut Command::new(&binary), b"", RUN_LIMIT).is_ok_and(|f| f.code == Some(0))
}

pub fn valgrind_works() -> bool {
    process::run(Command::new("valgrind").arg("--version"), b"", RUN_LIMIT).is_ok_and(|f| f.code == Some(0))
}

/// What the machine says about one run.
struct Ours {
    findings: Vec<(FindingKind, Option<u32>)>,
    inputs: String,
}

/// Compares one program; `seed` chooses its inputs if the file does not.
pub fn compare(
    fafnir: &Path,
    source: &Path,
    seed: u64,
    scratch: &Path,
    tools: &[Tool],
) -> Vec<(Tool, Agreement)> {
    let all = |agreement: Agreement| tools.iter().map(|&tool| (tool, agreement.clone())).collect();
    let text = std::fs::read(source).unwrap_or_default();
    let Ok(file) = TestFile::parse(&String::from_utf8_lossy(&text)) else {
        return all(Agreement::Skipped("its annotations cannot be read".to_owned()));
    };
    let flags: Vec<String> = file.args.iter().filter(|a| is_front_end_flag(a)).cloned().collect();
    let ours = match ours(fafnir, source, &file, &flags, seed) {
        Ok(ours) => ours,
        Err(why) => return all(Agreement::Skipped(why)),
    };
    let compare = |&tool: &Tool| {
        let theirs = match theirs(source, &flags, &ours.inputs, scratch, tool) {
            Ok(theirs) => theirs,
            Err(why) => return (tool, Agreement::Skipped(why)),
        };
        let excused = EXCUSED.iter().find(|(name, blind, _)| source.ends_with(name) && *blind == tool);
        match (judge(tool, &ours.findings, &theirs), excused) {
            (Agreement::Disagree(_), Some((.., reason))) => (tool, Agreement::Excused(reason)),
            (agreement, _) => (tool, agreement),
        }
    };
    tools.iter().map(compare).collect()
}

/// Programs that a tool does not get right.
const EXCUSED: &[(&str, Tool, &str)] = &[
    ("deref/scope-of-loop-body.c", Tool::AddressSanitizer, "the next round of the loop revives the variable"),
    ("deref/scope-of-vla.c", Tool::AddressSanitizer, "the stack below a dead array may be accessed"),
    ("deref/stack-block-returned.c", Tool::AddressSanitizer, "the stack below a dead block may be accessed"),
    (
        "run/alloca-dies-with-the-call.c",
        Tool::AddressSanitizer,
        "the stack below a dead block may be accessed",
    ),
    (
        "deref/index-of-bit-field.c",
        Tool::AddressSanitizer,
        "nothing guards the bytes before the first variable",
    ),
    ("hunt/address-rounded-down.c", Tool::AddressSanitizer, "another address has other low bits"),
    ("hunt/address-rounded-down.c", Tool::Valgrind, "another address has other low bits"),
    ("hunt/address-shifted-down.c", Tool::AddressSanitizer, "another address has other low bits"),
    ("hunt/address-shifted-down.c", Tool::Valgrind, "another address has other low bits"),
    (
        "library/stream-closed-twice.c",
        Tool::AddressSanitizer,
        "calls it a block that is freed twice: it knows the stream as a block",
    ),
    ("library/stream-used-after-it-was-closed.c", Tool::AddressSanitizer, "does not look into the library"),
    ("library/wide-string-too-long.c", Tool::AddressSanitizer, "copies of wide strings are not looked at"),
    ("run/long-double.c", Tool::Valgrind, "computes long double in 64 bits"),
    ("library/gets.c", Tool::AddressSanitizer, "standard input is empty, where the machine has inputs"),
    ("library/gets.c", Tool::Valgrind, "standard input is empty, where the machine has inputs"),
    (
        "library/strerror-too-long.c",
        Tool::AddressSanitizer,
        "the library has one text for a number, the model two",
    ),
    ("library/strerror-too-long.c", Tool::Valgrind, "the library has one text for a number, the model two"),
];

fn is_front_end_flag(arg: &str) -> bool {
    ["-D", "-I", "-U", "-std"].iter().any(|prefix| arg.starts_with(prefix))
}

fn ours(fafnir: &Path, source: &Path, file: &TestFile, flags: &[String], seed: u64) -> Result<Ours, String> {
    let mut command = Command::new(fafnir);
    command.args(["run", "--format", "gcc", "--quiet", "--time", "10s"]).args(flags);
    match &file.input {
        Some(list) => command.arg(format!("--input={list}")),
        None => command.arg(format!("--seed={seed}")),
    };
    let finished = process::run(command.arg(source), b"", RUN_LIMIT).map_err(|e| e.to_string())?;
    let text = finished.stderr_text();
    if !matches!(finished.code, Some(0 | 1)) {
        return Err(format!("no answer of ours: {}", text.lines().last().unwrap_or_default()));
    }
    let named = text.lines().find_map(|l| l.strip_prefix("inputs: --input "));
    let inputs = file.input.as_deref().or(named).unwrap_or_default().trim_matches('\'').to_owned();
    if inputs.contains('.') {
        return Err("it has floating inputs".to_owned());
    }
    let findings = text.lines().filter_map(|line| {
        let kind = FindingKind::from_name(line.strip_suffix(']')?.rsplit_once('[')?.1)?;
        Some((kind, line_in(line, source)))
    });
    Ok(Ours { findings: findings.collect(), inputs })
}

/// The number after the file's name in a message.
fn line_in(message: &str, source: &Path) -> Option<u32> {
    let name = format!("{}:", source.file_name()?.to_str()?);
    let rest = &message[message.find(&name)? + name.len()..];
    rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

fn compile(source: &Path, binary: &Path, scratch: &Path, flags: &[String], tool: Tool) -> Result<(), String> {
    let harness = scratch.join("harness.c");
    if std::fs::read(&harness).ok().as_deref() != Some(HARNESS.as_bytes()) {
        std::fs::write(&harness, HARNESS).map_err(|e| e.to_string())?;
    }
    let mut command = Command::new("gcc");
    // A builtin may be expanded in place, where nobody watches it.
    command.args(["-g", "-O0", "-w", "-fno-builtin", "-fno-omit-frame-pointer"]).args(flags);
    if tool == Tool::AddressSanitizer {
        command.args(["-fsanitize=address,signed-integer-overflow,integer-divide-by-zero,shift-exponent"]);
        command.args(["-fsanitize-address-use-after-scope", "-fno-sanitize-recover=all"]);
    }
    command.arg(source).arg(&harness).arg("-o").arg(binary).arg("-lm");
    match process::run(&mut command, b"", COMPILE_LIMIT) {
        Ok(finished) if finished.code == Some(0) => Ok(()),
        Ok(_) => Err("gcc cannot make it".to_owned()),
        Err(e) => Err(format!("gcc {e}")),
    }
}

fn theirs(
    source: &Path,
    flags: &[String],
    inputs: &str,
    scratch: &Path,
    tool: Tool,
) -> Result<Vec<Report>, String> {
    let name = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    // Programs of the same name may be compared at the same time.
    let unique = format!("{:?}", std::thread::current().id()).replace(|c: char| !c.is_ascii_digit(), "");
    let binary = scratch.join(format!("{}-{unique}-{name}", tool.name()));
    compile(source, &binary, scratch, flags, tool)?;
    let mut command = match tool {
        Tool::AddressSanitizer => Command::new(&binary),
        Tool::Valgrind => {
            let mut command = Command::new("valgrind");
            command.args(["--leak-check=full", "--show-leak-kinds=definite,indirect", "--error-exitcode=99"]);
            command.args(["--errors-for-leak-kinds=definite,indirect"]).arg(&binary);
            command
        }
    };
    command.env("FAFNIR_INPUTS", inputs.replace(' ', ""));
    command.env("ASAN_OPTIONS", "detect_stack_use_after_return=1:detect_leaks=1:allocator_may_return_null=1");
    let finished = process::run(&mut command, b"", RUN_LIMIT);
    let _ = std::fs::remove_file(&binary);
    let finished = match finished {
        Ok(finished) => finished,
        Err(Failure::TimedOut) => return Err("it does not end".to_owned()),
        Err(e) => return Err(e.to_string()),
    };
    if finished.code == Some(DOES_NOT_COUNT) {
        return Err("the run does not count".to_owned());
    }
    let text = finished.stderr_text();
    let lines: Vec<&str> = text.lines().collect();
    Ok(match tool {
        Tool::AddressSanitizer => asan_reports(&lines, source),
        Tool::Valgrind => valgrind_reports(&lines, source, &finished),
    })
}

/// The first line of the program's file that is named after a report's head.
fn place(lines: &[&str], source: &Path) -> Option<u32> {
    lines.iter().take_while(|l| !l.trim().is_empty()).find_map(|l| line_in(l, source))
}

fn asan_reports(lines: &[&str], source: &Path) -> Vec<Report> {
    let mut reports = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        let class = if let Some((_, what)) = line.split_once("ERROR: AddressSanitizer: ") {
            if what.starts_with("attempting ") {
                Class::Free
            } else if what.contains("param-overlap") {
                Class::Overlap
            } else if what.starts_with("ABRT") {
                Class::OwnError
            } else {
                Class::Access
            }
        } else if line.contains("runtime error:") {
            Class::Arithmetic
        } else if line.contains(" leak of ") {
            Class::Leak
        } else {
            continue;
        };
        let line_number = line_in(line, source).or_else(|| place(&lines[i + 1..], source));
        reports.push(Report { class, line: line_number, text: line.trim().to_owned() });
    }
    reports
}

fn valgrind_reports(lines: &[&str], source: &Path, finished: &Finished) -> Vec<Report> {
    let mut reports = Vec::new();
    let strip = |line: &'_ str| -> String {
        line.strip_prefix("==").and_then(|l| l.split_once("==")).map_or("", |l| l.1).trim().to_owned()
    };
    let stripped: Vec<String> = lines.iter().map(|l| strip(l)).collect();
    let refs: Vec<&str> = stripped.iter().map(String::as_str).collect();
    for (i, line) in refs.iter().enumerate() {
        let class = if line.starts_with("Invalid free") {
            Class::Free
        } else if line.starts_with("Invalid ")
            || line.starts_with("Jump to the invalid")
            || line.starts_with("Process terminating with default action of signal 11")
            || line.starts_with("Process terminating with default action of signal 7")
        {
            Class::Access
        } else if line.starts_with("Source and destination overlap") {
            Class::Overlap
        } else if line.starts_with("Conditional jump") || line.starts_with("Use of uninitialised") {
            Class::Uninitialised
        } else if line.starts_with("Process terminating with default action of signal 8") {
            Class::Arithmetic
        } else if line.contains("lost in loss record") {
            Class::Leak
        } else if line.starts_with("Process terminating with default action of signal 6") {
            Class::OwnError
        } else {
            continue;
        };
        reports.push(Report { class, line: place(&refs[i + 1..], source), text: (*line).to_owned() });
    }
    if reports.is_empty() && finished.code.is_none() {
        let text = "the program was killed".to_owned();
        reports.push(Report { class: Class::Access, line: None, text });
    }
    reports
}

/// Why a tool may be silent about a finding of this kind.
fn blind_spot(tool: Tool, kind: FindingKind) -> Option<&'static str> {
    use FindingKind::*;
    let asan = tool == Tool::AddressSanitizer;
    match kind {
        UninitRead | UninitPointer if asan => Some("does not track uninitialised memory"),
        UninitRead | UninitPointer => {
            Some("tracks values, not lifetimes: the machine word was initialised by something else")
        }
        OutOfBounds if !asan => Some("sees no bounds of variables on the stack, nor of static ones"),
        OutOfScope if !asan => Some("does not know when a variable's scope ends"),
        WriteToConstant => Some("compiled code may write to automatic constants"),
        InvalidCall | BadArgument => Some("compiled code does not check arguments"),
        PointerMismatch => Some("compiled code orders any two pointers"),
        UnreachableReached => Some("nothing is compiled for it"),
        WildPointer => Some("the address happens to be mapped"),
        SignedOverflow | BadShift if !asan => Some("processors compute it"),
        Overlap if asan => Some("does not watch assignments of structures"),
        Overlap => Some("does not watch assignments of structures"),
        MemoryLeak => Some("a stale copy of the pointer is left on the stack or in a register"),
        _ => None,
    }
}

fn judge(tool: Tool, ours: &[(FindingKind, Option<u32>)], theirs: &[Report]) -> Agreement {
    let heard = |reports: &[Report]| {
        let lines = reports.iter().map(|r| match r.line {
            Some(line) => format!("{} (line {line})", r.text),
            None => r.text.clone(),
        });
        lines.collect::<Vec<_>>().join("; ")
    };
    let Some(&(kind, line)) = ours.first() else {
        // The machine's run ends with the program's own error; what memory that leaves is nobody's concern.
        let mut counting = theirs.iter().filter(|r| r.class != Class::OwnError).cloned().collect::<Vec<_>>();
        if theirs.len() > counting.len() {
            counting.retain(|r| r.class != Class::Leak);
        }
        return match counting.is_empty() {
            true => Agreement::BothClean,
            false => Agreement::Disagree(format!("only {} reports: {}", tool.name(), heard(&counting))),
        };
    };
    let class = class_of(kind);
    let same: Vec<&Report> = theirs.iter().filter(|r| r.class == class).collect();
    let shown = format!("fafnir reports {} at line {}", kind.name(), line.unwrap_or(0));
    let at_our_line = |r: &&Report| r.line.is_none() || line.is_none() || r.line == line;
    // They know where a lost block was allocated, the machine where it was lost; a call of nobody leaves no trace of its
    // caller; and an error that the program reports itself is reported somewhere in the library.
    let any_line = matches!(class, Class::Leak | Class::OwnError)
        || same.iter().any(|r| r.text.contains("(pc 0x000000000000 ") || r.text.starts_with("Jump to"));
    if same.iter().any(at_our_line) || any_line && !same.is_empty() {
        return Agreement::BothReport(class);
    }
    // A pointer that is no block's makes their free stumble: over memory that is not there, or over its own conditions.
    let stumbles =
        |r: &&Report| r.class == Class::Access && r.text.contains("SEGV") || r.class == Class::Uninitialised;
    if class == Class::Free && theirs.iter().filter(stumbles).any(|r| at_our_line(&r)) {
        return Agreement::BothReport(class);
    }
    // The machine stops at the first thing that is wrong; the tool went on.
    if let Some(reason) = blind_spot(tool, kind) {
        return Agreement::CannotSee(kind, reason);
    }
    if class == Class::OwnError {
        return Agreement::BothReport(class);
    }
    Agreement::Disagree(format!("{shown}, {}: {}", tool.name(), heard(theirs)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_understood() {
        let text = "==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x1\n\
                    READ of size 8\n    #0 0x5 in memcpy x.cpp:4\n    #1 0x5 in main /tmp/a.c:9\n\n\
                    Direct leak of 4 byte(s)\n    #1 0x7 in main a.c:12\n";
        let lines: Vec<&str> = text.lines().collect();
        let reports = asan_reports(&lines, Path::new("/x/a.c"));
        let short: Vec<_> = reports.iter().map(|r| (r.class, r.line)).collect();
        assert_eq!(short, [(Class::Access, Some(9)), (Class::Leak, Some(12))]);
        let ours = [(FindingKind::UseAfterFree, Some(9))];
        assert_eq!(judge(Tool::AddressSanitizer, &ours, &reports), Agreement::BothReport(Class::Access));
        let elsewhere = [(FindingKind::UseAfterFree, Some(8))];
        assert!(matches!(judge(Tool::AddressSanitizer, &elsewhere, &reports), Agreement::Disagree(_)));
        assert!(matches!(judge(Tool::AddressSanitizer, &[], &reports), Agreement::Disagree(_)));
        let free = [(FindingKind::DoubleFree, Some(9))];
        assert!(matches!(judge(Tool::AddressSanitizer, &free, &[]), Agreement::Disagree(_)));
        let uninit = [(FindingKind::UninitRead, Some(9))];
        assert!(matches!(judge(Tool::AddressSanitizer, &uninit, &[]), Agreement::CannotSee(..)));
    }
}
