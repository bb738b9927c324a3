//! The syntax tree: declarations only, no logic.
//!
//! Nodes live in arenas of [`Ast`] and refer to each other by typed ids, so that a tree of a megabyte of C is a
//! handful of vectors. Everything carries the span it was read from. Names are interned [`Symbol`]s.
//!
//! The tree says what was written: nothing is typed, converted or evaluated. Only three things are decided by the
//! parser because C's grammar needs them: which identifiers are typedef names, which combination of type keywords
//! stands for which basic type, and what a literal's value is.

use base::{IndexVec, Interner, Span, Symbol, define_id};

define_id!(pub struct ExprId, "e");
define_id!(pub struct StmtId, "s");
define_id!(pub struct DeclId, "d");
define_id!(pub struct TypeNameId, "tn");
define_id!(pub struct RecordSpecId, "r");
define_id!(pub struct EnumSpecId, "en");
define_id!(pub struct InitId, "i");
define_id!(pub struct StringId, "str");
define_id!(pub struct AsmId, "asm");

/// A translation unit. After syntax errors it holds what could be recovered.
#[derive(Debug, Default)]
pub struct Ast {
    pub names: Interner,
    /// The names in `#pragma weak`.
    pub weak: Vec<Symbol>,
    pub exprs: IndexVec<ExprId, Expr>,
    pub stmts: IndexVec<StmtId, Stmt>,
    pub decls: IndexVec<DeclId, Decl>,
    pub type_names: IndexVec<TypeNameId, TypeName>,
    pub records: IndexVec<RecordSpecId, RecordSpec>,
    pub enums: IndexVec<EnumSpecId, EnumSpec>,
    pub inits: IndexVec<InitId, Init>,
    pub strings: IndexVec<StringId, StringLiteral>,
    pub asms: IndexVec<AsmId, Asm>,
    /// The external declarations, in order.
    pub items: Vec<DeclId>,
}

// ----- Declarations -----

#[derive(Debug)]
pub struct Decl {
    pub kind: DeclKind,
    pub span: Span,
}

#[derive(Debug)]
pub enum DeclKind {
    /// `int a, *b = &a;`, also `struct s { ... };` without declarators.
    Variables {
        specs: DeclSpecs,
        declarators: Vec<InitDeclarator>,
    },
    Function(Box<FunctionDef>),
    StaticAssert {
        cond: ExprId,
        message: Option<StringId>,
    },
    /// File-scope `asm("...")`.
    Asm(AsmId),
    /// A lone `;`
    Empty,
}

#[derive(Debug)]
pub struct FunctionDef {
    pub specs: DeclSpecs,
    /// Its first chunk (closest to the name) that is not parenthesised away is the function's.
    pub declarator: Declarator,
    /// Declarations of K&R parameters between the declarator and the body.
    pub kr_params: Vec<DeclId>,
    /// A `Compound` statement.
    pub body: StmtId,
}

#[derive(Debug)]
pub struct InitDeclarator {
    pub declarator: Declarator,
    pub init: Option<InitId>,
}

#[derive(Debug, Clone)]
pub struct DeclSpecs {
    pub storage: Storage,
    pub thread_local: bool,
    pub inline: bool,
    pub noreturn: bool,
    pub quals: Quals,
    pub ty: TypeSpec,
    pub attrs: Vec<Attr>,
    /// `_Alignas(expr)` and `_Alignas(type)`.
    pub alignas: Vec<AlignAs>,
    pub span: Span,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Storage {
    None,
    Typedef,
    Extern,
    Static,
    Auto,
    Register,
}

#[derive(Debug, Clone, Copy)]
pub enum AlignAs {
    Expr(ExprId),
    Type(TypeNameId),
}

/// Type qualifiers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Quals(pub u8);

impl Quals {
    pub const NONE: Quals = Quals(0);
    pub const CONST: Quals = Quals(1);
    pub const VOLATILE: Quals = Quals(2);
    pub const RESTRICT: Quals = Quals(4);
    pub const ATOMIC: Quals = Quals(8);

    pub fn contains(self, other: Quals) -> bool {
        self.0 & other.0 == other.0
    }
    pub fn with(self, other: Quals) -> Quals {
        Quals(self.0 | other.0)
    }
}

#[derive(Debug, Clone, Copy)]
pub enum TypeSpec {
    /// No type was written: `int` is implied (old C), with a warning.
    Missing,
    Basic(BasicType),
    Typedef(Symbol),
    Record(RecordSpecId),
    Enum(EnumSpecId),
    TypeofExpr(ExprId),
    TypeofType(TypeNameId),
    AutoType,
    /// `_Atomic(type)`
    Atomic(TypeNameId),
    /// `__builtin_va_list`
    VaList,
    /// A syntax error was reported here.
    Error,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BasicType {
    Void,
    Bool,
    Char,
    SignedChar,
    UnsignedChar,
    Short,
    UnsignedShort,
    Int,
    UnsignedInt,
    Long,
    UnsignedLong,
    LongLong,
    UnsignedLongLong,
    Int128,
    UnsignedInt128,
    Float16,
    Float,
    Double,
    LongDouble,
    /// `__float128`, `_Float128`
    Float128,
    /// `_Float32`, `_Float64`, `_Float32x`, `_Float64x`: `Float`, `Double`, `Double` and `LongDouble` in layout.
    Float32,
    Float64,
    Float32x,
    Float64x,
    ComplexFloat,
    ComplexDouble,
    ComplexLongDouble,
    /// Complex integers and the like: the size of one part in LP64 and in ILP32.
    ComplexOther(u8, u8),
    /// `_Decimal32`, `_Decimal64`, `_Decimal128`: size in bytes.
    Decimal(u8),
}

/// `struct`/`union` with or without a body.
#[derive(Debug)]
pub struct RecordSpec {
    pub union: bool,
    pub tag: Option<Symbol>,
    pub fields: Option<Vec<FieldDecl>>,
    /// Attributes before the tag and after the body.
    pub attrs: Vec<Attr>,
    /// The value of `#pragma pack` in force at the body.
    pub pack: Option<u32>,
    pub span: Span,
}

#[derive(Debug)]
pub enum FieldDecl {
    Fields { specs: DeclSpecs, declarators: Vec<FieldDeclarator>, span: Span },
    StaticAssert { cond: ExprId, message: Option<StringId>, span: Span },
}

#[derive(Debug)]
pub struct FieldDeclarator {
    /// Without a name for an unnamed bit-field. Anonymous members are `Fields` without declarators.
    pub declarator: Declarator,
    pub bits: Option<ExprId>,
}

#[derive(Debug)]
pub struct EnumSpec {
    pub tag: Option<Symbol>,
    pub enumerators: Option<Vec<Enumerator>>,
    pub attrs: Vec<Attr>,
    pub span: Span,
}

#[derive(Debug)]
pub struct Enumerator {
    pub name: Symbol,
    pub value: Option<ExprId>,
    pub span: Span,
}

/// A name and what stands around it. `chunks[0]` stands closest to the name: `int *a[3]` has chunks
/// `[Array(3), Pointer]`, "a is an array of pointers". The type is built from the specifier by applying the chunks from
/// last to first.
#[derive(Debug, Clone, Default)]
pub struct Declarator {
    pub name: Option<Symbol>,
    pub name_span: Span,
    pub chunks: Vec<Chunk>,
    /// Attributes after the declarator (they apply to the declared entity), and those just before it.
    pub attrs: Vec<Attr>,
    /// `asm("symbol")` after the declarator.
    pub asm_label: Option<StringId>,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub enum Chunk {
    Pointer {
        quals: Quals,
        attrs: Vec<Attr>,
    },
    /// `len` is `None` for `[]`; `star` for `[*]`. Qualifiers and `static` occur in parameters only.
    Array {
        len: Option<ExprId>,
        star: bool,
        quals: Quals,
        has_static: bool,
    },
    Function(Box<ParamList>),
}

#[derive(Debug, Clone)]
pub struct ParamList {
    pub params: Vec<Param>,
    pub variadic: bool,
    /// Names of an old-style definition `f(a, b)`; `params` is then empty.
    pub kr_names: Vec<(Symbol, Span)>,
    /// `()` and K&R lists are not prototypes; `(void)` is one without parameters.
    pub prototype: bool,
}

#[derive(Debug, Clone)]
pub struct Param {
    pub specs: DeclSpecs,
    pub declarator: Declarator,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub struct TypeName {
    pub specs: DeclSpecs,
    /// Has no name.
    pub declarator: Declarator,
    pub span: Span,
}

/// One GNU attribute, `__packed__` and `packed` alike as `packed`. `[[...]]` attributes too.
#[derive(Debug, Clone)]
pub struct Attr {
    pub name: Symbol,
    /// Arguments that could be read as expressions (a lone identifier is an `Ident`, a type makes none).
    pub args: Vec<ExprId>,
    pub span: Span,
}

// ----- Initialisers -----

#[derive(Debug)]
pub struct Init {
    pub kind: InitKind,
    pub span: Span,
}

#[derive(Debug)]
pub enum InitKind {
    Expr(ExprId),
    List(Vec<InitItem>),
}

#[derive(Debug)]
pub struct InitItem {
    pub designators: Vec<Designator>,
    pub init: InitId,
}

#[derive(Debug, Clone, Copy)]
pub enum Designator {
    Field(Symbol, Span),
    Index(ExprId),
    /// `[low ... high]`
    Range(ExprId, ExprId),
}

// ----- Statements -----

#[derive(Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

#[derive(Debug)]
pub enum StmtKind {
    /// `{ ... }`
    Compound(Vec<StmtId>),
    Expr(ExprId),
    Empty,
    /// A declaration among the statements.
    Decl(DeclId),
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
    /// `init` is an `Expr`, `Decl` or `Empty` statement.
    For {
        init: StmtId,
        cond: Option<ExprId>,
        step: Option<ExprId>,
        body: StmtId,
    },
    Switch {
        value: ExprId,
        body: StmtId,
    },
    /// `high` for case ranges `low ... high`.
    Case {
        low: ExprId,
        high: Option<ExprId>,
        body: StmtId,
    },
    Default {
        body: StmtId,
    },
    Label {
        name: Symbol,
        name_span: Span,
        attrs: Vec<Attr>,
        body: StmtId,
    },
    /// `__label__ a, b;`
    LocalLabels(Vec<Symbol>),
    Goto(Symbol, Span),
    /// `goto *expr;`
    GotoIndirect(ExprId),
    Break,
    Continue,
    Return(Option<ExprId>),
    Asm(AsmId),
    /// A syntax error was reported here.
    Error,
}

#[derive(Debug)]
pub struct Asm {
    pub volatile: bool,
    pub goto: bool,
    pub template: StringId,
    pub outputs: Vec<AsmOperand>,
    pub inputs: Vec<AsmOperand>,
    pub clobbers: Vec<StringId>,
    pub labels: Vec<Symbol>,
    pub span: Span,
}

#[derive(Debug)]
pub struct AsmOperand {
    pub constraint: StringId,
    pub expr: ExprId,
}

// ----- Expressions -----

#[derive(Debug, Clone)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub enum ExprKind {
    Ident(Symbol),
    Int(IntLiteral),
    /// The value is right for `float` and `double`; for longer types it is rounded to `double` unless it is `exact`.
    Float {
        value: f64,
        suffix: FloatSuffix,
        imaginary: bool,
        exact: bool,
    },
    /// The value as its type has it (plain `char` literals are `int`s, sign-extended).
    Char {
        value: i64,
        encoding: Encoding,
    },
    String(StringId),
    Unary(UnaryOp, ExprId),
    Binary(BinaryOp, ExprId, ExprId),
    /// `=` has no operator.
    Assign(Option<BinaryOp>, ExprId, ExprId),
    /// `c ? t : e`; `then` is `None` for GNU's `c ?: e`.
    Cond {
        cond: ExprId,
        then: Option<ExprId>,
        otherwise: ExprId,
    },
    Comma(ExprId, ExprId),
    Cast(TypeNameId, ExprId),
    Call {
        callee: ExprId,
        args: Vec<ExprId>,
    },
    Index(ExprId, ExprId),
    Member {
        base: ExprId,
        name: Symbol,
        name_span: Span,
        arrow: bool,
    },
    CompoundLiteral {
        ty: TypeNameId,
        init: InitId,
    },
    SizeofExpr(ExprId),
    SizeofType(TypeNameId),
    /// `_Alignof` or `__alignof__`, which mean the same of an expression.
    AlignofExpr(ExprId),
    /// `_Alignof`: the alignment inside of structures.
    AlignofType(TypeNameId),
    /// `__alignof__`: the alignment that the compiler gives to variables.
    PreferredAlignofType(TypeNameId),
    Generic {
        control: ExprId,
        arms: Vec<GenericArm>,
    },
    /// `({ ... })`: a `Compound`.
    StmtExpr(StmtId),
    /// `&&label`
    LabelAddr(Symbol),
    VaArg(ExprId, TypeNameId),
    /// `__builtin_offsetof(type, member.path[3])`: the designators are fields and indices.
    Offsetof(TypeNameId, Vec<Designator>),
    TypesCompatible(TypeNameId, TypeNameId),
    ChooseExpr(ExprId, ExprId, ExprId),
    /// A call whose first argument is a type (`__builtin_convertvector` and the like): kept to be refused later.
    UnsupportedBuiltin(Symbol),
    /// A syntax error was reported here.
    Error,
}

#[derive(Debug, Clone, Copy)]
pub struct GenericArm {
    /// `None` for `default`.
    pub ty: Option<TypeNameId>,
    pub value: ExprId,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IntLiteral {
    pub value: u64,
    pub unsigned: bool,
    /// How many `l`s: 0, 1 or 2.
    pub longs: u8,
    /// Decimal literals do not become unsigned by themselves.
    pub decimal: bool,
    pub imaginary: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FloatSuffix {
    None,
    F,
    L,
    /// `q`, `f128`
    Q,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// Plain and `u8`.
    Narrow,
    Utf8,
    /// `L`: `wchar_t` is `int`.
    Wide,
    /// `u`: `char16_t` is `unsigned short`.
    Utf16,
    /// `U`: `char32_t` is `unsigned int`.
    Utf32,
}

/// Adjacent literals are already one; the terminating zero is not part of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StringLiteral {
    pub encoding: Encoding,
    pub units: StringUnits,
    pub span: Span,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StringUnits {
    /// For `Narrow` and `Utf8`.
    Bytes(Vec<u8>),
    /// For the others: one entry per code unit of the encoding.
    Wide(Vec<u32>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    Plus,
    Minus,
    BitNot,
    LogicalNot,
    AddressOf,
    Deref,
    PreIncrement,
    PreDecrement,
    PostIncrement,
    PostDecrement,
    /// `__real__`, `__imag__`
    Real,
    Imag,
    /// `__extension__`
    Extension,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    Mul,
    Div,
    Rem,
    Add,
    Sub,
    Shl,
    Shr,
    Lt,
    Gt,
    Le,
    Ge,
    Eq,
    Ne,
    BitAnd,
    BitXor,
    BitOr,
    LogicalAnd,
    LogicalOr,
}
