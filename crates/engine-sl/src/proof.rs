//! A proof with predicates: what they are is learnt in searches that begin anew whenever more is known, until one of them ends.

use crate::executor::Executor;
use crate::induction::{Failure, Induction};
use ::engine::{Budget, Context, Task};
use base::FxHashMap;
use sl::{Learned, Procedure};
use symexec::{Config, Searchable as _};
use verdict::{Certificate, Outcome, UnknownKind, UnknownReason, Verdict};

/// More often the search does not begin anew.
const MOST_RESTARTS: usize = 16;

/// Looks for a proof. Nothing else comes of it: what could go wrong is no finding.
pub(crate) fn prove(task: &Task, config: &Config, context: &Context<'_>, budget: Budget<'_>) -> Outcome {
    let asked = task.properties;
    let mut learned = Learned::default();
    for _ in 0..MOST_RESTARTS {
        let mut machine = Executor::new(&task.facts, asked, config, Procedure::ModelSat, budget);
        let mut induction = Induction {
            machine: &mut machine,
            learned: &mut learned,
            procedures: Vec::new(),
            work: Vec::new(),
            heads: FxHashMap::default(),
        };
        let mut invariants = Vec::new();
        let verdict = match induction.run().and_then(|()| induction.recheck()) {
            Ok(()) => {
                if context.evidence.invariants {
                    invariants = induction.invariants();
                }
                Verdict::Proved(Certificate::Invariants)
            }
            Err(Failure::Learned) => continue,
            Err(Failure::Unproved(kind, message, span)) => {
                Verdict::Unknown(UnknownReason { kind, span, message })
            }
            Err(Failure::Over(kind, message)) => return Outcome::unknown(asked, kind, message),
        };
        let mut outcome = Outcome { invariants, ..Outcome::new(asked, verdict, Vec::new()) };
        outcome.assumptions = machine.work.assumptions.iter().cloned().collect();
        outcome.stats = machine.stats();
        return outcome;
    }
    Outcome::unknown(asked, UnknownKind::StepBudget, "the predicates do not settle")
}
