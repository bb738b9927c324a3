//! Path-exact symbolic execution of the IR: what engines that follow paths one by one have in common.
//!
//! Every nondeterministic input is a bit-vector variable, every value a term over them. A branch is taken only if the solver finds
//! inputs for it, so that whatever is found comes with the inputs of a run that shows it, which the caller confirms. A statement
//! that can go several ways is executed once in each of them: it stops with [`Stop::Fork`] before it has changed anything.
//!
//! What memory is, and what a pointer is, is the engine's: it implements [`Machine`] and the traits beside it. The steps from one
//! statement to the next ([`Steps`]), calls and returns ([`Calls`]), the primitives of the library ([`Execute`]) and the search
//! ([`search`]) are here, once.
//!
//! Architecture invariant: this crate knows no C syntax and no engine, and prints nothing.

mod bytes;
mod call;
mod exec;
mod frontier;
mod machine;
mod number_text;
mod primitives;
mod search;
mod state;
mod stop;
mod work;

pub use bytes::Bytes;
pub use call::{Activation, ArgumentOf, Calls, ReturnedOf};
pub use exec::{Progress, Steps};
pub use machine::{Allocate, Dereference, Evaluate, Kind, Machine, StateOf};
pub use primitives::Execute;
pub use search::{Jump, Searchable, search};
pub use state::{Frame, Input, State};
pub use stop::{Res, Stop, fault, undetermined, unknown, unsupported};
pub use work::{Config, Work};
