//! Frames: what a callee can reach is taken out of the heap, and what it leaves behind is put back beside the rest.

use crate::formula::{Formula, Site};
use crate::heap::{Heap, SegmentId};
use crate::predicate::CellKind;
use crate::prover::Prover;
use base::{FxHashMap, FxHashSet, Idx};
use smt::{Sort, TermId};
use std::collections::VecDeque;
use std::rc::Rc;

/// A heap in two parts that do not overlap.
#[derive(Clone, Debug)]
pub struct Split<O> {
    /// What the callee can reach. Behind its own roots are the values that both parts know.
    pub local: Formula<O>,
    /// The rest, with the roots of the callers, and behind them the values that both parts know, in the same order.
    pub frame: Formula<O>,
    /// The fixed segments that belong to the local part.
    pub touched: FxHashSet<SegmentId>,
}

impl<O: Site> Formula<O> {
    /// Splits the heap by what these roots and the fixed segments that the callee names lead to. Back pointers
    /// are not followed: whoever needs what they lead to does not get it.
    pub fn split(
        &self,
        prover: &mut Prover,
        callee: &[Option<TermId>],
        shared_first: &[TermId],
        mut touched: FxHashSet<SegmentId>,
    ) -> Split<O> {
        let fixed: Vec<SegmentId> = (0..self.fixed).map(SegmentId::new).collect();
        let mut queue: VecDeque<TermId> = callee.iter().flatten().copied().collect();
        queue.extend(shared_first);
        for &id in fixed.iter().filter(|id| touched.contains(id)) {
            queue.extend(self.content(id, false, prover));
        }
        let mut order: Vec<TermId> = Vec::new();
        let mut mine: FxHashSet<SegmentId> = FxHashSet::default();
        let mut instances: FxHashSet<usize> = FxHashSet::default();
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        while let Some(t) = queue.pop_front() {
            for &variable in prover.variables_of(t).iter() {
                if !seen.insert(variable) {
                    continue;
                }
                order.push(variable);
                if let Some(id) = self.heap.at_base(prover, variable) {
                    let new = match id.index() >= self.fixed {
                        true => mine.insert(id),
                        false => touched.insert(id),
                    };
                    if new {
                        queue.extend(self.content(id, true, prover));
                    }
                    continue;
                }
                for (index, instance) in self.heap.instances.iter().enumerate() {
                    if instance.root == variable && instances.insert(index) {
                        queue.extend(instance.terms().filter(|&t| t != instance.back));
                    }
                }
            }
        }
        // What the local part mentions without owning it: back pointers.
        let mut mentioned = seen.clone();
        for &id in &mine {
            let content: Vec<TermId> = self.content(id, false, prover);
            for t in content {
                order_new(prover, t, &mut mentioned, &mut order);
            }
        }
        for &index in &instances {
            order_new(prover, self.heap.instances[index].back, &mut mentioned, &mut order);
        }
        // What the frame mentions.
        let mut outside: FxHashSet<TermId> = FxHashSet::default();
        let note = |prover: &mut Prover, outside: &mut FxHashSet<TermId>, t: TermId| {
            outside.extend(prover.variables_of(t).iter().copied());
        };
        for &root in self.roots.iter().flatten() {
            note(prover, &mut outside, root);
        }
        let rest: Vec<SegmentId> = self
            .heap
            .iter()
            .map(|(id, _)| id)
            .filter(|id| id.index() >= self.fixed && !mine.contains(id))
            .collect();
        let untouched = fixed.iter().copied().filter(|id| !touched.contains(id));
        for id in rest.iter().copied().chain(untouched) {
            if self.heap.get(id).is_live() {
                for t in self.content(id, false, prover) {
                    note(prover, &mut outside, t);
                }
                // Its own address is known outside.
                if let Some(name) = self.heap.name_of(&prover.terms, id) {
                    outside.insert(name);
                }
            }
        }
        for (index, instance) in self.heap.instances.iter().enumerate() {
            if !instances.contains(&index) {
                for t in instance.terms() {
                    note(prover, &mut outside, t);
                }
            }
        }
        let is_fixed = |prover: &Prover, v: TermId| {
            self.heap.at_base(prover, v).is_some_and(|id| id.index() < self.fixed)
        };
        let mut shared: Vec<TermId> = shared_first.to_vec();
        for &v in &order {
            if outside.contains(&v)
                && !is_fixed(prover, v)
                && !shared.contains(&v)
                && !prover.terms.is_bool(v)
            {
                shared.push(v);
            }
        }
        let mut local = self.clone();
        local.roots = callee.iter().copied().chain(shared.iter().map(|&t| Some(t))).collect();
        let other: Vec<usize> =
            (0..self.heap.instances.len()).filter(|index| !instances.contains(index)).collect();
        let undefined = crate::heap::Byte { term: prover.terms.bv_const(8, 0), index: 0, undefined: 0xff };
        for &id in fixed.iter().filter(|id| !touched.contains(id)) {
            if self.heap.get(id).written().next().is_some() || self.heap.get(id).fill().undefined == 0 {
                local.heap.fill_all(id, undefined);
            }
        }
        local.without(prover, &rest, &other);
        let mut frame = self.clone();
        frame.roots.extend(shared.iter().map(|&t| Some(t)));
        let mut mine: Vec<SegmentId> = mine.into_iter().collect();
        mine.sort_unstable();
        let instances: Vec<usize> = instances.into_iter().collect();
        for &id in fixed.iter().filter(|id| touched.contains(id)) {
            if self.heap.get(id).written().next().is_some() {
                frame.heap.fill_all(id, undefined);
            }
        }
        frame.without(prover, &mine, &instances);
        Split { local, frame, touched }
    }

    fn content(&self, id: SegmentId, follow: bool, prover: &Prover) -> Vec<TermId> {
        let segment = self.heap.get(id);
        let mut found = vec![segment.size];
        if !segment.is_live() {
            return found;
        }
        let backs: Vec<(u64, u64)> = self
            .heap
            .shapes
            .iter_enumerated()
            .filter(|(shape, _)| follow && self.is_node(prover, id, *shape))
            .flat_map(|(_, shape)| shape.cells.iter())
            .filter(|(_, cell)| cell.kind == CellKind::Back)
            .map(|(&at, cell)| (at, cell.len))
            .collect();
        for (at, byte) in segment.written() {
            let is_back = backs.iter().any(|&(start, len)| start <= at && at < start + len);
            if byte.undefined != 0xff && !is_back && found.last() != Some(&byte.term) {
                found.push(byte.term);
            }
        }
        found.push(segment.fill().term);
        found
    }

    /// Takes segments and instances out; their addresses become plain values.
    fn without(&mut self, prover: &mut Prover, segments: &[SegmentId], instances: &[usize]) {
        let mut map: FxHashMap<TermId, TermId> = FxHashMap::default();
        let word = self.heap.word();
        for &id in segments {
            if self.heap.get(id).base == TermId::FALSE {
                continue;
            }
            if let Some(name) = self.heap.name_of(&prover.terms, id) {
                let plain = self.heap.fresh(prover, word);
                map.insert(name, plain);
            }
            self.heap.forget(id);
        }
        let mut index = 0;
        Rc::make_mut(&mut self.heap.instances).retain(|_| {
            index += 1;
            !instances.contains(&(index - 1))
        });
        self.substitute(prover, &map);
    }

    /// Puts what a callee left behind beside this frame. `first` of its roots are its own and come behind those of the frame, the others
    /// are the values that both know, which are the last roots of the frame. `None` if the two contradict each other.
    pub fn with_result(
        &self,
        prover: &mut Prover,
        result: &Formula<O>,
        first: usize,
        touched: &FxHashSet<SegmentId>,
    ) -> Option<Formula<O>> {
        let mut whole = self.clone();
        let mut result = result.clone();
        let mut map: FxHashMap<TermId, TermId> = FxHashMap::default();
        let known: Vec<TermId> = result.variables(prover);
        for variable in known {
            if result.heap.at_base(prover, variable).is_none() {
                let width = prover.terms.width(variable);
                let renamed = match prover.terms.is_bool(variable) {
                    true => prover.terms.fresh("q", Sort::Bool),
                    false => whole.heap.fresh(prover, width),
                };
                map.insert(variable, renamed);
            }
        }
        let mut adopted = Vec::new();
        for (id, segment) in result.heap.iter() {
            if id.index() < result.fixed {
                continue;
            }
            let new = whole.heap.adopt(prover, segment);
            map.insert(segment.base, whole.heap.get(new).base);
            adopted.push((id, new));
        }
        result.substitute(prover, &map);
        for (id, new) in adopted {
            let size = result.heap.get(id).size;
            whole.heap.get_mut(new).size = size;
            whole.heap.copy_content_from(&result.heap, id, new);
        }
        for id in (0..self.fixed).map(SegmentId::new).filter(|id| touched.contains(id)) {
            whole.heap.copy_content_from(&result.heap, id, id);
        }
        Rc::make_mut(&mut whole.heap.instances).extend(result.heap.instances.iter().cloned());
        whole.pure.extend(result.pure.iter().copied());
        let shared = result.roots.len() - first;
        let known = whole.roots.split_off(whole.roots.len() - shared);
        whole.roots.extend_from_slice(&result.roots[..first]);
        let mut pairs: Vec<(TermId, TermId)> = Vec::new();
        for (a, b) in known.into_iter().zip(&result.roots[first..]) {
            pairs.push((a?, (*b)?));
        }
        (whole.equate_all(prover, pairs) && whole.normalise(prover)).then_some(whole)
    }

    fn variables(&self, prover: &mut Prover) -> Vec<TermId> {
        let mut all: Vec<TermId> = self.roots.iter().flatten().copied().collect();
        all.extend(&self.pure);
        for (id, _) in self.heap.iter() {
            all.extend(self.content(id, false, prover));
        }
        all.extend(self.heap.instances.iter().flat_map(|instance| instance.terms()));
        prover.terms.variables_of(&all)
    }
}

fn order_new(prover: &mut Prover, t: TermId, seen: &mut FxHashSet<TermId>, order: &mut Vec<TermId>) {
    for &v in prover.variables_of(t).iter() {
        if seen.insert(v) {
            order.push(v);
        }
    }
}

impl<O: Clone> Heap<O> {
    fn copy_content_from(&mut self, other: &Heap<O>, from: SegmentId, to: SegmentId) {
        let bytes: Vec<_> = other.get(from).written().collect();
        let fill = other.get(from).fill();
        self.fill_all(to, fill);
        for (at, byte) in bytes {
            self.set_bytes(to, at, &[byte]);
        }
    }
}
