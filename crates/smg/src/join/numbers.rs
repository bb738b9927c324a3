//! Join of what is known of lengths, of the ends of sorted lists, and of the sums of numbers.

use super::core::{Fail, Joiner, NO_VALUE};
use crate::int::{IntDomain, mask};
use crate::numbers::{Ends, LENGTH_BITS, Numbers};
use crate::object::{Field, ObjId, ObjKind};
use crate::reinterpret::Peek;
use crate::sums::{Sum, System, WIDTHS};
use crate::value::ValId;

/// At a join, at most so many numbers take part in equations.
const MOST_NUMBERS: usize = 16;

/// How many nodes an object of one side has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Count {
    Value(ValId),
    Known(u64),
}

/// A column of a system: a value of the result, or one of the side that the system is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Column {
    Joint(ValId),
    Own(ValId),
}

/// A number of the result and those of the sides that it comes from.
struct Joint {
    image: ValId,
    sides: [Count; 2],
}

/// The values of a row, whoever holds them.
fn names(row: Vec<(Column, u64)>) -> Vec<(ValId, u64)> {
    row.into_iter().map(|(Column::Joint(v) | Column::Own(v), f)| (v, f)).collect()
}

/// Whether a number of the result is a constant on a side.
fn is_constant(joint: &[Joint], image: ValId, side: usize) -> bool {
    joint.iter().any(|j| j.image == image && matches!(j.sides[side], Count::Known(_)))
}

impl<D: IntDomain> Joiner<'_, D> {
    fn count(&self, side: usize, x: ObjId) -> Option<Count> {
        let graph = self.graphs[side];
        let object = graph.object(x);
        match object.kind {
            ObjKind::Region => Some(Count::Known(1)),
            _ => object.numbers.as_ref()?.length.map(|v| self.value_count(side, v)),
        }
    }

    fn value_count(&self, side: usize, v: ValId) -> Count {
        let graph = self.graphs[side];
        let v = graph.resolve(v);
        graph
            .number_at(v, 1)
            .and_then(|_| graph.number_at(v, graph.value(v).width.max(1)))
            .map_or(Count::Value(v), Count::Known)
    }

    /// The constant that a number of the result is on a side, where the value that it comes from is `v`, or none at all.
    pub(super) fn constant_on(&self, side: usize, v: ValId, image: ValId) -> Option<u64> {
        if v != NO_VALUE {
            let graph = self.graphs[side];
            return graph.number_at(v, graph.value(graph.resolve(v)).width.max(1));
        }
        self.st.lengths.iter().find(|l| l.1 == image).and_then(|l| match l.0[side] {
            Count::Known(n) => Some(n),
            Count::Value(_) => None,
        })
    }

    /// The length of a list of the result.
    fn join_lengths(&mut self, counts: [Count; 2]) -> Result<ValId, Fail> {
        let peek = |count: Count| match count {
            Count::Value(v) => Peek::Value(v),
            Count::Known(n) => Peek::Int(D::constant(LENGTH_BITS, n)),
        };
        let holder = self.holder.take();
        let joined = self.join_data(&peek(counts[0]), &peek(counts[1]), LENGTH_BITS, None);
        self.holder = holder;
        let length = joined?;
        self.st.lengths.push((counts, length));
        Ok(length)
    }

    /// The numbers of a list of the result that two objects become.
    pub(super) fn join_numbers(&mut self, x1: ObjId, x2: ObjId, o: ObjId) -> Result<(), Fail> {
        let known = [self.graphs[0].numbers_of(x1), self.graphs[1].numbers_of(x2)];
        if known.iter().all(|n| *n == Numbers::default()) {
            return Ok(());
        }
        let object = self.st.dst.object(o);
        let is_list = matches!(object.kind, ObjKind::Sls | ObjKind::Dls) && object.level == 0;
        let mut numbers = Numbers::default();
        if is_list && self.merge_root.is_none() {
            if let (Some(a), Some(b)) = (self.count(0, x1), self.count(1, x2)) {
                numbers.length = Some(self.join_lengths([a, b])?);
            }
            let mut fields: Vec<(Field, bool)> = Vec::new();
            for ends in known.iter().flat_map(|n| &n.ends) {
                if !fields.contains(&(ends.field, ends.rises)) {
                    fields.push((ends.field, ends.rises));
                }
            }
            for (field, rises) in fields {
                let of = |side: usize, x: ObjId| self.graphs[side].ends_of(x, field, rises);
                let (Some(a), Some(b)) = (of(0, x1), of(1, x2)) else { continue };
                let holder = self.holder.take();
                let mut join = |v1: ValId, v2: ValId| {
                    self.join_data(&Peek::Value(v1), &Peek::Value(v2), field.len as u32, None)
                };
                let both = join(a.0, b.0).and_then(|first| Ok((first, join(a.1, b.1)?)));
                self.holder = holder;
                let (first, last) = both?;
                numbers.ends.push(Ends { field, rises, first, last });
            }
        }
        for side in 0..2 {
            let has = |e: &Ends| numbers.ends.iter().any(|n| (n.field, n.rises) == (e.field, e.rises));
            let lost =
                known[side].length.is_some() && numbers.length.is_none() || !known[side].ends.iter().all(has);
            self.st.grew[side] |= lost;
        }
        self.st.dst.object_mut(o).numbers = numbers.some();
        Ok(())
    }

    /// The numbers of a list that the other side does not have: there it has no nodes.
    pub(super) fn insert_numbers(&mut self, side: usize, source: ObjId, o: ObjId) {
        let known = self.graphs[side].numbers_of(source);
        let object = self.st.dst.object(o);
        let is_list = matches!(object.kind, ObjKind::Sls | ObjKind::Dls) && object.level == 0;
        let mut numbers = Numbers::default();
        if let Some(v) = known.length.filter(|_| is_list && self.merge_root.is_none()) {
            let mut counts = [Count::Known(0); 2];
            counts[side] = self.value_count(side, v);
            numbers.length = self.join_lengths(counts).ok();
        }
        self.st.grew[side] |= !known.ends.is_empty() || known.length.is_some() && numbers.length.is_none();
        self.st.dst.object_mut(o).numbers = numbers.some();
    }

    /// An equation holds in the result if it does on both sides, whether it was noted there or follows.
    pub(super) fn join_sums(&mut self) {
        if self.st.lengths.is_empty() && self.graphs.iter().all(|g| g.sums.is_empty()) {
            return;
        }
        for width in WIDTHS {
            let joint = self.joint_numbers(width);
            let columns: Vec<Column> = joint.iter().map(|j| Column::Joint(j.image)).collect();
            let sides = [0, 1].map(|side| self.system_of(side, width, &joint, columns.clone()));
            let common = sides.clone().map(|mut system| {
                system.project(|c| matches!(c, Column::Joint(_)));
                system
            });
            let dst = &mut self.st.dst;
            for (row, constant) in common[0].intersect(&common[1]).into_rows() {
                let row = names(row);
                // The range tells what one number is, but not what its lower bits are.
                let in_range = |&(v, _): &(ValId, u64)| dst.value(v).width == width;
                if !(row.is_empty() || row.len() == 1 && row.iter().all(in_range))
                    && dst.constant_of_sum(width, &row) != Some(constant.wrapping_neg() & mask(width))
                {
                    dst.note_sum_only(Sum::new(width, row, constant));
                }
            }
            for (side, system) in sides.into_iter().enumerate() {
                let lost = |(row, constant): (Vec<(Column, u64)>, u64)| match row[..] {
                    [] => false,
                    // A constant: the range of the result tells whether there are others.
                    [(Column::Joint(image), _)] if is_constant(&joint, image, side) => false,
                    _ if row.iter().any(|c| matches!(c.0, Column::Own(_))) => true,
                    _ => {
                        self.st.dst.constant_of_sum(width, &names(row))
                            != Some(constant.wrapping_neg() & mask(width))
                    }
                };
                let lost = system.into_rows().into_iter().any(lost);
                self.st.grew[side] |= lost;
            }
        }
    }

    /// What follows on a side for the numbers of the result, and for those that the side holds and the result knows nothing of.
    fn system_of(&self, side: usize, width: u32, joint: &[Joint], columns: Vec<Column>) -> System<Column> {
        let graph = self.graphs[side];
        let mut system = System::new(width, columns);
        for j in joint {
            let image = (Column::Joint(j.image), 1);
            match j.sides[side] {
                Count::Value(v) => system.add(&[image, (Column::Own(v), u64::MAX)], 0),
                Count::Known(n) => system.add(&[image], n.wrapping_neg()),
            }
        }
        system.append(graph.system(width, Column::Own));
        let is_joint = |v: ValId| joint.iter().any(|j| j.sides[side] == Count::Value(v));
        let is_held = |v: ValId| {
            let value = |i: &(ValId, ValId, ValId)| [i.0, i.1][side] == v;
            self.st.value_images.iter().any(value)
                || self.st.lengths.iter().any(|l| l.0[side] == Count::Value(v))
        };
        system.project(|c| match c {
            Column::Joint(_) => true,
            Column::Own(v) => !is_joint(v) && is_held(v),
        });
        system
    }

    /// The numbers that equations of the result are about: the lengths of lists, and those that something is known of on both sides.
    fn joint_numbers(&mut self, width: u32) -> Vec<Joint> {
        let dst = &self.st.dst;
        let fits = |image: ValId| dst.counts_at(image, width) && !dst.is_const(image);
        let mut joint: Vec<Joint> = Vec::new();
        for &(sides, image) in self.st.lengths.iter().filter(|l| fits(l.1)) {
            if joint.iter().all(|j| j.image != image) {
                joint.push(Joint { image, sides });
            }
        }
        let told: [Vec<ValId>; 2] = [0, 1].map(|side| {
            let g = self.graphs[side];
            let related = g.relations.iter().flat_map(|r| [r.left, r.right]);
            related.chain(g.sums.iter().flat_map(|s| s.terms.iter().map(|t| t.0))).collect()
        });
        let mut others: Vec<Joint> = Vec::new();
        for &(v1, v2, image) in &self.st.value_images {
            let seen = joint.iter().chain(&others).any(|j| j.image == image);
            if v1 == NO_VALUE || v2 == NO_VALUE || !fits(image) || seen {
                continue;
            }
            let sides = [self.value_count(0, v1), self.value_count(1, v2)];
            let usable = |side: usize| match sides[side] {
                Count::Known(_) => true,
                Count::Value(v) => told[side].contains(&v) && self.graphs[side].counts_at(v, width),
            };
            // A value that is a length itself is equal to one.
            let is_length = |side: usize| joint.iter().any(|j| j.sides[side] == sides[side]);
            if (0..2).all(|side| usable(side) || is_length(side)) {
                others.push(Joint { image, sides });
            }
        }
        others.sort_by_key(|j| j.image);
        joint.extend(others);
        joint.truncate(MOST_NUMBERS);
        joint
    }
}
