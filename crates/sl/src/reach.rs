//! Which segments can still be reached: *reachable* of [SL-CPA] §4.2.5 in the form of A.1, which ends on cycles. It is computed from
//! the roots, so that one pass answers for all segments.

use crate::heap::{Heap, SegmentId};
use crate::prover::Prover;
use base::FxHashMap;
use smt::TermId;

/// How a segment is held. One that nothing refers to has no entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reach {
    /// Only by something computed from its address: half a pointer, a difference.
    Uncertain,
    Held,
}

struct Marks {
    reach: FxHashMap<SegmentId, Reach>,
    work: Vec<SegmentId>,
}

impl Marks {
    fn raise(&mut self, id: SegmentId, reach: Reach) {
        let entry = self.reach.entry(id);
        let new = match entry {
            std::collections::hash_map::Entry::Occupied(mut known) => {
                let wider = *known.get() < reach;
                if wider {
                    known.insert(reach);
                }
                wider
            }
            std::collections::hash_map::Entry::Vacant(slot) => {
                slot.insert(reach);
                true
            }
        };
        if new {
            self.work.push(id);
        }
    }

    /// A value that somebody holds: an address, or something computed from addresses.
    fn value<O: Clone>(
        &mut self,
        prover: &mut Prover,
        heap: &Heap<O>,
        t: TermId,
        whole: bool,
        holder: Reach,
    ) {
        if prover.terms.is_constant(t) {
            return;
        }
        let width = prover.terms.width(t);
        if whole
            && width == heap.word()
            && let Some((id, _)) = heap.decompose(prover, t)
        {
            self.raise(id, holder);
            return;
        }
        for id in prover.segments_in(heap, t) {
            self.raise(id, Reach::Uncertain);
        }
    }
}

/// The segments that the roots, and all of Σs, lead to.
pub fn reachable<O: Clone>(
    prover: &mut Prover,
    heap: &Heap<O>,
    roots: impl IntoIterator<Item = TermId>,
    is_root: impl Fn(SegmentId) -> bool,
) -> FxHashMap<SegmentId, Reach> {
    let mut marks = Marks { reach: FxHashMap::default(), work: Vec::new() };
    for (id, _) in heap.live().filter(|(id, _)| is_root(*id)) {
        marks.raise(id, Reach::Held);
    }
    for root in roots {
        marks.value(prover, heap, root, true, Reach::Held);
    }
    let bytes_of_word = u64::from(heap.word() / 8);
    while let Some(id) = marks.work.pop() {
        let holder = marks.reach[&id];
        let segment = heap.get(id);
        if !segment.is_live() {
            // Where it was resized in place, pointers to it still hold the block.
            if let Some((now, _)) = segment.moved {
                marks.raise(now, Reach::Uncertain);
            }
            continue;
        }
        let mut run: Option<(u64, TermId)> = None;
        for (at, byte) in segment.written() {
            if byte.undefined == 0xff || prover.terms.is_constant(byte.term) {
                run = None;
                continue;
            }
            // A whole pointer is all bytes of one term in order.
            let start = at.checked_sub(u64::from(byte.index));
            if byte.index == 0 {
                run = Some((at, byte.term));
            } else if run.is_none_or(|(begin, term)| Some(begin) != start || term != byte.term) {
                run = None;
                marks.value(prover, heap, byte.term, false, holder);
            }
            let whole = run.is_some()
                && u64::from(byte.index) + 1 == bytes_of_word
                && (0..bytes_of_word).all(|i| {
                    let start = at + 1 - bytes_of_word;
                    let b = segment.byte(start + i);
                    b.term == byte.term && u64::from(b.index) == i && b.undefined == 0
                });
            if whole {
                marks.value(prover, heap, byte.term, true, holder);
                run = None;
            } else if byte.index == 0 {
                // Certain only once the whole pointer was seen.
                marks.value(prover, heap, byte.term, false, holder);
            }
        }
        let fill = segment.fill();
        if fill.undefined == 0 && !prover.terms.is_constant(fill.term) {
            marks.value(prover, heap, fill.term, false, holder);
        }
    }
    marks.reach
}
