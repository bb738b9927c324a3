//! Places and accesses: where a pointer leads, whether it may be used, and what is read or written there.

use crate::fault::{Res, fault, undetermined, unknown};
use crate::hunter::Hunter;
use crate::memory::{Kind, Life, Object};
use crate::state::State;
use encode::path::{Byte, Gathered, ObjectId, Prov, Value, gather, with_bits};
use encode::scalar;
use ir::{BitRange, LocalId, Operand, Place, PlaceBase, Scalar};
use std::rc::Rc;
use verdict::{Access, Assumption, FindingKind, UnknownKind};

/// So many bytes without a value are told apart in one copy.
const MAX_NAMED: usize = 1 << 12;
/// Addresses below this without provenance are null plus the offset of a member.
const NULL_PAGE: u64 = 1 << 16;

impl Hunter<'_> {
    /// The content of a register that is about to be used; without a value, it becomes an input where inputs stand for that.
    pub(crate) fn register(&mut self, state: &mut State, local: LocalId) -> Res<Value> {
        use base::Idx;
        let frame = state.top();
        if state.frames.len() == 1
            && self.program.entry == Some(frame.func)
            && let Some(body) = self.program.functions[frame.func].body()
            && local.index() < body.param_count as usize
        {
            return undetermined("the program looks at its command line");
        }
        let value = frame.regs[local.index()];
        if !value.undef || !self.choose {
            return Ok(value);
        }
        let body = self.program.functions[frame.func].body().expect("a frame runs a body");
        let scalar = body.locals[local].scalar.unwrap_or(Scalar::I32);
        let value = self.uninitialised(state, scalar);
        state.top_mut().regs[local.index()] = value;
        Ok(value)
    }

    pub(crate) fn operand(&mut self, state: &mut State, operand: Operand) -> Res<Value> {
        match operand {
            Operand::Local(local) => self.register(state, local),
            Operand::Int(value, scalar) => {
                let number = scalar.constant_value(value);
                Ok(self.int(scalar, number))
            }
            Operand::Float(bits, scalar) => {
                let bits = match scalar {
                    Scalar::F32 | Scalar::F64 => semantics::float::constant(bits, scalar),
                    _ => return crate::fault::unsupported(format_args!("the type {scalar}")),
                };
                Ok(Value::int(self.constant(scalar.width(self.model), bits)))
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
    pub(crate) fn place(&mut self, state: &mut State, place: &Place, accessed: bool) -> Res<Value> {
        use base::Idx;
        let base = match place.base {
            PlaceBase::Local(local) => {
                if state.frames.len() == 1
                    && self.program.entry == Some(state.top().func)
                    && let Some(body) = self.program.functions[state.top().func].body()
                    && local.index() < body.param_count as usize
                {
                    return undetermined("the program looks at its command line");
                }
                state.top().regs[local.index()]
            }
            PlaceBase::Global(id) => self.object_pointer(Self::global_object(id)),
            PlaceBase::Deref(local) => self.register(state, local)?,
        };
        let mut offset = self.word_constant(place.offset as u64 & self.address_mask());
        if let Some(index) = place.index {
            let by = self.register(state, index.local)?;
            if by.undef {
                if accessed {
                    return fault(FindingKind::UninitRead);
                }
                return Ok(Value { undef: true, ..base });
            }
            let width = self.word_bits();
            if !by.prov.is_none() {
                // Null plus an address kept as an integer.
                let Prov::Plain(object) = by.prov else {
                    return undetermined("an index depends on the address of a block");
                };
                if base.prov.is_none() && self.oracle.constant(base.bits) == Some(0) && index.scale == 1 {
                    let bits = self.oracle.terms.add(by.bits, offset);
                    return Ok(Value { bits, prov: Prov::Plain(object), undef: base.undef });
                }
                return undetermined("an index depends on the address of a block");
            }
            let terms = &mut self.oracle.terms;
            let by = terms.resize(by.bits, width, true);
            let distance = encode::scalar::distance(terms, by, index.scale);
            offset = terms.add(offset, distance);
        }
        if matches!(base.prov, Prov::Piece { .. }) {
            return undetermined("a part of a pointer is used as a pointer");
        }
        let bits = self.oracle.terms.add(base.bits, offset);
        Ok(Value { bits, ..base })
    }

    /// The object that a pointer leads to and the offset in it, before any check of the access.
    pub(crate) fn locate(&mut self, state: &State, pointer: Value) -> Res<(ObjectId, smt::TermId)> {
        if pointer.undef {
            return fault(FindingKind::UninitPointer);
        }
        let pointer = self.after_resizing(state, pointer)?;
        match pointer.prov {
            Prov::Plain(object) | Prov::Derived(object) => Ok((object, pointer.bits)),
            Prov::Piece { .. } => undetermined("a part of a pointer is used as a pointer"),
            Prov::None => {
                self.not_foreign(state, pointer)?;
                let low = self.word_constant(NULL_PAGE);
                let high = self.word_constant(self.address_mask() - NULL_PAGE);
                let terms = &mut self.oracle.terms;
                let (below, above) = (terms.ult(pointer.bits, low), terms.ugt(pointer.bits, high));
                let null = terms.or(below, above);
                if self.decide(state, null)? {
                    return fault(FindingKind::NullDeref);
                }
                if state.exposed {
                    return undetermined("an integer is used as a pointer");
                }
                fault(FindingKind::WildPointer)
            }
        }
    }

    /// An object that is about to be used.
    pub(crate) fn live_object<'s>(&self, state: &'s State, id: ObjectId) -> Res<&'s Object> {
        let object = state.memory.get(id);
        match object.life {
            Life::Freed => fault(FindingKind::UseAfterFree),
            Life::OutOfScope => fault(FindingKind::OutOfScope),
            Life::Live => Ok(object),
        }
    }

    /// A pointer that comes from outside the program may lead to anything, unless it is null.
    pub(crate) fn not_foreign(&mut self, state: &State, pointer: Value) -> Res<()> {
        let variables = self.oracle.variables_of(pointer.bits);
        let foreign = |v: &smt::TermId| state.inputs.iter().any(|i| i.foreign && i.variable == *v);
        let Some(&variable) = variables.iter().find(|v| foreign(v)) else { return Ok(()) };
        let zero = self.constant(self.oracle.terms.width(variable), 0);
        let null = self.oracle.terms.eq(variable, zero);
        if self.decide(state, null)? {
            return Ok(());
        }
        let message = "what a pointer from outside the program points to is not known";
        unknown(UnknownKind::ExternalFunction, message)
    }

    /// The object and the offset of a valid access of `size` bytes.
    pub(crate) fn resolve(
        &mut self,
        state: &State,
        pointer: Value,
        size: u64,
        access: Access,
    ) -> Res<(ObjectId, u64)> {
        let (id, offset) = self.locate(state, pointer)?;
        let object = self.live_object(state, id)?;
        let (total, kind) = (object.size, object.kind);
        if object.external && total == 0 && size > 0 {
            let message = "how large an object is that is defined nowhere is not known";
            return unknown(UnknownKind::ExternalFunction, message);
        }
        if matches!(kind, Kind::Function(_) | Kind::Label(..) | Kind::Stream) || size > total {
            return fault(FindingKind::OutOfBounds);
        }
        let inside = match self.oracle.constant(offset) {
            Some(at) => at <= u128::from(total - size),
            None => {
                let last = self.word_constant(total - size);
                let inside = self.oracle.terms.ule(offset, last);
                self.decide(state, inside)?
            }
        };
        if !inside {
            return fault(FindingKind::OutOfBounds);
        }
        if access == Access::Write && matches!(kind, Kind::Constant | Kind::ConstantLocal) {
            return fault(FindingKind::WriteToConstant);
        }
        let preferred = [0, u128::from(total - size)];
        let at = self.oracle.value(state, offset, self.config.enumerate, &preferred, "an offset")?;
        Ok((id, at as u64))
    }

    /// The bytes of a valid range that is copied. The copy of a byte without a value is the same byte, whatever it is: where values
    /// are chosen for those, it becomes a variable that both hold, and an input when one of them is looked at.
    pub(crate) fn copied(&mut self, state: &mut State, id: ObjectId, offset: u64, size: u64) -> Vec<Byte> {
        let mut bytes = state.memory.bytes(id, offset, size);
        if !self.choose || state.memory.get(id).external || !bytes.iter().any(|b| b.undef != 0) {
            return bytes;
        }
        let terms = &mut self.oracle.terms;
        let mut unnamed: Vec<&mut Byte> =
            bytes.iter_mut().filter(|b| b.undef != 0 && terms.is_constant(b.term)).collect();
        if unnamed.is_empty() {
            return bytes;
        }
        if unnamed.len() > MAX_NAMED || unnamed.iter().any(|b| b.undef != 0xff) {
            self.oracle.cut(UnknownKind::Nondeterminism, "an uninitialised value is copied");
            return bytes;
        }
        for byte in &mut unnamed {
            let name = format!("u{}", state.named_bytes);
            state.named_bytes += 1;
            **byte = Byte { term: terms.var(&name, smt::Sort::Bv(8)), index: 0, ..**byte };
        }
        state.memory.set_bytes(id, offset, &bytes);
        bytes
    }

    /// Makes the named bytes of a range inputs, if they are none yet, and gives them their value.
    fn define_copies(&mut self, state: &mut State, id: ObjectId, offset: u64, size: u64) {
        if !self.choose || state.named_bytes == 0 {
            return;
        }
        for at in offset..offset + size {
            let byte = state.memory.get(id).byte(at);
            if byte.undef != 0xff || self.oracle.terms.is_constant(byte.term) {
                continue;
            }
            if !state.inputs.iter().any(|input| input.variable == byte.term) {
                self.assumptions.insert(Assumption::UninitialisedIsArbitrary);
                Rc::make_mut(&mut state.inputs).push(crate::state::InputVariable {
                    variable: byte.term,
                    signed: false,
                    uninitialised: true,
                    foreign: false,
                });
            }
            state.memory.set_bytes(id, at, &[Byte { undef: 0, ..byte }]);
        }
    }

    /// Reads a scalar.
    pub(crate) fn load(&mut self, state: &mut State, pointer: Value, scalar: Scalar) -> Res<Value> {
        let size = self.access_size(scalar);
        let (id, offset) = self.resolve(state, pointer, size, Access::Read)?;
        self.load_at(state, id, offset, scalar)
    }

    /// Reads a scalar from a range that is known to be valid.
    pub(crate) fn load_at(
        &mut self,
        state: &mut State,
        id: ObjectId,
        offset: u64,
        scalar: Scalar,
    ) -> Res<Value> {
        let size = self.access_size(scalar);
        self.define_copies(state, id, offset, size);
        let bytes = state.memory.bytes(id, offset, size);
        let word = self.word() as u8;
        let (mut value, undef) = match gather(&mut self.oracle.terms, &bytes, word) {
            Gathered::Value(value, undef) => (value, undef),
            Gathered::Mixed => return undetermined("parts of pointers are read as a number"),
        };
        let external = state.memory.get(id).external;
        if undef != 0 && (self.choose || external) {
            let chosen = self.unwritten(state, id, scalar);
            value = Value::int(with_bits(&mut self.oracle.terms, value.bits, undef, chosen.bits));
            let zero = self.zero_byte;
            state.memory.write(id, offset, size, value, zero);
        }
        if scalar == Scalar::Ptr {
            if let Prov::Derived(object) = value.prov {
                value.prov = Prov::Plain(object);
            }
        }
        Ok(value)
    }

    /// A value for what was never written in the object.
    fn unwritten(&mut self, state: &mut State, id: ObjectId, scalar: Scalar) -> Value {
        let object = state.memory.get(id);
        if !object.external {
            return self.uninitialised(state, scalar);
        }
        if let Some(name) = object.name {
            let name = self.program.names.resolve(name).to_string();
            self.assumptions.insert(Assumption::ExternalObject(name));
        }
        let value = self.arbitrary(state, scalar);
        if let Some(input) = Rc::make_mut(&mut state.inputs).last_mut() {
            input.foreign = true;
        }
        value
    }

    pub(crate) fn store(
        &mut self,
        state: &mut State,
        pointer: Value,
        scalar: Scalar,
        value: Value,
        access: Access,
    ) -> Res<()> {
        let size = self.access_size(scalar);
        let (id, offset) = self.resolve(state, pointer, size, access)?;
        self.store_at(state, id, offset, size, value)
    }

    pub(crate) fn store_at(
        &mut self,
        state: &mut State,
        id: ObjectId,
        offset: u64,
        size: u64,
        value: Value,
    ) -> Res<()> {
        if let Prov::Piece { len, .. } = value.prov
            && u64::from(len) < size
        {
            return undetermined("a part of a pointer is stored as a number");
        }
        let zero = self.zero_byte;
        state.memory.write(id, offset, size, value, zero);
        Ok(())
    }

    fn bit_range(
        &mut self,
        state: &State,
        pointer: Value,
        bits: BitRange,
        access: Access,
    ) -> Res<(ObjectId, u64, u64, u32)> {
        let first = u64::from(bits.start / 8);
        let last = (u64::from(bits.start) + u64::from(bits.width)).max(1).div_ceil(8);
        let size = last.saturating_sub(first).clamp(1, 16);
        let by = self.word_constant(first);
        let start = Value { bits: self.oracle.terms.add(pointer.bits, by), ..pointer };
        let (id, offset) = self.resolve(state, start, size, access)?;
        Ok((id, offset, size, u32::from(bits.start % 8)))
    }

    /// The bits of a unit as a number, and which have no value.
    fn unit(&mut self, state: &State, id: ObjectId, offset: u64, size: u64) -> Res<(smt::TermId, u128)> {
        let bytes = state.memory.bytes(id, offset, size);
        let word = self.word() as u8;
        match gather(&mut self.oracle.terms, &bytes, word) {
            Gathered::Value(value, undef) if value.prov.is_none() => Ok((value.bits, undef)),
            _ => undetermined("a bit-field overlays a pointer"),
        }
    }

    /// Reads a bit-field, extended to the scalar by its signedness.
    pub(crate) fn load_bits(
        &mut self,
        state: &mut State,
        pointer: Value,
        bits: BitRange,
        scalar: Scalar,
    ) -> Res<Value> {
        let (id, offset, size, shift) = self.bit_range(state, pointer, bits, Access::Read)?;
        let width = scalar.width(self.model);
        if bits.width == 0 {
            return Ok(Value::int(self.constant(width, 0)));
        }
        self.define_copies(state, id, offset, size);
        let (unit, undef) = self.unit(state, id, offset, size)?;
        let field_width = u32::from(bits.width);
        let mask = (1u128 << field_width) - 1;
        let undef = undef >> shift & mask;
        let mut field = self.oracle.terms.extract(unit, shift + field_width - 1, shift);
        if undef != 0 {
            let external = state.memory.get(id).external;
            if !self.choose && !external {
                return Ok(self.undefined(scalar));
            }
            let chosen = self.unwritten(state, id, scalar);
            let chosen = self.oracle.terms.extract(chosen.bits, field_width - 1, 0);
            field = with_bits(&mut self.oracle.terms, field, undef, chosen);
            self.write_field(state, (id, offset, size, shift), bits, field, false)?;
        }
        Ok(Value::int(self.oracle.terms.resize(field, width, scalar.is_signed())))
    }

    pub(crate) fn store_bits(
        &mut self,
        state: &mut State,
        pointer: Value,
        bits: BitRange,
        value: Value,
        access: Access,
    ) -> Res<()> {
        let range = self.bit_range(state, pointer, bits, access)?;
        if bits.width == 0 {
            return Ok(());
        }
        if !value.prov.is_none() {
            return undetermined("an address is stored in a bit-field");
        }
        self.define_copies(state, range.0, range.1, range.2);
        let field = self.oracle.terms.resize(value.bits, u32::from(bits.width), false);
        self.write_field(state, range, bits, field, value.undef)
    }

    fn write_field(
        &mut self,
        state: &mut State,
        range: (ObjectId, u64, u64, u32),
        bits: BitRange,
        field: smt::TermId,
        undefined: bool,
    ) -> Res<()> {
        let (id, offset, size, shift) = range;
        let (unit, undef) = self.unit(state, id, offset, size)?;
        let mask = ((1u128 << bits.width) - 1) << shift;
        let range = (shift, u32::from(bits.width));
        let new = scalar::with_field(&mut self.oracle.terms, unit, range, field);
        let undef = if undefined { undef | mask } else { undef & !mask };
        let bytes: Vec<Byte> = (0..size)
            .map(|i| Byte { term: new, prov: Prov::None, index: i as u8, undef: (undef >> (8 * i)) as u8 })
            .collect();
        state.memory.set_bytes(id, offset, &bytes);
        Ok(())
    }

    /// The bytes `n` further on.
    pub(crate) fn advance(&mut self, pointer: Value, n: u64) -> Value {
        let by = self.word_constant(n & self.address_mask());
        Value { bits: self.oracle.terms.add(pointer.bits, by), ..pointer }
    }
}
