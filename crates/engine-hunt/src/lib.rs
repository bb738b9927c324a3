//! The hunters: path-exact symbolic execution of the IR.
//!
//! Every nondeterministic input is a bit-vector variable, every value a term over them; memory is byte-precise, with the
//! provenance of pointers, as in the concrete machine. A branch is taken only if the solver finds inputs for it, so that
//! whatever a hunter finds comes with the inputs of a run that shows it; the caller confirms that run before anybody calls
//! it a violation. States are joined only if they are isomorphic. If breadth-first search leaves nothing out, the program
//! is proved.
//!
//! Architecture invariant: this crate knows no C syntax, no other engine and prints nothing. It mirrors the semantics of the
//! concrete machine; where it cannot, the path ends and the search no longer claims to be complete.

mod access;
mod canon;
mod engine;
mod eval;
mod hunter;
mod memory;
mod start;

pub use engine::PathSearch;
pub use hunter::{breadth_first, hunt, long_paths, short_paths};
