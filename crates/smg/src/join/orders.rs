//! What is known of the order of numbers on both sides.

use super::core::{Joiner, NO_VALUE};
use crate::int::IntDomain;
use crate::value::{Content, ValId};
use crate::zeros::{MAX_ZEROS, Zero};
use crate::zone::{MAX_SETTLED, Measure, Var};

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
    pub(super) fn join_orders(&mut self) {
        if self.st.dst.sizes.is_empty() {
            for side in 0..2 {
                self.st.grew[side] |= !self.graphs[side].orders.is_empty();
            }
            return;
        }
        let joint = self.joint_measures();
        let vars: Vec<Var> = joint.iter().map(|j| j.var).collect();
        let mut sides = Vec::with_capacity(2);
        for side in 0..2 {
            let graph = self.graphs[side];
            let own: Vec<Var> =
                joint.iter().map(|j| Var { value: j.sides[side], measure: j.var.measure }).collect();
            // What is known of others is lost.
            let lost = graph.orders.iter().any(|o| !own.contains(&o.less) || !own.contains(&o.more));
            self.st.grew[side] |= lost;
            sides.push(graph.bounds_between(&own, &graph.known_bounds(&own)));
        }
        for (i, less) in joint.iter().enumerate() {
            for (j, more) in joint.iter().enumerate() {
                if i == j || !(less.core || more.core) {
                    continue;
                }
                let (old, new) = (sides[0].at(i + 1, j + 1), sides[1].at(i + 1, j + 1));
                let mut most = old.max(new);
                if self.options.widen.is_some() && new > old {
                    let stop = STOPS.iter().copied().find(|&stop| stop >= new);
                    self.note_widening(stop != Some(new));
                    let Some(stop) = stop else { continue };
                    most = stop;
                }
                let plain = self.st.dst.range_of(less.var).1 - self.st.dst.range_of(more.var).0;
                if most < plain {
                    self.st.dst.note_bound(less.var, more.var, most);
                }
            }
        }
        let result = self.st.dst.bounds_between(&vars, &self.st.dst.known_bounds(&vars));
        for side in 0..2 {
            let all = 0..=vars.len();
            let weaker = all.clone().any(|i| all.clone().any(|j| sides[side].at(i, j) < result.at(i, j)));
            self.st.grew[side] |= weaker;
        }
    }

    /// A zero byte is known where each side knows one of the same object.
    pub(super) fn join_zeros(&mut self) {
        let [g1, g2] = self.graphs;
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
        let mut found: Vec<(ValId, ValId)> = Vec::new();
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
                        found.push((z1.address, z2.address));
                        has_partner[0][i] = true;
                        has_partner[1][j] = true;
                    }
                }
            }
        }
        let lost = |known: &[Zero], of: fn(&(ValId, ValId)) -> ValId| {
            known.iter().any(|z| !found.iter().any(|f| of(f) == z.address))
        };
        self.st.grew[0] |= lost(&g1.zeros, |f| f.0);
        self.st.grew[1] |= lost(&g2.zeros, |f| f.1);
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
                    if lo != hi && dst.size_of(obj).is_some() && same(0) && same(1) {
                        let unit = dst.unit_of(obj);
                        for measure in [Measure::Offset(unit), Measure::Rest(unit)] {
                            joint.push(Joint { var: Var { value: image, measure }, sides, core: true });
                        }
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
