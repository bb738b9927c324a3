//! Numbers that belong to a whole list segment: how many nodes it has, and what its first and its last node hold.
//!
//! They are values like those that the program holds, so whatever is known of values can be known of them: a counter is the length of a
//! list, and the number that is to be inserted lies between the last of one list and the first of the next one. A segment
//! knows the ends of a field only if its nodes are sorted by it. Where a segment is empty, its ends are *some* numbers for which all
//! that is known holds.
//!
//! Only segments of the top level have such numbers.

use crate::graph::Smg;
use crate::int::{BinOp, CastOp, Cmp, IntDomain, mask};
use crate::lengths::Lengths;
use crate::materialise::End;
use crate::object::{Field, ObjId, ObjKind, Object, Origin};
use crate::precision::{Kept, Loss};
use crate::reinterpret::Peek;
use crate::sums::Sum;
use crate::value::{Content, ValId};
use crate::zone::Var;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The width of a length.
pub(crate) const LENGTH_BITS: u32 = 64;
/// More nodes than any address space has room for.
const LONGEST: u64 = 1 << 56;
/// Programs count nodes in an `int`. That lists have not so many is an assumption, which is printed where something rests on it; a few nodes
/// beside them are within the range of the `int`, too.
pub const LENGTHS_TRUSTED: u64 = 1 << 30;
/// The width of the counters that this is assumed for.
const COUNTER_BITS: u32 = 32;

/// A field by which the nodes of a segment are sorted, with its contents in the first and in the last node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Ends {
    pub(crate) field: Field,
    /// Whether no number is less than the one before, read with its sign; otherwise none is greater.
    pub(crate) rises: bool,
    pub(crate) first: ValId,
    pub(crate) last: ValId,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Numbers {
    pub(crate) length: Option<ValId>,
    pub(crate) ends: Vec<Ends>,
}

impl Numbers {
    pub(crate) fn values(&self) -> impl Iterator<Item = ValId> {
        self.length.into_iter().chain(self.ends.iter().flat_map(|e| [e.first, e.last]))
    }

    pub(crate) fn map(&mut self, mut to: impl FnMut(ValId) -> ValId) {
        self.length = self.length.map(&mut to);
        for ends in &mut self.ends {
            (ends.first, ends.last) = (to(ends.first), to(ends.last));
        }
    }

    /// To be stored with an object.
    pub(crate) fn some(self) -> Option<Arc<Numbers>> {
        (self.length.is_some() || !self.ends.is_empty()).then(|| Arc::new(self))
    }
}

impl Object {
    pub(crate) fn number_values(&self) -> impl Iterator<Item = ValId> {
        self.numbers.iter().flat_map(|n| n.values())
    }
}

impl<D: IntDomain> Smg<D> {
    /// The number that a list segment has its length as.
    pub fn length_number(&self, segment: ObjId) -> Option<ValId> {
        self.object(segment).numbers.as_ref()?.length
    }

    /// The fields by which the nodes of a segment are sorted: whether the numbers rise, the first and the last one.
    pub fn sorted_fields(&self, segment: ObjId) -> Vec<(Field, bool, ValId, ValId)> {
        let numbers = self.object(segment).numbers.iter();
        numbers.flat_map(|n| n.ends.iter().map(|e| (e.field, e.rises, e.first, e.last))).collect()
    }

    pub(crate) fn numbers_of(&self, object: ObjId) -> Numbers {
        self.object(object).numbers.as_deref().cloned().unwrap_or_default()
    }

    /// How many nodes an object of the top level stands for, where that is a number.
    pub(crate) fn length_of(&mut self, object: ObjId) -> Option<ValId> {
        match self.object(object).kind {
            ObjKind::Region => Some(self.int_const(LENGTH_BITS, 1)),
            _ => self.numbers_of(object).length,
        }
    }

    /// The numbers that a field of an object begins and ends with: those of a sorted segment, or that of the only node.
    pub(crate) fn ends_of(&self, object: ObjId, field: Field, rises: bool) -> Option<(ValId, ValId)> {
        let o = self.object(object);
        if o.kind != ObjKind::Region {
            let known = o.numbers.as_ref()?.ends.iter().find(|e| (e.field, e.rises) == (field, rises))?;
            return Some((self.resolve(known.first), self.resolve(known.last)));
        }
        let Peek::Value(v) = self.peek(object, field) else { return None };
        let v = self.resolve(v);
        let number = v == ValId::ZERO || self.counts_at(v, field.len as u32);
        number.then_some((v, v))
    }

    /// A length of which no more is known than the bounds.
    fn new_length(&mut self, lengths: Lengths) -> ValId {
        let most = lengths.most.map_or(LONGEST, u64::from);
        self.int(D::range(LENGTH_BITS, u64::from(lengths.least).min(most), most))
    }

    /// The length of two lists of which one is behind the other.
    fn sum_of_lengths(&mut self, a: ValId, b: ValId, lengths: Lengths) -> ValId {
        let number = |g: &Self, v: ValId| g.number_at(v, LENGTH_BITS);
        if let (Some(x), Some(y)) = (number(self, a), number(self, b)) {
            return self.int_const(LENGTH_BITS, x.wrapping_add(y));
        }
        let sum = self.new_length(lengths.uncounted());
        self.note_sum(Sum::new(LENGTH_BITS, [(sum, 1), (a, u64::MAX), (b, u64::MAX)], 0));
        sum
    }

    /// The numbers of the segment that two neighbours become. What is wanted and not known is lost.
    pub(crate) fn merge_numbers(&mut self, nodes: [ObjId; 2], segment: ObjId, kept: Option<&Kept>) {
        let [a, b] = nodes;
        if self.object(segment).level != 0 {
            return;
        }
        let labels = nodes.map(|o| self.object(o).label);
        let known = nodes.map(|o| self.numbers_of(o));
        let mut numbers = Numbers::default();
        if known.iter().any(|n| n.length.is_some()) || kept.is_some_and(|k| k.has_number(labels)) {
            if let (Some(x), Some(y)) = (self.length_of(a), self.length_of(b)) {
                let lengths = Lengths::of(self.object(segment));
                numbers.length = Some(self.sum_of_lengths(x, y, lengths));
            }
        } else {
            labels.into_iter().for_each(|label| self.lose(Loss::Number { label }));
        }
        let object = self.object(segment);
        let own = |e: &&crate::object::Edge| {
            let apart = object.edges().iter().filter(|x| x.field.overlaps(e.field)).count() == 1;
            let private = self.level_of(e.value) == object.level + 1;
            private
                && apart
                && matches!(self.content(e.value), Content::Int(d) if u64::from(d.width()) == e.field.len)
        };
        let fields: Vec<Field> = object.edges().iter().filter(own).map(|e| e.field).collect();
        for field in fields.into_iter().filter(|f| [8, 16, 32, 64].contains(&f.len) && f.off % 8 == 0) {
            let sorted = |n: &Numbers| n.ends.iter().any(|e| e.field == field);
            if !known.iter().any(sorted) && !kept.is_some_and(|k| k.has_sorted(labels, field)) {
                labels.into_iter().for_each(|label| self.lose(Loss::Sorted { label, field }));
                continue;
            }
            numbers
                .ends
                .extend([true, false].into_iter().filter_map(|rises| self.merged_ends(nodes, field, rises)));
        }
        self.object_mut(segment).numbers = numbers.some();
    }

    fn merged_ends(&mut self, [a, b]: [ObjId; 2], field: Field, rises: bool) -> Option<Ends> {
        let width = field.len as u32;
        let (x, y) = (self.ends_of(a, field, rises)?, self.ends_of(b, field, rises)?);
        let order = if rises { Cmp::SLe } else { Cmp::SGe };
        if self.compare(order, x.1, y.0, width) != crate::compare::Truth::Yes {
            return None;
        }
        // The end of a part that may be empty is perhaps that of the other one.
        let mut end = |object: ObjId, own: ValId, other: ValId| match self.object(object).may_be_empty() {
            true => self.either(own, other, width),
            false => own,
        };
        let (first, last) = (end(a, x.0, y.0), end(b, y.1, x.1));
        Some(Ends { field, rises, first, last })
    }

    /// A number that is one of two.
    fn either(&mut self, a: ValId, b: ValId, width: u32) -> ValId {
        let either = self.int(self.int_of(a, width).join(&self.int_of(b, width)));
        if either == ValId::ZERO || self.is_const(either) {
            return either;
        }
        let mut vars = vec![Var::number(a), Var::number(b)];
        for var in self.orders.iter().flat_map(|o| [o.less, o.more]) {
            if !vars.contains(&var) {
                vars.push(var);
            }
        }
        let bounds = self.bounds_between(&vars, &self.known_bounds(&vars));
        let end = Var::number(either);
        for (i, &var) in vars.iter().enumerate() {
            let (above, below) =
                (bounds.at(1, i + 1).max(bounds.at(2, i + 1)), bounds.at(i + 1, 1).max(bounds.at(i + 1, 2)));
            for (less, more, most) in [(end, var, above), (var, end, below)] {
                if most < self.range_of(less).1 - self.range_of(more).0 {
                    self.note_bound(less, more, most);
                }
            }
        }
        either
    }

    /// A node was pulled out of one end of a segment.
    pub(crate) fn pull_numbers(&mut self, segment: ObjId, region: ObjId, end: End) {
        let mut numbers = self.numbers_of(segment);
        if let Some(whole) = numbers.length {
            numbers.length = Some(match self.number_at(whole, LENGTH_BITS) {
                Some(n) => self.int_const(LENGTH_BITS, n.wrapping_sub(1)),
                None => {
                    let rest = self.new_length(Lengths::of(self.object(segment)));
                    self.note_sum(Sum::new(LENGTH_BITS, [(whole, 1), (rest, u64::MAX)], u64::MAX));
                    rest
                }
            });
        }
        for ends in &mut numbers.ends {
            let width = ends.field.len as u32;
            let pulled = match end {
                End::First => ends.first,
                End::Last => ends.last,
            };
            self.set_edge(region, ends.field, pulled);
            let content = match self.peek(segment, ends.field) {
                Peek::Value(v) => self.int_of(v, width),
                Peek::Int(d) => d,
                Peek::Unknown { .. } => D::top(width),
            };
            let next = self.int(content);
            let (before, after) = match end {
                End::First => (pulled, next),
                End::Last => (next, pulled),
            };
            let order = if ends.rises { Cmp::SLe } else { Cmp::SGe };
            self.note_order(order, before, after);
            match end {
                End::First => ends.first = next,
                End::Last => ends.last = next,
            }
            self.note_order(order, ends.first, ends.last);
        }
        self.object_mut(segment).numbers = numbers.some();
    }

    /// States how many nodes a segment has. `false` if it cannot have so many.
    pub(crate) fn set_length(&mut self, segment: ObjId, nodes: u64) -> bool {
        let Some(length) = self.numbers_of(segment).length else { return true };
        match self.number_at(length, LENGTH_BITS) {
            Some(n) => n == nodes,
            None => self.refine_int(length, &D::constant(LENGTH_BITS, nodes)),
        }
    }

    /// Whether something rested on lists having fewer than [`LENGTHS_TRUSTED`] nodes, in this graph or another one of the search.
    pub fn trusts_lengths(&self) -> bool {
        self.trusts_lengths.load(Ordering::Relaxed)
    }

    /// The lists that a counter of [`COUNTER_BITS`] counts the nodes of, as the lengths of the lists and by how much the counter is
    /// greater than their sum.
    fn counted_by(&self, counter: ValId) -> Vec<(Vec<ValId>, u64)> {
        let m = mask(COUNTER_BITS);
        let lengths: Vec<ValId> = self.objects().filter_map(|(_, o)| o.numbers.as_ref()?.length).collect();
        let is_length = |v: ValId| lengths.iter().any(|&l| self.resolve(l) == v);
        let counts = |sum: &Sum| {
            let &(_, factor) = sum.terms.iter().find(|t| t.0 == counter)?;
            let mut others = sum.terms.iter().filter(|t| t.0 != counter);
            let fits = sum.width == COUNTER_BITS
                && (factor == 1 || factor == m)
                && others.clone().all(|&(v, f)| f.wrapping_add(factor) & m == 0 && is_length(v));
            let more = if factor == 1 { sum.constant.wrapping_neg() } else { sum.constant };
            fits.then(|| (others.by_ref().map(|t| t.0).collect(), more & m))
        };
        self.sums.iter().filter_map(counts).collect()
    }

    /// A counter was narrowed: so are the lengths of the lists whose nodes it counts, and a counter that is not negative at first is not
    /// later. `false` if nothing remains.
    pub(crate) fn narrow_counted_lengths(&mut self, counter: ValId) -> bool {
        if self.sums.is_empty() || self.value(counter).width != COUNTER_BITS {
            return true;
        }
        for (lengths, more) in self.counted_by(counter) {
            let more = D::constant(COUNTER_BITS, more);
            let sum = |total: D, &v: &ValId| D::binary(BinOp::Add, &total, &self.int_of(v, LENGTH_BITS));
            let total = lengths.iter().fold(D::constant(LENGTH_BITS, 0), sum);
            let trusted = D::range(LENGTH_BITS, 0, LENGTHS_TRUSTED - 1);
            let counted = D::binary(BinOp::Sub, &self.int_of(counter, COUNTER_BITS), &more);
            let counted = D::cast(CastOp::ZExt, &counted, LENGTH_BITS);
            // Each length is at most the sum.
            self.trusts_lengths.fetch_or(!total.is_subset(&trusted), Ordering::Relaxed);
            let Some(total) = total.meet(&trusted).and_then(|total| total.meet(&counted)) else {
                return false;
            };
            let most = D::range(LENGTH_BITS, 0, total.unsigned_bounds().1);
            let is_one = lengths.len() == 1;
            if !lengths.iter().all(|&v| self.refine_int(v, if is_one { &total } else { &most })) {
                return false;
            }
            let count = D::binary(BinOp::Add, &D::cast(CastOp::Trunc, &total, COUNTER_BITS), &more);
            if !self.refine_int(self.resolve(counter), &count) {
                return false;
            }
        }
        true
    }

    /// Segments that have turned out to have no nodes go away, and what is nested below them.
    pub(crate) fn settle_lengths(&mut self) {
        let counted = |o: &Object| o.numbers.as_ref().is_some_and(|n| n.length.is_some()) && o.may_be_empty();
        let all: Vec<ObjId> = self.objects().filter(|(_, o)| counted(o)).map(|(id, _)| id).collect();
        for id in all {
            let length = self.try_object(id).and_then(|o| o.numbers.as_ref()?.length);
            if length.is_some_and(|v| self.number_at(v, LENGTH_BITS) == Some(0))
                && let Ok(Some(without)) = self.without_segment(id)
            {
                *self = without;
            }
        }
    }

    /// The length of a segment is within the bounds that are kept with it. `false` if it cannot be.
    pub(crate) fn bound_length(&mut self, segment: ObjId) -> bool {
        let Some(length) = self.numbers_of(segment).length else { return true };
        let lengths = Lengths::of(self.object(segment));
        match self.number_at(length, LENGTH_BITS) {
            Some(n) => u32::try_from(n).is_ok_and(|n| lengths.contains(n)),
            None => {
                let most = lengths.most.map_or(u64::MAX, u64::from);
                self.refine_int(length, &D::range(LENGTH_BITS, lengths.least.into(), most))
            }
        }
    }

    /// A segment that has exactly one node: its ends are what this node holds. `false` if there is no such node.
    pub(crate) fn settle_only_node(&mut self, segment: ObjId) -> bool {
        if !self.set_length(segment, 1) {
            return false;
        }
        for ends in self.numbers_of(segment).ends {
            let (first, last) = (self.resolve(ends.first), self.resolve(ends.last));
            self.set_edge(segment, ends.field, first);
            let open = if self.is_const(last) { (first, last) } else { (last, first) };
            if first != last && (self.is_const(open.0) || !self.replace_value(open.0, open.1)) {
                return false;
            }
        }
        self.object_mut(segment).numbers = None;
        true
    }

    pub(crate) fn replace_in_numbers(&mut self, old: ValId, new: ValId) {
        let holders: Vec<ObjId> =
            self.objects().filter(|(_, o)| o.number_values().any(|v| v == old)).map(|(id, _)| id).collect();
        for id in holders {
            if let Some(numbers) = &mut self.object_mut(id).numbers {
                Arc::make_mut(numbers).map(|v| if v == old { new } else { v });
            }
        }
    }

    /// The orders between numbers in one field of several blocks are about to be forgotten.
    pub(crate) fn lose_orders_of_nodes(&mut self) {
        let mut lost: Vec<(u32, Field, ValId)> = Vec::new();
        for o in self.orders.iter().filter(|o| !o.less.is_address() && !o.more.is_address()) {
            for (_, object) in self.objects().filter(|(_, x)| x.origin == Origin::Heap) {
                let held =
                    object.edges().iter().filter(|e| e.value == o.less.value || e.value == o.more.value);
                lost.extend(held.map(|e| (object.label, e.field, e.value)));
            }
        }
        for &(label, field, value) in &lost {
            if lost.iter().any(|other| other.1 == field && other.2 != value) {
                self.lose(Loss::Sorted { label, field });
            }
        }
    }

    /// The values of the top level in fields by which nodes are to be sorted, and the ends of those that are.
    pub(crate) fn sorted_values(&self, kept: Option<&Kept>) -> Vec<ValId> {
        let mut out: Vec<ValId> = Vec::new();
        for (_, object) in self.objects() {
            out.extend(object.numbers.iter().flat_map(|n| n.ends.iter().flat_map(|e| [e.first, e.last])));
            if let Some(kept) = kept.filter(|k| k.sorts()) {
                let fields = object.edges().iter().filter(|e| kept.has_sorted([object.label; 2], e.field));
                out.extend(fields.map(|e| e.value).filter(|&v| self.level_of(v) == 0));
            }
        }
        out.sort_unstable();
        out.dedup();
        out
    }
}
