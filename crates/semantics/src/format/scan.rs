//! What a `scanf` format says.

use super::{ArgumentList, Cursor, FormatError, Modifier};
use ir::{DataModel, Scalar};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScanFormat {
    pub pieces: Vec<ScanPiece>,
    /// The pointers that are passed, in this order.
    pub targets: Vec<ScanTarget>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScanPiece {
    /// Any amount of white space, also none.
    Space,
    /// Just this byte.
    Byte(u8),
    Directive(ScanDirective),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScanDirective {
    /// At most so many characters are read.
    pub width: Option<u32>,
    pub matched: Matched,
    /// The index among the targets; `%*d` has none.
    pub target: Option<usize>,
}

impl ScanDirective {
    /// Whether white space before it does not count.
    pub fn skips_space(&self) -> bool {
        matches!(self.matched, Matched::Integer(_) | Matched::Float | Matched::Pointer | Matched::Word)
    }
}

/// What is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Matched {
    /// `d i u o x X`, named by the letter.
    Integer(u8),
    Float,
    Pointer,
    /// `s`: what is no white space.
    Word,
    /// `c`: just as many characters as the width says, or one.
    Chars,
    /// `[...]`: the bytes of the set.
    Set(Box<[bool; 256]>),
    /// `n`: nothing; the number of characters so far is stored.
    Count,
}

/// What a pointer leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScanTarget {
    pub kind: ScanTargetKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScanTargetKind {
    /// One value of this type.
    Scalar(Scalar),
    /// Bytes: at most `limit` of them if there is a limit, and a terminator behind them if so.
    Bytes { limit: Option<u32>, terminated: bool },
    /// The same in elements of `wchar_t`.
    WideBytes { limit: Option<u32>, terminated: bool },
    /// `m`: a pointer to a pointer that gets a new block.
    NewBlock { wide: bool },
}

impl ScanFormat {
    pub fn parse(format: &[u8], model: DataModel) -> Result<ScanFormat, FormatError> {
        let mut cursor = Cursor { text: format, at: 0 };
        let mut pieces = Vec::new();
        let mut targets = ArgumentList::new();
        while let Some(byte) = cursor.peek() {
            cursor.at += 1;
            if is_space(byte) {
                if pieces.last() != Some(&ScanPiece::Space) {
                    pieces.push(ScanPiece::Space);
                }
            } else if byte != b'%' {
                pieces.push(ScanPiece::Byte(byte));
            } else if let Some(directive) = directive(&mut cursor, &mut targets, model)? {
                pieces.push(ScanPiece::Directive(directive));
            } else {
                // `%%` skips white space before the percent sign.
                pieces.push(ScanPiece::Space);
                pieces.push(ScanPiece::Byte(b'%'));
            }
        }
        Ok(ScanFormat { pieces, targets: targets.finish()? })
    }

    pub fn directives(&self) -> impl Iterator<Item = &ScanDirective> {
        self.pieces.iter().filter_map(|piece| match piece {
            ScanPiece::Directive(directive) => Some(directive),
            _ => None,
        })
    }
}

/// `isspace` in the "C" locale.
pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | 0x0b | 0x0c | b'\r')
}

/// Reads on behind a percent sign; none for `%%`.
fn directive(
    cursor: &mut Cursor<'_>,
    targets: &mut ArgumentList<ScanTarget>,
    model: DataModel,
) -> Result<Option<ScanDirective>, FormatError> {
    let position = cursor.position()?;
    let (mut discarded, mut allocates) = (false, false);
    while let Some(flag) = cursor.peek() {
        match flag {
            b'*' => discarded = true,
            // What the locale makes of digits: nothing in the "C" locale.
            b'\'' | b'I' => {}
            b'm' => allocates = true,
            _ => break,
        }
        cursor.at += 1;
    }
    let width = cursor.number()?;
    if width == Some(0) {
        return FormatError::new("a width of zero");
    }
    // `%5ms` as well as `%m5s`.
    allocates |= cursor.eat(b'm');
    let modifier = cursor.modifier();
    let Some(letter) = cursor.peek() else {
        return FormatError::new("the format ends within a conversion");
    };
    cursor.at += 1;
    let wide = modifier == Modifier::Long || matches!(letter, b'C' | b'S');
    let text = |limit, terminated| match (allocates, wide) {
        (true, wide) => ScanTargetKind::NewBlock { wide },
        (false, false) => ScanTargetKind::Bytes { limit, terminated },
        (false, true) => ScanTargetKind::WideBytes { limit, terminated },
    };
    let signed = modifier.signed(model);
    let (matched, kind) = match letter {
        b'%' => return Ok(None),
        b'd' | b'i' => (Matched::Integer(letter), ScanTargetKind::Scalar(signed)),
        b'u' | b'o' | b'x' | b'X' => (Matched::Integer(letter), ScanTargetKind::Scalar(signed.to_unsigned())),
        b'a' | b'A' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' => {
            let scalar = match modifier {
                Modifier::LongDouble | Modifier::LongLong => Scalar::F80,
                Modifier::Long => Scalar::F64,
                _ => Scalar::F32,
            };
            (Matched::Float, ScanTargetKind::Scalar(scalar))
        }
        b'p' => (Matched::Pointer, ScanTargetKind::Scalar(Scalar::Ptr)),
        b's' | b'S' => (Matched::Word, text(width, true)),
        b'c' | b'C' => (Matched::Chars, text(Some(width.unwrap_or(1)), false)),
        b'[' => (Matched::Set(set(cursor)?), text(width, true)),
        b'n' => (Matched::Count, ScanTargetKind::Scalar(signed)),
        _ => return FormatError::new(format!("there is no conversion %{}", letter.escape_ascii())),
    };
    let target = if discarded { None } else { Some(targets.add(position, ScanTarget { kind })?) };
    Ok(Some(ScanDirective { width, matched, target }))
}

/// The set behind `%[`: a `]` at its beginning belongs to it.
fn set(cursor: &mut Cursor<'_>) -> Result<Box<[bool; 256]>, FormatError> {
    let inverted = cursor.eat(b'^');
    let mut members = Box::new([false; 256]);
    let start = cursor.at;
    loop {
        let Some(byte) = cursor.peek() else { return FormatError::new("a set without its end") };
        cursor.at += 1;
        if byte == b']' && cursor.at > start + 1 {
            break;
        }
        let range = byte == b'-' && cursor.at > start + 1;
        match cursor.peek() {
            Some(last) if range && last != b']' => {
                let first = cursor.text[cursor.at - 2];
                for member in first..=last {
                    members[usize::from(member)] = true;
                }
                cursor.at += usize::from(first <= last);
                if first > last {
                    members[usize::from(b'-')] = true;
                }
            }
            _ => members[usize::from(byte)] = true,
        }
    }
    if inverted {
        members.iter_mut().for_each(|member| *member = !*member);
    }
    Ok(members)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(format: &str) -> ScanFormat {
        ScanFormat::parse(format.as_bytes(), DataModel::Lp64).unwrap()
    }

    fn kinds(format: &str) -> Vec<ScanTargetKind> {
        parse(format).targets.iter().map(|target| target.kind).collect()
    }

    #[test]
    fn targets_in_order() {
        use ScanTargetKind::*;
        let bytes = |limit, terminated| Bytes { limit, terminated };
        assert_eq!(
            kinds("%d %*d%hhu %lf %8s%c%3c %n%ms %[a-z]"),
            [
                Scalar(ir::Scalar::I32),
                Scalar(ir::Scalar::U8),
                Scalar(ir::Scalar::F64),
                bytes(Some(8), true),
                bytes(Some(1), false),
                bytes(Some(3), false),
                Scalar(ir::Scalar::I32),
                NewBlock { wide: false },
                bytes(None, true),
            ]
        );
        assert_eq!(kinds("%2$d %1$s"), [bytes(None, true), Scalar(ir::Scalar::I32)]);
        assert_eq!(kinds("%ls%Lf"), [WideBytes { limit: None, terminated: true }, Scalar(ir::Scalar::F80)]);
    }

    #[test]
    fn sets() {
        let members = |format: &str| match &parse(format).directives().next().unwrap().matched {
            Matched::Set(set) => (0..=255u8).filter(|&b| set[usize::from(b)]).collect::<Vec<u8>>(),
            other => panic!("{other:?}"),
        };
        assert_eq!(members("%[abc]"), b"abc");
        assert_eq!(members("%[]x]"), b"]x");
        assert_eq!(members("%[a-c-]"), b"-abc");
        assert_eq!(members("%[-a]"), b"-a");
        assert_eq!(members("%[^\n]").len(), 255);
        assert!(ScanFormat::parse(b"%[abc", DataModel::Lp64).is_err());
    }

    #[test]
    fn text_between() {
        use ScanPiece::*;
        assert_eq!(parse("a \t%%").pieces, [Byte(b'a'), Space, Space, Byte(b'%')]);
        assert!(ScanFormat::parse(b"%", DataModel::Lp64).is_err());
        assert!(ScanFormat::parse(b"%0d", DataModel::Lp64).is_err());
    }
}
