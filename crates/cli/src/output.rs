//! Writing to the terminal or a pipe.

use crate::args::{ColorChoice, OutputArgs};
use report::SourceLines;
use report::text::Style;
use std::cell::RefCell;
use std::collections::HashMap;
use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::time::SystemTime;

/// Prints to standard output. A reader that went away (`fafnir ... | head`) is no error.
pub fn print(text: impl AsRef<[u8]>) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_ref()).and_then(|()| out.flush());
}

/// Prints to standard error.
pub fn complain(text: impl AsRef<[u8]>) {
    let _ = std::io::stderr().lock().write_all(text.as_ref());
}

/// Where a text will be printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    Out,
    Error,
}

pub fn style(args: &OutputArgs, stream: Stream) -> Style {
    let terminal = || match stream {
        Stream::Out => std::io::stdout().is_terminal(),
        Stream::Error => std::io::stderr().is_terminal(),
    };
    let set = |name| std::env::var_os(name).is_some_and(|v| !v.is_empty());
    let coloured = match args.color {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => {
            !set("NO_COLOR") && std::env::var_os("TERM").is_none_or(|t| t != "dumb") && terminal()
        }
    };
    if coloured { Style::Coloured } else { Style::Plain }
}

/// How many columns the terminal has, if the stream is one.
pub fn columns(stream: Stream) -> Option<usize> {
    let size = match stream {
        Stream::Out => terminal_size::terminal_size_of(std::io::stdout()),
        Stream::Error => terminal_size::terminal_size_of(std::io::stderr()),
    };
    size.map(|(width, _)| usize::from(width.0)).filter(|columns| *columns > 0)
}

/// The lines of the user's files, read when the first message needs them.
#[derive(Debug, Default)]
pub struct FileLines {
    files: RefCell<HashMap<String, Option<Vec<Arc<str>>>>>,
    /// A file that changed after the preprocessed text was made says nothing about it.
    newest: Option<SystemTime>,
}

/// Files larger than this are shown as they were preprocessed.
const LARGEST_FILE: u64 = 64 << 20;

impl FileLines {
    /// Shows only files that are not newer than `newest`.
    pub fn not_newer_than(newest: Option<SystemTime>) -> FileLines {
        FileLines { files: RefCell::default(), newest }
    }

    /// Gives the text of something that is not a file.
    pub fn add(&self, name: &str, text: &[u8]) {
        self.files.borrow_mut().insert(name.to_owned(), Some(split(text)));
    }

    fn read(&self, name: &str) -> Option<Vec<Arc<str>>> {
        if name.starts_with('<') {
            return None;
        }
        let meta = std::fs::metadata(name).ok()?;
        let changed = self.newest.is_some_and(|newest| meta.modified().map_or(true, |m| m > newest));
        if !meta.is_file() || meta.len() > LARGEST_FILE || changed {
            return None;
        }
        Some(split(&std::fs::read(name).ok()?))
    }
}

fn split(text: &[u8]) -> Vec<Arc<str>> {
    String::from_utf8_lossy(text).lines().map(Arc::from).collect()
}

impl SourceLines for FileLines {
    fn line(&self, file: &str, line: u32) -> Option<Arc<str>> {
        let mut files = self.files.borrow_mut();
        let lines = files.entry(file.to_owned()).or_insert_with(|| self.read(file)).as_ref()?;
        lines.get((line as usize).checked_sub(1)?).cloned()
    }
}
