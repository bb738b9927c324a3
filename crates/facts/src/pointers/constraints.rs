//! From the IR to constraints.

use super::graph::{
    ESCAPED, EXPOSED, FROM_BITS, Graph, LocId, NodeId, OUTSIDE, OUTSIDE_CALLEE, ObjectId, Shift, Use,
};
use super::memory::ObjectKind;
use crate::intrinsics::{PointerFlow, pointer_flow};
use crate::{Definition, Facts, FunctionFacts, Ssa, ValueId};
use base::{FxHashMap, FxHashSet, Idx, IndexVec};
use ir::{
    Arg, BinOp, BlockId, Body, Call, Callee, FuncId, FunctionBody, GlobalId, GlobalKind, Intrinsic, LocalId,
    Operand, Place, PlaceBase, Program, RelocationTarget, Rvalue, Scalar, StatementKind, TerminatorKind,
    TypeId, TypeKind,
};

/// With more string literals than this, they are one object.
const MAX_LITERALS: usize = 1000;

/// A call in a body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Site {
    pub(super) func: FuncId,
    pub(super) block: BlockId,
}

/// The nodes and objects that code names.
#[derive(Debug)]
pub(super) struct Names {
    /// The node of each function's first value; the others follow.
    pub(super) values: IndexVec<FuncId, NodeId>,
    /// What each function returns.
    pub(super) results: IndexVec<FuncId, NodeId>,
    pub(super) globals: IndexVec<GlobalId, ObjectId>,
    pub(super) objects: FxHashMap<ObjectKind, ObjectId>,
}

/// Where a place starts: at a known location, or where the pointers of a node lead.
#[derive(Clone, Copy)]
enum Base {
    At(LocId),
    Through(NodeId),
}

/// An instruction: statements by their numbers, the terminator after them.
#[derive(Clone, Copy)]
struct Point<'p> {
    func: FuncId,
    block: BlockId,
    index: usize,
    ssa: &'p Ssa,
}

pub(super) struct Builder<'p> {
    facts: &'p Facts<'p>,
    program: &'p Program,
    pub(super) graph: Graph,
    pub(super) names: Names,
    pub(super) sites: Vec<Site>,
    pub(super) callees: FxHashSet<(u32, FuncId)>,
    /// Some block may be given another size where it is.
    resizes: bool,
    /// Nodes that hold one address.
    addresses: FxHashMap<LocId, NodeId>,
}

impl<'p> Builder<'p> {
    pub(super) fn new(facts: &'p Facts<'p>) -> Builder<'p> {
        let program = facts.program();
        let word = program.model.pointer_size();
        let mut graph = Graph::new(word);
        let mut objects = FxHashMap::default();
        let is_literal = |kind: GlobalKind| kind == GlobalKind::StringLiteral;
        let literals = program.globals.iter().filter(|global| is_literal(global.kind)).count();
        let mut all_literals = None;
        let mut globals = IndexVec::with_capacity(program.globals.len());
        for (id, global) in program.globals.iter_enumerated() {
            let object = if is_literal(global.kind) && literals > MAX_LITERALS {
                *all_literals.get_or_insert_with(|| graph.new_object(ObjectKind::Literals, None, word))
            } else {
                let period = period_of(program, global.ty, word);
                graph.new_object(ObjectKind::Global(id), Some(global.size), period)
            };
            objects.entry(ObjectKind::Global(id)).or_insert(object);
            globals.push(object);
        }
        let mut values = IndexVec::with_capacity(program.functions.len());
        let mut results = IndexVec::with_capacity(program.functions.len());
        for func in program.functions.ids() {
            values.push(graph.new_nodes(facts.function(func).map_or(0, |function| function.ssa().len())));
            results.push(graph.new_node());
        }
        let names = Names { values, results, globals, objects };
        let (sites, callees) = (Vec::new(), FxHashSet::default());
        let resizes =
            program.functions.iter().any(|f| matches!(f.body, FunctionBody::Intrinsic(Intrinsic::Resize)));
        Builder { facts, program, graph, names, sites, callees, resizes, addresses: FxHashMap::default() }
    }

    /// Adds all constraints and solves them.
    pub(super) fn solve(&mut self) {
        let program = self.program;
        for (id, global) in program.globals.iter_enumerated() {
            self.add_initialiser(id);
            if global.kind == GlobalKind::External || program.entry.is_none() {
                let loc = self.location(self.names.globals[id], Shift::NONE);
                self.graph.add_location(ESCAPED, loc);
            }
        }
        for function in self.facts.defined() {
            self.add_body(function);
            if program.entry.is_none_or(|main| main == function.id()) {
                self.called_from_outside(function.id());
            }
        }
        while self.graph.run() {
            for (site, callee) in std::mem::take(&mut self.graph.found_calls) {
                if self.callees.insert((site, callee)) {
                    let Site { func, block } = self.sites[site as usize];
                    let Some(function) = self.facts.function(func) else { continue };
                    let data = &function.body().blocks[block];
                    let at = Point { func, block, index: data.statements.len(), ssa: function.ssa() };
                    if let TerminatorKind::Call(call) = &data.terminator.kind {
                        match callee {
                            OUTSIDE_CALLEE => self.leave_program(at, call),
                            _ => self.link(at, call, callee),
                        }
                    }
                }
            }
            for func in std::mem::take(&mut self.graph.found_escapes) {
                self.called_from_outside(func);
            }
        }
    }

    fn object(&mut self, kind: ObjectKind, size: Option<u64>, period: u64) -> ObjectId {
        let graph = &mut self.graph;
        *self.names.objects.entry(kind).or_insert_with(|| graph.new_object(kind, size, period))
    }

    fn location(&mut self, object: ObjectId, at: Shift) -> LocId {
        self.graph.location(object, at)
    }

    fn local_object(&mut self, func: FuncId, local: LocalId) -> ObjectId {
        let program = self.program;
        let Some(body) = program.functions[func].body() else {
            return self.object(ObjectKind::Local(func, local), None, 0);
        };
        let ty = body.locals[local].ty;
        let period = period_of(program, ty, self.graph.word);
        // The size of a variable-length array is not that of its type.
        let size = Some(program.types[ty].size).filter(|&size| size > 0);
        self.object(ObjectKind::Local(func, local), size, period)
    }

    fn value(&self, func: FuncId, value: ValueId) -> NodeId {
        self.names.values[func] + value.raw()
    }

    /// What a register that the instruction reads holds.
    fn register(&self, at: Point<'_>, local: LocalId) -> Option<NodeId> {
        let value = at.ssa.uses(at.block, at.index).iter().find(|&&value| at.ssa.local(value) == local)?;
        Some(self.value(at.func, *value))
    }

    /// What the instruction writes to its register.
    fn defined(&self, at: Point<'_>) -> Option<NodeId> {
        Some(self.value(at.func, at.ssa.defined(at.block, at.index)?))
    }

    fn address(&mut self, loc: LocId) -> NodeId {
        if let Some(&node) = self.addresses.get(&loc) {
            return node;
        }
        let node = self.graph.new_node();
        self.addresses.insert(loc, node);
        self.graph.add_location(node, loc);
        node
    }

    /// The node that holds the operand's value; `None` if that is no pointer.
    fn operand(&mut self, at: Point<'_>, operand: Operand) -> Option<NodeId> {
        let object = match operand {
            Operand::Local(local) => return self.register(at, local),
            Operand::Int(..) | Operand::Float(..) => return None,
            Operand::Global(id) => self.names.globals[id],
            Operand::Func(id) => self.object(ObjectKind::Function(id), None, 0),
            Operand::Label(block) => self.object(ObjectKind::Label(at.func, block), None, 0),
        };
        let loc = self.location(object, Shift::NONE);
        Some(self.address(loc))
    }

    fn place(&mut self, at: Point<'_>, place: &Place) -> (Base, Shift) {
        let stride = place.index.map_or(0, |index| u64::from(index.scale));
        let by = Shift { offset: place.offset, stride };
        let object = match place.base {
            PlaceBase::Deref(local) => {
                let pointer = self.register(at, local);
                debug_assert!(pointer.is_some(), "an instruction reads the registers of its places");
                let base = pointer.map_or(Base::At(OUTSIDE), Base::Through);
                return (base, by);
            }
            PlaceBase::Local(local) => self.local_object(at.func, local),
            PlaceBase::Global(id) => self.names.globals[id],
        };
        (Base::At(self.location(object, Shift::NONE)), by)
    }

    fn add_initialiser(&mut self, id: GlobalId) {
        let program = self.program;
        let word = self.graph.word;
        let holder = self.location(self.names.globals[id], Shift::NONE);
        for relocation in &program.globals[id].init.relocations {
            let (object, offset) = match relocation.target {
                RelocationTarget::Global(target) => (self.names.globals[target], relocation.addend),
                RelocationTarget::Function(func) => (self.object(ObjectKind::Function(func), None, 0), 0),
                RelocationTarget::Label(func, block) => {
                    (self.object(ObjectKind::Label(func, block), None, 0), 0)
                }
            };
            let target = self.location(object, Shift { offset, stride: 0 });
            let src = self.address(target);
            let at = Shift { offset: relocation.offset as i64, stride: 0 };
            self.graph.apply(Use::Store { src, at, len: word }, holder);
        }
    }

    fn use_place(&mut self, base: Base, how: Use) {
        match base {
            Base::At(loc) => self.graph.apply(how, loc),
            Base::Through(node) => self.graph.add_use(node, how),
        }
    }

    fn is_narrow(&self, scalar: Scalar) -> bool {
        scalar.size(self.program.model) < self.graph.word
    }

    fn add_body(&mut self, function: FunctionFacts<'p>) {
        let (func, body, ssa) = (function.id(), function.body(), function.ssa());
        for (block, data) in body.blocks.iter_enumerated() {
            if !function.cfg().is_reachable(block) {
                continue;
            }
            for phi in ssa.phis(block) {
                for value in ssa.arguments(phi).flatten() {
                    self.graph.add_edge(self.value(func, value), self.value(func, phi));
                }
            }
            for (index, statement) in data.statements.iter().enumerate() {
                self.add_statement(Point { func, block, index, ssa }, &statement.kind);
            }
            let at = Point { func, block, index: data.statements.len(), ssa };
            match &data.terminator.kind {
                TerminatorKind::Call(call) => self.add_call(at, call),
                TerminatorKind::Return(Some(Arg::Scalar(operand, _))) => {
                    if let Some(value) = self.operand(at, *operand) {
                        self.graph.add_edge(value, self.names.results[func]);
                    }
                }
                TerminatorKind::Return(Some(Arg::Block(place, size))) => {
                    let src = self.place(at, place);
                    let returned = self.returned(func);
                    self.add_copy((Base::At(returned), Shift::NONE), src, Some(*size));
                }
                _ => {}
            }
        }
    }

    fn add_statement(&mut self, at: Point<'_>, statement: &StatementKind) {
        match statement {
            StatementKind::Assign(_, rvalue) => {
                if let Some(dst) = self.defined(at) {
                    self.add_assignment(at, dst, rvalue);
                }
            }
            StatementKind::Store(place, operand) => {
                if let Some(src) = self.operand(at, *operand) {
                    let (base, by) = self.place(at, place);
                    let len = place.access.size(self.program.model);
                    self.use_place(base, Use::Store { src, at: by, len });
                }
            }
            StatementKind::CopyBlock(copy) => {
                let dst = self.place(at, &copy.dst);
                let src = self.place(at, &copy.src);
                self.add_copy(dst, src, Some(copy.size));
            }
            StatementKind::StackAlloc { .. } => {
                let kind = ObjectKind::Stack(at.func, at.block, at.index as u32);
                let object = self.object(kind, None, 0);
                let loc = self.location(object, Shift::NONE);
                if let Some(dst) = self.defined(at) {
                    self.graph.add_location(dst, loc);
                }
            }
            StatementKind::ZeroBlock(..)
            | StatementKind::StorageLive(_)
            | StatementKind::StorageDead(_)
            | StatementKind::StackFree(_)
            | StatementKind::Unsupported(_) => {}
        }
    }

    fn returned(&mut self, func: FuncId) -> LocId {
        let object = self.object(ObjectKind::Returned(func), None, 0);
        self.location(object, Shift::NONE)
    }

    fn add_assignment(&mut self, at: Point<'_>, dst: NodeId, rvalue: &Rvalue) {
        match rvalue {
            Rvalue::Use(operand) => {
                if let Some(src) = self.operand(at, *operand) {
                    self.graph.add_edge(src, dst);
                }
            }
            Rvalue::Load(place) => {
                let (base, by) = self.place(at, place);
                let len = place.access.size(self.program.model);
                let narrow = self.is_narrow(place.access) || place.bits.is_some();
                self.use_place(base, Use::Load { dst, at: by, len, narrow });
            }
            Rvalue::AddressOf(place) => match self.place(at, place) {
                (Base::At(loc), by) => {
                    let loc = self.graph.shifted(loc, by);
                    self.graph.add_location(dst, loc);
                }
                (Base::Through(node), by) => self.graph.add_shifted(node, dst, by),
            },
            Rvalue::Unary(_, scalar, operand) => self.add_computed(at, dst, *scalar, *operand, Shift::ANY),
            Rvalue::Binary(op, scalar, left, right) => {
                if op.is_comparison() {
                    return;
                }
                // Offsets wrap: an unsigned constant may stand for a negative one.
                let by = |c: i64| {
                    let offset = if self.graph.word == 4 { i64::from(c as i32) } else { c };
                    Shift { offset, stride: 0 }
                };
                let (by_left, by_right) = match (op, left, right) {
                    (BinOp::Add, _, Operand::Int(c, _)) => (by(*c), Shift::NONE),
                    (BinOp::Add, Operand::Int(c, _), _) => (Shift::NONE, by(*c)),
                    (BinOp::Sub, _, Operand::Int(c, _)) => (by(c.wrapping_neg()), Shift::NONE),
                    // A member's distance from the start of its structure is written as a difference from null.
                    (BinOp::PtrDiff, ..) => match self.distance_from_null(at, *right, 0) {
                        Some(distance) => (by(distance.wrapping_neg()), Shift::NONE),
                        None => (Shift::ANY, Shift::ANY),
                    },
                    _ => (Shift::ANY, Shift::ANY),
                };
                self.add_computed(at, dst, *scalar, *left, by_left);
                self.add_computed(at, dst, *scalar, *right, by_right);
            }
            Rvalue::Cast { from, to, operand } => {
                let Some(src) = self.operand(at, *operand) else { return };
                match self.is_narrow(*to) && !self.is_narrow(*from) {
                    true => self.graph.add_narrow(src, dst),
                    false => self.graph.add_edge(src, dst),
                }
                if *from == Scalar::Ptr && *to != Scalar::Ptr {
                    self.graph.add_shifted(src, EXPOSED, Shift::ANY);
                }
                // Whatever object's address the integer is, if its address was ever made an integer.
                if *to == Scalar::Ptr && *from != Scalar::Ptr {
                    self.graph.add_location(dst, FROM_BITS);
                }
            }
        }
    }

    /// The value of a pointer that is null plus a constant.
    fn distance_from_null(&self, at: Point<'_>, operand: Operand, depth: u32) -> Option<i64> {
        let local = match operand {
            Operand::Int(value, _) => return Some(value),
            Operand::Local(local) if depth < 8 => local,
            _ => return None,
        };
        let value = at.ssa.uses(at.block, at.index).iter().find(|&&value| at.ssa.local(value) == local)?;
        let Definition::Statement(block, index) = at.ssa.definition(*value) else { return None };
        let body = self.program.functions[at.func].body()?;
        let at = Point { block, index: index as usize, ..at };
        match &body.blocks[block].statements[at.index].kind {
            StatementKind::Assign(_, Rvalue::Use(operand) | Rvalue::Cast { operand, .. }) => {
                self.distance_from_null(at, *operand, depth + 1)
            }
            StatementKind::Assign(_, Rvalue::AddressOf(Place { base, offset, index: None, .. })) => {
                let PlaceBase::Deref(base) = base else { return None };
                self.distance_from_null(at, Operand::Local(*base), depth + 1)?.checked_add(*offset)
            }
            _ => None,
        }
    }

    /// The bits of the operand are part of the result's.
    fn add_computed(&mut self, at: Point<'_>, dst: NodeId, scalar: Scalar, operand: Operand, by: Shift) {
        if let Some(src) = self.operand(at, operand) {
            match self.is_narrow(scalar) {
                true => self.graph.add_edge(src, dst),
                false => self.graph.add_shifted(src, dst, by),
            }
        }
    }

    fn add_copy(&mut self, dst: (Base, Shift), src: (Base, Shift), size: Option<u64>) {
        let block = self.graph.new_object(ObjectKind::Copied, size, 0);
        self.use_place(src.0, Use::CopyIn { block, at: src.1, size });
        self.use_place(dst.0, Use::CopyOut { block, at: dst.1, size });
    }

    fn add_call(&mut self, at: Point<'_>, call: &Call) {
        let site = self.sites.len() as u32;
        self.sites.push(Site { func: at.func, block: at.block });
        match call.callee {
            Callee::Direct(callee) => {
                self.callees.insert((site, callee));
                self.link(at, call, callee);
            }
            Callee::Indirect(operand) => {
                if let Some(pointer) = self.operand(at, operand) {
                    self.graph.add_use(pointer, Use::Call(site));
                }
            }
        }
    }

    fn link(&mut self, at: Point<'_>, call: &Call, callee: FuncId) {
        let program = self.program;
        match &program.functions[callee].body {
            FunctionBody::Defined(body) => self.link_defined(at, call, callee, body),
            FunctionBody::Intrinsic(intrinsic) => {
                self.link_intrinsic(at, call, pointer_flow(*intrinsic));
            }
            FunctionBody::External => self.leave_program(at, call),
        }
    }

    fn link_defined(&mut self, at: Point<'_>, call: &Call, callee: FuncId, body: &Body) {
        for (number, arg) in call.args.iter().enumerate() {
            let param = (number < body.param_count as usize).then(|| LocalId::new(number));
            let memory = match param {
                Some(param) if body.locals[param].register => None,
                Some(param) => Some(self.local_object(callee, param)),
                None => Some(self.variable_arguments(callee)),
            };
            match (*arg, memory) {
                (Arg::Scalar(operand, scalar), Some(object)) => {
                    if let Some(src) = self.operand(at, operand) {
                        let loc = self.location(object, Shift::NONE);
                        let len = scalar.size(self.program.model);
                        self.graph.apply(Use::Store { src, at: Shift::NONE, len }, loc);
                    }
                }
                (Arg::Scalar(operand, _), None) => {
                    if let (Some(src), Some(param)) = (self.operand(at, operand), param) {
                        self.flow_to_parameter(src, callee, param);
                    }
                }
                (Arg::Block(place, size), Some(object)) => {
                    let src = self.place(at, &place);
                    let loc = self.location(object, Shift::NONE);
                    self.add_copy((Base::At(loc), Shift::NONE), src, Some(size));
                }
                // Such a call ends the run.
                (Arg::Block(..), None) => {}
            }
        }
        if let Some(dst) = call.dst {
            match self.result_object(at.func, dst) {
                None => {
                    if let Some(dst) = self.defined(at) {
                        self.graph.add_edge(self.names.results[callee], dst);
                    }
                }
                Some((to, size)) => {
                    let from = self.returned(callee);
                    self.add_copy((Base::At(to), Shift::NONE), (Base::At(from), Shift::NONE), size);
                }
            }
        }
    }

    fn flow_to_parameter(&mut self, src: NodeId, callee: FuncId, param: LocalId) {
        let function = self.facts.function(callee);
        // One that is never read has no value.
        if let Some(value) = function.and_then(|function| function.ssa().on_entry(param)) {
            self.graph.add_edge(src, self.value(callee, value));
        }
    }

    /// The memory local that receives a structure, and its size; `None` for registers.
    fn result_object(&mut self, func: FuncId, dst: LocalId) -> Option<(LocId, Option<u64>)> {
        let local = &self.program.functions[func].body()?.locals[dst];
        if local.register {
            return None;
        }
        let object = self.local_object(func, dst);
        Some((self.location(object, Shift::NONE), self.graph.objects[object].size))
    }

    fn variable_arguments(&mut self, func: FuncId) -> ObjectId {
        let word = self.graph.word;
        self.object(ObjectKind::Variable(func), None, word)
    }

    fn set_result(&mut self, at: Point<'_>, call: &Call, loc: LocId) {
        let Some(dst) = call.dst else { return };
        match self.result_object(at.func, dst) {
            None => {
                if let Some(dst) = self.defined(at) {
                    self.graph.add_location(dst, loc);
                }
            }
            Some((to, _)) => {
                let src = self.address(loc);
                self.graph.apply(Use::Store { src, at: Shift::ANY, len: 1 }, to);
            }
        }
    }

    /// Code outside the program gets the arguments, and gives whatever it can reach. A result that is narrower than a pointer is
    /// taken as a number.
    fn leave_program(&mut self, at: Point<'_>, call: &Call) {
        for arg in &call.args {
            match *arg {
                Arg::Scalar(operand, _) => {
                    if let Some(src) = self.operand(at, operand) {
                        self.graph.add_edge(src, ESCAPED);
                    }
                }
                Arg::Block(place, _) => {
                    let (base, _) = self.place(at, &place);
                    let escape = Use::Load { dst: ESCAPED, at: Shift::ANY, len: 1, narrow: false };
                    self.use_place(base, escape);
                }
            }
        }
        let narrow = call.dst.is_some_and(|dst| {
            let local = self.program.functions[at.func].body().map(|body| &body.locals[dst]);
            local.and_then(|local| local.scalar).is_some_and(|scalar| self.is_narrow(scalar))
        });
        if !narrow {
            self.set_result(at, call, OUTSIDE);
        }
    }

    /// The function is called with whatever the outside can reach.
    fn called_from_outside(&mut self, func: FuncId) {
        let program = self.program;
        let Some(body) = program.functions[func].body() else { return };
        let outside = self.address(OUTSIDE);
        let everywhere = Use::Store { src: outside, at: Shift::ANY, len: 1 };
        for param in body.params() {
            if body.locals[param].register {
                self.flow_to_parameter(outside, func, param);
            } else {
                let object = self.local_object(func, param);
                let loc = self.location(object, Shift::NONE);
                self.graph.apply(everywhere, loc);
            }
        }
        if body.variadic {
            let object = self.variable_arguments(func);
            let loc = self.location(object, Shift::NONE);
            self.graph.apply(everywhere, loc);
        }
        self.graph.add_edge(self.names.results[func], ESCAPED);
        let returned = self.returned(func);
        self.graph.apply(Use::Load { dst: ESCAPED, at: Shift::ANY, len: 1, narrow: false }, returned);
    }

    fn link_intrinsic(&mut self, at: Point<'_>, call: &Call, flow: PointerFlow) {
        let args: Vec<Option<NodeId>> = call
            .args
            .iter()
            .map(|arg| match *arg {
                Arg::Scalar(operand, _) => self.operand(at, operand),
                Arg::Block(..) => None,
            })
            .collect();
        let arg = |number: usize| args.get(number).copied().flatten();
        let func = at.func;
        let result = self.defined(at);
        let load = |dst| Use::Load { dst, at: Shift::ANY, len: 1, narrow: false };
        let everywhere = |src| Use::Store { src, at: Shift::ANY, len: 1 };
        match flow {
            PointerFlow::None => {}
            PointerFlow::Allocates | PointerFlow::Resizes => {
                let size = match (flow, call.args.as_slice()) {
                    (PointerFlow::Allocates, [Arg::Scalar(Operand::Int(size, _), _)]) if !self.resizes => {
                        u64::try_from(*size).ok()
                    }
                    _ => None,
                };
                let object = self.object(ObjectKind::Heap(func, at.block), size, 0);
                let loc = self.location(object, Shift::NONE);
                self.set_result(at, call, loc);
                if flow == PointerFlow::Allocates {
                    return;
                }
                if let Some(old) = arg(0) {
                    self.add_copy((Base::At(loc), Shift::NONE), (Base::Through(old), Shift::NONE), None);
                    if let Some(dst) = result {
                        self.graph.add_edge(old, dst);
                    }
                }
            }
            PointerFlow::Copies => {
                let size = match call.args.get(2) {
                    Some(Arg::Scalar(Operand::Int(size, _), _)) => u64::try_from(*size).ok(),
                    _ => None,
                };
                if let (Some(to), Some(from)) = (arg(0), arg(1)) {
                    self.add_copy((Base::Through(to), Shift::NONE), (Base::Through(from), Shift::NONE), size);
                }
                if let (Some(to), Some(dst)) = (arg(0), result) {
                    self.graph.add_edge(to, dst);
                }
            }
            PointerFlow::Fills => {
                if let (Some(to), Some(value)) = (arg(0), arg(1)) {
                    self.graph.add_use(to, everywhere(value));
                }
                if let (Some(to), Some(dst)) = (arg(0), result) {
                    self.graph.add_edge(to, dst);
                }
            }
            PointerFlow::StoresEnd => {
                if let (Some(from), Some(to)) = (arg(0), arg(1)) {
                    let end = self.graph.new_node();
                    self.graph.add_shifted(from, end, Shift::ANY);
                    self.graph.add_use(to, everywhere(end));
                }
            }
            PointerFlow::Shows => {
                for shown in args.iter().flatten() {
                    self.graph.add_shifted(*shown, EXPOSED, Shift::ANY);
                }
                // The last argument may be a `va_list`: the address of what knows where the arguments are.
                if let Some(list) = args.last().copied().flatten() {
                    let (area, value) = (self.graph.new_node(), self.graph.new_node());
                    self.graph.add_use(list, load(area));
                    self.graph.add_use(area, load(value));
                    for node in [area, value] {
                        self.graph.add_shifted(node, EXPOSED, Shift::ANY);
                    }
                }
            }
            PointerFlow::VaStart => {
                if let Some(list) = arg(0) {
                    let object = self.variable_arguments(func);
                    let loc = self.location(object, Shift::NONE);
                    let src = self.address(loc);
                    self.graph.add_use(list, everywhere(src));
                }
            }
            PointerFlow::VaCopy => {
                if let (Some(to), Some(from)) = (arg(0), arg(1)) {
                    let area = self.graph.new_node();
                    self.graph.add_use(from, load(area));
                    self.graph.add_use(to, everywhere(area));
                }
            }
            PointerFlow::VaArg => {
                let Some(list) = arg(0) else { return };
                let area = self.graph.new_node();
                self.graph.add_use(list, load(area));
                if let Some(dst) = result {
                    self.graph.add_use(area, load(dst));
                } else if let Some(dst) = call.dst
                    && let Some((to, _)) = self.result_object(func, dst)
                {
                    let value = self.graph.new_node();
                    self.graph.add_use(area, load(value));
                    self.graph.apply(everywhere(value), to);
                }
            }
            PointerFlow::Arbitrary => {
                if let Some(dst) = result {
                    let scalar = call.dst.and_then(|dst| {
                        self.program.functions[func].body().and_then(|body| body.locals[dst].scalar)
                    });
                    if scalar == Some(Scalar::Ptr) {
                        self.graph.add_location(dst, FROM_BITS);
                        self.graph.add_location(dst, OUTSIDE);
                    }
                }
            }
            PointerFlow::Unknown => self.leave_program(at, call),
        }
    }
}

/// Elements of an array are not told apart.
fn period_of(program: &Program, ty: TypeId, word: u64) -> u64 {
    match program.types[ty].kind {
        TypeKind::Array { elem, .. } => match program.types[elem].size {
            0 => word,
            size if size.is_multiple_of(word) => size,
            _ => word,
        },
        _ => 0,
    }
}
