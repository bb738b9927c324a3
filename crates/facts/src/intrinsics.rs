//! What the engines' own functions do to memory, as far as facts about programs need it.

use ir::Intrinsic;

/// Whether the function never returns: the program ends, with or without an error.
pub fn ends_program(intrinsic: Intrinsic) -> bool {
    matches!(
        intrinsic,
        Intrinsic::Exit
            | Intrinsic::ExitNow
            | Intrinsic::Abort
            | Intrinsic::BadArgument
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
        // Zeros are written to what nobody else knows.
        Intrinsic::Allocate | Intrinsic::AllocateZeroed | Intrinsic::AllocateAligned => {
            Touches { allocates: true, input: true, ..none }
        }
        Intrinsic::Resize => {
            Touches { allocates: true, frees: true, reads: true, writes: true, input: true, ..none }
        }
        Intrinsic::Free => Touches { frees: true, ..none },
        Intrinsic::FindEnd
        | Intrinsic::FindEndWithin
        | Intrinsic::CompareBytes
        | Intrinsic::CompareStrings
        | Intrinsic::CompareStringsWithin => Touches { reads: true, ..none },
        Intrinsic::Write(_) => Touches { reads: true, input: true, ..none },
        Intrinsic::Getchar | Intrinsic::Nondet => Touches { input: true, ..none },
        Intrinsic::Exit
        | Intrinsic::ExitNow
        | Intrinsic::Abort
        | Intrinsic::BadArgument
        | Intrinsic::AssertFail
        | Intrinsic::ReachError
        | Intrinsic::Assert
        | Intrinsic::Assume
        | Intrinsic::Math(_)
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

/// Where pointers go in a call of one of the engines' own functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PointerFlow {
    /// The result is no pointer, and nothing is stored.
    None,
    /// The result is a new block.
    Allocates,
    /// The result is a new block with the content of the first argument's, or that block.
    Resizes,
    /// Bytes go from the second argument's place to the first's, which is the result; the third is their number.
    Copies,
    /// The second argument is stored all over the first's place, which is the result.
    Fills,
    /// A pointer into the object of the first argument is stored where the second points.
    StoresEnd,
    /// The scalar arguments are shown as text, pointers among them; those of a `va_list` likewise.
    Shows,
    VaStart,
    VaArg,
    VaCopy,
    /// The result is arbitrary.
    Arbitrary,
    /// Anything that external code might do.
    Unknown,
}

pub(crate) fn pointer_flow(intrinsic: Intrinsic) -> PointerFlow {
    match intrinsic {
        Intrinsic::Allocate | Intrinsic::AllocateZeroed | Intrinsic::AllocateAligned => PointerFlow::Allocates,
        Intrinsic::Resize => PointerFlow::Resizes,
        Intrinsic::Copy | Intrinsic::Move => PointerFlow::Copies,
        Intrinsic::Fill => PointerFlow::Fills,
        Intrinsic::StringToFloat => PointerFlow::StoresEnd,
        Intrinsic::Print(_) => PointerFlow::Shows,
        Intrinsic::VaStart => PointerFlow::VaStart,
        Intrinsic::VaArg => PointerFlow::VaArg,
        Intrinsic::VaCopy => PointerFlow::VaCopy,
        Intrinsic::Nondet => PointerFlow::Arbitrary,
        Intrinsic::Free
        | Intrinsic::FindEnd
        | Intrinsic::FindEndWithin
        | Intrinsic::CompareBytes
        | Intrinsic::CompareStrings
        | Intrinsic::CompareStringsWithin
        | Intrinsic::Write(_)
        | Intrinsic::Getchar
        | Intrinsic::Exit
        | Intrinsic::ExitNow
        | Intrinsic::Abort
        | Intrinsic::BadArgument
        // Handlers have no arguments.
        | Intrinsic::Atexit
        | Intrinsic::AssertFail
        | Intrinsic::Assert
        | Intrinsic::ReachError
        | Intrinsic::Assume
        // Its bytes are no pointer's.
        | Intrinsic::NondetMemory
        | Intrinsic::Plot
        | Intrinsic::VaEnd
        | Intrinsic::Math(_)
        | Intrinsic::Summarise
        | Intrinsic::LikeGlibc
        | Intrinsic::Nop => PointerFlow::None,
        Intrinsic::Unsupported => PointerFlow::Unknown,
    }
}
