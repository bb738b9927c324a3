//! What a proof rests on: for every function and entry graph, the graphs at its loop heads and joins, and at its
//! returns. A separate pass checks it: one more iteration from every recorded graph must stay within the recorded
//! graphs, without a finding.

use crate::calls::Active;
use crate::engine::Engine;
use crate::findings::Findings;
use crate::function::FunctionRun;
use crate::picture::draw;
use crate::precision::Place;
use crate::state::{Graph, key};
use base::{FxHashMap, Span};
use facts::Facts;
use ir::{BlockId, Body, FuncId, FunctionBody, GlobalId, LocalId};
use std::rc::Rc;
use verdict::picture::Picture;
use verdict::{Invariant, InvariantContent, PlaceKind, ProgramPlace, UnknownKind, UnknownReason};

/// So many of the remembered runs that answer a call are tried.
const CHOICES: usize = 4;

#[derive(Debug, Default)]
pub(crate) struct Recorded {
    runs: Vec<Run>,
    by_function: FxHashMap<FuncId, Vec<usize>>,
    /// States of runs whose entry has not been named yet: the innermost call is the last one.
    open: Vec<(FuncId, Vec<(BlockId, Graph)>, Vec<(BlockId, Graph)>)>,
}

#[derive(Debug)]
struct Run {
    func: FuncId,
    entry: Graph,
    states: FxHashMap<BlockId, Vec<Graph>>,
    /// Graphs on the way from a successor to a state that covers it, each covered by a state or by a later step.
    steps: Vec<(BlockId, Graph)>,
    exits: Vec<Graph>,
    /// Likewise, between the returns and `exits`.
    exit_steps: Vec<Graph>,
}

impl Run {
    /// Whether an exit, or a step towards one from number `from` on, includes the graph.
    fn returns(&self, graph: &Graph, from: usize) -> bool {
        self.exits.iter().chain(&self.exit_steps[from..]).any(|known| known.includes(graph))
    }

    /// Whether a state, or a step from number `from` on, includes the graph.
    fn covers(&self, block: BlockId, graph: &Graph, from: usize) -> bool {
        self.states.get(&block).is_some_and(|known| known.iter().any(|k| k.includes(graph)))
            || self.steps[from..].iter().any(|(at, step)| *at == block && step.includes(graph))
    }
}

/// One of the graphs that stand for all states at the head of a loop. Of callers' memory it has what the function can reach.
#[derive(Debug)]
pub struct HeadGraph {
    pub func: FuncId,
    pub head: BlockId,
    pub graph: Graph,
}

impl HeadGraph {
    /// What the keys of the graph's roots and named values are in the program.
    pub fn name_of(key: u64) -> KeyName {
        match key::as_local(key) {
            Some(local) => KeyName::Local(local),
            None if key::is_global(key) => KeyName::Global(key::as_global(key)),
            None => KeyName::Other,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyName {
    /// Of the function itself.
    Local(LocalId),
    Global(GlobalId),
    /// A variable of some caller, or a value that only the analysis knows.
    Other,
}

/// How much had been recorded at some time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    runs: usize,
    open: usize,
}

impl Recorded {
    pub(crate) fn mark(&self) -> Mark {
        Mark { runs: self.runs.len(), open: self.open.len() }
    }

    /// Forgets what was recorded since.
    pub(crate) fn undo_since(&mut self, mark: Mark) {
        self.runs.truncate(mark.runs);
        self.open.truncate(mark.open);
        for runs in self.by_function.values_mut() {
            runs.retain(|&index| index < mark.runs);
        }
    }

    /// The states of a function's fixpoint. A recursive function may run several times before it settles: the last
    /// run counts.
    pub(crate) fn add_run(
        &mut self,
        func: FuncId,
        states: Vec<(BlockId, Graph)>,
        steps: Vec<(BlockId, Graph)>,
    ) {
        self.open.push((func, states, steps));
    }

    pub(crate) fn set_entry(
        &mut self,
        func: FuncId,
        entry: Graph,
        exits: Vec<Graph>,
        exit_steps: Vec<Graph>,
    ) {
        let Some(position) = self.open.iter().rposition(|open| open.0 == func) else { return };
        let (_, list, steps) = self.open.remove(position);
        self.open.truncate(position);
        let mut states: FxHashMap<BlockId, Vec<Graph>> = FxHashMap::default();
        for (block, graph) in list {
            states.entry(block).or_default().push(graph);
        }
        self.by_function.entry(func).or_default().push(self.runs.len());
        self.runs.push(Run { func, entry, states, steps, exits, exit_steps });
    }

    /// The returns of a run that covers the entry. Of several such runs, those made for this very entry come first,
    /// because the returns of a wider one say less; `choice` numbers them, and the last one serves all higher numbers.
    pub(crate) fn exits_for(&self, func: FuncId, entry: &Graph, choice: usize) -> Option<Vec<Graph>> {
        let runs = || self.by_function.get(&func).into_iter().flatten().map(|&i| &self.runs[i]);
        let exact = runs().filter(|run| run.entry.equivalent(entry));
        let wider = runs().filter(|run| run.entry.includes(entry));
        exact.chain(wider).take(choice + 1).last().map(|run| run.exits.clone())
    }

    /// The graphs at the heads of loops.
    pub(crate) fn at_heads(self, facts: &Facts<'_>) -> Vec<HeadGraph> {
        let mut found = Vec::new();
        for run in self.runs {
            let Some(function) = facts.function(run.func) else { continue };
            for (head, graphs) in run.states.into_iter().filter(|(block, _)| function.is_loop_head(*block)) {
                found.extend(graphs.into_iter().map(|graph| HeadGraph { func: run.func, head, graph }));
            }
        }
        found
    }

    /// The shapes at function entries and loop heads; of loop heads, also what they say of variables as a formula.
    pub(crate) fn invariants(&self, facts: &Facts<'_>, findings: &Findings) -> Vec<Invariant> {
        let program = facts.program();
        let mut places: FxHashMap<(FuncId, Option<BlockId>), Vec<&Graph>> = FxHashMap::default();
        for run in &self.runs {
            let Some(function) = facts.function(run.func) else { continue };
            places.entry((run.func, None)).or_default().push(&run.entry);
            for (&block, graphs) in &run.states {
                if function.is_loop_head(block) {
                    places.entry((run.func, Some(block))).or_default().extend(graphs);
                }
            }
        }
        let mut places: Vec<_> = places.into_iter().collect();
        places.sort_by_key(|(place, _)| *place);
        let mut out = Vec::new();
        for ((func, block), graphs) in places {
            let Some(body) = program.functions[func].body() else { continue };
            let (span, kind) = match block {
                None => (program.functions[func].span, PlaceKind::FunctionEntry),
                Some(block) => (body.blocks[block].terminator.span, PlaceKind::LoopHead),
            };
            let at = ProgramPlace { span, function: program.functions[func].name, kind };
            if kind == PlaceKind::LoopHead {
                let formula = crate::formula::of_graphs(program, body, &graphs);
                out.push(Invariant { at, what: InvariantContent::Formula(formula) });
            }
            // In an order that does not depend on that of the search.
            let mut graphs: Vec<(String, &Graph)> = graphs.into_iter().map(|g| (g.to_string(), g)).collect();
            graphs.sort_by(|a, b| a.0.cmp(&b.0));
            let mut pictures: Vec<Picture> = Vec::new();
            for (_, graph) in graphs {
                let picture = draw(program, findings, func, body, graph);
                if !pictures.contains(&picture) {
                    pictures.push(picture);
                }
            }
            // The simple ones first.
            pictures.sort_by_cached_key(|p| (p.objects.len(), format!("{:?}", p.variables)));
            out.push(Invariant { at, what: InvariantContent::Shapes(pictures) });
        }
        out.sort_by_key(|invariant| invariant.at);
        out
    }
}

impl<'p> Engine<'p> {
    /// Checks that the recorded graphs are closed under one more iteration and that no check fails in them.
    pub(crate) fn recheck(&mut self, recorded: Recorded) -> Result<(), UnknownReason> {
        let program = self.program;
        let failure = |span: Span, message: &str| UnknownReason {
            kind: UnknownKind::Internal,
            span,
            message: format!("the proof does not hold up when it is checked again: {message}"),
        };
        if let Some(main) = program.entry {
            let FunctionBody::Defined(body) = &program.functions[main].body else { return Ok(()) };
            let initial = self.initial_state(main, body);
            if recorded.exits_for(main, &initial.graph, 0).is_none() {
                return Err(failure(program.functions[main].span, "the initial state is not covered"));
            }
        }
        let recorded = Rc::new(recorded);
        self.checking = Some(recorded.clone());
        for run in &recorded.runs {
            let FunctionBody::Defined(body) = &program.functions[run.func].body else { continue };
            let span = program.functions[run.func].span;
            if !run.covers(self.function_facts(run.func).cfg().entry(), &run.entry, 0) {
                return Err(failure(span, "a function's entry is not covered"));
            }
            for (index, (block, graph)) in run.steps.iter().enumerate() {
                if !run.covers(*block, graph, index + 1) {
                    let span = body.blocks[*block].terminator.span;
                    return Err(failure(span, "a state is not covered by the one that took its place"));
                }
            }
            for (index, graph) in run.exit_steps.iter().enumerate() {
                // A step may be the abstraction of the one before.
                let mut abstracted = graph.clone();
                self.abstract_lists(&mut abstracted, Place::Return(run.func), false);
                if !run.returns(graph, index + 1) && !run.returns(&abstracted, index + 1) {
                    return Err(failure(span, "a return is not covered by the one that took its place"));
                }
            }
            for (&block, graphs) in &run.states {
                for graph in graphs {
                    // Which of several remembered runs answered a call is not recorded: any choice that works is a proof.
                    let mut result = Ok(());
                    for choice in 0..CHOICES {
                        self.choice = choice;
                        result = self.check_step(run, body, block, graph);
                        if result.is_ok() {
                            break;
                        }
                    }
                    result.map_err(|(span, words)| failure(span, words))?;
                }
            }
        }
        match self.findings.first_problem() {
            Some(span) => Err(failure(span, "a check fails in the invariant")),
            None => Ok(()),
        }
    }
    /// One more iteration from a recorded graph stays within the recorded graphs.
    fn check_step(
        &mut self,
        run: &Run,
        body: &Body,
        block: BlockId,
        graph: &Graph,
    ) -> Result<(), (Span, &'static str)> {
        let span = self.program.functions[run.func].span;
        self.active.push(Active::new(run.func));
        let stepped = FunctionRun::step(self, run.func, block, graph.clone());
        self.active.pop();
        let Ok((successors, exits)) = stepped else {
            return Err((span, "the check ran out of its budget, or a call is not covered"));
        };
        for (target, mut state) in successors {
            let mut covered = run.covers(target, &state.graph, 0);
            if !covered {
                // Where shapes accumulate, nodes of different types are merged.
                self.abstract_lists(&mut state.graph, Place::Block(run.func, target), true);
                covered = run.covers(target, &state.graph, 0);
            }
            if !covered {
                let span = body.blocks[target].terminator.span;
                return Err((span, "one more iteration leaves the invariant"));
            }
        }
        for state in exits {
            if !run.returns(&state.graph, 0) {
                return Err((span, "a return is not covered"));
            }
        }
        Ok(())
    }
}
