//! Sizes that follow from a number of the program. With what is known of the order of numbers (`zone.rs`) they tell that
//! `a[i]` lies within the `n` elements of `a` if `i < n`, whatever `n` is.
//!
//! The size of an object is kept with it for as long as the number is known.

use crate::graph::Smg;
use crate::int::{BinOp, CastOp, IntDomain, sign_extend};
use crate::object::{ObjId, SizeRange};
use crate::reach::IdSet;
use crate::terms::{Term, TermOp};
use crate::value::{Content, ValId};
use crate::zone::{Var, div_ceil, div_floor};
use base::Idx;
use std::sync::Arc;

/// Sums of products are short in programs; values that were found equal may have closed a circle.
const MAX_STEPS: usize = 8;

/// `scale * base + addend`, computed without overflow from a value that is not negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Linear {
    pub base: ValId,
    pub scale: i64,
    pub addend: i64,
}

impl<D: IntDomain> Smg<D> {
    /// States that the object has this many bytes; each one, if it stands for several.
    pub fn set_size(&mut self, obj: ObjId, size: Linear) {
        if self.natural(size.base).is_some() && self.level_of(size.base) == 0 {
            Arc::make_mut(&mut self.sizes).push((obj, size));
        }
    }

    /// States that the one number, which is not negative, less the other one, is at most so much.
    pub fn note_at_most(&mut self, less: ValId, more: ValId, most: i64) {
        self.note_bound(Var::number(less), Var::number(more), i128::from(most));
    }

    /// Whether there are objects of uncertain size, or strings of uncertain length, and what is uncertain about each size follows from a
    /// number.
    pub fn sizes_follow(&self) -> bool {
        let follows = |id: ObjId| self.sizes.iter().any(|s| s.0 == id);
        self.has_places() && self.objects().all(|(id, o)| o.size.is_exact() || follows(id))
    }

    /// The number that the object's size follows from.
    pub fn size_of(&self, obj: ObjId) -> Option<Linear> {
        self.sizes.iter().find(|s| s.0 == obj).map(|s| s.1)
    }

    /// The size of an object that has only one, also if that follows from a number that turned out to be a constant.
    pub(crate) fn constant_size(&self, obj: ObjId) -> Option<u64> {
        let own = self.object(obj).size;
        if own.is_exact() {
            return Some(own.lo);
        }
        let size = self.size_of(obj)?;
        let (lo, hi) = self.natural(size.base)?;
        let bytes = i128::from(lo) * i128::from(size.scale) + i128::from(size.addend);
        (lo == hi).then(|| u64::try_from(bytes).ok()).flatten()
    }

    /// The bounds of an object's size by all that is known of it now.
    pub fn size_bounds(&self, obj: ObjId) -> SizeRange {
        let own = self.object(obj).size;
        let follows = self.size_of(obj).and_then(|size| {
            let (lo, hi) = self.natural(size.base)?;
            // A number below the base may have become known since they were compared.
            let base = Var::number(size.base);
            let above = self.orders.iter().filter(|o| o.more == base && !o.less.is_address());
            let above = above.filter_map(|o| self.natural(o.less.value)?.0.checked_sub(o.most));
            let lo = above.fold(lo, i64::max).min(hi);
            let at = |n: i64| {
                let bytes = i128::from(n) * i128::from(size.scale) + i128::from(size.addend);
                u64::try_from(bytes).ok()
            };
            Some(SizeRange { lo: at(lo)?, hi: at(hi)? })
        });
        match follows {
            Some(known) => SizeRange { lo: own.lo.max(known.lo), hi: own.hi.min(known.hi) },
            None => own,
        }
    }

    /// The least value of an integer that is not negative, however it is read, by all that is known.
    pub fn least_of(&self, v: ValId) -> Option<i64> {
        let (least, _) = self.natural(v)?;
        let ordered = self.bound(Var::ZERO, Var::number(v)).and_then(|most| i64::try_from(-most).ok());
        Some(ordered.map_or(least, |o| o.max(least)))
    }

    /// The bounds of an integer that is not negative, however it is read.
    pub(crate) fn natural(&self, v: ValId) -> Option<(i64, i64)> {
        match self.content(v) {
            Content::Int(d) => Some(d.signed_bounds()).filter(|b| b.0 >= 0),
            Content::Address(t) if t.obj == ObjId::NULL => Some((0, 0)),
            _ => None,
        }
    }

    /// How the value follows from another one.
    pub fn linear(&self, v: ValId) -> Option<Linear> {
        let mut at = Linear { base: self.resolve(v), scale: 1, addend: 0 };
        self.natural(at.base)?;
        for _ in 0..MAX_STEPS {
            let steps = self.terms().iter().rev().filter(|t| t.value == at.base);
            match steps.filter_map(|t| self.step(at, t)).next() {
                Some(next) => at = next,
                None => break,
            }
        }
        (!self.is_const(at.base) && at.base != ValId::ZERO).then_some(at)
    }

    /// One step back from a value to what it was computed from, if nothing was lost on the way.
    fn step(&self, at: Linear, term: &Term) -> Option<Linear> {
        let Content::Int(result) = self.content(term.value) else { return None };
        // What the computation gave is not negative however it is read, so it may be read without its sign.
        let most = i128::from(crate::int::mask(result.width()));
        let number = |v: ValId| {
            let c = self.int_of(v, result.width()).as_constant()?;
            Some(sign_extend(result.width(), c))
        };
        let commutes = matches!(term.op, TermOp::Binary(BinOp::Mul | BinOp::Add));
        let (left, right) = match commutes && number(term.left).is_some() {
            true => (term.right, term.left),
            false => (term.left, term.right),
        };
        let (lo, hi) = self.natural(left)?;
        match term.op {
            TermOp::Cast { op: CastOp::SExt | CastOp::ZExt, .. } => Some(Linear { base: left, ..at }),
            TermOp::Cast { op: CastOp::Trunc, .. } => {
                (i128::from(hi) <= most).then_some(Linear { base: left, ..at })
            }
            TermOp::Binary(op @ (BinOp::Mul | BinOp::Shl)) => {
                let c = number(right).filter(|&c| c > 0)?;
                let factor = match op {
                    BinOp::Mul => c,
                    _ => 1i64.checked_shl(u32::try_from(c).ok()?).filter(|&f| f > 0 && c < 62)?,
                };
                let fits = i128::from(hi) * i128::from(factor) <= most;
                let scale = at.scale.checked_mul(factor)?;
                fits.then_some(Linear { base: left, scale, ..at })
            }
            TermOp::Binary(op @ (BinOp::Add | BinOp::Sub)) => {
                let c = number(right)?;
                let c = if op == BinOp::Sub { c.checked_neg()? } else { c };
                let fits = i128::from(lo) + i128::from(c) >= 0 && i128::from(hi) + i128::from(c) <= most;
                let addend = at.addend.checked_add(at.scale.checked_mul(c)?)?;
                fits.then_some(Linear { base: left, addend, ..at })
            }
            _ => None,
        }
    }

    /// How a number follows from one that is held, modulo two to its width: whether something was lost on the way may be known only later.
    pub fn computed_from(&self, v: ValId) -> Option<Linear> {
        let (_, held) = self.mark_from_roots(None);
        let mut at = Linear { base: self.resolve(v), scale: 1, addend: 0 };
        let width = self.value(at.base).width;
        for _ in 0..MAX_STEPS {
            let steps = self.terms().iter().rev().filter(|t| t.value == at.base);
            at = steps.filter_map(|t| self.step_modulo(at, t, width)).next()?;
            if held.contains(at.base.index()) && !self.is_const(at.base) {
                return Some(at);
            }
        }
        None
    }

    /// One step back that need not fit, as long as nothing narrower takes part.
    fn step_modulo(&self, at: Linear, term: &Term, width: u32) -> Option<Linear> {
        let TermOp::Binary(op) = term.op else { return self.step(at, term) };
        if self.value(term.value).width != width {
            return self.step(at, term);
        }
        let number = |v: ValId| self.int_of(v, width).as_constant().map(|c| sign_extend(width, c));
        let (left, right) = match matches!(op, BinOp::Mul | BinOp::Add) && number(term.left).is_some() {
            true => (term.right, term.left),
            false => (term.left, term.right),
        };
        let c = number(right)?;
        let base = self.resolve(left);
        match op {
            BinOp::Mul if c > 0 => Some(Linear { base, scale: at.scale.checked_mul(c)?, ..at }),
            BinOp::Shl if (0..62).contains(&c) => {
                Some(Linear { base, scale: at.scale.checked_mul(1 << c)?, ..at })
            }
            BinOp::Add | BinOp::Sub => {
                let c = if op == BinOp::Sub { c.checked_neg()? } else { c };
                let addend = at.addend.checked_add(at.scale.checked_mul(c)?)?;
                Some(Linear { base, addend, ..at })
            }
            _ => None,
        }
    }

    /// Sizes that follow from a number follow from what it was computed from, if nothing was lost on the way; both are bounded by each
    /// other then.
    pub fn follow_sizes(&mut self, v: ValId, from: Linear) {
        let (v, base) = (self.resolve(v), self.resolve(from.base));
        let (Some(known), Some(range)) = (self.natural(v), self.natural(base)) else { return };
        let at = |n: i64| i128::from(n) * i128::from(from.scale) + i128::from(from.addend);
        let width = self.value(v).width;
        if !(1..=64).contains(&width)
            || at(range.0) < 0
            || at(range.1) > i128::from(crate::int::mask(width))
            || self.level_of(base) != 0
        {
            return;
        }
        let least = div_ceil(i128::from(known.0) - i128::from(from.addend), from.scale.into());
        let most = div_floor(i128::from(known.1) - i128::from(from.addend), from.scale.into());
        if let (Content::Int(d), Ok(least), Ok(most)) =
            (self.content(base), i64::try_from(least.max(0)), i64::try_from(most))
            && least <= most
        {
            let (width, m) = (d.width(), crate::int::mask(d.width()));
            let most = most.min(range.1);
            // Nothing remains only where control does not come.
            self.refine_int(base, &D::range(width, least as u64 & m, most.max(least) as u64 & m));
        }
        let base = self.resolve(base);
        let follows = |size: &Linear| {
            let scale = size.scale.checked_mul(from.scale)?;
            let addend = size.addend.checked_add(size.scale.checked_mul(from.addend)?)?;
            Some(Linear { base, scale, addend })
        };
        if self.natural(base).is_some() && self.sizes.iter().any(|s| self.resolve(s.1.base) == v) {
            let mut sizes = self.sizes.to_vec();
            for (_, size) in sizes.iter_mut().filter(|s| self.resolve(s.1.base) == v) {
                *size = follows(size).unwrap_or(*size);
            }
            self.sizes = Arc::new(sizes);
        }
    }

    /// A size that follows from a number which nothing holds any more, such as the capacity before an array grew, follows from one
    /// that was computed from it and is held.
    pub(crate) fn rebase_sizes(&mut self, held: &IdSet) {
        let is_held = |v: ValId| held.contains(v.index()) && v != ValId::ZERO && !self.is_const(v);
        let mut sizes: Vec<(ObjId, Linear)> = self.sizes.to_vec();
        let mut changed = false;
        for (_, size) in sizes.iter_mut().filter(|(_, size)| !is_held(size.base)) {
            let computed =
                self.terms().iter().map(|t| t.value).filter(|&v| is_held(v) && self.level_of(v) == 0);
            let new = computed.filter_map(|v| {
                // v = scale * base + addend, so the base is (v - addend) / scale.
                let v = self.resolve(v);
                let way = self.linear(v).filter(|way| way.base == size.base)?;
                let scale =
                    size.scale.checked_div(way.scale).filter(|s| s * way.scale == size.scale && *s > 0)?;
                let addend = size.addend.checked_sub(scale.checked_mul(way.addend)?)?;
                // A number that is only further on (`n - 1` in a loop over a block of `n`) says less from round to round.
                let is_simpler = way.scale > 1 || addend.unsigned_abs() < size.addend.unsigned_abs();
                is_simpler.then_some(Linear { base: v, scale, addend })
            });
            if let Some(new) = new.min_by_key(|new| (new.scale, new.base)) {
                *size = new;
                changed = true;
            }
        }
        if changed {
            self.sizes = Arc::new(sizes);
        }
    }

    /// A number that a size follows from is as large as the size allows.
    pub(crate) fn tighten_bases(&mut self) {
        let sizes = Arc::clone(&self.sizes);
        for &(object, size) in sizes.iter() {
            let base = self.resolve(size.base);
            let (Some(range), Content::Int(d)) = (self.natural(base), self.content(base)) else { continue };
            let (width, own) = (d.width(), self.object(object).size);
            let number = |bytes: u64| i128::from(bytes) - i128::from(size.addend);
            let least = div_ceil(number(own.lo), size.scale.into()).max(range.0.into());
            let most = div_floor(number(own.hi), size.scale.into()).min(range.1.into());
            if size.scale > 0 && least <= most && (least, most) != (range.0.into(), range.1.into()) {
                self.refine_int(base, &D::range(width, least as u64, most as u64));
            }
        }
    }

    /// A copy of an object has the size of the object.
    pub(crate) fn copy_size(&mut self, from: ObjId, to: ObjId) {
        if let Some(size) = self.size_of(from) {
            Arc::make_mut(&mut self.sizes).push((to, size));
        }
    }

    pub(crate) fn drop_size_of(&mut self, obj: ObjId) {
        if self.sizes.iter().any(|s| s.0 == obj) {
            Arc::make_mut(&mut self.sizes).retain(|s| s.0 != obj);
        }
    }
}
