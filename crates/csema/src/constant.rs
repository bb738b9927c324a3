//! Constant expressions: evaluation of the typed tree at compile time.
//!
//! Integers are computed with 128 bits and wrapped to their types, floating values as `double` rounded to their
//! types, addresses are an object, function or label plus an offset. An lvalue evaluates to its address.

use crate::analyzer::Analyzer;
use crate::expr::Operand;
use crate::intern::ids;
use crate::typed::{BinaryOp, Builtin, Expr, ExprId, ExprKind, StaticTarget, UnaryOp};
use crate::types::{FloatKind, IntKind, TypeId, TypeKind};
use base::Span;
use csyntax::ast;

#[derive(Clone, Copy, Debug)]
pub(crate) enum Const {
    /// In the range of its type (bits of `unsigned __int128` reinterpreted). Pointers made from integers too.
    Int(i128),
    Float(f64),
    Address(StaticTarget, i64),
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum NotConstant {
    /// This part is not constant.
    Part(ExprId),
    DivisionByZero(ExprId),
    /// A constant to gcc, but one that cannot be represented here: complex numbers, differences of labels.
    Unsupported(ExprId),
}

/// What was in the arenas at some moment, so that expressions needed only for their value can be dropped again.
#[derive(Clone, Copy)]
pub(crate) struct ExprMark {
    exprs: usize,
    others: (usize, usize, usize),
}

/// A binary operation and its types, apart from the values.
#[derive(Clone, Copy)]
struct Operation {
    id: ExprId,
    op: BinaryOp,
    left_ty: TypeId,
    right_ty: TypeId,
    ty: TypeId,
}

impl<'a> Analyzer<'a> {
    pub(crate) fn expr_mark(&self) -> ExprMark {
        ExprMark { exprs: self.body.exprs.len(), others: self.arena_sizes() }
    }

    fn arena_sizes(&self) -> (usize, usize, usize) {
        (self.body.stmts.len(), self.body.vars.len(), self.body.vlas.len())
    }

    /// Drops the expressions made since the mark, unless statements or types may refer to them.
    pub(crate) fn expr_release(&mut self, mark: ExprMark) {
        if self.arena_sizes() == mark.others {
            self.body.exprs.truncate(mark.exprs);
        }
    }

    /// The value of an integer constant node (not of larger expressions).
    #[inline]
    pub(crate) fn literal_value(&self, id: ExprId) -> Option<i128> {
        let expr = &self.body.exprs[id];
        match &expr.kind {
            ExprKind::Int(bits) => Some(self.read_int(*bits, expr.ty)),
            ExprKind::WideInt(value) => Some(**value),
            _ => None,
        }
    }

    /// The value behind the bits of [`ExprKind::Int`].
    fn read_int(&self, bits: i64, ty: TypeId) -> i128 {
        match self.types.kind(ty) {
            TypeKind::Int(kind) if kind.size(self.types.model) < 16 => {
                kind.wrap(i128::from(bits), self.types.model)
            }
            TypeKind::Pointer(_) => self.wrap_pointer(i128::from(bits)),
            TypeKind::Enum(id) => self.types.arena.enums[*id].repr.wrap(i128::from(bits), self.types.model),
            _ => i128::from(bits),
        }
    }

    fn wrap_pointer(&self, value: i128) -> i128 {
        self.types.model.size_type().wrap(value, self.types.model)
    }

    /// An integer constant of an integer, enumerated, `_Bool` or pointer type; the value is converted to it.
    pub(crate) fn make_int(&mut self, value: i128, ty: TypeId, span: Span) -> Operand {
        let value = self.convert_int(value, ty);
        let kind = match self.types.kind(ty) {
            TypeKind::Int(IntKind::Int128 | IntKind::UInt128) => match i64::try_from(value) {
                Ok(small) => ExprKind::Int(small),
                Err(_) => ExprKind::WideInt(Box::new(value)),
            },
            _ => ExprKind::Int(value as i64),
        };
        self.make(kind, ty, span)
    }

    fn convert_int(&self, value: i128, ty: TypeId) -> i128 {
        match self.types.kind(ty) {
            TypeKind::Int(kind) => kind.wrap(value, self.types.model),
            TypeKind::Enum(id) => self.types.arena.enums[*id].repr.wrap(value, self.types.model),
            TypeKind::Bool => i128::from(value != 0),
            TypeKind::Pointer(_) => self.wrap_pointer(value),
            _ => value,
        }
    }

    /// A constant that the grammar requires; an error otherwise.
    pub(crate) fn constant_int(&mut self, expr: ast::ExprId, what: &str) -> Option<i128> {
        if let ast::ExprKind::Int(literal) = &self.ast.exprs[expr].kind
            && !literal.imaginary
        {
            return Some(i128::from(literal.value));
        }
        let mark = self.expr_mark();
        let operand = self.expr(expr);
        let operand = self.rvalue(operand);
        let value = self.required_int(operand, what);
        self.expr_release(mark);
        value
    }

    pub(crate) fn required_int(&mut self, operand: Operand, what: &str) -> Option<i128> {
        let span = self.body.exprs[operand.id].span;
        if operand.ty == ids::ERROR {
            return None;
        }
        if !self.types.arena.is_integer(operand.ty) {
            self.error(span, format!("{what} is not an integer constant"));
            return None;
        }
        match self.evaluate(operand.id, false) {
            Ok(Const::Int(value)) => Some(value),
            Ok(_) => {
                self.error(span, format!("{what} is not an integer constant"));
                None
            }
            Err(failure) => {
                self.not_constant(failure, what);
                None
            }
        }
    }

    pub(crate) fn not_constant(&mut self, failure: NotConstant, what: &str) {
        match failure {
            NotConstant::DivisionByZero(id) => {
                let span = self.body.exprs[id].span;
                self.error(span, format!("division by zero in {what}"));
            }
            NotConstant::Part(id) | NotConstant::Unsupported(id) => {
                let span = self.body.exprs[id].span;
                if self.body.exprs[id].ty != ids::ERROR {
                    self.error(span, format!("{what} is not constant"));
                }
            }
        }
    }

    /// The value if the expression is an integer constant, also one that is no constant expression to the letter.
    pub(crate) fn fold_int(&mut self, id: ExprId) -> Option<i128> {
        if let Some(value) = self.literal_value(id) {
            return Some(value);
        }
        if !self.types.arena.is_integer(self.body.exprs[id].ty) {
            return None;
        }
        match self.evaluate(id, false) {
            Ok(Const::Int(value)) => Some(value),
            _ => None,
        }
    }

    /// `read_objects` allows reading `const` objects with known initialisers, which gcc accepts in static initialisers.
    pub(crate) fn evaluate(&mut self, id: ExprId, read_objects: bool) -> Result<Const, NotConstant> {
        let base = self.eval_stack.len();
        let mut current = id;
        // Descends the left spine, so that long operator chains need no recursion.
        while let Some(child) = first_child(&self.body.exprs[current]) {
            self.eval_stack.push(current);
            current = child;
        }
        let mut value = self.leaf(current);
        while self.eval_stack.len() > base {
            let Some(parent) = self.eval_stack.pop() else { break };
            if value.is_err() {
                self.eval_stack.truncate(base);
                break;
            }
            if let Ok(child) = value {
                value = self.combine_constants(parent, current, child, read_objects);
            }
            current = parent;
        }
        value
    }

    fn leaf(&self, id: ExprId) -> Result<Const, NotConstant> {
        let expr = &self.body.exprs[id];
        match &expr.kind {
            ExprKind::Int(bits) => Ok(Const::Int(self.read_int(*bits, expr.ty))),
            ExprKind::WideInt(value) => Ok(Const::Int(**value)),
            ExprKind::Float(value) => Ok(Const::Float(*value)),
            ExprKind::Object(object) => Ok(Const::Address(StaticTarget::Object(*object), 0)),
            ExprKind::Function(function) => Ok(Const::Address(StaticTarget::Function(*function), 0)),
            ExprKind::LabelAddr(label) => match &self.func {
                Some(func) => Ok(Const::Address(StaticTarget::Label(func.id, *label), 0)),
                None => Err(NotConstant::Part(id)),
            },
            ExprKind::Opaque(opaque) => {
                let bound = self.bound_opaques.iter().rev().find(|(bound, _)| bound == opaque);
                bound.map(|&(_, value)| value).ok_or(NotConstant::Part(id))
            }
            ExprKind::Unsupported(_) if self.is_constant_like(expr.ty) => Err(NotConstant::Unsupported(id)),
            _ => Err(NotConstant::Part(id)),
        }
    }

    /// Unsupported arithmetic of these types may well be constant to gcc.
    fn is_constant_like(&self, ty: TypeId) -> bool {
        matches!(self.types.kind(ty), TypeKind::Complex(_) | TypeKind::Vector { .. } | TypeKind::Float(_))
    }

    fn combine_constants(
        &mut self,
        id: ExprId,
        child_id: ExprId,
        child: Const,
        read_objects: bool,
    ) -> Result<Const, NotConstant> {
        let ty = self.body.exprs[id].ty;
        let child_ty = self.body.exprs[child_id].ty;
        match self.body.exprs[id].kind {
            ExprKind::Cast(_) => self.cast_constant(child, child_ty, ty).ok_or(NotConstant::Part(id)),
            ExprKind::AddressOf(_) | ExprKind::Decay(_) | ExprKind::Deref(_) => Ok(child),
            ExprKind::Member { record, field, .. } => {
                let field = &self.types.arena.records[record].fields[field as usize];
                if field.bits.is_some() {
                    return Err(NotConstant::Part(id));
                }
                Ok(self.offset_constant(child, field.offset as i64))
            }
            ExprKind::Load(_) if read_objects => self.read_object(child, ty).ok_or(NotConstant::Part(id)),
            ExprKind::Unary(op, _) => self.unary_constant(op, child, ty).ok_or(NotConstant::Part(id)),
            ExprKind::Binary(op, _, right) => {
                let right_value = self.evaluate(right, read_objects)?;
                let right_ty = self.body.exprs[right].ty;
                let operation = Operation { id, op, left_ty: child_ty, right_ty, ty };
                self.binary_constant(operation, child, right_value)
            }
            ExprKind::PtrAdd { index, elem, subtract, .. } => {
                let Const::Int(index) = self.evaluate(index, read_objects)? else {
                    return Err(NotConstant::Part(id));
                };
                let size = self.element_size(elem).ok_or(NotConstant::Part(id))?;
                let distance = (index as i64).wrapping_mul(size as i64);
                let distance = if subtract { distance.wrapping_neg() } else { distance };
                Ok(self.offset_constant(child, distance))
            }
            ExprKind::PtrDiff { right, elem, .. } => {
                let right = self.evaluate(right, read_objects)?;
                let size = self.element_size(elem).filter(|&s| s > 0).ok_or(NotConstant::Part(id))?;
                let bytes = match (child, right) {
                    (Const::Address(a, x), Const::Address(b, y)) if same_target(a, b) => x.wrapping_sub(y),
                    (Const::Int(x), Const::Int(y)) => x.wrapping_sub(y) as i64,
                    (Const::Address(..), Const::Address(..)) => return Err(NotConstant::Unsupported(id)),
                    _ => return Err(NotConstant::Part(id)),
                };
                Ok(Const::Int(i128::from(bytes.wrapping_div(size as i64))))
            }
            ExprKind::LogicalAnd(_, right) => {
                if !truth(child) {
                    return Ok(Const::Int(0));
                }
                Ok(Const::Int(i128::from(truth(self.evaluate(right, read_objects)?))))
            }
            ExprKind::LogicalOr(_, right) => {
                if truth(child) {
                    return Ok(Const::Int(1));
                }
                Ok(Const::Int(i128::from(truth(self.evaluate(right, read_objects)?))))
            }
            ExprKind::Cond { then, otherwise, .. } => {
                self.evaluate(if truth(child) { then } else { otherwise }, read_objects)
            }
            ExprKind::Comma(_, right) => self.evaluate(right, read_objects),
            ExprKind::Let { opaque, body, .. } => {
                self.bound_opaques.push((opaque, child));
                let value = self.evaluate(body, read_objects);
                self.bound_opaques.pop();
                value
            }
            ExprKind::Builtin(builtin, _) => {
                self.builtin_constant(builtin, child, child_ty).ok_or(NotConstant::Part(id))
            }
            _ => Err(NotConstant::Part(id)),
        }
    }

    /// GNU C counts `void` and functions as one byte.
    pub(crate) fn element_size(&self, elem: TypeId) -> Option<u64> {
        match self.types.kind(elem) {
            TypeKind::Void | TypeKind::Function(_) => Some(1),
            _ => self.types.size_of(elem),
        }
    }

    fn offset_constant(&self, value: Const, distance: i64) -> Const {
        match value {
            Const::Address(target, offset) => Const::Address(target, offset.wrapping_add(distance)),
            Const::Int(address) => Const::Int(self.wrap_pointer(address.wrapping_add(i128::from(distance)))),
            Const::Float(value) => Const::Float(value),
        }
    }

    pub(crate) fn cast_constant(&self, value: Const, from: TypeId, to: TypeId) -> Option<Const> {
        if from == to {
            return Some(value);
        }
        let model = self.types.model;
        match (self.types.kind(to), value) {
            (TypeKind::Void, _) => Some(Const::Int(0)),
            (TypeKind::Bool, Const::Address(target, _)) if self.is_weak(target) => None,
            (TypeKind::Bool, value) => Some(Const::Int(i128::from(truth(value)))),
            (TypeKind::Int(_) | TypeKind::Enum(_), Const::Int(mut value)) => {
                // gcc extends pointers to wider integers by their sign.
                if matches!(self.types.kind(from), TypeKind::Pointer(_)) {
                    value = model.ptrdiff_type().wrap(value, model);
                }
                Some(Const::Int(self.convert_int(value, to)))
            }
            (TypeKind::Pointer(_), Const::Int(value)) => Some(Const::Int(self.convert_int(value, to))),
            (TypeKind::Int(_) | TypeKind::Enum(_), Const::Float(value)) => {
                Some(Const::Int(self.convert_int(value as i128, to)))
            }
            (TypeKind::Float(kind), Const::Int(value)) => {
                let unsigned_128 = matches!(self.types.kind(from), TypeKind::Int(IntKind::UInt128));
                let single = *kind == FloatKind::Float;
                Some(Const::Float(match (unsigned_128, single) {
                    (true, true) => f64::from(value as u128 as f32),
                    (true, false) => value as u128 as f64,
                    (false, true) => f64::from(value as f32),
                    (false, false) => value as f64,
                }))
            }
            (TypeKind::Float(kind), Const::Float(value)) => Some(Const::Float(round_to(value, *kind))),
            (TypeKind::Pointer(_), Const::Address(..)) => Some(value),
            (TypeKind::Int(_) | TypeKind::Enum(_), Const::Address(..)) => {
                (self.types.size_of(to) == Some(model.pointer_size())).then_some(value)
            }
            _ => None,
        }
    }

    fn unary_constant(&self, op: UnaryOp, value: Const, ty: TypeId) -> Option<Const> {
        match (op, value) {
            (UnaryOp::LogicalNot, Const::Address(target, _)) if self.is_weak(target) => None,
            (UnaryOp::LogicalNot, value) => Some(Const::Int(i128::from(!truth(value)))),
            (UnaryOp::Neg, Const::Int(value)) => Some(Const::Int(self.convert_int(value.wrapping_neg(), ty))),
            (UnaryOp::BitNot, Const::Int(value)) => Some(Const::Int(self.convert_int(!value, ty))),
            (UnaryOp::Neg, Const::Float(value)) => Some(Const::Float(-value)),
            _ => None,
        }
    }

    fn binary_constant(&self, operation: Operation, left: Const, right: Const) -> Result<Const, NotConstant> {
        let Operation { id, op, ty, .. } = operation;
        let failed = || NotConstant::Part(id);
        match (left, right) {
            (Const::Int(a), Const::Int(b)) => self.int_constant(operation, a, b),
            (Const::Float(a), Const::Float(b)) => {
                let flag = |holds: bool| Ok(Const::Int(i128::from(holds)));
                let value = match op {
                    BinaryOp::Add => a + b,
                    BinaryOp::Sub => a - b,
                    BinaryOp::Mul => a * b,
                    BinaryOp::Div => a / b,
                    BinaryOp::Eq => return flag(a == b),
                    BinaryOp::Ne => return flag(a != b),
                    BinaryOp::Lt => return flag(a < b),
                    BinaryOp::Le => return flag(a <= b),
                    BinaryOp::Gt => return flag(a > b),
                    BinaryOp::Ge => return flag(a >= b),
                    _ => return Err(failed()),
                };
                let kind = match self.types.kind(ty) {
                    TypeKind::Float(kind) => *kind,
                    _ => return Err(failed()),
                };
                // Compilers make a positive NaN of operands that are none, whatever the processor would do.
                let value = match (a.is_nan(), b.is_nan()) {
                    (true, true) if a.to_bits() != b.to_bits() => return Err(failed()),
                    (true, _) => a,
                    (_, true) => b,
                    _ if value.is_nan() => f64::from_bits(POSITIVE_NAN),
                    _ => value,
                };
                Ok(Const::Float(round_to(value, kind)))
            }
            (Const::Address(target, offset), Const::Int(value)) => match op {
                BinaryOp::Add => Ok(Const::Address(target, offset.wrapping_add(value as i64))),
                BinaryOp::Sub => Ok(Const::Address(target, offset.wrapping_sub(value as i64))),
                // One that nobody defines is null; whether somebody does is for the linker to say.
                BinaryOp::Eq | BinaryOp::Ne if self.is_weak(target) => Err(failed()),
                BinaryOp::Eq if value == 0 => Ok(Const::Int(0)),
                BinaryOp::Ne if value == 0 => Ok(Const::Int(1)),
                _ => Err(failed()),
            },
            (Const::Int(value), Const::Address(target, offset)) => match op {
                BinaryOp::Add => Ok(Const::Address(target, offset.wrapping_add(value as i64))),
                // One that nobody defines is null; whether somebody does is for the linker to say.
                BinaryOp::Eq | BinaryOp::Ne if self.is_weak(target) => Err(failed()),
                BinaryOp::Eq if value == 0 => Ok(Const::Int(0)),
                BinaryOp::Ne if value == 0 => Ok(Const::Int(1)),
                _ => Err(failed()),
            },
            (Const::Address(a, x), Const::Address(b, y)) if same_target(a, b) => {
                let holds = match op {
                    BinaryOp::Sub => {
                        return Ok(Const::Int(self.convert_int(i128::from(x.wrapping_sub(y)), ty)));
                    }
                    BinaryOp::Eq => x == y,
                    BinaryOp::Ne => x != y,
                    BinaryOp::Lt => x < y,
                    BinaryOp::Le => x <= y,
                    BinaryOp::Gt => x > y,
                    BinaryOp::Ge => x >= y,
                    _ => return Err(failed()),
                };
                Ok(Const::Int(i128::from(holds)))
            }
            // Whether equal literals, or one and the end of another, share their memory is not said anywhere.
            (Const::Address(a, _), Const::Address(b, _))
                if self.is_weak(a) || self.is_weak(b) || self.is_literal(a) && self.is_literal(b) =>
            {
                Err(failed())
            }
            (Const::Address(..), Const::Address(..)) => match op {
                BinaryOp::Eq => Ok(Const::Int(0)),
                BinaryOp::Ne => Ok(Const::Int(1)),
                BinaryOp::Sub => Err(NotConstant::Unsupported(id)),
                _ => Err(failed()),
            },
            _ => Err(failed()),
        }
    }

    fn int_constant(&self, operation: Operation, a: i128, b: i128) -> Result<Const, NotConstant> {
        let Operation { id, op, left_ty, right_ty, ty } = operation;
        let unsigned_128 = matches!(self.types.kind(left_ty), TypeKind::Int(IntKind::UInt128));
        let flag = |holds: bool| Ok(Const::Int(i128::from(holds)));
        let ordering = if unsigned_128 { (a as u128).cmp(&(b as u128)) } else { a.cmp(&b) };
        let value = match op {
            BinaryOp::Add => a.wrapping_add(b),
            BinaryOp::Sub => a.wrapping_sub(b),
            BinaryOp::Mul => a.wrapping_mul(b),
            BinaryOp::Div | BinaryOp::Rem if b == 0 => return Err(NotConstant::DivisionByZero(id)),
            BinaryOp::Div if unsigned_128 => ((a as u128) / (b as u128)) as i128,
            BinaryOp::Rem if unsigned_128 => ((a as u128) % (b as u128)) as i128,
            BinaryOp::Div => a.wrapping_div(b),
            BinaryOp::Rem => a.wrapping_rem(b),
            BinaryOp::Shl | BinaryOp::Shr => {
                let bits = self.types.size_of(left_ty).unwrap_or(4) as i128 * 8;
                let negative = b < 0 && self.types.arena.is_signed(right_ty);
                if negative || b >= bits || b < 0 {
                    return Err(NotConstant::Part(id));
                }
                match op {
                    BinaryOp::Shl => a.wrapping_shl(b as u32),
                    _ if unsigned_128 => ((a as u128) >> b) as i128,
                    _ => a >> b,
                }
            }
            BinaryOp::And => a & b,
            BinaryOp::Or => a | b,
            BinaryOp::Xor => a ^ b,
            BinaryOp::Eq => return flag(ordering.is_eq()),
            BinaryOp::Ne => return flag(ordering.is_ne()),
            BinaryOp::Lt => return flag(ordering.is_lt()),
            BinaryOp::Le => return flag(ordering.is_le()),
            BinaryOp::Gt => return flag(ordering.is_gt()),
            BinaryOp::Ge => return flag(ordering.is_ge()),
        };
        Ok(Const::Int(self.convert_int(value, ty)))
    }

    fn is_literal(&self, target: StaticTarget) -> bool {
        matches!(target, StaticTarget::Object(id) if self.objects[id].kind == crate::typed::ObjectKind::StringLiteral)
    }

    /// Whether the address is that of something that perhaps nobody defines.
    fn is_weak(&self, target: StaticTarget) -> bool {
        match target {
            StaticTarget::Object(id) => self.objects[id].weak && self.objects[id].init.is_none(),
            StaticTarget::Function(id) => self.functions[id].weak,
            StaticTarget::Label(..) => false,
        }
    }

    fn read_object(&self, address: Const, ty: TypeId) -> Option<Const> {
        let Const::Address(StaticTarget::Object(id), offset) = address else { return None };
        let object = &self.objects[id];
        let init = object.init.as_ref().filter(|_| object.is_const)?;
        let size = self.types.size_of(ty)?;
        let start = u64::try_from(offset).ok()?;
        if start.checked_add(size)? > object.size || size > 16 {
            return None;
        }
        let pointer_size = self.types.model.pointer_size();
        for relocation in &init.relocations {
            if relocation.offset == start && size == pointer_size {
                return Some(Const::Address(relocation.target, relocation.addend));
            }
            if relocation.offset < start + size && start < relocation.offset + pointer_size {
                return None;
            }
        }
        let mut bytes = [0u8; 16];
        for (i, byte) in bytes.iter_mut().take(size as usize).enumerate() {
            *byte = init.bytes.get(start as usize + i).copied().unwrap_or(0);
        }
        let raw = i128::from_le_bytes(bytes);
        match self.types.kind(ty) {
            TypeKind::Int(_) | TypeKind::Enum(_) | TypeKind::Bool | TypeKind::Pointer(_) => {
                Some(Const::Int(self.convert_int(raw, ty)))
            }
            TypeKind::Float(FloatKind::Float) => Some(Const::Float(f64::from(f32::from_bits(raw as u32)))),
            TypeKind::Float(FloatKind::Double) => Some(Const::Float(f64::from_bits(raw as u64))),
            _ => None,
        }
    }

    fn builtin_constant(&self, builtin: Builtin, value: Const, ty: TypeId) -> Option<Const> {
        let Const::Int(value) = value else { return None };
        let kind = self.types.arena.int_kind(ty)?;
        let bits = kind.size(self.types.model) as u32 * 8;
        let raw = kind.to_unsigned().wrap(value, self.types.model) as u128;
        let leading = raw.leading_zeros() - (128 - bits);
        let result = match builtin {
            Builtin::Clz if raw != 0 => i128::from(leading),
            Builtin::Ctz if raw != 0 => i128::from(raw.trailing_zeros()),
            Builtin::Popcount => i128::from(raw.count_ones()),
            Builtin::Parity => i128::from(raw.count_ones() % 2),
            Builtin::Ffs => i128::from(if raw == 0 { 0 } else { raw.trailing_zeros() + 1 }),
            Builtin::Clrsb => {
                let flipped =
                    if value < 0 { kind.to_unsigned().wrap(!value, self.types.model) as u128 } else { raw };
                i128::from(flipped.leading_zeros() - (128 - bits)) - 1
            }
            Builtin::Bswap => kind.wrap((raw.swap_bytes() >> (128 - bits)) as i128, self.types.model),
            _ => return None,
        };
        Some(Const::Int(result))
    }
}

/// The operand that is evaluated first, if it decides or contributes to the value of the expression.
fn first_child(expr: &Expr) -> Option<ExprId> {
    match &expr.kind {
        ExprKind::Cast(child)
        | ExprKind::AddressOf(child)
        | ExprKind::Decay(child)
        | ExprKind::Deref(child)
        | ExprKind::Load(child)
        | ExprKind::Unary(_, child)
        | ExprKind::Binary(_, child, _)
        | ExprKind::LogicalAnd(child, _)
        | ExprKind::LogicalOr(child, _)
        | ExprKind::Comma(child, _) => Some(*child),
        ExprKind::Member { base, .. } => Some(*base),
        ExprKind::PtrAdd { ptr, .. } => Some(*ptr),
        ExprKind::PtrDiff { left, .. } => Some(*left),
        ExprKind::Cond { cond, .. } => Some(*cond),
        ExprKind::Let { value, .. } => Some(*value),
        ExprKind::Builtin(_, args) if args.len() == 1 => args.first().copied(),
        _ => None,
    }
}

fn truth(value: Const) -> bool {
    match value {
        Const::Int(value) => value != 0,
        Const::Float(value) => value != 0.0,
        Const::Address(..) => true,
    }
}

fn same_target(a: StaticTarget, b: StaticTarget) -> bool {
    match (a, b) {
        (StaticTarget::Object(a), StaticTarget::Object(b)) => a == b,
        (StaticTarget::Function(a), StaticTarget::Function(b)) => a == b,
        (StaticTarget::Label(f, a), StaticTarget::Label(g, b)) => f == g && a == b,
        _ => false,
    }
}

/// The quiet NaN without a sign and a payload.
pub(crate) const POSITIVE_NAN: u64 = 0x7ff8_0000_0000_0000;

/// Values of longer types are kept as `double`.
pub(crate) fn round_to(value: f64, kind: FloatKind) -> f64 {
    match kind {
        FloatKind::Float if !value.is_nan() => f64::from(value as f32),
        _ => value,
    }
}
