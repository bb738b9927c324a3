//! Provenance in memory and in integers.
//!
//! A whole pointer at an aligned slot is one table entry. Anything else (a pointer at an odd offset of a packed structure, a
//! byte of a pointer that a loop copies) is kept byte by byte, and becomes one entry again once all bytes are there.

use super::{FRAGMENTS, Kind, Memory};
use crate::value::{ObjectId, Prov};
use ir::BinOp;

/// An integer computed from more objects than this is computed from `Prov::MANY`.
const SET_LIMIT: usize = 8;

impl Memory {
    /// The bytes of the range no longer come from any pointer.
    pub(crate) fn clear_provenance(&mut self, id: ObjectId, offset: usize, len: usize) {
        if self.objects[id as usize].words.is_empty() || len == 0 {
            return;
        }
        let size = 1usize << self.word_shift;
        for slot in offset >> self.word_shift..=(offset + len - 1) >> self.word_shift {
            let word = self.objects[id as usize].words[slot];
            if word == 0 {
                continue;
            }
            let slot_start = slot * size;
            let start = slot_start.max(offset);
            let end = (slot_start + size).min(offset + len);
            let whole = end - start == size;
            if !whole {
                self.explode(id, slot);
            }
            if word == FRAGMENTS || !whole {
                let fragments = &mut self.infos[id as usize].fragments;
                for at in start..end {
                    fragments.remove(&(at as u64));
                }
                if fragments.range(slot_start as u64..(slot_start + size) as u64).next().is_some() {
                    continue;
                }
            }
            self.objects[id as usize].words[slot] = 0;
        }
    }

    /// Turns a whole pointer's entry into one per byte.
    fn explode(&mut self, id: ObjectId, slot: usize) {
        let word = &mut self.objects[id as usize].words[slot];
        if *word == FRAGMENTS {
            return;
        }
        let prov = Prov(std::mem::replace(word, FRAGMENTS));
        if prov.is_none() {
            return;
        }
        let start = (slot << self.word_shift) as u64;
        for i in 0..self.pointer_size {
            self.infos[id as usize].fragments.insert(start + i, (prov, i as u8));
        }
    }

    /// The bytes of the range are those of a pointer from its byte `first` on. The range has no provenance now.
    pub(crate) fn set_provenance(&mut self, id: ObjectId, offset: usize, len: usize, prov: Prov, first: u32) {
        if prov.is_none() || len == 0 {
            return;
        }
        let size = 1usize << self.word_shift;
        let object = &mut self.objects[id as usize];
        if object.words.is_empty() {
            let slots = object.data.len().div_ceil(size);
            object.words = vec![0; slots].into_boxed_slice();
            self.used += slots as u64 * 4;
        }
        if len == size && offset.is_multiple_of(size) && first == 0 {
            object.words[offset >> self.word_shift] = prov.0;
            return;
        }
        for i in 0..len {
            let slot = (offset + i) >> self.word_shift;
            self.explode(id, slot);
            let index = (first as usize + i) as u8;
            self.infos[id as usize].fragments.insert((offset + i) as u64, (prov, index));
        }
        for slot in offset >> self.word_shift..=(offset + len - 1) >> self.word_shift {
            self.try_join(id, slot);
        }
    }

    /// Makes one entry of a slot whose bytes are all the bytes of one pointer, in order.
    fn try_join(&mut self, id: ObjectId, slot: usize) {
        let start = (slot << self.word_shift) as u64;
        let fragments = &mut self.infos[id as usize].fragments;
        let Some(&(prov, 0)) = fragments.get(&start) else { return };
        let whole =
            (0..self.pointer_size).all(|i| fragments.get(&(start + i)).copied() == Some((prov, i as u8)));
        if whole {
            for i in 0..self.pointer_size {
                fragments.remove(&(start + i));
            }
            self.objects[id as usize].words[slot] = prov.0;
        }
    }

    /// The provenance of a value read from the range, and which byte of a pointer it starts with.
    pub(crate) fn provenance_of(&mut self, id: ObjectId, offset: usize, len: usize) -> (Prov, u32) {
        if self.objects[id as usize].words.is_empty() || len == 0 {
            return (Prov::NONE, 0);
        }
        let first = self.byte_provenance(id, offset);
        let mut all = first.0;
        let mut in_order = true;
        for i in 1..len {
            let (prov, index) = self.byte_provenance(id, offset + i);
            if prov != first.0 || u32::from(index) != u32::from(first.1) + i as u32 {
                in_order = false;
                all = self.combine(all, prov);
            }
        }
        if in_order {
            return (first.0, if first.0.is_none() { 0 } else { u32::from(first.1) });
        }
        let mixed = match all.object() {
            Some(object) => Prov::derived(object),
            None => all,
        };
        (mixed, 0)
    }

    fn byte_provenance(&self, id: ObjectId, offset: usize) -> (Prov, u8) {
        let slot = offset >> self.word_shift;
        match self.objects[id as usize].words[slot] {
            0 => (Prov::NONE, 0),
            FRAGMENTS => self.info(id).fragments.get(&(offset as u64)).copied().unwrap_or((Prov::NONE, 0)),
            word => (Prov(word), (offset - (slot << self.word_shift)) as u8),
        }
    }

    /// The provenance of something computed from two values.
    pub(crate) fn combine(&mut self, a: Prov, b: Prov) -> Prov {
        if a.is_none() || a == b {
            return b;
        }
        if b.is_none() {
            return a;
        }
        if let (Some(x), Some(y)) = (a.object(), b.object())
            && x == y
        {
            return Prov::derived(x);
        }
        if a == Prov::MANY || b == Prov::MANY {
            return Prov::MANY;
        }
        let mut members = self.members(a).to_vec();
        members.extend_from_slice(self.members(b).as_slice());
        members.sort_unstable();
        members.dedup();
        if members.len() > SET_LIMIT {
            return Prov::MANY;
        }
        let members = members.into_boxed_slice();
        if let Some(&index) = self.set_index.get(&members) {
            return Prov::set(index);
        }
        let index = self.sets.len() as u32;
        if index >= 1 << 24 {
            return Prov::MANY;
        }
        self.sets.push(members.clone());
        self.set_index.insert(members, index);
        Prov::set(index)
    }

    /// The objects that a provenance names; none for `MANY`.
    pub(crate) fn members(&self, prov: Prov) -> Vec<ObjectId> {
        match (prov.object(), prov.set_index()) {
            (Some(object), _) => vec![object],
            (None, Some(index)) => self.sets.get(index).map(|s| s.to_vec()).unwrap_or_default(),
            (None, None) => Vec::new(),
        }
    }

    /// Whether the address lies in the object, or one past its end.
    pub(crate) fn contains(&self, id: ObjectId, address: u64) -> bool {
        let base = self.object(id).base;
        address >= base && address - base <= self.info(id).size
    }

    /// The provenance of an integer operation's result.
    pub(crate) fn derive(
        &mut self,
        op: BinOp,
        a: (u128, Prov),
        b: (u128, Prov),
        result: u128,
        full: bool,
    ) -> Prov {
        if a.1.is_none() && b.1.is_none() {
            return Prov::NONE;
        }
        let same = a.1.object().is_some() && a.1.object() == b.1.object();
        match op {
            BinOp::Sub if same && a.1.is_plain() && b.1.is_plain() => return Prov::NONE,
            BinOp::Xor if same && a.0 == b.0 => return Prov::NONE,
            // The low bits of an address, as far as the alignment determines them, depend on the offset alone.
            BinOp::And | BinOp::Rem => {
                let (address, other) = if b.1.is_none() { (a, b) } else { (b, a) };
                let low_bits = match op {
                    BinOp::And => other.0,
                    _ if b.1.is_none() && other.0.is_power_of_two() => other.0 - 1,
                    _ => u128::MAX,
                };
                if let (true, true, Some(object)) =
                    (other.1.is_none(), address.1.is_plain(), address.1.object())
                {
                    let align = u128::from(self.info(object).align.max(1));
                    if low_bits < align && align.is_power_of_two() {
                        return Prov::NONE;
                    }
                }
            }
            _ => {}
        }
        let prov = self.combine(a.1, b.1);
        match prov.object() {
            Some(object) if full && self.contains(object, result as u64) => Prov::plain(object),
            Some(object) => Prov::derived(object),
            None => prov,
        }
    }

    /// The object's address becomes an integer.
    pub(crate) fn expose(&mut self, prov: Prov) {
        let Some(id) = prov.object() else { return };
        let info = &mut self.infos[id as usize];
        if !info.exposed {
            info.exposed = true;
            self.exposed.insert(self.objects[id as usize].base, id);
        }
    }

    /// The exposed object that contains the address.
    pub(crate) fn exposed_at(&self, address: u64) -> Option<ObjectId> {
        let (_, &id) = self.exposed.range(..=address).next_back()?;
        (self.info(id).exposed && self.object(id).base <= address && self.contains(id, address)).then_some(id)
    }

    /// An integer becomes a pointer: to the object it was computed from if the address lies there, else to whichever exposed
    /// object has the address.
    pub(crate) fn pointer_from_integer(&self, address: u64, prov: Prov) -> Prov {
        for id in self.members(prov) {
            if self.contains(id, address) {
                return Prov::plain(id);
            }
        }
        match (self.exposed_at(address), prov.object()) {
            (Some(id), _) => Prov::plain(id),
            (None, Some(object)) if address >= ir::DataModel::FIRST_ADDRESS => Prov::plain(object),
            _ => Prov::NONE,
        }
    }

    pub(crate) fn is_heap(&self, id: ObjectId) -> bool {
        self.info(id).kind == Kind::Heap
    }

    /// A record that will be used again must not be found by address.
    pub(super) fn hide(&mut self, id: ObjectId) {
        let base = self.objects[id as usize].base;
        if self.exposed.get(&base) == Some(&id) {
            self.exposed.remove(&base);
        }
    }
}
