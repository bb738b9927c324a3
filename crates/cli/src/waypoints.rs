//! The way to a violation in terms of the source text, as witnesses tell it: which way each branching went, which functions
//! were entered, what calls returned, and the statement that goes wrong.

use base::{FxHashMap, FxHashSet, Interner, SourceMap, Span};
use csyntax::ast::{Ast, BinaryOp, DeclKind, ExprId, ExprKind, InitKind, StmtKind, UnaryOp};
use verdict::{Assumption, Finding, Outcome, Property, StepKind};

/// A line and a column, from one. Columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub line: u32,
    pub column: Option<u32>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Waypoint {
    /// At the keyword or at `?`: `true`, `false`, or the number that a `switch` looked at. A simple one is decided by its
    /// whole condition at once.
    Branching { at: Place, value: String, simple: bool },
    /// At the call's closing parenthesis.
    Enter { at: Place },
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
    let target = places.near(target(finding, &ast, places.map)).unwrap_or(nowhere);
    (way(places, outcome, finding, &ast, names), target)
}

fn way(
    places: &Places<'_>,
    outcome: &Outcome,
    finding: &Finding,
    ast: &Ast,
    names: &Interner,
) -> Vec<Waypoint> {
    let controls = Controls::new(ast, places.map);
    let defined: FxHashSet<&str> = ast.decls.iter().filter_map(|d| defined_name(&d.kind, ast)).collect();
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
    let mut read_up_to = |until: usize, out: &mut Vec<Waypoint>| {
        while inputs < until.min(trace.inputs.len()) {
            out.extend(returned(places, &trace.inputs[inputs], &externals));
            inputs += 1;
        }
    };
    for step in &trace.steps {
        match step.kind {
            // Inputs among the steps that were left out come before this one.
            StepKind::Input { index } => read_up_to(index + 1, &mut out),
            StepKind::Branch { taken } => {
                let Some((control, when, simple)) = controls.leaves.get(&(step.span.lo, step.span.hi)) else {
                    continue;
                };
                let Some(value) = when[usize::from(taken)] else { continue };
                if let Some(at) = places.exact(control.0, control.1) {
                    out.push(Waypoint::Branching { at, value: value.to_string(), simple: *simple });
                }
            }
            StepKind::Switch { value } => {
                let Some(keyword) = controls.switches.get(&(step.span.lo, step.span.hi)) else { continue };
                if let Some(at) = places.exact(*keyword, "switch") {
                    out.push(Waypoint::Branching { at, value: value.to_string(), simple: false });
                }
            }
            StepKind::Call { function } if defined.contains(names.resolve(function)) => {
                out.extend(places.closing(step.span).map(|at| Waypoint::Enter { at }));
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
        _ => return number(input.value),
    };
    let exact = float.is_finite() && (float != 0.0 || float.is_sign_positive());
    exact.then(|| format!("{float:e}"))
}

/// A number as C reads it.
pub fn number(value: i128) -> Option<String> {
    Some(match value {
        v if v == i128::from(i64::MIN) => "(-9223372036854775807LL - 1)".to_owned(),
        v if v == i128::from(i32::MIN) => "(-2147483647 - 1)".to_owned(),
        v if v > i128::from(u64::MAX) || v < i128::from(i64::MIN) => return None,
        v if v > i128::from(i64::MAX) => format!("{v}ULL"),
        v if v > i128::from(i32::MAX) || v < i128::from(i32::MIN) => format!("{v}LL"),
        v => v.to_string(),
    })
}

fn defined_name<'a>(kind: &DeclKind, ast: &'a Ast) -> Option<&'a str> {
    match kind {
        DeclKind::Function(function) => function.declarator.name.map(|name| ast.names.resolve(name)),
        _ => None,
    }
}

/// The statement or full expression whose evaluation goes wrong.
fn target(finding: &Finding, ast: &Ast, map: &SourceMap) -> Span {
    let span = finding.span;
    // A block that is lost is lost somewhere between statements.
    let is_evaluation = finding
        .kind
        .property()
        .is_some_and(|p| !matches!(p, Property::ValidMemtrack | Property::ValidMemcleanup));
    if !is_evaluation || map.file_of(span).is_none() {
        return span;
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

/// A keyword (or `?`) and how it is spelt.
type Keyword = (Span, &'static str);

/// Which decisions of the machine decide a branching of the text.
struct Controls {
    /// By the span of a condition: the branching that it belongs to, and what the branching's whole condition is once this one
    /// is false or true. Nothing, if that depends on conditions to come. Last, whether this is the whole condition.
    leaves: FxHashMap<(u32, u32), (Keyword, [Option<bool>; 2], bool)>,
    switches: FxHashMap<(u32, u32), Span>,
}

impl Controls {
    fn new(ast: &Ast, map: &SourceMap) -> Controls {
        let mut controls = Controls { leaves: FxHashMap::default(), switches: FxHashMap::default() };
        for stmt in ast.stmts.iter() {
            let (word, cond) = match &stmt.kind {
                StmtKind::If { cond, .. } => ("if", *cond),
                StmtKind::While { cond, .. } => ("while", *cond),
                StmtKind::For { cond: Some(cond), .. } => ("for", *cond),
                StmtKind::Switch { value, .. } => {
                    for span in [ast.exprs[*value].span, stmt.span] {
                        controls.switches.insert((span.lo, span.hi), stmt.span);
                    }
                    continue;
                }
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
                    self.leaves.insert((expr.span.lo, expr.span.hi), (keyword, when, id == cond));
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
