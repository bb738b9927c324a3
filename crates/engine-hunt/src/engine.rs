//! The hunters as an engine: three orders of the search are its stages.

use crate::hunter::{breadth_first, hunt, long_paths, short_paths};
use ::engine::{About, Context, Engine, Roles, Support, Task};
use std::sync::Arc;
use symexec::Config;
use verdict::Outcome;

/// Path-exact symbolic execution.
#[derive(Clone, Copy, Debug)]
pub struct PathSearch;

impl PathSearch {
    pub const BREADTH_FIRST: usize = 0;
    pub const SHORT_PATHS: usize = 1;
    pub const LONG_PATHS: usize = 2;
}

impl Engine for PathSearch {
    fn about(&self) -> &'static About {
        const ABOUT: About = About {
            stages: &["breadth-first", "short-paths", "long-paths"],
            ..About::new(
                "hunt",
                "path-exact symbolic execution: finds inputs that make the program go wrong, and proves what it exhausts",
                Roles::PROVES.and(Roles::FINDS),
            )
        };
        &ABOUT
    }

    fn supports(&self, task: &Task) -> Support {
        task.needs_whole_program()
    }

    fn run(&self, task: &Task, context: &Context<'_>) -> Outcome {
        let config = match context.stage {
            PathSearch::SHORT_PATHS => short_paths(),
            PathSearch::LONG_PATHS => long_paths(),
            _ => breadth_first(),
        };
        let config = Config {
            analysis: task.options.clone(),
            progress: context.progress.map(Arc::clone),
            throttle: context.throttle.map(Arc::clone),
            ..config
        };
        hunt(&task.facts, task.properties, &config, context.budget, context.confirm)
    }
}
