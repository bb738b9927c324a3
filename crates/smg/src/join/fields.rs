//! Join reinterpretation and the contents of a pair of objects: Algorithms 3 and 4.
//!
//! The inputs are not modified: a field that only one side has is looked up on the other side by read
//! reinterpretation, which finds zeros, constants and ranges in differently divided fields as well.

use super::core::{Fail, Joiner, MISMATCH};
use crate::int::IntDomain;
use crate::object::{Block, BlockKind, Edge, Field, Link, ObjId, ObjKind, Object};
use crate::reinterpret::Peek;
use crate::value::ValId;

/// What two block kinds have in common.
fn common(a: Option<BlockKind>, b: Option<BlockKind>) -> Option<BlockKind> {
    match (a?, b?) {
        (x, y) if x == y => Some(x),
        (BlockKind::Uninit, _) | (_, BlockKind::Uninit) => None,
        // Both are initialised: zeros, fills and unknown bytes.
        _ => Some(BlockKind::Init),
    }
}

/// Whether every bit of `field` lies in one of `fields`.
fn covers(fields: &[Field], field: Field) -> bool {
    let mut at = field.off;
    // The fields are sorted by offset.
    for f in fields {
        if f.off > at {
            return false;
        }
        at = at.max(f.end());
        if at >= field.end() {
            return true;
        }
    }
    at >= field.end()
}

impl<D: IntDomain> Joiner<'_, D> {
    pub(super) fn join_contents(&mut self, x1: ObjId, x2: ObjId, o: ObjId) -> Result<(), Fail> {
        let [g1, g2] = self.graphs;
        let (a, b) = (g1.object(x1), g2.object(x2));
        if a.cells.is_some() || b.cells.is_some() {
            return self.join_cells(x1, x2, o);
        }
        if self.st.dst.object(o).kind == ObjKind::OptRegion {
            self.join_absent(x1, x2, o)?;
        }
        // Most objects of two states are variables without edges that have not changed.
        if a.edges.is_empty() && b.edges.is_empty() && a.blocks == b.blocks && self.merge_root != Some(o) {
            let has_links = self.st.dst.object(o).kind.has_next();
            if !has_links {
                self.st.dst.object_mut(o).blocks = a.blocks.clone();
                return Ok(());
            }
        }
        let dst = self.st.dst.object(o);
        let (kind, links) = (dst.kind, dst.links);
        let is_root = self.merge_root == Some(o);
        let link_fields: Vec<Field> = links.all(kind).map(|link| g1.ptr_field(link.field)).collect();
        let parent = self.image(o).parent;
        let inner = if kind.is_abstract() { Some(o) } else { parent };

        let mut fields: Vec<Field> = a.edges.iter().chain(b.edges.iter()).map(|e| e.field).collect();
        fields.sort_unstable();
        fields.dedup();
        // Like finds like first: where one side has a list and the other one its last node, what else leads to that node
        // tells that the list in front of it is empty on the other side. (The sort keeps the order of equals.)
        fields.sort_by_key(|&f| self.are_unlike(&g1.peek_object(a, f), &g2.peek_object(b, f)));
        let mut direct: [Vec<Field>; 2] = [Vec::new(), Vec::new()];
        let mut edges: Vec<Edge> = Vec::with_capacity(fields.len());
        let mut zeros: Vec<Field> = Vec::new();
        let mut processed: Vec<Field> = Vec::with_capacity(fields.len());
        for field in fields {
            let is_link = link_fields.contains(&field);
            if is_root && is_link {
                continue;
            }
            let (p1, p2) = (g1.peek_object(a, field), g2.peek_object(b, field));
            let width = u32::try_from(field.len).map_err(|_| MISMATCH)?;
            let context = if is_link { parent } else { inner };
            self.holder = Some((o, field));
            let v = self.join_values(&p1, &p2, width, context)?;
            if is_link && self.st.dst.target(v).is_none() {
                // The link of a segment must stay an address.
                return Err(MISMATCH);
            }
            for (side, p) in [&p1, &p2].into_iter().enumerate() {
                if !matches!(p, Peek::Unknown { .. }) {
                    direct[side].push(field);
                }
            }
            processed.push(field);
            match v {
                ValId::ZERO => zeros.push(field),
                // Uninitialised on both sides: the blocks say so already.
                ValId::UNINIT => {}
                value => edges.push(Edge { field, value }),
            }
        }
        edges.sort_unstable_by_key(|e| e.field);
        processed.sort_unstable();
        direct.iter_mut().for_each(|fields| fields.sort_unstable());
        let hidden: &[Field] = if is_root { &link_fields } else { &[] };
        let blocks = self.join_blocks(a, b, &direct, &processed, hidden);
        if !is_root {
            // A link that neither side stores as an edge is null on both.
            for f in &link_fields {
                let stored = processed.contains(f);
                let null = |g: &crate::graph::Smg<D>, x: &crate::object::Object| {
                    g.peek_object(x, *f) == Peek::Value(ValId::ZERO)
                };
                if !stored && !(null(g1, a) && null(g2, b)) {
                    return Err(MISMATCH);
                }
            }
        }
        let object = self.st.dst.object_mut(o);
        for block in blocks {
            object.put_block(block.field, block.kind);
        }
        for f in zeros {
            object.put_block(f, BlockKind::Zero);
        }
        object.set_edges(edges);
        if !is_root && links.has_parallel() && !self.parallel_links_agree(o) {
            return Err(MISMATCH);
        }
        self.join_marks(x1, x2, o);
        Ok(())
    }

    /// Whether links that lead to the same place in the neighbour lead to the same behind the last node: where the list is empty, that is what
    /// its address means.
    fn parallel_links_agree(&self, o: ObjId) -> bool {
        let object = self.st.dst.object(o);
        let links: Vec<Link> = object.links.all(object.kind).collect();
        let beyond = |link: &Link| object.edge_at(self.st.dst.ptr_field(link.field));
        let alike = |a: &Link, b: &Link| (a.forward, a.head) == (b.forward, b.head);
        links.iter().all(|a| links.iter().all(|b| !alike(a, b) || beyond(a) == beyond(b)))
    }

    /// The runs of two arrays are joined one by one.
    fn join_cells(&mut self, x1: ObjId, x2: ObjId, o: ObjId) -> Result<(), Fail> {
        let [g1, g2] = self.graphs;
        let (Some(a), Some(b)) = (g1.object(x1).cells.clone(), g2.object(x2).cells.clone()) else {
            return Err(MISMATCH);
        };
        let image = self.st.dst.object(o);
        if image.kind != ObjKind::Region
            || image.level != 0
            || a.unit != b.unit
            || a.runs.len() != b.runs.len()
        {
            return Err(MISMATCH);
        }
        self.holder = None;
        let mut cells = (*a).clone();
        let (ours, theirs) = (a.runs.iter().chain(&a.bounds), b.runs.iter().chain(&b.bounds));
        let joined = ours.zip(theirs).map(|(&v1, &v2)| {
            self.join_targets(v1, v2, None).map_err(|fail| match fail {
                Fail::Recoverable => MISMATCH,
                hard => hard,
            })
        });
        let mut joined = joined.collect::<Result<Vec<ValId>, Fail>>()?.into_iter();
        cells.map(|_| joined.next().expect("as many as there are"));
        if !cells.runs.iter().all(|&v| self.st.dst.pointee(v).is_some_and(|t| t.off.is_exact())) {
            return Err(MISMATCH);
        }
        self.st.dst.object_mut(o).cells = Some(std::sync::Arc::new(cells));
        Ok(())
    }

    /// Whether one side leads to a segment and the other one to a region.
    pub(super) fn are_unlike(&self, p1: &Peek<D>, p2: &Peek<D>) -> bool {
        let [g1, g2] = self.graphs;
        match (p1, p2) {
            (Peek::Value(v1), Peek::Value(v2)) => match (g1.pointee(*v1), g2.pointee(*v2)) {
                (Some(t1), Some(t2)) => {
                    g1.object(t1.obj).kind.is_abstract() != g2.object(t2.obj).kind.is_abstract()
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// The blocks that hold on both sides; what a side loses by it counts as growth unless a joined value keeps it.
    fn join_blocks(
        &mut self,
        a: &Object,
        b: &Object,
        direct: &[Vec<Field>; 2],
        processed: &[Field],
        hidden: &[Field],
    ) -> Vec<Block> {
        let ends = [a.size.bits_hi(), b.size.bits_hi()];
        let (a, b) = (a.blocks(), b.blocks());
        if a == b && hidden.is_empty() {
            return a.to_vec();
        }
        let mut cuts: Vec<u64> = Vec::with_capacity(2 * (a.len() + b.len() + hidden.len()));
        for block in a.iter().chain(b) {
            cuts.push(block.field.off);
            cuts.push(block.field.end());
        }
        for f in hidden {
            cuts.push(f.off);
            cuts.push(f.end());
        }
        cuts.extend(ends);
        cuts.sort_unstable();
        cuts.dedup();
        let kind_at = |blocks: &[Block], off: u64| {
            let i = blocks.partition_point(|x| x.field.end() <= off);
            blocks.get(i).filter(|x| x.field.off <= off).map(|x| x.kind)
        };
        let mut out: Vec<Block> = Vec::new();
        for pair in cuts.windows(2) {
            let field = Field { off: pair[0], len: pair[1] - pair[0] };
            if hidden.iter().any(|h| h.contains(field)) {
                continue;
            }
            let mut kinds = [kind_at(a, field.off), kind_at(b, field.off)];
            // Bits that a smaller object does not have can be said to be anything.
            if field.off >= ends[0] {
                kinds[0] = kinds[1];
            } else if field.off >= ends[1] {
                kinds[1] = kinds[0];
            }
            let joined = common(kinds[0], kinds[1]);
            for side in 0..2 {
                let lost = kinds[side].is_some() && kinds[side] != joined;
                if lost && !self.st.grew[side] {
                    // That bytes are initialised is kept by any joined value; what they are only by one that was
                    // known on this side.
                    let keepers =
                        if kinds[side] == Some(BlockKind::Init) { processed } else { &direct[side] };
                    if !covers(keepers, field) {
                        self.st.grew[side] = true;
                    }
                }
            }
            if let Some(kind) = joined {
                out.push(Block { field, kind });
            }
        }
        out
    }
}
