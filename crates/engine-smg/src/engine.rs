//! The engine: from a program to an outcome. Sets up the globals, runs `main`, and turns what was found into a verdict.

use crate::calls::{Active, Summaries};
use crate::certificate::{HeadGraph, Recorded};
use crate::config::Config;
use crate::control::ControlVariables;
use crate::exact;
use crate::findings::{Findings, InputKind, Site};
use crate::precision::{Counted, Entry, Losses, Precision, Provenance, Refinement, alone_after_all};
use crate::state::{Graph, Path, State, key};
use crate::verifier::ShapeAnalysis;
use ::engine::Engine as _;
use ::engine::{Budget, Evidence};
use base::{Cancel, FxHashMap, Span};
use facts::{Facts, FunctionFacts};
use ir::{BlockId, Body, FuncId, GlobalId, Program, RelocationTarget};
use semantics::initial::{self, MainParameter, Role};
use smg::{BlockKind, Field, IntDomain, LENGTHS_TRUSTED, NewObject, ObjId, Origin, SizeRange, Thresholds};
use std::rc::Rc;
use std::time::Instant;
use verdict::{
    Assumption, BlockOrigin, Certificate, FindingKind, Outcome, Property, PropertySet, Stats, UnknownKind,
    UnknownReason, Verdict,
};

/// Why the search ends before its fixpoint; the reason has been recorded.
#[derive(Debug)]
pub(crate) struct Stop;

pub(crate) struct Engine<'p> {
    pub(crate) program: &'p Program,
    pub(crate) facts: &'p Facts<'p>,
    pub(crate) config: Config,
    thresholds: Thresholds,
    /// These and how many elements an array may have, where bounds matter.
    close_thresholds: Thresholds,
    /// What this search keeps apart, and what it has lost.
    pub(crate) precision: Precision,
    pub(crate) losses: Losses,
    pub(crate) control: ControlVariables,
    pub(crate) budget: Budget<'p>,
    pub(crate) findings: Findings,
    pub(crate) summaries: Summaries,
    pub(crate) active: Vec<Active>,
    /// What the proof rests on, if somebody wants to see it.
    pub(crate) certificate: Option<Recorded>,
    /// Set while a certificate is being checked: calls are answered from it alone.
    pub(crate) checking: Option<Rc<Recorded>>,
    /// Which of several recorded runs answers a call then.
    pub(crate) choice: usize,
    /// Remembers the graphs at some places, for pictures.
    pub(crate) recorder: Option<crate::picture::Recorder>,
    pub(crate) counted: Counted,
    /// The loops that have exits and that no state has left, by their heads.
    pub(crate) endless: FxHashMap<(FuncId, BlockId), Span>,
    /// An empty graph, which all others of this search come from.
    blank: Graph,
    steps: u64,
    /// Steps and joins, for the limit of a search that tries to tell more.
    pub(crate) effort: u64,
    most_effort: u64,
    /// The findings that are looked for along single paths, if that is what this search does.
    shown_alone: Option<Vec<(FindingKind, Span)>>,
    /// The effort until the first possible finding, once there is one.
    found_at: Option<u64>,
    pub(crate) states: u64,
    peak_objects: usize,
    /// It was told to end, and will: what it computes from now on is not used.
    cancelled: bool,
}

/// Checks a program against the properties.
///
/// What seems to go wrong may only do so because something was lost on the way: then there are more searches, each of which keeps
/// what the one before lost before the findings. Nothing is proved by putting pieces of two searches together.
pub fn verify(
    facts: &Facts<'_>,
    properties: PropertySet,
    config: &Config,
    budget: Budget<'_>,
    evidence: &Evidence,
) -> Outcome {
    refined_search(facts, properties, config, budget, evidence).outcome
}

/// What stands for all runs at the heads of loops, for tests against runs; `None` if the search ended before it was complete, or
/// found more than assertions that may fail.
pub fn inspect(
    facts: &Facts<'_>,
    properties: PropertySet,
    config: &Config,
    budget: Budget<'_>,
) -> Option<Vec<HeadGraph>> {
    let evidence = Evidence { invariants: true, ..Evidence::default() };
    let found = refined_search(facts, properties, config, budget, &evidence);
    Some(found.recorded?.at_heads(facts))
}

fn refined_search(
    facts: &Facts<'_>,
    properties: PropertySet,
    config: &Config,
    budget: Budget<'_>,
    evidence: &Evidence,
) -> SearchResult {
    let search = |config: &Config, precision: &Precision, labels: Option<&Findings>, most_effort: u64| {
        search((facts, properties, config, budget), evidence, precision, labels, most_effort)
    };
    let mut best = search(config, &Precision::default(), None, u64::MAX);
    let first = best.effort;
    let mut refinement = Refinement::default();
    let limit = |factor: u64| first.saturating_mul(factor).saturating_add(REFINED_STEPS);
    let closely = Config {
        shapes_before_giving_up: config.shapes_before_giving_up.min(REFINED_SHAPES),
        // Shapes that are kept apart are not many because some list is there or not.
        shapes_before_joining_empty: config.shapes_before_joining_empty.saturating_mul(4),
        ..config.clone()
    };
    if best.wants(&refinement).is_some() {
        let found = &best.outcome.findings;
        if exact::shows_all(facts, properties, config, budget, found, first.saturating_add(EXACT_EFFORT)) {
            return best;
        }
    }
    let mut left = limit(REFINED_EFFORT).saturating_mul(REFINED_SEARCHES);
    while let Some(wanted) = best.wants(&refinement) {
        if left == 0 {
            best.says_budget_ended();
            break;
        }
        // What helps one list may be in the way of another one: then the entries for each are tried alone.
        for entries in alone_after_all(wanted.clone()) {
            let entries: Vec<Entry> = entries.into_iter().map(|(entry, _)| entry).collect();
            let lengths = entries.iter().all(Entry::is_about_lengths);
            let most = limit(if lengths { LENGTHS_EFFORT } else { REFINED_EFFORT });
            let most = most.max(best.effort.saturating_mul(2));
            let mut accepted = false;
            for precision in refinement.with(&entries) {
                let config = if precision.keeps_shapes() { &closely } else { config };
                let closer = search(config, &precision, Some(&best.labels), most.min(left));
                left = left.saturating_sub(closer.effort.max(1));
                let is_better = closer.problems() < best.problems();
                // What is of no use so far may be together with more, unless it makes all that is tried later dear.
                let is_dear = closer.effort > best.effort.saturating_mul(DEAR);
                let is_as_good = is_better || closer.problems() == best.problems() && !is_dear;
                if closer.complete && is_as_good {
                    refinement.accept(precision, is_better);
                    best = closer.after(&best.outcome);
                    accepted = true;
                    break;
                }
            }
            let is_all = entries.len() == wanted.len();
            if accepted && is_all || best.provenances.is_empty() || left == 0 {
                break;
            }
        }
        refinement.note_tried(wanted.into_iter().map(|(entry, _)| entry).collect());
    }
    best
}

/// Lists of which more is kept have few shapes; where numbers are no marks, there are many.
const REFINED_SHAPES: usize = 100;
/// How many times the effort of the first search another one may take: where marks or lengths decide what a list is like, it takes
/// about three times as much, and elsewhere there is no end to it.
const REFINED_EFFORT: u64 = 16;
const REFINED_STEPS: u64 = 5_000;
/// Where lengths decide, it takes about twice as much.
const LENGTHS_EFFORT: u64 = 6;
/// So many times the effort of the search before make a search dear.
const DEAR: u64 = 4;
/// As many searches that are given up end the attempt.
const REFINED_SEARCHES: u64 = 4;

/// A search that can prove nothing any more goes on for so long, and as many times the effort until then as another one may take.
const AFTER_FINDING: u64 = 20_000;
/// The same for one that can still prove something on the condition that the findings do not happen.
const UNDER_CONDITION: u64 = 300_000;
/// So many known bounds on differences of numbers make a step as dear as two.
const BOUNDS_PER_STEP: usize = 32;
/// What a search along single paths may take beyond the effort of the first search.
const EXACT_EFFORT: u64 = 1_000;

/// One run over the program.
struct SearchResult {
    outcome: Outcome,
    /// It came to its end; otherwise there may be more to find.
    complete: bool,
    effort: u64,
    counted: Counted,
    /// The program runs machines by hand.
    machines: bool,
    /// What was lost on the way to each state in which there is something wrong.
    provenances: Vec<Provenance>,
    /// The labels of blocks, which those that are kept mean.
    labels: Findings,
    /// What stands for all runs, if it was to be recorded and no second pass has used it up.
    recorded: Option<Recorded>,
}

impl SearchResult {
    fn problems(&self) -> usize {
        self.outcome.findings.len().max(usize::from(!self.provenances.is_empty()))
    }

    /// What another search should keep.
    fn wants(&self, refinement: &Refinement) -> Option<Vec<(Entry, FuncId)>> {
        if self.provenances.is_empty() {
            return None;
        }
        let entries = refinement.next(&self.provenances, &self.counted)?;
        // A search that did not come to its end is tried again with what is cheap. Where machines are run by hand, there are many states,
        // so the first findings are soon followed by the end; lists of different lengths then tell what a machine waits for.
        let is_cheap =
            |entry: &Entry| !matches!(entry, Entry::Keep(..)) || self.machines && entry.is_about_lengths();
        (self.complete || entries.iter().all(|(entry, _)| is_cheap(entry))).then_some(entries)
    }

    /// More could be kept apart of what was lost before the findings, but nobody will try.
    fn says_budget_ended(&mut self) {
        if let Verdict::Unknown(reason) = self.outcome.verdict()
            && reason.kind == UnknownKind::PossibleFindings
        {
            let message = format!("{}; the effort to tell more states apart is used up", reason.message);
            let reason = UnknownReason { message, ..reason.clone() };
            let open = self.outcome.verdicts.asked().without(self.outcome.verdicts.proved());
            self.outcome.verdicts.set(open, Verdict::Unknown(reason));
        }
    }

    /// The effort of an earlier run counts, too.
    fn after(mut self, earlier: &Outcome) -> SearchResult {
        self.outcome.stats.steps += earlier.stats.steps;
        self.outcome.stats.states += earlier.stats.states;
        self
    }
}

fn search(
    (facts, properties, config, budget): (&Facts<'_>, PropertySet, &Config, Budget<'_>),
    evidence: &Evidence,
    precision: &Precision,
    labels: Option<&Findings>,
    most_effort: u64,
) -> SearchResult {
    let mut engine = Engine::new(facts, properties, config, budget);
    if let Some(labels) = labels {
        engine.findings = labels.with_same_labels();
    }
    engine.keep(precision.clone());
    engine.most_effort = most_effort;
    engine.certificate = (evidence.invariants || evidence.recheck).then(Recorded::default);
    let complete = engine.run().is_ok() && engine.never_left().is_none();
    let (counted, effort) = (std::mem::take(&mut engine.counted), engine.effort);
    let machines = !engine.control.is_empty();
    let provenances = engine.findings.provenances();
    let provenances = provenances.map(|(losses, memory)| engine.losses.provenance(losses, memory)).collect();
    let certificate = engine.certificate.take();
    let fresh_findings = engine.findings.with_same_labels();
    let mut outcome = engine.finish();
    if evidence.recheck && !outcome.conditions.is_empty() {
        // The second pass checks whole proofs only.
        if let Verdict::Unknown(reason) = outcome.verdict().clone() {
            outcome.retract(reason);
        }
    }
    let mut kept = None;
    let is_proved = matches!(outcome.verdict(), Verdict::Proved(_));
    // Behind an assertion that may fail, all runs go on in which it does not.
    let is_closed = is_proved
        || complete
            && outcome.findings.iter().all(|finding| finding.kind.property() == Some(Property::UnreachCall));
    if let Some(recorded) = certificate.filter(|_| is_closed) {
        if evidence.invariants && is_proved {
            outcome.invariants = recorded.invariants(facts, &fresh_findings);
        }
        if evidence.recheck && is_proved {
            let mut checker = Engine::new(facts, properties, config, budget);
            checker.keep(precision.clone());
            checker.findings = fresh_findings.with_same_labels();
            if let Err(reason) = checker.recheck(recorded) {
                outcome.retract(reason);
            }
        } else {
            kept = Some(recorded);
        }
    }
    let labels = fresh_findings;
    SearchResult { outcome, complete, effort, counted, machines, provenances, labels, recorded: kept }
}

impl<'p> Engine<'p> {
    pub(crate) fn new(
        facts: &'p Facts<'p>,
        properties: PropertySet,
        config: &Config,
        budget: Budget<'p>,
    ) -> Engine<'p> {
        Engine {
            program: facts.program(),
            facts,
            config: config.clone(),
            thresholds: Thresholds::new(facts.constants().to_vec()),
            close_thresholds: Thresholds::default(),
            precision: Precision::default(),
            losses: Losses::default(),
            control: ControlVariables::of(facts.program()),
            budget,
            findings: Findings::new(semantics::Policy::check(properties), &config.analysis),
            summaries: Summaries::default(),
            active: Vec::new(),
            certificate: None,
            checking: None,
            recorder: None,
            choice: 0,
            counted: Counted::default(),
            endless: FxHashMap::default(),
            blank: Graph::new(8 * facts.program().model.pointer_size() as u32),
            steps: 0,
            effort: 0,
            most_effort: u64::MAX,
            shown_alone: None,
            found_at: None,
            states: 0,
            peak_objects: 0,
            cancelled: false,
        }
    }

    /// Keeps more than the first search does.
    fn keep(&mut self, precision: Precision) {
        if precision.narrows_something() {
            self.close_thresholds = self.thresholds.with(self.facts.element_counts());
        }
        self.precision = precision;
    }

    /// Where widening may pause in a function.
    pub(crate) fn thresholds(&self, func: FuncId) -> &Thresholds {
        match self.precision.narrows(func) {
            true => &self.close_thresholds,
            false => &self.thresholds,
        }
    }

    /// `Err` if the search ended before its fixpoint.
    pub(crate) fn run(&mut self) -> Result<(), Stop> {
        let Some(main) = self.program.entry else {
            self.findings.unknown(
                UnknownKind::NothingToCheck,
                Span::NONE,
                "the program has no function `main`",
            );
            return Ok(());
        };
        let Some(body) = self.program.functions[main].body() else {
            let span = self.program.functions[main].span;
            self.findings.unknown(UnknownKind::NothingToCheck, span, "`main` is declared but not defined");
            return Ok(());
        };
        let state = self.initial_state(main, body);
        self.run_main(main, state)
    }

    /// The state in which `main` begins.
    pub(crate) fn initial_state(&mut self, main: FuncId, body: &Body) -> State {
        let mut state = State::new(self.blank.clone(), Path::default());
        self.create_globals(main, &mut state);
        self.create_handlers(&mut state);
        self.create_main_arguments(body, &mut state);
        state
    }

    /// A loop that no state has left, where the search rests on lists having not so many nodes: perhaps it ends with a longer one only, and
    /// what follows it has not been looked at.
    fn never_left(&self) -> Option<Span> {
        self.endless.values().min().copied().filter(|_| self.blank.trusts_lengths())
    }

    pub(crate) fn finish(self) -> Outcome {
        let never_left = self.never_left();
        let Engine {
            mut findings,
            program,
            config,
            summaries,
            active,
            steps,
            states,
            peak_objects,
            budget,
            blank,
            ..
        } = self;
        if let Some(span) = never_left {
            let words = format!("this loop does not end while lists have fewer than {LENGTHS_TRUSTED} nodes");
            findings.unknown(UnknownKind::Unsupported, span, words);
        }
        findings.draw_ends(program);
        let asked = findings.asked();
        let condition = findings.condition();
        let (found, mut assumptions, unknown) = findings.finish();
        if !config.analysis.malloc_may_fail && summaries.saw_allocation {
            assumptions.push(Assumption::MallocSucceeds);
        }
        if blank.trusts_lengths() {
            assumptions.push(Assumption::Other(format!("lists have fewer than {LENGTHS_TRUSTED} nodes")));
        }
        budget.skip_destructors_at_exit((summaries, active));
        let verdict = match (unknown, found.first()) {
            (None, None) => Verdict::Proved(Certificate::Invariants),
            (_, Some(first)) => Verdict::Unknown(UnknownReason {
                kind: UnknownKind::PossibleFindings,
                span: first.span,
                message: format!(
                    "the shape analysis found {} possible violation{} that no concrete run has confirmed",
                    found.len(),
                    if found.len() == 1 { "" } else { "s" }
                ),
            }),
            (Some(reason), None) => Verdict::Unknown(reason),
        };
        let stats = Stats {
            engine: ShapeAnalysis.name(),
            steps,
            states,
            peak_objects: peak_objects as u64,
            questions: None,
        };
        let mut outcome = Outcome { assumptions, stats, ..Outcome::new(asked, verdict, found) };
        if let Some(condition) = condition {
            outcome.verdicts.set(condition.of, Verdict::Proved(Certificate::Invariants));
            outcome.conditions.push(condition);
        }
        outcome
    }

    /// Follows single paths, until it has come to all these findings.
    pub(crate) fn look_for(&mut self, findings: Vec<(FindingKind, Span)>, most_effort: u64) {
        self.shown_alone = Some(findings);
        self.most_effort = most_effort;
    }

    pub(crate) fn follows_single_paths(&self) -> bool {
        self.shown_alone.is_some()
    }

    pub(crate) fn has_shown(&self) -> bool {
        self.shown_alone.as_ref().is_some_and(|wanted| self.findings.has_all_of(wanted))
    }

    pub(crate) fn current_function(&self) -> Option<FuncId> {
        self.active.last().map(|a| a.func)
    }

    pub(crate) fn pointer_size(&self) -> u64 {
        self.program.model.pointer_size()
    }

    /// The facts about a function that has a body.
    pub(crate) fn function_facts(&self, func: FuncId) -> FunctionFacts<'p> {
        self.facts.function(func).expect("only functions with bodies are executed")
    }

    /// Whether a call of the function can access the global by its name. A callee gets the part of the heap that its arguments
    /// and *its* globals lead to: a list that hangs on another one stays with the caller, so that one summary serves whatever
    /// that list looks like. What ends the program sees them all if what they lead to has to be freed.
    pub(crate) fn accesses_global(&self, func: FuncId, global: GlobalId) -> bool {
        let effects = self.facts.effects().of(func);
        effects.named.contains(global)
            || effects.ends_program && self.findings.asks(Property::ValidMemcleanup)
    }

    /// Counts work and stops when the budget is used up.
    pub(crate) fn tick(&mut self, amount: u64, span: Span, graph: &Graph) -> Result<(), Stop> {
        let before = self.steps;
        self.steps += amount;
        self.effort += amount + (graph.orders().len() / BOUNDS_PER_STEP) as u64;
        if self.steps > self.budget.steps || self.effort > self.most_effort {
            self.findings.unknown(UnknownKind::StepBudget, span, "the step budget is used up");
            return Err(Stop);
        }
        self.check_cancelled(span)?;
        if self.shown_alone.is_some() && self.has_shown() {
            return Err(Stop);
        }
        if before / 64 != self.steps / 64 {
            if self.findings.count() > 0 {
                let found_at = *self.found_at.get_or_insert(self.effort);
                let more = if self.findings.drops_runs() { AFTER_FINDING } else { UNDER_CONDITION };
                if self.effort > found_at.saturating_mul(REFINED_EFFORT).saturating_add(more) {
                    let words = "the effort behind a possible finding is used up";
                    self.findings.unknown(UnknownKind::StepBudget, span, words);
                    return Err(Stop);
                }
            }
            self.peak_objects = self.peak_objects.max(graph.object_count());
            if self.budget.deadline.is_some_and(|d| Instant::now() >= d) {
                self.findings.unknown(UnknownKind::TimeBudget, span, "the time budget is used up");
                self.budget.announce_exit();
                return Err(Stop);
            }
        }
        Ok(())
    }

    /// Whether the engine was told to end. Whoever gives up half-way for that must be sure that [`Engine::check_cancelled`] is asked
    /// before what it left undone is used; once told, the engine does not forget it.
    pub(crate) fn is_cancelled(&mut self) -> bool {
        self.cancelled |= self.budget.is_cancelled();
        self.cancelled
    }

    /// For what takes long and knows no engine; what it gives up then is given up under the same rule.
    pub(crate) fn cancel_flag(&self) -> Option<&'p Cancel> {
        self.budget.cancel.map(|flag| &**flag)
    }

    /// Stops if the engine was told to end.
    pub(crate) fn check_cancelled(&mut self, span: Span) -> Result<(), Stop> {
        self.cancelled |= self.budget.poll();
        if self.cancelled {
            self.findings.unknown(UnknownKind::Cancelled, span, "the analysis was cancelled");
            return Err(Stop);
        }
        Ok(())
    }

    /// Does not take the time to give back what a search holds that was stopped, if the process ends.
    pub(crate) fn skip_destructors_at_exit<T>(&self, held: T) {
        self.budget.skip_destructors_at_exit(held);
    }

    /// Creates the globals that code reachable from `main` can name, with their initial contents.
    fn create_globals(&mut self, main: FuncId, state: &mut State) {
        let program = self.program;
        let wanted = facts::reachable_globals(program, main);
        for &id in &wanted {
            let global = &program.globals[id];
            let start = initial::global(program, global);
            let constant = matches!(start.role, Role::Literal | Role::Constant);
            let origin = match start.role {
                Role::Literal => BlockOrigin::StringLiteral,
                _ => BlockOrigin::Static,
            };
            let name = program.names.resolve(global.name).to_string();
            let is_list = name == initial::TEXTS;
            if start.role == Role::External && !is_list {
                self.findings.assumptions.insert(Assumption::ExternalObject(name.clone()));
            }
            let site = Site {
                origin,
                span: global.span,
                name: Some(name),
                constant,
                frame: None,
                input: is_list.then_some(InputKind::List),
            };
            let label = self.findings.global_site(id, site);
            let contents = match start.role {
                // What a literal holds is looked up when it is read: programs name many that no decision depends on.
                Role::External | Role::Stream(_) | Role::Literal => BlockKind::Init,
                Role::Variable | Role::Constant => BlockKind::Zero,
            };
            let new = NewObject {
                size: SizeRange::exact(start.size),
                origin: Origin::Static,
                label,
                type_hint: None,
                contents,
            };
            let object = state.graph.add_object(new);
            state.graph.set_root(key::global(id), object);
        }
        for &id in &wanted {
            match initial::global(program, &program.globals[id]).role {
                Role::Variable | Role::Constant => self.initialise_global(id, state),
                Role::Stream(_) => self.open_stream(id, state),
                Role::External | Role::Literal => {}
            }
        }
    }

    /// The library's variables for streams lead to streams.
    fn open_stream(&mut self, id: GlobalId, state: &mut State) {
        let global = &self.program.globals[id];
        let origin = BlockOrigin::Static;
        let name = Some(self.program.names.resolve(global.name).to_owned());
        let site = Site { origin, span: global.span, name, constant: false, frame: None, input: None };
        let label = self.findings.local_site(global.span, site);
        let new = NewObject {
            size: SizeRange::exact(1),
            origin: Origin::Static,
            label,
            type_hint: None,
            contents: BlockKind::Init,
        };
        let graph = &mut state.graph;
        let stream = graph.add_object(new);
        let address = graph.region_address(stream);
        let variable = graph.root(key::global(id)).expect("globals are created first");
        let field = graph.ptr_field(0);
        let _ = graph.write(variable, field, address);
    }

    /// The value of some bytes of a string literal; `None` for other objects.
    pub(crate) fn literal_bytes(&self, graph: &Graph, object: ObjId, offset: u64, size: u64) -> Option<u64> {
        let id = self.findings.literal_of(graph.object(object).label)?;
        let bytes = &self.program.globals[id].init.bytes;
        let at = |offset: u64| usize::try_from(offset).ok().and_then(|o| bytes.get(o)).copied().unwrap_or(0);
        (size <= 8).then(|| (0..size).rev().fold(0, |word, i| word << 8 | u64::from(at(offset + i))))
    }

    /// Writes the bytes of a string literal into the graph, for what looks at more than one value at a time.
    pub(crate) fn load_literal(&self, graph: &mut Graph, object: ObjId) {
        let data = graph.object(object);
        let Some(id) = self.findings.literal_of(data.label) else { return };
        let global = &self.program.globals[id];
        // Joined with a graph in which the literal was not loaded, values may have become uncertain.
        if !data.edges().is_empty()
            && data.edges().iter().all(|e| graph.int_of(e.value, 8).as_constant().is_some())
        {
            return;
        }
        if graph.set_block(object, 0, global.size, smg::FillByte::Known(0)).is_err() {
            return;
        }
        for (offset, &byte) in global.init.bytes.iter().enumerate().filter(|(_, byte)| **byte != 0) {
            let value = graph.int_const(8, u64::from(byte));
            graph.set_edge(object, Field::bytes(offset as u64, 1), value);
        }
    }

    fn initialise_global(&mut self, id: GlobalId, state: &mut State) {
        let program = self.program;
        let global = &program.globals[id];
        let graph = &mut state.graph;
        let object = graph.root(key::global(id)).expect("globals are created first");
        // Runs of equal words are common in tables; byte-wise edges would make large constants expensive, so the
        // content is written in units of the alignment (at most a word).
        let unit = global.align.clamp(1, 8) as usize;
        let start = initial::global(program, global);
        let bytes = start.bytes;
        let relocated = |at: usize| {
            let size = program.model.pointer_size() as usize;
            start.addresses().any(|r| (r.offset as usize) < at + unit && at < r.offset as usize + size)
        };
        let mut at = 0;
        while at < bytes.len() {
            let len = unit.min(bytes.len() - at);
            let chunk = &bytes[at..at + len];
            if chunk.iter().any(|&b| b != 0) && !relocated(at) {
                let mut word = [0u8; 8];
                word[..len].copy_from_slice(chunk);
                let value = graph.int_const(8 * len as u32, u64::from_le_bytes(word));
                graph.set_edge(object, Field::bytes(at as u64, len as u64), value);
            }
            at += len;
        }
        for relocation in start.addresses() {
            let value = match relocation.target {
                RelocationTarget::Global(target) => match graph.root(key::global(target)) {
                    Some(object) => {
                        graph.address(object, smg::Offset::exact(relocation.addend), smg::Spec::Region)
                    }
                    None => graph.unknown(8 * program.model.pointer_size() as u32),
                },
                RelocationTarget::Function(func) => graph.code(func.raw()),
                RelocationTarget::Label(..) => graph.unknown(8 * program.model.pointer_size() as u32),
            };
            let field = graph.ptr_field(relocation.offset);
            let _ = graph.write(object, field, value);
        }
    }

    /// As many arguments as the count says, and an environment.
    fn create_main_arguments(&mut self, body: &Body, state: &mut State) {
        let program = self.program;
        let word = self.pointer_size();
        let mut count = None;
        for (index, local) in body.params().enumerate() {
            let scalar = body.locals[local].scalar;
            let graph = &mut state.graph;
            let value = match (initial::main_parameter(index), scalar) {
                (MainParameter::Count(least, most), Some(scalar)) => {
                    let width = 8 * scalar.size(program.model) as u32;
                    let number = graph.int(smg::IntDomain::range(width, least, most));
                    count = Some(number);
                    number
                }
                (MainParameter::Pointers(least, most), Some(ir::Scalar::Ptr)) => {
                    let site = Site {
                        origin: BlockOrigin::Static,
                        span: body.locals[local].span,
                        name: Some(if index == 1 { "argv" } else { "envp" }.to_string()),
                        constant: false,
                        frame: None,
                        input: Some(InputKind::List),
                    };
                    let label = self.findings.local_site(body.locals[local].span, site);
                    let new = NewObject {
                        size: SizeRange { lo: least * word, hi: most * word },
                        origin: Origin::Static,
                        label,
                        type_hint: None,
                        contents: BlockKind::Init,
                    };
                    let object = graph.add_object(new);
                    if let (1, Some(count)) = (index, count) {
                        let scale = word as i64;
                        graph.set_size(object, smg::Linear { base: count, scale, addend: scale });
                    }
                    graph.region_address(object)
                }
                _ => smg::ValId::UNINIT,
            };
            self.set_parameter(body, local, value, state);
        }
    }
}
