//! The three procedures of the allocation check against enumeration: addresses with a small unknown offset, in heaps of a few segments.

use fafnir_sl::{Allocated, Byte, Heap, Life, NewSegment, Part, Procedure, Prover, SegmentId, reach};
use smt::path::{Case, Path, Questions as _};
use smt::{Limits, TermId};
use std::rc::Rc;

const PROCEDURES: [Procedure; 3] = [Procedure::Sl, Procedure::Smt, Procedure::ModelSat];

/// A small generator, so that the test needs no seed from outside.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

fn undefined(prover: &mut Prover) -> Byte {
    Byte { term: prover.terms.bv_const(8, 0), index: 0, undefined: 0xff }
}

fn segment(prover: &mut Prover, heap: &mut Heap<()>, size: u64, part: Part) -> SegmentId {
    let fill = undefined(prover);
    let size = prover.terms.bv_const(64, u128::from(size));
    heap.allocate(prover, NewSegment { size, align: 4, part, origin: (), fill })
}

fn assume(path: &mut Path, prover: &mut Prover, heap: &Heap<()>, condition: TermId) {
    let case = prover.on(heap).case_of(path, condition).unwrap().unwrap().expect("the condition is possible");
    path.assume(&case);
}

#[test]
fn the_procedures_say_what_enumeration_says() {
    let mut random = Random(7);
    for round in 0..60 {
        let mut prover = Prover::new(Limits::none());
        let mut heap: Heap<()> = Heap::new(64);
        let sizes: Vec<u64> = (0..3).map(|_| random.below(9)).collect();
        let ids: Vec<SegmentId> =
            sizes.iter().map(|&size| segment(&mut prover, &mut heap, size, Part::Heap)).collect();
        let which = random.below(3) as usize;
        let (low, high) = (random.below(6), random.below(12));
        let n = 1 + random.below(4);
        if low > high {
            continue;
        }
        let index = prover.terms.bv_var("index", 64);
        let mut path = Path::default();
        let (from, to) = (prover.terms.bv_const(64, low.into()), prover.terms.bv_const(64, high.into()));
        let above = prover.terms.ule(from, index);
        let below = prover.terms.ule(index, to);
        let range = prover.terms.and(above, below);
        assume(&mut path, &mut prover, &heap, range);
        let address = prover.terms.add(heap.get(ids[which]).base, index);
        let valid = (low..=high).filter(|at| at + n <= sizes[which]).count() as u64;
        for procedure in PROCEDURES {
            let found = prover.allocated(&path, &heap, &[ids[which]], address, n, procedure).unwrap();
            let what = format!("round {round}, {procedure:?}: {low}..={high} + {n} in {}", sizes[which]);
            match found {
                Allocated::Always(id) => assert!(id == ids[which] && valid == high - low + 1, "{what}"),
                Allocated::Never => assert_eq!(valid, 0, "{what}"),
                Allocated::Sometimes(id, _) => {
                    assert!(id == ids[which] && valid > 0 && valid < high - low + 1, "{what}");
                }
                Allocated::Unknown => panic!("{what}: gave up"),
            }
        }
    }
}

#[test]
fn segments_that_live_together_do_not_overlap_and_none_is_null() {
    let mut prover = Prover::new(Limits::none());
    let mut heap: Heap<()> = Heap::new(64);
    let path = Path::default();
    let a = segment(&mut prover, &mut heap, 8, Part::Heap);
    let b = segment(&mut prover, &mut heap, 8, Part::Stack);
    let (base_a, base_b) = (heap.get(a).base, heap.get(b).base);
    let same = prover.terms.eq(base_a, base_b);
    assert!(prover.refuted(&path, &heap, same).unwrap());
    let zero = prover.terms.bv_const(64, 0);
    let null = prover.terms.eq(base_a, zero);
    assert!(prover.refuted(&path, &heap, null).unwrap());
    // The end of one may be the start of the other.
    let eight = prover.terms.bv_const(64, 8);
    let end = prover.terms.add(base_a, eight);
    let touching = prover.terms.eq(end, base_b);
    assert!(prover.on(&heap).case_of(&path, touching).unwrap().unwrap().is_some());
    let four = prover.terms.bv_const(64, 4);
    let middle = prover.terms.add(base_a, four);
    let overlapping = prover.terms.eq(middle, base_b);
    assert!(prover.refuted(&path, &heap, overlapping).unwrap());
    // A freed block's address may be used again.
    heap.release(a, Life::Freed);
    let c = segment(&mut prover, &mut heap, 8, Part::Heap);
    let again = prover.terms.eq(base_a, heap.get(c).base);
    assert!(prover.on(&heap).case_of(&path, again).unwrap().unwrap().is_some());
}

#[test]
fn an_address_keeps_the_segment_it_was_computed_from() {
    let mut prover = Prover::new(Limits::none());
    let mut heap: Heap<()> = Heap::new(64);
    let a = segment(&mut prover, &mut heap, 8, Part::Heap);
    let b = segment(&mut prover, &mut heap, 8, Part::Heap);
    let i = prover.terms.bv_var("i", 64);
    let four = prover.terms.bv_const(64, 4);
    let scaled = prover.terms.mul(i, four);
    let base = heap.get(a).base;
    let address = prover.terms.add(base, scaled);
    let address = prover.terms.add(address, four);
    let (id, offset) = heap.decompose(&mut prover, address).unwrap();
    let wanted = prover.terms.add(scaled, four);
    assert_eq!((id, offset), (a, wanted));
    let both = prover.terms.add(address, heap.get(b).base);
    assert_eq!(heap.decompose(&mut prover, both), None);
    assert_eq!(heap.decompose(&mut prover, i), None);
}

#[test]
fn what_a_cycle_holds_is_not_reachable_from_itself() {
    let mut prover = Prover::new(Limits::none());
    let mut heap: Heap<()> = Heap::new(64);
    let root = segment(&mut prover, &mut heap, 8, Part::Stack);
    let ids: Vec<SegmentId> = (0..4).map(|_| segment(&mut prover, &mut heap, 16, Part::Heap)).collect();
    let undefined = undefined(&mut prover);
    let base = |heap: &Heap<()>, id: SegmentId| heap.get(id).base;
    let link = |heap: &mut Heap<()>, from: SegmentId, to: SegmentId| {
        let to = base(heap, to);
        heap.write(from, 0, 8, Some(to), undefined);
    };
    // root -> 0 -> 1, and a cycle 2 <-> 3.
    link(&mut heap, root, ids[0]);
    link(&mut heap, ids[0], ids[1]);
    link(&mut heap, ids[2], ids[3]);
    link(&mut heap, ids[3], ids[2]);
    let is_root = |id: SegmentId| id == root;
    let marks = reach::reachable(&mut prover, &heap, [], is_root);
    assert_eq!(marks.get(&ids[1]), Some(&reach::Reach::Held));
    assert!(!marks.contains_key(&ids[2]) && !marks.contains_key(&ids[3]));
    // Half a pointer is not enough.
    let half = heap.bytes(root, 0, 4);
    heap.set_bytes(root, 0, &[undefined; 8]);
    heap.set_bytes(root, 0, &half);
    let marks = reach::reachable(&mut prover, &heap, [], is_root);
    assert_eq!(marks.get(&ids[0]), Some(&reach::Reach::Uncertain));
    // A register that holds the cycle.
    let register = base(&heap, ids[3]);
    let marks = reach::reachable(&mut prover, &heap, [register], is_root);
    assert_eq!(marks.get(&ids[2]), Some(&reach::Reach::Held));
}

#[test]
fn a_block_that_was_resized_is_at_the_same_address_or_not() {
    let mut prover = Prover::new(Limits::none());
    let mut heap: Heap<()> = Heap::new(64);
    let old = segment(&mut prover, &mut heap, 8, Part::Heap);
    heap.release(old, Life::Freed);
    let new = segment(&mut prover, &mut heap, 16, Part::Heap);
    let in_place = prover.terms.bool_var("in place");
    heap.get_mut(old).moved = Some((new, in_place));
    let same = prover.terms.eq(heap.get(old).base, heap.get(new).base);
    let mut path = Path::default();
    let case = Case { condition: in_place, model: Rc::default() };
    path.assume(&case);
    let different = prover.terms.not(same);
    assert!(prover.refuted(&path, &heap, different).unwrap());
    assert!(prover.on(&heap).case_of(&path, same).unwrap().unwrap().is_some());
}
