//! The default integer domain: strided intervals on the circle of bit patterns.
//!
//! An element is `{ start + k * stride mod 2^width | 0 <= k <= steps }`, with `stride * steps < 2^width`, so that it
//! never laps itself. One representation serves signed and unsigned arithmetic: wrap-around is an interval that
//! crosses a pole, and alignment or array strides are the congruence.

use crate::int::{BinOp, CastOp, Cmp, IntDomain, Thresholds, UnOp, mask, sign_extend};
use std::fmt;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Interval {
    width: u32,
    start: u64,
    stride: u64,
    steps: u64,
}

/// A piece that does not cross the pole of the view it was made for: `lo <= hi` as plain numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Piece {
    lo: i128,
    hi: i128,
    stride: i128,
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

fn modulus(width: u32) -> u128 {
    1u128 << width
}

impl Interval {
    fn canonical(width: u32, start: u64, stride: u64, steps: u64) -> Interval {
        let start = start & mask(width);
        if steps == 0 || stride == 0 {
            return Interval { width, start, stride: 0, steps: 0 };
        }
        // Two elements: walk the shorter way round, so that each pair has one form.
        if steps == 1 {
            let back = stride.wrapping_neg() & mask(width);
            let end = start.wrapping_add(stride) & mask(width);
            if back < stride || (back == stride && end < start) {
                return Interval { width, start: end, stride: back, steps };
            }
        }
        let reach = u128::from(stride) * (u128::from(steps) + 1);
        // A progression whose next element would be its own start is a whole residue class: forget where it starts.
        if reach == modulus(width) && steps > 1 {
            return Interval { width, start: start % stride, stride, steps };
        }
        Interval { width, start, stride, steps }
    }

    fn from_piece(width: u32, piece: Piece) -> Interval {
        debug_assert!(piece.lo <= piece.hi);
        let span = (piece.hi - piece.lo) as u128;
        if span >= modulus(width) {
            // The values wrap around completely; only a power of two survives as a congruence.
            let stride = if piece.stride <= 0 { 1 } else { piece.stride as u128 };
            let pow = 1u128 << stride.trailing_zeros().min(width);
            return Interval::residue_class(width, piece.lo as u64, pow);
        }
        if span == 0 {
            return Interval::canonical(width, piece.lo as u64, 0, 0);
        }
        let stride = piece.stride.max(1) as u128;
        Interval::canonical(width, piece.lo as u64, stride as u64, (span / stride) as u64)
    }

    /// All patterns congruent to `residue` modulo the power of two `pow`.
    fn residue_class(width: u32, residue: u64, pow: u128) -> Interval {
        let pow = pow.min(modulus(width));
        if pow == modulus(width) {
            return Interval::canonical(width, residue, 0, 0);
        }
        let steps = (modulus(width) / pow - 1) as u64;
        Interval::canonical(width, residue & (pow as u64).wrapping_sub(1), pow as u64, steps)
    }

    fn end(&self) -> u64 {
        self.start.wrapping_add(self.stride.wrapping_mul(self.steps)) & mask(self.width)
    }

    fn span(&self) -> u128 {
        u128::from(self.stride) * u128::from(self.steps)
    }

    pub fn is_top(&self) -> bool {
        self.stride == 1 && u128::from(self.steps) + 1 == modulus(self.width)
    }

    /// The element as at most two ascending pieces in the unsigned or signed view.
    fn pieces(&self, signed: bool) -> ([Piece; 2], usize) {
        let w = self.width;
        // Shift the circle so that the pole of the view becomes zero.
        let bias = if signed { 1u64 << (w - 1) } else { 0 };
        let from = self.start.wrapping_add(bias) & mask(w);
        let to = u128::from(from) + self.span();
        let offset = i128::from(bias);
        let stride = i128::from(self.stride);
        let whole = Piece { lo: i128::from(from) - offset, hi: to as i128 - offset, stride };
        if to < modulus(w) {
            return ([whole, whole], 1);
        }
        let before = (modulus(w) - 1 - u128::from(from)) / u128::from(self.stride);
        let last_before = i128::from(from) + (before as i128) * stride;
        let first_after = last_before + stride - modulus(w) as i128;
        let last_after = to as i128 - modulus(w) as i128;
        let low = Piece { lo: first_after - offset, hi: last_after - offset, stride };
        let high = Piece { lo: i128::from(from) - offset, hi: last_before - offset, stride };
        ([low, high], 2)
    }

    fn piece_list(&self, signed: bool) -> impl Iterator<Item = Piece> {
        let (pieces, n) = self.pieces(signed);
        pieces.into_iter().take(n)
    }

    fn join_all(width: u32, parts: impl Iterator<Item = Interval>) -> Option<Interval> {
        let mut result: Option<Interval> = None;
        for part in parts {
            debug_assert_eq!(part.width, width);
            result = Some(match result {
                None => part,
                Some(r) => r.join(&part),
            });
        }
        result
    }

    /// The arc from `a.start` upwards that also holds all of `b`, if `b` lies on it without lapping.
    fn arc(a: &Interval, b: &Interval) -> Option<(u128, Interval)> {
        let distance = u128::from(b.start.wrapping_sub(a.start) & mask(a.width));
        let span = a.span().max(distance + b.span());
        if span >= modulus(a.width) {
            return None;
        }
        let stride = gcd(gcd(u128::from(a.stride), u128::from(b.stride)), distance);
        if stride == 0 {
            return Some((0, *a));
        }
        let arc = Interval::canonical(a.width, a.start, stride as u64, (span / stride) as u64);
        Some((span / stride, arc))
    }

    fn signed_range(&self) -> (i128, i128) {
        let (lo, hi) = self.signed_bounds();
        (i128::from(lo), i128::from(hi))
    }

    fn unsigned_range(&self) -> (i128, i128) {
        let (lo, hi) = self.unsigned_bounds();
        (i128::from(lo), i128::from(hi))
    }

    /// Bits known to be zero and known to be one in every value.
    fn known_bits(&self) -> (u64, u64) {
        let m = mask(self.width);
        if let Some(c) = self.as_constant() {
            return (!c & m, c);
        }
        let (lo, hi) = self.unsigned_bounds();
        let differing = lo ^ hi;
        let unknown_low = if differing == 0 { 0 } else { u64::MAX >> differing.leading_zeros() };
        let mut zeros = !lo & !unknown_low & m;
        let mut ones = lo & !unknown_low & m;
        let low = self.stride.trailing_zeros().min(self.width);
        let low_mask = mask(low.max(1)) * u64::from(low > 0);
        zeros |= !self.start & low_mask & m;
        ones |= self.start & low_mask & m;
        (zeros, ones)
    }

    fn from_known_bits(width: u32, zeros: u64, ones: u64) -> Interval {
        let m = mask(width);
        let low = (zeros | ones).trailing_ones().min(width);
        if low == width {
            return Interval::constant(width, ones);
        }
        let (lo, hi) = (ones & m, !zeros & m);
        let stride = 1u64 << low;
        Interval::canonical(width, lo, stride, (hi - lo) / stride)
    }

    fn low_zero_bits(&self) -> u32 {
        match self.as_constant() {
            Some(0) => self.width,
            Some(c) => c.trailing_zeros(),
            None => self.stride.trailing_zeros().min(if self.start == 0 {
                64
            } else {
                self.start.trailing_zeros()
            }),
        }
    }

    fn multiply(a: &Interval, b: &Interval) -> Interval {
        let w = a.width;
        let try_view = |ra: (i128, i128), rb: (i128, i128)| -> Option<Piece> {
            let corners = [
                ra.0.checked_mul(rb.0)?,
                ra.0.checked_mul(rb.1)?,
                ra.1.checked_mul(rb.0)?,
                ra.1.checked_mul(rb.1)?,
            ];
            let lo = *corners.iter().min()?;
            let hi = *corners.iter().max()?;
            // (x + i*s)(y + j*t) = xy + x*j*t + y*i*s + i*j*s*t: congruent to xy modulo the gcd of the cofactors.
            let (s, t) = (a.stride as u128, b.stride as u128);
            let g = gcd(
                gcd(ra.0.unsigned_abs().checked_mul(t)?, rb.0.unsigned_abs().checked_mul(s)?),
                s.checked_mul(t)?,
            );
            Some(Piece { lo, hi, stride: i128::try_from(g.max(1)).ok()? })
        };
        let mut best: Option<Interval> = None;
        for signed in [true, false] {
            let mut parts: Vec<Interval> = Vec::new();
            let mut ok = true;
            for pa in a.piece_list(signed) {
                for pb in b.piece_list(signed) {
                    match try_view((pa.lo, pa.hi), (pb.lo, pb.hi)) {
                        // The bounds are products of corners, so the congruence must start at the lower one.
                        Some(p) if ((p.hi - p.lo) as u128) < modulus(w) => {
                            parts.push(Interval::from_piece(w, p));
                        }
                        Some(p) => parts.push(Interval::from_piece(
                            w,
                            Piece { lo: p.lo, hi: p.lo + modulus(w) as i128, ..p },
                        )),
                        None => ok = false,
                    }
                }
            }
            if ok {
                if let Some(r) = Interval::join_all(w, parts.into_iter()) {
                    best = Some(match best {
                        Some(x) if x.span() <= r.span() => x,
                        _ => r,
                    });
                }
            }
        }
        match best {
            Some(r) if !r.is_top() => r,
            _ => {
                let zeros = a.low_zero_bits() + b.low_zero_bits();
                Interval::residue_class(w, 0, 1u128 << zeros.min(w))
            }
        }
    }

    fn divide(a: &Interval, b: &Interval, signed: bool, remainder: bool) -> Interval {
        let w = a.width;
        let mut parts = Vec::new();
        for pa in a.piece_list(signed) {
            for pb in b.piece_list(signed) {
                // Division by zero is the engine's finding; the values that survive it have another divisor.
                for (blo, bhi) in [(pb.lo, pb.hi.min(-1)), (pb.lo.max(1), pb.hi)] {
                    if blo > bhi {
                        continue;
                    }
                    if remainder {
                        parts.push(Interval::remainder_piece(w, pa, blo, bhi));
                        continue;
                    }
                    let corners = [pa.lo / blo, pa.lo / bhi, pa.hi / blo, pa.hi / bhi];
                    let lo = *corners.iter().min().expect("four corners");
                    let hi = *corners.iter().max().expect("four corners");
                    let exact = blo == bhi && pa.stride != 0 && pa.stride % blo == 0 && pa.lo % blo == 0;
                    let stride = if exact { (pa.stride / blo).abs() } else { 1 };
                    parts.push(Interval::from_piece(w, Piece { lo, hi, stride }));
                }
            }
        }
        // Only zero divisors: no execution continues, any set is an over-approximation.
        Interval::join_all(w, parts.into_iter()).unwrap_or_else(|| Interval::top(w))
    }

    fn remainder_piece(w: u32, a: Piece, blo: i128, bhi: i128) -> Interval {
        let bound = blo.abs().max(bhi.abs()) - 1;
        if blo == bhi {
            let d = blo.abs();
            if a.lo / d == a.hi / d && (a.lo >= 0 || a.hi <= 0) {
                return Interval::from_piece(w, Piece { lo: a.lo % d, hi: a.hi % d, stride: a.stride });
            }
            let g = gcd(a.stride.unsigned_abs(), d.unsigned_abs()) as i128;
            if a.lo >= 0 {
                let first = a.lo % g.max(1);
                return Interval::from_piece(
                    w,
                    Piece { lo: first, hi: last_on_stride(first, d - 1, g), stride: g },
                );
            }
        }
        let lo = if a.lo >= 0 { 0 } else { a.lo.max(-bound) };
        let hi = if a.hi <= 0 { 0 } else { a.hi.min(bound) };
        Interval::from_piece(w, Piece { lo, hi, stride: 1 })
    }

    fn shift(op: BinOp, a: &Interval, b: &Interval) -> Interval {
        let w = a.width;
        let (lo, hi) = b.unsigned_bounds();
        if lo >= u64::from(w) {
            // Undefined in C; the engine reports it.
            return Interval::top(w);
        }
        let hi = hi.min(u64::from(w) - 1);
        let mut parts = Vec::new();
        for amount in lo..=hi {
            if !b.contains(amount) {
                continue;
            }
            parts.push(match op {
                BinOp::Shl => Interval::multiply(a, &Interval::constant(w, 1u64 << amount)),
                _ => {
                    let signed = op == BinOp::AShr;
                    let shifted = a.piece_list(signed).map(|p| {
                        let (slo, shi) = (p.lo >> amount, p.hi >> amount);
                        let divisor = 1i128 << amount;
                        let exact = p.stride % divisor == 0 && p.stride != 0;
                        let stride = if exact { p.stride / divisor } else { 1 };
                        Interval::from_piece(w, Piece { lo: slo, hi: shi, stride })
                    });
                    Interval::join_all(w, shifted).expect("an element has a piece")
                }
            });
        }
        Interval::join_all(w, parts.into_iter()).unwrap_or_else(|| Interval::top(w))
    }

    fn bitwise(op: BinOp, a: &Interval, b: &Interval) -> Interval {
        let w = a.width;
        let (za, oa) = a.known_bits();
        let (zb, ob) = b.known_bits();
        let (zeros, ones) = match op {
            BinOp::And => (za | zb, oa & ob),
            BinOp::Or => (za & zb, oa | ob),
            _ => ((za & zb) | (oa & ob), (za & ob) | (oa & zb)),
        };
        let by_bits = Interval::from_known_bits(w, zeros, ones);
        // Clearing low bits is monotone: `p & ~7` keeps the order of its operand.
        let masked = |x: &Interval, c: u64| -> Option<Interval> {
            let low = c.trailing_zeros();
            if low >= w || (!c & mask(w)) != mask(low.max(1)) * u64::from(low > 0) || low == 0 {
                return None;
            }
            let parts = x.piece_list(false).map(|p| {
                let (lo, hi) = ((p.lo >> low) << low, (p.hi >> low) << low);
                let unit = 1i128 << low;
                let stride = if p.stride % unit == 0 && p.stride != 0 { p.stride } else { unit };
                Interval::from_piece(w, Piece { lo, hi, stride })
            });
            Interval::join_all(w, parts)
        };
        let mut best = by_bits;
        if op == BinOp::And {
            let upper = a.unsigned_bounds().1.min(b.unsigned_bounds().1);
            let by_upper = Interval::range(w, 0, upper);
            best = best.meet(&by_upper).unwrap_or(best);
            let special = match (a.as_constant(), b.as_constant()) {
                (_, Some(c)) => masked(a, c),
                (Some(c), _) => masked(b, c),
                _ => None,
            };
            if let Some(s) = special {
                best = best.meet(&s).unwrap_or(best);
            }
        }
        if op == BinOp::Or {
            let lower = a.unsigned_bounds().0.max(b.unsigned_bounds().0);
            let by_lower = Interval::range(w, lower, mask(w));
            best = best.meet(&by_lower).unwrap_or(best);
        }
        best
    }

    /// The part of the element within `[lo, hi]` of the given view.
    fn clamp(&self, signed: bool, lo: i128, hi: i128) -> Option<Interval> {
        let parts = self.piece_list(signed).filter_map(|p| {
            let new_lo = if p.lo >= lo { p.lo } else { first_on_stride(p.lo, lo, p.stride) };
            let new_hi = if p.hi <= hi { p.hi } else { last_on_stride(p.lo, hi, p.stride) };
            (new_lo <= new_hi && new_hi >= p.lo && new_lo <= p.hi)
                .then(|| Interval::from_piece(self.width, Piece { lo: new_lo, hi: new_hi, ..p }))
        });
        Interval::join_all(self.width, parts)
    }

    fn without(&self, value: u64) -> Option<Interval> {
        if !self.contains(value) {
            return Some(*self);
        }
        if self.steps == 0 {
            return None;
        }
        let whole_class = self.stride != 0 && self.span() + u128::from(self.stride) == modulus(self.width);
        if whole_class {
            // On a full circle any point may be the cut.
            return Some(Interval::canonical(
                self.width,
                value.wrapping_add(self.stride),
                self.stride,
                self.steps - 1,
            ));
        }
        if value == self.start {
            return Some(Interval::canonical(
                self.width,
                self.start.wrapping_add(self.stride),
                self.stride,
                self.steps - 1,
            ));
        }
        if value == self.end() {
            return Some(Interval::canonical(self.width, self.start, self.stride, self.steps - 1));
        }
        Some(*self)
    }
}

/// The first `base + k * stride` that is at least `bound`.
fn first_on_stride(base: i128, bound: i128, stride: i128) -> i128 {
    if stride == 0 || bound <= base {
        return if bound <= base { base } else { i128::MAX };
    }
    base + (bound - base + stride - 1) / stride * stride
}

/// The last `base + k * stride` that is at most `bound`.
fn last_on_stride(base: i128, bound: i128, stride: i128) -> i128 {
    if bound < base {
        return i128::MIN;
    }
    if stride == 0 { base } else { base + (bound - base) / stride * stride }
}

/// One solution modulo the least common multiple of `x = a (mod m)`, `x = b (mod n)`.
fn crt(a: i128, m: i128, b: i128, n: i128) -> Option<(i128, i128)> {
    if m == 0 {
        return (n == 0 && a == b || n != 0 && (a - b).rem_euclid(n) == 0).then_some((a, 0));
    }
    if n == 0 {
        return ((b - a).rem_euclid(m) == 0).then_some((b, 0));
    }
    let (mut r0, mut r1, mut s0, mut s1) = (m, n, 1i128, 0i128);
    while r1 != 0 {
        let q = r0 / r1;
        (r0, r1) = (r1, r0 - q * r1);
        (s0, s1) = (s1, s0 - q * s1);
    }
    let g = r0;
    if (b - a) % g != 0 {
        return None;
    }
    let step = n / g;
    let lcm = m.checked_mul(step)?;
    let k = ((b - a) / g % step).checked_mul(s0 % step)?.rem_euclid(step);
    Some((a + m.checked_mul(k)?, lcm))
}

fn intersect(a: Piece, b: Piece) -> Option<Piece> {
    let lo = a.lo.max(b.lo);
    let hi = a.hi.min(b.hi);
    if lo > hi {
        return None;
    }
    // An overflowing least common multiple leaves the first congruence alone: a superset.
    let overflow = a.stride != 0 && b.stride != 0 && a.stride.checked_mul(b.stride).is_none();
    let (base, stride) = if overflow { (a.lo, a.stride) } else { crt(a.lo, a.stride, b.lo, b.stride)? };
    let first = if stride == 0 {
        if base < lo || base > hi {
            return None;
        }
        base
    } else {
        lo + (base - lo).rem_euclid(stride)
    };
    if first > hi {
        return None;
    }
    Some(Piece { lo: first, hi: last_on_stride(first, hi, stride), stride })
}

impl IntDomain for Interval {
    fn top(width: u32) -> Self {
        Interval { width, start: 0, stride: 1, steps: mask(width) }
    }

    fn constant(width: u32, value: u64) -> Self {
        Interval { width, start: value & mask(width), stride: 0, steps: 0 }
    }

    fn range(width: u32, lo: u64, hi: u64) -> Self {
        Interval::strided(width, lo, hi, 1)
    }

    fn strided(width: u32, lo: u64, hi: u64, stride: u64) -> Self {
        let m = mask(width);
        let stride = stride.max(1);
        let steps = ((hi & m).wrapping_sub(lo & m) & m) / stride;
        Interval::canonical(width, lo, stride, steps)
    }

    fn width(&self) -> u32 {
        self.width
    }

    fn as_constant(&self) -> Option<u64> {
        (self.steps == 0).then_some(self.start)
    }

    fn contains(&self, value: u64) -> bool {
        let distance = value.wrapping_sub(self.start) & mask(self.width);
        if distance == 0 {
            return true;
        }
        self.stride != 0 && distance.is_multiple_of(self.stride) && distance / self.stride <= self.steps
    }

    fn unsigned_bounds(&self) -> (u64, u64) {
        let (pieces, n) = self.pieces(false);
        (pieces[0].lo as u64, pieces[n - 1].hi as u64)
    }

    fn signed_bounds(&self) -> (i64, i64) {
        let (pieces, n) = self.pieces(true);
        (pieces[0].lo as i64, pieces[n - 1].hi as i64)
    }

    fn stride(&self) -> u64 {
        // A wrapped progression keeps its congruence across the pole only for divisors of the modulus.
        if self.pieces(false).1 == 1 { self.stride } else { 1u64 << self.stride.trailing_zeros().min(63) }
    }

    fn count(&self) -> Option<u64> {
        self.steps.checked_add(1)
    }

    fn is_subset(&self, other: &Self) -> bool {
        if self.width != other.width {
            return false;
        }
        if self.steps == 0 {
            return other.contains(self.start);
        }
        if other.steps == 0 {
            return false;
        }
        if other.is_top() {
            return true;
        }
        let whole_class = other.span() + u128::from(other.stride) == modulus(other.width);
        if !self.stride.is_multiple_of(other.stride) || !other.contains(self.start) {
            return false;
        }
        if whole_class {
            return true;
        }
        let distance = u128::from(self.start.wrapping_sub(other.start) & mask(self.width));
        distance + self.span() <= other.span()
    }

    fn join(&self, other: &Self) -> Self {
        debug_assert_eq!(self.width, other.width);
        if self.is_subset(other) {
            return *other;
        }
        if other.is_subset(self) {
            return *self;
        }
        match (Interval::arc(self, other), Interval::arc(other, self)) {
            (Some((s1, a1)), Some((s2, a2))) => {
                // Prefer the arc with fewer elements; on a tie the one that stays within the signed range.
                if s1 < s2 || (s1 == s2 && a1.pieces(true).1 <= a2.pieces(true).1) { a1 } else { a2 }
            }
            (Some((_, a)), None) | (None, Some((_, a))) => a,
            (None, None) => {
                let diff = u128::from(self.start.wrapping_sub(other.start) & mask(self.width));
                let g = gcd(gcd(u128::from(self.stride), u128::from(other.stride)), diff);
                let pow = 1u128 << g.trailing_zeros().min(self.width);
                Interval::residue_class(self.width, self.start, pow)
            }
        }
    }

    fn meet(&self, other: &Self) -> Option<Self> {
        if self.width != other.width {
            return Some(*self);
        }
        let mut parts = Vec::new();
        for a in self.piece_list(false) {
            for b in other.piece_list(false) {
                if let Some(p) = intersect(a, b) {
                    parts.push(Interval::from_piece(self.width, p));
                }
            }
        }
        let result = Interval::join_all(self.width, parts.into_iter())?;
        // The join of two far pieces may be larger than an operand; both operands are sound answers too.
        let smallest = [*self, *other].into_iter().min_by_key(|x| x.steps).expect("two operands");
        Some(if result.steps <= smallest.steps { result } else { smallest })
    }

    fn widen(&self, newer: &Self, thresholds: &Thresholds) -> Self {
        let w = self.width;
        let joined = self.join(newer);
        if joined == *self {
            return *self;
        }
        for signed in [true, false] {
            let ([old, ..], 1) = self.pieces(signed) else { continue };
            let ([new, ..], 1) = joined.pieces(signed) else { continue };
            let (min, max) =
                if signed { (-(1i128 << (w - 1)), (1i128 << (w - 1)) - 1) } else { (0, (1i128 << w) - 1) };
            let lo = if new.lo < old.lo {
                thresholds.at_most(new.lo).filter(|&t| t >= min).unwrap_or(min)
            } else {
                new.lo
            };
            let hi = if new.hi > old.hi {
                thresholds.at_least(new.hi).filter(|&t| t <= max).unwrap_or(max)
            } else {
                new.hi
            };
            let stride = new.stride.max(1);
            // Keep the congruence: the bounds move to the outermost members of the old residue class.
            let lo = new.lo - (new.lo - lo) / stride * stride;
            let hi = last_on_stride(lo, hi, stride);
            return Interval::from_piece(w, Piece { lo, hi, stride });
        }
        let pow = 1u128 << joined.stride.trailing_zeros().min(w);
        Interval::residue_class(w, joined.start, pow)
    }

    fn narrow(&self, refined: &Self) -> Self {
        self.meet(refined).unwrap_or(*refined)
    }

    fn binary(op: BinOp, a: &Self, b: &Self) -> Self {
        let w = a.width;
        debug_assert!(b.width == w || matches!(op, BinOp::Shl | BinOp::LShr | BinOp::AShr));
        match op {
            BinOp::Add | BinOp::Sub => {
                let (start, other_start) =
                    if op == BinOp::Add { (a.start, b.start) } else { (a.start, b.end().wrapping_neg()) };
                let span = a.span() + b.span();
                let stride = gcd(u128::from(a.stride), u128::from(b.stride));
                let start = start.wrapping_add(other_start) & mask(w);
                if span >= modulus(w) {
                    let pow = 1u128 << stride.trailing_zeros().min(w);
                    return Interval::residue_class(w, start, pow);
                }
                if stride == 0 {
                    return Interval::constant(w, start);
                }
                Interval::canonical(w, start, stride as u64, (span / stride) as u64)
            }
            BinOp::Mul => Interval::multiply(a, b),
            BinOp::UDiv => Interval::divide(a, b, false, false),
            BinOp::SDiv => Interval::divide(a, b, true, false),
            BinOp::URem => Interval::divide(a, b, false, true),
            BinOp::SRem => Interval::divide(a, b, true, true),
            BinOp::And | BinOp::Or | BinOp::Xor => match (a.as_constant(), b.as_constant()) {
                (Some(x), Some(y)) => Interval::constant(
                    w,
                    match op {
                        BinOp::And => x & y,
                        BinOp::Or => x | y,
                        _ => x ^ y,
                    },
                ),
                _ => Interval::bitwise(op, a, b),
            },
            BinOp::Shl | BinOp::LShr | BinOp::AShr => Interval::shift(op, a, b),
        }
    }

    fn unary(op: UnOp, a: &Self) -> Self {
        let negated = Interval::canonical(a.width, a.end().wrapping_neg(), a.stride, a.steps);
        match op {
            UnOp::Neg => negated,
            // ~x = -x - 1
            UnOp::Not => Interval::binary(BinOp::Sub, &negated, &Interval::constant(a.width, 1)),
        }
    }

    fn cast(op: CastOp, a: &Self, width: u32) -> Self {
        match op {
            CastOp::Trunc => {
                if width >= a.width {
                    return Interval { width, ..*a };
                }
                if a.span() >= modulus(width) {
                    let pow = 1u128 << a.stride.trailing_zeros().min(width);
                    return Interval::residue_class(width, a.start, pow);
                }
                // A stride beyond the new width still walks the smaller circle without lapping: span < 2^width.
                Interval::canonical(width, a.start, a.stride, a.steps)
            }
            CastOp::ZExt | CastOp::SExt => {
                let parts = a.piece_list(op == CastOp::SExt).map(|p| Interval::from_piece(width, p));
                Interval::join_all(width, parts).expect("an element has a piece")
            }
        }
    }

    fn compare(op: Cmp, a: &Self, b: &Self) -> Option<bool> {
        let order = |ra: (i128, i128), rb: (i128, i128), strict: bool| -> Option<bool> {
            if ra.1 < rb.0 || (!strict && ra.1 <= rb.0) {
                Some(true)
            } else if ra.0 > rb.1 || (strict && ra.0 >= rb.1) {
                Some(false)
            } else {
                None
            }
        };
        match op {
            Cmp::Eq | Cmp::Ne => {
                let equal = match (a.as_constant(), b.as_constant()) {
                    (Some(x), Some(y)) => Some(x == y),
                    _ => {
                        let overlap = a
                            .piece_list(false)
                            .any(|pa| b.piece_list(false).any(|pb| intersect(pa, pb).is_some()));
                        if overlap { None } else { Some(false) }
                    }
                };
                equal.map(|e| e == (op == Cmp::Eq))
            }
            Cmp::ULt => order(a.unsigned_range(), b.unsigned_range(), true),
            Cmp::ULe => order(a.unsigned_range(), b.unsigned_range(), false),
            Cmp::SLt => order(a.signed_range(), b.signed_range(), true),
            Cmp::SLe => order(a.signed_range(), b.signed_range(), false),
            Cmp::UGt | Cmp::UGe | Cmp::SGt | Cmp::SGe => Interval::compare(op.swapped(), b, a),
        }
    }

    fn split_at_pole(&self, signed: bool) -> Option<(Self, Self)> {
        match self.pieces(signed) {
            ([low, high], 2) => {
                Some((Interval::from_piece(self.width, low), Interval::from_piece(self.width, high)))
            }
            _ => None,
        }
    }

    fn refine(op: Cmp, a: &Self, b: &Self) -> Option<(Self, Self)> {
        if Interval::compare(op, a, b) == Some(false) {
            return None;
        }
        match op {
            Cmp::Eq => {
                let m = a.meet(b)?;
                Some((m, m))
            }
            Cmp::Ne => {
                let new_a = match b.as_constant() {
                    Some(c) => a.without(c)?,
                    None => *a,
                };
                let new_b = match a.as_constant() {
                    Some(c) => b.without(c)?,
                    None => *b,
                };
                Some((new_a, new_b))
            }
            Cmp::ULt | Cmp::ULe | Cmp::SLt | Cmp::SLe => {
                let signed = op.is_signed();
                let strict = i128::from(matches!(op, Cmp::ULt | Cmp::SLt));
                let (ra, rb) = if signed {
                    (a.signed_range(), b.signed_range())
                } else {
                    (a.unsigned_range(), b.unsigned_range())
                };
                let new_a = a.clamp(signed, i128::MIN / 2, rb.1 - strict)?;
                let new_b = b.clamp(signed, ra.0 + strict, i128::MAX / 2)?;
                Some((new_a, new_b))
            }
            Cmp::UGt | Cmp::UGe | Cmp::SGt | Cmp::SGe => {
                let (new_b, new_a) = Interval::refine(op.swapped(), b, a)?;
                Some((new_a, new_b))
            }
        }
    }
}

impl fmt::Debug for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_top() {
            return write!(f, "i{}", self.width);
        }
        let (lo, hi) = (sign_extend(self.width, self.start), sign_extend(self.width, self.end()));
        match self.steps {
            0 => write!(f, "{lo}:i{}", self.width),
            _ if self.stride == 1 => write!(f, "[{lo}..{hi}]:i{}", self.width),
            _ => write!(f, "[{lo}..{hi} step {}]:i{}", self.stride, self.width),
        }
    }
}
