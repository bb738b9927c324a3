//! Calls and returns.

use crate::bytes::Bytes;
use crate::exec::Progress;
use crate::machine::{Kind, Machine, StateOf};
use crate::primitives::Execute;
use crate::state::Frame;
use crate::stop::{Res, Stop, fault, undetermined, unknown};
use base::Idx;
use ir::{Arg, BlockId, Body, Call, Callee, FuncId, FunctionBody, LocalId, Passed, Place, Scalar};
use semantics::execution::{self, Argument, Execution as _, Returned};
use std::rc::Rc;
use verdict::{Access, FindingKind, UnknownKind};

pub type ArgumentOf<'p, M> = Argument<<M as Machine<'p>>::Value, Vec<<M as Machine<'p>>::Byte>>;
pub type ReturnedOf<'p, M> = Returned<<M as Machine<'p>>::Value, Vec<<M as Machine<'p>>::Byte>>;

/// How a function is entered.
#[derive(Debug)]
pub struct Activation<A> {
    pub args: Vec<A>,
    /// Where the caller wants the result.
    pub dst: Option<LocalId>,
    pub must_not_return: bool,
    /// It is a handler that runs at the end of the program.
    pub handler: bool,
}

impl<A> Default for Activation<A> {
    fn default() -> Activation<A> {
        Activation { args: Vec::new(), dst: None, must_not_return: false, handler: false }
    }
}

pub trait Calls<'p>: Bytes<'p> {
    /// The program, or the function that is checked, returns: what becomes of its result.
    fn returns_at_last(&mut self, state: &mut StateOf<'p, Self>, returned: &ReturnedOf<'p, Self>) -> Res<()>;

    fn read_block(
        &mut self,
        state: &mut StateOf<'p, Self>,
        place: &Place,
        size: u64,
    ) -> Res<Vec<Self::Byte>> {
        let pointer = self.place(state, place, true)?;
        if size == 0 {
            return Ok(Vec::new());
        }
        let (object, offset) = self.resolve(state, pointer, size, Access::Read)?;
        self.bulk(size)?;
        Ok(self.copied(state, object, offset, size))
    }

    fn call(&mut self, state: &mut StateOf<'p, Self>, call: &Call) -> Res<Progress> {
        let indirect = match call.callee {
            Callee::Direct(_) => None,
            Callee::Indirect(operand) => Some(self.operand(state, operand)?),
        };
        // Registers become defined in the order of the arguments before anything else happens.
        for arg in &call.args {
            match arg {
                Arg::Scalar(operand, _) => {
                    self.operand(state, *operand)?;
                }
                Arg::Block(place, _) => {
                    self.place(state, place, true)?;
                }
            }
        }
        let callee = match (call.callee, indirect) {
            (Callee::Direct(id), _) => id,
            (_, Some(pointer)) => self.callee_at(state, pointer)?,
            _ => return unknown(UnknownKind::Internal, "a call without a callee"),
        };
        let program = self.work().program;
        if program.mismatch(callee, call, &self.body(state).locals).is_some() {
            return fault(FindingKind::InvalidCall);
        }
        let mut args = Vec::with_capacity(call.args.len());
        for arg in &call.args {
            args.push(match arg {
                Arg::Scalar(operand, scalar) => Argument::Scalar(self.operand(state, *operand)?, *scalar),
                Arg::Block(place, size) => Argument::Block(self.read_block(state, place, *size)?),
            });
        }
        if let FunctionBody::Defined(body) = &program.functions[callee].body {
            state.top_mut().next = call.next;
            let must_not_return = call.next.is_none();
            let entry = Activation { args, dst: call.dst, must_not_return, handler: false };
            self.enter(state, callee, body, entry)?;
            return Ok(Progress::Jumped);
        }
        // Control goes on after a function of the library; what it did before a fork is undone.
        let saved = state.clone();
        state.top_mut().next = call.next;
        let returned = match &program.functions[callee].body {
            FunctionBody::Intrinsic(intrinsic) => {
                self.intrinsic(state, (*intrinsic, callee), &args, call.dst)
            }
            _ => self.external(state, callee, &args, call.next.is_none()),
        };
        if let Err(stop) = returned.and_then(|returned| self.deliver(state, returned, call.dst)) {
            if matches!(*stop, Stop::Fork(_)) {
                *state = saved;
            }
            return Err(stop);
        }
        state.top_mut().next = None;
        self.goes_on(state, call.next)
    }

    fn goes_on(&mut self, state: &mut StateOf<'p, Self>, next: Option<BlockId>) -> Res<Progress> {
        let Some(next) = next else { return fault(FindingKind::UnreachableReached) };
        let frame = state.top_mut();
        frame.block = next;
        frame.at = 0;
        Ok(Progress::Jumped)
    }

    fn intrinsic(
        &mut self,
        state: &mut StateOf<'p, Self>,
        (intrinsic, function): (ir::Intrinsic, FuncId),
        args: &[ArgumentOf<'p, Self>],
        dst: Option<LocalId>,
    ) -> Res<ReturnedOf<'p, Self>> {
        let wanted = dst.map(|local| {
            let local = &self.body(state).locals[local];
            match local.register {
                true => Passed::Scalar(local.scalar.unwrap_or(Scalar::I32)),
                false => Passed::Block(self.work().program.types[local.ty].size),
            }
        });
        let callee = execution::Callee { intrinsic, function, wanted };
        Execute { machine: self, state }.primitive(callee, args)
    }

    /// The function that a pointer leads to.
    fn callee_at(&mut self, state: &mut StateOf<'p, Self>, pointer: Self::Value) -> Res<FuncId> {
        self.check_callee(state, pointer)?;
        let (object, offset) = self.locate(state, pointer)?;
        Self::check_live(state, object)?;
        let Kind::Function(func) = Self::kind(state, object) else {
            return fault(FindingKind::InvalidCall);
        };
        let zero = self.word_constant(0);
        let start = self.solver().terms.eq(offset, zero);
        if !self.decide(state, start)? {
            return fault(FindingKind::InvalidCall);
        }
        Ok(func)
    }

    /// Pushes a frame; all that may stop comes before the first change.
    fn enter(
        &mut self,
        state: &mut StateOf<'p, Self>,
        func: FuncId,
        body: &Body,
        entry: Activation<ArgumentOf<'p, Self>>,
    ) -> Res<()> {
        let Activation { args, dst, must_not_return, handler } = entry;
        let deepest = self.work().config.deepest;
        if state.frames.len() >= deepest {
            let message = format!("the stack is exhausted: {deepest} calls deep");
            return unknown(UnknownKind::MemoryBudget, message);
        }
        let named = body.param_count as usize;
        let mut given = Vec::with_capacity(named);
        for (local, arg) in body.locals.iter().take(named).zip(&args) {
            given.push(match (arg, local.scalar) {
                (Argument::Scalar(value, scalar), Some(wanted)) if *scalar != wanted => {
                    if scalar.is_float() != wanted.is_float() {
                        return fault(FindingKind::InvalidCall);
                    }
                    Argument::Scalar(self.cast(state, *scalar, wanted, *value)?, wanted)
                }
                (Argument::Block(_), Some(_)) if local.register => return fault(FindingKind::InvalidCall),
                (arg, _) => arg.clone(),
            });
        }
        let varargs = match body.variadic {
            true => Some(self.variable_area(state, args.get(named..).unwrap_or(&[]))?),
            false => None,
        };
        let mut regs = Vec::with_capacity(body.locals.len());
        for local in body.locals.iter() {
            let scalar = if local.register { local.scalar.unwrap_or(Scalar::I32) } else { Scalar::Ptr };
            regs.push(self.no_value(scalar));
        }
        state.frames.push(Rc::new(Frame {
            func,
            block: BlockId::new(0),
            at: 0,
            regs,
            dst,
            next: None,
            blocks: Vec::new(),
            varargs,
            must_not_return,
            handler,
        }));
        let facts = self.work().facts;
        let Some(function) = facts.function(func) else {
            return unknown(UnknownKind::Internal, "a function without a body was called");
        };
        for &local in function.locals_from_entry() {
            self.declare(state, body, local)?;
        }
        for (index, arg) in given.into_iter().enumerate() {
            let local = LocalId::new(index);
            if !body.locals[local].register {
                self.put(state, local, body.locals[local].ty, arg)?;
            } else if let Argument::Scalar(value, _) = arg {
                state.top_mut().regs[index] = Self::register(value);
            }
        }
        Ok(())
    }

    /// Writes an argument or a result to a memory local.
    fn put(
        &mut self,
        state: &mut StateOf<'p, Self>,
        local: LocalId,
        ty: ir::TypeId,
        value: ArgumentOf<'p, Self>,
    ) -> Res<u64> {
        let Some(object) = self.home(state, local) else { return Ok(0) };
        let size = self.work().program.types[ty].size;
        match value {
            Argument::Block(bytes) => {
                let len = bytes.len().min(size as usize);
                Self::set_bytes(state, object, 0, &bytes[..len]);
                Ok(len as u64)
            }
            Argument::Scalar(value, scalar) => {
                let len = self.access_size(scalar).min(size);
                self.store_at(state, object, 0, len, value)?;
                Ok(len)
            }
        }
    }

    /// A stack object with the arguments after the named ones, as the data model lays them out in memory.
    fn variable_area(
        &mut self,
        state: &mut StateOf<'p, Self>,
        args: &[ArgumentOf<'p, Self>],
    ) -> Res<Self::Object> {
        let passed = args.iter().map(|arg| match arg {
            Argument::Scalar(_, scalar) => Passed::Scalar(*scalar),
            Argument::Block(bytes) => Passed::Block(bytes.len() as u64),
        });
        let (offsets, size) = semantics::varargs::layout(self.work().model, passed);
        let size = self.word_constant(size);
        let object = self.stack_object(state, size, 16)?;
        for (arg, offset) in args.iter().zip(offsets) {
            match arg {
                Argument::Scalar(value, scalar) => {
                    let len = self.access_size(*scalar);
                    self.store_at(state, object, offset, len, *value)?;
                }
                Argument::Block(bytes) => Self::set_bytes(state, object, offset, bytes),
            }
        }
        Ok(object)
    }

    /// A function that is defined nowhere: pure, with an arbitrary result.
    fn external(
        &mut self,
        state: &mut StateOf<'p, Self>,
        id: FuncId,
        args: &[ArgumentOf<'p, Self>],
        never_returns: bool,
    ) -> Res<ReturnedOf<'p, Self>> {
        let program = self.work().program;
        let function = &program.functions[id];
        if self.work().config.analysis.strict_externals {
            let name = program.names.resolve(function.name);
            return unknown(UnknownKind::ExternalFunction, format!("the function {name} is not defined"));
        }
        let assumption = self.calls_external(state, id, args);
        self.work_mut().assumptions.insert(assumption);
        if never_returns || function.noreturn {
            return Err(Box::new(Stop::Abort));
        }
        let before = state.inputs.len();
        let result = Execute { machine: self, state }.arbitrary_result(id)?;
        Rc::make_mut(&mut state.inputs)[before..].iter_mut().for_each(|input| input.foreign = true);
        Ok(result)
    }

    /// Writes a result where the top frame wants it.
    fn deliver(
        &mut self,
        state: &mut StateOf<'p, Self>,
        returned: ReturnedOf<'p, Self>,
        dst: Option<LocalId>,
    ) -> Res<()> {
        let Some(dst) = dst else { return Ok(()) };
        let local = &self.body(state).locals[dst];
        if local.register {
            let wanted = local.scalar.unwrap_or(Scalar::I32);
            let value = match returned {
                Returned::Scalar(_, given) if given != wanted && given.is_float() != wanted.is_float() => {
                    return fault(FindingKind::InvalidCall);
                }
                Returned::Scalar(value, given) if given != wanted => {
                    Self::register(self.cast(state, given, wanted, value)?)
                }
                Returned::Scalar(value, _) => Self::register(value),
                _ => self.no_value(wanted),
            };
            state.top_mut().regs[dst.index()] = value;
            return Ok(());
        }
        let size = self.work().program.types[local.ty].size;
        let (len, rest_has_no_value) = match returned {
            Returned::Block(bytes) => (self.put(state, dst, local.ty, Argument::Block(bytes))?, true),
            Returned::Scalar(value, given) => {
                (self.put(state, dst, local.ty, Argument::Scalar(value, given))?, false)
            }
            Returned::Nothing => (0, true),
        };
        if let (true, true, Some(object)) = (rest_has_no_value, len < size, self.home(state, dst)) {
            let undefined = self.undefined_byte();
            self.fill(state, object, len, size - len, undefined)?;
        }
        Ok(())
    }

    /// Pops the top frame and gives its result to the caller.
    fn leave(
        &mut self,
        state: &mut StateOf<'p, Self>,
        body: &Body,
        returned: ReturnedOf<'p, Self>,
    ) -> Res<Progress> {
        let frame = state.top();
        if frame.must_not_return {
            return fault(FindingKind::UnreachableReached);
        }
        if frame.handler || state.frames.len() == 1 {
            if !frame.handler {
                self.returns_at_last(state, &returned)?;
            }
            self.pop(state, body);
            return Err(Box::new(Stop::Exit));
        }
        let dst = frame.dst;
        self.pop(state, body);
        self.deliver(state, returned, dst).map_err(|stop| match *stop {
            // The frame is gone: this cannot be done again.
            Stop::Fork(_) => Box::new(Stop::Unknown(
                UnknownKind::Unsupported,
                "a floating result of another type is not supported".to_owned(),
            )),
            _ => stop,
        })?;
        match state.top_mut().next.take() {
            None => undetermined("a call that has no continuation"),
            next => self.goes_on(state, next),
        }
    }

    /// Ends the life of everything that the top frame owns.
    fn pop(&mut self, state: &mut StateOf<'p, Self>, body: &Body) {
        let mut owned = state.top().blocks.clone();
        owned.extend(state.top().varargs);
        for (id, _) in body.locals.iter_enumerated().filter(|(_, local)| !local.register) {
            owned.extend(self.home(state, id));
        }
        state.frames.pop();
        for object in owned {
            self.end_scope(state, object);
        }
    }
}
