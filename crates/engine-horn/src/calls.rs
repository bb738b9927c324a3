//! Calls: functions with a body are followed into, library functions are what the table of primitives says.

use crate::blocks::Block;
use crate::classes::Member;
use crate::objects::Content;
use crate::state::{OBJECT_BITS, State, Value};
use crate::translate::{Label, Mode, Res, Returned, Translator};
use base::Idx;
use facts::ObjectKind;
use ir::{
    Arg, BlockId, Call, Callee, FuncId, FunctionBody, GlobalKind, Intrinsic, LocalId, Print, Scalar,
    TerminatorKind, Write,
};
use semantics::address::largest_block;
use semantics::initial;
use semantics::output::{self, Stream, Written};
use smt::{Sort, TermId};
use verdict::{Assumption, FindingKind};

impl Translator<'_> {
    pub(crate) fn call(&mut self, mut state: State, block: BlockId, call: &Call) -> Res<()> {
        let Callee::Indirect(operand) = call.callee else {
            let Callee::Direct(callee) = call.callee else { return Ok(()) };
            return self.call_function(state, block, call, callee);
        };
        let func = state.frame().func;
        let Some(callees) = self.facts.points_to().callees(func, block) else {
            return self.unsupported(&mut state, "a call through a pointer whose targets are not known");
        };
        let value = self.operand(&mut state, operand)?;
        let (object, offset) = self.as_pointer(value);
        let zero = self.terms.bv_const(self.word, 0);
        let start = self.terms.eq(offset, zero);
        let mut known = TermId::FALSE;
        for callee in callees {
            let number = self.function_number(callee);
            let here = self.terms.eq(object, number);
            let here = self.terms.and(here, start);
            known = self.terms.or(known, here);
            let mut way = state.clone();
            self.assume(&mut way, here);
            if way.constraint != TermId::FALSE {
                self.call_function(way, block, call, callee)?;
            }
        }
        let other = self.terms.not(known);
        self.check(&state, Label::Finding(FindingKind::InvalidCall), other)
    }

    fn call_function(&mut self, mut state: State, block: BlockId, call: &Call, callee: FuncId) -> Res<()> {
        let program = self.program;
        let caller = state.frame().func;
        if let Some(body) = program.functions[caller].body()
            && program.mismatch(callee, call, &body.locals).is_some()
        {
            return self.check(&state, Label::Finding(FindingKind::InvalidCall), TermId::TRUE);
        }
        let function = &program.functions[callee];
        match &function.body {
            // Variable arguments are evaluated and passed to nobody: a function that asks for them (`va_start`) is refused there.
            FunctionBody::Defined(body) => {
                let name = program.names.resolve(function.name);
                let Some(context) = self.context(state.frame().context, block, callee) else {
                    return match self.mode {
                        Mode::Program(_) => self.call_made(state, call, callee),
                        _ => self.unsupported(&mut state, format!("the recursion of `{name}`")),
                    };
                };
                enum Given {
                    Value(Value),
                    Block(Block),
                }
                let mut given = Vec::new();
                for arg in &call.args {
                    given.push(match arg {
                        Arg::Scalar(operand, _) => Given::Value(self.operand(&mut state, *operand)?),
                        Arg::Block(place, size) => match self.read_block(&mut state, place, *size)? {
                            Some(values) => Given::Block(values),
                            None => return Ok(()),
                        },
                    });
                }
                self.push_frame(&mut state, callee, context)?;
                let params: Vec<LocalId> = body.params().collect();
                for (param, value) in params.into_iter().zip(given) {
                    match value {
                        Given::Value(value) => self.set_local(&mut state, param, value)?,
                        Given::Block(values) => self.set_block(&mut state, param, &values)?,
                    }
                }
                self.arrive(state, BlockId::new(0))
            }
            FunctionBody::Intrinsic(intrinsic) => self.library(state, block, *intrinsic, callee, call),
            FunctionBody::External => {
                let name = program.names.resolve(function.name).to_owned();
                if self.task.options.strict_externals {
                    return self
                        .unsupported(&mut state, format!("a call of `{name}`, which is defined nowhere,"));
                }
                self.assumptions.insert(Assumption::ExternalFunction(name));
                if function.noreturn {
                    return self.at_exit(&state);
                }
                let returned = self.any_result(&mut state, callee);
                self.returned(state, returned)
            }
        }
    }

    pub(crate) fn result_scalar(&self, func: FuncId) -> Option<Scalar> {
        match self.program.types[self.program.functions[func].ty].kind {
            ir::TypeKind::Function { ret, .. } => self.program.types[ret].scalar(),
            _ => None,
        }
    }

    fn any_result(&mut self, state: &mut State, func: FuncId) -> Returned {
        match self.result_scalar(func) {
            Some(Scalar::Ptr) => Returned::Scalar(self.any(Scalar::Ptr), Scalar::Ptr),
            Some(scalar) => {
                let value = self.input(state, scalar.width(self.model), scalar.is_signed());
                Returned::Scalar(Value::Bits(value), scalar)
            }
            None => Returned::Nothing,
        }
    }

    /// The function of the top frame returns.
    pub(crate) fn leave(&mut self, mut state: State, returned: Returned) -> Res<()> {
        let func = state.frame().func;
        if let Some(body) = self.program.functions[func].body() {
            let memory: Vec<LocalId> =
                body.locals.iter_enumerated().filter(|(_, l)| !l.register).map(|(id, _)| id).collect();
            for local in memory {
                self.storage_dead(&mut state, local)?;
            }
        }
        self.end_stack_blocks(&mut state, None);
        if state.frames.len() == 1 {
            return match state.function {
                Some((_, callee)) => self.return_made(state, callee, returned),
                None => self.at_exit(&state),
            };
        }
        state.frames.pop();
        self.returned(state, returned)
    }

    /// Control is back in the function of the top frame, behind its call.
    pub(crate) fn returned(&mut self, mut state: State, returned: Returned) -> Res<()> {
        let program = self.program;
        let (func, block) = (state.frame().func, state.frame().block);
        let Some(body) = program.functions[func].body() else { return Ok(()) };
        let TerminatorKind::Call(call) = &body.blocks[block].terminator.kind else { return Ok(()) };
        if let Some(dst) = call.dst {
            let local = &body.locals[dst];
            match (returned, local.register, local.scalar) {
                (Returned::Scalar(value, from), true, Some(to)) => {
                    let value = match (from == Scalar::Ptr, to == Scalar::Ptr) {
                        (_, true) => {
                            let (object, offset) = self.as_pointer(value);
                            Value::Pointer(object, offset)
                        }
                        _ => {
                            let bits = self.as_bits(value, from.width(self.model));
                            Value::Bits(self.terms.resize(bits, to.width(self.model), from.is_signed()))
                        }
                    };
                    state.top().registers[dst.index()] = value;
                }
                (Returned::Scalar(value, _), false, Some(_)) => self.set_local(&mut state, dst, value)?,
                (Returned::Block(values), false, _) => self.set_block(&mut state, dst, &values)?,
                (Returned::Nothing, true, _) => state.top().registers[dst.index()] = Value::Any,
                _ => return self.unsupported(&mut state, "a result of this type"),
            }
        }
        match call.next {
            Some(next) => self.arrive(state, next),
            None => {
                self.keep_obligations(&state);
                Ok(())
            }
        }
    }

    fn argument(&mut self, state: &mut State, call: &Call, index: usize) -> Res<(Value, Scalar)> {
        match call.args.get(index) {
            Some(Arg::Scalar(operand, scalar)) => Ok((self.operand(state, *operand)?, *scalar)),
            _ => Ok((Value::Any, Scalar::I32)),
        }
    }

    /// A `size_t`.
    fn size(&mut self, state: &mut State, call: &Call, index: usize) -> Res<TermId> {
        let (value, scalar) = self.argument(state, call, index)?;
        let bits = self.as_bits(value, scalar.width(self.model));
        Ok(self.terms.resize(bits, self.word, scalar.is_signed()))
    }

    fn truth(&mut self, state: &mut State, call: &Call) -> Res<TermId> {
        let (value, scalar) = self.argument(state, call, 0)?;
        if scalar.is_float() {
            return Ok(self.fresh(Sort::Bool));
        }
        if let Value::Pointer(object, offset) = value {
            let (none, zero) = (self.object_number(0), self.terms.bv_const(self.word, 0));
            let (a, b) = (self.terms.ne(object, none), self.terms.ne(offset, zero));
            return Ok(self.terms.or(a, b));
        }
        let width = scalar.width(self.model);
        let bits = self.as_bits(value, width);
        let zero = self.terms.bv_const(width, 0);
        Ok(self.terms.ne(bits, zero))
    }

    fn library(
        &mut self,
        mut state: State,
        block: BlockId,
        which: Intrinsic,
        func: FuncId,
        call: &Call,
    ) -> Res<()> {
        let returned = match which {
            Intrinsic::Nondet => match self.result_scalar(func) {
                Some(Scalar::Ptr) => Returned::Scalar(self.pointer_input(&mut state), Scalar::Ptr),
                _ => self.any_result(&mut state, func),
            },
            Intrinsic::Assume => {
                let holds = self.truth(&mut state, call)?;
                self.assume(&mut state, holds);
                if matches!(self.mode, Mode::Program(_)) {
                    self.assumed(&mut state);
                }
                Returned::Nothing
            }
            Intrinsic::Assert => {
                let holds = self.truth(&mut state, call)?;
                let fails = self.terms.not(holds);
                self.require(&mut state, Label::Finding(FindingKind::AssertionFailed), fails)?;
                Returned::Nothing
            }
            Intrinsic::AssertFail => {
                return self.check(&state, Label::Finding(FindingKind::AssertionFailed), TermId::TRUE);
            }
            Intrinsic::ReachError => {
                return self.check(&state, Label::Finding(FindingKind::ErrorReached), TermId::TRUE);
            }
            Intrinsic::BadArgument => {
                return self.check(&state, Label::Finding(FindingKind::BadArgument), TermId::TRUE);
            }
            Intrinsic::Abort => return self.at_exit(&state),
            Intrinsic::Exit => {
                if self
                    .program
                    .functions
                    .iter()
                    .any(|f| matches!(f.body, FunctionBody::Intrinsic(Intrinsic::Atexit)))
                {
                    return self.unsupported(&mut state, "the end of a program with exit handlers");
                }
                return self.at_exit(&state);
            }
            Intrinsic::ExitNow => return self.at_exit(&state),
            Intrinsic::Summarise => {
                let answer = matches!(self.mode, Mode::Clauses);
                Returned::Scalar(Value::Bits(self.terms.bv_const(32, u128::from(answer))), Scalar::I32)
            }
            Intrinsic::LikeGlibc => Returned::Scalar(Value::Bits(self.terms.bv_const(32, 0)), Scalar::I32),
            Intrinsic::Plot | Intrinsic::VaEnd => Returned::Nothing,
            Intrinsic::Nop => match self.result_scalar(func) {
                Some(Scalar::Ptr) => Returned::Scalar(self.null(), Scalar::Ptr),
                Some(scalar) => {
                    Returned::Scalar(Value::Bits(self.terms.bv_const(scalar.width(self.model), 0)), scalar)
                }
                None => Returned::Nothing,
            },
            Intrinsic::Math(_) => self.some_result(func),
            Intrinsic::Allocate => {
                let size = self.size(&mut state, call, 0)?;
                return self.allocated(state, block, size, Content::Any, TermId::FALSE);
            }
            Intrinsic::AllocateZeroed => {
                let (count, each) = (self.size(&mut state, call, 0)?, self.size(&mut state, call, 1)?);
                let too_much = self.terms.umul_overflows(count, each);
                let size = self.terms.mul(count, each);
                return self.allocated(state, block, size, Content::Zero, too_much);
            }
            Intrinsic::Free => {
                let (pointer, _) = self.argument(&mut state, call, 0)?;
                let class = match (self.instruction(&state), call.args.first()) {
                    (Some(at), Some(Arg::Scalar(operand, _))) => {
                        let targets = self.facts.points_to().of_operand(at, *operand);
                        if targets.outside {
                            let what = "a `free` of memory that is not the program's";
                            return self.unsupported(&mut state, what);
                        }
                        self.classes.of_targets(&targets)
                    }
                    _ => None,
                };
                self.free(&mut state, class, pointer)?;
                Returned::Nothing
            }
            Intrinsic::Fill if self.fills(&mut state, call)? => self.first_argument(&mut state, call)?,
            Intrinsic::Copy if self.copies(&mut state, call, false)? => {
                self.first_argument(&mut state, call)?
            }
            Intrinsic::Move if self.copies(&mut state, call, true)? => {
                self.first_argument(&mut state, call)?
            }
            Intrinsic::Print(print) if self.prints_only(&mut state, print, call)? => self.some_result(func),
            Intrinsic::Write(write) if self.writes_only(&mut state, write, call)? => self.some_result(func),
            _ => {
                let name = self.program.names.resolve(self.program.functions[func].name);
                return self.unsupported(&mut state, format!("the function `{name}`"));
            }
        };
        self.returned(state, returned)
    }

    /// A pointer that is an input may be any one: what it leads to is not the program's, and is refused where it is accessed. A run that the
    /// machine repeats has a number there, and it need not be the only one.
    fn pointer_input(&mut self, state: &mut State) -> Value {
        if !matches!(self.mode, Mode::Runs(_)) {
            return self.any(Scalar::Ptr);
        }
        let number = self.input(state, self.word, false);
        if let Mode::Runs(runs) = &mut self.mode {
            runs.is_complete = false;
        }
        Value::Pointer(self.object_number(0), number)
    }

    fn first_argument(&mut self, state: &mut State, call: &Call) -> Res<Returned> {
        let (value, scalar) = self.argument(state, call, 0)?;
        Ok(Returned::Scalar(value, scalar))
    }

    /// A result that is no input of the program.
    fn some_result(&mut self, func: FuncId) -> Returned {
        match self.result_scalar(func) {
            Some(scalar) => Returned::Scalar(self.any(scalar), scalar),
            None => Returned::Nothing,
        }
    }

    /// The text of a literal that an argument surely points to.
    fn literal(&mut self, state: &mut State, call: &Call, index: usize) -> Res<Option<Vec<u8>>> {
        let Some(Arg::Scalar(operand, Scalar::Ptr)) = call.args.get(index) else { return Ok(None) };
        let targets = match self.instruction(state) {
            Some(at) => self.facts.points_to().of_operand(at, *operand),
            None => return Ok(None),
        };
        let [target] = targets.list.as_slice() else { return Ok(None) };
        let ObjectKind::Global(id) = self.facts.points_to().kind(target.object) else { return Ok(None) };
        let program = self.program;
        let start = initial::global(program, &program.globals[id]);
        if targets.outside || program.globals[id].kind != GlobalKind::StringLiteral {
            return Ok(None);
        }
        let value = self.operand(state, *operand)?;
        let (object, offset) = self.as_pointer(value);
        let offset = self.terms.constant(offset).and_then(|offset| offset.to_u64());
        let (true, Some(offset)) = (object == self.global_object(id), offset) else { return Ok(None) };
        let text = start.bytes.get(offset as usize..).unwrap_or_default();
        Ok(text.iter().position(|byte| *byte == 0).map(|end| text[..end].to_vec()))
    }

    /// Whether a call does nothing but to print, with a result that nobody foresees.
    fn prints_only(&mut self, state: &mut State, print: Print, call: &Call) -> Res<bool> {
        let Some(format) = self.literal(state, call, output::format_argument(print))? else {
            return Ok(false);
        };
        let Some(strings) = output::printed_strings(print, &format, call, self.model) else {
            return Ok(false);
        };
        for string in strings {
            if self.literal(state, call, string)?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Likewise for functions that write bytes as they are.
    fn writes_only(&mut self, state: &mut State, write: Write, call: &Call) -> Res<bool> {
        let meaning = output::meaning(write);
        match (meaning.to, meaning.what) {
            (Stream::Output, Written::Byte { .. }) => Ok(true),
            (Stream::Output, Written::Text { argument, .. }) => {
                Ok(self.literal(state, call, argument)?.is_some())
            }
            _ => Ok(false),
        }
    }

    /// A block, or null where there is none.
    fn allocated(
        &mut self,
        state: State,
        block: BlockId,
        size: TermId,
        content: Content,
        too_much: TermId,
    ) -> Res<()> {
        let member = Member::Heap(state.frame().func, block);
        let Some(class) = self.classes.of(member) else {
            let mut state = state;
            return self.unsupported(&mut state, "an allocation through a pointer to a function");
        };
        let most = self.terms.bv_const(self.word, largest_block(self.model).into());
        let is_too_large = self.terms.ugt(size, most);
        let mut state = state;
        let mut fails = match self.task.options.malloc_may_fail {
            true => {
                let bit = self.input(&mut state, 1, false);
                self.terms.bv_to_bool(bit)
            }
            false => {
                self.assumptions.insert(Assumption::MallocSucceeds);
                TermId::FALSE
            }
        };
        fails = self.terms.or_all([fails, is_too_large, too_much]);
        let mut failed = state.clone();
        self.assume(&mut failed, fails);
        if failed.constraint != TermId::FALSE {
            let null = self.null();
            self.returned(failed, Returned::Scalar(null, Scalar::Ptr))?;
        }
        let works = self.terms.not(fails);
        self.assume(&mut state, works);
        if state.constraint == TermId::FALSE {
            return Ok(());
        }
        let object = self.allocate(&mut state, (class, member), size, content, true);
        debug_assert_eq!(self.terms.width(object), OBJECT_BITS);
        let start = self.terms.bv_const(self.word, 0);
        self.returned(state, Returned::Scalar(Value::Pointer(object, start), Scalar::Ptr))
    }
}
