//! Lvalues: from trees of members, subscripts and dereferences to one place.

use crate::func::{FnLower, Slot};
use crate::types::unit_scalar;
use base::Span;
use csema::typed::{ExprId, ExprKind};
use csema::types::{self as c, FieldBits};
use ir::{
    BinOp, BitRange, LocalId, Operand, Place, PlaceBase, PlaceIndex, Rvalue, Scalar, StatementKind, UnOp,
};

#[derive(Clone, Copy, Debug)]
pub(crate) enum Lvalue {
    Register(LocalId),
    /// `access` is the scalar of the lvalue's type, or of the unit for bit-fields.
    Memory(Place),
}

/// The members of an lvalue, added up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Path {
    pub(crate) base: ExprId,
    pub(crate) offset: u64,
    pub(crate) bits: Option<FieldBits>,
}

impl FnLower<'_, '_> {
    /// Follows member accesses down to what they are members of.
    pub(crate) fn path(&self, mut expr: ExprId) -> Path {
        let mut offset = 0u64;
        let mut bits = None;
        let mut outermost = true;
        while let ExprKind::Member { base, record, field } = self.body.exprs[expr].kind {
            if let Some(field) = self.unit.types.records[record].fields.get(field as usize) {
                offset = offset.wrapping_add(field.offset);
                if outermost {
                    bits = field.bits;
                }
            }
            outermost = false;
            expr = base;
        }
        Path { base: expr, offset, bits }
    }

    /// The pointer that an lvalue is reached through, if it is reached through one.
    pub(crate) fn pointer_of(&self, lvalue: ExprId) -> Option<ExprId> {
        match self.body.exprs[self.path(lvalue).base].kind {
            ExprKind::Deref(pointer) => Some(pointer),
            _ => None,
        }
    }

    pub(crate) fn lvalue(&mut self, expr: ExprId) -> Lvalue {
        match self.pointer_of(expr) {
            Some(pointer) => {
                let pointer = self.rvalue(pointer);
                self.lvalue_through(expr, Some(pointer))
            }
            None => self.lvalue_through(expr, None),
        }
    }

    /// The lvalue, given the value of the pointer that it is reached through, if there is one.
    pub(crate) fn lvalue_through(&mut self, expr: ExprId, pointer: Option<Rvalue>) -> Lvalue {
        let path = self.path(expr);
        let span = self.span(expr);
        let mut place = match (&self.body.exprs[path.base].kind, pointer) {
            (ExprKind::Deref(_), Some(pointer)) => self.deref_place(pointer, span),
            (ExprKind::Var(var), _) => match self.slot(*var) {
                Slot::Register(local) => return Lvalue::Register(local),
                Slot::Memory(local) => Place::local(local, Scalar::U8),
                Slot::Vla(pointer) => Place::deref(pointer, Scalar::U8),
                Slot::None => return self.unsupported_lvalue("a variable without storage", expr),
            },
            (ExprKind::Object(object), _) => self.object_place(*object, span),
            (ExprKind::CompoundLiteral { var, init }, _) => {
                let slot = self.slot(*var);
                self.initialise(slot, self.body.vars[*var].ty, init, span);
                match slot {
                    Slot::Register(local) => return Lvalue::Register(local),
                    Slot::Memory(local) => {
                        if self.body.vars[*var].temporary {
                            self.begin_temporary(local);
                        }
                        Place::local(local, Scalar::U8)
                    }
                    Slot::Vla(pointer) => Place::deref(pointer, Scalar::U8),
                    Slot::None => return self.unsupported_lvalue("a literal without storage", expr),
                }
            }
            (ExprKind::Unsupported(what), _) => {
                let what: &'static str = what;
                self.unsupported(what, span);
                let temp = self.memory_temp(self.body.exprs[path.base].ty, span);
                Place::local(temp, Scalar::U8)
            }
            // A member of a record that is a value.
            _ => self.block_place(path.base),
        };
        place.offset = place.offset.wrapping_add(path.offset as i64);
        let scalar = self.scalar_of(expr).unwrap_or(Scalar::U8);
        match path.bits {
            Some(bits) => {
                place.access = unit_scalar(bits.unit, scalar.is_signed());
                place.bits = Some(BitRange { start: bits.start, width: bits.width });
            }
            None => place.access = scalar,
        }
        Lvalue::Memory(place)
    }

    fn unsupported_lvalue(&mut self, what: &str, expr: ExprId) -> Lvalue {
        let span = self.span(expr);
        self.unsupported(what, span);
        let temp = self.memory_temp(self.body.exprs[expr].ty, span);
        Lvalue::Memory(Place::local(temp, self.scalar_of(expr).unwrap_or(Scalar::U8)))
    }

    /// The lvalue as memory; registers are never asked for.
    pub(crate) fn memory_lvalue(&mut self, expr: ExprId) -> Place {
        match self.lvalue(expr) {
            Lvalue::Memory(place) => place,
            Lvalue::Register(_) => {
                let span = self.span(expr);
                self.unsupported("the address of a register", span);
                let temp = self.memory_temp(self.body.exprs[expr].ty, span);
                Place::local(temp, Scalar::U8)
            }
        }
    }

    /// What the pointer points to. Addresses that are only now computed become part of the place.
    pub(crate) fn deref_place(&mut self, pointer: Rvalue, span: Span) -> Place {
        match pointer {
            Rvalue::AddressOf(place) => Place { access: Scalar::U8, bits: None, ..place },
            Rvalue::Use(Operand::Global(global)) => Place::global(global, Scalar::U8),
            Rvalue::Use(Operand::Local(local)) => Place::deref(local, Scalar::U8),
            pointer => Place::deref(self.assign_temp(pointer, Scalar::Ptr, span), Scalar::U8),
        }
    }

    /// The place, independent of variables that are assigned to later.
    pub(crate) fn stable_place(&mut self, mut place: Place, span: Span) -> Place {
        if let PlaceBase::Deref(pointer) = place.base
            && self.is_changeable(Operand::Local(pointer))
        {
            let value = Rvalue::Use(Operand::Local(pointer));
            place.base = PlaceBase::Deref(self.assign_temp(value, Scalar::Ptr, span));
        }
        if let Some(index) = &mut place.index
            && self.is_changeable(Operand::Local(index.local))
        {
            let value = Rvalue::Use(Operand::Local(index.local));
            index.local = self.assign_temp(value, self.model.signed_word(), span);
        }
        place
    }

    /// The place of an assignment. A constant is assigned through a pointer if at all, and the engines shall see that: its own place
    /// is for its initialisation.
    pub(crate) fn assigned_place(&mut self, place: Place, span: Span) -> Place {
        match place.base {
            PlaceBase::Local(local) if self.locals[local].constant => {
                let address = Rvalue::AddressOf(Place { access: Scalar::U8, bits: None, ..place });
                let pointer = self.assign_temp(address, Scalar::Ptr, span);
                Place { base: PlaceBase::Deref(pointer), offset: 0, index: None, ..place }
            }
            _ => place,
        }
    }

    /// The value of an lvalue of scalar type.
    pub(crate) fn load(&mut self, lvalue: Lvalue, scalar: Scalar, span: Span) -> Rvalue {
        match lvalue {
            Lvalue::Register(local) => Rvalue::Use(Operand::Local(local)),
            Lvalue::Memory(place) if place.access != scalar => {
                // A bit-field whose unit is not of its type's size.
                let unit = Operand::Local(self.assign_temp(Rvalue::Load(place), place.access, span));
                self.convert(place.access, scalar, unit, span)
            }
            Lvalue::Memory(place) => Rvalue::Load(place),
        }
    }

    /// Stores a value of the lvalue's type.
    pub(crate) fn store(&mut self, place: Place, value: Operand, scalar: Scalar, span: Span) {
        let value = self.converted(scalar, place.access, value, span);
        self.emit(StatementKind::Store(place, value), span);
    }

    /// `ptr + index * size of elem`, still to be evaluated.
    pub(crate) fn pointer_add(
        &mut self,
        pointer: Rvalue,
        index: ExprId,
        elem: c::TypeId,
        subtract: bool,
        span: Span,
    ) -> Rvalue {
        let mut place = self.deref_place(pointer, span);
        if self.s.effects.assigns(index) {
            place = self.stable_place(place, span);
        }
        let word = self.model.signed_word();
        let index_scalar = self.scalar_of(index).unwrap_or(word);
        let value = self.rvalue(index);
        let index_span = self.span(index);
        let value = self.materialise(value, index_scalar, index_span);
        let value = self.converted(index_scalar, word, value, index_span);
        let layout = self.layout(elem);
        if !layout.variable {
            if let Operand::Int(count, _) = value {
                let distance = count.wrapping_mul(layout.size as i64);
                let distance = if subtract { distance.wrapping_neg() } else { distance };
                place.offset = self.wrap_offset(place.offset.wrapping_add(distance));
                return Rvalue::AddressOf(place);
            }
            if layout.size == 0 {
                return Rvalue::AddressOf(place);
            }
        }
        let value = if subtract {
            Operand::Local(self.assign_temp(Rvalue::Unary(UnOp::Neg, word, value), word, span))
        } else {
            value
        };
        let (value, scale) = match u32::try_from(layout.size) {
            Ok(scale) if !layout.variable => (value, scale),
            _ => {
                let stride = if layout.variable {
                    let size = self.size_of_variable_type(elem, span);
                    let size = self.materialise(size, self.model.unsigned_word(), span);
                    self.converted(self.model.unsigned_word(), word, size, span)
                } else {
                    Operand::Int(layout.size as i64, word)
                };
                let bytes = Rvalue::Binary(BinOp::Mul, word, value, stride);
                (Operand::Local(self.assign_temp(bytes, word, span)), 1)
            }
        };
        let local = match value {
            Operand::Local(local) => local,
            value => self.assign_temp(Rvalue::Use(value), word, span),
        };
        if place.index.is_some() {
            place = Place::deref(self.assign_temp(Rvalue::AddressOf(place), Scalar::Ptr, span), Scalar::U8);
        }
        place.index = Some(PlaceIndex { local, scale });
        Rvalue::AddressOf(place)
    }

    /// Addresses wrap at the pointer's width.
    fn wrap_offset(&self, offset: i64) -> i64 {
        match self.model {
            ir::DataModel::Lp64 => offset,
            ir::DataModel::Ilp32 => i64::from(offset as i32),
        }
    }

    /// The size in bytes of a type that depends on variable-length arrays, as a `size_t`.
    pub(crate) fn size_of_variable_type(&mut self, mut ty: c::TypeId, span: Span) -> Rvalue {
        let word = self.model.unsigned_word();
        let mut factor: u64 = 1;
        loop {
            match self.unit.types.kinds[ty] {
                c::TypeKind::Array { len: c::ArrayLen::Variable(vla), .. } => {
                    let size = Operand::Local(self.vla_size_register(vla, span));
                    if factor == 1 {
                        return Rvalue::Use(size);
                    }
                    return Rvalue::Binary(BinOp::Mul, word, size, Operand::Int(factor as i64, word));
                }
                c::TypeKind::Array { elem, len: c::ArrayLen::Known(len) } => {
                    factor = factor.wrapping_mul(len);
                    ty = elem.ty;
                }
                _ => {
                    let size = factor.wrapping_mul(self.layout(ty).size);
                    return Rvalue::Use(self.int(i128::from(size), word));
                }
            }
        }
    }

    fn vla_size_register(&mut self, vla: c::VlaId, span: Span) -> LocalId {
        match self.s.vla_sizes[vla] {
            Some(register) => register,
            None => {
                let register = self.fresh_register(self.model.unsigned_word(), span);
                self.s.vla_sizes[vla] = Some(register);
                register
            }
        }
    }

    /// The size of a VLA type is computed here and used from here on.
    pub(crate) fn compute_vla_size(&mut self, vla: c::VlaId, span: Span) {
        let word = self.model.unsigned_word();
        let declared = &self.body.vlas[vla];
        let len_scalar = self.scalar_of(declared.len).unwrap_or(word);
        let len = self.rvalue(declared.len);
        let len = self.materialise(len, len_scalar, span);
        let len = self.converted(len_scalar, word, len, span);
        let elem = self.layout(declared.elem);
        let size = if elem.variable {
            let size = self.size_of_variable_type(declared.elem, span);
            self.materialise(size, word, span)
        } else {
            self.int(i128::from(elem.size), word)
        };
        let register = self.vla_size_register(vla, span);
        self.emit(StatementKind::Assign(register, Rvalue::Binary(BinOp::Mul, word, len, size)), span);
    }
}
