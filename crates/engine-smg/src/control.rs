//! Control variables: those that say where a machine is that the program runs by hand.
//!
//! Such a variable gets constants, or one more or less than it was, and is compared with constants and switched over; nothing
//! else is computed from it. It has few values, and what the memory looks like depends on them, so states that differ in one are
//! never joined: they are told apart before anything else is looked at, however many there are.
//!
//! The analysis does not follow the order of statements: registers and globals that are copied to each other are one class, and a
//! class that is used for anything else is no control variable. Only a register that no block finds written is another one with every
//! write: it holds intermediate results, and lowering uses it again for others.

use crate::state::{Graph, key};
use base::{FxHashMap, FxHashSet, FxHasher, Idx};
use ir::{
    BinOp, Body, FuncId, GlobalId, LocalId, Operand, Place, PlaceBase, Program, Rvalue, StatementKind,
    TerminatorKind,
};
use smg::{Field, IntDomain, Interval, Peek, ValId};
use std::hash::{Hash, Hasher};

/// Larger numbers are no places of a machine.
const LARGEST: u64 = 64;

/// The control variables of a program.
#[derive(Clone, Debug, Default)]
pub(crate) struct ControlVariables {
    locals: FxHashMap<FuncId, Vec<LocalId>>,
    globals: Vec<(GlobalId, u64)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Variable {
    Register(FuncId, LocalId),
    Global(GlobalId),
    /// What a register holds from one write to the next, within a block.
    Intermediate(usize),
}

/// What is known of a class.
#[derive(Clone, Copy, Debug, Default)]
struct Class {
    /// Something else is done with it.
    other: bool,
    /// It is incremented or decremented.
    steps: bool,
    switched: bool,
    compared: bool,
    /// It gets a constant.
    set: bool,
}

#[derive(Default)]
struct Classes {
    numbers: FxHashMap<Variable, usize>,
    variables: Vec<Variable>,
    parents: Vec<usize>,
    classes: Vec<Class>,
    /// The size of each global that is accessed as a whole.
    sizes: FxHashMap<GlobalId, u64>,
}

impl Classes {
    fn number(&mut self, variable: Variable) -> usize {
        let next = self.variables.len();
        let number = *self.numbers.entry(variable).or_insert(next);
        if number == next {
            self.variables.push(variable);
            self.parents.push(next);
            self.classes.push(Class::default());
        }
        number
    }

    fn find(&mut self, mut at: usize) -> usize {
        while self.parents[at] != at {
            self.parents[at] = self.parents[self.parents[at]];
            at = self.parents[at];
        }
        at
    }

    fn of(&mut self, variable: Variable) -> &mut Class {
        let number = self.number(variable);
        let root = self.find(number);
        &mut self.classes[root]
    }

    fn unite(&mut self, a: Variable, b: Variable) {
        let (a, b) = (self.number(a), self.number(b));
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return;
        }
        let (x, y) = (self.classes[a], self.classes[b]);
        self.parents[a] = b;
        self.classes[b] = Class {
            other: x.other || y.other,
            steps: x.steps || y.steps,
            switched: x.switched || y.switched,
            compared: x.compared || y.compared,
            set: x.set || y.set,
        };
    }
}

/// A walk over one function.
struct Walk<'a> {
    classes: &'a mut Classes,
    func: FuncId,
    program: &'a Program,
    /// The registers that some block finds written.
    shared: FxHashSet<LocalId>,
    /// What the others hold now.
    intermediate: FxHashMap<LocalId, Variable>,
}

impl Walk<'_> {
    fn register(&self, local: LocalId) -> Variable {
        self.intermediate.get(&local).copied().unwrap_or(Variable::Register(self.func, local))
    }

    /// The variable that a place is, as a whole. What the place depends on is used for something else.
    fn whole(&mut self, place: &Place) -> Option<Variable> {
        if let Some(index) = place.index {
            self.other(Operand::Local(index.local));
        }
        match place.base {
            PlaceBase::Deref(pointer) => {
                self.other(Operand::Local(pointer));
                None
            }
            PlaceBase::Local(_) => None,
            PlaceBase::Global(global) => {
                let variable = Variable::Global(global);
                let size = place.access.size(self.program.model);
                let whole = place.index.is_none()
                    && place.offset == 0
                    && place.bits.is_none()
                    && self.program.globals[global].size == size;
                if !whole {
                    self.classes.of(variable).other = true;
                    return None;
                }
                self.classes.sizes.insert(global, size);
                Some(variable)
            }
        }
    }

    fn other(&mut self, operand: Operand) {
        match operand {
            Operand::Local(local) => self.classes.of(self.register(local)).other = true,
            Operand::Global(global) => self.classes.of(Variable::Global(global)).other = true,
            _ => {}
        }
    }

    fn flows(&mut self, from: Operand, to: Variable) {
        match from {
            Operand::Local(local) => {
                let from = self.register(local);
                self.classes.unite(from, to);
            }
            Operand::Int(..) => self.classes.of(to).set = true,
            from => {
                self.other(from);
                self.classes.of(to).other = true;
            }
        }
    }

    fn statement(&mut self, kind: &StatementKind) {
        match kind {
            StatementKind::Assign(local, rvalue) => self.assign(*local, rvalue),
            StatementKind::Store(place, operand) => match self.whole(place) {
                Some(variable) => self.flows(*operand, variable),
                None => self.other(*operand),
            },
            StatementKind::CopyBlock(copy) => {
                for place in [&copy.dst, &copy.src] {
                    self.taken(place);
                }
            }
            StatementKind::ZeroBlock(place, _) => self.taken(place),
            StatementKind::StackAlloc { size, dst, .. } => {
                self.other(*size);
                self.other(Operand::Local(*dst));
            }
            _ => {}
        }
    }

    /// More is done with the place than to read or write it as a whole.
    fn taken(&mut self, place: &Place) {
        if let Some(variable) = self.whole(place) {
            self.classes.of(variable).other = true;
        }
    }

    fn assign(&mut self, local: LocalId, rvalue: &Rvalue) {
        if self.shared.contains(&local) {
            return self.assign_to(Variable::Register(self.func, local), rvalue);
        }
        let to = Variable::Intermediate(self.classes.variables.len());
        self.classes.number(to);
        self.assign_to(to, rvalue);
        self.intermediate.insert(local, to);
    }

    fn assign_to(&mut self, to: Variable, rvalue: &Rvalue) {
        match *rvalue {
            Rvalue::Use(operand) | Rvalue::Cast { operand, .. } => self.flows(operand, to),
            Rvalue::Load(place) => match self.whole(&place) {
                Some(variable) => self.classes.unite(variable, to),
                None => self.classes.of(to).other = true,
            },
            Rvalue::Binary(BinOp::Add | BinOp::Sub, _, Operand::Local(left), Operand::Int(..)) => {
                let left = self.register(left);
                self.classes.unite(left, to);
                self.classes.of(to).steps = true;
            }
            Rvalue::Binary(op, _, left, right) => {
                let compares =
                    matches!(op, BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge);
                for (operand, other) in [(left, right), (right, left)] {
                    match (operand, other) {
                        (Operand::Local(local), Operand::Int(..)) if compares => {
                            self.classes.of(self.register(local)).compared = true;
                        }
                        (operand, _) => self.other(operand),
                    }
                }
                // What a comparison says is used once.
                self.classes.of(to).other = true;
            }
            Rvalue::AddressOf(place) => {
                self.taken(&place);
                self.classes.of(to).other = true;
            }
            Rvalue::Unary(_, _, operand) => {
                self.other(operand);
                self.classes.of(to).other = true;
            }
        }
    }

    fn arg(&mut self, arg: &ir::Arg) {
        match arg {
            ir::Arg::Scalar(operand, _) => self.other(*operand),
            ir::Arg::Block(place, _) => self.taken(place),
        }
    }

    fn body(&mut self, body: &Body) {
        self.shared = shared_registers(body);
        for param in body.params() {
            self.other(Operand::Local(param));
        }
        for block in body.blocks.iter() {
            self.intermediate.clear();
            for statement in &block.statements {
                self.statement(&statement.kind);
            }
            match &block.terminator.kind {
                TerminatorKind::Branch { cond: Operand::Local(local), .. } => {
                    self.classes.of(self.register(*local)).compared = true;
                }
                TerminatorKind::Switch { value: Operand::Local(local), .. } => {
                    self.classes.of(self.register(*local)).switched = true;
                }
                TerminatorKind::Call(call) => {
                    call.args.iter().for_each(|arg| self.arg(arg));
                    if let ir::Callee::Indirect(operand) = call.callee {
                        self.other(operand);
                    }
                    if let Some(dst) = call.dst {
                        self.other(Operand::Local(dst));
                    }
                }
                TerminatorKind::Return(Some(arg)) => self.arg(arg),
                TerminatorKind::IndirectGoto { target, .. } => self.other(*target),
                _ => {}
            }
        }
    }
}

/// The registers that some block reads before it writes them, or that are written by more than an assignment.
fn shared_registers(body: &Body) -> FxHashSet<LocalId> {
    let mut shared: FxHashSet<LocalId> = body.params().collect();
    let mut written = FxHashSet::default();
    for block in body.blocks.iter() {
        written.clear();
        for statement in &block.statements {
            let mut reads = |local: LocalId| {
                if !written.contains(&local) {
                    shared.insert(local);
                }
            };
            statement.kind.for_each_use(&mut reads);
            match statement.kind {
                StatementKind::Assign(local, _) => drop(written.insert(local)),
                StatementKind::StackAlloc { dst, .. } => drop(shared.insert(dst)),
                _ => {}
            }
        }
        block.terminator.kind.for_each_use(|local| {
            if !written.contains(&local) {
                shared.insert(local);
            }
        });
        shared.extend(block.terminator.kind.def());
    }
    shared
}

impl ControlVariables {
    pub(crate) fn is_empty(&self) -> bool {
        self.locals.is_empty() && self.globals.is_empty()
    }

    pub(crate) fn of(program: &Program) -> ControlVariables {
        let mut classes = Classes::default();
        for (id, global) in program.globals.iter_enumerated() {
            for relocation in &global.init.relocations {
                if let ir::RelocationTarget::Global(target) = relocation.target {
                    classes.of(Variable::Global(target)).other = true;
                }
            }
            if global.size > 8 {
                classes.of(Variable::Global(id)).other = true;
            }
        }
        for (func, function) in program.functions.iter_enumerated() {
            if let Some(body) = function.body() {
                let (shared, intermediate) = Default::default();
                Walk { classes: &mut classes, func, program, shared, intermediate }.body(body);
            }
        }
        let mut found = ControlVariables::default();
        for index in 0..classes.variables.len() {
            let root = classes.find(index);
            let class = classes.classes[root];
            // A counter is compared, too; only a switch tells that it is more than that.
            let machine =
                class.switched && (class.set || class.steps) || class.set && class.compared && !class.steps;
            if class.other || !machine {
                continue;
            }
            match classes.variables[index] {
                Variable::Intermediate(_) => {}
                Variable::Register(func, local) => found.locals.entry(func).or_default().push(local),
                Variable::Global(global) => {
                    found.globals.extend(classes.sizes.get(&global).map(|&s| (global, s)))
                }
            }
        }
        found.locals.values_mut().for_each(|locals| locals.sort_unstable_by_key(|l| l.index()));
        found.globals.sort_unstable_by_key(|g| g.0.index());
        found
    }

    /// A number for the values of the control variables that a function sees, in a state of it.
    pub(crate) fn partition(&self, func: FuncId, graph: &Graph) -> u64 {
        let locals = self.locals.get(&func).map(Vec::as_slice).unwrap_or_default();
        if locals.is_empty() && self.globals.is_empty() {
            return 0;
        }
        let mut hasher = FxHasher::default();
        for &local in locals {
            let value = graph.named(key::local(local)).and_then(|v| number(graph, v));
            value.hash(&mut hasher);
        }
        for &(global, size) in &self.globals {
            let peeked = graph.root(key::global(global)).map(|o| graph.peek(o, Field::bytes(0, size)));
            let value = match peeked {
                Some(Peek::Value(v)) => number(graph, v),
                Some(Peek::Int(set)) => small(&set),
                _ => None,
            };
            value.hash(&mut hasher);
        }
        hasher.finish()
    }
}

fn number(graph: &Graph, value: ValId) -> Option<i64> {
    if graph.pointee(value).is_some() && value != ValId::ZERO {
        return None;
    }
    let width = graph.value(value).width;
    small(&graph.int_of(value, if width == 0 { 64 } else { width.min(64) }))
}

fn small(set: &Interval) -> Option<i64> {
    let number = set.as_constant().map(|n| smg::sign_extend(set.width(), n))?;
    (number.unsigned_abs() <= LARGEST).then_some(number)
}
