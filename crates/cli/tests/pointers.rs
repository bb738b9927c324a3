//! The points-to analysis against the concrete machine: every pointer that a run of an annotated program holds, in registers
//! and in memory, is in the set that the analysis says. A sample: the pointers of every so many operations, of some programs.
//! `FAFNIR_POINTERS=smg cargo test --test pointers` takes all programs whose paths contain that.

use clap::Parser as _;
use facts::{Facts, ObjectId, ObjectKind, PointsTo, Targets};
use fafnir_cli::args::{Cli, Command, normalize};
use fafnir_cli::{driver, guard};
use interp::{Inputs, ObjectOrigin, Options, PointerHolder, SampledPointer};
use ir::{Program, TerminatorKind};
use std::collections::HashSet;
use std::ffi::OsString;
use std::path::Path;

/// Looks at the pointers of every so many operations; a prime number, so that loops are met everywhere.
const EVERY: u64 = 7;
const STEPS: u64 = 5_000;
/// Runs of a program.
const RUNS: u64 = 4;

#[test]
fn pointers_of_runs_are_in_their_sets() {
    let root = testkit::files::repository(env!("CARGO_MANIFEST_DIR")).join("tests/c");
    let asked = std::env::var("FAFNIR_POINTERS").ok();
    let mut wrong = Vec::new();
    let mut counts = Counts::default();
    for (number, path) in testkit::files::find(&root, "c").into_iter().enumerate() {
        let name = path.strip_prefix(&root).unwrap_or(&path).display().to_string();
        if name.starts_with("errors/") || asked.as_ref().is_some_and(|part| !name.contains(part.as_str())) {
            continue;
        }
        let all = ["lp64", "ilp32"];
        // Loading a program takes most of the time: otherwise some programs, in one data model each.
        let models = match asked {
            Some(_) => &all[..],
            None if number % 4 == 0 => &all[number / 4 % 2..][..1],
            None => &[],
        };
        for model in models {
            let result = guard::run(|| compare(&path, model, &mut counts))
                .unwrap_or_else(|panic| vec![format!("panicked: {} ({})", panic.message, panic.location)]);
            wrong.extend(result.into_iter().take(2).map(|text| format!("{name} {model}: {text}")));
        }
    }
    println!("{counts:?}");
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
    assert!(asked.is_some() || counts.checked > 1_000, "{counts:?}");
}

#[derive(Debug, Default)]
struct Counts {
    programs: usize,
    checked: usize,
    /// Pointers of holders or to targets that have no name in the program.
    unnamed: usize,
}

fn compare(path: &Path, model: &str, counts: &mut Counts) -> Vec<String> {
    let line = ["fafnir", "check", "--data-model", model].map(OsString::from);
    let line = line.into_iter().chain([path.into()]);
    let Ok(Cli { command: Command::Check(args) }) = Cli::try_parse_from(normalize(line)) else {
        return vec!["the command line is not understood".to_owned()];
    };
    let Ok(loaded) = driver::load(&[path.to_owned()], &args.front) else { return Vec::new() };
    let program = &loaded.program;
    let facts = Facts::of(program);
    let mut seen: HashSet<SampledPointer> = HashSet::new();
    for seed in 0..RUNS {
        let options = Options { trace: false, ..Options::run() };
        let budget = interp::Budget { steps: STEPS, ..interp::Budget::default() };
        interp::sample_pointers(program, &options, Inputs::Seed(seed), &budget, EVERY, &mut |pointer| {
            seen.insert(pointer);
        });
    }
    counts.programs += 1;
    let mut wrong = Vec::new();
    for pointer in seen {
        match is_known(program, &facts, &pointer) {
            None => counts.unnamed += 1,
            Some(true) => counts.checked += 1,
            Some(false) => wrong.push(format!("{pointer:?} is not known")),
        }
    }
    wrong.sort();
    wrong
}

/// Whether the analysis knows the pointer; `None` if it cannot be said which of its objects are meant.
fn is_known(program: &Program, facts: &Facts<'_>, pointer: &SampledPointer) -> Option<bool> {
    let pointers = facts.points_to();
    let targets = objects(program, pointers, pointer.target)?;
    let contains = |set: &Targets| {
        set.list.iter().any(|target| targets.contains(&target.object) && target.contains(pointer.offset))
            || set.outside && targets.iter().any(|&object| pointers.has_escaped(object))
    };
    match pointer.holder {
        PointerHolder::Register(func, local) => {
            let function = facts.function(func)?;
            let ssa = function.ssa();
            let mut values = ssa.values().filter(|&value| ssa.local(value) == local).peekable();
            // Registers that are never read have no values on entry.
            if function.body().params().any(|param| param == local) && ssa.on_entry(local).is_none() {
                return None;
            }
            values.peek()?;
            Some(values.any(|value| contains(&pointers.of_value(func, value))))
        }
        PointerHolder::Memory(holder, offset) => {
            let word = program.model.pointer_size();
            let holders = objects(program, pointers, holder)?;
            Some(holders.iter().any(|&object| contains(&pointers.content(object, offset as i64, word))))
        }
    }
}

/// The objects of the analysis that may be the machine's; `None` if that is not known.
fn objects(program: &Program, pointers: &PointsTo, origin: ObjectOrigin) -> Option<Vec<ObjectId>> {
    let kind = match origin {
        ObjectOrigin::Global(id) => ObjectKind::Global(id),
        ObjectOrigin::Local(func, local) => ObjectKind::Local(func, local),
        ObjectOrigin::Function(func) => ObjectKind::Function(func),
        ObjectOrigin::Label(func, block) => ObjectKind::Label(func, block),
        ObjectOrigin::Heap(span) => {
            // Several calls of a model may have one span.
            let mut sites = Vec::new();
            for (func, _, body) in program.bodies() {
                for (block, data) in body.blocks.iter_enumerated() {
                    if data.terminator.span == span && matches!(data.terminator.kind, TerminatorKind::Call(_))
                    {
                        sites.extend(pointers.object(ObjectKind::Heap(func, block)));
                    }
                }
            }
            return (!sites.is_empty()).then_some(sites);
        }
        ObjectOrigin::Other => return None,
    };
    Some(pointers.object(kind).into_iter().collect())
}
