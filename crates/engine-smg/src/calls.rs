//! Calls of defined functions: frames are exchanged, and what a function does to an entry graph is remembered.
//!
//! A summary maps an entry graph to the graphs at the function's returns. It applies to every call whose entry graph is
//! included in the remembered one. The caller's variables are *pinned* (see [`crate::state`]), numbered in the order
//! of their keys, so that they survive whatever the callee does to the graph.

use crate::access::MemoryAccess;
use crate::engine::{Engine, Stop};
use crate::exec::{CopySource, Shared};
use crate::findings::Site;
use crate::function::{FunctionRun, MOST_BLOCKS_IN_PLACE, differ_in_small_numbers};
use crate::precision::{Lost, Place};
use crate::state::{Graph, Path, State, key};
use base::{FxHashMap, FxHashSet, Span};
use facts::FunctionFacts;
use ir::{Arg, BlockId, Body, Call, Callee, FuncId, FunctionBody, LocalId, Operand, Scalar};
use smg::{
    Content, Extent, IntDomain, Interval, JoinGoal, JoinOptions, JoinStatus, NewObject, ObjId, TermOp, ValId,
};
use verdict::{Access, Assumption, BlockOrigin, Details, FindingKind, Property, StepKind, UnknownKind};

#[derive(Debug, Default)]
pub(crate) struct Summaries {
    by_function: FxHashMap<FuncId, FunctionSummaries>,
    /// Functions in which, or below which, the program was seen to end.
    ending: FxHashSet<FuncId>,
    /// Some allocation function was called: that it succeeds is an assumption.
    pub(crate) saw_allocation: bool,
}

/// What functions were known to do at some time.
pub(crate) struct Remembered(FxHashMap<FuncId, FunctionSummaries>);

impl Summaries {
    pub(crate) fn remembered(&self) -> Remembered {
        Remembered(self.by_function.clone())
    }

    pub(crate) fn restore(&mut self, remembered: Remembered) {
        self.by_function = remembered.0;
    }
}

#[derive(Clone, Debug, Default)]
struct FunctionSummaries {
    known: Vec<Summary>,
    misses_in_a_row: u32,
}

#[derive(Clone, Debug)]
struct Summary {
    entry: Graph,
    exits: Vec<Graph>,
}

/// A function that is being executed.
#[derive(Debug)]
pub(crate) struct Active {
    pub(crate) func: FuncId,
    /// `None` for `main`, which is not looked up.
    entry: Option<Graph>,
    /// What is known of its returns so far, for recursive calls.
    exits: Vec<Graph>,
    /// A recursive call has used `exits`.
    used: bool,
}

/// Recursive calls whose entry is new each time are followed this deep before the analysis gives up.
const MAX_UNFOLDINGS: usize = 12;
const MAX_RECURSION_ROUNDS: usize = 20;

/// What a caller keeps while its callee runs.
pub(crate) struct Caller {
    frame: smg::Frame<Interval>,
    /// The original keys of its variables, in the order of their numbers.
    roots: Vec<u64>,
    /// The numbers of those that the callee can reach, in the order of their pins.
    along: Vec<u64>,
    /// How arguments that may become the sizes of blocks follow from numbers of the caller: factors and addends.
    computed: Vec<(i64, i64)>,
}

/// A call whose result follows from its arguments.
struct Repeatable {
    term: TermOp,
    args: Vec<Operand>,
    dst: LocalId,
}

/// An evaluated argument.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Value {
    Scalar(ValId, Scalar),
    /// The bytes of an aggregate, in a carrier object that is a root.
    Block(ObjId, u64),
}

impl Active {
    pub(crate) fn new(func: FuncId) -> Active {
        Active { func, entry: None, exits: Vec::new(), used: false }
    }
}

/// A call of the program: in which block of which function, and what is known of that function.
#[derive(Clone, Copy)]
pub(crate) struct CallSite<'a> {
    pub(crate) block: BlockId,
    pub(crate) body: &'a Body,
    pub(crate) call: &'a Call,
    pub(crate) span: Span,
    pub(crate) facts: FunctionFacts<'a>,
}

impl<'p> Engine<'p> {
    /// Runs `main` and checks what is left at the end.
    pub(crate) fn run_main(&mut self, main: FuncId, state: State) -> Result<(), Stop> {
        let program = self.program;
        if program.functions[main].body().is_none() {
            return Ok(());
        }
        self.active.push(Active::new(main));
        self.findings.function = self.current_function();
        let entry = state.graph.clone();
        let result = FunctionRun::run(self, main, state);
        self.active.pop();
        self.findings.function = self.current_function();
        if let (Some(certificate), Ok(exits)) = (&mut self.certificate, &result) {
            certificate.set_entry(main, entry, exits.iter().map(|s| s.graph.clone()).collect(), Vec::new());
        }
        for mut state in result? {
            // Whoever started the program looks at its status.
            if let Some(status) = state.graph.remove_named(key::RESULT) {
                self.check_initialised(status, program.functions[main].span, &mut state);
            }
            let span = program.functions[main].span;
            for mut state in self.run_handlers(span, state)? {
                self.program_ends(span, &mut state);
            }
        }
        Ok(())
    }

    /// At the program's end, blocks that are still reachable are not freed. Those that only the callers can see are looked
    /// at where the calls are made.
    pub(crate) fn program_ends(&mut self, span: Span, state: &mut State) {
        if !self.findings.asks(Property::ValidMemcleanup) {
            return;
        }
        let active: Vec<FuncId> = self.active.iter().map(|a| a.func).collect();
        self.summaries.ending.extend(active);
        self.report_unfreed(span, state);
    }

    /// A failed assertion or a reached error that nobody asked about is an end of the program like `abort`.
    pub(crate) fn error_ends_program(&mut self, span: Span, state: &mut State) {
        if !self.findings.asks(Property::UnreachCall) {
            self.program_ends(span, state);
        }
    }

    /// If a callee may end the program, blocks that it cannot see are not freed then.
    pub(crate) fn check_frame(&mut self, func: FuncId, caller: &Caller, path: &Path, span: Span) {
        let recursive = self.active.iter().any(|a| a.func == func);
        if self.findings.asks(Property::ValidMemcleanup)
            && (recursive || self.summaries.ending.contains(&func))
        {
            let state = State::new(caller.frame.graph().clone(), path.clone());
            self.report_unfreed(span, &state);
        }
    }

    fn report_unfreed(&mut self, span: Span, state: &State) {
        let left: Vec<_> = state
            .graph
            .objects()
            .filter(|(_, o)| o.is_live() && o.origin == smg::Origin::Heap)
            .map(|(_, o)| o.clone())
            .collect();
        for object in left {
            let kind = FindingKind::NotFreedAtExit;
            self.findings.report_object(state, kind, None, span, Some(&object), Details::default());
        }
    }

    pub(crate) fn call(
        &mut self,
        site: CallSite<'_>,
        mut state: State,
        out: &mut Vec<State>,
    ) -> Result<(), Stop> {
        let CallSite { call, span, .. } = site;
        match call.callee {
            Callee::Direct(func) => self.call_function(func, site, state, out),
            Callee::Indirect(operand) => {
                let value = self.operand(operand, &mut state);
                for (func, state) in self.targets(value, span, state) {
                    self.call_function(func, site, state, out)?;
                }
                Ok(())
            }
        }
    }

    /// The functions that a pointer may mean, each with the state in which it does.
    fn targets(&mut self, value: ValId, span: Span, state: State) -> Vec<(FuncId, State)> {
        let value = state.graph.resolve(value);
        let kind = match state.graph.content(value) {
            Content::Code(set) => {
                let set = set.clone();
                if set.or_null {
                    let details = Details::default();
                    self.findings.report(
                        &state,
                        FindingKind::NullDeref,
                        Some(Access::Call),
                        span,
                        None,
                        details,
                    );
                }
                let mut out = Vec::new();
                for &func in set.functions.iter() {
                    let mut graph = state.graph.clone();
                    let code = graph.code(func);
                    for graph in graph.assume_equal(value, code) {
                        out.push((FuncId::from_raw(func), state.with(graph)));
                    }
                }
                return out;
            }
            Content::Address(target) if target.obj == ObjId::NULL => FindingKind::NullDeref,
            Content::Uninit => FindingKind::UninitPointer,
            _ => FindingKind::InvalidCall,
        };
        self.findings.report(&state, kind, Some(Access::Call), span, None, Details::default());
        Vec::new()
    }

    fn call_function(
        &mut self,
        func: FuncId,
        site: CallSite<'_>,
        state: State,
        out: &mut Vec<State>,
    ) -> Result<(), Stop> {
        let CallSite { body, call, span, .. } = site;
        let program = self.program;
        let mut state = state;
        if let Some(mismatch) = program.mismatch(func, call, &body.locals) {
            let (kind, access) = (FindingKind::InvalidCall, Some(Access::Call));
            let details = Details { what: Some(mismatch.what().to_owned()), ..Details::default() };
            self.findings.report(&state, kind, access, span, None, details);
            return Ok(());
        }
        if program.functions[func].body().is_none() {
            for arg in &call.args {
                if let Arg::Scalar(operand, _) = arg {
                    let value = self.operand(*operand, &mut state);
                    self.check_initialised(value, span, &mut state);
                }
            }
        }
        match &program.functions[func].body {
            FunctionBody::Intrinsic(intrinsic) => self.intrinsic(*intrinsic, func, site, state, out),
            FunctionBody::External => {
                let name = program.names.resolve(program.functions[func].name).to_string();
                if self.config.analysis.strict_externals {
                    let words = format!("the function `{name}` has no definition");
                    self.findings.unknown(UnknownKind::ExternalFunction, span, words);
                    return Ok(());
                }
                self.findings.assumptions.insert(Assumption::ExternalFunction(name));
                self.havoc_result(body, call.dst, &mut state);
                if program.functions[func].noreturn || call.next.is_none() {
                    self.program_ends(span, &mut state);
                } else {
                    out.push(state);
                }
                Ok(())
            }
            FunctionBody::Defined(callee) => {
                let mut entries = Vec::new();
                self.arguments(site, state, &mut entries)?;
                for (state, args) in entries {
                    self.call_defined((func, callee), site, &args, state, out)?;
                }
                Ok(())
            }
        }
    }

    /// Evaluates all arguments; aggregates are copied into carriers.
    fn arguments(
        &mut self,
        site: CallSite<'_>,
        state: State,
        out: &mut Vec<(State, Vec<Value>)>,
    ) -> Result<(), Stop> {
        let CallSite { body, call, span, .. } = site;
        let mut partial = vec![(state, Vec::with_capacity(call.args.len()))];
        for arg in &call.args {
            let mut next = Vec::new();
            for (mut state, mut values) in partial {
                match arg {
                    Arg::Scalar(operand, scalar) => {
                        let value = self.operand(*operand, &mut state);
                        values.push(Value::Scalar(value, *scalar));
                        next.push((state, values));
                    }
                    Arg::Block(place, size) => {
                        let mut located = Vec::new();
                        self.locate(body, place, MemoryAccess::read(*size, span), state, &mut located)?;
                        for at in located {
                            let mut state = at.state;
                            let site = Site {
                                origin: BlockOrigin::Stack,
                                span,
                                name: None,
                                constant: false,
                                frame: None,
                                input: None,
                            };
                            let label = self.findings.local_site(span, site);
                            let carrier = state.graph.add_object(NewObject::stack(*size, label));
                            state.graph.set_root(key::HELD | values.len() as u64, carrier);
                            let mut target = crate::access::Located::start_of(state, carrier);
                            self.copy_bytes(
                                CopySource {
                                    object: at.object,
                                    offset: at.offset,
                                    address: None,
                                    bytes: None,
                                },
                                &mut target,
                                Extent::exact(*size),
                                Shared::Any,
                                span,
                            );
                            let mut values = values.clone();
                            values.push(Value::Block(carrier, *size));
                            next.push((target.state, values));
                        }
                    }
                }
            }
            partial = next;
        }
        out.extend(partial);
        Ok(())
    }

    fn call_defined(
        &mut self,
        (func, callee): (FuncId, &'p Body),
        site: CallSite<'_>,
        args: &[Value],
        state: State,
        out: &mut Vec<State>,
    ) -> Result<(), Stop> {
        let CallSite { block, body, call, facts, span, .. } = site;
        if self.active.len() as u32 >= self.config.max_call_depth {
            self.findings.unknown(UnknownKind::StepBudget, span, "calls are nested too deeply");
            return Err(Stop);
        }
        let repeatable = self.repeatable(func, call);
        let mut state = state;
        if let Some(repeatable) = &repeatable
            && let Some((left, right)) = self.operands_of(repeatable, &mut state)
            && let Some(known) = state.graph.known_result(repeatable.term, left, right)
        {
            self.set_register(body, repeatable.dst, known, &mut state);
            out.push(state);
            return Ok(());
        }
        // Registers that nobody needs after the call must not keep anything alive in the callee.
        let live = call.next.map(|next| facts.liveness_unless_drawn().live_in(next));
        let keep = |local| {
            !facts.may_forget(block, local)
                || live.is_some_and(|l| l.contains(local))
                || repeatable.as_ref().is_some_and(|r| r.args.iter().any(|a| a.local() == Some(local)))
        };
        let depth = self.active.len() as u32;
        let name = self.program.functions[func].name;
        if let Some(exits) = self.call_in_place((func, callee), args, keep, span, &state)? {
            for mut state in exits {
                state.path = state.path.then(StepKind::Return { function: name }, span, depth);
                self.return_to((func, site), repeatable.as_ref(), state, out);
            }
            return Ok(());
        }
        let Some((mut entry, caller)) = self.carve(func, args, keep, span, &state) else { return Ok(()) };
        let path = state.path.then(StepKind::Call { function: name }, span, depth);
        entry.path = path.clone();
        self.enter(callee, args, &mut entry);
        // What only dead registers of the caller held is lost by the call.
        self.collect(span, &mut entry);
        let recursive = self.config.abstract_at_recursion
            && !self.follows_single_paths()
            && self.active.iter().any(|a| a.func == func);
        let place = self.current_function().map_or(Place::Return(func), |caller| Place::Block(caller, block));
        if recursive {
            self.abstract_lists(&mut entry.graph, place, false);
        }
        let exits = self.summarise(func, entry, span)?;
        self.check_frame(func, &caller, &path, span);
        for graph in exits {
            let path = path.then(StepKind::Return { function: name }, span, depth);
            let Some(state) = self.restore_frame(&caller, graph, path, span) else { continue };
            let from = out.len();
            self.return_to((func, site), repeatable.as_ref(), state, out);
            if recursive {
                out[from..].iter_mut().for_each(|state| self.abstract_lists(&mut state.graph, place, false));
            }
        }
        Ok(())
    }

    /// The caller goes on behind the call.
    fn return_to(
        &mut self,
        (func, site): (FuncId, CallSite<'_>),
        repeatable: Option<&Repeatable>,
        mut state: State,
        out: &mut Vec<State>,
    ) {
        let CallSite { body, call, span, .. } = site;
        self.convert_result(func, body, call.dst, &mut state);
        self.receive(body, call.dst, span, &mut state);
        if let Some(repeatable) = repeatable
            && let Some((left, right)) = self.operands_of(repeatable, &mut state)
        {
            let result = self.register(repeatable.dst, &state);
            state.graph.note_term(result, repeatable.term, left, right);
        }
        out.push(state);
    }

    /// Where sizes of blocks and ends of strings follow from numbers, a short function runs in the graph of its caller: what is known of
    /// numbers that it does not see may tell what it does, and is known behind it. `None` if the function is none of these.
    fn call_in_place(
        &mut self,
        (func, callee): (FuncId, &'p Body),
        args: &[Value],
        keep: impl Fn(LocalId) -> bool,
        span: Span,
        state: &State,
    ) -> Result<Option<Vec<State>>, Stop> {
        let depth = self.active.len();
        let is_recursive = || self.active.iter().any(|active| active.func == func);
        if !state.graph.has_places()
            || callee.blocks.len() > MOST_BLOCKS_IN_PLACE
            || self.follows_single_paths()
            || is_recursive()
        {
            return Ok(None);
        }
        let mut graph = state.graph.clone();
        for (index, arg) in args.iter().enumerate() {
            if let Value::Scalar(value, _) = arg
                && *value != ValId::UNINIT
            {
                graph.set_named(key::HELD | index as u64, *value);
            }
        }
        // Callee and caller number their locals alike.
        let registers: Vec<u64> = graph.named_values().iter().map(|n| n.0).collect();
        for key in registers.into_iter().filter(|&key| key < key::PIN) {
            let Some(aside) = key::aside(key, depth) else { return Ok(None) };
            let value = graph.remove_named(key).expect("listed above");
            if key::as_local(key).is_none_or(&keep) {
                graph.set_named(aside, value);
            }
        }
        let roots: Vec<u64> = graph.roots().iter().map(|root| root.0).collect();
        for key in roots.into_iter().filter(|&key| key < key::PIN) {
            let Some(aside) = key::aside(key, depth) else { return Ok(None) };
            let object = graph.remove_root(key).expect("listed above");
            graph.set_root(aside, object);
        }
        let name = self.program.functions[func].name;
        let path = state.path.then(StepKind::Call { function: name }, span, depth as u32);
        let mut entry = State { graph, path, partition: state.partition };
        self.enter(callee, args, &mut entry);
        entry.graph.note_orders_of_held();
        self.collect(span, &mut entry);
        self.active.push(Active::new(func));
        self.findings.function = self.current_function();
        let exits = FunctionRun::along_few_paths(self, func, entry);
        self.active.pop();
        self.findings.function = self.current_function();
        let Some(mut exits) = exits? else { return Ok(None) };
        for State { graph, .. } in &mut exits {
            let own = |key: u64| Some((key, key::from_aside(key, depth)?));
            let names: Vec<(u64, u64)> = graph.named_values().iter().filter_map(|n| own(n.0)).collect();
            for (aside, key) in names {
                let value = graph.remove_named(aside).expect("listed above");
                graph.set_named(key, value);
            }
            let roots: Vec<(u64, u64)> = graph.roots().iter().filter_map(|root| own(root.0)).collect();
            for (aside, key) in roots {
                let object = graph.remove_root(aside).expect("listed above");
                graph.set_root(key, object);
            }
        }
        Ok(Some(exits))
    }

    /// A call that would give the same again for the same arguments, if it is one.
    fn repeatable(&mut self, func: FuncId, call: &Call) -> Option<Repeatable> {
        let dst = call.dst?;
        if !matches!(call.args.len(), 1 | 2) || !self.facts.is_pure(func) {
            return None;
        }
        let mut args = Vec::new();
        for arg in &call.args {
            match arg {
                // Addresses must not be held longer than the program does: what they lead to may be lost by the call.
                Arg::Scalar(operand, scalar) if *scalar != Scalar::Ptr && operand.local() != Some(dst) => {
                    args.push(*operand);
                }
                _ => return None,
            }
        }
        Some(Repeatable { term: TermOp::Call { function: func.raw() }, args, dst })
    }

    /// The arguments as operands of a term.
    fn operands_of(&mut self, repeatable: &Repeatable, state: &mut State) -> Option<(ValId, ValId)> {
        let left = self.operand(*repeatable.args.first()?, state);
        let right = match repeatable.args.get(1) {
            Some(second) => self.operand(*second, state),
            None => left,
        };
        Some((left, right))
    }

    /// Cuts the part of the state that the callee can see from the rest. The arguments are named, the caller's variables
    /// that the callee can reach are numbered.
    pub(crate) fn carve(
        &mut self,
        func: FuncId,
        args: &[Value],
        keep: impl Fn(LocalId) -> bool,
        span: Span,
        state: &State,
    ) -> Option<(State, Caller)> {
        let mut graph = state.graph.clone();
        let dead: Vec<u64> = graph
            .named_values()
            .iter()
            .map(|n| n.0)
            .filter(|&k| key::as_local(k).is_some_and(|l| !keep(l)))
            .collect();
        let mut named_keys = Vec::new();
        for (index, arg) in args.iter().enumerate() {
            if let Value::Scalar(value, _) = arg {
                if *value != ValId::UNINIT {
                    graph.set_named(key::HELD | index as u64, *value);
                    named_keys.push(key::HELD | index as u64);
                }
            }
        }
        for key in dead {
            graph.remove_named(key);
        }
        // A number that becomes the size of a block there may be known to exceed another one here.
        let mut sizes: Vec<ValId> = Vec::new();
        if self.facts.effects().of(func).allocates {
            sizes.extend(args.iter().filter_map(|arg| match arg {
                Value::Scalar(value, _) if *value != ValId::UNINIT && graph.pointee(*value).is_none() => {
                    Some(*value)
                }
                _ => None,
            }));
        }
        let computed = note_computed(&mut graph, &mut sizes);
        graph.drop_path_local_facts_beside(Some(&self.precision.everywhere()), &sizes);
        self.note_losses(&mut graph, Place::Return(func));
        // Callee and caller number their locals alike: the caller's are renamed while the callee runs.
        let locals: Vec<u64> = graph.roots().iter().map(|r| r.0).filter(|&k| k < key::GLOBAL).collect();
        let mut roots = Vec::new();
        for key in locals {
            let object = graph.remove_root(key).expect("listed above");
            graph.set_root(key::OUTER | roots.len() as u64, object);
            roots.push(key);
        }
        let goes_along = |key: u64| match key::is_global(key) {
            true => self.accesses_global(func, key::as_global(key)),
            false => key & (key::HELD | key::AT_EXIT) != 0,
        };
        let root_keys: Vec<u64> = graph.roots().iter().map(|r| r.0).filter(|&k| goes_along(k)).collect();
        let (mut part, frame) = match graph.carve(&root_keys, &named_keys) {
            Ok(split) => split,
            Err(error) => {
                self.findings.unsupported(span, format!("the call's heap cannot be cut out: {error}"));
                return None;
            }
        };
        // Those that went along get small numbers, so that calls from different places look alike.
        let along: Vec<u64> = part.roots().iter().map(|r| r.0).filter(|&k| k & key::OUTER != 0).collect();
        for (number, &key) in along.iter().enumerate() {
            let object = part.remove_root(key).expect("listed above");
            part.set_root(key::pin(number), object);
        }
        Some((state.with(part), Caller { frame, roots, along, computed }))
    }

    /// Puts what the callee made of its part back into the caller's state.
    pub(crate) fn restore_frame(
        &mut self,
        caller: &Caller,
        mut result: Graph,
        path: Path,
        span: Span,
    ) -> Option<State> {
        for (number, &key) in caller.along.iter().enumerate() {
            if let Some(object) = result.remove_root(key::pin(number)) {
                result.set_root(key, object);
            }
        }
        let mut graph = match Graph::combine(&caller.frame, &result) {
            Ok(graph) => graph,
            Err(error) => {
                self.findings.unsupported(span, format!("the callee's heap cannot be put back: {error}"));
                return None;
            }
        };
        for (index, &(scale, addend)) in caller.computed.iter().enumerate() {
            let names = [0, 1].map(|part| graph.remove_named(key::COMPUTED | (2 * index + part) as u64));
            if let [Some(value), Some(base)] = names {
                graph.follow_sizes(value, smg::Linear { base, scale, addend });
            }
        }
        for (number, &key) in caller.roots.iter().enumerate() {
            if let Some(object) = graph.remove_root(key::OUTER | number as u64) {
                graph.set_root(key, object);
            }
        }
        Some(State::new(graph, path))
    }

    /// Sets up the callee's parameters.
    pub(crate) fn enter(&mut self, callee: &Body, given: &[Value], state: &mut State) {
        let args: Vec<Option<Value>> = (0..given.len())
            .map(|index| {
                let held = key::HELD | index as u64;
                match given[index] {
                    Value::Scalar(_, scalar) => {
                        state.graph.named(held).map(|value| Value::Scalar(value, scalar))
                    }
                    Value::Block(_, size) => state.graph.root(held).map(|object| Value::Block(object, size)),
                }
            })
            .collect();
        for (index, local) in callee.params().enumerate() {
            match args.get(index).copied().flatten() {
                Some(Value::Scalar(value, from)) => {
                    // Unprototyped calls may pass another width than the parameter has.
                    let value = match callee.locals[local].scalar {
                        Some(to) if self.width(to) != self.width(from) => self.cast(from, to, value, state),
                        _ => value,
                    };
                    self.set_parameter(callee, local, value, state);
                }
                Some(Value::Block(carrier, size)) => {
                    let object = self.local_object(callee, local, state);
                    let fits = state.graph.object(object).size.lo.min(size);
                    let _ = state.graph.copy_block(carrier, 0, object, 0, fits);
                }
                None => self.set_parameter(callee, local, ValId::UNINIT, state),
            }
        }
        if callee.variadic {
            let variable = given.iter().copied().zip(args.iter().copied()).skip(callee.param_count as usize);
            self.variable_area(callee, variable.collect(), state);
        }
        for index in 0..args.len() {
            state.graph.remove_root(key::HELD | index as u64);
            state.graph.remove_named(key::HELD | index as u64);
        }
    }

    /// A function that was declared without a prototype may return another width than the caller reads.
    fn convert_result(&mut self, func: FuncId, body: &Body, dst: Option<LocalId>, state: &mut State) {
        let program = self.program;
        let ir::TypeKind::Function { ret, .. } = program.types[program.functions[func].ty].kind else {
            return;
        };
        let to = dst.and_then(|dst| body.locals[dst].scalar);
        if let (Some(from), Some(to)) = (program.types[ret].scalar(), to)
            && self.width(from) != self.width(to)
            && let Some(value) = state.graph.remove_named(key::RESULT)
        {
            let value = self.cast(from, to, value, state);
            state.graph.set_named(key::RESULT, value);
        }
    }

    /// The caller receives the result.
    fn receive(&mut self, body: &Body, dst: Option<LocalId>, span: Span, state: &mut State) {
        let value = state.graph.remove_named(key::RESULT);
        let carrier = state.graph.remove_root(key::RESULT);
        if let Some(dst) = dst {
            if body.locals[dst].register {
                self.set_register(body, dst, value.unwrap_or(ValId::UNINIT), state);
            } else if let Some(carrier) = carrier {
                let object = self.local_object(body, dst, state);
                let size = state.graph.object(object).size.lo.min(state.graph.object(carrier).size.lo);
                let _ = state.graph.copy_block(carrier, 0, object, 0, size);
            }
        }
        // An ignored result may have been the only way to a block.
        self.collect(span, state);
    }

    /// An arbitrary result of the right type.
    pub(crate) fn havoc_result(&mut self, body: &Body, dst: Option<LocalId>, state: &mut State) {
        let Some(dst) = dst else { return };
        match body.locals[dst].scalar {
            Some(scalar) if body.locals[dst].register => {
                let value = self.arbitrary(scalar, state);
                self.set_register(body, dst, value, state);
            }
            _ => {
                let object = self.local_object(body, dst, state);
                let size = state.graph.object(object).size.lo;
                let _ = state.graph.set_block(object, 0, size, smg::FillByte::Unknown);
            }
        }
    }

    pub(crate) fn arbitrary(&mut self, scalar: Scalar, state: &mut State) -> ValId {
        let width = self.width(scalar);
        match scalar {
            Scalar::Ptr => state.graph.unknown(width),
            _ if crate::access::is_float(scalar) => state.graph.float(width),
            _ if width <= 64 => state.graph.int(Interval::top(width)),
            _ => state.graph.unknown(width),
        }
    }

    /// What the function makes of an entry state, from memory or by executing it.
    pub(crate) fn summarise(&mut self, func: FuncId, state: State, span: Span) -> Result<Vec<Graph>, Stop> {
        if let Some(recorded) = self.checking.clone() {
            return match recorded.exits_for(func, &state.graph, self.choice) {
                Some(exits) => Ok(exits),
                None => {
                    self.findings.unknown(
                        UnknownKind::Internal,
                        span,
                        "a call is not covered by a recorded summary",
                    );
                    Err(Stop)
                }
            };
        }
        let recursive: Vec<usize> = (0..self.active.len()).filter(|&i| self.active[i].func == func).collect();
        if self.follows_single_paths() {
            return self.follow(func, state);
        }
        for &index in recursive.iter().rev() {
            if self.active[index].entry.as_ref().is_some_and(|entry| entry.includes(&state.graph)) {
                self.active[index].used = true;
                return Ok(self.active[index].exits.clone());
            }
        }
        if recursive.len() >= MAX_UNFOLDINGS {
            let name = self.program.names.resolve(self.program.functions[func].name);
            let words = format!("the recursion of `{name}` does not settle");
            self.findings.unknown(UnknownKind::StepBudget, span, words);
            return Err(Stop);
        }
        if let Some(exits) = self.recall(func, &state.graph) {
            return Ok(exits);
        }
        self.check_cancelled(span)?;
        let entry = state.graph.clone();
        self.active.push(Active { func, entry: Some(entry.clone()), exits: Vec::new(), used: false });
        self.findings.function = self.current_function();
        let mut rounds = 0;
        let mut steps = Vec::new();
        let result = loop {
            let run = FunctionRun::run(self, func, state.clone());
            let Ok(exits) = run else { break Err(Stop) };
            steps.clear();
            let graphs = exits.into_iter().map(|s| s.graph);
            let merged = self.merge_exits(graphs, Place::Return(func), &mut steps);
            if self.check_cancelled(span).is_err() {
                self.skip_destructors_at_exit(merged);
                break Err(Stop);
            }
            let active = self.active.last_mut().expect("pushed above");
            let grown = merged.iter().any(|new| !active.exits.iter().any(|old| old.includes(new)));
            if !active.used || !grown {
                break Ok(merged);
            }
            active.exits = merged;
            active.used = false;
            rounds += 1;
            if rounds > MAX_RECURSION_ROUNDS {
                let words = "the effect of a recursive function does not settle";
                self.findings.unknown(UnknownKind::StepBudget, span, words);
                break Err(Stop);
            }
        };
        self.active.pop();
        self.findings.function = self.current_function();
        let exits = result?;
        if let Some(certificate) = &mut self.certificate {
            certificate.set_entry(func, entry.clone(), exits.clone(), steps);
        }
        // What was computed while an outer activation's returns were incomplete must not be remembered.
        if !self.active.iter().any(|a| a.used) {
            self.remember(func, entry, &exits);
        }
        Ok(exits)
    }

    /// What the function makes of an entry state along a few paths.
    fn follow(&mut self, func: FuncId, state: State) -> Result<Vec<Graph>, Stop> {
        self.active.push(Active::new(func));
        self.findings.function = self.current_function();
        let result = FunctionRun::run(self, func, state);
        self.active.pop();
        self.findings.function = self.current_function();
        Ok(result?.into_iter().map(|state| state.graph).collect())
    }

    /// The states of a function's returns without those that others cover, and joined if they are many. A certificate needs
    /// the steps from one to the other, too: the graphs that wider ones replaced, in this order.
    fn merge_exits(
        &mut self,
        graphs: impl Iterator<Item = Graph>,
        place: Place,
        steps: &mut Vec<Graph>,
    ) -> Vec<Graph> {
        let mut exits = self.merge_graphs(graphs, place, false, steps);
        if exits.len() > self.config.exits_before_joining {
            for graph in &mut exits {
                if self.is_cancelled() {
                    break;
                }
                if self.certificate.is_some() {
                    steps.push(graph.clone());
                }
                self.abstract_lists(graph, place, false);
            }
            exits = self.merge_graphs(exits.into_iter(), place, true, steps);
        }
        exits
    }

    fn merge_graphs(
        &mut self,
        graphs: impl Iterator<Item = Graph>,
        place: Place,
        join_incomparable: bool,
        steps: &mut Vec<Graph>,
    ) -> Vec<Graph> {
        let recording = self.certificate.is_some();
        let precision = self.precision.at(place);
        let mut kept: Vec<Graph> = Vec::new();
        'next: for graph in graphs {
            if self.is_cancelled() {
                // Nobody uses what comes back.
                break;
            }
            let mut new = graph;
            let mut index = 0;
            while index < kept.len() {
                let goal = if join_incomparable { JoinGoal::Any } else { JoinGoal::Comparable };
                let options = JoinOptions { goal, ..self.join_options(&precision) };
                let old = &kept[index];
                match old.join(&new, &options).map(|j| (j.status, j.graph)) {
                    Ok((JoinStatus::Equal | JoinStatus::LeftIncludes, _)) => continue 'next,
                    Ok((status, mut graph))
                        if status == JoinStatus::RightIncludes
                            || join_incomparable
                                && !differ_in_small_numbers(old, &new, self.config.precise_numbers)
                                && !tells_where_strings_end(old, &new, &graph) =>
                    {
                        self.note_losses(&mut graph, place);
                        let old = kept.remove(index);
                        let narrower = std::mem::replace(&mut new, graph);
                        if recording {
                            steps.extend([old, narrower]);
                        }
                        index = 0;
                    }
                    _ => index += 1,
                }
            }
            kept.push(new);
        }
        kept
    }

    fn recall(&mut self, func: FuncId, entry: &Graph) -> Option<Vec<Graph>> {
        let limit = self.config.cache_misses_before_giving_up;
        let closely = self.precision.wants_exact_calls(func);
        let wider_entry = self.losses.number(Place::Return(func), Lost::Entry);
        let known = self.summaries.by_function.entry(func).or_default();
        if known.misses_in_a_row >= limit {
            return None;
        }
        self.effort += known.known.len() as u64;
        let budget = self.budget;
        // A hit counts whenever it comes; the end of the time only makes it a miss.
        let exact = known.known.iter().position(|s| s.entry.equivalent(entry));
        // What holds after a call from a wider state may be less than a search wants that looks closely.
        let wider = |s: &Summary| !closely && !budget.is_cancelled() && s.entry.includes(entry);
        let hit = exact.or_else(|| known.known.iter().position(wider));
        match hit {
            Some(index) => {
                known.misses_in_a_row = 0;
                let found = known.known.remove(index);
                let mut exits = found.exits.clone();
                if exact.is_none() {
                    exits.iter_mut().for_each(|graph| graph.note_loss(wider_entry));
                }
                known.known.insert(0, found);
                Some(exits)
            }
            None => {
                known.misses_in_a_row += 1;
                None
            }
        }
    }

    fn remember(&mut self, func: FuncId, entry: Graph, exits: &[Graph]) {
        let limit = self.config.cache_misses_before_giving_up;
        let known = self.summaries.by_function.entry(func).or_default();
        if known.misses_in_a_row < limit {
            known.known.insert(0, Summary { entry, exits: exits.to_vec() });
            known.known.truncate(64);
        }
    }
}

/// Whether a function's result tells two of its returns apart, one of which knows more strings: whoever looks at the result, as at the -1 of a
/// function that read no line, wants to know.
fn tells_where_strings_end(old: &Graph, new: &Graph, joined: &Graph) -> bool {
    let results =
        [old, new].map(|graph| graph.named(key::RESULT).map(|v| graph.int_of(v, graph.value(v).width)));
    let [Some(a), Some(b)] = results else { return false };
    let loses = old.string_ends().max(new.string_ends()) > joined.string_ends();
    loses && a.width() == b.width() && a.meet(&b).is_none()
}

/// Names the numbers that may become the sizes of blocks in a call, and what they were computed from here: how they follow from it is
/// forgotten with the terms. Returns how.
fn note_computed(graph: &mut Graph, sizes: &mut Vec<ValId>) -> Vec<(i64, i64)> {
    let mut computed = Vec::new();
    for value in sizes.clone() {
        if let Some(way) = graph.computed_from(value) {
            let name = key::COMPUTED | (2 * computed.len() as u64);
            graph.set_named(name, value);
            graph.set_named(name | 1, way.base);
            computed.push((way.scale, way.addend));
            sizes.push(way.base);
        }
    }
    computed
}
