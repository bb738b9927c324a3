//! Read and write reinterpretation (§1.3.1, §1.8), extended from nullified blocks to uninitialised and filled
//! blocks, constants that are split or assembled in little-endian order, and integer ranges.

use crate::error::SmgError;
use crate::graph::Smg;
use crate::int::{BinOp, CastOp, IntDomain};
use crate::object::{BlockKind, Field, ObjId, ObjKind, Object};
use crate::value::{Content, ValId};

/// Beyond this offset nothing is stored: the arithmetic on bit offsets stays far from overflow.
pub(crate) const MAX_BITS: u64 = 1 << 60;

/// What a field of an object holds, without changing the graph.
#[derive(Debug, Clone, PartialEq)]
pub enum Peek<D> {
    Value(ValId),
    /// Derived from other fields; no node stands for it yet.
    Int(D),
    Unknown {
        may_be_uninit: bool,
    },
}

/// How much of what was read is known to be initialised.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Init {
    Yes,
    Maybe,
    No,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Read {
    pub value: ValId,
    pub init: Init,
}

/// What the reader takes the bits for. It decides only the content of a value that has to be invented.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ReadKind {
    Int,
    Pointer,
    Float,
}

impl<D: IntDomain> Smg<D> {
    pub(crate) fn value_may_be_uninit(&self, v: ValId) -> bool {
        matches!(self.content(v), Content::Uninit | Content::Unknown { may_be_uninit: true })
    }

    /// Whether some bit of `field` might be uninitialised.
    pub(crate) fn may_be_uninit(&self, object: &Object, field: Field) -> bool {
        let mut covered: Vec<(u64, u64)> = Vec::new();
        for b in object.blocks_overlapping(field) {
            if b.kind != BlockKind::Uninit {
                covered.push((b.field.off, b.field.end()));
            }
        }
        for e in object.edges_overlapping(field) {
            if !self.value_may_be_uninit(e.value) {
                covered.push((e.field.off, e.field.end()));
            }
        }
        covered.sort_unstable();
        let mut at = field.off;
        for (from, to) in covered {
            if from > at {
                return true;
            }
            at = at.max(to);
        }
        at < field.end()
    }

    /// The content of a field as precisely as the edges and blocks tell; the graph stays as it is.
    pub fn peek(&self, obj: ObjId, field: Field) -> Peek<D> {
        self.peek_object(self.object(obj), field)
    }

    pub(crate) fn peek_object(&self, object: &Object, field: Field) -> Peek<D> {
        if let Some(v) = object.edge_at(field) {
            return Peek::Value(v);
        }
        let blocks = object.blocks_overlapping(field);
        if let [only] = blocks {
            if only.field.contains(field) {
                match only.kind {
                    BlockKind::Zero => return Peek::Value(ValId::ZERO),
                    BlockKind::Uninit => return Peek::Value(ValId::UNINIT),
                    _ => {}
                }
            }
        }
        if (1..=64).contains(&field.len) {
            if let Some(d) = self.assemble(object, field) {
                return match d.as_constant() {
                    Some(0) => Peek::Value(ValId::ZERO),
                    _ => Peek::Int(d),
                };
            }
        }
        Peek::Unknown { may_be_uninit: self.may_be_uninit(object, field) }
    }

    /// Puts a scalar together from known pieces; `None` if some bit belongs to nothing but unknown values.
    fn assemble(&self, object: &Object, field: Field) -> Option<D> {
        let width = field.len as u32;
        let mut result: Option<D> = None;
        let mut at = field.off;
        while at < field.end() {
            let (piece, end) = self.known_piece(object, at, field.end())?;
            let shift = (at - field.off) as u32;
            let wide = if piece.width() == width { piece } else { D::cast(CastOp::ZExt, &piece, width) };
            let placed = if shift == 0 {
                wide
            } else {
                D::binary(BinOp::Shl, &wide, &D::constant(width, u64::from(shift)))
            };
            // The pieces occupy different bits, so their sum is their union.
            result = Some(match result {
                None => placed,
                Some(r) => D::binary(BinOp::Add, &r, &placed),
            });
            at = end;
        }
        result
    }

    /// The integer in the bits from `at` up to the end of one block or edge, but not beyond `limit`.
    fn known_piece(&self, object: &Object, at: u64, limit: u64) -> Option<(D, u64)> {
        let here = Field { off: at, len: 1 };
        for e in object.edges_overlapping(here) {
            if let Content::Int(d) = self.content(e.value) {
                let end = e.field.end().min(limit);
                let from = (at - e.field.off) as u32;
                return Some((d.extract(from, (end - at) as u32), end));
            }
        }
        let block = object.blocks_overlapping(here).first()?;
        let end = block.field.end().min(limit);
        let len = (end - at) as u32;
        match block.kind {
            BlockKind::Zero => Some((D::constant(len, 0), end)),
            BlockKind::Fill(byte) => {
                let pattern = u64::from_le_bytes([byte; 8]).rotate_right((at % 8) as u32);
                Some((D::constant(len, pattern), end))
            }
            BlockKind::Uninit | BlockKind::Init => None,
        }
    }

    fn check_access(&self, obj: ObjId, field: Field) -> Result<&Object, SmgError> {
        let object = self.try_object(obj).ok_or(SmgError::NoSuchObject)?;
        if object.kind.is_abstract() {
            return Err(SmgError::NotMaterialised);
        }
        if object.kind == ObjKind::Null || !object.is_live() {
            return Err(SmgError::NotLive);
        }
        match field.off.checked_add(field.len) {
            Some(end) if field.len > 0 && end <= object.size.bits_hi() && end < MAX_BITS => Ok(object),
            _ => Err(SmgError::OutOfBounds),
        }
    }

    /// Read reinterpretation: the value of a field of a live region.
    ///
    /// An unknown field gets a new value and an edge to it, so that reading twice gives the same node. For a region
    /// of uncertain size the caller has checked that the field exists.
    pub fn read(&mut self, obj: ObjId, field: Field, kind: ReadKind) -> Result<Read, SmgError> {
        let object = self.check_access(obj, field)?;
        let peek = self.peek_object(object, field);
        let level = object.level;
        let width = u32::try_from(field.len).map_err(|_| SmgError::Unsupported("a scalar of this size"))?;
        Ok(match peek {
            Peek::Value(v) => {
                let init = match self.content(v) {
                    Content::Uninit => Init::No,
                    Content::Unknown { may_be_uninit: true } => Init::Maybe,
                    _ => Init::Yes,
                };
                Read { value: v, init }
            }
            Peek::Int(d) => {
                let constant = d.as_constant().is_some();
                let value = self.int_at(d, level);
                if !constant {
                    self.object_mut(obj).put_edge(field, value);
                }
                Read { value, init: Init::Yes }
            }
            Peek::Unknown { may_be_uninit } => {
                let content = match kind {
                    _ if may_be_uninit => Content::Unknown { may_be_uninit },
                    ReadKind::Int if width <= 64 => Content::Int(D::top(width)),
                    ReadKind::Float => Content::Float,
                    _ => Content::Unknown { may_be_uninit },
                };
                let value = self.fresh(content, level, width);
                // What the cells of an array hold is said by its runs alone.
                if !self.has_cells(obj) {
                    self.object_mut(obj).put_edge(field, value);
                }
                Read { value, init: if may_be_uninit { Init::Maybe } else { Init::Yes } }
            }
        })
    }

    /// Write reinterpretation: `value` replaces the bits of `field`; what other views said of them is dropped, what
    /// they said of the bits around is kept as far as it can be expressed.
    pub fn write(&mut self, obj: ObjId, field: Field, value: ValId) -> Result<(), SmgError> {
        self.drop_zeros_of(obj);
        let object = self.check_access(obj, field)?;
        let value = self.resolve(value);
        if object.edge_at(field) == Some(value) {
            // The field holds the value already; other views of the same bits stay true.
            return Ok(());
        }
        self.clear(obj, field);
        self.store(obj, field, value);
        Ok(())
    }

    /// Puts a value into a field that has been cleared.
    pub(crate) fn store(&mut self, obj: ObjId, field: Field, value: ValId) {
        let width = self.value(value).width;
        let uninit = self.value_may_be_uninit(value);
        let object = self.object_mut(obj);
        match value {
            ValId::ZERO => object.put_block(field, BlockKind::Zero),
            ValId::UNINIT => object.put_block(field, BlockKind::Uninit),
            _ if u64::from(width) == field.len => object.put_edge(field, value),
            // A value of another width: its bits in memory are not defined here.
            _ if uninit => {}
            _ => object.put_block(field, BlockKind::Init),
        }
    }

    /// Forgets the bits of a field. Values that reach beyond it leave what is known of their other bits behind.
    pub(crate) fn clear(&mut self, obj: ObjId, field: Field) {
        self.object_mut(obj).clear_blocks(field);
        let object = self.object(obj);
        let cut: Vec<_> = object.edges_overlapping(field).copied().collect();
        if cut.is_empty() {
            return;
        }
        self.object_mut(obj).remove_edges_overlapping(field);
        for e in cut {
            let mut rest = Vec::with_capacity(2);
            if e.field.off < field.off {
                rest.push(Field { off: e.field.off, len: field.off - e.field.off });
            }
            if e.field.end() > field.end() {
                rest.push(Field { off: field.end(), len: e.field.end() - field.end() });
            }
            for part in rest {
                self.leave_part(obj, e.field, e.value, part);
            }
        }
    }

    fn leave_part(&mut self, obj: ObjId, whole: Field, value: ValId, part: Field) {
        if self.object(obj).edge_at(part).is_some() {
            return;
        }
        if let Content::Int(d) = self.content(value) {
            if part.len <= 64 {
                let level = self.value(value).level;
                let piece = d.extract((part.off - whole.off) as u32, part.len as u32);
                match self.int_at(piece, level) {
                    ValId::ZERO => self.object_mut(obj).put_block(part, BlockKind::Zero),
                    v => self.object_mut(obj).put_edge(part, v),
                }
                return;
            }
        }
        if !self.value_may_be_uninit(value) {
            self.object_mut(obj).put_init_where_unknown(part);
        }
    }
}
