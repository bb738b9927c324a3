//! Where strings end.
//!
//! Of a small object all bytes are looked at, one after the other. Of others the length is any number of which the first byte behind
//! it is zero and none before it: that is said of the offsets at which something was written, since those are where zeros are known to be.

use crate::arrays;
use crate::build::{Builder, ObjectKind};
use crate::place::Use;
use crate::state::State;
use encode::pointer::{NO_OBJECT, ObjectId, UNKNOWN_OBJECT, Value, as_number, as_pointer};
use smt::{Sort, TermId};
use std::rc::Rc;

/// Bytes of a string that are constants.
const MOST_BYTES: u64 = 4096;
/// Bytes that are looked at where the string may begin or end anywhere.
const MOST_UNKNOWN: u64 = 128;

impl Builder<'_> {
    /// The length of a string, at most `most`, with the checks that all of it can be read; `None` if it cannot be said.
    pub(crate) fn string_length(
        &mut self,
        state: &mut State,
        string: Value,
        most: Option<TermId>,
    ) -> Option<TermId> {
        let (object, offset) = as_pointer(self.terms, string, self.word);
        let length = self.length_at(state, object, offset)?;
        let one = self.terms.bv_const(self.word, 1);
        let with_end = self.terms.add(length, one);
        let Some(most) = most else {
            self.locate(state, (object, offset), with_end, Use::Read);
            return Some(length);
        };
        let ends = self.terms.ult(length, most);
        let size = self.terms.ite(ends, with_end, most);
        // Where no byte is asked for, none is read.
        let zero = self.terms.bv_const(self.word, 0);
        let nothing = self.terms.eq(most, zero);
        let something = self.terms.not(nothing);
        let before = state.guard;
        state.guard = self.terms.and(before, something);
        self.locate(state, (object, offset), size, Use::Read);
        let skipped = self.terms.and(before, nothing);
        state.guard = self.terms.or(state.guard, skipped);
        Some(self.terms.ite(ends, length, most))
    }

    /// The bytes of a string that are constants.
    pub(crate) fn known_text(&mut self, state: &mut State, string: Value) -> Option<Vec<u8>> {
        let (object, offset) = as_pointer(self.terms, string, self.word);
        let start = self.terms.constant(offset)?.to_u64()?;
        let mut possible = self.possible_objects(object)?.into_iter();
        let id = possible.next().filter(|_| possible.len() == 0)?;
        if id == NO_OBJECT || id == UNKNOWN_OBJECT {
            return None;
        }
        let length = self.string_length(state, string, None)?;
        let length = self.terms.constant(length)?.to_u64()?;
        (start..start + length)
            .map(|at| {
                let byte = self.byte_at(state, id, at)?;
                self.terms.constant(byte)?.to_u64().map(|byte| byte as u8)
            })
            .collect()
    }

    /// How many bytes there are before the first that is zero, or before the end of the object.
    fn length_at(&mut self, state: &mut State, object: TermId, offset: TermId) -> Option<TermId> {
        let mut length = None;
        for id in self.possible_objects(object)? {
            if id == NO_OBJECT {
                continue;
            }
            let info = self.objects.get(usize::from(id)).filter(|_| id != UNKNOWN_OBJECT)?.clone();
            if !matches!(info.kind, ObjectKind::Global(_) | ObjectKind::Local | ObjectKind::Heap) {
                return None;
            }
            let whole = self.size_of(&Rc::clone(&state.memory), id)?;
            let size = self.terms.constant(whole).and_then(smt::Bv::to_u64);
            let ends = match size {
                Some(size) => self.length_by_bytes(state, id, size, offset),
                None => None,
            };
            let here = self.is_object(object, id);
            let known = match ends {
                Some(known) => known,
                None => self.length_of_array(state, (id, here), whole, offset)?,
            };
            length = Some(length.map_or(known, |other| self.terms.ite(here, known, other)));
        }
        let zero = self.terms.bv_const(self.word, 0);
        Some(length.unwrap_or(zero))
    }

    fn byte_at(&mut self, state: &mut State, id: ObjectId, at: u64) -> Option<TermId> {
        let value = if state.arrays.contains_key(&id) {
            let offset = self.terms.bv_const(self.word, u128::from(at));
            self.read_element(state, id, offset, 1, TermId::TRUE)
        } else {
            let object = self.object_in(&Rc::clone(&state.memory), id);
            let globals = self.globals;
            object.read(self.terms, &globals, at, 1)
        };
        match value {
            Value::Pointer { .. } => None,
            value => Some(as_number(self.terms, value, 8)),
        }
    }

    fn length_by_bytes(
        &mut self,
        state: &mut State,
        id: ObjectId,
        size: u64,
        offset: TermId,
    ) -> Option<TermId> {
        let start = self.terms.constant(offset).map(|start| start.to_u64().unwrap_or(u64::MAX));
        if start.is_some_and(|start| start > size) || size == 0 {
            // The first byte is outside.
            return Some(self.terms.bv_const(self.word, 0));
        }
        let nul = self.terms.bv_const(8, 0);
        let mut is_zero = Vec::new();
        let mut unknown = 0;
        for at in (start.unwrap_or(0)..size).take(MOST_BYTES as usize) {
            let byte = self.byte_at(state, id, at)?;
            let zero = self.terms.eq(byte, nul);
            is_zero.push(zero);
            if start.is_some() && zero == TermId::TRUE {
                break;
            }
            unknown += u64::from(self.terms.bool_constant(zero).is_none());
        }
        let is_too_long = is_zero.len() as u64 > MOST_UNKNOWN && (unknown > 0 || start.is_none());
        if is_too_long || unknown > MOST_UNKNOWN || is_zero.len() as u64 == MOST_BYTES {
            return None;
        }
        // Where the next zero is, from the last byte to the first; behind the last there is none.
        let first = start.unwrap_or(0);
        let mut next = self.terms.bv_const(self.word, u128::from(size));
        let mut length = self.terms.bv_const(self.word, 0);
        for (i, zero) in is_zero.into_iter().enumerate().rev() {
            let at = self.terms.bv_const(self.word, u128::from(first + i as u64));
            next = self.terms.ite(zero, at, next);
            if start.is_none() {
                let distance = self.terms.sub(next, at);
                let begins = self.terms.eq(offset, at);
                length = self.terms.ite(begins, distance, length);
            }
        }
        Some(match start {
            Some(_) => self.terms.sub(next, offset),
            None => length,
        })
    }

    /// This is a definition and excludes no run: if there is a zero, the first one has all of these properties, and otherwise the end of the
    /// object has them.
    fn length_of_array(
        &mut self,
        state: &mut State,
        (id, here): (ObjectId, TermId),
        size: TermId,
        offset: TermId,
    ) -> Option<TermId> {
        let array = Rc::clone(state.arrays.get(&id)?);
        let length = self.terms.fresh("length", Sort::Bv(self.word));
        let begins = self.terms.ule(offset, size);
        let when = self.terms.and_all([state.guard, here, begins]);
        let end = self.terms.add(offset, length);
        let left = self.terms.sub(size, offset);
        let fits = self.terms.ule(length, left);
        let ends = self.terms.ult(length, left);
        let fact = self.terms.implies(when, fits);
        self.out.facts.push(fact);
        let nul = self.terms.bv_const(8, 0);
        let ends = self.terms.and(when, ends);
        if let Value::Number(byte) = self.read_element(state, id, end, 1, ends) {
            let is_zero = self.terms.eq(byte, nul);
            let fact = self.terms.implies(ends, is_zero);
            self.out.facts.push(fact);
        }
        for at in arrays::written_at(&array) {
            let behind = self.terms.ule(offset, at);
            let before = self.terms.ult(at, end);
            let between = self.terms.and_all([when, behind, before]);
            if let Value::Number(byte) = self.read_element(state, id, at, 1, between) {
                let is_zero = self.terms.eq(byte, nul);
                let other = self.terms.not(is_zero);
                let fact = self.terms.implies(between, other);
                self.out.facts.push(fact);
            }
        }
        Some(length)
    }
}
