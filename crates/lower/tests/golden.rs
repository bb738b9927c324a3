//! The IR of small C files, compared with what stands beside them (`FAFNIR_BLESS=1` rewrites that).

mod common;

use std::path::Path;

#[test]
fn the_ir_is_as_written_down() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let files = testkit::files::find(&directory, "c");
    assert!(files.len() >= 10, "the golden files are gone: {files:?}");
    let mut failures = Vec::new();
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        let program = common::lp64(&text);
        let printed = ir::print(&program);
        let read = ir::read(&printed).unwrap_or_else(|errors| panic!("{}: {errors:?}", path.display()));
        assert_eq!(ir::print(&read), printed, "{}: the text form does not round-trip", path.display());
        if let Err(difference) = testkit::golden::compare(&path.with_extension("ir"), &printed) {
            failures.push(difference);
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
