//! What a block of C looks at, and the programs that are made of it.
//!
//! | written | observed |
//! | --- | --- |
//! | `OBSERVE(e);` | a whole number |
//! | `SIGN(e);` | a whole number of which C determines the sign only |
//! | `TRUTH(e);` | a whole number of which C determines only whether it is 0 |
//! | `POINTER(p, base);` | null, or the distance of `p` from `base` |
//! | `BYTES(p, n);` | `n` bytes |
//! | `DOUBLE(e);`, `FLOAT(e);` | the bits of a floating-point number |

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Number,
    Sign,
    Truth,
    Pointer,
    Bytes,
    Double,
    Float,
}

const KINDS: [(&str, Kind); 7] = [
    ("OBSERVE", Kind::Number),
    ("SIGN", Kind::Sign),
    ("TRUTH", Kind::Truth),
    ("POINTER", Kind::Pointer),
    ("BYTES", Kind::Bytes),
    ("DOUBLE", Kind::Double),
    ("FLOAT", Kind::Float),
];

/// One place where something is observed.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    pub(crate) kind: Kind,
    pub(crate) arguments: Vec<String>,
}

/// Text and sites in turn: a block of C, read.
#[derive(Clone, Debug)]
pub(crate) struct Fragment {
    /// One more than there are sites.
    texts: Vec<String>,
    pub(crate) sites: Vec<Site>,
}

impl Fragment {
    pub(crate) fn parse(text: &str) -> Result<Fragment, String> {
        let mut fragment = Fragment { texts: Vec::new(), sites: Vec::new() };
        let mut rest = text;
        let mut before = String::new();
        'search: loop {
            let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let mut from = 0;
            while let Some(at) = rest[from..].find(|c: char| c.is_ascii_uppercase()).map(|i| i + from) {
                let end = rest[at..].find(|c: char| !is_word(c)).map_or(rest.len(), |i| i + at);
                let starts = !rest[..at].ends_with(is_word);
                let found = KINDS.iter().find(|(name, _)| starts && *name == &rest[at..end]);
                if let Some((_, kind)) = found {
                    let open = end + rest[end..].find('(').ok_or("an observation without arguments")?;
                    let close = closing(rest, open).ok_or("an observation that is not closed")?;
                    let semicolon = rest[close..].find(';').ok_or("an observation without its semicolon")?;
                    before.push_str(&rest[..at]);
                    fragment.texts.push(std::mem::take(&mut before));
                    let arguments = split(&rest[open + 1..close]);
                    let wanted = if matches!(kind, Kind::Pointer | Kind::Bytes) { 2 } else { 1 };
                    if arguments.len() != wanted {
                        return Err(format!("{}: {wanted} arguments expected", &rest[at..=close]));
                    }
                    fragment.sites.push(Site { kind: *kind, arguments });
                    rest = &rest[close + semicolon + 1..];
                    continue 'search;
                }
                from = end;
            }
            before.push_str(rest);
            fragment.texts.push(before);
            return Ok(fragment);
        }
    }

    /// The text with something in the place of each site.
    pub(crate) fn with(&self, mut site: impl FnMut(usize, &Site) -> String) -> String {
        let mut out = self.texts[0].clone();
        for (i, s) in self.sites.iter().enumerate() {
            out.push_str(&site(i, s));
            out.push_str(&self.texts[i + 1]);
        }
        out
    }

    /// The text that prints what it sees.
    pub(crate) fn printing(&self) -> String {
        self.with(|i, site| {
            let function = match site.kind {
                Kind::Number | Kind::Sign | Kind::Truth => "observe",
                Kind::Pointer => "observe_pointer",
                Kind::Bytes => "observe_bytes",
                Kind::Double => "observe_double",
                Kind::Float => "observe_float",
            };
            format!("{function}({i}, {});", site.arguments.join(", "))
        })
    }

    /// The text with `return 0;` wherever something else is seen than these values; what was never reached is something else,
    /// too. With `loosely`, only what C determines counts.
    pub(crate) fn expecting(&self, values: &[Option<String>], loosely: bool) -> String {
        self.with(|i, site| {
            let value = values.get(i).and_then(Option::as_deref);
            value.and_then(|value| site.expecting(value, loosely)).unwrap_or_else(|| "return 0;".to_owned())
        })
    }
}

impl Site {
    fn expecting(&self, value: &str, loosely: bool) -> Option<String> {
        let e = &self.arguments[0];
        Some(match self.kind {
            Kind::Sign if loosely => {
                let sign = value.parse::<i64>().ok()?.signum();
                format!("{{ long long seen = {e}; if ((seen > 0) - (seen < 0) != {sign}) return 0; }}")
            }
            Kind::Truth if loosely => {
                format!("if ((({e}) != 0) != {}) return 0;", i32::from(value != "0"))
            }
            Kind::Number | Kind::Sign | Kind::Truth => {
                let value = match value {
                    "-9223372036854775808" => "(-9223372036854775807LL - 1)".to_owned(),
                    _ => format!("{value}LL"),
                };
                format!("if ((long long)({e}) != {value}) return 0;")
            }
            Kind::Pointer => {
                let base = &self.arguments[1];
                match value {
                    "null" => format!("if (({e}) != 0) return 0;"),
                    _ => format!(
                        "{{ const char *seen = (const char *)({e}); if (!seen || seen != (const char *)({base}) + {value}) return 0; }}"
                    ),
                }
            }
            Kind::Bytes => {
                let mut out = format!("{{ const unsigned char *seen = (const unsigned char *)({e}); ");
                for i in 0..value.len() / 2 {
                    let byte = u8::from_str_radix(value.get(2 * i..2 * i + 2)?, 16).ok()?;
                    out.push_str(&format!("if (seen[{i}] != {byte}) return 0; "));
                }
                out + "}"
            }
            Kind::Double => format!(
                "{{ union {{ double number; unsigned long long bits; }} seen; seen.number = {e}; if (seen.bits != 0x{value}ull) return 0; }}"
            ),
            Kind::Float => format!(
                "{{ union {{ float number; unsigned bits; }} seen; seen.number = {e}; if (seen.bits != 0x{value}u) return 0; }}"
            ),
        })
    }

    /// Whether two values are the same, as far as C determines them.
    pub(crate) fn agrees(&self, one: &str, two: &str) -> bool {
        let sign = |text: &str| text.parse::<i64>().map(i64::signum);
        match self.kind {
            Kind::Sign => sign(one) == sign(two),
            Kind::Truth => (one == "0") == (two == "0"),
            _ => one == two,
        }
    }
}

/// The headers that blocks may use.
pub(crate) const INCLUDES: &str = "#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <inttypes.h>
#include <libgen.h>
#undef basename
#include <limits.h>
#include <locale.h>
#include <malloc.h>
#include <math.h>
#include <poll.h>
#include <search.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/select.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <syslog.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <utime.h>
#include <arpa/inet.h>
#include <wchar.h>
";

/// Helpers of blocks: comparisons and functions with arguments of any number.
pub(crate) const HELPERS: &str = "
static void do_nothing(void) {}
static int by_value(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; return (x > y) - (x < y); }
static int by_value_with(const void *a, const void *b, void *state) { return by_value(a, b) * *(int *)state; }
static int call_vsprintf(char *dst, const char *format, ...) { va_list list; va_start(list, format); int n = vsprintf(dst, format, list); va_end(list); return n; }
static int call_vsnprintf(char *dst, unsigned long size, const char *format, ...) { va_list list; va_start(list, format); int n = vsnprintf(dst, size, format, list); va_end(list); return n; }
static int call_vasprintf(char **dst, const char *format, ...) { va_list list; va_start(list, format); int n = vasprintf(dst, format, list); va_end(list); return n; }
static int call_vprintf(const char *format, ...) { va_list list; va_start(list, format); int n = vprintf(format, list); va_end(list); return n; }
static int call_vfprintf(FILE *stream, const char *format, ...) { va_list list; va_start(list, format); int n = vfprintf(stream, format, list); va_end(list); return n; }
";

/// What prints observations: each on a line of its own, whatever the block printed.
pub(crate) const PRINTING: &str = "
static void observe(int site, long long value) { printf(\"\\n@%d %lld\\n\", site, value); }
static void observe_pointer(int site, const void *p, const void *base) {
    if (p) printf(\"\\n@%d %lld\\n\", site, (long long)((const char *)p - (const char *)base)); else printf(\"\\n@%d null\\n\", site);
}
static void observe_bytes(int site, const void *p, unsigned long n) {
    const unsigned char *bytes = p;
    printf(\"\\n@%d \", site);
    for (unsigned long i = 0; i < n; i++) printf(\"%02x\", bytes[i]);
    printf(\"\\n\");
}
static void observe_double(int site, double x) { union { double number; unsigned long long bits; } u; u.number = x; printf(\"\\n@%d %016llx\\n\", site, u.bits); }
static void observe_float(int site, float x) { union { float number; unsigned bits; } u; u.number = x; printf(\"\\n@%d %08x\\n\", site, u.bits); }
";

/// The parenthesis that closes the one at `open`; those in strings and characters do not count.
pub(crate) fn closing(text: &str, open: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut depth = 0;
    let mut quote = None;
    let mut i = open;
    while i < bytes.len() {
        match (quote, bytes[i]) {
            (Some(_), b'\\') => i += 1,
            (Some(q), b) if q == b => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(bytes[i]),
            (None, b'(') => depth += 1,
            (None, b')') => {
                depth -= 1;
                if depth == 0 {
                    return Some(i);
                }
            }
            _ => {}
        }
        i += 1;
    }
    None
}

/// Arguments, split at the commas that are in no parentheses and no strings.
fn split(text: &str) -> Vec<String> {
    let bytes = text.as_bytes();
    let (mut depth, mut quote, mut start) = (0, None, 0);
    let mut parts = Vec::new();
    let mut i = 0;
    while i < bytes.len() {
        match (quote, bytes[i]) {
            (Some(_), b'\\') => i += 1,
            (Some(q), b) if q == b => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(bytes[i]),
            (None, b'(' | b'[' | b'{') => depth += 1,
            (None, b')' | b']' | b'}') => depth -= 1,
            (None, b',') if depth == 0 => {
                parts.push(text[start..i].trim().to_owned());
                start = i + 1;
            }
            _ => {}
        }
        i += 1;
    }
    parts.push(text[start..].trim().to_owned());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sites_are_found_and_replaced() {
        let text = "char d[4]; POINTER(f(d, \")\"), d); if (x) { BYTES(d, 4); } MY_OBSERVE(1); SIGN(g());";
        let fragment = Fragment::parse(text).unwrap();
        let kinds: Vec<Kind> = fragment.sites.iter().map(|s| s.kind).collect();
        assert_eq!(kinds, [Kind::Pointer, Kind::Bytes, Kind::Sign]);
        assert!(fragment.printing().contains("observe_bytes(1, d, 4);"));
        let values = [Some("null".to_owned()), None, Some("-7".to_owned())];
        let expecting = fragment.expecting(&values, true);
        assert!(expecting.contains("if ((f(d, \")\")) != 0) return 0; if (x) { return 0; } MY_OBSERVE(1);"));
        assert!(expecting.contains("!= -1) return 0;"), "{expecting}");
        assert!(fragment.sites[2].agrees("-7", "-1") && !fragment.sites[2].agrees("0", "-1"));
    }
}
