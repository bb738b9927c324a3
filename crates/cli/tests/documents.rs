//! What the documentation shows is what the tool prints, and the examples are answered as they say.

use std::path::Path;
use std::process::Command;
use std::time::Duration;
use testkit::{golden, process, sessions};

fn root() -> std::path::PathBuf {
    testkit::files::repository(env!("CARGO_MANIFEST_DIR"))
}

fn fafnir(args: &[&str]) -> process::Finished {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fafnir"));
    process::run(command.current_dir(root()).args(args), b"", Duration::from_secs(60)).unwrap()
}

#[test]
fn console_sessions_are_real() {
    let mut documents = testkit::files::find(&root().join("docs"), "md");
    documents.push(root().join("README.md"));
    let mut problems = String::new();
    let mut checked = 0;
    for document in documents {
        let result = sessions::check(&document, |command| {
            let args: Vec<&str> = command.strip_prefix("fafnir ")?.split_whitespace().collect();
            checked += 1;
            let finished = fafnir(&args);
            Some(finished.stdout_text() + &finished.stderr_text())
        });
        problems.push_str(&result.err().unwrap_or_default());
    }
    assert!(problems.is_empty(), "{problems}");
    assert!(checked >= 4, "only {checked} sessions were found");
}

/// The word after `fafnir check examples/NAME.c:` in the comment at the top.
fn promised(text: &str) -> Option<(bool, Option<String>)> {
    let comment = text.split("*/").next()?;
    let words = comment.replace(" *", " ");
    let after = words.split("fafnir check examples/").nth(1)?.split_once(':')?.1;
    let after = after.split_whitespace().collect::<Vec<_>>().join(" ");
    match after.strip_prefix("Violated (") {
        Some(rest) => {
            let kind: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '-').collect();
            Some((false, Some(kind)))
        }
        None => after.starts_with("Proved").then_some((true, None)),
    }
}

#[test]
fn examples_are_answered_as_they_say() {
    let expected = root().join("tests/examples");
    std::fs::create_dir_all(&expected).unwrap();
    let examples = testkit::files::find(&root().join("examples"), "c");
    assert!(examples.len() >= 8);
    for example in examples {
        let name = example.file_stem().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&example).unwrap();
        let (proved, kind) = promised(&text).unwrap_or_else(|| panic!("{name} does not say its answer"));
        for model in ["lp64", "ilp32"] {
            if model == "ilp32"
                && !process::gcc_works(testkit::DataModel::Ilp32, Path::new(env!("CARGO_TARGET_TMPDIR")))
            {
                testkit::skip("gcc cannot make ilp32 programs here");
                continue;
            }
            let finished =
                fafnir(&["check", "--quiet", "--data-model", model, &format!("examples/{name}.c")]);
            let output = finished.stdout_text();
            assert_eq!(finished.code, Some(if proved { 0 } else { 1 }), "{name} {model}:\n{output}");
            if let Some(kind) = &kind {
                assert!(output.starts_with(&format!("error[{kind}]")), "{name} {model}:\n{output}");
            }
            if model == "lp64" {
                golden::compare(&expected.join(format!("{name}.stdout")), &without_engine(&output)).unwrap();
            }
        }
    }
}

/// Several engines prove some of the examples, and which one is first depends on what else the machine does.
fn without_engine(output: &str) -> String {
    let line = |line: &str| match line.strip_suffix(", all runs)").and_then(|rest| rest.rsplit_once(" (")) {
        Some((before, _)) => format!("{before} (all runs)\n"),
        None => format!("{line}\n"),
    };
    output.lines().map(line).collect()
}
