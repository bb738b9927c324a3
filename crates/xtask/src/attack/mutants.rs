//! Buggy programs made from safe ones: a `free` less, two statements swapped, a check dropped, a bound off by one. What
//! `fafnir check` says about each, and whether a concrete run contradicts a proof.

use super::{Attack, Program, Tally};
use crate::ask::{Said, check_arguments};
use crate::mutate::Random;
use crate::options::repository;
use fafnir_cli::driver::{self, Loaded};
use interp::{Budget, Discard, Exit, Inputs};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use testkit::process;
use verdict::{Property, PropertySet};

/// Runs with random inputs that a proof has to survive.
const RUNS: u64 = 200;
/// The examples that show no error.
const SAFE_EXAMPLES: [&str; 4] = ["hash_table", "kernel_list", "list", "list_of_any_length"];
/// Statements of one run.
const STEPS: u64 = 300_000;

/// Asks about `count` mutants. What an engine proves is tried with random runs of the machine and of the binary that gcc makes.
pub(super) fn run(attack: &Attack, count: usize, tally: &mut Tally) -> Result<(), String> {
    let mut random = Random::new(attack.seed);
    let corpus = safe_programs()?;
    let harness = Harness::build(&attack.directory)?;
    let path = attack.directory.join("mutant.c");
    let mut made = 0;
    for _ in 0..count * 20 {
        if made >= count {
            break;
        }
        let (name, text) = &corpus[random.below(corpus.len())];
        let Some((what, mutant)) = change(&mut random, text) else { continue };
        std::fs::write(&path, &mutant).map_err(|e| e.to_string())?;
        let mut failure: Option<Option<String>> = None;
        let mut is_program = true;
        for engine in &attack.engines {
            let answer = attack.ask(&path, engine)?;
            // What is no program any more is no mutant.
            if answer.said == Said::Failed
                && !answer.text.contains("panicked")
                && harness.compile(&path).is_err()
            {
                is_program = false;
                break;
            }
            let why = match answer.said {
                Said::Proved => {
                    let failure = match &failure {
                        Some(known) => known,
                        None => {
                            let found = match contradiction(&path)? {
                                Some(how) => Some(how),
                                None => harness.failing_run(&path, attack.seed)?,
                            };
                            failure.insert(found)
                        }
                    };
                    failure.clone().map(|how| format!("proved; {how}"))
                }
                Said::Failed => Some("no answer".to_owned()),
                _ => None,
            };
            tally.said(engine, answer.said, why.is_some());
            if let Some(why) = why {
                let declarations = String::new();
                let what = format!("{name}: {what}");
                let program = Program { text: mutant.clone(), what, depends: false, declarations };
                let kept = format!("mutants-{}-{made}-{engine}.c", attack.seed);
                tally.wrong.push(attack.keep(&kept, &program, &why, &answer)?);
            }
        }
        if is_program {
            made += 1;
            tally.programs += 1;
            match failure {
                Some(Some(_)) => tally.fails += 1,
                _ => tally.unclear += 1,
            }
        }
    }
    Ok(())
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
pub(super) fn change(random: &mut Random, text: &str) -> Option<(&'static str, String)> {
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

/// A run that goes wrong although a proof says that none does.
fn contradiction(path: &Path) -> Result<Option<String>, String> {
    let args = check_arguments(vec!["check".into(), path.into()])?;
    let Ok(Loaded { program, .. }) = driver::load(&[path.to_owned()], &args.front) else { return Ok(None) };
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

/// What mutants are linked with: inputs at random, and runs that are watched by AddressSanitizer.
struct Harness {
    object: PathBuf,
    binary: PathBuf,
    works: bool,
}

const HARNESS: &str = include_str!("harness.c");
const LIMIT: Duration = Duration::from_secs(60);
/// The exit code of the harness when a run went wrong.
const WENT_WRONG: i32 = 66;

impl Harness {
    fn build(directory: &Path) -> Result<Harness, String> {
        let (source, object) = (directory.join("harness.c"), directory.join("harness.o"));
        std::fs::write(&source, HARNESS).map_err(|e| e.to_string())?;
        let mut command = Command::new("gcc");
        command.args(["-c", "-O0", "-w", "-fsanitize=address", "-o"]).arg(&object).arg(&source);
        let works = process::run(&mut command, b"", LIMIT).is_ok_and(|f| f.code == Some(0));
        Ok(Harness { object, binary: directory.join("mutant"), works })
    }

    fn compile(&self, path: &Path) -> Result<(), String> {
        let mut command = Command::new("gcc");
        command.args(["-O0", "-g", "-w", "-fwrapv", "-fsanitize=address", "-Dmain=program_main", "-o"]);
        command.arg(&self.binary).arg(path).arg(&self.object).arg("-lm");
        let compiled = process::run(&mut command, b"", LIMIT).map_err(|e| format!("gcc {e}"))?;
        if compiled.code == Some(0) { Ok(()) } else { Err(compiled.stderr_text()) }
    }

    /// How a run of the binary goes wrong, if one does.
    fn failing_run(&self, path: &Path, seed: u64) -> Result<Option<String>, String> {
        if !self.works || self.compile(path).is_err() {
            return Ok(None);
        }
        let mut command = Command::new(&self.binary);
        command.arg(seed.to_string());
        command.env("ASAN_OPTIONS", "detect_leaks=0:allocator_may_return_null=1:exitcode=99");
        let Ok(finished) = process::run(&mut command, b"", LIMIT) else { return Ok(None) };
        let errors = finished.stderr_text();
        if finished.code != Some(WENT_WRONG) || errors.contains("stack-overflow") {
            return Ok(None);
        }
        let line = errors.lines().find(|l| l.contains("ERROR: AddressSanitizer"));
        Ok(Some(line.or(errors.lines().last()).unwrap_or("the error is reached").to_owned()))
    }
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
            if let Some((what, changed)) = change(&mut random, text) {
                assert_ne!(changed, text, "{what}");
                seen.insert(what);
            }
        }
        assert_eq!(seen.len(), 7, "{seen:?}");
    }
}
