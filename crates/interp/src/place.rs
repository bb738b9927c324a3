//! Places: where they are, and reading and writing them in general.

use crate::code::{CopyCode, PlaceCode};
use crate::fault::{Res, nondeterminism};
use crate::machine::{Machine, c_name};
use crate::memory::Bytes;
use crate::value::{ObjectId, Prov, Value, Wide, access_size, narrow, widen};
use ir::Scalar;
use semantics::address::distance;
use semantics::execution::Execution as _;
use verdict::{Access, Assumption, Property};

impl Machine<'_> {
    /// The pointer that a place denotes; its index decides where the access goes.
    pub(crate) fn effective(&mut self, place: &PlaceCode, base: usize) -> Res<Value> {
        let mut pointer = self.regs[base + place.base as usize];
        let mut offset = place.offset as u64;
        if let Some((slot, scale)) = place.index {
            let index = self.regs[base + slot as usize];
            self.decide(&index, "index")?;
            offset = offset.wrapping_add(distance(index.bits, scale, self.memory.address_mask));
        }
        pointer.bits = pointer.bits.wrapping_add(offset) & self.memory.address_mask;
        Ok(pointer)
    }

    /// The address that a place denotes, without an access: undefined parts make it undefined.
    pub(crate) fn address_of(&mut self, place: &PlaceCode, base: usize) -> Value {
        let mut pointer = self.regs[base + place.base as usize];
        let mut offset = place.offset as u64;
        if let Some((slot, scale)) = place.index {
            let index = self.regs[base + slot as usize];
            if index.undef != 0 {
                return Value::UNDEF;
            }
            offset = offset.wrapping_add(distance(index.bits, scale, self.memory.address_mask));
            if pointer.prov.is_none() && !index.prov.is_none() {
                // Null plus an address kept as an integer.
                let bits = pointer.bits.wrapping_add(offset) & self.memory.address_mask;
                let prov = self.memory.pointer_from_integer(bits, index.prov);
                return Value { bits, undef: pointer.undef, prov, frag: 0 };
            }
        }
        if pointer.undef != 0 {
            return Value::UNDEF;
        }
        pointer.bits = pointer.bits.wrapping_add(offset) & self.memory.address_mask;
        pointer
    }

    /// Reads a scalar in general.
    pub(crate) fn load(&mut self, pointer: Value, scalar: Scalar) -> Res<Wide> {
        let size = access_size(scalar, self.model);
        let mut wide = self.memory.load(pointer, size)?;
        if wide.undef != 0 {
            if let Some(object) = self.memory.is_external(pointer) {
                self.assume_external(object);
                let chosen = self.arbitrary(c_name(scalar, self.model), scalar)?;
                wide.bits = wide.bits & !wide.undef | chosen.bits & wide.undef;
                wide.undef = 0;
                self.memory.settle(pointer, size, wide)?;
            } else if self.choose {
                let (id, offset) = self.memory.resolve(pointer, size, Access::Read)?;
                self.define_copies(id, offset, size as usize)?;
                wide = self.memory.peek(id, offset, size as usize);
                wide = self.define(wide, scalar)?;
                self.memory.poke(id, offset, size as usize, wide);
            }
        }
        if scalar == Scalar::Ptr && (!wide.prov.is_plain() || wide.frag != 0) {
            let prov = match wide.prov.object() {
                Some(object) => Prov::derived(object),
                None => wide.prov,
            };
            wide.prov = self.memory.pointer_from_integer(wide.bits as u64, prov);
            wide.frag = 0;
        }
        Ok(wide)
    }

    fn assume_external(&mut self, object: ObjectId) {
        if let Some(name) = self.memory.info(object).name {
            let name = self.program.names.resolve(name).to_string();
            self.assumptions.insert(Assumption::ExternalObject(name));
        }
    }

    pub(crate) fn load_slow(&mut self, pointer: Value, scalar: Scalar) -> Res<Value> {
        let wide = self.load(pointer, scalar)?;
        Ok(narrow(wide, scalar, self.model).0)
    }

    pub(crate) fn store_slow(&mut self, pointer: Value, scalar: Scalar, value: Value) -> Res<()> {
        let wide = widen(value, Value::ZERO, scalar, self.model);
        Ok(self.memory.store(pointer, access_size(scalar, self.model), wide)?)
    }

    /// Reads a place of any shape into registers.
    pub(crate) fn load_place(&mut self, place: &PlaceCode, base: usize, dst: u32) -> Res<()> {
        let pointer = self.effective(place, base)?;
        let scalar = place.access;
        let wide = match place.bits {
            None => self.load(pointer, scalar)?,
            Some(bits) => {
                let mut field = self.memory.load_bits(pointer, bits)?;
                if field.undef != 0 && self.choose {
                    let (id, offset, size, _) = self.memory.bit_range(pointer, bits, Access::Read)?;
                    self.define_copies(id, offset, size)?;
                    field = self.memory.load_bits(pointer, bits)?;
                }
                if field.undef != 0 && (self.choose || self.memory.is_external(pointer).is_some()) {
                    field = self.define(field, scalar)?;
                    self.memory.store_bits(pointer, bits, field, Access::Read)?;
                }
                let width = u32::from(bits.width);
                if scalar.is_signed() && width > 0 {
                    field.bits = crate::value::sign_extend(field.bits, width) as u128;
                    field.undef = crate::value::sign_extend(field.undef, width) as u128;
                }
                field
            }
        };
        self.set_wide(base, dst, scalar, wide);
        Ok(())
    }

    pub(crate) fn store_place(&mut self, place: &PlaceCode, base: usize, src: u32) -> Res<()> {
        let pointer = self.effective(place, base)?;
        let wide = self.wide_at(base, src, place.access);
        match place.bits {
            None => self.memory.store(pointer, access_size(place.access, self.model), wide)?,
            Some(bits) => {
                if self.choose {
                    let (id, offset, size, _) = self.memory.bit_range(pointer, bits, Access::Write)?;
                    self.define_copies(id, offset, size)?;
                }
                self.memory.store_bits(pointer, bits, wide, Access::Write)?;
            }
        }
        Ok(())
    }

    /// A structure assignment.
    pub(crate) fn copy_block(&mut self, copy: &CopyCode, base: usize) -> Res<()> {
        let &CopyCode { ref dst, ref src, size, is_padding } = copy;
        if is_padding && !self.exact {
            // gcc copies the whole structure.
            return Ok(());
        }
        if is_padding && self.policy.asks(Property::NoUninit) {
            return nondeterminism("the padding of a structure gets unspecified values");
        }
        let to = self.effective(dst, base)?;
        let from = self.effective(src, base)?;
        if size == 0 {
            return Ok(());
        }
        self.assign_block(to, from, size, Access::Write)
    }

    pub(crate) fn zero_block(&mut self, place: &PlaceCode, size: u64, base: usize) -> Res<()> {
        let pointer = self.effective(place, base)?;
        if size == 0 {
            return Ok(());
        }
        let (id, offset) = self.memory.resolve(pointer, size, Access::Write)?;
        self.memory.fill(id, offset, size as usize, 0);
        self.charge(size)
    }

    /// The bytes of an aggregate.
    pub(crate) fn read_block(&mut self, place: &PlaceCode, base: usize, size: u64) -> Res<Bytes> {
        let pointer = self.effective(place, base)?;
        if size == 0 {
            return Ok(Bytes::default());
        }
        let (id, offset) = self.memory.resolve(pointer, size, Access::Read)?;
        Ok(self.memory.extract(id, offset, size as usize))
    }
}
