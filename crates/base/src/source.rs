//! Spans and the map from a span to the file, line and column that a person knows.
//!
//! Every text that is read (the program, each library model) gets a range of global positions, so that a
//! span is two numbers wherever it travels. Line tables are built on the first question, because a run that
//! has nothing to report never asks one.

use crate::{Idx, IndexVec, define_id};
use std::sync::{Arc, OnceLock};

define_id!(
    /// A text in the source map.
    pub struct FileId, "file"
);

/// A half-open range of global byte positions in the source map.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    pub lo: u32,
    pub hi: u32,
}

impl Span {
    /// The span of things that no source text stands for.
    pub const NONE: Span = Span { lo: u32::MAX, hi: u32::MAX };

    #[inline]
    pub const fn new(lo: u32, hi: u32) -> Span {
        Span { lo, hi }
    }
    pub const fn is_none(self) -> bool {
        self.lo == u32::MAX
    }
    /// The smallest span that covers both.
    #[inline]
    pub fn to(self, other: Span) -> Span {
        if self.is_none() {
            return other;
        }
        if other.is_none() {
            return self;
        }
        Span { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) }
    }
}

impl std::fmt::Debug for Span {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.is_none() { write!(f, "-") } else { write!(f, "{}..{}", self.lo, self.hi) }
    }
}

/// Where a position is, as line markers present it to the user. Lines and columns count from one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    pub file: Arc<str>,
    pub line: u32,
    pub column: u32,
    /// Whether the line marker said that the text comes from a system header.
    pub system_header: bool,
}

impl std::fmt::Display for Location {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

#[derive(Debug)]
pub struct SourceFile {
    /// The name that was given on the command line (or `<stdin>`, or the name of a built-in model).
    pub name: Arc<str>,
    pub text: Arc<[u8]>,
    /// The global position of the first byte.
    pub start: u32,
    lines: OnceLock<LineTable>,
}

#[derive(Debug)]
struct LineTable {
    /// Offset of the first byte of every physical line.
    starts: Vec<u32>,
    /// Line markers in order of appearance.
    markers: Vec<Marker>,
}

#[derive(Debug)]
struct Marker {
    /// Index of the first physical line that the marker speaks of.
    first_line: u32,
    presumed_line: u32,
    file: Arc<str>,
    system_header: bool,
}

impl LineTable {
    fn build(name: &Arc<str>, text: &[u8]) -> LineTable {
        let mut starts = vec![0u32];
        let mut markers: Vec<Marker> = Vec::new();
        let mut begin = 0usize;
        loop {
            let end = text[begin..].iter().position(|&b| b == b'\n').map_or(text.len(), |n| begin + n);
            if let Some((presumed_line, file, system_header)) = parse_marker(&text[begin..end]) {
                let file = match file {
                    Some(file) => match markers.iter().rev().take(64).find(|m| m.file.as_bytes() == file) {
                        Some(known) => known.file.clone(),
                        None => String::from_utf8_lossy(&file).into(),
                    },
                    None => markers.last().map_or_else(|| name.clone(), |m| m.file.clone()),
                };
                markers.push(Marker { first_line: starts.len() as u32, presumed_line, file, system_header });
            }
            if end == text.len() {
                break;
            }
            begin = end + 1;
            starts.push(begin as u32);
        }
        LineTable { starts, markers }
    }
}

/// Reads `# 12 "file.c" 1 3` or `#line 12 "file.c"`: the line, the file if named, and whether flag 3 (system header) is set.
fn parse_marker(line: &[u8]) -> Option<(u32, Option<Vec<u8>>, bool)> {
    let mut rest = trim(line).strip_prefix(b"#")?;
    rest = trim(rest);
    rest = trim(rest.strip_prefix(b"line").unwrap_or(rest));
    let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
    if digits == 0 {
        return None;
    }
    let number = std::str::from_utf8(&rest[..digits]).ok()?.parse().ok()?;
    rest = trim(&rest[digits..]);
    let Some(quoted) = rest.strip_prefix(b"\"") else { return Some((number, None, false)) };
    let mut name = Vec::new();
    let mut i = 0;
    while i < quoted.len() && quoted[i] != b'"' {
        if quoted[i] == b'\\' && i + 1 < quoted.len() {
            i += 1;
        }
        name.push(quoted[i]);
        i += 1;
    }
    let flags = quoted.get(i + 1..).unwrap_or(&[]);
    let system = flags.split(|b| b.is_ascii_whitespace()).any(|flag| flag == b"3");
    Some((number, Some(name), system))
}

fn trim(mut text: &[u8]) -> &[u8] {
    while let [b' ' | b'\t' | b'\r', rest @ ..] = text {
        text = rest;
    }
    text
}

impl SourceFile {
    fn table(&self) -> &LineTable {
        self.lines.get_or_init(|| LineTable::build(&self.name, &self.text))
    }

    fn end(&self) -> u32 {
        self.start + self.text.len() as u32
    }

    fn locate(&self, offset: u32) -> Location {
        let table = self.table();
        let line = table.starts.partition_point(|&s| s <= offset) - 1;
        let column = offset - table.starts[line] + 1;
        let line = line as u32;
        match table.markers.partition_point(|m| m.first_line <= line) {
            0 => Location { file: self.name.clone(), line: line + 1, column, system_header: false },
            n => {
                let marker = &table.markers[n - 1];
                Location {
                    file: marker.file.clone(),
                    line: marker.presumed_line.saturating_add(line - marker.first_line),
                    column,
                    system_header: marker.system_header,
                }
            }
        }
    }
}

/// All texts that were read, side by side in one space of positions.
#[derive(Debug, Default)]
pub struct SourceMap {
    files: IndexVec<FileId, SourceFile>,
}

impl SourceMap {
    /// Texts beyond this total cannot be given positions of 32 bits.
    pub const MAX_BYTES: usize = u32::MAX as usize - 16;

    pub fn new() -> Self {
        SourceMap::default()
    }

    /// Adds a text, or returns `None` if the map would grow beyond [`SourceMap::MAX_BYTES`].
    pub fn add(&mut self, name: &str, text: impl Into<Arc<[u8]>>) -> Option<FileId> {
        let text = text.into();
        let start = self.files.last().map_or(0, |f| f.end() as usize + 1);
        if start + text.len() > Self::MAX_BYTES {
            return None;
        }
        Some(self.files.push(SourceFile {
            name: name.into(),
            text,
            start: start as u32,
            lines: OnceLock::new(),
        }))
    }

    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id]
    }

    pub fn files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.iter_enumerated()
    }

    pub fn file_of(&self, span: Span) -> Option<FileId> {
        if span.is_none() {
            return None;
        }
        let index = self.files.as_slice().partition_point(|f| f.start <= span.lo).checked_sub(1)?;
        let id = FileId::new(index);
        (span.lo <= self.files[id].end()).then_some(id)
    }

    /// Where the span begins, or `None` for [`Span::NONE`].
    pub fn locate(&self, span: Span) -> Option<Location> {
        let file = &self.files[self.file_of(span)?];
        Some(file.locate(span.lo - file.start))
    }

    /// Where the span ends (the position after its last byte).
    pub fn locate_end(&self, span: Span) -> Option<Location> {
        let file = &self.files[self.file_of(span)?];
        Some(file.locate((span.hi - file.start).min(file.text.len() as u32)))
    }

    /// The text of a span.
    pub fn text(&self, span: Span) -> &[u8] {
        let Some(id) = self.file_of(span) else { return &[] };
        let file = &self.files[id];
        let lo = (span.lo - file.start) as usize;
        let hi = ((span.hi - file.start) as usize).min(file.text.len()).max(lo);
        &file.text[lo..hi]
    }

    /// The physical line of the read text in which the span begins (after preprocessing, this is not
    /// always what the user wrote), without its line end.
    pub fn line_text(&self, span: Span) -> &[u8] {
        let Some(id) = self.file_of(span) else { return &[] };
        let file = &self.files[id];
        let offset = span.lo - file.start;
        let starts = &file.table().starts;
        let line = starts.partition_point(|&s| s <= offset) - 1;
        let begin = starts[line] as usize;
        let end = starts.get(line + 1).map_or(file.text.len(), |&next| next as usize - 1);
        file.text[begin..end].strip_suffix(b"\r").unwrap_or(&file.text[begin..end])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(map: &SourceMap, text: &str, needle: &str) -> String {
        let offset = text.find(needle).unwrap() as u32;
        let start = map.file(FileId::new(1)).start;
        map.locate(Span::new(start + offset, start + offset + 1)).unwrap().to_string()
    }

    #[test]
    fn line_markers_name_the_users_file() {
        let text =
            "int a;\n# 10 \"dir/x.h\" 1 3\nint b;\n\n  int c;\n# 3 \"main.c\" 2\nint d;\n#line 77\nint e;";
        let mut map = SourceMap::new();
        map.add("first.c", &b"int z;"[..]).unwrap();
        map.add("main.i", text.as_bytes()).unwrap();
        assert_eq!(at(&map, text, "int a"), "main.i:1:1");
        assert_eq!(at(&map, text, "int b"), "dir/x.h:10:1");
        assert_eq!(at(&map, text, "int c"), "dir/x.h:12:3");
        assert_eq!(at(&map, text, "int d"), "main.c:3:1");
        assert_eq!(at(&map, text, "int e"), "main.c:77:1");
        let first = Span::new(4, 5);
        assert_eq!(map.locate(first).unwrap().to_string(), "first.c:1:5");
        assert_eq!(map.line_text(first), b"int z;");
        assert_eq!(map.locate(Span::NONE), None);
    }
}
