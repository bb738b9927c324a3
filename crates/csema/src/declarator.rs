//! Declarators: pointers, arrays and functions around a name.

use crate::analyzer::Analyzer;
use crate::intern::ids;
use crate::layout::max_object_size;
use crate::scope::{Binding, Entity};
use crate::typed::{Var, VarId, Vla};
use crate::types::{ArrayLen, QualType, TypeId, TypeKind};
use base::{Idx, Span, Symbol};
use csyntax::ast::{Chunk, Declarator, ExprKind, ParamList, Storage, TypeNameId};

/// A declared type. Alignment from `aligned` on a typedef travels beside the type, since types are interned without it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DeclType {
    pub(crate) ty: QualType,
    /// In bytes; 0 if the type's own alignment holds.
    pub(crate) align: u32,
}

impl DeclType {
    pub(crate) fn of(ty: TypeId) -> DeclType {
        DeclType { ty: QualType::plain(ty), align: 0 }
    }
}

/// Where a declarator stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DeclaratorUse {
    Plain,
    Field,
    /// A parameter: its outermost array or function becomes a pointer.
    Param,
    /// The declarator of a function definition: the parameters of its first chunk become variables.
    Definition,
}

impl<'a> Analyzer<'a> {
    pub(crate) fn type_name(&mut self, id: TypeNameId) -> DeclType {
        let ast = self.ast;
        let name = &ast.type_names[id];
        let base = self.specs_type(&name.specs, false);
        let mut named = self.declarator_type(base, &name.declarator, DeclaratorUse::Plain);
        if !name.specs.attrs.is_empty() || !name.declarator.attrs.is_empty() {
            let align = self.aligned_attr(&name.specs.attrs).max(self.aligned_attr(&name.declarator.attrs));
            if align != 0 {
                named.align = align as u32;
            }
        }
        named
    }

    pub(crate) fn declarator_type(
        &mut self,
        base: DeclType,
        declarator: &'a Declarator,
        usage: DeclaratorUse,
    ) -> DeclType {
        let mut result = base;
        if !declarator.attrs.is_empty() {
            result.ty = self.apply_type_attrs(result.ty, &declarator.attrs);
        }
        for (index, chunk) in declarator.chunks.iter().enumerate().rev() {
            match chunk {
                Chunk::Pointer { quals, attrs } => {
                    let align = if attrs.is_empty() { 0 } else { self.aligned_attr(attrs) };
                    result = DeclType {
                        ty: QualType { ty: self.types.pointer_to(result.ty), quals: *quals },
                        align: align as u32,
                    };
                }
                Chunk::Array { len, star, quals, .. } => {
                    if !self.valid_element(result.ty, declarator) {
                        return DeclType::of(ids::ERROR);
                    }
                    if usage == DeclaratorUse::Param && index == 0 {
                        let ty = self.types.pointer_to(result.ty);
                        result = DeclType { ty: QualType { ty, quals: *quals }, align: 0 };
                        continue;
                    }
                    let len = match len {
                        None => ArrayLen::Incomplete,
                        Some(_) if *star => ArrayLen::Incomplete,
                        Some(expr) => match self.array_len(*expr, result.ty.ty) {
                            Some(len) => len,
                            None => return DeclType::of(ids::ERROR),
                        },
                    };
                    result.ty = QualType::plain(self.types.array(result.ty, len));
                }
                Chunk::Function(params) => {
                    let defines = usage == DeclaratorUse::Definition && index == 0;
                    result = DeclType::of(self.function_chunk(result.ty, params, declarator, defines));
                }
            }
        }
        if std::mem::take(&mut self.types.refused_depth) {
            self.error(declarator.span, "types are nested too deeply");
        }
        if usage == DeclaratorUse::Param {
            result = self.adjust_param(result);
        }
        result
    }

    /// Arrays and functions are passed as pointers.
    fn adjust_param(&mut self, declared: DeclType) -> DeclType {
        match *self.types.kind(declared.ty.ty) {
            TypeKind::Array { elem, .. } => DeclType::of(self.types.pointer_to(elem)),
            TypeKind::Function(_) => DeclType::of(self.types.pointer(declared.ty.ty)),
            _ => declared,
        }
    }

    fn valid_element(&mut self, elem: QualType, declarator: &Declarator) -> bool {
        let problem = match self.types.kind(elem.ty) {
            TypeKind::Error => return false,
            TypeKind::Void => "an array of 'void'",
            TypeKind::Function(_) => "an array of functions",
            // Lengths that depend on other parameters are not kept in prototypes.
            TypeKind::Array { .. } if self.in_prototype > 0 => return true,
            TypeKind::Array { len: ArrayLen::Incomplete, .. } => "an array of arrays of unknown length",
            TypeKind::Record(id) if !self.types.arena.records[*id].complete => {
                "an array of an incomplete type"
            }
            _ => return true,
        };
        let name = declarator.name.map_or(String::new(), |n| format!("'{}' is ", self.name(n)));
        self.error(declarator.span, format!("{name}{problem}"));
        false
    }

    fn array_len(&mut self, len: csyntax::ast::ExprId, elem: TypeId) -> Option<ArrayLen> {
        let span = self.ast.exprs[len].span;
        let known = match &self.ast.exprs[len].kind {
            ExprKind::Int(literal) if !literal.imaginary => Some(i128::from(literal.value)),
            _ => {
                let mark = self.expr_mark();
                let operand = self.expr(len);
                let operand = self.rvalue(operand);
                if operand.ty == ids::ERROR {
                    return None;
                }
                if !self.types.arena.is_integer(operand.ty) {
                    self.error(span, "the length of an array must have integer type");
                    return None;
                }
                match self.fold_int(operand.id) {
                    Some(value) => {
                        self.expr_release(mark);
                        Some(value)
                    }
                    None if self.func.is_some() => {
                        if self.in_prototype > 0 {
                            return Some(ArrayLen::Incomplete);
                        }
                        let size_type = self.types.size_type;
                        let len = self.cast(operand, size_type).id;
                        let vla = self.body.vlas.push(Vla { len, elem });
                        self.pending_vlas.push(vla);
                        return Some(ArrayLen::Variable(vla));
                    }
                    None if self.in_prototype > 0 => return Some(ArrayLen::Incomplete),
                    None => {
                        let message = "the length of an array at file scope must be constant";
                        self.error(span, message);
                        return None;
                    }
                }
            }
        };
        let value = known?;
        if value < 0 {
            self.error(span, "the length of an array is negative");
            return None;
        }
        let size = self.types.size_of(elem).unwrap_or(1).max(1);
        if value
            .checked_mul(i128::from(size))
            .is_none_or(|bytes| bytes > i128::from(max_object_size(self.types.model)))
        {
            self.error(span, "the array is too large");
            return None;
        }
        Some(ArrayLen::Known(value as u64))
    }

    fn function_chunk(
        &mut self,
        ret: QualType,
        list: &'a ParamList,
        declarator: &'a Declarator,
        defines: bool,
    ) -> TypeId {
        let ret = match self.types.kind(ret.ty) {
            TypeKind::Array { .. } | TypeKind::Function(_) => {
                let what = if matches!(self.types.kind(ret.ty), TypeKind::Function(_)) {
                    "a function"
                } else {
                    "an array"
                };
                self.error(declarator.span, format!("a function cannot return {what}"));
                ids::ERROR
            }
            _ => ret.ty,
        };
        if !list.prototype {
            return self.types.function(ret, Vec::new(), false, false);
        }
        if defines {
            let placeholder = |span| Var {
                name: None,
                ty: ids::ERROR,
                is_const: false,
                address_taken: false,
                align: 0,
                cleanup: None,
                temporary: false,
                span,
            };
            for param in &list.params {
                self.body.vars.push(placeholder(param.span));
            }
        } else {
            self.scopes.enter();
            self.in_prototype += 1;
        }
        let mut params = Vec::with_capacity(list.params.len());
        for (index, param) in list.params.iter().enumerate() {
            let base = self.specs_type(&param.specs, false);
            let declared = self.declarator_type(base, &param.declarator, DeclaratorUse::Param);
            if declared.ty.ty == ids::VOID {
                if list.params.len() == 1 && param.declarator.name.is_none() && !list.variadic {
                    self.body.vars.truncate(if defines { 0 } else { self.body.vars.len() });
                    break;
                }
                self.error(param.span, "a parameter cannot have type 'void'");
            }
            if matches!(param.specs.storage, Storage::Extern | Storage::Static | Storage::Typedef) {
                self.error(param.span, "invalid storage class of a parameter");
            }
            params.push(declared.ty.ty);
            let name_span = param.declarator.name_span;
            if defines {
                self.define_param(VarId::new(index), param.declarator.name, declared, name_span, param.span);
            } else if let Some(name) = param.declarator.name {
                let binding =
                    Binding { entity: Entity::PrototypeParam, ty: declared.ty, align: 0, span: name_span };
                self.scopes.bind(name, binding);
            }
        }
        if !defines {
            self.in_prototype -= 1;
            self.scopes.leave();
        }
        self.types.function(ret, params, list.variadic, true)
    }

    pub(crate) fn define_param(
        &mut self,
        id: VarId,
        name: Option<Symbol>,
        declared: DeclType,
        name_span: Span,
        span: Span,
    ) {
        let span = if name.is_some() { name_span } else { span };
        self.body.vars[id] = Var {
            name,
            ty: declared.ty.ty,
            is_const: self.is_const_object(declared.ty),
            address_taken: self.is_kept_by_jumps(declared.ty),
            align: u64::from(declared.align),
            cleanup: None,
            temporary: false,
            span,
        };
        if self.types.is_incomplete(declared.ty.ty) && declared.ty.ty != ids::VOID {
            let message = format!("a parameter has incomplete type '{}'", self.qual_text(declared.ty));
            self.error(span, message);
        }
        let Some(name) = name else { return };
        if let Some(previous) = self.scopes.lookup_here(name)
            && matches!(previous.entity, Entity::Var(_))
        {
            let message = format!("redefinition of parameter '{}'", self.name(name));
            self.error_with_notes(
                span,
                message,
                vec![(previous.span, "previous definition is here".to_string())],
            );
        }
        self.scopes.bind(name, Binding { entity: Entity::Var(id), ty: declared.ty, align: 0, span });
    }
}
