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
    let candidates: BTreeSet<PathBuf> =
        by_header.keys().filter_map(|header| source_of(Path::new(header), files)).collect();
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
