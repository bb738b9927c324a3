//! Answers about functions in files of the user's cache directory, one file each.

use crate::Exit;
use crate::args::CacheArgs;
use crate::output;
use portfolio::AnswerStore;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// The directory of the kept answers.
#[derive(Debug)]
pub(crate) struct FileStore {
    directory: PathBuf,
}

/// `$XDG_CACHE_HOME/fafnir`, or `~/.cache/fafnir`.
fn users_directory() -> Option<PathBuf> {
    let given = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = given("XDG_CACHE_HOME").or_else(|| given("HOME").map(|home| home.join(".cache")))?;
    base.is_absolute().then(|| base.join("fafnir"))
}

/// What tells one build of Fafnir from another: no answer of another one counts.
fn build() -> Option<String> {
    let executable = std::fs::metadata(std::env::current_exe().ok()?).ok()?;
    let changed = executable.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some(format!("{}-{}-{}", env!("CARGO_PKG_VERSION"), executable.len(), changed.as_nanos()))
}

impl FileStore {
    /// The store in this directory, or in the user's own one.
    pub(crate) fn open(directory: Option<&Path>) -> Option<FileStore> {
        let root = directory.map_or_else(users_directory, |directory| Some(directory.to_owned()))?;
        Some(FileStore { directory: root.join(build()?) })
    }

    fn file(&self, key: &str) -> PathBuf {
        self.directory.join(key)
    }
}

impl AnswerStore for FileStore {
    fn get(&self, key: &str) -> Option<String> {
        std::fs::read_to_string(self.file(key)).ok()
    }

    /// Whoever cannot write goes on without: an answer that is not kept is found again.
    fn put(&self, key: &str, answer: &str) {
        if std::fs::create_dir_all(&self.directory).is_err() {
            return;
        }
        // Under another name first, so that nobody reads half a file.
        let unfinished = self.file(&format!("{key}.{}", std::process::id()));
        if std::fs::write(&unfinished, answer).is_ok() {
            let _ = std::fs::rename(&unfinished, self.file(key));
        }
    }
}

/// `fafnir cache clean`: removes what was kept, and nothing else.
pub(crate) fn main(args: &CacheArgs) -> Exit {
    let Some(root) = args.cache.clone().or_else(users_directory) else {
        output::complain("fafnir: there is no cache directory: neither XDG_CACHE_HOME nor HOME is set\n");
        return Exit::Usage;
    };
    let (mut files, mut bytes) = (0u64, 0u64);
    for build in std::fs::read_dir(&root).into_iter().flatten().flatten() {
        for file in std::fs::read_dir(build.path()).into_iter().flatten().flatten() {
            let is_answer = file.file_name().to_str().is_some_and(|name| {
                name.len() >= 64 && name[..64].bytes().all(|byte| byte.is_ascii_hexdigit())
            });
            if is_answer
                && let Ok(data) = file.metadata()
                && std::fs::remove_file(file.path()).is_ok()
            {
                files += 1;
                bytes += data.len();
            }
        }
        let _ = std::fs::remove_dir(build.path());
    }
    let _ = std::fs::remove_dir(&root);
    output::print(format!("removed {files} answers ({bytes} bytes) from {}\n", root.display()));
    Exit::Proved
}
