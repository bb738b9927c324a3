//! A symbolic heap with named values: what a state of a search is without its control. Equalities are applied as substitutions, so that
//! what is equal is mostly the same term.

use crate::heap::{Byte, Heap, SegmentId};
use crate::predicate::{Instance, ShapeId};
use crate::prover::Prover;
use base::{FxHashMap, FxHashSet, Idx};
use smt::path::{Answer, Exhausted, Path};
use smt::{Op, Sort, TermId};
use std::collections::VecDeque;
use std::rc::Rc;

/// What a segment is for, as far as predicates and comparisons of heaps have to know it.
pub trait Site: Clone + std::fmt::Debug {
    fn is_like(&self, other: &Self) -> bool;
}

#[derive(Clone, Debug)]
pub struct Formula<O> {
    /// The values that are compared by their position: registers, results.
    pub roots: Vec<Option<TermId>>,
    /// Π
    pub pure: Vec<TermId>,
    pub heap: Heap<O>,
    /// So many segments are the same in all formulas of a search: globals and functions.
    pub fixed: usize,
}

/// A stretch of bytes that together are one term, or have no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) at: u64,
    pub(crate) len: u64,
    /// The term, if the bytes are all of it in order.
    pub(crate) whole: Option<TermId>,
}

impl<O: Clone> Heap<O> {
    pub fn instances(&self) -> &[Instance] {
        &self.instances
    }

    /// A variable of which nothing is known.
    pub fn fresh(&mut self, prover: &mut Prover, width: u32) -> TermId {
        let number = self.next_variable;
        self.next_variable += 1;
        prover.terms.var(&format!("p{number}"), Sort::Bv(width))
    }

    /// The arguments of an instance that belongs to a node: what is the same in all of them is null.
    pub(crate) fn no_args(&self, prover: &mut Prover, shape: ShapeId) -> Vec<(u64, TermId)> {
        let shape = &self.shapes[shape];
        let same = shape.cells.iter().filter(|(_, cell)| cell.kind == crate::predicate::CellKind::Same);
        same.map(|(&at, cell)| (at, prover.terms.bv_const(8 * cell.len as u32, 0))).collect()
    }

    /// What was written to a segment, cut where the terms change. Bytes that have no value are left out.
    pub(crate) fn runs(&self, prover: &Prover, id: SegmentId) -> Vec<Run> {
        let bytes: Vec<(u64, Byte)> =
            self.get(id).written().filter(|(_, byte)| byte.undefined != 0xff).collect();
        let mut runs: Vec<Run> = Vec::new();
        let mut i = 0;
        while i < bytes.len() {
            let (at, first) = bytes[i];
            let mut n = 1;
            while i + n < bytes.len() {
                let (next, byte) = bytes[i + n];
                let follows = next == at + n as u64
                    && byte.term == first.term
                    && usize::from(byte.index) == usize::from(first.index) + n
                    && byte.undefined == first.undefined;
                if !follows {
                    break;
                }
                n += 1;
            }
            let width = prover.terms.width(first.term);
            let whole = first.index == 0 && first.undefined == 0 && width as usize == 8 * n;
            runs.push(Run { at, len: n as u64, whole: whole.then_some(first.term) });
            i += n;
        }
        runs
    }

    /// The instance that an address is the root of, or the last node of.
    pub fn instance_of(&self, prover: &Prover, address: TermId) -> Option<(usize, crate::predicate::End)> {
        use crate::predicate::End;
        if self.instances.is_empty() {
            return None;
        }
        let variable = prover.offset_from_variable(address)?.0;
        let first = self.instances.iter().position(|instance| instance.root == variable);
        if let Some(index) = first {
            return Some((index, End::First));
        }
        let last = |instance: &Instance| {
            self.shapes[instance.shape].has_back() && instance.hole.is_some_and(|hole| hole.back == variable)
        };
        Some((self.instances.iter().position(last)?, End::Last))
    }
}

impl Prover {
    /// A term as a variable and a constant distance from it.
    pub(crate) fn offset_from_variable(&self, t: TermId) -> Option<(TermId, u64)> {
        if self.terms.is_variable(t) {
            return Some((t, 0));
        }
        if self.terms.op(t) != Op::Add {
            return None;
        }
        let (a, b) = (self.terms.args(t)[0], self.terms.args(t)[1]);
        let (variable, by) = if self.terms.is_variable(a) { (a, b) } else { (b, a) };
        if !self.terms.is_variable(variable) {
            return None;
        }
        Some((variable, self.constant(by)? as u64))
    }
}

impl<O: Site> Formula<O> {
    pub fn substitute(&mut self, prover: &mut Prover, map: &FxHashMap<TermId, TermId>) {
        for root in self.roots.iter_mut().flatten() {
            *root = prover.terms.substitute(*root, map);
        }
        for condition in &mut self.pure {
            *condition = prover.terms.substitute(*condition, map);
        }
        self.heap.substitute(&mut prover.terms, map);
    }

    fn is_free(&self, prover: &Prover, t: TermId) -> bool {
        prover.terms.is_variable(t) && !prover.terms.is_bool(t) && self.heap.at_base(prover, t).is_none()
    }

    /// Adds the equality of two values; false if it cannot hold.
    pub(crate) fn equate(&mut self, prover: &mut Prover, a: TermId, b: TermId) -> bool {
        self.equate_all(prover, vec![(a, b)])
    }

    pub fn equate_all(&mut self, prover: &mut Prover, mut pairs: Vec<(TermId, TermId)>) -> bool {
        while let Some((a, b)) = pairs.pop() {
            if a == b {
                continue;
            }
            if prover.terms.is_constant(a) && prover.terms.is_constant(b) {
                return false;
            }
            let mut binding = None;
            for (x, y) in [(a, b), (b, a)] {
                if let Some((variable, by)) = prover.offset_from_variable(x)
                    && self.is_free(prover, variable)
                {
                    let width = prover.terms.width(x);
                    let by = prover.terms.bv_const(width, u128::from(by));
                    let value = prover.terms.sub(y, by);
                    if !prover.variables_of(value).contains(&variable) {
                        binding = Some((variable, value));
                        break;
                    }
                }
            }
            if let Some((variable, value)) = binding {
                let map = FxHashMap::from_iter([(variable, value)]);
                self.substitute(prover, &map);
                for pair in &mut pairs {
                    pair.0 = prover.terms.substitute(pair.0, &map);
                    pair.1 = prover.terms.substitute(pair.1, &map);
                }
                continue;
            }
            if self.are_apart(prover, a, b) {
                return false;
            }
            let equal = prover.terms.eq(a, b);
            match prover.terms.bool_constant(equal) {
                Some(true) => {}
                Some(false) => return false,
                None => self.pure.push(equal),
            }
        }
        true
    }

    /// Whether two addresses cannot be equal, by the segments that they lead to.
    fn are_apart(&self, prover: &mut Prover, a: TermId, b: TermId) -> bool {
        if prover.terms.width(a) != self.heap.word() {
            return false;
        }
        let inside = |prover: &mut Prover, t: TermId| {
            let (id, offset) = self.heap.decompose(prover, t)?;
            let segment = self.heap.get(id);
            let (at, size) = (prover.constant(offset)?, prover.constant(segment.size)?);
            (segment.is_live() && !segment.may_share && at < size).then_some(id)
        };
        let (x, y) = (inside(prover, a), inside(prover, b));
        let is_low = |prover: &Prover, t: TermId| {
            prover.constant(t).is_some_and(|n| n < u128::from(base::addresses::FIRST))
        };
        match (x, y) {
            (Some(x), Some(y)) => x != y,
            (Some(_), None) => is_low(prover, b),
            (None, Some(_)) => is_low(prover, a),
            (None, None) => false,
        }
    }

    /// Applies what the equalities and the predicates say by themselves; false if that is a contradiction.
    pub fn normalise(&mut self, prover: &mut Prover) -> bool {
        loop {
            let mut pending: Vec<TermId> = std::mem::take(&mut self.pure);
            let mut equal = None;
            let mut kept = Vec::new();
            while let Some(condition) = pending.pop() {
                match prover.terms.bool_constant(condition) {
                    Some(true) => continue,
                    Some(false) => return false,
                    None => {}
                }
                match prover.terms.op(condition) {
                    Op::And => pending.extend_from_slice(prover.terms.args(condition)),
                    Op::Eq if equal.is_none() && self.binds(prover, condition) => {
                        let args = prover.terms.args(condition);
                        equal = Some((args[0], args[1]));
                    }
                    _ if kept.contains(&condition) => {}
                    _ => kept.push(condition),
                }
            }
            kept.reverse();
            self.pure = kept;
            if let Some((a, b)) = equal {
                if !self.equate(prover, a, b) {
                    return false;
                }
                continue;
            }
            match self.normalise_instances(prover) {
                Some(true) => {}
                Some(false) => return true,
                None => return false,
            }
        }
    }

    /// Whether an equality can be applied as a substitution, or is false at sight.
    fn binds(&self, prover: &mut Prover, equality: TermId) -> bool {
        let (a, b) = (prover.terms.args(equality)[0], prover.terms.args(equality)[1]);
        if prover.terms.is_bool(a) {
            return false;
        }
        [(a, b), (b, a)].into_iter().any(|(x, y)| {
            prover.offset_from_variable(x).is_some_and(|(variable, _)| {
                self.is_free(prover, variable) && !prover.variables_of(y).contains(&variable)
            })
        }) || self.are_apart(prover, a, b)
    }

    /// One step; `None` for a contradiction.
    fn normalise_instances(&mut self, prover: &mut Prover) -> Option<bool> {
        for index in 0..self.heap.instances.len() {
            let instance = self.heap.instances[index].clone();
            let is_null = prover.constant(instance.root) == Some(0);
            let lies_elsewhere = |prover: &mut Prover| {
                self.heap.decompose(prover, instance.root).is_some_and(|(id, offset)| {
                    let segment = self.heap.get(id);
                    let (at, size) = (prover.constant(offset), prover.constant(segment.size));
                    segment.is_live() && at.zip(size).is_some_and(|(at, size)| at < size)
                })
            };
            let same_root = self
                .heap
                .instances
                .iter()
                .enumerate()
                .any(|(other, second)| other != index && second.root == instance.root && second.nonempty);
            if is_null || same_root || lies_elsewhere(prover) {
                if instance.nonempty {
                    return None;
                }
                self.remove_instance(index);
                let zero = prover.terms.bv_const(self.heap.word(), 0);
                let holds = match instance.hole {
                    None => self.equate(prover, instance.root, zero),
                    Some(hole) => {
                        let mut pairs = vec![(instance.root, hole.root)];
                        if self.heap.shapes[instance.shape].has_back() {
                            pairs.push((instance.back, hole.back));
                        }
                        self.equate_all(prover, pairs)
                    }
                };
                return holds.then_some(true);
            }
            if instance.nonempty {
                continue;
            }
            let other =
                instance.hole.map_or_else(|| prover.terms.bv_const(self.heap.word(), 0), |hole| hole.root);
            let differ = prover.terms.ne(instance.root, other);
            if self.pure.contains(&differ) {
                self.pure.retain(|&condition| condition != differ);
                Rc::make_mut(&mut self.heap.instances)[index].nonempty = true;
                return Some(true);
            }
        }
        Some(false)
    }

    /// Replaces every value that is not a variable plus a constant by a variable, and parts of terms in memory, too. What is known of the
    /// value stays known of the variable.
    pub fn purify(&mut self, prover: &mut Prover) {
        let mut named: FxHashMap<TermId, TermId> = FxHashMap::default();
        let mut roots = std::mem::take(&mut self.roots);
        for root in roots.iter_mut().flatten() {
            *root = self.simple(prover, &mut named, *root);
        }
        self.roots = roots;
        let ids: Vec<SegmentId> = self.heap.live().map(|(id, _)| id).collect();
        for id in ids {
            if id.index() < self.fixed && self.heap.get(id).written().next().is_none() {
                continue;
            }
            let size = self.heap.get(id).size;
            if !prover.terms.is_constant(size) && !prover.terms.is_variable(size) {
                let size = self.simple(prover, &mut named, size);
                self.heap.get_mut(id).size = size;
            }
            for run in self.heap.runs(prover, id) {
                let bytes = self.heap.bytes(id, run.at, run.len);
                if bytes.iter().all(|byte| prover.terms.is_constant(byte.term)) {
                    continue;
                }
                let undefined = Byte { term: prover.terms.bv_const(8, 0), index: 0, undefined: 0xff };
                let value = match run.whole {
                    Some(term) => {
                        let simple = self.simple(prover, &mut named, term);
                        if simple == term {
                            continue;
                        }
                        Some(simple)
                    }
                    None if bytes.iter().any(|byte| byte.undefined != 0) => None,
                    None => {
                        let found = crate::heap::gather(&mut prover.terms, &bytes);
                        Some(self.simple(prover, &mut named, found.term))
                    }
                };
                self.heap.write(id, run.at, run.len, value, undefined);
            }
        }
        let mut instances = (*self.heap.instances).clone();
        for t in instances.iter_mut().flat_map(Instance::terms_mut) {
            *t = self.simple(prover, &mut named, *t);
        }
        self.heap.instances = Rc::new(instances);
        for condition in &mut self.pure {
            *condition = prover.terms.substitute(*condition, &named);
        }
    }

    fn simple(&mut self, prover: &mut Prover, named: &mut FxHashMap<TermId, TermId>, t: TermId) -> TermId {
        if prover.terms.is_constant(t) || self.is_plain(prover, t) {
            return t;
        }
        if let Some(&known) = named.get(&t) {
            return known;
        }
        let width = prover.terms.width(t);
        let variable = self.heap.fresh(prover, width);
        named.insert(t, variable);
        if let Some((low, high)) = prover.terms.unsigned_range(t) {
            let full = if width >= 64 { u64::MAX } else { (1 << width) - 1 };
            let (low_term, high_term) =
                (prover.terms.bv_const(width, low.into()), prover.terms.bv_const(width, high.into()));
            if low > 0 {
                let above = prover.terms.ule(low_term, variable);
                self.pure.push(above);
            }
            if high < full {
                let below = prover.terms.ule(variable, high_term);
                self.pure.push(below);
            }
        }
        variable
    }

    /// A variable, or an address with a distance; a sum with a number is none.
    fn is_plain(&self, prover: &Prover, t: TermId) -> bool {
        let Some((variable, by)) = prover.offset_from_variable(t) else { return false };
        by == 0
            || self.heap.at_base(prover, variable).is_some()
            || self.heap.instances.iter().any(|instance| {
                instance.root == variable || instance.hole.is_some_and(|hole| hole.back == variable)
            })
    }

    /// The same formula with its segments and variables in the order in which the roots lead to them. What nothing leads to is left out:
    /// the second result says whether there was such a block.
    pub fn canonical(&self, prover: &mut Prover) -> (Formula<O>, bool) {
        let mut order = Walk {
            segments: Vec::new(),
            instances: Vec::new(),
            map: FxHashMap::default(),
            queue: VecDeque::new(),
        };
        for root in self.roots.iter().flatten() {
            order.queue.push_back(*root);
        }
        for id in (0..self.fixed).map(SegmentId::new) {
            self.scan(prover, &mut order, id);
        }
        let mut seen: FxHashSet<SegmentId> = FxHashSet::default();
        while let Some(t) = order.queue.pop_front() {
            for &variable in prover.variables_of(t).iter() {
                if let Some(id) = self.heap.at_base(prover, variable) {
                    if id.index() >= self.fixed && seen.insert(id) {
                        order.segments.push(id);
                        self.scan(prover, &mut order, id);
                    }
                    continue;
                }
                if order.map.contains_key(&variable) {
                    continue;
                }
                let sort = prover.terms.sort(variable);
                let renamed = prover.terms.var(&format!("v{}", order.map.len()), sort);
                order.map.insert(variable, renamed);
                for (index, instance) in self.heap.instances.iter().enumerate() {
                    let last = instance.hole.is_some_and(|hole| hole.back == variable)
                        && self.heap.shapes[instance.shape].has_back();
                    if (instance.root == variable || last) && !order.instances.contains(&index) {
                        order.instances.push(index);
                        order.queue.extend(instance.terms());
                    }
                }
            }
        }
        let lost = self.heap.live().any(|(id, segment)| {
            id.index() >= self.fixed && segment.part == crate::heap::Part::Heap && !seen.contains(&id)
        }) || self.heap.instances.len() > order.instances.len();
        let mut heap = self.heap.only_first(self.fixed);
        for &id in &order.segments {
            let segment = self.heap.get(id).clone();
            let new = heap.adopt(prover, &segment);
            let Some(name) = self.heap.name_of(&prover.terms, id) else { continue };
            let lead = prover.terms.bv_const(heap.word(), u128::from(segment.lead));
            let base = heap.get(new).base;
            let address = prover.terms.add(base, lead);
            order.map.insert(name, address);
        }
        heap.instances =
            Rc::new(order.instances.iter().map(|&index| self.heap.instances[index].clone()).collect());
        let known = |prover: &mut Prover, condition: TermId| {
            prover.variables_of(condition).iter().all(|&v| {
                order.map.contains_key(&v)
                    || self.heap.at_base(prover, v).is_some_and(|id| id.index() < self.fixed)
            })
        };
        let pure = self.pure.iter().copied().filter(|&condition| known(prover, condition)).collect();
        let mut formula = Formula { roots: self.roots.clone(), pure, heap, fixed: self.fixed };
        formula.substitute(prover, &order.map);
        formula.pure.sort_unstable();
        formula.pure.dedup();
        (formula, lost)
    }

    fn scan(&self, prover: &mut Prover, walk: &mut Walk, id: SegmentId) {
        let segment = self.heap.get(id);
        walk.queue.push_back(segment.size);
        if !segment.is_live() {
            return;
        }
        let mut last = None;
        for (_, byte) in segment.written() {
            if byte.undefined != 0xff && last != Some(byte.term) && !prover.terms.is_constant(byte.term) {
                walk.queue.push_back(byte.term);
                last = Some(byte.term);
            }
        }
        if segment.fill().undefined != 0xff {
            walk.queue.push_back(segment.fill().term);
        }
    }

    /// Π as a path, with what the predicates say of addresses.
    pub fn path(&self, prover: &mut Prover) -> Path {
        let mut conditions = self.pure.clone();
        let zero = prover.terms.bv_const(self.heap.word(), 0);
        for instance in self.heap.instances.iter().filter(|instance| instance.nonempty) {
            conditions.push(prover.terms.ne(instance.root, zero));
        }
        Path { conditions: Rc::new(conditions), ..Path::default() }
    }

    /// Whether the formula says that the condition holds.
    pub fn entails(&self, prover: &mut Prover, condition: TermId) -> Result<bool, Exhausted> {
        if let Some(known) = prover.terms.bool_constant(condition) {
            return Ok(known);
        }
        if self.pure.contains(&condition) {
            return Ok(true);
        }
        let path = self.path(prover);
        let negated = prover.terms.not(condition);
        Ok(matches!(prover.ask(&path, &self.heap, &[negated])?, Answer::No))
    }
}

struct Walk {
    segments: Vec<SegmentId>,
    instances: Vec<usize>,
    map: FxHashMap<TermId, TermId>,
    queue: VecDeque<TermId>,
}
