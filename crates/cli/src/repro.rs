//! What engines disagree about: a bug of ours. It is said on standard error, and saved for a report if somebody wants to.

use crate::driver::Loaded;
use crate::output::complain;
use portfolio::Disagreement;
use std::fmt::Write as _;
use std::path::Path;

pub(crate) fn report(
    disagreements: &[Disagreement],
    loaded: &Loaded,
    files: &[String],
    directory: Option<&Path>,
) -> Result<(), String> {
    let mut text = String::new();
    for disagreement in disagreements {
        let candidate = &disagreement.candidate;
        let place = match loaded.input.map.locate(candidate.span) {
            Some(at) => format!("{}:{}", at.file, at.line),
            None => "an unknown place".to_owned(),
        };
        let inputs: Vec<String> = candidate.inputs.iter().map(ToString::to_string).collect();
        let _ = writeln!(
            text,
            "internal disagreement: the engine {} finds {} at {place} with the inputs {}; the concrete machine: {}",
            disagreement.engine,
            candidate.kind.name(),
            if inputs.is_empty() { "(none)".to_owned() } else { inputs.join(",") },
            disagreement.instead
        );
    }
    let Some(directory) = directory else {
        let count = disagreements.len();
        complain(format!(
            "fafnir: {count} finding{} of an engine did not stand up to a concrete run and {} not counted; \
             --save-repro DIR saves what a bug report needs\n",
            if count == 1 { "" } else { "s" },
            if count == 1 { "was" } else { "were" },
        ));
        return Ok(());
    };
    let write = |name: &str, content: &str| {
        let path = directory.join(name);
        std::fs::write(&path, content).map_err(|e| format!("cannot write {}: {e}", path.display()))
    };
    std::fs::create_dir_all(directory).map_err(|e| format!("cannot make {}: {e}", directory.display()))?;
    write(
        "disagreements.txt",
        &format!("fafnir {}\nprogram: {}\n{text}", env!("CARGO_PKG_VERSION"), files.join(" ")),
    )?;
    write("program.ir", &ir::print(&loaded.program))?;
    complain(format!("fafnir: saved {} for a bug report\n", directory.display()));
    Ok(())
}
