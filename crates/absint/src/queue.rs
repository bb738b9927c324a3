//! The waiting list in its search orders.

use crate::EntryId;
use base::{FxHashSet, Idx, IndexVec};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Which waiting state is processed next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The oldest.
    BreadthFirst,
    /// The youngest.
    DepthFirst,
    /// The one whose location comes first in reverse postorder (loops converge before what follows them is
    /// entered), the oldest of these first.
    ReversePostorder,
    /// One at the location where the fewest wait, so that no single location floods the search.
    LeastLoaded,
}

#[derive(Debug)]
pub(crate) struct Queue<L: Idx> {
    order: Order,
    ranks: IndexVec<L, u32>,
    /// Keys are (priority, arrival); entries that were forgotten are skipped when they come up.
    heap: BinaryHeap<Reverse<(u64, u64, EntryId)>>,
    arrivals: u64,
    /// The states that really wait.
    waiting: FxHashSet<EntryId>,
    load: IndexVec<L, u32>,
    location: Vec<L>,
}

impl<L: Idx> Queue<L> {
    pub(crate) fn new(order: Order, ranks: IndexVec<L, u32>) -> Self {
        let load = IndexVec::from_elem(0, ranks.len());
        Queue {
            order,
            ranks,
            heap: BinaryHeap::new(),
            arrivals: 0,
            waiting: FxHashSet::default(),
            load,
            location: Vec::new(),
        }
    }

    fn priority(&self, at: L) -> u64 {
        match self.order {
            Order::BreadthFirst => 0,
            Order::DepthFirst => u64::MAX - self.arrivals,
            Order::ReversePostorder => u64::from(self.ranks[at]),
            Order::LeastLoaded => u64::from(self.load[at]),
        }
    }

    pub(crate) fn push(&mut self, at: L, id: EntryId) {
        debug_assert_eq!(id.index(), self.location.len());
        self.location.push(at);
        self.load[at] += 1;
        self.arrivals += 1;
        self.waiting.insert(id);
        self.heap.push(Reverse((self.priority(at), self.arrivals, id)));
    }

    pub(crate) fn forget(&mut self, at: L, id: EntryId) {
        if self.waiting.remove(&id) {
            self.load[at] -= 1;
        }
    }

    pub(crate) fn pop(&mut self) -> Option<EntryId> {
        while let Some(Reverse((priority, arrival, id))) = self.heap.pop() {
            if !self.waiting.contains(&id) {
                continue;
            }
            let at = self.location[id.index()];
            if self.order == Order::LeastLoaded {
                // The load has changed since the key was made: a stale key is corrected once it comes up.
                let now = u64::from(self.load[at]);
                if now > priority {
                    self.heap.push(Reverse((now, arrival, id)));
                    continue;
                }
            }
            self.forget(at, id);
            return Some(id);
        }
        None
    }

    pub(crate) fn len(&self) -> usize {
        self.waiting.len()
    }
}
