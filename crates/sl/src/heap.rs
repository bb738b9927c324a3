//! The spatial part: segments of bytes with symbolic addresses and sizes.

use crate::predicate::{Instance, Shape, ShapeId};
use crate::prover::Prover;
use base::{FxHashMap, Idx, IndexVec, define_id};
use smt::path::TermByte;
use smt::{TermId, Terms};
use std::collections::BTreeMap;
use std::rc::Rc;

define_id!(
    /// A segment of one heap. The same number on different paths is the same address variable, so that paths share what the
    /// solver learns.
    pub struct SegmentId, "seg"
);

/// Which of the two spatial parts a segment belongs to ([SL-CPA] §4.2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// Σs: variables, constants, functions.
    Stack,
    /// Σh: what is allocated dynamically.
    Heap,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Life {
    Live,
    Freed,
    OutOfScope,
}

/// One byte: byte `index` of a term, of which the bits in `undefined` have no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Byte {
    pub term: TermId,
    pub index: u8,
    pub undefined: u8,
}

impl TermByte for Byte {
    fn new(term: TermId, index: u8, undefined: u8) -> Byte {
        Byte { term, index, undefined }
    }
    fn term(self) -> TermId {
        self.term
    }
    fn undefined(self) -> u8 {
        self.undefined
    }
}

/// `base ↦ b0, …, bn-1` with n = `size`: the segment predicate of [SL-CPA] §7.
#[derive(Clone, Debug)]
pub struct Segment<O> {
    /// The symbolic location: a variable, or one minus [`Segment::lead`].
    pub base: TermId,
    /// How far behind the start the variable is that names the segment.
    pub lead: u64,
    pub size: TermId,
    pub align: u64,
    pub part: Part,
    pub life: Life,
    pub origin: O,
    /// It may lie where another one lies that may, too: string literals.
    pub may_share: bool,
    /// The segment was given another size: what has its content now, and a condition that says whether it is at the same address.
    pub moved: Option<(SegmentId, TermId)>,
    born: u64,
    /// `u64::MAX` as long as it lives.
    died: u64,
    fill: Byte,
    bytes: BTreeMap<u64, Byte>,
}

impl<O> Segment<O> {
    pub fn is_live(&self) -> bool {
        self.life == Life::Live
    }
    pub fn byte(&self, offset: u64) -> Byte {
        self.bytes.get(&offset).copied().unwrap_or(self.fill)
    }
    /// Bytes that were written one by one; all others are [`Segment::fill`].
    pub fn written(&self) -> impl Iterator<Item = (u64, Byte)> + '_ {
        self.bytes.iter().map(|(&at, &byte)| (at, byte))
    }
    pub fn fill(&self) -> Byte {
        self.fill
    }
    fn lives_beside(&self, other: &Segment<O>) -> bool {
        self.born < other.died && other.born < self.died
    }
}

pub struct NewSegment<O> {
    pub size: TermId,
    pub align: u64,
    pub part: Part,
    pub origin: O,
    pub fill: Byte,
}

impl<O> std::fmt::Debug for NewSegment<O> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NewSegment").field("size", &self.size).finish_non_exhaustive()
    }
}

/// Σs * Σh. Clones share segments until one of them changes.
#[derive(Clone, Debug)]
pub struct Heap<O> {
    segments: IndexVec<SegmentId, Rc<Segment<O>>>,
    clock: u64,
    /// Segments whose address is not the variable of their number: those that a precondition names.
    named: Rc<FxHashMap<TermId, SegmentId>>,
    word: u32,
    /// Predicates of the spatial part: memory of which only the shape is known.
    pub(crate) instances: Rc<Vec<Instance>>,
    /// What the predicates are; the same for all heaps of a search.
    pub(crate) shapes: Rc<IndexVec<ShapeId, Shape<O>>>,
    /// The next number of a variable that no address has yet.
    pub(crate) next_variable: u32,
    /// Values were forgotten on the way here: the model of the path says nothing of them.
    pub(crate) abstracted: bool,
}

impl<O: Clone> Heap<O> {
    /// The empty heap, for addresses of so many bits.
    pub fn new(word: u32) -> Heap<O> {
        Heap {
            segments: IndexVec::new(),
            clock: 1,
            named: Rc::default(),
            word,
            instances: Rc::default(),
            shapes: Rc::new(IndexVec::new()),
            next_variable: 0,
            abstracted: false,
        }
    }
    pub fn word(&self) -> u32 {
        self.word
    }
    pub fn len(&self) -> usize {
        self.segments.len()
    }
    pub fn is_empty(&self) -> bool {
        self.segments.is_empty()
    }
    pub fn get(&self, id: SegmentId) -> &Segment<O> {
        &self.segments[id]
    }
    pub fn get_mut(&mut self, id: SegmentId) -> &mut Segment<O> {
        Rc::make_mut(&mut self.segments[id])
    }
    pub fn iter(&self) -> impl Iterator<Item = (SegmentId, &Segment<O>)> {
        self.segments.iter_enumerated().map(|(id, segment)| (id, &**segment))
    }
    /// So many of the first segments, and nothing else: what every heap of a search has.
    pub(crate) fn only_first(&self, count: usize) -> Heap<O> {
        let mut heap = Heap::new(self.word);
        heap.segments = self.segments.iter().take(count).cloned().collect();
        heap.clock = self.clock;
        heap.shapes = Rc::clone(&self.shapes);
        heap.abstracted = self.abstracted;
        heap
    }

    /// Adds a segment that another heap has, under the address variable of its new number, which is not renamed in its content.
    pub(crate) fn adopt(&mut self, prover: &mut Prover, segment: &Segment<O>) -> SegmentId {
        let base = prover.base_variable(self.segments.next_id(), self.word);
        let (born, died) = match segment.is_live() {
            true => (self.clock, u64::MAX),
            // When it lived is forgotten, so that it may have been anywhere.
            false => (0, 0),
        };
        let segment = Segment { base, lead: 0, moved: None, born, died, ..segment.clone() };
        self.clock += 1;
        self.segments.push(Rc::new(segment))
    }

    /// The variable by which terms name the segment: its address, or something inside.
    pub(crate) fn name_of(&self, terms: &Terms, id: SegmentId) -> Option<TermId> {
        let segment = self.get(id);
        if terms.is_variable(segment.base) {
            return Some(segment.base);
        }
        self.named.iter().find(|(_, named)| **named == id).map(|(&variable, _)| variable)
    }

    /// Takes a segment out of the spatial part without a trace.
    pub(crate) fn forget(&mut self, id: SegmentId) {
        let segment = self.get_mut(id);
        segment.life = Life::Freed;
        segment.born = 0;
        segment.died = 0;
        segment.bytes = BTreeMap::new();
        let variable = segment.base;
        // Nothing refers to it by name any more: terms that did are renamed by the caller.
        segment.base = TermId::FALSE;
        let named = Rc::make_mut(&mut self.named);
        named.retain(|_, other| *other != id);
        named.remove(&variable);
    }

    /// Replaces variables in everything that the heap says.
    pub(crate) fn substitute(&mut self, terms: &mut Terms, map: &FxHashMap<TermId, TermId>) {
        for id in self.segments.ids() {
            let segment = &self.segments[id];
            let changes = |terms: &mut Terms, t: TermId| terms.substitute(t, map) != t;
            let size = terms.substitute(segment.size, map);
            let fill = terms.substitute(segment.fill.term, map);
            let mut changed = size != segment.size || fill != segment.fill.term;
            if let Some((_, condition)) = segment.moved {
                changed |= changes(terms, condition);
            }
            changed = changed || segment.bytes.values().any(|byte| changes(terms, byte.term));
            if !changed {
                continue;
            }
            let segment = Rc::make_mut(&mut self.segments[id]);
            segment.size = size;
            segment.fill.term = fill;
            if let Some((_, condition)) = &mut segment.moved {
                *condition = terms.substitute(*condition, map);
            }
            for byte in segment.bytes.values_mut() {
                byte.term = terms.substitute(byte.term, map);
            }
        }
        for instance in Rc::make_mut(&mut self.instances) {
            instance.substitute(terms, map);
        }
    }

    pub fn live(&self) -> impl Iterator<Item = (SegmentId, &Segment<O>)> {
        self.iter().filter(|(_, segment)| segment.is_live())
    }

    /// Σ * base ↦ fill…: the address is a variable that no other segment has.
    pub fn allocate(&mut self, prover: &mut Prover, new: NewSegment<O>) -> SegmentId {
        let id = self.segments.next_id();
        let base = prover.base_variable(id, self.word);
        self.push(base, new)
    }

    /// As [`Heap::allocate`] around an address that somebody named already: so many bytes of the segment come before it.
    pub fn allocate_around(
        &mut self,
        terms: &mut Terms,
        variable: TermId,
        lead: u64,
        new: NewSegment<O>,
    ) -> SegmentId {
        let distance = terms.bv_const(self.word, u128::from(lead));
        let base = terms.sub(variable, distance);
        let id = self.push(base, new);
        self.get_mut(id).lead = lead;
        Rc::make_mut(&mut self.named).insert(variable, id);
        id
    }

    pub(crate) fn push(&mut self, base: TermId, new: NewSegment<O>) -> SegmentId {
        let NewSegment { size, align, part, origin, fill } = new;
        let born = self.clock;
        self.clock += 1;
        self.segments.push(Rc::new(Segment {
            base,
            lead: 0,
            size,
            align,
            part,
            life: Life::Live,
            origin,
            may_share: false,
            moved: None,
            born,
            died: u64::MAX,
            fill,
            bytes: BTreeMap::new(),
        }))
    }

    /// The segment leaves Σ; its record stays, to say what happened.
    pub fn release(&mut self, id: SegmentId, life: Life) {
        if !self.segments[id].is_live() {
            return;
        }
        let now = self.clock;
        self.clock += 1;
        let segment = self.get_mut(id);
        segment.life = life;
        segment.died = now;
        segment.bytes = BTreeMap::new();
    }

    /// The segment leaves Σ for one that was made just now, and that is at the same address where the condition holds. They never lived
    /// beside each other.
    pub fn replace(&mut self, old: SegmentId, new: SegmentId, in_place: TermId) {
        self.release(old, Life::Freed);
        let born = self.segments[new].born;
        let segment = self.get_mut(old);
        segment.died = born;
        segment.moved = Some((new, in_place));
    }

    pub fn bytes(&self, id: SegmentId, offset: u64, size: u64) -> Vec<Byte> {
        let segment = self.get(id);
        (0..size).map(|i| segment.byte(offset + i)).collect()
    }

    pub fn set_bytes(&mut self, id: SegmentId, offset: u64, bytes: &[Byte]) {
        let segment = self.get_mut(id);
        for (i, &byte) in bytes.iter().enumerate() {
            let at = offset + i as u64;
            if byte == segment.fill {
                segment.bytes.remove(&at);
            } else {
                segment.bytes.insert(at, byte);
            }
        }
    }

    /// Writes a value, the lowest byte first; without one the bytes are undefined.
    pub fn write(&mut self, id: SegmentId, offset: u64, size: u64, value: Option<TermId>, undefined: Byte) {
        let bytes: Vec<Byte> = (0..size)
            .map(|i| value.map_or(undefined, |term| Byte { term, index: i as u8, undefined: 0 }))
            .collect();
        self.set_bytes(id, offset, &bytes);
    }

    /// Gives all bytes one value.
    pub fn fill_all(&mut self, id: SegmentId, byte: Byte) {
        let segment = self.get_mut(id);
        segment.fill = byte;
        segment.bytes = BTreeMap::new();
    }

    /// Takes over the content of another segment, whatever its size.
    pub fn copy_content(&mut self, from: SegmentId, to: SegmentId) {
        let (fill, bytes) = {
            let segment = self.get(from);
            (segment.fill, segment.bytes.clone())
        };
        let segment = self.get_mut(to);
        (segment.fill, segment.bytes) = (fill, bytes);
    }

    /// The segment that the variable is the address of.
    pub fn at_base(&self, prover: &Prover, variable: TermId) -> Option<SegmentId> {
        if let Some(&id) = self.named.get(&variable) {
            return Some(id);
        }
        let id = prover.segment_of(variable)?;
        (id.index() < self.segments.len() && self.segments[id].base == variable).then_some(id)
    }

    /// How far an address is from the start of the segment that the variable names.
    pub fn distance(&self, terms: &mut Terms, id: SegmentId, variable: TermId, address: TermId) -> TermId {
        let from_name = terms.sub(address, variable);
        let lead = terms.bv_const(self.word, u128::from(self.segments[id].lead));
        terms.add(from_name, lead)
    }

    /// An address as a segment and the distance from its start, if the term says so by itself: exactly one summand is the address
    /// of a segment.
    pub fn decompose(&self, prover: &mut Prover, address: TermId) -> Option<(SegmentId, TermId)> {
        let mut found = None;
        let mut stack = vec![address];
        let mut seen = 0;
        while let Some(t) = stack.pop() {
            seen += 1;
            if seen > 32 {
                return None;
            }
            if prover.terms.is_variable(t) {
                if let Some(id) = self.at_base(prover, t) {
                    if found.is_some() {
                        return None;
                    }
                    found = Some((id, t));
                }
            } else if prover.terms.op(t) == smt::Op::Add {
                stack.extend_from_slice(prover.terms.args(t));
            }
        }
        let (id, variable) = found?;
        let offset = self.distance(&mut prover.terms, id, variable, address);
        Some((id, offset))
    }

    /// What `*` and the machine say of the addresses of these segments: none of them is null or wraps, those that lived at the same
    /// time do not overlap, and what was moved is at the same address or not.
    pub fn axioms(&self, terms: &mut Terms, ids: &[SegmentId]) -> Vec<TermId> {
        let word = self.word;
        let low = terms.bv_const(word, u128::from(base::addresses::FIRST));
        let high = terms.bv_const(word, u128::from(base::addresses::end(word)));
        let one = terms.bv_const(word, 1);
        let mut all = Vec::new();
        // A variable without bytes may lie where another one does; what is allocated has an address of its own.
        let extent = |terms: &mut Terms, segment: &Segment<O>| {
            if segment.part == Part::Stack {
                return segment.size;
            }
            let empty = terms.ult(segment.size, one);
            terms.ite(empty, one, segment.size)
        };
        for (i, &id) in ids.iter().enumerate() {
            let segment = self.get(id);
            all.push(terms.ule(low, segment.base));
            all.push(terms.ule(segment.base, high));
            let room = terms.sub(high, segment.base);
            all.push(terms.ule(segment.size, room));
            if segment.align > 1 && segment.align.is_power_of_two() {
                let bits = terms.extract(segment.base, segment.align.trailing_zeros() - 1, 0);
                let zero = terms.bv_const(segment.align.trailing_zeros(), 0);
                all.push(terms.eq(bits, zero));
            }
            for &other in &ids[..i] {
                let second = self.get(other);
                for (from, to) in [(id, other), (other, id)] {
                    if let Some((now, in_place)) = self.get(from).moved
                        && now == to
                    {
                        let same = terms.eq(segment.base, second.base);
                        all.push(terms.eq(in_place, same));
                    }
                }
                if !segment.lives_beside(second) || segment.may_share && second.may_share {
                    continue;
                }
                let (a, b) = (extent(terms, segment), extent(terms, second));
                let (end_a, end_b) = (terms.add(segment.base, a), terms.add(second.base, b));
                let (below, above) = (terms.ule(end_a, second.base), terms.ule(end_b, segment.base));
                all.push(terms.or(below, above));
            }
        }
        all
    }
}

/// What bytes make together: a value, and the bits of it that have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gathered {
    pub term: TermId,
    pub undefined: u128,
}

/// Puts bytes together, the lowest first ([SL-CPA] §4.2.3).
pub fn gather(terms: &mut Terms, bytes: &[Byte]) -> Gathered {
    let mut undefined = 0u128;
    for (i, byte) in bytes.iter().enumerate() {
        undefined |= u128::from(byte.undefined) << (8 * i);
    }
    let mut all: Option<TermId> = None;
    let mut at = 0;
    while at < bytes.len() {
        let start = bytes[at];
        let mut end = at + 1;
        while end < bytes.len()
            && bytes[end].term == start.term
            && usize::from(bytes[end].index) == usize::from(start.index) + (end - at)
        {
            end += 1;
        }
        let low = 8 * u32::from(start.index);
        let width = 8 * (end - at) as u32;
        let part = if low == 0 && terms.width(start.term) == width {
            start.term
        } else {
            terms.extract(start.term, low + width - 1, low)
        };
        all = Some(match all {
            None => part,
            Some(lower) => terms.concat(part, lower),
        });
        at = end;
    }
    let term = all.unwrap_or_else(|| terms.bv_const(8, 0));
    Gathered { term, undefined }
}
