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
    /// The same where a search that joined such states ended with possible findings: the loop may run through an array whose elements
    /// are lists of their own.
    pub precise_numbers_of_interest: u64,
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
    /// So many shapes at one loop head are taken for many combinations of lists that are there or not, such as those of an array: a
    /// list that only one of two states has becomes one that may be empty ([Predator] Fig. 1.9).
    pub shapes_before_joining_empty: usize,
    /// Joins of this kind at one loop head that still show something new and make so many objects in sum are a structure that lists do
    /// not describe, either: combinations of lists that are there or not need many joins of small graphs, a tree makes the graphs grow.
    pub joined_objects_before_giving_up: usize,
    /// So many shapes at one loop head make nodes of different types nodes of one list: the types only postpone merging
    /// ([Predator] §1.5.2).
    pub shapes_before_ignoring_types: usize,
    /// Integers that change at a loop head are widened after this many arrivals.
    pub arrivals_before_widening: u32,
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
    /// The constants that [Predator] makes options, and the limits of ours that decide when a search is given up.
    pub(crate) const TUNING: &'static [(&'static str, &'static str)] = &[
        ("merge-equal", "how many equal nodes become a list segment"),
        ("merge-covered", "the same for nodes of which one covers the next"),
        ("merge-different", "the same for nodes with different contents"),
        ("split-limit", "an offset of at most so many values is split into its values before an access"),
        ("size-split-limit", "the same for sizes of blocks"),
        ("precise-numbers", "states that differ in numbers up to this are kept apart at loop heads"),
        ("arrivals-before-widening", "after so many arrivals at a loop head numbers are widened"),
        ("arrivals-before-joining-numbers", "after so many arrivals small numbers are joined, too"),
        ("shapes-before-giving-up", "so many shapes at a loop head end the analysis"),
        ("shapes-before-joining-empty", "so many shapes make lists that only one state has possibly empty"),
        (
            "joined-objects-before-giving-up",
            "joins of such lists with so many objects in sum end the analysis",
        ),
        ("shapes-before-ignoring-types", "so many shapes make nodes of different types one list"),
        ("exits-before-joining", "a function that returns in more states has them joined"),
        ("max-call-depth", "calls nested deeper than this end the analysis"),
    ];

    /// Sets the constants that are named; other names are those of other engines.
    pub(crate) fn tuned(mut self, tuning: &[(String, u64)]) -> Config {
        for (name, value) in tuning {
            let count = usize::try_from(*value).unwrap_or(usize::MAX);
            let short = u32::try_from(*value).unwrap_or(u32::MAX);
            match name.as_str() {
                // A segment of one node is no list.
                "merge-equal" => self.merge_lengths[0] = count.max(2),
                "merge-covered" => self.merge_lengths[1] = count.max(2),
                "merge-different" => self.merge_lengths[2] = count.max(2),
                "split-limit" => self.split_limit = *value,
                "size-split-limit" => self.size_split_limit = *value,
                "precise-numbers" => self.precise_numbers = *value,
                "arrivals-before-widening" => self.arrivals_before_widening = short,
                "arrivals-before-joining-numbers" => self.arrivals_before_joining_numbers = short,
                "shapes-before-giving-up" => self.shapes_before_giving_up = count,
                "shapes-before-joining-empty" => self.shapes_before_joining_empty = count,
                "joined-objects-before-giving-up" => self.joined_objects_before_giving_up = count,
                "shapes-before-ignoring-types" => self.shapes_before_ignoring_types = count,
                "exits-before-joining" => self.exits_before_joining = count,
                // The machine's own stack is finite.
                "max-call-depth" => self.max_call_depth = short.min(Config::default().max_call_depth),
                _ => {}
            }
        }
        self
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
            precise_numbers_of_interest: 64,
            precise_numbers_beside_sizes: 1,
            arrivals_with_precise_numbers: 12,
            arrivals_before_joining_numbers: 1000,
            shapes_before_giving_up: 500,
            shapes_before_joining_empty: 16,
            joined_objects_before_giving_up: 4000,
            shapes_before_ignoring_types: 12,
            arrivals_before_widening: 3,
            exits_before_joining: 4,
            cache_misses_before_giving_up: 16,
            max_call_depth: 400,
            analysis: AnalysisOptions::default(),
            progress: None,
        }
    }
}
