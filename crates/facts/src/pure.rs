//! Functions whose result follows from their arguments alone.
//!
//! `table[hash(key)]` is read and written in two statements: that both name one element is known only if the second call is
//! known to give what the first one gave. A function is *pure* here if it works on registers that it has set itself and
//! calls nothing else than pure functions; it may run for ever, but whoever has its result has seen it end.

use crate::{Facts, FunctionFacts};
use base::IndexVec;
use ir::{Arg, Body, FuncId, Rvalue, StatementKind, TerminatorKind};

pub(crate) fn pure_functions(facts: &Facts<'_>) -> IndexVec<FuncId, bool> {
    let mut pure = IndexVec::from_elem(false, facts.program().functions.len());
    let calls = facts.calls();
    // Callees first. What calls itself, directly or not, stays impure, and so does what calls through pointers.
    for func in calls.groups().flat_map(|group| calls.members(group)) {
        pure[func] = !calls.is_recursive(func)
            && calls.sites(func).iter().all(|site| site.direct.is_some_and(|callee| pure[callee]))
            && facts
                .function(func)
                .is_some_and(|function| is_local(function.body()) && reads_nothing_indeterminate(function));
    }
    pure
}

/// Whether a body touches no memory.
fn is_local(body: &Body) -> bool {
    let works_on_registers = body.locals.iter().all(|local| local.register);
    works_on_registers
        && body.blocks.iter().all(|block| {
            block.statements.iter().all(|statement| match &statement.kind {
                StatementKind::Assign(_, Rvalue::Load(_) | Rvalue::AddressOf(_)) => false,
                StatementKind::Assign(..) | StatementKind::StorageLive(_) | StatementKind::StorageDead(_) => {
                    true
                }
                _ => false,
            }) && match &block.terminator.kind {
                TerminatorKind::Return(value) => !matches!(value, Some(Arg::Block(..))),
                TerminatorKind::IndirectGoto { .. } => false,
                _ => true,
            }
        })
}

/// Whether every register is set before it is read: an indeterminate one may be different each time.
fn reads_nothing_indeterminate(function: FunctionFacts<'_>) -> bool {
    let (body, cfg, liveness) = (function.body(), function.cfg(), function.liveness());
    if liveness.live_in(cfg.entry()).iter().any(|local| !body.params().any(|p| p == local)) {
        return false;
    }
    let mut cursor = liveness.cursor(body, cfg);
    body.blocks.ids().filter(|&block| cfg.is_reachable(block)).all(|block| {
        body.blocks[block].statements.iter().enumerate().all(|(index, statement)| match statement.kind {
            StatementKind::StorageLive(local) => {
                cursor.seek_before(block, index + 1);
                !cursor.is_live(local)
            }
            _ => true,
        })
    })
}
