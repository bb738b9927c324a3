//! Whether one formula follows from another, and what is left of the heap: values are compared by their position, and what the
//! pattern says with a predicate is taken out of the other heap node by node, or as an instance.

use crate::formula::{Formula, Site};
use crate::heap::{SegmentId, gather};
use crate::predicate::{CellKind, Hole, Instance, ShapeId};
use crate::prover::Prover;
use base::{FxHashMap, FxHashSet, Idx};
use smt::TermId;
use smt::path::Exhausted;
use std::rc::Rc;

/// How the variables of a pattern are to be read so that it follows, and what it does not speak of.
#[derive(Clone, Debug, Default)]
pub struct Matching {
    pub map: FxHashMap<TermId, TermId>,
    /// Segments and instances of the other formula that the pattern takes.
    pub segments: FxHashSet<SegmentId>,
    pub instances: FxHashSet<usize>,
}

/// Where a value stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    Root(usize),
    Bytes(SegmentId, u64, u64),
    /// An argument of an instance, by its place among the terms.
    Argument(usize, usize),
}

/// A value of the other formula that differs from the pattern's although the heaps are alike.
#[derive(Clone, Copy, Debug)]
pub struct Mismatch {
    pub at: Position,
    pub pattern: TermId,
    pub found: TermId,
}

/// How a comparison ends.
#[derive(Clone, Debug)]
pub enum Comparison {
    /// The pattern follows.
    Follows(Matching),
    /// It would if these values, or the conditions on them, were the same.
    Differs(Vec<Mismatch>),
    No,
}

struct Matcher<'f, O> {
    pattern: &'f Formula<O>,
    other: &'f Formula<O>,
    map: FxHashMap<TermId, TermId>,
    /// Segments of the pattern and what they are in the other formula.
    segments: FxHashMap<SegmentId, SegmentId>,
    taken: Taken,
    pending: Vec<(TermId, TermId, Position)>,
    mismatches: Vec<Mismatch>,
}

/// What was taken out of a heap.
#[derive(Clone, Debug, Default)]
pub(crate) struct Taken {
    pub(crate) segments: FxHashSet<SegmentId>,
    pub(crate) instances: FxHashSet<usize>,
    pub(crate) nonempty: bool,
}

/// A tree that is taken out of a heap.
pub(crate) struct Wanted<'w> {
    pub(crate) shape: ShapeId,
    pub(crate) args: &'w [(u64, TermId)],
    /// Where it ends; the back argument there may be open.
    pub(crate) hole: Option<(TermId, Option<TermId>)>,
    /// A ring: it begins where it ends, and has nodes.
    pub(crate) nonempty: bool,
}

/// Trees are not taken apart deeper than this.
const DEEPEST: usize = 64;

impl<O: Site> Formula<O> {
    /// Takes a tree out of the heap; gives the back argument at its hole, or zero. `back` is open if `None`.
    pub(crate) fn consume(
        &self,
        prover: &mut Prover,
        taken: &mut Taken,
        wanted: &Wanted<'_>,
        root: TermId,
        back: Option<TermId>,
        depth: usize,
    ) -> Option<TermId> {
        let zero = prover.terms.bv_const(self.heap.word(), 0);
        if depth > DEEPEST {
            return None;
        }
        let shape = &self.heap.shapes[wanted.shape];
        match wanted.hole {
            None if root == zero => return Some(zero),
            Some((hole, hole_back)) if root == hole && !(wanted.nonempty && depth == 0) => {
                let back = back.unwrap_or(zero);
                if !shape.has_back() || hole_back.is_none_or(|wanted| wanted == back) {
                    return Some(back);
                }
            }
            _ => {}
        }
        if let Some((id, offset)) = self.heap.decompose(prover, root) {
            if prover.constant(offset) != Some(u128::from(shape.link)) {
                return None;
            }
            return self.consume_node(prover, taken, wanted, (id, root), back, depth);
        }
        let index = self.heap.instances.iter().enumerate().position(|(index, instance)| {
            instance.root == root && instance.shape == wanted.shape && !taken.instances.contains(&index)
        })?;
        let instance = &self.heap.instances[index];
        let same_args = wanted.args.iter().all(|(at, t)| instance.arg(*at) == Some(*t));
        if !same_args || shape.has_back() && back.is_some_and(|back| instance.back != back) {
            return None;
        }
        taken.instances.insert(index);
        taken.nonempty |= instance.nonempty;
        match (instance.hole, wanted.hole) {
            (None, None) => Some(zero),
            (Some(Hole { root, back }), _) => {
                self.consume(prover, taken, wanted, root, shape.has_back().then_some(back), depth + 1)
            }
            (None, Some(_)) => None,
        }
    }

    fn consume_node(
        &self,
        prover: &mut Prover,
        taken: &mut Taken,
        wanted: &Wanted<'_>,
        (id, root): (SegmentId, TermId),
        back: Option<TermId>,
        depth: usize,
    ) -> Option<TermId> {
        let zero = prover.terms.bv_const(self.heap.word(), 0);
        if taken.segments.contains(&id) || !self.is_node(prover, id, wanted.shape) {
            return None;
        }
        let shape = &self.heap.shapes[wanted.shape];
        taken.segments.insert(id);
        taken.nonempty = true;
        let mut children = Vec::new();
        for (&at, cell) in &shape.cells {
            let found = gather(&mut prover.terms, &self.heap.bytes(id, at, cell.len));
            if found.undefined != 0 {
                return None;
            }
            match cell.kind {
                CellKind::Any => {}
                CellKind::Same => {
                    let arg = wanted.args.iter().find(|(offset, _)| *offset == at);
                    if arg.is_none_or(|(_, arg)| *arg != found.term) {
                        return None;
                    }
                }
                CellKind::Back => {
                    if back.is_some_and(|back| back != found.term) {
                        return None;
                    }
                }
                CellKind::Owned { shape: owned, nonempty } => {
                    if nonempty && !self.has_node(prover, found.term) {
                        return None;
                    }
                    let args = self.heap.no_args(prover, owned);
                    let inner = Wanted { shape: owned, args: &args, hole: None, nonempty: false };
                    self.consume(prover, taken, &inner, found.term, None, depth + 1)?;
                }
                CellKind::Child => children.push(found.term),
            }
        }
        let inner_back = Some(if shape.has_back() { root } else { zero });
        let whole = Wanted { hole: None, ..*wanted };
        if wanted.hole.is_none() {
            for child in children {
                self.consume(prover, taken, &whole, child, inner_back, depth + 1)?;
            }
            return Some(zero);
        }
        // One of the children has the hole.
        for with_hole in 0..children.len() {
            let mut attempt = taken.clone();
            let others = children.iter().enumerate().filter(|(i, _)| *i != with_hole);
            let fits = others.map(|(_, &child)| child).all(|child| {
                self.consume(prover, &mut attempt, &whole, child, inner_back, depth + 1).is_some()
            });
            if !fits {
                continue;
            }
            let end = self.consume(prover, &mut attempt, wanted, children[with_hole], inner_back, depth + 1);
            if end.is_some() {
                *taken = attempt;
                return end;
            }
        }
        None
    }

    /// Whether a tree that begins here is not empty.
    pub(crate) fn has_node(&self, prover: &mut Prover, root: TermId) -> bool {
        self.heap.decompose(prover, root).is_some()
            || self.heap.instances.iter().any(|instance| instance.root == root && instance.nonempty)
    }

    /// Whether a segment can be a node of the shape, apart from its content.
    pub(crate) fn is_node(&self, prover: &Prover, id: SegmentId, shape: ShapeId) -> bool {
        let (segment, shape) = (self.heap.get(id), &self.heap.shapes[shape]);
        segment.is_live()
            && segment.part == crate::heap::Part::Heap
            && segment.origin.is_like(&shape.origin)
            && prover.constant(segment.size) == Some(u128::from(shape.size))
            && segment.align >= shape.align
    }

    /// Whether the pattern follows from this formula; `framed` if it may leave a part of the heap over.
    pub fn compare(
        &self,
        prover: &mut Prover,
        pattern: &Formula<O>,
        framed: bool,
    ) -> Result<Comparison, Exhausted> {
        let mut matcher = Matcher {
            pattern,
            other: self,
            map: FxHashMap::default(),
            segments: FxHashMap::default(),
            taken: Taken::default(),
            pending: Vec::new(),
            mismatches: Vec::new(),
        };
        if matcher.spatial(prover, framed).is_none() {
            return Ok(Comparison::No);
        }
        let Matcher { map, taken, mismatches, .. } = matcher;
        let mut open = Vec::new();
        let is_bound = |prover: &mut Prover, t: TermId| {
            prover.variables_of(t).iter().all(|v| {
                map.contains_key(v)
                    || pattern.heap.at_base(prover, *v).is_some_and(|id| id.index() < pattern.fixed)
            })
        };
        for mismatch in mismatches {
            let bound = is_bound(prover, mismatch.pattern);
            let expected = prover.terms.substitute(mismatch.pattern, &map);
            let equal = prover.terms.eq(expected, mismatch.found);
            if !bound || !self.entails(prover, equal)? {
                open.push(mismatch);
            }
        }
        if !open.is_empty() {
            return Ok(Comparison::Differs(open));
        }
        let mut all = true;
        for &condition in &pattern.pure {
            let bound = is_bound(prover, condition);
            let condition = prover.terms.substitute(condition, &map);
            all &= bound && self.entails(prover, condition)?;
        }
        Ok(match all {
            true => {
                Comparison::Follows(Matching { map, segments: taken.segments, instances: taken.instances })
            }
            false => Comparison::Differs(Vec::new()),
        })
    }
}

impl<O: Site> Matcher<'_, O> {
    fn spatial(&mut self, prover: &mut Prover, framed: bool) -> Option<()> {
        let (pattern, other) = (self.pattern, self.other);
        if pattern.roots.len() != other.roots.len() || pattern.fixed != other.fixed {
            return None;
        }
        for id in (0..pattern.fixed).map(SegmentId::new) {
            self.segments.insert(id, id);
            let (own, second) = (pattern.heap.get(id), other.heap.get(id));
            let is_written = own.written().next().is_some() || second.written().next().is_some();
            if is_written || own.fill() != second.fill() {
                self.content(prover, id, id)?;
            }
        }
        for (i, (a, b)) in pattern.roots.iter().zip(&other.roots).enumerate() {
            match (a, b) {
                (Some(a), Some(b)) => self.pending.push((*a, *b, Position::Root(i))),
                (None, _) => {}
                (Some(_), None) => return None,
            }
        }
        self.values(prover)?;
        let mut open: Vec<usize> = (0..pattern.heap.instances.len()).collect();
        let mut bound: FxHashSet<usize> = FxHashSet::default();
        while !open.is_empty() {
            let ready = open.iter().position(|&index| {
                let instance = &pattern.heap.instances[index];
                let known = |t: TermId| self.known(prover, t).is_some();
                known(instance.root) && instance.hole.is_none_or(|hole| known(hole.root))
            });
            if let Some(ready) = ready {
                let index = open.remove(ready);
                self.instance(prover, index)?;
                self.values(prover)?;
                continue;
            }
            // Its arguments may say where it ends.
            let begun = open.iter().copied().find(|&index| {
                self.known(prover, pattern.heap.instances[index].root).is_some() && bound.insert(index)
            });
            if let Some(index) = begun {
                self.first(prover, index)?;
                self.values(prover)?;
                continue;
            }
            // Of its end, only the last node may be known: what comes behind is a block that was freed, say.
            let from_last = open.iter().find_map(|&index| {
                let instance = &pattern.heap.instances[index];
                let hole = instance.hole.filter(|_| pattern.heap.shapes[instance.shape].has_back())?;
                let is_last =
                    self.known(prover, hole.root).is_none() && self.known(prover, hole.back).is_some();
                is_last.then_some((instance, hole))
            });
            if let Some((instance, hole)) = from_last {
                let found = self.behind(prover, instance, hole)?;
                self.pair(prover, hole.root, found, Position::Argument(usize::MAX, 0))?;
                self.values(prover)?;
                continue;
            }
            // What is known only from its end is followed back to where it begins.
            let from_end = open.iter().copied().find(|&index| {
                let instance = &pattern.heap.instances[index];
                let known = |t: TermId| self.known(prover, t).is_some();
                pattern.heap.shapes[instance.shape].has_back()
                    && instance.hole.is_some_and(|hole| known(hole.root) && known(hole.back))
            });
            let instance = pattern.heap.instances[from_end?].clone();
            let root = self.climb(prover, &instance)?;
            self.pair(prover, instance.root, root, Position::Argument(usize::MAX, 0))?;
        }
        if framed {
            return Some(());
        }
        let left = other.heap.live().any(|(id, segment)| {
            id.index() >= other.fixed
                && segment.part == crate::heap::Part::Heap
                && !self.taken.segments.contains(&id)
        }) || other.heap.instances.len() > self.taken.instances.len();
        (!left).then_some(())
    }

    /// What a term of the pattern is in the other formula.
    fn known(&self, prover: &Prover, t: TermId) -> Option<(TermId, u64)> {
        if prover.terms.is_constant(t) {
            return Some((t, 0));
        }
        let (variable, by) = prover.offset_from_variable(t)?;
        if self.is_fixed(prover, variable) {
            return Some((variable, by));
        }
        self.map.get(&variable).map(|&t| (t, by))
    }

    fn is_fixed(&self, prover: &Prover, variable: TermId) -> bool {
        self.pattern.heap.at_base(prover, variable).is_some_and(|id| id.index() < self.pattern.fixed)
    }

    fn value(&self, prover: &mut Prover, t: TermId) -> Option<TermId> {
        let (value, by) = self.known(prover, t)?;
        let width = prover.terms.width(value);
        let by = prover.terms.bv_const(width, u128::from(by));
        Some(prover.terms.add(value, by))
    }

    fn values(&mut self, prover: &mut Prover) -> Option<()> {
        while let Some((a, b, at)) = self.pending.pop() {
            self.pair(prover, a, b, at)?;
        }
        Some(())
    }

    fn pair(&mut self, prover: &mut Prover, a: TermId, b: TermId, at: Position) -> Option<()> {
        if prover.terms.sort(a) != prover.terms.sort(b) {
            return None;
        }
        let differs = Mismatch { at, pattern: a, found: b };
        if prover.terms.is_constant(a) {
            if a != b {
                // Another heap, not another number, if somebody follows it.
                let leads = self.other.heap.decompose(prover, b).is_some()
                    || self.other.heap.instance_of(prover, b).is_some();
                if leads {
                    return None;
                }
                self.mismatches.push(differs);
            }
            return Some(());
        }
        let (variable, by) = prover.offset_from_variable(a)?;
        if let Some(id) = self.pattern.heap.at_base(prover, variable) {
            let (own, own_offset) = self.pattern.heap.decompose(prover, a)?;
            debug_assert_eq!(own, id);
            let (found, offset) = self.other.heap.decompose(prover, b)?;
            if own_offset != offset {
                return None;
            }
            return self.segment(prover, variable, id, found);
        }
        let width = prover.terms.width(b);
        let by = prover.terms.bv_const(width, u128::from(by));
        let value = prover.terms.sub(b, by);
        match self.map.get(&variable) {
            None => {
                self.map.insert(variable, value);
            }
            Some(&known) if known == value => {}
            Some(_) => self.mismatches.push(differs),
        }
        Some(())
    }

    fn segment(&mut self, prover: &mut Prover, name: TermId, id: SegmentId, found: SegmentId) -> Option<()> {
        if let Some(&known) = self.segments.get(&id) {
            return (known == found).then_some(());
        }
        if id.index() < self.pattern.fixed || found.index() < self.other.fixed {
            return None;
        }
        let (own, other) = (self.pattern.heap.get(id), self.other.heap.get(found));
        let alike = own.part == other.part
            && own.life == other.life
            && own.align <= other.align
            && own.may_share == other.may_share
            && own.moved.is_none()
            && other.moved.is_none()
            && own.origin.is_like(&other.origin);
        if !alike || !self.taken.segments.insert(found) {
            return None;
        }
        self.segments.insert(id, found);
        let lead = prover.terms.bv_const(self.other.heap.word(), u128::from(own.lead));
        let address = prover.terms.add(other.base, lead);
        self.map.insert(name, address);
        let (a, b) = (own.size, other.size);
        if prover.terms.is_constant(a) && a != b {
            return None;
        }
        if a != b {
            self.pending.push((a, b, Position::Bytes(found, 0, 0)));
        }
        if own.is_live() { self.content(prover, id, found) } else { Some(()) }
    }

    fn content(&mut self, prover: &mut Prover, id: SegmentId, found: SegmentId) -> Option<()> {
        let (pattern, other) = (self.pattern, self.other);
        let (own, second) = (pattern.heap.get(id), other.heap.get(found));
        if own.fill() != second.fill() && own.fill().undefined != 0xff {
            return None;
        }
        // What only the other one has written has to be what the pattern has everywhere.
        if own.fill().undefined != 0xff {
            let fill = own.fill();
            for (at, byte) in second.written() {
                if own.byte(at) == fill && byte != fill {
                    let (start, len) = whole_run(prover, other, found, at);
                    let mine = gather(&mut prover.terms, &pattern.heap.bytes(id, start, len));
                    let theirs = gather(&mut prover.terms, &other.heap.bytes(found, start, len));
                    if mine.undefined != 0 || theirs.undefined != 0 {
                        return None;
                    }
                    self.pending.push((mine.term, theirs.term, Position::Bytes(found, start, len)));
                }
            }
        }
        let mut written: Vec<(u64, u64)> =
            pattern.heap.runs(prover, id).iter().map(|run| (run.at, run.len)).collect();
        // Bytes with a value of which the bits are partly undefined are not compared.
        written.retain(|&(at, _)| own.byte(at).undefined == 0);
        let mut i = 0;
        while i < written.len() {
            let (at, len) = written[i];
            i += 1;
            let mine = gather(&mut prover.terms, &pattern.heap.bytes(id, at, len));
            let theirs = gather(&mut prover.terms, &other.heap.bytes(found, at, len));
            if theirs.undefined != 0 {
                return None;
            }
            self.pending.push((mine.term, theirs.term, Position::Bytes(found, at, len)));
        }
        Some(())
    }

    /// What comes behind the last node of an instance, which is known: in a tree with several children, that may be any of them.
    fn behind(&self, prover: &mut Prover, instance: &Instance, hole: Hole) -> Option<TermId> {
        let last = self.value(prover, hole.back)?;
        let ends_there =
            |part: &Instance| part.shape == instance.shape && part.hole.is_some_and(|hole| hole.back == last);
        if let Some(part) = self.other.heap.instances.iter().find(|part| ends_there(part)) {
            return part.hole.map(|hole| hole.root);
        }
        let shape = &self.pattern.heap.shapes[instance.shape];
        let mut children = shape.children();
        let (at, None) = (children.next()?, children.next()) else { return None };
        let (id, _) = self.other.heap.decompose(prover, last)?;
        let found = gather(&mut prover.terms, &self.other.heap.bytes(id, at, shape.cells[&at].len));
        (found.undefined == 0).then_some(found.term)
    }

    /// Where an instance begins whose end is known, by the back pointers.
    fn climb(&self, prover: &mut Prover, instance: &Instance) -> Option<TermId> {
        let hole = instance.hole?;
        let shape = &self.pattern.heap.shapes[instance.shape];
        let (&at, cell) = shape.cells.iter().find(|(_, cell)| cell.kind == CellKind::Back)?;
        let wanted = self.value(prover, instance.back);
        let mut root = self.value(prover, hole.root)?;
        let mut before = self.value(prover, hole.back)?;
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        while wanted != Some(before) && seen.insert(before) {
            if let Some((id, _)) = self.other.heap.decompose(prover, before) {
                if !self.other.is_node(prover, id, instance.shape) || self.taken.segments.contains(&id) {
                    break;
                }
                let found = gather(&mut prover.terms, &self.other.heap.bytes(id, at, cell.len));
                if found.undefined != 0 {
                    break;
                }
                (root, before) = (before, found.term);
            } else {
                let last = self.other.heap.instances.iter().enumerate().find(|(index, other)| {
                    other.shape == instance.shape
                        && !self.taken.instances.contains(index)
                        && other.hole.is_some_and(|hole| hole.root == root && hole.back == before)
                });
                let Some((_, other)) = last else { break };
                (root, before) = (other.root, other.back);
            }
        }
        Some(root)
    }

    /// What the first node says of the back argument and of the arguments, and where.
    #[allow(clippy::type_complexity)]
    fn first_values(
        &self,
        prover: &mut Prover,
        instance: &Instance,
        root: TermId,
    ) -> Option<(Option<(TermId, Position)>, Vec<(u64, TermId, Position)>)> {
        // What is open in the pattern is what the first node says.
        let (mut first_back, mut first_args) = (None, Vec::new());
        if let Some((id, _)) = self.other.heap.decompose(prover, root) {
            let shape = &self.pattern.heap.shapes[instance.shape];
            if !self.other.is_node(prover, id, instance.shape) && instance.hole.is_none() {
                return None;
            }
            if self.other.is_node(prover, id, instance.shape) {
                for (&at, cell) in &shape.cells {
                    let found = gather(&mut prover.terms, &self.other.heap.bytes(id, at, cell.len));
                    match cell.kind {
                        CellKind::Back if found.undefined == 0 => {
                            first_back = Some((found.term, Position::Bytes(id, at, cell.len)));
                        }
                        CellKind::Same if found.undefined == 0 => {
                            first_args.push((at, found.term, Position::Bytes(id, at, cell.len)));
                        }
                        _ => {}
                    }
                }
            }
        } else if let Some(i) = self.other.heap.instances.iter().position(|i| i.root == root) {
            let other = &self.other.heap.instances[i];
            first_back = Some((other.back, Position::Argument(i, 1)));
            first_args = other
                .args
                .iter()
                .enumerate()
                .map(|(k, &(at, t))| (at, t, Position::Argument(i, 2 + k)))
                .collect();
        }
        Some((first_back, first_args))
    }

    /// Binds what the first node of an instance says.
    fn first(&mut self, prover: &mut Prover, index: usize) -> Option<()> {
        let instance = self.pattern.heap.instances[index].clone();
        let root = self.value(prover, instance.root)?;
        let (back, args) = self.first_values(prover, &instance, root)?;
        if let Some((found, at)) = back.filter(|_| self.pattern.heap.shapes[instance.shape].has_back()) {
            self.pair(prover, instance.back, found, at)?;
        }
        for &(at, t) in &instance.args {
            if let Some(&(_, found, position)) = args.iter().find(|(offset, _, _)| *offset == at) {
                self.pair(prover, t, found, position)?;
            }
        }
        Some(())
    }

    fn instance(&mut self, prover: &mut Prover, index: usize) -> Option<()> {
        let instance: Instance = self.pattern.heap.instances[index].clone();
        let root = self.value(prover, instance.root)?;
        let has_back = self.pattern.heap.shapes[instance.shape].has_back();
        let zero = prover.terms.bv_const(self.pattern.heap.word(), 0);
        let (first_back, first_args) = self.first_values(prover, &instance, root)?;
        let is_empty = match instance.hole {
            None => root == zero,
            Some(hole) => !instance.nonempty && self.value(prover, hole.root)? == root,
        };
        let mut back = has_back.then(|| self.value(prover, instance.back)).flatten();
        let mut args = Vec::new();
        if !is_empty {
            if let (true, Some((found, at))) = (has_back, first_back) {
                self.pair(prover, instance.back, found, at)?;
                back = Some(found);
            }
            for &(at, t) in &instance.args {
                let &(_, found, position) = first_args.iter().find(|(offset, _, _)| *offset == at)?;
                self.pair(prover, t, found, position)?;
                args.push((at, found));
            }
        } else {
            args.clone_from(&instance.args);
        }
        let hole = match instance.hole {
            None => None,
            Some(hole) => Some((self.value(prover, hole.root)?, None)),
        };
        let wanted = Wanted { shape: instance.shape, args: &args, hole, nonempty: instance.nonempty };
        let mut taken = Taken { nonempty: false, ..self.taken.clone() };
        let end = self.other.consume(prover, &mut taken, &wanted, root, back, 0)?;
        if instance.nonempty && !taken.nonempty {
            return None;
        }
        self.taken = taken;
        if let (Some(hole), true) = (instance.hole, has_back) {
            // An empty one with an open back argument says nothing about it but that both are equal.
            if is_empty && back.is_none() {
                return None;
            }
            self.pair(prover, hole.back, end, Position::Argument(usize::MAX, 0))?;
        }
        Some(())
    }
}

/// The run of bytes that a byte belongs to.
fn whole_run<O: Site>(prover: &Prover, formula: &Formula<O>, id: SegmentId, at: u64) -> (u64, u64) {
    let runs = formula.heap.runs(prover, id);
    let run = runs.iter().find(|run| run.at <= at && at < run.at + run.len);
    run.map_or((at, 1), |run| (run.at, run.len))
}

impl<O: Site> Formula<O> {
    /// Forgets the values at these positions; equal ones stay equal where the pattern has equal ones. False if one cannot be forgotten.
    pub fn generalise(&mut self, prover: &mut Prover, mismatches: &[Mismatch]) -> bool {
        let mut named: FxHashMap<(TermId, TermId), TermId> = FxHashMap::default();
        for mismatch in mismatches {
            let width = match mismatch.at {
                Position::Bytes(_, _, 0) => return false,
                Position::Bytes(_, _, len) => 8 * len as u32,
                _ => prover.terms.width(mismatch.found),
            };
            let key = (mismatch.pattern, mismatch.found);
            let known = named.get(&key).copied().filter(|&t| prover.terms.width(t) == width);
            let variable = match known {
                Some(variable) => variable,
                None => {
                    let variable = self.heap.fresh(prover, width);
                    named.insert(key, variable);
                    self.keep_bound(prover, mismatch, variable);
                    variable
                }
            };
            match mismatch.at {
                Position::Root(i) => self.roots[i] = Some(variable),
                Position::Bytes(id, at, len) => {
                    let undefined =
                        crate::heap::Byte { term: prover.terms.bv_const(8, 0), index: 0, undefined: 0xff };
                    self.heap.write(id, at, len, Some(variable), undefined);
                }
                Position::Argument(index, place) => {
                    let instances = Rc::make_mut(&mut self.heap.instances);
                    let Some(instance) = instances.get_mut(index) else { return false };
                    match instance.terms_mut().nth(place) {
                        Some(t) => *t = variable,
                        None => return false,
                    }
                }
            }
        }
        true
    }

    /// A number that goes up, or down, from where it begins stays on that side of it: a guess, which the next comparison checks.
    fn keep_bound(&mut self, prover: &mut Prover, mismatch: &Mismatch, variable: TermId) {
        let width = prover.terms.width(variable);
        let signed = |prover: &Prover, t: TermId| {
            let value = prover.constant(t)? as i128;
            (prover.terms.width(t) == width && width <= 64).then_some(if value >> (width - 1) & 1 == 1 {
                value - (1 << width)
            } else {
                value
            })
        };
        let (Some(old), Some(new)) = (signed(prover, mismatch.pattern), signed(prover, mismatch.found))
        else {
            return;
        };
        let condition = match old < new {
            true => prover.terms.sle(mismatch.pattern, variable),
            false => prover.terms.sle(variable, mismatch.pattern),
        };
        self.pure.push(condition);
    }
}
