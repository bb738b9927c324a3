//! The grammar: recursive descent, with a loop wherever real programs have long chains.
//!
//! An error sets `panicking`, which silences every further complaint while the functions return; the next statement,
//! member or declaration boundary clears it. No function loops without consuming a token or leaving on `panicking`.

mod attribute;
mod declaration;
mod declarator;
mod expression;
mod headers;
mod initializer;
mod recovery;
mod specifier;
mod statement;

use crate::ast::{Ast, Expr, ExprId, ExprKind, Stmt, StmtId, StmtKind};
use crate::error::SyntaxError;
use crate::lexer::Lexed;
use crate::parser::headers::Headers;
use crate::pragma::PackState;
use crate::token::{Token, TokenKind as T};
use crate::{MAX_ERRORS, ParseResult};
use base::{FxHashMap, IndexVec, Span, Symbol};

/// The budget for nesting. A bracket costs [`BRACKET`], an operator 1: so brackets nest 256 deep at least, which is
/// what other compilers promise, and the parser stays within a megabyte of stack even without optimisation.
const MAX_NESTING: u32 = 1024;
const BRACKET: u32 = 4;
/// Of a statement in another one, and of a block: no expression's functions are on the stack between them. Programs that were unrolled
/// by a tool have hundreds of conditions within each other.
const STATEMENT: u32 = 1;
/// How many postfix operators (`a->b`, `f(x)`, `a[i]`) a path through the tree may have.
const MAX_POSTFIX: u32 = 512;
/// How many `*`, `[]` and `()` a declarator may have.
pub const MAX_DECLARATOR_PARTS: usize = 256;
/// The depth of the tree, without the chains named in the documentation of the crate.
pub const MAX_TREE_DEPTH: usize = (MAX_NESTING + MAX_POSTFIX) as usize;

pub(crate) fn parse_tokens(source: &[u8], start: u32, lexed: Lexed<'_>) -> ParseResult {
    let Lexed { text, tokens, names, pack, weak, headers, errors } = lexed;
    let headers = Headers::new(&headers, &tokens, names.len(), &weak);
    // Measured on large programs: three to four tokens for an expression, fifteen for a statement.
    let count = tokens.len();
    let ast = Ast {
        exprs: IndexVec::with_capacity(count / 3),
        stmts: IndexVec::with_capacity(count / 15),
        names,
        weak,
        ..Ast::default()
    };
    let mut parser = Parser {
        text: &text,
        source,
        start,
        pos: 0,
        kind: tokens[0].kind,
        typedefs: vec![false; ast.names.len()],
        shadowed: Vec::new(),
        tokens: &tokens,
        pack,
        ast,
        nesting: 0,
        postfix: 0,
        errors,
        panicking: false,
        stopped: false,
        last_error: None,
        attribute_names: FxHashMap::default(),
        headers,
    };
    parser.translation_unit();
    let Parser { ast, mut errors, .. } = parser;
    errors.sort_by_key(|error| error.span.lo);
    if errors.len() >= MAX_ERRORS {
        errors.truncate(MAX_ERRORS);
        if let Some(last) = errors.last_mut() {
            last.help = Some("too many errors: the rest is not reported".into());
        }
    }
    ParseResult { ast, errors }
}

struct Parser<'t> {
    /// The text that literals are decoded from.
    text: &'t [u8],
    /// The text as it was given, and where it begins.
    source: &'t [u8],
    start: u32,
    tokens: &'t [Token],
    pos: usize,
    /// The kind of the token at `pos`.
    kind: T,
    ast: Ast,
    /// Whether a name stands for a type where the parser is now.
    typedefs: Vec<bool>,
    /// What to restore in `typedefs` when scopes end; a scope is a length of this list.
    shadowed: Vec<(Symbol, bool)>,
    pack: PackState,
    nesting: u32,
    /// The greatest number of postfix operators above each other in what was read so far of the current operand.
    postfix: u32,
    errors: Vec<SyntaxError>,
    panicking: bool,
    /// The nesting or the number of errors went beyond its limit: the parser stands at the end of the text.
    stopped: bool,
    last_error: Option<usize>,
    attribute_names: FxHashMap<Symbol, Symbol>,
    headers: Headers,
}

impl<'t> Parser<'t> {
    // ----- Tokens -----

    #[inline]
    fn token(&self) -> Token {
        self.tokens[self.pos]
    }

    /// The token `n` after the current one; `n` is below [`crate::lexer::LOOKAHEAD`].
    #[inline]
    fn peek(&self, n: usize) -> Token {
        self.tokens[(self.pos + n).min(self.tokens.len() - 1)]
    }

    #[inline]
    fn bump(&mut self) {
        if self.kind != T::Eof {
            self.pos += 1;
            self.kind = self.tokens[self.pos].kind;
        }
    }

    #[inline]
    fn eat(&mut self, kind: T) -> bool {
        let found = self.kind == kind;
        if found {
            self.bump();
        }
        found
    }

    /// Where the current token begins.
    #[inline]
    fn lo(&self) -> u32 {
        self.tokens[self.pos].lo
    }

    /// Where the previous token ends.
    #[inline]
    fn prev_hi(&self) -> u32 {
        if self.pos == 0 { self.start } else { self.tokens[self.pos - 1].hi }
    }

    /// From a token that began at `lo` to the end of the previous token.
    #[inline]
    fn span_from(&self, lo: u32) -> Span {
        Span::new(lo, self.prev_hi().max(lo))
    }

    /// The name at the current token, which is consumed.
    fn name(&mut self) -> Option<(Symbol, Span)> {
        let token = self.token();
        if token.kind != T::Ident {
            return None;
        }
        self.bump();
        Some((token.symbol(), token.span()))
    }

    fn name_or_error(&mut self, what: &str) -> Option<(Symbol, Span)> {
        let name = self.name();
        if name.is_none() {
            self.error_expected(what);
        }
        name
    }

    // ----- Scopes -----

    #[inline]
    fn is_typedef_name(&self, token: Token) -> bool {
        token.kind == T::Ident && self.typedefs[token.data as usize]
    }

    fn open_scope(&self) -> usize {
        self.shadowed.len()
    }

    fn close_scope(&mut self, scope: usize) {
        while self.shadowed.len() > scope {
            if let Some((name, before)) = self.shadowed.pop() {
                self.typedefs[name.raw() as usize] = before;
            }
        }
    }

    /// From here to the end of the scope, the name is a type or is none.
    #[inline]
    fn declare(&mut self, name: Symbol, is_typedef: bool) {
        let known = &mut self.typedefs[name.raw() as usize];
        if *known != is_typedef {
            self.shadowed.push((name, *known));
            *known = is_typedef;
        }
    }

    /// Whether a declaration begins here, as far as the first token tells.
    #[inline]
    fn starts_declaration(&self, token: Token) -> bool {
        token.kind.is_declaration_word() || self.is_typedef_name(token)
    }

    #[inline]
    fn starts_type_name(&self, token: Token) -> bool {
        token.kind.is_type_word() || self.is_typedef_name(token)
    }

    // ----- Nesting -----

    /// Must be paired with [`Parser::leave`], whatever the answer. On `false` the parser stands at the end of the text.
    #[inline]
    fn enter(&mut self, cost: u32) -> bool {
        self.nesting += cost;
        if self.nesting > MAX_NESTING {
            self.stop_nesting("this is nested too deeply");
            return false;
        }
        true
    }

    #[inline]
    fn leave(&mut self, cost: u32) {
        self.nesting -= cost;
    }

    // ----- Nodes -----

    #[inline]
    fn expr(&mut self, kind: ExprKind, lo: u32) -> ExprId {
        let span = self.span_from(lo);
        self.ast.exprs.push(Expr { kind, span })
    }

    #[inline]
    fn stmt(&mut self, kind: StmtKind, lo: u32) -> StmtId {
        let span = self.span_from(lo);
        self.ast.stmts.push(Stmt { kind, span })
    }

    fn error_expr(&mut self) -> ExprId {
        let span = Span::new(self.lo(), self.lo());
        self.ast.exprs.push(Expr { kind: ExprKind::Error, span })
    }
}
