//! Invariants in words: formulas as C, shapes line by line.

use crate::picture::words;
use base::{Interner, Span};
use verdict::blocks::{Blocks, Content, ElementIs, PathEnd, Region, Target};
use verdict::formula::Formula;
use verdict::heaps::{Heaps, Predicate, PredicateCellKind};
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
            PlaceKind::FunctionReturn => out.push_str(&format!("\nwhenever `{function}`{here} returns:\n")),
        }
        for invariant in of_place {
            // Nothing is said of variables.
            if matches!(&invariant.what, InvariantContent::Formula(Formula::And(parts)) if parts.is_empty()) {
                continue;
            }
            let text = content_in_words(&invariant.what, names, place);
            text.lines().for_each(|line| out.push_str(&format!("  {line}\n")));
        }
    }
    out
}

/// A formula as C, blocks and shapes line by line.
pub fn content_in_words(
    what: &InvariantContent,
    names: &Interner,
    place: &dyn Fn(Span) -> Option<String>,
) -> String {
    let pictures = match what {
        InvariantContent::Formula(formula) => return format!("{}\n", formula.to_text(names)),
        InvariantContent::Blocks(blocks) => return blocks_in_words(blocks, names, place),
        InvariantContent::Heaps(heaps) => return heaps_in_words(heaps),
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

/// Π ∧ Σ, a part in a line, and what the predicates in it mean.
fn heaps_in_words(heaps: &Heaps) -> String {
    let mut out = String::new();
    let count = heaps.heaps.len();
    for (i, heap) in heaps.heaps.iter().enumerate() {
        match count {
            1 => out.push_str("the heap:\n"),
            _ => out.push_str(&format!("the heap, case {} of {count}:\n", i + 1)),
        }
        let variables = heap.variables.iter().map(|(name, value)| format!("{name} = {value}"));
        let pure: Vec<String> = variables.chain(heap.pure.iter().cloned()).collect();
        if !pure.is_empty() {
            out.push_str(&format!("  {}\n", pure.join(" ∧ ")));
        }
        for (i, part) in heap.spatial.iter().enumerate() {
            out.push_str(&format!("  {} {part}\n", if i == 0 { "∧" } else { "*" }));
        }
        if heap.spatial.is_empty() {
            out.push_str("  ∧ emp\n");
        }
    }
    heaps.predicates.iter().for_each(|predicate| out.push_str(&predicate_in_words(predicate)));
    out
}

fn predicate_in_words(predicate: &Predicate) -> String {
    let name = &predicate.name;
    let has_back = predicate.cells.iter().any(|cell| cell.kind == PredicateCellKind::Back);
    let (arguments, of_child) = if has_back { ("x, b", ", x") } else { ("x", "") };
    let base = match predicate.link {
        0 => "x".to_owned(),
        link => format!("x - {link}"),
    };
    let mut cells = Vec::new();
    let mut parts = Vec::new();
    for cell in &predicate.cells {
        let at = cell.offset;
        let value = match &cell.kind {
            PredicateCellKind::Child => {
                parts.push(format!("{name}(c{at}{of_child})"));
                format!("c{at}")
            }
            PredicateCellKind::Owned { predicate, nonempty } => {
                parts.push(format!("{predicate}{}(o{at})", if *nonempty { "⁺" } else { "" }));
                format!("o{at}")
            }
            PredicateCellKind::Back => "b".to_owned(),
            PredicateCellKind::Same => format!("a{at}"),
            PredicateCellKind::Any => format!("any {} bytes", cell.size),
        };
        cells.push(format!("+{at}: {value}"));
    }
    let rest: String = parts.iter().map(|part| format!(" * {part}")).collect();
    format!(
        "where {name}({arguments}) is x = 0 ∧ emp, or {base} ↦ {} bytes ({}){rest}\n",
        predicate.size,
        cells.join(", ")
    )
}

fn blocks_in_words(blocks: &Blocks, names: &Interner, place: &dyn Fn(Span) -> Option<String>) -> String {
    let at = |site: Span| place(site).unwrap_or_else(|| "the library".to_owned());
    let leads = |targets: &[Target]| -> String {
        let mut ways: Vec<String> = Vec::new();
        if targets.contains(&Target::Null) {
            ways.push("is null".to_owned());
        }
        let mut to: Vec<String> = Vec::new();
        for target in targets {
            match target {
                Target::Null => {}
                Target::Variable(name) => to.push(format!("`{}`", names.resolve(*name))),
                Target::Block(site) => to.push(format!("a block of {}", at(*site))),
                Target::Old(name, 0) => ways.push(format!("is what *{} was", names.resolve(*name))),
                Target::Old(name, offset) => {
                    ways.push(format!("is what was at byte {offset} of *{}", names.resolve(*name)));
                }
            }
        }
        if !to.is_empty() {
            ways.push(format!("points to {}", to.join(" or ")));
        }
        if ways.is_empty() { "leads nowhere".to_owned() } else { ways.join(" or ") }
    };
    let content = |name: &str, what: &Content| -> Option<String> {
        Some(match what {
            Content::Pointer(targets) => format!("{name} {}", leads(targets)),
            Content::Number(Some(low), Some(high)) if low == high => format!("{name} == {low}"),
            Content::Number(Some(low), Some(high)) => format!("{low} <= {name} <= {high}"),
            Content::Number(Some(low), None) => format!("{low} <= {name}"),
            Content::Number(None, Some(high)) => format!("{name} <= {high}"),
            Content::Number(None, None) => return None,
        })
    };
    let mut out = String::new();
    for (parameter, cell) in &blocks.reached {
        let parameter = names.resolve(*parameter);
        let name = match cell.name {
            Some(member) => format!("{parameter}->{}", names.resolve(member)),
            None => format!("*{parameter}"),
        };
        out.extend(content(&name, &cell.what).map(|line| format!("{line}\n")));
    }
    for (name, targets) in &blocks.pointers {
        out.push_str(&format!("{} {}\n", names.resolve(*name), leads(targets)));
    }
    for site in &blocks.sites {
        out.push_str(&format!("every block of {}:\n", at(site.site)));
        for cell in &site.cells {
            let name = match cell.name {
                Some(name) => format!(".{}", names.resolve(name)),
                None => format!("the cell at byte {}", cell.offset),
            };
            let Some(line) = content(&name, &cell.what) else { continue };
            out.push_str(&format!("  {line}\n"));
        }
    }
    let target = |target: &Target, which: &str| match target {
        Target::Null => "null".to_owned(),
        Target::Variable(name) => names.resolve(*name).to_owned(),
        Target::Block(site) => format!("{which} block of {}", at(*site)),
        Target::Old(name, _) => format!("what *{} was", names.resolve(*name)),
    };
    for path in &blocks.paths {
        let name = match path.name {
            Some(name) => format!(".{}", names.resolve(name)),
            None => format!("the cell at byte {}", path.offset),
        };
        let from = target(&path.from, "every");
        let line = match &path.what {
            PathEnd::Comes(to) => format!("{from} leads to {} over {name}", target(to, "every")),
            PathEnd::Within { through, ends } => {
                let through: Vec<String> = through.iter().map(|site| at(*site)).collect();
                let ends: Vec<String> = ends.iter().map(|end| target(end, "a")).collect();
                let ends = match ends.is_empty() {
                    true => "does not end".to_owned(),
                    false => format!("ends in {}", ends.join(" or ")),
                };
                format!("{name} from {from} {ends}, through blocks of {}", through.join(" and "))
            }
        };
        out.push_str(&format!("{line}\n"));
    }
    let plus = |c: i128| match c {
        0 => String::new(),
        c if c < 0 => format!(" - {}", c.unsigned_abs()),
        c => format!(" + {c}"),
    };
    for element in &blocks.elements {
        let region = match element.region {
            Region::Everywhere => String::new(),
            Region::Below(name) => format!(" < {}", names.resolve(name)),
            Region::At(name) => format!(" == {}", names.resolve(name)),
            Region::Above(name) => format!(" > {}", names.resolve(name)),
        };
        let array = format!("{}[k]", names.resolve(element.array));
        let said = match element.what {
            ElementIs::Number(low, high) => content(&array, &Content::Number(low, high)),
            ElementIs::AtMost(name) => Some(format!("{array} <= {}", names.resolve(name))),
            ElementIs::AtLeast(name) => Some(format!("{array} >= {}", names.resolve(name))),
            ElementIs::Index(c) => Some(format!("{array} == k{}", plus(c))),
            ElementIs::Like(other, c) => Some(format!("{array} == {}[k]{}", names.resolve(other), plus(c))),
        };
        out.extend(said.map(|said| format!("after every round, for every k{region}: {said}\n")));
    }
    out
}
