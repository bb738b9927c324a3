//! Where objects lie, as far as the engines rely on it or choose it: the alignments and the ranges of addresses of x86 Linux.

use ir::DataModel;

/// Where the allocator's blocks are aligned at least, in bytes: `max_align_t`.
pub const HEAP_ALIGNMENT: u64 = 16;

/// Where the concrete machine puts a variable of that size, in bytes, beside what its type asks for. Nothing may be proved from it.
pub fn stack_alignment(size: u64) -> u64 {
    if size >= 16 { 16 } else { 8 }
}

/// No allocator gives more bytes: a process has 47 bits of addresses on x86-64, and `PTRDIFF_MAX` is the limit where that is less.
pub fn largest_block(model: DataModel) -> u64 {
    match model {
        DataModel::Lp64 => (1 << 47) - 1,
        DataModel::Ilp32 => i32::MAX as u64,
    }
}

/// The parts of the address space, each from its first address to the first one behind it.
#[derive(Clone, Copy, Debug)]
pub struct Regions {
    pub code: (u64, u64),
    /// Objects with static storage.
    pub fixed: (u64, u64),
    pub heap: (u64, u64),
    /// Grows down from its end.
    pub stack: (u64, u64),
}

/// In the order that Linux gives a position-independent program.
pub fn regions(model: DataModel) -> Regions {
    let (code, fixed, heap, stack, top) = match model {
        DataModel::Lp64 => (
            0x5555_5555_5000u64,
            0x5555_6000_0000u64,
            0x5600_0000_0000u64,
            0x7000_0000_0000u64,
            0x7fff_ffff_e000u64,
        ),
        DataModel::Ilp32 => (0x0804_8000, 0x0a00_0000, 0x5000_0000, 0xb000_0000, 0xffff_d000),
    };
    Regions { code: (code, fixed), fixed: (fixed, heap), heap: (heap, stack), stack: (stack, top) }
}

/// The bytes at which nothing else is: a variable without bytes (an empty structure, an array of no elements) may lie where another one
/// does; blocks of the allocator, functions and streams have an address of their own.
pub fn own_bytes(size: u64, is_variable: bool) -> u64 {
    if is_variable { size } else { size.max(1) }
}

/// Whether pointers to two live objects, each by its offset and the [`own_bytes`] of its object, can be the same address: the objects do
/// not overlap, but where they are is not known.
pub fn may_be_equal((a, size_a): (i64, u64), (b, size_b): (i64, u64)) -> bool {
    let distance = i128::from(a) - i128::from(b);
    distance >= i128::from(size_a) || -distance >= i128::from(size_b)
}

/// How far an index that is multiplied by the size of an element leads, in bytes. What does not fit into an address is no distance that
/// comes back into the object: it is [`far`] away.
#[inline]
pub fn distance(index: u64, scale: u32, address_mask: u64) -> u64 {
    let unused = address_mask.leading_zeros();
    let index = ((index << unused) as i64) >> unused;
    match index.checked_mul(i64::from(scale)) {
        Some(product) if (product << unused) >> unused == product => product as u64,
        _ => far(64 - unused),
    }
}

/// A distance in an address space of so many bits that is more than any object's size; so are small multiples of it.
pub fn far(bits: u32) -> u64 {
    9 << (bits - 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_product_that_does_not_fit_is_far_away() {
        let (wide, narrow) = (u64::MAX, u64::from(u32::MAX));
        assert_eq!(distance(3, 4, wide), 12);
        assert_eq!(distance(u64::MAX, 4, wide), 4u64.wrapping_neg());
        assert_eq!(distance(0xffff_ffff, 4, narrow) & narrow, 0xffff_fffc, "an index is signed");
        for times in 1..16 {
            let there = |index, mask| distance(index, 4, mask).wrapping_mul(times) & mask;
            assert!(there(0x4000_0000_0000_0001, wide) > 1 << 32);
            assert!(there(0x4000_0001, narrow) > 1 << 16);
        }
    }

    #[test]
    fn the_regions_follow_each_other_and_nothing_is_in_the_first_page() {
        for model in [DataModel::Lp64, DataModel::Ilp32] {
            let Regions { code, fixed, heap, stack } = regions(model);
            let bounds = [DataModel::FIRST_ADDRESS, code.0, code.1, fixed.1, heap.1, stack.1];
            assert!(bounds.is_sorted() && fixed.0 == code.1 && heap.0 == fixed.1 && stack.0 == heap.1);
        }
    }
}
