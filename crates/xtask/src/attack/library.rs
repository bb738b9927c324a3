//! Programs that call library functions: the blocks under `tests/models`, where inputs decide about the arguments, and assertions
//! and array accesses about what they give. What holds is known from all runs of the binary.

use super::Program;
use super::truth::{self, Notes, Watch};
use crate::models::observe::{Fragment, Kind, Site};
use crate::models::template::{self, Block, Outcome};
use crate::models::{data_directory, preprocessed};
use crate::mutate::Random;
use std::path::Path;

const VERIFIER: &str = "
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
";

/// Programs of one or two blocks each.
pub(super) fn generate(random: &mut Random, count: usize, directory: &Path) -> Result<Vec<Program>, String> {
    let blocks: Vec<Block> = template::read(&data_directory())?
        .into_iter()
        .filter(|b| b.outcome == Outcome::Exact && !is_elsewhere(b))
        .collect();
    let mut texts = Vec::new();
    let mut names = Vec::new();
    for _ in 0..count {
        let mut text = String::new();
        let mut name = Vec::new();
        for _ in 0..=random.below(2) {
            let block = &blocks[random.below(blocks.len())];
            let (one, two) = (random.next(), random.next());
            let mut other = Random::new(two);
            let choice = Some((&mut other, "input(0, 1)"));
            text.push_str("    {\n");
            text.push_str(&template::instantiate(block, &mut Random::new(one), choice)?);
            text.push_str("    }\n");
            name.push(block.label());
        }
        texts.push(text);
        names.push(name.join(", "));
    }
    let plain: Vec<&str> = texts.iter().map(String::as_str).collect();
    let (prelude, texts) = preprocessed(&plain, directory)?;
    let mut parsed = Vec::new();
    for text in &texts {
        let fragment = Fragment::parse(text)?;
        let offsets: Vec<usize> = fragment.sites.iter().map(|_| random.below(8)).collect();
        parsed.push((fragment, offsets));
    }
    let program = |body: String, what: String| Program {
        text: format!("int @main(void) {{\n{body}\n    return 0;\n}}\n"),
        what,
        declarations: format!("{prelude}{VERIFIER}"),
    };
    let noting: Vec<Program> = parsed
        .iter()
        .map(|(fragment, offsets)| {
            let body = fragment.with(|i, site| format!("{{ {} note({i}, seen); }}", view(site, offsets[i])));
            program(body, String::new())
        })
        .collect();
    let noting: Vec<&Program> = noting.iter().collect();
    let found = truth::find_with_notes(&noting, Watch::AddressSanitizer, directory)?;
    let mut programs = Vec::new();
    for (((fragment, offsets), (_, notes)), name) in parsed.iter().zip(&found).zip(names) {
        let body = fragment.with(|i, site| checked(random, i, &view(site, offsets[i]), notes));
        programs.push(program(body, name));
    }
    Ok(programs)
}

/// Mathematical results are the model bench's business, one by one; printed text belongs to nobody.
fn is_elsewhere(block: &Block) -> bool {
    block.place.starts_with("math") || block.body.contains("stdout") || block.body.contains("printf($conv")
}

/// A number `seen` of what is observed.
fn view(site: &Site, offset: usize) -> String {
    let e = &site.arguments[0];
    match site.kind {
        Kind::Number => format!("long long seen = (long long)({e});"),
        Kind::Sign => format!("long long whole = {e}; long long seen = (whole > 0) - (whole < 0);"),
        Kind::Truth => format!("long long seen = ({e}) != 0;"),
        Kind::Pointer => format!(
            "const char *place = (const char *)({e}); long long seen = place ? place - (const char *)({}) : -1;",
            site.arguments[1]
        ),
        Kind::Bytes => format!(
            "const unsigned char *bytes = (const unsigned char *)({e}); long long seen = {offset} < ({}) ? bytes[{offset}] : -1;",
            site.arguments[1]
        ),
        Kind::Double | Kind::Float => {
            format!(
                "double number = {e}; long long seen = number != number ? 2 : (number > 0) - (number < 0);"
            )
        }
    }
}

/// A check that holds, or one that a run contradicts.
fn checked(random: &mut Random, place: usize, view: &str, notes: &Notes) -> String {
    let Some(&(low, high)) = notes.get(&place) else { return format!("{{ {view} }}") };
    let (mut first, mut last) = (low, high);
    match random.below(6) {
        0 if high < i64::MAX => last = high.saturating_sub(1),
        1 if low < i64::MAX => first = low + 1,
        _ => {}
    }
    let literal =
        |v: i64| if v == i64::MIN { "(-9223372036854775807LL - 1)".to_owned() } else { format!("({v}LL)") };
    let small = high.checked_sub(low).is_some_and(|width| width < 64);
    if small && random.below(3) == 0 {
        // As an index: the block is as large as the numbers that were seen need, or one less.
        let size = (last - low + 1).max(1);
        return format!(
            "{{ {view} char *room = malloc({size}); room[seen - {}] = 1; free(room); }}",
            literal(low)
        );
    }
    format!("{{ {view} if (seen < {} || seen > {}) reach_error(); }}", literal(first), literal(last))
}
