//! What is known of a function's body before it runs: loop heads, liveness, which locals exist from the call on.

use base::{FxHashSet, Idx};
use ir::{BlockId, Body, Cfg, Liveness, LocalId, Program, StatementKind};

#[derive(Debug)]
pub(crate) struct Prepared {
    /// Blocks that control comes back to.
    pub(crate) heads: FxHashSet<BlockId>,
    pub(crate) liveness: Liveness,
    /// Memory locals without a place where their scope begins, and parameters.
    pub(crate) on_entry: Vec<LocalId>,
}

impl Prepared {
    pub(crate) fn new(program: &Program, body: &Body) -> Prepared {
        let cfg = Cfg::new(body);
        let mut heads = FxHashSet::default();
        for block in body.blocks.ids() {
            let Some(position) = cfg.position(block) else { continue };
            let back = |&p: &BlockId| cfg.position(p).is_some_and(|from| from >= position);
            if cfg.predecessors(block).iter().any(back) {
                heads.insert(block);
            }
        }
        let mut has_storage = vec![false; body.locals.len()];
        for block in body.blocks.iter() {
            for statement in &block.statements {
                if let StatementKind::StorageLive(local) = statement.kind {
                    has_storage[local.index()] = true;
                }
            }
        }
        let on_entry = body
            .locals
            .iter_enumerated()
            .filter(|(id, local)| {
                !local.register && (id.index() < body.param_count as usize || !has_storage[id.index()])
            })
            .map(|(id, _)| id)
            .collect();
        let liveness = Liveness::new(program, body, &cfg);
        Prepared { heads, liveness, on_entry }
    }
}
