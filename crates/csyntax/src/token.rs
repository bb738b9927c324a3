//! The tokens of C and the table of reserved words.

use crate::ast::BinaryOp;
use base::{Interner, Span, Symbol};

/// What the lexer makes of the text, sixteen bytes each.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Token {
    /// Global positions of the first byte and of the byte after the last one.
    pub(crate) lo: u32,
    pub(crate) hi: u32,
    /// Identifiers and keywords: the symbol. Literals: the offset of the spelling in the lexer's text.
    pub(crate) data: u32,
    pub(crate) kind: TokenKind,
}

impl Token {
    #[inline]
    pub(crate) fn span(self) -> Span {
        Span::new(self.lo, self.hi)
    }
    #[inline]
    pub(crate) fn symbol(self) -> Symbol {
        Symbol::from_raw(self.data)
    }
}

/// The order matters: the predicates below are comparisons of ranges.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum TokenKind {
    Eof,
    Ident,
    Number,
    Char,
    String,

    LParen,
    RParen,
    LBracket,
    RBracket,
    LBrace,
    RBrace,
    Semi,
    Comma,
    Dot,
    Arrow,
    Ellipsis,
    Colon,
    Question,
    Tilde,
    Bang,
    PlusPlus,
    MinusMinus,

    Star,
    Slash,
    Percent,
    Plus,
    Minus,
    Shl,
    Shr,
    Lt,
    Gt,
    Le,
    Ge,
    EqEq,
    NotEq,
    Amp,
    Caret,
    Pipe,
    AmpAmp,
    PipePipe,

    Assign,
    StarAssign,
    SlashAssign,
    PercentAssign,
    PlusAssign,
    MinusAssign,
    ShlAssign,
    ShrAssign,
    AmpAssign,
    CaretAssign,
    PipeAssign,

    // Words that begin a statement.
    If,
    Else,
    While,
    Do,
    For,
    Switch,
    Case,
    Default,
    Break,
    Continue,
    Return,
    Goto,
    Asm,
    LocalLabel,

    // Words that begin or stand for an expression.
    Sizeof,
    Alignof,
    /// `__alignof__`, which asks for the preferred alignment.
    GnuAlignof,
    Generic,
    Real,
    Imag,
    BuiltinVaArg,
    BuiltinOffsetof,
    BuiltinTypesCompatible,
    BuiltinChooseExpr,
    /// A builtin that takes a type and that nothing below the parser can express.
    BuiltinWithType,

    Extension,
    StaticAssert,
    Pragma,

    // Words that can begin a declaration.
    Typedef,
    Extern,
    Static,
    Auto,
    Register,
    ThreadLocal,
    Inline,
    Noreturn,
    Alignas,
    // Words that can begin a type name, too.
    Attribute,
    AddressSpace,
    Const,
    Volatile,
    Restrict,
    Atomic,
    Void,
    CharType,
    Short,
    Int,
    Long,
    Float,
    Double,
    Signed,
    Unsigned,
    Bool,
    Complex,
    Int128,
    Int128Typedef,
    Uint128Typedef,
    Float16,
    Float32,
    Float64,
    Float32x,
    Float64x,
    Float80,
    Float128,
    Decimal32,
    Decimal64,
    Decimal128,
    Struct,
    Union,
    Enum,
    Typeof,
    AutoType,
    VaList,
}

use TokenKind as T;

impl TokenKind {
    #[inline]
    pub(crate) fn is_declaration_word(self) -> bool {
        self >= T::Typedef
    }
    #[inline]
    pub(crate) fn is_type_word(self) -> bool {
        self >= T::Attribute
    }
    #[inline]
    pub(crate) fn is_statement_word(self) -> bool {
        self >= T::If && self <= T::LocalLabel
    }
    #[inline]
    pub(crate) fn is_word(self) -> bool {
        self >= T::If || self == T::Ident
    }

    /// How tightly a binary operator binds, 1 (`||`) to 10 (`*`), or 0 if this is none.
    #[inline]
    pub(crate) fn precedence(self) -> u8 {
        match self {
            T::Star | T::Slash | T::Percent => 10,
            T::Plus | T::Minus => 9,
            T::Shl | T::Shr => 8,
            T::Lt | T::Gt | T::Le | T::Ge => 7,
            T::EqEq | T::NotEq => 6,
            T::Amp => 5,
            T::Caret => 4,
            T::Pipe => 3,
            T::AmpAmp => 2,
            T::PipePipe => 1,
            _ => 0,
        }
    }

    pub(crate) fn binary_op(self) -> BinaryOp {
        match self {
            T::Star | T::StarAssign => BinaryOp::Mul,
            T::Slash | T::SlashAssign => BinaryOp::Div,
            T::Percent | T::PercentAssign => BinaryOp::Rem,
            T::Plus | T::PlusAssign => BinaryOp::Add,
            T::Minus | T::MinusAssign => BinaryOp::Sub,
            T::Shl | T::ShlAssign => BinaryOp::Shl,
            T::Shr | T::ShrAssign => BinaryOp::Shr,
            T::Lt => BinaryOp::Lt,
            T::Gt => BinaryOp::Gt,
            T::Le => BinaryOp::Le,
            T::Ge => BinaryOp::Ge,
            T::EqEq => BinaryOp::Eq,
            T::NotEq => BinaryOp::Ne,
            T::Amp | T::AmpAssign => BinaryOp::BitAnd,
            T::Caret | T::CaretAssign => BinaryOp::BitXor,
            T::Pipe | T::PipeAssign => BinaryOp::BitOr,
            T::AmpAmp => BinaryOp::LogicalAnd,
            _ => BinaryOp::LogicalOr,
        }
    }

    #[inline]
    pub(crate) fn is_assignment(self) -> bool {
        self >= T::Assign && self <= T::PipeAssign
    }

    /// How a punctuator is written in messages.
    pub(crate) fn text(self) -> &'static str {
        match self {
            T::LParen => "(",
            T::RParen => ")",
            T::LBracket => "[",
            T::RBracket => "]",
            T::LBrace => "{",
            T::RBrace => "}",
            T::Semi => ";",
            T::Comma => ",",
            T::Colon => ":",
            T::Assign => "=",
            T::While => "while",
            _ => "?",
        }
    }
}

/// The reserved words in symbol order: the lexer's interner begins with them, so that a symbol below the length of
/// this table *is* the keyword.
pub(crate) const KEYWORDS: &[(&str, TokenKind)] = &[
    ("if", T::If),
    ("else", T::Else),
    ("while", T::While),
    ("do", T::Do),
    ("for", T::For),
    ("switch", T::Switch),
    ("case", T::Case),
    ("default", T::Default),
    ("break", T::Break),
    ("continue", T::Continue),
    ("return", T::Return),
    ("goto", T::Goto),
    ("asm", T::Asm),
    ("__asm", T::Asm),
    ("__asm__", T::Asm),
    ("__label__", T::LocalLabel),
    ("sizeof", T::Sizeof),
    ("_Alignof", T::Alignof),
    ("__alignof", T::GnuAlignof),
    ("__alignof__", T::GnuAlignof),
    ("_Generic", T::Generic),
    ("__real", T::Real),
    ("__real__", T::Real),
    ("__imag", T::Imag),
    ("__imag__", T::Imag),
    ("__builtin_va_arg", T::BuiltinVaArg),
    ("__builtin_offsetof", T::BuiltinOffsetof),
    ("__builtin_types_compatible_p", T::BuiltinTypesCompatible),
    ("__builtin_choose_expr", T::BuiltinChooseExpr),
    ("__builtin_convertvector", T::BuiltinWithType),
    ("__builtin_has_attribute", T::BuiltinWithType),
    ("__extension__", T::Extension),
    ("_Static_assert", T::StaticAssert),
    ("_Pragma", T::Pragma),
    ("typedef", T::Typedef),
    ("extern", T::Extern),
    ("static", T::Static),
    ("auto", T::Auto),
    ("register", T::Register),
    ("_Thread_local", T::ThreadLocal),
    ("__thread", T::ThreadLocal),
    ("inline", T::Inline),
    ("__inline", T::Inline),
    ("__inline__", T::Inline),
    ("_Noreturn", T::Noreturn),
    ("_Alignas", T::Alignas),
    ("__attribute", T::Attribute),
    ("__attribute__", T::Attribute),
    ("__seg_fs", T::AddressSpace),
    ("__seg_gs", T::AddressSpace),
    ("const", T::Const),
    ("__const", T::Const),
    ("__const__", T::Const),
    ("volatile", T::Volatile),
    ("__volatile", T::Volatile),
    ("__volatile__", T::Volatile),
    ("restrict", T::Restrict),
    ("__restrict", T::Restrict),
    ("__restrict__", T::Restrict),
    ("_Atomic", T::Atomic),
    ("void", T::Void),
    ("char", T::CharType),
    ("short", T::Short),
    ("int", T::Int),
    ("long", T::Long),
    ("float", T::Float),
    ("double", T::Double),
    ("signed", T::Signed),
    ("__signed", T::Signed),
    ("__signed__", T::Signed),
    ("unsigned", T::Unsigned),
    ("_Bool", T::Bool),
    ("_Complex", T::Complex),
    ("__complex", T::Complex),
    ("__complex__", T::Complex),
    ("__int128", T::Int128),
    ("__int128_t", T::Int128Typedef),
    ("__uint128_t", T::Uint128Typedef),
    ("_Float16", T::Float16),
    ("_Float32", T::Float32),
    ("_Float64", T::Float64),
    ("_Float32x", T::Float32x),
    ("_Float64x", T::Float64x),
    ("__float80", T::Float80),
    ("_Float128", T::Float128),
    ("__float128", T::Float128),
    ("_Decimal32", T::Decimal32),
    ("_Decimal64", T::Decimal64),
    ("_Decimal128", T::Decimal128),
    ("struct", T::Struct),
    ("union", T::Union),
    ("enum", T::Enum),
    ("typeof", T::Typeof),
    ("__typeof", T::Typeof),
    ("__typeof__", T::Typeof),
    ("__auto_type", T::AutoType),
    ("__builtin_va_list", T::VaList),
];

/// An interner whose first symbols are the keywords.
pub(crate) fn keyword_interner(room: usize) -> Interner {
    Interner::with_prefix(KEYWORDS.iter().map(|&(word, _)| word), room)
}

/// The words that strict ISO C leaves to the programmer.
pub(crate) fn is_gnu_only(word: &str) -> bool {
    matches!(word, "asm" | "typeof")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_sixteen_bytes() {
        assert_eq!(std::mem::size_of::<Token>(), 16);
    }

    #[test]
    fn predicates_follow_the_order_of_kinds() {
        for &(word, kind) in KEYWORDS {
            assert!(kind.is_word(), "{word}");
            assert_eq!(kind.precedence(), 0, "{word}");
        }
        assert!(T::Const.is_type_word() && T::Struct.is_type_word() && T::Attribute.is_type_word());
        assert!(!T::Static.is_type_word() && T::Static.is_declaration_word());
        assert!(!T::Sizeof.is_declaration_word() && !T::Extension.is_declaration_word());
        assert!(T::Asm.is_statement_word() && !T::Sizeof.is_statement_word());
        assert!(!T::PipePipe.is_assignment() && T::PipeAssign.is_assignment() && !T::If.is_assignment());
    }
}
