//! Console sessions in the documentation: what they show is what the tool prints.
//!
//! In a fenced block marked `console`, lines that begin with `$ ` are commands, and what follows each is its output.

use std::path::Path;

#[derive(Clone, Debug, PartialEq)]
pub struct Session {
    /// Without the `$ `.
    pub command: String,
    pub output: String,
    /// Lines of the output in the document, counted from zero, half-open.
    pub lines: std::ops::Range<usize>,
}

pub fn sessions(document: &str) -> Vec<Session> {
    let mut found: Vec<Session> = Vec::new();
    let mut inside = false;
    let mut open = false;
    for (number, line) in document.lines().enumerate() {
        if line.starts_with("```") {
            inside = !inside && line.trim() == "```console";
            open = false;
        } else if !inside {
            continue;
        } else if let Some(command) = line.strip_prefix("$ ") {
            let lines = number + 1..number + 1;
            found.push(Session { command: command.to_owned(), output: String::new(), lines });
            open = true;
        } else if open && let Some(last) = found.last_mut() {
            last.output.push_str(line);
            last.output.push('\n');
            last.lines.end = number + 1;
        }
    }
    found
}

/// Runs each command that `run` knows (it returns `None` for others) and compares; times are not compared.
pub fn check(path: &Path, mut run: impl FnMut(&str) -> Option<String>) -> Result<(), String> {
    let document = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let mut lines: Vec<String> = document.lines().map(str::to_owned).collect();
    let mut problems = String::new();
    // From the end, so that line numbers stay valid while outputs are replaced.
    for session in sessions(&document).into_iter().rev() {
        let Some(actual) = run(&session.command) else { continue };
        if without_times(&actual) == without_times(&session.output) {
            continue;
        }
        lines.splice(session.lines.clone(), actual.lines().map(str::to_owned));
        let shown = crate::golden::difference(&session.output, &actual);
        problems.push_str(&format!("{}: `{}`:\n{shown}", path.display(), session.command));
    }
    if problems.is_empty() {
        return Ok(());
    }
    if crate::golden::blessing() {
        let text = lines.join("\n") + "\n";
        return std::fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()));
    }
    Err(format!("{problems}(FAFNIR_BLESS=1 rewrites the document)"))
}

/// Replaces `1.2 ms` and `3 s` by a fixed text.
pub fn without_times(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let number = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        let after = &rest[number..];
        let unit = [" ms", " s"].into_iter().find(|unit| {
            after.strip_prefix(unit).is_some_and(|next| !next.starts_with(|c: char| c.is_alphanumeric()))
        });
        match unit {
            Some(unit) => {
                out.push_str("TIME");
                rest = &after[unit.len()..];
            }
            None => {
                out.push_str(&rest[..number]);
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions_are_found() {
        let document = "text\n```console\n$ fafnir a\none\ntwo\n$ ls\n```\n```c\n$ no\n```\n";
        let found = sessions(document);
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].command, "fafnir a");
        assert_eq!(found[0].output, "one\ntwo\n");
        assert_eq!(found[0].lines, 3..5);
        assert_eq!(found[1].output, "");
    }

    #[test]
    fn times_do_not_matter() {
        assert_eq!(
            without_times("(interp, 42 steps, 1.2 ms)\n"),
            without_times("(interp, 42 steps, 37 ms)\n")
        );
        assert_ne!(
            without_times("(interp, 42 steps, 1.2 ms)\n"),
            without_times("(interp, 43 steps, 1.2 ms)\n")
        );
        assert_eq!(without_times("took 3.1 s\n"), without_times("took 12 s\n"));
        assert_eq!(without_times("a 5 b"), "a 5 b");
    }
}
