//! The state of one analysis, and the walk over the external declarations.

use crate::constant::Const;
use crate::diagnostics::Diagnostic;
use crate::intern::TypeTable;
use crate::scope::Scopes;
use crate::startup::{Alias, Hook};
use crate::typed::{
    Body, Case, ExprId, Function, FunctionId, LabelId, Linkage, Object, ObjectId, ObjectKind, OpaqueId,
    StaticInit, StmtId, TypedUnit,
};
use crate::types::{ArrayLen, DataModel, TypeId, TypeKind, VlaId};
use base::{FxHashMap, IndexVec, Interner, Span, Symbol};
use csyntax::ast::{self, Ast, Quals};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    pub model: DataModel,
}

impl Default for Options {
    fn default() -> Self {
        Options { model: DataModel::Lp64 }
    }
}

#[derive(Debug)]
pub struct SemaResult {
    /// Meaningful only if no diagnostic is an error.
    pub unit: TypedUnit,
    /// In the order of detection.
    pub diagnostics: Vec<Diagnostic>,
}

impl SemaResult {
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|d| d.severity == crate::Severity::Error)
    }
}

/// Types a translation unit. The tree is taken by value because its names live on in the result.
pub fn analyze(mut ast: Ast, options: Options) -> SemaResult {
    let mut names = std::mem::take(&mut ast.names);
    let types = TypeTable::new(options.model, &mut names);
    let known = KnownNames::new(&mut names);
    let mut analyzer = Analyzer {
        ast: &ast,
        types,
        known,
        names,
        objects: IndexVec::new(),
        object_info: IndexVec::new(),
        functions: IndexVec::new(),
        replaceable: Vec::new(),
        hooks: Vec::new(),
        aliases: Vec::new(),
        scopes: Scopes::new(),
        linked: FxHashMap::default(),
        enum_constants: Vec::new(),
        strings: FxHashMap::default(),
        diagnostics: Vec::new(),
        body: Body::default(),
        func: None,
        spine: Vec::new(),
        eval_stack: Vec::new(),
        bound_opaques: Vec::new(),
        stmts: Vec::new(),
        pending_vlas: Vec::new(),
        pending_unsupported: None,
        in_prototype: 0,
        defining: Vec::new(),
        unevaluated: 0,
        suggestions: 0,
        literal_count: 0,
    };
    for &item in &ast.items {
        analyzer.external_declaration(item);
    }
    analyzer.finish()
}

/// Enumeration constants keep their value beside the binding, which stays small.
#[derive(Clone, Copy)]
pub(crate) struct EnumConstant {
    pub(crate) ty: TypeId,
    pub(crate) value: i128,
}

/// What is known of an object beyond what later stages need.
#[derive(Clone, Copy)]
pub(crate) struct ObjectInfo {
    pub(crate) quals: Quals,
    /// Declared without `extern` and without initialiser.
    pub(crate) tentative: bool,
    pub(crate) defined: bool,
    /// Its initialiser could not be represented: using it is unsupported.
    pub(crate) unsupported: bool,
}

/// What a name with linkage stands for, wherever it was declared.
#[derive(Clone, Copy)]
pub(crate) enum Linked {
    Object(ObjectId),
    Function(FunctionId),
}

pub(crate) struct SwitchState {
    /// The promoted type of the controlling expression.
    pub(crate) ty: TypeId,
    pub(crate) cases: Vec<(Case, Span)>,
    pub(crate) next_index: u32,
    pub(crate) default: Option<Span>,
}

/// The function whose body is being analysed.
pub(crate) struct FunctionState {
    pub(crate) id: FunctionId,
    pub(crate) name: Symbol,
    pub(crate) ret: TypeId,
    pub(crate) labels: FxHashMap<Symbol, LabelId>,
    /// `__label__` declarations in force: the innermost last.
    pub(crate) local_labels: Vec<(Symbol, LabelId)>,
    pub(crate) defined_labels: Vec<bool>,
    pub(crate) switches: Vec<SwitchState>,
    pub(crate) breakable: u32,
    pub(crate) loops: u32,
    /// The object behind `__func__`.
    pub(crate) name_object: Option<ObjectId>,
}

pub(crate) struct Analyzer<'a> {
    pub(crate) ast: &'a Ast,
    pub(crate) names: Interner,
    pub(crate) types: TypeTable,
    pub(crate) known: KnownNames,
    pub(crate) objects: IndexVec<ObjectId, Object>,
    pub(crate) object_info: IndexVec<ObjectId, ObjectInfo>,
    pub(crate) functions: IndexVec<FunctionId, Function>,
    /// Functions whose present body is `extern inline`: a later definition replaces it.
    pub(crate) replaceable: Vec<FunctionId>,
    pub(crate) hooks: Vec<Hook>,
    pub(crate) aliases: Vec<Alias>,
    pub(crate) scopes: Scopes,
    pub(crate) linked: FxHashMap<Symbol, Linked>,
    pub(crate) enum_constants: Vec<EnumConstant>,
    /// The objects of string literals.
    pub(crate) strings: FxHashMap<csyntax::ast::StringId, ObjectId>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Of the function being analysed; a scratch area at file scope.
    pub(crate) body: Body,
    pub(crate) func: Option<FunctionState>,
    /// Left spines of operator chains under analysis.
    pub(crate) spine: Vec<ast::ExprId>,
    /// Left spines of constant expressions under evaluation.
    pub(crate) eval_stack: Vec<ExprId>,
    /// Values of opaques while the body of their `Let` is evaluated.
    pub(crate) bound_opaques: Vec<(OpaqueId, Const)>,
    /// Statements of the blocks under construction, innermost last.
    pub(crate) stmts: Vec<StmtId>,
    /// Variable-length array types that were written but whose size has not been computed yet.
    pub(crate) pending_vlas: Vec<VlaId>,
    /// A type was written that makes it unsupported to reach this place.
    pub(crate) pending_unsupported: Option<&'static str>,
    /// Greater than zero inside the parameters of a function declaration that is no definition.
    pub(crate) in_prototype: u32,
    /// The records whose members are being declared, the innermost last.
    pub(crate) defining: Vec<crate::types::RecordId>,
    /// Greater than zero inside `sizeof`, `typeof` and the like.
    pub(crate) unevaluated: u32,
    pub(crate) suggestions: u32,
    pub(crate) literal_count: u32,
}

impl Analyzer<'_> {
    fn finish(mut self) -> SemaResult {
        self.resolve_aliases();
        self.insert_hooks();
        for id in self.objects.ids() {
            let info = self.object_info[id];
            if !info.tentative || info.defined {
                continue;
            }
            // A tentative array definition without a length has one element.
            if let TypeKind::Array { elem, len: ArrayLen::Incomplete } = *self.types.kind(self.objects[id].ty)
            {
                self.objects[id].ty = self.types.array(elem, ArrayLen::Known(1));
            }
            let (ty, span) = (self.objects[id].ty, self.objects[id].span);
            match self.types.size_of(ty) {
                Some(size) => self.objects[id].size = size,
                None if ty == crate::intern::ids::ERROR => {}
                None => {
                    let message =
                        format!("storage size of '{}' is not known", self.name(self.objects[id].name));
                    self.error(span, message);
                }
            }
            self.objects[id].align = self.objects[id].align.max(self.types.align_of(ty));
            self.objects[id].init = Some(StaticInit::default());
        }
        // Types of objects declared before they were complete.
        for id in self.objects.ids() {
            if self.objects[id].size == 0
                && let Some(size) = self.types.size_of(self.objects[id].ty)
            {
                self.objects[id].size = size;
                self.objects[id].align = self.objects[id].align.max(self.types.align_of(self.objects[id].ty));
            }
        }
        let unit = TypedUnit {
            model: self.types.model,
            names: self.names,
            types: self.types.arena,
            objects: self.objects,
            functions: self.functions,
        };
        SemaResult { unit, diagnostics: self.diagnostics }
    }

    pub(crate) fn model(&self) -> DataModel {
        self.types.model
    }

    pub(crate) fn new_object(&mut self, object: Object, quals: Quals) -> ObjectId {
        self.object_info.push(ObjectInfo {
            quals,
            tentative: false,
            defined: object.init.is_some(),
            unsupported: false,
        });
        self.objects.push(object)
    }

    /// An object without linkage: string literals, compound literals, `__func__`.
    pub(crate) fn new_anonymous_object(
        &mut self,
        prefix: &str,
        kind: ObjectKind,
        ty: TypeId,
        quals: Quals,
        init: StaticInit,
        span: Span,
    ) -> ObjectId {
        let name = self.names.intern(&format!("{prefix}{}", self.literal_count));
        self.literal_count += 1;
        let object = Object {
            name,
            ty,
            is_const: quals.contains(Quals::CONST),
            weak: false,
            linkage: Linkage::None,
            kind,
            size: self.types.size_of(ty).unwrap_or(0),
            align: self.types.align_of(ty),
            init: Some(init),
            span,
        };
        self.new_object(object, quals)
    }
}

/// Names with a meaning of their own, interned once.
pub(crate) struct KnownNames {
    pub(crate) packed: Symbol,
    pub(crate) aligned: Symbol,
    pub(crate) mode: Symbol,
    pub(crate) vector_size: Symbol,
    pub(crate) transparent_union: Symbol,
    pub(crate) cleanup: Symbol,
    pub(crate) noreturn: Symbol,
    pub(crate) gnu_inline: Symbol,
    pub(crate) weak: Symbol,
    pub(crate) weakref: Symbol,
    pub(crate) constructor: Symbol,
    pub(crate) destructor: Symbol,
    pub(crate) alias: Symbol,
    pub(crate) ms_struct: Symbol,
    pub(crate) scalar_storage_order: Symbol,
    pub(crate) func: Symbol,
    pub(crate) function: Symbol,
    pub(crate) pretty_function: Symbol,
    pub(crate) main: Symbol,
    pub(crate) empty: Symbol,
}

impl KnownNames {
    fn new(names: &mut Interner) -> KnownNames {
        let mut name = |text: &str| names.intern(text);
        KnownNames {
            packed: name("packed"),
            aligned: name("aligned"),
            mode: name("mode"),
            vector_size: name("vector_size"),
            transparent_union: name("transparent_union"),
            cleanup: name("cleanup"),
            noreturn: name("noreturn"),
            gnu_inline: name("gnu_inline"),
            weak: name("weak"),
            weakref: name("weakref"),
            constructor: name("constructor"),
            destructor: name("destructor"),
            alias: name("alias"),
            ms_struct: name("ms_struct"),
            scalar_storage_order: name("scalar_storage_order"),
            func: name("__func__"),
            function: name("__FUNCTION__"),
            pretty_function: name("__PRETTY_FUNCTION__"),
            main: name("main"),
            empty: name(""),
        }
    }
}
