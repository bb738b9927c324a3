//! Other solvers, played by small scripts: what they say is checked, and they end with the search, with all that they started.

use fafnir_horn::{Answer, Effort, HornSolver as _, Process, Race, System, text};
use smt::{Limits, Terms};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// `x` counts to `n`, which is below 32, and must be `n` then.
const COUNTER: &str = "(declare-fun loop ((_ BitVec 8) (_ BitVec 8)) Bool)
(assert (forall ((n (_ BitVec 8))) (=> (bvult n #x20) (loop #x00 n))))
(assert (forall ((x (_ BitVec 8)) (n (_ BitVec 8))) (=> (and (loop x n) (bvult x n)) (loop (bvadd x #x01) n))))
(assert (forall ((x (_ BitVec 8)) (n (_ BitVec 8))) (=> (and (loop x n) (not (bvult x n)) (distinct x n)) false)))
";
/// An error that follows after so many steps that nobody tries them all, and a solution that no atom of the clauses gives.
const HARD: &str = "(declare-fun p ((_ BitVec 32)) Bool)
(assert (p #x00000000))
(assert (forall ((x (_ BitVec 32))) (=> (p x) (p (bvadd x #x00000001)))))
(assert (=> (p #xfffffff0) false))
";

struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Directory {
        let path = std::env::temp_dir().join(format!("fafnir-processes-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Directory(path)
    }

    /// A solver of that name that is this script; what all its processes read is in the file `read`, how they are called in `args`, what one of
    /// them reads in its variable `input`.
    fn solver(&self, name: &str, script: &str) -> Process {
        let file = self.0.join(name);
        let here = self.0.display();
        let text = format!(
            "#!/bin/sh\necho \"$@\" >> {here}/args\ninput=$(cat)\necho \"$input\" >> {here}/read\n{script}\n"
        );
        std::fs::write(&file, text).unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
        Process::find(&file.display().to_string()).unwrap()
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).unwrap_or_default()
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn effort(seconds: u64) -> Effort {
    let limits = Limits::none().with_time(Duration::from_secs(seconds));
    Effort { limits, check_until: None, memory: 1 << 30, facts: 100, refute_only: false }
}

fn system(terms: &mut Terms, script: &str) -> System {
    text::read(terms, script).unwrap()
}

/// Whether a process whose number is in the file is there a moment later, and no zombie.
fn is_running(file: &Path) -> bool {
    let numbers = std::fs::read_to_string(file).unwrap();
    let is_there = |number: &str| {
        let status = std::fs::read_to_string(format!("/proc/{number}/status"));
        status.is_ok_and(|text| !text.contains("State:\tZ") && !text.contains("State:\tX"))
    };
    for _ in 0..100 {
        if !numbers.lines().any(is_there) {
            return false;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    true
}

#[test]
fn solutions_of_others_count_if_they_are_ones() {
    let when =
        |form: &str, answer: String| format!("case \"$input\" in *{form}*) {answer};; *) exit 1;; esac");
    let vectors = |body: &str| {
        let answer =
            format!("echo sat; echo '(define-fun loop_0 ((A (_ BitVec 8)) (B (_ BitVec 8))) Bool {body})'");
        when("BitVec", answer)
    };
    let integers = |body: &str| {
        let answer = format!("echo sat; echo '(model (define-fun loop_0 ((A Int) (B Int)) Bool {body}))'");
        when("Int", answer)
    };
    let cases = [
        ("eld", vectors("(bvule A B)"), true),
        ("eld", vectors("(bvuge A B)"), false),
        ("eld", vectors("true"), false),
        ("eld", "echo unsat".to_owned(), false),
        ("eld", "echo sat; echo '(define-fun loop_0 ('".to_owned(), false),
        ("z3", vectors("(and (bvule A B) (bvult B #x20))"), true),
        ("z3", integers("(<= A B)"), true),
        ("z3", integers("(< A B)"), false),
        ("golem", integers("(<= A B)"), true),
        ("golem", integers("(let ((d (- B A))) (and (>= d 0) (not (< B (- 1)))))"), true),
        ("golem", integers("(<= (+ A 1) B)"), false),
        ("golem", integers("(exists ((C Int)) (= A C))"), false),
        ("golem", "echo unknown".to_owned(), false),
        ("golem", "exit 1".to_owned(), false),
    ];
    for (index, (name, script, solved)) in cases.into_iter().enumerate() {
        let directory = Directory::new(&format!("solutions{index}"));
        let mut terms = Terms::new();
        let system = system(&mut terms, COUNTER);
        let answer = directory.solver(name, &script).solve(&mut terms, &system, &effort(20));
        assert_eq!(matches!(answer, Answer::Solved(_)), solved, "{name}: {script}: {answer:?}");
        assert!(!matches!(answer, Answer::Refuted(_)), "{script}");
        let read = directory.text("read");
        assert!(!read.contains("BitVec") || name != "golem", "{read}");
        assert!(solved || read.contains("Int"), "{read}");
        assert!(read.contains("(check-sat)") && !directory.text("args").is_empty());
    }
}

/// A solution over integers that wrapping breaks is refused.
#[test]
fn integers_that_wrap_are_no_proof() {
    let directory = Directory::new("wraps");
    let script = "(declare-fun p ((_ BitVec 8)) Bool)
(assert (p #x05))
(assert (forall ((x (_ BitVec 8))) (=> (p x) (p (bvadd x #x01)))))
(assert (forall ((x (_ BitVec 8))) (=> (and (p x) (bvult x #x05)) false)))
";
    let mut terms = Terms::new();
    let system = system(&mut terms, script);
    let other = directory.solver("golem", "echo sat; echo '(define-fun p_0 ((A Int)) Bool (>= A 5))'");
    let answer = other.solve(&mut terms, &system, &effort(20));
    assert!(matches!(answer, Answer::Unknown(why) if why.contains("refused")), "{answer:?}");
    // It is asked once more, with what wraps as an error: one clause more for the end of the range.
    let errors = directory.text("read").matches("(not (<= t").count();
    assert!(errors > 0 && directory.text("read").matches("(check-sat)").count() == 2);
}

#[test]
fn a_solver_ends_with_the_search_and_so_does_what_it_started() {
    for name in ["z3", "eld", "golem"] {
        let directory = Directory::new(&format!("ends-{name}"));
        let here = directory.0.display().to_string();
        let script = format!("echo $$ >> {here}/solver\nsleep 1000 &\necho $! >> {here}/inner\nwait");
        let solver = directory.solver(name, &script);
        let mut terms = Terms::new();
        let system = system(&mut terms, COUNTER);
        let begin = Instant::now();
        let answer = solver.solve(&mut terms, &system, &effort(2));
        assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}");
        assert!(begin.elapsed() < Duration::from_secs(15));
        for file in ["solver", "inner"] {
            assert!(!is_running(&directory.0.join(file)), "{name}: {file}");
        }
    }
}

/// The first that solves the clauses ends the others.
#[test]
fn solvers_race() {
    let directory = Directory::new("race");
    let here = directory.0.display().to_string();
    let slow = directory.solver("z3", &format!("sleep 1000 &\necho $! >> {here}/slow\nwait"));
    // Our own search is faster here.
    let mut terms = Terms::new();
    let counter = system(&mut terms, COUNTER);
    let answer = Race { others: vec![slow.clone()] }.solve(&mut terms, &counter, &effort(60));
    assert!(matches!(answer, Answer::Solved(_)), "{answer:?}");
    if directory.0.join("slow").exists() {
        assert!(!is_running(&directory.0.join("slow")));
    }
    // And has no solution here, nor has anybody.
    let liar = directory.solver("eld", "echo sat; echo '(define-fun p_0 ((A (_ BitVec 32))) Bool true)'");
    let mut terms = Terms::new();
    let hard = system(&mut terms, HARD);
    let begin = Instant::now();
    let answer = Race { others: vec![slow, liar] }.solve(&mut terms, &hard, &effort(3));
    assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}");
    assert!(begin.elapsed() < Duration::from_secs(20));
    assert!(!is_running(&directory.0.join("slow")));
}
