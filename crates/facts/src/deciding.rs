//! Which registers decide what a function does.

use base::IndexVec;
use ir::{
    BinOp, Body, Callee, FunctionBody, Intrinsic, LocalId, Operand, Print, Program, Rvalue, Sink,
    StatementKind, TerminatorKind,
};

/// Whether a branch, an address, a size, a callee or memory depends on the register. What is only computed with and printed decides nothing:
/// a counter of lines, a sum.
pub(crate) fn of_body(program: &Program, body: &Body) -> IndexVec<LocalId, bool> {
    let mut decides = IndexVec::from_elem(false, body.locals.len());
    let mut work: Vec<LocalId> = Vec::new();
    // What each register is computed from.
    let mut sources: Vec<(LocalId, LocalId)> = Vec::new();
    for block in &body.blocks {
        for statement in &block.statements {
            let StatementKind::Assign(dst, rvalue) = &statement.kind else {
                statement.kind.for_each_use(|local| work.push(local));
                continue;
            };
            if rvalue.place().is_some() {
                rvalue.for_each_use(|local| work.push(local));
            }
            if let Rvalue::Binary(
                BinOp::Div | BinOp::Rem | BinOp::Shl | BinOp::Shr,
                _,
                _,
                Operand::Local(right),
            ) = rvalue
            {
                work.push(*right);
            }
            rvalue.for_each_operand(|operand| sources.extend(operand.local().map(|from| (*dst, from))));
        }
        let kind = &block.terminator.kind;
        match only_prints(program, kind) {
            // Where the number of printed characters is looked at, what was printed decides that.
            true => kind.for_each_use(|local| sources.extend(kind.def().map(|dst| (dst, local)))),
            false => kind.for_each_use(|local| work.push(local)),
        }
    }
    sources.sort_unstable();
    while let Some(local) = work.pop() {
        if std::mem::replace(&mut decides[local], true) {
            continue;
        }
        let first = sources.partition_point(|s| s.0 < local);
        work.extend(sources[first..].iter().take_while(|s| s.0 == local).map(|s| s.1));
    }
    decides
}

/// A call that prints somewhere outside of the program.
fn only_prints(program: &Program, kind: &TerminatorKind) -> bool {
    let TerminatorKind::Call(call) = kind else { return false };
    let Callee::Direct(func) = call.callee else { return false };
    matches!(
        program.functions[func].body,
        FunctionBody::Intrinsic(Intrinsic::Print(Print { sink: Sink::Output | Sink::Stream, list: false }))
    )
}
