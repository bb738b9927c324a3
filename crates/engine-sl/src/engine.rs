//! The engine.

use crate::executor::Executor;
use ::engine::{About, AllocationCheck, CheckFunctions, Context, Engine, Roles, Support, Task};
use std::sync::Arc;
use symexec::Config;
use verdict::{Outcome, Property, UnknownKind};

/// Symbolic execution over symbolic heaps of separation logic.
#[derive(Clone, Copy, Debug)]
pub struct SeparationLogic;

/// Deeper recursion ends the path.
pub(crate) const DEEPEST: usize = 2_000;
/// So many values of an offset or a count are told apart.
const ENUMERATE: usize = 40;

impl Engine for SeparationLogic {
    fn about(&self) -> &'static About {
        const ABOUT: About = About::new(
            "sl",
            "symbolic heaps of separation logic on solvers: follows all paths, with pointers and sizes as terms",
            Roles::PROVES.and(Roles::FINDS),
        );
        &ABOUT
    }

    fn supports(&self, task: &Task) -> Support {
        if task.properties.contains(Property::NoUninit) {
            return Support::No(vec!["it takes uninitialised values as inputs".to_owned()]);
        }
        task.needs_whole_program()
    }

    fn run(&self, task: &Task, context: &Context<'_>) -> Outcome {
        if task.properties.contains(Property::NoUninit) {
            let message = "the separation-logic engine takes uninitialised values as inputs";
            return Outcome::unknown(task.properties, UnknownKind::Unsupported, message);
        }
        let procedure = match task.options.allocation_check {
            AllocationCheck::Sl => sl::Procedure::Sl,
            AllocationCheck::Smt => sl::Procedure::Smt,
            AllocationCheck::SmtModelSat => sl::Procedure::ModelSat,
        };
        let config = Config {
            order: absint::Order::BreadthFirst,
            path_steps: None,
            deepest: DEEPEST,
            analysis: task.options.clone(),
            enumerate: ENUMERATE,
            progress: context.progress.map(Arc::clone),
            throttle: context.throttle.map(Arc::clone),
        };
        let executor = Executor::new(&task.facts, task.properties, &config, procedure, context.budget);
        symexec::search(executor, task.properties, context.confirm)
    }

    fn functions(&self) -> Option<&dyn CheckFunctions> {
        Some(self)
    }
}
