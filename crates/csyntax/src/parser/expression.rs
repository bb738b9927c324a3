//! Expressions: precedence climbing, with loops for everything that leans to the left.

use super::{BRACKET, MAX_POSTFIX, Parser};
use crate::ast::{
    Designator, Encoding, ExprId, ExprKind, GenericArm, StringId, StringLiteral, StringUnits, TypeNameId,
    UnaryOp,
};
use crate::error::SyntaxError;
use crate::literal::{self, LiteralError, Number, Units};
use crate::token::{Token, TokenKind as T};
use base::Span;

impl Parser<'_> {
    /// With commas.
    pub(super) fn expression(&mut self) -> ExprId {
        let lo = self.lo();
        let mut left = self.assignment();
        while self.kind == T::Comma && !self.panicking {
            self.bump();
            let right = self.assignment();
            left = self.expr(ExprKind::Comma(left, right), lo);
        }
        left
    }

    /// Without commas.
    pub(super) fn assignment(&mut self) -> ExprId {
        let lo = self.lo();
        let left = self.conditional();
        if !self.kind.is_assignment() {
            return left;
        }
        let op = if self.kind == T::Assign { None } else { Some(self.kind.binary_op()) };
        self.bump();
        let right = if self.enter(1) { self.assignment() } else { self.error_expr() };
        self.leave(1);
        self.expr(ExprKind::Assign(op, left, right), lo)
    }

    /// Without assignments.
    pub(super) fn conditional(&mut self) -> ExprId {
        let lo = self.lo();
        let cond = self.unary();
        let cond = if self.kind.precedence() > 0 { self.binary(lo, cond, 1) } else { cond };
        if self.kind != T::Question {
            return cond;
        }
        self.choice(lo, cond)
    }

    /// After the condition of `?:`.
    fn choice(&mut self, lo: u32, cond: ExprId) -> ExprId {
        let question = self.token();
        self.bump();
        let mut then = None;
        let otherwise;
        if self.enter(2) {
            if self.kind != T::Colon {
                then = Some(self.expression());
            }
            if !self.eat(T::Colon) {
                let found = self.describe(self.token());
                let error = SyntaxError::new(self.token().span(), format!("expected `:`, found {found}"));
                self.report(error.note(question.span(), "to match this `?`"));
            }
            otherwise = self.conditional();
        } else {
            otherwise = self.error_expr();
        }
        self.leave(2);
        self.expr(ExprKind::Cond { cond, then, otherwise }, lo)
    }

    /// Binary operators of at least this precedence, after their left operand.
    fn binary(&mut self, lo: u32, mut left: ExprId, least: u8) -> ExprId {
        loop {
            let operator = self.kind;
            let precedence = operator.precedence();
            if precedence < least || precedence == 0 || self.panicking {
                return left;
            }
            self.bump();
            let right_lo = self.lo();
            let mut right = self.unary();
            if self.kind.precedence() > precedence {
                if self.enter(1) {
                    right = self.binary(right_lo, right, precedence + 1);
                }
                self.leave(1);
            }
            left = self.expr(ExprKind::Binary(operator.binary_op(), left, right), lo);
        }
    }

    /// Prefix operators, casts, and below.
    fn unary(&mut self) -> ExprId {
        let op = match self.kind {
            T::Ident | T::Number => {
                let token = self.token();
                let leaf = self.leaf();
                return if self.at_postfix() { self.postfix_after(token.lo, leaf) } else { leaf };
            }
            T::LParen => return self.parenthesis(),
            T::Star => UnaryOp::Deref,
            T::Amp => UnaryOp::AddressOf,
            T::Bang => UnaryOp::LogicalNot,
            T::Minus => UnaryOp::Minus,
            T::Tilde => UnaryOp::BitNot,
            T::Plus => UnaryOp::Plus,
            T::PlusPlus => UnaryOp::PreIncrement,
            T::MinusMinus => UnaryOp::PreDecrement,
            T::Extension => UnaryOp::Extension,
            T::Real => UnaryOp::Real,
            T::Imag => UnaryOp::Imag,
            T::Sizeof | T::Alignof | T::GnuAlignof => return self.sizeof(),
            T::AmpAmp => return self.label_address(),
            _ => return self.primary_and_postfix(),
        };
        let lo = self.lo();
        self.bump();
        let operand = if self.enter(1) { self.unary() } else { self.error_expr() };
        self.leave(1);
        self.expr(ExprKind::Unary(op, operand), lo)
    }

    fn label_address(&mut self) -> ExprId {
        let lo = self.lo();
        self.bump();
        match self.name_or_error("a label after `&&`") {
            Some((name, _)) => self.expr(ExprKind::LabelAddr(name), lo),
            None => self.error_expr(),
        }
    }

    fn sizeof(&mut self) -> ExprId {
        let token = self.token();
        let is_sizeof = token.kind == T::Sizeof;
        self.bump();
        if self.kind == T::LParen && self.starts_type_name(self.peek(1)) {
            let outer = std::mem::take(&mut self.postfix);
            let lo = self.lo();
            let ty = self.parenthesised_type();
            if self.kind != T::LBrace || self.panicking {
                self.postfix = self.postfix.max(outer);
                let kind = match token.kind {
                    T::Sizeof => ExprKind::SizeofType(ty),
                    T::Alignof => ExprKind::AlignofType(ty),
                    _ => ExprKind::PreferredAlignofType(ty),
                };
                return self.expr(kind, token.lo);
            }
            // `sizeof (int[]){1, 2}` asks for the size of a compound literal.
            let literal = self.compound_literal(lo, ty);
            let operand = self.postfix_operators(lo, literal);
            self.postfix = self.postfix.max(outer);
            return self.sizeof_expression(is_sizeof, operand, token.lo);
        }
        let operand = if self.enter(1) { self.unary() } else { self.error_expr() };
        self.leave(1);
        self.sizeof_expression(is_sizeof, operand, token.lo)
    }

    fn sizeof_expression(&mut self, is_sizeof: bool, operand: ExprId, lo: u32) -> ExprId {
        let kind = if is_sizeof { ExprKind::SizeofExpr(operand) } else { ExprKind::AlignofExpr(operand) };
        self.expr(kind, lo)
    }

    /// `(expression)`, `(type) operand`, `(type){...}` or `({ ... })`.
    fn parenthesis(&mut self) -> ExprId {
        let open = self.token();
        let outer = std::mem::take(&mut self.postfix);
        self.bump();
        if !self.enter(BRACKET) {
            self.leave(BRACKET);
            return self.error_expr();
        }
        let next = self.token();
        let mut is_cast = false;
        let id = if self.starts_type_name(next) {
            let ty = self.type_name();
            self.expect_close(T::RParen, open);
            if self.kind == T::LBrace && !self.panicking {
                self.compound_literal(open.lo, ty)
            } else {
                is_cast = true;
                let operand = if self.panicking { self.error_expr() } else { self.unary() };
                self.expr(ExprKind::Cast(ty, operand), open.lo)
            }
        } else if next.kind == T::LBrace {
            let body = self.compound(true);
            self.expect_close(T::RParen, open);
            self.expr(ExprKind::StmtExpr(body), open.lo)
        } else {
            let inner = self.expression();
            self.expect_close(T::RParen, open);
            inner
        };
        self.leave(BRACKET);
        let id = if is_cast { id } else { self.postfix_operators(open.lo, id) };
        self.postfix = self.postfix.max(outer);
        id
    }

    fn compound_literal(&mut self, lo: u32, ty: TypeNameId) -> ExprId {
        let init = self.initializer_list();
        self.expr(ExprKind::CompoundLiteral { ty, init }, lo)
    }

    // ----- Postfix operators -----

    #[inline]
    fn at_postfix(&self) -> bool {
        matches!(self.kind, T::LParen | T::LBracket | T::Dot | T::Arrow | T::PlusPlus | T::MinusMinus)
    }

    fn primary_and_postfix(&mut self) -> ExprId {
        let lo = self.lo();
        let outer = std::mem::take(&mut self.postfix);
        let base = self.primary();
        let id = self.postfix_operators(lo, base);
        self.postfix = self.postfix.max(outer);
        id
    }

    fn postfix_after(&mut self, lo: u32, base: ExprId) -> ExprId {
        let outer = std::mem::take(&mut self.postfix);
        let id = self.postfix_operators(lo, base);
        self.postfix = self.postfix.max(outer);
        id
    }

    /// `postfix` holds the count for the operand when this begins, and for the result when it ends.
    fn postfix_operators(&mut self, lo: u32, mut base: ExprId) -> ExprId {
        while !self.panicking {
            let token = self.token();
            let kind = match token.kind {
                T::Dot | T::Arrow => {
                    self.bump();
                    let Some((name, name_span)) = self.name_or_error("a member name") else {
                        return base;
                    };
                    ExprKind::Member { base, name, name_span, arrow: token.kind == T::Arrow }
                }
                T::LParen => match self.call_arguments(base) {
                    Some(args) => ExprKind::Call { callee: base, args },
                    None => match self.ast.exprs[base].kind {
                        ExprKind::Ident(name) => ExprKind::UnsupportedBuiltin(name),
                        _ => ExprKind::Error,
                    },
                },
                T::LBracket => {
                    self.bump();
                    let below = std::mem::take(&mut self.postfix);
                    let index = if self.enter(BRACKET) { self.expression() } else { self.error_expr() };
                    self.leave(BRACKET);
                    self.expect_close(T::RBracket, token);
                    self.postfix = self.postfix.max(below);
                    ExprKind::Index(base, index)
                }
                T::PlusPlus => {
                    self.bump();
                    ExprKind::Unary(UnaryOp::PostIncrement, base)
                }
                T::MinusMinus => {
                    self.bump();
                    ExprKind::Unary(UnaryOp::PostDecrement, base)
                }
                _ => break,
            };
            base = self.expr(kind, lo);
            self.postfix += 1;
            if self.postfix > MAX_POSTFIX {
                self.stop_nesting("this has too many postfix operators");
            }
        }
        base
    }

    /// From `(` to after `)`; `None` if this is a builtin that takes a type.
    fn call_arguments(&mut self, callee: ExprId) -> Option<Vec<ExprId>> {
        let open = self.token();
        self.bump();
        let mut args = Vec::new();
        if self.kind != T::RParen {
            let below = std::mem::take(&mut self.postfix);
            if self.enter(BRACKET) {
                loop {
                    if self.starts_type_name(self.token()) && self.is_builtin(callee) {
                        self.leave(BRACKET);
                        self.postfix = self.postfix.max(below);
                        self.skip_arguments(open);
                        return None;
                    }
                    args.push(self.assignment());
                    if self.panicking || !self.eat(T::Comma) {
                        break;
                    }
                }
            }
            self.leave(BRACKET);
            self.postfix = self.postfix.max(below);
        }
        self.expect_close(T::RParen, open);
        Some(args)
    }

    fn is_builtin(&self, callee: ExprId) -> bool {
        match self.ast.exprs[callee].kind {
            ExprKind::Ident(name) => self.ast.names.resolve(name).starts_with("__builtin_"),
            _ => false,
        }
    }

    fn skip_arguments(&mut self, open: Token) {
        while !matches!(self.kind, T::RParen | T::Semi | T::RBrace | T::Eof) {
            match self.kind {
                T::LParen | T::LBracket | T::LBrace => self.skip_balanced(),
                _ => self.bump(),
            }
        }
        self.expect_close(T::RParen, open);
    }

    // ----- Primary expressions -----

    /// A name or a number.
    #[inline]
    fn leaf(&mut self) -> ExprId {
        let token = self.token();
        if token.kind == T::Ident {
            if self.is_typedef_name(token) {
                return self.misplaced_type(token);
            }
            self.bump();
            return self.expr(ExprKind::Ident(token.symbol()), token.lo);
        }
        self.bump();
        self.number(token)
    }

    #[cold]
    fn misplaced_type(&mut self, token: Token) -> ExprId {
        let message = format!("expected expression, found type {}", self.describe(token));
        self.report(SyntaxError::new(token.span(), message));
        self.error_expr()
    }

    fn number(&mut self, token: Token) -> ExprId {
        let kind = match literal::number(&self.text[token.data as usize..]) {
            Ok(Number::Int(literal)) => ExprKind::Int(literal),
            Ok(Number::Float { value, suffix, imaginary, exact }) => {
                ExprKind::Float { value, suffix, imaginary, exact }
            }
            Ok(Number::Unsupported) => {
                let spelling = self.describe(token);
                ExprKind::UnsupportedBuiltin(self.ast.names.intern(spelling.trim_matches('`')))
            }
            Err(message) => {
                self.complain(SyntaxError::new(token.span(), message));
                ExprKind::Error
            }
        };
        self.expr(kind, token.lo)
    }

    fn primary(&mut self) -> ExprId {
        let token = self.token();
        match token.kind {
            T::String => match self.string_or_error() {
                Some(id) => self.expr(ExprKind::String(id), token.lo),
                None => self.error_expr(),
            },
            T::Char => {
                self.bump();
                let mut errors = Vec::new();
                let (value, encoding) = literal::character(&self.text[token.data as usize..], &mut errors);
                self.literal_errors(token, errors);
                self.expr(ExprKind::Char { value, encoding }, token.lo)
            }
            T::Generic => self.generic(),
            T::BuiltinVaArg => self.builtin(|parser| {
                let list = parser.assignment();
                parser.expect(T::Comma);
                ExprKind::VaArg(list, parser.expected_type_name())
            }),
            T::BuiltinTypesCompatible => self.builtin(|parser| {
                let left = parser.expected_type_name();
                parser.expect(T::Comma);
                ExprKind::TypesCompatible(left, parser.expected_type_name())
            }),
            T::BuiltinChooseExpr => self.builtin(|parser| {
                let cond = parser.assignment();
                parser.expect(T::Comma);
                let then = parser.assignment();
                parser.expect(T::Comma);
                ExprKind::ChooseExpr(cond, then, parser.assignment())
            }),
            T::BuiltinOffsetof => self.builtin(|parser| {
                let ty = parser.expected_type_name();
                parser.expect(T::Comma);
                let mut path = Vec::with_capacity(1);
                if let Some((name, span)) = parser.name_or_error("a member name") {
                    path.push(Designator::Field(name, span));
                }
                parser.designators(&mut path, false);
                ExprKind::Offsetof(ty, path)
            }),
            T::BuiltinWithType => {
                self.bump();
                let open = self.token();
                if self.expect(T::LParen) {
                    self.skip_arguments(open);
                }
                self.expr(ExprKind::UnsupportedBuiltin(token.symbol()), token.lo)
            }
            T::Ident | T::Number => self.leaf(),
            _ => {
                self.error_expected("expression");
                self.error_expr()
            }
        }
    }

    /// A builtin with parentheses around what `body` reads.
    fn builtin(&mut self, body: impl FnOnce(&mut Self) -> ExprKind) -> ExprId {
        let lo = self.lo();
        self.bump();
        let open = self.token();
        if !self.expect(T::LParen) {
            return self.error_expr();
        }
        let kind = if self.enter(BRACKET) { body(self) } else { ExprKind::Error };
        self.leave(BRACKET);
        self.expect_close(T::RParen, open);
        self.expr(kind, lo)
    }

    fn generic(&mut self) -> ExprId {
        self.builtin(|parser| {
            let control = parser.assignment();
            let mut arms = Vec::new();
            while !parser.panicking {
                if !parser.eat(T::Comma) {
                    if arms.is_empty() {
                        parser.error_expected("`,`");
                    }
                    break;
                }
                let ty = if parser.eat(T::Default) { None } else { Some(parser.expected_type_name()) };
                parser.expect(T::Colon);
                let value = parser.assignment();
                arms.push(GenericArm { ty, value });
            }
            ExprKind::Generic { control, arms }
        })
    }

    // ----- Strings -----

    /// One or more adjacent string literals as one.
    pub(super) fn string_or_error(&mut self) -> Option<StringId> {
        if self.kind != T::String {
            self.error_expected("a string literal");
            return None;
        }
        let first = self.pos;
        let encoding = self.string_encoding();
        let mut units = Units::new(encoding);
        let mut errors = Vec::new();
        for pos in first..self.pos {
            let token = self.tokens[pos];
            units.decode(&self.text[token.data as usize..], &mut errors);
            if !errors.is_empty() {
                self.literal_errors(token, std::mem::take(&mut errors));
            }
        }
        let span = self.span_from(self.tokens[first].lo);
        Some(self.ast.strings.push(StringLiteral { encoding, units: units.finish(), span }))
    }

    /// Consumes adjacent literals and returns their common encoding: the one of those that have a prefix.
    fn string_encoding(&mut self) -> Encoding {
        let mut common = Encoding::Narrow;
        while self.kind == T::String {
            let token = self.token();
            let (encoding, _) = literal::encoding(&self.text[token.data as usize..]);
            if common == Encoding::Narrow {
                common = encoding;
            } else if encoding != Encoding::Narrow && encoding != common {
                let message = "adjacent string literals have different encodings";
                self.complain(SyntaxError::new(token.span(), message));
            }
            self.bump();
        }
        common
    }

    pub(super) fn empty_string(&mut self) -> StringId {
        let span = Span::new(self.lo(), self.lo());
        let units = StringUnits::Bytes(Vec::new());
        self.ast.strings.push(StringLiteral { encoding: Encoding::Narrow, units, span })
    }

    #[cold]
    fn literal_errors(&mut self, token: Token, errors: Vec<LiteralError>) {
        for error in errors {
            // The lexer has complained about an unterminated literal already, which explains whatever else is odd.
            let known = self.errors.iter().any(|known| known.span == token.span());
            if !known {
                let position = |offset: usize| token.lo.saturating_add(offset as u32).min(token.hi);
                let span = Span::new(position(error.range.start), position(error.range.end));
                self.complain(SyntaxError::new(span, error.message));
            }
        }
    }
}
