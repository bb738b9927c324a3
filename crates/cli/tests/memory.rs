//! The bound of memory holds for the whole process: reaching it is an answer, and no engine goes far beyond it.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const BOUND_MB: u64 = 64;
/// What may be taken beyond the bound between two looks at it, and for the program itself.
const MARGIN_MB: u64 = 10;

/// Lists without end: the concrete run is the hungry one. The verifier cannot tell that the loop never ends.
const ENDLESS: &str = "
#include <stdlib.h>
struct node { struct node *next; };
int main(void) {
    struct node *list = 0;
    for (int i = 1; i; i++) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        list = n;
    }
    return 0;
}
";

/// Many trees and no end of the search: the hunter that goes breadth-first keeps them all.
const TREES: &str = "
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct tree { struct tree *left, *right, *root; int value; };
int main(void) {
    struct tree *tree = 0, **at;
    while (__VERIFIER_nondet_int()) {
        at = &tree;
        while (*at) {
            (*at)->value += __VERIFIER_nondet_int();
            at = __VERIFIER_nondet_int() ? &(*at)->left : &(*at)->right;
        }
        *at = malloc(sizeof **at);
        (*at)->left = (*at)->right = 0;
        (*at)->value = 0;
        (*at)->root = tree;
    }
    while (tree) {
        at = &tree;
        while ((*at)->left || (*at)->right) at = (*at)->left ? &(*at)->left : &(*at)->right;
        if ((*at)->value == 77 && tree->value == 12345678) abort();
        free(*at);
        *at = 0;
    }
    return 0;
}
";

/// Single operations on many bytes, each of which is a record of its own in a hunter.
const BLOCKS: &str = "
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    size_t size = (size_t)1 << 25;
    char *a = malloc(size), *b = malloc(size);
    memset(a, 1, size);
    while (__VERIFIER_nondet_int()) {
        memcpy(b + 1, a, size - 1);
        memset(a, __VERIFIER_nondet_int(), size - 3);
        b = realloc(b, size);
    }
    free(a);
    free(b);
    return 0;
}
";

/// The most memory that the process ever had in use, as long as it can be asked.
fn peak(pid: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

fn check(name: &str, text: &str, engine: &str) {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("memory");
    std::fs::create_dir_all(&dir).unwrap();
    let path = dir.join(format!("{name}.c"));
    std::fs::write(&path, text).unwrap();
    let begin = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_fafnir"))
        .args(["check", "--time", "4s", "--quiet", "--engine", engine, "--memory"])
        .arg(format!("{BOUND_MB}M"))
        .arg(&path)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut most = 0;
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        most = most.max(peak(child.id()).unwrap_or(0));
        std::thread::sleep(Duration::from_millis(2));
    };
    // Proved or Unknown, but no crash and no kill.
    assert!(matches!(status.code(), Some(0 | 3)), "{name}, {engine}: {status:?}");
    assert!(begin.elapsed() < Duration::from_secs(9), "{name}, {engine}: {:?}", begin.elapsed());
    if cfg!(target_os = "linux") {
        assert!(most > 1000, "{name}, {engine}: nothing was measured");
    }
    assert!(
        most / 1024 <= BOUND_MB + MARGIN_MB,
        "{name}, {engine}: {} MB with a bound of {BOUND_MB}",
        most / 1024
    );
    println!("{name}, {engine}: {} MB in {:?}", most / 1024, begin.elapsed());
}

#[test]
fn concrete_runs_stay_within_the_bound() {
    check("endless", ENDLESS, "auto");
    check("endless", ENDLESS, "interp");
}

#[test]
fn hunters_stay_within_the_bound() {
    check("trees", TREES, "auto");
    check("trees", TREES, "hunt");
    check("endless", ENDLESS, "hunt");
}

#[test]
fn single_operations_stay_within_the_bound() {
    check("blocks", BLOCKS, "auto");
    check("blocks", BLOCKS, "hunt");
}
