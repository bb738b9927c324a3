//! Symbolic execution of the IR over symbolic heaps of separation logic ([SL-CPA] chapters 3 to 5).
//!
//! A state is Π ∧ Σs * Σh with a call stack. Pointers are terms like all other values; the size of a block may be a term, too. Every
//! operation of the program is one of the rules of [SL-CPA] §4.2.5 (`rules.rs`, one function each); a rule takes what it needs out
//! of Σ, asks [`sl::Prover`] whether it is allocated, and ends in one of the four bottoms where it is not. The search is the CPA
//! algorithm of `absint` with *merge* = separate: paths stay apart, so that whatever is found comes with the inputs of a run, which
//! the caller confirms, and a search that leaves nothing out is a proof.
//!
//! Architecture invariant: this crate knows no C syntax, no other engine, and prints nothing. Where it cannot do what the concrete
//! machine does, the path ends and the search no longer claims to be complete.

mod abduce;
mod access;
mod engine;
mod eval;
mod executor;
mod fault;
mod functions;
mod general;
mod harness;
mod induction;
mod manifest;
mod outside;
mod precondition;
mod print;
mod proof;
mod recheck;
mod rules;
mod snapshot;
mod specification;
mod start;
mod state;

pub use engine::SeparationLogic;
