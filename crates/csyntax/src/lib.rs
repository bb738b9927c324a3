//! Tokens and grammar of C11/C17 with GNU extensions: from preprocessed text to a syntax tree.
//!
//! Bad input is data: [`parse`] returns a tree *and* the list of syntax errors, whatever it is given.
//!
//! Architecture invariant: this crate knows no types and evaluates nothing; it never panics, never opens a file, and
//! its recursion is bounded.

pub mod ast;
