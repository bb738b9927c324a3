//! Constants at which widening may pause.

use base::IndexVec;
use ir::{Body, LoopForest, LoopId, Operand, Program, Rvalue, StatementKind, SwitchCase, TerminatorKind};

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
