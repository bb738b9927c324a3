//! The model test bench: calls of library functions, as the C library does them and as Fafnir says.
//!
//! Three questions are asked of every modelled function. Does the concrete machine print what the binary of gcc prints? Is what
//! the C library did in a run possible for every engine: a program with an error behind exactly that outcome is never proved? And
//! where C determines the outcome: is a program with an error behind every other outcome never called wrong?

mod expression;
pub(crate) mod observe;
mod outcomes;
pub(crate) mod template;

use crate::ask::{Fafnir, RunEnd};
use crate::mutate::Random;
use crate::options::{Options, repository, results_dir};
use observe::Fragment;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use template::Block;
use testkit::process;

/// Cases of one program.
const BATCH: usize = 120;
const COMPILE_LIMIT: Duration = Duration::from_secs(120);
const RUN_LIMIT: Duration = Duration::from_secs(20);
pub(crate) const ENGINES: [&str; 7] = ["interp", "smg", "hunt", "template", "horn", "sl", "auto"];

pub(crate) fn main(args: &[String]) -> Result<(), String> {
    let options = Options::parse(args, &["calls", "seed", "engine", "time", "fafnir", "outcomes", "filter"])?;
    let engines: Vec<String> = match options.get("engine") {
        Some("none") => Vec::new(),
        Some(names) => names.split(',').map(str::to_owned).collect(),
        None => ENGINES.map(str::to_owned).to_vec(),
    };
    let mut blocks = template::read(&data_directory())?;
    if let Some(name) = options.positional.first() {
        blocks.retain(|b| b.functions.contains(name));
    }
    if let Some(text) = options.get("filter") {
        blocks.retain(|b| b.place.contains(text));
    }
    if blocks.is_empty() {
        return Err("no block tries such a function; see tests/models".to_owned());
    }
    let bench = Bench {
        fafnir: Fafnir::from_options(&options),
        calls: options.number("calls", 20)?,
        outcomes: options.number("outcomes", 2)?,
        seed: options.number("seed", 1)?,
        seconds: options.number("time", 2.0)?,
        engines,
        directory: results_dir("models")?,
    };
    let report = bench.run(&blocks)?;
    print!("{}", report.table());
    report.unexpected(&known()?)
}

pub(crate) fn data_directory() -> PathBuf {
    repository().join("tests/models")
}

/// What a run of the bench consists of.
pub(crate) struct Bench {
    pub(crate) fafnir: Fafnir,
    /// Calls per block.
    pub(crate) calls: usize,
    /// Of these, how many become programs for the engines.
    pub(crate) outcomes: usize,
    pub(crate) seed: u64,
    /// For each question to an engine.
    pub(crate) seconds: f64,
    pub(crate) engines: Vec<String>,
    pub(crate) directory: PathBuf,
}

/// A block with arguments.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) block: usize,
    /// Of its arguments.
    pub(crate) seed: u64,
    pub(crate) fragment: Fragment,
}

/// What a case printed: the values of its sites, and everything else.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Seen {
    pub(crate) values: Vec<Option<String>>,
    printed: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Wrong {
    /// The machine does something else.
    Differs,
    /// An engine excludes what happened.
    Proved,
    /// An engine shows what cannot happen.
    Violated,
}

impl Wrong {
    fn name(self) -> &'static str {
        match self {
            Wrong::Differs => "differs",
            Wrong::Proved => "proved",
            Wrong::Violated => "violated",
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Difference {
    pub(crate) wrong: Wrong,
    /// The machine, or the engine.
    pub(crate) who: String,
    pub(crate) text: String,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Row {
    pub(crate) label: String,
    pub(crate) functions: Vec<String>,
    pub(crate) compared: usize,
    /// The machine gives no answer.
    pub(crate) unanswered: usize,
    pub(crate) differences: Vec<Difference>,
    /// By engine: proved, violated, unknown or failed.
    pub(crate) answers: BTreeMap<String, [usize; 3]>,
    pub(crate) skipped: Option<String>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Report {
    pub(crate) rows: Vec<Row>,
}

impl Bench {
    pub(crate) fn run(&self, blocks: &[Block]) -> Result<Report, String> {
        let mut report = Report::default();
        let mut random = Random::new(self.seed);
        for block in blocks {
            report.rows.push(Row {
                label: block.label(),
                functions: block.functions.clone(),
                ..Row::default()
            });
        }
        let mut drawn = Vec::new();
        for (i, block) in blocks.iter().enumerate() {
            // A block without arguments is the same every time.
            let calls = if block.body.contains('$') { self.calls } else { 1 };
            for _ in 0..calls {
                let seed = random.next();
                drawn.push((i, seed, template::instantiate(block, &mut Random::new(seed), None)?));
            }
        }
        for (number, chunk) in drawn.chunks(BATCH).enumerate() {
            let texts: Vec<&str> = chunk.iter().map(|(_, _, text)| text.as_str()).collect();
            let (prelude, texts) = preprocessed(&texts, "", &self.directory)?;
            let mut cases = Vec::new();
            for ((block, seed, _), text) in chunk.iter().zip(&texts) {
                let fragment = Fragment::parse(text).map_err(|e| format!("{}: {e}", blocks[*block].place))?;
                cases.push(Case { block: *block, seed: *seed, fragment });
            }
            let batch = Batch { bench: self, blocks, prelude: &prelude, number };
            let seen = batch.by_gcc(&mut cases, &mut report)?;
            batch.compare(&cases, &seen, &mut report)?;
            batch.ask_engines(&cases, &seen, &mut report)?;
        }
        Ok(report)
    }
}

/// The expanded headers with the `helpers` behind them, and the expanded texts.
pub(crate) fn preprocessed(
    texts: &[&str],
    helpers: &str,
    directory: &Path,
) -> Result<(String, Vec<String>), String> {
    const MARK: &str = "fafnir_next_case";
    let mut all = String::from(observe::INCLUDES);
    all.push_str(observe::HELPERS);
    all.push_str(helpers);
    for text in texts {
        all.push_str(&format!("\n{MARK}\n{text}"));
    }
    let source = directory.join("headers.c");
    std::fs::write(&source, all).map_err(|e| e.to_string())?;
    let mut command = Command::new("gcc");
    command.args(["-E", "-P", "-w", "-fno-builtin"]).arg(&source);
    let finished = process::run(&mut command, b"", COMPILE_LIMIT).map_err(|e| format!("gcc {e}"))?;
    if finished.code != Some(0) {
        return Err(format!("the preprocessor refuses the blocks:\n{}", finished.stderr_text()));
    }
    let out = finished.stdout_text();
    let mut parts = out.split(MARK).map(str::to_owned);
    let prelude = parts.next().unwrap_or_default();
    Ok((prelude, parts.collect()))
}

/// A number of cases that are compiled together.
struct Batch<'a> {
    bench: &'a Bench,
    blocks: &'a [Block],
    prelude: &'a str,
    number: usize,
}

impl Batch<'_> {
    fn program(&self, cases: &[Case], chosen: &[usize]) -> String {
        let mut out = format!("{}{}", self.prelude, observe::PRINTING);
        for &i in chosen {
            out.push_str(&format!("static void case_{i}(void) {{\n{}\n}}\n", cases[i].fragment.printing()));
        }
        out.push_str("int main(void) {\n");
        for &i in chosen {
            out.push_str(&format!("printf(\"\\n@case {i}\\n\"); case_{i}();\n"));
        }
        out + "return 0;\n}\n"
    }

    /// What the C library does. Cases of functions that it has not are dropped.
    fn by_gcc(&self, cases: &mut Vec<Case>, report: &mut Report) -> Result<Vec<Seen>, String> {
        let source = self.bench.directory.join(format!("batch{}.i", self.number));
        let binary = self.bench.directory.join(format!("batch{}", self.number));
        loop {
            let all: Vec<usize> = (0..cases.len()).collect();
            std::fs::write(&source, self.program(cases, &all)).map_err(|e| e.to_string())?;
            let mut command = Command::new("gcc");
            command.args(["-O0", "-w", "-fno-builtin", "-o"]).arg(&binary).arg(&source).arg("-lm");
            let compiled = process::run(&mut command, b"", COMPILE_LIMIT).map_err(|e| format!("gcc {e}"))?;
            if compiled.code == Some(0) {
                break;
            }
            let errors = compiled.stderr_text();
            let missing: BTreeSet<&str> = errors
                .lines()
                .filter_map(|l| l.split("undefined reference to `").nth(1)?.split('\'').next())
                .collect();
            let before = cases.len();
            cases.retain(|case| {
                let block = &self.blocks[case.block];
                let gone = block.functions.iter().find(|f| missing.contains(f.as_str()));
                if let Some(name) = gone {
                    report.rows[case.block].skipped = Some(format!("the C library has no {name}"));
                }
                gone.is_none()
            });
            if cases.len() == before {
                return Err(format!("gcc refuses {}:\n{errors}", source.display()));
            }
        }
        // Output that waits in a buffer would be lost with a crash.
        let mut command = Command::new("stdbuf");
        command.arg("-o0").arg(&binary).current_dir(&self.bench.directory);
        let finished = process::run(&mut command, b"", RUN_LIMIT).map_err(|e| e.to_string())?;
        let _ = std::fs::remove_file(&binary);
        let seen = read_observations(&finished.stdout_text(), cases);
        if finished.code != Some(0) {
            let last = seen.keys().max().copied().unwrap_or(0);
            let block = cases.get(last).map_or("?", |c| &self.blocks[c.block].place);
            return Err(format!("{block}: the compiled block does not come to its end"));
        }
        Ok((0..cases.len()).map(|i| seen.get(&i).cloned().unwrap_or_default()).collect())
    }

    /// What the machine does, against what the C library did.
    fn compare(&self, cases: &[Case], by_gcc: &[Seen], report: &mut Report) -> Result<(), String> {
        let source = self.bench.directory.join(format!("batch{}.i", self.number));
        let mut left: Vec<usize> =
            (0..cases.len()).filter(|&i| self.blocks[cases[i].block].is_computed()).collect();
        while !left.is_empty() {
            std::fs::write(&source, self.program(cases, &left)).map_err(|e| e.to_string())?;
            let ran = self.bench.fafnir.run(&source)?;
            let seen = read_observations(&String::from_utf8_lossy(&ran.stdout), cases);
            let reached: Vec<usize> = left.iter().copied().take_while(|i| seen.contains_key(i)).collect();
            let (complete, stopped) = match (&ran.end, reached.split_last()) {
                (RunEnd::Exited, _) => (reached.as_slice(), None),
                (_, Some((last, before))) => (before, Some(*last)),
                (RunEnd::Stopped(why) | RunEnd::Unknown(why), None) => {
                    return Err(format!("{}: nothing runs: {why}", source.display()));
                }
            };
            for &i in complete {
                let row = &mut report.rows[cases[i].block];
                row.compared += 1;
                if let Some(text) = difference(&cases[i], &by_gcc[i], &seen[&i]) {
                    row.differences.push(self.differs(&cases[i], text));
                }
            }
            let Some(last) = stopped else { break };
            let row = &mut report.rows[cases[last].block];
            match &ran.end {
                RunEnd::Stopped(why) => {
                    row.compared += 1;
                    let why = why.lines().next().unwrap_or_default();
                    row.differences.push(self.differs(&cases[last], format!("the machine stops: {why}")));
                }
                _ => row.unanswered += 1,
            }
            left.retain(|i| *i > last);
        }
        Ok(())
    }

    fn differs(&self, case: &Case, text: String) -> Difference {
        let call = case.fragment.printing();
        let call = call.trim();
        Difference { wrong: Wrong::Differs, who: "machine".to_owned(), text: format!("{text}\n{call}") }
    }
}

/// By case, what a program printed.
fn read_observations(text: &str, cases: &[Case]) -> BTreeMap<usize, Seen> {
    let mut all: BTreeMap<usize, Seen> = BTreeMap::new();
    let mut current = None;
    for line in text.lines() {
        if let Some(number) = line.strip_prefix("@case ").and_then(|n| n.parse::<usize>().ok())
            && let Some(case) = cases.get(number)
        {
            current = Some(number);
            let values = vec![None; case.fragment.sites.len()];
            all.insert(number, Seen { values, printed: String::new() });
            continue;
        }
        let Some(seen) = current.and_then(|n| all.get_mut(&n)) else { continue };
        let value = line.strip_prefix('@').and_then(|rest| rest.split_once(' '));
        match value.and_then(|(site, value)| Some((site.parse::<usize>().ok()?, value))) {
            Some((site, value)) if site < seen.values.len() => {
                seen.values[site] = Some(value.to_owned());
            }
            _ if line.is_empty() => {}
            _ => {
                seen.printed.push_str(line);
                seen.printed.push('\n');
            }
        }
    }
    all
}

fn difference(case: &Case, expected: &Seen, actual: &Seen) -> Option<String> {
    for (i, site) in case.fragment.sites.iter().enumerate() {
        let same = match (&expected.values[i], &actual.values[i]) {
            (Some(one), Some(two)) => site.agrees(one, two),
            (one, two) => one == two,
        };
        if !same {
            let [one, two] = [expected, actual].map(|s| s.values[i].as_deref().unwrap_or("nothing"));
            let what = site.arguments.join(", ");
            return Some(format!("{what}: {one} in reality, {two} for the machine"));
        }
    }
    (expected.printed != actual.printed)
        .then(|| format!("{:?} is printed in reality, {:?} by the machine", expected.printed, actual.printed))
}

/// Differences that are assumed, by function and kind, with the reason.
fn known() -> Result<BTreeMap<(String, String), String>, String> {
    let path = data_directory().join("known.tsv");
    let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let mut known = BTreeMap::new();
    for line in text.lines().filter(|l| !l.trim().is_empty() && !l.starts_with('#')) {
        let mut parts = line.splitn(3, '\t');
        match (parts.next(), parts.next(), parts.next()) {
            (Some(function), Some(kind), Some(why)) => {
                known.insert((function.to_owned(), kind.to_owned()), why.to_owned());
            }
            _ => return Err(format!("{}: function, kind and reason expected: {line}", path.display())),
        }
    }
    Ok(known)
}

impl Report {
    pub(crate) fn table(&self) -> String {
        let engines: BTreeSet<&String> = self.rows.iter().flat_map(|r| r.answers.keys()).collect();
        let mut out = format!("{:40} {:>6} {:>6} {:>6}", "functions", "calls", "differ", "silent");
        for engine in &engines {
            out.push_str(&format!("  {:>14}", format!("{engine} P/V/U")));
        }
        out.push('\n');
        let mut total = (0, 0, 0);
        let mut sums: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
        for row in &self.rows {
            if let Some(why) = &row.skipped {
                out.push_str(&format!("{:40} {why}\n", row.label));
                continue;
            }
            let differs = row.differences.iter().filter(|d| d.wrong == Wrong::Differs).count();
            out.push_str(&format!("{:40} {:6} {differs:6} {:6}", row.label, row.compared, row.unanswered));
            total = (total.0 + row.compared, total.1 + differs, total.2 + row.unanswered);
            for engine in &engines {
                let answers = row.answers.get(*engine).copied().unwrap_or_default();
                let sum = sums.entry(engine.as_str()).or_default();
                for (s, a) in sum.iter_mut().zip(answers) {
                    *s += a;
                }
                out.push_str(&format!("  {:>14}", answers.map(|a| a.to_string()).join("/")));
            }
            out.push('\n');
        }
        out.push_str(&format!("{:40} {:6} {:6} {:6}", "all", total.0, total.1, total.2));
        for sum in sums.values() {
            out.push_str(&format!("  {:>14}", sum.map(|a| a.to_string()).join("/")));
        }
        out.push('\n');
        out
    }

    /// Prints what is not known, and fails if there is something.
    pub(crate) fn unexpected(&self, known: &BTreeMap<(String, String), String>) -> Result<(), String> {
        let mut count = 0;
        let mut assumed = BTreeSet::new();
        for row in &self.rows {
            for difference in &row.differences {
                let kind = difference.wrong.name();
                let key = |f: &String| (f.clone(), kind.to_owned());
                if let Some(why) = row.functions.iter().find_map(|f| known.get(&key(f))) {
                    assumed.insert(format!("{} {kind}: {why}", row.label));
                    continue;
                }
                count += 1;
                println!("\nWRONG {} {kind} ({}): {}", row.label, difference.who, difference.text);
            }
        }
        for line in &assumed {
            println!("assumed: {line}");
        }
        if count == 0 { Ok(()) } else { Err(format!("{count} wrong answers")) }
    }
}

#[cfg(test)]
mod tests;
