//! Pointers: address, dereference, subscripts, arithmetic and comparison.

use super::operators::typed_op;
use super::{Category, Operand};
use crate::analyzer::Analyzer;
use crate::intern::ids;
use crate::typed::ExprKind;
use crate::types::{QualType, TypeId, TypeKind};
use base::Span;
use csyntax::ast::{self, Quals};

impl Analyzer<'_> {
    pub(crate) fn address_expr(&mut self, operand: ast::ExprId, span: Span) -> Operand {
        let operand = self.expr(operand);
        if operand.ty == ids::ERROR {
            return self.poison(span);
        }
        match operand.category {
            Category::Function => {
                let ty = self.types.pointer(operand.ty);
                match self.body.exprs[operand.id].kind {
                    ExprKind::Deref(pointer) => Operand::rvalue(pointer, self.body.exprs[pointer].ty),
                    _ => self.make(ExprKind::AddressOf(operand.id), ty, span),
                }
            }
            Category::Lvalue if operand.bits != 0 => {
                self.error(span, "cannot take the address of a bit-field");
                self.poison(span)
            }
            Category::Lvalue => self.address_of(operand, span),
            Category::Rvalue => {
                if matches!(self.body.exprs[operand.id].kind, ExprKind::Unsupported(_)) {
                    // A nested function, for instance: its designator is already a pointer.
                    return operand;
                }
                if matches!(self.types.kind(operand.ty), TypeKind::Array { .. } | TypeKind::Record(_)) {
                    // gcc allows `&f().array`; the value gets a place.
                    let stored = self.materialize(operand, span);
                    return self.address_of(stored, span);
                }
                self.error(span, "an lvalue is required as the operand of '&'");
                self.poison(span)
            }
        }
    }

    pub(crate) fn deref(&mut self, operand: Operand, span: Span) -> Operand {
        if operand.category == Category::Function {
            // `*f` is `f`.
            return operand;
        }
        let pointer = self.rvalue(operand);
        match *self.types.kind(pointer.ty) {
            TypeKind::Pointer(target) => self.deref_pointer(pointer, target, span),
            TypeKind::Error => pointer,
            _ => {
                let message = format!("'*' needs a pointer, not '{}'", self.type_text(pointer.ty));
                self.error(span, message);
                self.poison(span)
            }
        }
    }

    fn deref_pointer(&mut self, pointer: Operand, target: QualType, span: Span) -> Operand {
        if let (TypeKind::Function(_), ExprKind::Decay(function)) =
            (self.types.kind(target.ty), &self.body.exprs[pointer.id].kind)
        {
            let function = *function;
            return Operand {
                id: function,
                ty: target.ty,
                quals: Quals::NONE,
                category: Category::Function,
                bits: 0,
            };
        }
        let id = self.push(ExprKind::Deref(pointer.id), target.ty, span);
        let mut result = Operand::lvalue(id, target);
        if matches!(self.types.kind(target.ty), TypeKind::Function(_)) {
            result.category = Category::Function;
        }
        result
    }

    pub(crate) fn index_expr(&mut self, base: Operand, index: ast::ExprId, span: Span) -> Operand {
        if let TypeKind::Vector { elem, .. } = *self.types.kind(base.ty) {
            self.value(index);
            let id = self.push(ExprKind::Unsupported("element of a vector"), elem, span);
            return Operand { id, ty: elem, quals: base.quals, category: base.category, bits: 0 };
        }
        let left = self.rvalue(base);
        let right = self.value(index);
        if left.ty == ids::ERROR || right.ty == ids::ERROR {
            return self.poison(span);
        }
        let (pointer, index) = if self.is_pointer(left.ty) { (left, right) } else { (right, left) };
        let TypeKind::Pointer(target) = *self.types.kind(pointer.ty) else {
            self.error(span, "a subscript needs an array or a pointer");
            return self.poison(span);
        };
        if !self.types.arena.is_integer(index.ty) {
            let message = format!("a subscript must be an integer, not '{}'", self.type_text(index.ty));
            self.error(span, message);
            return self.poison(span);
        }
        let address = self.offset_pointer(pointer, index, target.ty, false, span);
        if address.ty == ids::ERROR {
            return address;
        }
        self.deref_pointer(address, target, span)
    }

    fn offset_pointer(
        &mut self,
        pointer: Operand,
        index: Operand,
        elem: TypeId,
        subtract: bool,
        span: Span,
    ) -> Operand {
        if !self.check_element(elem, span) {
            return self.poison(span);
        }
        let index = self.promote(index);
        let kind = ExprKind::PtrAdd { ptr: pointer.id, index: index.id, elem, subtract };
        self.make(kind, pointer.ty, span)
    }

    /// Pointers can be moved by elements of known size only (`void` and functions count as one byte).
    fn check_element(&mut self, elem: TypeId, span: Span) -> bool {
        let incomplete = match self.types.kind(elem) {
            TypeKind::Record(_) | TypeKind::Array { .. } | TypeKind::Enum(_) => {
                self.types.is_incomplete(elem)
            }
            TypeKind::Error => return false,
            _ => false,
        };
        if incomplete {
            let message = format!("arithmetic on a pointer to incomplete type '{}'", self.type_text(elem));
            self.error(span, message);
        }
        !incomplete
    }

    pub(crate) fn pointer_add(&mut self, left: Operand, right: Operand, span: Span) -> Operand {
        let (pointer, index) = if self.is_pointer(left.ty) { (left, right) } else { (right, left) };
        if !self.types.arena.is_integer(index.ty) {
            return self.invalid_operands(left, right, span);
        }
        let Some(target) = self.types.arena.pointee(pointer.ty) else { return self.poison(span) };
        self.offset_pointer(pointer, index, target.ty, false, span)
    }

    pub(crate) fn pointer_sub(&mut self, left: Operand, right: Operand, span: Span) -> Operand {
        let Some(target) = self.types.arena.pointee(left.ty) else { return self.poison(span) };
        if self.types.arena.is_integer(right.ty) {
            return self.offset_pointer(left, right, target.ty, true, span);
        }
        let Some(other) = self.types.arena.pointee(right.ty) else {
            return self.invalid_operands(left, right, span);
        };
        if !self.types.compatible(target.ty, other.ty) {
            return self.invalid_operands(left, right, span);
        }
        if !self.check_element(target.ty, span) {
            return self.poison(span);
        }
        let ty = self.types.ptrdiff_type;
        self.make(ExprKind::PtrDiff { left: left.id, right: right.id, elem: target.ty }, ty, span)
    }

    pub(crate) fn pointer_compare(
        &mut self,
        op: ast::BinaryOp,
        left: Operand,
        right: Operand,
        span: Span,
    ) -> Operand {
        let (left, right) = match (self.types.arena.pointee(left.ty), self.types.arena.pointee(right.ty)) {
            (Some(x), Some(y)) => {
                let ty = if left.ty == right.ty || y.ty == ids::VOID && !self.is_null_constant(left) {
                    right.ty
                } else {
                    left.ty
                };
                let warn = x.ty != ids::VOID
                    && y.ty != ids::VOID
                    && x.ty != y.ty
                    && !self.types.compatible(x.ty, y.ty);
                if warn {
                    let message = format!(
                        "comparison of distinct pointer types '{}' and '{}'",
                        self.type_text(left.ty),
                        self.type_text(right.ty)
                    );
                    self.warning(span, message);
                }
                (self.cast(left, ty), self.cast(right, ty))
            }
            (Some(_), None) if self.types.arena.is_integer(right.ty) => (left, self.cast(right, left.ty)),
            (None, Some(_)) if self.types.arena.is_integer(left.ty) => (self.cast(left, right.ty), right),
            _ => return self.invalid_operands(left, right, span),
        };
        self.make(ExprKind::Binary(typed_op(op), left.id, right.id), ids::INT, span)
    }
}
