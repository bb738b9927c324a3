//! Which globals code can name: those of the whole program are created, those of a callee are what it sees of them.
//!
//! A callee gets the part of the heap that its arguments and *its* globals lead to. A list that hangs on a global that it never
//! names stays with the caller, so that one summary serves whatever that list looks like.

use base::{Idx, IndexVec};
use ir::{
    Body, FuncId, FunctionBody, GlobalId, Intrinsic, Operand, Place, PlaceBase, Program, RelocationTarget,
    Rvalue, StatementKind, TerminatorKind,
};

/// What the functions of a program name.
pub(crate) struct Names {
    functions: IndexVec<FuncId, Named>,
    /// Functions that may be called through pointers.
    pointed_at: Vec<FuncId>,
}

#[derive(Default)]
struct Named {
    globals: Vec<GlobalId>,
    functions: Vec<FuncId>,
    calls_pointers: bool,
    ends_program: bool,
}

impl Names {
    pub(crate) fn new(program: &Program) -> Names {
        let mut pointed_at = IndexVec::<FuncId, bool>::from_elem(false, program.functions.len());
        let functions = program
            .functions
            .iter()
            .map(|function| match &function.body {
                FunctionBody::Defined(body) => named(body, &mut pointed_at),
                FunctionBody::Intrinsic(intrinsic) => {
                    Named { ends_program: may_end_the_program(*intrinsic), ..Named::default() }
                }
                FunctionBody::External => Named::default(),
            })
            .collect();
        for global in &program.globals {
            for relocation in &global.init.relocations {
                if let RelocationTarget::Function(id) = relocation.target {
                    pointed_at[id] = true;
                }
            }
        }
        let pointed_at = pointed_at.iter_enumerated().filter(|(_, is)| **is).map(|(id, _)| id).collect();
        Names { functions, pointed_at }
    }

    /// The globals that a call of the function can access by name. With `unfreed`, a function that may end the program sees
    /// them all: what they lead to is not freed then.
    ///
    /// Each function asks for itself, which is quadratic for a chain of calls; it is asked once per function and looks at
    /// names only, where executing the function looks at every statement.
    pub(crate) fn accessed(
        &self,
        program: &Program,
        func: FuncId,
        unfreed: bool,
    ) -> IndexVec<GlobalId, bool> {
        let mut globals = IndexVec::<GlobalId, bool>::from_elem(false, program.globals.len());
        let mut seen = IndexVec::<FuncId, bool>::from_elem(false, program.functions.len());
        let mut pending = vec![func];
        seen[func] = true;
        let mut through_pointers = false;
        while let Some(func) = pending.pop() {
            let named = &self.functions[func];
            if named.ends_program && unfreed {
                return IndexVec::from_elem(true, program.globals.len());
            }
            for &global in &named.globals {
                globals[global] = true;
            }
            let pointed_at: &[FuncId] = match named.calls_pointers && !through_pointers {
                true => &self.pointed_at,
                false => &[],
            };
            through_pointers |= named.calls_pointers;
            for &callee in named.functions.iter().chain(pointed_at) {
                if !std::mem::replace(&mut seen[callee], true) {
                    pending.push(callee);
                }
            }
        }
        globals
    }
}

fn may_end_the_program(intrinsic: Intrinsic) -> bool {
    matches!(
        intrinsic,
        Intrinsic::Exit
            | Intrinsic::ExitNow
            | Intrinsic::Abort
            | Intrinsic::Trap
            | Intrinsic::AssertFail
            | Intrinsic::ReachError
    )
}

fn named(body: &Body, pointed_at: &mut IndexVec<FuncId, bool>) -> Named {
    let mut named = Named::default();
    let mut operands = Vec::new();
    names_in(body, &mut operands);
    for operand in operands {
        match operand {
            Operand::Global(id) => named.globals.push(id),
            Operand::Func(id) => {
                named.functions.push(id);
                pointed_at[id] = true;
            }
            _ => {}
        }
    }
    for block in &body.blocks {
        if let TerminatorKind::Call(call) = &block.terminator.kind {
            match call.callee {
                ir::Callee::Direct(func) => named.functions.push(func),
                ir::Callee::Indirect(_) => named.calls_pointers = true,
            }
        }
    }
    named
}

/// Globals that functions reachable from `main` name, directly or through initialisers.
pub(crate) fn reachable(program: &Program, main: FuncId) -> Vec<GlobalId> {
    let mut seen_functions = IndexVec::<FuncId, bool>::from_elem(false, program.functions.len());
    let mut seen_globals = IndexVec::<GlobalId, bool>::from_elem(false, program.globals.len());
    let mut functions = vec![main];
    let mut globals: Vec<GlobalId> = Vec::new();
    seen_functions[main] = true;
    loop {
        let mut found = Vec::new();
        if let Some(func) = functions.pop() {
            if let FunctionBody::Defined(body) = &program.functions[func].body {
                names_in(body, &mut found);
                found.extend(direct_callees(body));
            }
        } else if let Some(global) = globals.pop() {
            for relocation in &program.globals[global].init.relocations {
                match relocation.target {
                    RelocationTarget::Global(id) => found.push(Operand::Global(id)),
                    RelocationTarget::Function(id) => found.push(Operand::Func(id)),
                    RelocationTarget::Label(..) => {}
                }
            }
        } else {
            return seen_globals.iter_enumerated().filter(|(_, seen)| **seen).map(|(id, _)| id).collect();
        }
        for operand in found {
            match operand {
                Operand::Global(id) if !seen_globals[id] => {
                    seen_globals[id] = true;
                    globals.push(id);
                }
                Operand::Func(id) if !seen_functions[id] => {
                    seen_functions[id] = true;
                    functions.push(id);
                }
                _ => {}
            }
        }
    }
}

fn direct_callees(body: &Body) -> impl Iterator<Item = Operand> {
    body.blocks.iter().filter_map(|block| match &block.terminator.kind {
        TerminatorKind::Call(call) => match call.callee {
            ir::Callee::Direct(func) => Some(Operand::Func(func)),
            ir::Callee::Indirect(_) => None,
        },
        _ => None,
    })
}

/// The globals and functions that a body uses as values, each once; a function that is only called is not among them.
fn names_in(body: &Body, found: &mut Vec<Operand>) {
    for block in &body.blocks {
        let mut place = |place: &Place| {
            if let PlaceBase::Global(id) = place.base {
                found.push(Operand::Global(id));
            }
        };
        for statement in &block.statements {
            statement.kind.for_each_place(|p, _, _| place(p));
        }
        block.terminator.kind.for_each_place(|p, _, _| place(p));
        for statement in &block.statements {
            match &statement.kind {
                StatementKind::Assign(_, rvalue) => {
                    if let Rvalue::Use(operand) = rvalue {
                        found.push(*operand);
                    } else {
                        rvalue.for_each_operand(|operand| found.push(operand));
                    }
                }
                StatementKind::Store(_, operand) => found.push(*operand),
                StatementKind::StackAlloc { size, .. } => found.push(*size),
                _ => {}
            }
        }
        match &block.terminator.kind {
            TerminatorKind::Call(call) => {
                match call.callee {
                    ir::Callee::Direct(_) => {}
                    ir::Callee::Indirect(operand) => found.push(operand),
                }
                for arg in &call.args {
                    if let ir::Arg::Scalar(operand, _) = arg {
                        found.push(*operand);
                    }
                }
            }
            TerminatorKind::Return(Some(ir::Arg::Scalar(operand, _))) => found.push(*operand),
            TerminatorKind::Branch { cond, .. } => found.push(*cond),
            TerminatorKind::Switch { value, .. } => found.push(*value),
            _ => {}
        }
    }
    found.retain(|operand| matches!(operand, Operand::Global(_) | Operand::Func(_)));
    found.sort_by_key(|operand| match operand {
        Operand::Global(id) => (0, id.index()),
        Operand::Func(id) => (1, id.index()),
        _ => (2, 0),
    });
    found.dedup();
}
