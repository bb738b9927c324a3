//! The models that are written in C, and which of them a program needs.
//!
//! The texts are read without a preprocessor and in both data models: no includes, no macros, `unsigned long` where the
//! library says `size_t`. They are linked like any other translation unit; a definition in the user's program wins over
//! one in a model.

use ir::{FunctionBody, Program};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelSource {
    /// The name shown in messages, such as `<model string.c>`.
    pub name: &'static str,
    pub text: &'static str,
    /// The library functions that the text defines.
    pub functions: &'static [&'static str],
}

const SOURCES: &[ModelSource] = &[
    ModelSource {
        name: "<model string.c>",
        text: include_str!("../c/string.c"),
        functions: &[
            "strtok",
            "strtok_r",
            "__strtok_r",
            "strsep",
            "__strsep",
            "memccpy",
            "memrchr",
            "__memrchr",
            "memmem",
            "rawmemchr",
            "__rawmemchr",
            "strcasestr",
            "strchrnul",
            "strlcpy",
            "strlcat",
            "stpncpy",
            "bcopy",
            "swab",
            "basename",
            "__xpg_basename",
            "strerror",
            "strsignal",
        ],
    },
    ModelSource {
        name: "<model copies.c>",
        text: include_str!("../c/copies.c"),
        functions: &[
            "strncpy",
            "__strncpy_chk",
            "__builtin___strncpy_chk",
            "strncat",
            "__strncat_chk",
            "__builtin___strncat_chk",
            "strndup",
            "__strndup",
            "memchr",
            "posix_memalign",
        ],
    },
    ModelSource {
        name: "<model sort.c>",
        text: include_str!("../c/sort.c"),
        functions: &["qsort", "qsort_r", "bsearch"],
    },
    ModelSource {
        name: "<model numbers.c>",
        text: include_str!("../c/numbers.c"),
        functions: &[
            "strtol",
            "__isoc23_strtol",
            "__strtol_internal",
            "strtoul",
            "__isoc23_strtoul",
            "__strtoul_internal",
            "strtoll",
            "__isoc23_strtoll",
            "strtoimax",
            "strtoq",
            "strtoull",
            "__isoc23_strtoull",
            "strtoumax",
            "strtouq",
        ],
    },
    ModelSource {
        name: "<model ctype.c>",
        text: include_str!("../c/ctype.c"),
        functions: &[
            "isalnum", "isalpha", "isblank", "iscntrl", "isdigit", "isgraph", "islower", "isprint",
            "ispunct", "isspace", "isupper", "isxdigit", "isascii", "toascii", "tolower", "toupper",
            "_tolower", "_toupper",
        ],
    },
    ModelSource {
        name: "<model ctype_tables.c>",
        text: include_str!("../c/ctype_tables.c"),
        functions: &["__ctype_b_loc", "__ctype_tolower_loc", "__ctype_toupper_loc"],
    },
    ModelSource {
        name: "<model stdlib.c>",
        text: include_str!("../c/stdlib.c"),
        functions: &[
            "div", "ldiv", "lldiv", "imaxdiv", "lfind", "lsearch", "insque", "remque", "ffs", "ffsl",
            "ffsll", "valloc",
        ],
    },
    ModelSource {
        name: "<model errno.c>",
        text: include_str!("../c/errno.c"),
        functions: &["__errno_location"],
    },
    ModelSource {
        name: "<model stdio_checked.c>",
        text: include_str!("../c/stdio_checked.c"),
        functions: &[
            "__printf_chk",
            "__fprintf_chk",
            "__sprintf_chk",
            "__snprintf_chk",
            "__vprintf_chk",
            "__vfprintf_chk",
            "__vsprintf_chk",
            "__vsnprintf_chk",
        ],
    },
    ModelSource {
        name: "<model stdio.c>",
        text: include_str!("../c/stdio.c"),
        functions: &["asprintf", "vasprintf", "fgets", "gets", "fread"],
    },
    ModelSource {
        name: "<model time.c>",
        text: include_str!("../c/time.c"),
        functions: &[
            "time",
            "gettimeofday",
            "clock_gettime",
            "nanosleep",
            "localtime_r",
            "gmtime_r",
            "localtime",
            "gmtime",
            "asctime",
            "ctime",
        ],
    },
    ModelSource {
        name: "<model math.c>",
        text: include_str!("../c/math.c"),
        functions: &[
            "modf", "modff", "frexp", "ldexp", "scalbn", "lround", "llround", "lrint", "llrint", "fdim",
        ],
    },
];

pub fn sources() -> &'static [ModelSource] {
    SOURCES
}

/// Whether a function of this name is known: as an intrinsic, or as a model in C.
pub fn is_known(name: &str) -> bool {
    crate::lookup(name).is_some() || SOURCES.iter().any(|s| s.functions.contains(&name))
}

/// The models that define a function the program leaves undefined. A model may leave others undefined in turn: ask again
/// after linking.
pub fn needed_models(program: &Program) -> Vec<ModelSource> {
    let mut needed: Vec<ModelSource> = Vec::new();
    for function in program.functions.iter() {
        if !matches!(function.body, FunctionBody::External) {
            continue;
        }
        let name = program.names.resolve(function.name);
        if let Some(source) = SOURCES.iter().find(|s| s.functions.contains(&name))
            && !needed.contains(source)
        {
            needed.push(*source);
        }
    }
    needed
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A listed function that the text does not define would be asked for again and again.
    #[test]
    fn texts_define_what_they_list() {
        for source in SOURCES {
            for function in source.functions {
                let called = format!("{function}(");
                let defined = source.text.lines().any(|line| {
                    !line.starts_with([' ', '\t', '/', '}', '*'])
                        && line.ends_with('{')
                        && line.split_whitespace().any(|w| w.trim_start_matches('*').starts_with(&called))
                });
                assert!(defined, "{} does not define {function}", source.name);
            }
        }
    }

    #[test]
    fn no_function_has_a_model_and_an_intrinsic() {
        for source in SOURCES {
            for function in source.functions {
                assert_eq!(crate::lookup(function), None, "{function}");
            }
        }
    }
}
