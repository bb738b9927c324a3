//! What a terminal shows while there is work, and what a pipe must not hold. `script` makes a terminal of its own.

use crate::{directory, run, text};
use std::process::Command;
use std::time::Duration;
use testkit::process;

/// What the command prints on a terminal, if there is `script` to make one.
fn on_a_terminal(command: &str) -> Option<String> {
    let mut script = Command::new("script");
    script.args(["-qec", command, "/dev/null"]).env("TERM", "xterm").env_remove("NO_COLOR");
    match process::run(&mut script, b"", Duration::from_secs(60)) {
        Ok(done) => Some(done.stdout_text()),
        Err(_) => {
            testkit::skip("there is no `script`");
            None
        }
    }
}

/// The numbers of a program that path-exact search does not get to the end of.
const ENDLESS: &str = "extern unsigned __VERIFIER_nondet_uint(void);\nextern void reach_error(void);\n\
static unsigned mix(unsigned a, unsigned b) { return a * 2654435761u ^ b * 40503u; }\n\
int main(void) {\n  unsigned h = 1;\n  while (__VERIFIER_nondet_uint()) h = mix(h, __VERIFIER_nondet_uint());\n\
  if (mix(h, h) == 12345u && h % 1000003u == 17u && h / 7u % 999u == 5u) reach_error();\n  return 0;\n}\n";

#[test]
fn long_work_says_who_does_it() {
    let program = directory("terminal").join("endless.c");
    std::fs::write(&program, ENDLESS).unwrap();
    let quoted =
        format!("'{}' check --engine hunt --time 4s '{}'", env!("CARGO_BIN_EXE_fafnir"), program.display());
    if let Some(seen) = on_a_terminal(&quoted) {
        assert!(seen.contains("checking") && seen.contains("hunt"), "{seen}");
        assert!(seen.contains(" states, in `") && seen.contains(" MB"), "{seen}");
    }
    let piped = run(&["check", "--engine", "hunt", "--time", "2s", &text(&program)]);
    assert!(!piped.stderr_text().contains("checking"), "{}", piped.stderr_text());
}

#[test]
fn a_batch_shows_a_bar() {
    let out = directory("bar");
    for i in 0..3 {
        std::fs::write(out.join(format!("p{i}.c")), "int main(void) { return 0; }\n").unwrap();
    }
    let results = text(&out.join("r.json"));
    let quoted =
        format!("'{}' batch --fresh --out '{results}' '{}'", env!("CARGO_BIN_EXE_fafnir"), out.display());
    if let Some(seen) = on_a_terminal(&quoted) {
        assert!(seen.contains('░') || seen.contains('█'), "{seen}");
        assert!(seen.contains("3 tasks:"), "{seen}");
    }
    let piped = run(&["batch", "--fresh", "--out", &results, &text(&out)]);
    assert_eq!(piped.stderr_text(), "");
}
