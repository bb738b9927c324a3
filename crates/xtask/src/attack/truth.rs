//! What is true of generated programs: runs of the binary that gcc makes, under AddressSanitizer, with all inputs.

use super::Program;
use crate::models::observe;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use testkit::process;

/// Runs of one program.
const RUNS: usize = 3000;
const COMPILE_LIMIT: Duration = Duration::from_secs(300);
const RUN_LIMIT: Duration = Duration::from_secs(400);
const DRIVER: &str = include_str!("driver.c");

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Truth {
    /// One run goes wrong.
    Fails { how: String, inputs: Vec<i64> },
    /// No run goes wrong, and these are all.
    Safe,
    /// No run of many goes wrong.
    Open,
    /// There is no end in time, or gcc refuses it.
    Unclear(String),
}

/// Who watches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Watch {
    AddressSanitizer,
    Valgrind,
}

/// The truth about each program. All are compiled into one binary.
pub(crate) fn find(programs: &[&Program], watch: Watch, directory: &Path) -> Result<Vec<Truth>, String> {
    Ok(find_with_notes(programs, watch, directory)?.into_iter().map(|(truth, _)| truth).collect())
}

/// The smallest and the greatest number that was noted, by place.
pub(crate) type Notes = BTreeMap<usize, (i64, i64)>;

pub(crate) fn find_with_notes(
    programs: &[&Program],
    watch: Watch,
    directory: &Path,
) -> Result<Vec<(Truth, Notes)>, String> {
    let refused = Truth::Unclear("gcc refuses it".to_owned());
    let mut truths = vec![(refused, Notes::new()); programs.len()];
    let mut left: Vec<usize> = (0..programs.len()).collect();
    let source = directory.join("programs.c");
    let binary = directory.join("programs");
    while !left.is_empty() {
        let (text, starts) = combined(programs, &left);
        std::fs::write(&source, text).map_err(|e| e.to_string())?;
        let mut command = Command::new("gcc");
        command.args(["-O0", "-g", "-w", "-fwrapv", "-fno-builtin"]);
        if watch == Watch::AddressSanitizer {
            command.args(["-fsanitize=address"]);
        }
        command.arg("-o").arg(&binary).arg(&source).arg("-lm");
        let compiled = process::run(&mut command, b"", COMPILE_LIMIT).map_err(|e| format!("gcc {e}"))?;
        if compiled.code == Some(0) {
            break;
        }
        let errors = compiled.stderr_text();
        let refused: Vec<usize> = errors
            .lines()
            .filter(|l| l.contains("error:") || l.contains("undefined reference"))
            .filter_map(|l| l.split("programs.c:").nth(1)?.split(':').next()?.parse::<usize>().ok())
            .filter_map(|line| starts.iter().rev().find(|(start, _)| *start <= line).map(|(_, i)| *i))
            .collect();
        if refused.is_empty() {
            return Err(format!("gcc refuses {}:\n{errors}", source.display()));
        }
        left.retain(|i| !refused.contains(i));
    }
    if left.is_empty() {
        return Ok(truths);
    }
    let mut command = match watch {
        Watch::AddressSanitizer => Command::new(&binary),
        Watch::Valgrind => {
            let mut command = Command::new("valgrind");
            command.args(["-q", "--error-exitcode=9", "--exit-on-first-error=yes", "--trace-children=yes"]);
            command.arg(&binary);
            command
        }
    };
    command.current_dir(directory).env(
        "ASAN_OPTIONS",
        "detect_leaks=0:allocator_may_return_null=1:detect_stack_use_after_return=1:max_malloc_fill_size=4096",
    );
    let finished = process::run(&mut command, b"", RUN_LIMIT).map_err(|e| e.to_string())?;
    for line in finished.stdout_text().lines() {
        let mut words = line.split(' ');
        let (Some(number), Some(end), Some(_)) = (words.next(), words.next(), words.next()) else { continue };
        let Some(number) = number.parse::<usize>().ok().filter(|n| *n < programs.len()) else { continue };
        let mut inputs: Vec<i64> = Vec::new();
        let mut notes = Notes::new();
        for word in words {
            let mut parts = word.split(':').map(str::parse::<i64>);
            match (parts.next(), parts.next(), parts.next()) {
                (Some(Ok(place)), Some(Ok(low)), Some(Ok(high))) => {
                    notes.insert(place as usize, (low, high));
                }
                (Some(Ok(input)), None, None) => inputs.push(input),
                _ => {}
            }
        }
        let errors = directory.join(format!("errors.{number}"));
        let truth = match end {
            "complete" if !programs[number].depends => Truth::Safe,
            "complete" | "limit" => Truth::Open,
            "error" => Truth::Fails { how: "the error is reached".to_owned(), inputs },
            "leak" => Truth::Fails { how: "memory is left at the end".to_owned(), inputs },
            "sanitizer" => match complaint(&errors) {
                how if how.contains("stack-overflow") => Truth::Unclear(how),
                how => Truth::Fails { how, inputs },
            },
            other => Truth::Unclear(other.to_owned()),
        };
        truths[number] = (truth, notes);
    }
    for number in 0..programs.len() {
        let _ = std::fs::remove_file(directory.join(format!("errors.{number}")));
    }
    let _ = std::fs::remove_file(&binary);
    Ok(truths)
}

/// What a sanitizer or valgrind wrote.
fn complaint(path: &PathBuf) -> String {
    let text = std::fs::read(path).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let line = text.lines().find(|l| l.contains("ERROR: AddressSanitizer")).or_else(|| text.lines().next());
    let line = line.unwrap_or("killed by a signal");
    line.split("ERROR: ").last().unwrap_or(line).split(" on address").next().unwrap_or(line).to_owned()
}

/// One text of all programs, and the line on which each starts.
fn combined(programs: &[&Program], chosen: &[usize]) -> (String, Vec<(usize, usize)>) {
    let mut text = [observe::INCLUDES, DRIVER, observe::HELPERS, super::library::HELPERS].concat();
    let mut starts = Vec::new();
    for &i in chosen {
        starts.push((text.matches('\n').count() + 1, i));
        text.push_str(&programs[i].text.replace('@', &format!("p{i}_")));
        text.push('\n');
    }
    text.push_str("int main(void) {\n    driver_start();\n");
    for &i in chosen {
        text.push_str(&format!("    driver_try_program({i}, p{i}_main, {RUNS});\n"));
    }
    text.push_str("    return 0;\n}\n");
    (text, starts)
}
