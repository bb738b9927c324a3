//! Projects as they are: the files and options of a compilation database, programs among their files, and compiler options that do not
//! matter here.

use crate::args::FrontArgs;
use serde_json::Value;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What a compilation database says.
#[derive(Clone, Debug, Default)]
pub struct Database {
    /// Each file once, in the order of the database, with its own options.
    files: Vec<(PathBuf, FileOptions)>,
}

/// The options of one file that change how it is read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FileOptions {
    pub include_dirs: Vec<OsString>,
    pub defines: Vec<OsString>,
    pub undefines: Vec<OsString>,
    pub includes: Vec<OsString>,
    pub standard: Option<OsString>,
    /// The target that the build system makes from it, if its output says so.
    target: Option<String>,
}

/// A program of a project: a file that defines `main`, with all files of the project that define none.
#[derive(Clone, Debug)]
pub struct Target {
    pub name: String,
    pub files: Vec<PathBuf>,
}

impl Database {
    /// Reads `compile_commands.json`, or the one in a directory.
    pub fn read(path: &Path) -> Result<Database, String> {
        let path = if path.is_dir() { path.join("compile_commands.json") } else { path.to_owned() };
        let shown = path.display();
        let text = std::fs::read_to_string(&path).map_err(|e| format!("cannot read {shown}: {e}"))?;
        let base = path.parent().unwrap_or(Path::new("."));
        Database::parse(&text, base).map_err(|e| format!("{shown}: {e}"))
    }

    fn parse(text: &str, base: &Path) -> Result<Database, String> {
        let value: Value = serde_json::from_str(text).map_err(|e| e.to_string())?;
        let entries = value.as_array().ok_or("a list of compile commands is expected")?;
        let mut out = Database::default();
        for entry in entries {
            let directory = base.join(entry["directory"].as_str().unwrap_or("."));
            let file = directory.join(entry["file"].as_str().ok_or("an entry names no file")?);
            let words = match (entry["arguments"].as_array(), entry["command"].as_str()) {
                (Some(list), _) => list.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
                (None, Some(line)) => shell_words(line),
                (None, None) => return Err(format!("{} has no command", file.display())),
            };
            let is_c = file.extension().is_some_and(|e| e == "c" || e == "i");
            // The first word is the compiler. A file that is compiled twice is the same file.
            let file = as_seen_from_here(file);
            if is_c && !out.files.iter().any(|(known, _)| *known == file) {
                let mut options = file_options(words.get(1..).unwrap_or_default(), &directory);
                let output = entry["output"].as_str().map(str::to_owned).or(options.target.take());
                options.target = output.as_deref().and_then(target_of_output);
                out.files.push((file, options));
            }
        }
        if out.files.is_empty() {
            return Err("no C file is compiled".to_owned());
        }
        Ok(out)
    }

    /// The options of a file, if the database knows it.
    pub fn options(&self, file: &Path) -> Option<&FileOptions> {
        let file = as_seen_from_here(file.to_owned());
        self.files.iter().find(|(known, _)| *known == file).map(|(_, options)| options)
    }

    /// The programs of the project; the one that is named, if one is.
    pub fn targets(&self, wanted: Option<&str>) -> Result<Vec<Target>, String> {
        let has_main = |path: &Path| std::fs::read(path).is_ok_and(|text| mentions_main(&text));
        let (programs, others): (Vec<_>, Vec<_>) = self.files.iter().partition(|(path, _)| has_main(path));
        let mut targets: BTreeMap<String, Target> = BTreeMap::new();
        for (path, options) in programs {
            let stem = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
            let names = [options.target.clone(), Some(stem), Some(path.display().to_string())];
            let free = |name: &String| !targets.contains_key(name);
            let Some(name) = names.into_iter().flatten().find(free) else { continue };
            let files = std::iter::once(path.clone()).chain(others.iter().map(|(path, _)| path.clone()));
            targets.insert(name.clone(), Target { name, files: files.collect() });
        }
        let main_of = |target: &Target| target.files.first().map(|path| path.display().to_string());
        let names = || {
            let shown = |target: &Target| match main_of(target) {
                Some(file) if file != target.name => format!("{} ({file})", target.name),
                _ => target.name.clone(),
            };
            targets.values().map(shown).collect::<Vec<_>>().join(", ")
        };
        match wanted {
            // By the name of the target, or of the file with its `main`.
            Some(wanted) => {
                let has_file =
                    |target: &&Target| target.files.first().is_some_and(|path| path.ends_with(wanted));
                match targets.get(wanted).or_else(|| targets.values().find(has_file)) {
                    Some(target) => Ok(vec![target.clone()]),
                    None if targets.is_empty() => Err("no file of the project defines `main`".to_owned()),
                    None => Err(format!("there is no target `{wanted}`; there are {}", names())),
                }
            }
            None if targets.is_empty() => Err("no file of the project defines `main`".to_owned()),
            None => Ok(targets.into_values().collect()),
        }
    }
}

impl FrontArgs {
    /// How a file is read: as the command line says, and as its project does.
    pub fn for_file(&self, path: &Path) -> FrontArgs {
        let mut front = self.clone();
        let Some(own) = self.database.as_ref().and_then(|database| database.options(path)) else {
            return front;
        };
        front.include_dirs.extend(own.include_dirs.iter().cloned());
        front.defines.splice(0..0, own.defines.iter().cloned());
        front.undefines.splice(0..0, own.undefines.iter().cloned());
        front.includes.splice(0..0, own.includes.iter().cloned());
        front.standard = front.standard.or_else(|| own.standard.clone());
        front
    }

    pub fn with_database(mut self, database: &Arc<Database>) -> FrontArgs {
        self.database = Some(Arc::clone(database));
        self
    }
}

/// One name for each file, as short as the user would write it.
fn as_seen_from_here(path: PathBuf) -> PathBuf {
    let Ok(path) = path.canonicalize() else { return path };
    let here = std::env::current_dir().and_then(|here| here.canonicalize());
    match here.ok().and_then(|here| path.strip_prefix(here).ok().map(Path::to_owned)) {
        Some(inside) if inside.as_os_str().is_empty() => PathBuf::from("."),
        Some(inside) => inside,
        None => path,
    }
}

/// `CMakeFiles/NAME.dir/...`, or the name of a program.
fn target_of_output(output: &str) -> Option<String> {
    let mut parts = output.split('/');
    if let Some(directory) = parts.find_map(|part| part.strip_suffix(".dir")) {
        return Some(directory.to_owned());
    }
    let name = Path::new(output).file_name()?.to_string_lossy().into_owned();
    (!name.contains('.')).then_some(name)
}

fn file_options(words: &[String], directory: &Path) -> FileOptions {
    let mut out = FileOptions::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let mut value = |prefix: &str| -> Option<String> {
            let rest = word.strip_prefix(prefix)?;
            if rest.is_empty() { words.next().cloned() } else { Some(rest.to_owned()) }
        };
        let inside = |name: String| as_seen_from_here(directory.join(name)).into_os_string();
        if let Some(standard) = word.strip_prefix("-std=") {
            out.standard = Some(standard.into());
        } else if let Some(file) = value("-include") {
            let near = directory.join(&file);
            out.includes.push(if near.is_file() { near.into_os_string() } else { file.into() });
        } else if let Some(name) = INCLUDE_LIKE.iter().find_map(|prefix| value(prefix)) {
            out.include_dirs.push(inside(name));
        } else if let Some(definition) = value("-D") {
            out.defines.push(definition.into());
        } else if let Some(name) = value("-U") {
            out.undefines.push(name.into());
        } else if let Some(output) = value("-o") {
            out.target = Some(output);
        }
    }
    out
}

/// Options that name a directory of headers.
const INCLUDE_LIKE: [&str; 4] = ["-isystem", "-iquote", "-idirafter", "-I"];

/// The words of a command line as a shell takes them, without expansions.
fn shell_words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
            (Some('\''), c) => word.get_or_insert_default().push(c),
            (_, '\\') => word.get_or_insert_default().extend(chars.next()),
            (Some(_), c) => word.get_or_insert_default().push(c),
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (None, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// Whether a text looks as if it defined `main`: the word, outside of comments and texts, with a parenthesis and, behind its
/// parameters, a body.
fn mentions_main(text: &[u8]) -> bool {
    let clean = without_comments(text);
    let is_word = |byte: Option<&u8>| byte.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
    let mut from = 0;
    while let Some(at) = clean[from..].windows(4).position(|w| w == b"main").map(|at| at + from) {
        from = at + 4;
        let before = at.checked_sub(1).and_then(|i| clean.get(i));
        if is_word(before) || is_word(clean.get(from)) {
            continue;
        }
        let mut rest = clean[from..].iter().skip_while(|b| b.is_ascii_whitespace());
        if rest.next() != Some(&b'(') {
            continue;
        }
        let mut open = 1;
        let behind = rest.skip_while(|b| {
            match b {
                b'(' => open += 1,
                b')' => open -= 1,
                _ => {}
            }
            open > 0
        });
        // Old-style definitions declare their parameters before the body.
        let next = behind.skip(1).find(|b| !b.is_ascii_whitespace());
        if next.is_some_and(|b| *b == b'{' || b.is_ascii_alphabetic()) {
            return true;
        }
    }
    false
}

fn without_comments(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        let skip = |end: &[u8], from: usize| {
            text[from.min(text.len())..]
                .windows(end.len())
                .position(|w| w == end)
                .map_or(text.len(), |found| from + found + end.len())
        };
        match &text[at..] {
            [b'/', b'/', ..] => at = skip(b"\n", at),
            [b'/', b'*', ..] => at = skip(b"*/", at + 2),
            [b'"', ..] => {
                at += 1;
                while at < text.len() && text[at] != b'"' && text[at] != b'\n' {
                    at += if text[at] == b'\\' { 2 } else { 1 };
                }
                at += 1;
                continue;
            }
            [byte, ..] => {
                out.push(*byte);
                at += 1;
                continue;
            }
            [] => break,
        }
        out.push(b' ');
    }
    out
}

/// Compiler options as people paste them: those that do not change the meaning of the program are left out, the others are written as
/// this command line knows them. What follows `--` belongs to the program.
pub fn compiler_options(args: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut args = args.peekable();
    let mut out: Vec<OsString> = args.next().into_iter().collect();
    let command = args.peek().and_then(|a| a.to_str()).unwrap_or_default().to_owned();
    let reads_programs = matches!(command.as_str(), "check" | "run" | "show" | "svcomp");
    let writes_files = matches!(command.as_str(), "show" | "cfg");
    while let Some(arg) = args.next() {
        if arg == "--" {
            out.push(arg);
            break;
        }
        let Some(text) = arg.to_str().map(str::to_owned) else {
            out.push(arg);
            continue;
        };
        match text.as_str() {
            "-m32" | "-m64" | "-include" => out.push(format!("-{text}").into()),
            _ if text.starts_with("-std=") => out.push(format!("-{text}").into()),
            "-ansi" if reads_programs => out.push("--std=c90".into()),
            _ if !reads_programs => out.push(arg),
            "-isystem" | "-iquote" | "-idirafter" => out.push("-I".into()),
            "-o" if !writes_files => drop(args.next()),
            "-MF" | "-MT" | "-MQ" | "-Xlinker" | "-arch" | "-x" => drop(args.next()),
            _ if does_not_matter(&text) => {}
            _ => out.push(arg),
        }
    }
    out.extend(args);
    out
}

fn does_not_matter(option: &str) -> bool {
    const WHOLE: [&str; 14] = [
        "-c",
        "-S",
        "-s",
        "-w",
        "-g",
        "-ggdb",
        "-pipe",
        "-pthread",
        "-pedantic",
        "-pedantic-errors",
        "-static",
        "-shared",
        "-rdynamic",
        "-nostdlib",
    ];
    // With a letter behind, so that what looks like an option of ours is not taken for one.
    const BEGINNINGS: [&str; 9] = ["-O", "-W", "-f", "-M", "-l", "-L", "-g", "-m", "-R"];
    let long = option.len() > 2 && option.starts_with('-') && !option.starts_with("--");
    WHOLE.contains(&option)
        || matches!(option, "-O" | "-W" | "-M" | "-MM")
        || long && BEGINNINGS.iter().any(|beginning| option.starts_with(beginning))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_shell() {
        let words = shell_words(r#"cc -DX="a b" -D'Y=\n' a\ b.c  -DQ=\"q\""#);
        assert_eq!(words, ["cc", "-DX=a b", "-DY=\\n", "a b.c", "-DQ=\"q\""]);
    }

    #[test]
    fn options_of_a_file() {
        let words = shell_words(
            "-O2 -Iinc -I /abs -isystem sys -DN=1 -D M -UZ -include pre.h -std=c99 -o CMakeFiles/app.dir/a.c.o -c a.c",
        );
        let options = file_options(&words, Path::new("/p"));
        assert_eq!(options.include_dirs, ["/p/inc", "/abs", "/p/sys"]);
        assert_eq!(options.defines, ["N=1", "M"]);
        assert_eq!(options.undefines, ["Z"]);
        assert_eq!(options.includes, ["pre.h"]);
        assert_eq!(options.standard.unwrap(), "c99");
        assert_eq!(target_of_output(&options.target.unwrap()).as_deref(), Some("app"));
        assert_eq!(target_of_output("tool").as_deref(), Some("tool"));
        assert_eq!(target_of_output("a.o"), None);
    }

    #[test]
    fn mains_are_found_without_a_parser() {
        for text in [
            "int main(void) { return 0; }",
            "int main (int argc,\n char **argv)\n{",
            "main(c, v) char **v; {",
            "/* x */ int main(int (*f)(void)) {",
        ] {
            assert!(mentions_main(text.as_bytes()), "{text}");
        }
        for text in
            ["int main(void);", "// int main(void) {", "int domain(void) {", "x = \"main() {\";", "main"]
        {
            assert!(!mentions_main(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn compiler_options_are_accepted() {
        let read =
            |line: &str| -> Vec<OsString> { compiler_options(line.split_whitespace().map(OsString::from)) };
        let kept = "fafnir check -I sys -Ix -DX a.c --include pre.h --std=c99 -q";
        let line = "fafnir check -O2 -Wall -g3 -isystem sys -Ix -MMD -MF a.d -fPIC -march=native -DX -c a.c -o a.o -include pre.h -std=c99 -pthread -lm -q";
        assert_eq!(read(line), read(kept));
        let program = "fafnir run x.c -- -O2 -o y";
        assert_eq!(read(program).len(), 7);
        assert_eq!(read("fafnir cfg x.c -f main -o out.svg").len(), 7);
    }
}
