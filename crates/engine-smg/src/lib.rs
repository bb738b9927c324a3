//! The shape analysis of [Predator]: symbolic execution of the IR over symbolic memory graphs, to a fixpoint.
//!
//! [`verify`] explores all runs of a program at once. Statements work on concrete regions only (a list node is
//! materialised before it is touched), lists are abstracted and states joined at loop heads, functions are summarised
//! by what they make of an entry graph. The answer is a proof with one invariant per loop head, or Unknown with
//! what may go wrong: findings of this engine are *possible* until a concrete run confirms them.
//!
//! Architecture invariant: this crate knows no C syntax and prints nothing; messages are made in `report`.

mod access;
mod arguments;
mod calls;
mod certificate;
mod config;
mod control;
mod engine;
mod eval;
mod exact;
mod exec;
mod exits;
mod findings;
mod formula;
mod function;
mod intrinsics;
mod narrow;
mod picture;
mod precision;
mod print;
mod state;
mod strings;
mod varargs;
mod verifier;

pub use certificate::{HeadGraph, KeyName};
pub use config::Config;
pub use engine::{inspect, verify};
pub use verifier::ShapeAnalysis;
