//! Tokens of the text form. White space and `// comments` separate tokens and mean nothing else.

use crate::text::{continues_word, starts_word};

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Token<'a> {
    /// A keyword, a name or an id: `load`, `node`, `_3`, `@2`, `bb0`.
    Word(&'a str),
    /// A decimal integer (`None` beyond 64 bits) with what follows its underscore: `16_u64`.
    Integer(Option<u64>, Option<&'a str>),
    /// A decimal fraction, as text, with what follows its underscore.
    Float(&'a str, Option<&'a str>),
    /// What is between two quotes, with its escapes.
    Quoted(&'a str),
    /// One of `= [ ] { } ( ) , : ; + - * & ' !`.
    Punct(u8),
    Arrow,
    /// `..`, `..=` and `...`
    Range,
    RangeInclusive,
    Ellipsis,
    /// A character that begins no token, or a string that does not end.
    Bad,
    End,
}

#[derive(Clone, Debug)]
pub(crate) struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Lexer { text, at: 0 }
    }

    /// Where the last token ended.
    pub(crate) fn position(&self) -> usize {
        self.at
    }

    fn byte(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or(0)
    }

    fn skip_blank(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            if byte.is_ascii_whitespace() {
                self.at += 1;
            } else if byte == b'/' && self.byte(1) == b'/' {
                let rest = &bytes[self.at..];
                self.at += rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
            } else {
                break;
            }
        }
    }

    /// Goes to the beginning of the line after the given position.
    pub(crate) fn skip_line(&mut self, from: usize) {
        let rest = &self.text.as_bytes()[from..];
        self.at = from + rest.iter().position(|&b| b == b'\n').map_or(rest.len(), |n| n + 1);
    }

    /// The next token and where it begins.
    pub(crate) fn next(&mut self) -> (usize, Token<'a>) {
        self.skip_blank();
        let start = self.at;
        let Some(&first) = self.text.as_bytes().get(start) else { return (start, Token::End) };
        let token = match first {
            _ if starts_word(first) => Token::Word(self.word()),
            b'0'..=b'9' => self.number(),
            b'"' => self.quoted(),
            b'-' if self.byte(1) == b'>' => {
                self.at += 2;
                Token::Arrow
            }
            b'.' if self.byte(1) == b'.' => {
                let (len, token) = match self.byte(2) {
                    b'=' => (3, Token::RangeInclusive),
                    b'.' => (3, Token::Ellipsis),
                    _ => (2, Token::Range),
                };
                self.at += len;
                token
            }
            b'=' | b'[' | b']' | b'{' | b'}' | b'(' | b')' | b',' | b':' | b';' | b'+' | b'-' | b'*'
            | b'&' | b'\'' | b'!' => {
                self.at += 1;
                Token::Punct(first)
            }
            _ => {
                self.at += self.text[start..].chars().next().map_or(1, char::len_utf8);
                Token::Bad
            }
        };
        (start, token)
    }

    fn word(&mut self) -> &'a str {
        let bytes = self.text.as_bytes();
        let start = self.at;
        self.at += 1;
        while let Some(&byte) = bytes.get(self.at) {
            let inner_dot = byte == b'.' && bytes.get(self.at + 1).is_some_and(|&next| continues_word(next));
            if !continues_word(byte) && !inner_dot {
                break;
            }
            self.at += 1;
        }
        &self.text[start..self.at]
    }

    fn digits(&mut self) {
        while self.byte(0).is_ascii_digit() {
            self.at += 1;
        }
    }

    fn number(&mut self) -> Token<'a> {
        let start = self.at;
        self.digits();
        let mut float = false;
        if self.byte(0) == b'.' && self.byte(1).is_ascii_digit() {
            float = true;
            self.at += 1;
            self.digits();
        }
        let sign = usize::from(matches!(self.byte(1), b'+' | b'-'));
        if self.byte(0) == b'e' && self.byte(1 + sign).is_ascii_digit() {
            float = true;
            self.at += 1 + sign;
            self.digits();
        }
        let digits = &self.text[start..self.at];
        let suffix = (self.byte(0) == b'_').then(|| {
            self.at += 1;
            let start = self.at;
            while self.byte(0).is_ascii_alphanumeric() {
                self.at += 1;
            }
            &self.text[start..self.at]
        });
        if float { Token::Float(digits, suffix) } else { Token::Integer(digits.parse().ok(), suffix) }
    }

    fn quoted(&mut self) -> Token<'a> {
        let bytes = self.text.as_bytes();
        self.at += 1;
        let start = self.at;
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                b'"' => {
                    self.at += 1;
                    return Token::Quoted(&self.text[start..self.at - 1]);
                }
                // What is escaped may be longer than a byte, but its other bytes are neither quotes nor line ends.
                b'\\' => self.at += 2,
                b'\n' => break,
                _ => self.at += 1,
            }
        }
        self.at = self.at.min(bytes.len());
        Token::Bad
    }
}

impl Token<'_> {
    /// The token as a message names it.
    pub(crate) fn describe(self) -> String {
        match self {
            Token::Word(word) => format!("`{}`", shorten(word)),
            Token::Integer(Some(value), None) => format!("`{value}`"),
            Token::Integer(Some(value), Some(suffix)) => format!("`{value}_{}`", shorten(suffix)),
            Token::Integer(None, _) => "a number beyond 64 bits".to_owned(),
            Token::Float(..) => "a fraction".to_owned(),
            Token::Quoted(_) => "a string".to_owned(),
            Token::Punct(byte) => format!("`{}`", byte as char),
            Token::Arrow => "`->`".to_owned(),
            Token::Range => "`..`".to_owned(),
            Token::RangeInclusive => "`..=`".to_owned(),
            Token::Ellipsis => "`...`".to_owned(),
            Token::Bad => "a character that does not belong here".to_owned(),
            Token::End => "the end of the text".to_owned(),
        }
    }
}

fn shorten(word: &str) -> &str {
    // Words are ASCII, so any cut is a character boundary.
    &word[..word.len().min(40)]
}
