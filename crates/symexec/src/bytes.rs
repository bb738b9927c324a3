//! Bytes of memory: copies of what has no value, and fields of bits.

use crate::machine::{Allocate, StateOf};
use crate::state::Input;
use crate::stop::Res;
use base::Symbol;
use encode::path::with_bits;
use encode::scalar;
use ir::{BitRange, Scalar};
use smt::path::TermByte as _;
use smt::{Sort, TermId};
use std::rc::Rc;
use verdict::{Access, Assumption, UnknownKind};

/// So many bytes without a value are told apart in one copy.
const MAX_NAMED: usize = 1 << 12;

/// Where a field of bits lies: the object, the offset and the size of the bytes that it touches, and the bits below it.
type Unit<O> = (O, u64, u64, u32);

pub trait Bytes<'p>: Allocate<'p> {
    fn byte(state: &StateOf<'p, Self>, object: Self::Object, offset: u64) -> Self::Byte;
    fn bytes(state: &StateOf<'p, Self>, object: Self::Object, offset: u64, size: u64) -> Vec<Self::Byte> {
        (offset..offset + size).map(|at| Self::byte(state, object, at)).collect()
    }
    fn set_bytes(state: &mut StateOf<'p, Self>, object: Self::Object, offset: u64, bytes: &[Self::Byte]);
    /// Gives the bytes of a range one value.
    fn fill(
        &mut self,
        state: &mut StateOf<'p, Self>,
        object: Self::Object,
        offset: u64,
        size: u64,
        byte: Self::Byte,
    ) -> Res<()>;
    /// The bits of a range as a number, and which have no value.
    fn unit(
        &mut self,
        state: &StateOf<'p, Self>,
        object: Self::Object,
        offset: u64,
        size: u64,
    ) -> Res<(TermId, u128)>;
    /// The name of an object that is defined outside the program, so that what was not written is arbitrary.
    fn external_name(state: &StateOf<'p, Self>, object: Self::Object) -> Option<Option<Symbol>>;
    /// Whether reading what has no value gives an input.
    fn chooses(&self) -> bool;
    /// Gives what was never written in a range the value that the caller left there, if somebody did.
    fn define_given(
        &mut self,
        _state: &mut StateOf<'p, Self>,
        _object: Self::Object,
        _offset: u64,
        _size: u64,
        _wanted: Option<Scalar>,
    ) {
    }

    fn zero_byte(&mut self) -> Self::Byte {
        Self::Byte::new(self.constant(8, 0), 0, 0)
    }
    fn undefined_byte(&mut self) -> Self::Byte {
        Self::Byte::new(self.constant(8, 0), 0, 0xff)
    }

    /// The bytes of a valid range that is copied. The copy of a byte without a value is the same byte, whatever it is: where values
    /// are chosen for those, it becomes a variable that both hold, and an input when one of them is looked at.
    fn copied(
        &mut self,
        state: &mut StateOf<'p, Self>,
        object: Self::Object,
        offset: u64,
        size: u64,
    ) -> Vec<Self::Byte> {
        self.define_given(state, object, offset, size, None);
        let mut bytes = Self::bytes(state, object, offset, size);
        if !self.chooses()
            || !bytes.iter().any(|b| b.undefined() != 0)
            || Self::external_name(state, object).is_some()
        {
            return bytes;
        }
        let terms = &mut self.solver().terms;
        let mut unnamed: Vec<&mut Self::Byte> =
            bytes.iter_mut().filter(|b| b.undefined() != 0 && terms.is_constant(b.term())).collect();
        if unnamed.is_empty() {
            return bytes;
        }
        if unnamed.len() > MAX_NAMED || unnamed.iter().any(|b| b.undefined() != 0xff) {
            self.cut(UnknownKind::Nondeterminism, "an uninitialised value is copied");
            return bytes;
        }
        for byte in &mut unnamed {
            let name = format!("u{}", state.named_bytes);
            state.named_bytes += 1;
            **byte = Self::Byte::new(terms.var(&name, Sort::Bv(8)), 0, 0xff);
        }
        Self::set_bytes(state, object, offset, &bytes);
        bytes
    }

    /// Makes the named bytes of a range inputs, if they are none yet, and gives them their value.
    fn define_copies(&mut self, state: &mut StateOf<'p, Self>, object: Self::Object, offset: u64, size: u64) {
        if !self.chooses() || state.named_bytes == 0 {
            return;
        }
        for at in offset..offset + size {
            let byte = Self::byte(state, object, at);
            let (variable, terms) = (byte.term(), &self.solver().terms);
            if byte.undefined() != 0xff || !terms.is_variable(variable) || terms.width(variable) != 8 {
                continue;
            }
            if !state.inputs.iter().any(|input| input.variable == variable) {
                self.work_mut().assumptions.insert(Assumption::UninitialisedIsArbitrary);
                let input = Input { variable, signed: false, uninitialised: true, foreign: false };
                Rc::make_mut(&mut state.inputs).push(input);
            }
            Self::set_bytes(state, object, at, &[Self::Byte::new(variable, 0, 0)]);
        }
    }

    /// A value for what was never written in the object.
    fn unwritten(&mut self, state: &mut StateOf<'p, Self>, object: Self::Object, scalar: Scalar) -> TermId {
        let Some(name) = Self::external_name(state, object) else {
            return Self::bits(self.uninitialised(state, scalar));
        };
        if let Some(name) = name {
            let name = self.work().program.names.resolve(name).to_string();
            self.work_mut().assumptions.insert(Assumption::ExternalObject(name));
        }
        let value = self.arbitrary(state, scalar);
        if let Some(input) = Rc::make_mut(&mut state.inputs).last_mut() {
            input.foreign = true;
        }
        Self::bits(value)
    }

    fn bit_range(
        &mut self,
        state: &mut StateOf<'p, Self>,
        pointer: Self::Value,
        bits: BitRange,
        access: Access,
    ) -> Res<Unit<Self::Object>> {
        let first = u64::from(bits.start / 8);
        let last = (u64::from(bits.start) + u64::from(bits.width)).max(1).div_ceil(8);
        let size = last.saturating_sub(first).clamp(1, 16);
        let start = self.advance(pointer, first);
        let (object, offset) = self.resolve(state, start, size, access)?;
        Ok((object, offset, size, u32::from(bits.start % 8)))
    }

    /// Reads a bit-field, extended to the scalar by its signedness; `None` if it has no value and none is chosen.
    fn load_field(
        &mut self,
        state: &mut StateOf<'p, Self>,
        pointer: Self::Value,
        bits: BitRange,
        scalar: Scalar,
    ) -> Res<Option<TermId>> {
        let (object, offset, size, shift) = self.bit_range(state, pointer, bits, Access::Read)?;
        let width = scalar.width(self.work().model);
        if bits.width == 0 {
            return Ok(Some(self.constant(width, 0)));
        }
        self.define_given(state, object, offset, size, Some(Scalar::U8));
        self.define_copies(state, object, offset, size);
        let (unit, undefined) = self.unit(state, object, offset, size)?;
        let field_width = u32::from(bits.width);
        let undefined = undefined >> shift & ((1u128 << field_width) - 1);
        let mut field = self.solver().terms.extract(unit, shift + field_width - 1, shift);
        if undefined != 0 {
            if !self.chooses() && Self::external_name(state, object).is_none() {
                return Ok(None);
            }
            let chosen = self.unwritten(state, object, scalar);
            let terms = &mut self.solver().terms;
            let chosen = terms.extract(chosen, field_width - 1, 0);
            field = with_bits(terms, field, undefined, chosen);
            self.write_field(state, (object, offset, size, shift), bits, field, false)?;
        }
        Ok(Some(self.solver().terms.resize(field, width, scalar.is_signed())))
    }

    /// Writes a bit-field; undefined if the value is.
    fn store_field(
        &mut self,
        state: &mut StateOf<'p, Self>,
        pointer: Self::Value,
        bits: BitRange,
        value: (TermId, bool),
        access: Access,
    ) -> Res<()> {
        let range = self.bit_range(state, pointer, bits, access)?;
        if bits.width == 0 {
            return Ok(());
        }
        self.define_given(state, range.0, range.1, range.2, Some(Scalar::U8));
        self.define_copies(state, range.0, range.1, range.2);
        let field = self.solver().terms.resize(value.0, u32::from(bits.width), false);
        self.write_field(state, range, bits, field, value.1)
    }

    fn write_field(
        &mut self,
        state: &mut StateOf<'p, Self>,
        range: Unit<Self::Object>,
        bits: BitRange,
        field: TermId,
        undefined: bool,
    ) -> Res<()> {
        let (object, offset, size, shift) = range;
        let (unit, before) = self.unit(state, object, offset, size)?;
        let mask = ((1u128 << bits.width) - 1) << shift;
        let place = (shift, u32::from(bits.width));
        let new = scalar::with_field(&mut self.solver().terms, unit, place, field);
        let without = if undefined { before | mask } else { before & !mask };
        let bytes: Vec<Self::Byte> =
            (0..size).map(|i| Self::Byte::new(new, i as u8, (without >> (8 * i)) as u8)).collect();
        Self::set_bytes(state, object, offset, &bytes);
        Ok(())
    }
}
