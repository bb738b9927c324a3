//! What is computed once per function before it is executed: control flow, loops, and where registers die.

use base::{Idx, IndexVec};
use ir::{
    BlockId, Body, Callee, Cfg, FuncId, FunctionBody, Intrinsic, Liveness, LocalId, LoopForest, Program,
    TerminatorKind,
};

#[derive(Debug)]
pub(crate) struct Prepared {
    pub(crate) cfg: Cfg,
    pub(crate) loops: LoopForest,
    pub(crate) liveness: Liveness,
    /// For every block, for every statement and then the terminator: the registers that are not needed after it.
    /// A terminator's list holds those that no successor needs.
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
    pub(crate) fn new(program: &Program, body: &Body, returning: &IndexVec<FuncId, bool>) -> Prepared {
        let cfg = Cfg::new(body);
        let loops = LoopForest::new(&cfg);
        let liveness = Liveness::new(program, body, &cfg);
        let returns = returning_blocks(body, &cfg, returning);
        let temporary: IndexVec<LocalId, bool> =
            body.locals.iter().map(|local| local.name.is_none()).collect();
        let mut deaths = IndexVec::with_capacity(body.blocks.len());
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
                        && liveness.is_tracked(local)
                        && !cursor.is_live(local)
                        && (returns[block] || temporary[local])
                });
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

    /// Whether the register may be forgotten at the block once nothing reads it any more.
    pub(crate) fn may_forget(&self, block: BlockId, local: LocalId) -> bool {
        self.liveness.is_tracked(local) && (self.returns[block] || self.temporary[local])
    }

    pub(crate) fn is_loop_head(&self, block: BlockId) -> bool {
        self.loops.is_head(block)
    }
}

fn cfg_stops(cfg: &Cfg, loops: &LoopForest, body: &Body) -> IndexVec<BlockId, bool> {
    body.blocks
        .ids()
        .map(|block| block.index() == 0 || loops.is_head(block) || cfg.predecessors(block).len() > 1)
        .collect()
}

/// The blocks from which control can reach a return, if calls come back only from functions that can return.
fn returning_blocks(body: &Body, cfg: &Cfg, returning: &IndexVec<FuncId, bool>) -> IndexVec<BlockId, bool> {
    let mut returns = IndexVec::from_elem(false, body.blocks.len());
    let comes_back = |block: BlockId| match &body.blocks[block].terminator.kind {
        TerminatorKind::Call(call) => match call.callee {
            Callee::Direct(func) => returning[func],
            Callee::Indirect(_) => true,
        },
        _ => true,
    };
    let mut work: Vec<BlockId> = Vec::new();
    for (block, data) in body.blocks.iter_enumerated() {
        if matches!(data.terminator.kind, TerminatorKind::Return(_)) {
            returns[block] = true;
            work.push(block);
        }
    }
    while let Some(block) = work.pop() {
        for &before in cfg.predecessors(block) {
            if !returns[before] && comes_back(before) {
                returns[before] = true;
                work.push(before);
            }
        }
    }
    returns
}

/// The functions that can return: those with a reachable return, others in doubt.
pub(crate) fn returning_functions(program: &Program) -> IndexVec<FuncId, bool> {
    let mut returning: IndexVec<FuncId, bool> = program
        .functions
        .iter()
        .map(|function| match &function.body {
            FunctionBody::Intrinsic(intrinsic) => !matches!(
                intrinsic,
                Intrinsic::Exit
                    | Intrinsic::ExitNow
                    | Intrinsic::Abort
                    | Intrinsic::Trap
                    | Intrinsic::AssertFail
                    | Intrinsic::ReachError
            ),
            FunctionBody::External => !function.noreturn,
            FunctionBody::Defined(_) => false,
        })
        .collect();
    let bodies: Vec<(FuncId, &Body, Cfg)> =
        program.bodies().map(|(id, _, body)| (id, body, Cfg::new(body))).collect();
    loop {
        let mut changed = false;
        for (id, body, cfg) in &bodies {
            if !returning[*id] && returning_blocks(body, cfg, &returning)[cfg.entry()] {
                returning[*id] = true;
                changed = true;
            }
        }
        if !changed {
            return returning;
        }
    }
}
