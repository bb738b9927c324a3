//! What is computed once per function before it is executed: control flow, loops, and where registers die.

use base::{Idx, IndexVec};
use ir::{
    BlockId, Body, Cfg, Liveness, Local, LocalId, LoopForest, Place, PlaceUse, Program, Returns, Scalar,
};

#[derive(Debug)]
pub(crate) struct Prepared {
    pub(crate) cfg: Cfg,
    pub(crate) loops: LoopForest,
    pub(crate) liveness: Liveness,
    /// For every block, for every statement and then the terminator: the locals that are not needed after it, and may have
    /// been before it. A terminator's list holds those that no successor needs.
    deaths: IndexVec<BlockId, Vec<Box<[LocalId]>>>,
    /// Blocks at which states are kept: loop heads and those with several predecessors. Others are run through.
    stop: IndexVec<BlockId, bool>,
    pub(crate) ranks: IndexVec<BlockId, u32>,
    /// Whether a return can be reached from the block. Where none can, the program ends before its variables go out of
    /// scope, and what only they hold is not lost.
    returns: IndexVec<BlockId, bool>,
    /// Registers that no variable of the program is: they hold nothing beyond their last use.
    temporary: IndexVec<LocalId, bool>,
}

impl Prepared {
    pub(crate) fn new(program: &Program, body: &Body, returns: &Returns) -> Prepared {
        let cfg = Cfg::new(body);
        let loops = LoopForest::new(&cfg);
        let liveness = Liveness::unless_drawn(program, body, &cfg);
        let holders = holders(program, body, &liveness);
        let returns = returns.blocks(body, &cfg);
        let temporary: IndexVec<LocalId, bool> =
            body.locals.iter().map(|local| local.name.is_none()).collect();
        let mut deaths = IndexVec::with_capacity(body.blocks.len());
        let mut named = Vec::new();
        let mut cursor = liveness.cursor(body, &cfg);
        for (block, data) in body.blocks.iter_enumerated() {
            let count = data.statements.len();
            let mut lists: Vec<Box<[LocalId]>> = vec![Box::default(); count + 1];
            cursor.seek_end(block);
            for index in (0..=count).rev() {
                // The cursor stands after statement `index` here, and before it after the step.
                let mut candidates: Vec<LocalId> = Vec::new();
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
                    body.locals.get(local).is_some_and(|l| l.register)
                        && !cursor.is_live(local)
                        && (returns[block] || temporary[local])
                });
                if returns[block] {
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
                    let ends = |&&local: &&LocalId| {
                        (pointer_ends || named.contains(&local)) && !cursor.is_live(local)
                    };
                    candidates.extend(holders.iter().filter(ends));
                }
                lists[index] = candidates.into();
                cursor.step_back();
            }
            deaths.push(lists);
        }
        let stop = cfg_stops(&cfg, &loops, body);
        let ranks = body.blocks.ids().map(|b| cfg.position(b).map_or(u32::MAX, |p| p as u32)).collect();
        Prepared { cfg, loops, liveness, deaths, stop, ranks, returns, temporary }
    }

    /// The registers that die with statement `index` of the block (`index` = number of statements: the terminator).
    pub(crate) fn deaths(&self, block: BlockId, index: usize) -> &[LocalId] {
        &self.deaths[block][index]
    }

    pub(crate) fn keeps_states(&self, block: BlockId) -> bool {
        self.stop[block]
    }

    /// Whether the local may be forgotten at the block once nothing reads it any more.
    pub(crate) fn may_forget(&self, block: BlockId, local: LocalId) -> bool {
        self.liveness.is_tracked(local) && (self.returns[block] || self.temporary[local])
    }

    pub(crate) fn is_loop_head(&self, block: BlockId) -> bool {
        self.loops.is_head(block)
    }
}

/// In larger functions, what only memory locals hold is lost with their scope.
const MOST_HOLDERS: usize = 32;

/// The memory locals that may hold addresses, as far as it is known when they are read for the last time.
fn holders(program: &Program, body: &Body, liveness: &Liveness) -> Vec<LocalId> {
    let holds = |local: &Local| match local.scalar {
        Some(scalar) => scalar == Scalar::Ptr,
        None => program.types[local.ty].size >= program.model.pointer_size(),
    };
    let all = body.locals.iter_enumerated();
    let all = all.filter(|(id, local)| !local.register && liveness.is_tracked(*id) && holds(local));
    let holders: Vec<LocalId> = all.map(|(id, _)| id).collect();
    if holders.len() > MOST_HOLDERS { Vec::new() } else { holders }
}

fn cfg_stops(cfg: &Cfg, loops: &LoopForest, body: &Body) -> IndexVec<BlockId, bool> {
    body.blocks
        .ids()
        .map(|block| block.index() == 0 || loops.is_head(block) || cfg.predecessors(block).len() > 1)
        .collect()
}
