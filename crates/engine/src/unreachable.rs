//! Programs in which nothing that can be called asserts anything: there is nothing to search for.

use crate::Task;
use ir::{FunctionBody, Intrinsic, StatementKind};
use verdict::{Assumption, Certificate, Outcome, Property, Stats, Verdict};

impl Task {
    /// The answer, if only failed assertions are asked for and no function that `main` can call, by name or through a pointer,
    /// contains one. Where control goes after undefined behaviour is not a question of what functions name, and is left out.
    pub fn without_assertions(&self, engine: &'static str) -> Option<Outcome> {
        let program = self.program();
        if self.properties != [Property::UnreachCall].into_iter().collect() {
            return None;
        }
        let mut assumptions = vec![Assumption::Other("the program has no undefined behaviour".to_owned())];
        for func in facts::reachable(program, program.entry?).0 {
            let function = &program.functions[func];
            match &function.body {
                FunctionBody::Defined(body) => {
                    // Such as an assembler statement, which may go anywhere.
                    let mut statements = body.blocks.iter().flat_map(|block| &block.statements);
                    if statements.any(|s| matches!(s.kind, StatementKind::Unsupported(_))) {
                        return None;
                    }
                }
                FunctionBody::Intrinsic(
                    Intrinsic::AssertFail
                    | Intrinsic::Assert
                    | Intrinsic::ReachError
                    | Intrinsic::Unsupported,
                ) => return None,
                FunctionBody::Intrinsic(_) => {}
                FunctionBody::External if self.options.strict_externals => return None,
                FunctionBody::External => {
                    let name = program.names.resolve(function.name).to_owned();
                    assumptions.push(Assumption::ExternalFunction(name));
                }
            }
        }
        assumptions.sort();
        let stats = Stats { engine, ..Stats::default() };
        let verdict = Verdict::Proved(Certificate::Invariants);
        Some(Outcome { assumptions, stats, ..Outcome::new(self.properties, verdict, Vec::new()) })
    }
}
