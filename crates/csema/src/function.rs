//! Function definitions.

use crate::analyzer::{Analyzer, FunctionState, Linked};
use crate::declarator::{DeclType, DeclaratorUse};
use crate::intern::ids;
use crate::scope::{Binding, Entity};
use crate::typed::{Body, ExprKind, FunctionId, InitElem, InitValue, LocalInit, StmtKind, Var, VarId};
use crate::types::{FloatKind, FunctionType, QualType, TypeId, TypeKind};
use base::{FxHashMap, Idx, Span, Symbol};
use csyntax::ast::{self, Chunk, DeclKind, FunctionDef, ParamList, Storage};

/// A parameter of an old-style definition that arrives promoted: the parameter, and what it is declared as.
struct Narrowed {
    param: VarId,
    name: Symbol,
    declared: DeclType,
    span: Span,
}

impl<'a> Analyzer<'a> {
    pub(crate) fn function_definition(&mut self, definition: &'a FunctionDef, span: Span) {
        let declarator = &definition.declarator;
        let Some(name) = declarator.name else {
            return self.error(span, "a function definition without a name");
        };
        let base = self.specs_type(&definition.specs, false);
        self.body = Body::default();
        self.func = Some(FunctionState {
            id: FunctionId::from_raw(u32::MAX),
            name,
            ret: ids::ERROR,
            labels: FxHashMap::default(),
            local_labels: Vec::new(),
            defined_labels: Vec::new(),
            switches: Vec::new(),
            breakable: 0,
            loops: 0,
            name_object: None,
        });
        self.scopes.enter();
        let declared = self.declarator_type(base, declarator, DeclaratorUse::Definition);
        let mut ty = declared.ty.ty;
        let mut narrowed = Vec::new();
        match declarator.chunks.first() {
            Some(Chunk::Function(list)) => {
                if !list.prototype {
                    ty = self.old_style_params(definition, list, ty, name, &mut narrowed);
                }
            }
            _ => {
                let message = format!(
                    "'{}' is defined as a function but does not have a function's declarator",
                    self.name(name)
                );
                self.error(declarator.name_span, message);
                ty = ids::ERROR;
            }
        }
        let scope = self.scopes.detach();
        let param_count = self.body.vars.len() as u32;
        let id = if ty == ids::ERROR {
            None
        } else {
            self.declare_function(name, ty, &definition.specs, &declarator.attrs, declarator.name_span, true)
        };
        self.scopes.attach(scope);
        // Parameters beyond the first ones are temporaries of their array lengths.
        let params = self.types.arena.function_of(ty).map_or(0, |f| f.params.len() as u32);
        self.body.param_count = params.min(param_count);
        let ret = self.types.arena.function_of(ty).map_or(ids::ERROR, |f| f.ret);
        if ret != ids::ERROR && ret != ids::VOID && self.types.is_incomplete(ret) {
            let message = format!("the return type '{}' is incomplete", self.type_text(ret));
            self.error(declarator.name_span, message);
        }
        if let Some(func) = &mut self.func {
            func.ret = ret;
            func.id = id.unwrap_or(func.id);
        }
        if let Some(id) = id {
            self.check_redefinition(id, definition, name, declarator.name_span);
        }

        let mark = self.stmts.len();
        self.flush_vla_sizes(span);
        for param in narrowed {
            self.declare_narrowed(param);
        }
        self.function_body(definition.body);
        if name == self.known.main && ret == ids::INT {
            // Reaching the end of `main` returns zero; what goes wrong there is reported at the closing brace.
            let body = self.ast.stmts[definition.body].span;
            let end = Span::new(body.hi.saturating_sub(1).max(body.lo), body.hi);
            let zero = self.make_int(0, ids::INT, end);
            let stmt = self.push_stmt(StmtKind::Return(Some(zero.id)), end);
            self.stmts.push(stmt);
        }
        let stmts = self.stmts.split_off(mark);
        let root = self.push_stmt(StmtKind::Block(stmts), self.ast.stmts[definition.body].span);
        self.body.root = Some(root);
        self.check_labels();
        self.scopes.leave();
        self.func = None;
        let body = std::mem::take(&mut self.body);
        if let Some(id) = id {
            self.functions[id].body = Some(body);
        }
    }

    fn check_redefinition(&mut self, id: FunctionId, definition: &'a FunctionDef, name: Symbol, span: Span) {
        // In the old dialect `extern inline` is only a hint; a real definition that follows replaces it. Accepted in all dialects.
        let replaceable = definition.specs.inline && definition.specs.storage == Storage::Extern;
        if self.functions[id].body.is_some() {
            if let Some(index) = self.replaceable.iter().position(|&f| f == id) {
                self.replaceable.swap_remove(index);
            } else {
                let message = format!("redefinition of '{}'", self.name(name));
                self.error(span, message);
            }
        }
        if replaceable {
            self.replaceable.push(id);
        }
    }

    /// `f(a, b) int a; char b; { ... }`
    fn old_style_params(
        &mut self,
        definition: &'a FunctionDef,
        list: &'a ParamList,
        ty: TypeId,
        name: Symbol,
        narrowed: &mut Vec<Narrowed>,
    ) -> TypeId {
        let ast = self.ast;
        let Some(ret) = self.types.arena.function_of(ty).map(|f| f.ret) else { return ty };
        // A prototype that was declared before decides how arguments arrive.
        let prototype = match self.linked.get(&name) {
            Some(Linked::Function(id)) => self.types.arena.function_of(self.functions[*id].ty).cloned(),
            _ => None,
        };
        let prototype = prototype.filter(|f| f.prototype && f.params.len() == list.kr_names.len());
        for &(_, span) in &list.kr_names {
            self.body.vars.push(Var {
                name: None,
                ty: ids::ERROR,
                is_const: false,
                address_taken: false,
                align: 0,
                cleanup: None,
                temporary: false,
                span,
            });
        }
        let mut declared: Vec<Option<TypeId>> = vec![None; list.kr_names.len()];
        for &decl in &definition.kr_params {
            let DeclKind::Variables { specs, declarators } = &ast.decls[decl].kind else { continue };
            let base = self.specs_type(specs, declarators.is_empty());
            for declarator in declarators {
                let own = self.declarator_type(base, &declarator.declarator, DeclaratorUse::Param);
                let Some(param_name) = declarator.declarator.name else { continue };
                let Some(index) = list.kr_names.iter().position(|(n, _)| *n == param_name) else {
                    let message =
                        format!("declaration of '{}', which is no parameter", self.name(param_name));
                    self.error(declarator.declarator.name_span, message);
                    continue;
                };
                // Bound at once: later lengths of arrays may depend on it.
                declared[index] = Some(self.old_style_param(index, list, own, prototype.as_ref(), narrowed));
            }
        }
        let mut params = Vec::with_capacity(declared.len());
        for (index, param) in declared.into_iter().enumerate() {
            params.push(match param {
                Some(ty) => ty,
                None => {
                    self.old_style_param(index, list, DeclType::of(ids::INT), prototype.as_ref(), narrowed)
                }
            });
        }
        match prototype {
            Some(prototype) => self.types.function(ret, params, prototype.variadic, true),
            None => self.types.function(ret, params, false, false),
        }
    }

    /// Declares one parameter of an old-style definition and returns the type in which it arrives.
    fn old_style_param(
        &mut self,
        index: usize,
        list: &'a ParamList,
        own: DeclType,
        prototype: Option<&FunctionType>,
        narrowed: &mut Vec<Narrowed>,
    ) -> TypeId {
        let (name, span) = list.kr_names[index];
        let arrives = match prototype {
            Some(prototype) => prototype.params[index],
            None => match self.types.kind(own.ty.ty) {
                TypeKind::Float(FloatKind::Float) => ids::DOUBLE,
                _ => self.promoted_type(own.ty.ty, 0),
            },
        };
        let param = VarId::new(index);
        if arrives == own.ty.ty {
            self.define_param(param, Some(name), own, span, span);
            return arrives;
        }
        self.define_param(param, Some(name), DeclType::of(arrives), span, span);
        if self.types.arena.is_scalar(arrives) && self.types.arena.is_scalar(own.ty.ty) {
            narrowed.push(Narrowed { param, name, declared: own, span });
        }
        arrives
    }

    /// The variable that an old-style parameter is declared as, initialised from what arrived.
    fn declare_narrowed(&mut self, narrowed: Narrowed) {
        let Narrowed { param, name, declared, span } = narrowed;
        let arrived = self.body.vars[param].ty;
        let lvalue = self.push(ExprKind::Var(param), arrived, span);
        let value = self.make(ExprKind::Load(lvalue), arrived, span);
        let value = self.cast(value, declared.ty.ty);
        let var = self.body.vars.push(Var {
            name: Some(name),
            ty: declared.ty.ty,
            is_const: self.is_const_object(declared.ty),
            address_taken: false,
            align: u64::from(declared.align),
            cleanup: None,
            temporary: false,
            span,
        });
        self.scopes.bind(name, Binding { entity: Entity::Var(var), ty: declared.ty, align: 0, span });
        let elem = InitElem { offset: 0, ty: declared.ty.ty, bits: None, value: InitValue::Expr(value.id) };
        let init = Some(LocalInit { zero_fill: false, rests: Vec::new(), elems: vec![elem] });
        let stmt = self.push_stmt(StmtKind::Declare { var, init }, span);
        self.stmts.push(stmt);
    }

    fn function_body(&mut self, body: ast::StmtId) {
        let ast = self.ast;
        match &ast.stmts[body].kind {
            // The parameters and the outermost block share a scope.
            ast::StmtKind::Compound(stmts) => {
                for &stmt in stmts {
                    self.stmt_into(stmt);
                }
            }
            _ => self.stmt_into(body),
        }
    }

    fn check_labels(&mut self) {
        let Some(func) = &self.func else { return };
        let undefined: Vec<(Symbol, Span)> = self
            .body
            .labels
            .iter()
            .zip(&func.defined_labels)
            .filter(|&(_, &defined)| !defined)
            .map(|(label, _)| (label.name, label.span))
            .collect();
        for (name, span) in undefined {
            let message = format!("label '{}' is used but not defined", self.name(name));
            self.error(span, message);
        }
    }

    /// GNU C's functions within functions: known by name and type, but without a body.
    pub(crate) fn nested_function(&mut self, definition: &'a FunctionDef, span: Span) {
        self.warning(span, "nested functions are not supported");
        let Some(name) = definition.declarator.name else { return };
        let base = self.specs_type(&definition.specs, false);
        self.in_prototype += 1;
        let declared = self.declarator_type(base, &definition.declarator, DeclaratorUse::Plain);
        self.in_prototype -= 1;
        let ty = QualType::plain(declared.ty.ty);
        let binding = Binding { entity: Entity::NestedFunction, ty, align: 0, span };
        self.scopes.bind(name, binding);
    }
}
