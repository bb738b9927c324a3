//! Dominators, by Lengauer and Tarjan's algorithm with path compression.
//!
//! The simpler iterative algorithm of Cooper, Harvey and Kennedy is quadratic on what C programmers write every day: a
//! long function in which every step may `goto` the same exit.

use crate::cfg::Cfg;
use crate::syntax::BlockId;
use base::Idx;

#[derive(Clone, Debug)]
pub struct Dominators {
    /// `u32::MAX` for the entry and for unreachable blocks.
    immediate: Vec<u32>,
    /// Times at which a walk of the dominator tree enters and leaves each block; `enter` is 0 for unreachable blocks.
    enter: Vec<u32>,
    leave: Vec<u32>,
    depth: Vec<u32>,
}

const NONE: u32 = u32::MAX;

/// The forest of the algorithm, over depth-first numbers.
struct Forest {
    ancestor: Vec<u32>,
    label: Vec<u32>,
    semi: Vec<u32>,
    path: Vec<u32>,
}

impl Forest {
    /// The node of minimal semidominator on the path from the root of `v`'s tree (exclusive) down to `v`.
    fn eval(&mut self, v: u32) -> u32 {
        if self.ancestor[v as usize] == NONE {
            return v;
        }
        let mut node = v;
        while self.ancestor[self.ancestor[node as usize] as usize] != NONE {
            self.path.push(node);
            node = self.ancestor[node as usize];
        }
        while let Some(below) = self.path.pop() {
            let above = self.ancestor[below as usize];
            let (best_above, best) = (self.label[above as usize], self.label[below as usize]);
            if self.semi[best_above as usize] < self.semi[best as usize] {
                self.label[below as usize] = best_above;
            }
            self.ancestor[below as usize] = self.ancestor[above as usize];
        }
        self.label[v as usize]
    }
}

impl Dominators {
    pub fn new(cfg: &Cfg) -> Dominators {
        let len = cfg.len();
        let mut immediate = vec![NONE; len];
        if len == 0 {
            return Dominators { immediate, enter: Vec::new(), leave: Vec::new(), depth: Vec::new() };
        }
        let (vertex, number, parent) = depth_first_tree(cfg);
        let count = vertex.len();
        let mut forest = Forest {
            ancestor: vec![NONE; count],
            label: (0..count as u32).collect(),
            semi: (0..count as u32).collect(),
            path: Vec::new(),
        };
        let mut idom = vec![0u32; count];
        // Buckets as linked lists: the nodes whose semidominator is the list's owner.
        let mut bucket = vec![NONE; count];
        let mut next_in_bucket = vec![NONE; count];
        for w in (1..count as u32).rev() {
            for &pred in cfg.predecessors(vertex[w as usize]) {
                let v = number[pred.index()];
                if v != NONE {
                    let u = forest.eval(v);
                    let semi = forest.semi[u as usize];
                    if semi < forest.semi[w as usize] {
                        forest.semi[w as usize] = semi;
                    }
                }
            }
            let semi = forest.semi[w as usize] as usize;
            next_in_bucket[w as usize] = bucket[semi];
            bucket[semi] = w;
            let above = parent[w as usize];
            forest.ancestor[w as usize] = above;
            let mut v = std::mem::replace(&mut bucket[above as usize], NONE);
            while v != NONE {
                let u = forest.eval(v);
                let earlier = forest.semi[u as usize] < forest.semi[v as usize];
                idom[v as usize] = if earlier { u } else { above };
                v = next_in_bucket[v as usize];
            }
        }
        for w in 1..count {
            if idom[w] != forest.semi[w] {
                idom[w] = idom[idom[w] as usize];
            }
            immediate[vertex[w].index()] = vertex[idom[w] as usize].raw();
        }
        let (enter, leave, depth) = number_tree(cfg, &immediate);
        Dominators { immediate, enter, leave, depth }
    }

    /// The immediate dominator; `None` for the entry and for unreachable blocks.
    #[inline]
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        match self.immediate[block.index()] {
            NONE => None,
            raw => Some(BlockId::from_raw(raw)),
        }
    }

    /// Whether every path from the entry to `below` goes through `above` (a block dominates itself).
    /// Unreachable blocks neither dominate nor are dominated.
    #[inline]
    pub fn dominates(&self, above: BlockId, below: BlockId) -> bool {
        let (above, below) = (above.index(), below.index());
        self.enter[above] != 0
            && self.enter[below] != 0
            && self.enter[above] <= self.enter[below]
            && self.leave[below] <= self.leave[above]
    }

    /// How many blocks strictly dominate this one; 0 for the entry and for unreachable blocks.
    pub fn depth(&self, block: BlockId) -> u32 {
        self.depth[block.index()]
    }

    /// The blocks whose immediate dominator is the index: all lists at once, each in reverse postorder.
    pub fn children(&self, cfg: &Cfg) -> Vec<Vec<BlockId>> {
        let mut children = vec![Vec::new(); self.immediate.len()];
        for &block in cfg.reverse_postorder() {
            if let Some(above) = self.immediate(block) {
                children[above.index()].push(block);
            }
        }
        children
    }
}

/// Blocks by depth-first number, the number of each block (or `NONE`), and each number's parent number.
fn depth_first_tree(cfg: &Cfg) -> (Vec<BlockId>, Vec<u32>, Vec<u32>) {
    let mut vertex = Vec::new();
    let mut number = vec![NONE; cfg.len()];
    let mut parent = Vec::new();
    let mut stack = vec![(cfg.entry(), NONE)];
    while let Some((block, from)) = stack.pop() {
        if number[block.index()] != NONE {
            continue;
        }
        let own = vertex.len() as u32;
        number[block.index()] = own;
        vertex.push(block);
        parent.push(from);
        stack.extend(
            cfg.successors(block).iter().filter(|next| number[next.index()] == NONE).map(|&next| (next, own)),
        );
    }
    (vertex, number, parent)
}

/// Entry and exit times of a walk of the tree, and depths, without a walk: subtree sizes from the bottom up, then places
/// from the top down. Reverse postorder puts a dominator before what it dominates.
fn number_tree(cfg: &Cfg, immediate: &[u32]) -> (Vec<u32>, Vec<u32>, Vec<u32>) {
    let order = cfg.reverse_postorder();
    let mut size = vec![1u32; immediate.len()];
    for block in order.iter().rev() {
        let above = immediate[block.index()];
        if above != NONE {
            size[above as usize] += size[block.index()];
        }
    }
    let mut enter = vec![0u32; immediate.len()];
    let mut leave = vec![0u32; immediate.len()];
    let mut depth = vec![0u32; immediate.len()];
    // The place of the next child of each block.
    let mut next = vec![0u32; immediate.len()];
    for block in order.iter().map(|block| block.index()) {
        let above = immediate[block];
        if above == NONE {
            enter[block] = 1;
        } else {
            let above = above as usize;
            enter[block] = next[above];
            next[above] += size[block];
            depth[block] = depth[above] + 1;
        }
        leave[block] = enter[block] + size[block] - 1;
        next[block] = enter[block] + 1;
    }
    (enter, leave, depth)
}
