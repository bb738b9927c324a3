//! Loops: peeled rounds, the cut, and the rounds behind it.
//!
//! What a loop changes is found by running it: the first attempt takes nothing for changed but the registers that are assigned;
//! whatever differs at the round's end is added and the round is run again, until nothing is.

use crate::build::{Builder, Res, Step};
use crate::exec::Ends;
use crate::sizes::SIZE;
use crate::state::State;
use crate::{CheckKind, CutPlace, LoopVariable, Witness};
use base::{FxHashMap, Idx};
use encode::cells::Object;
use encode::pointer::{OBJECT_BITS, ObjectId, UNKNOWN_OBJECT, Value, as_number, as_pointer};
use ir::{BlockId, FuncId, LocalId, LoopId, Scalar};
use smt::{Sort, TermId};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The context, function and block of a cut, and what is cut there.
pub(crate) type LoopKey = (u32, FuncId, BlockId, CutPlace);

/// What a loop changes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Changed {
    pub number: usize,
    /// For a function that calls itself: it may return.
    pub returns: bool,
    pub registers: BTreeSet<usize>,
    /// Sizes by object and offset.
    pub cells: BTreeMap<(ObjectId, u64), u64>,
    pub live: BTreeSet<ObjectId>,
    pub forgotten: BTreeSet<ObjectId>,
    /// Objects without cells.
    pub arrays: BTreeSet<ObjectId>,
    /// Those of them that are not followed.
    pub lost: BTreeSet<ObjectId>,
    /// Which of them hold pointers, and to what.
    pub pointers: FxHashMap<Slot, BTreeSet<ObjectId>>,
    /// Their offset, if it is one constant.
    pub offsets: FxHashMap<Slot, Option<TermId>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Slot {
    Register(usize),
    Cell(ObjectId, u64),
}

/// A loop that changes more than this many things in so many attempts is not followed.
pub(crate) const MOST_ATTEMPTS: u32 = 64;
/// Unchanged numbers that invariants may speak of.
const MOST_UNCHANGED: usize = 24;

impl Builder<'_> {
    pub(crate) fn run_loop(&mut self, id: LoopId, mut state: State) -> Res<Ends> {
        let func = state.top().func;
        let Some(facts) = self.facts.function(func) else { return Ok(Ends::default()) };
        let head = facts.loops().loops()[id].head;
        let span = facts.body().blocks[head].terminator.span;
        let mut all = Ends::default();
        let unwind = self.options.unwind;
        for round in 0..unwind.peel {
            let context = self.enter(Step::Round(head, round));
            let ends = self.run_region(Some(id), head, state)?;
            self.context = context;
            all.exits.extend(ends.exits);
            all.returns.extend(ends.returns);
            match self.join(ends.back, Some(head)) {
                Some(next) => state = next,
                None => return Ok(all),
            }
        }
        self.span = span;
        if unwind.step == 0 {
            self.check(&state, CheckKind::Unwinding, TermId::TRUE);
            return Ok(all);
        }
        self.run_cut(id, head, state, &mut all)?;
        Ok(all)
    }

    fn run_cut(&mut self, id: LoopId, head: BlockId, entry: State, all: &mut Ends) -> Res<()> {
        let outside = self.begin_rounds();
        let done = self.find_cut(id, head, entry, all);
        self.end_rounds(outside);
        done
    }

    /// The cut with all that the loop changes.
    fn find_cut(&mut self, id: LoopId, head: BlockId, entry: State, all: &mut Ends) -> Res<()> {
        let key: LoopKey = (self.context, entry.top().func, head, CutPlace::Head);
        if !self.loops.contains_key(&key) {
            let number = self.loops.len();
            let registers = self.assigned(id, head, &entry);
            let changed = Changed { number, registers, ..Changed::default() };
            self.loops.insert(key, changed);
        }
        for _ in 0..MOST_ATTEMPTS {
            let mark = self.mark();
            let mut changed = self.loops[&key].clone();
            let select = self.terms.var(&format!("select{}", changed.number), Sort::Bool);
            let open = self.open_cut(key, &entry, &mut changed, select);
            self.cut_depth += 1;
            let mut ends = Ends::default();
            let next = self.run_rounds(id, head, open.at_head.clone(), select, &mut ends)?;
            self.cut_depth -= 1;
            if let Some(next) = &next
                && self.grow(&open.at_head, next, &mut changed)
            {
                self.loops.insert(key, changed);
                self.undo(&mark);
                continue;
            }
            self.loops.insert(key, changed.clone());
            self.close_cut(&open, next.as_ref(), &changed);
            all.exits.extend(ends.exits);
            all.returns.extend(ends.returns);
            return Ok(());
        }
        let mut state = entry;
        self.unsupported(&mut state, "a loop that changes too much");
        Ok(())
    }

    /// The rounds behind the cut; gives the state at the end of the first.
    fn run_rounds(
        &mut self,
        id: LoopId,
        head: BlockId,
        mut state: State,
        select: TermId,
        all: &mut Ends,
    ) -> Res<Option<State>> {
        let rounds = self.options.unwind.step.max(1);
        let peel = self.options.unwind.peel;
        let counts = self.counts;
        let entered = self.terms.not(select);
        let mut first = None;
        for round in 0..rounds {
            let last = round + 1 == rounds;
            self.counts = if last { counts } else { self.terms.and(counts, entered) };
            let context = self.enter(Step::Round(head, peel + round));
            let mut ends = self.run_region(Some(id), head, state)?;
            self.context = context;
            self.counts = counts;
            if !last {
                let exits = ends.exits.iter_mut().map(|(_, state)| state);
                for state in exits.chain(ends.returns.iter_mut().map(|(state, _)| state)) {
                    state.guard = self.terms.and(state.guard, entered);
                }
            }
            all.exits.extend(ends.exits);
            all.returns.extend(ends.returns);
            let next = self.join(ends.back, Some(head));
            if round == 0 {
                first = next.clone();
            }
            match next {
                Some(next) => state = next,
                None => break,
            }
        }
        Ok(first)
    }

    /// The live registers that blocks of the loop assign.
    fn assigned(&self, id: LoopId, head: BlockId, entry: &State) -> BTreeSet<usize> {
        let Some(facts) = self.facts.function(entry.top().func) else { return BTreeSet::new() };
        let (body, liveness) = (facts.body(), facts.liveness());
        let mut found = BTreeSet::new();
        for &block in facts.loops().blocks(id) {
            let block = &body.blocks[block];
            let defined =
                block.statements.iter().filter_map(|s| s.kind.def()).chain(block.terminator.kind.def());
            for local in defined {
                if body.locals[local].register && liveness.is_live_in(head, local) {
                    found.insert(local.index());
                }
            }
        }
        found
    }

    /// The loop-back value of something that the loop changes, as far as is known what that may be.
    fn back_value(&mut self, changed: &Changed, slot: Slot, width: u32) -> Value {
        let name = match slot {
            Slot::Register(i) => format!("l{}.r{i}.{width}", changed.number),
            Slot::Cell(object, offset) => format!("l{}.o{object}.{offset}.{width}", changed.number),
        };
        match changed.pointers.get(&slot) {
            Some(set) if width == self.word => {
                let object = self.terms.var(&format!("{name}.object"), Sort::Bv(OBJECT_BITS));
                let offset = match changed.offsets.get(&slot) {
                    Some(Some(constant)) => *constant,
                    _ => self.terms.var(&format!("{name}.offset"), Sort::Bv(width)),
                };
                self.pointer_sets.insert(object, set.clone());
                Value::Pointer { object, offset }
            }
            _ => Value::Number(self.terms.var(&name, Sort::Bv(width))),
        }
    }

    /// Takes note of a value that comes to the head, from before the loop or from the end of a round; whether that is more than was
    /// known. What is a pointer once is always taken for one: a number, such as the null that zeroed memory holds, is a pointer to no
    /// object. Its offset counts like any other, since the loop-back value has a constant offset only if all of them have it.
    pub(crate) fn note_value(
        &mut self,
        changed: &mut Changed,
        slot: Slot,
        value: Value,
        is_pointer: bool,
    ) -> bool {
        let is_known = changed.pointers.contains_key(&slot);
        let is_new = match value {
            Value::Pointer { .. } => !is_known,
            Value::Any => !is_known && is_pointer,
            Value::Number(_) => false,
        };
        if !is_known && !is_new {
            return false;
        }
        let (object, offset) = as_pointer(self.terms, value, self.word);
        let moved = self.note_offset(changed, slot, object, offset);
        let set = self.possible_objects(object).unwrap_or_else(|| [UNKNOWN_OBJECT].into());
        let known = changed.pointers.entry(slot).or_default();
        let before = known.len();
        known.extend(set);
        moved || is_new || known.len() > before
    }

    /// Takes note of a pointer's offset; whether more offsets are possible than before.
    fn note_offset(&self, changed: &mut Changed, slot: Slot, object: TermId, offset: TermId) -> bool {
        if self.is_unknown_object(object) {
            return false;
        }
        let constant = self.terms.is_constant(offset).then_some(offset);
        match changed.offsets.get(&slot) {
            None => {
                changed.offsets.insert(slot, constant);
                true
            }
            Some(None) => false,
            Some(known) if *known == constant => false,
            Some(_) => {
                changed.offsets.insert(slot, None);
                true
            }
        }
    }

    /// An offset in it means nothing.
    fn is_unknown_object(&self, object: TermId) -> bool {
        self.terms.constant(object).and_then(smt::Bv::to_u64) == Some(u64::from(UNKNOWN_OBJECT))
    }

    /// What the head of a cut loop sees, and what the loop-back variables are in the first round.
    pub(crate) fn head(
        &mut self,
        entry: &State,
        changed: &mut Changed,
        select: TermId,
    ) -> (State, Vec<(TermId, TermId)>) {
        let mut state = entry.clone();
        let mut first = Vec::new();
        // Behind a call by summary nothing comes from before it.
        let enters = select != TermId::TRUE;
        for i in changed.registers.clone() {
            let Some(scalar) = self.register_scalar(state.top().func, i) else { continue };
            let width = scalar.width(self.model);
            let old = entry.top().registers[i];
            if width == self.word && enters {
                self.note_value(changed, Slot::Register(i), old, scalar == Scalar::Ptr);
            }
            let back = self.back_value(changed, Slot::Register(i), width);
            if enters {
                self.enters_with(select, back, old, width, &mut first);
            }
            state.top_mut().registers[i] = back;
        }
        let globals = self.globals;
        let objects: BTreeSet<ObjectId> = changed
            .cells
            .keys()
            .map(|(object, _)| *object)
            .chain(changed.live.iter().copied())
            .chain(changed.forgotten.iter().copied())
            .collect();
        for id in objects {
            let old = self.object_in(&entry.memory, id);
            let mut object = Object::clone(&old);
            if changed.forgotten.contains(&id) {
                object.forget();
            }
            if changed.live.contains(&id) {
                let mut back = self.terms.var(&format!("l{}.live{id}", changed.number), Sort::Bool);
                if self.only_frees(changed, id) {
                    back = self.terms.and(back, old.live);
                }
                object.live = self.terms.ite(select, back, old.live);
            }
            let cells: Vec<(u64, u64)> =
                changed.cells.range((id, 0)..=(id, u64::MAX)).map(|((_, at), size)| (*at, *size)).collect();
            for (at, size) in cells {
                let width = 8 * size as u32;
                let before = old.read(self.terms, &globals, at, size);
                let is_pointer = self.cell_scalars.get(&(id, at)) == Some(&Scalar::Ptr);
                if width == self.word && enters {
                    self.note_value(changed, Slot::Cell(id, at), before, is_pointer);
                }
                let back = self.back_value(changed, Slot::Cell(id, at), width);
                // What is not there yet holds nothing worth keeping apart.
                if enters && (!self.witnesses.contains(&id) || old.live != TermId::FALSE) {
                    self.enters_with(select, back, before, width, &mut first);
                }
                object.write(self.terms, at, size, back);
            }
            // What becomes of paths is found behind this.
            self.is_linking = true;
            self.replace(&mut state, id, object);
            self.is_linking = false;
        }
        (state, first)
    }

    /// The head sees the loop-back variables only. Where control comes to the loop for the first time they are what it comes with.
    /// (A choice between the two instead would keep sums over the next values from being the sums over the loop-back values that
    /// they are.)
    ///
    /// This is a definition and excludes no run: only a variable is set, each only once, and nothing but this loop speaks of it. A
    /// loop-back value that is no variable is a constant offset, and then it is that of the entry, too (`note_value`), or the object is
    /// not known and the offset means nothing. A fact about such a constant would be one about the entry: it would exclude runs.
    fn enters_with(
        &mut self,
        select: TermId,
        back: Value,
        entry: Value,
        width: u32,
        first: &mut Vec<(TermId, TermId)>,
    ) {
        let pairs = match (back, entry) {
            (Value::Pointer { object, .. }, Value::Any) => {
                // An object that is not known, at any offset.
                vec![(object, self.terms.bv_const(OBJECT_BITS, u128::from(UNKNOWN_OBJECT)))]
            }
            (_, Value::Any) | (Value::Any, _) => return,
            (Value::Pointer { object, offset }, entry) => {
                let (o, f) = as_pointer(self.terms, entry, self.word);
                debug_assert!(self.terms.is_variable(offset) || offset == f || self.is_unknown_object(o));
                vec![(object, o), (offset, f)]
            }
            (Value::Number(number), entry) => vec![(number, as_number(self.terms, entry, width))],
        };
        for (back, entry) in pairs {
            if self.terms.is_variable(back) {
                let equal = self.terms.eq(back, entry);
                let fact = self.terms.or(select, equal);
                self.out.facts.push(fact);
                first.push((back, entry));
            }
        }
    }

    /// Adds what differs at the end of a round; whether there was anything.
    pub(crate) fn grow(&mut self, head: &State, next: &State, changed: &mut Changed) -> bool {
        let mut grown = self.grow_arrays(head, next, &mut changed.arrays, &mut changed.lost);
        if grown {
            let arrays = changed.arrays.clone();
            changed.cells.retain(|(id, _), _| !arrays.contains(id));
        }
        for (i, (&a, &b)) in head.top().registers.iter().zip(&next.top().registers).enumerate() {
            if a == b && !changed.registers.contains(&i) {
                continue;
            }
            grown |= changed.registers.insert(i);
            grown |= self.note_value(changed, Slot::Register(i), b, false);
        }
        let ids: BTreeSet<ObjectId> = head.memory.keys().chain(next.memory.keys()).copied().collect();
        let globals = self.globals;
        for id in ids {
            let (a, b) = (self.object_in(&head.memory, id), self.object_in(&next.memory, id));
            if Rc::ptr_eq(&a, &b) {
                continue;
            }
            if a.live != b.live {
                grown |= changed.live.insert(id);
            }
            if changed.arrays.contains(&id) && !changed.lost.contains(&id) {
                continue;
            }
            if a.rest != b.rest {
                grown |= changed.forgotten.insert(id);
            }
            let cells: BTreeMap<u64, u64> =
                a.cells.iter().chain(&b.cells).map(|(&at, &(size, _))| (at, size)).collect();
            for (at, size) in cells {
                let (x, y) = (a.read(self.terms, &globals, at, size), b.read(self.terms, &globals, at, size));
                if x != y && !changed.cells.contains_key(&(id, at)) {
                    grown |= add_cell(changed, id, at, size);
                }
                if changed.cells.get(&(id, at)) == Some(&size) {
                    let is_word = 8 * size == u64::from(self.word);
                    grown |= is_word && self.note_value(changed, Slot::Cell(id, at), y, false);
                } else if x != y {
                    grown |= add_cell(changed, id, at, size);
                }
            }
        }
        grown
    }

    /// The variables of a cut loop, those that change first.
    pub(crate) fn loop_variables(
        &mut self,
        head: &State,
        next: Option<&State>,
        changed: &Changed,
    ) -> Vec<LoopVariable> {
        let mut variables = Vec::new();
        let Some(next) = next else { return variables };
        let Some(body) = self.program.functions[head.top().func].body() else { return variables };
        let func = head.top().func;
        for i in changed.registers.clone() {
            let symbol = register_name(body, i);
            let Some(scalar) = self.register_scalar(func, i) else { continue };
            let width = scalar.width(self.model);
            let back = self.back_value(changed, Slot::Register(i), width);
            let after = self.like(back, next.top().registers[i], width);
            let at_head = head.top().registers[i];
            variables.push(LoopVariable {
                symbol,
                scalar: Some(scalar),
                back,
                next: after,
                head: at_head,
                register: Some((head.top().context, i)),
                ..LoopVariable::default()
            });
        }
        let globals = self.globals;
        for ((id, at), size) in changed.cells.clone() {
            let width = 8 * size as u32;
            let back = self.back_value(changed, Slot::Cell(id, at), width);
            let object = self.object_in(&next.memory, id);
            let value = object.read(self.terms, &globals, at, size);
            let after = self.like(back, value, width);
            let at_head = self.object_in(&head.memory, id).read(self.terms, &globals, at, size);
            let symbol = self.cell_symbol(id, at, size);
            let scalar = self.cell_scalar(id, at, size);
            let guards = self.witness_guards(changed, (head, next), id);
            let cell = Some((id, at));
            let ghost = self.objects[usize::from(id)].kind == crate::build::ObjectKind::Ghost;
            if let Some(witness) = self.witness_of_size(id, at) {
                variables.push(LoopVariable {
                    scalar: Some(self.size_scalar()),
                    back,
                    next: after,
                    head: at_head,
                    cell: Some((witness, SIZE)),
                    guards: self.witness_guards(changed, (head, next), witness),
                    ..LoopVariable::default()
                });
                continue;
            }
            variables.push(LoopVariable {
                symbol,
                member_of: self.part_of(head, id, at, size),
                scalar,
                back,
                next: after,
                head: at_head,
                cell,
                ghost,
                guards,
                ..LoopVariable::default()
            });
        }
        for id in changed.live.clone() {
            let back = self.terms.var(&format!("l{}.live{id}", changed.number), Sort::Bool);
            let after = self.object_in(&next.memory, id).live;
            let at_head = self.object_in(&head.memory, id).live;
            let [back, after, at_head] =
                [back, after, at_head].map(|t| Value::Number(self.terms.bool_to_bv(t, 1)));
            let symbol = None;
            variables.push(LoopVariable {
                symbol,
                scalar: None,
                back,
                next: after,
                head: at_head,
                ghost: true,
                ..LoopVariable::default()
            });
        }
        let mut unchanged = 0;
        for (i, &value) in head.top().registers.iter().enumerate() {
            let Value::Number(number) = value else { continue };
            let is_number = !changed.registers.contains(&i) && !self.terms.is_constant(number);
            if is_number && unchanged < MOST_UNCHANGED {
                unchanged += 1;
                variables.push(LoopVariable {
                    symbol: register_name(body, i),
                    scalar: self.register_scalar(func, i),
                    back: value,
                    // Another one, if this is what a function was called with.
                    next: self.like(value, next.top().registers[i], self.terms.width(number)),
                    head: value,
                    changes: false,
                    register: Some((head.top().context, i)),
                    ..LoopVariable::default()
                });
            }
        }
        // What the callers still need is often compared with what the function returns.
        for (depth, i) in self.live_in_callers(head) {
            let frame = &head.frames[depth];
            let Value::Number(number) = frame.registers[i] else { continue };
            let is_known = variables.iter().any(|variable| variable.head == frame.registers[i]);
            if is_known || self.terms.is_constant(number) || unchanged >= MOST_UNCHANGED {
                continue;
            }
            let scalar = self.register_scalar(frame.func, i);
            unchanged += 1;
            variables.push(LoopVariable {
                // Names are those of the function that the loop is in.
                scalar,
                back: frame.registers[i],
                next: frame.registers[i],
                head: frame.registers[i],
                changes: false,
                register: Some((frame.context, i)),
                ..LoopVariable::default()
            });
        }
        for (&id, object) in head.memory.iter() {
            if self.objects[usize::from(id)].kind == crate::build::ObjectKind::Ghost {
                continue;
            }
            for (&at, &(size, value)) in &object.cells {
                let Value::Number(number) = value else { continue };
                let is_number = !changed.cells.contains_key(&(id, at)) && !self.terms.is_constant(number);
                if is_number && size <= 8 && unchanged < MOST_UNCHANGED {
                    unchanged += 1;
                    let (symbol, scalar) = (self.cell_symbol(id, at, size), self.cell_scalar(id, at, size));
                    // Of a witness it is a cell like those that change: other objects have their own.
                    let guards = self.witness_guards(changed, (head, next), id);
                    let cell = Some((id, at));
                    let after = self.object_in(&next.memory, id).read(self.terms, &globals, at, size);
                    variables.push(LoopVariable {
                        symbol,
                        member_of: self.part_of(head, id, at, size),
                        scalar,
                        back: value,
                        next: self.like(value, after, 8 * size as u32),
                        head: value,
                        changes: false,
                        cell,
                        guards,
                        ..LoopVariable::default()
                    });
                }
            }
        }
        variables
    }

    /// The registers of functions under way, but the last one, that are read when the function that they called has returned.
    fn live_in_callers(&self, state: &State) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        for (depth, pair) in state.frames.windows(2).enumerate() {
            let [caller, callee] = pair else { continue };
            let step = self.contexts.iter().find(|(_, context)| **context == callee.context);
            let Some((&(_, Step::Call(func, block, _)), _)) = step else { continue };
            let Some(facts) = self.facts.function(func).filter(|_| func == caller.func) else { continue };
            let ir::TerminatorKind::Call(call) = &facts.body().blocks[block].terminator.kind else {
                continue;
            };
            let Some(next) = call.next else { continue };
            let is_live = |i: &usize| {
                let local = LocalId::new(*i);
                call.dst != Some(local) && facts.liveness().is_live_in(next, local)
            };
            found.extend((0..caller.registers.len()).filter(is_live).map(|i| (depth, i)));
        }
        found
    }

    pub(crate) fn witnesses_of(&mut self, changed: &Changed, head: &State, next: &State) -> Vec<Witness> {
        let mut found = Vec::new();
        for object in self.witnesses.clone() {
            let ghost = self.object_ids[&crate::build::ObjectKey::Ghost(object)];
            let Some(live) = self.witness_guards(changed, (head, next), object) else { continue };
            let back = match changed.cells.contains_key(&(ghost, 0)) {
                true => {
                    let back = self.back_value(changed, Slot::Cell(ghost, 0), 8);
                    let number = as_number(self.terms, back, 8);
                    let zero = self.terms.bv_const(8, 0);
                    self.terms.ne(number, zero)
                }
                false => self.is_chosen(head, object),
            };
            let after = self.is_chosen(next, object);
            let others = self.object_ids[&crate::build::ObjectKey::Others(object)];
            found.push(Witness { object, others, chosen: [back, after], live: [live.0, live.1] });
        }
        found
    }

    /// Cells of a witness mean something while it is there.
    fn witness_guards(
        &mut self,
        changed: &Changed,
        (head, next): (&State, &State),
        id: ObjectId,
    ) -> Option<(TermId, TermId)> {
        self.witnesses.contains(&id).then(|| self.live_around(changed, (head, next), id))
    }

    /// That an object is there, before and after a round.
    pub(crate) fn live_around(
        &mut self,
        changed: &Changed,
        (head, next): (&State, &State),
        id: ObjectId,
    ) -> (TermId, TermId) {
        // Where an object can only be freed the head says more than the variable.
        let back = match changed.live.contains(&id) && !self.only_frees(changed, id) {
            true => self.terms.var(&format!("l{}.live{id}", changed.number), Sort::Bool),
            false => self.object_in(&head.memory, id).live,
        };
        (back, self.object_in(&next.memory, id).live)
    }

    /// Whether a heap object that is there at the end of a round was there before the loop: nothing in the loop makes it.
    fn only_frees(&self, changed: &Changed, id: ObjectId) -> bool {
        let is_heap = self.objects[usize::from(id)].kind == crate::build::ObjectKind::Heap;
        let ghost = self.object_ids.get(&crate::build::ObjectKey::Ghost(id));
        is_heap && ghost.is_none_or(|ghost| !changed.cells.contains_key(&(*ghost, 0)))
    }

    /// Whether a loop allocates objects of a witness' site.
    pub(crate) fn allocates(&self, key: LoopKey, witness: ObjectId) -> bool {
        let ghost = self.object_ids.get(&crate::build::ObjectKey::Ghost(witness));
        let changed = self.loops.get(&key);
        ghost.zip(changed).is_none_or(|(ghost, changed)| changed.cells.contains_key(&(*ghost, 0)))
    }

    /// The loop-back value of a cell that a loop changes.
    pub(crate) fn cell_at_head(
        &mut self,
        key: LoopKey,
        id: ObjectId,
        offset: u64,
        size: u64,
    ) -> Option<Value> {
        let changed = self.loops.get(&key)?.clone();
        if changed.cells.get(&(id, offset)) != Some(&size) {
            return None;
        }
        Some(self.back_value(&changed, Slot::Cell(id, offset), 8 * size as u32))
    }

    fn like(&mut self, back: Value, value: Value, width: u32) -> Value {
        match back {
            Value::Pointer { .. } => {
                let (object, offset) = as_pointer(self.terms, value, self.word);
                Value::Pointer { object, offset }
            }
            _ => Value::Number(as_number(self.terms, value, width)),
        }
    }

    /// As what a cell is accessed, at its own offset or at unknown ones.
    fn cell_scalar(&self, id: ObjectId, at: u64, size: u64) -> Option<Scalar> {
        let of_elements = || {
            let scalar = self.element_scalars.get(&id).copied();
            scalar.filter(|scalar| *scalar != Scalar::Ptr && scalar.size(self.model) == size)
        };
        self.cell_scalars.get(&(id, at)).copied().or_else(of_elements)
    }

    /// The variable that a cell is a part of, if the function under way sees it by its name.
    fn part_of(&self, state: &State, id: ObjectId, at: u64, size: u64) -> Option<base::Symbol> {
        let name =
            self.objects[usize::from(id)].symbol.filter(|_| self.cell_symbol(id, at, size).is_none())?;
        let frame = state.top();
        let body = self.program.functions[frame.func].body()?;
        let mut namesakes = body.locals.iter_enumerated().filter(|(_, local)| local.name == Some(name));
        let is_seen = match self.objects[usize::from(id)].kind {
            crate::build::ObjectKind::Global(_) => namesakes.next().is_none(),
            _ => {
                let local =
                    namesakes.next().map(|(local, _)| crate::build::ObjectKey::Local(frame.context, local));
                namesakes.next().is_none() && local.is_some_and(|key| self.object_ids.get(&key) == Some(&id))
            }
        };
        is_seen.then_some(name)
    }

    /// The variable that a cell is, if it is a whole one.
    pub(crate) fn cell_symbol(&self, id: ObjectId, at: u64, size: u64) -> Option<base::Symbol> {
        let info = &self.objects[usize::from(id)];
        let whole = self.terms.constant(info.size).and_then(smt::Bv::to_u64);
        info.symbol.filter(|_| at == 0 && whole == Some(size))
    }
}

/// The name of a register, if no other one has it.
pub(crate) fn register_name(body: &ir::Body, i: usize) -> Option<base::Symbol> {
    let name = body.locals.get(LocalId::new(i))?.name;
    let mut namesakes = body.locals.iter().filter(|other| other.name == name);
    let is_unique = namesakes.next().is_some() && namesakes.next().is_none();
    name.filter(|_| is_unique)
}

/// Cells do not overlap: two that would become bytes.
fn add_cell(changed: &mut Changed, id: ObjectId, at: u64, size: u64) -> bool {
    let overlapping: Vec<(u64, u64)> = changed
        .cells
        .range((id, 0)..=(id, u64::MAX))
        .map(|((_, start), length)| (*start, *length))
        .filter(|(start, length)| *start < at + size && at < start + length)
        .collect();
    if overlapping.iter().any(|(start, length)| *start == at && *length == size) {
        return false;
    }
    if overlapping.is_empty() {
        changed.cells.insert((id, at), size);
        return true;
    }
    let mut grown = false;
    for (start, length) in overlapping.into_iter().chain([(at, size)]) {
        if length > 1 && changed.cells.remove(&(id, start)).is_some() {
            grown = true;
        }
        for byte in start..start + length {
            grown |= changed.cells.insert((id, byte), 1).is_none();
        }
    }
    grown
}
