//! What is true of a program before any engine runs.
//!
//! [`Facts`] belongs to one program and is shared by all engines and threads. Each fact is computed when it is first asked
//! for, and once; what nobody asks for costs nothing. The graph algorithms themselves (control flow, dominators, loops,
//! liveness) are in `ir`; here they are kept per function, and here are the facts about whole programs: the call graph
//! with its recursion groups ([`CallGraph`]), who can return ([`Returns`]), which globals a call may name, read and write
//! ([`Effects`]), which functions depend on their arguments alone, register SSA ([`Ssa`]), constants for widening.
//!
//! All facts are about the program as its IR says it: an external function is taken as pure with an arbitrary result, as
//! it is in every engine.
//!
//! Architecture invariant: this crate knows nothing of states, abstraction or verdicts.

mod calls;
mod constants;
mod dead;
mod deciding;
mod effects;
mod ended;
mod intrinsics;
mod members;
mod mentions;
mod pointers;
mod pure;
mod returns;
mod scc;
mod set;
mod ssa;

pub use calls::{CallGraph, CallSite, GroupId};
pub use dead::DeadLocals;
pub use effects::{Effects, FunctionEffects, ends_program};
pub use ended::ended;
pub use members::FunctionMembers;
pub use mentions::{Mentions, never_written, reachable, reachable_globals};
pub use pointers::{Instruction, ObjectId, ObjectKind, PointsTo, Target, Targets};
pub use returns::Returns;
pub use scc::{Components, components};
pub use set::SparseSet;
pub use ssa::{Definition, Ssa, ValueId};

use base::{Idx, IndexVec};
use ir::{
    BlockId, Body, Cfg, Dominators, FuncId, Liveness, LocalId, LoopForest, LoopId, Program, StatementKind,
};
use std::sync::{Arc, OnceLock};

/// The facts about one program, computed on demand. `Facts<'static>` owns a share of the program.
#[derive(Debug)]
pub struct Facts<'p> {
    program: Holder<'p>,
    functions: IndexVec<FuncId, OnceLock<Box<Slots>>>,
    mentions: OnceLock<Mentions>,
    calls: OnceLock<CallGraph>,
    returns: OnceLock<Returns>,
    effects: OnceLock<Effects>,
    pure: OnceLock<IndexVec<FuncId, bool>>,
    constants: OnceLock<Vec<i64>>,
    pointers: OnceLock<PointsTo>,
    members: OnceLock<FunctionMembers>,
}

#[derive(Debug)]
enum Holder<'p> {
    Borrowed(&'p Program),
    Shared(Arc<Program>),
}

#[derive(Debug)]
struct Slots {
    cfg: Cfg,
    dominators: OnceLock<Dominators>,
    loops: OnceLock<LoopForest>,
    liveness: OnceLock<Liveness>,
    liveness_unless_drawn: OnceLock<Liveness>,
    returning: OnceLock<IndexVec<BlockId, bool>>,
    dead: OnceLock<DeadLocals>,
    ssa: OnceLock<Ssa>,
    constants: OnceLock<IndexVec<LoopId, Vec<i64>>>,
    variable_bounds: OnceLock<IndexVec<LoopId, bool>>,
    deciding: OnceLock<IndexVec<LocalId, bool>>,
    locals_from_entry: OnceLock<Vec<LocalId>>,
}

impl Facts<'static> {
    /// Facts that keep the program alive, to be shared by threads.
    pub fn new(program: &Arc<Program>) -> Facts<'static> {
        Facts::with(Holder::Shared(Arc::clone(program)))
    }
}

impl<'p> Facts<'p> {
    /// Facts for as long as the program is borrowed.
    pub fn of(program: &'p Program) -> Facts<'p> {
        Facts::with(Holder::Borrowed(program))
    }

    fn with(program: Holder<'p>) -> Facts<'p> {
        let mut facts = Facts {
            program,
            functions: IndexVec::new(),
            mentions: OnceLock::new(),
            calls: OnceLock::new(),
            returns: OnceLock::new(),
            effects: OnceLock::new(),
            pure: OnceLock::new(),
            constants: OnceLock::new(),
            pointers: OnceLock::new(),
            members: OnceLock::new(),
        };
        facts.functions = facts.program().functions.iter().map(|_| OnceLock::new()).collect();
        facts
    }

    pub fn program(&self) -> &Program {
        match &self.program {
            Holder::Borrowed(program) => program,
            Holder::Shared(program) => program,
        }
    }

    /// The facts about one function; `None` if it has no body.
    pub fn function(&self, func: FuncId) -> Option<FunctionFacts<'_>> {
        let body = self.program().functions[func].body()?;
        let slots = self.functions[func].get_or_init(|| {
            Box::new(Slots {
                cfg: Cfg::new(body),
                dominators: OnceLock::new(),
                loops: OnceLock::new(),
                liveness: OnceLock::new(),
                liveness_unless_drawn: OnceLock::new(),
                returning: OnceLock::new(),
                dead: OnceLock::new(),
                ssa: OnceLock::new(),
                constants: OnceLock::new(),
                variable_bounds: OnceLock::new(),
                deciding: OnceLock::new(),
                locals_from_entry: OnceLock::new(),
            })
        });
        Some(FunctionFacts { facts: self, slots, func, body })
    }

    /// The functions that have a body, with their facts.
    pub fn defined(&self) -> impl Iterator<Item = FunctionFacts<'_>> {
        self.program().functions.ids().filter_map(|func| self.function(func))
    }

    /// The globals and functions that each function names.
    pub fn mentions(&self) -> &Mentions {
        self.mentions.get_or_init(|| Mentions::new(self.program()))
    }

    pub fn calls(&self) -> &CallGraph {
        self.calls.get_or_init(|| CallGraph::new(self.program(), self.mentions()))
    }

    /// Which functions can return.
    pub fn returns(&self) -> &Returns {
        self.returns.get_or_init(|| Returns::new(self))
    }

    /// What functions may do by names, their callees included.
    pub fn effects(&self) -> &Effects {
        self.effects.get_or_init(|| Effects::new(self))
    }

    /// Whether the function's result follows from its arguments alone, and it does nothing else. It may run for ever.
    pub fn is_pure(&self, func: FuncId) -> bool {
        self.pure.get_or_init(|| pure::pure_functions(self))[func]
    }

    /// The functions that the program puts into members of its structures.
    pub fn function_members(&self) -> &FunctionMembers {
        self.members.get_or_init(|| FunctionMembers::new(self.program()))
    }

    /// Where pointers may lead.
    pub fn points_to(&self) -> &PointsTo {
        self.pointers.get_or_init(|| PointsTo::new(self))
    }

    /// The integers that the program computes or compares with, their neighbours, and -1, 0, 1: where widening may pause.
    /// Sorted, each once.
    pub fn constants(&self) -> &[i64] {
        self.constants.get_or_init(|| constants::of_program(self.program()))
    }

    /// The greatest numbers of elements whose bytes an `int` counts, or a block has, for the sizes of elements that there may be: where
    /// widening may pause, too. Sorted, each once.
    pub fn element_counts(&self) -> Vec<i64> {
        constants::element_counts(self.program())
    }
}

/// The facts about one function.
#[derive(Clone, Copy, Debug)]
pub struct FunctionFacts<'f> {
    facts: &'f Facts<'f>,
    slots: &'f Slots,
    func: FuncId,
    body: &'f Body,
}

impl<'f> FunctionFacts<'f> {
    pub fn id(self) -> FuncId {
        self.func
    }

    pub fn body(self) -> &'f Body {
        self.body
    }

    pub fn cfg(self) -> &'f Cfg {
        &self.slots.cfg
    }

    pub fn dominators(self) -> &'f Dominators {
        self.slots.dominators.get_or_init(|| Dominators::new(self.cfg()))
    }

    /// The loops: the only definition of loops and loop heads that there is.
    pub fn loops(self) -> &'f LoopForest {
        self.slots.loops.get_or_init(|| LoopForest::new(self.cfg()))
    }

    /// Whether the block is the head of a loop.
    pub fn is_loop_head(self, block: BlockId) -> bool {
        self.loops().is_head(block)
    }

    /// Whether control may come to the block in several ways: the entry, loop heads and blocks with several predecessors.
    pub fn is_join(self, block: BlockId) -> bool {
        block.index() == 0 || self.cfg().predecessors(block).len() > 1 || self.is_loop_head(block)
    }

    /// Places of the blocks in reverse postorder; `u32::MAX` for those that are not reachable.
    pub fn ranks(self) -> IndexVec<BlockId, u32> {
        self.body.blocks.ids().map(|b| self.cfg().position(b).map_or(u32::MAX, |p| p as u32)).collect()
    }

    /// Which locals may still be read; those whose address is taken count as live.
    pub fn liveness(self) -> &'f Liveness {
        let program = self.facts.program();
        self.slots.liveness.get_or_init(|| Liveness::new(program, self.body, self.cfg()))
    }

    /// The same for whoever knows where pointers lead, see [`Liveness::unless_drawn`].
    pub fn liveness_unless_drawn(self) -> &'f Liveness {
        let program = self.facts.program();
        self.slots
            .liveness_unless_drawn
            .get_or_init(|| Liveness::unless_drawn(program, self.body, self.cfg()))
    }

    /// The blocks from which control can reach a return. Where none can, the program ends before its variables go out of
    /// scope.
    pub fn returning(self) -> &'f IndexVec<BlockId, bool> {
        self.slots.returning.get_or_init(|| self.facts.returns().blocks(self.body, self.cfg()))
    }

    /// Where locals are needed for the last time.
    pub fn dead(self) -> &'f DeadLocals {
        self.slots.dead.get_or_init(|| DeadLocals::new(self.facts.program(), self))
    }

    /// Whether what the local holds may be forgotten at the block once nothing reads it any more: a variable of the program
    /// keeps it until its scope ends where that never happens.
    pub fn may_forget(self, block: BlockId, local: LocalId) -> bool {
        let is_temporary = self.body.locals[local].name.is_none();
        self.liveness_unless_drawn().is_tracked(local) && (is_temporary || self.returning()[block])
    }

    /// Registers in static single assignment form.
    pub fn ssa(self) -> &'f Ssa {
        self.slots.ssa.get_or_init(|| Ssa::new(self))
    }

    /// Whether blocks of a loop compare two variables that are numbers, or pass a number to somebody who may.
    pub fn has_variable_bound(self, id: LoopId) -> bool {
        let bounds = || constants::with_variable_bounds(self.body, self.loops());
        self.slots.variable_bounds.get_or_init(bounds)[id]
    }

    /// The integers that blocks of a loop compare with, inner loops included: sorted, each once.
    pub fn compared_constants(self, id: LoopId) -> &'f [i64] {
        &self.slots.constants.get_or_init(|| constants::by_loop(self.body, self.loops()))[id]
    }

    /// Whether what the function does depends on a register, and not only what it prints.
    pub fn decides(self, local: LocalId) -> bool {
        self.slots.deciding.get_or_init(|| deciding::of_body(self.facts.program(), self.body))[local]
    }

    /// The memory locals that exist from the call on: parameters, and those without a place where their scope begins.
    pub fn locals_from_entry(self) -> &'f [LocalId] {
        self.slots.locals_from_entry.get_or_init(|| self.find_locals_from_entry())
    }

    fn find_locals_from_entry(self) -> Vec<LocalId> {
        let mut has_storage = vec![false; self.body.locals.len()];
        for statement in self.body.blocks.iter().flat_map(|block| &block.statements) {
            if let StatementKind::StorageLive(local) = statement.kind {
                has_storage[local.index()] = true;
            }
        }
        let is_parameter = |id: LocalId| id.index() < self.body.param_count as usize;
        let locals = self.body.locals.iter_enumerated();
        let memory = locals.filter(|(_, local)| !local.register).map(|(id, _)| id);
        memory.filter(|&id| is_parameter(id) || !has_storage[id.index()]).collect()
    }
}
