//! The search: the CPA algorithm of [SL-CPA] §3.4 with *merge* = separate, until something goes wrong or nothing is left.

use crate::call::Activation;
use crate::exec::{Config, Executor, Progress};
use crate::fault::{Bottom, Stop};
use crate::state::State;
use ::engine::{Budget, Candidate, Confirm, Confirmation};
use absint::{Analysis, Fixpoint, Merge, Order};
use base::{FxHashMap, Idx, IndexVec, Span, define_id};
use facts::Facts;
use semantics::Consequence;
use semantics::leak::{LEAK_IS_OPEN, Reach};
use std::rc::Rc;
use verdict::{
    Assumption, Certificate, Finding, FindingKind, Outcome, PropertySet, Questions, Stats, UnknownKind,
    UnknownReason, Verdict,
};

define_id!(
    /// States are kept in several places only so that none of them is long.
    pub(crate) struct Bucket, "bucket"
);

const BUCKETS: usize = 1 << 10;
/// Statements that one state executes before another gets its turn.
const TURN: u64 = 4000;
/// A candidate that the concrete machine refuses this often is given up.
const REFUSALS: u32 = 3;

struct Search<'h, 'p> {
    executor: &'h mut Executor<'p>,
    confirm: &'h dyn Confirm,
    spread: usize,
    refused: FxHashMap<(FindingKind, Span), u32>,
    /// The first violation that a run shows, but not one of which it is known that the program has it.
    doubtful: Option<(Vec<Finding>, Vec<Assumption>, String)>,
    /// The path at which the search stopped being complete.
    cut_at: Option<Span>,
}

/// Why the search ends.
enum Ended {
    Found(Vec<Finding>, Vec<Assumption>),
    Over(UnknownKind, String),
}

/// Follows all paths of the program. Every candidate is given to `confirm`; only what it confirms is a violation.
pub(crate) fn search(
    facts: &Facts<'_>,
    properties: PropertySet,
    config: &Config,
    budget: Budget<'_>,
    confirm: &dyn Confirm,
) -> Outcome {
    let mut executor = Executor::new(facts, properties, config, budget);
    if config.procedure == sl::Procedure::Sl {
        executor.prover.use_theory();
    }
    let mut search = Search {
        executor: &mut executor,
        confirm,
        spread: 0,
        refused: FxHashMap::default(),
        doubtful: None,
        cut_at: None,
    };
    let ended = search.run();
    let (doubtful, cut_at) = (search.doubtful.take(), search.cut_at);
    let stats = Stats {
        engine: "sl",
        steps: executor.steps,
        states: executor.states,
        peak_objects: executor.peak as u64,
        questions: Some(questions(executor.prover.counters)),
    };
    let unknown = |kind, message| {
        let span = cut_at.unwrap_or(Span::NONE);
        Verdict::Unknown(UnknownReason { kind, span, message })
    };
    let (verdict, findings, assumptions) = match ended {
        Err(Ended::Found(findings, assumptions)) => (Verdict::Violated, findings, assumptions),
        Err(Ended::Over(kind, message)) => (unknown(kind, message), Vec::new(), Vec::new()),
        Ok(()) => match executor.incomplete.take() {
            Some((kind, message)) => (unknown(kind, message), Vec::new(), Vec::new()),
            None => {
                let certificate =
                    Certificate::ExhaustiveSearch { states: executor.states, steps: executor.steps };
                (Verdict::Proved(certificate), Vec::new(), executor.assumptions.iter().cloned().collect())
            }
        },
    };
    let mut outcome = Outcome { assumptions, stats, ..Outcome::new(properties, verdict, findings) };
    if let (Verdict::Unknown(_), Some((findings, assumptions, message))) = (outcome.verdict(), doubtful) {
        outcome = Outcome { findings, assumptions, ..outcome };
        outcome.doubt(UnknownKind::ExternalFunction, message);
    }
    match outcome.verdict() {
        Verdict::Violated => budget.skip_destructors_after_answer(executor),
        _ => budget.skip_destructors_at_exit(executor),
    }
    outcome
}

pub(crate) fn questions(counters: sl::Counters) -> Questions {
    let sl::Counters { by_syntax, by_intervals, by_model, solver_calls, solver_time, theory_calls } =
        counters;
    Questions { by_syntax, by_intervals, by_model, solver_calls, theory_calls, solver_time }
}

impl Search<'_, '_> {
    fn run(&mut self) -> Result<(), Ended> {
        let program = self.executor.program;
        let nothing = |message: &str| Err(Ended::Over(UnknownKind::NothingToCheck, message.to_owned()));
        let Some(main) = program.entry else { return nothing("the program has no main function") };
        let Some(body) = program.functions[main].body() else {
            return nothing("the main function has no definition");
        };
        let mut state = self.executor.initial_state();
        if let Err(stop) = self.executor.enter(&mut state, main, body, Activation::default()) {
            return match *stop {
                Stop::Unknown(kind, message) | Stop::Over(kind, message) => Err(Ended::Over(kind, message)),
                _ => nothing("the main function cannot be entered"),
            };
        }
        let ranks = IndexVec::from_elem(0u32, BUCKETS);
        let mut fixpoint: Fixpoint<Bucket, State> = Fixpoint::new(Order::BreadthFirst, ranks);
        fixpoint.arrive(self, Bucket::new(0), state);
        let result = fixpoint.run(self);
        match &result {
            Err(Ended::Found(..)) => self.executor.budget.skip_destructors_after_answer(fixpoint),
            _ => self.executor.budget.skip_destructors_at_exit(fixpoint),
        }
        result
    }

    fn anywhere(&mut self) -> Bucket {
        self.spread = (self.spread + 1) % BUCKETS;
        Bucket::new(self.spread)
    }

    fn cut(&mut self, state: &State, kind: UnknownKind, message: impl Into<String>) {
        if self.executor.incomplete.is_none() {
            self.cut_at = Some(self.executor.span(state));
        }
        self.executor.cut(kind, message);
    }

    /// Asks the concrete machine. False if the user does not want to hear of what it shows.
    fn candidate(&mut self, state: &State, kind: FindingKind, span: Span) -> Result<bool, Ended> {
        let times = self.refused.entry((kind, span)).or_insert(0);
        if *times >= REFUSALS {
            return Ok(true);
        }
        let candidate = self.executor.candidate(state, kind, span);
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

    /// Something went wrong on the path, at the statement that the state stands at: a bottom, or an error that the program reports.
    fn fault(&mut self, state: &mut State, kind: FindingKind) -> Result<(), Ended> {
        let span = self.executor.span(state);
        let ignored = self.executor.config.analysis.is_ignored(kind, span);
        let mut consequence = self.executor.policy.consequence(kind);
        if consequence == Consequence::Finding {
            if !ignored && self.candidate(state, kind, span)? {
                return Ok(());
            }
            consequence = self.executor.policy.unasked(kind);
        }
        match consequence.unknown(kind, ignored) {
            Some((kind, message)) => {
                self.cut(state, kind, message);
                Ok(())
            }
            None => self.ended(state),
        }
    }

    /// The program ends: what is still allocated, and is it ⊥L?
    fn ended(&mut self, state: &mut State) -> Result<(), Ended> {
        let policy = self.executor.policy;
        if !self.executor.asks_for_leaks() {
            return Ok(());
        }
        let leaks: Vec<(Span, Reach)> = self
            .executor
            .leaks(state)
            .into_iter()
            .map(|(site, reach)| {
                let reach = match reach {
                    None => Reach::Lost,
                    Some(sl::reach::Reach::Uncertain) => Reach::Uncertain,
                    Some(sl::reach::Reach::Held) => Reach::Held,
                };
                (site, reach)
            })
            .collect();
        let found = |kind: FindingKind| leaks.iter().find(|(_, reach)| policy.unfreed(*reach) == Some(kind));
        for kind in [FindingKind::MemoryLeak, FindingKind::NotFreedAtExit] {
            debug_assert_eq!(Bottom::of(kind, false), Some(Bottom::Leak));
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
        let Some(body) = self.executor.program.functions[handler].body() else {
            self.cut(state, UnknownKind::Unsupported, "an exit handler of the library");
            return Ok(true);
        };
        let entry = Activation { handler: true, ..Activation::default() };
        match self.executor.enter(state, handler, body, entry) {
            Ok(()) => Ok(true),
            Err(_) => {
                self.cut(state, UnknownKind::Unsupported, "an exit handler that cannot be called");
                Ok(false)
            }
        }
    }

    fn execute(&mut self, state: &State, out: &mut Vec<(Bucket, State)>) -> Result<(), Ended> {
        self.executor.states += 1;
        if let Some(progress) = &self.executor.config.progress {
            progress.count_state(state.frames.last().map(|frame| frame.func));
        }
        let mut state = state.clone();
        self.executor.peak = self.executor.peak.max(state.heap.len());
        let turn = state.steps + TURN;
        loop {
            let stop = match self.executor.step(&mut state) {
                Ok(Progress::Continue) => continue,
                Ok(Progress::Jumped) => {
                    if state.steps > turn {
                        let bucket = self.anywhere();
                        out.push((bucket, state));
                        return Ok(());
                    }
                    continue;
                }
                Err(stop) => stop,
            };
            if self.cut_at.is_none() && self.executor.incomplete.is_some() {
                self.cut_at = Some(self.executor.span(&state));
            }
            match *stop {
                Stop::Fork(cases) => {
                    if let [case] = cases.as_slice() {
                        state.path.assume(case);
                        continue;
                    }
                    for case in cases {
                        let mut next = state.clone();
                        next.path.assume(&case);
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

impl Executor<'_> {
    /// The inputs of a run that goes the way of the state.
    pub(crate) fn candidate(&self, state: &State, kind: FindingKind, span: Span) -> Candidate {
        let terms = &self.prover.terms;
        let inputs = state.inputs.iter().map(|input| {
            let value = state.path.model.value(terms, input.variable);
            let number = value.as_bv().and_then(|bv| match input.signed {
                true => bv.to_i128(),
                false => bv.to_u128().map(|n| n as i128),
            });
            number.unwrap_or(0)
        });
        Candidate {
            kind,
            span,
            inputs: inputs.collect(),
            uninitialised: state.inputs.iter().map(|input| input.uninitialised).collect(),
            is_exact: state.exact,
        }
    }
}

impl Analysis for Search<'_, '_> {
    type Location = Bucket;
    type State = State;
    type Stop = Ended;

    fn transfer(&mut self, _: Bucket, state: &State, out: &mut Vec<(Bucket, State)>) -> Result<(), Ended> {
        self.execute(state, out)
    }

    fn merge(&mut self, _: Bucket, _: &State, _: &State) -> Merge<State> {
        Merge::Separate
    }

    fn processed(&mut self, _: State) -> Option<State> {
        None
    }
}
