//! From where control can come back.

use crate::cfg::Cfg;
use crate::syntax::*;
use base::IndexVec;

/// The functions that can return: those with a reachable return, others in doubt. Where no return can be reached, the
/// program ends before its variables go out of scope.
#[derive(Clone, Debug)]
pub struct Returns {
    functions: IndexVec<FuncId, bool>,
}

impl Returns {
    pub fn new(program: &Program) -> Returns {
        let functions: IndexVec<FuncId, bool> = program
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
        let mut returns = Returns { functions };
        let bodies: Vec<(FuncId, &Body, Cfg)> =
            program.bodies().map(|(id, _, body)| (id, body, Cfg::new(body))).collect();
        loop {
            let mut changed = false;
            for (id, body, cfg) in &bodies {
                if !returns.functions[*id] && returns.blocks(body, cfg)[cfg.entry()] {
                    returns.functions[*id] = true;
                    changed = true;
                }
            }
            if !changed {
                return returns;
            }
        }
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
