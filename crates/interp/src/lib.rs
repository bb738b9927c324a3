//! The concrete, byte-precise machine: executes a program on objects with provenance, bounds, lifetimes and initialisation
//! per bit, and stops at the first undefined behaviour of interest.
//!
//! [`run`] executes once with given inputs; [`check`] decides programs that have no nondeterminism.
//!
//! How it is built: a function is translated, when it is first called, into a compact array of operations on registers
//! (`decode`), which a loop executes (`exec`). The loop does the plain cases; `arith` and `memory` do everything. What goes
//! wrong is a `Fault` without a place; `run` gives it its place and decides what it means in the mode asked for.
//!
//! Architecture invariant: no abstraction lives here, and no input or output: inputs come from the caller, output goes to the
//! caller. A run is a function of the program, the options and the inputs; addresses are the same in every run.

mod arith;
mod call;
mod code;
mod decode;
mod engine;
mod exec;
mod fault;
mod film;
mod frame;
mod heads;
mod intrinsics;
mod leak;
mod losing;
mod machine;
mod memory;
mod options;
mod place;
mod run;
mod sample;
mod trace;
mod value;

use semantics::float;

pub use ::engine::Budget;
pub use engine::{ConcreteMachine, check};
pub use film::{LineOf, film};
pub use heads::{CallStep, HeadVisit, HeldObject, HeldValue, visit_heads};
pub use options::{Discard, Exit, InputRequest, Inputs, Mode, Options, Output, RunResult, Stream};
pub use run::run;
pub use sample::{ObjectOrigin, PointerHolder, SampledPointer, sample_pointers};
