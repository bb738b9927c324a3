//! Functions that the project's own headers declare and nothing defines: most often a file was forgotten.

use crate::driver::Input;
use base::Span;
use ir::{Callee, FunctionBody, Program, TerminatorKind};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Names that are listed; the others are counted.
const LISTED: usize = 4;

/// One line about functions that are called and defined nowhere, with the files that may define them.
pub(crate) fn hint(program: &Program, input: &Input, files: &[PathBuf]) -> Option<String> {
    let mut by_header: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for (id, function) in program.functions.iter_enumerated() {
        if !matches!(function.body, FunctionBody::External) || !is_called(program, id) {
            continue;
        }
        let Some(at) = declared_in(function.span, input) else { continue };
        by_header.entry(at).or_default().insert(program.names.resolve(function.name));
    }
    if by_header.is_empty() {
        return None;
    }
    let names: Vec<&str> = by_header.values().flatten().copied().collect();
    let mut listed: Vec<String> = names.iter().take(LISTED).map(|name| format!("`{name}`")).collect();
    if names.len() > LISTED {
        listed.push(format!("{} more", names.len() - LISTED));
    }
    let verb = if names.len() == 1 { "is" } else { "are" };
    let mut text = format!("{} {verb} declared in your headers and defined nowhere", listed.join(", "));
    let candidates: BTreeSet<PathBuf> = by_header
        .iter()
        .filter_map(|(header, names)| {
            let header = Path::new(header);
            source_of(header, files).or_else(|| source_with(header, names, files))
        })
        .collect();
    if !candidates.is_empty() {
        let shown: Vec<String> = candidates.iter().map(|path| format!("`{}`", path.display())).collect();
        text.push_str(&format!("; is {} missing on the command line?", shown.join(", ")));
    }
    Some(text)
}

fn is_called(program: &Program, wanted: ir::FuncId) -> bool {
    program.bodies().any(|(_, _, body)| {
        body.blocks.iter().any(|block| {
            matches!(&block.terminator.kind, TerminatorKind::Call(call) if call.callee == Callee::Direct(wanted))
        })
    })
}

/// The header of the project that declares it; the tools of the verifier are declared by the user, too, and are in no header.
fn declared_in(span: Span, input: &Input) -> Option<String> {
    let at = input.map.locate(span)?;
    (!at.system_header && at.file.ends_with(".h")).then(|| at.file.to_string())
}

/// The file that belongs to a header by its name, beside it or where sources usually are, if it was not given.
fn source_of(header: &Path, files: &[PathBuf]) -> Option<PathBuf> {
    let name = Path::new(header.file_name()?).with_extension("c");
    let beside = header.parent().unwrap_or(Path::new(""));
    let places = ["", "src", "lib", "../src", "../lib", "source", "../source"];
    let found = places.iter().map(|place| beside.join(place).join(&name)).find(|path| path.is_file())?;
    let same = |file: &PathBuf| file.canonicalize().ok() == found.canonicalize().ok();
    (!files.iter().any(same)).then_some(found)
}

/// A file beside the header that has one of the names at the beginning of what looks like a function.
fn source_with(header: &Path, names: &BTreeSet<&str>, files: &[PathBuf]) -> Option<PathBuf> {
    let beside = header.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut sources: Vec<PathBuf> = std::fs::read_dir(beside)
        .ok()?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    sources.sort();
    let given =
        |path: &PathBuf| files.iter().any(|file| file.canonicalize().ok() == path.canonicalize().ok());
    sources.retain(|path| !given(path));
    let defines = |path: &PathBuf| {
        let text = std::fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        text.is_ok_and(|text| text.lines().any(|line| names.iter().any(|name| begins_function(line, name))))
    };
    let found = sources.into_iter().take(MOST_SOURCES).find(defines)?;
    Some(found.strip_prefix(".").map(Path::to_path_buf).unwrap_or(found))
}

/// More files are not looked into.
const MOST_SOURCES: usize = 100;

/// `int name(int a)`, perhaps with the brace, at the beginning of a line.
fn begins_function(line: &str, name: &str) -> bool {
    let Some((before, behind)) = line.split_once(name) else { return false };
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let starts_line = !line.starts_with(char::is_whitespace) && !before.contains(['(', '=', '#', '/']);
    starts_line
        && !before.ends_with(is_word)
        && behind.trim_start().starts_with('(')
        && !behind.trim_end().ends_with(';')
}

#[cfg(test)]
mod tests {
    use super::begins_function;

    #[test]
    fn definitions_are_told_from_declarations_and_calls() {
        assert!(begins_function("static int other(void) {", "other"));
        assert!(begins_function("other(int a,", "other"));
        assert!(begins_function("int other(void){ return 3; }", "other"));
        assert!(!begins_function("int other(void);", "other"));
        assert!(!begins_function("    other(3);", "other"));
        assert!(!begins_function("int another(void) {", "other"));
        assert!(!begins_function("int x = other(3) + 1", "other"));
    }
}
