//! Contracts in annotations: what a function does that the program declares and does not define.
//!
//! `__attribute__((fafnir_contract(CLAUSES)))` behind a declaration becomes a definition in C, which is read as a model: the text of
//! the unit, so that all types are known, and behind it one function for each contract.

use base::{SourceFile, SourceMap, Span};
use csema::typed::{self, Linkage, TypedUnit};
use csyntax::ast::{Ast, Attr, Chunk, DeclKind, Declarator, ExprId, ExprKind, ParamList, Storage, TypeSpec};
use report::Diagnostic;
use std::fmt::Write as _;
use verdict::Assumption;

const ATTRIBUTE: &str = "fafnir_contract";
/// What it is called where lines are shown.
pub(crate) const FILE: &str = "<model contract>";

/// A unit's contracts as definitions.
pub(crate) struct Definitions {
    pub(crate) text: Vec<u8>,
    /// The functions that they define.
    pub(crate) names: Vec<String>,
}

const KEPT: &str = "__fafnir_kept";

const BEGIN: &str = "
extern void *malloc(__typeof__(sizeof 0));
extern void free(void *);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_nondet_memory(void *, __typeof__(sizeof 0));
struct __fafnir_kept { void *block; struct __fafnir_kept *next; };
static struct __fafnir_kept *__fafnir_kept;
";

struct Reader<'a> {
    ast: &'a Ast,
    source: &'a SourceFile,
}

/// `None` if the unit has no contracts.
pub(crate) fn definitions(ast: &Ast, source: &SourceFile) -> Option<Result<Definitions, Vec<Diagnostic>>> {
    let name = ast.names.lookup(ATTRIBUTE)?;
    let reader = Reader { ast, source };
    let is_defined = |name: Option<base::Symbol>| {
        ast.items.iter().any(|&item| match &ast.decls[item].kind {
            DeclKind::Function(definition) => definition.declarator.name == name,
            _ => false,
        })
    };
    let (mut text, mut names, mut errors) = (String::new(), Vec::new(), Vec::new());
    for &item in &ast.items {
        let decl = &ast.decls[item];
        let (declarators, specs): (Vec<&Declarator>, _) = match &decl.kind {
            DeclKind::Variables { specs, declarators } => {
                (declarators.iter().map(|d| &d.declarator).collect(), specs)
            }
            DeclKind::Function(definition) => (vec![&definition.declarator], &definition.specs),
            _ => continue,
        };
        let has_contract = |attr: &&Attr| attr.name == name;
        let before = specs.attrs.iter().filter(has_contract);
        if let Some(attr) = before.chain(declarators.iter().skip(1).flat_map(|d| &d.attrs)).find(has_contract)
        {
            let message = "a contract stands behind the only function of a declaration";
            errors.push(Diagnostic::error(message.to_owned(), attr.span));
            continue;
        }
        let Some(declarator) = declarators.first() else { continue };
        let attrs: Vec<&Attr> = declarator.attrs.iter().filter(has_contract).collect();
        let Some(first) = attrs.first() else { continue };
        if !matches!(decl.kind, DeclKind::Variables { .. }) || declarators.len() > 1 {
            let message = "a contract stands behind the declaration of one function, not its definition";
            errors.push(Diagnostic::error(message.to_owned(), first.span));
            continue;
        }
        if is_defined(declarator.name) {
            continue;
        }
        let is_static = matches!(specs.storage, Storage::Static | Storage::Typedef);
        let returns_nothing = matches!(specs.ty, TypeSpec::Basic(csyntax::ast::BasicType::Void));
        match reader.definition(declarator, (decl.span, is_static, returns_nothing), &attrs) {
            Ok(definition) => {
                let name = declarator.name.map(|name| ast.names.resolve(name).to_owned());
                if !name.iter().all(|name| names.contains(name)) {
                    names.extend(name);
                    text.push_str(&definition);
                }
            }
            Err((span, message)) => errors.push(Diagnostic::error(message, span)),
        }
    }
    if !errors.is_empty() {
        return Some(Err(errors));
    }
    if names.is_empty() {
        return None;
    }
    let mut all = source.text.to_vec();
    let _ = write!(Bytes(&mut all), "\n# 1 \"{FILE}\"\n{BEGIN}{text}");
    Some(Ok(Definitions { text: all, names }))
}

/// Whether something is defined by a contract.
pub(crate) fn says(map: &SourceMap, span: Span) -> bool {
    map.locate(span).is_some_and(|place| &*place.file == FILE)
}

/// Functions do what their contracts say, instead of what is assumed of a function that is defined nowhere.
pub(crate) fn put_into_assumptions(
    assumptions: &mut Vec<Assumption>,
    program: &ir::Program,
    map: &SourceMap,
) {
    let defined = program.functions.iter().filter(|f| f.body().is_some() && says(map, f.span));
    for function in defined {
        let name = program.names.resolve(function.name);
        assumptions.retain(|assumption| !matches!(assumption, Assumption::ExternalFunction(n) if n == name));
        assumptions.push(Assumption::Other(format!("`{name}` does what its contract says")));
    }
}

/// A function or variable of the unit alone that a contract uses: the copy of the unit would have one of its own.
pub(crate) fn uses_of_its_unit(unit: &TypedUnit, names: &[String]) -> Option<(Span, String)> {
    let contracts = unit.functions.iter().filter(|f| {
        f.linkage == Linkage::External && names.iter().any(|name| unit.names.resolve(f.name) == name)
    });
    for body in contracts.filter_map(|function| function.body.as_ref()) {
        for expr in body.exprs.iter() {
            let (linkage, name) = match expr.kind {
                typed::ExprKind::Function(id) => (unit.functions[id].linkage, unit.functions[id].name),
                typed::ExprKind::Object(id) if unit.objects[id].kind == typed::ObjectKind::Variable => {
                    (unit.objects[id].linkage, unit.objects[id].name)
                }
                _ => continue,
            };
            let name = unit.names.resolve(name);
            if linkage != Linkage::External && name != KEPT {
                return Some((expr.span, format!("a contract cannot use `{name}`, which is static")));
            }
        }
    }
    None
}

struct Bytes<'a>(&'a mut Vec<u8>);

impl std::fmt::Write for Bytes<'_> {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.0.extend_from_slice(text.as_bytes());
        Ok(())
    }
}

/// The statements of a definition, in the order in which they are executed.
#[derive(Default)]
struct Statements {
    needs: String,
    result: Option<String>,
    effects: String,
    frees: String,
    ensures: String,
}

/// The caller must see to it that the condition holds.
fn asked(condition: &str) -> String {
    let said = condition.replace('\\', "\\\\").replace('"', "\\\"");
    format!("    if (!{condition}) __assert_fail(\"{said}\", \"{FILE}\", 1, \"\");\n")
}

impl Reader<'_> {
    fn text(&self, lo: u32, hi: u32) -> String {
        let place =
            |position: u32| (position.saturating_sub(self.source.start) as usize).min(self.source.text.len());
        // Lines of their own are markers of the preprocessor.
        let text = String::from_utf8_lossy(&self.source.text[place(lo)..place(hi)]).into_owned();
        text.lines().filter(|line| !line.trim_start().starts_with('#')).collect::<Vec<_>>().join(" ")
    }

    fn of(&self, expr: ExprId) -> String {
        let span = self.ast.exprs[expr].span;
        format!("({})", self.text(span.lo, span.hi))
    }

    /// Where the attributes behind a declarator begin.
    fn begin_of_attributes(&self, declarator: &Declarator) -> Option<u32> {
        let behind = |attr: &&Attr| attr.span.lo >= declarator.name_span.hi;
        let first = declarator.attrs.iter().filter(behind).map(|attr| attr.span.lo).min()?;
        let before = &self.source.text[..(first - self.source.start) as usize];
        let word = b"__attribute";
        let at = before.windows(word.len()).rposition(|window| window == word)?;
        Some(self.source.start + at as u32)
    }

    fn definition(
        &self,
        declarator: &Declarator,
        (whole, is_static, void): (Span, bool, bool),
        attrs: &[&Attr],
    ) -> Result<String, (Span, String)> {
        let at = attrs[0].span;
        let error = |message: &str| Err((at, message.to_owned()));
        let (Some(name), Some(Chunk::Function(params))) = (declarator.name, declarator.chunks.first()) else {
            return error("a contract is for a function");
        };
        if is_static {
            return error("a contract is for a function that is defined elsewhere");
        }
        let Some(end) = self.begin_of_attributes(declarator) else {
            return error("a contract stands behind its declaration");
        };
        let mut statements = Statements::default();
        for attr in attrs {
            for &clause in &attr.args {
                self.clause(clause, &mut statements)?;
            }
        }
        let name = self.ast.names.resolve(name);
        let mut out = format!("{} {{\n{}", self.text(whole.lo, end), statements.needs);
        let Statements { result, effects, frees, ensures, .. } = statements;
        if void && declarator.chunks.len() == 1 {
            if result.is_some() {
                return error("the function returns nothing");
            }
            let _ = writeln!(out, "{effects}{frees}{ensures}}}");
            return Ok(out);
        }
        let call = format!("{name}({})", self.arguments(params, at)?);
        out.push_str("    {\n");
        let value = result.unwrap_or_else(|| {
            // A value that exists, but of which nothing more is said, is made up.
            let _ = writeln!(out, "    extern __typeof__({call}) __result_of_{name}(void);");
            format!("__result_of_{name}()")
        });
        let _ = writeln!(out, "    __typeof__({call}) result = {value};");
        let _ = write!(out, "{effects}{frees}{ensures}    return result;\n    }}\n}}\n");
        Ok(out)
    }

    /// One clause of a contract.
    fn clause(&self, clause: ExprId, statements: &mut Statements) -> Result<(), (Span, String)> {
        let span = self.ast.exprs[clause].span;
        let unknown = || {
            let known = "requires, nonnull, reads, writes, keeps, frees, allocates, returns, ensures";
            Err((span, format!("this is no clause of a contract; there are {known}")))
        };
        let ExprKind::Call { callee, args } = &self.ast.exprs[clause].kind else { return unknown() };
        let ExprKind::Ident(word) = self.ast.exprs[*callee].kind else { return unknown() };
        let word = self.ast.names.resolve(word);
        let arg: Vec<String> = args.iter().map(|&arg| self.of(arg)).collect();
        let result = |statements: &mut Statements, value: String| match statements.result.replace(value) {
            Some(_) => Err((span, "a contract says once what is returned".to_owned())),
            None => Ok(()),
        };
        match (word, &arg[..]) {
            ("requires", [condition]) => statements.needs.push_str(&asked(condition)),
            ("nonnull", pointers) if !pointers.is_empty() => {
                for pointer in pointers {
                    statements.needs.push_str(&asked(&format!("({pointer} != 0)")));
                }
            }
            ("reads", [pointer, size]) => {
                let _ = writeln!(
                    statements.needs,
                    "    if ({size} > 0) {{ const unsigned char *__p = (const void *){pointer}; unsigned char __c;\n    \
                     __c = __p[0]; __c = __p[{size} - 1]; (void)__c; }}"
                );
            }
            ("writes", [pointer, size]) => {
                let _ = writeln!(
                    statements.effects,
                    "    if ({size} > 0) __VERIFIER_nondet_memory((void *){pointer}, {size});"
                );
            }
            ("keeps", [pointer]) => {
                let _ = writeln!(
                    statements.effects,
                    "    {{ struct __fafnir_kept *__k = malloc(sizeof *__k); __VERIFIER_assume(__k != 0);\n    \
                     __k->block = (void *){pointer}; __k->next = __fafnir_kept; __fafnir_kept = __k; }}"
                );
            }
            ("frees", [pointer]) => {
                let _ = writeln!(statements.frees, "    free((void *){pointer});");
            }
            ("allocates", [size]) => {
                result(statements, format!("malloc({size})"))?;
                let content = format!("    if (result) __VERIFIER_nondet_memory((void *)result, {size});\n");
                statements.effects.insert_str(0, &content);
            }
            ("returns", [value]) => result(statements, value.clone())?,
            ("ensures", [condition]) => {
                let _ = writeln!(statements.ensures, "    __VERIFIER_assume({condition});");
            }
            _ => return unknown(),
        }
        Ok(())
    }

    /// The names of the parameters as arguments.
    fn arguments(&self, params: &ParamList, at: Span) -> Result<String, (Span, String)> {
        let mut names = Vec::new();
        for param in &params.params {
            match param.declarator.name {
                Some(name) => names.push(self.ast.names.resolve(name).to_owned()),
                None if self.is_nothing(params) => {}
                None => return Err((at, "a contract names all parameters of its function".to_owned())),
            }
        }
        Ok(names.join(", "))
    }

    /// `(void)`
    fn is_nothing(&self, params: &ParamList) -> bool {
        let [only] = &params.params[..] else { return params.params.is_empty() };
        only.declarator.chunks.is_empty()
            && matches!(only.specs.ty, TypeSpec::Basic(csyntax::ast::BasicType::Void))
    }
}
