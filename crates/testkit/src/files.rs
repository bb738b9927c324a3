//! Finding test files.

use std::path::{Path, PathBuf};

/// All files below `root` with this extension, sorted, so that a run's order does not depend on the file system.
pub fn find(root: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut pending = vec![root.to_owned()];
    while let Some(dir) = pending.pop() {
        let Ok(entries) = std::fs::read_dir(&dir) else { continue };
        for path in entries.filter_map(|e| Some(e.ok()?.path())) {
            if path.is_dir() {
                pending.push(path);
            } else if path.extension().is_some_and(|e| e == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The root of the repository, from the directory of one of its crates.
pub fn repository(manifest_dir: &str) -> PathBuf {
    Path::new(manifest_dir).ancestors().nth(2).unwrap_or(Path::new(".")).to_owned()
}
