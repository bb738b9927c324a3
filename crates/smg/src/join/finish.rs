//! What remains once all pairs have been found: coverage, inequalities and relations, life times.

use super::JoinError;
use super::core::{Fail, Joiner, NO_VALUE};
use crate::graph::{ConstKey, Smg};
use crate::int::{BinOp, IntDomain, UnOp};
use crate::object::{ObjId, ObjKind, Origin};
use crate::order::Linear;
use crate::reinterpret::Peek;
use crate::terms::Term;
use crate::value::{Content, Relation, ValId};
use base::{FxHashMap, Idx};
use std::borrow::Cow;

impl Linear {
    /// The number of so many bits that makes it a size, if there is one.
    fn base_for(&self, size: u64, width: u32) -> Option<u64> {
        let bytes = i128::from(size) - i128::from(self.addend);
        let number = bytes.checked_div(self.scale.into()).filter(|n| n * i128::from(self.scale) == bytes)?;
        let most = crate::int::mask(width) >> 1;
        u64::try_from(number).ok().filter(|&n| (1..=64).contains(&width) && n <= most)
    }
}

impl<D: IntDomain> Smg<D> {
    /// The graph, with a value for each number that the size of a block would follow from here as it does in the other graph.
    pub(super) fn with_numbers_of_sizes(&self, other: &Smg<D>) -> Cow<'_, Smg<D>> {
        let mut graph = Cow::Borrowed(self);
        for (object, size) in other.sizes.iter() {
            let label = other.object(*object).label;
            let width = other.value(other.resolve(size.base)).width;
            for (id, own) in self.objects().filter(|(_, own)| own.label == label) {
                if own.size.is_exact()
                    && self.size_of(id).is_none()
                    && let Some(value) = size.base_for(own.size.lo, width)
                    && value != 0
                    && graph.find_const(ConstKey::Int { value, width }).is_none()
                {
                    graph.to_mut().int_const(width, value);
                }
            }
        }
        graph
    }

    /// Whether possibly empty segments form a cycle: an address of them would lead nowhere.
    pub(crate) fn has_empty_cycle(&self) -> bool {
        // Every address is walked over once: a walk that reaches an earlier one ends as that one did.
        let mut walk_of: FxHashMap<ValId, usize> = FxHashMap::default();
        let optional = self.objects().filter(|(_, object)| object.may_be_empty());
        let starts = optional.flat_map(|(_, object)| object.addresses.iter().copied());
        for (walk, start) in starts.enumerate() {
            let mut at = start;
            while let Some(t) = self.pointee(at) {
                if !self.object(t.obj).may_be_empty() {
                    break;
                }
                match walk_of.insert(at, walk) {
                    Some(earlier) if earlier == walk => return true,
                    Some(earlier) => {
                        walk_of.insert(at, earlier);
                        break;
                    }
                    None => {}
                }
                let Some(next) = self.value_if_empty(t) else { break };
                at = self.resolve(next);
            }
        }
        false
    }
}

impl<D: IntDomain> Joiner<'_, D> {
    /// No live heap object of an input may be missing, and nothing one-sided may be there for certain.
    pub(super) fn check_coverage(&self) -> Result<(), Fail> {
        for side in 0..2 {
            for (id, object) in self.graphs[side].objects() {
                let matters =
                    object.is_live() && object.origin == Origin::Heap && object.kind != ObjKind::Null;
                if matters && self.mapped(side, id).is_none() {
                    return Err(JoinError::Coverage.into());
                }
            }
        }
        for (id, object) in self.st.dst.objects() {
            if id == ObjId::NULL || !object.is_live() || !self.one_sided(id) {
                continue;
            }
            // Below a one-sided ancestor everything vanishes with it.
            let optional = object.may_be_empty()
                || std::iter::successors(self.image(id).parent, |&p| self.image(p).parent)
                    .any(|p| self.one_sided(p) && self.st.dst.object(p).may_be_empty());
            if !optional {
                return Err(JoinError::Coverage.into());
            }
        }
        Ok(())
    }

    pub(super) fn join_facts(&mut self) -> Result<(), Fail> {
        self.join_sizes();
        self.join_zeros();
        self.count_lost_equalities();
        if self.graphs.iter().any(|g| !g.neqs.is_empty() || !g.relations.is_empty()) {
            self.join_neqs_and_relations();
        }
        self.join_sums();
        self.join_terms();
        // They take the relations of the result into account, and are dear.
        self.check_goal()?;
        self.join_orders()
    }

    fn join_neqs_and_relations(&mut self) {
        let images = [self.images_by_value(0), self.images_by_value(1)];
        for side in 0..2 {
            let graph = self.graphs[side];
            for &(a, b) in graph.neqs.iter() {
                self.join_neq(side, a, b, &images[side]);
            }
        }
        for side in 0..2 {
            for r in self.graphs[side].relations_among(|v| images[side].contains_key(&v)) {
                self.join_relation(side, r, &images[side]);
            }
        }
    }

    /// A size stays known if it follows in the same way from numbers that became one: also from a constant, where the size is
    /// one.
    fn join_sizes(&mut self) {
        let mut lost: Vec<(usize, Option<ObjId>)> = Vec::new();
        for side in 0..2 {
            let own = self.graphs[side];
            for &(x, size) in own.sizes.iter() {
                let image = self.mapped(side, x);
                let partner = image.map(|o| self.image(o).source[1 - side]);
                let base = match partner {
                    Some(Some(y)) => self.common_base(side, size, y),
                    // Where there is no such block, nothing is said of its size.
                    Some(None) => self.image_of(side, own.resolve(size.base), |_| true),
                    None => None,
                };
                match (image, base) {
                    (Some(o), Some(base)) if self.st.dst.size_of(o).is_none() => {
                        self.st.dst.set_size(o, Linear { base, ..size });
                    }
                    (Some(_), Some(_)) => {}
                    _ => lost.push((side, image)),
                }
            }
        }
        // A size that is a constant on one side may be known in the form of the other one.
        for (side, image) in lost {
            let is_constant = |o: ObjId| {
                let own = self.image(o).source[side];
                own.is_some_and(|x| self.graphs[side].constant_size(x).is_some())
            };
            let is_known = image.is_some_and(|o| self.st.dst.size_of(o).is_some() && is_constant(o));
            self.st.grew[side] |= !is_known;
        }
        self.find_sizes();
        // Widening lets the number go further than the size.
        if self.options.widen.is_some() {
            self.st.dst.tighten_bases();
        }
    }

    /// Two nodes became one: a block that belongs to each of them has its size where both sizes follow from the same number.
    pub(super) fn merge_sizes(&mut self) {
        let graph = self.graphs[0];
        if graph.sizes.is_empty() {
            return;
        }
        let made = self.st.images.iter().enumerate().filter_map(|(o, image)| Some((o, (*image)?.source)));
        for (o, source) in made.collect::<Vec<_>>() {
            let sizes = source.map(|x| x.map(|x| graph.size_of(x)));
            let size = match sizes {
                [Some(a), Some(b)] => a.filter(|_| a == b),
                [a, b] => a.or(b).flatten(),
            };
            if let Some(size) = size {
                self.st.dst.set_size(ObjId::new(o), size);
            }
        }
    }

    /// Two blocks of different known sizes became one, and so did two numbers: `cap` was 4 where the block has 16 bytes and 8 where it has
    /// 32, so the size is `4 * cap` on both sides.
    fn find_sizes(&mut self) {
        let mut found: Vec<(ObjId, Linear)> = Vec::new();
        for (image, object) in self.st.dst.objects() {
            if object.size.is_exact()
                || object.level != 0
                || !object.is_live()
                || object.kind != ObjKind::Region
            {
                continue;
            }
            let [Some(x1), Some(x2)] = self.image(image).source else { continue };
            let sizes = [self.graphs[0].constant_size(x1), self.graphs[1].constant_size(x2)];
            let [Some(s1), Some(s2)] = sizes else { continue };
            if self.st.dst.size_of(image).is_some() {
                continue;
            }
            let number = |side: usize, v: ValId| match self.graphs[side].content(v) {
                _ if v == ValId::ZERO => Some(0),
                Content::Int(d) => d.as_constant().map(|_| i128::from(d.signed_bounds().0)),
                _ => None,
            };
            let follows = self.st.value_images.iter().filter_map(|&(v1, v2, base)| {
                if v1 == NO_VALUE || v2 == NO_VALUE || self.st.dst.level_of(base) != 0 {
                    return None;
                }
                let (n1, n2) = (number(0, v1)?, number(1, v2)?);
                let (more, bytes) = (n2 - n1, i128::from(s2) - i128::from(s1));
                if n1 < 0 || n2 < 0 || more == 0 || bytes % more != 0 || bytes / more <= 0 {
                    return None;
                }
                let scale = bytes / more;
                let addend = i64::try_from(i128::from(s1) - scale * n1).ok()?;
                Some(Linear { base, scale: i64::try_from(scale).ok()?, addend })
            });
            // A number of elements says it without an addend; a number of characters with one for the end.
            if let Some(size) = follows.min_by_key(|size| (size.addend.unsigned_abs(), size.base)) {
                found.push((image, size));
            }
        }
        for (image, size) in found {
            self.st.dst.set_size(image, size);
        }
    }

    /// The image of the number that a size follows from, if the partner's size follows from the number's partner.
    fn common_base(&mut self, side: usize, size: Linear, partner: ObjId) -> Option<ValId> {
        let (own, other) = (self.graphs[side], self.graphs[1 - side]);
        let base = own.resolve(size.base);
        if let Some(theirs) = other.size_of(partner) {
            if (theirs.scale, theirs.addend) != (size.scale, size.addend) {
                return self.base_beside_constant(side, size, partner);
            }
            let their_base = other.resolve(theirs.base);
            if own.is_const(base) && other.is_const(their_base) {
                let value = own.value(base).clone();
                if value.content == *other.content(their_base) {
                    return Some(self.st.dst.fresh(value.content, 0, value.width));
                }
                // Some variable may hold the one number here and the other one there.
                let known = self.image_of(side, base, |theirs| theirs == their_base);
                if known.is_some() {
                    return known;
                }
            }
            let pair = if side == 0 { (base, their_base) } else { (their_base, base) };
            if let Some(&known) = self.st.pairs.get(&(pair.0, pair.1, ObjId::NULL)) {
                return Some(known);
            }
            // Nothing but the sizes holds the numbers any more.
            let width = own.value(base).width;
            if width == 0 || width != other.value(their_base).width {
                return None;
            }
            return self.join_data(&Peek::Value(pair.0), &Peek::Value(pair.1), width, None).ok();
        }
        self.base_beside_constant(side, size, partner)
    }

    /// The same where the partner's size is a constant.
    fn base_beside_constant(&mut self, side: usize, size: Linear, partner: ObjId) -> Option<ValId> {
        let (own, other) = (self.graphs[side], self.graphs[1 - side]);
        let exact = other.constant_size(partner)?;
        let fits = |v: ValId| {
            let number = match other.content(v) {
                Content::Int(d) => d.as_constant().map(|_| d.signed_bounds().0).filter(|&n| n >= 0),
                _ if v == ValId::ZERO => Some(0),
                _ => None,
            };
            number.is_some_and(|n| {
                i128::from(n) * i128::from(size.scale) + i128::from(size.addend) == i128::from(exact)
            })
        };
        let base = own.resolve(size.base);
        let known = self.image_of(side, base, fits);
        if known.is_some() {
            return known;
        }
        // Nothing but the size holds the number any more, or it is known to be another one elsewhere.
        let width = own.value(base).width;
        let number = size.base_for(exact, width)?;
        let theirs = match number {
            0 => ValId::ZERO,
            value => other.find_const(ConstKey::Int { value, width })?,
        };
        let pair = if side == 0 { (base, theirs) } else { (theirs, base) };
        self.join_data(&Peek::Value(pair.0), &Peek::Value(pair.1), width, None).ok()
    }

    /// The image of a value and of one of the other side that fits. Whichever it is, a size follows from it; the least one,
    /// so that the answer does not depend on the order of the walk.
    fn image_of(&self, side: usize, base: ValId, fits: impl Fn(ValId) -> bool) -> Option<ValId> {
        let ours = self.st.value_images.iter().map(|&(v1, v2, image)| match side {
            0 => (v1, v2, image),
            _ => (v2, v1, image),
        });
        let candidates = ours.filter(|&(mine, theirs, image)| {
            mine == base && theirs != NO_VALUE && fits(theirs) && self.st.dst.level_of(image) == 0
        });
        candidates.map(|(_, _, image)| image).min()
    }

    /// One value on a side that became several: they were equal and are no longer known to be.
    fn count_lost_equalities(&mut self) {
        for side in 0..2 {
            if self.st.grew[side] {
                continue;
            }
            let graph = self.graphs[side];
            let mut first: FxHashMap<ValId, ValId> = FxHashMap::default();
            for &(v1, v2, image) in &self.st.value_images {
                let v = if side == 0 { v1 } else { v2 };
                if v == NO_VALUE || graph.is_const(v) || v == ValId::UNINIT {
                    continue;
                }
                let exact_address = graph.pointee(v).is_some_and(|t| t.off.is_exact())
                    && self.st.dst.pointee(image).is_some_and(|t| t.off.is_exact());
                if exact_address {
                    continue;
                }
                if *first.entry(v).or_insert(image) != image {
                    self.st.grew[side] = true;
                    break;
                }
            }
        }
    }

    /// For each value of a side: its partner on the other side and their image.
    fn images_by_value(&self, side: usize) -> FxHashMap<ValId, Vec<(ValId, ValId)>> {
        let mut map: FxHashMap<ValId, Vec<(ValId, ValId)>> = FxHashMap::default();
        for &(v1, v2, image) in &self.st.value_images {
            let (own, other) = if side == 0 { (v1, v2) } else { (v2, v1) };
            if own != NO_VALUE {
                map.entry(own).or_default().push((other, image));
            }
        }
        map
    }

    fn images_of(
        &mut self,
        side: usize,
        v: ValId,
        images: &FxHashMap<ValId, Vec<(ValId, ValId)>>,
    ) -> Vec<(ValId, ValId)> {
        let graph = self.graphs[side];
        if v == ValId::ZERO {
            return vec![(ValId::ZERO, ValId::ZERO)];
        }
        let mut out = images.get(&v).cloned().unwrap_or_default();
        if graph.is_const(v) {
            let value = graph.value(v).clone();
            let key = match &value.content {
                Content::Int(d) => ConstKey::Int { value: d.as_constant().unwrap_or(0), width: d.width() },
                Content::Code(set) => ConstKey::Code(set.as_single().unwrap_or(0)),
                _ => return out,
            };
            let other = self.graphs[1 - side].find_const(key).unwrap_or(NO_VALUE);
            out.push((other, self.st.dst.fresh(value.content, 0, value.width)));
        }
        // Facts are kept for values of the top level only; elsewhere they are lost.
        let all = out.len();
        out.retain(|i| self.st.dst.level_of(i.1) == 0);
        self.st.grew[side] |= out.len() < all;
        out.sort_unstable();
        out.dedup();
        out
    }

    /// A number is known to be computed from another one where it is so on both sides.
    fn join_terms(&mut self) {
        let [g1, g2] = self.graphs;
        if g1.terms().is_empty() && g2.terms().is_empty() {
            return;
        }
        let images = self.images_by_value(0);
        let mut is_known = [vec![false; g1.terms().len()], vec![false; g2.terms().len()]];
        for (i, t) in g1.terms().iter().enumerate() {
            let [values, lefts, rights] =
                [t.value, t.left, t.right].map(|v| self.images_of(0, g1.resolve(v), &images));
            for &(their_value, value) in &values {
                for &(their_left, left) in &lefts {
                    for &(their_right, right) in &rights {
                        let theirs =
                            Term { value: their_value, op: t.op, left: their_left, right: their_right };
                        let Some(j) = g2.terms().iter().position(|o| *o == theirs) else { continue };
                        self.st.dst.note_term(value, t.op, left, right);
                        if self.st.dst.terms().contains(&Term { value, op: t.op, left, right }) {
                            is_known[0][i] = true;
                            is_known[1][j] = true;
                        }
                    }
                }
            }
        }
        for side in 0..2 {
            self.st.grew[side] |= is_known[side].contains(&false);
        }
    }

    fn join_neq(&mut self, side: usize, a: ValId, b: ValId, images: &FxHashMap<ValId, Vec<(ValId, ValId)>>) {
        let (xs, ys) = (self.images_of(side, a, images), self.images_of(side, b, images));
        let other = self.graphs[1 - side];
        for &(x_other, x) in &xs {
            for &(y_other, y) in &ys {
                if x == y || self.st.dst.prove_neq(x, y) {
                    self.st.grew[side] |= x == y;
                    continue;
                }
                let known = x_other != NO_VALUE && y_other != NO_VALUE && other.prove_neq(x_other, y_other);
                let addresses = self.st.dst.target(x).is_some() && self.st.dst.target(y).is_some();
                if known && !addresses {
                    self.st.dst.add_neq(x, y);
                } else {
                    self.st.grew[side] = true;
                }
            }
        }
    }

    fn join_relation(&mut self, side: usize, r: Relation, images: &FxHashMap<ValId, Vec<(ValId, ValId)>>) {
        let (ls, rs) = (self.images_of(side, r.left, images), self.images_of(side, r.right, images));
        let other = self.graphs[1 - side];
        for &(l_other, l) in &ls {
            for &(r_other, right) in &rs {
                let in_result =
                    l != right && self.st.dst.relation_between(l, right) == Some((r.negated, r.addend));
                if in_result {
                    continue;
                }
                let known = match l_other != NO_VALUE && r_other != NO_VALUE {
                    true => other.relation_holds(l_other, r_other, r),
                    // The length of a list may be a constant that no value stands for.
                    false => {
                        let constant = |v: ValId, image: ValId| self.constant_on(1 - side, v, image);
                        constant(l_other, l)
                            .zip(constant(r_other, right))
                            .is_some_and(|(x, y)| r.holds_for(x, y, self.st.dst.value(l).width))
                    }
                };
                if known && l != right {
                    self.st.dst.relate(l, right, r.negated, r.addend);
                    let kept = self.st.dst.relation_between(l, right) == Some((r.negated, r.addend));
                    self.st.grew[side] |= !kept;
                } else {
                    self.st.grew[side] = true;
                }
            }
        }
    }

    /// Renumbers births and deaths so that an object is claimed to outlive another only if it does on both sides.
    pub(super) fn join_stamps(&mut self) {
        let ids: Vec<ObjId> =
            self.st.dst.objects().map(|(id, _)| id).filter(|&id| id != ObjId::NULL).collect();
        let freed: Vec<ObjId> = ids.iter().copied().filter(|&o| !self.st.dst.object(o).is_live()).collect();
        self.st.dst.clock = self.graphs[0].clock.max(self.graphs[1].clock);
        if freed.is_empty() {
            return;
        }
        // On each side only the order of births among the deaths matters: count the deaths that came before.
        let mut deaths: [Vec<u32>; 2] = [Vec::new(), Vec::new()];
        for side in 0..2 {
            let source = |o: ObjId| self.image(o).source[side];
            deaths[side] =
                freed.iter().filter_map(|&o| source(o)).map(|x| self.graphs[side].object(x).death).collect();
            deaths[side].sort_unstable();
            deaths[side].dedup();
        }
        let mut claims: [Vec<(ObjId, ObjId)>; 2] = [Vec::new(), Vec::new()];
        for &o in &ids {
            let (mut birth, mut death) = (0, u32::MAX);
            for side in 0..2 {
                let Some(x) = self.image(o).source[side] else { continue };
                let object = self.graphs[side].object(x);
                birth = birth.max(deaths[side].partition_point(|&d| d <= object.birth) as u32);
                death = death.min(deaths[side].partition_point(|&d| d < object.death) as u32 + 1);
                if object.is_live() {
                    for &f in &freed {
                        if let Some(y) = self.image(f).source[side] {
                            if object.birth < self.graphs[side].object(y).death {
                                claims[side].push((o, f));
                            }
                        }
                    }
                }
            }
            let live = self.st.dst.object(o).is_live();
            let new = self.st.dst.object_mut(o);
            new.birth = birth;
            new.death = if live { birth } else { death };
        }
        for side in 0..2 {
            let lost = claims[side].iter().any(|&(o, f)| {
                self.st.dst.object(o).birth >= self.st.dst.object(f).death
                    && !self.one_sided(o)
                    && !self.one_sided(f)
            });
            self.st.grew[side] |= lost;
        }
        let latest =
            ids.iter().map(|&o| self.st.dst.object(o)).map(|o| o.birth.max(o.death)).max().unwrap_or(0);
        self.st.dst.clock = self.st.dst.clock.max(latest.saturating_add(1));
    }
}

impl<D: IntDomain> Smg<D> {
    /// The relations as they are between the values that matter, whichever other values they go through.
    pub(crate) fn relations_among(&self, matters: impl Fn(ValId) -> bool) -> Vec<Relation> {
        if self.relations.iter().all(|r| matters(r.left) && matters(r.right)) {
            return self.relations.to_vec();
        }
        let mut out = Vec::new();
        let mut seen: Vec<ValId> = Vec::new();
        for start in self.relations.iter().map(|r| r.right) {
            if seen.contains(&start) {
                continue;
            }
            // All that is connected, as seen from one value that matters.
            let around = self.related_to(start);
            seen.extend(around.iter().map(|k| k.0));
            let mut known = around.into_iter().filter(|k| matters(k.0));
            let Some((hub, ..)) = known.next() else { continue };
            let m = crate::int::mask(self.value(hub).width.clamp(1, 64));
            out.extend(
                self.related_to(hub).into_iter().filter(|k| k.0 != hub && matters(k.0)).map(
                    |(left, negated, addend)| Relation { left, right: hub, negated, addend: addend & m },
                ),
            );
        }
        out
    }

    /// Whether two values are related as `r` says: by a recorded relation or because both are constants.
    pub(crate) fn relation_holds(&self, left: ValId, right: ValId, r: Relation) -> bool {
        if left != right && self.relation_between(left, right) == Some((r.negated, r.addend)) {
            return true;
        }
        let width = self.value(left).width.max(self.value(right).width);
        if !(1..=64).contains(&width) {
            return false;
        }
        let (l, x) = (self.int_of(left, width), self.int_of(right, width));
        let base = if r.negated { D::unary(UnOp::Neg, &x) } else { x };
        let expected = D::binary(BinOp::Add, &base, &D::constant(width, r.addend));
        match (l.as_constant(), expected.as_constant()) {
            (Some(a), Some(b)) => a == b,
            _ => false,
        }
    }
}
