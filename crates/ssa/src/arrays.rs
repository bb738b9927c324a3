//! Objects that are read and written at unknown offsets.
//!
//! What such an object holds is a chain of writes, on top of what it held before or at the head of the last loop that changed
//! it. Of the latter, the element at one arbitrary offset that never changes, the *ghost offset*, is a loop-back variable, and
//! the rows of the loop speak of it beside the ghost offset. What is shown of an arbitrary offset holds of every one: what
//! the object held at another offset is an [`ElementInstance`] of the rows. An object that a loop only reads has such elements as well,
//! since variables of the loop may be bounds of what it holds.
//!
//! All accesses at unknown offsets are aligned, so that two of one size are at the same place or apart. Elements are numbers:
//! pointers in such objects are not followed through loops.

use crate::build::{Builder, ObjectKind};
use crate::state::State;
use crate::{CheckKind, Element, ElementInstance, LoopVariable, Pivot};
use base::{FxHashMap, FxHashSet};
use encode::cells::{Object, Rest};
use encode::pointer::{OBJECT_BITS, ObjectId, Value, as_number, choose, fresh};
use ir::{Scalar, TypeId, TypeKind};
use smt::{Op, Sort, TermId};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

pub(crate) type Arrays = BTreeMap<ObjectId, Rc<Array>>;

/// What an object holds that has no cells.
#[derive(Clone, Debug)]
pub(crate) struct Array {
    source: Rc<Contents>,
    /// What was written since, the last one last.
    written: Vec<Store>,
}

#[derive(Debug)]
enum Contents {
    Rest(Rest),
    /// Anything; the number tells contents apart.
    Any(u32),
    /// At the head of a loop: as its rows say, or as before it.
    Head {
        index: usize,
        object: ObjectId,
        select: TermId,
        entry: Rc<Array>,
    },
    Either(TermId, Rc<Array>, Rc<Array>),
}

#[derive(Clone, Debug)]
enum Store {
    Cell {
        when: TermId,
        offset: TermId,
        size: u64,
        value: Value,
    },
    /// Bytes of a range that all become the same.
    Fill {
        when: TermId,
        offset: TermId,
        length: TermId,
        byte: TermId,
    },
    /// Bytes of a range that become those of an array, from an offset on.
    Copy {
        when: TermId,
        offset: TermId,
        length: TermId,
        from: TermId,
        array: Rc<Array>,
    },
}

/// The arrays of a loop, for as long as the formula is built.
#[derive(Clone, Debug)]
pub(crate) struct Watcher {
    array: Rc<Array>,
    object: ObjectId,
    index: usize,
}

/// Objects of more elements than this have no cell for each.
pub(crate) const MOST_CELLS: u64 = 64;
const MOST_STORES: usize = 256;
/// Offsets of one array that are told apart where they are equal.
const MOST_OFFSETS: usize = 8;
const MOST_PIVOTS: usize = 3;
/// Constants that are added to an index and do not count as another place.
const NEAR: i128 = 8;
/// Places far from a variable that are compared with offsets.
const MOST_FAR: usize = 1;

/// The last offsets at which single elements of an array were written, also before loops and on other ways.
pub(crate) fn written_at(array: &Rc<Array>) -> Vec<TermId> {
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    let mut open = vec![array];
    while let Some(array) = open.pop() {
        if !seen.insert(Rc::as_ptr(array)) {
            continue;
        }
        for store in array.written.iter().rev() {
            if let Store::Cell { offset, .. } = store
                && !found.contains(offset)
                && found.len() < MOST_OFFSETS
            {
                found.push(*offset);
            }
        }
        match &*array.source {
            Contents::Rest(_) | Contents::Any(_) => {}
            Contents::Head { entry, .. } => open.push(entry),
            Contents::Either(_, a, b) => open.extend([a, b]),
        }
    }
    found
}

/// What was written to arrays, also before loops and on other ways.
pub(crate) fn values(arrays: &Arrays) -> Vec<Value> {
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    let mut open: Vec<&Rc<Array>> = arrays.values().collect();
    while let Some(array) = open.pop() {
        if !seen.insert(Rc::as_ptr(array)) {
            continue;
        }
        for store in &array.written {
            match store {
                Store::Cell { value, .. } => found.push(*value),
                Store::Fill { .. } => {}
                Store::Copy { array, .. } => open.push(array),
            }
        }
        match &*array.source {
            Contents::Rest(_) | Contents::Any(_) => {}
            Contents::Head { entry, .. } => open.push(entry),
            Contents::Either(_, a, b) => open.extend([a, b]),
        }
    }
    found
}

impl Builder<'_> {
    /// The offset that stands for any.
    pub(crate) fn ghost_offset(&mut self) -> TermId {
        self.terms.var("ghost", Sort::Bv(self.word))
    }

    /// Whether an object of a type has elements that are numbers, and many of them.
    pub(crate) fn is_large_array(&self, ty: TypeId) -> bool {
        match self.program.types[ty].kind {
            TypeKind::Array { elem, len: Some(len) } => {
                len > MOST_CELLS && self.program.types[elem].scalar().is_some_and(|s| s != Scalar::Ptr)
            }
            _ => false,
        }
    }

    /// From here on an object holds this everywhere.
    pub(crate) fn start_array(&mut self, state: &mut State, id: ObjectId, rest: Rest) {
        let source = match rest {
            Rest::Any => {
                self.contents += 1;
                Contents::Any(self.contents)
            }
            known => Contents::Rest(known),
        };
        self.set_array(state, id, Array { source: Rc::new(source), written: Vec::new() });
    }

    fn set_array(&mut self, state: &mut State, id: ObjectId, array: Array) {
        let live = self.object_in(&Rc::clone(&state.memory), id).live;
        let had_links = !state.arrays.contains_key(&id) && !self.is_linking;
        let is_linking = std::mem::replace(&mut self.is_linking, true);
        self.replace(state, id, Object::new(live, Rest::Any));
        self.is_linking = is_linking;
        if had_links {
            let object = self.terms.bv_const(OBJECT_BITS, u128::from(id));
            self.unlink(state, object);
        }
        Rc::make_mut(&mut state.arrays).insert(id, Rc::new(array));
    }

    /// An object without cells, whatever it is now. `None` if it must have cells, or too many.
    fn array_of(&mut self, state: &State, id: ObjectId) -> Option<Rc<Array>> {
        if let Some(array) = state.arrays.get(&id) {
            return Some(Rc::clone(array));
        }
        let kind = self.objects[usize::from(id)].kind;
        let has_cells = matches!(kind, ObjectKind::Ghost | ObjectKind::Others(_) | ObjectKind::None);
        if self.witnesses.contains(&id) || has_cells {
            return None;
        }
        let object = self.object_in(&Rc::clone(&state.memory), id);
        if object.cells.len() as u64 > MOST_CELLS {
            return None;
        }
        let source = match object.rest {
            Rest::Any => match self.known_contents.iter().find(|(known, _)| Rc::ptr_eq(known, &object)) {
                Some((_, number)) => Contents::Any(*number),
                None => {
                    self.contents += 1;
                    self.known_contents.push((Rc::clone(&object), self.contents));
                    Contents::Any(self.contents)
                }
            },
            rest => Contents::Rest(rest),
        };
        let written = object
            .cells
            .iter()
            .map(|(&at, &(size, value))| {
                let offset = self.terms.bv_const(self.word, u128::from(at));
                Store::Cell { when: TermId::TRUE, offset, size, value }
            })
            .collect();
        Some(Rc::new(Array { source: Rc::new(source), written }))
    }

    /// Accesses that are not aligned are not expressed.
    fn require_aligned(&mut self, state: &mut State, offset: TermId, size: u64, when: TermId) {
        let aligned = self.is_aligned(offset, size);
        let unaligned = self.terms.not(aligned);
        let unaligned = self.terms.and(when, unaligned);
        let what = "an access at an unknown offset that is not aligned".to_owned();
        self.require(state, CheckKind::Unsupported(what), unaligned);
    }

    fn is_aligned(&mut self, offset: TermId, size: u64) -> TermId {
        if size <= 1 {
            return TermId::TRUE;
        }
        let mask = self.terms.bv_const(self.word, u128::from(size - 1));
        let rest = self.terms.bvand(offset, mask);
        let zero = self.terms.bv_const(self.word, 0);
        self.terms.eq(rest, zero)
    }

    /// Reads from an object at an offset that is in bounds where `when` holds, if it has no cells there.
    pub(crate) fn read_element(
        &mut self,
        state: &mut State,
        id: ObjectId,
        offset: TermId,
        size: u64,
        when: TermId,
    ) -> Value {
        if !size.is_power_of_two() || size > 8 {
            return Value::Any;
        }
        let Some(array) = self.array_of(state, id) else { return Value::Any };
        if !self.terms.is_constant(offset) {
            self.array_offsets.push(offset);
            self.element_sizes.entry(id).or_insert(size);
        }
        self.require_aligned(state, offset, size, when);
        self.read_array(&array, offset, size, &mut FxHashMap::default())
    }

    fn read_array(
        &mut self,
        array: &Rc<Array>,
        at: TermId,
        size: u64,
        known: &mut FxHashMap<*const Array, Value>,
    ) -> Value {
        if let Some(&value) = known.get(&Rc::as_ptr(array)) {
            return value;
        }
        let width = 8 * size as u32;
        let mut value = match &*array.source {
            Contents::Rest(rest) => self.read_rest(*rest, at, size),
            Contents::Any(number) => self.read_any(*number, at, size),
            Contents::Either(condition, a, b) => {
                let x = self.read_array(a, at, size, known);
                let y = self.read_array(b, at, size, known);
                choose(self.terms, *condition, x, y, width, self.word)
            }
            Contents::Head { index, object, select, entry } => {
                let before = self.read_array(entry, at, size, known);
                let back = self.element_at_head(*index, *object, at, size);
                choose(self.terms, *select, back, before, width, self.word)
            }
        };
        for store in &array.written {
            value = self.read_store(store, value, at, size);
        }
        // Loops that read the array and leave it as it is may know something of it.
        if let Value::Number(number) = value {
            let watchers: Vec<Watcher> =
                self.watchers.iter().filter(|w| Rc::ptr_eq(&w.array, array)).cloned().collect();
            for watcher in watchers {
                if self.element_sizes.get(&watcher.object) == Some(&size) {
                    self.add_instance(watcher.index, at, (watcher.object, number));
                }
            }
        }
        known.insert(Rc::as_ptr(array), value);
        value
    }

    fn read_rest(&mut self, rest: Rest, at: TermId, size: u64) -> Value {
        let zero = Value::Number(self.terms.bv_const(8 * size as u32, 0));
        match rest {
            Rest::Zero => zero,
            Rest::Any => Value::Any,
            Rest::Initial(global) => {
                let init = &self.program.globals[global].init;
                if self.program.globals[global].kind == ir::GlobalKind::External {
                    return Value::Any;
                }
                if let Some(at) = self.terms.constant(at).and_then(smt::Bv::to_u64) {
                    let globals = self.globals;
                    return encode::cells::Initial::initial(&globals, self.terms, global, at, size);
                }
                match init.relocations.is_empty() && init.bytes.iter().all(|byte| *byte == 0) {
                    true => zero,
                    false => Value::Any,
                }
            }
        }
    }

    /// The same offset of the same contents is the same value.
    fn read_any(&mut self, contents: u32, at: TermId, size: u64) -> Value {
        let width = 8 * size as u32;
        if let Some(&(_, known)) = self
            .any_elements
            .get(&(contents, size))
            .and_then(|known| known.iter().find(|(offset, _)| *offset == at))
        {
            return Value::Number(known);
        }
        let value = self.terms.fresh("element", Sort::Bv(width));
        let others = self.any_elements.entry((contents, size)).or_default().clone();
        self.agree(&others, (at, value));
        self.any_elements.entry((contents, size)).or_default().push((at, value));
        Value::Number(value)
    }

    /// Where offsets are equal the elements are.
    fn agree(&mut self, others: &[(TermId, TermId)], (at, value): (TermId, TermId)) {
        for &(offset, other) in others.iter().take(MOST_OFFSETS) {
            let same = self.terms.eq(offset, at);
            let equal = self.terms.eq(other, value);
            let fact = self.terms.implies(same, equal);
            self.element_facts.push(fact);
        }
    }

    /// What the object held at an offset when a loop began another round.
    fn element_at_head(&mut self, index: usize, object: ObjectId, at: TermId, size: u64) -> Value {
        if self.element_sizes.get(&object) != Some(&size) {
            return Value::Any;
        }
        let own = self.element_variable(index, object, size);
        let ghost = self.ghost_offset();
        if at == ghost {
            return Value::Number(own);
        }
        let instances = &self.out.loops[index].element_instances;
        let here = instances.iter().find(|instance| instance.offset == at);
        let known = here.and_then(|i| i.values.iter().find(|(id, _)| *id == object)).map(|(_, v)| *v);
        let value = match known {
            Some(value) => value,
            None => {
                let value = self.terms.fresh("element", Sort::Bv(8 * size as u32));
                let others: Vec<(TermId, TermId)> = instances
                    .iter()
                    .flat_map(|i| {
                        i.values.iter().filter(|(id, _)| *id == object).map(|(_, v)| (i.offset, *v))
                    })
                    .collect();
                self.agree(&others, (at, value));
                self.add_instance(index, at, (object, value));
                // What the loop's other arrays hold there is part of the same instance.
                let companions: Vec<Watcher> =
                    self.watchers.iter().filter(|w| w.index == index).cloned().collect();
                for watcher in companions {
                    if self.element_sizes.get(&watcher.object) == Some(&size) {
                        self.read_array(&watcher.array, at, size, &mut FxHashMap::default());
                    }
                }
                value
            }
        };
        let is_ghost = self.terms.eq(at, ghost);
        Value::Number(self.terms.ite(is_ghost, own, value))
    }

    fn element_variable(&mut self, index: usize, object: ObjectId, size: u64) -> TermId {
        let width = 8 * size as u32;
        let key = self.out.loops[index].key;
        self.terms.var(&format!("l{key}.e{object}.{width}"), Sort::Bv(width))
    }

    fn add_instance(&mut self, index: usize, offset: TermId, value: (ObjectId, TermId)) {
        if offset == self.ghost_offset() {
            return;
        }
        let Some(of) = self.out.loops.get_mut(index) else { return };
        let instances = &mut of.element_instances;
        match instances.iter_mut().find(|instance| instance.offset == offset) {
            Some(instance) if instance.values.iter().any(|(id, _)| *id == value.0) => {}
            Some(instance) => instance.values.push(value),
            None => instances.push(ElementInstance { offset, values: vec![value] }),
        }
    }

    fn read_store(&mut self, store: &Store, value: Value, at: TermId, size: u64) -> Value {
        let width = 8 * size as u32;
        match store {
            Store::Cell { when, offset, size: written, value: new } if *written == size => {
                let same = self.terms.eq(*offset, at);
                let here = self.terms.and(*when, same);
                // A constant offset need not be aligned.
                let odd = self.terms.constant(*offset).and_then(smt::Bv::to_u64);
                let value = match odd.is_some_and(|offset| offset % size != 0) {
                    true => self.overwritten(value, (*when, *offset), size, at, size),
                    false => value,
                };
                choose(self.terms, here, *new, value, width, self.word)
            }
            Store::Cell { when, offset, size: written, .. } => {
                self.overwritten(value, (*when, *offset), *written, at, size)
            }
            Store::Fill { when, offset, length, byte } => {
                let (inside, touched) = self.in_range(*offset, *length, at, size);
                let (inside, touched) = (self.terms.and(*when, inside), self.terms.and(*when, touched));
                let value = match size {
                    1 => value,
                    _ => choose(self.terms, touched, Value::Any, value, width, self.word),
                };
                let mut filled = *byte;
                for _ in 1..size {
                    filled = self.terms.concat(*byte, filled);
                }
                choose(self.terms, inside, Value::Number(filled), value, width, self.word)
            }
            Store::Copy { when, offset, length, from, array } => {
                let (inside, touched) = self.in_range(*offset, *length, at, size);
                let (inside, touched) = (self.terms.and(*when, inside), self.terms.and(*when, touched));
                let distance = self.terms.sub(at, *offset);
                let there = self.terms.add(*from, distance);
                let copied = self.read_array(array, there, size, &mut FxHashMap::default());
                let aligned = self.is_aligned(there, size);
                let inside = self.terms.and(inside, aligned);
                let value = choose(self.terms, touched, Value::Any, value, width, self.word);
                choose(self.terms, inside, copied, value, width, self.word)
            }
        }
    }

    /// A value in whose place something else may have been written in part.
    fn overwritten(
        &mut self,
        value: Value,
        (when, offset): (TermId, TermId),
        written: u64,
        at: TermId,
        size: u64,
    ) -> Value {
        let length = self.terms.bv_const(self.word, u128::from(written));
        let (_, touched) = self.in_range(offset, length, at, size);
        let touched = self.terms.and(when, touched);
        choose(self.terms, touched, Value::Any, value, 8 * size as u32, self.word)
    }

    /// That an element lies in a range, and that it has bytes there. Neither reaches beyond its object, so nothing wraps.
    fn in_range(&mut self, offset: TermId, length: TermId, at: TermId, size: u64) -> (TermId, TermId) {
        let bytes = self.terms.bv_const(self.word, u128::from(size));
        let (end, element_end) = (self.terms.add(offset, length), self.terms.add(at, bytes));
        let (from, to) = (self.terms.ule(offset, at), self.terms.ule(element_end, end));
        let inside = self.terms.and(from, to);
        let (before_end, behind_start) = (self.terms.ult(at, end), self.terms.ult(offset, element_end));
        (inside, self.terms.and(before_end, behind_start))
    }

    /// Writes to an object without cells; whether it can be.
    pub(crate) fn write_element(
        &mut self,
        state: &mut State,
        id: ObjectId,
        when: TermId,
        offset: TermId,
        (size, value): (u64, Value),
    ) -> bool {
        if !size.is_power_of_two() || size > 8 {
            return false;
        }
        if !self.terms.is_constant(offset) {
            self.array_offsets.push(offset);
            self.element_sizes.entry(id).or_insert(size);
            self.require_aligned(state, offset, size, when);
        }
        let value = match value {
            Value::Any => Value::Number(fresh(self.terms, 8 * size as u32)),
            other => other,
        };
        self.add_store(state, id, Store::Cell { when, offset, size, value })
    }

    fn add_store(&mut self, state: &mut State, id: ObjectId, store: Store) -> bool {
        let Some(array) = self.array_of(state, id) else { return false };
        if array.written.len() >= MOST_STORES {
            return false;
        }
        let mut array = Array::clone(&array);
        array.written.push(store);
        self.set_array(state, id, array);
        true
    }

    /// A block of known size in an object without cells; whether it can be.
    pub(crate) fn write_block_to_array(
        &mut self,
        state: &mut State,
        id: ObjectId,
        (when, offset): (TermId, TermId),
        block: &Object,
        size: u64,
    ) -> bool {
        let base = self.terms.constant(offset).and_then(smt::Bv::to_u64);
        let length = self.terms.bv_const(self.word, u128::from(size));
        let first = match block.rest {
            Rest::Zero => Store::Fill { when, offset, length, byte: self.terms.bv_const(8, 0) },
            _ => Store::Cell { when, offset, size, value: Value::Any },
        };
        if block.cells.len() as u64 > MOST_CELLS || !self.add_store(state, id, first) {
            return false;
        }
        for (&at, &(length, value)) in &block.cells {
            let (offset, value) = match base {
                Some(base) => (self.terms.bv_const(self.word, u128::from(base + at)), value),
                // It may not be aligned.
                None => {
                    let by = self.terms.bv_const(self.word, u128::from(at));
                    (self.terms.add(offset, by), Value::Any)
                }
            };
            // Two of different sizes never agree.
            let size = if base.is_some() { length } else { length + 16 };
            if !self.add_store(state, id, Store::Cell { when, offset, size, value }) {
                return false;
            }
        }
        true
    }

    pub(crate) fn fill_array(
        &mut self,
        state: &mut State,
        id: ObjectId,
        when: TermId,
        (offset, length): (TermId, TermId),
        byte: TermId,
    ) -> bool {
        self.add_store(state, id, Store::Fill { when, offset, length, byte })
    }

    pub(crate) fn copy_array(
        &mut self,
        state: &mut State,
        before: &State,
        id: ObjectId,
        when: TermId,
        (offset, length): (TermId, TermId),
        (source, from): (ObjectId, TermId),
    ) -> bool {
        let Some(array) = self.array_of(before, source) else { return false };
        if let Some(&size) = self.element_sizes.get(&source) {
            self.element_sizes.entry(id).or_insert(size);
        }
        self.add_store(state, id, Store::Copy { when, offset, length, from, array })
    }

    pub(crate) fn merge_arrays(&mut self, condition: TermId, a: &State, b: &State) -> Arrays {
        let mut merged = Arrays::new();
        let ids: BTreeSet<ObjectId> = a.arrays.keys().chain(b.arrays.keys()).copied().collect();
        for id in ids {
            let (x, y) = (self.array_of(a, id), self.array_of(b, id));
            let array = match (x, y) {
                (Some(x), Some(y)) if Rc::ptr_eq(&x, &y) => x,
                (Some(x), Some(y)) => {
                    Rc::new(Array { source: Rc::new(Contents::Either(condition, x, y)), written: Vec::new() })
                }
                _ => continue,
            };
            merged.insert(id, array);
        }
        merged
    }

    /// What the arrays are at the head of a cut loop, which changes some.
    pub(crate) fn arrays_at_head(
        &mut self,
        state: &mut State,
        entry: &State,
        changed: &BTreeSet<ObjectId>,
        lost: &BTreeSet<ObjectId>,
        (index, select): (usize, TermId),
    ) {
        for &id in lost {
            Rc::make_mut(&mut state.arrays).remove(&id);
        }
        for &id in changed.difference(lost) {
            let Some(entry) = self.array_of(entry, id) else { continue };
            let source = Rc::new(Contents::Head { index, object: id, select, entry });
            self.set_array(state, id, Array { source, written: Vec::new() });
        }
        for (&object, array) in state.arrays.iter().filter(|(id, _)| !changed.contains(id)) {
            self.watchers.push(Watcher { array: Rc::clone(array), object, index });
        }
    }

    /// Adds the arrays that differ at the end of a round; whether there was any.
    pub(crate) fn grow_arrays(
        &mut self,
        head: &State,
        next: &State,
        changed: &mut BTreeSet<ObjectId>,
        lost: &mut BTreeSet<ObjectId>,
    ) -> bool {
        let mut grown = false;
        let ids: BTreeSet<ObjectId> = head.arrays.keys().chain(next.arrays.keys()).copied().collect();
        for id in ids.difference(&lost.clone()) {
            match (head.arrays.get(id), next.arrays.get(id)) {
                (Some(a), Some(b)) if Rc::ptr_eq(a, b) => {}
                (_, Some(array)) => {
                    grown |= changed.insert(*id);
                    let (ghost, array) = (self.ghost_offset(), Rc::clone(array));
                    let size = self.element_sizes.get(id).copied().unwrap_or(1);
                    let value = self.read_array(&array, ghost, size, &mut FxHashMap::default());
                    let holds_pointers = matches!(value, Value::Pointer { .. })
                        || self.element_scalars.get(id) == Some(&Scalar::Ptr);
                    if holds_pointers {
                        grown |= lost.insert(*id);
                    }
                }
                _ => grown |= lost.insert(*id),
            }
        }
        grown
    }

    /// The elements at the ghost offset, before and after a round of a loop.
    pub(crate) fn elements(
        &mut self,
        head: &State,
        next: &State,
        index: usize,
        offsets: &[TermId],
        variables: &[LoopVariable],
    ) -> (Vec<Element>, Vec<Pivot>) {
        let ghost = self.ghost_offset();
        let mut elements = Vec::new();
        for (&id, array) in head.arrays.iter() {
            let Some(&size) = self.element_sizes.get(&id) else { continue };
            let Some(after) = next.arrays.get(&id).cloned() else { continue };
            let changes = !Rc::ptr_eq(array, &after);
            let back = match changes {
                true => self.element_variable(index, id, size),
                false => match self.read_array(array, ghost, size, &mut FxHashMap::default()) {
                    Value::Number(number) => number,
                    _ => continue,
                },
            };
            let after = self.read_array(&after, ghost, size, &mut FxHashMap::default());
            let after = as_number(self.terms, after, 8 * size as u32);
            let scalar = self.element_scalars.get(&id).copied();
            let symbol = self.objects[usize::from(id)].symbol;
            elements.push(Element { object: id, symbol, size, scalar, back, next: after, changes });
        }
        let pivots = match elements.is_empty() {
            true => Vec::new(),
            false => self.pivots(offsets, variables),
        };
        (elements, pivots)
    }

    /// The variables that offsets are computed from, each with its factor, and with constants that lead far away.
    fn pivots(&self, offsets: &[TermId], variables: &[LoopVariable]) -> Vec<Pivot> {
        let mut factors: Vec<(TermId, u64, u64)> = Vec::new();
        let mut seen = FxHashSet::default();
        let mut open: Vec<(TermId, u64, u64)> = offsets.iter().map(|t| (*t, 1, 0)).collect();
        while let Some((t, factor, plus)) = open.pop() {
            if !seen.insert((t, factor, plus)) || seen.len() > 512 {
                continue;
            }
            factors.push((t, factor, plus));
            match (self.terms.op(t), self.terms.args(t)) {
                (Op::Add, &[a, b]) => {
                    for (x, y) in [(a, b), (b, a)] {
                        let by = self.terms.constant(y).and_then(smt::Bv::to_i128).unwrap_or(0);
                        let far = if by.abs() > NEAR { by as u64 } else { 0 };
                        open.push((x, factor, plus.wrapping_add(factor.wrapping_mul(far))));
                    }
                }
                (Op::Ite, &[_, a, b]) => open.extend([(a, factor, plus), (b, factor, plus)]),
                (Op::SignExt | Op::ZeroExt | Op::Extract, &[a]) => open.push((a, factor, plus)),
                (Op::Concat, &[a, b]) => {
                    // A shift by constant bits.
                    let zeros = self.terms.constant(b).and_then(smt::Bv::to_u64) == Some(0);
                    let by = self.terms.width(b);
                    if zeros && by < 16 {
                        open.push((a, factor << by, plus));
                    }
                }
                (Op::Mul | Op::Shl, &[a, b]) => {
                    let is_shift = self.terms.op(t) == Op::Shl;
                    for (x, y) in [(a, b), (b, a)] {
                        let constant = self.terms.constant(y).and_then(smt::Bv::to_u64);
                        if let Some(c) = constant.filter(|c| *c < if is_shift { 16 } else { 1 << 16 }) {
                            let factor = if is_shift { factor << c } else { factor.saturating_mul(c) };
                            open.push((x, factor, plus));
                        }
                    }
                }
                _ => {}
            }
        }
        let (mut found, mut far) = (Vec::new(), Vec::new());
        for (variable, of) in variables.iter().enumerate() {
            let term = match of.back {
                _ if of.guards.is_some() || of.ghost => continue,
                Value::Number(number) => number,
                Value::Pointer { offset, .. } => offset,
                Value::Any => continue,
            };
            let mut uses = factors.iter().filter(|(t, _, _)| *t == term && !self.terms.is_constant(*t));
            let distant = uses.clone().filter(|(_, _, plus)| *plus != 0).take(MOST_FAR);
            far.extend(distant.map(|&(_, factor, plus)| Pivot { variable, factor, plus }));
            found.extend(uses.next().map(|&(_, factor, _)| Pivot { variable, factor, plus: 0 }));
        }
        found.extend(far);
        found.truncate(MOST_PIVOTS);
        found
    }
}
