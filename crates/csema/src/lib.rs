//! C's static semantics: from the syntax tree to the typed tree.
//!
//! Types, data models, layout, conversions, constant expressions, initialisers and scopes. Bad programs are data: the
//! result carries every error with its span.
//!
//! Architecture invariant: this crate knows nothing of control flow graphs, of the IR, or of engines. It never panics on any tree
//! the parser can make, and its recursion is bounded by the parser's nesting limit.

mod analyzer;
mod attrs;
mod builtins;
mod compat;
mod constant;
mod convert;
mod decl;
mod declarator;
mod diagnostics;
mod expr;
mod function;
mod init;
mod intern;
mod layout;
mod scope;
mod specs;
mod startup;
mod stmt;
mod type_table;
pub mod typed;
pub mod types;
mod verify;

pub use analyzer::{Options, SemaResult, analyze};
pub use diagnostics::{Diagnostic, Severity};
pub use verify::verify;
