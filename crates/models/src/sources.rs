//! The models that are written in C, and which of them a program needs.
//!
//! The texts are read without a preprocessor and in both data models: no includes, no macros, `unsigned long` where the
//! library says `size_t`. They are linked like any other translation unit; a definition in the user's program wins over
//! one in a model.

use ir::{FunctionBody, Intrinsic, Program};

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
        name: "<model realloc.c>",
        text: include_str!("../c/realloc.c"),
        functions: &["realloc", "reallocarray"],
    },
    ModelSource {
        name: "<model blocks.c>",
        text: include_str!("../c/blocks.c"),
        functions: &[
            "aligned_alloc",
            "memalign",
            "mempcpy",
            "__mempcpy",
            "__mempcpy_chk",
            "bzero",
            "explicit_bzero",
        ],
    },
    ModelSource {
        name: "<model strcopy.c>",
        text: include_str!("../c/strcopy.c"),
        functions: &[
            "strcpy",
            "__strcpy_chk",
            "stpcpy",
            "__stpcpy",
            "__stpcpy_chk",
            "strcat",
            "__strcat_chk",
            "strdup",
            "__strdup",
        ],
    },
    ModelSource {
        name: "<model strsearch.c>",
        text: include_str!("../c/strsearch.c"),
        functions: &["strchr", "index", "strrchr", "rindex", "strspn", "strcspn", "strpbrk", "strstr"],
    },
    ModelSource {
        name: "<model strfold.c>",
        text: include_str!("../c/strfold.c"),
        functions: &["strcasecmp", "strncasecmp"],
    },
    ModelSource {
        name: "<model atoi.c>",
        text: include_str!("../c/atoi.c"),
        functions: &["atoi", "atol", "atoll"],
    },
    ModelSource {
        name: "<model strtod.c>",
        text: include_str!("../c/strtod.c"),
        functions: &["strtod", "__strtod_internal", "strtof", "strtold", "atof"],
    },
    ModelSource {
        name: "<model abs.c>",
        text: include_str!("../c/abs.c"),
        functions: &["abs", "labs", "llabs", "imaxabs"],
    },
    ModelSource {
        name: "<model random.c>",
        text: include_str!("../c/random.c"),
        functions: &["rand", "srand", "random", "srandom"],
    },
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
        ],
    },
    ModelSource {
        name: "<model messages.c>",
        text: include_str!("../c/messages.c"),
        functions: &["strerror", "strsignal"],
    },
    ModelSource {
        name: "<model wide_print.c>",
        text: include_str!("../c/wide_print.c"),
        functions: &[
            "wprintf",
            "fwprintf",
            "swprintf",
            "vwprintf",
            "vfwprintf",
            "vswprintf",
            "fputws",
            "fputwc",
            "putwc",
            "putwchar",
        ],
    },
    ModelSource {
        name: "<model wide_read.c>",
        text: include_str!("../c/wide_read.c"),
        functions: &["fgetwc", "getwc", "getwchar", "ungetwc", "fgetws"],
    },
    ModelSource {
        name: "<model sockets.c>",
        text: include_str!("../c/sockets.c"),
        functions: &[
            "socket",
            "bind",
            "connect",
            "listen",
            "accept",
            "shutdown",
            "getsockname",
            "getpeername",
            "setsockopt",
            "send",
            "sendto",
            "recv",
            "recvfrom",
            "inet_addr",
            "inet_aton",
        ],
    },
    ModelSource {
        name: "<model terminals.c>",
        text: include_str!("../c/terminals.c"),
        functions: &[
            "tcgetattr",
            "tcsetattr",
            "tcflush",
            "tcflow",
            "tcdrain",
            "tcsendbreak",
            "cfgetospeed",
            "cfgetispeed",
            "cfsetospeed",
            "cfsetispeed",
            "cfmakeraw",
            "ioctl",
        ],
    },
    ModelSource {
        name: "<model getopt.c>",
        text: include_str!("../c/getopt.c"),
        functions: &["getopt", "getopt_long"],
    },
    ModelSource {
        name: "<model start.c>",
        text: include_str!("../c/start.c"),
        functions: &["__fafnir_start"],
    },
    ModelSource {
        name: "<model start_count.c>",
        text: include_str!("../c/start_count.c"),
        functions: &["__fafnir_start_count"],
    },
    ModelSource {
        name: "<model texts.c>",
        text: include_str!("../c/texts.c"),
        functions: &["__fafnir_any_text"],
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
        functions: &[
            "__errno_location",
            "__fafnir_fails",
            "__fafnir_fails_with",
            "__fafnir_succeeds",
            "__fafnir_printed",
            "__fafnir_allocated",
            "__fafnir_computed",
        ],
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
        functions: &["asprintf", "vasprintf", "gets"],
    },
    ModelSource {
        name: "<model streams.c>",
        text: include_str!("../c/streams.c"),
        functions: &[
            "fopen",
            "fopen64",
            "fdopen",
            "popen",
            "tmpfile",
            "tmpfile64",
            "freopen",
            "freopen64",
            "fclose",
            "pclose",
            "fgetc",
            "getc",
            "_IO_getc",
            "getchar",
            "getchar_unlocked",
            "__fafnir_is_free_input",
            "__fafnir_read_some",
            "__fafnir_buffered",
            "__fafnir_printed_to",
            "__fafnir_wrote_to",
            "getc_unlocked",
            "fgetc_unlocked",
            "ungetc",
            "fgets",
            "fgets_unlocked",
            "fread",
            "fread_unlocked",
            "getdelim",
            "__getdelim",
            "getline",
            "feof",
            "feof_unlocked",
            "ferror",
            "ferror_unlocked",
            "clearerr",
            "clearerr_unlocked",
            "rewind",
            "fseek",
            "fseeko",
            "ftell",
            "ftello",
            "fileno",
            "fileno_unlocked",
            "setbuf",
            "setvbuf",
            "setbuffer",
            "setlinebuf",
            "flockfile",
            "ftrylockfile",
            "funlockfile",
        ],
    },
    ModelSource {
        name: "<model scan.c>",
        text: include_str!("../c/scan.c"),
        functions: &[
            "scanf",
            "fscanf",
            "sscanf",
            "__isoc99_scanf",
            "__isoc99_fscanf",
            "__isoc99_sscanf",
            "__isoc23_scanf",
            "__isoc23_fscanf",
            "__isoc23_sscanf",
        ],
    },
    ModelSource {
        name: "<model environment.c>",
        text: include_str!("../c/environment.c"),
        functions: &[
            "system",
            "__fafnir_some_exit_status",
            "getpid",
            "sleep",
            "usleep",
            "alarm",
            "getpagesize",
            "rand_r",
            "drand48",
            "lrand48",
            "mrand48",
            "arc4random",
            "arc4random_uniform",
            "getrandom",
            "htonl",
            "ntohl",
            "htons",
            "ntohs",
        ],
    },
    ModelSource {
        name: "<model variables.c>",
        text: include_str!("../c/variables.c"),
        functions: &["getenv", "secure_getenv", "setenv", "unsetenv", "putenv", "clearenv"],
    },
    ModelSource {
        name: "<model stream_values.c>",
        text: include_str!("../c/stream_values.c"),
        functions: &[
            "__fpending",
            "__fbufsize",
            "__freading",
            "__fwriting",
            "__freadable",
            "__fwritable",
            "__flbf",
            "__fpurge",
            "__fsetlocking",
            "fwide",
            "getw",
            "putw",
        ],
    },
    ModelSource {
        name: "<model descriptors.c>",
        text: include_str!("../c/descriptors.c"),
        functions: &[
            "isatty",
            "pipe",
            "fcntl",
            "open",
            "open64",
            "creat",
            "__fafnir_new_socket",
            "dup",
            "dup2",
            "close",
            "fsync",
            "flock",
            "read",
            "write",
            "lseek",
        ],
    },
    ModelSource {
        name: "<model files.c>",
        text: include_str!("../c/files.c"),
        functions: &[
            "unlink", "remove", "rmdir", "chdir", "access", "mkdir", "mkfifo", "chmod", "chown", "lchown",
            "truncate", "rename", "link", "symlink", "umask",
        ],
    },
    ModelSource {
        name: "<model status.c>",
        text: include_str!("../c/status.c"),
        functions: &[
            "stat",
            "lstat",
            "fstat",
            "fstatat",
            "stat64",
            "lstat64",
            "fstat64",
            "__xstat",
            "__lxstat",
            "__fxstat",
            "fchmod",
            "fchown",
            "ftruncate",
            "mknod",
            "chroot",
            "utimes",
            "utimensat",
            "futimens",
            "utime",
        ],
    },
    ModelSource {
        name: "<model processes.c>",
        text: include_str!("../c/processes.c"),
        functions: &[
            "fork",
            "vfork",
            "waitpid",
            "wait",
            "execv",
            "execvp",
            "execve",
            "execl",
            "execlp",
            "getuid",
            "geteuid",
            "getgid",
            "getegid",
            "setuid",
            "seteuid",
            "setgid",
            "setegid",
            "getppid",
            "getpgrp",
            "setpgid",
            "setsid",
            "setgroups",
            "getgroups",
        ],
    },
    ModelSource {
        name: "<model jumps.c>",
        text: include_str!("../c/jumps.c"),
        functions: &[
            "setjmp",
            "_setjmp",
            "__sigsetjmp",
            "longjmp",
            "_longjmp",
            "siglongjmp",
            "__longjmp_chk",
        ],
    },
    ModelSource {
        name: "<model signals.c>",
        text: include_str!("../c/signals.c"),
        functions: &[
            "signal",
            "bsd_signal",
            "__sysv_signal",
            "sigaction",
            "sigemptyset",
            "sigfillset",
            "sigaddset",
            "sigdelset",
            "sigismember",
            "sigprocmask",
            "raise",
            "kill",
        ],
    },
    ModelSource {
        name: "<model paths.c>",
        text: include_str!("../c/paths.c"),
        functions: &["readlink", "realpath", "getcwd", "gethostname", "uname", "getlogin_r", "dirname"],
    },
    ModelSource {
        name: "<model waiting.c>",
        text: include_str!("../c/waiting.c"),
        functions: &["select", "poll", "openlog", "vsyslog", "syslog", "setlogmask"],
    },
    ModelSource {
        name: "<model directories.c>",
        text: include_str!("../c/directories.c"),
        functions: &["opendir", "readdir", "rewinddir", "seekdir", "telldir", "dirfd", "closedir"],
    },
    ModelSource {
        name: "<model locale.c>",
        text: include_str!("../c/locale.c"),
        functions: &["setlocale", "strcoll", "localeconv"],
    },
    ModelSource {
        name: "<model locale_state.c>",
        text: include_str!("../c/locale_state.c"),
        functions: &["__fafnir_locale_is_foreign", "__fafnir_set_foreign_locale"],
    },
    ModelSource {
        name: "<model wide.c>",
        text: include_str!("../c/wide.c"),
        functions: &[
            "wcslen", "wcsnlen", "wcscpy", "wcsncpy", "wcscat", "wcsncat", "wcscmp", "wcsncmp", "wcschr",
            "wmemcpy", "wmemset", "wmemcmp", "wmemchr", "wcsdup",
        ],
    },
    ModelSource {
        name: "<model time.c>",
        text: include_str!("../c/time.c"),
        functions: &[
            "time",
            "gettimeofday",
            "clock_gettime",
            "clock_getres",
            "timespec_get",
            "nanosleep",
            "clock",
            "difftime",
            "localtime_r",
            "mktime",
            "timelocal",
            "timegm",
            "gmtime_r",
            "localtime",
            "gmtime",
            "asctime_r",
            "asctime",
            "ctime_r",
            "ctime",
            "strftime",
        ],
    },
    ModelSource {
        name: "<model math.c>",
        text: include_str!("../c/math.c"),
        functions: &[
            "modf",
            "modff",
            "frexp",
            "ldexp",
            "scalbn",
            "lround",
            "llround",
            "lrint",
            "llrint",
            "fdim",
            "fegetround",
            "frexpf",
            "sincos",
            "nan",
            "nanf",
            "cbrt",
            "cbrtf",
            "cbrtl",
            "__fpclassify",
            "__fpclassifyf",
            "nextafter",
            "nextafterf",
            "remainder",
            "remainderf",
            "drem",
        ],
    },
];

pub fn sources() -> &'static [ModelSource] {
    SOURCES
}

/// Variables of the library that a model defines, each with a function of that model.
const VARIABLES: &[(&str, &str)] =
    &[("optarg", "getopt"), ("optind", "getopt"), ("opterr", "getopt"), ("optopt", "getopt")];

/// A function of the model that defines this variable of the library.
pub fn model_of_variable(name: &str) -> Option<&'static str> {
    VARIABLES.iter().find(|(variable, _)| *variable == name).map(|(_, function)| *function)
}

/// Whether it is known what a function of this name does: as an intrinsic, or as a model in C.
pub fn is_known(name: &str) -> bool {
    crate::lookup(name).is_some_and(|intrinsic| intrinsic != Intrinsic::Unsupported) || has_model(name)
}

pub(crate) fn has_model(name: &str) -> bool {
    SOURCES.iter().any(|s| s.functions.contains(&name))
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
    fn variables_are_defined_by_their_models() {
        for (variable, function) in VARIABLES {
            let source = SOURCES.iter().find(|source| source.functions.contains(function)).unwrap();
            assert!(
                source.text.contains(&format!("{variable} = "))
                    || source.text.contains(&format!("{variable};"))
            );
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
