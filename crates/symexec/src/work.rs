//! What all states of a search share: the program, the options, and the account of the work that was done.

use crate::state::Frame;
use crate::stop::{Res, Stop, unknown};
use ::engine::{AnalysisOptions, Budget, ProgressCounters, Throttle};
use base::Span;
use facts::Facts;
use ir::{DataModel, Program};
use semantics::Policy;
use smt::Limits;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;
use verdict::{Assumption, PropertySet, UnknownKind};

/// What is explored, and how far.
#[derive(Clone, Debug)]
pub struct Config {
    pub order: absint::Order,
    /// Paths are cut after this many statements.
    pub path_steps: Option<u64>,
    /// Deeper recursion than this ends the path: each level costs memory in every state.
    pub deepest: usize,
    pub analysis: AnalysisOptions,
    /// So many values of an offset, a size or a count that depends on inputs are told apart; beyond, they are sampled.
    pub enumerate: usize,
    pub progress: Option<Arc<ProgressCounters>>,
    pub throttle: Option<Arc<Throttle>>,
}

#[derive(Debug)]
pub struct Work<'p> {
    pub program: &'p Program,
    pub facts: &'p Facts<'p>,
    pub model: DataModel,
    pub config: Config,
    pub budget: Budget<'p>,
    pub policy: Policy,
    pub assumptions: BTreeSet<Assumption>,
    /// Why the search no longer stands for all runs.
    pub incomplete: Option<(UnknownKind, String)>,
    pub steps: u64,
    pub states: u64,
    pub peak_objects: usize,
    next_poll: u64,
    /// Since when it works without having told the throttle.
    at_work: Instant,
}

/// Statements between two looks at the budget.
const POLL: u64 = 400;
/// About what a byte of memory takes in a state.
const RECORD: u64 = 32;

impl<'p> Work<'p> {
    pub fn new(
        facts: &'p Facts<'p>,
        properties: PropertySet,
        config: &Config,
        budget: Budget<'p>,
    ) -> Work<'p> {
        let program = facts.program();
        Work {
            program,
            facts,
            model: program.model,
            config: config.clone(),
            budget,
            policy: Policy::check(properties),
            assumptions: BTreeSet::new(),
            incomplete: None,
            steps: 0,
            states: 0,
            peak_objects: 0,
            next_poll: 0,
            at_work: Instant::now(),
        }
    }

    /// What the solver may use.
    pub fn solver_limits(budget: &Budget<'_>) -> Limits {
        // A clause takes about 75 bytes in the solver, which gets an eighth of the memory.
        let max_clauses = (budget.memory / 8 / 75).clamp(50_000, 4_000_000);
        let mut limits = Limits { max_clauses, ..Limits::none() };
        limits.deadline = budget.deadline;
        limits.cancel = budget.cancel.map(|cancel| Arc::clone(cancel.flag()));
        limits
    }

    pub fn cut(&mut self, kind: UnknownKind, why: impl Into<String>) {
        if self.incomplete.is_none() {
            self.incomplete = Some((kind, why.into()));
        }
    }

    /// Counts work and looks at the budget now and then.
    pub fn tick(&mut self, amount: u64) -> Res<()> {
        self.steps += amount;
        if self.steps < self.next_poll {
            return Ok(());
        }
        self.next_poll = self.steps + POLL;
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

    /// An operation on so many bytes, each of which is a record of its own. The budget of memory is watched from outside,
    /// between statements; a single one must not take a large part of it.
    pub fn bulk(&mut self, size: u64) -> Res<()> {
        self.tick(size / 16)?;
        if size.saturating_mul(RECORD) > self.budget.memory / 32 {
            let message = format!("an operation on {size} bytes at once takes too much memory");
            return unknown(UnknownKind::MemoryBudget, message);
        }
        Ok(())
    }

    /// The operation that the top frame executes.
    pub fn span<R, O>(&self, frames: &[Rc<Frame<R, O>>]) -> Span {
        let Some(frame) = frames.last() else { return Span::NONE };
        let Some(body) = self.program.functions[frame.func].body() else { return Span::NONE };
        let block = &body.blocks[frame.block];
        match block.statements.get(frame.at) {
            Some(statement) => statement.span,
            None => block.terminator.span,
        }
    }
}
