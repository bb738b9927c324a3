//! Programs in which nothing that can be called asserts anything: there is nothing to search for.

use crate::config::Config;
use crate::verifier::ShapeAnalysis;
use ::engine::Engine as _;
use facts::Facts;
use ir::{FuncId, FunctionBody, Intrinsic, StatementKind};
use verdict::{Assumption, Certificate, Outcome, Property, PropertySet, Stats, Verdict};

/// The answer, if only failed assertions are asked for and no function that `main` can call, by name or through a pointer, contains
/// one. Where control goes after undefined behaviour is not a question of what functions name, and is left out.
pub(crate) fn without_assertions(
    facts: &Facts<'_>,
    properties: PropertySet,
    config: &Config,
) -> Option<Outcome> {
    let program = facts.program();
    if properties != [Property::UnreachCall].into_iter().collect() {
        return None;
    }
    let (functions, _) = facts::reachable(program, program.entry?);
    let mut assumptions = vec![Assumption::Other("the program has no undefined behaviour".to_owned())];
    for &func in &functions {
        match &program.functions[func].body {
            FunctionBody::Defined(body) => {
                let statements = body.blocks.iter().flat_map(|block| &block.statements);
                if statements.into_iter().any(|s| matches!(s.kind, StatementKind::Unsupported(_))) {
                    return None;
                }
            }
            FunctionBody::Intrinsic(
                Intrinsic::AssertFail | Intrinsic::Assert | Intrinsic::ReachError | Intrinsic::Unsupported,
            ) => return None,
            FunctionBody::Intrinsic(_) => {}
            FunctionBody::External if config.analysis.strict_externals => return None,
            FunctionBody::External => assumptions.push(external(facts, func)),
        }
    }
    let stats = Stats { engine: ShapeAnalysis.name(), ..Stats::default() };
    let verdict = Verdict::Proved(Certificate::Invariants);
    Some(Outcome { assumptions, stats, ..Outcome::new(properties, verdict, Vec::new()) })
}

fn external(facts: &Facts<'_>, func: FuncId) -> Assumption {
    let program = facts.program();
    Assumption::ExternalFunction(program.names.resolve(program.functions[func].name).to_owned())
}
