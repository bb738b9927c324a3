//! Places: addresses, and reads and writes of what they lead to.

use crate::CheckKind;
use crate::build::{Builder, ObjectKind, Res};
use crate::state::State;
use encode::cells::{Object, Rest};
use encode::pointer::{
    NO_OBJECT, OBJECT_BITS, ObjectId, UNKNOWN_OBJECT, Value, as_number, as_pointer, choose, fresh,
};
use encode::scalar;
use ir::{BitRange, Place, PlaceBase, Scalar};
use smt::{Op, TermId};
use std::collections::BTreeSet;
use std::rc::Rc;
use verdict::{Assumption, FindingKind};

/// What is said of an access through a pointer that may lead anywhere.
pub const UNKNOWN_TARGET: &str = "an access through a pointer of which nothing is known";
/// Parts of a guard that are looked at for a condition.
const MOST_CONJUNCTS: u32 = 64;
/// Addresses below this are never those of an object.
const NULL_PAGE: u128 = 4096;

/// One object that an access may go to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    pub id: ObjectId,
    /// It is this one.
    pub when: TermId,
    /// It is one of the others of this witness' site.
    pub others: Option<ObjectId>,
}

#[derive(Clone, Debug)]
pub(crate) struct Located {
    pub targets: Vec<Target>,
    /// It goes nowhere, and nobody asks about that: what is read is anything.
    pub nowhere: TermId,
    pub object: TermId,
    pub offset: TermId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    Read,
    Write,
    /// A write whose place is based on the local itself, which may be its initialisation.
    Initialise,
}

impl Use {
    pub(crate) fn of_write(place: &Place) -> Use {
        match place.base {
            PlaceBase::Local(_) => Use::Initialise,
            _ => Use::Write,
        }
    }
}

impl Builder<'_> {
    pub(crate) fn local_object(&mut self, state: &State, local: ir::LocalId) -> Res<ObjectId> {
        let (func, context) = (state.top().func, state.top().context);
        self.object(crate::build::ObjectKey::Local(context, local), |this| {
            let body = this.program.functions[func].body();
            let local = body.map(|body| &body.locals[local]);
            let size = local.map_or(0, |local| this.program.types[local.ty].size);
            let name = local.and_then(|local| local.name);
            crate::build::ObjectInfo {
                kind: ObjectKind::Local,
                size: this.terms.bv_const(this.word, u128::from(size)),
                constant: local.is_some_and(|local| local.constant),
                symbol: name,
            }
        })
    }

    /// Object and offset of a place.
    pub(crate) fn address(&mut self, state: &mut State, place: &Place) -> Res<(TermId, TermId)> {
        let zero = self.terms.bv_const(self.word, 0);
        let (object, mut offset) = match place.base {
            PlaceBase::Local(local) => {
                let id = self.local_object(state, local)?;
                (self.terms.bv_const(OBJECT_BITS, u128::from(id)), zero)
            }
            PlaceBase::Global(global) => {
                let id = self.global_object(global);
                (self.terms.bv_const(OBJECT_BITS, u128::from(id)), zero)
            }
            PlaceBase::Deref(register) => {
                let value = self.register(state, register);
                as_pointer(self.terms, value, self.word)
            }
        };
        if place.offset != 0 {
            let by = self.terms.bv_signed(self.word, i128::from(place.offset));
            offset = self.terms.add(offset, by);
        }
        if let Some(index) = place.index {
            let value = self.register(state, index.local);
            let number = as_number(self.terms, value, self.word);
            let by = encode::scalar::distance(self.terms, number, index.scale);
            offset = self.terms.add(offset, by);
        }
        Ok((object, offset))
    }

    /// The objects that an object term may be. `None` if that cannot be said.
    pub(crate) fn possible_objects(&self, object: TermId) -> Option<BTreeSet<ObjectId>> {
        let mut found = BTreeSet::new();
        let mut seen = base::FxHashSet::default();
        let mut stack = vec![object];
        while let Some(t) = stack.pop() {
            if !seen.insert(t) {
                continue;
            }
            if let Some(constant) = self.terms.constant(t) {
                found.insert(constant.to_u64()? as ObjectId);
            } else if self.terms.op(t) == Op::Ite {
                stack.extend(&self.terms.args(t)[1..]);
            } else if let Some(set) = self.pointer_sets.get(&t) {
                found.extend(set);
            } else {
                return None;
            }
        }
        Some(found)
    }

    pub(crate) fn is_object(&mut self, object: TermId, id: ObjectId) -> TermId {
        let number = self.terms.bv_const(OBJECT_BITS, u128::from(id));
        self.terms.eq(object, number)
    }

    /// The objects that an access of `size` bytes goes to, with the checks that it is valid.
    pub(crate) fn locate(
        &mut self,
        state: &mut State,
        (object, offset): (TermId, TermId),
        size: TermId,
        how: Use,
    ) -> Located {
        let none = Located { targets: Vec::new(), nowhere: TermId::FALSE, object, offset };
        let Some(possible) = self.possible_objects(object) else {
            self.unsupported(state, "an access through a pointer whose targets are not known");
            return none;
        };
        let mut targets = Vec::new();
        let mut nowhere = TermId::FALSE;
        for &id in &possible {
            let here = self.is_object(object, id);
            if id == UNKNOWN_OBJECT {
                if how == Use::Read && self.options.reads_anywhere && self.reads_nowhere() {
                    // Whatever is read there is a value.
                    nowhere = self.terms.or(nowhere, here);
                    let words =
                        "a read through a pointer that may lead anywhere ends the run or gives any value";
                    self.assume(state, Assumption::Other(words.to_owned()), here);
                    continue;
                }
                self.require(state, CheckKind::Unsupported(UNKNOWN_TARGET.to_owned()), here);
                continue;
            }
            if id == NO_OBJECT {
                let wild = match how {
                    Use::Read if self.reads_nowhere() => {
                        let page = self.terms.bv_const(self.word, NULL_PAGE);
                        let is_null = self.terms.ult(offset, page);
                        let through_null = self.terms.and(here, is_null);
                        let through_null = self.unless_excluded(state.guard, object, through_null);
                        nowhere = self.terms.or(nowhere, through_null);
                        let words = "a read through a null pointer ends the run or gives any value";
                        self.assume(state, Assumption::Other(words.to_owned()), through_null);
                        let is_wild = self.terms.not(is_null);
                        self.terms.and(here, is_wild)
                    }
                    _ => here,
                };
                self.require(state, CheckKind::Finding(FindingKind::NullDeref), wild);
                continue;
            }
            let info = self.objects[usize::from(id)].clone();
            if let ObjectKind::Others(witness) = info.kind {
                targets.push(Target { id, when: here, others: Some(witness) });
                continue;
            }
            if matches!(info.kind, ObjectKind::Function(_))
                || info.constant
                    && (how == Use::Write || how == Use::Initialise && info.kind != ObjectKind::Local)
            {
                let kind = match info.kind {
                    ObjectKind::Function(_) => FindingKind::OutOfBounds,
                    _ => FindingKind::WriteToConstant,
                };
                self.require(state, CheckKind::Finding(kind), here);
                continue;
            }
            let live = self.object_in(&Rc::clone(&state.memory), id).live;
            let dead = self.terms.not(live);
            let dead = self.terms.and(here, dead);
            let kind = match info.kind {
                ObjectKind::Heap => FindingKind::UseAfterFree,
                _ => FindingKind::OutOfScope,
            };
            self.require(state, CheckKind::Finding(kind), dead);
            let whole = self.size_of(&Rc::clone(&state.memory), id).unwrap_or(info.size);
            let fits = self.terms.ule(size, whole);
            let last = self.terms.sub(whole, size);
            let within = self.terms.ule(offset, last);
            let inside = self.terms.and(fits, within);
            let outside = self.terms.not(inside);
            let outside = self.terms.and(here, outside);
            self.require(state, CheckKind::Finding(FindingKind::OutOfBounds), outside);
            targets.push(Target { id, when: here, others: None });
        }
        // Nothing else is possible; for loop-back variables that is a row to be shown.
        let some = self.terms.or_all(targets.iter().map(|t| t.when).chain([nowhere]));
        let other = self.terms.not(some);
        let what = "an access to an object that was not expected".to_owned();
        self.require(state, CheckKind::Unsupported(what), other);
        Located { targets, nowhere, object, offset }
    }

    /// That a pointer leads to no object, or that it does not if that is part of what is known of the place.
    fn unless_excluded(&mut self, guard: TermId, object: TermId, leads_nowhere: TermId) -> TermId {
        let mut open = vec![guard];
        for _ in 0..MOST_CONJUNCTS {
            let Some(t) = open.pop() else { break };
            match self.terms.op(t) {
                Op::And => open.extend(self.terms.args(t)),
                Op::Not => {
                    let excluded = self.terms.args(t)[0];
                    // What is compared with null is null, or a pointer of which more is asked.
                    let holds = match (self.terms.op(excluded), self.terms.args(excluded)) {
                        _ if excluded == leads_nowhere => TermId::TRUE,
                        (Op::Ite, &[condition, then, _]) if condition == leads_nowhere => {
                            let none = self.no_object();
                            let map = [(object, none)].into_iter().collect();
                            self.terms.substitute(then, &map)
                        }
                        _ => TermId::FALSE,
                    };
                    if holds == TermId::TRUE {
                        return TermId::FALSE;
                    }
                }
                _ => {}
            }
        }
        leads_nowhere
    }

    /// Whether a read through a pointer that is null, or may lead anywhere, goes on with any value: nobody asks about it. A write is not
    /// known to do nothing else. Bounded runs are replayed, and end there.
    fn reads_nowhere(&self) -> bool {
        self.options.unwind.step > 0
            && self.options.policy.consequence(FindingKind::NullDeref) == semantics::Consequence::Undefined
    }

    pub(crate) fn load(&mut self, state: &mut State, place: &Place) -> Res<Value> {
        let address = self.address(state, place)?;
        let bytes = place.access.size(self.model);
        let size = self.terms.bv_const(self.word, u128::from(bytes));
        let located = self.locate(state, address, size, Use::Read);
        self.note_access(&located, place);
        let mut result: Option<Value> = None;
        let width = 8 * bytes as u32;
        for target in &located.targets {
            let value = self.read_at(state, &located, *target, bytes);
            result = Some(match result {
                Some(other) => choose(self.terms, target.when, value, other, width, self.word),
                None => value,
            });
        }
        let mut value = result.unwrap_or(Value::Any);
        if located.nowhere != TermId::FALSE {
            value = choose(self.terms, located.nowhere, Value::Any, value, width, self.word);
        }
        if let (Value::Pointer { object: to, .. }, true) = (value, width == self.word)
            && let Some(at) = self.terms.constant(located.offset).and_then(smt::Bv::to_u64)
        {
            self.follow(state, at, located.object, to);
        }
        Ok(match place.bits {
            Some(bits) => self.take_bits(value, width, bits, place.access),
            None => self.narrow(value, place.access),
        })
    }

    fn note_access(&mut self, located: &Located, place: &Place) {
        if let Some(offset) = self.terms.constant(located.offset).and_then(smt::Bv::to_u64) {
            for target in &located.targets {
                self.cell_scalars.insert((target.id, offset), place.access);
                if target.others.is_some() && place.access == Scalar::Ptr {
                    self.out.links.insert(offset);
                }
            }
        } else {
            for target in &located.targets {
                self.element_scalars.insert(target.id, place.access);
            }
        }
    }

    /// The padding of a scalar in memory (`long double`) is not part of its value.
    fn narrow(&mut self, value: Value, access: Scalar) -> Value {
        match value {
            Value::Number(n) => {
                let width = access.width(self.model);
                Value::Number(self.terms.resize(n, width, false))
            }
            other => other,
        }
    }

    fn take_bits(&mut self, value: Value, width: u32, bits: BitRange, access: Scalar) -> Value {
        let unit = as_number(self.terms, value, width);
        let range = (u32::from(bits.start), u32::from(bits.width));
        let width = access.width(self.model);
        Value::Number(scalar::field(self.terms, unit, range, width, access.is_signed()))
    }

    /// Reads from one object, at an offset that is in bounds where `when` holds.
    fn read_at(&mut self, state: &mut State, located: &Located, target: Target, size: u64) -> Value {
        let (id, offset, when) = (target.id, located.offset, target.when);
        if let Some(witness) = target.others {
            if !self.terms.is_constant(offset) {
                return self.read_node_anywhere(state, located, target, witness, size);
            }
            let at = self.terms.constant(offset).and_then(smt::Bv::to_u64);
            return self.read_node(state, (witness, located.object), at, size);
        }
        if state.arrays.contains_key(&id) {
            return self.read_element(state, id, offset, size, when);
        }
        let object = self.object_in(&Rc::clone(&state.memory), id);
        let globals = self.globals;
        if let Some(at) = self.terms.constant(offset) {
            let Some(at) = at.to_u64() else { return Value::Any };
            return object.read(self.terms, &globals, at, size);
        }
        let Some(candidates) = self.candidates(state, id, offset, size, when) else {
            return self.read_element(state, id, offset, size, when);
        };
        let mut result: Option<Value> = None;
        for at in candidates {
            let value = object.read(self.terms, &globals, at, size);
            let constant = self.terms.bv_const(self.word, u128::from(at));
            let here = self.terms.eq(offset, constant);
            result = Some(match result {
                Some(other) => choose(self.terms, here, value, other, 8 * size as u32, self.word),
                None => value,
            });
        }
        result.unwrap_or(Value::Any)
    }

    pub(crate) fn store(&mut self, state: &mut State, place: &Place, value: Value) -> Res<()> {
        let address = self.address(state, place)?;
        let bytes = place.access.size(self.model);
        let size = self.terms.bv_const(self.word, u128::from(bytes));
        let located = self.locate(state, address, size, Use::of_write(place));
        let value = match place.bits {
            None => self.widen(value, bytes),
            Some(bits) => {
                let width = 8 * bytes as u32;
                let mut unit: Option<Value> = None;
                for target in &located.targets {
                    let old = self.read_at(state, &located, *target, bytes);
                    unit = Some(match unit {
                        Some(other) => choose(self.terms, target.when, old, other, width, self.word),
                        None => old,
                    });
                }
                let unit = as_number(self.terms, unit.unwrap_or(Value::Any), width);
                let number = as_number(self.terms, value, width);
                let range = (u32::from(bits.start), u32::from(bits.width));
                Value::Number(scalar::with_field(self.terms, unit, range, number))
            }
        };
        self.note_access(&located, place);
        let mut block = Object::new(TermId::TRUE, Rest::Any);
        block.write(self.terms, 0, bytes, value);
        let links = self.begin_links(&located, bytes, &block);
        for target in &located.targets {
            self.write_at(state, &located, *target, bytes, value);
        }
        self.end_links(state, &located, links);
        Ok(())
    }

    fn widen(&mut self, value: Value, bytes: u64) -> Value {
        match value {
            Value::Number(n) => {
                let width = self.terms.width(n);
                match (8 * bytes as u32).checked_sub(width) {
                    Some(0) | None => Value::Number(n),
                    Some(padding) => {
                        let padding = fresh(self.terms, padding);
                        Value::Number(self.terms.concat(padding, n))
                    }
                }
            }
            other => other,
        }
    }

    /// Writes to one object.
    fn write_at(&mut self, state: &mut State, located: &Located, target: Target, size: u64, value: Value) {
        let (id, offset) = (target.id, located.offset);
        let only = located.targets.len() == 1;
        if let Some(witness) = target.others {
            if !self.terms.is_constant(offset) {
                return self.write_node_anywhere(state, located, target, witness, (size, value));
            }
            let at = self.terms.constant(offset).and_then(smt::Bv::to_u64);
            return self.write_node(state, (witness, located.object), target.when, at, (size, value));
        }
        let when = if only { TermId::TRUE } else { target.when };
        if state.arrays.contains_key(&id) && self.write_element(state, id, when, offset, (size, value)) {
            return;
        }
        let object = self.object_in(&Rc::clone(&state.memory), id);
        let single = self.terms.constant(offset).and_then(smt::Bv::to_u64);
        let candidates = match single {
            Some(at) => Some(vec![at]),
            None => self.candidates(state, id, offset, size, target.when),
        };
        let new = match candidates {
            None if self.write_element(state, id, when, offset, (size, value)) => return,
            None => {
                let mut new = Object::clone(&object);
                new.forget();
                new
            }
            Some(candidates) => self.write_cells(&object, id, &candidates, (offset, when), (size, value)),
        };
        self.replace(state, id, new);
    }

    /// What an object is from here on. If it had no cells it has some now.
    pub(crate) fn replace(&mut self, state: &mut State, id: ObjectId, object: Object) {
        self.relink_object(state, id, &object);
        Rc::make_mut(&mut state.memory).insert(id, Rc::new(object));
        if state.arrays.contains_key(&id) {
            Rc::make_mut(&mut state.arrays).remove(&id);
        }
    }

    pub(crate) fn remove_object(&mut self, state: &mut State, id: ObjectId) {
        let object = self.terms.bv_const(OBJECT_BITS, u128::from(id));
        self.unlink(state, object);
        Rc::make_mut(&mut state.memory).remove(&id);
        if state.arrays.contains_key(&id) {
            Rc::make_mut(&mut state.arrays).remove(&id);
        }
    }

    /// Copies `size` bytes between places of known offsets; whatever else gives any value.
    pub(crate) fn copy(
        &mut self,
        state: &mut State,
        to: (TermId, TermId),
        from: (TermId, TermId),
        (size, how): (u64, Use),
    ) {
        let bytes = self.terms.bv_const(self.word, u128::from(size));
        let source = self.locate(state, from, bytes, Use::Read);
        let block = self.block_at(state, &source, size);
        self.write_block(state, to, &block, (size, how));
    }

    pub(crate) fn block(&mut self, state: &mut State, from: (TermId, TermId), size: u64) -> Object {
        let bytes = self.terms.bv_const(self.word, u128::from(size));
        let source = self.locate(state, from, bytes, Use::Read);
        self.block_at(state, &source, size)
    }

    /// The bytes at a place, as an object of their own.
    fn block_at(&mut self, state: &mut State, source: &Located, size: u64) -> Object {
        let anything = Object::new(TermId::TRUE, Rest::Any);
        if source.nowhere != TermId::FALSE {
            return anything;
        }
        let Some(offset) = self.terms.constant(source.offset).and_then(smt::Bv::to_u64) else {
            return anything;
        };
        let globals = self.globals;
        let mut result: Option<Object> = None;
        for target in &source.targets {
            if target.others.is_some() {
                return anything;
            }
            if state.arrays.contains_key(&target.id) {
                return anything;
            }
            let object = self.object_in(&Rc::clone(&state.memory), target.id);
            let mut block =
                Object::new(TermId::TRUE, if object.rest == Rest::Zero { Rest::Zero } else { Rest::Any });
            if let Rest::Initial(_) = object.rest
                && size <= 4096
            {
                // Initial contents are written out, word by word.
                for at in (0..size).step_by(self.word as usize / 8) {
                    let length = (size - at).min(u64::from(self.word) / 8);
                    let value = object.read(self.terms, &globals, offset + at, length);
                    block.write(self.terms, at, length, value);
                }
            }
            for (at, (length, _)) in object.overlapping(offset, size) {
                let (start, end) = (at.max(offset), (at + length).min(offset + size));
                let value = object.read(self.terms, &globals, start, end - start);
                block.write(self.terms, start - offset, end - start, value);
            }
            result = Some(match result {
                Some(other) => block.merge(&other, self.terms, &globals, target.when),
                None => block,
            });
        }
        result.unwrap_or(anything)
    }

    pub(crate) fn write_block(
        &mut self,
        state: &mut State,
        to: (TermId, TermId),
        block: &Object,
        (size, how): (u64, Use),
    ) {
        let bytes = self.terms.bv_const(self.word, u128::from(size));
        let located = self.locate(state, to, bytes, how);
        let links = self.begin_links(&located, size, block);
        let offset = self.terms.constant(located.offset).and_then(smt::Bv::to_u64);
        let globals = self.globals;
        for target in &located.targets {
            if let Some(witness) = target.others {
                let key = (witness, located.object);
                match offset.filter(|_| size <= 4096) {
                    None => self.write_node(state, key, target.when, None, (0, Value::Any)),
                    Some(offset) => {
                        let mut copied = Object::new(TermId::TRUE, Rest::Any);
                        self.fill(&mut copied, 0, size, block.rest);
                        for (&at, &(length, value)) in &block.cells {
                            copied.write(self.terms, at, length, value);
                        }
                        for (&at, &(length, value)) in &copied.cells {
                            self.write_node(state, key, target.when, Some(offset + at), (length, value));
                        }
                    }
                }
                continue;
            }
            let when = if located.targets.len() > 1 { target.when } else { TermId::TRUE };
            if state.arrays.contains_key(&target.id)
                && self.write_block_to_array(state, target.id, (when, located.offset), block, size)
            {
                continue;
            }
            let object = self.object_in(&Rc::clone(&state.memory), target.id);
            let mut new = Object::clone(&object);
            match offset {
                None => new.forget(),
                Some(offset) => {
                    new.clear(self.terms, offset, size);
                    if block.rest != new.rest {
                        self.fill(&mut new, offset, size, block.rest);
                    }
                    for (&at, &(length, value)) in &block.cells {
                        new.write(self.terms, offset + at, length, value);
                    }
                }
            }
            if located.targets.len() > 1 {
                new = new.merge(&object, self.terms, &globals, target.when);
            }
            self.replace(state, target.id, new);
        }
        self.end_links(state, &located, links);
    }

    /// Gives every byte of a range a cell, since the rest of the object holds something else.
    pub(crate) fn fill(&mut self, object: &mut Object, offset: u64, size: u64, with: Rest) {
        if size > 4096 {
            return object.forget();
        }
        let word = u64::from(self.word) / 8;
        let mut at = offset;
        while at < offset + size {
            let length = (word - at % word).min(offset + size - at);
            let value = match with {
                Rest::Zero => Value::Number(self.terms.bv_const(8 * length as u32, 0)),
                _ => Value::Any,
            };
            object.write(self.terms, at, length, value);
            at += length;
        }
    }
}
