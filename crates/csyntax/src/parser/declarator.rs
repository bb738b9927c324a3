//! Declarators: pointers, arrays and functions around a name, or around none.

use super::specifier::SpecPlace;
use super::{BRACKET, MAX_DECLARATOR_PARTS, Parser};
use crate::ast::{BasicType, Chunk, Declarator, Param, ParamList, Quals, TypeSpec};
use crate::error::SyntaxError;
use crate::token::{Token, TokenKind as T};
use base::{Span, Symbol};

/// Whether a declarator has a name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum DeclaratorMode {
    Named,
    Abstract,
    /// A parameter may have one.
    Parameter,
}

impl Parser<'_> {
    pub(super) fn declarator(&mut self, mode: DeclaratorMode) -> Declarator {
        let lo = self.lo();
        let mut declarator = self.unnamed_declarator();
        self.declarator_parts(mode, &mut declarator);
        if declarator.chunks.len() > MAX_DECLARATOR_PARTS {
            let message = "the declarator has too many parts";
            let error = SyntaxError::new(self.span_from(lo), message);
            self.complain(
                error.help(format!("the limit is {MAX_DECLARATOR_PARTS} pointers, arrays and functions")),
            );
            declarator.chunks.truncate(MAX_DECLARATOR_PARTS);
            self.panicking = true;
        }
        declarator.span = self.span_from(lo);
        declarator
    }

    pub(super) fn unnamed_declarator(&self) -> Declarator {
        let point = Span::new(self.lo(), self.lo());
        Declarator { name_span: point, span: point, ..Declarator::default() }
    }

    /// Adds what is read to the chunks. Those closest to the name come first: what is in parentheses, then what
    /// follows the name, then the pointers before it, from right to left.
    fn declarator_parts(&mut self, mode: DeclaratorMode, out: &mut Declarator) {
        let begin = out.chunks.len();
        // One part too many is enough to complain about.
        while self.kind == T::Star && out.chunks.len() <= MAX_DECLARATOR_PARTS {
            self.bump();
            let mut quals = Quals::NONE;
            let mut attrs = Vec::new();
            loop {
                match self.kind {
                    T::Const | T::Volatile | T::Restrict | T::Atomic => quals = self.qualifier(quals),
                    T::AddressSpace => self.bump(),
                    _ if self.at_attribute() && !self.panicking => self.attributes(&mut attrs),
                    _ => break,
                }
            }
            if out.chunks.is_empty() {
                out.chunks.reserve_exact(1);
            }
            out.chunks.push(Chunk::Pointer { quals, attrs });
        }
        let pointers = out.chunks.len() - begin;
        if out.chunks.len() <= MAX_DECLARATOR_PARTS {
            self.direct_declarator(mode, out);
        }
        if pointers > 0 {
            let chunks = &mut out.chunks[begin..];
            chunks[..pointers].reverse();
            chunks.rotate_left(pointers);
        }
    }

    fn direct_declarator(&mut self, mode: DeclaratorMode, out: &mut Declarator) {
        let token = self.token();
        match token.kind {
            // After a type, even a typedef's name is only a name.
            T::Ident if mode != DeclaratorMode::Abstract => {
                self.bump();
                out.name = Some(token.symbol());
                out.name_span = token.span();
            }
            T::LParen => {
                self.bump();
                if self.enter(BRACKET) {
                    let attrs = out.attrs.len();
                    self.attributes(&mut out.attrs);
                    let is_parameters = mode != DeclaratorMode::Named
                        && (self.kind == T::RParen
                            || self.starts_declaration(self.token())
                            || self.kind == T::Ellipsis
                            // An unknown type, as no name can stand here.
                            || mode == DeclaratorMode::Abstract && self.kind == T::Ident);
                    if is_parameters {
                        out.attrs.truncate(attrs);
                        let parameters = self.parameters(token);
                        out.chunks.push(Chunk::Function(Box::new(parameters)));
                    } else {
                        self.declarator_parts(mode, out);
                        self.expect_close(T::RParen, token);
                    }
                }
                self.leave(BRACKET);
            }
            T::LBracket if mode != DeclaratorMode::Named => {}
            _ if mode == DeclaratorMode::Named => {
                self.error_expected("a name");
                return;
            }
            _ => {}
        }
        self.declarator_suffixes(out);
    }

    fn declarator_suffixes(&mut self, out: &mut Declarator) {
        while !self.panicking {
            let token = self.token();
            match token.kind {
                T::LParen => {
                    self.bump();
                    if out.chunks.is_empty() {
                        out.chunks.reserve_exact(1);
                    }
                    if self.enter(BRACKET) {
                        let parameters = self.parameters(token);
                        out.chunks.push(Chunk::Function(Box::new(parameters)));
                    }
                    self.leave(BRACKET);
                }
                T::LBracket if self.at_attribute() => self.attributes(&mut out.attrs),
                T::LBracket => {
                    self.bump();
                    let array = self.array(token);
                    if out.chunks.is_empty() {
                        out.chunks.reserve_exact(1);
                    }
                    out.chunks.push(array);
                }
                _ => return,
            }
        }
    }

    /// After `[`.
    fn array(&mut self, open: Token) -> Chunk {
        let mut quals = Quals::NONE;
        let mut has_static = false;
        let mut star = false;
        let mut len = None;
        if self.enter(BRACKET) {
            loop {
                match self.kind {
                    T::Const | T::Volatile | T::Restrict | T::Atomic => quals = self.qualifier(quals),
                    T::Static => {
                        self.bump();
                        has_static = true;
                    }
                    T::Attribute if !self.panicking => self.attributes(&mut Vec::new()),
                    _ => break,
                }
            }
            if self.kind == T::Star && self.peek(1).kind == T::RBracket {
                self.bump();
                star = true;
            } else if self.kind != T::RBracket || has_static {
                len = Some(self.assignment());
            }
        }
        self.leave(BRACKET);
        self.expect_close(T::RBracket, open);
        Chunk::Array { len, star, quals, has_static }
    }

    // ----- Parameters -----

    /// From after `(` to after `)`.
    fn parameters(&mut self, open: Token) -> ParamList {
        let mut list =
            ParamList { params: Vec::new(), variadic: false, kr_names: Vec::new(), prototype: true };
        if self.eat(T::RParen) {
            list.prototype = false;
            return list;
        }
        let scope = self.open_scope();
        let next = self.peek(1).kind;
        let is_identifier_list = self.kind == T::Ident
            && !self.is_typedef_name(self.token())
            && matches!(next, T::Comma | T::RParen);
        if is_identifier_list {
            list.prototype = false;
            while let Some(name) = self.old_parameter_name() {
                list.kr_names.push(name);
                if !self.eat(T::Comma) {
                    break;
                }
            }
        } else {
            self.prototype(&mut list);
        }
        self.expect_close(T::RParen, open);
        self.close_scope(scope);
        list
    }

    /// A name in `f(a, b)`; the name of a type would make the list neither old nor new.
    fn old_parameter_name(&mut self) -> Option<(Symbol, Span)> {
        if self.is_typedef_name(self.token()) {
            self.error_expected("a parameter name");
            return None;
        }
        self.name_or_error("a parameter name")
    }

    fn prototype(&mut self, list: &mut ParamList) {
        loop {
            if self.eat(T::Ellipsis) {
                list.variadic = true;
                return;
            }
            let param = self.parameter();
            let is_void = matches!(param.specs.ty, TypeSpec::Basic(BasicType::Void))
                && param.specs.quals == Quals::NONE
                && param.declarator.name.is_none()
                && param.declarator.chunks.is_empty();
            if is_void && list.params.is_empty() && self.kind == T::RParen {
                return;
            }
            let has_name = param.declarator.name.is_some();
            list.params.push(param);
            if self.panicking {
                return;
            }
            // `(int n; int a[n])`: what stands before the semicolon only makes the names known.
            if has_name && self.kind == T::Semi && self.starts_declaration(self.peek(1)) {
                self.bump();
                list.params.clear();
            } else if !self.eat(T::Comma) {
                return;
            }
        }
    }

    fn parameter(&mut self) -> Param {
        let lo = self.lo();
        let token = self.token();
        if token.kind != T::Ident && !self.starts_declaration(token) && !self.at_attribute() {
            self.error_expected("a parameter");
        }
        let specs = self.decl_specs(SpecPlace::Parameter, Vec::new());
        let mut declarator = self.declarator(DeclaratorMode::Parameter);
        self.attributes(&mut declarator.attrs);
        if let Some(name) = declarator.name {
            self.declare(name, false);
        }
        let span = self.span_from(lo);
        Param { specs, declarator, span }
    }
}
