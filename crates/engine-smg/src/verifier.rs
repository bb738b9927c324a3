//! The shape analysis as an engine.

use crate::config::Config;
use crate::engine::verify;
use crate::picture::observe;
use ::engine::{About, Context, Engine, Roles, Support, Task};
use std::sync::Arc;
use verdict::Outcome;

/// The shape analysis.
#[derive(Clone, Copy, Debug)]
pub struct ShapeAnalysis;

impl Engine for ShapeAnalysis {
    fn about(&self) -> &'static About {
        const ABOUT: About = About {
            describes_memory: true,
            tuning: Config::TUNING,
            ..About::new(
                "smg",
                "the shape analysis over symbolic memory graphs: proves, or lists what may go wrong",
                Roles::PROVES,
            )
        };
        &ABOUT
    }

    fn supports(&self, task: &Task) -> Support {
        task.needs_whole_program()
    }

    fn run(&self, task: &Task, context: &Context<'_>) -> Outcome {
        let config = Config {
            analysis: task.options.clone(),
            progress: context.progress.map(Arc::clone),
            ..Config::default().tuned(&task.options.tuning)
        };
        match context.evidence.shapes_at.as_slice() {
            [] => task.without_assertions(self.name()).unwrap_or_else(|| {
                verify(&task.facts, task.properties, &config, context.budget, context.evidence)
            }),
            points => observe(&task.facts, task.properties, &config, context.budget, points),
        }
    }
}
