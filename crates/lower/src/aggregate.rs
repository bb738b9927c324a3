//! Values that are blocks of bytes (records, and numbers that no scalar stands for), and initialisers.

use crate::func::{Bound, FnLower, Slot};
use crate::types::unit_scalar;
use base::Span;
use csema::typed::{ExprId, ExprKind, InitElem, InitValue, LocalInit};
use csema::types as c;
use ir::{BitRange, CopyBlock, Place, PlaceBase, Scalar, StatementKind};

impl FnLower<'_, '_> {
    /// Whether the expression has a value, and that is a block.
    pub(crate) fn is_block_value(&self, expr: ExprId) -> bool {
        let layout = self.expr_layout(expr);
        layout.scalar.is_none() && !layout.is_void
    }

    pub(crate) fn copy_block(&mut self, dst: Place, src: Place, size: u64, span: Span) {
        if size == 0 {
            return;
        }
        let plain = |place: Place| Place { access: Scalar::U8, bits: None, ..place };
        let copy = CopyBlock { dst: plain(dst), src: plain(src), size };
        self.emit(StatementKind::CopyBlock(Box::new(copy)), span);
    }

    /// Where the value of a block expression is. It is to be used before anything else is evaluated.
    pub(crate) fn block_place(&mut self, expr: ExprId) -> Place {
        let body = self.body;
        let span = self.span(expr);
        let ty = body.exprs[expr].ty;
        if !self.enter(span) {
            return Place::local(self.memory_temp(ty, span), Scalar::U8);
        }
        let place = match &body.exprs[expr].kind {
            ExprKind::Load(lvalue) => self.memory_lvalue(*lvalue),
            ExprKind::Var(_)
            | ExprKind::Object(_)
            | ExprKind::Deref(_)
            | ExprKind::Member { .. }
            | ExprKind::CompoundLiteral { .. } => self.memory_lvalue(expr),
            ExprKind::Assign { target, value } => {
                let place = self.memory_lvalue(*target);
                let place = self.assigned_place(place, span);
                let place = self.stable_place(place, span);
                self.block_into(*value, place, span);
                place
            }
            ExprKind::Comma(left, right) => {
                self.discard(*left);
                self.block_place(*right)
            }
            ExprKind::Let { opaque, value, body } => {
                self.bind(*opaque, *value, *body);
                self.block_place(*body)
            }
            ExprKind::Opaque(opaque) => match self.s.opaques[*opaque] {
                Bound::Block(place) => place,
                Bound::Scalar(_) | Bound::None => {
                    self.unsupported("a value that is not bound", span);
                    Place::local(self.memory_temp(ty, span), Scalar::U8)
                }
            },
            ExprKind::Cast(operand) if self.is_block_value(*operand) && self.same_size(expr, *operand) => {
                self.block_place(*operand)
            }
            ExprKind::Unsupported(what) => {
                let what: &'static str = what;
                self.unsupported(what, span);
                Place::local(self.memory_temp(ty, span), Scalar::U8)
            }
            ExprKind::Call { .. }
            | ExprKind::Cond { .. }
            | ExprKind::StmtExpr { .. }
            | ExprKind::VaArg(_)
            | ExprKind::Builtin(..) => {
                let place = Place::local(self.memory_temp(ty, span), Scalar::U8);
                self.block_into(expr, place, span);
                place
            }
            _ => {
                self.unsupported("an operation on a type that is not scalar", span);
                Place::local(self.memory_temp(ty, span), Scalar::U8)
            }
        };
        self.leave();
        place
    }

    fn same_size(&self, a: ExprId, b: ExprId) -> bool {
        self.expr_layout(a).size == self.expr_layout(b).size
    }

    /// A copy of the value that nothing changes.
    pub(crate) fn block_copy(&mut self, expr: ExprId) -> Place {
        let span = self.span(expr);
        let copy = Place::local(self.memory_temp(self.body.exprs[expr].ty, span), Scalar::U8);
        self.block_into(expr, copy, span);
        copy
    }

    /// Writes the value of a block expression to a place.
    pub(crate) fn block_into(&mut self, expr: ExprId, dst: Place, span: Span) {
        let body = self.body;
        let ty = body.exprs[expr].ty;
        let size = self.layout(ty).size;
        match &body.exprs[expr].kind {
            ExprKind::Call { callee, args } => {
                // The result arrives when the callee is done, so a variable can receive it directly.
                let whole = match dst {
                    Place { base: PlaceBase::Local(local), offset: 0, index: None, .. } => {
                        (self.link.types.types[self.locals[local].ty].size == size).then_some(local)
                    }
                    _ => None,
                };
                match whole {
                    Some(local) => self.block_call(expr, *callee, args, local),
                    None => {
                        let temp = self.memory_temp(ty, span);
                        self.block_call(expr, *callee, args, temp);
                        self.copy_block(dst, Place::local(temp, Scalar::U8), size, span);
                    }
                }
                self.unspecify_padding(dst, ty, span);
            }
            ExprKind::Cond { cond, then, otherwise } => {
                let (then_block, else_block, join) = (self.new_block(), self.new_block(), self.new_block());
                self.branch(*cond, then_block, else_block);
                self.start(then_block, span);
                self.block_into(*then, dst, span);
                self.goto(join, span);
                self.start(else_block, span);
                self.block_into(*otherwise, dst, span);
                self.start(join, span);
            }
            ExprKind::StmtExpr { block, result } => {
                let scope = self.open_scope(span);
                self.block_statements(*block);
                if let Some(result) = result {
                    self.block_into(*result, dst, span);
                }
                self.close_scope(scope, crate::func::end_of(span));
            }
            ExprKind::VaArg(list) => {
                let temp = self.memory_temp(ty, span);
                self.va_arg(*list, temp, span);
                self.copy_block(dst, Place::local(temp, Scalar::U8), size, span);
                self.unspecify_padding(dst, ty, span);
            }
            ExprKind::Builtin(builtin, args) => self.block_builtin(expr, *builtin, args, dst),
            _ => {
                let src = self.block_place(expr);
                self.copy_block(dst, src, size, span);
                self.unspecify_padding(dst, ty, span);
            }
        }
    }

    /// Gives a variable or compound literal its initial value.
    pub(crate) fn initialise(&mut self, slot: Slot, ty: c::TypeId, init: &LocalInit, span: Span) {
        match slot {
            Slot::Register(local) => {
                let written = init.elems.last().is_some_and(|elem| matches!(elem.value, InitValue::Expr(_)));
                if init.zero_fill && !written {
                    let scalar = self.locals[local].scalar.unwrap_or(Scalar::I32);
                    let value = ir::Rvalue::Use(crate::arith::zero(scalar));
                    self.emit(StatementKind::Assign(local, value), span);
                }
                for elem in &init.elems {
                    if let InitValue::Expr(value) = elem.value {
                        self.assign_register(local, value, self.span(value));
                    }
                }
            }
            Slot::Memory(local) => self.initialise_memory(Place::local(local, Scalar::U8), ty, init, span),
            Slot::Vla(pointer) => {
                if init.zero_fill {
                    // `int a[n] = {}` is C23.
                    self.unsupported("initialiser of a variable-length array", span);
                }
                self.initialise_memory(
                    Place::deref(pointer, Scalar::U8),
                    ty,
                    &LocalInit { zero_fill: false, rests: Vec::new(), elems: Vec::new() },
                    span,
                );
            }
            Slot::None => {}
        }
    }

    fn initialise_memory(&mut self, base: Place, ty: c::TypeId, init: &LocalInit, span: Span) {
        let size = self.layout(ty).size;
        if init.zero_fill && size > 0 {
            self.emit(StatementKind::ZeroBlock(base, size), span);
            // `{}` is C23, which has zeros between the members, too.
            if !init.elems.is_empty() {
                self.unspecify_padding(base, ty, span);
            }
            for &(offset, size) in &init.rests {
                self.unspecify(base, offset, size, span);
            }
        }
        let values = init.elems.iter().filter_map(|elem| match elem.value {
            InitValue::Expr(value) => Some(value),
            InitValue::String { .. } => None,
        });
        self.list_in_every_order(&values.collect::<Vec<_>>(), span, &mut |this| {
            for elem in &init.elems {
                this.initialise_element(base, elem, span);
            }
        });
    }

    fn initialise_element(&mut self, base: Place, elem: &InitElem, span: Span) {
        let mut place = base;
        place.offset = place.offset.wrapping_add(elem.offset as i64);
        let mark = self.temps_mark();
        match &elem.value {
            InitValue::String { object, len } => {
                let source = Place::global(self.link.object(self.unit_index, *object), Scalar::U8);
                self.copy_block(place, source, *len, span);
            }
            InitValue::Expr(value) => {
                let value_span = self.span(*value);
                match self.layout(elem.ty).scalar {
                    Some(scalar) => {
                        match elem.bits {
                            Some(bits) => {
                                place.access = unit_scalar(bits.unit, scalar.is_signed());
                                place.bits = Some(BitRange { start: bits.start, width: bits.width });
                            }
                            None => place.access = scalar,
                        }
                        let (value, _) = self.operand(*value);
                        self.store(place, value, scalar, value_span);
                    }
                    None => self.block_into(*value, place, value_span),
                }
            }
        }
        // Thousands of elements need no thousands of temporaries.
        self.release_temps(mark);
    }
}
