//! Specifications of recursive functions: the heap that a call can reach is taken out of the caller's, folded, and the function is executed
//! for all such heaps. What it leaves behind is put back beside the rest of each caller's heap. A call whose heap follows from the
//! precondition of one that was executed before, or is on its way, uses its results as they come.

use crate::executor::Executor;
use crate::induction::{Arrival, Covering, Failure, Induction};
use crate::state::{Origin, State};
use base::{FxHashSet, Idx};
use ir::{FuncId, Scalar};
use semantics::execution::Returned;
use sl::{Comparison, Formula, Learned, SegmentId};
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
    pub(crate) func: Option<FuncId>,
    pub(crate) precondition: Option<Formula<Origin>>,
    pub(crate) results: Vec<Outcome>,
    /// The frame of the function where it begins.
    pub(crate) entry: Option<State>,
    covering: Covering,
    waiting: Vec<Rc<Waiting>>,
}

#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    scalar: Option<Scalar>,
    pub(crate) formula: Formula<Origin>,
}

/// A caller that goes on with each result.
#[derive(Debug)]
struct Waiting {
    procedure: usize,
    caller: Caller,
}

/// Who has called a recursive function, and what it keeps to itself.
#[derive(Debug)]
pub(crate) struct Caller {
    /// The frames of the callers.
    state: State,
    frame: Formula<Origin>,
    touched: FxHashSet<SegmentId>,
    dst: Option<ir::LocalId>,
}

/// A call of a recursive function, by the frame rule.
pub(crate) struct Called {
    pub(crate) func: FuncId,
    /// Its own frame alone.
    pub(crate) entry: State,
    pub(crate) caller: Caller,
    /// What the function gets.
    pub(crate) local: Formula<Origin>,
    /// Blocks were left out of that to which nothing leads.
    pub(crate) lost: bool,
    /// The whole heap before it was folded and split, as it was folded, and whether blocks were left out there.
    pub(crate) explicit: Formula<Origin>,
    pub(crate) folded: (Formula<Origin>, bool),
}

impl Procedure {
    pub(crate) fn main() -> Procedure {
        Procedure::default()
    }
}

impl Induction<'_, '_> {
    /// Control has come to the entry of a recursive function, which is the top frame.
    pub(crate) fn call(&mut self, procedure: usize, state: State) -> Result<(), Failure> {
        let Some(called) = self.machine.split_at_call(state, self.learned, true)? else { return Ok(()) };
        if self.learned.take_changed() {
            return Err(Failure::Learned);
        }
        let Called { func, mut entry, caller, local, lost, .. } = called;
        if lost && self.asks_for_leaks() {
            return self.unproved(
                &caller.state,
                UnknownKind::PossibleFindings,
                "with predicates, a leak cannot be excluded",
            );
        }
        let waiting = Rc::new(Waiting { procedure, caller });
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
                    entry: Some(entry.clone()),
                    ..Procedure::default()
                });
                let index = self.procedures.len() - 1;
                self.work.push((index, entry));
                index
            }
        };
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
            Arrival::Covered => Ok(local),
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
        let arrival = self.arrive(&mut covering, folded, RESULTS_APART);
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
        match self.machine.resumed(&waiting.caller, result)? {
            // Control may have come to the head of a loop.
            Some(state) => self.arrived(waiting.procedure, state),
            None => Ok(()),
        }
    }
}

impl Executor<'_> {
    fn no_specification<T>(&self, state: &State, kind: UnknownKind, message: &str) -> Result<T, Failure> {
        Err(Failure::Unproved(kind, message.to_owned(), self.span(state)))
    }

    /// The heap of a call is folded, and what the function can reach is taken out. `None` if it cannot happen.
    pub(crate) fn split_at_call(
        &mut self,
        mut state: State,
        learned: &mut Learned<Origin>,
        learns: bool,
    ) -> Result<Option<Called>, Failure> {
        if !state.atexit.is_empty() {
            return self.no_specification(&state, UnknownKind::Unsupported, "handlers of the program's end");
        }
        let top = state.top();
        if top.must_not_return || top.handler || top.varargs.is_some() {
            let message = "a recursive function of an unusual kind";
            return self.no_specification(&state, UnknownKind::Unsupported, message);
        }
        let (func, dst) = (top.func, top.dst);
        let body = self.body(&state);
        let parameters = body.param_count as usize;
        // What the function was called with stays known while it runs.
        let given: Vec<TermId> = (0..parameters)
            .filter(|&i| body.locals[ir::LocalId::new(i)].register)
            .filter_map(|i| state.top().regs[i])
            .collect();
        self.drop_dead(&mut state);
        let mut formula = self.snapshot(&state);
        let own = formula.roots.len();
        formula.roots.extend(given.iter().map(|&t| Some(t)));
        // Folded, but with the names that it has.
        if !formula.normalise(&mut self.prover) {
            return Ok(None);
        }
        formula.purify(&mut self.prover);
        let explicit = formula.clone();
        if learns {
            formula.learn(&mut self.prover, learned);
        }
        formula.fold(&mut self.prover, learned);
        if !formula.normalise(&mut self.prover) {
            return Ok(None);
        }
        let folded = formula.canonical(&mut self.prover);
        let given: Vec<TermId> = formula.roots.split_off(own).into_iter().flatten().collect();
        let inherited = formula.roots.split_off(own - state.own.shared.len());
        let registers = state.top().regs.len() + state.top().blocks.len();
        let callee = formula.roots.split_off(formula.roots.len() - registers);
        formula.roots.extend(inherited);
        let effects = self.work.facts.effects().of(func);
        let touched: FxHashSet<SegmentId> = effects.named.iter().map(|id| self.global_segment(id)).collect();
        let split = formula.split(&mut self.prover, &callee, &given, touched);
        let mut entry = state.clone();
        let mut callers = state;
        entry.frames.drain(..entry.frames.len() - 1);
        Rc::make_mut(&mut entry.frames[0]).dst = None;
        callers.frames.pop();
        let (local, lost) = split.local.canonical(&mut self.prover);
        let caller = Caller { state: callers, frame: split.frame, touched: split.touched, dst };
        Ok(Some(Called { func, entry, caller, local, lost, explicit, folded }))
    }

    /// The caller's state after a call with a result; `None` if the result is impossible there.
    pub(crate) fn resumed(&mut self, caller: &Caller, result: &Outcome) -> Result<Option<State>, Failure> {
        let whole = caller.frame.with_result(&mut self.prover, &result.formula, 1, &caller.touched);
        let Some(mut whole) = whole else { return Ok(None) };
        let value = whole.roots.pop().flatten();
        if !self.is_possible(&whole)? {
            return Ok(None);
        }
        let Some(mut state) = self.restored(&caller.state, whole) else {
            let message = "a block of a frame has no address";
            return self.no_specification(&caller.state, UnknownKind::Internal, message);
        };
        let returned = match (value, result.scalar) {
            (Some(value), Some(scalar)) => Returned::Scalar(value, scalar),
            _ => Returned::Nothing,
        };
        let next = state.top_mut().next.take();
        let moved =
            self.deliver(&mut state, returned, caller.dst).and_then(|()| self.goes_on(&mut state, next));
        if let Err(stop) = moved {
            return match *stop {
                Stop::Over(kind, message) => Err(Failure::Over(kind, message)),
                _ => {
                    let message = "the result of a recursive function";
                    self.no_specification(&state, UnknownKind::Unsupported, message)
                }
            };
        }
        Ok(Some(state))
    }
}
