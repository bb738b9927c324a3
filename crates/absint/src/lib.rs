//! The configurable fixpoint: the CPA algorithm of [SL-CPA] §3.4, generic over what a state is.
//!
//! An [`Analysis`] says what follows from a state ([`Analysis::transfer`]) and how an arriving state combines with
//! one that is already known at its location ([`Analysis::merge`], which unites the paper's *merge* and *stop*). The
//! [`Fixpoint`] keeps the reached states and the waiting list, in one of several search orders ([`Order`]).
//! A verifier that joins, a hunter that only drops equal states, and a path-wise symbolic executor differ in their
//! `merge` and their order, and share everything else.
//!
//! Architecture invariant: this crate knows nothing of memory, programs or budgets: an analysis that wants to stop early
//! returns its own [`Analysis::Stop`] from `transfer`.

mod queue;

pub use queue::Order;

use base::{Idx, IndexVec, define_id};
use queue::Queue;

define_id!(
    /// A reached state.
    pub struct EntryId, "state"
);

pub trait Analysis {
    /// Where states are kept; small dense numbers.
    type Location: Idx;
    type State: Clone;
    /// Why the search may end before its fixpoint (a budget, a finding that decides).
    type Stop;

    /// Computes all successors of a state and appends them to `out`.
    fn transfer(
        &mut self,
        at: Self::Location,
        state: &Self::State,
        out: &mut Vec<(Self::Location, Self::State)>,
    ) -> Result<(), Self::Stop>;

    /// A state arrives at `at`, where `known` others are: what follows are the calls of [`Analysis::merge`] for it.
    fn arriving(&mut self, _at: Self::Location, _known: usize) {}

    /// How the arriving state `new` relates to `old`, which is already known at `at`.
    fn merge(&mut self, at: Self::Location, new: &Self::State, old: &Self::State) -> Merge<Self::State>;

    /// What is kept of a processed state to compare others with; a search that compares few states keeps little.
    fn processed(&mut self, state: Self::State) -> Option<Self::State> {
        Some(state)
    }
}

/// What to do with a new state in view of an old one.
#[derive(Debug)]
pub enum Merge<S> {
    /// They stay apart.
    Separate,
    /// The old one covers the new one, which is dropped.
    Covered,
    /// The new one covers the old one, which is dropped.
    Covers,
    /// This state covers both and replaces them.
    Joined(S),
}

#[derive(Debug)]
struct Entry<L, S> {
    location: L,
    /// `None` once another state has taken its place.
    state: Option<S>,
    /// How often it has covered an arriving state; frequent ones are asked first.
    hits: u32,
}

/// The reached states and those that wait to be processed.
#[derive(Debug)]
pub struct Fixpoint<L: Idx, S> {
    entries: IndexVec<EntryId, Entry<L, S>>,
    reached: IndexVec<L, Vec<EntryId>>,
    queue: Queue<L>,
    processed: u64,
    /// The states that wider ones took the place of, in the order in which that happened, if somebody wants them.
    replaced: Option<Vec<(L, S)>>,
}

impl<L: Idx, S: Clone> Fixpoint<L, S> {
    /// `ranks` gives each location its position in reverse postorder; its length is the number of locations.
    pub fn new(order: Order, ranks: IndexVec<L, u32>) -> Self {
        Fixpoint {
            entries: IndexVec::new(),
            reached: ranks.ids().map(|_| Vec::new()).collect(),
            queue: Queue::new(order, ranks),
            processed: 0,
            replaced: None,
        }
    }

    /// Remembers the states that wider ones take the place of: steps on the way to a proof that an arriving state is
    /// covered, where the wider state alone is too far away to show it.
    pub fn keep_replaced(&mut self) {
        self.replaced = Some(Vec::new());
    }

    /// States that later ones cover; see [`Fixpoint::keep_replaced`]. Each is covered by a state that is still known or by
    /// a later one of the list.
    pub fn replaced(&self) -> &[(L, S)] {
        self.replaced.as_deref().unwrap_or_default()
    }

    /// A state arrives at a location: it is merged with what is known there and, unless covered, waits to be
    /// processed.
    pub fn arrive<A>(&mut self, analysis: &mut A, at: L, state: S)
    where
        A: Analysis<Location = L, State = S>,
    {
        analysis.arriving(at, self.reached[at].len());
        let mut new = state;
        let mut index = 0;
        while index < self.reached[at].len() {
            let id = self.reached[at][index];
            let old = self.entries[id].state.as_ref().expect("a reached entry has a state");
            match analysis.merge(at, &new, old) {
                Merge::Separate => index += 1,
                Merge::Covered => {
                    self.entries[id].hits += 1;
                    // Bubble up by hit ratio, so that the next arrival asks the likeliest first.
                    if index > 0 && self.entries[self.reached[at][index - 1]].hits < self.entries[id].hits {
                        self.reached[at].swap(index - 1, index);
                    }
                    return;
                }
                Merge::Covers => self.remove(at, index),
                Merge::Joined(joined) => {
                    self.remove(at, index);
                    let narrower = std::mem::replace(&mut new, joined);
                    if let Some(replaced) = &mut self.replaced {
                        replaced.push((at, narrower));
                    }
                    // The wider state may cover, or join with, those that were separate from the narrower one.
                    index = 0;
                }
            }
        }
        let id = self.entries.push(Entry { location: at, state: Some(new), hits: 0 });
        self.reached[at].push(id);
        self.queue.push(at, id);
    }

    fn remove(&mut self, at: L, index: usize) {
        let id = self.reached[at].remove(index);
        let state = self.entries[id].state.take();
        if let (Some(replaced), Some(state)) = (&mut self.replaced, state) {
            replaced.push((at, state));
        }
        self.queue.forget(at, id);
    }

    /// Processes waiting states until there are none, or until the analysis stops.
    pub fn run<A>(&mut self, analysis: &mut A) -> Result<(), A::Stop>
    where
        A: Analysis<Location = L, State = S>,
    {
        let mut successors = Vec::new();
        while let Some(id) = self.queue.pop() {
            let entry = &self.entries[id];
            let Some(state) = entry.state.clone() else { continue };
            let at = entry.location;
            self.processed += 1;
            analysis.transfer(at, &state, &mut successors)?;
            drop(state);
            // A successor of an earlier state may have taken the place of this one, but none of its own has arrived yet.
            if let Some(state) = self.entries[id].state.take() {
                self.entries[id].state = analysis.processed(state);
                if self.entries[id].state.is_none() {
                    self.reached[at].retain(|&other| other != id);
                }
            }
            for (location, successor) in successors.drain(..) {
                self.arrive(analysis, location, successor);
            }
        }
        Ok(())
    }

    /// The states known at a location.
    pub fn states(&self, at: L) -> impl Iterator<Item = &S> {
        self.reached[at].iter().filter_map(|&id| self.entries[id].state.as_ref())
    }

    /// How many states are kept in all.
    pub fn len(&self) -> usize {
        self.reached.iter().map(Vec::len).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many states wait.
    pub fn waiting(&self) -> usize {
        self.queue.len()
    }

    /// How many states have been processed.
    pub fn processed(&self) -> u64 {
        self.processed
    }
}
