//! Every tuning constant of the engine, with its reason.

use ::engine::{AnalysisOptions, ProgressCounters};
use std::sync::Arc;

/// The defaults are those of [Predator] where it names one.
#[derive(Clone, Debug)]
pub struct Config {
    /// How long a run of mergeable nodes must be before it becomes a segment, by what the merge costs:
    /// nothing, an inclusion, or incomparable contents ([Predator] §1.3.3: 2, 2, 3).
    pub merge_lengths: [usize; 3],
    /// An offset or index with at most this many values is split into one state per value before it is used to
    /// access memory, because a read of "one of these fields" loses which one ([Predator] §1.5.2).
    pub split_limit: u64,
    /// Block sizes are split likewise; interval-sized blocks are handled, so a few values are enough.
    pub size_split_limit: u64,
    /// Lists are abstracted before and after recursive calls, as at loop heads: recursion is a loop, too. (After every call it
    /// would be faster still, but what straight-line code built node by node would be lost.)
    pub abstract_at_recursion: bool,
    /// States in which a variable holds different numbers up to this size are kept apart at loop heads
    /// ([Predator] §1.5.2: 10).
    pub precise_numbers: u64,
    /// The same where the size of some block follows from a number: the loops that run through such blocks have no last round,
    /// and what an index is compared with tells more than which of the first rounds it is.
    pub precise_numbers_beside_sizes: u64,
    /// For so many incomparable arrivals at a loop head, states in which a variable holds different numbers of any size are
    /// kept apart: short loops over known data are run through.
    pub arrivals_with_precise_numbers: u32,
    /// After this many incomparable arrivals at one loop head, different numbers are joined all the same.
    pub arrivals_before_joining_numbers: u32,
    /// So many shapes at one loop head that do not join are a structure that lists do not describe, such as a tree: there
    /// would be no end to them, and each arrival is compared with all.
    pub shapes_before_giving_up: usize,
    /// Integers that change at a loop head are widened after this many arrivals.
    pub arrivals_before_widening: u32,
    /// What widening lost at a loop is won back by one more iteration; without it for the first try, because it costs
    /// another search of every function with a loop that was widened.
    pub narrow: bool,
    /// Nodes and states that differ in small numbers on the heap are kept apart: what a list is like behind a marked node may
    /// depend on the mark. Not for the first try: lists that are filled with numbers would have no end.
    pub keep_marks_apart: bool,
    /// Segments know which small numbers their nodes hold in which order. Not for the first try: each node that is looked at may
    /// be one of several then.
    pub track_marks: bool,
    /// Short lists know how many nodes they have at most. Not for the first try: each further node is a longer list, then.
    pub count_nodes: bool,
    /// States whose lists differ in their lengths are kept apart if neither covers the other. Not for the first try: there is a
    /// state for each part of a list that a loop has come past, then.
    pub keep_lengths_apart: bool,
    /// A function that returns in more states than this has them abstracted and joined, as at a loop head: what callers do with
    /// each of them multiplies with every level of calls.
    pub exits_before_joining: usize,
    /// A function whose summaries miss this often in a row is analysed without looking them up.
    pub cache_misses_before_giving_up: u32,
    /// Nested calls beyond this depth end the analysis as unknown: the machine's own stack is finite.
    pub max_call_depth: u32,
    pub analysis: AnalysisOptions,
    /// Told of every state that is taken up.
    pub progress: Option<Arc<ProgressCounters>>,
}

impl Config {
    /// Whether the search is one that keeps more apart than the first one.
    pub(crate) fn is_refined(&self) -> bool {
        self.track_marks || self.keep_marks_apart || self.keep_lengths_apart || self.count_nodes
    }
}

impl Default for Config {
    fn default() -> Self {
        Config {
            merge_lengths: [2, 2, 3],
            split_limit: 16,
            size_split_limit: 8,
            abstract_at_recursion: true,
            precise_numbers: 10,
            precise_numbers_beside_sizes: 1,
            arrivals_with_precise_numbers: 12,
            arrivals_before_joining_numbers: 1000,
            shapes_before_giving_up: 500,
            arrivals_before_widening: 3,
            narrow: false,
            keep_marks_apart: false,
            track_marks: false,
            count_nodes: false,
            keep_lengths_apart: false,
            exits_before_joining: 4,
            cache_misses_before_giving_up: 16,
            max_call_depth: 400,
            analysis: AnalysisOptions::default(),
            progress: None,
        }
    }
}
