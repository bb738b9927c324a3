//! Join of values that are not addresses.

use super::core::{Fail, Joiner, MISMATCH, NO_VALUE};
use crate::graph::Smg;
use crate::int::IntDomain;
use crate::marks::LARGEST_MARK;
use crate::object::{MIXED_LABEL, ObjId, Origin};
use crate::precision::Loss;
use crate::reinterpret::Peek;
use crate::value::{Content, ValId};

/// The level of a content that no node stands for: nothing but this one field knows it, so each instance of the field
/// may hold another one.
const INNERMOST: u32 = u32::MAX;

/// A field's content on one side: what it can be, its node if there is one, and its level.
struct Datum<D> {
    content: Content<D>,
    node: ValId,
    level: u32,
    constant: bool,
}

fn is_zero<D>(c: &Content<D>) -> bool {
    matches!(c, Content::Address(t) if t.obj == ObjId::NULL)
}

fn may_be_uninit<D>(c: &Content<D>) -> bool {
    matches!(c, Content::Uninit | Content::Unknown { may_be_uninit: true })
}

/// A number so small that it may be the mark of a node: its colour, its state, its kind.
fn mark<D: IntDomain>(c: &Content<D>) -> Option<u64> {
    match c {
        Content::Int(d) => d.as_constant().filter(|&n| n <= LARGEST_MARK),
        c => is_zero(c).then_some(0),
    }
}

/// The mark that a field holds.
pub(super) fn mark_in<D: IntDomain>(graph: &Smg<D>, p: &Peek<D>) -> Option<u64> {
    match p {
        Peek::Value(v) => mark(graph.content(graph.resolve(*v))),
        Peek::Int(d) => d.as_constant().filter(|&n| n <= LARGEST_MARK),
        Peek::Unknown { .. } => None,
    }
}

/// Whether every bit pattern of `a` is one of `b`.
pub(crate) fn content_subset<D: IntDomain>(a: &Content<D>, b: &Content<D>) -> bool {
    match (a, b) {
        (_, Content::Unknown { may_be_uninit: true }) => true,
        (a, Content::Unknown { may_be_uninit: false }) => !may_be_uninit(a),
        (Content::Int(x), Content::Int(y)) => x.is_subset(y),
        (a, Content::Int(y)) => is_zero(a) && y.contains(0),
        (Content::Int(x), b) => is_zero(b) && x.as_constant() == Some(0),
        (Content::Code(x), Content::Code(y)) => x.is_subset(y),
        (a, Content::Code(y)) => is_zero(a) && y.or_null,
        (Content::Float, Content::Float) => true,
        (a, Content::Float) => is_zero(a),
        (Content::Uninit, Content::Uninit) => true,
        (a, b) => is_zero(a) && is_zero(b),
    }
}

impl<D: IntDomain> Joiner<'_, D> {
    fn datum(&self, side: usize, p: &Peek<D>) -> Datum<D> {
        match p {
            Peek::Value(v) => {
                let g = self.graphs[side];
                let v = g.resolve(*v);
                Datum {
                    content: g.content(v).clone(),
                    node: v,
                    level: g.level_of(v),
                    constant: g.is_const(v) || v == ValId::UNINIT,
                }
            }
            Peek::Int(d) => {
                let constant = d.as_constant().is_some();
                Datum { content: Content::Int(d.clone()), node: NO_VALUE, level: INNERMOST, constant }
            }
            Peek::Unknown { may_be_uninit } => Datum {
                content: Content::Unknown { may_be_uninit: *may_be_uninit },
                node: NO_VALUE,
                level: INNERMOST,
                constant: false,
            },
        }
    }

    /// The labels of the two objects that an object of the result comes from.
    pub(super) fn labels_of(&self, o: ObjId) -> [u32; 2] {
        let source = self.image(o).source;
        let label = |side: usize| source[side].map(|x| self.graphs[side].object(x).label);
        let either = label(0).or(label(1)).unwrap_or(MIXED_LABEL);
        [label(0).unwrap_or(either), label(1).unwrap_or(either)]
    }

    /// The level of a joined value: at least as private as on each side. More private than on a side is an
    /// over-approximation (equal values become possibly different ones), which the status reports.
    pub(super) fn place_value(
        &mut self,
        ancestors: &[ObjId],
        levels: [u32; 2],
        free: [bool; 2],
    ) -> Result<u32, Fail> {
        let mut level = u32::from(self.merge_root.is_some()).min(ancestors.len() as u32);
        let mut highest = [ancestors.len() as u32; 2];
        for side in 0..2 {
            if free[side] {
                continue;
            }
            let own = match levels[side] {
                INNERMOST => ancestors.iter().filter(|&&a| self.image(a).was_abstract[side]).count() as u32,
                level => level,
            };
            let (lo, hi) = self.level_range(ancestors, side, own).ok_or(MISMATCH)?;
            level = level.max(lo);
            highest[side] = hi;
        }
        if free == [true, true] {
            level = ancestors.len() as u32;
        }
        for side in 0..2 {
            self.st.grew[side] |= !free[side] && level > highest[side];
        }
        Ok(level)
    }

    pub(super) fn join_data(
        &mut self,
        p1: &Peek<D>,
        p2: &Peek<D>,
        width: u32,
        context: Option<ObjId>,
    ) -> Result<ValId, Fail> {
        let (d1, d2) = (self.datum(0, p1), self.datum(1, p2));
        if let (Some(m1), Some(m2), Some((holder, field))) =
            (mark(&d1.content), mark(&d2.content), self.holder)
            && m1 != m2
            && self.st.dst.object(holder).origin == Origin::Heap
        {
            let labels = self.labels_of(holder);
            if self.options.keeps(|kept| kept.has_apart(labels, field)) {
                return Err(MISMATCH);
            }
            labels.into_iter().for_each(|label| self.st.dst.lose(Loss::Contents { label, field }));
        }
        let content = self.join_content(&d1.content, &d2.content, width);
        if d1.constant
            && d2.constant
            && d1.node != NO_VALUE
            && d2.node != NO_VALUE
            && d1.content == d2.content
        {
            return Ok(self.st.dst.fresh(content, 0, width));
        }
        let ancestors = self.ancestors(context);
        let level = self.place_value(&ancestors, [d1.level, d2.level], [d1.constant, d2.constant])?;
        let scope = level.checked_sub(1).map_or(ObjId::NULL, |i| ancestors[i as usize]);
        let key = (d1.node, d2.node, scope);
        // Two constants that differ meet at many places without being related; each place gets its own value.
        let shared = !(d1.constant && d2.constant) && d1.node != NO_VALUE && d2.node != NO_VALUE;
        if shared {
            if let Some(&v) = self.st.pairs.get(&key) {
                return Ok(v);
            }
        }
        self.st.grew[0] |= !content_subset(&content, &d1.content);
        self.st.grew[1] |= !content_subset(&content, &d2.content);
        let v = self.st.dst.fresh(content, level, width);
        if shared {
            self.st.pairs.insert(key, v);
        }
        self.st.value_images.push((d1.node, d2.node, v));
        Ok(v)
    }

    fn join_content(&self, c1: &Content<D>, c2: &Content<D>, width: u32) -> Content<D> {
        if is_zero(c1) && is_zero(c2) {
            return c1.clone();
        }
        if may_be_uninit(c1) || may_be_uninit(c2) {
            return match (c1, c2) {
                (Content::Uninit, Content::Uninit) => Content::Uninit,
                _ => Content::Unknown { may_be_uninit: true },
            };
        }
        let int = |c: &Content<D>, other: &Content<D>| match (c, other) {
            (Content::Int(d), _) => Some(d.clone()),
            (c, Content::Int(d)) if is_zero(c) => Some(D::constant(d.width(), 0)),
            _ => None,
        };
        if let (Some(x), Some(y)) = (int(c1, c2), int(c2, c1)) {
            if x.width() == y.width() {
                let joined = x.join(&y);
                return Content::Int(match &self.stops {
                    Some(thresholds) => {
                        let wider = x.widen(&y, thresholds);
                        self.note_widening(wider != joined);
                        wider
                    }
                    None => joined,
                });
            }
        }
        match (c1, c2) {
            (Content::Code(x), Content::Code(y)) => Content::Code(x.union(y)),
            (Content::Code(x), z) | (z, Content::Code(x)) if is_zero(z) => {
                Content::Code(crate::value::CodeSet { or_null: true, ..x.clone() })
            }
            (Content::Float, Content::Float) => Content::Float,
            (Content::Float, z) | (z, Content::Float) if is_zero(z) => Content::Float,
            _ => {
                debug_assert!(width > 0 || self.merge_root.is_none());
                Content::Unknown { may_be_uninit: false }
            }
        }
    }
}
