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
    /// The only form of invariants that the template engine looks for; `None` for all.
    pub domain: Option<InvariantDomain>,
    /// The most rounds of a loop that the template engine unwinds.
    pub unwind: Option<u32>,
    /// The solvers that the Horn engine asks, by name or path (`horn::named`); without any, its own.
    pub horn_solvers: Vec<String>,
    /// Constants of engines by their names ([`crate::About::tuning`]); the last of several counts.
    pub tuning: Vec<(String, u64)>,
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

/// How much an invariant of the template engine may say ([2LS-heap] §IV).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum InvariantDomain {
    /// Where pointers lead, affine relations, and what the program compares: no bound has to be looked for.
    Atoms,
    /// Which values variables that choose between cases of the program have together.
    States,
    /// What the program compares, kept apart by conditions of branches.
    Branches,
    /// Clauses of what the program compares, found from what they have to exclude ([PDR]).
    Clauses,
    /// Where pointers lead, and intervals; each from here on contains the ones before it down to this one.
    Intervals,
    /// Differences, congruences, small sets of numbers.
    Zones,
    /// Sums and differences of two, kept apart by values that a variable is compared with.
    Octagons,
}

impl InvariantDomain {
    pub const ALL: [InvariantDomain; 7] = [
        InvariantDomain::Atoms,
        InvariantDomain::States,
        InvariantDomain::Branches,
        InvariantDomain::Clauses,
        InvariantDomain::Intervals,
        InvariantDomain::Zones,
        InvariantDomain::Octagons,
    ];

    pub fn name(self) -> &'static str {
        match self {
            InvariantDomain::Atoms => "atoms",
            InvariantDomain::States => "states",
            InvariantDomain::Branches => "branches",
            InvariantDomain::Clauses => "clauses",
            InvariantDomain::Intervals => "intervals",
            InvariantDomain::Zones => "zones",
            InvariantDomain::Octagons => "octagons",
        }
    }

    pub fn parse(text: &str) -> Result<InvariantDomain, String> {
        let found = InvariantDomain::ALL.into_iter().find(|domain| domain.name() == text);
        found.ok_or_else(|| {
            let names = InvariantDomain::ALL.map(InvariantDomain::name);
            format!("there is no domain `{text}`: there are {}", names.join(", "))
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
