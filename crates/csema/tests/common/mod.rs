//! What the integration tests share.
#![allow(dead_code)]

use base::SourceMap;
use csema::types::DataModel;
use fafnir_csema as csema;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The C files of a directory beside the tests, in order; there must be some.
pub(crate) fn c_files(directory: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(directory);
    let mut files: Vec<PathBuf> = std::fs::read_dir(&root)
        .unwrap_or_else(|error| panic!("{}: {error}", root.display()))
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "c"))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no test programs in {}", root.display());
    files
}

pub(crate) struct Analysis {
    pub(crate) map: SourceMap,
    pub(crate) result: csema::SemaResult,
}

impl Analysis {
    /// `line: message` of every error and, if asked, warning.
    pub(crate) fn messages(&self, warnings: bool) -> Vec<(u32, csema::Severity, String)> {
        let mut all = Vec::new();
        for diagnostic in &self.result.diagnostics {
            if diagnostic.severity == csema::Severity::Warning && !warnings {
                continue;
            }
            let line = self.map.locate(diagnostic.span).map_or(0, |l| l.line);
            let mut text = diagnostic.message.clone();
            for (_, note) in &diagnostic.notes {
                text.push_str("; ");
                text.push_str(note);
            }
            all.push((line, diagnostic.severity, text));
        }
        all
    }
}

/// Parses (there must be no syntax error) and analyses a text.
pub(crate) fn analyze(name: &str, text: &str, model: DataModel) -> Analysis {
    let mut map = SourceMap::new();
    let file = map.add(name, text.as_bytes()).unwrap();
    let parsed =
        csyntax::parse(&map.file(file).text, map.file(file).start, &csyntax::ParseOptions::default());
    assert!(
        parsed.errors.is_empty(),
        "{name}: {:?} {:?}",
        map.locate(parsed.errors[0].span),
        parsed.errors[0]
    );
    let result = csema::analyze(parsed.ast, csema::Options { model });
    Analysis { map, result }
}

/// Compiles a program with gcc and runs it. `None`, with a message, if gcc (or its data model) is missing.
pub(crate) fn compile_and_run(test: &str, program: &str, flag: &str) -> Option<String> {
    let dir = std::env::temp_dir().join(format!("fafnir-csema-{test}-{}{flag}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let (source, binary) = (dir.join("program.c"), dir.join("program"));
    std::fs::write(&source, program).unwrap();
    let compiled = Command::new("gcc").args([flag, "-w", "-O0", "-o"]).arg(&binary).arg(&source).output();
    let answer = match compiled {
        Ok(output) if output.status.success() => {
            let run = Command::new(&binary).output().unwrap();
            Some(String::from_utf8_lossy(&run.stdout).into_owned())
        }
        Ok(output) => {
            let message = String::from_utf8_lossy(&output.stderr).into_owned();
            let missing = ["No such file", "cannot find", "sorry"].iter().any(|sign| message.contains(sign));
            assert!(missing, "{test}: gcc {flag} rejects the program:\n{message}");
            None
        }
        Err(_) => None,
    };
    let _ = std::fs::remove_dir_all(&dir);
    if answer.is_none() {
        eprintln!("SKIPPED: gcc {flag} is not available, {test} was not compared with it");
    }
    answer
}
