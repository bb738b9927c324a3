//! What is known at a point of the program, as terms over the variables of one clause.

use base::Span;
use horn::Atom;
use ir::{BlockId, FuncId, LocalId};
use smt::{TermId, Terms};

/// Object numbers: no program counts so far, so that they never come round.
pub(crate) const OBJECT_BITS: u32 = 72;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// Not initialised.
    Any,
    Bits(TermId),
    /// The object's number in its class, 0 for none, and the offset in bytes.
    Pointer(TermId, TermId),
}

#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub func: FuncId,
    pub context: u32,
    /// Where control is; for a caller, the block of the call.
    pub block: BlockId,
    pub registers: Vec<Value>,
    /// The object numbers of memory locals whose class is followed by a witness, and of stack blocks, by the registers that get their
    /// addresses; 0 where there is none.
    pub objects: Vec<(LocalId, TermId)>,
}

/// One of finitely many objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fixed {
    pub live: TermId,
    pub heap: bool,
    pub size: TermId,
    pub cells: Vec<Value>,
}

/// What is known of one arbitrary object of a class, or of one element of it: whatever holds of it holds of all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tracked {
    /// Which one: chosen before the program starts.
    pub object: TermId,
    /// The offset of the element, if there are several.
    pub element: Option<TermId>,
    pub live: TermId,
    pub heap: TermId,
    pub size: TermId,
    /// How many objects of the class there are.
    pub count: TermId,
    pub cells: Vec<Value>,
}

/// An object of a bounded run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Exact {
    pub live: TermId,
    pub heap: bool,
    pub size: TermId,
    pub zeroed: bool,
    /// Where.
    pub allocated: Span,
    /// Offset, cell and value of all writes.
    pub log: Vec<(TermId, usize, Value)>,
}

/// A value that comes from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Input {
    /// When it is read.
    pub guard: TermId,
    pub value: TermId,
    pub signed: bool,
    pub uninitialised: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct State {
    pub frames: Vec<Frame>,
    pub fixed: Vec<Vec<Fixed>>,
    pub tracked: Vec<Option<Tracked>>,
    pub exact: Vec<Vec<Exact>>,
    pub constraint: TermId,
    pub atoms: Vec<Atom>,
    pub inputs: Vec<Input>,
    /// What was read or written since the last predicate: class, object, offset, cell and value.
    pub cache: Vec<(usize, TermId, TermId, usize, Value)>,
    /// In a program that is made: where the way begins, its operations, objects that are known since, and how many objects of each
    /// class there are, if somebody asks.
    pub location: u32,
    /// The function of that program whose body this is.
    pub function: Option<(u32, FuncId)>,
    pub ops: Vec<encodings::Statement>,
    pub seen: Vec<crate::normal::Seen>,
    pub counts: Vec<TermId>,
}

impl State {
    pub(crate) fn top(&mut self) -> &mut Frame {
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    pub(crate) fn frame(&self) -> &Frame {
        &self.frames[self.frames.len() - 1]
    }

    /// Every term that a predicate for this point has as an argument. Without `witnesses`, only how many objects there are is given
    /// of classes that are followed by one.
    pub(crate) fn for_each_slot(&mut self, witnesses: bool, f: &mut dyn FnMut(&mut TermId)) {
        for frame in &mut self.frames {
            frame.registers.iter_mut().for_each(|value| value.for_each(f));
            frame.objects.iter_mut().for_each(|(_, object)| f(object));
        }
        for object in self.fixed.iter_mut().flatten() {
            f(&mut object.live);
            f(&mut object.size);
            object.cells.iter_mut().for_each(|value| value.for_each(f));
        }
        self.counts.iter_mut().for_each(&mut *f);
        for tracked in self.tracked.iter_mut().flatten() {
            f(&mut tracked.count);
            if !witnesses {
                continue;
            }
            f(&mut tracked.object);
            tracked.element.iter_mut().for_each(&mut *f);
            f(&mut tracked.live);
            f(&mut tracked.heap);
            f(&mut tracked.size);
            tracked.cells.iter_mut().for_each(|value| value.for_each(f));
        }
    }

    pub(crate) fn slots(&mut self, witnesses: bool) -> Vec<TermId> {
        let mut slots = Vec::new();
        self.for_each_slot(witnesses, &mut |term| slots.push(*term));
        slots
    }

    /// One state for two that differ only in values: those of `self` where its own constraint holds.
    pub(crate) fn merge(&self, other: &State, terms: &mut Terms) -> Option<State> {
        if self.atoms != other.atoms || self.frames.len() != other.frames.len() || !self.exact.is_empty() {
            return None;
        }
        let condition = self.constraint;
        let ops = crate::normal::merged(&self.ops, &other.ops)?;
        let mut merged = self.clone();
        merged.ops = ops;
        merged.seen.retain(|seen| other.seen.contains(seen));
        for (count, theirs) in merged.counts.iter_mut().zip(&other.counts) {
            *count = terms.ite(condition, *count, *theirs);
        }
        for (frame, theirs) in merged.frames.iter_mut().zip(&other.frames) {
            if frame.context != theirs.context || frame.block != theirs.block {
                return None;
            }
            for (value, other) in frame.registers.iter_mut().zip(&theirs.registers) {
                *value = value.choose(*other, condition, terms);
            }
            for ((_, object), (_, other)) in frame.objects.iter_mut().zip(&theirs.objects) {
                *object = terms.ite(condition, *object, *other);
            }
        }
        for (object, theirs) in merged.fixed.iter_mut().flatten().zip(other.fixed.iter().flatten()) {
            object.live = terms.ite(condition, object.live, theirs.live);
            object.size = terms.ite(condition, object.size, theirs.size);
            for (cell, other) in object.cells.iter_mut().zip(&theirs.cells) {
                *cell = cell.choose(*other, condition, terms);
            }
        }
        for (tracked, theirs) in merged.tracked.iter_mut().flatten().zip(other.tracked.iter().flatten()) {
            tracked.live = terms.ite(condition, tracked.live, theirs.live);
            tracked.heap = terms.ite(condition, tracked.heap, theirs.heap);
            tracked.size = terms.ite(condition, tracked.size, theirs.size);
            tracked.count = terms.ite(condition, tracked.count, theirs.count);
            for (cell, other) in tracked.cells.iter_mut().zip(&theirs.cells) {
                *cell = cell.choose(*other, condition, terms);
            }
        }
        merged.constraint = terms.or(condition, other.constraint);
        let more = other.inputs.iter().filter(|input| !self.inputs.contains(input));
        merged.inputs.extend(more);
        merged.cache.retain(|entry| other.cache.contains(entry));
        Some(merged)
    }
}

impl Value {
    pub(crate) fn for_each(&mut self, f: &mut dyn FnMut(&mut TermId)) {
        match self {
            Value::Any => {}
            Value::Bits(term) => f(term),
            Value::Pointer(object, offset) => {
                f(object);
                f(offset);
            }
        }
    }

    fn any_like(self, terms: &mut Terms) -> Value {
        let mut any = self;
        any.for_each(&mut |term| {
            let sort = terms.sort(*term);
            *term = terms.fresh("u", sort);
        });
        any
    }

    /// This value where the condition holds, else the other.
    pub(crate) fn choose(self, other: Value, condition: TermId, terms: &mut Terms) -> Value {
        match (self, other) {
            (Value::Bits(a), Value::Bits(b)) => Value::Bits(terms.ite(condition, a, b)),
            (Value::Pointer(a, b), Value::Pointer(c, d)) => {
                Value::Pointer(terms.ite(condition, a, c), terms.ite(condition, b, d))
            }
            // What is not initialised on one way is any value there.
            (Value::Any, Value::Any) => Value::Any,
            (Value::Any, value) => value.any_like(terms).choose(value, condition, terms),
            (value, _) => {
                let any = value.any_like(terms);
                value.choose(any, condition, terms)
            }
        }
    }
}
