//! Makes the start of the program cheap: a short run spends more time on being loaded than on its work.

use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=CC");
    let is = |variable: &str, wanted: &str| std::env::var(variable).is_ok_and(|value| value == wanted);
    let all_static = std::env::var("CARGO_CFG_TARGET_FEATURE").is_ok_and(|f| f.contains("crt-static"));
    if !is("CARGO_CFG_TARGET_OS", "linux") || !is("CARGO_CFG_TARGET_ENV", "gnu") || all_static {
        return;
    }
    // A program that can be loaded anywhere begins with writing thousands of addresses into its tables, page by page.
    println!("cargo::rustc-link-arg-bins=-no-pie");
    // The compiler is asked for its own machine's library.
    if std::env::var_os("HOST") == std::env::var_os("TARGET")
        && let Some(out) = std::env::var_os("OUT_DIR").map(PathBuf::from)
        && let Some(unwinder) = archive("libgcc_eh.a")
        && std::fs::copy(unwinder, out.join("libgcc_s.a")).is_ok()
    {
        // Linking the unwinder in saves loading a library. The linker takes what it finds first, and in this directory there is no
        // shared library of that name.
        println!("cargo::rustc-link-search=native={}", out.display());
    }
}

/// Where the C compiler keeps the library. One that has none answers with the bare name.
fn archive(name: &str) -> Option<PathBuf> {
    let compiler = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
    let output = Command::new(compiler).arg(format!("-print-file-name={name}")).output().ok()?;
    let path = String::from_utf8(output.stdout).ok()?;
    let path = Path::new(path.trim());
    path.is_absolute().then(|| path.to_owned())
}
