//! What may rest on what is known of a library function.
//!
//! A proof may rest only on a model that contains every behaviour of the real function, a violation only on one that has no other.
//! Both hold of every model here except in runs that say otherwise themselves: a run that asks for `__result_of_NAME` has made a
//! value up, and its violation is taken back; one that gets to `__other_behaviour_of_NAME` ends there, and nothing is proved. Which
//! models have such runs follows from their texts, and is written down in `docs/models.md`. `cargo xtask models` tries the claims
//! against the C library.

use crate::library::{Library, library};
use crate::sources::{is_known, sources};
use crate::{LEFT_OUT, MADE_UP};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// In which runs something holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Runs {
    All,
    /// In those that do not say otherwise.
    Unmarked,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Claim {
    /// Whatever the real function does is among what the model does.
    pub contains_all: Runs,
    /// Whatever the model does, the real function may do.
    pub only_real: Runs,
}

/// What is claimed of a library function; nothing if nobody models it. A model that uses others claims no more than they do.
pub fn claim(name: &str) -> Option<Claim> {
    let runs = |marked: bool| if marked { Runs::Unmarked } else { Runs::All };
    if let Some(source) = sources().iter().find(|source| source.functions.contains(&name)) {
        let reached = reached(source.name, name);
        let marks = |prefix: &str| runs(reached.iter().any(|word| word.starts_with(prefix)));
        return Some(Claim { contains_all: marks(LEFT_OUT), only_real: marks(MADE_UP) });
    }
    if is_known(name) {
        return Some(Claim { contains_all: Runs::All, only_real: Runs::All });
    }
    // Any value stands for the one that the function gives.
    let is_value = library(name) == Some(Library::Value);
    is_value.then_some(Claim { contains_all: Runs::All, only_real: Runs::Unmarked })
}

/// The names that occur in each function of each model.
type Bodies = BTreeMap<(&'static str, &'static str), Vec<&'static str>>;

fn bodies() -> &'static Bodies {
    static BODIES: OnceLock<Bodies> = OnceLock::new();
    BODIES.get_or_init(|| {
        let mut bodies = Bodies::new();
        for source in sources() {
            for (name, body) in functions(source.text) {
                let known: &mut Vec<_> = bodies.entry((source.name, name)).or_default();
                known.extend(words(body));
            }
        }
        bodies
    })
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.split(move |c| !is_word(c)).filter(|word| !word.is_empty())
}

/// The functions of a text: they begin at the left margin and end with a brace there. What is only called so that it is part of the
/// program does not count.
fn functions(text: &'static str) -> Vec<(&'static str, &'static str)> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(open) = rest.find(") {\n") {
        let begin = rest[..open].rfind("\n\n").map_or(0, |at| at + 2);
        let head = rest[begin..open]
            .lines()
            .rfind(|line| line.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'));
        let end = rest[open..].find("\n}").map_or(rest.len(), |at| open + at);
        let name = head.and_then(|head| words(head.split('(').next()?).last());
        let body = &rest[open + 4..end];
        match (name, body.split_once("if (__fafnir_never())")) {
            (Some(name), None) => found.push((name, body)),
            (Some(name), Some((before, after))) => {
                found.push((name, before));
                let skipped = if after.starts_with(" {") { "\n    }" } else { ";" };
                if let Some((_, after)) = after.split_once(skipped) {
                    found.push((name, after));
                }
            }
            (None, _) => {}
        }
        rest = &rest[end..];
    }
    found
}

/// Every name that occurs in the function, or in one that it uses.
fn reached(source: &'static str, name: &str) -> BTreeSet<&'static str> {
    let defined_in = |word: &str| sources().iter().find(|s| s.functions.contains(&word)).map(|s| s.name);
    let mut seen = BTreeSet::new();
    let mut open: Vec<(&'static str, String)> = vec![(source, name.to_owned())];
    let mut words = BTreeSet::new();
    while let Some((source, function)) = open.pop() {
        let Some(body) = bodies().iter().find(|((s, f), _)| *s == source && *f == function).map(|(_, b)| b)
        else {
            continue;
        };
        for &word in body {
            words.insert(word);
            let is_here = bodies().contains_key(&(source, word));
            let home = if is_here { Some(source) } else { defined_in(word) };
            if let Some(home) = home
                && seen.insert((home, word))
            {
                open.push((home, word.to_owned()));
            }
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Write as _;
    use std::path::Path;

    const ALL: Claim = Claim { contains_all: Runs::All, only_real: Runs::All };

    #[test]
    fn every_model_makes_a_claim() {
        let models = sources().iter().flat_map(|source| source.functions);
        for name in models.chain(crate::rows().iter().flat_map(|row| row.names)) {
            assert!(claim(name).is_some(), "{name}");
        }
        assert_eq!(claim("swapcontext"), None);
        assert_eq!(claim("erf").unwrap().only_real, Runs::Unmarked);
        assert_eq!(claim("qsort"), Some(Claim { contains_all: Runs::Unmarked, only_real: Runs::All }));
        assert_eq!(claim("strftime"), Some(Claim { contains_all: Runs::All, only_real: Runs::Unmarked }));
        assert_eq!(claim("strtol"), Some(ALL));
        assert_eq!(claim("malloc"), Some(ALL));
    }

    #[test]
    fn a_model_claims_no_more_than_those_it_uses() {
        assert_eq!(
            claim("fgetc").unwrap().only_real,
            Runs::Unmarked,
            "the program may have written the file"
        );
        assert_eq!(claim("getw"), claim("fgetc"), "it reads by `fgetc` of another model");
        assert_eq!(claim("htonl"), Some(ALL), "what is marked in other functions of the file does not count");
        assert_eq!(
            claim("setenv").unwrap().contains_all,
            Runs::Unmarked,
            "there is room for a few variables"
        );
    }

    #[test]
    fn every_function_of_a_model_is_found_in_its_text() {
        for source in sources() {
            for name in source.functions {
                assert!(bodies().contains_key(&(source.name, *name)), "{name} in {}", source.name);
            }
        }
    }

    /// The table of `docs/models.md`.
    fn table() -> String {
        let mut groups: Vec<(String, BTreeMap<Claim, Vec<&str>>)> = Vec::new();
        let is_public = |name: &&&str| !name.starts_with("__fafnir");
        let mut add = |title: String, names: &[&'static str]| {
            let mut by_claim: BTreeMap<Claim, Vec<&str>> = BTreeMap::new();
            for name in names.iter().filter(is_public) {
                by_claim.entry(claim(name).unwrap_or(ALL)).or_default().push(name);
            }
            groups.push((title, by_claim));
        };
        let intrinsics: Vec<&'static str> = crate::rows().iter().flat_map(|row| row.names).copied().collect();
        add("every engine".to_owned(), &intrinsics);
        for source in sources() {
            let file = source.name.trim_start_matches("<model ").trim_end_matches('>');
            add(format!("`{file}`"), source.functions);
        }
        let mut out = String::from(
            "| model | functions | contains all behaviours | only real ones |\n| --- | --- | --- | --- |\n",
        );
        let word = |runs: Runs| if runs == Runs::All { "yes" } else { "unless the run says so" };
        for (title, by_claim) in groups {
            for (claim, names) in by_claim {
                let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
                let (all, real) = (word(claim.contains_all), word(claim.only_real));
                writeln!(out, "| {title} | {} | {all} | {real} |", names.join(" ")).unwrap();
            }
        }
        out
    }

    #[test]
    fn the_table_in_the_documentation_is_true() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/models.md");
        let text = std::fs::read_to_string(&path).unwrap();
        let (begin, end) = ("<!-- claims -->\n", "<!-- end of claims -->\n");
        let (before, rest) = text.split_once(begin).expect("where the table begins");
        let (written, after) = rest.split_once(end).expect("where the table ends");
        if std::env::var_os("FAFNIR_BLESS").is_some() {
            std::fs::write(&path, format!("{before}{begin}{}{end}{after}", table())).unwrap();
        } else {
            assert!(written == table(), "FAFNIR_BLESS=1 cargo test rewrites the table");
        }
    }
}
