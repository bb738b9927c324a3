//! Operations of the IR as terms, for every engine that asks a solver.
//!
//! Operations on integers are total here, as in `smt`: what C leaves undefined is a condition of its own, see
//! [`scalar::fails`], and what follows from it is the business of `semantics::Policy`.
//!
//! Architecture invariant: this crate knows no engine: no paths, no states, no loops.

pub mod scalar;
