//! `__attribute__((...))` and `[[...]]`.

use super::{BRACKET, Parser};
use crate::ast::{Attr, ExprId, ExprKind};
use crate::token::TokenKind as T;
use base::Symbol;

impl Parser<'_> {
    #[inline]
    pub(super) fn at_attribute(&self) -> bool {
        self.kind == T::Attribute || self.kind == T::LBracket && self.peek(1).kind == T::LBracket
    }

    /// Any number of attributes, also none.
    #[inline]
    pub(super) fn attributes(&mut self, out: &mut Vec<Attr>) {
        while self.at_attribute() && !self.panicking {
            if self.kind == T::Attribute {
                self.gnu_attribute(out);
            } else {
                self.standard_attribute(out);
            }
        }
    }

    fn gnu_attribute(&mut self, out: &mut Vec<Attr>) {
        self.bump();
        let outer = self.token();
        if !self.expect(T::LParen) {
            return;
        }
        let inner = self.token();
        if !self.expect(T::LParen) {
            return;
        }
        loop {
            if self.kind.is_word() {
                self.attribute(out);
            }
            if !self.eat(T::Comma) {
                break;
            }
        }
        self.expect_close(T::RParen, inner);
        self.expect_close(T::RParen, outer);
    }

    fn standard_attribute(&mut self, out: &mut Vec<Attr>) {
        let outer = self.token();
        self.bump();
        let inner = self.token();
        self.bump();
        loop {
            if self.kind.is_word() {
                // `gnu::packed` is `packed`; other vendors' attributes keep their last name as well.
                if self.peek(1).kind == T::Colon && self.peek(2).kind == T::Colon {
                    self.bump();
                    self.bump();
                    self.bump();
                }
                if self.kind.is_word() {
                    self.attribute(out);
                }
            }
            if !self.eat(T::Comma) {
                break;
            }
        }
        self.expect_close(T::RBracket, inner);
        self.expect_close(T::RBracket, outer);
    }

    fn attribute(&mut self, out: &mut Vec<Attr>) {
        let token = self.token();
        let name = self.attribute_name(token.symbol());
        self.bump();
        let mut args = Vec::new();
        if self.kind == T::LParen {
            self.attribute_arguments(&mut args);
        }
        let span = self.span_from(token.lo);
        out.push(Attr { name, args, span });
    }

    /// `__packed__` and `packed` are one name.
    fn attribute_name(&mut self, symbol: Symbol) -> Symbol {
        if let Some(&known) = self.attribute_names.get(&symbol) {
            return known;
        }
        let text = self.ast.names.resolve(symbol);
        let bare = text.strip_prefix("__").and_then(|rest| rest.strip_suffix("__"));
        let name = match bare.filter(|bare| !bare.is_empty()).map(str::to_owned) {
            Some(bare) => self.ast.names.intern(&bare),
            None => symbol,
        };
        self.attribute_names.insert(symbol, name);
        name
    }

    /// The arguments that are expressions. Whatever else an attribute takes is skipped without complaint, since an
    /// attribute that matters takes none of it.
    fn attribute_arguments(&mut self, args: &mut Vec<ExprId>) {
        let open = self.token();
        self.bump();
        if self.enter(BRACKET) {
            while !matches!(self.kind, T::RParen | T::Eof) {
                let errors = self.errors.len();
                let last_error = self.last_error;
                let token = self.token();
                let alone = matches!(self.peek(1).kind, T::Comma | T::RParen);
                if token.kind == T::Ident && alone {
                    self.bump();
                    args.push(self.expr(ExprKind::Ident(token.symbol()), token.lo));
                } else if !self.starts_type_name(token) {
                    args.push(self.assignment());
                }
                let understood = !self.panicking && matches!(self.kind, T::Comma | T::RParen);
                if !understood && !self.stopped {
                    self.errors.truncate(errors);
                    self.last_error = last_error;
                    self.panicking = false;
                    self.skip_attribute_argument();
                }
                if !self.eat(T::Comma) {
                    break;
                }
            }
        }
        self.leave(BRACKET);
        self.expect_close(T::RParen, open);
    }

    /// Skips to the `,` or `)` that ends an argument.
    fn skip_attribute_argument(&mut self) {
        loop {
            match self.kind {
                T::Comma | T::RParen | T::Semi | T::RBrace | T::Eof => return,
                T::LParen | T::LBracket | T::LBrace => self.skip_balanced(),
                _ => self.bump(),
            }
        }
    }
}
