//! Our solver against Z3's on random clause sets: two searches that share nothing never contradict each other.

mod random;

use fafnir_horn::{Answer, Effort, HornSolver as _, Process, solve, text};
use random::{Random, system};
use smt::{Limits, Terms};
use std::time::Duration;

fn effort() -> Effort {
    let limits = Limits::none().with_time(Duration::from_secs(5));
    Effort { limits, check_until: None, memory: 1 << 30, facts: 100, refute_only: false }
}

#[test]
fn z3_agrees() {
    let Some(z3) = Process::find("z3") else { return testkit::skip("there is no z3") };
    let (mut solved, mut refuted, mut checked) = (0, 0, 0);
    for width in [2, 8, 70] {
        for seed in 1..=40 {
            let mut random = Random::new(seed);
            let mut terms = Terms::new();
            let system = system(&mut terms, &mut random, width);
            // What it says itself, which is not believed elsewhere.
            let said = z3.run(text::write(&terms, &system), &effort().limits, 1 << 30).unwrap_or_default();
            let theirs = said.lines().next().unwrap_or_default();
            let ours = solve(&mut terms, &system, &effort());
            let place = format!("width {width}, seed {seed}");
            match (&ours, theirs) {
                (Answer::Solved(_), "sat") => solved += 1,
                (Answer::Refuted(_), "unsat") => refuted += 1,
                (Answer::Solved(_), "unsat") | (Answer::Refuted(_), "sat") => {
                    panic!("{place}: Z3 says {theirs}, and we do not\n{}", text::write(&terms, &system))
                }
                _ => {}
            }
            // Its definitions are read and pass the same check as ours.
            if theirs == "sat" && seed % 4 == 0 {
                match z3.solve(&mut terms, &system, &effort()) {
                    Answer::Solved(_) => checked += 1,
                    Answer::Refuted(_) => panic!("{place}: a refutation was believed"),
                    Answer::Unknown(_) => {}
                }
            }
        }
    }
    assert!(
        solved > 20 && refuted > 20 && checked > 4,
        "{solved} solved, {refuted} refuted, {checked} checked"
    );
}
