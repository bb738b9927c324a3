//! Registers in static single assignment form.
//!
//! Pruned: a block has a phi for a register only where its content may still be read. Phis are placed at iterated dominance
//! frontiers, found as Sreedhar and Gao do (A linear time algorithm for placing phi-nodes, POPL 1995): one walk of dominator
//! subtrees per register that needs any, from the deepest definition up. Names are then given by one walk of the dominator tree.

use crate::FunctionFacts;
use base::{Idx, IndexVec, define_id};
use ir::{BlockId, LocalId, StatementKind};
use std::collections::BinaryHeap;

define_id!(
    /// A value of a register: one definition of it.
    pub struct ValueId, "v"
);

/// Where a value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Definition {
    /// The content on entry: an argument for parameters, else indeterminate.
    Entry,
    /// The statement of the block writes it, or makes it indeterminate (`StorageLive`, `StorageDead`).
    Statement(BlockId, u32),
    /// The result of the call that ends the block.
    Call(BlockId),
    /// One of several values, by where control comes from.
    Phi(BlockId),
}

/// Blocks that are not reachable have no values.
#[derive(Debug)]
pub struct Ssa {
    definitions: IndexVec<ValueId, Definition>,
    locals: IndexVec<ValueId, LocalId>,
    /// The phis of block `b` are the values `phis[b]..phis[b + 1]`.
    phis: Vec<u32>,
    /// The arguments of phi `i` (phis are the first values) begin at `arguments_of[i]`, one for each predecessor.
    arguments_of: Vec<u32>,
    arguments: Vec<ValueId>,
    /// For every block: where its instructions begin in `uses_of` and `defined`.
    blocks: Vec<u32>,
    uses_of: Vec<u32>,
    /// For every instruction, the values that it reads, in the order of `for_each_use`.
    uses: Vec<ValueId>,
    /// For every instruction, the value that it defines, or `NONE`.
    defined: Vec<u32>,
    /// For every local, the value on entry if it may be read, or `NONE`.
    entry: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl Ssa {
    pub(crate) fn new(function: FunctionFacts<'_>) -> Ssa {
        let (body, cfg) = (function.body(), function.cfg());
        let placed = place_phis(function);
        let mut ssa = Ssa {
            definitions: IndexVec::new(),
            locals: IndexVec::new(),
            phis: Vec::with_capacity(body.blocks.len() + 1),
            arguments_of: Vec::new(),
            arguments: Vec::new(),
            blocks: Vec::with_capacity(body.blocks.len() + 1),
            uses_of: vec![0],
            uses: Vec::new(),
            defined: Vec::new(),
            entry: vec![NONE; body.locals.len()],
        };
        // Phis come first, by blocks.
        let mut at = 0;
        let undefined = ValueId::from_raw(NONE);
        for block in body.blocks.ids() {
            ssa.phis.push(ssa.definitions.len() as u32);
            while let Some(&(_, local)) = placed.get(at).filter(|(b, _)| *b == block) {
                at += 1;
                ssa.definitions.push(Definition::Phi(block));
                ssa.locals.push(local);
                ssa.arguments_of.push(ssa.arguments.len() as u32);
                ssa.arguments.resize(ssa.arguments.len() + cfg.predecessors(block).len(), undefined);
            }
        }
        ssa.phis.push(ssa.definitions.len() as u32);
        ssa.arguments_of.push(ssa.arguments.len() as u32);
        let mut instructions = 0;
        for data in &body.blocks {
            ssa.blocks.push(instructions);
            instructions += data.statements.len() as u32 + 1;
        }
        ssa.defined = vec![NONE; instructions as usize];
        ssa.rename(function, instructions as usize);
        ssa
    }

    fn value(&mut self, local: LocalId, definition: Definition) -> ValueId {
        self.locals.push(local);
        self.definitions.push(definition)
    }

    fn rename(&mut self, function: FunctionFacts<'_>, instructions: usize) {
        let (body, cfg) = (function.body(), function.cfg());
        // Uses are found in the order of the walk, and put in that of the instructions at the end.
        let mut found: Vec<(u32, ValueId)> = Vec::new();
        let mut current = vec![NONE; body.locals.len()];
        // What each block on the path overwrote.
        let mut undo: Vec<(LocalId, u32)> = Vec::new();
        let children = function.dominators().children(cfg);
        let mut walk: Vec<(BlockId, usize, usize)> = Vec::new();
        if !body.blocks.is_empty() {
            walk.push((cfg.entry(), usize::MAX, 0));
        }
        while let Some((block, next, mark)) = walk.last_mut() {
            let block = *block;
            if *next == usize::MAX {
                *next = 0;
                *mark = undo.len();
                self.rename_block(function, block, &mut current, &mut undo, &mut found);
            } else if let Some(&child) = children[block.index()].get(*next) {
                *next += 1;
                walk.push((child, usize::MAX, 0));
            } else {
                for (local, before) in undo.drain(*mark..).rev() {
                    current[local.index()] = before;
                }
                walk.pop();
            }
        }
        let mut starts = vec![0u32; instructions + 1];
        for (at, _) in &found {
            starts[*at as usize + 1] += 1;
        }
        for at in 0..instructions {
            starts[at + 1] += starts[at];
        }
        let mut place = starts.clone();
        self.uses = vec![ValueId::from_raw(NONE); found.len()];
        for (at, value) in found {
            self.uses[place[at as usize] as usize] = value;
            place[at as usize] += 1;
        }
        self.uses_of = starts;
    }

    fn rename_block(
        &mut self,
        function: FunctionFacts<'_>,
        block: BlockId,
        current: &mut [u32],
        undo: &mut Vec<(LocalId, u32)>,
        found: &mut Vec<(u32, ValueId)>,
    ) {
        let (body, cfg) = (function.body(), function.cfg());
        let data = &body.blocks[block];
        for raw in self.phis[block.index()]..self.phis[block.index() + 1] {
            let local = self.locals[ValueId::from_raw(raw)];
            undo.push((local, std::mem::replace(&mut current[local.index()], raw)));
        }
        let first = self.blocks[block.index()];
        for index in 0..=data.statements.len() {
            let at = first + index as u32;
            let mut read = |local: LocalId| found.push((at, self.read(local, current)));
            let written = match data.statements.get(index) {
                Some(statement) => {
                    statement.kind.for_each_use(&mut read);
                    match statement.kind {
                        StatementKind::StorageLive(local) | StatementKind::StorageDead(local) => Some(local),
                        _ => statement.kind.def(),
                    }
                }
                None => {
                    data.terminator.kind.for_each_use(&mut read);
                    data.terminator.kind.def()
                }
            };
            if let Some(local) = written.filter(|&local| body.locals[local].register) {
                let definition = match index < data.statements.len() {
                    true => Definition::Statement(block, index as u32),
                    false => Definition::Call(block),
                };
                let value = self.value(local, definition);
                self.defined[at as usize] = value.raw();
                undo.push((local, std::mem::replace(&mut current[local.index()], value.raw())));
            }
        }
        for &next in cfg.successors(block) {
            let Ok(edge) = cfg.predecessors(next).binary_search(&block) else { continue };
            for phi in self.phis[next.index()]..self.phis[next.index() + 1] {
                let local = self.locals[ValueId::from_raw(phi)];
                let place = self.arguments_of[phi as usize] as usize + edge;
                self.arguments[place] = self.read(local, current);
            }
        }
    }

    /// The value of a register now. One that was not written is what it was on entry, which holds on all paths: the entry
    /// dominates everything.
    fn read(&mut self, local: LocalId, current: &[u32]) -> ValueId {
        if current[local.index()] != NONE {
            return ValueId::from_raw(current[local.index()]);
        }
        if self.entry[local.index()] == NONE {
            self.entry[local.index()] = self.value(local, Definition::Entry).raw();
        }
        ValueId::from_raw(self.entry[local.index()])
    }

    /// What a register holds on entry, if it may be read.
    pub fn on_entry(&self, local: LocalId) -> Option<ValueId> {
        let raw = self.entry[local.index()];
        (raw != NONE).then(|| ValueId::from_raw(raw))
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        self.definitions.len()
    }

    pub fn is_empty(&self) -> bool {
        self.definitions.is_empty()
    }

    pub fn values(&self) -> impl ExactSizeIterator<Item = ValueId> + use<> {
        self.definitions.ids()
    }

    pub fn definition(&self, value: ValueId) -> Definition {
        self.definitions[value]
    }

    /// The register that the value is one of.
    pub fn local(&self, value: ValueId) -> LocalId {
        self.locals[value]
    }

    pub fn phis(&self, block: BlockId) -> impl ExactSizeIterator<Item = ValueId> + use<> {
        (self.phis[block.index()] as usize..self.phis[block.index() + 1] as usize).map(ValueId::new)
    }

    /// The values that a phi may be, one for each predecessor of its block; `None` for predecessors that are not reachable.
    pub fn arguments(&self, phi: ValueId) -> impl ExactSizeIterator<Item = Option<ValueId>> + '_ {
        let range = match self.definitions[phi] {
            Definition::Phi(_) => self.arguments_of[phi.index()]..self.arguments_of[phi.index() + 1],
            _ => 0..0,
        };
        let arguments = &self.arguments[range.start as usize..range.end as usize];
        arguments.iter().map(|&value| (value.raw() != NONE).then_some(value))
    }

    /// The values that the instruction reads, in the order of `for_each_use`.
    pub fn uses(&self, block: BlockId, index: usize) -> &[ValueId] {
        let at = self.blocks[block.index()] as usize + index;
        &self.uses[self.uses_of[at] as usize..self.uses_of[at + 1] as usize]
    }

    /// The value that the instruction defines.
    pub fn defined(&self, block: BlockId, index: usize) -> Option<ValueId> {
        let raw = self.defined[self.blocks[block.index()] as usize + index];
        (raw != NONE).then(|| ValueId::from_raw(raw))
    }
}

/// Where registers need phis, by blocks.
fn place_phis(function: FunctionFacts<'_>) -> Vec<(BlockId, LocalId)> {
    let (body, cfg, dominators) = (function.body(), function.cfg(), function.dominators());
    let liveness = function.liveness();
    // Only what is live at the beginning of some block can need one.
    let mut crosses = vec![false; body.locals.len()];
    for block in body.blocks.ids() {
        for local in liveness.live_in(block).iter() {
            crosses[local.index()] = body.locals[local].register;
        }
    }
    let mut writes: Vec<(LocalId, BlockId)> = Vec::new();
    for &block in cfg.reverse_postorder() {
        let data = &body.blocks[block];
        let mut write = |local: LocalId| {
            if crosses[local.index()] && writes.last() != Some(&(local, block)) {
                writes.push((local, block));
            }
        };
        for statement in &data.statements {
            match statement.kind {
                StatementKind::StorageLive(local) | StatementKind::StorageDead(local) => write(local),
                _ => statement.kind.def().into_iter().for_each(&mut write),
            }
        }
        data.terminator.kind.def().into_iter().for_each(&mut write);
    }
    writes.sort_unstable();
    writes.dedup();
    if writes.is_empty() {
        return Vec::new();
    }
    let children = dominators.children(cfg);
    let mut phis = Vec::new();
    // By the last local that looked at the block, and that got a phi there or was not live.
    let mut seen = vec![NONE; cfg.len()];
    let mut placed = vec![NONE; cfg.len()];
    let mut walk = Vec::new();
    for group in writes.chunk_by(|a, b| a.0 == b.0) {
        let local = group[0].0;
        // A single definition that is live at no block but those it dominates needs none.
        if group.len() == 1 && !liveness.is_live_in(cfg.entry(), local) {
            continue;
        }
        let mut queue: BinaryHeap<(u32, BlockId)> =
            group.iter().map(|&(_, block)| (dominators.depth(block), block)).collect();
        // What a parameter or an unwritten register holds on entry is a definition, too.
        queue.push((0, cfg.entry()));
        while let Some((depth, root)) = queue.pop() {
            // Deeper definitions come first, and have found all that leaves their subtrees upwards.
            if std::mem::replace(&mut seen[root.index()], local.raw()) != local.raw() {
                walk.push(root);
            }
            while let Some(from) = walk.pop() {
                for &next in cfg.successors(from) {
                    let leaves = dominators.immediate(next) != Some(from) && dominators.depth(next) <= depth;
                    if leaves && std::mem::replace(&mut placed[next.index()], local.raw()) != local.raw() {
                        if liveness.is_live_in(next, local) {
                            phis.push((next, local));
                            queue.push((dominators.depth(next), next));
                        }
                    }
                }
                for &child in &children[from.index()] {
                    if std::mem::replace(&mut seen[child.index()], local.raw()) != local.raw() {
                        walk.push(child);
                    }
                }
            }
        }
    }
    phis.sort_unstable();
    phis
}
