//! Calls.

use super::{Category, Operand};
use crate::analyzer::{Analyzer, Linked};
use crate::convert::AssignTo;
use crate::intern::ids;
use crate::scope::{Binding, Entity};
use crate::typed::{ExprKind, Function, FunctionId, Linkage};
use crate::types::{QualType, TypeId, TypeKind};
use base::{Span, Symbol};
use csyntax::ast;

impl<'a> Analyzer<'a> {
    /// `name(args)`, where the name may be undeclared or built in.
    pub(crate) fn call_by_name(
        &mut self,
        name: Symbol,
        name_span: Span,
        args: &'a [ast::ExprId],
        span: Span,
    ) -> Operand {
        let binding = match self.scopes.lookup(name) {
            Some(binding) => binding,
            None => {
                if let Some(result) = self.builtin_call(name, args, span) {
                    return result;
                }
                match self.declare_by_use(name, name_span) {
                    Some(binding) => binding,
                    None => {
                        let callee = self.poison(name_span);
                        return self.call_operand(callee, args, span);
                    }
                }
            }
        };
        if let Entity::Function(function) = binding.entity
            && self.functions[function].body.is_none()
            && self.names.resolve(name) == "alloca"
            && let Some(result) = self.builtin_call(name, args, span)
        {
            return result;
        }
        let callee = self.bound_identifier(binding, name, name_span);
        self.call_operand(callee, args, span)
    }

    /// A function that is called without having been declared.
    #[cold]
    fn declare_by_use(&mut self, name: Symbol, span: Span) -> Option<Binding> {
        if let Some(function) = self.declare_library_function(name, span) {
            return Some(self.function_binding(function, span));
        }
        let ty = self.types.function(ids::INT, Vec::new(), false, false);
        let function = match self.linked.get(&name) {
            Some(Linked::Function(function)) => *function,
            Some(Linked::Object(_)) => {
                self.undeclared(name, span);
                return None;
            }
            None => {
                let message = format!("implicit declaration of function '{}'", self.name(name));
                self.warning(span, message);
                self.new_function(name, ty, true, span)
            }
        };
        let binding = self.function_binding(function, span);
        self.scopes.bind(name, binding);
        Some(binding)
    }

    fn function_binding(&self, function: FunctionId, span: Span) -> Binding {
        let ty = QualType::plain(self.functions[function].ty);
        Binding { entity: Entity::Function(function), ty, align: 0, span }
    }

    pub(crate) fn new_function(
        &mut self,
        name: Symbol,
        ty: TypeId,
        implicit: bool,
        span: Span,
    ) -> FunctionId {
        let id = self.functions.push(Function {
            name,
            ty,
            weak: false,
            linkage: Linkage::External,
            noreturn: false,
            inline: false,
            implicit,
            body: None,
            span,
        });
        self.linked.insert(name, Linked::Function(id));
        id
    }

    /// Declares a function of the C library that gcc knows without a declaration; `__builtin_` and its name is that function.
    pub(crate) fn declare_library_function(&mut self, name: Symbol, span: Span) -> Option<FunctionId> {
        let text = self.names.resolve(name);
        let plain = text.strip_prefix("__builtin_").map(str::to_owned);
        if let (None, Some(Linked::Function(function))) = (&plain, self.linked.get(&name)) {
            let function = *function;
            return self.functions[function].implicit.then_some(function);
        }
        let library = crate::builtins::library_function(plain.as_deref().unwrap_or(text))?;
        let meant = plain.as_deref().map_or(name, |plain| self.names.intern(plain));
        let function = match self.linked.get(&meant) {
            Some(Linked::Function(function)) => *function,
            _ => {
                let ty = self.signature_type(library.signature());
                let function = self.new_function(meant, ty, true, span);
                self.functions[function].noreturn = library.noreturn;
                function
            }
        };
        if plain.is_none() {
            let message = format!("implicit declaration of library function '{}'", self.name(name));
            self.warning(span, message);
        }
        let binding = self.function_binding(function, span);
        self.scopes.bind(name, binding);
        Some(function)
    }

    pub(crate) fn call_operand(&mut self, callee: Operand, args: &'a [ast::ExprId], span: Span) -> Operand {
        let (callee, function) = match callee.category {
            Category::Function => {
                let target = match self.body.exprs[callee.id].kind {
                    ExprKind::Deref(pointer) => pointer,
                    _ => callee.id,
                };
                (target, callee.ty)
            }
            _ => {
                let pointer = self.rvalue(callee);
                match self.types.arena.pointee(pointer.ty) {
                    Some(target) if matches!(self.types.kind(target.ty), TypeKind::Function(_)) => {
                        (pointer.id, target.ty)
                    }
                    _ => {
                        if pointer.ty != ids::ERROR {
                            let message = format!(
                                "called object of type '{}' is not a function",
                                self.type_text(pointer.ty)
                            );
                            let callee_span = self.span_of(pointer);
                            self.error(callee_span, message);
                        }
                        for &arg in args {
                            self.value(arg);
                        }
                        return self.poison(span);
                    }
                }
            }
        };
        let unsupported = match self.body.exprs[callee].kind {
            ExprKind::Unsupported(what) => Some(what),
            _ => None,
        };
        let Some((values, failed)) = self.call_arguments(callee, function, args, span) else {
            return self.poison(span);
        };
        let Some(ret) = self.types.arena.function_of(function).map(|f| f.ret) else {
            return self.poison(span);
        };
        if failed || ret == ids::ERROR {
            return self.poison(span);
        }
        if ret != ids::VOID && self.types.is_incomplete(ret) {
            let message =
                format!("call of a function that returns incomplete type '{}'", self.type_text(ret));
            self.error(span, message);
            return self.poison(span);
        }
        match unsupported {
            Some(what) => self.unsupported(what, ret, span),
            None => self.make(ExprKind::Call { callee, args: values }, ret, span),
        }
    }

    /// The converted arguments, and whether one of them was in error.
    fn call_arguments(
        &mut self,
        callee: crate::typed::ExprId,
        function: TypeId,
        args: &'a [ast::ExprId],
        span: Span,
    ) -> Option<(Vec<crate::typed::ExprId>, bool)> {
        let (expected, variadic, prototype) = {
            let function = self.types.arena.function_of(function)?;
            (function.params.len(), function.variadic, function.prototype)
        };
        let mut values = Vec::with_capacity(args.len());
        let mut failed = false;
        for (index, &arg) in args.iter().enumerate() {
            let operand = self.expr(arg);
            let param = self.types.arena.function_of(function).and_then(|f| f.params.get(index).copied());
            let converted = match param {
                Some(param) if prototype => {
                    let arg_span = self.ast.exprs[arg].span;
                    self.assign_convert(operand, param, AssignTo::Argument(index as u32 + 1), arg_span)
                }
                Some(param) => {
                    // An old-style definition is known: what fits is made to fit.
                    let promoted = self.promote_argument(operand);
                    let scalars =
                        self.types.arena.is_scalar(param) && self.types.arena.is_scalar(promoted.ty);
                    let mixed = self.is_pointer(param) != self.is_pointer(promoted.ty)
                        && !(self.types.arena.is_integer(param) || self.types.arena.is_integer(promoted.ty));
                    if scalars && !mixed { self.cast(promoted, param) } else { promoted }
                }
                None => self.promote_argument(operand),
            };
            failed |= converted.ty == ids::ERROR;
            values.push(converted.id);
        }
        if prototype && (args.len() < expected || (args.len() > expected && !variadic)) {
            let quantity = if args.len() < expected { "few" } else { "many" };
            let name = match self.body.exprs[callee].kind {
                ExprKind::Function(id) => format!(" '{}'", self.name(self.functions[id].name)),
                _ => String::new(),
            };
            let message = format!(
                "too {quantity} arguments to function{name}: {expected} expected, {} given",
                args.len()
            );
            let notes = match self.body.exprs[callee].kind {
                ExprKind::Function(id) if !self.functions[id].span.is_none() => {
                    vec![(self.functions[id].span, "declared here".to_string())]
                }
                _ => Vec::new(),
            };
            self.error_with_notes(span, message, notes);
            failed = true;
        }
        Some((values, failed))
    }
}
