//! From the draft to the blocks of the IR.
//!
//! The passes only remove and renumber: no statement is changed, so nothing that an engine checks can get lost.

use crate::draft::Draft;
use crate::scopes::Scopes;
use base::{Idx, IndexVec, Span};
use ir::{
    Arg, Block, BlockId, Callee, LocalId, Operand, Rvalue, Statement, StatementKind, Terminator,
    TerminatorKind,
};

/// The blocks, and where the drafted blocks that are asked for have gone.
#[derive(Debug)]
pub(crate) struct Finished {
    pub(crate) blocks: IndexVec<BlockId, Block>,
    pub(crate) roots: Vec<BlockId>,
}

/// The passes, in order. `roots` are blocks whose address is taken; they stay even if no jump leads there.
pub(crate) fn finish(draft: &mut Draft, scopes: &Scopes, roots: &[BlockId]) -> Finished {
    // What control was never found to end must not be entered.
    close_unfinished(draft);
    // Blocks that only jump on (ends of branches, empty scopes) would make every reading longer.
    let forward = thread_gotos(draft, scopes);
    // Code after a return, and the drafts that threading has left over.
    let order = reachable(draft, &forward, roots);
    // `a; b` is one block, whatever construct drew a border between them.
    let chains = merge_straight_lines(draft, &order, roots, &forward);
    // Reverse postorder, so that a function reads from top to bottom.
    let numbers = number_blocks(draft.blocks.len(), &order, &chains);
    build(draft, scopes, roots, &forward, &order, &chains, &numbers)
}

fn close_unfinished(draft: &mut Draft) {
    for block in draft.blocks.iter_mut() {
        if block.terminator.is_none() {
            block.terminator = Some(Terminator { kind: TerminatorKind::Unreachable, span: Span::NONE });
            block.statements.1 = block.statements.0;
            block.marks.1 = block.marks.0;
        }
    }
}

fn is_empty(draft: &Draft, scopes: &Scopes, block: BlockId) -> bool {
    let block = &draft.blocks[block];
    let marks = &draft.marks[block.marks.0 as usize..block.marks.1 as usize];
    block.statements.0 == block.statements.1 && marks.iter().all(|mark| scopes.var_count(mark.node) == 0)
}

fn goto_target(draft: &Draft, block: BlockId) -> Option<BlockId> {
    match draft.blocks[block].terminator {
        Some(Terminator { kind: TerminatorKind::Goto(target), .. }) => Some(target),
        _ => None,
    }
}

/// Where a jump to each block really leads. The targets of all terminators are set accordingly.
fn thread_gotos(draft: &mut Draft, scopes: &Scopes) -> IndexVec<BlockId, BlockId> {
    const UNKNOWN: u32 = u32::MAX;
    let mut forward = IndexVec::from_elem(BlockId::from_raw(UNKNOWN), draft.blocks.len());
    let mut path = Vec::new();
    for start in draft.blocks.ids() {
        let mut block = start;
        // A block on the path points at itself for the time being, so that an empty endless loop ends the walk.
        let end = loop {
            if forward[block].raw() != UNKNOWN {
                break forward[block];
            }
            forward[block] = block;
            match goto_target(draft, block) {
                Some(target) if is_empty(draft, scopes, block) => {
                    path.push(block);
                    block = target;
                }
                _ => break block,
            }
        };
        for block in path.drain(..) {
            forward[block] = end;
        }
    }
    for block in draft.blocks.iter_mut() {
        if let Some(terminator) = &mut block.terminator {
            for_each_target(&mut terminator.kind, |target| *target = forward[*target]);
        }
    }
    forward
}

fn for_each_target(kind: &mut TerminatorKind, mut f: impl FnMut(&mut BlockId)) {
    match kind {
        TerminatorKind::Goto(target) => f(target),
        TerminatorKind::Branch { then_block, else_block, .. } => {
            f(then_block);
            f(else_block);
        }
        TerminatorKind::Switch { cases, default, .. } => {
            cases.iter_mut().for_each(|case| f(&mut case.target));
            f(default);
        }
        TerminatorKind::IndirectGoto { candidates, .. } => candidates.iter_mut().for_each(f),
        TerminatorKind::Call(call) => {
            if let Some(next) = &mut call.next {
                f(next);
            }
        }
        TerminatorKind::Return(_) | TerminatorKind::Unreachable => {}
    }
}

fn successor_count(kind: &TerminatorKind) -> usize {
    match kind {
        TerminatorKind::Goto(_) => 1,
        TerminatorKind::Branch { .. } => 2,
        TerminatorKind::Switch { cases, .. } => cases.len() + 1,
        TerminatorKind::IndirectGoto { candidates, .. } => candidates.len(),
        TerminatorKind::Call(call) => usize::from(call.next.is_some()),
        TerminatorKind::Return(_) | TerminatorKind::Unreachable => 0,
    }
}

fn successor(kind: &TerminatorKind, index: usize) -> Option<BlockId> {
    match kind {
        TerminatorKind::Goto(target) => Some(*target),
        TerminatorKind::Branch { then_block, else_block, .. } => {
            Some(if index == 0 { *then_block } else { *else_block })
        }
        TerminatorKind::Switch { cases, default, .. } => {
            Some(cases.get(index).map_or(*default, |case| case.target))
        }
        TerminatorKind::IndirectGoto { candidates, .. } => candidates.get(index).copied(),
        TerminatorKind::Call(call) => call.next,
        TerminatorKind::Return(_) | TerminatorKind::Unreachable => None,
    }
}

fn terminator(draft: &Draft, block: BlockId) -> &TerminatorKind {
    match &draft.blocks[block].terminator {
        Some(terminator) => &terminator.kind,
        None => &TerminatorKind::Unreachable,
    }
}

#[derive(Debug)]
struct Order {
    /// Reverse postorder of what can be reached; the last successor is visited first, so that the first one follows its block.
    blocks: Vec<BlockId>,
    predecessors: IndexVec<BlockId, u32>,
}

fn reachable(draft: &Draft, forward: &IndexVec<BlockId, BlockId>, roots: &[BlockId]) -> Order {
    let mut predecessors = IndexVec::from_elem(0u32, draft.blocks.len());
    let mut seen = IndexVec::from_elem(false, draft.blocks.len());
    let mut blocks = Vec::with_capacity(draft.blocks.len());
    let mut stack: Vec<(BlockId, usize)> = Vec::new();
    // Labels whose address is taken come last: most often a computed goto has led there already.
    for start in std::iter::once(BlockId::new(0)).chain(roots.iter().map(|&root| forward[root])) {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        let first = blocks.len();
        stack.push((start, successor_count(terminator(draft, start))));
        while let Some((block, left)) = stack.pop() {
            if left == 0 {
                blocks.push(block);
                continue;
            }
            stack.push((block, left - 1));
            if let Some(next) = successor(terminator(draft, block), left - 1) {
                predecessors[next] += 1;
                if !std::mem::replace(&mut seen[next], true) {
                    stack.push((next, successor_count(terminator(draft, next))));
                }
            }
        }
        blocks[first..].reverse();
    }
    Order { blocks, predecessors }
}

/// `next[b]` is the block that follows `b` in the same straight line; `is_head` says which blocks begin one.
#[derive(Debug)]
struct Chains {
    next: IndexVec<BlockId, Option<BlockId>>,
    is_head: IndexVec<BlockId, bool>,
}

fn merge_straight_lines(
    draft: &Draft,
    order: &Order,
    roots: &[BlockId],
    forward: &IndexVec<BlockId, BlockId>,
) -> Chains {
    let mut next = IndexVec::from_elem(None, draft.blocks.len());
    let mut is_head = IndexVec::from_elem(true, draft.blocks.len());
    let mut keep = IndexVec::from_elem(false, draft.blocks.len());
    keep[BlockId::new(0)] = true;
    for &root in roots {
        keep[forward[root]] = true;
    }
    for &block in &order.blocks {
        if let Some(target) = goto_target(draft, block)
            && order.predecessors[target] == 1
            && !keep[target]
            && target != block
        {
            next[block] = Some(target);
            is_head[target] = false;
        }
    }
    Chains { next, is_head }
}

/// The final number of each block that begins a straight line.
fn number_blocks(count: usize, order: &Order, chains: &Chains) -> IndexVec<BlockId, BlockId> {
    let mut numbers = IndexVec::from_elem(BlockId::from_raw(u32::MAX), count);
    let heads = order.blocks.iter().filter(|&&block| chains.is_head[block]);
    for (number, &block) in heads.enumerate() {
        numbers[block] = BlockId::new(number);
    }
    numbers
}

fn build(
    draft: &mut Draft,
    scopes: &Scopes,
    roots: &[BlockId],
    forward: &IndexVec<BlockId, BlockId>,
    order: &Order,
    chains: &Chains,
    numbers: &IndexVec<BlockId, BlockId>,
) -> Finished {
    let mut blocks = IndexVec::with_capacity(order.blocks.len());
    let resolve = |block: BlockId| numbers[forward[block]];
    for &head in order.blocks.iter().filter(|&&block| chains.is_head[block]) {
        let mut size = 0;
        let mut part = Some(head);
        while let Some(block) = part {
            let block_draft = &draft.blocks[block];
            size += (block_draft.statements.1 - block_draft.statements.0) as usize;
            let marks = &draft.marks[block_draft.marks.0 as usize..block_draft.marks.1 as usize];
            size += marks.iter().map(|mark| scopes.var_count(mark.node)).sum::<usize>();
            part = chains.next[block];
        }
        let mut statements = Vec::with_capacity(size);
        let mut last = head;
        part = Some(head);
        while let Some(block) = part {
            move_statements(draft, scopes, block, &mut statements);
            last = block;
            part = chains.next[block];
        }
        let taken = draft.blocks[last].terminator.take();
        let mut terminator =
            taken.unwrap_or(Terminator { kind: TerminatorKind::Unreachable, span: Span::NONE });
        for_each_target(&mut terminator.kind, |target| *target = numbers[*target]);
        if let TerminatorKind::IndirectGoto { candidates, .. } = &mut terminator.kind {
            candidates.sort_unstable();
            candidates.dedup();
        }
        if !roots.is_empty() {
            statements.iter_mut().for_each(|statement| resolve_statement_labels(statement, &resolve));
            resolve_terminator_labels(&mut terminator.kind, &resolve);
        }
        blocks.push(Block { statements, terminator });
    }
    Finished { blocks, roots: roots.iter().map(|&root| resolve(root)).collect() }
}

/// The block's statements, with its marks made out.
fn move_statements(draft: &mut Draft, scopes: &Scopes, block: BlockId, out: &mut Vec<Statement>) {
    let (first, end) = draft.blocks[block].statements;
    let (first_mark, end_mark) = draft.blocks[block].marks;
    let mut next_mark = first_mark;
    for index in first..=end {
        while next_mark < end_mark && draft.marks[next_mark as usize].at <= index {
            let mark = draft.marks[next_mark as usize];
            let from = out.len();
            let statement = |local: LocalId| match mark.live {
                true => StatementKind::StorageLive(local),
                false => StatementKind::StorageDead(local),
            };
            out.extend(
                scopes.vars_of(mark.node).map(|local| Statement { kind: statement(local), span: mark.span }),
            );
            if mark.live {
                out[from..].reverse();
            }
            next_mark += 1;
        }
        if index < end {
            let moved = Statement { kind: StatementKind::StorageDead(LocalId::new(0)), span: Span::NONE };
            out.push(std::mem::replace(&mut draft.statements[index as usize], moved));
        }
    }
}

fn resolve_operand(operand: &mut Operand, resolve: &impl Fn(BlockId) -> BlockId) {
    if let Operand::Label(block) = operand {
        *block = resolve(*block);
    }
}

fn resolve_statement_labels(statement: &mut Statement, resolve: &impl Fn(BlockId) -> BlockId) {
    match &mut statement.kind {
        StatementKind::Assign(_, rvalue) => match rvalue {
            Rvalue::Use(operand) | Rvalue::Unary(_, _, operand) | Rvalue::Cast { operand, .. } => {
                resolve_operand(operand, resolve);
            }
            Rvalue::Binary(_, _, left, right) => {
                resolve_operand(left, resolve);
                resolve_operand(right, resolve);
            }
            Rvalue::Load(_) | Rvalue::AddressOf(_) => {}
        },
        StatementKind::Store(_, operand) => resolve_operand(operand, resolve),
        StatementKind::StackAlloc { size, .. } => resolve_operand(size, resolve),
        StatementKind::CopyBlock(_)
        | StatementKind::ZeroBlock(..)
        | StatementKind::StorageLive(_)
        | StatementKind::StorageDead(_)
        | StatementKind::StackFree(_)
        | StatementKind::Unsupported(_) => {}
    }
}

fn resolve_terminator_labels(kind: &mut TerminatorKind, resolve: &impl Fn(BlockId) -> BlockId) {
    match kind {
        TerminatorKind::Branch { cond: operand, .. }
        | TerminatorKind::Switch { value: operand, .. }
        | TerminatorKind::IndirectGoto { target: operand, .. }
        | TerminatorKind::Return(Some(Arg::Scalar(operand, _))) => resolve_operand(operand, resolve),
        TerminatorKind::Call(call) => {
            if let Callee::Indirect(operand) = &mut call.callee {
                resolve_operand(operand, resolve);
            }
            for arg in &mut call.args {
                if let Arg::Scalar(operand, _) = arg {
                    resolve_operand(operand, resolve);
                }
            }
        }
        TerminatorKind::Goto(_) | TerminatorKind::Return(_) | TerminatorKind::Unreachable => {}
    }
}
