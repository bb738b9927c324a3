//! Reads real code: every file must become well-formed IR, if gcc accepts it.

use crate::options::Options;
use fafnir_cli::args::FrontArgs;
use fafnir_cli::driver::{self, LoadError};
use fafnir_cli::guard;
use fafnir_cli::output::FileLines;
use fafnir_cli::preprocess::{self, ReadError};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

enum Outcome {
    Read,
    /// gcc does not accept it either.
    Refused,
    Failed(String),
}

pub(crate) fn main(args: &[String]) -> Result<(), String> {
    let options = Options::parse(args, &["data-model", "jobs"])?;
    let mut files = Vec::new();
    for path in options.positional.iter().map(PathBuf::from) {
        match path.is_dir() {
            true => {
                let found = ["c", "i"].into_iter().flat_map(|e| testkit::files::find(&path, e));
                files.extend(found.map(|file| (file, None)));
            }
            false if path.extension().is_some_and(|e| e == "tsv") => files.extend(listed(&path)?),
            false => files.push((path, None)),
        }
    }
    if files.is_empty() {
        return Err("usage: cargo xtask read PATH... [-- -I DIR -D NAME ...]".to_owned());
    }
    let narrow = options.get("data-model") == Some("ilp32");
    let front = front_args(&options.rest)?;
    guard::silence_panics();
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    let work = || {
        while let Some((file, model)) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            let front = FrontArgs { m32: model.unwrap_or(narrow), ..front.clone() };
            let outcome = match guard::run(|| read(file, &front)) {
                Ok(Ok(())) => Outcome::Read,
                Ok(Err(message)) => match gcc_accepts(file, &front) {
                    true => Outcome::Failed(message),
                    false => Outcome::Refused,
                },
                Err(p) => Outcome::Failed(format!("panic: {} ({})", p.message, p.location)),
            };
            results.lock().unwrap_or_else(|e| e.into_inner()).push((file, outcome));
        }
    };
    let jobs: usize = options.number("jobs", std::thread::available_parallelism().map_or(1, usize::from))?;
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(work);
        }
    });
    let mut results = results.into_inner().unwrap_or_else(|e| e.into_inner());
    results.sort_by_key(|(file, _)| *file);
    let mut counts = [0, 0, 0];
    for (file, outcome) in &results {
        match outcome {
            Outcome::Read => counts[0] += 1,
            Outcome::Refused => {
                counts[1] += 1;
                println!("{}: gcc refuses it, too", file.display());
            }
            Outcome::Failed(message) => {
                counts[2] += 1;
                println!("{}: {message}", file.display());
            }
        }
    }
    println!(
        "{} files: {} read to well-formed IR, {} failed, {} that gcc refuses, too",
        results.len(),
        counts[0],
        counts[2],
        counts[1]
    );
    if counts[2] == 0 { Ok(()) } else { Err("some files cannot be read".to_owned()) }
}

/// The files of a suite's list, and whether each is 32-bit code.
fn listed(list: &Path) -> Result<Vec<(PathBuf, Option<bool>)>, String> {
    let text = std::fs::read_to_string(list).map_err(|e| format!("{}: {e}", list.display()))?;
    let row = |line: &str| {
        let mut columns = line.split('\t');
        let path = columns.next().filter(|path| *path != "path")?;
        Some((PathBuf::from(path), Some(columns.next() == Some("ilp32"))))
    };
    Ok(text.lines().filter_map(row).collect())
}

pub(crate) fn front_args(rest: &[String]) -> Result<FrontArgs, String> {
    let mut front = FrontArgs { entry: "main".to_owned(), ..FrontArgs::default() };
    let mut rest = rest.iter();
    while let Some(arg) = rest.next() {
        let (flag, value) = arg.split_at(arg.len().min(2));
        let value = match value.is_empty() {
            true => rest.next().cloned().unwrap_or_default(),
            false => value.to_owned(),
        };
        match flag {
            "-I" => front.include_dirs.push(OsString::from(value)),
            "-D" => front.defines.push(OsString::from(value)),
            "-U" => front.undefines.push(OsString::from(value)),
            _ => return Err(format!("`{arg}` is not an option for the preprocessor")),
        }
    }
    Ok(front)
}

fn read(file: &Path, front: &FrontArgs) -> Result<(), String> {
    let text = preprocess::read(file, front).map_err(|e| match e {
        ReadError::Message(message) => message,
        ReadError::Preprocessor(message) => String::from_utf8_lossy(&message).into_owned(),
    })?;
    let options = driver::Options::from_args(front);
    let loaded =
        driver::compile(vec![text], Vec::new(), &options, FileLines::default()).map_err(|e| match e {
            LoadError::Program { input, diagnostics } => {
                let errors = diagnostics.iter().filter(|d| d.severity == report::Severity::Error);
                let first = errors.clone().next().map(|d| report::gcc::render(d, &input.sources()));
                format!(
                    "{} errors: {}",
                    errors.count(),
                    first.unwrap_or_default().lines().next().unwrap_or_default()
                )
            }
            LoadError::Read(_) => "cannot be read".to_owned(),
        })?;
    match ir::verify(&loaded.program).first() {
        Some(error) => Err(format!("not well-formed: {error}")),
        None => Ok(()),
    }
}

fn gcc_accepts(file: &Path, front: &FrontArgs) -> bool {
    let mut command = Command::new("gcc");
    command.args(["-w", "-fsyntax-only", if front.m32 { "-m32" } else { "-m64" }]);
    for (flag, values) in [("-I", &front.include_dirs), ("-D", &front.defines), ("-U", &front.undefines)] {
        for value in values {
            command.arg(flag).arg(value);
        }
    }
    command.arg(file).output().is_ok_and(|output| output.status.success())
}
