//! Links the C++ library that CaDiCaL needs into the program where that is possible: loading it dynamically would cost
//! every run of `fafnir` more than reading a small program does.

use std::path::{Path, PathBuf};
use std::process::Command;

const ARCHIVE: &str = "libstdc++.a";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=CXX");
    if std::env::var_os("CARGO_FEATURE_CADICAL").is_none() {
        return;
    }
    // The compiler is asked for its own machine's library.
    if std::env::var_os("HOST") != std::env::var_os("TARGET") {
        return;
    }
    let Some(out) = std::env::var_os("OUT_DIR").map(PathBuf::from) else { return };
    if let Some(archive) = archive()
        && std::fs::copy(archive, out.join(ARCHIVE)).is_ok()
    {
        // The linker takes what it finds first, and in this directory there is no shared library of that name.
        println!("cargo::rustc-link-search=native={}", out.display());
    }
}

/// Where the C++ compiler keeps the library. One that has none answers with the bare name.
fn archive() -> Option<PathBuf> {
    let compiler = std::env::var_os("CXX").unwrap_or_else(|| "c++".into());
    let output = Command::new(compiler).arg(format!("-print-file-name={ARCHIVE}")).output().ok()?;
    let path = String::from_utf8(output.stdout).ok()?;
    let path = Path::new(path.trim());
    path.is_absolute().then(|| path.to_owned())
}
