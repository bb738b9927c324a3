//! Functions whose result follows from their arguments alone.
//!
//! `table[hash(key)]` is read and written in two statements: that both name one element is known only if the second call is
//! known to give what the first one gave. A function is *pure* here if it works on registers that it has set itself and
//! calls nothing else than pure functions; it may run for ever, but whoever has its result has seen it end.

use base::IndexVec;
use ir::{
    Arg, Body, Callee, Cfg, FuncId, LiveCursor, Liveness, Program, Rvalue, StatementKind, TerminatorKind,
};

pub(crate) fn pure_functions(program: &Program) -> IndexVec<FuncId, bool> {
    let mut pure: IndexVec<FuncId, bool> = program.functions.iter().map(|_| false).collect();
    let mut open: Vec<(FuncId, &Body)> = program
        .bodies()
        .filter(|(_, _, body)| is_local(body) && reads_nothing_indeterminate(program, body))
        .map(|(id, _, body)| (id, body))
        .collect();
    // Callees first; what calls itself, directly or not, is never settled and stays impure.
    loop {
        let before = open.len();
        open.retain(|&(id, body)| {
            pure[id] = calls(body).all(|callee| callee.is_some_and(|f| pure[f]));
            !pure[id]
        });
        if open.len() == before {
            return pure;
        }
    }
}

/// The functions that a body calls; `None` for those called through pointers.
fn calls(body: &Body) -> impl Iterator<Item = Option<FuncId>> {
    body.blocks.iter().filter_map(|block| match &block.terminator.kind {
        TerminatorKind::Call(call) => Some(match call.callee {
            Callee::Direct(func) => Some(func),
            Callee::Indirect(_) => None,
        }),
        _ => None,
    })
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
fn reads_nothing_indeterminate(program: &Program, body: &Body) -> bool {
    let cfg = Cfg::new(body);
    let liveness = Liveness::new(program, body, &cfg);
    if liveness.live_in(cfg.entry()).iter().any(|local| !body.params().any(|p| p == local)) {
        return false;
    }
    let mut cursor: LiveCursor<'_> = liveness.cursor(body, &cfg);
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
