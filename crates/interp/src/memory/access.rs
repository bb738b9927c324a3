//! Loads and stores: fast paths for what programs do all the time, and slow paths that handle everything and say what is
//! wrong.

use super::{FRAGMENTS, Kind, Memory, State};
use crate::fault::Fault;
use crate::value::{ObjectId, Prov, Value, Wide, mask};
use ir::BitRange;
use verdict::{Access, FindingKind};

/// Addresses below this without provenance are null plus the offset of a member.
const NULL_PAGE: u64 = 1 << 16;

impl Memory {
    /// Reads `N` initialised bytes that are a whole pointer or no part of one; `None` asks for the slow path.
    #[inline(always)]
    pub(crate) fn load_fast<const N: usize>(&self, prov: Prov, address: u64) -> Option<(u64, Prov)> {
        let object = self.objects.get(prov.0 as usize)?;
        let offset = address.wrapping_sub(object.base) as usize;
        let bytes = object.data.get(offset..offset.wrapping_add(N))?;
        if !object.init.is_empty() && *object.init.get(offset..offset + N)? != [0xff; N] {
            return None;
        }
        let mut buffer = [0u8; 8];
        buffer[..N].copy_from_slice(bytes);
        let bits = u64::from_le_bytes(buffer);
        if object.words.is_empty() {
            return Some((bits, Prov::NONE));
        }
        let first = *object.words.get(offset >> self.word_shift)?;
        if N as u64 == self.pointer_size && offset & (N - 1) == 0 {
            return Prov(first).is_plain().then_some((bits, Prov(first)));
        }
        let last = *object.words.get((offset + N - 1) >> self.word_shift)?;
        let spans_three = N as u64 > self.pointer_size && offset & (N - 1) != 0;
        if first | last != 0 || spans_three {
            return None;
        }
        Some((bits, Prov::NONE))
    }

    /// Writes `N` bytes of a defined value; false asks for the slow path, and nothing was written.
    #[inline(always)]
    pub(crate) fn store_fast<const N: usize>(&mut self, prov: Prov, address: u64, value: &Value) -> bool {
        let Some(object) = self.objects.get_mut(prov.0 as usize) else { return false };
        let offset = address.wrapping_sub(object.base) as usize;
        let Some(bytes) = object.data.get_mut(offset..offset.wrapping_add(N)) else { return false };
        if !object.writable || value.undef != 0 {
            return false;
        }
        if !object.words.is_empty() || !value.prov.is_none() {
            let Some(first) = object.words.get_mut(offset >> self.word_shift) else { return false };
            if N as u64 == self.pointer_size && offset & (N - 1) == 0 {
                if !value.prov.is_plain() || value.frag != 0 || *first == FRAGMENTS {
                    return false;
                }
                *first = value.prov.0;
            } else {
                let first = *first;
                let Some(&last) = object.words.get((offset + N - 1) >> self.word_shift) else { return false };
                let spans_three = N as u64 > self.pointer_size && offset & (N - 1) != 0;
                if !value.prov.is_none() || first | last != 0 || spans_three {
                    return false;
                }
            }
        }
        bytes.copy_from_slice(&value.bits.to_le_bytes()[..N]);
        if !object.init.is_empty()
            && let Some(init) = object.init.get_mut(offset..offset + N)
        {
            init.fill(0xff);
        }
        true
    }

    /// The object and the offset that a pointer of the program stands for, before any check but that of the pointer itself.
    pub(crate) fn locate(&self, pointer: Value, size: u64, access: Access) -> Result<(ObjectId, i64), Fault> {
        let address = pointer.bits & self.address_mask;
        if pointer.undef != 0 {
            return Err(Fault::new(FindingKind::UninitPointer).access(access));
        }
        let prov = if pointer.prov.is_plain() {
            pointer.prov
        } else {
            self.pointer_from_integer(address, pointer.prov)
        };
        let id = match prov.object() {
            Some(id) => id,
            None if address < NULL_PAGE || address > self.address_mask - NULL_PAGE => {
                let offset = if address < NULL_PAGE {
                    address as i64
                } else {
                    -((self.address_mask - address) as i64) - 1
                };
                return Err(Fault::new(FindingKind::NullDeref).access(access).range(offset, size));
            }
            None => match self.exposed_at(address) {
                Some(id) => id,
                None => {
                    return Err(Fault::new(FindingKind::WildPointer)
                        .access(access)
                        .value(format_args!("{address:#x}")));
                }
            },
        };
        let difference = address.wrapping_sub(self.object(id).base);
        // Sign-extended from the pointer's width, so that an underflow reads as a negative offset.
        let offset =
            if self.pointer_size == 4 { i64::from(difference as u32 as i32) } else { difference as i64 };
        Ok((id, offset))
    }

    /// The object and the offset of a valid access of `size` bytes.
    pub(crate) fn resolve(
        &self,
        pointer: Value,
        size: u64,
        access: Access,
    ) -> Result<(ObjectId, usize), Fault> {
        let (id, offset) = self.locate(pointer, size, access)?;
        let info = self.info(id);
        let fault = |kind| Err(Fault::new(kind).access(access).object(id).range(offset, size));
        match info.state {
            State::Freed(_) => return fault(FindingKind::UseAfterFree),
            State::OutOfScope(_) => return fault(FindingKind::OutOfScope),
            State::Live => {}
        }
        let inside = offset >= 0 && (offset as u64).checked_add(size).is_some_and(|end| end <= info.size);
        if !inside || matches!(info.kind, Kind::Function(_) | Kind::Label(..) | Kind::Stream(_)) {
            return fault(FindingKind::OutOfBounds);
        }
        if access == Access::Write && !self.object(id).writable {
            return fault(FindingKind::WriteToConstant);
        }
        Ok((id, offset as usize))
    }

    /// As `resolve` for at most 16 bytes; what is read is not extended.
    pub(crate) fn load(&mut self, pointer: Value, size: u64) -> Result<Wide, Fault> {
        let (id, offset) = self.resolve(pointer, size, Access::Read)?;
        Ok(self.peek(id, offset, size as usize))
    }

    /// Reads up to 16 bytes of a valid range.
    pub(crate) fn peek(&mut self, id: ObjectId, offset: usize, size: usize) -> Wide {
        let object = &self.objects[id as usize];
        let mut data = [0u8; 16];
        data[..size].copy_from_slice(&object.data[offset..offset + size]);
        let mut init = [0u8; 16];
        if object.init.is_empty() {
            init[..size].fill(0xff);
        } else {
            init[..size].copy_from_slice(&object.init[offset..offset + size]);
        }
        let undef = !u128::from_le_bytes(init) & mask(size as u32 * 8);
        let (prov, frag) = self.provenance_of(id, offset, size);
        Wide { bits: u128::from_le_bytes(data), undef, prov, frag }
    }

    pub(crate) fn store(&mut self, pointer: Value, size: u64, value: Wide) -> Result<(), Fault> {
        let (id, offset) = self.resolve(pointer, size, Access::Write)?;
        self.poke(id, offset, size as usize, value);
        Ok(())
    }

    /// Writes what was chosen for bytes that nothing was written to, when they are read.
    pub(crate) fn settle(&mut self, pointer: Value, size: u64, value: Wide) -> Result<(), Fault> {
        let (id, offset) = self.resolve(pointer, size, Access::Read)?;
        self.poke(id, offset, size as usize, value);
        Ok(())
    }

    /// Writes up to 16 bytes of a valid range.
    pub(crate) fn poke(&mut self, id: ObjectId, offset: usize, size: usize, value: Wide) {
        let object = &mut self.objects[id as usize];
        object.data[offset..offset + size].copy_from_slice(&value.bits.to_le_bytes()[..size]);
        if value.undef != 0 && object.init.is_empty() {
            object.init = vec![0xff; object.data.len()].into_boxed_slice();
            self.used += object.data.len() as u64;
        }
        if !object.init.is_empty() {
            object.init[offset..offset + size].copy_from_slice(&(!value.undef).to_le_bytes()[..size]);
        }
        self.clear_provenance(id, offset, size);
        self.set_provenance(id, offset, size, value.prov, value.frag);
    }

    /// Reads a bit-field; only the bytes that hold its bits are touched.
    pub(crate) fn load_bits(&mut self, pointer: Value, bits: BitRange) -> Result<Wide, Fault> {
        let (id, offset, size, shift) = self.bit_range(pointer, bits, Access::Read)?;
        let unit = self.peek(id, offset, size);
        let wanted = mask(u32::from(bits.width));
        Ok(Wide {
            bits: unit.bits >> shift & wanted,
            undef: unit.undef >> shift & wanted,
            prov: Prov::NONE,
            frag: 0,
        })
    }

    /// Writes a bit-field; when what is read of one was never written and is chosen, the access is a read.
    pub(crate) fn store_bits(
        &mut self,
        pointer: Value,
        bits: BitRange,
        value: Wide,
        access: Access,
    ) -> Result<(), Fault> {
        let (id, offset, size, shift) = self.bit_range(pointer, bits, access)?;
        let mut unit = self.peek(id, offset, size);
        let field = mask(u32::from(bits.width)) << shift;
        unit.bits = unit.bits & !field | value.bits << shift & field;
        unit.undef = unit.undef & !field | value.undef << shift & field;
        unit.prov = Prov::NONE;
        unit.frag = 0;
        self.poke(id, offset, size, unit);
        Ok(())
    }

    pub(crate) fn bit_range(
        &self,
        pointer: Value,
        bits: BitRange,
        access: Access,
    ) -> Result<(ObjectId, usize, usize, u32), Fault> {
        let first = u64::from(bits.start / 8);
        let last = (u64::from(bits.start) + u64::from(bits.width)).max(1).div_ceil(8);
        let size = last.saturating_sub(first).clamp(1, 16);
        let start = Value { bits: pointer.bits.wrapping_add(first), ..pointer };
        let (id, offset) = self.resolve(start, size, access)?;
        Ok((id, offset, size as usize, u32::from(bits.start % 8)))
    }

    /// Whether the bytes belong to an object that is defined outside the program.
    pub(crate) fn is_external(&self, pointer: Value) -> Option<ObjectId> {
        let (id, _) = self.locate(pointer, 1, Access::Read).ok()?;
        self.info(id).external.then_some(id)
    }
}
