//! The engine.

use crate::executor::Executor;
use ::engine::{About, AllocationCheck, Budget, CheckFunctions, Context, Engine, Roles, Support, Task};
use std::sync::Arc;
use std::time::{Duration, Instant};
use symexec::Config;
use verdict::{Outcome, Property, UnknownKind, Verdict};

/// Symbolic execution over symbolic heaps of separation logic.
#[derive(Clone, Copy, Debug)]
pub struct SeparationLogic;

/// Deeper recursion ends the path.
pub(crate) const DEEPEST: usize = 2_000;
/// So many values of an offset or a count are told apart.
const ENUMERATE: usize = 40;

/// So long paths are followed before predicates are tried.
const BRIEF_PATHS: Duration = Duration::from_millis(250);
/// Likewise where questions are processes of their own.
const BRIEF_WITH_PROCESSES: Duration = Duration::from_secs(4);
/// The part of the time that is left which a proof with predicates may take.
const PROOF_SHARE: f64 = 0.6;

/// So long it may take where other engines wait for their turn.
const BESIDE_OTHERS: Duration = Duration::from_secs(2);
/// The paths after it leave a little for saying why there is no answer.
const REST_SHARE: f64 = 0.95;

impl SeparationLogic {
    /// The stage that only looks for a proof with predicates.
    pub const PREDICATES: usize = 1;
}

/// A budget that ends early.
fn limited(budget: Budget<'_>, most: Duration, share: f64) -> Budget<'_> {
    let now = Instant::now();
    let left = budget.deadline.map(|deadline| deadline.saturating_duration_since(now).mul_f64(share));
    let own = left.map_or(most, |left| left.min(most));
    Budget { deadline: now.checked_add(own).or(budget.deadline), ..budget }
}

impl Engine for SeparationLogic {
    fn about(&self) -> &'static About {
        const ABOUT: About = About {
            stages: &["whole", "proofs with predicates"],
            ..About::new(
                "sl",
                "symbolic heaps of separation logic on solvers: follows all paths, and proves loops with predicates",
                Roles::PROVES.and(Roles::FINDS),
            )
        };
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
        let paths = |budget: Budget<'_>| {
            let executor = Executor::new(&task.facts, task.properties, &config, procedure, budget);
            symexec::search(executor, task.properties, context.confirm)
        };
        let is_open = |outcome: &Outcome| matches!(outcome.verdict(), Verdict::Unknown(_));
        let proof = |budget: Budget<'_>| crate::proof::prove(task, &config, context, budget);
        if context.stage == SeparationLogic::PREDICATES {
            return proof(limited(context.budget, BESIDE_OTHERS, 1.0));
        }
        // A program with few paths needs no predicates, and one with many may have no proof.
        let brief = if procedure == sl::Procedure::Sl { BRIEF_WITH_PROCESSES } else { BRIEF_PATHS };
        let first = paths(limited(context.budget, brief, 1.0));
        if !is_open(&first) || context.budget.is_cancelled() {
            return first;
        }
        let proved = proof(limited(context.budget, Duration::MAX, PROOF_SHARE));
        match first.verdict() {
            _ if !is_open(&proved) => proved,
            Verdict::Unknown(reason) if reason.kind == UnknownKind::TimeBudget => {
                let rest = paths(limited(context.budget, Duration::MAX, REST_SHARE));
                // Why there is no proof says more than that there are many paths.
                match (rest.verdict(), proved.verdict()) {
                    (Verdict::Unknown(why), Verdict::Unknown(open))
                        if why.kind == UnknownKind::TimeBudget && open.kind != UnknownKind::TimeBudget =>
                    {
                        Outcome { verdicts: proved.verdicts, ..rest }
                    }
                    _ => rest,
                }
            }
            _ => first,
        }
    }

    fn functions(&self) -> Option<&dyn CheckFunctions> {
        Some(self)
    }
}
