//! Scopes, and what jumps do to them.
//!
//! The scopes of a function form a tree. Every point of the code has a node; a jump from one point to another leaves the
//! nodes from its own up to the nearest common ancestor, and enters those from there down to its target's. Variable-length
//! arrays and variables with a cleanup function are nodes of their own, because they begin at their declaration.

use crate::func::FnLower;
use base::{FxHashMap, Idx, IndexVec, Span, define_id};
use csema::typed as t;
use ir::{
    Arg, BlockId, Call, Callee, FuncId, LocalId, Operand, Place, Rvalue, Scalar, Scope, ScopeId,
    StatementKind, TerminatorKind,
};

define_id!(
    /// A node of a function's tree of scopes.
    pub(crate) struct NodeId, "node"
);

/// A node is left this often by code of its own; then the ways out are shared, so that a thousand returns
/// from a scope of a thousand variables do not make a million statements.
const INLINE_EXITS: u32 = 8;

/// Jumps into scopes cannot share code. Beyond this many statements for one function they are given up.
const MAX_JUMP_ENTRIES: usize = 1 << 18;

/// With more edges than this, the computed gotos of a function share one (as gcc has it too).
const MAX_INDIRECT_EDGES: usize = 4096;

const NO_VAR: u32 = u32::MAX;

#[derive(Debug)]
struct Node {
    parent: NodeId,
    depth: u32,
    kind: NodeKind,
    inline_exits: u32,
}

#[derive(Clone, Copy, Debug)]
enum NodeKind {
    /// The variables are a list from the last to the first.
    Block {
        last_var: u32,
        var_count: u32,
        ir_scope: Option<ScopeId>,
        span: Span,
        labels_before: u32,
    },
    Vla {
        pointer: LocalId,
    },
    Cleanup {
        local: LocalId,
        function: FuncId,
    },
}

#[derive(Debug)]
struct PendingGoto {
    /// Where the jump happens; its terminator is set later.
    from: BlockId,
    node: NodeId,
    label: t::LabelId,
    span: Span,
}

#[derive(Debug)]
struct PendingIndirectGoto {
    block: BlockId,
    node: NodeId,
    target: Operand,
    span: Span,
}

/// A way out of `node` to `block`, whose node is `until`, that several jumps share.
#[derive(Clone, Copy, Debug)]
struct SharedExit {
    entry: BlockId,
    node: NodeId,
    until: NodeId,
    block: BlockId,
}

#[derive(Clone, Copy, Debug)]
struct LabelTarget {
    /// Where `goto` leads.
    block: BlockId,
    /// Where the address of the label leads: enters the label's scopes first.
    landing: Option<BlockId>,
    /// `None` until the label has been found.
    node: Option<NodeId>,
}

#[derive(Debug, Default)]
pub(crate) struct Scopes {
    nodes: IndexVec<NodeId, Node>,
    /// (variable, the one before it)
    vars: Vec<(LocalId, u32)>,
    current: Option<NodeId>,
    labels_seen: u32,
    labels: IndexVec<t::LabelId, Option<LabelTarget>>,
    gotos: Vec<PendingGoto>,
    indirect: Vec<PendingIndirectGoto>,
    shared: FxHashMap<(NodeId, BlockId), BlockId>,
    pending_exits: Vec<SharedExit>,
    jump_entries: usize,
    path: Vec<NodeId>,
}

impl Scopes {
    pub(crate) fn reset(&mut self, labels: usize) {
        self.nodes.clear();
        self.vars.clear();
        self.current = None;
        self.labels_seen = 0;
        self.labels.clear();
        self.labels.resize(labels, None);
        self.gotos.clear();
        self.indirect.clear();
        self.shared.clear();
        self.pending_exits.clear();
        self.jump_entries = 0;
    }

    fn add(&mut self, kind: NodeKind) -> NodeId {
        let (parent, depth) = match self.current {
            Some(parent) => (parent, self.nodes[parent].depth + 1),
            None => (NodeId::new(0), 0),
        };
        let node = self.nodes.push(Node { parent, depth, kind, inline_exits: 0 });
        self.current = Some(node);
        node
    }

    pub(crate) fn current(&self) -> NodeId {
        self.current.unwrap_or(NodeId::new(0))
    }

    fn common_ancestor(&self, mut a: NodeId, mut b: NodeId) -> NodeId {
        while a != b {
            if self.nodes[a].depth >= self.nodes[b].depth {
                a = self.nodes[a].parent;
            } else {
                b = self.nodes[b].parent;
            }
        }
        a
    }

    /// Whether entering or leaving the node does anything.
    fn is_empty_node(&self, node: NodeId) -> bool {
        matches!(self.nodes[node].kind, NodeKind::Block { var_count: 0, .. })
    }

    /// The nearest node, from this one up, in which something lives.
    fn effective(&self, mut node: NodeId) -> NodeId {
        while self.nodes[node].depth > 0 && self.is_empty_node(node) {
            node = self.nodes[node].parent;
        }
        node
    }

    /// The variables that a mark stands for, last declared first.
    pub(crate) fn vars_of(&self, node: NodeId) -> impl Iterator<Item = LocalId> + '_ {
        let mut next = match self.nodes[node].kind {
            NodeKind::Block { last_var, .. } => last_var,
            NodeKind::Vla { .. } | NodeKind::Cleanup { .. } => NO_VAR,
        };
        std::iter::from_fn(move || {
            let &(local, previous) = self.vars.get(next as usize)?;
            next = previous;
            Some(local)
        })
    }

    pub(crate) fn var_count(&self, node: NodeId) -> usize {
        match self.nodes[node].kind {
            NodeKind::Block { var_count, .. } => var_count as usize,
            NodeKind::Vla { .. } | NodeKind::Cleanup { .. } => 0,
        }
    }

    /// The innermost block around the current point.
    fn current_block(&self) -> NodeId {
        let mut node = self.current();
        while !matches!(self.nodes[node].kind, NodeKind::Block { .. }) {
            node = self.nodes[node].parent;
        }
        node
    }

    /// The labels whose address is taken, and the blocks that stand for it.
    pub(crate) fn landings(&self) -> impl Iterator<Item = (t::LabelId, BlockId)> + '_ {
        self.labels.iter_enumerated().filter_map(|(label, target)| {
            target.and_then(|target| target.landing.map(|block| (label, block)))
        })
    }
}

impl FnLower<'_, '_> {
    pub(crate) fn open_scope(&mut self, span: Span) -> NodeId {
        let kind = NodeKind::Block {
            last_var: NO_VAR,
            var_count: 0,
            ir_scope: None,
            span,
            labels_before: self.s.scopes.labels_seen,
        };
        let node = self.s.scopes.add(kind);
        self.s.draft.mark(node, true, span);
        node
    }

    /// Control falls out of the scope's end.
    pub(crate) fn close_scope(&mut self, scope: NodeId, span: Span) {
        let mut node = self.s.scopes.current();
        loop {
            if self.s.draft.is_open() {
                self.leave_node(node, span);
            }
            let parent = self.s.scopes.nodes[node].parent;
            if node == scope {
                let is_root = self.s.scopes.nodes[node].depth == 0;
                self.s.scopes.current = if is_root { None } else { Some(parent) };
                return;
            }
            node = parent;
        }
    }

    /// A new variable belongs to the innermost block.
    pub(crate) fn attach_to_scope(&mut self, local: LocalId) {
        let scopes = &mut self.s.scopes;
        let block = scopes.current_block();
        let index = scopes.vars.len() as u32;
        if let NodeKind::Block { last_var, var_count, .. } = &mut scopes.nodes[block].kind {
            scopes.vars.push((local, *last_var));
            *last_var = index;
            *var_count += 1;
        }
    }

    /// The IR's scope for the innermost block; blocks without variables have none.
    pub(crate) fn ir_scope(&mut self) -> ScopeId {
        let mut node = self.s.scopes.current_block();
        let mut missing = Vec::new();
        let mut scope = loop {
            match self.s.scopes.nodes[node] {
                Node { kind: NodeKind::Block { ir_scope: Some(scope), .. }, .. } => break scope,
                Node { depth: 0, .. } => break ScopeId::new(0),
                Node { kind: NodeKind::Block { ir_scope: None, .. }, parent, .. } => {
                    missing.push(node);
                    node = parent;
                }
                Node { parent, .. } => node = parent,
            }
        };
        // Only the innermost block is known to have a variable; the empty ones in between need no scope.
        missing.truncate(1);
        for node in missing {
            if let NodeKind::Block { ir_scope, span, .. } = &mut self.s.scopes.nodes[node].kind {
                let new = self.ir_scopes.push(Scope { parent: Some(scope), span: *span });
                *ir_scope = Some(new);
                scope = new;
            }
        }
        scope
    }

    /// Whether control may come to this point again without entering the innermost block anew.
    pub(crate) fn may_be_reached_again(&self) -> bool {
        match self.s.scopes.nodes[self.s.scopes.current_block()].kind {
            NodeKind::Block { labels_before, .. } => labels_before != self.s.scopes.labels_seen,
            NodeKind::Vla { .. } | NodeKind::Cleanup { .. } => false,
        }
    }

    pub(crate) fn begin_vla(&mut self, pointer: LocalId) {
        self.s.scopes.add(NodeKind::Vla { pointer });
    }

    pub(crate) fn begin_cleanup(&mut self, local: LocalId, function: FuncId) {
        self.s.scopes.add(NodeKind::Cleanup { local, function });
    }

    fn leave_node(&mut self, node: NodeId, span: Span) {
        match self.s.scopes.nodes[node].kind {
            NodeKind::Block { .. } => self.s.draft.mark(node, false, span),
            NodeKind::Vla { pointer } => self.emit(StatementKind::StackFree(pointer), span),
            NodeKind::Cleanup { local, function } => {
                // Not a temporary: on the way of a jump, temporaries of the jumping statement are in use.
                let argument = match self.cleanup_argument {
                    Some(argument) => argument,
                    None => self.fresh_register(Scalar::Ptr, span),
                };
                self.cleanup_argument = Some(argument);
                let address = Rvalue::AddressOf(Place::local(local, Scalar::U8));
                self.emit(StatementKind::Assign(argument, address), span);
                let next = self.s.draft.new_block();
                let call = Call {
                    callee: Callee::Direct(function),
                    args: vec![Arg::Scalar(Operand::Local(argument), Scalar::Ptr)],
                    dst: None,
                    next: Some(next),
                };
                self.s.draft.terminate(TerminatorKind::Call(Box::new(call)), span);
                self.s.draft.start(next, span);
            }
        }
    }

    /// Whether something runs or lives between the current point and the function's end that leaving must take care of.
    pub(crate) fn has_cleanups(&self) -> bool {
        let scopes = &self.s.scopes;
        let mut node = scopes.current();
        loop {
            let Node { parent, depth, kind, .. } = &scopes.nodes[node];
            if matches!(kind, NodeKind::Cleanup { .. }) {
                return true;
            }
            if *depth == 0 {
                return false;
            }
            node = *parent;
        }
    }

    /// Whether a return from here goes through code that other returns use too.
    pub(crate) fn return_is_shared(&self) -> bool {
        let scopes = &self.s.scopes;
        let mut node = scopes.current();
        loop {
            let Node { parent, depth, inline_exits, .. } = scopes.nodes[node];
            if inline_exits >= INLINE_EXITS {
                return true;
            }
            if depth == 0 {
                return false;
            }
            node = parent;
        }
    }

    /// Leaves all scopes of the function, in place.
    pub(crate) fn leave_all_scopes(&mut self, span: Span) {
        let mut node = self.s.scopes.current();
        while self.s.draft.is_open() {
            self.s.scopes.nodes[node].inline_exits += 1;
            self.leave_node(node, span);
            let Node { parent, depth, .. } = self.s.scopes.nodes[node];
            if depth == 0 {
                break;
            }
            node = parent;
        }
    }

    /// Leaves all scopes by the shared way, which ends in `block`.
    pub(crate) fn leave_all_scopes_shared(&mut self, block: BlockId, span: Span) {
        let entry = self.shared_exit(self.s.scopes.current(), None, block);
        self.s.draft.terminate(TerminatorKind::Goto(entry), span);
    }

    /// Jumps from the current point out to `block`, which is in the scope `until` around it.
    pub(crate) fn jump_out(&mut self, until: NodeId, block: BlockId, span: Span) {
        let from = self.s.scopes.current();
        self.jump_out_from(from, until, block, span);
    }

    pub(crate) fn jump_out_from(&mut self, from: NodeId, until: NodeId, block: BlockId, span: Span) {
        let mut node = from;
        while node != until && self.s.draft.is_open() {
            if self.s.scopes.nodes[node].inline_exits >= INLINE_EXITS {
                let entry = self.shared_exit(node, Some(until), block);
                self.s.draft.terminate(TerminatorKind::Goto(entry), span);
                return;
            }
            self.s.scopes.nodes[node].inline_exits += 1;
            self.leave_node(node, span);
            node = self.s.scopes.nodes[node].parent;
        }
        self.s.draft.terminate(TerminatorKind::Goto(block), span);
    }

    /// `until` is `None` if the root is left too.
    fn shared_exit(&mut self, node: NodeId, until: Option<NodeId>, block: BlockId) -> BlockId {
        if let Some(&known) = self.s.scopes.shared.get(&(node, block)) {
            return known;
        }
        let entry = self.s.draft.new_block();
        self.s.scopes.shared.insert((node, block), entry);
        let until = until.unwrap_or(NodeId::from_raw(u32::MAX));
        self.s.scopes.pending_exits.push(SharedExit { entry, node, until, block });
        entry
    }

    fn emit_shared_exits(&mut self) {
        while let Some(SharedExit { entry, node, until, block }) = self.s.scopes.pending_exits.pop() {
            let span = self.function_span;
            self.s.draft.start(entry, span);
            self.leave_node(node, span);
            let Node { parent, depth, .. } = self.s.scopes.nodes[node];
            let next = if depth == 0 || parent == until {
                block
            } else {
                let until = (until.raw() != u32::MAX).then_some(until);
                self.shared_exit(parent, until, block)
            };
            self.s.draft.terminate(TerminatorKind::Goto(next), span);
        }
    }

    fn label_target(&mut self, label: t::LabelId) -> LabelTarget {
        match self.s.scopes.labels[label] {
            Some(target) => target,
            None => {
                let target = LabelTarget { block: self.s.draft.new_block(), landing: None, node: None };
                self.s.scopes.labels[label] = Some(target);
                target
            }
        }
    }

    /// The block whose address is that of the label.
    pub(crate) fn landing(&mut self, label: t::LabelId) -> BlockId {
        let target = self.label_target(label);
        match target.landing {
            Some(landing) => landing,
            None => {
                let landing = self.s.draft.new_block();
                self.s.scopes.labels[label] = Some(LabelTarget { landing: Some(landing), ..target });
                landing
            }
        }
    }

    pub(crate) fn place_label(&mut self, label: t::LabelId, span: Span) {
        let target = self.label_target(label);
        if target.node.is_some() {
            return;
        }
        let node = Some(self.s.scopes.current());
        self.s.scopes.labels[label] = Some(LabelTarget { node, ..target });
        self.s.scopes.labels_seen += 1;
        self.s.draft.start(target.block, span);
    }

    pub(crate) fn goto_label(&mut self, label: t::LabelId, span: Span) {
        if !self.s.draft.is_open() {
            return;
        }
        self.label_target(label);
        let from = self.s.draft.suspend(span);
        let node = self.s.scopes.current();
        self.s.scopes.gotos.push(PendingGoto { from, node, label, span });
    }

    pub(crate) fn goto_indirect(&mut self, target: Operand, span: Span) {
        if !self.s.draft.is_open() {
            return;
        }
        let block = self.s.draft.new_block();
        self.s.draft.terminate(TerminatorKind::Goto(block), span);
        let node = self.s.scopes.current();
        self.s.scopes.indirect.push(PendingIndirectGoto { block, node, target, span });
    }

    /// The block from which control, being in the scope `from`, comes to `block` in the scope `node` inside of it.
    pub(crate) fn entry_into(&mut self, from: NodeId, node: NodeId, block: BlockId, span: Span) -> BlockId {
        if from == node {
            return block;
        }
        let entry = self.s.draft.new_block();
        self.s.draft.start(entry, span);
        self.enter_nodes(from, node, span);
        self.s.draft.terminate(TerminatorKind::Goto(block), span);
        entry
    }

    fn enter_nodes(&mut self, from: NodeId, to: NodeId, span: Span) {
        let mut path = std::mem::take(&mut self.s.scopes.path);
        path.clear();
        let mut node = to;
        while node != from {
            path.push(node);
            self.s.scopes.jump_entries += self.s.scopes.var_count(node);
            node = self.s.scopes.nodes[node].parent;
        }
        if self.s.scopes.jump_entries > MAX_JUMP_ENTRIES {
            self.unsupported("too many jumps into scopes with variables", span);
            self.s.draft.terminate(TerminatorKind::Unreachable, span);
        } else {
            for &node in path.iter().rev() {
                // Jumping into the scope of a variable-length array is an error in C; such an array has no storage.
                if matches!(self.s.scopes.nodes[node].kind, NodeKind::Block { .. }) {
                    self.s.draft.mark(node, true, span);
                }
            }
        }
        self.s.scopes.path = path;
    }

    /// When the whole function has been seen, the jumps are drawn.
    pub(crate) fn resolve_jumps(&mut self) {
        let gotos = std::mem::take(&mut self.s.scopes.gotos);
        for &PendingGoto { from, node, label, span } in &gotos {
            let target = self.label_target(label);
            let Some(label_node) = target.node else { continue };
            let block = self.jump_between(node, label_node, target.block, span);
            self.s.draft.set_terminator(from, TerminatorKind::Goto(block));
        }
        self.s.scopes.gotos = gotos;
        self.resolve_indirect_jumps();
        self.emit_shared_exits();
    }

    /// A block that takes control from the scope `from` to `block` in the scope `to`.
    fn jump_between(&mut self, from: NodeId, to: NodeId, block: BlockId, span: Span) -> BlockId {
        let common = self.s.scopes.common_ancestor(from, to);
        let entry = self.entry_into(common, to, block, span);
        if from == common {
            return entry;
        }
        let exit = self.s.draft.new_block();
        self.s.draft.start(exit, span);
        self.jump_out_from(from, common, entry, span);
        exit
    }

    /// All computed gotos of a function share their targets, so the scopes are left before the jump, up to the scope
    /// around all labels, and the label's own scopes are entered at its landing.
    fn resolve_indirect_jumps(&mut self) {
        let landings: Vec<(t::LabelId, BlockId)> = self.s.scopes.landings().collect();
        if landings.is_empty() && self.s.scopes.indirect.is_empty() {
            return;
        }
        let mut common: Option<NodeId> = None;
        for &(label, _) in &landings {
            if let Some(node) = self.label_target(label).node {
                let node = self.s.scopes.effective(node);
                common = Some(common.map_or(node, |common| self.s.scopes.common_ancestor(common, node)));
            }
        }
        let common = common.unwrap_or(NodeId::new(0));
        for &(label, landing) in &landings {
            let target = self.label_target(label);
            let span = self.body.labels[label].span;
            self.s.draft.start(landing, span);
            match target.node {
                Some(node) => {
                    let node = self.s.scopes.effective(node);
                    self.enter_nodes(common, node, span);
                    self.s.draft.terminate(TerminatorKind::Goto(target.block), span);
                }
                None => self.s.draft.terminate(TerminatorKind::Unreachable, span),
            }
        }
        let mut candidates: Vec<BlockId> = landings.iter().map(|&(_, landing)| landing).collect();
        candidates.sort_unstable();
        let pending = std::mem::take(&mut self.s.scopes.indirect);
        let dispatch = (pending.len() * candidates.len() > MAX_INDIRECT_EDGES).then(|| {
            let span = self.function_span;
            (self.s.draft.new_block(), self.fresh_register(Scalar::Ptr, span))
        });
        for &PendingIndirectGoto { block, node, target, span } in &pending {
            let node = self.s.scopes.effective(node);
            let meeting = self.s.scopes.common_ancestor(node, common);
            // A scope that the jump and some label share, but not all labels, would be left and entered again.
            let exact = landings.iter().all(|&(label, _)| match self.label_target(label).node {
                Some(label_node) => {
                    let label_node = self.s.scopes.effective(label_node);
                    self.s.scopes.common_ancestor(node, label_node) == meeting || meeting != common
                }
                None => true,
            });
            self.s.draft.start(block, span);
            if !exact {
                self.unsupported("computed goto between scopes with variables", span);
            }
            let mut left = node;
            while left != meeting && self.s.draft.is_open() {
                self.leave_node(left, span);
                left = self.s.scopes.nodes[left].parent;
            }
            self.enter_nodes(meeting, common, span);
            match dispatch {
                None => {
                    let candidates = candidates.clone();
                    self.s.draft.terminate(TerminatorKind::IndirectGoto { target, candidates }, span);
                }
                Some((block, register)) => {
                    self.emit(StatementKind::Assign(register, Rvalue::Use(target)), span);
                    self.s.draft.terminate(TerminatorKind::Goto(block), span);
                }
            }
        }
        if let Some((block, register)) = dispatch {
            let span = self.function_span;
            self.s.draft.start(block, span);
            let target = Operand::Local(register);
            self.s.draft.terminate(TerminatorKind::IndirectGoto { target, candidates }, span);
        }
        self.s.scopes.indirect = pending;
    }
}
