//! Classification and comparison of floating-point numbers, as arithmetic; infinities and NaNs, as constants.

use crate::analyzer::Analyzer;
use crate::constant::POSITIVE_NAN;
use crate::expr::Operand;
use crate::intern::{TypeTable, ids};
use crate::typed::{BinaryOp, ExprKind, OpaqueId};
use crate::types::{FloatKind, TypeId};
use base::Span;
use csyntax::ast;

/// A value that is used several times.
#[derive(Clone, Copy)]
struct Bound {
    opaque: OpaqueId,
    ty: TypeId,
    kind: FloatKind,
}

impl<'a> Analyzer<'a> {
    pub(crate) fn float_builtin(
        &mut self,
        name: &str,
        args: &'a [ast::ExprId],
        span: Span,
    ) -> Option<Operand> {
        if let Some(constant) = self.float_constant(name, args, span) {
            return Some(constant);
        }
        let comparison = match name {
            "isgreater" => Some(BinaryOp::Gt),
            "isgreaterequal" => Some(BinaryOp::Ge),
            "isless" => Some(BinaryOp::Lt),
            "islessequal" => Some(BinaryOp::Le),
            _ => None,
        };
        let operands = match name {
            _ if comparison.is_some() => 2,
            "islessgreater" | "isunordered" | "iseqsig" => 2,
            "isnan" | "isnanf" | "isnanl" | "isinf" | "isinff" | "isinfl" | "isinf_sign" | "isfinite"
            | "isnormal" => 1,
            "fpclassify" => 6,
            _ => return None,
        };
        if args.len() < operands {
            self.error(span, format!("too few arguments to '__builtin_{name}'"));
            return Some(self.poison(span));
        }
        if operands == 2 {
            return Some(self.float_comparison(name, comparison, args, span));
        }
        let Some((value, bound)) = self.bind_float(args[operands - 1]) else {
            return Some(self.poison(span));
        };
        let body = match name {
            "isnan" | "isnanf" | "isnanl" => self.is_nan(bound, span),
            "isinf" | "isinff" | "isinfl" => {
                let above = self.compare_with(bound, BinaryOp::Eq, f64::INFINITY, span);
                let below = self.compare_with(bound, BinaryOp::Eq, f64::NEG_INFINITY, span);
                self.make(ExprKind::LogicalOr(above.id, below.id), ids::INT, span)
            }
            "isinf_sign" => {
                let above = self.compare_with(bound, BinaryOp::Eq, f64::INFINITY, span);
                let below = self.compare_with(bound, BinaryOp::Eq, f64::NEG_INFINITY, span);
                self.make(ExprKind::Binary(BinaryOp::Sub, above.id, below.id), ids::INT, span)
            }
            "isfinite" => self.between(bound, f64::NEG_INFINITY, f64::INFINITY, span),
            "isnormal" => self.is_normal(bound, span),
            _ => self.fp_classify(bound, args, span),
        };
        Some(self.make(
            ExprKind::Let { opaque: bound.opaque, value: value.id, body: body.id },
            ids::INT,
            span,
        ))
    }

    fn float_constant(&mut self, name: &str, args: &'a [ast::ExprId], span: Span) -> Option<Operand> {
        let (value, suffix) = if let Some(suffix) = name.strip_prefix("huge_val") {
            (f64::INFINITY, suffix)
        } else if let Some(suffix) = name.strip_prefix("inf") {
            (f64::INFINITY, suffix)
        } else if let Some(suffix) = name.strip_prefix("nans") {
            // Signalling: without the bit that makes it quiet, another one must be set.
            let payload = self.nan_payload(args);
            let default = if payload == 0 { 1 << 50 } else { 0 };
            (f64::from_bits(0x7ff0_0000_0000_0000 | payload | default), suffix)
        } else if let Some(suffix) = name.strip_prefix("nan") {
            (f64::from_bits(POSITIVE_NAN | self.nan_payload(args)), suffix)
        } else {
            return None;
        };
        let kind = match suffix {
            "" | "f64" | "f32x" => FloatKind::Double,
            "f" | "f32" => FloatKind::Float,
            "l" | "f64x" => FloatKind::LongDouble,
            "f128" | "q" => FloatKind::Float128,
            _ => return None,
        };
        for &arg in args {
            self.unevaluated_expr(arg);
        }
        // The payload is in the low bits of the type's own fraction.
        let payload = value.to_bits() & 0x3f_ffff;
        let value = match kind {
            FloatKind::Float if value.is_nan() => {
                f64::from_bits(value.to_bits() & !0x3f_ffff | payload << 29)
            }
            _ => value,
        };
        Some(self.make(ExprKind::Float(value), TypeTable::float_id(kind), span))
    }

    /// The number in the string that a NaN is made from, as low bits of the fraction.
    fn nan_payload(&self, args: &[ast::ExprId]) -> u64 {
        let Some(&arg) = args.first() else { return 0 };
        let ast::ExprKind::String(id) = self.ast.exprs[arg].kind else { return 0 };
        let ast::StringUnits::Bytes(bytes) = &self.ast.strings[id].units else { return 0 };
        let text = String::from_utf8_lossy(bytes);
        let (digits, radix) = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
            Some(digits) => (digits, 16),
            None if text.starts_with('0') => (&*text, 8),
            None => (&*text, 10),
        };
        u64::from_str_radix(digits, radix).unwrap_or(0) & ((1 << 51) - 1)
    }

    /// Integers are taken as `double`.
    fn bind_float(&mut self, arg: ast::ExprId) -> Option<(Operand, Bound)> {
        let span = self.ast.exprs[arg].span;
        let mut value = self.value(arg);
        if self.types.arena.is_integer(value.ty) {
            value = self.cast(value, ids::DOUBLE);
        }
        let Some(kind) = self.real_float_kind(value.ty) else {
            if value.ty != ids::ERROR {
                self.error(span, "a floating-point number is required");
            }
            return None;
        };
        let opaque = self.new_opaque();
        Some((value, Bound { opaque, ty: value.ty, kind }))
    }

    fn use_of(&mut self, bound: Bound, span: Span) -> Operand {
        self.make(ExprKind::Opaque(bound.opaque), bound.ty, span)
    }

    fn compare_with(&mut self, bound: Bound, op: BinaryOp, constant: f64, span: Span) -> Operand {
        let left = self.use_of(bound, span);
        let right = self.make(ExprKind::Float(constant), bound.ty, span);
        self.make(ExprKind::Binary(op, left.id, right.id), ids::INT, span)
    }

    fn is_nan(&mut self, bound: Bound, span: Span) -> Operand {
        let left = self.use_of(bound, span);
        let right = self.use_of(bound, span);
        self.make(ExprKind::Binary(BinaryOp::Ne, left.id, right.id), ids::INT, span)
    }

    /// Strictly between; false for NaNs.
    fn between(&mut self, bound: Bound, low: f64, high: f64, span: Span) -> Operand {
        let above = self.compare_with(bound, BinaryOp::Gt, low, span);
        let below = self.compare_with(bound, BinaryOp::Lt, high, span);
        self.make(ExprKind::LogicalAnd(above.id, below.id), ids::INT, span)
    }

    /// Finite and of at least the smallest normal magnitude. For types longer than `double` that magnitude is no `double`; their
    /// arithmetic is unsupported later anyway.
    fn is_normal(&mut self, bound: Bound, span: Span) -> Operand {
        let least =
            if bound.kind == FloatKind::Float { f64::from(f32::MIN_POSITIVE) } else { f64::MIN_POSITIVE };
        let finite = self.between(bound, f64::NEG_INFINITY, f64::INFINITY, span);
        let above = self.compare_with(bound, BinaryOp::Ge, least, span);
        let below = self.compare_with(bound, BinaryOp::Le, -least, span);
        let large = self.make(ExprKind::LogicalOr(above.id, below.id), ids::INT, span);
        self.make(ExprKind::LogicalAnd(finite.id, large.id), ids::INT, span)
    }

    /// `fpclassify(nan, infinite, normal, subnormal, zero, x)`.
    fn fp_classify(&mut self, bound: Bound, args: &'a [ast::ExprId], span: Span) -> Operand {
        let mut answers = Vec::with_capacity(5);
        for &arg in &args[..5] {
            answers.push(self.value_as(arg, ids::INT));
        }
        let is_nan = self.is_nan(bound, span);
        let finite = self.between(bound, f64::NEG_INFINITY, f64::INFINITY, span);
        let infinite =
            self.make(ExprKind::Unary(crate::typed::UnaryOp::LogicalNot, finite.id), ids::INT, span);
        let normal = self.is_normal(bound, span);
        let zero = self.compare_with(bound, BinaryOp::Eq, 0.0, span);
        let mut result = answers[3];
        for (test, answer) in
            [(zero, answers[4]), (normal, answers[2]), (infinite, answers[1]), (is_nan, answers[0])]
        {
            let kind = ExprKind::Cond { cond: test.id, then: answer.id, otherwise: result.id };
            result = self.make(kind, ids::INT, span);
        }
        result
    }

    fn float_comparison(
        &mut self,
        name: &str,
        comparison: Option<BinaryOp>,
        args: &'a [ast::ExprId],
        span: Span,
    ) -> Operand {
        let left = self.value(args[0]);
        let right = self.value(args[1]);
        if !self.types.arena.is_arithmetic(left.ty) || !self.types.arena.is_arithmetic(right.ty) {
            if left.ty != ids::ERROR && right.ty != ids::ERROR {
                self.error(span, "floating-point numbers are required");
            }
            return self.poison(span);
        }
        let ty = self.common_type(left, right);
        let Some(kind) = self.real_float_kind(ty) else {
            self.error(span, "floating-point numbers are required");
            return self.poison(span);
        };
        let left = self.cast(left, ty);
        let right = self.cast(right, ty);
        if let Some(op) = comparison {
            return self.make(ExprKind::Binary(op, left.id, right.id), ids::INT, span);
        }
        let x = Bound { opaque: self.new_opaque(), ty, kind };
        let y = Bound { opaque: self.new_opaque(), ty, kind };
        let compare = |analyzer: &mut Self, a: Bound, op: BinaryOp, b: Bound| {
            let left = analyzer.use_of(a, span);
            let right = analyzer.use_of(b, span);
            analyzer.make(ExprKind::Binary(op, left.id, right.id), ids::INT, span)
        };
        let body = match name {
            "islessgreater" => {
                let less = compare(self, x, BinaryOp::Lt, y);
                let greater = compare(self, x, BinaryOp::Gt, y);
                self.make(ExprKind::LogicalOr(less.id, greater.id), ids::INT, span)
            }
            "iseqsig" => compare(self, x, BinaryOp::Eq, y),
            _ => {
                let first = self.is_nan(x, span);
                let second = self.is_nan(y, span);
                self.make(ExprKind::LogicalOr(first.id, second.id), ids::INT, span)
            }
        };
        let inner =
            self.make(ExprKind::Let { opaque: y.opaque, value: right.id, body: body.id }, ids::INT, span);
        self.make(ExprKind::Let { opaque: x.opaque, value: left.id, body: inner.id }, ids::INT, span)
    }
}
