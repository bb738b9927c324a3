//! Operations on runs of bytes: copy, move, set, and their forms with uncertain offsets or lengths.

use crate::error::SmgError;
use crate::graph::Smg;
use crate::int::IntDomain;
use crate::object::{Block, BlockKind, Edge, Field, ObjId, ObjKind};
use crate::reinterpret::{Init, Peek, Read};
use crate::value::{Content, ValId};

/// A number of bytes (an offset or a length) that lies within bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extent {
    pub lo: u64,
    pub hi: u64,
}

impl Extent {
    pub const fn exact(n: u64) -> Extent {
        Extent { lo: n, hi: n }
    }
    pub fn is_exact(self) -> bool {
        self.lo == self.hi
    }
}

/// The byte that a block is filled with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FillByte {
    Known(u8),
    Unknown,
    Uninit,
}

impl FillByte {
    fn kind(self) -> BlockKind {
        match self {
            FillByte::Known(0) => BlockKind::Zero,
            FillByte::Known(b) => BlockKind::Fill(b),
            FillByte::Unknown => BlockKind::Init,
            FillByte::Uninit => BlockKind::Uninit,
        }
    }
}

/// How far two byte ranges of the same object can overlap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overlap {
    Never,
    Always,
    Maybe,
}

struct Contents {
    edges: Vec<Edge>,
    blocks: Vec<Block>,
}

impl<D: IntDomain> Smg<D> {
    fn check_range(&self, obj: ObjId, end_bytes: Option<u64>) -> Result<(), SmgError> {
        let object = self.try_object(obj).ok_or(SmgError::NoSuchObject)?;
        if object.kind.is_abstract() {
            return Err(SmgError::NotMaterialised);
        }
        if object.kind == ObjKind::Null || !object.is_live() {
            return Err(SmgError::NotLive);
        }
        match end_bytes.and_then(|e| e.checked_mul(8)) {
            Some(end) if end <= object.size.bits_hi() && end < crate::reinterpret::MAX_BITS => Ok(()),
            _ => Err(SmgError::OutOfBounds),
        }
    }

    /// Everything known of a range, clipped to it; values that stick out contribute their parts.
    fn contents_of(&mut self, obj: ObjId, range: Field) -> Contents {
        let object = self.object(obj);
        let mut blocks: Vec<Block> = Vec::new();
        for b in object.blocks_overlapping(range) {
            let Some(field) = b.field.intersection(range) else { continue };
            let cut_inside_byte = field.off % 8 != 0 || field.len % 8 != 0;
            let kind = if matches!(b.kind, BlockKind::Fill(_)) && cut_inside_byte {
                BlockKind::Init
            } else {
                b.kind
            };
            blocks.push(Block { field, kind });
        }
        let overlapping: Vec<Edge> = object.edges_overlapping(range).copied().collect();
        let mut edges = Vec::with_capacity(overlapping.len());
        for e in overlapping {
            if range.contains(e.field) {
                edges.push(e);
                continue;
            }
            let Some(part) = e.field.intersection(range) else { continue };
            let piece = match self.content(e.value) {
                Content::Int(d) if part.len <= 64 => {
                    Some(d.extract((part.off - e.field.off) as u32, part.len as u32))
                }
                _ => None,
            };
            match piece {
                Some(d) => match self.int(d) {
                    ValId::ZERO => blocks.push(Block { field: part, kind: BlockKind::Zero }),
                    value => edges.push(Edge { field: part, value }),
                },
                None if !self.value_may_be_uninit(e.value) => {
                    blocks.push(Block { field: part, kind: BlockKind::Init });
                }
                None => {}
            }
        }
        Contents { edges, blocks }
    }

    /// Copies `bytes` bytes; the two ranges may overlap (this is `memmove`).
    pub fn copy_block(
        &mut self,
        from: ObjId,
        from_off: u64,
        to: ObjId,
        to_off: u64,
        bytes: u64,
    ) -> Result<(), SmgError> {
        self.drop_zeros_of(to);
        self.check_range(from, from_off.checked_add(bytes))?;
        self.check_range(to, to_off.checked_add(bytes))?;
        if bytes == 0 || (from == to && from_off == to_off) {
            return Ok(());
        }
        let source = Field::bytes(from_off, bytes);
        let contents = self.contents_of(from, source);
        self.clear(to, Field::bytes(to_off, bytes));
        let shift = |f: Field| Field { off: f.off - source.off + to_off * 8, len: f.len };
        let object = self.object_mut(to);
        for b in contents.blocks {
            // An edge part may have been turned into a weaker block beside a stronger one: the stronger one stays.
            if b.kind == BlockKind::Init {
                object.put_init_where_unknown(shift(b.field));
            } else {
                object.put_block(shift(b.field), b.kind);
            }
        }
        for e in contents.edges {
            object.put_edge(shift(e.field), e.value);
        }
        Ok(())
    }

    /// Fills a range of known extent (`memset`).
    pub fn set_block(&mut self, obj: ObjId, off: u64, bytes: u64, byte: FillByte) -> Result<(), SmgError> {
        self.drop_zeros_of(obj);
        self.check_range(obj, off.checked_add(bytes))?;
        if bytes == 0 {
            return Ok(());
        }
        let field = Field::bytes(off, bytes);
        self.clear(obj, field);
        self.object_mut(obj).put_block(field, byte.kind());
        Ok(())
    }

    /// Writes known bytes, for instance a string literal: words of eight bytes, and blocks where they are zero.
    pub fn write_bytes(&mut self, obj: ObjId, off: u64, bytes: &[u8]) -> Result<(), SmgError> {
        self.drop_zeros_of(obj);
        self.check_range(obj, off.checked_add(bytes.len() as u64))?;
        if bytes.is_empty() {
            return Ok(());
        }
        self.clear(obj, Field::bytes(off, bytes.len() as u64));
        for (i, chunk) in bytes.chunks(8).enumerate() {
            let mut word = [0u8; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            let value = self.int_const(chunk.len() as u32 * 8, u64::from_le_bytes(word));
            let field = Field::bytes(off + 8 * i as u64, chunk.len() as u64);
            self.store(obj, field, value);
        }
        Ok(())
    }

    /// Any part of the range may have been overwritten by bytes of this kind.
    fn weaken(&mut self, obj: ObjId, range: Field, with: BlockKind) {
        if range.len == 0 {
            return;
        }
        let object = self.object(obj);
        let kept: Vec<Block> = object
            .blocks_overlapping(range)
            .iter()
            .filter(|b| b.kind == with)
            .filter_map(|b| b.field.intersection(range).map(|field| Block { field, kind: b.kind }))
            .collect();
        let mut initialised: Vec<Field> = Vec::new();
        if with != BlockKind::Uninit {
            for b in object.blocks_overlapping(range) {
                if b.kind != BlockKind::Uninit {
                    initialised.extend(b.field.intersection(range));
                }
            }
            for e in object.edges_overlapping(range) {
                if !self.value_may_be_uninit(e.value) {
                    initialised.extend(e.field.intersection(range));
                }
            }
        }
        self.clear(obj, range);
        let object = self.object_mut(obj);
        for b in kept {
            object.put_block(b.field, b.kind);
        }
        for f in initialised {
            object.put_init_where_unknown(f);
        }
    }

    /// Fills a range of uncertain offset or length: the part that is certainly hit is set, the rest weakened.
    pub fn set_block_symbolic(
        &mut self,
        obj: ObjId,
        off: Extent,
        bytes: Extent,
        byte: FillByte,
    ) -> Result<(), SmgError> {
        self.drop_zeros_of(obj);
        let end = self.furthest_end(obj, off, bytes)?;
        // Bytes from the highest start to the lowest end are hit whatever the values are.
        let certain_end = off.lo.saturating_add(bytes.lo);
        if off.hi < certain_end && certain_end <= end {
            self.weaken(obj, Field::bytes(off.lo, off.hi - off.lo), byte.kind());
            self.set_block(obj, off.hi, certain_end - off.hi, byte)?;
            self.weaken(obj, Field::bytes(certain_end, end - certain_end), byte.kind());
        } else {
            self.weaken(obj, Field::bytes(off.lo, end - off.lo), byte.kind());
        }
        Ok(())
    }

    /// Where a range of uncertain bounds ends at the latest: the caller has seen that it lies in the object, so what the bounds allow beyond
    /// that is not there.
    fn furthest_end(&self, obj: ObjId, off: Extent, bytes: Extent) -> Result<u64, SmgError> {
        let least = off.lo.checked_add(bytes.lo);
        self.check_range(obj, least)?;
        let tracked = self.object(obj).size.hi.min(crate::reinterpret::MAX_BITS / 8);
        Ok(off.hi.saturating_add(bytes.hi).min(tracked))
    }

    /// The weakest block kind that holds for every bit of a range: what a copy of unknown parts of it may bring.
    fn summary_of(&self, obj: ObjId, range: Field) -> Option<BlockKind> {
        let object = self.object(obj);
        if range.len == 0 {
            return Some(BlockKind::Init);
        }
        if object.edges_overlapping(range).next().is_none() {
            if let [only] = object.blocks_overlapping(range) {
                if only.field.contains(range) {
                    return Some(only.kind);
                }
            }
        }
        if self.may_be_uninit(object, range) { None } else { Some(BlockKind::Init) }
    }

    /// Copies a block of uncertain offsets or length.
    pub fn copy_block_symbolic(
        &mut self,
        from: ObjId,
        from_off: Extent,
        to: ObjId,
        to_off: Extent,
        bytes: Extent,
    ) -> Result<(), SmgError> {
        self.drop_zeros_of(to);
        let from_end = self.furthest_end(from, from_off, bytes)?;
        let to_end = self.furthest_end(to, to_off, bytes)?;
        if from_off.is_exact() && to_off.is_exact() && from != to {
            // The common prefix is copied exactly, the uncertain tail is weakened.
            self.copy_block(from, from_off.lo, to, to_off.lo, bytes.lo)?;
            let tail = bytes.hi.min(from_end - from_off.lo).min(to_end - to_off.lo) - bytes.lo;
            let kind = self.summary_of(from, Field::bytes(from_off.lo + bytes.lo, tail));
            self.weaken_or_forget(to, Field::bytes(to_off.lo + bytes.lo, tail), kind);
            return Ok(());
        }
        let source = Field::bytes(from_off.lo, from_end - from_off.lo);
        let kind = self.summary_of(from, source);
        let target = Field::bytes(to_off.lo, to_end - to_off.lo);
        self.weaken_or_forget(to, target, kind);
        Ok(())
    }

    fn weaken_or_forget(&mut self, obj: ObjId, range: Field, kind: Option<BlockKind>) {
        match kind {
            Some(kind) => self.weaken(obj, range, kind),
            None if range.len > 0 => self.clear(obj, range),
            None => {}
        }
    }

    /// Writes a scalar somewhere in the range of offsets.
    pub fn write_symbolic(
        &mut self,
        obj: ObjId,
        off: Extent,
        stride: u64,
        bytes: u64,
        value: ValId,
    ) -> Result<(), SmgError> {
        self.drop_zeros_of(obj);
        if off.is_exact() {
            return self.write(obj, Field::bytes(off.lo, bytes), value);
        }
        let end = self.furthest_end(obj, off, Extent::exact(bytes))?;
        let value = self.resolve(value);
        let range = Field::bytes(off.lo, end - off.lo);
        // Elements that hold exactly this value already keep it whether or not they are hit, provided that the
        // write can only hit whole elements.
        let step = stride.max(1) * 8;
        let width = bytes * 8;
        let aligned = |f: Field| f.len == width && step >= width && (f.off - range.off).is_multiple_of(step);
        let same: Vec<Edge> = self
            .object(obj)
            .edges_overlapping(range)
            .filter(|e| e.value == value && range.contains(e.field) && aligned(e.field))
            .copied()
            .collect();
        let kind = match value {
            ValId::ZERO => Some(BlockKind::Zero),
            ValId::UNINIT => Some(BlockKind::Uninit),
            v if self.value_may_be_uninit(v) => None,
            _ => Some(BlockKind::Init),
        };
        self.weaken_or_forget(obj, range, kind);
        let object = self.object_mut(obj);
        for e in same {
            object.put_edge(e.field, e.value);
        }
        Ok(())
    }

    /// Reads a scalar from somewhere in the range of offsets: the join of what is there.
    pub fn read_symbolic(
        &mut self,
        obj: ObjId,
        off: Extent,
        stride: u64,
        bytes: u64,
    ) -> Result<Read, SmgError> {
        let end = self.furthest_end(obj, off, Extent::exact(bytes))?;
        let width = u32::try_from(bytes.saturating_mul(8))
            .map_err(|_| SmgError::Unsupported("a scalar of this size"))?;
        let stride = stride.max(1);
        let count = (off.hi - off.lo) / stride + 1;
        // Beyond this many candidates the join would be the unknown value in practice.
        const MAX_CANDIDATES: u64 = 4096;
        let mut joined: Option<Peek<D>> = None;
        let range = Field::bytes(off.lo, end - off.lo);
        if let Some(BlockKind::Zero) = self.summary_of(obj, range) {
            joined = Some(Peek::Value(ValId::ZERO));
        } else if count <= MAX_CANDIDATES {
            for i in 0..count {
                let here = self.peek(obj, Field::bytes(off.lo + i * stride, bytes));
                joined = Some(match joined {
                    None => here,
                    Some(before) => self.join_peeks(before, here, width),
                });
                if let Some(Peek::Unknown { may_be_uninit: true }) = joined {
                    break;
                }
            }
        }
        let may_be_uninit = self.may_be_uninit(self.object(obj), range);
        let peek = joined.unwrap_or(Peek::Unknown { may_be_uninit });
        Ok(match peek {
            Peek::Value(value) => {
                let init = if value == ValId::UNINIT {
                    Init::No
                } else if self.value_may_be_uninit(value) {
                    Init::Maybe
                } else {
                    Init::Yes
                };
                Read { value, init }
            }
            Peek::Int(d) => Read { value: self.int(d), init: Init::Yes },
            Peek::Unknown { may_be_uninit } => {
                let value = self.fresh(Content::Unknown { may_be_uninit }, 0, width);
                Read { value, init: if may_be_uninit { Init::Maybe } else { Init::Yes } }
            }
        })
    }

    fn join_peeks(&self, a: Peek<D>, b: Peek<D>, width: u32) -> Peek<D> {
        if a == b && a != Peek::Value(ValId::UNINIT) {
            return a;
        }
        let as_int = |p: &Peek<D>| match p {
            Peek::Int(d) => Some(d.clone()),
            Peek::Value(ValId::ZERO) if width <= 64 => Some(D::constant(width, 0)),
            Peek::Value(v) => match self.content(*v) {
                Content::Int(d) if d.width() == width => Some(d.clone()),
                _ => None,
            },
            Peek::Unknown { .. } => None,
        };
        if let (Some(x), Some(y)) = (as_int(&a), as_int(&b)) {
            return Peek::Int(x.join(&y));
        }
        let uninit = |p: &Peek<D>| match p {
            Peek::Value(v) => self.value_may_be_uninit(*v),
            Peek::Int(_) => false,
            Peek::Unknown { may_be_uninit } => *may_be_uninit,
        };
        if a == b {
            return a;
        }
        Peek::Unknown { may_be_uninit: uninit(&a) || uninit(&b) }
    }

    /// Whether two byte ranges share a byte: the overlap check of `memcpy` and struct assignment.
    /// What is known of the distance of the addresses where they begin tells more than where each of them may be.
    pub fn ranges_overlap(
        &self,
        a: (ObjId, Extent),
        b: (ObjId, Extent),
        bytes: Extent,
        addresses: Option<(ValId, ValId)>,
    ) -> Overlap {
        if a.0 != b.0 || bytes.hi == 0 {
            return Overlap::Never;
        }
        if let Some((x, y)) = addresses
            && let Ok(most) = i64::try_from(bytes.hi)
        {
            let apart = |d: crate::value::Offset| d.lo >= most || d.hi <= -most;
            if self.pointer_difference(x, y).is_some_and(apart)
                || self.lies_before(x, y, most)
                || self.lies_before(y, x, most)
            {
                return Overlap::Never;
            }
        }
        let (x, y) = (a.1, b.1);
        if x.hi.saturating_add(bytes.hi) <= y.lo || y.hi.saturating_add(bytes.hi) <= x.lo {
            return Overlap::Never;
        }
        let exact = x.is_exact() && y.is_exact();
        if exact && bytes.lo > 0 && x.lo.abs_diff(y.lo) < bytes.lo { Overlap::Always } else { Overlap::Maybe }
    }
}
