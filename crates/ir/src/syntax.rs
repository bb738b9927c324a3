//! The declarations of the IR, and nothing else: no logic lives here.
//!
//! The IR is shaped like rustc's MIR, for C. Everything implicit in C is explicit: conversions are casts, fields
//! are byte offsets, short circuits are branches, scopes are `StorageLive`/`StorageDead`, temporaries are locals.
//! Operations that may be undefined stay visible: a signed `Add` is an addition that must not overflow, a `Load` is
//! an access that must be valid. Nothing is folded away that a check needs.
//!
//! Two kinds of locals:
//! - a *register* local is a scalar whose address is never taken. It is read as an [`Operand`] and written by
//!   [`StatementKind::Assign`] or as the destination of a call. It has no address.
//! - a *memory* local is an object with bytes. It is reached only through [`Place`]s.

use base::{IndexVec, Interner, Span, Symbol, define_id};

define_id!(
    /// A function of the program.
    pub struct FuncId, "fn"
);
define_id!(
    /// A global object (static storage: variables, static locals, string literals).
    pub struct GlobalId, "@"
);
define_id!(
    /// A local of one function; parameters come first.
    pub struct LocalId, "_"
);
define_id!(
    /// A basic block of one function.
    pub struct BlockId, "bb"
);
define_id!(
    /// An entry of the program's type table.
    pub struct TypeId, "ty"
);
define_id!(
    /// A lexical scope of one function.
    pub struct ScopeId, "scope"
);

/// The size model of the machine the program is compiled for. Both are little-endian x86.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DataModel {
    Lp64,
    Ilp32,
}

/// What a register holds and what a load or store moves.
///
/// `_Bool` is `U8` (lowering makes the conversion to `_Bool` an explicit `!= 0`), enums are their integer type,
/// `Ptr` is any pointer to object or function, 8 bytes in LP64 and 4 in ILP32.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Scalar {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
    I128,
    U128,
    F32,
    F64,
    /// x87 `long double`: 80 bits of value in 16 bytes (LP64) or 12 (ILP32).
    F80,
    /// `__float128`.
    F128,
    Ptr,
}

#[derive(Clone, Debug)]
pub struct Program {
    pub model: DataModel,
    /// Names of everything below.
    pub names: Interner,
    pub types: IndexVec<TypeId, Type>,
    pub globals: IndexVec<GlobalId, Global>,
    pub functions: IndexVec<FuncId, Function>,
    /// `main`, if the program has one.
    pub entry: Option<FuncId>,
}

/// Types are for names, sizes and pictures. No operation's meaning depends on them: sizes and offsets are
/// already in the places.
#[derive(Clone, Debug, PartialEq)]
pub struct Type {
    pub kind: TypeKind,
    /// In bytes; 0 for incomplete types, functions, `void` and variable-length arrays.
    pub size: u64,
    pub align: u64,
}

#[derive(Clone, Debug, PartialEq)]
pub enum TypeKind {
    Void,
    Scalar(Scalar),
    /// `_Bool`, kept apart from `U8` for printing.
    Bool,
    /// An enumeration, with its integer type.
    Enum {
        name: Option<Symbol>,
        repr: Scalar,
        /// Its constants by their names, in declaration order. Those beyond `i64` are taken modulo 2^64.
        constants: Vec<(Symbol, i64)>,
    },
    Pointer(TypeId),
    /// `len` is `None` for incomplete, flexible and variable-length arrays.
    Array {
        elem: TypeId,
        len: Option<u64>,
    },
    Record(Record),
    /// Complex floating types: opaque bytes.
    Complex(Scalar),
    Function {
        ret: TypeId,
        params: Vec<TypeId>,
        variadic: bool,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The tag, or the name of a typedef.
    pub name: Option<Symbol>,
    /// The name is that of a typedef: `name`, not `struct name`.
    pub is_typedef: bool,
    pub union: bool,
    /// A union that is passed as whatever member of it is given (`__attribute__((transparent_union))`).
    pub transparent: bool,
    /// In declaration order. Anonymous members are fields without a name. Empty for incomplete records.
    pub fields: Vec<Field>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub name: Option<Symbol>,
    pub ty: TypeId,
    /// Byte offset; for a bit-field, the offset of the access unit its `bits` count from.
    pub offset: u64,
    pub bits: Option<BitRange>,
}

/// The bits of a bit-field within the little-endian integer that is read at the place's offset.
/// The unit has the size of the place's scalar; `start + width` never exceeds it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BitRange {
    pub start: u8,
    pub width: u8,
}

/// The name of the external object that padding gets its unspecified values from: a copy from there stands for whatever the C
/// implementation puts between the members of a structure that is written as a whole.
pub const PADDING: &str = "__fafnir_padding";

#[derive(Clone, Debug)]
pub struct Global {
    pub name: Symbol,
    pub ty: TypeId,
    /// In bytes; larger than the type's size if a flexible array member is initialised.
    pub size: u64,
    pub align: u64,
    pub kind: GlobalKind,
    pub init: Init,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GlobalKind {
    Variable,
    /// A block-scope variable with static storage.
    StaticLocal,
    /// Writing to it is undefined.
    StringLiteral,
    /// Declared `const`: writing to it is undefined.
    Constant,
    /// Declared `extern` and defined nowhere: its initial content is arbitrary, which is an assumption.
    External,
}

/// Byte-level initial content. Bytes beyond `bytes.len()` are zero.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Init {
    pub bytes: Vec<u8>,
    /// Sorted by offset, not overlapping; the bytes they cover are zero in `bytes`.
    pub relocations: Vec<Relocation>,
}

/// An address in an initialiser: the pointer-sized bytes at `offset` hold `target + addend`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Relocation {
    pub offset: u64,
    pub target: RelocationTarget,
    pub addend: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RelocationTarget {
    Global(GlobalId),
    Function(FuncId),
    /// The address of a label (`&&label`), for computed gotos.
    Label(FuncId, BlockId),
}

#[derive(Clone, Debug)]
pub struct Function {
    pub name: Symbol,
    /// A function type.
    pub ty: TypeId,
    pub body: FunctionBody,
    /// Declared not to return (`_Noreturn`, `__attribute__((noreturn))`).
    pub noreturn: bool,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum FunctionBody {
    Defined(Body),
    /// Known to the engines; bound by the `models` crate by name (or by lowering for `__builtin_*`).
    Intrinsic(Intrinsic),
    /// Defined nowhere: taken as pure with an arbitrary result, which is an assumption of the verdict.
    External,
}

#[derive(Clone, Debug, Default)]
pub struct Body {
    pub locals: IndexVec<LocalId, Local>,
    /// The first `param_count` locals are the parameters. They are live on entry and die on return.
    pub param_count: u32,
    pub scopes: IndexVec<ScopeId, Scope>,
    /// Block 0 is the entry and has no predecessors.
    pub blocks: IndexVec<BlockId, Block>,
    /// The function takes variable arguments (`VaStart` may be called).
    pub variadic: bool,
}

#[derive(Clone, Debug)]
pub struct Local {
    /// `None` for temporaries.
    pub name: Option<Symbol>,
    pub ty: TypeId,
    /// The scalar that a register holds, or that a scalar memory local is accessed as; `None` for aggregates.
    pub scalar: Option<Scalar>,
    /// See the module documentation. A register always has a `scalar`.
    pub register: bool,
    /// Declared `const`, in memory: writing to it through a pointer is undefined. Writes whose place is based on the local itself
    /// are its initialisation.
    pub constant: bool,
    pub scope: ScopeId,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Scope {
    /// `None` for the function's outermost scope, which is scope 0.
    pub parent: Option<ScopeId>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Block {
    pub statements: Vec<Statement>,
    pub terminator: Terminator,
}

#[derive(Clone, Debug)]
pub struct Statement {
    pub kind: StatementKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum StatementKind {
    /// Writes a register. The rvalue's type is the register's scalar.
    Assign(LocalId, Rvalue),
    /// Writes memory. The operand's type is the place's `access`.
    Store(Place, Operand),
    /// Copies `size` bytes (structure assignment): the two ranges are equal or do not overlap, else undefined.
    /// `access` and `bits` of the places are not used (U8, `None`).
    CopyBlock(Box<CopyBlock>),
    /// Fills `size` bytes with zero (the unnamed rest of an initialised local aggregate).
    ZeroBlock(Place, u64),
    /// The local comes into scope with indeterminate content (again, if control jumps back to its scope's start).
    /// Parameters and temporaries that live for the whole function have none; they start indeterminate.
    StorageLive(LocalId),
    /// The local's lifetime ends: for a memory local, pointers to it dangle from here on.
    StorageDead(LocalId),
    /// `alloca` or a variable-length array: the register receives the address of a new stack block of indeterminate
    /// content that lives until a `StackFree` of the same register or the function's return.
    StackAlloc {
        dst: LocalId,
        size: Operand,
        align: u64,
    },
    StackFree(LocalId),
    /// A construct that no engine can express. Reaching it ends the path with "unknown"; what follows it in the block is
    /// not executed.
    Unsupported(Symbol),
}

#[derive(Clone, Debug)]
pub struct CopyBlock {
    pub dst: Place,
    pub src: Place,
    pub size: u64,
}

/// A constant or the content of a register.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Operand {
    /// The register's content.
    Local(LocalId),
    /// An integer of the given type (or a pointer made from an integer; `Int(0, Ptr)` is null).
    /// Signed types: the value, sign-extended to `i64`. Unsigned types and `Ptr`: the value, zero-extended and
    /// reinterpreted as `i64`. 128-bit types: the `i64` sign-extended (`I128`), or zero-extended from 64 bits (`U128`);
    /// lowering composes other 128-bit constants with shifts.
    Int(i64, Scalar),
    /// A floating constant, as the bits of an `f64` (an exact widening for `F32`; rounded for `F80` and `F128`).
    Float(u64, Scalar),
    /// The address of a global's first byte.
    Global(GlobalId),
    /// The address of a function.
    Func(FuncId),
    /// The address of a block of this function, for computed gotos.
    Label(BlockId),
}

/// A memory location: `base + offset + index * scale`, accessed as a scalar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    pub base: PlaceBase,
    pub offset: i64,
    pub index: Option<PlaceIndex>,
    pub access: Scalar,
    pub bits: Option<BitRange>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlaceBase {
    /// A memory local.
    Local(LocalId),
    Global(GlobalId),
    /// What the pointer in the register points to.
    Deref(LocalId),
}

/// The register holds a signed integer of pointer width (`I64` in LP64, `I32` in ILP32).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlaceIndex {
    pub local: LocalId,
    pub scale: u32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rvalue {
    Use(Operand),
    /// Reads memory as the place's `access` scalar; a bit-field is extended to it by its signedness.
    Load(Place),
    /// The address of the place, without an access. This is also pointer arithmetic:
    /// `p + i` is the address of `(*p) + i * size`. The result has the provenance of the base.
    AddressOf(Place),
    Unary(UnOp, Scalar, Operand),
    /// Both operands have the given scalar type (except shifts, whose right operand is `U32`).
    /// Comparisons give an `I32` of 0 or 1, `PtrDiff` a signed integer of pointer width, the others their own type.
    Binary(BinOp, Scalar, Operand, Operand),
    /// Conversion between scalars, by C's rules: integers wrap or extend by the source's signedness, floats round,
    /// pointers and integers keep their bits and their provenance.
    Cast {
        from: Scalar,
        to: Scalar,
        operand: Operand,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnOp {
    /// Arithmetic negation: on signed integers undefined for the minimum, on unsigned modular, on floats a sign flip.
    Neg,
    /// Bitwise complement.
    Not,
    /// Leading and trailing zeros (undefined for 0), number of ones, byte order reversal. The result has the
    /// operand's type.
    LeadingZeros,
    TrailingZeros,
    CountOnes,
    SwapBytes,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinOp {
    /// On signed integers, overflow is undefined; on unsigned ones the result is modular. Likewise `Sub` and `Mul`.
    Add,
    Sub,
    Mul,
    /// By zero, and the minimum by -1, is undefined for integers. Truncates toward zero. Likewise `Rem`.
    Div,
    Rem,
    /// Undefined if the right operand is not less than the width. A left shift of a signed value is modular (as in GNU C).
    Shl,
    /// Arithmetic for signed types.
    Shr,
    And,
    Or,
    Xor,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    /// Difference of two pointers in bytes. Undefined if they do not point into one object.
    PtrDiff,
}

#[derive(Clone, Debug)]
pub struct Terminator {
    pub kind: TerminatorKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum TerminatorKind {
    Goto(BlockId),
    /// `cond` has type `I32`; any value but 0 is true.
    Branch {
        cond: Operand,
        then_block: BlockId,
        else_block: BlockId,
    },
    /// The cases are disjoint and sorted by value.
    Switch {
        value: Operand,
        scalar: Scalar,
        cases: Vec<SwitchCase>,
        default: BlockId,
    },
    /// A computed goto; `candidates` are all blocks of the function whose address is taken, sorted.
    IndirectGoto {
        target: Operand,
        candidates: Vec<BlockId>,
    },
    Call(Box<Call>),
    Return(Option<Arg>),
    /// Control cannot come here without undefined behaviour (`__builtin_unreachable`, after a noreturn call).
    Unreachable,
}

/// Inclusive range of values, in the order of the switch's scalar type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SwitchCase {
    pub low: i64,
    pub high: i64,
    pub target: BlockId,
}

#[derive(Clone, Debug)]
pub struct Call {
    pub callee: Callee,
    /// May be more or fewer than the callee's parameters (variadic functions, unprototyped calls); engines check.
    pub args: Vec<Arg>,
    /// Receives the result: a register, or a memory local for aggregates.
    pub dst: Option<LocalId>,
    /// Where control continues; `None` if the callee is known not to return.
    pub next: Option<BlockId>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Callee {
    Direct(FuncId),
    /// A pointer to a function.
    Indirect(Operand),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Arg {
    Scalar(Operand, Scalar),
    /// An aggregate passed by value: the bytes of the place (whose `access` is not used) and their number.
    Block(Place, u64),
}

/// The name of the function whose result says in which order operands are evaluated, where that may matter: not zero if it is another one
/// than from left to right. It is an input of the program.
pub const ORDER_OF_EVALUATION: &str = "__order_of_evaluation";

/// The primitives: what every engine knows by itself. Each has one meaning, which the `models` crate's table documents with the C
/// names that stand for it; every other library function is a model in C that is made of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Intrinsic {
    // Memory
    /// (size)
    Allocate,
    /// (number, size of each)
    AllocateZeroed,
    /// (alignment, size)
    AllocateAligned,
    /// (block, size): the block gets another size, where it is or elsewhere.
    Resize,
    /// (block)
    Free,
    /// (destination, source, size), without overlap.
    Copy,
    /// (destination, source, size)
    Move,
    /// (destination, byte, size)
    Fill,
    // Strings
    /// (string): its length.
    FindEnd,
    /// (string, most): its length, at most that.
    FindEndWithin,
    /// (first, second, size)
    CompareBytes,
    /// (first, second)
    CompareStrings,
    /// (first, second, most)
    CompareStringsWithin,
    /// (string, where to store the end or null)
    StringToFloat,
    // Output and input
    /// Formatted output: what its sink takes, the format, and the arguments or a `va_list`.
    Print(Print),
    /// Output of bytes as they are.
    Write(Write),
    Getchar,
    // Process
    Exit,
    /// `_Exit`, `_exit`, `quick_exit`: no handlers run.
    ExitNow,
    Abort,
    Atexit,
    /// `__assert_fail` and friends: (expression, file, line, function)
    AssertFail,
    /// `__VERIFIER_assert`, and `assert` called as a function: (condition)
    Assert,
    /// A library function was called in a way that has no meaning: (text)
    BadArgument,
    // The verification interface
    /// `__VERIFIER_nondet_*`: the call's result type says which values.
    Nondet,
    /// `__VERIFIER_nondet_memory`: (pointer, size)
    NondetMemory,
    /// `__VERIFIER_assume`, `assume_abort_if_not`: (condition)
    Assume,
    /// `reach_error`, `__VERIFIER_error`, `___sl_error`, a reached error label.
    ReachError,
    /// `__VERIFIER_plot`, `___sl_plot` and similar: no effect on the program.
    Plot,
    // Variable arguments: the first argument is the address of the `va_list`
    VaStart,
    /// The result's type says which.
    VaArg,
    VaCopy,
    VaEnd,
    // Floating point
    /// The unary and binary functions of `<math.h>` that the machine computes with the host's.
    Math(MathFunction),
    // Questions of models in C
    /// Whether the engine wants the over-approximation of a model rather than its exact steps.
    Summarise,
    /// Whether glibc's choice is wanted where the library is free to choose.
    LikeGlibc,
    /// Known, and known not to be supported (`setjmp`, `longjmp`, `fork`, `pthread_create` ...).
    Unsupported,
    /// Does nothing and returns 0 (`setbuf`, `setlocale`, `fclose` ...).
    Nop,
}

/// A function of the `printf` family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Print {
    pub sink: Sink,
    /// The arguments come from a `va_list` behind the format.
    pub list: bool,
}

/// Where formatted text goes, and which arguments before the format say so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sink {
    /// The standard output.
    Output,
    /// (stream)
    Stream,
    /// (buffer)
    Buffer,
    /// (buffer, size)
    BoundedBuffer,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Write {
    /// (string), with a newline, to the standard output
    Puts,
    /// (byte) to the standard output
    Putchar,
    /// (string, stream)
    Fputs,
    /// (byte, stream)
    Fputc,
    /// (block, size, count, stream)
    Fwrite,
    /// (stream or null): what was written before
    Fflush,
    /// (string or null) to the error stream
    Perror,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MathFunction {
    Sqrt,
    Fabs,
    Floor,
    Ceil,
    Trunc,
    Round,
    Rint,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Atan2,
    Sinh,
    Cosh,
    Tanh,
    Exp,
    Exp2,
    Log,
    Log2,
    Log10,
    Pow,
    Fmod,
    Fmin,
    Fmax,
    Hypot,
    Copysign,
    Cbrt,
    /// Returns the sign bit as an int.
    Signbit,
    IsNan,
    IsInf,
    IsFinite,
}
