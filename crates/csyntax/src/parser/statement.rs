//! Statements. Chains of `else if` and of labels are read with loops.

use super::declaration::DeclPlace;
use super::{BRACKET, Parser, STATEMENT};
use crate::ast::{Asm, AsmId, AsmOperand, Attr, ExprId, Stmt, StmtId, StmtKind, StringId};
use crate::error::SyntaxError;
use crate::token::{Token, TokenKind as T};
use base::{Span, Symbol};

/// What stands before a statement: `case 1:`, `default:`, `name:`.
enum Label {
    Case { low: ExprId, high: Option<ExprId> },
    Default,
    Named { name: Symbol, name_span: Span, attrs: Vec<Attr> },
}

impl Parser<'_> {
    /// `{ ... }`, at the brace.
    pub(super) fn compound(&mut self, in_parentheses: bool) -> StmtId {
        let open = self.token();
        self.bump();
        let scope = self.open_scope();
        let mut items = Vec::new();
        while !matches!(self.kind, T::RBrace | T::Eof) {
            // In a statement expression, `)` shows that the brace was forgotten.
            if in_parentheses && self.kind == T::RParen {
                break;
            }
            let before = self.pos;
            let item = self.block_item();
            items.push(item);
            // Whatever went wrong in the item, the next one gets a fresh start.
            self.panicking = false;
            if self.pos == before {
                self.bump();
            }
        }
        self.close_scope(scope);
        self.expect_close(T::RBrace, open);
        self.stmt(StmtKind::Compound(items), open.lo)
    }

    fn block_item(&mut self) -> StmtId {
        let lo = self.lo();
        let token = self.token();
        match token.kind {
            T::Ident => {
                let next = self.peek(1).kind;
                let is_declaration = next != T::Colon && (next == T::Ident || self.is_typedef_name(token));
                if is_declaration { self.block_declaration(Vec::new()) } else { self.statement(true) }
            }
            T::LocalLabel => self.local_labels(),
            _ if self.at_attribute() => {
                let mut attrs = Vec::new();
                self.attributes(&mut attrs);
                if self.kind == T::Semi {
                    // `__attribute__((fallthrough));`
                    self.bump();
                    self.stmt(StmtKind::Empty, lo)
                } else if self.begins_declaration() {
                    self.block_declaration(attrs)
                } else {
                    self.statement(true)
                }
            }
            T::StaticAssert => self.block_declaration(Vec::new()),
            T::Extension if self.begins_declaration() => self.block_declaration(Vec::new()),
            kind if kind.is_declaration_word() => self.block_declaration(Vec::new()),
            _ => self.statement(true),
        }
    }

    /// Whether a declaration stands here, looking through `__extension__`.
    fn begins_declaration(&self) -> bool {
        let mut at = self.pos;
        while self.tokens[at].kind == T::Extension {
            at += 1;
        }
        let token = self.tokens[at];
        if token.kind == T::Ident && self.tokens[at + 1].kind == T::Colon {
            return false;
        }
        token.kind == T::StaticAssert || self.starts_declaration(token)
    }

    fn block_declaration(&mut self, attrs: Vec<Attr>) -> StmtId {
        let lo = attrs.first().map_or(self.lo(), |attr| attr.span.lo);
        let decl = self.declaration(DeclPlace::Block, attrs);
        self.stmt(StmtKind::Decl(decl), lo)
    }

    fn local_labels(&mut self) -> StmtId {
        let lo = self.lo();
        self.bump();
        let mut labels = Vec::new();
        while let Some((name, _)) = self.name_or_error("a label") {
            labels.push(name);
            if !self.eat(T::Comma) {
                break;
            }
        }
        self.expect_semi("label declaration");
        self.stmt(StmtKind::LocalLabels(labels), lo)
    }

    /// A statement inside of another one.
    fn nested_statement(&mut self) -> StmtId {
        let lo = self.lo();
        let id = if self.enter(STATEMENT) { self.statement(false) } else { self.stmt(StmtKind::Error, lo) };
        self.leave(STATEMENT);
        id
    }

    /// A statement with its labels. In a block, a declaration may follow a label; it is left to the caller.
    fn statement(&mut self, in_block: bool) -> StmtId {
        let is_label = match self.kind {
            T::Case | T::Default => true,
            T::Ident => self.peek(1).kind == T::Colon,
            _ => false,
        };
        if !is_label {
            return self.unlabelled_statement();
        }
        let mut labels: Vec<(u32, Label)> = Vec::with_capacity(1);
        loop {
            let lo = self.lo();
            match self.label() {
                Some(label) => labels.push((lo, label)),
                None => break,
            }
        }
        let lo = self.lo();
        let mut body = if self.kind == T::RBrace || in_block && self.begins_declaration() {
            self.ast.stmts.push(Stmt { kind: StmtKind::Empty, span: Span::new(lo, lo) })
        } else {
            self.unlabelled_statement()
        };
        for (lo, label) in labels.into_iter().rev() {
            let kind = match label {
                Label::Case { low, high } => StmtKind::Case { low, high, body },
                Label::Default => StmtKind::Default { body },
                Label::Named { name, name_span, attrs } => StmtKind::Label { name, name_span, attrs, body },
            };
            body = self.stmt(kind, lo);
        }
        body
    }

    fn label(&mut self) -> Option<Label> {
        let token = self.token();
        match token.kind {
            T::Case => {
                self.bump();
                let low = self.assignment();
                let high = if self.eat(T::Ellipsis) { Some(self.assignment()) } else { None };
                self.label_colon("`case`");
                Some(Label::Case { low, high })
            }
            T::Default => {
                self.bump();
                self.label_colon("`default`");
                Some(Label::Default)
            }
            T::Ident if self.peek(1).kind == T::Colon => {
                self.bump();
                self.bump();
                let mut attrs = Vec::new();
                // These belong to the label unless a declaration follows; then nobody misses them either.
                if self.kind == T::Attribute {
                    self.attributes(&mut attrs);
                }
                Some(Label::Named { name: token.symbol(), name_span: token.span(), attrs })
            }
            _ => None,
        }
    }

    fn label_colon(&mut self, after: &str) {
        if self.eat(T::Colon) {
            return;
        }
        self.error_expected(&format!("`:` after {after}"));
        // `case 1; x();` and `case 1 x();` both go on behind the label.
        while !matches!(self.kind, T::Colon | T::Semi | T::RBrace | T::LBrace | T::Eof) && !self.at_new_line()
        {
            self.bump();
        }
        if matches!(self.kind, T::Colon | T::Semi) {
            self.bump();
        }
        self.panicking = false;
    }

    fn unlabelled_statement(&mut self) -> StmtId {
        let lo = self.lo();
        match self.kind {
            T::LBrace => {
                let body =
                    if self.enter(STATEMENT) { self.compound(false) } else { self.stmt(StmtKind::Error, lo) };
                self.leave(STATEMENT);
                body
            }
            T::Semi => {
                self.bump();
                self.stmt(StmtKind::Empty, lo)
            }
            T::If => self.if_statement(),
            T::While => self.while_statement(),
            T::Do => self.do_statement(),
            T::For => self.for_statement(),
            T::Switch => {
                self.bump();
                let value = self.condition();
                let body = self.nested_statement();
                self.stmt(StmtKind::Switch { value, body }, lo)
            }
            T::Return => {
                self.bump();
                let value = if self.kind == T::Semi { None } else { Some(self.return_value()) };
                self.expect_semi("`return`");
                self.stmt(StmtKind::Return(value), lo)
            }
            T::Break | T::Continue => {
                let is_break = self.kind == T::Break;
                self.bump();
                self.expect_semi(if is_break { "`break`" } else { "`continue`" });
                self.stmt(if is_break { StmtKind::Break } else { StmtKind::Continue }, lo)
            }
            T::Goto => self.goto(),
            T::Asm => {
                let asm = self.asm();
                self.expect_semi("`asm`");
                self.stmt(StmtKind::Asm(asm), lo)
            }
            T::Else => {
                self.report(SyntaxError::new(self.token().span(), "`else` without an `if` before it"));
                self.panicking = false;
                self.bump();
                self.nested_statement()
            }
            T::Extension if self.begins_declaration() => self.misplaced_declaration(),
            T::Attribute => {
                self.attributes(&mut Vec::new());
                if self.begins_declaration() { self.misplaced_declaration() } else { self.nested_statement() }
            }
            T::LBracket if self.at_attribute() => {
                self.attributes(&mut Vec::new());
                self.nested_statement()
            }
            _ if self.begins_declaration() => self.misplaced_declaration(),
            _ => {
                let value = self.expression();
                let failed = self.panicking;
                self.expect_semi("expression");
                let kind = if failed { StmtKind::Error } else { StmtKind::Expr(value) };
                self.stmt(kind, lo)
            }
        }
    }

    #[cold]
    fn misplaced_declaration(&mut self) -> StmtId {
        let error = SyntaxError::new(self.token().span(), "expected a statement, found a declaration");
        self.complain(error.help("put the declaration in braces"));
        self.block_declaration(Vec::new())
    }

    /// A value after `return`, unless the semicolon was forgotten: `return` and `}` on the next line.
    fn return_value(&mut self) -> ExprId {
        if self.kind == T::RBrace { self.error_expr() } else { self.expression() }
    }

    /// `( expression )` after `if`, `while` and `switch`.
    fn condition(&mut self) -> ExprId {
        let open = self.token();
        if !self.expect(T::LParen) {
            self.panicking = false;
            let value = self.error_expr();
            self.panicking = true;
            // `if x {`: go on with the body.
            while !matches!(self.kind, T::LBrace | T::Semi | T::RBrace | T::Eof) && !self.at_new_line() {
                self.bump();
            }
            self.panicking = false;
            return value;
        }
        self.enter(BRACKET);
        let value = self.expression();
        self.leave(BRACKET);
        self.close_head(open, false);
        value
    }

    /// The `)` after the head of a statement.
    fn close_head(&mut self, open: Token, semicolons: bool) {
        if self.expect_close(T::RParen, open) {
            self.panicking = false;
        } else {
            let misses_only_the_paren =
                matches!(self.kind, T::Semi | T::LBrace) || self.kind.is_statement_word();
            if !misses_only_the_paren {
                self.skip_to_close_paren(semicolons);
            }
            self.panicking = false;
        }
    }

    fn if_statement(&mut self) -> StmtId {
        let mut outer: Vec<(u32, ExprId, StmtId)> = Vec::new();
        let (mut lo, mut cond, mut then);
        let mut otherwise = None;
        loop {
            lo = self.lo();
            self.bump();
            cond = self.condition();
            then = self.nested_statement();
            if !self.eat(T::Else) {
                break;
            }
            if self.kind != T::If {
                otherwise = Some(self.nested_statement());
                break;
            }
            outer.push((lo, cond, then));
        }
        let mut id = self.stmt(StmtKind::If { cond, then, otherwise }, lo);
        for (lo, cond, then) in outer.into_iter().rev() {
            id = self.stmt(StmtKind::If { cond, then, otherwise: Some(id) }, lo);
        }
        id
    }

    fn while_statement(&mut self) -> StmtId {
        let lo = self.lo();
        self.bump();
        let cond = self.condition();
        let body = self.nested_statement();
        self.stmt(StmtKind::While { cond, body }, lo)
    }

    fn do_statement(&mut self) -> StmtId {
        let token = self.token();
        self.bump();
        let body = self.nested_statement();
        let cond = if self.eat(T::While) {
            self.condition()
        } else {
            let found = self.describe(self.token());
            let error = SyntaxError::new(self.token().span(), format!("expected `while`, found {found}"));
            self.report(error.note(token.span(), "to match this `do`"));
            self.error_expr()
        };
        self.expect_semi("`do` ... `while`");
        self.stmt(StmtKind::DoWhile { body, cond }, token.lo)
    }

    fn for_statement(&mut self) -> StmtId {
        let lo = self.lo();
        self.bump();
        let scope = self.open_scope();
        let open = self.token();
        self.expect(T::LParen);
        self.enter(BRACKET);
        let init_lo = self.lo();
        let init = if self.panicking {
            self.stmt(StmtKind::Error, init_lo)
        } else if self.eat(T::Semi) {
            self.stmt(StmtKind::Empty, init_lo)
        } else if self.begins_declaration() || self.kind == T::Ident && self.peek(1).kind == T::Ident {
            let decl = self.declaration(DeclPlace::Head, Vec::new());
            self.stmt(StmtKind::Decl(decl), init_lo)
        } else {
            let value = self.expression();
            self.expect(T::Semi);
            self.stmt(StmtKind::Expr(value), init_lo)
        };
        let cond = if matches!(self.kind, T::Semi | T::RParen) { None } else { Some(self.expression()) };
        self.expect(T::Semi);
        let step = if self.kind == T::RParen { None } else { Some(self.expression()) };
        self.leave(BRACKET);
        self.close_head(open, true);
        let body = self.nested_statement();
        self.close_scope(scope);
        self.stmt(StmtKind::For { init, cond, step, body }, lo)
    }

    fn goto(&mut self) -> StmtId {
        let lo = self.lo();
        self.bump();
        let kind = if self.eat(T::Star) {
            StmtKind::GotoIndirect(self.expression())
        } else {
            match self.name_or_error("a label after `goto`") {
                Some((name, span)) => StmtKind::Goto(name, span),
                None => StmtKind::Error,
            }
        };
        self.expect_semi("`goto`");
        self.stmt(kind, lo)
    }

    // ----- asm -----

    /// `asm volatile ("..." : outputs : inputs : clobbers : labels)`, without the semicolon.
    pub(super) fn asm(&mut self) -> AsmId {
        let lo = self.lo();
        self.bump();
        let (mut volatile, mut goto) = (false, false);
        loop {
            match self.kind {
                T::Volatile => volatile = true,
                T::Goto => goto = true,
                T::Inline | T::Const => {}
                _ => break,
            }
            self.bump();
        }
        let open = self.token();
        self.expect(T::LParen);
        self.enter(BRACKET);
        let template = self.string_or_error().unwrap_or_else(|| self.empty_string());
        let (mut outputs, mut inputs) = (Vec::new(), Vec::new());
        let (mut clobbers, mut labels) = (Vec::new(), Vec::new());
        if self.eat(T::Colon) {
            self.asm_operands(&mut outputs);
            if self.eat(T::Colon) {
                self.asm_operands(&mut inputs);
            }
            if self.eat(T::Colon) {
                self.asm_clobbers(&mut clobbers);
            }
            if self.eat(T::Colon) {
                while let Some((name, _)) = self.name_or_error("a label") {
                    labels.push(name);
                    if !self.eat(T::Comma) {
                        break;
                    }
                }
            }
        }
        self.leave(BRACKET);
        self.expect_close(T::RParen, open);
        let span = self.span_from(lo);
        self.ast.asms.push(Asm { volatile, goto, template, outputs, inputs, clobbers, labels, span })
    }

    fn asm_operands(&mut self, out: &mut Vec<AsmOperand>) {
        if matches!(self.kind, T::Colon | T::RParen) {
            return;
        }
        while !self.panicking {
            if self.kind == T::LBracket {
                let open = self.token();
                self.bump();
                self.name_or_error("an operand name");
                self.expect_close(T::RBracket, open);
            }
            let Some(constraint) = self.string_or_error() else { return };
            let open = self.token();
            self.expect(T::LParen);
            self.enter(BRACKET);
            let expr = self.expression();
            self.leave(BRACKET);
            self.expect_close(T::RParen, open);
            out.push(AsmOperand { constraint, expr });
            if !self.eat(T::Comma) {
                return;
            }
        }
    }

    fn asm_clobbers(&mut self, out: &mut Vec<StringId>) {
        if matches!(self.kind, T::Colon | T::RParen) {
            return;
        }
        while let Some(clobber) = self.string_or_error() {
            out.push(clobber);
            if !self.eat(T::Comma) {
                return;
            }
        }
    }
}
