//! The reader of the text form.
//!
//! Errors are data: as many as there are (up to a limit), each with its line and column. After a mistake in a statement
//! reading goes on at the next line, after one in a declaration at the next declaration. Nothing recurses,
//! and memory is in proportion to the text. Every id that is read is checked against what the text declares.
//!
//! Besides what the printer writes, the reader takes what makes texts pleasant to write by hand: `i32`, `ptr`, `bool` and
//! `void` where a type id is expected, function types in function headers, locals without `register` or `memory` (a scalar
//! type makes a register), stores without their scalar, and `size` and `align` left out where they follow from the type.
//!
//! # The text form by example
//! ```
//! let text = r#"
//! program lp64 entry fn1               // the header may be left out: lp64, no entry
//! type ty0 = i32
//! type ty1 = struct node {             // also: union, enum color: u32, *ty0, [ty0; 4], fn(ty0, ...) -> ty0
//!     next: ty2 at 0
//!     flag: ty0 at 8 bits 3..7         // the end is exclusive
//! } size 16 align 8
//! type ty2 = *ty1
//! global @0'table: ty2, constant {     // kinds: variable static_local string constant external
//!     0: @1'"a name" + 4               // relocations: @0, fn0 or &bb2 of fn0, with an addend
//! }
//! global @1'"a name": i64, variable = "\x01\0\0"     // bytes; the rest is zero
//! fn fn0'malloc: fn(u64) -> ptr = intrinsic allocate // or: = external
//! fn fn1'main: fn(i32) -> i32 {
//!     scope0
//!     scope1 in scope0
//!     param _0'argc: i32
//!     local _1'p: ty2, register ptr, in scope1       // spans stand at the end: !12..40
//!     local _2'object: ty1, memory
//!     local _3: i32
//!     local _4: i64
//! bb0:
//!     live _2                          // dead _2, stackfree _1, unsupported "reason"
//!     call _1 = fn0(16_u64: u64) -> bb1      // also: *_1(...), block 16 [&_2], -> never
//! bb1:
//!     store i32 [_1 + 8] = _0          // what the register _1 points to
//!     _3 = load i32 [&_2 + 8 bits 3..7]      // the memory local _2
//!     _4 = cast i32 to i64 _3
//!     _1 = addr [@0 + 4 + 8*_4]        // offset, then index
//!     copy 16 [&_2] = [_1]             // zero 8 [&_2]; _1 = stackalloc 16_u64, align 16
//!     _3 = add i32 _3, -1_i32          // constants: 1_u8, 1.5_f64, inf_f64, null, @0, fn0, &bb2
//!     switch i32 _3 -> [0: bb2, 3..=5: bb3, else: bb3]
//! bb2:
//!     branch _3 -> bb3, bb3            // goto bb3; indirect _1 -> [bb2]; unreachable
//! bb3:
//!     return _3: i32
//! }
//! "#;
//! let program = fafnir_ir::read(text).unwrap();
//! assert_eq!(fafnir_ir::verify(&program), []);
//! ```

use crate::lex::{Lexer, Token};
use crate::print::default_layout;
use crate::read_body::BodyReader;
use crate::syntax::*;
use crate::text::unescape;
use base::{FxHashMap, Idx, Span, Symbol};

/// What is wrong with a text, and where. Lines and columns (in characters) count from one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    pub line: u32,
    pub column: u32,
    pub message: String,
}

impl std::fmt::Display for ReadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

/// Reads the text form of a program. The result is well-formed as far as ids go; [`verify`](crate::verify()) checks the rest.
pub fn read(text: &str) -> Result<Program, Vec<ReadError>> {
    let mut reader = Reader::new(text);
    reader.program();
    reader.finish()
}

/// More errors than this are not worth reading.
const MAX_ERRORS: usize = 50;

/// The error has been noted already.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Failed;
pub(crate) type Parsed<T> = Result<T, Failed>;

/// An id that was used before anything of that number was declared.
pub(crate) struct Forward {
    pub(crate) raw: u32,
    pub(crate) name: Option<Symbol>,
    pub(crate) at: usize,
}

pub(crate) struct Reader<'a> {
    text: &'a str,
    lexer: Lexer<'a>,
    pub(crate) token: Token<'a>,
    /// Where the current token begins.
    pub(crate) at: usize,
    /// Where the token before it ended; 0 at the start of what is read.
    previous_end: usize,
    errors: Vec<(usize, String)>,
    pub(crate) program: Program,
    types: Vec<Forward>,
    globals: Vec<Forward>,
    functions: Vec<Forward>,
    /// Labels of functions that appear in initialisers.
    labels: Vec<(FuncId, BlockId, usize)>,
    /// Types that were made for words such as `i32`.
    implicit: FxHashMap<&'a str, TypeId>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        let mut lexer = Lexer::new(text);
        let (at, token) = lexer.next();
        Reader {
            text,
            lexer,
            token,
            at,
            previous_end: 0,
            errors: Vec::new(),
            program: Program::new(DataModel::Lp64),
            types: Vec::new(),
            globals: Vec::new(),
            functions: Vec::new(),
            labels: Vec::new(),
            implicit: FxHashMap::default(),
        }
    }

    // Tokens and errors

    pub(crate) fn advance(&mut self) {
        self.previous_end = self.lexer.position();
        (self.at, self.token) = self.lexer.next();
    }

    pub(crate) fn note(&mut self, at: usize, message: String) {
        if self.errors.len() < MAX_ERRORS {
            self.errors.push((at, message));
        }
    }

    pub(crate) fn fail<T>(&mut self, message: String) -> Parsed<T> {
        self.note(self.at, message);
        Err(Failed)
    }

    /// What should stand here instead of the current token. If that begins another line, the mistake is at the end of the
    /// line before.
    pub(crate) fn expected<T>(&mut self, what: &str) -> Parsed<T> {
        let between = self.text.get(self.previous_end..self.at).unwrap_or("");
        if self.previous_end > 0 && between.contains('\n') {
            self.note(self.previous_end, format!("expected {what} before the end of the line"));
            return Err(Failed);
        }
        let found = self.token.describe();
        self.fail(format!("expected {what}, found {found}"))
    }

    /// What comes now is not the continuation of anything: a mistake at the current token is its own.
    pub(crate) fn begin_line(&mut self) {
        self.previous_end = 0;
    }

    pub(crate) fn is_full(&self) -> bool {
        self.errors.len() >= MAX_ERRORS
    }

    /// Goes on at the line after the current token.
    pub(crate) fn skip_line(&mut self) {
        self.lexer.skip_line(self.at);
        self.advance();
        self.begin_line();
    }

    pub(crate) fn accept(&mut self, token: Token<'_>) -> bool {
        let found = self.token == token;
        if found {
            self.advance();
        }
        found
    }

    pub(crate) fn accept_word(&mut self, word: &str) -> bool {
        self.accept(Token::Word(word))
    }

    pub(crate) fn accept_punct(&mut self, punct: u8) -> bool {
        self.accept(Token::Punct(punct))
    }

    pub(crate) fn expect_punct(&mut self, punct: u8) -> Parsed<()> {
        if self.accept_punct(punct) { Ok(()) } else { self.expected(&format!("`{}`", punct as char)) }
    }

    pub(crate) fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.accept_word(word) { Ok(()) } else { self.expected(&format!("`{word}`")) }
    }

    pub(crate) fn expect_arrow(&mut self) -> Parsed<()> {
        if self.accept(Token::Arrow) { Ok(()) } else { self.expected("`->`") }
    }

    // Small pieces

    pub(crate) fn number(&mut self) -> Parsed<u64> {
        match self.token {
            Token::Integer(Some(value), None) => {
                self.advance();
                Ok(value)
            }
            _ => self.expected("a number"),
        }
    }

    pub(crate) fn number_up_to(&mut self, max: u64, what: &str) -> Parsed<u64> {
        let at = self.at;
        let value = self.number()?;
        if value > max {
            self.note(at, format!("{what} must not exceed {max}"));
            return Err(Failed);
        }
        Ok(value)
    }

    /// A magnitude with its sign.
    pub(crate) fn signed(&mut self, negative: bool) -> Parsed<i64> {
        let at = self.at;
        let magnitude = self.number()?;
        let value =
            if negative { 0i64.checked_sub_unsigned(magnitude) } else { i64::try_from(magnitude).ok() };
        value.ok_or_else(|| {
            self.note(at, "the number does not fit into 64 bits".to_owned());
            Failed
        })
    }

    fn bytes_of(&mut self, quoted: &str) -> Parsed<Vec<u8>> {
        unescape(quoted).map_err(|offset| {
            self.note(self.at + 1 + offset, "this escape is not known".to_owned());
            Failed
        })
    }

    /// A word or a quoted string.
    pub(crate) fn name(&mut self) -> Parsed<Symbol> {
        let symbol = match self.token {
            Token::Word(word) => self.program.names.intern(word),
            Token::Quoted(quoted) => {
                let bytes = self.bytes_of(quoted)?;
                match std::str::from_utf8(&bytes) {
                    Ok(name) => self.program.names.intern(name),
                    Err(_) => return self.fail("a name must be UTF-8".to_owned()),
                }
            }
            _ => return self.expected("a name"),
        };
        self.advance();
        Ok(symbol)
    }

    /// `'name` behind an id, if it is there.
    pub(crate) fn tick_name(&mut self) -> Parsed<Option<Symbol>> {
        if self.accept_punct(b'\'') { self.name().map(Some) } else { Ok(None) }
    }

    pub(crate) fn span(&mut self) -> Parsed<Span> {
        if !self.accept_punct(b'!') {
            return Ok(Span::NONE);
        }
        let max = u64::from(u32::MAX);
        let lo = self.number_up_to(max, "a position")?;
        if !self.accept(Token::Range) {
            return self.expected("`..`");
        }
        let hi = self.number_up_to(max, "a position")?;
        Ok(Span::new(lo as u32, hi as u32))
    }

    pub(crate) fn scalar(&mut self) -> Parsed<Scalar> {
        if let Token::Word(word) = self.token
            && let Some(scalar) = Scalar::from_name(word)
        {
            self.advance();
            return Ok(scalar);
        }
        self.expected("a scalar such as `i32` or `ptr`")
    }

    /// The number of an id: digits behind the prefix, without leading zeros.
    pub(crate) fn id_number(word: &str, prefix: &str) -> Option<u32> {
        let digits = word.strip_prefix(prefix)?;
        let leading_zero = digits.len() > 1 && digits.starts_with('0');
        if leading_zero || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        // The last number is kept free: it never names anything, and vectors never become that long.
        digits.parse().ok().filter(|&raw| raw != u32::MAX)
    }

    pub(crate) fn peek_id(&self, prefix: &str) -> Option<u32> {
        match self.token {
            Token::Word(word) => Self::id_number(word, prefix),
            _ => None,
        }
    }

    /// An id, with the position it stands at.
    pub(crate) fn id(&mut self, prefix: &str, what: &str) -> Parsed<(u32, usize)> {
        match self.peek_id(prefix) {
            Some(raw) => {
                let at = self.at;
                self.advance();
                Ok((raw, at))
            }
            None => self.expected(what),
        }
    }

    /// An id at its declaration: they are declared in order, without gaps.
    pub(crate) fn declared_id(&mut self, prefix: &str, next: usize) -> Parsed<()> {
        match self.peek_id(prefix) {
            Some(raw) if raw as usize == next => {
                self.advance();
                Ok(())
            }
            Some(_) => self.fail(format!("ids are declared in order: expected `{prefix}{next}`")),
            None => self.expected(&format!("`{prefix}{next}`")),
        }
    }

    /// Says that the name behind an id is not the one it was declared with.
    pub(crate) fn check_name(&mut self, used: Option<Symbol>, declared: Option<Symbol>, at: usize) {
        if let Some(used) = used
            && declared != Some(used)
        {
            let names = &self.program.names;
            let message = match declared {
                Some(declared) => {
                    format!("the name is {:?}, not {:?}", names.resolve(declared), names.resolve(used))
                }
                None => format!("this has no name, but is called {:?}", names.resolve(used)),
            };
            self.note(at, message);
        }
    }

    pub(crate) fn func_id(&mut self) -> Parsed<FuncId> {
        let (raw, at) = self.id("fn", "a function such as `fn0`")?;
        let name = self.tick_name()?;
        let id = FuncId::from_raw(raw);
        match self.program.functions.get(id).map(|function| function.name) {
            Some(declared) => self.check_name(name, Some(declared), at),
            None => self.functions.push(Forward { raw, name, at }),
        }
        Ok(id)
    }

    pub(crate) fn global_id(&mut self) -> Parsed<GlobalId> {
        let (raw, at) = self.id("@", "a global such as `@0`")?;
        let name = self.tick_name()?;
        let id = GlobalId::from_raw(raw);
        match self.program.globals.get(id).map(|global| global.name) {
            Some(declared) => self.check_name(name, Some(declared), at),
            None => self.globals.push(Forward { raw, name, at }),
        }
        Ok(id)
    }

    /// A type id, or the word of a simple type.
    pub(crate) fn type_ref(&mut self) -> Parsed<TypeId> {
        let Token::Word(word) = self.token else { return self.expected("a type such as `ty0`") };
        if let Some(raw) = Self::id_number(word, "ty") {
            if raw as usize >= self.program.types.len() {
                self.types.push(Forward { raw, name: None, at: self.at });
            }
            self.advance();
            return Ok(TypeId::from_raw(raw));
        }
        let kind = match (word, Scalar::from_name(word)) {
            ("void", _) => TypeKind::Void,
            ("bool", _) => TypeKind::Bool,
            (_, Some(scalar)) => TypeKind::Scalar(scalar),
            _ => return self.expected("a type such as `ty0`"),
        };
        self.advance();
        if let Some(&known) = self.implicit.get(word) {
            return Ok(known);
        }
        let id = self.new_type(kind, None);
        self.implicit.insert(word, id);
        Ok(id)
    }

    fn new_type(&mut self, kind: TypeKind, layout: Option<(u64, u64)>) -> TypeId {
        let default = || default_layout(&kind, self.program.model, &self.program.types).unwrap_or((0, 1));
        let (size, align) = layout.unwrap_or_else(default);
        self.program.types.push(Type { kind, size, align })
    }

    // Declarations

    fn program(&mut self) {
        let start = self.at;
        let result = self.header();
        self.recover(start, result);
        while self.token != Token::End && !self.is_full() {
            let start = self.at;
            self.begin_line();
            let result = match self.token {
                Token::Word("type") => self.type_entry(),
                Token::Word("global") => self.global(),
                Token::Word("fn") => self.function(),
                _ => self.expected("`type`, `global` or `fn`"),
            };
            self.recover(start, result);
        }
    }

    /// After the failure of a declaration that begins at `start`, goes on at the next line that begins one.
    fn recover(&mut self, start: usize, result: Parsed<()>) {
        if result.is_ok() {
            return;
        }
        loop {
            let begins_line = self.text[..self.at].ends_with('\n');
            match self.token {
                Token::End => return,
                Token::Word("type" | "global" | "fn") if begins_line && self.at > start => return,
                _ => self.skip_line(),
            }
        }
    }

    /// Whether the current token is the first of its line, and that line is not the one of `start`.
    pub(crate) fn is_on_fresh_line(&self, start: usize) -> bool {
        let between = self.text.get(start..self.at).unwrap_or("");
        between.rfind('\n').is_some_and(|end| between[end..].bytes().all(|b| b.is_ascii_whitespace()))
    }

    fn header(&mut self) -> Parsed<()> {
        if !self.accept_word("program") {
            return Ok(());
        }
        match self.token {
            Token::Word(word) if DataModel::from_name(word).is_some() => {
                self.program.model = DataModel::from_name(word).unwrap_or(DataModel::Lp64);
                self.advance();
            }
            _ => return self.expected("`lp64` or `ilp32`"),
        }
        if self.accept_word("entry") {
            self.program.entry = Some(self.func_id()?);
        }
        Ok(())
    }

    fn type_entry(&mut self) -> Parsed<()> {
        self.advance();
        let number = self.program.types.len();
        self.declared_id("ty", number)?;
        self.expect_punct(b'=')?;
        // The entry must have its number even if its children make entries of their own.
        let id = self.new_type(TypeKind::Void, None);
        let kind = self.type_kind()?;
        let default = match kind {
            TypeKind::Array { elem, .. } if elem >= id => None,
            _ => default_layout(&kind, self.program.model, &self.program.types),
        };
        let explicit = if self.accept_word("size") {
            let size = self.number()?;
            self.expect_word("align")?;
            Some((size, self.number()?))
        } else {
            None
        };
        let Some((size, align)) = explicit.or(default) else {
            return self.expected("`size` and `align`");
        };
        self.program.types[id] = Type { kind, size, align };
        Ok(())
    }

    fn type_kind(&mut self) -> Parsed<TypeKind> {
        match self.token {
            Token::Punct(b'*') => {
                self.advance();
                Ok(TypeKind::Pointer(self.type_ref()?))
            }
            Token::Punct(b'[') => {
                self.advance();
                let elem = self.type_ref()?;
                let len = if self.accept_punct(b';') { Some(self.number()?) } else { None };
                self.expect_punct(b']')?;
                Ok(TypeKind::Array { elem, len })
            }
            Token::Word("fn") => self.function_type(),
            Token::Word("complex") => {
                self.advance();
                Ok(TypeKind::Complex(self.scalar()?))
            }
            Token::Word("enum") => {
                self.advance();
                let name = if self.token == Token::Punct(b':') { None } else { Some(self.name()?) };
                self.expect_punct(b':')?;
                let repr = self.scalar()?;
                let mut constants = Vec::new();
                let mut more = self.accept_punct(b'{');
                let any = more;
                while more {
                    let name = self.name()?;
                    self.expect_punct(b'=')?;
                    let negative = self.accept_punct(b'-');
                    constants.push((name, self.signed(negative)?));
                    more = self.accept_punct(b',');
                }
                if any {
                    self.expect_punct(b'}')?;
                }
                Ok(TypeKind::Enum { name, repr, constants })
            }
            Token::Word("struct" | "union" | "transparent" | "typedef") => self.record(),
            Token::Word("void") => {
                self.advance();
                Ok(TypeKind::Void)
            }
            Token::Word("bool") => {
                self.advance();
                Ok(TypeKind::Bool)
            }
            Token::Word(word) if Scalar::from_name(word).is_some() => Ok(TypeKind::Scalar(self.scalar()?)),
            _ => self.expected("a type"),
        }
    }

    fn function_type(&mut self) -> Parsed<TypeKind> {
        self.advance();
        self.expect_punct(b'(')?;
        let mut params = Vec::new();
        let mut variadic = false;
        while self.token != Token::Punct(b')') {
            if self.accept(Token::Ellipsis) {
                variadic = true;
                break;
            }
            params.push(self.type_ref()?);
            if !self.accept_punct(b',') {
                break;
            }
        }
        self.expect_punct(b')')?;
        self.expect_arrow()?;
        Ok(TypeKind::Function { ret: self.type_ref()?, params, variadic })
    }

    fn record(&mut self) -> Parsed<TypeKind> {
        let is_typedef = self.accept_word("typedef");
        let transparent = self.accept_word("transparent");
        let union = self.token == Token::Word("union");
        if !union && self.token != Token::Word("struct") {
            return self.expected("`struct` or `union`");
        }
        self.advance();
        let name = if self.token == Token::Punct(b'{') { None } else { Some(self.name()?) };
        self.expect_punct(b'{')?;
        let mut fields = Vec::new();
        while !self.accept_punct(b'}') {
            // A name is what has a colon behind it; a field without one begins with its type.
            let mut ahead = self.lexer.clone();
            let named = ahead.next().1 == Token::Punct(b':');
            let name = if named {
                let name = self.name()?;
                self.advance();
                Some(name)
            } else {
                None
            };
            let ty = self.type_ref()?;
            self.expect_word("at")?;
            let offset = self.number()?;
            fields.push(Field { name, ty, offset, bits: self.bits()? });
        }
        Ok(TypeKind::Record(Record { name, is_typedef, union, transparent, fields }))
    }

    /// `bits 3..7`: the end is exclusive.
    pub(crate) fn bits(&mut self) -> Parsed<Option<BitRange>> {
        if !self.accept_word("bits") {
            return Ok(None);
        }
        let start = self.number_up_to(255, "a bit")?;
        if !self.accept(Token::Range) {
            return self.expected("`..`");
        }
        let at = self.at;
        let end = self.number()?;
        match end.checked_sub(start) {
            Some(width) if width <= 255 => Ok(Some(BitRange { start: start as u8, width: width as u8 })),
            _ => {
                self.note(at, "the bits end before they begin, or are more than 255".to_owned());
                Err(Failed)
            }
        }
    }

    fn global(&mut self) -> Parsed<()> {
        self.advance();
        self.declared_id("@", self.program.globals.len())?;
        let name = self.tick_name()?;
        let name = name.unwrap_or_else(|| self.program.names.intern(""));
        self.expect_punct(b':')?;
        let ty = self.type_ref()?;
        let mut kind = GlobalKind::Variable;
        let (mut size, mut align) = match self.program.types.get(ty) {
            Some(ty) => (Some(ty.size), Some(ty.align)),
            None => (None, None),
        };
        while self.accept_punct(b',') {
            if self.accept_word("size") {
                size = Some(self.number()?);
            } else if self.accept_word("align") {
                align = Some(self.number()?);
            } else if let Token::Word(word) = self.token
                && let Some(found) = GlobalKind::from_name(word)
            {
                kind = found;
                self.advance();
            } else {
                return self.expected("a kind of global, `size` or `align`");
            }
        }
        let (Some(size), Some(align)) = (size, align) else {
            return self.expected("`, size` and `, align` (the type is declared later)");
        };
        let span = self.span()?;
        let init = self.init()?;
        self.program.globals.push(Global { name, ty, size, align, kind, init, span });
        Ok(())
    }

    fn init(&mut self) -> Parsed<Init> {
        let mut init = Init::default();
        if self.accept_punct(b'=') {
            let Token::Quoted(_) = self.token else { return self.expected("a string of bytes") };
            while let Token::Quoted(quoted) = self.token {
                init.bytes.extend(self.bytes_of(quoted)?);
                self.advance();
            }
        }
        if self.accept_punct(b'{') {
            while !self.accept_punct(b'}') {
                init.relocations.push(self.relocation()?);
            }
        }
        Ok(init)
    }

    fn relocation(&mut self) -> Parsed<Relocation> {
        let offset = self.number()?;
        self.expect_punct(b':')?;
        let target = match self.token {
            Token::Punct(b'&') => {
                self.advance();
                let (block, at) = self.id("bb", "a block such as `bb0`")?;
                let block = BlockId::from_raw(block);
                self.expect_word("of")?;
                let function = self.func_id()?;
                self.labels.push((function, block, at));
                RelocationTarget::Label(function, block)
            }
            Token::Word(word) if word.starts_with('@') => RelocationTarget::Global(self.global_id()?),
            _ => RelocationTarget::Function(self.func_id()?),
        };
        let addend = match self.token {
            Token::Punct(sign @ (b'+' | b'-')) => {
                self.advance();
                self.signed(sign == b'-')?
            }
            _ => 0,
        };
        Ok(Relocation { offset, target, addend })
    }

    fn function(&mut self) -> Parsed<()> {
        self.advance();
        self.declared_id("fn", self.program.functions.len())?;
        let name = self.tick_name()?;
        let name = name.unwrap_or_else(|| self.program.names.intern(""));
        self.expect_punct(b':')?;
        let ty = if self.token == Token::Word("fn") {
            let kind = self.function_type()?;
            self.new_type(kind, None)
        } else {
            self.type_ref()?
        };
        let (mut noreturn, mut variadic) = (false, false);
        while self.accept_punct(b',') {
            if self.accept_word("noreturn") {
                noreturn = true;
            } else if self.accept_word("variadic") {
                variadic = true;
            } else {
                return self.expected("`noreturn` or `variadic`");
            }
        }
        let span = self.span()?;
        let function = Function { name, ty, body: FunctionBody::External, noreturn, span };
        // The entry is there before the body is read, so that a function can call itself by name.
        let id = self.program.functions.push(function);
        if self.accept_punct(b'=') {
            if self.accept_word("external") {
                return Ok(());
            }
            self.expect_word("intrinsic")?;
            let Token::Word(word) = self.token else { return self.expected("an intrinsic") };
            let Some(intrinsic) = Intrinsic::from_word(word) else {
                return self.expected("the name of an intrinsic");
            };
            self.advance();
            self.program.functions[id].body = FunctionBody::Intrinsic(intrinsic);
            return Ok(());
        }
        self.expect_punct(b'{')?;
        let body = BodyReader::new(self, variadic).read();
        self.program.functions[id].body = FunctionBody::Defined(body);
        Ok(())
    }

    fn finish(mut self) -> Result<Program, Vec<ReadError>> {
        for forward in std::mem::take(&mut self.types) {
            if forward.raw as usize >= self.program.types.len() {
                self.note(forward.at, format!("there is no type ty{}", forward.raw));
            }
        }
        for forward in std::mem::take(&mut self.globals) {
            match self.program.globals.get(GlobalId::from_raw(forward.raw)).map(|global| global.name) {
                Some(declared) => self.check_name(forward.name, Some(declared), forward.at),
                None => self.note(forward.at, format!("there is no global @{}", forward.raw)),
            }
        }
        for forward in std::mem::take(&mut self.functions) {
            match self.program.functions.get(FuncId::from_raw(forward.raw)).map(|function| function.name) {
                Some(declared) => self.check_name(forward.name, Some(declared), forward.at),
                None => self.note(forward.at, format!("there is no function fn{}", forward.raw)),
            }
        }
        for (function, block, at) in std::mem::take(&mut self.labels) {
            let body = self.program.functions.get(function).and_then(Function::body);
            if body.is_none_or(|body| block.index() >= body.blocks.len()) {
                self.note(at, format!("there is no block {block} in {function}"));
            }
        }
        if self.errors.is_empty() { Ok(self.program) } else { Err(locate(self.text, self.errors)) }
    }
}

/// Turns offsets into lines and columns, in one pass over the text.
fn locate(text: &str, mut errors: Vec<(usize, String)>) -> Vec<ReadError> {
    errors.sort_by_key(|&(at, _)| at);
    let mut result = Vec::with_capacity(errors.len());
    let (mut line, mut column, mut done) = (1, 1, 0);
    for (at, message) in errors {
        // An offset within an escape may lie in the middle of a character.
        let mut at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        for character in text[done.min(at)..at].chars() {
            if character == '\n' {
                line += 1;
                column = 1;
            } else {
                column += 1;
            }
        }
        done = done.max(at);
        result.push(ReadError { line, column, message });
    }
    result
}
