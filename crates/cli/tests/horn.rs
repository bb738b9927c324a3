//! `fafnir horn`: the encodings of the paper's programs, clauses as text, and that no encoding calls a program with an error safe.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn fafnir(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fafnir")).arg("horn").args(args).output().expect("fafnir runs")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn table(name: &str) -> String {
    repository().join("tests/horn-table").join(name).display().to_string()
}

/// The list of threes by every encoding, the list that is written twice by flow-sensitive heap invariants, each with its relation; not
/// so where one node is another.
#[test]
fn the_papers_programs_are_solved_and_broken_ones_are_not() {
    let cases = [
        ("threes", "heap-invariants", "I("),
        ("threes", "r-p", "R("),
        ("threes", "rw-p", "W("),
        ("threes", "rw-fun-p", "W("),
        ("threes", "rw-mem-p", "W("),
        ("threes", "rw-mem-tag-p-n", "W("),
        ("overwritten", "heap-invariants-flow", "I("),
        ("overwritten", "rw-mem-p", "W("),
        ("digits", "heap-invariants", "I("),
        // What holds of two nodes at once.
        ("both-ways", "r-p-n-v-nocnt-pair", "R_"),
    ];
    for (name, encoding, relation) in cases {
        let safe = fafnir(&[&table(&format!("{name}.c")), "--encoding", encoding, "--time", "100"]);
        let shown = text(&safe);
        assert!(safe.status.success() && shown.starts_with("sat"), "{name}, {encoding}: {shown}");
        assert!(shown.lines().any(|line| line.starts_with(relation)), "{name}, {encoding}: {shown}");
        let broken = fafnir(&[&table(&format!("{name}-broken.c")), "--encoding", encoding, "--time", "100"]);
        let shown = text(&broken);
        assert!(broken.status.code() == Some(1) && shown.starts_with("unsat"), "{name}, {encoding}: {shown}");
        assert!(shown.contains("error-reached, in a run of the program"), "{name}, {encoding}: {shown}");
    }
}

/// What is printed is the program of the slides: accesses first, then relations.
#[test]
fn programs_are_printed_after_each_step() {
    let shown = text(&fafnir(&[&table("threes.c"), "--encoding", "rw-fun-in", "--print-program"]));
    let parts: Vec<&str> = ["// normal form", "// with inputs", "// rw-fun-in"].into_iter().collect();
    let places: Vec<usize> = parts.iter().map(|part| shown.find(part).expect(part)).collect();
    assert!(places.is_sorted(), "{shown}");
    assert!(shown[places[0]..places[1]].contains("alloc(Object0(3, list, 0))"), "{shown}");
    assert!(
        shown[places[1]..places[2]].contains("rounds = *; // chosen before the program starts"),
        "{shown}"
    );
    assert!(shown[places[2]..].contains("cnt_last = cnt;"), "{shown}");
    assert!(!shown[places[2]..].contains("alloc("), "{shown}");
}

/// What is read again and again is an array with a counter, of which one cell is followed.
#[test]
fn repeated_inputs_are_arrays() {
    let shown = text(&fafnir(&[&table("minimum.c"), "--encoding", "rw-fun-in", "--print-program"]));
    let inputs = shown.split("// with inputs").nth(1).expect("the second step");
    for part in ["next == followed", "next + 1", "followed = *; // chosen before the program starts"] {
        assert!(inputs.contains(part), "{part}: {shown}");
    }
}

/// Where the clauses are refuted and no run goes wrong, runs are told apart by their inputs.
#[test]
fn inputs_are_added_where_runs_are_mixed_up() {
    let program = |name: &str| repository().join("tests/c/horn").join(name).display().to_string();
    for encoding in ["heap-invariants", "r-p", "rw-fun-p", "rw-mem-p"] {
        let safe = fafnir(&[&program("filled-with-an-input.c"), "--encoding", encoding, "--time", "100"]);
        let shown = text(&safe);
        assert!(shown.starts_with(&format!("sat: no error is reached ({encoding}-in)")), "{shown}");
        let broken =
            fafnir(&[&program("filled-with-an-input-broken.c"), "--encoding", encoding, "--time", "100"]);
        assert_eq!(broken.status.code(), Some(1), "{encoding}: {}", text(&broken));
    }
}

/// The engine asks other solvers if it is told to, and believes none.
#[test]
fn the_engine_asks_other_solvers() {
    use std::os::unix::fs::PermissionsExt as _;
    let directory = std::env::temp_dir().join(format!("fafnir-engine-asks-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory");
    let (solver, asked) = (directory.join("z3"), directory.join("asked"));
    // Says that everything is solved, by nothing.
    let script = format!("#!/bin/sh\ncat >> {}\necho sat\n", asked.display());
    std::fs::write(&solver, script).expect("a script");
    std::fs::set_permissions(&solver, std::fs::Permissions::from_mode(0o755)).expect("it may be run");
    let check = |solvers: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_fafnir"))
            .args(["check", "--quiet", "--engine", "horn", "--property", "unreach-call", "--time", "20s"])
            .args(["--horn-solver", solvers, &table("threes.c")])
            .output()
            .expect("fafnir runs");
        output.status.code()
    };
    let alone = solver.display().to_string();
    assert_eq!(check(&alone), Some(3));
    let script = std::fs::read_to_string(&asked).expect("the solver was asked");
    assert!(script.contains("(set-logic HORN)") && script.contains("(check-sat)"));
    assert_eq!(check(&format!("own,{alone}")), Some(0));
    assert_eq!(check("no-such-solver"), Some(2));
    let _ = std::fs::remove_dir_all(&directory);
}

/// What has no normal form is named with its place, and the rest is printed.
#[test]
fn what_has_no_normal_form_is_named() {
    let file = std::env::temp_dir().join(format!("fafnir-refused-{}.c", std::process::id()));
    let text = "extern void *__VERIFIER_nondet_pointer(void);\nint main(void) {\n    return *(int *)__VERIFIER_nondet_pointer();\n}\n";
    std::fs::write(&file, text).expect("a file");
    let output = fafnir(&[&file.display().to_string(), "--print-program"]);
    let _ = std::fs::remove_file(&file);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        said.contains(".c:3: not in the normal form: an access to memory that is not the program"),
        "{said}"
    );
    assert!(String::from_utf8_lossy(&output.stdout).contains("// normal form"));
}

/// A solver does not outlive Fafnir, also if that is killed and can do nothing about it.
#[test]
fn a_solver_ends_when_fafnir_is_killed() {
    use std::os::unix::fs::PermissionsExt as _;
    let path = std::env::var_os("PATH").unwrap_or_default();
    let is_there = |name: &str| std::env::split_paths(&path).any(|directory| directory.join(name).is_file());
    if !is_there("setpriv") || !is_there("timeout") {
        return testkit::skip("setpriv and timeout are not installed");
    }
    let directory = std::env::temp_dir().join(format!("fafnir-killed-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory");
    let (solver, numbers) = (directory.join("z3"), directory.join("numbers"));
    let script =
        format!("#!/bin/sh\necho $$ >> {0}\nsleep 1000 &\necho $! >> {0}\nwait\n", numbers.display());
    std::fs::write(&solver, script).expect("a script");
    std::fs::set_permissions(&solver, std::fs::Permissions::from_mode(0o755)).expect("it may be run");
    let mut child = Command::new(env!("CARGO_BIN_EXE_fafnir"))
        .args(["horn", &table("twos-and-a-three.c"), "--time", "100", "--horn-solver"])
        .arg(&solver)
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("fafnir runs");
    let wait = |until: &dyn Fn() -> bool| {
        (0..1_000).any(|_| {
            until() || {
                std::thread::sleep(std::time::Duration::from_millis(20));
                false
            }
        })
    };
    let started = || std::fs::read_to_string(&numbers).unwrap_or_default();
    assert!(wait(&|| started().lines().count() >= 2), "the solver was not started");
    child.kill().expect("fafnir is killed");
    let _ = child.wait();
    let runs = |number: &str| {
        let status = std::fs::read_to_string(format!("/proc/{number}/status")).unwrap_or_default();
        !status.is_empty() && !status.contains("State:\tZ") && !status.contains("State:\tX")
    };
    let ended = wait(&|| !started().lines().any(runs));
    let _ = std::fs::remove_dir_all(&directory);
    assert!(ended, "a solver outlived fafnir");
}

/// The theory of heaps with arrays is for others, and what they say counts for nothing.
#[test]
fn heaps_as_arrays_are_text_for_other_solvers() {
    let file = std::env::temp_dir().join(format!("fafnir-arrays-{}.smt2", std::process::id()));
    let name = file.display().to_string();
    let written = fafnir(&[&table("threes.c"), "--arrays", "-o", &name]);
    assert!(written.status.success(), "{}", text(&written));
    let script = std::fs::read_to_string(&file).expect("what was written");
    let _ = std::fs::remove_file(&file);
    assert!(script.contains("(store ") && script.contains("(select ") && script.ends_with("(check-sat)\n"));
    assert_eq!(fafnir(&[&table("threes.c"), "--arrays"]).status.code(), Some(2));
    if horn::Process::find("z3").is_none() {
        return testkit::skip("there is no z3");
    }
    let said = fafnir(&[&table("threes.c"), "--arrays", "--horn-solver", "z3", "--time", "2"]);
    assert!(said.status.code() == Some(3) && text(&said).contains("which is not checked"), "{}", text(&said));
}

#[test]
fn clauses_are_written_and_solved_from_a_file() {
    let directory = std::env::temp_dir().join(format!("fafnir-horn-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory for files");
    let file = directory.join("threes.smt2").display().to_string();
    for (name, answer, code) in [("threes.c", "sat", 0), ("threes-broken.c", "unsat", 1)] {
        let written = fafnir(&[&table(name), "--encoding", "heap-invariants", "-o", &file]);
        assert!(written.status.success(), "{}", text(&written));
        let solved = fafnir(&["--solve", &file, "--time", "100"]);
        assert_eq!((text(&solved).lines().next(), solved.status.code()), (Some(answer), Some(code)));
        assert_eq!(text(&solved).contains("define-fun"), code == 0);
    }
    std::fs::write(&file, "(declare-fun p (Int) Bool)").expect("a file");
    assert_eq!(fafnir(&["--solve", &file]).status.code(), Some(2));
    let _ = std::fs::remove_dir_all(&directory);
    assert_eq!(fafnir(&[&table("threes.c"), "--encoding", "rw-bar"]).status.code(), Some(2));
    assert_eq!(fafnir(&[&table("threes.c"), "--horn-solver", "no-such-solver"]).status.code(), Some(2));
}

/// Programs of the tests that have an error, with the properties that they ask for.
fn programs_with_errors() -> Vec<(PathBuf, Vec<String>)> {
    let mut found = Vec::new();
    let mut stack = vec![repository().join("tests/c")];
    while let Some(directory) = stack.pop() {
        for entry in std::fs::read_dir(&directory).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                stack.push(path);
            } else if path.extension().is_some_and(|e| e == "c") {
                let text = std::fs::read_to_string(&path).unwrap_or_default();
                let plain =
                    !["command: run", "//@ args:", "ilp32", "no-uninit"].iter().any(|w| text.contains(w));
                if plain && text.contains("//~ ERROR") {
                    let lines = text.lines().filter_map(|line| line.strip_prefix("//@ property: "));
                    let mut asked: Vec<String> =
                        lines.flat_map(str::split_whitespace).map(str::to_owned).collect();
                    if asked.is_empty() {
                        let default = "valid-deref valid-free valid-memtrack unreach-call no-overlap";
                        asked = default.split_whitespace().map(str::to_owned).collect();
                    }
                    found.push((path, asked));
                }
            }
        }
    }
    found.sort();
    found
}

/// A wrong proof is the worst that can happen: whatever a way has to show is lost as easily as a state is dropped.
#[test]
fn no_encoding_calls_a_program_with_an_error_safe() {
    let programs = programs_with_errors();
    assert!(programs.len() > 300, "{}", programs.len());
    for (index, (path, properties)) in programs.iter().enumerate().filter(|(i, _)| i % 9 == 0) {
        let encoding = ["heap-invariants-flow", "heap-invariants", "rw-mem-tag-p-n", "heap"][index / 9 % 4];
        let file = path.display().to_string();
        let mut args = vec![file.as_str(), "--encoding", encoding, "--time", "2"];
        properties.iter().for_each(|property| args.extend(["--property", property.as_str()]));
        let answer = fafnir(&args);
        assert_ne!(answer.status.code(), Some(0), "{file}, {encoding}: {}", text(&answer));
    }
}
