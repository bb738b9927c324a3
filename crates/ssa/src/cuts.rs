//! A cut of the formula: the head of a loop, or of a function that calls itself its beginning and the places behind its calls.

use crate::build::Builder;
use crate::loop_paths::HeadPath;
use crate::loops::{Changed, LoopKey};
use crate::state::State;
use crate::{CutLoop, CutPlace};
use encode::pointer::ObjectId;
use smt::TermId;

/// A cut that is being made.
#[derive(Clone, Debug)]
pub(crate) struct OpenCut {
    /// Its place among the others comes before those inside it.
    pub index: usize,
    pub at_head: State,
    paths: Vec<HeadPath>,
    /// How many offsets of arrays were known before.
    offsets: usize,
}

/// How much of the formula there was before an attempt.
pub(crate) struct Mark {
    lengths: [usize; 10],
    watchers: usize,
    offsets: usize,
}

impl Builder<'_> {
    /// What the head of a cut sees, where control comes with `entry` if `select` does not hold.
    pub(crate) fn open_cut(
        &mut self,
        key: LoopKey,
        entry: &State,
        changed: &mut Changed,
        select: TermId,
    ) -> OpenCut {
        let offsets = self.array_offsets.len();
        let index = self.out.loops.len();
        let (mut at_head, mut enters_with) = self.head(entry, changed, select);
        let touched = |id: ObjectId| {
            changed.live.contains(&id)
                || changed.cells.range((id, 0)..=(id, u64::MAX)).next().is_some()
                || changed.forgotten.contains(&id)
        };
        self.nodes_at_head(&mut at_head, key, index, select, &touched);
        let place = (index, select);
        self.arrays_at_head(&mut at_head, entry, &changed.arrays, &changed.lost, place);
        let paths = self.paths_at_head(&mut at_head, entry, changed.number, select, &mut enters_with);
        if key.3 == CutPlace::Head {
            // The loop may run for ever.
            self.at_abort(&at_head);
        }
        self.loops.insert(key, changed.clone());
        let back = self.terms.and(entry.guard, select);
        let ghost = self.ghost_offset();
        self.out.loops.push(CutLoop {
            context: key.0,
            func: key.1,
            head: key.2,
            place: key.3,
            span: self.span,
            key: changed.number,
            guard: entry.guard,
            back,
            end: TermId::FALSE,
            entry: enters_with,
            variables: Vec::new(),
            heap: Vec::new(),
            instances: Vec::new(),
            witnesses: Vec::new(),
            elements: Vec::new(),
            element_instances: Vec::new(),
            pivots: Vec::new(),
            ghost,
            inner: 0,
            choices: 0,
            facts: 0,
            function: None,
            shared: None,
        });
        if select != TermId::TRUE {
            self.out.select.push(select);
            self.out.choices.push(select);
        }
        OpenCut { index, at_head, paths, offsets }
    }

    /// What a cut's variables are at its end.
    pub(crate) fn close_cut(&mut self, open: &OpenCut, next: Option<&State>, changed: &Changed) {
        let OpenCut { index, at_head, paths, offsets } = open;
        let index = *index;
        let mut variables = self.loop_variables(at_head, next, changed);
        if self.out.loops[index].place == CutPlace::Return {
            // What a function is called with is one thing at a call and another one where its body returns.
            variables.iter_mut().for_each(|variable| variable.changes |= variable.back != variable.next);
        }
        self.out.loops[index].variables = variables;
        self.out.loops[index].heap = self.heap(at_head);
        if let Some(next) = next {
            let witnesses = self.witnesses_of(changed, at_head, next);
            let of_paths = self.path_variables(changed, (at_head, next), paths, &witnesses);
            self.out.loops[index].variables.extend(of_paths);
            self.out.loops[index].witnesses = witnesses;
            if self.out.loops[index].place == CutPlace::Head {
                let used = self.array_offsets[*offsets..].to_vec();
                let variables = self.out.loops[index].variables.clone();
                let (elements, pivots) = self.elements(at_head, next, index, &used, &variables);
                self.out.loops[index].elements = elements;
                self.out.loops[index].pivots = pivots;
            }
        }
        self.out.loops[index].end = next.map_or(TermId::FALSE, |next| next.guard);
        self.out.loops[index].inner = self.out.loops.len() - index - 1;
        self.out.loops[index].choices = self.out.choices.len();
        self.out.loops[index].facts = self.out.facts.len();
    }

    pub(crate) fn mark(&self) -> Mark {
        let out = &self.out;
        let lengths = [
            out.facts.len(),
            out.checks.len(),
            out.loops.len(),
            out.inputs.len(),
            out.choices.len(),
            out.assumptions.len(),
            out.select.len(),
            out.calls.len(),
            self.recursive_calls.len(),
            self.shared_calls.len(),
        ];
        Mark { lengths, watchers: self.watchers.len(), offsets: self.array_offsets.len() }
    }

    pub(crate) fn undo(&mut self, mark: &Mark) {
        let out = &mut self.out;
        out.facts.truncate(mark.lengths[0]);
        out.checks.truncate(mark.lengths[1]);
        out.loops.truncate(mark.lengths[2]);
        out.inputs.truncate(mark.lengths[3]);
        out.choices.truncate(mark.lengths[4]);
        out.assumptions.truncate(mark.lengths[5]);
        out.select.truncate(mark.lengths[6]);
        out.calls.truncate(mark.lengths[7]);
        let loops = out.loops.len();
        self.instances.retain(|(index, _, _), _| *index < loops);
        self.recursive_calls.truncate(mark.lengths[8]);
        self.shared_calls.truncate(mark.lengths[9]);
        self.watchers.truncate(mark.watchers);
        self.array_offsets.truncate(mark.offsets);
    }
}
