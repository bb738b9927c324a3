//! Initialisers: braces, elided braces, designators, strings. Static ones become bytes and relocations, local ones a list
//! of writes.

mod encode;
mod sink;
mod walk;

use crate::analyzer::Analyzer;
use crate::constant::{Const, NotConstant};
use crate::convert::AssignTo;
use crate::expr::Operand;
use crate::intern::ids;
use crate::typed::{ExprKind, InitElem, InitValue, LocalInit, ObjectId};
use crate::types::{ArrayLen, FieldBits, IntKind, QualType, TypeId, TypeKind};
use base::Span;
use csyntax::ast::{self, InitId, InitKind, StringId, UnaryOp};
use sink::{LocalSink, Sink, StaticSink};
use walk::Cursor;

/// Where a part of the initialised object lies.
#[derive(Clone, Copy)]
struct Place {
    ty: TypeId,
    offset: u64,
    bits: Option<FieldBits>,
}

/// Where an array lies; `len` is `None` if the initialiser says how long it is.
#[derive(Clone, Copy)]
struct ArrayPlace {
    elem: QualType,
    len: Option<u64>,
    offset: u64,
}

impl<'a> Analyzer<'a> {
    /// Initialises an object with static storage. Completes its type if it is an array of unknown length.
    pub(crate) fn static_initializer(&mut self, object: ObjectId, ty: QualType, init: InitId) {
        let mut sink = Sink::Static(StaticSink::new(self.types.model.pointer_size()));
        let ty = self.initialize_whole(ty.ty, init, &mut sink);
        let Sink::Static(sink) = sink else { return };
        let written = sink.high_water();
        let span = self.ast.inits[init].span;
        if sink.too_large {
            self.error(span, "the initialiser is too large");
        }
        let unsupported = sink.unsupported;
        let size = self.types.size_of(ty).unwrap_or(0).max(written);
        let target = &mut self.objects[object];
        target.ty = ty;
        target.size = size;
        target.init = if unsupported { None } else { Some(sink.finish()) };
        self.object_info[object].defined = true;
        self.objects[object].align = self.objects[object].align.max(self.types.align_of(ty));
        if unsupported {
            self.object_info[object].unsupported = true;
            self.warning(
                span,
                "an initialiser that cannot be represented: using the object is not supported",
            );
        }
    }

    /// The writes that initialise a variable, and its completed type.
    pub(crate) fn local_initializer(&mut self, ty: QualType, init: InitId) -> (LocalInit, TypeId) {
        let mut sink = Sink::Local(LocalSink::default());
        let ty = self.initialize_whole(ty.ty, init, &mut sink);
        let Sink::Local(sink) = sink else {
            return (LocalInit { zero_fill: true, rests: Vec::new(), elems: Vec::new() }, ty);
        };
        let span = self.ast.inits[init].span;
        if sink.too_many {
            self.error(span, "the initialiser is too large");
        }
        let (mut init, damaged) = sink.finish();
        for index in damaged {
            let elem_ty = init.elems[index].ty;
            let value = self.unsupported("initialiser that is partly overridden", elem_ty, span);
            init.elems[index].value = InitValue::Expr(value.id);
        }
        (init, ty)
    }

    fn initialize_whole(&mut self, ty: TypeId, init: InitId, sink: &mut Sink) -> TypeId {
        let TypeKind::Array { elem, len: ArrayLen::Incomplete } = *self.types.kind(ty) else {
            self.initialize(Place { ty, offset: 0, bits: None }, init, sink);
            return ty;
        };
        // An array whose length the initialiser decides.
        let count = self.unsized_array(elem, 0, init, sink);
        self.types.array(elem, ArrayLen::Known(count))
    }

    /// Initialises an array of unknown length and returns how many elements it turned out to have.
    fn unsized_array(&mut self, elem: QualType, offset: u64, init: InitId, sink: &mut Sink) -> u64 {
        let ast = self.ast;
        let node = &ast.inits[init];
        if let Some(string) = self.as_string(init)
            && self.string_fits(elem.ty, string)
        {
            return self.init_string(elem.ty, None, offset, string, sink);
        }
        match &node.kind {
            InitKind::List(items) => {
                let mut cursor = Cursor::new(items);
                self.fill_array(ArrayPlace { elem, len: None, offset }, &mut cursor, true, &[], sink)
            }
            InitKind::Expr(expr) => match ast.exprs[self.strip(*expr)].kind {
                ast::ExprKind::CompoundLiteral { ty, init } => {
                    let literal = self.type_name(ty);
                    match *self.types.kind(literal.ty.ty) {
                        TypeKind::Array { elem: found, len } if found.ty == elem.ty => {
                            let count = self.unsized_array(elem, offset, init, sink);
                            match len {
                                ArrayLen::Known(known) => known,
                                _ => count,
                            }
                        }
                        _ => self.invalid_initializer(node.span),
                    }
                }
                _ => self.invalid_initializer(node.span),
            },
        }
    }

    fn invalid_initializer(&mut self, span: Span) -> u64 {
        self.error(span, "invalid initialiser of an array");
        0
    }

    /// Without `__extension__` in front.
    fn strip(&self, mut expr: ast::ExprId) -> ast::ExprId {
        while let ast::ExprKind::Unary(UnaryOp::Extension, inner) = self.ast.exprs[expr].kind {
            expr = inner;
        }
        expr
    }

    fn expr_string(&self, expr: ast::ExprId) -> Option<StringId> {
        match self.ast.exprs[self.strip(expr)].kind {
            ast::ExprKind::String(string) => Some(string),
            _ => None,
        }
    }

    /// The string literal that an initialiser consists of, possibly in braces.
    fn as_string(&self, init: InitId) -> Option<StringId> {
        match &self.ast.inits[init].kind {
            InitKind::Expr(expr) => self.expr_string(*expr),
            InitKind::List(items) => match items.as_slice() {
                [item] if item.designators.is_empty() => match self.ast.inits[item.init].kind {
                    InitKind::Expr(expr) => self.expr_string(expr),
                    InitKind::List(_) => None,
                },
                _ => None,
            },
        }
    }

    /// Whether a string literal can initialise an array of the element type.
    fn string_fits(&self, elem: TypeId, string: StringId) -> bool {
        let unit = self.string_unit(string);
        match (self.types.kind(elem), self.types.arena.int_kind(unit)) {
            (TypeKind::Int(elem), Some(unit)) => {
                elem.to_unsigned() == unit.to_unsigned()
                    || (unit.size(self.model()) > 1 && elem.size(self.model()) == unit.size(self.model()))
            }
            _ => false,
        }
    }

    /// Returns the length in elements, with the terminating zero.
    fn init_string(
        &mut self,
        elem: TypeId,
        len: Option<u64>,
        offset: u64,
        string: StringId,
        sink: &mut Sink,
    ) -> u64 {
        let width = self.types.size_of(elem).unwrap_or(1).max(1);
        match sink {
            Sink::Static(sink) => {
                let (_, mut bytes) = self.string_bytes(string);
                if let Some(len) = len {
                    sink.reset(offset, len.saturating_mul(width));
                    bytes.truncate(len.saturating_mul(width) as usize);
                }
                sink.write(offset, &bytes);
                bytes.len() as u64 / width
            }
            Sink::Local(_) => {
                let object = self.string_object(string);
                let whole = self.objects[object].size;
                let limit = len.map_or(whole, |len| len.saturating_mul(width));
                let Sink::Local(sink) = sink else { return 0 };
                if limit > whole {
                    sink.zero_fill = true;
                }
                let bytes = whole.min(limit);
                let ty = self.types.array(QualType::plain(elem), ArrayLen::Known(limit / width));
                if limit > 0 {
                    sink.reset(offset, limit);
                    let value = InitValue::String { object, len: bytes };
                    sink.write(InitElem { offset, ty, bits: None, value }, limit);
                }
                limit / width
            }
        }
    }

    fn initialize(&mut self, place: Place, init: InitId, sink: &mut Sink) {
        let ast = self.ast;
        let node = &ast.inits[init];
        match &node.kind {
            InitKind::Expr(expr) => self.initialize_with_expr(place, *expr, None, sink),
            InitKind::List(items) => {
                if let TypeKind::Array { elem, len: ArrayLen::Known(len) } = *self.types.kind(place.ty)
                    && let Some(string) = self.as_string(init)
                    && self.string_fits(elem.ty, string)
                {
                    self.init_string(elem.ty, Some(len), place.offset, string, sink);
                    return;
                }
                self.initialize_with_list(place, items, node.span, sink);
            }
        }
    }

    fn initialize_with_list(
        &mut self,
        place: Place,
        items: &'a [ast::InitItem],
        span: Span,
        sink: &mut Sink,
    ) {
        let Place { ty, offset, .. } = place;
        if let Some(size) = self.types.size_of(ty) {
            sink.reset(offset, size);
        }
        match *self.types.kind(ty) {
            TypeKind::Error => {}
            TypeKind::Record(record) => {
                if !self.types.arena.records[record].complete {
                    let message = format!("initialisation of incomplete type '{}'", self.type_text(ty));
                    return self.error(span, message);
                }
                self.fill_record(record, offset, &mut Cursor::new(items), true, &[], sink);
            }
            TypeKind::Array { elem, len: ArrayLen::Known(len) } => {
                self.fill_array(
                    ArrayPlace { elem, len: Some(len), offset },
                    &mut Cursor::new(items),
                    true,
                    &[],
                    sink,
                );
            }
            TypeKind::Array { .. } | TypeKind::Function(_) | TypeKind::Void => {
                let message = format!("something of type '{}' cannot be initialised", self.type_text(ty));
                self.error(span, message);
            }
            TypeKind::Vector { .. } => {
                let value = self.unsupported("initialiser of a vector", ty, span);
                self.emit(place, value, sink);
            }
            _ => self.initialize_scalar_in_braces(place, items, span, sink),
        }
    }

    fn initialize_scalar_in_braces(
        &mut self,
        place: Place,
        items: &'a [ast::InitItem],
        span: Span,
        sink: &mut Sink,
    ) {
        let Some(first) = items.first() else {
            let zero = self.make_int(0, ids::INT, span);
            let zero = self.cast(zero, place.ty);
            return self.emit(place, zero, sink);
        };
        if !first.designators.is_empty() {
            return self.error(span, "a designator in the initialiser of a scalar");
        }
        if items.len() > 1 {
            self.warning(span, "excess elements in the initialiser of a scalar");
        }
        self.initialize(place, first.init, sink);
    }

    /// `analyzed` is the expression's operand if it has been analysed already.
    fn initialize_with_expr(
        &mut self,
        place: Place,
        expr: ast::ExprId,
        analyzed: Option<Operand>,
        sink: &mut Sink,
    ) {
        let ast = self.ast;
        let span = ast.exprs[expr].span;
        let is_static = matches!(sink, Sink::Static(_));
        if let TypeKind::Array { elem, len } = *self.types.kind(place.ty) {
            let known = match len {
                ArrayLen::Known(len) => len,
                _ => return self.error(span, "an array of variable length cannot be initialised"),
            };
            if let Some(string) = self.expr_string(expr)
                && self.string_fits(elem.ty, string)
            {
                self.init_string(elem.ty, Some(known), place.offset, string, sink);
                return;
            }
            match ast.exprs[self.strip(expr)].kind {
                ast::ExprKind::CompoundLiteral { init, .. } => {
                    // GNU C: an array initialised by a compound literal takes its elements.
                    return self.initialize(place, init, sink);
                }
                _ => {
                    self.invalid_initializer(span);
                    return;
                }
            }
        }
        if is_static && analyzed.is_none() {
            if place.bits.is_none()
                && let Some(kind) = self.types.arena.int_kind(place.ty)
                && let Some(value) = self.quick_int(expr)
            {
                return self.write_int(place, kind, value, sink);
            }
            if let ast::ExprKind::CompoundLiteral { ty, init } = ast.exprs[self.strip(expr)].kind {
                let named = self.type_name(ty);
                if named.ty.ty == place.ty {
                    return self.initialize(place, init, sink);
                }
            }
        }
        let mark = self.expr_mark();
        let operand = match analyzed {
            Some(operand) => operand,
            None => self.expr(expr),
        };
        let value = self.assign_convert(operand, place.ty, AssignTo::Initializer, span);
        self.emit(place, value, sink);
        if is_static {
            self.expr_release(mark);
        }
    }

    /// Plain integers, without building a tree: large tables consist of them.
    fn quick_int(&self, expr: ast::ExprId) -> Option<i128> {
        match &self.ast.exprs[expr].kind {
            ast::ExprKind::Int(literal) if !literal.imaginary => Some(i128::from(literal.value)),
            ast::ExprKind::Char { value, encoding: ast::Encoding::Narrow } => Some(i128::from(*value)),
            ast::ExprKind::Unary(UnaryOp::Minus, inner) => match &self.ast.exprs[*inner].kind {
                // Other types wrap before they are converted.
                ast::ExprKind::Int(literal)
                    if !literal.unsigned && !literal.imaginary && literal.value <= i32::MAX as u64 =>
                {
                    Some(-i128::from(literal.value))
                }
                _ => None,
            },
            ast::ExprKind::Ident(name) => match self.scopes.lookup(*name)?.entity {
                crate::scope::Entity::EnumConstant(index) => Some(self.enum_constants[index as usize].value),
                _ => None,
            },
            _ => None,
        }
    }

    fn write_int(&mut self, place: Place, kind: IntKind, value: i128, sink: &mut Sink) {
        let Sink::Static(sink) = sink else { return };
        let size = kind.size(self.types.model) as usize;
        sink.write(place.offset, &value.to_le_bytes()[..size]);
    }

    /// Writes a converted value.
    fn emit(&mut self, place: Place, value: Operand, sink: &mut Sink) {
        if value.ty == ids::ERROR {
            return;
        }
        match sink {
            Sink::Local(sink) => {
                let size = self.types.size_of(place.ty).unwrap_or(0);
                let Place { ty, offset, bits } = place;
                sink.write(InitElem { offset, ty, bits, value: InitValue::Expr(value.id) }, size);
            }
            Sink::Static(sink) => match self.evaluate(value.id, true) {
                Ok(constant) => {
                    let written = self.write_constant(place, constant, sink);
                    if !written {
                        let span = self.span_of(value);
                        self.error(span, "the initialiser cannot be computed at load time");
                    }
                }
                Err(NotConstant::Unsupported(_)) => sink.unsupported = true,
                Err(failure) => {
                    if matches!(self.body.exprs[value.id].kind, ExprKind::Unsupported(_)) {
                        sink.unsupported = true;
                    } else {
                        self.not_constant(failure, "the initialiser of a static object");
                    }
                }
            },
        }
    }

    fn write_constant(&mut self, place: Place, constant: Const, sink: &mut StaticSink) -> bool {
        let size = self.types.size_of(place.ty).unwrap_or(0) as usize;
        match (self.types.kind(place.ty), constant) {
            (_, Const::Int(value)) if place.bits.is_some() => {
                if let Some(bits) = place.bits {
                    sink.write_bits(place.offset, bits, value);
                }
                true
            }
            (TypeKind::Float(kind), Const::Float(value)) => match encode::float_bytes(value, *kind) {
                Some(bytes) => {
                    sink.write(place.offset, &bytes[..size.min(16)]);
                    true
                }
                None => {
                    sink.unsupported = true;
                    true
                }
            },
            (_, Const::Int(value)) if size <= 16 => {
                sink.write(place.offset, &value.to_le_bytes()[..size]);
                true
            }
            (_, Const::Address(target, addend)) if size as u64 == self.types.model.pointer_size() => {
                if place.bits.is_some() {
                    return false;
                }
                sink.relocate(place.offset, size as u64, target, addend);
                true
            }
            _ => false,
        }
    }
}
