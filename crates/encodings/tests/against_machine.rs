//! Every encoding against a machine that executes programs as they are: small random programs, all inputs, and the least model of the
//! encoded program's clauses by enumeration, not by our solver. That is the soundness and completeness of the encodings.

mod least_model;
mod machine;
mod random;

use fafnir_encodings::{
    Cache, Encoding, Kind, Program, Statement, clauses, determinise_to, encode, with_arrays,
};
use least_model::is_refuted;
use machine::{Outcome, run_all};
use random::{Random, program, program_with_choices};
use smt::{Limits, Terms};

/// Whether the encoded program is safe.
fn is_safe(terms: &mut Terms, program: &Program, encoding: Encoding) -> bool {
    let encoded = encode(terms, program, encoding).unwrap();
    let clauses = clauses(terms, &encoded, &Limits::none()).unwrap();
    !is_refuted(terms, &clauses.system)
}

fn encoding(name: &str) -> Encoding {
    Encoding { counter: random::COUNTER, ..name.parse().unwrap() }
}

/// Runs the check for many programs, and gives how many were safe and how many were not.
fn check(names: &[&str], seeds: std::ops::Range<u64>, agrees: impl Fn(&Outcome, bool) -> Option<bool>) {
    let (mut safe, mut unsafe_) = (0, 0);
    for seed in seeds {
        let mut random = Random::new(seed);
        let mut terms = Terms::new();
        let program = program(&mut terms, &mut random);
        let outcome = run_all(&mut terms, &program);
        for name in names {
            let answer = is_safe(&mut terms, &program, encoding(name));
            let Some(agrees) = agrees(&outcome, answer) else { continue };
            assert!(
                agrees,
                "seed {seed}, {name}: {outcome:?}, encoded safe: {answer}\n{}",
                fafnir_encodings::print(&terms, &program)
            );
            if answer { safe += 1 } else { unsafe_ += 1 }
        }
    }
    // A test that sees one answer only shows nothing.
    assert!(safe > 20 && unsafe_ > 20, "{safe} safe, {unsafe_} not");
}

/// What was allocated, read and written, as it is: the theory of heaps.
#[test]
fn the_theory_of_heaps_is_exact() {
    let (mut safe, mut unsafe_) = (0, 0);
    for seed in 1..150 {
        let mut random = Random::new(seed);
        let mut terms = Terms::new();
        let program = program(&mut terms, &mut random);
        let outcome = run_all(&mut terms, &program);
        let kind = Kind::Objects((1 << random::ADDRESS) - 1);
        let answer =
            is_safe(&mut terms, &program, Encoding { counter: random::COUNTER, ..Encoding::new(kind) });
        assert_eq!(answer, !outcome.fails, "seed {seed}\n{}", fafnir_encodings::print(&terms, &program));
        if answer { safe += 1 } else { unsafe_ += 1 }
    }
    assert!(safe > 20 && unsafe_ > 20, "{safe} safe, {unsafe_} not");
}

/// The same with arrays, as another solver sees it.
#[test]
fn the_theory_of_heaps_with_arrays_is_exact() {
    let Some(z3) = horn::Process::find("z3") else { return testkit::skip("there is no z3") };
    let (mut safe, mut unsafe_) = (0, 0);
    for seed in 1..60 {
        let mut random = Random::new(seed);
        let mut terms = Terms::new();
        let program = program(&mut terms, &mut random);
        let outcome = run_all(&mut terms, &program);
        let script = with_arrays(&mut terms, &program, &Limits::none()).unwrap();
        let limits = Limits::none().with_time(std::time::Duration::from_secs(5));
        let said = z3.run(script, &limits, 1 << 30).unwrap_or_default();
        match said.lines().next() {
            Some("sat") => {
                assert!(!outcome.fails, "seed {seed}\n{}", fafnir_encodings::print(&terms, &program));
                safe += 1;
            }
            Some("unsat") => {
                assert!(outcome.fails, "seed {seed}\n{}", fafnir_encodings::print(&terms, &program));
                unsafe_ += 1;
            }
            said => assert!(!said.is_some_and(|line| line.contains("error")), "seed {seed}: {said:?}"),
        }
    }
    assert!(safe > 10 && unsafe_ > 10, "{safe} safe, {unsafe_} not");
}

/// Sound and complete, also where addresses are not valid.
#[test]
fn r_is_sound_and_complete() {
    check(&["r-in", "r-tag-v-in", "r-opt-n-in", "r-opt2-p-in"], 1..60, |outcome, answer| {
        Some(answer != outcome.fails)
    });
    check(&["r-pair-in", "r-opt-p-pair-in"], 1..60, |outcome, answer| Some(answer != outcome.fails));
}

#[test]
fn rw_is_sound_and_complete() {
    check(&["rw-in", "rw-tag-p-n-in", "rw-opt-in", "rw-tag-opt2-in"], 1..60, |outcome, answer| {
        Some(answer != outcome.fails)
    });
}

/// On programs that are memory-safe.
#[test]
fn rw_fun_is_sound_and_complete_for_safe_accesses() {
    check(
        &["rw-fun-in", "rw-fun-tag-in", "rw-fun-tag-opt-p-n-in", "rw-fun-opt2-in"],
        1..60,
        |outcome, answer| (!outcome.invalid).then_some(answer != outcome.fails),
    );
}

/// Assertions and memory safety at once.
#[test]
fn rw_mem_is_sound_and_complete() {
    check(
        &["rw-mem-in", "rw-mem-tag-v-in", "rw-mem-opt-p-in", "rw-mem-opt2-in"],
        1..60,
        |outcome, answer| Some(answer != (outcome.fails || outcome.invalid)),
    );
}

/// Whatever heap invariants show is so.
#[test]
fn heap_invariants_are_sound() {
    let names = ["heap-invariants", "heap-invariants-flow", "heap-invariants-flow-opt2"];
    check(&names, 1..100, |outcome, answer| Some(!answer || !outcome.fails));
}

/// Where every access is asked to be valid, an address that no access has is not followed.
#[test]
fn labelled_accesses_are_assertions() {
    let (mut safe, mut unsafe_) = (0, 0);
    for seed in 1..60 {
        let mut random = Random::new(seed);
        let mut terms = Terms::new();
        let mut program = program(&mut terms, &mut random);
        let outcome = run_all(&mut terms, &program);
        let label = program.labels.len();
        program.labels.push("not valid".to_owned());
        let ways = program.locations.iter_mut().flat_map(|location| &mut location.ways);
        ways.flatten().for_each(|statement| add_label(statement, label));
        for name in ["r-in", "r-pair-in", "r-opt-p-pair-in", "rw-in"] {
            let answer = is_safe(&mut terms, &program, encoding(name));
            assert_eq!(answer, !(outcome.fails || outcome.invalid), "seed {seed}, {name}");
            if answer { safe += 1 } else { unsafe_ += 1 }
        }
    }
    assert!(safe > 20 && unsafe_ > 20, "{safe} safe, {unsafe_} not");
}

fn add_label(statement: &mut Statement, to: usize) {
    match statement {
        Statement::Read { label, .. } | Statement::Write { label, .. } => *label = Some(to),
        Statement::If(_, then, otherwise) => then.iter_mut().chain(otherwise).for_each(|s| add_label(s, to)),
        _ => {}
    }
}

/// Without inputs among the arguments nothing is lost but completeness; a counter that comes round is sound, too.
#[test]
fn less_to_tell_runs_apart_is_still_sound() {
    let names = ["r", "r-v-nocnt-pair", "rw-tag-v", "rw-mem-opt2", "rw-mem-tag-p-n"];
    check(&names, 1..40, |outcome, answer| Some(!answer || !outcome.fails));
    for seed in 1..40 {
        let mut random = Random::new(seed);
        let mut terms = Terms::new();
        let program = program(&mut terms, &mut random);
        let outcome = run_all(&mut terms, &program);
        for kind in [Kind::R, Kind::RwMem] {
            let cache = if seed % 2 == 0 { Cache::None } else { Cache::Read };
            let narrow = Encoding { counter: 2, cache, ..Encoding::new(kind) };
            let answer = is_safe(&mut terms, &program, narrow);
            assert!(!answer || !outcome.fails, "seed {seed}, {narrow}");
        }
    }
}

#[test]
fn names_are_read_as_they_are_written() {
    for name in [
        "r",
        "rw",
        "rw-fun-tag-opt-p",
        "rw-mem-opt2-in",
        "r-p-n-v-nocnt-pair",
        "heap",
        "heap-invariants-flow-tag",
        "heap-invariants",
    ] {
        assert_eq!(name.parse::<Encoding>().unwrap().to_string(), name);
    }
    for name in ["", "w", "rw-", "rw-fun-x", "rwx", "rw-pair"] {
        assert!(name.parse::<Encoding>().is_err(), "{name}");
    }
}

/// What is chosen again and again becomes an array of inputs with a counter. No run is lost, also if there are more reads than the array has
/// cells; and if all are followed, the encodings are complete.
#[test]
fn arrays_of_inputs_are_sound_and_complete() {
    let (mut safe, mut unsafe_) = (0, 0);
    for bits in [1, 2, 4] {
        for seed in 1..30 {
            let mut random = Random::new(seed);
            let mut terms = Terms::new();
            let program = program_with_choices(&mut terms, &mut random);
            let outcome = run_all(&mut terms, &program);
            let program = determinise_to(&mut terms, &program, bits);
            let same = run_all(&mut terms, &program);
            assert_eq!((same.fails, same.invalid), (outcome.fails, outcome.invalid), "{bits}, {seed}");
            for name in ["r-in", "rw-mem-opt-in"] {
                let answer = is_safe(&mut terms, &program, encoding(name));
                let fails = outcome.fails || name.starts_with("rw-mem") && outcome.invalid;
                // Two bits are cells for three reads, which is more than the loop has rounds.
                let is_right = if bits == 2 { answer != fails } else { !answer || !fails };
                assert!(is_right, "{bits}, {seed}, {name}\n{}", fafnir_encodings::print(&terms, &program));
                if answer { safe += 1 } else { unsafe_ += 1 }
            }
        }
    }
    assert!(safe > 20 && unsafe_ > 20, "{safe} safe, {unsafe_} not");
}

/// A program that was made smaller has the same errors.
#[test]
fn tidying_changes_no_answer() {
    let (mut safe, mut unsafe_) = (0, 0);
    for seed in 1..120 {
        let mut random = Random::new(seed);
        let mut terms = Terms::new();
        let program = program(&mut terms, &mut random);
        let outcome = run_all(&mut terms, &program);
        for before in [false, true] {
            let mut program = program.clone();
            if before {
                fafnir_encodings::tidy(&mut terms, &mut program);
            }
            let mut encoded = encode(&mut terms, &program, encoding("rw-mem-tag-in")).unwrap();
            fafnir_encodings::tidy(&mut terms, &mut encoded);
            let clauses = clauses(&mut terms, &encoded, &Limits::none()).unwrap();
            let answer = !is_refuted(&terms, &clauses.system);
            assert_eq!(answer, !(outcome.fails || outcome.invalid), "seed {seed}, {before}");
            if answer { safe += 1 } else { unsafe_ += 1 }
        }
    }
    assert!(safe > 20 && unsafe_ > 20, "{safe} safe, {unsafe_} not");
}
