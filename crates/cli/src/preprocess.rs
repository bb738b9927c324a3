//! From a file on disk to preprocessed text.

use crate::args::FrontArgs;
use std::ffi::{OsStr, OsString};
use std::io::{ErrorKind, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// What went wrong while reading, in words for the user.
#[derive(Debug)]
pub enum ReadError {
    /// One line, without the program's name.
    Message(String),
    /// The preprocessor said it all.
    Preprocessor(Vec<u8>),
}

/// The text of one input and how it is to be named.
#[derive(Debug)]
pub struct Text {
    pub name: String,
    pub bytes: Vec<u8>,
    /// What was read from standard input, which nobody can open again to show a line of it.
    pub original: Option<Vec<u8>>,
    /// The lines of the files that line markers name may be shown: they were read just now.
    pub fresh: bool,
}

/// Reads `path` (`-` is standard input) and preprocesses it unless it is an `.i` file.
pub fn read(path: &Path, front: &FrontArgs) -> Result<Text, ReadError> {
    let name = path.to_string_lossy().into_owned();
    if path.as_os_str() == "-" {
        let mut original = Vec::new();
        std::io::stdin()
            .lock()
            .read_to_end(&mut original)
            .map_err(|e| ReadError::Message(format!("cannot read standard input: {e}")))?;
        let bytes = preprocess(front, Source::Text(&original))?;
        return Ok(Text { name: "<stdin>".to_owned(), bytes, original: Some(original), fresh: true });
    }
    let cannot = |e: std::io::Error| {
        let why = match e.kind() {
            ErrorKind::NotFound => "no such file".to_owned(),
            _ => e.to_string(),
        };
        ReadError::Message(format!("cannot read {name}: {why}"))
    };
    if path.is_dir() {
        return Err(ReadError::Message(format!("cannot read {name}: it is a directory")));
    }
    let bytes = std::fs::read(path).map_err(cannot)?;
    if path.extension().is_some_and(|e| e == "ir") {
        return Err(ReadError::Message(format!(
            "{name} is no C file: `fafnir ir` and `fafnir cfg` read the intermediate representation"
        )));
    }
    if path.extension().is_some_and(|e| e == "i") {
        return Ok(Text { name, bytes, original: None, fresh: false });
    }
    if !front.changes_the_text() && is_plain(&bytes) {
        return Ok(Text { name, bytes, original: None, fresh: true });
    }
    let bytes = preprocess(front, Source::File(path))?;
    Ok(Text { name, bytes, original: None, fresh: true })
}

impl FrontArgs {
    /// Whether the options ask for something that only a preprocessor can do.
    fn changes_the_text(&self) -> bool {
        !self.defines.is_empty() || !self.includes.is_empty()
    }
}

enum Source<'a> {
    File(&'a Path),
    Text(&'a [u8]),
}

fn preprocess(front: &FrontArgs, source: Source<'_>) -> Result<Vec<u8>, ReadError> {
    let (compilers, chosen) = match std::env::var_os("CC").filter(|cc| !cc.is_empty()) {
        // `CC="ccache gcc"` is common.
        Some(cc) => {
            let words: Vec<OsString> = match cc.to_str() {
                Some(text) => text.split_whitespace().map(OsString::from).collect(),
                None => vec![cc],
            };
            (vec![words], true)
        }
        None => (["cc", "gcc", "clang"].map(|c| vec![OsString::from(c)]).to_vec(), false),
    };
    for words in &compilers {
        let Some((program, first_args)) = words.split_first() else { continue };
        match start(program, first_args, front, &source) {
            Ok(output) => return output,
            Err(e) if e.kind() == ErrorKind::NotFound => continue,
            Err(e) => {
                let program = program.to_string_lossy();
                return Err(ReadError::Message(format!("cannot start the C preprocessor `{program}`: {e}")));
            }
        }
    }
    let tried = match compilers.first().and_then(|words| words.first()) {
        Some(program) if chosen => format!("CC names `{}`", program.to_string_lossy()),
        _ => "cc, gcc or clang".to_owned(),
    };
    Err(ReadError::Message(format!(
        "no C compiler was found ({tried}), and it is needed to preprocess the program.\n\
         Install one, set CC, or give a preprocessed file whose name ends in `.i`"
    )))
}

fn start(
    program: &OsStr,
    first_args: &[OsString],
    front: &FrontArgs,
    source: &Source<'_>,
) -> std::io::Result<Result<Vec<u8>, ReadError>> {
    let mut command = Command::new(program);
    command.args(first_args).args(["-E", "-D__FAFNIR__=1"]);
    command.arg(match front.data_model() {
        ir::DataModel::Lp64 => "-m64",
        ir::DataModel::Ilp32 => "-m32",
    });
    if let Some(standard) = &front.standard {
        let mut arg = OsString::from("-std=");
        arg.push(standard);
        command.arg(arg);
    }
    for (flag, values) in [
        ("-I", &front.include_dirs),
        ("-D", &front.defines),
        ("-U", &front.undefines),
        ("-include", &front.includes),
    ] {
        for value in values {
            command.arg(flag).arg(value);
        }
    }
    command.args(["-x", "c"]);
    let text = match source {
        Source::File(path) => {
            // A path that looks like an option must not be taken for one.
            let dashed = path.to_string_lossy().starts_with('-');
            command.arg(if dashed { Path::new(".").join(path) } else { path.to_path_buf() });
            command.stdin(Stdio::null());
            None
        }
        Source::Text(text) => {
            command.arg("-").stdin(Stdio::piped());
            Some(*text)
        }
    };
    let output = finish(&mut command, text)?;
    if output.status.success() {
        return Ok(Ok(output.stdout));
    }
    let mut message = output.stderr;
    // The first of these headers that is looked for depends on the compiler and on what the program includes.
    let missing = |message: &[u8]| contains(message, b"/usr/include/") && contains(message, b"No such file");
    if front.data_model() == ir::DataModel::Ilp32 && missing(&message) {
        if let Some(headers) = HeadersFor32Bits::of(program, first_args) {
            command.arg("-idirafter").arg(&headers.shared).arg("-idirafter").arg(&headers.own);
            let output = finish(&mut command, text)?;
            if output.status.success() {
                return Ok(Ok(output.stdout));
            }
            message = output.stderr;
        }
        if missing(&message) {
            message.extend_from_slice(
                b"fafnir: perhaps the 32-bit headers of the C library are missing (on Debian: apt-get install gcc-multilib)\n",
            );
        }
    }
    Ok(Err(ReadError::Preprocessor(message)))
}

/// Runs the preprocessor to its end, with `text` as its input.
fn finish(command: &mut Command, text: Option<&[u8]>) -> std::io::Result<Output> {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let stdin = child.stdin.take();
    std::thread::scope(|scope| {
        if let (Some(text), Some(mut stdin)) = (text, stdin) {
            // A preprocessor that stops reading has said why on its standard error.
            scope.spawn(move || stdin.write_all(text).ok());
        }
        child.wait_with_output()
    })
}

/// Where the headers for 32-bit programs are on a machine that has only the 64-bit ones installed. Those of glibc for x86-64 serve both, but
/// `gcc -m32` does not look for them, and one file is missing: a list of the functions that do not work, by which
/// only configuration scripts go.
struct HeadersFor32Bits {
    shared: PathBuf,
    own: PathBuf,
}

impl HeadersFor32Bits {
    fn of(program: &OsStr, first_args: &[OsString]) -> Option<HeadersFor32Bits> {
        let asked = Command::new(program)
            .args(first_args)
            .args(["-m64", "-print-multiarch"])
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .output()
            .ok()?;
        let name = String::from_utf8(asked.stdout).ok()?;
        let shared = Path::new("/usr/include").join(name.trim());
        if name.trim().is_empty() || !shared.join("gnu/stubs.h").is_file() {
            return None;
        }
        static DIRECTORIES: AtomicUsize = AtomicUsize::new(0);
        let number = DIRECTORIES.fetch_add(1, Ordering::Relaxed);
        let own = std::env::temp_dir().join(format!("fafnir-headers-{}-{number}", std::process::id()));
        let headers = HeadersFor32Bits { shared, own };
        std::fs::create_dir_all(headers.own.join("gnu")).ok()?;
        std::fs::write(headers.own.join("gnu/stubs-32.h"), "").ok()?;
        Some(headers)
    }
}

impl Drop for HeadersFor32Bits {
    fn drop(&mut self) {
        // What is left behind is an empty file in the directory for temporary files.
        std::fs::remove_dir_all(&self.own).ok();
    }
}

fn contains(text: &[u8], needle: &[u8]) -> bool {
    text.windows(needle.len()).any(|w| w == needle)
}

/// Words with two leading underscores (or one and a capital) that are not macros.
const KEYWORDS: &[&str] = &[
    "_Alignas",
    "_Alignof",
    "_Atomic",
    "_Bool",
    "_Complex",
    "_Generic",
    "_Imaginary",
    "_Noreturn",
    "_Static_assert",
    "_Thread_local",
    "__FUNCTION__",
    "__PRETTY_FUNCTION__",
    "__alignof",
    "__alignof__",
    "__asm",
    "__asm__",
    "__attribute",
    "__attribute__",
    "__auto_type",
    "__complex__",
    "__const",
    "__const__",
    "__extension__",
    "__float128",
    "__func__",
    "__imag__",
    "__inline",
    "__inline__",
    "__int128",
    "__int128_t",
    "__label__",
    "__real__",
    "__restrict",
    "__restrict__",
    "__signed",
    "__signed__",
    "__thread",
    "__typeof",
    "__typeof__",
    "__uint128_t",
    "__volatile",
    "__volatile__",
];

/// Whether preprocessing would leave the text as it is: there are no directives, no line splices, and no word that may be
/// a predefined macro. Such a program need not wait for a compiler to start.
fn is_plain(text: &[u8]) -> bool {
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let next = text.get(at + 1).copied();
        match (byte, next) {
            (b'/', Some(b'/')) => {
                while text.get(at).is_some_and(|&b| b != b'\n') {
                    if text[at] == b'\\' {
                        return false;
                    }
                    at += 1;
                }
            }
            (b'/', Some(b'*')) => {
                let Some(end) = text[at + 2..].windows(2).position(|w| w == b"*/") else { return false };
                at += end + 4;
            }
            (b'"' | b'\'', _) => {
                at += 1;
                loop {
                    match (text.get(at), text.get(at + 1)) {
                        (None | Some(b'\n'), _) | (Some(b'\\'), None | Some(b'\n' | b'\r')) => return false,
                        (Some(b'\\'), Some(_)) => at += 2,
                        (Some(&b), _) => {
                            at += 1;
                            if b == byte {
                                break;
                            }
                        }
                    }
                }
            }
            (b'#' | b'\\', _) | (b'%', Some(b':')) | (b'?', Some(b'?')) => return false,
            (b'a'..=b'z' | b'A'..=b'Z' | b'_' | 0x80.., _) => {
                let begin = at;
                while text.get(at).is_some_and(|&b| b.is_ascii_alphanumeric() || b == b'_' || b >= 0x80) {
                    at += 1;
                }
                if may_be_macro(&text[begin..at]) {
                    return false;
                }
            }
            (b'0'..=b'9', _) => {
                while text.get(at).is_some_and(|&b| b.is_ascii_alphanumeric() || b == b'_' || b == b'.') {
                    at += 1;
                }
            }
            _ => at += 1,
        }
    }
    true
}

fn may_be_macro(word: &[u8]) -> bool {
    match word {
        b"linux" | b"unix" | b"i386" => true,
        [b'_', b'_' | b'A'..=b'Z', ..] => {
            let text = std::str::from_utf8(word).unwrap_or("");
            let known = text.starts_with("__VERIFIER_")
                || text.starts_with("__builtin_")
                || text.starts_with("_Float");
            !known && KEYWORDS.binary_search(&text).is_err()
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_are_sorted() {
        assert!(KEYWORDS.is_sorted());
    }

    #[test]
    fn plain_programs_need_no_preprocessor() {
        for plain in [
            "int main(void) { return 0; }",
            "// # in a comment\nchar *s = \"#include \\\" // \"; /* #define */ char c = '#';",
            "extern int __VERIFIER_nondet_int(void); __attribute__((packed)) int x = 0x1p-3f + 1.5e+3;",
        ] {
            assert!(is_plain(plain.as_bytes()), "{plain}");
        }
        for not in [
            "#include <stdlib.h>",
            "int x = __LINE__;",
            "int a \\\n b;",
            "// continued \\\nint hidden;",
            "int linux;",
            "char *s = \"open",
            "/* open",
            "%:define X",
            "int x = __GNUC__;",
            "??=include",
        ] {
            assert!(!is_plain(not.as_bytes()), "{not}");
        }
    }
}
