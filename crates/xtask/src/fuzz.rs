//! Mutated inputs, in this process, the same for the same seed. No panic, no hang, no overflow of the stack is allowed, and
//! whatever is accepted must be well-formed.
//!
//! The input under way is always in `target/fuzz/current-TARGET`, so that one which kills the process is not lost.

use crate::mutate::{Random, mutate};
use crate::options::{Options, repository, results_dir};
use fafnir_cli::driver;
use fafnir_cli::guard;
use fafnir_cli::output::FileLines;
use fafnir_cli::preprocess::Text;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// An input that takes longer than this is a hang.
const SLOW: Duration = Duration::from_secs(10);

const C_WORDS: &[&str] = &[
    "int",
    "char",
    "long",
    "short",
    "unsigned",
    "signed",
    "double",
    "float",
    "void",
    "struct s",
    "union u",
    "enum e",
    "typedef",
    "static",
    "extern",
    "register",
    "inline",
    "const",
    "volatile",
    "restrict",
    "_Bool",
    "_Complex",
    "_Atomic",
    "_Alignas(16)",
    "_Thread_local",
    "_Noreturn",
    "_Generic(1, int: 2, default: 3)",
    "_Static_assert(1, \"x\");",
    "sizeof",
    "_Alignof(int)",
    "__int128",
    "__float128",
    "__auto_type",
    "typeof",
    "__typeof__(x)",
    "__attribute__((packed))",
    "__attribute__((aligned(8)))",
    "__attribute__((mode(TI)))",
    "__attribute__((cleanup(f)))",
    "__extension__",
    "asm(\"\")",
    "__builtin_va_list",
    "__builtin_va_arg(ap, int)",
    "__builtin_offsetof(struct s, a)",
    "__builtin_expect(x, 1)",
    "__builtin_constant_p(x)",
    "__builtin_types_compatible_p(int, long)",
    "__builtin_choose_expr(1, x, y)",
    "__label__ l;",
    "if",
    "else",
    "while",
    "do",
    "for",
    "switch",
    "case 1 ... 5:",
    "default:",
    "break;",
    "continue;",
    "return",
    "goto l;",
    "goto *p;",
    "&&l",
    "l:",
    "({",
    "})",
    "...",
    "->",
    ".",
    "++",
    "--",
    "<<=",
    ">>=",
    "&&",
    "||",
    "?",
    ":",
    "?:",
    ",",
    ";",
    "=",
    "==",
    "!=",
    "<=",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "*",
    "&",
    "#pragma pack(1)\n",
    "# 1 \"f.c\" 3\n",
    "\"s\"",
    "L\"w\"",
    "u8\"x\"",
    "'c'",
    "'\\xff'",
    "0x1p3",
    "1e400",
    "0b101",
    "1.5f",
    "1ull",
    ".a = 1",
    "[1 ... 3] = 2",
    "(int[]){1}",
    "(struct s){0}",
    "int a[n];",
    "a : 3;",
    "int : 0;",
    "malloc(1)",
    "free(p)",
    "memcpy(p, q, 8)",
    "printf(\"%d\", x)",
    "__VERIFIER_nondet_int()",
];

const IR_WORDS: &[&str] = &[
    "bb0",
    "bb1",
    "_0",
    "_1",
    "_2",
    "@0",
    "fn0",
    "fn1",
    "ty0",
    "ty1",
    "scope0",
    "i8",
    "u8",
    "i32",
    "u32",
    "i64",
    "u64",
    "i128",
    "f32",
    "f64",
    "f80",
    "ptr",
    "goto",
    "branch",
    "switch",
    "call",
    "return",
    "unreachable",
    "load",
    "store",
    "copy",
    "zero",
    "add",
    "sub",
    "mul",
    "div",
    "rem",
    "shl",
    "shr",
    "and",
    "or",
    "xor",
    "eq",
    "ne",
    "lt",
    "ptrdiff",
    "cast",
    "neg",
    "not",
    "live",
    "dead",
    "addr",
    "deref",
    "global",
    "function",
    "struct",
    "union",
    "array",
    "enum",
    "void",
    "bool",
    "lp64",
    "ilp32",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ":",
    ",",
    "=",
    "->",
    "+",
    "-",
    "*",
    "..",
    "0",
    "-1",
    "null",
];

pub(crate) fn main(args: &[String]) -> Result<(), String> {
    let options = Options::parse(args, &["seed"])?;
    let (target, seconds) = match options.positional.as_slice() {
        [target, seconds] => {
            (target.as_str(), seconds.parse::<u64>().map_err(|_| format!("`{seconds}` is not a number"))?)
        }
        _ => return Err("usage: cargo xtask fuzz front|ir|machine SECONDS".to_owned()),
    };
    let seed: u64 = options.number("seed", 1)?;
    let dir = results_dir("fuzz")?;
    let c = c_corpus();
    let (corpus, words, test): (_, _, fn(&[u8]) -> Result<(), String>) = match target {
        "front" => (c, C_WORDS, front),
        "machine" => (c, C_WORDS, machine),
        "ir" => (ir_corpus(&c)?, IR_WORDS, ir_reader),
        other => return Err(format!("there is no target `{other}`")),
    };
    if corpus.is_empty() {
        return Err("there is nothing to mutate".to_owned());
    }
    guard::silence_panics();
    let current = dir.join(format!("current-{target}"));
    let limit = Duration::from_secs(seconds);
    let watch = Watch::start(current.clone());
    let outcome = guard::run(|| attack(&corpus, words, test, seed, limit, &current, &watch));
    let (runs, failures) = outcome.map_err(|p| format!("the fuzzer itself failed: {}", p.message))?;
    println!(
        "{runs} inputs in {seconds} s from {} texts, seed {seed}: {} failures{}",
        corpus.len(),
        failures.len(),
        failures.iter().map(|f| format!("\n  {f}")).collect::<String>()
    );
    let _ = std::fs::remove_file(&current);
    if failures.is_empty() { Ok(()) } else { Err("there are failures".to_owned()) }
}

fn attack(
    corpus: &[Vec<u8>],
    words: &[&str],
    test: fn(&[u8]) -> Result<(), String>,
    seed: u64,
    limit: Duration,
    current: &Path,
    watch: &Watch,
) -> (u64, Vec<String>) {
    let mut random = Random::new(seed);
    let mut failures: Vec<String> = Vec::new();
    let begin = Instant::now();
    let mut runs = 0;
    while begin.elapsed() < limit && failures.len() < 20 {
        let text = mutate(&mut random, corpus, words);
        let _ = std::fs::write(current, &text);
        watch.begin();
        let result = guard::catch(|| test(&text));
        watch.end();
        runs += 1;
        let failure = match result {
            Ok(Ok(())) => continue,
            Ok(Err(e)) => e,
            Err(p) => format!("panic: {} ({})", p.message, p.location),
        };
        // One file for each place is enough.
        let key = failure.lines().next().unwrap_or_default().to_owned();
        if failures.iter().any(|f| f.ends_with(&key)) {
            continue;
        }
        let saved = current.with_file_name(format!("failure-{seed}-{runs}"));
        let _ = std::fs::write(&saved, &text);
        failures.push(format!("{}: {key}", saved.display()));
    }
    (runs, failures)
}

/// Ends the process if one input takes too long: a hang cannot be caught from inside.
struct Watch {
    begin: Instant,
    /// Milliseconds from `begin` at which the input under way began, plus one; 0 between inputs.
    since: std::sync::Arc<AtomicU64>,
}

impl Watch {
    fn start(current: PathBuf) -> Watch {
        let watch = Watch { begin: Instant::now(), since: Default::default() };
        let (begin, since) = (watch.begin, watch.since.clone());
        std::thread::spawn(move || {
            loop {
                std::thread::sleep(Duration::from_millis(200));
                let started = since.load(Ordering::Relaxed);
                let now = begin.elapsed().as_millis() as u64;
                if started != 0 && now.saturating_sub(started) > SLOW.as_millis() as u64 {
                    eprintln!(
                        "xtask: the input in {} takes more than {} s",
                        current.display(),
                        SLOW.as_secs()
                    );
                    std::process::exit(1);
                }
            }
        });
        watch
    }

    fn begin(&self) {
        self.since.store(self.begin.elapsed().as_millis() as u64 + 1, Ordering::Relaxed);
    }

    fn end(&self) {
        self.since.store(0, Ordering::Relaxed);
    }
}

fn c_corpus() -> Vec<Vec<u8>> {
    let root = repository();
    let mut files = testkit::files::find(&root.join("tests"), "c");
    files.extend(testkit::files::find(&root.join("examples"), "c"));
    files.extend(testkit::files::find(&root.join("crates"), "c"));
    files.retain(|f| !f.components().any(|c| c.as_os_str() == "target"));
    // Directives would only be errors: the front end sees preprocessed text.
    let without_directives = |text: Vec<u8>| -> Vec<u8> {
        text.split(|&b| b == b'\n').filter(|l| !l.starts_with(b"#include")).collect::<Vec<_>>().join(&b'\n')
    };
    files.iter().filter_map(|f| std::fs::read(f).ok()).map(without_directives).collect()
}

/// The programs of the C corpus in the IR's text form, and the reader's own tests.
fn ir_corpus(c: &[Vec<u8>]) -> Result<Vec<Vec<u8>>, String> {
    let root = repository();
    let files = testkit::files::find(&root.join("crates"), "ir");
    let mut corpus: Vec<Vec<u8>> = files.iter().filter_map(|f| std::fs::read(f).ok()).collect();
    let compiled = guard::run(|| {
        let printed = |text: &Vec<u8>| Some(ir::print(&compile(text).ok()?.program).into_bytes());
        c.iter().filter_map(printed).filter(|t| t.len() < 20_000).collect::<Vec<_>>()
    });
    corpus.extend(compiled.map_err(|p| p.message)?);
    Ok(corpus)
}

fn compile(text: &[u8]) -> Result<driver::Loaded, Vec<report::Diagnostic>> {
    let text = Text { name: "fuzz.c".to_owned(), bytes: text.to_vec(), original: None, fresh: false };
    let options = driver::Options {
        model: if text.bytes.len().is_multiple_of(2) { ir::DataModel::Lp64 } else { ir::DataModel::Ilp32 },
        error_labels: vec!["l".to_owned()],
        entry: "main".to_owned(),
        as_library: false,
    };
    driver::compile(vec![text], Vec::new(), &options, FileLines::default()).map_err(|e| match e {
        driver::LoadError::Program { input, diagnostics } => {
            // Messages are a part of the front end: rendering them must not fail either.
            for diagnostic in diagnostics.iter().take(20) {
                report::text::render(diagnostic, &input.sources(), report::text::Style::Plain);
            }
            diagnostics
        }
        driver::LoadError::Read(_) => Vec::new(),
    })
}

/// Lexer, parser, analysis, lowering: no failure, and what comes out is well-formed and round-trips.
fn front(text: &[u8]) -> Result<(), String> {
    match compile(text) {
        Ok(loaded) => well_formed(&loaded.program),
        Err(diagnostics) if diagnostics.is_empty() => Err("refused without an error".to_owned()),
        Err(_) => Ok(()),
    }
}

fn well_formed(program: &ir::Program) -> Result<(), String> {
    if let Some(error) = ir::verify(program).first() {
        return Err(format!("not well-formed: {error}"));
    }
    let printed = ir::print(program);
    let again = ir::read(&printed).map_err(|e| match e.first() {
        Some(e) => format!("the printed form is refused: {e}"),
        None => "the printed form is refused".to_owned(),
    })?;
    match ir::print(&again) == printed {
        true => Ok(()),
        false => Err("the text form does not round-trip".to_owned()),
    }
}

/// The reader, the verifier, and the machine on whatever the verifier lets pass.
fn ir_reader(text: &[u8]) -> Result<(), String> {
    let Ok(text) = std::str::from_utf8(text) else { return Ok(()) };
    let Ok(program) = ir::read(text) else { return Ok(()) };
    if !ir::verify(&program).is_empty() {
        return Ok(());
    }
    well_formed(&program)?;
    execute(&program)
}

fn machine(text: &[u8]) -> Result<(), String> {
    match compile(text) {
        Ok(loaded) => execute(&loaded.program),
        Err(_) => Ok(()),
    }
}

fn execute(program: &ir::Program) -> Result<(), String> {
    let budget = interp::Budget { steps: 50_000, memory: 32 << 20, ..interp::Budget::default() };
    let options = interp::Options::run();
    let result = interp::run(program, &options, interp::Inputs::Seed(1), &mut interp::Discard, &budget);
    match result.exit {
        interp::Exit::Unknown(reason) if reason.kind == verdict::UnknownKind::Internal => Err(reason.message),
        _ => Ok(()),
    }
}
