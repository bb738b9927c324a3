//! The graphs of the shape engine against the concrete machine: at every head of a loop, the memory of a run is one that some graph of
//! the proof stands for. The second pass over a proof uses the same joins and the same statements as the search; a run does not.
//!
//! Some programs. `FAFNIR_GRAPHS=lists cargo test --test graphs` takes all whose paths contain that, and
//! `FAFNIR_GRAPHS=/some/directory` all of a directory.

mod member;
#[path = "../runs/mod.rs"]
mod runs;

use engine::Task;
use engine_smg::{Config, HeadGraph, inspect};
use fafnir_cli::guard;
use interp::{HeadVisit, HeldObject, Inputs};
use ir::{FunctionBody, Intrinsic, Program, Record, TypeKind};
use member::{Membership, Mismatch};
use runs::Dice;
use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::path::Path;

const RUNS: u64 = 12;
const STEPS: u64 = 4_000;
/// Heads of one run that are looked at.
const VISITS: u64 = 60;
/// What the machine calls an input that is a pointer.
const POINTER: &str = "void *";
/// Steps of a search, so that what is found does not depend on the machine.
const SEARCH: u64 = 30_000;

#[derive(Debug, Default)]
struct Counts {
    programs: u64,
    /// States that were compared.
    visits: u64,
    /// Objects of the heap in them.
    blocks: u64,
}

#[test]
fn runs_stay_within_the_graphs() {
    let root = testkit::files::repository(env!("CARGO_MANIFEST_DIR")).join("tests/c");
    let asked = std::env::var("FAFNIR_GRAPHS").ok();
    let elsewhere = asked.as_ref().map(Path::new).filter(|path| path.is_absolute());
    let mut wrong = Vec::new();
    let mut counts = Counts::default();
    for (number, path) in testkit::files::find(elsewhere.unwrap_or(&root), "c").into_iter().enumerate() {
        let name = path.strip_prefix(&root).unwrap_or(&path).display().to_string();
        let is_asked = match &asked {
            Some(part) => name.contains(part.as_str()),
            None => name.starts_with("smg/") && number % 4 == 0 || number % 24 == 0,
        };
        if !is_asked || ["run-pass/", "golden/", "errors/"].iter().any(|other| name.starts_with(other)) {
            continue;
        }
        let result = guard::run(|| compare(&path, &mut counts))
            .unwrap_or_else(|panic| vec![format!("panicked: {} ({})", panic.message, panic.location)]);
        wrong.extend(result.into_iter().take(1).map(|text| format!("{name}: {text}")));
    }
    println!("{counts:?}");
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
    assert!(asked.is_some() || counts.visits > 1_000 && counts.blocks > 1_000, "{counts:?}");
}

fn compare(path: &Path, counts: &mut Counts) -> Vec<String> {
    let Some((args, properties, program)) = runs::load(path) else { return Vec::new() };
    let task = Task::new(&program, properties, args.analysis.options());
    let config = Config { analysis: args.analysis.options(), ..Config::default() };
    let budget = engine::Budget { steps: SEARCH, ..engine::Budget::default() };
    let Some(graphs) = inspect(&task.facts, properties, &config, budget) else { return Vec::new() };
    if graphs.is_empty() {
        return Vec::new();
    }
    counts.programs += 1;
    let options = runs::machine(&args, properties);
    let summarises = program
        .functions
        .iter()
        .any(|function| matches!(function.body, FunctionBody::Intrinsic(Intrinsic::Summarise)));
    let mut wrong = Vec::new();
    for seed in 0..RUNS {
        let first = counts.visits;
        let mut dice = Dice(seed + 1);
        let inputs = Inputs::Callback(Box::new(move |request| {
            // What a model takes for a text of the machine's own is a pointer to somewhere for it, and an object for the engine.
            if summarises && request.ty == POINTER {
                return Some(0);
            }
            Some(if seed % 3 == 2 { dice.long_input(request) } else { dice.input(request) })
        }));
        let budget = interp::Budget { steps: STEPS, ..interp::Budget::default() };
        interp::visit_heads(&program, &options, inputs, &budget, &mut |visit| {
            // The engine may also have another word for a function of the library.
            let is_same = || {
                graphs.iter().any(|graph| graph.func == visit.func)
                    && !visit.calls().iter().any(|call| runs::model_differs(&task, call.2))
            };
            if counts.visits - first < VISITS && wrong.is_empty() && is_same() {
                wrong.extend(outside(&program, &graphs, visit, counts));
            }
        });
    }
    wrong
}

/// Why no graph stands for the state of a run.
fn outside(
    program: &Program,
    graphs: &[HeadGraph],
    visit: &HeadVisit<'_, '_>,
    counts: &mut Counts,
) -> Option<String> {
    // A list of variable arguments has another layout in each of the two.
    let is_argument_list = |what: &HeldObject| match *what {
        HeldObject::Local(depth, local) => {
            let body = visit.calls().get(depth).and_then(|call| program.functions[call.2].body());
            let ty = body.map(|body| &program.types[body.locals[local].ty].kind);
            let record = match ty {
                Some(TypeKind::Array { elem, .. }) => Some(&program.types[*elem].kind),
                other => other,
            };
            matches!(record, Some(TypeKind::Record(Record { name: Some(name), .. })) if program.names.resolve(*name) == "__va_list_tag")
        }
        _ => false,
    };
    let mut objects: HashMap<u32, HeldObject> = visit.objects().into_iter().collect();
    let unlike: HashSet<u32> =
        objects.iter().filter(|(_, what)| is_argument_list(what)).map(|(&id, _)| id).collect();
    objects.retain(|id, _| !unlike.contains(id));
    counts.visits += 1;
    let is_block =
        |(id, what): (&u32, &HeldObject)| matches!(what, HeldObject::Heap(..)) && visit.is_live(*id);
    counts.blocks += objects.iter().filter(|&object| is_block(object)).count() as u64;
    let mut closest: Option<(Mismatch, &HeadGraph)> = None;
    for graph in graphs.iter().filter(|graph| graph.func == visit.func && graph.head == visit.head) {
        let choices = Cell::new(0);
        let membership =
            Membership { graph: &graph.graph, visit, objects: &objects, unlike: &unlike, choices };
        match membership.check() {
            Ok(()) => return None,
            Err(mismatch) if closest.as_ref().is_none_or(|(known, _)| known.matched <= mismatch.matched) => {
                closest = Some((mismatch, graph));
            }
            Err(_) => {}
        }
    }
    let why = match closest {
        Some((mismatch, graph)) => format!("{}\nin {}", mismatch.why, graph.graph),
        None => "there is no graph".to_owned(),
    };
    Some(format!("a run is outside at {visit:?}: {why}"))
}
