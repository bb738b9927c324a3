//! Violation witnesses are replayed: the program is changed so that it follows the waypoints, which restrict what calls return
//! and say which way branchings go, and both our machine and gcc's AddressSanitizer must then see the error at the target.

use crate::{directory, root, run, text};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use testkit::{Expectation, TestFile, process};

#[derive(Clone, Debug, Default)]
struct Waypoint {
    kind: String,
    /// Of the constraint.
    value: String,
    line: usize,
    column: usize,
}

/// The waypoints of a witness in order, read without regard to how it was written.
fn read(yaml: &str) -> Vec<Waypoint> {
    let mut out: Vec<Waypoint> = Vec::new();
    for line in yaml.lines().skip_while(|l| l.trim() != "content:") {
        let Some((key, value)) = line.trim().split_once(':') else { continue };
        let value = value.trim().trim_matches('"').replace("\\\\", "\\");
        match (key, out.last_mut()) {
            ("- waypoint", _) => out.push(Waypoint::default()),
            ("type", Some(last)) => last.kind = value,
            ("value", Some(last)) => last.value = value,
            ("line", Some(last)) => last.line = value.parse().unwrap(),
            ("column", Some(last)) => last.column = value.parse().unwrap(),
            _ => {}
        }
    }
    out
}

/// A part of the program that is put between two texts.
struct Wrapping {
    from: usize,
    to: usize,
    before: String,
    after: &'static str,
}

/// What makes the program report to the waypoint; nothing if the place is not simple enough for this test.
fn instrument(source: &str, waypoint: &Waypoint) -> Option<Wrapping> {
    let line: usize = source.split_inclusive('\n').take(waypoint.line - 1).map(str::len).sum();
    let at = line + source[line..].char_indices().nth(waypoint.column - 1)?.0;
    let here = format!("{}, {}", waypoint.line, waypoint.column);
    match waypoint.kind.as_str() {
        "branching" => {
            let open = at + source[at..].find('(')?;
            let close = closing(source, open)?;
            let (from, to) = match &source[at..open].trim() {
                &"if" | &"while" => (open + 1, close),
                &"for" => {
                    let first = semicolon(source, open + 1)?;
                    (first + 1, semicolon(source, first + 1)?)
                }
                other => panic!("not at a branching: {other:?} at {here}"),
            };
            Some(Wrapping { from, to, before: format!("w_branch({here}, !!("), after: "))" })
        }
        "function_return" => {
            assert_eq!(&source[at..=at], ")", "not at a call's end: {here}");
            let open = opening(source, at)?;
            let name = source[..open].trim_end();
            let begin = name.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_').len();
            (begin < name.len()).then_some(())?;
            // The call is evaluated for nothing.
            let before = format!("(w_return({here}), 0 ? 0 : w_value + 0 * sizeof ");
            Some(Wrapping { from: begin, to: at + 1, before, after: ")" })
        }
        other => panic!("unknown type of waypoint: {other}"),
    }
}

fn closing(source: &str, open: usize) -> Option<usize> {
    let mut depth = 0;
    for (i, b) in source.bytes().enumerate().skip(open) {
        match b {
            b'(' => depth += 1,
            b')' if depth == 1 => return Some(i),
            b')' => depth -= 1,
            _ => {}
        }
    }
    None
}

fn opening(source: &str, close: usize) -> Option<usize> {
    let mut depth = 0;
    for (i, b) in source.bytes().enumerate().take(close + 1).collect::<Vec<_>>().into_iter().rev() {
        match b {
            b')' => depth += 1,
            b'(' if depth == 1 => return Some(i),
            b'(' => depth -= 1,
            _ if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

fn semicolon(source: &str, from: usize) -> Option<usize> {
    let mut depth = 0;
    for (i, b) in source.bytes().enumerate().skip(from) {
        match b {
            b'(' => depth += 1,
            b')' => depth -= 1,
            b';' if depth == 0 => return Some(i),
            _ => {}
        }
    }
    None
}

const HARNESS: &str = r#"
static int w_next;
static void w_pass(void) {
    w_next++;
    if (w_next == W_COUNT) fprintf(stderr, "all %d waypoints are passed\n", W_COUNT);
}
static int w_here(int kind, int line, int column) {
    return w_next < W_COUNT && w_kinds[w_next] == kind && w_lines[w_next] == line && w_columns[w_next] == column;
}
int w_branch(int line, int column, int value) {
    if (!w_here(1, line, column)) return value;
    if (w_values[w_next] != value) { fprintf(stderr, "a waypoint is not passed where it is met\n"); exit(99); }
    w_pass();
    return value;
}
void w_return(int line, int column) {
    if (!w_here(3, line, column)) { fprintf(stderr, "no waypoint says what is returned\n"); exit(99); }
    w_value = w_values[w_next];
    w_pass();
}
"#;

/// The program that follows the waypoints, and how many of them it knows. Lines stay where they are.
fn follow(source: &str, way: &[Waypoint]) -> (String, usize) {
    let mut wrappings: Vec<Wrapping> = Vec::new();
    let mut seen = BTreeSet::new();
    let (mut known, mut unknown) = (Vec::new(), BTreeSet::new());
    for waypoint in way.iter().filter(|w| w.kind != "target") {
        let place = (waypoint.kind.clone(), waypoint.line, waypoint.column);
        if seen.insert(place.clone()) {
            match instrument(source, waypoint) {
                Some(new) => wrappings.push(new),
                None => drop(unknown.insert(place.clone())),
            }
        }
        if !unknown.contains(&place) {
            known.push(waypoint);
        }
    }
    // By place; at one place what is inside closes first, and opens last.
    let mut insertions: Vec<(usize, bool, usize, bool, &str)> = Vec::new();
    for Wrapping { from, to, before, after } in &wrappings {
        // A call may be the whole of a condition.
        let is_call = before.starts_with('(');
        insertions.push((*from, true, usize::MAX - to, is_call, before));
        insertions.push((*to, false, usize::MAX - from, !is_call, after));
    }
    insertions.sort_unstable();
    let mut out = "#include <stdio.h>\n#include <stdlib.h>\nint w_branch(int, int, int); void w_return(int, int); long long w_value;\n#line 1\n".to_owned();
    let mut from = 0;
    for (at, _, _, _, text) in insertions {
        out.push_str(&source[from..at]);
        out.push_str(text);
        from = at;
    }
    out.push_str(&source[from..]);
    let column =
        |of: &dyn Fn(&Waypoint) -> String| known.iter().map(|w| of(w)).collect::<Vec<_>>().join(", ");
    let kind = |w: &Waypoint| match w.kind.as_str() {
        "branching" => "1".to_owned(),
        _ => "3".to_owned(),
    };
    let value = |w: &Waypoint| match w.value.as_str() {
        "true" => "1".to_owned(),
        "false" | "" => "0".to_owned(),
        value => value.trim_start_matches("\\result == ").to_owned(),
    };
    let _ = write!(
        out,
        "\n#define W_COUNT {}\nstatic const int w_kinds[] = {{ {}, 0 }}, w_lines[] = {{ {}, 0 }}, w_columns[] = {{ {}, 0 }};\nstatic const long long w_values[] = {{ {}, 0 }};\n{HARNESS}",
        known.len(),
        column(&kind),
        column(&|w| w.line.to_string()),
        column(&|w| w.column.to_string()),
        column(&value),
    );
    (out, known.len())
}

#[test]
fn the_waypoints_of_a_violation_lead_to_it() {
    let out = directory("replay");
    let prp = out.join("all.prp");
    std::fs::write(
        &prp,
        "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n",
    )
    .unwrap();
    let mut programs = testkit::files::find(&root().join("tests/c/witness"), "c");
    for more in ["tests/c/hunt", "tests/c/smg/error-paths", "tests/c/smg/control-flow"] {
        programs.extend(testkit::files::find(&root().join(more), "c"));
    }
    let (mut replayed, mut waypoints, mut instrumented) = (0, 0, 0);
    let mut failures: Vec<String> = Vec::new();
    for path in programs {
        let source = std::fs::read_to_string(&path).unwrap();
        let Ok(file) = TestFile::parse(&source) else { continue };
        let simple = file.args.is_empty() && file.properties.is_none();
        if !simple || !file.expected.iter().any(|e| matches!(e.what, Expectation::Error(_))) {
            continue;
        }
        let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
        let witness = out.join(format!("{stem}.yml"));
        let done = run(&[
            "svcomp",
            "--prp",
            &text(&prp),
            "--data-model",
            "lp64",
            "--time",
            "20s",
            "--witness",
            &text(&witness),
            &text(&path),
        ]);
        // The others violate another property.
        if !done.stdout_text().starts_with("false(valid-") {
            continue;
        }
        let way = read(&std::fs::read_to_string(&witness).unwrap());
        let target = way.last().unwrap();
        assert_eq!(target.kind, "target", "{stem}");
        if way.len() == 1 {
            continue;
        }
        let (program, known) = follow(&source, &way);
        let changed = out.join(format!("{stem}.c"));
        std::fs::write(&changed, program).unwrap();
        waypoints += way.len() - 1;
        instrumented += known;
        replayed += 1;
        let mut says = |who: &str, said: &str| {
            let passed = known == 0 || said.contains(&format!("all {known} waypoints are passed"));
            let place = format!("{stem}.c:{}", target.line);
            let there =
                said.split(&place).skip(1).any(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()));
            // A call of nothing has no place.
            if !passed || !(there || said.contains("(<unknown module>)")) {
                failures.push(format!("{who} on {stem}: {known} waypoints, then {place}\n{said}"));
            }
        };
        let machine = run(&["run", "--format", "gcc", &text(&changed)]);
        says("our machine", &machine.stderr_text());
        if let Some(said) = sanitizer(&changed, &out.join(&stem)) {
            says("gcc", &said);
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(replayed >= 10 && waypoints >= 80, "{replayed} witnesses, {waypoints} waypoints");
    assert!(instrumented * 10 >= waypoints * 9, "{instrumented} of {waypoints} waypoints could be tried");
}

/// What AddressSanitizer says of the program; nothing if there is none here, or if gcc is too old to fill variables that were never
/// written: what the stack happens to hold must not decide.
fn sanitizer(source: &Path, binary: &Path) -> Option<String> {
    let mut gcc = Command::new("gcc");
    // An input that the way does not come to is not known to it either.
    gcc.arg("-Wl,--defsym=__VERIFIER_nondet_int=w_return");
    gcc.args(["-g", "-w", "-O0", "-fsanitize=address", "-ftrivial-auto-var-init=pattern", "-o"])
        .arg(binary)
        .arg(source);
    let built = process::run(&mut gcc, b"", Duration::from_secs(60)).ok()?;
    let missing = ["cannot find -lasan", "unrecognized command-line option"];
    if missing.iter().any(|reason| built.stderr_text().contains(reason)) {
        testkit::skip("gcc -fsanitize=address or -ftrivial-auto-var-init does not work here");
        return None;
    }
    assert_eq!(built.code, Some(0), "{}", built.stderr_text());
    let mut command = Command::new(binary);
    command.env("ASAN_OPTIONS", "detect_leaks=0");
    Some(process::run(&mut command, b"", Duration::from_secs(30)).ok()?.stderr_text())
}
