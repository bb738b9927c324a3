//! Objects of a class: how they come into being, end, and what they hold at first.

use crate::classes::Member;
use crate::state::{Exact, OBJECT_BITS, State, Value};
use crate::translate::{Label, Res, Translator};
use base::Idx;
use ir::{FuncId, GlobalId, LocalId, Operand, RelocationTarget, StatementKind};
use semantics::initial;
use smt::TermId;
use verdict::{Assumption, FindingKind};

/// What a new object holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    Any,
    Zero,
}

/// Elements of an initialised array that are told apart.
const MOST_ELEMENTS: u64 = 64;

impl Translator<'_> {
    pub(crate) fn global_object(&mut self, global: GlobalId) -> TermId {
        let member = Member::Global(global);
        let Some(class) = self.classes.of(member) else {
            return self.terms.bv_const(OBJECT_BITS, (1 << (OBJECT_BITS - 2)) + global.index() as u128);
        };
        let number = match self.classes.list[class].fixed {
            true => self.fixed_object(class, 0, member).map_or(0, |index| index as u64 + 1),
            // Those that are followed by a witness come first, in their order.
            false => {
                let globals = self.program.globals.ids().filter(|id| {
                    id.index() <= global.index() && self.classes.of(Member::Global(*id)) == Some(class)
                });
                globals.count() as u64
            }
        };
        self.object_number(number)
    }

    pub(crate) fn local_object(&mut self, state: &State, local: LocalId) -> TermId {
        let frame = state.frame();
        let member = Member::Local(frame.func, local);
        let Some(class) = self.classes.of(member) else { return self.object_number(0) };
        if self.classes.list[class].fixed {
            let index = self.fixed_object(class, frame.context, member);
            return self.object_number(index.map_or(0, |index| index as u64 + 1));
        }
        let known = frame.objects.iter().find(|(l, _)| *l == local);
        known.map_or_else(|| self.object_number(0), |(_, object)| *object)
    }

    /// A new object of a class.
    pub(crate) fn allocate(
        &mut self,
        state: &mut State,
        (class, member): (usize, Member),
        size: TermId,
        content: Content,
        heap: bool,
    ) -> TermId {
        if self.is_in_heap(class) {
            return self.allocate_in_heap(state, class, size, content, heap);
        }
        let cells = self.classes.list[class].cells.len();
        let mut values = Vec::with_capacity(cells);
        for cell in 0..cells {
            values.push(match content {
                Content::Any => self.any_cell(class, cell),
                Content::Zero => self.zero_cell(class, cell),
            });
        }
        if self.classes.list[class].fixed {
            let Some(index) = self.fixed_object(class, state.frames.last().map_or(0, |f| f.context), member)
            else {
                return self.object_number(0);
            };
            state.fixed[class][index] = crate::state::Fixed { live: TermId::TRUE, heap, size, cells: values };
            return self.object_number(index as u64 + 1);
        }
        let Some(mut tracked) = state.tracked[class].clone() else {
            let zeroed = content == Content::Zero;
            let (live, allocated) = (TermId::TRUE, self.span);
            let object = Exact { live, heap, size, zeroed, allocated, log: Vec::new() };
            return self.new_exact(state, class, object);
        };
        let one = self.object_number(1);
        let new = self.terms.add(tracked.count, one);
        // Numbers do not come round; those of functions are not reached.
        let limit = self.terms.bv_const(OBJECT_BITS, 1 << (OBJECT_BITS - 3));
        let below = self.terms.ult(tracked.count, limit);
        self.assume(state, below);
        let here = self.terms.eq(tracked.object, new);
        tracked.count = new;
        tracked.live = self.terms.or(tracked.live, here);
        let of_heap = TermId::from_bool(heap);
        tracked.heap = self.terms.ite(here, of_heap, tracked.heap);
        if self.classes.list[class].size.is_none() {
            tracked.size = self.terms.ite(here, size, tracked.size);
        }
        for (cell, value) in tracked.cells.iter_mut().zip(&values) {
            *cell = value.choose(*cell, here, self.terms);
        }
        state.tracked[class] = Some(tracked);
        if self.classes.list[class].stride.is_none() {
            for (cell, value) in values.into_iter().enumerate() {
                let at = self.classes.list[class].cells[cell].offset;
                let at = self.terms.bv_const(self.word, u128::from(at));
                state.cache.push((class, new, at, cell, value));
            }
        }
        new
    }

    /// An object ends; whoever calls this has checked that it is there.
    pub(crate) fn end_object(&mut self, state: &mut State, class: usize, object: TermId, when: TermId) {
        if self.is_in_heap(class) {
            return self.end_in_heap(state, class, object, when);
        }
        for index in 0..state.fixed[class].len() {
            let number = self.object_number(index as u64 + 1);
            let here = self.terms.eq(object, number);
            let here = self.terms.and(here, when);
            let kept = self.terms.not(here);
            let live = state.fixed[class][index].live;
            state.fixed[class][index].live = self.terms.and(live, kept);
        }
        if let Some(tracked) = &mut state.tracked[class] {
            let here = self.terms.eq(object, tracked.object);
            let here = self.terms.and(here, when);
            let kept = self.terms.not(here);
            tracked.live = self.terms.and(tracked.live, kept);
        }
        if let Some(objects) = state.exact.get_mut(class) {
            for (index, exact) in objects.iter_mut().enumerate() {
                let number = self.terms.bv_const(OBJECT_BITS, index as u128 + 1);
                let here = self.terms.eq(object, number);
                let here = self.terms.and(here, when);
                let kept = self.terms.not(here);
                exact.live = self.terms.and(exact.live, kept);
            }
        }
    }

    pub(crate) fn free(&mut self, state: &mut State, class: Option<usize>, pointer: Value) -> Res<()> {
        let (object, offset) = self.as_pointer(pointer);
        let zero = self.object_number(0);
        let start = self.terms.bv_const(self.word, 0);
        let none = self.terms.eq(object, zero);
        let at_start = self.terms.eq(offset, start);
        let null = self.terms.and(none, at_start);
        let Some(class) = class else {
            let fails = self.terms.not(null);
            return self.require(state, Label::Finding(FindingKind::WildFree), fails);
        };
        let inside = self.terms.not(at_start);
        let mut objects: Vec<(TermId, TermId, TermId)> = Vec::new();
        for index in 0..state.fixed[class].len() {
            let here = self.object_number(index as u64 + 1);
            let here = self.terms.eq(object, here);
            let fixed = &state.fixed[class][index];
            objects.push((here, fixed.live, TermId::from_bool(fixed.heap)));
        }
        if let Some(tracked) = &state.tracked[class] {
            objects.push((self.terms.eq(object, tracked.object), tracked.live, tracked.heap));
            let wild = self.terms.and(none, inside);
            self.require(state, Label::Finding(FindingKind::WildFree), wild)?;
        } else if self.is_in_heap(class) {
            let wild = self.terms.and(none, inside);
            self.require(state, Label::Finding(FindingKind::WildFree), wild)?;
            let (live, heap) = self.freed_status(state, class, object);
            objects.push((TermId::TRUE, live, heap));
        } else {
            for index in 0..state.exact.get(class).map_or(0, Vec::len) {
                let here = self.object_number(index as u64 + 1);
                let here = self.terms.eq(object, here);
                let exact = &state.exact[class][index];
                objects.push((here, exact.live, TermId::from_bool(exact.heap)));
            }
            let cases: Vec<TermId> = objects.iter().map(|(here, ..)| *here).collect();
            let known = self.terms.or_all(cases);
            let known = self.terms.or(known, null);
            let wild = self.terms.not(known);
            self.require(state, Label::Finding(FindingKind::WildFree), wild)?;
        }
        let some = self.terms.not(none);
        for (here, live, heap) in objects {
            let here = self.terms.and(here, some);
            let other = self.terms.not(heap);
            // An object that never was is no heap block; one that is gone was one.
            let other = self.terms.and_all([here, other, live]);
            self.require(state, Label::Finding(FindingKind::NonHeapFree), other)?;
            let dead = self.terms.not(live);
            let dead = self.terms.and(here, dead);
            self.require(state, Label::Finding(FindingKind::DoubleFree), dead)?;
            let interior = self.terms.and(here, inside);
            self.require(state, Label::Finding(FindingKind::InteriorFree), interior)?;
        }
        self.end_object(state, class, object, some);
        Ok(())
    }

    pub(crate) fn storage_live(&mut self, state: &mut State, local: LocalId) -> Res<()> {
        let func = state.frame().func;
        let Some(body) = self.program.functions[func].body() else { return Ok(()) };
        if body.locals[local].register {
            state.top().registers[local.index()] = Value::Any;
            return Ok(());
        }
        let member = Member::Local(func, local);
        let Some(class) = self.classes.of(member) else { return Ok(()) };
        // A scope that begins again, as that of a returned structure does at the end of its expression, is that of another object.
        let before = self.local_object(state, local);
        let none = self.object_number(0);
        let there_was = self.terms.ne(before, none);
        if there_was != TermId::FALSE && !self.classes.list[class].fixed {
            self.end_object(state, class, before, there_was);
        }
        let size = self.program.types[body.locals[local].ty].size;
        let size = self.terms.bv_const(self.word, u128::from(size));
        let object = self.allocate(state, (class, member), size, Content::Any, false);
        if let Some((_, slot)) = state.top().objects.iter_mut().find(|(l, _)| *l == local) {
            *slot = object;
        }
        Ok(())
    }

    /// A block of the stack. One that is made once is an object of its own; otherwise, the frame has the number of the one that is there.
    pub(crate) fn stack_alloc(&mut self, state: &mut State, dst: LocalId, size: Operand) -> Res<()> {
        let frame = state.frame();
        let member = Member::Stack(frame.func, frame.block, self.index as u32);
        let Some(class) = self.classes.of(member) else {
            return self.unsupported(state, "a stack block that nobody accesses");
        };
        if !self.classes.list[class].fixed {
            // The first of two would end with the function, too.
            let before = self.stack_object(state, dst);
            let none = self.object_number(0);
            let there_is = self.terms.ne(before, none);
            let what = "a stack block that is made again before it ends".to_owned();
            self.require(state, Label::Unsupported(what), there_is)?;
        }
        let size = self.operand(state, size)?;
        let size = self.as_bits(size, self.word);
        let large = self.terms.bv_const(self.word, 1 << 20);
        let too_large = self.terms.ule(large, size);
        let what = "a stack block that may be large".to_owned();
        self.require(state, Label::Unsupported(what), too_large)?;
        let object = self.allocate(state, (class, member), size, Content::Any, false);
        if !self.classes.list[class].fixed
            && let Some((_, slot)) = state.top().objects.iter_mut().find(|(local, _)| *local == dst)
        {
            *slot = object;
        }
        let start = self.terms.bv_const(self.word, 0);
        state.top().registers[dst.index()] = Value::Pointer(object, start);
        Ok(())
    }

    /// The stack block that is there for a register of the top frame: its number, or 0.
    fn stack_object(&mut self, state: &State, register: LocalId) -> TermId {
        let known = state.frame().objects.iter().find(|(local, _)| *local == register);
        known.map_or_else(|| self.object_number(0), |(_, object)| *object)
    }

    /// The stack blocks of a function, with the registers that get their addresses.
    pub(crate) fn stack_blocks(&self, func: FuncId) -> Vec<(LocalId, Member)> {
        let Some(body) = self.program.functions[func].body() else { return Vec::new() };
        let mut found = Vec::new();
        for (block, data) in body.blocks.iter_enumerated() {
            for (index, statement) in data.statements.iter().enumerate() {
                if let StatementKind::StackAlloc { dst, .. } = statement.kind {
                    found.push((dst, Member::Stack(func, block, index as u32)));
                }
            }
        }
        found
    }

    /// Ends the stack blocks of the top frame: those of one register, or all.
    pub(crate) fn end_stack_blocks(&mut self, state: &mut State, of: Option<LocalId>) {
        let (func, context) = (state.frame().func, state.frame().context);
        for (register, member) in self.stack_blocks(func) {
            let Some(class) = self.classes.of(member) else { continue };
            if of.is_some_and(|of| of != register) {
                continue;
            }
            if self.classes.list[class].fixed {
                if let Some(index) = self.fixed_object(class, context, member) {
                    state.fixed[class][index].live = TermId::FALSE;
                }
                continue;
            }
            let object = self.stack_object(state, register);
            let none = self.object_number(0);
            let there_is = self.terms.ne(object, none);
            if there_is != TermId::FALSE {
                self.end_object(state, class, object, there_is);
            }
            if let Some((_, slot)) = state.top().objects.iter_mut().find(|(local, _)| *local == register) {
                *slot = none;
            }
        }
    }

    pub(crate) fn storage_dead(&mut self, state: &mut State, local: LocalId) -> Res<()> {
        let func = state.frame().func;
        let Some(body) = self.program.functions[func].body() else { return Ok(()) };
        if body.locals[local].register {
            state.top().registers[local.index()] = Value::Any;
            return Ok(());
        }
        let Some(class) = self.classes.of(Member::Local(func, local)) else { return Ok(()) };
        let object = self.local_object(state, local);
        self.end_object(state, class, object, TermId::TRUE);
        Ok(())
    }

    /// Gives a variable its first value.
    pub(crate) fn set_local(&mut self, state: &mut State, local: LocalId, value: Value) -> Res<()> {
        let func = state.frame().func;
        let Some(body) = self.program.functions[func].body() else { return Ok(()) };
        if body.locals[local].register {
            state.top().registers[local.index()] = value;
            return Ok(());
        }
        let Some(class) = self.classes.of(Member::Local(func, local)) else { return Ok(()) };
        let Some(scalar) = body.locals[local].scalar else { return Ok(()) };
        let bytes = scalar.size(self.model);
        let cells = &self.classes.list[class].cells;
        let cell = cells.iter().position(|cell| cell.offset == 0 && cell.bytes == bytes);
        let Some(cell) = cell else {
            return self.unsupported(state, "a parameter that is accessed in parts");
        };
        let value = match self.classes.list[class].cells[cell].pointer {
            true => {
                let (object, offset) = self.as_pointer(value);
                Value::Pointer(object, offset)
            }
            false => Value::Bits(self.as_bits(value, bytes as u32 * 8)),
        };
        let object = self.local_object(state, local);
        let start = self.terms.bv_const(self.word, 0);
        self.write_cell(state, (class, cell), object, start, value, TermId::TRUE);
        Ok(())
    }

    pub(crate) fn initial_global(&mut self, state: &mut State, id: GlobalId) -> Res<()> {
        let global = &self.program.globals[id];
        let member = Member::Global(id);
        let Some(class) = self.classes.of(member) else { return Ok(()) };
        let start = initial::global(self.program, global);
        if !start.is_known() {
            let name = self.program.names.resolve(global.name).to_owned();
            self.assumptions.insert(Assumption::ExternalObject(name));
        }
        let data = self.classes.list[class].clone();
        let step = data.stride.unwrap_or(start.size.max(1));
        let elements = start.size.div_ceil(step);
        let is_zero = start.bytes.iter().all(|b| *b == 0) && start.addresses().next().is_none();
        // What a long array holds is not followed: any value.
        let is_followed = start.is_known() && (is_zero || elements <= MOST_ELEMENTS);
        let size = self.terms.bv_const(self.word, u128::from(start.size));
        let content = if is_followed { Content::Zero } else { Content::Any };
        let object = self.allocate(state, (class, member), size, content, false);
        if !is_followed || is_zero {
            return Ok(());
        }
        let word = u64::from(self.word / 8);
        for element in 0..elements {
            for (index, cell) in data.cells.iter().enumerate() {
                let at = element * step + cell.offset;
                if at + cell.bytes > start.size {
                    continue;
                }
                let mut inside =
                    start.addresses().filter(|r| r.offset < at + cell.bytes && at < r.offset + word);
                let relocation = inside.next();
                let value = match (cell.pointer, relocation) {
                    (true, Some(relocation)) if relocation.offset == at => {
                        let target = match relocation.target {
                            RelocationTarget::Global(id) => self.global_object(id),
                            RelocationTarget::Function(func) => self.function_number(func),
                            RelocationTarget::Label(..) => self.object_number(0),
                        };
                        let addend = self.terms.bv_signed(self.word, i128::from(relocation.addend));
                        Value::Pointer(target, addend)
                    }
                    // The number of an address, or a part of it.
                    (_, Some(_)) => self.any_cell(class, index),
                    (_, None) => {
                        let mut number = 0u128;
                        for i in (0..cell.bytes).rev() {
                            let byte = start.bytes.get((at + i) as usize).copied().unwrap_or(0);
                            number = number << 8 | u128::from(byte);
                        }
                        match cell.pointer {
                            true => {
                                let none = self.object_number(0);
                                Value::Pointer(none, self.terms.bv_const(self.word, number))
                            }
                            false => Value::Bits(self.terms.bv_const(cell.bytes as u32 * 8, number)),
                        }
                    }
                };
                let at = self.terms.bv_const(self.word, u128::from(at));
                self.write_cell(state, (class, index), object, at, value, TermId::TRUE);
            }
        }
        Ok(())
    }
}
