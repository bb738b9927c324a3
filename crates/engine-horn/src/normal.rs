//! The program in its normal form ([Encodings], "normalised by hand" there): `alloc`, `read` and `write` of typed objects. Every class whose objects
//! are no variables is a heap of its own; an object has its cells as fields, and what it needs of: whether it is still there, whether
//! it is a heap block, its size. Arrays are heaps of elements, beside one of whole objects.
//!
//! Writes to one object that follow each other are one write: the fields of an object are not seen before all are there.

use crate::classes::Member;
use crate::objects::Content;
use crate::state::{OBJECT_BITS, State, Value};
use crate::translate::{Label, Mode, Res, Translator};
use base::{FxHashMap, FxHashSet, Idx, Span};
use encodings::{Address, Field, Heap, HeapId, Location, LocationId, Program, Statement};
use ir::BlockId;
use smt::{Op, Sort, TermId};
use verdict::FindingKind;

/// Where the parts of an object are among its fields.
#[derive(Clone, Debug)]
struct Layout {
    heap: HeapId,
    /// The first field of each cell.
    cells: Vec<usize>,
    sorts: Vec<Sort>,
    /// The heap of what is known of a whole object, and its fields.
    status: HeapId,
    status_sorts: Vec<Sort>,
    live: Option<usize>,
    of_heap: Option<usize>,
    size: Option<usize>,
}

/// A program that is being made.
#[derive(Debug, Default)]
pub(crate) struct Build {
    pub program: Program,
    /// What the labels of the program mean.
    pub labels: Vec<(Label, Span)>,
    layouts: Vec<Option<Layout>>,
    sites: FxHashMap<(u32, BlockId, usize, u8), u32>,
    locations: FxHashMap<(u32, BlockId), LocationId>,
}

/// An object whose fields are known since it was read or written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seen {
    heap: HeapId,
    address: Address,
    fields: Vec<TermId>,
}

const READ: u8 = 0;
const WRITE: u8 = 1;
const ALLOC: u8 = 2;

impl Build {
    pub(crate) fn has_location(&self, key: (u32, BlockId)) -> bool {
        self.locations.contains_key(&key)
    }
}

impl Translator<'_> {
    fn build(&mut self) -> Option<&mut Build> {
        match &mut self.mode {
            Mode::Program(build) => Some(build),
            _ => None,
        }
    }

    /// Whether objects of the class are in a heap of the program that is made.
    pub(crate) fn is_in_heap(&self, class: usize) -> bool {
        matches!(self.mode, Mode::Program(_)) && !self.classes.list[class].fixed
    }

    fn layout(&self, class: usize) -> Option<Layout> {
        match &self.mode {
            Mode::Program(build) => build.layouts.get(class)?.clone(),
            _ => None,
        }
    }

    /// Makes the heaps, and the location where the program starts.
    pub(crate) fn begin_program(&mut self) {
        let word = self.word;
        let mut program = Program::new();
        let mut layouts = Vec::new();
        for (index, class) in self.classes.list.iter().enumerate() {
            if class.fixed {
                layouts.push(None);
                continue;
            }
            let mut fields: Vec<Field> = Vec::new();
            let mut cells = Vec::new();
            for cell in &class.cells {
                cells.push(fields.len());
                let name = format!("at{}", cell.offset);
                match cell.pointer {
                    true => {
                        fields.push(Field { name: name.clone(), sort: Sort::Bv(OBJECT_BITS) });
                        fields.push(Field { name: format!("{name}_offset"), sort: Sort::Bv(word) });
                    }
                    false => fields.push(Field { name, sort: Sort::Bv(cell.bytes as u32 * 8) }),
                }
            }
            let of_heap = class.members.iter().filter(|m| matches!(m, Member::Heap(..))).count();
            let mut status: Vec<Field> = Vec::new();
            let mut add = |wanted: bool, name: &str, sort: Sort| {
                wanted.then(|| {
                    status.push(Field { name: name.to_owned(), sort });
                    status.len() - 1
                })
            };
            let live = add(class.unsure_addresses || self.asks_for_blocks(), "live", Sort::Bool);
            let is_heap = add(of_heap > 0 && of_heap < class.members.len(), "of_heap", Sort::Bool);
            let size = add(class.size.is_none(), "size", Sort::Bv(word));
            let sorts_of = |list: &[Field]| list.iter().map(|f| f.sort).collect::<Vec<_>>();
            let name = format!("Object{index}");
            let heap = |name: String, element: Option<u32>, fields: Vec<Field>| Heap {
                name,
                address: OBJECT_BITS,
                element,
                fields,
            };
            let layout = if class.stride.is_some() {
                let sorts = sorts_of(&fields);
                let id = program.heaps.push(heap(format!("{name}Element"), Some(word), fields));
                let status_sorts = sorts_of(&status);
                let whole = program.heaps.push(heap(name, None, status));
                Layout { heap: id, cells, sorts, status: whole, status_sorts, live, of_heap: is_heap, size }
            } else {
                let shift = |i: Option<usize>| i.map(|i| i + fields.len());
                let (live, of_heap, size) = (shift(live), shift(is_heap), shift(size));
                fields.extend(status);
                let sorts = sorts_of(&fields);
                let id = program.heaps.push(heap(name, None, fields));
                Layout {
                    heap: id,
                    cells,
                    status_sorts: sorts.clone(),
                    sorts,
                    status: id,
                    live,
                    of_heap,
                    size,
                }
            };
            layouts.push(Some(layout));
        }
        program.locations.push(Location { name: "start".to_owned(), ..Location::default() });
        self.mode = Mode::Program(Box::new(Build { program, layouts, ..Build::default() }));
    }

    /// The number of a label at the place that is looked at.
    fn label(&mut self, label: Label) -> usize {
        let span = self.span;
        let Some(build) = self.build() else { return 0 };
        if let Some(known) = build.labels.iter().position(|l| *l == (label.clone(), span)) {
            return known;
        }
        build.program.labels.push(match &label {
            Label::Finding(kind) => kind.name().to_owned(),
            Label::Unsupported(what) => format!("not supported: {what}"),
        });
        build.labels.push((label, span));
        build.labels.len() - 1
    }

    fn site(&mut self, state: &State, kind: u8) -> u32 {
        let (context, block) =
            state.frames.last().map_or((u32::MAX, BlockId::new(0)), |frame| (frame.context, frame.block));
        let key = (context, block, self.index, kind);
        let Some(build) = self.build() else { return 0 };
        let next = build.sites.len() as u32 + 1;
        *build.sites.entry(key).or_insert(next)
    }

    /// An assertion of a way that goes on.
    pub(crate) fn assertion(&mut self, state: &mut State, label: Label, fails: TermId) {
        let fails = self.terms.and(state.constraint, fails);
        if fails == TermId::FALSE {
            return;
        }
        let label = self.label(label);
        let holds = self.terms.not(fails);
        let new = Statement::Assert(holds, label);
        if !state.ops.contains(&new) {
            state.ops.push(new);
        }
    }

    /// A way that ends with something that must not be.
    pub(crate) fn failing_way(&mut self, state: &State, label: Label, fails: TermId) {
        let label = self.label(label);
        let mut way = state.clone();
        way.constraint = self.terms.and(state.constraint, fails);
        self.end_way(way, Statement::Assert(TermId::FALSE, label));
    }

    /// A way ends, wherever that is: what it asserts, accesses and calls is to be shown all the same. Whoever lets go of a state calls
    /// this, or one of the functions that end a way with something.
    pub(crate) fn keep_obligations(&mut self, state: &State) {
        let is_one = |op: &Statement| {
            matches!(
                op,
                Statement::Assert(..)
                    | Statement::Read { .. }
                    | Statement::Write { .. }
                    | Statement::If(..)
                    | Statement::Call { .. }
            )
        };
        if !matches!(self.mode, Mode::Program(_)) || !state.ops.iter().any(is_one) {
            return;
        }
        let mut ops = state.ops.clone();
        // What is written at the end is not read any more: only that the place is there counts. Objects that are half made stay unseen.
        for index in (0..ops.len()).rev() {
            match &ops[index] {
                Statement::Write { heap, address, object, site, label } => {
                    let (heap, address, site, label) = (*heap, *address, *site, *label);
                    let sorts: Vec<Sort> = object.iter().map(|t| self.terms.sort(*t)).collect();
                    let dst = sorts.into_iter().map(|sort| self.terms.fresh("n", sort)).collect();
                    ops[index] = Statement::Read { heap, dst, address, site, label };
                }
                Statement::Assume(_) | Statement::Assert(..) | Statement::Alloc { .. } => {}
                _ => break,
            }
        }
        while matches!(ops.last(), Some(Statement::Assume(_) | Statement::Alloc { .. })) {
            ops.pop();
        }
        self.finish_way(state.location, ops);
    }

    pub(crate) fn end_way(&mut self, mut state: State, last: Statement) {
        self.assumed(&mut state);
        state.ops.push(last);
        self.finish_way(state.location, state.ops);
    }

    fn finish_way(&mut self, location: u32, ops: Vec<Statement>) {
        let location = LocationId::from_raw(location);
        let terms = &*self.terms;
        let Mode::Program(build) = &mut self.mode else { return };
        // Whatever is not computed is chosen.
        let mut bound: FxHashSet<TermId> =
            build.program.locations[location].variables.iter().copied().collect();
        let mut used: FxHashSet<TermId> = FxHashSet::default();
        for statement in &ops {
            collect(terms, statement, &mut bound, &mut used);
        }
        let mut chosen: Vec<TermId> = used.difference(&bound).copied().collect();
        chosen.sort_unstable();
        let way: Vec<Statement> = chosen.into_iter().map(Statement::Havoc).chain(ops).collect();
        let ways = &mut build.program.locations[location].ways;
        if !ways.contains(&way) {
            ways.push(way);
        }
    }

    /// What is known on the way holds for the operations that follow.
    pub(crate) fn assumed(&mut self, state: &mut State) {
        let known = Statement::Assume(state.constraint);
        if state.constraint != TermId::TRUE && !state.ops.contains(&known) {
            state.ops.push(known);
        }
    }

    /// Ends a way at the location of its place.
    pub(crate) fn goto_location(&mut self, mut state: State, key: (u32, BlockId)) -> Res<()> {
        let args = state.slots(true);
        let known = self.build().and_then(|build| build.locations.get(&key).copied());
        let id = match known {
            Some(id) => id,
            None => {
                let mut next = state.clone();
                let mut names = self.slot_names(&next).into_iter();
                let terms = &mut *self.terms;
                next.for_each_slot(true, &mut |slot| {
                    let (name, sort) = (names.next().unwrap_or_default(), terms.sort(*slot));
                    *slot = terms.fresh(&name, sort);
                });
                next.constraint = TermId::TRUE;
                next.inputs.clear();
                next.ops.clear();
                next.seen.clear();
                let variables = next.slots(true);
                let function = self.program.names.resolve(self.program.functions[state.frame().func].name);
                let name = format!("{function}_{}", key.1);
                let Some(build) = self.build() else { return Ok(()) };
                let function = state.function.map(|(id, _)| encodings::FunctionId::from_raw(id));
                let location = Location { name, function, variables, ways: Vec::new() };
                let id = build.program.locations.push(location);
                build.locations.insert(key, id);
                next.location = id.raw();
                self.push_region(next);
                id
            }
        };
        let fits = self.build().is_some_and(|b| b.program.locations[id].variables.len() == args.len());
        if !fits {
            return Err(crate::translate::Stop::TooLarge(
                "a place is reached with different variables",
                self.span,
            ));
        }
        self.end_way(state, Statement::Goto(id, args));
        Ok(())
    }

    /// What the arguments of a location are called, in the order of the slots.
    fn slot_names(&self, state: &State) -> Vec<String> {
        let program = self.program;
        let local = |func, local: ir::LocalId| {
            let body = program.functions[func].body();
            let name = body.and_then(|body| body.locals[local].name);
            name.map_or_else(|| format!("t{}", local.index()), |n| program.names.resolve(n).to_owned())
        };
        let mut names = Vec::new();
        let value = |names: &mut Vec<String>, name: &str, value: &Value| match value {
            Value::Any => {}
            Value::Bits(_) => names.push(name.to_owned()),
            Value::Pointer(..) => names.extend([name.to_owned(), format!("{name}_offset")]),
        };
        for frame in &state.frames {
            for (index, held) in frame.registers.iter().enumerate() {
                value(&mut names, &local(frame.func, ir::LocalId::new(index)), held);
            }
            names.extend(frame.objects.iter().map(|(id, _)| local(frame.func, *id)));
        }
        for (class, objects) in state.fixed.iter().enumerate() {
            for (index, object) in objects.iter().enumerate() {
                let name = match self.fixed_key(class, index).map(|(_, member)| member) {
                    Some(Member::Global(id)) => program.names.resolve(program.globals[id].name).to_owned(),
                    Some(Member::Local(func, id)) => local(func, id),
                    _ => "block".to_owned(),
                };
                names.extend([format!("{name}_live"), format!("{name}_size")]);
                for (cell, held) in object.cells.iter().enumerate() {
                    let offset = self.classes.list[class].cells[cell].offset;
                    let name = if offset == 0 { name.clone() } else { format!("{name}_{offset}") };
                    value(&mut names, &name, held);
                }
            }
        }
        names.extend(state.counts.iter().map(|_| "objects".to_owned()));
        names
    }

    fn place(&mut self, class: usize, cell: usize, object: TermId, offset: TermId) -> Address {
        let data = &self.classes.list[class];
        let at = data.cells[cell].offset;
        let element = data.stride.map(|_| {
            let at = self.terms.bv_const(self.word, u128::from(at));
            self.terms.sub(offset, at)
        });
        Address { object, element }
    }

    /// The fields of an object.
    fn fields(&mut self, state: &mut State, heap: HeapId, sorts: &[Sort], address: Address) -> Vec<TermId> {
        if let Some(seen) = state.seen.iter().find(|s| s.heap == heap && s.address == address) {
            return seen.fields.clone();
        }
        let dst: Vec<TermId> = sorts.iter().map(|sort| self.terms.fresh("n", *sort)).collect();
        let (site, label) = (self.site(state, READ), self.label(Label::Finding(FindingKind::WildPointer)));
        self.assumed(state);
        let read = Statement::Read { heap, dst: dst.clone(), address, site, label: Some(label) };
        state.ops.push(read);
        state.seen.push(Seen { heap, address, fields: dst.clone() });
        dst
    }

    fn cell_of(&self, class: usize, cell: usize, layout: &Layout, fields: &[TermId]) -> Value {
        let first = layout.cells[cell];
        match self.classes.list[class].cells[cell].pointer {
            true => Value::Pointer(fields[first], fields[first + 1]),
            false => Value::Bits(fields[first]),
        }
    }

    pub(crate) fn read_in_heap(
        &mut self,
        state: &mut State,
        (class, cell): (usize, usize),
        object: TermId,
        offset: TermId,
    ) -> Value {
        let Some(layout) = self.layout(class) else { return self.any_cell(class, cell) };
        let address = self.place(class, cell, object, offset);
        let fields = self.fields(state, layout.heap, &layout.sorts, address);
        self.cell_of(class, cell, &layout, &fields)
    }

    pub(crate) fn write_in_heap(
        &mut self,
        state: &mut State,
        (class, cell): (usize, usize),
        object: TermId,
        offset: TermId,
        value: Value,
        when: TermId,
    ) {
        let Some(layout) = self.layout(class) else { return };
        let address = self.place(class, cell, object, offset);
        let first = layout.cells[cell];
        let width = if self.classes.list[class].cells[cell].pointer { 2 } else { 1 };
        let mut fields = match layout.sorts.len() == width && when == TermId::TRUE {
            // All of it is written.
            true => vec![TermId::FALSE; width],
            false => self.fields(state, layout.heap, &layout.sorts, address),
        };
        let new = match when {
            TermId::TRUE => value,
            _ => value.choose(self.cell_of(class, cell, &layout, &fields), when, self.terms),
        };
        match new {
            Value::Bits(bits) => fields[first] = bits,
            Value::Pointer(object, offset) => (fields[first], fields[first + 1]) = (object, offset),
            Value::Any => {
                for (field, sort) in fields[first..].iter_mut().zip(&layout.sorts[first..first + width]) {
                    *field = self.fresh(*sort);
                }
            }
        }
        self.write_object(state, layout.heap, address, fields);
    }

    /// Writes a whole object; if it was written before and nothing has looked at the heap since, that was the same write.
    fn write_object(&mut self, state: &mut State, heap: HeapId, address: Address, fields: Vec<TermId>) {
        let mut later: FxHashSet<TermId> = FxHashSet::default();
        let mut done = false;
        // A write that stands before something was assumed has to be possible without it.
        let mut is_assumed = false;
        for index in (0..state.ops.len()).rev() {
            match &mut state.ops[index] {
                Statement::Assume(_) => is_assumed = true,
                Statement::Assert(..) => {}
                Statement::Write { heap: h, address: a, .. } if *h == heap => {
                    if *a == address && !is_assumed {
                        state.ops.remove(index);
                    }
                    break;
                }
                Statement::Alloc { heap: h, dst, object, .. } if *h == heap => {
                    // Its own address is not known before it is there.
                    later.insert(*dst);
                    let early =
                        |t: &TermId| !self.terms.variables_of(&[*t]).iter().any(|v| later.contains(v));
                    if *dst == address.object && address.element.is_none() && fields.iter().all(early) {
                        *object = fields.clone();
                        done = true;
                    }
                    break;
                }
                Statement::Write { .. } => {}
                Statement::Alloc { dst, .. } => _ = later.insert(*dst),
                Statement::Read { heap: h, dst, .. } if *h != heap => later.extend(dst.iter().copied()),
                _ => break,
            }
        }
        if !done {
            let (site, label) =
                (self.site(state, WRITE), self.label(Label::Finding(FindingKind::WildPointer)));
            self.assumed(state);
            state.ops.push(Statement::Write {
                heap,
                address,
                object: fields.clone(),
                site,
                label: Some(label),
            });
        }
        self.forget_aliases(state, heap, address);
        state.seen.push(Seen { heap, address, fields });
    }

    /// What is known of other objects stays if they are surely others.
    fn forget_aliases(&mut self, state: &mut State, heap: HeapId, address: Address) {
        let terms = &mut *self.terms;
        state.seen.retain(|seen| {
            seen.heap != heap
                || terms.eq(seen.address.object, address.object) == TermId::FALSE
                || match (seen.address.element, address.element) {
                    (Some(a), Some(b)) => terms.eq(a, b) == TermId::FALSE,
                    _ => false,
                }
        });
    }

    pub(crate) fn allocate_in_heap(
        &mut self,
        state: &mut State,
        class: usize,
        size: TermId,
        content: Content,
        heap: bool,
    ) -> TermId {
        let Some(layout) = self.layout(class) else { return self.object_number(0) };
        let mut fields: Vec<TermId> = Vec::with_capacity(layout.sorts.len());
        for sort in &layout.sorts {
            fields.push(match (content, sort) {
                (Content::Any, sort) => self.fresh(*sort),
                (Content::Zero, Sort::Bv(width)) => self.terms.bv_const(*width, 0),
                (Content::Zero, Sort::Bool) => TermId::FALSE,
            });
        }
        let mut status: Vec<TermId> = match layout.status == layout.heap {
            true => fields.clone(),
            false => layout.status_sorts.iter().map(|_| TermId::FALSE).collect(),
        };
        for (place, value) in
            [(layout.live, TermId::TRUE), (layout.of_heap, TermId::from_bool(heap)), (layout.size, size)]
        {
            if let Some(place) = place {
                status[place] = value;
            }
        }
        let dst = self.new_object(state, layout.status, status);
        if layout.status != layout.heap {
            let other = self.new_object(state, layout.heap, fields);
            self.is_same(state, other, dst);
            // It stands for all elements, not for one.
            state.seen.retain(|seen| seen.heap != layout.heap || seen.address.element.is_some());
        }
        if let Some(&count) = state.counts.get(class) {
            let one = self.object_number(1);
            let new = self.terms.add(count, one);
            state.counts[class] = new;
            self.is_same(state, dst, new);
        }
        dst
    }

    /// Two numbers that count the same things.
    fn is_same(&mut self, state: &mut State, a: TermId, b: TermId) {
        let same = self.terms.eq(a, b);
        self.assume(state, same);
    }

    fn new_object(&mut self, state: &mut State, heap: HeapId, object: Vec<TermId>) -> TermId {
        let dst = self.terms.fresh("new", Sort::Bv(OBJECT_BITS));
        let site = self.site(state, ALLOC);
        self.assumed(state);
        let address = Address { object: dst, element: None };
        state.seen.push(Seen { heap, address, fields: object.clone() });
        state.ops.push(Statement::Alloc { heap, dst, object, site });
        dst
    }

    /// That a pointer is surely not null.
    fn is_some(&mut self, state: &State, object: TermId) -> bool {
        if let Some(number) = self.terms.constant(object) {
            return !number.is_zero();
        }
        let zero = self.object_number(0);
        let none = self.terms.eq(object, zero);
        let mut stack = vec![state.constraint];
        while let Some(t) = stack.pop() {
            match self.terms.op(t) {
                Op::And => stack.extend(self.terms.args(t)),
                Op::Not if self.terms.args(t)[0] == none => return true,
                _ => {}
            }
        }
        state.ops.iter().any(|op| matches!(op, Statement::Alloc { dst, .. } if *dst == object))
    }

    /// Checks that so many bytes of an object are there, as [`Translator::valid`] does.
    pub(crate) fn valid_in_heap(
        &mut self,
        state: &mut State,
        (class, cell): (usize, TermId),
        object: TermId,
        offset: TermId,
        bytes: u64,
    ) -> Res<()> {
        let Some(layout) = self.layout(class) else { return Ok(()) };
        let zero = self.object_number(0);
        if !self.is_some(state, object) {
            let none = self.terms.eq(object, zero);
            self.require(state, Label::Finding(FindingKind::NullDeref), none)?;
        }
        let mut valid = TermId::TRUE;
        let mut size = self.class_size(class, TermId::FALSE);
        if layout.live.is_some() || layout.size.is_some() {
            let status =
                self.fields(state, layout.status, &layout.status_sorts, Address { object, element: None });
            valid = layout.live.map_or(TermId::TRUE, |i| status[i]);
            size = layout.size.map_or(size, |i| status[i]);
        }
        let inside = self.in_bounds(offset, bytes, size);
        let valid = self.terms.and(valid, inside);
        let fails = self.terms.not(valid);
        self.require(state, Label::Finding(FindingKind::WildPointer), fails)?;
        let other = self.terms.not(cell);
        let what = "an access between the cells of an object".to_owned();
        self.require(state, Label::Unsupported(what), other)
    }

    /// Runs operations where a pointer is not null. Gives the status of the object, which means nothing where it is.
    fn where_some(
        &mut self,
        state: &mut State,
        class: usize,
        object: TermId,
        when: TermId,
    ) -> Option<(Layout, Vec<TermId>)> {
        let layout = self.layout(class)?;
        let address = Address { object, element: None };
        if when == TermId::TRUE {
            let status = self.fields(state, layout.status, &layout.status_sorts, address);
            return Some((layout, status));
        }
        let status: Vec<TermId> = layout.status_sorts.iter().map(|s| self.terms.fresh("n", *s)).collect();
        let (site, label) = (self.site(state, READ), self.label(Label::Finding(FindingKind::WildPointer)));
        self.assumed(state);
        let read =
            Statement::Read { heap: layout.status, dst: status.clone(), address, site, label: Some(label) };
        state.ops.push(Statement::If(when, vec![read], Vec::new()));
        Some((layout, status))
    }

    /// An object ends where the condition holds.
    pub(crate) fn end_in_heap(&mut self, state: &mut State, class: usize, object: TermId, when: TermId) {
        let zero = self.object_number(0);
        let some = self.terms.ne(object, zero);
        let when = match self.is_some(state, object) {
            true if when == some => TermId::TRUE,
            true => when,
            false => self.terms.and(when, some),
        };
        if when == TermId::FALSE || self.layout(class).is_none_or(|layout| layout.live.is_none()) {
            return;
        }
        let Some((layout, mut status)) = self.where_some(state, class, object, when) else { return };
        if let Some(live) = layout.live {
            status[live] = TermId::FALSE;
        }
        let address = Address { object, element: None };
        if when == TermId::TRUE {
            return self.write_object(state, layout.status, address, status);
        }
        let (site, label) = (self.site(state, WRITE), self.label(Label::Finding(FindingKind::WildPointer)));
        self.assumed(state);
        let write =
            Statement::Write { heap: layout.status, address, object: status, site, label: Some(label) };
        state.ops.push(Statement::If(when, vec![write], Vec::new()));
        self.forget_aliases(state, layout.status, address);
    }

    /// Whether an object is there and a heap block, where it is not null.
    pub(crate) fn freed_status(
        &mut self,
        state: &mut State,
        class: usize,
        object: TermId,
    ) -> (TermId, TermId) {
        let zero = self.object_number(0);
        let some = match self.is_some(state, object) {
            true => TermId::TRUE,
            false => self.terms.ne(object, zero),
        };
        let all_heap = self.classes.list[class].members.iter().all(|m| matches!(m, Member::Heap(..)));
        match self.where_some(state, class, object, some) {
            None => (TermId::FALSE, TermId::FALSE),
            Some((layout, status)) => (
                layout.live.map_or(TermId::FALSE, |i| status[i]),
                layout.of_heap.map_or(TermId::from_bool(all_heap), |i| status[i]),
            ),
        }
    }

    /// Blocks that are not freed, of which any may be asked for: the first state that is given for each class has one of them.
    pub(crate) fn held_in_heap(&mut self, state: &State) -> Vec<(State, TermId)> {
        let mut found = Vec::new();
        for class in 0..self.classes.list.len() {
            let Some(layout) = self.layout(class) else { continue };
            let Some(&count) = state.counts.get(class) else { continue };
            let members = &self.classes.list[class].members;
            let heap = members.iter().filter(|m| matches!(m, Member::Heap(..))).count();
            if heap == 0 {
                continue;
            }
            let all_heap = heap == members.len();
            let mut way = state.clone();
            let any = self.terms.fresh("any", Sort::Bv(OBJECT_BITS));
            let zero = self.object_number(0);
            let (some, known) = (self.terms.ne(any, zero), self.terms.ule(any, count));
            let there = self.terms.and(some, known);
            self.assume(&mut way, there);
            let address = Address { object: any, element: None };
            let status = self.fields(&mut way, layout.status, &layout.status_sorts, address);
            let live = layout.live.map_or(TermId::TRUE, |i| status[i]);
            let of_heap = layout.of_heap.map_or(TermId::from_bool(all_heap), |i| status[i]);
            let held = self.terms.and(live, of_heap);
            found.push((way, held));
        }
        found
    }
}

/// Variables that a statement binds, and those that it uses.
fn collect(
    terms: &smt::Terms,
    statement: &Statement,
    bound: &mut FxHashSet<TermId>,
    used: &mut FxHashSet<TermId>,
) {
    match statement {
        Statement::Alloc { dst, .. } => _ = bound.insert(*dst),
        Statement::Read { dst, .. } => bound.extend(dst.iter().copied()),
        Statement::If(_, then, otherwise) => {
            then.iter().chain(otherwise).for_each(|s| collect(terms, s, bound, used));
        }
        _ => {}
    }
    statement.clone().for_each_term(&mut |t| used.extend(terms.variables_of(&[*t])));
}

/// One list for two ways that made the same accesses; assertions say themselves when they apply.
pub(crate) fn merged(a: &[Statement], b: &[Statement]) -> Option<Vec<Statement>> {
    if a == b {
        return Some(a.to_vec());
    }
    let is_assert = |s: Option<&Statement>| matches!(s, Some(Statement::Assert(..)));
    let (mut i, mut j) = (0, 0);
    let mut all = Vec::with_capacity(a.len().max(b.len()));
    while i < a.len() || j < b.len() {
        if a.get(i) == b.get(j) {
            all.push(a[i].clone());
            (i, j) = (i + 1, j + 1);
        } else if is_assert(a.get(i)) {
            all.push(a[i].clone());
            i += 1;
        } else if is_assert(b.get(j)) {
            all.push(b[j].clone());
            j += 1;
        } else {
            return None;
        }
    }
    Some(all)
}
