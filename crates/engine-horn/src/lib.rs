//! The Horn engine: a heap program becomes clauses over numbers, in which the contents of the heap are unknown relations over the
//! program's own accesses ([Encodings]); what solves the clauses is an invariant of the program.
//!
//! - [`classes`] makes objects with typed cells of the byte-precise IR.
//! - [`translate`], [`exec`], [`calls`] follow the program and make clauses, or bounded runs ([`runs`]).
//! - [`memory`] is the encoding of the heap; [`objects`] has their beginning and end, [`blocks`] structures that are moved as a whole.
//! - [`functions`] are those that call themselves, in the program that [`normal`] makes.
//! - [`normal`] makes a program over heaps of typed objects instead, which [`encoded`] takes through the encodings of the paper.
//! - [`search`] tries bounded runs, whose violations the concrete machine replays, and the clauses, whose solution `horn` checks.
//!
//! Architecture invariant: this crate knows no other engine and no C syntax.

mod blocks;
mod calls;
mod classes;
pub mod encoded;
mod exec;
mod functions;
mod memory;
mod normal;
mod objects;
mod runs;
mod search;
mod state;
mod translate;

use engine::{About, Context, Engine, Roles, Support, Task};
use verdict::Outcome;

/// Invariants over the program's own heap accesses, from Horn clauses.
#[derive(Clone, Copy, Debug)]
pub struct HornAnalysis;

impl Engine for HornAnalysis {
    fn about(&self) -> &'static About {
        const ABOUT: About = About::new(
            "horn",
            "relations over the program's own heap accesses, as the solution of Horn clauses",
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
