//! What an operation and a library function does, said once as data that every engine interprets: no engine has its own idea of it.
//!
//! Architecture invariant: this crate never knows how an engine represents memory, values or paths.

pub mod float;
pub mod initial;
pub mod format;
pub mod obligations;

pub use obligations::{Obligation, Otherwise, Policy};
