//! States up to isomorphism: collection of what no variable refers to, leaks, and the canonical form by which states are
//! compared.
//!
//! Two states with equal canonical forms have the same continuations: objects are renamed in the order of discovery,
//! inputs in the order in which the live values mention them, and conditions on inputs that no live value depends on are
//! dropped (they are satisfiable on their own, because the whole path is).

use crate::hunter::{Hunter, Own, State};
use crate::memory::{Kind, Life, Memory};
use base::{FxHashMap, FxHashSet, Idx, Span};
use encode::path::{ObjectId, Prov, Value};
use ir::LocalId;
use semantics::leak::Reach;
use smt::{Sort, TermId};
use std::collections::VecDeque;
use std::rc::Rc;
use symexec::{Jump, Machine as _, Searchable};
use verdict::{Property, Stats, UnknownKind};

struct Marks {
    reach: FxHashMap<ObjectId, Reach>,
    work: Vec<ObjectId>,
}

impl Marks {
    fn raise(&mut self, id: ObjectId, reach: Reach) {
        let entry = self.reach.entry(id).or_insert(Reach::Lost);
        if *entry < reach {
            *entry = reach;
            self.work.push(id);
        }
    }
    fn value(&mut self, value: Value) {
        match value.prov {
            Prov::None => {}
            Prov::Plain(id) => self.raise(id, Reach::Held),
            Prov::Derived(id) => self.raise(id, Reach::Uncertain),
            Prov::Piece { object, .. } => self.raise(object, Reach::Uncertain),
        }
    }
}

enum Token {
    Number(u64),
    Term(TermId),
}

impl Hunter<'_> {
    /// Whether a frame's register may still be read, or counts as a variable that holds a block.
    fn is_root(&mut self, state: &State, frame: usize, local: LocalId) -> (bool, bool) {
        let top = frame + 1 == state.frames.len();
        // What a running call is going to write is not read before.
        let pending = state.frames.get(frame + 1).and_then(|callee| callee.dst);
        let frame = &state.frames[frame];
        let Some(function) = self.work.facts.function(frame.func) else { return (true, true) };
        let (body, liveness) = (function.body(), function.liveness());
        let live = match (frame.next, top) {
            (Some(next), _) => liveness.is_live_in(next, local) && pending != Some(local),
            (None, true) => frame.at == 0 && liveness.is_live_in(frame.block, local),
            (None, false) => false,
        };
        (live, body.locals[local].name.is_some())
    }

    /// Forgets the content of registers that are never read again and hold no block.
    fn drop_dead_registers(&mut self, state: &mut State) {
        for index in 0..state.frames.len() {
            let func = state.frames[index].func;
            let Some(body) = self.work.program.functions[func].body() else { continue };
            let mut dead = Vec::new();
            for (local, declared) in body.locals.iter_enumerated() {
                let value = state.frames[index].regs[local.index()];
                if !declared.register || value.undef {
                    continue;
                }
                let (live, named) = self.is_root(state, index, local);
                let holds = named
                    && value.prov.object().is_some_and(|id| {
                        state.memory.try_get(id).is_some_and(|o| o.kind == Kind::Heap && o.is_live())
                    });
                if !live && !holds {
                    dead.push((local, declared.scalar.unwrap_or(ir::Scalar::I32)));
                }
            }
            for (local, scalar) in dead {
                let value = self.undefined(scalar);
                Rc::make_mut(&mut state.frames[index]).regs[local.index()] = value;
            }
        }
    }

    fn mark(&mut self, state: &State) -> Marks {
        let mut marks = Marks { reach: FxHashMap::default(), work: Vec::new() };
        for (id, object) in state.memory.iter() {
            if object.kind != Kind::Heap && object.is_live() {
                marks.raise(id, Reach::Held);
            }
        }
        for frame in &state.frames {
            for value in &frame.regs {
                marks.value(*value);
            }
        }
        let word = self.word() as u8;
        while let Some(id) = marks.work.pop() {
            let holder = marks.reach[&id];
            let Some(object) = state.memory.try_get(id) else { continue };
            if !object.is_live() {
                // Where it was resized in place, pointers to it still hold the block.
                if let Some((now, _)) = object.resized {
                    marks.raise(now, Reach::Uncertain);
                }
                continue;
            }
            for (target, whole) in object.references(word) {
                marks.raise(target, if whole { holder } else { Reach::Uncertain });
            }
        }
        marks
    }

    /// Takes objects out of the table that nothing refers to. A live heap block among them is lost.
    pub(crate) fn collect(&mut self, state: &mut State) {
        self.drop_dead_registers(state);
        let marks = self.mark(state);
        let gone: Vec<(ObjectId, bool, Span)> = state
            .memory
            .iter()
            .filter(|(id, _)| !self.is_fixed(*id) && !marks.reach.contains_key(id))
            .map(|(id, o)| (id, o.kind == Kind::Heap && o.is_live(), o.allocated))
            .collect();
        for (id, lost, site) in gone {
            if lost {
                Rc::make_mut(&mut state.lost).insert(site);
            }
            state.memory.forget(id);
        }
        state.own.collected = state.memory.len();
        self.work.peak_objects = self.work.peak_objects.max(state.memory.iter().count());
    }

    /// The canonical form of a state that stands at the beginning of a block.
    pub(crate) fn canonical(&mut self, state: &mut State) -> Rc<[u64]> {
        self.collect(state);
        let mut tokens: Vec<Token> = Vec::new();
        let mut numbers: FxHashMap<ObjectId, u64> = FxHashMap::default();
        let mut queue: VecDeque<ObjectId> = VecDeque::new();
        let fixed = self.initial.as_ref().map_or(0, |m| m.len()) as u32;
        for frame in &state.frames {
            tokens.push(Token::Number(frame.func.index() as u64));
            tokens.push(Token::Number(frame.block.index() as u64));
            tokens.push(Token::Number(frame.at as u64));
            tokens.push(Token::Number(frame.next.map_or(u64::MAX, |b| b.index() as u64)));
            tokens.push(Token::Number(frame.dst.map_or(u64::MAX, |l| l.index() as u64)));
            tokens.push(Token::Number(u64::from(frame.must_not_return) | u64::from(frame.handler) << 1));
            for value in &frame.regs {
                push_value(&mut tokens, *value, fixed, &mut numbers, &mut queue);
            }
            tokens.push(Token::Number(frame.blocks.len() as u64));
            for &block in frame.blocks.iter().chain(&frame.varargs) {
                let number = number_of(block, fixed, &mut numbers, &mut queue);
                tokens.push(Token::Number(number));
            }
            tokens.push(Token::Number(u64::from(frame.varargs.is_some())));
        }
        for handler in state.atexit.iter() {
            tokens.push(Token::Number(handler.index() as u64));
        }
        tokens.push(Token::Number(u64::MAX - 1));
        for site in state.lost.iter() {
            tokens.push(Token::Number(u64::from(site.lo) << 32 | u64::from(site.hi)));
        }
        tokens.push(Token::Number(u64::MAX - 1));
        tokens.push(Token::Number(u64::from(state.own.exposed)));
        // Static objects that differ from what they were at the start.
        for id in 0..fixed {
            let (Some(now), Some(then)) =
                (state.memory.try_get(id), self.initial.as_ref().and_then(|m| m.try_get(id)))
            else {
                continue;
            };
            if now.kind == Kind::Static && !Rc::ptr_eq(now, then) && !now.same_content(then) {
                queue.push_back(id);
            }
        }
        while let Some(id) = queue.pop_front() {
            let object = state.memory.get(id);
            tokens.push(Token::Number(u64::from(if id < fixed { id } else { u32::MAX })));
            let life = match object.life {
                Life::Live => 0,
                Life::Freed => 1,
                Life::OutOfScope => 2,
            };
            let kind = u64::from(object.kind == Kind::Heap);
            tokens.push(Token::Number(life | kind << 2));
            tokens.push(Token::Number(object.size));
            if !object.is_live() {
                if let Some((now, in_place)) = object.resized {
                    tokens.push(Token::Number(number_of(now, fixed, &mut numbers, &mut queue)));
                    tokens.push(Token::Term(in_place));
                }
                tokens.push(Token::Number(u64::from(object.resized.is_some())));
                continue;
            }
            tokens.push(Token::Number(object.align));
            let fill = object.fill();
            tokens.push(Token::Number(u64::from(fill.undef)));
            tokens.push(Token::Term(fill.term));
            let mut run: Option<(u64, encode::path::Byte, u64)> = None;
            let mut runs = Vec::new();
            for (at, byte) in object.written() {
                if let Some((start, first, len)) = &mut run
                    && *start + *len == at
                    && first.term == byte.term
                    && first.prov == byte.prov
                    && first.undef == byte.undef
                    && u64::from(byte.index) == u64::from(first.index) + *len
                {
                    *len += 1;
                    continue;
                }
                runs.extend(run.take());
                if *byte != fill {
                    run = Some((at, *byte, 1));
                }
            }
            runs.extend(run);
            tokens.push(Token::Number(runs.len() as u64));
            for (start, byte, len) in runs {
                tokens.push(Token::Number(start));
                tokens.push(Token::Number(len << 16 | u64::from(byte.index) << 8 | u64::from(byte.undef)));
                let value = Value { bits: byte.term, prov: byte.prov, undef: false };
                push_value(&mut tokens, value, fixed, &mut numbers, &mut queue);
            }
        }
        self.finish_canonical(state, tokens)
    }

    /// Renames the inputs, and adds the conditions on those that matter.
    fn finish_canonical(&mut self, state: &State, tokens: Vec<Token>) -> Rc<[u64]> {
        let mut renamed: FxHashMap<TermId, TermId> = FxHashMap::default();
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        let mut done: FxHashMap<TermId, TermId> = FxHashMap::default();
        let mut order: Vec<TermId> = Vec::new();
        for token in &tokens {
            if let Token::Term(t) = token
                && !self.solver.terms.is_constant(*t)
                && done.insert(*t, *t).is_none()
            {
                order.push(*t);
                self.name_variables(*t, &mut renamed, &mut seen);
            }
        }
        let conditions = self.solver.slice(&state.path.conditions, &mut seen);
        for &condition in &conditions {
            self.name_variables(condition, &mut renamed, &mut seen);
        }
        for t in order {
            let new = self.solver.terms.substitute(t, &renamed);
            done.insert(t, new);
        }
        let mut facts: Vec<u64> =
            conditions.into_iter().map(|c| self.solver.terms.substitute(c, &renamed).raw().into()).collect();
        facts.sort_unstable();
        facts.dedup();
        let mut form: Vec<u64> = tokens
            .into_iter()
            .map(|token| match token {
                Token::Number(n) => n,
                Token::Term(t) => done.get(&t).copied().unwrap_or(t).raw().into(),
            })
            .collect();
        form.push(u64::MAX);
        form.extend(facts);
        form.into()
    }

    fn name_variables(
        &mut self,
        t: TermId,
        renamed: &mut FxHashMap<TermId, TermId>,
        seen: &mut FxHashSet<TermId>,
    ) {
        let variables = self.solver.variables_of(t);
        for &variable in variables.iter() {
            if !renamed.contains_key(&variable) {
                let width = self.solver.terms.width(variable);
                let name = format!("c{}", renamed.len());
                let new = self.solver.terms.var(&name, Sort::Bv(width));
                renamed.insert(variable, new);
                seen.insert(variable);
            }
        }
    }
}

impl<'p> Searchable<'p> for Hunter<'p> {
    fn initial_state(&mut self) -> State {
        self.first_state()
    }

    /// In the order of allocation, lost blocks first.
    fn leaks(&mut self, state: &mut State) -> Vec<(Span, Reach)> {
        self.drop_dead_registers(state);
        let marks = self.mark(state);
        let mut live: Vec<(u64, Span, Reach)> = state
            .memory
            .iter()
            .filter(|(_, o)| o.kind == Kind::Heap && o.is_live())
            .map(|(id, o)| (o.serial, o.allocated, marks.reach.get(&id).copied().unwrap_or(Reach::Lost)))
            .collect();
        live.sort_unstable_by_key(|(serial, ..)| *serial);
        let lost = state.lost.iter().map(|&site| (site, Reach::Lost));
        lost.chain(live.into_iter().map(|(_, site, reach)| (site, reach))).collect()
    }

    /// At a loop head states are compared, if decisions were made since they were last, or if they go round and round.
    fn jumped(&mut self, state: &mut State) -> Jump {
        if state.memory.len() > 2 * state.own.collected + 256 {
            self.collect(state);
        }
        let frame = state.top();
        let function = self.work.facts.function(frame.func);
        if frame.at != 0 || !function.is_some_and(|f| f.is_loop_head(frame.block)) {
            return Jump::Continue;
        }
        state.own.visits += 1;
        let visits = state.own.visits;
        let round_and_round = visits.is_power_of_two() && visits >= 16 || visits.is_multiple_of(256);
        if state.forks == 0 && !round_and_round {
            return Jump::Continue;
        }
        state.canon = Some(self.canonical(state));
        if self.work.policy.asks(Property::ValidMemtrack) {
            self.lost = self.lost.or(state.lost.first().copied());
        }
        state.forks = 0;
        Jump::Compare
    }

    fn left_open(&self) -> Option<(Span, UnknownKind, &'static str)> {
        let message = "a run that may never end loses a block that is allocated here";
        self.lost.map(|site| (site, UnknownKind::PossibleFindings, message))
    }

    fn forget(&mut self, state: State) -> Option<State> {
        Some(State { canon: state.canon, ..State::new(Memory::default(), Own::default()) })
    }

    fn stats(&self) -> Stats {
        let engine = match self.work.config.order {
            absint::Order::BreadthFirst => "hunt-bfs",
            _ => "hunt-dfs",
        };
        Stats {
            engine,
            steps: self.work.steps,
            states: self.work.states,
            peak_objects: self.work.peak_objects as u64,
            questions: None,
        }
    }
}

fn number_of(
    id: ObjectId,
    fixed: u32,
    numbers: &mut FxHashMap<ObjectId, u64>,
    queue: &mut VecDeque<ObjectId>,
) -> u64 {
    if id < fixed {
        return u64::from(id);
    }
    let next = 1 << 32 | numbers.len() as u64;
    *numbers.entry(id).or_insert_with(|| {
        queue.push_back(id);
        next
    })
}

fn push_value(
    tokens: &mut Vec<Token>,
    value: Value,
    fixed: u32,
    numbers: &mut FxHashMap<ObjectId, u64>,
    queue: &mut VecDeque<ObjectId>,
) {
    if value.undef {
        tokens.push(Token::Number(0));
        return;
    }
    match value.prov {
        Prov::None => tokens.push(Token::Number(1)),
        Prov::Plain(id) => {
            tokens.push(Token::Number(2));
            let number = number_of(id, fixed, numbers, queue);
            tokens.push(Token::Number(number));
        }
        Prov::Derived(id) => {
            tokens.push(Token::Number(3));
            let number = number_of(id, fixed, numbers, queue);
            tokens.push(Token::Number(number));
        }
        Prov::Piece { object, first, len } => {
            tokens.push(Token::Number(4 | u64::from(first) << 8 | u64::from(len) << 16));
            let number = number_of(object, fixed, numbers, queue);
            tokens.push(Token::Number(number));
        }
    }
    tokens.push(Token::Term(value.bits));
}
