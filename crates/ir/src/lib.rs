//! The program representation that every engine works on: shaped like rustc's MIR, for C.
//!
//! [`syntax`] declares it. Around it: the text form ([`print()`] and [`read()`]), the verifier ([`verify()`]), control-flow
//! utilities ([`Cfg`], [`Dominators`], [`LoopForest`], [`Liveness`]).
//!
//! Architecture invariant: this crate knows nothing of C syntax, of engines, or of what library functions do. It
//! never prints to a terminal nor opens a file.

pub mod builder;
mod cfg;
mod dominators;
mod lex;
mod liveness;
mod loops;
pub mod members;
mod pretty;
pub mod print;
pub mod read;
mod read_body;
mod scalar;
mod signature;
pub mod syntax;
mod text;
mod verify;
mod verify_body;
mod visit;
mod words;

pub use cfg::Cfg;
pub use dominators::Dominators;
pub use liveness::{LiveCursor, LiveSet, Liveness};
pub use loops::{Loop, LoopForest, LoopId};
pub use pretty::{Describer, type_name};
pub use print::{PrintOptions, print, print_function, print_with};
pub use read::{ReadError, read};
pub use scalar::standard_stream;
pub use signature::{Mismatch, Passed};
pub use syntax::*;
pub use verify::{VerifyError, verify};
pub use visit::PlaceUse;
