//! The invariants of one attempt with the formula that they are about, for those who compare them with something else: the tests
//! evaluate them on runs of the concrete machine. A solver that checks a proof shares the mistakes of the formula, a run does not.

use crate::proof;
use engine::InvariantDomain as Level;
use engine::Task;
use semantics::Policy;
use smt::{Limits, TermId, Terms};
use ssa::{Formula, Options, Summaries, Unwind};
use templates::{Effort, LoopInvariant, System};

#[derive(Debug)]
pub struct Inspection {
    pub terms: Terms,
    pub formula: Formula,
    pub invariants: Vec<LoopInvariant>,
    /// The checks that may fail under the invariants, by their numbers.
    pub open: Vec<usize>,
    system: System,
}

/// The invariants of a level, without unwinding; `None` if none are found within the limits.
pub fn inspect(
    task: &Task,
    level: Level,
    summaries: Summaries,
    limits: &Limits,
    questions: u64,
) -> Option<Inspection> {
    const STEPS: u64 = 20_000;
    let options = Options {
        unwind: Unwind { peel: 0, step: 1 },
        policy: Policy::check(task.properties),
        malloc_may_fail: task.options.malloc_may_fail,
        strict_externals: task.options.strict_externals,
        reads_anywhere: true,
        links: Vec::new(),
        summaries,
        steps: STEPS,
    };
    let mut terms = Terms::new();
    let poll = || limits.exceeded().is_some();
    let mut formula = ssa::build(&task.facts, &mut terms, options.clone(), &poll).ok()?;
    if !formula.links.is_empty() {
        let links = crate::search::links(&formula);
        terms = Terms::new();
        formula = ssa::build(&task.facts, &mut terms, Options { links, ..options }, &poll).ok()?;
    }
    let limits = limits.clone();
    let effort = Effort { all: limits.clone(), steps: limits.clone(), limits, questions };
    let found = proof::find(&mut terms, &formula, level, &effort).ok()?;
    Some(Inspection { terms, formula, invariants: found.invariants, open: found.open, system: found.system })
}

impl Inspection {
    /// The formula, and the invariants as they are assumed of the loop-back variables: every run is a model of them.
    pub fn assumed(&mut self) -> Vec<TermId> {
        let mut all = self.formula.facts.clone();
        for (invariant, of) in self.invariants.iter().zip(&self.system.loops) {
            all.extend(invariant.assumed(&mut self.terms, of));
        }
        all
    }
}
