//! Precision as data: what is kept apart where, what was lost where, and which of it the next search keeps.
//!
//! The first search keeps nothing but what joins keep anyway. Every join that loses something notes what, for the blocks of which
//! allocation sites and fields, and at which place of the program ([`Losses`]); the notes stay with the states that come of
//! it. So a possible finding has a provenance: what was lost on the way to it. A refinement adds entries for that to the
//! [`Precision`] of the next search, and for nothing else; entries of all kinds live together in one search.
//!
//! An entry is added where the loss was noted. If the same is lost for the same blocks at another place then, it is kept everywhere:
//! otherwise a list would take one search for each loop on its way. Nodes that are kept apart are so everywhere from the
//! beginning, because the next loop would take them together; the order of their numbers is not needed any more then. Numbers of whole
//! lists, their length and their ends, are kept everywhere, too: whoever compares them is behind other loops.

use crate::state::Graph;
use base::{FxHashMap, FxHashSet};
use ir::{BlockId, FuncId};
use smg::{Keep, Kept, Loss, MIXED_LABEL};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Where states are joined or lists folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Place {
    /// A loop head, or a call that is made recursively.
    Block(FuncId, BlockId),
    /// The returns of a function, which are joined if they are many.
    Return(FuncId),
}

impl Place {
    fn function(self) -> FuncId {
        match self {
            Place::Block(func, _) | Place::Return(func) => func,
        }
    }
}

/// What was lost at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Lost {
    Shape(Loss),
    /// Some number, offset or size was widened.
    Bound,
    /// A call was answered by what the function does in a wider state.
    Entry,
    /// States were joined in which a variable held different numbers that were not small, but few.
    Values,
}

impl Lost {
    /// The blocks that it is about.
    fn label(self) -> Option<u32> {
        match self {
            Lost::Shape(
                Loss::Contents { label, .. }
                | Loss::Lengths { label }
                | Loss::Count { label }
                | Loss::Several { label }
                | Loss::Number { label }
                | Loss::Sorted { label, .. },
            ) => Some(label),
            Lost::Bound | Lost::Entry | Lost::Values => None,
        }
    }
}

/// What was lost in one search. Graphs hold the numbers of these.
#[derive(Debug, Default)]
pub(crate) struct Losses {
    known: Vec<(Place, Lost)>,
    numbers: FxHashMap<(Place, Lost), u32>,
}

impl Losses {
    pub(crate) fn number(&mut self, place: Place, lost: Lost) -> u32 {
        let next = self.known.len() as u32;
        let number = *self.numbers.entry((place, lost)).or_insert(next);
        if number == next {
            self.known.push((place, lost));
        }
        number
    }

    /// What these numbers stand for, where the memory is as given.
    pub(crate) fn provenance(&self, numbers: &[u32], memory: Option<&Graph>) -> Provenance {
        let lost = numbers.iter().map(|&n| self.known[n as usize]);
        let is_there = |lost: Lost| match (lost.label(), memory) {
            (Some(label), Some(memory)) => {
                memory.objects().any(|(_, o)| [label, MIXED_LABEL].contains(&o.label))
            }
            _ => true,
        };
        Provenance { lost: lost.map(|(place, lost)| (place, lost, is_there(lost))).collect() }
    }
}

/// What was lost on the way to a state in which something is wrong.
#[derive(Clone, Debug)]
pub(crate) struct Provenance {
    /// And whether there still are such blocks. What was known of blocks that are gone hardly matters.
    lost: Vec<(Place, Lost, bool)>,
}

/// The lists whose number of nodes may matter: lists are mostly of any length, and to count their nodes is dear.
#[derive(Debug, Default)]
pub(crate) struct Counted {
    /// States that differ in a short counter were kept apart while lists were folded that may have as many nodes.
    pub(crate) all: bool,
    /// The labels of blocks of which several at once became nodes of a list.
    pub(crate) labels: FxHashSet<u32>,
}

impl Counted {
    fn includes(&self, label: u32) -> bool {
        self.all || self.labels.contains(&label)
    }
}

/// Something that a search keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Entry {
    /// What widening lost in the function is won back by one more iteration, which costs another search of it.
    Narrow(FuncId),
    /// Only calls from the same state are answered by a summary of the function.
    ExactCalls(FuncId),
    /// States in which a variable holds different numbers are kept apart at a place for longer.
    Values(Place),
    /// Kept at a place, or everywhere.
    Keep(Keep, Option<Place>),
}

impl Entry {
    /// The cheapest kinds are tried first; those of one rank together.
    pub(crate) fn rank(self) -> u32 {
        match self {
            Entry::Narrow(_) | Entry::ExactCalls(_) => 0,
            Entry::Values(_) => 1,
            Entry::Keep(Keep::Order { .. }, _) => 2,
            Entry::Keep(Keep::Apart { .. }, _) => 3,
            Entry::Keep(Keep::Lengths { .. }, _) => 4,
            Entry::Keep(Keep::Count { .. }, _) => 5,
            Entry::Keep(Keep::Number { .. }, _) => 6,
            Entry::Keep(Keep::Sorted { .. }, _) => 7,
        }
    }
}

impl Entry {
    /// The blocks that it is about.
    fn label(self) -> Option<u32> {
        let Entry::Keep(keep, _) = self else { return None };
        let (Keep::Order { label, .. }
        | Keep::Apart { label, .. }
        | Keep::Lengths { label }
        | Keep::Count { label }
        | Keep::Number { label }
        | Keep::Sorted { label, .. }) = keep;
        Some(label)
    }

    pub(crate) fn is_about_lengths(&self) -> bool {
        let Entry::Keep(keep, _) = self else { return false };
        matches!(keep, Keep::Lengths { .. } | Keep::Count { .. } | Keep::Number { .. } | Keep::Sorted { .. })
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Precision {
    entries: BTreeSet<Entry>,
    everywhere: Arc<Kept>,
    at: FxHashMap<Place, Arc<Kept>>,
}

impl Precision {
    fn of(entries: BTreeSet<Entry>) -> Precision {
        let kept = |place: Option<Place>| {
            let here = entries.iter().filter_map(|e| match e {
                Entry::Keep(keep, at) if at.is_none() || *at == place => Some(*keep),
                _ => None,
            });
            Arc::new(Kept::new(here))
        };
        let places = entries.iter().filter_map(|e| match e {
            Entry::Keep(_, place) => *place,
            _ => None,
        });
        let at = places.map(|place| (place, kept(Some(place)))).collect();
        Precision { everywhere: kept(None), at, entries }
    }

    fn with(&self, entries: &[Entry]) -> Precision {
        let mut all = self.entries.clone();
        for &entry in entries {
            if let Entry::Keep(Keep::Apart { label, field }, _) = entry {
                all.retain(|e| !matches!(e, Entry::Keep(keep, _) if *keep == Keep::Order { label, field }));
            }
            all.insert(entry);
        }
        Precision::of(all)
    }

    /// Whether more is kept of lists than in the first search.
    pub(crate) fn keeps_shapes(&self) -> bool {
        self.entries.iter().any(|e| matches!(e, Entry::Keep(..)))
    }

    /// What joins keep at a place.
    pub(crate) fn at(&self, place: Place) -> Arc<Kept> {
        self.at.get(&place).unwrap_or(&self.everywhere).clone()
    }

    /// What is kept at every place.
    pub(crate) fn everywhere(&self) -> Arc<Kept> {
        self.everywhere.clone()
    }

    pub(crate) fn narrows(&self, func: FuncId) -> bool {
        self.entries.contains(&Entry::Narrow(func))
    }

    pub(crate) fn narrows_something(&self) -> bool {
        self.entries.iter().any(|e| matches!(e, Entry::Narrow(_)))
    }

    pub(crate) fn keeps_values(&self, place: Place) -> bool {
        self.entries.contains(&Entry::Values(place))
    }

    pub(crate) fn wants_exact_calls(&self, func: FuncId) -> bool {
        self.entries.contains(&Entry::ExactCalls(func))
    }

    /// Whether states are kept apart that the first search joins.
    pub(crate) fn keeps_states_apart(&self) -> bool {
        self.entries.iter().any(|e| matches!(e, Entry::Keep(Keep::Apart { .. } | Keep::Lengths { .. }, _)))
    }

    /// The entry for something that is to be kept at a place: everywhere, if it is kept at another place already.
    fn entry_for(&self, keep: Keep, place: Place) -> Entry {
        if matches!(keep, Keep::Apart { .. } | Keep::Number { .. } | Keep::Sorted { .. }) {
            return Entry::Keep(keep, None);
        }
        let elsewhere = |e: &Entry| matches!(e, Entry::Keep(k, Some(p)) if *k == keep && *p != place);
        match self.entries.iter().any(elsewhere) {
            true => Entry::Keep(keep, None),
            false => Entry::Keep(keep, Some(place)),
        }
    }
}

/// Added to the rank of what is about blocks that are gone.
const BLOCKS_ARE_GONE: u32 = 10;

/// All of the entries, with the functions in which something was lost, and if they are about several parts of the program, those of each:
/// what is about blocks of the same allocation site, or was lost in the same function, belongs together.
pub(crate) fn alone_after_all(entries: Vec<(Entry, FuncId)>) -> Vec<Vec<(Entry, FuncId)>> {
    let mut parts: Vec<Vec<(Entry, FuncId)>> = Vec::new();
    for &(entry, function) in &entries {
        let label = entry.label().filter(|&label| label != MIXED_LABEL);
        let belongs = |other: &(Entry, FuncId)| {
            other.1 == function || label.is_some_and(|label| other.0.label() == Some(label))
        };
        let (with, mut others): (Vec<_>, Vec<_>) =
            parts.into_iter().partition(|part| part.iter().any(belongs));
        let mut part: Vec<(Entry, FuncId)> = with.into_iter().flatten().collect();
        part.push((entry, function));
        others.push(part);
        parts = others;
    }
    match parts.len() {
        0 | 1 => vec![entries],
        _ => std::iter::once(entries).chain(parts).collect(),
    }
}

/// What the searches so far have shown.
#[derive(Debug, Default)]
pub(crate) struct Refinement {
    pub(crate) precision: Precision,
    /// The precision without entries since which there is not less wrong: what they keep may be in the way of others.
    useful: Precision,
    /// Entries that were added once: they may be of no use, or have made way for others.
    tried: FxHashSet<Entry>,
}

impl Refinement {
    /// The entries to add for what was lost before each of the problems; `None` if there is one before which nothing was lost that
    /// could still be kept. `counted` says of which lists the number of nodes may matter.
    pub(crate) fn next(&self, problems: &[Provenance], counted: &Counted) -> Option<Vec<(Entry, FuncId)>> {
        // Those about blocks that are gone come last.
        let mut all: BTreeMap<(Entry, FuncId), u32> = BTreeMap::new();
        for problem in problems {
            let candidates = problem.lost.iter();
            let mut candidates = candidates
                .filter_map(|&(place, lost, is_there)| {
                    let entry = self.candidate(place, lost, counted)?;
                    Some((entry, place.function(), is_there))
                })
                .peekable();
            candidates.peek()?;
            for (entry, function, is_there) in candidates {
                let rank = entry.rank() + if is_there { 0 } else { BLOCKS_ARE_GONE };
                let known = all.entry((entry, function)).or_insert(rank);
                *known = rank.min(*known);
            }
        }
        let least = *all.values().min()?;
        Some(all.into_iter().filter(|(_, rank)| *rank == least).map(|(entry, _)| entry).collect())
    }

    /// What can be kept of something that was lost, the cheapest first.
    fn candidate(&self, place: Place, lost: Lost, counted: &Counted) -> Option<Entry> {
        let keeps = match lost {
            Lost::Bound => return self.if_new(Entry::Narrow(place.function())),
            Lost::Entry => return self.if_new(Entry::ExactCalls(place.function())),
            Lost::Values => return self.if_new(Entry::Values(place)),
            Lost::Shape(Loss::Contents { label, field }) => {
                vec![Keep::Order { label, field }, Keep::Apart { label, field }]
            }
            Lost::Shape(Loss::Lengths { label }) => vec![Keep::Lengths { label }],
            Lost::Shape(Loss::Count { label }) if counted.includes(label) => vec![Keep::Count { label }],
            Lost::Shape(Loss::Count { .. } | Loss::Several { .. }) => Vec::new(),
            Lost::Shape(Loss::Number { label }) => vec![Keep::Number { label }],
            Lost::Shape(Loss::Sorted { label, field }) => vec![Keep::Sorted { label, field }],
        };
        keeps.into_iter().find_map(|keep| self.if_new(self.precision.entry_for(keep, place)))
    }

    fn if_new(&self, entry: Entry) -> Option<Entry> {
        let known = |e: &Entry| self.precision.entries.contains(e) || self.tried.contains(e);
        let everywhere = match entry {
            Entry::Keep(keep, _) => known(&Entry::Keep(keep, None)),
            _ => false,
        };
        (!known(&entry) && !everywhere).then_some(entry)
    }

    /// The precisions with more entries to try, one after the other: with all that was kept so far, and with what was of use.
    pub(crate) fn with(&self, entries: &[Entry]) -> Vec<Precision> {
        let mut from = vec![&self.precision];
        if self.useful.entries != self.precision.entries {
            from.push(&self.useful);
        }
        from.into_iter().map(|precision| precision.with(entries)).collect()
    }

    /// The search with this precision came to its end, and there is not more wrong than before; perhaps less.
    pub(crate) fn accept(&mut self, precision: Precision, is_better: bool) {
        if is_better {
            self.useful = precision.clone();
        }
        self.precision = precision;
    }

    pub(crate) fn note_tried(&mut self, entries: Vec<Entry>) {
        self.tried.extend(entries);
    }
}
