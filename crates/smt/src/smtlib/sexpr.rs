//! A small reader of s-expressions, for the answers of solver processes.

use crate::bv::Bv;
use crate::eval::Value;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum SExpr {
    /// A symbol, a number, or a quoted symbol or string with its quotes.
    Atom(String),
    List(Vec<SExpr>),
}

/// Answers nest a few levels; more is not an answer.
const MAX_DEPTH: usize = 100;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token<'a> {
    Open,
    Close,
    Atom(&'a str),
}

/// The first token and the rest; `None` if the text ends before it is certain that the token does.
fn token(text: &str) -> Option<(Token<'_>, &str)> {
    let mut rest = text.trim_start();
    while rest.starts_with(';') {
        rest = rest[rest.find('\n')?..].trim_start();
    }
    match rest.chars().next()? {
        '(' => Some((Token::Open, &rest[1..])),
        ')' => Some((Token::Close, &rest[1..])),
        quote @ ('"' | '|') => {
            let mut end = 1 + rest[1..].find(quote)?;
            // A doubled quote is a quote inside the string.
            while quote == '"' && rest[end + 1..].starts_with('"') {
                end += 2 + rest[end + 2..].find('"')?;
            }
            Some((Token::Atom(&rest[..=end]), &rest[end + 1..]))
        }
        _ => {
            let end = rest.find(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | '"' | ';'))?;
            Some((Token::Atom(&rest[..end]), &rest[end..]))
        }
    }
}

/// Reads one expression. `Ok(None)` if the text ends too early; else the expression and how much it took.
pub(super) fn read(text: &str) -> Result<Option<(SExpr, usize)>, String> {
    let mut open: Vec<Vec<SExpr>> = Vec::new();
    let mut rest = text;
    loop {
        let Some((token, after)) = token(rest) else { return Ok(None) };
        rest = after;
        let done = match token {
            Token::Open => {
                if open.len() >= MAX_DEPTH {
                    return Err("an answer nested too deeply".to_owned());
                }
                open.push(Vec::new());
                continue;
            }
            Token::Close => match open.pop() {
                Some(items) => SExpr::List(items),
                None => return Err("an unbalanced answer".to_owned()),
            },
            Token::Atom(atom) => SExpr::Atom(atom.to_owned()),
        };
        match open.last_mut() {
            Some(list) => list.push(done),
            None => return Ok(Some((done, text.len() - rest.len()))),
        }
    }
}

impl SExpr {
    pub(super) fn atom(&self) -> Option<&str> {
        match self {
            SExpr::Atom(atom) => Some(atom),
            SExpr::List(_) => None,
        }
    }
    pub(super) fn list(&self) -> Option<&[SExpr]> {
        match self {
            SExpr::List(items) => Some(items),
            SExpr::Atom(_) => None,
        }
    }
    /// The message of an `(error "…")`.
    pub(super) fn error(&self) -> Option<String> {
        let items = self.list()?;
        (items.first()?.atom()? == "error")
            .then(|| items.iter().skip(1).filter_map(SExpr::atom).collect::<Vec<_>>().join(" "))
    }
    /// `true`, `#x1f`, `#b01`, or `(_ bv31 8)`.
    pub(super) fn value(&self) -> Option<Value> {
        match self {
            SExpr::Atom(atom) => match atom.as_str() {
                "true" => Some(Value::Bool(true)),
                "false" => Some(Value::Bool(false)),
                _ => {
                    let (digits, bits_each) = match (atom.strip_prefix("#x"), atom.strip_prefix("#b")) {
                        (Some(digits), _) => (digits, 4),
                        (_, Some(digits)) => (digits, 1),
                        _ => return None,
                    };
                    let mut bits: Vec<bool> = Vec::new();
                    for digit in digits.chars().rev() {
                        let value = digit.to_digit(1 << bits_each)?;
                        bits.extend((0..bits_each).map(|i| value >> i & 1 == 1));
                    }
                    (!bits.is_empty()).then(|| Value::Bv(Bv::from_bits(bits.into_iter())))
                }
            },
            SExpr::List(items) => match items.as_slice() {
                [SExpr::Atom(underscore), SExpr::Atom(number), SExpr::Atom(width)] if underscore == "_" => {
                    let width: u32 = width.parse().ok().filter(|&w| w > 0)?;
                    let mut value = Bv::zero(width);
                    let ten = Bv::new(width, 10);
                    for digit in number.strip_prefix("bv")?.chars() {
                        let digit = Bv::new(width, u128::from(digit.to_digit(10)?));
                        value = value.mul(&ten).add(&digit);
                    }
                    Some(Value::Bv(value))
                }
                _ => None,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Option<Value> {
        read(text).unwrap().unwrap().0.value()
    }

    #[test]
    fn reads_values() {
        assert_eq!(value("#x1f "), Some(Value::Bv(Bv::new(8, 31))));
        assert_eq!(value("#b011 "), Some(Value::Bv(Bv::new(3, 3))));
        assert_eq!(value("(_ bv31 8)"), Some(Value::Bv(Bv::new(8, 31))));
        assert_eq!(value("true\n"), Some(Value::Bool(true)));
        assert_eq!(value("(_ bvx 8)"), None);
        assert_eq!(value("#x "), None);
        assert_eq!(value("#xyz "), None);
    }

    #[test]
    fn waits_for_the_end() {
        for incomplete in ["", "sa", "((a b", "(error \"no ", "; comment", "|a b"] {
            assert_eq!(read(incomplete), Ok(None), "{incomplete}");
        }
        let text = "; hello\n ((x1 #b1) (|a b| \"q\"\"q\"))sat\n";
        let (expr, used) = read(text).unwrap().unwrap();
        assert_eq!(&text[used..], "sat\n");
        assert_eq!(expr.list().unwrap().len(), 2);
        assert!(read(")").is_err());
        assert!(read(&"(".repeat(1_000_000)).is_err());
        let (error, _) = read("(error \"line 1: unknown\")").unwrap().unwrap();
        assert_eq!(error.error().as_deref(), Some("\"line 1: unknown\""));
    }
}
