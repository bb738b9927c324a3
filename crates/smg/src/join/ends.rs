//! What is known of zero bytes in objects that stand for many regions.

use super::core::Joiner;
use crate::ends::Ends;
use crate::int::IntDomain;
use crate::object::ObjId;

/// More are not kept for one object.
const MAX_ENDS: usize = 4;

impl<D: IntDomain> Joiner<'_, D> {
    /// What is known of zero bytes in an object that two became.
    pub(super) fn join_ends(&mut self, sources: [ObjId; 2], image: ObjId) {
        if !self.st.dst.object(image).has_ranges_of_ends() {
            return;
        }
        let known = [0, 1].map(|side| self.graphs[side].known_ends(sources[side]));
        if known.iter().all(|ends| ends.is_empty()) {
            return;
        }
        let mut found: Vec<Ends> = Vec::new();
        for side in 0..2 {
            let other = 1 - side;
            for &own in &known[side] {
                let by_contents = self.graphs[other].zero_byte(sources[other], own);
                let partners = known[other].iter().copied().chain(by_contents);
                let Some(partner) = partners.min_by_key(|&ends| (own.hull(ends).spread(), ends)) else {
                    continue;
                };
                let before = if side == 0 { own } else { partner };
                let mut ends = own.hull(partner);
                if self.options.widen.is_some() {
                    ends.first = if ends.first < before.first { 0 } else { ends.first };
                    ends.last = if ends.last > before.last { Ends::OPEN } else { ends.last };
                }
                found.push(ends);
            }
        }
        found.sort_unstable();
        found.dedup();
        let all = found.clone();
        found.retain(|&ends| !all.iter().any(|&other| other != ends && ends.contains(other)));
        found.truncate(MAX_ENDS);
        for side in 0..2 {
            let is_kept = |ends: &Ends| found.iter().any(|&kept| ends.contains(kept));
            self.st.grew[side] |= !known[side].iter().all(is_kept);
        }
        self.st.dst.object_mut(image).ends = found;
    }

    /// The same for an object that only one side has.
    pub(super) fn copy_ends(&mut self, side: usize, source: ObjId, image: ObjId) {
        if self.st.dst.object(image).has_ranges_of_ends() {
            let mut known = self.graphs[side].known_ends(source);
            self.st.grew[side] |= known.len() > MAX_ENDS;
            known.truncate(MAX_ENDS);
            self.st.dst.object_mut(image).ends = known;
        }
    }
}
