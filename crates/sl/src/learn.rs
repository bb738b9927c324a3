//! What nodes look like is learnt from blocks that lead to each other: cells of the same offsets, again and again.

use crate::formula::{Formula, Site};
use crate::heap::{Heap, SegmentId, gather};
use crate::predicate::{Cell, CellKind, Shape, ShapeId};
use crate::prover::Prover;
use base::{FxHashMap, FxHashSet, Idx, IndexVec};
use smt::TermId;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What the predicates of a search are, as far as it is known; a search begins anew when there is more.
#[derive(Clone, Debug)]
pub struct Learned<O> {
    shapes: IndexVec<ShapeId, Shape<O>>,
    changed: bool,
}

impl<O> Default for Learned<O> {
    fn default() -> Self {
        Learned { shapes: IndexVec::new(), changed: false }
    }
}

/// More shapes than this are not distinguished.
const MOST_SHAPES: usize = 12;

impl<O: Site> Learned<O> {
    /// Whether there is more than when this was asked last.
    pub fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }

    pub fn shapes(&self) -> &IndexVec<ShapeId, Shape<O>> {
        &self.shapes
    }

    /// Puts what is known into the first heap of a search.
    pub fn install(&self, heap: &mut Heap<O>) {
        heap.abstracted = true;
        heap.shapes = Rc::new(self.shapes.clone());
    }

    pub(crate) fn find(&self, size: u64, link: u64) -> Option<ShapeId> {
        self.shapes.iter_enumerated().find(|(_, s)| s.size == size && s.link == link).map(|(id, _)| id)
    }

    /// The cell is less than was thought.
    pub(crate) fn weaken(&mut self, id: ShapeId, at: u64, len: u64, kind: Option<CellKind>) {
        let cells = &mut self.shapes[id].cells;
        match kind {
            Some(kind) => {
                cells.insert(at, Cell { len, kind });
            }
            None => {
                cells.remove(&at);
            }
        }
        self.changed = true;
    }
}

/// A pointer from one node to another.
#[derive(Clone, Copy, Debug)]
struct Edge {
    from: SegmentId,
    at: u64,
    to: SegmentId,
}

/// Who refers to a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum User {
    /// A cell of a block.
    Cell(SegmentId, u64),
    /// A hole of an instance, or the back argument.
    Edge,
    Other,
}

impl<O: Site> Formula<O> {
    pub(crate) fn block_size(&self, prover: &Prover, id: SegmentId) -> Option<u64> {
        let segment = self.heap.get(id);
        let is_block =
            segment.is_live() && segment.part == crate::heap::Part::Heap && id.index() >= self.fixed;
        let size = prover.constant(segment.size).filter(|_| is_block)?;
        u64::try_from(size).ok().filter(|&size| size > 0 && size <= 4096)
    }

    /// Learns from blocks of one size that lead to each other.
    pub fn learn(&self, prover: &mut Prover, learned: &mut Learned<O>) {
        let word = u64::from(self.heap.word() / 8);
        let mut groups: BTreeMap<(u64, u64), Vec<Edge>> = BTreeMap::new();
        let mut to_instances: Vec<(u64, ShapeId, u64, SegmentId)> = Vec::new();
        let ids: Vec<SegmentId> = self.heap.live().map(|(id, _)| id).collect();
        for &from in &ids {
            let Some(size) = self.block_size(prover, from) else { continue };
            for run in self.heap.runs(prover, from) {
                let Some(value) = run.whole.filter(|_| run.len == word) else { continue };
                if let Some((to, offset)) = self.heap.decompose(prover, value) {
                    let link = prover.constant(offset);
                    if to != from
                        && self.block_size(prover, to) == Some(size)
                        && let Some(link) = link.filter(|&link| link < u128::from(size))
                    {
                        let edge = Edge { from, at: run.at, to };
                        groups.entry((size, link as u64)).or_default().push(edge);
                    }
                } else if let Some(instance) = self.heap.instances.iter().find(|i| i.root == value)
                    && learned.shapes[instance.shape].size == size
                {
                    to_instances.push((size, instance.shape, run.at, from));
                }
            }
        }
        let users = self.users(prover);
        for ((size, link), edges) in groups {
            match learned.find(size, link) {
                None => self.learn_shape(prover, learned, (size, link), &edges, &users),
                Some(id) => {
                    for edge in &edges {
                        self.learn_edge(prover, learned, id, edge, &edges);
                    }
                }
            }
        }
        for (_, shape, at, from) in to_instances {
            // A block that does not begin a node of the shape may refer to one, too.
            let kind = learned.shapes[shape].cells.get(&at).map(|cell| cell.kind);
            let fits = self.is_node_of(prover, &learned.shapes[shape], from);
            if fits
                && !matches!(
                    kind,
                    Some(CellKind::Child | CellKind::Back | CellKind::Owned { .. } | CellKind::Any)
                )
            {
                learned.weaken(shape, at, word, Some(CellKind::Child));
            }
        }
    }

    fn is_node_of(&self, prover: &Prover, shape: &Shape<O>, id: SegmentId) -> bool {
        self.block_size(prover, id) == Some(shape.size) && self.heap.get(id).origin.is_like(&shape.origin)
    }

    /// One more place where nodes refer to each other.
    fn learn_edge(
        &self,
        prover: &mut Prover,
        learned: &mut Learned<O>,
        id: ShapeId,
        edge: &Edge,
        edges: &[Edge],
    ) {
        let word = u64::from(self.heap.word() / 8);
        let shape = &learned.shapes[id];
        let kind = shape.cells.get(&edge.at).map(|cell| cell.kind);
        if !matches!(kind, None | Some(CellKind::Same)) || !self.is_node_of(prover, shape, edge.from) {
            return;
        }
        // A pointer to the same place in all nodes is an argument.
        let targets: FxHashSet<SegmentId> = edges.iter().filter(|e| e.at == edge.at).map(|e| e.to).collect();
        let inverse = edges.iter().any(|e| {
            e.from == edge.to && e.to == edge.from && learned.shapes[id].children().any(|at| at == e.at)
        });
        let is_back = inverse && !learned.shapes[id].has_back();
        let several = edges.iter().filter(|e| e.at == edge.at).count() > 1;
        if several && targets.len() == 1 && !is_back {
            return;
        }
        learned.weaken(id, edge.at, word, Some(if is_back { CellKind::Back } else { CellKind::Child }));
    }

    fn learn_shape(
        &self,
        prover: &mut Prover,
        learned: &mut Learned<O>,
        (size, link): (u64, u64),
        edges: &[Edge],
        users: &FxHashMap<TermId, Vec<User>>,
    ) {
        if learned.shapes.len() >= MOST_SHAPES {
            return;
        }
        let offsets: BTreeSet<u64> = edges.iter().map(|edge| edge.at).collect();
        let is_inverse = |a: &Edge, b: &Edge| a.from == b.to && a.to == b.from;
        // A back pointer leads to the node that leads here, always; among two that answer each other, the one that leads to nodes that
        // nobody else knows goes forward.
        let anchored = |prover: &Prover, id: SegmentId| {
            let name = self.heap.name_of(&prover.terms, id);
            let users = name.and_then(|name| users.get(&name));
            users.is_some_and(|users| {
                users.iter().any(
                    |user| !matches!(user, User::Cell(by, _) if self.block_size(prover, *by) == Some(size)),
                )
            })
        };
        let score = |prover: &Prover, at: u64| {
            edges
                .iter()
                .filter(|e| e.at == at && !anchored(prover, e.to))
                .map(|e| e.to)
                .collect::<FxHashSet<_>>()
                .len()
        };
        let mut back = None;
        for &at in &offsets {
            let mine: Vec<&Edge> = edges.iter().filter(|edge| edge.at == at).collect();
            let answered: Vec<BTreeSet<u64>> = mine
                .iter()
                .map(|a| edges.iter().filter(|b| b.at != at && is_inverse(a, b)).map(|b| b.at).collect())
                .collect();
            if answered.iter().any(BTreeSet::is_empty) {
                continue;
            }
            let forward: BTreeSet<u64> = answered.into_iter().flatten().collect();
            let best = forward.iter().map(|&o| score(prover, o)).sum::<usize>();
            let own = score(prover, at);
            let first = forward.iter().next().copied().unwrap_or(u64::MAX);
            if forward.len() > 1 || best > own || best == own && first < at {
                back = Some(at);
            }
        }
        let word = u64::from(self.heap.word() / 8);
        let from = edges[0].from;
        let segment = self.heap.get(from);
        let mut shape = Shape {
            size,
            align: segment.align,
            link,
            cells: BTreeMap::new(),
            origin: segment.origin.clone(),
        };
        for &at in &offsets {
            let mine: Vec<&Edge> = edges.iter().filter(|edge| edge.at == at).collect();
            let targets: FxHashSet<SegmentId> = mine.iter().map(|edge| edge.to).collect();
            let sources: FxHashSet<SegmentId> = mine.iter().map(|edge| edge.from).collect();
            let kind = match () {
                () if back == Some(at) => CellKind::Back,
                () if sources.len() > 1 && targets.len() == 1 => CellKind::Same,
                () => CellKind::Child,
            };
            shape.cells.insert(at, Cell { len: word, kind });
        }
        if !shape.cells.values().any(|cell| cell.kind == CellKind::Child) {
            return;
        }
        let mut nodes: Vec<SegmentId> = edges.iter().flat_map(|edge| [edge.from, edge.to]).collect();
        nodes.sort_unstable();
        nodes.dedup();
        let id = learned.shapes.push(shape);
        learned.changed = true;
        self.learn_content(prover, learned, id, &nodes, users);
    }

    /// What the nodes have in common besides their links.
    fn learn_content(
        &self,
        prover: &mut Prover,
        learned: &mut Learned<O>,
        id: ShapeId,
        nodes: &[SegmentId],
        users: &FxHashMap<TermId, Vec<User>>,
    ) {
        let word = u64::from(self.heap.word() / 8);
        let mut spans: BTreeMap<u64, u64> = BTreeMap::new();
        for &node in nodes {
            for run in self.heap.runs(prover, node) {
                let len = run.len;
                spans.entry(run.at).and_modify(|known| *known = (*known).min(len)).or_insert(len);
            }
            if self.heap.get(node).fill().undefined == 0 {
                // Zeroed blocks: words of zeros are pointers as well as numbers.
                for at in (0..learned.shapes[id].size / word).map(|i| i * word) {
                    spans.entry(at).or_insert(word);
                }
            }
        }
        let mut end = 0;
        let spans: Vec<(u64, u64)> = spans.into_iter().collect();
        for (i, &(at, len)) in spans.iter().enumerate() {
            let next = spans.get(i + 1).map_or(u64::MAX, |&(next, _)| next);
            let len = len.min(next - at);
            if at < end
                || learned.shapes[id]
                    .cells
                    .range(..at + len)
                    .next_back()
                    .is_some_and(|(&o, cell)| o + cell.len > at)
            {
                continue;
            }
            end = at + len;
            let mut kind: Option<Option<CellKind>> = None;
            let mut same: Option<TermId> = None;
            for &node in nodes {
                let found = gather(&mut prover.terms, &self.heap.bytes(node, at, len));
                let this = if found.undefined != 0 {
                    None
                } else if len != word {
                    Some(CellKind::Any)
                } else {
                    self.kind_of(prover, learned, node, at, found.term, users)
                };
                let differs = this == Some(CellKind::Same) && same.is_some_and(|t| t != found.term);
                // Trees of the same shape are children.
                let this = match this {
                    Some(CellKind::Owned { shape, .. }) if shape == id => Some(CellKind::Child),
                    _ => this,
                };
                if this == Some(CellKind::Same) {
                    same = Some(found.term);
                }
                kind = Some(match kind {
                    None => this,
                    Some(known) => meet(
                        known,
                        if differs { Some(CellKind::Any) } else { this },
                        prover.constant(found.term) == Some(0),
                    ),
                });
            }
            if let Some(Some(kind)) = kind {
                learned.shapes[id].cells.insert(at, Cell { len, kind });
            }
        }
    }

    /// What a word in a node is by itself.
    pub(crate) fn kind_of(
        &self,
        prover: &mut Prover,
        learned: &mut Learned<O>,
        node: SegmentId,
        at: u64,
        value: TermId,
        users: &FxHashMap<TermId, Vec<User>>,
    ) -> Option<CellKind> {
        if prover.constant(value) == Some(0) {
            return Some(CellKind::Same);
        }
        if let Some((to, offset)) = self.heap.decompose(prover, value) {
            let name = self.heap.name_of(&prover.terms, to);
            let alone = name.is_some_and(|name| self.belongs_to(prover, users, name, (node, at)));
            let Some(size) = self.block_size(prover, to).filter(|_| alone) else {
                return Some(CellKind::Same);
            };
            let link = prover.constant(offset)? as u64;
            let id = match learned.find(size, link) {
                Some(id) => id,
                None if learned.shapes.len() >= MOST_SHAPES => return Some(CellKind::Same),
                None => {
                    let segment = self.heap.get(to);
                    let shape = Shape {
                        size,
                        align: segment.align,
                        link,
                        cells: BTreeMap::new(),
                        origin: segment.origin.clone(),
                    };
                    let id = learned.shapes.push(shape);
                    self.learn_content(prover, learned, id, &[to], users);
                    id
                }
            };
            return Some(CellKind::Owned { shape: id, nonempty: true });
        }
        if let Some(instance) = self.heap.instances.iter().find(|instance| instance.root == value) {
            return Some(if instance.hole.is_none() {
                CellKind::Owned { shape: instance.shape, nonempty: instance.nonempty }
            } else {
                CellKind::Same
            });
        }
        Some(CellKind::Any)
    }

    /// Whether nobody else leads to a block than this cell of a node; what points back to it from below does not count.
    fn belongs_to(
        &self,
        prover: &Prover,
        users: &FxHashMap<TermId, Vec<User>>,
        name: TermId,
        (node, at): (SegmentId, u64),
    ) -> bool {
        users.get(&name).is_some_and(|users| {
            users.iter().all(|user| match *user {
                User::Edge => true,
                User::Other => false,
                User::Cell(by, offset) => {
                    (by, offset) == (node, at)
                        || self.heap.shapes.iter_enumerated().any(|(id, shape)| {
                            shape.cells.get(&offset).is_some_and(|cell| cell.kind == CellKind::Back)
                                && self.is_node(prover, by, id)
                        })
                }
            })
        })
    }
}

/// What two nodes have in common in one place.
fn meet(a: Option<CellKind>, b: Option<CellKind>, is_null: bool) -> Option<CellKind> {
    match (a, b) {
        (None, _) | (_, None) => None,
        (Some(a), Some(b)) if a == b => Some(a),
        (Some(CellKind::Owned { shape, .. }), Some(CellKind::Same)) if is_null => {
            Some(CellKind::Owned { shape, nonempty: false })
        }
        (Some(CellKind::Owned { shape: a, .. }), Some(CellKind::Owned { shape: b, .. })) if a == b => {
            Some(CellKind::Owned { shape: a, nonempty: false })
        }
        (Some(child @ CellKind::Child), Some(CellKind::Same)) if is_null => Some(child),
        (Some(CellKind::Same), Some(CellKind::Owned { shape, .. })) => {
            Some(CellKind::Owned { shape, nonempty: false })
        }
        (Some(CellKind::Same), Some(CellKind::Child)) => Some(CellKind::Child),
        _ => Some(CellKind::Any),
    }
}
