//! What may rest on what is known of a library function.
//!
//! A proof may rest only on a model that contains every behaviour of the real function, a violation only on one that has no other.
//! Both hold of every model here except in runs that say otherwise themselves: a run that asks for `__result_of_NAME` has made a
//! value up, and its violation is taken back; one that gets to `__other_behaviour_of_NAME` ends there, and nothing is proved. Which
//! models have such runs follows from their texts. `cargo xtask models` tries the claims against the C library.

use crate::library::{Library, library};
use crate::sources::{is_known, sources};
use crate::{LEFT_OUT, MADE_UP};

/// In which runs something holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runs {
    All,
    /// In those that do not say otherwise.
    Unmarked,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
        let marks = |prefix: &str| runs(source.text.contains(prefix));
        return Some(Claim { contains_all: marks(LEFT_OUT), only_real: marks(MADE_UP) });
    }
    if is_known(name) {
        return Some(Claim { contains_all: Runs::All, only_real: Runs::All });
    }
    // Any value stands for the one that the function gives.
    let is_value = library(name) == Some(Library::Value);
    is_value.then_some(Claim { contains_all: Runs::All, only_real: Runs::Unmarked })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_model_makes_a_claim() {
        let models = sources().iter().flat_map(|source| source.functions);
        for name in models.chain(crate::rows().iter().flat_map(|row| row.names)) {
            assert!(claim(name).is_some(), "{name}");
        }
        assert_eq!(claim("longjmp"), None);
        assert_eq!(claim("erf").unwrap().only_real, Runs::Unmarked);
        assert_eq!(claim("qsort"), Some(Claim { contains_all: Runs::Unmarked, only_real: Runs::All }));
        assert_eq!(claim("strftime"), Some(Claim { contains_all: Runs::All, only_real: Runs::Unmarked }));
        assert_eq!(claim("strtol"), Some(Claim { contains_all: Runs::All, only_real: Runs::All }));
        assert_eq!(claim("malloc"), Some(Claim { contains_all: Runs::All, only_real: Runs::All }));
    }
}
