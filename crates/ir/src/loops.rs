//! Loops and how they nest, including irreducible ones (entered at more than one block).
//!
//! The algorithm is Havlak's in Ramalingam's almost linear form: loops are found from the inside out by walking
//! backwards from the edges that close them, and the edges that could make a loop irreducible are looked at only
//! where their ends meet in the depth-first tree. Heads are exactly the targets of the edges that go backwards in
//! [`Cfg::reverse_postorder`], so every cycle of the graph contains a head.

use crate::cfg::Cfg;
use crate::syntax::BlockId;
use base::{Idx, IndexVec, define_id};

define_id!(
    /// A loop of one function.
    pub struct LoopId, "loop"
);

#[derive(Clone, Debug)]
pub struct Loop {
    pub head: BlockId,
    pub parent: Option<LoopId>,
    /// 1 for outermost loops.
    pub depth: u32,
    /// Control may enter the loop at other blocks than the head.
    pub irreducible: bool,
    /// The blocks in the loop with an edge to the head.
    pub latches: Vec<BlockId>,
    /// The range of `LoopForest::members` that is the loop's.
    first: u32,
    end: u32,
}

#[derive(Clone, Debug)]
pub struct LoopForest {
    /// An outer loop comes before the loops it contains.
    loops: IndexVec<LoopId, Loop>,
    /// `u32::MAX` if the block is in no loop. A head is in its own loop.
    innermost: Vec<u32>,
    /// The blocks that are in loops, so that the blocks of each loop are next to each other, the head first.
    members: Vec<BlockId>,
    /// Where each block is in `members`.
    member_index: Vec<u32>,
}

const NONE: u32 = u32::MAX;

/// Union-find with path halving, where `union` makes the second argument the representative.
struct Merged(Vec<u32>);

impl Merged {
    fn new(len: usize) -> Merged {
        Merged((0..len as u32).collect())
    }

    fn find(&mut self, mut x: u32) -> u32 {
        while self.0[x as usize] != x {
            let grandparent = self.0[self.0[x as usize] as usize];
            self.0[x as usize] = grandparent;
            x = grandparent;
        }
        x
    }

    fn union(&mut self, x: u32, into: u32) {
        let (x, into) = (self.find(x), self.find(into));
        self.0[x as usize] = into;
    }
}

/// A depth-first walk, in preorder numbers.
struct Walk {
    vertex: Vec<BlockId>,
    /// The block that each number was first reached from.
    parent: Vec<u32>,
    /// (source, target) where the target is an ancestor of the source, or the source itself.
    retreating: Vec<(u32, u32)>,
    /// (meeting point, source, target) for edges that are neither of the tree nor retreating; the meeting point is the
    /// lowest common ancestor of source and target.
    others: Vec<(u32, u32, u32)>,
}

fn walk(cfg: &Cfg) -> Walk {
    let len = cfg.len();
    let mut result =
        Walk { vertex: Vec::new(), parent: Vec::new(), retreating: Vec::new(), others: Vec::new() };
    if len == 0 {
        return result;
    }
    let mut number = vec![NONE; len];
    let mut finished = vec![false; len];
    // Finished subtrees are merged into their parent: the representative of a finished node is its lowest
    // unfinished ancestor, which is where an edge to it from the current node meets the current path.
    let mut merged = Merged::new(len);
    // (own number, successors still to visit). The last come first, as in `Cfg`: retreating edges are exactly those that
    // go backwards in its reverse postorder.
    let mut stack: Vec<(u32, usize)> = Vec::new();
    let enter = |block: BlockId, parent: u32, result: &mut Walk, number: &mut Vec<u32>| {
        let own = result.vertex.len() as u32;
        number[block.index()] = own;
        result.vertex.push(block);
        result.parent.push(parent);
        (own, cfg.successors(block).len())
    };
    stack.push(enter(cfg.entry(), NONE, &mut result, &mut number));
    while let Some((own, remaining)) = stack.last_mut() {
        let own = *own;
        if *remaining == 0 {
            finished[own as usize] = true;
            stack.pop();
            if let Some(&(above, _)) = stack.last() {
                merged.union(own, above);
            }
            continue;
        }
        *remaining -= 1;
        let target = cfg.successors(result.vertex[own as usize])[*remaining];
        let target_number = number[target.index()];
        if target_number == NONE {
            let entered = enter(target, own, &mut result, &mut number);
            stack.push(entered);
        } else if finished[target_number as usize] {
            result.others.push((merged.find(target_number), own, target_number));
        } else {
            result.retreating.push((own, target_number));
        }
    }
    result
}

/// Lists by key in one vector each: `next[i]` continues the list of `first[key]`.
struct Lists {
    first: Vec<u32>,
    next: Vec<u32>,
    value: Vec<u32>,
}

impl Lists {
    fn new(keys: usize) -> Lists {
        Lists { first: vec![NONE; keys], next: Vec::new(), value: Vec::new() }
    }

    fn add(&mut self, key: u32, value: u32) {
        self.next.push(self.first[key as usize]);
        self.value.push(value);
        self.first[key as usize] = self.next.len() as u32 - 1;
    }

    fn iter(&self, key: u32) -> impl Iterator<Item = u32> + '_ {
        let mut at = self.first[key as usize];
        std::iter::from_fn(move || {
            if at == NONE {
                return None;
            }
            let value = self.value[at as usize];
            at = self.next[at as usize];
            Some(value)
        })
    }
}

impl LoopForest {
    pub fn new(cfg: &Cfg) -> LoopForest {
        let walk = walk(cfg);
        let count = walk.vertex.len();
        let mut retreating = Lists::new(count);
        for &(source, head) in &walk.retreating {
            retreating.add(head, source);
        }
        let mut meeting = Lists::new(count);
        for (i, &(meet, _, _)) in walk.others.iter().enumerate() {
            meeting.add(meet, i as u32);
        }
        // Predecessors by the edges seen so far: tree edges from the start, the others once their meeting point is
        // reached. Both ends are representatives of collapsed loops at the time.
        let mut preds = Lists::new(count);
        for (node, &parent) in walk.parent.iter().enumerate().skip(1) {
            preds.add(node as u32, parent);
        }
        let mut collapsed = Merged::new(count);
        // A shortcut over irreducible heads that are already marked.
        let mut marked = Merged::new(count);
        // The head of the innermost loop that strictly contains the node (for a head: the next outer one).
        let mut loop_parent = vec![NONE; count];
        let mut is_head = vec![false; count];
        let mut irreducible = vec![false; count];
        // `in_body[x] == head + 1` while the loop of `head` is collected.
        let mut in_body = vec![0u32; count];
        let mut body = Vec::new();
        for head in (0..count as u32).rev() {
            let arriving: Vec<u32> = meeting.iter(head).collect();
            for edge in arriving {
                let (_, source, target) = walk.others[edge as usize];
                let (from, to) = (collapsed.find(source), collapsed.find(target));
                preds.add(to, from);
                // The edge enters every loop found so far around the target, and none of them contains the source;
                // it is harmless only where the target is the head.
                let mut around = loop_parent[target as usize];
                while around != NONE {
                    let outer = marked.find(around);
                    irreducible[outer as usize] = true;
                    around = loop_parent[outer as usize];
                    if around != NONE {
                        marked.union(outer, around);
                    }
                }
            }
            let mut closes = false;
            body.clear();
            for source in retreating.iter(head) {
                closes = true;
                let source = collapsed.find(source);
                if source != head && in_body[source as usize] != head + 1 {
                    in_body[source as usize] = head + 1;
                    body.push(source);
                }
            }
            if !closes {
                continue;
            }
            is_head[head as usize] = true;
            let mut done = 0;
            while done < body.len() {
                let node = body[done];
                done += 1;
                for pred in preds.iter(node) {
                    let pred = collapsed.find(pred);
                    if pred != head && in_body[pred as usize] != head + 1 {
                        in_body[pred as usize] = head + 1;
                        body.push(pred);
                    }
                }
            }
            for &node in &body {
                loop_parent[node as usize] = head;
                collapsed.union(node, head);
            }
        }
        assemble(cfg, &walk, &loop_parent, &is_head, &irreducible)
    }

    pub fn loops(&self) -> &IndexVec<LoopId, Loop> {
        &self.loops
    }

    /// The innermost loop that contains the block; for a head, its own loop.
    #[inline]
    pub fn innermost(&self, block: BlockId) -> Option<LoopId> {
        match self.innermost[block.index()] {
            NONE => None,
            raw => Some(LoopId::from_raw(raw)),
        }
    }

    #[inline]
    pub fn is_head(&self, block: BlockId) -> bool {
        self.innermost(block).is_some_and(|id| self.loops[id].head == block)
    }

    /// The blocks of the loop, those of inner loops included, the head first.
    pub fn blocks(&self, id: LoopId) -> &[BlockId] {
        let range = &self.loops[id];
        &self.members[range.first as usize..range.end as usize]
    }

    #[inline]
    pub fn contains(&self, id: LoopId, block: BlockId) -> bool {
        let (range, index) = (&self.loops[id], self.member_index[block.index()]);
        range.first <= index && index < range.end
    }

    /// Where control may enter the loop: the head first, then (for irreducible loops) the others.
    pub fn entries(&self, cfg: &Cfg, id: LoopId) -> Vec<BlockId> {
        let head = self.loops[id].head;
        let mut entries = vec![head];
        if self.loops[id].irreducible {
            let entered = |block: &BlockId| {
                *block != head
                    && cfg
                        .predecessors(*block)
                        .iter()
                        .any(|&pred| cfg.is_reachable(pred) && !self.contains(id, pred))
            };
            entries.extend(self.blocks(id).iter().copied().filter(entered));
        }
        entries
    }
}

/// Turns heads and parents, in preorder numbers, into the forest. A head's number is smaller than those of its loop's
/// blocks, so going through the numbers in order meets outer loops before inner ones.
fn assemble(
    cfg: &Cfg,
    walk: &Walk,
    loop_parent: &[u32],
    is_head: &[bool],
    irreducible: &[bool],
) -> LoopForest {
    let count = walk.vertex.len();
    let mut loops: IndexVec<LoopId, Loop> = IndexVec::new();
    let mut loop_of_head = vec![NONE; count];
    let mut innermost = vec![NONE; cfg.len()];
    let mut own_blocks: Vec<u32> = Vec::new();
    for node in 0..count {
        let outer = loop_parent[node];
        let mut containing = if outer == NONE { NONE } else { loop_of_head[outer as usize] };
        if is_head[node] {
            let parent = (containing != NONE).then(|| LoopId::from_raw(containing));
            let id = loops.push(Loop {
                head: walk.vertex[node],
                parent,
                depth: parent.map_or(1, |parent| loops[parent].depth + 1),
                irreducible: irreducible[node],
                latches: Vec::new(),
                first: 0,
                end: 0,
            });
            loop_of_head[node] = id.raw();
            containing = id.raw();
            own_blocks.push(0);
        }
        innermost[walk.vertex[node].index()] = containing;
        if containing != NONE {
            own_blocks[containing as usize] += 1;
        }
    }
    for &(source, head) in &walk.retreating {
        let id = LoopId::from_raw(loop_of_head[head as usize]);
        loops[id].latches.push(walk.vertex[source as usize]);
    }
    // Sizes from the inside out, then places from the outside in: own blocks first, then the inner loops.
    let mut total = own_blocks.clone();
    for id in loops.ids().rev() {
        loops[id].latches.sort_unstable();
        if let Some(parent) = loops[id].parent {
            total[parent.index()] += total[id.index()];
        }
    }
    let mut next_child = vec![0u32; loops.len()];
    let mut next_own = vec![0u32; loops.len()];
    let mut top = 0u32;
    for id in loops.ids() {
        let first = match loops[id].parent {
            None => {
                let first = top;
                top += total[id.index()];
                first
            }
            Some(parent) => {
                let first = next_child[parent.index()];
                next_child[parent.index()] += total[id.index()];
                first
            }
        };
        loops[id].first = first;
        loops[id].end = first + total[id.index()];
        next_own[id.index()] = first;
        next_child[id.index()] = first + own_blocks[id.index()];
    }
    let mut members = vec![BlockId::from_raw(0); top as usize];
    let mut member_index = vec![NONE; cfg.len()];
    for &block in &walk.vertex {
        let own = innermost[block.index()];
        if own != NONE {
            let place = next_own[own as usize];
            next_own[own as usize] += 1;
            members[place as usize] = block;
            member_index[block.index()] = place;
        }
    }
    LoopForest { loops, innermost, members, member_index }
}
