//! Functions that do not call themselves, by summary ([2LS-shape] §4.2).
//!
//! The body of such a function is in the formula once, however often it is called. What it is entered with is what any one of the calls
//! gives it, in memory as well as in registers: a free choice says which call is looked at, so whatever is shown of the body is shown
//! for all of them, and nothing of what they have in common is lost. Behind each call there are free variables for the result and for
//! what of memory the function changes. One invariant relates them to what the function was called with: it is shown where the body
//! returns, and assumed behind every call that returns, by induction over the order in which calls return. Callers come
//! before the functions that they call, so every call is known when the body is looked at.
//!
//! What a function changes is found as for loops: the program is run until nothing is added.

use crate::build::{Builder, Res, Step, Summaries};
use crate::cuts::OpenCut;
use crate::exec::Returned;
use crate::loops::{Changed, LoopKey, register_name};
use crate::recursion::{Body, KEPT, OLD, kept_variable};
use crate::state::{Frame, State};
use crate::{CheckKind, CutPlace, LoopVariable, ObjectId, SharedSummary};
use base::{FxHashMap, Idx};
use encode::pointer::Value;
use facts::Facts;
use ir::{Arg, BlockId, Call, FuncId, FunctionBody, GlobalKind, Scalar};
use smt::{Op, Sort, TermId};
use std::collections::BTreeSet;
use std::rc::Rc;
use verdict::formula::Term;

/// A function that would be in the formula more often than this is there once instead, if the formula is large without that.
const MOST_COPIES: u64 = 3;
/// Statements of a program with all functions inlined that is better solved so.
const SMALL_PROGRAM: u64 = 4_000;
/// Statements that are as much work as a loop.
const LOOP_WORK: u64 = 100;
/// Statements of a function that are fewer than what a summary of it costs.
const SMALL_FUNCTION: u64 = 8;

/// A call of a function by its summary.
#[derive(Clone, Debug)]
pub(crate) struct SharedCall {
    func: FuncId,
    /// What the function is entered with.
    entered: State,
    /// A check of the body counts only where this holds.
    counts: TermId,
    /// Where it returns, if it may.
    cut: Option<(OpenCut, Changed)>,
}

/// The functions of which summaries are worth having: those that are large, or called often, in a program that is large when they
/// are inlined.
pub fn shared_functions(facts: &Facts<'_>, summaries: Summaries) -> BTreeSet<FuncId> {
    let program = facts.program();
    let mut shared = BTreeSet::new();
    let Some(main) = program.entry.filter(|_| summaries != Summaries::Never) else { return shared };
    let calls = facts.calls();
    let reachable = facts::reachable(program, main).0;
    let mut inlined: FxHashMap<FuncId, u64> = FxHashMap::default();
    let mut order: Vec<FuncId> = calls.groups().flat_map(|group| calls.members(group)).collect();
    order.retain(|func| reachable.contains(func));
    for &func in &order {
        let FunctionBody::Defined(body) = &program.functions[func].body else { continue };
        let statements: u64 = body.blocks.iter().map(|block| 1 + block.statements.len() as u64).sum();
        let loops = facts.function(func).map_or(0, |facts| facts.loops().loops().len() as u64);
        let own = statements + LOOP_WORK * loops;
        let callees = calls.sites(func).iter().filter_map(|site| inlined.get(&site.direct?));
        let all = callees.fold(own, |sum, size| sum.saturating_add(*size));
        inlined.insert(func, all);
    }
    let always = summaries == Summaries::Always;
    if !always && inlined.get(&main).is_none_or(|size| *size <= SMALL_PROGRAM) {
        return shared;
    }
    let mut copies: FxHashMap<FuncId, u64> = [(main, 1)].into_iter().collect();
    let mut recursive: BTreeSet<FuncId> = BTreeSet::new();
    for &func in order.iter().rev() {
        // Whoever is called there is called with what an invariant says.
        let is_below = calls.is_recursive(func) || recursive.contains(&func);
        if is_below {
            recursive.extend(calls.callees(func));
        }
        let count = copies.get(&func).copied().unwrap_or(0);
        let size = inlined.get(&func).copied().unwrap_or(0);
        let is_worth_it = count > MOST_COPIES && size >= SMALL_FUNCTION;
        let is_shared = (always || is_worth_it) && !is_below && func != main && can_be_shared(facts, func);
        if is_shared {
            shared.insert(func);
        }
        for site in calls.sites(func) {
            if let Some(callee) = site.direct {
                let known = copies.entry(callee).or_insert(0);
                *known = known.saturating_add(if is_shared { 1 } else { count });
            }
        }
    }
    shared
}

fn can_be_shared(facts: &Facts<'_>, func: FuncId) -> bool {
    let program = facts.program();
    let FunctionBody::Defined(body) = &program.functions[func].body else { return false };
    let ir::TypeKind::Function { ret, .. } = program.types[program.functions[func].ty].kind else {
        return false;
    };
    let ret = &program.types[ret];
    let gives_scalar = matches!(ret.kind, ir::TypeKind::Void) || ret.scalar().is_some();
    gives_scalar && !body.variadic && body.params().all(|param| body.locals[param].scalar.is_some())
}

impl Builder<'_> {
    /// Where the body of the function is.
    fn shared_context(&mut self, func: FuncId) -> u32 {
        let outside = std::mem::replace(&mut self.context, 0);
        self.enter(Step::Call(func, BlockId::new(0), func));
        std::mem::replace(&mut self.context, outside)
    }

    /// A call by summary, if the function has one.
    pub(crate) fn call_shared(
        &mut self,
        block: BlockId,
        call: &Call,
        func: FuncId,
        state: &mut State,
    ) -> Res<Option<Returned>> {
        if self.options.unwind.step == 0 || !self.shared.contains(&func) {
            return Ok(None);
        }
        let Some(body) = self.program.functions[func].body() else { return Ok(None) };
        let mut registers = vec![Value::Any; body.locals.len()];
        for (param, arg) in body.params().zip(&call.args) {
            let Arg::Scalar(operand, _) = arg else { return Ok(None) };
            registers[param.index()] = self.operand(state, *operand);
        }
        let context = self.shared_context(func);
        let mut entered = state.clone();
        entered.frames = vec![Rc::new(Frame { func, context, registers })];
        let counts = self.counts;
        let known = self.shared_changes.get(&func).cloned().unwrap_or_default();
        if !known.returns {
            // As far as is known now.
            state.guard = TermId::FALSE;
            self.shared_calls.push(SharedCall { func, entered, counts, cut: None });
            return Ok(Some(self.nothing_known(func)));
        }
        let key: LoopKey = (self.context, func, block, CutPlace::Return);
        let number = self.loops.len();
        let number = self.loops.entry(key).or_insert_with(|| Changed { number, ..Changed::default() }).number;
        let mut changed = Changed { number, ..known };
        let (cut, result) = self.continue_behind(key, &entered, &mut changed, state);
        self.shared_calls.push(SharedCall { func, entered, counts, cut: Some((cut, changed)) });
        Ok(Some(result))
    }

    /// The bodies of the functions that are called by summary, with their invariants. Whether more was found that they change.
    pub(crate) fn run_shared(&mut self) -> Res<bool> {
        let outside = self.begin_rounds();
        let grown = self.run_shared_bodies();
        self.end_rounds(outside);
        grown
    }

    fn run_shared_bodies(&mut self) -> Res<bool> {
        if self.shared_calls.is_empty() {
            return Ok(false);
        }
        let facts = self.facts;
        let mut order: Vec<FuncId> =
            facts.calls().groups().flat_map(|group| facts.calls().members(group)).collect();
        order.retain(|func| self.shared.contains(func));
        let mut bodies = Vec::new();
        let mut grown = false;
        for func in order.into_iter().rev() {
            let calls: Vec<SharedCall> =
                self.shared_calls.iter().filter(|call| call.func == func).cloned().collect();
            let Some((entry, counts)) = self.entered_by_any(func, &calls) else { continue };
            self.counts = counts;
            let body = self.run_shared_body(func, entry)?;
            self.counts = TermId::TRUE;
            if let Some(end) = &body.end {
                let mut changed = self.shared_changes.remove(&func).unwrap_or_default();
                let mut begin = body.entry.clone();
                begin.top_mut().registers.push(Value::Any);
                let result = begin.top().registers.len() - 1;
                grown |= !std::mem::replace(&mut changed.returns, true);
                grown |= self.grow(&begin, end, &mut changed);
                if self.result_scalar(func).is_some() {
                    grown |= changed.registers.insert(result);
                    grown |= self.note_registers(&[result], end, &mut changed);
                }
                self.shared_changes.insert(func, changed);
            }
            bodies.push((func, calls, body));
        }
        if !grown {
            for (func, calls, body) in bodies {
                self.close_shared(func, &calls, &body);
            }
        }
        Ok(grown)
    }

    /// What a function is entered with by any of its calls. They follow each other in one run: a free choice says which one is looked at.
    fn entered_by_any(&mut self, func: FuncId, calls: &[SharedCall]) -> Option<(State, TermId)> {
        let mut left = TermId::TRUE;
        let mut entered = Vec::with_capacity(calls.len());
        let mut counts = Vec::new();
        for (i, call) in calls.iter().enumerate() {
            let picked = match i + 1 == calls.len() {
                true => left,
                false => {
                    let pick = self.terms.fresh("call", Sort::Bool);
                    let picked = self.terms.and(left, pick);
                    let not = self.terms.not(pick);
                    left = self.terms.and(left, not);
                    picked
                }
            };
            let mut state = call.entered.clone();
            state.guard = self.terms.and(state.guard, picked);
            counts.push(self.terms.and(picked, call.counts));
            entered.push(state);
        }
        let counts = match calls.iter().all(|call| call.counts == TermId::TRUE) {
            true => TermId::TRUE,
            false => self.terms.or_all(counts),
        };
        let mut entry = self.join(entered, None)?;
        self.name_numbers(func, &mut entry);
        Some((entry, counts))
    }

    /// Gives what differs between the calls a variable of its own: the body computes with it as it does with a parameter, where the
    /// solver would have to find out bit by bit what is done to each case. Each is a definition and excludes no run.
    fn name_numbers(&mut self, func: FuncId, entry: &mut State) {
        let mut frame = Frame::clone(entry.top());
        for (i, value) in frame.registers.iter_mut().enumerate() {
            *value = self.named(&format!("f{}.r{i}", func.index()), *value);
        }
        entry.frames = vec![Rc::new(frame)];
        let mut memory = encode::cells::Memory::clone(&entry.memory);
        for (id, object) in &mut memory {
            let is_choice = |value: &Value| match *value {
                Value::Number(t) | Value::Pointer { object: t, .. } => self.terms.op(t) == Op::Ite,
                Value::Any => false,
            };
            if !object.cells.values().any(|(_, value)| is_choice(value)) {
                continue;
            }
            let mut named = encode::cells::Object::clone(object);
            for (at, (_, value)) in &mut named.cells {
                *value = self.named(&format!("f{}.o{id}.{at}", func.index()), *value);
            }
            *object = Rc::new(named);
        }
        entry.memory = Rc::new(memory);
    }

    fn named(&mut self, name: &str, value: Value) -> Value {
        match value {
            Value::Number(number) => Value::Number(self.named_term(name, number)),
            Value::Pointer { object, offset } => {
                let object = match self.possible_objects(object) {
                    Some(set) => {
                        let named = self.named_term(&format!("{name}.object"), object);
                        if named != object {
                            self.pointer_sets.insert(named, set);
                        }
                        named
                    }
                    None => object,
                };
                Value::Pointer { object, offset: self.named_term(&format!("{name}.offset"), offset) }
            }
            Value::Any => Value::Any,
        }
    }

    fn named_term(&mut self, name: &str, t: TermId) -> TermId {
        if self.terms.op(t) != Op::Ite {
            return t;
        }
        let width = self.terms.width(t);
        let variable = self.terms.var(&format!("{name}.{width}"), Sort::Bv(width));
        let equal = self.terms.eq(variable, t);
        self.out.facts.push(equal);
        variable
    }

    fn run_shared_body(&mut self, func: FuncId, entry: State) -> Res<Body> {
        let frame = Frame::clone(entry.top());
        let Some(body) = self.program.functions[func].body() else { return Ok(Body { entry, end: None }) };
        let arguments: Vec<Value> = body.params().map(|param| frame.registers[param.index()]).collect();
        let mut inside = entry.clone();
        inside.frames.clear();
        let outside = std::mem::replace(&mut self.context, frame.context);
        self.cut_depth += 1;
        let ended = self.run_function(func, inside, &arguments)?;
        self.cut_depth -= 1;
        self.context = outside;
        let Some((mut state, returned)) = ended else { return Ok(Body { entry, end: None }) };
        let mut registers = frame.registers.clone();
        let result = self.returned_value(func, &returned);
        registers.push(result);
        self.leads_to_none_of(&mut state, result, frame.context);
        state.frames = vec![Rc::new(Frame { registers, ..frame })];
        Ok(Body { entry, end: Some(state) })
    }

    /// No pointer is left to a variable of the call: the next call uses its number again.
    fn leads_to_none_of(&mut self, state: &mut State, result: Value, context: u32) {
        let mut inside: BTreeSet<u32> = [context].into();
        let mut steps: Vec<(u32, u32)> = self.contexts.iter().map(|((from, _), to)| (*to, *from)).collect();
        // A context is made after the one that it is in.
        steps.sort_unstable();
        for (to, from) in steps {
            if inside.contains(&from) {
                inside.insert(to);
            }
        }
        let is_own = |key: &crate::build::ObjectKey| match key {
            crate::build::ObjectKey::Local(context, _) | crate::build::ObjectKey::Stack(context, _) => {
                inside.contains(context)
            }
            _ => false,
        };
        let own: Vec<ObjectId> =
            self.object_ids.iter().filter(|(key, _)| is_own(key)).map(|(_, id)| *id).collect();
        if own.is_empty() {
            return;
        }
        let mut values = vec![result];
        values
            .extend(state.memory.values().flat_map(|object| object.cells.values().map(|(_, value)| *value)));
        values.extend(crate::arrays::values(&state.arrays));
        let mut around = Vec::new();
        for value in values {
            let Value::Pointer { object, .. } = value else { continue };
            let possible = self.possible_objects(object);
            for &id in own.iter().filter(|id| possible.as_ref().is_none_or(|set| set.contains(id))) {
                around.push(self.is_object(object, id));
            }
        }
        around.sort_unstable();
        around.dedup();
        let fails = self.terms.or_all(around);
        let what = "a pointer to a variable of a call that has ended".to_owned();
        self.require(state, CheckKind::Unsupported(what), fails);
    }

    /// The invariant of a function belongs to the first of its calls; the others share it.
    fn close_shared(&mut self, func: FuncId, calls: &[SharedCall], body: &Body) {
        let mut leader: Option<usize> = None;
        let heap = body.end.as_ref().map_or_else(Vec::new, |end| self.heap(end));
        for call in calls {
            let Some((cut, changed)) = &call.cut else { continue };
            let Some(end) = &body.end else { continue };
            let index = cut.index;
            self.close_cut(cut, Some(end), changed);
            let mut variables = std::mem::take(&mut self.out.loops[index].variables);
            // What follows speaks of what one call is given, which the others may not be.
            let own = changed.registers.len() + changed.cells.len() + changed.live.len();
            variables.truncate(own);
            let mut names: Vec<Option<Term>> = variables.iter().map(|v| self.said_after(v, func)).collect();
            for (variable, name) in self.given_variables(func, call, changed, body) {
                variables.push(variable);
                names.push(name);
            }
            let fixed = variables.len();
            variables.extend(self.kept_variables(&call.entered, cut, changed, body));
            names.resize(variables.len(), None);
            for variable in &mut variables {
                variable.head = variable.next;
            }
            if let Some(leader) = leader {
                variables = aligned(&self.out.loops[leader].variables, &variables, fixed);
            }
            let cut = &mut self.out.loops[index];
            cut.variables = variables;
            cut.inner = 0;
            cut.heap = heap.clone();
            cut.shared = Some(SharedSummary { of: leader.unwrap_or(index), names });
            leader.get_or_insert(index);
        }
    }

    /// What a variable that a function changes is in the program when it returns.
    fn said_after(&self, variable: &LoopVariable, func: FuncId) -> Option<Term> {
        let locals = self.program.functions[func].body()?.locals.len();
        match variable.register {
            Some((_, i)) if i == locals => Some(Term::Result),
            _ => variable.symbol.map(Term::Variable),
        }
    }

    /// What a function is given: its parameters, what the cells held that it changes, and globals that it reads.
    fn given_variables(
        &mut self,
        func: FuncId,
        call: &SharedCall,
        changed: &Changed,
        body: &Body,
    ) -> Vec<(LoopVariable, Option<Term>)> {
        let mut found = Vec::new();
        let Some(code) = self.program.functions[func].body() else { return found };
        let context = body.entry.top().context;
        for param in code.params() {
            let i = param.index();
            let Some(scalar) = code.locals[param].scalar else { continue };
            let [back, next] =
                [&call.entered, &body.entry].map(|state| self.as_scalar(state.top().registers[i], scalar));
            let symbol = register_name(code, i);
            found.push((
                LoopVariable {
                    symbol,
                    scalar: Some(scalar),
                    back,
                    next,
                    changes: false,
                    register: Some((context, i)),
                    ..LoopVariable::default()
                },
                symbol.map(Term::Old),
            ));
        }
        let is_plain = |this: &Self, id: ObjectId| {
            let info = &this.objects[usize::from(id)];
            !this.witnesses.contains(&id) && info.kind != crate::build::ObjectKind::Ghost
        };
        let mut cells: Vec<(ObjectId, u64, u64, bool)> = Vec::new();
        for ((id, at), size) in &changed.cells {
            if is_plain(self, *id) {
                cells.push((*id, *at, *size, true));
            }
        }
        for global in self.facts.effects().of(func).reads.iter() {
            let (id, data) = (self.global_object(global), &self.program.globals[global]);
            let scalar = self.program.types[data.ty].scalar();
            if let Some(scalar) = scalar.filter(|_| data.kind == GlobalKind::Variable)
                && !changed.cells.contains_key(&(id, 0))
            {
                cells.push((id, 0, scalar.size(self.model), false));
            }
        }
        let globals = self.globals;
        for (id, at, size, changes) in cells {
            let scalar = self.cell_scalars.get(&(id, at)).copied();
            let mut sides = [Value::Any; 2];
            for (side, state) in sides.iter_mut().zip([&call.entered, &body.entry]) {
                let value = self.object_in(&state.memory, id).read(self.terms, &globals, at, size);
                *side = match scalar {
                    Some(Scalar::Ptr) => self.as_scalar(value, Scalar::Ptr),
                    _ if size > 16 => Value::Any,
                    _ => Value::Number(encode::pointer::as_number(self.terms, value, 8 * size as u32)),
                };
            }
            let [back, next] = sides;
            let symbol = self.cell_symbol(id, at, size);
            let old = LoopVariable {
                symbol,
                scalar,
                back,
                next,
                changes: false,
                cell: Some((id, if changes { OLD + at } else { at })),
                ..LoopVariable::default()
            };
            found.push((old, symbol.map(if changes { Term::Old } else { Term::Variable })));
            if !changes {
                continue;
            }
            // Whether it is left as it is.
            let Some((at_head, end)) = call.cut.as_ref().map(|(cut, _)| &cut.at_head).zip(body.end.as_ref())
            else {
                continue;
            };
            let mut same = [TermId::TRUE; 2];
            for (same, (before, after)) in same.iter_mut().zip([(&call.entered, at_head), (&body.entry, end)])
            {
                let x = self.object_in(&before.memory, id).read(self.terms, &globals, at, size);
                let y = self.object_in(&after.memory, id).read(self.terms, &globals, at, size);
                *same = self.same_value(x, y).unwrap_or_else(|| self.terms.fresh("same", Sort::Bool));
            }
            let kept = kept_variable(self.terms, (id, KEPT + at), [TermId::TRUE; 2], same);
            found.push((LoopVariable { guards: None, ..kept }, None));
        }
        found
    }

    fn as_scalar(&mut self, value: Value, scalar: Scalar) -> Value {
        match scalar {
            Scalar::Ptr => {
                let (object, offset) = encode::pointer::as_pointer(self.terms, value, self.word);
                Value::Pointer { object, offset }
            }
            _ => {
                let width = scalar.width(self.model);
                Value::Number(encode::pointer::as_number(self.terms, value, width))
            }
        }
    }
}

/// The variables of a call in the order of those of another one; what it does not have is no value.
fn aligned(like: &[LoopVariable], variables: &[LoopVariable], fixed: usize) -> Vec<LoopVariable> {
    let (first, rest) = variables.split_at(fixed);
    let mut all: Vec<LoopVariable> = first.to_vec();
    for wanted in like.iter().skip(fixed) {
        let found = rest.iter().find(|v| v.cell == wanted.cell);
        all.push(match found {
            Some(variable) => variable.clone(),
            None => LoopVariable { back: Value::Any, next: Value::Any, head: Value::Any, ..wanted.clone() },
        });
    }
    for (variable, wanted) in all.iter_mut().zip(like) {
        variable.changes = wanted.changes;
        variable.head = wanted.head;
    }
    all
}
