//! Objects of a graph: what they are, how large they are, and what is stored in them.

use crate::cells::Cells;
use crate::ends::Ends;
use crate::lengths::Lengths;
use crate::marks::Marks;
use crate::numbers::Numbers;
use crate::optional::Optional;
use crate::value::{Offset, Spec, ValId};
use base::define_id;
use std::sync::Arc;

define_id!(
    /// An object of one graph; ids are stable under every operation except garbage collection of that object.
    pub struct ObjId, "o"
);

impl ObjId {
    /// The null object: invalid, of size zero, the target of the null pointer.
    pub const NULL: ObjId = ObjId::from_raw(0);
}

/// The label of an object that was joined from objects with different labels.
pub const MIXED_LABEL: u32 = u32::MAX;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ObjKind {
    Null,
    Region,
    /// A singly-linked list segment of at least `min_len` nodes, and at most `max_len` if there is one.
    Sls,
    /// A doubly-linked list segment likewise; the next field lies before the prev field.
    Dls,
    /// One region or none; its address is null when there is none.
    OptRegion,
    /// A singly-linked segment of zero or one node.
    OptSls,
    /// A doubly-linked segment of zero or one node.
    OptDls,
    /// Any number of cells of an array, one behind the other; no part of a list and no block of its own.
    Run,
}

impl ObjKind {
    /// Whether the object stands for a number of regions other than exactly one. What is private to each of them
    /// lives one nesting level deeper.
    #[inline]
    pub fn is_abstract(self) -> bool {
        !matches!(self, ObjKind::Null | ObjKind::Region)
    }

    #[inline]
    pub fn is_optional(self) -> bool {
        matches!(self, ObjKind::OptRegion | ObjKind::OptSls | ObjKind::OptDls)
    }

    #[inline]
    pub fn has_next(self) -> bool {
        matches!(self, ObjKind::Sls | ObjKind::Dls | ObjKind::OptSls | ObjKind::OptDls)
    }

    #[inline]
    pub fn has_prev(self) -> bool {
        matches!(self, ObjKind::Dls | ObjKind::OptDls)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Validity {
    Live,
    Freed,
    OutOfScope,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Origin {
    Heap,
    Stack,
    Static,
}

/// The size in bytes: every concrete instance has one size within the bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SizeRange {
    pub lo: u64,
    pub hi: u64,
}

impl SizeRange {
    pub const fn exact(bytes: u64) -> SizeRange {
        SizeRange { lo: bytes, hi: bytes }
    }
    pub fn hull(self, other: SizeRange) -> SizeRange {
        SizeRange { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) }
    }
    pub fn is_exact(self) -> bool {
        self.lo == self.hi
    }
    /// The number of bits that certainly exist, saturating.
    pub fn bits_lo(self) -> u64 {
        self.lo.saturating_mul(8)
    }
    pub fn bits_hi(self) -> u64 {
        self.hi.saturating_mul(8)
    }
}

/// The binding offsets of a segment, in bytes. A region has none; an `OptRegion` uses only `head`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Links {
    pub head: i64,
    pub next: u64,
    pub prev: u64,
    /// Further links through the same nodes in the same order, sorted by field: the node is in several lists at once.
    pub parallel: [Option<Link>; MAX_PARALLEL],
}

/// So many link fields of a node run in parallel to `next` and `prev`.
pub const MAX_PARALLEL: usize = 4;

/// A field by which the nodes of a segment are linked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Link {
    /// Where it lies in a node.
    pub field: u64,
    /// Where in the neighbour it leads.
    pub head: i64,
    /// Whether it leads to the next node or to the one before.
    pub forward: bool,
}

impl Links {
    /// All link fields of the nodes of a segment of this kind.
    pub fn all(self, kind: ObjKind) -> impl Iterator<Item = Link> {
        let next = Link { field: self.next, head: self.head, forward: true };
        let prev = Link { field: self.prev, head: self.head, forward: false };
        let own = [(kind.has_next(), next), (kind.has_prev(), prev)];
        let own = own.into_iter().filter_map(|(has, link)| has.then_some(link));
        own.chain(self.parallel.into_iter().flatten())
    }

    /// The link whose value stands for an address of this end of the segment where there are no nodes. Other links like it hold the same.
    pub fn of_end(self, kind: ObjKind, spec: Spec, off: Offset) -> Option<Link> {
        let forward = match spec {
            Spec::First => true,
            Spec::Last => false,
            Spec::Region | Spec::All => return None,
        };
        self.all(kind).find(|link| link.forward == forward && off == Offset::exact(link.head))
    }

    pub fn has_parallel(self) -> bool {
        self.parallel[0].is_some()
    }
}

/// A bit range `[off, off + len)` of an object.
///
/// Offsets of has-value edges are counted in *bits*. Memory of a little-endian target is one string of bits in
/// which a scalar at a byte offset, a bit-field and a single byte of a constant are all ranges, so splitting and
/// assembling values needs no special case for bit-fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Field {
    pub off: u64,
    pub len: u64,
}

impl Field {
    pub const fn bits(off: u64, len: u64) -> Field {
        Field { off, len }
    }
    /// Saturates; accesses far beyond any object are refused where they are made.
    pub const fn bytes(off: u64, len: u64) -> Field {
        Field { off: off.saturating_mul(8), len: len.saturating_mul(8) }
    }
    #[inline]
    pub fn end(self) -> u64 {
        self.off.saturating_add(self.len)
    }
    #[inline]
    pub fn overlaps(self, other: Field) -> bool {
        self.off < other.end() && other.off < self.end()
    }
    #[inline]
    pub fn contains(self, other: Field) -> bool {
        self.off <= other.off && other.end() <= self.end()
    }
    pub fn intersection(self, other: Field) -> Option<Field> {
        let off = self.off.max(other.off);
        let end = self.end().min(other.end());
        (off < end).then(|| Field { off, len: end - off })
    }
}

/// A has-value edge to a value that is neither zero nor uninitialised: those are blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Edge {
    pub field: Field,
    pub value: ValId,
}

/// What is known of a run of bits of any length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BlockKind {
    Zero,
    Uninit,
    /// Every byte has this non-zero value; the block starts and ends on byte boundaries.
    Fill(u8),
    /// Initialised, value unknown.
    Init,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Block {
    pub field: Field,
    pub kind: BlockKind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Object {
    pub kind: ObjKind,
    pub size: SizeRange,
    pub level: u32,
    pub validity: Validity,
    pub origin: Origin,
    /// Opaque to this crate, for instance the allocation site; `MIXED_LABEL` after joining different ones.
    pub label: u32,
    /// Opaque to this crate: an estimate of the type, used only to postpone the merging of unlike nodes.
    pub type_hint: Option<u32>,
    pub min_len: u32,
    /// The most nodes that a list segment has; `None` without bound.
    pub max_len: Option<u32>,
    /// A list segment has `min_len` nodes or a multiple of this more; 1 says nothing.
    pub len_step: u32,
    pub links: Links,
    /// What the nodes of a list segment hold in the order of the list; besides what the edges say of each of them.
    pub(crate) marks: Option<Arc<Marks>>,
    /// Numbers of the whole list that facts can speak of: its length and, if it is sorted, its ends.
    pub(crate) numbers: Option<Arc<Numbers>>,
    /// What is known of a region that may be absent, if it is more than that its address is null then.
    pub(crate) optional: Option<Arc<Optional>>,
    /// How the cells of an array are cut into runs; it has no edges and blocks then.
    pub(crate) cells: Option<Arc<Cells>>,
    /// Where a byte of each region that the object stands for is zero, if it is no region of the top level.
    pub(crate) ends: Vec<Ends>,
    /// When the object came to life; an upper bound after joins.
    pub(crate) birth: u32,
    /// When it was freed; a lower bound after joins. Meaningless while live.
    pub(crate) death: u32,
    /// Sorted by field.
    pub(crate) edges: Arc<Vec<Edge>>,
    /// Sorted and disjoint. An edge may overlap a block: then both hold.
    pub(crate) blocks: Arc<Vec<Block>>,
    /// The address values that point to this object.
    pub(crate) addresses: Vec<ValId>,
}

impl Object {
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    pub fn addresses(&self) -> &[ValId] {
        &self.addresses
    }

    pub fn marks(&self) -> Option<&Marks> {
        self.marks.as_deref()
    }

    /// How many regions the object stands for at least.
    #[inline]
    pub fn least_len(&self) -> u32 {
        match self.kind {
            ObjKind::Null => 0,
            ObjKind::Region => 1,
            ObjKind::Sls | ObjKind::Dls => self.min_len,
            ObjKind::OptRegion | ObjKind::OptSls | ObjKind::OptDls | ObjKind::Run => 0,
        }
    }

    /// How many regions the object stands for at most; `None` without bound.
    #[inline]
    pub fn most_len(&self) -> Option<u32> {
        match self.kind {
            ObjKind::Null => Some(0),
            ObjKind::Sls | ObjKind::Dls => self.max_len,
            ObjKind::Run => None,
            ObjKind::Region | ObjKind::OptRegion | ObjKind::OptSls | ObjKind::OptDls => Some(1),
        }
    }

    /// Whether a list of so many nodes is one of those that the object stands for.
    pub fn may_have_length(&self, length: u32) -> bool {
        Lengths::of(self).contains(length)
    }

    /// Whether more is known of the length of a segment than its least.
    pub(crate) fn is_counted(&self) -> bool {
        matches!(self.kind, ObjKind::Sls | ObjKind::Dls) && (self.max_len.is_some() || self.len_step != 1)
    }

    #[inline]
    pub fn may_be_empty(&self) -> bool {
        self.kind.is_abstract() && self.least_len() == 0
    }

    pub fn is_live(&self) -> bool {
        self.validity == Validity::Live
    }
}

/// What the client says about a new object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewObject {
    pub size: SizeRange,
    pub origin: Origin,
    pub label: u32,
    pub type_hint: Option<u32>,
    /// The initial contents: `Uninit` for malloc and automatic variables, `Zero` for calloc and static ones.
    pub contents: BlockKind,
}

impl NewObject {
    pub fn heap(bytes: u64, label: u32) -> NewObject {
        NewObject {
            size: SizeRange::exact(bytes),
            origin: Origin::Heap,
            label,
            type_hint: None,
            contents: BlockKind::Uninit,
        }
    }

    pub fn stack(bytes: u64, label: u32) -> NewObject {
        NewObject { origin: Origin::Stack, ..NewObject::heap(bytes, label) }
    }

    pub fn zeroed(self) -> NewObject {
        NewObject { contents: BlockKind::Zero, ..self }
    }

    pub fn hinted(self, type_hint: u32) -> NewObject {
        NewObject { type_hint: Some(type_hint), ..self }
    }
}
