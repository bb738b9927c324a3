//! Where locals are needed for the last time.

use crate::FunctionFacts;
use base::Idx;
use ir::{BlockId, Liveness, Local, LocalId, Place, PlaceUse, Program, Scalar};

/// For every statement and terminator: the locals that are not needed after it, and may have been before it. A terminator's
/// list holds those that no successor needs.
#[derive(Debug)]
pub struct DeadLocals {
    /// Where the instructions of each block begin in `starts`.
    blocks: Vec<u32>,
    starts: Vec<u32>,
    locals: Vec<LocalId>,
}

impl DeadLocals {
    pub(crate) fn new(program: &Program, function: FunctionFacts<'_>) -> DeadLocals {
        let (body, cfg) = (function.body(), function.cfg());
        let liveness = function.liveness_unless_drawn();
        let returning = function.returning();
        let holders = holders(program, function, liveness);
        let mut dead = DeadLocals { blocks: Vec::new(), starts: Vec::new(), locals: Vec::new() };
        let mut cursor = liveness.cursor(body, cfg);
        let mut named = Vec::new();
        let mut candidates: Vec<LocalId> = Vec::new();
        // The lists of one block, from its end to its beginning.
        let mut found: Vec<LocalId> = Vec::new();
        let mut ends: Vec<usize> = Vec::new();
        for (block, data) in body.blocks.iter_enumerated() {
            let count = data.statements.len();
            found.clear();
            ends.clear();
            cursor.seek_end(block);
            for index in (0..=count).rev() {
                // The cursor stands after statement `index` here, and before it after the step.
                candidates.clear();
                match data.statements.get(index) {
                    Some(statement) => {
                        statement.kind.for_each_use(|local| candidates.push(local));
                        candidates.extend(statement.kind.def());
                    }
                    None => {
                        data.terminator.kind.for_each_use(|local| candidates.push(local));
                        candidates.extend(data.terminator.kind.def());
                    }
                }
                candidates.sort_unstable();
                candidates.dedup();
                candidates.retain(|&local| {
                    body.locals
                        .get(local)
                        .is_some_and(|l| l.register && (returning[block] || l.name.is_none()))
                        && !cursor.is_live(local)
                });
                if returning[block] && !holders.is_empty() {
                    named.clear();
                    let mut name = |place: &Place, _: PlaceUse, _: Option<u64>| {
                        named.extend(place.memory_local());
                    };
                    match data.statements.get(index) {
                        Some(statement) => statement.kind.for_each_place(&mut name),
                        None => data.terminator.kind.for_each_place(&mut name),
                    }
                    // With the pointer that is drawn, the local ends that was drawn.
                    let pointer_ends = candidates.iter().any(|&l| body.locals[l].scalar == Some(Scalar::Ptr));
                    let is_over = |&&local: &&LocalId| {
                        (pointer_ends || named.contains(&local)) && !cursor.is_live(local)
                    };
                    candidates.extend(holders.iter().filter(is_over));
                }
                ends.push(found.len());
                found.extend(candidates.iter().rev());
                cursor.step_back();
            }
            dead.blocks.push(dead.starts.len() as u32);
            let base = dead.locals.len();
            dead.starts.push(base as u32);
            let length = found.len();
            dead.starts.extend(ends.iter().rev().map(|&before| (base + length - before) as u32));
            dead.locals.extend(found.iter().rev());
        }
        dead
    }

    /// The locals that are over with statement `index` of the block (`index` = number of statements: the terminator).
    pub fn after(&self, block: BlockId, index: usize) -> &[LocalId] {
        let at = self.blocks[block.index()] as usize + index;
        &self.locals[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}

/// In larger functions, what only memory locals hold is lost with their scope.
const MOST_HOLDERS: usize = 32;

/// The memory locals that may hold addresses, as far as it is known when they are read for the last time.
fn holders(program: &Program, function: FunctionFacts<'_>, liveness: &Liveness) -> Vec<LocalId> {
    let holds = |local: &Local| match local.scalar {
        Some(scalar) => scalar == Scalar::Ptr,
        None => program.types[local.ty].size >= program.model.pointer_size(),
    };
    let all = function.body().locals.iter_enumerated();
    let all = all.filter(|(id, local)| !local.register && liveness.is_tracked(*id) && holds(local));
    let holders: Vec<LocalId> = all.map(|(id, _)| id).collect();
    if holders.len() > MOST_HOLDERS { Vec::new() } else { holders }
}
