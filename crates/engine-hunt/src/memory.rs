//! The memory of one state: objects whose bytes are terms, shared with the other states until somebody writes.

use base::{Span, Symbol};
use encode::path::{Byte, ObjectId, Prov, Value};
use smt::TermId;
use std::collections::BTreeMap;
use std::rc::Rc;
pub(crate) use symexec::Kind;

/// Bytes that are copied together when one of them is written after a fork.
const CHUNK: usize = 32;
/// Table entries that are copied together.
const PAGE: usize = 32;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Life {
    Live,
    Freed,
    OutOfScope,
}

#[derive(Clone, Debug)]
pub(crate) struct Object {
    pub(crate) size: u64,
    pub(crate) align: u64,
    pub(crate) kind: Kind,
    pub(crate) life: Life,
    pub(crate) allocated: Span,
    pub(crate) name: Option<Symbol>,
    /// Position in the order of all allocations of the path.
    pub(crate) serial: u64,
    /// Defined outside the program: what was not written is arbitrary.
    pub(crate) external: bool,
    /// The block was given another size: the object that has its content now, and whether that is at the same place.
    pub(crate) resized: Option<(ObjectId, TermId)>,
    fill: Byte,
    chunks: BTreeMap<u32, Rc<[Byte; CHUNK]>>,
}

impl Object {
    pub(crate) fn byte(&self, offset: u64) -> Byte {
        match self.chunks.get(&((offset as usize / CHUNK) as u32)) {
            Some(chunk) => chunk[offset as usize % CHUNK],
            None => self.fill,
        }
    }
    pub(crate) fn set_byte(&mut self, offset: u64, byte: Byte) {
        let fill = self.fill;
        let chunk =
            self.chunks.entry((offset as usize / CHUNK) as u32).or_insert_with(|| Rc::new([fill; CHUNK]));
        if chunk[offset as usize % CHUNK] != byte {
            Rc::make_mut(chunk)[offset as usize % CHUNK] = byte;
        }
    }
    pub(crate) fn is_live(&self) -> bool {
        self.life == Life::Live
    }
    /// Visits the bytes of all chunks that were ever written; the others hold the fill byte.
    pub(crate) fn written(&self) -> impl Iterator<Item = (u64, &Byte)> {
        let size = self.size;
        self.chunks.iter().flat_map(move |(&index, chunk)| {
            let start = u64::from(index) * CHUNK as u64;
            chunk
                .iter()
                .enumerate()
                .map(move |(i, b)| (start + i as u64, b))
                .filter(move |(at, _)| *at < size)
        })
    }
    pub(crate) fn fill(&self) -> Byte {
        self.fill
    }
    /// Whether the content is the very same memory as the other's.
    pub(crate) fn same_content(&self, other: &Object) -> bool {
        self.fill == other.fill
            && self.chunks.len() == other.chunks.len()
            && self.chunks.iter().zip(&other.chunks).all(|((a, x), (b, y))| a == b && Rc::ptr_eq(x, y))
    }
    /// The objects that pointers in the content refer to, and whether each reference is a whole pointer.
    pub(crate) fn references(&self, word: u8) -> Vec<(ObjectId, bool)> {
        let mut found = Vec::new();
        let mut expected: Option<(u64, Byte)> = None;
        for (at, byte) in self.written() {
            let Some(object) = byte.prov.object() else {
                expected = None;
                continue;
            };
            let continues = expected.is_some_and(|(next, like)| {
                next == at && like.term == byte.term && like.prov == byte.prov && like.index == byte.index
            });
            if byte.index == 0 || !continues {
                // Certain only once the whole pointer was seen.
                found.push((object, false));
            }
            if (byte.index == 0 || continues) && byte.index + 1 == word {
                if let (Some(last), true) = (found.last_mut(), matches!(byte.prov, Prov::Plain(_))) {
                    let whole = self.starts_pointer(at + 1 - u64::from(word), *byte, word);
                    last.1 = whole;
                }
            }
            expected = Some((at + 1, Byte { index: byte.index + 1, ..*byte }));
        }
        found
    }
    fn starts_pointer(&self, start: u64, like: Byte, word: u8) -> bool {
        (0..word).all(|i| {
            let byte = self.byte(start + u64::from(i));
            byte.term == like.term && byte.prov == like.prov && byte.index == i
        })
    }
}

/// The table of objects; clones share everything.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {
    pages: Vec<Rc<Vec<Option<Rc<Object>>>>>,
    len: usize,
    next_serial: u64,
}

pub(crate) struct NewObject {
    pub(crate) size: u64,
    pub(crate) align: u64,
    pub(crate) kind: Kind,
    pub(crate) span: Span,
    pub(crate) name: Option<Symbol>,
    pub(crate) fill: Byte,
}

impl Memory {
    pub(crate) fn allocate(&mut self, new: NewObject) -> ObjectId {
        let object = Object {
            size: new.size,
            align: new.align,
            kind: new.kind,
            life: Life::Live,
            allocated: new.span,
            name: new.name,
            serial: self.next_serial,
            external: false,
            resized: None,
            fill: new.fill,
            chunks: BTreeMap::new(),
        };
        self.next_serial += 1;
        self.push(Some(Rc::new(object)))
    }
    /// An entry that stands for no object.
    pub(crate) fn skip(&mut self) -> ObjectId {
        self.push(None)
    }
    fn push(&mut self, object: Option<Rc<Object>>) -> ObjectId {
        let id = self.len;
        if id.is_multiple_of(PAGE) {
            self.pages.push(Rc::new(Vec::with_capacity(PAGE)));
        }
        if let Some(page) = self.pages.last_mut() {
            Rc::make_mut(page).push(object);
        }
        self.len += 1;
        id as ObjectId
    }
    pub(crate) fn len(&self) -> usize {
        self.len
    }
    pub(crate) fn try_get(&self, id: ObjectId) -> Option<&Rc<Object>> {
        self.pages.get(id as usize / PAGE)?.get(id as usize % PAGE)?.as_ref()
    }
    /// The object; a state refers to none that was collected.
    pub(crate) fn get(&self, id: ObjectId) -> &Object {
        self.try_get(id).expect("a referenced object is in the table")
    }
    pub(crate) fn get_mut(&mut self, id: ObjectId) -> &mut Object {
        let page = Rc::make_mut(&mut self.pages[id as usize / PAGE]);
        Rc::make_mut(page[id as usize % PAGE].as_mut().expect("a referenced object is in the table"))
    }
    /// Takes the object out of the table: nothing refers to it.
    pub(crate) fn forget(&mut self, id: ObjectId) {
        Rc::make_mut(&mut self.pages[id as usize / PAGE])[id as usize % PAGE] = None;
    }
    pub(crate) fn iter(&self) -> impl Iterator<Item = (ObjectId, &Rc<Object>)> {
        self.pages
            .iter()
            .flat_map(|page| page.iter())
            .enumerate()
            .filter_map(|(id, object)| Some((id as ObjectId, object.as_ref()?)))
    }
    /// Ends the object's life; its record stays, to say what happened.
    pub(crate) fn kill(&mut self, id: ObjectId, life: Life) {
        if self.try_get(id).is_some_and(|o| o.is_live()) {
            let object = self.get_mut(id);
            object.life = life;
            object.chunks = BTreeMap::new();
        }
    }

    /// Writes the bytes of a value to a place that is known to lie in the object.
    pub(crate) fn write(&mut self, id: ObjectId, offset: u64, size: u64, value: Value, zero: Byte) {
        let object = self.get_mut(id);
        for i in 0..size {
            object.set_byte(offset + i, value.byte(i as u8, zero));
        }
    }
    pub(crate) fn bytes(&self, id: ObjectId, offset: u64, size: u64) -> Vec<Byte> {
        let object = self.get(id);
        (0..size).map(|i| object.byte(offset + i)).collect()
    }
    pub(crate) fn set_bytes(&mut self, id: ObjectId, offset: u64, bytes: &[Byte]) {
        let object = self.get_mut(id);
        for (i, &byte) in bytes.iter().enumerate() {
            object.set_byte(offset + i as u64, byte);
        }
    }
    pub(crate) fn fill_bytes(&mut self, id: ObjectId, offset: u64, size: u64, byte: Byte) {
        let object = self.get_mut(id);
        if offset == 0 && size == object.size {
            object.chunks = BTreeMap::new();
            object.fill = byte;
            return;
        }
        for at in offset..offset + size {
            object.set_byte(at, byte);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use encode::path::{Gathered, gather};
    use smt::Terms;

    fn byte(terms: &mut Terms, value: u128) -> Byte {
        Byte { term: terms.bv_const(8, value), prov: Prov::None, index: 0, undef: 0 }
    }

    fn object(memory: &mut Memory, fill: Byte, size: u64) -> ObjectId {
        memory.allocate(NewObject { size, align: 8, kind: Kind::Heap, span: Span::NONE, name: None, fill })
    }

    #[test]
    fn bytes_come_back_together() {
        let mut terms = Terms::new();
        let zero = byte(&mut terms, 0);
        let mut memory = Memory::default();
        memory.skip();
        let id = object(&mut memory, zero, 40);
        let x = terms.bv_var("x", 32);
        memory.write(id, 30, 4, Value::int(x), zero);
        let Gathered::Value(whole, 0) = gather(&mut terms, &memory.bytes(id, 30, 4), 8) else { panic!() };
        assert_eq!(whole.bits, x);
        let Gathered::Value(shifted, 0) = gather(&mut terms, &memory.bytes(id, 31, 4), 8) else { panic!() };
        let high = terms.extract(x, 31, 8);
        let none = terms.bv_const(8, 0);
        assert_eq!(shifted.bits, terms.concat(none, high));
    }

    #[test]
    fn a_pointer_survives_bytewise_copies_and_nothing_less_holds_a_block() {
        let mut terms = Terms::new();
        let zero = byte(&mut terms, 0);
        let mut memory = Memory::default();
        memory.skip();
        let (a, target) = (object(&mut memory, zero, 64), object(&mut memory, zero, 8));
        let offset = terms.bv_const(64, 4);
        memory.write(a, 3, 8, Value::pointer(target, offset), zero);
        for i in (0..8).rev() {
            let one = memory.bytes(a, 3 + i, 1);
            memory.set_bytes(a, 40 + i, &one);
        }
        let Gathered::Value(copy, 0) = gather(&mut terms, &memory.bytes(a, 40, 8), 8) else { panic!() };
        assert_eq!((copy.prov, copy.bits), (Prov::Plain(target), offset));
        let Gathered::Value(half, 0) = gather(&mut terms, &memory.bytes(a, 40, 4), 8) else { panic!() };
        assert_eq!(half.prov, Prov::Piece { object: target, first: 0, len: 4 });
        assert_eq!(memory.get(a).references(8), vec![(target, true), (target, true)]);
        memory.set_bytes(a, 5, &[zero]);
        memory.fill_bytes(a, 40, 8, zero);
        assert!(memory.get(a).references(8).iter().all(|(_, whole)| !whole));
        assert!(matches!(gather(&mut terms, &memory.bytes(a, 3, 8), 8), Gathered::Mixed));
    }

    #[test]
    fn a_copy_does_not_see_later_writes() {
        let mut terms = Terms::new();
        let (zero, one) = (byte(&mut terms, 0), byte(&mut terms, 1));
        let mut memory = Memory::default();
        memory.skip();
        let id = object(&mut memory, zero, 8);
        let before = memory.clone();
        memory.set_bytes(id, 2, &[one]);
        memory.kill(id, Life::Freed);
        assert_eq!(before.get(id).byte(2), zero);
        assert!(before.get(id).is_live() && !memory.get(id).is_live());
    }
}
