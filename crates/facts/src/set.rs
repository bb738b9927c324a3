//! Sets of small numbers, most of which are sparse: words of 64 bits, sorted, without those that are zero.

use base::Idx;
use std::marker::PhantomData;

#[derive(Clone, PartialEq, Eq, Hash)]
pub struct SparseSet<I> {
    words: Vec<(u32, u64)>,
    marker: PhantomData<fn(I)>,
}

impl<I: Idx> Default for SparseSet<I> {
    fn default() -> Self {
        SparseSet { words: Vec::new(), marker: PhantomData }
    }
}

impl<I: Idx> SparseSet<I> {
    pub fn new() -> SparseSet<I> {
        SparseSet::default()
    }

    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    pub fn len(&self) -> usize {
        self.words.iter().map(|(_, bits)| bits.count_ones() as usize).sum()
    }

    pub fn clear(&mut self) {
        self.words.clear();
    }

    pub fn contains(&self, id: I) -> bool {
        let (word, bit) = split(id);
        match self.words.binary_search_by_key(&word, |&(index, _)| index) {
            Ok(found) => self.words[found].1 & bit != 0,
            Err(_) => false,
        }
    }

    /// Whether it was not there before.
    pub fn insert(&mut self, id: I) -> bool {
        let (word, bit) = split(id);
        // Most sets grow in order.
        match self.words.last_mut() {
            None => {
                self.words.push((word, bit));
                return true;
            }
            Some((last, bits)) if *last == word => {
                let is_new = *bits & bit == 0;
                *bits |= bit;
                return is_new;
            }
            Some((last, _)) if *last < word => {
                self.words.push((word, bit));
                return true;
            }
            Some(_) => {}
        }
        match self.words.binary_search_by_key(&word, |&(index, _)| index) {
            Ok(found) => {
                let is_new = self.words[found].1 & bit == 0;
                self.words[found].1 |= bit;
                is_new
            }
            Err(place) => {
                self.words.insert(place, (word, bit));
                true
            }
        }
    }

    pub fn remove(&mut self, id: I) {
        let (word, bit) = split(id);
        if let Ok(found) = self.words.binary_search_by_key(&word, |&(index, _)| index) {
            self.words[found].1 &= !bit;
            if self.words[found].1 == 0 {
                self.words.remove(found);
            }
        }
    }

    /// Adds all of another set; whether there was anything new.
    pub fn union_with(&mut self, other: &SparseSet<I>) -> bool {
        if other.words.is_empty() {
            return false;
        }
        if self.words.is_empty() {
            self.words.clone_from(&other.words);
            return true;
        }
        // How many words are missing; without any, the union is done in place.
        let mut missing = 0;
        let mut changed = false;
        let mut at = 0;
        for &(word, bits) in &other.words {
            while at < self.words.len() && self.words[at].0 < word {
                at += 1;
            }
            match self.words.get_mut(at) {
                Some((own, old)) if *own == word => {
                    changed |= bits & !*old != 0;
                    *old |= bits;
                }
                _ => missing += 1,
            }
        }
        if missing == 0 {
            return changed;
        }
        let mut end = self.words.len();
        self.words.resize(end + missing, (0, 0));
        let mut place = self.words.len();
        for &(word, bits) in other.words.iter().rev() {
            while end > 0 && self.words[end - 1].0 > word {
                end -= 1;
                place -= 1;
                self.words[place] = self.words[end];
            }
            if end > 0 && self.words[end - 1].0 == word {
                continue;
            }
            place -= 1;
            self.words[place] = (word, bits);
            if place == end {
                break;
            }
        }
        true
    }

    /// What is in this set and not in the other.
    pub fn difference(&self, other: &SparseSet<I>) -> SparseSet<I> {
        let mut words = Vec::new();
        let mut at = 0;
        for &(word, bits) in &self.words {
            while at < other.words.len() && other.words[at].0 < word {
                at += 1;
            }
            let rest = match other.words.get(at) {
                Some(&(own, old)) if own == word => bits & !old,
                _ => bits,
            };
            if rest != 0 {
                words.push((word, rest));
            }
        }
        SparseSet { words, marker: PhantomData }
    }

    /// In increasing order.
    pub fn iter(&self) -> impl Iterator<Item = I> + '_ {
        self.words.iter().flat_map(|&(word, bits)| {
            let mut rest = bits;
            std::iter::from_fn(move || {
                if rest == 0 {
                    return None;
                }
                let bit = rest.trailing_zeros();
                rest &= rest - 1;
                Some(I::new((word * 64 + bit) as usize))
            })
        })
    }
}

impl<I: Idx> FromIterator<I> for SparseSet<I> {
    fn from_iter<T: IntoIterator<Item = I>>(items: T) -> Self {
        let mut set = SparseSet::new();
        items.into_iter().for_each(|id| {
            set.insert(id);
        });
        set
    }
}

impl<I: Idx> std::fmt::Debug for SparseSet<I> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

fn split<I: Idx>(id: I) -> (u32, u64) {
    let raw = id.index() as u32;
    (raw / 64, 1 << (raw % 64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::FuncId;
    use std::collections::BTreeSet;

    #[test]
    fn sets_agree_with_those_of_the_standard_library() {
        let mut seed = 0x1234_5678_9abc_def1_u64;
        let mut random = move |limit: u64| {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            (seed >> 11) % limit
        };
        for round in 0..500 {
            let limit = [10, 100, 1000, 100_000][round % 4];
            let mut draw = || -> BTreeSet<u32> {
                let count = random(40);
                (0..count).map(|_| random(limit) as u32).collect()
            };
            let (a, b) = (draw(), draw());
            let sparse = |set: &BTreeSet<u32>| -> SparseSet<FuncId> {
                set.iter().rev().map(|&raw| FuncId::from_raw(raw)).collect()
            };
            let (mut x, y) = (sparse(&a), sparse(&b));
            let list = |set: &SparseSet<FuncId>| set.iter().map(FuncId::raw).collect::<Vec<_>>();
            assert_eq!(list(&x), a.iter().copied().collect::<Vec<_>>());
            assert_eq!(list(&x.difference(&y)), a.difference(&b).copied().collect::<Vec<_>>());
            assert_eq!(x.union_with(&y), !b.is_subset(&a));
            assert_eq!(list(&x), a.union(&b).copied().collect::<Vec<_>>());
            assert_eq!(x.len(), a.union(&b).count());
            assert!(!x.union_with(&y));
        }
    }
}
