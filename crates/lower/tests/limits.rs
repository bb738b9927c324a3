//! Long chains, deep nesting and crowded scopes: no stack overflow, and no more output than input explains.

mod common;

use csema::types::DataModel;
use std::fmt::Write;

fn statements(program: &ir::Program) -> usize {
    program.bodies().flat_map(|(_, _, body)| &body.blocks).map(|block| block.statements.len() + 1).sum()
}

fn unsupported(program: &ir::Program) -> usize {
    let statements =
        program.bodies().flat_map(|(_, _, body)| &body.blocks).flat_map(|block| &block.statements);
    statements.filter(|statement| matches!(statement.kind, ir::StatementKind::Unsupported(_))).count()
}

/// The program, verified; the check of lifetimes takes time that grows faster than these programs.
fn lowered(text: &str) -> ir::Program {
    let result = fafnir_lower::lower(vec![common::unit(text, DataModel::Lp64)], &Default::default());
    assert_eq!(ir::verify(&result.program), []);
    result.program
}

/// The program, lowered without giving up anywhere.
fn fully(text: &str) -> ir::Program {
    let program = lowered(text);
    assert_eq!(unsupported(&program), 0);
    program
}

#[test]
fn chains_of_operators_may_be_as_long_as_the_file() {
    const LENGTH: usize = 100_000;
    for operator in ["+", "<", "&&", "||", ",", "|", "<<"] {
        let chain = vec!["a"; LENGTH].join(operator);
        fully(&format!("int f(int a) {{ return {chain}; }}"));
        fully(&format!("void f(int a) {{ {chain}; }}"));
        fully(&format!("int f(int a) {{ if ({chain}) return 1; return 2; }}"));
    }
    let mixed = "a + b && c < a | b - c * a,".repeat(20_000);
    fully(&format!("int f(int a, long b, char c) {{ return {mixed} 0; }}"));
    let conversions = "a + b < ".repeat(50_000);
    fully(&format!("int f(int a, double b) {{ return {conversions} 0; }}"));
    let pointers = " + i - 1".repeat(50_000);
    fully(&format!("int *f(int *p, int i) {{ return p{pointers}; }}"));
}

#[test]
fn chains_of_statements_may_be_as_long_as_the_file() {
    const LENGTH: usize = 20_000;
    let mut text = String::from("int f(int a) {");
    for i in 0..LENGTH {
        let _ = write!(text, "if (a == {i}) return {i}; else ");
    }
    text.push_str("return -1; }");
    fully(&text);
    let mut text = String::from("int f(int a) { switch (a) {");
    for i in 0..LENGTH {
        let _ = write!(text, "case {i}: ");
    }
    text.push_str("return 1; } return 0; }");
    let program = fully(&text);
    assert!(program.bodies().next().is_some_and(|(_, _, body)| body.blocks.len() < 10));
    let mut text = String::from("int f(int a) {");
    for i in 0..LENGTH {
        let _ = write!(text, "l{i}: ");
    }
    text.push_str("if (a--) goto l7; return 1; }");
    fully(&text);
}

/// Every call may change what the others read.
#[test]
fn long_chains_that_have_many_orders_do_not_explode() {
    let text = |length: usize| {
        let chain = vec!["next()"; length].join("+");
        format!("int count; int next(void) {{ return ++count; }} int f(void) {{ return {chain}; }}")
    };
    let (short, long) = (lowered(&text(200)), lowered(&text(20_000)));
    assert!(statements(&short) < 20_000 && unsupported(&short) > 0 && unsupported(&long) > 0);
    assert_eq!(unsupported(&lowered(&text(3))), 0);
}

/// The deepest nesting of that form that the parser accepts goes all the way.
fn deepest(before: &str, open: &str, middle: &str, close: &str, after: &str) {
    let text = |depth: usize| format!("{before}{}{middle}{}{after}", open.repeat(depth), close.repeat(depth));
    let parses = |depth: usize| {
        let parsed = csyntax::parse(text(depth).as_bytes(), 0, &csyntax::ParseOptions::default());
        parsed.errors.is_empty()
    };
    let (mut good, mut bad) = (1, 4096);
    assert!(parses(good) && !parses(bad), "{open}");
    while bad - good > 1 {
        let middle = (good + bad) / 2;
        if parses(middle) { good = middle } else { bad = middle }
    }
    assert!(good >= 80, "{open} nests only {good} deep");
    fully(&text(good));
}

#[test]
fn whatever_the_parser_lets_through_can_be_lowered() {
    let value = |open: &str, middle: &str, close: &str| {
        deepest("int f(int a, ...) { int b = 1; return ", open, middle, close, "; }");
        deepest("int f(int a, ...) { int b = 1; (void)(", open, middle, close, "); return 1; }");
        deepest("int f(int a, ...) { int b = 1; if (", open, middle, close, ") return 1; return b; }");
    };
    value("(1 + ", "a", ")");
    value("f(", "a", ")");
    value("(*(int *)", "0", ")");
    value("({ int b = ", "a", "; b; })");
    value("a ? 1 : ", "2", "");
    value("a ? ", "2", " : 1");
    value("a = b += ", "2", "");
    value("!-~", "a", "");
    value("a && (a || ", "a", ")");
    value("(a, ", "a", ")");
    value("*&(int){", "a", "}");
    deepest("int f(int *a) { return ", "a[", "0", "]", "; }");
    let statement = |open: &str, middle: &str, close: &str| {
        deepest("int f(int a) { ", open, middle, close, " return a; }");
    };
    statement("{ int b = a; ", "a++;", "}");
    statement("while (a--) ", "a++;", "");
    statement("if (a) ", "a++;", "");
    statement("if (a) { a--; } else { ", "a++;", "}");
    statement("do ", "a++;", " while (a);");
    statement("switch (a) case 1: ", "a++;", "");
    statement("for (int b = a;;) ", "break;", "");
    deepest("struct s { struct s *n; } *f(struct s *a) { return a", "->n", "", "", "; }");
    deepest("struct s { struct s *(*f)(); } *f(struct s *a) { return a->f", "()->f", "()", "", "; }");
    deepest("struct s { struct s (*f)(); int i; } g(); int f() { return g", "().f", "().i", "", "; }");
    deepest("struct s { struct s (*f)(); int i; } g(); struct s f() { return g", "().f", "()", "", "; }");
    deepest("struct s { struct s (*f)(); int i; } g(); void f() { g", "().f", "()", "", "; }");
}

#[test]
fn many_ways_out_of_a_crowded_scope_share_their_code() {
    const COUNT: usize = 500;
    let variables: String = (0..COUNT).map(|i| format!("int v{i} = a;")).collect();
    for (exit, after) in [("return v3;", ""), ("break;", ""), ("continue;", ""), ("goto out;", "out: ;")] {
        let exits: String = (0..COUNT).map(|i| format!("if (a == {i}) {exit}")).collect();
        let text = format!("int f(int a) {{ while (a--) {{ {variables} {exits} }} {after} return 0; }}");
        let program = fully(&text);
        let count = statements(&program);
        assert!(count < 40 * COUNT, "{exit}: {count} statements for {COUNT} variables and exits");
    }
}

#[test]
fn too_many_jumps_into_a_crowded_scope_are_given_up() {
    const COUNT: usize = 1500;
    let variables: String = (0..COUNT).map(|i| format!("int v{i}; v{i} = 0;")).collect();
    let cases: String = (0..COUNT).map(|i| format!("case {i}: a++;")).collect();
    let text = format!("int f(int a) {{ switch (a) {{ case -1: {{ {variables} {cases} }} }} return a; }}");
    let program = lowered(&text);
    assert!(unsupported(&program) > 0);
    let count = statements(&program);
    assert!(count < 400_000, "{count} statements");
}

#[test]
fn computed_gotos_share_their_targets() {
    const COUNT: usize = 600;
    let labels: String = (0..COUNT).map(|i| format!("l{i}: a++; goto *t[a];")).collect();
    let table: String = (0..COUNT).map(|i| format!("&&l{i},")).collect();
    let text = format!("int f(int a) {{ static void *t[] = {{ {table} }}; {labels} return a; }}");
    let program = fully(&text);
    let edges: usize = program
        .bodies()
        .flat_map(|(_, _, body)| &body.blocks)
        .map(|block| block.terminator.kind.successors().count())
        .sum();
    assert!(edges < 10 * COUNT, "{edges} edges");
}

#[test]
fn temporaries_are_used_again() {
    let text = format!("int g(int); int f(int a) {{ {} return a; }}", "a = g(a * 2) + g(a + 1);".repeat(500));
    let program = fully(&text);
    let locals = program.bodies().map(|(_, _, body)| body.locals.len()).max().unwrap_or(0);
    assert!(locals < 12, "{locals} locals");
}
