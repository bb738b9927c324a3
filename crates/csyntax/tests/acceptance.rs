//! One program per line of `tests/acceptance/*.txt`, with gcc's opinion and ours.
//!
//! `+` both accept it, `-` both reject it, `>` only we accept it, `<` only gcc does. A line `@ text with %` gives the
//! text around the following programs. `ASK_GCC=1` asks gcc again, which takes a while.

use fafnir_csyntax::{ParseOptions, parse};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

struct Snippet {
    place: String,
    ours: bool,
    gccs: bool,
    text: String,
}

fn snippets() -> Vec<Snippet> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/acceptance");
    let mut files: Vec<_> = std::fs::read_dir(directory).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    let mut snippets = Vec::new();
    for file in files {
        let mut around = String::from("%");
        for (index, line) in std::fs::read_to_string(&file).unwrap().lines().enumerate() {
            let (mark, rest) = line.split_at(1);
            let rest = rest.trim();
            let (ours, gccs) = match mark {
                "#" => continue,
                "@" => {
                    around = rest.to_string();
                    continue;
                }
                "+" => (true, true),
                "-" => (false, false),
                ">" => (true, false),
                "<" => (false, true),
                _ => panic!("{}:{}: no mark", file.display(), index + 1),
            };
            let place = format!("{}:{}: {rest}", file.file_name().unwrap().display(), index + 1);
            snippets.push(Snippet { place, ours, gccs, text: around.replacen('%', rest, 1) + "\n" });
        }
    }
    assert!(snippets.len() > 300);
    snippets
}

#[test]
fn we_accept_what_c_is() {
    let mut failures = Vec::new();
    for snippet in snippets() {
        let errors = parse(snippet.text.as_bytes(), 0, &ParseOptions::default()).errors;
        match errors.first() {
            Some(error) if snippet.ours => failures.push(format!("{}: {}", snippet.place, error.message)),
            None if !snippet.ours => failures.push(format!("{}: accepted", snippet.place)),
            _ => {}
        }
        // One mistake per line: at most a few messages about it.
        if errors.len() > 3 {
            failures.push(format!("{}: {} errors", snippet.place, errors.len()));
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

fn gcc_accepts(text: &str) -> Option<bool> {
    let mut child = Command::new("gcc")
        .args(["-std=gnu17", "-w", "-fsyntax-only", "-x", "c", "-"])
        .stdin(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    child.stdin.take()?.write_all(text.as_bytes()).ok()?;
    Some(child.wait().ok()?.success())
}

#[test]
fn gcc_says_what_is_written() {
    let mut snippets = snippets();
    if std::env::var_os("ASK_GCC").is_none() {
        // Enough to notice that gcc is asked in the wrong way.
        snippets.truncate(10);
    }
    if gcc_accepts("int a;").is_none() {
        eprintln!("gcc is not installed: nothing to compare with");
        return;
    }
    let next = AtomicUsize::new(0);
    let check = || {
        let mut failures = Vec::new();
        while let Some(snippet) = snippets.get(next.fetch_add(1, Ordering::Relaxed)) {
            let answer = gcc_accepts(&snippet.text).unwrap();
            if answer != snippet.gccs {
                failures.push(format!(
                    "{}: gcc {}",
                    snippet.place,
                    if answer { "accepts" } else { "rejects" }
                ));
            }
        }
        failures
    };
    let failures: Vec<String> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..2).map(|_| scope.spawn(check)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
    });
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}
