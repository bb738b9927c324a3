//! The order in which invariants, k-induction and bounded model checking are tried.

use crate::TemplateAnalysis;
use crate::bounded::{self, Bounded};
use crate::effects;
use crate::print;
use crate::proof::{self, Attempt, Proof};
use base::{FxHashMap, FxHashSet, Span};
use engine::InvariantDomain as Level;
use engine::{AnalysisOptions, Confirmation, Context, Engine as _, Task};
use semantics::Policy;
use smt::{Limits, TermId, Terms};
use ssa::{Check, CheckKind, Formula, LoopVariable, Options, Summaries, TooLarge, Unwind, Value};
use templates::Effort;
use verdict::{
    Assumption, Certificate, Finding, FindingKind, Outcome, Property, PropertySet, Stats, UnknownKind,
    UnknownReason, Verdict,
};

pub(crate) struct Search<'a> {
    task: &'a Task,
    context: &'a Context<'a>,
    /// How often a candidate for a kind of finding at a place was refused.
    refused: FxHashMap<(FindingKind, Span), u32>,
    /// Why there is no answer yet; the last one is the best.
    reason: Option<UnknownReason>,
    /// The most rounds of loops for which all runs were looked at.
    bounded: Option<u32>,
    /// A proof of some of the properties. It is the answer unless the same round of attempts has one of all of them: other
    /// engines may have shown the rest by then.
    part: Option<Outcome>,
    questions: u64,
    /// Some check is open that a read through a pointer of which nothing is known is not followed: from now on it gives any value. That is
    /// not done from the beginning, since most such reads do not happen, and what follows from them makes the formula harder.
    reads_anywhere: bool,
    /// The pointers over which paths are followed. There are none before something is open that depends on them.
    links: Vec<u64>,
    /// There are functions that are worth a summary.
    has_summaries: bool,
    /// They are called by summary in this attempt.
    summaries: Summaries,
}

/// One way to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Try {
    Prove(Unwind, Level),
    Bounded(u32),
}

const fn prove(peel: u32, step: u32, level: Level) -> Try {
    Try::Prove(Unwind { peel, step }, level)
}

/// From cheap to expensive; each is left when its effort is spent, and tried again with more.
const SCHEDULE: &[Try] = &[
    prove(0, 1, Level::Intervals),
    Try::Bounded(3),
    prove(0, 1, Level::Clauses),
    Try::Bounded(8),
    prove(0, 1, Level::States),
    Try::Bounded(16),
    prove(0, 1, Level::Zones),
    prove(0, 2, Level::Clauses),
    prove(0, 1, Level::Branches),
    prove(1, 1, Level::Atoms),
    prove(0, 3, Level::Atoms),
    prove(0, 2, Level::Zones),
    prove(1, 1, Level::Zones),
    Try::Bounded(40),
    prove(0, 1, Level::Octagons),
    prove(0, 3, Level::Zones),
    prove(1, 2, Level::Octagons),
    prove(0, 5, Level::Zones),
    Try::Bounded(120),
    prove(2, 4, Level::Octagons),
];

/// The schedule as far as the options allow.
fn schedule(options: &AnalysisOptions) -> Vec<Try> {
    let mut tries: Vec<Try> = Vec::with_capacity(SCHEDULE.len());
    let most = options.unwind.unwrap_or(u32::MAX);
    for &attempt in SCHEDULE {
        let allowed = match attempt {
            // The round behind the cut is not unwound.
            Try::Prove(unwind, _) if unwind.peel + unwind.step > most.saturating_add(1) => continue,
            Try::Prove(unwind, level) => Try::Prove(unwind, options.domain.unwrap_or(level)),
            Try::Bounded(rounds) => Try::Bounded(rounds.min(most)),
        };
        if !tries.contains(&allowed) {
            tries.push(allowed);
        }
    }
    tries
}

/// What an attempt of the first round may cost: conflicts of the solver per question, and questions.
const CONFLICTS: u64 = 2_000;
const QUESTIONS: u64 = 700;
/// Conflicts for a step of a bisection, which is given up early: a bound that is hard to find is seldom the one that is needed.
const STEP_CONFLICTS: u64 = 300;
/// Statements of an unwound formula.
const BOUNDED_STEPS: u64 = 8_000;
const FACTOR: u64 = 4;
const ROUNDS: u32 = 8;
/// Statements of a formula.
const STEPS: u64 = 400_000;
const REFUSALS: u32 = 3;
/// Pointers of an object over which paths are followed.
const MOST_LINKS: usize = 2;
/// In bytes.
const LARGEST_POINTER: u64 = 8;
/// Variables by which a message names a loop.
const MOST_NAMES: usize = 4;

/// Whether an access through a pointer of which nothing is known is among the open checks.
fn leads_anywhere(formula: &Formula, open: &[usize]) -> bool {
    let is_it =
        |check: &Check| matches!(&check.what, CheckKind::Unsupported(what) if what == ssa::UNKNOWN_TARGET);
    open.iter().any(|i| is_it(&formula.checks[*i]))
}

/// Whether every open check is about what becomes of blocks, which depends on who leads to them.
fn is_about_lifetimes(formula: &Formula, open: &[usize]) -> bool {
    let is_it = |check: &Check| {
        check.only_about().is_some()
            || matches!(check.what, CheckKind::Finding(FindingKind::UseAfterFree | FindingKind::DoubleFree))
    };
    !formula.links.is_empty() && !open.is_empty() && open.iter().all(|i| is_it(&formula.checks[*i]))
}

/// Whether a function that calls itself may change blocks: which of them depends on who leads to them.
fn changes_blocks_recursively(formula: &Formula, open: &[usize]) -> bool {
    let changes = |cut: &ssa::CutLoop| {
        cut.place == ssa::CutPlace::Return
            && cut.variables.iter().any(|variable| variable.changes && variable.guards.is_some())
    };
    !formula.links.is_empty() && !open.is_empty() && formula.loops.iter().any(changes)
}

/// The pointers in objects of a formula over which paths may be worth following.
pub(crate) fn links(formula: &Formula) -> Vec<u64> {
    let mut links: Vec<u64> = Vec::new();
    for &link in &formula.links {
        if links.last().is_none_or(|last| last + LARGEST_POINTER <= link) && links.len() < MOST_LINKS {
            links.push(link);
        }
    }
    links
}

enum Answer {
    Done(Box<Outcome>),
    /// Another attempt of the same kind would say the same.
    Final,
    Again,
}

impl<'a> Search<'a> {
    pub(crate) fn new(task: &'a Task, context: &'a Context<'a>) -> Search<'a> {
        Search {
            task,
            context,
            refused: FxHashMap::default(),
            reason: None,
            bounded: None,
            part: None,
            questions: 0,
            reads_anywhere: false,
            links: Vec::new(),
            has_summaries: !ssa::shared_functions(&task.facts, Summaries::Large).is_empty(),
            summaries: Summaries::Never,
        }
    }

    /// The properties that are decided here.
    fn asked(&self) -> PropertySet {
        let mut asked = self.task.properties;
        asked.remove(Property::NoUninit);
        asked
    }

    pub(crate) fn run(mut self) -> Outcome {
        if let Some(outcome) = self.task.without_assertions(TemplateAnalysis.name()) {
            return outcome;
        }
        let mut tries = schedule(&self.task.options);
        let mut scale = 1;
        for _ in 0..ROUNDS {
            let mut again = Vec::new();
            for attempt in std::mem::take(&mut tries) {
                if self.is_over() {
                    return self.unknown();
                }
                match self.attempt_with_summaries(attempt, scale) {
                    Answer::Done(outcome) => return *outcome,
                    Answer::Final => {}
                    Answer::Again => again.push(attempt),
                }
            }
            if again.is_empty() || self.part.is_some() {
                break;
            }
            tries = again;
            scale *= FACTOR;
        }
        self.unknown()
    }

    fn is_over(&self) -> bool {
        self.context.budget.poll() || self.context.budget.is_late()
    }

    fn effort(&self, scale: u64) -> Effort {
        let mut limits = Limits::none().with_conflicts(CONFLICTS * scale);
        limits.deadline = self.context.budget.deadline;
        if let Some(cancel) = self.context.budget.cancel {
            limits = limits.with_cancel(std::sync::Arc::clone(cancel.flag()));
        }
        let steps = limits.clone().with_conflicts(STEP_CONFLICTS * scale);
        Effort { all: limits.clone(), limits, steps, questions: QUESTIONS * scale }
    }

    fn options(&self, unwind: Unwind, scale: u64) -> Options {
        Options {
            unwind,
            policy: Policy::check(self.task.properties),
            malloc_may_fail: self.task.options.malloc_may_fail,
            strict_externals: self.task.options.strict_externals,
            reads_anywhere: self.reads_anywhere,
            // Bounded runs know every object.
            links: if unwind.step == 0 { Vec::new() } else { self.links.clone() },
            summaries: self.summaries,
            steps: STEPS.min(BOUNDED_STEPS * scale),
        }
    }

    fn formula(&mut self, terms: &mut Terms, unwind: Unwind, scale: u64, limits: &Limits) -> Option<Formula> {
        let options = self.options(unwind, scale);
        let poll = || limits.exceeded().is_some();
        match ssa::build(&self.task.facts, terms, options, &poll) {
            Ok(formula) => Some(formula),
            Err(error) => {
                let (kind, span, message) = match error {
                    TooLarge::Steps(span) => (
                        UnknownKind::StepBudget,
                        span,
                        "the unwound program is too large for the template analysis",
                    ),
                    TooLarge::Objects(span) => (
                        UnknownKind::MemoryBudget,
                        span,
                        "there are too many objects for the template analysis",
                    ),
                    TooLarge::NoMain => {
                        (UnknownKind::NothingToCheck, Span::NONE, "the program has no function `main`")
                    }
                    TooLarge::Cancelled => {
                        (UnknownKind::TimeBudget, Span::NONE, "the template analysis ran out of time")
                    }
                };
                if self.reason.is_none() {
                    self.reason = Some(UnknownReason { kind, span, message: message.to_owned() });
                }
                None
            }
        }
    }

    /// Calls functions by summary first, where that is worth it; what they leave open is tried with all of them inlined.
    fn attempt_with_summaries(&mut self, attempt: Try, scale: u64) -> Answer {
        if self.has_summaries && matches!(attempt, Try::Prove(..)) {
            let links = std::mem::take(&mut self.links);
            self.summaries = Summaries::Large;
            let answer = self.attempt(attempt, scale);
            self.summaries = Summaries::Never;
            self.links = links;
            if let Answer::Done(_) = answer {
                return answer;
            }
            if self.is_over() {
                return Answer::Final;
            }
        }
        self.attempt(attempt, scale)
    }

    fn attempt(&mut self, attempt: Try, scale: u64) -> Answer {
        let mut terms = Terms::new();
        let effort = self.effort(match self.summaries {
            Summaries::Never => scale,
            _ => FACTOR * scale,
        });
        let limits = &effort.limits;
        self.questions += 1;
        if let Some(progress) = self.context.progress {
            progress.count_state(self.task.program().entry);
        }
        let unwind = match attempt {
            Try::Prove(unwind, _) => unwind,
            Try::Bounded(peel) => Unwind { peel, step: 0 },
        };
        let Some(mut formula) = self.formula(&mut terms, unwind, scale, limits) else {
            return Answer::Again;
        };
        match attempt {
            Try::Prove(_, level) => {
                match proof::attempt(&mut terms, &formula, level, self.part.is_none(), &effort) {
                    Attempt::Proved(Proof { open, .. }) | Attempt::Open(open)
                        if self.summaries != Summaries::Never && !open.is_empty() =>
                    {
                        self.note(&terms, &formula, &open);
                        Answer::Final
                    }
                    Attempt::Proved(Proof { open, .. }) | Attempt::Open(open)
                        if self.links.is_empty()
                            && (is_about_lifetimes(&formula, &open)
                                || changes_blocks_recursively(&formula, &open)) =>
                    {
                        self.links = links(&formula);
                        self.note(&terms, &formula, &open);
                        self.attempt(attempt, scale)
                    }
                    Attempt::Proved(mut proof) => {
                        proof.drop_unneeded_assumptions(&mut terms, &mut formula, limits);
                        let printed = if self.context.evidence.invariants {
                            let program = self.task.program();
                            let mut told =
                                print::invariants(program, &mut terms, &formula, &mut proof, limits);
                            let options = self.options(Unwind { peel: 0, step: 1 }, scale);
                            told.extend(effects::effects(self.task, &formula, &options, limits));
                            told
                        } else {
                            Vec::new()
                        };
                        let mut outcome = self.proved(&formula, Certificate::Invariants, printed);
                        if proof.open.is_empty() {
                            return Answer::Done(Box::new(outcome));
                        }
                        self.note(&terms, &formula, &proof.open);
                        let open = proof.open.iter().filter_map(|check| formula.checks[*check].only_about());
                        let Some(reason) = self.reason.clone() else { return Answer::Final };
                        outcome.verdicts.set(open.collect(), Verdict::Unknown(reason));
                        self.part = Some(outcome);
                        Answer::Final
                    }
                    Attempt::Open(open) if !self.reads_anywhere && leads_anywhere(&formula, &open) => {
                        self.reads_anywhere = true;
                        self.note(&terms, &formula, &open);
                        self.attempt(attempt, scale)
                    }
                    Attempt::Open(open) => {
                        self.note(&terms, &formula, &open);
                        Answer::Final
                    }
                    Attempt::Nothing => Answer::Final,
                    Attempt::GaveUp => Answer::Again,
                    Attempt::Refuted => {
                        let message = "an invariant was not confirmed by its check".to_owned();
                        self.reason =
                            Some(UnknownReason { kind: UnknownKind::Internal, span: Span::NONE, message });
                        Answer::Final
                    }
                }
            }
            Try::Bounded(rounds) => self.bounded(&mut terms, &formula, rounds, limits),
        }
    }

    fn bounded(&mut self, terms: &mut Terms, formula: &Formula, rounds: u32, limits: &Limits) -> Answer {
        loop {
            let asked = self.asked();
            let refused = &self.refused;
            let options = &self.task.options;
            let skip = |check: &Check| match check.what {
                CheckKind::Finding(kind) => {
                    kind.property().is_none_or(|p| !asked.contains(p))
                        || options.is_ignored(kind, check.span)
                        || refused.get(&(kind, check.span)).is_some_and(|n| *n >= REFUSALS)
                }
                _ => true,
            };
            let candidate = match bounded::search(terms, formula, &skip, limits) {
                Bounded::Candidate(candidate) => candidate,
                Bounded::Exhausted => {
                    let certificate = Certificate::ExhaustiveSearch { states: 1, steps: formula.steps };
                    return Answer::Done(Box::new(self.proved(formula, certificate, Vec::new())));
                }
                Bounded::Nothing { follows_all } => {
                    if follows_all && asked == self.task.properties {
                        self.bounded = self.bounded.max(Some(rounds));
                    }
                    return Answer::Final;
                }
                Bounded::GaveUp => return Answer::Again,
            };
            let key = (candidate.kind, candidate.span);
            match self.context.confirm.confirm(&candidate) {
                Confirmation::Confirmed(findings, assumptions) => {
                    return Answer::Done(Box::new(self.violated(findings, assumptions)));
                }
                _ => {
                    *self.refused.entry(key).or_insert(0) += REFUSALS;
                }
            }
            if self.is_over() {
                return Answer::Final;
            }
        }
    }

    /// Says what is open.
    fn note(&mut self, terms: &Terms, formula: &Formula, open: &[usize]) {
        let checks = || open.iter().map(|i| &formula.checks[*i]);
        let unsupported = checks().find_map(|check| match &check.what {
            CheckKind::Unsupported(what) | CheckKind::Undecided(_, what) => Some((check.span, what.clone())),
            _ => None,
        });
        if let Some((span, what)) = unsupported {
            let message = format!("{what} is not supported");
            self.reason = Some(UnknownReason { kind: UnknownKind::Unsupported, span, message });
        } else if let Some(check) = checks().next()
            && let CheckKind::Finding(kind) = check.what
        {
            let of = self.loop_before(terms, formula, check).unwrap_or_default();
            let message =
                format!("no invariant was found{of} that excludes a violation here ({})", kind.name());
            self.reason =
                Some(UnknownReason { kind: UnknownKind::PossibleFindings, span: check.span, message });
        }
    }

    /// Names the last loop whose state a check depends on.
    fn loop_before(&self, terms: &Terms, formula: &Formula, check: &Check) -> Option<String> {
        let used: FxHashSet<TermId> = terms.variables_of(&[check.fails]).into_iter().collect();
        let is_used = |variable: &LoopVariable| match variable.back {
            Value::Number(number) => used.contains(&number),
            Value::Pointer { object, offset } => used.contains(&object) || used.contains(&offset),
            Value::Any => false,
        };
        let cut = formula.loops.iter().rfind(|cut| cut.variables.iter().any(|v| v.changes && is_used(v)))?;
        let names = &self.task.program().names;
        let mut changed: Vec<&str> = cut
            .variables
            .iter()
            .filter(|variable| variable.changes)
            .filter_map(|variable| Some(names.resolve(variable.symbol?)))
            .collect();
        changed.dedup();
        changed.truncate(MOST_NAMES);
        let function = names.resolve(self.task.program().functions[cut.func].name);
        Some(match changed.is_empty() {
            true => format!(" for the last loop in `{function}` before it"),
            false => format!(" for the loop in `{function}` that changes `{}`", changed.join("`, `")),
        })
    }

    fn stats(&self) -> Stats {
        Stats { engine: TemplateAnalysis.name(), states: self.questions, ..Stats::default() }
    }

    fn proved(
        &self,
        formula: &Formula,
        certificate: Certificate,
        invariants: Vec<verdict::Invariant>,
    ) -> Outcome {
        let mut outcome = Outcome::new(self.task.properties, Verdict::Proved(certificate), Vec::new());
        if self.task.properties.contains(Property::NoUninit) {
            let message = "the template analysis does not follow which values are initialised".to_owned();
            let reason = UnknownReason { kind: UnknownKind::Unsupported, span: Span::NONE, message };
            outcome.verdicts.set([Property::NoUninit].into_iter().collect(), Verdict::Unknown(reason));
        }
        outcome.invariants = invariants;
        let mut assumptions: Vec<Assumption> = formula.assumptions.iter().map(|(a, _)| a.clone()).collect();
        assumptions.sort();
        assumptions.dedup();
        outcome.assumptions = assumptions;
        outcome.stats = self.stats();
        outcome
    }

    fn violated(&self, findings: Vec<Finding>, assumptions: Vec<Assumption>) -> Outcome {
        let mut outcome = Outcome::new(self.task.properties, Verdict::Violated, findings);
        outcome.assumptions = assumptions;
        outcome.stats = self.stats();
        outcome
    }

    fn unknown(mut self) -> Outcome {
        if let Some(part) = self.part.take() {
            return Outcome { bounded: self.bounded, stats: self.stats(), ..part };
        }
        let reason = self.reason.take().unwrap_or_else(|| UnknownReason {
            kind: UnknownKind::TimeBudget,
            span: Span::NONE,
            message: "the template analysis ran out of time".to_owned(),
        });
        let mut outcome = Outcome::new(self.task.properties, Verdict::Unknown(reason), Vec::new());
        outcome.bounded = self.bounded;
        outcome.stats = self.stats();
        outcome
    }
}
