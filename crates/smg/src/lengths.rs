//! How many nodes a list segment can have: an interval with a step. Lists that grow by two nodes at a time have an even number of
//! them, and whoever takes one out of such a list finds another one behind it.

use crate::object::{ObjKind, Object};

/// `least`, `least + step`, `least + 2 * step`, … up to `most`. The step is 0 if there is but one length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Lengths {
    pub(crate) least: u32,
    pub(crate) most: Option<u32>,
    step: u32,
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl Lengths {
    fn new(least: u32, most: Option<u32>, step: u32) -> Lengths {
        let most = match (most, step) {
            (_, 0) => Some(least),
            (Some(most), step) => Some(least + most.saturating_sub(least) / step * step),
            (None, _) => None,
        };
        Lengths { least, most, step: if most == Some(least) { 0 } else { step } }
    }

    pub(crate) fn of(object: &Object) -> Lengths {
        match object.kind {
            ObjKind::Null => Lengths::new(0, Some(0), 0),
            ObjKind::Region => Lengths::new(1, Some(1), 0),
            ObjKind::Run => Lengths::new(0, None, 1),
            ObjKind::Sls | ObjKind::Dls => Lengths::new(object.min_len, object.max_len, object.len_step),
            ObjKind::OptRegion | ObjKind::OptSls | ObjKind::OptDls => Lengths::new(0, Some(1), 1),
        }
    }

    /// Gives a list segment these lengths.
    pub(crate) fn assign(self, object: &mut Object) {
        (object.min_len, object.max_len, object.len_step) = (self.least, self.most, self.step.max(1));
    }

    /// What is stored of the step.
    pub(crate) fn stored_step(self) -> u32 {
        self.step.max(1)
    }

    /// Those of both.
    pub(crate) fn join(self, other: Lengths) -> Lengths {
        let step = gcd(gcd(self.step, other.step), self.least.abs_diff(other.least));
        let most = self.most.zip(other.most).map(|(x, y)| x.max(y));
        Lengths::new(self.least.min(other.least), most, step)
    }

    /// Those of one list behind another one.
    pub(crate) fn plus(self, other: Lengths) -> Lengths {
        let most = self.most.zip(other.most).map(|(x, y)| x.saturating_add(y));
        Lengths::new(self.least.saturating_add(other.least), most, gcd(self.step, other.step))
    }

    /// Without an upper bound.
    pub(crate) fn unbounded(self) -> Lengths {
        Lengths { most: None, step: self.step.max(1), ..self }
    }

    /// Only the least number is known.
    pub(crate) fn uncounted(self) -> Lengths {
        Lengths { most: None, step: 1, ..self }
    }

    pub(crate) fn or_none(self) -> Lengths {
        self.join(Lengths::new(0, Some(0), 0))
    }

    pub(crate) fn contains(self, length: u32) -> bool {
        let off_step = |by: u32| by.checked_rem(self.step).unwrap_or(by) != 0;
        length >= self.least && self.most.is_none_or(|most| length <= most) && !off_step(length - self.least)
    }

    /// Those that are at least so much; `None` if there are none.
    pub(crate) fn at_least(self, length: u32) -> Option<Lengths> {
        if length <= self.least {
            return Some(self);
        }
        let steps = (length - self.least).checked_add(self.step.saturating_sub(1))?.checked_div(self.step)?;
        let least = self.least.checked_add(steps.checked_mul(self.step)?)?;
        self.most.is_none_or(|most| least <= most).then(|| Lengths::new(least, self.most, self.step))
    }

    /// One node less than each of those that are not zero; `None` if there are none.
    pub(crate) fn without_one(self) -> Option<Lengths> {
        let some = self.at_least(1)?;
        Some(Lengths::new(some.least - 1, some.most.map(|most| most - 1), some.step))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Longer lists are not looked at; all that is claimed shows before.
    const SEEN: u32 = 24;

    fn all() -> Vec<Lengths> {
        let mosts = |least: u32| (0..5).map(move |more| Some(least + more)).chain([None]);
        let some = (0..4).flat_map(|least| mosts(least).map(move |most| (least, most)));
        some.flat_map(|(least, most)| (0..4).map(move |step| Lengths::new(least, most, step))).collect()
    }

    fn members(lengths: Lengths) -> Vec<u32> {
        (0..SEEN).filter(|&n| lengths.contains(n)).collect()
    }

    #[test]
    fn what_is_taken_away_is_taken_away_exactly() {
        for lengths in all() {
            assert_eq!(members(lengths).first(), Some(&lengths.least));
            for n in 0..6 {
                let longer: Vec<u32> = members(lengths).into_iter().filter(|&m| m >= n).collect();
                assert_eq!(lengths.at_least(n).map(members).unwrap_or_default(), longer, "{lengths:?} {n}");
            }
            let less: Vec<u32> = members(lengths).into_iter().filter_map(|m| m.checked_sub(1)).collect();
            let left = lengths.without_one().map(members).unwrap_or_default();
            assert_eq!(left.into_iter().filter(|&m| m < SEEN - 1).collect::<Vec<u32>>(), less, "{lengths:?}");
        }
    }

    #[test]
    fn sums_and_joins_cover_what_they_are_made_of() {
        for a in all() {
            for b in all() {
                let (sum, join) = (a.plus(b), a.join(b));
                for m in members(a) {
                    assert!(join.contains(m) && a.or_none().contains(m) && a.or_none().contains(0));
                    assert!(members(b).into_iter().all(|n| sum.contains(m + n)), "{a:?} {b:?} {sum:?}");
                }
                assert!(members(b).into_iter().all(|n| join.contains(n)), "{a:?} {b:?} {join:?}");
                assert_eq!(
                    join == a,
                    members(b).iter().all(|&n| a.contains(n)) && (a.most.is_none() || b.most.is_some())
                );
            }
        }
    }
}
