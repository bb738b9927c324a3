//! The part of the reader that reads what is between the braces of a function.

use crate::lex::Token;
use crate::read::{Failed, Forward, Parsed, Reader};
use crate::syntax::*;
use base::Span;

pub(crate) struct BodyReader<'r, 'a> {
    reader: &'r mut Reader<'a>,
    body: Body,
    /// Blocks that were named before they came.
    forward: Vec<Forward>,
    /// The statements of the block that is being read; `None` before the first label.
    open: Option<Vec<Statement>>,
}

impl<'r, 'a> BodyReader<'r, 'a> {
    pub(crate) fn new(reader: &'r mut Reader<'a>, variadic: bool) -> Self {
        BodyReader { reader, body: Body { variadic, ..Body::default() }, forward: Vec::new(), open: None }
    }

    pub(crate) fn read(mut self) -> Body {
        loop {
            match self.reader.token {
                Token::Punct(b'}') => {
                    self.close_block();
                    self.reader.advance();
                    break;
                }
                Token::End => {
                    let _ = self.reader.expected::<()>("`}`");
                    break;
                }
                _ if self.reader.is_full() => break,
                _ => {}
            }
            let start = self.reader.at;
            self.reader.begin_line();
            // What failed because its line ended too early must not cost the next line.
            if self.line().is_err() && !self.reader.is_on_fresh_line(start) {
                self.reader.skip_line();
            }
        }
        for forward in std::mem::take(&mut self.forward) {
            if forward.raw as usize >= self.body.blocks.len() {
                self.reader.note(forward.at, format!("there is no block bb{} in this function", forward.raw));
            }
        }
        if self.body.scopes.is_empty() {
            self.body.scopes.push(Scope { parent: None, span: Span::NONE });
        }
        self.body
    }

    fn line(&mut self) -> Parsed<()> {
        let Token::Word(word) = self.reader.token else {
            return self.reader.expected("a local, a block or a statement");
        };
        match word {
            "param" | "local" => return self.local(),
            _ if self.reader.peek_id("scope").is_some() => return self.scope(),
            _ if self.reader.peek_id("bb").is_some() => {
                self.close_block();
                let result = self.reader.declared_id("bb", self.body.blocks.len());
                // A block with the wrong number still holds statements that are worth reading.
                self.open = Some(Vec::new());
                result?;
                return self.reader.expect_punct(b':');
            }
            _ => {}
        }
        if self.open.is_none() {
            return self.reader.expected("a block such as `bb0:`");
        }
        if let Some(kind) = self.terminator(word)? {
            let span = self.reader.span()?;
            if let Some(statements) = self.open.take() {
                self.body.blocks.push(Block { statements, terminator: Terminator { kind, span } });
            }
            return Ok(());
        }
        let kind = self.statement(word)?;
        let span = self.reader.span()?;
        if let Some(statements) = &mut self.open {
            statements.push(Statement { kind, span });
        }
        Ok(())
    }

    /// A block that ends without a terminator is an error, but keeps its number.
    fn close_block(&mut self) {
        if let Some(statements) = self.open.take() {
            let message = format!("block {} has no terminator", self.body.blocks.next_id());
            self.reader.note(self.reader.at, message);
            let terminator = Terminator { kind: TerminatorKind::Unreachable, span: Span::NONE };
            self.body.blocks.push(Block { statements, terminator });
        }
    }

    fn scope(&mut self) -> Parsed<()> {
        self.reader.declared_id("scope", self.body.scopes.len())?;
        let parent = if self.reader.accept_word("in") { Some(self.scope_ref()?) } else { None };
        let span = self.reader.span()?;
        self.body.scopes.push(Scope { parent, span });
        Ok(())
    }

    /// Scopes are declared before they are used; scope 0 is always there.
    fn scope_ref(&mut self) -> Parsed<ScopeId> {
        let (raw, at) = self.reader.id("scope", "a scope such as `scope0`")?;
        if raw as usize >= self.body.scopes.len().max(1) {
            self.reader.note(at, format!("there is no scope{raw} in this function"));
            return Err(Failed);
        }
        Ok(ScopeId::from_raw(raw))
    }

    fn local(&mut self) -> Parsed<()> {
        let is_param = self.reader.token == Token::Word("param");
        let keyword = self.reader.at;
        self.reader.advance();
        self.reader.declared_id("_", self.body.locals.len())?;
        let name = self.reader.tick_name()?;
        self.reader.expect_punct(b':')?;
        let ty = self.reader.type_ref()?;
        let of_type = self.reader.program.types.get(ty).and_then(Type::scalar);
        let (mut scalar, mut register) = (of_type, of_type.is_some());
        let mut scope = ScopeId::from_raw(0);
        let mut constant = false;
        while self.reader.accept_punct(b',') {
            if self.reader.accept_word("in") {
                scope = self.scope_ref()?;
                continue;
            }
            if self.reader.accept_word("constant") {
                constant = true;
                continue;
            }
            register = if self.reader.accept_word("register") {
                true
            } else if self.reader.accept_word("memory") {
                false
            } else {
                return self.reader.expected("`register`, `memory`, `constant` or `in`");
            };
            scalar = match self.reader.token {
                Token::Word(word) if Scalar::from_name(word).is_some() => Some(self.reader.scalar()?),
                _ => None,
            };
        }
        let span = self.reader.span()?;
        if is_param {
            if self.body.param_count as usize != self.body.locals.len() {
                self.reader.note(keyword, "parameters come before the other locals".to_owned());
            }
            self.body.param_count += 1;
        }
        self.body.locals.push(Local { name, ty, scalar, register, constant, scope, span });
        Ok(())
    }

    fn local_id(&mut self) -> Parsed<LocalId> {
        let (raw, at) = self.reader.id("_", "a local such as `_0`")?;
        let name = self.reader.tick_name()?;
        let id = LocalId::from_raw(raw);
        match self.body.locals.get(id).map(|local| local.name) {
            Some(declared) => self.reader.check_name(name, declared, at),
            None => self.reader.note(at, format!("there is no local _{raw} in this function")),
        }
        Ok(id)
    }

    fn block_id(&mut self) -> Parsed<BlockId> {
        let (raw, at) = self.reader.id("bb", "a block such as `bb0`")?;
        if raw as usize >= self.body.blocks.len() {
            self.forward.push(Forward { raw, name: None, at });
        }
        Ok(BlockId::from_raw(raw))
    }

    // Statements

    fn statement(&mut self, word: &str) -> Parsed<StatementKind> {
        if self.reader.peek_id("_").is_some() {
            return self.assignment();
        }
        let kind = match word {
            "store" => {
                self.reader.advance();
                let access = self.optional_scalar()?;
                let mut place = self.place(access.unwrap_or(Scalar::U8))?;
                self.reader.expect_punct(b'=')?;
                let operand = self.operand()?;
                if access.is_none() {
                    let Some(scalar) = operand.scalar(&self.body.locals) else {
                        return self.reader.fail("say what is stored, as in `store i32`".to_owned());
                    };
                    place.access = scalar;
                }
                StatementKind::Store(place, operand)
            }
            "copy" => {
                self.reader.advance();
                let size = self.reader.number()?;
                let dst = self.block_place()?;
                self.reader.expect_punct(b'=')?;
                let src = self.block_place()?;
                StatementKind::CopyBlock(Box::new(CopyBlock { dst, src, size }))
            }
            "zero" => {
                self.reader.advance();
                let size = self.reader.number()?;
                StatementKind::ZeroBlock(self.block_place()?, size)
            }
            "live" => {
                self.reader.advance();
                StatementKind::StorageLive(self.local_id()?)
            }
            "dead" => {
                self.reader.advance();
                StatementKind::StorageDead(self.local_id()?)
            }
            "stackfree" => {
                self.reader.advance();
                StatementKind::StackFree(self.local_id()?)
            }
            "unsupported" => {
                self.reader.advance();
                StatementKind::Unsupported(self.reader.name()?)
            }
            _ => return self.reader.expected("a statement"),
        };
        Ok(kind)
    }

    fn assignment(&mut self) -> Parsed<StatementKind> {
        let dst = self.local_id()?;
        self.reader.expect_punct(b'=')?;
        let Token::Word(word) = self.reader.token else {
            return Ok(StatementKind::Assign(dst, Rvalue::Use(self.operand()?)));
        };
        let rvalue = if let Some(op) = BinOp::from_name(word) {
            self.reader.advance();
            let scalar = self.reader.scalar()?;
            let left = self.operand()?;
            self.reader.expect_punct(b',')?;
            Rvalue::Binary(op, scalar, left, self.operand()?)
        } else if let Some(op) = UnOp::from_name(word) {
            self.reader.advance();
            let scalar = self.reader.scalar()?;
            Rvalue::Unary(op, scalar, self.operand()?)
        } else {
            match word {
                "load" => {
                    self.reader.advance();
                    let access = self.reader.scalar()?;
                    Rvalue::Load(self.place(access)?)
                }
                "addr" => {
                    self.reader.advance();
                    Rvalue::AddressOf(self.block_place()?)
                }
                "cast" => {
                    self.reader.advance();
                    let from = self.reader.scalar()?;
                    self.reader.expect_word("to")?;
                    let to = self.reader.scalar()?;
                    Rvalue::Cast { from, to, operand: self.operand()? }
                }
                "stackalloc" => {
                    self.reader.advance();
                    let size = self.operand()?;
                    self.reader.expect_punct(b',')?;
                    self.reader.expect_word("align")?;
                    return Ok(StatementKind::StackAlloc { dst, size, align: self.reader.number()? });
                }
                _ => Rvalue::Use(self.operand()?),
            }
        };
        Ok(StatementKind::Assign(dst, rvalue))
    }

    fn optional_scalar(&mut self) -> Parsed<Option<Scalar>> {
        match self.reader.token {
            Token::Punct(b'[') => Ok(None),
            _ => self.reader.scalar().map(Some),
        }
    }

    fn block_place(&mut self) -> Parsed<Place> {
        let access = self.optional_scalar()?.unwrap_or(Scalar::U8);
        self.place(access)
    }

    fn place(&mut self, access: Scalar) -> Parsed<Place> {
        self.reader.expect_punct(b'[')?;
        let base = match self.reader.token {
            Token::Punct(b'&') => {
                self.reader.advance();
                PlaceBase::Local(self.local_id()?)
            }
            Token::Word(word) if word.starts_with('@') => PlaceBase::Global(self.reader.global_id()?),
            _ => PlaceBase::Deref(self.local_id()?),
        };
        let mut offset = None;
        let mut index = None;
        while let Token::Punct(sign @ (b'+' | b'-')) = self.reader.token {
            self.reader.advance();
            let at = self.reader.at;
            let value = self.reader.signed(sign == b'-')?;
            if self.reader.accept_punct(b'*') {
                let Ok(scale) = u32::try_from(value) else {
                    self.reader.note(at, "a scale is a number from 0 to 4294967295".to_owned());
                    return Err(Failed);
                };
                let local = self.local_id()?;
                if index.replace(PlaceIndex { local, scale }).is_some() {
                    self.reader.note(at, "a place has at most one index".to_owned());
                    return Err(Failed);
                }
            } else if offset.replace(value).is_some() {
                self.reader.note(at, "a place has at most one offset".to_owned());
                return Err(Failed);
            }
        }
        let bits = self.reader.bits()?;
        self.reader.expect_punct(b']')?;
        Ok(Place { base, offset: offset.unwrap_or(0), index, access, bits })
    }

    fn operand(&mut self) -> Parsed<Operand> {
        match self.reader.token {
            Token::Word("null") => {
                self.reader.advance();
                Ok(Operand::NULL)
            }
            Token::Word(word) if word.starts_with('_') => Ok(Operand::Local(self.local_id()?)),
            Token::Word(word) if word.starts_with('@') => Ok(Operand::Global(self.reader.global_id()?)),
            Token::Word(word) if word.starts_with("fn") => Ok(Operand::Func(self.reader.func_id()?)),
            Token::Word(word) if word.starts_with("inf_") || word.starts_with("nan_") => {
                self.special_float(word, false)
            }
            Token::Punct(b'&') => {
                self.reader.advance();
                Ok(Operand::Label(self.block_id()?))
            }
            Token::Punct(b'-') => {
                self.reader.advance();
                match self.reader.token {
                    Token::Word(word) if word.starts_with("inf_") => self.special_float(word, true),
                    _ => self.constant(true),
                }
            }
            _ => self.constant(false),
        }
    }

    fn suffix(&mut self, suffix: Option<&str>) -> Parsed<Scalar> {
        match suffix.and_then(Scalar::from_name) {
            Some(scalar) => Ok(scalar),
            None => self.reader.fail("a constant needs its type, as in `1_i32`".to_owned()),
        }
    }

    fn constant(&mut self, negative: bool) -> Parsed<Operand> {
        let operand = match self.reader.token {
            Token::Integer(magnitude, suffix) => {
                let scalar = self.suffix(suffix)?;
                Operand::Int(self.integer(magnitude, negative, scalar)?, scalar)
            }
            Token::Float(digits, suffix) => {
                let scalar = self.suffix(suffix)?;
                let Ok(value) = digits.parse::<f64>() else { return self.reader.expected("a fraction") };
                Operand::Float((if negative { -value } else { value }).to_bits(), scalar)
            }
            _ => return self.reader.expected("an operand"),
        };
        self.reader.advance();
        Ok(operand)
    }

    /// What an integer constant stores. Does not advance.
    fn integer(&mut self, magnitude: Option<u64>, negative: bool, scalar: Scalar) -> Parsed<i64> {
        let value = match magnitude {
            Some(magnitude) if negative => 0i64.checked_sub_unsigned(magnitude),
            Some(magnitude) if scalar.constant_is_unsigned_word() => Some(magnitude as i64),
            Some(magnitude) => i64::try_from(magnitude).ok(),
            None => None,
        };
        match value {
            Some(value) => Ok(value),
            None => self.reader.fail("the number does not fit into 64 bits".to_owned()),
        }
    }

    /// `inf_f64`, `nan_0x7ff8000000000000_f64`
    fn special_float(&mut self, word: &str, negative: bool) -> Parsed<Operand> {
        let bits = match word.split_at(4) {
            ("inf_", scalar) => {
                let value = if negative { f64::NEG_INFINITY } else { f64::INFINITY };
                Some((value.to_bits(), scalar))
            }
            (_, rest) => rest.strip_prefix("0x").and_then(|rest| {
                let (digits, scalar) = rest.split_once('_')?;
                let bits = u64::from_str_radix(digits, 16).ok()?;
                f64::from_bits(bits).is_nan().then_some((bits, scalar))
            }),
        };
        match bits.and_then(|(bits, scalar)| Some((bits, Scalar::from_name(scalar)?))) {
            Some((bits, scalar)) => {
                self.reader.advance();
                Ok(Operand::Float(bits, scalar))
            }
            None => self.reader.expected("a floating constant"),
        }
    }

    // Terminators

    fn terminator(&mut self, word: &str) -> Parsed<Option<TerminatorKind>> {
        let kind = match word {
            "goto" => {
                self.reader.advance();
                TerminatorKind::Goto(self.block_id()?)
            }
            "branch" => {
                self.reader.advance();
                let cond = self.operand()?;
                self.reader.expect_arrow()?;
                let then_block = self.block_id()?;
                self.reader.expect_punct(b',')?;
                TerminatorKind::Branch { cond, then_block, else_block: self.block_id()? }
            }
            "switch" => {
                self.reader.advance();
                self.switch()?
            }
            "indirect" => {
                self.reader.advance();
                let target = self.operand()?;
                self.reader.expect_arrow()?;
                self.reader.expect_punct(b'[')?;
                let mut candidates = Vec::new();
                while self.reader.token != Token::Punct(b']') {
                    candidates.push(self.block_id()?);
                    if !self.reader.accept_punct(b',') {
                        break;
                    }
                }
                self.reader.expect_punct(b']')?;
                TerminatorKind::IndirectGoto { target, candidates }
            }
            "call" => {
                self.reader.advance();
                self.call()?
            }
            "return" => {
                self.reader.advance();
                let has_value = !matches!(self.reader.token, Token::Punct(b'}' | b'!') | Token::End)
                    && self.reader.peek_id("bb").is_none();
                TerminatorKind::Return(if has_value { Some(self.arg()?) } else { None })
            }
            "unreachable" => {
                self.reader.advance();
                TerminatorKind::Unreachable
            }
            _ => return Ok(None),
        };
        Ok(Some(kind))
    }

    fn switch(&mut self) -> Parsed<TerminatorKind> {
        let scalar = self.reader.scalar()?;
        let value = self.operand()?;
        self.reader.expect_arrow()?;
        self.reader.expect_punct(b'[')?;
        let mut cases = Vec::new();
        while !self.reader.accept_word("else") {
            let low = self.case_value(scalar)?;
            let high = if self.reader.accept(Token::RangeInclusive) { self.case_value(scalar)? } else { low };
            self.reader.expect_punct(b':')?;
            cases.push(SwitchCase { low, high, target: self.block_id()? });
            self.reader.expect_punct(b',')?;
        }
        self.reader.expect_punct(b':')?;
        let default = self.block_id()?;
        self.reader.expect_punct(b']')?;
        Ok(TerminatorKind::Switch { value, scalar, cases, default })
    }

    fn case_value(&mut self, scalar: Scalar) -> Parsed<i64> {
        let negative = self.reader.accept_punct(b'-');
        let Token::Integer(magnitude, None) = self.reader.token else {
            return self.reader.expected("a value or `else`");
        };
        let value = self.integer(magnitude, negative, scalar)?;
        self.reader.advance();
        Ok(value)
    }

    fn call(&mut self) -> Parsed<TerminatorKind> {
        let dst = if self.reader.peek_id("_").is_some() {
            let dst = self.local_id()?;
            self.reader.expect_punct(b'=')?;
            Some(dst)
        } else {
            None
        };
        let callee = if self.reader.accept_punct(b'*') {
            Callee::Indirect(self.operand()?)
        } else {
            Callee::Direct(self.reader.func_id()?)
        };
        self.reader.expect_punct(b'(')?;
        let mut args = Vec::new();
        while self.reader.token != Token::Punct(b')') {
            args.push(self.arg()?);
            if !self.reader.accept_punct(b',') {
                break;
            }
        }
        self.reader.expect_punct(b')')?;
        self.reader.expect_arrow()?;
        let next = if self.reader.accept_word("never") { None } else { Some(self.block_id()?) };
        Ok(TerminatorKind::Call(Box::new(Call { callee, args, dst, next })))
    }

    fn arg(&mut self) -> Parsed<Arg> {
        if self.reader.accept_word("block") {
            let size = self.reader.number()?;
            return Ok(Arg::Block(self.block_place()?, size));
        }
        let operand = self.operand()?;
        self.reader.expect_punct(b':')?;
        Ok(Arg::Scalar(operand, self.reader.scalar()?))
    }
}
