//! Identifiers and members.

use super::{Category, Operand};
use crate::analyzer::Analyzer;
use crate::intern::ids;
use crate::scope::{Binding, Entity};
use crate::typed::{ExprId, ExprKind, FunctionId};
use crate::types::{QualType, TypeKind};
use base::{Span, Symbol};
use csyntax::ast::Quals;

impl Analyzer<'_> {
    pub(crate) fn identifier(&mut self, name: Symbol, span: Span) -> Operand {
        match self.scopes.lookup(name) {
            Some(binding) => self.bound_identifier(binding, name, span),
            None => self.unbound_identifier(name, span),
        }
    }

    #[inline]
    pub(crate) fn bound_identifier(&mut self, binding: Binding, name: Symbol, span: Span) -> Operand {
        match binding.entity {
            Entity::Var(var) => {
                let ty = self.body.vars[var].ty;
                let id = self.push(ExprKind::Var(var), ty, span);
                Operand::lvalue(id, QualType { ty, quals: binding.ty.quals })
            }
            Entity::Object(object) => {
                let quals = self.object_info[object].quals;
                self.object_operand(object, quals, span)
            }
            Entity::Function(function) => self.function_operand(function, span),
            Entity::EnumConstant(index) => {
                let constant = self.enum_constants[index as usize];
                self.make_int(constant.value, constant.ty, span)
            }
            Entity::Typedef => {
                let message = format!("unexpected type name '{}'", self.name(name));
                self.error(span, message);
                self.poison(span)
            }
            Entity::PrototypeParam => {
                let id = self.push(ExprKind::Unsupported("parameter of a prototype"), binding.ty.ty, span);
                Operand::lvalue(id, binding.ty)
            }
            Entity::NestedFunction => {
                let ty = self.types.pointer(binding.ty.ty);
                self.unsupported("nested function", ty, span)
            }
            Entity::Poison => self.poison(span),
        }
    }

    pub(crate) fn function_operand(&mut self, function: FunctionId, span: Span) -> Operand {
        let ty = self.functions[function].ty;
        let id = self.push(ExprKind::Function(function), ty, span);
        Operand { id, ty, quals: Quals::NONE, category: Category::Function, bits: 0 }
    }

    #[cold]
    fn unbound_identifier(&mut self, name: Symbol, span: Span) -> Operand {
        if name == self.known.func || name == self.known.function || name == self.known.pretty_function {
            return self.function_name_expr(name, span);
        }
        // The address of a built-in library function: `&__builtin_memcpy`, `fp = __builtin_free`.
        if let Some(function) = self.declare_library_function(name, span) {
            return self.function_operand(function, span);
        }
        self.undeclared(name, span);
        self.poison(span)
    }

    /// Reported once per function; further uses are silent.
    #[cold]
    pub(crate) fn undeclared(&mut self, name: Symbol, span: Span) {
        let suggestion = self.suggest_name(name);
        let mut notes = Vec::new();
        if let Some(suggestion) = suggestion {
            notes.push((span, format!("did you mean '{}'?", self.name(suggestion))));
        }
        let message = format!("'{}' is not declared", self.name(name));
        self.error_with_notes(span, message, notes);
        let binding = Binding { entity: Entity::Poison, ty: QualType::plain(ids::ERROR), align: 0, span };
        if self.scopes.depth() > 0 {
            self.scopes.bind(name, binding);
        }
    }

    pub(crate) fn member_expr(
        &mut self,
        base: Operand,
        name: Symbol,
        name_span: Span,
        arrow: bool,
        span: Span,
    ) -> Operand {
        let mut base = if arrow {
            let pointer = self.rvalue(base);
            let TypeKind::Pointer(target) = *self.types.kind(pointer.ty) else {
                if pointer.ty != ids::ERROR {
                    let message = format!("'->' needs a pointer, not '{}'", self.type_text(pointer.ty));
                    self.error(span, message);
                }
                return self.poison(span);
            };
            let id = self.push(ExprKind::Deref(pointer.id), target.ty, span);
            Operand::lvalue(id, target)
        } else {
            base
        };
        let TypeKind::Record(mut record) = *self.types.kind(base.ty) else {
            if base.ty != ids::ERROR {
                let hint = match self.types.arena.pointee(base.ty) {
                    Some(target) if self.types.arena.record_of(target.ty).is_some() => {
                        "; did you mean to use '->'?"
                    }
                    _ => "",
                };
                let message = format!(
                    "request for member '{}' in something of type '{}'{hint}",
                    self.name(name),
                    self.type_text(base.ty)
                );
                self.error(name_span, message);
            }
            return self.poison(span);
        };
        if !self.types.arena.records[record].complete {
            let message = format!("use of incomplete type '{}'", self.type_text(base.ty));
            self.error(span, message);
            return self.poison(span);
        }
        loop {
            let Some(index) = self.types.find_member(record, name) else {
                self.no_member(record, name, name_span);
                return self.poison(span);
            };
            let field = &self.types.arena.records[record].fields[index as usize];
            let (ty, bits, found) = (field.ty, field.bits, field.name.is_some());
            let id = self.push(ExprKind::Member { base: base.id, record, field: index }, ty.ty, span);
            let quals = if base.is_lvalue() { ty.quals.with(base.quals) } else { Quals::NONE };
            base =
                Operand { id, ty: ty.ty, quals, category: base.category, bits: bits.map_or(0, |b| b.width) };
            if found {
                return base;
            }
            let TypeKind::Record(inner) = *self.types.kind(ty.ty) else { return self.poison(span) };
            record = inner;
        }
    }

    #[cold]
    pub(crate) fn no_member(&mut self, record: crate::types::RecordId, name: Symbol, span: Span) {
        let mut candidates = Vec::new();
        self.types.member_names(record, &mut candidates);
        let mut notes = Vec::new();
        if let Some(suggestion) = self.suggest_member(name, &candidates) {
            notes.push((span, format!("did you mean '{}'?", self.name(suggestion))));
        }
        let record = self.types.arena.record_name(record, &self.names);
        let message = format!("'{record}' has no member named '{}'", self.name(name));
        self.error_with_notes(span, message, notes);
    }

    /// The address of an lvalue. `&*p` is `p`.
    pub(crate) fn address_of(&mut self, op: Operand, span: Span) -> Operand {
        let ty = self.types.pointer_to(QualType { ty: op.ty, quals: op.quals });
        if let ExprKind::Deref(pointer) = self.body.exprs[op.id].kind {
            let pointer: ExprId = pointer;
            return self.cast(Operand::rvalue(pointer, self.body.exprs[pointer].ty), ty);
        }
        self.mark_address_taken(op.id);
        self.make(ExprKind::AddressOf(op.id), ty, span)
    }
}
