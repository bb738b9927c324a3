//! External declarations, declarations in blocks, and function definitions.

use super::declarator::DeclaratorMode;
use super::specifier::SpecPlace;
use super::{BRACKET, Parser};
use crate::ast::{
    Attr, Chunk, Decl, DeclId, DeclKind, DeclSpecs, Declarator, ExprId, FunctionDef, InitDeclarator, Storage,
    StringId, TypeSpec,
};
use crate::error::SyntaxError;
use crate::token::TokenKind as T;

/// Where a declaration stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum DeclPlace {
    File,
    Block,
    /// In the head of a `for`, or between the head and the body of a K&R function: no function can be defined.
    Head,
}

impl Parser<'_> {
    pub(super) fn translation_unit(&mut self) {
        while self.kind != T::Eof {
            if self.skip_unnamed() {
                continue;
            }
            let before = self.pos;
            if let Some(decl) = self.external_declaration() {
                self.ast.items.push(decl);
            }
            if self.panicking || self.pos == before {
                if self.pos == before {
                    self.bump();
                }
                self.skip_to_external_declaration();
            }
        }
    }

    pub(super) fn decl(&mut self, kind: DeclKind, lo: u32) -> DeclId {
        let span = self.span_from(lo);
        self.ast.decls.push(Decl { kind, span })
    }

    fn external_declaration(&mut self) -> Option<DeclId> {
        let lo = self.lo();
        match self.kind {
            T::Semi => {
                self.bump();
                Some(self.decl(DeclKind::Empty, lo))
            }
            T::Asm => {
                let asm = self.asm();
                self.expect_semi("`asm`");
                Some(self.decl(DeclKind::Asm(asm), lo))
            }
            T::RBrace => {
                self.report(SyntaxError::new(self.token().span(), "unmatched `}`"));
                self.bump();
                self.panicking = false;
                None
            }
            T::Ident | T::Star | T::LParen | T::Extension | T::StaticAssert => {
                Some(self.declaration(DeclPlace::File, Vec::new()))
            }
            kind if kind.is_declaration_word() => Some(self.declaration(DeclPlace::File, Vec::new())),
            _ if self.at_attribute() => Some(self.declaration(DeclPlace::File, Vec::new())),
            _ => {
                self.error_expected("a declaration");
                None
            }
        }
    }

    /// A declaration with its semicolon, or a function definition. `attrs` stood before it.
    pub(super) fn declaration(&mut self, place: DeclPlace, mut attrs: Vec<Attr>) -> DeclId {
        let lo = attrs.first().map_or(self.lo(), |attr| attr.span.lo);
        while self.eat(T::Extension) {}
        if self.kind == T::StaticAssert {
            let (cond, message) = self.static_assert();
            self.expect_semi("static assertion");
            return self.decl(DeclKind::StaticAssert { cond, message }, lo);
        }
        self.attributes(&mut attrs);
        // `__attribute__((x));` declares nothing at all.
        let specs = self.decl_specs(SpecPlace::Declaration, attrs);
        if self.kind == T::Semi && !self.panicking {
            self.bump();
            return self.decl(DeclKind::Variables { specs, declarators: Vec::new() }, lo);
        }
        if self.begins_after_body(self.kind) && !self.panicking {
            self.missing_semi("`}`");
            return self.decl(DeclKind::Variables { specs, declarators: Vec::new() }, lo);
        }
        let is_typedef = specs.storage == Storage::Typedef;
        let mut declarators: Vec<InitDeclarator> = Vec::new();
        while !self.panicking {
            let mut attrs = Vec::new();
            self.attributes(&mut attrs);
            let mut declarator = self.init_declarator(&specs, declarators.is_empty());
            declarator.attrs.append(&mut attrs);
            if let Some(name) = declarator.name {
                self.declare(name, is_typedef);
            }
            let is_function = matches!(declarator.chunks.first(), Some(Chunk::Function(_)));
            if is_function && place != DeclPlace::Head && declarators.is_empty() && !self.panicking {
                let is_body = self.kind == T::LBrace;
                if is_body || self.starts_old_parameters() {
                    return self.function(specs, declarator, lo);
                }
            }
            let init = if self.eat(T::Assign) { Some(self.initializer()) } else { None };
            if declarators.is_empty() {
                declarators.reserve_exact(1);
            }
            declarators.push(InitDeclarator { declarator, init });
            if !self.eat(T::Comma) {
                break;
            }
        }
        if place == DeclPlace::File && (self.panicking || self.kind != T::Semi) {
            self.end_external_declaration();
        } else {
            self.expect_semi("declaration");
        }
        self.decl(DeclKind::Variables { specs, declarators }, lo)
    }

    /// A declarator with its `asm` label and attributes.
    fn init_declarator(&mut self, specs: &DeclSpecs, first: bool) -> Declarator {
        let token = self.token();
        let mut declarator = if matches!(token.kind, T::Ident | T::Star | T::LParen) {
            self.declarator(DeclaratorMode::Named)
        } else {
            let found = self.describe(token);
            let message = match specs.ty {
                TypeSpec::Missing if first && specs.storage == Storage::None => {
                    format!("expected a declaration, found {found}")
                }
                _ => format!("expected a name, found {found}"),
            };
            self.report(SyntaxError::new(token.span(), message));
            self.unnamed_declarator()
        };
        while !self.panicking {
            if self.kind == T::Asm {
                declarator.asm_label = self.asm_label();
            } else if self.at_attribute() {
                self.attributes(&mut declarator.attrs);
            } else {
                break;
            }
        }
        declarator.span = self.span_from(declarator.span.lo);
        declarator
    }

    /// `asm("name")` after a declarator.
    fn asm_label(&mut self) -> Option<StringId> {
        self.bump();
        let open = self.token();
        if !self.expect(T::LParen) {
            return None;
        }
        let label = self.string_or_error();
        self.expect_close(T::RParen, open);
        label
    }

    /// The end of a declaration at file level that is not a semicolon.
    #[cold]
    fn end_external_declaration(&mut self) {
        if !self.panicking && self.at_new_line() && self.starts_declaration(self.token()) {
            return self.missing_semi("declaration");
        }
        if !self.panicking {
            self.report_missing_semi("declaration");
        }
        self.skip_to_external_declaration();
    }

    pub(super) fn static_assert(&mut self) -> (ExprId, Option<StringId>) {
        self.bump();
        let open = self.token();
        if !self.expect(T::LParen) {
            return (self.error_expr(), None);
        }
        self.enter(BRACKET);
        let cond = self.assignment();
        let message = if self.eat(T::Comma) { self.string_or_error() } else { None };
        self.leave(BRACKET);
        self.expect_close(T::RParen, open);
        (cond, message)
    }

    // ----- Functions -----

    /// Whether declarations of K&R parameters follow a function's head.
    fn starts_old_parameters(&self) -> bool {
        match self.kind {
            T::Attribute => false,
            _ => self.starts_declaration(self.token()),
        }
    }

    fn function(&mut self, specs: DeclSpecs, declarator: Declarator, lo: u32) -> DeclId {
        let scope = self.open_scope();
        let mut kr_params = Vec::new();
        let mut has_prototype = false;
        if let Some(Chunk::Function(list)) = declarator.chunks.first() {
            has_prototype = list.prototype || list.kr_names.is_empty();
            for param in &list.params {
                if let Some(name) = param.declarator.name {
                    self.declare(name, false);
                }
            }
            for &(name, _) in &list.kr_names {
                self.declare(name, false);
            }
        }
        if self.kind != T::LBrace && has_prototype {
            // Most likely a forgotten semicolon: what follows is a declaration of its own.
            let point = base::Span::new(self.prev_hi(), self.prev_hi());
            self.report(SyntaxError::new(point, "expected `;` or a function body after the declarator"));
            self.panicking = false;
            self.close_scope(scope);
            let declarators = vec![InitDeclarator { declarator, init: None }];
            return self.decl(DeclKind::Variables { specs, declarators }, lo);
        }
        while self.kind != T::LBrace && self.starts_old_parameters() {
            kr_params.push(self.declaration(DeclPlace::Head, Vec::new()));
        }
        let body = if self.kind == T::LBrace {
            self.enter(BRACKET);
            let body = self.compound(false);
            self.leave(BRACKET);
            body
        } else {
            self.error_expected("a function body");
            let at = self.lo();
            self.stmt(crate::ast::StmtKind::Error, at)
        };
        self.close_scope(scope);
        let function = FunctionDef { specs, declarator, kr_params, body };
        self.decl(DeclKind::Function(Box::new(function)), lo)
    }
}
