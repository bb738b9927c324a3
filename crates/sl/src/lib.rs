//! Symbolic heaps of separation logic on bit-vector solvers ([SL-CPA] chapters 4 and 5).
//!
//! A symbolic heap is Π ∧ Σs * Σh. Π, the pure part, is a list of Boolean terms ([`smt::path::Path`]); the spatial part is a [`Heap`] of
//! segments: consecutive bytes behind a symbolic address, as many as a term says. Σs holds variables, Σh what `malloc` gave.
//! Addresses are bit-vectors like all other values. That segments of one heap do not overlap, and that none contains the null
//! address, are consequences of `*`: [`Heap::axioms`] writes them down for the segments that a question speaks of.
//!
//! - [`Prover`] answers questions about Π and Σ: the syntax first, then intervals, then the solver, and counts which of them did.
//! - [`Procedure`] names the three ways to ask whether an address is allocated (Algorithms 3 to 5 of the paper, repaired).
//! - [`Formula`] is such a heap with named values. [`Shape`]s say how nodes look, [`Instance`]s are trees and lists of any size; they are unfolded
//!   where an address is needed, folded where states are compared, and taken out of a heap by matching ([`Comparison`]) and by frames ([`Split`]).
//! - [`reach`] says which segments can still be reached (A.1 of the paper).
//!
//! Architecture invariant: this crate knows neither the IR nor C nor any engine; what a segment is for is the caller's
//! (`Segment::origin`).

mod allocated;
mod derivation;
mod describe;
mod fold;
mod formula;
mod frame;
mod heap;
mod learn;
mod matching;
mod predicate;
mod prover;
pub mod reach;
mod theory;

pub use allocated::{Allocated, Procedure};
pub use describe::Description;
pub use formula::{Formula, Site};
pub use frame::Split;
pub use heap::{Byte, Gathered, Heap, Life, NewSegment, Part, Segment, SegmentId, gather};
pub use learn::Learned;
pub use matching::{Comparison, Matching, Mismatch, Position};
pub use predicate::{Cell, CellKind, End, Hole, Instance, Shape, ShapeId};
pub use prover::{Counters, OnHeap, Prover};
