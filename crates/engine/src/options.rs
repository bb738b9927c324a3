//! How a program is understood, the same for all engines.

use base::Span;
use std::sync::Arc;
use verdict::FindingKind;

/// Choices that change what counts as a run of the program, or as a violation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AnalysisOptions {
    /// `malloc` and its relatives may return null.
    pub malloc_may_fail: bool,
    /// A function without a definition makes the answer unknown.
    pub strict_externals: bool,
    /// A block that variables hold is lost when their scope ends, rather than when they are read for the last time.
    pub lost_with_scope: bool,
    /// Findings that the user does not want to hear of; `None` if there are none.
    pub ignored: Option<Arc<Vec<Ignored>>>,
}

/// A finding that is not reported. It is treated as one of a property that nobody asked about: what follows from it (nothing,
/// the end of the run, or undefined behaviour) still holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ignored {
    pub kind: FindingKind,
    pub span: Span,
}

impl AnalysisOptions {
    pub fn is_ignored(&self, kind: FindingKind, span: Span) -> bool {
        self.ignored.as_ref().is_some_and(|list| list.contains(&Ignored { kind, span }))
    }
}
