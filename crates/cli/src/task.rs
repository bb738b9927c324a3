//! Verification tasks: SV-COMP's task definitions (`.yml`, format 2.0), lists (`.tsv`), directories, single programs.

use std::path::{Path, PathBuf};

/// A program and what is asked of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// What tables call it.
    pub name: String,
    pub file: PathBuf,
    /// `lp64` or `ilp32`.
    pub data_model: String,
    /// A property file, or nothing for what `check` asks by default.
    pub prp: Option<PathBuf>,
    pub expected: Expected,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Expected {
    Unknown,
    True,
    /// With the properties that are violated, if they are named.
    False(Vec<String>),
}

/// What a task definition says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Definition {
    pub input_files: Vec<String>,
    /// Property file, expected verdict, subproperty.
    pub properties: Vec<(String, Option<bool>, Option<String>)>,
    pub data_model: Option<String>,
}

/// Reads the part of YAML that task definitions are written in: mappings, lists and scalars, by indentation.
pub fn definition(text: &str) -> Result<Definition, String> {
    let mut out = Definition::default();
    let mut section = String::new();
    for (number, raw) in text.lines().enumerate() {
        let line = without_comment(raw);
        if line.trim().is_empty() || line.trim() == "---" {
            continue;
        }
        let indent = line.len() - line.trim_start().len();
        let mut rest = line.trim();
        let item = rest.starts_with("- ") || rest == "-";
        if item {
            rest = rest[1..].trim();
        }
        if indent == 0 && !item {
            let (key, value) =
                pair(rest).ok_or_else(|| format!("line {}: `{rest}` is not `key: value`", number + 1))?;
            section = key.to_owned();
            match (key, value) {
                ("format_version", v) if !v.starts_with('2') && !v.starts_with('1') => {
                    return Err(format!("version {v} of task definitions is not known"));
                }
                ("input_files", v) if !v.is_empty() => out.input_files.extend(list(v)),
                _ => {}
            }
            continue;
        }
        match section.as_str() {
            "input_files" if item => out.input_files.push(unquoted(rest)),
            "properties" => {
                if item {
                    out.properties.push((String::new(), None, None));
                }
                if let (Some((key, value)), Some(last)) = (pair(rest), out.properties.last_mut()) {
                    match key {
                        "property_file" => last.0 = value,
                        "expected_verdict" => last.1 = value.parse().ok(),
                        "subproperty" => last.2 = Some(value),
                        _ => {}
                    }
                }
            }
            "options" => {
                if let Some(("data_model", value)) = pair(rest) {
                    out.data_model = Some(value);
                }
            }
            _ => {}
        }
    }
    match out.input_files.is_empty() {
        true => Err("no input_files are named".to_owned()),
        false => Ok(out),
    }
}

fn without_comment(line: &str) -> &str {
    let mut quote = None;
    for (at, c) in line.char_indices() {
        match (quote, c) {
            (None, '#') if at == 0 || line[..at].ends_with(' ') => return &line[..at],
            (None, '"' | '\'') => quote = Some(c),
            (Some(q), c) if q == c => quote = None,
            _ => {}
        }
    }
    line
}

fn pair(text: &str) -> Option<(&str, String)> {
    let (key, value) = text.split_once(':')?;
    Some((key.trim(), unquoted(value.trim())))
}

fn unquoted(text: &str) -> String {
    let inner = |q: char| text.strip_prefix(q).and_then(|t| t.strip_suffix(q));
    inner('\'').or_else(|| inner('"')).unwrap_or(text).to_owned()
}

fn list(value: String) -> Vec<String> {
    match value.strip_prefix('[').and_then(|v| v.strip_suffix(']')) {
        Some(inner) => inner.split(',').map(|v| unquoted(v.trim())).collect(),
        None => vec![value],
    }
}

/// The tasks of one argument. Of a task definition, one task per property that we check.
pub fn tasks(argument: &Path) -> Result<Vec<Task>, String> {
    let shown = argument.display();
    if argument.is_dir() {
        return directory(argument);
    }
    let extension = argument.extension().and_then(|e| e.to_str()).unwrap_or_default();
    let read = || std::fs::read_to_string(argument).map_err(|e| format!("cannot read {shown}: {e}"));
    match extension {
        "yml" | "yaml" => {
            let definition = definition(&read()?).map_err(|e| format!("{shown}: {e}"))?;
            Ok(of_definition(argument, &definition))
        }
        "tsv" => {
            Ok(read()?.lines().filter(|l| !l.trim().is_empty() && !l.starts_with('#')).map(of_line).collect())
        }
        "set" => {
            let base = argument.parent().unwrap_or(Path::new("."));
            let mut out = Vec::new();
            for line in read()?.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#')) {
                out.extend(pattern(&base.join(line))?);
            }
            Ok(out)
        }
        "c" | "i" => match argument.is_file() {
            true => Ok(vec![of_program(argument)]),
            false => Err(format!("cannot read {shown}")),
        },
        _ => Err(format!("{shown} is no task: .yml, .set, .tsv, .c, .i or a directory is expected")),
    }
}

fn of_program(file: &Path) -> Task {
    Task {
        name: file.display().to_string(),
        file: file.to_owned(),
        data_model: "lp64".to_owned(),
        prp: None,
        expected: Expected::Unknown,
    }
}

/// `path, data model, check, expected, ...`, separated by tabs.
fn of_line(line: &str) -> Task {
    let columns: Vec<&str> = line.split('\t').collect();
    let column = |i: usize| columns.get(i).copied().unwrap_or_default();
    let expected = match column(3) {
        "clean" => Expected::True,
        other => match other.strip_prefix("findings:") {
            Some(list) => {
                let names = list.split_whitespace().map(|w| w.split(':').next().unwrap_or(w).to_owned());
                Expected::False(names.collect())
            }
            None => Expected::Unknown,
        },
    };
    Task {
        data_model: if column(1) == "ilp32" { "ilp32" } else { "lp64" }.to_owned(),
        expected,
        ..of_program(Path::new(column(0)))
    }
}

fn of_definition(path: &Path, definition: &Definition) -> Vec<Task> {
    let base = path.parent().unwrap_or(Path::new("."));
    let Some(file) = definition.input_files.first().map(|f| base.join(f)) else { return Vec::new() };
    let data_model = match definition.data_model.as_deref() {
        Some("LP64") => "lp64",
        // SV-COMP's default.
        _ => "ilp32",
    };
    let task = |prp: Option<PathBuf>, expected: Expected, name: String| Task {
        name,
        file: file.clone(),
        data_model: data_model.to_owned(),
        prp,
        expected,
    };
    if definition.properties.is_empty() {
        return vec![task(None, Expected::Unknown, path.display().to_string())];
    }
    definition
        .properties
        .iter()
        .filter_map(|(property, verdict, sub)| {
            let prp = base.join(property);
            let known =
                std::fs::read_to_string(&prp).ok().is_none_or(|t| crate::values::property_file(&t).is_ok());
            let expected = match verdict {
                None => Expected::Unknown,
                Some(true) => Expected::True,
                Some(false) => Expected::False(sub.iter().cloned().collect()),
            };
            let stem =
                Path::new(property).file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
            known.then(|| task(Some(prp), expected, format!("{} {stem}", path.display())))
        })
        .collect()
}

/// The task definitions of a directory and of those below it; if there are none, its programs.
fn directory(directory: &Path) -> Result<Vec<Task>, String> {
    let mut files = Vec::new();
    let mut work = vec![directory.to_owned()];
    while let Some(at) = work.pop() {
        let entries = std::fs::read_dir(&at).map_err(|e| format!("cannot read {}: {e}", at.display()))?;
        for entry in entries.flatten() {
            let kind = entry.file_type();
            if kind.as_ref().is_ok_and(|t| t.is_dir()) {
                work.push(entry.path());
            } else if kind.is_ok_and(|t| t.is_file()) {
                files.push(entry.path());
            }
        }
    }
    files.sort();
    let of_kind = |kinds: &[&str]| -> Vec<PathBuf> {
        let is = |f: &&PathBuf| f.extension().and_then(|e| e.to_str()).is_some_and(|e| kinds.contains(&e));
        files.iter().filter(is).cloned().collect()
    };
    let definitions = of_kind(&["yml"]);
    let chosen = if definitions.is_empty() { of_kind(&["c", "i"]) } else { definitions };
    let mut out = Vec::new();
    for file in chosen {
        // Other tools keep files of this kind, too.
        out.extend(tasks(&file).unwrap_or_default());
    }
    Ok(out)
}

/// Tasks whose names match, with `*` in the last part of the path.
fn pattern(path: &Path) -> Result<Vec<Task>, String> {
    let last = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    if !last.contains('*') {
        return tasks(path);
    }
    let base = path.parent().unwrap_or(Path::new("."));
    let entries = std::fs::read_dir(base).map_err(|e| format!("cannot read {}: {e}", base.display()))?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
    files.retain(|f| f.file_name().is_some_and(|n| matches(&last, &n.to_string_lossy())));
    files.sort();
    let mut out = Vec::new();
    for file in files {
        out.extend(tasks(&file)?);
    }
    Ok(out)
}

fn matches(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = name.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    let parts: Vec<&str> = parts.collect();
    for (i, part) in parts.iter().enumerate() {
        if i + 1 == parts.len() {
            return rest.ends_with(part);
        }
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn task_definitions_are_read() {
        let text = "format_version: '2.0'\n\n# comment\ninput_files: 'list.i'\n\nproperties:\n  - property_file: ../properties/unreach-call.prp\n    expected_verdict: true\n  - property_file: ../properties/valid-memsafety.prp  # here, too\n    expected_verdict: false\n    subproperty: valid-memtrack\n\noptions:\n  language: C\n  data_model: LP64\n";
        let definition = definition(text).unwrap();
        assert_eq!(definition.input_files, ["list.i"]);
        assert_eq!(definition.data_model.as_deref(), Some("LP64"));
        assert_eq!(definition.properties.len(), 2);
        assert_eq!(
            definition.properties[1],
            ("../properties/valid-memsafety.prp".to_owned(), Some(false), Some("valid-memtrack".to_owned()))
        );
    }

    #[test]
    fn lists_of_inputs_and_bad_files() {
        let two = definition("format_version: 2.0\ninput_files:\n  - \"a.c\"\n  - b.c\n").unwrap();
        assert_eq!(two.input_files, ["a.c", "b.c"]);
        assert!(definition("properties: []\n").is_err());
        assert!(definition("format_version: '7.0'\ninput_files: x\n").is_err());
        assert!(definition("hello").is_err());
    }

    #[test]
    fn names_match_patterns() {
        assert!(matches("*.yml", "a.yml") && matches("list*.yml", "list-2.yml") && matches("a*b*c", "aXbYc"));
        assert!(!matches("*.yml", "a.c") && !matches("list*.yml", "lost.yml"));
    }

    #[test]
    fn lines_of_lists() {
        let task = of_line("x.i\tilp32\tall\tfindings: valid-free:double-free valid-deref\tgolden");
        assert_eq!(task.data_model, "ilp32");
        assert_eq!(task.expected, Expected::False(vec!["valid-free".to_owned(), "valid-deref".to_owned()]));
    }
}
