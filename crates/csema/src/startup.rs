//! What attributes say about the whole program: functions that run before and after `main`, and aliases.

use crate::analyzer::{Analyzer, Linked};
use crate::intern::ids;
use crate::typed::{ExprKind, FunctionId, ObjectId, StaticTarget, StmtId, StmtKind};
use base::{FxHashMap, Span, Symbol};
use csyntax::ast::Attr;

/// A function with attribute `constructor` or `destructor`.
pub(crate) struct Hook {
    function: FunctionId,
    destructor: bool,
    /// Constructors with lower numbers run first; without a number, last.
    priority: i128,
    span: Span,
}

pub(crate) struct Alias {
    name: Symbol,
    target: Symbol,
    span: Span,
}

impl<'a> Analyzer<'a> {
    /// Remembers what the attributes of a declared function or object ask for.
    pub(crate) fn program_attributes(&mut self, name: Symbol, attrs: &'a [Attr]) {
        for attr in attrs {
            if attr.name == self.known.constructor || attr.name == self.known.destructor {
                let Some(Linked::Function(function)) = self.linked.get(&name).copied() else { continue };
                let priority = match attr.args.first() {
                    Some(&arg) => self.constant_int(arg, "priority").unwrap_or(i128::from(u16::MAX)),
                    None => i128::from(u16::MAX),
                };
                let destructor = attr.name == self.known.destructor;
                if !self.hooks.iter().any(|h| h.function == function && h.destructor == destructor) {
                    self.hooks.push(Hook { function, destructor, priority, span: attr.span });
                }
            } else if attr.name == self.known.alias
                && !self.has_attr(attrs, self.known.weakref)
                && let Some(target) = self.symbol_argument(attr)
            {
                self.aliases.push(Alias { name, target, span: attr.span });
            }
        }
    }

    /// Uses of an alias become uses of its target.
    pub(crate) fn resolve_aliases(&mut self) {
        if self.aliases.is_empty() {
            return;
        }
        let mut functions: FxHashMap<FunctionId, FunctionId> = FxHashMap::default();
        let mut objects: FxHashMap<ObjectId, ObjectId> = FxHashMap::default();
        for alias in std::mem::take(&mut self.aliases) {
            match (self.linked.get(&alias.name), self.linked.get(&alias.target)) {
                (Some(Linked::Function(from)), Some(Linked::Function(to))) if from != to => {
                    functions.insert(*from, *to);
                }
                (Some(Linked::Object(from)), Some(Linked::Object(to))) if from != to => {
                    objects.insert(*from, *to);
                    self.object_info[*from].tentative = false;
                }
                _ => {
                    let message =
                        format!("the target '{}' of an alias is not defined here", self.name(alias.target));
                    self.warning(alias.span, message);
                }
            }
        }
        // An alias of an alias: at most as many steps as there are aliases.
        let follow = |mut id: FunctionId| {
            for _ in 0..=functions.len() {
                id = functions.get(&id).copied().unwrap_or(id);
            }
            id
        };
        let follow_object = |mut id: ObjectId| {
            for _ in 0..=objects.len() {
                id = objects.get(&id).copied().unwrap_or(id);
            }
            id
        };
        for function in self.functions.iter_mut() {
            let Some(body) = &mut function.body else { continue };
            for expr in body.exprs.iter_mut() {
                match &mut expr.kind {
                    ExprKind::Function(id) => *id = follow(*id),
                    ExprKind::Object(id) => *id = follow_object(*id),
                    _ => {}
                }
            }
            for var in body.vars.iter_mut() {
                var.cleanup = var.cleanup.map(follow);
            }
        }
        for object in self.objects.iter_mut() {
            for relocation in object.init.iter_mut().flat_map(|init| &mut init.relocations) {
                match &mut relocation.target {
                    StaticTarget::Function(id) => *id = follow(*id),
                    StaticTarget::Object(id) => *id = follow_object(*id),
                    StaticTarget::Label(..) => {}
                }
            }
        }
    }

    /// Constructors are called first thing in `main`, destructors are registered there to run at exit.
    pub(crate) fn insert_hooks(&mut self) {
        let mut hooks = std::mem::take(&mut self.hooks);
        // The attribute of a function that is only declared is for the file that defines it.
        hooks.retain(|hook| self.functions[hook.function].body.is_some());
        if hooks.is_empty() {
            return;
        }
        let main = match self.linked.get(&self.known.main) {
            Some(Linked::Function(main)) if self.functions[*main].body.is_some() => *main,
            _ => {
                for hook in hooks {
                    self.warning(hook.span, "ignored: 'main' is not defined in this file");
                }
                return;
            }
        };
        hooks.sort_by_key(|hook| (hook.destructor, hook.priority));
        self.body = self.functions[main].body.take().unwrap_or_default();
        let mut first = Vec::new();
        for hook in hooks {
            let stmt = self.hook_call(&hook);
            first.push(stmt);
        }
        if let Some(root) = self.body.root
            && let StmtKind::Block(stmts) = &mut self.body.stmts[root].kind
        {
            stmts.splice(0..0, first);
        }
        self.functions[main].body = Some(std::mem::take(&mut self.body));
    }

    fn hook_call(&mut self, hook: &Hook) -> StmtId {
        let span = hook.span;
        let ty = self.functions[hook.function].ty;
        let plain =
            self.types.arena.function_of(ty).is_some_and(|f| f.params.is_empty() && f.ret == ids::VOID);
        if !plain {
            return self.push_stmt(
                StmtKind::Unsupported("constructor or destructor with parameters or a result"),
                span,
            );
        }
        let designator = self.push(ExprKind::Function(hook.function), ty, span);
        let (callee, args, ret) = if hook.destructor {
            let pointer = self.types.pointer(ty);
            let value = self.make(ExprKind::Decay(designator), pointer, span);
            let name = self.names.intern("atexit");
            let (function, param) = match self.linked.get(&name).copied() {
                Some(Linked::Function(id)) => {
                    let param =
                        self.types.arena.function_of(self.functions[id].ty).and_then(|f| f.params.first());
                    (id, param.copied().unwrap_or(pointer))
                }
                _ => {
                    let ty = self.types.function(ids::INT, vec![pointer], false, true);
                    (self.new_function(name, ty, true, span), pointer)
                }
            };
            let value = self.cast(value, param);
            let function_ty = self.functions[function].ty;
            let callee = self.push(ExprKind::Function(function), function_ty, span);
            (callee, vec![value.id], ids::INT)
        } else {
            (designator, Vec::new(), ids::VOID)
        };
        let call = self.push(ExprKind::Call { callee, args }, ret, span);
        self.push_stmt(StmtKind::Expr(call), span)
    }
}
