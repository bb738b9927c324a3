//! Which functions of the C library and POSIX real programs call, and which of them are modelled.

use crate::read::front_args;
use fafnir_cli::driver::{self, LoadError};
use fafnir_cli::output::FileLines;
use fafnir_cli::preprocess;
use ir::{Callee, FunctionBody, Intrinsic, TerminatorKind};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// How often each function that no file defines is called, in how many files.
#[derive(Default)]
struct Calls {
    calls: BTreeMap<String, (u64, u64)>,
    files: u64,
    unread: Vec<String>,
}

pub(crate) fn main(args: &[String]) -> Result<(), String> {
    let (paths, options) = match args.iter().position(|arg| arg == "--") {
        Some(at) => (&args[..at], &args[at + 1..]),
        None => (args, &[][..]),
    };
    if paths.is_empty() {
        return Err("which files or directories?".to_owned());
    }
    let front = front_args(options)?;
    let mut all = Calls::default();
    for file in paths.iter().map(PathBuf::from).flat_map(|path| files_of(&path)) {
        match count(&file, &front, &mut all) {
            Ok(()) => all.files += 1,
            Err(message) => all.unread.push(format!("{}: {message}", file.display())),
        }
    }
    report(&all);
    Ok(())
}

fn files_of(path: &Path) -> Vec<PathBuf> {
    match path.is_dir() {
        true => ["c", "i"].into_iter().flat_map(|extension| testkit::files::find(path, extension)).collect(),
        false => vec![path.to_owned()],
    }
}

fn count(file: &Path, front: &fafnir_cli::args::FrontArgs, all: &mut Calls) -> Result<(), String> {
    let text = preprocess::read(file, front).map_err(|_| "the preprocessor refuses it".to_owned())?;
    let options = driver::Options::from_args(front);
    let loaded =
        driver::compile(vec![text], Vec::new(), &options, FileLines::default()).map_err(|e| match e {
            LoadError::Program { diagnostics, .. } => format!("{} errors", diagnostics.len()),
            LoadError::Read(_) => "cannot be read".to_owned(),
        })?;
    let program = &loaded.program;
    let is_model = |span| loaded.input.map.locate(span).is_some_and(|l| l.file.starts_with("<model "));
    let mut here: BTreeMap<&str, u64> = BTreeMap::new();
    for (_, function, body) in program.bodies() {
        if is_model(function.span) {
            continue;
        }
        for block in body.blocks.iter() {
            let TerminatorKind::Call(call) = &block.terminator.kind else { continue };
            let Callee::Direct(callee) = call.callee else { continue };
            let callee = &program.functions[callee];
            let name = program.names.resolve(callee.name);
            let of_library = match &callee.body {
                FunctionBody::Defined(_) => is_model(callee.span),
                FunctionBody::Intrinsic(Intrinsic::Unsupported) => true,
                FunctionBody::Intrinsic(_) | FunctionBody::External => ::models::is_of_library(name),
            };
            if of_library && !name.starts_with("__VERIFIER") && !name.starts_with("__fafnir") {
                *here.entry(name).or_default() += 1;
            }
        }
    }
    for (name, times) in here {
        let entry = all.calls.entry(::models::shown_name(name).to_owned()).or_default();
        entry.0 += times;
        entry.1 += 1;
    }
    Ok(())
}

fn report(all: &Calls) {
    let total: u64 = all.calls.values().map(|(calls, _)| calls).sum();
    let is_modelled = |name: &str| ::models::is_modelled(name);
    let known: u64 =
        all.calls.iter().filter(|(name, _)| is_modelled(name)).map(|(_, (calls, _))| calls).sum();
    let mut rest: Vec<(&String, &(u64, u64))> =
        all.calls.iter().filter(|(name, _)| !is_modelled(name)).collect();
    rest.sort_by_key(|(_, (calls, _))| std::cmp::Reverse(*calls));
    println!("{:7}  {:6}  not modelled", "calls", "files");
    for (name, (calls, files)) in rest {
        println!("{calls:7}  {files:6}  {name}");
    }
    let percent = if total == 0 { 100.0 } else { 100.0 * known as f64 / total as f64 };
    println!(
        "{} files, {} functions of the library, {total} calls, {known} of them modelled: {percent:.1} %",
        all.files,
        all.calls.len()
    );
    for line in &all.unread {
        println!("not read: {line}");
    }
}
