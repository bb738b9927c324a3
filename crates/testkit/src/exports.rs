//! Exported test cases, end to end: a program with a bug is checked, its test case is compiled with it as the file itself
//! says, and the binary must show the error.

use crate::TestFile;
use crate::process;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// What came of an exported test case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Export {
    /// The binary shows the error.
    Shown,
    /// `fafnir check` gives no test case; what it says.
    NotViolated(String),
    /// gcc or its sanitizers are not there.
    Impossible(&'static str),
    DoesNotCompile(String),
    /// The binary ends as if nothing had gone wrong, or without a word.
    Silent {
        kind: String,
        how: String,
        /// The error needs values that the test case cannot give.
        incomplete: bool,
    },
}

/// What sanitizers and the functions of the test case say.
const SIGNS: [&str; 6] =
    ["AddressSanitizer", "LeakSanitizer", "runtime error", " is reached", " fails", "Assertion"];

/// Checks the program with the binary `fafnir`, and tries its test case.
pub fn try_export(fafnir: &Path, path: &Path, file: &TestFile, scratch: &Path) -> Result<Export, String> {
    let name: String = path
        .display()
        .to_string()
        .chars()
        .rev()
        .take(60)
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
        .collect();
    let name: String = name.chars().rev().collect();
    let test = scratch.join(format!("export-{name}.c"));
    let binary = scratch.join(format!("export-{name}"));
    let _ = std::fs::remove_file(&test);
    let mut check = Command::new(fafnir);
    check.args(["check", "--quiet", "--format", "json", "--time", "20s", "--export-test"]);
    check.arg(&test).args(&file.args);
    for property in file.properties.iter().flatten() {
        check.args(["--property", property.name()]);
    }
    if let [model] = file.data_models.as_slice() {
        check.args(["--data-model", model.name()]);
    }
    let checked = process::run(check.arg(path), b"", Duration::from_secs(40)).map_err(|e| e.to_string())?;
    let answer = checked.stdout_text();
    if checked.code != Some(1) {
        return Ok(Export::NotViolated(answer));
    }
    let text = std::fs::read_to_string(&test).map_err(|e| e.to_string())?;
    let line = text.lines().find_map(|line| line.trim_start().strip_prefix("gcc ")).unwrap_or_default();
    let mut gcc = Command::new("gcc");
    gcc.arg("-w");
    for word in line.split_whitespace().take_while(|word| *word != "-o") {
        match word {
            "THIS_FILE" => gcc.arg(&test),
            word => gcc.arg(word),
        };
    }
    match process::run(gcc.arg("-o").arg(&binary), b"", Duration::from_secs(60)) {
        Ok(done) if done.code == Some(0) => {}
        Ok(done) if done.stderr_text().contains("cannot find -lasan") => {
            return Ok(Export::Impossible("gcc has no AddressSanitizer here"));
        }
        Ok(done) => return Ok(Export::DoesNotCompile(done.stderr_text())),
        Err(_) => return Ok(Export::Impossible("there is no gcc here")),
    }
    let mut command = Command::new(&binary);
    command.env("ASAN_OPTIONS", "detect_stack_use_after_return=1:detect_leaks=1");
    let run = process::run(&mut command, b"", Duration::from_secs(30)).map_err(|e| e.to_string())?;
    let _ = std::fs::remove_file(&binary);
    let said = run.stderr_text();
    let kind = kind_of(&answer);
    // A program's own function for errors may do no more than abort.
    let aborts = run.code.is_none() && matches!(kind.as_str(), "error-reached" | "assertion-failed");
    if aborts || run.code != Some(0) && SIGNS.iter().any(|sign| said.contains(sign)) {
        return Ok(Export::Shown);
    }
    Ok(Export::Silent {
        kind,
        how: format!("the binary ends with {:?} and says:\n{said}", run.code),
        incomplete: text.contains("this file cannot give them"),
    })
}

/// The kind of the first finding of an answer in JSON.
fn kind_of(answer: &str) -> String {
    let after = answer.split_once("\"kind\":").map_or("", |(_, rest)| rest);
    after.trim_start().trim_start_matches('"').split('"').next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_first_kind_is_the_answer() {
        let json = r#"{"verdict":"violated","findings":[{"kind": "double-free"},{"kind":"null-deref"}]}"#;
        assert_eq!(super::kind_of(json), "double-free");
        assert_eq!(super::kind_of("{}"), "");
    }
}
