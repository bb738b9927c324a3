//! Calls and returns.

use crate::exec::Progress;
use crate::fault::{Res, Stop, fault, undetermined, unknown};
use crate::hunter::Hunter;
use crate::memory::{Kind, Life};
use crate::primitives::Path;
use crate::state::{Frame, State};
use base::Idx;
use encode::path::{Byte, ObjectId, Value};
use ir::{Arg, BlockId, Body, Call, Callee, FuncId, FunctionBody, LocalId, Place, Scalar};
use semantics::execution::{self, Argument, Execution as _};
use std::rc::Rc;
use verdict::{Access, Assumption, FindingKind, Property, UnknownKind};

pub(crate) type ArgValue = Argument<Value, Vec<Byte>>;
pub(crate) type Returned = execution::Returned<Value, Vec<Byte>>;

/// How a function is entered.
#[derive(Default)]
pub(crate) struct Activation {
    pub(crate) args: Vec<ArgValue>,
    /// Where the caller wants the result.
    pub(crate) dst: Option<LocalId>,
    pub(crate) must_not_return: bool,
    /// It is a handler that runs at the end of the program.
    pub(crate) handler: bool,
}

/// Deeper recursion than this ends the path: each level costs memory in every state.
const DEEPEST: usize = 20_000;

impl Hunter<'_> {
    pub(crate) fn read_block(&mut self, state: &mut State, place: &Place, size: u64) -> Res<Vec<Byte>> {
        let pointer = self.place(state, place, true)?;
        if size == 0 {
            return Ok(Vec::new());
        }
        let (id, offset) = self.resolve(state, pointer, size, Access::Read)?;
        self.bulk(size)?;
        Ok(self.copied(state, id, offset, size))
    }

    pub(crate) fn call(&mut self, state: &mut State, call: &Call) -> Res<Progress> {
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
            (_, Some(pointer)) => self.located_callee(state, pointer)?,
            _ => return unknown(UnknownKind::Internal, "a call without a callee"),
        };
        if self.program.mismatch(callee, call, &self.body(state).locals).is_some() {
            return fault(FindingKind::InvalidCall);
        }
        let mut args = Vec::with_capacity(call.args.len());
        for arg in &call.args {
            args.push(match arg {
                Arg::Scalar(operand, scalar) => ArgValue::Scalar(self.operand(state, *operand)?, *scalar),
                Arg::Block(place, size) => ArgValue::Block(self.read_block(state, place, *size)?),
            });
        }
        match &self.program.functions[callee].body {
            FunctionBody::Defined(body) => {
                state.top_mut().next = call.next;
                let entry =
                    Activation { args, dst: call.dst, must_not_return: call.next.is_none(), handler: false };
                self.enter(state, callee, body, entry)?;
                Ok(Progress::Jumped)
            }
            FunctionBody::Intrinsic(intrinsic) => {
                let saved = state.clone();
                state.top_mut().next = call.next;
                let returned = self
                    .intrinsic(state, (*intrinsic, callee), &args, call.dst)
                    .and_then(|returned| self.deliver(state, returned, call.dst));
                self.returned_at_once(state, saved, returned, call.next)
            }
            FunctionBody::External => {
                let saved = state.clone();
                state.top_mut().next = call.next;
                let returned = self
                    .external(state, callee, call.next.is_none())
                    .and_then(|returned| self.deliver(state, returned, call.dst));
                self.returned_at_once(state, saved, returned, call.next)
            }
        }
    }

    /// Control goes on after a function of the library; what it did before a fork is undone.
    fn returned_at_once(
        &mut self,
        state: &mut State,
        saved: State,
        result: Res<()>,
        next: Option<BlockId>,
    ) -> Res<Progress> {
        if let Err(stop) = result {
            if matches!(*stop, Stop::Fork(_)) {
                *state = saved;
            }
            return Err(stop);
        }
        let Some(next) = next else { return fault(FindingKind::UnreachableReached) };
        let frame = state.top_mut();
        frame.block = next;
        frame.at = 0;
        frame.next = None;
        Ok(Progress::Jumped)
    }

    /// The function that a pointer leads to, which is called without arguments.
    pub(crate) fn handler(&mut self, state: &State, pointer: Value) -> Res<FuncId> {
        let func = self.located_callee(state, pointer)?;
        match self.program.mismatch_of_pointer(func, std::iter::empty(), None) {
            Some(_) => fault(FindingKind::InvalidCall),
            None => Ok(func),
        }
    }

    fn located_callee(&mut self, state: &State, pointer: Value) -> Res<FuncId> {
        let (id, offset) = self.locate(state, pointer)?;
        let Kind::Function(func) = self.live_object(state, id)?.kind else {
            return fault(FindingKind::InvalidCall);
        };
        let zero = self.word_constant(0);
        let start = self.oracle.terms.eq(offset, zero);
        if !self.decide(state, start)? {
            return fault(FindingKind::InvalidCall);
        }
        Ok(func)
    }

    /// Pushes a frame; all that may stop comes before the first change.
    pub(crate) fn enter(
        &mut self,
        state: &mut State,
        func: FuncId,
        body: &Body,
        entry: Activation,
    ) -> Res<()> {
        let Activation { args, dst, must_not_return, handler } = entry;
        if state.frames.len() >= DEEPEST {
            return unknown(
                UnknownKind::MemoryBudget,
                format!("the stack is exhausted: {DEEPEST} calls deep"),
            );
        }
        let named = body.param_count as usize;
        let mut given = Vec::with_capacity(named);
        for (local, arg) in body.locals.iter().take(named).zip(&args) {
            given.push(match (arg, local.scalar) {
                (ArgValue::Scalar(value, scalar), Some(wanted)) if *scalar != wanted => {
                    if scalar.is_float() != wanted.is_float() {
                        return fault(FindingKind::InvalidCall);
                    }
                    ArgValue::Scalar(self.cast(state, *scalar, wanted, *value)?, wanted)
                }
                (ArgValue::Block(_), Some(_)) if local.register => return fault(FindingKind::InvalidCall),
                (arg, _) => arg.clone(),
            });
        }
        let varargs = if body.variadic {
            Some(self.variable_area(state, args.get(named..).unwrap_or(&[]))?)
        } else {
            None
        };
        let mut regs = Vec::with_capacity(body.locals.len());
        for local in body.locals.iter() {
            let scalar = if local.register { local.scalar.unwrap_or(Scalar::I32) } else { Scalar::Ptr };
            regs.push(self.undefined(scalar));
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
        let Some(function) = self.facts.function(func) else {
            return unknown(UnknownKind::Internal, "a function without a body was called");
        };
        for &local in function.locals_from_entry() {
            self.storage_live(state, body, local)?;
        }
        for (index, arg) in given.into_iter().enumerate() {
            let local = &body.locals[LocalId::new(index)];
            if local.register {
                if let ArgValue::Scalar(value, _) = arg {
                    state.top_mut().regs[index] = value;
                }
                continue;
            }
            let Some(object) = state.top().regs[index].prov.object() else { continue };
            let size = self.program.types[local.ty].size;
            match arg {
                ArgValue::Block(bytes) => {
                    let len = bytes.len().min(size as usize);
                    state.memory.set_bytes(object, 0, &bytes[..len]);
                }
                ArgValue::Scalar(value, scalar) => {
                    let len = self.access_size(scalar).min(size);
                    self.store_at(state, object, 0, len, value)?;
                }
            }
        }
        Ok(())
    }

    /// A stack object with the arguments after the named ones, as the data model lays them out in memory.
    fn variable_area(&mut self, state: &mut State, args: &[ArgValue]) -> Res<ObjectId> {
        let (offsets, size) = semantics::varargs::layout(self.model, Path::passed(args));
        let span = self.span(state);
        let id = self.stack_object(state, size, 16, span);
        for (arg, offset) in args.iter().zip(offsets) {
            match arg {
                ArgValue::Scalar(value, scalar) => {
                    let len = self.access_size(*scalar);
                    self.store_at(state, id, offset, len, *value)?;
                }
                ArgValue::Block(bytes) => state.memory.set_bytes(id, offset, bytes),
            }
        }
        Ok(id)
    }

    /// A function that is defined nowhere: pure, with an arbitrary result.
    fn external(&mut self, state: &mut State, id: FuncId, never_returns: bool) -> Res<Returned> {
        let function = &self.program.functions[id];
        let name = self.program.names.resolve(function.name).to_string();
        if self.config.analysis.strict_externals {
            return unknown(UnknownKind::ExternalFunction, format!("the function {name} is not defined"));
        }
        self.assumptions.insert(Assumption::ExternalFunction(name));
        if never_returns || function.noreturn {
            return Err(Box::new(Stop::Abort));
        }
        let before = state.inputs.len();
        let result = Path { hunter: self, state }.arbitrary_result(id)?;
        Rc::make_mut(&mut state.inputs)[before..].iter_mut().for_each(|input| input.foreign = true);
        Ok(result)
    }

    /// Writes a result where the top frame wants it.
    pub(crate) fn deliver(&mut self, state: &mut State, returned: Returned, dst: Option<LocalId>) -> Res<()> {
        let Some(dst) = dst else { return Ok(()) };
        let body = self.body(state);
        let local = &body.locals[dst];
        if local.register {
            let wanted = local.scalar.unwrap_or(Scalar::I32);
            let value = match returned {
                Returned::Scalar(_, given) if given != wanted && given.is_float() != wanted.is_float() => {
                    return fault(FindingKind::InvalidCall);
                }
                Returned::Scalar(value, given) if given != wanted => {
                    self.cast(state, given, wanted, value)?
                }
                Returned::Scalar(value, _) => value,
                _ => self.undefined(wanted),
            };
            state.top_mut().regs[dst.index()] = value;
            return Ok(());
        }
        let size = self.program.types[local.ty].size;
        let pointer = state.top().regs[dst.index()];
        // The local's own place: nothing is asked but a valid range.
        let (object, offset) = self.resolve(state, pointer, size, Access::Read)?;
        match returned {
            Returned::Block(bytes) => {
                let len = bytes.len().min(size as usize);
                state.memory.set_bytes(object, offset, &bytes[..len]);
                let rest = size - len as u64;
                if rest > 0 {
                    let undef = self.undef_byte;
                    state.memory.fill_bytes(object, offset + len as u64, rest, undef);
                }
            }
            Returned::Scalar(value, given) => {
                let len = self.access_size(given).min(size);
                self.store_at(state, object, offset, len, value)?;
            }
            Returned::Nothing => {
                let undef = self.undef_byte;
                state.memory.fill_bytes(object, offset, size, undef);
            }
        }
        Ok(())
    }

    /// Pops the top frame and gives its result to the caller.
    pub(crate) fn leave(&mut self, state: &mut State, body: &Body, returned: Returned) -> Res<Progress> {
        let frame = state.top();
        if frame.must_not_return {
            return fault(FindingKind::UnreachableReached);
        }
        if frame.handler || state.frames.len() == 1 {
            // What `main` returns is looked at, as what `exit` gets.
            let looked_at = !frame.handler && self.asked(Property::NoUninit);
            if looked_at && matches!(returned, Returned::Scalar(value, _) if value.undef) {
                return fault(FindingKind::UninitRead);
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
        let frame = state.top_mut();
        let Some(next) = frame.next.take() else { return undetermined("a call that has no continuation") };
        frame.block = next;
        frame.at = 0;
        Ok(Progress::Jumped)
    }

    /// Ends the life of everything that the top frame owns.
    fn pop(&mut self, state: &mut State, body: &Body) {
        let Some(frame) = state.frames.pop() else { return };
        for &id in frame.blocks.iter().chain(&frame.varargs) {
            state.memory.kill(id, Life::OutOfScope);
        }
        for (id, local) in body.locals.iter_enumerated() {
            if !local.register
                && let Some(object) = frame.regs[id.index()].prov.object()
            {
                state.memory.kill(object, Life::OutOfScope);
            }
        }
    }
}
