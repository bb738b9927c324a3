//! What a look at the text can find: long files, unfinished code, crates that do not say what they are for.

use crate::graph;
use crate::options::repository;
use std::path::Path;

/// Beyond this a file wants a second look; beyond the other it must be split by concern.
const LONG: usize = 800;
const TOO_LONG: usize = 1200;

pub(crate) fn main() -> Result<(), String> {
    let (mut problems, remarks) = look()?;
    problems.extend(graph::problems()?);
    for remark in &remarks {
        println!("remark: {remark}");
    }
    for problem in &problems {
        println!("problem: {problem}");
    }
    match problems.is_empty() {
        true => Ok(()),
        false => Err("the tree is not tidy".to_owned()),
    }
}

/// Problems and remarks.
fn look() -> Result<(Vec<String>, Vec<String>), String> {
    let root = repository();
    let mut problems = Vec::new();
    let mut remarks = Vec::new();
    for path in testkit::files::find(&root.join("crates"), "rs") {
        let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let name = path.strip_prefix(&root).unwrap_or(&path).display().to_string();
        if name.contains("/target/") {
            continue;
        }
        let lines = text.lines().count();
        if lines > TOO_LONG {
            problems.push(format!("{name} has {lines} lines"));
        } else if lines > LONG {
            remarks.push(format!("{name} has {lines} lines"));
        }
        check_text(&name, &text, &mut problems);
        if path.ends_with(Path::new("src/lib.rs")) && !text.starts_with("//! ") {
            problems.push(format!("{name} does not begin by saying what the crate is for"));
        }
        if path.ends_with(Path::new("src/lib.rs")) && !text.contains("Architecture invariant") {
            problems.push(format!("{name} does not say what the crate must never know"));
        }
    }
    Ok((problems, remarks))
}

fn check_text(name: &str, text: &str, problems: &mut Vec<String>) {
    // Written in two parts, so that this file does not find itself.
    let unfinished = [concat!("todo", "!("), concat!("unimplemented", "!("), concat!("dbg", "!(")];
    let switched_off = concat!("#[", "ignore");
    for (number, line) in text.lines().enumerate() {
        let code = line.split("//").next().unwrap_or_default();
        if unfinished.iter().any(|word| code.contains(word)) {
            problems.push(format!("{name}:{}: unfinished code", number + 1));
        }
        if code.contains(switched_off) {
            problems.push(format!("{name}:{}: a test is switched off", number + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tree_is_tidy() {
        let (problems, _) = look().unwrap();
        assert!(problems.is_empty(), "{problems:#?}");
    }

    #[test]
    fn unfinished_code_is_seen() {
        let mut problems = Vec::new();
        let text = format!(
            "fn f() {{ {}) }}\n// {})\n{}]",
            concat!("todo", "!("),
            concat!("todo", "!("),
            concat!("#[", "ignore")
        );
        check_text("x.rs", &text, &mut problems);
        assert_eq!(problems, ["x.rs:1: unfinished code", "x.rs:3: a test is switched off"]);
    }
}
