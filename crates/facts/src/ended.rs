//! `main`, ended where nothing of interest can follow any more.

use crate::mentions::for_each_direct_callee;
use base::IndexVec;
use ir::{
    Arg, Block, BlockId, Body, Callee, FuncId, FunctionBody, Intrinsic, Operand, Program, Scalar,
    StatementKind, Terminator, TerminatorKind,
};

/// The program whose `main` returns 0 where no function of interest can be called any more. The runs are the same up to there,
/// and so are the places. `None` if a function of interest may be called through a pointer or when the
/// program ends, or if nothing is allocated behind: what only takes memory apart costs little, and tells which of it is still in use.
pub fn ended(program: &Program, is_of_interest: impl Fn(&FunctionBody) -> bool) -> Option<Program> {
    let main = program.entry?;
    let leads = leading(program, is_of_interest);
    if !leads[main] || crate::Mentions::new(program).address_taken().iter().any(|func| leads[*func]) {
        return None;
    }
    let body = program.functions[main].body()?;
    let goes_on = going_on(body, &leads);
    let allocates = leading(program, |body| {
        matches!(
            body,
            FunctionBody::Intrinsic(
                Intrinsic::Allocate
                    | Intrinsic::AllocateZeroed
                    | Intrinsic::AllocateAligned
                    | Intrinsic::Resize
            )
        )
    });
    let is_behind = |(block, _): (BlockId, &Block)| !goes_on[block] && calls(&body.blocks[block], &allocates);
    if !body.blocks.iter_enumerated().any(is_behind) {
        return None;
    }
    let mut program = program.clone();
    if let FunctionBody::Defined(body) = &mut program.functions[main].body {
        let value = returned(body);
        let blocks = body.blocks.iter_mut().zip(&goes_on);
        for (block, _) in blocks.filter(|(_, goes_on)| !**goes_on) {
            let kind = TerminatorKind::Return(value);
            let terminator = Terminator { kind, span: block.terminator.span };
            *block = Block { statements: Vec::new(), terminator };
        }
    }
    Some(program)
}

/// Whether a function of interest may be called in a call of the function, other than through pointers.
fn leading(program: &Program, is_of_interest: impl Fn(&FunctionBody) -> bool) -> IndexVec<FuncId, bool> {
    let mut callers = IndexVec::<FuncId, Vec<FuncId>>::from_elem(Vec::new(), program.functions.len());
    let mut leads = IndexVec::<FuncId, bool>::from_elem(false, program.functions.len());
    let mut open = Vec::new();
    for (func, function) in program.functions.iter_enumerated() {
        if let Some(body) = function.body() {
            for_each_direct_callee(body, |callee| callers[callee].push(func));
        }
        if is_of_interest(&function.body) {
            leads[func] = true;
            open.push(func);
        }
    }
    while let Some(func) = open.pop() {
        for caller in std::mem::take(&mut callers[func]) {
            if !std::mem::replace(&mut leads[caller], true) {
                open.push(caller);
            }
        }
    }
    leads
}

/// The blocks from which a call of a function that leads there can be reached.
fn going_on(body: &Body, leads: &IndexVec<FuncId, bool>) -> IndexVec<BlockId, bool> {
    let mut before = IndexVec::<BlockId, Vec<BlockId>>::from_elem(Vec::new(), body.blocks.len());
    let mut goes_on = IndexVec::<BlockId, bool>::from_elem(false, body.blocks.len());
    let mut open = Vec::new();
    for (id, block) in body.blocks.iter_enumerated() {
        block.terminator.kind.successors().for_each(|next| before[next].push(id));
        // Such as an assembler statement, which may go anywhere.
        let unsupported = |s: &ir::Statement| matches!(s.kind, StatementKind::Unsupported(_));
        if calls(block, leads) || block.statements.iter().any(unsupported) {
            goes_on[id] = true;
            open.push(id);
        }
    }
    while let Some(block) = open.pop() {
        for previous in std::mem::take(&mut before[block]) {
            if !std::mem::replace(&mut goes_on[previous], true) {
                open.push(previous);
            }
        }
    }
    goes_on
}

/// Whether the block ends with a call of one of these functions.
fn calls(block: &Block, functions: &IndexVec<FuncId, bool>) -> bool {
    matches!(&block.terminator.kind, TerminatorKind::Call(call)
        if matches!(call.callee, Callee::Direct(func) if functions[func]))
}

fn returned(body: &Body) -> Option<Arg> {
    let returns = |block: &Block| matches!(block.terminator.kind, TerminatorKind::Return(Some(_)));
    body.blocks.iter().any(returns).then_some(Arg::Scalar(Operand::Int(0, Scalar::I32), Scalar::I32))
}
