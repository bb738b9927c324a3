//! Which operation stands for what: the parts of the translation that look at one thing only.

use crate::code::{Op, PlaceCode, Slot, SwitchCode, Target};
use crate::value::is_wide;
use ir::*;

/// A table for a switch may have that many entries.
const DENSE_LIMIT: i64 = 4096;

/// The offset of a plain access that one operation can hold.
pub(super) fn near(place: &PlaceCode) -> Option<i32> {
    if place.bits.is_some() { None } else { i32::try_from(place.offset).ok() }
}

pub(super) fn dense(switch: &SwitchCode) -> Option<(i64, Vec<Target>)> {
    let (&(low, ..), &(_, high, _)) = (switch.cases.first()?, switch.cases.last()?);
    let count = high.checked_sub(low)?.checked_add(1)?;
    if switch.cases.len() < 4 || !(1..=DENSE_LIMIT).contains(&count) || is_wide(switch.scalar) {
        return None;
    }
    let mut targets = vec![switch.default; count as usize];
    for &(from, to, target) in &switch.cases {
        for value in from..=to {
            targets[(value - low) as usize] = target;
        }
    }
    Some((low, targets))
}

pub(super) fn binary_op(op: BinOp, scalar: Scalar, dst: Slot, a: Slot, b: Slot, model: DataModel) -> Op {
    if scalar == Scalar::Ptr {
        return match op {
            BinOp::Eq => Op::PtrEq { dst, a, b },
            BinOp::Ne => Op::PtrNe { dst, a, b },
            _ => Op::Binary { op, scalar, dst, a, b },
        };
    }
    if scalar == Scalar::F64 {
        return match op {
            BinOp::Add => Op::AddF { dst, a, b },
            BinOp::Sub => Op::SubF { dst, a, b },
            BinOp::Mul => Op::MulF { dst, a, b },
            BinOp::Div => Op::DivF { dst, a, b },
            _ => Op::Binary { op, scalar, dst, a, b },
        };
    }
    if is_wide(scalar) || scalar.is_float() {
        return Op::Binary { op, scalar, dst, a, b };
    }
    let shift = (64 - scalar.width(model)) as u8;
    match (op, scalar.is_signed()) {
        (BinOp::Add, true) => Op::AddS { dst, a, b, shift, scalar },
        (BinOp::Add, false) => Op::AddU { dst, a, b, shift, scalar },
        (BinOp::Sub, true) => Op::SubS { dst, a, b, shift, scalar },
        (BinOp::Sub, false) => Op::SubU { dst, a, b, shift, scalar },
        (BinOp::Mul, true) => Op::MulS { dst, a, b, shift, scalar },
        (BinOp::Mul, false) => Op::MulU { dst, a, b, shift, scalar },
        (BinOp::Shl, true) => Op::ShlS { dst, a, b, shift, scalar },
        (BinOp::Shl, false) => Op::ShlU { dst, a, b, shift, scalar },
        (BinOp::Shr, true) => Op::ShrS { dst, a, b, shift, scalar },
        (BinOp::Shr, false) => Op::ShrU { dst, a, b, shift, scalar },
        (BinOp::And, _) => Op::And { dst, a, b, scalar },
        (BinOp::Or, _) => Op::Or { dst, a, b, scalar },
        (BinOp::Xor, _) => Op::Xor { dst, a, b, scalar },
        (BinOp::Eq, _) => Op::Eq { dst, a, b, scalar },
        (BinOp::Ne, _) => Op::Ne { dst, a, b, scalar },
        (BinOp::Lt, true) => Op::LtS { dst, a, b, scalar },
        (BinOp::Lt, false) => Op::LtU { dst, a, b, scalar },
        (BinOp::Le, true) => Op::LeS { dst, a, b, scalar },
        (BinOp::Le, false) => Op::LeU { dst, a, b, scalar },
        (BinOp::Gt, true) => Op::LtS { dst, a: b, b: a, scalar },
        (BinOp::Gt, false) => Op::LtU { dst, a: b, b: a, scalar },
        (BinOp::Ge, true) => Op::LeS { dst, a: b, b: a, scalar },
        (BinOp::Ge, false) => Op::LeU { dst, a: b, b: a, scalar },
        (BinOp::Div | BinOp::Rem | BinOp::PtrDiff, _) => Op::Binary { op, scalar, dst, a, b },
    }
}

pub(super) fn for_each_target(kind: &TerminatorKind, mut f: impl FnMut(BlockId)) {
    match kind {
        TerminatorKind::Goto(target) => f(*target),
        TerminatorKind::Branch { then_block, else_block, .. } => {
            f(*then_block);
            f(*else_block);
        }
        TerminatorKind::Switch { cases, default, .. } => {
            for case in cases {
                f(case.target);
            }
            f(*default);
        }
        TerminatorKind::IndirectGoto { candidates, .. } => candidates.iter().for_each(|&c| f(c)),
        TerminatorKind::Call(call) => call.next.iter().for_each(|&next| f(next)),
        TerminatorKind::Return(_) | TerminatorKind::Unreachable => {}
    }
}

/// Whether the first thing that happens to the register in the rest of the block is that it gets a value.
pub(super) fn assigned_before_use(local: LocalId, rest: &[Statement], end: &Terminator) -> bool {
    let reads = |operand: &Operand| *operand == Operand::Local(local);
    let place_reads = |place: &Place| {
        place.base == PlaceBase::Deref(local) || place.index.is_some_and(|i| i.local == local)
    };
    for statement in rest {
        match &statement.kind {
            StatementKind::Assign(dst, rvalue) => {
                let read = match rvalue {
                    Rvalue::Use(a) | Rvalue::Unary(_, _, a) | Rvalue::Cast { operand: a, .. } => reads(a),
                    Rvalue::Binary(_, _, a, b) => reads(a) || reads(b),
                    Rvalue::Load(place) | Rvalue::AddressOf(place) => place_reads(place),
                };
                if read {
                    return false;
                }
                if *dst == local {
                    return true;
                }
            }
            StatementKind::Store(place, operand) => {
                if reads(operand) || place_reads(place) {
                    return false;
                }
            }
            StatementKind::CopyBlock(copy) => {
                if place_reads(&copy.dst) || place_reads(&copy.src) {
                    return false;
                }
            }
            StatementKind::ZeroBlock(place, _) => {
                if place_reads(place) {
                    return false;
                }
            }
            StatementKind::StackAlloc { dst, size, .. } => {
                if reads(size) {
                    return false;
                }
                if *dst == local {
                    return true;
                }
            }
            StatementKind::StackFree(other) | StatementKind::StorageDead(other) => {
                if *other == local {
                    return false;
                }
            }
            StatementKind::StorageLive(_) => {}
            StatementKind::Unsupported(_) => return true,
        }
    }
    match &end.kind {
        TerminatorKind::Call(call) => {
            let read = call.args.iter().any(|arg| match arg {
                Arg::Scalar(operand, _) => reads(operand),
                Arg::Block(place, _) => place_reads(place),
            }) || matches!(&call.callee, Callee::Indirect(operand) if reads(operand));
            call.dst == Some(local) && !read
        }
        _ => false,
    }
}
