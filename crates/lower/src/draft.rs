//! A function's blocks while they are made: all statements in one buffer, a block is a range of it.
//!
//! Blocks are filled one at a time and never opened again, which is what makes the ranges possible. Code that control cannot reach
//! is drafted too (there may be labels in it) and thrown away at the end.

use crate::scopes::NodeId;
use base::{IndexVec, Span};
use ir::{BlockId, Statement, StatementKind, Terminator, TerminatorKind};

/// At this point the variables of a scope come to life, or die. Which ones is known only when the whole scope has been lowered,
/// because compound literals belong to the block around them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    /// Before this statement.
    pub(crate) at: u32,
    pub(crate) node: NodeId,
    pub(crate) live: bool,
    pub(crate) span: Span,
}

#[derive(Debug, Default)]
pub(crate) struct DraftBlock {
    pub(crate) statements: (u32, u32),
    pub(crate) marks: (u32, u32),
    /// `None` while open, and if control was never found to come here.
    pub(crate) terminator: Option<Terminator>,
}

#[derive(Debug, Default)]
pub(crate) struct Draft {
    pub(crate) statements: Vec<Statement>,
    pub(crate) marks: Vec<Mark>,
    pub(crate) blocks: IndexVec<BlockId, DraftBlock>,
    open: Option<BlockId>,
}

impl Draft {
    pub(crate) fn clear(&mut self) {
        self.statements.clear();
        self.marks.clear();
        self.blocks.clear();
        self.open = None;
    }

    pub(crate) fn new_block(&mut self) -> BlockId {
        self.blocks.push(DraftBlock::default())
    }

    /// Whether statements that are emitted now can be reached as far as is known.
    #[inline]
    pub(crate) fn is_open(&self) -> bool {
        self.open.is_some()
    }

    #[inline]
    fn ensure_open(&mut self) {
        if self.open.is_none() {
            let dead = self.new_block();
            self.open_block(dead);
        }
    }

    fn open_block(&mut self, block: BlockId) {
        let statements = self.statements.len() as u32;
        let marks = self.marks.len() as u32;
        let draft = &mut self.blocks[block];
        debug_assert!(draft.terminator.is_none());
        draft.statements = (statements, statements);
        draft.marks = (marks, marks);
        self.open = Some(block);
    }

    /// Goes on in `block`; control falls into it from the block that is open, if one is.
    pub(crate) fn start(&mut self, block: BlockId, span: Span) {
        self.terminate(TerminatorKind::Goto(block), span);
        self.open_block(block);
    }

    #[inline]
    pub(crate) fn push(&mut self, kind: StatementKind, span: Span) {
        self.ensure_open();
        self.statements.push(Statement { kind, span });
    }

    pub(crate) fn mark(&mut self, node: NodeId, live: bool, span: Span) {
        self.ensure_open();
        self.marks.push(Mark { at: self.statements.len() as u32, node, live, span });
    }

    /// Ends the open block; without one, control does not come here and nothing needs to be done.
    pub(crate) fn terminate(&mut self, kind: TerminatorKind, span: Span) {
        if let Some(block) = self.open.take() {
            let draft = &mut self.blocks[block];
            draft.statements.1 = self.statements.len() as u32;
            draft.marks.1 = self.marks.len() as u32;
            draft.terminator = Some(Terminator { kind, span });
        }
    }

    /// Ends the open block with a terminator that is set later; the block, or a dead one if none was open.
    pub(crate) fn suspend(&mut self, span: Span) -> BlockId {
        self.ensure_open();
        let block = self.open.unwrap_or(BlockId::from_raw(0));
        self.terminate(TerminatorKind::Unreachable, span);
        block
    }

    pub(crate) fn set_terminator(&mut self, block: BlockId, kind: TerminatorKind) {
        if let Some(terminator) = &mut self.blocks[block].terminator {
            terminator.kind = kind;
        }
    }

    /// An empty block with that terminator, beside the open one.
    pub(crate) fn draft_return(&mut self, block: BlockId, kind: TerminatorKind, span: Span) {
        self.blocks[block].terminator = Some(Terminator { kind, span });
    }
}
