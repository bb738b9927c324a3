//! The machine's own instruction set: what functions are translated to before they run.
//!
//! Every operand is a register of the frame: constants and the addresses of globals are registers that each call fills from
//! the function's template. A memory local's register holds the address of its object. Register numbers are relative to the
//! frame; jump targets are indices of operations.

use crate::value::Value;
use base::{Idx, Span, Symbol};
use ir::{BinOp, BitRange, BlockId, FuncId, LocalId, Mismatch, Scalar, UnOp};

pub(crate) type Slot = u32;
pub(crate) type Target = u32;

/// `shift` is 64 minus the width of the scalar.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Op {
    Move {
        dst: Slot,
        src: Slot,
    },
    MoveWide {
        dst: Slot,
        src: Slot,
    },
    Undef {
        dst: Slot,
    },
    UndefWide {
        dst: Slot,
    },

    AddS {
        dst: Slot,
        a: Slot,
        b: Slot,
        shift: u8,
        scalar: Scalar,
    },
    AddU {
        dst: Slot,
        a: Slot,
        b: Slot,
        shift: u8,
        scalar: Scalar,
    },
    SubS {
        dst: Slot,
        a: Slot,
        b: Slot,
        shift: u8,
        scalar: Scalar,
    },
    SubU {
        dst: Slot,
        a: Slot,
        b: Slot,
        shift: u8,
        scalar: Scalar,
    },
    MulS {
        dst: Slot,
        a: Slot,
        b: Slot,
        shift: u8,
        scalar: Scalar,
    },
    MulU {
        dst: Slot,
        a: Slot,
        b: Slot,
        shift: u8,
        scalar: Scalar,
    },
    ShlS {
        dst: Slot,
        a: Slot,
        b: Slot,
        shift: u8,
        scalar: Scalar,
    },
    ShlU {
        dst: Slot,
        a: Slot,
        b: Slot,
        shift: u8,
        scalar: Scalar,
    },
    ShrS {
        dst: Slot,
        a: Slot,
        b: Slot,
        shift: u8,
        scalar: Scalar,
    },
    ShrU {
        dst: Slot,
        a: Slot,
        b: Slot,
        shift: u8,
        scalar: Scalar,
    },
    And {
        dst: Slot,
        a: Slot,
        b: Slot,
        scalar: Scalar,
    },
    Or {
        dst: Slot,
        a: Slot,
        b: Slot,
        scalar: Scalar,
    },
    Xor {
        dst: Slot,
        a: Slot,
        b: Slot,
        scalar: Scalar,
    },
    Eq {
        dst: Slot,
        a: Slot,
        b: Slot,
        scalar: Scalar,
    },
    Ne {
        dst: Slot,
        a: Slot,
        b: Slot,
        scalar: Scalar,
    },
    LtS {
        dst: Slot,
        a: Slot,
        b: Slot,
        scalar: Scalar,
    },
    LeS {
        dst: Slot,
        a: Slot,
        b: Slot,
        scalar: Scalar,
    },
    LtU {
        dst: Slot,
        a: Slot,
        b: Slot,
        scalar: Scalar,
    },
    LeU {
        dst: Slot,
        a: Slot,
        b: Slot,
        scalar: Scalar,
    },
    PtrEq {
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    PtrNe {
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    AddF {
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    SubF {
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    MulF {
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    DivF {
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    /// Any operation on any scalar.
    Binary {
        op: BinOp,
        scalar: Scalar,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    Unary {
        op: UnOp,
        scalar: Scalar,
        dst: Slot,
        a: Slot,
    },
    /// Integer conversions up to 64 bits: sign- or zero-extend what the target's width keeps.
    CastS {
        dst: Slot,
        a: Slot,
        shift: u8,
        from: Scalar,
        to: Scalar,
    },
    CastU {
        dst: Slot,
        a: Slot,
        shift: u8,
        from: Scalar,
        to: Scalar,
    },
    Cast {
        dst: Slot,
        a: Slot,
        from: Scalar,
        to: Scalar,
    },

    Load1S {
        dst: Slot,
        base: Slot,
        offset: i32,
        scalar: Scalar,
    },
    Load1U {
        dst: Slot,
        base: Slot,
        offset: i32,
        scalar: Scalar,
    },
    Load2S {
        dst: Slot,
        base: Slot,
        offset: i32,
        scalar: Scalar,
    },
    Load2U {
        dst: Slot,
        base: Slot,
        offset: i32,
        scalar: Scalar,
    },
    Load4S {
        dst: Slot,
        base: Slot,
        offset: i32,
        scalar: Scalar,
    },
    Load4U {
        dst: Slot,
        base: Slot,
        offset: i32,
        scalar: Scalar,
    },
    Load8 {
        dst: Slot,
        base: Slot,
        offset: i32,
        scalar: Scalar,
    },
    LoadX1S {
        dst: Slot,
        base: Slot,
        index: Slot,
        scale: u32,
        offset: i32,
        scalar: Scalar,
    },
    LoadX1U {
        dst: Slot,
        base: Slot,
        index: Slot,
        scale: u32,
        offset: i32,
        scalar: Scalar,
    },
    LoadX2S {
        dst: Slot,
        base: Slot,
        index: Slot,
        scale: u32,
        offset: i32,
        scalar: Scalar,
    },
    LoadX2U {
        dst: Slot,
        base: Slot,
        index: Slot,
        scale: u32,
        offset: i32,
        scalar: Scalar,
    },
    LoadX4S {
        dst: Slot,
        base: Slot,
        index: Slot,
        scale: u32,
        offset: i32,
        scalar: Scalar,
    },
    LoadX4U {
        dst: Slot,
        base: Slot,
        index: Slot,
        scale: u32,
        offset: i32,
        scalar: Scalar,
    },
    LoadX8 {
        dst: Slot,
        base: Slot,
        index: Slot,
        scale: u32,
        offset: i32,
        scalar: Scalar,
    },
    /// Bit-fields, wide scalars, far offsets.
    LoadPlace {
        dst: Slot,
        place: u32,
    },

    Store1 {
        src: Slot,
        base: Slot,
        offset: i32,
        scalar: Scalar,
    },
    Store2 {
        src: Slot,
        base: Slot,
        offset: i32,
        scalar: Scalar,
    },
    Store4 {
        src: Slot,
        base: Slot,
        offset: i32,
        scalar: Scalar,
    },
    Store8 {
        src: Slot,
        base: Slot,
        offset: i32,
        scalar: Scalar,
    },
    StoreX1 {
        src: Slot,
        base: Slot,
        index: Slot,
        scale: u32,
        offset: i32,
        scalar: Scalar,
    },
    StoreX2 {
        src: Slot,
        base: Slot,
        index: Slot,
        scale: u32,
        offset: i32,
        scalar: Scalar,
    },
    StoreX4 {
        src: Slot,
        base: Slot,
        index: Slot,
        scale: u32,
        offset: i32,
        scalar: Scalar,
    },
    StoreX8 {
        src: Slot,
        base: Slot,
        index: Slot,
        scale: u32,
        offset: i32,
        scalar: Scalar,
    },
    StorePlace {
        src: Slot,
        place: u32,
    },

    Addr {
        dst: Slot,
        base: Slot,
        offset: i32,
    },
    AddrX {
        dst: Slot,
        base: Slot,
        index: Slot,
        scale: u32,
        offset: i32,
    },
    AddrPlace {
        dst: Slot,
        place: u32,
    },
    /// A pointer to the memory local is made.
    Addressed {
        slot: Slot,
    },
    /// The constant in memory is about to be initialised.
    Open {
        slot: Slot,
    },
    /// Part of the constant's initialisation is done.
    Seal {
        slot: Slot,
    },

    CopyBlock {
        copy: u32,
    },
    ZeroBlock {
        zero: u32,
    },
    Live {
        local: u32,
    },
    Dead {
        local: u32,
    },
    StackAlloc {
        dst: Slot,
        size: Slot,
        align: u32,
        scalar: Scalar,
    },
    StackFree {
        dst: Slot,
    },

    Goto {
        target: Target,
    },
    Branch {
        cond: Slot,
        then: Target,
        other: Target,
    },
    BranchEq {
        dst: Slot,
        a: Slot,
        b: Slot,
        then: Target,
        other: Target,
        scalar: Scalar,
    },
    BranchNe {
        dst: Slot,
        a: Slot,
        b: Slot,
        then: Target,
        other: Target,
        scalar: Scalar,
    },
    BranchLtS {
        dst: Slot,
        a: Slot,
        b: Slot,
        then: Target,
        other: Target,
        scalar: Scalar,
    },
    BranchLeS {
        dst: Slot,
        a: Slot,
        b: Slot,
        then: Target,
        other: Target,
        scalar: Scalar,
    },
    BranchLtU {
        dst: Slot,
        a: Slot,
        b: Slot,
        then: Target,
        other: Target,
        scalar: Scalar,
    },
    BranchLeU {
        dst: Slot,
        a: Slot,
        b: Slot,
        then: Target,
        other: Target,
        scalar: Scalar,
    },
    BranchPtrEq {
        dst: Slot,
        a: Slot,
        b: Slot,
        then: Target,
        other: Target,
    },
    BranchPtrNe {
        dst: Slot,
        a: Slot,
        b: Slot,
        then: Target,
        other: Target,
    },
    Switch {
        value: Slot,
        table: u32,
    },
    IndirectGoto {
        value: Slot,
        table: u32,
    },
    /// Control goes on with the next operation.
    Call {
        site: u32,
    },
    Return,
    ReturnScalar {
        src: Slot,
        scalar: Scalar,
    },
    ReturnBlock {
        block: u32,
    },
    Unreachable,
    Unsupported {
        what: Symbol,
    },

    /// The register is about to be used: give it a value if it has none (see `UninitPolicy::Choose`).
    Define {
        slot: Slot,
        scalar: Scalar,
    },
    /// The program looks at its arguments, which are not determined.
    CommandLine,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct PlaceCode {
    pub(crate) base: Slot,
    pub(crate) index: Option<(Slot, u32)>,
    pub(crate) offset: i64,
    pub(crate) access: Scalar,
    pub(crate) bits: Option<BitRange>,
}

#[derive(Clone, Debug)]
pub(crate) struct SwitchCode {
    pub(crate) scalar: Scalar,
    /// Bounds of the cases, in order, and where each goes.
    pub(crate) cases: Vec<(i64, i64, Target)>,
    pub(crate) default: Target,
    /// Targets of consecutive values, if they lie close enough.
    pub(crate) dense: Option<(i64, Vec<Target>)>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum CalleeCode {
    Direct(FuncId),
    Indirect(Slot),
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum ArgCode {
    Scalar(Slot, Scalar),
    Block(PlaceCode, u64),
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Destination {
    Nothing,
    Register(Slot, Scalar),
    /// The register of a memory local and the object's size.
    Memory(Slot, u64),
}

#[derive(Clone, Debug)]
pub(crate) struct CallSite {
    pub(crate) callee: CalleeCode,
    pub(crate) args: Vec<ArgCode>,
    pub(crate) dst: Destination,
    pub(crate) next: Option<BlockId>,
    /// Why the named callee cannot be called like this.
    pub(crate) mismatch: Option<Mismatch>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct MemoryLocal {
    pub(crate) local: LocalId,
    pub(crate) slot: Slot,
    pub(crate) size: u64,
    pub(crate) align: u64,
    /// From the frame's lowest address.
    pub(crate) offset: u64,
    pub(crate) name: Option<Symbol>,
    pub(crate) span: Span,
    /// Exists from the call on, for lack of a `StorageLive`.
    pub(crate) on_entry: bool,
    pub(crate) constant: bool,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Param {
    Register(Slot, Scalar),
    /// Index into the memory locals; the scalar if it is one.
    Memory(u32, Option<Scalar>),
}

/// A copy of a block.
#[derive(Debug)]
pub(crate) struct CopyCode {
    pub(crate) dst: PlaceCode,
    pub(crate) src: PlaceCode,
    pub(crate) size: u64,
    /// The bytes are padding, and get unspecified values.
    pub(crate) is_padding: bool,
}

#[derive(Debug)]
pub(crate) struct FunctionCode {
    pub(crate) id: FuncId,
    pub(crate) name: Symbol,
    pub(crate) ops: Vec<Op>,
    pub(crate) spans: Vec<Span>,
    /// Statements of the block that starts at an operation; 0 elsewhere.
    pub(crate) costs: Vec<u32>,
    pub(crate) template: Vec<Value>,
    pub(crate) entry_cost: u32,
    pub(crate) params: Vec<Param>,
    pub(crate) variadic: bool,
    pub(crate) memory_locals: Vec<MemoryLocal>,
    pub(crate) frame_size: u64,
    pub(crate) frame_align: u64,
    pub(crate) places: Vec<PlaceCode>,
    pub(crate) copies: Vec<CopyCode>,
    pub(crate) zeros: Vec<(PlaceCode, u64)>,
    pub(crate) blocks: Vec<(PlaceCode, u64)>,
    pub(crate) switches: Vec<SwitchCode>,
    pub(crate) gotos: Vec<Vec<(BlockId, Target)>>,
    pub(crate) calls: Vec<CallSite>,
    /// Register locals: slot, scalar, name; for the roots of leak detection.
    pub(crate) registers: Vec<(LocalId, Slot)>,
    /// The statement that each operation belongs to, if that was asked for.
    pub(crate) origins: Vec<(BlockId, u32)>,
    /// The first operation of each block that can be reached, by the block's number, likewise.
    pub(crate) starts: Vec<Option<Target>>,
}

impl FunctionCode {
    /// The block that an operation belongs to: the blocks lie one behind the other.
    pub(crate) fn block(&self, pc: usize) -> Option<BlockId> {
        let starts = self.starts.iter().enumerate().filter_map(|(block, start)| Some(((*start)?, block)));
        let (_, block) = starts.filter(|(start, _)| *start as usize <= pc).max()?;
        Some(BlockId::new(block))
    }

    pub(crate) fn span(&self, pc: usize) -> Span {
        self.spans.get(pc).copied().unwrap_or(Span::NONE)
    }
}
