//! Linear equations between numbers, modulo a power of two: `n = a + b`, where `a` and `b` are the lengths of two lists.
//!
//! Equations of two values with factors of one are relations (`value.rs`); here are the others. Both are rows of one [`System`] where
//! states are joined: a join is the intersection of the two sets of rows that follow on its sides, so a counter that is the length of a
//! list in each of two states is so in their join, whether a state knows the two as constants, by a relation or by a sum.

use crate::graph::Smg;
use crate::int::{IntDomain, mask, sign_extend};
use crate::reach::IdSet;
use crate::value::{Content, ValId};
use base::Idx;
use std::sync::Arc;

/// More are not kept.
const MAX_SUMS: usize = 24;

/// The widths of the numbers that equations speak of. Of a wider number, the lower bits.
pub(crate) const WIDTHS: [u32; 2] = [64, 32];

/// The sum of some values, each with a factor, and a constant is zero modulo two to the width.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sum {
    pub(crate) width: u32,
    /// Sorted by value; no factor is zero.
    pub(crate) terms: Vec<(ValId, u64)>,
    pub(crate) constant: u64,
}

impl Sum {
    pub(crate) fn new(width: u32, terms: impl IntoIterator<Item = (ValId, u64)>, constant: u64) -> Sum {
        let m = mask(width);
        let mut sum = Sum { width, terms: Vec::new(), constant: constant & m };
        for (v, factor) in terms {
            match sum.terms.binary_search_by_key(&v, |t| t.0) {
                Ok(at) => sum.terms[at].1 = sum.terms[at].1.wrapping_add(factor) & m,
                Err(at) => sum.terms.insert(at, (v, factor & m)),
            }
        }
        sum.terms.retain(|t| t.1 != 0);
        sum
    }

    fn mentions(&self, v: ValId) -> bool {
        self.terms.iter().any(|t| t.0 == v)
    }
}

/// The number by which an odd one gives one, modulo two to the 64.
fn inverse(odd: u64) -> u64 {
    // Each step doubles the number of bits that are right, and three are so from the beginning.
    (0..5).fold(odd, |x, _| x.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(x))))
}

/// Rows of factors, one for each column and the constant behind them; each adds up to zero modulo two to the width.
#[derive(Debug, Clone)]
pub(crate) struct System<K> {
    width: u32,
    columns: Vec<K>,
    rows: Vec<Vec<u64>>,
}

impl<K: Copy + Eq> System<K> {
    pub(crate) fn new(width: u32, columns: Vec<K>) -> System<K> {
        System { width, columns, rows: Vec::new() }
    }

    fn column(&mut self, key: K) -> usize {
        if let Some(at) = self.columns.iter().position(|&c| c == key) {
            return at;
        }
        let at = self.columns.len();
        self.columns.push(key);
        self.rows.iter_mut().for_each(|row| row.insert(at, 0));
        at
    }

    pub(crate) fn add(&mut self, terms: &[(K, u64)], constant: u64) {
        let at: Vec<usize> = terms.iter().map(|t| self.column(t.0)).collect();
        let m = mask(self.width);
        let mut row = vec![0u64; self.columns.len() + 1];
        for (&i, term) in at.iter().zip(terms) {
            row[i] = row[i].wrapping_add(term.1) & m;
        }
        *row.last_mut().expect("the constant") = constant & m;
        self.rows.push(row);
    }

    pub(crate) fn append(&mut self, other: System<K>) {
        other.rows().for_each(|(terms, constant)| self.add(&terms, constant));
    }

    /// Subtracts from `row` what makes its entry at `at` zero, by a row whose entry there has no more factors of two.
    fn reduce(&self, row: &mut [u64], by: &[u64], at: usize) {
        let (m, shift) = (mask(self.width), by[at].trailing_zeros());
        let factor = (row[at] >> shift).wrapping_mul(inverse(by[at] >> shift));
        for (x, &y) in row.iter_mut().zip(by) {
            *x = x.wrapping_sub(factor.wrapping_mul(y)) & m;
        }
    }

    /// The row of those from `from` on whose entry has the fewest factors of two: it can make the others zero there.
    fn pivot(&self, from: usize, at: usize) -> Option<usize> {
        let able = (from..self.rows.len()).filter(|&r| self.rows[r][at] != 0);
        able.min_by_key(|&r| self.rows[r][at].trailing_zeros())
    }

    /// All rows that follow without the column.
    fn eliminate(&mut self, at: usize) {
        if let Some(pivot) = self.pivot(0, at) {
            let by = self.rows.swap_remove(pivot);
            let mut rows = std::mem::take(&mut self.rows);
            rows.iter_mut().filter(|row| row[at] != 0).for_each(|row| self.reduce(row, &by, at));
            self.rows = rows;
        }
        self.columns.remove(at);
        self.rows.iter_mut().for_each(|row| {
            row.remove(at);
        });
    }

    /// Keeps what follows for some of the columns.
    pub(crate) fn project(&mut self, keeps: impl Fn(K) -> bool) {
        while let Some(at) = self.columns.iter().position(|&c| !keeps(c)) {
            self.eliminate(at);
        }
    }

    /// Makes each row the only one of those behind it with an entry in its first column. Gives these columns.
    fn echelon(&mut self) -> Vec<usize> {
        let mut pivots = Vec::new();
        for at in 0..=self.columns.len() {
            let done = pivots.len();
            let Some(pivot) = self.pivot(done, at) else { continue };
            self.rows.swap(done, pivot);
            let by = self.rows[done].clone();
            let mut rows = std::mem::take(&mut self.rows);
            let fewer = |row: &[u64]| row[at] != 0 && row[at].trailing_zeros() >= by[at].trailing_zeros();
            for (r, row) in rows.iter_mut().enumerate() {
                if r != done && fewer(row) {
                    self.reduce(row, &by, at);
                }
            }
            self.rows = rows;
            pivots.push(at);
        }
        self.rows.truncate(pivots.len());
        pivots
    }

    /// What a sum of columns and a constant is, if it is one number whenever the rows hold.
    pub(crate) fn constant_of(&mut self, terms: &[(K, u64)]) -> Option<u64> {
        self.add(terms, 0);
        let mut asked = self.rows.pop().expect("just added");
        for (row, at) in self.echelon().into_iter().enumerate() {
            let by = &self.rows[row];
            if at + 1 < by.len() && asked[at] != 0 && asked[at].trailing_zeros() >= by[at].trailing_zeros() {
                self.reduce(&mut asked, by, at);
            }
        }
        let (&constant, factors) = asked.split_last().expect("the constant");
        factors.iter().all(|&f| f == 0).then_some(constant)
    }

    /// The rows that follow from both. The columns are the same.
    pub(crate) fn intersect(&self, other: &System<K>) -> System<K> {
        // Zassenhaus: what becomes zero on the left is on the right a combination of rows of the one that is one of the other, too.
        let n = self.columns.len() + 1;
        let doubled = |row: &Vec<u64>, right: bool| {
            let mut wide = row.clone();
            wide.extend(row.iter().map(|&x| if right { x } else { 0 }));
            wide
        };
        let mut rows: Vec<Vec<u64>> = self.rows.iter().map(|row| doubled(row, true)).collect();
        rows.extend(other.rows.iter().map(|row| doubled(row, false)));
        // The columns have no names here: only their number matters.
        let mut wide = System { width: self.width, columns: (1..2 * n).collect::<Vec<usize>>(), rows };
        let pivots = wide.echelon();
        let common = pivots
            .iter()
            .enumerate()
            .filter(|(_, at)| **at >= n)
            .map(|(row, _)| wide.rows[row][n..].to_vec());
        let mut result = System { width: self.width, columns: self.columns.clone(), rows: common.collect() };
        result.echelon();
        result
    }

    /// The rows as terms and a constant.
    pub(crate) fn rows(&self) -> impl Iterator<Item = (Vec<(K, u64)>, u64)> {
        self.rows.iter().map(|row| {
            let (&constant, factors) = row.split_last().expect("the constant");
            let terms = self.columns.iter().copied().zip(factors.iter().copied()).filter(|t| t.1 != 0);
            (terms.collect(), constant)
        })
    }

    /// Likewise, each with as few values as possible.
    pub(crate) fn into_rows(mut self) -> Vec<(Vec<(K, u64)>, u64)> {
        self.echelon();
        self.rows().collect()
    }
}

impl<D: IntDomain> Smg<D> {
    /// Whether equations of this width can speak of the value.
    pub(crate) fn counts_at(&self, v: ValId, width: u32) -> bool {
        matches!(self.content(v), Content::Int(d) if d.width() >= width) && self.level_of(v) == 0
    }

    /// All equations of a width that are known, with a name for each value; constants are numbers.
    pub(crate) fn system<K: Copy + Eq>(&self, width: u32, name: impl Fn(ValId) -> K) -> System<K> {
        let mut system = System::new(width, Vec::new());
        let one = 1u64;
        for r in self.relations.iter() {
            if self.counts_at(r.left, width) && self.counts_at(r.right, width) {
                let factor = if r.negated { one } else { one.wrapping_neg() };
                system.add(&[(name(r.left), one), (name(r.right), factor)], r.addend.wrapping_neg());
            }
        }
        for sum in self.sums.iter().filter(|s| s.width >= width) {
            let terms: Vec<(K, u64)> = sum.terms.iter().map(|&(v, f)| (name(v), f)).collect();
            system.add(&terms, sum.constant);
        }
        system
    }

    /// What the sum of some values, each with a factor, is modulo two to the width, if that is known.
    pub(crate) fn constant_of_sum(&self, width: u32, terms: &[(ValId, u64)]) -> Option<u64> {
        let mut known = 0u64;
        let mut open = Vec::new();
        for &(v, factor) in terms {
            let v = self.resolve(v);
            match self.number_at(v, width) {
                Some(n) => known = known.wrapping_add(n.wrapping_mul(factor)),
                None => open.push((v, factor)),
            }
        }
        let open = if open.is_empty() { 0 } else { self.system(width, |v| v).constant_of(&open)? };
        // The rows say what is zero: `asked` less something of them is left.
        Some(open.wrapping_add(known) & mask(width))
    }

    /// The lower bits of a constant.
    pub(crate) fn number_at(&self, v: ValId, width: u32) -> Option<u64> {
        let v = self.resolve(v);
        if v == ValId::ZERO {
            return Some(0);
        }
        match self.content(v) {
            Content::Int(d) if d.width() >= width => d.as_constant().map(|n| n & mask(width)),
            _ => None,
        }
    }

    /// Remembers an equation. `false` if it cannot hold.
    pub(crate) fn note_sum(&mut self, sum: Sum) -> bool {
        let mut constant = sum.constant;
        let mut terms = Vec::new();
        for &(v, factor) in &sum.terms {
            let v = self.resolve(v);
            match self.number_at(v, sum.width) {
                Some(n) => constant = constant.wrapping_add(n.wrapping_mul(factor)),
                None if self.counts_at(v, sum.width) => terms.push((v, factor)),
                None => return true,
            }
        }
        let sum = Sum::new(sum.width, terms, constant);
        let (width, m) = (sum.width, mask(sum.width));
        let is_unit = |f: u64| f == 1 || f == m;
        let whole = |v: ValId| self.value(v).width == width;
        match sum.terms[..] {
            [] => return sum.constant == 0,
            [(v, factor)] if is_unit(factor) && whole(v) => {
                let n = if factor == 1 { sum.constant.wrapping_neg() } else { sum.constant };
                return self.refine_int(v, &D::constant(width, n & m));
            }
            [(v, f), (w, g)]
                if f.wrapping_add(g) & m == 0 && is_unit(f) && sum.constant == 0 && whole(v) && whole(w) =>
            {
                return self.unify_numbers(v, w);
            }
            _ => {}
        }
        self.note_sum_only(sum);
        true
    }

    /// Remembers an equation of open numbers as a relation or as it is, and changes no number.
    pub(crate) fn note_sum_only(&mut self, sum: Sum) {
        let (width, m) = (sum.width, mask(sum.width));
        let is_unit = |f: u64| f == 1 || f == m;
        match sum.terms[..] {
            [(v, f), (w, g)]
                if is_unit(f) && is_unit(g) && [v, w].iter().all(|&x| self.value(x).width == width) =>
            {
                let addend = if f == 1 { sum.constant.wrapping_neg() } else { sum.constant } & m;
                self.relate(v, w, f == g, addend);
            }
            _ => self.push_sum(sum),
        }
    }

    fn push_sum(&mut self, sum: Sum) {
        if self.sums.len() < MAX_SUMS && !self.sums.contains(&sum) {
            Arc::make_mut(&mut self.sums).push(sum);
        }
    }

    /// Two numbers turned out to be one. `false` if they cannot be.
    fn unify_numbers(&mut self, v: ValId, w: ValId) -> bool {
        let less = |a: ValId, b: ValId| self.difference_at_most(a, b).is_some_and(|most| most < 0);
        if less(v, w) || less(w, v) || self.prove_neq(v, w) {
            return false;
        }
        let (Content::Int(x), Content::Int(y)) = (self.content(v).clone(), self.content(w).clone()) else {
            return true;
        };
        let Some(met) = x.meet(&y) else { return false };
        if !self.refine_int(v, &met) || !self.refine_int(w, &met) {
            return false;
        }
        let (v, w) = (self.resolve(v), self.resolve(w));
        match v == w || self.is_const(v) {
            true => v == w || self.replace_value(w, v),
            false => self.replace_value(v, w),
        }
    }

    /// A value was replaced by an equal one. `false` if that contradicts an equation.
    pub(crate) fn replace_in_sums(&mut self, old: ValId, new: ValId) -> bool {
        if !self.sums.iter().any(|s| s.mentions(old)) {
            return true;
        }
        let (changed, kept): (Vec<Sum>, Vec<Sum>) = self.sums.iter().cloned().partition(|s| s.mentions(old));
        self.sums = Arc::new(kept);
        // Relations may have told of the value what the equation tells of others.
        changed.into_iter().all(|sum| {
            let terms = sum.terms.iter().map(|&(v, f)| (if v == old { new } else { v }, f));
            self.note_sum(Sum::new(sum.width, terms, sum.constant))
        })
    }

    pub(crate) fn drop_sums_of(&mut self, v: ValId) {
        if self.sums.iter().any(|s| s.mentions(v)) {
            Arc::make_mut(&mut self.sums).retain(|s| !s.mentions(v));
        }
    }

    /// Draws the equations together between the values that are still held.
    pub(crate) fn project_sums(&mut self, held: &IdSet) {
        let is_held = |v: ValId| held.contains(v.index());
        if self.sums.iter().all(|s| s.terms.iter().all(|t| is_held(t.0))) {
            return;
        }
        // What goes through a relation with a value that is not held is drawn together, too.
        let systems = WIDTHS.map(|width| (width, self.system(width, |v| v)));
        self.sums = Arc::default();
        for (width, mut system) in systems {
            system.project(is_held);
            for (terms, constant) in system.into_rows() {
                if !terms.is_empty()
                    && self.constant_of_sum(width, &terms) != Some(constant.wrapping_neg() & mask(width))
                {
                    self.push_sum(Sum::new(width, terms, constant));
                }
            }
        }
    }

    /// The equations, as widths, values with their factors, and constants: each adds up to zero modulo two to the width.
    pub fn equations(&self) -> impl Iterator<Item = (u32, &[(ValId, u64)], u64)> {
        self.sums.iter().map(|s| (s.width, &s.terms[..], s.constant))
    }

    /// States that one number is the sum of two others, or their difference, as far as somebody may ask for it.
    pub fn note_addition(&mut self, sum: ValId, a: ValId, b: ValId, negated: bool) {
        let width = self.value(sum).width;
        let counts = !self.sums.is_empty() || self.objects().any(|(_, o)| o.numbers.is_some());
        if WIDTHS.contains(&width) && counts && !self.is_const(sum) {
            let factor = if negated { 1 } else { u64::MAX };
            // A sum that cannot be is one where control does not come.
            self.note_sum(Sum::new(width, [(sum, 1), (a, u64::MAX), (b, factor)], 0));
        }
    }

    /// The equation as text, for dumps.
    pub(crate) fn sum_text(sum: &Sum) -> String {
        let part = |&(v, f): &(ValId, u64)| format!("{} * {v}", sign_extend(sum.width, f));
        let parts: Vec<String> = sum.terms.iter().map(part).collect();
        format!("{} + {} = 0 modulo 2^{}", parts.join(" + "), sign_extend(sum.width, sum.constant), sum.width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDTH: u32 = 3;
    const COLUMNS: usize = 3;

    /// All rows of some small factors, as systems of one or two of them.
    fn systems() -> Vec<System<usize>> {
        let factors = [0u64, 1, 2, 7];
        let pairs = factors.into_iter().flat_map(|a| factors.map(|b| (a, b)));
        let rows: Vec<([u64; COLUMNS], u64)> = pairs
            .flat_map(|(a, b)| factors.map(|c| [a, b, c]))
            .flat_map(|row| [0u64, 3, 4].map(move |constant| (row, constant)))
            .collect();
        let system = |rows: &[([u64; COLUMNS], u64)]| {
            let mut system = System::new(WIDTH, (0..COLUMNS).collect());
            for (row, constant) in rows {
                let terms: Vec<(usize, u64)> = row.iter().copied().enumerate().collect();
                system.add(&terms, *constant);
            }
            system
        };
        let singles = rows.iter().map(|&row| system(&[row]));
        let pairs = rows.iter().zip(rows.iter().skip(17)).map(|(&x, &y)| system(&[x, y]));
        singles.chain(pairs).collect()
    }

    fn points() -> impl Iterator<Item = [u64; COLUMNS]> {
        let all = 0..1u64 << WIDTH;
        all.clone().flat_map(move |a| {
            let all = all.clone();
            all.clone().flat_map(move |b| all.clone().map(move |c| [a, b, c]))
        })
    }

    fn holds(system: &System<usize>, at: &[u64; COLUMNS]) -> bool {
        system.rows().all(|(terms, constant)| {
            let sum = terms.iter().fold(constant, |sum, &(v, f)| sum.wrapping_add(f.wrapping_mul(at[v])));
            sum & mask(WIDTH) == 0
        })
    }

    #[test]
    fn what_follows_from_both_holds_where_one_does() {
        let all = systems();
        for (i, a) in all.iter().enumerate() {
            for b in all.iter().skip(i % 7).step_by(11) {
                let both = a.intersect(b);
                for at in points().step_by(3) {
                    assert!(!(holds(a, &at) || holds(b, &at)) || holds(&both, &at), "{a:?} {b:?} {both:?}");
                }
            }
        }
    }

    #[test]
    fn two_constants_become_a_relation() {
        for distance in [1u64, 2, 4] {
            let known = |n: u64| {
                let mut system = System::new(64, vec![0, 1]);
                system.add(&[(0, 1)], n.wrapping_neg());
                system.add(&[(1, 1)], (n + 5).wrapping_neg());
                system
            };
            let mut both = known(3).intersect(&known(3 + distance));
            assert_eq!(both.constant_of(&[(1, 1), (0, u64::MAX)]), Some(5), "{both:?}");
            assert_eq!(both.constant_of(&[(1, 1)]), None);
        }
    }

    #[test]
    fn what_is_left_of_a_system_follows_from_it() {
        for system in systems() {
            let mut part = system.clone();
            part.project(|c| c != 1);
            let mut sorted = system.clone();
            let difference = sorted.constant_of(&[(0, 1), (2, u64::MAX)]);
            for at in points().filter(|at| holds(&system, at)) {
                assert!(holds(&part, &at) && holds(&sorted, &at), "{system:?} {part:?}");
                let is = at[0].wrapping_sub(at[2]) & mask(WIDTH);
                assert!(difference.is_none_or(|d| d == is), "{system:?} {difference:?}");
            }
        }
    }
}
