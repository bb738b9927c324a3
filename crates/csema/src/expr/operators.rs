//! Arithmetic, logic, assignment, the conditional operator and casts.

use super::{Category, Operand};
use crate::analyzer::Analyzer;
use crate::convert::AssignTo;
use crate::intern::ids;
use crate::typed::{BinaryOp, ExprKind, UnaryOp};
use crate::types::{FloatKind, QualType, TypeId, TypeKind};
use base::Span;
use csyntax::ast::{self, Quals};

impl Analyzer<'_> {
    pub(crate) fn binary_expr(
        &mut self,
        op: ast::BinaryOp,
        left: Operand,
        right: ast::ExprId,
        span: Span,
    ) -> Operand {
        match op {
            ast::BinaryOp::LogicalAnd | ast::BinaryOp::LogicalOr => {
                let left = self.condition(left);
                let right = self.expr(right);
                let right = self.condition(right);
                if left.ty == ids::ERROR || right.ty == ids::ERROR {
                    return self.poison(span);
                }
                let kind = if op == ast::BinaryOp::LogicalAnd {
                    ExprKind::LogicalAnd(left.id, right.id)
                } else {
                    ExprKind::LogicalOr(left.id, right.id)
                };
                self.make(kind, ids::INT, span)
            }
            _ => {
                let left = self.rvalue(left);
                let right = self.value(right);
                self.binary_values(op, left, right, span)
            }
        }
    }

    /// A value that is compared with zero.
    pub(crate) fn condition(&mut self, op: Operand) -> Operand {
        let op = self.rvalue(op);
        let span = self.span_of(op);
        match self.types.kind(op.ty) {
            TypeKind::Complex(_) => self.unsupported("complex arithmetic", ids::INT, span),
            TypeKind::Float(FloatKind::Float16 | FloatKind::Decimal(_)) => {
                self.unsupported("arithmetic of an extended floating-point type", ids::INT, span)
            }
            TypeKind::Error => op,
            _ if self.types.arena.is_scalar(op.ty) => op,
            _ => {
                let message = format!("a scalar is required, not '{}'", self.type_text(op.ty));
                self.error(span, message);
                self.poison(span)
            }
        }
    }

    /// Of two values; also used by compound assignment.
    pub(crate) fn binary_values(
        &mut self,
        op: ast::BinaryOp,
        left: Operand,
        right: Operand,
        span: Span,
    ) -> Operand {
        if left.ty == ids::ERROR || right.ty == ids::ERROR {
            return self.poison(span);
        }
        if matches!(self.types.kind(left.ty), TypeKind::Vector { .. })
            || matches!(self.types.kind(right.ty), TypeKind::Vector { .. })
        {
            let vector =
                if matches!(self.types.kind(left.ty), TypeKind::Vector { .. }) { left.ty } else { right.ty };
            return self.unsupported("vector arithmetic", vector, span);
        }
        let pointers = (self.is_pointer(left.ty), self.is_pointer(right.ty));
        match op {
            ast::BinaryOp::Add if pointers.0 || pointers.1 => self.pointer_add(left, right, span),
            ast::BinaryOp::Sub if pointers.0 => self.pointer_sub(left, right, span),
            ast::BinaryOp::Eq
            | ast::BinaryOp::Ne
            | ast::BinaryOp::Lt
            | ast::BinaryOp::Le
            | ast::BinaryOp::Gt
            | ast::BinaryOp::Ge
                if pointers.0 || pointers.1 =>
            {
                self.pointer_compare(op, left, right, span)
            }
            ast::BinaryOp::Shl | ast::BinaryOp::Shr => self.shift(op, left, right, span),
            _ => self.arithmetic(op, left, right, span),
        }
    }

    pub(crate) fn is_pointer(&self, ty: TypeId) -> bool {
        matches!(self.types.kind(ty), TypeKind::Pointer(_))
    }

    #[cold]
    pub(crate) fn invalid_operands(&mut self, left: Operand, right: Operand, span: Span) -> Operand {
        let message = format!(
            "invalid operands of types '{}' and '{}'",
            self.type_text(left.ty),
            self.type_text(right.ty)
        );
        self.error(span, message);
        self.poison(span)
    }

    fn shift(&mut self, op: ast::BinaryOp, left: Operand, right: Operand, span: Span) -> Operand {
        if !self.types.arena.is_integer(left.ty) || !self.types.arena.is_integer(right.ty) {
            return self.invalid_operands(left, right, span);
        }
        let width = self.wide_bit_field(left);
        let left = self.promote(left);
        let right = self.promote(right);
        let result = self.make(ExprKind::Binary(typed_op(op), left.id, right.id), left.ty, span);
        self.wrap_to_width(result, width)
    }

    fn arithmetic(&mut self, op: ast::BinaryOp, left: Operand, right: Operand, span: Span) -> Operand {
        let integers_only = matches!(
            op,
            ast::BinaryOp::Rem | ast::BinaryOp::BitAnd | ast::BinaryOp::BitXor | ast::BinaryOp::BitOr
        );
        let valid = |table: &crate::intern::TypeTable, ty: TypeId| {
            if integers_only { table.arena.is_integer(ty) } else { table.arena.is_arithmetic(ty) }
        };
        if !valid(&self.types, left.ty) || !valid(&self.types, right.ty) {
            return self.invalid_operands(left, right, span);
        }
        let (ty, width) = self.arithmetic_type(left, right);
        let result = match op {
            ast::BinaryOp::Eq
            | ast::BinaryOp::Ne
            | ast::BinaryOp::Lt
            | ast::BinaryOp::Le
            | ast::BinaryOp::Gt
            | ast::BinaryOp::Ge => ids::INT,
            _ => ty,
        };
        if let Some(what) = self.unsupported_arithmetic(ty) {
            return self.unsupported(what, result, span);
        }
        let left = self.convert_to_width(left, ty, width);
        let right = self.convert_to_width(right, ty, width);
        let value = self.make(ExprKind::Binary(typed_op(op), left.id, right.id), result, span);
        if result == ty { self.wrap_to_width(value, width) } else { value }
    }

    /// The width of a bit-field in whose own type gcc computes; 0 for all others.
    fn wide_bit_field(&self, op: Operand) -> u8 {
        if (33..64).contains(&op.bits) && self.types.size_of(op.ty) == Some(8) { op.bits } else { 0 }
    }

    pub(crate) fn unsupported_arithmetic(&self, ty: TypeId) -> Option<&'static str> {
        match self.types.kind(ty) {
            TypeKind::Complex(_) => Some("complex arithmetic"),
            TypeKind::Float(FloatKind::Float16) => Some("_Float16 arithmetic"),
            TypeKind::Float(FloatKind::Decimal(_)) => Some("decimal floating-point arithmetic"),
            TypeKind::Vector { .. } => Some("vector arithmetic"),
            _ => None,
        }
    }

    pub(crate) fn unary_expr(&mut self, op: ast::UnaryOp, operand: ast::ExprId, span: Span) -> Operand {
        match op {
            ast::UnaryOp::AddressOf => self.address_expr(operand, span),
            ast::UnaryOp::Deref => {
                let operand = self.expr(operand);
                self.deref(operand, span)
            }
            ast::UnaryOp::Plus | ast::UnaryOp::Minus | ast::UnaryOp::BitNot => {
                let operand = self.value(operand);
                self.sign(op, operand, span)
            }
            ast::UnaryOp::LogicalNot => {
                let operand = self.expr(operand);
                let operand = self.condition(operand);
                if operand.ty == ids::ERROR {
                    return operand;
                }
                self.make(ExprKind::Unary(UnaryOp::LogicalNot, operand.id), ids::INT, span)
            }
            ast::UnaryOp::PreIncrement
            | ast::UnaryOp::PreDecrement
            | ast::UnaryOp::PostIncrement
            | ast::UnaryOp::PostDecrement => {
                let operand = self.expr(operand);
                self.increment(op, operand, span)
            }
            ast::UnaryOp::Real | ast::UnaryOp::Imag => {
                let operand = self.expr(operand);
                self.complex_part(op, operand, span)
            }
            ast::UnaryOp::Extension => self.expr(operand),
        }
    }

    fn sign(&mut self, op: ast::UnaryOp, operand: Operand, span: Span) -> Operand {
        if operand.ty == ids::ERROR {
            return operand;
        }
        let valid = match op {
            ast::UnaryOp::BitNot => {
                self.types.arena.is_integer(operand.ty) || self.unsupported_arithmetic(operand.ty).is_some()
            }
            _ => {
                self.types.arena.is_arithmetic(operand.ty)
                    || matches!(self.types.kind(operand.ty), TypeKind::Vector { .. })
            }
        };
        if !valid {
            let message = format!("invalid operand of type '{}'", self.type_text(operand.ty));
            self.error(span, message);
            return self.poison(span);
        }
        if let Some(what) = self.unsupported_arithmetic(operand.ty) {
            return self.unsupported(what, operand.ty, span);
        }
        let width = self.wide_bit_field(operand);
        let operand = self.promote(operand);
        let op = match op {
            ast::UnaryOp::Minus => UnaryOp::Neg,
            ast::UnaryOp::BitNot => UnaryOp::BitNot,
            _ => return Operand { bits: width, ..operand },
        };
        let value = self.make(ExprKind::Unary(op, operand.id), operand.ty, span);
        self.wrap_to_width(value, width)
    }

    fn complex_part(&mut self, op: ast::UnaryOp, operand: Operand, span: Span) -> Operand {
        match *self.types.kind(operand.ty) {
            TypeKind::Complex(kind) => {
                let ty = crate::intern::TypeTable::float_id(kind);
                let id = self.push(ExprKind::Unsupported("part of a complex number"), ty, span);
                Operand { id, ty, quals: operand.quals, category: operand.category, bits: 0 }
            }
            _ if operand.ty == ids::ERROR => operand,
            _ if self.types.arena.is_arithmetic(operand.ty) => match op {
                ast::UnaryOp::Real => operand,
                _ => {
                    let value = self.rvalue(operand);
                    let zero = self.make_int(0, ids::INT, span);
                    let zero = self.cast(zero, value.ty);
                    self.make(ExprKind::Comma(value.id, zero.id), value.ty, span)
                }
            },
            _ => {
                self.error(span, "a complex number is required");
                self.poison(span)
            }
        }
    }

    // ----- Assignment -----

    /// Whether the operand can be assigned to; reports if not.
    fn check_modifiable(&mut self, target: Operand, span: Span) -> bool {
        if target.ty == ids::ERROR {
            return false;
        }
        let problem = if !target.is_lvalue() {
            "an lvalue is required on the left of an assignment"
        } else if target.quals.contains(Quals::CONST) {
            "assignment to something read-only"
        } else {
            match self.types.kind(target.ty) {
                TypeKind::Array { .. } => "assignment to an array",
                TypeKind::Function(_) => "assignment to a function",
                TypeKind::Void => "assignment to something of type 'void'",
                TypeKind::Record(id) if !self.types.arena.records[*id].complete => {
                    "assignment to something of incomplete type"
                }
                _ => return true,
            }
        };
        self.error(span, problem);
        false
    }

    fn assigned(&mut self, target: Operand) {
        if matches!(self.types.kind(target.ty), TypeKind::Record(_)) {
            self.mark_address_taken(target.id);
        }
    }

    pub(crate) fn assign_expr(&mut self, target: ast::ExprId, value: ast::ExprId, span: Span) -> Operand {
        let target = self.expr(target);
        let value = self.expr(value);
        if !self.check_modifiable(target, span) {
            return self.poison(span);
        }
        let value = self.assign_convert(value, target.ty, AssignTo::Assignment, span);
        if value.ty == ids::ERROR {
            return self.poison(span);
        }
        self.assigned(target);
        let mut result = self.make(ExprKind::Assign { target: target.id, value: value.id }, target.ty, span);
        result.bits = target.bits;
        result
    }

    pub(crate) fn compound_assign(
        &mut self,
        op: ast::BinaryOp,
        target: ast::ExprId,
        value: ast::ExprId,
        span: Span,
    ) -> Operand {
        let target = self.expr(target);
        let value = self.value(value);
        self.update(op, target, value, false, span)
    }

    pub(crate) fn increment(&mut self, op: ast::UnaryOp, target: Operand, span: Span) -> Operand {
        let binary = match op {
            ast::UnaryOp::PreIncrement | ast::UnaryOp::PostIncrement => ast::BinaryOp::Add,
            _ => ast::BinaryOp::Sub,
        };
        let yields_old = matches!(op, ast::UnaryOp::PostIncrement | ast::UnaryOp::PostDecrement);
        if !self.types.arena.is_scalar(target.ty)
            && !matches!(self.types.kind(target.ty), TypeKind::Error | TypeKind::Vector { .. })
        {
            let message = format!("invalid operand of type '{}'", self.type_text(target.ty));
            self.error(span, message);
            return self.poison(span);
        }
        let one = self.make_int(1, ids::INT, span);
        self.update(binary, target, one, yields_old, span)
    }

    fn update(
        &mut self,
        op: ast::BinaryOp,
        target: Operand,
        value: Operand,
        yields_old: bool,
        span: Span,
    ) -> Operand {
        if !self.check_modifiable(target, span) || value.ty == ids::ERROR {
            return self.poison(span);
        }
        if let Some(what) = self.unsupported_arithmetic(target.ty) {
            return self.unsupported(what, target.ty, span);
        }
        let opaque = self.new_opaque();
        let mut old = self.make(ExprKind::Opaque(opaque), target.ty, span);
        old.bits = target.bits;
        let new = self.binary_values(op, old, value, span);
        let new = self.assign_convert(new, target.ty, AssignTo::Assignment, span);
        if new.ty == ids::ERROR {
            return self.poison(span);
        }
        let kind = ExprKind::Update { target: target.id, opaque, value: new.id, yields_old };
        let mut result = self.make(kind, target.ty, span);
        result.bits = target.bits;
        result
    }

    // ----- The conditional operator -----

    pub(crate) fn cond_expr(
        &mut self,
        cond: ast::ExprId,
        then: Option<ast::ExprId>,
        otherwise: ast::ExprId,
        span: Span,
    ) -> Operand {
        let cond = self.expr(cond);
        let cond = self.condition(cond);
        let Some(then) = then else { return self.elvis(cond, otherwise, span) };
        let then = self.value(then);
        let otherwise = self.value(otherwise);
        if cond.ty == ids::ERROR {
            return self.poison(span);
        }
        let Some((then, otherwise)) = self.unify_branches(then, otherwise, span) else {
            return self.poison(span);
        };
        let kind = ExprKind::Cond { cond: cond.id, then: then.id, otherwise: otherwise.id };
        let mut result = self.make(kind, then.ty, span);
        result.bits = self.wide_bit_field(then);
        result
    }

    /// `a ?: b`: the condition is evaluated once.
    fn elvis(&mut self, cond: Operand, otherwise: ast::ExprId, span: Span) -> Operand {
        let opaque = self.new_opaque();
        let tested = self.make(ExprKind::Opaque(opaque), cond.ty, span);
        let mut then = self.make(ExprKind::Opaque(opaque), cond.ty, span);
        then.bits = cond.bits;
        let otherwise = self.value(otherwise);
        if cond.ty == ids::ERROR {
            return self.poison(span);
        }
        let Some((then, otherwise)) = self.unify_branches(then, otherwise, span) else {
            return self.poison(span);
        };
        let kind = ExprKind::Cond { cond: tested.id, then: then.id, otherwise: otherwise.id };
        let body = self.make(kind, then.ty, span);
        self.make(ExprKind::Let { opaque, value: cond.id, body: body.id }, then.ty, span)
    }

    /// Converts the branches of a conditional to its type.
    fn unify_branches(
        &mut self,
        then: Operand,
        otherwise: Operand,
        span: Span,
    ) -> Option<(Operand, Operand)> {
        if then.ty == ids::ERROR || otherwise.ty == ids::ERROR {
            return None;
        }
        if self.types.arena.is_arithmetic(then.ty) && self.types.arena.is_arithmetic(otherwise.ty) {
            let (ty, width) = self.arithmetic_type(then, otherwise);
            return Some((
                self.convert_to_width(then, ty, width),
                self.convert_to_width(otherwise, ty, width),
            ));
        }
        if then.ty == otherwise.ty {
            return Some((then, otherwise));
        }
        if then.ty == ids::VOID || otherwise.ty == ids::VOID {
            return Some((self.cast(then, ids::VOID), self.cast(otherwise, ids::VOID)));
        }
        let pointers = (self.is_pointer(then.ty), self.is_pointer(otherwise.ty));
        let ty = match pointers {
            (true, true) => self.common_pointer(then, otherwise, span),
            (true, false) if self.types.arena.is_integer(otherwise.ty) => then.ty,
            (false, true) if self.types.arena.is_integer(then.ty) => otherwise.ty,
            _ => {
                let message = format!(
                    "the branches of '?:' have incompatible types '{}' and '{}'",
                    self.type_text(then.ty),
                    self.type_text(otherwise.ty)
                );
                self.error(span, message);
                return None;
            }
        };
        Some((self.cast(then, ty), self.cast(otherwise, ty)))
    }

    /// The type of a conditional whose branches are pointers.
    fn common_pointer(&mut self, a: Operand, b: Operand, span: Span) -> TypeId {
        let (Some(x), Some(y)) = (self.types.arena.pointee(a.ty), self.types.arena.pointee(b.ty)) else {
            return a.ty;
        };
        if self.is_null_constant(a) {
            return b.ty;
        }
        if self.is_null_constant(b) {
            return a.ty;
        }
        let quals = x.quals.with(y.quals);
        let target = if x.ty == ids::VOID || y.ty == ids::VOID {
            ids::VOID
        } else if self.types.compatible(x.ty, y.ty) {
            self.types.composite(x.ty, y.ty)
        } else {
            let message = format!(
                "pointer type mismatch in '?:': '{}' and '{}'",
                self.type_text(a.ty),
                self.type_text(b.ty)
            );
            self.warning(span, message);
            ids::VOID
        };
        self.types.pointer_to(QualType { ty: target, quals })
    }

    /// An integer constant zero, possibly cast to `void *`.
    pub(crate) fn is_null_constant(&mut self, op: Operand) -> bool {
        if op.ty != ids::VOID_PTR {
            return self.types.arena.is_integer(op.ty) && self.fold_int(op.id) == Some(0);
        }
        match self.body.exprs[op.id].kind {
            ExprKind::Int(value) => value == 0,
            ExprKind::Cast(inner) => {
                self.types.arena.is_integer(self.body.exprs[inner].ty) && self.fold_int(inner) == Some(0)
            }
            _ => false,
        }
    }

    // ----- Casts -----

    pub(crate) fn cast_expr(&mut self, ty: ast::TypeNameId, operand: ast::ExprId, span: Span) -> Operand {
        let mark = self.pending_vlas.len();
        let named = self.type_name(ty);
        let operand = self.expr(operand);
        let result = self.explicit_cast(operand, named.ty.ty, span);
        self.with_vla_sizes(mark, result, span)
    }

    pub(crate) fn explicit_cast(&mut self, operand: Operand, ty: TypeId, span: Span) -> Operand {
        if ty == ids::VOID {
            let operand = self.discard(operand);
            return if operand.ty == ids::VOID {
                operand
            } else {
                self.make(ExprKind::Cast(operand.id), ty, span)
            };
        }
        let operand = self.rvalue(operand);
        if operand.ty == ids::ERROR || ty == ids::ERROR {
            return self.poison(span);
        }
        if let ExprKind::Unsupported(what) = self.body.exprs[operand.id].kind {
            return self.unsupported(what, ty, span);
        }
        if operand.ty == ty {
            return self.with_span(Operand { bits: 0, ..operand }, span);
        }
        let kinds = (self.types.kind(ty).clone(), self.types.kind(operand.ty).clone());
        match kinds {
            (TypeKind::Record(record), _) if self.types.arena.records[record].union => {
                // GNU C: the union's member of that type gets the value.
                match self.cast_to_union(operand, ty, record, span) {
                    Some(result) => result,
                    None => self.invalid_cast(operand, ty, span),
                }
            }
            (TypeKind::Vector { .. }, _) | (_, TypeKind::Vector { .. }) => {
                self.unsupported("conversion of a vector", ty, span)
            }
            (TypeKind::Pointer(_), TypeKind::Float(_)) | (TypeKind::Float(_), TypeKind::Pointer(_)) => {
                self.invalid_cast(operand, ty, span)
            }
            _ if self.types.arena.is_scalar(ty) && self.types.arena.is_scalar(operand.ty) => {
                let result = self.cast(operand, ty);
                self.with_span(result, span)
            }
            _ => self.invalid_cast(operand, ty, span),
        }
    }

    /// The cast's own span, when it made no node of its own or a literal.
    fn with_span(&mut self, op: Operand, span: Span) -> Operand {
        if matches!(self.body.exprs[op.id].kind, ExprKind::Int(_) | ExprKind::Cast(_)) {
            self.body.exprs[op.id].span = span;
        }
        op
    }

    fn invalid_cast(&mut self, operand: Operand, ty: TypeId, span: Span) -> Operand {
        let message = format!("cannot cast '{}' to '{}'", self.type_text(operand.ty), self.type_text(ty));
        self.error(span, message);
        self.poison(span)
    }

    fn cast_to_union(
        &mut self,
        operand: Operand,
        ty: TypeId,
        union: crate::types::RecordId,
        span: Span,
    ) -> Option<Operand> {
        let fields = &self.types.arena.records[union].fields;
        let field = fields.iter().find(|f| self.types.compatible(f.ty.ty, operand.ty))?;
        let (field_ty, offset, bits) = (field.ty.ty, field.offset, field.bits);
        let var = self.new_temporary(ty, span);
        let elem = crate::typed::InitElem {
            offset,
            ty: field_ty,
            bits,
            value: crate::typed::InitValue::Expr(operand.id),
        };
        let init = crate::typed::LocalInit { zero_fill: true, rests: Vec::new(), elems: vec![elem] };
        let id = self.push(ExprKind::CompoundLiteral { var, init: Box::new(init) }, ty, span);
        let stored = Operand { id, ty, quals: Quals::NONE, category: Category::Lvalue, bits: 0 };
        Some(self.rvalue(stored))
    }
}

pub(crate) fn typed_op(op: ast::BinaryOp) -> BinaryOp {
    match op {
        ast::BinaryOp::Mul => BinaryOp::Mul,
        ast::BinaryOp::Div => BinaryOp::Div,
        ast::BinaryOp::Rem => BinaryOp::Rem,
        ast::BinaryOp::Add => BinaryOp::Add,
        ast::BinaryOp::Sub => BinaryOp::Sub,
        ast::BinaryOp::Shl => BinaryOp::Shl,
        ast::BinaryOp::Shr => BinaryOp::Shr,
        ast::BinaryOp::Lt => BinaryOp::Lt,
        ast::BinaryOp::Gt => BinaryOp::Gt,
        ast::BinaryOp::Le => BinaryOp::Le,
        ast::BinaryOp::Ge => BinaryOp::Ge,
        ast::BinaryOp::Eq => BinaryOp::Eq,
        ast::BinaryOp::Ne => BinaryOp::Ne,
        ast::BinaryOp::BitAnd | ast::BinaryOp::LogicalAnd => BinaryOp::And,
        ast::BinaryOp::BitXor => BinaryOp::Xor,
        ast::BinaryOp::BitOr | ast::BinaryOp::LogicalOr => BinaryOp::Or,
    }
}
