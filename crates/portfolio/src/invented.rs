//! Violations that depend on invented library results are downgraded: a run in which the result of a library function was made
//! up need not be a run of the program.

use ir::Program;
use verdict::{Assumption, Outcome, UnknownKind, Verdict};

/// Why a run that rests on these assumptions proves nothing, if so.
pub(crate) fn reason(program: &Program, assumptions: &[Assumption]) -> Option<String> {
    let object = assumptions.iter().find_map(|assumption| match assumption {
        Assumption::ExternalObject(name) if models::is_library_object(name) => Some(name),
        _ => None,
    });
    if let Some(name) = object {
        return Some(format!("the run that shows this made up what the library's variable `{name}` holds"));
    }
    let externals = assumptions.iter().filter_map(|assumption| match assumption {
        Assumption::ExternalFunction(name) => Some(name.as_str()),
        _ => None,
    });
    let name = models::made_up(program, externals)?;
    Some(format!("the run that shows this made up what the library function `{name}` gives"))
}

/// Takes back a violation that rests on what was made up.
pub(crate) fn downgrade(program: &Program, outcome: &mut Outcome) {
    if *outcome.verdict() == Verdict::Violated
        && let Some(message) = reason(program, &outcome.assumptions)
    {
        outcome.doubt(UnknownKind::ExternalFunction, message);
    }
}
