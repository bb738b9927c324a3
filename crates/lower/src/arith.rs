//! Conversions, constants and operators on scalars.

use crate::fold;
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
        fold::int(self.model, value, scalar)
    }

    /// A conversion between scalars that are not `_Bool`.
    pub(crate) fn convert(&mut self, from: Scalar, to: Scalar, operand: Operand, span: Span) -> Rvalue {
        if from == to {
            return Rvalue::Use(operand);
        }
        if let Some(constant) = fold::conversion(self.model, operand, from, to) {
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
