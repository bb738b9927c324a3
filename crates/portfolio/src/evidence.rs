//! Evidence that is made after the answer: what the memory looks like at some points, and a run as a film.

use crate::options::Options;
use crate::registry::Engines;
use crate::schedule::decide;
use ::engine::{Budget, Evidence, Point, Task};
use verdict::picture::{Film, Shapes};
use verdict::{Assumption, Finding, Verdict};

/// What the memory may look like at the points, by the first of the engines that can tell. `Err` says why nobody can.
pub fn describe_memory(
    task: &Task,
    points: &[Point],
    options: &Options,
    limits: &Budget<'_>,
) -> Result<Vec<Shapes>, String> {
    let able = options.engines.entries().iter().find(|entry| entry.engine.about().describes_memory);
    let Some(entry) = able else {
        let names = |engines: &Engines| -> Vec<&str> {
            let all = engines.entries().iter().filter(|entry| entry.engine.about().describes_memory);
            all.map(|entry| entry.engine.name()).collect()
        };
        return Err(format!(
            "none of these engines can describe the memory; {} can",
            names(&Engines::all()).join(", ")
        ));
    };
    let evidence = Evidence { shapes_at: points.to_vec(), ..Evidence::default() };
    let options = Options { engines: Engines::of(vec![*entry]), evidence, ..options.clone() };
    let outcome = decide(task, &options, limits).outcome;
    match (outcome.shapes.len() == points.len(), outcome.verdict()) {
        (true, _) => Ok(outcome.shapes),
        (false, Verdict::Unknown(reason)) => Err(reason.message.clone()),
        (false, _) => Err(format!("the engine {} has not described the memory", entry.engine.name())),
    }
}

/// The run that shows a confirmed finding, line by line.
pub fn film(
    task: &Task,
    finding: &Finding,
    assumptions: &[Assumption],
    limits: &Budget<'_>,
    line_of: interp::LineOf<'_>,
) -> Film {
    let inputs: Vec<i128> = finding.trace.inputs.iter().map(|input| input.value).collect();
    let options = interp::Options {
        reuse_addresses: assumptions.contains(&Assumption::AddressesReused),
        ..interp::Options::of_task(task)
    };
    interp::film(task.program(), &options, &inputs, finding.trace.is_only_run, limits, line_of)
}
