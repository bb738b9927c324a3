//! One function from one entry state: the fixpoint over its blocks, with abstraction and join at loop heads.

use crate::calls::CallSite;
use crate::engine::{Engine, Stop};
use crate::exact;
use crate::precision::{Lost, Place};
use crate::state::{Graph, Path, State, key};
use absint::{Analysis, Fixpoint, Merge, Order};
use base::{FxHashMap, FxHashSet, IndexVec, Span};
use facts::FunctionFacts;
use ir::{BlockId, Body, FuncId, LocalId, LoopId, TerminatorKind};
use smg::{Cmp, IntDomain, Interval, JoinOptions, JoinStatus, Joined, ObjId, ValId};
use verdict::{Property, StepKind, UnknownKind};

/// How many steps a join is worth.
const JOIN_EFFORT: u64 = 4;

/// A function that runs in the graph of its caller has at most so many returns, and so many blocks on the ways there.
const MOST_RETURNS_IN_PLACE: usize = 4;
pub(crate) const MOST_BLOCKS_IN_PLACE: usize = 48;

/// Control variables with more combinations of values than this are no control variables.
const MOST_PARTITIONS: usize = 4096;

/// One function being executed from one entry state.
pub(crate) struct FunctionRun<'e, 'p> {
    pub(crate) engine: &'e mut Engine<'p>,
    pub(crate) body: &'p Body,
    pub(crate) func: FuncId,
    pub(crate) facts: FunctionFacts<'p>,
    /// States in which the function returned, with the result named.
    pub(crate) exits: Vec<State>,
    /// How many states arrived at a loop head that were incomparable with a known one.
    arrivals: FxHashMap<BlockId, u32>,
    /// How many arrived that covered a known one.
    growths: FxHashMap<BlockId, u32>,
    /// The state that is arriving has been counted in `arrivals`, in `growths`.
    counted: [bool; 2],
    /// A loop head where the shapes do not join.
    crowded: Option<BlockId>,
    /// How many shapes were known at a block at once.
    shapes: FxHashMap<BlockId, usize>,
    /// The partitions by control variables that were seen at a block.
    partitions: FxHashMap<BlockId, FxHashSet<u64>>,
    /// How many objects the joins at a crowded loop head have made that made lists possibly empty.
    joins: FxHashMap<BlockId, usize>,
    /// The loops that were left by one of their exits.
    left: IndexVec<LoopId, bool>,
    /// Some number or offset was widened.
    widened: bool,
    /// What is known on the straight way is needed behind the return.
    in_place: bool,
}

impl<'e, 'p> FunctionRun<'e, 'p> {
    fn new(engine: &'e mut Engine<'p>, func: FuncId) -> Self {
        let facts = engine.function_facts(func);
        FunctionRun {
            engine,
            body: facts.body(),
            func,
            facts,
            exits: Vec::new(),
            arrivals: FxHashMap::default(),
            growths: FxHashMap::default(),
            counted: [false; 2],
            crowded: None,
            shapes: FxHashMap::default(),
            partitions: FxHashMap::default(),
            joins: FxHashMap::default(),
            left: IndexVec::new(),
            widened: false,
            in_place: false,
        }
    }

    /// Executes a function from its entry along its few paths, without joining them. `None` if there is a loop on the way, or they are many.
    pub(crate) fn along_few_paths(
        engine: &'e mut Engine<'p>,
        func: FuncId,
        entry: State,
    ) -> Result<Option<Vec<State>>, Stop> {
        let mut run = FunctionRun::new(engine, func);
        run.in_place = true;
        let mut work = vec![(run.facts.cfg().entry(), entry)];
        let mut blocks = 0;
        while let Some((block, state)) = work.pop() {
            blocks += 1;
            if run.facts.is_loop_head(block) || blocks > MOST_BLOCKS_IN_PLACE {
                return Ok(None);
            }
            let from = work.len();
            run.block(block, state, &mut work)?;
            work[from..].reverse();
        }
        Ok((run.exits.len() <= MOST_RETURNS_IN_PLACE).then_some(run.exits))
    }

    /// Executes the function from its entry to a fixpoint; returns the states at its returns.
    pub(crate) fn run(engine: &'e mut Engine<'p>, func: FuncId, entry: State) -> Result<Vec<State>, Stop> {
        let before = engine.precision.narrows(func).then(|| engine.mark());
        let mut run = FunctionRun::new(engine, func);
        let ranks = run.facts.ranks();
        let mut fixpoint = run.search(ranks.clone(), &entry, Vec::new())?;
        if run.widened
            && let Some(before) = before
        {
            let start = run.facts.cfg().entry();
            let seeds = run.narrowed(&fixpoint, (start, &entry))?;
            run.engine.undo_since(before);
            fixpoint = run.search(ranks, &entry, seeds)?;
        }
        if let Some(certificate) = &mut run.engine.certificate {
            let states =
                run.body.blocks.ids().flat_map(|b| fixpoint.states(b).map(move |s| (b, s.graph.clone())));
            let steps = fixpoint.replaced().iter().map(|(b, s)| (*b, s.graph.clone()));
            certificate.add_run(func, states.collect(), steps.collect());
        }
        run.note_endless_loops(&fixpoint);
        Ok(run.exits)
    }

    /// Control went from one block to another one.
    fn note_left(&mut self, from: BlockId, to: BlockId) {
        let loops = self.facts.loops();
        let mut at = loops.innermost(from);
        while let Some(id) = at.filter(|&id| !loops.contains(id, to)) {
            if let Some(left) = self.left.get_mut(id) {
                *left = true;
            }
            at = loops.loops()[id].parent;
        }
    }

    /// Remembers a loop that has exits and was left by none of them, and a function that calls itself and never returned.
    fn note_endless_loops(&mut self, fixpoint: &Fixpoint<BlockId, State>) {
        let loops = self.facts.loops();
        let calls_itself = self.engine.facts.calls().is_recursive(self.func);
        let mut note = |block: BlockId, is_endless: bool, is_left: bool| {
            let key = (self.func, block);
            if is_endless {
                self.engine.endless.insert(key, self.body.blocks[block].terminator.span);
            } else if is_left && calls_itself {
                // What a function that calls itself returned was not known before.
                self.engine.endless.remove(&key);
            }
        };
        for (id, data) in loops.loops().iter_enumerated() {
            let successors = |&block: &BlockId| self.facts.cfg().successors(block);
            let mut exits =
                loops.blocks(id).iter().flat_map(successors).filter(|&&to| !loops.contains(id, to));
            let is_reached = fixpoint.states(data.head).next().is_some();
            note(data.head, is_reached && !self.left[id] && exits.next().is_some(), self.left[id]);
        }
        if calls_itself {
            let returns = !self.exits.is_empty();
            note(self.facts.cfg().entry(), !returns, returns);
        }
    }

    /// The search from the entry to a fixpoint, with more states to begin with.
    fn search(
        &mut self,
        ranks: IndexVec<BlockId, u32>,
        entry: &State,
        seeds: Vec<(BlockId, State)>,
    ) -> Result<Fixpoint<BlockId, State>, Stop> {
        let order = match self.engine.follows_single_paths() {
            true => Order::DepthFirst,
            false => Order::ReversePostorder,
        };
        let mut fixpoint: Fixpoint<BlockId, State> = Fixpoint::new(order, ranks);
        if self.engine.certificate.is_some() {
            fixpoint.keep_replaced();
        }
        self.arrivals.clear();
        self.shapes.clear();
        self.growths.clear();
        self.joins.clear();
        self.left = IndexVec::from_elem(false, self.facts.loops().loops().len());
        let start = self.facts.cfg().entry();
        fixpoint.arrive(self, start, entry.clone());
        for (block, state) in seeds {
            fixpoint.arrive(self, block, state);
        }
        let result = fixpoint.run(self);
        self.engine.states += fixpoint.processed();
        match result {
            Ok(()) => Ok(fixpoint),
            Err(_) if self.has_enough_returns() => Ok(fixpoint),
            Err(stop) => {
                self.engine.skip_destructors_at_exit((fixpoint, std::mem::take(&mut self.exits)));
                Err(stop)
            }
        }
    }

    /// Where single paths are followed, a few returns of a function are enough.
    fn has_enough_returns(&self) -> bool {
        let is_called = self.engine.active.len() > 1;
        self.engine.follows_single_paths() && is_called && self.exits.len() >= exact::RETURNS
    }

    /// One more iteration from a state: the states that follow at the blocks where states are kept, and the returns.
    pub(crate) fn step(
        engine: &'e mut Engine<'p>,
        func: FuncId,
        block: BlockId,
        graph: Graph,
    ) -> Result<(Vec<(BlockId, State)>, Vec<State>), Stop> {
        let mut run = FunctionRun::new(engine, func);
        let mut out = Vec::new();
        run.transfer(block, &State::new(graph, Path::default()), &mut out)?;
        Ok((out, run.exits))
    }

    fn block(&mut self, block: BlockId, state: State, work: &mut Vec<(BlockId, State)>) -> Result<(), Stop> {
        let body = self.body;
        let data = &body.blocks[block];
        let dead = self.facts.dead();
        let func = self.engine.current_function();
        let recorder = self.engine.recorder.as_ref();
        let watched = func.filter(|f| recorder.is_some_and(|r| r.watches(*f, block)));
        let mut states = vec![state];
        let mut next = Vec::new();
        for (index, statement) in data.statements.iter().enumerate() {
            for state in states.drain(..) {
                self.engine.tick(1, statement.span, &state.graph)?;
                if let (Some(func), Some(recorder)) = (watched, &mut self.engine.recorder) {
                    recorder.record(func, block, index, &state.graph);
                }
                let dead_locals = dead.after(block, index);
                self.engine.statement(body, statement, state, dead_locals, &mut next)?;
            }
            std::mem::swap(&mut states, &mut next);
            if states.is_empty() {
                return Ok(());
            }
        }
        let count = data.statements.len();
        let from = work.len();
        for state in states {
            self.engine.tick(1, data.terminator.span, &state.graph)?;
            if let (Some(func), Some(recorder)) = (watched, &mut self.engine.recorder) {
                recorder.record(func, block, count, &state.graph);
            }
            self.terminator(block, state, dead.after(block, count), work)?;
        }
        for &(next, _) in &work[from..] {
            self.note_left(block, next);
        }
        for (next, state) in &mut work[from..] {
            self.forget_dead(data.terminator.span, *next, state);
        }
        Ok(())
    }

    fn terminator(
        &mut self,
        block: BlockId,
        mut state: State,
        dead_locals: &[LocalId],
        work: &mut Vec<(BlockId, State)>,
    ) -> Result<(), Stop> {
        let body = self.body;
        let terminator = &body.blocks[block].terminator;
        let span = terminator.span;
        let depth = self.engine.active.len() as u32;
        match &terminator.kind {
            TerminatorKind::Goto(target) => work.push((*target, state)),
            TerminatorKind::Branch { cond, then_block, else_block } => {
                let value = self.engine.operand(*cond, &mut state);
                self.engine.check_initialised(value, span, &mut state);
                let objects = state.graph.object_count();
                for (target, cmp, taken) in [(*then_block, Cmp::Ne, true), (*else_block, Cmp::Eq, false)] {
                    for graph in self.engine.assume_number(value, cmp, &state.graph) {
                        let path = state.path.then(StepKind::Branch { taken }, span, depth);
                        let mut state = State::new(graph, path);
                        if state.graph.object_count() < objects {
                            // A segment is empty: what only its nodes refer to was lost with the last of them.
                            self.engine.collect(span, &mut state);
                        }
                        work.push((target, state));
                    }
                }
            }
            TerminatorKind::Switch { value, scalar, cases, default } => {
                let value = self.engine.operand(*value, &mut state);
                self.engine.check_initialised(value, span, &mut state);
                let mut rest = vec![state.clone()];
                for case in cases {
                    for state in self.engine.within(value, *scalar, case.low, case.high, &state) {
                        let path = state.path.then(StepKind::Switch { value: case.low }, span, depth);
                        work.push((case.target, State { path, ..state }));
                    }
                    let mut outside = Vec::new();
                    for state in rest {
                        self.engine.outside(value, *scalar, case.low, case.high, &state, &mut outside);
                    }
                    rest = outside;
                }
                work.extend(rest.into_iter().map(|state| (*default, state)));
            }
            TerminatorKind::IndirectGoto { candidates, .. } => {
                work.extend(candidates.iter().map(|&target| (target, state.clone())));
            }
            TerminatorKind::Call(call) => {
                let mut returned = Vec::new();
                let site = CallSite { block, body, call, span, facts: self.facts };
                self.engine.call(site, state, &mut returned)?;
                if let Some(next) = call.next {
                    for mut state in returned {
                        self.engine.drop_dead_locals(dead_locals, span, &mut state);
                        work.push((next, state));
                    }
                }
            }
            TerminatorKind::Return(result) => {
                let mut ready: Vec<State> = Vec::new();
                self.engine.leave(body, *result, span, state, &mut ready)?;
                let kept = self.engine.precision.everywhere();
                for state in ready.iter_mut().filter(|_| !self.in_place) {
                    state.graph.drop_path_local_facts(Some(&kept));
                    self.engine.note_losses(&mut state.graph, Place::Return(self.func));
                }
                self.exits.extend(ready);
            }
            TerminatorKind::Unreachable => {
                let words = "control reaches what the program declares unreachable";
                self.engine.findings.unknown(UnknownKind::UndefinedBehaviour, span, words);
            }
        }
        Ok(())
    }

    /// A joined state, which knows what was lost.
    fn joined(
        &mut self,
        joined: Joined<Interval>,
        (old, new): (&State, &State),
        place: Place,
    ) -> Merge<State> {
        let mut graph = joined.graph;
        let limit = self.engine.config.precise_numbers_of_interest;
        if self.may_reach_a_bound(place, &old.graph, &new.graph, limit) {
            graph.note_loss(self.engine.losses.number(place, Lost::Values));
        }
        self.engine.note_losses(&mut graph, place);
        if joined.widened {
            self.widened = true;
            graph.note_loss(self.engine.losses.number(place, Lost::Bound));
        }
        Merge::Joined(old.with(graph))
    }

    /// Whether states differ in numbers up to a limit that may be on their way to one that the loop compares with. Where they move away
    /// from all of them, to follow them for longer tells nothing.
    fn may_reach_a_bound(&self, place: Place, old: &Graph, new: &Graph, limit: u64) -> bool {
        if differ_in_variables(old, new, limit) {
            return true;
        }
        let Place::Block(_, head) = place else { return false };
        let Some(id) = self.facts.loops().innermost(head) else { return false };
        if self.facts.has_variable_bound(id) {
            return self.some_register_differs(old, new, limit, |_| true);
        }
        let bounds = self.facts.compared_constants(id);
        self.some_register_differs(old, new, limit, |(from, to)| {
            // What decides a branch by itself is compared with zero.
            bounds.iter().chain(&[0]).any(|&bound| if from < to { bound >= to } else { bound <= to })
        })
    }

    /// Whether some register differs in such numbers. One that only says what is printed does not count, unless it is asked whether an
    /// addition overflows.
    fn some_register_differs(
        &self,
        old: &Graph,
        new: &Graph,
        limit: u64,
        counts: impl Fn((i64, i64)) -> bool,
    ) -> bool {
        let all_count = self.engine.findings.asks(Property::NoOverflow);
        let decides = |key: u64| key::as_local(key).is_none_or(|local| self.facts.decides(local));
        differing_registers(old, new, limit)
            .any(|(key, numbers)| counts(numbers) && (all_count || decides(key)))
    }

    /// Whether two states that have no common bound, or should have none, are kept apart because of the numbers in them.
    fn differ(&mut self, at: BlockId, old: &State, new: &State, sizes_follow: bool) -> bool {
        let config = &self.engine.config;
        let kept = self.engine.precision.keeps_values(Place::Block(self.func, at));
        let arrivals = self.arrivals.entry(at).or_default();
        let now = *arrivals + u32::from(!self.counted[0]);
        let limit = match now <= config.arrivals_with_precise_numbers {
            _ if sizes_follow => config.precise_numbers_beside_sizes,
            _ if kept => config.precise_numbers_of_interest,
            true => u64::MAX,
            false => config.precise_numbers,
        };
        let crowded = now > config.arrivals_before_joining_numbers;
        let differ = !crowded
            && (self.some_register_differs(&old.graph, &new.graph, limit, |_| true)
                || differ_in_variables(&old.graph, &new.graph, limit));
        if differ {
            self.count_arrival(at);
            self.engine.counted.all |= new.graph.objects().any(|(_, o)| o.kind.has_next());
        }
        differ
    }

    fn count_arrival(&mut self, at: BlockId) {
        *self.arrivals.entry(at).or_default() += u32::from(!std::mem::replace(&mut self.counted[0], true));
    }

    /// The partition of a state that is kept at a block.
    fn partition(&mut self, at: BlockId, graph: &Graph) -> u64 {
        let partition = self.engine.control.partition(self.func, graph);
        if partition != 0 {
            let seen = self.partitions.entry(at).or_default();
            if seen.len() >= MOST_PARTITIONS && !seen.contains(&partition) {
                return 0;
            }
            seen.insert(partition);
        }
        partition
    }

    fn partitions_at(&self, at: BlockId) -> usize {
        match self.engine.precision.keeps_shapes() {
            false => self.partitions.get(&at).map_or(1, |seen| seen.len().max(1)),
            // What is kept apart multiplies the shapes, and such a search is given up early.
            true => 1,
        }
    }

    fn has_many_shapes(&self, head: BlockId, many: usize) -> bool {
        let many = many.saturating_mul(self.partitions_at(head));
        self.shapes.get(&head).is_some_and(|&known| known >= many)
    }

    /// Drops what the block does not need, whatever way control came. What is lost with it is lost by the decision to go
    /// there.
    fn forget_dead(&mut self, decision: Span, block: BlockId, state: &mut State) {
        let live = self.facts.liveness_unless_drawn().live_in(block);
        let is_dead = |local: &LocalId| self.facts.may_forget(block, *local) && !live.contains(*local);
        let graph = &state.graph;
        let registers = graph.named_values().iter().map(|named| named.0);
        let memory = graph.roots().iter().map(|root| root.0);
        let dead: Vec<LocalId> = registers.chain(memory).filter_map(key::as_local).filter(is_dead).collect();
        if !dead.is_empty() {
            self.engine.drop_dead_locals(&dead, decision, state);
        }
    }
}

impl Analysis for FunctionRun<'_, '_> {
    type Location = BlockId;
    type State = State;
    type Stop = Stop;

    fn transfer(&mut self, at: BlockId, state: &State, out: &mut Vec<(BlockId, State)>) -> Result<(), Stop> {
        if let Some(progress) = &self.engine.config.progress {
            progress.count_state(self.engine.current_function());
        }
        self.engine.check_cancelled(self.body.blocks[at].terminator.span)?;
        if self.has_enough_returns() {
            return Err(Stop);
        }
        if let Some(head) = self.crowded {
            let span = self.body.blocks[head].terminator.span;
            let why = "too many shapes at this loop that differ: it may build something other than lists";
            self.engine.findings.unknown(UnknownKind::StepBudget, span, why);
            return Err(Stop);
        }
        let mut work = Vec::new();
        self.block(at, state.clone(), &mut work)?;
        work.reverse();
        while let Some((block, mut state)) = work.pop() {
            if self.facts.is_join(block) && self.engine.follows_single_paths() {
                out.push((block, state));
            } else if self.facts.is_join(block) {
                let kept = self.engine.precision.everywhere();
                match self.facts.is_loop_head(block) {
                    true => state.graph.drop_path_local_facts(Some(&kept)),
                    false => state.graph.drop_facts_at_branch(Some(&kept)),
                }
                self.engine.note_losses(&mut state.graph, Place::Block(self.func, block));
                if self.facts.is_loop_head(block) {
                    self.engine.check_cancelled(self.body.blocks[block].terminator.span)?;
                    let many = self.engine.config.shapes_before_ignoring_types;
                    let ignore_types = self.has_many_shapes(block, many);
                    self.engine.abstract_lists(
                        &mut state.graph,
                        Place::Block(self.func, block),
                        ignore_types,
                    );
                }
                state.partition = self.partition(block, &state.graph);
                out.push((block, state));
            } else {
                let from = work.len();
                self.block(block, state, &mut work)?;
                work[from..].reverse();
            }
        }
        Ok(())
    }

    fn arriving(&mut self, at: BlockId, known: usize) {
        self.counted = [false; 2];
        let most = self.shapes.entry(at).or_default();
        *most = known.max(*most);
        let partitions = self.partitions_at(at);
        let config = &self.engine.config;
        // Nodes with marks of any kind in any order have no end of shapes, and not at loop heads alone.
        let counts = self.engine.precision.keeps_states_apart() || self.facts.is_loop_head(at);
        if self.engine.follows_single_paths() {
            return;
        }
        if known >= config.shapes_before_giving_up.saturating_mul(partitions) && counts {
            self.crowded = Some(at);
        }
    }

    fn merge(&mut self, at: BlockId, new: &State, old: &State) -> Merge<State> {
        if self.engine.is_cancelled() {
            // The state that arrives is taken up next, and the search stops then.
            return Merge::Separate;
        }
        if self.engine.follows_single_paths() || new.partition != old.partition {
            return Merge::Separate;
        }
        if !self.facts.is_loop_head(at) {
            return if old.graph.equivalent(&new.graph) { Merge::Covered } else { Merge::Separate };
        }
        // A join that will not be used is as dear as one that will.
        let sizes = [old, new].map(|state| state.graph.sizes_follow());
        if sizes == [false, false] && self.differ(at, old, new, false) {
            return Merge::Separate;
        }
        self.engine.effort += JOIN_EFFORT;
        let insert = self.has_many_shapes(at, self.engine.config.shapes_before_joining_empty);
        let place = Place::Block(self.func, at);
        let kept = self.engine.precision.at(place);
        let options = JoinOptions { insert_nonempty: insert, ..self.engine.join_options(&kept) };
        let Ok(joined) = old.graph.join(&new.graph, &options) else { return Merge::Separate };
        if insert && joined.inserted && !matches!(joined.status, JoinStatus::Equal | JoinStatus::LeftIncludes)
        {
            let most =
                self.engine.config.joined_objects_before_giving_up.saturating_mul(self.partitions_at(at));
            let objects = self.joins.entry(at).or_default();
            *objects += joined.graph.object_count();
            if *objects > most {
                self.crowded = Some(at);
            }
        }
        match joined.status {
            JoinStatus::Equal | JoinStatus::LeftIncludes => return Merge::Covered,
            JoinStatus::RightIncludes => {
                // Each arrival may cover the last one for ever while a number creeps up.
                let growths = self.growths.entry(at).or_default();
                *growths += u32::from(!std::mem::replace(&mut self.counted[1], true));
                if *growths <= self.engine.config.arrivals_before_widening {
                    return Merge::Covers;
                }
            }
            JoinStatus::Incomparable => {
                if self.differ(at, old, new, joined.graph.sizes_follow()) {
                    return Merge::Separate;
                }
                self.count_arrival(at);
                if self.arrivals[&at] <= self.engine.config.arrivals_before_widening {
                    return self.joined(joined, (old, new), place);
                }
            }
        }
        let options = JoinOptions { widen: Some(self.engine.thresholds(self.func)), ..options };
        let widened = old.graph.join(&new.graph, &options);
        self.joined(widened.unwrap_or(joined), (old, new), place)
    }
}

/// The number that a value is, if it is at most this large.
fn small_number(graph: &Graph, value: ValId, limit: u64) -> Option<i64> {
    let width = graph.value(value).width;
    let set: Interval = graph.int_of(value, if width == 0 { 64 } else { width.min(64) });
    let number = set.as_constant().map(|n| smg::sign_extend(set.width(), n))?;
    (number.unsigned_abs() <= limit && graph.pointee(value).is_none()).then_some(number)
}

/// The numbers that a register holds in the first graph and in the second, where they differ.
fn differing_registers<'a>(
    old: &'a Graph,
    new: &'a Graph,
    limit: u64,
) -> impl Iterator<Item = (u64, (i64, i64))> + 'a {
    let both = old.named_values().iter().filter_map(|&(key, a)| Some((key, a, new.named(key)?)));
    let numbers = both.filter_map(move |(key, a, b)| {
        Some((key, (small_number(old, a, limit)?, small_number(new, b, limit)?)))
    });
    numbers.filter(|(_, (x, y))| x != y)
}

/// Whether some variable holds one small number in the first graph and another one in the second. Flags and short
/// counters decide what programs do next, so states that differ in them are kept apart ([Predator] §1.5.2).
pub(crate) fn differ_in_small_numbers(old: &Graph, new: &Graph, limit: u64) -> bool {
    differing_registers(old, new, limit).next().is_some() || differ_in_variables(old, new, limit)
}

fn differ_in_variables(old: &Graph, new: &Graph, limit: u64) -> bool {
    // Only where a variable holds a small number, the other graph is asked for its own.
    let differ = |from: &Graph, object: ObjId, to: &Graph, other: ObjId| {
        from.object(object).edges().iter().filter(|edge| edge.field.len <= 64).any(|edge| {
            let Some(number) = small_number(from, edge.value, limit) else { return false };
            match to.peek(other, edge.field) {
                smg::Peek::Value(v) => small_number(to, v, limit).is_some_and(|there| there != number),
                _ => false,
            }
        })
    };
    old.roots().iter().any(|&(key, object)| {
        let other = new.root(key);
        other.is_some_and(|other| differ(old, object, new, other) || differ(new, other, old, object))
    })
}
