//! Declarations of system headers that nothing names.
//!
//! A short program is a few lines after a thousand of headers, and most of what is declared there it never mentions. Such
//! declarations are passed over unread: nothing can depend on a function, a variable or a type whose name stands nowhere else but
//! in other such declarations. What the program itself declares is always read, and so is whatever declares more than one name.

use super::Parser;
use crate::token::{Token, TokenKind as T};
use base::Symbol;
use std::ops::Range;

/// The declarations that are passed over, in the order of the text.
pub(super) struct Headers {
    unnamed: Vec<Range<usize>>,
    /// The first one that does not begin before the parser.
    next: usize,
}

impl Headers {
    /// `headers` are the tokens that come from system headers; what is `weak` is named by a pragma.
    pub(super) fn new(headers: &[Range<usize>], tokens: &[Token], names: usize, weak: &[Symbol]) -> Headers {
        let mut unnamed = Vec::new();
        if !headers.is_empty() {
            let mut places = vec![0u32; names];
            for token in tokens.iter().filter(|token| token.kind == T::Ident) {
                places[token.data as usize] += 1;
            }
            for symbol in weak {
                places[symbol.raw() as usize] += 1;
            }
            // What stands later may name what stands before it.
            for declaration in declarations(headers, tokens).into_iter().rev() {
                let inside = &tokens[declaration.clone()];
                if name_of(inside).is_some_and(|name| places[name as usize] == 1) {
                    for token in inside.iter().filter(|token| token.kind == T::Ident) {
                        places[token.data as usize] -= 1;
                    }
                    unnamed.push(declaration);
                }
            }
            unnamed.reverse();
        }
        Headers { unnamed, next: 0 }
    }
}

impl Parser<'_> {
    /// Passes over a declaration at file level that nothing can depend on, if one begins here.
    pub(super) fn skip_unnamed(&mut self) -> bool {
        let headers = &mut self.headers;
        while headers.unnamed.get(headers.next).is_some_and(|declaration| declaration.start < self.pos) {
            headers.next += 1;
        }
        let found = headers.unnamed.get(headers.next).filter(|declaration| declaration.start == self.pos);
        let Some(end) = found.map(|declaration| declaration.end) else { return false };
        self.pos = end;
        self.kind = self.tokens[end].kind;
        true
    }
}

/// The declarations at file level that lie within system headers. Where one ends is only guessed: with a semicolon, or with the
/// body of a function. A wrong guess makes two declarations one, which is none that can be passed over.
fn declarations(headers: &[Range<usize>], tokens: &[Token]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut headers = headers.iter().peekable();
    let (mut start, mut depth, mut is_body) = (0, 0usize, false);
    for (at, token) in tokens.iter().enumerate() {
        let ends = match token.kind {
            T::LParen | T::LBracket => {
                depth += 1;
                false
            }
            T::RParen | T::RBracket => {
                depth = depth.saturating_sub(1);
                false
            }
            T::LBrace => {
                if depth == 0 {
                    is_body = at > start && tokens[at - 1].kind == T::RParen;
                }
                depth += 1;
                false
            }
            T::RBrace => {
                depth = depth.saturating_sub(1);
                depth == 0 && is_body
            }
            T::Semi => depth == 0,
            _ => false,
        };
        if ends {
            while headers.next_if(|header| header.end <= start).is_some() {}
            if headers.peek().is_some_and(|header| header.start <= start && at < header.end) {
                found.push(start..at + 1);
            }
            (start, is_body) = (at + 1, false);
        }
    }
    found
}

/// The only name that a declaration declares, if it is one of `extern TYPE NAME;`, `extern TYPE NAME(PARAMETERS) ATTRIBUTES;`,
/// `static TYPE NAME(PARAMETERS) { ... }`, `typedef TYPE NAME;` and `struct NAME { ... };`.
fn name_of(tokens: &[Token]) -> Option<u32> {
    let kind = |at: usize| tokens.get(at).map_or(T::Eof, |token| token.kind);
    let mut at = tokens.iter().take_while(|token| token.kind == T::Extension).count();
    let storage = kind(at);
    if matches!(storage, T::Struct | T::Union) && kind(at + 1) == T::Ident {
        let end = members(tokens, at + 2)?;
        return (kind(end + 1) == T::Semi).then_some(tokens[at + 1].data);
    }
    if !matches!(storage, T::Extern | T::Static | T::Typedef) {
        return None;
    }
    let mut name = None;
    loop {
        at += 1;
        match kind(at) {
            T::Ident => name = Some(tokens[at].data),
            T::Attribute => at = closing(tokens, at + 1, (T::LParen, T::RParen))?,
            T::LParen | T::LBracket | T::Semi => break,
            T::Struct | T::Union if storage == T::Typedef => {
                at = members(tokens, at + 1)?;
                name = None;
            }
            // These declare a tag, or have parentheses of their own.
            T::Struct | T::Union | T::Enum | T::Typeof | T::Alignas | T::Atomic | T::AddressSpace => {
                return None;
            }
            T::Star => name = None,
            word if word.is_declaration_word() => name = None,
            _ => return None,
        }
    }
    match (kind(at), storage) {
        (T::LParen, T::Extern | T::Static) => {
            at = closing(tokens, at, (T::LParen, T::RParen))? + 1;
            while matches!(kind(at), T::Attribute | T::Asm) {
                at = closing(tokens, at + 1, (T::LParen, T::RParen))? + 1;
            }
        }
        (T::LBracket, T::Extern | T::Typedef) => at = closing(tokens, at, (T::LBracket, T::RBracket))? + 1,
        _ => {}
    }
    let is_whole = match (storage, kind(at)) {
        (T::Extern | T::Typedef, T::Semi) => true,
        (T::Static, T::LBrace) => closing(tokens, at, (T::LBrace, T::RBrace)) == Some(tokens.len() - 1),
        _ => false,
    };
    name.filter(|_| is_whole)
}

/// Where the members of a structure end that begin there, if they declare no other tag.
fn members(tokens: &[Token], at: usize) -> Option<usize> {
    let end = closing(tokens, at, (T::LBrace, T::RBrace))?;
    let declares_tag = tokens[at..end].windows(2).any(|pair| match pair[0].kind {
        T::Enum => true,
        T::Struct | T::Union => pair[1].kind != T::LBrace,
        _ => false,
    });
    (!declares_tag).then_some(end)
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
            "extern int f[];",
            "static inline int f (int x) { if (x) { return 1; } return 0; }",
        ];
        for text in unnamed {
            assert_eq!(read("1 3 4", text, ""), 0, "{text}");
            assert_eq!(read("1 3 4", text, "int g(void) { return sizeof f; }"), 2, "{text}");
            assert_eq!(read("1", text, ""), 1, "{text}");
        }
        assert_eq!(read("1 3 4", "extern int f (int);\n#pragma weak f", ""), 1);
        let types = "typedef int a; typedef a *b[2]; typedef struct { b x; struct { a y; } z; } c; struct s { c z; }; extern a f (c);";
        assert_eq!(read("1 3 4", types, ""), 0);
        assert_eq!(read("1 3 4", types, "a g;"), 2);
        assert_eq!(read("1 3 4", types, "c g;"), 4);
        assert_eq!(read("1 3 4", types, "int g(void) { return sizeof (struct s); }"), 5);
        let declares_more = [
            "extern struct s *f (void);",
            "extern int f (void), g (void);",
            "typedef struct t f;",
            "typedef enum { A, B } f;",
            "typedef struct { struct t *next; } f;",
            "typedef int (*f) (void);",
            "struct f { int x; } g;",
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
