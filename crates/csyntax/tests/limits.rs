//! Long chains are read, deep nesting is refused with a message, and neither needs more than a thread's usual two
//! megabytes of stack, in the parser or in a pass that walks the tree as the crate's documentation says.

use fafnir_csyntax::{MAX_TREE_DEPTH, ParseOptions, ParseResult, dump, parse};

/// Parses and prints on a thread with the stack that Rust gives to threads by default.
fn on_small_stack(text: String) -> (Vec<String>, usize) {
    let work = move || {
        let ParseResult { ast, errors } = parse(text.as_bytes(), 0, &ParseOptions::default());
        let printed = dump(&ast).len();
        (errors.into_iter().map(|e| e.message).collect(), printed)
    };
    std::thread::Builder::new().stack_size(2 << 20).spawn(work).unwrap().join().unwrap()
}

fn accepted(text: String) {
    let (errors, printed) = on_small_stack(text);
    assert_eq!(errors, Vec::<String>::new());
    assert!(printed > 1000);
}

fn in_function(body: &str) -> String {
    format!("int f(int a, int b) {{ {body} }}")
}

#[test]
fn conditions_of_unrolled_loops_are_read() {
    let deep = 500;
    accepted(in_function(&format!("{}a = b;{}", "if (a < b) { a = a + 1; ".repeat(deep), "}".repeat(deep))));
    accepted(in_function(&format!("{}a = b;", "if (a < b) while (b > 1) ".repeat(deep))));
    accepted(in_function(&format!("{}a = b;{}", "{ a = 1; ".repeat(deep), "}".repeat(deep))));
}

#[test]
fn long_chains_are_read() {
    accepted(in_function(&format!("a = a{};", " + b".repeat(10_000))));
    accepted(in_function(&format!("a = a{};", " * b + a".repeat(5_000))));
    accepted(in_function(&format!("a = a{};", " && b || a == b".repeat(5_000))));
    accepted(in_function(&format!("a{};", ", b".repeat(10_000))));
    accepted(in_function(&format!(
        "if (a) b = 1; {} else b = 2;",
        "else if (a == b) { b = 3; }".repeat(5_000)
    )));
    let cases: String = (0..10_000).map(|i| format!("case {i}: ")).collect();
    accepted(in_function(&format!("switch (a) {{ {cases} a = b; }}")));
    accepted(in_function(&(0..10_000).map(|i| format!("l{i}: ")).collect::<String>()));
    accepted(in_function(&"a = b;".repeat(20_000)));
    accepted(format!("int t[] = {{ {} }};", "1, ".repeat(50_000)));
    accepted(format!("char *t = {};", "\"x\" ".repeat(50_000)));
    accepted(format!("int {} x;", (0..10_000).map(|i| format!("v{i}, ")).collect::<String>()));
    accepted(format!("enum {{ {} }};", (0..10_000).map(|i| format!("e{i}, ")).collect::<String>()));
    accepted(format!("void f({} int last);", "int, ".repeat(10_000)));
    accepted(format!("int x {};", "__attribute__((unused)) ".repeat(5_000)));
}

#[test]
fn usual_nesting_is_read() {
    let nest = |open: &str, middle: &str, close: &str, n| open.repeat(n) + middle + &close.repeat(n);
    accepted(in_function(&format!("a = {};{}", nest("(", "a", ")", 240), "a = b;".repeat(200))));
    accepted(in_function(&format!("{}{}", nest("{", ";", "}", 120), "a = b;".repeat(200))));
    accepted(in_function(&format!("{}{}", nest("if (a) {", ";", "}", 100), "a = b;".repeat(200))));
    accepted(in_function(&format!("a = {};{}", nest("f(1 + ", "a", ", b)", 180), "a = b;".repeat(200))));
    accepted(in_function(&format!("a = {}b;{}", "a == b ? a : ".repeat(400), "a = b;".repeat(200))));
    accepted(in_function(&format!("a = {}b;{}", "a = ".repeat(800), "a = b;".repeat(200))));
    accepted(in_function(&format!("a = {}b;{}", "- ".repeat(800), "a = b;".repeat(200))));
    accepted(in_function(&format!("a = b{};{}", "->x".repeat(400), "a = b;".repeat(200))));
}

#[test]
fn deep_nesting_is_one_error() {
    let deep = 20_000;
    let openings = [
        "(",
        "{",
        "[",
        "f(",
        "a[",
        "({",
        "{(",
        "!",
        "- ",
        "*",
        "&",
        "~",
        "++",
        "a = ",
        "a ? ",
        "a ? b : ",
        "(int)",
        "sizeof ",
        "sizeof(",
        "if (a) ",
        "while (a) ",
        "for (;;) ",
        "do ",
        "switch (a) ",
        "else ",
        "if (a) { } else { ",
        "x: {",
        "int x = ",
        "struct { ",
        "union { struct s { ",
        "int (",
        "int (*",
        "int f(int (*",
        "typeof(",
        "_Generic(a, int: ",
        "__extension__ ",
        "__real__ ",
        "(struct s){ ",
        "(int[]){ { ",
        "= { .a = { ",
        "enum { A = (",
        "_Alignas(",
        "__attribute__((x(",
        "__builtin_choose_expr(1, ",
        "_Static_assert((",
        "asm(\"\" : \"r\"(",
        "int f(void) { ",
        "int f(int a[(",
        "case 1: { ",
        "a + b * (",
        "a || b && c | d ^ e & f == g < h << i + j * (",
        "_Atomic(",
        "(_Atomic(",
        "return (",
        "__builtin_offsetof(struct s, a[",
        "__builtin_va_arg(a, typeof(",
        "goto *(",
        "__label__ x; {",
        "&&",
    ];
    for opening in openings {
        for around in ["", "int f(int a) { ", "int f(int a) { a = ", "int x = ", "int x[] = { "] {
            let text = format!("{around}{}", opening.repeat(deep));
            let (errors, _) = on_small_stack(text);
            assert!(!errors.is_empty(), "{around}{opening}");
            // Each stray `else` is an error of its own until the nesting ends it.
            assert!(errors.len() <= 1_100, "{around}{opening}: {} errors", errors.len());
        }
    }
    for (text, message) in [
        (
            in_function(&format!("a = {}1{};", "(".repeat(5000), ")".repeat(5000))),
            "this is nested too deeply",
        ),
        (in_function(&format!("a = b{};", "->x".repeat(5000))), "this has too many postfix operators"),
        (in_function(&format!("a = {}b;", "a ? 1 : ".repeat(5000))), "this is nested too deeply"),
        (in_function(&format!("{}{}", "{".repeat(5000), "}".repeat(5000))), "this is nested too deeply"),
        (format!("int {}x;", "*".repeat(5000)), "the declarator has too many parts"),
    ] {
        assert_eq!(on_small_stack(text).0, [message]);
    }
}

/// Postfix operators pile up on top of what is in parentheses; together they stay within the documented bound.
#[test]
fn nesting_and_postfix_operators_add_up() {
    let mut text = String::from("a");
    for _ in 0..200 {
        text = format!("(1 + {text}{})", "[0]".repeat(100));
    }
    let (errors, _) = on_small_stack(in_function(&format!("a = {text};")));
    assert_eq!(errors, ["this has too many postfix operators"]);
}

/// The printed tree has at least one bracket per node, so that its nesting bounds the tree's. The printer itself recurses
/// and walks the long chains with loops; here there are none.
#[test]
fn the_deepest_tree_is_within_the_documented_bound() {
    let nested = [
        ("(", ")"),
        ("f(1 + ", ")"),
        ("- ", ""),
        ("(int)", ""),
        ("sizeof -", ""),
        ("a ? b : ", ""),
        ("a ? ", " : b"),
        ("a = ", ""),
        ("({ ", "; })"),
        ("({ if (a) { while (b) ", "; } })"),
        ("sizeof(int[", "])"),
        ("(typeof(", "))1"),
        ("a[1 + ", "]"),
        ("((struct s){ .m = { ", " } }).m"),
        ("_Generic(a, int: ", ")"),
        ("1 + 2 * -(3 << ", ")"),
        ("a || b && c | d ^ e & f == g < h << i + j * -(", ")"),
        ("({ int x[] = { [1] = ", " }; })"),
        ("(struct { int a : ", "; }){ 1 }.a"),
        ("({ int g(int x[", "]); 1; })"),
        ("(", ")[0].m"),
        ("f(", ")->m(1)[2]"),
    ];
    for (open, close) in nested {
        let text = |n: usize| in_function(&format!("a = {}1{};", open.repeat(n), close.repeat(n)));
        let accepted = |n: usize| parse(text(n).as_bytes(), 0, &ParseOptions::default()).errors.is_empty();
        let (mut most, mut too_many) = (1, 5000);
        assert!(accepted(most) && !accepted(too_many), "{open}");
        while too_many - most > 1 {
            let middle = (most + too_many) / 2;
            if accepted(middle) { most = middle } else { too_many = middle }
        }
        let printed = dump(&parse(text(most).as_bytes(), 0, &ParseOptions::default()).ast);
        let mut depth = 0usize;
        let mut deepest = 0;
        for byte in printed.bytes() {
            match byte {
                b'(' => depth += 1,
                b')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            deepest = deepest.max(depth);
        }
        assert!(deepest <= MAX_TREE_DEPTH, "{open}: {most} of them make a tree {deepest} deep");
        assert!(most >= 50, "{open}: only {most} are accepted");
    }
}
