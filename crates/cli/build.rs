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
    // The compiler is asked for its own machine's libraries.
    if std::env::var_os("HOST") == std::env::var_os("TARGET")
        && let Some(out) = std::env::var_os("OUT_DIR").map(PathBuf::from)
        && gather_archives(&out)
    {
        // Finding and binding shared libraries takes as long as reading a page of C. The linker takes a library from the first
        // directory that has one of its name, and in this directory there are only archives.
        println!("cargo::rustc-link-arg-bins=-static");
        println!("cargo::rustc-link-arg-bins=-L{}", out.display());
    }
}

/// Puts the archives of all that the standard library asks for into one directory; `false` where the C library was installed
/// without them. The unwinder's archive is not called as the shared library is.
fn gather_archives(directory: &Path) -> bool {
    let wanted = [
        ("libgcc_eh.a", "libgcc_s.a"),
        ("libc.a", "libc.a"),
        ("libm.a", "libm.a"),
        ("librt.a", "librt.a"),
        ("libpthread.a", "libpthread.a"),
        ("libdl.a", "libdl.a"),
        ("libutil.a", "libutil.a"),
    ];
    wanted
        .iter()
        .all(|(name, called)| archive(name).is_some_and(|a| std::fs::copy(a, directory.join(called)).is_ok()))
}

/// Where the C compiler keeps the library. One that has none answers with the bare name.
fn archive(name: &str) -> Option<PathBuf> {
    let compiler = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
    let output = Command::new(compiler).arg(format!("-print-file-name={name}")).output().ok()?;
    let path = String::from_utf8(output.stdout).ok()?;
    let path = Path::new(path.trim());
    path.is_absolute().then(|| path.to_owned())
}
