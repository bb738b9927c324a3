//! `fafnir show`: what the memory may look like at a line, and the pictures that a program asks for.

use crate::args::{AnalysisArgs, EngineArgs, ShowArgs};
use crate::check::{Failure, budget, fail, file_names};
use crate::driver::{self, Loaded};
use crate::output::{complain, print};
use crate::{Exit, blame, guard, process};
use base::Span;
use portfolio::{Budget, Options, Point, Task};
use report::picture;
use std::path::Path;
use std::time::{Duration, Instant};
use verdict::picture::Shapes;
use verdict::{Property, PropertySet};

const DEFAULT_TIME: Duration = Duration::from_secs(60);

pub fn main(args: &ShowArgs) -> Exit {
    let begin = Instant::now();
    let loaded = match driver::load(&args.files, &args.front) {
        Ok(loaded) => loaded,
        Err(error) => return fail(Failure::Load(error), &file_names(&args.files), &args.output),
    };
    let wanted = match place(&args.at, &loaded) {
        Ok(wanted) => wanted,
        Err(message) => return usage(&message),
    };
    let on_line = |span: Span| {
        loaded.input.map.locate(span).is_some_and(|l| l.line == wanted.1 && same_file(&l.file, &wanted.0))
    };
    let points = points_at(&loaded.program, &on_line);
    if points.is_empty() {
        return usage(&format!(
            "{}:{}: this line has no code that is executed; try the line of a statement",
            wanted.0, wanted.1
        ));
    }
    let limits = budget(&args.limits, Some(DEFAULT_TIME), begin);
    let shapes = guard::catch(|| shapes_at(&loaded, &points, &limits, &args.engines, &args.analysis));
    let mut shapes = match shapes {
        Ok(Ok(shapes)) => shapes,
        Ok(Err(message)) => {
            complain(format!("fafnir: {message}\n"));
            return Exit::Unknown;
        }
        Err(panicked) => {
            complain(format!("fafnir: internal error: {} ({})\n", panicked.message, panicked.location));
            return Exit::Unknown;
        }
    };
    if let Some(number) = args.shape {
        let mut all: Vec<verdict::picture::Picture> =
            shapes.iter_mut().flat_map(|s| s.pictures.drain(..)).collect();
        match (number.checked_sub(1).filter(|n| *n < all.len()), shapes.first_mut()) {
            (Some(index), Some(first)) => first.pictures.push(all.swap_remove(index)),
            _ => return usage(&format!("--shape: there are {} shapes", all.len())),
        }
    }
    let reached: Vec<&Shapes> = shapes.iter().filter(|s| !s.pictures.is_empty()).collect();
    let shown: Vec<&Shapes> = if reached.is_empty() { shapes.iter().collect() } else { reached };
    let kind = match &args.out {
        None if args.svg => Kind::Svg,
        None if args.dot => Kind::Dot,
        None => Kind::Words,
        Some(path) => Kind::of(path, args.svg, args.dot),
    };
    let mut text = String::new();
    for one in &shown {
        text.push_str(&render(one, kind, &loaded, !args.no_title));
        if kind == Kind::Svg {
            // A file holds one picture: the other functions on the line are named.
            break;
        }
    }
    if kind == Kind::Svg && shown.len() > 1 {
        complain(format!("fafnir: {} places stand on this line; the first is drawn\n", shown.len()));
    }
    match &args.out {
        None => print(text),
        Some(path) => {
            if let Err(e) = std::fs::write(path, text) {
                return usage(&format!("cannot write {}: {e}", path.display()));
            }
        }
    }
    match shapes.iter().all(|s| s.incomplete.is_none()) {
        true => Exit::Proved,
        false => Exit::Unknown,
    }
}

fn usage(message: &str) -> Exit {
    complain(format!("fafnir: {message}\n"));
    Exit::Usage
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Words,
    Svg,
    Dot,
}

impl Kind {
    fn of(path: &Path, svg: bool, dot: bool) -> Kind {
        match path.extension().and_then(|e| e.to_str()) {
            _ if svg => Kind::Svg,
            _ if dot => Kind::Dot,
            Some("svg") => Kind::Svg,
            Some("dot" | "gv") => Kind::Dot,
            _ => Kind::Words,
        }
    }
}

/// `LINE` or `FILE:LINE`.
fn place(text: &str, loaded: &Loaded) -> Result<(String, u32), String> {
    let (file, line) = match text.rsplit_once(':') {
        Some((file, line)) => (Some(file.to_owned()), line),
        None => (None, text),
    };
    let line = line.parse().map_err(|_| format!("--at: `{text}` is not LINE or FILE:LINE"))?;
    let main = loaded.program.entry.map(|id| loaded.program.functions[id].span);
    let file = file
        .or_else(|| loaded.input.map.locate(main?).map(|l| l.file.to_string()))
        .ok_or("the program has no `main`: name the file, as in --at FILE:LINE")?;
    Ok((file, line))
}

/// Whether two names mean one file: one of them may be the end of the other.
fn same_file(a: &str, b: &str) -> bool {
    let (a, b) = (a.trim_start_matches("./"), b.trim_start_matches("./"));
    a == b || a.ends_with(&format!("/{b}")) || b.ends_with(&format!("/{a}"))
}

/// Where control is when it comes to a line: at the head of a loop if one is written there, else before the first operation
/// of the line, in every function that has code there.
pub(crate) fn points_at(program: &ir::Program, on_line: &dyn Fn(Span) -> bool) -> Vec<Point> {
    let mut heads = Vec::new();
    let mut first = Vec::new();
    for (func, function, body) in program.bodies() {
        let cfg = ir::Cfg::new(body);
        let forest = ir::LoopForest::new(&cfg);
        let is_head =
            |block: &ir::BlockId| forest.is_head(*block) && on_line(body.blocks[*block].terminator.span);
        let blocks = cfg.reverse_postorder();
        heads.extend(blocks.iter().copied().filter(is_head).map(|block| Point { func, block, index: 0 }));
        if on_line(function.span) {
            first.push(Point { func, block: cfg.entry(), index: 0 });
            continue;
        }
        // In the order of execution: a jump back to a line, or out of it, comes after what the line does.
        let before = |block: &ir::BlockId| {
            let data = &body.blocks[*block];
            let jumps = matches!(data.terminator.kind, ir::TerminatorKind::Goto(_));
            let end = (!jumps).then_some(data.terminator.span);
            let mut spans = data.statements.iter().map(|s| s.span).chain(end);
            spans.position(on_line).map(|index| Point { func, block: *block, index })
        };
        first.extend(blocks.iter().find_map(before));
    }
    let mut points = if heads.is_empty() { first } else { heads };
    points.sort_unstable();
    points
}

/// What the memory looks like at the points.
pub(crate) fn shapes_at(
    loaded: &Loaded,
    points: &[Point],
    limits: &Budget<'_>,
    engines: &EngineArgs,
    analysis: &AnalysisArgs,
) -> Result<Vec<Shapes>, String> {
    let properties: PropertySet = Property::DEFAULT.into_iter().collect();
    let task = Task::new(&loaded.program, properties, analysis.options());
    let options = Options {
        engines: engines.engines.clone(),
        resident: Some(process::resident),
        interrupt: Some(process::interrupted),
        ..Options::default()
    };
    let mut shapes = portfolio::describe_memory(&task, points, &options, limits)?;
    blame::variables(shapes.iter_mut().flat_map(|one| &mut one.pictures), &loaded.input);
    Ok(shapes)
}

/// The place of the shapes. A picture goes where the directories of this machine mean nothing.
fn heading(shapes: &Shapes, loaded: &Loaded) -> String {
    match loaded.input.map.locate(shapes.span) {
        Some(at) => format!("{}:{}", from_here(&at.file), at.line),
        None => shapes.function.clone(),
    }
}

/// A path relative to the working directory, or the name of a file that lies elsewhere.
fn from_here(file: &str) -> String {
    let path = Path::new(file);
    if path.is_relative() {
        return file.to_owned();
    }
    let here = std::env::current_dir().unwrap_or_default();
    let shown = path.strip_prefix(&here).ok().or_else(|| path.file_name().map(Path::new));
    shown.unwrap_or(path).display().to_string()
}

fn render(shapes: &Shapes, kind: Kind, loaded: &Loaded, titled: bool) -> String {
    let place = heading(shapes, loaded);
    match kind {
        Kind::Words => picture::shapes_in_words(shapes, &place),
        Kind::Svg => {
            let title = titled.then(|| format!("{place} in {}", shapes.function));
            picture::svg_of_shapes(shapes, &place, title.as_deref())
        }
        Kind::Dot => shapes.pictures.iter().map(picture::dot).collect(),
    }
}

/// Draws what the calls of `__VERIFIER_plot` and its relatives ask for, into a directory. Returns how many files.
pub(crate) fn plots(
    loaded: &Loaded,
    directory: &Path,
    limits: &Budget<'_>,
    engines: &EngineArgs,
    analysis: &AnalysisArgs,
) -> Result<usize, String> {
    std::fs::create_dir_all(directory).map_err(|e| format!("cannot make {}: {e}", directory.display()))?;
    let wanted = portfolio::plots(&loaded.program);
    let points: Vec<Point> = wanted.iter().map(|w| w.0).collect();
    if points.is_empty() {
        return Ok(0);
    }
    let shapes = shapes_at(loaded, &points, limits, engines, analysis)?;
    let mut used: Vec<String> = Vec::new();
    for (one, (_, name)) in shapes.iter().zip(&wanted) {
        let clean: String = name
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '_' })
            .collect();
        let base = if clean.is_empty() || clean.starts_with('.') { "plot".to_owned() } else { clean };
        let mut unique = base.clone();
        let mut number = 1;
        while used.contains(&unique) {
            number += 1;
            unique = format!("{base}-{number}");
        }
        used.push(unique.clone());
        let title = format!("{name}, {} in {}", heading(one, loaded), one.function);
        let write = |extension: &str, text: String| {
            let path = directory.join(format!("{unique}.{extension}"));
            std::fs::write(&path, text).map_err(|e| format!("cannot write {}: {e}", path.display()))
        };
        write("svg", picture::svg_of_shapes(one, &heading(one, loaded), Some(&title)))?;
        write("dot", one.pictures.iter().map(picture::dot).collect())?;
    }
    Ok(used.len())
}
