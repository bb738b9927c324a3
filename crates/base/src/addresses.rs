//! Which numbers can be addresses of objects.

/// No object lies below: a process cannot map the first pages. Smaller numbers are null, offsets of members that are written
/// as addresses, and marks.
pub const FIRST: u64 = 1 << 16;

/// No object reaches this far. What is above are the kernel's addresses, and the numbers that stand for an error.
#[inline]
pub const fn end(pointer_bits: u32) -> u64 {
    if pointer_bits == 64 { 0x7fff_ffff_f000 } else { 0xffff_f000 }
}
