//! From a span in preprocessed text to the line and the columns that the user wrote.
//!
//! Line markers give the file and the line. The column needs more care, because macros change what stands on a line:
//! the part of the preprocessed line before the first expansion and the part after the last one are as written, so a
//! span there is shifted; a span inside an expansion is looked for by its text, and otherwise the whole macro use is
//! underlined.

use base::{SourceMap, Span};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

/// Gives the lines of the user's files. Lines count from one and come without their line end.
pub trait SourceLines {
    fn line(&self, file: &str, line: u32) -> Option<Arc<str>>;
}

/// Knows no files: the text that was read is shown.
#[derive(Debug, Default)]
pub struct NoLines;

impl SourceLines for NoLines {
    fn line(&self, _file: &str, _line: u32) -> Option<Arc<str>> {
        None
    }
}

/// All that is needed to show a place in the source.
#[derive(Clone, Copy)]
pub struct Sources<'a> {
    pub map: &'a SourceMap,
    pub lines: &'a dyn SourceLines,
}

impl std::fmt::Debug for Sources<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sources").field("map", self.map).finish_non_exhaustive()
    }
}

/// A place as the user knows it.
#[derive(Clone, Debug, PartialEq)]
pub struct Spot {
    pub file: Arc<str>,
    pub line: u32,
    /// The line as the user wrote it (or as it was read, if the file is not at hand).
    pub text: String,
    /// Byte range in `text`; not empty unless the line is empty or the span is at its end.
    pub range: Range<usize>,
    pub system_header: bool,
}

impl Spot {
    /// Column of the first byte, counted from one in characters.
    pub fn column(&self) -> usize {
        self.text[..self.range.start].chars().count() + 1
    }

    /// Column after the last byte.
    pub fn end_column(&self) -> usize {
        self.text[..self.range.end].chars().count() + 1
    }

    /// The underlined text.
    pub fn snippet(&self) -> &str {
        &self.text[self.range.clone()]
    }
}

impl std::fmt::Display for Spot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column())
    }
}

impl<'a> Sources<'a> {
    pub fn new(map: &'a SourceMap, lines: &'a dyn SourceLines) -> Sources<'a> {
        Sources { map, lines }
    }

    /// Where a span is; `None` for [`Span::NONE`] and for spans outside every text.
    pub fn spot(&self, span: Span) -> Option<Spot> {
        let location = self.map.locate(span)?;
        let read = self.map.line_text(span);
        let start = (location.column as usize - 1).min(read.len());
        let length = (span.hi.max(span.lo) - span.lo) as usize;
        let end = (start + length).min(read.len());
        let (text, range) = match self.lines.line(&location.file, location.line) {
            // A macro of the system's headers is on lines of its own: the line as a whole tells where.
            Some(written) if location.system_header || !written.as_bytes().starts_with(&read[..start]) => {
                let (whole, at) = self.whole_line(span, &location, read, start);
                let range = map_columns(&whole, at..at + (end - start), written.as_bytes());
                let range = to_char_boundaries(&written, range);
                (written.to_string(), range)
            }
            Some(written) => {
                let mut range = map_columns(read, start..end, written.as_bytes());
                // The preprocessor breaks lines around macros of the system's headers: what goes on in the next line that was
                // read goes on here.
                if start + length > read.len() && written.as_bytes().starts_with(read) && !read.is_empty() {
                    let rest = &written[read.len()..];
                    range.end = range.end.max(read.len() + rest.find(';').unwrap_or(rest.len()));
                }
                let range = to_char_boundaries(&written, range);
                (written.to_string(), range)
            }
            None => lossy(read, start..end),
        };
        let range = trim_end(&text, range);
        Some(Spot {
            file: location.file,
            line: location.line,
            text,
            range,
            system_header: location.system_header,
        })
    }

    /// All that was read of the line that the span begins on, and where in it the span is: the preprocessor breaks lines around macros of
    /// the system's headers.
    fn whole_line(
        &self,
        span: Span,
        location: &base::Location,
        read: &[u8],
        start: usize,
    ) -> (Vec<u8>, usize) {
        /// Pieces of one line on each side.
        const PIECES: usize = 40;
        let piece = |lo: u32| -> Option<(Option<&[u8]>, u32, u32)> {
            let place = Span::new(lo, lo + 1);
            let text = self.map.line_text(place);
            let column = self.map.locate(place)?.column;
            let begin = lo - (column - 1);
            let end = begin + text.len() as u32;
            if text.first() == Some(&b'#') {
                return Some((None, begin, end));
            }
            let same =
                self.map.locate(place).is_some_and(|at| at.line == location.line && at.file == location.file);
            same.then_some((Some(text), begin, end))
        };
        let begin = span.lo - start as u32;
        let (mut whole, mut at) = (read.to_vec(), start);
        let mut before = begin;
        for _ in 0..PIECES {
            let Some((text, from, _)) = before.checked_sub(2).and_then(piece) else { break };
            if let Some(text) = text {
                whole.splice(0..0, text.iter().copied());
                at += text.len();
            }
            before = from;
        }
        let mut behind = begin + read.len() as u32;
        for _ in 0..PIECES {
            let Some((text, _, to)) = piece(behind + 1) else { break };
            whole.extend(text.unwrap_or_default());
            behind = to;
        }
        (whole, at)
    }

    /// What the user wrote, of a span that begins and ends on one line of the user's file; what was read may have more.
    fn written(&self, span: Span) -> Option<String> {
        if span.is_none() || span.hi <= span.lo {
            return None;
        }
        // The preprocessor changes spaces: where a word is can be found by its letters.
        let word = first_word(&String::from_utf8_lossy(self.map.text(span))).len() as u32;
        let first = self.spot(Span::new(span.lo, (span.lo + word.max(1)).min(span.hi)))?;
        let last = self.spot(Span::new(span.hi - 1, span.hi))?;
        let is_one = first.file == last.file && first.line == last.line && first.text == last.text;
        let range = first.range.start..last.range.end;
        let text = first.text.get(range).filter(|_| is_one)?;
        // The last parenthesis may be that of a macro, and the one that was found that of a statement around.
        let mut open = 0;
        let end = text.find(|c: char| {
            open += i32::from(c == '(') - i32::from(c == ')');
            open < 0 || c == ';'
        });
        let text = &text[..end.unwrap_or(text.len())];
        (open <= 0 && !is_part_of(text, &String::from_utf8_lossy(self.map.text(span))))
            .then(|| text.to_owned())
    }

    /// The C text of a span on one line, shortened if it is long; empty if there is none.
    pub fn short_text(&self, span: Span) -> String {
        const MAX: usize = 48;
        let text = String::from_utf8_lossy(self.map.text(span));
        // What the system's macros become is not what the user wrote.
        let text = match self.spot(span).filter(|_| has_reserved_name(&text)) {
            Some(spot) if !has_reserved_name(spot.snippet()) => Cow::Owned(spot.snippet().to_owned()),
            // Nor is what becomes of macros inside of it. Of a macro's call, what it stands for says more.
            _ => match self.written(span) {
                Some(written) if begins_alike(&text, &written) => Cow::Owned(written),
                _ => text,
            },
        };
        let mut words = String::new();
        for word in text.lines().filter(|l| !l.trim_start().starts_with('#')).flat_map(str::split_whitespace)
        {
            if !words.is_empty() {
                words.push(' ');
            }
            words.push_str(word);
            if words.len() > 4 * MAX {
                break;
            }
        }
        if words.chars().count() > MAX {
            words = words.chars().take(MAX - 1).collect();
            words.push('…');
        }
        words
    }
}

/// Whether two texts begin alike: with the same word, or with a parenthesis and the same few characters.
fn begins_alike(a: &str, b: &str) -> bool {
    const FEW: usize = 8;
    let few = |text: &str| text.chars().filter(|c| !c.is_whitespace()).take(FEW).collect::<String>();
    match a.starts_with('(') {
        true => few(a) == few(b),
        false => !a.is_empty() && first_word(a) == first_word(b),
    }
}

/// Whether what was written has no word that was not read, and fewer of them: then these are arguments of a macro, and not what became of it.
fn is_part_of(written: &str, read: &str) -> bool {
    let lines = read.lines().filter(|line| !line.trim_start().starts_with('#'));
    let theirs: Vec<&[u8]> = lines
        .flat_map(|line| words(line.as_bytes()).into_iter().map(|word| &line.as_bytes()[word]))
        .collect();
    let ours = words(written.as_bytes());
    ours.len() < theirs.len() && ours.iter().all(|word| theirs.contains(&&written.as_bytes()[word.clone()]))
}

/// The word that the text begins with, or the character.
fn first_word(text: &str) -> &str {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let end = text.find(|c: char| !is_part(c)).unwrap_or(text.len());
    &text[..end.max(text.chars().next().map_or(0, char::len_utf8))]
}

/// Whether there is a name that begins with an underscore, as those of the system do.
fn has_reserved_name(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.split(|c: char| !is_part(c)).any(|word| word.len() > 1 && word.starts_with('_'))
}

/// Where `range` of the line that was read is in the line that was written.
fn map_columns(read: &[u8], range: Range<usize>, written: &[u8]) -> Range<usize> {
    if read == written {
        return range;
    }
    let prefix = read.iter().zip(written).take_while(|(a, b)| a == b).count();
    let rest = read.len().min(written.len()) - prefix;
    let suffix = read.iter().rev().zip(written.iter().rev()).take(rest).take_while(|(a, b)| a == b).count();
    if range.end <= prefix && range.start < prefix {
        return range;
    }
    if range.start >= read.len() - suffix && range.start < read.len() {
        let shift = written.len() as isize - read.len() as isize;
        let start = range.start.wrapping_add_signed(shift);
        let end = range.end.wrapping_add_signed(shift);
        return start..end.min(written.len());
    }
    let needle = &read[range.clone()];
    if let Some(found) = nearest(written, needle, range.start) {
        return found;
    }
    // Inside an expansion: the use of a macro that became it.
    if let Some(found) = macro_use(read, &range, written) {
        return found;
    }
    // Otherwise the words at which the two lines differ.
    let mut start = prefix;
    let mut end = written.len() - suffix;
    while start > 0 && start < written.len() && is_word(written[start]) && is_word(written[start - 1]) {
        start -= 1;
    }
    while end < written.len() && end > 0 && is_word(written[end]) && is_word(written[end - 1]) {
        end += 1;
    }
    // The common suffix may have taken the closing parentheses of a macro use.
    let mut open = written[start.min(end)..end].iter().fold(0usize, |open, b| match b {
        b'(' => open + 1,
        b')' => open.saturating_sub(1),
        _ => open,
    });
    while open > 0 && end < written.len() {
        open = match written[end] {
            b'(' => open + 1,
            b')' => open - 1,
            _ => open,
        };
        end += 1;
    }
    if written.get(start..end).is_some_and(|s| s.iter().any(|b| !b.is_ascii_whitespace())) {
        trim(written, start..end)
    } else {
        trim(written, 0..written.len())
    }
}

/// Lines with more words than this are not compared word by word.
const MOST_WORDS: usize = 600;

/// The use of a macro in `written` that became the text around `range` in `read`. The words that both lines have in common, outside of
/// the arguments of macros, are the landmarks: a name that was written and not read is a macro.
fn macro_use(read: &[u8], range: &Range<usize>, written: &[u8]) -> Option<Range<usize>> {
    let (ours, theirs) = (words(read), words(written));
    if ours.len() > MOST_WORDS || theirs.len() > MOST_WORDS {
        return None;
    }
    let pairs = common(read, &ours, written, &theirs);
    let mut uses: Vec<Range<usize>> = Vec::new();
    for (i, word) in theirs.iter().enumerate() {
        let is_name = written[word.start].is_ascii_alphabetic() || written[word.start] == b'_';
        let inside = uses.last().is_some_and(|last| word.start < last.end);
        if is_name && !inside && !pairs.iter().any(|pair| pair.1 == i) {
            uses.push(word.start..end_of_use(written, &theirs, i));
        }
    }
    let is_landmark = |pair: &&(usize, usize)| !uses.iter().any(|u| u.contains(&theirs[pair.1].start));
    let before = pairs.iter().filter(is_landmark).rfind(|pair| ours[pair.0].end <= range.start);
    let behind = pairs.iter().filter(is_landmark).find(|pair| ours[pair.0].start >= range.end);
    let from = before.map_or(0, |pair| theirs[pair.1].end);
    let to = behind.map_or(written.len(), |pair| theirs[pair.1].start);
    let mut between = uses.into_iter().filter(|u| u.start >= from && u.end <= to);
    let first = between.next()?;
    // Several uses without a landmark between them: all of them.
    Some(first.start..between.next_back().map_or(first.end, |last| last.end))
}

/// The names, numbers and single characters of a line.
fn words(line: &[u8]) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < line.len() {
        let begin = at;
        at += 1;
        if is_word(line[begin]) {
            while at < line.len() && is_word(line[at]) {
                at += 1;
            }
        }
        if !line[begin].is_ascii_whitespace() {
            out.push(begin..at);
        }
    }
    out
}

/// Where the use of a macro ends: behind its arguments, if it has some.
fn end_of_use(line: &[u8], words: &[Range<usize>], name: usize) -> usize {
    let is = |i: usize, byte: u8| words.get(i).is_some_and(|w| line[w.start] == byte);
    if !is(name + 1, b'(') {
        return words[name].end;
    }
    let mut open = 0usize;
    for (i, word) in words.iter().enumerate().skip(name + 1) {
        if is(i, b'(') {
            open += 1;
        } else if is(i, b')') {
            open -= 1;
            if open == 0 {
                return word.end;
            }
        }
    }
    line.len()
}

/// A longest common subsequence of the words of two lines, as pairs of places. Names count more than punctuation, which is everywhere.
fn common(a: &[u8], ours: &[Range<usize>], b: &[u8], theirs: &[Range<usize>]) -> Vec<(usize, usize)> {
    let weight = |word: &Range<usize>| if is_word(a[word.start]) { 4u32 } else { 1 };
    let same = |i: usize, j: usize| a[ours[i].clone()] == b[theirs[j].clone()];
    let width = theirs.len() + 1;
    let mut best = vec![0u32; (ours.len() + 1) * width];
    for i in (0..ours.len()).rev() {
        for j in (0..theirs.len()).rev() {
            let skip = best[(i + 1) * width + j].max(best[i * width + j + 1]);
            let take = if same(i, j) { best[(i + 1) * width + j + 1] + weight(&ours[i]) } else { 0 };
            best[i * width + j] = skip.max(take);
        }
    }
    let (mut i, mut j, mut pairs) = (0, 0, Vec::new());
    while i < ours.len() && j < theirs.len() {
        let here = best[i * width + j];
        if here == best[(i + 1) * width + j] {
            i += 1;
        } else if here == best[i * width + j + 1] {
            j += 1;
        } else {
            pairs.push((i, j));
            (i, j) = (i + 1, j + 1);
        }
    }
    pairs
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// The occurrence of `needle` as whole words, white space aside, whose start is nearest to `wanted`.
fn nearest(line: &[u8], needle: &[u8], wanted: usize) -> Option<Range<usize>> {
    let first = needle.iter().position(|b| !b.is_ascii_whitespace())?;
    let needle = &needle[first..];
    (0..line.len())
        .filter_map(|start| match_at(line, start, needle).map(|end| start..end))
        .filter(|found| {
            let before = found.start > 0 && is_word(line[found.start - 1]) && is_word(line[found.start]);
            let after = found.end < line.len() && is_word(line[found.end]) && is_word(line[found.end - 1]);
            !before && !after
        })
        .min_by_key(|found| found.start.abs_diff(wanted))
}

/// The end of `needle` in `line` from `start` on, where both may have white space that the other has not.
fn match_at(line: &[u8], start: usize, needle: &[u8]) -> Option<usize> {
    if line[start].is_ascii_whitespace() {
        return None;
    }
    let mut at = start;
    let mut end = start;
    for &byte in needle.iter().filter(|b| !b.is_ascii_whitespace()) {
        while line.get(at).is_some_and(u8::is_ascii_whitespace) {
            at += 1;
        }
        if line.get(at) != Some(&byte) {
            return None;
        }
        at += 1;
        end = at;
    }
    Some(end)
}

fn trim(line: &[u8], range: Range<usize>) -> Range<usize> {
    let mut range = range;
    while range.start < range.end && line[range.start].is_ascii_whitespace() {
        range.start += 1;
    }
    while range.end > range.start && line[range.end - 1].is_ascii_whitespace() {
        range.end -= 1;
    }
    range
}

fn trim_end(text: &str, range: Range<usize>) -> Range<usize> {
    let kept = text[range.clone()].trim_end().len();
    if kept == 0 { range } else { range.start..range.start + kept }
}

/// Text that may not be UTF-8, with the range moved along.
fn lossy(bytes: &[u8], range: Range<usize>) -> (String, Range<usize>) {
    match String::from_utf8_lossy(bytes) {
        Cow::Borrowed(text) => (text.to_owned(), to_char_boundaries(text, range)),
        Cow::Owned(text) => {
            let start = String::from_utf8_lossy(&bytes[..range.start]).len();
            let end = String::from_utf8_lossy(&bytes[..range.end]).len();
            let range = to_char_boundaries(&text, start..end);
            (text, range)
        }
    }
}

fn to_char_boundaries(text: &str, range: Range<usize>) -> Range<usize> {
    let mut start = range.start.min(text.len());
    let mut end = range.end.clamp(start, text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    while !text.is_char_boundary(end) {
        end += 1;
    }
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn mapped(read: &str, needle: &str, written: &str, expected: &str) {
        let start = read.find(needle).unwrap();
        let range = map_columns(read.as_bytes(), start..start + needle.len(), written.as_bytes());
        assert_eq!(&written[range], expected);
    }

    #[test]
    fn columns_survive_macros() {
        mapped("  return n->next;", "n->next", "  return n->next;", "n->next");
        // Before and after an expansion.
        mapped("  x = p->a + (10 + 1) * q->b;", "p->a", "  x = p->a + SIZE * q->b;", "p->a");
        mapped("  x = p->a + (10 + 1) * q->b;", "q->b", "  x = p->a + SIZE * q->b;", "q->b");
        // Inside: the argument of a macro is found by its text, the body is not.
        mapped("  do { free((p)); (p) = 0; } while (0);", "p", "  DROP(p);", "p");
        mapped("  do { free((p)); (p) = 0; } while (0);", "free((p))", "  DROP(p);", "DROP(p)");
        mapped("  y = ((void *)0);", "((void *)0)", "  y = NULL;", "NULL");
        // White space differs.
        mapped("  a  ->b = (1);", "a  ->b", "  a->b = ONE;", "a->b");
        // Not the `n` of `next`, but the variable.
        mapped("  next = n + (3);", "n", "  next = n + THREE;", "n");
        // Several macros on a line: the one that the place came from.
        let read = "int main(void) { struct n *p = 0; int k = 1; do { if (!(k)) abort(); } while (0); int r = ((p)->v) + 1;  return r; }";
        let written =
            "int main(void) { struct n *p = 0; int k = 1; CHK(k); int r = DEREF(p) + 1;  return r; }";
        mapped(read, "((p)->v)", written, "DEREF(p)");
        mapped(read, "abort()", written, "CHK(k)");
        mapped(
            "  if (d > (3)) ((d == 0) ? (void)0 : fail(\"d == 0\")); return x;",
            "fail(\"d == 0\")",
            "  if (d > LIMIT) assert(d == 0); return x;",
            "assert(d == 0)",
        );
        // Nothing in common.
        mapped("xyz", "xyz", "   MACRO  ", "MACRO");
    }

    #[test]
    fn lines_that_the_preprocessor_broke_are_whole() {
        struct Written;
        impl SourceLines for Written {
            fn line(&self, file: &str, line: u32) -> Option<Arc<str>> {
                (file == "s.c" && line == 7).then(|| Arc::from("  list = NULL; x = 1;"))
            }
        }
        let mut map = SourceMap::new();
        let text = "# 7 \"s.c\"\n  list = \n# 7 \"s.c\" 3 4\n        ((void *)0)\n# 7 \"s.c\"\n            ; x = 1;\n";
        map.add("s.i", text.as_bytes()).unwrap();
        let sources = Sources::new(&map, &Written);
        let begin = text.find("list").unwrap();
        let end = text.find("0)").unwrap() + 2;
        let spot = sources.spot(Span::new(begin as u32, end as u32)).unwrap();
        assert_eq!(spot.snippet(), "list = NULL");
        let spot = sources.spot(Span::new(begin as u32, begin as u32 + 4)).unwrap();
        assert_eq!(spot.snippet(), "list");
    }

    #[test]
    fn every_range_of_every_line_is_on_a_boundary() {
        let lines = ["", " ", "é = ö;", "int á;", "MACRO(x, y)", "\t\t", "x"];
        for read in lines {
            for written in lines {
                for start in 0..=read.len() {
                    for end in start..=read.len() {
                        let range = map_columns(read.as_bytes(), start..end, written.as_bytes());
                        let range = to_char_boundaries(written, range);
                        let _ = &written[range];
                        let (text, range) = lossy(read.as_bytes(), start..end);
                        let _ = &text[range];
                    }
                }
            }
        }
    }

    #[test]
    fn text_that_is_not_utf8_is_shown() {
        let mut map = SourceMap::new();
        map.add("x.c", &b"char *s = \"\xff\xfe\"; int x;"[..]).unwrap();
        let sources = Sources::new(&map, &NoLines);
        let spot = sources.spot(Span::new(20, 21)).unwrap();
        assert_eq!(spot.snippet(), "x");
        assert_eq!(spot.column(), 21);
    }
}
