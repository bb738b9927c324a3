//! Formats of `printf` and `scanf`: one reader for all engines.
//!
//! A format is read into directives and the list of the arguments that they take, in the order in which they are passed: what an
//! engine has to do is to fetch the arguments by that list and to go through the directives. C17 and glibc are covered; what C leaves
//! undefined and glibc does not define is a [`FormatError`].

mod bounds;
mod print;
pub mod render;
mod scan;

pub use bounds::{Amounts, Length, Shown};
pub use print::{Conversion, Directive, PrintArgument, PrintFormat, PrintPiece};
pub use render::Spec;
pub use scan::{Matched, ScanDirective, ScanFormat, ScanPiece, ScanTarget, ScanTargetKind};

use ir::{DataModel, Scalar};

/// Why a format has no meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError {
    pub what: String,
}

impl FormatError {
    fn new<T>(what: impl Into<String>) -> Result<T, FormatError> {
        Err(FormatError { what: what.into() })
    }
}

/// A width or a precision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Amount {
    #[default]
    None,
    Number(u32),
    /// The argument of that index, an `int`.
    Argument(usize),
}

/// `hh h l ll L j z t`; without one, `Plain`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Modifier {
    Plain,
    Char,
    Short,
    Long,
    LongLong,
    LongDouble,
    Max,
    Size,
    Difference,
}

impl Modifier {
    /// The integer type that a signed conversion with this modifier means.
    fn signed(self, model: DataModel) -> Scalar {
        match self {
            Modifier::Plain => Scalar::I32,
            Modifier::Char => Scalar::I8,
            Modifier::Short => Scalar::I16,
            Modifier::Long | Modifier::Size | Modifier::Difference => model.signed_word(),
            // `%Ld` is `%lld` in glibc.
            Modifier::LongLong | Modifier::LongDouble | Modifier::Max => Scalar::I64,
        }
    }
}

/// Reads through a format.
struct Cursor<'a> {
    text: &'a [u8],
    at: usize,
}

/// Positions beyond this are refused, as by glibc's `NL_ARGMAX`.
const MAX_POSITION: u64 = 4096;

impl Cursor<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// A decimal number, if one stands here; numbers beyond `int` make glibc fail.
    fn number(&mut self) -> Result<Option<u32>, FormatError> {
        let mut value: Option<u64> = None;
        while let Some(digit) = self.peek().filter(u8::is_ascii_digit) {
            self.at += 1;
            let next = value.unwrap_or(0).saturating_mul(10).saturating_add(u64::from(digit - b'0'));
            value = Some(next);
        }
        match value {
            Some(n) if n >= i32::MAX as u64 => FormatError::new("a number in the format is too large"),
            Some(n) => Ok(Some(n as u32)),
            None => Ok(None),
        }
    }

    /// `2$`: the index of an argument, counted from zero. Nothing is read if there is none.
    fn position(&mut self) -> Result<Option<usize>, FormatError> {
        let start = self.at;
        if let Some(n) = self.number()?
            && self.eat(b'$')
        {
            return match u64::from(n) {
                0 => FormatError::new("arguments are numbered from 1"),
                n if n > MAX_POSITION => FormatError::new("the number of an argument is too large"),
                n => Ok(Some(n as usize - 1)),
            };
        }
        self.at = start;
        Ok(None)
    }

    fn modifier(&mut self) -> Modifier {
        let Some(first) = self.peek() else { return Modifier::Plain };
        self.at += 1;
        match first {
            b'h' if self.eat(b'h') => Modifier::Char,
            b'h' => Modifier::Short,
            b'l' if self.eat(b'l') => Modifier::LongLong,
            b'l' => Modifier::Long,
            b'q' => Modifier::LongLong,
            b'L' => Modifier::LongDouble,
            b'j' => Modifier::Max,
            b'z' | b'Z' => Modifier::Size,
            b't' => Modifier::Difference,
            _ => {
                self.at -= 1;
                Modifier::Plain
            }
        }
    }
}

/// The arguments that a format takes, in the order in which they are passed.
struct ArgumentList<T> {
    known: Vec<Option<T>>,
    numbered: Option<bool>,
}

impl<T: Copy + PartialEq> ArgumentList<T> {
    fn new() -> ArgumentList<T> {
        ArgumentList { known: Vec::new(), numbered: None }
    }

    /// One more use of an argument: the one with this position, or the next one.
    fn add(&mut self, position: Option<usize>, argument: T) -> Result<usize, FormatError> {
        if *self.numbered.get_or_insert(position.is_some()) != position.is_some() {
            return FormatError::new("only some of the arguments are numbered");
        }
        let index = position.unwrap_or(self.known.len());
        if index >= self.known.len() {
            self.known.resize(index + 1, None);
        }
        match self.known[index] {
            Some(known) if known != argument => {
                FormatError::new(format!("argument {} is taken as two types", index + 1))
            }
            _ => {
                self.known[index] = Some(argument);
                Ok(index)
            }
        }
    }

    /// How arguments are passed whose type nobody says is not defined.
    fn finish(self) -> Result<Vec<T>, FormatError> {
        match self.known.iter().position(Option::is_none) {
            Some(gap) => FormatError::new(format!("the format does not say what argument {} is", gap + 1)),
            None => Ok(self.known.into_iter().flatten().collect()),
        }
    }
}
