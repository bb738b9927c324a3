//! Which globals and functions code names, as values or as places.

use base::IndexVec;
use ir::{
    Arg, Body, Callee, FuncId, GlobalId, Operand, Place, PlaceBase, PlaceUse, Program, RelocationTarget,
    StatementKind, TerminatorKind,
};

/// What the functions of a program name. A function that is only called is not named.
#[derive(Debug)]
pub struct Mentions {
    globals: IndexVec<FuncId, Vec<GlobalId>>,
    address_taken: Vec<FuncId>,
}

impl Mentions {
    pub(crate) fn new(program: &Program) -> Mentions {
        let mut taken = IndexVec::<FuncId, bool>::from_elem(false, program.functions.len());
        let mut globals = IndexVec::with_capacity(program.functions.len());
        for function in &program.functions {
            let mut named = Vec::new();
            if let Some(body) = function.body() {
                for_each_mention(body, |operand| match operand {
                    Operand::Global(id) => named.push(id),
                    Operand::Func(id) => taken[id] = true,
                    _ => {}
                });
            }
            named.sort_unstable();
            named.dedup();
            globals.push(named);
        }
        for relocation in program.globals.iter().flat_map(|global| &global.init.relocations) {
            if let RelocationTarget::Function(id) = relocation.target {
                taken[id] = true;
            }
        }
        let address_taken = taken.iter_enumerated().filter(|(_, is)| **is).map(|(id, _)| id).collect();
        Mentions { globals, address_taken }
    }

    /// The globals that the body of a function names, sorted.
    pub fn globals(&self, func: FuncId) -> &[GlobalId] {
        &self.globals[func]
    }

    /// The functions that may be called through pointers, sorted.
    pub fn address_taken(&self) -> &[FuncId] {
        &self.address_taken
    }
}

/// Globals that functions reachable from `main` name, directly or through initialisers, sorted. This does not ask for the
/// call graph: every short program needs it.
pub fn reachable_globals(program: &Program, main: FuncId) -> Vec<GlobalId> {
    reachable(program, main).1
}

/// The functions and globals that a function names, directly, in functions that those name, or through initialisers, sorted.
pub fn reachable(program: &Program, main: FuncId) -> (Vec<FuncId>, Vec<GlobalId>) {
    let mut reach = Reach {
        seen_functions: IndexVec::from_elem(false, program.functions.len()),
        seen_globals: IndexVec::from_elem(false, program.globals.len()),
        functions: Vec::new(),
        globals: Vec::new(),
    };
    reach.see(Operand::Func(main));
    loop {
        if let Some(func) = reach.functions.pop() {
            if let Some(body) = program.functions[func].body() {
                for_each_mention(body, |operand| reach.see(operand));
                for_each_direct_callee(body, |func| reach.see(Operand::Func(func)));
            }
        } else if let Some(global) = reach.globals.pop() {
            for relocation in &program.globals[global].init.relocations {
                match relocation.target {
                    RelocationTarget::Global(id) => reach.see(Operand::Global(id)),
                    RelocationTarget::Function(id) => reach.see(Operand::Func(id)),
                    RelocationTarget::Label(..) => {}
                }
            }
        } else {
            let functions = reach.seen_functions.iter_enumerated().filter(|(_, seen)| **seen);
            let globals = reach.seen_globals.iter_enumerated().filter(|(_, seen)| **seen);
            return (functions.map(|(id, _)| id).collect(), globals.map(|(id, _)| id).collect());
        }
    }
}

/// What was seen, and what of it is still to be looked at.
struct Reach {
    seen_functions: IndexVec<FuncId, bool>,
    seen_globals: IndexVec<GlobalId, bool>,
    functions: Vec<FuncId>,
    globals: Vec<GlobalId>,
}

impl Reach {
    fn see(&mut self, operand: Operand) {
        match operand {
            Operand::Global(id) if !self.seen_globals[id] => {
                self.seen_globals[id] = true;
                self.globals.push(id);
            }
            Operand::Func(id) if !self.seen_functions[id] => {
                self.seen_functions[id] = true;
                self.functions.push(id);
            }
            _ => {}
        }
    }
}

pub(crate) fn for_each_direct_callee(body: &Body, mut f: impl FnMut(FuncId)) {
    for block in &body.blocks {
        if let TerminatorKind::Call(call) = &block.terminator.kind
            && let Callee::Direct(func) = call.callee
        {
            f(func);
        }
    }
}

/// Every operand of a body, and the global that each place lies in; some more than once.
pub(crate) fn for_each_mention(body: &Body, mut f: impl FnMut(Operand)) {
    for_each_use(body, |operand, _| f(operand));
}

/// Likewise, with how a place is used; the address of a global that is an operand is used, too.
fn for_each_use(body: &Body, mut used: impl FnMut(Operand, PlaceUse)) {
    let mut f = |operand: Operand| used(operand, PlaceUse::Address);
    for block in &body.blocks {
        for statement in &block.statements {
            match &statement.kind {
                StatementKind::Assign(_, rvalue) => rvalue.for_each_operand(&mut f),
                StatementKind::Store(_, operand) => f(*operand),
                StatementKind::StackAlloc { size, .. } => f(*size),
                _ => {}
            }
        }
        match &block.terminator.kind {
            TerminatorKind::Call(call) => {
                if let Callee::Indirect(operand) = call.callee {
                    f(operand);
                }
                for arg in &call.args {
                    if let Arg::Scalar(operand, _) = arg {
                        f(*operand);
                    }
                }
            }
            TerminatorKind::Return(Some(Arg::Scalar(operand, _))) => f(*operand),
            TerminatorKind::Branch { cond: operand, .. }
            | TerminatorKind::Switch { value: operand, .. }
            | TerminatorKind::IndirectGoto { target: operand, .. } => f(*operand),
            _ => {}
        }
    }
    let mut place = |place: &Place, how: PlaceUse, _: Option<u64>| {
        if let PlaceBase::Global(id) = place.base {
            used(Operand::Global(id), how);
        }
    };
    for block in &body.blocks {
        block.statements.iter().for_each(|statement| statement.kind.for_each_place(&mut place));
        block.terminator.kind.for_each_place(&mut place);
    }
}

/// The globals that keep their initial content, as far as the program's own text goes: nobody writes them by their names or takes
/// their addresses.
pub fn never_written(program: &Program) -> IndexVec<GlobalId, bool> {
    let mut unwritten = IndexVec::from_elem(true, program.globals.len());
    for (_, _, body) in program.bodies() {
        for_each_use(body, |operand, how| {
            if let (Operand::Global(id), PlaceUse::Write | PlaceUse::Address) = (operand, how) {
                unwritten[id] = false;
            }
        });
    }
    for relocation in program.globals.iter().flat_map(|global| &global.init.relocations) {
        if let RelocationTarget::Global(id) = relocation.target {
            unwritten[id] = false;
        }
    }
    unwritten
}
