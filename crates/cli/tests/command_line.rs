//! The tool from outside: exit codes, standard input, missing files and compilers, pipes.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use testkit::process::{self, Finished};

fn fafnir() -> Command {
    Command::new(env!("CARGO_BIN_EXE_fafnir"))
}

fn run(args: &[&str], stdin: &str) -> Finished {
    process::run(fafnir().args(args), stdin.as_bytes(), Duration::from_secs(60)).unwrap()
}

/// A file in a directory of this test's own.
fn file(name: &str, text: &str) -> String {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("command_line");
    std::fs::create_dir_all(&dir).unwrap();
    let path = dir.join(name);
    std::fs::write(&path, text).unwrap();
    path.display().to_string()
}

const BUG: &str = "#include <stdlib.h>\nint main(void) { int *p = malloc(4); free(p); return *p; }\n";

#[test]
fn exit_codes() {
    let clean = file("clean.c", "int main(void) { return 7; }");
    let bug = file("bug.c", BUG);
    let broken = file("broken.c", "int main(void) { return }");
    let input = file(
        "input.c",
        "int __VERIFIER_nondet_int(void); int main(void) { int *p = 0; return __VERIFIER_nondet_int() > 3 ? *p : 0; }",
    );
    assert_eq!(run(&["check", &clean], "").code, Some(0));
    assert_eq!(run(&["check", &bug], "").code, Some(1));
    assert_eq!(run(&["check", &broken], "").code, Some(2));
    assert_eq!(run(&["check", &input], "").code, Some(1));
    assert_eq!(run(&["check", "--engine", "smg", &input], "").code, Some(3));
    assert_eq!(run(&["check"], "").code, Some(2));
    assert_eq!(run(&["check", "--property", "nonsense", &clean], "").code, Some(2));
    assert_eq!(run(&["--help"], "").code, Some(0));
    assert_eq!(run(&["run", &clean], "").code, Some(0));
    assert_eq!(run(&["run", "--exit-status", &clean], "").code, Some(7));
    assert_eq!(run(&["run", &bug], "").code, Some(1));
    assert_eq!(run(&["run", "--exit-status", &bug], "").code, Some(1));
    assert_eq!(run(&["run", &input, "--input", "5", "--exit-status"], "").code, Some(1));
    assert_eq!(run(&["run", &input, "--input", "five"], "").code, Some(2));
    assert_eq!(run(&["run", &input, "--input", ""], "").code, Some(3));
}

/// A thousand findings are a report that people and programs can still read, with short ways to most of them.
#[test]
fn many_findings_make_reports_of_a_sensible_size() {
    let blocks: String = (1..=1000).map(|i| format!("  malloc({i});\n")).collect();
    let source =
        file("thousand.c", &format!("#include <stdlib.h>\nint main(void) {{\n{blocks}  return 0;\n}}\n"));
    for (format, most) in [("text", 2 << 20), ("gcc", 2 << 20), ("json", 16 << 20), ("sarif", 60 << 20)] {
        let done = run(&["check", "--quiet", "--format", format, &source], "");
        assert_eq!(done.code, Some(1), "{format}");
        assert!(done.stdout.len() < most, "{format}: {} bytes", done.stdout.len());
        let found = match format {
            "text" => done.stdout_text().matches("error[memory-leak]").count(),
            "gcc" => done.stdout_text().matches(": error: memory leak").count(),
            "json" => done.stdout_text().matches("\"kind\": \"memory-leak\"").count(),
            _ => done.stdout_text().matches("\"ruleId\": \"memory-leak\"").count(),
        };
        assert_eq!(found, 1000, "{format}");
    }
}

#[test]
fn names_that_the_program_does_not_have_are_said() {
    let clean =
        file("names.c", "int start(void) { goto END; END: return 0; }\nint main(void) { return start(); }");
    let entry = run(&["check", "--entry", "strat", &clean], "");
    assert_eq!(entry.code, Some(2));
    assert!(entry.stderr_text().contains("no function `strat`"), "{}", entry.stderr_text());
    assert_eq!(run(&["check", "--entry", "start", &clean], "").code, Some(0));
    let label = run(&["check", "--error-label", "ERROR", &clean], "");
    assert_eq!(label.code, Some(0));
    assert!(label.stderr_text().contains("label `ERROR`"), "{}", label.stderr_text());
    let label = run(&["check", "--error-label", "END", &clean], "");
    assert_eq!((label.code, label.stderr_text().contains("label")), (Some(1), false));
}

#[test]
fn intermediate_representation_is_not_c() {
    let ir = file("program.ir", "program lp64\n");
    let finished = run(&["check", &ir], "");
    assert_eq!(finished.code, Some(2));
    assert!(finished.stderr_text().contains("is no C file"), "{}", finished.stderr_text());
    assert_eq!(run(&["ir", &ir], "").code, Some(0));
}

#[test]
fn standard_input_is_a_program() {
    let finished = run(&["check", "--quiet", "-"], BUG);
    assert_eq!(finished.code, Some(1));
    let text = finished.stdout_text();
    assert!(text.contains("<stdin>:2:") && text.contains("int main(void) { int *p"), "{text}");
}

#[test]
fn inputs_are_printed_and_can_be_repeated() {
    let program = file(
        "sum.c",
        "#include <stdio.h>\nint __VERIFIER_nondet_int(void); double __VERIFIER_nondet_double(void); unsigned char __VERIFIER_nondet_uchar(void);\n\
         int main(void) { int a = __VERIFIER_nondet_int(); double d = __VERIFIER_nondet_double(); unsigned char c = __VERIFIER_nondet_uchar();\n\
         printf(\"%d %a %d\\n\", a, d, c); return 0; }",
    );
    let first = run(&["run", &program, "--seed", "3"], "");
    let other = run(&["run", &program, "--seed", "4"], "");
    assert_eq!(first.code, Some(0), "{}", first.stderr_text());
    assert_ne!(first.stdout, other.stdout);
    let errors = first.stderr_text();
    let list = errors.lines().find_map(|l| l.strip_prefix("inputs: --input ")).expect("the list is printed");
    let again = run(&["run", &program, "--input", list], "");
    assert_eq!(again.stdout_text(), first.stdout_text());
    let typed = run(&["run", &program, "--input", "-"], &list.replace(',', "\n"));
    assert_eq!(typed.stdout_text(), first.stdout_text());
}

#[test]
fn what_cannot_be_read_is_said() {
    let missing = run(&["check", "/nowhere/x.c"], "");
    assert_eq!(missing.code, Some(2));
    assert_eq!(missing.stderr_text(), "fafnir: cannot read /nowhere/x.c: no such file\n");
    let directory = run(&["check", "/"], "");
    assert_eq!(directory.code, Some(2));
    let refused = run(&["check", &file("refused.c", "#include \"not_there.h\"\n")], "");
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr_text().contains("not_there.h"), "{}", refused.stderr_text());
    let includes = file("includes.c", "#include <stdlib.h>\nint main(void) { return 0; }\n");
    let mut command = fafnir();
    command.args(["check", &includes]).env("CC", "no-such-compiler");
    let no_compiler = process::run(&mut command, b"", Duration::from_secs(10)).unwrap();
    assert_eq!(no_compiler.code, Some(2));
    assert!(no_compiler.stderr_text().contains("no C compiler was found"), "{}", no_compiler.stderr_text());
}

#[test]
fn options_reach_the_preprocessor() {
    let header = file("value.h", "#define FROM_HEADER 3\n");
    let dir = PathBuf::from(&header).parent().unwrap().display().to_string();
    let program = file(
        "options.c",
        "#include <value.h>\n#ifdef GONE\n#error still there\n#endif\nint main(void) { return FROM_HEADER + N == 8 ? 0 : 1; }\n",
    );
    let line = ["run", "--exit-status", "-I", &dir, "-DN=5", "-DGONE", "-UGONE", "-std=gnu11", &program];
    let finished = run(&line, "");
    assert_eq!(finished.code, Some(0), "{}", finished.stderr_text());
    let included =
        run(&["run", "--exit-status", "-include", &header, "-DN=5", &format!("-I{dir}"), &program], "");
    assert_eq!(included.code, Some(0), "{}", included.stderr_text());
}

/// Answers about functions are kept by content: an edit asks for what it changed, and nothing that is kept is wrong.
#[test]
fn answers_about_functions_are_kept() {
    const SAFE: &str = "#include <stdlib.h>\nstruct s { int *p; };\nstatic int first(struct s *s) { return s->p ? 1 : 0; }\n\
        int second(struct s *s) { return first(s); }\nvoid third(struct s *s) { free(s->p); s->p = 0; }\n";
    let cache = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("command_line/answers");
    let _ = std::fs::remove_dir_all(&cache);
    let directory = cache.display().to_string();
    let path = file("kept.c", SAFE);
    let kept = || {
        std::fs::read_dir(&cache).map_or(0, |builds| {
            builds
                .flatten()
                .map(|build| std::fs::read_dir(build.path()).map_or(0, Iterator::count))
                .sum::<usize>()
        })
    };
    let check = || run(&["check", "--cache", &directory, &path], "");
    let lines = |finished: &Finished| -> Vec<String> {
        let text = String::from_utf8_lossy(&finished.stdout).into_owned();
        text.lines().filter(|line| !line.starts_with("Proved")).map(str::to_owned).collect()
    };
    let first = check();
    assert_eq!((first.code, kept()), (Some(0), 3));
    let again = check();
    assert_eq!((again.code, kept()), (Some(0), 3));
    assert_eq!(lines(&first), lines(&again));
    // A line more above changes no function.
    file("kept.c", &format!("\n\n{SAFE}"));
    assert_eq!((check().code, kept()), (Some(0), 3));
    // The callee of one function changes: both are asked about again.
    file("kept.c", &SAFE.replace("? 1 : 0", "? 2 : 0"));
    assert_eq!((check().code, kept()), (Some(0), 5));
    // An error that comes in is seen.
    file("kept.c", &SAFE.replace("s->p = 0;", "free(s->p);"));
    assert_eq!(check().code, Some(1));
    let cleaned = run(&["cache", "clean", "--cache", &directory], "");
    assert!(String::from_utf8_lossy(&cleaned.stdout).starts_with("removed 5 answers"));
    assert!(!cache.exists());
}

#[test]
fn data_models_differ() {
    let program = file("sizes.c", "int main(void) { return sizeof(long) * 10 + sizeof(void *); }\n");
    for (option, status) in
        [("-m64", 88), ("-m32", 44), ("--data-model=ilp32", 44), ("--data-model=lp64", 88)]
    {
        assert_eq!(run(&["run", "--exit-status", option, &program], "").code, Some(status), "{option}");
    }
}

#[test]
fn several_files_are_one_program() {
    let one = file("one.c", "int twice(int); int main(void) { return twice(21); }\n");
    let two = file("two.c", "int twice(int x) { return 2 * x; }\n");
    assert_eq!(run(&["run", "--exit-status", &one, &two], "").code, Some(42));
    let model = run(&["run", "--exit-status", &one, "--model", &two], "");
    assert_eq!(model.code, Some(42), "{}", model.stderr_text());
    let clash = run(&["check", &one, &two, &file("three.c", "int twice(int x) { return 3 * x; }\n")], "");
    assert_eq!(clash.code, Some(2), "{}", clash.stdout_text());
}

#[test]
fn property_files_are_understood() {
    let leak = file("leak.c", "void *malloc(unsigned long); int main(void) { malloc(3); return 0; }\n");
    let deref = file("deref.prp", "CHECK( init(main()), LTL(G valid-deref) )\n");
    let track = file("track.prp", "CHECK( init(main()), LTL(G valid-memtrack) )\n");
    let ends = file("ends.prp", "CHECK( init(main()), LTL(F end) )\n");
    assert_eq!(run(&["check", "--prp", &deref, &leak], "").code, Some(0));
    assert_eq!(run(&["check", "--prp", &track, &leak], "").code, Some(1));
    assert_eq!(run(&["check", "--prp", &ends, &leak], "").code, Some(2));
}

#[test]
fn limits_hold() {
    let endless = file("endless.c", "int main(void) { volatile unsigned i = 0; for (;;) i++; }\n");
    let begin = Instant::now();
    let finished = run(&["check", "--engine", "interp", "--time", "300ms", "--format", "json", &endless], "");
    assert_eq!(finished.code, Some(3));
    assert!(finished.stdout_text().contains("time-budget"), "{}", finished.stdout_text());
    assert!(begin.elapsed() < Duration::from_secs(5));
    let steps = run(&["check", "--engine", "interp", "--steps", "1000", "--format", "json", &endless], "");
    assert!(steps.stdout_text().contains("step-budget"), "{}", steps.stdout_text());
    let hungry = file(
        "hungry.c",
        "#include <stdlib.h>\nint main(void) { char *p; for (;;) { p = malloc(1 << 20); p[0] = 1; } }\n",
    );
    let memory = run(
        &[
            "check",
            "--engine",
            "interp",
            "--property",
            "valid-deref",
            "--memory",
            "50M",
            "--format",
            "json",
            &hungry,
        ],
        "",
    );
    assert!(memory.stdout_text().contains("memory-budget"), "{}", memory.stdout_text());
}

/// Where blocks lie is not known, but they lie somewhere: a run that goes wrong in one layout is a run that goes wrong.
#[test]
fn runs_that_depend_on_addresses_are_tried() {
    let program = |condition: &str| {
        format!(
            "#include <stdlib.h>\nint main(void) {{ char *p = malloc(8); if ({condition}) free(p); return 0; }}\n"
        )
    };
    let leak = file("layout_leak.c", &program("(unsigned long)p % 4096 == 1"));
    let fine = file("layout_fine.c", &program("(unsigned long)p % 4096 != 1"));
    for engine in ["interp", "hunt"] {
        assert_eq!(run(&["check", "--engine", engine, &leak], "").code, Some(3), "{engine}");
    }
    assert_eq!(run(&["check", &leak], "").code, Some(1));
    // The end of such a run proves nothing.
    assert_ne!(run(&["check", &fine], "").code, Some(1));
    assert_eq!(run(&["check", "--engine", "hunt", &fine], "").code, Some(3));
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let program = file(
        "long.c",
        "#include <stdio.h>\nint main(void) { for (int i = 0; i < 100000; i++) puts(\"line\"); return 0; }\n",
    );
    let endless = file("endless.c", "#include <stdio.h>\nint main(void) { for (;;) puts(\"line\"); }\n");
    let mut child =
        fafnir().args(["run", &endless]).stdout(Stdio::piped()).stdin(Stdio::null()).spawn().unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    for args in [vec!["ir"], vec!["run"], vec!["check", "--format", "json"]] {
        let mut child = fafnir()
            .args(&args)
            .arg(&program)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .stdin(Stdio::null())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert!(output.stderr.is_empty(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn nesting_has_a_limit_and_a_message() {
    let deep = |open: &str, close: &str, n: usize| {
        format!("int main(void) {{ return {}1{}; }}", open.repeat(n), close.repeat(n))
    };
    let texts = [
        deep("(", ")", 200_000),
        deep("-", "", 200_000),
        format!("int main(void) {{ {}{} return 0; }}", "{".repeat(200_000), "}".repeat(200_000)),
        format!("int {}x{};", "(".repeat(100_000), ")".repeat(100_000)),
        format!("int x = {}", "{".repeat(100_000)),
        format!("int main(void) {{ return 0{}; }}", "+1".repeat(100_000)),
        format!("int main(void) {{ {} return 0; }}", "if (1) ; else ".repeat(50_000)),
    ];
    for (i, text) in texts.iter().enumerate() {
        let finished = run(&["check", "--quiet", &file(&format!("deep{i}.c"), text)], "");
        assert!(matches!(finished.code, Some(0 | 2)), "{i}: {:?}", finished.code);
        assert!(finished.stderr_text().len() < 100_000);
    }
}

#[test]
fn json_is_json_even_for_errors() {
    let broken = file("two_errors.c", "int f( { }\nint g(void) { return 1 +; }\n");
    let finished = run(&["check", "--format", "json", &broken], "");
    let text = finished.stdout_text();
    assert_eq!(finished.code, Some(2));
    assert!(text.trim_start().starts_with('{') && text.trim_end().ends_with('}'), "{text}");
    assert!(text.contains("\"verdict\": \"unreadable\""), "{text}");
    assert_eq!(text.matches("\"severity\": \"error\"").count(), 2, "{text}");
}

#[test]
fn output_is_the_same_every_time() {
    let bug = file("same.c", BUG);
    let first = run(&["check", "--quiet", &bug], "");
    for _ in 0..3 {
        assert_eq!(run(&["check", "--quiet", &bug], "").stdout, first.stdout);
    }
    assert!(!first.stdout.contains(&0x1b));
    let coloured = run(&["check", "--quiet", "--color", "always", &bug], "");
    assert!(coloured.stdout.contains(&0x1b));
}

#[test]
fn help_names_every_command() {
    let text = run(&["--help"], "").stdout_text();
    for word in ["check", "run", "ir", "cfg", "explain", "Exit codes", "Examples"] {
        assert!(text.contains(word), "{word} is not in\n{text}");
    }
    let _ = std::io::stdout().flush();
}
