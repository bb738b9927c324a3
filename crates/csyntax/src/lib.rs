//! Tokens and grammar of C11/C17 with GNU extensions: from preprocessed text to a syntax tree.
//!
//! Bad input is data: [`parse`] returns a tree *and* the list of syntax errors, whatever it is given.
//!
//! Architecture invariant: this crate knows no types and evaluates nothing; it never panics, never opens a file, and
//! its recursion is bounded.
//!
//! # How deep the tree is
//! A pass that recurses over the tree needs at most [`MAX_TREE_DEPTH`] nested calls *if it walks these chains with a
//! loop*, because programs (above all generated ones) have chains of any length there:
//! - the left operand of [`ast::ExprKind::Binary`] while it is a `Binary` itself: `a + b + c + ...`,
//!   `a && b && c && ...`, and any mixture of precedences;
//! - the left operand of [`ast::ExprKind::Comma`] while it is a `Comma` itself;
//! - `otherwise` of [`ast::StmtKind::If`] while it is an `If` itself: `else if`;
//! - the body of [`ast::StmtKind::Case`], [`ast::StmtKind::Default`] and [`ast::StmtKind::Label`] while it is one of
//!   these: `case 1: case 2: ...`.
//!
//! Everything else that nests is counted by the parser, also right-leaning chains (`a = b = c`, `a ? b : c ? d : e`,
//! `- - a`) and left-leaning ones (`a->b->c`, `f(1)(2)`). Deeper text is one syntax error, and parsing stops there.
//! A single declarator has at most [`MAX_DECLARATOR_PARTS`] parts; typedefs can pile up more on top of each other.

pub mod ast;
mod dump;
mod error;
mod lexer;
mod literal;
mod parser;
mod pragma;
mod token;
mod unicode;

pub use dump::dump;
pub use error::{Note, SyntaxError};
pub use parser::{MAX_DECLARATOR_PARTS, MAX_TREE_DEPTH};

use ast::Ast;
use base::Span;

/// After this many errors the rest of the text is not looked at.
pub const MAX_ERRORS: usize = 10_000;

#[derive(Debug, Clone)]
pub struct ParseOptions {
    /// Whether `asm` and `typeof` are keywords, as in every `-std=gnu..` mode. Their `__asm__` forms always are.
    pub gnu_keywords: bool,
}

impl Default for ParseOptions {
    fn default() -> Self {
        ParseOptions { gnu_keywords: true }
    }
}

#[derive(Debug)]
pub struct ParseResult {
    /// What could be read. Without errors it is the whole text but for what system headers declare and nothing names.
    pub ast: Ast,
    /// In the order of the text.
    pub errors: Vec<SyntaxError>,
}

/// Reads a translation unit. `start` is the global position of the first byte, from which all spans count.
pub fn parse(text: &[u8], start: u32, options: &ParseOptions) -> ParseResult {
    if text.len() as u64 + u64::from(start) >= u64::from(u32::MAX) {
        let message = "the text is too large: positions have 32 bits";
        let error = SyntaxError::new(Span::new(start, start), message);
        return ParseResult { ast: Ast::default(), errors: vec![error] };
    }
    let lexed = lexer::lex(text, start, options);
    parser::parse_tokens(text, start, lexed)
}
