//! Join of graphs (§1.3.2, §1.9): the common generalisation of two configurations, its status, and on top of them
//! entailment. The same engine joins the sub-graphs of two neighbouring nodes for the abstraction (§1.9.8).
//!
//! Where this differs from the paper's pseudocode, and why:
//!
//! - The traversal is breadth first over pairs of objects instead of recursive: no stack depth, and what variables
//!   point to is paired before lists are walked, so fewer wrong insertions happen.
//! - The status is kept as two flags, "the result is larger than the left / the right input". `Equal` is neither.
//! - The nesting-level difference is generalised to the *path* of abstract ancestors. A single number cannot tell an
//!   object private to the inner list from one private to the outer list when the two sides are abstract at
//!   different places of the path, and the result would then claim sharing that one input does not have.
//! - Values that are not addresses are mapped as pairs, so that one value may meet several on the other side
//!   (constants do all the time); a lost equality shows in the status.
//! - An inserted segment copies what is nested below it, but links to what is *shared* only at the end, when it is
//!   known what that was joined with: the delayed join, without building a copy and deleting it again. When a later
//!   path finds a real counterpart for a segment that was already inserted, the counterpart is inserted as well, before it, if that
//!   fits both paths; otherwise the join fails. The paper (Algorithm 7, step 10) takes the insertion back and lets the earlier path lead to
//!   the joined segment, too; but on the side where the segment was inserted, that path leads to what is behind it, which the result
//!   would not cover.
//! - Whatever was inserted on one side only must be able to be absent; otherwise the join fails. In the paper an
//!   inserted segment could bring a shared region along that the other side does not have.
//!
//! Formulas that the extraction of the text left unclear, and what they are taken to be:
//!
//! - Algorithm 9, step 4: when a segment that was inserted is reached again, the pair of what follows it and the other
//!   value is joined again and must give the value that the link was fixed to, also if the address is already known.
//!   (As printed the second case returns without looking, which would equate different pointers of the other side.)
//! - Algorithm 5, step 3: the level of a joined value is the lowest one that is at least as private as on both sides,
//!   not the maximum of the two numbers; below the segment of a merge it is at least one level down, because the two
//!   nodes are different nodes of the result.
//! - Algorithm 6, step 1 likewise asks for a common level on the path instead of a fixed difference. An object of the
//!   top level below a segment is shared by its nodes, so two different ones are never merged.
//! - Algorithm 8, steps 9 and 10: the lengths are ranges (a region is [1,1], an n+ segment [n,oo), a 0/1 object
//!   [0,1]); a side has lost something if the range of the result is not its own.
//! - Algorithm 3: the two statuses of step 4 are "left grew" for lost zeros of the left object and "right grew" for
//!   those of the right one. Zeros that a joined value still describes are not lost.
//! - Algorithm 12: what is asked of the two objects at the ends of the chains is asked of the segments passed on the
//!   way as well (in bounds, and older than a freed object on the other side).

// The two sides of a join are numbers; loops over them index several arrays at once.
#![allow(clippy::needless_range_loop)]

mod core;
mod data;
mod ends;
mod fields;
mod finish;
mod insert;
mod marks;
mod numbers;
mod optional;
mod orders;
mod reject;

use crate::graph::Smg;
use crate::int::{IntDomain, Thresholds};
use crate::precision::Kept;
use base::Cancel;

pub(crate) use self::core::Joiner;

/// How the two inputs of a join relate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum JoinStatus {
    Equal,
    /// Every memory of the right graph is one of the left graph.
    LeftIncludes,
    RightIncludes,
    Incomparable,
}

impl JoinStatus {
    pub(crate) fn from_growth(grew: [bool; 2]) -> JoinStatus {
        match grew {
            [false, false] => JoinStatus::Equal,
            [false, true] => JoinStatus::LeftIncludes,
            [true, false] => JoinStatus::RightIncludes,
            [true, true] => JoinStatus::Incomparable,
        }
    }

    /// The cost of merging two nodes with this status (§1.3.3).
    pub fn cost(self) -> usize {
        match self {
            JoinStatus::Equal => 0,
            JoinStatus::LeftIncludes | JoinStatus::RightIncludes => 1,
            JoinStatus::Incomparable => 2,
        }
    }
}

/// What the caller is interested in; the join stops as soon as it cannot be had.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JoinGoal {
    Any,
    /// Only a result equal to the left graph: does the left graph include the right one?
    LeftIncludes,
    RightIncludes,
    Equal,
    /// Only a result equal to one of the two.
    Comparable,
}

#[derive(Debug, Clone)]
pub struct JoinOptions<'a> {
    pub goal: JoinGoal,
    /// Insert a segment that is certainly not empty on its own side, also on the top level. Off by default for joins of
    /// configurations, as in the paper: the two disjuncts usually carry correlated data.
    pub insert_nonempty: bool,
    /// Introduce 0/1 objects for regions without counterpart. Used when merging nodes.
    pub introduce_optional: bool,
    /// Join addresses that differ only in their offset into an address with a range of offsets.
    pub offset_hull: bool,
    /// Join objects of the same label that differ in size into an object of uncertain size.
    pub size_hull: bool,
    /// Join an address with an unknown value into an unknown value, provided that nothing gets lost by it.
    pub lose_addresses: bool,
    /// What is kept apart; `None` for nothing.
    pub kept: Option<&'a Kept>,
    /// Widen integers and offsets instead of joining them; the left graph is the older one.
    pub widen: Option<&'a Thresholds>,
    /// When somebody sets this, the join is not wanted any more, and fails.
    pub give_up: Option<&'a Cancel>,
}

impl Default for JoinOptions<'_> {
    fn default() -> Self {
        JoinOptions {
            goal: JoinGoal::Any,
            insert_nonempty: false,
            introduce_optional: false,
            offset_hull: true,
            size_hull: true,
            lose_addresses: false,
            kept: None,
            widen: None,
            give_up: None,
        }
    }
}

impl<'a> JoinOptions<'a> {
    pub(crate) fn for_merging(kept: Option<&'a Kept>, give_up: Option<&'a Cancel>) -> Self {
        JoinOptions {
            insert_nonempty: true,
            introduce_optional: true,
            kept,
            give_up,
            ..JoinOptions::default()
        }
    }

    pub(crate) fn keeps(&self, what: impl FnOnce(&Kept) -> bool) -> bool {
        self.kept.is_some_and(what)
    }
}

pub(crate) fn is_given_up(cancel: Option<&Cancel>) -> bool {
    cancel.is_some_and(Cancel::is_cancelled)
}

/// Why two graphs have no join.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JoinError {
    /// The roots or named values of the two configurations are not the same.
    DifferentRoots,
    /// Some pair of values or objects has no common generalisation.
    Mismatch,
    /// An object of one side would be lost, or one would be invented.
    Coverage,
    /// A cycle of possibly empty segments would arise.
    EmptyCycle,
    /// The goal cannot be reached any more.
    Goal,
    /// The graphs nest insertions deeper than the join is willing to follow.
    TooDeep,
    /// Nobody wants the result any more.
    GivenUp,
}

#[derive(Debug, Clone)]
pub struct Joined<D: IntDomain> {
    pub graph: Smg<D>,
    pub status: JoinStatus,
    /// Widening made some number, offset or size larger than the join alone.
    pub widened: bool,
    /// Something that only one side has was inserted on the other one.
    pub inserted: bool,
}

impl<D: IntDomain> Smg<D> {
    /// The join of two garbage-free configurations with the same roots: covers both.
    pub fn join(&self, other: &Smg<D>, options: &JoinOptions<'_>) -> Result<Joined<D>, JoinError> {
        let (left, right) = (self.with_numbers_of_sizes(other), other.with_numbers_of_sizes(self));
        let first = Joiner::join_configurations(&left, &right, options, 0);
        match first {
            // The choice of the side into which a segment is inserted first is arbitrary; try the other one once.
            Err((error, true)) => match Joiner::join_configurations(&left, &right, options, 1) {
                Ok(joined) => Ok(joined),
                Err(_) => Err(error),
            },
            Err((error, false)) => Err(error),
            Ok(joined) => Ok(joined),
        }
    }

    /// Whether every memory of `other` is certainly a memory of `self`.
    pub fn includes(&self, other: &Smg<D>) -> bool {
        let options =
            JoinOptions { goal: JoinGoal::LeftIncludes, insert_nonempty: false, ..JoinOptions::default() };
        self.join(other, &options)
            .is_ok_and(|j| matches!(j.status, JoinStatus::Equal | JoinStatus::LeftIncludes))
    }

    /// Whether the join proves both graphs to mean the same.
    pub fn equivalent(&self, other: &Smg<D>) -> bool {
        let options = JoinOptions { goal: JoinGoal::Equal, ..JoinOptions::default() };
        self.join(other, &options).is_ok_and(|j| j.status == JoinStatus::Equal)
    }
}
