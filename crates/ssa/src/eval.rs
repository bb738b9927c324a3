//! Operands and rvalues.

use crate::CheckKind;
use crate::build::{Builder, ObjectKind, Res};
use crate::state::State;
use base::Idx;
use encode::pointer::{NO_OBJECT, OBJECT_BITS, UNKNOWN_OBJECT, Value, as_number, as_pointer, fresh};
use encode::{float, scalar};
use ir::{BinOp, LocalId, Operand, Rvalue, Scalar, UnOp};
use semantics::{Obligation, Otherwise, obligations};
use smt::{Sort, TermId};
use std::rc::Rc;

impl Builder<'_> {
    /// What a register holds; one that was never written gets a value that stays.
    pub(crate) fn register(&mut self, state: &mut State, local: LocalId) -> Value {
        let value = state.top().registers[local.index()];
        if value != Value::Any {
            return value;
        }
        let body = self.program.functions[state.top().func].body();
        let Some(scalar) = body.and_then(|body| body.locals[local].scalar) else { return Value::Any };
        // The concrete machine takes an input for it.
        let input = self.input(state, scalar.width(self.model), scalar.is_signed());
        if let Some(input) = self.out.inputs.last_mut() {
            input.uninitialised = true;
        }
        let value = match scalar {
            Scalar::Ptr => {
                let (object, offset) = as_pointer(self.terms, Value::Any, self.word);
                Value::Pointer { object, offset }
            }
            _ => Value::Number(input),
        };
        state.top_mut().registers[local.index()] = value;
        value
    }

    pub(crate) fn operand(&mut self, state: &mut State, operand: Operand) -> Value {
        match operand {
            Operand::Local(local) => self.register(state, local),
            Operand::Int(value, Scalar::Ptr) => {
                let offset = self.terms.bv_signed(self.word, i128::from(value));
                Value::pointer(self.terms, NO_OBJECT, offset)
            }
            Operand::Int(value, scalar) => {
                Value::Number(scalar::constant(self.terms, self.model, value, scalar))
            }
            Operand::Float(bits, scalar) => Value::Number(match scalar {
                Scalar::F32 | Scalar::F64 => {
                    let bits = semantics::float::constant(bits, scalar);
                    self.terms.bv_const(scalar.width(self.model), bits)
                }
                _ => fresh(self.terms, scalar.width(self.model)),
            }),
            Operand::Global(global) => {
                let id = self.global_object(global);
                let zero = self.terms.bv_const(self.word, 0);
                Value::pointer(self.terms, id, zero)
            }
            Operand::Func(func) => {
                let id = self.function_object(func);
                let zero = self.terms.bv_const(self.word, 0);
                Value::pointer(self.terms, id, zero)
            }
            Operand::Label(_) => Value::Any,
        }
    }

    pub(crate) fn number(&mut self, state: &mut State, operand: Operand, width: u32) -> TermId {
        let value = self.operand(state, operand);
        as_number(self.terms, value, width)
    }

    pub(crate) fn rvalue(&mut self, state: &mut State, rvalue: &Rvalue) -> Res<Value> {
        Ok(match *rvalue {
            Rvalue::Use(operand) => self.operand(state, operand),
            Rvalue::Load(ref place) => self.load(state, place)?,
            Rvalue::AddressOf(ref place) => {
                let (object, offset) = self.address(state, place)?;
                Value::Pointer { object, offset }
            }
            Rvalue::Unary(op, scalar, operand) => self.unary(state, op, scalar, operand),
            Rvalue::Binary(op, scalar, a, b) => self.binary(state, op, scalar, a, b),
            Rvalue::Cast { from, to, operand } => self.cast(state, from, to, operand),
        })
    }

    fn any_number(&mut self, scalar: Scalar) -> Value {
        Value::Number(fresh(self.terms, scalar.width(self.model)))
    }

    /// A result, or any number where that is not defined.
    fn unless(&mut self, is_any: TermId, result: TermId) -> Value {
        if is_any == TermId::FALSE {
            return Value::Number(result);
        }
        let any = fresh(self.terms, self.terms.width(result));
        Value::Number(self.terms.ite(is_any, any, result))
    }

    fn unary(&mut self, state: &mut State, op: UnOp, scalar: Scalar, operand: Operand) -> Value {
        if scalar.is_float() {
            let value = self.operand(state, operand);
            return match (op, scalar, value) {
                (UnOp::Neg, Scalar::F32 | Scalar::F64, Value::Number(bits)) => {
                    let result = float::negate(self.terms, scalar, bits);
                    result.map_or_else(|| self.any_number(scalar), Value::Number)
                }
                _ => self.any_number(scalar),
            };
        }
        let a = self.number(state, operand, scalar.width(self.model));
        let mut is_any = TermId::FALSE;
        for &obligation in obligations::of_unary(op, scalar) {
            let fails = scalar::unary_fails(self.terms, obligation, a);
            let any = self.obligation(state, obligation, fails);
            is_any = self.terms.or(is_any, any);
        }
        let result = scalar::unary(self.terms, op, a);
        self.unless(is_any, result)
    }

    /// Treats an obligation as the policy says. Gives when the operation's result is any value instead of what it computes.
    fn obligation(&mut self, state: &mut State, obligation: Obligation, fails: TermId) -> TermId {
        if self.terms.bool_constant(fails) == Some(false) {
            return TermId::FALSE;
        }
        let policy = self.options.policy;
        match policy.otherwise(obligation) {
            Otherwise::Finding(kind) => self.require(state, CheckKind::Finding(kind), fails),
            Otherwise::Modular => {}
            Otherwise::Wraps | Otherwise::AnyValue => {
                if let Some(assumption) = policy.assumption(obligation) {
                    self.assume(state, assumption, fails);
                }
                if policy.otherwise(obligation) == Otherwise::AnyValue {
                    return fails;
                }
            }
            Otherwise::Unknown(kind) => self.require(state, CheckKind::Finding(kind), fails),
        }
        TermId::FALSE
    }

    fn binary(&mut self, state: &mut State, op: BinOp, scalar: Scalar, a: Operand, b: Operand) -> Value {
        if scalar == Scalar::Ptr {
            return self.pointer_operation(state, op, a, b);
        }
        if scalar.is_float() {
            let width = scalar.width(self.model);
            let (x, y) = (self.number(state, a, width), self.number(state, b, width));
            if scalar::is_comparison(op) {
                let known = float::compare(self.terms, op, scalar, x, y);
                let holds = known.unwrap_or_else(|| self.terms.fresh("compared", Sort::Bool));
                return Value::Number(self.terms.bool_to_bv(holds, 32));
            }
            return match float::arithmetic(self.terms, op, scalar, x, y) {
                Some(result) => Value::Number(result),
                None => self.any_number(scalar),
            };
        }
        let (left, right) = (self.operand(state, a), self.operand(state, b));
        let width = scalar.width(self.model);
        if let Some(value) = self.pointer_as_integer(op, width, left, right) {
            return value;
        }
        let shift = matches!(op, BinOp::Shl | BinOp::Shr);
        let x = as_number(self.terms, left, width);
        let y = as_number(self.terms, right, if shift { 32 } else { width });
        let mut is_any = TermId::FALSE;
        for &obligation in obligations::of_binary(op, scalar) {
            let fails = scalar::binary_fails(self.terms, self.model, obligation, op, scalar, (x, y));
            let any = self.obligation(state, obligation, fails);
            is_any = self.terms.or(is_any, any);
        }
        let result = scalar::binary(self.terms, self.model, op, scalar, (x, y));
        self.unless(is_any, result)
    }

    /// Integers that are pointers: an address plus or minus a number stays in the object.
    fn pointer_as_integer(&mut self, op: BinOp, width: u32, left: Value, right: Value) -> Option<Value> {
        if width != self.word {
            return None;
        }
        match (op, left, right) {
            (BinOp::Add | BinOp::Sub, Value::Pointer { object, offset }, Value::Number(n)) => {
                let offset = match op {
                    BinOp::Add => self.terms.add(offset, n),
                    _ => self.terms.sub(offset, n),
                };
                Some(Value::Pointer { object, offset })
            }
            (BinOp::Add, Value::Number(n), Value::Pointer { object, offset }) => {
                Some(Value::Pointer { object, offset: self.terms.add(offset, n) })
            }
            _ => None,
        }
    }

    fn pointer_operation(&mut self, state: &mut State, op: BinOp, a: Operand, b: Operand) -> Value {
        let (left, right) = (self.operand(state, a), self.operand(state, b));
        let (o, f) = as_pointer(self.terms, left, self.word);
        let (p, g) = as_pointer(self.terms, right, self.word);
        match op {
            BinOp::Eq | BinOp::Ne => {
                let equal = self.pointers_equal(state, (o, f), (p, g));
                let holds = if op == BinOp::Eq { equal } else { self.terms.not(equal) };
                Value::Number(self.terms.bool_to_bv(holds, 32))
            }
            BinOp::PtrDiff | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => {
                let same = self.terms.eq(o, p);
                let unknown = self.is_object(o, UNKNOWN_OBJECT);
                let known = self.terms.not(unknown);
                let same = self.terms.and(same, known);
                let many = self.is_one_of_many(o);
                let node = self.same_node(o, p);
                let one = self.terms.implies(many, node);
                let same = self.terms.and(same, one);
                let fails = self.terms.not(same);
                self.obligation(state, Obligation::SameObject, fails);
                if op == BinOp::PtrDiff {
                    return Value::Number(self.terms.sub(f, g));
                }
                // Integers are compared as such, offsets may be before the object.
                let none = self.is_object(o, NO_OBJECT);
                let signed = scalar::compare(self.terms, op, true, f, g);
                let unsigned = scalar::compare(self.terms, op, false, f, g);
                let holds = self.terms.ite(none, unsigned, signed);
                Value::Number(self.terms.bool_to_bv(holds, 32))
            }
            _ => Value::Any,
        }
    }

    /// Pointers into one object are equal if their offsets are. Pointers into two objects are not, if both objects are there
    /// and both offsets inside; otherwise the implementation may choose.
    pub(crate) fn pointers_equal(
        &mut self,
        state: &State,
        (o, f): (TermId, TermId),
        (p, g): (TermId, TermId),
    ) -> TermId {
        let same_object = self.terms.eq(o, p);
        let same_offset = self.terms.eq(f, g);
        let apart = {
            let x = self.is_apart(state, o, f);
            let y = self.is_apart(state, p, g);
            let null_x = self.is_null(o, f);
            let null_y = self.is_null(p, g);
            let in_object_x = self.is_in_object(o);
            let in_object_y = self.is_in_object(p);
            let both = self.terms.and(x, y);
            let first = self.terms.and(null_x, in_object_y);
            let second = self.terms.and(null_y, in_object_x);
            let either = self.terms.or(first, second);
            self.terms.or(both, either)
        };
        let unknown = self.is_object(o, UNKNOWN_OBJECT);
        let choice = match (self.terms.bool_constant(same_object), self.terms.bool_constant(apart)) {
            (Some(true), _) if self.terms.bool_constant(unknown) == Some(false) => TermId::FALSE,
            (Some(false), Some(true)) => TermId::FALSE,
            _ => self.terms.fresh("equal", Sort::Bool),
        };
        let not_apart = self.terms.not(apart);
        let other = self.terms.and(not_apart, choice);
        // Two pointers to "one of the others" need not lead to one object.
        let many = self.is_one_of_many(o);
        let node = self.same_node(o, p);
        let one = self.terms.implies(many, node);
        let same_offset = self.terms.and(one, same_offset);
        let same = self.terms.ite(unknown, choice, same_offset);
        self.terms.ite(same_object, same, other)
    }

    fn is_null(&mut self, object: TermId, offset: TermId) -> TermId {
        let none = self.is_object(object, NO_OBJECT);
        let zero = self.terms.bv_const(self.word, 0);
        let start = self.terms.eq(offset, zero);
        self.terms.and(none, start)
    }

    fn is_in_object(&mut self, object: TermId) -> TermId {
        let none = self.is_object(object, NO_OBJECT);
        let unknown = self.is_object(object, UNKNOWN_OBJECT);
        let outside = self.terms.or(none, unknown);
        self.terms.not(outside)
    }

    /// That no other object can be where the pointer leads to: it is inside a live object with an address of its own.
    fn is_apart(&mut self, state: &State, object: TermId, offset: TermId) -> TermId {
        let Some(possible) = self.possible_objects(object) else { return TermId::FALSE };
        let mut cases = Vec::new();
        for id in possible {
            if id == UNKNOWN_OBJECT {
                continue;
            }
            let here = self.is_object(object, id);
            if id == NO_OBJECT {
                cases.push(self.is_null(object, offset));
                continue;
            }
            let info = self.objects[usize::from(id)].clone();
            if let ObjectKind::Others(_) = info.kind {
                // Whether this one of them was freed is not known, nor its size if they differ.
                let size =
                    self.size_of(&Rc::clone(&state.memory), id).filter(|size| self.terms.is_constant(*size));
                if let Some(size) = size.filter(|_| !self.frees) {
                    let inside = self.terms.ult(offset, size);
                    cases.push(self.terms.and(here, inside));
                }
                continue;
            }
            if info.constant && !matches!(info.kind, ObjectKind::Function(_)) {
                // Literals may share memory.
                continue;
            }
            let inside = match info.kind {
                ObjectKind::Function(_) => {
                    let zero = self.terms.bv_const(self.word, 0);
                    self.terms.eq(offset, zero)
                }
                _ => {
                    let size = self.size_of(&Rc::clone(&state.memory), id).unwrap_or(info.size);
                    self.terms.ult(offset, size)
                }
            };
            let live = self.object_in(&Rc::clone(&state.memory), id).live;
            let inside = self.terms.and(inside, live);
            cases.push(self.terms.and(here, inside));
        }
        self.terms.or_all(cases)
    }

    fn cast(&mut self, state: &mut State, from: Scalar, to: Scalar, operand: Operand) -> Value {
        let value = self.operand(state, operand);
        let (of, into) = (from.width(self.model), to.width(self.model));
        if from.is_float() || to.is_float() {
            if from == to {
                return value;
            }
            let bits = as_number(self.terms, value, of);
            let known = match (from.is_float(), to.is_float()) {
                (true, true) => float::convert(self.terms, from, to, bits),
                (true, false) => match float::to_integer(self.terms, self.model, from, to, bits) {
                    Some((whole, fits)) => {
                        let fails = self.terms.not(fits);
                        let is_any = self.obligation(state, Obligation::FloatFits, fails);
                        return self.unless(is_any, whole);
                    }
                    None => None,
                },
                _ => float::from_integer(self.terms, from, to, bits),
            };
            if let Some(known) = known {
                return Value::Number(known);
            }
            if from.is_float() && !to.is_float() {
                let fails = self.terms.fresh("unfit", Sort::Bool);
                self.obligation(state, Obligation::FloatFits, fails);
            }
            return self.any_number(to);
        }
        match value {
            Value::Pointer { .. } if into == self.word && of == self.word => value,
            Value::Number(_) if to == Scalar::Ptr => {
                let (object, offset) = {
                    let number = as_number(self.terms, value, of);
                    let wide = self.terms.resize(number, self.word, from.is_signed());
                    (self.terms.bv_const(OBJECT_BITS, u128::from(NO_OBJECT)), wide)
                };
                Value::Pointer { object, offset }
            }
            _ => {
                let number = as_number(self.terms, value, of);
                Value::Number(scalar::cast(self.terms, self.model, from, to, number))
            }
        }
    }
}
