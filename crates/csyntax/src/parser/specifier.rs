//! Declaration specifiers: storage classes, qualifiers, types, and the bodies of records and enumerations.

use super::declarator::DeclaratorMode;
use super::{BRACKET, Parser};
use crate::ast::{
    AlignAs, Attr, BasicType, DeclSpecs, EnumSpec, EnumSpecId, Enumerator, FieldDecl, FieldDeclarator, Quals,
    RecordSpec, RecordSpecId, Storage, TypeName, TypeNameId, TypeSpec,
};
use crate::error::SyntaxError;
use crate::token::{Token, TokenKind as T};
use base::Span;

/// Where specifiers stand, which decides what may be among them and what an unknown name there means.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SpecPlace {
    Declaration,
    Parameter,
    Member,
    TypeName,
}

/// The words of a basic type, as a set.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Words(u32);

impl Words {
    const NONE: Words = Words(0);
    const VOID: u32 = 1;
    const CHAR: u32 = 1 << 1;
    const SHORT: u32 = 1 << 2;
    const INT: u32 = 1 << 3;
    const LONG: u32 = 1 << 4;
    const LONG_LONG: u32 = 1 << 5;
    const FLOAT: u32 = 1 << 6;
    const DOUBLE: u32 = 1 << 7;
    const SIGNED: u32 = 1 << 8;
    const UNSIGNED: u32 = 1 << 9;
    const BOOL: u32 = 1 << 10;
    const COMPLEX: u32 = 1 << 11;
    const INT128: u32 = 1 << 12;
    const FLOAT16: u32 = 1 << 13;
    const FLOAT32: u32 = 1 << 14;
    const FLOAT64: u32 = 1 << 15;
    const FLOAT32X: u32 = 1 << 16;
    const FLOAT64X: u32 = 1 << 17;
    const FLOAT80: u32 = 1 << 18;
    const FLOAT128: u32 = 1 << 19;
    const DECIMAL32: u32 = 1 << 20;
    const DECIMAL64: u32 = 1 << 21;
    const DECIMAL128: u32 = 1 << 22;

    fn bit(kind: T) -> u32 {
        match kind {
            T::Void => Words::VOID,
            T::CharType => Words::CHAR,
            T::Short => Words::SHORT,
            T::Int => Words::INT,
            T::Long => Words::LONG,
            T::Float => Words::FLOAT,
            T::Double => Words::DOUBLE,
            T::Signed => Words::SIGNED,
            T::Unsigned => Words::UNSIGNED,
            T::Bool => Words::BOOL,
            T::Complex => Words::COMPLEX,
            T::Int128 => Words::INT128,
            T::Float16 => Words::FLOAT16,
            T::Float32 => Words::FLOAT32,
            T::Float64 => Words::FLOAT64,
            T::Float32x => Words::FLOAT32X,
            T::Float64x => Words::FLOAT64X,
            T::Float80 => Words::FLOAT80,
            T::Float128 => Words::FLOAT128,
            T::Decimal32 => Words::DECIMAL32,
            T::Decimal64 => Words::DECIMAL64,
            T::Decimal128 => Words::DECIMAL128,
            _ => 0,
        }
    }

    /// Adds a word; false if it is there already (`long` may come twice).
    fn add(&mut self, bit: u32) -> bool {
        if bit == Words::LONG && self.0 & (Words::LONG | Words::LONG_LONG) == Words::LONG {
            self.0 ^= Words::LONG | Words::LONG_LONG;
            return true;
        }
        let new = self.0 & bit == 0 && !(bit == Words::LONG && self.0 & Words::LONG_LONG != 0);
        self.0 |= bit;
        new
    }

    fn basic_type(self) -> Result<BasicType, &'static str> {
        use BasicType as B;
        const INVALID: &str = "this combination of type words is no type";
        const INT: u32 = Words::INT;
        const SIGNED: u32 = Words::SIGNED;
        const UNSIGNED: u32 = Words::UNSIGNED;
        const SHORT: u32 = Words::SHORT;
        const LONG: u32 = Words::LONG;
        const LONG_LONG: u32 = Words::LONG_LONG;
        if self.0 & Words::COMPLEX != 0 {
            const LONG_DOUBLE: u32 = Words::LONG | Words::DOUBLE;
            return match self.0 & !Words::COMPLEX {
                Words::FLOAT | Words::FLOAT32 => Ok(B::ComplexFloat),
                // `_Complex` alone is `_Complex double`.
                0 | Words::DOUBLE | Words::FLOAT64 | Words::FLOAT32X => Ok(B::ComplexDouble),
                Words::FLOAT64X | Words::FLOAT80 | LONG_DOUBLE => Ok(B::ComplexLongDouble),
                words => match Words(words).basic_type() {
                    Ok(B::Void | B::Bool | B::Decimal(_)) | Err(_) => Err(INVALID),
                    Ok(B::Char | B::SignedChar | B::UnsignedChar) => Ok(B::ComplexOther(1, 1)),
                    Ok(B::Short | B::UnsignedShort | B::Float16) => Ok(B::ComplexOther(2, 2)),
                    Ok(B::Int | B::UnsignedInt) => Ok(B::ComplexOther(4, 4)),
                    Ok(B::Long | B::UnsignedLong) => Ok(B::ComplexOther(8, 4)),
                    Ok(B::LongLong | B::UnsignedLongLong) => Ok(B::ComplexOther(8, 8)),
                    Ok(_) => Ok(B::ComplexOther(16, 16)),
                },
            };
        }
        // `int` and `signed` add nothing except to each other, `signed` to `char`.
        Ok(match self.0 {
            Words::VOID => B::Void,
            Words::BOOL => B::Bool,
            Words::CHAR => B::Char,
            Words::FLOAT => B::Float,
            Words::DOUBLE => B::Double,
            Words::FLOAT16 => B::Float16,
            Words::FLOAT32 => B::Float32,
            Words::FLOAT64 => B::Float64,
            Words::FLOAT32X => B::Float32x,
            Words::FLOAT64X => B::Float64x,
            Words::FLOAT80 => B::LongDouble,
            Words::FLOAT128 => B::Float128,
            Words::DECIMAL32 => B::Decimal(4),
            Words::DECIMAL64 => B::Decimal(8),
            Words::DECIMAL128 => B::Decimal(16),
            words if words == Words::CHAR | SIGNED => B::SignedChar,
            words if words == Words::CHAR | UNSIGNED => B::UnsignedChar,
            words if words == LONG | Words::DOUBLE => B::LongDouble,
            words if words == Words::INT128 | UNSIGNED => B::UnsignedInt128,
            words if words & !SIGNED == Words::INT128 => B::Int128,
            words if words & !(INT | SIGNED) == 0 => B::Int,
            words if words & !(INT | SIGNED) == SHORT => B::Short,
            words if words & !(INT | SIGNED) == LONG => B::Long,
            words if words & !(INT | SIGNED) == LONG_LONG => B::LongLong,
            words if words & !INT == UNSIGNED => B::UnsignedInt,
            words if words & !INT == UNSIGNED | SHORT => B::UnsignedShort,
            words if words & !INT == UNSIGNED | LONG => B::UnsignedLong,
            words if words & !INT == UNSIGNED | LONG_LONG => B::UnsignedLongLong,
            _ => return Err(INVALID),
        })
    }
}

impl Parser<'_> {
    /// Reads specifiers as long as there are some, also none. `attrs` are those that stood before.
    pub(super) fn decl_specs(&mut self, place: SpecPlace, attrs: Vec<Attr>) -> DeclSpecs {
        let lo = self.lo();
        let mut words = Words::NONE;
        let mut specs = DeclSpecs {
            storage: Storage::None,
            thread_local: false,
            inline: false,
            noreturn: false,
            quals: Quals::NONE,
            ty: TypeSpec::Missing,
            attrs,
            alignas: Vec::new(),
            span: Span::NONE,
        };
        let first = self.pos;
        while !self.panicking {
            let token = self.token();
            let has_type = words != Words::NONE || !matches!(specs.ty, TypeSpec::Missing);
            if has_type && place == SpecPlace::Declaration && self.begins_after_body(token.kind) {
                break;
            }
            match token.kind {
                T::Ident => {
                    if has_type {
                        break;
                    }
                    if self.is_typedef_name(token) {
                        self.bump();
                        specs.ty = TypeSpec::Typedef(token.symbol());
                    } else if self.is_unknown_type(place, self.pos == first) {
                        let message = format!("unknown type name {}", self.describe(token));
                        self.complain(SyntaxError::new(token.span(), message));
                        self.bump();
                        specs.ty = TypeSpec::Error;
                    } else {
                        break;
                    }
                }
                T::Typedef => self.storage(Storage::Typedef, place, &mut specs),
                T::Extern => self.storage(Storage::Extern, place, &mut specs),
                T::Static => self.storage(Storage::Static, place, &mut specs),
                T::Auto => self.storage(Storage::Auto, place, &mut specs),
                T::Register => self.storage(Storage::Register, place, &mut specs),
                T::ThreadLocal | T::Inline | T::Noreturn => self.function_specifier(place, &mut specs),
                T::Const | T::Volatile | T::Restrict => specs.quals = self.qualifier(specs.quals),
                T::Atomic if self.peek(1).kind == T::LParen => {
                    self.bump();
                    let ty = self.parenthesised_type();
                    self.set_type(&mut specs, words, TypeSpec::Atomic(ty), token);
                }
                T::Atomic => specs.quals = self.qualifier(specs.quals),
                T::AddressSpace => {
                    self.bump();
                    let attr = Attr { name: token.symbol(), args: Vec::new(), span: token.span() };
                    specs.attrs.push(attr);
                }
                T::Attribute => self.attributes(&mut specs.attrs),
                T::LBracket if place != SpecPlace::TypeName && self.at_attribute() => {
                    self.attributes(&mut specs.attrs);
                }
                T::Alignas => self.alignas(&mut specs),
                T::Struct | T::Union => {
                    let record = self.record();
                    self.set_type(&mut specs, words, TypeSpec::Record(record), token);
                }
                T::Enum => {
                    let id = self.enumeration();
                    self.set_type(&mut specs, words, TypeSpec::Enum(id), token);
                }
                T::Typeof => {
                    let ty = self.typeof_specifier();
                    self.set_type(&mut specs, words, ty, token);
                }
                T::AutoType => {
                    self.bump();
                    self.set_type(&mut specs, words, TypeSpec::AutoType, token);
                }
                T::VaList => {
                    self.bump();
                    self.set_type(&mut specs, words, TypeSpec::VaList, token);
                }
                T::Int128Typedef | T::Uint128Typedef => {
                    self.bump();
                    let signed = token.kind == T::Int128Typedef;
                    let basic = if signed { BasicType::Int128 } else { BasicType::UnsignedInt128 };
                    self.set_type(&mut specs, words, TypeSpec::Basic(basic), token);
                }
                kind => {
                    let bit = Words::bit(kind);
                    if bit == 0 {
                        break;
                    }
                    self.bump();
                    if !matches!(specs.ty, TypeSpec::Missing) {
                        self.second_type(token);
                    } else if !words.add(bit) {
                        let message = format!("duplicate {}", self.describe(token));
                        self.complain(SyntaxError::new(token.span(), message));
                    }
                }
            }
        }
        specs.span = self.span_from(lo);
        if words != Words::NONE {
            specs.ty = match words.basic_type() {
                Ok(basic) => TypeSpec::Basic(basic),
                Err(message) => {
                    self.complain(SyntaxError::new(specs.span, message));
                    TypeSpec::Error
                }
            };
        }
        specs
    }

    /// Whether the semicolon after `struct s { ... }` was forgotten, and the next declaration begins.
    #[inline]
    pub(super) fn begins_after_body(&self, kind: T) -> bool {
        let begins = kind.is_declaration_word() && !matches!(kind, T::Attribute | T::Const | T::Volatile);
        begins && self.pos > 0 && self.tokens[self.pos - 1].kind == T::RBrace && self.at_new_line()
    }

    /// Whether the name at hand, which is no typedef name, can only be meant as one.
    fn is_unknown_type(&self, place: SpecPlace, alone: bool) -> bool {
        match self.peek(1).kind {
            T::Ident | T::Star | T::Const | T::Volatile | T::Restrict => true,
            T::Comma | T::RParen => place == SpecPlace::TypeName || place == SpecPlace::Parameter && alone,
            _ => place == SpecPlace::TypeName || place == SpecPlace::Member && alone,
        }
    }

    fn set_type(&mut self, specs: &mut DeclSpecs, words: Words, ty: TypeSpec, token: Token) {
        if words != Words::NONE || !matches!(specs.ty, TypeSpec::Missing) {
            self.second_type(token);
        }
        specs.ty = ty;
    }

    #[cold]
    fn second_type(&mut self, token: Token) {
        let message = format!("{} cannot be combined with the type before it", self.describe(token));
        self.complain(SyntaxError::new(token.span(), message));
    }

    fn storage(&mut self, storage: Storage, place: SpecPlace, specs: &mut DeclSpecs) {
        let token = self.token();
        self.bump();
        let message = match place {
            SpecPlace::Member | SpecPlace::TypeName => "a storage class cannot stand here",
            SpecPlace::Parameter if storage != Storage::Register => "a parameter can only be `register`",
            _ if specs.storage == storage => "the storage class is given twice",
            _ if specs.storage != Storage::None => "more than one storage class",
            _ => {
                specs.storage = storage;
                return;
            }
        };
        self.complain(SyntaxError::new(token.span(), message));
    }

    fn function_specifier(&mut self, place: SpecPlace, specs: &mut DeclSpecs) {
        let token = self.token();
        self.bump();
        if place != SpecPlace::Declaration {
            let message = format!("{} cannot stand here", self.describe(token));
            return self.complain(SyntaxError::new(token.span(), message));
        }
        match token.kind {
            T::ThreadLocal => specs.thread_local = true,
            T::Inline => specs.inline = true,
            _ => specs.noreturn = true,
        }
    }

    /// Adds the qualifier at hand.
    pub(super) fn qualifier(&mut self, quals: Quals) -> Quals {
        let new = match self.kind {
            T::Const => Quals::CONST,
            T::Volatile => Quals::VOLATILE,
            T::Restrict => Quals::RESTRICT,
            _ => Quals::ATOMIC,
        };
        self.bump();
        quals.with(new)
    }

    fn alignas(&mut self, specs: &mut DeclSpecs) {
        self.bump();
        let open = self.token();
        if !self.expect(T::LParen) {
            return;
        }
        if self.enter(BRACKET) {
            let align = if self.starts_type_name(self.token()) {
                AlignAs::Type(self.type_name())
            } else {
                AlignAs::Expr(self.assignment())
            };
            specs.alignas.push(align);
        }
        self.leave(BRACKET);
        self.expect_close(T::RParen, open);
    }

    fn typeof_specifier(&mut self) -> TypeSpec {
        self.bump();
        let open = self.token();
        if !self.expect(T::LParen) {
            return TypeSpec::Error;
        }
        let mut ty = TypeSpec::Error;
        if self.enter(BRACKET) {
            ty = if self.starts_type_name(self.token()) {
                TypeSpec::TypeofType(self.type_name())
            } else {
                TypeSpec::TypeofExpr(self.expression())
            };
        }
        self.leave(BRACKET);
        self.expect_close(T::RParen, open);
        ty
    }

    // ----- Type names -----

    /// `int *[3]`, as in casts and `sizeof`.
    pub(super) fn type_name(&mut self) -> TypeNameId {
        let lo = self.lo();
        let specs = self.decl_specs(SpecPlace::TypeName, Vec::new());
        let mut declarator = self.declarator(DeclaratorMode::Abstract);
        self.attributes(&mut declarator.attrs);
        let span = self.span_from(lo);
        self.ast.type_names.push(TypeName { specs, declarator, span })
    }

    pub(super) fn parenthesised_type(&mut self) -> TypeNameId {
        let open = self.token();
        self.expect(T::LParen);
        self.enter(BRACKET);
        let ty = self.expected_type_name();
        self.leave(BRACKET);
        self.expect_close(T::RParen, open);
        ty
    }

    /// A type name where nothing else can be.
    pub(super) fn expected_type_name(&mut self) -> TypeNameId {
        if !self.starts_type_name(self.token()) {
            let token = self.token();
            if token.kind == T::Ident {
                let message = format!("unknown type name {}", self.describe(token));
                self.report(SyntaxError::new(token.span(), message));
            } else {
                self.error_expected("type");
            }
        }
        self.type_name()
    }

    // ----- Records -----

    fn record(&mut self) -> RecordSpecId {
        let lo = self.lo();
        let union = self.kind == T::Union;
        self.bump();
        let mut attrs = Vec::new();
        self.attributes(&mut attrs);
        let tag = self.name().map(|(name, _)| name);
        let mut fields = None;
        let mut pack = None;
        if self.kind == T::LBrace {
            fields = Some(self.members());
            pack = self.pack.at_token(self.pos.saturating_sub(1));
            let span = self.span_from(lo);
            self.attributes(&mut attrs);
            return self.ast.records.push(RecordSpec { union, tag, fields, attrs, pack, span });
        }
        if tag.is_none() {
            self.error_expected(if union {
                "a name or `{` after `union`"
            } else {
                "a name or `{` after `struct`"
            });
        }
        let span = self.span_from(lo);
        self.ast.records.push(RecordSpec { union, tag, fields, attrs, pack, span })
    }

    fn members(&mut self) -> Vec<FieldDecl> {
        let open = self.token();
        self.bump();
        let mut fields = Vec::new();
        if self.enter(BRACKET) {
            while !matches!(self.kind, T::RBrace | T::Eof) {
                let before = self.pos;
                if !self.eat(T::Semi) {
                    self.member(&mut fields);
                }
                if self.pos == before {
                    self.bump();
                }
            }
        }
        self.leave(BRACKET);
        self.expect_close(T::RBrace, open);
        fields
    }

    fn member(&mut self, fields: &mut Vec<FieldDecl>) {
        let lo = self.lo();
        if self.kind == T::StaticAssert {
            let (cond, message) = self.static_assert();
            let span = self.span_from(lo);
            fields.push(FieldDecl::StaticAssert { cond, message, span });
            return self.expect_semi("static assertion");
        }
        while self.eat(T::Extension) {}
        let token = self.token();
        let could_begin = token.kind.is_declaration_word() || token.kind == T::Ident || self.at_attribute();
        if !could_begin {
            self.error_expected("a member or `}`");
            return self.expect_semi("member");
        }
        let specs = self.decl_specs(SpecPlace::Member, Vec::new());
        let mut declarators = Vec::new();
        if !matches!(self.kind, T::Semi | T::RBrace) && !self.panicking {
            declarators.reserve_exact(1);
            declarators.push(self.member_declarator());
            while self.eat(T::Comma) && !self.panicking {
                declarators.push(self.member_declarator());
            }
        }
        // The last semicolon may be missing, says gcc.
        if self.kind != T::RBrace || self.panicking {
            self.expect_semi("member");
        }
        let span = self.span_from(lo);
        fields.push(FieldDecl::Fields { specs, declarators, span });
    }

    fn member_declarator(&mut self) -> FieldDeclarator {
        let mut attrs = Vec::new();
        self.attributes(&mut attrs);
        let mut declarator = if self.kind == T::Colon {
            self.unnamed_declarator()
        } else {
            self.declarator(DeclaratorMode::Named)
        };
        let mut bits = None;
        if self.eat(T::Colon) {
            bits = Some(self.conditional());
        }
        self.attributes(&mut attrs);
        declarator.attrs.append(&mut attrs);
        declarator.span = self.span_from(declarator.span.lo);
        FieldDeclarator { declarator, bits }
    }

    // ----- Enumerations -----

    fn enumeration(&mut self) -> EnumSpecId {
        let lo = self.lo();
        self.bump();
        let mut attrs = Vec::new();
        self.attributes(&mut attrs);
        let tag = self.name().map(|(name, _)| name);
        let mut enumerators = None;
        let mut span = self.span_from(lo);
        if self.kind == T::LBrace {
            enumerators = Some(self.enumerators());
            span = self.span_from(lo);
            self.attributes(&mut attrs);
        } else if tag.is_none() {
            self.error_expected("a name or `{` after `enum`");
        }
        self.ast.enums.push(EnumSpec { tag, enumerators, attrs, span })
    }

    fn enumerators(&mut self) -> Vec<Enumerator> {
        let open = self.token();
        self.bump();
        let mut enumerators = Vec::new();
        if self.enter(BRACKET) {
            if self.kind == T::RBrace {
                self.error_expected("an enumerator");
                self.panicking = false;
            }
            while !matches!(self.kind, T::RBrace | T::Eof) {
                let lo = self.lo();
                let Some((name, _)) = self.name_or_error("an enumerator or `}`") else { break };
                let mut attrs = Vec::new();
                self.attributes(&mut attrs);
                let value = if self.eat(T::Assign) { Some(self.conditional()) } else { None };
                let span = self.span_from(lo);
                enumerators.push(Enumerator { name, value, span });
                self.declare(name, false);
                if !self.eat(T::Comma) {
                    break;
                }
            }
        }
        self.leave(BRACKET);
        if !self.expect_close(T::RBrace, open) {
            // The other enumerators would all be unknown names.
            self.skip_to_boundary();
            if self.eat(T::RBrace) {
                self.panicking = false;
            }
        }
        enumerators
    }
}
