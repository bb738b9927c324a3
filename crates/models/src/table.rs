//! The table of intrinsics: one row per function, with its C signature and what it does to memory.
//!
//! Conventions of the rows:
//! - "reads/writes n bytes at p" means: all of them must lie in one live object, else the call is an invalid access.
//! - "looks at" means that an uninitialised byte or argument there decides something.
//! - arguments beyond those of the signature (the object size of the `_chk` variants) are evaluated and ignored.

use crate::library::{Library, library};
use ir::Intrinsic::{self, *};
use ir::{MathFunction as M, Print as P, Sink, Write as W};

#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The C names that mean this function.
    pub names: &'static [&'static str],
    pub intrinsic: Intrinsic,
    pub signature: &'static str,
    pub effect: &'static str,
}

const fn row(
    names: &'static [&'static str],
    intrinsic: Intrinsic,
    signature: &'static str,
    effect: &'static str,
) -> Row {
    Row { names, intrinsic, signature, effect }
}

const ROWS: &[Row] = &[
    // Memory
    row(
        &["malloc"],
        Allocate,
        "void *malloc(size_t size)",
        "A new heap block of `size` indeterminate bytes, 16-aligned. Size 0 gives a distinct block of no bytes. Null if the size \
         is beyond the address space, or if failing allocations are explored.",
    ),
    row(
        &["calloc"],
        AllocateZeroed,
        "void *calloc(size_t n, size_t size)",
        "As malloc of `n * size`, zeroed; null if the product overflows.",
    ),
    row(
        &["__fafnir_allocate_aligned"],
        AllocateAligned,
        "void *__fafnir_allocate_aligned(size_t alignment, size_t size)",
        "As malloc, aligned; the alignment is a power of two.",
    ),
    row(
        &["__fafnir_resize"],
        Resize,
        "void *__fafnir_resize(void *p, size_t size)",
        "`p` must be what free accepts, and not null. Fails as malloc does, with `p` untouched. Otherwise either a new block with the \
         common prefix, the old one freed; or the same block, with another size: what is beyond the new end is gone, what is \
         beyond the old end is indeterminate, and pointers into the block lead there as before.",
    ),
    row(
        &["free", "cfree"],
        Free,
        "void free(void *p)",
        "Null: nothing. Otherwise `p` must be the start of a live heap block, which dies.",
    ),
    row(
        &["memcpy", "__memcpy_chk"],
        Copy,
        "void *memcpy(void *dst, const void *src, size_t n)",
        "Copies n bytes with their initialisation and provenance; the ranges must not overlap. Returns `dst`.",
    ),
    row(
        &["memmove", "__memmove_chk"],
        Move,
        "void *memmove(void *dst, const void *src, size_t n)",
        "As memcpy; the ranges may overlap.",
    ),
    row(
        &["memset", "__memset_chk"],
        Fill,
        "void *memset(void *dst, int c, size_t n)",
        "Writes n bytes. Returns `dst`.",
    ),
    row(
        &["memcmp", "bcmp"],
        CompareBytes,
        "int memcmp(const void *a, const void *b, size_t n)",
        "Reads n bytes at both; looks at those up to the first difference.",
    ),
    // Strings: all look at every byte up to the terminator.
    row(&["strlen"], FindEnd, "size_t strlen(const char *s)", "Reads up to and including the terminator."),
    row(
        &["strnlen"],
        FindEndWithin,
        "size_t strnlen(const char *s, size_t n)",
        "As strlen, at most n bytes.",
    ),
    row(
        &["strcmp"],
        CompareStrings,
        "int strcmp(const char *a, const char *b)",
        "Reads both up to the first difference or the terminator.",
    ),
    row(
        &["strncmp"],
        CompareStringsWithin,
        "int strncmp(const char *a, const char *b, size_t n)",
        "As strcmp, at most n bytes.",
    ),
    row(
        &["__fafnir_string_to_double", "__fafnir_string_to_float", "__fafnir_string_to_long_double"],
        StringToFloat,
        "double __fafnir_string_to_double(const char *s, char **end)",
        "Reads as far as the number goes; writes the end to `*end` unless null.",
    ),
    // Output and input. Strings given to %s are read up to their terminator or precision.
    row(
        &["printf"],
        Print(P { sink: Sink::Output, list: false }),
        "int printf(const char *format, ...)",
        "Looks at the format and at every argument it names (see `semantics::format`). Returns the number of bytes, or -1 if the output fails.",
    ),
    row(
        &["fprintf"],
        Print(P { sink: Sink::Stream, list: false }),
        "int fprintf(FILE *stream, const char *format, ...)",
        "As printf; the stream must be live.",
    ),
    row(
        &["sprintf"],
        Print(P { sink: Sink::Buffer, list: false }),
        "int sprintf(char *dst, const char *format, ...)",
        "As printf; writes the text and a terminator to `dst`, which does not fail.",
    ),
    row(
        &["snprintf"],
        Print(P { sink: Sink::BoundedBuffer, list: false }),
        "int snprintf(char *dst, size_t n, const char *format, ...)",
        "As sprintf, at most n bytes written including the terminator; returns the untruncated length.",
    ),
    row(
        &["vprintf"],
        Print(P { sink: Sink::Output, list: true }),
        "int vprintf(const char *format, va_list ap)",
        "As printf with the arguments of `ap`, which is indeterminate afterwards.",
    ),
    row(
        &["vfprintf"],
        Print(P { sink: Sink::Stream, list: true }),
        "int vfprintf(FILE *stream, const char *format, va_list ap)",
        "As fprintf with the arguments of `ap`.",
    ),
    row(
        &["vsprintf"],
        Print(P { sink: Sink::Buffer, list: true }),
        "int vsprintf(char *dst, const char *format, va_list ap)",
        "As sprintf with the arguments of `ap`.",
    ),
    row(
        &["vsnprintf"],
        Print(P { sink: Sink::BoundedBuffer, list: true }),
        "int vsnprintf(char *dst, size_t n, const char *format, va_list ap)",
        "As snprintf with the arguments of `ap`.",
    ),
    row(
        &["puts", "puts_unlocked"],
        Write(W::Puts),
        "int puts(const char *s)",
        "Reads the string; prints it and a newline. Returns the number of bytes, or -1 if the output fails.",
    ),
    row(
        &["putchar", "putchar_unlocked"],
        Write(W::Putchar),
        "int putchar(int c)",
        "Looks at c; returns it as an unsigned char, or -1 if the output fails.",
    ),
    row(
        &["fputs", "fputs_unlocked"],
        Write(W::Fputs),
        "int fputs(const char *s, FILE *stream)",
        "Reads the string; the stream must be live. Returns 1, or -1 if the output fails.",
    ),
    row(
        &["fputc", "putc", "_IO_putc", "fputc_unlocked", "putc_unlocked"],
        Write(W::Fputc),
        "int fputc(int c, FILE *stream)",
        "As putchar; the stream must be live.",
    ),
    row(
        &["fwrite", "fwrite_unlocked"],
        Write(W::Fwrite),
        "size_t fwrite(const void *p, size_t size, size_t n, FILE *stream)",
        "Reads and looks at `size * n` bytes; the stream must be live. Returns n, or less if the output fails.",
    ),
    row(
        &["fflush", "fflush_unlocked"],
        Write(W::Fflush),
        "int fflush(FILE *stream)",
        "The stream must be live or null; returns 0, or -1 if the output fails.",
    ),
    row(
        &["perror"],
        Write(W::Perror),
        "void perror(const char *s)",
        "Reads the string unless null; prints to the error stream.",
    ),
    row(
        &["__fafnir_input_byte", "__fafnir_standard_input_byte"],
        Getchar,
        "int __fafnir_input_byte(void)",
        "One nondeterministic input between -1 and 255: of a file, or of the standard input.",
    ),
    // Process
    row(
        &["exit"],
        Exit,
        "void exit(int status)",
        "Runs the handlers of atexit, last first; the program ends.",
    ),
    row(
        &["_Exit", "_exit", "quick_exit"],
        ExitNow,
        "void _Exit(int status)",
        "The program ends; no handlers run.",
    ),
    row(
        &["abort", "__builtin_trap"],
        Abort,
        "void abort(void)",
        "The program ends abnormally, which is not a violation.",
    ),
    row(&["atexit"], Atexit, "int atexit(void (*handler)(void))", "Registers the handler; returns 0."),
    row(
        &["__assert_fail", "__assert", "__assert_rtn", "__assert_perror_fail"],
        AssertFail,
        "void __assert_fail(const char *expr, const char *file, unsigned line, const char *function)",
        "A failed assertion; does not return.",
    ),
    row(
        &["__VERIFIER_assert", "__CPROVER_assert", "assert"],
        Assert,
        "void __VERIFIER_assert(int condition)",
        "Looks at the condition; a failed assertion if it is 0.",
    ),
    row(
        &["__fafnir_bad_argument"],
        BadArgument,
        "void __fafnir_bad_argument(const char *text)",
        "The call of a library function that gets here has no meaning; does not return.",
    ),
    // Questions of models in C
    row(
        &["__fafnir_summarise"],
        Summarise,
        "int __fafnir_summarise(void)",
        "1 in an engine that over-approximates and confirms no violation by itself, 0 in one that follows paths exactly.",
    ),
    row(
        &["__fafnir_like_glibc"],
        LikeGlibc,
        "int __fafnir_like_glibc(void)",
        "1 in `run`, which does what glibc does; 0 in `check`, for which the library chooses as it likes.",
    ),
    // SV-COMP and other verifiers
    row(
        &["__VERIFIER_nondet_memory"],
        NondetMemory,
        "void __VERIFIER_nondet_memory(void *p, size_t n)",
        "Writes n nondeterministic bytes.",
    ),
    row(
        &["__VERIFIER_assume", "assume_abort_if_not", "__CPROVER_assume", "assume"],
        Assume,
        "void __VERIFIER_assume(int condition)",
        "Looks at the condition; if it is 0 the run does not count.",
    ),
    row(
        &["reach_error", "__VERIFIER_error", "___sl_error", "__error__", "error_label_reached"],
        ReachError,
        "void reach_error(void)",
        "Being called is the error; does not return.",
    ),
    row(
        &[
            "__VERIFIER_plot",
            "__VERIFIER_sl_plot",
            "___sl_plot",
            "___sl_plot_stack",
            "___sl_plot_by_ptr",
            "___sl_plot_trace_now",
            "___sl_plot_trace_once",
            "___sl_enable_debugging_of_plotter",
            "___sl_summary",
            "__VERIFIER_summary",
        ],
        Plot,
        "void __VERIFIER_plot(const char *name, ...)",
        "A picture for people; no effect on the program.",
    ),
    // Without an effect that a program can observe here.
    row(
        &[
            "__VERIFIER_atomic_begin",
            "__VERIFIER_atomic_end",
            "sync",
            "tzset",
            "closelog",
            "malloc_trim",
            "mtrace",
            "muntrace",
            "feclearexcept",
            "feraiseexcept",
        ],
        Nop,
        "",
        "Nothing; returns 0.",
    ),
];

/// The functions of `<math.h>` by their `double` name; the variants for `float` (suffix f) and `long double` (suffix l)
/// share the intrinsic, and the call's result type says which is meant. They touch no memory.
const MATH: &[(&str, M)] = &[
    ("sqrt", M::Sqrt),
    ("fabs", M::Fabs),
    ("floor", M::Floor),
    ("ceil", M::Ceil),
    ("trunc", M::Trunc),
    ("round", M::Round),
    ("rint", M::Rint),
    ("nearbyint", M::Rint),
    ("sin", M::Sin),
    ("cos", M::Cos),
    ("tan", M::Tan),
    ("asin", M::Asin),
    ("acos", M::Acos),
    ("atan", M::Atan),
    ("atan2", M::Atan2),
    ("sinh", M::Sinh),
    ("cosh", M::Cosh),
    ("tanh", M::Tanh),
    ("exp", M::Exp),
    ("exp2", M::Exp2),
    ("log", M::Log),
    ("log2", M::Log2),
    ("log10", M::Log10),
    ("pow", M::Pow),
    ("fmod", M::Fmod),
    ("fmin", M::Fmin),
    ("fmax", M::Fmax),
    ("hypot", M::Hypot),
    ("copysign", M::Copysign),
    // The last bit is not that of every C library: a model says so.
    ("__fafnir_cbrt", M::Cbrt),
];

/// Classification: the result is an int whatever the argument.
const MATH_CLASSES: &[(&str, M)] = &[
    ("signbit", M::Signbit),
    ("__signbit", M::Signbit),
    ("isnan", M::IsNan),
    ("__isnan", M::IsNan),
    ("isinf", M::IsInf),
    ("__isinf", M::IsInf),
    ("isfinite", M::IsFinite),
    ("__finite", M::IsFinite),
    ("finite", M::IsFinite),
];

/// Functions whose value is nondeterministic by name: the call's result type says which values.
const NONDET_PREFIXES: [&str; 2] = ["__VERIFIER_nondet_", "nondet_"];

/// All rows that have a name of their own; the nondeterministic and the mathematical functions go by rule.
pub fn rows() -> &'static [Row] {
    ROWS
}

/// The intrinsic that a C name stands for, if the function is not defined in the program.
pub fn lookup(name: &str) -> Option<Intrinsic> {
    if let Some(found) = exact(name) {
        return Some(found);
    }
    if library(name) == Some(Library::Effects) {
        return Some(Unsupported);
    }
    if NONDET_PREFIXES.iter().any(|p| name.starts_with(p)) && name != "__VERIFIER_nondet_string"
        || name == "nondet"
    {
        return Some(Nondet);
    }
    let plain = name.strip_prefix("__builtin_")?;
    exact(plain).or_else(|| (library(plain) == Some(Library::Effects)).then_some(Unsupported))
}

#[cfg(test)]
pub(crate) fn has_intrinsic(name: &str) -> bool {
    exact(name).is_some()
}

fn exact(name: &str) -> Option<Intrinsic> {
    if let Some(row) = ROWS.iter().find(|row| row.names.contains(&name)) {
        return Some(row.intrinsic);
    }
    for suffix in ["", "f", "l"] {
        let Some(stem) = name.strip_suffix(suffix) else { continue };
        for (table_name, function) in MATH.iter().chain(MATH_CLASSES) {
            if *table_name == stem {
                return Some(Math(*function));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_listed_once() {
        let mut names: Vec<&str> = ROWS.iter().flat_map(|r| r.names).copied().collect();
        names.extend(MATH.iter().chain(MATH_CLASSES).map(|(n, _)| *n));
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn aliases_and_rules() {
        assert_eq!(lookup("__builtin_malloc"), Some(Allocate));
        assert_eq!(lookup("__memcpy_chk"), Some(Copy));
        assert_eq!(lookup("_IO_putc"), Some(Write(W::Fputc)));
        assert_eq!(lookup("__VERIFIER_nondet_ulonglong"), Some(Nondet));
        assert_eq!(lookup("__VERIFIER_nondet_memory"), Some(NondetMemory));
        assert_eq!(lookup("sqrtf"), Some(Math(M::Sqrt)));
        assert_eq!(lookup("__builtin_fabsl"), Some(Math(M::Fabs)));
        assert_eq!(lookup("modf"), None, "mod is not a function, modf writes memory");
        assert_eq!(lookup("erf"), None);
        assert_eq!(lookup("__isnanf"), Some(Math(M::IsNan)));
        assert_eq!(lookup("g_malloc"), None);
        assert_eq!(lookup("getcontext"), Some(Unsupported));
        assert_eq!(lookup("fegetenv"), Some(Unsupported));
        assert_eq!(lookup("erfc"), None, "a value that nobody computes");
    }

    #[test]
    fn every_row_says_what_it_does() {
        for row in ROWS {
            assert!(!row.effect.is_empty(), "{:?}", row.names);
        }
    }
}
