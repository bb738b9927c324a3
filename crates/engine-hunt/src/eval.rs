//! Arithmetic on values: exact on the bits, careful with addresses.
//!
//! An operation whose result depends on where an object lies ends the path: no input stands for the address.

use crate::hunter::{Hunter, State};
use crate::memory::{Life, Object};
use base::Idx;
use encode::float;
use encode::path::{Prov, Value};
use encode::scalar::{self, is_comparison};
use ir::{BinOp, DataModel, LocalId, Operand, Place, PlaceBase, Scalar, UnOp};
use semantics::{Obligation, Otherwise, obligations};
use smt::TermId;
use symexec::{Evaluate, Kind, Machine as _, Res, fault, undetermined, unsupported};
use verdict::{Assumption, FindingKind, UnknownKind};

/// A pointer this far from its object is not compared with anything.
const FAR: i128 = 1 << 31;

impl<'p> Evaluate<'p> for Hunter<'p> {
    fn operand(&mut self, state: &mut State, operand: Operand) -> Res<Value> {
        match operand {
            Operand::Local(local) => self.register_value(state, local),
            Operand::Int(value, scalar) => {
                let number = scalar.constant_value(value);
                Ok(self.int(scalar, number))
            }
            Operand::Float(bits, scalar) => {
                let bits = match scalar {
                    Scalar::F32 | Scalar::F64 => semantics::float::constant(bits, scalar),
                    _ => return unsupported(format_args!("the type {scalar}")),
                };
                Ok(Value::int(self.constant(scalar.width(self.work.model), bits)))
            }
            Operand::Global(id) => Ok(self.object_pointer(Self::global_object(id))),
            Operand::Func(id) => {
                let object = self.function_object(id);
                Ok(self.object_pointer(object))
            }
            Operand::Label(block) => {
                let func = state.top().func;
                match self.labels.get(&(func, block)).copied() {
                    Some(object) => Ok(self.object_pointer(object)),
                    None => undetermined("the address of a label"),
                }
            }
        }
    }

    /// The pointer that a place denotes.
    fn place(&mut self, state: &mut State, place: &Place, accessed: bool) -> Res<Value> {
        let base = match place.base {
            PlaceBase::Local(local) => {
                if state.frames.len() == 1
                    && self.work.program.entry == Some(state.top().func)
                    && let Some(body) = self.work.program.functions[state.top().func].body()
                    && local.index() < body.param_count as usize
                {
                    return undetermined("the program looks at its command line");
                }
                state.top().regs[local.index()]
            }
            PlaceBase::Global(id) => self.object_pointer(Self::global_object(id)),
            PlaceBase::Deref(local) => self.register_value(state, local)?,
        };
        let mut offset = self.word_constant(place.offset as u64 & self.address_mask());
        if let Some(index) = place.index {
            let by = self.register_value(state, index.local)?;
            if by.undef {
                if accessed {
                    return fault(FindingKind::UninitRead);
                }
                return Ok(self.undefined(Scalar::Ptr));
            }
            let width = self.word_bits();
            if !by.prov.is_none() {
                // Null plus an address kept as an integer.
                let Prov::Plain(object) = by.prov else {
                    return undetermined("an index depends on the address of a block");
                };
                if base.prov.is_none() && self.solver.constant(base.bits) == Some(0) && index.scale == 1 {
                    let bits = self.solver.terms.add(by.bits, offset);
                    return Ok(Value { bits, prov: Prov::Plain(object), undef: base.undef });
                }
                return undetermined("an index depends on the address of a block");
            }
            let terms = &mut self.solver.terms;
            let by = terms.resize(by.bits, width, true);
            let distance = encode::scalar::distance(terms, by, index.scale);
            offset = terms.add(offset, distance);
        }
        if matches!(base.prov, Prov::Piece { .. }) {
            return undetermined("a part of a pointer is used as a pointer");
        }
        let bits = self.solver.terms.add(base.bits, offset);
        let pointer = Value { bits, ..base };
        Ok(if pointer.undef && !accessed { self.undefined(Scalar::Ptr) } else { pointer })
    }

    fn binary(&mut self, state: &mut State, op: BinOp, scalar: Scalar, a: Value, b: Value) -> Res<Value> {
        if scalar.is_float() {
            return self.float_binary(op, scalar, a, b);
        }
        if op == BinOp::PtrDiff {
            return self.pointer_difference(state, a, b);
        }
        if is_comparison(op) {
            return self.compare(state, op, scalar, a, b);
        }
        if scalar == Scalar::Ptr {
            return unsupported(format_args!("the operation {op:?} on pointers"));
        }
        if a.undef || b.undef {
            return self.undefined_arithmetic(op, scalar, b);
        }
        if !a.prov.is_none() || !b.prov.is_none() {
            return self.address_arithmetic(state, op, scalar, a, b);
        }
        let bits = self.integer(state, op, scalar, a.bits, b.bits)?;
        Ok(Value::int(bits))
    }

    fn unary(&mut self, state: &mut State, op: UnOp, scalar: Scalar, a: Value) -> Res<Value> {
        if a.undef {
            return Ok(self.undefined(scalar));
        }
        if !a.prov.is_none() {
            return undetermined("the result depends on the address of a block");
        }
        let bits = a.bits;
        if scalar.is_float() {
            return match float::negate(&mut self.solver.terms, scalar, bits) {
                Some(bits) if op == UnOp::Neg => Ok(Value::int(bits)),
                _ => unsupported(format_args!("{op:?} on {scalar}")),
            };
        }
        for &obligation in obligations::of_unary(op, scalar) {
            let fails = scalar::unary_fails(&mut self.solver.terms, obligation, bits);
            self.must_not(state, fails, obligation)?;
        }
        Ok(Value::int(scalar::unary(&mut self.solver.terms, op, bits)))
    }

    fn cast(&mut self, state: &mut State, from: Scalar, to: Scalar, a: Value) -> Res<Value> {
        if a.undef {
            return Ok(self.undefined(to));
        }
        if !from.is_float() && !to.is_float() {
            return self.integer_cast(state, from, to, a);
        }
        if from == to {
            return Ok(a);
        }
        if !a.prov.is_none() {
            return undetermined("a floating value is made from the address of a block");
        }
        let terms = &mut self.solver.terms;
        let result = match (from.is_float(), to.is_float()) {
            (true, true) => float::convert(terms, from, to, a.bits),
            (true, false) => match float::to_integer(terms, self.work.model, from, to, a.bits) {
                Some((whole, fits)) => {
                    let fails = terms.not(fits);
                    self.must_not(state, fails, Obligation::FloatFits)?;
                    Some(whole)
                }
                None => None,
            },
            _ => float::from_integer(terms, from, to, a.bits),
        };
        match result {
            Some(bits) => Ok(Value::int(bits)),
            None => unsupported(format_args!("the type {}", if from.is_float() { from } else { to })),
        }
    }

    fn is_true(&mut self, state: &mut State, value: Value, scalar: Scalar) -> Res<bool> {
        if !value.prov.is_none() {
            // An object's address is not null.
            return Ok(true);
        }
        let terms = &mut self.solver.terms;
        let condition = match scalar.is_float() {
            true => float::is_nonzero(terms, value.bits),
            false => terms.bv_to_bool(value.bits),
        };
        self.decide(state, condition)
    }

    fn is_null(&mut self, state: &mut State, pointer: Value) -> Res<bool> {
        if !pointer.prov.is_none() {
            return Ok(false);
        }
        let null = self.word_constant(0);
        let equal = self.solver.terms.eq(pointer.bits, null);
        self.decide(state, equal)
    }

    /// The bytes `n` further on.
    fn advance(&mut self, pointer: Value, n: u64) -> Value {
        let by = self.word_constant(n & self.address_mask());
        Value { bits: self.solver.terms.add(pointer.bits, by), ..pointer }
    }

    fn align_up(&mut self, _: &State, pointer: Value, align: u64) -> Value {
        match self.solver.constant(pointer.bits) {
            Some(at) => Value { bits: self.word_constant((at as u64).next_multiple_of(align)), ..pointer },
            None => pointer,
        }
    }

    fn floating(&mut self, state: &mut State, value: Value) -> Res<f64> {
        Ok(f64::from_bits(self.sampled(state, value.bits)? as u64))
    }
}

impl Hunter<'_> {
    /// The content of a register that is about to be used; without a value, it becomes an input where inputs stand for that.
    fn register_value(&mut self, state: &mut State, local: LocalId) -> Res<Value> {
        let frame = state.top();
        if state.frames.len() == 1
            && self.work.program.entry == Some(frame.func)
            && let Some(body) = self.work.program.functions[frame.func].body()
            && local.index() < body.param_count as usize
        {
            return undetermined("the program looks at its command line");
        }
        let value = frame.regs[local.index()];
        if !value.undef || !self.choose {
            return Ok(value);
        }
        let body = self.work.program.functions[frame.func].body().expect("a frame runs a body");
        let scalar = body.locals[local].scalar.unwrap_or(Scalar::I32);
        let value = self.uninitialised(state, scalar);
        state.top_mut().regs[local.index()] = value;
        Ok(value)
    }

    /// The pointer as one to what its block is now: if the block was resized, and the pointer matters, this decides whether it was
    /// in place.
    pub(crate) fn after_resizing(&mut self, state: &State, pointer: Value) -> Res<Value> {
        let mut pointer = pointer;
        while let Prov::Plain(id) | Prov::Derived(id) = pointer.prov
            && let Some((new, in_place)) = state.memory.get(id).resized
            && self.decide(state, in_place)?
        {
            pointer.prov = match pointer.prov {
                Prov::Derived(_) => Prov::Derived(new),
                _ => Prov::Plain(new),
            };
        }
        Ok(pointer)
    }

    fn truth(&mut self, condition: TermId) -> Value {
        Value::int(self.solver.terms.bool_to_bv(condition, 32))
    }

    fn undefined_truth(&mut self) -> Value {
        self.undefined(Scalar::I32)
    }

    fn undefined_arithmetic(&mut self, op: BinOp, scalar: Scalar, b: Value) -> Res<Value> {
        if b.undef && matches!(op, BinOp::Div | BinOp::Rem) {
            return fault(FindingKind::UninitRead);
        }
        if matches!(op, BinOp::Div | BinOp::Rem | BinOp::Shl | BinOp::Shr) {
            return undetermined("whether the operation is defined depends on an uninitialised value");
        }
        if self.work.policy.counts(Obligation::ResultFits) && scalar.is_signed() {
            return undetermined("whether the operation overflows depends on an uninitialised value");
        }
        Ok(self.undefined(scalar))
    }

    fn integer(&mut self, state: &State, op: BinOp, scalar: Scalar, a: TermId, b: TermId) -> Res<TermId> {
        for &obligation in obligations::of_binary(op, scalar) {
            if self.matters(obligation) {
                let terms = &mut self.solver.terms;
                let fails = scalar::binary_fails(terms, self.work.model, obligation, op, scalar, (a, b));
                self.must_not(state, fails, obligation)?;
            }
        }
        Ok(scalar::binary(&mut self.solver.terms, self.work.model, op, scalar, (a, b)))
    }

    /// Whether anything follows from the obligation that was not said before.
    fn matters(&self, obligation: Obligation) -> bool {
        match self.work.policy.otherwise(obligation) {
            Otherwise::Modular => false,
            Otherwise::Wraps => !self.work.assumptions.contains(&Assumption::SignedOverflowWraps),
            _ => true,
        }
    }

    /// The obligation does not hold where the condition does.
    fn must_not(&mut self, state: &State, condition: TermId, obligation: Obligation) -> Res<()> {
        if condition == TermId::FALSE {
            return Ok(());
        }
        let otherwise = self.work.policy.otherwise(obligation);
        if matches!(otherwise, Otherwise::Wraps | Otherwise::Modular) {
            self.work.assumptions.extend(self.work.policy.assumption(obligation));
            return Ok(());
        }
        if !self.decide(state, condition)? {
            return Ok(());
        }
        match otherwise {
            Otherwise::Finding(_) | Otherwise::Unknown(_) | Otherwise::AnyValue => fault(obligation.kind()),
            Otherwise::Wraps | Otherwise::Modular => Ok(()),
        }
    }

    /// Integer operations on addresses: what moves the offset, or looks at bits that the alignment determines.
    fn address_arithmetic(
        &mut self,
        state: &State,
        op: BinOp,
        scalar: Scalar,
        a: Value,
        b: Value,
    ) -> Res<Value> {
        let refused = || undetermined("the result depends on the address of a block");
        if scalar.width(self.work.model) != self.word_bits() {
            return refused();
        }
        let (object, offset, other, left) = match (a.prov, b.prov) {
            (Prov::Plain(o) | Prov::Derived(o), Prov::None) => (o, a.bits, b.bits, true),
            (Prov::None, Prov::Plain(o) | Prov::Derived(o)) => (o, b.bits, a.bits, false),
            (Prov::Plain(x), Prov::Plain(y)) if x == y && matches!(op, BinOp::Sub | BinOp::Xor) => {
                if op == BinOp::Xor && a.bits != b.bits {
                    return refused();
                }
                return Ok(Value::int(self.solver.terms.sub(a.bits, b.bits)));
            }
            _ => return refused(),
        };
        let known = self.solver.constant(other);
        let align = self.alignment(state, object, op, known);
        let terms = &mut self.solver.terms;
        let moved = match op {
            BinOp::Add => terms.add(offset, other),
            BinOp::Sub if left => terms.sub(offset, other),
            BinOp::And => match known {
                Some(mask) if mask < align => return Ok(Value::int(terms.bvand(offset, other))),
                Some(mask) if !mask & u128::from(self.address_mask()) < align => {
                    self.solver.terms.bvand(offset, other)
                }
                _ => return refused(),
            },
            BinOp::Rem if left && !scalar.is_signed() => match known {
                Some(n) if n.is_power_of_two() && n <= align => {
                    return Ok(Value::int(terms.urem(offset, other)));
                }
                _ => return refused(),
            },
            BinOp::Or | BinOp::Xor => match known {
                Some(bits) if bits < align => {
                    if op == BinOp::Or {
                        terms.bvor(offset, other)
                    } else {
                        terms.bvxor(offset, other)
                    }
                }
                _ => return refused(),
            },
            _ => return refused(),
        };
        // Inside the object it is a pointer again; elsewhere it is only computed from one.
        let size = state.memory.get(object).size;
        let inside = self.solver.constant(moved).is_some_and(|at| at <= u128::from(size));
        let prov = if inside { Prov::Plain(object) } else { Prov::Derived(object) };
        Ok(Value { bits: moved, prov, undef: false })
    }

    /// The alignment of an object, for an operation that looks at the low bits of its address. The concrete machine gives
    /// stack objects more than their type asks for: what rests on that is worth a hunt, but no proof.
    fn alignment(&mut self, state: &State, object: u32, op: BinOp, known: Option<u128>) -> u128 {
        let object = state.memory.get(object);
        let own = u128::from(object.align.max(1));
        let given = if matches!(object.kind, Kind::Stack | Kind::ConstantLocal) {
            own.max(u128::from(semantics::address::stack_alignment(object.size)))
        } else {
            own
        };
        let touched = match (op, known) {
            (BinOp::And, Some(mask)) => mask.min(!mask & u128::from(self.address_mask())),
            (BinOp::Or | BinOp::Xor, Some(bits)) => bits,
            (BinOp::Rem, Some(n)) => n.saturating_sub(1),
            _ => return own,
        };
        if touched >= own && touched < given {
            self.work
                .cut(UnknownKind::Nondeterminism, "the result depends on the address of a local variable");
        }
        given
    }

    fn pointer_difference(&mut self, state: &State, a: Value, b: Value) -> Res<Value> {
        if a.undef || b.undef {
            let word = self.work.model.signed_word();
            return Ok(self.undefined(word));
        }
        let (a, b) = self.both_after_resizing(state, a, b)?;
        match (a.prov, b.prov) {
            (Prov::None, Prov::None) => Ok(Value::int(self.solver.terms.sub(a.bits, b.bits))),
            (Prov::Plain(x) | Prov::Derived(x), Prov::Plain(y) | Prov::Derived(y)) if x == y => {
                Ok(Value::int(self.solver.terms.sub(a.bits, b.bits)))
            }
            (Prov::Piece { .. }, _) | (_, Prov::Piece { .. }) => {
                undetermined("parts of pointers are subtracted")
            }
            (Prov::Plain(_) | Prov::Derived(_), Prov::None)
                if self
                    .solver
                    .constant(b.bits)
                    .is_some_and(|offset| offset < u128::from(DataModel::FIRST_ADDRESS)) =>
            {
                // `(char *)p - (char *)&((struct s *)0)->member`: the way from a member to its structure.
                self.address_arithmetic(state, BinOp::Sub, self.work.model.signed_word(), a, b)
            }
            _ => fault(Obligation::SameObject.kind()),
        }
    }

    /// Two pointers that matter for each other, as pointers to what their blocks are now.
    fn both_after_resizing(&mut self, state: &State, a: Value, b: Value) -> Res<(Value, Value)> {
        match (a.prov.object(), b.prov.object()) {
            (Some(x), Some(y)) if x != y => {
                Ok((self.after_resizing(state, a)?, self.after_resizing(state, b)?))
            }
            _ => Ok((a, b)),
        }
    }

    fn compare(&mut self, state: &State, op: BinOp, scalar: Scalar, a: Value, b: Value) -> Res<Value> {
        if a.undef || b.undef {
            return Ok(self.undefined_truth());
        }
        if a.prov.is_none() && b.prov.is_none() {
            let condition = scalar::compare(&mut self.solver.terms, op, scalar.is_signed(), a.bits, b.bits);
            return Ok(self.truth(condition));
        }
        let equality = matches!(op, BinOp::Eq | BinOp::Ne);
        if scalar.width(self.work.model) != self.word_bits() {
            return undetermined("the comparison depends on the address of a block");
        }
        let (a, b) = self.both_after_resizing(state, a, b)?;
        match (a.prov, b.prov) {
            (Prov::Plain(x) | Prov::Derived(x), Prov::Plain(y) | Prov::Derived(y)) if x == y => {
                if !equality {
                    self.near(state, a.bits)?;
                    self.near(state, b.bits)?;
                }
                let condition = scalar::compare(&mut self.solver.terms, op, true, a.bits, b.bits);
                Ok(self.truth(condition))
            }
            (Prov::Plain(x), Prov::Plain(y)) => {
                if !equality {
                    if scalar != Scalar::Ptr {
                        return undetermined("the comparison depends on the addresses of two blocks");
                    }
                    return fault(Obligation::SameObject.kind());
                }
                self.different_objects(state, x, a.bits, y, b.bits)?;
                Ok(self.truth(TermId::from_bool(op == BinOp::Ne)))
            }
            // In 32 bits, an address read as a signed number may be negative.
            _ if !equality && scalar.is_signed() => {
                undetermined("the comparison depends on the address of a block")
            }
            (Prov::Plain(_), Prov::None) => self.compare_with_integer(state, op, a.bits, b.bits, false),
            (Prov::None, Prov::Plain(_)) => self.compare_with_integer(state, op, b.bits, a.bits, true),
            _ => undetermined("the comparison depends on the address of a block"),
        }
    }

    /// A pointer to an object against an integer: never equal to null, to a number next to it or to one where no object is.
    fn compare_with_integer(
        &mut self,
        state: &State,
        op: BinOp,
        offset: TermId,
        number: TermId,
        swapped: bool,
    ) -> Res<Value> {
        self.near(state, offset)?;
        let low = self.word_constant(DataModel::FIRST_ADDRESS);
        let high = self.word_constant(self.work.model.end_of_addresses());
        let is_low = self.solver.terms.ult(number, low);
        let is_high = self.solver.terms.uge(number, high);
        let above = if self.decide(state, is_low)? {
            true
        } else if self.decide(state, is_high)? {
            false
        } else {
            return undetermined("a pointer is compared with a number");
        };
        let result = match op {
            BinOp::Eq => false,
            BinOp::Ne => true,
            BinOp::Gt | BinOp::Ge => above != swapped,
            _ => above == swapped,
        };
        Ok(self.truth(TermId::from_bool(result)))
    }

    /// The pointer is not so far from its object that addresses wrap.
    fn near(&mut self, state: &State, offset: TermId) -> Res<()> {
        let width = self.word_bits();
        let terms = &mut self.solver.terms;
        let (low, high) = (terms.bv_signed(width, -FAR), terms.bv_signed(width, FAR - 1));
        let (above, below) = (terms.sle(low, offset), terms.sle(offset, high));
        let near = terms.and(above, below);
        if self.decide(state, near)? {
            Ok(())
        } else {
            undetermined("a pointer far from its block is compared")
        }
    }

    /// Pointers to different objects differ in the machine. On a real one a dead object's address may be used again, and
    /// the end of one object may be the start of another: then the search does not stand for all runs.
    fn different_objects(&mut self, state: &State, x: u32, a: TermId, y: u32, b: TermId) -> Res<()> {
        self.near(state, a)?;
        self.near(state, b)?;
        if self.may_share(x, a, y, b) {
            return undetermined("string literals are compared, which may share their memory");
        }
        let (first, second) = (state.memory.get(x), state.memory.get(y));
        // A block that moves is there before the old one is not.
        let moved = |from: &Object, to: u32| from.resized.is_some_and(|(now, _)| now == to);
        let dead =
            (first.life != Life::Live || second.life != Life::Live) && !moved(first, y) && !moved(second, x);
        let own_bytes =
            |object: &Object| semantics::address::own_bytes(object.size, object.kind.is_variable());
        let sizes = (own_bytes(first), own_bytes(second));
        let touching = match (self.solver.constant(a), self.solver.constant(b)) {
            (Some(at), Some(other)) => {
                let unused = 64 - self.word_bits();
                let [at, other] = [at, other].map(|offset| ((offset as u64) << unused) as i64 >> unused);
                semantics::address::may_be_equal((at, sizes.0), (other, sizes.1))
            }
            _ => {
                let far = [(a, b, sizes.0), (b, a, sizes.1)].map(|(at, other, size)| {
                    let size = self.word_constant(size);
                    let distance = self.solver.terms.sub(at, other);
                    self.solver.terms.sge(distance, size)
                });
                let possible = self.solver.terms.or(far[0], far[1]);
                self.case_of(state, possible)?.is_some()
            }
        };
        if dead {
            self.work.cut(
                UnknownKind::UndefinedBehaviour,
                "a pointer to a dead object is compared with another object's, which may have the same address",
            );
        } else if touching {
            self.work.cut(
                UnknownKind::Nondeterminism,
                "a pointer outside of its object is compared with another object's",
            );
        }
        Ok(())
    }

    /// Whether the two pointers into string literals may be equal.
    fn may_share(&self, x: u32, a: TermId, y: u32, b: TermId) -> bool {
        let literal = |id: u32| {
            let global = self.work.program.globals.get(ir::GlobalId::from_raw(id.checked_sub(1)?))?;
            (global.kind == ir::GlobalKind::StringLiteral).then(|| semantics::initial::content(global))
        };
        let (Some(first), Some(second)) = (literal(x), literal(y)) else { return false };
        let (Some(i), Some(j)) = (self.solver.constant(a), self.solver.constant(b)) else { return true };
        semantics::initial::literals_may_meet((&first, i as i64), (&second, j as i64))
    }

    /// A value that only concrete arithmetic is done with: a few of those it can have.
    pub(crate) fn sampled(&mut self, state: &State, bits: TermId) -> Res<u128> {
        self.value_of(state, bits, 3, &[0, 1], "a floating value")
    }

    fn integer_cast(&mut self, state: &mut State, from: Scalar, to: Scalar, a: Value) -> Res<Value> {
        let to_width = to.width(self.work.model);
        if from == Scalar::Ptr && to != Scalar::Ptr && !a.prov.is_none() {
            state.own.exposed = true;
        }
        match a.prov {
            Prov::None => Ok(Value::int(self.solver.terms.resize(a.bits, to_width, from.is_signed()))),
            Prov::Plain(object) | Prov::Derived(object) => {
                if to_width == self.word_bits() {
                    let prov = if to == Scalar::Ptr { Prov::Plain(object) } else { a.prov };
                    return Ok(Value { prov, ..a });
                }
                if to_width < self.word_bits() {
                    return Ok(Value {
                        prov: Prov::Piece { object, first: 0, len: (to_width / 8) as u8 },
                        ..a
                    });
                }
                undetermined("an address becomes a wider integer")
            }
            Prov::Piece { object, first, len } => {
                if to == Scalar::Ptr {
                    return undetermined("a part of a pointer becomes a pointer");
                }
                let len = len.min((to_width / 8) as u8);
                Ok(Value { prov: Prov::Piece { object, first, len }, ..a })
            }
        }
    }

    fn float_binary(&mut self, op: BinOp, scalar: Scalar, a: Value, b: Value) -> Res<Value> {
        if a.undef || b.undef {
            return Ok(if is_comparison(op) { self.undefined_truth() } else { self.undefined(scalar) });
        }
        let terms = &mut self.solver.terms;
        let result = if is_comparison(op) {
            float::compare(terms, op, scalar, a.bits, b.bits).map(|holds| self.truth(holds))
        } else {
            float::arithmetic(terms, op, scalar, a.bits, b.bits).map(Value::int)
        };
        match result {
            Some(result) => Ok(result),
            None => unsupported(format_args!("{op:?} on {scalar}")),
        }
    }
}
