//! Accesses: where a pointer leads, whether it may be used, and what is read or written there.

use crate::hunter::{Hunter, State};
use base::Symbol;
use encode::path::{Byte, Gathered, ObjectId, Prov, Value, gather, with_bits};
use ir::{BitRange, Scalar};
use smt::{TermId, Terms};
use symexec::{Allocate as _, Bytes, Dereference, Kind, Machine as _, Res, fault, undetermined, unknown};
use verdict::{Access, FindingKind, UnknownKind};

/// The cells of an array of which one is read, or written, at an index that is not known, without looking at each index by itself.
const MOST_CELLS_READ: u64 = 512;
const MOST_CELLS_WRITTEN: u64 = 64;

/// Addresses below this without provenance are null plus the offset of a member.
const NULL_PAGE: u64 = 1 << 16;

impl<'p> Dereference<'p> for Hunter<'p> {
    /// The object that a pointer leads to and the offset in it, before any check of the access.
    fn locate(&mut self, state: &mut State, pointer: Value) -> Res<(ObjectId, TermId)> {
        if pointer.undef {
            return fault(FindingKind::UninitPointer);
        }
        let pointer = self.after_resizing(state, pointer)?;
        match pointer.prov {
            Prov::Plain(object) | Prov::Derived(object) => Ok((object, pointer.bits)),
            Prov::Piece { .. } => undetermined("a part of a pointer is used as a pointer"),
            Prov::None => {
                self.not_foreign(state, pointer.bits)?;
                let low = self.word_constant(NULL_PAGE);
                let high = self.word_constant(self.address_mask() - NULL_PAGE);
                let terms = &mut self.solver.terms;
                let (below, above) = (terms.ult(pointer.bits, low), terms.ugt(pointer.bits, high));
                let null = terms.or(below, above);
                if self.decide(state, null)? {
                    return fault(FindingKind::NullDeref);
                }
                if state.own.exposed {
                    return undetermined("an integer is used as a pointer");
                }
                fault(FindingKind::WildPointer)
            }
        }
    }

    /// The object and the offset of a valid access of `size` bytes.
    fn resolve(
        &mut self,
        state: &mut State,
        pointer: Value,
        size: u64,
        access: Access,
    ) -> Res<(ObjectId, u64)> {
        let (id, offset) = self.checked(state, pointer, size, access)?;
        let last = state.memory.get(id).size - size;
        let preferred = [0, u128::from(last)];
        let at = self.value_of(state, offset, self.work.config.enumerate, &preferred, "an offset")?;
        Ok((id, at as u64))
    }

    fn load_by_index(&mut self, state: &mut State, pointer: Value, scalar: Scalar) -> Res<Option<Value>> {
        if self.solver.constant(pointer.bits).is_some() {
            return Ok(None);
        }
        let size = self.access_size(scalar);
        let (id, offset) = self.checked(state, pointer, size, Access::Read)?;
        let Some(cells) = self.cells_at(state, (id, offset), size, MOST_CELLS_READ) else { return Ok(None) };
        Ok(Some(Value::int(select(&mut self.solver.terms, offset, &cells))))
    }

    fn store_by_index(
        &mut self,
        state: &mut State,
        pointer: Value,
        size: u64,
        value: Value,
        access: Access,
    ) -> Res<bool> {
        if self.solver.constant(pointer.bits).is_some() || value.undef || !value.prov.is_none() {
            return Ok(false);
        }
        let (id, offset) = self.checked(state, pointer, size, access)?;
        let Some(cells) = self.cells_at(state, (id, offset), size, MOST_CELLS_WRITTEN) else {
            return Ok(false);
        };
        for (at, old) in cells {
            let here = self.word_constant(at);
            let terms = &mut self.solver.terms;
            let is_here = terms.eq(offset, here);
            let new = terms.ite(is_here, value.bits, old);
            self.store_at(state, id, at, size, Value::int(new))?;
        }
        Ok(true)
    }

    /// Reads a scalar from a range that is known to be valid.
    fn load_at(&mut self, state: &mut State, id: ObjectId, offset: u64, scalar: Scalar) -> Res<Value> {
        let size = self.access_size(scalar);
        self.define_copies(state, id, offset, size);
        let bytes = state.memory.bytes(id, offset, size);
        let word = self.word() as u8;
        let (mut value, undef) = match gather(&mut self.solver.terms, &bytes, word) {
            Gathered::Value(value, undef) => (value, undef),
            Gathered::Mixed => return undetermined("parts of pointers are read as a number"),
        };
        let external = state.memory.get(id).external;
        if undef != 0 && (self.choose || external) {
            let chosen = self.unwritten(state, id, scalar);
            value = Value::int(with_bits(&mut self.solver.terms, value.bits, undef, chosen));
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

    fn store_at(&mut self, state: &mut State, id: ObjectId, offset: u64, size: u64, value: Value) -> Res<()> {
        if let Prov::Piece { len, .. } = value.prov
            && u64::from(len) < size
        {
            return undetermined("a part of a pointer is stored as a number");
        }
        let zero = self.zero_byte;
        state.memory.write(id, offset, size, value, zero);
        Ok(())
    }

    fn load_bits(&mut self, state: &mut State, pointer: Value, bits: BitRange, scalar: Scalar) -> Res<Value> {
        Ok(match self.load_field(state, pointer, bits, scalar)? {
            Some(value) => Value::int(value),
            None => self.undefined(scalar),
        })
    }

    fn store_bits(
        &mut self,
        state: &mut State,
        pointer: Value,
        bits: BitRange,
        value: Value,
        access: Access,
    ) -> Res<()> {
        if bits.width > 0 && !value.prov.is_none() {
            return undetermined("an address is stored in a bit-field");
        }
        self.store_field(state, pointer, bits, (value.bits, value.undef), access)
    }
}

impl Hunter<'_> {
    /// The object that a pointer leads to and the offset in it, at which `size` bytes may be accessed.
    fn checked(
        &mut self,
        state: &mut State,
        pointer: Value,
        size: u64,
        access: Access,
    ) -> Res<(ObjectId, TermId)> {
        let (id, offset) = self.locate(state, pointer)?;
        Self::check_live(state, id)?;
        let object = state.memory.get(id);
        let (total, kind) = (object.size, object.kind);
        if object.external && total == 0 && size > 0 {
            let message = "how large an object is that is defined nowhere is not known";
            return unknown(UnknownKind::ExternalFunction, message);
        }
        if matches!(kind, Kind::Function(_) | Kind::Label(..) | Kind::Stream) || size > total {
            return fault(FindingKind::OutOfBounds);
        }
        let inside = match self.solver.constant(offset) {
            Some(at) => at <= u128::from(total - size),
            None => {
                let last = self.word_constant(total - size);
                let inside = self.solver.terms.ule(offset, last);
                self.decide(state, inside)?
            }
        };
        if !inside {
            return fault(FindingKind::OutOfBounds);
        }
        if access == Access::Write && matches!(kind, Kind::Constant | Kind::ConstantLocal) {
            return fault(FindingKind::WriteToConstant);
        }
        Ok((id, offset))
    }

    /// The places in an object that an offset may stand for, and the numbers there. `None` if they are more than `most`, overlap, or hold what is
    /// no number or has no value.
    fn cells_at(
        &mut self,
        state: &State,
        (id, offset): (ObjectId, TermId),
        size: u64,
        most: u64,
    ) -> Option<Vec<(u64, TermId)>> {
        let object = state.memory.get(id);
        if object.external || !size.is_power_of_two() {
            return None;
        }
        let terms = &mut self.solver.terms;
        let residue = match size.trailing_zeros() {
            0 => 0,
            bits => {
                let low = terms.extract(offset, bits - 1, 0);
                terms.constant(low)?.to_u64()?
            }
        };
        let last = object.size.checked_sub(size)?;
        let (low, high) = terms.unsigned_range(offset).unwrap_or((0, last));
        // The first place from `low` on with that residue.
        let (first, high) = (low + (residue.wrapping_sub(low) & (size - 1)), high.min(last));
        if high.checked_sub(first)? / size >= most {
            return None;
        }
        let word = self.word() as u8;
        let mut cells = Vec::new();
        for at in (first..=high).step_by(size as usize) {
            let bytes = state.memory.bytes(id, at, size);
            match gather(&mut self.solver.terms, &bytes, word) {
                Gathered::Value(value, 0) if value.prov.is_none() => cells.push((at, value.bits)),
                _ => return None,
            }
        }
        (!cells.is_empty()).then_some(cells)
    }
}

/// The number at an offset that is one of these, which are in order.
fn select(terms: &mut Terms, offset: TermId, cells: &[(u64, TermId)]) -> TermId {
    let first = cells[0].1;
    if cells.iter().all(|&(_, value)| value == first) {
        return first;
    }
    let (below, above) = cells.split_at(cells.len() / 2);
    let (low, high) = (select(terms, offset, below), select(terms, offset, above));
    let bound = terms.bv_const(terms.width(offset), u128::from(above[0].0));
    let is_below = terms.ult(offset, bound);
    terms.ite(is_below, low, high)
}

impl<'p> Bytes<'p> for Hunter<'p> {
    fn byte(state: &State, id: ObjectId, offset: u64) -> Byte {
        state.memory.get(id).byte(offset)
    }
    fn bytes(state: &State, id: ObjectId, offset: u64, size: u64) -> Vec<Byte> {
        state.memory.bytes(id, offset, size)
    }
    fn set_bytes(state: &mut State, id: ObjectId, offset: u64, bytes: &[Byte]) {
        state.memory.set_bytes(id, offset, bytes);
    }
    fn fill(&mut self, state: &mut State, id: ObjectId, offset: u64, size: u64, byte: Byte) -> Res<()> {
        // A whole block costs nothing.
        if offset > 0 || size != state.memory.get(id).size {
            self.bulk(size)?;
        }
        state.memory.fill_bytes(id, offset, size, byte);
        Ok(())
    }
    /// The bits of a unit as a number, and which have no value.
    fn unit(&mut self, state: &State, id: ObjectId, offset: u64, size: u64) -> Res<(TermId, u128)> {
        let bytes = state.memory.bytes(id, offset, size);
        let word = self.word() as u8;
        match gather(&mut self.solver.terms, &bytes, word) {
            Gathered::Value(value, undef) if value.prov.is_none() => Ok((value.bits, undef)),
            _ => undetermined("a bit-field overlays a pointer"),
        }
    }

    fn external_name(state: &State, id: ObjectId) -> Option<Option<Symbol>> {
        let object = state.memory.get(id);
        object.external.then_some(object.name)
    }
    fn chooses(&self) -> bool {
        self.choose
    }
    fn zero_byte(&mut self) -> Byte {
        self.zero_byte
    }
    fn undefined_byte(&mut self) -> Byte {
        self.undef_byte
    }
}
