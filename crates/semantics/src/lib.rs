//! What an operation and a library function does, said once as data that every engine interprets: no engine has its own idea of it.
//!
//! Architecture invariant: this crate never knows how an engine represents memory, values or paths.

pub mod address;
pub mod execution;
pub mod float;
pub mod format;
pub mod initial;
pub mod jumps;
pub mod leak;
pub mod obligations;
pub mod output;
pub mod scan;
pub mod varargs;

pub use obligations::{Consequence, Obligation, Otherwise, Policy};
