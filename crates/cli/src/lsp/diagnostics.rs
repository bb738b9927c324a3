//! Findings and errors as the protocol has them: files by their URIs, places by lines and UTF-16 units.

use base::Span;
use report::{Diagnostic, Severity, Sources};
use serde_json::{Value, json};
use std::path::PathBuf;

/// Steps of a trace that go with a diagnostic.
const STEPS: usize = 40;

pub(super) fn path_of(uri: &str) -> Option<PathBuf> {
    let path = uri.strip_prefix("file://")?;
    let bytes = path.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let hex = bytes.get(at + 1..at + 3).and_then(|h| std::str::from_utf8(h).ok());
        match (bytes[at], hex.and_then(|h| u8::from_str_radix(h, 16).ok())) {
            (b'%', Some(byte)) => {
                out.push(byte);
                at += 3;
            }
            (byte, _) => {
                out.push(byte);
                at += 1;
            }
        }
    }
    Some(PathBuf::from(String::from_utf8(out).ok()?))
}

pub(super) fn uri_of(path: &str) -> String {
    let absolute = std::path::absolute(path)
        .map(|p| p.to_string_lossy().into_owned())
        .unwrap_or_else(|_| path.to_owned());
    let mut out = String::from("file://");
    for byte in absolute.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                out.push(byte as char)
            }
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

/// A place as the protocol counts: lines from zero, characters in UTF-16 units.
fn place(span: Span, sources: &Sources<'_>) -> Option<(String, Value)> {
    let spot = sources.spot(span)?;
    if spot.file.starts_with('<') {
        return None;
    }
    let units = |end: usize| spot.text[..end].encode_utf16().count();
    let line = spot.line.saturating_sub(1);
    let range = json!({
        "start": { "line": line, "character": units(spot.range.start) },
        "end": { "line": line, "character": units(spot.range.end) },
    });
    Some((uri_of(&spot.file), range))
}

/// The file that a diagnostic is about, and the diagnostic.
pub(super) fn lsp_diagnostic(
    diagnostic: &Diagnostic,
    sources: &Sources<'_>,
    fallback: &str,
) -> (String, Value) {
    let start = json!({ "line": 0, "character": 0 });
    let (file, range) = place(diagnostic.primary.span, sources)
        .unwrap_or_else(|| (fallback.to_owned(), json!({ "start": start, "end": start })));
    // Editors compare URIs as texts, so the one that the client uses is kept.
    let file = if path_of(&file) == path_of(fallback) { fallback.to_owned() } else { file };
    let mut message = diagnostic.message.clone();
    if !diagnostic.primary.text.is_empty() {
        message = format!("{message}: {}", diagnostic.primary.text);
    }
    for note in &diagnostic.notes {
        message.push_str(&format!("\n{}", note.text));
    }
    if let Some(help) = &diagnostic.help {
        message.push_str(&format!("\nhelp: {help}"));
    }
    let labels = diagnostic.secondary.iter().map(|l| (l.span, &l.text));
    let steps = diagnostic.trace.iter().take(STEPS).map(|s| (s.span, &s.text));
    let related: Vec<Value> = labels
        .chain(steps)
        .filter_map(|(span, text)| {
            let (uri, range) = place(span, sources)?;
            Some(json!({ "location": { "uri": uri, "range": range }, "message": text }))
        })
        .collect();
    let mut value = json!({
        "range": range,
        "severity": match diagnostic.severity { Severity::Error => 1, Severity::Warning => 2, Severity::Note => 3 },
        "source": "fafnir",
        "message": message,
        "relatedInformation": related,
    });
    if let Some(code) = diagnostic.code {
        value["code"] = json!(code);
    }
    (file, value)
}

/// What the preprocessor complains about, each where it says: a header that is missing is an error of its include.
pub(super) fn preprocessor_errors(text: &str, fallback: &str) -> Vec<(String, Value)> {
    let found: Vec<(String, Value)> =
        text.lines().filter_map(|line| preprocessor_error(line, fallback)).collect();
    if !found.is_empty() {
        return found;
    }
    let start = json!({ "line": 0, "character": 0 });
    let range = json!({ "start": start, "end": start });
    let all = json!({ "range": range, "severity": 1, "source": "fafnir", "message": text.trim_end() });
    vec![(fallback.to_owned(), all)]
}

/// `file.c:3:10: fatal error: missing.h: No such file or directory`, as gcc and clang write it.
fn preprocessor_error(line: &str, fallback: &str) -> Option<(String, Value)> {
    const KINDS: [(&str, u32); 3] = [(": fatal error: ", 1), (": error: ", 1), (": warning: ", 2)];
    let (at, message, severity) = KINDS
        .iter()
        .find_map(|(kind, severity)| line.split_once(kind).map(|(at, message)| (at, message, *severity)))?;
    let mut numbers = at.rsplitn(3, ':');
    let column: u32 = numbers.next()?.parse().ok()?;
    let line: u32 = numbers.next()?.parse().ok()?;
    let uri = uri_of(numbers.next()?);
    let uri = if path_of(&uri) == path_of(fallback) { fallback.to_owned() } else { uri };
    let line = line.saturating_sub(1);
    // The whole rest of the line: what is missing begins there.
    let range = json!({
        "start": { "line": line, "character": column.saturating_sub(1) },
        "end": { "line": line + 1, "character": 0 },
    });
    let value = json!({ "range": range, "severity": severity, "source": "fafnir", "message": message });
    Some((uri, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uris_and_paths() {
        assert_eq!(path_of("file:///a%20b/x.c"), Some(PathBuf::from("/a b/x.c")));
        assert_eq!(uri_of("/a b/ü.c"), "file:///a%20b/%C3%BC.c");
        assert_eq!(path_of("untitled:1"), None);
    }

    #[test]
    fn a_missing_header_is_an_error_of_its_include() {
        let text = "In file included from a.c:1:\n/p/b.h:3:10: fatal error: c.h: No such file or directory\n    3 | #include \"c.h\"\n";
        let found = preprocessor_errors(text, "file:///p/a.c");
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].0, "file:///p/b.h");
        assert_eq!(found[0].1["range"]["start"], json!({ "line": 2, "character": 9 }));
        assert_eq!(found[0].1["message"], "c.h: No such file or directory");
        // What has no place is an error of the file.
        let found = preprocessor_errors("cc: out of memory\n", "file:///p/a.c");
        assert_eq!(
            (found[0].0.as_str(), &found[0].1["message"]),
            ("file:///p/a.c", &json!("cc: out of memory"))
        );
    }
}
