//! Functions that call themselves and touch memory ([2LS-shape] §4.2).
//!
//! At the outermost call of such a function its body is in the formula once, for all calls that it leads to. It is cut at two
//! places, each a [`crate::CutLoop`] with an invariant. Where the function is entered, its body sees `select ? back : entry`, as the head
//! of a loop does: what it is called with first or by itself, in memory as well as in registers. Behind each call of it there are free
//! variables for the result and for what of memory a call changes; their invariant relates them to what the function was called
//! with, is shown where the body returns, and assumed of every call that returns. Both are shown together, by induction over the
//! number of calls that were begun and the height of those that ended.
//!
//! What is entered and changed is found as for loops, by running the body until nothing is added. Functions that call each other are
//! cut one inside the other: of each, the first call under way is the outermost. The variables of calls under way further out
//! than the one that is looked at are not part of a state. They come back as they were, since variables of such functions that
//! are in memory are not followed.
//!
//! What a call does to an object that cannot be reached from its parameters is known without looking at it: nothing. That is
//! part of the invariant as well ([`Builder::kept_variables`]).

use crate::build::{Builder, ObjectKey, Res, Step};
use crate::cuts::OpenCut;
use crate::exec::Returned;
use crate::loops::{Changed, LoopKey, MOST_ATTEMPTS};
use crate::paths::Paths;
use crate::state::{Frame, State};
use crate::{CheckKind, CutPlace, LoopVariable};
use base::Idx;
use encode::pointer::{ObjectId, Value, as_number, as_pointer};
use ir::{Arg, BlockId, Call, FuncId, FunctionBody, Scalar};
use smt::{Sort, TermId, Terms};
use std::rc::Rc;
use verdict::Property;

/// A function that calls itself and is under way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Recursion {
    func: FuncId,
    /// Of its body.
    context: u32,
    /// Functions under way outside.
    depth: usize,
    /// What a call of it changes.
    returned: LoopKey,
}

/// A call of such a function by itself.
#[derive(Clone, Debug)]
pub(crate) struct RecursiveCall {
    /// Which of the functions under way.
    of: usize,
    /// What the function is entered with.
    entered: State,
    /// Where it returns, if it may.
    cut: Option<(OpenCut, Changed)>,
}

/// Where the body of a function begins and where it returns.
pub(crate) struct Body {
    pub entry: State,
    pub end: Option<State>,
}

/// What a function is given: the paths there, and the objects that its parameters lead to.
#[derive(Clone, Debug)]
pub(crate) struct Given {
    paths: Rc<Paths>,
    params: Vec<TermId>,
}

/// Instead of a cell, at its offset and this: that it is what it was when the function was called.
pub(crate) const KEPT: u64 = 1 << 62;
/// The same of objects that no path leads to from the function's parameters.
pub(crate) const KEPT_APART: u64 = 1 << 63;
/// Instead of a cell: that the object is gone if a path leads to it from the function's parameters.
pub(crate) const GONE: u64 = 5 << 61;
/// Instead of a cell, at its offset and this: what it was when the function was called.
pub(crate) const OLD: u64 = 1 << 61;
/// Instead of a cell, at its offset and this: the cell, if the call made the object.
pub(crate) const MADE: u64 = 3 << 62;

impl Builder<'_> {
    /// The type of a register; behind all others, of what the function returns.
    pub(crate) fn register_scalar(&self, func: FuncId, i: usize) -> Option<Scalar> {
        let body = self.program.functions[func].body()?;
        match body.locals.get(ir::LocalId::new(i)) {
            Some(local) => local.scalar,
            None => self.result_scalar(func),
        }
    }

    /// Whether the calls of a function by itself can be told apart from its variables: those are registers.
    fn is_followed(&self, func: FuncId) -> bool {
        let calls = self.facts.calls();
        let plain = |func: FuncId| {
            let FunctionBody::Defined(body) = &self.program.functions[func].body else { return false };
            let is_scalar = match self.program.types[self.program.functions[func].ty].kind {
                ir::TypeKind::Function { ret, .. } => {
                    matches!(self.program.types[ret].kind, ir::TypeKind::Void)
                        || self.program.types[ret].scalar().is_some()
                }
                _ => false,
            };
            is_scalar && !body.variadic && body.locals.iter().all(|local| local.register)
        };
        self.options.unwind.step > 0
            && calls.is_recursive(func)
            && calls.members(calls.group(func)).all(plain)
    }

    /// A call of a function that calls itself, if it is followed and deep enough in itself.
    pub(crate) fn call_recursive(
        &mut self,
        block: BlockId,
        call: &Call,
        func: FuncId,
        state: &mut State,
    ) -> Res<Option<Returned>> {
        let under_way = self.recursions.iter().position(|recursion| recursion.func == func);
        let repeated = self.active.iter().filter(|f| **f == func).count() as u32;
        if under_way.is_none() && (repeated < self.options.unwind.peel || !self.is_followed(func)) {
            return Ok(None);
        }
        let mut arguments = Vec::with_capacity(call.args.len());
        for arg in &call.args {
            let Arg::Scalar(operand, _) = arg else { return Ok(None) };
            arguments.push(self.operand(state, *operand));
        }
        // It may not return, and then the program ends there or never.
        self.at_abort(state);
        if self.options.policy.asks(Property::ValidMemcleanup) {
            let held = self.held(state);
            let what = "whether the program ends in a function that calls itself is not known".to_owned();
            self.check(state, CheckKind::Undecided(Property::ValidMemcleanup, what), held);
        }
        let caller = state.top().func;
        let key: LoopKey = (self.context, func, block, CutPlace::Return);
        let of = match under_way {
            Some(of) => self.recursions[of],
            None => {
                let outside = self.enter(Step::Call(caller, block, func));
                let context = std::mem::replace(&mut self.context, outside);
                Recursion { func, context, depth: state.frames.len(), returned: key }
            }
        };
        let entered = self.entered(of, state, &arguments);
        let number = self.loops.len();
        self.loops.entry(key).or_insert_with(|| Changed { number, ..Changed::default() });
        let body = match under_way {
            Some(_) => None,
            None => {
                let outside = self.begin_rounds();
                let body = self.run_recursive(of, &entered);
                self.end_rounds(outside);
                Some(body?)
            }
        };
        let known = self.loops[&of.returned].clone();
        if !known.returns {
            // As far as is known now. What such a call gives would be taken for something that is given.
            state.guard = TermId::FALSE;
            if let Some(of) = under_way {
                self.recursive_calls.push(RecursiveCall { of, entered, cut: None });
            }
            return Ok(Some(self.nothing_known(func)));
        }
        let mut changed = Changed { number: self.loops[&key].number, ..known };
        let (cut, result) = self.continue_behind(key, &entered, &mut changed, state);
        match (under_way, body) {
            (None, Some(body)) => self.close_call(&entered, &cut, &changed, &body),
            (Some(of), _) => {
                self.recursive_calls.push(RecursiveCall { of, entered, cut: Some((cut, changed)) });
            }
            (None, None) => {}
        }
        Ok(Some(result))
    }

    /// What holds behind a call whose body is looked at by itself: the state goes on with anything that its invariant allows. The key says
    /// which call it is.
    pub(crate) fn continue_behind(
        &mut self,
        key: LoopKey,
        entered: &State,
        changed: &mut Changed,
        state: &mut State,
    ) -> (OpenCut, Returned) {
        let mut before = entered.clone();
        before.top_mut().registers.push(Value::Any);
        let comes_back = self.terms.fresh("returns", Sort::Bool);
        before.guard = self.terms.and(state.guard, comes_back);
        let given = self.given(entered);
        self.given.insert(key, given);
        let cut = self.open_cut(key, &before, changed, TermId::TRUE);
        let behind = &cut.at_head;
        let result = match (self.result_scalar(key.1), behind.top().registers.last()) {
            (Some(scalar), Some(value)) => Returned::Scalar(*value, scalar),
            _ => Returned::Nothing,
        };
        state.guard = behind.guard;
        state.memory = Rc::clone(&behind.memory);
        state.nodes = Rc::clone(&behind.nodes);
        state.arrays = Rc::clone(&behind.arrays);
        state.paths = Rc::clone(&behind.paths);
        (cut, result)
    }

    pub(crate) fn nothing_known(&self, func: FuncId) -> Returned {
        self.result_scalar(func).map_or(Returned::Nothing, |scalar| Returned::Scalar(Value::Any, scalar))
    }

    fn close_call(&mut self, entered: &State, cut: &OpenCut, changed: &Changed, body: &Body) {
        self.close_cut(cut, body.end.as_ref(), changed);
        let kept = self.kept_variables(entered, cut, changed, body);
        self.out.loops[cut.index].variables.extend(kept);
    }

    pub(crate) fn given(&self, entered: &State) -> Given {
        let mut params = Vec::new();
        for value in &entered.top().registers {
            if let Value::Pointer { object, .. } = *value {
                params.push(object);
            }
        }
        Given { paths: Rc::clone(&entered.paths), params }
    }

    /// That a path leads to an object from what a function is given.
    fn is_given(&mut self, given: &Given, object: TermId) -> TermId {
        let mut ways = Vec::new();
        for &param in &given.params {
            for link in self.options.links.clone() {
                ways.push(self.path(&given.paths, link, param, object));
            }
        }
        self.terms.or_all(ways)
    }

    /// That two values are the same, if that can be said.
    pub(crate) fn same_value(&mut self, a: Value, b: Value) -> Option<TermId> {
        match (a, b) {
            (Value::Any, _) | (_, Value::Any) => None,
            (Value::Number(a), Value::Number(b)) => {
                (self.terms.width(a) == self.terms.width(b)).then(|| self.terms.eq(a, b))
            }
            (a, b) => {
                let ((o, f), (p, g)) =
                    (as_pointer(self.terms, a, self.word), as_pointer(self.terms, b, self.word));
                let same = self.same_object(&Paths::new(), o, p);
                let offsets = self.terms.eq(f, g);
                Some(self.terms.and(same, offsets))
            }
        }
    }

    /// What a call leaves as it is: that the witness is there, and what it holds, whatever the function is given or if that does not lead to
    /// the witness; and that nothing is there any more that it leads to.
    pub(crate) fn kept_variables(
        &mut self,
        entered: &State,
        cut: &OpenCut,
        changed: &Changed,
        body: &Body,
    ) -> Vec<LoopVariable> {
        let mut variables = Vec::new();
        let Some(end) = &body.end else { return variables };
        let sides = [(entered, &cut.at_head), (&body.entry, end)];
        let globals = self.globals;
        for witness in self.witnesses.clone() {
            let term = self.terms.bv_const(encode::pointer::OBJECT_BITS, u128::from(witness));
            let cells: Vec<(u64, u64)> = changed
                .cells
                .range((witness, 0)..=(witness, u64::MAX))
                .map(|((_, at), size)| (*at, *size))
                .collect();
            if cells.is_empty() && !changed.live.contains(&witness) {
                continue;
            }
            let mut guards = [TermId::FALSE; 2];
            let mut given = [TermId::FALSE; 2];
            let mut said: Vec<(u64, [Option<TermId>; 2])> = vec![(0, [None; 2])];
            said.extend(cells.iter().map(|(at, _)| (1 + *at, [None; 2])));
            for (i, (before, after)) in sides.iter().enumerate() {
                let (old, new) =
                    (self.object_in(&before.memory, witness), self.object_in(&after.memory, witness));
                guards[i] = old.live;
                let from = self.given(before);
                given[i] = self.is_given(&from, term);
                said[0].1[i] = Some(new.live);
                for (n, &(at, size)) in cells.iter().enumerate() {
                    let x = old.read(self.terms, &globals, at, size);
                    let y = new.read(self.terms, &globals, at, size);
                    said[1 + n].1[i] = self.same_value(x, y);
                }
            }
            if self.makes(changed, witness) {
                variables.extend(self.made_cells(cut.index, witness, guards));
            }
            if self.follows_paths() && changed.live.contains(&witness) {
                let gone = [0, 1].map(|i| {
                    let there = said[0].1[i].unwrap_or(TermId::TRUE);
                    let stays = self.terms.and(given[i], there);
                    self.terms.not(stays)
                });
                variables.push(kept_variable(self.terms, (witness, GONE), guards, gone));
            }
            for (at, said) in said {
                let [Some(back), Some(next)] = said else { continue };
                variables.push(kept_variable(self.terms, (witness, KEPT + at), guards, [back, next]));
                if self.follows_paths() {
                    let apart = [self.terms.or(given[0], back), self.terms.or(given[1], next)];
                    variables.push(kept_variable(self.terms, (witness, KEPT_APART + at), guards, apart));
                }
            }
        }
        variables
    }

    fn makes(&self, changed: &Changed, witness: ObjectId) -> bool {
        let ghost = self.object_ids.get(&ObjectKey::Ghost(witness));
        ghost.is_some_and(|ghost| changed.cells.contains_key(&(*ghost, 0)))
    }

    /// The cells of a witness that was not there when the function was called: those of older objects may be in the middle of a change.
    fn made_cells(&mut self, index: usize, witness: ObjectId, existed: [TermId; 2]) -> Vec<LoopVariable> {
        let is_cell =
            |variable: &&LoopVariable| variable.changes && variable.cell.is_some_and(|(id, _)| id == witness);
        let mut made: Vec<LoopVariable> =
            self.out.loops[index].variables.iter().filter(is_cell).cloned().collect();
        for variable in &mut made {
            variable.cell = variable.cell.map(|(id, at)| (id, MADE + at));
            variable.guards = variable.guards.map(|(back, next)| {
                let [new, now_new] = existed.map(|t| self.terms.not(t));
                (self.terms.and(back, new), self.terms.and(next, now_new))
            });
        }
        made
    }

    /// The same of another object of the witness' site, of which `before` was known at the call and `after` is behind it.
    pub(crate) fn kept_cells(
        &mut self,
        key: LoopKey,
        through: TermId,
        at: u64,
        (before, after): (Value, Value),
    ) -> Vec<(u64, Value)> {
        let Some(given) = self.given.get(&key).cloned() else { return Vec::new() };
        let Some(same) = self.same_value(before, after) else { return Vec::new() };
        let mut cells = vec![(KEPT + 1 + at, same)];
        if self.follows_paths() {
            let leads = self.is_given(&given, through);
            cells.push((KEPT_APART + 1 + at, self.terms.or(leads, same)));
        }
        cells.into_iter().map(|(at, t)| (at, Value::Number(self.terms.bool_to_bv(t, 1)))).collect()
    }

    /// What a function is entered with: its parameters, and no variables of calls of it that are under way.
    fn entered(&mut self, of: Recursion, state: &State, arguments: &[Value]) -> State {
        let mut entered = state.clone();
        entered.frames.truncate(of.depth);
        let Some(body) = self.program.functions[of.func].body() else { return entered };
        let mut frame =
            Frame { func: of.func, context: of.context, registers: vec![Value::Any; body.locals.len()] };
        for (param, &value) in body.params().zip(arguments) {
            frame.registers[param.index()] = value;
        }
        entered.frames.push(Rc::new(frame));
        self.join(vec![entered.clone()], Some(BlockId::new(0))).unwrap_or(entered)
    }

    /// The body of a function that calls itself: the state in which it returns.
    fn run_recursive(&mut self, of: Recursion, entered: &State) -> Res<Body> {
        let outside = self.context;
        let key: LoopKey = (of.context, of.func, BlockId::new(0), CutPlace::Entry);
        let number = self.loops.len();
        let Some(facts) = self.facts.function(of.func) else {
            return Ok(Body { entry: entered.clone(), end: None });
        };
        let is_read = |param: &ir::LocalId| facts.liveness().is_live_in(BlockId::new(0), *param);
        let params: Vec<usize> = facts.body().params().filter(is_read).map(Idx::index).collect();
        self.loops.entry(key).or_insert_with(|| Changed {
            number,
            registers: params.iter().copied().collect(),
            ..Changed::default()
        });
        for _ in 0..MOST_ATTEMPTS {
            let mark = self.mark();
            let first = self.recursive_calls.len();
            let mut changed = self.loops[&key].clone();
            let select = self.terms.var(&format!("select{}", changed.number), Sort::Bool);
            let cut = self.open_cut(key, entered, &mut changed, select);
            self.recursions.push(of);
            self.active.push(of.func);
            self.owned.push(Vec::new());
            self.depth += 1;
            self.cut_depth += 1;
            self.context = of.context;
            let ends = self.run_region(None, BlockId::new(0), cut.at_head.clone())?;
            self.context = outside;
            self.cut_depth -= 1;
            self.depth -= 1;
            self.owned.pop();
            self.active.pop();
            self.recursions.pop();
            let end = self.end_of(of, ends.returns, &cut.at_head);
            let next = self.next_call(first);
            let mut grown = false;
            let mut changed = self.loops[&key].clone();
            if let Some(next) = &next {
                grown |= self.grow(&cut.at_head, next, &mut changed);
                grown |= self.note_registers(&params, next, &mut changed);
                self.loops.insert(key, changed.clone());
            }
            if let Some(end) = &end {
                let mut returned = self.loops[&of.returned].clone();
                let mut begin = cut.at_head.clone();
                begin.top_mut().registers.push(Value::Any);
                let result = begin.top().registers.len() - 1;
                grown |= !std::mem::replace(&mut returned.returns, true);
                grown |= self.grow(&begin, end, &mut returned);
                if self.result_scalar(of.func).is_some() {
                    grown |= returned.registers.insert(result);
                    grown |= self.note_registers(&[result], end, &mut returned);
                }
                self.loops.insert(of.returned, returned);
            }
            if grown {
                self.undo(&mark);
                continue;
            }
            // Functions further out may be called here as well.
            let index = self.recursions.len();
            let made = self.recursive_calls.split_off(first);
            let (own, others): (Vec<_>, Vec<_>) = made.into_iter().partition(|call| call.of == index);
            self.recursive_calls.extend(others);
            let body = Body { entry: cut.at_head.clone(), end };
            for call in own {
                if let Some((cut, changed)) = &call.cut {
                    self.close_call(&call.entered, cut, changed, &body);
                }
            }
            self.close_cut(&cut, next.as_ref(), &changed);
            return Ok(body);
        }
        let mut state = entered.clone();
        self.unsupported(&mut state, "a function that calls itself and changes too much");
        Ok(Body { entry: entered.clone(), end: None })
    }

    /// Registers that hold pointers hold them also where it is not known which.
    pub(crate) fn note_registers(
        &mut self,
        registers: &[usize],
        state: &State,
        changed: &mut Changed,
    ) -> bool {
        let mut grown = false;
        for &i in registers {
            let value = state.top().registers[i];
            if self.register_scalar(state.top().func, i) == Some(Scalar::Ptr) {
                grown |= self.note_value(changed, crate::loops::Slot::Register(i), value, true);
            }
        }
        grown
    }

    /// Where the body returns: what it was called with, and what it returns.
    fn end_of(&mut self, of: Recursion, returns: Vec<(State, Returned)>, entry: &State) -> Option<State> {
        let mut ends = Vec::with_capacity(returns.len());
        for (mut state, returned) in returns {
            let mut frame = Frame::clone(entry.top());
            let result = self.returned_value(of.func, &returned);
            frame.registers.push(result);
            state.frames.pop();
            state.frames.push(Rc::new(frame));
            ends.push(state);
        }
        self.join(ends, None)
    }

    /// What a function returns, in the type of its result.
    pub(crate) fn returned_value(&mut self, func: FuncId, returned: &Returned) -> Value {
        match (returned, self.result_scalar(func)) {
            (Returned::Scalar(value, from), Some(to)) if *from == to || to == Scalar::Ptr => *value,
            (Returned::Scalar(value, from), Some(to)) => {
                let number = as_number(self.terms, *value, from.width(self.model));
                Value::Number(self.terms.resize(number, to.width(self.model), from.is_signed()))
            }
            _ => Value::Any,
        }
    }

    /// What the function is called with by itself, in any of the calls since the first one. They may follow each other in one run: a free
    /// choice says which of them is looked at.
    fn next_call(&mut self, first: usize) -> Option<State> {
        let of = self.recursions.len();
        let mut entered: Vec<State> = self.recursive_calls[first..]
            .iter()
            .filter(|call| call.of == of)
            .map(|call| call.entered.clone())
            .collect();
        let count = entered.len();
        let mut left = TermId::TRUE;
        for (i, state) in entered.iter_mut().enumerate() {
            let picked = match i + 1 == count {
                true => left,
                false => {
                    let pick = self.terms.fresh("call", Sort::Bool);
                    let picked = self.terms.and(left, pick);
                    let not = self.terms.not(pick);
                    left = self.terms.and(left, not);
                    picked
                }
            };
            state.guard = self.terms.and(state.guard, picked);
        }
        self.join(entered, Some(BlockId::new(0)))
    }
}

pub(crate) fn kept_variable(
    terms: &mut Terms,
    cell: (ObjectId, u64),
    guards: [TermId; 2],
    holds: [TermId; 2],
) -> LoopVariable {
    let [back, next] = holds.map(|t| Value::Number(terms.bool_to_bv(t, 1)));
    LoopVariable {
        back,
        next,
        head: back,
        cell: Some(cell),
        ghost: true,
        guards: Some((guards[0], guards[1])),
        ..LoopVariable::default()
    }
}
