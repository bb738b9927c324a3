//! Every `tests/ir/*.ir` says in its first line what the engine must answer: `expect proved`, or the kinds of the
//! findings in the order of the program.

use base::Cancel;
use engine::{Budget, Evidence};
use facts::Facts;
use fafnir_engine_smg::{Config, verify};
use std::sync::Arc;
use std::time::{Duration, Instant};
use verdict::{Property, PropertySet, UnknownKind, Verdict};

#[test]
fn programs_in_text_form_get_the_expected_answer() {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/ir");
    let mut checked = 0;
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let expected = text.lines().next().unwrap().split("expect ").nth(1).expect("an expectation");
        let program = ir::read(&text).unwrap();
        assert!(ir::verify(&program).is_empty(), "{}", path.display());
        let properties: PropertySet = Property::DEFAULT.into_iter().collect();
        let rechecked = Evidence { recheck: true, ..Evidence::default() };
        let budget = Budget { steps: 1_000_000, ..Budget::default() };
        let outcome = verify(&Facts::of(&program), properties, &Config::default(), budget, &rechecked);
        let answer = match outcome.verdict() {
            Verdict::Proved(_) => "proved".to_string(),
            _ => outcome.findings.iter().map(|f| f.kind.name()).collect::<Vec<_>>().join(" "),
        };
        assert_eq!(answer, expected, "{}: {:?}", path.display(), outcome.verdict());
        checked += 1;
    }
    assert!(checked >= 3);
}

/// Whatever the engine was doing when it was told to end, what it left undone is not taken for a proof.
#[test]
fn a_run_that_is_told_to_end_proves_nothing_new() {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/ir");
    let properties: PropertySet = Property::DEFAULT.into_iter().collect();
    let (mut cancelled, mut proved) = (0, 0);
    for entry in std::fs::read_dir(directory).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let is_safe = text.lines().next().unwrap().contains("expect proved");
        let program = ir::read(&text).unwrap();
        let run = |cancel: &Arc<Cancel>| {
            let budget = Budget { cancel: Some(cancel), exiting: Some(cancel.flag()), ..Budget::default() };
            verify(&Facts::of(&program), properties, &Config::default(), budget, &Evidence::default())
        };
        let begin = Instant::now();
        run(&Arc::default());
        let whole = begin.elapsed();
        for part in 0..40u32 {
            let cancel = Arc::new(Cancel::default());
            if part == 0 {
                cancel.cancel();
            }
            let outcome = std::thread::scope(|scope| {
                let (until, theirs) = (Instant::now() + whole * part / 32, Arc::clone(&cancel));
                scope.spawn(move || {
                    std::thread::sleep(
                        until.saturating_duration_since(Instant::now()).min(Duration::from_secs(1)),
                    );
                    theirs.cancel();
                });
                run(&cancel)
            });
            match outcome.verdict() {
                Verdict::Proved(_) => {
                    assert!(is_safe && part > 0, "{text}");
                    proved += 1;
                }
                Verdict::Unknown(reason) if reason.kind == UnknownKind::Cancelled => cancelled += 1,
                _ => assert!(!is_safe, "{text}: {:?}", outcome.verdict()),
            }
        }
    }
    assert!(cancelled > 0 && proved > 0, "{cancelled} {proved}");
}
