//! The machine against AddressSanitizer on some of our programs; `cargo xtask sanitize` compares them all, with valgrind, too.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use testkit::sanitizers::{self, Agreement, Tool};

#[test]
fn the_machine_agrees_with_address_sanitizer() {
    let scratch = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("sanitizers");
    std::fs::create_dir_all(&scratch).unwrap();
    if !sanitizers::address_sanitizer_works(&scratch) {
        testkit::skip("gcc -fsanitize=address does not work here");
        return;
    }
    let root = testkit::files::repository(env!("CARGO_MANIFEST_DIR")).join("tests/c");
    let mut files = testkit::files::find(&root.join("deref"), "c");
    files = files.into_iter().step_by(4).collect();
    files.extend(testkit::files::find(&root.join("free"), "c"));
    files.extend(testkit::files::find(&root.join("leak"), "c"));
    let fafnir = Path::new(env!("CARGO_BIN_EXE_fafnir"));
    let next = AtomicUsize::new(0);
    let reports = AtomicUsize::new(0);
    let work = || {
        while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            for (_, agreement) in sanitizers::compare(fafnir, file, 0, &scratch, &[Tool::AddressSanitizer]) {
                match agreement {
                    Agreement::Disagree(how) => panic!("{}: {how}", file.display()),
                    Agreement::BothReport(_) => {
                        reports.fetch_add(1, Ordering::Relaxed);
                    }
                    _ => {}
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(work);
        }
    });
    assert!(reports.into_inner() > 10, "the tools report next to nothing");
}
