//! Whether possible findings are also found where nothing was lost.
//!
//! A search that joins states says of each possible finding what was lost on the way to it, but not whether that mattered. Before
//! more is kept apart for them, this looks for them along single paths: without joins, folded lists, widening and summaries, the
//! shortest ways out of loops first, and a few returns of each function only. If all are found so, they are no matter of
//! precision, and more searches would find them again.
//!
//! How numbers in memory relate is kept only where a search is told to. So a finding that says something of numbers, a failed assertion
//! or an access out of bounds, is none of those that this can tell anything of.

use crate::config::Config;
use crate::engine::Engine;
use ::engine::Budget;
use facts::Facts;
use verdict::{Finding, FindingKind, Property, PropertySet};

/// So many returns of a called function are followed.
pub(crate) const RETURNS: usize = 4;

/// Looks for all of the findings with at most this effort.
pub(crate) fn shows_all(
    facts: &Facts<'_>,
    properties: PropertySet,
    config: &Config,
    budget: Budget<'_>,
    findings: &[Finding],
    most_effort: u64,
) -> bool {
    if findings.is_empty() || findings.iter().any(|finding| speaks_of_numbers(finding.kind)) {
        return false;
    }
    let wanted = findings.iter().map(|finding| (finding.kind, finding.span)).collect();
    let mut engine = Engine::new(facts, properties, config, budget);
    engine.look_for(wanted, most_effort);
    let _ = engine.run();
    engine.has_shown()
}

fn speaks_of_numbers(kind: FindingKind) -> bool {
    kind == FindingKind::OutOfBounds
        || !matches!(
            kind.property(),
            Some(
                Property::ValidDeref
                    | Property::ValidFree
                    | Property::ValidMemtrack
                    | Property::ValidMemcleanup
            )
        )
}
