//! The search: states in one of several orders, compared at loop heads, until something goes wrong or nothing is left.

use crate::call::Activation;
use crate::exec::Progress;
use crate::fault::Stop;
use crate::hunter::{Config, Hunter};
use crate::memory::Memory;
use crate::state::State;
use ::engine::{Budget, Candidate, Confirm, Confirmation};
use absint::{Analysis, Fixpoint, Merge};
use base::{FxHashMap, Idx, IndexVec, Span, define_id};
use facts::Facts;
use semantics::Consequence;
use semantics::leak::{LEAK_IS_OPEN, Reach};
use std::rc::Rc;
use verdict::{
    Assumption, Certificate, Finding, FindingKind, Outcome, Property, PropertySet, Stats, UnknownKind,
    UnknownReason, Verdict,
};

define_id!(
    /// A bucket of states with the same hash, or of states that are not compared at all.
    pub(crate) struct Bucket, "bucket"
);

/// States are compared within a bucket only.
const BUCKETS: usize = 1 << 14;
/// Statements that one state executes before another gets its turn.
const TURN: u64 = 4000;
/// A candidate that the concrete machine refuses this often is given up.
const REFUSALS: u32 = 3;

struct Search<'h, 'p> {
    hunter: &'h mut Hunter<'p>,
    confirm: &'h dyn Confirm,
    spread: usize,
    refused: FxHashMap<(FindingKind, Span), u32>,
    /// The first violation that a run shows, but not one of which it is known that the program has it.
    doubtful: Option<(Vec<Finding>, Vec<Assumption>, String)>,
    /// The path at which the search stopped being complete.
    cut_at: Option<Span>,
    /// Where a block was allocated that a run loses before it goes round a loop. Runs that end show it at their end; one
    /// that goes round forever never does.
    lost: Option<Span>,
}

/// Why the search ends.
enum Ended {
    Found(Vec<Finding>, Vec<Assumption>),
    Over(UnknownKind, String),
}

/// Looks for runs that violate the properties. Every candidate is given to `confirm`; only what it confirms is a violation.
pub fn hunt(
    facts: &Facts<'_>,
    properties: PropertySet,
    config: &Config,
    budget: Budget<'_>,
    confirm: &dyn Confirm,
) -> Outcome {
    let mut hunter = Hunter::new(facts, properties, config, budget);
    let mut search = Search {
        hunter: &mut hunter,
        confirm,
        spread: 0,
        refused: FxHashMap::default(),
        doubtful: None,
        cut_at: None,
        lost: None,
    };
    let ended = search.run();
    if let (Ok(()), Some(site)) = (&ended, search.lost) {
        search.cut_at.get_or_insert(site);
        let message = "a run that may never end loses a block that is allocated here";
        search.hunter.oracle.cut(UnknownKind::PossibleFindings, message);
    }
    let doubtful = search.doubtful.take();
    let cut_at = search.cut_at;
    let engine = match config.order {
        absint::Order::BreadthFirst => "hunt-bfs",
        _ => "hunt-dfs",
    };
    let stats = Stats {
        engine,
        steps: hunter.steps,
        states: hunter.states,
        peak_objects: hunter.peak_objects as u64,
        questions: None,
    };
    let unknown = |kind, message| {
        let span = cut_at.unwrap_or(Span::NONE);
        Verdict::Unknown(UnknownReason { kind, span, message })
    };
    let (verdict, findings, assumptions) = match ended {
        Err(Ended::Found(findings, assumptions)) => (Verdict::Violated, findings, assumptions),
        Err(Ended::Over(kind, message)) => (unknown(kind, message), Vec::new(), Vec::new()),
        Ok(()) => match hunter.oracle.incomplete.take() {
            Some((kind, message)) => (unknown(kind, message), Vec::new(), Vec::new()),
            None => {
                let certificate =
                    Certificate::ExhaustiveSearch { states: hunter.states, steps: hunter.steps };
                (Verdict::Proved(certificate), Vec::new(), hunter.assumptions.iter().cloned().collect())
            }
        },
    };
    let mut outcome = Outcome { assumptions, stats, ..Outcome::new(properties, verdict, findings) };
    if let (Verdict::Unknown(_), Some((findings, assumptions, message))) = (outcome.verdict(), doubtful) {
        outcome = Outcome { findings, assumptions, ..outcome };
        outcome.doubt(UnknownKind::ExternalFunction, message);
    }
    match outcome.verdict() {
        Verdict::Violated => budget.skip_destructors_after_answer(hunter),
        _ => budget.skip_destructors_at_exit(hunter),
    }
    outcome
}

impl Search<'_, '_> {
    fn run(&mut self) -> Result<(), Ended> {
        let program = self.hunter.program;
        let nothing = |message: &str| Err(Ended::Over(UnknownKind::NothingToCheck, message.to_owned()));
        let Some(main) = semantics::initial::start(program).or(program.entry) else {
            return nothing("the program has no main function");
        };
        let Some(body) = program.functions[main].body() else {
            return nothing("the main function has no definition");
        };
        let mut state = self.hunter.initial_state();
        if let Err(stop) = self.hunter.enter(&mut state, main, body, Activation::default()) {
            return match *stop {
                Stop::Unknown(kind, message) | Stop::Over(kind, message) => Err(Ended::Over(kind, message)),
                _ => nothing("the main function cannot be entered"),
            };
        }
        let ranks = IndexVec::from_elem(0u32, BUCKETS);
        let mut fixpoint: Fixpoint<Bucket, State> = Fixpoint::new(self.hunter.config.order, ranks);
        fixpoint.arrive(self, Bucket::new(0), state);
        let result = fixpoint.run(self);
        match &result {
            Err(Ended::Found(..)) => self.hunter.budget.skip_destructors_after_answer(fixpoint),
            _ => self.hunter.budget.skip_destructors_at_exit(fixpoint),
        }
        result
    }

    /// A bucket for a state that is not compared with others.
    fn anywhere(&mut self) -> Bucket {
        self.spread = (self.spread + 1) % BUCKETS;
        Bucket::new(self.spread)
    }

    fn cut(&mut self, state: &State, kind: UnknownKind, message: impl Into<String>) {
        if self.hunter.oracle.incomplete.is_none() {
            self.cut_at = Some(self.hunter.span(state));
        }
        self.hunter.oracle.cut(kind, message);
    }

    /// Asks the concrete machine. False if the user does not want to hear of what it shows.
    fn candidate(&mut self, state: &State, kind: FindingKind, span: Span) -> Result<bool, Ended> {
        let times = self.refused.entry((kind, span)).or_insert(0);
        if *times >= REFUSALS {
            return Ok(true);
        }
        let mut inputs = Vec::with_capacity(state.inputs.len());
        let uninitialised = state.inputs.iter().map(|input| input.uninitialised).collect();
        for input in state.inputs.iter() {
            let value = state.model.value(&self.hunter.oracle.terms, input.variable);
            let bits = value.as_bv().and_then(|bv| bv.to_u128()).unwrap_or(0);
            let width = self.hunter.oracle.terms.width(input.variable);
            let number = if input.signed { crate::eval::sign_extend(bits, width) } else { bits as i128 };
            inputs.push(number);
        }
        let candidate = Candidate { kind, span, inputs, uninitialised, is_exact: true };
        match self.confirm.confirm(&candidate) {
            Confirmation::Confirmed(findings, assumptions) => Err(Ended::Found(findings, assumptions)),
            Confirmation::Doubtful(findings, assumptions, message) => {
                *self.refused.entry((kind, span)).or_insert(0) += 1;
                self.cut(state, UnknownKind::ExternalFunction, message.clone());
                self.doubtful.get_or_insert((findings, assumptions, message));
                Ok(true)
            }
            Confirmation::Ignored => Ok(false),
            Confirmation::Refused(_) => {
                *self.refused.entry((kind, span)).or_insert(0) += 1;
                let message = format!("a finding ({}) was not confirmed by a concrete run", kind.name());
                self.cut(state, UnknownKind::Internal, message);
                Ok(true)
            }
            Confirmation::OutOfBudget(kind, message) => {
                *self.refused.entry((candidate.kind, span)).or_insert(0) += 1;
                self.cut(state, kind, message);
                Ok(true)
            }
        }
    }

    /// Something went wrong on the path, at the statement that the state stands at.
    fn fault(&mut self, state: &mut State, kind: FindingKind) -> Result<(), Ended> {
        let span = self.hunter.span(state);
        let ignored = self.hunter.config.analysis.is_ignored(kind, span);
        let mut consequence = self.hunter.policy.consequence(kind);
        if consequence == Consequence::Finding {
            if !ignored && self.candidate(state, kind, span)? {
                return Ok(());
            }
            consequence = self.hunter.policy.unasked(kind);
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
    fn ended(&mut self, state: &mut State) -> Result<(), Ended> {
        let policy = self.hunter.policy;
        if policy.unfreed(Reach::Lost).is_none() {
            return Ok(());
        }
        let leaks = self.hunter.leaks(state);
        let found = |kind: FindingKind| leaks.iter().find(|(_, reach)| policy.unfreed(*reach) == Some(kind));
        for kind in [FindingKind::MemoryLeak, FindingKind::NotFreedAtExit] {
            if let Some(&(site, _)) = found(kind)
                && self.candidate(state, kind, site)?
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
    fn handlers(&mut self, state: &mut State) -> Result<bool, Ended> {
        let Some(handler) = Rc::make_mut(&mut state.atexit).pop() else { return Ok(false) };
        let Some(body) = self.hunter.program.functions[handler].body() else {
            self.cut(state, UnknownKind::Unsupported, "an exit handler of the library");
            return Ok(true);
        };
        match self.hunter.enter(state, handler, body, Activation { handler: true, ..Activation::default() }) {
            Ok(()) => Ok(true),
            Err(_) => {
                self.cut(state, UnknownKind::Unsupported, "an exit handler that cannot be called");
                Ok(false)
            }
        }
    }

    /// Whether the state, at a loop head, is worth comparing: decisions were made since, or it goes round and round.
    fn worth_comparing(state: &State) -> bool {
        state.forks > 0
            || state.visits.is_power_of_two() && state.visits >= 16
            || state.visits.is_multiple_of(256)
    }

    fn execute(&mut self, state: &State, out: &mut Vec<(Bucket, State)>) -> Result<(), Ended> {
        self.hunter.states += 1;
        if let Some(progress) = &self.hunter.config.progress {
            progress.count_state(state.frames.last().map(|frame| frame.func));
        }
        let mut state = state.clone();
        state.canon = None;
        let turn = state.steps + TURN;
        loop {
            let stop = match self.hunter.step(&mut state) {
                Ok(Progress::Continue) => continue,
                Ok(Progress::Jumped) => {
                    if self.hunter.config.path_steps.is_some_and(|limit| state.steps > limit) {
                        self.cut(&state, UnknownKind::StepBudget, "long paths are cut");
                        return Ok(());
                    }
                    if state.memory.len() > 2 * state.collected + 256 {
                        self.hunter.collect(&mut state);
                    }
                    let frame = state.top();
                    let at_head = frame.at == 0
                        && self
                            .hunter
                            .facts
                            .function(frame.func)
                            .is_some_and(|f| f.is_loop_head(frame.block));
                    if at_head {
                        state.visits += 1;
                        if Search::worth_comparing(&state) {
                            let form = self.hunter.canonical(&mut state);
                            if self.hunter.asked(Property::ValidMemtrack) {
                                self.lost = self.lost.or(state.lost.first().copied());
                            }
                            let bucket = Bucket::new(hash(&form) as usize % BUCKETS);
                            state.canon = Some(form);
                            state.forks = 0;
                            out.push((bucket, state));
                            return Ok(());
                        }
                    }
                    if state.steps > turn {
                        let bucket = self.anywhere();
                        out.push((bucket, state));
                        return Ok(());
                    }
                    continue;
                }
                Err(stop) => stop,
            };
            if self.cut_at.is_none() && self.hunter.oracle.incomplete.is_some() {
                self.cut_at = Some(self.hunter.span(&state));
            }
            match *stop {
                Stop::Fork(cases) => {
                    if let [case] = cases.as_slice() {
                        state.assume(case.condition, case.model.clone());
                        continue;
                    }
                    for case in cases {
                        let mut next = state.clone();
                        next.assume(case.condition, case.model);
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

impl Analysis for Search<'_, '_> {
    type Location = Bucket;
    type State = State;
    type Stop = Ended;

    fn transfer(&mut self, _: Bucket, state: &State, out: &mut Vec<(Bucket, State)>) -> Result<(), Ended> {
        self.execute(state, out)
    }

    fn merge(&mut self, _: Bucket, new: &State, old: &State) -> Merge<State> {
        match (&new.canon, &old.canon) {
            (Some(a), Some(b)) if a == b => Merge::Covered,
            _ => Merge::Separate,
        }
    }

    fn processed(&mut self, state: State) -> Option<State> {
        // Only the canonical form is needed to recognise the state again.
        state.canon.as_ref()?;
        Some(State {
            frames: Vec::new(),
            memory: Memory::default(),
            path: Rc::default(),
            model: Rc::default(),
            inputs: Rc::default(),
            ..state
        })
    }
}
