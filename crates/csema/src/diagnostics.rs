//! What is said about a program.

use crate::analyzer::Analyzer;
use crate::types::{QualType, TypeId};
use base::{Span, Symbol};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    Error,
    Warning,
}

#[derive(Debug, Clone)]
pub struct Diagnostic {
    pub severity: Severity,
    pub span: Span,
    pub message: String,
    pub notes: Vec<(Span, String)>,
}

/// Suggestions compare a name with every visible one; a file full of misspelt names shall not take forever.
const MAX_SUGGESTIONS: u32 = 64;

impl Analyzer<'_> {
    #[cold]
    pub(crate) fn error(&mut self, span: Span, message: impl Into<String>) {
        self.error_with_notes(span, message, Vec::new());
    }

    #[cold]
    pub(crate) fn error_with_notes(
        &mut self,
        span: Span,
        message: impl Into<String>,
        notes: Vec<(Span, String)>,
    ) {
        self.diagnostics.push(Diagnostic { severity: Severity::Error, span, message: message.into(), notes });
    }

    #[cold]
    pub(crate) fn warning(&mut self, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic {
            severity: Severity::Warning,
            span,
            message: message.into(),
            notes: Vec::new(),
        });
    }

    pub(crate) fn name(&self, name: Symbol) -> &str {
        self.names.resolve(name)
    }

    pub(crate) fn type_text(&self, ty: TypeId) -> String {
        self.qual_text(QualType::plain(ty))
    }

    pub(crate) fn qual_text(&self, ty: QualType) -> String {
        self.types.arena.display(ty, &self.names)
    }

    /// A visible name that the given one may be a slip of the pen for.
    pub(crate) fn suggest_name(&mut self, wrong: Symbol) -> Option<Symbol> {
        if self.suggestions >= MAX_SUGGESTIONS {
            return None;
        }
        self.suggestions += 1;
        closest(self.names.resolve(wrong), self.scopes.names().map(|n| (n, self.names.resolve(n))))
    }

    pub(crate) fn suggest_member(&mut self, wrong: Symbol, candidates: &[Symbol]) -> Option<Symbol> {
        if self.suggestions >= MAX_SUGGESTIONS {
            return None;
        }
        self.suggestions += 1;
        closest(self.names.resolve(wrong), candidates.iter().map(|&n| (n, self.names.resolve(n))))
    }
}

fn closest<'n>(wrong: &str, candidates: impl Iterator<Item = (Symbol, &'n str)>) -> Option<Symbol> {
    let limit = (wrong.len() / 3).clamp(1, 3);
    let mut best: Option<(usize, Symbol)> = None;
    for (symbol, candidate) in candidates {
        if candidate == wrong || candidate.len().abs_diff(wrong.len()) > limit || candidate.starts_with("__")
        {
            continue;
        }
        let distance = edit_distance(wrong.as_bytes(), candidate.as_bytes());
        if distance <= limit && best.is_none_or(|(d, _)| distance < d) {
            best = Some((distance, symbol));
        }
    }
    best.map(|(_, symbol)| symbol)
}

/// Insertions, deletions, replacements and swaps of neighbours.
fn edit_distance(a: &[u8], b: &[u8]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut previous: Vec<usize> = (0..=b.len()).collect();
    for i in 0..a.len() {
        let mut row = Vec::with_capacity(b.len() + 1);
        row.push(i + 1);
        for j in 0..b.len() {
            let replace = previous[j] + usize::from(a[i] != b[j]);
            let mut cost = replace.min(previous[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                cost = cost.min(before[j - 1] + 1);
            }
            row.push(cost);
        }
        before = std::mem::replace(&mut previous, row);
    }
    previous[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        assert_eq!(edit_distance(b"lenght", b"length"), 1);
        assert_eq!(edit_distance(b"next", b"nxt"), 1);
        assert_eq!(edit_distance(b"", b"abc"), 3);
        assert_eq!(edit_distance(b"kitten", b"sitting"), 3);
    }
}
