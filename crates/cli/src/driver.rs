//! The stages of the pipeline, in order: texts become one program.

use crate::args::FrontArgs;
use crate::contracts::{self, Definitions};
use crate::output::FileLines;
use crate::preprocess::{self, ReadError, Text};
use base::{FxHashMap, FxHashSet, Idx as _, SourceMap};
use csema::typed::{ExprKind, Linkage, TypedUnit};
use report::{Diagnostic, Severity, Sources};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// A program that is ready for an engine, and what is needed to talk about it.
#[derive(Debug)]
pub struct Loaded {
    pub program: Arc<ir::Program>,
    pub input: Input,
    pub warnings: Vec<Diagnostic>,
}

/// The texts that were read.
#[derive(Debug, Default)]
pub struct Input {
    pub map: SourceMap,
    pub lines: FileLines,
}

impl Input {
    pub fn sources(&self) -> Sources<'_> {
        Sources::new(&self.map, &self.lines)
    }
}

/// Why there is no program.
#[derive(Debug)]
pub enum LoadError {
    /// A file could not be read, or the preprocessor refused it.
    Read(ReadError),
    /// The program has errors; all of them, in the order of the text.
    Program { input: Input, diagnostics: Vec<Diagnostic> },
}

/// What the stages need to know.
#[derive(Clone, Debug)]
pub struct Options {
    pub model: ir::DataModel,
    pub error_labels: Vec<String>,
    pub entry: String,
    /// All texts but the first are linked only if they are needed.
    pub as_library: bool,
}

impl Options {
    pub fn from_args(front: &FrontArgs) -> Options {
        Options {
            model: front.data_model(),
            error_labels: front.error_labels.clone(),
            entry: front.entry.clone(),
            as_library: front.as_library,
        }
    }
}

/// Time spent in each stage, for benchmarks, by a clock of their choice.
#[derive(Clone, Copy, Debug)]
pub struct StageTimes {
    pub clock: fn() -> Duration,
    pub parse: Duration,
    pub analyze: Duration,
    pub lower: Duration,
}

impl StageTimes {
    pub fn by(clock: fn() -> Duration) -> StageTimes {
        StageTimes { clock, parse: Duration::ZERO, analyze: Duration::ZERO, lower: Duration::ZERO }
    }
}

/// Reads and compiles the files of a program together with the user's models.
pub fn load(files: &[PathBuf], front: &FrontArgs) -> Result<Loaded, LoadError> {
    load_with(files, front, None)
}

/// As [`load`], with one more model that goes before the built-in ones.
pub fn load_with(files: &[PathBuf], front: &FrontArgs, more: Option<Text>) -> Result<Loaded, LoadError> {
    let read = |path: &PathBuf| preprocess::read(path, &front.for_file(path)).map_err(LoadError::Read);
    let program = files.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let mut models = front.models.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    models.extend(more);
    // A preprocessed file may be older than the sources it names.
    let oldest = files
        .iter()
        .zip(&program)
        .filter(|(_, text)| !text.fresh)
        .filter_map(|(path, _)| std::fs::metadata(path).ok()?.modified().ok())
        .min();
    compile(program, models, &Options::from_args(front), FileLines::not_newer_than(oldest))
}

/// Compiles texts that are already preprocessed.
pub fn compile(
    program: Vec<Text>,
    models: Vec<Text>,
    options: &Options,
    lines: FileLines,
) -> Result<Loaded, LoadError> {
    compile_timed(program, models, options, lines, &mut StageTimes::by(|| Duration::ZERO))
}

/// As [`compile`], and says how long each stage took.
pub fn compile_timed(
    program: Vec<Text>,
    models: Vec<Text>,
    options: &Options,
    lines: FileLines,
    times: &mut StageTimes,
) -> Result<Loaded, LoadError> {
    let mut stage = Stages {
        input: Input { map: SourceMap::new(), lines },
        diagnostics: Vec::new(),
        contracts: Vec::new(),
        options,
        times,
    };
    let units = stage.units(program);
    let mut model_units: Vec<TypedUnit> = models.into_iter().filter_map(|text| stage.unit(text)).collect();
    let with_contracts = stage.contract_units();
    model_units.extend(with_contracts);
    stage.add_needed_models(&units, &mut model_units);
    if stage.diagnostics.iter().any(|d| d.severity == Severity::Error) {
        let Stages { input, diagnostics, .. } = stage;
        return Err(LoadError::Program { input, diagnostics: in_order(diagnostics) });
    }
    let begin = (stage.times.clock)();
    let mut linker = lower::Linker::new(&lower::Options {
        error_labels: options.error_labels.clone(),
        roots: semantics::initial::STARTS.map(str::to_owned).to_vec(),
    });
    linker.library(models::is_known);
    linker.library_effects(models::touches_memory);
    units.into_iter().for_each(|unit| linker.program(unit));
    model_units.into_iter().for_each(|unit| linker.model(unit));
    let lowered = linker.link();
    let mut program = lowered.program;
    for d in lowered.diagnostics {
        let mut diagnostic = Diagnostic::error(d.message, d.span);
        if let Some(other) = d.other {
            diagnostic = diagnostic.secondary(other, "the other one is here");
        }
        stage.diagnostics.push(diagnostic);
    }
    models::bind(&mut program);
    semantics::scan::expand(&mut program);
    program.entry = entry(&program, &options.entry);
    semantics::jumps::expand(&mut program);
    if program.entry.is_none() && options.entry != "main" {
        let message = format!("the program defines no function `{}` to start with", options.entry);
        stage.diagnostics.push(Diagnostic::error(message, base::Span::NONE));
    }
    for label in options.error_labels.iter().filter(|label| !has_error_label(&program, label)) {
        let message = format!("no function has a label `{label}`: it cannot be reached");
        stage.diagnostics.push(Diagnostic::warning(message, base::Span::NONE));
    }
    stage.times.lower += (stage.times.clock)() - begin;
    let Stages { input, diagnostics, .. } = stage;
    let diagnostics = in_order(diagnostics);
    if diagnostics.iter().any(|d| d.severity == Severity::Error) {
        return Err(LoadError::Program { input, diagnostics });
    }
    if cfg!(debug_assertions)
        && let Some(error) = ir::verify(&program).first()
    {
        panic!("lowering made IR that is not well-formed: {error}");
    }
    Ok(Loaded { program: Arc::new(program), input, warnings: diagnostics })
}

/// In the order of the text, whatever the order of detection.
fn in_order(mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    diagnostics.sort_by_key(|d| d.primary.span.lo);
    diagnostics
}

/// The function where the program starts, if it is defined.
fn entry(program: &ir::Program, name: &str) -> Option<ir::FuncId> {
    let symbol = program.names.lookup(name)?;
    program
        .functions
        .iter_enumerated()
        .find(|(_, f)| f.name == symbol && matches!(f.body, ir::FunctionBody::Defined(_)))
        .map(|(id, _)| id)
}

/// A label that counts as an error is a call of a function of its name.
fn has_error_label(program: &ir::Program, label: &str) -> bool {
    program.functions.iter().any(|f| {
        matches!(f.body, ir::FunctionBody::Intrinsic(ir::Intrinsic::ReachError))
            && program.names.resolve(f.name) == label
    })
}

struct Stages<'a> {
    input: Input,
    diagnostics: Vec<Diagnostic>,
    /// The contracts of the units, as definitions.
    contracts: Vec<Definitions>,
    options: &'a Options,
    times: &'a mut StageTimes,
}

impl Stages<'_> {
    /// Parses and analyses one text. What is wrong with it is added to the diagnostics.
    fn unit(&mut self, text: Text) -> Option<TypedUnit> {
        if let Some(original) = &text.original {
            self.input.lines.add(&text.name, original);
        }
        let Some(file) = self.input.map.add(&text.name, text.bytes) else {
            let message = "the program is too large: all its text together must stay below 4 GB";
            self.diagnostics.push(Diagnostic::error(message, base::Span::NONE));
            return None;
        };
        let source = self.input.map.file(file);
        let begin = (self.times.clock)();
        let parsed = csyntax::parse(&source.text, source.start, &csyntax::ParseOptions::default());
        let parsed_at = (self.times.clock)();
        self.times.parse += parsed_at - begin;
        let options = csema::Options { model: data_model(self.options.model) };
        if !parsed.errors.is_empty() {
            let trusted = trusted(&parsed.ast, &parsed.errors, source);
            self.diagnostics.extend(parsed.errors.into_iter().map(from_syntax));
            let analyzed = csema::analyze(parsed.ast, options);
            let errors = analyzed
                .diagnostics
                .into_iter()
                .filter(|d| d.severity == csema::Severity::Error && covering(&trusted, d.span.lo).is_some());
            self.diagnostics.extend(errors.map(from_semantics));
            return None;
        }
        match contracts::definitions(&parsed.ast, source) {
            Some(Ok(found)) => self.contracts.push(found),
            Some(Err(errors)) => self.diagnostics.extend(errors),
            None => {}
        }
        let analyzed = csema::analyze(parsed.ast, options);
        self.times.analyze += (self.times.clock)() - parsed_at;
        let usable = !analyzed.has_errors();
        self.diagnostics.extend(analyzed.diagnostics.into_iter().map(from_semantics));
        usable.then_some(analyzed.unit)
    }

    /// The texts of the program. Where files come from a library, what nobody needs is left out, with what is wrong with it.
    fn units(&mut self, program: Vec<Text>) -> Vec<TypedUnit> {
        if !self.options.as_library {
            return program.into_iter().filter_map(|text| self.unit(text)).collect();
        }
        let before = std::mem::take(&mut self.diagnostics);
        let mut waiting = Vec::new();
        for text in program {
            let unit = self.unit(text);
            waiting.push((unit, std::mem::take(&mut self.diagnostics)));
        }
        self.diagnostics = before;
        let mut units: Vec<TypedUnit> = Vec::new();
        let mut is_first = true;
        while let Some(index) = match is_first {
            true => (!waiting.is_empty()).then_some(0),
            false => {
                let missing = undefined(units.iter());
                let missing_objects = undefined_objects(&units);
                waiting.iter().position(|(unit, _)| {
                    unit.as_ref().is_some_and(|unit| defines(unit, &missing, &missing_objects))
                })
            }
        } {
            let (unit, diagnostics) = waiting.remove(index);
            self.diagnostics.extend(diagnostics);
            units.extend(unit);
            is_first = false;
        }
        units
    }

    /// What the program's contracts define, as models.
    fn contract_units(&mut self) -> Vec<TypedUnit> {
        let mut units = Vec::new();
        for Definitions { text, names } in std::mem::take(&mut self.contracts) {
            let begin = self.diagnostics.len();
            let text = Text { name: contracts::FILE.to_owned(), bytes: text, original: None, fresh: true };
            let unit = self.unit(text);
            self.contracts.clear();
            // What there is to say of the text before the contracts was said.
            let of_contract = |d: &Diagnostic| {
                let place = self.input.map.locate(d.primary.span);
                d.severity == Severity::Error && place.is_some_and(|l| &*l.file == contracts::FILE)
            };
            let new = self.diagnostics.split_off(begin);
            self.diagnostics.extend(new.into_iter().filter(of_contract));
            let Some(mut unit) = unit else { continue };
            let is_contract = |f: &csema::typed::Function| {
                f.linkage != Linkage::External || names.iter().any(|name| unit.names.resolve(f.name) == name)
            };
            if let Some((span, message)) = contracts::uses_of_its_unit(&unit, &names) {
                self.diagnostics.push(Diagnostic::error(message, span));
            }
            let others: Vec<_> =
                unit.functions.iter_enumerated().filter(|(_, f)| !is_contract(f)).map(|(id, _)| id).collect();
            for id in others {
                unit.functions[id].body = None;
            }
            units.push(unit);
        }
        units
    }

    /// Adds the models in C of functions that are used and defined nowhere, and of those that these use in turn.
    fn add_needed_models(&mut self, units: &[TypedUnit], models: &mut Vec<TypedUnit>) {
        let mut added: FxHashSet<&str> = FxHashSet::default();
        let start = arguments_used(units, &self.options.entry).map(|last| semantics::initial::STARTS[last]);
        loop {
            let mut missing = undefined(units.iter().chain(models.iter()));
            missing.extend(start);
            missing.extend(undefined_variables(units));
            let needed = models::sources()
                .iter()
                .find(|s| !added.contains(s.name) && s.functions.iter().any(|f| missing.contains(*f)));
            let Some(source) = needed else { return };
            added.insert(source.name);
            let text = Text {
                name: source.name.to_owned(),
                bytes: source.text.as_bytes().to_vec(),
                original: None,
                fresh: true,
            };
            let mut unit = self.unit(text);
            if let Some(unit) = &mut unit {
                leave_out_others(units, unit);
            }
            models.extend(unit);
        }
    }
}

/// The last parameter that is used, of a `main` that has two and that the program starts with.
fn arguments_used(units: &[TypedUnit], entry: &str) -> Option<usize> {
    let used = |unit: &TypedUnit| {
        let mut functions = unit.functions.iter().filter(|f| unit.names.resolve(f.name) == "main");
        let body = functions.find_map(|function| function.body.as_ref())?;
        let [count, list] = [0, 1].map(csema::typed::VarId::new);
        if body.param_count != 2 || unit.types.pointee(body.vars[list].ty).is_none() {
            return None;
        }
        let uses = |var| body.exprs.iter().any(|expr| matches!(expr.kind, ExprKind::Var(id) if id == var));
        [list, count].into_iter().find(|var| uses(*var)).map(|var| var.index())
    };
    units.iter().filter(|_| entry == "main").find_map(used)
}

/// A program may have a function of its own that is called like one of the library's. One that is declared with another number of
/// parameters is not the one that the model defines.
fn leave_out_others(units: &[TypedUnit], model: &mut TypedUnit) {
    let shape = |unit: &TypedUnit, function: &csema::typed::Function| {
        let ty = unit.types.function_of(function.ty)?;
        ty.prototype.then_some((ty.params.len(), ty.variadic))
    };
    let mut declared: FxHashMap<&str, (usize, bool)> = FxHashMap::default();
    for unit in units {
        for function in unit.functions.iter().filter(|f| f.linkage == Linkage::External && !f.implicit) {
            if let Some(shape) = shape(unit, function) {
                declared.insert(unit.names.resolve(function.name), shape);
            }
        }
    }
    let is_other = |function: &csema::typed::Function| {
        let wanted = declared.get(model.names.resolve(function.name));
        function.linkage == Linkage::External && wanted.is_some_and(|&w| shape(model, function) != Some(w))
    };
    let others: Vec<_> =
        model.functions.iter_enumerated().filter(|(_, f)| is_other(f)).map(|(id, _)| id).collect();
    for id in others {
        model.functions[id].body = None;
    }
}

/// Whether a unit defines one of these functions or variables.
fn defines(unit: &TypedUnit, functions: &FxHashSet<&str>, objects: &FxHashSet<&str>) -> bool {
    let function = |f: &csema::typed::Function| {
        f.body.is_some() && f.linkage == Linkage::External && functions.contains(unit.names.resolve(f.name))
    };
    unit.functions.iter().any(function)
        || unit.objects.iter().any(|o| is_definition(o) && objects.contains(unit.names.resolve(o.name)))
}

fn is_definition(object: &csema::typed::Object) -> bool {
    object.linkage == Linkage::External && object.init.is_some()
}

/// Names of variables that are declared and that no unit defines.
fn undefined_objects(units: &[TypedUnit]) -> FxHashSet<&str> {
    let all = || units.iter().flat_map(|unit| unit.objects.iter().map(move |object| (unit, object)));
    let external = all().filter(|(_, object)| object.linkage == Linkage::External);
    let mut missing: FxHashSet<&str> =
        external.map(|(unit, object)| unit.names.resolve(object.name)).collect();
    for (unit, object) in all().filter(|(_, object)| is_definition(object)) {
        missing.remove(unit.names.resolve(object.name));
    }
    missing
}

/// Functions of the models that define variables of the library which some expression uses and no unit defines.
fn undefined_variables(units: &[TypedUnit]) -> Vec<&'static str> {
    let missing = undefined_objects(units);
    let modelled: Vec<(&str, &'static str)> =
        missing.into_iter().filter_map(|name| Some((name, models::model_of_variable(name)?))).collect();
    let is_used = |unit: &TypedUnit, name: &str| {
        let bodies = unit.functions.iter().filter_map(|function| function.body.as_ref());
        bodies.flat_map(|body| body.exprs.iter()).any(|expr| match expr.kind {
            ExprKind::Object(id) => unit.names.resolve(unit.objects[id].name) == name,
            _ => false,
        })
    };
    let used = modelled.into_iter().filter(|(name, _)| units.iter().any(|unit| is_used(unit, name)));
    used.map(|(_, function)| function).collect()
}

/// Names of functions that some expression uses and no unit defines.
fn undefined<'a>(units: impl Iterator<Item = &'a TypedUnit> + Clone) -> FxHashSet<&'a str> {
    let mut used: FxHashSet<&str> = FxHashSet::default();
    // An inline definition of a library function gives way to what is known of it.
    let is_defined = |unit: &TypedUnit, function: &csema::typed::Function| {
        let gives_way = || {
            function.inline
                && function.linkage == Linkage::External
                && models::is_known(unit.names.resolve(function.name))
        };
        function.body.is_some() && !gives_way()
    };
    for unit in units.clone() {
        for body in unit.functions.iter().filter_map(|f| f.body.as_ref()) {
            for expr in body.exprs.iter() {
                if let ExprKind::Function(id) = expr.kind
                    && !is_defined(unit, &unit.functions[id])
                {
                    used.insert(unit.names.resolve(unit.functions[id].name));
                }
            }
        }
    }
    for unit in units {
        for function in unit.functions.iter() {
            if is_defined(unit, function) && function.linkage == Linkage::External {
                used.remove(unit.names.resolve(function.name));
            }
        }
    }
    used
}

fn from_syntax(error: csyntax::SyntaxError) -> Diagnostic {
    let mut diagnostic = Diagnostic::error(error.message, error.span);
    for note in error.notes {
        diagnostic = diagnostic.secondary(note.span, note.message);
    }
    diagnostic.help = error.help;
    diagnostic
}

fn from_semantics(diagnostic: csema::Diagnostic) -> Diagnostic {
    let severity = match diagnostic.severity {
        csema::Severity::Error => Severity::Error,
        csema::Severity::Warning => Severity::Warning,
    };
    let mut out = Diagnostic::new(severity, diagnostic.message, diagnostic.span);
    for (span, message) in diagnostic.notes {
        out = out.secondary(span, message);
    }
    out
}

/// The declarations of a file with syntax errors whose other errors are worth telling. The tree has holes, and complaints
/// about what is missing there would only confuse: what comes before the first hole misses nothing, holes inside of
/// functions hide nothing from other functions, and what shares no word with a hole misses nothing of it.
fn trusted(
    ast: &csyntax::ast::Ast,
    errors: &[csyntax::SyntaxError],
    source: &base::SourceFile,
) -> Vec<base::Span> {
    let spans: Vec<base::Span> = ast.items.iter().map(|&id| ast.decls[id].span).collect();
    let is_function =
        |index: usize| matches!(ast.decls[ast.items[index]].kind, csyntax::ast::DeclKind::Function(_));
    let text = |lo: u32, hi: u32| {
        let place = |position: u32| (position.saturating_sub(source.start) as usize).min(source.text.len());
        source.text.get(place(lo)..place(hi)).unwrap_or_default()
    };
    let mut broken = FxHashSet::default();
    let mut missing = FxHashSet::default();
    for error in errors {
        let at = error.span.lo;
        let inside = covering(&spans, at);
        broken.extend(inside);
        if !inside.is_some_and(is_function) {
            // The hole reaches from the declaration before to the one behind.
            let next = spans.partition_point(|span| span.lo <= at);
            let before = spans[..next].iter().rev().find(|span| span.hi < at).map_or(source.start, |s| s.hi);
            let behind = spans.get(next).map_or(u32::MAX, |span| span.lo);
            missing.extend(words(text(before, behind)));
        }
    }
    let first = errors.iter().map(|e| e.span.lo).min().unwrap_or(u32::MAX);
    (0..spans.len())
        .filter(|&index| {
            let span = spans[index];
            span.hi < first
                || is_function(index) && !words(text(span.lo, span.hi)).any(|word| missing.contains(word))
        })
        .filter(|index| !broken.contains(index))
        .map(|index| spans[index])
        .collect()
}

/// The names in a text, and whatever else looks like one; the words that every C text is full of say nothing.
fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    const COMMON: [&[u8]; 20] = [
        b"int",
        b"char",
        b"void",
        b"long",
        b"short",
        b"unsigned",
        b"signed",
        b"struct",
        b"union",
        b"enum",
        b"const",
        b"static",
        b"extern",
        b"return",
        b"if",
        b"else",
        b"while",
        b"for",
        b"sizeof",
        b"typedef",
    ];
    text.split(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_')
        .filter(|word| word.first().is_some_and(|byte| !byte.is_ascii_digit()) && !COMMON.contains(word))
}

/// The span, of spans in order, that holds a position.
fn covering(spans: &[base::Span], position: u32) -> Option<usize> {
    let index = spans.partition_point(|span| span.lo <= position).checked_sub(1)?;
    (position <= spans[index].hi).then_some(index)
}

fn data_model(model: ir::DataModel) -> csema::types::DataModel {
    match model {
        ir::DataModel::Lp64 => csema::types::DataModel::Lp64,
        ir::DataModel::Ilp32 => csema::types::DataModel::Ilp32,
    }
}
