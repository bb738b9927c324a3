//! Which addresses objects get: realistic, the same in every run, with gaps between objects, and used again only when
//! that is asked for or a 32-bit address space is full.

use base::FxHashMap;
use ir::DataModel;
use semantics::address::{Regions, regions};

#[derive(Debug)]
pub(crate) struct AddressSpace {
    code_next: u64,
    code_end: u64,
    fixed_next: u64,
    fixed_end: u64,
    heap_next: u64,
    heap_end: u64,
    heap_region: (u64, u64),
    /// Addresses of freed blocks by their size, if they are to be used again.
    freed: Option<FxHashMap<u64, Vec<u64>>>,
    /// Bytes that are kept free behind each heap block, in case that it grows; and where they end, by the block's address.
    room: u64,
    ends: FxHashMap<u64, u64>,
}

/// How heap blocks are placed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Placement {
    /// A new block lies where one of its size was freed.
    pub(crate) reuse: bool,
    /// Behind each block, bytes are kept for it to grow into.
    pub(crate) room_to_grow: bool,
}

/// Bytes between two objects, so that an address one past the end is never another object's.
const GAP: u64 = 16;

/// Bytes behind a block that it may grow into, if blocks are to be resized in place.
const ROOM: u64 = 1 << 20;
const ROOM_IN_32_BITS: u64 = 1 << 12;

impl AddressSpace {
    pub(crate) fn new(model: DataModel, placement: Placement) -> AddressSpace {
        let Regions { code, fixed, heap, .. } = regions(model);
        AddressSpace {
            code_next: code.0,
            code_end: code.1,
            fixed_next: fixed.0,
            fixed_end: fixed.1,
            heap_next: heap.0,
            heap_end: heap.1,
            heap_region: heap,
            freed: placement.reuse.then(FxHashMap::default),
            room: match (placement.room_to_grow, model) {
                (false, _) => 0,
                (true, DataModel::Lp64) => ROOM,
                (true, DataModel::Ilp32) => ROOM_IN_32_BITS,
            },
            ends: FxHashMap::default(),
        }
    }

    /// The heap block that was there is no more.
    pub(crate) fn is_free(&mut self, base: u64, size: u64) {
        if let Some(freed) = &mut self.freed {
            freed.entry(size).or_default().push(base);
        }
    }

    /// The address of the block of this size that was freed last, if it is to be used again.
    pub(crate) fn used_again(&mut self, size: u64, align: u64) -> Option<u64> {
        let of_size = self.freed.as_mut()?.get_mut(&size)?;
        of_size.pop_if(|base| base.is_multiple_of(align.max(1)))
    }

    pub(crate) fn code(&mut self) -> Option<u64> {
        let base = self.code_next;
        self.code_next += 16;
        (self.code_next <= self.code_end).then_some(base)
    }

    pub(crate) fn fixed(&mut self, size: u64, align: u64) -> Option<u64> {
        let base = align_up(self.fixed_next, align.max(1))?;
        let end = base.checked_add(size)?.checked_add(GAP)?;
        if end > self.fixed_end {
            return None;
        }
        self.fixed_next = end;
        Some(base)
    }

    fn heap_place(&self, size: u64, align: u64) -> Option<(u64, u64)> {
        let base = align_up(self.heap_next, align.max(16))?;
        let end = base.checked_add(size)?.checked_add(GAP + self.room)?;
        (end <= self.heap_end).then_some((base, end))
    }

    pub(crate) fn heap_has_room(&self, size: u64, align: u64) -> bool {
        self.heap_place(size, align).is_some()
    }

    pub(crate) fn heap(&mut self, size: u64, align: u64) -> Option<u64> {
        let (base, end) = self.heap_place(size, align)?;
        self.heap_next = end;
        if self.room > 0 {
            self.ends.insert(base, end - GAP);
        }
        Some(base)
    }

    /// The end of what is kept for the heap block at the address, which has so many bytes.
    pub(crate) fn end_of(&self, base: u64, size: u64) -> u64 {
        self.ends.get(&base).copied().unwrap_or(base + size)
    }

    /// Goes on in the largest hole between the live blocks, given by their ranges in order.
    pub(crate) fn reuse_heap(&mut self, live: &[(u64, u64)]) {
        let (mut from, region_end) = self.heap_region;
        let mut best = (from, from);
        for &(start, end) in live.iter().chain(&[(region_end, region_end)]) {
            let hole_end = start.saturating_sub(GAP);
            if hole_end > from && hole_end - from > best.1 - best.0 {
                best = (from, hole_end);
            }
            from = from.max(end.saturating_add(GAP));
        }
        (self.heap_next, self.heap_end) = best;
    }
}

pub(crate) fn align_up(address: u64, align: u64) -> Option<u64> {
    let align = if align.is_power_of_two() { align } else { 16 };
    Some(address.checked_add(align - 1)? & !(align - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_heap_goes_on_in_the_largest_hole() {
        let mut space = AddressSpace::new(DataModel::Ilp32, Placement::default());
        let first = space.heap(0x1000, 16).unwrap();
        let second = space.heap(0x5000_0000, 16).unwrap();
        assert!(!space.heap_has_room(0x2000_0000, 16));
        space.reuse_heap(&[(first, first + 0x1000)]);
        let third = space.heap(0x2000_0000, 16).unwrap();
        assert!(third > first && third <= second + GAP);
    }
}
