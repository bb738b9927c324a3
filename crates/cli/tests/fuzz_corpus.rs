//! The inputs under `tests/fuzz`: what fuzzing found, and the odd texts it starts from. They may be refused, but nothing may panic,
//! and what is accepted is well-formed.

use fafnir_cli::driver::{LoadError, Options, compile};
use fafnir_cli::guard;
use fafnir_cli::output::FileLines;
use fafnir_cli::preprocess::Text;
use report::text::{Style, render};

#[test]
fn nothing_panics() {
    let root = testkit::files::repository(env!("CARGO_MANIFEST_DIR"));
    let files = testkit::files::find(&root.join("tests/fuzz"), "c");
    assert!(!files.is_empty());
    let mut accepted = 0;
    for file in &files {
        for model in [ir::DataModel::Lp64, ir::DataModel::Ilp32] {
            let bytes = std::fs::read(file).unwrap();
            let text = Text { name: "fuzz.c".to_owned(), bytes, original: None, fresh: false };
            let options =
                Options { model, error_labels: Vec::new(), entry: "main".to_owned(), as_library: false };
            let result = guard::run(|| compile(vec![text], Vec::new(), &options, FileLines::default()));
            match result.unwrap_or_else(|p| panic!("{}: {}", file.display(), p.message)) {
                Ok(loaded) => {
                    accepted += 1;
                    assert_eq!(ir::verify(&loaded.program), [], "{}", file.display());
                }
                Err(LoadError::Program { input, diagnostics }) => {
                    assert!(!diagnostics.is_empty());
                    diagnostics.iter().for_each(|d| drop(render(d, &input.sources(), Style::Plain)));
                }
                Err(other) => panic!("{}: {other:?}", file.display()),
            }
        }
    }
    assert!(accepted > 0);
}
