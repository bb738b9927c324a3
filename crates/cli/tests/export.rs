//! Exported test cases, end to end: each annotated program with a bug is checked, its test case is compiled with it under
//! AddressSanitizer, and the binary must show the error.

use fafnir_cli::guard;
use libtest_mimic::{Arguments, Completion, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use testkit::process;
use testkit::{Command as Asked, Expectation, TestFile};

/// What goes wrong in a way that gcc's sanitizers do not look at.
const UNSEEN: [&str; 2] = ["uninitialised-decision", "pointer-never-written"];

fn main() {
    let arguments = Arguments::from_args();
    guard::silence_panics();
    let root = testkit::files::repository(env!("CARGO_MANIFEST_DIR")).join("tests/c");
    let mut trials = Vec::new();
    for directory in ["hunt", "export"] {
        for path in testkit::files::find(&root.join(directory), "c") {
            let text = std::fs::read(&path).unwrap_or_default();
            let Ok(file) = TestFile::parse(&String::from_utf8_lossy(&text)) else { continue };
            let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let buggy = file.expected.iter().any(|e| matches!(e.what, Expectation::Error(_)));
            if file.command == Asked::Check && buggy && !UNSEEN.contains(&stem.as_str()) {
                trials
                    .push(Trial::ignorable_test(format!("{directory}/{stem}"), move || export(&path, &file)));
            }
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

fn export(path: &Path, file: &TestFile) -> Result<Completion, Failed> {
    let scratch = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let test = scratch.join(format!("export-{stem}.c"));
    let binary = scratch.join(format!("export-{stem}"));
    let _ = std::fs::remove_file(&test);
    let mut fafnir = Command::new(env!("CARGO_BIN_EXE_fafnir"));
    fafnir.args(["check", "--quiet", "--time", "20s", "--export-test"]).arg(&test).args(&file.args);
    for property in file.properties.iter().flatten() {
        fafnir.args(["--property", property.name()]);
    }
    let checked = process::run(fafnir.arg(path), b"", Duration::from_secs(40))
        .map_err(|e| Failed::from(e.to_string()))?;
    if checked.code != Some(1) {
        return Err(format!("not violated:\n{}", checked.stdout_text()).into());
    }
    // As the file itself says.
    let text = std::fs::read_to_string(&test).map_err(|e| Failed::from(e.to_string()))?;
    let line = text.lines().find_map(|line| line.trim_start().strip_prefix("gcc ")).unwrap_or_default();
    let mut gcc = Command::new("gcc");
    gcc.arg("-w");
    for word in line.split_whitespace().take_while(|word| *word != "-o") {
        match word {
            "THIS_FILE" => gcc.arg(&test),
            word => gcc.arg(word),
        };
    }
    let compiled = process::run(gcc.arg("-o").arg(&binary), b"", Duration::from_secs(60));
    match compiled {
        Ok(done) if done.code == Some(0) => {}
        Ok(done) if done.stderr_text().contains("cannot find -lasan") => {
            return Ok(Completion::ignored_with("gcc has no AddressSanitizer here"));
        }
        Ok(done) => return Err(format!("the test case does not compile:\n{}", done.stderr_text()).into()),
        Err(_) => return Ok(Completion::ignored_with("there is no gcc here")),
    }
    let mut command = Command::new(&binary);
    command.env("ASAN_OPTIONS", "detect_stack_use_after_return=1:detect_leaks=1");
    let run =
        process::run(&mut command, b"", Duration::from_secs(30)).map_err(|e| Failed::from(e.to_string()))?;
    let text = run.stderr_text();
    let shown = ["AddressSanitizer", "LeakSanitizer", "runtime error", " is reached", " fails"];
    if run.code == Some(0) || !shown.iter().any(|s| text.contains(s)) {
        return Err(format!("the binary ends with {:?} and says:\n{text}", run.code).into());
    }
    Ok(Completion::Completed)
}
