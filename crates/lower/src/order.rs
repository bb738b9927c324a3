//! The order of evaluation. C says of few operands which one comes first, so whoever translates the program may choose. Where one operand
//! may change what another one reads or writes, the choice is one more input of the program, and every order is lowered.
//!
//! An order is made by evaluating operands early: the rest is lowered as always, and finds their values.

use crate::func::FnLower;
use crate::touches::Touch;
use base::Span;
use csema::typed::{ExprId, ExprKind};
use ir::{Intrinsic, Operand, Scalar, StatementKind, TerminatorKind};

/// Every order doubles what is lowered, and so does every expression inside that has several.
const MAX_NESTED: usize = 3;
/// All orders of more operands are too many.
const MAX_OPERANDS: usize = 3;

/// The orders in which an expression's operands may be evaluated.
struct Orders {
    /// For each order but the usual one: what is evaluated early, from first to last.
    early: Vec<Vec<ExprId>>,
    /// Whether these are all that matter.
    complete: bool,
    /// The two operands whose order matters, if there are only two.
    pair: Option<(ExprId, ExprId)>,
}

impl FnLower<'_, '_> {
    /// Whether the expression's operands have several orders that are to be lowered.
    pub(crate) fn has_orders(&mut self, expr: ExprId) -> bool {
        match self.orders(expr) {
            Some(orders) if orders.early.is_empty() => {
                self.refuse_other_orders(expr);
                false
            }
            orders => orders.is_some(),
        }
    }

    /// The other orders end here, with no answer.
    fn leave_out_other_orders(&mut self, span: Span) {
        let next = self.choose(span);
        self.unsupported("operands of which one may change what another one uses, in every order,", span);
        self.start(next, span);
    }

    /// Lowers a list of initialisers in every order: C does not say which of them is evaluated first.
    pub(crate) fn list_in_every_order(
        &mut self,
        values: &[ExprId],
        span: Span,
        lower: &mut dyn FnMut(&mut Self),
    ) {
        let may_matter = values.len() > 1
            && values.iter().any(|&x| self.s.effects.writes(x))
            && !self.link.is_model(self.unit_index);
        if !may_matter {
            return lower(self);
        }
        let touches: Vec<Touch> = values.iter().map(|&x| self.touch(x)).collect();
        let is_party = |&index: &usize| {
            (0..values.len()).any(|other| other != index && touches[index].conflicts(touches[other]))
        };
        let parties: Vec<ExprId> = (0..values.len()).filter(is_party).map(|index| values[index]).collect();
        let has_statements = values.iter().any(|&x| self.s.effects.has_statements(x));
        match parties[..] {
            [] => lower(self),
            [_, second]
                if !has_statements
                    && self.s.ordered.len() < MAX_NESTED
                    && self.scalar_of(second).is_some() =>
            {
                let join = self.new_block();
                let mark = self.s.refused_last.len();
                let next = self.choose(span);
                let (value, scalar) = self.operand(second);
                let value = self.stable(value, scalar, span);
                self.s.early.insert(second, value);
                lower(self);
                self.s.early.remove(&second);
                self.forget_refused(mark);
                self.goto(join, span);
                self.start(next, span);
                lower(self);
                self.start(join, span);
            }
            _ => {
                self.leave_out_other_orders(span);
                lower(self);
            }
        }
    }

    /// There is no answer for the other orders of an expression.
    fn refuse_other_orders(&mut self, expr: ExprId) {
        self.leave_out_other_orders(self.span(expr));
        self.s.refused.insert(expr);
        self.s.refused_last.push(expr);
    }

    /// What was refused since then may be lowered again, and has to be refused again.
    fn forget_refused(&mut self, mark: usize) {
        for expr in self.s.refused_last.drain(mark..) {
            self.s.refused.remove(&expr);
        }
    }

    /// Lowers an expression once for every order of its operands.
    pub(crate) fn in_every_order(&mut self, expr: ExprId, lower: &mut dyn FnMut(&mut Self)) {
        if !self.has_orders(expr) {
            return lower(self);
        }
        let Some(orders) = self.orders(expr) else { return lower(self) };
        let mark = self.s.refused_last.len();
        let span = self.span(expr);
        let join = self.new_block();
        self.s.ordered.push(expr);
        let pair = orders.pair.filter(|_| orders.complete);
        let usual = pair.and_then(|(first, second)| self.leave_if_apart(first, second, span));
        for early in orders.early {
            let next = self.choose(span);
            for &operand in &early {
                let (value, scalar) = self.operand(operand);
                let value = self.stable(value, scalar, span);
                self.s.early.insert(operand, value);
            }
            lower(self);
            for operand in &early {
                self.s.early.remove(operand);
            }
            self.forget_refused(mark);
            self.goto(join, span);
            self.start(next, span);
        }
        if !orders.complete {
            self.refuse_other_orders(expr);
        }
        if let Some(usual) = usual {
            self.goto(usual, span);
            self.start(usual, span);
        }
        lower(self);
        self.forget_refused(mark);
        self.s.ordered.pop();
        self.start(join, span);
    }

    /// The value of an expression that has several orders.
    pub(crate) fn value_in_every_order(&mut self, expr: ExprId) -> Operand {
        let span = self.span(expr);
        let scalar = self.scalar_of(expr).unwrap_or(Scalar::I32);
        let result = self.temp(scalar, span);
        self.in_every_order(expr, &mut |this| {
            let value = this.rvalue(expr);
            this.emit(StatementKind::Assign(result, value), span);
        });
        Operand::Local(result)
    }

    /// Goes on with the one choice; the block of the other one.
    fn choose(&mut self, span: Span) -> ir::BlockId {
        let choice = self.temp(Scalar::U8, span);
        self.call_intrinsic(Intrinsic::Nondet, ir::ORDER_OF_EVALUATION, Vec::new(), Some(choice), span);
        let cond = self.truth(Operand::Local(choice), Scalar::U8, span);
        let (then_block, else_block) = (self.new_block(), self.new_block());
        self.s.draft.terminate(TerminatorKind::Branch { cond, then_block, else_block }, span);
        self.start(then_block, span);
        else_block
    }

    fn touch(&mut self, expr: ExprId) -> Touch {
        if self.s.touches.is_empty() {
            self.s.touches = self.link.expression_touches(self.unit_index, self.body);
        }
        self.s.touches.get(expr).copied().unwrap_or(Touch::EVERYTHING)
    }

    fn orders(&mut self, expr: ExprId) -> Option<Orders> {
        let body = self.body;
        // What is lowered, in the usual order; an assignment's target is evaluated, but not early.
        let operands: Vec<(Option<ExprId>, Touch)> = match &body.exprs[expr].kind {
            ExprKind::Binary(_, left, right)
            | ExprKind::PtrAdd { ptr: left, index: right, .. }
            | ExprKind::PtrDiff { left, right, .. } => {
                if !self.may_matter(expr, &[*left, *right]) {
                    return None;
                }
                [*left, *right].map(|x| (Some(x), self.touch(x))).to_vec()
            }
            ExprKind::Call { callee, args } => {
                let pointer = self.indirect_callee(*callee);
                let operands: Vec<ExprId> = pointer.iter().chain(args).copied().collect();
                if operands.len() < 2 || !self.may_matter(expr, &operands) {
                    return None;
                }
                operands.into_iter().map(|x| (Some(x), self.touch(x))).collect()
            }
            ExprKind::Assign { target, value } => {
                if !self.may_matter(expr, &[*target, *value]) {
                    return None;
                }
                vec![(None, self.touch(*target)), (Some(*value), self.touch(*value))]
            }
            ExprKind::Update { target, value, .. } => {
                if !self.may_matter(expr, &[*target, *value]) {
                    return None;
                }
                let old = self.link.reading(self.unit_index, body, *target);
                let right = self.right_operand(*value);
                vec![(None, self.touch(*target).and(old)), (right, self.touch(*value))]
            }
            _ => return None,
        };
        // Of an assignment's target, only the address is evaluated beside the value.
        let target = match body.exprs[expr].kind {
            ExprKind::Assign { target, .. } => Some(target),
            _ => None,
        };
        let in_conflict = |index: usize| {
            let (ours, touch) = operands[index];
            operands.iter().enumerate().any(|(other, &(theirs, their_touch))| {
                let apart = || matches!((ours, theirs), (Some(x), Some(y)) if self.are_apart(x, y));
                other != index && touch.conflicts(their_touch) && !apart()
            })
        };
        let parties: Vec<Option<ExprId>> =
            (0..operands.len()).filter(|&index| in_conflict(index)).map(|index| operands[index].0).collect();
        if parties.is_empty() {
            return None;
        }
        // What is lowered twice must not declare anything, and only a scalar can be evaluated early.
        let simple = !self.s.effects.has_statements(expr)
            && self.s.ordered.len() < MAX_NESTED
            && parties[1..].iter().all(|x| x.is_some_and(|x| self.scalar_of(x).is_some()));
        if !simple {
            return Some(Orders { early: Vec::new(), complete: false, pair: None });
        }
        let last: Vec<ExprId> = parties[1..].iter().filter_map(|&x| x).collect();
        match (last.as_slice(), parties[0]) {
            (&[second], first) => Some(Orders {
                early: vec![vec![second]],
                complete: true,
                pair: first.or(target).zip(Some(second)),
            }),
            (&[b, c], Some(a)) if parties.len() == MAX_OPERANDS && self.scalar_of(a).is_some() => {
                let early = vec![vec![a, c], vec![b], vec![b, c], vec![c], vec![c, b]];
                Some(Orders { early, complete: true, pair: None })
            }
            _ => Some(Orders { early: vec![last.into_iter().rev().collect()], complete: false, pair: None }),
        }
    }

    /// Whether the order of the operands may make a difference, as far as can be told without looking closer. Models are written such
    /// that it does not.
    fn may_matter(&self, expr: ExprId, operands: &[ExprId]) -> bool {
        operands.iter().any(|&x| self.s.effects.writes(x))
            && !self.link.is_model(self.unit_index)
            && !self.s.ordered.contains(&expr)
            && !self.s.refused.contains(&expr)
    }

    /// The right operand of a compound assignment, in the value that is assigned.
    fn right_operand(&self, value: ExprId) -> Option<ExprId> {
        match self.body.exprs[value].kind {
            ExprKind::Cast(inner) => self.right_operand(inner),
            ExprKind::Binary(_, _, right) | ExprKind::PtrAdd { index: right, .. } => Some(right),
            _ => None,
        }
    }
}
