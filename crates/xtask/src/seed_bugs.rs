//! Bugs of known kinds, put into functions of libraries at random places, and what `fafnir check` says of those functions on their own.

use crate::mutate::Random;
use crate::options::{self, Options, results_dir};
use base::{Span, Symbol};
use csyntax::ast::{
    Ast, BinaryOp, Chunk, DeclKind, ExprId, ExprKind, FunctionDef, StmtId, StmtKind, UnaryOp,
};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The function with the bug and those that call it, directly or not, are asked about, but no more than these.
const MOST_FUNCTIONS: usize = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// A block is not freed before the function returns early.
    MissingFree,
    DoubleFree,
    UseAfterFree,
    /// What an allocation gave is not compared with null.
    MissingNullCheck,
    /// A loop up to a parameter goes one step too far.
    OffByOne,
}

/// A place where a bug can be put: on one line of the file, this text gives way to another.
#[derive(Clone, Debug)]
struct Site {
    file: PathBuf,
    function: String,
    line: usize,
    kind: Kind,
    old: String,
    new: String,
}

pub(crate) fn main(args: &[String]) -> Result<(), String> {
    let options = Options::parse(args, &["seed", "count", "time", "fafnir"])?;
    let (seed, count) = (options.number("seed", 1u64)?, options.number("count", 60usize)?);
    let seconds: u64 = options.number("time", 20)?;
    if options.positional.is_empty() {
        return Err("name the C files of libraries; options of the preprocessor follow `--`".to_owned());
    }
    let fafnir = options::fafnir(&options)?;
    let scratch = results_dir("seed-bugs")?;
    let mut sites = Vec::new();
    let mut callers = BTreeMap::new();
    for file in &options.positional {
        let path = Path::new(file);
        let found = Finder::search(path, &options.rest)?;
        sites.extend(found.sites);
        callers.insert(path.to_owned(), found.callers);
    }
    println!("{} places in {} files, seed {seed}", sites.len(), options.positional.len());
    let mut random = Random::new(seed);
    let mut chosen = Vec::new();
    while chosen.len() < count && !sites.is_empty() {
        let index = random.below(sites.len());
        chosen.push(sites.swap_remove(index));
    }
    let ask = Asker { fafnir, scratch, seconds, rest: options.rest.clone() };
    let mut table: BTreeMap<Kind, (u32, u32)> = BTreeMap::new();
    let mut before: BTreeMap<(PathBuf, String), BTreeSet<String>> = BTreeMap::new();
    let mut false_reports = BTreeSet::new();
    for site in &chosen {
        let mut functions = vec![site.function.clone()];
        let mut at = 0;
        while at < functions.len() && functions.len() < MOST_FUNCTIONS {
            let calling = callers[&site.file].get(&functions[at]);
            let new: Vec<String> =
                calling.into_iter().flatten().filter(|f| !functions.contains(f)).cloned().collect();
            functions.extend(new);
            at += 1;
        }
        functions.truncate(MOST_FUNCTIONS);
        let key = (site.file.clone(), site.function.clone());
        if !before.contains_key(&key) {
            let said = ask.check(&site.file, &functions)?;
            for report in &said.reports {
                false_reports.insert(format!("{}: {}: {report}", site.file.display(), site.function));
            }
            before.insert(key.clone(), said.reports);
        }
        let file = ask.seeded(site)?;
        let said = ask.check(&file, &functions);
        std::fs::remove_file(&file).map_err(|e| e.to_string())?;
        let said = said?;
        let found = said.reports.iter().any(|report| !before[&key].contains(report));
        let row = table.entry(site.kind).or_default();
        row.0 += u32::from(found);
        row.1 += 1;
        let word = if found { "found" } else { "missed" };
        let name = site.file.file_name().unwrap_or_default().to_string_lossy();
        println!("{word:6} {:?} {name}:{} `{}`: {}", site.kind, site.line, site.function, said.first);
    }
    for (kind, (found, all)) in &table {
        println!("{found:>6} of {all} {kind:?}");
    }
    let found: u32 = table.values().map(|(found, _)| found).sum();
    println!("{found:>6} of {} found", chosen.len());
    for report in &false_reports {
        println!("reported of the unchanged function: {report}");
    }
    Ok(())
}

struct Said {
    /// What is violated: the kind and the line.
    reports: BTreeSet<String>,
    /// The line that says most.
    first: String,
}

struct Asker {
    fafnir: PathBuf,
    scratch: PathBuf,
    seconds: u64,
    rest: Vec<String>,
}

impl Asker {
    /// The file with the bug, beside the original, so that it finds its headers.
    fn seeded(&self, site: &Site) -> Result<PathBuf, String> {
        let text =
            std::fs::read_to_string(&site.file).map_err(|e| format!("{}: {e}", site.file.display()))?;
        let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
        lines[site.line - 1] = lines[site.line - 1].replacen(&site.old, &site.new, 1);
        let stem = site.file.file_stem().unwrap_or_default().to_string_lossy();
        let path = site.file.with_file_name(format!("{stem}-seeded.c"));
        std::fs::write(&path, lines.join("\n")).map_err(|e| format!("{}: {e}", path.display()))?;
        Ok(path)
    }

    /// Error paths are there for allocations that fail: asked with and without them.
    fn check(&self, file: &Path, functions: &[String]) -> Result<Said, String> {
        let mut said = self.check_one_way(file, functions, false)?;
        let with_failures = self.check_one_way(file, functions, true)?;
        if said.reports.is_empty() {
            said.first = with_failures.first;
        }
        said.reports.extend(with_failures.reports);
        Ok(said)
    }

    fn check_one_way(&self, file: &Path, functions: &[String], may_fail: bool) -> Result<Said, String> {
        let mut command = Command::new(&self.fafnir);
        command.args(["check", "--no-cache", "--color=never", "--time"]).arg(format!("{}s", self.seconds));
        for function in functions {
            command.args(["--function", function]);
        }
        if may_fail {
            command.arg("--malloc-may-fail");
        }
        command.arg("--export-test").arg(self.scratch.join("test.c"));
        let output = command.args(&self.rest).arg(file).output();
        let output = output.map_err(|e| format!("cannot start fafnir: {e}"))?;
        let text = String::from_utf8_lossy(&output.stdout);
        let first =
            text.lines().find(|l| l.starts_with("error") || l.starts_with("note[")).unwrap_or_default();
        let mut reports = BTreeSet::new();
        for (line, next) in text.lines().zip(text.lines().skip(1)) {
            if let Some(rest) = line.strip_prefix("error[")
                && let Some((kind, _)) = rest.split_once(']')
            {
                // FILE:LINE:COLUMN
                let line = next.rsplit(':').nth(1).unwrap_or_default();
                reports.insert(format!("{kind} at line {line}"));
            }
        }
        match output.status.code() {
            Some(0 | 1 | 3) => Ok(Said { reports, first: first.to_owned() }),
            _ => Err(format!("{}: {text}{}", file.display(), String::from_utf8_lossy(&output.stderr))),
        }
    }
}

/// Looks for places in the preprocessed text of a file.
struct Finder<'a> {
    file: &'a Path,
    source: Vec<String>,
    text: &'a [u8],
    ast: &'a Ast,
    defined: BTreeSet<Symbol>,
    function: String,
    parameters: Vec<Symbol>,
    sites: Vec<Site>,
    /// Who calls a function.
    callers: BTreeMap<String, BTreeSet<String>>,
}

struct Found {
    sites: Vec<Site>,
    callers: BTreeMap<String, BTreeSet<String>>,
}

impl Finder<'_> {
    fn search(file: &Path, rest: &[String]) -> Result<Found, String> {
        let output = Command::new("cc").args(["-E"]).args(rest).arg(file).output();
        let text = output.map_err(|e| format!("cannot start cc: {e}"))?.stdout;
        let parsed = csyntax::parse(&text, 0, &csyntax::ParseOptions::default());
        if let Some(error) = parsed.errors.first() {
            return Err(format!("{}: {error:?}", file.display()));
        }
        let source = std::fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
        let mut finder = Finder {
            file,
            source: source.split('\n').map(str::to_owned).collect(),
            text: &text,
            ast: &parsed.ast,
            defined: BTreeSet::new(),
            function: String::new(),
            parameters: Vec::new(),
            sites: Vec::new(),
            callers: BTreeMap::new(),
        };
        for &item in &parsed.ast.items {
            if let DeclKind::Function(function) = &parsed.ast.decls[item].kind {
                finder.defined.extend(function.declarator.name);
            }
        }
        for &item in &parsed.ast.items {
            if let DeclKind::Function(function) = &parsed.ast.decls[item].kind {
                finder.definition(function);
            }
        }
        Ok(Found { sites: finder.sites, callers: finder.callers })
    }

    fn definition(&mut self, function: &FunctionDef) {
        let Some(name) = function.declarator.name else { return };
        if self.line_of(function.declarator.name_span).is_none() {
            return;
        }
        self.function = self.ast.names.resolve(name).to_owned();
        self.parameters.clear();
        for chunk in &function.declarator.chunks {
            if let Chunk::Function(list) = chunk {
                self.parameters.extend(list.params.iter().filter_map(|param| param.declarator.name));
                break;
            }
        }
        self.statement(function.body, false);
    }

    /// The line of the file itself that a place is on; `None` in a header.
    fn line_of(&self, span: Span) -> Option<usize> {
        let before = &self.text[..span.lo as usize];
        for (lines, line) in before.split(|&b| b == b'\n').rev().enumerate() {
            if let Some(marker) = line.strip_prefix(b"# ") {
                let marker = String::from_utf8_lossy(marker);
                let (number, rest) = marker.split_once(' ')?;
                let name = rest.strip_prefix('"')?.split('"').next()?;
                let number: usize = number.parse().ok()?;
                return (Path::new(name) == self.file).then(|| number + lines - 1);
            }
        }
        None
    }

    fn text_of(&self, span: Span) -> String {
        String::from_utf8_lossy(&self.text[span.lo as usize..span.hi as usize]).into_owned()
    }

    /// A bug that replaces the text of a place on one line.
    fn site(&mut self, kind: Kind, span: Span, new: impl Fn(&str) -> String) {
        let old = self.text_of(span);
        let Some(line) = self.line_of(span) else { return };
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let there = self.source.get(line - 1).is_some_and(|l| {
            let mut places = l.match_indices(&old);
            let whole = places.next().is_some_and(|(at, _)| !l[..at].ends_with(is_word));
            whole && places.next().is_none()
        });
        // What macros made is not in the file as it is here.
        if there && !old.contains('\n') {
            let (file, function) = (self.file.to_owned(), self.function.clone());
            self.sites.push(Site { file, function, line, kind, new: new(&old), old });
        }
    }

    fn statement(&mut self, id: StmtId, returns: bool) {
        let ast = self.ast;
        let span = ast.stmts[id].span;
        match &ast.stmts[id].kind {
            StmtKind::Compound(all) => {
                let early = all.last().is_some_and(|&last| {
                    matches!(ast.stmts[last].kind, StmtKind::Return(_) | StmtKind::Goto { .. })
                });
                for (index, &statement) in all.iter().enumerate() {
                    if let Some(previous) = index.checked_sub(1) {
                        self.null_check(all[previous], statement, &all[index + 1..]);
                    }
                    self.statement(statement, returns && early);
                }
            }
            StmtKind::Expr(expression) => {
                self.calls(*expression);
                if let Some(freed) = self.freed(*expression) {
                    let freed = self.text_of(ast.exprs[freed].span);
                    if returns {
                        self.site(Kind::MissingFree, span, |_| ";".to_owned());
                    }
                    self.site(Kind::DoubleFree, span, |old| format!("{{ {old} {old} }}"));
                    let read = format!("(void)*(volatile const char *)({freed});");
                    self.site(Kind::UseAfterFree, span, |old| format!("{{ {old} {read} }}"));
                }
            }
            StmtKind::If { cond, then, otherwise } => {
                self.calls(*cond);
                self.statement(*then, true);
                if let Some(otherwise) = otherwise {
                    self.statement(*otherwise, true);
                }
            }
            StmtKind::While { cond, body } => {
                self.bound(*cond);
                self.statement(*body, returns);
            }
            StmtKind::For { init, cond, body, .. } => {
                self.statement(*init, false);
                if let Some(cond) = cond {
                    self.bound(*cond);
                }
                self.statement(*body, returns);
            }
            StmtKind::DoWhile { body, .. }
            | StmtKind::Switch { body, .. }
            | StmtKind::Case { body, .. }
            | StmtKind::Default { body }
            | StmtKind::Label { body, .. } => self.statement(*body, returns),
            StmtKind::Return(Some(value)) => self.calls(*value),
            StmtKind::Decl(decl) => {
                if let DeclKind::Variables { declarators, .. } = &ast.decls[*decl].kind {
                    for init in declarators.iter().filter_map(|d| d.init) {
                        if let csyntax::ast::InitKind::Expr(value) = ast.inits[init].kind {
                            self.calls(value);
                        }
                    }
                }
            }
            _ => {}
        }
    }

    /// Notes the functions that an expression calls by name.
    fn calls(&mut self, id: ExprId) {
        let ast = self.ast;
        match &ast.exprs[id].kind {
            ExprKind::Call { callee, args } => {
                if let ExprKind::Ident(name) = ast.exprs[*callee].kind {
                    let name = ast.names.resolve(name).to_owned();
                    if name != self.function {
                        self.callers.entry(name).or_default().insert(self.function.clone());
                    }
                }
                args.iter().for_each(|&arg| self.calls(arg));
            }
            ExprKind::Assign(_, a, b) | ExprKind::Binary(_, a, b) | ExprKind::Comma(a, b) => {
                self.calls(*a);
                self.calls(*b);
            }
            ExprKind::Unary(_, a) | ExprKind::Cast(_, a) => self.calls(*a),
            _ => {}
        }
    }

    /// What a call frees, if its name says so.
    fn freed(&self, id: ExprId) -> Option<ExprId> {
        let ExprKind::Call { callee, args } = &self.ast.exprs[id].kind else { return None };
        // Nothing is known of what another file frees.
        let name = match self.ast.exprs[*callee].kind {
            ExprKind::Ident(name) if self.defined.contains(&name) => self.ast.names.resolve(name),
            ExprKind::Ident(name) if self.ast.names.resolve(name) == "free" => "free",
            ExprKind::Member { name, .. } => self.ast.names.resolve(name),
            _ => return None,
        };
        let &[arg] = args.as_slice() else { return None };
        let plain = matches!(self.ast.exprs[arg].kind, ExprKind::Ident(_) | ExprKind::Member { .. });
        (plain && (name.ends_with("free") || name.ends_with("deallocate"))).then_some(arg)
    }

    /// Whether the text of the statements follows a pointer of that name, or passes it to a function: without that, null does no harm.
    fn is_used(&self, name: Symbol, statements: &[StmtId]) -> bool {
        let name = self.ast.names.resolve(name);
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        statements.iter().any(|&statement| {
            let text = self.text_of(self.ast.stmts[statement].span);
            text.match_indices(name).any(|(at, _)| {
                let (before, after) = (text[..at].trim_end(), text[at + name.len()..].trim_start());
                !text[..at].ends_with(is_word)
                    && !text[at + name.len()..].starts_with(is_word)
                    && (after.starts_with("->")
                        || after.starts_with('[')
                        || before.ends_with('*')
                        || before.ends_with(['(', ',']) && after.starts_with([')', ',']))
            })
        })
    }

    /// `x = f(...); if (!x) …`, and `x` is used after that.
    fn null_check(&mut self, first: StmtId, second: StmtId, then: &[StmtId]) {
        let ast = self.ast;
        let mut assigned = None;
        match &ast.stmts[first].kind {
            StmtKind::Expr(id) => {
                if let ExprKind::Assign(None, to, value) = ast.exprs[*id].kind
                    && let ExprKind::Ident(name) = ast.exprs[to].kind
                {
                    assigned = Some((name, value));
                }
            }
            StmtKind::Decl(decl) => {
                if let DeclKind::Variables { declarators, .. } = &ast.decls[*decl].kind
                    && let Some(last) = declarators.last()
                    && let (Some(name), Some(init)) = (last.declarator.name, last.init)
                    && let csyntax::ast::InitKind::Expr(value) = ast.inits[init].kind
                {
                    assigned = Some((name, value));
                }
            }
            _ => {}
        }
        let Some((name, mut value)) = assigned.filter(|(name, _)| self.is_used(*name, then)) else { return };
        while let ExprKind::Cast(_, inner) = ast.exprs[value].kind {
            value = inner;
        }
        let allocates = match &ast.exprs[value].kind {
            ExprKind::Call { callee, .. } => {
                let known = match ast.exprs[*callee].kind {
                    ExprKind::Ident(name) => {
                        let library = ["malloc", "calloc", "realloc", "strdup"];
                        self.defined.contains(&name) || library.contains(&ast.names.resolve(name))
                    }
                    _ => true,
                };
                let callee = self.text_of(ast.exprs[*callee].span);
                known && (callee.contains("alloc") || callee.contains("strdup"))
            }
            _ => false,
        };
        let StmtKind::If { cond, otherwise: None, .. } = ast.stmts[second].kind else { return };
        let tested = match ast.exprs[cond].kind {
            ExprKind::Unary(UnaryOp::LogicalNot, tested) | ExprKind::Binary(BinaryOp::Eq, tested, _) => {
                tested
            }
            _ => return,
        };
        if allocates && matches!(ast.exprs[tested].kind, ExprKind::Ident(n) if n == name) {
            // The condition may have been written with a macro: the whole of it on its line.
            let Some(line) = self.line_of(ast.exprs[cond].span) else { return };
            let Some(text) = self.source.get(line - 1) else { return };
            if let Some(at) = text.find("if (") {
                let old = text[at..].to_owned();
                let new = format!("if (0 && {}", &old[4..]);
                let (file, function) = (self.file.to_owned(), self.function.clone());
                self.sites.push(Site { file, function, line, kind: Kind::MissingNullCheck, old, new });
            }
        }
    }

    /// `i < n` with a parameter `n`.
    fn bound(&mut self, id: ExprId) {
        self.calls(id);
        let ast = self.ast;
        if let ExprKind::Binary(BinaryOp::Lt, a, b) = ast.exprs[id].kind
            && let (ExprKind::Ident(_), ExprKind::Ident(limit)) = (&ast.exprs[a].kind, &ast.exprs[b].kind)
            && self.parameters.contains(limit)
        {
            self.site(Kind::OffByOne, ast.exprs[id].span, |old| old.replacen('<', "<=", 1));
        }
    }
}
