//! Where initialisers are written to.

use crate::typed::{ExprId, InitElem, InitValue, LocalInit, StaticInit, StaticRelocation, StaticTarget};
use crate::types::{FieldBits, RecordId};
use base::FxHashMap;
use std::collections::BTreeMap;

/// An initialiser that writes beyond this is refused rather than stored.
const MAX_STATIC_BYTES: u64 = 256 << 20;
const MAX_LOCAL_WRITES: usize = 1 << 20;

pub(super) enum Sink {
    Static(StaticSink),
    Local(LocalSink),
}

impl Sink {
    /// What was written to the range is overridden by what follows.
    pub(super) fn reset(&mut self, offset: u64, size: u64) {
        match self {
            Sink::Static(sink) => sink.reset(offset, size),
            Sink::Local(sink) => sink.reset(offset, size),
        }
    }

    /// Some part of the object is not named, so that it must be zero.
    pub(super) fn leave_zero(&mut self) {
        if let Sink::Local(sink) = self {
            sink.zero_fill = true;
        }
    }

    /// A member of a union is initialised: another member that was initialised before is overridden.
    pub(super) fn choose_member(&mut self, union: RecordId, offset: u64, size: u64, member: u32) {
        let members = match self {
            Sink::Static(sink) => &mut sink.union_members,
            Sink::Local(sink) => &mut sink.union_members,
        };
        if members.insert((offset, union), member).is_some_and(|previous| previous != member) {
            self.reset(offset, size);
        }
    }

    /// The bytes of a union behind its member that is initialised. Those of static objects are zero.
    pub(super) fn leave_rest(&mut self, offset: u64, size: u64) {
        self.leave_zero();
        if let Sink::Local(sink) = self
            && !sink.rests.contains(&(offset, size))
        {
            sink.rests.push((offset, size));
        }
    }
}

pub(super) struct StaticSink {
    pointer_size: u64,
    bytes: Vec<u8>,
    relocations: BTreeMap<u64, (StaticTarget, i64)>,
    /// The end of what was written so far: a write behind it overrides nothing.
    high_water: u64,
    union_members: FxHashMap<(u64, RecordId), u32>,
    pub(super) unsupported: bool,
    pub(super) too_large: bool,
}

impl StaticSink {
    pub(super) fn new(pointer_size: u64) -> StaticSink {
        StaticSink {
            pointer_size,
            bytes: Vec::new(),
            relocations: BTreeMap::new(),
            high_water: 0,
            union_members: FxHashMap::default(),
            unsupported: false,
            too_large: false,
        }
    }

    pub(super) fn high_water(&self) -> u64 {
        self.high_water
    }

    fn make_room(&mut self, offset: u64, size: u64) -> bool {
        let Some(end) = offset.checked_add(size).filter(|&end| end <= MAX_STATIC_BYTES) else {
            self.too_large = true;
            return false;
        };
        if (self.bytes.len() as u64) < end {
            self.bytes.resize(end as usize, 0);
        }
        true
    }

    fn forget_relocations(&mut self, offset: u64, size: u64) {
        if offset >= self.high_water || self.relocations.is_empty() {
            return;
        }
        let first = offset.saturating_sub(self.pointer_size - 1);
        let stale: Vec<u64> =
            self.relocations.range(first..offset.saturating_add(size)).map(|(&o, _)| o).collect();
        for offset in stale {
            self.relocations.remove(&offset);
        }
    }

    pub(super) fn reset(&mut self, offset: u64, size: u64) {
        if offset >= self.high_water {
            return;
        }
        self.forget_relocations(offset, size);
        let end = offset.saturating_add(size).min(self.bytes.len() as u64);
        if offset < end {
            self.bytes[offset as usize..end as usize].fill(0);
        }
    }

    pub(super) fn write(&mut self, offset: u64, data: &[u8]) {
        self.forget_relocations(offset, data.len() as u64);
        self.high_water = self.high_water.max(offset.saturating_add(data.len() as u64));
        if offset >= self.bytes.len() as u64 && data.iter().all(|&b| b == 0) {
            return;
        }
        if self.make_room(offset, data.len() as u64) {
            self.bytes[offset as usize..offset as usize + data.len()].copy_from_slice(data);
        }
    }

    pub(super) fn write_bits(&mut self, offset: u64, bits: FieldBits, value: i128) {
        let unit = u64::from(bits.unit);
        self.high_water = self.high_water.max(offset.saturating_add(unit));
        if !self.make_room(offset, unit) {
            return;
        }
        for i in 0..u32::from(bits.width) {
            let position = u32::from(bits.start) + i;
            let byte = &mut self.bytes[offset as usize + position as usize / 8];
            let mask = 1u8 << (position % 8);
            if (value >> i.min(127)) & 1 != 0 {
                *byte |= mask;
            } else {
                *byte &= !mask;
            }
        }
    }

    pub(super) fn relocate(&mut self, offset: u64, size: u64, target: StaticTarget, addend: i64) {
        self.reset(offset, size);
        self.high_water = self.high_water.max(offset.saturating_add(size));
        self.relocations.insert(offset, (target, addend));
    }

    /// Copies what was written to one element of an array to the elements that follow it.
    pub(super) fn repeat(&mut self, offset: u64, size: u64, count: u64) {
        let Some(total) = size.checked_mul(count) else {
            self.too_large = true;
            return;
        };
        let start = offset.saturating_add(size);
        let relocations: Vec<_> = self.relocations.range(offset..start).map(|(&o, &r)| (o, r)).collect();
        let stored = (self.bytes.len() as u64).min(start).saturating_sub(offset) as usize;
        let template: Vec<u8> = match self.bytes.get(offset as usize..offset as usize + stored) {
            Some(slice) => slice.to_vec(),
            None => Vec::new(),
        };
        let blank = template.iter().all(|&b| b == 0);
        self.reset(start, total);
        self.high_water = self.high_water.max(start.saturating_add(total));
        if blank && relocations.is_empty() {
            return;
        }
        if !blank && !self.make_room(start, total) {
            return;
        }
        if relocations.len() as u64 * count > MAX_STATIC_BYTES / 8 {
            self.too_large = true;
            return;
        }
        for i in 0..count {
            let shift = size * (i + 1);
            if !blank {
                let at = (offset + shift) as usize;
                self.bytes[at..at + template.len()].copy_from_slice(&template);
            }
            for &(offset, relocation) in &relocations {
                self.relocations.insert(offset + shift, relocation);
            }
        }
    }

    pub(super) fn finish(self) -> StaticInit {
        let relocations = self
            .relocations
            .into_iter()
            .map(|(offset, (target, addend))| StaticRelocation { offset, target, addend })
            .collect();
        let mut bytes = self.bytes;
        let used = bytes.iter().rposition(|&b| b != 0).map_or(0, |last| last + 1);
        bytes.truncate(used);
        bytes.shrink_to_fit();
        StaticInit { bytes, relocations }
    }
}

enum Write {
    Elem(InitElem, u64),
    /// Earlier writes to this range are void.
    Reset(u64, u64),
}

#[derive(Default)]
pub(super) struct LocalSink {
    writes: Vec<Write>,
    high_water: u64,
    /// A write may override an earlier one.
    overlapping: bool,
    union_members: FxHashMap<(u64, RecordId), u32>,
    rests: Vec<(u64, u64)>,
    pub(super) zero_fill: bool,
    pub(super) too_many: bool,
}

impl LocalSink {
    pub(super) fn reset(&mut self, offset: u64, size: u64) {
        if offset < self.high_water {
            self.overlapping = true;
            self.zero_fill = true;
            self.rests.retain(|(rest, _)| *rest < offset || *rest >= offset + size);
            self.writes.push(Write::Reset(offset, size));
        }
    }

    pub(super) fn write(&mut self, elem: InitElem, size: u64) {
        if elem.offset < self.high_water && elem.bits.is_none() {
            self.overlapping = true;
        }
        self.high_water = self.high_water.max(elem.offset.saturating_add(size));
        self.writes.push(Write::Elem(elem, size));
    }

    pub(super) fn position(&self) -> usize {
        self.writes.len()
    }

    /// The expressions written since a position, each with its place in the list.
    pub(super) fn values_since(&self, position: usize) -> Vec<(usize, ExprId)> {
        let writes = self.writes.iter().enumerate().skip(position);
        let expr = |write: &Write| match write {
            Write::Elem(InitElem { value: InitValue::Expr(expr), .. }, _) => Some(*expr),
            _ => None,
        };
        writes.filter_map(|(index, write)| expr(write).map(|expr| (index, expr))).collect()
    }

    pub(super) fn replace_value(&mut self, index: usize, value: ExprId) {
        if let Some(Write::Elem(elem, _)) = self.writes.get_mut(index) {
            elem.value = InitValue::Expr(value);
        }
    }

    /// Repeats the writes since `position` for the following elements of an array.
    pub(super) fn repeat(&mut self, position: usize, size: u64, count: u64) {
        let end = self.writes.len();
        let added = (end.saturating_sub(position) as u64).saturating_mul(count);
        if added > (MAX_LOCAL_WRITES.saturating_sub(end)) as u64 {
            self.too_many = true;
            return;
        }
        for i in 1..=count {
            for index in position..end {
                let copy = match &self.writes[index] {
                    Write::Reset(offset, len) => {
                        Write::Reset(offset.saturating_add(i.saturating_mul(size)), *len)
                    }
                    Write::Elem(elem, len) => {
                        let value = match elem.value {
                            InitValue::Expr(expr) => InitValue::Expr(expr),
                            InitValue::String { object, len } => InitValue::String { object, len },
                        };
                        Write::Elem(
                            InitElem {
                                offset: elem.offset.saturating_add(i.saturating_mul(size)),
                                ty: elem.ty,
                                bits: elem.bits,
                                value,
                            },
                            *len,
                        )
                    }
                };
                if let Write::Elem(elem, len) = &copy {
                    self.high_water = self.high_water.max(elem.offset.saturating_add(*len));
                }
                self.writes.push(copy);
            }
        }
    }

    /// The writes that remain, in order, and the indices of those of which a part was reset later.
    pub(super) fn finish(self) -> (LocalInit, Vec<usize>) {
        let (zero_fill, rests) = (self.zero_fill, self.rests);
        let mut elems = Vec::with_capacity(self.writes.len());
        let mut damaged = Vec::new();
        if !self.overlapping {
            elems.extend(self.writes.into_iter().filter_map(|write| match write {
                Write::Elem(elem, _) => Some(elem),
                Write::Reset(..) => None,
            }));
            return (LocalInit { zero_fill, rests, elems }, damaged);
        }
        // From the last write to the first: what lies within later ones has no effect.
        let mut covered = Ranges::default();
        let mut resets = Ranges::default();
        for write in self.writes.into_iter().rev() {
            match write {
                Write::Reset(offset, size) => {
                    let (start, end) = (u128::from(offset) * 8, (u128::from(offset) + u128::from(size)) * 8);
                    covered.add(start, end);
                    resets.add(start, end);
                }
                Write::Elem(elem, size) => {
                    let (start, end) = match elem.bits {
                        None => {
                            let start = u128::from(elem.offset) * 8;
                            (start, start + u128::from(size) * 8)
                        }
                        Some(bits) => {
                            let start = u128::from(elem.offset) * 8 + u128::from(bits.start);
                            (start, start + u128::from(bits.width))
                        }
                    };
                    if covered.contains(start, end) {
                        continue;
                    }
                    if resets.overlaps(start, end) {
                        damaged.push(elems.len());
                    }
                    covered.add(start, end);
                    elems.push(elem);
                }
            }
        }
        elems.reverse();
        let last = elems.len().wrapping_sub(1);
        for index in &mut damaged {
            *index = last - *index;
        }
        (LocalInit { zero_fill, rests, elems }, damaged)
    }
}

/// Disjoint, non-adjacent ranges by their start.
#[derive(Default)]
struct Ranges {
    map: BTreeMap<u128, u128>,
}

impl Ranges {
    fn add(&mut self, mut start: u128, mut end: u128) {
        if start >= end {
            return;
        }
        while let Some((&s, &e)) = self.map.range(..=end).next_back() {
            if e < start {
                break;
            }
            start = start.min(s);
            end = end.max(e);
            self.map.remove(&s);
        }
        self.map.insert(start, end);
    }

    fn contains(&self, start: u128, end: u128) -> bool {
        self.map.range(..=start).next_back().is_some_and(|(_, &e)| end <= e)
    }

    fn overlaps(&self, start: u128, end: u128) -> bool {
        self.map.range(..end).next_back().is_some_and(|(_, &e)| start < e)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_merge() {
        let mut ranges = Ranges::default();
        ranges.add(0, 8);
        ranges.add(16, 24);
        assert!(!ranges.contains(0, 24));
        assert!(ranges.overlaps(20, 30));
        assert!(!ranges.overlaps(8, 16));
        ranges.add(8, 16);
        assert!(ranges.contains(0, 24));
        assert_eq!(ranges.map.len(), 1);
    }
}
