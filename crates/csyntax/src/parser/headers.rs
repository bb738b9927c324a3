//! Declarations of system headers that nothing names.
//!
//! A short program is a few lines after a thousand of headers, and most of what is declared there it never mentions. Such
//! declarations are passed over unread: nothing can depend on a function or variable whose name stands in the text once. What the
//! program itself declares is always read, and so is whatever declares a tag or a type beside the name.

use super::Parser;
use crate::token::{Token, TokenKind as T};
use base::Symbol;
use std::ops::Range;

pub(super) struct Headers {
    /// The tokens that come from system headers, in order.
    ranges: Vec<Range<usize>>,
    /// The first range that does not end before the parser.
    next: usize,
    /// Whether a symbol stands in the text more than once, or is named by a pragma. Empty if there is no system header.
    named: Vec<bool>,
}

impl Headers {
    pub(super) fn new(ranges: Vec<Range<usize>>, tokens: &[Token], names: usize, weak: &[Symbol]) -> Headers {
        let mut named = Vec::new();
        if !ranges.is_empty() {
            let mut seen = vec![false; names];
            named = vec![false; names];
            for token in tokens.iter().filter(|token| token.kind == T::Ident) {
                named[token.data as usize] = std::mem::replace(&mut seen[token.data as usize], true);
            }
            for symbol in weak {
                named[symbol.raw() as usize] = true;
            }
        }
        Headers { ranges, next: 0, named }
    }

    /// Where the system header ends that this token belongs to.
    fn end(&mut self, at: usize) -> Option<usize> {
        while self.ranges.get(self.next)?.end <= at {
            self.next += 1;
        }
        let range = &self.ranges[self.next];
        range.contains(&at).then_some(range.end)
    }
}

impl Parser<'_> {
    /// Passes over a declaration at file level that nothing can depend on, if one begins here.
    pub(super) fn skip_unnamed(&mut self) -> bool {
        let Some(end) = self.headers.end(self.pos) else { return false };
        let Some(after) = self.unnamed(&self.tokens[self.pos..end]) else { return false };
        self.pos += after;
        self.kind = self.tokens[self.pos].kind;
        true
    }

    /// The length of a declaration `extern TYPE NAME;`, `extern TYPE NAME(PARAMETERS) ATTRIBUTES;` or of a definition
    /// `static TYPE NAME(PARAMETERS) { ... }` whose name stands nowhere else.
    fn unnamed(&self, tokens: &[Token]) -> Option<usize> {
        let kind = |at: usize| tokens.get(at).map_or(T::Eof, |token| token.kind);
        let mut at = tokens.iter().take_while(|token| token.kind == T::Extension).count();
        let storage = kind(at);
        if !matches!(storage, T::Extern | T::Static) {
            return None;
        }
        let mut name = None;
        loop {
            at += 1;
            match kind(at) {
                T::Ident => name = Some(tokens[at].data),
                T::Attribute => at = closing(tokens, at + 1, (T::LParen, T::RParen))?,
                T::LParen | T::Semi => break,
                // These declare a tag, or have parentheses of their own.
                T::Struct | T::Union | T::Enum | T::Typeof | T::Alignas | T::Atomic | T::AddressSpace => return None,
                T::Star => name = None,
                word if word.is_declaration_word() => name = None,
                _ => return None,
            }
        }
        if self.headers.named[name? as usize] {
            return None;
        }
        if kind(at) == T::LParen {
            at = closing(tokens, at, (T::LParen, T::RParen))? + 1;
            while matches!(kind(at), T::Attribute | T::Asm) {
                at = closing(tokens, at + 1, (T::LParen, T::RParen))? + 1;
            }
        }
        match (storage, kind(at)) {
            (T::Extern, T::Semi) => Some(at + 1),
            (T::Static, T::LBrace) => Some(closing(tokens, at, (T::LBrace, T::RBrace))? + 1),
            _ => None,
        }
    }
}

/// Where the bracket is closed that must stand there.
fn closing(tokens: &[Token], at: usize, (open, close): (T, T)) -> Option<usize> {
    let mut depth = 0usize;
    for (i, token) in tokens.iter().enumerate().skip(at) {
        if token.kind == open {
            depth += 1;
        } else if depth == 0 {
            return None;
        } else if token.kind == close {
            depth -= 1;
            if depth == 0 {
                return Some(i);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::{ParseOptions, dump, parse};

    #[test]
    fn what_nothing_names_in_a_system_header_is_not_read() {
        let read = |marker: &str, text: &str, rest: &str| {
            let text = format!("# 1 \"x.h\" {marker}\n{text}\n# 1 \"x.c\" 2\n{rest}\nint last;");
            let result = parse(text.as_bytes(), 0, &ParseOptions::default());
            assert!(result.errors.is_empty(), "{text}");
            let whole = dump(&result.ast);
            assert!(whole.contains("last"), "{whole}");
            result.ast.items.len() - 1
        };
        let unnamed = [
            "extern int f (int x, char *(*y) (void)) __attribute__ ((__nothrow__)) __asm__ (\"\" \"g\");",
            "__extension__ extern unsigned long long f (const char *restrict a);",
            "extern __attribute__ ((x)) int f (struct s *);",
            "extern char *f;",
            "static inline int f (int x) { if (x) { return 1; } return 0; }",
        ];
        for text in unnamed {
            assert_eq!(read("1 3 4", text, ""), 0, "{text}");
            assert_eq!(read("1 3 4", text, "int *g(void) { return f; }"), 2, "{text}");
            assert_eq!(read("1", text, ""), 1, "{text}");
        }
        assert_eq!(read("1 3 4", "extern int f (int);\n#pragma weak f", ""), 1);
        let declares_more = [
            "extern struct s *f (void);",
            "extern int f (void), g (void);",
            "extern int f[];",
            "extern __typeof (int) f;",
            "extern int (*f) (void);",
            "static int f;",
            "int f (void);",
        ];
        for text in declares_more {
            assert_eq!(read("1 3 4", text, ""), 1, "{text}");
        }
    }
}
