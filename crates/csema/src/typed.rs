//! The typed tree: declarations only, no logic. This is what `lower` reads.
//!
//! What C leaves implicit in expressions is explicit here: every conversion is a [`ExprKind::Cast`], every use of a
//! stored value a [`ExprKind::Load`], arrays and functions decay by [`ExprKind::Decay`], member accesses name a field
//! whose byte offset the record knows, `sizeof` is a number. Control flow is still structured; `lower` makes it explicit.
//!
//! An expression is an *lvalue* (it names an object) or an *rvalue* (it has a value), by its kind: `Var`, `Object`,
//! `Deref`, `Member` of an lvalue, `CompoundLiteral` are lvalues; all others are rvalues. `Function` is a designator that occurs
//! only under `Decay`, `AddressOf` or as a direct callee.
//! A tree's depth is bounded except on the left spine of long operator chains (see `csyntax`), on which consumers iterate.

use crate::types::{DataModel, RecordId, TypeArena, TypeId, VlaId};
use base::{IndexVec, Interner, Span, Symbol, define_id};

define_id!(
    /// An object with static storage: file-scope variable, static local, string literal, static compound literal.
    pub struct ObjectId, "obj"
);
define_id!(pub struct FunctionId, "func");
define_id!(
    /// A variable with automatic storage of one function: parameters, block-scope variables, compound literals.
    pub struct VarId, "v"
);
define_id!(pub struct ExprId, "x");
define_id!(pub struct StmtId, "st");
define_id!(pub struct LabelId, "label");
define_id!(
    /// A value that is computed once and used in several places of an expression.
    pub struct OpaqueId, "opaque"
);

#[derive(Debug)]
pub struct TypedUnit {
    pub model: DataModel,
    pub names: Interner,
    pub types: TypeArena,
    pub objects: IndexVec<ObjectId, Object>,
    pub functions: IndexVec<FunctionId, Function>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Linkage {
    /// Visible to other translation units.
    External,
    /// `static`
    Internal,
    /// Block-scope statics and string literals.
    None,
}

#[derive(Debug)]
pub struct Object {
    /// For string literals, a made-up name.
    pub name: Symbol,
    pub ty: TypeId,
    pub is_const: bool,
    pub linkage: Linkage,
    /// Declared `__attribute__((weak))`: if nobody defines it, its address is null.
    pub weak: bool,
    pub kind: ObjectKind,
    /// In bytes: the type's size, or more if a flexible array member is initialised.
    pub size: u64,
    pub align: u64,
    /// `None` if only declared (`extern`); tentative definitions are zero-initialised.
    pub init: Option<StaticInit>,
    pub span: Span,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ObjectKind {
    Variable,
    StaticLocal,
    StringLiteral,
    CompoundLiteral,
}

/// Bytes beyond `bytes.len()` are zero. Relocations are sorted by offset and cover zero bytes.
#[derive(Debug, Default)]
pub struct StaticInit {
    pub bytes: Vec<u8>,
    pub relocations: Vec<StaticRelocation>,
}

/// The pointer-sized bytes at `offset` hold `target + addend`.
#[derive(Debug, Clone, Copy)]
pub struct StaticRelocation {
    pub offset: u64,
    pub target: StaticTarget,
    pub addend: i64,
}

#[derive(Debug, Clone, Copy)]
pub enum StaticTarget {
    Object(ObjectId),
    Function(FunctionId),
    /// `&&label` in a static local of that function.
    Label(FunctionId, LabelId),
}

#[derive(Debug)]
pub struct Function {
    pub name: Symbol,
    /// A function type (of the definition, if there is one).
    pub ty: TypeId,
    pub linkage: Linkage,
    pub noreturn: bool,
    /// Declared `__attribute__((weak))`: if nobody defines it, its address is null.
    pub weak: bool,
    /// `inline` without `extern` (also `static inline`), or GNU `extern inline`: another definition elsewhere may win, and it is not
    /// part of the program if nobody uses it.
    pub inline: bool,
    /// Declared by use only.
    pub implicit: bool,
    pub body: Option<Body>,
    pub span: Span,
}

#[derive(Debug, Default)]
pub struct Body {
    /// The parameters come first, in order.
    pub vars: IndexVec<VarId, Var>,
    pub param_count: u32,
    pub exprs: IndexVec<ExprId, Expr>,
    pub stmts: IndexVec<StmtId, Stmt>,
    pub labels: IndexVec<LabelId, Label>,
    pub vlas: IndexVec<VlaId, Vla>,
    /// How many opaque values there are.
    pub opaques: u32,
    /// A `Block`.
    pub root: Option<StmtId>,
    /// `VaArgPack` or `VaArgPackLen` occurs.
    pub packs_arguments: bool,
}

#[derive(Debug)]
pub struct Var {
    /// `None` for unnamed parameters and compound literals.
    pub name: Option<Symbol>,
    pub ty: TypeId,
    /// Defined with a `const`-qualified type (of its elements, if it is an array): writing to it is undefined.
    pub is_const: bool,
    /// `&v` occurs, or it is an array that decays, or a record that is not only accessed by member.
    pub address_taken: bool,
    /// From `_Alignas` and `aligned`; 0 if the type's alignment holds.
    pub align: u64,
    /// `__attribute__((cleanup(f)))`: called with the variable's address when its scope is left.
    pub cleanup: Option<FunctionId>,
    /// Holds a value that has no name, and lives until the end of the full expression (C11, 6.2.4p8).
    pub temporary: bool,
    pub span: Span,
}

#[derive(Debug)]
pub struct Label {
    pub name: Symbol,
    /// `&&label` occurs.
    pub address_taken: bool,
    pub span: Span,
}

/// A variable-length array type. `lower` keeps the size in bytes in a temporary when `StmtKind::VlaSize` is reached.
#[derive(Debug)]
pub struct Vla {
    /// The number of elements, converted to `size_t`.
    pub len: ExprId,
    pub elem: TypeId,
}

#[derive(Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

#[derive(Debug)]
pub enum StmtKind {
    /// A scope. Variables declared in it (by `Declare` directly in it) live until it is left.
    Block(Vec<StmtId>),
    /// Evaluated for its effects; of any type.
    Expr(ExprId),
    Empty,
    /// The variable comes into scope here, uninitialised (for VLAs: space of its type's size is reserved).
    Declare {
        var: VarId,
        init: Option<LocalInit>,
    },
    /// Computes the size of a VLA type, which is used from here on.
    VlaSize(VlaId),
    /// Conditions have any scalar type and are compared with zero by `lower`.
    If {
        cond: ExprId,
        then: StmtId,
        otherwise: Option<StmtId>,
    },
    While {
        cond: ExprId,
        body: StmtId,
    },
    DoWhile {
        body: StmtId,
        cond: ExprId,
    },
    /// Is a scope of its own for what `init` declares.
    For {
        init: Option<StmtId>,
        cond: Option<ExprId>,
        step: Option<ExprId>,
        body: StmtId,
    },
    /// `value` is promoted; case labels are in `body`, cases are converted to its type, sorted, disjoint.
    Switch {
        value: ExprId,
        cases: Vec<Case>,
        has_default: bool,
        body: StmtId,
    },
    /// The target of case number `index` of the innermost enclosing switch.
    CaseLabel {
        index: u32,
        body: StmtId,
    },
    DefaultLabel {
        body: StmtId,
    },
    Label {
        label: LabelId,
        body: StmtId,
    },
    Goto(LabelId),
    GotoIndirect(ExprId),
    Break,
    Continue,
    /// The value is converted to the return type; `None` too if a value was missing.
    Return(Option<ExprId>),
    /// An assembler statement without outputs and with an empty template does nothing and is not here; all others are.
    Unsupported(&'static str),
}

/// `low ..= high` in the switch's type; `index` is the number that `CaseLabel` carries.
#[derive(Debug, Clone, Copy)]
pub struct Case {
    pub low: i128,
    pub high: i128,
    pub index: u32,
}

/// The initialiser of a variable or compound literal with automatic storage.
#[derive(Debug)]
pub struct LocalInit {
    /// The whole object is filled with zero first (because some part is not named).
    pub zero_fill: bool,
    /// The bytes of unions behind the member that is initialised, as offsets and lengths: what they hold is not specified.
    pub rests: Vec<(u64, u64)>,
    /// In the order of evaluation.
    pub elems: Vec<InitElem>,
}

#[derive(Debug)]
pub struct InitElem {
    pub offset: u64,
    /// The type of the element that is written.
    pub ty: TypeId,
    pub bits: Option<crate::types::FieldBits>,
    pub value: InitValue,
}

#[derive(Debug)]
pub enum InitValue {
    /// An rvalue, already converted to the element's type (may be a record: copied).
    Expr(ExprId),
    /// The first `len` bytes of a string literal object are copied into a character array.
    String { object: ObjectId, len: u64 },
}

#[derive(Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub ty: TypeId,
    pub span: Span,
}

#[derive(Debug)]
pub enum ExprKind {
    // ----- constants
    /// Of integer, enum, `_Bool` or pointer type; the value sign-extended (unsigned types: zero-extended, as bits).
    Int(i64),
    /// An integer of a 128-bit type that does not fit the above.
    WideInt(Box<i128>),
    Float(f64),

    // ----- lvalues and designators
    Var(VarId),
    Object(ObjectId),
    Function(FunctionId),
    /// The operand is a pointer rvalue.
    Deref(ExprId),
    /// A direct field of the base's record type (a member of an anonymous member is two of these). The base is an lvalue, or a record
    /// rvalue (`f().x`), in which case this is an rvalue too.
    Member {
        base: ExprId,
        record: RecordId,
        field: u32,
    },
    /// The variable is (re)initialised where this is evaluated.
    CompoundLiteral {
        var: VarId,
        init: Box<LocalInit>,
    },

    // ----- rvalues
    /// The value of an lvalue (scalar or record).
    Load(ExprId),
    AddressOf(ExprId),
    /// Array lvalue to pointer to its first element, function designator to pointer.
    Decay(ExprId),
    Unary(UnaryOp, ExprId),
    /// Arithmetic on two operands of the result's type (shifts: the right operand has its own promoted type), comparisons (the
    /// operands have one common type, the result is `int`).
    Binary(BinaryOp, ExprId, ExprId),
    /// Pointer plus index times element size. `index` has an integer type; `subtract` for `p - i`.
    /// The element size is a number or, for pointers to VLAs, that of the VLA type.
    PtrAdd {
        ptr: ExprId,
        index: ExprId,
        elem: TypeId,
        subtract: bool,
    },
    /// Difference in elements; type `ptrdiff_t`.
    PtrDiff {
        left: ExprId,
        right: ExprId,
        elem: TypeId,
    },
    /// Result `int`; operands of scalar type, compared with zero by `lower`.
    LogicalAnd(ExprId, ExprId),
    LogicalOr(ExprId, ExprId),
    /// Both branches have the expression's type (or it is `void`).
    Cond {
        cond: ExprId,
        then: ExprId,
        otherwise: ExprId,
    },
    /// Binds the value of `value` to the opaque, then is `body`.
    Let {
        opaque: OpaqueId,
        value: ExprId,
        body: ExprId,
    },
    Opaque(OpaqueId),
    /// `target` is an lvalue, `value` has its type. The result is the value stored (for bit-fields: truncated).
    Assign {
        target: ExprId,
        value: ExprId,
    },
    /// `+=`, `++` and the like: the lvalue is evaluated once, its value bound to `opaque`, `value` (which uses the opaque, already
    /// converted to the target's type) is stored. The result is the new value, or the old one if `yields_old`.
    Update {
        target: ExprId,
        opaque: OpaqueId,
        value: ExprId,
        yields_old: bool,
    },
    /// To the expression's type: any scalar to any scalar (to `_Bool`: `!= 0`), anything to `void`, to and from enums;
    /// a record to itself.
    Cast(ExprId),
    /// The callee is a `Function` designator (direct) or a pointer rvalue. Arguments are converted; records are passed by value.
    Call {
        callee: ExprId,
        args: Vec<ExprId>,
    },
    Builtin(Builtin, Vec<ExprId>),
    /// `va_arg(ap, type)`: the operand is the address of the `va_list`.
    VaArg(ExprId),
    Comma(ExprId, ExprId),
    /// The statements of the block, then the value of `result`, computed inside the block's scope.
    StmtExpr {
        block: StmtId,
        result: Option<ExprId>,
    },
    /// The size in bytes of a type that depends on a VLA; type `size_t`.
    SizeofVla(TypeId),
    /// `&&label`
    LabelAddr(LabelId),
    /// Something that no engine can express (vector operations, complex arithmetic, `asm` operands ...): what it is. Operands are not
    /// evaluated. Reaching it matters, having it does not. An lvalue where one is needed.
    Unsupported(&'static str),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    Neg,
    BitNot,
    /// Result `int`.
    LogicalNot,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
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
}

/// `__builtin_*` functions with a meaning of their own in the IR. All others that have a library function behind them (`__builtin_memcpy`,
/// `__builtin_malloc`, `__builtin_strlen`, `__builtin___memcpy_chk` ...) are ordinary calls to a function of that name; those
/// that are constants (`constant_p`, `types_compatible_p`, `offsetof`, `choose_expr`, `huge_val`, `inf`, `nan`, `object_size` ...) are gone, and
/// `__builtin_expect(x, y)` is `x`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Builtin {
    /// (address of the va_list)
    VaStart,
    VaEnd,
    /// (address of destination, address of source)
    VaCopy,
    /// The variable arguments of the function it stands in, at the end of the arguments of a call, and how many they are.
    VaArgPack,
    VaArgPackLen,
    /// (size): lives until the function returns.
    Alloca,
    Unreachable,
    Trap,
    /// The operand has the type that the builtin's name says; results are `int`.
    Clz,
    Ctz,
    Popcount,
    Parity,
    Ffs,
    /// Leading redundant sign bits.
    Clrsb,
    /// 16, 32, 64 or 128 bits by the operand's type; the result has the operand's type.
    Bswap,
    /// `(a, b, pointer to result)`: computed as if with infinite precision, stored wrapped; result 1 if it did not fit.
    AddOverflow,
    SubOverflow,
    MulOverflow,
    /// `__atomic_*` and `__sync_*`, sequentially: see the argument order in csema's builtins module.
    /// (pointer, value) -> old value
    FetchAdd,
    FetchSub,
    FetchAnd,
    FetchOr,
    FetchXor,
    FetchNand,
    /// (pointer, value) -> new value
    AddFetch,
    SubFetch,
    AndFetch,
    OrFetch,
    XorFetch,
    NandFetch,
    /// (pointer) -> value
    AtomicLoad,
    /// (pointer, value)
    AtomicStore,
    /// (pointer, value) -> old value
    AtomicExchange,
    /// (pointer, expected value, desired value) -> old value
    CompareExchangeValue,
    /// (pointer, expected value, desired value) -> 1 if it was exchanged
    CompareExchangeBool,
    /// (pointer, pointer to expected, desired value) -> 1 if it was exchanged, else expected is updated
    CompareExchange,
    /// A barrier: nothing.
    Fence,
    /// A value nobody can know (`__builtin_frame_address`, `__builtin_return_address`): unsupported if reached.
    FrameAddress,
}
