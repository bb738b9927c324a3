//! From bytes to tokens.
//!
//! One pass over the text, driven by a table of byte classes. Literals are only delimited here; the parser decodes
//! those it meets. Lines that begin with `#` never become tokens: markers are the source map's business, and of the
//! pragmas only `pack` and `weak` mean something.

use crate::error::SyntaxError;
use crate::pragma::PackState;
use crate::token::{KEYWORDS, Token, TokenKind as T, is_gnu_only, keyword_interner};
use crate::{MAX_ERRORS, ParseOptions};
use base::{Interner, Span, Symbol};
use std::borrow::Cow;
use std::ops::Range;

pub(crate) struct Lexed<'t> {
    /// The text with line splices removed: offsets in `Token::data` of literals refer to it.
    pub(crate) text: Cow<'t, [u8]>,
    /// Ends with several `Eof`s, so that the parser may look ahead without asking.
    pub(crate) tokens: Vec<Token>,
    pub(crate) names: Interner,
    pub(crate) pack: PackState,
    /// What `#pragma weak` names.
    pub(crate) weak: Vec<Symbol>,
    /// The tokens that come from system headers, as line markers say.
    pub(crate) headers: Vec<Range<usize>>,
    pub(crate) errors: Vec<SyntaxError>,
}

/// How many `Eof` tokens close the list; the parser looks at most this far ahead.
pub(crate) const LOOKAHEAD: usize = 4;

pub(crate) fn lex<'t>(text: &'t [u8], start: u32, options: &ParseOptions) -> Lexed<'t> {
    let plain = Cow::Borrowed(text);
    match Lexer::new(&plain, start, &[], options).run() {
        Ok(output) => output.finish(plain),
        // A backslash at the end of a line glues two lines together before anything else happens. Preprocessed text
        // has none, so it is worth finding out only when one is met.
        Err(Spliced) => {
            let (joined, splices) = remove_splices(text);
            let joined = Cow::Owned(joined);
            let mut lexer = Lexer::new(&joined, start, &splices, options);
            lexer.joined = true;
            match lexer.run() {
                Ok(output) => output.finish(joined),
                Err(Spliced) => unreachable!("joined text is not looked at for splices"),
            }
        }
    }
}

/// A line splice was met in text that was taken to have none.
struct Spliced;

#[derive(Default)]
struct LexerOutput {
    tokens: Vec<Token>,
    names: Interner,
    pack: PackState,
    weak: Vec<Symbol>,
    headers: Vec<Range<usize>>,
    errors: Vec<SyntaxError>,
}

impl LexerOutput {
    fn finish(self, text: Cow<'_, [u8]>) -> Lexed<'_> {
        let LexerOutput { tokens, names, pack, weak, headers, errors } = self;
        Lexed { text, tokens, names, pack, weak, headers, errors }
    }
}

/// From `offset` in the joined text on, `removed` bytes of the original are missing.
#[derive(Clone, Copy)]
struct Splice {
    offset: u32,
    removed: u32,
}

/// The length of a splice that begins at the backslash at the front of `text`, or 0.
fn splice_length(text: &[u8]) -> usize {
    let blanks = text[1..].iter().take_while(|&&b| matches!(b, b' ' | b'\t' | b'\r' | 0x0b | 0x0c)).count();
    if text.get(1 + blanks) == Some(&b'\n') { blanks + 2 } else { 0 }
}

fn remove_splices(text: &[u8]) -> (Vec<u8>, Vec<Splice>) {
    let mut joined = Vec::with_capacity(text.len());
    let mut splices = Vec::new();
    let mut i = 0;
    while i < text.len() {
        if text[i] == b'\\' {
            let length = splice_length(&text[i..]);
            if length > 0 {
                i += length;
                splices.push(Splice { offset: joined.len() as u32, removed: (i - joined.len()) as u32 });
                continue;
            }
        }
        joined.push(text[i]);
        i += 1;
    }
    (joined, splices)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Other,
    Space,
    Ident,
    Digit,
    Punct,
}

const CLASSES: [Class; 256] = {
    let mut table = [Class::Other; 256];
    let mut b = 0;
    while b < 256 {
        table[b] = match b as u8 {
            // A null byte is ignored, as every compiler does.
            0 | b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c => Class::Space,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' => Class::Ident,
            b'0'..=b'9' => Class::Digit,
            b'!' | b'%'..=b'/' | b':'..=b'?' | b'[' | b']' | b'^' | b'{'..=b'~' | b'"' | b'#' => Class::Punct,
            _ => Class::Other,
        };
        b += 1;
    }
    table
};

const IDENT_BYTE: [bool; 256] = {
    let mut table = [false; 256];
    let mut b = 0;
    while b < 256 {
        table[b] = matches!(CLASSES[b], Class::Ident | Class::Digit);
        b += 1;
    }
    table
};

struct Lexer<'t> {
    text: &'t [u8],
    /// The same text if it is UTF-8: a name can then be cut out without checking it again.
    utf8: Option<&'t str>,
    /// The offset of the next byte.
    at: usize,
    start: u32,
    splices: &'t [Splice],
    /// Splices were removed. What looks like one now is none: lines are joined only once.
    joined: bool,
    gnu_keywords: bool,
    out: LexerOutput,
    /// `#include` and the like beyond the first one, which is reported.
    further_directives: usize,
    /// The first token of the system header that is being read.
    header: Option<usize>,
}

impl<'t> Lexer<'t> {
    fn new(text: &'t [u8], start: u32, splices: &'t [Splice], options: &ParseOptions) -> Lexer<'t> {
        let tokens = Vec::with_capacity(text.len() / 4 + 16);
        // Of preprocessed text, measured: a name that stands nowhere before, in 70 bytes.
        let names = keyword_interner(text.len() / 64);
        Lexer {
            text,
            utf8: std::str::from_utf8(text).ok(),
            at: 0,
            start,
            splices,
            joined: false,
            gnu_keywords: options.gnu_keywords,
            out: LexerOutput { tokens, names, ..LexerOutput::default() },
            further_directives: 0,
            header: None,
        }
    }

    /// The global position of an offset.
    #[inline]
    fn position(&self, offset: usize) -> u32 {
        let offset = offset as u32;
        if self.splices.is_empty() { self.start + offset } else { self.spliced_position(offset) }
    }

    #[cold]
    fn spliced_position(&self, offset: u32) -> u32 {
        let after = self.splices.partition_point(|s| s.offset <= offset);
        let removed = if after == 0 { 0 } else { self.splices[after - 1].removed };
        self.start + offset + removed
    }

    fn span(&self, lo: usize, hi: usize) -> Span {
        if hi <= lo {
            let point = self.position(lo);
            return Span::new(point, point);
        }
        Span::new(self.position(lo), self.position(hi - 1) + 1)
    }

    fn error(&mut self, lo: usize, hi: usize, message: impl Into<String>) {
        let error = SyntaxError::new(self.span(lo, hi), message);
        self.report(error);
    }

    fn report(&mut self, error: SyntaxError) {
        if self.out.errors.len() < MAX_ERRORS {
            self.out.errors.push(error);
        }
    }

    fn splice_at(&self, offset: usize) -> bool {
        !self.joined && self.text[offset] == b'\\' && splice_length(&self.text[offset..]) > 0
    }

    #[inline]
    fn byte(&self, offset: usize) -> u8 {
        self.text.get(offset).copied().unwrap_or(0)
    }

    #[inline]
    fn push(&mut self, kind: T, lo: usize, hi: usize, data: u32) {
        let token = if self.splices.is_empty() {
            Token { lo: self.start + lo as u32, hi: self.start + hi as u32, data, kind }
        } else {
            let span = self.span(lo, hi);
            Token { lo: span.lo, hi: span.hi, data, kind }
        };
        self.out.tokens.push(token);
    }

    fn run(mut self) -> Result<LexerOutput, Spliced> {
        if self.text.starts_with(b"\xef\xbb\xbf") {
            self.at = 3;
        }
        while let Some(&byte) = self.text.get(self.at) {
            match CLASSES[byte as usize] {
                Class::Space => {
                    let rest = &self.text[self.at + 1..];
                    let blanks = rest.iter().position(|&b| CLASSES[b as usize] != Class::Space);
                    self.at += 1 + blanks.unwrap_or(rest.len());
                }
                Class::Ident => self.identifier()?,
                Class::Digit => self.number()?,
                Class::Punct => self.punctuator(byte)?,
                Class::Other => self.other(byte)?,
            }
        }
        self.marker(b"");
        let end = self.position(self.text.len());
        for _ in 0..LOOKAHEAD {
            self.out.tokens.push(Token { lo: end, hi: end, data: 0, kind: T::Eof });
        }
        if self.further_directives > 0 {
            let count = self.further_directives;
            if let Some(first) = self.out.errors.iter_mut().find(|e| e.help.is_some()) {
                let span = first.span;
                first.notes.push(crate::Note {
                    span,
                    message: format!(
                        "and {count} more directive{} like it",
                        if count == 1 { "" } else { "s" }
                    ),
                });
            }
        }
        Ok(self.out)
    }

    #[inline]
    fn identifier(&mut self) -> Result<(), Spliced> {
        let begin = self.at;
        let rest = &self.text[begin + 1..];
        let length = rest.iter().position(|&b| !IDENT_BYTE[b as usize]).unwrap_or(rest.len());
        let end = begin + 1 + length;
        match self.byte(end) {
            b'"' if length <= 1 && self.is_prefix(begin, end) => return self.quoted(begin, end, b'"'),
            b'\'' if length <= 1 && self.is_prefix(begin, end) => return self.quoted(begin, end, b'\''),
            b'\\' | 0x80.. => return self.extended_identifier(begin, end),
            _ => {}
        }
        let symbol = match self.utf8 {
            Some(text) => self.out.names.intern(&text[begin..end]),
            None => self.out.names.intern(&String::from_utf8_lossy(&self.text[begin..end])),
        };
        self.at = end;
        self.word(symbol, begin, end);
        Ok(())
    }

    #[inline]
    fn word(&mut self, symbol: Symbol, begin: usize, end: usize) {
        let kind = match KEYWORDS.get(symbol.raw() as usize) {
            None => T::Ident,
            Some(&(_, T::Pragma)) => return self.pragma_operator(begin),
            Some(&(word, _)) if !self.gnu_keywords && is_gnu_only(word) => T::Ident,
            Some(&(_, kind)) => kind,
        };
        self.push(kind, begin, end, symbol.raw());
    }

    fn is_prefix(&self, begin: usize, end: usize) -> bool {
        matches!(&self.text[begin..end], b"L" | b"u" | b"U" | b"u8")
    }

    /// An identifier with `\u` names or letters beyond ASCII: such names are equal if their characters are.
    #[cold]
    fn extended_identifier(&mut self, begin: usize, ascii_end: usize) -> Result<(), Spliced> {
        let mut name = String::from_utf8_lossy(&self.text[begin..ascii_end]).into_owned();
        let mut end = ascii_end;
        loop {
            let byte = self.byte(end);
            if IDENT_BYTE[byte as usize] && end < self.text.len() {
                name.push(char::from(byte));
                end += 1;
            } else if let Some((letter, length)) = self.extended_letter(end, name.is_empty())? {
                name.push(letter);
                end += length;
            } else {
                break;
            }
        }
        let symbol = self.out.names.intern(&name);
        self.at = end;
        self.word(symbol, begin, end);
        Ok(())
    }

    /// The identifier character written at `offset` as UTF-8 or as a universal character name, and its length.
    fn extended_letter(&self, offset: usize, first: bool) -> Result<Option<(char, usize)>, Spliced> {
        let (letter, length) = match self.byte(offset) {
            b'\\' => {
                if self.splice_at(offset) {
                    return Err(Spliced);
                }
                let digits = match self.byte(offset + 1) {
                    b'u' => 4,
                    b'U' => 8,
                    _ => return Ok(None),
                };
                let Some(hex) = self.text.get(offset + 2..offset + 2 + digits) else { return Ok(None) };
                let Ok(hex) = std::str::from_utf8(hex) else { return Ok(None) };
                let value = u32::from_str_radix(hex, 16).ok().filter(|_| !hex.starts_with('+'));
                match value.and_then(char::from_u32) {
                    Some(letter) => (letter, 2 + digits),
                    None => return Ok(None),
                }
            }
            0x80.. => match decode_utf8(&self.text[offset..]) {
                Some(letter) => (letter, letter.len_utf8()),
                None => return Ok(None),
            },
            _ => return Ok(None),
        };
        Ok(crate::unicode::is_identifier_letter(letter, first).then_some((letter, length)))
    }

    #[inline]
    fn number(&mut self) -> Result<(), Spliced> {
        let begin = self.at;
        let mut end = begin + 1;
        loop {
            let byte = self.byte(end);
            let is_sign =
                matches!(byte, b'+' | b'-') && matches!(self.text[end - 1], b'e' | b'E' | b'p' | b'P');
            if IDENT_BYTE[byte as usize] || byte == b'.' || is_sign {
                end += 1;
            } else if byte == b'\\' && self.splice_at(end) {
                return Err(Spliced);
            } else {
                break;
            }
        }
        self.push(T::Number, begin, end, begin as u32);
        self.at = end;
        Ok(())
    }

    /// A string or character literal whose opening quote is at `open`.
    fn quoted(&mut self, begin: usize, open: usize, quote: u8) -> Result<(), Spliced> {
        let mut end = open + 1;
        loop {
            match self.text.get(end) {
                Some(&byte) if byte == quote => {
                    end += 1;
                    break;
                }
                Some(b'\\') => {
                    if self.splice_at(end) {
                        return Err(Spliced);
                    }
                    end += 2;
                }
                Some(b'\n') | None => {
                    end = end.min(self.text.len());
                    let what = if quote == b'"' { "string" } else { "character" };
                    // The carriage return of a foreign line end is not part of the literal.
                    if self.text[..end].ends_with(b"\r") && end > open + 1 {
                        end -= 1;
                    }
                    self.error(begin, end, format!("unterminated {what} literal"));
                    break;
                }
                Some(_) => end += 1,
            }
        }
        let kind = if quote == b'"' { T::String } else { T::Char };
        self.push(kind, begin, end, begin as u32);
        self.at = end;
        Ok(())
    }

    fn punctuator(&mut self, first: u8) -> Result<(), Spliced> {
        let begin = self.at;
        let second = self.byte(begin + 1);
        if second == b'\\' && self.splice_at(begin + 1) {
            return Err(Spliced);
        }
        let third = self.byte(begin + 2);
        let (kind, length) = match first {
            b'(' => (T::LParen, 1),
            b')' => (T::RParen, 1),
            b'[' => (T::LBracket, 1),
            b']' => (T::RBracket, 1),
            b'{' => (T::LBrace, 1),
            b'}' => (T::RBrace, 1),
            b';' => (T::Semi, 1),
            b',' => (T::Comma, 1),
            b'?' => (T::Question, 1),
            b'~' => (T::Tilde, 1),
            b'"' | b'\'' => return self.quoted(begin, begin, first),
            b'.' => match (second, third) {
                (b'0'..=b'9', _) => return self.number(),
                (b'.', b'.') => (T::Ellipsis, 3),
                (b'.', b'\\') if self.splice_at(begin + 2) => return Err(Spliced),
                _ => (T::Dot, 1),
            },
            b':' if second == b'>' => (T::RBracket, 2),
            b':' => (T::Colon, 1),
            b'=' if second == b'=' => (T::EqEq, 2),
            b'=' => (T::Assign, 1),
            b'!' if second == b'=' => (T::NotEq, 2),
            b'!' => (T::Bang, 1),
            b'*' if second == b'=' => (T::StarAssign, 2),
            b'*' => (T::Star, 1),
            b'/' => match second {
                b'/' => return self.line_comment(),
                b'*' => return self.block_comment(),
                b'=' => (T::SlashAssign, 2),
                _ => (T::Slash, 1),
            },
            b'%' => match second {
                b'=' => (T::PercentAssign, 2),
                b'>' => (T::RBrace, 2),
                b':' => return self.hash(2),
                _ => (T::Percent, 1),
            },
            b'+' => match second {
                b'+' => (T::PlusPlus, 2),
                b'=' => (T::PlusAssign, 2),
                _ => (T::Plus, 1),
            },
            b'-' => match second {
                b'-' => (T::MinusMinus, 2),
                b'=' => (T::MinusAssign, 2),
                b'>' => (T::Arrow, 2),
                _ => (T::Minus, 1),
            },
            b'<' => match (second, third) {
                (b'<', b'=') => (T::ShlAssign, 3),
                (b'<', b'\\') if self.splice_at(begin + 2) => return Err(Spliced),
                (b'<', _) => (T::Shl, 2),
                (b'=', _) => (T::Le, 2),
                (b':', _) => (T::LBracket, 2),
                (b'%', _) => (T::LBrace, 2),
                _ => (T::Lt, 1),
            },
            b'>' => match (second, third) {
                (b'>', b'=') => (T::ShrAssign, 3),
                (b'>', b'\\') if self.splice_at(begin + 2) => return Err(Spliced),
                (b'>', _) => (T::Shr, 2),
                (b'=', _) => (T::Ge, 2),
                _ => (T::Gt, 1),
            },
            b'&' => match second {
                b'&' => (T::AmpAmp, 2),
                b'=' => (T::AmpAssign, 2),
                _ => (T::Amp, 1),
            },
            b'|' => match second {
                b'|' => (T::PipePipe, 2),
                b'=' => (T::PipeAssign, 2),
                _ => (T::Pipe, 1),
            },
            b'^' if second == b'=' => (T::CaretAssign, 2),
            b'^' => (T::Caret, 1),
            b'#' => return self.hash(1),
            _ => return self.other(first),
        };
        self.push(kind, begin, begin + length, 0);
        self.at = begin + length;
        Ok(())
    }

    /// Everything that begins no token of C, and names that begin with a letter beyond ASCII.
    #[cold]
    fn other(&mut self, first: u8) -> Result<(), Spliced> {
        let begin = self.at;
        if first == b'\\' && self.splice_at(begin) {
            return Err(Spliced);
        }
        if self.extended_letter(begin, true)?.is_some() {
            return self.extended_identifier(begin, begin);
        }
        // One error for a run of such bytes: they come in runs (a binary file, another alphabet).
        let mut end = begin + 1;
        while let Some(&next) = self.text.get(end) {
            if CLASSES[next as usize] != Class::Other || next == b'\\' {
                break;
            }
            end += 1;
        }
        let message = match std::str::from_utf8(&self.text[begin..end]) {
            Ok(text) if text.chars().count() == 1 && !text.chars().any(char::is_control) => {
                format!("unexpected character `{text}`")
            }
            Ok(text) if !text.chars().any(char::is_control) => {
                format!("unexpected characters `{}`", text.chars().take(20).collect::<String>())
            }
            _ if end == begin + 1 => format!("unexpected byte 0x{first:02x}"),
            _ => format!("unexpected bytes 0x{first:02x} ..."),
        };
        self.error(begin, end, message);
        self.at = end;
        Ok(())
    }

    #[cold]
    fn line_comment(&mut self) -> Result<(), Spliced> {
        let end = self.line_end(self.at)?;
        self.at = end;
        Ok(())
    }

    /// The offset of the line end at or after `from`.
    fn line_end(&self, from: usize) -> Result<usize, Spliced> {
        let rest = &self.text[from..];
        let length = rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
        let line = &rest[..length];
        if let Some(backslash) = line.iter().rposition(|b| !matches!(b, b' ' | b'\t' | b'\r' | 0x0b | 0x0c))
            && self.splice_at(from + backslash)
        {
            return Err(Spliced);
        }
        Ok(from + length)
    }

    #[cold]
    fn block_comment(&mut self) -> Result<(), Spliced> {
        let begin = self.at;
        let mut at = begin + 2;
        loop {
            let rest = self.text.get(at..).unwrap_or(&[]);
            let Some(star) = rest.iter().position(|&b| b == b'*') else { break };
            at += star + 1;
            if self.byte(at) == b'/' {
                self.at = at + 1;
                return Ok(());
            }
        }
        // Perhaps `*` and `/` are on two glued lines.
        if !self.joined && self.text[begin..].windows(2).any(|pair| pair == b"*\\") {
            return Err(Spliced);
        }
        self.error(begin, begin + 2, "unterminated comment");
        self.at = self.text.len();
        Ok(())
    }

    // ----- Lines that begin with `#` -----

    fn hash(&mut self, length: usize) -> Result<(), Spliced> {
        let begin = self.at;
        if !self.begins_line(begin) {
            self.error(begin, begin + length, "unexpected `#`");
            self.at = begin + length;
            // A token-pasting `##` is one mistake.
            while self.byte(self.at) == b'#' {
                self.at += 1;
            }
            return Ok(());
        }
        let end = self.line_end(begin + length)?;
        let line = self.text[begin + length..end].trim_ascii();
        let word_length = line.iter().take_while(|&&b| IDENT_BYTE[b as usize]).count();
        let (word, rest) = line.split_at(word_length);
        match word {
            // `# 12 "file.c" 1 3`
            [b'0'..=b'9', ..] => self.marker(rest),
            b"line" => self.marker(b""),
            // The null directive.
            [] | b"ident" | b"sccs" => {}
            b"pragma" => self.pragma(rest),
            _ => {
                let unpreprocessed = self.out.errors.iter().any(|e| e.help.is_some());
                if unpreprocessed {
                    self.further_directives += 1;
                } else {
                    let word = String::from_utf8_lossy(word).into_owned();
                    let message = format!("preprocessing directive `#{word}` in preprocessed text");
                    let error = SyntaxError::new(self.span(begin, end), message)
                        .help("the text was not preprocessed: pass it through `cc -E` first");
                    self.report(error);
                }
            }
        }
        self.at = end;
        Ok(())
    }

    /// A line marker, from the name of the file on: flag 3 says that what follows comes from a system header.
    fn marker(&mut self, name_and_flags: &[u8]) {
        let next = self.out.tokens.len();
        let flags = name_and_flags.rsplit(|&b| b == b'"').next().unwrap_or_default();
        let is_header = flags.split(u8::is_ascii_whitespace).any(|flag| flag == b"3");
        match (self.header, is_header) {
            (None, true) => self.header = Some(next),
            (Some(first), false) => {
                self.header = None;
                self.out.headers.push(first..next);
            }
            _ => {}
        }
    }

    /// Whether only blanks and comments stand between the offset and the beginning of its line.
    fn begins_line(&self, offset: usize) -> bool {
        let blanks =
            self.text[..offset].iter().rposition(|b| !matches!(b, b' ' | b'\t' | b'\r' | 0 | 0x0b | 0x0c));
        match blanks.map(|last| self.text[last]) {
            None | Some(b'\n') => return true,
            Some(b'/') | Some(0xbf) => {}
            Some(_) => return false,
        }
        let Some(token) = self.out.tokens.last() else { return true };
        let mut line_begin = offset;
        while line_begin > 0 && self.text[line_begin - 1] != b'\n' {
            line_begin -= 1;
            if self.position(line_begin) < token.hi {
                return false;
            }
        }
        true
    }

    fn pragma(&mut self, line: &[u8]) {
        // `weak NAME`, or `weak NAME = OTHER`.
        if let [b"weak", name, ..] =
            line.trim_ascii().splitn(3, u8::is_ascii_whitespace).collect::<Vec<_>>()[..]
        {
            let length = name.iter().take_while(|&&b| IDENT_BYTE[b as usize]).count();
            if let Ok(name) = std::str::from_utf8(&name[..length]) {
                let name = self.out.names.intern(name);
                self.out.weak.push(name);
            }
        }
        let at_token = self.out.tokens.len();
        self.out.pack.pragma(line, at_token);
    }

    /// `_Pragma("text")` is `#pragma text`, wherever it stands.
    #[cold]
    fn pragma_operator(&mut self, begin: usize) {
        let skip = |mut at: usize| {
            while matches!(self.byte(at), b' ' | b'\t' | b'\r' | b'\n') {
                at += 1;
            }
            at
        };
        let open = skip(self.at);
        let mut quote = skip(open + 1);
        if self.byte(quote) == b'L' {
            quote += 1;
        }
        let mut text = Vec::new();
        let mut at = quote + 1;
        while at < self.text.len() && !matches!(self.text[at], b'"' | b'\n') {
            if self.text[at] == b'\\' {
                at += 1;
            }
            text.push(self.byte(at));
            at += 1;
        }
        let close = skip(at + 1);
        if self.byte(open) == b'(' && self.byte(quote) == b'"' && self.byte(close) == b')' {
            self.at = close + 1;
            self.pragma(&text);
        } else {
            self.error(begin, self.at, "expected a string in parentheses after `_Pragma`");
        }
    }
}

/// The first character of the bytes, if they begin with one.
pub(crate) fn decode_utf8(bytes: &[u8]) -> Option<char> {
    let length = match bytes.first()? {
        0..=0x7f => 1,
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => return None,
    };
    std::str::from_utf8(bytes.get(..length)?).ok()?.chars().next()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> (Vec<(T, String)>, Vec<String>) {
        let lexed = lex(text.as_bytes(), 100, &ParseOptions::default());
        let spelled = lexed.tokens.iter().filter(|t| t.kind != T::Eof).map(|t| {
            let (lo, hi) = (t.lo as usize - 100, t.hi as usize - 100);
            (t.kind, text.get(lo..hi).unwrap_or("<bad span>").to_string())
        });
        (spelled.collect(), lexed.errors.iter().map(|e| e.message.clone()).collect())
    }

    fn spellings(text: &str) -> String {
        let (tokens, errors) = tokens(text);
        assert_eq!(errors, Vec::<String>::new(), "{text}");
        tokens.into_iter().map(|t| t.1).collect::<Vec<_>>().join("|")
    }

    #[test]
    fn maximal_munch() {
        assert_eq!(spellings("a+++b--->c<<=d>>=e...f.g"), "a|++|+|b|--|->|c|<<=|d|>>=|e|...|f|.|g");
        assert_eq!(
            spellings("x<:1:> y<%%> 0xe+1 1.5e-3f .5 1..2"),
            "x|<:|1|:>|y|<%|%>|0xe+1|1.5e-3f|.5|1..2"
        );
        assert_eq!(
            spellings("L\"a\" u8\"b\" u'c' U\"d\\\"e\" l\"f\""),
            "L\"a\"|u8\"b\"|u'c'|U\"d\\\"e\"|l|\"f\""
        );
        assert_eq!(spellings("a/*x*/b//c\nd/**/ e / *f"), "a|b|d|e|/|*|f");
    }

    #[test]
    fn keywords_are_recognised_in_every_spelling() {
        let (tokens, _) = tokens("const __const __const__ constx inline __inline__ _Bool __typeof");
        let kinds: Vec<T> = tokens.iter().map(|t| t.0).collect();
        assert_eq!(kinds, [T::Const, T::Const, T::Const, T::Ident, T::Inline, T::Inline, T::Bool, T::Typeof]);
        let strict = ParseOptions { gnu_keywords: false };
        let lexed = lex(b"typeof asm __typeof__", 0, &strict);
        let kinds: Vec<T> = lexed.tokens.iter().map(|t| t.kind).take(3).collect();
        assert_eq!(kinds, [T::Ident, T::Ident, T::Typeof]);
    }

    #[test]
    fn lines_are_spliced_and_spans_still_point_into_the_text() {
        let (tokens, errors) = tokens("in\\\nt a\\\r\n\\\nb = \"x\\\ny\"; // c \\\n d\n<\\\n<= e");
        assert!(errors.is_empty());
        let spelled: Vec<&str> = tokens.iter().map(|t| t.1.as_str()).collect();
        assert_eq!(spelled, ["in\\\nt", "a\\\r\n\\\nb", "=", "\"x\\\ny\"", ";", "<\\\n<=", "e"]);
        assert_eq!(tokens[0].0, T::Int);
        assert_eq!(tokens[5].0, T::ShlAssign);
    }

    #[test]
    fn directives() {
        assert_eq!(spellings("# 1 \"f.c\" 2\na\n#pragma once\n #line 3\n#ident \"x\"\n#\nb"), "a|b");
        assert_eq!(spellings("/* c */ # 1\na _Pragma ( \"omp parallel\" ) b"), "a|b");
        let (_, errors) = tokens("#include <a.h>\n#define X\nint a # b;");
        assert_eq!(errors, ["preprocessing directive `#include` in preprocessed text", "unexpected `#`"]);
    }

    #[test]
    fn unicode_names() {
        let lexed =
            lex("caf\u{e9} caf\\u00e9 \u{3b1}\u{3b2} a\\U000003b1".as_bytes(), 0, &ParseOptions::default());
        assert!(lexed.errors.is_empty());
        assert_eq!(lexed.tokens[0].data, lexed.tokens[1].data);
        let name = |i: usize| lexed.names.resolve(lexed.tokens[i].symbol());
        assert_eq!((name(2), name(3)), ("\u{3b1}\u{3b2}", "a\u{3b1}"));
    }

    #[test]
    fn strange_bytes_are_errors() {
        let errors = |text: &[u8]| {
            let lexed = lex(text, 0, &ParseOptions::default());
            lexed.errors.into_iter().map(|e| e.message).collect::<Vec<_>>()
        };
        assert_eq!(errors(b"a @ b"), ["unexpected character `@`"]);
        assert_eq!(errors(b"\xff\xfe\x80"), ["unexpected bytes 0xff ..."]);
        assert_eq!(
            errors("\u{201c}a\u{201d}".as_bytes()),
            ["unexpected character `\u{201c}`", "unexpected character `\u{201d}`"]
        );
        assert_eq!(errors(b"\"abc\n'a"), ["unterminated string literal", "unterminated character literal"]);
        assert_eq!(errors(b"a /* b"), ["unterminated comment"]);
        assert_eq!(errors(b"\\"), ["unexpected character `\\`"]);
        assert_eq!(errors(b"\"\\"), ["unterminated string literal"]);
    }
}
