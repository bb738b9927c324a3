//! Where the IR says it comes from.

mod common;

use common::lp64;
use ir::{StatementKind, TerminatorKind};

const TEXT: &str = "\
int f(int *p, int n) {
    int x = p[n] + 1;
    if (x > 3 && n)
        x = f(p, n - 1);
    while (n--) *p = x;
}
";

fn text_of(span: base::Span) -> &'static str {
    &TEXT[span.lo as usize..span.hi as usize]
}

#[test]
fn statements_and_terminators_carry_their_text() {
    let program = lp64(TEXT);
    let (_, _, body) = program.bodies().next().unwrap();
    let mut found: Vec<(&str, &str)> = Vec::new();
    for block in &body.blocks {
        for statement in &block.statements {
            let kind = match statement.kind {
                StatementKind::Assign(_, ir::Rvalue::Load(_)) => "load",
                StatementKind::Store(..) => "store",
                StatementKind::Assign(_, ir::Rvalue::Binary(..)) => "operation",
                _ => continue,
            };
            found.push((kind, text_of(statement.span)));
        }
        let kind = match block.terminator.kind {
            TerminatorKind::Branch { .. } => "branch",
            TerminatorKind::Call(_) => "call",
            TerminatorKind::Return(_) => "return",
            _ => continue,
        };
        found.push((kind, text_of(block.terminator.span)));
    }
    for expected in [
        ("load", "p[n]"),
        ("operation", "p[n] + 1"),
        ("operation", "x > 3"),
        ("branch", "x > 3"),
        ("branch", "n"),
        ("call", "f(p, n - 1)"),
        ("operation", "n - 1"),
        ("branch", "n--"),
        ("store", "*p = x"),
        ("return", "}"),
    ] {
        assert!(found.contains(&expected), "{expected:?} is not among {found:#?}");
    }
}
