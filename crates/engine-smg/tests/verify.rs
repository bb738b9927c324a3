//! Every `tests/ir/*.ir` says in its first line what the engine must answer: `expect proved`, or the kinds of the
//! findings in the order of the program.

use fafnir_engine_smg::{Budget, Config, Evidence, verify};
use verdict::{Property, PropertySet, Verdict};

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
        let budget = Budget { steps: 1_000_000, ..Budget::default() };
        let outcome = verify(&program, properties, &Config::default(), budget, Evidence::Rechecked);
        let answer = match &outcome.verdict {
            Verdict::Proved(_) => "proved".to_string(),
            _ => outcome.findings.iter().map(|f| f.kind.name()).collect::<Vec<_>>().join(" "),
        };
        assert_eq!(answer, expected, "{}: {:?}", path.display(), outcome.verdict);
        checked += 1;
    }
    assert!(checked >= 3);
}
