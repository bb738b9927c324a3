//! Proofs of loops and recursive functions: at loop heads, chains and trees of blocks become predicates, and a state that follows from one
//! that was there before is not followed again. What a recursive function does is found out once for all heaps like the one that it
//! was called with (`specification.rs`).
//!
//! Nothing is reported from here: where something could go wrong, or a block could be lost, there is no proof.

use crate::executor::Executor;
use crate::snapshot::{Place, place};
use crate::specification::Procedure;
use crate::state::{Origin, State};
use base::{FxHashMap, Span};
use semantics::Consequence;
use semantics::leak::Reach;
use sl::{Comparison, Formula, Learned};
use smt::path::Exhausted;
use std::rc::Rc;
use symexec::{Activation, Calls as _, Machine as _, Progress, Searchable as _, Steps as _, Stop};
use verdict::UnknownKind;

/// Why there is no proof.
#[derive(Debug)]
pub(crate) enum Failure {
    /// More is known of the predicates: everything begins anew.
    Learned,
    Unproved(UnknownKind, String, Span),
    Over(UnknownKind, String),
}

impl From<Exhausted> for Failure {
    fn from(why: Exhausted) -> Failure {
        match *Box::<Stop>::from(why) {
            Stop::Over(kind, message) => Failure::Over(kind, message),
            _ => Failure::Over(UnknownKind::TimeBudget, "the time budget is used up".to_owned()),
        }
    }
}

impl From<Box<Stop>> for Failure {
    fn from(stop: Box<Stop>) -> Failure {
        match *stop {
            Stop::Over(kind, message) => Failure::Over(kind, message),
            Stop::Unknown(kind, message) => Failure::Unproved(kind, message, Span::NONE),
            _ => Failure::Unproved(
                UnknownKind::Internal,
                "a step outside the program failed".to_owned(),
                Span::NONE,
            ),
        }
    }
}

/// So many states of one place that differ in numbers only are told apart before the numbers are forgotten.
const APART: usize = 3;
/// More states of one place are not followed.
const MOST_STATES: usize = 80;
/// Deeper calls are not followed: recursion by name has specifications.
const DEEPEST: usize = 40;

/// Formulas that were found to cover what comes to a place.
#[derive(Debug, Default)]
pub(crate) struct Covering {
    pub(crate) formulas: Vec<Formula<Origin>>,
    /// The control of the states there.
    pub(crate) control: Option<State>,
}

/// What becomes of a formula that comes to a place.
pub(crate) enum Arrival {
    /// One of them says it already.
    Covered,
    /// It has to be followed; it may have become weaker.
    New(Formula<Origin>),
}

pub(crate) struct Induction<'m, 'p> {
    pub(crate) machine: &'m mut Executor<'p>,
    pub(crate) learned: &'m mut Learned<Origin>,
    pub(crate) procedures: Vec<Procedure>,
    pub(crate) work: Vec<(usize, State)>,
    pub(crate) heads: FxHashMap<(usize, Place), Covering>,
}

impl Executor<'_> {
    pub(crate) fn asks_for_lost_blocks(&self) -> bool {
        self.work.policy.unfreed(Reach::Lost).is_some()
    }

    /// Whether blocks may be there at the end that should not.
    pub(crate) fn may_leak_at_end(&mut self, state: &State) -> Result<bool, Failure> {
        let mut formula = self.snapshot(state);
        formula.roots = self.root_values(state).into_iter().map(Some).collect();
        if !formula.normalise(&mut self.prover) || !self.is_possible(&formula)? {
            return Ok(false);
        }
        formula.purify(&mut self.prover);
        let (rest, lost) = formula.canonical(&mut self.prover);
        let held = rest.heap.live().any(|(_, segment)| segment.origin.kind == symexec::Kind::Heap)
            || !rest.heap.instances().is_empty();
        Ok(lost || held && self.work.policy.unfreed(Reach::Held).is_some())
    }
}

impl Induction<'_, '_> {
    pub(crate) fn run(&mut self) -> Result<(), Failure> {
        let program = self.machine.work.program;
        let nothing = || {
            let message = "the program has no main function".to_owned();
            Failure::Over(UnknownKind::NothingToCheck, message)
        };
        let main = semantics::initial::start(program).or(program.entry).ok_or_else(nothing)?;
        let body = program.functions[main].body().ok_or_else(nothing)?;
        let mut state = self.machine.initial_state();
        self.machine.fixed_segments = state.memory.len();
        self.learned.install(&mut state.memory);
        self.machine.enter(&mut state, main, body, Activation::default())?;
        self.procedures.push(Procedure::main());
        self.work.push((0, state));
        while let Some((procedure, state)) = self.work.pop() {
            self.follow(procedure, state)?;
        }
        if let Some((kind, message)) = self.machine.work.incomplete.take() {
            return Err(Failure::Unproved(kind, message, Span::NONE));
        }
        Ok(())
    }

    pub(crate) fn unproved<T>(
        &self,
        state: &State,
        kind: UnknownKind,
        message: impl Into<String>,
    ) -> Result<T, Failure> {
        Err(Failure::Unproved(kind, message.into(), self.machine.span(state)))
    }

    /// Executes a state up to the next places where states are compared.
    fn follow(&mut self, procedure: usize, mut state: State) -> Result<(), Failure> {
        self.machine.work.states += 1;
        loop {
            let depth = state.frames.len();
            let stop = match self.machine.step(&mut state) {
                Ok(Progress::Continue) => continue,
                Ok(Progress::Jumped) => {
                    let top = state.top();
                    let (func, block) = (top.func, top.block);
                    if state.frames.len() > depth && self.machine.work.facts.calls().is_recursive(func) {
                        return self.call(procedure, state);
                    }
                    if state.frames.len() > DEEPEST {
                        return self.unproved(&state, UnknownKind::StepBudget, "calls are too deep");
                    }
                    if self.is_head(func, block) {
                        return self.head(procedure, state);
                    }
                    continue;
                }
                Err(stop) => *stop,
            };
            if let Some((kind, message)) = self.machine.work.incomplete.take() {
                return self.unproved(&state, kind, message);
            }
            match stop {
                Stop::Fork(cases) => {
                    if let Some((index, end)) = self.machine.unfolding.take() {
                        let formula = self.machine.snapshot(&state);
                        for case in formula.unfold(&mut self.machine.prover, index, end) {
                            self.push(procedure, &state, case)?;
                        }
                        return Ok(());
                    }
                    for case in cases {
                        let mut next = state.clone();
                        next.assume(&case);
                        self.work.push((procedure, next));
                    }
                    return Ok(());
                }
                Stop::Fault(kind) => {
                    let work = &self.machine.work;
                    let consequence = work.policy.consequence(kind);
                    if consequence == Consequence::Finding {
                        let message = format!("with predicates, {} cannot be excluded", kind.name());
                        return self.unproved(&state, UnknownKind::PossibleFindings, message);
                    }
                    if let Some((kind, message)) = consequence.unknown(kind, false) {
                        return self.unproved(&state, kind, message);
                    }
                    return self.ended(procedure, &state);
                }
                Stop::Unknown(kind, message) => return self.unproved(&state, kind, message),
                Stop::Exit => {
                    if let Some(returned) = self.machine.returned.take()
                        && procedure != 0
                    {
                        return self.returned(procedure, state, returned);
                    }
                    if !state.atexit.is_empty() {
                        return self.unproved(
                            &state,
                            UnknownKind::Unsupported,
                            "handlers of the program's end",
                        );
                    }
                    return self.ended(procedure, &state);
                }
                Stop::ExitNow | Stop::Abort => return self.ended(procedure, &state),
                Stop::Assumed => return Ok(()),
                Stop::Over(kind, message) => return Err(Failure::Over(kind, message)),
            }
        }
    }

    fn is_head(&self, func: ir::FuncId, block: ir::BlockId) -> bool {
        self.machine.work.facts.function(func).is_some_and(|function| function.is_loop_head(block))
    }

    /// Control has come to a block from outside the steps of a state.
    pub(crate) fn arrived(&mut self, procedure: usize, state: State) -> Result<(), Failure> {
        if self.is_head(state.top().func, state.top().block) {
            return self.head(procedure, state);
        }
        self.work.push((procedure, state));
        Ok(())
    }

    /// Another Σ and Π for a state that goes on, if they are possible.
    pub(crate) fn push(
        &mut self,
        procedure: usize,
        state: &State,
        formula: Formula<Origin>,
    ) -> Result<(), Failure> {
        if !self.machine.is_possible(&formula)? {
            return Ok(());
        }
        match self.machine.restored(state, formula) {
            Some(next) => {
                self.work.push((procedure, next));
                Ok(())
            }
            None => self.unproved(state, UnknownKind::Internal, "a block of a frame has no address"),
        }
    }

    pub(crate) fn asks_for_leaks(&self) -> bool {
        self.machine.asks_for_lost_blocks()
    }

    /// The program ends here: nothing may be lost.
    fn ended(&mut self, procedure: usize, state: &State) -> Result<(), Failure> {
        if !self.asks_for_leaks() {
            return Ok(());
        }
        if procedure != 0 {
            let message = "the program ends in a recursive function";
            return self.unproved(state, UnknownKind::Unsupported, message);
        }
        if self.machine.may_leak_at_end(state)? {
            return self.unproved(
                state,
                UnknownKind::PossibleFindings,
                "with predicates, a leak cannot be excluded",
            );
        }
        Ok(())
    }

    /// Folds what a formula says of the heap; `None` if it is impossible.
    pub(crate) fn folded(
        &mut self,
        state: &State,
        mut formula: Formula<Origin>,
    ) -> Result<Option<Formula<Origin>>, Failure> {
        let prover = &mut self.machine.prover;
        if !formula.normalise(prover) {
            return Ok(None);
        }
        formula.purify(prover);
        formula.learn(prover, self.learned);
        formula.fold(prover, self.learned);
        if !formula.normalise(prover) {
            return Ok(None);
        }
        if self.learned.take_changed() {
            return Err(Failure::Learned);
        }
        let (formula, lost) = formula.canonical(prover);
        if lost && self.asks_for_leaks() {
            return self.unproved(
                state,
                UnknownKind::PossibleFindings,
                "with predicates, a leak cannot be excluded",
            );
        }
        Ok(Some(formula))
    }

    /// Control comes to the head of a loop.
    fn head(&mut self, procedure: usize, mut state: State) -> Result<(), Failure> {
        if !state.atexit.is_empty() {
            return self.unproved(&state, UnknownKind::Unsupported, "handlers of the program's end");
        }
        self.machine.drop_dead(&mut state);
        let formula = self.machine.snapshot(&state);
        let Some(folded) = self.folded(&state, formula)? else { return Ok(()) };
        let key = (procedure, place(&state));
        let mut covering = self.heads.remove(&key).unwrap_or_default();
        covering.control.get_or_insert_with(|| state.clone());
        let arrival = self.arrive(&mut covering, folded, APART);
        let too_many = covering.formulas.len() > MOST_STATES;
        self.heads.insert(key, covering);
        let Arrival::New(formula) = arrival? else { return Ok(()) };
        if too_many {
            return self.unproved(&state, UnknownKind::StepBudget, "a loop has too many kinds of heaps");
        }
        state.inputs = Rc::default();
        state.forks = 0;
        match self.machine.restored(&state, formula) {
            Some(next) => {
                self.work.push((procedure, next));
                Ok(())
            }
            None => self.unproved(&state, UnknownKind::Internal, "a block of a frame has no address"),
        }
    }

    /// Adds a formula to those that cover a place, if it does not follow from one of them. Where many differ only in numbers, it is
    /// made weaker.
    pub(crate) fn arrive(
        &mut self,
        covering: &mut Covering,
        mut formula: Formula<Origin>,
        apart: usize,
    ) -> Result<Arrival, Failure> {
        let prover = &mut self.machine.prover;
        for _ in 0..8 {
            let mut alike = Vec::new();
            for (index, known) in covering.formulas.iter().enumerate() {
                match formula.compare(prover, known, false)? {
                    Comparison::Follows(_) => return Ok(Arrival::Covered),
                    Comparison::Differs(mismatches) => alike.push((index, mismatches)),
                    Comparison::No => {}
                }
            }
            if alike.len() < apart {
                break;
            }
            let mut weaker = None;
            for (index, mismatches) in alike.iter().rev() {
                let known = &covering.formulas[*index];
                let mut wider = formula.clone();
                if !wider.generalise(prover, mismatches) {
                    continue;
                }
                let conditions = std::mem::take(&mut wider.pure);
                let Comparison::Follows(matching) = known.compare(prover, &wider, false)? else { continue };
                for condition in conditions {
                    let is_bound = prover.variables_of(condition).iter().all(|v| {
                        matching.map.contains_key(v)
                            || wider
                                .heap
                                .at_base(prover, *v)
                                .is_some_and(|id| base::Idx::index(id) < wider.fixed)
                    });
                    if !is_bound {
                        continue;
                    }
                    let there = prover.terms.substitute(condition, &matching.map);
                    if known.entails(prover, there)? {
                        wider.pure.push(condition);
                    }
                }
                weaker = Some(wider.canonical(prover).0);
                break;
            }
            match weaker {
                Some(wider) => formula = wider,
                None => break,
            }
        }
        covering.formulas.push(formula.clone());
        Ok(Arrival::New(formula))
    }
}
