//! The has-value edges and blocks of one object, as plain sorted vectors. No graph is needed here.

use crate::object::{Block, BlockKind, Edge, Field, Object};
use crate::value::ValId;
use std::sync::Arc;

impl Object {
    #[inline]
    pub(crate) fn edge_at(&self, field: Field) -> Option<ValId> {
        self.edges.binary_search_by(|e| e.field.cmp(&field)).ok().map(|i| self.edges[i].value)
    }

    fn longest_edge(&self) -> u64 {
        // Nearly all edges are scalars; only a handful of long views exist, so looking at all lengths is cheap
        // against the scan that it saves for large arrays.
        if self.edges.len() < 32 {
            u64::MAX
        } else {
            self.edges.iter().map(|e| e.field.len).max().unwrap_or(0)
        }
    }

    /// The edges whose fields share at least one bit with `field`.
    pub fn edges_overlapping(&self, field: Field) -> impl Iterator<Item = &Edge> {
        let longest = self.longest_edge();
        let from = if longest == u64::MAX {
            0
        } else {
            self.edges.partition_point(|e| e.field.off.saturating_add(longest) <= field.off)
        };
        let to = self.edges.partition_point(|e| e.field.off < field.end());
        self.edges[from.min(to)..to].iter().filter(move |e| e.field.overlaps(field))
    }

    /// The blocks that share at least one bit with `field`, in order.
    pub fn blocks_overlapping(&self, field: Field) -> &[Block] {
        let from = self.blocks.partition_point(|b| b.field.end() <= field.off);
        let to = self.blocks.partition_point(|b| b.field.off < field.end());
        &self.blocks[from.min(to)..to]
    }

    /// Whether every bit of `field` lies in blocks accepted by `accept`.
    pub(crate) fn covered(&self, field: Field, accept: impl Fn(BlockKind) -> bool) -> bool {
        let mut at = field.off;
        for b in self.blocks_overlapping(field) {
            if b.field.off > at || !accept(b.kind) {
                return false;
            }
            at = b.field.end();
        }
        at >= field.end()
    }

    /// Adds or replaces the edge for exactly this field; other edges and blocks stay.
    pub(crate) fn put_edge(&mut self, field: Field, value: ValId) {
        let edges = Arc::make_mut(&mut self.edges);
        match edges.binary_search_by(|e| e.field.cmp(&field)) {
            Ok(i) => edges[i].value = value,
            Err(i) => edges.insert(i, Edge { field, value }),
        }
    }

    pub(crate) fn remove_edge(&mut self, field: Field) {
        if let Ok(i) = self.edges.binary_search_by(|e| e.field.cmp(&field)) {
            Arc::make_mut(&mut self.edges).remove(i);
        }
    }

    pub(crate) fn remove_edges_overlapping(&mut self, field: Field) {
        if self.edges_overlapping(field).next().is_some() {
            Arc::make_mut(&mut self.edges).retain(|e| !e.field.overlaps(field));
        }
    }

    /// Cuts `field` out of all blocks.
    pub(crate) fn clear_blocks(&mut self, field: Field) {
        if field.len == 0 || self.blocks_overlapping(field).is_empty() {
            return;
        }
        let from = self.blocks.partition_point(|b| b.field.end() <= field.off);
        let to = self.blocks.partition_point(|b| b.field.off < field.end());
        let mut pieces = Vec::with_capacity(4);
        for b in &self.blocks[from..to] {
            if b.field.off < field.off {
                push_piece(&mut pieces, b.kind, b.field.off, field.off);
            }
            if b.field.end() > field.end() {
                push_piece(&mut pieces, b.kind, field.end(), b.field.end());
            }
        }
        Arc::make_mut(&mut self.blocks).splice(from..to, pieces);
    }

    /// Makes `field` a block of this kind, joining it with equal neighbours.
    pub(crate) fn put_block(&mut self, field: Field, kind: BlockKind) {
        if field.len == 0 {
            return;
        }
        let kind = if kind == BlockKind::Fill(0) { BlockKind::Zero } else { kind };
        if matches!(kind, BlockKind::Fill(_))
            && (!field.off.is_multiple_of(8) || !field.len.is_multiple_of(8))
        {
            self.put_block(field, BlockKind::Init);
            return;
        }
        if self.covered(field, |k| k == kind) {
            return;
        }
        self.clear_blocks(field);
        let mut at = self.blocks.partition_point(|b| b.field.off < field.off);
        let blocks = Arc::make_mut(&mut self.blocks);
        let mut merged = field;
        if at < blocks.len() && blocks[at].field.off == merged.end() && blocks[at].kind == kind {
            merged.len += blocks[at].field.len;
            blocks.remove(at);
        }
        if at > 0 && blocks[at - 1].field.end() == merged.off && blocks[at - 1].kind == kind {
            at -= 1;
            merged = Field { off: blocks[at].field.off, len: merged.len + blocks[at].field.len };
            blocks.remove(at);
        }
        blocks.insert(at, Block { field: merged, kind });
    }

    /// Marks as initialised the bits of `field` of which nothing else is known.
    pub(crate) fn put_init_where_unknown(&mut self, field: Field) {
        let mut gaps = Vec::new();
        let mut at = field.off;
        for b in self.blocks_overlapping(field) {
            if b.field.off > at {
                gaps.push(Field { off: at, len: b.field.off - at });
            }
            at = b.field.end();
        }
        if at < field.end() {
            gaps.push(Field { off: at, len: field.end() - at });
        }
        for gap in gaps {
            self.put_block(gap, BlockKind::Init);
        }
    }

    pub(crate) fn set_edges(&mut self, mut edges: Vec<Edge>) {
        edges.sort_unstable_by_key(|e| e.field);
        self.edges = Arc::new(edges);
    }
}

fn push_piece(pieces: &mut Vec<Block>, kind: BlockKind, from: u64, to: u64) {
    let mut push = |from: u64, to: u64, kind: BlockKind| {
        if from < to {
            pieces.push(Block { field: Field { off: from, len: to - from }, kind });
        }
    };
    if let BlockKind::Fill(_) = kind {
        // A byte that was cut in the middle is no longer the fill byte as a whole.
        let (inner_from, inner_to) = (from.div_ceil(8) * 8, to / 8 * 8);
        if inner_from >= inner_to {
            push(from, to, BlockKind::Init);
        } else {
            push(from, inner_from, BlockKind::Init);
            push(inner_from, inner_to, kind);
            push(inner_to, to, BlockKind::Init);
        }
    } else {
        push(from, to, kind);
    }
}
