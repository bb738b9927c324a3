//! Complaints, and how to go on after one.

use super::{BRACKET, MAX_NESTING, Parser, STATEMENT};
use crate::MAX_ERRORS;
use crate::error::SyntaxError;
use crate::token::{Token, TokenKind as T};
use base::Span;

impl Parser<'_> {
    /// Reports an error unless one is being recovered from, or was reported at this very token.
    #[cold]
    pub(super) fn report(&mut self, error: SyntaxError) {
        if self.panicking || self.stopped || self.last_error == Some(self.pos) {
            self.panicking = true;
            return;
        }
        self.panicking = true;
        self.last_error = Some(self.pos);
        self.complain(error);
    }

    /// Reports an error that leaves no doubt about how to go on (a bad literal, a bad combination of words).
    #[cold]
    pub(super) fn complain(&mut self, error: SyntaxError) {
        if self.stopped {
            return;
        }
        self.errors.push(error);
        if self.errors.len() >= MAX_ERRORS {
            self.stop();
        }
    }

    #[cold]
    pub(super) fn error_expected(&mut self, what: &str) {
        let message = format!("expected {what}, found {}", self.describe(self.token()));
        self.report(SyntaxError::new(self.token().span(), message));
    }

    /// How a token appears in a message.
    pub(super) fn describe(&self, token: Token) -> String {
        if token.kind == T::Eof {
            return "end of file".into();
        }
        let lo = (token.lo - self.start) as usize;
        let hi = (token.hi - self.start) as usize;
        let text = String::from_utf8_lossy(self.source.get(lo..hi).unwrap_or(&[]));
        let line = text.lines().next().unwrap_or("");
        if line.chars().count() > 40 {
            return format!("`{}...`", line.chars().take(37).collect::<String>());
        }
        format!("`{line}`")
    }

    pub(super) fn expect(&mut self, kind: T) -> bool {
        if self.eat(kind) {
            return true;
        }
        self.error_expected(&format!("`{}`", kind.text()));
        false
    }

    /// The closing bracket of a pair.
    #[inline]
    pub(super) fn expect_close(&mut self, kind: T, open: Token) -> bool {
        if self.eat(kind) {
            return true;
        }
        self.missing_close(kind, open);
        false
    }

    #[cold]
    fn missing_close(&mut self, kind: T, open: Token) {
        let found = self.describe(self.token());
        let error =
            SyntaxError::new(self.token().span(), format!("expected `{}`, found {found}", kind.text()));
        let opening = self.describe(open);
        self.report(error.note(open.span(), format!("to match this {opening}")));
    }

    /// The semicolon after a statement, declaration or member, and recovery if there was an error in it.
    #[inline]
    pub(super) fn expect_semi(&mut self, after: &str) {
        if !self.panicking && self.eat(T::Semi) {
            return;
        }
        self.missing_semi(after);
    }

    #[cold]
    pub(super) fn missing_semi(&mut self, after: &str) {
        if self.panicking {
            if !self.eat(T::Semi) {
                self.skip_to_boundary();
            }
            self.panicking = false;
            return;
        }
        let on_new_line = self.at_new_line();
        self.report_missing_semi(after);
        // What follows on the next line, or begins with a telling word, is more likely the next statement than the
        // rest of this one.
        let kind = self.kind;
        if !on_new_line && !kind.is_statement_word() && !kind.is_declaration_word() && kind != T::RBrace {
            self.skip_to_boundary();
        }
        self.panicking = false;
    }

    pub(super) fn report_missing_semi(&mut self, after: &str) {
        let point = self.prev_hi();
        let mut message = format!("expected `;` after {after}");
        if !self.at_new_line() {
            message.push_str(&format!(", found {}", self.describe(self.token())));
        }
        // An unterminated literal has swallowed the semicolon, and was complained about.
        let swallowed = self.errors.iter().any(|error| error.span.hi == point && error.span.lo < point);
        if swallowed {
            self.panicking = true;
        } else {
            self.report(SyntaxError::new(Span::new(point, point), message));
        }
    }

    /// Whether the current token is the first of its line.
    pub(super) fn at_new_line(&self) -> bool {
        let lo = (self.prev_hi() - self.start) as usize;
        let hi = (self.lo() - self.start) as usize;
        self.source.get(lo..hi).is_none_or(|gap| gap.contains(&b'\n'))
    }

    /// Skips to after the next `;`, or to the next `}` of the enclosing braces, over balanced brackets.
    pub(super) fn skip_to_boundary(&mut self) {
        loop {
            match self.kind {
                T::Eof | T::RBrace => return,
                T::Semi => {
                    self.bump();
                    return;
                }
                T::LBrace => {
                    self.skip_balanced();
                    // After the braces of a statement or body, the next one begins.
                    if self.at_new_line() && !matches!(self.kind, T::Semi | T::Comma | T::RParen) {
                        return;
                    }
                }
                T::LParen | T::LBracket => self.skip_balanced(),
                kind if kind.is_statement_word() && self.at_new_line() => return,
                _ => self.bump(),
            }
        }
    }

    /// Skips from an opening bracket to after its closing one, or to a `}` that shows that there is none.
    pub(super) fn skip_balanced(&mut self) {
        self.skip_brackets(Vec::new(), |_| false);
    }

    /// After an error in an initialiser: skips to after its `}`, or to a semicolon that shows that there is none.
    pub(super) fn skip_to_close_brace(&mut self) {
        let is_end = |parser: &Self| parser.kind == T::Semi && parser.peek(1).kind != T::RBrace;
        self.skip_brackets(vec![T::LBrace], is_end);
    }

    /// After an error between the parentheses of `if (...)`: skips to after the `)`, or to the `{` of the body, or to a
    /// semicolon that cannot stand between them.
    pub(super) fn skip_to_close_paren(&mut self, semicolons: bool) {
        let is_end = |parser: &Self| parser.kind == T::LBrace || parser.kind == T::Semi && !semicolons;
        self.skip_brackets(vec![T::LParen], is_end);
    }

    /// Skips until all of the open brackets are closed, or to a token that ends them when it stands directly in the
    /// outermost.
    fn skip_brackets(&mut self, mut open: Vec<T>, is_end: impl Fn(&Self) -> bool) {
        let mut braces = open.iter().filter(|&&kind| kind == T::LBrace).count();
        loop {
            match self.kind {
                T::Eof => return,
                _ if open.len() == 1 && is_end(self) => return,
                T::LBrace => {
                    braces += 1;
                    open.push(T::LBrace);
                }
                T::LParen | T::LBracket => open.push(self.kind),
                T::RBrace if braces == 0 => return,
                T::RBrace => {
                    // Parentheses left open inside of the braces are given up.
                    braces -= 1;
                    while open.pop().is_some_and(|kind| kind != T::LBrace) {}
                }
                T::RParen if open.last() == Some(&T::LParen) => drop(open.pop()),
                T::RBracket if open.last() == Some(&T::LBracket) => drop(open.pop()),
                _ => {}
            }
            self.bump();
            if open.is_empty() {
                return;
            }
        }
    }

    /// After an error outside of all braces: skips to where the next declaration seems to begin.
    pub(super) fn skip_to_external_declaration(&mut self) {
        self.panicking = false;
        loop {
            match self.kind {
                T::Eof => return,
                T::Semi => {
                    self.bump();
                    // A body without a head belongs to what was skipped.
                    if self.kind == T::LBrace {
                        self.skip_balanced();
                    }
                    return;
                }
                T::LBrace => {
                    self.skip_balanced();
                    self.eat(T::Semi);
                    return;
                }
                _ if self.at_line_begin() && self.starts_declaration(self.token()) => return,
                T::LParen | T::LBracket => self.skip_balanced(),
                _ => self.bump(),
            }
        }
    }

    /// Whether the current token stands in the first column.
    pub(super) fn at_line_begin(&self) -> bool {
        match (self.lo() - self.start).checked_sub(1) {
            None => true,
            Some(before) => self.source.get(before as usize) == Some(&b'\n'),
        }
    }

    // ----- Giving up -----

    #[cold]
    pub(super) fn stop_nesting(&mut self, message: &str) {
        let span = self.token().span();
        let error = SyntaxError::new(span, message);
        let (brackets, blocks) = (MAX_NESTING / BRACKET, MAX_NESTING / (2 * STATEMENT));
        let help =
            format!("the limit is {brackets} brackets, or {blocks} blocks of conditions, within each other");
        self.complain(error.help(help));
        self.stop();
    }

    /// Moves to the end of the text; every function returns from there without a further word.
    fn stop(&mut self) {
        self.stopped = true;
        self.panicking = true;
        self.pos = self.tokens.len() - 1;
        self.kind = T::Eof;
    }
}
