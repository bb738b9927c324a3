//! `fafnir lsp`: a language server, on standard input and output.
//!
//! A file is checked when it is opened and when it is saved. Hovering a variable shows what it may hold before the line is
//! executed; a lens at every loop shows the loop's invariant as a picture.

use crate::args::{AnalysisArgs, CheckArgs, Cli, Command, EngineArgs};
use crate::check::{self, Answer, Failure, budget};
use crate::driver::{self, LoadError, Loaded};
use crate::preprocess::ReadError;
use crate::{Exit, guard, show};
use base::Span;
use clap::Parser as _;
use report::{Diagnostic, Severity, Sources, messages, picture};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};
use std::io::{BufRead, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};
use verdict::picture::{Shapes, Value as Shown};
use verdict::{InvariantContent, PlaceKind, Verdict};

/// What one check or one hover may take, unless the client says otherwise.
const TIME: Duration = Duration::from_secs(10);
/// Steps of a trace that go with a diagnostic.
const STEPS: usize = 40;
/// No message is longer than this.
const LONGEST: usize = 64 << 20;

pub fn main() -> Exit {
    let mut server = Server {
        out: Box::new(std::io::stdout()),
        time: TIME,
        options: Vec::new(),
        programs: HashMap::new(),
        invariants: HashMap::new(),
        published: HashMap::new(),
        shut_down: false,
    };
    let mut input = std::io::stdin().lock();
    while let Some(message) = receive(&mut input) {
        if message["method"] == "exit" {
            return if server.shut_down { Exit::Proved } else { Exit::Violated };
        }
        server.handle(&message);
    }
    Exit::Violated
}

/// The next message; `None` when there are no more, or when what comes is no message.
fn receive(input: &mut dyn BufRead) -> Option<Value> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if Read::take(&mut *input, 4096).read_line(&mut line).ok()? == 0 {
            return None;
        }
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse::<usize>().ok();
        }
    }
    let mut body = vec![0; length.filter(|l| *l <= LONGEST)?];
    input.read_exact(&mut body).ok()?;
    Some(serde_json::from_slice(&body).unwrap_or(Value::Null))
}

/// A program that was read, and what has been asked about it.
struct Known {
    changed: Option<SystemTime>,
    loaded: Loaded,
    engines: EngineArgs,
    analysis: AnalysisArgs,
    /// By line; an error is why nothing is known.
    shapes: HashMap<u32, Result<Vec<Shapes>, String>>,
}

#[derive(Default)]
struct LoopInvariant {
    formulas: Vec<String>,
    shapes: Vec<Shapes>,
}

struct Server {
    out: Box<dyn Write>,
    time: Duration,
    /// Options for every check, as on the command line.
    options: Vec<String>,
    programs: HashMap<PathBuf, Known>,
    /// What the last proof of a file rests on, by the lines of loops.
    invariants: HashMap<PathBuf, BTreeMap<u32, LoopInvariant>>,
    /// Files that have diagnostics, by the file whose check found them.
    published: HashMap<PathBuf, Vec<String>>,
    shut_down: bool,
}

impl Server {
    fn send(&mut self, message: &Value) {
        let body = message.to_string();
        let _ =
            write!(self.out, "Content-Length: {}\r\n\r\n{body}", body.len()).and_then(|()| self.out.flush());
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn handle(&mut self, message: &Value) {
        let params = &message["params"];
        let uri = params["textDocument"]["uri"].as_str().unwrap_or_default().to_owned();
        let method = message["method"].as_str().unwrap_or_default();
        let Some(id) = message.get("id").filter(|id| !id.is_null() && !method.is_empty()) else {
            match method {
                "textDocument/didOpen" | "textDocument/didSave" => self.check(&uri),
                "textDocument/didClose" => self.forget(&uri),
                _ => {}
            }
            return;
        };
        let result = match method {
            "initialize" => self.initialize(params),
            "shutdown" => {
                self.shut_down = true;
                Ok(Value::Null)
            }
            "textDocument/hover" => Ok(self.hover(&uri, &params["position"]).unwrap_or(Value::Null)),
            "textDocument/codeLens" => Ok(self.lenses(&uri)),
            "workspace/executeCommand" if params["command"] == "fafnir.showInvariant" => {
                self.invariant(&params["arguments"])
            }
            _ => Err((-32601, format!("`{method}` is not supported"))),
        };
        let answer = match result {
            Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
            Err((code, message)) => {
                json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } })
            }
        };
        self.send(&answer);
    }

    fn initialize(&mut self, params: &Value) -> Result<Value, (i32, String)> {
        let options = &params["initializationOptions"];
        if let Some(seconds) = options["timeSeconds"].as_f64().filter(|s| (0.1..=3600.0).contains(s)) {
            self.time = Duration::from_secs_f64(seconds);
        }
        if let Some(list) = options["options"].as_array() {
            self.options = list.iter().filter_map(|o| o.as_str().map(str::to_owned)).collect();
        }
        Ok(json!({
            "capabilities": {
                "positionEncoding": "utf-16",
                "textDocumentSync": { "openClose": true, "change": 0, "save": true },
                "hoverProvider": true,
                "codeLensProvider": { "resolveProvider": false },
                "executeCommandProvider": { "commands": ["fafnir.showInvariant"] },
            },
            "serverInfo": { "name": "fafnir", "version": env!("CARGO_PKG_VERSION") },
        }))
    }

    /// The arguments of `fafnir check` for a file.
    fn arguments(&self, path: &Path) -> Result<crate::args::CheckArgs, String> {
        let mut line: Vec<std::ffi::OsString> = vec!["fafnir".into(), "check".into(), "--quiet".into()];
        line.extend(self.options.iter().map(Into::into));
        line.push(path.into());
        match Cli::try_parse_from(crate::args::normalize(line.into_iter())) {
            Ok(Cli { command: Command::Check(mut args) }) => {
                args.limits.time.get_or_insert(self.time);
                Ok(*args)
            }
            Ok(_) => Err("the options are not those of a check".to_owned()),
            Err(e) => Err(e.to_string()),
        }
    }

    fn check(&mut self, uri: &str) {
        let Some(path) = path_of(uri) else { return };
        self.programs.remove(&path);
        self.invariants.remove(&path);
        let args = match self.arguments(&path) {
            Ok(args) => CheckArgs { invariants: true, ..args },
            Err(message) => {
                return self.notify("window/showMessage", json!({ "type": 1, "message": message }));
            }
        };
        let mut found: BTreeMap<String, Vec<Value>> = BTreeMap::new();
        found.insert(uri.to_owned(), Vec::new());
        let mut add = |diagnostic: &Diagnostic, sources: &Sources<'_>| {
            let (file, value) = lsp_diagnostic(diagnostic, sources, uri);
            found.entry(file).or_default().push(value);
        };
        match check::answer(args) {
            Ok(answer) => {
                self.invariants.insert(path.clone(), loop_invariants(&answer, &path));
                let sources = answer.input.sources();
                answer.warnings.iter().for_each(|w| add(w, &sources));
                for message in answer.messages() {
                    add(&message, &sources);
                }
                if let Verdict::Unknown(reason) = answer.outcome.verdict() {
                    let mut message = messages::unknown(reason);
                    message.severity = Severity::Note;
                    add(&message, &sources);
                }
            }
            Err(Failure::Load(LoadError::Program { input, diagnostics })) => {
                let sources = input.sources();
                diagnostics.iter().for_each(|d| add(d, &sources));
            }
            Err(Failure::Load(LoadError::Read(error))) => {
                let text = match error {
                    ReadError::Message(message) => message,
                    ReadError::Preprocessor(bytes) => String::from_utf8_lossy(&bytes).trim_end().to_owned(),
                };
                let input = driver::Input::default();
                add(&Diagnostic::error(text, Span::NONE), &input.sources());
            }
            Err(Failure::Usage(message)) => {
                return self.notify("window/showMessage", json!({ "type": 1, "message": message }));
            }
        }
        let files: Vec<String> = found.keys().cloned().collect();
        for old in self.published.insert(path, files).unwrap_or_default() {
            found.entry(old).or_default();
        }
        for (file, diagnostics) in found {
            self.notify(
                "textDocument/publishDiagnostics",
                json!({ "uri": file, "diagnostics": diagnostics }),
            );
        }
    }

    fn forget(&mut self, uri: &str) {
        let Some(path) = path_of(uri) else { return };
        self.programs.remove(&path);
        self.invariants.remove(&path);
        for file in self.published.remove(&path).unwrap_or_default() {
            self.notify("textDocument/publishDiagnostics", json!({ "uri": file, "diagnostics": [] }));
        }
    }

    /// The program in a file, read again if the file changed.
    fn program(&mut self, path: &Path) -> Option<&mut Known> {
        let changed = std::fs::metadata(path).ok().and_then(|m| m.modified().ok());
        if self.programs.get(path).is_none_or(|known| known.changed != changed) {
            let args = self.arguments(path).ok()?;
            let loaded = guard::catch(|| driver::load(&args.files, &args.front)).ok()?.ok()?;
            let (engines, analysis) = (args.engines, args.analysis);
            let known = Known { changed, loaded, engines, analysis, shapes: HashMap::new() };
            self.programs.insert(path.to_owned(), known);
        }
        self.programs.get_mut(path)
    }

    /// What the memory may look like before a line (counted from one).
    fn shapes(&mut self, path: &Path, line: u32) -> Option<Result<&[Shapes], &str>> {
        let time = self.time;
        let known = self.program(path)?;
        if !known.shapes.contains_key(&line) {
            let loaded = &known.loaded;
            let on_line = |span: Span| {
                loaded.input.map.locate(span).is_some_and(|l| l.line == line && Path::new(&*l.file) == path)
            };
            let points = show::points_at(&loaded.program, &on_line);
            let limits = crate::args::LimitArgs { time: Some(time), ..Default::default() };
            let limits = budget(&limits, None, Instant::now());
            let (engines, analysis) = (&known.engines, &known.analysis);
            let shapes = match points.is_empty() {
                true => Ok(Vec::new()),
                false => guard::catch(|| show::shapes_at(loaded, &points, &limits, engines, analysis))
                    .unwrap_or_else(|p| Err(format!("internal error: {}", p.message))),
            };
            known.shapes.insert(line, shapes);
        }
        known.shapes.get(&line).map(|shapes| shapes.as_deref().map_err(String::as_str))
    }

    fn hover(&mut self, uri: &str, position: &Value) -> Option<Value> {
        let path = path_of(uri)?;
        let line = u32::try_from(position["line"].as_u64()?).ok()?;
        let text = std::fs::read_to_string(&path).ok()?;
        let (word, from, to) =
            word_at(text.lines().nth(line as usize)?, position["character"].as_u64()? as usize)?;
        let range = json!({
            "start": { "line": line, "character": from },
            "end": { "line": line, "character": to },
        });
        let shapes = self.shapes(&path, line + 1)?.unwrap_or_default();
        let mut values: Vec<String> = Vec::new();
        let mut ranges: Option<(Option<i128>, Option<i128>)> = None;
        let mut only_ranges = true;
        let mut ty = None;
        let mut incomplete = None;
        for one in shapes {
            incomplete = incomplete.or(one.incomplete.as_deref());
            for drawn in &one.pictures {
                let variable = drawn.variables.iter().find(|v| v.name == word);
                let object = drawn.objects.iter().find(|o| o.name.as_deref() == Some(&word));
                let value = match (variable, object) {
                    (Some(v), _) => {
                        ty = Some(v.ty.clone());
                        match v.value {
                            Shown::Number { least, most } => {
                                let (low, high) = ranges.unwrap_or((least, most));
                                let low = low.zip(least).map(|(a, b)| a.min(b));
                                ranges = Some((low, high.zip(most).map(|(a, b)| a.max(b))));
                            }
                            _ => only_ranges = false,
                        }
                        picture::value_in_words(&v.value, drawn)
                    }
                    (None, Some(o)) => {
                        only_ranges = false;
                        ty = o.ty.clone().or(ty);
                        let fields: Vec<String> = o
                            .fields
                            .iter()
                            .map(|f| {
                                let value = picture::value_in_words(&f.value, drawn);
                                if f.name.is_empty() { value } else { format!(".{} = {value}", f.name) }
                            })
                            .collect();
                        fields.join(", ")
                    }
                    (None, None) => continue,
                };
                if !values.contains(&value) {
                    values.push(value);
                }
            }
        }
        if values.is_empty() {
            // Nothing is said of words that are no variables; but a line that the analysis has not come to may be reached.
            let unseen = shapes.iter().all(|one| one.pictures.is_empty());
            let reason = incomplete.filter(|_| unseen)?;
            let text = format!("This line was not analysed: {reason}.");
            return Some(json!({ "contents": { "kind": "markdown", "value": text }, "range": range }));
        }
        // Of numbers, the range that all shapes together allow says more than a list.
        if let (Some((least, most)), true) = (ranges, only_ranges) {
            values = vec![match (least, most) {
                (None, None) => "any number".to_owned(),
                _ => picture::number(least, most),
            }];
        }
        let ty = ty.map(|t| format!(" : {t}")).unwrap_or_default();
        let list: String = values.iter().map(|v| format!("- {v}\n")).collect();
        let doubt = match incomplete {
            None => String::new(),
            Some(reason) => format!("\nThere may be others: {reason}.\n"),
        };
        let text = format!("`{word}{ty}`, before this line:\n\n{list}{doubt}");
        Some(json!({
            "contents": { "kind": "markdown", "value": text },
            "range": range,
        }))
    }

    fn lenses(&mut self, uri: &str) -> Value {
        let Some(path) = path_of(uri) else { return json!([]) };
        let Some(known) = self.program(&path) else { return json!([]) };
        let program = &known.loaded.program;
        let mut lines: Vec<u32> = portfolio::loop_heads(program)
            .into_iter()
            .filter_map(|point| known.loaded.input.map.locate(portfolio::span_of(program, point)))
            .filter(|at| Path::new(&*at.file) == path)
            .map(|at| at.line)
            .collect();
        lines.sort_unstable();
        lines.dedup();
        let lens = |line: u32| {
            let at = json!({ "line": line - 1, "character": 0 });
            json!({
                "range": { "start": at, "end": at },
                "command": { "title": "loop invariant", "command": "fafnir.showInvariant", "arguments": [uri, line] },
            })
        };
        lines.into_iter().map(lens).collect()
    }

    /// The picture of a loop's invariant, as SVG.
    fn invariant(&mut self, arguments: &Value) -> Result<Value, (i32, String)> {
        let path = arguments[0].as_str().and_then(path_of);
        let line = arguments[1].as_u64().and_then(|l| u32::try_from(l).ok());
        let (Some(path), Some(line)) = (path, line) else {
            return Err((-32602, "a file's URI and a line are expected".to_owned()));
        };
        let shown = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        if let Some(known) = self.invariants.get(&path).and_then(|lines| lines.get(&line))
            && let Some(shapes) = known.shapes.first()
        {
            let title = format!("{shown}:{line} in {}", shapes.function);
            let formulas: String = known.formulas.iter().map(|formula| format!("  {formula}\n")).collect();
            return Ok(json!({
                "title": title,
                "svg": picture::svg_of_shapes(shapes, &title, Some(&title)),
                "text": picture::shapes_in_words(shapes, &title) + &formulas,
            }));
        }
        let shapes = self.shapes(&path, line).transpose().map_err(|message| (-32803, message.to_owned()))?;
        let Some(shapes) = shapes.and_then(<[Shapes]>::first) else {
            return Err((-32803, "this line has no code that is executed".to_owned()));
        };
        let title = format!("{shown}:{line} in {}", shapes.function);
        Ok(json!({
            "title": title,
            "svg": picture::svg_of_shapes(shapes, &title, Some(&title)),
            "text": picture::shapes_in_words(shapes, &title),
        }))
    }
}

/// The invariants of the loops in a file, by the lines that they begin on.
fn loop_invariants(answer: &Answer, path: &Path) -> BTreeMap<u32, LoopInvariant> {
    let mut lines: BTreeMap<u32, LoopInvariant> = BTreeMap::new();
    for invariant in answer.outcome.invariants.iter().filter(|i| i.at.kind == PlaceKind::LoopHead) {
        let Some(at) = answer.input.map.locate(invariant.at.span) else { continue };
        if Path::new(&*at.file) != path {
            continue;
        }
        let known = lines.entry(at.line).or_default();
        match &invariant.what {
            InvariantContent::Formula(formula) => {
                let text = formula.to_text(&answer.names);
                known.formulas.extend(Some(text).filter(|text| text != "1"));
            }
            InvariantContent::Shapes(pictures) => known.shapes.push(Shapes {
                span: invariant.at.span,
                function: answer.names.resolve(invariant.at.function).to_owned(),
                name: None,
                pictures: pictures.clone(),
                incomplete: None,
            }),
        }
    }
    lines
}

fn path_of(uri: &str) -> Option<PathBuf> {
    let path = uri.strip_prefix("file://")?;
    let bytes = path.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let hex = bytes.get(at + 1..at + 3).and_then(|h| std::str::from_utf8(h).ok());
        match (bytes[at], hex.and_then(|h| u8::from_str_radix(h, 16).ok())) {
            (b'%', Some(byte)) => {
                out.push(byte);
                at += 3;
            }
            (byte, _) => {
                out.push(byte);
                at += 1;
            }
        }
    }
    Some(PathBuf::from(String::from_utf8(out).ok()?))
}

fn uri_of(path: &str) -> String {
    let absolute = std::path::absolute(path)
        .map(|p| p.to_string_lossy().into_owned())
        .unwrap_or_else(|_| path.to_owned());
    let mut out = String::from("file://");
    for byte in absolute.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                out.push(byte as char)
            }
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

/// A place as the protocol counts: lines from zero, characters in UTF-16 units.
fn place(span: Span, sources: &Sources<'_>) -> Option<(String, Value)> {
    let spot = sources.spot(span)?;
    if spot.file.starts_with('<') {
        return None;
    }
    let units = |end: usize| spot.text[..end].encode_utf16().count();
    let line = spot.line.saturating_sub(1);
    let range = json!({
        "start": { "line": line, "character": units(spot.range.start) },
        "end": { "line": line, "character": units(spot.range.end) },
    });
    Some((uri_of(&spot.file), range))
}

fn lsp_diagnostic(diagnostic: &Diagnostic, sources: &Sources<'_>, fallback: &str) -> (String, Value) {
    let start = json!({ "line": 0, "character": 0 });
    let (file, range) = place(diagnostic.primary.span, sources)
        .unwrap_or_else(|| (fallback.to_owned(), json!({ "start": start, "end": start })));
    // Editors compare URIs as texts, so the one that the client uses is kept.
    let file = if path_of(&file) == path_of(fallback) { fallback.to_owned() } else { file };
    let mut message = diagnostic.message.clone();
    if !diagnostic.primary.text.is_empty() {
        message = format!("{message}: {}", diagnostic.primary.text);
    }
    for note in &diagnostic.notes {
        message.push_str(&format!("\n{}", note.text));
    }
    if let Some(help) = &diagnostic.help {
        message.push_str(&format!("\nhelp: {help}"));
    }
    let labels = diagnostic.secondary.iter().map(|l| (l.span, &l.text));
    let steps = diagnostic.trace.iter().take(STEPS).map(|s| (s.span, &s.text));
    let related: Vec<Value> = labels
        .chain(steps)
        .filter_map(|(span, text)| {
            let (uri, range) = place(span, sources)?;
            Some(json!({ "location": { "uri": uri, "range": range }, "message": text }))
        })
        .collect();
    let mut value = json!({
        "range": range,
        "severity": match diagnostic.severity { Severity::Error => 1, Severity::Warning => 2, Severity::Note => 3 },
        "source": "fafnir",
        "message": message,
        "relatedInformation": related,
    });
    if let Some(code) = diagnostic.code {
        value["code"] = json!(code);
    }
    (file, value)
}

/// The word at a place, and where it begins and ends, in UTF-16 units.
fn word_at(line: &str, character: usize) -> Option<(String, usize, usize)> {
    let units: Vec<char> = line.chars().collect();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut at = 0;
    let mut index = 0;
    while index < units.len() && at + units[index].len_utf16() <= character {
        at += units[index].len_utf16();
        index += 1;
    }
    // Behind a word's last letter is still at the word.
    if index > 0 && units.get(index).is_none_or(|c| !is_word(*c)) {
        index -= 1;
    }
    if !is_word(*units.get(index)?) {
        return None;
    }
    let mut from = index;
    while from > 0 && is_word(units[from - 1]) {
        from -= 1;
    }
    let mut to = index;
    while to < units.len() && is_word(units[to]) {
        to += 1;
    }
    let width = |list: &[char]| list.iter().map(|c| c.len_utf16()).sum();
    Some((units[from..to].iter().collect(), width(&units[..from]), width(&units[..to])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_in_utf16() {
        assert_eq!(word_at("x = node->next;", 5), Some(("node".to_owned(), 4, 8)));
        assert_eq!(word_at("x = node->next;", 8), Some(("node".to_owned(), 4, 8)));
        assert_eq!(word_at("/* 𝄞 */ p", 9), Some(("p".to_owned(), 9, 10)));
        assert_eq!(word_at("  ", 1), None);
        assert_eq!(word_at("", 0), None);
    }

    #[test]
    fn uris_and_paths() {
        assert_eq!(path_of("file:///a%20b/x.c"), Some(PathBuf::from("/a b/x.c")));
        assert_eq!(uri_of("/a b/ü.c"), "file:///a%20b/%C3%BC.c");
        assert_eq!(path_of("untitled:1"), None);
    }

    #[test]
    fn messages_are_framed() {
        let text = b"Content-Length: 13\r\nContent-Type: x\r\n\r\n{\"method\":1}\nContent-Length: 99999999999\r\n\r\n";
        let mut input: &[u8] = text;
        assert_eq!(receive(&mut input), Some(json!({ "method": 1 })));
        assert_eq!(receive(&mut input), None);
        assert_eq!(receive(&mut input), None);
    }
}
