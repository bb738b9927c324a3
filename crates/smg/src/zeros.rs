//! Zero bytes at places that follow from a number of the program: the ends of strings.
//!
//! `a[n - 1] = 0` makes a zero byte known at an address with an uncertain offset; it stays known for as long as nothing is written
//! to the object that might hit it. A walk from below, `while (*p != 0) p++`, stays below: as long as `p` has not passed
//! the zero, a byte other than zero at `p` means that `p` is not there yet.
//!
//! The zeros are facts of a graph: joined, carried over calls, gone with their object. What was read where, and what
//! follows if it is not zero, are notes for the straight way, forgotten with the terms.

use crate::graph::Smg;
use crate::int::{CastOp, IntDomain};
use crate::object::ObjId;
use crate::order::Linear;
use crate::reach::IdSet;
use crate::terms::{Term, TermOp};
use crate::value::{Content, Offset, Spec, ValId};
use crate::zone::Var;
use base::Idx;
use std::sync::Arc;

/// The oldest are forgotten when there are more.
pub(crate) const MAX_ZEROS: usize = 24;
const MAX_READINGS: usize = 16;
const MAX_HINTS: usize = 32;

/// A place in an object: `scale * base + addend` bytes from its start, or `addend` bytes from an address into it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Spot {
    Near(ValId, i64),
    At(Linear),
}

impl Spot {
    fn base(self) -> ValId {
        match self {
            Spot::Near(v, _) => v,
            Spot::At(linear) => linear.base,
        }
    }

    fn base_mut(&mut self) -> &mut ValId {
        match self {
            Spot::Near(v, _) => v,
            Spot::At(linear) => &mut linear.base,
        }
    }
}

/// The byte at the address is zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Zero {
    pub(crate) object: ObjId,
    pub(crate) address: ValId,
}

/// What a byte, or an address, in an object was found to be; nothing was written to the object since.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Reading {
    object: ObjId,
    spot: Spot,
    value: ValId,
}

/// If the value is not zero, the one address lies before the other one, and not at the same place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Hint {
    value: ValId,
    less: ValId,
    more: ValId,
}

impl<D: IntDomain> Smg<D> {
    /// How many zero bytes are known by their places.
    pub fn string_ends(&self) -> usize {
        self.zeros.len()
    }

    /// Whether a zero byte of the object is known by its place.
    pub fn has_zeros(&self, obj: ObjId) -> bool {
        self.zeros.iter().any(|z| z.object == obj)
    }

    /// Whether the place of a zero is not a constant.
    pub(crate) fn is_open_zero(&self, zero: &Zero) -> bool {
        self.measured(zero.address).is_some_and(|(_, lo, hi)| lo != hi)
    }

    /// Whether there are sizes of objects or ends of strings that follow from numbers.
    pub fn has_places(&self) -> bool {
        !self.sizes.is_empty() || self.zeros.iter().any(|z| self.is_open_zero(z))
    }

    /// Whether the order of places in an object is kept: its size or the end of a string in it follows from a number.
    pub(crate) fn orders_places(&self, obj: ObjId) -> bool {
        self.size_of(obj).is_some()
            || self.has_cells(obj)
            || self.zeros.iter().any(|z| z.object == obj && self.is_open_zero(z))
    }

    /// The address of a place.
    pub fn address_of_spot(&mut self, obj: ObjId, off: Offset, spot: Option<Spot>) -> Option<ValId> {
        if off.is_exact() {
            return Some(self.address(obj, off, Spec::Region));
        }
        match spot? {
            Spot::Near(v, 0) => Some(self.resolve(v)),
            Spot::Near(v, by) => self.offset_address(v, Offset::exact(by)).ok(),
            Spot::At(linear) => {
                let unit = self.unit_of(obj);
                if linear.scale != i64::from(unit) {
                    return None;
                }
                let v = self.address(obj, off, Spec::Region);
                let (place, base) = (Var::offset(v, unit), Var::number(linear.base));
                let addend = i128::from(linear.addend);
                self.note_bound(place, base, -(-addend).div_euclid(unit.into()));
                self.note_bound(base, place, -addend.div_euclid(unit.into()));
                Some(v)
            }
        }
    }

    /// States that the byte at an address is zero.
    pub fn note_zero(&mut self, address: ValId) {
        let address = self.resolve(address);
        let Some((object, _, _)) = self.measured(address) else { return };
        if !self.object(object).is_live() || self.object(object).level != 0 {
            return;
        }
        let new = Zero { object, address };
        if self.zeros.contains(&new) {
            return;
        }
        let zeros = Arc::make_mut(&mut self.zeros);
        if zeros.len() >= MAX_ZEROS {
            zeros.remove(0);
        }
        zeros.push(new);
    }

    /// A zero byte at an address or behind it, in the same object, if one is known by its place: a string ends there at the latest.
    pub fn zero_behind(&self, address: ValId) -> Option<ValId> {
        let address = self.resolve(address);
        let (object, _, _) = self.measured(address)?;
        // The last one that was found is the nearest one.
        self.zeros_of(object).into_iter().rev().find(|&zero| self.lies_before(address, zero, 0))
    }

    /// States that a number is at most the distance from an address to a byte of the same object at it or behind it.
    pub fn note_distance(&mut self, number: ValId, from: ValId, to: ValId) {
        let Some((object, least, most)) = self.measured(self.resolve(from)) else { return };
        if self.unit_of(object) != 1 {
            return;
        }
        match least == most {
            true => self.note_bound(Var::number(number), Var::offset(to, 1), -i128::from(least)),
            // The byte there is one of the object.
            false => self.note_bound(Var::number(number), Var::rest(from, 1), -1),
        }
    }

    /// States that the byte so far behind an address is zero; the number is at most `most`.
    pub fn note_end(&mut self, address: ValId, length: ValId, most: u64) {
        let Some((object, least, exact)) = self.measured(self.resolve(address)) else { return };
        let (true, Ok(most)) = (least == exact, i64::try_from(most)) else { return };
        let range = Offset { lo: least, hi: least.saturating_add(most), stride: 1 };
        let place = Spot::At(Linear { base: self.resolve(length), scale: 1, addend: least });
        if most > 0
            && let Some(end) = self.address_of_spot(object, range, Some(place))
        {
            self.note_zero(end);
        }
    }

    /// The same behind an address with an uncertain offset: the end is the zero that is known, or lies before it.
    pub fn note_end_behind(&mut self, address: ValId, length: ValId, zero: ValId) {
        let [address, length, zero] = [address, length, zero].map(|v| self.resolve(v));
        let (Some((object, least, exact)), Some((within, _, most))) =
            (self.measured(address), self.measured(zero))
        else {
            return;
        };
        if least == exact || object != within || self.unit_of(object) != 1 || self.is_const(length) {
            return;
        }
        let op = TermOp::Move { scale: 1, offset: 0 };
        let end = self.known_result(op, address, length).unwrap_or_else(|| {
            let end = self.address(object, Offset { lo: least, hi: most, stride: 1 }, Spec::Region);
            self.note_term(end, op, address, length);
            end
        });
        self.note_bound(Var::offset(address, 1), Var::offset(end, 1), 0);
        self.note_bound(Var::offset(end, 1), Var::offset(zero, 1), 0);
        self.note_zero(end);
    }

    /// The zeros of an object that a write of so many bytes does not hit. To be asked before, and stated again after it.
    pub fn zeros_beside(&self, obj: ObjId, written: Option<ValId>, bytes: u64) -> Vec<ValId> {
        let (Some(written), Ok(bytes)) = (written, i64::try_from(bytes)) else { return Vec::new() };
        let zeros = self.zeros.iter().filter(|z| z.object == obj).map(|z| z.address);
        zeros.filter(|&z| self.lies_before(z, written, 1) || self.lies_before(written, z, bytes)).collect()
    }

    /// The zeros that a copy of so many bytes from an address on brings along.
    pub fn zeros_within(&self, from: ValId, bytes: ValId) -> Vec<ValId> {
        let from = self.resolve(from);
        let Some((object, start, exact)) = self.measured(from) else { return Vec::new() };
        if start != exact || self.unit_of(object) != 1 {
            return Vec::new();
        }
        let number = Var::number(self.resolve(bytes));
        let is_copied = |&zero: &ValId| {
            self.lies_before(from, zero, 0)
                && self.bound(Var::offset(zero, 1), number).is_some_and(|most| most < i128::from(start))
        };
        self.zeros_of(object).into_iter().filter(is_copied).collect()
    }

    /// States that the bytes from one address on were copied to another one, in another object, with a zero among them.
    pub fn copy_zero(&mut self, zero: ValId, from: ValId, to: ValId) {
        let [zero, from, to] = [zero, from, to].map(|v| self.resolve(v));
        let (Some((_, start, _)), Some((_, least, most))) = (self.measured(from), self.measured(zero)) else {
            return;
        };
        let Some((object, lo, hi)) = self.measured(to) else { return };
        let last = i64::try_from(self.object(object).size.hi).unwrap_or(i64::MAX).saturating_sub(1);
        let [near, far] = [least, most].map(|at| at.saturating_sub(start));
        let range = Offset { lo: lo.saturating_add(near), hi: hi.saturating_add(far).min(last), stride: 1 };
        if self.unit_of(object) != 1 || range.lo < 0 || range.lo > range.hi {
            return;
        }
        let copy = self.address(object, range, Spec::Region);
        let [place, old, begin] = [copy, zero, to].map(|v| Var::offset(v, 1));
        if lo == hi {
            self.note_bound(place, old, i128::from(lo) - i128::from(start));
            self.note_bound(old, place, i128::from(start) - i128::from(lo));
        } else {
            self.note_bound(place, begin, far.into());
            self.note_bound(begin, place, -i128::from(near));
        }
        self.note_zero(copy);
    }

    /// All known zeros of an object.
    pub fn zeros_of(&self, obj: ObjId) -> Vec<ValId> {
        self.zeros.iter().filter(|z| z.object == obj).map(|z| z.address).collect()
    }

    /// Of the zeros of an object in a row, the first and the last one stay: the one ends the string, the other one every string in the
    /// object. Each place more has bounds to all others.
    pub(crate) fn drop_inner_zeros(&mut self) {
        let mut index = 0;
        while index < self.zeros.len() {
            let Zero { object, address } = self.zeros[index];
            let others = || self.zeros.iter().filter(|z| z.object == object && z.address != address);
            let is_inner = others().count() >= 2
                && others().filter(|z| self.lies_before(z.address, address, 0)).any(|before| {
                    others().any(|z| z.address != before.address && self.lies_before(address, z.address, 0))
                });
            if is_inner {
                Arc::make_mut(&mut self.zeros).remove(index);
            } else {
                index += 1;
            }
        }
    }

    /// Something is written to the object, or it dies: what is known of places in it is not known any more.
    pub(crate) fn drop_zeros_of(&mut self, obj: ObjId) {
        self.dissolve_cells(obj);
        if self.try_object(obj).is_some_and(|o| !o.ends.is_empty()) {
            self.object_mut(obj).ends = Vec::new();
        }
        if self.zeros.iter().any(|z| z.object == obj) {
            Arc::make_mut(&mut self.zeros).retain(|z| z.object != obj);
        }
        if self.readings.iter().any(|r| r.object == obj) {
            Arc::make_mut(&mut self.readings).retain(|r| r.object != obj);
        }
    }

    /// Notes the address that was read from a place.
    pub fn note_word(&mut self, obj: ObjId, spot: Spot, value: ValId) {
        let mut spot = spot;
        *spot.base_mut() = self.resolve(spot.base());
        self.note_reading(Reading { object: obj, spot, value: self.resolve(value) });
    }

    fn note_reading(&mut self, reading: Reading) {
        let readings = Arc::make_mut(&mut self.readings);
        if readings.len() >= MAX_READINGS {
            readings.remove(0);
        }
        readings.push(reading);
    }

    /// What was found at a place.
    pub fn known_reading(&self, obj: ObjId, spot: Spot) -> Option<ValId> {
        let mut spot = spot;
        *spot.base_mut() = self.resolve(spot.base());
        self.readings.iter().rev().find(|r| r.object == obj && r.spot == spot).map(|r| r.value)
    }

    /// Notes that a byte was read from an address of an object with known zeros. Returns whether it is one of them.
    pub fn note_byte(&mut self, obj: ObjId, spot: Option<Spot>, address: ValId, value: ValId) -> bool {
        let (address, value) = (self.resolve(address), self.resolve(value));
        for zero in self.zeros_of(obj) {
            let up_to = self.lies_before(address, zero, 0);
            let from = self.lies_before(zero, address, 0);
            if up_to && from {
                return true;
            }
            for (applies, less, more) in [(up_to, address, zero), (from, zero, address)] {
                if applies && value != ValId::UNINIT {
                    let hints = Arc::make_mut(&mut self.hints);
                    if hints.len() >= MAX_HINTS {
                        hints.remove(0);
                    }
                    hints.push(Hint { value, less, more });
                }
            }
        }
        if let Some(mut spot) = spot
            && value != ValId::UNINIT
        {
            *spot.base_mut() = self.resolve(spot.base());
            self.note_reading(Reading { object: obj, spot, value });
        }
        false
    }

    /// One value is zero if another one is: what follows if it is not holds for both.
    pub fn copy_hints(&mut self, from: ValId, to: ValId) {
        if self.hints.is_empty() {
            return;
        }
        let (from, to) = (self.resolve(from), self.resolve(to));
        let copies: Vec<Hint> =
            self.hints.iter().filter(|h| h.value == from).map(|h| Hint { value: to, ..*h }).collect();
        if from != to && to.raw() > 1 && !copies.is_empty() {
            let hints = Arc::make_mut(&mut self.hints);
            hints.extend(copies);
            let excess = hints.len().saturating_sub(MAX_HINTS);
            hints.drain(..excess);
        }
    }

    /// Whether it tells something of the order of places that the value is not zero.
    pub fn tells_of_places(&self, v: ValId) -> bool {
        let v = self.resolve(v);
        self.hints.iter().any(|h| h.value == v)
    }

    /// A number was computed from others in such a way that it is not zero if none of them is; its range may not tell.
    pub fn note_nonzero_result(&mut self, result: ValId, of: &[ValId]) {
        let range_excludes = |g: &Self, v: ValId| matches!(g.content(v), Content::Int(d) if !d.contains(0));
        if result == ValId::ZERO || self.is_const(result) || range_excludes(self, result) {
            return;
        }
        if of.iter().all(|&v| range_excludes(self, v) || self.prove_neq(v, ValId::ZERO)) {
            self.add_neq(result, ValId::ZERO);
        }
    }

    /// The value is known not to be zero.
    pub(crate) fn note_nonzero(&mut self, v: ValId) {
        if self.hints.is_empty() {
            return;
        }
        // A number is zero if and only if the wider one is that it was extended to.
        let mut same = vec![self.resolve(v)];
        let extends = |t: &&Term| matches!(t.op, TermOp::Cast { op: CastOp::SExt | CastOp::ZExt, .. });
        let mut next = 0;
        while let Some(&v) = same.get(next) {
            for t in self.terms().iter().filter(extends) {
                for (from, to) in [(t.left, t.value), (t.value, t.left)] {
                    if from == v && !same.contains(&to) {
                        same.push(to);
                    }
                }
            }
            next += 1;
        }
        let known: Vec<Hint> = self.hints.iter().filter(|h| same.contains(&h.value)).copied().collect();
        for hint in known {
            self.note_address_order(hint.less, hint.more, true);
        }
    }

    /// What was read of a held object is held, so that it is the same when it is read again. The places that a value tells of are held as
    /// long as the value is, and their object.
    pub(crate) fn keep_readings(&self, objects: &IdSet, values: &mut IdSet) {
        let leads_somewhere = |v: ValId| self.pointee(v).is_some_and(|to| objects.contains(to.obj.index()));
        for r in self.readings.iter().filter(|r| objects.contains(r.object.index())) {
            let base = r.spot.base();
            if values.contains(base.index()) || leads_somewhere(base) {
                values.insert(base.index());
                values.insert(r.value.index());
            }
        }
        for h in self.hints.iter() {
            if values.contains(h.value.index()) && leads_somewhere(h.less) && leads_somewhere(h.more) {
                values.insert(h.less.index());
                values.insert(h.more.index());
            }
        }
    }

    /// What a word of a held object was found to lead to is held, so that it is the same when it is read again.
    pub(crate) fn keep_words(&self, objects: &mut IdSet, values: &mut IdSet) {
        for r in self.readings.iter() {
            let Some(string) = self.pointee(r.value).map(|target| target.obj) else { continue };
            let is_held = |place: ValId| match self.pointee(place) {
                Some(target) => objects.contains(target.obj.index()),
                None => values.contains(place.index()),
            };
            if objects.contains(r.object.index()) && is_held(r.spot.base()) {
                objects.insert(string.index());
                values.insert(r.value.index());
            }
        }
    }

    pub(crate) fn forget_readings(&mut self) {
        if !self.readings.is_empty() {
            self.readings = Arc::default();
        }
        if !self.hints.is_empty() {
            self.hints = Arc::default();
        }
    }

    pub(crate) fn drop_zeros_at(&mut self, v: ValId) {
        if self.zeros.iter().any(|z| z.address == v) {
            Arc::make_mut(&mut self.zeros).retain(|z| z.address != v);
        }
        if self.readings.iter().any(|r| r.value == v || r.spot.base() == v) {
            Arc::make_mut(&mut self.readings).retain(|r| r.value != v && r.spot.base() != v);
        }
        if self.hints.iter().any(|h| [h.value, h.less, h.more].contains(&v)) {
            Arc::make_mut(&mut self.hints).retain(|h| ![h.value, h.less, h.more].contains(&v));
        }
    }

    pub(crate) fn replace_in_zeros(&mut self, old: ValId, new: ValId) {
        let within = |g: &Self, v: ValId| g.measured(v).map(|m| m.0);
        let held = |v: ValId| v == old;
        if self.zeros.iter().any(|z| held(z.address)) {
            let same = within(self, new);
            let zeros = Arc::make_mut(&mut self.zeros);
            zeros.retain(|z| !held(z.address) || same == Some(z.object));
            zeros.iter_mut().filter(|z| held(z.address)).for_each(|z| z.address = new);
            zeros.dedup();
        }
        // Equal values hold equal places: notes only lose what they cannot express.
        if self.readings.iter().any(|r| held(r.value) || held(r.spot.base())) {
            let readings = Arc::make_mut(&mut self.readings);
            for r in readings.iter_mut() {
                if held(r.value) {
                    r.value = new;
                }
                if held(r.spot.base()) {
                    *r.spot.base_mut() = new;
                }
            }
        }
        if self.hints.iter().any(|h| held(h.value) || held(h.less) || held(h.more)) {
            let hints = Arc::make_mut(&mut self.hints);
            for h in hints.iter_mut() {
                for v in [&mut h.value, &mut h.less, &mut h.more] {
                    if held(*v) {
                        *v = new;
                    }
                }
            }
        }
    }
}
