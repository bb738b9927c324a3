//! The machine's memory: objects with provenance, bounds, liveness, and initialisation per bit.
//!
//! A pointer is an address and the object it was made from; an access is checked against that object, never against what
//! happens to lie at the address. Each object has its bytes, a mask of the bits that hold a value (absent once all do),
//! and the provenance of the pointers stored in it: one entry per aligned pointer-sized slot, with a map for the slots that
//! hold pieces.
//!
//! A dead object has no bytes: the bounds check of the fast paths then fails by itself, and the slow path says why.

mod access;
mod address;
mod bytes;
mod collect;
mod provenance;
#[cfg(test)]
mod tests;

pub(crate) use address::Placement;
pub(crate) use bytes::Bytes;
pub(crate) use collect::Marker;

use crate::fault::{Res, unknown};
use crate::value::{ObjectId, Prov};
use address::AddressSpace;
use base::{FxHashMap, Span, Symbol};
use ir::{BlockId, DataModel, FuncId};
use std::collections::BTreeMap;
use verdict::UnknownKind;

/// The part of an object that every access looks at.
#[derive(Debug, Default)]
pub(crate) struct Object {
    pub(crate) base: u64,
    pub(crate) data: Box<[u8]>,
    /// One bit per bit of `data`; empty if everything is initialised.
    pub(crate) init: Box<[u8]>,
    /// Provenance per aligned pointer-sized slot; empty if no pointer was ever stored. `FRAGMENTS` refers to the map.
    pub(crate) words: Box<[u32]>,
    pub(crate) writable: bool,
}

/// The slot's provenance is kept byte by byte.
pub(crate) const FRAGMENTS: u32 = u32::MAX;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Heap,
    Stack,
    Static,
    StringLiteral,
    Constant,
    Function(FuncId),
    Label(FuncId, BlockId),
    /// A stream of the library: 0 input, 1 output, 2 errors.
    Stream(u8),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    Live,
    Freed(Span),
    OutOfScope(Span),
}

/// The part of an object that only findings and the slow paths look at.
#[derive(Debug)]
pub(crate) struct Info {
    pub(crate) size: u64,
    pub(crate) align: u64,
    pub(crate) kind: Kind,
    pub(crate) state: State,
    pub(crate) allocated: Span,
    pub(crate) name: Option<Symbol>,
    /// The address was turned into an integer: an integer may be turned into a pointer to this.
    pub(crate) exposed: bool,
    /// A pointer to it was made; otherwise nobody can notice that its record is used again.
    pub(crate) addressed: bool,
    /// Defined outside the program: what was not written is arbitrary.
    pub(crate) external: bool,
    /// Position in the order of all allocations.
    pub(crate) serial: u64,
    /// Byte offset -> provenance and byte index within the pointer.
    pub(crate) fragments: BTreeMap<u64, (Prov, u8)>,
    /// Byte offset -> what the byte is a copy of, for bytes that are indeterminate.
    pub(crate) origins: BTreeMap<u64, u32>,
}

#[derive(Debug)]
pub(crate) struct Memory {
    pub(crate) objects: Vec<Object>,
    pub(crate) infos: Vec<Info>,
    pub(crate) pointer_size: u64,
    pub(crate) address_mask: u64,
    pub(crate) word_shift: u32,
    addresses: AddressSpace,
    /// A block has the address of an earlier one.
    pub(crate) reused: bool,
    /// Exposed objects by base address.
    exposed: BTreeMap<u64, ObjectId>,
    /// Sets of objects that integers were computed from.
    sets: Vec<Box<[ObjectId]>>,
    set_index: FxHashMap<Box<[ObjectId]>, u32>,
    free_records: Vec<ObjectId>,
    /// Dead records that are not known to be unreferenced.
    dead_records: usize,
    /// Collect when there are that many.
    collect_at: usize,
    /// Bytes held for the program, and their bound.
    pub(crate) used: u64,
    pub(crate) limit: u64,
    /// The last name that was given to an indeterminate byte; `None` if nobody chooses values for them.
    next_origin: Option<u32>,
    /// Indeterminate bytes were copied without a name.
    pub(crate) origins_lost: bool,
    pub(crate) next_serial: u64,
    pub(crate) live_objects: u64,
    pub(crate) peak_objects: u64,
}

/// What a record costs beyond its bytes, for the memory budget.
const RECORD_BYTES: u64 = 192;

/// Records of dead objects are kept for the stories they tell; beyond this many, the unreferenced ones go.
const COLLECT_FIRST: usize = 1 << 18;

pub(crate) struct NewObject {
    pub(crate) size: u64,
    pub(crate) align: u64,
    pub(crate) kind: Kind,
    pub(crate) span: Span,
    pub(crate) name: Option<Symbol>,
    /// Starts with zeros rather than with indeterminate bytes.
    pub(crate) zeroed: bool,
}

impl Memory {
    pub(crate) fn new(model: DataModel, limit: u64, placement: Placement, name_copies: bool) -> Memory {
        let pointer_size = model.pointer_size();
        let mut memory = Memory {
            objects: Vec::new(),
            infos: Vec::new(),
            pointer_size,
            address_mask: if pointer_size == 8 { u64::MAX } else { u64::from(u32::MAX) },
            word_shift: pointer_size.trailing_zeros(),
            addresses: AddressSpace::new(model, placement),
            reused: false,
            exposed: BTreeMap::new(),
            sets: Vec::new(),
            set_index: FxHashMap::default(),
            free_records: Vec::new(),
            dead_records: 0,
            collect_at: COLLECT_FIRST,
            used: 0,
            limit,
            next_origin: name_copies.then_some(0),
            origins_lost: false,
            next_serial: 0,
            live_objects: 0,
            peak_objects: 0,
        };
        // Object 0 is what pointers without provenance point to: it has no bytes.
        let none =
            NewObject { size: 0, align: 1, kind: Kind::Static, span: Span::NONE, name: None, zeroed: true };
        memory.add_record(0, none);
        memory
    }

    /// A new live object at an address of the region that fits its kind; the stack's addresses are the caller's.
    pub(crate) fn allocate(&mut self, new: NewObject) -> Res<ObjectId> {
        self.charge(new.size, new.zeroed)?;
        let base = match new.kind {
            Kind::Heap => {
                if let Some(base) = self.addresses.used_again(new.size, new.align) {
                    self.reused = true;
                    return Ok(self.add_record(base, new));
                }
                if !self.addresses.heap_has_room(new.size, new.align) {
                    let live = self.live_heap_ranges();
                    self.addresses.reuse_heap(&live);
                }
                self.addresses.heap(new.size, new.align)
            }
            Kind::Function(_) | Kind::Label(..) => self.addresses.code(),
            _ => self.addresses.fixed(new.size, new.align),
        };
        match base {
            Some(base) => Ok(self.add_record(base, new)),
            None => unknown(UnknownKind::MemoryBudget, "the address space is exhausted"),
        }
    }

    /// As `allocate`, at an address chosen by the caller (the stack).
    pub(crate) fn allocate_at(&mut self, base: u64, new: NewObject) -> Res<ObjectId> {
        self.charge(new.size, new.zeroed)?;
        Ok(self.add_record(base, new))
    }

    pub(crate) fn set_writable(&mut self, id: ObjectId, writable: bool) {
        if let Some(object) = self.objects.get_mut(id as usize) {
            object.writable = writable;
        }
    }

    fn charge(&mut self, size: u64, zeroed: bool) -> Res<()> {
        let bytes = RECORD_BYTES.saturating_add(if zeroed { size } else { size.saturating_mul(2) });
        if self.used.saturating_add(bytes) > self.limit {
            return unknown(
                UnknownKind::MemoryBudget,
                format!("a block of {size} bytes does not fit the memory budget of {} bytes", self.limit),
            );
        }
        self.used += bytes;
        Ok(())
    }

    fn add_record(&mut self, base: u64, new: NewObject) -> ObjectId {
        let size = new.size as usize;
        let has_bytes = !matches!(new.kind, Kind::Function(_) | Kind::Label(..) | Kind::Stream(_));
        let data = if has_bytes { vec![0; size].into_boxed_slice() } else { Box::default() };
        let init = if new.zeroed || !has_bytes { Box::default() } else { vec![0; size].into_boxed_slice() };
        let object = Object {
            base,
            data,
            init,
            words: Box::default(),
            writable: matches!(new.kind, Kind::Heap | Kind::Stack | Kind::Static),
        };
        let info = Info {
            size: new.size,
            align: new.align,
            kind: new.kind,
            state: State::Live,
            allocated: new.span,
            name: new.name,
            exposed: false,
            addressed: false,
            external: false,
            serial: self.next_serial,
            fragments: BTreeMap::new(),
            origins: BTreeMap::new(),
        };
        self.next_serial += 1;
        self.live_objects += 1;
        self.peak_objects = self.peak_objects.max(self.live_objects);
        match self.free_records.pop() {
            Some(id) => {
                self.objects[id as usize] = object;
                self.infos[id as usize] = info;
                id
            }
            None => {
                self.objects.push(object);
                self.infos.push(info);
                (self.objects.len() - 1) as ObjectId
            }
        }
    }

    #[inline]
    pub(crate) fn info(&self, id: ObjectId) -> &Info {
        &self.infos[id as usize]
    }

    #[inline]
    pub(crate) fn object(&self, id: ObjectId) -> &Object {
        &self.objects[id as usize]
    }

    pub(crate) fn is_live(&self, id: ObjectId) -> bool {
        self.infos[id as usize].state == State::Live
    }

    fn held_bytes(&self, id: ObjectId) -> u64 {
        let object = &self.objects[id as usize];
        (object.data.len() + object.init.len() + object.words.len() * 4) as u64
    }

    /// Ends the object's life; its record stays, to tell what happened.
    pub(crate) fn kill(&mut self, id: ObjectId, state: State) {
        if !self.is_live(id) {
            return;
        }
        self.used -= self.held_bytes(id).min(self.used);
        let object = &mut self.objects[id as usize];
        object.data = Box::default();
        object.init = Box::default();
        object.words = Box::default();
        let info = &mut self.infos[id as usize];
        info.fragments = BTreeMap::new();
        info.origins = BTreeMap::new();
        info.state = state;
        if info.kind == Kind::Heap {
            self.addresses.is_free(self.objects[id as usize].base, info.size);
        }
        self.live_objects -= 1;
        self.dead_records += 1;
    }

    /// The heap block takes over the content and the size of another one, which is no more; it stays where it is.
    pub(crate) fn take_place(&mut self, id: ObjectId, other: ObjectId) -> Res<()> {
        let (here, there) = (id as usize, other as usize);
        let size = self.infos[there].size;
        let room = self.addresses.end_of(self.objects[here].base, self.infos[here].size);
        if room - self.objects[here].base < size {
            return unknown(UnknownKind::MemoryBudget, "there is no room to resize a block in place");
        }
        self.objects.swap(here, there);
        self.infos.swap(here, there);
        // The address, and whether somebody knows it as a number, stay with the block.
        let bases = (self.objects[there].base, self.objects[here].base);
        (self.objects[here].base, self.objects[there].base) = bases;
        self.infos[here].exposed = std::mem::take(&mut self.infos[there].exposed);
        self.infos[there].size = size;
        self.kill(other, State::Freed(self.infos[here].allocated));
        Ok(())
    }

    /// Makes a live object as good as new: indeterminate, at the given address.
    pub(crate) fn renew(&mut self, id: ObjectId, base: u64, span: Span) {
        let object = &mut self.objects[id as usize];
        object.base = base;
        if object.init.len() == object.data.len() {
            object.init.fill(0);
        } else {
            object.init = vec![0; object.data.len()].into_boxed_slice();
            self.used += object.data.len() as u64;
        }
        if !object.words.is_empty() {
            object.words.fill(0);
            self.infos[id as usize].fragments.clear();
        }
        let info = &mut self.infos[id as usize];
        info.state = State::Live;
        info.allocated = span;
        info.origins.clear();
    }

    /// The content no longer refers to anything.
    pub(crate) fn scrub(&mut self, id: ObjectId) {
        let object = &mut self.objects[id as usize];
        if !object.words.is_empty() {
            object.words.fill(0);
            self.infos[id as usize].fragments.clear();
        }
    }

    /// Whether dead records have piled up so much that `collect` should be called.
    #[inline]
    pub(crate) fn wants_collection(&self) -> bool {
        self.dead_records > self.collect_at
    }

    fn live_heap_ranges(&self) -> Vec<(u64, u64)> {
        let mut ranges: Vec<(u64, u64)> = Vec::new();
        for (object, info) in self.objects.iter().zip(&self.infos) {
            if info.kind == Kind::Heap && info.state == State::Live {
                ranges.push((object.base, self.addresses.end_of(object.base, info.size)));
            }
        }
        ranges.sort_unstable();
        ranges
    }

    pub(crate) fn mark_addressed(&mut self, id: ObjectId) {
        if let Some(info) = self.infos.get_mut(id as usize) {
            info.addressed = true;
        }
    }

    /// The live heap blocks, in the order of their allocation.
    pub(crate) fn live_heap(&self) -> Vec<ObjectId> {
        let mut ids: Vec<ObjectId> = (0..self.infos.len() as ObjectId)
            .filter(|&id| self.info(id).kind == Kind::Heap && self.is_live(id))
            .collect();
        ids.sort_by_key(|&id| self.info(id).serial);
        ids
    }
}
