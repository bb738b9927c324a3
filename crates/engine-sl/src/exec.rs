//! The executor: what all states share, and the step from one operation to the next.

use crate::call::Returned;
use crate::fault::{Res, Stop, fault, unknown};
use crate::state::{Input, Kind, Origin, State};
use ::engine::{AnalysisOptions, Budget, ProgressCounters, Throttle};
use base::{FxHashMap, Span};
use facts::Facts;
use ir::{
    Arg, BlockId, Body, DataModel, FuncId, GlobalId, Program, Rvalue, Scalar, StatementKind, TerminatorKind,
};
use semantics::Policy;
use sl::{Byte, Decision, Procedure, Prover, SegmentId, Values};
use smt::{Limits, Sort, TermId};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;
use verdict::{Assumption, FindingKind, PropertySet, UnknownKind};

/// What the state does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    /// The next statement.
    Continue,
    /// Control has come to another block.
    Jumped,
}

/// How it is searched.
#[derive(Clone, Debug)]
pub(crate) struct Config {
    pub(crate) analysis: AnalysisOptions,
    pub(crate) procedure: Procedure,
    /// So many values of an offset or a count that depends on inputs are told apart; beyond, they are sampled.
    pub(crate) enumerate: usize,
    pub(crate) progress: Option<Arc<ProgressCounters>>,
    pub(crate) throttle: Option<Arc<Throttle>>,
}

pub(crate) struct Executor<'p> {
    pub(crate) program: &'p Program,
    pub(crate) facts: &'p Facts<'p>,
    pub(crate) model: DataModel,
    pub(crate) config: Config,
    pub(crate) budget: Budget<'p>,
    pub(crate) prover: Prover,
    pub(crate) globals: Vec<SegmentId>,
    pub(crate) functions: Vec<SegmentId>,
    pub(crate) labels: FxHashMap<(FuncId, BlockId), SegmentId>,
    pub(crate) assumptions: BTreeSet<Assumption>,
    pub(crate) policy: Policy,
    /// Why the search no longer stands for all runs.
    pub(crate) incomplete: Option<(UnknownKind, String)>,
    pub(crate) steps: u64,
    pub(crate) states: u64,
    pub(crate) peak: usize,
    next_poll: u64,
    at_work: Instant,
    pub(crate) zero_byte: Byte,
    pub(crate) undefined_byte: Byte,
}

impl<'p> Executor<'p> {
    pub(crate) fn new(
        facts: &'p Facts<'p>,
        properties: PropertySet,
        config: &Config,
        budget: Budget<'p>,
    ) -> Executor<'p> {
        let program = facts.program();
        // A clause takes about 75 bytes in the solver, which gets an eighth of the memory.
        let max_clauses = (budget.memory / 8 / 75).clamp(50_000, 4_000_000);
        let mut limits = Limits { max_clauses, ..Limits::none() };
        limits.deadline = budget.deadline;
        limits.cancel = budget.cancel.map(|cancel| Arc::clone(cancel.flag()));
        let mut prover = Prover::new(limits);
        let zero = prover.terms.bv_const(8, 0);
        let zero_byte = Byte { term: zero, index: 0, undefined: 0 };
        Executor {
            program,
            facts,
            model: program.model,
            config: config.clone(),
            budget,
            prover,
            globals: Vec::new(),
            functions: Vec::new(),
            labels: FxHashMap::default(),
            assumptions: BTreeSet::new(),
            policy: Policy::check(properties),
            incomplete: None,
            steps: 0,
            states: 0,
            peak: 0,
            next_poll: 0,
            at_work: Instant::now(),
            zero_byte,
            undefined_byte: Byte { undefined: 0xff, ..zero_byte },
        }
    }

    pub(crate) fn cut(&mut self, kind: UnknownKind, why: impl Into<String>) {
        if self.incomplete.is_none() {
            self.incomplete = Some((kind, why.into()));
        }
    }
    pub(crate) fn word(&self) -> u64 {
        self.model.pointer_size()
    }
    pub(crate) fn word_bits(&self) -> u32 {
        8 * self.word() as u32
    }
    pub(crate) fn word_constant(&mut self, value: u64) -> TermId {
        let bits = self.word_bits();
        let mask = if bits == 64 { u64::MAX } else { u64::from(u32::MAX) };
        self.prover.terms.bv_const(bits, u128::from(value & mask))
    }
    /// Bytes that an access touches: the padding of a `long double` is neither read nor written.
    pub(crate) fn access_size(&self, scalar: Scalar) -> u64 {
        u64::from(scalar.width(self.model) / 8)
    }
    pub(crate) fn global_segment(&self, id: GlobalId) -> SegmentId {
        use base::Idx;
        self.globals[id.index()]
    }

    /// One more input of the path, `width` bits wide.
    pub(crate) fn input(&mut self, state: &mut State, width: u32, signed: bool) -> TermId {
        // The same position and width is the same variable on every path, so that paths share what the solver learns.
        let name = format!("i{}", state.inputs.len());
        let variable = self.prover.terms.var(&name, Sort::Bv(width));
        let input = Input { variable, signed, uninitialised: false, foreign: false };
        Rc::make_mut(&mut state.inputs).push(input);
        variable
    }

    /// SymVal of [SL-CPA] §4.2.4: an arbitrary value of a scalar type.
    pub(crate) fn arbitrary(&mut self, state: &mut State, scalar: Scalar) -> TermId {
        let width = scalar.width(self.model);
        self.input(state, width, scalar.is_signed())
    }

    /// A value that is read without having been written.
    pub(crate) fn uninitialised(&mut self, state: &mut State, scalar: Scalar) -> TermId {
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
        self.prover.terms.bv_to_bool(bit)
    }

    /// ASSUME⁺ and ASSUME⁻ at once: whether the condition holds. If it can go both ways, the statement is executed in both cases.
    pub(crate) fn decide(&mut self, state: &State, condition: TermId) -> Res<bool> {
        match self.prover.decide(&state.path, &state.heap, condition)? {
            Decision::Holds => Ok(true),
            Decision::Fails => Ok(false),
            Decision::Open { holds, fails } => Err(Box::new(Stop::Fork(vec![holds, fails]))),
            Decision::GaveUp(case) => {
                self.cut(UnknownKind::StepBudget, "the solver gave up on a path's condition");
                Err(Box::new(Stop::Fork(vec![case])))
            }
        }
    }

    /// The value of a term; if it can have several, the statement is executed once for each.
    pub(crate) fn value_of(
        &mut self,
        state: &State,
        term: TermId,
        limit: usize,
        preferred: &[u128],
        what: &str,
    ) -> Res<u128> {
        match self.prover.values(&state.path, &state.heap, term, limit, preferred)? {
            Values::One(value) => Ok(value),
            Values::All(cases) => Err(Box::new(Stop::Fork(cases))),
            Values::Sample(cases) => {
                self.cut(UnknownKind::Nondeterminism, format!("{what} depends on inputs and was sampled"));
                match cases.is_empty() {
                    true => undecided(what),
                    false => Err(Box::new(Stop::Fork(cases))),
                }
            }
        }
    }

    /// The number of bytes that a count stands for.
    pub(crate) fn size_value(&mut self, state: &State, bits: TermId) -> Res<u64> {
        const LIKELY: [u128; 10] = [0, 1, 2, 4, 8, 12, 16, 24, 32, 64];
        let limit = 16.min(self.config.enumerate);
        Ok(self.value_of(state, bits, limit, &LIKELY, "a number of bytes")? as u64)
    }

    /// Counts work and looks at the budget now and then.
    pub(crate) fn tick(&mut self, amount: u64) -> Res<()> {
        self.steps += amount;
        if self.steps < self.next_poll {
            return Ok(());
        }
        self.next_poll = self.steps + 200;
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
        if self.budget.is_late() {
            return over(UnknownKind::TimeBudget, "the time budget is used up");
        }
        Ok(())
    }

    /// An operation on so many bytes, each of which is a record of its own.
    pub(crate) fn bulk(&mut self, size: u64) -> Res<()> {
        self.tick(size / 16)?;
        if size.saturating_mul(64) > self.budget.memory / 32 {
            let message = format!("an operation on {size} bytes at once takes too much memory");
            return unknown(UnknownKind::MemoryBudget, message);
        }
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

    pub(crate) fn body(&self, state: &State) -> &'p Body {
        self.program.functions[state.top().func].body().expect("a frame runs a body")
    }

    pub(crate) fn origin(&self, state: &State, kind: Kind) -> Origin {
        Origin { kind, span: self.span(state), name: None, external: false, open: false }
    }

    /// Executes one statement or terminator of the top frame.
    pub(crate) fn step(&mut self, state: &mut State) -> Res<Progress> {
        self.tick(1)?;
        state.steps += 1;
        let body = self.body(state);
        let frame = state.top();
        let block = &body.blocks[frame.block];
        if let Some(statement) = block.statements.get(frame.at) {
            self.statement(state, body, &statement.kind)?;
            state.top_mut().at += 1;
            return Ok(Progress::Continue);
        }
        self.terminator(state, body, &block.terminator.kind)
    }

    fn statement(&mut self, state: &mut State, body: &Body, kind: &StatementKind) -> Res<()> {
        match kind {
            StatementKind::Assign(dst, rvalue) => self.assign_register(state, *dst, rvalue),
            StatementKind::Store(place, operand) => self.assign(state, place, *operand),
            StatementKind::CopyBlock(copy) => self.copy_block(state, copy),
            StatementKind::ZeroBlock(place, size) => self.zero_block(state, place, *size),
            StatementKind::StorageLive(local) => self.declare(state, body, *local),
            StatementKind::StorageDead(local) => self.out_of_scope(state, body, *local),
            StatementKind::StackAlloc { dst, size, align } => self.alloca(state, *dst, *size, *align),
            StatementKind::StackFree(local) => self.stack_free(state, *local),
            StatementKind::Unsupported(what) => {
                let what = self.program.names.resolve(*what);
                unknown(UnknownKind::Unsupported, format!("{what} is not supported"))
            }
        }
    }

    pub(crate) fn rvalue(&mut self, state: &mut State, rvalue: &Rvalue) -> Res<TermId> {
        match *rvalue {
            Rvalue::Use(operand) => self.operand(state, operand),
            Rvalue::Load(place) => {
                let address = self.location(state, &place)?;
                match place.bits {
                    None => self.load(state, address, place.access),
                    Some(bits) => self.load_bits(state, address, bits, place.access),
                }
            }
            Rvalue::AddressOf(place) => self.location(state, &place),
            Rvalue::Unary(op, scalar, operand) => {
                let a = self.operand(state, operand)?;
                self.unary(state, op, scalar, a)
            }
            Rvalue::Binary(op, scalar, left, right) => {
                let a = self.operand(state, left)?;
                let b = self.operand(state, right)?;
                self.binary(state, op, scalar, a, b)
            }
            Rvalue::Cast { from, to, operand } => {
                let a = self.operand(state, operand)?;
                self.cast(from, to, a)
            }
        }
    }

    pub(crate) fn jump(&mut self, state: &mut State, target: BlockId) -> Progress {
        let frame = state.top_mut();
        frame.block = target;
        frame.at = 0;
        Progress::Jumped
    }

    fn terminator(&mut self, state: &mut State, body: &Body, kind: &TerminatorKind) -> Res<Progress> {
        match kind {
            TerminatorKind::Goto(target) => Ok(self.jump(state, *target)),
            TerminatorKind::Branch { cond, then_block, else_block } => {
                let value = self.operand(state, *cond)?;
                let condition = self.prover.terms.bv_to_bool(value);
                let taken = self.decide(state, condition)?;
                Ok(self.jump(state, if taken { *then_block } else { *else_block }))
            }
            TerminatorKind::Switch { value, scalar, cases, default } => {
                let value = self.operand(state, *value)?;
                let width = scalar.width(self.model);
                for case in cases {
                    let (low, high) = (scalar.constant_value(case.low), scalar.constant_value(case.high));
                    let terms = &mut self.prover.terms;
                    let low = terms.bv_const(width, low as u128);
                    let condition = if case.low == case.high {
                        terms.eq(value, low)
                    } else {
                        let high = terms.bv_const(width, high as u128);
                        let (above, below) = if scalar.is_signed() {
                            (terms.sle(low, value), terms.sle(value, high))
                        } else {
                            (terms.ule(low, value), terms.ule(value, high))
                        };
                        terms.and(above, below)
                    };
                    if self.decide(state, condition)? {
                        return Ok(self.jump(state, case.target));
                    }
                }
                Ok(self.jump(state, *default))
            }
            TerminatorKind::IndirectGoto { target, candidates } => {
                let value = self.operand(state, *target)?;
                let func = state.top().func;
                if let Some((id, offset)) = state.heap.decompose(&mut self.prover, value)
                    && let Kind::Label(owner, block) = state.heap.get(id).origin.kind
                    && owner == func
                    && candidates.contains(&block)
                    && self.prover.constant(offset) == Some(0)
                {
                    return Ok(self.jump(state, block));
                }
                fault(FindingKind::InvalidCall)
            }
            TerminatorKind::Call(call) => self.call(state, call),
            TerminatorKind::Return(None) => self.return_edge(state, body, Returned::Nothing),
            TerminatorKind::Return(Some(Arg::Scalar(operand, scalar))) => {
                let value = self.operand(state, *operand)?;
                self.return_edge(state, body, Returned::Scalar(value, *scalar))
            }
            TerminatorKind::Return(Some(Arg::Block(place, size))) => {
                let bytes = self.read_block(state, place, *size)?;
                self.return_edge(state, body, Returned::Block(bytes))
            }
            TerminatorKind::Unreachable => fault(FindingKind::UnreachableReached),
        }
    }
}

fn undecided<T>(what: &str) -> Res<T> {
    unknown(UnknownKind::StepBudget, format!("the solver gave up on {what}"))
}
