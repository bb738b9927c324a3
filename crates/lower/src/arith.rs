//! Conversions, constants and operators on scalars.

use crate::func::FnLower;
use base::Span;
use csema::typed as t;
use ir::{BinOp, Operand, Rvalue, Scalar, UnOp};

pub(crate) fn binary_op(op: t::BinaryOp) -> BinOp {
    match op {
        t::BinaryOp::Add => BinOp::Add,
        t::BinaryOp::Sub => BinOp::Sub,
        t::BinaryOp::Mul => BinOp::Mul,
        t::BinaryOp::Div => BinOp::Div,
        t::BinaryOp::Rem => BinOp::Rem,
        t::BinaryOp::Shl => BinOp::Shl,
        t::BinaryOp::Shr => BinOp::Shr,
        t::BinaryOp::And => BinOp::And,
        t::BinaryOp::Or => BinOp::Or,
        t::BinaryOp::Xor => BinOp::Xor,
        t::BinaryOp::Eq => BinOp::Eq,
        t::BinaryOp::Ne => BinOp::Ne,
        t::BinaryOp::Lt => BinOp::Lt,
        t::BinaryOp::Le => BinOp::Le,
        t::BinaryOp::Gt => BinOp::Gt,
        t::BinaryOp::Ge => BinOp::Ge,
    }
}

/// Zero of any scalar type.
pub(crate) fn zero(scalar: Scalar) -> Operand {
    if scalar.is_float() { Operand::Float(0f64.to_bits(), scalar) } else { Operand::Int(0, scalar) }
}

impl FnLower<'_, '_> {
    pub(crate) fn int(&self, value: i128, scalar: Scalar) -> Operand {
        Operand::Int(scalar.constant_from(value, self.model), scalar)
    }

    /// A constant of an integer, floating or pointer type, converted; `None` if that takes an operation.
    fn fold_conversion(&self, operand: Operand, from: Scalar, to: Scalar) -> Option<Operand> {
        match operand {
            Operand::Int(stored, _) => {
                let value = from.constant_value(stored);
                if to.is_float() {
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
                    Scalar::U128 => (0..=u64::MAX as i128).contains(&value),
                    _ => true,
                };
                fits.then(|| self.int(value, to))
            }
            Operand::Float(bits, _) => {
                let value = f64::from_bits(bits);
                match to {
                    Scalar::F64 if from == Scalar::F32 => Some(Operand::Float(bits, to)),
                    // The long types' constants may already be rounded: converting them back must not hide it.
                    Scalar::F32 if from == Scalar::F64 && !value.is_nan() => {
                        Some(Operand::Float(f64::from(value as f32).to_bits(), to))
                    }
                    Scalar::F80 | Scalar::F128 if matches!(from, Scalar::F32 | Scalar::F64) => {
                        Some(Operand::Float(bits, to))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// An operation on integer constants, unless it is undefined: then it has to stay visible.
    pub(crate) fn fold_binary(
        &self,
        op: BinOp,
        scalar: Scalar,
        left: Operand,
        right: Operand,
    ) -> Option<Operand> {
        let (Operand::Int(left, _), Operand::Int(right, right_scalar)) = (left, right) else { return None };
        let width = scalar.width(self.model);
        if !scalar.is_int() || width > 64 {
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
            BinOp::Rem if scalar.is_signed() && b == -1 => return None,
            BinOp::Rem => a % b,
            BinOp::Shl | BinOp::Shr if !(0..i128::from(width)).contains(&b) => return None,
            BinOp::Shl => return Some(self.int(a << b, scalar)),
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
        self.fitting(exact, scalar)
    }

    /// The constant, if the type holds the number or wraps it.
    fn fitting(&self, exact: i128, scalar: Scalar) -> Option<Operand> {
        let wrapped = self.int(exact, scalar);
        match wrapped {
            Operand::Int(stored, _) if scalar.is_signed() && scalar.constant_value(stored) != exact => None,
            _ => Some(wrapped),
        }
    }

    /// As `fold_binary`.
    pub(crate) fn fold_unary(&self, op: UnOp, scalar: Scalar, operand: Operand) -> Option<Operand> {
        match (op, operand) {
            (UnOp::Neg, Operand::Float(bits, _)) => {
                Some(Operand::Float((-f64::from_bits(bits)).to_bits(), scalar))
            }
            (UnOp::Neg, Operand::Int(stored, _)) if scalar.is_int() && scalar.width(self.model) <= 64 => {
                self.fitting(-scalar.constant_value(stored), scalar)
            }
            (UnOp::Not, Operand::Int(stored, _)) if scalar.is_int() && scalar.width(self.model) <= 64 => {
                Some(self.int(!scalar.constant_value(stored), scalar))
            }
            _ => None,
        }
    }

    /// A conversion between scalars that are not `_Bool`.
    pub(crate) fn convert(&mut self, from: Scalar, to: Scalar, operand: Operand, span: Span) -> Rvalue {
        if from == to {
            return Rvalue::Use(operand);
        }
        if let Some(constant) = self.fold_conversion(operand, from, to) {
            return Rvalue::Use(constant);
        }
        let (signed, unsigned) = (self.model.signed_word(), self.model.unsigned_word());
        let is_word = |scalar| scalar == signed || scalar == unsigned;
        if from == Scalar::Ptr && !is_word(to) {
            let address = Rvalue::Cast { from, to: unsigned, operand };
            let operand = Operand::Local(self.assign_temp(address, unsigned, span));
            return Rvalue::Cast { from: unsigned, to, operand };
        }
        if to == Scalar::Ptr && !is_word(from) {
            let word = if from.is_signed() { signed } else { unsigned };
            let address = Rvalue::Cast { from, to: word, operand };
            let operand = Operand::Local(self.assign_temp(address, word, span));
            return Rvalue::Cast { from: word, to, operand };
        }
        Rvalue::Cast { from, to, operand }
    }

    pub(crate) fn converted(&mut self, from: Scalar, to: Scalar, operand: Operand, span: Span) -> Operand {
        let value = self.convert(from, to, operand, span);
        self.materialise(value, to, span)
    }

    /// The conversion to `_Bool`: whether the value differs from zero.
    pub(crate) fn convert_to_bool(&mut self, operand: Operand, scalar: Scalar, span: Span) -> Rvalue {
        if let Operand::Int(value, _) = operand {
            return Rvalue::Use(Operand::Int(i64::from(value != 0), Scalar::U8));
        }
        let test = Rvalue::Binary(BinOp::Ne, scalar, operand, zero(scalar));
        let operand = Operand::Local(self.assign_temp(test, Scalar::I32, span));
        Rvalue::Cast { from: Scalar::I32, to: Scalar::U8, operand }
    }

    /// An `I32` that is 0 exactly if the operand is zero.
    pub(crate) fn truth(&mut self, operand: Operand, scalar: Scalar, span: Span) -> Operand {
        if scalar == Scalar::I32 {
            return operand;
        }
        let test = Rvalue::Binary(BinOp::Ne, scalar, operand, zero(scalar));
        Operand::Local(self.assign_temp(test, Scalar::I32, span))
    }

    /// The count of a shift in the IR's form. A count that does not fit `U32` is out of range and has to stay so.
    pub(crate) fn shift_count(
        &mut self,
        count: Operand,
        from: Scalar,
        shifted: Scalar,
        span: Span,
    ) -> Operand {
        let to = Scalar::U32;
        if from.width(self.model) <= 32 {
            return self.converted(from, to, count, span);
        }
        if let Operand::Int(stored, _) = count {
            let value = from.constant_value(stored);
            let clamped =
                if (0..=i128::from(u32::MAX)).contains(&value) { value } else { i128::from(u32::MAX) };
            return self.int(clamped, to);
        }
        // `low | -(count >= width)`
        let wide = from.to_unsigned();
        let count = self.converted(from, wide, count, span);
        let width = self.int(i128::from(shifted.width(self.model)), wide);
        let too_large = Rvalue::Binary(BinOp::Ge, wide, count, width);
        let too_large = Operand::Local(self.assign_temp(too_large, Scalar::I32, span));
        let too_large = self.converted(Scalar::I32, to, too_large, span);
        let mask = Operand::Local(self.assign_temp(Rvalue::Unary(UnOp::Neg, to, too_large), to, span));
        let low = self.converted(wide, to, count, span);
        Operand::Local(self.assign_temp(Rvalue::Binary(BinOp::Or, to, low, mask), to, span))
    }

    /// A 128-bit constant from its halves.
    pub(crate) fn wide_int(&mut self, value: i128, scalar: Scalar, span: Span) -> Rvalue {
        let fits = match scalar {
            Scalar::U128 => u64::try_from(value).is_ok(),
            _ => i64::try_from(value).is_ok(),
        };
        if fits || scalar.width(self.model) < 128 {
            return Rvalue::Use(self.int(value, scalar));
        }
        let wide = Scalar::U128;
        let high = Operand::Int((value >> 64) as i64, wide);
        let low = Operand::Int(value as i64, wide);
        let shift = Operand::Int(64, Scalar::U32);
        let high =
            Operand::Local(self.assign_temp(Rvalue::Binary(BinOp::Shl, wide, high, shift), wide, span));
        let both = Rvalue::Binary(BinOp::Or, wide, high, low);
        if scalar == wide {
            return both;
        }
        let operand = Operand::Local(self.assign_temp(both, wide, span));
        Rvalue::Cast { from: wide, to: scalar, operand }
    }

    /// What reading back a bit-field of `width` bits gives after the value was stored in it.
    pub(crate) fn truncate_to_bits(
        &mut self,
        value: Operand,
        scalar: Scalar,
        width: u8,
        span: Span,
    ) -> Operand {
        let bits = scalar.width(self.model);
        let width = u32::from(width);
        if width >= bits || width == 0 {
            return value;
        }
        if let Operand::Int(stored, _) = value
            && bits <= 64
        {
            let shift = 128 - width;
            let high = scalar.constant_value(stored) << shift;
            let kept = if scalar.is_signed() { high >> shift } else { ((high as u128) >> shift) as i128 };
            return self.int(kept, scalar);
        }
        let shift = Operand::Int(i64::from(bits - width), Scalar::U32);
        let high =
            Operand::Local(self.assign_temp(Rvalue::Binary(BinOp::Shl, scalar, value, shift), scalar, span));
        Operand::Local(self.assign_temp(Rvalue::Binary(BinOp::Shr, scalar, high, shift), scalar, span))
    }
}
