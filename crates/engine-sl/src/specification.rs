//! Specifications of recursive functions: the heap that a call can reach is taken out of the caller's, folded, and the function is executed
//! for all such heaps. What it leaves behind is put back beside the rest of each caller's heap. A call whose heap follows from the
//! precondition of one that was executed before, or is on its way, uses its results as they come.

use crate::induction::{Arrival, Covering, Failure, Induction};
use crate::state::{Origin, State};
use base::{FxHashSet, Idx};
use ir::{FuncId, Scalar};
use semantics::execution::Returned;
use sl::{Comparison, Formula, SegmentId};
use smt::TermId;
use std::rc::Rc;
use symexec::{Calls as _, Machine as _, ReturnedOf, Stop};
use verdict::UnknownKind;

/// Results that differ in numbers only are told apart up to so many.
const RESULTS_APART: usize = 3;
/// Preconditions of one function beyond this are not distinguished.
const MOST_PRECONDITIONS: usize = 16;
const MOST_RESULTS: usize = 24;

/// A function with a precondition, and what it can leave behind.
#[derive(Debug, Default)]
pub(crate) struct Procedure {
    func: Option<FuncId>,
    precondition: Option<Formula<Origin>>,
    results: Vec<Outcome>,
    covering: Covering,
    waiting: Vec<Rc<Waiting>>,
}

#[derive(Clone, Debug)]
struct Outcome {
    scalar: Option<Scalar>,
    formula: Formula<Origin>,
}

/// A caller that goes on with each result.
#[derive(Debug)]
struct Waiting {
    procedure: usize,
    /// The frames of the callers.
    state: State,
    frame: Formula<Origin>,
    touched: FxHashSet<SegmentId>,
    dst: Option<ir::LocalId>,
}

impl Procedure {
    pub(crate) fn main() -> Procedure {
        Procedure::default()
    }
}

impl Induction<'_, '_> {
    /// Control has come to the entry of a recursive function, which is the top frame.
    pub(crate) fn call(&mut self, procedure: usize, mut state: State) -> Result<(), Failure> {
        if !state.atexit.is_empty() {
            return self.unproved(&state, UnknownKind::Unsupported, "handlers of the program's end");
        }
        let top = state.top();
        if top.must_not_return || top.handler || top.varargs.is_some() {
            return self.unproved(
                &state,
                UnknownKind::Unsupported,
                "a recursive function of an unusual kind",
            );
        }
        let (func, dst) = (top.func, top.dst);
        let body = self.machine.body(&state);
        let parameters = body.param_count as usize;
        // What the function was called with stays known while it runs.
        let given: Vec<TermId> = (0..parameters)
            .filter(|&i| body.locals[ir::LocalId::new(i)].register)
            .filter_map(|i| state.top().regs[i])
            .collect();
        self.machine.drop_dead(&mut state);
        let mut formula = self.machine.snapshot(&state);
        let own = formula.roots.len();
        formula.roots.extend(given.iter().map(|&t| Some(t)));
        // Folded, but with the names that it has.
        if !formula.normalise(&mut self.machine.prover) {
            return Ok(());
        }
        formula.purify(&mut self.machine.prover);
        let explicit = formula.clone();
        formula.learn(&mut self.machine.prover, self.learned);
        formula.fold(&mut self.machine.prover, self.learned);
        if !formula.normalise(&mut self.machine.prover) {
            return Ok(());
        }
        if self.learned.take_changed() {
            return Err(Failure::Learned);
        }
        let (canonical, lost) = formula.canonical(&mut self.machine.prover);
        self.confirm(&state, &explicit, &canonical, lost)?;
        let given: Vec<TermId> = formula.roots.split_off(own).into_iter().flatten().collect();
        let inherited = formula.roots.split_off(own - state.own.shared.len());
        let registers = state.top().regs.len() + state.top().blocks.len();
        let callee = formula.roots.split_off(formula.roots.len() - registers);
        formula.roots.extend(inherited);
        let effects = self.machine.work.facts.effects().of(func);
        let touched: FxHashSet<SegmentId> =
            effects.named.iter().map(|id| self.machine.global_segment(id)).collect();
        let split = formula.split(&mut self.machine.prover, &callee, &given, touched);
        let mut entry = state.clone();
        let mut callers = state;
        entry.frames.drain(..entry.frames.len() - 1);
        Rc::make_mut(&mut entry.frames[0]).dst = None;
        callers.frames.pop();
        let (local, lost) = split.local.canonical(&mut self.machine.prover);
        if lost && self.asks_for_leaks() {
            return self.unproved(
                &callers,
                UnknownKind::PossibleFindings,
                "with predicates, a leak cannot be excluded",
            );
        }
        let waiting =
            Rc::new(Waiting { procedure, state: callers, frame: split.frame, touched: split.touched, dst });
        let covered = local.clone();
        let index = match self.precondition_for(func, &local)? {
            Some(index) => index,
            None => {
                let local = self.weakened(func, local)?;
                if self.procedures.iter().filter(|p| p.func == Some(func)).count() > MOST_PRECONDITIONS {
                    let message = "a recursive function is called with too many kinds of heaps";
                    return self.unproved(&entry, UnknownKind::StepBudget, message);
                }
                entry.inputs = Rc::default();
                entry.forks = 0;
                let Some(entry) = self.machine.restored(&entry, local.clone()) else {
                    return self.unproved(&entry, UnknownKind::Internal, "a block of a frame has no address");
                };
                self.procedures.push(Procedure {
                    func: Some(func),
                    precondition: Some(local),
                    ..Procedure::default()
                });
                let index = self.procedures.len() - 1;
                self.work.push((index, entry));
                index
            }
        };
        if let Some(precondition) = self.procedures[index].precondition.clone() {
            self.confirm(&waiting.state, &covered, &precondition, false)?;
        }
        self.procedures[index].waiting.push(Rc::clone(&waiting));
        for result in self.procedures[index].results.clone() {
            self.resume(&waiting, &result)?;
        }
        Ok(())
    }

    /// The heaps with which recursive functions were called, as their specifications say it.
    pub(crate) fn preconditions(&self) -> Vec<(FuncId, Formula<Origin>)> {
        let given = |procedure: &Procedure| Some((procedure.func?, procedure.precondition.clone()?));
        self.procedures.iter().filter_map(given).collect()
    }

    /// A precondition that the heap of a call satisfies.
    fn precondition_for(&mut self, func: FuncId, local: &Formula<Origin>) -> Result<Option<usize>, Failure> {
        for (index, procedure) in self.procedures.iter().enumerate() {
            let Some(precondition) = procedure.precondition.as_ref().filter(|_| procedure.func == Some(func))
            else {
                continue;
            };
            let comparison = local.compare(&mut self.machine.prover, precondition, false)?;
            if let Comparison::Follows(_) = comparison {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }

    /// The precondition of a call, weakened so that it holds for one that differs from it in values only.
    fn weakened(&mut self, func: FuncId, local: Formula<Origin>) -> Result<Formula<Origin>, Failure> {
        let mut covering = Covering::default();
        let known = self.procedures.iter().filter(|procedure| procedure.func == Some(func));
        covering.formulas.extend(known.filter_map(|procedure| procedure.precondition.clone()));
        match self.arrive(&mut covering, local.clone(), 1)? {
            Arrival::New(formula) => Ok(formula),
            Arrival::Covered(_) => Ok(local),
        }
    }

    /// A recursive function returns.
    pub(crate) fn returned(
        &mut self,
        procedure: usize,
        state: State,
        returned: ReturnedOf<'static, crate::executor::Executor<'static>>,
    ) -> Result<(), Failure> {
        if !state.atexit.is_empty() {
            return self.unproved(&state, UnknownKind::Unsupported, "handlers of the program's end");
        }
        let (value, scalar) = match returned {
            Returned::Nothing => (None, None),
            Returned::Scalar(value, scalar) => (Some(value), Some(scalar)),
            Returned::Block(_) => {
                let message = "a recursive function that returns a structure";
                return Err(Failure::Unproved(
                    UnknownKind::Unsupported,
                    message.to_owned(),
                    base::Span::NONE,
                ));
            }
        };
        let mut formula = self.machine.snapshot(&state);
        formula.roots.insert(0, value);
        let Some(folded) = self.folded(&state, formula)? else { return Ok(()) };
        let mut covering = std::mem::take(&mut self.procedures[procedure].covering);
        let arrival = self.arrive_confirmed(&state, &mut covering, folded, RESULTS_APART);
        let too_many = covering.formulas.len() > MOST_RESULTS;
        self.procedures[procedure].covering = covering;
        let Arrival::New(formula) = arrival? else { return Ok(()) };
        if too_many {
            let message = "a recursive function leaves too many kinds of heaps".to_owned();
            return Err(Failure::Unproved(UnknownKind::StepBudget, message, base::Span::NONE));
        }
        let result = Outcome { scalar, formula };
        self.procedures[procedure].results.push(result.clone());
        for waiting in self.procedures[procedure].waiting.clone() {
            self.resume(&waiting, &result)?;
        }
        Ok(())
    }

    /// A caller goes on with a result.
    fn resume(&mut self, waiting: &Waiting, result: &Outcome) -> Result<(), Failure> {
        let whole = waiting.frame.with_result(&mut self.machine.prover, &result.formula, 1, &waiting.touched);
        let Some(mut whole) = whole else { return Ok(()) };
        let value = whole.roots.pop().flatten();
        if !self.machine.is_possible(&whole)? {
            return Ok(());
        }
        let Some(mut state) = self.machine.restored(&waiting.state, whole) else {
            return self.unproved(&waiting.state, UnknownKind::Internal, "a block of a frame has no address");
        };
        let returned = match (value, result.scalar) {
            (Some(value), Some(scalar)) => Returned::Scalar(value, scalar),
            _ => Returned::Nothing,
        };
        let next = state.top_mut().next.take();
        let moved = self
            .machine
            .deliver(&mut state, returned, waiting.dst)
            .and_then(|()| self.machine.goes_on(&mut state, next));
        if let Err(stop) = moved {
            return match *stop {
                Stop::Over(kind, message) => Err(Failure::Over(kind, message)),
                _ => self.unproved(&state, UnknownKind::Unsupported, "the result of a recursive function"),
            };
        }
        // Control may have come to the head of a loop.
        self.arrived(waiting.procedure, state)
    }
}
