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
    /// How the separation-logic engine asks whether an address is allocated.
    pub allocation_check: AllocationCheck,
    /// Findings that the user does not want to hear of; `None` if there are none.
    pub ignored: Option<Arc<Vec<Ignored>>>,
}

/// The procedures of [SL-CPA] §5.3.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AllocationCheck {
    /// By a theory of separation logic: a cvc5 process if there is one, our own translation otherwise.
    Sl,
    /// One equivalence per cell.
    Smt,
    /// One query for all cells, whose model says which.
    #[default]
    SmtModelSat,
}

impl AllocationCheck {
    pub const ALL: [AllocationCheck; 3] =
        [AllocationCheck::Sl, AllocationCheck::Smt, AllocationCheck::SmtModelSat];

    pub fn name(self) -> &'static str {
        match self {
            AllocationCheck::Sl => "sl",
            AllocationCheck::Smt => "smt",
            AllocationCheck::SmtModelSat => "smt-modelsat",
        }
    }

    pub fn parse(text: &str) -> Result<AllocationCheck, String> {
        let found = AllocationCheck::ALL.into_iter().find(|check| check.name() == text);
        found.ok_or_else(|| {
            let names = AllocationCheck::ALL.map(AllocationCheck::name);
            format!("there is no allocation check `{text}`: there are {}", names.join(", "))
        })
    }
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
