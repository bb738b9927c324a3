//! Accesses at unknown offsets of objects that have cells: small ones, also the nodes of lists, which may have arrays inside.
//!
//! Such an access goes to one of a few offsets. Where one of them lies inside a larger cell (the array is beside a pointer), the whole
//! cell is what is read or written: a row then says that the offset is not there, and the cell stays as it is.

use crate::CheckKind;
use crate::arrays::MOST_CELLS;
use crate::build::Builder;
use crate::place::{Located, Target};
use crate::state::State;
use base::FxHashSet;
use encode::cells::Object;
use encode::pointer::{ObjectId, Value, as_number, choose};
use encode::scalar;
use ir::{Program, Scalar, TypeKind};
use smt::TermId;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Offsets in one of the others of a site.
const MOST_IN_NODES: usize = 32;
/// In bytes.
const LARGEST_CELL: u64 = 8;

/// The offsets that an access may have, by the cell that they lie in: where that starts, and its size.
type Cells = BTreeMap<(u64, u64), Vec<u64>>;

impl Builder<'_> {
    /// The offsets that an access at an unknown offset may have, if the object is small. Accesses that are not aligned are
    /// not expressed.
    pub(crate) fn candidates(
        &mut self,
        state: &mut State,
        id: ObjectId,
        offset: TermId,
        size: u64,
        when: TermId,
    ) -> Option<Vec<u64>> {
        let total = self.size_of(&Rc::clone(&state.memory), id)?;
        let total = self.terms.constant(total)?.to_u64()?;
        let (low, high) = self.terms.unsigned_range(offset).unwrap_or((0, u64::MAX));
        let last = total.checked_sub(size)?;
        let (low, high) = (low.min(last), high.min(last));
        let count = (high - low) / size + 1;
        if count > MOST_CELLS || !size.is_power_of_two() {
            return None;
        }
        if size > 1 {
            let mask = self.terms.bv_const(self.word, u128::from(size - 1));
            let rest = self.terms.bvand(offset, mask);
            let zero = self.terms.bv_const(self.word, 0);
            let unaligned = self.terms.ne(rest, zero);
            let unaligned = self.terms.and(when, unaligned);
            let what = "an access at an unknown offset that is not aligned".to_owned();
            self.require(state, CheckKind::Unsupported(what), unaligned);
        }
        let first = low.next_multiple_of(size);
        Some((first..=high).step_by(size as usize).collect())
    }

    /// The candidates by the cells that the program accesses there at known offsets.
    fn by_cell(&self, id: ObjectId, candidates: &[u64], size: u64) -> Cells {
        let alone = || candidates.iter().map(|&at| ((at, size), vec![at])).collect();
        if let [_] = candidates {
            return alone();
        }
        let total = self.terms.constant(self.objects[usize::from(id)].size).and_then(smt::Bv::to_u64);
        let pointer = u64::from(self.word) / 8;
        let mut cells = Cells::new();
        for &at in candidates {
            let larger = (at.saturating_sub(LARGEST_CELL - 1)..=at).find_map(|start| {
                let length = match self.cell_scalars.get(&(id, start)) {
                    Some(scalar) => scalar.size(self.model),
                    None if self.pointer_members.contains(&(total?, start)) => pointer,
                    None => return None,
                };
                let is_around = length > size && length <= LARGEST_CELL && at + size <= start + length;
                is_around.then_some((start, length))
            });
            cells.entry(larger.unwrap_or((at, size))).or_default().push(at);
        }
        let ends = cells.keys().map(|(start, length)| start + length);
        if ends.zip(cells.keys().skip(1)).any(|(end, (next, _))| *next < end) {
            return alone();
        }
        cells
    }

    fn is_at(&mut self, offset: TermId, at: u64) -> TermId {
        let constant = self.terms.bv_const(self.word, u128::from(at));
        self.terms.eq(offset, constant)
    }

    /// Reads from one of the others of a site.
    pub(crate) fn read_node_anywhere(
        &mut self,
        state: &mut State,
        located: &Located,
        target: Target,
        witness: ObjectId,
        size: u64,
    ) -> Value {
        let Some(candidates) = self.node_candidates(state, located, target, size) else {
            return Value::Any;
        };
        let width = 8 * size as u32;
        let mut result: Option<Value> = None;
        for ((start, length), at) in self.by_cell(target.id, &candidates, size) {
            let whole = self.read_node(state, (witness, located.object), Some(start), length);
            for at in at {
                let value = part(self.terms, whole, (start, length), (at, size));
                let here = self.is_at(located.offset, at);
                result = Some(match result {
                    Some(other) => choose(self.terms, here, value, other, width, self.word),
                    None => value,
                });
            }
        }
        result.unwrap_or(Value::Any)
    }

    /// Writes to one of the others of a site.
    pub(crate) fn write_node_anywhere(
        &mut self,
        state: &mut State,
        located: &Located,
        target: Target,
        witness: ObjectId,
        (size, value): (u64, Value),
    ) {
        let key = (witness, located.object);
        let Some(candidates) = self.node_candidates(state, located, target, size) else {
            return self.write_node(state, key, target.when, None, (size, value));
        };
        for ((start, length), at) in self.by_cell(target.id, &candidates, size) {
            let mut new = self.read_node(state, key, Some(start), length);
            let mut ways = Vec::new();
            for at in at {
                let here = self.is_at(located.offset, at);
                new = self.with_part(new, here, (start, length), (at, size), value);
                ways.push(here);
            }
            let here = self.terms.or_all(ways);
            let when = self.terms.and(target.when, here);
            self.write_node(state, key, when, Some(start), (length, new));
        }
    }

    fn node_candidates(
        &mut self,
        state: &mut State,
        located: &Located,
        target: Target,
        size: u64,
    ) -> Option<Vec<u64>> {
        let candidates = self.candidates(state, target.id, located.offset, size, target.when)?;
        (candidates.len() <= MOST_IN_NODES).then_some(candidates)
    }

    /// Writes to an object that has cells, where `when` holds.
    pub(crate) fn write_cells(
        &mut self,
        object: &Object,
        id: ObjectId,
        candidates: &[u64],
        (offset, when): (TermId, TermId),
        (size, value): (u64, Value),
    ) -> Object {
        let mut new = Object::clone(object);
        let globals = self.globals;
        for ((start, length), at) in self.by_cell(id, candidates, size) {
            let mut held = object.read(self.terms, &globals, start, length);
            let mut changes = false;
            for at in at {
                let here = self.is_at(offset, at);
                let here = self.terms.and(here, when);
                if here != TermId::FALSE {
                    held = self.with_part(held, here, (start, length), (at, size), value);
                    changes = true;
                }
            }
            if changes {
                new.write(self.terms, start, length, held);
            }
        }
        new
    }

    /// What a cell holds with another value in a part of it, where a condition holds.
    fn with_part(
        &mut self,
        held: Value,
        here: TermId,
        (start, length): (u64, u64),
        (at, size): (u64, u64),
        value: Value,
    ) -> Value {
        let width = 8 * length as u32;
        let new = match (held, value) {
            _ if (start, length) == (at, size) => value,
            (Value::Number(unit), Value::Number(number)) => {
                let bits = (8 * (at - start) as u32, 8 * size as u32);
                Value::Number(scalar::with_field(self.terms, unit, bits, number))
            }
            _ => Value::Any,
        };
        match self.terms.bool_constant(here) {
            Some(true) => new,
            _ => choose(self.terms, here, new, held, width, self.word),
        }
    }
}

/// Where all structures of a size have pointers.
pub(crate) fn pointer_members(program: &Program) -> FxHashSet<(u64, u64)> {
    let (mut pointers, mut others) = (FxHashSet::default(), FxHashSet::default());
    for ty in program.types.iter() {
        let TypeKind::Record(record) = &ty.kind else { continue };
        for field in &record.fields {
            let is_pointer = program.types[field.ty].scalar() == Some(Scalar::Ptr) && !record.union;
            let places = if is_pointer { &mut pointers } else { &mut others };
            places.insert((ty.size, field.offset));
        }
    }
    pointers.retain(|place| !others.contains(place));
    pointers
}

/// Some bytes of what a cell holds.
fn part(terms: &mut smt::Terms, held: Value, (start, length): (u64, u64), (at, size): (u64, u64)) -> Value {
    match held {
        _ if (start, length) == (at, size) => held,
        Value::Number(_) => {
            let unit = as_number(terms, held, 8 * length as u32);
            let (first, width) = (8 * (at - start) as u32, 8 * size as u32);
            Value::Number(scalar::field(terms, unit, (first, width), width, false))
        }
        _ => Value::Any,
    }
}
