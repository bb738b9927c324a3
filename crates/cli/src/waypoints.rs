//! The way to a violation in terms of the source text, as witnesses tell it: which way each branching went, what calls
//! returned, and the statement that goes wrong.

use base::{FxHashMap, FxHashSet, Interner, SourceMap, Span};
use csyntax::ast::{Ast, BinaryOp, DeclKind, ExprId, ExprKind, InitKind, StmtId, StmtKind, UnaryOp};
use verdict::formula::number_in_c;
use verdict::{Assumption, Finding, FindingKind, Outcome, StepKind, Trace};

/// A line and a column, from one. Columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub line: u32,
    pub column: Option<u32>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Waypoint {
    /// At the keyword, or at `?`, which does not begin a statement. A simple one is decided by its whole condition at once.
    Branching { at: Place, taken: bool, simple: bool, statement: bool },
    /// At the call's closing parenthesis; the value is a C constant.
    Return { at: Place, function: String, value: String },
}

/// How positions in the text that was read become places in the file that the witness is about.
#[derive(Clone, Copy, Debug)]
pub struct Places<'a> {
    pub map: &'a SourceMap,
    /// What the file holds.
    pub source: &'a [u8],
    /// Places are those in the text that was read, not those that line markers tell.
    pub physical: bool,
}

impl Places<'_> {
    /// Where the span begins, if the text there begins with `expected` in the file as well. Macros move columns; then the
    /// only such place in the line is meant.
    pub fn exact(&self, span: Span, expected: &str) -> Option<Place> {
        let (line, column) = self.raw(span)?;
        let text = self.line(line)?;
        let begins = |at: usize| text.get(at..).is_some_and(|rest| rest.starts_with(expected.as_bytes()));
        let word = |at: usize| {
            let is_part = |b: Option<&u8>| b.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
            let inside = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
            let before = at > 0 && is_part(text.get(at - 1));
            let after = is_part(text.get(at + expected.len()));
            !expected.bytes().all(inside) || !(before || after)
        };
        let at = match begins(column as usize - 1) && word(column as usize - 1) {
            true => column as usize - 1,
            false if self.physical => return None,
            false => {
                let mut found = (0..text.len()).filter(|&at| begins(at) && word(at));
                let first = found.next()?;
                found.next().is_none().then_some(first)?
            }
        };
        let column = String::from_utf8_lossy(&text[..at]).chars().count() as u32 + 1;
        Some(Place { line, column: Some(column) })
    }

    /// Where the span begins; without a column if the file's line has other text there.
    pub fn near(&self, span: Span) -> Option<Place> {
        let (line, _) = self.raw(span)?;
        let text = String::from_utf8_lossy(self.map.text(span)).into_owned();
        let word: String = text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let first = if word.is_empty() { text.chars().take(1).collect() } else { word };
        let exact = (!first.is_empty()).then(|| self.exact(span, &first)).flatten();
        Some(exact.unwrap_or(Place { line, column: None }))
    }

    /// The line and the byte in it, both from one, if the span lies in the file.
    fn raw(&self, span: Span) -> Option<(u32, u32)> {
        let (first, file) = self.map.files().next()?;
        if self.map.file_of(span)? != first {
            return None;
        }
        if !self.physical {
            let at = self.map.locate(span)?;
            return (at.file == file.name).then_some((at.line, at.column));
        }
        let before = file.text.get(..(span.lo.checked_sub(file.start)?) as usize)?;
        let line = before.iter().filter(|b| **b == b'\n').count();
        let column = before.iter().rev().take_while(|b| **b != b'\n').count();
        Some((line as u32 + 1, column as u32 + 1))
    }

    fn line(&self, line: u32) -> Option<&[u8]> {
        self.source.split(|b| *b == b'\n').nth(line.checked_sub(1)? as usize)
    }

    /// The closing parenthesis that a call ends with.
    fn closing(&self, call: Span) -> Option<Place> {
        self.exact(Span::new(call.hi.checked_sub(1)?, call.hi), ")")
    }
}

/// The way to the first finding, and its target.
pub fn of_violation(places: &Places<'_>, outcome: &Outcome, names: &Interner) -> (Vec<Waypoint>, Place) {
    let nowhere = Place { line: 1, column: None };
    let Some(finding) = outcome.findings.first() else { return (Vec::new(), nowhere) };
    let Some((_, file)) = places.map.files().next() else { return (Vec::new(), nowhere) };
    let ast = csyntax::parse(&file.text, file.start, &csyntax::ParseOptions::default()).ast;
    let target = places.near(target(finding, &ast, places.map, names)).unwrap_or(nowhere);
    (way(places, outcome, finding, &ast), target)
}

/// Whoever reads a witness must pass each waypoint when he first comes to its place after the one before. So of each place
/// all visits are told, or none after the first that is not.
///
/// Entered functions and the ways of `switch` are left out, though the format has words for them: they add nothing to what
/// calls returned and which way the other branchings went, and validators refuse witnesses that have them.
fn way(places: &Places<'_>, outcome: &Outcome, finding: &Finding, ast: &Ast) -> Vec<Waypoint> {
    let controls = Controls::new(ast, places.map);
    let externals: FxHashSet<&str> = outcome
        .assumptions
        .iter()
        .filter_map(|a| match a {
            Assumption::ExternalFunction(name) => Some(name.as_str()),
            _ => None,
        })
        .collect();
    let trace = &finding.trace;
    let mut out = Vec::new();
    let mut inputs = 0;
    let mut untold = FxHashSet::default();
    let mut read_up_to = |until: usize, out: &mut Vec<Waypoint>| {
        while inputs < until.min(trace.inputs.len()) {
            let input = &trace.inputs[inputs];
            let place = (input.span.lo, input.span.hi);
            match returned(places, input, &externals) {
                Some(waypoint) if !untold.contains(&place) => out.push(waypoint),
                _ => drop(untold.insert(place)),
            }
            inputs += 1;
        }
    };
    let told = if trace.omitted > 0 { trace.omitted_at } else { trace.steps.len() };
    // Where conditions are that are not decided yet, by branching and depth of the calls. One that is begun again was decided
    // by a part that is no decision, such as a constant.
    let mut open: FxHashMap<(u32, u32), u32> = FxHashMap::default();
    let mut silent = FxHashSet::default();
    for (i, step) in trace.steps.iter().enumerate() {
        match step.kind {
            // Inputs among the steps that were left out come before this one.
            StepKind::Input { index } => read_up_to(index + 1, &mut out),
            StepKind::Branch { taken } if i < told => {
                let Some(leaf) = controls.leaves.get(&(step.span.lo, step.span.hi)) else { continue };
                let key = (leaf.keyword.0.lo, step.depth);
                if open.remove(&key).is_some_and(|before| step.span.lo <= before) {
                    silent.insert(key.0);
                }
                let Some(taken) = leaf.when[usize::from(taken)] else {
                    open.insert(key, step.span.lo);
                    continue;
                };
                if let Some(at) = places.exact(leaf.keyword.0, leaf.keyword.1)
                    && !silent.contains(&key.0)
                {
                    let statement = leaf.keyword.1 != "?";
                    out.push(Waypoint::Branching { at, taken, simple: leaf.whole, statement });
                }
            }
            _ => {}
        }
    }
    read_up_to(usize::MAX, &mut out);
    out
}

/// What a call of a function that is defined nowhere returned, if C can write it down.
fn returned(places: &Places<'_>, input: &verdict::Input, externals: &FxHashSet<&str>) -> Option<Waypoint> {
    let text = String::from_utf8_lossy(places.map.text(input.span)).into_owned();
    let function = text.split('(').next().unwrap_or_default().trim();
    if !function.starts_with("__VERIFIER_nondet_") && !externals.contains(function) {
        return None;
    }
    let at = places.closing(input.span)?;
    Some(Waypoint::Return { at, function: function.to_owned(), value: constant(input)? })
}

fn constant(input: &verdict::Input) -> Option<String> {
    // Floats are given by their bits. Neither the sign of zero nor what is not a number can be told by `==`.
    let float = match input.ty {
        "float" => f64::from(f32::from_bits(u32::try_from(input.value).ok()?)),
        "double" => f64::from_bits(u64::try_from(input.value).ok()?),
        ty if ty.contains("double") || ty.contains("float") => return None,
        // Some readers take digits only. The numbers of ACSL have no bounds, and C finds a type for these.
        _ => return number_in_c(input.value).map(|_| input.value.to_string()),
    };
    let exact = float.is_finite() && (float != 0.0 || float.is_sign_positive());
    exact.then(|| format!("{float:e}"))
}

/// The statement or full expression whose evaluation goes wrong, or after which nothing can be evaluated any more.
fn target(finding: &Finding, ast: &Ast, map: &SourceMap, names: &Interner) -> Span {
    let at_allocation = finding.block.as_ref().is_some_and(|b| b.allocated == finding.span);
    let is_dropped = || {
        ast.stmts
            .iter()
            .any(|stmt| matches!(stmt.kind, StmtKind::Expr(e) if ast.exprs[e].span == finding.span))
    };
    // A finding about a block may be told where the block was made. What is wrong is then that the program ends without it.
    let ends = match finding.kind {
        FindingKind::NotFreedAtExit => true,
        FindingKind::MemoryLeak => at_allocation && !is_dropped(),
        _ => false,
    };
    let end = ends.then(|| end_of_program(&finding.trace, ast, map, names)).flatten();
    let span = end.unwrap_or(finding.span);
    if map.file_of(span).is_none() {
        return span;
    }
    if map.text(span).starts_with(b"}") {
        return last_statement(span, ast).unwrap_or(span);
    }
    let mut full: Vec<ExprId> = Vec::new();
    for stmt in ast.stmts.iter() {
        match &stmt.kind {
            StmtKind::Expr(e)
            | StmtKind::If { cond: e, .. }
            | StmtKind::While { cond: e, .. }
            | StmtKind::DoWhile { cond: e, .. }
            | StmtKind::Switch { value: e, .. }
            | StmtKind::Return(Some(e)) => full.push(*e),
            StmtKind::For { cond, step, .. } => full.extend(cond.iter().chain(step)),
            _ => {}
        }
    }
    full.extend(ast.inits.iter().filter_map(|init| match init.kind {
        InitKind::Expr(e) => Some(e),
        InitKind::List(_) => None,
    }));
    let spans = full.into_iter().map(|e| ast.exprs[e].span);
    spans.filter(|s| s.lo <= span.lo && span.hi <= s.hi).min_by_key(|s| s.hi - s.lo).unwrap_or(span)
}

/// The last statement of the block that the brace closes. A brace is not a statement.
fn last_statement(brace: Span, ast: &Ast) -> Option<Span> {
    let closed = |id: &StmtId| match &ast.stmts[*id].kind {
        StmtKind::Compound(inside) => inside.last().copied(),
        StmtKind::Label { body, .. } | StmtKind::Case { body, .. } | StmtKind::Default { body } => {
            Some(*body)
        }
        _ => None,
    };
    let block = ast.stmts.iter().find(|stmt| {
        matches!(stmt.kind, StmtKind::Compound(_)) && stmt.span.hi.checked_sub(1) == Some(brace.lo)
    })?;
    let StmtKind::Compound(inside) = &block.kind else { return None };
    let mut last = *inside.last()?;
    while let Some(inner) = closed(&last) {
        last = inner;
    }
    Some(ast.stmts[last].span)
}

const ENDS: [&str; 8] =
    ["exit", "_exit", "_Exit", "quick_exit", "abort", "__assert_fail", "reach_error", "__VERIFIER_error"];

fn is_declared_without_return(function: &str, ast: &Ast, map: &SourceMap) -> bool {
    ast.decls.iter().filter(|decl| matches!(decl.kind, DeclKind::Variables { .. })).any(|decl| {
        let text = String::from_utf8_lossy(map.text(decl.span));
        // `_Noreturn`, `noreturn` as an attribute, with underscores or without.
        text.contains("oreturn") && text.contains(&format!("{function}("))
    })
}

/// The `return` of the first function, or the call that ends the program in the function that was the last to be entered.
fn end_of_program(trace: &Trace, ast: &Ast, map: &SourceMap, names: &Interner) -> Option<Span> {
    let last = trace.steps.last()?;
    if matches!(last.kind, StepKind::Return { .. }) && last.depth == 0 {
        return Some(last.span);
    }
    let mut entered = Vec::new();
    for step in &trace.steps {
        match step.kind {
            StepKind::Call { function } => entered.push(names.resolve(function)),
            StepKind::Return { .. } => drop(entered.pop()),
            _ => {}
        }
    }
    let inside = entered.last().copied().unwrap_or("main");
    let body = ast.decls.iter().find_map(|decl| match &decl.kind {
        DeclKind::Function(f) if f.declarator.name.is_some_and(|n| ast.names.resolve(n) == inside) => {
            Some(ast.stmts[f.body].span)
        }
        _ => None,
    })?;
    let ends = |expr: &&csyntax::ast::Expr| {
        let ExprKind::Call { callee, .. } = &expr.kind else { return false };
        let ExprKind::Ident(name) = ast.exprs[*callee].kind else { return false };
        let name = ast.names.resolve(name);
        let inside = body.lo <= expr.span.lo && expr.span.hi <= body.hi;
        inside && (ENDS.contains(&name) || is_declared_without_return(name, ast, map))
    };
    let mut calls: Vec<Span> = ast.exprs.iter().filter(ends).map(|e| e.span).collect();
    calls.sort_by_key(|s| s.lo);
    let after = calls.iter().find(|s| s.lo >= last.span.lo);
    after.or(calls.first()).copied()
}

/// A keyword (or `?`) and how it is spelt.
type Keyword = (Span, &'static str);

/// A condition that the machine decides.
struct Leaf {
    /// Of the branching that it belongs to.
    keyword: Keyword,
    /// What the branching's whole condition is once this one is false or true. Nothing, if that depends on conditions to come.
    when: [Option<bool>; 2],
    /// Whether this is the whole condition.
    whole: bool,
}

/// Which decisions of the machine decide a branching of the text.
struct Controls {
    /// By the span of the condition.
    leaves: FxHashMap<(u32, u32), Leaf>,
}

impl Controls {
    fn new(ast: &Ast, map: &SourceMap) -> Controls {
        let mut controls = Controls { leaves: FxHashMap::default() };
        for stmt in ast.stmts.iter() {
            let (word, cond) = match &stmt.kind {
                StmtKind::If { cond, .. } => ("if", *cond),
                StmtKind::While { cond, .. } => ("while", *cond),
                StmtKind::For { cond: Some(cond), .. } => ("for", *cond),
                _ => continue,
            };
            if map.text(stmt.span).starts_with(word.as_bytes()) {
                controls.add(ast, cond, (stmt.span, word));
            }
        }
        for expr in ast.exprs.iter() {
            let ExprKind::Cond { cond, then: Some(then), .. } = expr.kind else { continue };
            let between =
                Span::new(ast.exprs[cond].span.hi, ast.exprs[then].span.lo.max(ast.exprs[cond].span.hi));
            let text = map.text(between);
            // A comment may hold anything.
            if let Some(at) = text.iter().position(|b| *b == b'?').filter(|_| !text.contains(&b'/')) {
                let at = between.lo + at as u32;
                controls.add(ast, cond, (Span::new(at, at + 1), "?"));
            }
        }
        controls
    }

    fn add(&mut self, ast: &Ast, cond: ExprId, keyword: Keyword) {
        // What the whole condition is if this expression is false, and if it is true.
        let mut todo = vec![(cond, [Some(false), Some(true)])];
        while let Some((id, when)) = todo.pop() {
            let expr = &ast.exprs[id];
            match &expr.kind {
                ExprKind::Binary(BinaryOp::LogicalAnd, left, right) => {
                    todo.extend([(*left, [when[0], None]), (*right, when)]);
                }
                ExprKind::Binary(BinaryOp::LogicalOr, left, right) => {
                    todo.extend([(*left, [None, when[1]]), (*right, when)]);
                }
                ExprKind::Unary(UnaryOp::LogicalNot, operand) => todo.push((*operand, [when[1], when[0]])),
                ExprKind::Unary(UnaryOp::Extension, operand) | ExprKind::Comma(_, operand) => {
                    todo.push((*operand, when));
                }
                ExprKind::Cond { then: Some(then), otherwise, .. } => {
                    todo.extend([(*then, when), (*otherwise, when)]);
                }
                kind => {
                    self.leaves
                        .insert((expr.span.lo, expr.span.hi), Leaf { keyword, when, whole: id == cond });
                    // A conversion that changes nothing is not part of the decision.
                    if let ExprKind::Cast(_, operand) = kind
                        && !decides(&ast.exprs[*operand].kind)
                    {
                        todo.push((*operand, when));
                    }
                }
            }
        }
    }
}

/// Whether the value of the expression is itself made by decisions.
fn decides(kind: &ExprKind) -> bool {
    matches!(
        kind,
        ExprKind::Binary(BinaryOp::LogicalAnd | BinaryOp::LogicalOr, ..)
            | ExprKind::Unary(UnaryOp::LogicalNot, _)
            | ExprKind::Cond { .. }
    )
}
