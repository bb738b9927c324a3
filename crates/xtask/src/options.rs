//! The few options that the commands share, and where things are.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Positional arguments, `--name value` pairs, and what follows `--`.
#[derive(Debug, Default)]
pub(crate) struct Options {
    pub(crate) positional: Vec<String>,
    pub(crate) rest: Vec<String>,
    named: Vec<(String, String)>,
}

impl Options {
    /// Refuses names that are not in `known`.
    pub(crate) fn parse(args: &[String], known: &[&str]) -> Result<Options, String> {
        let mut options = Options::default();
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            if arg == "--" {
                options.rest = args.cloned().collect();
                break;
            }
            let Some(name) = arg.strip_prefix("--") else {
                options.positional.push(arg.clone());
                continue;
            };
            let (name, value) = match name.split_once('=') {
                Some((name, value)) => (name, value.to_owned()),
                None => (name, args.next().cloned().ok_or_else(|| format!("--{name} needs a value"))?),
            };
            if !known.contains(&name) {
                return Err(format!("there is no option --{name}"));
            }
            options.named.push((name.to_owned(), value));
        }
        Ok(options)
    }

    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.named.iter().rev().find(|(n, _)| n == name).map(|(_, v)| v.as_str())
    }

    pub(crate) fn number<T: std::str::FromStr>(&self, name: &str, default: T) -> Result<T, String> {
        match self.get(name) {
            Some(text) => text.parse().map_err(|_| format!("--{name} needs a number, not `{text}`")),
            None => Ok(default),
        }
    }
}

pub(crate) fn repository() -> PathBuf {
    testkit::files::repository(env!("CARGO_MANIFEST_DIR"))
}

/// Where this program was built to: `target/release`.
pub(crate) fn build_dir() -> Result<PathBuf, String> {
    let own = std::env::current_exe().map_err(|e| e.to_string())?;
    Ok(own.parent().unwrap_or(Path::new(".")).to_owned())
}

/// The binary that `--fafnir` names, or one that is built now.
pub(crate) fn fafnir(options: &Options) -> Result<PathBuf, String> {
    match options.get("fafnir") {
        Some(path) => Ok(path.into()),
        None => build_fafnir(),
    }
}

/// Builds `fafnir` with optimisation and returns where it is.
pub(crate) fn build_fafnir() -> Result<PathBuf, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let target = build_dir()?;
    let target = target.parent().unwrap_or(&target);
    let status = Command::new(cargo)
        .current_dir(repository())
        .args(["build", "--quiet", "--release", "--package", "fafnir", "--target-dir"])
        .arg(target)
        .status()
        .map_err(|e| format!("cannot start cargo: {e}"))?;
    if !status.success() {
        return Err("fafnir does not build".to_owned());
    }
    let binary = target.join("release").join("fafnir");
    if binary.is_file() { Ok(binary) } else { Err(format!("{} is missing", binary.display())) }
}

/// A directory for results, made if needed.
pub(crate) fn results_dir(name: &str) -> Result<PathBuf, String> {
    let target = build_dir()?;
    let dir = target.parent().unwrap_or(&target).join(name);
    std::fs::create_dir_all(&dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    Ok(dir)
}
