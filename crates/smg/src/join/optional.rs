//! Join of what is known of optional regions: their address where they are absent, and the number that tells.

use super::core::{Copy, Fail, Joiner, MISMATCH};
use crate::int::IntDomain;
use crate::object::{Field, ObjId, ObjKind, Origin};
use crate::optional::{Optional, Tag};
use crate::reinterpret::Peek;
use crate::value::{Content, Spec, ValId};
use base::Idx;

/// Stands for the offset of a link among the links of inserted objects: what an optional region leads to instead.
pub(super) const ABSENT: u64 = u64::MAX;

/// The numbers that a tag can be on one side: where the region is there, and where it is not.
type Cases = [Vec<u64>; 2];

fn is_subset(a: &[u64], b: &[u64]) -> bool {
    a.iter().all(|n| b.contains(n))
}

impl<D: IntDomain> Joiner<'_, D> {
    fn set_absent(&mut self, o: ObjId, absent: ValId) {
        let known = Optional { absent, ..self.st.dst.optional_of(o) };
        self.st.dst.object_mut(o).optional = known.some();
    }

    /// The address of an absent region that was one on both sides. Where one side has the region for certain, the other one says it,
    /// when all shared objects have found their partners.
    pub(super) fn join_absent(&mut self, x1: ObjId, x2: ObjId, o: ObjId) -> Result<(), Fail> {
        let sides = [self.graphs[0].object(x1), self.graphs[1].object(x2)];
        if sides.iter().all(|x| x.absent_value() == ValId::ZERO) {
            return Ok(());
        }
        let optional = sides.map(|x| x.kind == ObjKind::OptRegion);
        match optional {
            [true, true] => {
                let [p1, p2] = sides.map(|x| Peek::Value(x.absent_value()));
                let parent = self.image(o).parent;
                let width = self.graphs[0].ptr_bits();
                let absent = self.join_values(&p1, &p2, width, parent)?;
                if self.st.dst.target(absent).is_none() {
                    return Err(MISMATCH);
                }
                self.set_absent(o, absent);
            }
            _ => {
                let side = usize::from(optional[1]);
                self.st.absents.push((side, [x1, x2][side], o));
            }
        }
        Ok(())
    }

    /// The absent addresses that only one side knows.
    pub(super) fn finish_absents(&mut self) -> Result<(), Fail> {
        for (side, source, target) in std::mem::take(&mut self.st.absents) {
            let copy = Copy { side, source, target, root: source, root_image: target, private: None };
            let absent =
                self.shared_value(&copy, self.graphs[side].object(source).absent_value(), Spec::First)?;
            self.set_absent(target, absent);
        }
        Ok(())
    }

    /// The absent address of a region that was copied from one side.
    pub(super) fn copy_absent(&mut self, copy: &Copy, fixed: Option<ValId>) -> Result<(), Fail> {
        let known = self.graphs[copy.side].object(copy.source).absent_value();
        let absent = match fixed {
            Some(v) => v,
            None if known == ValId::ZERO => known,
            None if copy.source == copy.root => self.shared_value(copy, known, Spec::First)?,
            None => self.copy_value(copy, known)?,
        };
        self.set_absent(copy.target, absent);
        Ok(())
    }

    /// What a region of one node becomes where the other node has this address instead: the address of each node itself, or
    /// that of a variable. (Blocks of the heap that all nodes know are rather what the nodes are linked to.)
    pub(super) fn absent_instead(&mut self, side: usize, other: &Peek<D>) -> Option<ValId> {
        let Peek::Value(v) = other else { return None };
        let root = self.merge_root?;
        let graph = self.graphs[1 - side];
        let v = graph.resolve(*v);
        if v == ValId::ZERO {
            return Some(v);
        }
        let t = graph.pointee(v).filter(|t| t.off.is_exact())?;
        match self.mapped(1 - side, t.obj) {
            Some(image) if image == root && matches!(t.spec, Spec::Region | Spec::All) => {
                Some(self.st.dst.address(root, t.off, Spec::All))
            }
            None if graph.object(t.obj).origin != Origin::Heap => Some(v),
            _ => None,
        }
    }

    /// The tags of optional regions of the result, once everything else is joined.
    pub(super) fn join_tags(&mut self) {
        let optional = self.st.dst.objects().filter(|(_, o)| o.kind == ObjKind::OptRegion).map(|(id, _)| id);
        let optional: Vec<ObjId> = optional.filter(|&o| self.is_made(o)).collect();
        for o in optional {
            let tag = self.tag_by_holder(o);
            for side in 0..2 {
                let Some(x) = self.image(o).source[side] else { continue };
                let Some(known) = self.graphs[side].object(x).tag() else { continue };
                let kept = tag.as_ref().is_some_and(|tag| {
                    is_subset(&tag.present, &known.present) && is_subset(&tag.absent, &known.absent)
                });
                self.st.grew[side] |= !kept;
            }
            if tag.is_some() {
                let known = Optional { tag, ..self.st.dst.optional_of(o) };
                self.st.dst.object_mut(o).optional = known.some();
            }
        }
        // An optional region that became something else has no tag any more.
        for side in 0..2 {
            let lost = self.graphs[side].objects().any(|(x, object)| {
                object.tag().is_some()
                    && self.mapped(side, x).is_some_and(|o| self.st.dst.object(o).kind != ObjKind::OptRegion)
            });
            self.st.grew[side] |= lost;
        }
    }

    /// Whether this join made the object: in a merge, the others of the graph are there as well.
    fn is_made(&self, o: ObjId) -> bool {
        self.st.images.get(o.index()).is_some_and(Option::is_some)
    }

    fn tag_by_holder(&self, o: ObjId) -> Option<Tag> {
        let dst = &self.st.dst;
        let leads = |v: ValId| dst.pointee(v).is_some_and(|t| t.obj == o);
        let holders = dst.objects().filter(|(_, h)| h.edges().iter().any(|e| leads(e.value)));
        holders.filter(|(id, _)| self.is_made(*id)).find_map(|(holder, _)| self.common_tag(holder, o))
    }

    /// A number in an object that leads to an optional region which tells on both sides whether the region is there.
    fn common_tag(&self, holder: ObjId, o: ObjId) -> Option<Tag> {
        let dst = &self.st.dst;
        let level = dst.object(o).level;
        dst.object(holder).edges().iter().find_map(|e| {
            let number = matches!(dst.content(e.value), Content::Int(_)) && !dst.is_const(e.value);
            if !number || e.field.len > 64 || dst.level_of(e.value) != level {
                return None;
            }
            let [mut tag, other] =
                [self.cases_of(0, holder, o, e.field)?, self.cases_of(1, holder, o, e.field)?];
            for (case, more) in tag.iter_mut().zip(other) {
                case.extend(more);
                case.sort_unstable();
                case.dedup();
            }
            let [present, absent] = tag;
            let tells = !present.iter().any(|n| absent.contains(n));
            tells.then_some(Tag { value: e.value, present, absent })
        })
    }

    fn cases_of(&self, side: usize, holder: ObjId, o: ObjId, field: Field) -> Option<Cases> {
        let graph = self.graphs[side];
        let source = self.image(o).source[side];
        let Some(holder) = self.image(holder).source[side] else {
            // Where there is no node that either belongs to, nothing is said; elsewhere the number may be known without its holder.
            let belongs_to = std::iter::successors(self.image(o).parent, |&p| self.image(p).parent);
            let is_nowhere = belongs_to.into_iter().any(|p| self.image(p).source[side].is_none());
            return is_nowhere.then(Cases::default);
        };
        let held = graph.peek(holder, field);
        if let Some(tag) = source.and_then(|x| graph.object(x).tag())
            && let Peek::Value(v) = held
            && graph.resolve(v) == graph.resolve(tag.value)
        {
            return Some([tag.present.clone(), tag.absent.clone()]);
        }
        let numbers = graph.few_numbers(&held)?;
        Some(match source.map(|x| graph.object(x).kind) {
            None => [Vec::new(), numbers],
            Some(ObjKind::Region) => [numbers, Vec::new()],
            Some(_) => [numbers.clone(), numbers],
        })
    }
}
