//! A dataflow check of what lowering promises about locals, beyond what the IR's verifier looks at:
//! - on all ways to a block the same variables are alive;
//! - a variable is used, dies and comes to life only where that makes sense, and none is alive at a return;
//! - a temporary is written before it is read, on every way.

use base::{Idx, IndexVec};
use ir::{Block, BlockId, Body, LocalId, Program, StatementKind, TerminatorKind};

#[derive(Clone, PartialEq, Eq)]
struct State {
    /// Variables (locals with a `StorageLive` somewhere) that are alive.
    alive: Vec<bool>,
    /// Temporaries that have been written.
    written: Vec<bool>,
}

pub(crate) fn check(program: &Program) -> Vec<String> {
    let mut errors = Vec::new();
    for (_, function, body) in program.bodies() {
        let name = program.names.resolve(function.name);
        check_body(body, &mut |message| errors.push(format!("{name}: {message}")));
    }
    errors
}

fn check_body(body: &Body, error: &mut dyn FnMut(String)) {
    let count = body.locals.len();
    let mut is_variable = vec![false; count];
    for statement in body.blocks.iter().flat_map(|block| &block.statements) {
        if let StatementKind::StorageLive(local) = statement.kind {
            is_variable[local.index()] = true;
        }
    }
    let params = body.param_count as usize;
    let mut start = State { alive: vec![false; count], written: vec![false; count] };
    start.written[..params].fill(true);
    let mut entries: IndexVec<BlockId, Option<State>> = IndexVec::from_elem(None, body.blocks.len());
    entries[BlockId::new(0)] = Some(start);
    let mut pending = vec![BlockId::new(0)];
    while let Some(id) = pending.pop() {
        let Some(mut state) = entries[id].clone() else { continue };
        let block = &body.blocks[id];
        if !step(body, id, block, &is_variable, &mut state, &mut |_| {}) {
            continue;
        }
        for next in block.terminator.kind.successors() {
            match &mut entries[next] {
                None => {
                    entries[next] = Some(state.clone());
                    pending.push(next);
                }
                Some(known) => {
                    if known.alive != state.alive {
                        let differ = (0..count).find(|&i| known.alive[i] != state.alive[i]).unwrap_or(0);
                        error(format!("{id} -> {next}: _{differ} is alive only on some ways"));
                        return;
                    }
                    let both: Vec<bool> =
                        known.written.iter().zip(&state.written).map(|(a, b)| *a && *b).collect();
                    if both != known.written {
                        known.written = both;
                        pending.push(next);
                    }
                }
            }
        }
    }
    for (id, block) in body.blocks.iter_enumerated() {
        if let Some(mut state) = entries[id].clone() {
            step(body, id, block, &is_variable, &mut state, error);
        }
    }
}

/// Goes through a block; `false` if its end is not reached.
fn step(
    body: &Body,
    id: BlockId,
    block: &Block,
    is_variable: &[bool],
    state: &mut State,
    error: &mut dyn FnMut(String),
) -> bool {
    let check_use = |local: LocalId, state: &State, error: &mut dyn FnMut(String)| {
        let index = local.index();
        if is_variable[index] {
            if !state.alive[index] {
                error(format!("{id}: {local} is used, but it is not alive"));
            }
        } else if body.locals[local].register && !state.written[index] {
            error(format!("{id}: {local} is read, but it is not written on all ways"));
        }
    };
    for statement in &block.statements {
        match &statement.kind {
            StatementKind::StorageLive(local) => state.alive[local.index()] = true,
            StatementKind::StorageDead(local) => {
                if !std::mem::replace(&mut state.alive[local.index()], false) {
                    error(format!("{id}: {local} dies, but it is not alive"));
                }
            }
            // The rest of the block is not executed.
            StatementKind::Unsupported(_) => return false,
            kind => {
                kind.for_each_use(|local| check_use(local, state, error));
                kind.for_each_place(|place, _, _| {
                    if let Some(local) = place.memory_local() {
                        check_use(local, state, error);
                    }
                });
                if let Some(local) = kind.def() {
                    if is_variable[local.index()] && !state.alive[local.index()] {
                        error(format!("{id}: {local} is written, but it is not alive"));
                    }
                    state.written[local.index()] = true;
                }
            }
        }
    }
    let kind = &block.terminator.kind;
    kind.for_each_use(|local| check_use(local, state, error));
    kind.for_each_place(|place, _, _| {
        if let Some(local) = place.memory_local() {
            check_use(local, state, error);
        }
    });
    if let Some(local) = kind.def() {
        state.written[local.index()] = true;
    }
    if matches!(kind, TerminatorKind::Return(_))
        && let Some(alive) = state.alive.iter().position(|alive| *alive)
    {
        error(format!("{id}: _{alive} is alive at the return"));
    }
    true
}
