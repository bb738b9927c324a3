//! What is written is read again as the same clauses; bad input is an error with its line.

use fafnir_horn::{Answer, Effort, HornSolver as _, Process, check, solve, text};
use smt::{Limits, Terms};

const COUNTER: &str = "(set-logic HORN)
(declare-fun loop ((_ BitVec 8) (_ BitVec 8)) Bool)
; x counts to n
(assert (forall ((n (_ BitVec 8))) (=> (bvult n #x20) (loop #x00 n))))
(assert (forall ((x (_ BitVec 8)) (n (_ BitVec 8)) (y (_ BitVec 8)))
  (=> (and (loop x n) (bvult x n) (= y (bvadd x #x01))) (loop y n))))
(assert (forall ((x (_ BitVec 8)) (n (_ BitVec 8)))
  (=> (and (loop x n) (let ((ends (not (bvult x n)))) (and ends (distinct x n)))) false)))
(check-sat)
";

fn answer(script: &str) -> &'static str {
    let mut terms = Terms::new();
    let system = text::read(&mut terms, script).unwrap();
    let effort =
        Effort { limits: Limits::none(), check_until: None, memory: 1 << 30, facts: 100, refute_only: false };
    match solve(&mut terms, &system, &effort) {
        Answer::Solved(_) => "sat",
        Answer::Refuted(_) => "unsat",
        Answer::Unknown(_) => "unknown",
    }
}

#[test]
fn a_counter_is_solved_and_a_broken_one_refuted() {
    assert_eq!(answer(COUNTER), "sat");
    assert_eq!(answer(&COUNTER.replace("bvadd x #x01", "bvadd x #x03")), "unsat");
}

#[test]
fn what_is_written_is_read_again() {
    for script in [COUNTER.to_owned(), COUNTER.replace("#x01", "#x02")] {
        let mut terms = Terms::new();
        let system = text::read(&mut terms, &script).unwrap();
        let written = text::write(&terms, &system);
        let mut others = Terms::new();
        let again = text::read(&mut others, &written).unwrap();
        assert_eq!(again.clauses.len(), system.clauses.len());
        assert_eq!(again.predicates.len(), system.predicates.len());
        assert_eq!(answer(&written), answer(&script));
        assert_eq!(text::write(&others, &again).lines().count(), written.lines().count());
    }
}

#[test]
fn bad_input_is_an_error_with_its_line() {
    let cases = [
        ("(assert", 1, "missing"),
        ("\n)", 2, "too many"),
        ("(declare-fun p (Int) Bool)", 1, "bit-vectors"),
        ("(declare-fun p (Bool) Bool)\n(assert (p #b1))", 2, "sorts"),
        ("(declare-fun f () (_ BitVec 3))", 1, "functions"),
        ("(assert (forall ((x (_ BitVec 3))) (=> (bvult x y) false)))", 1, "`y`"),
        ("(pop 1)", 1, "`pop`"),
    ];
    for (script, line, words) in cases {
        let error = text::read(&mut Terms::new(), script).unwrap_err();
        assert!(error.line == line && error.message.contains(words), "{script}: {error}");
    }
    let deep = "(".repeat(100_000);
    assert!(text::read(&mut Terms::new(), &deep).is_err());
}

/// Definitions as Z3 writes them; the judge says what they are worth.
#[test]
fn definitions_are_read_and_judged() {
    let mut terms = Terms::new();
    let system = text::read(&mut terms, COUNTER).unwrap();
    let model = |body: &str| {
        format!("sat\n(\n  (define-fun loop_0 ((x!0 (_ BitVec 8)) (x!1 (_ BitVec 8))) Bool\n    {body})\n)\n")
    };
    for (body, is_solution) in [
        ("(let ((a!1 (bvule x!0 x!1))) (and a!1 (not (bvuge x!1 #x20))))", true),
        ("(bvule x!0 x!1)", true),
        ("true", false),
        ("false", false),
    ] {
        let solution = text::read_solution(&mut terms, &system, &model(body)).unwrap();
        assert_eq!(
            check::solution(&mut terms, &system, &solution, &Limits::none()).is_ok(),
            is_solution,
            "{body}"
        );
    }
    assert!(text::read_solution(&mut terms, &system, &model("(exists ((y Int)) true)")).is_err());
}

/// With Z3 in the path, its solutions pass our judge, and what it refutes is not believed.
#[test]
fn another_solver_is_asked_and_checked() {
    let Some(z3) = Process::find("z3") else { return };
    let effort = Effort {
        limits: Limits::none().with_time(std::time::Duration::from_secs(60)),
        check_until: None,
        memory: 1 << 30,
        facts: 100,
        refute_only: false,
    };
    for (script, solved) in
        [(COUNTER.to_owned(), true), (COUNTER.replace("bvadd x #x01", "bvadd x #x03"), false)]
    {
        let mut terms = Terms::new();
        let system = text::read(&mut terms, &script).unwrap();
        let answer = z3.solve(&mut terms, &system, &effort);
        assert_eq!(matches!(answer, Answer::Solved(_)), solved, "{answer:?}");
    }
    assert!(Process::find("no-such-solver").is_none());
}
