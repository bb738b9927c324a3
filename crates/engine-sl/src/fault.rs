//! The ways in which a path ends in a violation of memory safety.

use verdict::FindingKind;

/// The four bottoms of [SL-CPA] §4.1, by which a rule ends in a violation of memory safety.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bottom {
    /// ⊥R
    InvalidRead,
    /// ⊥W
    InvalidWrite,
    /// ⊥F
    InvalidFree,
    /// ⊥L
    Leak,
}

impl Bottom {
    /// The bottom that a violation is, if it is one of memory safety.
    pub(crate) fn of(kind: FindingKind, writing: bool) -> Option<Bottom> {
        use FindingKind::*;
        match kind {
            NullDeref | UseAfterFree | OutOfBounds | OutOfScope | UninitPointer | WildPointer
            | InvalidCall => Some(if writing { Bottom::InvalidWrite } else { Bottom::InvalidRead }),
            WriteToConstant => Some(Bottom::InvalidWrite),
            DoubleFree | InteriorFree | NonHeapFree | WildFree => Some(Bottom::InvalidFree),
            MemoryLeak | NotFreedAtExit => Some(Bottom::Leak),
            _ => None,
        }
    }
}
