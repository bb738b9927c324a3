//! Invariants in words: formulas as C, shapes line by line.

use crate::picture::words;
use base::{Interner, Span};
use verdict::formula::Formula;
use verdict::{Invariant, InvariantContent, PlaceKind};

/// One paragraph per place; `place` says where a span is, as in `list.c:12`.
pub fn invariants_in_words(
    invariants: &[Invariant],
    names: &Interner,
    place: &dyn Fn(Span) -> Option<String>,
) -> String {
    let mut out = String::new();
    for of_place in invariants.chunk_by(|a, b| a.at == b.at) {
        let at = of_place[0].at;
        let function = names.resolve(at.function);
        let here = place(at.span).map(|place| format!(" at {place}")).unwrap_or_default();
        match at.kind {
            PlaceKind::LoopHead => out.push_str(&format!("\ninvariant of the loop{here} in `{function}`:\n")),
            PlaceKind::FunctionEntry => out.push_str(&format!("\nwhenever `{function}`{here} is called:\n")),
        }
        for invariant in of_place {
            // Nothing is said of variables.
            if matches!(&invariant.what, InvariantContent::Formula(Formula::And(parts)) if parts.is_empty()) {
                continue;
            }
            let text = content_in_words(&invariant.what, names);
            text.lines().for_each(|line| out.push_str(&format!("  {line}\n")));
        }
    }
    out
}

/// A formula as C, or shapes line by line.
pub(crate) fn content_in_words(what: &InvariantContent, names: &Interner) -> String {
    let pictures = match what {
        InvariantContent::Formula(formula) => return format!("{}\n", formula.to_text(names)),
        InvariantContent::Shapes(pictures) => pictures,
    };
    let count = pictures.len();
    let mut out = String::new();
    for (i, picture) in pictures.iter().enumerate() {
        match count {
            1 => out.push_str("the memory:\n"),
            _ => out.push_str(&format!("the memory, shape {} of {count}:\n", i + 1)),
        }
        let text = words(picture);
        if text.is_empty() {
            out.push_str("  no variables\n");
        }
        text.lines().for_each(|line| out.push_str(&format!("  {line}\n")));
    }
    out
}
