//! Calls: functions with a body are inlined, or called by summary.

use crate::CheckKind;
use crate::build::{Builder, Res, Step};
use crate::exec::Returned;
use crate::place::Use;
use crate::state::State;
use base::Idx;
use encode::cells::Rest;
use encode::pointer::{OBJECT_BITS, Value, as_number, as_pointer, choose};
use ir::{Arg, BlockId, Call, Callee, FuncId, FunctionBody, Scalar};
use smt::TermId;
use std::rc::Rc;
use verdict::{Assumption, FindingKind};

/// Calls inside calls; each costs stack.
const DEEPEST: u32 = 48;

impl Builder<'_> {
    /// The state behind a call, if it returns.
    pub(crate) fn call(&mut self, block: BlockId, call: &Call, mut state: State) -> Res<Option<State>> {
        match call.callee {
            Callee::Direct(func) => self.call_function(block, call, func, state),
            Callee::Indirect(operand) => {
                let value = self.operand(&mut state, operand);
                let (object, offset) = as_pointer(self.terms, value, self.word);
                let Some(possible) = self.possible_objects(object) else {
                    self.unsupported(&mut state, "a call through a pointer whose targets are not known");
                    return Ok(None);
                };
                let zero = self.terms.bv_const(self.word, 0);
                let start = self.terms.eq(offset, zero);
                let mut results = Vec::new();
                let mut known = TermId::FALSE;
                let first = 1 + self.program.globals.len();
                for id in possible {
                    let index = usize::from(id).wrapping_sub(first);
                    if index >= self.program.functions.len() {
                        continue;
                    }
                    let here = self.is_object(object, id);
                    let here = self.terms.and(here, start);
                    known = self.terms.or(known, here);
                    self.choice(here);
                    let mut branch = state.clone();
                    branch.guard = self.terms.and(branch.guard, here);
                    if self.terms.bool_constant(branch.guard) != Some(false) {
                        results.extend(self.call_function(block, call, FuncId::new(index), branch)?);
                    }
                }
                let unknown = self.is_object(object, crate::UNKNOWN_OBJECT);
                let what = "a call through a pointer of which nothing is known".to_owned();
                self.require(&mut state, CheckKind::Unsupported(what), unknown);
                let other = self.terms.not(known);
                self.check(&state, CheckKind::Finding(FindingKind::InvalidCall), other);
                Ok(self.join(results, None))
            }
        }
    }

    fn call_function(
        &mut self,
        block: BlockId,
        call: &Call,
        func: FuncId,
        mut state: State,
    ) -> Res<Option<State>> {
        let caller = state.top().func;
        let program = self.program;
        let locals = program.functions[caller].body().map(|body| &body.locals);
        if let Some(locals) = locals
            && program.mismatch(func, call, locals).is_some()
        {
            self.require(&mut state, CheckKind::Finding(FindingKind::InvalidCall), TermId::TRUE);
            return Ok(None);
        }
        let function = &program.functions[func];
        let (state, returned) = match &function.body {
            // Variable arguments are evaluated and passed to nobody: a function that asks for them (`va_start`) is refused there.
            FunctionBody::Defined(_) => {
                if let Some(returned) = self.call_by_summary(call, func, &mut state)? {
                    return self.deliver(state, returned, call);
                }
                if let Some(returned) = self.call_recursive(block, call, func, &mut state)? {
                    return self.deliver(state, returned, call);
                }
                if let Some(returned) = self.call_shared(block, call, func, &mut state)? {
                    return self.deliver(state, returned, call);
                }
                let repeated = self.active.iter().filter(|f| **f == func).count() as u32;
                let recursion = self.options.unwind.peel.max(1);
                if self.depth >= DEEPEST || repeated > recursion {
                    let name = program.names.resolve(function.name);
                    self.unsupported(
                        &mut state,
                        format!("recursion of `{name}` that is deeper than it is followed"),
                    );
                    return Ok(None);
                }
                let mut arguments = Vec::with_capacity(call.args.len());
                let mut blocks = Vec::new();
                for (i, arg) in call.args.iter().enumerate() {
                    match arg {
                        Arg::Scalar(operand, _) => arguments.push(self.operand(&mut state, *operand)),
                        Arg::Block(place, size) => {
                            let address = self.address(&mut state, place)?;
                            blocks.push((i, self.block(&mut state, address, *size), *size));
                            arguments.push(Value::Any);
                        }
                    }
                }
                self.pending_blocks = blocks;
                let step = Step::Call(caller, block, func);
                let context = self.enter(step);
                let span = self.span;
                let ended = self.run_function(func, state, &arguments)?;
                self.context = context;
                self.span = span;
                match ended {
                    Some(ended) => ended,
                    None => return Ok(None),
                }
            }
            FunctionBody::Intrinsic(intrinsic) => match self.library(block, *intrinsic, func, call, state)? {
                Some(ended) => ended,
                None => return Ok(None),
            },
            FunctionBody::External => {
                let name = program.names.resolve(function.name).to_owned();
                if self.options.strict_externals {
                    self.unsupported(&mut state, format!("a call of `{name}`, which is defined nowhere,"));
                    return Ok(None);
                }
                self.assume(&state, Assumption::ExternalFunction(name), TermId::TRUE);
                if function.noreturn {
                    self.at_exit(&state);
                    return Ok(None);
                }
                let returned = self.any_result(&state, func);
                (state, returned)
            }
        };
        self.deliver(state, returned, call)
    }

    /// A result of which nothing is known.
    pub(crate) fn any_result(&mut self, state: &State, func: FuncId) -> Returned {
        match self.result_scalar(func) {
            Some(Scalar::Ptr) => Returned::Scalar(Value::Any, Scalar::Ptr),
            Some(scalar) => {
                let width = scalar.width(self.model);
                let value = self.input(state, width, scalar.is_signed());
                Returned::Scalar(Value::Number(value), scalar)
            }
            None => Returned::Nothing,
        }
    }

    pub(crate) fn result_scalar(&self, func: FuncId) -> Option<Scalar> {
        match self.program.types[self.program.functions[func].ty].kind {
            ir::TypeKind::Function { ret, .. } => self.program.types[ret].scalar(),
            _ => None,
        }
    }

    fn deliver(&mut self, mut state: State, returned: Returned, call: &Call) -> Res<Option<State>> {
        let Some(dst) = call.dst else { return Ok(Some(state)) };
        let body = self.program.functions[state.top().func].body();
        let local = body.map(|body| (body.locals[dst].register, body.locals[dst].scalar));
        match (returned, local) {
            (Returned::Scalar(value, from), Some((true, Some(to)))) => {
                let value = if from == to || to == Scalar::Ptr {
                    value
                } else {
                    let number = as_number(self.terms, value, from.width(self.model));
                    Value::Number(self.terms.resize(number, to.width(self.model), from.is_signed()))
                };
                state.top_mut().registers[dst.index()] = value;
            }
            (Returned::Scalar(value, _), Some((false, Some(to)))) => {
                self.store(&mut state, &ir::Place::local(dst, to), value)?;
            }
            (Returned::Block(block, size), Some((false, _))) => {
                let id = self.local_object(&state, dst)?;
                let object = self.terms.bv_const(OBJECT_BITS, u128::from(id));
                let zero = self.terms.bv_const(self.word, 0);
                self.write_block(&mut state, (object, zero), &block, (size, Use::Initialise));
            }
            (Returned::Nothing, Some((true, _))) => state.top_mut().registers[dst.index()] = Value::Any,
            _ => self.unsupported(&mut state, "a result of this type"),
        }
        Ok(Some(state))
    }

    /// Runs a function's body. Gives the state behind it, without its frame.
    pub(crate) fn run_function(
        &mut self,
        func: FuncId,
        mut state: State,
        arguments: &[Value],
    ) -> Res<Option<(State, Returned)>> {
        let Some(facts) = self.facts.function(func) else { return Ok(None) };
        let body = facts.body();
        state.frames.push(Rc::new(self.new_frame(func)));
        self.active.push(func);
        self.owned.push(Vec::new());
        self.depth += 1;
        for &local in facts.locals_from_entry() {
            self.storage_live(&mut state, local)?;
        }
        let blocks = std::mem::take(&mut self.pending_blocks);
        for (param, &value) in body.params().zip(arguments) {
            let local = &body.locals[param];
            if local.register {
                state.top_mut().registers[param.index()] = value;
            } else if let Some(scalar) = local.scalar {
                self.store(&mut state, &ir::Place::local(param, scalar), value)?;
            }
        }
        for (index, block, size) in blocks {
            if let Some(param) = body.params().nth(index) {
                let id = self.local_object(&state, param)?;
                let object = self.terms.bv_const(OBJECT_BITS, u128::from(id));
                let zero = self.terms.bv_const(self.word, 0);
                self.write_block(&mut state, (object, zero), &block, (size, Use::Initialise));
            }
        }
        let ends = self.run_region(None, BlockId::new(0), state)?;
        self.depth -= 1;
        self.active.pop();
        let stack = self.owned.pop().unwrap_or_default();
        let mut joined: Option<(State, Returned)> = None;
        for (mut state, returned) in ends.returns {
            if self.terms.bool_constant(state.guard) == Some(false) {
                continue;
            }
            // The function's variables are gone.
            for (local, data) in body.locals.iter_enumerated() {
                if !data.register {
                    self.storage_dead(&mut state, local)?;
                }
            }
            for id in &stack {
                self.remove_object(&mut state, *id);
            }
            state.frames.pop();
            joined = match joined {
                None => Some((state, returned)),
                Some((other, result)) => {
                    let condition = state.guard;
                    let result = self.merge_results(condition, returned, result);
                    self.join(vec![state, other], None).map(|state| (state, result))
                }
            };
        }
        Ok(joined)
    }

    fn merge_results(&mut self, condition: TermId, a: Returned, b: Returned) -> Returned {
        match (a, b) {
            (Returned::Scalar(x, scalar), Returned::Scalar(y, other)) if scalar == other => {
                let width = scalar.width(self.model);
                Returned::Scalar(choose(self.terms, condition, x, y, width, self.word), scalar)
            }
            (Returned::Block(x, size), Returned::Block(y, other)) if size == other => {
                let globals = self.globals;
                Returned::Block(x.merge(&y, self.terms, &globals, condition), size)
            }
            (Returned::Nothing, Returned::Nothing) => Returned::Nothing,
            // A function that sometimes returns nothing; what is read then is any value.
            (Returned::Scalar(_, scalar), _) | (_, Returned::Scalar(_, scalar)) => {
                Returned::Scalar(Value::Any, scalar)
            }
            (Returned::Block(_, size), _) | (_, Returned::Block(_, size)) => {
                Returned::Block(encode::cells::Object::new(TermId::TRUE, Rest::Any), size)
            }
        }
    }

    /// Bounds and liveness of a range whose contents are not followed.
    pub(crate) fn touch(
        &mut self,
        state: &mut State,
        pointer: Value,
        size: TermId,
        how: Use,
    ) -> crate::place::Located {
        let address = as_pointer(self.terms, pointer, self.word);
        self.locate(state, address, size, how)
    }
}
