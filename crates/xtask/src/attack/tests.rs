use super::*;

/// A small run of a family: no wrong answer, and programs of both kinds.
fn small_run(family: &str, count: usize, engines: &[&str]) {
    let directory = std::env::temp_dir().join(format!("fafnir-attack-{family}-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    if !testkit::sanitizers::address_sanitizer_works(&directory) {
        eprintln!("skipped: there is no gcc with AddressSanitizer");
        return;
    }
    let attack = Attack {
        fafnir: Fafnir::Here,
        engines: engines.iter().map(|e| (*e).to_owned()).collect(),
        seconds: 2.0,
        seed: 7,
        directory: directory.clone(),
        keep: None,
    };
    let tally = attack.run(family, count).unwrap();
    assert!(tally.wrong.is_empty(), "{}", tally.table(family));
    assert!(tally.programs * 10 >= count * 6, "{}", tally.table(family));
    if family != "mutants" {
        assert!(tally.fails > 0 && tally.safe > 0, "{}", tally.table(family));
    }
    let _ = std::fs::remove_dir_all(&directory);
}

#[test]
fn lists() {
    small_run("lists", 20, &["smg", "hunt"]);
}

#[test]
fn trees() {
    small_run("trees", 20, &["smg", "hunt"]);
}

#[test]
fn recursion() {
    small_run("recursion", 20, &["template", "hunt"]);
}

#[test]
fn arrays() {
    small_run("arrays", 20, &["smg", "hunt"]);
}

#[test]
fn strings() {
    small_run("strings", 20, &["smg", "hunt"]);
}

#[test]
fn language() {
    small_run("language", 20, &["interp", "smg", "hunt"]);
}

#[test]
fn library() {
    small_run("library", 20, &["interp", "smg", "hunt"]);
}

#[test]
fn mutants() {
    small_run("mutants", 12, &["auto"]);
}
