//! The engines that there are.

use crate::plan::{self, Phase};
use ::engine::{CheckFunctions, Engine};

/// An engine and when it runs.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub engine: &'static dyn Engine,
    pub plan: &'static [Phase],
}

/// One line per engine; [`plan::BESIDE`] is a plan for those that need no numbers of their own.
pub static REGISTRY: &[Entry] = &[
    Entry { engine: &interp::ConcreteMachine, plan: plan::EXECUTION },
    Entry { engine: &engine_smg::ShapeAnalysis, plan: plan::LEAD },
    Entry { engine: &engine_hunt::PathSearch, plan: plan::SEARCHES },
    Entry { engine: &engine_template::TemplateAnalysis, plan: plan::INVARIANTS },
    Entry { engine: &engine_sl::SeparationLogic, plan: plan::PREDICATES },
    Entry { engine: &engine_horn::HornAnalysis, plan: plan::LATE },
];

/// Who is asked.
#[derive(Clone, Debug)]
pub struct Engines(Vec<Entry>);

impl Default for Engines {
    fn default() -> Self {
        Engines::all()
    }
}

impl Engines {
    /// What stands for all engines.
    pub const ALL: &str = "auto";

    pub fn all() -> Engines {
        Engines(REGISTRY.to_vec())
    }

    /// These, whether they are in the registry or not.
    pub fn of(entries: Vec<Entry>) -> Engines {
        Engines(entries)
    }

    /// Reads `auto` or a list of names, `NAME,NAME…`.
    pub fn parse(text: &str) -> Result<Engines, String> {
        if text == Engines::ALL {
            return Ok(Engines::all());
        }
        let mut wanted = Vec::new();
        for name in text.split(',').map(str::trim) {
            let found = REGISTRY.iter().find(|entry| entry.engine.name() == name);
            let entry = found.ok_or_else(|| {
                let known: Vec<&str> = Engines::names().collect();
                format!(
                    "there is no engine `{name}`: there are {} and {}, which is all of them",
                    known.join(", "),
                    Engines::ALL
                )
            })?;
            wanted.push(*entry);
        }
        // In the order of the registry, each once.
        let is_wanted = |entry: &&Entry| wanted.iter().any(|w| w.engine.name() == entry.engine.name());
        Ok(Engines(REGISTRY.iter().filter(is_wanted).copied().collect()))
    }

    /// What can be named, apart from `auto`.
    pub fn names() -> impl Iterator<Item = &'static str> {
        REGISTRY.iter().map(|entry| entry.engine.name())
    }

    pub fn is_all(&self) -> bool {
        self.0.len() == REGISTRY.len()
    }

    /// Whether one of them can look at functions without a `main`.
    pub fn include_functions(&self) -> bool {
        self.0.iter().any(|entry| entry.engine.functions().is_some())
    }

    /// Who looks at functions without a `main`, with its name: one of these, or else the first that there is.
    pub(crate) fn function_checker(&self) -> Option<(&'static str, &'static dyn CheckFunctions)> {
        let with_name = |entry: &Entry| Some((entry.engine.name(), entry.engine.functions()?));
        self.0.iter().chain(REGISTRY).find_map(with_name)
    }

    pub(crate) fn entries(&self) -> &[Entry] {
        &self.0
    }
}

/// As [`Engines::parse`] reads it.
impl std::fmt::Display for Engines {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.is_all() {
            return f.write_str(Engines::ALL);
        }
        let names: Vec<&str> = self.0.iter().map(|entry| entry.engine.name()).collect();
        f.write_str(&names.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_are_named() {
        assert_eq!(Engines::parse("auto").unwrap().0.len(), REGISTRY.len());
        let names = |text| -> Vec<&str> {
            Engines::parse(text).unwrap().0.iter().map(|entry| entry.engine.name()).collect()
        };
        assert_eq!(names("smg"), ["smg"]);
        assert_eq!(names("hunt,interp,hunt"), ["interp", "hunt"]);
        for text in ["", "gms", "smg,", "auto,smg"] {
            assert!(Engines::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn plans_name_stages_that_there_are() {
        for entry in REGISTRY {
            let name = entry.engine.name();
            assert!(!entry.plan.is_empty(), "{name}");
            assert!(entry.plan.iter().any(|phase| phase.share.alone.is_some()), "{name}");
            for phase in entry.plan {
                assert!(phase.stage < entry.engine.about().stages.len(), "{name}");
            }
        }
    }
}
