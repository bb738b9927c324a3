use crate::{directory, run, text};

const BUG: &str =
    "#include <stdlib.h>\nint main(void) {\n  int *p = malloc(4);\n  free(p);\n  return *p;@\n}\n";

#[test]
fn comments_silence_findings_of_their_kind() {
    let out = directory("suppress");
    let check = |comment: &str| {
        let path = out.join("x.c");
        std::fs::write(&path, BUG.replace('@', comment)).unwrap();
        let done = run(&["check", "--quiet", &text(&path)]);
        (done.code, done.stdout_text())
    };
    let (code, plain) = check("");
    assert!(code == Some(1) && plain.contains("error[use-after-free]"), "{plain}");
    let (code, silent) = check(" // fafnir: ignore[use-after-free] tests only");
    // The verdict stays what it is. What a program does after undefined behaviour is not known, and said not to be.
    assert!(code == Some(3) && !silent.contains("error["), "{silent}");
    assert!(silent.contains("Violated") && silent.contains("1 finding is ignored by a comment"), "{silent}");
    assert!(silent.contains("what lies behind is not known"), "{silent}");
    let (code, other) = check(" // fafnir: ignore[memory-leak] wrong kind");
    assert!(code == Some(1) && other.contains("error[use-after-free]"), "{other}");
}

#[test]
fn a_baseline_hides_what_is_known() {
    let out = directory("baseline");
    let path = out.join("x.c");
    std::fs::write(&path, BUG.replace('@', "")).unwrap();
    let old = run(&["check", "--format", "sarif", &text(&path)]);
    let log = out.join("old.sarif");
    std::fs::write(&log, &old.stdout).unwrap();
    // The same error, elsewhere in the file.
    std::fs::write(&path, BUG.replace('@', "").replace("int main", "int unused;\nint main")).unwrap();
    let known = run(&["check", "--quiet", "--baseline", &text(&log), &text(&path)]);
    assert_eq!(known.code, Some(3), "{}", known.stdout_text());
    assert!(!known.stdout_text().contains("error["));
    assert!(known.stdout_text().contains("known from the baseline"));
    let marked = run(&["check", "--format", "sarif", "--baseline", &text(&log), &text(&path)]).stdout_text();
    assert!(marked.contains("\"baselineState\": \"unchanged\""), "{marked}");
    // Another error.
    std::fs::write(&path, BUG.replace('@', "").replace("return *p", "return p[0] + 1")).unwrap();
    let new = run(&["check", "--quiet", "--baseline", &text(&log), &text(&path)]);
    assert_eq!(new.code, Some(1), "{}", new.stdout_text());
    assert_eq!(run(&["check", "--baseline", &text(&path), &text(&path)]).code, Some(2));
}

/// What is behind a finding that is not reported is found, or said not to be known.
#[test]
fn the_search_goes_on_behind_what_is_not_reported() {
    let out = directory("behind");
    let path = out.join("x.c");
    let check = |body: &str| {
        let head = "#include <assert.h>\n#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\n";
        std::fs::write(&path, format!("{head}int main(void) {{\n{body}\n}}\n")).unwrap();
        let done = run(&["check", "--quiet", &text(&path)]);
        (done.code, done.stdout_text())
    };
    // Nothing else goes wrong.
    let leak = "  int *p = malloc(4); // fafnir: ignore[memory-leak] it is small\n";
    let (code, said) = check(&format!("{leak}  return 0;"));
    assert!(
        code == Some(0) && said.contains("Violated") && said.contains("everything else is proved"),
        "{said}"
    );
    // Behind the leak: another one, and a double free.
    let (code, said) = check(&format!("{leak}  int *q = malloc(5);\n  return 0;"));
    assert!(code == Some(1) && said.contains("block of 5 bytes"), "{said}");
    let (code, said) = check(&format!("{leak}  int *q = malloc(5);\n  free(q);\n  free(q);\n  return 0;"));
    assert!(code == Some(1) && said.contains("error[double-free]"), "{said}");
    // On a path beside undefined behaviour.
    let undefined = "  int *p = malloc(4);\n  free(p);\n  if (__VERIFIER_nondet_int())\n    return *p; // fafnir: ignore[all]\n";
    let (code, said) = check(&format!("{undefined}  free(p);\n  return 0;"));
    assert!(code == Some(1) && said.contains("error[double-free]"), "{said}");
    let (code, said) = check(&format!("{undefined}  return 0;"));
    assert!(code == Some(3) && said.contains("what lies behind is not known"), "{said}");
    // A failed assertion ends the run, and all runs that go on are looked at.
    let assertion = "  int n = __VERIFIER_nondet_int();\n  assert(n); // fafnir: ignore[assertion-failed]\n";
    let (code, said) = check(&format!("{assertion}  return 0;"));
    assert!(code == Some(0) && said.contains("everything else is proved"), "{said}");
    let (code, said) = check(&format!("{assertion}  if (n == 7)\n    free(&n);\n  return 0;"));
    assert!(code == Some(1) && said.contains("error[non-heap-free]"), "{said}");
    // A baseline hides no more than a comment.
    std::fs::write(
        &path,
        "#include <stdlib.h>\nint main(void) {\n  int *p = malloc(4);\n  p = 0;\n  return 0;\n}\n",
    )
    .unwrap();
    let log = out.join("old.sarif");
    std::fs::write(&log, run(&["check", "--format", "sarif", &text(&path)]).stdout).unwrap();
    let known = run(&["check", "--quiet", "--baseline", &text(&log), &text(&path)]);
    assert_eq!(known.code, Some(0), "{}", known.stdout_text());
    std::fs::write(
        &path,
        "#include <stdlib.h>\nint main(void) {\n  int *p = malloc(4);\n  int *n = 0;\n  *n = 1;\n  return 0;\n}\n",
    )
    .unwrap();
    let new = run(&["check", "--quiet", "--baseline", &text(&log), &text(&path)]);
    assert!(new.code == Some(1) && new.stdout_text().contains("error[null-deref]"), "{}", new.stdout_text());
}
