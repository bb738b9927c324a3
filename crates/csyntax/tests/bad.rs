//! Bad inputs: every error of `tests/bad/NAME.c` is announced beside its line, and nothing else is reported.
//!
//! `//~ message` expects an error on that line whose message contains the text, `//~^ message` one line above (more
//! carets, more lines), `//~ note: ...` a note and `//~ help: ...` a help of some error. Several per line are
//! separated by `//~`.

use fafnir_csyntax::{MAX_ERRORS, ParseOptions, SyntaxError, parse};
use std::path::{Path, PathBuf};

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Message {
    line: usize,
    text: String,
}

fn line_of(text: &[u8], offset: u32) -> usize {
    text[..(offset as usize).min(text.len())].iter().filter(|&&b| b == b'\n').count() + 1
}

fn expected(text: &str) -> Vec<Message> {
    let mut messages = Vec::new();
    for (index, line) in text.lines().enumerate() {
        for annotation in line.split("//~").skip(1) {
            let carets = annotation.chars().take_while(|&c| c == '^').count();
            let text = annotation[carets..].trim().to_string();
            messages.push(Message { line: index + 1 - carets, text });
        }
    }
    messages
}

fn reported(text: &[u8], errors: &[SyntaxError]) -> Vec<Message> {
    let mut messages = Vec::new();
    for error in errors {
        messages.push(Message { line: line_of(text, error.span.lo), text: error.message.clone() });
        for note in &error.notes {
            let text = (line_of(text, note.span.lo), format!("note: {}", note.message));
            messages.push(Message { line: text.0, text: text.1 });
        }
        if let Some(help) = &error.help {
            messages.push(Message { line: line_of(text, error.span.lo), text: format!("help: {help}") });
        }
    }
    messages
}

#[test]
fn every_error_is_announced() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bad");
    let mut files: Vec<PathBuf> = std::fs::read_dir(directory).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    let mut failures = Vec::new();
    for path in &files {
        let bytes = std::fs::read(path).unwrap();
        let result = parse(&bytes, 0, &ParseOptions::default());
        let mut found = reported(&bytes, &result.errors);
        assert!(!result.errors.is_empty(), "{}: no error at all", path.display());
        for wanted in expected(&String::from_utf8_lossy(&bytes)) {
            let at = found.iter().position(|m| m.line == wanted.line && m.text.contains(&wanted.text));
            match at {
                Some(at) => drop(found.remove(at)),
                None => {
                    failures.push(format!("{}:{}: missing: {}", path.display(), wanted.line, wanted.text))
                }
            }
        }
        // Helps and notes may go without an announcement, errors may not.
        found.retain(|m| !m.text.starts_with("note: ") && !m.text.starts_with("help: "));
        failures
            .extend(found.iter().map(|m| format!("{}:{}: unexpected: {}", path.display(), m.line, m.text)));
    }
    assert!(!files.is_empty());
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

fn errors(text: &[u8]) -> Vec<SyntaxError> {
    parse(text, 0, &ParseOptions::default()).errors
}

#[test]
fn the_number_of_errors_is_capped() {
    let text = "int f(void) { return +; }\n".repeat(MAX_ERRORS + 1);
    let errors = errors(text.as_bytes());
    assert_eq!(errors.len(), MAX_ERRORS);
    assert_eq!(errors.last().unwrap().help.as_deref(), Some("too many errors: the rest is not reported"));
    assert!(errors.iter().all(|e| e.message == "expected expression, found `;`"));
}

#[test]
fn missing_things_are_pointed_at_where_they_are_missing() {
    let text = b"int f(void) { f()\n }";
    let found = errors(text);
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].span.lo, found[0].span.hi), (17, 17));
    assert_eq!(found[0].message, "expected `;` after expression");
    let found = errors(b"int f(void) { return (1 + 2; }");
    assert_eq!(found[0].message, "expected `)`, found `;`");
    assert_eq!((found[0].notes[0].span.lo, found[0].notes[0].message.as_str()), (21, "to match this `(`"));
}

#[test]
fn a_text_too_large_for_its_positions_is_an_error() {
    let found = parse(b"int x;", u32::MAX - 3, &ParseOptions::default()).errors;
    assert_eq!(found.len(), 1);
    assert!(found[0].message.contains("too large"));
}
