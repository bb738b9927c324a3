//! Programs over heaps of typed objects, and the encodings that make of them programs over numbers with unknown relations
//! ([Encodings]).
//!
//! - [`Program`] has locations, ways between them, and `alloc`, `read` and `write` of objects with fields.
//! - [`determinise`] makes inputs of what is chosen while the program runs.
//! - [`encode()`] replaces the heap: by heap invariants, R, RW, RW-fun or RW-mem, each with its options ([`Encoding`]), or by a few
//!   objects as variables. The result is a program again, without a heap, which shows and assumes relations.
//! - [`tidy`] puts constants in and leaves unused variables out.
//! - [`with_arrays`] writes the theory of heaps as arrays, for solvers that have them.
//! - [`clauses()`] gives the Horn clauses of a program without a heap; [`print()`] shows any program as text.
//!
//! What each encoding rests on is [`Encoding::precondition`]. That the encodings are sound, and complete where the paper says so,
//! is a property test of this crate against a machine that executes programs as they are.
//!
//! Architecture invariant: this crate knows no C, no engine and no files.

mod arrays;
mod clauses;
mod determinise;
mod encode;
mod options;
mod print;
mod program;
mod tidy;

pub use arrays::with_arrays;
pub use clauses::{Clauses, Query, clauses};
pub use determinise::{determinise, determinise_to};
pub use encode::encode;
pub use options::{Cache, Encoding, Kind, Precondition};
pub use print::{print, term};
pub use program::{
    Address, Field, Function, FunctionId, Global, Heap, HeapId, Location, LocationId, Program, Relation,
    RelationId, Statement,
};
pub use tidy::tidy;
