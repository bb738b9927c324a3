//! Questions of the editor about a program: what a variable may hold, where the loops are and what is true there. They are answered
//! on a thread of their own, so that no check keeps them waiting; each has a short time.

use super::diagnostics::path_of;
use super::{Settings, Shared, held};
use crate::args::{AnalysisArgs, EngineArgs};
use crate::check::budget;
use crate::driver::{self, Loaded};
use crate::stop::Stop;
use crate::{guard, show};
use base::Span;
use portfolio::Budget;
use report::picture;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime};
use verdict::picture::{Shapes, Value as Shown};

/// Whoever points at a word waits no longer than this.
const TIME: Duration = Duration::from_secs(3);

/// An error of the protocol: its number and what it says.
pub(super) type Failure = (i32, String);

/// A program that was read, and what has been asked about it.
struct Known {
    changed: Option<SystemTime>,
    loaded: Loaded,
    engines: EngineArgs,
    analysis: AnalysisArgs,
    /// By line; an error is why nothing is known.
    shapes: HashMap<u32, Result<Vec<Shapes>, String>>,
}

pub(super) struct Queries {
    settings: Arc<Mutex<Settings>>,
    shared: Arc<Mutex<Shared>>,
    programs: HashMap<PathBuf, Known>,
}

impl Queries {
    pub(super) fn new(settings: Arc<Mutex<Settings>>, shared: Arc<Mutex<Shared>>) -> Queries {
        Queries { settings, shared, programs: HashMap::new() }
    }

    /// A file that is closed, or checked anew, is read again when somebody asks.
    pub(super) fn forget(&mut self, path: &Path) {
        self.programs.remove(path);
    }

    pub(super) fn answer(&mut self, method: &str, params: &Value, stop: &Stop) -> Result<Value, Failure> {
        let uri = params["textDocument"]["uri"].as_str().unwrap_or_default();
        match method {
            "textDocument/hover" => Ok(self.hover(uri, &params["position"], stop).unwrap_or(Value::Null)),
            "textDocument/codeLens" => Ok(self.lenses(uri)),
            "workspace/executeCommand" if params["command"] == "fafnir.showInvariant" => {
                self.invariant(&params["arguments"], stop)
            }
            _ => Err((-32601, format!("`{method}` is not supported"))),
        }
    }

    /// The program in a file, read again if the file changed.
    fn program(&mut self, path: &Path) -> Option<&mut Known> {
        let changed = std::fs::metadata(path).ok().and_then(|m| m.modified().ok());
        if self.programs.get(path).is_none_or(|known| known.changed != changed) {
            let args = held(&self.settings).arguments(path).ok()?;
            let loaded = guard::catch(|| driver::load(&args.files, &args.front)).ok()?.ok()?;
            let (engines, analysis) = (args.engines, args.analysis);
            let known = Known { changed, loaded, engines, analysis, shapes: HashMap::new() };
            self.programs.insert(path.to_owned(), known);
        }
        self.programs.get_mut(path)
    }

    /// What the memory may look like before a line (counted from one).
    fn shapes(&mut self, path: &Path, line: u32, stop: &Stop) -> Option<Result<Vec<Shapes>, String>> {
        let time = held(&self.settings).time.min(TIME);
        let known = self.program(path)?;
        if let Some(shapes) = known.shapes.get(&line) {
            return Some(shapes.clone());
        }
        let loaded = &known.loaded;
        let on_line = |span: Span| {
            loaded.input.map.locate(span).is_some_and(|l| l.line == line && Path::new(&*l.file) == path)
        };
        let points = show::points_at(&loaded.program, &on_line);
        let limits = crate::args::LimitArgs { time: Some(time), ..Default::default() };
        let token = stop.token();
        let limits = Budget { cancel: Some(&token), ..budget(&limits, None, Instant::now()) };
        let (engines, analysis) = (&known.engines, &known.analysis);
        let shapes = match points.is_empty() {
            true => Ok(Vec::new()),
            false => guard::catch(|| show::shapes_at(loaded, &points, &limits, engines, analysis))
                .unwrap_or_else(|p| Err(format!("internal error: {}", p.message))),
        };
        // Who asks again may have more time.
        let is_whole = shapes.as_ref().is_ok_and(|all| all.iter().all(|one| one.incomplete.is_none()));
        if is_whole {
            known.shapes.insert(line, shapes.clone());
        }
        Some(shapes)
    }

    fn hover(&mut self, uri: &str, position: &Value, stop: &Stop) -> Option<Value> {
        let path = path_of(uri)?;
        let line = u32::try_from(position["line"].as_u64()?).ok()?;
        let text = std::fs::read_to_string(&path).ok()?;
        let (word, from, to) =
            word_at(text.lines().nth(line as usize)?, position["character"].as_u64()? as usize)?;
        let range = json!({
            "start": { "line": line, "character": from },
            "end": { "line": line, "character": to },
        });
        let shapes = self.shapes(&path, line + 1, stop)?.unwrap_or_default();
        let mut values: Vec<String> = Vec::new();
        let mut ranges: Option<(Option<i128>, Option<i128>)> = None;
        let mut only_ranges = true;
        let mut ty = None;
        let mut incomplete = None;
        for one in &shapes {
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
    fn invariant(&mut self, arguments: &Value, stop: &Stop) -> Result<Value, Failure> {
        let path = arguments[0].as_str().and_then(path_of);
        let line = arguments[1].as_u64().and_then(|l| u32::try_from(l).ok());
        let (Some(path), Some(line)) = (path, line) else {
            return Err((-32602, "a file's URI and a line are expected".to_owned()));
        };
        let shown = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let shared = held(&self.shared);
        if let Some(known) = shared.invariants.get(&path).and_then(|lines| lines.get(&line))
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
        drop(shared);
        let shapes = self.shapes(&path, line, stop).transpose().map_err(|message| (-32803, message))?;
        let Some(shapes) = shapes.as_deref().and_then(<[Shapes]>::first) else {
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
}
