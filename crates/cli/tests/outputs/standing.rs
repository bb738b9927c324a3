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
    assert!(code == Some(0) && !silent.contains("error["), "{silent}");
    // The verdict stays what it is.
    assert!(silent.contains("Violated") && silent.contains("1 finding is ignored by a comment"), "{silent}");
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
    assert_eq!(known.code, Some(0), "{}", known.stdout_text());
    assert!(known.stdout_text().contains("known from the baseline"));
    let marked = run(&["check", "--format", "sarif", "--baseline", &text(&log), &text(&path)]).stdout_text();
    assert!(marked.contains("\"baselineState\": \"unchanged\""), "{marked}");
    // Another error.
    std::fs::write(&path, BUG.replace('@', "").replace("return *p", "return p[0] + 1")).unwrap();
    let new = run(&["check", "--quiet", "--baseline", &text(&log), &text(&path)]);
    assert_eq!(new.code, Some(1), "{}", new.stdout_text());
    assert_eq!(run(&["check", "--baseline", &text(&path), &text(&path)]).code, Some(2));
}
