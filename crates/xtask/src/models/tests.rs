use super::*;
use std::collections::BTreeSet;

fn directory(name: &str) -> PathBuf {
    let directory = std::env::temp_dir().join(format!("fafnir-models-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    directory
}

/// Names that stand for the same call as another one that is tried, or for nothing that the C library has.
fn needs_no_block(name: &str) -> bool {
    name.starts_with("__")
        || name.contains("VERIFIER")
        || name.contains("CPROVER")
        || name.starts_with("_IO_")
}

/// Every function that is modelled is tried, or it is said why not.
#[test]
fn every_modelled_function_has_a_block() {
    let blocks = template::read(&data_directory()).unwrap();
    let mut tried: BTreeSet<String> = blocks.iter().flat_map(|b| b.functions.clone()).collect();
    let text = std::fs::read_to_string(data_directory().join("untried.tsv")).unwrap();
    for line in text.lines().filter(|l| !l.starts_with('#') && !l.is_empty()) {
        let (names, why) = line.split_once('\t').unwrap();
        assert!(!why.is_empty(), "{line}");
        for name in names.split_whitespace() {
            assert!(tried.insert(name.to_owned()), "{name} is tried, and said to be not");
        }
    }
    let table = models::rows().iter().flat_map(|row| row.names).copied();
    let sources = models::sources().iter().flat_map(|source| source.functions).copied();
    let missing: Vec<&str> =
        table.chain(sources).filter(|name| !needs_no_block(name) && !tried.contains(*name)).collect();
    assert!(missing.is_empty(), "no block under tests/models for {missing:?}");
}

/// Functions without programs of their own: they are another function under another name, are gone from the C library, or belong to
/// verifiers.
const OTHER_NAMES: [&str; 7] = [
    "puts_unlocked",
    "_longjmp",
    "siglongjmp",
    "bsd_signal",
    "cfree",
    "assume_abort_if_not",
    "error_label_reached",
];

/// What is claimed of a function is tried: that the model contains what the C library does, by a block or by a program that must not be
/// proved; that it does nothing else, by a block whose outcome C determines or by a program that must not be called wrong.
#[test]
fn every_claim_has_a_test() {
    fn words(text: &str) -> impl Iterator<Item = String> + '_ {
        text.split(|c: char| !c.is_alphanumeric() && c != '_').map(str::to_owned)
    }
    let (mut contained, mut real) = (BTreeSet::new(), BTreeSet::new());
    for block in template::read(&data_directory()).unwrap() {
        contained.extend(block.functions.iter().cloned());
        if matches!(block.outcome, template::Outcome::Exact | template::Outcome::Determined) {
            real.extend(block.functions);
        }
    }
    for path in testkit::files::find(&repository().join("tests/conformance"), "table") {
        let text = std::fs::read_to_string(path).unwrap();
        contained.extend(words(&text));
        real.extend(words(&text));
    }
    for path in testkit::files::find(&repository().join("tests/c"), "c") {
        let text = std::fs::read_to_string(path).unwrap();
        let says = |what: &[&str]| what.iter().any(|what| text.contains(&format!("//~ {what}")));
        if says(&["NOT-PROVED", "ERROR"]) {
            contained.extend(words(&text));
        }
        if says(&["NOT-VIOLATED", "SAFE"]) {
            real.extend(words(&text));
        }
    }
    let table = models::rows().iter().flat_map(|row| row.names).copied();
    let sources = models::sources().iter().flat_map(|source| source.functions).copied();
    let mut missing = Vec::new();
    for name in table.chain(sources).filter(|name| !needs_no_block(name) && !OTHER_NAMES.contains(name)) {
        let Some(claim) = models::claim(name) else { continue };
        if claim.contains_all == models::Runs::All && !contained.contains(name) {
            missing.push(format!("{name}: contains all behaviours"));
        }
        if claim.only_real == models::Runs::All && !real.contains(name) {
            missing.push(format!("{name}: only real ones"));
        }
    }
    assert!(missing.is_empty(), "no test for {missing:#?}");
}

/// A small run: the machine on two calls of each block, the engines on a few.
#[test]
fn the_machine_does_what_the_c_library_does() {
    let directory = directory("machine");
    if !process::gcc_works(testkit::DataModel::Lp64, &directory) {
        testkit::skip("there is no gcc");
        return;
    }
    let blocks = template::read(&data_directory()).unwrap();
    let mut bench = Bench {
        fafnir: Fafnir::Here,
        calls: 2,
        outcomes: 0,
        seed: 5,
        seconds: 2.0,
        engines: Vec::new(),
        directory: directory.clone(),
    };
    let known = known().unwrap();
    let report = bench.run(&blocks).unwrap();
    report.unexpected(&known).unwrap();
    assert!(report.rows.iter().map(|r| r.compared).sum::<usize>() > 200);
    (bench.calls, bench.outcomes) = (1, 1);
    bench.engines = ["interp", "smg", "hunt"].map(str::to_owned).to_vec();
    let some: Vec<Block> = blocks.into_iter().step_by(9).collect();
    bench.run(&some).unwrap().unexpected(&known).unwrap();
    let _ = std::fs::remove_dir_all(&directory);
}
