//! How fast the front end and the machine are.

use crate::measure::{self, thread_time};
use crate::options::{Options, build_fafnir, repository, results_dir};
use crate::{bench_engine, bench_horn};
use fafnir_cli::driver::{self, Loaded, StageTimes};
use fafnir_cli::guard;
use fafnir_cli::output::FileLines;
use fafnir_cli::preprocess::Text;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Runs of each measurement; the best is shown.
const RUNS: usize = 9;
const PROCESS_RUNS: usize = 100;

pub(crate) fn main(args: &[String]) -> Result<(), String> {
    let options = Options::parse(args, &["time", "filter", "fafnir", "suite", "horn-solver"])?;
    match options.positional.split_first() {
        Some((what, files)) if what == "front" => guard::run(|| front(files)).map_err(|p| p.message)?,
        Some((what, files)) if what == "facts" => guard::run(|| facts(files)).map_err(|p| p.message)?,
        Some((what, [])) if what == "interp" => guard::run(machine).map_err(|p| p.message)?,
        Some((engine, [list])) if ["smg", "template"].contains(&engine.as_str()) => {
            bench_engine::against_peer(engine, list, &options)
        }
        Some((what, [])) if what == "horn" => bench_horn::table(&options),
        Some((what, [])) if what == "incremental" => crate::bench_incremental::main(&options),
        Some((what, [])) if what == "growth" => bench_engine::growth("smg"),
        Some((what, [engine])) if what == "growth" => bench_engine::growth(engine),
        _ => Err(
            "usage: cargo xtask bench front [FILE...] | facts [FILE...] | interp | (smg | template) TASKS.tsv | horn | incremental | growth [smg | template]"
                .to_owned(),
        ),
    }
}

/// The files that are given, or SQLite's amalgamation if there is one.
fn files_or_sqlite(files: &[String]) -> Vec<PathBuf> {
    let files: Vec<PathBuf> = match files.is_empty() {
        true => sqlite().into_iter().collect(),
        false => files.iter().map(PathBuf::from).collect(),
    };
    if files.is_empty() {
        println!(
            "SQLite's amalgamation (crate libsqlite3-sys) is not in cargo's registry; give files to measure"
        );
    }
    files
}

/// How long it takes to compute each of the facts about a program.
fn facts(files: &[String]) -> Result<(), String> {
    type Stage = (&'static str, fn(&facts::Facts<'_>));
    const STAGES: &[Stage] = &[
        ("control flow", |f| f.defined().for_each(|function| _ = function.cfg())),
        ("dominators", |f| f.defined().for_each(|function| _ = function.dominators())),
        ("loops", |f| f.defined().for_each(|function| _ = function.loops())),
        ("liveness", |f| f.defined().for_each(|function| _ = function.liveness())),
        ("names", |f| _ = f.mentions()),
        ("call graph", |f| _ = f.calls()),
        ("returns", |f| _ = f.returns()),
        ("effects", |f| _ = f.effects()),
        ("purity", |f| _ = f.program().entry.map(|main| f.is_pure(main))),
        ("constants", |f| _ = f.constants()),
        ("SSA", |f| f.defined().for_each(|function| _ = function.ssa())),
        (POINTERS, |f| _ = f.points_to()),
    ];
    const POINTERS: &str = "points-to";
    for file in &files_or_sqlite(files) {
        let mut text = preprocessed(file)?;
        if file.ends_with("sqlite3.c") {
            text.extend_from_slice(SQLITE_MAIN.as_bytes());
        }
        let loaded = compile(&file.display().to_string(), text, &mut StageTimes::by(thread_time))?;
        // The kernel counts a thread's time in ticks, longer than most of these take: the average is right, the best is not.
        let mut total = vec![Duration::ZERO; STAGES.len()];
        for _ in 0..RUNS {
            let facts = facts::Facts::of(&loaded.program);
            for (total, (_, compute)) in total.iter_mut().zip(STAGES) {
                let begin = thread_time();
                compute(&facts);
                *total += thread_time() - begin;
            }
        }
        let average: Vec<Duration> = total.iter().map(|time| *time / RUNS as u32).collect();
        println!("{} (CPU time, average of {RUNS})", file.display());
        for ((name, _), time) in STAGES.iter().zip(&average) {
            println!("  {name:12} {:8.1} ms", time.as_secs_f64() * 1e3);
        }
        let others = STAGES.iter().zip(&average).filter(|((name, _), _)| *name != POINTERS);
        let sum = others.map(|(_, time)| *time).sum::<Duration>();
        println!("  {:12} {:8.1} ms", "all but that", sum.as_secs_f64() * 1e3);
        let facts = facts::Facts::of(&loaded.program);
        let (objects, sets, elements) = facts.points_to().size();
        println!("  points-to: {objects} objects, {sets} sets with {elements} elements");
    }
    Ok(())
}

/// SQLite's amalgamation is a library. Without a caller, all that points-to analysis could say is that everything escapes.
const SQLITE_MAIN: &str = "
int main(int argc, char **argv) {
    sqlite3 *db;
    if (argc < 3 || sqlite3_open(argv[1], &db)) return 1;
    int result = sqlite3_exec(db, argv[2], 0, 0, 0);
    sqlite3_close(db);
    return result;
}
";

fn front(files: &[String]) -> Result<(), String> {
    for file in &files_or_sqlite(files) {
        let text = preprocessed(file)?;
        let size = text.len() as f64 / 1e6;
        let mut totals = Vec::new();
        for _ in 0..RUNS {
            let mut times = StageTimes::by(thread_time);
            let begin = thread_time();
            let loaded = compile(&file.display().to_string(), text.clone(), &mut times)?;
            totals.push((thread_time() - begin, times));
            drop(loaded);
        }
        // The fastest run is the one that other work on the machine disturbed least.
        totals.sort_by_key(|(total, _)| *total);
        let (total, times) = totals[0];
        let speed = |time: Duration| size / time.as_secs_f64().max(1e-9);
        println!("{} ({size:.2} MB preprocessed, CPU time, best of {RUNS})", file.display());
        for (name, time) in
            [("parse", times.parse), ("analyze", times.analyze), ("lower", times.lower), ("all", total)]
        {
            println!("  {name:8} {:8.1} ms {:8.1} MB/s", time.as_secs_f64() * 1e3, speed(time));
        }
    }
    process_time()
}

fn compile(name: &str, bytes: Vec<u8>, times: &mut StageTimes) -> Result<Loaded, String> {
    let text = Text { name: name.to_owned(), bytes, original: None, fresh: false };
    let options = driver::Options {
        model: ir::DataModel::Lp64,
        error_labels: Vec::new(),
        entry: "main".to_owned(),
        as_library: false,
    };
    driver::compile_timed(vec![text], Vec::new(), &options, FileLines::default(), times)
        .map_err(|_| format!("{name} has errors"))
}

/// The newest amalgamation in cargo's registry.
fn sqlite() -> Option<PathBuf> {
    let home = std::env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| Some(Path::new(&std::env::var_os("HOME")?).join(".cargo")))?;
    let registries = std::fs::read_dir(home.join("registry/src")).ok()?;
    let mut found: Vec<PathBuf> = registries
        .filter_map(|r| std::fs::read_dir(r.ok()?.path()).ok())
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path().join("sqlite3/sqlite3.c")))
        .filter(|path| path.is_file())
        .collect();
    found.sort();
    found.pop()
}

fn preprocessed(file: &Path) -> Result<Vec<u8>, String> {
    if file.extension().is_some_and(|e| e == "i") {
        return std::fs::read(file).map_err(|e| format!("{}: {e}", file.display()));
    }
    let output = Command::new("cc").arg("-E").arg(file).output().map_err(|e| format!("cc: {e}"))?;
    match output.status.success() {
        true => Ok(output.stdout),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// CPU time of whole processes on a one-page program, preprocessed and not.
fn process_time() -> Result<(), String> {
    let fafnir = build_fafnir()?;
    let source = repository().join("examples/list.c");
    let ready = results_dir("bench")?.join("list.i");
    std::fs::write(&ready, preprocessed(&source)?).map_err(|e| e.to_string())?;
    let cases = [
        ("fafnir explain (start and end)", vec!["explain".to_owned()]),
        ("fafnir check list.i", vec!["check".to_owned(), ready.display().to_string()]),
        ("fafnir check list.c (with cc -E)", vec!["check".to_owned(), source.display().to_string()]),
    ];
    for (name, args) in cases {
        let peak = measure::run(fafnir.as_os_str(), &args, Duration::from_secs(10))?.peak;
        let mut times = Vec::new();
        for _ in 0..PROCESS_RUNS {
            let (time, status) = measure::time(fafnir.as_os_str(), &args)?;
            if status.code() != Some(0) {
                return Err(format!("{name} ends with {status}"));
            }
            times.push(time);
        }
        times.sort();
        println!(
            "{name}: median {:.2} ms of process time, longest {:.2} ms, {:.1} MB ({PROCESS_RUNS} runs)",
            times[PROCESS_RUNS / 2].as_secs_f64() * 1e3,
            times[PROCESS_RUNS - 1].as_secs_f64() * 1e3,
            peak as f64 / 1024.0
        );
    }
    Ok(())
}

/// Small programs that spend their time in one kind of work.
const LOOPS: [(&str, &str); 5] = [
    (
        "arithmetic in registers",
        "int main(void) { unsigned h = 1; for (unsigned i = 0; i < 20000000u; i++) h = h * 31 + (i ^ (h >> 3)); return h & 1; }",
    ),
    (
        "array sweep",
        "static int a[4096]; int main(void) { for (int k = 0; k < 2000; k++) for (int i = 0; i < 4096; i++) a[i] += i ^ k; return a[7] & 1; }",
    ),
    (
        "list walk",
        "struct n { struct n *next; int v; }; void *malloc(unsigned long); void free(void *);\n\
         int main(void) { struct n *h = 0; for (int i = 0; i < 1000; i++) { struct n *n = malloc(sizeof *n); n->next = h; n->v = i; h = n; }\n\
         int s = 0; for (int k = 0; k < 3000; k++) for (struct n *p = h; p; p = p->next) s += p->v & 1;\n\
         while (h) { struct n *x = h->next; free(h); h = x; } return s & 1; }",
    ),
    (
        "calls",
        "static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); } int main(void) { return fib(30) & 1; }",
    ),
    (
        "bytes of strings",
        "int main(void) { char b[256]; int s = 0; for (int k = 0; k < 20000; k++) { for (int i = 0; i < 255; i++) b[i] = (char)(i ^ k); b[255] = 0;\n\
         for (char *p = b; p < b + 255; p++) s += *p; } return s & 1; }",
    ),
];

fn machine() -> Result<(), String> {
    for (name, text) in LOOPS {
        let loaded = compile(name, text.as_bytes().to_vec(), &mut StageTimes::by(thread_time))?;
        let mut best = f64::MAX;
        let mut steps = 0;
        for _ in 0..3 {
            let begin = thread_time();
            let result = interp::run(
                &loaded.program,
                &interp::Options::run(),
                interp::Inputs::None,
                &mut interp::Discard,
                &interp::Budget::default(),
            );
            best = best.min((thread_time() - begin).as_secs_f64());
            steps = result.steps;
            if !matches!(result.exit, interp::Exit::Exited(_)) {
                return Err(format!("{name} ends with {:?}", result.exit));
            }
        }
        println!("{name:24} {:7.1} million statements/s ({steps} in {best:.2} s)", steps as f64 / best / 1e6);
    }
    Ok(())
}
