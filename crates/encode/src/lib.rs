//! Operations of the IR as terms, for every engine that asks a solver.
//!
//! Numbers are bit-vectors ([`scalar`], [`float`]). A pointer is an object and an offset. Where ways meet, the object's number is a term, too
//! ([`pointer`]), and memory is cells by the accesses that were made ([`cells`]). On one path the object is known, and memory is bytes
//! of terms ([`path`]). Object numbers are not addresses: what depends on where an object lies is for the engine to decide.
//!
//! Operations on integers are total here, as in `smt`: what C leaves undefined is a condition of its own, see
//! [`scalar::binary_fails`], and what follows from it is the business of `semantics::Policy`.
//!
//! Architecture invariant: this crate knows no engine: no paths, no states, no loops.

pub mod cells;
pub mod float;
pub mod path;
pub mod pointer;
pub mod scalar;
