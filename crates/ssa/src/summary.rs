//! Functions that call themselves, by summary ([2LS-shape] §4.2).
//!
//! The body of such a function is in the formula once, with free variables for its parameters and for the globals that its group reads and
//! writes. A call of it gives free variables for the result and for those globals. Two invariants belong to it: what holds of the
//! parameters and globals whenever it is entered, shown at every call and assumed of the body; and what holds of them together with
//! the result and the globals when it returns, shown at the body's returns and assumed behind every call that returns. Both are
//! [`CutLoop`]s with several beginnings or ends, so that a group of functions that call each other is solved as one system with the
//! loops around the calls and in the bodies: by induction over the number of calls that were begun and the height of those that ended.

use crate::build::{Builder, Res, Step};
use crate::exec::Returned;
use crate::state::State;
use crate::{CheckKind, CutLoop, CutPlace, FunctionUses, LoopVariable};
use base::{Idx, Span, Symbol};
use encode::pointer::{Value, as_number};
use ir::{Arg, BlockId, Call, FuncId, FunctionBody, GlobalId, GlobalKind, Place, Scalar};
use smt::{Sort, TermId};
use std::rc::Rc;
use verdict::Property;
use verdict::formula::Term;

/// A call by summary.
#[derive(Clone, Debug)]
pub(crate) struct SummaryCall {
    pub func: FuncId,
    /// It happens.
    pub guard: TermId,
    /// It happens and returns.
    pub returns: TermId,
    /// Parameters and globals at the call.
    pub before: Vec<Value>,
    /// The result and the globals behind it.
    pub after: Vec<Value>,
}

/// A number that a function is given or gives.
#[derive(Clone, Copy, Debug)]
struct Slot {
    symbol: Option<Symbol>,
    scalar: Scalar,
    register: Option<usize>,
    global: Option<GlobalId>,
}

impl Builder<'_> {
    /// Whether calls of the function can be summarised: it calls itself, and touches nothing but numbers.
    fn is_summarised(&self, func: FuncId) -> bool {
        let calls = self.facts.calls();
        if self.options.unwind.step == 0 || !calls.is_recursive(func) {
            return false;
        }
        let effects = self.facts.effects().of(func);
        let untouched = !(effects.reads_pointers || effects.writes_pointers)
            && !(effects.allocates || effects.frees || effects.unsupported);
        let is_number = |scalar: Scalar| scalar != Scalar::Ptr && !scalar.is_float();
        let plain = |func: FuncId| {
            let FunctionBody::Defined(body) = &self.program.functions[func].body else { return false };
            let result = match self.program.types[self.program.functions[func].ty].kind {
                ir::TypeKind::Function { ret, .. } => self.program.types[ret].scalar(),
                _ => None,
            };
            !body.variadic
                && result.is_none_or(is_number)
                && body.locals.iter().all(|local| local.register)
                && body.params().all(|param| body.locals[param].scalar.is_some_and(is_number))
        };
        untouched
            && calls.members(calls.group(func)).all(plain)
            && self.globals_of(func).iter().all(|global| {
                let data = &self.program.globals[*global];
                matches!(data.kind, GlobalKind::Variable | GlobalKind::Constant)
                    && self.program.types[data.ty].scalar().is_some_and(is_number)
            })
    }

    fn globals_of(&self, func: FuncId) -> Vec<GlobalId> {
        let effects = self.facts.effects().of(func);
        let mut all: Vec<GlobalId> = effects.reads.iter().chain(effects.writes.iter()).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    fn globals_written(&self, func: FuncId) -> Vec<GlobalId> {
        self.facts.effects().of(func).writes.iter().collect()
    }

    fn global_slot(&self, global: GlobalId) -> Option<Slot> {
        let data = &self.program.globals[global];
        let scalar = self.program.types[data.ty].scalar()?;
        Some(Slot { symbol: Some(data.name), scalar, register: None, global: Some(global) })
    }

    fn slots_before(&self, func: FuncId) -> Vec<Slot> {
        let mut slots = Vec::new();
        if let Some(body) = self.program.functions[func].body() {
            for param in body.params() {
                let local = &body.locals[param];
                let Some(scalar) = local.scalar else { continue };
                slots.push(Slot { symbol: local.name, scalar, register: Some(param.index()), global: None });
            }
        }
        slots.extend(self.globals_of(func).into_iter().filter_map(|global| self.global_slot(global)));
        slots
    }

    fn slots_after(&self, func: FuncId) -> Vec<Slot> {
        let result = self.result_scalar(func).map(|scalar| Slot {
            symbol: None,
            scalar,
            register: None,
            global: None,
        });
        let written = self.globals_written(func).into_iter().filter_map(|global| self.global_slot(global));
        result.into_iter().chain(written).collect()
    }

    fn global_values(&mut self, state: &mut State, slots: &[Slot]) -> Res<Vec<Value>> {
        let mut values = Vec::new();
        for slot in slots {
            if let Some(global) = slot.global {
                let value = self.load(state, &Place::global(global, slot.scalar))?;
                let width = slot.scalar.width(self.model);
                values.push(Value::Number(as_number(self.terms, value, width)));
            }
        }
        Ok(values)
    }

    /// A call by summary, if the function has one and is deep enough in itself.
    pub(crate) fn call_by_summary(
        &mut self,
        call: &Call,
        func: FuncId,
        state: &mut State,
    ) -> Res<Option<Returned>> {
        let repeated = self.active.iter().filter(|f| **f == func).count() as u32;
        if repeated < self.options.unwind.peel || !self.is_summarised(func) {
            return Ok(None);
        }
        let (slots, out) = (self.slots_before(func), self.slots_after(func));
        let mut before = Vec::with_capacity(slots.len());
        for (arg, slot) in call.args.iter().zip(&slots) {
            let Arg::Scalar(operand, _) = arg else { return Ok(None) };
            let value = self.operand(state, *operand);
            let width = slot.scalar.width(self.model);
            before.push(Value::Number(as_number(self.terms, value, width)));
        }
        before.extend(self.global_values(state, &slots)?);
        if before.len() != slots.len() {
            return Ok(None);
        }
        // It may not return, and then the program ends here or never.
        self.at_abort(state);
        if self.options.policy.asks(Property::ValidMemcleanup) {
            let held = self.held(state);
            let what = "whether the program ends in a function that calls itself is not known".to_owned();
            self.check(state, CheckKind::Undecided(Property::ValidMemcleanup, what), held);
        }
        let guard = state.guard;
        let comes_back = self.terms.fresh("returns", Sort::Bool);
        let returns = self.terms.and(guard, comes_back);
        state.guard = returns;
        let mut after = Vec::with_capacity(out.len());
        for slot in &out {
            let width = slot.scalar.width(self.model);
            let value = Value::Number(self.terms.fresh("result", Sort::Bv(width)));
            if let Some(global) = slot.global {
                self.store(state, &Place::global(global, slot.scalar), value)?;
            }
            after.push(value);
        }
        let result = match self.result_scalar(func) {
            Some(scalar) => Returned::Scalar(after[0], scalar),
            None => Returned::Nothing,
        };
        self.out.calls.push(SummaryCall { func, guard, returns, before, after });
        Ok(Some(result))
    }

    /// The bodies of the functions that are called by summary, with their invariants.
    pub(crate) fn summaries(&mut self) -> Res<()> {
        let mut done: Vec<FuncId> = Vec::new();
        let mut bodies = Vec::new();
        while let Some(func) = self.out.calls.iter().map(|call| call.func).find(|func| !done.contains(func)) {
            done.push(func);
            bodies.push((func, self.body_of(func)?));
        }
        for (func, body) in bodies {
            let calls: Vec<SummaryCall> =
                self.out.calls.iter().filter(|call| call.func == func).cloned().collect();
            let (slots, out) = (self.slots_before(func), self.slots_after(func));
            let plain = |slot: &Slot| slot.symbol.map(Term::Variable);
            let uses = FunctionUses {
                begins: vec![(body.entered, body.before.clone())],
                ends: calls.iter().map(|call| (call.guard, call.before.clone())).collect(),
                names: slots.iter().map(plain).collect(),
            };
            self.push_function((func, CutPlace::Entry), &slots, uses, body.before.clone());
            if let Some((returned, after)) = body.returned {
                let old = |slot: &Slot| slot.symbol.map(Term::Old);
                let new = |slot: &Slot| Some(slot.symbol.map_or(Term::Result, Term::Variable));
                let names = slots.iter().map(old).chain(out.iter().map(new)).collect();
                let all: Vec<Slot> = slots.into_iter().chain(out).collect();
                let whole = |before: &[Value], after: &[Value]| [before, after].concat();
                let end = whole(&body.before, &after);
                let uses = FunctionUses {
                    begins: calls.iter().map(|c| (c.returns, whole(&c.before, &c.after))).collect(),
                    ends: vec![(returned, end.clone())],
                    names,
                };
                self.push_function((func, CutPlace::Return), &all, uses, end);
            } else {
                // It never returns.
                for call in calls {
                    self.out.facts.push(self.terms.not(call.returns));
                }
            }
        }
        Ok(())
    }

    fn body_of(&mut self, func: FuncId) -> Res<SummaryBody> {
        let entered = self.terms.fresh("entered", Sort::Bool);
        let mut state = State {
            guard: entered,
            frames: Vec::new(),
            memory: Rc::default(),
            nodes: Rc::default(),
            arrays: Rc::default(),
            paths: Rc::default(),
        };
        let (slots, out) = (self.slots_before(func), self.slots_after(func));
        let mut before = Vec::with_capacity(slots.len());
        let mut arguments = Vec::new();
        for slot in &slots {
            let width = slot.scalar.width(self.model);
            let value = Value::Number(self.terms.fresh("parameter", Sort::Bv(width)));
            before.push(value);
            match slot.global {
                Some(global) => {
                    self.store(&mut state, &Place::global(global, slot.scalar), value)?;
                }
                None => arguments.push(value),
            }
        }
        let context = self.enter(Step::Call(func, BlockId::new(0), func));
        let ended = self.run_function(func, state, &arguments)?;
        self.context = context;
        let returned = match ended {
            None => None,
            Some((mut state, returned)) => {
                let mut after = Vec::with_capacity(out.len());
                for slot in out.iter().filter(|slot| slot.global.is_none()) {
                    let width = slot.scalar.width(self.model);
                    let value = match returned {
                        Returned::Scalar(value, _) => value,
                        // What is read then is any value.
                        Returned::Nothing | Returned::Block(..) => Value::Any,
                    };
                    after.push(Value::Number(as_number(self.terms, value, width)));
                }
                after.extend(self.global_values(&mut state, &out)?);
                Some((state.guard, after))
            }
        };
        Ok(SummaryBody { entered, before, returned })
    }

    /// An invariant of a function, as a loop: what `head` sees are the values by which the program's comparisons are found.
    fn push_function(
        &mut self,
        (func, place): (FuncId, CutPlace),
        slots: &[Slot],
        uses: FunctionUses,
        head: Vec<Value>,
    ) {
        let Some((active, back)) = uses.begins.first().cloned() else { return };
        let Some((end, next)) = uses.ends.first().cloned() else { return };
        let mut variables = Vec::with_capacity(slots.len());
        for (i, slot) in slots.iter().enumerate() {
            // What the program compares is carried over to a global as it is in the end.
            let is_last = |global: GlobalId| slots[i + 1..].iter().all(|later| later.global != Some(global));
            let cell =
                slot.global.filter(|global| is_last(*global)).map(|global| (self.global_object(global), 0));
            variables.push(LoopVariable {
                symbol: slot.symbol,
                member_of: None,
                scalar: Some(slot.scalar),
                back: back[i],
                next: next[i],
                head: head[i],
                changes: true,
                register: slot.register.map(|register| (0, register)),
                cell,
                ghost: false,
                guards: None,
                path: None,
            });
        }
        let span = self
            .facts
            .function(func)
            .map_or(Span::NONE, |facts| facts.body().blocks[BlockId::new(0)].terminator.span);
        let ghost = self.ghost_offset();
        self.out.loops.push(CutLoop {
            context: 0,
            func,
            head: BlockId::new(0),
            place,
            span,
            key: usize::MAX,
            guard: active,
            back: active,
            end,
            entry: Vec::new(),
            variables,
            witnesses: Vec::new(),
            heap: Vec::new(),
            instances: Vec::new(),
            elements: Vec::new(),
            element_instances: Vec::new(),
            pivots: Vec::new(),
            ghost,
            inner: 0,
            choices: 0,
            facts: 0,
            function: Some(uses),
            shared: None,
        });
    }
}

struct SummaryBody {
    entered: TermId,
    before: Vec<Value>,
    returned: Option<(TermId, Vec<Value>)>,
}
