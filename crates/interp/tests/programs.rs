//! Runs every `tests/programs/*.ir` and compares the end with what its header says:
//!
//! ```text
//! // mode: run                     or: check valid-deref valid-free ...
//! // inputs: 1 -2 3                (a replayed list; without this line there are none)
//! // expect: exit 0                or: finding <kind>, aborted, assumption-failed, unknown <kind>, proved, violated <kind>
//! // leaks: memory-leak not-freed-at-exit
//! // output: text with \n
//! // assume: text contained in an assumption's debug form
//! ```
//!
//! In mode `check` without inputs the program is decided (`proved`, `violated`, `unknown`); otherwise it is run.

use fafnir_interp as interp;
use interp::{Budget, Exit, Inputs, Mode, Options};
use std::path::Path;
use verdict::{Property, PropertySet, Verdict};

fn header<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let prefix = format!("// {key}:");
    text.lines().find_map(|line| line.strip_prefix(&prefix)).map(str::trim)
}

fn properties(words: &str) -> PropertySet {
    words
        .split_whitespace()
        .map(|name| Property::from_name(name).unwrap_or_else(|| panic!("no property {name}")))
        .collect()
}

fn observe(text: &str, expected: &str) -> (String, String, String, String) {
    let mut program = ir::read(text).unwrap_or_else(|errors| panic!("cannot be read: {errors:?}"));
    let problems = ir::verify(&program);
    assert!(problems.is_empty(), "not valid: {problems:?}");
    models::bind(&mut program);
    let mode = header(text, "mode").expect("a mode");
    let inputs = header(text, "inputs");
    let budget = Budget { steps: 10_000_000, memory: 1 << 26, ..Budget::default() };
    let mut output = Vec::new();
    if let (Some(words), None) = (mode.strip_prefix("check"), inputs) {
        let outcome = interp::check(&program, properties(words), &Options::run(), &budget);
        let end = match outcome.verdict() {
            Verdict::Proved(_) => "proved".to_string(),
            Verdict::Violated => format!("violated {}", outcome.findings[0].kind.name()),
            Verdict::Unknown(reason) => format!("unknown {:?}", reason.kind),
        };
        return (end, String::new(), String::new(), format!("{:?}", outcome.assumptions));
    }
    let mut options = Options::run();
    if let Some(words) = mode.strip_prefix("check") {
        options.mode = Mode::Check(properties(words));
    }
    let values: Vec<i128> =
        inputs.unwrap_or("").split_whitespace().map(|word| word.parse().expect("a number")).collect();
    let result = interp::run(&program, &options, Inputs::Replay(values), &mut output, &budget);
    let end = match &result.exit {
        Exit::Exited(code) => format!("exit {code}"),
        Exit::Aborted(_) => "aborted".to_string(),
        Exit::AssumptionFailed(_) => "assumption-failed".to_string(),
        Exit::Finding(finding) => {
            assert!(!finding.trace.steps.is_empty(), "a finding comes with a trace");
            format!("finding {}", finding.kind.name())
        }
        Exit::Unknown(reason) => format!("unknown {:?}", reason.kind),
    };
    assert!(!expected.is_empty());
    let leaks: Vec<&str> = result.leaks.iter().map(|leak| leak.kind.name()).collect();
    (
        end,
        leaks.join(" "),
        String::from_utf8_lossy(&output).escape_debug().to_string(),
        format!("{:?}", result.assumptions),
    )
}

#[test]
fn programs_end_as_they_say() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut names: Vec<_> =
        std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    assert!(!names.is_empty());
    let mut failures = Vec::new();
    for path in &names {
        let text = std::fs::read_to_string(path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let expected = header(&text, "expect").unwrap_or_else(|| panic!("{name}: no expectation"));
        println!("{name}");
        let (end, leaks, output, assumptions) = observe(&text, expected);
        if end != expected {
            failures.push(format!("{name}: ends with {end:?}, expected {expected:?}"));
        }
        let expected_leaks = header(&text, "leaks").unwrap_or("");
        if leaks != expected_leaks {
            failures.push(format!("{name}: leaks {leaks:?}, expected {expected_leaks:?}"));
        }
        let expected_output = header(&text, "output").unwrap_or("");
        if output != expected_output {
            failures.push(format!("{name}: prints {output:?}, expected {expected_output:?}"));
        }
        if let Some(assumed) = header(&text, "assume")
            && !assumptions.contains(assumed)
        {
            failures.push(format!("{name}: assumes {assumptions}, expected {assumed:?}"));
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}
