//! `fafnir run` against AddressSanitizer and valgrind on our own programs.

use crate::options::{self, Options, repository, results_dir};
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use testkit::sanitizers::{self, Agreement, Tool};

pub(crate) fn main(args: &[String]) -> Result<(), String> {
    let options = Options::parse(args, &["filter", "jobs", "fafnir", "seed"])?;
    let filter = options.get("filter").unwrap_or_default();
    let seed: u64 = options.number("seed", 0)?;
    let fafnir = options::fafnir(&options)?;
    let scratch = results_dir("sanitize")?;
    if !sanitizers::address_sanitizer_works(&scratch) {
        return Err("gcc -fsanitize=address does not work here".to_owned());
    }
    let tools: Vec<Tool> =
        Tool::BOTH.into_iter().filter(|&t| t != Tool::Valgrind || sanitizers::valgrind_works()).collect();
    let root = repository();
    let mut files = testkit::files::find(&root.join("tests/c"), "c");
    files.extend(testkit::files::find(&root.join("examples"), "c"));
    files.retain(|f| f.to_string_lossy().contains(filter) && !f.to_string_lossy().contains("/errors/"));
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(file) = files.get(index) else { return };
            let agreements = sanitizers::compare(&fafnir, file, seed, &scratch, &tools);
            let mut results = results.lock().unwrap_or_else(|e| e.into_inner());
            results.extend(agreements.into_iter().map(|(tool, agreement)| (index, tool, agreement)));
        }
    };
    let jobs: usize = options.number("jobs", std::thread::available_parallelism().map_or(1, usize::from))?;
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(work);
        }
    });
    let mut results = results.into_inner().unwrap_or_else(|e| e.into_inner());
    results.sort_by_key(|(index, tool, _)| (*index, tool.name()));
    print(&results, |index| files[index].strip_prefix(&root).unwrap_or(&files[index]).display().to_string())
}

fn print(results: &[(usize, Tool, Agreement)], name: impl Fn(usize) -> String) -> Result<(), String> {
    let mut table: BTreeMap<(&str, String), [u64; 2]> = BTreeMap::new();
    let mut disagreements = 0u64;
    for (index, tool, agreement) in results {
        let row = match agreement {
            Agreement::BothClean => ("agree", "both find nothing".to_owned()),
            Agreement::BothReport(class) => ("agree", format!("both report: {class:?}").to_lowercase()),
            Agreement::CannotSee(kind, reason) => {
                ("they cannot see", format!("{}: {} {reason}", kind.name(), tool.name()))
            }
            Agreement::Excused(reason) => ("they are wrong", format!("{}: {reason}", tool.name())),
            Agreement::Skipped(why) => {
                println!("skipped: {} ({}): {why}", name(*index), tool.name());
                ("skipped", String::new())
            }
            Agreement::Disagree(how) => {
                disagreements += 1;
                println!("DISAGREE: {} ({}): {how}", name(*index), tool.name());
                ("disagree", String::new())
            }
        };
        table.entry(row).or_default()[usize::from(*tool == Tool::Valgrind)] += 1;
    }
    println!("{:>6} {:>9}", "asan", "valgrind");
    for ((what, detail), [asan, valgrind]) in &table {
        println!("{asan:>6} {valgrind:>9}  {what:<16} {detail}");
    }
    match disagreements {
        0 => Ok(()),
        n => Err(format!("{n} disagreements")),
    }
}
