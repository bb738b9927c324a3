//! Normalisation, part one: which objects of the program may be accessed by one operation or held by one register, and the cells
//! that they have by the way they are accessed.

use crate::blocks::{constant_size, pointed_to};
use base::{FxHashMap, FxHashSet, Idx};
use facts::{Facts, Instruction, ObjectId, ObjectKind, Targets};
use ir::{
    Arg, BinOp, Block, BlockId, Callee, FuncId, FunctionBody, GlobalKind, Intrinsic, LocalId, Place,
    PlaceBase, Program, Rvalue, Scalar, Statement, StatementKind, TerminatorKind,
};

/// Some bytes of an object that are always accessed together: an access is to one or several of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Cell {
    /// From the object's start, or from that of an element.
    pub offset: u64,
    pub bytes: u64,
    pub pointer: bool,
}

/// Something that a class stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Member {
    Global(ir::GlobalId),
    Local(FuncId, LocalId),
    Stack(FuncId, BlockId, u32),
    Heap(FuncId, BlockId),
}

/// Objects that one operation may reach.
#[derive(Clone, Debug, Default)]
pub(crate) struct Class {
    pub members: Vec<Member>,
    /// Sorted by offset.
    pub cells: Vec<Cell>,
    /// The distance between elements, if there may be several.
    pub stride: Option<u64>,
    /// There are only so many objects, each made once: their cells are variables.
    pub fixed: bool,
    /// The size of all of them, if it is one number.
    pub size: Option<u64>,
    /// An object may end before the program does, or share its address with another one.
    pub unsure_addresses: bool,
    /// Why the contents cannot be followed.
    pub problem: Option<&'static str>,
}

#[derive(Debug, Default)]
pub(crate) struct Classes {
    pub list: Vec<Class>,
    of: FxHashMap<Member, usize>,
    of_object: FxHashMap<ObjectId, usize>,
}

/// Where an access goes.
#[derive(Clone, Debug)]
pub(crate) struct Access {
    pub class: usize,
    /// The places that it may be.
    pub places: Vec<Bytes>,
}

/// The bytes of an access as cells.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Bytes {
    /// From the object's start, or from that of an element.
    pub offset: u64,
    /// Cells, and how far behind the beginning of the access each is.
    pub cells: Vec<(usize, u64)>,
}

#[derive(Clone, Debug)]
pub(crate) enum Accessed {
    /// The pointer leads nowhere.
    Nowhere,
    Known(Access),
    Unsupported(&'static str),
}

struct Builder<'a> {
    facts: &'a Facts<'static>,
    program: &'a Program,
    parent: Vec<usize>,
    nodes: FxHashMap<Member, usize>,
    members: Vec<Member>,
    /// Offset, stride, bytes, and whether a pointer is moved.
    accesses: Vec<(usize, i64, u64, u64, bool)>,
    /// Two places whose bytes are copied: (node, offset) and (node, offset), and how many.
    copies: Vec<((usize, i64), (usize, i64), u64)>,
    /// Those that library functions copy: where they have no cells in common, the call is refused.
    library_copies: Vec<((usize, i64), (usize, i64), u64)>,
    freed: FxHashSet<usize>,
    problems: FxHashMap<usize, &'static str>,
}

fn member(facts: &Facts<'static>, object: ObjectId) -> Option<Member> {
    match facts.points_to().kind(object) {
        ObjectKind::Global(id) => Some(Member::Global(id)),
        ObjectKind::Local(func, local) => Some(Member::Local(func, local)),
        ObjectKind::Stack(func, block, index) => Some(Member::Stack(func, block, index)),
        ObjectKind::Heap(func, block) => Some(Member::Heap(func, block)),
        _ => None,
    }
}

impl<'a> Builder<'a> {
    fn node(&mut self, member: Member) -> usize {
        if let Some(&node) = self.nodes.get(&member) {
            return node;
        }
        let node = self.parent.len();
        self.parent.push(node);
        self.members.push(member);
        self.nodes.insert(member, node);
        node
    }

    fn find(&mut self, mut node: usize) -> usize {
        while self.parent[node] != node {
            self.parent[node] = self.parent[self.parent[node]];
            node = self.parent[node];
        }
        node
    }

    fn union(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        self.parent[a.max(b)] = a.min(b);
    }

    /// The objects of one value or access are of one class.
    fn together(&mut self, targets: &Targets) -> Option<usize> {
        let facts = self.facts;
        let members: Vec<Member> =
            targets.list.iter().filter_map(|target| member(facts, target.object)).collect();
        let nodes: Vec<usize> = members.into_iter().map(|m| self.node(m)).collect();
        nodes.windows(2).for_each(|pair| self.union(pair[0], pair[1]));
        nodes.first().copied()
    }

    fn access(&mut self, at: Instruction<'_>, place: &Place, size: Option<u64>) {
        let bytes = size.unwrap_or_else(|| place.access.size(self.program.model));
        let pointer = size.is_none() && place.access == Scalar::Ptr;
        let targets = self.facts.points_to().of_place(at, place);
        self.together(&targets);
        if let PlaceBase::Local(local) = place.base
            && targets.list.is_empty()
        {
            let node = self.node(Member::Local(at.function.id(), local));
            let stride = place.index.map_or(0, |index| u64::from(index.scale));
            if size.is_none() {
                self.accesses.push((node, place.offset, stride, bytes, pointer));
            }
            return;
        }
        for target in &targets.list {
            let Some(member) = member(self.facts, target.object) else { continue };
            let node = self.node(member);
            if size.is_none() {
                self.accesses.push((node, target.offset, target.stride, bytes, pointer));
            }
        }
    }

    /// Where a place is, if that is one object and one offset.
    fn exact(&mut self, at: Instruction<'_>, place: &Place) -> Vec<(usize, i64)> {
        let targets = self.facts.points_to().of_place(at, place);
        if let PlaceBase::Local(local) = place.base
            && targets.list.is_empty()
        {
            return vec![(self.node(Member::Local(at.function.id(), local)), place.offset)];
        }
        let mut found = Vec::new();
        for target in &targets.list {
            let Some(member) = member(self.facts, target.object) else { continue };
            let node = self.node(member);
            if target.stride != 0 {
                self.problems.insert(node, "a block is copied from or to an element of an array");
            }
            found.push((node, target.offset));
        }
        found
    }

    fn copy(&mut self, at: Instruction<'_>, dst: &Place, src: &Place, size: u64) {
        let (to, from) = (self.exact(at, dst), self.exact(at, src));
        for &a in &to {
            for &b in &from {
                self.copies.push((a, b, size));
            }
        }
    }

    fn library_copy(&mut self, at: Instruction<'_>, dst: &Place, src: &Place, size: u64) {
        let (facts, points_to) = (self.facts, self.facts.points_to());
        let mut places = [dst, src].map(|place| {
            let targets = points_to.of_place(at, place).list.into_iter().filter(|target| target.stride == 0);
            targets.filter_map(|t| Some((member(facts, t.object)?, t.offset))).collect::<Vec<_>>()
        });
        for (to, t) in std::mem::take(&mut places[0]) {
            for &(from, f) in &places[1] {
                let copy = ((self.node(to), t), (self.node(from), f), size);
                self.library_copies.push(copy);
            }
        }
    }

    fn function(&mut self, func: FuncId) {
        let facts = self.facts;
        let Some(function) = facts.function(func) else { return };
        let points_to = facts.points_to();
        for value in function.ssa().values() {
            let targets = points_to.of_value(func, value);
            self.together(&targets);
        }
        for (block, data) in function.body().blocks.iter_enumerated() {
            if !function.cfg().is_reachable(block) {
                continue;
            }
            for (index, statement) in data.statements.iter().enumerate() {
                let at = Instruction { function, block, index };
                if let StatementKind::Assign(_, Rvalue::Binary(op, Scalar::Ptr, a, b)) = statement.kind
                    && (op.is_comparison() || op == BinOp::PtrDiff)
                {
                    let left = points_to.of_operand(at, a);
                    let right = points_to.of_operand(at, b);
                    let (left, right) = (self.together(&left), self.together(&right));
                    if let (Some(left), Some(right)) = (left, right) {
                        self.union(left, right);
                    }
                }
                match &statement.kind {
                    StatementKind::CopyBlock(copy) => self.copy(at, &copy.dst, &copy.src, copy.size),
                    StatementKind::StackAlloc { .. } => {
                        self.node(Member::Stack(func, block, index as u32));
                    }
                    _ => {}
                }
                let mut places = Vec::new();
                statement.kind.for_each_place(|place, how, size| {
                    if how != ir::PlaceUse::Address {
                        places.push((*place, size));
                    }
                });
                places.iter().for_each(|(place, size)| self.access(at, place, *size));
            }
            let at = Instruction { function, block, index: data.statements.len() };
            self.terminator(at, &data.terminator.kind);
        }
        for (local, data) in function.body().locals.iter_enumerated() {
            if !data.register {
                let node = self.node(Member::Local(func, local));
                let parameter = local.index() < function.body().param_count as usize;
                if let Some(scalar) = data.scalar
                    && parameter
                {
                    let bytes = scalar.size(self.program.model);
                    self.accesses.push((node, 0, 0, bytes, scalar == Scalar::Ptr));
                }
            }
        }
    }

    fn terminator(&mut self, at: Instruction<'_>, kind: &TerminatorKind) {
        let (facts, program) = (self.facts, self.program);
        let mut places = Vec::new();
        kind.for_each_place(|place, _, size| places.push((*place, size)));
        places.iter().for_each(|(place, size)| self.access(at, place, *size));
        let func = at.function.id();
        let TerminatorKind::Call(call) = kind else { return };
        let callees = match call.callee {
            Callee::Direct(callee) => vec![callee],
            Callee::Indirect(_) => facts.points_to().callees(func, at.block).unwrap_or_default(),
        };
        for callee in callees {
            match &program.functions[callee].body {
                FunctionBody::Intrinsic(Intrinsic::Free) => {
                    if let Some(Arg::Scalar(operand, _)) = call.args.first() {
                        let targets = facts.points_to().of_operand(at, *operand);
                        if let Some(node) = self.together(&targets) {
                            self.freed.insert(node);
                        }
                    }
                }
                FunctionBody::Intrinsic(
                    Intrinsic::Allocate | Intrinsic::AllocateZeroed | Intrinsic::AllocateAligned,
                ) => {
                    self.node(Member::Heap(func, at.block));
                }
                FunctionBody::Intrinsic(which @ (Intrinsic::Fill | Intrinsic::Copy | Intrinsic::Move)) => {
                    let Some(size) = constant_size(call.args.get(2)) else { continue };
                    let (dst, src) = (pointed_to(call.args.first()), pointed_to(call.args.get(1)));
                    if let Some(dst) = &dst {
                        self.access(at, dst, Some(size));
                    }
                    if let (Some(dst), Some(src)) = (dst, src)
                        && *which != Intrinsic::Fill
                    {
                        self.access(at, &src, Some(size));
                        self.library_copy(at, &dst, &src, size);
                    }
                }
                FunctionBody::Defined(body) => {
                    // Structures that are passed by value.
                    for (index, arg) in call.args.iter().enumerate() {
                        if let Arg::Block(place, size) = arg
                            && index < body.param_count as usize
                        {
                            let from = self.exact(at, place);
                            let to = self.node(Member::Local(callee, LocalId::new(index)));
                            from.into_iter().for_each(|f| self.copies.push(((to, 0), f, *size)));
                        }
                    }
                    self.returned(at, callee, call.dst);
                }
                _ => {}
            }
        }
        if let Some(dst) = call.dst
            && let Some(local) = at.function.body().locals.get(dst)
            && !local.register
            && let Some(scalar) = local.scalar
        {
            let node = self.node(Member::Local(func, dst));
            let bytes = scalar.size(program.model);
            self.accesses.push((node, 0, 0, bytes, scalar == Scalar::Ptr));
        }
    }

    /// A structure that is returned by value is copied.
    fn returned(&mut self, at: Instruction<'_>, callee: FuncId, dst: Option<LocalId>) {
        let facts = self.facts;
        let (Some(dst), Some(function)) = (dst, facts.function(callee)) else { return };
        if at.function.body().locals[dst].register {
            return;
        }
        let to = self.node(Member::Local(at.function.id(), dst));
        for (block, data) in function.body().blocks.iter_enumerated() {
            if let TerminatorKind::Return(Some(Arg::Block(place, size))) = &data.terminator.kind {
                let inside = Instruction { function, block, index: data.statements.len() };
                let from = self.exact(inside, place);
                from.into_iter().for_each(|f| self.copies.push(((to, 0), f, *size)));
            }
        }
    }

    /// Cells of each class. What library functions copy has the same cells on both sides if both can be followed so.
    fn cells(&mut self) -> FxHashMap<usize, (Vec<Cell>, Option<u64>)> {
        let before = self.problems.clone();
        let plain = self.cells_by(&self.copies.clone());
        if self.library_copies.is_empty() {
            return plain;
        }
        let without = std::mem::replace(&mut self.problems, before);
        let is_array = |(_, stride): &(Vec<Cell>, Option<u64>)| stride.is_some();
        let mut all = self.copies.clone();
        for copy in self.library_copies.clone() {
            let roots = [self.find(copy.0.0), self.find(copy.1.0)];
            if !roots.iter().any(|root| plain.get(root).is_some_and(is_array)) {
                all.push(copy);
            }
        }
        let cells = self.cells_by(&all);
        if self.problems.len() > without.len() {
            self.problems = without;
            return plain;
        }
        cells
    }

    /// Accesses that overlap without being the same cannot be followed.
    fn cells_by(
        &mut self,
        copies: &[((usize, i64), (usize, i64), u64)],
    ) -> FxHashMap<usize, (Vec<Cell>, Option<u64>)> {
        let mut strides: FxHashMap<usize, u64> = FxHashMap::default();
        for (node, _, stride, ..) in self.accesses.clone() {
            let root = self.find(node);
            if stride != 0 {
                let old = strides.entry(root).or_insert(0);
                *old = gcd(*old, stride);
            }
        }
        // What is accessed at places that go on and on need not be an array: if it cannot be one, nobody knows where these accesses are.
        let accesses = self.accessed_cells(&strides, copies);
        strides.retain(|root, stride| {
            let cells: Vec<Cell> = accesses.get(root).into_iter().flatten().copied().collect();
            partition(&cells, Some(*stride)).is_ok()
        });
        let mut accesses = self.accessed_cells(&strides, copies);
        for ((to, _), (from, _), _) in self.copies.clone() {
            for node in [to, from] {
                let root = self.find(node);
                if strides.contains_key(&root) {
                    self.problems.insert(root, "a block is copied from or to an array");
                }
            }
        }
        let mut result = FxHashMap::default();
        let roots: Vec<usize> = (0..self.parent.len()).filter(|n| self.parent[*n] == *n).collect();
        for root in roots {
            let cells: Vec<Cell> = accesses.remove(&root).unwrap_or_default().into_iter().collect();
            let stride = strides.get(&root).copied();
            let list = partition(&cells, stride).unwrap_or_else(|problem| {
                self.problems.insert(root, problem);
                Vec::new()
            });
            if list.len() > MOST_CELLS {
                self.problems.insert(root, "an object has very many cells");
            }
            result.insert(root, (list, stride));
        }
        result
    }

    /// What is accessed in each class, and in what is copied from and to it.
    fn accessed_cells(
        &mut self,
        strides: &FxHashMap<usize, u64>,
        copies: &[((usize, i64), (usize, i64), u64)],
    ) -> FxHashMap<usize, FxHashSet<Cell>> {
        let mut cells: FxHashMap<usize, FxHashSet<Cell>> = FxHashMap::default();
        for (node, offset, step, bytes, pointer) in self.accesses.clone() {
            let root = self.find(node);
            let offset = match strides.get(&root) {
                Some(&stride) => offset.rem_euclid(stride as i64),
                // Somewhere: at one of the cells that others make.
                None if step != 0 => continue,
                None => offset,
            };
            if offset >= 0 {
                let cell = Cell { offset: offset as u64, bytes, pointer };
                cells.entry(root).or_default().insert(cell);
            }
        }
        // What is copied has the same cells on both sides.
        for _ in 0..16 {
            let mut changed = false;
            for ((to, t), (from, f), size) in copies.iter().copied() {
                let (to, from) = (self.find(to), self.find(from));
                for (x, xo, y, yo) in [(to, t, from, f), (from, f, to, t)] {
                    let moved: Vec<Cell> = cells
                        .get(&x)
                        .into_iter()
                        .flatten()
                        .filter_map(|cell| {
                            let at = cell.offset as i64 - xo;
                            let inside = at >= 0 && at as u64 + cell.bytes <= size && at + yo >= 0;
                            inside.then(|| Cell { offset: (at + yo) as u64, ..*cell })
                        })
                        .collect();
                    for cell in moved {
                        changed |= cells.entry(y).or_default().insert(cell);
                    }
                }
            }
            if !changed {
                break;
            }
        }
        cells
    }
}

const MOST_CELLS: usize = 48;

/// The cells of which all accesses consist: they begin and end where some access does. A pointer is one cell.
fn partition(accesses: &[Cell], stride: Option<u64>) -> Result<Vec<Cell>, &'static str> {
    let inside = |place: u64| stride.map_or(place, |stride| place % stride);
    let mut bounds: Vec<u64> =
        accesses.iter().flat_map(|a| [a.offset, a.offset + a.bytes]).map(inside).collect();
    bounds.extend(stride);
    bounds.sort_unstable();
    bounds.dedup();
    // Whether some access has these bytes; those of arrays go on in the next element.
    let is_covered = |at: u64| {
        accesses.iter().any(|a| {
            let behind = match stride {
                Some(stride) => (at + stride - inside(a.offset)) % stride,
                None => at.wrapping_sub(a.offset),
            };
            behind < a.bytes
        })
    };
    let mut cells = Vec::new();
    for pair in bounds.windows(2) {
        let (offset, bytes) = (pair[0], pair[1] - pair[0]);
        if is_covered(offset) {
            let same = |a: &&Cell| (inside(a.offset), a.bytes) == (offset, bytes);
            let pointer = accesses.iter().filter(same).any(|a| a.pointer);
            cells.push(Cell { offset, bytes, pointer });
        }
    }
    let is_whole = |a: &Cell| cells.iter().any(|c| (c.offset, c.bytes) == (inside(a.offset), a.bytes));
    match accesses.iter().filter(|a| a.pointer).all(is_whole) {
        true => Ok(cells),
        false => Err("a pointer is accessed in parts"),
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl Classes {
    /// `functions` are those that may run; `once` says whether a block of a function runs at most once.
    pub(crate) fn new(
        facts: &Facts<'static>,
        functions: &[FuncId],
        once: &dyn Fn(FuncId, BlockId) -> bool,
    ) -> Classes {
        let program = facts.program();
        let mut builder = Builder {
            facts,
            program,
            parent: Vec::new(),
            nodes: FxHashMap::default(),
            members: Vec::new(),
            accesses: Vec::new(),
            copies: Vec::new(),
            library_copies: Vec::new(),
            freed: FxHashSet::default(),
            problems: FxHashMap::default(),
        };
        functions.iter().for_each(|func| builder.function(*func));
        let mut cells = builder.cells();
        let mut classes = Classes::default();
        let mut numbers: FxHashMap<usize, usize> = FxHashMap::default();
        for node in 0..builder.parent.len() {
            let root = builder.find(node);
            let number = *numbers.entry(root).or_insert_with(|| {
                let (list, stride) = cells.remove(&root).unwrap_or_default();
                classes.list.push(Class { cells: list, stride, ..Class::default() });
                classes.list.len() - 1
            });
            let member = builder.members[node];
            classes.list[number].members.push(member);
            classes.of.insert(member, number);
        }
        for (node, problem) in std::mem::take(&mut builder.problems) {
            let root = builder.find(node);
            if let Some(number) = numbers.get(&root) {
                classes.list[*number].problem = Some(problem);
            }
        }
        let freed: Vec<usize> = builder.freed.clone().into_iter().collect();
        for node in freed {
            let root = builder.find(node);
            classes.list[numbers[&root]].unsure_addresses = true;
        }
        for object in facts.points_to().objects() {
            if let Some(member) = member(facts, object)
                && let Some(&number) = classes.of.get(&member)
            {
                classes.of_object.insert(object, number);
            }
        }
        for class in &mut classes.list {
            class.finish(facts, once);
        }
        classes
    }

    pub(crate) fn of(&self, member: Member) -> Option<usize> {
        self.of.get(&member).copied()
    }

    /// The class of what a value may lead to.
    pub(crate) fn of_targets(&self, targets: &Targets) -> Option<usize> {
        targets.list.iter().find_map(|target| self.of_object.get(&target.object).copied())
    }

    pub(crate) fn accessed(&self, facts: &Facts<'static>, at: Instruction<'_>, place: &Place) -> Accessed {
        let program = facts.program();
        let targets = facts.points_to().of_place(at, place);
        let mut offsets: Vec<(i64, u64)> = Vec::new();
        let class = match place.base {
            PlaceBase::Local(local) if targets.list.is_empty() => {
                offsets.push((place.offset, place.index.map_or(0, |index| u64::from(index.scale))));
                self.of(Member::Local(at.function.id(), local))
            }
            _ => {
                if targets.outside {
                    return Accessed::Unsupported("an access to memory that is not the program's");
                }
                offsets.extend(targets.list.iter().map(|target| (target.offset, target.stride)));
                self.of_targets(&targets)
            }
        };
        let Some(class) = class else { return Accessed::Nowhere };
        let data = &self.list[class];
        if let Some(problem) = data.problem {
            return Accessed::Unsupported(problem);
        }
        let bytes = place.access.size(program.model);
        let mut places: Vec<Bytes> = Vec::new();
        for &(offset, step) in &offsets {
            if step == 0 || data.stride.is_some() {
                places.extend(data.bytes(offset, bytes));
                continue;
            }
            // Anywhere: that it is a cell of this size is to be shown.
            let fitting = data.cells.iter().filter(|cell| cell.bytes == bytes);
            places.extend(fitting.filter_map(|cell| data.bytes(cell.offset as i64, bytes)));
        }
        places.sort_unstable();
        places.dedup();
        Accessed::Known(Access { class, places })
    }
}

impl Class {
    /// The cells of so many bytes at an offset, if they begin and end there.
    fn bytes(&self, offset: i64, bytes: u64) -> Option<Bytes> {
        let offset = match self.stride {
            Some(stride) => offset.rem_euclid(stride as i64) as u64,
            None => u64::try_from(offset).ok()?,
        };
        let mut cells = Vec::new();
        let mut done = 0;
        while done < bytes {
            let at = self.stride.map_or(offset + done, |stride| (offset + done) % stride);
            let cell = self.cells.iter().position(|cell| cell.offset == at)?;
            cells.push((cell, done));
            done += self.cells[cell].bytes;
        }
        (done == bytes).then_some(Bytes { offset, cells })
    }

    /// Whether string literals are among the objects: several may be at one address.
    pub(crate) fn has_literals(&self, program: &Program) -> bool {
        self.members.iter().any(
            |member| matches!(member, Member::Global(id) if program.globals[*id].kind == GlobalKind::StringLiteral),
        )
    }

    fn finish(&mut self, facts: &Facts<'static>, once: &dyn Fn(FuncId, BlockId) -> bool) {
        let program = facts.program();
        let mut sizes: Vec<Option<u64>> = Vec::new();
        let mut fixed = self.stride.is_none();
        for &member in &self.members {
            match member {
                Member::Global(id) => {
                    let global = &program.globals[id];
                    sizes.push(Some(global.size));
                    if global.kind == GlobalKind::StringLiteral {
                        self.unsure_addresses = true;
                    }
                }
                Member::Local(func, local) => {
                    let body = program.functions[func].body();
                    sizes.push(body.map(|body| program.types[body.locals[local].ty].size));
                    self.unsure_addresses = true;
                    // One that no pointer leads to is found by its name only.
                    let is_private = facts.points_to().object(ObjectKind::Local(func, local)).is_none();
                    fixed &= is_private || lives_once(facts, func, local, once);
                }
                Member::Stack(func, block, _) => {
                    sizes.push(None);
                    self.unsure_addresses = true;
                    fixed &= once(func, block);
                }
                Member::Heap(func, block) => {
                    sizes.push(allocated_size(program, func, block));
                    fixed &= once(func, block);
                }
            }
        }
        self.fixed = fixed;
        self.size = match sizes.first() {
            Some(Some(size)) if sizes.iter().all(|s| *s == Some(*size)) => Some(*size),
            _ => None,
        };
    }
}

/// Whether the local's scope begins at most once in a run.
fn lives_once(
    facts: &Facts<'static>,
    func: FuncId,
    local: LocalId,
    once: &dyn Fn(FuncId, BlockId) -> bool,
) -> bool {
    let Some(function) = facts.function(func) else { return false };
    let mut blocks = function.body().blocks.iter_enumerated();
    let begins = |data: &Block| {
        let live = |s: &&Statement| matches!(s.kind, StatementKind::StorageLive(l) if l == local);
        data.statements.iter().filter(live).count()
    };
    let mut places = 0;
    let all_once = blocks.all(|(block, data)| {
        let here = begins(data);
        places += here;
        here == 0 || once(func, block)
    });
    all_once && places <= 1 && once(func, BlockId::new(0))
}

/// The size of the blocks of an allocation, if it is a constant.
fn allocated_size(program: &Program, func: FuncId, block: BlockId) -> Option<u64> {
    let body = program.functions[func].body()?;
    let TerminatorKind::Call(call) = &body.blocks[block].terminator.kind else { return None };
    let Callee::Direct(callee) = call.callee else { return None };
    let number = |index: usize| match call.args.get(index) {
        Some(Arg::Scalar(ir::Operand::Int(value, _), _)) => u64::try_from(*value).ok(),
        _ => None,
    };
    match program.functions[callee].body {
        FunctionBody::Intrinsic(Intrinsic::Allocate) => number(0),
        FunctionBody::Intrinsic(Intrinsic::AllocateZeroed) => number(0)?.checked_mul(number(1)?),
        _ => None,
    }
}
