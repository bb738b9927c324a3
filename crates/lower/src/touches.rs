//! What an expression and a function may read and write, roughly: enough to tell that two operands do not depend on the order in which
//! they are evaluated.
//!
//! A variable is one of a hundred bits, so that two may share one, and everything that is reached through a pointer is one bit more: an
//! answer may claim too much, never too little. A function that is defined nowhere touches nothing, as everywhere.

use crate::link::Link;
use base::{FxHashMap, FxHashSet, Idx, IndexVec};
use csema::typed::{self as t, Body, Builtin, ExprId, ExprKind, Linkage, StmtId, StmtKind};

/// What is reached through a pointer.
const MEMORY: u128 = 1 << 127;
/// A variable whose address somebody may have.
const ADDRESSABLE: u128 = 1 << 126;
const NAMES: u128 = ADDRESSABLE - 1;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Touch {
    reads: u128,
    writes: u128,
}

impl Touch {
    pub(crate) const NOTHING: Touch = Touch { reads: 0, writes: 0 };
    pub(crate) const EVERYTHING: Touch = Touch { reads: !0, writes: !0 };

    fn read(what: u128) -> Touch {
        Touch { reads: what, writes: 0 }
    }

    fn write(what: u128) -> Touch {
        Touch { reads: 0, writes: what }
    }

    #[must_use]
    pub(crate) fn and(self, other: Touch) -> Touch {
        Touch { reads: self.reads | other.reads, writes: self.writes | other.writes }
    }

    /// Whether one may change what the other reads or writes.
    pub(crate) fn conflicts(self, other: Touch) -> bool {
        clash(self.writes, other.reads | other.writes) || clash(other.writes, self.reads)
    }
}

fn clash(written: u128, touched: u128) -> bool {
    written & touched & NAMES != 0
        || written & MEMORY != 0 && touched & (MEMORY | ADDRESSABLE) != 0
        || written & ADDRESSABLE != 0 && touched & MEMORY != 0
}

fn name(salt: usize, number: usize) -> u128 {
    1 << ((number.wrapping_mul(0x9E37_79B1) ^ salt.wrapping_mul(0x85EB_CA6B)) % 126)
}

/// What a function's own text touches, and whom it calls.
#[derive(Clone, Debug, Default)]
struct Direct {
    touch: Touch,
    calls: Vec<(usize, t::FunctionId)>,
}

/// Of all functions, computed when it is first asked for.
#[derive(Debug, Default)]
pub(crate) struct Touches {
    addressed: Option<Addressed>,
    direct: FxHashMap<(usize, t::FunctionId), Direct>,
    all: FxHashMap<(usize, t::FunctionId), Touch>,
}

/// What somebody may have a pointer to.
#[derive(Debug, Default)]
struct Addressed {
    /// Objects whose address is taken otherwise than to access an element.
    objects: FxHashSet<Key>,
    /// Functions that may be called through a pointer; the library's with their touches.
    functions: Vec<(usize, t::FunctionId)>,
    library: Touch,
}

/// An object of the program, by its name if other units know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Key {
    Shared(base::Symbol),
    Own(usize, t::ObjectId),
}

impl<'u> Link<'u> {
    fn object_key(&mut self, unit: usize, id: t::ObjectId) -> Key {
        let object = &self.units[unit].objects[id];
        match object.linkage {
            Linkage::External => Key::Shared(self.symbol(unit, object.name)),
            Linkage::Internal | Linkage::None => Key::Own(unit, id),
        }
    }

    fn object_bits(&mut self, unit: usize, id: t::ObjectId) -> u128 {
        if self.units[unit].objects[id].is_const {
            return 0;
        }
        let key = self.object_key(unit, id);
        let bit = match key {
            Key::Shared(symbol) => name(1, symbol.index()),
            Key::Own(unit, id) => name(unit + 2, id.index()),
        };
        bit | if self.is_addressed(key) { ADDRESSABLE } else { 0 }
    }

    fn is_addressed(&mut self, key: Key) -> bool {
        self.addressed().objects.contains(&key)
    }

    fn addressed(&mut self) -> &Addressed {
        if self.touches.addressed.is_none() {
            let addressed = self.find_addressed();
            self.touches.addressed = Some(addressed);
        }
        self.touches.addressed.get_or_insert_default()
    }

    fn find_addressed(&mut self) -> Addressed {
        let mut out = Addressed::default();
        let units = self.units;
        for (index, unit) in units.iter().enumerate() {
            let mut taken: FxHashMap<t::ObjectId, i64> = FxHashMap::default();
            let mut functions: FxHashMap<t::FunctionId, i64> = FxHashMap::default();
            for object in unit.objects.iter() {
                for relocation in object.init.iter().flat_map(|init| &init.relocations) {
                    match relocation.target {
                        t::StaticTarget::Object(target) => *taken.entry(target).or_default() += 1,
                        t::StaticTarget::Function(target) => *functions.entry(target).or_default() += 1,
                        t::StaticTarget::Label(..) => {}
                    }
                }
            }
            for body in unit.functions.iter().filter_map(|function| function.body.as_ref()) {
                for expr in body.exprs.iter() {
                    match expr.kind {
                        ExprKind::AddressOf(lvalue) | ExprKind::Decay(lvalue) => {
                            if let Some(id) = named_object(body, lvalue) {
                                *taken.entry(id).or_default() += 1;
                            }
                            if let ExprKind::Function(id) = body.exprs[lvalue].kind {
                                *functions.entry(id).or_default() += 1;
                            }
                        }
                        ExprKind::Call { callee, .. } => {
                            let converted = !matches!(body.exprs[callee].kind, ExprKind::Function(_));
                            if let Some(id) = designated(body, callee).filter(|_| converted) {
                                *functions.entry(id).or_default() -= 1;
                            }
                        }
                        // An element that is accessed by its subscript gives nobody an address.
                        ExprKind::Deref(pointer) => {
                            if let Some(id) = subscripted(body, pointer).and_then(|l| named_object(body, l)) {
                                *taken.entry(id).or_default() -= 1;
                            }
                        }
                        _ => {}
                    }
                }
            }
            for (id, count) in taken {
                if count > 0 {
                    out.objects.insert(self.object_key(index, id));
                }
            }
            for (id, count) in functions {
                if count > 0 {
                    match self.definition_of(index, id) {
                        Some(definition) => out.functions.push(definition),
                        None => out.library = out.library.and(self.library_touches(index, id)),
                    }
                }
            }
        }
        out
    }

    /// What a call through a pointer touches: that of a function whose address somebody takes.
    fn indirect_touches(&mut self) -> Touch {
        let Addressed { functions, library, .. } = self.addressed();
        let (functions, mut touch) = (functions.clone(), *library);
        for (unit, id) in functions {
            touch = touch.and(self.function_touches(unit, id));
        }
        touch
    }

    /// What a call of the function touches.
    pub(crate) fn function_touches(&mut self, unit: usize, id: t::FunctionId) -> Touch {
        let start = self.definition_of(unit, id);
        let Some(start) = start else { return self.library_touches(unit, id) };
        if let Some(&known) = self.touches.all.get(&start) {
            return known;
        }
        let (mut seen, mut stack) = (FxHashSet::default(), vec![start]);
        let mut touch = Touch::NOTHING;
        seen.insert(start);
        while let Some(next) = stack.pop() {
            if touch == Touch::EVERYTHING {
                break;
            }
            if !self.touches.direct.contains_key(&next) {
                let direct = self.direct_touches(next.0, next.1);
                self.touches.direct.insert(next, direct);
            }
            let direct = &self.touches.direct[&next];
            touch = touch.and(direct.touch);
            stack.extend(direct.calls.iter().copied().filter(|callee| seen.insert(*callee)));
        }
        self.touches.all.insert(start, touch);
        touch
    }

    fn library_touches(&mut self, unit: usize, id: t::FunctionId) -> Touch {
        let symbol = self.symbol(unit, self.units[unit].functions[id].name);
        let (reads, writes) = (self.library_effects)(self.names.interner.resolve(symbol));
        let bits = |touched: bool| if touched { MEMORY } else { 0 };
        Touch { reads: bits(reads), writes: bits(writes) }
    }

    fn direct_touches(&mut self, unit: usize, id: t::FunctionId) -> Direct {
        let mut direct = Direct::default();
        let units = self.units;
        let Some(body) = &units[unit].functions[id].body else { return direct };
        let cleanups = body.vars.iter().filter_map(|var| var.cleanup);
        let mut callees: Vec<t::FunctionId> = cleanups.collect();
        for expr in body.exprs.iter() {
            if let ExprKind::Call { callee, .. } = expr.kind
                && let Some(function) = designated(body, callee)
            {
                callees.push(function);
            } else if matches!(expr.kind, ExprKind::Call { .. }) {
                let Addressed { functions, library, .. } = self.addressed();
                direct.calls.extend(functions);
                direct.touch = direct.touch.and(*library);
            } else {
                let touch = self.own_touches(unit, body, &expr.kind, false);
                direct.touch = direct.touch.and(touch);
            }
        }
        for callee in callees {
            match self.definition_of(unit, callee) {
                Some(definition) => direct.calls.push(definition),
                None => direct.touch = direct.touch.and(self.library_touches(unit, callee)),
            }
        }
        direct
    }

    /// What evaluating the expression touches beside what its operands do. The variables of the function are nobody else's.
    fn own_touches(&mut self, unit: usize, body: &Body, kind: &ExprKind, locals: bool) -> Touch {
        match *kind {
            ExprKind::Load(lvalue) => Touch::read(self.accessed(unit, body, lvalue, locals)),
            ExprKind::Assign { target, .. } => Touch::write(self.accessed(unit, body, target, locals)),
            ExprKind::Update { target, .. } => {
                let what = self.accessed(unit, body, target, locals);
                Touch { reads: what, writes: what }
            }
            ExprKind::Call { callee, .. } => match designated(body, callee) {
                Some(function) => self.function_touches(unit, function),
                None => self.indirect_touches(),
            },
            ExprKind::VaArg(_) => Touch { reads: MEMORY, writes: MEMORY },
            ExprKind::Builtin(builtin, _) => match builtin {
                Builtin::Clz
                | Builtin::Ctz
                | Builtin::Popcount
                | Builtin::Parity
                | Builtin::Ffs
                | Builtin::Clrsb
                | Builtin::Bswap
                | Builtin::Alloca
                | Builtin::Fence
                | Builtin::VaArgPack
                | Builtin::VaArgPackLen
                | Builtin::FrameAddress => Touch::NOTHING,
                _ => Touch { reads: MEMORY, writes: MEMORY },
            },
            _ => Touch::NOTHING,
        }
    }

    /// What an access to an lvalue accesses.
    fn accessed(&mut self, unit: usize, body: &Body, lvalue: ExprId, locals: bool) -> u128 {
        match body.exprs[base_of(body, lvalue)].kind {
            ExprKind::Var(_) | ExprKind::CompoundLiteral { .. } if !locals => 0,
            // No call changes a variable without an address, and an expression that changes it beside another use is undefined.
            ExprKind::Var(var) if !body.vars[var].address_taken => 0,
            ExprKind::Var(var) => name(0, var.index()) | ADDRESSABLE,
            ExprKind::Object(id) => self.object_bits(unit, id),
            ExprKind::Deref(pointer) => match subscripted(body, pointer) {
                Some(array) => self.accessed(unit, body, array, locals),
                None => MEMORY,
            },
            _ => 0,
        }
    }

    /// What reading an lvalue touches.
    pub(crate) fn reading(&mut self, unit: usize, body: &Body, lvalue: ExprId) -> Touch {
        Touch::read(self.accessed(unit, body, lvalue, true))
    }

    /// Of every expression of the body, with its operands. An expression comes after its operands; where that is not so, everything
    /// is assumed.
    pub(crate) fn expression_touches(&mut self, unit: usize, body: &Body) -> IndexVec<ExprId, Touch> {
        let mut out: IndexVec<ExprId, Touch> = IndexVec::with_capacity(body.exprs.len());
        for (_, expr) in body.exprs.iter_enumerated() {
            let mut touch = self.own_touches(unit, body, &expr.kind, true);
            let mut operand = |x: ExprId| touch = touch.and(*out.get(x).unwrap_or(&Touch::EVERYTHING));
            match &expr.kind {
                ExprKind::StmtExpr { block, result } => {
                    result.iter().for_each(|&x| operand(x));
                    statement_operands(body, *block, &mut operand);
                }
                kind => operands(kind, &mut operand),
            }
            out.push(touch);
        }
        out
    }
}

/// The object that an lvalue is, or is a part of.
fn named_object(body: &Body, lvalue: ExprId) -> Option<t::ObjectId> {
    match body.exprs[base_of(body, lvalue)].kind {
        ExprKind::Object(id) => Some(id),
        ExprKind::Deref(pointer) => named_object(body, subscripted(body, pointer)?),
        _ => None,
    }
}

/// What an lvalue is a member of.
fn base_of(body: &Body, mut lvalue: ExprId) -> ExprId {
    while let ExprKind::Member { base, .. } = body.exprs[lvalue].kind {
        lvalue = base;
    }
    lvalue
}

/// The array of which a pointer is to an element, if it is named beside the subscript.
fn subscripted(body: &Body, pointer: ExprId) -> Option<ExprId> {
    match body.exprs[pointer].kind {
        ExprKind::PtrAdd { ptr, .. } => match body.exprs[ptr].kind {
            ExprKind::Decay(array) => Some(array),
            _ => None,
        },
        ExprKind::Decay(array) => Some(array),
        _ => None,
    }
}

/// The function that a designator names.
pub(crate) fn designated(body: &Body, callee: ExprId) -> Option<t::FunctionId> {
    match body.exprs[callee].kind {
        ExprKind::Function(function) => Some(function),
        ExprKind::Decay(inner) | ExprKind::AddressOf(inner) => match body.exprs[inner].kind {
            ExprKind::Function(function) => Some(function),
            _ => None,
        },
        _ => None,
    }
}

fn initial_operands(init: &t::LocalInit, operand: &mut dyn FnMut(ExprId)) {
    for elem in &init.elems {
        if let t::InitValue::Expr(value) = elem.value {
            operand(value);
        }
    }
}

/// The operands of an expression.
pub(crate) fn operands(kind: &ExprKind, operand: &mut dyn FnMut(ExprId)) {
    match kind {
        ExprKind::Int(_)
        | ExprKind::WideInt(_)
        | ExprKind::Float(_)
        | ExprKind::Var(_)
        | ExprKind::Object(_)
        | ExprKind::Function(_)
        | ExprKind::Opaque(_)
        | ExprKind::SizeofVla(_)
        | ExprKind::LabelAddr(_)
        | ExprKind::StmtExpr { .. }
        | ExprKind::Unsupported(_) => {}
        ExprKind::Deref(x)
        | ExprKind::Member { base: x, .. }
        | ExprKind::Load(x)
        | ExprKind::AddressOf(x)
        | ExprKind::Decay(x)
        | ExprKind::Unary(_, x)
        | ExprKind::Cast(x)
        | ExprKind::VaArg(x) => operand(*x),
        ExprKind::Binary(_, x, y)
        | ExprKind::PtrAdd { ptr: x, index: y, .. }
        | ExprKind::PtrDiff { left: x, right: y, .. }
        | ExprKind::LogicalAnd(x, y)
        | ExprKind::LogicalOr(x, y)
        | ExprKind::Let { value: x, body: y, .. }
        | ExprKind::Assign { target: x, value: y }
        | ExprKind::Update { target: x, value: y, .. }
        | ExprKind::Comma(x, y) => [x, y].into_iter().for_each(|&x| operand(x)),
        ExprKind::Cond { cond, then, otherwise } => {
            [cond, then, otherwise].into_iter().for_each(|&x| operand(x));
        }
        ExprKind::CompoundLiteral { init, .. } => initial_operands(init, operand),
        ExprKind::Call { callee, args } => {
            operand(*callee);
            args.iter().for_each(|&x| operand(x));
        }
        ExprKind::Builtin(_, args) => args.iter().for_each(|&x| operand(x)),
    }
}

/// The expressions of a statement.
fn statement_operands(body: &Body, statement: StmtId, operand: &mut dyn FnMut(ExprId)) {
    let mut stack = vec![statement];
    while let Some(next) = stack.pop() {
        match &body.stmts[next].kind {
            StmtKind::Block(inner) => stack.extend(inner),
            StmtKind::Expr(expr) | StmtKind::GotoIndirect(expr) | StmtKind::Return(Some(expr)) => {
                operand(*expr)
            }
            StmtKind::Declare { init: Some(init), .. } => initial_operands(init, operand),
            StmtKind::If { cond, then, otherwise } => {
                operand(*cond);
                stack.push(*then);
                stack.extend(*otherwise);
            }
            StmtKind::While { cond, body } | StmtKind::DoWhile { body, cond } => {
                operand(*cond);
                stack.push(*body);
            }
            StmtKind::For { init, cond, step, body } => {
                [cond, step].into_iter().flatten().for_each(|&x| operand(x));
                stack.extend(*init);
                stack.push(*body);
            }
            StmtKind::Switch { value, body, .. } => {
                operand(*value);
                stack.push(*body);
            }
            StmtKind::CaseLabel { body, .. }
            | StmtKind::DefaultLabel { body }
            | StmtKind::Label { body, .. } => stack.push(*body),
            StmtKind::VlaSize(vla) => operand(body.vlas[*vla].len),
            StmtKind::Empty
            | StmtKind::Declare { init: None, .. }
            | StmtKind::Goto(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return(None)
            | StmtKind::Unsupported(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_only_read_never_conflicts() {
        let (x, y) = (name(0, 1), name(0, 2));
        assert!(!Touch::read(x).conflicts(Touch::read(x)));
        assert!(Touch::write(x).conflicts(Touch::read(x)));
        assert!(Touch::read(x).conflicts(Touch::write(x)));
        assert!(!Touch::write(x).conflicts(Touch::write(y)));
        assert!(Touch::EVERYTHING.conflicts(Touch::read(x)));
        assert!(!Touch::EVERYTHING.conflicts(Touch::NOTHING));
    }

    #[test]
    fn a_pointer_reaches_what_has_an_address() {
        let x = name(0, 1);
        assert!(!Touch::write(MEMORY).conflicts(Touch::read(x)));
        assert!(Touch::write(MEMORY).conflicts(Touch::read(x | ADDRESSABLE)));
        assert!(Touch::write(x | ADDRESSABLE).conflicts(Touch::read(MEMORY)));
    }
}
