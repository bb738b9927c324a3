//! The executor: what all states share, and what its values are. Pointers are terms like all other values.

use crate::fault::Bottom;
use crate::state::{Before, Origin, Own, State};
use ::engine::Budget;
use base::{FxHashMap, Idx, Span};
use facts::Facts;
use ir::{BlockId, FuncId, GlobalId, Scalar};
use semantics::leak::Reach;
use sl::{Byte, End, Heap, Procedure, Prover, SegmentId};
use smt::path::{PathSolver, Questions};
use smt::{Sort, TermId};
use std::collections::BTreeSet;
use symexec::{Config, Kind, Machine, Res, ReturnedOf, Searchable, Stop, Work};
use verdict::{FindingKind, PropertySet, Stats};

pub(crate) struct Executor<'p> {
    pub(crate) work: Work<'p>,
    pub(crate) procedure: Procedure,
    pub(crate) prover: Prover,
    pub(crate) globals: Vec<SegmentId>,
    /// So many segments every state has: globals, functions and labels.
    pub(crate) fixed_segments: usize,
    pub(crate) functions: Vec<SegmentId>,
    pub(crate) labels: FxHashMap<(FuncId, BlockId), SegmentId>,
    /// Which functions are of the library, where functions are checked one by one.
    pub(crate) library: &'p [bool],
    /// Pointers of the caller that lead into blocks, not to their start.
    pub(crate) interior: BTreeSet<TermId>,
    /// The block that was freed when the last access to one failed.
    pub(crate) blamed: Option<SegmentId>,
    /// The null pointer that was followed last is one of the caller.
    pub(crate) follows_tested_null: Option<TermId>,
    /// The instance of a predicate whose first or last node is needed, and that stopped the last operation.
    pub(crate) unfolding: Option<(usize, End)>,
    /// What the last function gave back that had no caller.
    pub(crate) returned: Option<ReturnedOf<'static, Executor<'static>>>,
}

impl<'p> Executor<'p> {
    pub(crate) fn new(
        facts: &'p Facts<'p>,
        properties: PropertySet,
        config: &Config,
        procedure: Procedure,
        budget: Budget<'p>,
    ) -> Executor<'p> {
        let mut prover = Prover::new(Work::solver_limits(&budget));
        if procedure == Procedure::Sl {
            prover.use_theory();
        }
        Executor {
            work: Work::new(facts, properties, config, budget),
            procedure,
            prover,
            globals: Vec::new(),
            fixed_segments: 0,
            functions: Vec::new(),
            labels: FxHashMap::default(),
            library: &[],
            interior: BTreeSet::new(),
            blamed: None,
            follows_tested_null: None,
            unfolding: None,
            returned: None,
        }
    }

    /// The names of the pointers that lead into blocks: terms are made anew for each search.
    pub(crate) fn interior_names(&self) -> BTreeSet<String> {
        self.interior.iter().filter_map(|&t| self.prover.terms.variable_name(t)).map(str::to_owned).collect()
    }

    pub(crate) fn name_interior(&mut self, names: &BTreeSet<String>) {
        let sort = Sort::Bv(self.word_bits());
        self.interior = names.iter().map(|name| self.prover.terms.var(name, sort)).collect();
    }

    /// What a predicate says of an address is written out before the address is used: the operation stops, and is executed again in
    /// each case.
    pub(crate) fn unfold(&mut self, state: &State, address: TermId) -> Res<()> {
        if let Some(found) = state.memory.instance_of(&self.prover, address) {
            self.unfolding = Some(found);
            return Err(Box::new(Stop::Fork(Vec::new())));
        }
        Ok(())
    }

    pub(crate) fn global_segment(&self, id: GlobalId) -> SegmentId {
        self.globals[id.index()]
    }

    pub(crate) fn origin(&self, state: &State, kind: Kind) -> Origin {
        Origin { kind, span: self.span(state), name: None, external: false, before: Before::Known }
    }
}

impl<'p> Machine<'p> for Executor<'p> {
    type Value = TermId;
    /// A register without a value becomes an input when it is read.
    type Register = Option<TermId>;
    type Object = SegmentId;
    type Byte = Byte;
    type Memory = Heap<Origin>;
    type Own = Own;

    fn work(&self) -> &Work<'p> {
        &self.work
    }
    fn work_mut(&mut self) -> &mut Work<'p> {
        &mut self.work
    }
    fn solver(&mut self) -> &mut PathSolver {
        &mut self.prover
    }
    fn questions<'a>(&'a mut self, state: &'a State) -> impl Questions + 'a {
        self.prover.on(&state.memory)
    }
    fn number(bits: TermId) -> TermId {
        bits
    }
    fn bits(value: TermId) -> TermId {
        value
    }
    fn register(value: TermId) -> Option<TermId> {
        Some(value)
    }
    fn no_value(&mut self, _: Scalar) -> Option<TermId> {
        None
    }
    fn comes_from_outside(state: &State, variable: TermId) -> bool {
        state.own.open.as_ref().is_some_and(|open| open.foreign.contains(&variable))
            || state.inputs.iter().any(|input| input.foreign && input.variable == variable)
    }
    fn is_address(&mut self, state: &State, value: TermId) -> bool {
        !self.prover.segments_in(&state.memory, value).is_empty()
    }
}

/// The CPA algorithm of [SL-CPA] §3.4 with *merge* = separate: paths stay apart, and a search that leaves nothing out is a proof.
impl<'p> Searchable<'p> for Executor<'p> {
    fn initial_state(&mut self) -> State {
        self.first_state()
    }

    fn leaks(&mut self, state: &mut State) -> Vec<(Span, Reach)> {
        debug_assert_eq!(Bottom::of(FindingKind::MemoryLeak, false), Some(Bottom::Leak));
        let of = |reach| match reach {
            None => Reach::Lost,
            Some(sl::reach::Reach::Uncertain) => Reach::Uncertain,
            Some(sl::reach::Reach::Held) => Reach::Held,
        };
        self.still_allocated(state).into_iter().map(|left| (left.site, of(left.reach))).collect()
    }

    fn is_exact(&self, state: &State) -> bool {
        state.own.exact
    }

    fn jumped(&mut self, state: &mut State) -> symexec::Jump {
        self.work.peak_objects = self.work.peak_objects.max(state.memory.len());
        symexec::Jump::Continue
    }

    fn stats(&self) -> Stats {
        let sl::Counters { by_syntax, by_intervals, by_model, solver_calls, solver_time, theory_calls } =
            self.prover.counters();
        Stats {
            engine: "sl",
            steps: self.work.steps,
            states: self.work.states,
            peak_objects: self.work.peak_objects as u64,
            questions: Some(verdict::Questions {
                by_syntax,
                by_intervals,
                by_model,
                solver_calls,
                theory_calls,
                solver_time,
            }),
        }
    }
}
