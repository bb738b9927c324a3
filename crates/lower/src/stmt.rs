//! Statements.

use crate::func::{FnLower, JumpTarget, Slot, SwitchFrame, end_of};
use base::Span;
use csema::typed::{Case, ExprId, LocalInit, StmtId, StmtKind, VarId};
use ir::{Intrinsic, Scalar, StatementKind, SwitchCase, TerminatorKind};

impl FnLower<'_, '_> {
    pub(crate) fn stmt(&mut self, stmt: StmtId) {
        let body = self.body;
        let mut stmt = stmt;
        let span = body.stmts[stmt].span;
        if !self.enter(span) {
            return;
        }
        // Labels in a row are followed in a loop: `case 1: case 2: ...` may go on for long.
        loop {
            let span = body.stmts[stmt].span;
            match &body.stmts[stmt].kind {
                StmtKind::CaseLabel { index, body } => {
                    self.case_label(Some(*index), span);
                    stmt = *body;
                    continue;
                }
                StmtKind::DefaultLabel { body } => {
                    self.case_label(None, span);
                    stmt = *body;
                    continue;
                }
                StmtKind::Label { label, body: inner } => {
                    let declared = &body.labels[*label];
                    self.place_label(*label, declared.span);
                    self.error_label(declared.name, declared.span);
                    stmt = *inner;
                    continue;
                }
                StmtKind::Block(_) => {
                    let scope = self.open_scope(span);
                    self.block_statements(stmt);
                    self.close_scope(scope, end_of(span));
                }
                StmtKind::Expr(expr) => {
                    let (mark, temporaries) = (self.temps_mark(), self.temporaries_mark());
                    self.discard(*expr);
                    self.release_temps(mark);
                    self.end_temporaries(temporaries, span);
                }
                StmtKind::Empty => {}
                StmtKind::Declare { var, init } => self.declare(*var, init.as_ref(), span),
                StmtKind::VlaSize(vla) => {
                    let mark = self.temps_mark();
                    self.compute_vla_size(*vla, span);
                    self.release_temps(mark);
                }
                StmtKind::If { .. } => self.if_chain(stmt),
                StmtKind::While { cond, body } => self.while_loop(*cond, *body, span),
                StmtKind::DoWhile { body, cond } => self.do_loop(*body, *cond, span),
                StmtKind::For { init, cond, step, body } => self.for_loop(*init, *cond, *step, *body, span),
                StmtKind::Switch { value, cases, has_default, body } => {
                    self.switch(*value, cases, *has_default, *body, span);
                }
                StmtKind::Goto(label) => self.goto_label(*label, span),
                StmtKind::GotoIndirect(target) => {
                    let mark = self.temps_mark();
                    let value = self.rvalue(*target);
                    // The jump is drawn when all labels are known, after the scopes' variables have died.
                    let target = self.materialise_stable(value, Scalar::Ptr, span);
                    self.goto_indirect(target, span);
                    self.release_temps(mark);
                }
                StmtKind::Break => {
                    if let Some(&JumpTarget { block, node }) = self.s.breaks.last() {
                        self.jump_out(node, block, span);
                    }
                }
                StmtKind::Continue => {
                    if let Some(&JumpTarget { block, node }) = self.s.continues.last() {
                        self.jump_out(node, block, span);
                    }
                }
                StmtKind::Return(value) => {
                    let mark = self.temps_mark();
                    self.return_value(*value, span);
                    self.release_temps(mark);
                }
                StmtKind::Unsupported(what) => self.unsupported(what, span),
            }
            break;
        }
        self.leave();
    }

    /// The statements of a block whose scope is open.
    pub(crate) fn block_statements(&mut self, block: StmtId) {
        let body = self.body;
        match &body.stmts[block].kind {
            StmtKind::Block(statements) => {
                for &statement in statements {
                    self.stmt(statement);
                }
            }
            _ => self.stmt(block),
        }
    }

    /// The body of an `if` or a loop is a scope, with braces or without.
    fn substatement(&mut self, stmt: StmtId) {
        if matches!(self.body.stmts[stmt].kind, StmtKind::Block(_)) {
            self.stmt(stmt);
        } else {
            let span = self.body.stmts[stmt].span;
            let scope = self.open_scope(span);
            self.stmt(stmt);
            self.close_scope(scope, end_of(span));
        }
    }

    fn condition(&mut self, cond: ExprId, then_block: ir::BlockId, else_block: ir::BlockId) {
        let mark = self.temps_mark();
        if self.body.vars.iter().any(|var| var.temporary) {
            let temporaries = self.temporaries_mark();
            let span = self.span(cond);
            let ends = [then_block, else_block].map(|target| (self.new_block(), target));
            self.branch(cond, ends[0].0, ends[1].0);
            let ended = self.take_temporaries(temporaries);
            for (end, target) in ends {
                self.start(end, span);
                self.end_locals(&ended, span);
                self.goto(target, span);
            }
        } else {
            self.branch(cond, then_block, else_block);
        }
        self.release_temps(mark);
    }

    fn error_label(&mut self, name: base::Symbol, span: Span) {
        if self.link.error_labels.is_empty() {
            return;
        }
        let name = self.link.symbol(self.unit_index, name);
        if self.link.error_labels.contains(&name) {
            let name = self.link.names.interner.resolve(name).to_owned();
            self.call_intrinsic(Intrinsic::ReachError, &name, Vec::new(), None, span);
        }
    }

    fn declare(&mut self, var: VarId, init: Option<&LocalInit>, span: Span) {
        let (mark, temporaries) = (self.temps_mark(), self.temporaries_mark());
        let declared = &self.body.vars[var];
        let slot = self.slot(var);
        match slot {
            Slot::Vla(pointer) => {
                let word = self.model.unsigned_word();
                let size = self.size_of_variable_type(declared.ty, span);
                let size = self.materialise(size, word, span);
                let align = self.link.types.types[self.locals[pointer].ty].align.max(declared.align).max(16);
                self.emit(StatementKind::StackAlloc { dst: pointer, size, align }, span);
                self.begin_vla(pointer);
            }
            Slot::Register(local) | Slot::Memory(local) if init.is_none() && self.may_be_reached_again() => {
                self.emit(StatementKind::StorageLive(local), span);
            }
            Slot::Register(_) | Slot::Memory(_) | Slot::None => {}
        }
        if let Some(init) = init {
            self.initialise(slot, declared.ty, init, span);
        }
        if let (Some(cleanup), Slot::Memory(local)) = (declared.cleanup, slot) {
            let function = self.link.function(self.unit_index, cleanup);
            self.begin_cleanup(local, function);
        }
        self.release_temps(mark);
        self.end_temporaries(temporaries, span);
    }

    fn if_chain(&mut self, first: StmtId) {
        let body = self.body;
        let whole = body.stmts[first].span;
        let scope = self.open_scope(whole);
        let join = self.new_block();
        let mut stmt = first;
        while let StmtKind::If { cond, then, otherwise } = body.stmts[stmt].kind {
            let span = body.stmts[stmt].span;
            let then_block = self.new_block();
            let else_block = if otherwise.is_some() { self.new_block() } else { join };
            self.condition(cond, then_block, else_block);
            self.start(then_block, span);
            self.substatement(then);
            self.goto(join, span);
            let Some(otherwise) = otherwise else { break };
            self.start(else_block, span);
            if matches!(body.stmts[otherwise].kind, StmtKind::If { .. }) {
                stmt = otherwise;
            } else {
                self.substatement(otherwise);
                break;
            }
        }
        self.start(join, end_of(whole));
        self.close_scope(scope, end_of(whole));
    }

    fn loop_body(&mut self, body: StmtId, exit: ir::BlockId, again: ir::BlockId) {
        let node = self.s.scopes.current();
        self.s.breaks.push(JumpTarget { block: exit, node });
        self.s.continues.push(JumpTarget { block: again, node });
        self.substatement(body);
        self.s.breaks.pop();
        self.s.continues.pop();
    }

    fn while_loop(&mut self, cond: ExprId, body: StmtId, span: Span) {
        let scope = self.open_scope(span);
        let (head, inside, exit) = (self.new_block(), self.new_block(), self.new_block());
        self.start(head, span);
        self.condition(cond, inside, exit);
        self.start(inside, span);
        self.loop_body(body, exit, head);
        self.goto(head, span);
        self.start(exit, span);
        self.close_scope(scope, end_of(span));
    }

    fn do_loop(&mut self, body: StmtId, cond: ExprId, span: Span) {
        let scope = self.open_scope(span);
        let (inside, again, exit) = (self.new_block(), self.new_block(), self.new_block());
        self.start(inside, span);
        self.loop_body(body, exit, again);
        self.start(again, span);
        self.condition(cond, inside, exit);
        self.start(exit, span);
        self.close_scope(scope, end_of(span));
    }

    fn for_loop(
        &mut self,
        init: Option<StmtId>,
        cond: Option<ExprId>,
        step: Option<ExprId>,
        body: StmtId,
        span: Span,
    ) {
        let scope = self.open_scope(span);
        if let Some(init) = init {
            // Several declarations come as a block; they belong to the loop's own scope.
            self.block_statements(init);
        }
        let (head, inside, again, exit) =
            (self.new_block(), self.new_block(), self.new_block(), self.new_block());
        self.start(head, span);
        match cond {
            Some(cond) => self.condition(cond, inside, exit),
            None => self.goto(inside, span),
        }
        self.start(inside, span);
        self.loop_body(body, exit, again);
        self.start(again, span);
        if let Some(step) = step {
            let (mark, temporaries) = (self.temps_mark(), self.temporaries_mark());
            self.discard(step);
            self.release_temps(mark);
            self.end_temporaries(temporaries, span);
        }
        self.goto(head, span);
        self.start(exit, span);
        self.close_scope(scope, end_of(span));
    }

    /// The body's own variables come to life before the jump to a case, because every case is inside their scope.
    fn switch(&mut self, value: ExprId, cases: &[Case], has_default: bool, body: StmtId, span: Span) {
        let outer = self.open_scope(span);
        let (mark, temporaries) = (self.temps_mark(), self.temporaries_mark());
        let (operand, scalar) = self.operand(value);
        self.end_temporaries(temporaries, span);
        let fits = |value: i128| match scalar {
            Scalar::U64 | Scalar::U128 => u64::try_from(value).map(|value| value as i64).ok(),
            _ => i64::try_from(value).ok(),
        };
        if !scalar.is_int() || cases.iter().any(|case| fits(case.low).is_none() || fits(case.high).is_none())
        {
            self.unsupported("a switch over numbers of more than 64 bits", span);
        }
        let inner = self.open_scope(self.body.stmts[body].span);
        let head = self.s.draft.suspend(self.span(value));
        self.release_temps(mark);
        let exit = self.new_block();
        self.s.breaks.push(JumpTarget { block: exit, node: outer });
        let labels = cases.iter().map(|case| case.index as usize + 1).max().unwrap_or(0);
        self.s.switches.push(SwitchFrame { cases: vec![None; labels], default: None });
        self.block_statements(body);
        self.s.breaks.pop();
        self.close_scope(inner, end_of(span));
        self.goto(exit, span);
        let Some(frame) = self.s.switches.pop() else { return };
        let mut targets = Vec::with_capacity(cases.len());
        for case in cases {
            let target = frame.cases.get(case.index as usize).copied().flatten();
            // An empty range is no case.
            if let (Some(target), Some(low), Some(high)) = (target, fits(case.low), fits(case.high))
                && case.low <= case.high
            {
                let target = self.entry_into(inner, target.node, target.block, span);
                targets.push(SwitchCase { low, high, target });
            }
        }
        let default = match frame.default {
            Some(target) if has_default => self.entry_into(inner, target.node, target.block, span),
            _ => {
                let leave = self.new_block();
                self.start(leave, span);
                self.jump_out_from(inner, outer, exit, span);
                leave
            }
        };
        let kind = TerminatorKind::Switch { value: operand, scalar, cases: targets, default };
        self.s.draft.set_terminator(head, kind);
        self.start(exit, end_of(span));
        self.close_scope(outer, end_of(span));
    }

    fn case_label(&mut self, index: Option<u32>, span: Span) {
        let block = self.new_block();
        let node = self.s.scopes.current();
        let Some(frame) = self.s.switches.last_mut() else { return };
        let target = Some(JumpTarget { block, node });
        match index {
            Some(index) => {
                if let Some(slot) = frame.cases.get_mut(index as usize) {
                    *slot = target;
                }
            }
            None => frame.default = target,
        }
        self.start(block, span);
    }
}
