//! Syntax errors: plain data, to be shown by whoever has the source map.

use base::Span;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    /// Where to put the caret. Empty (`lo == hi`) when something is missing at that point.
    pub span: Span,
    /// One line in lower case, code in backquotes.
    pub message: String,
    /// Other places that explain it: "to match this `(`".
    pub notes: Vec<Note>,
    /// What to do about it, if that is known.
    pub help: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    pub span: Span,
    pub message: String,
}

impl SyntaxError {
    pub(crate) fn new(span: Span, message: impl Into<String>) -> SyntaxError {
        SyntaxError { span, message: message.into(), notes: Vec::new(), help: None }
    }

    pub(crate) fn note(mut self, span: Span, message: impl Into<String>) -> SyntaxError {
        self.notes.push(Note { span, message: message.into() });
        self
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> SyntaxError {
        self.help = Some(help.into());
        self
    }
}
