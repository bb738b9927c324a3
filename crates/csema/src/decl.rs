//! Declarations: typedefs, functions, objects and variables.

use crate::analyzer::{Analyzer, Linked};
use crate::constant::Const;
use crate::convert::AssignTo;
use crate::declarator::{DeclType, DeclaratorUse};
use crate::intern::ids;
use crate::scope::{Binding, Entity};
use crate::typed::{
    FunctionId, InitElem, InitValue, Linkage, LocalInit, Object, ObjectId, ObjectKind, StaticInit, StmtKind,
    Var,
};
use crate::types::{ArrayLen, QualType, TypeId, TypeKind};
use base::{Span, Symbol};
use csyntax::ast::{
    self, Attr, DeclId, DeclKind, DeclSpecs, ExprKind, InitDeclarator, InitKind, Quals, Storage, StringId,
    TypeSpec,
};

impl<'a> Analyzer<'a> {
    pub(crate) fn external_declaration(&mut self, id: DeclId) {
        let ast = self.ast;
        let decl = &ast.decls[id];
        match &decl.kind {
            DeclKind::Variables { specs, declarators } => self.declaration(specs, declarators, decl.span),
            DeclKind::Function(definition) => self.function_definition(definition, decl.span),
            DeclKind::StaticAssert { cond, message } => self.static_assert(*cond, *message, decl.span),
            DeclKind::Asm(asm) => {
                let empty = match &ast.strings[ast.asms[*asm].template].units {
                    ast::StringUnits::Bytes(bytes) => bytes.iter().all(u8::is_ascii_whitespace),
                    ast::StringUnits::Wide(_) => false,
                };
                if !empty {
                    self.warning(decl.span, "assembly at file scope is ignored");
                }
            }
            DeclKind::Empty => {}
        }
        self.pending_vlas.clear();
        if self.func.is_none() {
            // Nothing outlives a declaration at file scope: its expressions have been evaluated.
            self.body.exprs.clear();
            self.body.vars.clear();
        }
    }

    /// A declaration inside a function; its statements go to the block under construction.
    pub(crate) fn block_declaration(&mut self, id: DeclId) {
        let ast = self.ast;
        let decl = &ast.decls[id];
        match &decl.kind {
            DeclKind::Variables { specs, declarators } => self.declaration(specs, declarators, decl.span),
            DeclKind::Function(definition) => self.nested_function(definition, decl.span),
            DeclKind::StaticAssert { cond, message } => self.static_assert(*cond, *message, decl.span),
            DeclKind::Asm(_) | DeclKind::Empty => {}
        }
    }

    pub(crate) fn static_assert(&mut self, cond: ast::ExprId, message: Option<StringId>, span: Span) {
        if self.constant_int(cond, "condition of a static assertion") != Some(0) {
            return;
        }
        let text = message.map(|id| match &self.ast.strings[id].units {
            ast::StringUnits::Bytes(bytes) => String::from_utf8_lossy(bytes).into_owned(),
            ast::StringUnits::Wide(units) => units.iter().filter_map(|&u| char::from_u32(u)).collect(),
        });
        match text {
            Some(text) => self.error(span, format!("static assertion failed: {text}")),
            None => self.error(span, "static assertion failed"),
        }
    }

    fn declaration(&mut self, specs: &'a DeclSpecs, declarators: &'a [InitDeclarator], span: Span) {
        if matches!(specs.ty, TypeSpec::AutoType) && !declarators.is_empty() {
            for declarator in declarators {
                if let Some(name) = declarator.declarator.name {
                    self.auto_type_variable(specs, declarator, name);
                }
            }
            return;
        }
        let base = self.specs_type(specs, declarators.is_empty() && is_plain_tag(specs));
        if declarators.is_empty() {
            self.flush_vla_sizes(span);
            return;
        }
        for declarator in declarators {
            let Some(name) = declarator.declarator.name else { continue };
            let declared = self.declarator_type(base, &declarator.declarator, DeclaratorUse::Plain);
            self.flush_vla_sizes(span);
            self.declare(specs, declarator, name, declared);
        }
    }

    /// Computes the sizes of variable-length arrays that the declaration's types contain.
    pub(crate) fn flush_vla_sizes(&mut self, span: Span) {
        if !self.pending_vlas.is_empty() {
            for vla in std::mem::take(&mut self.pending_vlas) {
                let stmt = self.push_stmt(StmtKind::VlaSize(vla), span);
                self.stmts.push(stmt);
            }
        }
        if let Some(what) = self.pending_unsupported.take() {
            let stmt = self.push_stmt(StmtKind::Unsupported(what), span);
            self.stmts.push(stmt);
        }
    }

    fn declare(
        &mut self,
        specs: &'a DeclSpecs,
        declarator: &'a InitDeclarator,
        name: Symbol,
        declared: DeclType,
    ) {
        let span = declarator.declarator.name_span;
        if specs.storage == Storage::Typedef {
            return self.declare_typedef(specs, declarator, name, declared, span);
        }
        if matches!(self.types.kind(declared.ty.ty), TypeKind::Function(_)) {
            if let Some(init) = declarator.init {
                self.error(self.ast.inits[init].span, "a function cannot be initialised");
            }
            let attrs = &declarator.declarator.attrs;
            self.declare_function(name, declared.ty.ty, specs, attrs, span, false);
            return;
        }
        // gcc allows `extern void` variables, of which only the address can be used.
        if declared.ty.ty == ids::VOID && specs.storage != Storage::Extern {
            let message = format!("variable '{}' is declared 'void'", self.name(name));
            self.error(span, message);
            return self.poison_name(name, span);
        }
        let align = self.declared_align(specs, &declarator.declarator.attrs, declared);
        match (self.func.is_some(), specs.storage) {
            (false, _) | (true, Storage::Extern) => {
                self.declare_linked_object(specs, declarator, name, declared, align, span);
            }
            (true, Storage::Static) => self.declare_static_local(declarator, name, declared, align, span),
            (true, _) => self.declare_variable(specs, declarator, name, declared, align, span),
        }
    }

    /// 0 if nothing but the type decides.
    fn declared_align(&mut self, specs: &'a DeclSpecs, attrs: &'a [Attr], declared: DeclType) -> u64 {
        let mut align = u64::from(declared.align);
        if !specs.alignas.is_empty() {
            align = align.max(self.alignas(&specs.alignas));
        }
        if !specs.attrs.is_empty() || !attrs.is_empty() {
            align = align.max(self.aligned_attr(&specs.attrs)).max(self.aligned_attr(attrs));
        }
        if declared.ty.quals.contains(Quals::ATOMIC) {
            align = align.max(self.align_of_declared(declared.ty, 0));
        }
        align
    }

    fn poison_name(&mut self, name: Symbol, span: Span) {
        let binding = Binding { entity: Entity::Poison, ty: QualType::plain(ids::ERROR), align: 0, span };
        self.scopes.bind(name, binding);
    }

    fn redeclared(&mut self, name: Symbol, span: Span, previous: Span, what: &str) {
        let message = format!("{what} of '{}'", self.name(name));
        self.error_with_notes(span, message, vec![(previous, "previous declaration is here".to_string())]);
    }

    // ----- Typedefs -----

    fn declare_typedef(
        &mut self,
        specs: &'a DeclSpecs,
        declarator: &'a InitDeclarator,
        name: Symbol,
        declared: DeclType,
        span: Span,
    ) {
        if declarator.init.is_some() {
            self.error(span, "a typedef cannot be initialised");
        }
        if let Some(previous) = self.scopes.lookup_here(name) {
            match previous.entity {
                Entity::Typedef => {
                    if !self.types.compatible_qualified(previous.ty, declared.ty) {
                        self.redeclared(name, span, previous.span, "conflicting types in redefinition");
                    }
                }
                Entity::Poison => {}
                _ => self.redeclared(name, span, previous.span, "redeclaration as another kind of symbol"),
            }
        }
        let mut align = declared.align;
        if !specs.attrs.is_empty() || !declarator.declarator.attrs.is_empty() {
            let explicit =
                self.aligned_attr(&specs.attrs).max(self.aligned_attr(&declarator.declarator.attrs));
            if explicit != 0 {
                align = explicit as u32;
            }
            let attrs = specs.attrs.iter().chain(&declarator.declarator.attrs);
            if attrs.clone().any(|a| a.name == self.known.transparent_union)
                && let Some(record) = self.types.arena.record_of(declared.ty.ty)
            {
                self.types.arena.records[record].transparent = true;
            }
        }
        match *self.types.kind(declared.ty.ty) {
            TypeKind::Record(id) if self.types.arena.records[id].tag.is_none() => {
                self.types.arena.records[id].alias.get_or_insert(name);
            }
            TypeKind::Enum(id) if self.types.arena.enums[id].tag.is_none() => {
                self.types.arena.enums[id].alias.get_or_insert(name);
            }
            _ => {}
        }
        self.scopes.bind(name, Binding { entity: Entity::Typedef, ty: declared.ty, align, span });
    }

    // ----- Functions -----

    pub(crate) fn declare_function(
        &mut self,
        name: Symbol,
        ty: TypeId,
        specs: &'a DeclSpecs,
        attrs: &'a [Attr],
        span: Span,
        defines: bool,
    ) -> Option<FunctionId> {
        if let Some(previous) = self.scopes.lookup_here(name)
            && !matches!(previous.entity, Entity::Function(_) | Entity::Poison)
        {
            self.redeclared(name, span, previous.span, "redeclaration as another kind of symbol");
            return None;
        }
        let is_static = specs.storage == Storage::Static;
        let id = match self.linked.get(&name).copied() {
            Some(Linked::Object(object)) => {
                let previous = self.objects[object].span;
                self.redeclared(name, span, previous, "redeclaration as another kind of symbol");
                return None;
            }
            Some(Linked::Function(id)) => {
                self.redeclare_function(id, name, ty, span, defines);
                id
            }
            None => self.new_function(name, ty, false, span),
        };
        let noreturn = specs.noreturn
            || self.has_attr(&specs.attrs, self.known.noreturn)
            || self.has_attr(attrs, self.known.noreturn);
        let gnu_inline =
            self.has_attr(&specs.attrs, self.known.gnu_inline) || self.has_attr(attrs, self.known.gnu_inline);
        self.program_attributes(name, &specs.attrs);
        self.program_attributes(name, attrs);
        let weak = self.is_weak_name(name, [&specs.attrs, attrs]);
        let target = self.weakref([&specs.attrs, attrs]);
        let function = &mut self.functions[id];
        function.noreturn |= noreturn;
        function.weak |= weak;
        if is_static {
            function.linkage = Linkage::Internal;
        }
        if let Some(target) = target {
            function.name = target;
            function.linkage = Linkage::External;
            function.weak = true;
        }
        if defines {
            let is_extern = specs.storage == Storage::Extern;
            function.inline =
                specs.inline && (function.linkage == Linkage::Internal || gnu_inline == is_extern);
            function.span = span;
        }
        let binding = Binding { entity: Entity::Function(id), ty: QualType::plain(ty), align: 0, span };
        self.scopes.bind(name, binding);
        Some(id)
    }

    fn redeclare_function(&mut self, id: FunctionId, name: Symbol, ty: TypeId, span: Span, defines: bool) {
        let old = self.functions[id].ty;
        if self.functions[id].implicit {
            // The declaration comes after the first use; it knows better.
            self.functions[id].ty = ty;
            self.functions[id].implicit = false;
            self.functions[id].span = span;
            return;
        }
        if self.types.compatible(old, ty) {
            let composite = self.types.composite(old, ty);
            // A definition's own parameter types count inside it.
            let keep = defines && self.types.arena.function_of(ty).is_some_and(|f| f.prototype);
            self.functions[id].ty = if keep { ty } else { composite };
            return;
        }
        let message = format!("conflicting types for '{}': '{}'", self.name(name), self.type_text(ty));
        let note =
            (self.functions[id].span, format!("previous declaration has type '{}'", self.type_text(old)));
        self.error_with_notes(span, message, vec![note]);
        self.functions[id].ty = ty;
    }

    // ----- Objects with static storage -----

    fn declare_linked_object(
        &mut self,
        specs: &'a DeclSpecs,
        declarator: &'a InitDeclarator,
        name: Symbol,
        declared: DeclType,
        align: u64,
        span: Span,
    ) {
        if let Some(previous) = self.scopes.lookup_here(name)
            && !matches!(previous.entity, Entity::Object(_) | Entity::Poison)
        {
            return self.redeclared(name, span, previous.span, "redeclaration as another kind of symbol");
        }
        let ty = declared.ty;
        let object = match self.linked.get(&name).copied() {
            Some(Linked::Function(function)) => {
                let previous = self.functions[function].span;
                return self.redeclared(name, span, previous, "redeclaration as another kind of symbol");
            }
            Some(Linked::Object(object)) => {
                self.redeclare_object(object, name, ty, span);
                object
            }
            None => {
                let linkage =
                    if specs.storage == Storage::Static { Linkage::Internal } else { Linkage::External };
                let object = self.new_named_object(name, ty, linkage, ObjectKind::Variable, span);
                self.linked.insert(name, Linked::Object(object));
                object
            }
        };
        self.objects[object].align = self.objects[object].align.max(align).max(self.types.align_of(ty.ty));
        self.scopes.bind(name, Binding { entity: Entity::Object(object), ty, align: 0, span });
        self.program_attributes(name, &specs.attrs);
        self.program_attributes(name, &declarator.declarator.attrs);
        let attrs: [&'a [Attr]; 2] = [&specs.attrs, &declarator.declarator.attrs];
        self.objects[object].weak |= self.is_weak_name(name, attrs);
        if let Some(target) = self.weakref(attrs) {
            let declared = &mut self.objects[object];
            declared.name = target;
            declared.linkage = Linkage::External;
            declared.weak = true;
            return;
        }
        match declarator.init {
            Some(init) => {
                if self.func.is_some() {
                    self.error(span, "a block-scope 'extern' declaration cannot be initialised");
                    return;
                }
                if self.object_info[object].defined {
                    let previous = self.objects[object].span;
                    self.redeclared(name, span, previous, "redefinition");
                }
                self.objects[object].span = span;
                let ty = QualType { ty: self.objects[object].ty, quals: ty.quals };
                if self.complete_enough(ty.ty, span, name) {
                    self.static_initializer(object, ty, init);
                }
            }
            None => {
                if specs.storage != Storage::Extern {
                    self.object_info[object].tentative = true;
                }
            }
        }
    }

    /// Whether something of the type can be initialised: complete, or an array whose length the initialiser gives.
    fn complete_enough(&mut self, ty: TypeId, span: Span, name: Symbol) -> bool {
        let incomplete = match *self.types.kind(ty) {
            TypeKind::Error => return false,
            TypeKind::Array { elem, len: ArrayLen::Incomplete } => self.types.is_incomplete(elem.ty),
            _ => self.types.is_incomplete(ty),
        };
        if incomplete {
            let message =
                format!("variable '{}' has incomplete type '{}'", self.name(name), self.type_text(ty));
            self.error(span, message);
        }
        !incomplete
    }

    fn redeclare_object(&mut self, object: ObjectId, name: Symbol, ty: QualType, span: Span) {
        let old = self.objects[object].ty;
        if !self.types.compatible(old, ty.ty) {
            let message = format!("conflicting types for '{}': '{}'", self.name(name), self.qual_text(ty));
            let note = (
                self.objects[object].span,
                format!("previous declaration has type '{}'", self.type_text(old)),
            );
            return self.error_with_notes(span, message, vec![note]);
        }
        self.objects[object].ty = self.types.composite(old, ty.ty);
        self.objects[object].size =
            self.types.size_of(self.objects[object].ty).unwrap_or(0).max(self.objects[object].size);
    }

    fn new_named_object(
        &mut self,
        name: Symbol,
        ty: QualType,
        linkage: Linkage,
        kind: ObjectKind,
        span: Span,
    ) -> ObjectId {
        let object = Object {
            name,
            ty: ty.ty,
            is_const: self.is_const_object(ty),
            weak: false,
            linkage,
            kind,
            size: self.types.size_of(ty.ty).unwrap_or(0),
            align: 1,
            init: None,
            span,
        };
        self.new_object(object, ty.quals)
    }

    /// `const` and not `volatile`; an array is if its elements are.
    pub(crate) fn is_const_object(&self, mut ty: QualType) -> bool {
        while let TypeKind::Array { elem, .. } = self.types.kind(ty.ty) {
            ty = *elem;
        }
        ty.quals.contains(Quals::CONST) && !ty.quals.contains(Quals::VOLATILE)
    }

    /// A volatile variable has its last value when `longjmp` comes back to `setjmp`, as memory does; others need not.
    pub(crate) fn is_kept_by_jumps(&self, ty: QualType) -> bool {
        ty.quals.contains(Quals::VOLATILE)
            && ["setjmp", "_setjmp", "__sigsetjmp"].iter().any(|name| self.names.lookup(name).is_some())
    }

    fn declare_static_local(
        &mut self,
        declarator: &'a InitDeclarator,
        name: Symbol,
        declared: DeclType,
        align: u64,
        span: Span,
    ) {
        if let Some(previous) = self.scopes.lookup_here(name)
            && !matches!(previous.entity, Entity::Poison)
        {
            self.redeclared(name, span, previous.span, "redeclaration");
        }
        let ty = declared.ty;
        if self.types.arena.has_variable_size(ty.ty) {
            self.error(span, "a static variable cannot have variable size");
            return self.poison_name(name, span);
        }
        let object = self.new_named_object(name, ty, Linkage::None, ObjectKind::StaticLocal, span);
        self.objects[object].align = align.max(self.types.align_of(ty.ty));
        self.scopes.bind(name, Binding { entity: Entity::Object(object), ty, align: 0, span });
        match declarator.init {
            Some(init) => {
                if self.complete_enough(ty.ty, span, name) {
                    self.static_initializer(object, ty, init);
                }
            }
            None => {
                if ty.ty != ids::ERROR && self.types.size_of(ty.ty).is_none() {
                    let message = format!(
                        "variable '{}' has incomplete type '{}'",
                        self.name(name),
                        self.qual_text(ty)
                    );
                    self.error(span, message);
                }
                self.objects[object].init = Some(StaticInit::default());
                self.object_info[object].defined = true;
            }
        }
    }

    // ----- Variables with automatic storage -----

    fn new_variable(&mut self, name: Symbol, ty: QualType, align: u64, span: Span) -> crate::typed::VarId {
        if let Some(previous) = self.scopes.lookup_here(name)
            && !matches!(previous.entity, Entity::Poison)
        {
            self.redeclared(name, span, previous.span, "redeclaration");
        }
        let var = self.body.vars.push(Var {
            name: Some(name),
            ty: ty.ty,
            is_const: self.is_const_object(ty),
            address_taken: self.is_kept_by_jumps(ty),
            align,
            cleanup: None,
            temporary: false,
            span,
        });
        self.scopes.bind(name, Binding { entity: Entity::Var(var), ty, align: 0, span });
        var
    }

    fn declare_variable(
        &mut self,
        specs: &'a DeclSpecs,
        declarator: &'a InitDeclarator,
        name: Symbol,
        declared: DeclType,
        align: u64,
        span: Span,
    ) {
        let ty = declared.ty;
        let var = self.new_variable(name, ty, align, span);
        if ty.ty == ids::ERROR {
            return self.poison_name(name, span);
        }
        self.cleanup_attribute(var, specs, &declarator.declarator);
        let init = match declarator.init {
            None => {
                if self.types.is_incomplete(ty.ty) {
                    let message = format!(
                        "variable '{}' has incomplete type '{}'",
                        self.name(name),
                        self.qual_text(ty)
                    );
                    self.error(span, message);
                    return self.poison_name(name, span);
                }
                None
            }
            Some(init) => {
                if !self.complete_enough(ty.ty, span, name) {
                    return self.poison_name(name, span);
                }
                if self.types.arena.has_variable_size(ty.ty) {
                    let empty =
                        matches!(&self.ast.inits[init].kind, InitKind::List(items) if items.is_empty());
                    if !empty {
                        self.error(span, "an array of variable length cannot be initialised");
                    }
                    let what = self.unsupported("initialiser of a variable-length array", ids::INT, span);
                    let stmt = self.push_stmt(StmtKind::Declare { var, init: None }, span);
                    self.stmts.push(stmt);
                    let stmt = self.push_stmt(StmtKind::Expr(what.id), span);
                    self.stmts.push(stmt);
                    return;
                }
                let (init, complete) = self.local_initializer(ty, init);
                self.body.vars[var].ty = complete;
                if matches!(self.types.kind(complete), TypeKind::Record(_))
                    && init.elems.iter().any(|e| e.offset == 0 && e.ty == complete)
                {
                    self.body.vars[var].address_taken = true;
                }
                Some(init)
            }
        };
        let stmt = self.push_stmt(StmtKind::Declare { var, init }, span);
        self.stmts.push(stmt);
    }

    /// `__auto_type x = value;`
    fn auto_type_variable(&mut self, specs: &'a DeclSpecs, declarator: &'a InitDeclarator, name: Symbol) {
        let span = declarator.declarator.name_span;
        if !declarator.declarator.chunks.is_empty() || specs.storage == Storage::Typedef {
            self.error(span, "'__auto_type' declares plain variables only");
            return self.poison_name(name, span);
        }
        let value = match declarator.init.map(|init| &self.ast.inits[init].kind) {
            Some(InitKind::Expr(expr)) => self.value(*expr),
            _ => {
                self.error(span, "'__auto_type' needs an expression as initialiser");
                return self.poison_name(name, span);
            }
        };
        if value.ty == ids::ERROR {
            return self.poison_name(name, span);
        }
        if value.ty == ids::VOID {
            self.error(span, "the value of a 'void' expression is used");
            return self.poison_name(name, span);
        }
        let ty = QualType { ty: value.ty, quals: specs.quals };
        if self.func.is_none() || specs.storage == Storage::Static {
            let constant = self.evaluate(value.id, true);
            let linkage =
                if specs.storage == Storage::Static { Linkage::Internal } else { Linkage::External };
            let object = self.new_named_object(name, ty, linkage, ObjectKind::Variable, span);
            match constant {
                Ok(Const::Int(number)) => {
                    let size = self.types.size_of(ty.ty).unwrap_or(0).min(16) as usize;
                    let bytes = number.to_le_bytes()[..size].to_vec();
                    self.objects[object].init = Some(StaticInit { bytes, relocations: Vec::new() });
                }
                Ok(_) => self.warning(span, "the object's value is unknown"),
                Err(failure) => self.not_constant(failure, "the initialiser of a static object"),
            }
            self.object_info[object].defined = true;
            self.objects[object].align = self.types.align_of(ty.ty);
            self.scopes.bind(name, Binding { entity: Entity::Object(object), ty, align: 0, span });
            return;
        }
        let var = self.new_variable(name, ty, 0, span);
        self.cleanup_attribute(var, specs, &declarator.declarator);
        let value = self.assign_convert(value, ty.ty, AssignTo::Initializer, span);
        if matches!(self.types.kind(ty.ty), TypeKind::Record(_)) {
            self.body.vars[var].address_taken = true;
        }
        let elem = InitElem { offset: 0, ty: ty.ty, bits: None, value: InitValue::Expr(value.id) };
        let init = Some(LocalInit { zero_fill: false, rests: Vec::new(), elems: vec![elem] });
        let stmt = self.push_stmt(StmtKind::Declare { var, init }, span);
        self.stmts.push(stmt);
    }

    fn cleanup_attribute(
        &mut self,
        var: crate::typed::VarId,
        specs: &'a DeclSpecs,
        declarator: &'a ast::Declarator,
    ) {
        // `char *__attribute__((cleanup(f))) p` has it behind the star.
        let of_pointer: &'a [Attr] = match declarator.chunks.first() {
            Some(ast::Chunk::Pointer { attrs, .. }) => attrs,
            _ => &[],
        };
        let mut attrs = specs.attrs.iter().chain(&declarator.attrs).chain(of_pointer);
        let Some(attr) = attrs.find(|a| a.name == self.known.cleanup) else { return };
        let function = attr.args.first().and_then(|&arg| match self.ast.exprs[arg].kind {
            ExprKind::Ident(name) => match self.scopes.lookup(name)?.entity {
                Entity::Function(function) => Some(function),
                _ => None,
            },
            _ => None,
        });
        match function {
            Some(function) => {
                self.body.vars[var].cleanup = Some(function);
                self.body.vars[var].address_taken = true;
            }
            None => self.error(attr.span, "'cleanup' needs the name of a function"),
        }
    }
}

/// `struct s;` and nothing else.
fn is_plain_tag(specs: &DeclSpecs) -> bool {
    matches!(specs.ty, TypeSpec::Record(_) | TypeSpec::Enum(_)) && specs.storage == Storage::None
}
