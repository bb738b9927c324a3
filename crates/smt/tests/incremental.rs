//! Scopes, assumptions, cores, depth, limits and cancellation, on every solver of this machine.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use fafnir_smt::{
    Limits, ProcessConfig, ProcessSolver, SatResult, Solver, TermId, Terms, UnknownReason, batsat_solver,
    default_solver,
};

fn in_process_solvers() -> Vec<Box<dyn Solver>> {
    vec![default_solver(), Box::new(batsat_solver())]
}

fn all_solvers() -> Vec<Box<dyn Solver>> {
    let mut solvers = in_process_solvers();
    for process in [ProcessSolver::z3(), ProcessSolver::cvc5()].into_iter().flatten() {
        solvers.push(Box::new(process));
    }
    solvers
}

#[test]
fn scopes_and_assumptions() {
    for mut solver in all_solvers() {
        let name = solver.name().to_owned();
        let mut terms = Terms::new();
        let x = terms.bv_var("x", 16);
        let y = terms.bv_var("y", 16);
        let limits = Limits::none();
        let less = terms.ult(x, y);
        solver.assert(&terms, less);
        assert!(solver.check(&terms, &[], &limits).is_sat(), "{name}");
        solver.push();
        let ten = terms.bv_const(16, 10);
        let small = terms.ult(y, ten);
        solver.assert(&terms, small);
        let nine = terms.bv_const(16, 9);
        let x_nine = terms.eq(x, nine);
        let unrelated = terms.bool_var("unrelated");
        assert!(solver.check(&terms, &[unrelated, x_nine], &limits).is_unsat(), "{name}");
        assert_eq!(solver.failed_assumptions(), &[x_nine], "{name}");
        assert_eq!(solver.model(&terms), None, "{name}");
        // Assumptions do not last, scopes do.
        assert!(solver.check(&terms, &[], &limits).is_sat(), "{name}");
        assert!(solver.value(&terms, y).unwrap().to_u64().unwrap() < 10, "{name}");
        assert!(solver.failed_assumptions().is_empty(), "{name}");
        solver.push();
        let greater = terms.ult(y, x);
        solver.assert(&terms, greater);
        assert!(solver.check(&terms, &[unrelated], &limits).is_unsat(), "{name}");
        assert!(solver.failed_assumptions().is_empty(), "{name}");
        solver.pop();
        assert!(solver.check(&terms, &[], &limits).is_sat(), "{name}");
        solver.pop();
        assert!(solver.check(&terms, &[x_nine], &limits).is_sat(), "{name}");
        let sum = terms.add(x, y);
        let value = solver.value(&terms, sum).unwrap().to_u64().unwrap();
        assert_eq!(value, 9 + solver.value(&terms, y).unwrap().to_u64().unwrap(), "{name}");
        // A pop without a push does nothing.
        solver.pop();
        assert!(solver.check(&terms, &[less], &limits).is_sat(), "{name}");
        assert!(solver.check(&terms, &[TermId::FALSE], &limits).is_unsat(), "{name}");
        assert_eq!(solver.failed_assumptions(), &[TermId::FALSE], "{name}");
        solver.assert(&terms, TermId::FALSE);
        assert!(solver.check(&terms, &[less], &limits).is_unsat(), "{name}");
        assert!(solver.failed_assumptions().is_empty(), "{name}");
    }
}

#[test]
fn contradictory_and_repeated_assumptions() {
    for mut solver in all_solvers() {
        let name = solver.name().to_owned();
        let mut terms = Terms::new();
        let p = terms.bool_var("p");
        let np = terms.not(p);
        let q = terms.bool_var("q");
        assert!(solver.check(&terms, &[q, p, p, np], &Limits::none()).is_unsat(), "{name}");
        let core = solver.failed_assumptions().to_vec();
        assert!(core.contains(&p) && core.contains(&np) && !core.contains(&q), "{name} {core:?}");
        assert!(solver.check(&terms, &[q, p, p], &Limits::none()).is_sat(), "{name}");
    }
}

/// x0 < x1 < … < xn in few bits: the core leaves irrelevant facts out and is unsatisfiable again.
#[test]
fn cores_are_unsatisfiable_again() {
    for mut solver in all_solvers() {
        let name = solver.name().to_owned();
        let mut terms = Terms::new();
        let limits = Limits::none();
        let variables: Vec<TermId> = (0..12).map(|i| terms.bv_var(&format!("x{i}"), 3)).collect();
        let mut assumptions: Vec<TermId> =
            variables.windows(2).map(|pair| terms.ult(pair[0], pair[1])).collect();
        for i in 0..10 {
            let noise = terms.bv_var(&format!("noise{i}"), 8);
            let five = terms.bv_const(8, 5);
            let fact = terms.ult(noise, five);
            assumptions.insert(0, fact);
        }
        assert!(solver.check(&terms, &assumptions, &limits).is_unsat(), "{name}");
        let core = solver.failed_assumptions().to_vec();
        assert!(core.len() >= 8 && core.len() <= 11, "{name}: {} assumptions", core.len());
        assert!(solver.check(&terms, &core, &limits).is_unsat(), "{name}");
        let smaller = &core[1..core.len().min(8)];
        assert!(solver.check(&terms, smaller, &limits).is_sat(), "{name}");
    }
}

#[test]
fn model_survives_later_assertions_until_the_next_check() {
    for mut solver in in_process_solvers() {
        let mut terms = Terms::new();
        let x = terms.bv_var("x", 8);
        let three = terms.bv_const(8, 3);
        let is_three = terms.eq(x, three);
        assert!(solver.check(&terms, &[is_three], &Limits::none()).is_sat());
        solver.push();
        let not_three = terms.not(is_three);
        solver.assert(&terms, not_three);
        assert_eq!(solver.value(&terms, x).unwrap().to_u64(), Some(3));
        // A variable that no query has seen has a value nevertheless.
        let new = terms.bv_var("new", 8);
        assert!(solver.value(&terms, new).is_some());
        solver.pop();
        assert_eq!(solver.value(&terms, x).unwrap().to_u64(), Some(3));
        assert!(solver.check(&terms, &[is_three], &Limits::none()).is_sat());
    }
}

#[test]
fn deep_terms_need_no_stack() {
    const DEPTH: usize = 100_000;
    // A small stack would show recursion at once.
    let run = || {
        let mut terms = Terms::new();
        let x = terms.bv_var("x", 3);
        let y = terms.bv_var("y", 3);
        // Alternating operators keep the simplifier from flattening it all.
        let mut chain = x;
        for i in 0..DEPTH {
            chain = match i % 3 {
                0 => terms.add(chain, y),
                1 => terms.bvxor(chain, x),
                _ => {
                    let c = terms.ult(chain, y);
                    terms.ite(c, x, chain)
                }
            };
        }
        let mut conditions = TermId::TRUE;
        let mut disjunction = TermId::FALSE;
        for i in 0..DEPTH {
            let p = terms.bool_var(&format!("p{i}"));
            conditions = terms.and(conditions, p);
            disjunction = terms.or(disjunction, p);
            if i % 2 == 0 {
                disjunction = terms.xor(disjunction, conditions);
            }
        }
        let seven = terms.bv_const(3, 7);
        let goal = terms.eq(chain, seven);
        for mut solver in in_process_solvers() {
            solver.assert(&terms, conditions);
            let result = solver.check(&terms, &[disjunction], &Limits::none());
            assert!(matches!(result, SatResult::Sat | SatResult::Unsat));
            // Blasting and the text must get through; solving need not.
            let result = solver.check(&terms, &[goal], &Limits::none().with_conflicts(10));
            if result.is_sat() {
                assert!(solver.model(&terms).unwrap().holds(&terms, goal));
            }
        }
        let map = [(y, seven)].into_iter().collect();
        let replaced = terms.substitute(goal, &map);
        assert!(terms.variables_of(&[replaced]).len() <= 1);
        assert!(fafnir_smt::script(&terms, &[goal, conditions]).len() > DEPTH);
        assert!(terms.display(goal).to_string().len() < 20_000);
    };
    std::thread::Builder::new().stack_size(512 * 1024).spawn(run).unwrap().join().unwrap();
}

/// A proof that 2^61 - 1 is prime: hard enough to run into any limit.
fn hard_goal(terms: &mut Terms) -> TermId {
    let (x, y) = (terms.bv_var("x", 62), terms.bv_var("y", 62));
    let product = terms.mul(x, y);
    let target = terms.bv_const(62, (1 << 61) - 1);
    let is_product = terms.eq(product, target);
    let limit = terms.bv_const(62, 1 << 31);
    let (sx, sy) = (terms.ult(x, limit), terms.ult(y, limit));
    let one = terms.bv_const(62, 1);
    let (gx, gy) = (terms.ult(one, x), terms.ult(one, y));
    terms.and_all([is_product, sx, sy, gx, gy])
}

#[test]
fn time_limits_hold() {
    for mut solver in all_solvers() {
        let name = solver.name().to_owned();
        let mut terms = Terms::new();
        let goal = hard_goal(&mut terms);
        let started = Instant::now();
        let limits = Limits::none().with_time(Duration::from_millis(300));
        let result = solver.check(&terms, &[goal], &limits);
        assert_eq!(result, SatResult::Unknown(UnknownReason::Time), "{name}");
        assert!(started.elapsed() < Duration::from_secs(5), "{name}: {:?}", started.elapsed());
        assert_eq!(solver.model(&terms), None);
        // The solver still answers afterwards.
        let x = terms.bv_var("x", 62);
        let three = terms.bv_const(62, 3);
        let easy = terms.eq(x, three);
        assert!(solver.check(&terms, &[easy], &Limits::none()).is_sat(), "{name}");
        assert_eq!(solver.value(&terms, x).unwrap().to_u64(), Some(3), "{name}");
        // A deadline that has passed is an answer at once.
        let result = solver.check(&terms, &[easy], &Limits::none().with_deadline(started));
        assert_eq!(result, SatResult::Unknown(UnknownReason::Time), "{name}");
    }
}

#[test]
fn conflict_limits_hold() {
    for mut solver in in_process_solvers() {
        let mut terms = Terms::new();
        let goal = hard_goal(&mut terms);
        let limits = Limits::none().with_conflicts(50);
        let result = solver.check(&terms, &[goal], &limits);
        assert_eq!(result, SatResult::Unknown(UnknownReason::Conflicts), "{}", solver.name());
        let x = terms.bv_var("x", 62);
        let zero = terms.bv_const(62, 0);
        let easy = terms.ne(x, zero);
        assert!(solver.check(&terms, &[easy], &Limits::none()).is_sat(), "{}", solver.name());
    }
}

#[test]
fn cancellation_is_prompt() {
    for mut solver in all_solvers() {
        let name = solver.name().to_owned();
        let mut terms = Terms::new();
        let goal = hard_goal(&mut terms);
        let flag = Arc::new(AtomicBool::new(false));
        let limits = Limits::none().with_cancel(flag.clone());
        let canceller = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(200));
            flag.store(true, Ordering::Relaxed);
            Instant::now()
        });
        let result = solver.check(&terms, &[goal], &limits);
        let ended = Instant::now();
        let cancelled = canceller.join().unwrap();
        assert_eq!(result, SatResult::Unknown(UnknownReason::Cancelled), "{name}");
        let delay = ended.saturating_duration_since(cancelled);
        assert!(delay < Duration::from_secs(2), "{name}: {delay:?}");
    }
}

#[test]
fn too_large_formulas_are_refused() {
    for mut solver in in_process_solvers() {
        let mut terms = Terms::new();
        let (x, y) = (terms.bv_var("x", 60_000), terms.bv_var("y", 60_000));
        let product = terms.mul(x, y);
        let goal = terms.ult(product, x);
        let result = solver.check(&terms, &[goal], &Limits::none());
        assert_eq!(result, SatResult::Unknown(UnknownReason::Size), "{}", solver.name());
        let small = Limits { max_clauses: 1000, ..Limits::none() };
        let (a, b) = (terms.bv_var("a", 32), terms.bv_var("b", 32));
        let product = terms.mul(a, b);
        let goal = terms.ult(product, a);
        assert_eq!(solver.check(&terms, &[goal], &small), SatResult::Unknown(UnknownReason::Size));
        // With more room the same query goes through, from where it stopped.
        assert!(solver.check(&terms, &[goal], &Limits::none()).is_sat(), "{}", solver.name());
    }
}

#[test]
fn blasting_stops_at_the_deadline() {
    for mut solver in in_process_solvers() {
        let mut terms = Terms::new();
        let mut product = terms.bv_var("x", 512);
        for i in 0..12 {
            let y = terms.bv_var(&format!("y{i}"), 512);
            product = terms.mul(product, y);
        }
        let x = terms.bv_var("x", 512);
        let goal = terms.ult(product, x);
        let limits = Limits { max_clauses: u64::MAX, ..Limits::none().with_time(Duration::from_millis(100)) };
        let started = Instant::now();
        assert_eq!(solver.check(&terms, &[goal], &limits), SatResult::Unknown(UnknownReason::Time));
        assert!(started.elapsed() < Duration::from_secs(3), "{:?}", started.elapsed());
    }
}

#[test]
fn a_missing_program_is_an_error() {
    let config = ProcessConfig::z3(Some(std::path::Path::new("/nonexistent/z3")));
    let error = ProcessSolver::start(config).expect_err("there is no such program");
    assert!(error.to_string().contains("/nonexistent/z3"), "{error}");
}

#[test]
fn a_program_that_is_no_solver_is_an_answer() {
    for program in ["true", "cat", "yes"] {
        let config = ProcessConfig { arguments: Vec::new(), ..ProcessConfig::z3(Some(program.as_ref())) };
        let Ok(mut solver) = ProcessSolver::start(config) else { continue };
        let mut terms = Terms::new();
        let p = terms.bool_var("p");
        let limits = Limits::none().with_time(Duration::from_secs(5));
        let result = solver.check(&terms, &[p], &limits);
        assert!(matches!(result, SatResult::Unknown(UnknownReason::Backend(_))), "{program}: {result:?}");
    }
}

#[test]
fn a_process_remembers_after_a_restart() {
    let Ok(mut solver) = ProcessSolver::z3() else { return };
    let mut terms = Terms::new();
    let x = terms.bv_var("x", 8);
    let five = terms.bv_const(8, 5);
    let below = terms.ult(x, five);
    solver.assert(&terms, below);
    solver.push();
    let three = terms.bv_const(8, 3);
    let above = terms.ult(three, x);
    solver.assert(&terms, above);
    assert!(solver.check(&terms, &[], &Limits::none()).is_sat());
    let flag = Arc::new(AtomicBool::new(false));
    let goal = hard_goal(&mut terms);
    let setter = flag.clone();
    let thread = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        setter.store(true, Ordering::Relaxed);
    });
    // Cancellation kills the process.
    let result = solver.check(&terms, &[goal], &Limits::none().with_cancel(flag));
    assert_eq!(result, SatResult::Unknown(UnknownReason::Cancelled));
    thread.join().unwrap();
    assert!(solver.check(&terms, &[], &Limits::none()).is_sat());
    assert_eq!(solver.value(&terms, x).unwrap().to_u64(), Some(4));
    solver.pop();
    let zero = terms.bv_const(8, 0);
    let is_zero = terms.eq(x, zero);
    assert!(solver.check(&terms, &[is_zero], &Limits::none()).is_sat());
}
