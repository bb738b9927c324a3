//! What the bounds on differences of numbers and places follow from beside those that are noted: relations, computations on the straight way,
//! and the extents of objects. Nothing of it is kept; it is looked at when somebody asks ([`crate::zone`]).

use crate::graph::Smg;
use crate::int::{BinOp, CastOp, IntDomain, sign_extend};
use crate::object::ObjId;
use crate::order::Linear;
use crate::terms::{Term, TermOp};
use crate::value::ValId;
use crate::zone::{FAR, Measure, Var, div_ceil, div_floor};
use base::FxHashMap;

/// Numbers that are compared follow from each other by few computations.
const MOST_STEPS: usize = 6;

/// The least sum of bounds that lead from one measure to another one in few steps.
fn least_way(known: &[(Var, Var, i128)], from: Var, to: Var) -> Option<i128> {
    let mut far: Vec<(Var, i128)> = vec![(from, 0)];
    for _ in 0..MOST_STEPS {
        let before = far.clone();
        for &(var, way) in &before {
            for &(_, next, by) in known.iter().filter(|edge| edge.0 == var) {
                match far.iter_mut().find(|known| known.0 == next) {
                    Some(known) => known.1 = known.1.min(way + by),
                    None => far.push((next, way + by)),
                }
            }
        }
        if far == before {
            break;
        }
    }
    far.into_iter().find(|known| known.0 == to).map(|known| known.1)
}

impl<D: IntDomain> Smg<D> {
    /// The bounds that are noted, and those that relations, terms and the extents of objects tell; ranges excepted.
    pub(crate) fn known_bounds(&self, asked: &[Var]) -> Vec<(Var, Var, i128)> {
        let mut out: Vec<(Var, Var, i128)> =
            self.orders.iter().map(|o| (o.less, o.more, i128::from(o.most))).collect();
        for r in self.relations.iter().filter(|r| !r.negated) {
            self.bounds_of_relation(r.left, r.right, r.addend, &mut out);
        }
        for t in self.terms().iter() {
            self.bounds_of_term(t, &mut out);
        }
        out.extend(self.bounds_of_rests());
        self.bounds_of_extents(asked, &mut out);
        self.bounds_of_moves(asked, &mut out);
        self.bounds_of_sums(asked, &mut out);
        out
    }

    /// `p + m` and `p + n`: what is known of the two numbers is known of the two places. And `p + n`, where `n` is less than what is left of the
    /// object behind `p`, or `p - n`, where it is less than what lies before.
    fn bounds_of_moves(&self, asked: &[Var], out: &mut Vec<(Var, Var, i128)>) {
        let mut objects: Vec<ObjId> = asked
            .iter()
            .filter(|var| var.is_address())
            .filter_map(|var| Some(self.measured(var.value)?.0))
            .filter(|&object| self.unit_of(object) == 1)
            .collect();
        objects.dedup();
        if objects.is_empty() {
            return;
        }
        let moves: Vec<(&Term, ObjId, i128)> = self
            .terms()
            .iter()
            .filter_map(|t| {
                let TermOp::Move { scale: 1, offset } = t.op else { return None };
                let (to, from) = (self.measured(t.value)?, self.measured(t.left)?);
                let is_plain = to.0 == from.0
                    && objects.contains(&to.0)
                    && from.1 != from.2
                    && self.value(t.right).width == self.ptr_bits()
                    && self.range_of(Var::number(t.right)).1 < FAR;
                is_plain.then_some((t, to.0, i128::from(offset)))
            })
            .collect();
        let mut found = Vec::new();
        for (index, &(moved, object, offset)) in moves.iter().enumerate() {
            let (place, number) = (moved.value, Var::number(moved.right));
            if let Some(way) = least_way(out, number, Var::rest(moved.left, 1)) {
                found.push((Var::ZERO, Var::rest(place, 1), way + offset));
            }
            for (other, &(beside, _, by)) in moves.iter().enumerate() {
                if other == index || beside.left != moved.left || moves[other].1 != object {
                    continue;
                }
                if let Some(way) = least_way(out, number, Var::number(beside.right)) {
                    found.push((Var::offset(place, 1), Var::offset(beside.value, 1), way + offset - by));
                }
            }
        }
        // `p - n`, where `n` is at most how far `p` lies behind the start.
        for back in self.terms().iter() {
            let TermOp::Move { scale: 1, offset } = back.op else { continue };
            let (Some(to), Some(from)) = (self.measured(back.value), self.measured(back.left)) else {
                continue;
            };
            if to.0 != from.0 || !objects.contains(&to.0) || self.value(back.right).width != self.ptr_bits() {
                continue;
            }
            for (number, negated, addend) in self.related_to(back.right) {
                let (number, addend) =
                    (Var::number(number), i128::from(sign_extend(self.ptr_bits(), addend)));
                let (lo, hi) = self.range_of(number);
                let limit = 1i128 << (self.ptr_bits() - 1);
                let fits = hi < FAR && addend - hi >= -limit && addend - lo < limit;
                if negated
                    && fits
                    && let Some(way) = least_way(out, number, Var::offset(back.left, 1))
                {
                    found.push((Var::ZERO, Var::offset(back.value, 1), way - addend - i128::from(offset)));
                }
            }
        }
        out.extend(found);
    }

    /// `buffer + x` where `x + y` bytes, or more, are known to fit: at least `y` of them are left behind the address.
    fn bounds_of_sums(&self, asked: &[Var], out: &mut Vec<(Var, Var, i128)>) {
        let rests = asked.iter().filter(|var| matches!(var.measure, Measure::Rest(_)));
        let places: Vec<(ValId, ObjId)> =
            rests.filter_map(|var| Some((var.value, self.measured(var.value)?.0))).collect();
        if places.is_empty() {
            return;
        }
        let moves: Vec<(&Term, ObjId, i128)> = self
            .terms()
            .iter()
            .filter_map(|t| {
                let TermOp::Move { scale: 1, offset } = t.op else { return None };
                let (to, from) = (self.measured(t.value)?, self.measured(t.left)?);
                let is_plain = to.0 == from.0
                    && places.iter().any(|place| place.1 == to.0)
                    && from.1 == from.2
                    && self.value(t.right).width == self.ptr_bits()
                    && self.range_of(Var::number(t.right)).1 < FAR;
                is_plain.then_some((t, to.0, i128::from(from.1) + i128::from(offset)))
            })
            .collect();
        if moves.is_empty() {
            return;
        }
        let known = std::mem::take(out);
        let most = |from: ValId, to: ValId| least_way(&known, Var::number(from), Var::number(to));
        let mut found = Vec::new();
        for sum in self.terms().iter().filter(|t| t.op == TermOp::Binary(BinOp::Add)) {
            let (a, b) = (self.range_of(Var::number(sum.left)), self.range_of(Var::number(sum.right)));
            let width = self.value(sum.value).width;
            if !(1..=64).contains(&width)
                || a.0 + b.0 < -(1i128 << (width - 1))
                || a.1 + b.1 >= 1i128 << (width - 1)
            {
                continue;
            }
            for &(moved, object, start) in &moves {
                for (x, y) in [(sum.left, sum.right), (sum.right, sum.left)] {
                    // By how much the number that leads on exceeds the one summand.
                    let Some(more) = most(moved.right, x) else { continue };
                    // The sum less what the object has.
                    let own = i128::from(self.object(object).size.lo);
                    let by_range = Some(self.range_of(Var::number(sum.value)).1 - own);
                    let by_number = self.size_of(object).filter(|size| size.scale > 0).and_then(|size| {
                        let base = self.range_of(Var::number(size.base)).0.max(0);
                        let rest = (i128::from(size.scale) - 1) * base + i128::from(size.addend);
                        Some(most(sum.value, size.base)? - rest)
                    });
                    let excess = by_range.into_iter().chain(by_number).min().expect("one of them");
                    if excess >= FAR / 2 {
                        continue;
                    }
                    for &(place, _) in places.iter().filter(|place| place.1 == object) {
                        let by = match place == moved.value {
                            true => Some(0),
                            false => self.relation_between(place, moved.value).filter(|r| !r.0).map(|r| r.1),
                        };
                        if let Some(by) = by {
                            let by = i128::from(sign_extend(self.ptr_bits(), by));
                            found.push((Var::number(y), Var::rest(place, 1), excess + more + start + by));
                        }
                    }
                }
            }
        }
        *out = known;
        out.extend(found);
    }

    /// `buffer + used` and `size - used`: the number is at most what is left of the buffer behind the address.
    pub(crate) fn bounds_of_rests(&self) -> Vec<(Var, Var, i128)> {
        let mut out = Vec::new();
        for left in self.terms().iter().filter(|t| t.op == TermOp::Binary(BinOp::Sub)) {
            for moved in self.terms().iter().filter(|t| t.right == left.right) {
                let TermOp::Move { scale: 1, offset } = moved.op else { continue };
                let (Some(to), Some(from)) = (self.measured(moved.value), self.measured(moved.left)) else {
                    continue;
                };
                let wide = |v: ValId| self.value(v).width == self.ptr_bits();
                let (a, b) = (self.range_of(Var::number(left.left)), self.range_of(Var::number(left.right)));
                let limit = 1i128 << (self.ptr_bits() - 1);
                let fits = a.1 < FAR && b.1 < FAR && a.0 - b.1 >= -limit && a.1 - b.0 < limit;
                if to.0 != from.0 || from.1 != from.2 || self.unit_of(to.0) != 1 || !wide(left.value) || !fits
                {
                    continue;
                }
                // left - rest = whole + start - size, where left = whole - used and rest = size - start - used.
                let start = i128::from(from.1) + i128::from(offset);
                let size = self.size_of(to.0).filter(|size| size.base == left.left && size.scale == 1);
                let most = match size {
                    Some(size) => start - i128::from(size.addend),
                    None => a.1 + start - i128::from(self.object(to.0).size.lo),
                };
                out.push((Var::number(left.value), Var::rest(moved.value, 1), most));
            }
        }
        out
    }

    /// Whether so many bytes so far behind an address begin behind it and end within its object.
    pub fn has_room_behind(&self, address: ValId, by: Linear, bytes: u64) -> bool {
        let address = self.resolve(address);
        let unit = self.measured(address).map(|m| self.unit_of(m.0));
        let number = Var::number(self.resolve(by.base));
        if unit.map(i64::from) != Some(by.scale) || by.addend < 0 || self.range_of(number).0 < 0 {
            return false;
        }
        let rest = Var::rest(address, unit.expect("measured"));
        let end = i128::from(by.addend) + i128::from(bytes);
        self.bound(number, rest).is_some_and(|most| most * i128::from(by.scale) + end <= 0)
    }

    /// Whether so many bytes from an address on lie within its object, as far as its end goes, by what is known of their number.
    pub fn ends_within(&self, address: ValId, bytes: ValId) -> bool {
        let address = self.resolve(address);
        self.measured(address).is_some()
            && self.bound(Var::number(bytes), Var::rest(address, 1)).is_some_and(|most| most <= 0)
    }

    fn bounds_of_relation(&self, left: ValId, right: ValId, addend: u64, out: &mut Vec<(Var, Var, i128)>) {
        match (self.measured(left), self.measured(right)) {
            (Some(x), Some(y)) if x.0 == y.0 => {
                let unit = self.unit_of(x.0);
                let by = i128::from(sign_extend(self.ptr_bits(), addend));
                let (l, r) = (Var::offset(left, unit), Var::offset(right, unit));
                out.push((l, r, div_ceil(by, unit.into())));
                out.push((r, l, div_ceil(-by, unit.into())));
            }
            (None, None) => {
                let width = self.value(left).width;
                if !(1..=64).contains(&width) {
                    return;
                }
                let (l, r) = (Var::number(left), Var::number(right));
                let (x, y) = (self.range_of(l), self.range_of(r));
                // left - right is the addend and some multiple of the modulus: is there one that fits?
                let modulus = 1i128 << width;
                let (least, most) = (x.0 - y.1, x.1 - y.0);
                let first = least + (i128::from(addend) - least).rem_euclid(modulus);
                if least > -FAR && most < FAR && first <= most && first + modulus > most {
                    out.push((l, r, first));
                    out.push((r, l, -first));
                }
            }
            _ => {}
        }
    }

    fn bounds_of_term(&self, t: &Term, out: &mut Vec<(Var, Var, i128)>) {
        let value = Var::number(t.value);
        let (left, right) = (Var::number(t.left), Var::number(t.right));
        let (a, b) = (self.range_of(left), self.range_of(right));
        let mut between = |x: Var, y: Var, least: i128, most: i128| {
            out.push((x, y, most));
            out.push((y, x, -least));
        };
        match t.op {
            TermOp::Cast { op, to, .. } => {
                let limit = 1i128 << (to.clamp(1, 64) - 1);
                let same = match op {
                    CastOp::SExt => a.1 < FAR,
                    CastOp::ZExt => a.0 >= 0,
                    CastOp::Trunc => a.0 >= -limit && a.1 < limit,
                };
                if same {
                    between(value, left, 0, 0);
                }
            }
            TermOp::Binary(op) => {
                let width = self.value(t.value).width;
                if !(1..=64).contains(&width) || a.1 >= FAR || b.1 >= FAR {
                    return;
                }
                let limit = 1i128 << (width - 1);
                let fits = |lo: i128, hi: i128| lo >= -limit && hi < limit;
                match op {
                    BinOp::Add if fits(a.0 + b.0, a.1 + b.1) => {
                        between(value, left, b.0, b.1);
                        between(value, right, a.0, a.1);
                        for (x, rest) in [(t.left, t.right), (t.right, t.left)] {
                            self.bounds_of_advance(value, x, rest, out);
                        }
                    }
                    // As many more as there are already, or a multiple of that.
                    BinOp::Mul | BinOp::Shl if a.0 >= 0 && b.0 >= 0 => {
                        for (x, y, (lo, hi), c) in [(left, right, a, b), (right, left, b, a)] {
                            let factor = match op {
                                BinOp::Mul => c,
                                _ if y == right && c.1 < 62 => (1i128 << c.0, 1i128 << c.1),
                                _ => continue,
                            };
                            if factor.0 >= 1 && factor.1 < FAR && fits(0, hi * factor.1) {
                                between(value, x, lo * (factor.0 - 1), hi * (factor.1 - 1));
                            }
                        }
                    }
                    BinOp::Sub if fits(a.0 - b.1, a.1 - b.0) => {
                        between(value, left, -b.1, -b.0);
                    }
                    BinOp::UDiv | BinOp::SDiv | BinOp::LShr | BinOp::AShr | BinOp::URem | BinOp::SRem
                        if a.0 >= 0 && b.0 >= 0 =>
                    {
                        // What is divided by two or more is less than before, unless it is zero.
                        let halves = match op {
                            BinOp::UDiv | BinOp::SDiv => b.0 >= 2,
                            BinOp::LShr | BinOp::AShr => b.0 >= 1,
                            _ => false,
                        };
                        out.push((value, left, if halves && a.0 >= 1 { -1 } else { 0 }));
                        let two = if matches!(op, BinOp::UDiv | BinOp::SDiv) { 2 } else { 1 };
                        if halves && b == (two, two) {
                            self.bounds_of_middle(value, t.left, out);
                        }
                    }
                    BinOp::And => {
                        for (operand, range) in [(left, a), (right, b)] {
                            if range.0 >= 0 {
                                out.push((value, operand, 0));
                            }
                        }
                    }
                    _ => {}
                }
            }
            TermOp::Move { scale, offset } => {
                let (Some(to), Some(from)) = (self.measured(t.value), self.measured(t.left)) else { return };
                if to.0 != from.0 {
                    return;
                }
                let unit = self.unit_of(to.0);
                let wide = i128::from(unit);
                let (moved, start) = (Var::offset(t.value, unit), Var::offset(t.left, unit));
                let whole = self.value(t.right).width == self.ptr_bits() && b.1 < FAR;
                if !whole {
                    return;
                }
                let at = |n: i128| n * i128::from(scale) + i128::from(offset);
                let (x, y) = (at(b.0), at(b.1));
                between(moved, start, div_floor(x.min(y), wide), div_ceil(x.max(y), wide));
                if scale == i64::from(unit) {
                    let (lo, hi) =
                        (i128::from(from.1) + i128::from(offset), i128::from(from.2) + i128::from(offset));
                    between(moved, right, div_floor(lo, wide), div_ceil(hi, wide));
                }
            }
            TermOp::Multiple | TermOp::Call { .. } => {}
        }
    }

    /// `value = x + rest` where the rest is at most a part of `y - x`: then the value is at most `y`.
    fn bounds_of_advance(&self, value: Var, x: ValId, rest: ValId, out: &mut Vec<(Var, Var, i128)>) {
        let is_part = |difference: ValId| {
            rest == difference
                || self.terms().iter().any(|part| {
                    let divides = matches!(
                        part.op,
                        TermOp::Binary(BinOp::UDiv | BinOp::SDiv | BinOp::LShr | BinOp::AShr)
                    );
                    let natural = |v: ValId| self.range_of(Var::number(v)).0 >= 0;
                    divides
                        && part.value == rest
                        && part.left == difference
                        && natural(difference)
                        && natural(part.right)
                })
        };
        for t in self.terms().iter().filter(|t| t.op == TermOp::Binary(BinOp::Sub) && t.right == x) {
            let width = self.value(t.value).width;
            let (a, b) = (self.range_of(Var::number(t.left)), self.range_of(Var::number(x)));
            if (1..=64).contains(&width) && is_part(t.value) {
                let limit = 1i128 << (width - 1);
                if a.0 - b.1 >= -limit && a.1 - b.0 < limit {
                    out.push((value, Var::number(t.left), 0));
                }
            }
        }
    }

    /// `value = (x + y) / 2`, which is not negative: it lies between the two, as far as their order is noted.
    fn bounds_of_middle(&self, value: Var, sum: ValId, out: &mut Vec<(Var, Var, i128)>) {
        for t in self.terms().iter().filter(|t| t.op == TermOp::Binary(BinOp::Add) && t.value == sum) {
            let width = self.value(sum).width;
            let (a, b) = (self.range_of(Var::number(t.left)), self.range_of(Var::number(t.right)));
            let limit = 1i128 << (width.clamp(1, 64) - 1);
            if !(1..=64).contains(&width) || a.0 + b.0 < -limit || a.1 + b.1 >= limit {
                continue;
            }
            for (x, y) in [(t.left, t.right), (t.right, t.left)] {
                let (x, y) = (Var::number(x), Var::number(y));
                for o in self.orders.iter().filter(|o| o.less == x && o.more == y) {
                    // x - y <= c: the sum is at most 2 y + c and at least 2 x - c.
                    let c = i128::from(o.most);
                    out.push((value, y, div_floor(c, 2)));
                    out.push((x, value, -div_floor(-c, 2)));
                }
            }
        }
    }

    /// How far addresses are from the ends of objects whose size follows from a number, and the order of two addresses
    /// seen from the other end.
    fn bounds_of_extents(&self, asked: &[Var], out: &mut Vec<(Var, Var, i128)>) {
        if self.sizes.is_empty() {
            return;
        }
        // The addresses with the bounds that speak of them.
        let mut places: FxHashMap<ValId, usize> = FxHashMap::default();
        let mut addresses: Vec<(ValId, Vec<usize>)> = Vec::new();
        let mut about = |var: Var, bound: Option<usize>| {
            if var.is_address() {
                let place = *places.entry(var.value).or_insert(addresses.len());
                if place == addresses.len() {
                    addresses.push((var.value, Vec::new()));
                }
                addresses[place].1.extend(bound);
            }
        };
        asked.iter().for_each(|&var| about(var, None));
        for (i, &(x, y, _)) in out.iter().enumerate() {
            about(x, Some(i));
            if y.value != x.value {
                about(y, Some(i));
            }
        }
        for (v, known) in addresses {
            let Some((obj, lo, hi)) = self.measured(v) else { continue };
            let Some(size) = self.size_of(obj) else { continue };
            let unit = self.unit_of(obj);
            let wide = i128::from(unit);
            if size.scale != i64::from(unit) {
                continue;
            }
            let (base, addend) = (Var::number(size.base), i128::from(size.addend));
            let (offset, rest) = (Var::offset(v, unit), Var::rest(v, unit));
            out.push((rest, base, div_ceil(addend - i128::from(lo), wide)));
            out.push((base, rest, div_ceil(i128::from(hi) - addend, wide)));
            for i in known {
                let (x, y, most) = out[i];
                // offset - base <= most: the rest, base + addend - offset, is at least addend - most.
                if x == offset && y == base {
                    out.push((Var::ZERO, rest, most - div_floor(addend, wide)));
                }
                if x == rest && y == base {
                    out.push((Var::ZERO, offset, most - div_floor(addend, wide)));
                }
                // x - rest <= most: the rest is at least x - most, and the offset is base + addend - rest.
                if y == rest && x != base && !x.is_address() {
                    let least = self.range_of(x).0;
                    if least > -FAR {
                        out.push((offset, base, most - least + div_ceil(addend, wide)));
                    }
                }
                let same = |w: Var| w.value != v && self.measured(w.value).is_some_and(|m| m.0 == obj);
                if x == offset && y.measure == Measure::Offset(unit) && same(y) {
                    out.push((Var::rest(y.value, unit), rest, most));
                }
                if x == rest && y.measure == Measure::Rest(unit) && same(y) {
                    out.push((Var::offset(y.value, unit), offset, most));
                }
            }
        }
    }
}
