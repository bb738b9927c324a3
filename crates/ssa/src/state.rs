//! What is known at a place: a guard, registers, memory.

use crate::arrays::Arrays;
use crate::build::Builder;
use crate::nodes::Nodes;
use crate::paths::Paths;
use encode::cells::{Memory, Object, Rest};
use encode::pointer::{Value, choose};
use ir::{BlockId, FuncId};
use smt::TermId;
use std::rc::Rc;

#[derive(Clone, Debug)]
pub(crate) struct State {
    /// Control is here.
    pub guard: TermId,
    pub frames: Vec<Rc<Frame>>,
    pub memory: Rc<Memory>,
    pub nodes: Rc<Nodes>,
    /// Of objects without cells, what they hold; the memory says only whether they are there.
    pub arrays: Rc<Arrays>,
    pub paths: Rc<Paths>,
}

impl State {
    /// Nothing is under way, and there is no memory.
    pub(crate) fn initial() -> State {
        State {
            guard: TermId::TRUE,
            frames: Vec::new(),
            memory: Rc::default(),
            nodes: Rc::default(),
            arrays: Rc::default(),
            paths: Rc::default(),
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub func: FuncId,
    /// Which call it is; local objects are named by it.
    pub context: u32,
    pub registers: Vec<Value>,
}

impl State {
    pub(crate) fn top(&self) -> &Frame {
        &self.frames[self.frames.len() - 1]
    }

    pub(crate) fn top_mut(&mut self) -> &mut Frame {
        let last = self.frames.len() - 1;
        Rc::make_mut(&mut self.frames[last])
    }
}

impl Builder<'_> {
    /// All states that come together at a block; registers that are not read any more are forgotten.
    pub(crate) fn join(&mut self, states: Vec<State>, at: Option<BlockId>) -> Option<State> {
        let mut states = states;
        states.retain(|s| self.terms.bool_constant(s.guard) != Some(false));
        let mut states = states.into_iter();
        let mut joined = states.next()?;
        if let Some(block) = at {
            self.forget_dead(&mut joined, block);
        }
        for mut state in states {
            if let Some(block) = at {
                self.forget_dead(&mut state, block);
            }
            joined = self.merge(joined, state);
        }
        Some(joined)
    }

    fn forget_dead(&mut self, state: &mut State, block: BlockId) {
        let func = state.top().func;
        let Some(facts) = self.facts.function(func) else { return };
        let liveness = facts.liveness();
        let body = facts.body();
        let dead: Vec<usize> = body
            .locals
            .iter_enumerated()
            .filter(|(id, local)| {
                local.register && liveness.is_tracked(*id) && !liveness.is_live_in(block, *id)
            })
            .map(|(id, _)| base::Idx::index(id))
            .filter(|&i| state.top().registers[i] != Value::Any)
            .collect();
        if !dead.is_empty() {
            let frame = state.top_mut();
            dead.into_iter().for_each(|i| frame.registers[i] = Value::Any);
        }
    }

    fn merge(&mut self, a: State, b: State) -> State {
        let condition = a.guard;
        let guard = self.terms.or(a.guard, b.guard);
        let mut frames = Vec::with_capacity(a.frames.len());
        for (x, y) in a.frames.iter().zip(&b.frames) {
            frames.push(if Rc::ptr_eq(x, y) {
                Rc::clone(x)
            } else {
                Rc::new(self.merge_frames(condition, x, y))
            });
        }
        let mut memory = if Rc::ptr_eq(&a.memory, &b.memory) {
            Rc::clone(&a.memory)
        } else {
            Rc::new(self.merge_memories(condition, &a.memory, &b.memory))
        };
        let arrays = if Rc::ptr_eq(&a.arrays, &b.arrays) {
            Rc::clone(&a.arrays)
        } else {
            Rc::new(self.merge_arrays(condition, &a, &b))
        };
        for id in arrays.keys() {
            if memory.get(id).is_some_and(|object| !object.cells.is_empty() || object.rest != Rest::Any) {
                let live = memory[id].live;
                Rc::make_mut(&mut memory).insert(*id, Rc::new(Object::new(live, Rest::Any)));
            }
        }
        let nodes = if Rc::ptr_eq(&a.nodes, &b.nodes) {
            Rc::clone(&a.nodes)
        } else {
            Rc::new(self.merge_nodes(condition, &a.nodes, &b.nodes))
        };
        let mut merged = State { guard, frames, memory, nodes, arrays, paths: Rc::clone(&a.paths) };
        merged.paths = self.merge_paths(condition, &a, &b, &merged);
        merged
    }

    fn merge_frames(&mut self, condition: TermId, a: &Frame, b: &Frame) -> Frame {
        let mut registers = Vec::with_capacity(a.registers.len());
        for (i, (&x, &y)) in a.registers.iter().zip(&b.registers).enumerate() {
            if x == y {
                registers.push(x);
                continue;
            }
            let Some(scalar) = self.register_scalar(a.func, i) else {
                registers.push(Value::Any);
                continue;
            };
            let width = scalar.width(self.model);
            registers.push(choose(self.terms, condition, x, y, width, self.word));
        }
        Frame { func: a.func, context: a.context, registers }
    }

    fn merge_memories(&mut self, condition: TermId, a: &Memory, b: &Memory) -> Memory {
        let mut merged = Memory::new();
        let ids: std::collections::BTreeSet<_> = a.keys().chain(b.keys()).copied().collect();
        for id in ids {
            let (x, y) = (self.object_in(a, id), self.object_in(b, id));
            let object = if Rc::ptr_eq(&x, &y) {
                x
            } else {
                let globals = self.globals;
                Rc::new(x.merge(&y, self.terms, &globals, condition))
            };
            merged.insert(id, object);
        }
        merged
    }

    /// An object as a memory has it.
    pub(crate) fn object_in(&mut self, memory: &Memory, id: crate::ObjectId) -> Rc<Object> {
        match memory.get(&id) {
            Some(object) => Rc::clone(object),
            None => self.absent_object(id),
        }
    }
}
