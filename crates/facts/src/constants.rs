//! Constants at which widening may pause.

use base::IndexVec;
use ir::{
    Arg, BinOp, Block, Body, LoopForest, LoopId, Operand, Program, Rvalue, Scalar, StatementKind, SwitchCase,
    TerminatorKind,
};

pub(crate) fn of_program(program: &Program) -> Vec<i64> {
    let mut constants = vec![0, 1, -1];
    let mut add = |value: i64| {
        constants.extend([value.saturating_sub(1), value, value.saturating_add(1)]);
    };
    for (_, _, body) in program.bodies() {
        for block in &body.blocks {
            for statement in &block.statements {
                if let StatementKind::Assign(_, rvalue) = &statement.kind {
                    rvalue.for_each_operand(|operand| operand_value(operand).into_iter().for_each(&mut add));
                }
            }
            switch_cases(&block.terminator.kind).iter().flat_map(|c| [c.low, c.high]).for_each(&mut add);
        }
    }
    constants.sort_unstable();
    constants.dedup();
    constants
}

/// How many elements of some size an `int` counts the bytes of, for the sizes that the program may multiply with: where it computes the
/// size of a block with numbers of 32 bits, no array has more. Where it does so with numbers of 64 bits, no block has more.
pub(crate) fn element_counts(program: &Program) -> Vec<i64> {
    let mut factors = Vec::new();
    let mut wide_factors = Vec::new();
    let mut passed = Vec::new();
    let mut by_variable = false;
    for block in program.bodies().flat_map(|(_, _, body)| &body.blocks) {
        for statement in &block.statements {
            if let StatementKind::Assign(_, Rvalue::Binary(BinOp::Mul, scalar, left, right)) = &statement.kind
            {
                let constants = [*left, *right].map(operand_value);
                match scalar {
                    Scalar::I32 | Scalar::U32 => {
                        by_variable |= constants == [None, None];
                        factors.extend(constants.into_iter().flatten());
                    }
                    Scalar::I64 | Scalar::U64 => wide_factors.extend(constants.into_iter().flatten()),
                    _ => {}
                }
            }
        }
        if let TerminatorKind::Call(call) = &block.terminator.kind {
            passed.extend(call.args.iter().filter_map(|arg| match arg {
                Arg::Scalar(operand, _) => operand_value(*operand),
                Arg::Block(..) => None,
            }));
        }
    }
    if by_variable {
        factors.extend(passed);
    }
    let is_size = |f: &i64| (1..=LARGEST_ELEMENT).contains(f);
    let narrow = factors.into_iter().filter(is_size).map(|size| i64::from(i32::MAX) / size);
    let wide = wide_factors.into_iter().filter(is_size).map(|size| i64::MAX / size);
    let mut counts: Vec<i64> = narrow.chain(wide).collect();
    counts.sort_unstable();
    counts.dedup();
    counts
}

/// Larger factors are no sizes of elements of an array that grows.
const LARGEST_ELEMENT: i64 = 4096;

/// Which loops, with those inside of them, compare two variables that are numbers, or pass a number to somebody who may.
pub(crate) fn with_variable_bounds(body: &Body, loops: &LoopForest) -> IndexVec<LoopId, bool> {
    let is_number = |scalar: Scalar| scalar != Scalar::Ptr;
    let has_bound = |block: &Block| {
        let compares = block.statements.iter().any(|statement| match &statement.kind {
            StatementKind::Assign(_, Rvalue::Binary(op, scalar, left, right)) => {
                op.is_comparison() && is_number(*scalar) && [left, right].iter().all(|o| o.local().is_some())
            }
            _ => false,
        });
        let passes = match &block.terminator.kind {
            TerminatorKind::Call(call) => call.args.iter().any(|arg| match arg {
                Arg::Scalar(operand, scalar) => is_number(*scalar) && operand.local().is_some(),
                Arg::Block(..) => true,
            }),
            _ => false,
        };
        compares || passes
    };
    let ids = loops.loops().ids();
    ids.map(|id| loops.blocks(id).iter().any(|&block| has_bound(&body.blocks[block]))).collect()
}

pub(crate) fn by_loop(body: &Body, loops: &LoopForest) -> IndexVec<LoopId, Vec<i64>> {
    let mut constants = IndexVec::from_elem(Vec::new(), loops.loops().len());
    for (block, data) in body.blocks.iter_enumerated() {
        let Some(innermost) = loops.innermost(block) else { continue };
        let own: &mut Vec<i64> = &mut constants[innermost];
        for statement in &data.statements {
            if let StatementKind::Assign(_, Rvalue::Binary(op, _, left, right)) = &statement.kind
                && op.is_comparison()
            {
                own.extend([*left, *right].into_iter().filter_map(operand_value));
            }
        }
        own.extend(switch_cases(&data.terminator.kind).iter().flat_map(|c| [c.low, c.high]));
    }
    // Outer loops come before those that they contain.
    for id in loops.loops().ids().rev() {
        constants[id].sort_unstable();
        constants[id].dedup();
        if let Some(outer) = loops.loops()[id].parent {
            let inner = constants[id].clone();
            constants[outer].extend(inner);
        }
    }
    constants
}

fn operand_value(operand: Operand) -> Option<i64> {
    match operand {
        Operand::Int(value, _) => Some(value),
        _ => None,
    }
}

fn switch_cases(kind: &TerminatorKind) -> &[SwitchCase] {
    match kind {
        TerminatorKind::Switch { cases, .. } => cases,
        _ => &[],
    }
}
