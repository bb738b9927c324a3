//! Operations on constants. What is undefined is not folded: it has to stay visible.

use ir::{BinOp, DataModel, Operand, Scalar, UnOp};

/// The constant of that type, wrapped to its width.
pub(crate) fn int(model: DataModel, value: i128, scalar: Scalar) -> Operand {
    Operand::Int(scalar.constant_from(value, model), scalar)
}

/// A constant of an integer, floating or pointer type, converted; `None` if that takes an operation.
pub(crate) fn conversion(model: DataModel, operand: Operand, from: Scalar, to: Scalar) -> Option<Operand> {
    match operand {
        Operand::Int(stored, _) => {
            let value = from.constant_value(stored);
            if to.is_float() {
                // Every `double` is exact in the long formats, but not every 64-bit integer is a `double`.
                let exact = value.unsigned_abs() <= 1 << 53;
                let rounded = match to {
                    Scalar::F32 => f64::from(value as f32),
                    _ => value as f64,
                };
                let fits = exact || matches!(to, Scalar::F32 | Scalar::F64);
                return fits.then_some(Operand::Float(rounded.to_bits(), to));
            }
            let fits = match to {
                Scalar::I128 => i64::try_from(value).is_ok(),
                Scalar::U128 => u64::try_from(value).is_ok(),
                _ => true,
            };
            fits.then(|| int(model, value, to))
        }
        Operand::Float(bits, _) => match (from, to) {
            (Scalar::F32, Scalar::F64 | Scalar::F80 | Scalar::F128)
            | (Scalar::F64, Scalar::F80 | Scalar::F128) => Some(Operand::Float(bits, to)),
            (Scalar::F64, Scalar::F32) if !f64::from_bits(bits).is_nan() => {
                Some(Operand::Float(f64::from(f64::from_bits(bits) as f32).to_bits(), to))
            }
            // Constants of the long formats may be rounded already: converting them back must not hide that.
            _ => None,
        },
        Operand::Local(_) | Operand::Global(_) | Operand::Func(_) | Operand::Label(_) => None,
    }
}

fn is_small_int(model: DataModel, scalar: Scalar) -> bool {
    scalar.is_int() && scalar.width(model) <= 64
}

/// The constant, if the type holds the number or wraps it.
fn fitting(model: DataModel, exact: i128, scalar: Scalar) -> Option<Operand> {
    let stored = scalar.constant_from(exact, model);
    let overflows = scalar.is_signed() && scalar.constant_value(stored) != exact;
    (!overflows).then_some(Operand::Int(stored, scalar))
}

/// An operation on integer constants (of a shift, the right one is `U32`), if it is defined.
pub(crate) fn binary(
    model: DataModel,
    op: BinOp,
    scalar: Scalar,
    left: Operand,
    right: Operand,
) -> Option<Operand> {
    let (Operand::Int(left, _), Operand::Int(right, right_scalar)) = (left, right) else { return None };
    if !is_small_int(model, scalar) {
        return None;
    }
    let (a, b) = (scalar.constant_value(left), right_scalar.constant_value(right));
    let truth = |value: bool| Some(Operand::Int(i64::from(value), Scalar::I32));
    let exact = match op {
        BinOp::Add => a + b,
        BinOp::Sub => a - b,
        BinOp::Mul => a * b,
        BinOp::Div | BinOp::Rem if b == 0 => return None,
        BinOp::Div => a / b,
        // The quotient must fit too.
        BinOp::Rem => fitting(model, a / b, scalar).map(|_| a % b)?,
        BinOp::Shl | BinOp::Shr if b >= i128::from(scalar.width(model)) => return None,
        // C does not define a left shift of a negative number.
        BinOp::Shl if scalar.is_signed() && a < 0 => return None,
        BinOp::Shl => a << b,
        BinOp::Shr => a >> b,
        BinOp::And => a & b,
        BinOp::Or => a | b,
        BinOp::Xor => a ^ b,
        BinOp::Eq => return truth(a == b),
        BinOp::Ne => return truth(a != b),
        BinOp::Lt => return truth(a < b),
        BinOp::Le => return truth(a <= b),
        BinOp::Gt => return truth(a > b),
        BinOp::Ge => return truth(a >= b),
        BinOp::PtrDiff => return None,
    };
    fitting(model, exact, scalar)
}

pub(crate) fn unary(model: DataModel, op: UnOp, scalar: Scalar, operand: Operand) -> Option<Operand> {
    match (op, operand) {
        (UnOp::Neg, Operand::Float(bits, _)) => Some(Operand::Float(bits ^ 1 << 63, scalar)),
        (UnOp::Neg, Operand::Int(stored, _)) if is_small_int(model, scalar) => {
            fitting(model, -scalar.constant_value(stored), scalar)
        }
        (UnOp::Not, Operand::Int(stored, _)) if is_small_int(model, scalar) => {
            Some(int(model, !scalar.constant_value(stored), scalar))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODEL: DataModel = DataModel::Lp64;

    fn fold(op: BinOp, scalar: Scalar, a: i128, b: i128) -> Option<i128> {
        let right = if op.is_shift() { Scalar::U32 } else { scalar };
        match binary(MODEL, op, scalar, int(MODEL, a, scalar), int(MODEL, b, right))? {
            Operand::Int(stored, result) => {
                assert!(result.constant_is_canonical(stored, MODEL));
                Some(result.constant_value(stored))
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_is_undefined_is_not_folded() {
        let min = i128::from(i32::MIN);
        let max = i128::from(i32::MAX);
        assert_eq!(fold(BinOp::Add, Scalar::I32, max, 1), None);
        assert_eq!(fold(BinOp::Sub, Scalar::I32, min, 1), None);
        assert_eq!(fold(BinOp::Mul, Scalar::I64, i128::from(i64::MAX), 2), None);
        assert_eq!(fold(BinOp::Div, Scalar::I32, 5, 0), None);
        assert_eq!(fold(BinOp::Div, Scalar::I32, min, -1), None);
        assert_eq!(fold(BinOp::Rem, Scalar::I32, min, -1), None);
        assert_eq!(fold(BinOp::Rem, Scalar::I32, 7, -1), Some(0));
        assert_eq!(fold(BinOp::Shl, Scalar::I32, 1, 32), None);
        assert_eq!(fold(BinOp::Shr, Scalar::U64, 1, 64), None);
        assert_eq!(unary(MODEL, UnOp::Neg, Scalar::I32, int(MODEL, min, Scalar::I32)), None);
    }

    #[test]
    fn what_is_defined_is_as_the_machine_has_it() {
        assert_eq!(fold(BinOp::Add, Scalar::U32, 0xffff_ffff, 2), Some(1));
        assert_eq!(fold(BinOp::Sub, Scalar::U64, 0, 1), Some(i128::from(u64::MAX)));
        assert_eq!(fold(BinOp::Div, Scalar::I32, -7, 2), Some(-3));
        assert_eq!(fold(BinOp::Rem, Scalar::I32, -7, 2), Some(-1));
        assert_eq!(fold(BinOp::Shr, Scalar::I32, -8, 1), Some(-4));
        assert_eq!(fold(BinOp::Shr, Scalar::U32, 0xffff_fff8, 1), Some(0x7fff_fffc));
        assert_eq!(fold(BinOp::Shl, Scalar::I32, 1, 31), None);
        assert_eq!(fold(BinOp::Shl, Scalar::I32, -1, 1), None);
        assert_eq!(fold(BinOp::Shl, Scalar::U32, 1, 31), Some(1 << 31));
        assert_eq!(fold(BinOp::And, Scalar::U8, 0xf0, 0x3c), Some(0x30));
        assert_eq!(fold(BinOp::Lt, Scalar::U64, -1, 1), Some(0));
        assert_eq!(fold(BinOp::Lt, Scalar::I64, -1, 1), Some(1));
        assert_eq!(
            unary(MODEL, UnOp::Not, Scalar::U16, int(MODEL, 0, Scalar::U16)),
            Some(int(MODEL, 0xffff, Scalar::U16))
        );
    }

    #[test]
    fn conversions_that_lose_nothing_unseen() {
        let convert = |value: i128, from, to| conversion(MODEL, int(MODEL, value, from), from, to);
        assert_eq!(convert(-1, Scalar::I32, Scalar::U8), Some(Operand::Int(255, Scalar::U8)));
        assert_eq!(convert(-1, Scalar::I32, Scalar::Ptr), Some(Operand::Int(-1, Scalar::Ptr)));
        assert_eq!(convert(-1, Scalar::I32, Scalar::U128), None);
        assert_eq!(convert(-1, Scalar::U64, Scalar::I128), None);
        assert_eq!(convert(3, Scalar::I32, Scalar::F64), Some(Operand::Float(3f64.to_bits(), Scalar::F64)));
        assert_eq!(convert(i128::from(i64::MAX), Scalar::I64, Scalar::F80), None);
        let tenth = Operand::Float(0.1f64.to_bits(), Scalar::F64);
        let single = Operand::Float(f64::from(0.1f32).to_bits(), Scalar::F32);
        assert_eq!(conversion(MODEL, tenth, Scalar::F64, Scalar::F32), Some(single));
        assert_eq!(conversion(MODEL, tenth, Scalar::F80, Scalar::F64), None);
    }
}
