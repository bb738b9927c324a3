//! A few random programs against gcc; `cargo xtask diff-gcc N` runs as many as one likes.

use std::path::{Path, PathBuf};
use std::time::Duration;
use testkit::DataModel;
use testkit::process::{self, Comparison};

#[test]
fn random_programs_do_what_gcc_says() {
    let Some(headers) = process::csmith_headers() else {
        testkit::skip("csmith is not installed");
        return;
    };
    let scratch = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("csmith");
    std::fs::create_dir_all(&scratch).unwrap();
    let include = [format!("-I{}", headers.display())];
    let mut compared = 0;
    for model in DataModel::BOTH {
        if !process::gcc_works(model, &scratch) {
            testkit::skip(&format!("gcc cannot make {} programs here", model.name()));
            continue;
        }
        for seed in 1000..1012 {
            let Ok(text) = process::csmith(seed, &[]) else { return };
            let source = scratch.join(format!("{seed}-{}.c", model.name()));
            std::fs::write(&source, text).unwrap();
            let fafnir = Path::new(env!("CARGO_BIN_EXE_fafnir"));
            let limits = (Duration::from_secs(2), Duration::from_secs(60));
            match process::compare_with_gcc(fafnir, &source, model, &include, &scratch, limits) {
                Comparison::Agree => compared += 1,
                Comparison::Skipped(_) => {}
                Comparison::Disagree(how) | Comparison::Unknown(how) => {
                    panic!("{}: {how}", source.display())
                }
            }
        }
    }
    assert!(compared > 0);
}
