//! Which of the blocks that are still allocated when the program ends are a violation.

use crate::Policy;
use verdict::{FindingKind, Property};

/// How a block is held when the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reach {
    /// Nothing refers to it.
    Lost,
    /// Only through something computed from its address: a hash, half a pointer, an xor of two.
    Uncertain,
    Held,
}

/// Why there is no answer where [`Policy::leak_is_open`].
pub const LEAK_IS_OPEN: &str = "a block is held only by a value computed from its address";

impl Policy {
    /// The violation that a heap block is which nobody freed. One that is lost is also one that is not freed at the end.
    pub fn unfreed(self, reach: Reach) -> Option<FindingKind> {
        if reach == Reach::Lost && self.asks(Property::ValidMemtrack) {
            return Some(FindingKind::MemoryLeak);
        }
        self.asks(Property::ValidMemcleanup).then_some(FindingKind::NotFreedAtExit)
    }

    /// Whether it cannot be said that the block is no violation.
    pub fn leak_is_open(self, reach: Reach) -> bool {
        reach == Reach::Uncertain && self.asks(Property::ValidMemtrack) && !self.is_run()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lost_block_counts_once_and_a_held_one_only_at_the_end() {
        let asking = |properties: &[Property]| Policy::check(properties.iter().copied().collect());
        let (track, cleanup) = (asking(&[Property::ValidMemtrack]), asking(&[Property::ValidMemcleanup]));
        let both = asking(&[Property::ValidMemtrack, Property::ValidMemcleanup]);
        assert_eq!(track.unfreed(Reach::Lost), Some(FindingKind::MemoryLeak));
        assert_eq!(track.unfreed(Reach::Held), None);
        assert_eq!(cleanup.unfreed(Reach::Lost), Some(FindingKind::NotFreedAtExit));
        assert_eq!(both.unfreed(Reach::Lost), Some(FindingKind::MemoryLeak));
        assert_eq!(both.unfreed(Reach::Uncertain), Some(FindingKind::NotFreedAtExit));
        assert_eq!(asking(&[Property::ValidDeref]).unfreed(Reach::Lost), None);
        assert!(track.leak_is_open(Reach::Uncertain) && !cleanup.leak_is_open(Reach::Uncertain));
    }
}
