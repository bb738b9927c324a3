//! The control-flow graph of a body: predecessors, successors and reverse postorder.

use crate::syntax::{BlockId, Body};
use base::Idx;

/// Edges are kept once each, however many switch cases share them. Blocks that the entry does not reach have edges,
/// but no place in the reverse postorder.
#[derive(Clone, Debug)]
pub struct Cfg {
    successors: Adjacency,
    predecessors: Adjacency,
    order: Vec<BlockId>,
    /// Index into `order`, or `u32::MAX` for unreachable blocks.
    position: Vec<u32>,
}

/// Lists of neighbours, one after the other in one vector.
#[derive(Clone, Debug)]
struct Adjacency {
    /// The neighbours of block `i` are `targets[starts[i]..starts[i + 1]]`.
    starts: Vec<u32>,
    targets: Vec<BlockId>,
}

impl Adjacency {
    fn of(&self, block: BlockId) -> &[BlockId] {
        let index = block.index();
        &self.targets[self.starts[index] as usize..self.starts[index + 1] as usize]
    }

    fn reversed(&self) -> Adjacency {
        let len = self.starts.len() - 1;
        let mut starts = vec![0u32; len + 1];
        for target in &self.targets {
            starts[target.index() + 1] += 1;
        }
        for i in 0..len {
            starts[i + 1] += starts[i];
        }
        let mut next = starts.clone();
        let mut targets = vec![BlockId::from_raw(0); self.targets.len()];
        for source in (0..len).map(BlockId::new) {
            for target in self.of(source) {
                targets[next[target.index()] as usize] = source;
                next[target.index()] += 1;
            }
        }
        Adjacency { starts, targets }
    }
}

impl Cfg {
    pub fn new(body: &Body) -> Cfg {
        Cfg::from_successors(body.blocks.len(), |block| body.blocks[block].terminator.kind.successors())
    }

    /// The graph of `len` nodes with the given successors; node 0 is the entry. Edges to nodes beyond `len` are left out.
    pub fn from_successors<I>(len: usize, mut successors_of: impl FnMut(BlockId) -> I) -> Cfg
    where
        I: Iterator<Item = BlockId>,
    {
        let mut starts = Vec::with_capacity(len + 1);
        let mut targets = Vec::with_capacity(len * 2);
        // `seen_from[t] == s + 1` when the edge from s to t is already there.
        let mut seen_from = vec![0u32; len];
        starts.push(0);
        for source in (0..len).map(BlockId::new) {
            for target in successors_of(source) {
                if target.index() < len && seen_from[target.index()] != source.raw() + 1 {
                    seen_from[target.index()] = source.raw() + 1;
                    targets.push(target);
                }
            }
            starts.push(targets.len() as u32);
        }
        let successors = Adjacency { starts, targets };
        let predecessors = successors.reversed();
        let order = reverse_postorder(len, &successors);
        let mut position = vec![u32::MAX; len];
        for (i, block) in order.iter().enumerate() {
            position[block.index()] = i as u32;
        }
        Cfg { successors, predecessors, order, position }
    }

    /// How many blocks there are, reachable or not.
    pub fn len(&self) -> usize {
        self.position.len()
    }

    pub fn is_empty(&self) -> bool {
        self.position.is_empty()
    }

    pub fn entry(&self) -> BlockId {
        BlockId::from_raw(0)
    }

    /// In the order the terminator names them, each once.
    #[inline]
    pub fn successors(&self, block: BlockId) -> &[BlockId] {
        self.successors.of(block)
    }

    /// Sorted, each once; unreachable blocks are among them.
    #[inline]
    pub fn predecessors(&self, block: BlockId) -> &[BlockId] {
        self.predecessors.of(block)
    }

    /// The reachable blocks so that, but for the edges that close loops, every block comes before its successors. The
    /// first successor of a block comes before the second, where there is a choice.
    pub fn reverse_postorder(&self) -> &[BlockId] {
        &self.order
    }

    /// The place of a block in the reverse postorder, if it is reachable.
    #[inline]
    pub fn position(&self, block: BlockId) -> Option<usize> {
        match self.position[block.index()] {
            u32::MAX => None,
            position => Some(position as usize),
        }
    }

    #[inline]
    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.position[block.index()] != u32::MAX
    }
}

fn reverse_postorder(len: usize, successors: &Adjacency) -> Vec<BlockId> {
    let mut order = Vec::with_capacity(len);
    if len == 0 {
        return order;
    }
    let mut visited = vec![false; len];
    // A block and how many of its successors are still to be visited; the last come first, see `reverse_postorder` above.
    let mut stack = Vec::new();
    let entry = BlockId::from_raw(0);
    visited[0] = true;
    stack.push((entry, successors.of(entry).len()));
    while let Some((block, remaining)) = stack.last_mut() {
        if *remaining == 0 {
            order.push(*block);
            stack.pop();
            continue;
        }
        *remaining -= 1;
        let next = successors.of(*block)[*remaining];
        if !visited[next.index()] {
            visited[next.index()] = true;
            stack.push((next, successors.of(next).len()));
        }
    }
    order.reverse();
    order
}
