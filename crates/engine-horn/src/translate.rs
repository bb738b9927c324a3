//! The program as Horn clauses, or as bounded runs.
//!
//! A predicate stands at every loop head and describes all states there. Between predicates, ways are followed and joined again where
//! they have made the same reads; where they have not, they stay apart, up to a bound, beyond which the place gets a predicate, too.
//! Functions are followed into.

use crate::classes::{Classes, Member};
use crate::functions::Functions;
use crate::normal::Build;
use crate::state::{Exact, Fixed, Frame, Input, OBJECT_BITS, State, Tracked, Value};
use base::{FxHashMap, FxHashSet, Idx, Span};
use engine::Task;
use facts::Facts;
use horn::{Atom, PredId, System};
use ir::{
    BlockId, Callee, DataModel, FuncId, FunctionBody, LocalId, Program, Scalar, StatementKind, TerminatorKind,
};
use semantics::{Consequence, Policy, initial};
use smt::{Limits, Solver, Sort, TermId, Terms};
use std::collections::{BTreeMap, BTreeSet};
use verdict::{Assumption, FindingKind, Property};

/// Ways to one place that are kept apart.
const MOST_WAYS: usize = 6;
const MOST_CONTEXTS: usize = 1_500;
const DEEPEST: usize = 40;
const MOST_CLAUSES: usize = 3_000;
const MOST_TERMS: usize = 3_000_000;

/// Why something must not be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Label {
    Finding(FindingKind),
    Unsupported(String),
}

/// A place that must not be reached, of a clause without a head.
#[derive(Clone, Debug)]
pub(crate) struct Query {
    pub clause: usize,
    pub label: Label,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum Stop {
    TooLarge(&'static str, Span),
    Cancelled,
    NoMain,
}

pub(crate) type Res<T> = Result<T, Stop>;

/// What a way that ends a call gives.
#[derive(Clone, Debug)]
pub(crate) enum Returned {
    Nothing,
    Scalar(Value, Scalar),
    Block(crate::blocks::Block),
}

/// How heap accesses are expressed.
#[derive(Debug)]
pub(crate) enum Mode {
    Clauses,
    Runs(Runs),
    /// A program with heaps, to be encoded.
    Program(Box<Build>),
}

/// Bounded runs: every object is known.
#[derive(Debug)]
pub(crate) struct Runs {
    pub solver: Box<dyn Solver>,
    pub limits: Limits,
    pub found: Vec<engine::Candidate>,
    pub queue: std::collections::VecDeque<State>,
    /// Conditions that cannot hold: those of ways that were left, and of what must not be.
    pub excluded: Vec<TermId>,
    /// Nothing was left out so far.
    pub is_complete: bool,
}

pub(crate) struct Translator<'a> {
    pub task: &'a Task,
    pub facts: &'a Facts<'static>,
    pub program: &'a Program,
    pub terms: &'a mut Terms,
    pub model: DataModel,
    pub word: u32,
    pub policy: Policy,
    pub classes: Classes,
    pub mode: Mode,
    pub system: System,
    pub queries: Vec<Query>,
    pub assumptions: BTreeSet<Assumption>,
    pub span: Span,
    /// The number of the statement that is executed.
    pub index: usize,
    /// Objects of fixed classes, by class.
    fixed: Vec<Vec<(u32, Member)>>,
    contexts: FxHashMap<(u32, BlockId, FuncId), u32>,
    predicates: FxHashMap<(u32, BlockId), PredId>,
    pub reads: FxHashMap<(u32, BlockId, usize, usize), PredId>,
    pub functions: Functions,
    regions: Vec<State>,
    pending: BTreeMap<Vec<u32>, Vec<State>>,
    poll: &'a dyn Fn() -> bool,
    /// Beyond so many terms the memory budget is used up.
    pub most_terms: usize,
    pub steps: u64,
}

impl<'a> Translator<'a> {
    pub(crate) fn new(
        task: &'a Task,
        terms: &'a mut Terms,
        mode: Mode,
        poll: &'a dyn Fn() -> bool,
    ) -> Res<Translator<'a>> {
        let facts: &Facts<'static> = &task.facts;
        let program = facts.program();
        let Some(main) = program.entry else { return Err(Stop::NoMain) };
        let (functions, repeated) = functions(facts, main);
        let once = |func: FuncId, block: BlockId| {
            !repeated.contains(&func)
                && facts.function(func).is_some_and(|f| f.loops().innermost(block).is_none())
        };
        let classes = Classes::new(facts, &functions, &once);
        let mut translator = Translator {
            task,
            facts,
            program,
            terms,
            model: program.model,
            word: program.model.pointer_size() as u32 * 8,
            policy: Policy::check(task.properties),
            classes,
            mode,
            system: System::new(),
            queries: Vec::new(),
            assumptions: BTreeSet::new(),
            span: Span::NONE,
            index: 0,
            fixed: Vec::new(),
            contexts: FxHashMap::default(),
            predicates: FxHashMap::default(),
            reads: FxHashMap::default(),
            functions: Functions::default(),
            regions: Vec::new(),
            pending: BTreeMap::new(),
            poll,
            most_terms: MOST_TERMS,
            steps: 0,
        };
        translator.fixed = translator.classes.list.iter().map(|_| Vec::new()).collect();
        for global in program.globals.ids() {
            translator.add_fixed(0, Member::Global(global));
        }
        translator.enumerate(0, main, &mut vec![main])?;
        if matches!(translator.mode, Mode::Program(_)) {
            // Those that call themselves have bodies of their own.
            for func in functions.into_iter().filter(|func| facts.calls().is_recursive(*func)) {
                let first = translator.contexts.len() as u32 + 1;
                translator.contexts.insert((u32::MAX, BlockId::new(0), func), first);
                translator.enumerate(first, func, &mut vec![func])?;
                let range = first..translator.contexts.len() as u32 + 1;
                translator.functions.contexts.insert(func, range);
            }
        }
        Ok(translator)
    }

    fn add_fixed(&mut self, context: u32, member: Member) {
        if let Some(class) = self.classes.of(member)
            && self.classes.list[class].fixed
        {
            self.fixed[class].push((context, member));
        }
    }

    /// Numbers all calls and the objects that are made once in them.
    fn enumerate(&mut self, context: u32, func: FuncId, active: &mut Vec<FuncId>) -> Res<()> {
        if self.contexts.len() > MOST_CONTEXTS {
            return Err(Stop::TooLarge(
                "there are too many calls to follow",
                self.program.functions[func].span,
            ));
        }
        let Some(function) = self.facts.function(func) else { return Ok(()) };
        for (local, data) in function.body().locals.iter_enumerated() {
            if !data.register {
                self.add_fixed(context, Member::Local(func, local));
            }
        }
        for (block, data) in function.body().blocks.iter_enumerated() {
            if !function.cfg().is_reachable(block) {
                continue;
            }
            for (index, statement) in data.statements.iter().enumerate() {
                if let StatementKind::StackAlloc { .. } = statement.kind {
                    self.add_fixed(context, Member::Stack(func, block, index as u32));
                }
            }
            let TerminatorKind::Call(call) = &data.terminator.kind else { continue };
            for callee in self.callees(func, block, call.callee) {
                match &self.program.functions[callee].body {
                    FunctionBody::Defined(_) => {
                        if active.contains(&callee) || active.len() >= DEEPEST {
                            continue;
                        }
                        let next = self.contexts.len() as u32 + 1;
                        self.contexts.insert((context, block, callee), next);
                        active.push(callee);
                        self.enumerate(next, callee, active)?;
                        active.pop();
                    }
                    FunctionBody::Intrinsic(_) => self.add_fixed(context, Member::Heap(func, block)),
                    FunctionBody::External => {}
                }
            }
        }
        Ok(())
    }

    pub(crate) fn callees(&self, func: FuncId, block: BlockId, callee: Callee) -> Vec<FuncId> {
        match callee {
            Callee::Direct(callee) => vec![callee],
            Callee::Indirect(_) => self.facts.points_to().callees(func, block).unwrap_or_default(),
        }
    }

    /// The number of a call; `None` if it is a recursive one.
    pub(crate) fn context(&self, context: u32, block: BlockId, callee: FuncId) -> Option<u32> {
        self.contexts.get(&(context, block, callee)).copied()
    }

    /// The number of an object of a fixed class.
    pub(crate) fn fixed_object(&self, class: usize, context: u32, member: Member) -> Option<usize> {
        let context = if matches!(member, Member::Global(_)) { 0 } else { context };
        self.fixed[class].iter().position(|key| *key == (context, member))
    }

    pub(crate) fn tick(&mut self) -> Res<()> {
        self.steps += 1;
        if self.steps.is_multiple_of(16) && (self.poll)() {
            return Err(Stop::Cancelled);
        }
        if self.terms.len() > self.most_terms {
            return Err(Stop::TooLarge("the formulas are too large", self.span));
        }
        Ok(())
    }

    pub(crate) fn fresh(&mut self, sort: Sort) -> TermId {
        self.terms.fresh("v", sort)
    }

    pub(crate) fn object_number(&mut self, number: u64) -> TermId {
        self.terms.bv_const(OBJECT_BITS, u128::from(number))
    }

    /// The number that stands for a function.
    pub(crate) fn function_number(&mut self, func: FuncId) -> TermId {
        self.terms.bv_const(OBJECT_BITS, (1 << (OBJECT_BITS - 1)) + func.index() as u128)
    }

    pub(crate) fn null(&mut self) -> Value {
        let object = self.object_number(0);
        Value::Pointer(object, self.terms.bv_const(self.word, 0))
    }

    /// Any value of a type.
    pub(crate) fn any(&mut self, scalar: Scalar) -> Value {
        match scalar {
            Scalar::Ptr => {
                let object = self.fresh(Sort::Bv(OBJECT_BITS));
                Value::Pointer(object, self.fresh(Sort::Bv(self.word)))
            }
            _ => Value::Bits(self.fresh(Sort::Bv(scalar.width(self.model)))),
        }
    }

    /// Any content of a cell.
    pub(crate) fn any_cell(&mut self, class: usize, cell: usize) -> Value {
        let cell = self.classes.list[class].cells[cell];
        match cell.pointer {
            true => self.any(Scalar::Ptr),
            false => Value::Bits(self.fresh(Sort::Bv(cell.bytes as u32 * 8))),
        }
    }

    pub(crate) fn zero_cell(&mut self, class: usize, cell: usize) -> Value {
        let cell = self.classes.list[class].cells[cell];
        match cell.pointer {
            true => self.null(),
            false => Value::Bits(self.terms.bv_const(cell.bytes as u32 * 8, 0)),
        }
    }

    /// One more condition on the way.
    pub(crate) fn assume(&mut self, state: &mut State, condition: TermId) {
        let before = std::mem::replace(&mut state.constraint, TermId::FALSE);
        let after = self.terms.and(before, condition);
        if after == TermId::FALSE && before != TermId::FALSE {
            // Nothing follows; what the way had to show stays to be shown.
            self.keep_obligations(state);
        }
        state.constraint = after;
    }

    /// Something that must not happen; behind it, it does not.
    pub(crate) fn require(&mut self, state: &mut State, label: Label, fails: TermId) -> Res<()> {
        match self.mode {
            Mode::Program(_) if self.is_asked(&label) => self.assertion(state, label, fails),
            _ => self.check(state, label, fails)?,
        }
        let holds = self.terms.not(fails);
        self.assume(state, holds);
        Ok(())
    }

    fn consequence(&self, kind: FindingKind) -> Consequence {
        match self.task.options.is_ignored(kind, self.span) {
            true => self.policy.unasked(kind),
            false => self.policy.consequence(kind),
        }
    }

    /// Whether it has to be shown that this does not happen.
    fn is_asked(&self, label: &Label) -> bool {
        match label {
            Label::Finding(kind) => {
                matches!(self.consequence(*kind), Consequence::Finding | Consequence::Undefined)
            }
            Label::Unsupported(_) => true,
        }
    }

    pub(crate) fn asks_for_blocks(&self) -> bool {
        self.policy.asks(Property::ValidMemtrack) || self.policy.asks(Property::ValidMemcleanup)
    }

    pub(crate) fn check(&mut self, state: &State, label: Label, fails: TermId) -> Res<()> {
        if let Label::Finding(kind) = label {
            match self.consequence(kind) {
                Consequence::Finding | Consequence::Undefined => {}
                // The program stops, and its blocks with it.
                Consequence::Ends => {
                    let mut ended = state.clone();
                    self.assume(&mut ended, fails);
                    return self.at_exit(&ended);
                }
                Consequence::Nothing | Consequence::Input => {
                    self.keep_obligations(state);
                    return Ok(());
                }
            }
        }
        let constraint = self.terms.and(state.constraint, fails);
        if constraint == TermId::FALSE {
            return Ok(());
        }
        match &mut self.mode {
            Mode::Clauses => {
                let clause = self.clause(None, state.atoms.clone(), constraint)?;
                self.queries.push(Query { clause, label, span: self.span });
            }
            Mode::Runs(_) => self.found(state, label, constraint),
            Mode::Program(_) => self.failing_way(state, label, fails),
        }
        Ok(())
    }

    pub(crate) fn clause(&mut self, head: Option<Atom>, body: Vec<Atom>, constraint: TermId) -> Res<usize> {
        if self.system.clauses.len() >= MOST_CLAUSES {
            return Err(Stop::TooLarge("there are too many clauses", self.span));
        }
        self.system.clause(head, body, constraint);
        Ok(self.system.clauses.len() - 1)
    }

    pub(crate) fn unsupported(&mut self, state: &mut State, what: impl Into<String>) -> Res<()> {
        self.require(state, Label::Unsupported(what.into()), TermId::TRUE)
    }

    pub(crate) fn input(&mut self, state: &mut State, width: u32, signed: bool) -> TermId {
        let value = self.fresh(Sort::Bv(width));
        state.inputs.push(Input { guard: state.constraint, value, signed, uninitialised: false });
        value
    }

    /// Translates the whole program.
    pub(crate) fn run(&mut self) -> Res<()> {
        let Some(main) = self.program.entry else { return Err(Stop::NoMain) };
        if matches!(self.mode, Mode::Program(_)) {
            self.begin_program();
        }
        let state = self.initial(main)?;
        match self.mode {
            Mode::Clauses | Mode::Program(_) => {
                self.region(state)?;
                while let Some(state) = self.regions.pop() {
                    self.region(state)?;
                }
            }
            Mode::Runs(_) => self.bounded_runs(state)?,
        }
        Ok(())
    }

    /// A state without frames, before anything is initialised.
    pub(crate) fn blank(&mut self) -> State {
        let exact = matches!(self.mode, Mode::Runs(_));
        let classes = self.classes.list.len();
        let counted = matches!(self.mode, Mode::Program(_)) && self.asks_for_blocks();
        let none = self.object_number(0);
        let mut state = State {
            frames: Vec::new(),
            fixed: vec![Vec::new(); classes],
            tracked: vec![None; classes],
            exact: if exact { vec![Vec::new(); classes] } else { Vec::new() },
            constraint: TermId::TRUE,
            atoms: Vec::new(),
            inputs: Vec::new(),
            cache: Vec::new(),
            location: 0,
            function: None,
            ops: Vec::new(),
            seen: Vec::new(),
            counts: if counted { vec![none; classes] } else { Vec::new() },
        };
        for class in 0..classes {
            let cells = self.classes.list[class].cells.len();
            if self.classes.list[class].fixed {
                for (_, member) in self.fixed[class].clone() {
                    let values = (0..cells).map(|cell| self.any_cell(class, cell)).collect();
                    let live = TermId::from_bool(matches!(member, Member::Global(_)));
                    let size = self.terms.bv_const(self.word, u128::from(self.member_size(member)));
                    let heap = matches!(member, Member::Heap(..));
                    state.fixed[class].push(Fixed { live, heap, size, cells: values });
                }
            } else if matches!(self.mode, Mode::Clauses) {
                let object = self.fresh(Sort::Bv(OBJECT_BITS));
                let element = self.classes.list[class].stride.map(|_| self.fresh(Sort::Bv(self.word)));
                let zero = self.terms.bv_const(self.word, 0);
                let count = self.object_number(0);
                let values = (0..cells).map(|cell| self.zero_cell(class, cell)).collect();
                let (live, heap) = (TermId::FALSE, TermId::FALSE);
                state.tracked[class] =
                    Some(Tracked { object, element, live, heap, size: zero, count, cells: values });
            }
        }
        state
    }

    fn initial(&mut self, main: FuncId) -> Res<State> {
        let mut state = self.blank();
        for global in self.program.globals.ids() {
            self.initial_global(&mut state, global)?;
        }
        self.push_frame(&mut state, main, 0)?;
        let Some(body) = self.program.functions[main].body() else { return Err(Stop::NoMain) };
        let params: Vec<LocalId> = body.params().collect();
        for param in params {
            let Some(scalar) = body.locals[param].scalar else { continue };
            let mut value = self.any(scalar);
            if let (Value::Bits(count), initial::MainParameter::Count(low, high)) =
                (value, initial::main_parameter(param.index()))
            {
                // An input whose range is known.
                let width = self.terms.width(count);
                let (low, high) = (
                    self.terms.bv_const(width, u128::from(low)),
                    self.terms.bv_const(width, u128::from(high)),
                );
                let inside = (self.terms.ule(low, count), self.terms.ule(count, high));
                let inside = self.terms.and(inside.0, inside.1);
                self.assume(&mut state, inside);
            } else if scalar == Scalar::Ptr {
                // Accesses through it are to memory that is not the program's.
                let outside = self.terms.bv_const(OBJECT_BITS, u128::from(u64::MAX));
                value = Value::Pointer(outside, self.terms.bv_const(self.word, 0));
            }
            self.set_local(&mut state, param, value)?;
        }
        Ok(state)
    }

    fn member_size(&self, member: Member) -> u64 {
        match member {
            Member::Global(id) => self.program.globals[id].size,
            Member::Local(func, local) => {
                let body = self.program.functions[func].body();
                body.map_or(0, |body| self.program.types[body.locals[local].ty].size)
            }
            Member::Heap(..) | Member::Stack(..) => 0,
        }
    }

    /// Enters a function: its variables come into being.
    pub(crate) fn push_frame(&mut self, state: &mut State, func: FuncId, context: u32) -> Res<()> {
        let facts = self.facts;
        let Some(function) = facts.function(func) else { return Ok(()) };
        let mut objects = Vec::new();
        for (local, data) in function.body().locals.iter_enumerated() {
            if !data.register
                && let Some(class) = self.classes.of(Member::Local(func, local))
                && !self.classes.list[class].fixed
            {
                objects.push((local, self.object_number(0)));
            }
        }
        for (register, member) in self.stack_blocks(func) {
            let followed = self.classes.of(member).is_some_and(|class| !self.classes.list[class].fixed);
            if followed && !objects.iter().any(|(known, _)| *known == register) {
                objects.push((register, self.object_number(0)));
            }
        }
        let registers = vec![Value::Any; function.body().locals.len()];
        state.frames.push(Frame { func, context, block: BlockId::new(0), registers, objects });
        for &local in function.locals_from_entry() {
            self.storage_live(state, local)?;
        }
        Ok(())
    }

    /// Control comes to a block of the top frame.
    pub(crate) fn arrive(&mut self, mut state: State, target: BlockId) -> Res<()> {
        if state.constraint == TermId::FALSE {
            return Ok(());
        }
        let facts = self.facts;
        let from = state.frame().block;
        state.top().block = target;
        if let Mode::Runs(runs) = &mut self.mode {
            runs.queue.push_back(state);
            return Ok(());
        }
        let Some(function) = facts.function(state.frame().func) else { return Ok(()) };
        let cfg = function.cfg();
        let back = cfg.position(target) <= cfg.position(from) && target != BlockId::new(0);
        if function.is_loop_head(target) || back {
            return self.cut(state);
        }
        let rank = self.rank(&state);
        self.pending.entry(rank).or_default().push(state);
        Ok(())
    }

    /// The order in which the places of a region are looked at: predecessors first.
    fn rank(&self, state: &State) -> Vec<u32> {
        let position = |frame: &Frame| {
            let function = self.facts.function(frame.func);
            function.and_then(|f| f.cfg().position(frame.block)).map_or(u32::MAX, |p| p as u32)
        };
        state.frames.iter().map(position).collect()
    }

    /// Follows all ways from a predicate, or from the program's start, to the next predicates.
    fn region(&mut self, start: State) -> Res<()> {
        self.block(start)?;
        while let Some((_, states)) = self.pending.pop_first() {
            let mut ways: Vec<State> = Vec::new();
            for state in states {
                let mut state = Some(state);
                for way in &mut ways {
                    if let Some(new) = &state
                        && let Some(merged) = way.merge(new, self.terms)
                    {
                        *way = merged;
                        state = None;
                        break;
                    }
                }
                ways.extend(state);
            }
            // A predicate that was made for this place before is used again.
            let known = ways.first().is_some_and(|way| {
                let key = (way.frame().context, way.frame().block);
                match &self.mode {
                    Mode::Program(build) => build.has_location(key),
                    _ => self.predicates.contains_key(&key),
                }
            });
            let cut = known || ways.len() > MOST_WAYS;
            for way in ways {
                match cut {
                    true => self.cut(way)?,
                    false => self.block(way)?,
                }
            }
        }
        Ok(())
    }

    /// Forgets what is not read any more at the block, or before one of its statements.
    pub(crate) fn forget_dead(&mut self, state: &mut State, before: Option<usize>) {
        let facts = self.facts;
        let depth = state.frames.len();
        for index in 0..depth {
            let (func, block) = (state.frames[index].func, state.frames[index].block);
            let Some(function) = facts.function(func) else { continue };
            let liveness = function.liveness();
            let inside = before.filter(|_| index + 1 == depth).map(|before| {
                let mut cursor = liveness.cursor(function.body(), function.cfg());
                cursor.seek_before(block, before);
                cursor
            });
            let (at, result) = match index + 1 == depth {
                true => (Some(block), None),
                false => match &function.body().blocks[block].terminator.kind {
                    TerminatorKind::Call(call) => (call.next, call.dst),
                    _ => (None, None),
                },
            };
            for (local, data) in function.body().locals.iter_enumerated() {
                let value = &mut state.frames[index].registers[local.index()];
                let live = data.register
                    && Some(local) != result
                    && match &inside {
                        Some(cursor) => cursor.is_live(local),
                        None => at.is_some_and(|at| liveness.is_live_in(at, local)),
                    };
                match (live, data.scalar) {
                    (true, Some(scalar)) if *value == Value::Any => {
                        let any = self.any(scalar);
                        state.frames[index].registers[local.index()] = any;
                    }
                    (true, _) => {}
                    (false, _) => *value = Value::Any,
                }
            }
        }
        state.cache.clear();
        state.seen.clear();
    }

    /// Ends a way at the predicate of its place.
    fn cut(&mut self, mut state: State) -> Res<()> {
        self.forget_dead(&mut state, None);
        let key = (state.frame().context, state.frame().block);
        let facts = self.facts;
        if let Some(function) = facts.function(state.frame().func) {
            self.span = function.body().blocks[state.frame().block].terminator.span;
        }
        if self.policy.asks(Property::ValidMemtrack) {
            // A loop may run for ever, and what is lost before it stays lost.
            let what = "telling whether a block is still reachable while a loop runs";
            self.check_held(&state, &Label::Unsupported(what.to_owned()))?;
        }
        if matches!(self.mode, Mode::Program(_)) {
            return self.goto_location(state, key);
        }
        let args = state.slots(true);
        let pred = match self.predicates.get(&key) {
            Some(pred) => *pred,
            None => {
                let sorts = args.iter().map(|arg| self.terms.sort(*arg)).collect();
                let name = self.program.names.resolve(self.program.functions[state.frame().func].name);
                let pred = self.system.predicate(format!("{name}_{}", key.1), sorts);
                self.predicates.insert(key, pred);
                let mut next = state.clone();
                let terms = &mut *self.terms;
                next.for_each_slot(true, &mut |slot| {
                    let sort = terms.sort(*slot);
                    *slot = terms.fresh("s", sort);
                });
                next.constraint = TermId::TRUE;
                next.inputs.clear();
                next.atoms = vec![Atom { pred, args: next.slots(true) }];
                self.regions.push(next);
                pred
            }
        };
        if self.system.predicates[pred].sorts.len() != args.len() {
            return Err(Stop::TooLarge("a place is reached with different variables", self.span));
        }
        self.clause(Some(Atom { pred, args }), state.atoms, state.constraint)?;
        Ok(())
    }

    /// That some heap block is there that is not freed.
    pub(crate) fn held(&mut self, state: &State) -> TermId {
        let mut held: Vec<TermId> = Vec::new();
        for tracked in state.tracked.iter().flatten() {
            held.push(self.terms.and(tracked.live, tracked.heap));
        }
        held.extend(state.fixed.iter().flatten().filter(|o| o.heap).map(|o| o.live));
        held.extend(state.exact.iter().flatten().filter(|o| o.heap).map(|o| o.live));
        self.terms.or_all(held)
    }

    /// The program ends, in whatever way.
    pub(crate) fn at_exit(&mut self, state: &State) -> Res<()> {
        self.keep_obligations(state);
        let track = self.policy.asks(Property::ValidMemtrack);
        let cleanup = self.policy.asks(Property::ValidMemcleanup);
        if !track && !cleanup || state.constraint == TermId::FALSE {
            return Ok(());
        }
        if cleanup {
            self.check_held(state, &Label::Finding(FindingKind::NotFreedAtExit))?;
        }
        if track {
            let what = "telling whether a block that is not freed is still reachable";
            self.check_held(state, &Label::Unsupported(what.to_owned()))?;
        }
        Ok(())
    }

    /// No heap block may be there.
    fn check_held(&mut self, state: &State, label: &Label) -> Res<()> {
        if matches!(self.mode, Mode::Runs(_)) {
            // A run has to say which block it is: by the place of its allocation.
            let mut blocks: Vec<(TermId, Span)> = Vec::new();
            for (class, objects) in state.fixed.iter().enumerate() {
                for (index, object) in objects.iter().enumerate().filter(|(_, object)| object.heap) {
                    if let Some((_, Member::Heap(func, block))) = self.fixed_key(class, index)
                        && let Some(body) = self.program.functions[func].body()
                    {
                        blocks.push((object.live, body.blocks[block].terminator.span));
                    }
                }
            }
            let exact = state.exact.iter().flatten().filter(|object| object.heap);
            blocks.extend(exact.map(|object| (object.live, object.allocated)));
            let before = self.span;
            for (live, span) in blocks {
                self.span = span;
                self.check(state, label.clone(), live)?;
            }
            self.span = before;
            return Ok(());
        }
        let held = self.held(state);
        self.check(state, label.clone(), held)?;
        for (way, held) in self.held_in_heap(state) {
            self.check(&way, label.clone(), held)?;
        }
        Ok(())
    }

    pub(crate) fn push_region(&mut self, state: State) {
        self.regions.push(state);
    }

    /// What an object of a fixed class is, and in which call.
    pub(crate) fn fixed_key(&self, class: usize, index: usize) -> Option<(u32, Member)> {
        self.fixed[class].get(index).copied()
    }

    pub(crate) fn new_exact(&mut self, state: &mut State, class: usize, object: Exact) -> TermId {
        state.exact[class].push(object);
        let number = state.exact[class].len() as u64;
        self.object_number(number)
    }
}

/// The functions that may run, and those that may run several times.
fn functions(facts: &Facts<'static>, main: FuncId) -> (Vec<FuncId>, FxHashSet<FuncId>) {
    let program = facts.program();
    let mut found = vec![main];
    let mut calls: FxHashMap<FuncId, u32> = FxHashMap::default();
    let mut repeated: FxHashSet<FuncId> = FxHashSet::default();
    let mut next = 0;
    let mut edges: Vec<(FuncId, FuncId)> = Vec::new();
    while let Some(&func) = found.get(next) {
        next += 1;
        let Some(function) = facts.function(func) else { continue };
        for (block, data) in function.body().blocks.iter_enumerated() {
            let TerminatorKind::Call(call) = &data.terminator.kind else { continue };
            if !function.cfg().is_reachable(block) {
                continue;
            }
            let callees = match call.callee {
                Callee::Direct(callee) => vec![callee],
                Callee::Indirect(_) => facts.points_to().callees(func, block).unwrap_or_default(),
            };
            for callee in callees {
                if program.functions[callee].body().is_none() {
                    continue;
                }
                *calls.entry(callee).or_default() += 1;
                edges.push((func, callee));
                // Calls of one function from several places have objects of their own.
                if function.loops().innermost(block).is_some() || facts.calls().is_recursive(callee) {
                    repeated.insert(callee);
                }
                if !found.contains(&callee) {
                    found.push(callee);
                }
            }
        }
    }
    if facts.calls().is_recursive(main) {
        repeated.insert(main);
    }
    loop {
        let before = repeated.len();
        for (from, to) in &edges {
            if repeated.contains(from) {
                repeated.insert(*to);
            }
        }
        if repeated.len() == before {
            return (found, repeated);
        }
    }
}
