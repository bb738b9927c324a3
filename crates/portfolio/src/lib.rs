//! Which engines look at a program, when, with which share of the budget, and what their answers mean together.
//!
//! [`REGISTRY`] lists the engines, one line each; a [`Phase`] says when an engine is started and what it may take. With the
//! built-in plans, the concrete machine goes first and briefly: it decides programs without inputs. Then the shape analysis
//! runs; if it takes longer than a moment or finds something that may go wrong, the path searches run beside it on the other
//! cores (Dudka, Peringer, Vojnar: Predator Hunting Party; docs/theory.md). The first conclusive answer ends all the others. A
//! possible finding is never a verdict; a violation counts only if the concrete machine repeats it.
//!
//! Architecture invariant: this crate does no analysis of its own, compares no engine's name, prints nothing and touches no
//! file; what it needs to know of the process (memory in use, an interrupt) the caller tells it. Threads are started, and the
//! clock and the memory watched, in `supervise.rs` and nowhere else.

mod cache;
mod conclude;
mod evidence;
mod functions;
mod invented;
mod job;
mod options;
mod plan;
mod registry;
mod replay;
mod schedule;
mod supervise;

pub use ::engine::{
    AllocationCheck, AnalysisOptions, Budget, Candidate, Confirmation, Disagreement, Evidence, Ignored,
    InvariantDomain, Point, Task, loop_heads, plots, span_of,
};
pub use cache::AnswerStore;
pub use evidence::{describe_memory, film};
pub use functions::{FunctionsAnswer, FunctionsTask, check_functions, prepare_functions};
pub use options::{Activity, Answer, Options};
pub use plan::{AfterFirst, BESIDE, MemoryLimit, Phase, Share, Start};
pub use registry::{Engines, Entry, REGISTRY};
pub use replay::Replay;
pub use schedule::decide;
pub use supervise::cores;
