//! The program representation that every engine works on: shaped like rustc's MIR, for C.
//!
//! [`syntax`] declares it. Around it: the text form (printer and reader), the verifier, and control-flow utilities.
//!
//! Architecture invariant: this crate knows nothing of C syntax, of engines, or of what library functions do. It
//! never prints to a terminal nor opens a file.

pub mod syntax;

pub use syntax::*;
