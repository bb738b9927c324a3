//! The table of the encodings: the programs that `tests/horn-table/programs.tsv` names, by every encoding and by the engine.

use crate::options::{self, Options, repository};
use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

/// The encodings of the table; inputs are left out of all.
const ENCODINGS: [&str; 11] = [
    "heap-invariants",
    "heap-invariants-flow",
    "r-p-n",
    "r-p-n-v-nocnt",
    "r-p-n-v-nocnt-pair",
    "rw-p-n",
    "rw-fun-p",
    "rw-fun-tag-opt-p-n",
    "rw-mem-p-n",
    "rw-mem-tag-p-n",
    "rw-mem-tag-opt2-p-n",
];

#[derive(Default)]
struct Row {
    safe: usize,
    refuted: usize,
    unknown: usize,
    wrong: usize,
    seconds: f64,
}

/// `bench horn [--suite DIR] [--time SECONDS] [--filter ENCODING] [--horn-solver PROGRAM] [--fafnir PATH]`: a line per encoding, as the paper's
/// table has them. DIR is where SV-COMP's programs are.
pub(crate) fn table(options: &Options) -> Result<(), String> {
    let directory = repository().join("tests/horn-table");
    let list = directory.join("programs.tsv");
    let text = std::fs::read_to_string(&list).map_err(|e| format!("{}: {e}", list.display()))?;
    let seconds: u64 = options.number("time", 10)?;
    let filter = options.get("filter").unwrap_or_default();
    let fafnir = options::fafnir(options)?;
    let mut programs: Vec<(PathBuf, bool)> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (name, expected) = line.split_once('\t').ok_or_else(|| format!("not a program: {line}"))?;
        let from = match (name.contains('/'), options.get("suite")) {
            (false, _) => directory.clone(),
            (true, Some(suite)) => PathBuf::from(suite),
            (true, None) => {
                println!("left out without --suite: {name}");
                continue;
            }
        };
        programs.push((from.join(name), expected == "safe"));
    }
    println!("{} programs, {seconds} s each\n", programs.len());
    println!("| | safe | unsafe | unknown | wrong | seconds |\n| --- | --- | --- | --- | --- | --- |");
    for encoding in ENCODINGS.into_iter().chain(["engine"]).filter(|name| name.contains(filter)) {
        let mut row = Row::default();
        for (program, is_safe) in &programs {
            let mut command = Command::new(&fafnir);
            match encoding {
                "engine" => command.args(["check", "--quiet", "--engine", "horn"]),
                _ => command.args(["horn", "--encoding", encoding]),
            };
            if let (Some(solver), true) = (options.get("horn-solver"), encoding != "engine") {
                command.args(["--horn-solver", solver]);
            }
            command.args(["--property", "unreach-call", "--time", &seconds.to_string()]).arg(program);
            let start = Instant::now();
            let output = command.output().map_err(|e| format!("cannot start {}: {e}", fafnir.display()))?;
            row.seconds += start.elapsed().as_secs_f64();
            let unsat = String::from_utf8_lossy(&output.stdout).starts_with("unsat");
            match (output.status.code(), is_safe) {
                (Some(0), true) => row.safe += 1,
                (Some(0), false) | (Some(1), true) => row.wrong += 1,
                (Some(1), false) => row.refuted += 1,
                (_, false) if unsat => row.refuted += 1,
                // What an encoding does not exclude need not be an error.
                _ => row.unknown += 1,
            }
        }
        let Row { safe, refuted, unknown, wrong, seconds } = row;
        println!("| {encoding} | {safe} | {refuted} | {unknown} | {wrong} | {seconds:.1} |");
    }
    Ok(())
}
