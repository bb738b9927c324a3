//! What a second run of `check` costs after an edit of one function: answers about the others are kept.

use crate::options::{Options, fafnir, results_dir};
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// Functions in the file, about twenty lines each.
const FUNCTIONS: usize = 250;
/// A second run may take this share of the first.
const GOAL: f64 = 0.1;

/// One function of the file. Every third one calls the one before it.
fn function(n: usize, edited: bool) -> String {
    let mut out = String::new();
    let _ = write!(
        out,
        "\n/* Puts a copy of a text into a record, or leaves the record as it is. */\n\
         int set_{n}(struct record *r, const char *text, unsigned kind) {{\n    \
             char *copy;\n    unsigned i, size = {};\n\n    if (!r || !text || kind > {})\n        return -1;\n    \
             copy = malloc(size);\n    if (!copy)\n        return -1;\n    memset(copy, 0, size);\n    for (i = 0; i < 12 && text[i]; i++)\n        copy[i] = text[i] == '\\t' ? ' ' : text[i];\n    \
             if (r->kind == kind) {{\n        free(r->text);\n        r->text = copy;\n        r->size = size;\n    }} else {{\n        \
             free(copy);\n    }}\n",
        16 + n % 5,
        1 + n % 7
    );
    if n % 3 == 2 {
        let _ = writeln!(out, "    if (r->next)\n        return set_{}(r->next, text, kind);", n - 1);
    }
    if edited {
        out.push_str("    r->kind = kind;\n");
    }
    out.push_str("    return 0;\n}\n");
    out
}

fn file(edited: Option<usize>) -> String {
    let mut text = String::from(
        "#include <stdlib.h>\n#include <string.h>\n\n\
         struct record {\n    struct record *next;\n    char *text;\n    unsigned size, kind;\n};\n",
    );
    for n in 0..FUNCTIONS {
        text.push_str(&function(n, edited == Some(n)));
    }
    text
}

fn check(binary: &Path, source: &Path, cache: &Path) -> Result<(Duration, Option<i32>), String> {
    let begin = Instant::now();
    let output = Command::new(binary)
        .args(["check", "--quiet", "--time", "300s", "--cache"])
        .arg(cache)
        .arg(source)
        .output()
        .map_err(|e| format!("{}: {e}", binary.display()))?;
    Ok((begin.elapsed(), output.status.code()))
}

pub(crate) fn main(options: &Options) -> Result<(), String> {
    let binary = fafnir(options)?;
    let directory = results_dir("incremental")?;
    let (source, cache) = (directory.join("records.c"), directory.join("answers"));
    let _ = std::fs::remove_dir_all(&cache);
    let write =
        |edited| std::fs::write(&source, file(edited)).map_err(|e| format!("{}: {e}", source.display()));
    write(None)?;
    let (first, code) = check(&binary, &source, &cache)?;
    write(Some(FUNCTIONS / 2))?;
    let (second, code_after) = check(&binary, &source, &cache)?;
    let ratio = second.as_secs_f64() / first.as_secs_f64();
    println!(
        "{} lines, {FUNCTIONS} functions: {:.2} s (exit code {code:?}); after an edit of one: {:.2} s (exit code {code_after:?}), ratio {ratio:.3}",
        file(None).lines().count(),
        first.as_secs_f64(),
        second.as_secs_f64()
    );
    let _ = std::fs::remove_dir_all(&cache);
    match ratio <= GOAL {
        true => Ok(()),
        false => Err(format!("the second run takes more than {GOAL} of the first")),
    }
}
