use crate::{directory, root, run, text};

const LISTS: &str = "examples/list_of_any_length.c";

fn line_of(needle: &str) -> String {
    let source = std::fs::read_to_string(root().join(LISTS)).unwrap();
    (source.lines().position(|l| l.contains(needle)).unwrap() + 1).to_string()
}

#[test]
fn a_loop_shows_its_invariant() {
    let shown = run(&["show", LISTS, "--at", &line_of("while (list)")]);
    assert_eq!(shown.code, Some(0), "{}", shown.stderr_text());
    let words = shown.stdout_text();
    assert!(words.contains("struct node (") && words.contains("linked by next/prev"), "{words}");
    assert!(words.contains("(0+ nodes"), "{words}");
}

#[test]
fn other_lines_show_the_memory_before_them() {
    let words = run(&["show", LISTS, "--at", &line_of("free(list);")]).stdout_text();
    assert!(words.contains("next = ") && words.contains("list = →"), "{words}");
    assert_eq!(run(&["show", LISTS, "--at", "1"]).code, Some(2));
    assert_eq!(run(&["show", LISTS, "--at", "here"]).code, Some(2));
}

/// A jump out of a statement that spans the line stands before the line in no run.
#[test]
fn a_line_with_a_condition_shows_what_holds_before_it() {
    let program = directory("show-condition").join("count.c");
    let source = "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int count = 7;\n  while (__VERIFIER_nondet_int()) {\n    if (count < 9) count++;\n  }\n  return 0;\n}\n";
    std::fs::write(&program, source).unwrap();
    let words = run(&["show", &text(&program), "--at", "5"]).stdout_text();
    assert!(words.contains("count = 7") || words.contains("count = 7..9"), "{words}");
}

#[test]
fn pictures_are_svg_or_dot_by_name() {
    let out = directory("show");
    for (name, start) in [("x.svg", "<svg"), ("x.dot", "digraph")] {
        let path = out.join(name);
        let done = run(&["show", LISTS, "--at", &line_of("while (list)"), "-o", &text(&path)]);
        assert_eq!(done.code, Some(0));
        let content = std::fs::read_to_string(path).unwrap();
        assert!(content.starts_with(start), "{content}");
    }
}

#[test]
fn plots_are_drawn_where_the_program_asks() {
    let out = directory("plots");
    let program = out.join("plot.c");
    let source = "#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\nextern void __VERIFIER_plot(const char *, ...);\n\
         extern void ___sl_plot(const char *, ...);\nstruct n { struct n *next; };\n\
         int main(void) {\n  struct n *l = 0;\n  while (__VERIFIER_nondet_int()) { struct n *x = malloc(sizeof *x); x->next = l; l = x; }\n\
         __VERIFIER_plot(\"built\");\n  while (l) { struct n *x = l->next; free(l); l = x; }\n  ___sl_plot(\"../done\");\n  return 0;\n}\n";
    std::fs::write(&program, source).unwrap();
    let done = run(&["check", "--plots", &text(&out.join("p")), &text(&program)]);
    assert_eq!(done.code, Some(0), "{}", done.stdout_text());
    let mut names: Vec<String> = std::fs::read_dir(out.join("p"))
        .unwrap()
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    // A name cannot leave the directory.
    assert_eq!(names, ["built.dot", "built.svg", "plot.dot", "plot.svg"]);
    let svg = std::fs::read_to_string(out.join("p/built.svg")).unwrap();
    assert!(svg.contains("linked by next"), "{svg}");
}

/// The pictures of the documentation, and the commands that make them.
#[test]
fn pictures_in_the_documentation_are_current() {
    let pictures = [
        (
            "docs/img/list-invariant.svg",
            vec!["show", "examples/list_of_lists.c", "--at", "44", "--shape", "4", "--svg"],
        ),
        ("docs/img/book.svg", vec!["show", "examples/book.c", "--at", "74", "--shape", "3", "--svg"]),
    ];
    for (path, command) in pictures {
        let drawn = run(&command);
        assert!(!drawn.stdout.is_empty(), "{path}: {}", drawn.stderr_text());
        testkit::golden::compare(&root().join(path), &drawn.stdout_text()).unwrap();
    }
}

/// A line that no engine came to, because it cannot follow what comes before, may well be reached.
#[test]
fn a_line_behind_an_unsupported_call_is_not_analysed() {
    let program = directory("show-unsupported").join("jump.c");
    let code = "#include <ucontext.h>\nucontext_t place;\nint main(void) {\n  int x = 1;\n  if (getcontext(&place))\n    x = 2;\n  return x;\n}\n";
    std::fs::write(&program, code).unwrap();
    let shown = run(&["show", &text(&program), "--at", "7"]);
    let words = shown.stdout_text();
    assert_eq!(shown.code, Some(3), "{words}");
    assert!(words.contains("not analysed") && words.contains("getcontext"), "{words}");
    assert!(!words.contains("never reached"), "{words}");
    // What is really behind the end of the program is never reached.
    std::fs::write(&program, code.replace("getcontext(&place)", "x == 3")).unwrap();
    let shown = run(&["show", &text(&program), "--at", "6"]);
    assert!(
        shown.code == Some(0) && shown.stdout_text().contains("never reached"),
        "{}",
        shown.stdout_text()
    );
}

#[test]
fn the_memory_is_described_by_an_engine_that_can() {
    let at = line_of("while (list)");
    let same = |engine: &str| run(&["show", LISTS, "--at", &at, "--engine", engine]);
    assert_eq!(same("smg,hunt").stdout_text(), same("auto").stdout_text());
    let machine = same("interp");
    assert_eq!(machine.code, Some(3));
    assert!(machine.stderr_text().contains("none of these engines can describe the memory"));
    assert_eq!(same("gms").code, Some(2));
}
