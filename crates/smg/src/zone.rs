//! Bounds on the differences of numbers: `i - n <= -1`, for as long as both are known.
//!
//! What is measured of a value is a mathematical number: of an integer its signed reading, of an address how far it lies
//! behind the start of its object or before the end of it, in units of some bytes. Bytes are not rounded: an offset of two
//! is half a unit of four. A bound is an integer, rounded upwards where a fact is turned into one.
//!
//! Three kinds of bounds are kept elsewhere and only looked at when somebody asks: the ranges of values, the relations
//! `v = w + c` (modulo a power of two: they tell a difference where the ranges leave only one multiple of it), and
//! the terms. So nothing has to be corrected here when a range shrinks, and a computation that might have overflowed when it was
//! noted counts as soon as it is known that it did not.
//!
//! Where states are kept, [`Smg::drop_path_local_facts`] forgets the terms and draws the bounds together between the values that are
//! still held; only bounds that lead to the size of a block survive there.

use crate::graph::Smg;
use crate::int::{Cmp, IntDomain, sign_extend};
use crate::object::{ObjId, ObjKind};
use crate::precision::Kept;
use crate::reach::IdSet;
use crate::value::{Content, Spec, ValId};
use base::{FxHashMap, Idx};
use std::sync::Arc;

/// The oldest are forgotten when there are more.
const MAX_ORDERS: usize = 96;
/// Beyond this, no range and no bound.
pub(crate) const FAR: i128 = 1 << 80;
/// Bounds that are not within this are not kept.
const MAX_BOUND: i128 = 1 << 62;
/// At a kept state, at most so many measures take part.
pub(crate) const MAX_SETTLED: usize = 24;

/// What is measured of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Measure {
    /// An integer, read with its sign.
    Number,
    /// The offset of an address, in units of so many bytes.
    Offset(u32),
    /// The bytes between an address and the end of its object, likewise.
    Rest(u32),
}

/// A number that is measured of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var {
    pub value: ValId,
    pub measure: Measure,
}

impl Var {
    pub(crate) const ZERO: Var = Var { value: ValId::ZERO, measure: Measure::Number };

    pub(crate) fn number(value: ValId) -> Var {
        Var { value, measure: Measure::Number }
    }
    pub(crate) fn offset(value: ValId, unit: u32) -> Var {
        Var { value, measure: Measure::Offset(unit) }
    }
    pub(crate) fn rest(value: ValId, unit: u32) -> Var {
        Var { value, measure: Measure::Rest(unit) }
    }
    pub(crate) fn is_address(self) -> bool {
        self.measure != Measure::Number
    }
}

/// `less - more <= most`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Order {
    pub less: Var,
    pub more: Var,
    pub most: i64,
}

impl Order {
    fn mentions(&self, v: ValId) -> bool {
        self.less.value == v || self.more.value == v
    }
}

pub(crate) fn div_floor(a: i128, b: i128) -> i128 {
    a.div_euclid(b)
}

pub(crate) fn div_ceil(a: i128, b: i128) -> i128 {
    -((-a).div_euclid(b))
}

/// Bounds on differences between some measures, the first of which is zero.
#[derive(Debug, Clone)]
pub(crate) struct Bounds {
    vars: Vec<Var>,
    /// `vars[i] - vars[j] <= most[i * vars.len() + j]`.
    most: Vec<i128>,
}

impl Bounds {
    pub(crate) fn new(vars: Vec<Var>) -> Bounds {
        let n = vars.len();
        let mut most = vec![FAR; n * n];
        for i in 0..n {
            most[i * n + i] = 0;
        }
        Bounds { vars, most }
    }

    pub(crate) fn at(&self, i: usize, j: usize) -> i128 {
        self.most[i * self.vars.len() + j]
    }

    pub(crate) fn lower(&mut self, i: usize, j: usize, to: i128) {
        let n = self.vars.len();
        let slot = &mut self.most[i * n + j];
        *slot = (*slot).min(to);
    }

    /// Leaves so many of the measures. The others go one by one; what went through them is drawn together.
    fn keep_first(&mut self, kept: usize) {
        let n = self.vars.len();
        for gone in (kept..n).rev() {
            let from: Vec<(usize, i128)> =
                (0..gone).map(|y| (y, self.at(gone, y))).filter(|way| way.1 < FAR).collect();
            for x in 0..gone {
                let first = self.at(x, gone);
                if first < FAR {
                    for &(y, second) in &from {
                        self.lower(x, y, first + second);
                    }
                }
            }
        }
        if kept < n {
            self.most = (0..kept).flat_map(|i| self.most[i * n..i * n + kept].to_vec()).collect();
            self.vars.truncate(kept);
        }
    }

    /// All that follows by adding up.
    pub(crate) fn close(&mut self) {
        let n = self.vars.len();
        for k in 0..n {
            for i in 0..n {
                let first = self.most[i * n + k];
                if first >= FAR {
                    continue;
                }
                for j in 0..n {
                    let way = first + self.most[k * n + j];
                    if way < self.most[i * n + j] {
                        self.most[i * n + j] = way;
                    }
                }
            }
        }
    }
}

impl<D: IntDomain> Smg<D> {
    // ---- what is measured

    /// In which units the addresses of an object are measured: in those that its size is counted in.
    pub(crate) fn unit_of(&self, obj: ObjId) -> u32 {
        if let Some(cells) = &self.object(obj).cells {
            return cells.unit;
        }
        self.size_of(obj).and_then(|size| u32::try_from(size.scale).ok()).filter(|&u| u > 0).unwrap_or(1)
    }

    /// An address that can be measured: into one region that is no part of a list.
    pub(crate) fn measured(&self, v: ValId) -> Option<(ObjId, i64, i64)> {
        let t = self.pointee(v)?;
        let object = self.object(t.obj);
        let plain = t.spec == Spec::Region && object.kind == ObjKind::Region && self.level_of(v) == 0;
        plain.then_some((t.obj, t.off.lo, t.off.hi))
    }

    /// The least and the greatest value of a measure.
    pub(crate) fn range_of(&self, var: Var) -> (i128, i128) {
        const ANY: (i128, i128) = (-FAR, FAR);
        let v = self.resolve(var.value);
        match var.measure {
            Measure::Number => match self.content(v) {
                Content::Int(d) => {
                    let (lo, hi) = d.signed_bounds();
                    (i128::from(lo), i128::from(hi))
                }
                Content::Address(t) if t.obj == ObjId::NULL => (0, 0),
                _ => ANY,
            },
            Measure::Offset(unit) => match self.measured(v) {
                Some((_, lo, hi)) => {
                    (div_floor(i128::from(lo), unit.into()), div_ceil(i128::from(hi), unit.into()))
                }
                None => ANY,
            },
            Measure::Rest(unit) => match self.measured(v) {
                Some((obj, lo, hi)) => {
                    let size = self.object(obj).size;
                    let least = i128::from(size.lo) - i128::from(hi);
                    // A zero that is known by its place lies in the object.
                    let is_byte = unit == 1 && self.zeros.iter().any(|z| z.address == v);
                    let least = if is_byte { least.max(1) } else { least };
                    let most = i128::from(size.hi) - i128::from(lo);
                    (div_floor(least, unit.into()), div_ceil(most, unit.into()))
                }
                None => ANY,
            },
        }
    }

    // ---- what is known

    /// Remembers `less - more <= most`.
    pub(crate) fn note_bound(&mut self, less: Var, more: Var, most: i128) {
        let resolved = |g: &Self, var: Var| Var { value: g.resolve(var.value), ..var };
        let (less, more) = (resolved(self, less), resolved(self, more));
        let usable = |var: Var| match var.measure {
            _ if var.value == ValId::UNINIT || self.level_of(var.value) != 0 => false,
            Measure::Number => self.range_of(var).1 < FAR,
            _ => self.measured(var.value).is_some(),
        };
        if less == more || most.abs() >= MAX_BOUND || !usable(less) || !usable(more) {
            return;
        }
        let most = most as i64;
        let known = self.orders.iter().position(|o| o.less == less && o.more == more);
        if known.is_some_and(|i| self.orders[i].most <= most) {
            return;
        }
        let orders = Arc::make_mut(&mut self.orders);
        match known {
            Some(i) => {
                orders.remove(i);
            }
            None if orders.len() >= MAX_ORDERS => {
                orders.remove(0);
            }
            None => {}
        }
        orders.push(Order { less, more, most });
    }

    /// Remembers that a comparison of two numbers holds.
    pub fn note_order(&mut self, op: Cmp, v1: ValId, v2: ValId) {
        let (less, more, most) = match op {
            Cmp::ULt | Cmp::SLt => (v1, v2, -1),
            Cmp::ULe | Cmp::SLe => (v1, v2, 0),
            Cmp::UGt | Cmp::SGt => (v2, v1, -1),
            Cmp::UGe | Cmp::SGe => (v2, v1, 0),
            Cmp::Eq | Cmp::Ne => return,
        };
        let (less, more) = (Var::number(self.resolve(less)), Var::number(self.resolve(more)));
        let constant = |v: Var| self.is_const(v.value);
        if constant(less) || constant(more) {
            return;
        }
        // Whichever way they are read, they differ: an equation may tell what follows.
        if most < 0
            && !self.sums.is_empty()
            && self.level_of(less.value) == 0
            && self.level_of(more.value) == 0
        {
            self.add_neq(less.value, more.value);
        }
        // Read without its sign, a number is another one unless it cannot be negative.
        if !op.is_signed() && (self.range_of(less).0 < 0 || self.range_of(more).0 < 0) {
            return;
        }
        self.note_bound(less, more, most);
    }

    /// Remembers the order of two addresses within one object, `v1` at most and perhaps certainly before `v2`.
    pub(crate) fn note_address_order(&mut self, less: ValId, more: ValId, strict: bool) {
        let (less, more) = (self.resolve(less), self.resolve(more));
        let (Some(a), Some(b)) = (self.measured(less), self.measured(more)) else { return };
        if a.0 != b.0 {
            return;
        }
        let unit = self.unit_of(a.0);
        // In whole units the next one is a unit further.
        let whole = |v: ValId| {
            let off = self.pointee(v).expect("an address").off;
            off.stride.is_multiple_of(unit.into()) && off.lo.rem_euclid(i64::from(unit)) == 0
        };
        let most = if strict && whole(less) && whole(more) { -1 } else { 0 };
        self.note_bound(Var::offset(less, unit), Var::offset(more, unit), most);
    }

    /// The numbers are different: if one is known not to exceed the other one, it is less.
    pub(crate) fn note_difference(&mut self, a: ValId, b: ValId) {
        if self.orders.is_empty() {
            return;
        }
        let (a, b) = (self.resolve(a), self.resolve(b));
        let addresses = match (self.measured(a), self.measured(b)) {
            (Some(x), Some(y)) if x.0 == y.0 => Some(self.unit_of(x.0)),
            (None, None) if !self.is_const(a) && !self.is_const(b) => {
                if self.value(a).width != self.value(b).width {
                    return;
                }
                None
            }
            _ => return,
        };
        for (x, y) in [(a, b), (b, a)] {
            match addresses {
                Some(unit) => {
                    if self.bound(Var::offset(x, unit), Var::offset(y, unit)).is_some_and(|d| d <= 0) {
                        self.note_address_order(x, y, true);
                    }
                }
                None => {
                    if self.bound(Var::number(x), Var::number(y)) == Some(0) {
                        self.note_bound(Var::number(x), Var::number(y), -1);
                    }
                }
            }
        }
    }

    /// The least known number that `a - b` does not exceed.
    pub(crate) fn bound(&self, a: Var, b: Var) -> Option<i128> {
        let resolved = |var: Var| Var { value: self.resolve(var.value), ..var };
        let (a, b) = (resolved(a), resolved(b));
        if a == b {
            return Some(0);
        }
        let edges = self.known_bounds(&[a, b]);
        let mut vars: Vec<Var> = Vec::new();
        let mut places: FxHashMap<Var, usize> = FxHashMap::default();
        let mut index = |var: Var| {
            *places.entry(var).or_insert_with(|| {
                vars.push(var);
                vars.len() - 1
            })
        };
        let [_, from, to] = [Var::ZERO, a, b].map(&mut index);
        let edges: Vec<(usize, usize, i128)> =
            edges.iter().map(|&(x, y, most)| (index(x), index(y), most)).collect();
        let ranges: Vec<(i128, i128)> = vars.iter().map(|&v| self.range_of(v)).collect();
        // a - vars[i] <= far[i]
        let mut far = vec![FAR; vars.len()];
        far[from] = 0;
        for _ in 0..vars.len() {
            let mut changed = false;
            let mut lower = |far: &mut Vec<i128>, i: usize, to: i128| {
                if to < far[i] {
                    far[i] = to;
                    changed = true;
                }
            };
            for &(x, y, most) in &edges {
                if far[x] < FAR {
                    let way = far[x] + most;
                    lower(&mut far, y, way);
                }
            }
            for (i, &(lo, hi)) in ranges.iter().enumerate() {
                if far[i] < FAR && hi < FAR {
                    let way = far[i] + hi;
                    lower(&mut far, 0, way);
                }
                if far[0] < FAR && lo > -FAR {
                    let way = far[0] - lo;
                    lower(&mut far, i, way);
                }
            }
            if !changed {
                break;
            }
        }
        Some(far[to]).filter(|d| d.abs() < MAX_BOUND)
    }

    /// The bounds that are noted on differences.
    pub fn orders(&self) -> &[Order] {
        &self.orders
    }

    /// The bounds that are noted on differences of numbers: the first one less the second one is at most so much.
    pub fn differences(&self) -> Vec<(ValId, ValId, i64)> {
        let numbers = self.orders.iter().filter(|o| !o.less.is_address() && !o.more.is_address());
        numbers.map(|o| (o.less.value, o.more.value, o.most)).collect()
    }

    /// The least known number that `a - b` does not exceed, both read with their signs.
    pub fn difference_at_most(&self, a: ValId, b: ValId) -> Option<i64> {
        i64::try_from(self.bound(Var::number(a), Var::number(b))?).ok()
    }

    /// The bounds of `a - b`, both read with their signs, where something is noted of their order and no such number overflows.
    pub fn difference_within(&self, a: ValId, b: ValId, width: u32) -> Option<(i64, i64)> {
        if self.orders.is_empty() || self.is_const(a) || self.is_const(b) {
            return None;
        }
        let range = (-self.difference_at_most(b, a)?, self.difference_at_most(a, b)?);
        let limit = 1i128 << (width.clamp(1, 64) - 1);
        let fits = |n: i64| (-limit..limit).contains(&i128::from(n));
        (range.0 <= range.1 && fits(range.0) && fits(range.1)).then_some(range)
    }

    /// How many bytes are certainly left of the object behind an address; negative if it may lie behind the end.
    pub fn bytes_left(&self, address: ValId) -> Option<i64> {
        let address = self.resolve(address);
        let (obj, _, _) = self.measured(address)?;
        let unit = self.unit_of(obj);
        let size = self.size_of(obj).filter(|s| s.scale == i64::from(unit));
        let mut left = None;
        for (near, by) in self.addresses_around(address, obj, unit) {
            let behind = self.bound(Var::ZERO, Var::rest(near, unit)).map(|most| -most * i128::from(unit));
            let before = size.and_then(|size| {
                let most = self.bound(Var::offset(near, unit), Var::number(size.base))?;
                Some(i128::from(size.addend) - most * i128::from(unit))
            });
            let most = self.bound(Var::offset(near, unit), Var::ZERO);
            let within = most.map(|most| i128::from(self.object(obj).size.lo) - most * i128::from(unit));
            left = left.max(behind.max(before).max(within).map(|left| left - by));
        }
        i64::try_from(left?).ok()
    }

    /// The address, and those that are a part of a unit away from it: bounds in whole units tell more of them.
    fn addresses_around(&self, address: ValId, obj: ObjId, unit: u32) -> Vec<(ValId, i128)> {
        let mut around = vec![(address, 0)];
        if unit > 1 && !self.relations.is_empty() {
            around.extend(self.related_to(address).into_iter().skip(1).filter_map(|(v, negated, addend)| {
                // v = address + addend
                let by = -i128::from(sign_extend(self.ptr_bits(), addend));
                let same = self.measured(v).is_some_and(|m| m.0 == obj);
                (same && !negated && by % i128::from(unit) != 0).then_some((v, by))
            }));
        }
        around
    }

    /// The least offset of an address by all that is known.
    pub fn least_offset(&self, address: ValId) -> Option<i64> {
        let address = self.resolve(address);
        let (obj, _, _) = self.measured(address)?;
        let unit = self.unit_of(obj);
        let least = self.addresses_around(address, obj, unit).into_iter().filter_map(|(near, by)| {
            let most = self.bound(Var::ZERO, Var::offset(near, unit))?;
            Some(by - most * i128::from(unit))
        });
        i64::try_from(least.max()?).ok()
    }

    /// Whether one address of an object certainly lies at least so many bytes before another one.
    pub(crate) fn lies_before(&self, less: ValId, more: ValId, bytes: i64) -> bool {
        let (Some(a), Some(b)) = (self.measured(less), self.measured(more)) else { return false };
        let unit = self.unit_of(a.0);
        a.0 == b.0
            && self
                .bound(Var::offset(less, unit), Var::offset(more, unit))
                .is_some_and(|most| most * i128::from(unit) <= -i128::from(bytes))
    }

    // ---- where states are kept

    /// Forgets the terms. What they and the dead values tell of the order of those that are still held is kept, if the
    /// size of a block or the order of the nodes of a list can follow from it.
    pub fn drop_path_local_facts(&mut self, kept: Option<&Kept>) {
        self.drop_path_local_facts_beside(kept, &[]);
    }

    /// The same, but what is known of the order of these numbers is kept as well.
    pub fn drop_path_local_facts_beside(&mut self, kept: Option<&Kept>, numbers: &[ValId]) {
        self.settle_optionals();
        self.settle_cells();
        let mut sorted = self.sorted_values(kept);
        let is_ordered = |v: &ValId| self.orders.iter().any(|o| o.less.value == *v || o.more.value == *v);
        sorted.extend(numbers.iter().map(|&v| self.resolve(v)).filter(is_ordered));
        let is_rest = |var: Var| matches!(var.measure, Measure::Rest(_));
        let has_places = self.has_places()
            || self.orders.iter().any(|o| is_rest(o.less) || is_rest(o.more))
            || !self.bounds_of_rests().is_empty();
        if !has_places && sorted.is_empty() {
            self.lose_orders_of_nodes();
            self.forget_terms();
            return;
        }
        self.drop_inner_zeros();
        let (objects, mut held) = self.mark_from_roots(None);
        self.rebase_sizes(&held);
        self.tighten_bases();
        self.keep_facts(&objects, &mut held);
        let (mut orders, ranges) = self.drawn_together(&objects, &held, sorted);
        self.forget_terms();
        for (var, lo, hi) in ranges {
            self.tighten(var, lo, hi);
        }
        // A number that turned out to be a constant has no order any more.
        orders.retain(|o| [o.less, o.more].iter().all(|var| self.resolve(var.value) == var.value));
        self.orders = Arc::new(orders);
    }

    /// Notes what is known of the order of the values that are held, so that it does not rest on those that are not.
    pub fn note_orders_of_held(&mut self) {
        if !self.has_places() {
            return;
        }
        let (objects, mut held) = self.mark_from_roots(None);
        self.keep_facts(&objects, &mut held);
        let (orders, _) = self.drawn_together(&objects, &held, Vec::new());
        for o in orders {
            self.note_bound(o.less, o.more, o.most.into());
        }
    }

    /// Narrows a number by what is known of its distance from others.
    pub fn tighten_number(&mut self, v: ValId) {
        let var = Var::number(self.resolve(v));
        if self.orders.is_empty() || self.is_const(var.value) || self.level_of(var.value) != 0 {
            return;
        }
        let known = self.range_of(var);
        let lo = self.bound(Var::ZERO, var).map_or(known.0, |most| -most);
        let hi = self.bound(var, Var::ZERO).unwrap_or(known.1);
        if lo > known.0 || hi < known.1 {
            self.tighten(var, lo, hi);
        }
    }

    /// Narrows the offset of an address by what is known of its distance from other places and numbers. `false` if nothing remains: control
    /// does not come here.
    pub fn tighten_offset(&mut self, v: ValId) -> bool {
        let v = self.resolve(v);
        let Some((object, least, most)) = self.measured(v) else { return true };
        if self.orders.is_empty() || least == most {
            return true;
        }
        let unit = self.unit_of(object);
        let bytes = |n: i128| i64::try_from(n * i128::from(unit)).ok();
        let var = Var::offset(v, unit);
        let lo = self.bound(Var::ZERO, var).and_then(|most| bytes(-most)).unwrap_or(least);
        let hi = self.bound(var, Var::ZERO).and_then(bytes).unwrap_or(most);
        self.refine_offset(v, lo.max(least), hi.min(most))
    }

    /// Narrows a number to a range that it is known to lie in.
    fn tighten(&mut self, var: Var, lo: i128, hi: i128) {
        let v = self.resolve(var.value);
        if let Measure::Offset(unit) = var.measure {
            let bytes = |n: i128| i64::try_from(n * i128::from(unit)).ok();
            let (lo, hi) = (bytes(lo).unwrap_or(i64::MIN), bytes(hi).unwrap_or(i64::MAX));
            self.refine_offset(v, lo, hi);
            return;
        }
        let width = match self.content(v) {
            Content::Int(d) => d.width(),
            _ => return,
        };
        let m = crate::int::mask(width);
        let (Ok(lo), Ok(hi)) = (i64::try_from(lo), i64::try_from(hi)) else { return };
        if lo <= hi {
            // Nothing remains only where control does not come: then it does not matter what is kept.
            self.refine_int(v, &D::range(width, lo as u64 & m, hi as u64 & m));
        }
    }

    /// The values that facts about held objects need are held, too.
    pub(crate) fn keep_facts(&self, objects: &IdSet, values: &mut IdSet) {
        for (object, size) in self.sizes.iter() {
            if objects.contains(object.index()) {
                values.insert(size.base.index());
            }
        }
        for zero in self.zeros.iter().filter(|z| objects.contains(z.object.index())) {
            values.insert(zero.address.index());
        }
    }

    fn drawn_together(
        &self,
        objects: &IdSet,
        held: &IdSet,
        sorted: Vec<ValId>,
    ) -> (Vec<Order>, Vec<(Var, i128, i128)>) {
        let is_held = |v: ValId| held.contains(v.index()) && v != ValId::ZERO && !self.is_const(v);
        let sized = |v: ValId| {
            let m = self.measured(v);
            m.is_some_and(|m| m.1 != m.2 && objects.contains(m.0.index()) && self.orders_places(m.0))
        };
        let mut ordered: Vec<ObjId> = self.sizes.iter().map(|s| s.0).collect();
        ordered.extend(self.zeros.iter().filter(|z| self.is_open_zero(z)).map(|z| z.object));
        ordered.sort_unstable();
        ordered.dedup();
        let mut asked = Vec::new();
        for object in ordered.into_iter().filter(|o| objects.contains(o.index())) {
            let unit = self.unit_of(object);
            let own = self.object(object).addresses.iter().copied();
            for v in own.filter(|&v| is_held(v) && sized(v)) {
                asked.push(Var::offset(v, unit));
                // In a block of constant size the one says as much as the other.
                if self.size_of(object).is_some() {
                    asked.push(Var::rest(v, unit));
                }
            }
        }
        let edges = self.known_bounds(&asked);
        let object_of = |v: ValId| self.pointee(v).expect("measured").obj;
        let keeps = |var: Var| {
            let v = var.value;
            match var.measure {
                Measure::Number => is_held(v) && self.level_of(v) == 0 && self.range_of(var).1 < FAR,
                Measure::Offset(unit) => is_held(v) && sized(v) && unit == self.unit_of(object_of(v)),
                // In a block of constant size it is there only if something was found out about it.
                Measure::Rest(unit) => {
                    let m = self.measured(v);
                    let is_open = m.is_some_and(|m| m.1 != m.2 && objects.contains(m.0.index()));
                    is_held(v) && is_open && unit == self.unit_of(object_of(v))
                }
            }
        };
        let mut kept: Vec<Var> = Vec::new();
        for var in edges.iter().flat_map(|e| [e.0, e.1]) {
            if !kept.contains(&var) && keeps(var) {
                kept.push(var);
            }
        }
        kept.sort_unstable();
        kept.truncate(MAX_SETTLED);
        let bounds = self.bounds_between(&kept, &edges);
        let known: Vec<(i128, i128)> = kept.iter().map(|&var| self.range_of(var)).collect();
        let mut ranges = Vec::new();
        let rests = |var: &Var| matches!(var.measure, Measure::Rest(_));
        for (i, &var) in kept.iter().enumerate().filter(|(_, var)| !rests(var)) {
            let (lo, hi) = (-bounds.at(0, i + 1), bounds.at(i + 1, 0));
            if lo > known[i].0 || hi < known[i].1 {
                ranges.push((var, lo, hi));
            }
        }
        let mut found = Vec::new();
        for (i, &less) in kept.iter().enumerate() {
            for (j, &more) in kept.iter().enumerate() {
                let most = bounds.at(i + 1, j + 1);
                // Unless the ranges alone tell as much.
                if i != j && most < known[i].1 - known[j].0 && most.abs() < MAX_BOUND {
                    found.push(Order { less, more, most: most as i64 });
                }
            }
        }
        (self.leading_to_sizes(found, sorted), ranges)
    }

    /// Those of the orders that are connected to the size of a block, to a place in one, or to what nodes are sorted by.
    fn leading_to_sizes(&self, orders: Vec<Order>, sorted: Vec<ValId>) -> Vec<Order> {
        let mut near = sorted;
        near.extend(self.sizes.iter().map(|s| s.1.base));
        loop {
            let before = near.len();
            for o in &orders {
                let touched = |var: Var| var.is_address() || near.contains(&var.value);
                if touched(o.less) || touched(o.more) {
                    for v in [o.less.value, o.more.value] {
                        if !near.contains(&v) {
                            near.push(v);
                        }
                    }
                }
            }
            if near.len() == before {
                break;
            }
        }
        let mut orders = orders;
        orders.retain(|o| near.contains(&o.less.value) && near.contains(&o.more.value));
        orders.truncate(MAX_ORDERS);
        orders
    }

    /// All bounds between zero and these, by ranges and by the edges, which may go through others.
    pub(crate) fn bounds_between(&self, vars: &[Var], edges: &[(Var, Var, i128)]) -> Bounds {
        let mut all = vec![Var::ZERO];
        all.extend_from_slice(vars);
        let kept = all.len();
        // Where a measure comes first.
        let mut index: FxHashMap<Var, usize> = FxHashMap::default();
        for (i, &var) in all.iter().enumerate() {
            index.entry(var).or_insert(i);
        }
        for var in edges.iter().flat_map(|e| [e.0, e.1]) {
            index.entry(var).or_insert_with(|| {
                all.push(var);
                all.len() - 1
            });
        }
        let mut bounds = Bounds::new(all);
        for &(x, y, most) in edges {
            bounds.lower(index[&x], index[&y], most);
        }
        for i in 1..bounds.vars.len() {
            let var = bounds.vars[i];
            let first = index[&var];
            if first != i {
                bounds.lower(i, first, 0);
                bounds.lower(first, i, 0);
            }
            let (lo, hi) = self.range_of(var);
            if hi < FAR {
                bounds.lower(i, 0, hi);
            }
            if lo > -FAR {
                bounds.lower(0, i, -lo);
            }
        }
        bounds.keep_first(kept);
        bounds.close();
        bounds
    }

    /// Some objects are about to go: what follows from bounds on places in them for others is noted.
    pub(crate) fn draw_past(&mut self, gone: &[ObjId]) {
        let goes =
            |var: Var| var.is_address() && self.measured(var.value).is_some_and(|m| gone.contains(&m.0));
        if gone.is_empty() || !self.orders.iter().any(|o| goes(o.less) || goes(o.more)) {
            return;
        }
        let mut edges = self.known_bounds(&[]);
        let mut places: Vec<Var> = edges.iter().flat_map(|e| [e.0, e.1]).filter(|&var| goes(var)).collect();
        places.sort_unstable();
        places.dedup();
        edges.retain(|e| goes(e.0) || goes(e.1));
        for place in places {
            let (near, others): (Vec<_>, Vec<_>) =
                edges.into_iter().partition(|e| (e.0 == place) != (e.1 == place));
            edges = others;
            for into in near.iter().filter(|e| e.1 == place) {
                for from in near.iter().filter(|e| e.0 == place && e.1 != into.0) {
                    let way = into.2 + from.2;
                    match edges.iter_mut().find(|e| (e.0, e.1) == (into.0, from.1)) {
                        Some(edge) => edge.2 = edge.2.min(way),
                        None => edges.push((into.0, from.1, way)),
                    }
                }
            }
        }
        for (less, more, most) in edges {
            let says_more = most < self.range_of(less).1 - self.range_of(more).0;
            if says_more && less != Var::ZERO && more != Var::ZERO {
                self.note_bound(less, more, most);
            }
        }
    }

    // ---- upkeep

    pub(crate) fn drop_orders_of(&mut self, v: ValId) {
        if self.orders.iter().any(|o| o.mentions(v)) {
            Arc::make_mut(&mut self.orders).retain(|o| !o.mentions(v));
        }
        if self.sizes.iter().any(|s| s.1.base == v) {
            Arc::make_mut(&mut self.sizes).retain(|s| s.1.base != v);
        }
    }

    /// What is measured of an address is measured within its object.
    pub(crate) fn drop_measures_of(&mut self, v: ValId) {
        let measures = |o: &Order| [o.less, o.more].iter().any(|var| var.value == v && var.is_address());
        if self.orders.iter().any(measures) {
            Arc::make_mut(&mut self.orders).retain(|o| !measures(o));
        }
    }

    pub(crate) fn replace_in_orders(&mut self, old: ValId, new: ValId) {
        let natural = self.natural(new).is_some() && self.level_of(new) == 0;
        if self.sizes.iter().any(|s| s.1.base == old) {
            let sizes = Arc::make_mut(&mut self.sizes);
            match natural {
                true => sizes.iter_mut().filter(|s| s.1.base == old).for_each(|s| s.1.base = new),
                false => sizes.retain(|s| s.1.base != old),
            }
        }
        if !self.orders.iter().any(|o| o.mentions(old)) {
            return;
        }
        let flat = self.level_of(new) == 0;
        let number = self.range_of(Var::number(new)).1 < FAR;
        let within = self.measured(new).map(|m| m.0);
        let same_object = within.is_some() && within == self.measured(old).map(|m| m.0);
        let holds =
            |var: Var| var.value != old || flat && if var.is_address() { same_object } else { number };
        let orders = Arc::make_mut(&mut self.orders);
        orders.retain(|o| holds(o.less) && holds(o.more));
        for o in orders.iter_mut() {
            for var in [&mut o.less, &mut o.more] {
                if var.value == old {
                    var.value = new;
                }
            }
        }
        orders.retain(|o| o.less != o.more);
    }

    /// Drops the orders of values that have become private to the nodes of a list.
    pub(crate) fn drop_nested_orders(&mut self) {
        let flat = |var: Var| {
            self.level_of(var.value) == 0 && (!var.is_address() || self.measured(var.value).is_some())
        };
        if !self.orders.iter().all(|o| flat(o.less) && flat(o.more)) {
            let kept: Vec<Order> =
                self.orders.iter().filter(|o| flat(o.less) && flat(o.more)).copied().collect();
            self.orders = Arc::new(kept);
        }
    }
}
