//! The hunter: what all states share, and what its values are.

use crate::memory::{Kind, Life, Memory, NewObject};
use ::engine::{AnalysisOptions, Budget, Confirm};
use base::{FxHashMap, Idx, Span};
use encode::path::{Byte, ObjectId, Value};
use facts::Facts;
use ir::{BlockId, Body, FuncId, LocalId, Scalar};
use semantics::execution::Returned;
use smt::TermId;
use smt::path::{PathSolver, Questions, TermByte as _};
use symexec::{
    Allocate, Calls, Config, Dereference as _, Evaluate as _, Machine, Res, ReturnedOf, StateOf, Work, fault,
    undetermined, unknown, unsupported,
};
use verdict::{FindingKind, Outcome, Property, PropertySet, UnknownKind};

/// What a state keeps beside what all engines do.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Own {
    /// The address of some object became an integer.
    pub(crate) exposed: bool,
    /// Visits of loop heads since the state was last compared with others.
    pub(crate) visits: u32,
    /// Objects in the table after the last collection.
    pub(crate) collected: usize,
}

pub(crate) type State = StateOf<'static, Hunter<'static>>;

/// Larger heap blocks are not modelled byte by byte.
const LARGEST: u64 = 1 << 30;
/// Likewise blocks on the stack.
const LARGEST_STACK: u64 = 1 << 24;

/// Breadth-first without a bound: finds the shortest way to an error, and proves what it exhausts.
pub fn breadth_first() -> Config {
    Config {
        order: absint::Order::BreadthFirst,
        path_steps: None,
        deepest: 20_000,
        analysis: AnalysisOptions::default(),
        enumerate: 40,
        progress: None,
        throttle: None,
    }
}

/// Depth-first along short paths ([Predator] §1.5.3).
pub fn short_paths() -> Config {
    Config { order: absint::Order::DepthFirst, path_steps: Some(600), enumerate: 8, ..breadth_first() }
}

/// Depth-first along long paths.
pub fn long_paths() -> Config {
    Config { path_steps: Some(20_000), ..short_paths() }
}

/// Looks for runs that violate the properties. Every candidate is given to `confirm`; only what it confirms is a violation.
pub fn hunt(
    facts: &Facts<'_>,
    properties: PropertySet,
    config: &Config,
    budget: Budget<'_>,
    confirm: &dyn Confirm,
) -> Outcome {
    symexec::search(Hunter::new(facts, properties, config, budget), properties, confirm)
}

pub(crate) struct Hunter<'p> {
    pub(crate) work: Work<'p>,
    pub(crate) solver: PathSolver,
    pub(crate) labels: FxHashMap<(FuncId, BlockId), ObjectId>,
    /// Uninitialised values are inputs when they are read.
    pub(crate) choose: bool,
    pub(crate) zero_byte: Byte,
    pub(crate) undef_byte: Byte,
    /// The memory that every run begins with, to recognise what never changed.
    pub(crate) initial: Option<Memory>,
    /// Where a block was allocated that a run loses before it goes round a loop. Runs that end show it at their end; one
    /// that goes round forever never does.
    pub(crate) lost: Option<Span>,
}

impl<'p> Hunter<'p> {
    fn new(facts: &'p Facts<'p>, properties: PropertySet, config: &Config, budget: Budget<'p>) -> Hunter<'p> {
        let mut solver = PathSolver::new(Work::solver_limits(&budget));
        let zero = solver.terms.bv_const(8, 0);
        Hunter {
            work: Work::new(facts, properties, config, budget),
            solver,
            labels: FxHashMap::default(),
            choose: !properties.contains(Property::NoUninit),
            zero_byte: Byte::new(zero, 0, 0),
            undef_byte: Byte::new(zero, 0, 0xff),
            initial: None,
            lost: None,
        }
    }

    pub(crate) fn undefined(&mut self, scalar: Scalar) -> Value {
        let width = scalar.width(self.work.model);
        Value::undef(self.constant(width, 0))
    }
    pub(crate) fn object_pointer(&mut self, id: ObjectId) -> Value {
        let zero = self.word_constant(0);
        Value::pointer(id, zero)
    }
    /// Global `g` is object `1 + g`, function `f` is object `1 + globals + f`.
    pub(crate) fn global_object(id: ir::GlobalId) -> ObjectId {
        1 + id.index() as ObjectId
    }
    pub(crate) fn function_object(&self, id: FuncId) -> ObjectId {
        (1 + self.work.program.globals.len() + id.index()) as ObjectId
    }
    /// Objects that are there from the start: globals, functions, labels, streams.
    pub(crate) fn is_fixed(&self, id: ObjectId) -> bool {
        self.initial.as_ref().is_some_and(|m| (id as usize) < m.len())
    }
}

impl<'p> Machine<'p> for Hunter<'p> {
    type Value = Value;
    type Register = Value;
    type Object = ObjectId;
    type Byte = Byte;
    type Memory = Memory;
    type Own = Own;

    fn work(&self) -> &Work<'p> {
        &self.work
    }
    fn work_mut(&mut self) -> &mut Work<'p> {
        &mut self.work
    }
    fn solver(&mut self) -> &mut PathSolver {
        &mut self.solver
    }
    fn questions<'a>(&'a mut self, _: &'a State) -> impl Questions + 'a {
        &mut self.solver
    }
    fn number(bits: TermId) -> Value {
        Value::int(bits)
    }
    fn bits(value: Value) -> TermId {
        value.bits
    }
    fn register(value: Value) -> Value {
        value
    }
    fn no_value(&mut self, scalar: Scalar) -> Value {
        self.undefined(scalar)
    }
    fn is_undefined(value: Value) -> bool {
        value.undef
    }
    fn hides_address(value: Value) -> bool {
        !value.prov.is_none()
    }
    fn is_address(&mut self, _: &State, value: Value) -> bool {
        !value.prov.is_none()
    }
}

impl<'p> Allocate<'p> for Hunter<'p> {
    fn kind(state: &State, id: ObjectId) -> Kind {
        state.memory.get(id).kind
    }
    fn check_live(state: &State, id: ObjectId) -> Res<()> {
        match state.memory.get(id).life {
            Life::Freed => fault(FindingKind::UseAfterFree),
            Life::OutOfScope => fault(FindingKind::OutOfScope),
            Life::Live => Ok(()),
        }
    }
    fn size_of(&mut self, state: &State, id: ObjectId) -> TermId {
        self.word_constant(state.memory.get(id).size)
    }
    fn pointer_to(&mut self, _: &State, id: ObjectId) -> Value {
        self.object_pointer(id)
    }
    fn home(&mut self, state: &State, local: LocalId) -> Option<ObjectId> {
        state.top().regs[local.index()].prov.object()
    }

    fn declare(&mut self, state: &mut State, body: &Body, local: LocalId) -> Res<()> {
        let declared = &body.locals[local];
        if declared.register {
            let value = self.undefined(declared.scalar.unwrap_or(Scalar::I32));
            state.top_mut().regs[local.index()] = value;
            return Ok(());
        }
        if let Some(old) = self.home(state, local) {
            state.memory.kill(old, Life::OutOfScope);
        }
        let ty = &self.work.program.types[declared.ty];
        if ty.size > LARGEST_STACK {
            return unsupported(format_args!("a local variable of {} bytes", ty.size));
        }
        let span = if declared.span.is_none() { self.span(state) } else { declared.span };
        let id = state.memory.allocate(NewObject {
            size: ty.size,
            align: ty.align.clamp(1, 4096),
            kind: if declared.constant { Kind::ConstantLocal } else { Kind::Stack },
            span,
            name: declared.name,
            fill: self.undef_byte,
        });
        let pointer = self.object_pointer(id);
        state.top_mut().regs[local.index()] = pointer;
        Ok(())
    }
    fn stack_object(&mut self, state: &mut State, size: TermId, align: u64) -> Res<ObjectId> {
        let size = self.size_value(state, size)?;
        if size > LARGEST_STACK {
            let message = format!("a stack block of {size} bytes exhausts the stack");
            return unknown(UnknownKind::MemoryBudget, message);
        }
        let span = self.span(state);
        let fill = self.undef_byte;
        Ok(state.memory.allocate(NewObject { size, align, kind: Kind::Stack, span, name: None, fill }))
    }
    fn end_scope(&mut self, state: &mut State, id: ObjectId) {
        state.memory.kill(id, Life::OutOfScope);
    }

    fn new_block(&mut self, state: &mut State, size: TermId, align: u64, zeroed: bool) -> Res<Value> {
        let size = self.size_value(state, size)?;
        if size > LARGEST || size > self.work.budget.memory / 2 {
            let message = format!("a block of {size} bytes does not fit the memory budget");
            return unknown(UnknownKind::MemoryBudget, message);
        }
        let span = self.span(state);
        let fill = if zeroed { self.zero_byte } else { self.undef_byte };
        let new = NewObject { size, align, kind: Kind::Heap, span, name: None, fill };
        let id = state.memory.allocate(new);
        Ok(self.object_pointer(id))
    }
    fn block_to_free(&mut self, state: &mut State, block: Value) -> Res<Option<ObjectId>> {
        if block.undef {
            return fault(FindingKind::WildFree);
        }
        if block.prov.is_none() {
            if self.is_null(state, block)? {
                return Ok(None);
            }
            self.not_foreign(state, block.bits)?;
            if state.own.exposed {
                return undetermined("an integer is given to free");
            }
            return fault(FindingKind::WildFree);
        }
        let (id, offset) = self.locate(state, block)?;
        let object = state.memory.get(id);
        if object.kind != Kind::Heap {
            return fault(FindingKind::NonHeapFree);
        }
        if !object.is_live() {
            return fault(FindingKind::DoubleFree);
        }
        let zero = self.word_constant(0);
        let start = self.solver.terms.eq(offset, zero);
        if !self.decide(state, start)? {
            return fault(FindingKind::InteriorFree);
        }
        Ok(Some(id))
    }
    fn release(&mut self, state: &mut State, id: ObjectId) {
        state.memory.kill(id, Life::Freed);
    }
    fn replace(&mut self, state: &mut State, id: ObjectId, new: Value) -> Res<()> {
        let Some(new_id) = new.prov.object() else { return Ok(()) };
        let common = state.memory.get(id).size.min(state.memory.get(new_id).size);
        self.bulk(common)?;
        let bytes = state.memory.bytes(id, 0, common);
        state.memory.set_bytes(new_id, 0, &bytes);
        let in_place = self.arbitrary_choice(state);
        state.memory.kill(id, Life::Freed);
        state.memory.get_mut(id).resized = Some((new_id, in_place));
        Ok(())
    }
}

impl<'p> Calls<'p> for Hunter<'p> {
    /// What `main` returns is looked at, as what `exit` gets.
    fn returns_at_last(&mut self, _: &mut State, returned: &ReturnedOf<'p, Self>) -> Res<()> {
        let looked_at = self.work.policy.asks(Property::NoUninit);
        if looked_at && matches!(returned, Returned::Scalar(value, _) if value.undef) {
            return fault(FindingKind::UninitRead);
        }
        Ok(())
    }
}
