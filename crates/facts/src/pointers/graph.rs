//! The constraint graph of the points-to analysis and its solver.
//!
//! A node is a register or a cell of memory and has a set of locations. Edges say that one set contains another, as it is or
//! with its offsets moved; uses say what is done through the pointers of a node and add edges as its set grows. Sets are
//! propagated in topological order, only what is new of them; cycles are collapsed whenever many edges were added.

use super::memory::{Key, Object, ObjectKind};
use crate::SparseSet;
use crate::scc::components;
use base::{FxHashMap, FxHashSet, IndexVec, define_id};
use ir::FuncId;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

define_id!(
    /// What points-to sets tell apart of memory: a variable, an allocation site, a function ...
    pub struct ObjectId, "obj"
);
define_id!(
    /// A place in an object that pointers lead to.
    pub(super) struct LocId, "loc"
);

pub(super) type NodeId = u32;

/// What code outside the program can reach.
pub(super) const ESCAPED: NodeId = 0;
/// Pointers whose bits were turned into integers or read in pieces, at any offset.
pub(super) const EXPOSED: NodeId = 1;
/// Any place in an object that escaped, or outside the program.
pub(super) const OUTSIDE: LocId = LocId::from_raw(0);
/// Whatever `EXPOSED` points to: the value was made from bits.
pub(super) const FROM_BITS: LocId = LocId::from_raw(1);

/// Byte offset, and stride: the places at `offset + k * stride`. Stride 0 is one place, stride 1 is any.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Shift {
    pub(super) offset: i64,
    pub(super) stride: u64,
}

impl Shift {
    pub(super) const NONE: Shift = Shift { offset: 0, stride: 0 };
    pub(super) const ANY: Shift = Shift { offset: 0, stride: 1 };
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Loc {
    pub(super) object: ObjectId,
    pub(super) at: Shift,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Weight {
    Shift(Shift),
    /// The target holds less than a pointer: what flows there is exposed.
    Narrow,
}

/// What is done through the pointers of a node.
#[derive(Clone, Copy, Debug)]
pub(super) enum Use {
    Load {
        dst: NodeId,
        at: Shift,
        len: u64,
        narrow: bool,
    },
    Store {
        src: NodeId,
        at: Shift,
        len: u64,
    },
    /// Bytes from there go to a temporary block; `None` if it is not known how many.
    CopyIn {
        block: ObjectId,
        at: Shift,
        size: Option<u64>,
    },
    /// The bytes of a temporary block go there.
    CopyOut {
        block: ObjectId,
        at: Shift,
        size: Option<u64>,
    },
    /// The call is one through these pointers.
    Call(u32),
    /// Code outside the program gets them.
    Escape,
}

#[derive(Debug, Default)]
struct Node {
    set: SparseSet<LocId>,
    /// What of the set was not propagated yet.
    new: SparseSet<LocId>,
    /// What of the set the uses have not seen yet.
    unused: SparseSet<LocId>,
    edges: Vec<NodeId>,
    weighted: Vec<(NodeId, Weight)>,
    uses: Vec<Use>,
    queued: bool,
    has_unused: bool,
    /// Its set is `OUTSIDE`, and whatever else comes escapes.
    saturated: bool,
}

/// Beyond these, an object is one cell and its pointers lead anywhere in it.
const MAX_CELLS: usize = 512;
const MAX_CLASSES: usize = 24;
const MAX_LOCATIONS: u32 = 96;
/// A larger set is given up.
const MAX_SET: usize = 192;
/// Copies of more words do not tell words apart.
const MAX_COPIED_WORDS: u64 = 64;

#[derive(Debug)]
pub(super) struct Graph {
    pub(super) word: u64,
    pub(super) objects: IndexVec<ObjectId, Object>,
    pub(super) locs: IndexVec<LocId, Loc>,
    loc_index: FxHashMap<(ObjectId, i64, u64), LocId>,
    cell_index: FxHashMap<(ObjectId, Key), (NodeId, NodeId)>,
    nodes: Vec<Node>,
    parent: Vec<NodeId>,
    /// What is read from nodes in pieces smaller than a pointer.
    pieces: FxHashMap<NodeId, NodeId>,
    /// The place in topological order.
    rank: Vec<u32>,
    known_edges: FxHashSet<(NodeId, NodeId)>,
    known_weighted: FxHashSet<(NodeId, NodeId, Weight)>,
    queue: BinaryHeap<Reverse<(u32, NodeId)>>,
    unused: Vec<NodeId>,
    /// The locations of objects that escaped.
    escaped: SparseSet<LocId>,
    /// Edges since cycles were looked for.
    edges_added: usize,
    /// Calls through pointers that were found to reach functions, for the caller to link.
    pub(super) found_calls: Vec<(u32, FuncId)>,
    /// Functions that became known outside.
    pub(super) found_escapes: Vec<FuncId>,
}

impl Graph {
    pub(super) fn new(word: u64) -> Graph {
        let mut graph = Graph {
            word,
            objects: IndexVec::new(),
            locs: IndexVec::new(),
            loc_index: FxHashMap::default(),
            cell_index: FxHashMap::default(),
            nodes: Vec::new(),
            parent: Vec::new(),
            pieces: FxHashMap::default(),
            rank: Vec::new(),
            known_edges: FxHashSet::default(),
            known_weighted: FxHashSet::default(),
            queue: BinaryHeap::new(),
            unused: Vec::new(),
            escaped: SparseSet::new(),
            edges_added: 0,
            found_calls: Vec::new(),
            found_escapes: Vec::new(),
        };
        // Both stand for themselves, and no object is asked for its cells by them.
        let outside = graph.new_object(ObjectKind::Outside, None, word);
        for _ in [OUTSIDE, FROM_BITS] {
            graph.locs.push(Loc { object: outside, at: Shift::ANY });
        }
        graph.objects[outside].escaped = true;
        let escaped = graph.new_node();
        let exposed = graph.new_node();
        debug_assert_eq!((escaped, exposed), (ESCAPED, EXPOSED));
        graph.nodes[ESCAPED as usize].uses.push(Use::Escape);
        graph
    }

    pub(super) fn new_node(&mut self) -> NodeId {
        let id = self.nodes.len() as NodeId;
        self.nodes.push(Node::default());
        self.parent.push(id);
        self.rank.push(u32::MAX);
        id
    }

    pub(super) fn new_nodes(&mut self, count: usize) -> NodeId {
        let first = self.nodes.len() as NodeId;
        for _ in 0..count {
            self.new_node();
        }
        first
    }

    /// `period`: places that differ by a multiple of it are not told apart; 0 if all are.
    pub(super) fn new_object(&mut self, kind: ObjectKind, size: Option<u64>, period: u64) -> ObjectId {
        self.objects.push(Object::new(kind, size, period))
    }

    pub(super) fn representative(&self, mut node: NodeId) -> NodeId {
        while self.parent[node as usize] != node {
            node = self.parent[node as usize];
        }
        node
    }

    fn find(&mut self, mut node: NodeId) -> NodeId {
        while self.parent[node as usize] != node {
            let above = self.parent[self.parent[node as usize] as usize];
            self.parent[node as usize] = above;
            node = above;
        }
        node
    }

    pub(super) fn set(&self, node: NodeId) -> &SparseSet<LocId> {
        &self.nodes[self.representative(node) as usize].set
    }

    /// How many sets there are and how many elements they have.
    pub(super) fn size(&self) -> (usize, usize) {
        let sets =
            || self.nodes.iter().zip(&self.parent).enumerate().filter(|(i, (_, p))| *i == **p as usize);
        (sets().count(), sets().map(|(_, (node, _))| node.set.len()).sum())
    }

    // Locations

    pub(super) fn location(&mut self, object: ObjectId, at: Shift) -> LocId {
        let data = &self.objects[object];
        let mut at = data.normalise(at);
        if data.locations >= MAX_LOCATIONS && !self.loc_index.contains_key(&(object, at.offset, at.stride)) {
            at = Shift::ANY;
        }
        let next = self.locs.next_id();
        let id = *self.loc_index.entry((object, at.offset, at.stride)).or_insert(next);
        if id == next {
            self.locs.push(Loc { object, at });
            self.objects[object].locations += 1;
            match self.objects[object].escaped {
                true => _ = self.escaped.insert(id),
                false => self.objects[object].known.push(id),
            }
        }
        id
    }

    pub(super) fn shifted(&mut self, loc: LocId, by: Shift) -> LocId {
        if loc == OUTSIDE || loc == FROM_BITS || by == Shift::NONE {
            return loc;
        }
        let Loc { object, at } = self.locs[loc];
        if at == Shift::ANY {
            return loc;
        }
        if by == Shift::ANY && self.objects[object].anywhere.is_some() {
            return self.objects[object].anywhere.unwrap_or(loc);
        }
        let moved = self.location(object, combine(at, by));
        if by == Shift::ANY {
            self.objects[object].anywhere = Some(moved);
        }
        moved
    }

    /// What remains of a location that is moved again and again.
    fn widened(&mut self, loc: LocId, by: Shift) -> LocId {
        if loc == OUTSIDE || loc == FROM_BITS {
            return loc;
        }
        let Loc { object, at } = self.locs[loc];
        let stride = gcd(gcd(at.stride, by.stride), by.offset.unsigned_abs());
        self.location(object, Shift { offset: at.offset, stride })
    }

    // Cells

    /// The nodes that a store into these words goes to and that a load from them comes from.
    fn cell(&mut self, object: ObjectId, key: Key) -> (NodeId, NodeId) {
        let key = if self.objects[object].is_one_cell(self.word) { Key::word(0) } else { key };
        if let Some(&(into, from)) = self.cell_index.get(&(object, key)) {
            return (self.find(into), self.find(from));
        }
        let into = self.new_node();
        let from = if key.step == 0 { into } else { self.new_node() };
        self.add_edge(into, from);
        let cells = &self.objects[object].cells;
        let meets = |&&(other, _, _): &&(Key, NodeId, NodeId)| key.meets(other);
        let met: Vec<(NodeId, NodeId)> = match key.step {
            // Words of different numbers never meet.
            0 => cells.classes.iter().filter(meets).map(|&(_, i, f)| (i, f)).collect(),
            _ => cells.words.iter().chain(&cells.classes).filter(meets).map(|&(_, i, f)| (i, f)).collect(),
        };
        for (other_into, other_from) in met {
            self.add_edge(into, other_from);
            self.add_edge(other_into, from);
        }
        // A word is written by whoever writes to classes that contain it: `into` of a word is the word itself.
        self.cell_index.insert((object, key), (into, from));
        let cells = &mut self.objects[object].cells;
        match key.step {
            0 => cells.words.push((key, into, from)),
            _ => cells.classes.push((key, into, from)),
        }
        if cells.words.len() > MAX_CELLS || cells.classes.len() > MAX_CLASSES {
            self.make_one_cell(object);
        }
        (self.find(into), self.find(from))
    }

    fn make_one_cell(&mut self, object: ObjectId) {
        let word = self.word;
        let data = &mut self.objects[object];
        data.period = word;
        let cells = std::mem::take(&mut data.cells);
        let all: Vec<NodeId> =
            cells.words.iter().chain(&cells.classes).flat_map(|&(_, into, from)| [into, from]).collect();
        let one = all.first().copied().unwrap_or_else(|| self.new_node());
        self.unify(&all);
        self.objects[object].cells.words.push((Key::word(0), one, one));
        self.cell_index.insert((object, Key::word(0)), (one, one));
    }

    /// The cells of an access; at most three.
    fn cells(&mut self, loc: LocId, at: Shift, len: u64) -> impl Iterator<Item = (NodeId, NodeId)> + use<> {
        let Loc { object, at: place } = self.locs[loc];
        let (keys, count) = self.objects[object].keys(combine(place, at), len, self.word);
        let mut cells = [(0, 0); 3];
        for (cell, key) in cells.iter_mut().zip(&keys[..count]) {
            *cell = self.cell(object, *key);
        }
        cells.into_iter().take(count)
    }

    fn any_cell(&mut self, object: ObjectId) -> (NodeId, NodeId) {
        self.cell(object, Key::ANY)
    }

    // Constraints

    pub(super) fn add_location(&mut self, node: NodeId, loc: LocId) {
        let node = self.find(node);
        if !self.nodes[node as usize].set.contains(loc) {
            let mut set = SparseSet::new();
            set.insert(loc);
            self.add_set(node, &set);
        }
    }

    fn add_set(&mut self, node: NodeId, set: &SparseSet<LocId>) {
        let escaped = self.find(ESCAPED);
        let data = &mut self.nodes[node as usize];
        let mut new = set.difference(&data.set);
        if new.is_empty() {
            return;
        }
        let is_outside = data.set.contains(OUTSIDE) || new.contains(OUTSIDE);
        if is_outside && node != escaped {
            // `OUTSIDE` says that it may lead to all that escaped; no need to list that.
            if new.contains(OUTSIDE) {
                data.set = data.set.difference(&self.escaped);
                data.new = data.new.difference(&self.escaped);
            }
            new = new.difference(&self.escaped);
            if data.saturated {
                new.remove(OUTSIDE);
                self.add_set(escaped, &new);
                return;
            }
            if new.is_empty() {
                return;
            }
        }
        data.set.union_with(&new);
        data.new.union_with(&new);
        if data.set.len() > MAX_SET && node != escaped {
            self.saturate(node);
        }
        self.enqueue(node);
    }

    /// Gives up on the set: everything in it escapes, so that "whatever escaped" contains it.
    fn saturate(&mut self, node: NodeId) {
        let escaped = self.find(ESCAPED);
        if node == escaped {
            return;
        }
        let data = &mut self.nodes[node as usize];
        data.saturated = true;
        let outside: SparseSet<LocId> = [OUTSIDE].into_iter().collect();
        let mut all = std::mem::replace(&mut data.set, outside.clone());
        data.new = outside;
        data.unused = SparseSet::new();
        all.remove(OUTSIDE);
        self.add_set(escaped, &all);
    }

    fn enqueue(&mut self, node: NodeId) {
        let data = &mut self.nodes[node as usize];
        if !data.queued {
            data.queued = true;
            self.queue.push(Reverse((self.rank[node as usize], node)));
        }
    }

    /// What `from` holds, `to` holds, too.
    pub(super) fn add_edge(&mut self, from: NodeId, to: NodeId) {
        let (from, to) = (self.find(from), self.find(to));
        if from == to || !self.known_edges.insert((from, to)) {
            return;
        }
        self.edges_added += 1;
        self.nodes[from as usize].edges.push(to);
        if !self.nodes[from as usize].set.is_empty() {
            let set = std::mem::take(&mut self.nodes[from as usize].set);
            self.add_set(to, &set);
            self.nodes[from as usize].set = set;
        }
    }

    pub(super) fn add_shifted(&mut self, from: NodeId, to: NodeId, by: Shift) {
        match by {
            Shift::NONE => self.add_edge(from, to),
            _ => self.add_weighted(from, to, Weight::Shift(by)),
        }
    }

    /// The target holds less than a pointer.
    pub(super) fn add_narrow(&mut self, from: NodeId, to: NodeId) {
        let from = self.find(from);
        let pieces = match self.pieces.get(&from) {
            Some(&pieces) => pieces,
            None => {
                let pieces = self.new_node();
                self.pieces.insert(from, pieces);
                self.add_weighted(from, pieces, Weight::Narrow);
                pieces
            }
        };
        self.add_edge(pieces, to);
    }

    fn add_weighted(&mut self, from: NodeId, to: NodeId, weight: Weight) {
        let (from, to) = (self.find(from), self.find(to));
        if !self.known_weighted.insert((from, to, weight)) {
            return;
        }
        self.edges_added += 1;
        self.nodes[from as usize].weighted.push((to, weight));
        if !self.nodes[from as usize].set.is_empty() {
            let set = self.nodes[from as usize].set.clone();
            self.propagate_weighted(from, to, weight, &set);
        }
    }

    fn propagate_weighted(&mut self, from: NodeId, to: NodeId, weight: Weight, new: &SparseSet<LocId>) {
        let to = self.find(to);
        match weight {
            Weight::Narrow => {
                self.add_location(to, FROM_BITS);
                if new.iter().any(|loc| loc != FROM_BITS) {
                    self.add_shifted(from, EXPOSED, Shift::ANY);
                }
            }
            Weight::Shift(by) => {
                let again = self.find(from) == to;
                let moved: SparseSet<LocId> = new
                    .iter()
                    .map(|loc| if again { self.widened(loc, by) } else { self.shifted(loc, by) })
                    .collect();
                self.add_set(to, &moved);
            }
        }
    }

    pub(super) fn add_use(&mut self, node: NodeId, how: Use) {
        let node = self.find(node);
        self.nodes[node as usize].uses.push(how);
        if !self.nodes[node as usize].set.is_empty() {
            let set = self.nodes[node as usize].set.clone();
            if set.contains(FROM_BITS) {
                self.add_edge(EXPOSED, node);
            }
            set.iter().for_each(|loc| self.apply(how, loc));
        }
    }

    /// What a use does through a pointer to the location.
    pub(super) fn apply(&mut self, how: Use, loc: LocId) {
        if loc == FROM_BITS {
            // The node has an edge from `EXPOSED`.
            return;
        }
        match how {
            Use::Load { dst, .. } if loc == OUTSIDE => self.add_location(dst, OUTSIDE),
            Use::Load { dst, at, len, narrow } => {
                for (_, from) in self.cells(loc, at, len) {
                    match narrow {
                        true => self.add_narrow(from, dst),
                        false => self.add_edge(from, dst),
                    }
                }
            }
            Use::Store { src, .. } if loc == OUTSIDE => self.add_edge(src, ESCAPED),
            Use::Store { src, at, len } => {
                for (into, _) in self.cells(loc, at, len) {
                    self.add_edge(src, into);
                }
            }
            Use::CopyIn { block, at, size } => self.copy(block, loc, at, size, true),
            Use::CopyOut { block, at, size } => self.copy(block, loc, at, size, false),
            Use::Call(site) => {
                if loc == OUTSIDE {
                    // The caller treats the call as one that also leaves the program.
                    self.found_calls.push((site, OUTSIDE_CALLEE));
                } else if let ObjectKind::Function(func) = self.objects[self.locs[loc].object].kind {
                    self.found_calls.push((site, func));
                }
            }
            Use::Escape => self.escape(loc),
        }
    }

    fn copy(&mut self, block: ObjectId, loc: LocId, at: Shift, size: Option<u64>, inward: bool) {
        if loc == OUTSIDE {
            let (into, from) = self.any_cell(block);
            match inward {
                true => self.add_location(into, OUTSIDE),
                false => self.add_edge(from, ESCAPED),
            }
            return;
        }
        let Loc { object, at: place } = self.locs[loc];
        let start = combine(place, at);
        let word = self.word;
        let words = size.map(|size| size.div_ceil(word)).filter(|&words| words <= MAX_COPIED_WORDS);
        let aligned = start.stride.is_multiple_of(word)
            && start.offset.rem_euclid(word as i64) == 0
            && start.stride != 1;
        let connect = |graph: &mut Graph, block_key: Key, key: Key| {
            let (block_into, block_from) = graph.cell(block, block_key);
            let (into, from) = graph.cell(object, key);
            match inward {
                true => graph.add_edge(from, block_into),
                false => graph.add_edge(block_from, into),
            }
        };
        match words {
            Some(words) if aligned => {
                for k in 0..words {
                    let offset = start.offset.wrapping_add((k * word) as i64);
                    if start.stride == 0 && self.objects[object].size.is_some_and(|s| offset >= s as i64) {
                        break;
                    }
                    let (keys, count) = self.objects[object].keys(Shift { offset, ..start }, word, word);
                    for key in &keys[..count] {
                        connect(self, Key::word(k as i64), *key);
                    }
                }
            }
            _ => {
                // Without a size, everything of the object; an access that is not aligned mixes neighbours.
                connect(self, Key::ANY, Key::ANY);
            }
        }
    }

    /// Code outside the program may reach the object from now on.
    fn escape(&mut self, loc: LocId) {
        let object = self.locs[loc].object;
        if std::mem::replace(&mut self.objects[object].escaped, true) {
            return;
        }
        for known in std::mem::take(&mut self.objects[object].known) {
            self.escaped.insert(known);
        }
        match self.objects[object].kind {
            ObjectKind::Function(func) => self.found_escapes.push(func),
            ObjectKind::Label(..) => {}
            _ => {
                let (into, from) = self.any_cell(object);
                self.add_location(into, OUTSIDE);
                self.add_edge(from, ESCAPED);
            }
        }
    }

    // Solving

    /// Propagates until calls or escapes are found that the caller has to link, or there is nothing left (`false`).
    pub(super) fn run(&mut self) -> bool {
        loop {
            if self.edges_added * 8 > self.known_edges.len() {
                self.collapse_cycles();
            }
            while let Some(Reverse((_, node))) = self.queue.pop() {
                self.propagate(node);
            }
            if self.unused.is_empty() {
                return !self.found_calls.is_empty() || !self.found_escapes.is_empty();
            }
            for node in std::mem::take(&mut self.unused) {
                self.process_uses(node);
            }
        }
    }

    fn propagate(&mut self, node: NodeId) {
        let data = &mut self.nodes[node as usize];
        data.queued = false;
        if self.parent[node as usize] != node {
            return;
        }
        let new = std::mem::take(&mut data.new);
        if new.is_empty() {
            return;
        }
        if !data.uses.is_empty() {
            data.unused.union_with(&new);
            if !std::mem::replace(&mut data.has_unused, true) {
                self.unused.push(node);
            }
        }
        let edges = std::mem::take(&mut self.nodes[node as usize].edges);
        for &to in &edges {
            let to = self.find(to);
            if to != node {
                self.add_set(to, &new);
            }
        }
        debug_assert!(self.nodes[node as usize].edges.is_empty());
        self.nodes[node as usize].edges = edges;
        // Narrow edges may add edges of this node.
        for i in 0..self.nodes[node as usize].weighted.len() {
            let (to, weight) = self.nodes[node as usize].weighted[i];
            self.propagate_weighted(node, to, weight, &new);
        }
    }

    fn process_uses(&mut self, node: NodeId) {
        let data = &mut self.nodes[node as usize];
        data.has_unused = false;
        let unused = std::mem::take(&mut data.unused);
        if self.parent[node as usize] != node {
            // Its uses are the representative's, which sees everything again.
            return;
        }
        if unused.contains(FROM_BITS) {
            self.add_edge(EXPOSED, node);
        }
        // Uses that are added meanwhile are applied to the whole set by `add_use`.
        let count = self.nodes[node as usize].uses.len();
        for i in 0..count {
            let Some(&how) = self.nodes[node as usize].uses.get(i) else { break };
            for loc in unused.iter() {
                self.apply(how, loc);
            }
        }
    }

    /// Makes the nodes one.
    fn unify(&mut self, nodes: &[NodeId]) {
        let Some((&first, rest)) = nodes.split_first() else { return };
        let keep = self.find(first);
        let mut merged = false;
        for &node in rest {
            let gone = self.find(node);
            if gone == keep {
                continue;
            }
            merged = true;
            self.parent[gone as usize] = keep;
            let gone = std::mem::take(&mut self.nodes[gone as usize]);
            let data = &mut self.nodes[keep as usize];
            data.edges.extend(gone.edges);
            data.weighted.extend(gone.weighted);
            data.uses.extend(gone.uses);
            data.set.union_with(&gone.set);
            data.saturated |= gone.saturated;
        }
        let data = &mut self.nodes[keep as usize];
        if merged && !data.set.is_empty() {
            // Successors and uses of one have not seen what the others held.
            data.new = data.set.clone();
            if data.saturated || data.set.len() > MAX_SET {
                self.saturate(keep);
            }
            self.enqueue(keep);
        }
    }

    fn collapse_cycles(&mut self) {
        self.edges_added = 0;
        let len = self.nodes.len();
        let mut starts = Vec::with_capacity(len + 1);
        let mut targets: Vec<NodeId> = Vec::new();
        for node in 0..len as NodeId {
            starts.push(targets.len() as u32);
            if self.parent[node as usize] != node {
                continue;
            }
            let mut edges = std::mem::take(&mut self.nodes[node as usize].edges);
            for to in &mut edges {
                *to = self.find(*to);
            }
            edges.sort_unstable();
            edges.dedup();
            edges.retain(|&to| to != node);
            targets.extend_from_slice(&edges);
            self.nodes[node as usize].edges = edges;
            let mut weighted = std::mem::take(&mut self.nodes[node as usize].weighted);
            for (to, weight) in &mut weighted {
                *to = self.find(*to);
                if matches!(weight, Weight::Shift(_)) {
                    targets.push(*to);
                }
            }
            self.nodes[node as usize].weighted = weighted;
        }
        starts.push(targets.len() as u32);
        let successors =
            |node: u32| &targets[starts[node as usize] as usize..starts[node as usize + 1] as usize];
        let found = components(len, successors);
        for component in 0..found.len() {
            self.unify(found.members(component));
        }
        let last = found.len() as u32;
        for node in 0..len {
            // Components are numbered successors first.
            self.rank[node] = last - found.of[node];
        }
        let waiting: Vec<NodeId> = self.queue.drain().map(|Reverse((_, node))| node).collect();
        self.queue.extend(waiting.into_iter().map(|node| Reverse((self.rank[node as usize], node))));
    }
}

/// Instead of a function: the call leaves the program.
pub(super) const OUTSIDE_CALLEE: FuncId = FuncId::from_raw(u32::MAX);

pub(super) fn combine(at: Shift, by: Shift) -> Shift {
    match at.offset.checked_add(by.offset) {
        Some(offset) if offset.unsigned_abs() < 1 << 48 => {
            Shift { offset, stride: gcd(at.stride, by.stride) }
        }
        _ => Shift::ANY,
    }
}

pub(super) fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
