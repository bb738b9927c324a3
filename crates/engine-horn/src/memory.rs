//! Accesses to objects, in the encoding by one arbitrary witness per class and in bounded runs.
//!
//! The relation between the accesses of a class is the paper's R ([Encodings]): where the object that is read is the witness, its
//! content is known and shown of the read's predicate; where it is not, the predicate says what may be read. The predicate's key is
//! not a counter of reads but what the program's own variables hold there, so that no determinism is needed. That an object is there
//! is asked of the witness: it may be any.

use crate::classes::{Access, Accessed, Bytes, Member};
use crate::state::{State, Tracked, Value};
use crate::translate::{Label, Mode, Res, Translator};
use horn::Atom;
use ir::{BitRange, GlobalKind, Place, PlaceBase, Scalar};
use smt::TermId;
use verdict::FindingKind;

fn is_constant(kind: GlobalKind) -> bool {
    matches!(kind, GlobalKind::StringLiteral | GlobalKind::Constant)
}

impl Translator<'_> {
    pub(crate) fn address(&mut self, state: &mut State, place: &Place) -> Res<(TermId, TermId)> {
        let (object, mut offset) = match place.base {
            PlaceBase::Local(local) => (self.local_object(state, local), self.terms.bv_const(self.word, 0)),
            PlaceBase::Global(global) => (self.global_object(global), self.terms.bv_const(self.word, 0)),
            PlaceBase::Deref(local) => {
                let value = self.register(state, local)?;
                self.as_pointer(value)
            }
        };
        let constant = self.terms.bv_signed(self.word, i128::from(place.offset));
        offset = self.terms.add(offset, constant);
        if let Some(index) = place.index {
            let value = self.register(state, index.local)?;
            let number = self.as_bits(value, self.word);
            let scaled = encode::scalar::distance(self.terms, number, index.scale);
            offset = self.terms.add(offset, scaled);
        }
        Ok((object, offset))
    }

    fn accessed(&mut self, state: &mut State, place: &Place) -> Res<Option<Access>> {
        let accessed = match self.instruction(state) {
            Some(at) => self.classes.accessed(self.facts, at, place),
            None => Accessed::Nowhere,
        };
        match accessed {
            Accessed::Known(access) => Ok(Some(access)),
            Accessed::Nowhere => {
                self.require(state, Label::Finding(FindingKind::NullDeref), TermId::TRUE)?;
                Ok(None)
            }
            Accessed::Unsupported(what) => {
                self.unsupported(state, what)?;
                Ok(None)
            }
        }
    }

    /// That `bytes` at the offset are in an object of the size.
    pub(crate) fn in_bounds(&mut self, offset: TermId, bytes: u64, size: TermId) -> TermId {
        let bytes = self.terms.bv_const(self.word, u128::from(bytes));
        let fits = self.terms.ule(bytes, size);
        let rest = self.terms.sub(size, bytes);
        let starts = self.terms.ule(offset, rest);
        self.terms.and(fits, starts)
    }

    /// That the offset is one of the cells; always so in arrays, where the kind of access says which.
    fn is_cell(&mut self, access: &Access, offset: TermId) -> TermId {
        let class = &self.classes.list[access.class];
        if class.stride.is_some() {
            return TermId::from_bool(access.places.len() == 1);
        }
        let offsets: Vec<u64> = access.places.iter().map(|place| place.offset).collect();
        let cases: Vec<TermId> = offsets
            .into_iter()
            .map(|at| {
                let at = self.terms.bv_const(self.word, u128::from(at));
                self.terms.eq(offset, at)
            })
            .collect();
        self.terms.or_all(cases)
    }

    /// Checks that so many bytes of an object of the class are there, and that they are what is accessed together.
    pub(crate) fn valid(
        &mut self,
        state: &mut State,
        (class, cell): (usize, TermId),
        object: TermId,
        offset: TermId,
        bytes: u64,
    ) -> Res<()> {
        if self.is_in_heap(class) {
            return self.valid_in_heap(state, (class, cell), object, offset, bytes);
        }
        let zero = self.object_number(0);
        if self.classes.list[class].fixed {
            let mut cases = Vec::new();
            for index in 0..state.fixed[class].len() {
                let (live, size) = (state.fixed[class][index].live, state.fixed[class][index].size);
                let number = self.object_number(index as u64 + 1);
                let here = self.terms.eq(object, number);
                let inside = self.in_bounds(offset, bytes, size);
                cases.push(self.terms.and_all([here, live, inside]));
            }
            let valid = self.terms.or_all(cases);
            return self.require_valid(state, class, (object, offset, zero), valid, cell, bytes);
        }
        if let Some(tracked) = state.tracked[class].clone() {
            let here = self.terms.eq(object, tracked.object);
            let size = self.class_size(class, tracked.size);
            let inside = self.in_bounds(offset, bytes, size);
            let valid = self.terms.and(tracked.live, inside);
            let valid = self.terms.implies(here, valid);
            // Nothing is at null, whichever object the witness is.
            let null = self.terms.ne(object, zero);
            let valid = self.terms.and(valid, null);
            return self.require_valid(state, class, (object, offset, zero), valid, cell, bytes);
        }
        let mut cases = Vec::new();
        for index in 0..state.exact[class].len() {
            let (live, size) = (state.exact[class][index].live, state.exact[class][index].size);
            let number = self.object_number(index as u64 + 1);
            let here = self.terms.eq(object, number);
            let inside = self.in_bounds(offset, bytes, size);
            cases.push(self.terms.and_all([here, live, inside]));
        }
        let valid = self.terms.or_all(cases);
        self.require_valid(state, class, (object, offset, zero), valid, cell, bytes)
    }

    pub(crate) fn class_size(&mut self, class: usize, otherwise: TermId) -> TermId {
        match self.classes.list[class].size {
            Some(size) => self.terms.bv_const(self.word, u128::from(size)),
            None => otherwise,
        }
    }

    /// In clauses one condition is enough; a run has to say what goes wrong.
    fn require_valid(
        &mut self,
        state: &mut State,
        class: usize,
        (object, offset, zero): (TermId, TermId, TermId),
        valid: TermId,
        cell: TermId,
        bytes: u64,
    ) -> Res<()> {
        if matches!(self.mode, Mode::Runs(_)) {
            let null = self.terms.eq(object, zero);
            self.require(state, Label::Finding(FindingKind::NullDeref), null)?;
            let objects: Vec<(TermId, TermId, bool)> = match self.classes.list[class].fixed {
                true => state.fixed[class].iter().map(|o| (o.live, o.size, o.heap)).collect(),
                false => state.exact[class].iter().map(|o| (o.live, o.size, o.heap)).collect(),
            };
            for (index, (live, size, heap)) in objects.into_iter().enumerate() {
                let number = self.object_number(index as u64 + 1);
                let here = self.terms.eq(object, number);
                let dead = self.terms.not(live);
                let dead = self.terms.and(here, dead);
                let kind = if heap { FindingKind::UseAfterFree } else { FindingKind::OutOfScope };
                self.require(state, Label::Finding(kind), dead)?;
                let inside = self.in_bounds(offset, bytes, size);
                let outside = self.terms.not(inside);
                let outside = self.terms.and(here, outside);
                self.require(state, Label::Finding(FindingKind::OutOfBounds), outside)?;
            }
        }
        let fails = self.terms.not(valid);
        self.require(state, Label::Finding(FindingKind::WildPointer), fails)?;
        let other = self.terms.not(cell);
        let what = "an access between the cells of an object".to_owned();
        self.require(state, Label::Unsupported(what), other)
    }

    pub(crate) fn load(&mut self, state: &mut State, place: &Place) -> Res<Value> {
        let unit = self.load_unit(state, place)?;
        let (Some(bits), Value::Bits(unit)) = (place.bits, unit) else { return Ok(unit) };
        let field = self.terms.extract(unit, u32::from(bits.start + bits.width) - 1, u32::from(bits.start));
        let width = place.access.width(self.model);
        Ok(Value::Bits(self.terms.resize(field, width, place.access.is_signed())))
    }

    fn load_unit(&mut self, state: &mut State, place: &Place) -> Res<Value> {
        let (object, offset) = self.address(state, place)?;
        let Some(access) = self.accessed(state, place)? else { return Ok(self.any(place.access)) };
        let cell = self.is_cell(&access, offset);
        self.valid(state, (access.class, cell), object, offset, place.access.size(self.model))?;
        self.read(state, &access, object, offset, place.access)
    }

    fn read(
        &mut self,
        state: &mut State,
        access: &Access,
        object: TermId,
        offset: TermId,
        scalar: Scalar,
    ) -> Res<Value> {
        let mut result: Option<Value> = None;
        for place in &access.places {
            let here = self.is_place(access, place, offset);
            if here == TermId::FALSE {
                continue;
            }
            let mut parts = Vec::with_capacity(place.cells.len());
            for &(cell, behind) in &place.cells {
                let at = self.behind(offset, behind);
                parts.push(self.read_cell(state, access.class, cell, object, at)?);
            }
            let value = self.joined(access.class, place, &parts, scalar);
            result = Some(match result {
                None => value,
                Some(other) => value.choose(other, here, self.terms),
            });
        }
        Ok(result.unwrap_or_else(|| self.any(scalar)))
    }

    /// That the access is to this place. If it can be one only, it is that one: the access was checked.
    fn is_place(&mut self, access: &Access, place: &Bytes, offset: TermId) -> TermId {
        match self.classes.list[access.class].stride {
            None if access.places.len() > 1 => {
                let at = self.terms.bv_const(self.word, u128::from(place.offset));
                self.terms.eq(offset, at)
            }
            _ => TermId::TRUE,
        }
    }

    fn behind(&mut self, offset: TermId, bytes: u64) -> TermId {
        let bytes = self.terms.bv_const(self.word, u128::from(bytes));
        self.terms.add(offset, bytes)
    }

    /// What cells hold together, as a value of the type; the first has the lowest bits.
    fn joined(&mut self, class: usize, place: &Bytes, parts: &[Value], scalar: Scalar) -> Value {
        if let [value] = parts
            && matches!(value, Value::Pointer(..)) == (scalar == Scalar::Ptr)
        {
            return *value;
        }
        let mut all: Option<TermId> = None;
        for (value, (cell, _)) in parts.iter().zip(&place.cells) {
            let width = self.classes.list[class].cells[*cell].bytes as u32 * 8;
            let bits = self.as_bits(*value, width);
            all = Some(all.map_or(bits, |low| self.terms.concat(bits, low)));
        }
        match (all, scalar) {
            (None, scalar) => self.any(scalar),
            (Some(bits), Scalar::Ptr) => {
                let (object, offset) = self.as_pointer(Value::Bits(bits));
                Value::Pointer(object, offset)
            }
            (Some(bits), scalar) => Value::Bits(self.as_bits(Value::Bits(bits), scalar.width(self.model))),
        }
    }

    pub(crate) fn read_cell(
        &mut self,
        state: &mut State,
        class: usize,
        cell: usize,
        object: TermId,
        offset: TermId,
    ) -> Res<Value> {
        if self.classes.list[class].fixed {
            let mut result: Option<Value> = None;
            for index in 0..state.fixed[class].len() {
                let number = self.object_number(index as u64 + 1);
                let here = self.terms.eq(object, number);
                if here == TermId::FALSE {
                    continue;
                }
                let value = state.fixed[class][index].cells[cell];
                result = Some(match result {
                    None => value,
                    Some(other) => value.choose(other, here, self.terms),
                });
            }
            return Ok(result.unwrap_or_else(|| self.any_cell(class, cell)));
        }
        if self.is_in_heap(class) {
            return Ok(self.read_in_heap(state, (class, cell), object, offset));
        }
        let known = state.cache.iter().find(|(c, o, f, i, _)| {
            (*c, *o, *i) == (class, object, cell)
                && (self.classes.list[class].stride.is_none() || *f == offset)
        });
        if let Some((.., value)) = known {
            return Ok(*value);
        }
        let value = match state.tracked[class].clone() {
            Some(tracked) => self.read_tracked(state, (class, cell), object, offset, &tracked)?,
            None => self.read_exact(state, (class, cell), object, offset),
        };
        state.cache.push((class, object, offset, cell, value));
        Ok(value)
    }

    /// That the access is to the witness.
    fn is_witness(
        &mut self,
        (class, cell): (usize, usize),
        object: TermId,
        offset: TermId,
        tracked: &Tracked,
    ) -> TermId {
        let same = self.terms.eq(object, tracked.object);
        let Some(element) = tracked.element else { return same };
        let at = self.classes.list[class].cells[cell].offset;
        let at = self.terms.bv_const(self.word, u128::from(at));
        let place = self.terms.add(element, at);
        let there = self.terms.eq(offset, place);
        self.terms.and(same, there)
    }

    fn read_tracked(
        &mut self,
        state: &mut State,
        (class, cell): (usize, usize),
        object: TermId,
        offset: TermId,
        tracked: &Tracked,
    ) -> Res<Value> {
        let here = self.is_witness((class, cell), object, offset, tracked);
        let held = tracked.cells[cell];
        if here == TermId::TRUE {
            return Ok(held);
        }
        let mut key = state.clone();
        self.forget_dead(&mut key, Some(self.index));
        let mut args = key.slots(false);
        args.push(object);
        if self.classes.list[class].stride.is_some() {
            args.push(offset);
        }
        let any = self.any_cell(class, cell);
        let parts = |value: Value| match value {
            Value::Bits(bits) => vec![bits],
            Value::Pointer(object, offset) => vec![object, offset],
            Value::Any => Vec::new(),
        };
        let with = |value: Value| args.iter().copied().chain(parts(value)).collect::<Vec<TermId>>();
        let (shown, used) = (with(held), with(any));
        let site = (state.frame().context, state.frame().block, self.index, cell);
        let pred = match self.reads.get(&site) {
            Some(pred) => *pred,
            None => {
                let sorts = used.iter().map(|arg| self.terms.sort(*arg)).collect();
                let name = self.program.names.resolve(self.program.functions[state.frame().func].name);
                let pred = self.system.predicate(format!("read_{name}_{}_{}", site.1, site.2), sorts);
                self.reads.insert(site, pred);
                pred
            }
        };
        let constraint = self.terms.and(state.constraint, here);
        self.clause(Some(Atom { pred, args: shown }), state.atoms.clone(), constraint)?;
        state.atoms.push(Atom { pred, args: used });
        let mut equal = TermId::TRUE;
        for (a, b) in parts(held).into_iter().zip(parts(any)) {
            let same = self.terms.eq(a, b);
            equal = self.terms.and(equal, same);
        }
        let known = self.terms.implies(here, equal);
        self.assume(state, known);
        Ok(any)
    }

    fn read_exact(
        &mut self,
        state: &mut State,
        (class, cell): (usize, usize),
        object: TermId,
        offset: TermId,
    ) -> Value {
        let mut result: Option<Value> = None;
        for index in 0..state.exact[class].len() {
            let number = self.object_number(index as u64 + 1);
            let here = self.terms.eq(object, number);
            if here == TermId::FALSE {
                continue;
            }
            let mut value = match state.exact[class][index].zeroed {
                true => self.zero_cell(class, cell),
                false => self.any_cell(class, cell),
            };
            if !state.exact[class][index].zeroed {
                // What is not initialised keeps its value.
                state.exact[class][index].log.insert(0, (offset, cell, value));
            }
            for (at, written, new) in state.exact[class][index].log.clone() {
                if written == cell {
                    let same = self.terms.eq(at, offset);
                    value = new.choose(value, same, self.terms);
                }
            }
            result = Some(match result {
                None => value,
                Some(other) => value.choose(other, here, self.terms),
            });
        }
        result.unwrap_or_else(|| self.any_cell(class, cell))
    }

    pub(crate) fn store(&mut self, state: &mut State, place: &Place, value: Value) -> Res<()> {
        let value = match place.access {
            Scalar::Ptr => {
                let (object, offset) = self.as_pointer(value);
                Value::Pointer(object, offset)
            }
            scalar => Value::Bits(self.as_bits(value, scalar.width(self.model))),
        };
        let value = match (place.bits, value) {
            (Some(bits), Value::Bits(new)) => {
                let old = self.load_unit(state, place)?;
                let old = self.as_bits(old, place.access.width(self.model));
                Value::Bits(self.insert_bits(old, new, bits))
            }
            _ => value,
        };
        let (object, offset) = self.address(state, place)?;
        let Some(access) = self.accessed(state, place)? else { return Ok(()) };
        self.writable(state, place, access.class)?;
        let bytes = place.access.size(self.model);
        let cell = self.is_cell(&access, offset);
        self.valid(state, (access.class, cell), object, offset, bytes)?;
        self.write(state, &access, object, offset, value)
    }

    /// That a place may be written to. By its own name, a constant variable is initialised.
    pub(crate) fn writable(&mut self, state: &mut State, place: &Place, class: usize) -> Res<()> {
        let constant = match place.base {
            PlaceBase::Global(global) => is_constant(self.program.globals[global].kind),
            PlaceBase::Local(_) => false,
            PlaceBase::Deref(_) => self.has_constants(class),
        };
        match constant {
            true => self.unsupported(state, "a write to memory that may be constant"),
            false => Ok(()),
        }
    }

    fn has_constants(&self, class: usize) -> bool {
        self.classes.list[class].members.iter().any(|member| match *member {
            Member::Global(id) => is_constant(self.program.globals[id].kind),
            Member::Local(func, local) => {
                self.program.functions[func].body().is_some_and(|body| body.locals[local].constant)
                    && self.facts.points_to().object(facts::ObjectKind::Local(func, local)).is_some()
            }
            _ => false,
        })
    }

    fn insert_bits(&mut self, old: TermId, new: TermId, bits: BitRange) -> TermId {
        let width = self.terms.width(old);
        let (start, len) = (u32::from(bits.start), u32::from(bits.width));
        let mut result = self.terms.extract(new, len - 1, 0);
        if start > 0 {
            let low = self.terms.extract(old, start - 1, 0);
            result = self.terms.concat(result, low);
        }
        if start + len < width {
            let high = self.terms.extract(old, width - 1, start + len);
            result = self.terms.concat(high, result);
        }
        result
    }

    fn write(
        &mut self,
        state: &mut State,
        access: &Access,
        object: TermId,
        offset: TermId,
        value: Value,
    ) -> Res<()> {
        for place in &access.places {
            let here = self.is_place(access, place, offset);
            let cells = &self.classes.list[access.class].cells;
            let layout: Vec<(usize, u64, u64, bool)> = place
                .cells
                .iter()
                .map(|(cell, behind)| (*cell, *behind, cells[*cell].bytes, cells[*cell].pointer))
                .collect();
            let all: u64 = layout.iter().map(|(_, _, bytes, _)| bytes).sum();
            for &(cell, behind, bytes, pointer) in &layout {
                let is_same = layout.len() == 1 && matches!(value, Value::Pointer(..)) == pointer;
                let part = match is_same {
                    true => value,
                    false => {
                        let bits = self.as_bits(value, all as u32 * 8);
                        let low = behind as u32 * 8;
                        let bits = self.terms.extract(bits, low + bytes as u32 * 8 - 1, low);
                        match pointer {
                            true => {
                                let (object, offset) = self.as_pointer(Value::Bits(bits));
                                Value::Pointer(object, offset)
                            }
                            false => Value::Bits(bits),
                        }
                    }
                };
                let at = self.behind(offset, behind);
                self.write_cell(state, (access.class, cell), object, at, part, here);
            }
        }
        Ok(())
    }

    /// Writes a cell where the condition holds.
    pub(crate) fn write_cell(
        &mut self,
        state: &mut State,
        (class, cell): (usize, usize),
        object: TermId,
        offset: TermId,
        value: Value,
        when: TermId,
    ) {
        if when == TermId::FALSE {
            return;
        }
        if self.classes.list[class].fixed {
            for index in 0..state.fixed[class].len() {
                let number = self.object_number(index as u64 + 1);
                let here = self.terms.eq(object, number);
                let here = self.terms.and(here, when);
                let old = state.fixed[class][index].cells[cell];
                state.fixed[class][index].cells[cell] = value.choose(old, here, self.terms);
            }
            return;
        }
        if self.is_in_heap(class) {
            return self.write_in_heap(state, (class, cell), object, offset, value, when);
        }
        if let Some(tracked) = state.tracked[class].clone() {
            let here = self.is_witness((class, cell), object, offset, &tracked);
            let here = self.terms.and(here, when);
            if let Some(tracked) = &mut state.tracked[class] {
                tracked.cells[cell] = value.choose(tracked.cells[cell], here, self.terms);
            }
        } else {
            for index in 0..state.exact[class].len() {
                let number = self.object_number(index as u64 + 1);
                let here = self.terms.eq(object, number);
                let here = self.terms.and(here, when);
                if here == TermId::FALSE {
                    continue;
                }
                let old = match here {
                    TermId::TRUE => value,
                    _ => self.read_cell_of(state, (class, cell), index, offset),
                };
                let new = value.choose(old, here, self.terms);
                state.exact[class][index].log.push((offset, cell, new));
            }
        }
        // What is known of other objects stays if they are surely others.
        let cache = std::mem::take(&mut state.cache);
        for entry in cache {
            let apart = entry.0 != class || entry.3 != cell || {
                let same = self.terms.eq(entry.1, object);
                let place = self.terms.eq(entry.2, offset);
                same == TermId::FALSE || self.classes.list[class].stride.is_some() && place == TermId::FALSE
            };
            if apart {
                state.cache.push(entry);
            }
        }
        if when == TermId::TRUE {
            state.cache.push((class, object, offset, cell, value));
        }
    }

    fn read_cell_of(
        &mut self,
        state: &mut State,
        (class, cell): (usize, usize),
        index: usize,
        offset: TermId,
    ) -> Value {
        let number = self.object_number(index as u64 + 1);
        self.read_exact(state, (class, cell), number, offset)
    }
}
