//! Conditions: short circuits become branches, and a condition is branched on without making a number of it first.

use crate::func::FnLower;
use base::Span;
use csema::typed::{ExprId, ExprKind, UnaryOp};
use ir::{BlockId, LocalId, Operand, Rvalue, Scalar, StatementKind, TerminatorKind};

impl FnLower<'_, '_> {
    /// Goes to one of two blocks by whether the expression, of any scalar type, differs from zero.
    pub(crate) fn branch(&mut self, cond: ExprId, then_block: BlockId, else_block: BlockId) {
        let span = self.span(cond);
        if !self.enter(span) {
            self.goto(else_block, span);
            return;
        }
        // The right operands that are still to come on the left spine of `&&` and `||`: where each begins, where it leads.
        let mut rights: Vec<(BlockId, ExprId, BlockId, BlockId)> = Vec::new();
        let (mut cond, mut then_block, mut else_block) = (cond, then_block, else_block);
        loop {
            match self.body.exprs[cond].kind {
                ExprKind::LogicalAnd(left, right) => {
                    let middle = self.new_block();
                    rights.push((middle, right, then_block, else_block));
                    (cond, then_block) = (left, middle);
                }
                ExprKind::LogicalOr(left, right) => {
                    let middle = self.new_block();
                    rights.push((middle, right, then_block, else_block));
                    (cond, else_block) = (left, middle);
                }
                ExprKind::Unary(UnaryOp::LogicalNot, operand) => {
                    cond = operand;
                    (then_block, else_block) = (else_block, then_block);
                }
                ExprKind::Cast(operand) if self.keeps_truth(cond, operand) => cond = operand,
                _ => {
                    self.branch_on_value(cond, then_block, else_block);
                    match rights.pop() {
                        Some((block, right, to_then, to_else)) => {
                            self.start(block, span);
                            (cond, then_block, else_block) = (right, to_then, to_else);
                        }
                        None => break,
                    }
                }
            }
        }
        self.leave();
    }

    /// Whether a conversion leaves zero zero and everything else not zero.
    fn keeps_truth(&self, cast: ExprId, operand: ExprId) -> bool {
        let (to, from) = (self.expr_layout(cast), self.expr_layout(operand));
        let (Some(to_scalar), Some(from_scalar)) = (to.scalar, from.scalar) else { return false };
        let widens = from_scalar.is_int() && to_scalar.is_int() && to.size >= from.size;
        to.is_bool || widens || to_scalar == from_scalar
    }

    fn branch_on_value(&mut self, cond: ExprId, then_block: BlockId, else_block: BlockId) {
        let body = self.body;
        let span = self.span(cond);
        match &body.exprs[cond].kind {
            ExprKind::Comma(left, right) => {
                self.discard(*left);
                self.branch(*right, then_block, else_block);
            }
            ExprKind::Cond { cond, then, otherwise } => {
                let (first, second) = (self.new_block(), self.new_block());
                self.branch(*cond, first, second);
                self.start(first, span);
                self.branch(*then, then_block, else_block);
                self.start(second, span);
                self.branch(*otherwise, then_block, else_block);
            }
            ExprKind::Let { opaque, value, body } => {
                self.bind(*opaque, *value, *body);
                self.branch(*body, then_block, else_block);
            }
            _ => {
                let (value, scalar) = self.operand(cond);
                if let Some(known) = constant_truth(value) {
                    self.goto(if known { then_block } else { else_block }, span);
                    return;
                }
                let cond = self.truth(value, scalar, span);
                self.s.draft.terminate(TerminatorKind::Branch { cond, then_block, else_block }, span);
            }
        }
    }

    /// The `int` that a logical expression is.
    pub(crate) fn logical_value(&mut self, expr: ExprId, span: Span) -> Rvalue {
        let temp = self.temp(Scalar::I32, span);
        let (yes, no, join) = (self.new_block(), self.new_block(), self.new_block());
        self.branch(expr, yes, no);
        for (block, value) in [(yes, 1), (no, 0)] {
            self.start(block, span);
            let value = Rvalue::Use(Operand::Int(value, Scalar::I32));
            self.emit(StatementKind::Assign(temp, value), span);
            self.goto(join, span);
        }
        self.start(join, span);
        Rvalue::Use(Operand::Local(temp))
    }

    /// `c ? t : e` into a register. Chains `c ? t : d ? u : e` are followed in a loop.
    pub(crate) fn conditional_into(&mut self, expr: ExprId, register: LocalId) {
        let span = self.span(expr);
        let join = self.new_block();
        let mut expr = expr;
        while let ExprKind::Cond { cond, then, otherwise } = self.body.exprs[expr].kind {
            let (then_block, else_block) = (self.new_block(), self.new_block());
            self.branch(cond, then_block, else_block);
            let then_span = self.span(then);
            self.start(then_block, then_span);
            self.assign_register(register, then, then_span);
            self.goto(join, span);
            self.start(else_block, self.span(otherwise));
            expr = otherwise;
        }
        self.assign_register(register, expr, self.span(expr));
        self.start(join, span);
    }
}

/// Whether a constant is true; `None` if it takes the program to tell.
fn constant_truth(value: Operand) -> Option<bool> {
    match value {
        Operand::Int(value, _) => Some(value != 0),
        Operand::Float(bits, _) => Some(f64::from_bits(bits) != 0.0),
        Operand::Local(_) => None,
        // Addresses of things that exist.
        Operand::Global(_) | Operand::Func(_) | Operand::Label(_) => None,
    }
}
