//! Equality, inequality and order of values (§1.3.4, §1.4, Algorithms 12 and 13), and pointer arithmetic.

use crate::error::SmgError;
use crate::graph::Smg;
use crate::int::{BinOp, Cmp, IntDomain};
use crate::object::{ObjId, Object};
use crate::terms::TermOp;
use crate::value::{Content, Offset, Spec, Target, ValId};
use crate::zone::Var;
use base::addresses;

/// The answer to a question about all memories of a graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Truth {
    Yes,
    No,
    Unknown,
}

impl Truth {
    pub fn negated(self) -> Truth {
        match self {
            Truth::Yes => Truth::No,
            Truth::No => Truth::Yes,
            Truth::Unknown => Truth::Unknown,
        }
    }
}

impl From<Option<bool>> for Truth {
    fn from(b: Option<bool>) -> Truth {
        match b {
            Some(true) => Truth::Yes,
            Some(false) => Truth::No,
            None => Truth::Unknown,
        }
    }
}

impl<D: IntDomain> Smg<D> {
    /// The value behind all possibly empty segments at the front of `v`, and those segments.
    pub(crate) fn look_through(&self, v: ValId) -> (ValId, Vec<ObjId>) {
        let mut v = self.resolve(v);
        let mut visited = Vec::new();
        while let Some(t) = self.pointee(v) {
            if !self.object(t.obj).may_be_empty() || visited.contains(&t.obj) {
                break;
            }
            let Some(next) = self.value_if_empty(t) else { break };
            visited.push(t.obj);
            v = next;
        }
        (v, visited)
    }

    fn in_bounds(object: &Object, off: Offset) -> bool {
        off.lo >= 0 && (off.hi as u64) < object.size.lo
    }

    /// Whether an object and a freed one certainly lie at different addresses: both existed at the same time.
    fn outlived(live: &Object, freed: &Object) -> bool {
        live.birth < freed.death
    }

    /// Whether two values certainly differ. Sound, not complete.
    pub fn prove_neq(&self, v1: ValId, v2: ValId) -> bool {
        let (v1, v2) = (self.resolve(v1), self.resolve(v2));
        if v1 == v2 || v1 == ValId::UNINIT || v2 == ValId::UNINIT {
            return false;
        }
        if self.level_of(v1) != 0 || self.level_of(v2) != 0 {
            return false;
        }
        if self.has_neq(v1, v2) {
            return true;
        }
        match (self.content(v1), self.content(v2)) {
            (Content::Address(_), Content::Address(_)) => self.prove_addresses_neq(v1, v2),
            (Content::Address(t), other) | (other, Content::Address(t)) => {
                if t.obj == ObjId::NULL {
                    return match other {
                        Content::Int(d) => D::compare(Cmp::Ne, d, &D::constant(d.width(), 0)) == Some(true),
                        Content::Code(set) => !set.or_null,
                        _ => false,
                    };
                }
                let object = self.object(t.obj);
                if object.may_be_empty() || !Self::in_bounds(object, t.off) {
                    return false;
                }
                match other {
                    // A function never lies within an object.
                    Content::Code(set) => object.is_live() && !set.or_null,
                    Content::Int(d) => self.is_above_or_below_addresses(d).is_some(),
                    _ => false,
                }
            }
            (Content::Int(a), Content::Int(b)) if a.width() == b.width() => {
                D::compare(Cmp::Ne, a, b) == Some(true) || self.differ_by_constant(v1, v2)
            }
            (Content::Code(a), Content::Code(b)) => {
                !(a.or_null && b.or_null) && !a.functions.iter().any(|f| b.functions.contains(f))
            }
            _ => self.differ_by_constant(v1, v2),
        }
    }

    /// Whether no number of the set can be an object's address, and on which side of the addresses all of them are.
    fn is_above_or_below_addresses(&self, set: &D) -> Option<bool> {
        let width = self.ptr_bits();
        let end = addresses::end(width);
        if set.width() != width {
            return None;
        }
        if D::compare(Cmp::ULt, set, &D::constant(width, addresses::FIRST)) == Some(true) {
            return Some(false);
        }
        (D::compare(Cmp::UGe, set, &D::constant(width, end)) == Some(true)).then_some(true)
    }

    /// The order of an address within an object and a number that cannot be an address.
    fn compare_with_no_address(&self, op: Cmp, v1: ValId, v2: ValId) -> Truth {
        let inside = |v: ValId| {
            let t = self.pointee(v)?;
            let object = self.object(t.obj);
            (!object.may_be_empty() && Self::in_bounds(object, t.off)).then_some(())
        };
        let number = |v: ValId| match self.content(self.resolve(v)) {
            Content::Int(set) => self.is_above_or_below_addresses(set),
            _ => None,
        };
        let less = match (inside(v1), inside(v2)) {
            (Some(()), None) => number(v2),
            (None, Some(())) => number(v1).map(|above| !above),
            _ => None,
        };
        match op {
            Cmp::ULt | Cmp::ULe => less.into(),
            Cmp::UGt | Cmp::UGe => Truth::from(less).negated(),
            _ => Truth::Unknown,
        }
    }

    fn differ_by_constant(&self, v1: ValId, v2: ValId) -> bool {
        matches!(self.relation_between(v1, v2), Some((false, addend)) if addend != 0)
    }

    fn prove_addresses_neq(&self, a1: ValId, a2: ValId) -> bool {
        if self.differ_by_constant(a1, a2) {
            return true;
        }
        let (v1, seen1) = self.look_through(a1);
        let (v2, seen2) = self.look_through(a2);
        if v1 == v2 || seen1.iter().any(|o| seen2.contains(o)) {
            return false;
        }
        let (Some(t1), Some(t2)) = (self.target(v1), self.target(v2)) else { return false };
        let (o1, o2) = (self.object(t1.obj), self.object(t2.obj));
        // The segments passed on the way have addresses of their own, which must differ as well.
        let solid = |seen: &[ObjId]| {
            seen.iter().all(|&s| {
                let o = self.object(s);
                let parallel = o.links.parallel.iter().flatten().map(|link| link.head);
                let mut heads = std::iter::once(o.links.head).chain(parallel);
                o.is_live() && heads.all(|head| Self::in_bounds(o, Offset::exact(head)))
            })
        };
        if !solid(&seen1) || !solid(&seen2) {
            return false;
        }
        // No object reaches to the end of all addresses: its end is not null either, nor is the start of one without bytes.
        let is_bounded = |t: Target, object: &Object, other: Target| match other.obj {
            ObjId::NULL => t.off.lo >= 0 && t.off.hi as u64 <= object.size.lo,
            _ => Self::in_bounds(object, t.off),
        };
        let bounded1 = t1.obj == ObjId::NULL || is_bounded(t1, o1, t2);
        let bounded2 = t2.obj == ObjId::NULL || is_bounded(t2, o2, t1);
        if t1.obj == t2.obj {
            let direct = seen1.is_empty() && seen2.is_empty();
            if !direct && !(bounded1 && bounded2) {
                return false;
            }
            return match (t1.spec, t2.spec) {
                (a, b) if a == b => !t1.off.may_meet(t2.off),
                (Spec::First, Spec::Last) | (Spec::Last, Spec::First) => o1.least_len() >= 2,
                _ => false,
            };
        }
        if !bounded1 || !bounded2 {
            return false;
        }
        // A freed object may have lent its address to everything that was allocated after its death: also to the
        // segments on the other way.
        let outlive =
            |live: &[ObjId], freed: &Object| live.iter().all(|&s| Self::outlived(self.object(s), freed));
        if t1.obj != ObjId::NULL && !o1.is_live() && !outlive(&seen2, o1) {
            return false;
        }
        if t2.obj != ObjId::NULL && !o2.is_live() && !outlive(&seen1, o2) {
            return false;
        }
        if t1.obj == ObjId::NULL || t2.obj == ObjId::NULL {
            return true;
        }
        match (o1.is_live(), o2.is_live()) {
            (true, true) => true,
            (true, false) => Self::outlived(o1, o2),
            (false, true) => Self::outlived(o2, o1),
            (false, false) => false,
        }
    }

    /// Whether two values are the same bit pattern.
    pub fn equal(&self, v1: ValId, v2: ValId) -> Truth {
        let (v1, v2) = (self.resolve(v1), self.resolve(v2));
        if v1 == v2 && v1 != ValId::UNINIT && self.level_of(v1) == 0 {
            return Truth::Yes;
        }
        if matches!(self.relation_between(v1, v2), Some((false, 0))) {
            return Truth::Yes;
        }
        if self.prove_neq(v1, v2) { Truth::No } else { Truth::Unknown }
    }

    /// A comparison of two integers of this width, or of two addresses.
    pub fn compare(&self, op: Cmp, v1: ValId, v2: ValId, width: u32) -> Truth {
        match op {
            Cmp::Eq => return self.equal(v1, v2),
            Cmp::Ne => return self.equal(v1, v2).negated(),
            _ => {}
        }
        if self.equal(v1, v2) == Truth::Yes {
            return Some(matches!(op, Cmp::ULe | Cmp::UGe | Cmp::SLe | Cmp::SGe)).into();
        }
        // Nothing is below zero.
        match (op, self.resolve(v1), self.resolve(v2)) {
            (Cmp::ULt, _, ValId::ZERO) | (Cmp::UGt, ValId::ZERO, _) => return Truth::No,
            (Cmp::UGe, _, ValId::ZERO) | (Cmp::ULe, ValId::ZERO, _) => return Truth::Yes,
            _ => {}
        }
        if let Some(difference) = self.pointer_difference(v1, v2) {
            // Within one object the order of the addresses is the order of the offsets.
            let lt = |d: Offset| {
                if d.hi < 0 {
                    Truth::Yes
                } else if d.lo >= 0 {
                    Truth::No
                } else {
                    Truth::Unknown
                }
            };
            let le = |d: Offset| {
                if d.hi <= 0 {
                    Truth::Yes
                } else if d.lo > 0 {
                    Truth::No
                } else {
                    Truth::Unknown
                }
            };
            let by_range = match op {
                Cmp::ULt | Cmp::SLt => lt(difference),
                Cmp::ULe | Cmp::SLe => le(difference),
                Cmp::UGt | Cmp::SGt => le(difference).negated(),
                _ => lt(difference).negated(),
            };
            return match by_range {
                Truth::Unknown if !self.orders.is_empty() => self.compare_places(op, v1, v2),
                known => known,
            };
        }
        if self.pointee(v1).is_some() || self.pointee(v2).is_some() {
            return self.compare_with_no_address(op, v1, v2);
        }
        if !(1..=64).contains(&width) {
            return Truth::Unknown;
        }
        match D::compare(op, &self.int_of(v1, width), &self.int_of(v2, width)) {
            Some(known) => Some(known).into(),
            None => self.compare_by_order(op, v1, v2),
        }
    }

    /// A comparison of numbers that are not negative by what is known of their difference.
    fn compare_by_order(&self, op: Cmp, v1: ValId, v2: ValId) -> Truth {
        if self.orders.is_empty() {
            return Truth::Unknown;
        }
        let (less, more, strict) = match op {
            Cmp::ULt | Cmp::SLt => (v1, v2, true),
            Cmp::ULe | Cmp::SLe => (v1, v2, false),
            Cmp::UGt | Cmp::SGt => (v2, v1, true),
            Cmp::UGe | Cmp::SGe => (v2, v1, false),
            Cmp::Eq | Cmp::Ne => return Truth::Unknown,
        };
        // Read without its sign, a number is another one unless it cannot be negative.
        let negative = |v: ValId| self.range_of(Var::number(v)).0 < 0;
        if !op.is_signed() && (negative(v1) || negative(v2)) {
            return Truth::Unknown;
        }
        let (less, more) = (Var::number(less), Var::number(more));
        // less < more if less - more <= -1; it is false if more - less <= 0.
        let limit = if strict { -1 } else { 0 };
        if self.bound(less, more).is_some_and(|d| d <= limit) {
            return Truth::Yes;
        }
        if self.bound(more, less).is_some_and(|d| d < -limit) {
            return Truth::No;
        }
        Truth::Unknown
    }

    /// The order of two addresses within one object by what is known of their distance.
    fn compare_places(&self, op: Cmp, v1: ValId, v2: ValId) -> Truth {
        let (less, more, strict) = match op {
            Cmp::ULt | Cmp::SLt => (v1, v2, true),
            Cmp::ULe | Cmp::SLe => (v1, v2, false),
            Cmp::UGt | Cmp::SGt => (v2, v1, true),
            _ => (v2, v1, false),
        };
        if self.lies_before(less, more, i64::from(strict)) {
            Truth::Yes
        } else if self.lies_before(more, less, i64::from(!strict)) {
            Truth::No
        } else {
            Truth::Unknown
        }
    }

    /// `v1 - v2` in bytes if both are addresses into the same region.
    pub fn pointer_difference(&self, v1: ValId, v2: ValId) -> Option<Offset> {
        let (t1, t2) = (self.pointee(v1)?, self.pointee(v2)?);
        if t1.obj != t2.obj || t1.spec != t2.spec || (t1.spec == Spec::All) {
            return None;
        }
        if let Some((false, addend)) = self.relation_between(v1, v2) {
            return Some(Offset::exact(crate::int::sign_extend(self.ptr_bits(), addend)));
        }
        if self.resolve(v1) == self.resolve(v2) {
            return Some(Offset::exact(0));
        }
        Some(t1.off.plus(t2.off.negated()))
    }

    /// The address `by` bytes further. Null plus a number is that number, as `offsetof` needs it.
    ///
    /// The address of a segment's node can only be moved once the node has been materialised.
    pub fn offset_address(&mut self, v: ValId, by: Offset) -> Result<ValId, SmgError> {
        let v = self.resolve(v);
        if by == Offset::exact(0) {
            return Ok(v);
        }
        let width = self.ptr_bits();
        match self.content(v).clone() {
            Content::Address(t) if t.obj != ObjId::NULL => {
                if self.object(t.obj).kind.is_abstract() {
                    return Err(SmgError::NotMaterialised);
                }
                let off = t.off.plus(by);
                let moved = self.address(t.obj, off, t.spec);
                if let (false, Some(c)) = (off.is_exact(), by.as_exact()) {
                    self.relate(moved, v, false, c as u64);
                }
                Ok(moved)
            }
            Content::Address(_) | Content::Int(_) => {
                let base = self.int_of(v, width);
                let step = if by == Offset::UNBOUNDED {
                    D::top(width)
                } else {
                    D::strided(width, by.lo as u64, by.hi as u64, by.stride)
                };
                let moved = self.int(D::binary(BinOp::Add, &base, &step));
                if let Some(c) = by.as_exact() {
                    self.relate(moved, v, false, c as u64);
                }
                Ok(moved)
            }
            Content::Unknown { may_be_uninit } => {
                let moved = self.fresh(Content::Unknown { may_be_uninit }, 0, width);
                if let Some(c) = by.as_exact() {
                    self.relate(moved, v, false, c as u64);
                }
                Ok(moved)
            }
            Content::Code(_) | Content::Float => Ok(self.unknown(width)),
            Content::Uninit | Content::Free | Content::Forward(_) => Ok(ValId::UNINIT),
        }
    }

    /// Narrows the offset of an address with an uncertain one, and of the addresses at a known distance from it; an
    /// exact result becomes the one node for it. `false` if no offset remains.
    pub fn refine_offset(&mut self, v: ValId, lo: i64, hi: i64) -> bool {
        let v = self.resolve(v);
        let Some(t) = self.pointee(v) else { return true };
        // The distances are looked up before an exact node takes the place of a value and its relations.
        let around = if t.off.is_exact() { Vec::new() } else { self.at_known_distance(v, t) };
        let starts = self.moved_from(v, t);
        if !self.clamp_offset(v, lo, hi) {
            return false;
        }
        // What the address was moved from lies the same way back.
        let off = self.pointee(v).map_or(t.off, |t| t.off);
        for (start, by) in starts {
            let (lo, hi) = (off.lo.saturating_sub(by.1), off.hi.saturating_sub(by.0));
            if !self.clamp_offset(start, lo, hi) {
                return false;
            }
        }
        around.into_iter().all(|(w, distance)| {
            self.clamp_offset(w, lo.saturating_add(distance), hi.saturating_add(distance))
        })
    }

    /// The addresses that `v` was computed from, with the least and the greatest distance.
    fn moved_from(&self, v: ValId, t: Target) -> Vec<(ValId, (i64, i64))> {
        let moves = self.terms().iter().filter(|term| term.value == v && term.left != v);
        let same = |left: ValId| self.pointee(left).is_some_and(|w| w.obj == t.obj && w.spec == t.spec);
        moves
            .filter(|term| t.spec != Spec::All && same(term.left))
            .filter_map(|term| {
                let TermOp::Move { scale, offset } = term.op else { return None };
                let (lo, hi) = self.int_of(term.right, self.ptr_bits()).signed_bounds();
                let at = |n: i64| i64::try_from(i128::from(n) * i128::from(scale) + i128::from(offset)).ok();
                let (a, b) = (at(lo)?, at(hi)?);
                Some((term.left, (a.min(b), a.max(b))))
            })
            .collect()
    }

    /// The addresses into the same node whose distance from `v` is known, with it.
    fn at_known_distance(&self, v: ValId, t: Target) -> Vec<(ValId, i64)> {
        if t.spec == Spec::All {
            return Vec::new();
        }
        let width = self.ptr_bits();
        let mut known: Vec<(ValId, i64)> = vec![(v, 0)];
        let mut at = 0;
        while at < known.len() {
            let (from, distance) = known[at];
            at += 1;
            for r in self.relations().iter().filter(|r| !r.negated && (r.left == from || r.right == from)) {
                let step = if r.right == from { *r } else { r.reversed() };
                let same = self.pointee(step.left).is_some_and(|w| w.obj == t.obj && w.spec == t.spec);
                if same && known.iter().all(|k| k.0 != step.left) {
                    let further = crate::int::sign_extend(width, step.addend);
                    known.push((step.left, distance.saturating_add(further)));
                }
            }
        }
        known.remove(0);
        known
    }

    fn clamp_offset(&mut self, v: ValId, lo: i64, hi: i64) -> bool {
        let v = self.resolve(v);
        let Some(t) = self.pointee(v) else { return true };
        let Some(off) = t.off.clamp(lo, hi) else { return false };
        if off == t.off {
            return true;
        }
        if off.is_exact() {
            let node = self.address(t.obj, off, t.spec);
            return self.replace_value(v, node);
        }
        self.retarget(v, Target { off, ..t });
        true
    }
}
