//! Rvalues of scalar type, and expressions evaluated for their effects.
//!
//! An expression becomes an [`Rvalue`] that is still to be evaluated, so that its consumer can put it where it is needed: in a variable, in a
//! temporary, or (an address) into a place. Left operands are followed with a list, not by recursion: chains like `a + b + c ...` and
//! `p->next->next ...` may be as long as the file.

use crate::arith::{binary_op, zero};
use crate::fold;
use crate::func::{Bound, FnLower, simplify};
use crate::place::Lvalue;
use base::Span;
use csema::typed::{BinaryOp, ExprId, ExprKind, OpaqueId, UnaryOp};
use ir::{BinOp, LocalId, Operand, Rvalue, Scalar, StatementKind, UnOp};

impl FnLower<'_, '_> {
    /// The value of an expression of scalar type, evaluated.
    pub(crate) fn operand(&mut self, expr: ExprId) -> (Operand, Scalar) {
        let scalar = self.scalar_of(expr).unwrap_or(Scalar::I32);
        let value = self.rvalue(expr);
        let span = self.span(expr);
        (self.materialise(value, scalar, span), scalar)
    }

    /// As `operand`, for a value that is used after `later` has been evaluated.
    pub(crate) fn operand_before(&mut self, expr: ExprId, later: ExprId) -> (Operand, Scalar) {
        let (operand, scalar) = self.operand(expr);
        if self.s.effects.assigns(later) {
            let span = self.span(expr);
            (self.stable(operand, scalar, span), scalar)
        } else {
            (operand, scalar)
        }
    }

    /// Evaluates an expression of scalar type up to its last operation.
    pub(crate) fn rvalue(&mut self, expr: ExprId) -> Rvalue {
        let span = self.span(expr);
        if !self.enter(span) {
            let scalar = self.scalar_of(expr).unwrap_or(Scalar::I32);
            return Rvalue::Use(Operand::Local(self.fresh_register(scalar, span)));
        }
        let bottom = self.s.spine.len();
        let mut leftmost = expr;
        let mut value = loop {
            if let Some(&value) = self.s.early.get(&leftmost) {
                break Rvalue::Use(value);
            }
            if self.has_orders(leftmost) {
                break Rvalue::Use(self.value_in_every_order(leftmost));
            }
            match self.left_operand(leftmost) {
                Some(left) => {
                    self.s.spine.push(leftmost);
                    leftmost = left;
                }
                None => break self.leaf(leftmost),
            }
        };
        while self.s.spine.len() > bottom {
            if let Some(operator) = self.s.spine.pop() {
                value = self.apply(operator, value);
            }
        }
        self.leave();
        value
    }

    /// The scalar rvalue that the evaluation of an operator begins with.
    fn left_operand(&self, expr: ExprId) -> Option<ExprId> {
        match self.body.exprs[expr].kind {
            ExprKind::Binary(_, left, _)
            | ExprKind::PtrAdd { ptr: left, .. }
            | ExprKind::PtrDiff { left, .. }
            | ExprKind::Unary(UnaryOp::Neg | UnaryOp::BitNot, left)
            | ExprKind::Cast(left) => self.scalar_of(left).map(|_| left),
            ExprKind::Unary(UnaryOp::LogicalNot, operand) if !self.is_logical(operand) => {
                self.scalar_of(operand).map(|_| operand)
            }
            ExprKind::Load(lvalue) => {
                self.scalar_of(expr)?;
                self.pointer_of(lvalue)
            }
            ExprKind::AddressOf(lvalue) | ExprKind::Decay(lvalue) => self.pointer_of(lvalue),
            ExprKind::Call { callee, .. } => {
                self.scalar_of(expr)?;
                self.indirect_callee(callee)
            }
            _ => None,
        }
    }

    fn is_logical(&self, expr: ExprId) -> bool {
        matches!(
            self.body.exprs[expr].kind,
            ExprKind::LogicalAnd(..) | ExprKind::LogicalOr(..) | ExprKind::Unary(UnaryOp::LogicalNot, _)
        )
    }

    /// Whether the value is 0 or 1 already.
    fn is_truth_value(&self, expr: ExprId) -> bool {
        match self.body.exprs[expr].kind {
            ExprKind::Binary(op, ..) => binary_op(op).is_comparison(),
            _ => self.is_logical(expr),
        }
    }

    /// An operator, given the value of its left operand.
    fn apply(&mut self, operator: ExprId, left: Rvalue) -> Rvalue {
        let body = self.body;
        let span = self.span(operator);
        let own = self.scalar_of(operator);
        match &body.exprs[operator].kind {
            ExprKind::Load(lvalue) => {
                let lvalue = self.lvalue_through(*lvalue, Some(left));
                self.load(lvalue, own.unwrap_or(Scalar::I32), span)
            }
            ExprKind::AddressOf(lvalue) | ExprKind::Decay(lvalue) => {
                if matches!(body.exprs[*lvalue].kind, ExprKind::Deref(_)) {
                    return left;
                }
                match self.lvalue_through(*lvalue, Some(left)) {
                    Lvalue::Memory(place) => {
                        Rvalue::AddressOf(ir::Place { access: Scalar::U8, bits: None, ..place })
                    }
                    Lvalue::Register(local) => Rvalue::Use(Operand::Local(local)),
                }
            }
            ExprKind::PtrAdd { index, elem, subtract, .. } => {
                self.pointer_add(left, *index, *elem, *subtract, span)
            }
            ExprKind::PtrDiff { left: left_expr, right, elem } => {
                let left = self.settle_left(left, *left_expr, *right);
                self.pointer_difference(left, *right, *elem, span)
            }
            ExprKind::Binary(op, left_expr, right) => {
                let left = self.settle_left(left, *left_expr, *right);
                self.binary(*op, left, self.scalar_of(*left_expr), *right, span)
            }
            ExprKind::Unary(op, operand) => {
                let scalar = self.scalar_of(*operand).unwrap_or(Scalar::I32);
                let value = self.materialise(left, scalar, span);
                match op {
                    UnaryOp::Neg => self.unary(UnOp::Neg, scalar, value),
                    UnaryOp::BitNot => self.unary(UnOp::Not, scalar, value),
                    UnaryOp::LogicalNot => self.operation(BinOp::Eq, scalar, value, zero(scalar)),
                }
            }
            ExprKind::Cast(operand) => self.cast(operator, *operand, left, span),
            ExprKind::Call { callee, args } => {
                let callee = self.settle_callee(left, *callee, args);
                self.scalar_call(operator, callee, args, None)
            }
            // `left_operand` names no other operator.
            _ => left,
        }
    }

    /// The left operand, evaluated before the right one.
    fn settle_left(&mut self, value: Rvalue, left: ExprId, right: ExprId) -> Operand {
        let scalar = self.scalar_of(left).unwrap_or(Scalar::I32);
        let span = self.span(left);
        if self.s.effects.assigns(right) {
            self.materialise_stable(value, scalar, span)
        } else {
            self.materialise(value, scalar, span)
        }
    }

    fn binary(
        &mut self,
        op: BinaryOp,
        left: Operand,
        left_scalar: Option<Scalar>,
        right: ExprId,
        span: Span,
    ) -> Rvalue {
        let (right, right_scalar) = self.operand(right);
        let scalar = left_scalar.unwrap_or(right_scalar);
        let op = binary_op(op);
        if op.is_shift() {
            let count = self.shift_count(right, right_scalar, scalar, span);
            return self.operation(op, scalar, left, count);
        }
        self.operation(op, scalar, left, right)
    }

    fn operation(&self, op: BinOp, scalar: Scalar, left: Operand, right: Operand) -> Rvalue {
        match fold::binary(self.model, op, scalar, left, right) {
            Some(constant) => Rvalue::Use(constant),
            None => Rvalue::Binary(op, scalar, left, right),
        }
    }

    fn unary(&self, op: UnOp, scalar: Scalar, operand: Operand) -> Rvalue {
        match fold::unary(self.model, op, scalar, operand) {
            Some(constant) => Rvalue::Use(constant),
            None => Rvalue::Unary(op, scalar, operand),
        }
    }

    fn pointer_difference(
        &mut self,
        left: Operand,
        right: ExprId,
        elem: csema::types::TypeId,
        span: Span,
    ) -> Rvalue {
        let (right, _) = self.operand(right);
        let word = self.model.signed_word();
        let bytes = Rvalue::Binary(BinOp::PtrDiff, Scalar::Ptr, left, right);
        let layout = self.layout(elem);
        let size = if layout.variable {
            let unsigned = self.model.unsigned_word();
            let size = self.size_of_variable_type(elem, span);
            let size = self.materialise(size, unsigned, span);
            self.converted(unsigned, word, size, span)
        } else if layout.size == 1 {
            return bytes;
        } else if layout.size == 0 {
            return self.unsupported_value("difference of pointers to objects without size", word, span);
        } else {
            self.int(i128::from(layout.size), word)
        };
        let bytes = Operand::Local(self.assign_temp(bytes, word, span));
        Rvalue::Binary(BinOp::Div, word, bytes, size)
    }

    fn cast(&mut self, cast: ExprId, operand: ExprId, value: Rvalue, span: Span) -> Rvalue {
        let to = self.expr_layout(cast);
        let from = self.scalar_of(operand).unwrap_or(Scalar::I32);
        let Some(to_scalar) = to.scalar else { return value };
        if to.is_bool && !self.expr_layout(operand).is_bool {
            let value = self.materialise(value, from, span);
            if self.is_truth_value(operand) {
                return self.convert(from, to_scalar, value, span);
            }
            return self.convert_to_bool(value, from, span);
        }
        if from == to_scalar {
            return value;
        }
        let value = self.materialise(value, from, span);
        self.convert(from, to_scalar, value, span)
    }

    /// An expression whose evaluation does not begin with a scalar operand.
    fn leaf(&mut self, expr: ExprId) -> Rvalue {
        let body = self.body;
        let span = self.span(expr);
        let layout = self.expr_layout(expr);
        let Some(scalar) = layout.scalar else {
            return self.leaf_without_scalar(expr, layout.is_void, span);
        };
        match &body.exprs[expr].kind {
            ExprKind::Int(value) => match scalar {
                Scalar::I128 | Scalar::U128 => Rvalue::Use(Operand::Int(*value, scalar)),
                _ if scalar.is_float() => Rvalue::Use(Operand::Float((*value as f64).to_bits(), scalar)),
                _ => Rvalue::Use(self.int(i128::from(*value), scalar)),
            },
            ExprKind::WideInt(value) => self.wide_int(**value, scalar, span),
            ExprKind::Float(value) => {
                let value = if scalar == Scalar::F32 { f64::from(*value as f32) } else { *value };
                Rvalue::Use(Operand::Float(value.to_bits(), scalar))
            }
            ExprKind::Load(lvalue) => {
                let lvalue = self.lvalue(*lvalue);
                self.load(lvalue, scalar, span)
            }
            // Members of record values, and lvalues that were not loaded.
            ExprKind::Member { .. }
            | ExprKind::Var(_)
            | ExprKind::Object(_)
            | ExprKind::Deref(_)
            | ExprKind::CompoundLiteral { .. } => {
                let lvalue = self.lvalue(expr);
                self.load(lvalue, scalar, span)
            }
            ExprKind::Function(function) => Rvalue::Use(self.function_address(*function, span)),
            ExprKind::AddressOf(lvalue) | ExprKind::Decay(lvalue) => self.address_of(*lvalue),
            ExprKind::Unary(UnaryOp::LogicalNot, _) | ExprKind::LogicalAnd(..) | ExprKind::LogicalOr(..) => {
                self.logical_value(expr, span)
            }
            ExprKind::Cond { .. } => {
                let temp = self.temp(scalar, span);
                self.conditional_into(expr, temp);
                Rvalue::Use(Operand::Local(temp))
            }
            ExprKind::Let { opaque, value, body } => {
                self.bind(*opaque, *value, *body);
                self.rvalue(*body)
            }
            ExprKind::Opaque(opaque) => self.opaque(*opaque, scalar, span),
            ExprKind::Assign { target, value } => Rvalue::Use(self.assign(*target, *value, true, span)),
            ExprKind::Update { target, opaque, value, yields_old } => {
                Rvalue::Use(self.update(*target, *opaque, *value, *yields_old, true, span))
            }
            ExprKind::Cast(operand) => {
                // From void or a block to a scalar: only after an error or an unsupported operand.
                self.discard(*operand);
                self.unsupported_value("conversion from a type without a value", scalar, span)
            }
            ExprKind::Call { callee, args } => {
                let callee = self.direct_callee(*callee);
                self.scalar_call(expr, callee, args, None)
            }
            ExprKind::Builtin(builtin, args) => self.builtin(expr, *builtin, args),
            ExprKind::VaArg(list) => {
                let temp = self.temp(scalar, span);
                self.va_arg(*list, temp, span);
                Rvalue::Use(Operand::Local(temp))
            }
            ExprKind::Comma(left, right) => {
                self.discard(*left);
                self.rvalue(*right)
            }
            ExprKind::StmtExpr { block, result } => {
                let scope = self.open_scope(span);
                self.block_statements(*block);
                let value = match result {
                    Some(result) => {
                        let value = self.rvalue(*result);
                        self.materialise_stable(value, scalar, span)
                    }
                    None => Operand::Local(self.fresh_register(scalar, span)),
                };
                self.close_scope(scope, crate::func::end_of(span));
                Rvalue::Use(value)
            }
            ExprKind::SizeofVla(ty) => self.size_of_variable_type(*ty, span),
            ExprKind::LabelAddr(label) => Rvalue::Use(Operand::Label(self.landing(*label))),
            ExprKind::Unsupported(what) => self.unsupported_value(what, scalar, span),
            ExprKind::Binary(..)
            | ExprKind::Unary(..)
            | ExprKind::PtrAdd { .. }
            | ExprKind::PtrDiff { .. } => {
                self.unsupported_value("an operation on a type that is not scalar", scalar, span)
            }
        }
    }

    /// Only after an error, or for kinds of numbers that no scalar stands for, is a scalar asked of such an expression.
    fn leaf_without_scalar(&mut self, expr: ExprId, is_void: bool, span: Span) -> Rvalue {
        if is_void {
            self.discard(expr);
            return Rvalue::Use(Operand::Int(0, Scalar::I32));
        }
        self.unsupported_value("an operation on a type that is not scalar", Scalar::I32, span)
    }

    fn address_of(&mut self, lvalue: ExprId) -> Rvalue {
        if let ExprKind::Function(function) = self.body.exprs[lvalue].kind {
            let span = self.span(lvalue);
            return Rvalue::Use(self.function_address(function, span));
        }
        let place = self.memory_lvalue(lvalue);
        Rvalue::AddressOf(ir::Place { access: Scalar::U8, bits: None, ..place })
    }

    /// Gives the opaque the value of `value`, for use in `later`.
    pub(crate) fn bind(&mut self, opaque: OpaqueId, value: ExprId, later: ExprId) {
        let layout = self.expr_layout(value);
        let bound = if layout.scalar.is_some() {
            Bound::Scalar(self.operand_before(value, later).0)
        } else if layout.is_void {
            self.discard(value);
            Bound::None
        } else {
            Bound::Block(self.block_copy(value))
        };
        self.s.opaques[opaque] = bound;
    }

    fn opaque(&mut self, opaque: OpaqueId, scalar: Scalar, span: Span) -> Rvalue {
        match self.s.opaques[opaque] {
            Bound::Scalar(operand) => Rvalue::Use(operand),
            Bound::Block(place) => Rvalue::Load(ir::Place { access: scalar, ..place }),
            Bound::None => self.unsupported_value("a value that is not bound", scalar, span),
        }
    }

    /// Assigns the value of a scalar expression to a register.
    pub(crate) fn assign_register(&mut self, register: LocalId, value: ExprId, span: Span) {
        let body = self.body;
        match &body.exprs[value].kind {
            ExprKind::Call { callee, args }
                if self.indirect_callee(*callee).is_none()
                    && !self.s.early.contains_key(&value)
                    && !self.has_orders(value) =>
            {
                let callee = self.direct_callee(*callee);
                self.scalar_call(value, callee, args, Some(register));
            }
            ExprKind::Cond { .. } if !self.s.early.contains_key(&value) => {
                self.conditional_into(value, register);
            }
            _ => {
                let value = simplify(self.rvalue(value));
                if value != Rvalue::Use(Operand::Local(register)) {
                    self.emit(StatementKind::Assign(register, value), span);
                }
            }
        }
    }

    /// `target = value`. The result is the stored value, for `wanted` scalars.
    pub(crate) fn assign(&mut self, target: ExprId, value: ExprId, wanted: bool, span: Span) -> Operand {
        let Some(scalar) = self.scalar_of(target) else {
            let place = self.memory_lvalue(target);
            let mut place = self.assigned_place(place, span);
            if self.s.effects.assigns(value) {
                place = self.stable_place(place, span);
            }
            self.block_into(value, place, span);
            return Operand::Int(0, Scalar::I32);
        };
        match self.lvalue(target) {
            Lvalue::Register(local) => {
                self.assign_register(local, value, span);
                Operand::Local(local)
            }
            Lvalue::Memory(place) => {
                let mut place = self.assigned_place(place, span);
                if self.s.effects.assigns(value) {
                    place = self.stable_place(place, span);
                }
                let (value, _) = self.operand(value);
                self.store(place, value, scalar, span);
                match place.bits {
                    Some(bits) if wanted => self.truncate_to_bits(value, scalar, bits.width, span),
                    _ => value,
                }
            }
        }
    }

    /// `+=`, `++` and the like. The result is meaningful if it is `wanted`.
    pub(crate) fn update(
        &mut self,
        target: ExprId,
        opaque: OpaqueId,
        value: ExprId,
        yields_old: bool,
        wanted: bool,
        span: Span,
    ) -> Operand {
        let Some(scalar) = self.scalar_of(target) else {
            self.unsupported("an operation on a type that is not scalar", span);
            return Operand::Int(0, Scalar::I32);
        };
        let keep_old = (yields_old && wanted) || self.s.effects.assigns(value);
        match self.lvalue(target) {
            Lvalue::Register(local) => {
                let mut old = Operand::Local(local);
                if keep_old {
                    old = self.stable(old, scalar, span);
                }
                self.s.opaques[opaque] = Bound::Scalar(old);
                self.assign_register(local, value, span);
                if yields_old { old } else { Operand::Local(local) }
            }
            Lvalue::Memory(place) => {
                let mut place = self.assigned_place(place, span);
                if self.s.effects.assigns(value) {
                    place = self.stable_place(place, span);
                }
                let old = self.load(Lvalue::Memory(place), scalar, span);
                let old = self.materialise(old, scalar, span);
                self.s.opaques[opaque] = Bound::Scalar(old);
                let (value, _) = self.operand(value);
                self.store(place, value, scalar, span);
                match place.bits {
                    _ if yields_old => old,
                    Some(bits) if wanted => self.truncate_to_bits(value, scalar, bits.width, span),
                    _ => value,
                }
            }
        }
    }

    /// Evaluates an expression of any type for its effects.
    pub(crate) fn discard(&mut self, expr: ExprId) {
        let body = self.body;
        let span = self.span(expr);
        if !self.enter(span) {
            return;
        }
        match &body.exprs[expr].kind {
            ExprKind::Comma(..) => self.discard_comma_chain(expr),
            ExprKind::Cast(operand) if self.expr_layout(expr).is_void => self.discard(*operand),
            ExprKind::Assign { target, value } => {
                self.in_every_order(expr, &mut |this| {
                    this.assign(*target, *value, false, span);
                });
            }
            ExprKind::Update { target, opaque, value, yields_old } => {
                self.in_every_order(expr, &mut |this| {
                    this.update(*target, *opaque, *value, *yields_old, false, span);
                });
            }
            ExprKind::Call { callee, args } => self.discard_call(expr, *callee, args),
            ExprKind::Cond { cond, then, otherwise } => {
                let (then_block, else_block, join) = (self.new_block(), self.new_block(), self.new_block());
                self.branch(*cond, then_block, else_block);
                self.start(then_block, span);
                self.discard(*then);
                self.goto(join, span);
                self.start(else_block, span);
                self.discard(*otherwise);
                self.start(join, span);
            }
            ExprKind::LogicalAnd(left, right) | ExprKind::LogicalOr(left, right) => {
                let is_and = matches!(body.exprs[expr].kind, ExprKind::LogicalAnd(..));
                let (more, join) = (self.new_block(), self.new_block());
                if is_and {
                    self.branch(*left, more, join);
                } else {
                    self.branch(*left, join, more);
                }
                self.start(more, span);
                self.discard(*right);
                self.start(join, span);
            }
            ExprKind::Let { opaque, value, body } => {
                self.bind(*opaque, *value, *body);
                self.discard(*body);
            }
            ExprKind::StmtExpr { block, result } => {
                let scope = self.open_scope(span);
                self.block_statements(*block);
                if let Some(result) = result {
                    self.discard(*result);
                }
                self.close_scope(scope, crate::func::end_of(span));
            }
            ExprKind::Builtin(builtin, args) => {
                self.builtin(expr, *builtin, args);
            }
            ExprKind::Unsupported(what) => self.unsupported(what, span),
            ExprKind::Function(_) => {}
            // The lvalue is evaluated, but a block is not read.
            ExprKind::Load(lvalue) if self.scalar_of(expr).is_none() => {
                self.lvalue(*lvalue);
            }
            ExprKind::VaArg(list) if self.scalar_of(expr).is_none() => {
                let temp = self.memory_temp(body.exprs[expr].ty, span);
                self.va_arg(*list, temp, span);
            }
            _ => match self.scalar_of(expr) {
                Some(scalar) => {
                    let value = self.rvalue(expr);
                    // An operation may be undefined also if nobody wants its result; taking an address never is.
                    if !matches!(value, Rvalue::AddressOf(_)) {
                        self.materialise(value, scalar, span);
                    }
                }
                None if self.is_block_value(expr) => {
                    self.block_place(expr);
                }
                None => {}
            },
        }
        self.leave();
    }

    fn discard_comma_chain(&mut self, expr: ExprId) {
        let mut rights = Vec::new();
        let mut left = expr;
        while let ExprKind::Comma(first, second) = self.body.exprs[left].kind {
            rights.push(second);
            left = first;
        }
        self.discard(left);
        while let Some(right) = rights.pop() {
            self.discard(right);
        }
    }
}
