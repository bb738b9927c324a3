//! Programs in which nothing that can be called asserts anything, at all or any more: there is nothing to search for.

use crate::Task;
use ir::{Body, FunctionBody, Intrinsic, StatementKind};
use std::sync::Arc;
use verdict::{Assumption, Certificate, Outcome, Property, Stats, Verdict};

/// What is assumed where the rest of the program is left out.
const DEFINED_REST: &str = "the program has no undefined behaviour behind its last assertion";

impl Task {
    /// The task without the part of `main` behind its last assertion, if only failed assertions are asked for, and what is
    /// assumed of that part: what stands there need not be understood.
    pub fn until_last_assertion(self) -> (Task, Option<Assumption>) {
        if self.properties != [Property::UnreachCall].into_iter().collect() {
            return (self, None);
        }
        let ended = facts::ended(self.program(), |body| match body {
            FunctionBody::Defined(body) => may_go_anywhere(body),
            FunctionBody::Intrinsic(intrinsic) => asserts(*intrinsic),
            FunctionBody::External => true,
        });
        match ended {
            Some(program) => {
                let task = Task::new(&Arc::new(program), self.properties, self.options);
                (task, Some(Assumption::Other(DEFINED_REST.to_owned())))
            }
            None => (self, None),
        }
    }

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
                FunctionBody::Defined(body) if may_go_anywhere(body) => return None,
                FunctionBody::Intrinsic(intrinsic) if asserts(*intrinsic) => return None,
                FunctionBody::Defined(_) | FunctionBody::Intrinsic(_) => {}
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

/// Whether a call may be a failed assertion, or do what nobody knows.
fn asserts(intrinsic: Intrinsic) -> bool {
    matches!(
        intrinsic,
        Intrinsic::AssertFail | Intrinsic::Assert | Intrinsic::ReachError | Intrinsic::Unsupported
    )
}

/// Whether there are statements such as an assembler statement, which may go anywhere.
fn may_go_anywhere(body: &Body) -> bool {
    let mut statements = body.blocks.iter().flat_map(|block| &block.statements);
    statements.any(|s| matches!(s.kind, StatementKind::Unsupported(_)))
}
