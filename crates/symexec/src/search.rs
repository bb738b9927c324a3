//! The search: states in one of several orders, compared where the engine says so, until something goes wrong or nothing is left.

use crate::call::{Activation, Calls};
use crate::exec::{Progress, Steps};
use crate::frontier::Frontier;
use crate::machine::StateOf;
use crate::stop::Stop;
use ::engine::{Candidate, Confirm, Confirmation};
use absint::{Analysis, Fixpoint, Merge};
use base::{FxHashMap, Idx, IndexVec, Span, define_id};
use semantics::Consequence;
use semantics::leak::{LEAK_IS_OPEN, Reach};
use std::marker::PhantomData;
use std::rc::Rc;
use verdict::{
    Assumption, Certificate, Finding, FindingKind, Outcome, PropertySet, Stats, UnknownKind, UnknownReason,
    Verdict,
};

define_id!(
    /// A bucket of states with the same hash, or of states that are not compared at all.
    pub struct Bucket, "bucket"
);

/// States are compared within a bucket only.
const BUCKETS: usize = 1 << 14;
/// Statements that one state executes before another gets its turn.
const TURN: u64 = 4000;
/// A candidate that the concrete machine refuses this often is given up.
const REFUSALS: u32 = 3;
/// And one whose runs rest this often on what was made up: that costs a run, and says nothing of the next path.
const DOUBTS: u32 = 64;

/// What becomes of a state that has come to another block.
#[derive(Clone, Debug)]
pub enum Jump {
    Continue,
    /// It is compared with others; its form is in the state.
    Compare,
    Cut(UnknownKind, &'static str),
}

/// What the search asks of an engine beside the execution of a path.
pub trait Searchable<'p>: Calls<'p> {
    /// Globals, functions and labels with their initial contents; no frame yet.
    fn initial_state(&mut self) -> StateOf<'p, Self>;
    /// The allocation sites of what is still allocated at the program's end.
    fn leaks(&mut self, state: &mut StateOf<'p, Self>) -> Vec<(Span, Reach)>;
    /// Whether a run with these inputs is sure to go the way of the state.
    fn is_exact(&self, _state: &StateOf<'p, Self>) -> bool {
        true
    }
    fn jumped(&mut self, _state: &mut StateOf<'p, Self>) -> Jump {
        Jump::Continue
    }
    /// What is left open although all paths were followed.
    fn left_open(&self) -> Option<(Span, UnknownKind, &'static str)> {
        None
    }
    /// What is needed to recognise a state again that was compared.
    fn forget(&mut self, _state: StateOf<'p, Self>) -> Option<StateOf<'p, Self>> {
        None
    }
    fn stats(&self) -> Stats;

    /// The inputs of a run that goes the way of the state.
    fn candidate(&mut self, state: &StateOf<'p, Self>, kind: FindingKind, span: Span) -> Candidate {
        let is_exact = self.is_exact(state);
        let terms = &self.solver().terms;
        let inputs = state.inputs.iter().map(|input| {
            let value = state.path.model.value(terms, input.variable);
            let number = value.as_bv().and_then(|bv| match input.signed {
                true => bv.to_i128(),
                false => bv.to_u128().map(|n| n as i128),
            });
            number.unwrap_or(0)
        });
        let uninitialised = state.inputs.iter().map(|input| input.uninitialised).collect();
        Candidate { kind, span, inputs: inputs.collect(), uninitialised, is_exact }
    }
}

struct Search<'h, 'p, M> {
    machine: &'h mut M,
    program: PhantomData<&'p ()>,
    confirm: &'h dyn Confirm,
    spread: usize,
    refused: FxHashMap<(FindingKind, Span), u32>,
    doubts: FxHashMap<(FindingKind, Span), u32>,
    /// The first violation that a run shows, but not one of which it is known that the program has it.
    doubtful: Option<(Vec<Finding>, Vec<Assumption>, String)>,
    /// The path at which the search stopped being complete.
    cut_at: Option<Span>,
    frontier: Frontier,
}

/// Why the search ends.
enum Ended {
    Found(Vec<Finding>, Vec<Assumption>),
    Over(UnknownKind, String),
}

/// Follows the paths of the program. Every candidate is given to `confirm`; only what it confirms is a violation.
pub fn search<'p, M: Searchable<'p>>(
    mut machine: M,
    properties: PropertySet,
    confirm: &dyn Confirm,
) -> Outcome {
    let mut search = Search {
        machine: &mut machine,
        program: PhantomData,
        confirm,
        spread: 0,
        refused: FxHashMap::default(),
        doubts: FxHashMap::default(),
        doubtful: None,
        cut_at: None,
        frontier: Frontier::default(),
    };
    let mut ended = search.run();
    if let Err(Ended::Over(_, message)) = &mut ended
        && let Some(most @ 1..) = search.exhausted()
    {
        let inputs = if most == 1 { "input" } else { "inputs" };
        message.push_str(&format!("; no run with at most {most} {inputs} has an error: all were looked at"));
    }
    if let (Ok(()), Some((span, kind, message))) = (&ended, search.machine.left_open()) {
        search.cut_at.get_or_insert(span);
        search.machine.cut(kind, message);
    }
    let (doubtful, cut_at) = (search.doubtful.take(), search.cut_at);
    let stats = machine.stats();
    let unknown = |kind, message| {
        let span = cut_at.unwrap_or(Span::NONE);
        Verdict::Unknown(UnknownReason { kind, span, message })
    };
    let work = machine.work_mut();
    let (verdict, findings, assumptions) = match ended {
        Err(Ended::Found(findings, assumptions)) => (Verdict::Violated, findings, assumptions),
        Err(Ended::Over(kind, message)) => (unknown(kind, message), Vec::new(), Vec::new()),
        Ok(()) => match work.incomplete.take() {
            Some((kind, message)) => (unknown(kind, message), Vec::new(), Vec::new()),
            None => {
                let certificate = Certificate::ExhaustiveSearch { states: work.states, steps: work.steps };
                (Verdict::Proved(certificate), Vec::new(), work.assumptions.iter().cloned().collect())
            }
        },
    };
    let budget = work.budget;
    let mut outcome = Outcome { assumptions, stats, ..Outcome::new(properties, verdict, findings) };
    if let (Verdict::Unknown(_), Some((findings, assumptions, message))) = (outcome.verdict(), doubtful) {
        outcome = Outcome { findings, assumptions, ..outcome };
        outcome.doubt(UnknownKind::ExternalFunction, message);
    }
    match outcome.verdict() {
        Verdict::Violated => budget.skip_destructors_after_answer(machine),
        _ => budget.skip_destructors_at_exit(machine),
    }
    outcome
}

impl<'p, M: Searchable<'p>> Search<'_, 'p, M> {
    fn run(&mut self) -> Result<(), Ended> {
        let program = self.machine.work().program;
        let nothing = |message: &str| Err(Ended::Over(UnknownKind::NothingToCheck, message.to_owned()));
        let Some(main) = semantics::initial::start(program).or(program.entry) else {
            return nothing("the program has no main function");
        };
        let Some(body) = program.functions[main].body() else {
            return nothing("the main function has no definition");
        };
        let mut state = self.machine.initial_state();
        if let Err(stop) = self.machine.enter(&mut state, main, body, Activation::default()) {
            return match *stop {
                Stop::Unknown(kind, message) | Stop::Over(kind, message) => Err(Ended::Over(kind, message)),
                _ => nothing("the main function cannot be entered"),
            };
        }
        let ranks = IndexVec::from_elem(0u32, BUCKETS);
        let order = self.machine.work().config.order;
        let mut fixpoint: Fixpoint<Bucket, StateOf<'p, M>> = Fixpoint::new(order, ranks);
        self.frontier.wait(state.inputs.len(), state.canon.as_ref());
        fixpoint.arrive(self, Bucket::new(0), state);
        let result = fixpoint.run(self);
        let budget = self.machine.work().budget;
        match &result {
            Err(Ended::Found(..)) => budget.skip_destructors_after_answer(fixpoint),
            _ => budget.skip_destructors_at_exit(fixpoint),
        }
        result
    }

    /// Of how many inputs at most all runs were followed to their ends, if the search ends before it is through.
    fn exhausted(&self) -> Option<usize> {
        let is_complete = self.machine.work().incomplete.is_none() && self.machine.left_open().is_none();
        self.frontier.exhausted().filter(|_| is_complete && self.doubtful.is_none())
    }

    /// A bucket for a state that is not compared with others.
    fn anywhere(&mut self) -> Bucket {
        self.spread = (self.spread + 1) % BUCKETS;
        Bucket::new(self.spread)
    }

    fn cut(&mut self, state: &StateOf<'p, M>, kind: UnknownKind, message: impl Into<String>) {
        if self.machine.work().incomplete.is_none() {
            self.cut_at = Some(self.machine.span(state));
        }
        self.machine.cut(kind, message);
    }

    /// Asks the concrete machine. False if the user does not want to hear of what it shows.
    fn ask(&mut self, state: &StateOf<'p, M>, kind: FindingKind, span: Span) -> Result<bool, Ended> {
        let times = self.refused.entry((kind, span)).or_insert(0);
        let doubts = self.doubts.entry((kind, span)).or_insert(0);
        if *times >= REFUSALS || *doubts >= DOUBTS {
            return Ok(true);
        }
        *times += 1;
        let candidate = self.machine.candidate(state, kind, span);
        match self.confirm.confirm(&candidate) {
            Confirmation::Confirmed(findings, assumptions) => {
                return Err(Ended::Found(findings, assumptions));
            }
            // Other paths to the same place may do without what was made up.
            Confirmation::Doubtful(findings, assumptions, message) => {
                *self.refused.entry((kind, span)).or_insert(1) -= 1;
                *self.doubts.entry((kind, span)).or_insert(0) += 1;
                self.cut(state, UnknownKind::ExternalFunction, message.clone());
                self.doubtful.get_or_insert((findings, assumptions, message));
            }
            Confirmation::Ignored => {
                *self.refused.entry((kind, span)).or_insert(1) -= 1;
                return Ok(false);
            }
            Confirmation::Refused(_) => {
                let message = format!("a finding ({}) was not confirmed by a concrete run", kind.name());
                self.cut(state, UnknownKind::Internal, message);
            }
            Confirmation::OutOfBudget(kind, message) => self.cut(state, kind, message),
        }
        Ok(true)
    }

    /// Something went wrong on the path, at the statement that the state stands at.
    fn fault(&mut self, state: &mut StateOf<'p, M>, kind: FindingKind) -> Result<(), Ended> {
        let span = self.machine.span(state);
        let work = self.machine.work();
        let (policy, ignored) = (work.policy, work.config.analysis.is_ignored(kind, span));
        let mut consequence = policy.consequence(kind);
        if consequence == Consequence::Finding {
            if !ignored && self.ask(state, kind, span)? {
                return Ok(());
            }
            consequence = policy.unasked(kind);
        }
        match consequence.unknown(kind, ignored) {
            Some((kind, message)) => {
                self.cut(state, kind, message);
                Ok(())
            }
            None => self.ended(state),
        }
    }

    /// The program ends: what is still allocated?
    fn ended(&mut self, state: &mut StateOf<'p, M>) -> Result<(), Ended> {
        let policy = self.machine.work().policy;
        if policy.unfreed(Reach::Lost).is_none() {
            return Ok(());
        }
        let leaks = self.machine.leaks(state);
        let found = |kind: FindingKind| leaks.iter().find(|(_, reach)| policy.unfreed(*reach) == Some(kind));
        for kind in [FindingKind::MemoryLeak, FindingKind::NotFreedAtExit] {
            if let Some(&(site, _)) = found(kind)
                && self.ask(state, kind, site)?
            {
                return Ok(());
            }
        }
        if leaks.iter().any(|&(_, reach)| policy.leak_is_open(reach)) {
            self.cut(state, UnknownKind::Nondeterminism, LEAK_IS_OPEN);
        }
        Ok(())
    }

    /// `exit`: the handlers run, the last first. True if the state goes on.
    fn handlers(&mut self, state: &mut StateOf<'p, M>) -> Result<bool, Ended> {
        let Some(handler) = Rc::make_mut(&mut state.atexit).pop() else { return Ok(false) };
        let Some(body) = self.machine.work().program.functions[handler].body() else {
            self.cut(state, UnknownKind::Unsupported, "an exit handler of the library");
            return Ok(true);
        };
        let entry = Activation { handler: true, ..Activation::default() };
        match self.machine.enter(state, handler, body, entry) {
            Ok(()) => Ok(true),
            Err(_) => {
                self.cut(state, UnknownKind::Unsupported, "an exit handler that cannot be called");
                Ok(false)
            }
        }
    }

    fn execute(
        &mut self,
        state: &StateOf<'p, M>,
        out: &mut Vec<(Bucket, StateOf<'p, M>)>,
    ) -> Result<(), Ended> {
        let work = self.machine.work_mut();
        work.states += 1;
        if let Some(progress) = &work.config.progress {
            progress.count_state(state.frames.last().map(|frame| frame.func));
        }
        let path_steps = work.config.path_steps;
        let mut state = state.clone();
        state.canon = None;
        let turn = state.steps + TURN;
        loop {
            let stop = match self.machine.step(&mut state) {
                Ok(Progress::Continue) => continue,
                Ok(Progress::Jumped) => {
                    if path_steps.is_some_and(|limit| state.steps > limit) {
                        self.cut(&state, UnknownKind::StepBudget, "long paths are cut");
                        return Ok(());
                    }
                    match self.machine.jumped(&mut state) {
                        Jump::Continue if state.steps <= turn => continue,
                        Jump::Cut(kind, message) => self.cut(&state, kind, message),
                        Jump::Continue => {
                            let bucket = self.anywhere();
                            out.push((bucket, state));
                        }
                        Jump::Compare => {
                            let form = state.canon.as_deref().unwrap_or_default();
                            out.push((Bucket::new(hash(form) as usize % BUCKETS), state));
                        }
                    }
                    return Ok(());
                }
                Err(stop) => stop,
            };
            if self.cut_at.is_none() && self.machine.work().incomplete.is_some() {
                self.cut_at = Some(self.machine.span(&state));
            }
            match *stop {
                Stop::Fork(cases) => {
                    if let [case] = cases.as_slice() {
                        state.assume(case);
                        continue;
                    }
                    for case in cases {
                        let mut next = state.clone();
                        next.assume(&case);
                        let bucket = self.anywhere();
                        out.push((bucket, next));
                    }
                    return Ok(());
                }
                Stop::Fault(kind) => return self.fault(&mut state, kind),
                Stop::Unknown(kind, message) => {
                    self.cut(&state, kind, message);
                    return Ok(());
                }
                Stop::Exit => {
                    if self.handlers(&mut state)? {
                        continue;
                    }
                    return self.ended(&mut state);
                }
                Stop::ExitNow | Stop::Abort => return self.ended(&mut state),
                Stop::Assumed => return Ok(()),
                Stop::Over(kind, message) => return Err(Ended::Over(kind, message)),
            }
        }
    }
}

fn hash(form: &[u64]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for &word in form {
        hash = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^= hash >> 29;
    }
    hash
}

impl<'p, M: Searchable<'p>> Analysis for Search<'_, 'p, M> {
    type Location = Bucket;
    type State = StateOf<'p, M>;
    type Stop = Ended;

    fn transfer(
        &mut self,
        _: Bucket,
        state: &StateOf<'p, M>,
        out: &mut Vec<(Bucket, StateOf<'p, M>)>,
    ) -> Result<(), Ended> {
        self.execute(state, out)?;
        self.frontier.leave(state.inputs.len());
        for (_, next) in out.iter() {
            self.frontier.wait(next.inputs.len(), next.canon.as_ref());
        }
        Ok(())
    }

    fn merge(&mut self, _: Bucket, new: &StateOf<'p, M>, old: &StateOf<'p, M>) -> Merge<StateOf<'p, M>> {
        match (&new.canon, &old.canon) {
            (Some(a), Some(b)) if a == b => {
                self.frontier.cover(new.inputs.len(), b);
                Merge::Covered
            }
            _ => Merge::Separate,
        }
    }

    fn processed(&mut self, state: StateOf<'p, M>) -> Option<StateOf<'p, M>> {
        // Only the canonical form is needed to recognise the state again.
        state.canon.as_ref()?;
        self.machine.forget(state)
    }
}
