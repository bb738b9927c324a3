//! The walk over a braced list: which item initialises which part.

use super::sink::Sink;
use super::{ArrayPlace, Place};
use crate::analyzer::Analyzer;
use crate::expr::Operand;
use crate::intern::ids;
use crate::typed::{ExprId, ExprKind};
use crate::types::{ArrayLen, QualType, RecordId, TypeKind};
use base::Span;
use csyntax::ast::{self, Designator, InitItem, InitKind};

/// A position in the items of one pair of braces. Sub-aggregates without braces of their own share it.
pub(super) struct Cursor<'a> {
    items: &'a [InitItem],
    position: usize,
    /// The designators of the current item have been followed.
    designated: bool,
    /// The current item's expression, if its type had to be known before it was placed.
    operand: Option<Operand>,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(items: &'a [InitItem]) -> Cursor<'a> {
        Cursor { items, position: 0, designated: false, operand: None }
    }

    fn item(&self) -> Option<&'a InitItem> {
        self.items.get(self.position)
    }

    fn advance(&mut self) {
        self.position += 1;
        self.designated = false;
        self.operand = None;
    }
}

/// What an aggregate's walk does next.
enum Step<'a> {
    /// The current item continues where the previous one ended.
    Next,
    /// These designators say where the current item goes.
    Follow(&'a [Designator]),
    Done,
}

impl<'a> Analyzer<'a> {
    fn item_span(&self, item: &InitItem) -> Span {
        self.ast.inits[item.init].span
    }

    fn next_step(&self, cursor: &mut Cursor<'a>, braced: bool, path: &mut &'a [Designator]) -> Step<'a> {
        if !path.is_empty() {
            return Step::Follow(std::mem::take(path));
        }
        let Some(item) = cursor.item() else { return Step::Done };
        if item.designators.is_empty() || cursor.designated {
            return Step::Next;
        }
        if !braced {
            // Designators speak of the object in the enclosing braces.
            return Step::Done;
        }
        cursor.designated = true;
        Step::Follow(&item.designators)
    }

    fn skip_excess(&mut self, cursor: &mut Cursor<'a>) {
        if let Some(item) = cursor.item() {
            let span = self.item_span(item);
            self.warning(span, "excess elements in an initialiser");
        }
        cursor.advance();
    }

    pub(super) fn fill_record(
        &mut self,
        record: RecordId,
        offset: u64,
        cursor: &mut Cursor<'a>,
        braced: bool,
        mut path: &'a [Designator],
        sink: &mut Sink,
    ) {
        let count = self.types.arena.records[record].fields.len();
        let union = self.types.arena.records[record].union;
        let mut index = 0;
        loop {
            let mut rest: &'a [Designator] = &[];
            match self.next_step(cursor, braced, &mut path) {
                Step::Done => break,
                Step::Next => {
                    while index < count && self.is_padding_field(record, index) {
                        index += 1;
                    }
                    if index >= count {
                        if !braced {
                            return;
                        }
                        self.skip_excess(cursor);
                        continue;
                    }
                }
                Step::Follow(designators) => {
                    let found = match designators[0] {
                        Designator::Field(name, span) => {
                            let found = self.types.find_member(record, name);
                            if found.is_none() {
                                self.no_member(record, name, span);
                            }
                            found
                        }
                        Designator::Index(expr) | Designator::Range(expr, _) => {
                            let span = self.ast.exprs[expr].span;
                            self.error(span, "an array index in the initialiser of a record");
                            None
                        }
                    };
                    let Some(found) = found else {
                        cursor.advance();
                        continue;
                    };
                    index = found as usize;
                    sink.leave_zero();
                    let direct = self.types.arena.records[record].fields[index].name.is_some();
                    // A member of an anonymous member is found again from there.
                    rest = if direct { &designators[1..] } else { designators };
                }
            }
            let field = &self.types.arena.records[record].fields[index];
            let place = Place { ty: field.ty.ty, offset: offset + field.offset, bits: field.bits };
            if union {
                let size = self.types.arena.records[record].size;
                sink.choose_member(record, offset, size, index as u32);
                let covered = self.types.size_of(place.ty).unwrap_or(0);
                if covered < size {
                    sink.leave_rest(offset + covered, size - covered);
                } else if place.bits.is_some() {
                    sink.leave_zero();
                }
            }
            if let TypeKind::Array { elem, len: ArrayLen::Incomplete } = *self.types.kind(place.ty) {
                self.fill_flexible(elem, place, cursor, rest, sink);
            } else if rest.is_empty() {
                self.fill_element(place, cursor, sink);
            } else {
                self.fill_nested(place, cursor, rest, sink);
            }
            index = if union { count } else { index + 1 };
        }
        if index < count {
            sink.leave_zero();
        }
    }

    /// Unnamed bit-fields are skipped by initialisers.
    fn is_padding_field(&self, record: RecordId, index: usize) -> bool {
        let field = &self.types.arena.records[record].fields[index];
        field.name.is_none() && field.bits.is_some()
    }

    /// A flexible array member: only objects with static storage can have elements in it.
    fn fill_flexible(
        &mut self,
        elem: QualType,
        place: Place,
        cursor: &mut Cursor<'a>,
        rest: &'a [Designator],
        sink: &mut Sink,
    ) {
        let Some(item) = cursor.item() else { return };
        let span = self.item_span(item);
        let empty = matches!(&self.ast.inits[item.init].kind, InitKind::List(items) if items.is_empty());
        if matches!(sink, Sink::Local(_)) && !empty {
            self.error(span, "a flexible array member of a local variable cannot be initialised");
            cursor.advance();
            return;
        }
        if rest.is_empty()
            && (matches!(self.ast.inits[item.init].kind, InitKind::List(_))
                || self.as_string(item.init).is_some())
        {
            self.unsized_array(elem, place.offset, item.init, sink);
            cursor.advance();
            return;
        }
        let before = cursor.position;
        self.fill_array(ArrayPlace { elem, len: None, offset: place.offset }, cursor, false, rest, sink);
        if cursor.position == before {
            cursor.advance();
        }
    }

    /// The rest of a designator leads into a part of this place.
    fn fill_nested(
        &mut self,
        place: Place,
        cursor: &mut Cursor<'a>,
        rest: &'a [Designator],
        sink: &mut Sink,
    ) {
        match *self.types.kind(place.ty) {
            TypeKind::Record(record) if self.types.arena.records[record].complete => {
                self.fill_record(record, place.offset, cursor, false, rest, sink);
            }
            TypeKind::Array { elem, len: ArrayLen::Known(len) } => {
                self.fill_array(
                    ArrayPlace { elem, len: Some(len), offset: place.offset },
                    cursor,
                    false,
                    rest,
                    sink,
                );
            }
            TypeKind::Error => cursor.advance(),
            _ => {
                if let Some(item) = cursor.item() {
                    let span = self.item_span(item);
                    let message =
                        format!("a designator into something of type '{}'", self.type_text(place.ty));
                    self.error(span, message);
                }
                cursor.advance();
            }
        }
    }

    /// Initialises one element with the current item, or with as many items as it has parts if it has no braces.
    fn fill_element(&mut self, place: Place, cursor: &mut Cursor<'a>, sink: &mut Sink) {
        let ast = self.ast;
        let Some(item) = cursor.item() else { return };
        let expr = match &ast.inits[item.init].kind {
            InitKind::List(_) => {
                self.initialize(place, item.init, sink);
                cursor.advance();
                return;
            }
            InitKind::Expr(expr) => *expr,
        };
        match *self.types.kind(place.ty) {
            TypeKind::Record(record) if self.types.arena.records[record].complete => {
                self.fill_record_element(place, record, expr, cursor, sink);
            }
            TypeKind::Array { elem, len: ArrayLen::Known(len) } => {
                let whole = match self.expr_string(expr) {
                    Some(string) => self.string_fits(elem.ty, string),
                    None => match ast.exprs[self.strip(expr)].kind {
                        ast::ExprKind::CompoundLiteral { .. } => self.literal_has_type(expr, place),
                        _ => false,
                    },
                };
                if whole {
                    self.initialize_with_expr(place, expr, None, sink);
                    cursor.advance();
                    return;
                }
                let before = cursor.position;
                self.fill_array(
                    ArrayPlace { elem, len: Some(len), offset: place.offset },
                    cursor,
                    false,
                    &[],
                    sink,
                );
                if cursor.position == before && len > 0 && cursor.operand.is_none() {
                    // Nothing in there takes a value.
                    sink.leave_zero();
                }
            }
            _ => {
                let operand = cursor.operand.take();
                self.initialize_with_expr(place, expr, operand, sink);
                cursor.advance();
            }
        }
    }

    /// Whether a compound literal initialises an array as a whole (GNU C).
    fn literal_has_type(&mut self, expr: ast::ExprId, place: Place) -> bool {
        let ast::ExprKind::CompoundLiteral { ty, .. } = self.ast.exprs[self.strip(expr)].kind else {
            return false;
        };
        let named = self.type_name(ty).ty.ty;
        match (self.types.kind(named), self.types.kind(place.ty)) {
            (TypeKind::Array { elem: a, .. }, TypeKind::Array { elem: b, .. }) => a.ty == b.ty,
            _ => false,
        }
    }

    /// A record without braces: an expression of its type initialises it as a whole, any other its first part.
    fn fill_record_element(
        &mut self,
        place: Place,
        record: RecordId,
        expr: ast::ExprId,
        cursor: &mut Cursor<'a>,
        sink: &mut Sink,
    ) {
        if cursor.operand.is_none() {
            if matches!(sink, Sink::Static(_))
                && let ast::ExprKind::CompoundLiteral { ty, init } = self.ast.exprs[self.strip(expr)].kind
                && self.type_name(ty).ty.ty == place.ty
            {
                self.initialize(place, init, sink);
                cursor.advance();
                return;
            }
            // Literals never are records; everything else must be looked at.
            let literal = matches!(
                self.ast.exprs[expr].kind,
                ast::ExprKind::Int(_)
                    | ast::ExprKind::Char { .. }
                    | ast::ExprKind::Float { .. }
                    | ast::ExprKind::String(_)
            );
            if !literal {
                let operand = self.expr(expr);
                if operand.ty == place.ty || operand.ty == ids::ERROR {
                    self.initialize_with_expr(place, expr, Some(operand), sink);
                    cursor.advance();
                    return;
                }
                cursor.operand = Some(operand);
            }
        } else if cursor.operand.is_some_and(|operand| operand.ty == place.ty) {
            let operand = cursor.operand.take();
            self.initialize_with_expr(place, expr, operand, sink);
            cursor.advance();
            return;
        }
        self.fill_record(record, place.offset, cursor, false, &[], sink);
    }

    /// Returns the number of elements up to the last one that was initialised.
    pub(super) fn fill_array(
        &mut self,
        array: ArrayPlace,
        cursor: &mut Cursor<'a>,
        braced: bool,
        mut path: &'a [Designator],
        sink: &mut Sink,
    ) -> u64 {
        let ArrayPlace { elem, len, offset } = array;
        let size = self.types.size_of(elem.ty).unwrap_or(0);
        let mut index = 0u64;
        let mut reached = 0u64;
        loop {
            let mut rest: &'a [Designator] = &[];
            let mut last = None;
            match self.next_step(cursor, braced, &mut path) {
                Step::Done => break,
                Step::Next => {
                    if len.is_some_and(|len| index >= len) {
                        if !braced {
                            return reached;
                        }
                        self.skip_excess(cursor);
                        continue;
                    }
                }
                Step::Follow(designators) => {
                    let Some((low, high)) = self.index_designator(designators[0], len) else {
                        cursor.advance();
                        continue;
                    };
                    if low != index {
                        sink.leave_zero();
                    }
                    index = low;
                    last = Some(high);
                    rest = &designators[1..];
                }
            }
            let Some(place) = size.checked_mul(index).and_then(|distance| offset.checked_add(distance))
            else {
                self.skip_excess(cursor);
                continue;
            };
            let place = Place { ty: elem.ty, offset: place, bits: None };
            let before = cursor.position;
            let position = match sink {
                Sink::Local(sink) => sink.position(),
                Sink::Static(_) => 0,
            };
            if rest.is_empty() {
                self.fill_element(place, cursor, sink);
            } else {
                self.fill_nested(place, cursor, rest, sink);
            }
            if let Some(high) = last
                && high > index
            {
                self.repeat_element(place.offset, size, high - index, position, sink);
                index = high;
            }
            index += 1;
            reached = reached.max(index);
            if cursor.position == before {
                // The element takes no value (an empty record): no other element will.
                if !braced {
                    break;
                }
                self.skip_excess(cursor);
            }
        }
        if len.is_some_and(|len| reached < len) {
            sink.leave_zero();
        }
        reached
    }

    fn index_designator(&mut self, designator: Designator, len: Option<u64>) -> Option<(u64, u64)> {
        let (low, high, span) = match designator {
            Designator::Index(expr) => {
                let value = self.constant_int(expr, "array index in an initialiser")?;
                (value, value, self.ast.exprs[expr].span)
            }
            Designator::Range(low, high) => {
                let span = self.ast.exprs[low].span.to(self.ast.exprs[high].span);
                let low = self.constant_int(low, "array index in an initialiser")?;
                (low, self.constant_int(high, "array index in an initialiser")?, span)
            }
            Designator::Field(_, span) => {
                self.error(span, "a member name in the initialiser of an array");
                return None;
            }
        };
        let limit = len.map_or(i128::from(crate::layout::max_object_size(self.types.model)), i128::from);
        if low < 0 || high >= limit || low > high {
            self.error(span, "an array index in an initialiser is out of bounds");
            return None;
        }
        Some((low as u64, high as u64))
    }

    /// `[low ... high] = value`: the value is evaluated once.
    fn repeat_element(&mut self, offset: u64, size: u64, count: u64, position: usize, sink: &mut Sink) {
        match sink {
            Sink::Static(sink) => sink.repeat(offset, size, count),
            Sink::Local(sink) => {
                // What has effects is computed once, into a temporary that the other elements read.
                let mut firsts = Vec::new();
                for (index, value) in sink.values_since(position) {
                    if self.has_effects(value, 0) {
                        let (ty, span) = (self.body.exprs[value].ty, self.body.exprs[value].span);
                        let stored = self.materialize(Operand::rvalue(value, ty), span);
                        let ExprKind::CompoundLiteral { var, .. } = self.body.exprs[stored.id].kind else {
                            continue;
                        };
                        let again = self.push(ExprKind::Var(var), ty, span);
                        let again = self.make(ExprKind::Load(again), ty, span);
                        let first = self.make(ExprKind::Load(stored.id), ty, span);
                        sink.replace_value(index, again.id);
                        firsts.push((index, first.id));
                    }
                }
                sink.repeat(position, size, count);
                for (index, first) in firsts {
                    sink.replace_value(index, first);
                }
            }
        }
    }

    /// Whether evaluating the expression again could be noticed.
    fn has_effects(&self, id: ExprId, depth: u32) -> bool {
        if depth > 64 {
            return true;
        }
        let depth = depth + 1;
        match &self.body.exprs[id].kind {
            ExprKind::Int(_) | ExprKind::WideInt(_) | ExprKind::Float(_) | ExprKind::Object(_) => false,
            ExprKind::Var(_) | ExprKind::Function(_) | ExprKind::Unsupported(_) | ExprKind::LabelAddr(_) => {
                false
            }
            ExprKind::SizeofVla(_) => false,
            ExprKind::Deref(a)
            | ExprKind::Load(a)
            | ExprKind::AddressOf(a)
            | ExprKind::Decay(a)
            | ExprKind::Cast(a)
            | ExprKind::Unary(_, a)
            | ExprKind::Member { base: a, .. } => self.has_effects(*a, depth),
            ExprKind::Binary(_, a, b)
            | ExprKind::LogicalAnd(a, b)
            | ExprKind::LogicalOr(a, b)
            | ExprKind::Comma(a, b)
            | ExprKind::PtrAdd { ptr: a, index: b, .. }
            | ExprKind::PtrDiff { left: a, right: b, .. } => {
                self.has_effects(*a, depth) || self.has_effects(*b, depth)
            }
            ExprKind::Cond { cond, then, otherwise } => {
                self.has_effects(*cond, depth)
                    || self.has_effects(*then, depth)
                    || self.has_effects(*otherwise, depth)
            }
            _ => true,
        }
    }
}
