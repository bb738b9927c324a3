//! Programs of blocks of C: library functions (`tests/models`) and what the language itself does (`tests/attack`). Inputs decide about
//! the arguments, and assertions and array accesses about what they give. What holds is known from all runs of the binary.

use super::Program;
use super::truth::{self, Notes, Watch};
use crate::models::observe::{Fragment, Kind, Site};
use crate::models::template::{self, Block, Outcome};
use crate::models::{data_directory, preprocessed};
use crate::mutate::Random;
use crate::options::repository;
use std::path::Path;

const VERIFIER: &str = "
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
";

/// What blocks of the language call.
pub(super) const HELPERS: &str = include_str!("helpers.c");

/// Programs that call library functions.
pub(super) fn generate(random: &mut Random, count: usize, directory: &Path) -> Result<Vec<Program>, String> {
    let mut blocks = template::read(&data_directory())?;
    blocks.retain(|b| b.outcome != Outcome::Determined && !is_elsewhere(b));
    of_blocks(random, &blocks, count, directory)
}

/// Programs of what the language does.
pub(super) fn generate_language(
    random: &mut Random,
    count: usize,
    directory: &Path,
) -> Result<Vec<Program>, String> {
    of_blocks(random, &template::read(&repository().join("tests/attack"))?, count, directory)
}

/// Programs of one or two blocks each.
fn of_blocks(
    random: &mut Random,
    blocks: &[Block],
    count: usize,
    directory: &Path,
) -> Result<Vec<Program>, String> {
    let mut texts = Vec::new();
    let mut names = Vec::new();
    for _ in 0..count {
        let mut text = String::new();
        let mut name = Vec::new();
        let mut depends = false;
        // A program without inputs has one run.
        let has_inputs = random.below(3) != 0;
        for _ in 0..=random.below(2) {
            let block = &blocks[random.below(blocks.len())];
            depends |= block.outcome != Outcome::Exact;
            let (one, two) = (random.next(), random.next());
            let mut other = Random::new(two);
            let choice = has_inputs.then_some((&mut other, "input(0, 1)"));
            text.push_str("    {\n");
            text.push_str(&template::instantiate(block, &mut Random::new(one), choice)?);
            text.push_str("    }\n");
            name.push(block.label());
        }
        texts.push(text);
        names.push((name.join(", "), depends));
    }
    let plain: Vec<&str> = texts.iter().map(String::as_str).collect();
    let (prelude, texts) = preprocessed(&plain, HELPERS, directory)?;
    let mut parsed = Vec::new();
    for text in &texts {
        let fragment = Fragment::parse(text)?;
        let offsets: Vec<usize> = fragment.sites.iter().map(|_| random.below(8)).collect();
        parsed.push((fragment, offsets));
    }
    let program = |body: String, what: String, depends: bool| Program {
        text: format!("int @main(void) {{\n{body}\n    return 0;\n}}\n"),
        what,
        depends,
        declarations: format!("{prelude}{VERIFIER}"),
    };
    let noting: Vec<Program> = parsed
        .iter()
        .map(|(fragment, offsets)| {
            let body = fragment.with(|i, site| format!("{{ {} note({i}, seen); }}", view(site, offsets[i])));
            program(body, String::new(), false)
        })
        .collect();
    let noting: Vec<&Program> = noting.iter().collect();
    let found = truth::find_with_notes(&noting, Watch::AddressSanitizer, directory)?;
    let mut programs = Vec::new();
    for (((fragment, offsets), (_, notes)), (name, depends)) in parsed.iter().zip(&found).zip(names) {
        let body = fragment.with(|i, site| checked(random, i, &view(site, offsets[i]), notes));
        programs.push(program(body, name, depends));
    }
    Ok(programs)
}

/// Mathematical results are the model bench's business, one by one, and so is what changes the file system; printed text belongs to
/// nobody. AddressSanitizer takes every buffer given to `setbuffer` for one of `BUFSIZ` bytes.
fn is_elsewhere(block: &Block) -> bool {
    ["math", "system", "time"].iter().any(|file| block.place.starts_with(file))
        || block.body.contains("stdout")
        || block.body.contains("printf($conv")
        || block.body.contains("setbuffer(")
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
    match random.below(16) {
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
