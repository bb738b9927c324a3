//! Deep and long programs: as deep as the parser lets through, in a test thread's two megabytes of stack, and long
//! chains in linear time.

mod common;

use csema::types::DataModel;
use fafnir_csema as csema;
use std::fmt::Write as _;

/// The deepest variant that parses, analysed. `shape` writes a program of the given depth.
fn deepest(name: &str, shape: impl Fn(usize) -> String) {
    let (mut low, mut high) = (1, 5000);
    while low + 1 < high {
        let middle = (low + high) / 2;
        let text = shape(middle);
        let parsed = csyntax::parse(text.as_bytes(), 0, &csyntax::ParseOptions::default());
        if parsed.errors.is_empty() { low = middle } else { high = middle }
    }
    assert!(low > 20, "{name} does not even parse at depth 20");
    for model in [DataModel::Lp64, DataModel::Ilp32] {
        let analysis = common::analyze(name, &shape(low), model);
        let errors = analysis.messages(false);
        assert!(errors.is_empty(), "{name} of depth {low}: {:?}", errors[0]);
        assert!(csema::verify(&analysis.result.unit).is_empty());
    }
}

#[test]
fn nesting_of_every_kind() {
    let nest = |open: &str, middle: &str, close: &str, n: usize| {
        format!("{}{middle}{}", open.repeat(n), close.repeat(n))
    };
    let function = |body: String| {
        format!("int g(int, ...); int x, *p; struct s {{ struct s *s; int a; }} s; int f(int n) {{ {body} }}")
    };
    deepest("parentheses", |n| function(format!("return {};", nest("(", "x", ")", n))));
    deepest("unary operators", |n| function(format!("return {};", nest("-~!", "x", "", n))));
    deepest("right operands", |n| function(format!("return {};", nest("x + (", "x", ")", n))));
    deepest("calls", |n| function(format!("return {};", nest("g(", "x", ")", n))));
    deepest("subscripts", |n| function(format!("return {};", nest("p[", "x", "]", n))));
    deepest("conditionals", |n| function(format!("return {};", nest("x ? x : ", "x", "", n))));
    deepest("assignments", |n| function(format!("return {};", nest("x = ", "x", "", n))));
    deepest("casts", |n| function(format!("return {};", nest("(int)(long)", "x", "", n))));
    deepest("statement expressions", |n| {
        function(format!("return {};", nest("({ ", "x;", " });", n).trim_end_matches(';')))
    });
    deepest("sizeof", |n| function(format!("return {};", nest("sizeof(", "x", ")", n))));
    deepest("typeof", |n| function(format!("{} y = x; return y;", nest("typeof(", "x", ")", n))));
    deepest("members", |n| function(format!("return s{}.a;", ".s[0]".repeat(n))));
    deepest("blocks", |n| function(nest("{", "x = 1;", "}", n)));
    deepest("loops", |n| function(nest("while (x) for (;;) if (x) ", "break;", "", n)));
    deepest("switches", |n| function(nest("switch (x) case 1: ", "break;", "", n)));
    deepest("compound literals", |n| function(format!("return {};", nest("(int){", "x", "}", n))));
    deepest("scalar braces", |n| format!("int x = {};", nest("{", "1", "}", n)));
    deepest("records", |n| format!("{};", nest("struct { int a; ", "", "} b", n).trim_end_matches(" b")));
    deepest("generic", |n| function(format!("return {};", nest("_Generic(1, int: ", "x", ")", n))));
    deepest("static conditionals", |n| format!("int x = {};", nest("1 ? 2 : ", "3", "", n)));
    deepest("static right operands", |n| format!("int x = {};", nest("1 - (", "3", ")", n)));
    deepest("parameters", |n| format!("void f{};", nest("(int (*)", "(void)", ")", n)));
    deepest("declarators", |n| format!("int {}x{};", "(*".repeat(n), ")(void)".repeat(n)));
}

#[test]
fn towers_of_types_are_refused_or_taken() {
    let towers: &[(&str, &str)] = &[
        ("typedef int *t0;", "typedef t# *t@;"),
        ("typedef int t0[1];", "typedef t# t@[1];"),
        ("typedef int t0(void);", "typedef t# *t@(t# *);"),
        ("typedef struct { int a; } t0;", "typedef struct { t# a; } t@;"),
        ("typedef struct { int a; } t0;", "typedef struct { t# *a; } t@;"),
        ("typedef union { int a; } t0;", "typedef union { int b; t# a[1]; } t@;"),
    ];
    for (first, next) in towers {
        let mut text = first.to_string();
        let n = 3000;
        for i in 1..n {
            text.push_str(&next.replace('#', &(i - 1).to_string()).replace('@', &i.to_string()));
        }
        writeln!(
            text,
            "extern t{} a, b; t{} *p = &a; void g(void) {{ t{} *q = p; q = &b; p == q; }}",
            n - 1,
            n - 1,
            n - 1
        )
        .unwrap();
        let analysis = common::analyze("tower", &text, DataModel::Lp64);
        for (_, _, message) in analysis.messages(false) {
            assert!(message.contains("too deep") || message.contains("is not a type"), "{first}: {message}");
        }
    }
}

#[test]
fn deep_aggregates_without_inner_braces() {
    for next in ["typedef struct { t# a; int b; } t@;", "typedef t# t@[1];", "typedef union { t# a; } t@;"] {
        let mut text = String::from("typedef struct { int a; int b; } t0;");
        for i in 1..550 {
            text.push_str(&next.replace('#', &(i - 1).to_string()).replace('@', &i.to_string()));
        }
        text.push_str("t549 global = { 1, 2 }; int f(void) { t549 local = { 3, 4 }; return sizeof local; }");
        let analysis = common::analyze("aggregates", &text, DataModel::Lp64);
        let errors = analysis.messages(false);
        assert!(errors.is_empty(), "{next}: {:?}", errors[0]);
    }
}

#[test]
fn long_chains() {
    let chain = |operator: &str, n: usize| {
        let mut text = String::from("x");
        for _ in 0..n {
            text.push_str(operator);
            text.push('x');
        }
        text
    };
    let n = 100_000;
    let mut text = String::from("int x, *p;\n");
    for (i, operator) in ["+", "-", "*", "&&", "||", "|", "<", "==", ","].iter().enumerate() {
        writeln!(text, "int f{i}(void) {{ return {}; }}", chain(operator, n)).unwrap();
        let constant = chain(operator, n).replace('x', "1");
        if *operator != "," {
            writeln!(text, "int c{i} = {constant};").unwrap();
        }
    }
    text.push_str("int e(int v) { if (v == 0) return 0;");
    for i in 0..20_000 {
        write!(text, " else if (v == {i}) return {i};").unwrap();
    }
    text.push_str(" return 1; }\nint s(int v) { switch (v) {");
    for i in 0..20_000 {
        write!(text, " case {i}:").unwrap();
    }
    text.push_str(" return 1; } l0: ");
    for i in 1..5000 {
        write!(text, "l{i}: ").unwrap();
    }
    text.push_str("return 0; }\n");
    let start = std::time::Instant::now();
    let analysis = common::analyze("chains", &text, DataModel::Lp64);
    let errors = analysis.messages(false);
    assert!(errors.is_empty(), "{:?}", errors[0]);
    assert!(csema::verify(&analysis.result.unit).is_empty());
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}

#[test]
fn misspelt_names_do_not_take_forever() {
    let mut text = String::new();
    for i in 0..3000 {
        writeln!(text, "int global_variable_{i};").unwrap();
    }
    for i in 0..3000 {
        writeln!(text, "int f{i}(void) {{ return globol_variable_{i}; }}").unwrap();
    }
    let start = std::time::Instant::now();
    let analysis = common::analyze("misspelt", &text, DataModel::Lp64);
    assert_eq!(analysis.messages(false).len(), 3000);
    assert!(start.elapsed().as_secs() < 10, "{:?}", start.elapsed());
}

#[test]
fn huge_objects_cost_nothing() {
    let text = "char a[1000000000000]; int b[1000000] = { [999999] = 1 }; struct { char c[1 << 30]; int d; } s = { .d = 1 };\n\
                char zeros[1 << 29] = { [0 ... (1 << 29) - 1] = 0 };\n\
                void f(void) { char l[1 << 30] = { 1 }; struct { int x[100000]; } t = { 0 }; }";
    let analysis = common::analyze("huge", text, DataModel::Lp64);
    let errors = analysis.messages(false);
    // The value behind a gigabyte of zeros would need a gigabyte.
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(errors[0].2.contains("too large"));
}

/// The verifier is what other tests rely on: it must see a broken tree.
#[test]
fn the_verifier_sees_damage() {
    use csema::typed::ExprKind;
    let text = "int f(int *p, long n) { int a = p[n] + 1; a += n; return a ? (int)n : *p; }";
    let count = common::analyze("sound", text, DataModel::Lp64)
        .result
        .unit
        .functions
        .iter()
        .next()
        .unwrap()
        .body
        .as_ref()
        .unwrap()
        .exprs
        .len();
    let mut noticed = 0;
    for index in 0..count {
        let mut unit = common::analyze("damaged", text, DataModel::Lp64).result.unit;
        assert!(csema::verify(&unit).is_empty());
        let function = unit.functions.iter_mut().next().unwrap();
        let expr = function.body.as_mut().unwrap().exprs.iter_mut().nth(index).unwrap();
        if let ExprKind::Load(operand) | ExprKind::Cast(operand) = expr.kind {
            // A load becomes the bare lvalue, a cast disappears.
            expr.kind = ExprKind::AddressOf(operand);
            noticed += usize::from(!csema::verify(&unit).is_empty());
        }
    }
    assert!(noticed >= 6, "only {noticed} of the damages were seen");
}
