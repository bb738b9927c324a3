//! One function, from any state in which it may be called.
//!
//! Its precondition is abduced on each path ([`crate::abduce`]). What goes wrong on a path is reported only if it is *manifest*: given
//! live and separate memory behind the pointers that the function follows, it depends on nothing but the function's own choices and on
//! values that it tests itself (Le et al., OOPSLA 2022). And it needs a witness: a small heap and arguments are built from the path, a
//! `main` that makes them and calls the function, and the concrete machine must see the error in a run of it.

use crate::abduce::Open;
use crate::engine::SeparationLogic;
use crate::executor::Executor;
use crate::general;
use crate::harness::{self, Harness};
use crate::manifest::OtherWays;
use crate::precondition::{self, Followed, Needed, Root};
use crate::state::{ArgValue, Kind, State};
use ::engine::{
    Budget, CheckFunctions, Confirmation, FunctionReport, FunctionTask, Precondition, RunHarness,
};
use base::{Idx, Span};
use ir::{
    Callee, FuncId, FunctionBody, Intrinsic, LocalId, Operand, Program, Scalar, TerminatorKind, TypeKind,
};
use semantics::Consequence;
use sl::{Byte, SegmentId};
use smt::TermId;
use smt::path::{Case, Questions as _};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;
use symexec::{Activation, Calls as _, Config, Machine as _, Progress, Searchable as _, Steps as _, Stop};
use verdict::{Assumption, FindingKind, UnknownKind};

/// A precondition with predicates.
#[derive(Clone, Debug)]
struct General {
    needed: BTreeMap<Root, Needed>,
    requires: Vec<String>,
}

impl Precondition for General {
    fn requires(&self) -> &[String] {
        &self.requires
    }
    fn program(&self, task: &FunctionTask<'_>) -> Option<Program> {
        general::program(task, &self.needed)
    }
}

/// Paths are cut after this many statements.
const PATH_STEPS: u64 = 4000;
/// States that wait: beyond the first number, the newest comes first.
const MANY_WAITING: usize = 2000;
const MOST_WAITING: usize = 8000;
const MOST_STATES: u64 = 20_000;
/// So many values of an offset are told apart.
const ENUMERATE: usize = 8;
/// Decisions about values of the caller on one path: more come from loops over strings and lists.
const MOST_SPLITS: u32 = 24;
const MOST_FINDINGS: usize = 4;
/// Preconditions that are worth a try.
const MOST_PRECONDITIONS: usize = 3;
/// So many pointers of the caller may lead into blocks.
const MOST_INTERIOR: usize = 4;
/// Blocks of a harness are no larger, if they need not be.
const SMALL: u64 = 1 << 12;
/// A candidate that the machine refuses this often is given up.
const REFUSALS: usize = 20;
/// The part of the time after which no more paths are followed if there are candidates: their runs take time, too.
const SEARCH_SHARE: f64 = 0.6;

/// Something goes wrong at the end of a path.
struct Alarm {
    state: State,
    kind: FindingKind,
    span: Span,
}

fn depends_on_caller(kind: FindingKind) -> String {
    format!("possible {}, which depends on the caller", kind.name())
}

struct Check<'c, 'p> {
    executor: Executor<'p>,
    task: &'c FunctionTask<'p>,
    run: &'c dyn RunHarness,
    args: Vec<ArgValue>,
    report: FunctionReport,
    /// What may be manifest, in the order in which it was found.
    alarms: Vec<Alarm>,
    other_ways: OtherWays,
    cut_at: Span,
    needs: BTreeMap<usize, Need>,
    followed: Followed,
    /// What pointers it returns.
    results: BTreeSet<&'static str>,
    /// Something that it asserts fails for some memory or arguments.
    asserts: bool,
}

/// What a parameter must lead to, over all paths.
#[derive(Clone, Copy, Debug, Default)]
struct Need {
    /// Bytes from the pointer on.
    bytes: u64,
    /// Bytes before it, in the same block.
    before: u64,
    not_null: bool,
    freed: bool,
}

impl CheckFunctions for SeparationLogic {
    fn prepare(&self, program: &mut Program) {
        harness::prepare(program);
    }

    fn check_function(
        &self,
        task: &FunctionTask<'_>,
        budget: Budget<'_>,
        run: &dyn RunHarness,
    ) -> FunctionReport {
        let config = Config {
            order: absint::Order::BreadthFirst,
            path_steps: Some(PATH_STEPS),
            deepest: crate::engine::DEEPEST,
            analysis: task.options.clone(),
            enumerate: ENUMERATE,
            progress: None,
            throttle: None,
        };
        let mut interior = BTreeSet::new();
        loop {
            let mut executor =
                Executor::new(task.facts, task.properties, &config, sl::Procedure::ModelSat, budget);
            executor.library = task.library;
            executor.name_interior(&interior);
            let mut check = Check {
                executor,
                task,
                run,
                args: Vec::new(),
                report: FunctionReport::default(),
                alarms: Vec::new(),
                other_ways: OtherWays::default(),
                cut_at: Span::NONE,
                needs: BTreeMap::new(),
                followed: Followed::new(),
                results: BTreeSet::new(),
                asserts: false,
            };
            check.search();
            check.report_alarms();
            // A pointer was found to lead into a block, not to its start: from now on it does.
            let found = check.executor.interior_names();
            if found.len() > interior.len()
                && interior.len() < MOST_INTERIOR
                && check.report.findings.is_empty()
            {
                interior = found;
                continue;
            }
            return check.finish();
        }
    }
}

impl Check<'_, '_> {
    fn cut(&mut self, state: &State, kind: UnknownKind, message: impl Into<String>) {
        if self.executor.work.incomplete.is_none() {
            self.cut_at = self.executor.span(state);
        }
        self.executor.cut(kind, message);
    }

    /// The state at the call: every argument is what the caller chose.
    fn begin(&mut self) -> Result<State, (UnknownKind, String)> {
        let program = self.executor.work.program;
        let Some(body) = program.functions[self.task.function].body() else {
            return Err((UnknownKind::NothingToCheck, "the function is not defined".to_owned()));
        };
        if body.variadic {
            let message = "a function with variable arguments is not called on its own".to_owned();
            return Err((UnknownKind::Unsupported, message));
        }
        let mut state = self.executor.initial_state();
        state.own.open = Some(Rc::default());
        self.executor.open_globals(&mut state, self.task.library_globals);
        for local in body.locals.iter().take(body.param_count as usize) {
            let arg = match local.scalar {
                Some(scalar) => {
                    let width = scalar.width(self.executor.work.model);
                    ArgValue::Scalar(self.executor.chosen(&mut state, width, scalar == Scalar::Ptr), scalar)
                }
                None => ArgValue::Block(self.chosen_bytes(&mut state, program.types[local.ty].size)),
            };
            self.args.push(arg);
        }
        let entry = Activation { args: self.args.clone(), ..Activation::default() };
        match self.executor.enter(&mut state, self.task.function, body, entry) {
            Ok(()) => Ok(state),
            Err(stop) => Err(match *stop {
                Stop::Unknown(kind, message) | Stop::Over(kind, message) => (kind, message),
                _ => (UnknownKind::Unsupported, "the function cannot be entered".to_owned()),
            }),
        }
    }

    /// A structure that is passed by value: words may be pointers.
    fn chosen_bytes(&mut self, state: &mut State, size: u64) -> Vec<Byte> {
        let word = self.executor.word();
        let mut bytes = Vec::new();
        while (bytes.len() as u64) < size {
            let rest = size - bytes.len() as u64;
            let step = if rest >= word { word } else { 1 };
            let term = self.executor.chosen(state, 8 * step as u32, step == word);
            bytes.extend((0..step).map(|i| Byte { term, index: i as u8, undefined: 0 }));
        }
        bytes
    }

    fn search(&mut self) {
        let first = match self.begin() {
            Ok(state) => state,
            Err((kind, message)) => return self.executor.cut(kind, message),
        };
        let mut waiting = VecDeque::from([first]);
        let begin = Instant::now();
        let share =
            |deadline: Instant| begin + deadline.saturating_duration_since(begin).mul_f64(SEARCH_SHARE);
        let enough = self.executor.work.budget.deadline.map(share);
        loop {
            // Short paths first, until there are too many of them: then one after the other to its end.
            let is_long = waiting.len() > MANY_WAITING;
            let Some(state) = (if is_long { waiting.pop_back() } else { waiting.pop_front() }) else {
                return;
            };
            self.executor.work.states += 1;
            let is_late = || enough.is_some_and(|enough| Instant::now() > enough);
            if self.executor.work.states > MOST_STATES || waiting.len() > MOST_WAITING {
                self.cut(&state, UnknownKind::StepBudget, "the function has too many paths");
            } else if !self.alarms.is_empty() && is_late() {
                self.cut(&state, UnknownKind::TimeBudget, "the time budget is used up");
            } else {
                let Err((kind, message)) = self.follow(state, &mut waiting) else { continue };
                for state in &waiting {
                    self.ends_otherwise(state);
                }
                return self.executor.cut(kind, message);
            }
            waiting.push_back(state);
            for state in &waiting {
                self.ends_otherwise(state);
            }
            return;
        }
    }

    /// The path does not go wrong, as far as it was followed.
    fn ends_otherwise(&mut self, state: &State) {
        if let Some(open) = &state.own.open {
            self.other_ways.add(&open.way);
        }
    }

    fn in_library(&self, state: &State) -> bool {
        state.frames.iter().any(|f| self.task.library.get(f.func.index()).copied().unwrap_or(false))
    }

    /// Whether the state stands at a test of the program.
    fn at_test(&self, state: &State) -> bool {
        let body = self.executor.body(state);
        let frame = state.top();
        let block = &body.blocks[frame.block];
        frame.at >= block.statements.len()
            && matches!(block.terminator.kind, TerminatorKind::Branch { .. } | TerminatorKind::Switch { .. })
    }

    /// The function of the library that is called, if the state stands at a call that allocates.
    fn at_allocation(&mut self, state: &State) -> Option<FuncId> {
        let body = self.executor.body(state);
        let frame = state.top();
        let block = &body.blocks[frame.block];
        let TerminatorKind::Call(call) = &block.terminator.kind else { return None };
        if frame.at < block.statements.len() {
            return None;
        }
        let callee = match call.callee {
            Callee::Direct(id) => Some(id),
            Callee::Indirect(Operand::Local(local)) => {
                frame.regs[local.index()].and_then(|pointer| self.executor.function_at(state, pointer))
            }
            Callee::Indirect(_) => None,
        };
        use Intrinsic::{Allocate, AllocateAligned, AllocateZeroed, Resize};
        let callee = callee?;
        let body = &self.executor.work.program.functions[callee].body;
        let allocates =
            matches!(body, FunctionBody::Intrinsic(Allocate | AllocateAligned | AllocateZeroed | Resize));
        let is_library = |id: FuncId| self.task.library.get(id.index()).copied().unwrap_or(false);
        let outermost = state.frames.iter().map(|frame| frame.func).find(|&id| is_library(id));
        allocates.then(|| outermost.unwrap_or(callee))
    }

    fn position(state: &State) -> (usize, FuncId, ir::BlockId, usize) {
        let frame = state.top();
        (state.frames.len(), frame.func, frame.block, frame.at)
    }

    fn follow(
        &mut self,
        mut state: State,
        waiting: &mut VecDeque<State>,
    ) -> Result<(), (UnknownKind, String)> {
        loop {
            let from = self.block_of_function(&state);
            let was_complete = self.executor.work.incomplete.is_none();
            let stop = match self.executor.step(&mut state) {
                Ok(progress) => {
                    if let Some(open) = &mut state.own.open
                        && open.split_at.is_some()
                    {
                        Rc::make_mut(open).split_at = None;
                    }
                    if progress == Progress::Jumped {
                        if let (Some(from), Some(to)) = (from, self.block_of_function(&state))
                            && let Some(open) = &mut state.own.open
                        {
                            Rc::make_mut(open).way.branch(from, to);
                        }
                        if state.steps > PATH_STEPS {
                            self.cut(&state, UnknownKind::StepBudget, "long paths are cut");
                            self.note_needs(&state);
                            self.ends_otherwise(&state);
                            return Ok(());
                        }
                        let tested = |open: &Rc<Open>| open.library_tested || open.special_number;
                        if state.own.open.as_ref().is_some_and(tested)
                            && !self.in_library(&state)
                            && let Some(open) = &mut state.own.open
                        {
                            let open = Rc::make_mut(open);
                            open.library_tested = false;
                            open.special_number = false;
                        }
                    }
                    continue;
                }
                Err(stop) => stop,
            };
            match *stop {
                Stop::Fork(cases) => {
                    if was_complete && self.executor.work.incomplete.is_some() {
                        self.cut_at = self.executor.span(&state);
                    }
                    let own_test = self.at_test(&state) && !self.in_library(&state);
                    let library = self.in_library(&state);
                    let allocates = self.at_allocation(&state);
                    let position = Self::position(&state);
                    let place: Vec<_> = state.frames.iter().map(|f| (f.func, f.block, f.at)).collect();
                    for (index, case) in cases.into_iter().enumerate() {
                        let mut next = state.clone();
                        next.path.assume(&case);
                        let about_caller = self.is_about_caller(&next, case.condition);
                        let is_free = !about_caller && !self.executor.is_foreign(&next, case.condition);
                        let found_null = self.finds_null(&next, case.condition);
                        let says_null = self.says_null(case.condition);
                        let null_pointer = self.gives_pointer(&next, case.condition);
                        let gives_number = library && self.gives_number(&next, case.condition);
                        let chooses = if about_caller { None } else { allocates };
                        let fails = chooses.is_some() && self.fails(&case);
                        let choice = chooses.and_then(|id| {
                            let variables = self.executor.prover.variables_of(case.condition);
                            let program = self.executor.work.program;
                            let name = program.names.resolve(program.functions[id].name);
                            Some((*variables.first()?, name.to_owned()))
                        });
                        if let Some(open) = &mut next.own.open {
                            let open = Rc::make_mut(open);
                            open.splits += u32::from(about_caller);
                            open.allocations.extend(choice);
                            open.way.finds_null |= null_pointer && !(own_test && state.frames.len() == 1);
                            if is_free {
                                open.way.choose(&place, index);
                            }
                            if open.splits > MOST_SPLITS {
                                let message = "a path depends on too many values of the caller";
                                self.cut(&state, UnknownKind::StepBudget, message);
                                self.note_needs(&state);
                                self.ends_otherwise(&state);
                                continue;
                            }
                            if own_test {
                                open.tests += u32::from(about_caller);
                                if found_null {
                                    open.found_null = open.tests;
                                }
                            } else {
                                open.split_at = Some(position);
                                if fails {
                                    open.failed = Some(open.tests);
                                }
                                open.null_untested |= says_null && null_pointer;
                                open.special_number |= gives_number;
                                open.library_tested |= library && about_caller;
                            }
                        }
                        waiting.push_back(next);
                    }
                    return Ok(());
                }
                Stop::Fault(kind) => {
                    self.fault(&state, kind);
                    return Ok(());
                }
                Stop::Unknown(kind, message) => {
                    self.note_needs(&state);
                    self.ends_otherwise(&state);
                    self.cut(&state, kind, message);
                    return Ok(());
                }
                Stop::Exit if state.frames.is_empty() => {
                    self.returned(&state);
                    return Ok(());
                }
                Stop::Exit | Stop::ExitNow | Stop::Abort => {
                    self.ends_otherwise(&state);
                    return Ok(());
                }
                Stop::Assumed => return Ok(()),
                Stop::Over(kind, message) => {
                    self.ends_otherwise(&state);
                    self.note_needs(&state);
                    return Err((kind, message));
                }
            }
        }
    }

    /// The block at which the function itself is, if nothing runs that it calls.
    fn block_of_function(&self, state: &State) -> Option<ir::BlockId> {
        let [frame] = &state.frames[..] else { return None };
        Some(frame.block)
    }

    fn is_about_caller(&mut self, state: &State, condition: TermId) -> bool {
        let variables = self.executor.prover.variables_of(condition);
        state.own.open.as_ref().is_some_and(|open| variables.iter().any(|v| open.chosen.contains_key(v)))
    }

    /// Whether the condition says that a pointer of the caller, or what is computed from one, is null or another constant.
    fn gives_pointer(&mut self, state: &State, condition: TermId) -> bool {
        let variables = self.executor.prover.variables_of(condition);
        let (Some(open), terms) = (&state.own.open, &self.executor.prover.terms) else { return false };
        terms.op(condition) == smt::Op::Eq
            && terms.args(condition).iter().any(|&t| terms.is_constant(t))
            && variables.iter().all(|v| open.chosen.get(v) == Some(&true))
    }

    /// Whether the case of an allocation that may fail is that it does: the choice is zero.
    fn fails(&mut self, case: &Case) -> bool {
        let variables = self.executor.prover.variables_of(case.condition);
        let &[choice] = &*variables else { return false };
        let value = case.model.value(&self.executor.prover.terms, choice);
        value.as_bv().and_then(|bv| bv.to_u128()) == Some(0)
    }

    /// Whether the condition says that something is null.
    fn says_null(&self, condition: TermId) -> bool {
        let terms = &self.executor.prover.terms;
        let is_zero = |t: &TermId| self.executor.prover.constant(*t) == Some(0);
        terms.op(condition) == smt::Op::Eq && terms.args(condition).iter().any(is_zero)
    }

    /// Whether the condition says that a pointer in memory of the caller is null, or the same as another.
    fn finds_null(&self, state: &State, condition: TermId) -> bool {
        let Some(open) = &state.own.open else { return false };
        let terms = &self.executor.prover.terms;
        terms.op(condition) == smt::Op::Eq
            && terms
                .args(condition)
                .iter()
                .any(|&t| open.chosen.get(&t) == Some(&true) && !self.is_argument(t))
    }

    fn is_argument(&self, term: TermId) -> bool {
        self.args.iter().any(|arg| matches!(arg, ArgValue::Scalar(value, _) if *value == term))
    }

    /// Whether the condition gives a number that the caller chose, and that is no character, one value.
    fn gives_number(&mut self, state: &State, condition: TermId) -> bool {
        let variables = self.executor.prover.variables_of(condition);
        let (Some(open), terms) = (&state.own.open, &self.executor.prover.terms) else { return false };
        terms.op(condition) == smt::Op::Eq
            && variables.iter().any(|v| open.chosen.get(v) == Some(&false) && terms.width(*v) > 8)
    }

    /// The function returns: what does it lose, and what did it need?
    fn returned(&mut self, state: &State) {
        self.note_needs(state);
        self.note_result(state);
        if self.executor.asks_for_leaks() {
            let leaks = self.executor.still_allocated(state);
            if let Some(lost) = leaks.iter().find(|left| left.reach.is_none()) {
                return self.alarm(state, FindingKind::MemoryLeak, lost.site, lost.block);
            }
        }
        self.ends_otherwise(state);
    }

    /// What kind of pointer the function returns.
    fn note_result(&mut self, state: &State) {
        let program = self.executor.work.program;
        let TypeKind::Function { ret, .. } = &program.types[program.functions[self.task.function].ty].kind
        else {
            return;
        };
        if program.types[*ret].scalar() != Some(Scalar::Ptr) {
            return;
        }
        let Some(&value) = state.own.open.as_ref().and_then(|open| open.returned.last()) else { return };
        let kind = match state.memory.decompose(&mut self.executor.prover, value) {
            Some((id, _)) => match state.memory.get(id).origin.kind {
                Kind::Heap => "a new block",
                Kind::Given => "what it was given",
                _ => "the address of a variable",
            },
            None if self.executor.prover.constant(value) == Some(0) => "null",
            None => "what it was given",
        };
        self.results.insert(kind);
    }

    fn note_needs(&mut self, state: &State) {
        precondition::note(&self.executor, state, &self.args, &mut self.followed);
        let Some(open) = &state.own.open else { return };
        for (index, arg) in self.args.iter().enumerate() {
            let ArgValue::Scalar(variable, Scalar::Ptr) = arg else { continue };
            for given in open.given.iter().filter(|given| given.variable == *variable) {
                let entry = self.needs.entry(index).or_default();
                let lead = state.memory.get(given.segment).lead;
                entry.bytes = entry.bytes.max(given.needed - lead);
                entry.before = entry.before.max(given.needed_before);
                entry.not_null |= given.untested;
                entry.freed |= given.freed;
            }
        }
    }

    /// Something goes wrong on the path.
    fn fault(&mut self, state: &State, kind: FindingKind) {
        use FindingKind::*;
        self.note_needs(state);
        let span = self.executor.span(state);
        match kind {
            AssertionFailed | ErrorReached => {
                if self.executor.work.policy.consequence(kind) != Consequence::Finding {
                    return;
                }
                // What the function asserts of what its caller chose, it asks of its callers.
                let outside = state.path.conditions.iter().any(|&c| self.executor.is_foreign(state, c));
                if !outside && state.own.open.as_ref().is_some_and(|open| open.splits > 0) {
                    self.asserts = true;
                    return;
                }
            }
            NullDeref | UseAfterFree | OutOfBounds | OutOfScope | DoubleFree | InteriorFree | NonHeapFree => {
            }
            _ => {
                self.ends_otherwise(state);
                return self.cut(state, UnknownKind::UndefinedBehaviour, format!("possible {}", kind.name()));
            }
        }
        if self.executor.work.policy.consequence(kind) != Consequence::Finding {
            self.ends_otherwise(state);
            return self.cut(state, UnknownKind::UndefinedBehaviour, format!("possible {}", kind.name()));
        }
        let block = self.executor.blamed.filter(|_| matches!(kind, UseAfterFree | DoubleFree | OutOfBounds));
        self.alarm(state, kind, span, block);
    }

    /// Whether what goes wrong depends on what a function does that is defined nowhere.
    fn rests_on_outside(&mut self, state: &State, kind: FindingKind, block: Option<SegmentId>) -> bool {
        let Some(open) = &state.own.open else { return false };
        // Whoever could reach it may have kept it.
        kind == FindingKind::MemoryLeak && block.is_some_and(|block| open.escaped.contains(&block))
            || state.path.conditions.iter().any(|&c| self.executor.is_foreign(state, c))
    }

    /// Whether what goes wrong depends on nothing that only the caller knows.
    fn is_manifest(&mut self, state: &State, kind: FindingKind, block: Option<SegmentId>) -> bool {
        let Some(open) = &state.own.open else { return false };
        let split_here = !state.frames.is_empty() && open.split_at == Some(Self::position(state));
        if split_here {
            return false;
        }
        let event = block.and_then(|block| open.events.get(&block).copied());
        // Callers in the program may see to it that its tests do not come out like this. But once the function has done what must go
        // wrong, and tests nothing any more, they can only see to it that it is never done.
        if self.task.internal && open.tests > 0 {
            let begin = if kind == FindingKind::NullDeref { open.failed } else { event };
            if begin != Some(open.tests) {
                return false;
            }
        }
        if open.library_tested && self.in_library(state) {
            return false;
        }
        // That a pointer in a structure of the caller is not null is often what makes it one: a function that does nothing with a new
        // block for the case that it is null loses the block only in a structure that nobody makes.
        if kind == FindingKind::MemoryLeak && open.found_null > event.unwrap_or(0) {
            return false;
        }
        // Likewise, what the function leaves out because of that null may be what a null pointer of its own needs.
        if kind == FindingKind::NullDeref {
            match self.executor.follows_tested_null {
                None if open.found_null > open.failed.unwrap_or(0) => return false,
                // A pointer in a structure was null at a test. What else was tested of structures after that may exclude it.
                Some(variable) if !self.is_argument(variable) && open.found_null < open.tests => {
                    return false;
                }
                _ => {}
            }
        }
        if block.is_some_and(|block| open.freed_by_number.contains(&block)) {
            return false;
        }
        // `free` takes null: that it was given what the function uses says nothing of null.
        if kind == FindingKind::NullDeref && open.null_untested {
            return false;
        }
        if kind == FindingKind::OutOfBounds {
            // How far an index goes is often the caller's to say: not even a test of it in a loop makes it the function's.
            for &condition in state.path.conditions.iter() {
                let variables = self.executor.prover.variables_of(condition);
                if variables.iter().any(|v| open.chosen.get(v) == Some(&false)) {
                    return false;
                }
            }
        }
        true
    }

    /// The same path with blocks that fit into a machine, where that is left open.
    fn with_small_blocks(&mut self, state: &State) -> State {
        let mut state = state.clone();
        let sizes: Vec<TermId> = state.memory.iter().map(|(_, segment)| segment.size).collect();
        let most = self.executor.word_constant(SMALL);
        for size in sizes {
            if self.executor.prover.terms.is_constant(size) {
                continue;
            }
            let is_small = self.executor.prover.terms.ule(size, most);
            if let Ok(Ok(Some(case))) = self.executor.prover.on(&state.memory).case_of(&state.path, is_small)
            {
                state.path.assume(&case);
            }
        }
        state
    }

    /// Something goes wrong on a path. Whether that is manifest is seen when all paths are known.
    fn alarm(&mut self, state: &State, kind: FindingKind, span: Span, block: Option<SegmentId>) {
        if self.rests_on_outside(state, kind, block) {
            let message =
                format!("possible {}, which depends on functions that are defined nowhere", kind.name());
            return self.cut(state, UnknownKind::ExternalFunction, message);
        }
        let known = self.alarms.iter().filter(|alarm| (alarm.kind, alarm.span) == (kind, span)).count();
        if known < REFUSALS && self.is_manifest(state, kind, block) {
            self.alarms.push(Alarm { state: state.clone(), kind, span });
        } else {
            self.cut(state, UnknownKind::PossibleFindings, depends_on_caller(kind));
        }
    }

    fn report_alarms(&mut self) {
        for Alarm { state, kind, span } in std::mem::take(&mut self.alarms) {
            if self.report.findings.len() >= MOST_FINDINGS {
                return;
            }
            let must_fail = state.own.open.as_ref().is_some_and(|open| self.other_ways.must_fail(&open.way));
            if !must_fail {
                self.cut(&state, UnknownKind::PossibleFindings, depends_on_caller(kind));
            } else if !self.report.findings.iter().any(|f| f.kind == kind && f.span == span) {
                self.report_confirmed(&state, kind, span);
            }
        }
    }

    fn report_confirmed(&mut self, state: &State, kind: FindingKind, span: Span) {
        let state = &self.with_small_blocks(state);
        // Blocks are as large as what was used of them. An operation may use more before it goes wrong, though.
        let confirmation = match self.confirm(state, kind, span, true) {
            Some(Confirmation::Refused(_)) if kind != FindingKind::OutOfBounds => {
                self.confirm(state, kind, span, false)
            }
            confirmation => confirmation,
        };
        match confirmation {
            // The path depends on nothing that was made up.
            Some(
                Confirmation::Confirmed(findings, assumptions)
                | Confirmation::Doubtful(findings, assumptions, _),
            ) => {
                for finding in findings {
                    if !self.report.findings.iter().any(|f| f.kind == finding.kind && f.span == finding.span)
                    {
                        self.report.findings.push(finding);
                    }
                }
                let of_program =
                    |a: &Assumption| !matches!(a, Assumption::ExternalFunction(n) if harness::is_name(n));
                self.report.assumptions.extend(assumptions.into_iter().filter(of_program));
            }
            Some(Confirmation::Ignored) => {}
            Some(Confirmation::Refused(_)) => {
                let message = format!("a finding ({}) was not confirmed by a concrete run", kind.name());
                self.cut(state, UnknownKind::PossibleFindings, message);
            }
            Some(Confirmation::OutOfBudget(kind, message)) => self.cut(state, kind, message),
            None => self.cut(state, UnknownKind::PossibleFindings, depends_on_caller(kind)),
        }
    }

    /// Makes a harness of the path and runs it; `None` if there is none.
    fn confirm(
        &mut self,
        state: &State,
        kind: FindingKind,
        span: Span,
        is_tight: bool,
    ) -> Option<Confirmation> {
        let function = self.task.function;
        let harness = Harness::new(&mut self.executor, state, function, (&self.args, is_tight))?;
        let mut candidate = self.executor.candidate(state, kind, span);
        candidate.is_exact = false;
        if self.task.options.malloc_may_fail {
            // The blocks of the harness are there.
            let there = std::iter::repeat_n(1, harness.blocks());
            candidate.inputs = there.chain(candidate.inputs).collect();
            let given = std::iter::repeat_n(false, harness.blocks());
            candidate.uninitialised = given.chain(candidate.uninitialised).collect();
        }
        let exported = harness.exported(&self.executor, function, state);
        let confirmation = self.run.run(harness.program, &candidate);
        let shown = matches!(confirmation, Confirmation::Confirmed(..) | Confirmation::Doubtful(..));
        if shown && self.report.exported.is_none() {
            self.report.exported = exported;
        }
        Some(confirmation)
    }

    /// The preconditions that the paths suggest.
    fn preconditions(&self, names: &[String]) -> Vec<Arc<dyn Precondition>> {
        let program = self.executor.work.program;
        let candidates = precondition::candidates(&self.followed, &self.args).into_iter();
        let with_words = |needed| -> Arc<dyn Precondition> {
            let requires = precondition::words(program, names, &needed);
            Arc::new(General { needed, requires })
        };
        candidates.take(MOST_PRECONDITIONS).map(with_words).collect()
    }

    fn finish(mut self) -> FunctionReport {
        let program = self.executor.work.program;
        let body = program.functions[self.task.function].body();
        let names: Vec<String> = (0..self.args.len())
            .map(|index| {
                let name = body.and_then(|b| b.locals.get(LocalId::new(index))).and_then(|local| local.name);
                match name {
                    Some(name) => format!("`{}`", program.names.resolve(name)),
                    None => format!("argument {}", index + 1),
                }
            })
            .collect();
        for (index, need) in &self.needs {
            let name = &names[*index];
            let may = if need.not_null { "leads" } else { "is null or leads" };
            let size = match (need.bytes, need.before) {
                (0, 0) => "a block".to_owned(),
                (n, 0) => format!("at least {n} bytes"),
                (0, before) => format!("the end of at least {before} bytes"),
                (n, before) => format!("at least {n} bytes with {before} of the same block before them"),
            };
            let end = if need.freed { ", which may be freed" } else { "" };
            self.report.requires.push(format!("{name} {may} to {size}{end}"));
        }
        if self.asserts {
            self.report.requires.push("what it asserts holds".to_owned());
        }
        self.report.states = self.executor.work.states;
        self.report.steps = self.executor.work.steps;
        if self.report.findings.is_empty() {
            self.report.unknown =
                self.executor.work.incomplete.take().map(|(kind, message)| (kind, self.cut_at, message));
            self.report.assumptions = self.executor.work.assumptions.iter().cloned().collect();
            if self.report.unknown.is_none() && !self.results.is_empty() {
                let results: Vec<&str> = self.results.iter().copied().collect();
                self.report.ensures.push(format!("returns {}", results.join(" or ")));
            }
            if self.report.unknown.is_some() {
                self.report.preconditions = self.preconditions(&names);
            }
        }
        self.report
    }
}
