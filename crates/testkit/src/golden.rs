//! Expected outputs in files beside the tests. `FAFNIR_BLESS=1` writes what came out instead of comparing.

use std::path::Path;

pub fn blessing() -> bool {
    std::env::var_os("FAFNIR_BLESS").is_some_and(|v| v != "0")
}

/// Compares with the file's content; a file that does not exist is an empty one, and an empty output needs none.
pub fn compare(path: &Path, actual: &str) -> Result<(), String> {
    let expected = std::fs::read_to_string(path).unwrap_or_default();
    if expected == actual {
        return Ok(());
    }
    if blessing() {
        let written = match actual.is_empty() {
            true => std::fs::remove_file(path),
            false => std::fs::write(path, actual),
        };
        return written.map_err(|e| format!("{}: {e}", path.display()));
    }
    Err(format!(
        "{} differs (FAFNIR_BLESS=1 rewrites it):\n{}",
        path.display(),
        difference(&expected, actual)
    ))
}

/// The lines around the first difference.
pub fn difference(expected: &str, actual: &str) -> String {
    let old: Vec<&str> = expected.lines().collect();
    let new: Vec<&str> = actual.lines().collect();
    let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let tail = old[same..].iter().rev().zip(new[same..].iter().rev()).take_while(|(a, b)| a == b).count();
    let mut out = String::new();
    for line in &old[same.saturating_sub(3)..same] {
        out.push_str(&format!("  {line}\n"));
    }
    for line in old[same..old.len() - tail].iter().take(40) {
        out.push_str(&format!("- {line}\n"));
    }
    for line in new[same..new.len() - tail].iter().take(40) {
        out.push_str(&format!("+ {line}\n"));
    }
    if old == new {
        out.push_str("only the line ends differ\n");
    }
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn differences_show_their_surroundings() {
        assert_eq!(super::difference("a\nb\nc\nd\n", "a\nb\nx\nd\n"), "  a\n  b\n- c\n+ x\n");
        assert_eq!(super::difference("", "a\n"), "+ a\n");
    }
}
