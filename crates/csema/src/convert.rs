//! Conversions: lvalue conversion and decay, promotions, usual arithmetic conversions, assignment.

use crate::analyzer::Analyzer;
use crate::expr::{Category, Operand};
use crate::intern::{TypeTable, ids};
use crate::typed::{BinaryOp, ExprKind, InitElem, InitValue, LocalInit, Var, VarId};
use crate::types::{FloatKind, IntKind, QualType, TypeId, TypeKind};
use base::Span;
use csyntax::ast::Quals;

/// Where a value is converted as if by assignment; for messages.
#[derive(Clone, Copy, Debug)]
pub(crate) enum AssignTo {
    Assignment,
    Initializer,
    /// Counted from one.
    Argument(u32),
    Return,
}

impl AssignTo {
    fn describe(self) -> String {
        match self {
            AssignTo::Assignment => "assignment".into(),
            AssignTo::Initializer => "initialization".into(),
            AssignTo::Argument(n) => format!("passing argument {n}"),
            AssignTo::Return => "returning".into(),
        }
    }
}

impl Analyzer<'_> {
    /// `&` or decay was applied to an lvalue: the variable it is part of needs an address.
    pub(crate) fn mark_address_taken(&mut self, mut id: crate::typed::ExprId) {
        if self.unevaluated > 0 {
            return;
        }
        loop {
            match &self.body.exprs[id].kind {
                ExprKind::Var(var) | ExprKind::CompoundLiteral { var, .. } => {
                    let var = *var;
                    self.body.vars[var].address_taken = true;
                    return;
                }
                ExprKind::Member { base, .. } => id = *base,
                _ => return,
            }
        }
    }

    /// The value of an operand: stored values are loaded, arrays and functions become pointers.
    pub(crate) fn rvalue(&mut self, op: Operand) -> Operand {
        match op.category {
            Category::Rvalue => match *self.types.kind(op.ty) {
                TypeKind::Array { .. } => {
                    let stored = self.materialize_array(op);
                    self.rvalue(stored)
                }
                _ => op,
            },
            Category::Function => {
                let ty = self.types.pointer(op.ty);
                if let ExprKind::Deref(pointer) = self.body.exprs[op.id].kind {
                    return Operand::rvalue(pointer, self.body.exprs[pointer].ty);
                }
                let span = self.body.exprs[op.id].span;
                self.make(ExprKind::Decay(op.id), ty, span)
            }
            Category::Lvalue => {
                let span = self.body.exprs[op.id].span;
                match *self.types.kind(op.ty) {
                    TypeKind::Array { elem, .. } => {
                        let elem = self.types.qualify(elem, op.quals);
                        let ty = self.types.pointer_to(elem);
                        self.mark_address_taken(op.id);
                        self.make(ExprKind::Decay(op.id), ty, span)
                    }
                    TypeKind::Error => Operand::rvalue(op.id, ids::ERROR),
                    TypeKind::Void => match self.body.exprs[op.id].kind {
                        // `*p` of a `void *` has no value; the pointer is still evaluated.
                        ExprKind::Deref(pointer) => self.make(ExprKind::Cast(pointer), ids::VOID, span),
                        _ => Operand::rvalue(op.id, ids::VOID),
                    },
                    TypeKind::Record(record) => {
                        if !self.types.arena.records[record].complete {
                            let message = format!("use of incomplete type '{}'", self.type_text(op.ty));
                            self.error(span, message);
                            return Operand::rvalue(op.id, ids::ERROR);
                        }
                        self.mark_address_taken(op.id);
                        self.make(ExprKind::Load(op.id), op.ty, span)
                    }
                    _ => {
                        if matches!(self.body.exprs[op.id].kind, ExprKind::Unsupported(_)) {
                            return Operand::rvalue(op.id, op.ty);
                        }
                        let mut loaded = self.make(ExprKind::Load(op.id), op.ty, span);
                        loaded.bits = op.bits;
                        loaded
                    }
                }
            }
        }
    }

    /// An array inside a record that is only a value: the record gets a place, so that the array has elements.
    fn materialize_array(&mut self, op: Operand) -> Operand {
        let span = self.body.exprs[op.id].span;
        if let ExprKind::Member { base, record, field } = self.body.exprs[op.id].kind {
            let base = Operand::rvalue(base, self.body.exprs[base].ty);
            let stored = if matches!(self.body.exprs[base.id].kind, ExprKind::Member { .. }) {
                self.materialize_array(base)
            } else {
                self.materialize(base, span)
            };
            let id = self.push(ExprKind::Member { base: stored.id, record, field }, op.ty, span);
            return Operand { id, ty: op.ty, quals: op.quals, category: Category::Lvalue, bits: 0 };
        }
        self.materialize(op, span)
    }

    /// A nameless variable that holds the value.
    pub(crate) fn materialize(&mut self, op: Operand, span: Span) -> Operand {
        let var = self.new_temporary(op.ty, span);
        let init = LocalInit {
            zero_fill: false,
            rests: Vec::new(),
            elems: vec![InitElem { offset: 0, ty: op.ty, bits: None, value: InitValue::Expr(op.id) }],
        };
        let id = self.push(ExprKind::CompoundLiteral { var, init: Box::new(init) }, op.ty, span);
        Operand { id, ty: op.ty, quals: Quals::NONE, category: Category::Lvalue, bits: 0 }
    }

    pub(crate) fn new_temporary(&mut self, ty: TypeId, span: Span) -> VarId {
        self.body.vars.push(Var {
            name: None,
            ty,
            is_const: false,
            address_taken: true,
            align: 0,
            cleanup: None,
            temporary: true,
            span,
        })
    }

    /// What integer promotion makes of the type.
    pub(crate) fn promoted_type(&self, ty: TypeId, bits: u8) -> TypeId {
        let kind = match self.types.kind(ty) {
            TypeKind::Bool => return ids::INT,
            TypeKind::Int(kind) => *kind,
            TypeKind::Enum(id) => self.types.arena.enums[*id].repr,
            _ => return ty,
        };
        if bits != 0 && (bits < 32 || (bits == 32 && kind.is_signed())) {
            return ids::INT;
        }
        if kind < IntKind::Int {
            return ids::INT;
        }
        if bits == 32 {
            return ids::UINT;
        }
        TypeTable::int_id(kind)
    }

    pub(crate) fn promote(&mut self, op: Operand) -> Operand {
        let ty = self.promoted_type(op.ty, op.bits);
        self.cast(op, ty)
    }

    /// The type in which an arithmetic operation on two (unpromoted) arithmetic types takes place.
    pub(crate) fn common_type(&mut self, a: Operand, b: Operand) -> TypeId {
        let a_ty = self.promoted_type(a.ty, a.bits);
        let b_ty = self.promoted_type(b.ty, b.bits);
        if a_ty == b_ty {
            return a_ty;
        }
        let (real_a, complex_a) = self.real_part(a_ty);
        let (real_b, complex_b) = self.real_part(b_ty);
        let real = match (real_a, real_b) {
            (Real::Float(x), Real::Float(y)) => Real::Float(wider_float(x, y)),
            (Real::Float(x), _) | (_, Real::Float(x)) => Real::Float(x),
            (Real::Int(x), Real::Int(y)) => Real::Int(self.common_int(x, y)),
        };
        match real {
            Real::Float(kind) if complex_a || complex_b => self.types.intern(TypeKind::Complex(kind)),
            Real::Float(kind) => TypeTable::float_id(kind),
            Real::Int(kind) => TypeTable::int_id(kind),
        }
    }

    /// gcc computes with a bit-field of 33 to 63 bits in a type of just that width, unless the other operand is wider. This is
    /// that type (by the declared type and the width), or the common type with width 0 otherwise.
    pub(crate) fn arithmetic_type(&mut self, a: Operand, b: Operand) -> (TypeId, u8) {
        let ty = self.common_type(a, b);
        if a.bits <= 32 && b.bits <= 32 {
            return (ty, 0);
        }
        let wide = |s: &Self, op: Operand| (33..64).contains(&op.bits) && s.types.size_of(op.ty) == Some(8);
        let is_int = |s: &Self, op: Operand| matches!(s.promoted_type(op.ty, op.bits), ids::INT | ids::UINT);
        let chosen = match (wide(self, a), wide(self, b)) {
            (true, true) if a.bits == b.bits => {
                if self.types.arena.is_signed(a.ty) {
                    b
                } else {
                    a
                }
            }
            (true, true) => {
                if a.bits > b.bits {
                    a
                } else {
                    b
                }
            }
            (true, false) if is_int(self, b) => a,
            (false, true) if is_int(self, a) => b,
            _ => return (ty, 0),
        };
        (self.promoted_type(chosen.ty, chosen.bits), chosen.bits)
    }

    /// Converts to an arithmetic type, of which only the lowest `width` bits count if that is not 0.
    pub(crate) fn convert_to_width(&mut self, op: Operand, ty: TypeId, width: u8) -> Operand {
        let narrow_enough = op.bits != 0 && op.bits <= width && !self.types.arena.is_signed(op.ty);
        let converted = self.cast(op, ty);
        if narrow_enough {
            Operand { bits: width, ..converted }
        } else {
            self.wrap_to_width(converted, width)
        }
    }

    /// The value modulo two to the power of `width`, if that is not 0. Overflow of signed values is undefined.
    pub(crate) fn wrap_to_width(&mut self, op: Operand, width: u8) -> Operand {
        if width == 0 || self.types.arena.is_signed(op.ty) {
            return Operand { bits: width, ..op };
        }
        let span = self.body.exprs[op.id].span;
        let mask = self.make_int((1i128 << width) - 1, op.ty, span);
        let wrapped = self.make(ExprKind::Binary(BinaryOp::And, op.id, mask.id), op.ty, span);
        Operand { bits: width, ..wrapped }
    }

    fn real_part(&self, ty: TypeId) -> (Real, bool) {
        match self.types.kind(ty) {
            TypeKind::Float(kind) => (Real::Float(*kind), false),
            TypeKind::Complex(kind) => (Real::Float(*kind), true),
            TypeKind::Int(kind) => (Real::Int(*kind), false),
            _ => (Real::Int(IntKind::Int), false),
        }
    }

    /// Of promoted types.
    fn common_int(&self, a: IntKind, b: IntKind) -> IntKind {
        let rank = |kind: IntKind| kind.to_signed();
        if a.is_signed() == b.is_signed() {
            return if rank(a) >= rank(b) { a } else { b };
        }
        let (signed, unsigned) = if a.is_signed() { (a, b) } else { (b, a) };
        if rank(unsigned) >= signed {
            unsigned
        } else if signed.size(self.types.model) > unsigned.size(self.types.model) {
            signed
        } else {
            signed.to_unsigned()
        }
    }

    /// Converts a value to a scalar type (or `void`), without any check. Integer constants are converted at once.
    pub(crate) fn cast(&mut self, op: Operand, ty: TypeId) -> Operand {
        if op.ty == ty {
            return Operand { bits: 0, ..op };
        }
        if op.ty == ids::ERROR || ty == ids::ERROR {
            return Operand::rvalue(op.id, ids::ERROR);
        }
        let span = self.body.exprs[op.id].span;
        if let ExprKind::Unsupported(what) = self.body.exprs[op.id].kind {
            return self.unsupported(what, ty, span);
        }
        match (self.types.kind(op.ty), self.types.kind(ty)) {
            (_, TypeKind::Void) => {}
            (TypeKind::Complex(_), _) | (_, TypeKind::Complex(_)) => {
                return self.unsupported("conversion of a complex number", ty, span);
            }
            (TypeKind::Vector { .. }, _) | (_, TypeKind::Vector { .. }) => {
                return self.unsupported("conversion of a vector", ty, span);
            }
            (TypeKind::Float(FloatKind::Float16), _) | (_, TypeKind::Float(FloatKind::Float16)) => {
                return self.unsupported("_Float16 arithmetic", ty, span);
            }
            (TypeKind::Float(FloatKind::Decimal(_)), _) | (_, TypeKind::Float(FloatKind::Decimal(_))) => {
                return self.unsupported("decimal floating-point arithmetic", ty, span);
            }
            _ => {}
        }
        if let Some(value) = self.literal_value(op.id)
            && ty != ids::VOID
            && !matches!(self.types.kind(ty), TypeKind::Float(_) | TypeKind::Record(_))
        {
            return self.make_int(value, ty, span);
        }
        self.make(ExprKind::Cast(op.id), ty, span)
    }

    /// Converts as if by assignment to an object of type `ty`, with the diagnostics that gcc would give.
    pub(crate) fn assign_convert(&mut self, op: Operand, ty: TypeId, to: AssignTo, span: Span) -> Operand {
        let op = self.rvalue(op);
        if op.ty == ty {
            return Operand { bits: 0, ..op };
        }
        if op.ty == ids::ERROR || ty == ids::ERROR {
            return Operand::rvalue(op.id, ids::ERROR);
        }
        if let ExprKind::Unsupported(what) = self.body.exprs[op.id].kind {
            // Of a built-in function that nobody knows, the type is unknown too.
            return self.unsupported(what, ty, span);
        }
        let kinds = (self.types.kind(ty).clone(), self.types.kind(op.ty).clone());
        match kinds {
            (_, TypeKind::Void) => {
                self.error(span, "the value of a 'void' expression is used");
                Operand::rvalue(op.id, ids::ERROR)
            }
            (TypeKind::Pointer(target), TypeKind::Pointer(source)) => {
                self.check_pointer_assignment(target, source, op, ty, to, span);
                self.cast(op, ty)
            }
            (TypeKind::Bool, TypeKind::Pointer(_)) => self.cast(op, ty),
            (TypeKind::Pointer(_), TypeKind::Int(_) | TypeKind::Enum(_) | TypeKind::Bool) => {
                if self.fold_int(op.id) != Some(0) {
                    self.mismatch_warning("makes pointer from integer without a cast", op, ty, to, span);
                }
                self.cast(op, ty)
            }
            (TypeKind::Int(_) | TypeKind::Enum(_), TypeKind::Pointer(_)) => {
                self.mismatch_warning("makes integer from pointer without a cast", op, ty, to, span);
                self.cast(op, ty)
            }
            (TypeKind::Record(union), _) if self.types.arena.records[union].transparent => {
                match self.wrap_in_transparent_union(op, ty, union, span) {
                    Some(converted) => converted,
                    None => self.incompatible(op, ty, to, span),
                }
            }
            (TypeKind::Vector { .. }, TypeKind::Vector { .. }) => {
                self.unsupported("conversion of a vector", ty, span)
            }
            _ if self.types.arena.is_arithmetic(ty) && self.types.arena.is_arithmetic(op.ty) => {
                self.cast(op, ty)
            }
            _ => self.incompatible(op, ty, to, span),
        }
    }

    fn incompatible(&mut self, op: Operand, ty: TypeId, to: AssignTo, span: Span) -> Operand {
        let message = format!(
            "incompatible types in {}: '{}' from '{}'",
            to.describe(),
            self.type_text(ty),
            self.type_text(op.ty)
        );
        self.error(span, message);
        Operand::rvalue(op.id, ids::ERROR)
    }

    #[cold]
    fn mismatch_warning(&mut self, what: &str, op: Operand, ty: TypeId, to: AssignTo, span: Span) {
        let message =
            format!("{} {what}: '{}' from '{}'", to.describe(), self.type_text(ty), self.type_text(op.ty));
        self.warning(span, message);
    }

    fn check_pointer_assignment(
        &mut self,
        target: QualType,
        source: QualType,
        op: Operand,
        ty: TypeId,
        to: AssignTo,
        span: Span,
    ) {
        if target.ty == source.ty || target.ty == ids::VOID || source.ty == ids::VOID {
            return;
        }
        if self.types.compatible(target.ty, source.ty) || self.same_but_for_sign(target.ty, source.ty) {
            return;
        }
        self.mismatch_warning("from incompatible pointer type", op, ty, to, span);
    }

    /// `char *` and `unsigned char *` are mixed too often to be worth a message.
    fn same_but_for_sign(&self, a: TypeId, b: TypeId) -> bool {
        match (self.types.arena.int_kind(a), self.types.arena.int_kind(b)) {
            (Some(a), Some(b)) => a.to_unsigned() == b.to_unsigned(),
            _ => match (self.types.kind(a), self.types.kind(b)) {
                (TypeKind::Pointer(a), TypeKind::Pointer(b)) => a.ty == b.ty,
                (TypeKind::Array { elem: a, .. }, TypeKind::Array { elem: b, .. }) => a.ty == b.ty,
                _ => false,
            },
        }
    }

    /// The argument becomes the member of the union that has its type.
    fn wrap_in_transparent_union(
        &mut self,
        op: Operand,
        ty: TypeId,
        union: crate::types::RecordId,
        span: Span,
    ) -> Option<Operand> {
        let op = self.rvalue(op);
        let zero = self.fold_int(op.id) == Some(0);
        let fields = &self.types.arena.records[union].fields;
        let exact = fields.iter().find(|f| self.types.compatible(f.ty.ty, op.ty));
        let field = exact.or_else(|| {
            fields.iter().find(|f| match (self.types.kind(f.ty.ty), self.types.kind(op.ty)) {
                (TypeKind::Pointer(a), TypeKind::Pointer(b)) => {
                    a.ty == b.ty
                        || a.ty == ids::VOID
                        || b.ty == ids::VOID
                        || self.types.compatible(a.ty, b.ty)
                }
                (TypeKind::Pointer(_), TypeKind::Int(_)) => zero,
                (TypeKind::Int(_), TypeKind::Int(_)) => true,
                _ => false,
            })
        })?;
        let (field_ty, offset) = (field.ty.ty, field.offset);
        let value = self.cast(op, field_ty);
        let var = self.new_temporary(ty, span);
        let init = LocalInit {
            zero_fill: true,
            rests: Vec::new(),
            elems: vec![InitElem { offset, ty: field_ty, bits: None, value: InitValue::Expr(value.id) }],
        };
        let id = self.push(ExprKind::CompoundLiteral { var, init: Box::new(init) }, ty, span);
        let stored = Operand { id, ty, quals: Quals::NONE, category: Category::Lvalue, bits: 0 };
        Some(self.rvalue(stored))
    }

    /// The default argument promotions.
    pub(crate) fn promote_argument(&mut self, op: Operand) -> Operand {
        let op = self.rvalue(op);
        match self.types.kind(op.ty) {
            TypeKind::Float(FloatKind::Float) => self.cast(op, ids::DOUBLE),
            TypeKind::Void => {
                let span = self.body.exprs[op.id].span;
                self.error(span, "the value of a 'void' expression is used");
                Operand::rvalue(op.id, ids::ERROR)
            }
            _ => self.promote(op),
        }
    }
}

enum Real {
    Int(IntKind),
    Float(FloatKind),
}

fn wider_float(a: FloatKind, b: FloatKind) -> FloatKind {
    fn rank(kind: FloatKind) -> u8 {
        match kind {
            FloatKind::Float16 => 0,
            FloatKind::Float => 1,
            FloatKind::Double => 2,
            FloatKind::LongDouble => 3,
            FloatKind::Float128 => 4,
            FloatKind::Decimal(size) => 5 + size,
        }
    }
    if rank(a) >= rank(b) { a } else { b }
}
