//! What people and other programs see besides the plain answer, tried from outside.

mod batch;
mod html;
mod lsp;
mod replay;
mod show;
mod standing;
mod svcomp;
mod terminal;

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;
use testkit::process::{self, Finished};

pub(crate) fn root() -> PathBuf {
    testkit::files::repository(env!("CARGO_MANIFEST_DIR"))
}

pub(crate) fn fafnir() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fafnir"));
    command.current_dir(root());
    command
}

pub(crate) fn run(args: &[&str]) -> Finished {
    process::run(fafnir().args(args), b"", Duration::from_secs(120)).unwrap()
}

/// A directory of this test's own, empty.
pub(crate) fn directory(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("outputs").join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

pub(crate) fn text(path: &std::path::Path) -> String {
    path.display().to_string()
}
