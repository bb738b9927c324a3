//! The order in which refutation and proof are tried.

use crate::encoded::{Found, Normal};
use crate::translate::{Label, Mode, Runs, Stop, Translator};
use base::{FxHashSet, Span};
use engine::{Confirmation, Context, Task};
use horn::{Answer, Effort, HornSolver, OwnSolver};
use smt::{Limits, Terms};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};
use verdict::{
    Assumption, Certificate, Finding, FindingKind, Outcome, Property, PropertySet, Stats, UnknownKind,
    UnknownReason, Verdict,
};

pub(crate) struct Search<'a> {
    task: &'a Task,
    context: &'a Context<'a>,
    solver: Box<dyn HornSolver>,
}

/// Bounded runs get this much of the time at first, and again before what takes long.
const FIRST_RUNS: Duration = Duration::from_millis(400);
const NEXT_RUNS: Duration = Duration::from_millis(1_500);
/// The part of the time that is left for runs in the end.
const LAST_RUNS_SHARE: u32 = 4;
const REFUSALS: usize = 4;
/// The encodings that are tried before the clauses over live variables, and the longest time for each; a third of the time that is left
/// at most.
const FIRST_ENCODING: &str = "heap-invariants-flow";
const FIRST_ENCODED: Duration = Duration::from_secs(3);
const NEXT_ENCODINGS: [&str; 3] = ["r-p-n-v-nocnt", "rw-mem-tag-p-n", "r-p-n-v-nocnt-pair"];
const NEXT_ENCODED: Duration = Duration::from_secs(4);
const LAST_ENCODED: Duration = Duration::from_secs(15);
const ENCODED_SHARE: u32 = 3;
/// What a term and a clause of a solver take, in bytes, with all tables.
const TERM: u64 = 200;
const CLAUSE: u64 = 75;

/// What came of an encoding.
enum Tried {
    Proved(Box<Outcome>),
    OutOfTime,
    /// The encoding does not exclude an error.
    NotExcluded,
    NotProved,
}

impl<'a> Search<'a> {
    pub(crate) fn new(task: &'a Task, context: &'a Context<'a>) -> Search<'a> {
        // What is not installed any more is not asked.
        let solver = horn::named(&task.options.horn_solvers).unwrap_or_else(|_| Box::new(OwnSolver));
        Search { task, context, solver }
    }

    fn asked(&self) -> PropertySet {
        let mut asked = self.task.properties;
        asked.remove(Property::NoUninit);
        asked
    }

    fn limits(&self) -> Limits {
        let mut limits = Limits::none();
        limits.max_clauses = (self.context.budget.memory / 4 / CLAUSE).clamp(50_000, 4_000_000);
        limits.deadline = self.context.budget.deadline;
        if let Some(cancel) = self.context.budget.cancel {
            limits = limits.with_cancel(std::sync::Arc::clone(cancel.flag()));
        }
        limits
    }

    /// The limits, and no longer than this.
    fn within(&self, time: Duration) -> Limits {
        let limits = self.limits();
        let end = Instant::now() + time;
        let end = limits.deadline.map_or(end, |deadline| deadline.min(end));
        limits.with_deadline(end)
    }

    /// The time that is left, if there is a limit.
    fn left(&self) -> Option<Duration> {
        let deadline = self.context.budget.deadline?;
        Some(deadline.saturating_duration_since(Instant::now()))
    }

    pub(crate) fn run(self) -> Outcome {
        let mut reason = None;
        if let Some(outcome) = self.runs(&self.within(FIRST_RUNS), &mut reason) {
            return outcome;
        }
        // What holds of every object by itself is shown in an instant, or not at all.
        if let Tried::Proved(outcome) = self.prove_encoded(FIRST_ENCODING, FIRST_ENCODED) {
            return *outcome;
        }
        if let Some(outcome) = self.runs(&self.within(NEXT_RUNS), &mut reason) {
            return outcome;
        }
        // What one shows in a moment is not waited for behind another, which takes long.
        let mut left = NEXT_ENCODINGS.to_vec();
        let mut refuted = Vec::new();
        for longest in [NEXT_ENCODED, LAST_ENCODED] {
            let mut later = Vec::new();
            for encoding in left {
                match self.prove_encoded(encoding, longest) {
                    Tried::Proved(outcome) => return *outcome,
                    Tried::OutOfTime => later.push(encoding),
                    Tried::NotExcluded => refuted.push(encoding),
                    Tried::NotProved => {}
                }
            }
            left = later;
        }
        if let Some(outcome) = self.prove(&mut reason) {
            return outcome;
        }
        // What does not exclude an error may mix runs up that inputs tell apart.
        for encoding in refuted {
            if let Tried::Proved(outcome) = self.prove_encoded(&format!("{encoding}-in"), NEXT_ENCODED) {
                return *outcome;
            }
        }
        let limits = self.limits();
        if limits.exceeded().is_none()
            && let Some(outcome) = self.runs(&limits, &mut reason)
        {
            return outcome;
        }
        self.unknown(reason)
    }

    /// A violation in a bounded run that the concrete machine repeats.
    pub(crate) fn refute(&self) -> Option<Finding> {
        let outcome = self.runs(&self.limits(), &mut None)?;
        matches!(outcome.verdict(), Verdict::Violated).then(|| outcome.findings.into_iter().next())?
    }

    /// A quarter of the memory is for the terms of a translation.
    fn bounded<'t>(&self, mut translator: Translator<'t>) -> Translator<'t> {
        let most = usize::try_from(self.context.budget.memory / 4 / TERM).unwrap_or(usize::MAX);
        translator.most_terms = translator.most_terms.min(most);
        translator
    }

    fn poll(&self) -> bool {
        if let Some(progress) = self.context.progress {
            progress.count_state(self.task.program().entry);
        }
        self.context.budget.poll() || self.context.budget.is_late()
    }

    /// Looks for a violation in bounded runs. If there are no others, that there is none is a proof.
    fn runs(&self, limits: &Limits, reason: &mut Option<UnknownReason>) -> Option<Outcome> {
        let mut terms = Terms::new();
        let mode = Mode::Runs(Runs::new(limits.clone()));
        let poll = || self.poll();
        let mut translator = match Translator::new(self.task, &mut terms, mode, &poll) {
            Ok(translator) => self.bounded(translator),
            Err(stop) => {
                *reason = Some(self.stopped(stop));
                return None;
            }
        };
        let ended = translator.run();
        let Translator { mode: Mode::Runs(runs), assumptions, terms, .. } = translator else { return None };
        match ended {
            Ok(()) => {
                if let Some(excluded) = runs.is_proof(terms, &self.limits()) {
                    return Some(self.proved(assumptions, excluded));
                }
            }
            Err(stop @ Stop::NoMain) => *reason = Some(self.stopped(stop)),
            Err(_) => {}
        }
        let mut tried: FxHashSet<(FindingKind, Span)> = FxHashSet::default();
        for candidate in runs.found.iter().take(REFUSALS) {
            if !tried.insert((candidate.kind, candidate.span)) {
                continue;
            }
            for kind in same_property(candidate.kind) {
                let candidate = engine::Candidate { kind, ..candidate.clone() };
                let Confirmation::Confirmed(findings, assumptions) = self.context.confirm.confirm(&candidate)
                else {
                    continue;
                };
                let mut outcome = Outcome::new(self.task.properties, Verdict::Violated, findings);
                outcome.assumptions = assumptions;
                outcome.stats = self.stats(0);
                return Some(outcome);
            }
        }
        None
    }

    fn prove(&self, reason: &mut Option<UnknownReason>) -> Option<Outcome> {
        let mut terms = Terms::new();
        let poll = || self.poll();
        let mut translator = match Translator::new(self.task, &mut terms, Mode::Clauses, &poll) {
            Ok(translator) => self.bounded(translator),
            Err(stop) => {
                *reason = Some(self.stopped(stop));
                return None;
            }
        };
        if let Err(stop) = translator.run() {
            *reason = Some(self.stopped(stop));
            return None;
        }
        let Translator { system, queries, assumptions, .. } = translator;
        let memory = self.context.budget.memory / 2;
        let limits = match self.left() {
            Some(left) => self.within(left - left / LAST_RUNS_SHARE),
            None => self.limits(),
        };
        let check_until = self.context.budget.deadline;
        let effort = Effort { limits, check_until, memory, facts: 200, refute_only: false };
        match self.solver.solve(&mut terms, &system, &effort) {
            Answer::Solved(_) => Some(self.proved(assumptions, system.clauses.len())),
            Answer::Refuted(derivation) => {
                let last = derivation.nodes.last().map(|node| node.clause);
                let query = queries.iter().find(|query| Some(query.clause) == last);
                *reason = query.map(|query| match &query.label {
                    Label::Unsupported(what) => UnknownReason {
                        kind: UnknownKind::Unsupported,
                        span: query.span,
                        message: format!("{what} is not supported by the Horn engine"),
                    },
                    Label::Finding(kind) => UnknownReason {
                        kind: UnknownKind::PossibleFindings,
                        span: query.span,
                        message: format!("the clauses do not exclude a violation here ({})", kind.name()),
                    },
                });
                None
            }
            Answer::Unknown(why) => {
                let kind = UnknownKind::TimeBudget;
                *reason = Some(UnknownReason { kind, span: Span::NONE, message: why.to_owned() });
                None
            }
        }
    }

    fn proved(&self, assumptions: BTreeSet<Assumption>, clauses: usize) -> Outcome {
        let certificate = Verdict::Proved(Certificate::Invariants);
        let mut outcome = Outcome::new(self.asked(), certificate, Vec::new());
        if self.task.properties != self.asked() {
            let message = "the Horn engine does not follow which values are initialised".to_owned();
            let kind = UnknownKind::Unsupported;
            let open = self.task.properties.without(self.asked());
            let why = UnknownReason { kind, span: Span::NONE, message };
            outcome.verdicts.set(open, Verdict::Unknown(why));
        }
        outcome.assumptions = assumptions.into_iter().collect::<Vec<Assumption>>();
        outcome.stats = self.stats(clauses as u64);
        outcome
    }

    /// Tries an encoding, in which functions may call themselves.
    fn prove_encoded(&self, encoding: &str, longest: Duration) -> Tried {
        self.encoded(encoding, longest).unwrap_or(Tried::NotProved)
    }

    fn encoded(&self, encoding: &str, longest: Duration) -> Option<Tried> {
        if self.limits().exceeded().is_some() {
            return None;
        }
        let poll = || self.poll();
        let most = usize::try_from(self.context.budget.memory / 4 / TERM).unwrap_or(usize::MAX);
        let mut normal = Normal::new(self.task, most, &poll).ok()?;
        let begin = Instant::now();
        let time = self.left().map_or(longest, |left| longest.min(left / ENCODED_SHARE));
        let limits = self.within(time);
        let memory = self.context.budget.memory / 2;
        let check_until = self.context.budget.deadline;
        let effort = Effort { limits, check_until, memory, facts: 200, refute_only: false };
        let encoded = normal.encode(encoding.parse().ok()?, &effort.limits).ok()?;
        match normal.solve(&encoded, &effort, self.solver.as_ref()) {
            Found::Safe(_) => {
                let assumptions = std::mem::take(&mut normal.assumptions);
                let outcome = self.proved(assumptions, encoded.clauses.system.clauses.len());
                Some(Tried::Proved(Box::new(outcome)))
            }
            Found::NotExcluded(..) => Some(Tried::NotExcluded),
            // The check of a solution has a part of the time.
            Found::Unknown(_) => (begin.elapsed() > time / 2).then_some(Tried::OutOfTime),
        }
    }

    fn stopped(&self, stop: Stop) -> UnknownReason {
        let (kind, span, message) = match stop {
            Stop::TooLarge(what, span) => (UnknownKind::MemoryBudget, span, what),
            Stop::Cancelled => (UnknownKind::TimeBudget, Span::NONE, "the Horn engine ran out of time"),
            Stop::NoMain => (UnknownKind::NothingToCheck, Span::NONE, "the program has no function `main`"),
        };
        UnknownReason { kind, span, message: message.to_owned() }
    }

    fn stats(&self, states: u64) -> Stats {
        Stats { engine: "horn", states, ..Stats::default() }
    }

    fn unknown(&self, reason: Option<UnknownReason>) -> Outcome {
        let reason = reason.unwrap_or_else(|| UnknownReason {
            kind: UnknownKind::TimeBudget,
            span: Span::NONE,
            message: "the Horn engine ran out of time".to_owned(),
        });
        let mut outcome = Outcome::new(self.task.properties, Verdict::Unknown(reason), Vec::new());
        outcome.stats = self.stats(0);
        outcome
    }
}

/// The kind, and others that the machine may call the same violation: what a pointer without an object is depends on its number.
fn same_property(kind: FindingKind) -> Vec<FindingKind> {
    use FindingKind::{
        DoubleFree, InteriorFree, NonHeapFree, NullDeref, OutOfBounds, OutOfScope, UninitPointer,
        UseAfterFree, WildFree, WildPointer,
    };
    let families = [
        [NullDeref, WildPointer, OutOfBounds, UseAfterFree, OutOfScope, UninitPointer].as_slice(),
        [WildFree, NonHeapFree, InteriorFree, DoubleFree].as_slice(),
    ];
    let family = families.into_iter().find(|family| family.contains(&kind)).unwrap_or_default();
    std::iter::once(kind).chain(family.iter().copied().filter(|other| *other != kind)).collect()
}
