//! Golden files: `tests/golden/NAME.c` must be read without errors, and its tree must print as `NAME.ast`.
//! `BLESS=1 cargo test -p fafnir-csyntax` writes the expected files anew; review the difference.

use fafnir_csyntax::ast::{Ast, ExprId, ExprKind};
use fafnir_csyntax::{ParseOptions, dump, parse};
use std::path::{Path, PathBuf};
use std::process::Command;

fn inputs(directory: &str) -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(directory);
    let mut files: Vec<PathBuf> = std::fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

#[test]
fn trees_are_as_expected() {
    let bless = std::env::var_os("BLESS").is_some();
    let mut failures = Vec::new();
    for path in inputs("golden") {
        let text = std::fs::read(&path).unwrap();
        let result = parse(&text, 0, &ParseOptions::default());
        for error in &result.errors {
            let line = text[..error.span.lo as usize].iter().filter(|&&b| b == b'\n').count() + 1;
            failures.push(format!("{}:{line}: {}", path.display(), error.message));
        }
        let printed = dump(&result.ast);
        let expected = path.with_extension("ast");
        if bless {
            std::fs::write(&expected, &printed).unwrap();
        }
        let wanted = std::fs::read_to_string(&expected).unwrap_or_default();
        let difference = printed.lines().zip(wanted.lines()).position(|(a, b)| a != b);
        if let Some(at) = difference {
            let (now, then) = (printed.lines().nth(at).unwrap(), wanted.lines().nth(at).unwrap());
            let file = expected.display();
            failures.push(format!("{file}:{}:\n  is        {now}\n  should be {then}", at + 1));
        } else if printed != wanted {
            failures.push(format!("{}: one tree is longer than the other", expected.display()));
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

/// What reads as C here must be C to gcc, and the other way round. Only files whose errors gcc agrees are errors of
/// syntax have no `//@ gcc accepts` line.
#[test]
fn gcc_agrees() {
    let gcc = |path: &Path| {
        let arguments = ["-std=gnu17", "-w", "-fsyntax-only", "-x", "c"];
        Command::new("gcc").args(arguments).arg(path).output().ok().map(|output| output.status.success())
    };
    let mut failures = Vec::new();
    for (directory, accepted) in [("golden", true), ("bad", false)] {
        for path in inputs(directory) {
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            let expected = accepted || text.contains("//@ gcc accepts");
            match gcc(&path) {
                None => {
                    eprintln!("gcc is not installed: nothing to compare with");
                    return;
                }
                Some(answer) if answer == expected => {}
                Some(answer) => failures.push(format!(
                    "{}: gcc {}",
                    path.display(),
                    if answer { "accepts" } else { "rejects" }
                )),
            }
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

/// The span of an operand lies within the span of the expression, and no span is empty or beyond the text.
#[test]
fn spans_nest() {
    for path in inputs("golden") {
        let text = std::fs::read(&path).unwrap();
        let ast = parse(&text, 1000, &ParseOptions::default()).ast;
        for (id, expr) in ast.exprs.iter_enumerated() {
            assert!(expr.span.lo < expr.span.hi, "{}: {id}", path.display());
            assert!(expr.span.lo >= 1000 && expr.span.hi as usize <= 1000 + text.len());
            for operand in operands(&ast, id) {
                let inner = ast.exprs[operand].span;
                let nested = expr.span.lo <= inner.lo && inner.hi <= expr.span.hi;
                assert!(nested, "{}: {operand} in {id}", path.display());
            }
        }
        for stmt in &ast.stmts {
            assert!(stmt.span.lo >= 1000 && stmt.span.lo <= stmt.span.hi);
        }
        for decl in &ast.decls {
            assert!(decl.span.lo < decl.span.hi);
        }
    }
}

fn operands(ast: &Ast, id: ExprId) -> Vec<ExprId> {
    match &ast.exprs[id].kind {
        ExprKind::Unary(_, a) | ExprKind::Cast(_, a) | ExprKind::SizeofExpr(a) => vec![*a],
        ExprKind::Binary(_, a, b) | ExprKind::Assign(_, a, b) | ExprKind::Comma(a, b) => vec![*a, *b],
        ExprKind::Index(a, b) => vec![*a, *b],
        ExprKind::Cond { cond, then, otherwise } => {
            [Some(*cond), *then, Some(*otherwise)].into_iter().flatten().collect()
        }
        ExprKind::Call { callee, args } => std::iter::once(*callee).chain(args.iter().copied()).collect(),
        ExprKind::Member { base, .. } => vec![*base],
        _ => Vec::new(),
    }
}

#[test]
fn spans_cover_what_was_written() {
    let text = "int f(int a) { return (a + 1) * g(a)[2].m - sizeof(int); }";
    let ast = parse(text.as_bytes(), 0, &ParseOptions::default()).ast;
    let written = |wanted: fn(&ExprKind) -> bool| -> Vec<&str> {
        let spans = ast.exprs.iter().filter(|e| wanted(&e.kind)).map(|e| e.span);
        spans.map(|s| &text[s.lo as usize..s.hi as usize]).collect()
    };
    assert_eq!(
        written(|kind| matches!(kind, ExprKind::Binary(..))),
        ["a + 1", "(a + 1) * g(a)[2].m", "(a + 1) * g(a)[2].m - sizeof(int)"]
    );
    assert_eq!(written(|kind| matches!(kind, ExprKind::Member { .. })), ["g(a)[2].m"]);
    assert_eq!(written(|kind| matches!(kind, ExprKind::SizeofType(_))), ["sizeof(int)"]);
}
