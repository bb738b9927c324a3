use crate::{directory, root, run, text};
use std::path::Path;
use std::process::Command;
use testkit::process;

const MEMSAFETY: &str = "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\nCHECK( init(main()), LTL(G valid-memtrack) )\n\n";

struct Case {
    name: &'static str,
    prp: &'static str,
    verdict: &'static str,
    source: &'static str,
}

const HEAD: &str =
    "#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n";

fn cases() -> Vec<Case> {
    let unreach = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n";
    let cleanup = "CHECK( init(main()), LTL(G valid-memcleanup) )\n";
    vec![
        Case {
            name: "safe",
            prp: MEMSAFETY,
            verdict: "true",
            source: "int main(void) { int *p = malloc(4); *p = 1; free(p); return 0; }",
        },
        Case {
            name: "deref",
            prp: MEMSAFETY,
            verdict: "false(valid-deref)",
            source: "int main(void) { int *p = malloc(4); free(p); return *p; }",
        },
        Case {
            name: "free",
            prp: MEMSAFETY,
            verdict: "false(valid-free)",
            source: "int main(void) { int *p = malloc(4); free(p); free(p); return 0; }",
        },
        Case {
            name: "memtrack",
            prp: MEMSAFETY,
            verdict: "false(valid-memtrack)",
            source: "int main(void) { int *p = malloc(4); p = 0; return 0; }",
        },
        Case {
            name: "cleanup",
            prp: cleanup,
            verdict: "false(valid-memcleanup)",
            source: "int *kept; int main(void) { kept = malloc(4); return 0; }",
        },
        Case {
            name: "cleanup-exit",
            prp: cleanup,
            verdict: "false(valid-memcleanup)",
            source: "static void stop(int n) {\n  if (n > 2)\n    exit(1);\n}\nint main(void) {\n  int *p = malloc(4);\n  stop(1);\n  stop(3);\n  free(p);\n  return 0;\n}",
        },
        Case {
            name: "lost",
            prp: MEMSAFETY,
            verdict: "false(valid-memtrack)",
            source: "static void *get(void) {\n  return __VERIFIER_nondet_int() ? malloc(4) : 0;\n}\nint main(void) {\n  int *p = get();\n  if (p)\n    p = 0;\n  return 0;\n}",
        },
        Case {
            name: "brace",
            prp: MEMSAFETY,
            verdict: "false(valid-memtrack)",
            source: "static void lose(void) {\n  int *p = malloc(4);\n  {\n    *p = 3;\n  }\n}\nint main(void) {\n  lose();\n  return 0;\n}",
        },
        Case {
            name: "least",
            prp: MEMSAFETY,
            verdict: "false(valid-deref)",
            source: "extern long long __VERIFIER_nondet_longlong(void);\nint main(void) {\n  int *p = 0;\n  int x = __VERIFIER_nondet_int();\n  long long y = __VERIFIER_nondet_longlong();\n  if (x == -2147483647 - 1 && y == 5000000000)\n    return *p;\n  return 0;\n}",
        },
        Case {
            name: "constant",
            prp: MEMSAFETY,
            verdict: "false(valid-deref)",
            source: "int main(void) {\n  int *p = malloc(4), n = 2;\n  while (n && 1) n--;\n  if (n == 0) free(p);\n  return *p;\n}",
        },
        Case {
            name: "long",
            prp: MEMSAFETY,
            verdict: "false(valid-deref)",
            source: "int main(void) {\n  int *p = malloc(4), i = 0;\n  while (i < 3000) i++;\n  if (i == 3000) free(p);\n  return *p;\n}",
        },
        Case {
            name: "reach",
            prp: unreach,
            verdict: "false(unreach-call)",
            source: "int main(void) { if (1 + 1 == 2) reach_error(); return 0; }",
        },
        Case {
            name: "list",
            prp: MEMSAFETY,
            verdict: "true",
            source: "struct n { struct n *next; };\nint main(void) {\n  struct n *l = 0;\n  int count = 0;\n  while (__VERIFIER_nondet_int()) { struct n *x = malloc(sizeof *x); x->next = l; l = x; if (count < 10) count++; }\n  while (l) { struct n *x = l->next; free(l); l = x; }\n  return 0;\n}",
        },
        Case {
            name: "input",
            prp: MEMSAFETY,
            verdict: "false(valid-deref)",
            source: "int main(void) {\n  int *p = 0;\n  int x = __VERIFIER_nondet_int();\n  if (x == 42)\n    return *p;\n  return 0;\n}",
        },
        Case {
            name: "we\"ird ü",
            prp: MEMSAFETY,
            verdict: "false(valid-deref)",
            source: "#define CHECK(x) if (!(x)) return 1\r\nextern int other(int);\r\n/* ünïcode */ static int f(int a) { /* äöü */ if (a > 3 /* ? */) return a; return a ? 1 : 2; }\n\
                int main(void) {\n\tint n = __VERIFIER_nondet_int(), m = other(f(n));\n\tCHECK(n > 2); CHECK(m < n);\n\
                \tint *p = malloc(sizeof(int) * (n > 10 ? 10 : n));\n\tfor (;;) { if (n-- < 0) break; while\n   (m == 5) { m = 0; } }\n\
                \tp[12] = f(f(2));\n\tfree(p); return 0;\n}",
        },
        Case {
            name: "branches",
            prp: MEMSAFETY,
            verdict: "false(valid-deref)",
            source: include_str!("../../../../tests/c/witness/branches-of-every-kind.c"),
        },
    ]
}

#[test]
fn verdicts_are_the_competitions() {
    let out = directory("svcomp");
    for case in cases() {
        let (file, prp) = (out.join(format!("{}.c", case.name)), out.join(format!("{}.prp", case.name)));
        std::fs::write(&file, format!("{HEAD}{}\n", case.source)).unwrap();
        std::fs::write(&prp, case.prp).unwrap();
        for kind in ["yml", "graphml"] {
            let witness = out.join(format!("{}.witness.{kind}", case.name));
            let done = run(&[
                "svcomp",
                "--prp",
                &text(&prp),
                "--data-model",
                "lp64",
                "--witness",
                &text(&witness),
                &text(&file),
            ]);
            assert_eq!(
                done.stdout_text(),
                format!("{}\n", case.verdict),
                "{}: {}",
                case.name,
                done.stderr_text()
            );
            let written = std::fs::read_to_string(&witness).unwrap();
            match kind {
                "yml" => check_yaml(&written, case.verdict, case.name),
                _ => assert!(written.starts_with("<?xml") && written.ends_with("</graphml>\n"), "{written}"),
            }
        }
    }
    let yaml = std::fs::read_to_string(out.join("input.witness.yml")).unwrap();
    assert!(yaml.contains("\\\\result == 42"), "{yaml}");
    let branches = std::fs::read_to_string(out.join("branches.witness.yml")).unwrap();
    assert!(branches.matches("type: \"branching\"").count() >= 8, "{branches}");
    // Validators refuse them.
    assert!(!branches.contains("function_enter"), "{branches}");
    for (name, at) in [
        ("cleanup", "line: 4\n          column: 47\n"),
        ("cleanup-exit", "line: 6\n          column: 5\n"),
        ("brace", "line: 7\n          column: 5\n"),
    ] {
        let yaml = std::fs::read_to_string(out.join(format!("{name}.witness.yml"))).unwrap();
        let target = yaml.split("type: \"target\"").nth(1).unwrap();
        assert!(target.contains(at), "{name}: {at}{target}");
    }
    // Where it is lost, or where the program ends; not where it was made.
    let lost = std::fs::read_to_string(out.join("lost.witness.yml")).unwrap();
    let target = lost.split("type: \"target\"").nth(1).unwrap();
    assert!(target.contains("line: 10\n") || target.contains("line: 11\n"), "{target}");
    // Where steps are left out, what the loop does at last must not be told as what it does next.
    let long = std::fs::read_to_string(out.join("long.witness.yml")).unwrap();
    assert!(long.contains("value: \"true\"") && !long.contains("value: \"false\""), "{long}");
    let least = std::fs::read_to_string(out.join("least.witness.yml")).unwrap();
    assert!(least.contains("== -2147483648\"") && least.contains("== 5000000000\""), "{least}");
    // Nor what a condition does at last, if a constant decided it before.
    let constant = std::fs::read_to_string(out.join("constant.witness.yml")).unwrap();
    assert_eq!(constant.matches("type: \"branching\"").count(), 1, "{constant}");
    let invariants = std::fs::read_to_string(out.join("list.witness.yml")).unwrap();
    assert!(invariants.contains("0 <= count && count <= 10"), "{invariants}");
    validate_with_python(&out);
    replay(&out);
}

/// The structure that the format's description asks for.
fn check_yaml(text: &str, verdict: &str, name: &str) {
    let kind = if verdict == "true" { "invariant_set" } else { "violation_sequence" };
    for needed in [
        &format!("- entry_type: \"{kind}\"\n") as &str,
        "format_version: \"2.0\"\n",
        "uuid: \"",
        "creation_time: \"",
        "producer:\n",
        "input_files:\n",
        "input_file_hashes:\n",
        "data_model: \"LP64\"\n",
        "language: \"C\"\n",
    ] {
        assert!(text.contains(needed), "{name}: {needed} is missing in\n{text}");
    }
    if verdict != "true" {
        assert_eq!(text.matches("type: \"target\"").count(), 1, "{name}");
    }
}

/// A YAML and an XML parser that nobody here wrote read the witnesses, if Python has them.
fn validate_with_python(out: &Path) {
    let script = root().join("tests/outputs/witnesses.py");
    let done = Command::new(python()).arg(script).arg(out).output();
    let Ok(done) = done else { return testkit::skip("there is no Python") };
    let text = String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr);
    if done.status.code() == Some(77) {
        return testkit::skip(&text);
    }
    assert!(done.status.success(), "{text}");
}

pub(crate) fn python() -> String {
    std::env::var("FAFNIR_PYTHON").unwrap_or_else(|_| "python3".to_owned())
}

/// The inputs that a witness names lead to the error at the place that it names; `replay.rs` follows whole witnesses.
fn replay(out: &Path) {
    let yaml = std::fs::read_to_string(out.join("input.witness.yml")).unwrap();
    let value = yaml.split("\\\\result == ").nth(1).and_then(|t| t.split('"').next()).unwrap();
    let target = yaml.split("type: \"target\"").nth(1).unwrap();
    let line = target.split("line: ").nth(1).and_then(|t| t.lines().next()).unwrap();
    let file = text(&out.join("input.c"));
    let done = run(&["run", &file, "--input", value, "--format", "gcc"]);
    assert_eq!(done.code, Some(1));
    assert!(done.stderr_text().contains(&format!("{file}:{line}:")), "{}", done.stderr_text());
}

#[test]
fn task_definitions_are_accepted() {
    let out = directory("svcomp-yml");
    std::fs::write(out.join("p.c"), format!("{HEAD}int main(void) {{ int *p = malloc(4); return 0; }}\n"))
        .unwrap();
    std::fs::write(out.join("mem.prp"), MEMSAFETY).unwrap();
    let definition = "format_version: '2.0'\ninput_files: 'p.c'\nproperties:\n  - property_file: mem.prp\n    expected_verdict: false\n    subproperty: valid-memtrack\noptions:\n  language: C\n  data_model: LP64\n";
    std::fs::write(out.join("p.yml"), definition).unwrap();
    let done = run(&["svcomp", &text(&out.join("p.yml"))]);
    assert_eq!(done.stdout_text(), "false(valid-memtrack)\n", "{}", done.stderr_text());
    let nothing = run(&["svcomp", &text(&out.join("p.c"))]);
    assert_eq!((nothing.code, nothing.stdout_text().as_str()), (Some(2), "unknown\n"));
}

#[test]
fn benchexec_accepts_the_tool_info_module() {
    let probe = Command::new(python()).args(["-c", "import benchexec.test_tool_info"]).output();
    if !probe.is_ok_and(|p| p.status.success()) {
        return testkit::skip("Python has no benchexec (set FAFNIR_PYTHON to one that has)");
    }
    let out = directory("benchexec");
    for word in ["true", "unknown", "false(valid-deref)", "false(unreach-call)"] {
        std::fs::write(out.join(format!("{}.txt", word.replace(['(', ')'], "_"))), format!("{word}\n"))
            .unwrap();
    }
    let binary = Path::new(env!("CARGO_BIN_EXE_fafnir")).parent().unwrap();
    let mut command = Command::new(python());
    command
        .args(["-m", "benchexec.test_tool_info", "svcomp.fafnir", "--no-container", "--tool-directory", "."])
        .arg("--tool-output")
        .args(
            ["true.txt", "unknown.txt", "false_valid-deref_.txt", "false_unreach-call_.txt"]
                .map(|f| out.join(f)),
        )
        .current_dir(binary)
        .env("PYTHONPATH", root().join("contrib"));
    let done = process::run(&mut command, b"", std::time::Duration::from_secs(60)).unwrap();
    let text = done.stdout_text() + &done.stderr_text();
    assert_eq!(done.code, Some(0), "{text}");
    // The competition has no tasks with several files.
    let warnings =
        text.lines().filter(|l| l.contains("WARNING") && !l.contains("multiple input files")).count();
    assert!(warnings == 0 && !text.contains("Traceback"), "{text}");
    for word in ["false(valid-deref)", "false(unreach-call)", "unknown", "true"] {
        assert!(text.contains(word), "{word} is missing in {text}");
    }
}
