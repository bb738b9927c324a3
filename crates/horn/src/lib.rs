//! Constrained Horn clauses over Booleans and bit-vectors, linear and non-linear: `P(x) ← Q(y) ∧ R(z) ∧ constraint`, or `false ← …`
//! for what must not be.
//!
//! - [`System`] holds predicates and clauses over the terms of one `smt::Terms`.
//! - [`solve`] looks for a [`Solution`], a definition of each predicate under which all clauses hold, and for a [`Derivation`] of
//!   `false`, in turns: facts are derived from the bottom up ([`sample`]), which refutes or filters candidates; candidates
//!   are eliminated until the rest is inductive ([`houdini`]); what is still open is shown by property-directed reachability over
//!   the mined atoms ([`reach`]).
//! - [`inline`] puts predicates in that are derived or used once, [`simplify`] makes a smaller system, [`split`] one with a predicate
//!   for each value of a site or a flag; all give the solution of the original one.
//! - [`narrow`] lets the search look at fewer bits of wide numbers.
//! - [`check`] is the judge of both kinds of answers. It shares no code with the search and sees the original clauses.
//! - [`HornSolver`] is what they have in common with other solvers, which are processes ([`Process`]) and whose solutions are checked like ours.
//! - [`text`] writes and reads SMT-LIB.
//!
//! Architecture invariant: this crate knows no heaps, no programs and no C.

mod atoms;
pub mod check;
mod houdini;
mod inline;
mod narrow;
mod prepare;
mod process;
mod reach;
mod sample;
mod simplify;
mod solve;
mod solver;
mod split;
mod system;
pub mod text;

pub use process::Process;
pub use solve::{Answer, Effort, solve};
pub use solver::{HornSolver, OwnSolver, Race, named};
pub use system::{Atom, Clause, Definition, Derivation, DerivationNode, PredId, Predicate, Solution, System};
