//! Strings in what an object of the graph stands for many of: in the nodes of a list, and in the blocks that belong to each of them.
//!
//! Of an object of the top level that is one region, a zero byte is known by its place (`zeros.rs`), and the bounds on differences tell how
//! far that is from others. Places have no values of their own where an object stands for many regions; what stays known there is a range
//! of offsets, in each of the regions, in which some byte is zero. When a region is taken out, that byte gets a place again.

use crate::graph::Smg;
use crate::int::IntDomain;
use crate::object::{BlockKind, Field, ObjId, Object};
use crate::reinterpret::Peek;
use crate::value::{Offset, Spec, ValId};

/// So many bytes of an object are looked at for one that is zero.
const MAX_BYTES: u64 = 256;

/// Some byte at one of these offsets is zero; a range that ends with [`Ends::OPEN`] reaches to the end of the region.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ends {
    pub first: u64,
    pub last: u64,
}

impl Ends {
    pub const OPEN: u64 = u64::MAX;

    pub(crate) fn hull(self, other: Ends) -> Ends {
        Ends { first: self.first.min(other.first), last: self.last.max(other.last) }
    }

    pub(crate) fn contains(self, other: Ends) -> bool {
        self.first <= other.first && other.last <= self.last
    }

    pub(crate) fn spread(self) -> u64 {
        self.last - self.first
    }
}

impl Object {
    /// The ranges of offsets in each of which a byte is zero, of an object that stands for many.
    pub fn ends(&self) -> &[Ends] {
        &self.ends
    }

    /// Whether zero bytes are known by ranges and not by places.
    pub(crate) fn has_ranges_of_ends(&self) -> bool {
        self.kind.is_abstract() || self.level > 0
    }
}

impl<D: IntDomain> Smg<D> {
    /// Where zero bytes of an object are known to be, by ranges or by places.
    pub(crate) fn known_ends(&self, obj: ObjId) -> Vec<Ends> {
        let object = self.object(obj);
        let mut known = object.ends.clone();
        for address in self.zeros_of(obj) {
            let Some((_, lo, hi)) = self.measured(address) else { continue };
            let (first, last) = (lo.max(0) as u64, hi.max(0) as u64);
            let is_open = last.saturating_add(1) >= object.size.hi;
            known.push(Ends { first, last: if is_open { Ends::OPEN } else { last } });
        }
        known.sort_unstable();
        known.dedup();
        known
    }

    /// A byte that is zero by what the object holds, in a range if there is one.
    pub(crate) fn zero_byte(&self, obj: ObjId, wanted: Ends) -> Option<Ends> {
        let object = self.object(obj);
        if !object.blocks().iter().any(|b| b.kind == BlockKind::Zero) && object.edges().is_empty() {
            return None;
        }
        let size = object.size.lo;
        // The links of a list segment say what is at its ends, and nothing of the nodes between.
        let is_link =
            |byte: Field| object.links.all(object.kind).any(|link| self.ptr_field(link.field).overlaps(byte));
        let is_zero = |&at: &u64| {
            let byte = Field::bytes(at, 1);
            !is_link(byte) && self.peek_object(object, byte) == Peek::Value(ValId::ZERO)
        };
        let bytes = |first: u64, last: u64| first..size.min(last.saturating_add(1)).min(first + MAX_BYTES);
        let found =
            bytes(wanted.first, wanted.last).find(is_zero).or_else(|| bytes(0, size).find(is_zero))?;
        Some(Ends { first: found, last: found })
    }

    /// The zero bytes of an object that has become a region of the top level have places.
    pub(crate) fn place_ends(&mut self, obj: ObjId) {
        if self.object(obj).ends.is_empty() || self.object(obj).has_ranges_of_ends() {
            return;
        }
        let object = self.object_mut(obj);
        let (ends, size) = (std::mem::take(&mut object.ends), object.size.hi);
        for Ends { first, last } in ends {
            let last = last.min(size.saturating_sub(1));
            let (Ok(lo), Ok(hi)) = (i64::try_from(first), i64::try_from(last)) else { continue };
            if lo <= hi {
                let address = self.address(obj, Offset { lo, hi, stride: 1 }, Spec::Region);
                self.note_zero(address);
            }
        }
    }
}
