//! What is known of the order of numbers on both sides.

use super::core::{Fail, Joiner, NO_VALUE};
use crate::int::IntDomain;
use crate::object::{BlockKind, Field, ObjId, ObjKind, Object};
use crate::reinterpret::Peek;
use crate::value::{Content, Offset, Spec, ValId};
use crate::zeros::{MAX_ZEROS, Zero};
use crate::zone::{MAX_SETTLED, Var};

/// So many bytes of an object are looked at for one that is zero.
const MAX_BYTES: usize = 256;

/// Where a bound that grows under widening may stop; beyond the last it is dropped.
const STOPS: [i128; 4] = [-2, -1, 0, 1];

/// A measure of the result and the values on the sides whose measure it is.
struct Joint {
    var: Var,
    sides: [ValId; 2],
    core: bool,
}

impl<D: IntDomain> Joiner<'_, D> {
    /// A bound of the result is the weaker one of those of the sides, whether they were noted or follow from ranges.
    pub(super) fn join_orders(&mut self) -> Result<(), Fail> {
        if !self.st.dst.has_places() && self.graphs.iter().all(|g| g.orders.is_empty()) {
            return Ok(());
        }
        let joint = self.joint_measures();
        let vars: Vec<Var> = joint.iter().map(|j| j.var).collect();
        let own = [0, 1].map(|side: usize| -> Vec<Var> {
            joint.iter().map(|j| Var { value: j.sides[side], measure: j.var.measure }).collect()
        });
        for side in 0..2 {
            // What is known of others is lost.
            let mut orders = self.graphs[side].orders.iter();
            self.st.grew[side] |=
                orders.any(|o| !own[side].contains(&o.less) || !own[side].contains(&o.more));
        }
        self.check_goal()?;
        let sides = [0, 1].map(|side: usize| {
            let graph = self.graphs[side];
            graph.bounds_between(&own[side], &graph.known_bounds(&own[side]))
        });
        // Numbers that are bounded by those that sizes follow from, such as two indexes of one array, are bounded by each other.
        let mut near: Vec<bool> = joint.iter().map(|j| j.core).collect();
        let ranges: Vec<(i128, i128)> = vars.iter().map(|&var| self.st.dst.range_of(var)).collect();
        for both in [false, true] {
            let before = near.clone();
            for (i, less) in joint.iter().enumerate() {
                for (j, more) in joint.iter().enumerate() {
                    let is_next = if both { before[i] && before[j] } else { true };
                    if i == j || !is_next || (less.core || more.core) == both {
                        continue;
                    }
                    let (old, new) = (sides[0].at(i + 1, j + 1), sides[1].at(i + 1, j + 1));
                    let mut most = old.max(new);
                    // What follows from what is known of each of the two alone does not connect a number with a place.
                    let either = |i: usize, j: usize| sides[0].at(i, j).max(sides[1].at(i, j));
                    if !(less.core && more.core) && most >= either(i + 1, 0) + either(0, j + 1) {
                        continue;
                    }
                    if self.options.widen.is_some() && new > old {
                        let stop = STOPS.iter().copied().find(|&stop| stop >= new);
                        self.note_widening(stop != Some(new));
                        let Some(stop) = stop else { continue };
                        most = stop;
                    }
                    if most < ranges[i].1 - ranges[j].0 {
                        self.st.dst.note_bound(less.var, more.var, most);
                        near[i] = true;
                        near[j] = true;
                    }
                }
            }
        }
        let result = self.st.dst.bounds_between(&vars, &self.st.dst.known_bounds(&vars));
        for side in 0..2 {
            let all = 0..=vars.len();
            let weaker = all.clone().any(|i| all.clone().any(|j| sides[side].at(i, j) < result.at(i, j)));
            self.st.grew[side] |= weaker;
        }
        Ok(())
    }

    /// A zero byte is known where each side knows one of the same object.
    pub(super) fn join_zeros(&mut self) {
        let [g1, g2] = self.graphs;
        self.join_zero_bytes();
        if g1.zeros.is_empty() && g2.zeros.is_empty() {
            return;
        }
        // Zeros at places that are one already, or within the same bounds, are taken for the same; each of the others for the one of the
        // other side that lies nearest, one without a partner before the rest. A place for every pair would be weaker than a side that
        // has few of them, and there would be more with every join.
        let mut pairs: Vec<(u128, usize, usize)> = Vec::new();
        for (i, z1) in g1.zeros.iter().enumerate() {
            for (j, z2) in g2.zeros.iter().enumerate() {
                let image = self.mapped(0, z1.object);
                if image.is_some() && image == self.mapped(1, z2.object) {
                    pairs.push((self.distance_of_zeros(*z1, *z2), i, j));
                }
            }
        }
        pairs.sort_unstable();
        let mut has_partner = [vec![false; g1.zeros.len()], vec![false; g2.zeros.len()]];
        for needs_both in [true, false] {
            for &(_, i, j) in &pairs {
                let known = [has_partner[0][i], has_partner[1][j]];
                let is_wanted = if needs_both { known == [false; 2] } else { known != [true; 2] };
                // One that is noted beyond the most would take the place of another one.
                if !is_wanted || self.st.dst.zeros.len() >= MAX_ZEROS {
                    continue;
                }
                let [z1, z2] = [g1.zeros[i], g2.zeros[j]];
                if let Ok(v) = self.join_targets(z1.address, z2.address, None) {
                    self.st.dst.note_zero(v);
                    if self.st.dst.zeros.iter().any(|z| z.address == v) {
                        has_partner[0][i] = true;
                        has_partner[1][j] = true;
                    }
                }
            }
        }
        for side in 0..2 {
            for (index, &zero) in self.graphs[side].zeros.iter().enumerate() {
                if !has_partner[side][index] && !self.join_with_zero_byte(side, zero) {
                    self.st.grew[side] = true;
                }
            }
        }
    }

    /// Where a single byte is zero on each side, and not the same one, the result knows a zero between the two: a string of uncertain
    /// length.
    fn join_zero_bytes(&mut self) {
        let first = |object: &Object| {
            let zero = object.blocks().iter().find(|b| b.kind == BlockKind::Zero)?.field;
            (zero.off % 8 == 0 && zero.len >= 8).then_some((zero.off / 8, zero.len == 8))
        };
        let mut found = Vec::new();
        for (image, object) in self.st.dst.objects() {
            let is_string = image != ObjId::NULL
                && object.kind == ObjKind::Region
                && object.level == 0
                && object.is_live()
                && !object.blocks().iter().any(|b| b.kind == BlockKind::Zero);
            if !is_string {
                continue;
            }
            let [Some(x1), Some(x2)] = self.image(image).source else { continue };
            let ends = [first(self.graphs[0].object(x1)), first(self.graphs[1].object(x2))];
            if let [Some((k1, alone1)), Some((k2, alone2))] = ends
                && (alone1 || alone2)
            {
                found.push((image, k1.min(k2), k1.max(k2)));
            }
        }
        for (image, lo, hi) in found {
            let (Ok(lo), Ok(mut hi)) = (i64::try_from(lo), i64::try_from(hi)) else { continue };
            if !self.options.offset_hull || self.st.dst.zeros.len() >= MAX_ZEROS {
                return;
            }
            if self.options.widen.is_some() {
                hi = hi.max(self.st.dst.object(image).size.lo as i64 - 1);
            }
            let range = Offset { lo: if self.options.widen.is_some() { 0 } else { lo }, hi, stride: 1 };
            let address = self.st.dst.address(image, range, Spec::Region);
            self.st.dst.note_zero(address);
            self.st.grew = [true; 2];
        }
    }

    /// A zero that one side knows by its place, and the other one as a byte at some offset. Returns whether the result knows one.
    fn join_with_zero_byte(&mut self, side: usize, zero: Zero) -> bool {
        let (graph, other) = (self.graphs[side], self.graphs[1 - side]);
        let Some(image) = self.mapped(side, zero.object) else { return false };
        let Some(partner) = self.image(image).source[1 - side] else { return false };
        let Some((_, lo, hi)) = graph.measured(graph.resolve(zero.address)) else { return false };
        let object = self.st.dst.object(image);
        let is_full = self.st.dst.zeros.len() >= MAX_ZEROS;
        if is_full || lo < 0 || object.kind != ObjKind::Region || object.level != 0 {
            return false;
        }
        let size = other.object(partner).size.lo.min(object.size.lo);
        let is_zero =
            |offset: &u64| other.peek(partner, Field::bytes(*offset, 1)) == Peek::Value(ValId::ZERO);
        let within = (lo as u64..size.min(hi as u64 + 1)).take(MAX_BYTES).find(is_zero);
        let Some(offset) = within.or_else(|| (0..size).take(MAX_BYTES).find(is_zero)) else { return false };
        let range = match within {
            Some(_) => Offset { lo, hi, stride: 1 },
            None if !self.options.offset_hull => return false,
            None => {
                self.st.grew[side] = true;
                let (lo, hi) = (lo.min(offset as i64), hi.max(offset as i64));
                match self.options.widen {
                    Some(_) => Offset { lo: 0, hi: hi.max(size as i64 - 1), stride: 1 },
                    None => Offset { lo, hi, stride: 1 },
                }
            }
        };
        // Whatever else is known of the place is not known of that of the result.
        let place = graph.resolve(zero.address);
        self.st.grew[side] |= self.st.value_images.iter().any(|i| [i.0, i.1][side] == place)
            || graph.neqs.iter().any(|&(a, b)| a == place || b == place)
            || graph.relations.iter().any(|r| r.left == place || r.right == place);
        let address = self.st.dst.address(image, range, Spec::Region);
        self.st.dst.note_zero(address);
        // Where the other side knows a byte, it knows more than a range.
        self.st.grew[1 - side] |= range.lo != range.hi;
        true
    }

    /// How far the bounds of two places are apart; nothing if the places have one image already.
    fn distance_of_zeros(&self, z1: Zero, z2: Zero) -> u128 {
        let [g1, g2] = self.graphs;
        let [v1, v2] = [g1.resolve(z1.address), g2.resolve(z2.address)];
        if self.st.value_images.iter().any(|image| (image.0, image.1) == (v1, v2)) {
            return 0;
        }
        match (g1.measured(v1), g2.measured(v2)) {
            (Some((_, lo1, hi1)), Some((_, lo2, hi2))) => {
                1 + u128::from(lo1.abs_diff(lo2)) + u128::from(hi1.abs_diff(hi2))
            }
            _ => u128::MAX,
        }
    }

    /// The measures that bounds of the result are about: numbers, and places in blocks whose size follows from one.
    fn joint_measures(&self) -> Vec<Joint> {
        let dst = &self.st.dst;
        let ordered = |side: usize, v: ValId| {
            self.graphs[side].orders.iter().any(|o| o.less.value == v || o.more.value == v)
        };
        let mut joint: Vec<Joint> = Vec::new();
        for &(v1, v2, image) in &self.st.value_images {
            if v1 == NO_VALUE || v2 == NO_VALUE || dst.is_const(image) || dst.level_of(image) != 0 {
                continue;
            }
            let sides = [self.graphs[0].resolve(v1), self.graphs[1].resolve(v2)];
            if joint.iter().any(|j| j.var.value == image) {
                continue;
            }
            match dst.content(image) {
                Content::Int(_) => {
                    let base = dst.sizes.iter().any(|s| s.1.base == image);
                    let core = base || ordered(0, v1) || ordered(1, v2);
                    joint.push(Joint { var: Var::number(image), sides, core });
                }
                Content::Address(_) => {
                    let Some((obj, lo, hi)) = dst.measured(image) else { continue };
                    let same = |side: usize| {
                        let own = self.graphs[side].measured(sides[side]);
                        own.is_some_and(|m| self.mapped(side, m.0) == Some(obj))
                    };
                    if lo == hi || !same(0) || !same(1) {
                        continue;
                    }
                    let unit = dst.unit_of(obj);
                    if dst.orders_places(obj) {
                        joint.push(Joint { var: Var::offset(image, unit), sides, core: true });
                    }
                    let is_noted = |side: usize| {
                        let rest = Var::rest(sides[side], unit);
                        self.graphs[side].orders.iter().any(|o| o.less == rest || o.more == rest)
                    };
                    if dst.size_of(obj).is_some() || is_noted(0) || is_noted(1) {
                        joint.push(Joint { var: Var::rest(image, unit), sides, core: true });
                    }
                }
                _ => {}
            }
        }
        joint.sort_by_key(|j| (!j.core, j.var));
        joint.truncate(MAX_SETTLED);
        joint
    }
}
