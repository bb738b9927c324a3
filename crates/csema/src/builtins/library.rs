//! Functions of the C library that gcc knows without a declaration, and their `__builtin_` twins.

use crate::types::FloatKind;

/// One type of a signature.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Code {
    Void,
    Int,
    Long,
    LongLong,
    Size,
    Pointer,
    ConstPointer,
    String,
    ConstString,
    /// `FILE *`, which may not be declared.
    File,
    Float(FloatKind),
    FloatPointer(FloatKind),
    IntPointer,
    VaList,
    Variadic,
}

pub(crate) struct LibraryFunction {
    signature: Vec<Code>,
    pub(crate) noreturn: bool,
}

impl LibraryFunction {
    /// The result first.
    pub(crate) fn signature(&self) -> &[Code] {
        &self.signature
    }
}

/// Each line: a signature and the functions that have it. Letters: `v` void, `i` int, `l` long, `L` long long, `z` size_t, `p` void *,
/// `P` const void *, `s` char *, `S` const char *, `F` FILE *, `V` va_list, `.` variadic.
const PLAIN: &[(&str, &str)] = &[
    ("pz", "malloc valloc pvalloc"),
    ("pzz", "calloc aligned_alloc memalign"),
    ("ppz", "realloc"),
    ("vp", "free"),
    ("ppPz", "memcpy memmove mempcpy"),
    ("ppiz", "memset"),
    ("iPPz", "memcmp bcmp"),
    ("pPiz", "memchr memrchr"),
    ("vPpz", "bcopy"),
    ("vpz", "bzero"),
    ("zS", "strlen"),
    ("zSz", "strnlen"),
    ("ssS", "strcpy stpcpy strcat strtok"),
    ("ssSz", "strncpy stpncpy strncat"),
    ("iSS", "strcmp strcasecmp strcoll"),
    ("iSSz", "strncmp strncasecmp"),
    ("sSi", "strchr strrchr index rindex"),
    ("sSS", "strstr strpbrk"),
    ("zSS", "strspn strcspn"),
    ("sS", "strdup getenv"),
    ("sSz", "strndup"),
    ("iS.", "printf scanf"),
    ("iFS.", "fprintf fscanf"),
    ("isS.", "sprintf"),
    ("iszS.", "snprintf"),
    ("iSS.", "sscanf"),
    ("iSV", "vprintf vscanf"),
    ("iFSV", "vfprintf vfscanf"),
    ("isSV", "vsprintf"),
    ("iszSV", "vsnprintf"),
    ("iSSV", "vsscanf"),
    ("iS", "puts atoi"),
    ("lS", "atol"),
    ("ii", "putchar abs ffs"),
    (
        "ii",
        "isalnum isalpha isascii isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit toascii tolower toupper",
    ),
    ("il", "ffsl"),
    ("iL", "ffsll"),
    ("iSF", "fputs"),
    ("iiF", "fputc putc"),
    ("zPzzF", "fwrite"),
    ("ll", "labs"),
    ("LL", "llabs imaxabs"),
    ("i", "rand getchar"),
    ("ppPzz", "__memcpy_chk __memmove_chk __mempcpy_chk"),
    ("ppizz", "__memset_chk"),
    ("ssSz", "__strcpy_chk __stpcpy_chk __strcat_chk"),
    ("ssSzz", "__strncpy_chk __stpncpy_chk __strncat_chk"),
    ("isizS.", "__sprintf_chk"),
    ("iszizS.", "__snprintf_chk"),
    ("isizSV", "__vsprintf_chk"),
    ("iszizSV", "__vsnprintf_chk"),
    ("iiS.", "__printf_chk"),
    ("iFiS.", "__fprintf_chk"),
    ("iiSV", "__vprintf_chk"),
    ("iFiSV", "__vfprintf_chk"),
    ("vi", "exit _exit _Exit"),
    ("v", "abort"),
];

/// Mathematical functions: each exists for `double` (`d`), with suffix `f` for `float` and with `l` for `long double`. `*` is a pointer to
/// that type, `n` a pointer to `int`.
const MATH: &[(&str, &str)] = &[
    (
        "dd",
        "acos acosh asin asinh atan atanh cbrt ceil cos cosh erf erfc exp exp2 exp10 pow10 expm1 fabs floor gamma j0 j1 lgamma log \
         log10 log1p log2 logb nearbyint rint round roundeven significand sin sinh sqrt tan tanh tgamma trunc y0 y1",
    ),
    ("ddd", "atan2 copysign drem fdim fmax fmin fmod hypot nextafter pow remainder scalb"),
    ("dddd", "fma"),
    ("ddi", "ldexp scalbn powi"),
    ("ddl", "scalbln"),
    ("ddn", "frexp"),
    ("dd*", "modf"),
    ("dddn", "remquo"),
    ("id", "ilogb signbit finite"),
    ("ld", "lround lrint lceil lfloor"),
    ("Ld", "llround llrint llceil llfloor"),
];

pub(crate) fn library_function(name: &str) -> Option<LibraryFunction> {
    for (signature, names) in PLAIN {
        if names.split_ascii_whitespace().any(|n| n == name) {
            return Some(LibraryFunction {
                signature: decode(signature, FloatKind::Double),
                noreturn: matches!(name, "exit" | "_exit" | "_Exit" | "abort"),
            });
        }
    }
    let suffixes = [("", FloatKind::Double), ("f", FloatKind::Float), ("l", FloatKind::LongDouble)];
    for (suffix, kind) in suffixes {
        let Some(stem) = name.strip_suffix(suffix) else { continue };
        for (signature, names) in MATH {
            if names.split_ascii_whitespace().any(|n| n == stem) {
                return Some(LibraryFunction { signature: decode(signature, kind), noreturn: false });
            }
        }
    }
    None
}

fn decode(signature: &str, float: FloatKind) -> Vec<Code> {
    let code = |letter: u8| match letter {
        b'i' => Code::Int,
        b'l' => Code::Long,
        b'L' => Code::LongLong,
        b'z' => Code::Size,
        b'p' => Code::Pointer,
        b'P' => Code::ConstPointer,
        b's' => Code::String,
        b'S' => Code::ConstString,
        b'F' => Code::File,
        b'V' => Code::VaList,
        b'd' => Code::Float(float),
        b'*' => Code::FloatPointer(float),
        b'n' => Code::IntPointer,
        b'.' => Code::Variadic,
        _ => Code::Void,
    };
    signature.bytes().map(code).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_listed_once() {
        let mut seen = std::collections::BTreeSet::new();
        for (_, names) in PLAIN.iter().chain(MATH) {
            for name in names.split_ascii_whitespace() {
                assert!(seen.insert(name), "{name} is listed twice");
            }
        }
    }

    #[test]
    fn suffixes_select_the_type() {
        let single = library_function("sqrtf").unwrap();
        assert_eq!(single.signature(), [Code::Float(FloatKind::Float), Code::Float(FloatKind::Float)]);
        assert!(library_function("sqrtx").is_none());
        assert!(library_function("abort").unwrap().noreturn);
    }
}
