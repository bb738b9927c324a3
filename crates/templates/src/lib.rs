//! Invariants by templates ([2LS-heap] §II-B and §IV, [2LS-shape] §2.2 and §3).
//!
//! A program is one acyclic formula in which every loop is cut at its end: what comes back to a loop's head is a vector of
//! free *loop-back* terms, what is computed at the loop's end a vector of *next* terms. A [`Row`] pairs one expression over the
//! former with the same expression over the latter and says in which [`Domain`] its values are summarised. [`synthesise`]
//! finds values for all rows such that, assuming them of the loop-back terms, they hold of the next terms: an inductive
//! invariant. A [`Loop`] may be assumed at several places and have to be shown at several ends. [`is_inductive`] confirms one with a solver that has seen nothing of the search.
//!
//! Values are kept apart by [`Split`]s: terms whose values divide the states at a loop's end into parts, each with values of its
//! own ([2LS-heap] §IV-C: symbolic loop paths, a power template over any domain). Parts are made on demand, from models.
//!
//! Where rows that hold together do not suffice, [`exclude`] looks for clauses of them, beginning with what is to be excluded.
//!
//! Architecture invariant: this crate knows terms and solvers. It knows nothing of programs, memory or C; what a row means
//! is its maker's business.

mod affine;
mod check;
mod directed;
mod synthesis;
mod system;
mod value;

pub use affine::{Affine, Equation};
pub use check::is_inductive;
pub use directed::{Clause, Literal, Target, exclude, is_literal};
pub use synthesis::{Effort, Stats, Stopped, synthesise};
pub use system::{Begin, End, Group, Loop, LoopInvariant, Part, Row, Split, System};
pub use value::{Domain, RowValue, at_most};
