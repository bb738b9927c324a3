//! One message for a person, before it is printed in any form.

use base::Span;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    Error,
    Warning,
    Note,
}

impl Severity {
    pub fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        }
    }
}

/// A place in the source and what is to be said of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    pub span: Span,
    pub text: String,
}

/// A sentence below the source, with the place it speaks of if there is one.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    pub text: String,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    pub severity: Severity,
    /// The short name of the kind, shown in brackets: `error[use-after-free]`.
    pub code: Option<&'static str>,
    pub message: String,
    /// What is underlined with carets; its text may be empty.
    pub primary: Label,
    pub secondary: Vec<Label>,
    pub notes: Vec<Note>,
    /// The way to the error, step by step.
    pub trace: Vec<TraceStep>,
    pub help: Option<String>,
}

/// One line of the way to an error.
#[derive(Clone, Debug, PartialEq)]
pub struct TraceStep {
    pub text: String,
    pub span: Span,
    /// Calls that are under way.
    pub depth: u32,
}

impl Diagnostic {
    pub fn new(severity: Severity, message: impl Into<String>, span: Span) -> Diagnostic {
        Diagnostic {
            severity,
            code: None,
            message: message.into(),
            primary: Label { span, text: String::new() },
            secondary: Vec::new(),
            notes: Vec::new(),
            trace: Vec::new(),
            help: None,
        }
    }

    pub fn error(message: impl Into<String>, span: Span) -> Diagnostic {
        Diagnostic::new(Severity::Error, message, span)
    }

    pub fn warning(message: impl Into<String>, span: Span) -> Diagnostic {
        Diagnostic::new(Severity::Warning, message, span)
    }

    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Diagnostic {
        self.primary.text = text.into();
        self
    }

    #[must_use]
    pub fn secondary(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.secondary.push(Label { span, text: text.into() });
        self
    }

    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Diagnostic {
        self.notes.push(Note { text: text.into(), span: Span::NONE });
        self
    }
}
