//! The hunter: what all states share, and the helpers that every part of the execution uses.

use crate::fault::{Res, Stop};
use crate::memory::{Kind, NewObject};
use crate::oracle::Oracle;
use crate::state::{InputVariable, State};
use ::engine::{AnalysisOptions, Budget, ProgressCounters, Throttle};
use base::{FxHashMap, Idx, Span};
use encode::path::{Byte, ObjectId, Prov, Value};
use facts::Facts;
use ir::{BlockId, DataModel, FuncId, Program, Scalar};
use semantics::Policy;
use smt::{Limits, Sort, TermId};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;
use verdict::{Assumption, Property, PropertySet, UnknownKind};

/// What is explored, and how far.
#[derive(Clone, Debug)]
pub struct Config {
    pub order: absint::Order,
    /// Paths are cut after this many statements.
    pub path_steps: Option<u64>,
    pub analysis: AnalysisOptions,
    /// So many values of an offset, a size or a count that depends on inputs are told apart; beyond, they are sampled.
    pub enumerate: usize,
    pub progress: Option<Arc<ProgressCounters>>,
    pub throttle: Option<Arc<Throttle>>,
}

impl Config {
    /// Breadth-first without a bound: finds the shortest way to an error, and proves what it exhausts.
    pub fn breadth_first() -> Config {
        Config {
            order: absint::Order::BreadthFirst,
            path_steps: None,
            analysis: AnalysisOptions::default(),
            enumerate: 40,
            progress: None,
            throttle: None,
        }
    }
    /// Depth-first along short paths ([Predator] §1.5.3).
    pub fn short_paths() -> Config {
        Config {
            order: absint::Order::DepthFirst,
            path_steps: Some(600),
            enumerate: 8,
            ..Config::breadth_first()
        }
    }
    /// Depth-first along long paths.
    pub fn long_paths() -> Config {
        Config {
            order: absint::Order::DepthFirst,
            path_steps: Some(20_000),
            enumerate: 8,
            ..Config::breadth_first()
        }
    }
}

pub(crate) struct Hunter<'p> {
    pub(crate) program: &'p Program,
    pub(crate) facts: &'p Facts<'p>,
    pub(crate) model: DataModel,
    pub(crate) config: Config,
    pub(crate) budget: Budget<'p>,
    pub(crate) oracle: Oracle,
    pub(crate) labels: FxHashMap<(FuncId, BlockId), ObjectId>,
    pub(crate) assumptions: BTreeSet<Assumption>,
    pub(crate) policy: Policy,
    /// Uninitialised values are inputs when they are read.
    pub(crate) choose: bool,
    pub(crate) steps: u64,
    pub(crate) states: u64,
    pub(crate) peak_objects: usize,
    next_poll: u64,
    /// Since when it works without having told the throttle.
    at_work: Instant,
    pub(crate) zero_byte: Byte,
    pub(crate) undef_byte: Byte,
    /// The memory that every run begins with, to recognise what never changed.
    pub(crate) initial: Option<crate::memory::Memory>,
}

impl<'p> Hunter<'p> {
    pub(crate) fn new(
        facts: &'p Facts<'p>,
        properties: PropertySet,
        config: &Config,
        budget: Budget<'p>,
    ) -> Hunter<'p> {
        let program = facts.program();
        // A clause takes about 75 bytes in the solver, which gets an eighth of the memory.
        let max_clauses = (budget.memory / 8 / 75).clamp(50_000, 4_000_000);
        let mut limits = Limits { max_clauses, ..Limits::none() };
        limits.deadline = budget.deadline;
        limits.cancel = budget.cancel.map(|cancel| Arc::clone(cancel.flag()));
        let mut oracle = Oracle::new(limits);
        let zero = oracle.terms.bv_const(8, 0);
        let zero_byte = Byte { term: zero, prov: Prov::None, index: 0, undef: 0 };
        Hunter {
            program,
            facts,
            model: program.model,
            config: config.clone(),
            budget,
            oracle,
            labels: FxHashMap::default(),
            assumptions: BTreeSet::new(),
            policy: Policy::check(properties),
            choose: !properties.contains(Property::NoUninit),
            steps: 0,
            states: 0,
            peak_objects: 0,
            next_poll: 0,
            at_work: Instant::now(),
            zero_byte,
            undef_byte: Byte { undef: 0xff, ..zero_byte },
            initial: None,
        }
    }

    pub(crate) fn word(&self) -> u64 {
        self.model.pointer_size()
    }
    pub(crate) fn word_bits(&self) -> u32 {
        8 * self.word() as u32
    }
    pub(crate) fn address_mask(&self) -> u64 {
        if self.word() == 8 { u64::MAX } else { u64::from(u32::MAX) }
    }
    /// Bytes that an access touches: the padding of a `long double` is neither read nor written.
    pub(crate) fn access_size(&self, scalar: Scalar) -> u64 {
        u64::from(scalar.width(self.model) / 8)
    }
    pub(crate) fn constant(&mut self, width: u32, value: u128) -> TermId {
        self.oracle.terms.bv_const(width, value)
    }
    pub(crate) fn word_constant(&mut self, value: u64) -> TermId {
        let width = self.word_bits();
        self.constant(width, u128::from(value))
    }
    pub(crate) fn int(&mut self, scalar: Scalar, value: i128) -> Value {
        let width = scalar.width(self.model);
        Value::int(self.oracle.terms.bv_const(width, value as u128))
    }
    pub(crate) fn null(&mut self) -> Value {
        Value::int(self.word_constant(0))
    }
    pub(crate) fn undefined(&mut self, scalar: Scalar) -> Value {
        let width = scalar.width(self.model);
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
        (1 + self.program.globals.len() + id.index()) as ObjectId
    }
    /// Objects that are there from the start: globals, functions, labels, streams.
    pub(crate) fn is_fixed(&self, id: ObjectId) -> bool {
        self.initial.as_ref().is_some_and(|m| (id as usize) < m.len())
    }

    /// One more input of the path, `width` bits wide.
    pub(crate) fn input(&mut self, state: &mut State, width: u32, signed: bool) -> TermId {
        // The same position and width is the same variable on every path, so that paths share what the solver learns.
        let name = format!("i{}", state.inputs.len());
        let variable = self.oracle.terms.var(&name, Sort::Bv(width));
        Rc::make_mut(&mut state.inputs).push(InputVariable {
            variable,
            signed,
            uninitialised: false,
            foreign: false,
        });
        variable
    }

    /// An arbitrary value of a scalar type.
    pub(crate) fn arbitrary(&mut self, state: &mut State, scalar: Scalar) -> Value {
        let width = scalar.width(self.model);
        Value::int(self.input(state, width, scalar.is_signed()))
    }

    /// A value that is read without having been written.
    pub(crate) fn uninitialised(&mut self, state: &mut State, scalar: Scalar) -> Value {
        self.assumptions.insert(Assumption::UninitialisedIsArbitrary);
        let value = self.arbitrary(state, scalar);
        if let Some(input) = Rc::make_mut(&mut state.inputs).last_mut() {
            input.uninitialised = true;
        }
        value
    }

    /// A choice of the environment between two ways.
    pub(crate) fn arbitrary_choice(&mut self, state: &mut State) -> TermId {
        let bit = self.input(state, 1, false);
        self.oracle.terms.bv_to_bool(bit)
    }

    pub(crate) fn decide(&mut self, state: &State, condition: TermId) -> Res<bool> {
        self.oracle.decide(state, condition)
    }

    /// Counts work and looks at the budget now and then.
    pub(crate) fn tick(&mut self, amount: u64) -> Res<()> {
        self.steps += amount;
        if self.steps < self.next_poll {
            return Ok(());
        }
        self.next_poll = self.steps + 500;
        if let Some(throttle) = &self.config.throttle {
            self.at_work = throttle.account(self.at_work, &self.budget);
        }
        let over = |kind, message: &str| Err(Box::new(Stop::Over(kind, message.to_owned())));
        if self.steps >= self.budget.steps {
            return over(UnknownKind::StepBudget, "the step budget is used up");
        }
        if self.budget.poll() {
            return over(UnknownKind::Cancelled, "the analysis was cancelled");
        }
        if self.budget.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return over(UnknownKind::TimeBudget, "the time budget is used up");
        }
        Ok(())
    }

    /// An operation on so many bytes, each of which is a record of its own. The budget of memory is watched from outside,
    /// between statements; a single one must not take a large part of it.
    pub(crate) fn bulk(&mut self, size: u64) -> Res<()> {
        self.tick(size / 16)?;
        let records = size.saturating_mul(size_of::<Byte>() as u64);
        if records > self.budget.memory / 32 {
            let message = format!("an operation on {size} bytes at once takes too much memory");
            return crate::fault::unknown(UnknownKind::MemoryBudget, message);
        }
        Ok(())
    }

    /// Gives the bytes of a block one value.
    pub(crate) fn fill(
        &mut self,
        state: &mut State,
        id: ObjectId,
        offset: u64,
        size: u64,
        byte: Byte,
    ) -> Res<()> {
        // A whole block costs nothing.
        if offset > 0 || size != state.memory.get(id).size {
            self.bulk(size)?;
        }
        state.memory.fill_bytes(id, offset, size, byte);
        Ok(())
    }

    /// The operation that the top frame executes.
    pub(crate) fn span(&self, state: &State) -> Span {
        let Some(frame) = state.frames.last() else { return Span::NONE };
        let Some(body) = self.program.functions[frame.func].body() else { return Span::NONE };
        let block = &body.blocks[frame.block];
        match block.statements.get(frame.at) {
            Some(statement) => statement.span,
            None => block.terminator.span,
        }
    }

    pub(crate) fn stack_object(&mut self, state: &mut State, size: u64, align: u64, span: Span) -> ObjectId {
        let new = NewObject { size, align, kind: Kind::Stack, span, name: None, fill: self.undef_byte };
        state.memory.allocate(new)
    }
}
