//! What a `printf` format says.

use super::{Amount, ArgumentList, Cursor, FormatError, Modifier};
use ir::{DataModel, Program, Scalar};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintFormat {
    pub pieces: Vec<PrintPiece>,
    /// What is passed, in this order.
    pub arguments: Vec<PrintArgument>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PrintPiece {
    Text(Vec<u8>),
    Directive(Directive),
}

/// A conversion specification that prints or stores something; `%%` is text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Directive {
    pub left: bool,
    pub plus: bool,
    pub space: bool,
    pub alternate: bool,
    pub zero: bool,
    /// What the locale makes of digits (`'` or `I`; nothing in the "C" locale), or of the decimal point
    /// ([`PrintFormat::of_program`]).
    pub localised: bool,
    pub width: Amount,
    pub precision: Amount,
    pub conversion: Conversion,
    /// The index among the arguments; `%m` has none.
    pub argument: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conversion {
    /// `d i`; the type that is printed, which may be narrower than the one that is passed.
    Signed(Scalar),
    /// `u o x X b B`, named by the letter.
    Unsigned(Scalar, u8),
    /// `f F e E g G a A`, of a `long double` if so.
    Float {
        letter: u8,
        long: bool,
    },
    Char,
    WideChar,
    String,
    WideString,
    Pointer,
    /// `n`: stores the number of bytes so far as this type.
    Count(Scalar),
    /// `m`: the message of `errno`.
    ErrorMessage,
}

/// What a directive takes from the arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrintArgument {
    /// An integer of this signed type or its unsigned companion; `int` for what is narrower.
    Integer(Scalar),
    Double,
    LongDouble,
    String,
    WideString,
    /// A pointer that is only printed.
    Pointer,
    /// A pointer to where the count of this type is stored.
    Count(Scalar),
}

impl PrintArgument {
    /// The type that the caller passes.
    pub fn scalar(self) -> Scalar {
        match self {
            PrintArgument::Integer(scalar) => scalar,
            PrintArgument::Double => Scalar::F64,
            PrintArgument::LongDouble => Scalar::F80,
            _ => Scalar::Ptr,
        }
    }
}

/// What gives a program another locale than "C", in which the decimal point is another one.
const LOCALE_CHANGES: [&str; 2] = ["setlocale", "uselocale"];

impl PrintFormat {
    /// What the format says in this program.
    pub fn of_program(format: &[u8], program: &Program) -> Result<PrintFormat, FormatError> {
        let mut format = PrintFormat::parse(format, program.model)?;
        let changes = |name: &&str| program.function_named(name).is_some();
        if format.directives().any(|d| matches!(d.conversion, Conversion::Float { .. }))
            && LOCALE_CHANGES.iter().any(changes)
        {
            for piece in &mut format.pieces {
                if let PrintPiece::Directive(directive) = piece {
                    directive.localised |= matches!(directive.conversion, Conversion::Float { .. });
                }
            }
        }
        Ok(format)
    }

    pub fn parse(format: &[u8], model: DataModel) -> Result<PrintFormat, FormatError> {
        let mut cursor = Cursor { text: format, at: 0 };
        let mut pieces = Vec::new();
        let mut text = Vec::new();
        let mut arguments = ArgumentList::new();
        while let Some(byte) = cursor.peek() {
            cursor.at += 1;
            if byte != b'%' {
                text.push(byte);
                continue;
            }
            match directive(&mut cursor, &mut arguments, model)? {
                None => text.push(b'%'),
                Some(directive) => {
                    if !text.is_empty() {
                        pieces.push(PrintPiece::Text(std::mem::take(&mut text)));
                    }
                    pieces.push(PrintPiece::Directive(directive));
                }
            }
        }
        if !text.is_empty() {
            pieces.push(PrintPiece::Text(text));
        }
        Ok(PrintFormat { pieces, arguments: arguments.finish()? })
    }

    pub fn directives(&self) -> impl Iterator<Item = &Directive> {
        self.pieces.iter().filter_map(|piece| match piece {
            PrintPiece::Directive(directive) => Some(directive),
            PrintPiece::Text(_) => None,
        })
    }

    /// Whether something is stored through an argument.
    pub fn stores(&self) -> bool {
        self.directives().any(|directive| matches!(directive.conversion, Conversion::Count(_)))
    }
}

/// A width or a precision.
fn amount(
    cursor: &mut Cursor<'_>,
    arguments: &mut ArgumentList<PrintArgument>,
) -> Result<Amount, FormatError> {
    if cursor.eat(b'*') {
        let position = cursor.position()?;
        return Ok(Amount::Argument(arguments.add(position, PrintArgument::Integer(Scalar::I32))?));
    }
    Ok(cursor.number()?.map_or(Amount::None, Amount::Number))
}

/// Reads on behind a percent sign; none for `%%`.
fn directive(
    cursor: &mut Cursor<'_>,
    arguments: &mut ArgumentList<PrintArgument>,
    model: DataModel,
) -> Result<Option<Directive>, FormatError> {
    let position = cursor.position()?;
    let mut directive = Directive {
        left: false,
        plus: false,
        space: false,
        alternate: false,
        zero: false,
        localised: false,
        width: Amount::None,
        precision: Amount::None,
        conversion: Conversion::ErrorMessage,
        argument: None,
    };
    while let Some(flag) = cursor.peek() {
        match flag {
            b'-' => directive.left = true,
            b'+' => directive.plus = true,
            b' ' => directive.space = true,
            b'#' => directive.alternate = true,
            b'0' => directive.zero = true,
            b'\'' | b'I' => directive.localised = true,
            _ => break,
        }
        cursor.at += 1;
    }
    directive.width = amount(cursor, arguments)?;
    if cursor.eat(b'.') {
        directive.precision = if cursor.eat(b'-') {
            // As if it were not there.
            cursor.number()?;
            Amount::None
        } else {
            match amount(cursor, arguments)? {
                Amount::None => Amount::Number(0),
                amount => amount,
            }
        };
    }
    let modifier = cursor.modifier();
    let Some(letter) = cursor.peek() else {
        return FormatError::new("the format ends within a conversion");
    };
    cursor.at += 1;
    let signed = modifier.signed(model);
    let wide = modifier == Modifier::Long;
    let conversion = match letter {
        b'%' => return Ok(None),
        b'd' | b'i' => Conversion::Signed(signed),
        b'u' | b'o' | b'x' | b'X' | b'b' | b'B' => Conversion::Unsigned(signed.to_unsigned(), letter),
        b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => {
            // `%lf` is `%f`; glibc takes `%llf` for `%Lf`.
            let long = matches!(modifier, Modifier::LongDouble | Modifier::LongLong);
            Conversion::Float { letter, long }
        }
        b'c' if wide => Conversion::WideChar,
        b'c' => Conversion::Char,
        b'C' => Conversion::WideChar,
        b's' if wide => Conversion::WideString,
        b's' => Conversion::String,
        b'S' => Conversion::WideString,
        b'p' => Conversion::Pointer,
        b'n' => Conversion::Count(signed),
        b'm' => Conversion::ErrorMessage,
        _ => {
            return FormatError::new(format!("there is no conversion %{}", letter.escape_ascii()));
        }
    };
    directive.conversion = conversion;
    let argument = match conversion {
        Conversion::Signed(scalar) => PrintArgument::Integer(promoted(scalar)),
        Conversion::Unsigned(scalar, _) => PrintArgument::Integer(promoted(scalar)),
        Conversion::Float { long: true, .. } => PrintArgument::LongDouble,
        Conversion::Float { .. } => PrintArgument::Double,
        Conversion::Char => PrintArgument::Integer(Scalar::I32),
        Conversion::WideChar => PrintArgument::Integer(Scalar::I32),
        Conversion::String => PrintArgument::String,
        Conversion::WideString => PrintArgument::WideString,
        Conversion::Pointer => PrintArgument::Pointer,
        Conversion::Count(scalar) => PrintArgument::Count(scalar),
        Conversion::ErrorMessage => return Ok(Some(directive)),
    };
    directive.argument = Some(arguments.add(position, argument)?);
    Ok(Some(directive))
}

/// Arguments narrower than `int` are passed as `int`, and unsigned ones with the bits of signed ones.
fn promoted(scalar: Scalar) -> Scalar {
    match scalar {
        Scalar::I64 | Scalar::U64 => Scalar::I64,
        _ => Scalar::I32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(format: &str) -> PrintFormat {
        PrintFormat::parse(format.as_bytes(), DataModel::Lp64).unwrap()
    }

    fn fails(format: &str) -> String {
        PrintFormat::parse(format.as_bytes(), DataModel::Lp64).unwrap_err().what
    }

    #[test]
    fn arguments_in_order() {
        use PrintArgument::*;
        let format = parse("%d %s %% %-*.*s %lu %Lf %hhn %m %c\n");
        let int = Integer(Scalar::I32);
        let expected =
            [int, String, int, int, String, Integer(Scalar::I64), LongDouble, Count(Scalar::I8), int];
        assert_eq!(format.arguments, expected);
        assert_eq!(
            format.pieces.first(),
            format.pieces.iter().find(|p| matches!(p, PrintPiece::Directive(_)))
        );
        assert_eq!(format.pieces.last(), Some(&PrintPiece::Text(b"\n".to_vec())));
    }

    #[test]
    fn arguments_by_number() {
        let format = parse("%2$s %1$*3$d");
        let int = PrintArgument::Integer(Scalar::I32);
        assert_eq!(format.arguments, [int, PrintArgument::String, int]);
        let directives: Vec<&Directive> = format.directives().collect();
        assert_eq!(directives[0].argument, Some(1));
        assert_eq!((directives[1].argument, directives[1].width), (Some(0), Amount::Argument(2)));
        assert_eq!(parse("%1$d %1$d").arguments.len(), 1);
    }

    #[test]
    fn wide_text() {
        let format = parse("%ls%S%lc%C");
        let wide = PrintArgument::Integer(Scalar::I32);
        assert_eq!(format.arguments, [PrintArgument::WideString, PrintArgument::WideString, wide, wide]);
    }

    #[test]
    fn sizes_of_the_data_model() {
        let format = PrintFormat::parse(b"%ld %zu %jd %td", DataModel::Ilp32).unwrap();
        let scalars: Vec<Scalar> = format.arguments.iter().map(|a| a.scalar()).collect();
        assert_eq!(scalars, [Scalar::I32, Scalar::I32, Scalar::I64, Scalar::I32]);
    }

    #[test]
    fn no_format() {
        assert_eq!(fails("%"), "the format ends within a conversion");
        assert_eq!(fails("%5"), "the format ends within a conversion");
        assert_eq!(fails("%y"), "there is no conversion %y");
        assert_eq!(fails("%1$d %d"), "only some of the arguments are numbered");
        assert_eq!(fails("%1$*d"), "only some of the arguments are numbered");
        assert_eq!(fails("%2$d"), "the format does not say what argument 1 is");
        assert_eq!(fails("%1$d %1$s"), "argument 1 is taken as two types");
        assert_eq!(fails("%0$d"), "arguments are numbered from 1");
        assert_eq!(fails("%99999999999d"), "a number in the format is too large");
    }

    #[test]
    fn flags_and_amounts() {
        let format = parse("%-+ #0'12.5x");
        let directive = format.directives().next().unwrap();
        assert!(directive.left && directive.plus && directive.space && directive.alternate && directive.zero);
        assert!(directive.localised);
        assert_eq!((directive.width, directive.precision), (Amount::Number(12), Amount::Number(5)));
        assert_eq!(parse("%.s").directives().next().unwrap().precision, Amount::Number(0));
        assert_eq!(parse("%.-3s").directives().next().unwrap().precision, Amount::None);
        assert_eq!(parse("%5%"), parse("%%"));
    }
}
