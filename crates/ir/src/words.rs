//! The words of the text form: operators, kinds of globals, intrinsics. Each table is written once and read both ways.

use crate::syntax::{BinOp, GlobalKind, Intrinsic, MathFunction, Print, Sink, UnOp, Write};

/// `name` is an exhaustive match, so a variant that is added to the IR without a word does not compile.
macro_rules! words {
    ($type:ident { $($variant:ident => $word:literal,)* }) => {
        impl $type {
            pub const fn name(self) -> &'static str {
                match self {
                    $($type::$variant => $word,)*
                }
            }

            pub fn from_name(name: &str) -> Option<$type> {
                match name {
                    $($word => Some($type::$variant),)*
                    _ => None,
                }
            }

            pub const ALL: &'static [$type] = &[$($type::$variant,)*];
        }
    };
}

words!(UnOp {
    Neg => "neg",
    Not => "not",
    LeadingZeros => "clz",
    TrailingZeros => "ctz",
    CountOnes => "popcount",
    SwapBytes => "bswap",
});

words!(BinOp {
    Add => "add",
    Sub => "sub",
    Mul => "mul",
    Div => "div",
    Rem => "rem",
    Shl => "shl",
    Shr => "shr",
    And => "and",
    Or => "or",
    Xor => "xor",
    Eq => "eq",
    Ne => "ne",
    Lt => "lt",
    Le => "le",
    Gt => "gt",
    Ge => "ge",
    PtrDiff => "ptrdiff",
});

words!(GlobalKind {
    Variable => "variable",
    StaticLocal => "static_local",
    StringLiteral => "string",
    Constant => "constant",
    External => "external",
});

words!(MathFunction {
    Sqrt => "sqrt",
    Fabs => "fabs",
    Floor => "floor",
    Ceil => "ceil",
    Trunc => "trunc",
    Round => "round",
    Rint => "rint",
    Sin => "sin",
    Cos => "cos",
    Tan => "tan",
    Asin => "asin",
    Acos => "acos",
    Atan => "atan",
    Atan2 => "atan2",
    Sinh => "sinh",
    Cosh => "cosh",
    Tanh => "tanh",
    Exp => "exp",
    Exp2 => "exp2",
    Log => "log",
    Log2 => "log2",
    Log10 => "log10",
    Pow => "pow",
    Fmod => "fmod",
    Fmin => "fmin",
    Fmax => "fmax",
    Hypot => "hypot",
    Copysign => "copysign",
    Cbrt => "cbrt",
    Signbit => "signbit",
    IsNan => "is_nan",
    IsInf => "is_inf",
    IsFinite => "is_finite",
});

words!(Write {
    Puts => "puts",
    Putchar => "putchar",
    Fputs => "fputs",
    Fputc => "fputc",
    Fwrite => "fwrite",
    Fflush => "fflush",
    Perror => "perror",
});

impl Print {
    pub const fn name(self) -> &'static str {
        match (self.sink, self.list) {
            (Sink::Output, false) => "printf",
            (Sink::Stream, false) => "fprintf",
            (Sink::Buffer, false) => "sprintf",
            (Sink::BoundedBuffer, false) => "snprintf",
            (Sink::Output, true) => "vprintf",
            (Sink::Stream, true) => "vfprintf",
            (Sink::Buffer, true) => "vsprintf",
            (Sink::BoundedBuffer, true) => "vsnprintf",
        }
    }

    pub fn from_name(name: &str) -> Option<Print> {
        Print::all().find(|print| print.name() == name)
    }

    pub fn all() -> impl Iterator<Item = Print> {
        let sinks = [Sink::Output, Sink::Stream, Sink::Buffer, Sink::BoundedBuffer];
        sinks.into_iter().flat_map(|sink| [false, true].map(|list| Print { sink, list }))
    }
}

macro_rules! intrinsic_words {
    ($($variant:ident => $word:literal,)*) => {
        impl Intrinsic {
            /// The word for it in the text form; that of a math function is what follows `math.`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Intrinsic::$variant => $word,)*
                    Intrinsic::Math(function) => function.name(),
                    Intrinsic::Print(print) => print.name(),
                    Intrinsic::Write(write) => write.name(),
                }
            }

            pub(crate) fn from_word(word: &str) -> Option<Intrinsic> {
                if let Some(function) = word.strip_prefix("math.") {
                    return MathFunction::from_name(function).map(Intrinsic::Math);
                }
                match word {
                    $($word => Some(Intrinsic::$variant),)*
                    _ => Print::from_name(word)
                        .map(Intrinsic::Print)
                        .or_else(|| Write::from_name(word).map(Intrinsic::Write)),
                }
            }

            /// Every intrinsic.
            pub fn all() -> impl Iterator<Item = Intrinsic> {
                [$(Intrinsic::$variant,)*]
                    .into_iter()
                    .chain(MathFunction::ALL.iter().map(|&function| Intrinsic::Math(function)))
                    .chain(Print::all().map(Intrinsic::Print))
                    .chain(Write::ALL.iter().map(|&write| Intrinsic::Write(write)))
            }
        }
    };
}

intrinsic_words! {
    Allocate => "allocate",
    AllocateZeroed => "allocate_zeroed",
    AllocateAligned => "allocate_aligned",
    Resize => "resize",
    Free => "free",
    Copy => "copy",
    Move => "move",
    Fill => "fill",
    FindEnd => "find_end",
    FindEndWithin => "find_end_within",
    CompareBytes => "compare_bytes",
    CompareStrings => "compare_strings",
    CompareStringsWithin => "compare_strings_within",
    StringToFloat => "string_to_float",
    Getchar => "getchar",
    Exit => "exit",
    ExitNow => "exit_now",
    Abort => "abort",
    Atexit => "atexit",
    AssertFail => "assert_fail",
    Assert => "assert",
    BadArgument => "bad_argument",
    Nondet => "nondet",
    NondetMemory => "nondet_memory",
    Assume => "assume",
    ReachError => "reach_error",
    Plot => "plot",
    VaStart => "va_start",
    VaArg => "va_arg",
    VaCopy => "va_copy",
    VaEnd => "va_end",
    Summarise => "summarise",
    LikeGlibc => "like_glibc",
    Unsupported => "unsupported",
    Nop => "nop",
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_read_back() {
        for &op in UnOp::ALL {
            assert_eq!(UnOp::from_name(op.name()), Some(op));
        }
        for &op in BinOp::ALL {
            assert_eq!(BinOp::from_name(op.name()), Some(op));
            assert_eq!(UnOp::from_name(op.name()), None, "one word, two operators");
        }
        for &kind in GlobalKind::ALL {
            assert_eq!(GlobalKind::from_name(kind.name()), Some(kind));
        }
        for intrinsic in Intrinsic::all() {
            let word = match intrinsic {
                Intrinsic::Math(function) => format!("math.{}", function.name()),
                other => other.name().to_owned(),
            };
            assert_eq!(Intrinsic::from_word(&word), Some(intrinsic));
        }
    }
}
