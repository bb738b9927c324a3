//! The test cases that `fafnir check --export-test` writes for our own buggy programs, against gcc's sanitizers.

use crate::options::{self, Options, repository, results_dir};
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use testkit::exports::{Export, try_export};
use testkit::{Command, Expectation, TestFile};

/// Kinds of errors that no sanitizer of gcc looks at.
const NOT_LOOKED_AT: [(&str, &str); 7] = [
    ("invalid-call", "calls are not compared with the function's type"),
    ("uninit-read", "uninitialised values are not followed"),
    ("uninit-pointer", "uninitialised values are not followed"),
    ("write-to-constant", "constant local variables can be written"),
    ("not-freed-at-exit", "blocks that are still held are no leaks"),
    ("overlap", "an assignment of structures is no call"),
    ("wild-pointer", "some address of the process"),
];

/// Programs whose errors a sanitizer looks at and does not see.
const NOT_SEEN: [(&str, &str); 14] = [
    ("assert/error-label.c", "a label says nothing"),
    ("deref/scope-of-loop-body.c", "the variable comes back at the same place"),
    ("deref/scope-of-vla.c", "arrays of variable length are not poisoned at their end"),
    ("leak/lost-before-abort.c", "leaks are not looked for after an abort"),
    ("leak/out-of-scope-before-abort.c", "leaks are not looked for after an abort"),
    ("library/wide-string-too-long.c", "copies of wide strings are not looked at"),
    ("library/gets.c", "the error needs a long line of input"),
    ("error-paths/exit-in-the-middle-after-losing-the-list.c", "an old address is still on the stack"),
    ("integers/checked-index-either-end.c", "nothing guards the bytes before the first variable"),
    ("integers/checked-index-upper-end-only.c", "nothing guards the bytes before the first variable"),
    ("kernel-lists/add-and-free-head-taken-for-item.c", "nothing guards the bytes before the first variable"),
    ("error-paths/result-code-buffer-never-set.c", "uninitialised values are not followed"),
    ("sort/merge-two-rest-dropped.c", "an old address is still on the stack"),
    ("strings-and-blocks/no-room-for-the-end.c", "a block without bytes has one"),
];

pub(crate) fn main(args: &[String]) -> Result<(), String> {
    let options = Options::parse(args, &["filter", "jobs", "fafnir"])?;
    let filter = options.get("filter").unwrap_or_default();
    let fafnir = options::fafnir(&options)?;
    let scratch = results_dir("exports")?;
    let root = repository().join("tests/c");
    let mut programs = Vec::new();
    for path in testkit::files::find(&root, "c") {
        let text = std::fs::read(&path).unwrap_or_default();
        let Ok(file) = TestFile::parse(&String::from_utf8_lossy(&text)) else { continue };
        let buggy = file.expected.iter().any(|e| matches!(e.what, Expectation::Error(_)));
        let name = path.strip_prefix(&root).unwrap_or(&path).display().to_string();
        if file.command == Command::Check && buggy && name.contains(filter) {
            programs.push((name, path, file));
        }
    }
    let next = AtomicUsize::new(0);
    let results = Mutex::new(BTreeMap::new());
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some((name, path, file)) = programs.get(index) else { return };
            let result = judge(name, try_export(&fafnir, path, file, &scratch));
            results.lock().unwrap_or_else(|e| e.into_inner()).insert(name.clone(), result);
        }
    };
    let jobs: usize = options.number("jobs", std::thread::available_parallelism().map_or(1, usize::from))?;
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(work);
        }
    });
    let results = results.into_inner().unwrap_or_else(|e| e.into_inner());
    let mut table: BTreeMap<String, u64> = BTreeMap::new();
    let mut failures = 0;
    for (name, result) in &results {
        let row = match result {
            Ok(row) => row.clone(),
            Err(how) => {
                failures += 1;
                println!("FAILED: {name}: {how}");
                "failed".to_owned()
            }
        };
        *table.entry(row).or_default() += 1;
    }
    for (row, count) in &table {
        println!("{count:>6}  {row}");
    }
    match failures {
        0 => Ok(()),
        n => Err(format!("{n} test cases do not show their error")),
    }
}

/// What the result means, or how it fails.
fn judge(name: &str, result: Result<Export, String>) -> Result<String, String> {
    match result? {
        Export::Shown => Ok("shown".to_owned()),
        // The shape analysis knows that it may go wrong; there is no run to repeat.
        Export::NotViolated(_) => Ok("no test case: no run was found".to_owned()),
        Export::Impossible(why) => Err(why.to_owned()),
        Export::DoesNotCompile(text) => Err(format!("does not compile: {text}")),
        Export::Silent { incomplete: true, .. } => {
            Ok("not seen: the error needs values that no function gives".to_owned())
        }
        Export::Silent { kind, how, .. } => {
            let by_kind = NOT_LOOKED_AT.iter().find(|(k, _)| *k == kind).map(|(_, why)| why);
            let by_name = NOT_SEEN.iter().find(|(n, _)| name.ends_with(n)).map(|(_, why)| why);
            match by_kind.or(by_name) {
                Some(why) => Ok(format!("not seen: {why}")),
                None => Err(format!("{kind}: {how}")),
            }
        }
    }
}
