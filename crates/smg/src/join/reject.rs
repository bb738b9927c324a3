//! Pairs of configurations that certainly have no join, found without building anything.
//!
//! A loop that builds what lists do not describe leaves hundreds of configurations at its head, and an arriving one is
//! compared with all of them. Nearly all of these joins fail, and a failing join is as dear as a successful one. But from
//! the variables on, through regions that are no abstract objects, the pairs are forced: nothing can be inserted between
//! them, so the first pair that does not fit decides.

use super::JoinOptions;
use super::data::mark_in;
use crate::graph::Smg;
use crate::int::IntDomain;
use crate::object::{Field, ObjId, Object, Origin};
use crate::precision::Kept;
use crate::reinterpret::Peek;
use crate::value::{Target, ValId};
use base::Idx;

struct Walk<'a, D: IntDomain> {
    graphs: [&'a Smg<D>; 2],
    lose_addresses: bool,
    kept: Option<&'a Kept>,
    /// The counterpart of each object, for both sides.
    partner: [Vec<Option<ObjId>>; 2],
    pairs: Vec<(ObjId, ObjId)>,
}

/// Whether the join of two configurations with the same roots and names fails for certain.
pub(super) fn certainly_differ<D: IntDomain>(g1: &Smg<D>, g2: &Smg<D>, options: &JoinOptions<'_>) -> bool {
    if options.introduce_optional {
        // A region may then be inserted anywhere.
        return false;
    }
    let partner = [g1, g2].map(|g| vec![None; g.objects.len()]);
    let JoinOptions { lose_addresses, .. } = *options;
    let kept = options.kept.filter(|kept| !kept.is_empty());
    let mut walk = Walk { graphs: [g1, g2], lose_addresses, kept, partner, pairs: Vec::new() };
    for (&(_, v1), &(_, v2)) in g1.named.iter().zip(g2.named.iter()) {
        if !walk.values(&Peek::Value(v1), &Peek::Value(v2)) {
            return true;
        }
    }
    let roots = g1.roots.iter().zip(g2.roots.iter());
    for (&(_, o1), &(_, o2)) in roots {
        if !walk.pair(o1, o2) {
            return true;
        }
    }
    let mut next = 0;
    while let Some(&(o1, o2)) = walk.pairs.get(next) {
        next += 1;
        if !walk.contents(o1, o2) {
            return true;
        }
    }
    false
}

impl<D: IntDomain> Walk<'_, D> {
    /// Two regions are forced to be one. Says whether that is possible.
    fn pair(&mut self, o1: ObjId, o2: ObjId) -> bool {
        match (self.partner[0][o1.index()], self.partner[1][o2.index()]) {
            (None, None) => {}
            (known, _) => return known == Some(o2),
        }
        let (a, b) = (self.graphs[0].object(o1), self.graphs[1].object(o2));
        if a.validity != b.validity || a.origin != b.origin || (a.size != b.size && a.label != b.label) {
            return false;
        }
        self.partner[0][o1.index()] = Some(o2);
        self.partner[1][o2.index()] = Some(o1);
        self.pairs.push((o1, o2));
        true
    }

    fn values(&mut self, p1: &Peek<D>, p2: &Peek<D>) -> bool {
        match [self.target(0, p1), self.target(1, p2)] {
            [Some(t1), Some(t2)] => {
                if self.is_fixed(0, t1) && self.is_fixed(1, t2) {
                    self.pair(t1.obj, t2.obj)
                } else {
                    true
                }
            }
            [Some(t), None] => self.may_meet_data(0, t, p2),
            [None, Some(t)] => self.may_meet_data(1, t, p1),
            [None, None] => true,
        }
    }

    fn target(&self, side: usize, p: &Peek<D>) -> Option<Target> {
        match p {
            Peek::Value(v) => self.graphs[side].pointee(*v),
            _ => None,
        }
    }

    /// Whether a region is there for certain, and only once: an abstract object, or one that belongs to each of its
    /// nodes, may be inserted or left out.
    fn is_fixed(&self, side: usize, t: Target) -> bool {
        let object = self.graphs[side].object(t.obj);
        !object.kind.is_abstract() && object.level == 0
    }

    fn may_meet_data(&self, side: usize, t: Target, other: &Peek<D>) -> bool {
        match other {
            Peek::Value(v) if self.graphs[1 - side].resolve(*v) == ValId::ZERO => !self.is_fixed(side, t),
            _ => self.lose_addresses,
        }
    }

    fn contents(&mut self, o1: ObjId, o2: ObjId) -> bool {
        let [g1, g2] = self.graphs;
        let (a, b) = (g1.object(o1), g2.object(o2));
        if let Some(kept) = self.kept
            && a.origin == Origin::Heap
        {
            let mut fields = a.edges().iter().chain(b.edges()).map(|edge| edge.field);
            let mark = |g: &Smg<D>, o: &Object, field: Field| mark_in(g, &g.peek_object(o, field));
            let apart = |field: Field| kept.has_apart([a.label, b.label], field);
            let differ = |field: Field| match (mark(g1, a, field), mark(g2, b, field)) {
                (Some(m1), Some(m2)) => m1 != m2,
                _ => false,
            };
            if fields.any(|field| apart(field) && differ(field)) {
                return false;
            }
        }
        for edge in a.edges() {
            // Numbers always have a join; looking them up on the other side is what costs.
            if g1.pointee(edge.value).is_none() && !leads_somewhere(g2, b, edge.field) {
                continue;
            }
            if !self.values(&Peek::Value(edge.value), &g2.peek_object(b, edge.field)) {
                return false;
            }
        }
        for edge in b.edges() {
            if g2.pointee(edge.value).is_some() && a.edge_at(edge.field).is_none() {
                if !self.values(&g1.peek_object(a, edge.field), &Peek::Value(edge.value)) {
                    return false;
                }
            }
        }
        true
    }
}

fn leads_somewhere<D: IntDomain>(graph: &Smg<D>, object: &Object, field: Field) -> bool {
    object.edge_at(field).is_some_and(|v| graph.pointee(v).is_some())
}
