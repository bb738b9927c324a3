//! The template engine: kIkI ([2LS-shape] §2). The program becomes a formula with cut loops (`ssa`), invariants of its loops
//! are synthesised from rows (`templates`), and what they leave open is tried with more rows, with k-induction, and by
//! bounded model checking, in turns and with growing budgets.
//!
//! Every proof is checked again, by a pass with a solver of its own ([`proof`]); every violation is a candidate that the
//! concrete machine replays.
//!
//! Architecture invariant: this crate knows no other engine and no C syntax.

mod atoms;
mod blocks;
mod bounded;
mod clauses;
mod effects;
mod elements;
mod inspect;
mod mine;
mod print;
mod proof;
mod rows;
mod search;
mod template;

pub use inspect::{Inspection, inspect};

use engine::{About, Context, Engine, Roles, Support, Task};
use verdict::Outcome;

/// Invariants from templates, k-induction and bounded model checking.
#[derive(Clone, Copy, Debug)]
pub struct TemplateAnalysis;

impl Engine for TemplateAnalysis {
    fn about(&self) -> &'static About {
        const ABOUT: About = About::new(
            "template",
            "invariants over numbers, pointers and cells from templates, k-induction and bounded model checking",
            Roles::PROVES.and(Roles::FINDS),
        );
        &ABOUT
    }

    fn supports(&self, task: &Task) -> Support {
        task.needs_initialised_values()
    }

    fn run(&self, task: &Task, context: &Context<'_>) -> Outcome {
        search::Search::new(task, context).run()
    }
}
