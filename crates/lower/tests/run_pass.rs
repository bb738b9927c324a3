//! The run-pass programs of the repository keep to the IR's rules and to the lifetimes of their variables, in both data models.
//! (What they print is compared with gcc's by the tests of the command line.)

mod common;

use csema::types::DataModel;
use fafnir_lower::Options;
use std::process::Command;

#[test]
fn run_pass_programs_are_lowered_with_exact_lifetimes() {
    let root = testkit::files::repository(env!("CARGO_MANIFEST_DIR"));
    let files = testkit::files::find(&root.join("tests/c/run-pass"), "c");
    assert!(files.len() > 40, "the programs are gone");
    for (model, flag) in [(DataModel::Lp64, "-m64"), (DataModel::Ilp32, "-m32")] {
        for path in &files {
            let Ok(output) = Command::new("cc").args(["-E", "-w", flag]).arg(path).output() else {
                eprintln!("there is no C preprocessor here");
                return;
            };
            if !output.status.success() {
                eprintln!("{}: not preprocessed with {flag}", path.display());
                continue;
            }
            let text = String::from_utf8_lossy(&output.stdout);
            let program = common::program(&text, model, &Options::default());
            assert!(program.entry.is_some(), "{}", path.display());
        }
    }
}
