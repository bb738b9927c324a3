//! What joins and merges keep apart at one place of a program, and what they lose.
//!
//! A join that forgets which of two small numbers a node holds, how long two lists are together, or how many nodes were
//! merged, says so: what was lost ([`Loss`]), for the objects of which labels. A client that wants to know more at that place asks for
//! it ([`Keep`]). What was lost on the way to a graph stays with the graph as numbers that the client gives a meaning
//! ([`Smg::note_loss`]): it knows the place. Losses are no part of what a graph means.

use crate::graph::Smg;
use crate::int::IntDomain;
use crate::object::{Field, MIXED_LABEL};
use std::sync::Arc;

/// Something that a join of two graphs or a merge of two nodes lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Loss {
    /// Heap objects that hold different small numbers in a field became one.
    Contents { label: u32, field: Field },
    /// Two graphs were joined of which each had lists of lengths that the other one did not have.
    Lengths { label: u32 },
    /// Nodes were merged into a segment of any length.
    Count { label: u32 },
    /// Likewise, several at once: the length may be a multiple of their number.
    Several { label: u32 },
    /// Nodes were merged into a segment whose length is no number that facts can speak of.
    Number { label: u32 },
    /// Nodes that hold a number in the field were merged, and whether they are sorted by it is not known any more.
    Sorted { label: u32, field: Field },
}

/// Something that is kept. A label of [`MIXED_LABEL`] means objects of any label.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Keep {
    /// Segments get to know which numbers of the field follow which where nodes with different ones meet ([`crate::Marks`]).
    /// What segments know already is joined in any case.
    Order { label: u32, field: Field },
    /// Heap objects that hold different small numbers in the field have no join: what follows a marked node may depend on the
    /// mark.
    Apart { label: u32, field: Field },
    /// Graphs have no join if each has lists of lengths that the other one does not have: together the lengths may tell
    /// something, such as that a list has two nodes or more, some before a pointer and the others behind it.
    Lengths { label: u32 },
    /// Nodes that are merged become a segment that has no more nodes than they, nor a number of nodes that they cannot have. What segments know already is joined in any
    /// case.
    Count { label: u32 },
    /// Segments have their length as a number, which other numbers can be related to. What segments know already is joined in any case.
    Number { label: u32 },
    /// Segments whose nodes are sorted by the field know it, and their first and last number; orders of numbers in the field are kept.
    Sorted { label: u32, field: Field },
}

/// What is kept at one place.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Kept {
    /// Sorted.
    entries: Vec<Keep>,
}

impl Kept {
    pub fn new(entries: impl IntoIterator<Item = Keep>) -> Kept {
        let mut kept = Kept::default();
        entries.into_iter().for_each(|entry| kept.add(entry));
        kept
    }

    pub fn add(&mut self, entry: Keep) {
        if let Err(at) = self.entries.binary_search(&entry) {
            self.entries.insert(at, entry);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Whether something is kept for objects of one of these labels.
    fn has(&self, labels: [u32; 2], entry: impl Fn(u32) -> Keep) -> bool {
        !self.entries.is_empty()
            && [labels[0], labels[1], MIXED_LABEL]
                .into_iter()
                .any(|label| self.entries.binary_search(&entry(label)).is_ok())
    }

    pub(crate) fn has_order(&self, labels: [u32; 2], field: Field) -> bool {
        self.has(labels, |label| Keep::Order { label, field })
    }

    pub(crate) fn has_apart(&self, labels: [u32; 2], field: Field) -> bool {
        self.has(labels, |label| Keep::Apart { label, field })
    }

    pub(crate) fn has_lengths(&self, label: u32) -> bool {
        self.has([label; 2], |label| Keep::Lengths { label })
    }

    pub(crate) fn has_number(&self, labels: [u32; 2]) -> bool {
        self.has(labels, |label| Keep::Number { label })
    }

    pub(crate) fn has_sorted(&self, labels: [u32; 2], field: Field) -> bool {
        self.has(labels, |label| Keep::Sorted { label, field })
    }

    /// Whether some nodes are to be sorted.
    pub(crate) fn sorts(&self) -> bool {
        self.entries.iter().any(|e| matches!(e, Keep::Sorted { .. }))
    }

    pub(crate) fn has_count(&self, labels: [u32; 2]) -> bool {
        self.has(labels, |label| Keep::Count { label })
    }
}

/// More losses are not remembered.
const MAX_LOSSES: usize = 256;

impl<D: IntDomain> Smg<D> {
    pub(crate) fn lose(&mut self, loss: Loss) {
        if !self.lost.contains(&loss) {
            self.lost.push(loss);
        }
    }

    /// What the join or the merges that made this graph have lost since somebody asked.
    pub fn take_lost(&mut self) -> Vec<Loss> {
        std::mem::take(&mut self.lost)
    }

    /// Remembers with the graph that something was lost on the way to it.
    pub fn note_loss(&mut self, loss: u32) {
        if let Err(at) = self.losses.binary_search(&loss)
            && self.losses.len() < MAX_LOSSES
        {
            Arc::make_mut(&mut self.losses).insert(at, loss);
        }
    }

    /// What was lost on the way to this graph: the numbers that the client noted.
    pub fn losses(&self) -> &[u32] {
        &self.losses
    }

    /// What was lost on the way to another graph was lost on the way to this one, which was made from it.
    pub(crate) fn add_losses_of(&mut self, other: &Smg<D>) {
        if self.losses.is_empty() {
            self.losses = other.losses.clone();
        } else if !Arc::ptr_eq(&self.losses, &other.losses) {
            other.losses.iter().for_each(|&loss| self.note_loss(loss));
        }
    }
}
