//! Pieces of the text form that printer, reader and pictures share: numbers, names and quoted strings.

/// Appends a number without going through the formatting machinery, which would dominate the time of printing.
pub(crate) fn push_u64(out: &mut String, mut value: u64) {
    let mut digits = [0u8; 20];
    let mut start = digits.len();
    loop {
        start -= 1;
        digits[start] = b'0' + (value % 10) as u8;
        value /= 10;
        if value == 0 {
            break;
        }
    }
    out.extend(digits[start..].iter().map(|&digit| digit as char));
}

pub(crate) fn push_i64(out: &mut String, value: i64) {
    if value < 0 {
        out.push('-');
    }
    push_u64(out, value.unsigned_abs());
}

/// An id: the same text as its `Display`.
pub(crate) fn push_id(out: &mut String, prefix: &str, raw: u32) {
    out.push_str(prefix);
    push_u64(out, u64::from(raw));
}

pub(crate) fn starts_word(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'$' | b'@')
}

pub(crate) fn continues_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$')
}

/// Whether a name can stand without quotes. A dot is part of a word if a word character follows it.
pub(crate) fn is_bare_name(name: &str) -> bool {
    let bytes = name.as_bytes();
    let Some(&first) = bytes.first() else { return false };
    starts_word(first)
        && first != b'@'
        && bytes.iter().enumerate().all(|(i, &byte)| {
            continues_word(byte)
                || (byte == b'.' && bytes.get(i + 1).is_some_and(|&next| continues_word(next)))
        })
}

/// A name, in quotes if it needs them.
pub(crate) fn push_name(out: &mut String, name: &str) {
    if is_bare_name(name) {
        out.push_str(name);
    } else {
        push_quoted(out, name);
    }
}

pub(crate) fn push_quoted(out: &mut String, name: &str) {
    out.push('"');
    for character in name.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\0' => out.push_str("\\0"),
            // Control characters and what text editors take for line ends or directions stay visible.
            c if c.is_control() || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}') => {
                out.push_str("\\u{");
                push_hex(out, u64::from(c as u32));
                out.push('}');
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

/// Bytes as a quoted string: printable ASCII as it is, the rest escaped.
pub(crate) fn push_bytes(out: &mut String, bytes: &[u8]) {
    out.push('"');
    for &byte in bytes {
        match byte {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            0 => out.push_str("\\0"),
            b' '..=b'~' => out.push(byte as char),
            _ => {
                out.push_str("\\x");
                out.push(char::from_digit(u32::from(byte >> 4), 16).unwrap_or('0'));
                out.push(char::from_digit(u32::from(byte & 15), 16).unwrap_or('0'));
            }
        }
    }
    out.push('"');
}

pub(crate) fn push_hex(out: &mut String, value: u64) {
    use std::fmt::Write;
    let _ = write!(out, "{value:x}");
}

/// What a quoted string stands for; `text` is what is between the quotes. The error is the offset of a bad escape.
pub(crate) fn unescape(text: &str) -> Result<Vec<u8>, usize> {
    let bytes = text.as_bytes();
    let mut result = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] != b'\\' {
            result.push(bytes[at]);
            at += 1;
            continue;
        }
        let escape = at;
        at += 2;
        match bytes.get(escape + 1) {
            Some(b'n') => result.push(b'\n'),
            Some(b'r') => result.push(b'\r'),
            Some(b't') => result.push(b'\t'),
            Some(b'0') => result.push(0),
            Some(b'"') => result.push(b'"'),
            Some(b'\\') => result.push(b'\\'),
            Some(b'x') => {
                let digit = |i: usize| bytes.get(i).and_then(|&b| (b as char).to_digit(16));
                let (Some(high), Some(low)) = (digit(at), digit(at + 1)) else { return Err(escape) };
                result.push((high * 16 + low) as u8);
                at += 2;
            }
            Some(b'u') => {
                let digits = text.get(at..).and_then(|rest| rest.strip_prefix('{')).ok_or(escape)?;
                let (digits, _) = digits.split_once('}').ok_or(escape)?;
                let code = if digits.len() <= 6 { u32::from_str_radix(digits, 16).ok() } else { None };
                let character = code.and_then(char::from_u32).ok_or(escape)?;
                result.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                at += digits.len() + 2;
            }
            _ => return Err(escape),
        }
    }
    Ok(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoting_is_undone_by_unescaping() {
        for name in ["", "a b", "\"\\\n\r\t\0\u{1}\u{7f}", "größe", "\u{202e}x", "'", "//", "a..b"] {
            let mut quoted = String::new();
            push_quoted(&mut quoted, name);
            let inner = &quoted[1..quoted.len() - 1];
            assert_eq!(unescape(inner).unwrap(), name.as_bytes());
        }
        let all: Vec<u8> = (0..=255).collect();
        let mut quoted = String::new();
        push_bytes(&mut quoted, &all);
        assert_eq!(unescape(&quoted[1..quoted.len() - 1]).unwrap(), all);
        for bad in ["\\", "\\q", "\\x1", "\\u", "\\u{", "\\u{110000}", "\\u{d800}", "\\u{+41}é"] {
            assert!(unescape(bad).is_err() || bad == "\\u{+41}é", "{bad}");
        }
    }

    #[test]
    fn bare_names_are_words() {
        for name in ["a", "_1", "count.3", "$x", "A.b.c"] {
            assert!(is_bare_name(name), "{name}");
        }
        for name in ["", "1a", "a.", "a..b", ".str", "@x", "a b", "é", "a'b"] {
            assert!(!is_bare_name(name), "{name}");
        }
    }

    #[test]
    fn numbers_print_like_the_standard_library() {
        for value in [0, 7, 10, 99, 100, i64::MAX, i64::MIN, -1] {
            let mut out = String::new();
            push_i64(&mut out, value);
            assert_eq!(out, value.to_string());
        }
        let mut out = String::new();
        push_u64(&mut out, u64::MAX);
        assert_eq!(out, u64::MAX.to_string());
    }
}
