//! Buggy programs made from safe ones: a `free` less, two statements swapped, a check dropped, a bound off by one. What
//! `fafnir check` says about each, and whether a concrete run contradicts a proof.

use crate::mutate::Random;
use crate::options::{Options, build_dir, repository};
use fafnir_cli::args::{Cli, Command, normalize};
use fafnir_cli::check;
use fafnir_cli::driver::{self, Loaded};
use interp::{Budget, Discard, Exit, Inputs};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use verdict::{Property, PropertySet, Verdict};

/// Runs with random inputs that a proof has to survive.
const RUNS: u64 = 200;
/// The examples that show no error.
const SAFE_EXAMPLES: [&str; 4] = ["hash_table", "kernel_list", "list", "list_of_any_length"];
/// Statements of one run.
const STEPS: u64 = 300_000;

pub(crate) fn main(args: &[String]) -> Result<(), String> {
    let options = Options::parse(args, &["seed", "time", "engine"])?;
    let count: usize = match options.positional.first() {
        Some(text) => text.parse().map_err(|_| format!("not a number: {text}"))?,
        None => return Err("how many mutants?".to_owned()),
    };
    let time = options.get("time").unwrap_or("5");
    let engine = options.get("engine").unwrap_or("auto");
    let mut random = Random::new(options.number("seed", 1)?);
    let corpus = safe_programs()?;
    let directory = build_dir()?.join("mutants");
    std::fs::create_dir_all(&directory).map_err(|e| e.to_string())?;
    let mut tally: BTreeMap<String, u64> = BTreeMap::new();
    let mut wrong = Vec::new();
    let mut made = 0;
    let mut attempts = 0;
    while made < count && attempts < count * 20 {
        attempts += 1;
        let (name, text) = &corpus[random.below(corpus.len())];
        let Some((what, mutant)) = mutant(&mut random, text) else { continue };
        let path = directory.join(format!("{made}.c"));
        std::fs::write(&path, &mutant).map_err(|e| e.to_string())?;
        // What is no program any more is no mutant.
        let Some(answer) = ask(&path, time, engine)? else { continue };
        made += 1;
        let kind = match &answer.outcome.verdict {
            Verdict::Proved(_) => "proved".to_owned(),
            Verdict::Violated => "violated".to_owned(),
            Verdict::Unknown(reason) => format!("unknown ({})", reason.kind.name()),
        };
        let engine = answer.outcome.stats.engine;
        let first = answer.outcome.findings.first().map_or("", |f| f.kind.name());
        println!("{made:4} {kind:28} {engine:9} {first:18} {what:16} {name}");
        if matches!(answer.outcome.verdict, Verdict::Proved(_))
            && let Some(how) = contradiction(&path)?
        {
            println!("     WRONG: {how}");
            wrong.push(path.display().to_string());
        }
        *tally.entry(kind).or_default() += 1;
    }
    println!("\n{made} mutants of {} programs:", corpus.len());
    for (kind, count) in &tally {
        println!("{count:5} {kind}");
    }
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(format!("wrong proofs: {}", wrong.join(", "))),
    }
}

/// Our own programs that are annotated as safe, and the examples.
fn safe_programs() -> Result<Vec<(String, String)>, String> {
    let root = repository();
    let mut found = Vec::new();
    for directory in ["tests/c/smg", "tests/c/hunt", "examples"] {
        for path in testkit::files::find(&root.join(directory), "c") {
            let text = std::fs::read_to_string(&path).map_err(|e| e.to_string())?;
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            let safe =
                text.contains("//~ SAFE") || directory == "examples" && SAFE_EXAMPLES.contains(&&*stem);
            // Programs that ask for something in particular would need their options.
            if safe && !text.contains("//@ args") && !text.contains("//@ property") {
                let name = path.strip_prefix(&root).unwrap_or(&path).display().to_string();
                found.push((name, text));
            }
        }
    }
    if found.is_empty() { Err("there are no safe programs to mutate".to_owned()) } else { Ok(found) }
}

/// One change, and its name.
fn mutant(random: &mut Random, text: &str) -> Option<(&'static str, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let start = lines.iter().rposition(|l| l.starts_with("#include")).map_or(0, |i| i + 1);
    let body: Vec<usize> = (start..lines.len()).collect();
    let matching = |wanted: &dyn Fn(&str) -> bool| -> Vec<usize> {
        body.iter()
            .copied()
            .filter(|&i| wanted(lines[i]) && !lines[i].trim_start().starts_with("//"))
            .collect()
    };
    let is_statement = |l: &str| l.trim_end().ends_with(';') && l.starts_with("    ");
    let mut pick = |list: &[usize]| list.get(random.below(list.len())).copied();
    let replaced = |at: usize, new: Option<String>| -> String {
        let mut out = String::new();
        for (i, line) in lines.iter().enumerate() {
            match (&new, i == at) {
                (Some(new), true) => out.push_str(new),
                (None, true) => out.push_str("    ;"),
                _ => out.push_str(line),
            }
            out.push('\n');
        }
        out
    };
    let kind = pick(&[0, 1, 2, 3, 4, 5, 6])?;
    match kind {
        0 => {
            let at = pick(&matching(&|l| l.contains("free(") && is_statement(l)))?;
            Some(("a free less", replaced(at, None)))
        }
        1 => {
            let at = pick(&matching(&is_statement))?;
            let next = *lines.get(at + 1)?;
            if !is_statement(next) || next == lines[at] {
                return None;
            }
            let mut swapped = lines.clone();
            swapped.swap(at, at + 1);
            Some(("swapped", swapped.join("\n") + "\n"))
        }
        2 => {
            let at = pick(&matching(&|l| l.contains("if (") && l.contains(')')))?;
            let line = lines[at];
            let from = line.find("if (")? + 4;
            let to = closing(line, from)?;
            let value = if random.below(2) == 0 { "1" } else { "0" };
            Some(("check dropped", replaced(at, Some(format!("{}{value}{}", &line[..from], &line[to..])))))
        }
        3 => {
            let at = pick(&matching(&|l| l.contains(" < ") || l.contains(" <= ") || l.contains(" > ")))?;
            let line = lines[at];
            let new = if line.contains(" <= ") {
                line.replacen(" <= ", " < ", 1)
            } else if line.contains(" < ") {
                line.replacen(" < ", " <= ", 1)
            } else {
                line.replacen(" > ", " >= ", 1)
            };
            Some(("bound off by one", replaced(at, Some(new))))
        }
        4 => {
            let at = pick(&matching(&|l| is_statement(l) && l.contains(" = ") && !l.contains("malloc")))?;
            Some(("assignment less", replaced(at, None)))
        }
        5 => {
            let at = pick(&matching(&|l| l.contains("sizeof *")))?;
            Some(("size of pointer", replaced(at, Some(lines[at].replacen("sizeof *", "sizeof ", 1)))))
        }
        _ => {
            let at = pick(&matching(&|l| is_statement(l) && l.contains("->next;")))?;
            Some(("one too far", replaced(at, Some(lines[at].replacen("->next;", "->next->next;", 1)))))
        }
    }
}

/// The parenthesis that closes the one before `from`.
fn closing(line: &str, from: usize) -> Option<usize> {
    let mut depth = 1;
    for (i, c) in line[from..].char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(from + i);
        }
    }
    None
}

fn arguments(path: &Path, time: &str, engine: &str) -> Result<fafnir_cli::args::CheckArgs, String> {
    let line: Vec<OsString> = vec![
        "fafnir".into(),
        "check".into(),
        "--quiet".into(),
        "--time".into(),
        format!("{time}s").into(),
        "--engine".into(),
        engine.into(),
        path.into(),
    ];
    match <Cli as clap::Parser>::try_parse_from(normalize(line.into_iter()))
        .map_err(|e| e.to_string())?
        .command
    {
        Command::Check(args) => Ok(args),
        _ => Err("not a check".to_owned()),
    }
}

/// The answer, or nothing if the text is no program.
fn ask(path: &Path, time: &str, engine: &str) -> Result<Option<check::Answer>, String> {
    let args = arguments(path, time, engine)?;
    let answered = fafnir_cli::guard::run(move || check::answer(args).ok());
    answered.map_err(|p| format!("{}: panicked: {} ({})", path.display(), p.message, p.location))
}

/// A run that goes wrong although a proof says that none does.
fn contradiction(path: &Path) -> Result<Option<String>, String> {
    let args = arguments(path, "5", "auto")?;
    let path: PathBuf = path.to_owned();
    let Ok(Loaded { program, .. }) = driver::load(&[path], &args.front) else { return Ok(None) };
    let properties: PropertySet = Property::DEFAULT.into_iter().collect();
    let options = interp::Options { trace: false, ..interp::Options::check(properties) };
    for seed in 0..RUNS {
        let budget = Budget { steps: STEPS, ..Budget::default() };
        let result = interp::run(&program, &options, Inputs::Seed(seed), &mut Discard, &budget);
        let finding = match result.exit {
            Exit::Finding(finding) => Some(*finding),
            _ => result.leaks.into_iter().next(),
        };
        if let Some(finding) = finding {
            let values: Vec<String> = result.inputs.iter().map(|i| i.value.to_string()).collect();
            return Ok(Some(format!("{} with the inputs {}", finding.kind.name(), values.join(","))));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_change_happens() {
        let text = "#include <stdlib.h>\nint main(void) {\n    int *p = malloc(sizeof *p);\n    int i = 0;\n    \
                    while (i < 3)\n        i = i + 1;\n    if (p)\n        free(p);\n    q = q->next;\n    return 0;\n}\n";
        let mut random = Random::new(3);
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..400 {
            if let Some((what, changed)) = mutant(&mut random, text) {
                assert_ne!(changed, text, "{what}");
                seen.insert(what);
            }
        }
        assert_eq!(seen.len(), 7, "{seen:?}");
    }
}
