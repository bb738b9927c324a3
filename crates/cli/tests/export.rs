//! Exported test cases, end to end: each annotated program with a bug is checked, its test case is compiled with it under
//! AddressSanitizer, and the binary must show the error. `cargo xtask exports` does so with all programs.

use fafnir_cli::guard;
use libtest_mimic::{Arguments, Completion, Failed, Trial};
use std::path::{Path, PathBuf};
use testkit::exports::{self, Export};
use testkit::{Command as Asked, Expectation, TestFile};
use verdict::FindingKind;

/// Whether gcc's sanitizers look at what goes wrong: what memory holds that was never written must not decide.
fn is_seen(expected: &Expectation) -> bool {
    match expected {
        Expectation::Error(kind) => !matches!(kind, FindingKind::UninitRead | FindingKind::UninitPointer),
        _ => false,
    }
}

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
            let buggy = file.expected.iter().any(|e| is_seen(&e.what));
            if file.command == Asked::Check && buggy {
                trials
                    .push(Trial::ignorable_test(format!("{directory}/{stem}"), move || export(&path, &file)));
            }
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

fn export(path: &Path, file: &TestFile) -> Result<Completion, Failed> {
    let scratch = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let fafnir = Path::new(env!("CARGO_BIN_EXE_fafnir"));
    match exports::try_export(fafnir, path, file, &scratch)? {
        Export::Shown => Ok(Completion::Completed),
        Export::Impossible(why) => Ok(Completion::ignored_with(why)),
        Export::NotViolated(answer) => Err(format!("not violated:\n{answer}").into()),
        Export::DoesNotCompile(text) => Err(format!("the test case does not compile:\n{text}").into()),
        Export::Silent { how, .. } => Err(how.into()),
    }
}
