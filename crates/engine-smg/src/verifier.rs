//! The shape analysis as an engine.

use crate::config::Config;
use crate::engine::verify;
use crate::picture::observe;
use ::engine::{Context, Engine, Roles, Support, Task};
use std::sync::Arc;
use verdict::Outcome;

/// The shape analysis.
#[derive(Clone, Copy, Debug)]
pub struct ShapeAnalysis;

impl Engine for ShapeAnalysis {
    fn name(&self) -> &'static str {
        "smg"
    }

    fn summary(&self) -> &'static str {
        "the shape analysis over symbolic memory graphs: proves, or lists what may go wrong"
    }

    fn roles(&self) -> Roles {
        Roles::PROVES
    }

    fn describes_memory(&self) -> bool {
        true
    }

    fn supports(&self, task: &Task) -> Support {
        task.needs_whole_program()
    }

    fn run(&self, task: &Task, context: &Context<'_>) -> Outcome {
        let config = Config {
            analysis: task.options.clone(),
            progress: context.progress.map(Arc::clone),
            ..Config::default()
        };
        match context.evidence.shapes_at.as_slice() {
            [] => verify(&task.facts, task.properties, &config, context.budget, context.evidence),
            points => observe(&task.facts, task.properties, &config, context.budget, points),
        }
    }
}
