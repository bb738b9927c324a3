//! FUNCALL and what comes back ([SL-CPA] §4.2.5): parameters and the space of a function's variables enter Σs.

use crate::exec::{Executor, Progress};
use crate::fault::{Res, Stop, fault, unknown};
use crate::state::{Frame, Kind, State};
use base::Idx;
use ir::{Arg, BlockId, Body, Call, Callee, FuncId, FunctionBody, LocalId, Passed, Place, Scalar, TypeKind};
use sl::{Byte, SegmentId};
use smt::TermId;
use std::rc::Rc;
use verdict::{Access, Assumption, FindingKind, UnknownKind};

/// An argument on its way.
#[derive(Clone, Debug)]
pub(crate) enum ArgValue {
    Scalar(TermId, Scalar),
    Block(Vec<Byte>),
}

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

/// What a function gave back.
#[derive(Clone, Debug)]
pub(crate) enum Returned {
    Nothing,
    Scalar(TermId, Scalar),
    Block(Vec<Byte>),
}

/// Deeper recursion than this ends the path: each level costs memory in every state.
const DEEPEST: usize = 2_000;

impl Executor<'_> {
    pub(crate) fn read_block(&mut self, state: &mut State, place: &Place, size: u64) -> Res<Vec<Byte>> {
        let address = self.location(state, place)?;
        if size == 0 {
            return Ok(Vec::new());
        }
        let (id, offset) = self.resolve(state, address, size, Access::Read)?;
        self.bulk(size)?;
        Ok(self.copied(state, id, offset, size))
    }

    /// FUNCALL. FUNCALL^Inv is a fault of an argument.
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
                    self.location(state, place)?;
                }
            }
        }
        let callee = match (call.callee, indirect) {
            (Callee::Direct(id), _) => id,
            (_, Some(address)) => self.callee_at(state, address)?,
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
                    .intrinsic(state, *intrinsic, callee, &args, call.dst)
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

    /// Pushes a frame: Σ * Σᴾ(f, …).
    pub(crate) fn enter(
        &mut self,
        state: &mut State,
        func: FuncId,
        body: &Body,
        entry: Activation,
    ) -> Res<()> {
        let Activation { args, dst, must_not_return, handler } = entry;
        if state.frames.len() >= DEEPEST {
            let message = format!("the stack is exhausted: {DEEPEST} calls deep");
            return unknown(UnknownKind::MemoryBudget, message);
        }
        let named = body.param_count as usize;
        let mut given = Vec::with_capacity(named);
        for (local, arg) in body.locals.iter().take(named).zip(&args) {
            given.push(match (arg, local.scalar) {
                (ArgValue::Scalar(value, scalar), Some(wanted)) if *scalar != wanted => {
                    if scalar.is_float() != wanted.is_float() {
                        return fault(FindingKind::InvalidCall);
                    }
                    ArgValue::Scalar(self.cast(*scalar, wanted, *value)?, wanted)
                }
                (ArgValue::Block(_), Some(_)) if local.register => return fault(FindingKind::InvalidCall),
                (arg, _) => arg.clone(),
            });
        }
        let varargs = match body.variadic {
            true => Some(self.variable_area(state, args.get(named..).unwrap_or(&[]))),
            false => None,
        };
        state.frames.push(Rc::new(Frame {
            func,
            block: BlockId::new(0),
            at: 0,
            regs: vec![None; body.locals.len()],
            homes: vec![None; body.locals.len()],
            dst,
            next: None,
            allocas: Vec::new(),
            varargs,
            must_not_return,
            handler,
        }));
        let Some(function) = self.facts.function(func) else {
            return unknown(UnknownKind::Internal, "a function without a body was called");
        };
        for &local in function.locals_from_entry() {
            self.declare(state, body, local)?;
        }
        for (index, arg) in given.into_iter().enumerate() {
            let local = &body.locals[LocalId::new(index)];
            if local.register {
                if let ArgValue::Scalar(value, _) = arg {
                    state.top_mut().regs[index] = Some(value);
                }
                continue;
            }
            let Some(home) = state.top().homes[index] else { continue };
            let size = self.program.types[local.ty].size;
            match arg {
                ArgValue::Block(bytes) => {
                    let len = bytes.len().min(size as usize);
                    state.heap.set_bytes(home, 0, &bytes[..len]);
                }
                ArgValue::Scalar(value, scalar) => {
                    let len = self.access_size(scalar).min(size);
                    self.store_at(state, home, 0, len, Some(value));
                }
            }
        }
        Ok(())
    }

    /// A stack segment with the arguments after the named ones, as the data model lays them out in memory.
    fn variable_area(&mut self, state: &mut State, args: &[ArgValue]) -> SegmentId {
        let passed = args.iter().map(|arg| match arg {
            ArgValue::Scalar(_, scalar) => Passed::Scalar(*scalar),
            ArgValue::Block(bytes) => Passed::Block(bytes.len() as u64),
        });
        let (offsets, size) = semantics::varargs::layout(self.model, passed);
        let origin = self.origin(state, Kind::Stack);
        let id = self.stack_segment(state, size, 16, origin);
        for (arg, offset) in args.iter().zip(offsets) {
            match arg {
                ArgValue::Scalar(value, scalar) => {
                    let len = self.access_size(*scalar);
                    self.store_at(state, id, offset, len, Some(*value));
                }
                ArgValue::Block(bytes) => state.heap.set_bytes(id, offset, bytes),
            }
        }
        id
    }

    /// A function that is defined nowhere: pure, with an arbitrary result.
    fn external(&mut self, state: &mut State, id: FuncId, never_returns: bool) -> Res<Returned> {
        let function = &self.program.functions[id];
        let name = self.program.names.resolve(function.name).to_string();
        if self.config.analysis.strict_externals {
            return unknown(UnknownKind::ExternalFunction, format!("the function {name} is not defined"));
        }
        self.assumptions.insert(Assumption::ExternalFunction(name.clone()));
        if let Some(open) = &mut state.open {
            Rc::make_mut(open).external = true;
            let message =
                format!("the function {name} is not defined: what it does to the memory is not known");
            self.cut(UnknownKind::ExternalFunction, message);
        }
        if never_returns || function.noreturn {
            return Err(Box::new(Stop::Abort));
        }
        let before = state.inputs.len();
        let result = self.arbitrary_result(state, id);
        Rc::make_mut(&mut state.inputs)[before..].iter_mut().for_each(|input| input.foreign = true);
        Ok(result)
    }

    /// An arbitrary value of the function's result type.
    pub(crate) fn arbitrary_result(&mut self, state: &mut State, id: FuncId) -> Returned {
        let Some(ty) = self.result_type(id) else { return Returned::Nothing };
        let ty = &self.program.types[ty];
        match (&ty.kind, ty.scalar()) {
            (TypeKind::Void, _) => Returned::Nothing,
            (TypeKind::Bool, _) => {
                let bit = self.input(state, 1, false);
                Returned::Scalar(self.prover.terms.zero_extend(bit, 8), Scalar::U8)
            }
            (_, Some(scalar)) => Returned::Scalar(self.arbitrary(state, scalar), scalar),
            (_, None) => {
                let mut bytes = Vec::with_capacity(ty.size as usize);
                for _ in 0..ty.size {
                    let term = self.input(state, 8, false);
                    bytes.push(Byte { term, ..self.zero_byte });
                }
                Returned::Block(bytes)
            }
        }
    }

    pub(crate) fn result_type(&self, id: FuncId) -> Option<ir::TypeId> {
        match &self.program.types[self.program.functions[id].ty].kind {
            TypeKind::Function { ret, .. } => Some(*ret),
            _ => None,
        }
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
                Returned::Scalar(value, given) if given != wanted => Some(self.cast(given, wanted, value)?),
                Returned::Scalar(value, _) => Some(value),
                _ => None,
            };
            state.top_mut().regs[dst.index()] = value;
            return Ok(());
        }
        let size = self.program.types[local.ty].size;
        let Some(home) = state.top().homes[dst.index()] else {
            return unknown(UnknownKind::Internal, "a result has no place");
        };
        let undefined = self.undefined_byte;
        match returned {
            Returned::Block(bytes) => {
                let len = bytes.len().min(size as usize);
                state.heap.set_bytes(home, 0, &bytes[..len]);
                let rest = vec![undefined; size as usize - len];
                state.heap.set_bytes(home, len as u64, &rest);
            }
            Returned::Scalar(value, given) => {
                let len = self.access_size(given).min(size);
                self.store_at(state, home, 0, len, Some(value));
            }
            Returned::Nothing => self.fill(state, home, 0, size, undefined)?,
        }
        Ok(())
    }
}
