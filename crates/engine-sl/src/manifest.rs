//! Which findings are manifest (Le et al., OOPSLA 2022): whatever the caller does, the function goes wrong.
//!
//! What a function finds in its arguments and in memory of its caller is the caller's choice, and callers may never make it, alone or
//! together with another: that a limit in a structure is zero, say. What is known is that each branch of the function itself was
//! written because some call takes it, and that a loop can go round more than once. So a finding is manifest if some branch on its
//! path (or the entry of the function) *must* fail: whatever the caller chose, all paths through that branch go wrong. Branches of
//! functions that it calls say nothing, since those have other callers. What the caller does not choose, for example whether an
//! allocation fails, may come out as it does on the path of the finding.

use base::{FxHashMap, FxHashSet, FxHasher};
use ir::BlockId;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// A branch of the function itself, taken for the first time on the path or again.
type Branch = (BlockId, BlockId, bool);

#[derive(Debug)]
enum Event {
    Branch(Branch),
    /// One of the ways to go on that the caller does not choose between; the number stands for the place and how often it was passed.
    Choice(u64, usize),
}

#[derive(Debug)]
struct Link {
    event: Event,
    before: Option<Rc<Link>>,
}

/// The branches and choices of one path.
#[derive(Clone, Debug, Default)]
pub(crate) struct Way {
    last: Option<Rc<Link>>,
    /// A pointer of the caller is null, for which the function itself did not ask.
    pub(crate) finds_null: bool,
}

impl Way {
    fn events(&self) -> impl Iterator<Item = &Event> {
        std::iter::successors(self.last.as_deref(), |link| link.before.as_deref()).map(|link| &link.event)
    }

    fn push(&mut self, event: Event) {
        let before = self.last.take();
        self.last = Some(Rc::new(Link { event, before }));
    }

    /// Control goes from one block of the function itself to another.
    pub(crate) fn branch(&mut self, from: BlockId, to: BlockId) {
        let mut again = false;
        for event in self.events() {
            if let Event::Branch((a, b, again_before)) = event
                && (*a, *b) == (from, to)
            {
                if *again_before {
                    return;
                }
                again = true;
                break;
            }
        }
        self.push(Event::Branch((from, to, again)));
    }

    /// At a place, one of the ways to go on is taken that the caller does not choose between.
    pub(crate) fn choose(&mut self, place: &impl Hash, case: usize) {
        let mut number = 0u32;
        loop {
            let mut hasher = FxHasher::default();
            place.hash(&mut hasher);
            number.hash(&mut hasher);
            let key = hasher.finish();
            if !self.events().any(|event| matches!(event, Event::Choice(other, _) if *other == key)) {
                return self.push(Event::Choice(key, case));
            }
            number += 1;
        }
    }
}

/// The paths that do not go wrong, or of which it is not known.
#[derive(Debug, Default)]
pub(crate) struct OtherWays {
    ways: Vec<Way>,
}

impl OtherWays {
    pub(crate) fn add(&mut self, way: &Way) {
        self.ways.push(way.clone());
    }

    /// Whether a branch of this path, which goes wrong, must fail.
    pub(crate) fn must_fail(&self, way: &Way) -> bool {
        let (mut branches, mut choices) = (FxHashSet::default(), FxHashMap::default());
        for event in way.events() {
            match event {
                Event::Branch(branch) => {
                    branches.insert(*branch);
                }
                Event::Choice(place, case) => {
                    choices.insert(*place, *case);
                }
            }
        }
        // The entry of the function must fail if no way is left that leads elsewhere.
        let mut entry = true;
        for other in &self.ways {
            let differs = |event: &Event| matches!(event, Event::Choice(place, case) if choices.get(place).is_some_and(|own| own != case));
            if other.finds_null && !way.finds_null || other.events().any(differs) {
                continue;
            }
            entry = false;
            for event in other.events() {
                if let Event::Branch(branch) = event {
                    branches.remove(branch);
                }
            }
            if branches.is_empty() {
                return false;
            }
        }
        entry || !branches.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Idx as _;

    fn way(branches: &[(usize, usize)]) -> Way {
        let mut way = Way::default();
        for &(from, to) in branches {
            way.branch(BlockId::new(from), BlockId::new(to));
        }
        way
    }

    #[test]
    fn one_of_two_tests_is_not_enough() {
        // `if (a) …; if (b) …;` where only both together go wrong.
        let mut others = OtherWays::default();
        others.add(&way(&[(0, 1), (1, 2), (2, 4)]));
        others.add(&way(&[(0, 2), (2, 3), (3, 4)]));
        assert!(!others.must_fail(&way(&[(0, 1), (1, 2), (2, 3), (3, 4)])));
        // What is done behind the second test alone is.
        let mut others = OtherWays::default();
        others.add(&way(&[(0, 1), (1, 2), (2, 4)]));
        assert!(others.must_fail(&way(&[(0, 2), (2, 3)])));
    }

    #[test]
    fn a_function_that_always_fails_needs_no_branch() {
        assert!(OtherWays::default().must_fail(&way(&[])));
        let mut others = OtherWays::default();
        others.add(&way(&[]));
        assert!(!others.must_fail(&way(&[])));
    }

    #[test]
    fn nothing_is_said_of_null_pointers() {
        let null = Way { finds_null: true, ..Way::default() };
        let mut others = OtherWays::default();
        others.add(&null);
        assert!(others.must_fail(&way(&[])));
        assert!(!others.must_fail(&null));
    }

    #[test]
    fn loops_go_round_more_than_once() {
        let mut others = OtherWays::default();
        others.add(&way(&[(0, 1), (1, 2), (2, 1), (1, 3)]));
        assert!(others.must_fail(&way(&[(0, 1), (1, 2), (2, 1), (1, 2)])));
    }

    #[test]
    fn an_allocation_may_fail() {
        let (mut fails, mut works) = (Way::default(), Way::default());
        fails.choose(&"malloc", 0);
        works.choose(&"malloc", 1);
        let mut others = OtherWays::default();
        others.add(&works);
        assert!(others.must_fail(&fails));
        // The second time it is another choice.
        let mut once_more = fails.clone();
        once_more.choose(&"malloc", 1);
        others.add(&once_more);
        assert!(!others.must_fail(&fails));
    }
}
