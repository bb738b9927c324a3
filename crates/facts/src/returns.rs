//! From where control can come back.

use crate::Facts;
use crate::effects::ends_program;
use base::IndexVec;
use ir::{BlockId, Body, Callee, Cfg, FuncId, FunctionBody, TerminatorKind};

/// The functions that can return: those with a reachable return, others in doubt. Where no return can be reached, the
/// program ends before its variables go out of scope.
#[derive(Clone, Debug)]
pub struct Returns {
    functions: IndexVec<FuncId, bool>,
}

impl Returns {
    pub(crate) fn new(facts: &Facts<'_>) -> Returns {
        let functions: IndexVec<FuncId, bool> = facts
            .program()
            .functions
            .iter()
            .map(|function| match &function.body {
                FunctionBody::Intrinsic(intrinsic) => !ends_program(*intrinsic),
                FunctionBody::External => !function.noreturn,
                FunctionBody::Defined(_) => false,
            })
            .collect();
        let mut returns = Returns { functions };
        // Most functions return whatever their callees do; the rest is looked at until nothing changes, callees first.
        let mut open: Vec<FuncId> = Vec::new();
        for function in facts.defined() {
            let (id, cfg) = (function.id(), function.cfg());
            let is_return = |&block: &BlockId| {
                matches!(function.body().blocks[block].terminator.kind, TerminatorKind::Return(_))
            };
            if cfg.reverse_postorder().iter().any(is_return) {
                open.push(id);
            }
        }
        loop {
            let before = open.len();
            open.retain(|&id| {
                let Some(function) = facts.function(id) else { return false };
                let cfg = function.cfg();
                returns.functions[id] = returns.blocks(function.body(), cfg)[cfg.entry()];
                !returns.functions[id]
            });
            if open.len() == before {
                return returns;
            }
        }
    }

    pub fn can_return(&self, func: FuncId) -> bool {
        self.functions[func]
    }

    /// The blocks from which control can reach a return, if calls come back only from functions that can return.
    pub fn blocks(&self, body: &Body, cfg: &Cfg) -> IndexVec<BlockId, bool> {
        let mut returns = IndexVec::from_elem(false, body.blocks.len());
        let comes_back = |block: BlockId| match &body.blocks[block].terminator.kind {
            TerminatorKind::Call(call) => match call.callee {
                Callee::Direct(func) => self.functions[func],
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
}
