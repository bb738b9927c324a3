//! What the engines' own functions do to memory, as far as facts about programs need it.

use ir::Intrinsic;

/// Whether the function never returns: the program ends, with or without an error.
pub fn ends_program(intrinsic: Intrinsic) -> bool {
    matches!(
        intrinsic,
        Intrinsic::Exit
            | Intrinsic::ExitNow
            | Intrinsic::Abort
            | Intrinsic::Trap
            | Intrinsic::AssertFail
            | Intrinsic::ReachError
    )
}

/// What a call may do beside giving a result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Touches {
    /// Reads what its arguments point to.
    pub(crate) reads: bool,
    /// Writes there.
    pub(crate) writes: bool,
    pub(crate) allocates: bool,
    pub(crate) frees: bool,
    /// What it does or gives is not determined by its arguments and memory.
    pub(crate) input: bool,
    /// The run ends with "unknown".
    pub(crate) unsupported: bool,
}

pub(crate) fn touches(intrinsic: Intrinsic) -> Touches {
    let none = Touches::default();
    match intrinsic {
        Intrinsic::Malloc | Intrinsic::AlignedAlloc => Touches { allocates: true, input: true, ..none },
        // Zeros are written to what nobody else knows.
        Intrinsic::Calloc => Touches { allocates: true, input: true, ..none },
        Intrinsic::Realloc | Intrinsic::ReallocArray => {
            Touches { allocates: true, frees: true, reads: true, writes: true, input: true, ..none }
        }
        Intrinsic::Strdup => Touches { allocates: true, reads: true, input: true, ..none },
        Intrinsic::Free => Touches { frees: true, ..none },
        Intrinsic::Memcmp
        | Intrinsic::Strlen
        | Intrinsic::Strnlen
        | Intrinsic::Strcmp
        | Intrinsic::Strncmp
        | Intrinsic::Strcasecmp
        | Intrinsic::Strncasecmp
        | Intrinsic::Strchr
        | Intrinsic::Strrchr
        | Intrinsic::Strstr
        | Intrinsic::Strspn
        | Intrinsic::Strcspn
        | Intrinsic::Strpbrk
        | Intrinsic::Atoi
        | Intrinsic::Atol
        | Intrinsic::Atof => Touches { reads: true, ..none },
        Intrinsic::Write(_) => Touches { reads: true, input: true, ..none },
        Intrinsic::Getchar | Intrinsic::Rand | Intrinsic::Srand | Intrinsic::Nondet | Intrinsic::Havoc => {
            Touches { input: true, ..none }
        }
        Intrinsic::Exit
        | Intrinsic::ExitNow
        | Intrinsic::Abort
        | Intrinsic::Trap
        | Intrinsic::AssertFail
        | Intrinsic::ReachError
        | Intrinsic::Assert
        | Intrinsic::VerifierAssert
        | Intrinsic::Assume
        | Intrinsic::Abs
        | Intrinsic::Labs
        | Intrinsic::Llabs
        | Intrinsic::Math(_)
        | Intrinsic::AtomicBegin
        | Intrinsic::AtomicEnd
        | Intrinsic::Summarise
        | Intrinsic::LikeGlibc
        | Intrinsic::Nop => none,
        Intrinsic::Plot => Touches { reads: true, ..none },
        Intrinsic::Unsupported => {
            Touches { reads: true, writes: true, input: true, unsupported: true, ..none }
        }
        _ => Touches { reads: true, writes: true, input: true, ..none },
    }
}
