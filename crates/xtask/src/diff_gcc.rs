//! Random programs from csmith: what `fafnir run` prints against what gcc's program prints.

use crate::options::{self, Options, results_dir};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use testkit::DataModel;
use testkit::process::{self, Comparison};

#[derive(Default)]
struct Tally {
    agree: u64,
    unknown: Vec<String>,
    skipped: u64,
    disagree: Vec<String>,
}

pub(crate) fn main(args: &[String]) -> Result<(), String> {
    let options = Options::parse(args, &["seed", "data-model", "jobs", "time", "fafnir"])?;
    let count: u64 = match options.positional.as_slice() {
        [n] => n.parse().map_err(|_| format!("`{n}` is not a number of programs"))?,
        _ => return Err("usage: cargo xtask diff-gcc N".to_owned()),
    };
    let first: u64 = options.number("seed", 1)?;
    let jobs: usize = options.number("jobs", std::thread::available_parallelism().map_or(1, usize::from))?;
    let limit = Duration::from_secs(options.number("time", 30)?);
    let fafnir = options::fafnir(&options)?;
    let dir = results_dir("diff-gcc")?;
    let headers = process::csmith_headers().ok_or("csmith's headers are not installed")?;
    let models: Vec<DataModel> = match options.get("data-model") {
        Some(name) => DataModel::BOTH.into_iter().filter(|m| m.name() == name).collect(),
        None => DataModel::BOTH.to_vec(),
    };
    for model in &models {
        if !process::gcc_works(*model, &dir) {
            return Err(format!("gcc cannot make {} programs here", model.name()));
        }
    }
    let include = [format!("-I{}", headers.display())];
    let next = AtomicU64::new(0);
    let tally = Mutex::new(Tally::default());
    let begin = Instant::now();
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count {
                return;
            }
            let seed = first + index;
            let source = dir.join(format!("seed-{seed}.c"));
            let generated = process::csmith(seed, &[])
                .and_then(|text| std::fs::write(&source, text).map_err(|e| e.to_string()));
            let mut keep = false;
            for model in &models {
                let result = match &generated {
                    Ok(()) => process::compare_with_gcc(
                        &fafnir,
                        &source,
                        *model,
                        &include,
                        &dir,
                        (Duration::from_secs(5), limit),
                    ),
                    Err(e) => Comparison::Skipped(e.clone()),
                };
                let name = format!("{} ({})", source.display(), model.name());
                let mut tally = tally.lock().unwrap_or_else(|e| e.into_inner());
                match result {
                    Comparison::Agree => tally.agree += 1,
                    Comparison::Skipped(_) => tally.skipped += 1,
                    Comparison::Unknown(why) => {
                        keep = true;
                        let why = why.lines().next().unwrap_or_default().to_owned();
                        tally.unknown.push(format!("{name}: {why}"));
                    }
                    Comparison::Disagree(how) => {
                        keep = true;
                        println!("DISAGREE {name}\n{how}");
                        tally.disagree.push(name);
                    }
                }
            }
            if !keep {
                let _ = std::fs::remove_file(&source);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(work);
        }
    });
    let tally = tally.into_inner().unwrap_or_else(|e| e.into_inner());
    for line in &tally.unknown {
        println!("no answer: {line}");
    }
    println!(
        "{} runs agree, {} disagree, {} without an answer, {} skipped (gcc's program does not end in 5 s); {:.0} s",
        tally.agree,
        tally.disagree.len(),
        tally.unknown.len(),
        tally.skipped,
        begin.elapsed().as_secs_f64()
    );
    if tally.disagree.is_empty() { Ok(()) } else { Err("there are disagreements".to_owned()) }
}
