//! Places of a program that somebody may ask about.

use base::Span;
use ir::{BlockId, Cfg, FuncId, FunctionBody, Intrinsic, LoopForest, Program, TerminatorKind};

/// A place of the program: before a statement, or (`index` is their number) before the block's terminator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    pub func: FuncId,
    pub block: BlockId,
    pub index: usize,
}

/// The heads of all loops.
pub fn loop_heads(program: &Program) -> Vec<Point> {
    let mut points = Vec::new();
    for (func, _, body) in program.bodies() {
        let forest = LoopForest::new(&Cfg::new(body));
        let heads = body.blocks.ids().filter(|b| forest.is_head(*b));
        points.extend(heads.map(|block| Point { func, block, index: 0 }));
    }
    points
}

/// The calls of `__VERIFIER_plot` and its relatives, with the names that they give.
pub fn plots(program: &Program) -> Vec<(Point, String)> {
    let mut points = Vec::new();
    for (func, _, body) in program.bodies() {
        for (block, data) in body.blocks.iter_enumerated() {
            let TerminatorKind::Call(call) = &data.terminator.kind else { continue };
            let ir::Callee::Direct(callee) = call.callee else { continue };
            if !matches!(program.functions[callee].body, FunctionBody::Intrinsic(Intrinsic::Plot)) {
                continue;
            }
            let name = call.args.iter().find_map(|arg| match arg {
                ir::Arg::Scalar(ir::Operand::Global(global), _) => {
                    let bytes = &program.globals[*global].init.bytes;
                    let text: Vec<u8> = bytes.iter().copied().take_while(|b| *b != 0).collect();
                    Some(String::from_utf8_lossy(&text).into_owned())
                }
                _ => None,
            });
            let point = Point { func, block, index: data.statements.len() };
            points.push((point, name.unwrap_or_else(|| "plot".to_owned())));
        }
    }
    points
}

/// The place in the source.
pub fn span_of(program: &Program, point: Point) -> Span {
    let Some(body) = program.functions[point.func].body() else { return Span::NONE };
    let data = &body.blocks[point.block];
    let forest = LoopForest::new(&Cfg::new(body));
    match data.statements.get(point.index).filter(|_| !forest.is_head(point.block)) {
        Some(statement) if !statement.span.is_none() => statement.span,
        _ => data.terminator.span,
    }
}
