//! Several units into one program.
//!
//! Functions and objects get their numbers when they are first needed: first what the program's files define, in order, then
//! whatever that refers to, in the order of the references. What nobody refers to is not there.

use crate::func;
use crate::names::Names;
use crate::touches::Touches;
use crate::types::{Layout, TypeSource, TypeTable, UnitTypes};
use crate::{Diagnostic, Library, LowerResult, Options};
use base::{FxHashMap, FxHashSet, IndexVec, Span, Symbol};
use csema::typed::{self as t, Linkage, TypedUnit};
use csema::types as c;
use ir::{
    BlockId, CopyBlock, DataModel, FuncId, Function, FunctionBody, Global, GlobalId, GlobalKind, Init,
    Intrinsic, Place, Program, Relocation, RelocationTarget, Scalar, Statement, StatementKind, TypeId,
};
use std::rc::Rc;

/// Which of several definitions of one name counts: the lowest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Strength {
    Program,
    ProgramWeak,
    Model,
    ProgramInline,
    ModelInline,
}

#[derive(Clone, Copy, Debug)]
struct FunctionDefinition {
    unit: usize,
    id: t::FunctionId,
    strength: Strength,
}

#[derive(Clone, Copy, Debug)]
struct ObjectDefinition {
    unit: usize,
    id: t::ObjectId,
    model: bool,
    /// Only zeros: perhaps a tentative definition.
    zero: bool,
    /// The largest of all definitions.
    size: u64,
    align: u64,
}

/// A function of the program under construction.
#[derive(Debug)]
struct FunctionEntry {
    name: Symbol,
    origin: FunctionOrigin,
    noreturn: bool,
}

#[derive(Clone, Copy, Debug)]
enum FunctionOrigin {
    Defined(usize, t::FunctionId),
    /// The definition, if the unit has one, does not count.
    Declared(usize, t::FunctionId),
    Intrinsic(Intrinsic, Span),
    /// A function that passes its variable arguments on as they are, by the place in [`Link::packed`].
    Packed(usize),
}

/// A function that passes its variable arguments on (`__builtin_va_arg_pack`), for calls with arguments of these types: as gcc says, there is
/// a copy of it at every call.
#[derive(Debug)]
struct PackedFunction {
    unit: usize,
    id: t::FunctionId,
    passed: Rc<[Passed]>,
    function: FuncId,
}

/// The type of an argument that is passed on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Passed {
    pub(crate) ty: TypeId,
    pub(crate) scalar: Option<Scalar>,
    pub(crate) size: u64,
}

/// More are passed on by no program, but one whose functions pass on more and more to each other.
const MAX_PASSED: usize = 200;

#[derive(Debug)]
struct GlobalEntry {
    origin: GlobalOrigin,
    size: u64,
    align: u64,
}

#[derive(Clone, Copy, Debug)]
enum GlobalOrigin {
    Object(usize, t::ObjectId),
    /// Says whether the weak symbol of this name, which the program does not define, is defined elsewhere.
    Existence(Symbol, Span),
    /// Unspecified bytes, for padding.
    Padding(Span),
}

/// The blocks of a function's address-taken labels.
pub(crate) type LabelBlocks = Vec<(t::LabelId, BlockId)>;

/// What is shared while the bodies are lowered.
#[derive(Debug)]
pub(crate) struct Link<'u> {
    pub(crate) units: &'u [TypedUnit],
    pub(crate) model: DataModel,
    pub(crate) names: Names,
    pub(crate) types: TypeTable,
    pub(crate) unit_types: Vec<UnitTypes>,
    pub(crate) error_labels: FxHashSet<Symbol>,
    functions: IndexVec<FuncId, FunctionEntry>,
    globals: IndexVec<GlobalId, GlobalEntry>,
    /// Per unit.
    function_ids: Vec<IndexVec<t::FunctionId, Option<FuncId>>>,
    object_ids: Vec<IndexVec<t::ObjectId, Option<GlobalId>>>,
    function_definitions: FxHashMap<Symbol, FunctionDefinition>,
    object_definitions: FxHashMap<Symbol, ObjectDefinition>,
    functions_by_name: FxHashMap<Symbol, FuncId>,
    globals_by_name: FxHashMap<Symbol, GlobalId>,
    intrinsics: FxHashMap<(Intrinsic, Symbol), FuncId>,
    packed: Vec<PackedFunction>,
    existences: FxHashMap<Symbol, GlobalId>,
    /// Whether somebody may look at the bytes between members of structures, and where their unspecified values come from.
    pub(crate) padding_is_visible: bool,
    padding: Option<GlobalId>,
    is_in_library: fn(&str) -> bool,
    pub(crate) library_effects: fn(&str) -> (bool, bool),
    pub(crate) touches: Touches,
    /// How many of the units are the program's; the others are models.
    program_count: usize,
    diagnostics: Vec<Diagnostic>,
}

pub(crate) fn link(
    program: Vec<TypedUnit>,
    models: Vec<TypedUnit>,
    options: &Options,
    library: Library,
) -> LowerResult {
    let program_count = program.len();
    let mut units = program;
    units.extend(models);
    let padding_is_visible = units[..program_count].iter().any(crate::padding::is_visible);
    let first_names = units.first_mut().map(|unit| std::mem::take(&mut unit.names)).unwrap_or_default();
    let model = match units.first().map(|unit| unit.model) {
        Some(c::DataModel::Ilp32) => DataModel::Ilp32,
        Some(c::DataModel::Lp64) | None => DataModel::Lp64,
    };
    let mut names = Names::new(first_names, units.len());
    let error_labels = options.error_labels.iter().map(|label| names.interner.intern(label)).collect();
    let mut link = Link {
        units: &units,
        model,
        names,
        types: TypeTable::new(model),
        unit_types: units.iter().map(|unit| UnitTypes::new(&unit.types, unit.model)).collect(),
        error_labels,
        functions: IndexVec::new(),
        globals: IndexVec::new(),
        function_ids: units.iter().map(|unit| IndexVec::from_elem(None, unit.functions.len())).collect(),
        object_ids: units.iter().map(|unit| IndexVec::from_elem(None, unit.objects.len())).collect(),
        function_definitions: FxHashMap::default(),
        object_definitions: FxHashMap::default(),
        functions_by_name: FxHashMap::default(),
        globals_by_name: FxHashMap::default(),
        intrinsics: FxHashMap::default(),
        packed: Vec::new(),
        existences: FxHashMap::default(),
        padding_is_visible,
        padding: None,
        is_in_library: library.is_in_library,
        library_effects: library.effects,
        touches: Touches::default(),
        program_count,
        diagnostics: Vec::new(),
    };
    link.collect_definitions(program_count, library.is_in_library);
    link.number_program_definitions(program_count);
    for root in &options.roots {
        let name = link.names.interner.intern(root);
        if let Some(&FunctionDefinition { unit, id, .. }) = link.function_definitions.get(&name) {
            link.function(unit, id);
        }
    }
    let (functions, globals) = link.lower_everything();
    let entry =
        link.names.interner.lookup("main").and_then(|main| link.functions_by_name.get(&main).copied());
    let entry = entry.filter(|&id| matches!(functions[id].body, FunctionBody::Defined(_)));
    let Link { names, types, diagnostics, .. } = link;
    let program = Program { model, names: names.interner, types: types.types, globals, functions, entry };
    if cfg!(debug_assertions) {
        let errors: Vec<String> = ir::verify(&program).iter().take(5).map(ToString::to_string).collect();
        assert!(errors.is_empty(), "lowering made IR that is not well-formed: {errors:#?}");
    }
    LowerResult { program, diagnostics }
}

impl<'u> Link<'u> {
    pub(crate) fn source(&self, unit: usize) -> TypeSource<'u> {
        TypeSource { index: unit, unit: &self.units[unit] }
    }

    pub(crate) fn symbol(&mut self, unit: usize, name: Symbol) -> Symbol {
        let source = self.source(unit);
        self.names.program_symbol(source, name)
    }

    pub(crate) fn ty(&mut self, unit: usize, ty: c::TypeId) -> TypeId {
        let source = self.source(unit);
        self.types.translate(&mut self.unit_types[unit], source, &mut self.names, ty)
    }

    #[inline]
    pub(crate) fn layout(&self, unit: usize, ty: c::TypeId) -> Layout {
        self.unit_types[unit].layout(ty)
    }

    fn collect_definitions(&mut self, program_count: usize, is_in_library: fn(&str) -> bool) {
        for (index, unit) in self.units.iter().enumerate() {
            let is_model = index >= program_count;
            if unit.model != self.units[0].model {
                let message = "units of different data models cannot be put together".to_owned();
                self.diagnostics.push(Diagnostic { message, span: Span::NONE, other: None });
            }
            for (id, function) in unit.functions.iter_enumerated() {
                if function.linkage == Linkage::External && function.body.is_some() {
                    let name = self.symbol(index, function.name);
                    let gives_way = function.inline && is_in_library(self.names.interner.resolve(name));
                    if !gives_way {
                        self.define_function(index, id, function, is_model);
                    }
                }
            }
            for (id, object) in unit.objects.iter_enumerated() {
                if object.linkage == Linkage::External && object.init.is_some() {
                    self.define_object(index, id, object, is_model);
                }
            }
        }
    }

    fn define_function(&mut self, unit: usize, id: t::FunctionId, function: &t::Function, is_model: bool) {
        let strength = match (is_model, function.inline) {
            (false, false) if function.weak => Strength::ProgramWeak,
            (false, false) => Strength::Program,
            (true, false) => Strength::Model,
            (false, true) => Strength::ProgramInline,
            (true, true) => Strength::ModelInline,
        };
        let name = self.symbol(unit, function.name);
        let new = FunctionDefinition { unit, id, strength };
        match self.function_definitions.get(&name).copied() {
            Some(old) if old.strength < strength => {}
            Some(old) if old.strength == strength => {
                if strength == Strength::Program {
                    let other = self.units[old.unit].functions[old.id].span;
                    self.report_duplicate("function", name, function.span, other);
                }
            }
            _ => {
                self.function_definitions.insert(name, new);
            }
        }
    }

    fn define_object(&mut self, unit: usize, id: t::ObjectId, object: &t::Object, is_model: bool) {
        let zero = object
            .init
            .as_ref()
            .is_none_or(|init| init.relocations.is_empty() && init.bytes.iter().all(|&byte| byte == 0));
        let name = self.symbol(unit, object.name);
        let new =
            ObjectDefinition { unit, id, model: is_model, zero, size: object.size, align: object.align };
        let Some(old) = self.object_definitions.get(&name).copied() else {
            self.object_definitions.insert(name, new);
            return;
        };
        if is_model && !old.model {
            return;
        }
        // A definition with content wins over a tentative one; the larger size holds, as for common symbols.
        let new_wins = old.zero && (!zero || object.size > old.size);
        let size = old.size.max(object.size);
        let align = old.align.max(object.align);
        let winner = if new_wins { new } else { old };
        self.object_definitions
            .insert(name, ObjectDefinition { size, align, zero: old.zero && zero, ..winner });
        if !old.zero && !zero && !is_model {
            let other = self.units[old.unit].objects[old.id].span;
            self.report_duplicate("variable", name, object.span, other);
        }
    }

    fn report_duplicate(&mut self, what: &str, name: Symbol, span: Span, other: Span) {
        let message = format!("the {what} `{}` is defined twice", self.names.interner.resolve(name));
        self.diagnostics.push(Diagnostic { message, span, other: Some(other) });
    }

    /// What the program's files define comes first and in order.
    fn number_program_definitions(&mut self, program_count: usize) {
        let units = self.units;
        for (index, unit) in units.iter().enumerate().take(program_count) {
            for (id, function) in unit.functions.iter_enumerated() {
                if function.body.is_none() || function.inline {
                    continue;
                }
                if function.linkage == Linkage::External {
                    let name = self.symbol(index, function.name);
                    let winner = self.function_definitions.get(&name);
                    if winner.is_some_and(|winner| (winner.unit, winner.id) != (index, id)) {
                        continue;
                    }
                }
                self.function(index, id);
            }
            for (id, object) in unit.objects.iter_enumerated() {
                if object.kind == t::ObjectKind::Variable && object.init.is_some() {
                    self.object(index, id);
                }
            }
        }
    }

    /// The program's function for a unit's.
    pub(crate) fn function(&mut self, unit: usize, id: t::FunctionId) -> FuncId {
        if let Some(known) = self.function_ids[unit][id] {
            return known;
        }
        let function = &self.units[unit].functions[id];
        let name = self.symbol(unit, function.name);
        let found = if function.linkage == Linkage::External {
            match self.functions_by_name.get(&name) {
                Some(&known) => {
                    self.functions[known].noreturn |= function.noreturn;
                    known
                }
                None => {
                    let (origin, noreturn) = match self.function_definitions.get(&name) {
                        Some(&FunctionDefinition { unit, id, .. }) => {
                            (FunctionOrigin::Defined(unit, id), self.units[unit].functions[id].noreturn)
                        }
                        None => (FunctionOrigin::Declared(unit, id), false),
                    };
                    let noreturn = function.noreturn || noreturn;
                    let new = self.functions.push(FunctionEntry { name, origin, noreturn });
                    self.functions_by_name.insert(name, new);
                    new
                }
            }
        } else {
            let origin = FunctionOrigin::Defined(unit, id);
            self.functions.push(FunctionEntry { name, origin, noreturn: function.noreturn })
        };
        self.function_ids[unit][id] = Some(found);
        found
    }

    pub(crate) fn is_model(&self, unit: usize) -> bool {
        unit >= self.program_count
    }

    /// The definition that counts for a unit's function.
    pub(crate) fn definition_of(&mut self, unit: usize, id: t::FunctionId) -> Option<(usize, t::FunctionId)> {
        let function = &self.units[unit].functions[id];
        if function.linkage != Linkage::External {
            return function.body.is_some().then_some((unit, id));
        }
        let name = self.symbol(unit, function.name);
        self.function_definitions.get(&name).map(|definition| (definition.unit, definition.id))
    }

    pub(crate) fn is_noreturn(&self, function: FuncId) -> bool {
        self.functions[function].noreturn
    }

    /// How many parameters a function has that passes its variable arguments on.
    pub(crate) fn parameters_of_packed(&self, function: FuncId) -> Option<usize> {
        let FunctionOrigin::Defined(unit, id) = self.functions[function].origin else { return None };
        let body = self.units[unit].functions[id].body.as_ref()?;
        body.packs_arguments.then_some(body.param_count as usize)
    }

    /// The copy of a function that passes on arguments of these types.
    pub(crate) fn packed(&mut self, function: FuncId, passed: Vec<Passed>) -> FuncId {
        let FunctionEntry { name, origin, noreturn } = self.functions[function];
        let FunctionOrigin::Defined(unit, id) = origin else { return function };
        if passed.len() > MAX_PASSED {
            return function;
        }
        let known = self.packed.iter().find(|p| (p.unit, p.id) == (unit, id) && *p.passed == *passed);
        if let Some(known) = known {
            return known.function;
        }
        let origin = FunctionOrigin::Packed(self.packed.len());
        let function = self.functions.push(FunctionEntry { name, origin, noreturn });
        self.packed.push(PackedFunction { unit, id, passed: passed.into(), function });
        function
    }

    /// The function behind a construct that is a call to something that every engine knows.
    pub(crate) fn intrinsic(&mut self, intrinsic: Intrinsic, name: &str, span: Span) -> FuncId {
        let name = self.names.interner.intern(name);
        if let Some(&known) = self.intrinsics.get(&(intrinsic, name)) {
            return known;
        }
        let origin = FunctionOrigin::Intrinsic(intrinsic, span);
        let new =
            self.functions.push(FunctionEntry { name, origin, noreturn: intrinsic == Intrinsic::Abort });
        self.intrinsics.insert((intrinsic, name), new);
        new
    }

    /// The program's global for a unit's object.
    pub(crate) fn object(&mut self, unit: usize, id: t::ObjectId) -> GlobalId {
        if let Some(known) = self.object_ids[unit][id] {
            return known;
        }
        let object = &self.units[unit].objects[id];
        let (size, align) = (object.size, object.align);
        let found = if object.linkage == Linkage::External {
            let name = self.symbol(unit, object.name);
            match self.globals_by_name.get(&name) {
                Some(&known) => {
                    let entry = &mut self.globals[known];
                    entry.size = entry.size.max(size);
                    entry.align = entry.align.max(align);
                    known
                }
                None => {
                    let entry = match self.object_definitions.get(&name) {
                        Some(def) => GlobalEntry {
                            origin: GlobalOrigin::Object(def.unit, def.id),
                            size: def.size,
                            align: def.align.max(align),
                        },
                        None => GlobalEntry { origin: GlobalOrigin::Object(unit, id), size, align },
                    };
                    let new = self.globals.push(entry);
                    self.globals_by_name.insert(name, new);
                    new
                }
            }
        } else {
            self.globals.push(GlobalEntry { origin: GlobalOrigin::Object(unit, id), size, align })
        };
        self.object_ids[unit][id] = Some(found);
        found
    }

    pub(crate) fn is_function_defined(&self, name: Symbol) -> bool {
        let text = self.names.interner.resolve(name);
        self.function_definitions.contains_key(&name) || (self.is_in_library)(text)
    }

    pub(crate) fn is_object_defined(&self, name: Symbol) -> bool {
        self.object_definitions.contains_key(&name)
    }

    /// The variable that says whether a weak symbol is defined.
    pub(crate) fn existence(&mut self, name: Symbol, span: Span) -> GlobalId {
        if let Some(&known) = self.existences.get(&name) {
            return known;
        }
        let origin = GlobalOrigin::Existence(name, span);
        let new = self.globals.push(GlobalEntry { origin, size: 1, align: 1 });
        self.existences.insert(name, new);
        new
    }

    /// So many unspecified bytes, which no other place of the text uses.
    pub(crate) fn padding(&mut self, size: u64, span: Span) -> Place {
        let padding = *self.padding.get_or_insert_with(|| {
            self.globals.push(GlobalEntry { origin: GlobalOrigin::Padding(span), size: 0, align: 1 })
        });
        let offset = self.globals[padding].size;
        self.globals[padding].size += size;
        Place { offset: offset as i64, ..Place::global(padding, Scalar::U8) }
    }

    /// What gives the padding of static structures unspecified values when the program starts. It is zero where no initialiser is written.
    fn padding_of_statics(&mut self) -> Vec<Statement> {
        let units = self.units;
        let mut statements = Vec::new();
        for id in self.globals.ids().filter(|_| self.padding_is_visible).collect::<Vec<_>>() {
            let GlobalOrigin::Object(unit, object) = self.globals[id].origin else { continue };
            let object = &units[unit].objects[object];
            let is_written = object
                .init
                .as_ref()
                .is_some_and(|init| init.bytes.iter().any(|&byte| byte != 0) || !init.relocations.is_empty());
            if unit >= self.program_count
                || !is_written
                || object.is_const
                || self.refers_to_weak(unit, object)
            {
                continue;
            }
            for (offset, size) in self.gaps(unit, object.ty) {
                let src = self.padding(size, object.span);
                let dst = Place { offset: offset as i64, ..Place::global(id, Scalar::U8) };
                let kind = StatementKind::CopyBlock(Box::new(CopyBlock { dst, src, size }));
                statements.push(Statement { kind, span: object.span });
            }
        }
        statements
    }

    /// Whether the initial content depends on whether a weak symbol is defined elsewhere: then nothing is said of it.
    fn refers_to_weak(&mut self, unit: usize, object: &t::Object) -> bool {
        let Some(init) = &object.init else { return false };
        init.relocations.iter().any(|relocation| match relocation.target {
            t::StaticTarget::Object(id) => self.weak_object(unit, id).is_some(),
            t::StaticTarget::Function(id) => self.weak_function(unit, id).is_some(),
            t::StaticTarget::Label(..) => false,
        })
    }

    /// Lowers functions and globals until nothing new is referred to.
    fn lower_everything(&mut self) -> (IndexVec<FuncId, Function>, IndexVec<GlobalId, Global>) {
        let mut functions: IndexVec<FuncId, Function> = IndexVec::new();
        let mut globals: IndexVec<GlobalId, Global> = IndexVec::new();
        let mut labels: FxHashMap<FuncId, LabelBlocks> = FxHashMap::default();
        let mut label_relocations: Vec<(GlobalId, usize, FuncId, t::LabelId)> = Vec::new();
        let mut scratch = func::Scratch::default();
        let (mut padding, mut statics_are_known) = (Vec::new(), false);
        loop {
            if functions.len() < self.functions.len() {
                let id = functions.next_id();
                let (function, blocks) = self.lower_function(id, &mut scratch);
                functions.push(function);
                if !blocks.is_empty() {
                    labels.insert(id, blocks);
                }
            } else if globals.len() < self.globals.len() {
                let id = globals.next_id();
                let global = self.lower_global(id, &mut label_relocations);
                globals.push(global);
            } else if !std::mem::replace(&mut statics_are_known, true) {
                padding = self.padding_of_statics();
            } else {
                break;
            }
        }
        let main = self.names.interner.lookup("main").and_then(|main| self.functions_by_name.get(&main));
        if let Some(FunctionBody::Defined(body)) = main.map(|&main| &mut functions[main].body)
            && let Some(entry) = body.blocks.iter_mut().next()
        {
            entry.statements.splice(0..0, padding);
        }
        for (global, index, function, label) in label_relocations {
            let blocks = labels.get(&function).map_or(&[][..], |blocks| blocks);
            if let Some(&(_, block)) = blocks.iter().find(|(known, _)| *known == label) {
                globals[global].init.relocations[index].target = RelocationTarget::Label(function, block);
            }
        }
        // Flags and sizes may have grown after the function or global was made.
        for (function, entry) in functions.iter_mut().zip(self.functions.iter()) {
            function.noreturn = entry.noreturn;
        }
        for (global, entry) in globals.iter_mut().zip(self.globals.iter()) {
            (global.size, global.align) = (entry.size, entry.align);
        }
        (functions, globals)
    }

    fn lower_function(&mut self, id: FuncId, scratch: &mut func::Scratch) -> (Function, LabelBlocks) {
        let FunctionEntry { name, origin, noreturn } = self.functions[id];
        match origin {
            FunctionOrigin::Intrinsic(intrinsic, span) => {
                let ty = self.intrinsic_type(intrinsic);
                let body = FunctionBody::Intrinsic(intrinsic);
                (Function { name, ty, body, noreturn, span }, Vec::new())
            }
            FunctionOrigin::Packed(packed) => self.lower_packed(packed, name, noreturn, scratch),
            FunctionOrigin::Declared(unit, id) => {
                let function = &self.units[unit].functions[id];
                let ty = self.ty(unit, function.ty);
                let body = FunctionBody::External;
                (Function { name, ty, body, noreturn, span: function.span }, Vec::new())
            }
            FunctionOrigin::Defined(unit, id) => {
                let function = &self.units[unit].functions[id];
                let span = function.span;
                let Some(body) = &function.body else {
                    let ty = self.ty(unit, function.ty);
                    return (Function { name, ty, body: FunctionBody::External, noreturn, span }, Vec::new());
                };
                let is_main =
                    function.linkage == Linkage::External && self.names.interner.resolve(name) == "main";
                let (body, labels) = func::lower_body(self, scratch, unit, function, body, is_main, None);
                let ty = self.defined_function_type(unit, function.ty, &body);
                (Function { name, ty, body: FunctionBody::Defined(body), noreturn, span }, labels)
            }
        }
    }

    /// A function of which what it passes on are further parameters.
    fn lower_packed(
        &mut self,
        packed: usize,
        name: Symbol,
        noreturn: bool,
        scratch: &mut func::Scratch,
    ) -> (Function, LabelBlocks) {
        let PackedFunction { unit, id, ref passed, .. } = self.packed[packed];
        let passed = passed.clone();
        let function = &self.units[unit].functions[id];
        let body = function.body.as_ref().expect("what passes arguments on has a body");
        let (body, labels) = func::lower_body(self, scratch, unit, function, body, false, Some(&passed));
        let ret = match &self.units[unit].types.kinds[function.ty] {
            c::TypeKind::Function(ty) => self.ty(unit, ty.ret),
            _ => self.types.void(),
        };
        let params = body.locals.iter().take(body.param_count as usize).map(|local| local.ty).collect();
        let ty = self.types.function(ret, params, false);
        (Function { name, ty, body: FunctionBody::Defined(body), noreturn, span: function.span }, labels)
    }

    /// An old-style definition takes its parameters as they are passed: promoted.
    fn defined_function_type(&mut self, unit: usize, ty: c::TypeId, body: &ir::Body) -> TypeId {
        match &self.units[unit].types.kinds[ty] {
            c::TypeKind::Function(function) if !function.prototype => {
                let ret = self.ty(unit, function.ret);
                let params: Vec<TypeId> =
                    body.locals.iter().take(body.param_count as usize).map(|local| local.ty).collect();
                // Arguments to a function that is defined with `()` are not looked at by anybody.
                let ignores_arguments = !function.prototype && params.is_empty();
                self.types.function(ret, params, function.variadic || ignores_arguments)
            }
            _ => self.ty(unit, ty),
        }
    }

    fn intrinsic_type(&mut self, intrinsic: Intrinsic) -> TypeId {
        let void = self.types.void();
        let pointer = self.types.pointer(void);
        let params = match intrinsic {
            Intrinsic::VaStart | Intrinsic::VaEnd | Intrinsic::VaArg => vec![pointer],
            Intrinsic::VaCopy => vec![pointer, pointer],
            _ => Vec::new(),
        };
        let result = if intrinsic == Intrinsic::Nondet { self.types.scalar(Scalar::U8) } else { void };
        self.types.function(result, params, false)
    }

    fn lower_global(
        &mut self,
        id: GlobalId,
        label_relocations: &mut Vec<(GlobalId, usize, FuncId, t::LabelId)>,
    ) -> Global {
        let GlobalEntry { origin, size, align } = self.globals[id];
        let (unit, object_id) = match origin {
            GlobalOrigin::Object(unit, object) => (unit, object),
            GlobalOrigin::Existence(name, span) => {
                let name = format!("{}_is_defined", self.names.interner.resolve(name));
                let name = self.names.interner.intern(&name);
                let ty = self.types.scalar(Scalar::U8);
                let (kind, init) = (GlobalKind::External, Init::default());
                return Global { name, ty, size, align, kind, init, span };
            }
            GlobalOrigin::Padding(span) => {
                let name = self.names.interner.intern(ir::PADDING);
                let ty = self.types.scalar(Scalar::U8);
                let (kind, init) = (GlobalKind::External, Init::default());
                return Global { name, ty, size, align, kind, init, span };
            }
        };
        let units = self.units;
        let object = &units[unit].objects[object_id];
        let name = self.symbol(unit, object.name);
        let ty = self.ty(unit, object.ty);
        let kind = match object.kind {
            _ if object.init.is_none() || self.refers_to_weak(unit, object) => GlobalKind::External,
            t::ObjectKind::StringLiteral => GlobalKind::StringLiteral,
            _ if object.is_const => GlobalKind::Constant,
            t::ObjectKind::StaticLocal => GlobalKind::StaticLocal,
            t::ObjectKind::Variable | t::ObjectKind::CompoundLiteral => GlobalKind::Variable,
        };
        let mut init = Init::default();
        if let Some(content) = object.init.as_ref().filter(|_| kind != GlobalKind::External) {
            init.bytes = content.bytes.clone();
            init.relocations.reserve_exact(content.relocations.len());
            for relocation in &content.relocations {
                let target = match relocation.target {
                    t::StaticTarget::Object(object) => RelocationTarget::Global(self.object(unit, object)),
                    t::StaticTarget::Function(function) => {
                        RelocationTarget::Function(self.function(unit, function))
                    }
                    t::StaticTarget::Label(function, label) => {
                        let function = self.function(unit, function);
                        label_relocations.push((id, init.relocations.len(), function, label));
                        RelocationTarget::Label(function, BlockId::from_raw(0))
                    }
                };
                init.relocations.push(Relocation {
                    offset: relocation.offset,
                    target,
                    addend: relocation.addend,
                });
            }
        }
        Global { name, ty, size, align, kind, init, span: object.span }
    }

    pub(crate) fn scalar_type(&mut self, scalar: Scalar) -> TypeId {
        self.types.scalar(scalar)
    }
}
