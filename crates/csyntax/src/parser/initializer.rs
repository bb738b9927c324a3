//! Initialisers and designators.

use super::{BRACKET, Parser};
use crate::ast::{Designator, ExprId, Init, InitId, InitItem, InitKind};
use crate::token::TokenKind as T;

impl Parser<'_> {
    pub(super) fn initializer(&mut self) -> InitId {
        let lo = self.lo();
        if self.kind == T::LBrace {
            return self.initializer_list();
        }
        let value = self.assignment();
        self.init(InitKind::Expr(value), lo)
    }

    fn init(&mut self, kind: InitKind, lo: u32) -> InitId {
        let span = self.span_from(lo);
        self.ast.inits.push(Init { kind, span })
    }

    /// `{ ... }`, also empty.
    pub(super) fn initializer_list(&mut self) -> InitId {
        let open = self.token();
        self.bump();
        let mut items = Vec::new();
        if self.enter(BRACKET) {
            while !matches!(self.kind, T::RBrace | T::Eof) && !self.panicking {
                let designators = self.initializer_designators();
                let init = self.initializer();
                items.push(InitItem { designators, init });
                if !self.eat(T::Comma) {
                    break;
                }
            }
        }
        self.leave(BRACKET);
        if !self.expect_close(T::RBrace, open) {
            self.skip_to_close_brace();
        }
        self.init(InitKind::List(items), open.lo)
    }

    /// `.a.b[1] =`, `[1 ... 5] =`, and the old forms `a:` and `[1]` without a sign of equality.
    fn initializer_designators(&mut self) -> Vec<Designator> {
        let token = self.token();
        match token.kind {
            T::Ident if self.peek(1).kind == T::Colon => {
                self.bump();
                self.bump();
                vec![Designator::Field(token.symbol(), token.span())]
            }
            T::Dot | T::LBracket => {
                let mut designators = Vec::with_capacity(1);
                self.designators(&mut designators, true);
                let old_index = matches!(designators[..], [Designator::Index(_) | Designator::Range(..)]);
                if !self.eat(T::Assign) && !old_index {
                    self.error_expected("`=` after the designator");
                }
                designators
            }
            _ => Vec::new(),
        }
    }

    /// Members and indices, as long as there are some.
    pub(super) fn designators(&mut self, out: &mut Vec<Designator>, ranges: bool) {
        while !self.panicking {
            let token = self.token();
            match token.kind {
                T::Dot | T::Arrow if token.kind == T::Dot || !ranges => {
                    self.bump();
                    if let Some((name, span)) = self.name_or_error("a member name") {
                        out.push(Designator::Field(name, span));
                    }
                }
                T::LBracket => {
                    self.bump();
                    let low: ExprId;
                    let mut high = None;
                    if self.enter(BRACKET) {
                        low = self.expression();
                        if ranges && self.eat(T::Ellipsis) {
                            high = Some(self.expression());
                        }
                    } else {
                        low = self.error_expr();
                    }
                    self.leave(BRACKET);
                    self.expect_close(T::RBracket, token);
                    out.push(match high {
                        Some(high) => Designator::Range(low, high),
                        None => Designator::Index(low),
                    });
                }
                _ => return,
            }
        }
    }
}
