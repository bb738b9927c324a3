//! A second reading of what a formula means, for the check of proofs: given what the variables of a pattern stand for, the pattern is derived
//! from a heap by the definitions of the predicates alone. Nothing here searches for values, and nothing is shared with `matching.rs`.

use crate::formula::{Formula, Site};
use crate::heap::{Heap, Life, Part, SegmentId, gather};
use crate::predicate::{CellKind, Hole, Instance};
use crate::prover::Prover;
use base::{FxHashMap, Idx};
use smt::TermId;
use smt::path::Exhausted;

/// What of the heap has not been used yet.
#[derive(Clone)]
struct Remaining {
    segments: Vec<SegmentId>,
    instances: Vec<usize>,
}

/// Deeper trees are not derived.
const DEEPEST: usize = 64;

impl<O: Site> Formula<O> {
    /// Whether the pattern, its variables replaced as the map says, holds in every heap of this formula, and covers all of its blocks if
    /// nothing may be left over.
    pub fn derives(
        &self,
        prover: &mut Prover,
        pattern: &Formula<O>,
        map: &FxHashMap<TermId, TermId>,
        leaves_over: bool,
    ) -> Result<bool, Exhausted> {
        for (wanted, found) in pattern.roots.iter().zip(&self.roots) {
            if let Some(wanted) = wanted {
                let wanted = prover.terms.substitute(*wanted, map);
                let Some(found) = *found else { return Ok(false) };
                if !self.equal(prover, wanted, found)? {
                    return Ok(false);
                }
            }
        }
        for &condition in &pattern.pure {
            let condition = prover.terms.substitute(condition, map);
            if !self.entails(prover, condition)? {
                return Ok(false);
            }
        }
        let mut remaining = Remaining {
            segments: self.heap.iter().map(|(id, _)| id).filter(|id| id.index() >= self.fixed).collect(),
            instances: (0..self.heap.instances.len()).collect(),
        };
        for (id, segment) in pattern.heap.iter() {
            let here = if id.index() < pattern.fixed {
                id
            } else {
                let base = prover.terms.substitute(segment.base, map);
                let Some(here) = self.segment_at(prover, base) else { return Ok(false) };
                let Some(at) = remaining.segments.iter().position(|&other| other == here) else {
                    return Ok(false);
                };
                remaining.segments.swap_remove(at);
                here
            };
            if !self.same_block(prover, here, &pattern.heap, id, map)? {
                return Ok(false);
            }
        }
        let mut goals = Vec::new();
        for instance in pattern.heap.instances.iter().rev() {
            let mut instance = instance.clone();
            instance.substitute(&mut prover.terms, map);
            goals.push(instance);
        }
        let Some(rest) = self.derive(prover, remaining, goals, 0)? else { return Ok(false) };
        let over = rest.segments.iter().any(|&id| {
            let segment = self.heap.get(id);
            segment.is_live() && segment.part == Part::Heap
        });
        Ok(leaves_over || !over && rest.instances.is_empty())
    }

    fn equal(&self, prover: &mut Prover, a: TermId, b: TermId) -> Result<bool, Exhausted> {
        if a == b {
            return Ok(true);
        }
        if prover.terms.sort(a) != prover.terms.sort(b) {
            return Ok(false);
        }
        let equal = prover.terms.eq(a, b);
        self.entails(prover, equal)
    }

    /// The segment that begins at an address.
    fn segment_at(&self, prover: &mut Prover, base: TermId) -> Option<SegmentId> {
        self.heap
            .iter()
            .find(|(_, segment)| segment.base == base)
            .map(|(id, _)| id)
            .filter(|_| !prover.terms.is_bool(base))
    }

    fn same_block(
        &self,
        prover: &mut Prover,
        id: SegmentId,
        other: &Heap<O>,
        wanted: SegmentId,
        map: &FxHashMap<TermId, TermId>,
    ) -> Result<bool, Exhausted> {
        let (here, there) = (self.heap.get(id), other.get(wanted));
        let alike = here.part == there.part
            && here.life == there.life
            && here.align >= there.align
            && here.may_share == there.may_share
            && here.origin.is_like(&there.origin);
        let size = prover.terms.substitute(there.size, map);
        if !alike || !self.equal(prover, size, here.size)? {
            return Ok(false);
        }
        if here.life != Life::Live {
            return Ok(true);
        }
        // Byte by byte, except that a byte that may be anything says nothing.
        let mut places: Vec<u64> = here.written().chain(there.written()).map(|(at, _)| at).collect();
        places.sort_unstable();
        places.dedup();
        let (fill, own_fill) = (there.fill(), here.fill());
        if fill.undefined != 0xff {
            let term = prover.terms.substitute(fill.term, map);
            if (term, fill.index, fill.undefined) != (own_fill.term, own_fill.index, own_fill.undefined) {
                return Ok(false);
            }
        }
        for at in places {
            let (mine, byte) = (here.byte(at), there.byte(at));
            if byte.undefined == 0xff {
                continue;
            }
            let term = prover.terms.substitute(byte.term, map);
            if (term, byte.index, byte.undefined) == (mine.term, mine.index, mine.undefined) {
                continue;
            }
            if byte.undefined != 0 || mine.undefined != 0 {
                return Ok(false);
            }
            let mine = gather(&mut prover.terms, &[mine]).term;
            let byte = gather(&mut prover.terms, &[crate::heap::Byte { term, ..byte }]).term;
            if !self.equal(prover, byte, mine)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The back pointer of the first node of a tree, which is any for one that belongs to another node.
    fn back_at(&self, prover: &mut Prover, shape: crate::predicate::ShapeId, root: TermId) -> Option<TermId> {
        if let Some(part) = self.heap.instances.iter().find(|part| part.shape == shape && part.root == root) {
            return Some(part.back);
        }
        let shape = &self.heap.shapes[shape];
        let (&at, cell) = shape.cells.iter().find(|(_, cell)| cell.kind == CellKind::Back)?;
        let link = prover.terms.bv_const(self.heap.word(), u128::from(shape.link));
        let base = prover.terms.sub(root, link);
        let id = self.segment_at(prover, base)?;
        let found = gather(&mut prover.terms, &self.heap.bytes(id, at, cell.len));
        (found.undefined == 0).then_some(found.term)
    }

    /// What is left when all goals are derived, in some way.
    fn derive(
        &self,
        prover: &mut Prover,
        remaining: Remaining,
        mut goals: Vec<Instance>,
        depth: usize,
    ) -> Result<Option<Remaining>, Exhausted> {
        let Some(goal) = goals.pop() else { return Ok(Some(remaining)) };
        if depth > DEEPEST {
            return Ok(None);
        }
        let shape = &self.heap.shapes[goal.shape];
        let zero = prover.terms.bv_const(self.heap.word(), 0);
        // It is empty.
        if !goal.nonempty {
            let empty = match goal.hole {
                None => self.equal(prover, goal.root, zero)?,
                Some(hole) => {
                    self.equal(prover, goal.root, hole.root)?
                        && (!shape.has_back() || self.equal(prover, goal.back, hole.back)?)
                }
            };
            if empty && let Some(rest) = self.derive(prover, remaining.clone(), goals.clone(), depth + 1)? {
                return Ok(Some(rest));
            }
        }
        // It begins with an instance of the heap.
        for (at, &index) in remaining.instances.iter().enumerate() {
            let part = &self.heap.instances[index];
            let begins = part.shape == goal.shape
                && part.root == goal.root
                && part.args == goal.args
                && (!shape.has_back() || self.equal(prover, part.back, goal.back)?);
            if !begins {
                continue;
            }
            let mut rest = remaining.clone();
            rest.instances.swap_remove(at);
            let mut then = goals.clone();
            let nonempty = goal.nonempty && !part.nonempty;
            match part.hole {
                Some(Hole { root, back }) => then.push(Instance { root, back, nonempty, ..goal.clone() }),
                None if goal.hole.is_some() || nonempty => continue,
                None => {}
            }
            if let Some(rest) = self.derive(prover, rest, then, depth + 1)? {
                return Ok(Some(rest));
            }
        }
        // It begins with a block of the heap.
        let link = prover.terms.bv_const(self.heap.word(), u128::from(shape.link));
        let base = prover.terms.sub(goal.root, link);
        let Some(id) = self.segment_at(prover, base) else { return Ok(None) };
        let Some(at) = remaining.segments.iter().position(|&other| other == id) else { return Ok(None) };
        let segment = self.heap.get(id);
        let is_node = segment.life == Life::Live
            && segment.part == Part::Heap
            && segment.align >= shape.align
            && segment.origin.is_like(&shape.origin)
            && prover.constant(segment.size) == Some(u128::from(shape.size));
        if !is_node {
            return Ok(None);
        }
        let mut rest = remaining.clone();
        rest.segments.swap_remove(at);
        let mut owned = Vec::new();
        let mut children = Vec::new();
        for (&at, cell) in &shape.cells {
            let found = gather(&mut prover.terms, &self.heap.bytes(id, at, cell.len));
            if found.undefined != 0 {
                return Ok(None);
            }
            let fits = match cell.kind {
                CellKind::Any => true,
                CellKind::Same => match goal.arg(at) {
                    Some(arg) => self.equal(prover, arg, found.term)?,
                    None => false,
                },
                CellKind::Back => self.equal(prover, goal.back, found.term)?,
                CellKind::Owned { shape: other, nonempty } => {
                    let args = self.heap.no_args(prover, other);
                    let root = found.term;
                    let back = self.back_at(prover, other, root).unwrap_or(zero);
                    owned.push(Instance { shape: other, root, back, args, hole: None, nonempty });
                    true
                }
                CellKind::Child => {
                    children.push(found.term);
                    true
                }
            };
            if !fits {
                return Ok(None);
            }
        }
        let back = if shape.has_back() { goal.root } else { zero };
        let holes = if goal.hole.is_some() { children.len() } else { 1 };
        for with_hole in 0..holes {
            let mut then = goals.clone();
            then.extend(owned.iter().cloned());
            for (i, &root) in children.iter().enumerate() {
                let hole = goal.hole.filter(|_| i == with_hole);
                then.push(Instance { root, back, hole, nonempty: false, ..goal.clone() });
            }
            if let Some(rest) = self.derive(prover, rest.clone(), then, depth + 1)? {
                return Ok(Some(rest));
            }
        }
        Ok(None)
    }
}
