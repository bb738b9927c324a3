//! The hunting party ([Predator] §1.5.3): which engines look at a program, in which order, and what their answers mean
//! together.
//!
//! The concrete machine goes first and briefly: it decides programs without inputs. Then the verifier runs; if it takes
//! longer than a moment or finds something that may go wrong, the hunters run beside it on the machine's cores. The first
//! conclusive answer ends all the others. A possible finding of the verifier is never a verdict; a violation counts only if
//! the concrete machine repeats it.
//!
//! Architecture invariant: this crate does no analysis of its own, prints nothing and touches no file; what it needs to know
//! of the process (memory in use, an interrupt) the caller tells it.

mod conclude;
mod doubt;
mod options;
mod replay;
mod schedule;
mod task;

pub use absint::Budget;
pub use engine_hunt::{Candidate, Disagreement};
pub use options::{Activity, Answer, Engine, Options};
pub use replay::confirm;
pub use schedule::decide;
