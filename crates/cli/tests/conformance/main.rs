//! What library functions do at their boundaries, asked of every engine: the tables under `tests/conformance` (see its README) are
//! turned into programs whose truth is known by construction. An engine answers it, or that it does not know.

mod library;

use clap::Parser as _;
use fafnir_cli::args::{Cli, Command, normalize};
use fafnir_cli::{check, guard};
use library::Call;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use verdict::Verdict;

/// All engines, each alone and all together.
fn engines() -> impl Iterator<Item = &'static str> {
    portfolio::Engines::names().chain([portfolio::Engines::ALL])
}

const TIME: &str = "20s";

/// One program: which boundary of which function, and what is true of it.
struct Case {
    name: String,
    truth: Truth,
    text: String,
}

#[derive(Clone, Debug, PartialEq)]
enum Truth {
    Safe,
    /// There is a bug of this kind.
    Bug(String),
    /// There is a bug, and several kinds describe it.
    AnyBug,
}

#[test]
fn engines_agree_on_the_boundaries_of_library_functions() {
    guard::silence_panics();
    let root = testkit::files::repository(env!("CARGO_MANIFEST_DIR"));
    let mut cases = Vec::new();
    for path in testkit::files::find(&root.join("tests/conformance"), "table") {
        let text = std::fs::read_to_string(&path).expect("a table");
        read_table(&path, &text, &mut cases);
    }
    assert!(cases.len() > 100, "only {} cases", cases.len());
    let wrong = Mutex::new(Vec::new());
    let unknown: Mutex<BTreeMap<&str, usize>> = Mutex::new(BTreeMap::new());
    in_parallel("tables", cases.iter().map(|case| case.text.as_str()), |i, path| {
        let case = &cases[i];
        for engine in engines() {
            match ask(path, engine, TIME).and_then(|answer| judge(case, &answer)) {
                Ok(true) => {}
                Ok(false) => *unknown.lock().unwrap().entry(engine).or_default() += 1,
                Err(why) => {
                    let mut report = format!("{} ({engine}): {why}\n", case.name);
                    let _ = write!(report, "{}", case.text);
                    wrong.lock().unwrap().push(report);
                }
            }
        }
    });
    let unknown = unknown.into_inner().unwrap();
    println!("{} programs x {} engines; not known:", cases.len(), engines().count());
    for engine in engines() {
        println!("  {engine}: {}", unknown.get(engine).copied().unwrap_or(0));
    }
    let mut wrong = wrong.into_inner().unwrap();
    wrong.sort();
    // Panics are silent here.
    println!("{}", wrong.join("\n"));
    assert!(wrong.is_empty(), "{} wrong answers", wrong.len());
}

/// Gives every program to somebody, as a file.
fn in_parallel<'a>(name: &str, texts: impl Iterator<Item = &'a str>, work: impl Fn(usize, &Path) + Sync) {
    let texts: Vec<&str> = texts.collect();
    let folder = std::env::temp_dir().join(format!("fafnir-conformance-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(2, usize::from).min(4);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((i, text)) = {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    texts.get(i).map(|text| (i, text))
                } {
                    let path = folder.join(format!("{i}.c"));
                    std::fs::write(&path, text).expect("a file");
                    work(i, &path);
                }
            });
        }
    });
    let _ = std::fs::remove_dir_all(&folder);
}

/// Every function of the table and of the models, each argument at its boundaries: no engine proves what another one shows to be
/// wrong. All programs are tried with `FAFNIR_CONFORMANCE=all`, otherwise every twentieth, of each function one at most.
#[test]
fn engines_agree_on_every_library_function() {
    guard::silence_panics();
    let mut calls = Vec::new();
    let mut skipped: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let of_table = models::rows().iter().map(|row| (row.names[0].to_owned(), row.signature.to_owned()));
    let of_models = models::sources().iter().flat_map(|source| {
        source.functions.iter().map(|name| ((*name).to_owned(), signature(source.text, name)))
    });
    let mut functions = 0;
    for (name, signature) in of_table.chain(of_models) {
        functions += 1;
        match library::programs(&signature) {
            Ok(programs) => calls.extend(programs),
            Err(why) => skipped.entry(why).or_default().push(name),
        }
    }
    let total = calls.len();
    if std::env::var_os("FAFNIR_CONFORMANCE").is_none_or(|value| value != "all") {
        let mut index = 0;
        calls.retain(|_| {
            index += 1;
            index % 20 == 7
        });
    }
    let answers: Mutex<BTreeMap<(&str, &str), usize>> = Mutex::new(BTreeMap::new());
    let wrong = Mutex::new(Vec::new());
    in_parallel("library", calls.iter().map(|call| call.text.as_str()), |i, path| {
        let (mut proved, mut violated) = (Vec::new(), Vec::new());
        for engine in engines() {
            let word = match ask(path, engine, "2s") {
                Ok(Answer::Proved) => {
                    proved.push(engine);
                    "proved"
                }
                Ok(Answer::Violated(_)) => {
                    violated.push(engine);
                    "violated"
                }
                Ok(Answer::Unknown) => "unknown",
                Err(why) => {
                    wrong
                        .lock()
                        .unwrap()
                        .push(format!("{} ({engine}): {why}\n{}", calls[i].name, calls[i].text));
                    "failed"
                }
            };
            *answers.lock().unwrap().entry((engine, word)).or_default() += 1;
        }
        if !proved.is_empty() && !violated.is_empty() {
            let Call { name, text } = &calls[i];
            let line = format!("{name}: proved by {proved:?}, violated by {violated:?}\n{text}");
            wrong.lock().unwrap().push(line);
        }
    });
    println!("{functions} functions, {} of {total} programs x {} engines", calls.len(), engines().count());
    for (why, names) in &skipped {
        println!("  without programs, {why}: {}", names.join(" "));
    }
    for ((engine, word), count) in answers.into_inner().unwrap() {
        println!("  {engine} {word}: {count}");
    }
    let mut wrong = wrong.into_inner().unwrap();
    wrong.sort();
    println!("{}", wrong.join("\n"));
    assert!(wrong.is_empty(), "{} answers that do not agree", wrong.len());
    assert!(total > 4 * functions / 2, "{total} programs for {functions} functions");
}

/// The head of a function's definition in a model.
fn signature(text: &str, name: &str) -> String {
    let is_head = |line: &&str| {
        let at = line.find(&format!("{name}(")).filter(|&at| at > 0);
        !line.starts_with([' ', '/', '}']) && at.is_some_and(|at| line[..at].ends_with([' ', '*']))
    };
    let head = text.lines().find(is_head).unwrap_or("");
    head.split('{').next().unwrap_or("").trim().to_owned()
}

/// What an engine says: proved, violated with these kinds of findings, or neither.
enum Answer {
    Proved,
    Violated(Vec<String>),
    Unknown,
}

fn ask(path: &Path, engine: &str, time: &str) -> Result<Answer, String> {
    let line =
        ["fafnir", "check", "--quiet", "--recheck", "--time", time, "--engine", engine].map(OsString::from);
    let line = line.into_iter().chain([path.into()]);
    let cli = Cli::try_parse_from(normalize(line)).map_err(|e| e.to_string())?;
    let Command::Check(args) = cli.command else { return Err("no check".to_owned()) };
    let answer = guard::run(move || check::answer(*args).map(|answer| answer.outcome));
    match answer {
        Ok(Ok(outcome)) => Ok(match outcome.verdict() {
            Verdict::Proved(_) => Answer::Proved,
            Verdict::Violated => {
                let confirmed =
                    outcome.findings.iter().filter(|f| f.confidence == verdict::Confidence::Confirmed);
                Answer::Violated(confirmed.map(|f| f.kind.name().to_owned()).collect())
            }
            Verdict::Unknown(_) => Answer::Unknown,
        }),
        Ok(Err(_)) => Err("the program cannot be read".to_owned()),
        Err(panicked) => Err(format!("panicked: {} ({})", panicked.message, panicked.location)),
    }
}

/// Whether the engine knows the truth; an error if it says something else.
fn judge(case: &Case, answer: &Answer) -> Result<bool, String> {
    match (answer, &case.truth) {
        (Answer::Unknown, _) => Ok(false),
        (Answer::Proved, Truth::Safe) | (Answer::Violated(_), Truth::AnyBug) => Ok(true),
        (Answer::Violated(kinds), Truth::Bug(kind)) if kinds.contains(kind) => Ok(true),
        (Answer::Proved, truth) => Err(format!("Proved, but the truth is {truth:?}")),
        (Answer::Violated(kinds), truth) => {
            Err(format!("Violated ({}), but the truth is {truth:?}", kinds.join(", ")))
        }
    }
}

/// A table: declarations, lines `= NAME: CALL` from which the boundaries of the operands are generated, and single programs,
/// `- NAME, BOUNDARY [TRUTH]: STATEMENTS`.
fn read_table(path: &Path, text: &str, cases: &mut Vec<Case>) {
    let mut declarations = String::new();
    for (number, line) in text.lines().enumerate() {
        let place = || format!("{}:{}: {line}", path.display(), number + 1);
        if let Some(row) = line.strip_prefix("= ") {
            let (name, call) = row.split_once(": ").unwrap_or_else(|| panic!("{}", place()));
            generate(name, call, &declarations, cases);
        } else if let Some(row) = line.strip_prefix("- ") {
            let (head, body) = row.split_once("]: ").unwrap_or_else(|| panic!("{}", place()));
            let (name, truth) = head.split_once(" [").unwrap_or_else(|| panic!("{}", place()));
            let truth = match truth {
                "safe" => Truth::Safe,
                "bug" => Truth::AnyBug,
                kind => Truth::Bug(kind.to_owned()),
            };
            cases.push(Case { name: name.to_owned(), truth, text: program(&declarations, body) });
        } else if !line.starts_with('#') && !line.is_empty() {
            declarations.push_str(line);
            declarations.push('\n');
        }
    }
}

fn program(declarations: &str, body: &str) -> String {
    format!("{declarations}int main(void) {{\n    {};\n    return 0;\n}}\n", body.replace("; ", ";\n    "))
}

/// An operand of a call: memory that the function looks at or writes.
#[derive(Clone, Copy, PartialEq)]
enum Operand {
    /// `Wn`: n bytes to write.
    Write(usize),
    /// `Rn`: n bytes to read.
    Read(usize),
    /// `Sn`: a string of n characters.
    Text(usize),
    /// `Dn`: a string of n digits.
    Digits(usize),
}

/// How an operand is given.
#[derive(Clone, Copy, PartialEq)]
enum Given {
    /// A heap block that fits exactly.
    Fits,
    /// An array that fits exactly.
    Local,
    /// The end of a block with one byte more.
    Inside,
    /// A block that lacks the last byte.
    Short,
    ShortLocal,
    Null,
    Freed,
    OutOfScope,
}

const GIVEN: [(Given, &str, Option<&str>); 8] = [
    (Given::Fits, "exact fit", None),
    (Given::Local, "exact fit in an array", None),
    (Given::Inside, "exact fit behind the first byte", None),
    (Given::Short, "one too many", Some("out-of-bounds")),
    (Given::ShortLocal, "one too many in an array", Some("out-of-bounds")),
    (Given::Null, "null", Some("null-deref")),
    (Given::Freed, "freed", Some("use-after-free")),
    (Given::OutOfScope, "out of scope", Some("out-of-scope")),
];

/// One program for each operand of the call and each way to give it, the others as they should be.
fn generate(name: &str, call: &str, declarations: &str, cases: &mut Vec<Case>) {
    let operands = operands_of(call);
    assert!(!operands.is_empty(), "no operand in `{call}`");
    for (index, (word, _)) in operands.iter().enumerate() {
        for (given, boundary, bug) in GIVEN {
            // That all fit is the same program for every operand.
            if given == Given::Fits && index > 0 {
                continue;
            }
            let (mut before, mut after, mut line) = (String::new(), String::new(), call.to_owned());
            for (i, (word, operand)) in operands.iter().enumerate() {
                let given = if i == index { given } else { Given::Fits };
                let variable = format!("p{i}");
                set_up(&variable, *operand, given, &mut before, &mut after);
                line = line.replacen(word, &variable, 1);
            }
            let name = format!("{name}, {boundary}: {word}");
            let truth = bug.map_or(Truth::Safe, |kind| Truth::Bug(kind.to_owned()));
            let body = format!("{before}{line}; {after}");
            cases.push(Case { name, truth, text: program(declarations, &body) });
        }
    }
}

/// The operands of a call, by the words that stand for them.
fn operands_of(call: &str) -> Vec<(String, Operand)> {
    let mut out = Vec::new();
    for word in call.split(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
        let Some(size) = word.get(1..).and_then(|size| size.parse().ok()) else { continue };
        let operand = match word.as_bytes()[0] {
            b'W' => Operand::Write(size),
            b'R' => Operand::Read(size),
            b'S' => Operand::Text(size),
            b'D' => Operand::Digits(size),
            _ => continue,
        };
        out.push((word.to_owned(), operand));
    }
    out
}

fn set_up(variable: &str, operand: Operand, given: Given, before: &mut String, after: &mut String) {
    let size = match operand {
        Operand::Write(n) | Operand::Read(n) => n,
        Operand::Text(n) | Operand::Digits(n) => n + 1,
    };
    let room = match given {
        Given::Short | Given::ShortLocal => size - 1,
        Given::Inside => size + 1,
        _ => size,
    };
    let block = format!("{variable}_block");
    let _ = match given {
        Given::Null => {
            let _ = write!(before, "char *{variable} = 0; ");
            return;
        }
        Given::OutOfScope => {
            let _ = write!(before, "char *{variable}; {{ char {block}[{room}]; {variable} = {block}; }} ");
            return;
        }
        // An array of no bytes is none.
        Given::Local | Given::ShortLocal if room > 0 => write!(before, "char {block}[{room}]; "),
        _ => write!(before, "char *{block} = malloc({room}); "),
    };
    if operand != Operand::Write(size) {
        let is_text = matches!(operand, Operand::Text(_) | Operand::Digits(_));
        for i in 0..room {
            let byte = match operand {
                _ if is_text && i + 1 == room && room >= size => 0,
                Operand::Digits(_) => b'1',
                _ => b'a' + (i % 26) as u8,
            };
            let _ = write!(before, "{block}[{i}] = {byte}; ");
        }
    }
    let from = usize::from(given == Given::Inside);
    let _ = write!(before, "char *{variable} = {block} + {from}; ");
    match given {
        Given::Freed => {
            let _ = write!(before, "free({block}); ");
        }
        Given::Local | Given::ShortLocal if room > 0 => {}
        _ => {
            let _ = write!(after, "free({block}); ");
        }
    }
}
