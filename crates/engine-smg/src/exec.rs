//! Executing statements and terminators on states, and the fixpoint over the blocks of one function.

use crate::engine::{Engine, Stop};
use crate::findings::Site;
use crate::prepare::Prepared;
use crate::state::{Graph, Path, State, key};
use absint::{Analysis, Fixpoint, Merge, Order};
use base::{FxHashMap, IndexVec, Span};
use ir::{
    Arg, BlockId, Body, FuncId, LocalId, Place, Scalar, Statement, StatementKind, TerminatorKind, TypeKind,
};
use smg::{
    Cmp, Extent, IntDomain, Interval, JoinOptions, JoinStatus, NewObject, ObjId, Offset, Overlap, SizeRange,
    ValId, Validity,
};
use std::rc::Rc;
use verdict::{Access, BlockOrigin, Details, FindingKind, StepKind, UnknownKind};

/// What source and destination of a copy may have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shared {
    Any,
    /// All, as in a structure assignment, or nothing.
    Whole,
    Nothing,
}

/// One function being executed from one entry state.
pub(crate) struct FunctionRun<'e, 'p> {
    pub(crate) engine: &'e mut Engine<'p>,
    pub(crate) body: &'p Body,
    pub(crate) prepared: Rc<Prepared>,
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
    /// Some number or offset was widened.
    widened: bool,
}

impl<'e, 'p> FunctionRun<'e, 'p> {
    fn new(engine: &'e mut Engine<'p>, body: &'p Body, prepared: Rc<Prepared>) -> Self {
        FunctionRun {
            engine,
            body,
            prepared,
            exits: Vec::new(),
            arrivals: FxHashMap::default(),
            growths: FxHashMap::default(),
            counted: [false; 2],
            crowded: None,
            widened: false,
        }
    }

    /// Executes the function from its entry to a fixpoint; returns the states at its returns.
    pub(crate) fn run(
        engine: &'e mut Engine<'p>,
        func: FuncId,
        body: &'p Body,
        entry: State,
    ) -> Result<Vec<State>, Stop> {
        let prepared = engine.prepared(func, body);
        let ranks = prepared.ranks.clone();
        let before = engine.config.narrow.then(|| engine.mark());
        let mut run = FunctionRun::new(engine, body, prepared);
        let mut fixpoint = run.search(ranks.clone(), &entry, Vec::new())?;
        if run.widened {
            run.engine.widened = true;
            if let Some(before) = before {
                let start = run.prepared.cfg.entry();
                let seeds = run.narrowed(&fixpoint, (start, &entry))?;
                run.engine.take_back(before);
                fixpoint = run.search(ranks, &entry, seeds)?;
            }
        }
        if let Some(certificate) = &mut run.engine.certificate {
            let states =
                run.body.blocks.ids().flat_map(|b| fixpoint.states(b).map(move |s| (b, s.graph.clone())));
            let steps = fixpoint.replaced().iter().map(|(b, s)| (*b, s.graph.clone()));
            certificate.add_run(func, states.collect(), steps.collect());
        }
        Ok(run.exits)
    }

    /// The search from the entry to a fixpoint, with more states to begin with.
    fn search(
        &mut self,
        ranks: IndexVec<BlockId, u32>,
        entry: &State,
        seeds: Vec<(BlockId, State)>,
    ) -> Result<Fixpoint<BlockId, State>, Stop> {
        let mut fixpoint: Fixpoint<BlockId, State> = Fixpoint::new(Order::ReversePostorder, ranks);
        if self.engine.certificate.is_some() {
            fixpoint.keep_replaced();
        }
        self.arrivals.clear();
        self.growths.clear();
        let start = self.prepared.cfg.entry();
        fixpoint.arrive(self, start, entry.clone());
        for (block, state) in seeds {
            fixpoint.arrive(self, block, state);
        }
        let result = fixpoint.run(self);
        self.engine.states += fixpoint.processed();
        result.map(|()| fixpoint)
    }

    /// One more iteration from a state: the states that follow at the blocks where states are kept, and the returns.
    pub(crate) fn step(
        engine: &'e mut Engine<'p>,
        func: FuncId,
        body: &'p Body,
        block: BlockId,
        graph: Graph,
    ) -> Result<(Vec<(BlockId, State)>, Vec<State>), Stop> {
        let prepared = engine.prepared(func, body);
        let mut run = FunctionRun::new(engine, body, prepared);
        let mut out = Vec::new();
        run.transfer(block, &State::new(graph, Path::default()), &mut out)?;
        Ok((out, run.exits))
    }

    fn block(&mut self, block: BlockId, state: State, work: &mut Vec<(BlockId, State)>) -> Result<(), Stop> {
        let body = self.body;
        let data = &body.blocks[block];
        let prepared = self.prepared.clone();
        let func = self.engine.current_function();
        let recorder = self.engine.recorder.as_ref();
        let watched = func.filter(|f| recorder.is_some_and(|r| r.watches(*f, block)));
        let mut states = vec![state];
        let mut next = Vec::new();
        for (index, statement) in data.statements.iter().enumerate() {
            for state in states.drain(..) {
                self.engine.tick(1, statement.span, &state.graph)?;
                if let (Some(func), Some(recorder)) = (watched, &mut self.engine.recorder) {
                    recorder.see(func, block, index, &state.graph);
                }
                let deaths = prepared.deaths(block, index);
                self.engine.statement(body, statement, state, deaths, &mut next)?;
            }
            std::mem::swap(&mut states, &mut next);
            if states.is_empty() {
                return Ok(());
            }
        }
        let count = data.statements.len();
        for state in states {
            self.engine.tick(1, data.terminator.span, &state.graph)?;
            if let (Some(func), Some(recorder)) = (watched, &mut self.engine.recorder) {
                recorder.see(func, block, count, &state.graph);
            }
            self.terminator(block, state, prepared.deaths(block, count), work)?;
        }
        Ok(())
    }

    fn terminator(
        &mut self,
        block: BlockId,
        mut state: State,
        deaths: &[LocalId],
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
                self.engine.look_at(value, span, &mut state);
                for (target, cmp, taken) in [(*then_block, Cmp::Ne, true), (*else_block, Cmp::Eq, false)] {
                    for graph in self.engine.assume_number(value, cmp, &state.graph) {
                        let path = state.path.then(StepKind::Branch { taken }, span, depth);
                        work.push((target, State::new(graph, path)));
                    }
                }
            }
            TerminatorKind::Switch { value, scalar, cases, default } => {
                let value = self.engine.operand(*value, &mut state);
                self.engine.look_at(value, span, &mut state);
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
                self.engine.call(block, body, call, span, &self.prepared.clone(), state, &mut returned)?;
                if let Some(next) = call.next {
                    for mut state in returned {
                        self.engine.bury(deaths, span, &mut state);
                        work.push((next, state));
                    }
                }
            }
            TerminatorKind::Return(result) => {
                let mut ready = Vec::new();
                self.engine.leave(body, *result, span, state, &mut ready)?;
                ready.iter_mut().for_each(|state: &mut State| state.graph.forget_terms());
                self.exits.extend(ready);
            }
            TerminatorKind::Unreachable => {
                let words = "control reaches what the program declares unreachable";
                self.engine.findings.unknown(UnknownKind::UndefinedBehaviour, span, words);
            }
        }
        Ok(())
    }

    /// Drops the registers that the block does not need, whatever way control came.
    fn forget_dead(&mut self, block: BlockId, state: &mut State) {
        let live = self.prepared.liveness.live_in(block);
        let dead: Vec<u64> = state
            .graph
            .named_values()
            .iter()
            .map(|n| n.0)
            .filter(|&k| {
                key::as_local(k).is_some_and(|l| self.prepared.may_forget(block, l) && !live.contains(l))
            })
            .collect();
        if dead.is_empty() {
            return;
        }
        let mut loses = false;
        for key in dead {
            let old = state.graph.remove_named(key);
            loses |= old.is_some_and(|v| state.graph.pointee(v).is_some());
        }
        if loses {
            let span = self.body.blocks[block].terminator.span;
            let span = self.body.blocks[block].statements.first().map_or(span, |s| s.span);
            self.engine.collect(span, state);
        }
    }
}

impl Analysis for FunctionRun<'_, '_> {
    type Location = BlockId;
    type State = State;
    type Stop = Stop;

    fn transfer(&mut self, at: BlockId, state: &State, out: &mut Vec<(BlockId, State)>) -> Result<(), Stop> {
        if let Some(sight) = &self.engine.config.sight {
            sight.of(self.engine.current_function());
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
            self.forget_dead(block, &mut state);
            if self.prepared.keeps_states(block) {
                state.graph.forget_terms();
                if self.prepared.is_loop_head(block) {
                    self.engine.abstract_lists(&mut state);
                }
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
        if known >= self.engine.config.shapes_before_giving_up && self.prepared.is_loop_head(at) {
            self.crowded = Some(at);
        }
    }

    fn merge(&mut self, at: BlockId, new: &State, old: &State) -> Merge<State> {
        if !self.prepared.is_loop_head(at) {
            return if old.graph.equivalent(&new.graph) { Merge::Covered } else { Merge::Separate };
        }
        let options = JoinOptions::default();
        let Ok(joined) = old.graph.join(&new.graph, &options) else { return Merge::Separate };
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
                let config = &self.engine.config;
                let arrivals = self.arrivals.entry(at).or_default();
                *arrivals += u32::from(!std::mem::replace(&mut self.counted[0], true));
                let crowded = *arrivals > config.arrivals_before_joining_numbers;
                let limit = match *arrivals <= config.arrivals_with_precise_numbers {
                    true => u64::MAX,
                    false => config.precise_numbers,
                };
                if !crowded && differ_in_small_numbers(&old.graph, &new.graph, limit) {
                    return Merge::Separate;
                }
                if *arrivals <= config.arrivals_before_widening {
                    return Merge::Joined(State::new(joined.graph, old.path.clone()));
                }
            }
        }
        let options = JoinOptions { widen: Some(&self.engine.thresholds), ..JoinOptions::default() };
        match old.graph.join(&new.graph, &options) {
            Ok(joined) => {
                self.widened |= joined.widened;
                Merge::Joined(State::new(joined.graph, old.path.clone()))
            }
            Err(_) => Merge::Joined(State::new(joined.graph, old.path.clone())),
        }
    }
}

/// Whether some variable holds one small number in the first graph and another one in the second. Flags and short
/// counters decide what programs do next, so states that differ in them are kept apart (seed 002, §1.5.2).
pub(crate) fn differ_in_small_numbers(old: &Graph, new: &Graph, limit: u64) -> bool {
    let small = |graph: &Graph, value: ValId| {
        let width = graph.value(value).width;
        let set: Interval = graph.int_of(value, if width == 0 { 64 } else { width.min(64) });
        let number = set.as_constant().map(|n| smg::sign_extend(set.width(), n))?;
        (number.unsigned_abs() <= limit && graph.pointee(value).is_none()).then_some(number)
    };
    let differ = |a: ValId, b: ValId| match (small(old, a), small(new, b)) {
        (Some(x), Some(y)) => x != y,
        _ => false,
    };
    if old.named_values().iter().any(|&(key, a)| new.named(key).is_some_and(|b| differ(a, b))) {
        return true;
    }
    old.roots().iter().any(|&(key, object)| {
        let Some(other) = new.root(key) else { return false };
        let (a, b) = (old.object(object), new.object(other));
        let fields = a.edges().iter().chain(b.edges()).map(|edge| edge.field);
        fields.filter(|f| f.len <= 64).any(|field| match (old.peek(object, field), new.peek(other, field)) {
            (smg::Peek::Value(x), smg::Peek::Value(y)) => differ(x, y),
            _ => false,
        })
    })
}

impl<'p> Engine<'p> {
    pub(crate) fn abstract_lists(&mut self, state: &mut State) {
        state.graph.abstract_lists(&self.abstraction);
    }

    /// The graphs in which the number is zero (`Eq`) or not (`Ne`).
    pub(crate) fn assume_number(&self, value: ValId, cmp: Cmp, graph: &Graph) -> Vec<Graph> {
        if value == ValId::UNINIT {
            return vec![graph.clone()];
        }
        graph.assume(cmp, value, ValId::ZERO, 32)
    }

    /// The states in which the value lies in a range, in the order of its type.
    fn within(&self, value: ValId, scalar: Scalar, low: i64, high: i64, state: &State) -> Vec<State> {
        let width = self.width(scalar);
        if value == ValId::UNINIT || width > 64 {
            return vec![state.clone()];
        }
        let mut graph = state.graph.clone();
        let lo = graph.int_const(width, low as u64 & smg::mask(width));
        if low == high {
            return graph.assume_equal(value, lo).into_iter().map(|g| state.with(g)).collect();
        }
        let hi = graph.int_const(width, high as u64 & smg::mask(width));
        let (ge, le) =
            if crate::access::is_signed(scalar) { (Cmp::SGe, Cmp::SLe) } else { (Cmp::UGe, Cmp::ULe) };
        let above = graph.assume(ge, value, lo, width);
        above.iter().flat_map(|g| g.assume(le, value, hi, width)).map(|g| state.with(g)).collect()
    }

    fn outside(
        &self,
        value: ValId,
        scalar: Scalar,
        low: i64,
        high: i64,
        state: &State,
        out: &mut Vec<State>,
    ) {
        let width = self.width(scalar);
        if value == ValId::UNINIT || width > 64 {
            out.push(state.clone());
            return;
        }
        let mut graph = state.graph.clone();
        let lo = graph.int_const(width, low as u64 & smg::mask(width));
        if low == high {
            out.extend(graph.assume_different(value, lo).into_iter().map(|g| state.with(g)));
            return;
        }
        let hi = graph.int_const(width, high as u64 & smg::mask(width));
        let (lt, gt) =
            if crate::access::is_signed(scalar) { (Cmp::SLt, Cmp::SGt) } else { (Cmp::ULt, Cmp::UGt) };
        out.extend(graph.assume(lt, value, lo, width).into_iter().map(|g| state.with(g)));
        out.extend(graph.assume(gt, value, hi, width).into_iter().map(|g| state.with(g)));
    }

    fn statement(
        &mut self,
        body: &'p Body,
        statement: &Statement,
        mut state: State,
        deaths: &[LocalId],
        out: &mut Vec<State>,
    ) -> Result<(), Stop> {
        let span = statement.span;
        let from = out.len();
        let mut loses = false;
        match &statement.kind {
            StatementKind::Assign(local, rvalue) => {
                let mut results = Vec::new();
                self.rvalue(body, rvalue, span, state, &mut results)?;
                for (mut state, value) in results {
                    loses |= self.set_register(body, *local, value, &mut state);
                    out.push(state);
                }
            }
            StatementKind::Store(place, operand) => {
                let value = self.operand(*operand, &mut state);
                if let ir::PlaceBase::Local(local) = place.base {
                    if place.index.is_none() && place.offset == 0 {
                        self.estimate_type(body, local, value, &mut state);
                    }
                }
                let size = place.access.size(self.program.model);
                let mut located = Vec::new();
                self.locate(body, place, size, Access::Write, span, state, &mut located)?;
                for mut at in located {
                    let value = at.state.graph.resolve(value);
                    loses |= self.write(&mut at, place, value, span);
                    out.push(at.state);
                }
            }
            StatementKind::CopyBlock(copy) => {
                self.copy_place(body, &copy.dst, &copy.src, copy.size, span, state, out)?;
                loses = true;
            }
            StatementKind::ZeroBlock(place, size) => {
                let mut located = Vec::new();
                self.locate(body, place, *size, Access::Write, span, state, &mut located)?;
                for mut at in located {
                    self.fill(&mut at, *size, smg::FillByte::Known(0), span);
                    out.push(at.state);
                }
                loses = true;
            }
            StatementKind::StorageLive(local) => {
                if body.locals[*local].register {
                    let old = state.graph.remove_named(key::local(*local));
                    loses = old.is_some_and(|v| state.graph.pointee(v).is_some());
                } else {
                    loses = self.end_storage(*local, span, &mut state);
                    self.local_object(body, *local, &mut state);
                }
                out.push(state);
            }
            StatementKind::StorageDead(local) => {
                if body.locals[*local].register {
                    let old = state.graph.remove_named(key::local(*local));
                    loses = old.is_some_and(|v| state.graph.pointee(v).is_some());
                } else {
                    loses = self.end_storage(*local, span, &mut state);
                }
                out.push(state);
            }
            StatementKind::StackAlloc { dst, size, .. } => {
                let size = self.operand(*size, &mut state);
                let mut split = Vec::new();
                let width = self.width(Scalar::Ptr);
                self.split_value(size, width, self.config.size_split_limit, state, &mut split);
                for mut state in split {
                    let bytes = self.size_range(size, &state);
                    let label = self.findings.allocation_site(span, self.current_function());
                    let new = NewObject { size: bytes, ..NewObject::stack(0, label) };
                    let object = state.graph.add_object(new);
                    if let Some(linear) = state.graph.linear(size) {
                        state.graph.set_size(object, linear);
                    }
                    let address = state.graph.region_address(object);
                    self.set_register(body, *dst, address, &mut state);
                    out.push(state);
                }
            }
            StatementKind::StackFree(local) => {
                let value = self.register(*local, &state);
                if let Some(target) = state.graph.pointee(value) {
                    let label = state.graph.object(target.obj).label;
                    self.findings.note_freed(label, span);
                    let _ = state.graph.invalidate(target.obj, Validity::OutOfScope);
                    loses = true;
                }
                out.push(state);
            }
            StatementKind::Unsupported(what) => {
                let what = self.program.names.resolve(*what).to_string();
                self.findings.unsupported(span, format!("{what} is not supported"));
            }
        }
        for state in &mut out[from..] {
            if loses {
                self.bury(deaths, span, state);
                self.collect(span, state);
            } else {
                self.bury(deaths, span, state);
            }
        }
        Ok(())
    }

    /// Removes registers that are not needed any more, and reports what is lost with them.
    pub(crate) fn bury(&mut self, dead: &[LocalId], span: Span, state: &mut State) {
        let mut loses = false;
        for &local in dead {
            if let Some(value) = state.graph.remove_named(key::local(local)) {
                loses |= state.graph.pointee(value).is_some();
            }
        }
        if loses {
            self.collect(span, state);
        }
    }

    /// Removes what nothing reaches; lost heap blocks are leaks.
    pub(crate) fn collect(&mut self, span: Span, state: &mut State) {
        for lost in state.graph.collect_garbage() {
            let details = Details::default();
            self.findings.report_object(
                state,
                FindingKind::MemoryLeak,
                None,
                span,
                Some(&lost.object),
                details,
            );
        }
    }

    /// Gives a register its value; returns whether an address was overwritten.
    pub(crate) fn set_register(
        &mut self,
        body: &Body,
        local: LocalId,
        value: ValId,
        state: &mut State,
    ) -> bool {
        let graph = &mut state.graph;
        let old = graph.named(key::local(local));
        let loses = old.is_some_and(|v| graph.pointee(v).is_some());
        let value = graph.resolve(value);
        if value == ValId::UNINIT {
            graph.remove_named(key::local(local));
            return loses;
        }
        self.estimate_type(body, local, value, state);
        state.graph.set_named(key::local(local), value);
        loses
    }

    /// The type of the variable through which a block is reached first is an estimate of the block's type.
    fn estimate_type(&self, body: &Body, local: LocalId, value: ValId, state: &mut State) {
        let graph = &mut state.graph;
        let Some(target) = graph.pointee(value) else { return };
        let TypeKind::Pointer(pointee) = &self.program.types[body.locals[local].ty].kind else { return };
        let object = graph.object(target.obj);
        let record = matches!(self.program.types[*pointee].kind, TypeKind::Record(_));
        let open = object.type_hint.is_none() && object.origin == smg::Origin::Heap;
        if record && open && target.off == Offset::exact(0) {
            graph.set_type_hint(target.obj, pointee.raw());
        }
    }

    pub(crate) fn set_parameter(&mut self, body: &Body, local: LocalId, value: ValId, state: &mut State) {
        let data = &body.locals[local];
        if data.register {
            self.set_register(body, local, value, state);
            return;
        }
        let object = self.local_object(body, local, state);
        if let Some(scalar) = data.scalar {
            let field = smg::Field::bytes(0, scalar.size(self.program.model));
            let _ = state.graph.write(object, field, value);
        }
    }

    /// The lifetime of a memory local ends, if it had begun; returns whether it had.
    fn end_storage(&mut self, local: LocalId, span: Span, state: &mut State) -> bool {
        let Some(object) = state.graph.remove_root(key::local(local)) else { return false };
        let label = state.graph.object(object).label;
        self.findings.note_freed(label, span);
        let _ = state.graph.invalidate(object, Validity::OutOfScope);
        true
    }

    pub(crate) fn size_range(&self, size: ValId, state: &State) -> SizeRange {
        let set: Interval = state.graph.int_of(size, self.width(Scalar::Ptr));
        let (lo, hi) = set.unsigned_bounds();
        SizeRange { lo, hi }
    }

    pub(crate) fn fill(
        &mut self,
        at: &mut crate::access::Located,
        size: u64,
        byte: smg::FillByte,
        span: Span,
    ) {
        let graph = &mut at.state.graph;
        let result = match at.offset.as_exact() {
            Some(offset) => graph.set_block(at.object, offset as u64, size, byte),
            None => {
                let extent = Extent { lo: at.offset.lo as u64, hi: at.offset.hi as u64 };
                graph.set_block_symbolic(at.object, extent, Extent::exact(size), byte)
            }
        };
        if let Err(error) = result {
            self.findings.unsupported(span, format!("this block cannot be filled: {error}"));
        }
    }

    fn copy_place(
        &mut self,
        body: &Body,
        dst: &Place,
        src: &Place,
        size: u64,
        span: Span,
        state: State,
        out: &mut Vec<State>,
    ) -> Result<(), Stop> {
        let mut sources = Vec::new();
        self.locate(body, src, size, Access::Read, span, state, &mut sources)?;
        for source in sources {
            let (from, from_offset) = (source.object, source.offset);
            // The source's object may be replaced while the destination is looked up: hold on to its address.
            let mut state = source.state;
            let held = state.graph.address(from, from_offset, smg::Spec::Region);
            state.graph.set_named(key::HELD, held);
            let mut targets = Vec::new();
            self.locate(body, dst, size, Access::Write, span, state, &mut targets)?;
            for mut target in targets {
                let held = target.state.graph.remove_named(key::HELD).unwrap_or(ValId::ZERO);
                let Some(source) = target.state.graph.pointee(held) else { continue };
                self.copy_bytes(
                    (source.obj, source.off),
                    &mut target,
                    Extent::exact(size),
                    Shared::Whole,
                    span,
                );
                out.push(target.state);
            }
        }
        Ok(())
    }

    /// Copies bytes between located ranges.
    pub(crate) fn copy_bytes(
        &mut self,
        source: (ObjId, Offset),
        target: &mut crate::access::Located,
        size: Extent,
        shared: Shared,
        span: Span,
    ) {
        let extent = |o: Offset| Extent { lo: o.lo.max(0) as u64, hi: o.hi.max(0) as u64 };
        let same = source.0 == target.object && source.1 == target.offset && source.1.is_exact();
        let forbidden = match shared {
            Shared::Any => false,
            Shared::Whole => !same,
            Shared::Nothing => true,
        };
        if forbidden && source.0 == target.object {
            let overlap = target.state.graph.ranges_overlap(
                (source.0, extent(source.1)),
                (target.object, extent(target.offset)),
                size,
            );
            if overlap != Overlap::Never {
                let details = Details { size: size.is_exact().then_some(size.lo), ..Details::default() };
                self.findings.report(
                    &target.state,
                    FindingKind::Overlap,
                    Some(Access::Write),
                    span,
                    Some(target.object),
                    details,
                );
            }
        }
        if same {
            return;
        }
        self.load_literal(&mut target.state.graph, source.0);
        let graph = &mut target.state.graph;
        let result = match (source.1.as_exact(), target.offset.as_exact(), size.is_exact()) {
            (Some(from), Some(to), true) => {
                graph.copy_block(source.0, from as u64, target.object, to as u64, size.lo)
            }
            _ => graph.copy_block_symbolic(
                source.0,
                extent(source.1),
                target.object,
                extent(target.offset),
                size,
            ),
        };
        if let Err(error) = result {
            self.findings.unsupported(span, format!("this copy cannot be expressed: {error}"));
        }
    }

    /// Ends the function's frame: the result is named, locals go out of scope, what only they held is lost.
    fn leave(
        &mut self,
        body: &Body,
        result: Option<Arg>,
        span: Span,
        mut state: State,
        out: &mut Vec<State>,
    ) -> Result<(), Stop> {
        let mut ready = Vec::new();
        match result {
            Some(Arg::Scalar(operand, _)) => {
                let value = self.operand(operand, &mut state);
                if value != ValId::UNINIT {
                    state.graph.set_named(key::RESULT, value);
                }
                ready.push(state);
            }
            Some(Arg::Block(place, size)) => {
                // The bytes travel in an object of their own, which is a root until the caller has copied them.
                let mut located = Vec::new();
                self.locate(body, &place, size, Access::Read, span, state, &mut located)?;
                for at in located {
                    let mut state = at.state;
                    let site =
                        Site { origin: BlockOrigin::Stack, span, name: None, constant: false, frame: None };
                    let label = self.findings.local_site(span, site);
                    let carrier = state.graph.add_object(NewObject::stack(size, label));
                    state.graph.set_root(key::RESULT, carrier);
                    let mut target =
                        crate::access::Located { state, object: carrier, offset: Offset::exact(0) };
                    self.copy_bytes(
                        (at.object, at.offset),
                        &mut target,
                        Extent::exact(size),
                        Shared::Any,
                        span,
                    );
                    ready.push(target.state);
                }
            }
            None => ready.push(state),
        }
        for mut state in ready {
            self.drop_frame(span, &mut state);
            out.push(state);
        }
        Ok(())
    }

    /// Removes everything that belongs to the current function's frame.
    pub(crate) fn drop_frame(&mut self, span: Span, state: &mut State) {
        let names: Vec<u64> = state.graph.named_values().iter().map(|n| n.0).collect();
        for key in names.into_iter().filter(|&k| key::as_local(k).is_some() || key::is_extra(k)) {
            state.graph.remove_named(key);
        }
        let roots: Vec<u64> = state.graph.roots().iter().map(|r| r.0).collect();
        for local in roots.into_iter().filter_map(key::as_local) {
            self.end_storage(local, span, state);
        }
        let frame = self.current_function();
        let of_frame =
            |label| self.findings.site_of(label).is_some_and(|s| s.frame.is_some() && s.frame == frame);
        let blocks: Vec<ObjId> = state
            .graph
            .objects()
            .filter(|(_, o)| o.is_live() && of_frame(o.label))
            .map(|(id, _)| id)
            .collect();
        for block in blocks {
            let _ = state.graph.invalidate(block, Validity::OutOfScope);
        }
        self.collect(span, state);
    }
}
