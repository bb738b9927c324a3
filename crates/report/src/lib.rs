//! Turns plain data into what people and programs read: rustc-style text, the one-line form that editors parse, JSON,
//! SARIF, and pictures of memory ([`picture`]) and of control flow ([`cfg`]), which share [`drawing`].
//!
//! Everything goes through one value, [`Diagnostic`]: the command line makes them from syntax and semantic errors,
//! [`messages`] makes them from findings, and [`text`], [`gcc`], [`json`] and [`sarif`] print them.
//!
//! Architecture invariant: this crate never opens a file, never looks at the environment or the clock, and knows no
//! engine. The lines of the user's files come through [`SourceLines`]; whether to use colours is told, not guessed.
//! The same data always gives the same text.

pub mod batch;
pub mod cfg;
pub mod diagnostic;
pub mod drawing;
pub mod explain;
pub mod fingerprint;
pub mod gcc;
pub mod html;
mod invariants;
pub mod json;
pub mod locate;
pub mod messages;
pub mod picture;
pub mod sarif;
pub mod summary;
pub mod text;
pub mod trace;

pub use diagnostic::{Diagnostic, Label, Note, Severity, TraceStep};
pub use invariants::{content_in_words, invariants_in_words};
pub use locate::{NoLines, SourceLines, Sources, Spot};
pub use summary::{Summary, contracts};
