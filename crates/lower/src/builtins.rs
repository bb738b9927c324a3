//! `__builtin_*` functions that the IR has operations for, and those that are composed of several.

use crate::func::FnLower;
use crate::place::Lvalue;
use base::Span;
use csema::typed::{Builtin, ExprId};
use csema::types as c;
use ir::{Arg, BinOp, Intrinsic, Operand, Place, Rvalue, Scalar, StatementKind, TerminatorKind, UnOp};

/// What `alloca` guarantees on x86.
const ALLOCA_ALIGN: u64 = 16;

const NO_VALUE: Rvalue = Rvalue::Use(Operand::Int(0, Scalar::I32));

impl FnLower<'_, '_> {
    fn unary_temp(&mut self, op: UnOp, scalar: Scalar, value: Operand, span: Span) -> Operand {
        Operand::Local(self.assign_temp(Rvalue::Unary(op, scalar, value), scalar, span))
    }

    fn binary_temp(
        &mut self,
        op: BinOp,
        scalar: Scalar,
        left: Operand,
        right: Operand,
        span: Span,
    ) -> Operand {
        let result = op.result(scalar, self.model);
        Operand::Local(self.assign_temp(Rvalue::Binary(op, scalar, left, right), result, span))
    }

    /// A builtin whose result, if it has one, is scalar.
    pub(crate) fn builtin(&mut self, expr: ExprId, builtin: Builtin, args: &[ExprId]) -> Rvalue {
        let span = self.span(expr);
        let layout = self.expr_layout(expr);
        if layout.scalar.is_none() && !layout.is_void {
            // The value of a block builtin is not wanted.
            let temp = Place::local(self.memory_temp(self.body.exprs[expr].ty, span), Scalar::U8);
            self.block_builtin(expr, builtin, args, temp);
            return NO_VALUE;
        }
        let result = layout.scalar.unwrap_or(Scalar::I32);
        match (builtin, args) {
            (Builtin::VaStart, _) if self.passed_on.is_some() => {
                self.unsupported_value("variable arguments that are passed on and read", result, span)
            }
            (Builtin::VaStart, [list, ..]) => {
                self.va_call(Intrinsic::VaStart, "__builtin_va_start", &[*list], span)
            }
            (Builtin::VaEnd, [list, ..]) => {
                self.va_call(Intrinsic::VaEnd, "__builtin_va_end", &[*list], span)
            }
            (Builtin::VaCopy, [to, from, ..]) => {
                self.va_call(Intrinsic::VaCopy, "__builtin_va_copy", &[*to, *from], span)
            }
            (Builtin::VaArgPackLen, _) if self.passed_on.is_some() => {
                let count = self.passed_on.as_ref().map_or(0, Vec::len);
                Rvalue::Use(Operand::Int(count as i64, result))
            }
            (Builtin::VaArgPack | Builtin::VaArgPackLen, _) => {
                self.unsupported_value("variable arguments that are passed on here", result, span)
            }
            (Builtin::Alloca, [size, ..]) => {
                let word = self.model.unsigned_word();
                let (size, scalar) = self.operand(*size);
                let size = self.converted(scalar, word, size, span);
                let dst = self.temp(Scalar::Ptr, span);
                self.emit(StatementKind::StackAlloc { dst, size, align: ALLOCA_ALIGN }, span);
                Rvalue::Use(Operand::Local(dst))
            }
            (Builtin::Unreachable, _) => {
                self.s.draft.terminate(TerminatorKind::Unreachable, span);
                NO_VALUE
            }
            (Builtin::Trap, _) => {
                self.call_intrinsic(Intrinsic::Abort, "__builtin_trap", Vec::new(), None, span);
                NO_VALUE
            }
            (Builtin::Clz, [value, ..]) => self.count_bits(UnOp::LeadingZeros, *value, result, span),
            (Builtin::Ctz, [value, ..]) => self.count_bits(UnOp::TrailingZeros, *value, result, span),
            (Builtin::Popcount, [value, ..]) => self.count_bits(UnOp::CountOnes, *value, result, span),
            (Builtin::Parity, [value, ..]) => {
                let ones = self.count_bits(UnOp::CountOnes, *value, result, span);
                let ones = self.materialise(ones, result, span);
                Rvalue::Binary(BinOp::And, result, ones, Operand::Int(1, result))
            }
            (Builtin::Ffs, [value, ..]) => self.find_first_set(*value, result, span),
            (Builtin::Clrsb, [value, ..]) => self.redundant_sign_bits(*value, result, span),
            (Builtin::Bswap, [value, ..]) => {
                let (value, scalar) = self.operand(*value);
                let swapped = self.unary_temp(UnOp::SwapBytes, scalar, value, span);
                self.convert(scalar, result, swapped, span)
            }
            (Builtin::AddOverflow, [a, b, p]) => self.overflow(BinOp::Add, [*a, *b, *p], expr),
            (Builtin::SubOverflow, [a, b, p]) => self.overflow(BinOp::Sub, [*a, *b, *p], expr),
            (Builtin::MulOverflow, [a, b, p]) => self.overflow(BinOp::Mul, [*a, *b, *p], expr),
            (Builtin::AtomicLoad, [pointer, ..]) => {
                let place = self.pointee(*pointer, result);
                Rvalue::Load(place)
            }
            (Builtin::AtomicStore, [pointer, value, ..]) => self.atomic_store(*pointer, *value, span),
            (Builtin::AtomicExchange, [pointer, value, ..]) => {
                let [(pointer, _), (value, scalar)] = self.operands([*pointer, *value]);
                let place = self.place_behind(pointer, scalar, span);
                let old = self.assign_temp(Rvalue::Load(place), scalar, span);
                self.emit(StatementKind::Store(place, value), span);
                self.convert(scalar, result, Operand::Local(old), span)
            }
            (
                Builtin::CompareExchangeValue | Builtin::CompareExchangeBool,
                [pointer, expected, desired, ..],
            ) => {
                let [(pointer, _), (expected, scalar), (desired, _)] =
                    self.operands([*pointer, *expected, *desired]);
                let place = self.place_behind(pointer, scalar, span);
                let old = Operand::Local(self.assign_temp(Rvalue::Load(place), scalar, span));
                let equal = self.binary_temp(BinOp::Eq, scalar, old, expected, span);
                self.store_if(equal, place, desired, None, span);
                if builtin == Builtin::CompareExchangeBool {
                    self.convert(Scalar::I32, result, equal, span)
                } else {
                    self.convert(scalar, result, old, span)
                }
            }
            (Builtin::CompareExchange, [pointer, expected, desired, ..]) => {
                let [(pointer, _), (expected, _), (desired, scalar)] =
                    self.operands([*pointer, *expected, *desired]);
                let place = self.place_behind(pointer, scalar, span);
                let expected_place = self.place_behind(expected, scalar, span);
                let old = Operand::Local(self.assign_temp(Rvalue::Load(place), scalar, span));
                let wanted = Operand::Local(self.assign_temp(Rvalue::Load(expected_place), scalar, span));
                let equal = self.binary_temp(BinOp::Eq, scalar, old, wanted, span);
                self.store_if(equal, place, desired, Some((expected_place, old)), span);
                self.convert(Scalar::I32, result, equal, span)
            }
            (Builtin::Fence, args) => {
                args.iter().for_each(|&arg| self.discard(arg));
                NO_VALUE
            }
            (Builtin::FrameAddress, _) => {
                self.unsupported_value("the address of a stack frame or of the caller", result, span)
            }
            (builtin, [pointer, value, ..]) => match fetch_operation(builtin) {
                Some((op, negate, yields_new)) => {
                    self.fetch(op, negate, yields_new, [*pointer, *value], result, span)
                }
                None => self.unsupported_value("a builtin with these arguments", result, span),
            },
            _ => self.unsupported_value("a builtin with these arguments", result, span),
        }
    }

    /// A builtin whose result is a block: atomic accesses to records.
    pub(crate) fn block_builtin(&mut self, expr: ExprId, builtin: Builtin, args: &[ExprId], dst: Place) {
        let span = self.span(expr);
        match (builtin, args) {
            (Builtin::AtomicLoad, [pointer, ..]) => {
                let src = self.pointee(*pointer, Scalar::U8);
                let size = self.expr_layout(expr).size;
                self.copy_block(dst, src, size, span);
            }
            _ => self.unsupported("an atomic operation on a type that is not scalar", span),
        }
    }

    fn va_call(&mut self, intrinsic: Intrinsic, name: &str, lists: &[ExprId], span: Span) -> Rvalue {
        let args = lists.iter().map(|&list| Arg::Scalar(self.operand(list).0, Scalar::Ptr)).collect();
        self.call_intrinsic(intrinsic, name, args, None, span);
        NO_VALUE
    }

    fn count_bits(&mut self, op: UnOp, value: ExprId, result: Scalar, span: Span) -> Rvalue {
        let (value, scalar) = self.operand(value);
        let unsigned = scalar.to_unsigned();
        let value = self.converted(scalar, unsigned, value, span);
        let count = self.unary_temp(op, unsigned, value, span);
        self.convert(unsigned, result, count, span)
    }

    /// `popcount(x ^ (x - 1)) * (x != 0)`: one more than the trailing zeros, and 0 for 0.
    fn find_first_set(&mut self, value: ExprId, result: Scalar, span: Span) -> Rvalue {
        let (value, scalar) = self.operand(value);
        let unsigned = scalar.to_unsigned();
        let value = self.converted(scalar, unsigned, value, span);
        let less = self.binary_temp(BinOp::Sub, unsigned, value, Operand::Int(1, unsigned), span);
        let low = self.binary_temp(BinOp::Xor, unsigned, value, less, span);
        let count = self.unary_temp(UnOp::CountOnes, unsigned, low, span);
        let count = self.converted(unsigned, Scalar::I32, count, span);
        let some = self.binary_temp(BinOp::Ne, unsigned, value, Operand::Int(0, unsigned), span);
        let index = self.binary_temp(BinOp::Mul, Scalar::I32, count, some, span);
        self.convert(Scalar::I32, result, index, span)
    }

    /// `clz((y << 1) | 1)` where `y` is the value with its sign folded away.
    fn redundant_sign_bits(&mut self, value: ExprId, result: Scalar, span: Span) -> Rvalue {
        let (value, scalar) = self.operand(value);
        let signed = scalar.to_signed();
        let value = self.converted(scalar, signed, value, span);
        let unsigned = scalar.to_unsigned();
        let last = Operand::Int(i64::from(scalar.width(self.model)) - 1, Scalar::U32);
        let sign = self.binary_temp(BinOp::Shr, signed, value, last, span);
        let folded = self.binary_temp(BinOp::Xor, signed, value, sign, span);
        let folded = self.converted(signed, unsigned, folded, span);
        let shifted = self.binary_temp(BinOp::Shl, unsigned, folded, Operand::Int(1, Scalar::U32), span);
        let guarded = self.binary_temp(BinOp::Or, unsigned, shifted, Operand::Int(1, unsigned), span);
        let count = self.unary_temp(UnOp::LeadingZeros, unsigned, guarded, span);
        self.convert(unsigned, result, count, span)
    }

    /// Computes in a type that holds every result exactly, and looks whether the result survives the conversion.
    fn overflow(&mut self, op: BinOp, args: [ExprId; 3], expr: ExprId) -> Rvalue {
        let span = self.span(expr);
        let flag = self.scalar_of(expr).unwrap_or(Scalar::I32);
        let target = match self.unit.types.kinds[self.body.exprs[args[2]].ty] {
            c::TypeKind::Pointer(pointee) => self.layout(pointee.ty).scalar,
            _ => None,
        };
        let [(left, left_scalar), (right, right_scalar), (pointer, _)] = self.operands(args);
        let Some(target) = target else {
            return self.unsupported_value("overflow arithmetic on this type", flag, span);
        };
        let widest =
            [left_scalar, right_scalar, target].map(|scalar| scalar.width(self.model)).into_iter().max();
        // The product of two unsigned numbers does not fit the signed type of twice the width; nothing else is so large.
        let unsigned = op == BinOp::Mul
            && !left_scalar.is_signed()
            && !right_scalar.is_signed()
            && left_scalar.is_int()
            && right_scalar.is_int();
        let wide = match (widest, unsigned) {
            (Some(..=32), false) => Scalar::I64,
            (Some(..=32), true) => Scalar::U64,
            (Some(..=64), false) => Scalar::I128,
            (Some(..=64), true) => Scalar::U128,
            _ => return self.unsupported_value("overflow arithmetic on 128 bits", flag, span),
        };
        let left = self.converted(left_scalar, wide, left, span);
        let right = self.converted(right_scalar, wide, right, span);
        let exact = self.binary_temp(op, wide, left, right, span);
        let wrapped = self.converted(wide, target, exact, span);
        let place = self.place_behind(pointer, target, span);
        self.emit(StatementKind::Store(place, wrapped), span);
        let back = self.converted(target, wide, wrapped, span);
        let differs = self.binary_temp(BinOp::Ne, wide, back, exact, span);
        self.convert(Scalar::I32, flag, differs, span)
    }

    /// What the pointer expression points to.
    fn pointee(&mut self, pointer: ExprId, access: Scalar) -> Place {
        let span = self.span(pointer);
        let value = self.rvalue(pointer);
        Place { access, ..self.deref_place(value, span) }
    }

    fn place_behind(&mut self, pointer: Operand, access: Scalar, span: Span) -> Place {
        Place { access, ..self.deref_place(Rvalue::Use(pointer), span) }
    }

    fn atomic_store(&mut self, pointer: ExprId, value: ExprId, span: Span) -> Rvalue {
        match self.scalar_of(value) {
            Some(scalar) => {
                let [(pointer, _), (value, _)] = self.operands([pointer, value]);
                let place = self.place_behind(pointer, scalar, span);
                self.store(place, value, scalar, span);
            }
            None => {
                let place = self.pointee(pointer, Scalar::U8);
                let place = self.assigned_place(place, span);
                let place = self.stable_place(place, span);
                self.block_into(value, place, span);
            }
        }
        NO_VALUE
    }

    fn store_if(
        &mut self,
        cond: Operand,
        place: Place,
        value: Operand,
        otherwise: Option<(Place, Operand)>,
        span: Span,
    ) {
        let (then_block, else_block, join) = (self.new_block(), self.new_block(), self.new_block());
        self.s.draft.terminate(TerminatorKind::Branch { cond, then_block, else_block }, span);
        self.start(then_block, span);
        self.emit(StatementKind::Store(place, value), span);
        self.goto(join, span);
        self.start(else_block, span);
        if let Some((place, value)) = otherwise {
            self.emit(StatementKind::Store(place, value), span);
        }
        self.start(join, span);
    }

    /// Reads, computes and writes back. Atomic arithmetic wraps, so it is done on unsigned numbers.
    fn fetch(
        &mut self,
        op: BinOp,
        negate: bool,
        yields_new: bool,
        args: [ExprId; 2],
        result: Scalar,
        span: Span,
    ) -> Rvalue {
        let accessed = match self.unit.types.kinds[self.body.exprs[args[0]].ty] {
            c::TypeKind::Pointer(pointee) => self.layout(pointee.ty).scalar,
            _ => None,
        };
        let [(pointer, _), (value, value_scalar)] = self.operands(args);
        let Some(scalar) = accessed.filter(|scalar| !scalar.is_float()) else {
            return self.unsupported_value("an atomic operation on this type", result, span);
        };
        let place = self.place_behind(pointer, scalar, span);
        let old = self.load(Lvalue::Memory(place), scalar, span);
        let old = Operand::Local(self.assign_temp(old, scalar, span));
        let new = if scalar == Scalar::Ptr {
            self.fetch_pointer(op, old, value, value_scalar, span)
        } else {
            let unsigned = scalar.to_unsigned();
            let left = self.converted(scalar, unsigned, old, span);
            let right = self.converted(value_scalar, unsigned, value, span);
            let mut new = self.binary_temp(op, unsigned, left, right, span);
            if negate {
                new = self.unary_temp(UnOp::Not, unsigned, new, span);
            }
            self.converted(unsigned, scalar, new, span)
        };
        self.emit(StatementKind::Store(place, new), span);
        self.convert(scalar, result, if yields_new { new } else { old }, span)
    }

    /// Atomic arithmetic on pointers counts bytes; bit operations go through integers.
    fn fetch_pointer(
        &mut self,
        op: BinOp,
        old: Operand,
        value: Operand,
        from: Scalar,
        span: Span,
    ) -> Operand {
        let signed = self.model.signed_word();
        let unsigned = self.model.unsigned_word();
        match op {
            BinOp::Add | BinOp::Sub => {
                let mut distance = self.converted(from, signed, value, span);
                if op == BinOp::Sub {
                    distance = self.unary_temp(UnOp::Neg, signed, distance, span);
                }
                let local = match distance {
                    Operand::Local(local) => local,
                    constant => self.assign_temp(Rvalue::Use(constant), signed, span),
                };
                let place = self.place_behind(old, Scalar::U8, span).indexed(local, 1);
                Operand::Local(self.assign_temp(Rvalue::AddressOf(place), Scalar::Ptr, span))
            }
            op => {
                let left = self.converted(Scalar::Ptr, unsigned, old, span);
                let right = self.converted(from, unsigned, value, span);
                let new = self.binary_temp(op, unsigned, left, right, span);
                self.converted(unsigned, Scalar::Ptr, new, span)
            }
        }
    }
}

/// The operation, whether its result is complemented, and whether the new value is the result.
fn fetch_operation(builtin: Builtin) -> Option<(BinOp, bool, bool)> {
    Some(match builtin {
        Builtin::FetchAdd => (BinOp::Add, false, false),
        Builtin::FetchSub => (BinOp::Sub, false, false),
        Builtin::FetchAnd => (BinOp::And, false, false),
        Builtin::FetchOr => (BinOp::Or, false, false),
        Builtin::FetchXor => (BinOp::Xor, false, false),
        Builtin::FetchNand => (BinOp::And, true, false),
        Builtin::AddFetch => (BinOp::Add, false, true),
        Builtin::SubFetch => (BinOp::Sub, false, true),
        Builtin::AndFetch => (BinOp::And, false, true),
        Builtin::OrFetch => (BinOp::Or, false, true),
        Builtin::XorFetch => (BinOp::Xor, false, true),
        Builtin::NandFetch => (BinOp::And, true, true),
        _ => return None,
    })
}
