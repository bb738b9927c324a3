//! The functions of the C and POSIX libraries that have neither an intrinsic nor a model in C, and what is known of them.
//!
//! To take such a function as pure with an arbitrary result would be wrong in two ways. If it writes memory, looks at it or
//! changes control, a proof misses what it does: reaching it is unsupported. If it only gives a value, a proof for every value
//! holds for the one that it gives; but a run in which the value was made up need not be one of the program's runs.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Library {
    /// Gives a value, and touches no memory of the program.
    Value,
    /// Reads or writes the program's memory through pointers, calls it back, or changes control.
    Effects,
}

/// The functions of one header that are not known otherwise, by what they do.
struct Header {
    values: &'static str,
    effects: &'static str,
}

const fn header(_name: &'static str, values: &'static str, effects: &'static str) -> Header {
    Header { values, effects }
}

/// How the variants of a mathematical function end: for `double`, `float`, `long double`, and the types of fixed width.
const VARIANTS: [&str; 8] = ["", "f", "l", "f32", "f64", "f128", "f32x", "f64x"];

/// Mathematical functions by their `double` name.
const MATH_VALUES: &str = "acosh asinh atanh erf erfc tgamma lgamma gamma expm1 exp10 pow10 log1p logb ilogb llogb fma \
    remainder drem nextafter nexttoward nextup nextdown scalb scalbln significand j0 j1 jn y0 y1 yn roundeven fmaximum \
    fminimum fmaxmag fminmag \
    cabs carg cimag creal conj cproj cacos casin catan ccos csin ctan cacosh casinh catanh ccosh csinh ctanh cexp clog clog10 \
    cpow csqrt fmaximum_num fminimum_num fmaximum_mag fminimum_mag fmaximum_mag_num fminimum_mag_num lround llround lrint llrint fdim scalbn ldexp";
const MATH_EFFECTS: &str = "totalorder totalordermag getpayload setpayloadsig remquo sincos lgamma_r gamma_r frexp modf setpayload canonicalize \
    nan";

/// Families of which every function has effects.
const EFFECT_PREFIXES: [&str; 14] = [
    "pthread_",
    "thrd_",
    "mtx_",
    "cnd_",
    "tss_",
    "sem_",
    "mq_",
    "aio_",
    "posix_spawn",
    "argz_",
    "envz_",
    "sched_",
    "epoll_",
    "inotify_",
];

/// Functions that change control or how the machine computes although they are given no pointer and give none.
const WITHOUT_POINTERS: &str = "killpg tgkill gsignal sigqueue _Fork daemon fesetround feenableexcept fedisableexcept sighold sigrelse sigignore sigpause sigblock sigsetmask siginterrupt unshare setns";

const HEADERS: &[Header] = &[
    header(
        "math.h",
        "__fpclassifyl __issignaling __issignalingf __issignalingl __iseqsig fpclassify isnormal",
        "",
    ),
    header(
        "fenv.h",
        "fetestexcept fegetexcept",
        "fesetround fegetenv fesetenv feholdexcept feupdateenv fegetexceptflag fesetexceptflag feenableexcept fedisableexcept",
    ),
    header(
        "stdio.h",
        "_flushlbf fcloseall",
        "__uflow __overflow __underflow __woverflow __wuflow fseeko64 ftello64 vscanf vfscanf vsscanf __isoc99_vscanf \
         __isoc99_vfscanf __isoc99_vsscanf __isoc23_vscanf __isoc23_vfscanf \
         __isoc23_vsscanf open_memstream open_wmemstream fmemopen fopencookie fgetpos fgetpos64 \
         fsetpos fsetpos64 tmpnam tmpnam_r tempnam ctermid cuserid dprintf vdprintf __dprintf_chk __vdprintf_chk \
         __fgets_chk __fread_chk __gets_chk obstack_printf obstack_vprintf",
    ),
    header(
        "stdlib.h",
        "srand48 posix_openpt grantpt unlockpt mallopt mallinfo mallinfo2 malloc_stats __ctype_get_mb_cur_max",
        "malloc_usable_size erand48 nrand48 jrand48 seed48 lcong48 drand48_r lrand48_r srand48_r random_r srandom_r initstate initstate_r setstate \
         setstate_r getloadavg a64l l64a ptsname ptsname_r mblen mbtowc wctomb mbstowcs wcstombs at_quick_exit on_exit \
         mkstemp mkstemp64 mkostemp mkstemps mkostemps mkdtemp mktemp getsubopt rpmatch ecvt fcvt gcvt qecvt qfcvt \
         qgcvt ecvt_r fcvt_r strfromd strfromf strfroml arc4random_buf canonicalize_file_name pvalloc strtold_l \
         strtod_l strtof_l strtol_l strtoul_l strtoll_l strtoull_l __realpath_chk __mbstowcs_chk __wcstombs_chk __wctomb_chk",
    ),
    header(
        "string.h",
        "",
        "strxfrm strxfrm_l strcoll_l strverscmp strfry memfrob strerror_r __xpg_strerror_r strerror_l strcasecmp_l \
         strncasecmp_l strerrorname_np strerrordesc_np sigabbrev_np sigdescr_np ",
    ),
    header(
        "wchar.h",
        "btowc wctob wcwidth iswctype iswalnum iswalpha iswblank iswcntrl iswdigit iswgraph iswlower iswprint iswpunct iswspace iswupper iswxdigit towlower \
         towupper getwchar_unlocked putwchar_unlocked",
        "iswalnum_l iswalpha_l iswblank_l iswcntrl_l iswdigit_l iswgraph_l iswlower_l iswprint_l iswpunct_l iswspace_l \
         iswupper_l iswxdigit_l towctrans towlower_l towupper_l isalnum_l isalpha_l isblank_l iscntrl_l isdigit_l isgraph_l \
         islower_l isprint_l ispunct_l isspace_l isupper_l isxdigit_l tolower_l toupper_l wctype wctrans mbrlen mbrtowc wcrtomb mbsinit mbsrtowcs mbsnrtowcs wcsrtombs wcsnrtombs wcscasecmp wcsncasecmp \
         wcscoll wcsxfrm wcstok wcstol wcstoul wcstoll wcstoull wcstod wcstof wcstold wcstoimax wcstoumax wcsftime \
         wcswidth wcpcpy wcpncpy wcschrnul wcsstr wcswcs wmemmove wmempcpy wcsspn wcscspn wcspbrk wcsrchr wcslcpy wcslcat \
         wscanf fwscanf swscanf vwscanf vfwscanf vswscanf \
         fgetwc_unlocked getwc_unlocked fputwc_unlocked putwc_unlocked fgetws_unlocked \
         fputws_unlocked wcscoll_l wcsxfrm_l wctype_l wctrans_l iswctype_l towctrans_l mbrtoc8 mbrtoc16 mbrtoc32 c8rtomb \
         c16rtomb c32rtomb __swprintf_chk __wcscpy_chk __wcsncpy_chk __wmemcpy_chk __mbsrtowcs_chk",
    ),
    header(
        "time.h",
        "timer_delete get_nprocs get_nprocs_conf get_phys_pages get_avphys_pages getauxval lseek64 timer_getoverrun dysize",
        "clock_nanosleep clock_adjtime timespec_getres strptime strptime_l strftime_l clock_settime clock_getcpuclockid timer_create timer_settime timer_gettime getdate \
         getdate_r stime settimeofday getitimer setitimer lutimes futimes futimesat adjtime \
         adjtimex ntp_gettime ntp_adjtime ftime times timerfd_settime timerfd_gettime",
    ),
    header(
        "locale.h",
        "",
        "newlocale duplocale freelocale uselocale nl_langinfo nl_langinfo_l strfmon strfmon_l catopen catgets catclose \
         gettext dgettext dcgettext ngettext dngettext textdomain bindtextdomain bind_textdomain_codeset iconv_open iconv \
         iconv_close",
    ),
    header(
        "signal.h",
        "",
        "sysv_signal ssignal gsignal killpg tgkill sigqueue \
         sigpending sigsuspend sigwait sigwaitinfo sigtimedwait sigaltstack siginterrupt sigset sighold sigrelse sigignore \
         sigpause sigblock sigsetmask sigvec sigstack sigreturn \
         sigisemptyset sigandset sigorset psignal psiginfo",
    ),
    header(
        "setjmp.h",
        "",
        "__setjmp sigsetjmp getcontext setcontext \
         makecontext swapcontext",
    ),
    header(
        "unistd.h",
        "sysconf dup3 fchdir ftruncate64 fdatasync fpathconf getpgid getsid gethostid \
         getdtablesize lockf lockf64 nice pause setpgrp setregid setreuid setresuid \
         setresgid tcgetpgrp tcsetpgrp syncfs vhangup close_range closefrom gettid sethostid ualarm posix_fadvise \
         posix_fadvise64 posix_fallocate posix_fallocate64 fallocate readahead sync_file_range personality",
        "_Fork clone clone3 unshare setns execle execvpe fexecve execveat daemon \
         sbrk brk pread pread64 pwrite pwrite64 readv writev preadv pwritev getwd get_current_dir_name \
         sethostname getdomainname setdomainname readlinkat pipe2 initgroups getgrouplist \
         getlogin setlogin ttyname ttyname_r confstr crypt crypt_r encrypt setkey getpass acct pivot_root \
         swapon swapoff getentropy getresuid getresgid copy_file_range splice tee vmsplice sendfile sendfile64 syscall ptrace \
         prctl getopt_long_only fcntl64 getusershell setusershell endusershell \
         profil ttyslot eaccess euidaccess pathconf __read_chk __pread_chk __getcwd_chk __readlink_chk __gethostname_chk",
    ),
    header(
        "sys/stat.h",
        "",
        "creat64 truncate64 lchmod statvfs64 fstatvfs64 fstatat64 statx __fxstatat __xstat64 \
         __fxstat64 __lxstat64 statfs fstatfs statfs64 fstatfs64 statvfs fstatvfs mknodat mkfifoat mkdirat fchmodat \
         fchownat faccessat linkat symlinkat unlinkat renameat renameat2 openat openat64 name_to_handle_at open_by_handle_at \
         getxattr setxattr listxattr removexattr fgetxattr fsetxattr mount umount umount2 quotactl",
    ),
    header(
        "sys/mman.h",
        "munlockall mlockall",
        "mmap mmap64 munmap mremap mprotect msync mlock munlock madvise posix_madvise mincore shm_open shm_unlink shmat shmdt \
         shmctl msgsnd msgrcv msgctl semop semtimedop semctl ftok remap_file_pages memfd_create",
    ),
    header(
        "sys/socket.h",
        "sockatmark shmget semget msgget isfdtype",
        "accept4 getsockopt recvmsg recvmmsg \
         sendmsg sendmmsg socketpair inet_ntoa inet_ntop inet_pton inet_network inet_makeaddr inet_lnaof \
         inet_netof getaddrinfo freeaddrinfo getnameinfo gai_strerror gethostbyname gethostbyname2 gethostbyaddr \
         gethostbyname_r gethostbyaddr_r gethostent sethostent endhostent getservbyname getservbyport getservent setservent \
         endservent getservbyname_r getservbyport_r getprotobyname getprotobynumber getprotoent setprotoent endprotoent \
         getnetbyname getnetbyaddr getnetent herror hstrerror if_nametoindex if_indextoname if_nameindex if_freenameindex \
         getifaddrs freeifaddrs ether_ntoa ether_aton rcmd rexec __recv_chk __recvfrom_chk",
    ),
    header(
        "dirent.h",
        "",
        "readdir64 scandirat64 versionsort64 fdopendir readdir_r readdir64_r scandir scandir64 scandirat alphasort alphasort64 versionsort getdents \
         getdents64 ftw nftw ftw64 nftw64 fts_open fts_read fts_children fts_set fts_close glob glob64 globfree globfree64 \
         wordexp wordfree fnmatch",
    ),
    header(
        "poll.h",
        "epoll_create epoll_create1 eventfd timerfd_create inotify_init inotify_init1",
        "ppoll pselect signalfd eventfd_read eventfd_write fanotify_init fanotify_mark",
    ),
    header(
        "sys/wait.h",
        "getpriority setpriority",
        "waitid wait3 wait4 getrlimit setrlimit getrlimit64 setrlimit64 prlimit prlimit64 getrusage sysinfo \
         capget capset",
    ),
    header("termios.h", "tcgetsid", "cfsetspeed openpty forkpty login_tty"),
    header(
        "syslog.h",
        "",
        "__syslog_chk __vsyslog_chk err errx verr verrx warn warnx vwarn vwarnx error_at_line \
         backtrace backtrace_symbols backtrace_symbols_fd",
    ),
    header(
        "pwd.h",
        "setpwent endpwent setgrent endgrent",
        "getpwnam getpwuid getpwnam_r getpwuid_r getpwent getpwent_r fgetpwent putpwent getgrnam getgrgid getgrnam_r getgrgid_r \
         getgrent getgrent_r fgetgrent getspnam getspnam_r getspent getutent getutid getutline pututline setutent endutent \
         utmpname getutxent getutxid getutxline pututxline setutxent endutxent",
    ),
    header(
        "search.h",
        "",
        "hcreate hdestroy hsearch hcreate_r hdestroy_r hsearch_r tsearch tfind tdelete twalk twalk_r tdestroy regcomp regexec \
         regerror regfree dlopen dlmopen dlsym dlvsym dlclose dlerror dladdr dl_iterate_phdr lio_listio call_once",
    ),
    header(
        "sched.h",
        "sched_yield thrd_yield sched_get_priority_max sched_get_priority_min sched_getcpu",
        "",
    ),
];

fn lists(list: &str, name: &str) -> bool {
    list.split_ascii_whitespace().any(|word| word == name)
}

/// Listed names and what each does, found by a hash; computed by the compiler, because most programs ask for a name or two.
struct Names<const SIZE: usize> {
    entries: [Option<(&'static str, Library)>; SIZE],
}

impl<const SIZE: usize> Names<SIZE> {
    const EMPTY: Names<SIZE> = Names { entries: [None; SIZE] };

    /// FNV-1a.
    const fn slot(name: &[u8]) -> usize {
        let mut hash: u32 = 0x811c_9dc5;
        let mut i = 0;
        while i < name.len() {
            hash = (hash ^ name[i] as u32).wrapping_mul(0x0100_0193);
            i += 1;
        }
        hash as usize % SIZE
    }

    /// The names of a list that are separated by spaces. A list that does not fit does not compile.
    const fn with(mut self, list: &'static str, what: Library) -> Names<SIZE> {
        let bytes = list.as_bytes();
        let (mut begin, mut end) = (0, 0);
        while end <= bytes.len() {
            if end == bytes.len() || bytes[end] == b' ' {
                if end > begin {
                    let name = list.split_at(end).0.split_at(begin).1;
                    let mut slot = Self::slot(name.as_bytes());
                    while self.entries[slot].is_some() {
                        slot = (slot + 1) % SIZE;
                    }
                    self.entries[slot] = Some((name, what));
                }
                begin = end + 1;
            }
            end += 1;
        }
        self
    }

    fn get(&self, name: &str) -> Option<Library> {
        let (before, from) = self.entries.split_at(Self::slot(name.as_bytes()));
        let run = from.iter().chain(before).map_while(|entry| *entry);
        run.into_iter().find(|(known, _)| *known == name).map(|(_, what)| what)
    }
}

static PLAIN: Names<4096> = {
    let mut names = Names::EMPTY;
    let mut i = 0;
    while i < HEADERS.len() {
        names = names.with(HEADERS[i].effects, Library::Effects).with(HEADERS[i].values, Library::Value);
        i += 1;
    }
    names
};

/// Mathematical functions, which have variants.
static MATH: Names<256> = Names::EMPTY.with(MATH_VALUES, Library::Value).with(MATH_EFFECTS, Library::Effects);

/// What a mathematical function does, in any of its variants.
fn math(name: &str) -> Option<Library> {
    // `lgamma_r` has its variants as `lgammaf_r`.
    let plain = name.strip_suffix("_r").and_then(|n| n.strip_suffix(['f', 'l'])).map(|n| format!("{n}_r"));
    let stems = VARIANTS.iter().filter_map(|suffix| name.strip_suffix(suffix));
    let found: Vec<Library> = stems.chain(plain.as_deref()).filter_map(|stem| MATH.get(stem)).collect();
    found.iter().copied().find(|&what| what == Library::Effects).or(found.first().copied())
}

/// What is known of a library function that nobody models; nothing if the name is not one of the library's.
pub fn library(name: &str) -> Option<Library> {
    // Of some mathematical functions there is a model for some of the types.
    if crate::sources::has_model(name) {
        return None;
    }
    if let Some(what) = PLAIN.get(name) {
        return Some(what);
    }
    // The fortified variants check what the plain ones do.
    let is_fortified = name.starts_with("__") && name.ends_with("_chk");
    if is_fortified || EFFECT_PREFIXES.iter().any(|prefix| name.starts_with(prefix)) {
        return Some(Library::Effects);
    }
    math(name)
}

/// Whether a declaration in which no pointer occurs can be one of this library function.
pub(crate) fn may_do_without_pointers(name: &str) -> bool {
    lists(WITHOUT_POINTERS, name) || EFFECT_PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_listed_once_and_have_no_model() {
        let mut seen = std::collections::BTreeSet::new();
        for header in HEADERS {
            let names = header.values.split_ascii_whitespace().chain(header.effects.split_ascii_whitespace());
            for name in names {
                assert!(seen.insert(name), "{name} is listed again");
                let modelled = crate::sources().iter().any(|s| s.functions.contains(&name));
                assert!(!modelled && !crate::table::has_intrinsic(name), "{name} is known");
            }
        }
    }

    #[test]
    fn what_functions_do() {
        for name in ["remainderl", "fmaf", "fegetexcept", "__fpclassifyl", "sockatmark", "cabsf", "erff64"] {
            assert_eq!(library(name), Some(Library::Value), "{name}");
        }
        for name in [
            "strptime",
            "sigwait",
            "swapcontext",
            "remquof",
            "sincosl",
            "nanl",
            "isalpha_l",
            "lgammaf_r",
            "pthread_attr_init",
            "__poll_chk",
            "swscanf",
        ] {
            assert_eq!(library(name), Some(Library::Effects), "{name}");
        }
        for name in ["nondet_int", "frobnicate", "f", "l", "", "ff"] {
            assert_eq!(library(name), None, "{name}");
        }
    }
}
