//! The HTML report of `check`: collects what the page shows.

use crate::args::CheckArgs;
use crate::blame;
use crate::driver::Loaded;
use base::Span;
use report::html::{Item, Page, SourceFile};
use report::picture::{self, SvgOptions};
use report::sarif::Standing;
use report::{SourceLines, messages};
use std::collections::BTreeMap;
use verdict::picture::{Film, Picture, Shapes};
use verdict::{Confidence, InvariantContent, Outcome, PlaceKind, PropertySet, Verdict};

/// Longer files are cut: a page must open at once.
const LINES: u32 = 5000;

pub(crate) fn page(
    args: &CheckArgs,
    loaded: &Loaded,
    properties: PropertySet,
    outcome: &Outcome,
    standings: &[Standing],
    limits: &portfolio::Budget<'_>,
) -> String {
    let sources = loaded.input.sources();
    let place = |span: Span| -> Option<(String, u32)> {
        let at = loaded.input.map.locate(span)?;
        (!at.system_header && !at.file.starts_with('<')).then(|| (at.file.to_string(), at.line))
    };
    let mut items: Vec<Item> = Vec::new();
    let confirmed = outcome.findings.iter().find(|f| f.confidence == Confidence::Confirmed);
    if let Some(finding) = confirmed {
        let film = film(args, loaded, properties, outcome, finding, limits);
        let mut before: Option<&Picture> = None;
        for (i, frame) in film.frames.iter().enumerate() {
            if film.omitted > 0 && i == film.omitted_at {
                before = None;
            }
            let Some((file, line)) = place(frame.span) else { continue };
            let last = i + 1 == film.frames.len();
            let note = match (last, film.omitted > 0 && i == film.omitted_at) {
                (true, _) => messages::title(finding),
                (_, true) => format!("{} steps before this one are not shown", film.omitted),
                _ => String::new(),
            };
            let drawing = picture::svg(&frame.picture, SvgOptions { before, bare: true });
            let title = format!("in {}", frame.picture.function);
            items.push(Item { file, line, title, note, drawing, depth: frame.depth, is_error: last });
            before = Some(&frame.picture);
        }
    } else {
        let shapes = match outcome.invariants.is_empty() {
            false => invariant_shapes(outcome, loaded),
            // There is no proof, or one without invariants: what the memory looks like at loops may still help. Without an
            // engine that describes the memory, the page shows none.
            true => {
                let points = portfolio::loop_heads(&loaded.program);
                let shapes = crate::show::shapes_at(loaded, &points, limits, &args.engines, &args.analysis);
                shapes.unwrap_or_default()
            }
        };
        let mut shapes: Vec<_> = shapes.iter().filter_map(|s| Some((place(s.span)?, s))).collect();
        shapes.sort_by(|a, b| a.0.cmp(&b.0));
        for ((file, line), one) in shapes {
            let count = one.pictures.len();
            for (i, picture) in one.pictures.iter().enumerate() {
                let note = match &one.incomplete {
                    None => formula_at(outcome, loaded, one.span).unwrap_or_default(),
                    Some(reason) => format!("there may be other shapes: {reason}"),
                };
                let which = if count > 1 { format!(", shape {} of {count}", i + 1) } else { String::new() };
                items.push(Item {
                    file: file.clone(),
                    line,
                    title: format!("loop invariant in {}{which}", one.function),
                    note,
                    drawing: picture::svg(picture, SvgOptions { before: None, bare: true }),
                    depth: 0,
                    is_error: false,
                });
            }
        }
    }
    let mut wanted: BTreeMap<String, ()> = items.iter().map(|i| (i.file.clone(), ())).collect();
    for function in loaded.program.functions.iter().filter(|f| f.body().is_some()) {
        wanted.extend(place(function.span).map(|p| (p.0, ())));
    }
    for finding in &outcome.findings {
        wanted.extend(place(finding.span).map(|p| (p.0, ())));
    }
    let files = wanted
        .into_keys()
        .filter_map(|name| {
            let lines: Vec<String> =
                (1..=LINES).map_while(|n| loaded.input.lines.line(&name, n)).map(|l| l.to_string()).collect();
            (!lines.is_empty()).then_some(SourceFile { name, lines })
        })
        .collect();
    let page = Page {
        files,
        items,
        is_proof: matches!(*outcome.verdict(), Verdict::Proved(_)),
        outcome,
        standings,
        properties,
        names: &loaded.program.names,
    };
    report::html::render(&page, &sources)
}

/// The shapes at loops that a proof rests on.
fn invariant_shapes(outcome: &Outcome, loaded: &Loaded) -> Vec<Shapes> {
    let of_loops = outcome.invariants.iter().filter(|invariant| invariant.at.kind == PlaceKind::LoopHead);
    let shapes = of_loops.filter_map(|invariant| match &invariant.what {
        InvariantContent::Shapes(pictures) => Some(Shapes {
            span: invariant.at.span,
            function: loaded.program.names.resolve(invariant.at.function).to_owned(),
            name: None,
            pictures: pictures.clone(),
            incomplete: None,
        }),
        InvariantContent::Formula(_) | InvariantContent::Blocks(_) | InvariantContent::Heaps(_) => None,
    });
    shapes.collect()
}

/// What a formula says of variables at the loop, unless it says nothing.
fn formula_at(outcome: &Outcome, loaded: &Loaded, span: Span) -> Option<String> {
    let names = &loaded.program.names;
    let parts = outcome.invariants.iter().filter(|invariant| invariant.at.span == span);
    let parts = parts.filter_map(|invariant| match &invariant.what {
        InvariantContent::Formula(formula) => Some(formula.to_text(names)).filter(|text| text != "1"),
        InvariantContent::Shapes(_) | InvariantContent::Blocks(_) | InvariantContent::Heaps(_) => None,
    });
    let parts: Vec<String> = parts.collect();
    (!parts.is_empty()).then(|| parts.join(" && "))
}

/// The run that shows a finding, line by line.
fn film(
    args: &CheckArgs,
    loaded: &Loaded,
    properties: PropertySet,
    outcome: &Outcome,
    finding: &verdict::Finding,
    limits: &portfolio::Budget<'_>,
) -> Film {
    let task = portfolio::Task::new(&loaded.program, properties, args.analysis.options());
    let mut files: Vec<String> = Vec::new();
    let files = std::cell::RefCell::new(&mut files);
    let line_of = |span: Span| -> Option<u64> {
        let at = loaded.input.map.locate(span)?;
        if at.system_header || at.file.starts_with('<') {
            return None;
        }
        let mut files = files.borrow_mut();
        let number = files.iter().position(|f| **f == *at.file).unwrap_or_else(|| {
            files.push(at.file.to_string());
            files.len() - 1
        });
        Some((number as u64) << 32 | u64::from(at.line))
    };
    let mut film = portfolio::film(&task, finding, &outcome.assumptions, limits, &line_of);
    blame::variables(film.frames.iter_mut().map(|frame| &mut frame.picture), &loaded.input);
    film
}
