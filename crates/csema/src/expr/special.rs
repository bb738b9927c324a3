//! Expressions with rules of their own: `sizeof`, `_Generic`, `offsetof`, statement expressions, compound literals.

use super::{Category, Operand};
use crate::analyzer::Analyzer;
use crate::intern::ids;
use crate::typed::{BinaryOp, Builtin, ExprKind, ObjectKind, Var};
use crate::types::{ArrayLen, FloatKind, QualType, TypeId, TypeKind};
use base::{Span, Symbol};
use csyntax::ast::{self, Designator, GenericArm, Quals, TypeNameId};

impl<'a> Analyzer<'a> {
    // ----- sizeof, alignof -----

    fn size_constant(&mut self, value: u64, span: Span) -> Operand {
        let ty = self.types.size_type;
        self.make_int(i128::from(value), ty, span)
    }

    pub(crate) fn sizeof_type(&mut self, ty: TypeId, span: Span) -> Operand {
        match self.types.kind(ty) {
            TypeKind::Void | TypeKind::Function(_) => return self.size_constant(1, span),
            TypeKind::Error => return self.poison(span),
            _ => {}
        }
        if let Some(size) = self.types.size_of(ty) {
            return self.size_constant(size, span);
        }
        if self.types.arena.has_variable_size(ty) {
            let size_type = self.types.size_type;
            return self.make(ExprKind::SizeofVla(ty), size_type, span);
        }
        let message = format!("'sizeof' applied to incomplete type '{}'", self.type_text(ty));
        self.error(span, message);
        self.poison(span)
    }

    pub(crate) fn sizeof_expr(&mut self, operand: ast::ExprId, span: Span) -> Operand {
        let operand = self.unevaluated_expr(operand);
        if operand.bits != 0 && operand.is_lvalue() {
            self.error(span, "'sizeof' applied to a bit-field");
            return self.poison(span);
        }
        self.sizeof_type(operand.ty, span)
    }

    pub(crate) fn sizeof_type_name(&mut self, name: TypeNameId, span: Span) -> Operand {
        let mark = self.pending_vlas.len();
        let named = self.type_name(name);
        let result = self.sizeof_type(named.ty.ty, span);
        self.with_vla_sizes(mark, result, span)
    }

    pub(crate) fn alignof_expr(&mut self, operand: ast::ExprId, span: Span) -> Operand {
        let operand = self.unevaluated_expr(operand);
        let declared = match &self.body.exprs[operand.id].kind {
            ExprKind::Var(var) => self.body.vars[*var].align,
            ExprKind::Object(object) => self.objects[*object].align,
            ExprKind::Member { record, field, .. } => {
                let field = &self.types.arena.records[*record].fields[*field as usize];
                self.align_of_declared(field.ty, 0)
            }
            _ => 0,
        };
        if operand.ty == ids::ERROR {
            return self.poison(span);
        }
        let own = match self.body.exprs[operand.id].kind {
            // A member has the alignment that its structure gives it.
            ExprKind::Member { .. } => self.types.align_of(operand.ty),
            _ => self.preferred_align(operand.ty),
        };
        self.size_constant(declared.max(own), span)
    }

    /// The alignment that variables get: in ILP32, that of numbers of eight bytes is larger than inside of structures.
    fn preferred_align(&self, ty: TypeId) -> u64 {
        let align = self.types.align_of(ty);
        match self.types.kind(ty) {
            TypeKind::Array { elem, .. } => self.preferred_align(elem.ty),
            TypeKind::Int(_) | TypeKind::Float(FloatKind::Double) if self.types.size_of(ty) == Some(8) => 8,
            TypeKind::Complex(FloatKind::Double) => 8,
            _ => align,
        }
    }

    pub(crate) fn alignof_type_name(&mut self, name: TypeNameId, preferred: bool, span: Span) -> Operand {
        let named = self.type_name(name);
        let incomplete = match self.types.kind(named.ty.ty) {
            TypeKind::Record(id) => !self.types.arena.records[*id].complete,
            TypeKind::Error => return self.poison(span),
            _ => false,
        };
        if incomplete {
            let message = format!("'_Alignof' applied to incomplete type '{}'", self.qual_text(named.ty));
            self.error(span, message);
            return self.poison(span);
        }
        let mut align = self.align_of_declared(named.ty, named.align);
        if preferred {
            align = align.max(self.preferred_align(named.ty.ty));
        }
        self.size_constant(align, span)
    }

    // ----- Selection by type -----

    pub(crate) fn generic_expr(
        &mut self,
        control: ast::ExprId,
        arms: &'a [GenericArm],
        span: Span,
    ) -> Operand {
        let mark = self.expr_mark();
        self.unevaluated += 1;
        let control = self.value(control);
        self.unevaluated -= 1;
        self.expr_release(mark);
        if control.ty == ids::ERROR {
            return self.poison(span);
        }
        let mut default = None;
        let mut chosen = None;
        for arm in arms {
            let Some(name) = arm.ty else {
                default = Some(arm.value);
                continue;
            };
            let named = self.type_name(name);
            // A value has no qualifiers; an arm with them never matches, except through arrays.
            let unqualified = named.ty.quals.0 & (Quals::CONST.0 | Quals::VOLATILE.0) == 0;
            if chosen.is_none() && unqualified && self.types.compatible(named.ty.ty, control.ty) {
                chosen = Some(arm.value);
            }
        }
        match chosen.or(default) {
            Some(value) => self.expr(value),
            None => {
                let message = format!("no arm of '_Generic' matches type '{}'", self.type_text(control.ty));
                self.error(span, message);
                self.poison(span)
            }
        }
    }

    pub(crate) fn types_compatible_expr(&mut self, a: TypeNameId, b: TypeNameId, span: Span) -> Operand {
        let a = self.type_name(a).ty;
        let b = self.type_name(b).ty;
        // Top-level qualifiers do not count, and neither does that an enumeration has an integer type.
        let is_enum = |s: &Self, ty| matches!(s.types.kind(ty), TypeKind::Enum(_));
        let same = if is_enum(self, a.ty) != is_enum(self, b.ty) {
            false
        } else {
            self.types.compatible(a.ty, b.ty)
        };
        self.make_int(i128::from(same), ids::INT, span)
    }

    pub(crate) fn choose_expr(
        &mut self,
        cond: ast::ExprId,
        then: ast::ExprId,
        otherwise: ast::ExprId,
        span: Span,
    ) -> Operand {
        match self.constant_int(cond, "first argument of '__builtin_choose_expr'") {
            Some(0) => self.expr(otherwise),
            Some(_) => self.expr(then),
            None => self.poison(span),
        }
    }

    // ----- offsetof -----

    pub(crate) fn offsetof_expr(&mut self, name: TypeNameId, path: &'a [Designator], span: Span) -> Operand {
        let mut ty = self.type_name(name).ty.ty;
        let size_type = self.types.size_type;
        let mut constant: i128 = 0;
        let mut dynamic: Option<Operand> = None;
        for designator in path {
            if ty == ids::ERROR {
                return self.poison(span);
            }
            match *designator {
                Designator::Field(field, field_span) => {
                    let Some((offset, field_ty)) = self.offset_of_member(ty, field, field_span) else {
                        return self.poison(span);
                    };
                    constant += i128::from(offset);
                    ty = field_ty;
                }
                Designator::Index(index) | Designator::Range(index, _) => {
                    let TypeKind::Array { elem, .. } = *self.types.kind(ty) else {
                        self.error(span, "a subscript in 'offsetof' needs an array");
                        return self.poison(span);
                    };
                    let size = self.types.size_of(elem.ty).unwrap_or(0);
                    let index = self.value(index);
                    if !self.types.arena.is_integer(index.ty) {
                        self.error(span, "a subscript in 'offsetof' must be an integer");
                        return self.poison(span);
                    }
                    match self.fold_int(index.id) {
                        Some(value) => constant = constant.wrapping_add(value.wrapping_mul(i128::from(size))),
                        None => {
                            let index = self.cast(index, size_type);
                            let scale = self.size_constant(size, span);
                            let kind = ExprKind::Binary(BinaryOp::Mul, index.id, scale.id);
                            let part = self.make(kind, size_type, span);
                            dynamic = Some(match dynamic {
                                None => part,
                                Some(sum) => self.make(
                                    ExprKind::Binary(BinaryOp::Add, sum.id, part.id),
                                    size_type,
                                    span,
                                ),
                            });
                        }
                    }
                    ty = elem.ty;
                }
            }
        }
        let constant = self.make_int(constant, size_type, span);
        match dynamic {
            None => constant,
            Some(part) => self.make(ExprKind::Binary(BinaryOp::Add, constant.id, part.id), size_type, span),
        }
    }

    fn offset_of_member(&mut self, ty: TypeId, name: Symbol, span: Span) -> Option<(u64, TypeId)> {
        let TypeKind::Record(mut record) = *self.types.kind(ty) else {
            let message = format!("'offsetof' needs a record, not '{}'", self.type_text(ty));
            self.error(span, message);
            return None;
        };
        if !self.types.arena.records[record].complete {
            let message = format!("'offsetof' applied to incomplete type '{}'", self.type_text(ty));
            self.error(span, message);
            return None;
        }
        let mut offset = 0;
        loop {
            let Some(index) = self.types.find_member(record, name) else {
                self.no_member(record, name, span);
                return None;
            };
            let field = &self.types.arena.records[record].fields[index as usize];
            offset += field.offset;
            if field.name.is_some() {
                if field.bits.is_some() {
                    self.error(span, "'offsetof' applied to a bit-field");
                    return None;
                }
                return Some((offset, field.ty.ty));
            }
            record = self.types.arena.record_of(field.ty.ty)?;
        }
    }

    // ----- Blocks and labels as values -----

    pub(crate) fn statement_expr(&mut self, block: ast::StmtId, span: Span) -> Operand {
        if self.func.is_none() {
            self.error(span, "a statement expression outside of a function");
            return self.poison(span);
        }
        let (block, result) = self.statement_expr_block(block);
        match result {
            Some(result) => self.make(ExprKind::StmtExpr { block, result: Some(result.id) }, result.ty, span),
            None => self.make(ExprKind::StmtExpr { block, result: None }, ids::VOID, span),
        }
    }

    pub(crate) fn label_address(&mut self, label: Symbol, span: Span) -> Operand {
        if self.func.is_none() {
            self.error(span, "the address of a label outside of a function");
            return self.poison(span);
        }
        let label = self.label_reference(label, span);
        self.body.labels[label].address_taken = true;
        self.make(ExprKind::LabelAddr(label), ids::VOID_PTR, span)
    }

    // ----- Compound literals -----

    pub(crate) fn compound_literal(&mut self, name: TypeNameId, init: ast::InitId, span: Span) -> Operand {
        let mark = self.pending_vlas.len();
        let named = self.type_name(name);
        if named.ty.ty == ids::ERROR {
            return self.poison(span);
        }
        let invalid = match self.types.kind(named.ty.ty) {
            TypeKind::Function(_) | TypeKind::Void => true,
            TypeKind::Array { len: ArrayLen::Incomplete, .. } => false,
            TypeKind::Array { len: ArrayLen::Variable(_), .. } => true,
            _ => self.types.is_incomplete(named.ty.ty),
        };
        if invalid {
            let message = format!("invalid type '{}' of a compound literal", self.qual_text(named.ty));
            self.error(span, message);
            return self.poison(span);
        }
        let result = if self.func.is_none() {
            let object = self.new_anonymous_object(
                ".compound",
                ObjectKind::CompoundLiteral,
                named.ty.ty,
                named.ty.quals,
                Default::default(),
                span,
            );
            self.static_initializer(object, named.ty, init);
            self.object_operand(object, named.ty.quals, span)
        } else {
            let var = self.body.vars.push(Var {
                name: None,
                ty: named.ty.ty,
                is_const: self.is_const_object(named.ty),
                address_taken: false,
                align: u64::from(named.align),
                cleanup: None,
                temporary: false,
                span,
            });
            let (init, ty) = self.local_initializer(named.ty, init);
            self.body.vars[var].ty = ty;
            let id = self.push(ExprKind::CompoundLiteral { var, init: Box::new(init) }, ty, span);
            Operand::lvalue(id, QualType { ty, quals: named.ty.quals })
        };
        self.with_vla_sizes(mark, result, span)
    }

    // ----- Variable arguments -----

    /// On LP64 a `va_list` is an array of one record, and a parameter of that type a pointer to it.
    pub(crate) fn is_va_list(&self, list: Operand) -> bool {
        match (self.types.kind(self.types.va_list), self.types.kind(list.ty)) {
            (
                TypeKind::Array { elem, .. },
                TypeKind::Array { elem: found, .. } | TypeKind::Pointer(found),
            ) => elem.ty == found.ty,
            (TypeKind::Array { .. }, _) => false,
            (_, TypeKind::Pointer(_)) => true,
            _ => false,
        }
    }

    /// The address of a `va_list`.
    pub(crate) fn va_list_address(&mut self, list: Operand, span: Span) -> Operand {
        if list.ty == ids::ERROR {
            return self.poison(span);
        }
        if !self.is_va_list(list) {
            let message = format!("a 'va_list' is required, not '{}'", self.type_text(list.ty));
            self.error(span, message);
            return self.poison(span);
        }
        if matches!(self.types.kind(self.types.va_list), TypeKind::Array { .. }) {
            return self.rvalue(list);
        }
        let list = if list.category == Category::Lvalue { list } else { self.materialize(list, span) };
        self.address_of(list, span)
    }

    pub(crate) fn va_arg_expr(&mut self, list: ast::ExprId, name: TypeNameId, span: Span) -> Operand {
        let list = self.expr(list);
        let list = self.va_list_address(list, span);
        let ty = self.type_name(name).ty.ty;
        if list.ty == ids::ERROR || ty == ids::ERROR {
            return self.poison(span);
        }
        let promoted = match self.types.kind(ty) {
            TypeKind::Float(crate::types::FloatKind::Float) => ids::DOUBLE,
            TypeKind::Array { .. } => {
                return self.unsupported("'va_arg' of an array type", ty, span);
            }
            _ => self.promoted_type(ty, 0),
        };
        if promoted != ty && !matches!(self.types.kind(ty), TypeKind::Enum(_)) {
            // Undefined: the argument was promoted when it was passed. gcc aborts here.
            let message = format!("'{}' is promoted when passed through '...'", self.type_text(ty));
            self.warning(span, message);
            let trap = self.make(ExprKind::Builtin(Builtin::Trap, Vec::new()), ids::VOID, span);
            let zero = self.make_int(0, ids::INT, span);
            let zero = self.cast(zero, ty);
            return self.make(ExprKind::Comma(trap.id, zero.id), ty, span);
        }
        self.make(ExprKind::VaArg(list.id), ty, span)
    }
}
