//! Objects as byte ranges: cells by the accesses that were made, everything else as it was in the beginning.

use crate::pointer::{ObjectId, Value, as_number, choose, fresh};
use ir::GlobalId;
use smt::{TermId, Terms};
use std::collections::BTreeMap;
use std::rc::Rc;

/// What the bytes hold that no cell covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    Zero,
    /// The initial content of a global.
    Initial(GlobalId),
    /// Anything, or nothing yet.
    Any,
}

/// The size of a cell and what it holds.
pub type Cell = (u64, Value);

#[derive(Clone, Debug)]
pub struct Object {
    /// That it is there: allocated, in scope, not freed.
    pub live: TermId,
    /// By offset; they do not overlap.
    pub cells: BTreeMap<u64, Cell>,
    pub rest: Rest,
}

/// Objects by number. Globals that are not there are as they were in the beginning; other objects do not exist.
pub type Memory = BTreeMap<ObjectId, Rc<Object>>;

/// Where the initial content of globals comes from.
pub trait Initial {
    fn initial(&self, terms: &mut Terms, global: GlobalId, offset: u64, size: u64) -> Value;
    fn word(&self) -> u32;
}

impl Object {
    pub fn new(live: TermId, rest: Rest) -> Object {
        Object { live, cells: BTreeMap::new(), rest }
    }

    /// The cells that have bytes in a range.
    pub fn overlapping(&self, offset: u64, size: u64) -> Vec<(u64, Cell)> {
        let end = offset.saturating_add(size);
        let mut found: Vec<(u64, Cell)> =
            self.cells.range(offset..end).map(|(&at, &cell)| (at, cell)).collect();
        if let Some((&at, &cell)) = self.cells.range(..offset).next_back()
            && at + cell.0 > offset
        {
            found.insert(0, (at, cell));
        }
        found
    }

    pub fn read(&self, terms: &mut Terms, globals: &dyn Initial, offset: u64, size: u64) -> Value {
        if let Some(&(cell, value)) = self.cells.get(&offset)
            && cell == size
        {
            return value;
        }
        let cells = self.overlapping(offset, size);
        if cells.is_empty() {
            return match self.rest {
                Rest::Zero => Value::Number(terms.bv_const(8 * size as u32, 0)),
                Rest::Any => Value::Any,
                Rest::Initial(global) => globals.initial(terms, global, offset, size),
            };
        }
        if size > 16 {
            return Value::Any;
        }
        // Byte by byte.
        let mut number: Option<TermId> = None;
        for at in offset..offset + size {
            let byte = self.byte(terms, globals, &cells, at);
            number = Some(match number {
                Some(low) => terms.concat(byte, low),
                None => byte,
            });
        }
        number.map_or(Value::Any, Value::Number)
    }

    fn byte(&self, terms: &mut Terms, globals: &dyn Initial, cells: &[(u64, Cell)], at: u64) -> TermId {
        let cell = cells.iter().find(|(start, (size, _))| (*start..start + size).contains(&at));
        match cell {
            Some(&(start, (_, Value::Number(number)))) => {
                let low = 8 * (at - start) as u32;
                terms.extract(number, low + 7, low)
            }
            Some(_) => fresh(terms, 8),
            None => match self.rest {
                Rest::Zero => terms.bv_const(8, 0),
                Rest::Any => fresh(terms, 8),
                Rest::Initial(global) => {
                    let value = globals.initial(terms, global, at, 1);
                    as_number(terms, value, 8)
                }
            },
        }
    }

    /// Overwrites a range; what sticks out of it becomes bytes.
    pub fn write(&mut self, terms: &mut Terms, offset: u64, size: u64, value: Value) {
        self.clear(terms, offset, size);
        self.cells.insert(offset, (size, value));
    }

    pub fn clear(&mut self, terms: &mut Terms, offset: u64, size: u64) {
        let end = offset.saturating_add(size);
        for (start, (length, old)) in self.overlapping(offset, size) {
            self.cells.remove(&start);
            for at in (start..start + length).filter(|at| !(offset..end).contains(at)) {
                let byte = match old {
                    Value::Number(number) => {
                        let low = 8 * (at - start) as u32;
                        Value::Number(terms.extract(number, low + 7, low))
                    }
                    _ => Value::Any,
                };
                self.cells.insert(at, (1, byte));
            }
        }
    }

    /// Everything in it may be anything from here on.
    pub fn forget(&mut self) {
        self.cells.clear();
        self.rest = Rest::Any;
    }

    /// `condition ? self : other`.
    pub fn merge(
        &self,
        other: &Object,
        terms: &mut Terms,
        globals: &dyn Initial,
        condition: TermId,
    ) -> Object {
        let rest = if self.rest == other.rest { self.rest } else { Rest::Any };
        let mut merged = Object::new(terms.ite(condition, self.live, other.live), rest);
        if self.rest != other.rest {
            // Only what both know cell by cell survives.
            let covered: Vec<(u64, u64)> =
                self.cells.iter().chain(&other.cells).map(|(&at, &(size, _))| (at, size)).collect();
            for (at, size) in covered {
                merged.merge_cell(self, other, terms, globals, condition, (at, size));
            }
            return merged;
        }
        for (&at, &(size, _)) in self.cells.iter().chain(&other.cells) {
            merged.merge_cell(self, other, terms, globals, condition, (at, size));
        }
        merged
    }

    fn merge_cell(
        &mut self,
        left: &Object,
        right: &Object,
        terms: &mut Terms,
        globals: &dyn Initial,
        condition: TermId,
        (at, size): (u64, u64),
    ) {
        if self.cells.get(&at).is_some_and(|(known, _)| *known >= size) {
            return;
        }
        let a = left.read(terms, globals, at, size);
        let b = right.read(terms, globals, at, size);
        let value = choose(terms, condition, a, b, 8 * size as u32, globals.word());
        self.write(terms, at, size, value);
    }
}
