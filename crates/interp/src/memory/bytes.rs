//! Bytes on their way between objects: with their initialisation and the provenance of the pointers among them.

use super::{FRAGMENTS, Memory};
use crate::value::{ObjectId, Prov};

#[derive(Clone, Debug, Default)]
pub(crate) struct Bytes {
    pub(crate) data: Vec<u8>,
    /// Absent if all are initialised.
    init: Option<Vec<u8>>,
    pointers: Vec<Piece>,
    /// Which indeterminate bytes are the same as others, by their offsets.
    origins: Vec<(u64, u32)>,
}

/// Of so many indeterminate bytes at once it is known which are the same as others.
const MAX_ORIGINS: usize = 1 << 16;

/// `len` bytes of a pointer, from its byte `first` on, at `offset`.
#[derive(Clone, Copy, Debug)]
struct Piece {
    offset: u64,
    prov: Prov,
    first: u8,
    len: u8,
}

impl Bytes {
    pub(crate) fn undefined(len: usize) -> Bytes {
        Bytes { data: vec![0; len], init: Some(vec![0; len]), ..Bytes::default() }
    }
    pub(crate) fn from_data(data: Vec<u8>) -> Bytes {
        Bytes { data, ..Bytes::default() }
    }
    pub(crate) fn len(&self) -> usize {
        self.data.len()
    }
    /// Cut or extended with indeterminate bytes.
    pub(crate) fn resized(mut self, len: usize) -> Bytes {
        if len > self.data.len() {
            let old = self.data.len();
            self.init.get_or_insert_with(|| vec![0xff; old]).resize(len, 0);
        } else if let Some(init) = &mut self.init {
            init.truncate(len);
        }
        self.data.resize(len, 0);
        self.pointers.retain(|p| p.offset + u64::from(p.len) <= len as u64);
        self.origins.retain(|&(offset, _)| offset < len as u64);
        self
    }
}

impl Memory {
    /// A copy of bytes that are known to lie in the live object.
    pub(crate) fn extract(&mut self, id: ObjectId, offset: usize, len: usize) -> Bytes {
        let object = &self.objects[id as usize];
        let mut bytes = Bytes::from_data(object.data[offset..offset + len].to_vec());
        if !object.init.is_empty() {
            let init = &object.init[offset..offset + len];
            if init.iter().any(|&b| b != 0xff) {
                let init = init.to_vec();
                bytes.origins = self.origins_of(id, offset, &init);
                bytes.init = Some(init);
            }
        }
        let object = &self.objects[id as usize];
        if object.words.is_empty() || len == 0 {
            return bytes;
        }
        let size = self.pointer_size as usize;
        for slot in offset >> self.word_shift..=(offset + len - 1) >> self.word_shift {
            let word = object.words[slot];
            if word == 0 {
                continue;
            }
            let start = (slot * size).max(offset);
            let end = ((slot + 1) * size).min(offset + len);
            if word != FRAGMENTS {
                bytes.pointers.push(Piece {
                    offset: (start - offset) as u64,
                    prov: Prov(word),
                    first: (start - slot * size) as u8,
                    len: (end - start) as u8,
                });
                continue;
            }
            for (&at, &(prov, first)) in self.info(id).fragments.range(start as u64..end as u64) {
                bytes.pointers.push(Piece { offset: at - offset as u64, prov, first, len: 1 });
            }
        }
        bytes
    }

    /// Names the indeterminate bytes of a range that is copied, where somebody asks for it: the copy of a byte is the same byte,
    /// whatever it is.
    fn origins_of(&mut self, id: ObjectId, offset: usize, init: &[u8]) -> Vec<(u64, u32)> {
        let Some(next) = &mut self.next_origin else { return Vec::new() };
        let indeterminate = init.iter().filter(|&&b| b == 0).count();
        // Bits of a byte have no name of their own.
        if indeterminate > MAX_ORIGINS || init.iter().any(|&b| b != 0 && b != 0xff) {
            self.origins_lost = true;
            return Vec::new();
        }
        let known = &mut self.infos[id as usize].origins;
        let mut origins = Vec::with_capacity(indeterminate);
        for (i, _) in init.iter().enumerate().filter(|&(_, &b)| b == 0) {
            let origin = *known.entry((offset + i) as u64).or_insert_with(|| {
                *next += 1;
                *next
            });
            origins.push((i as u64, origin));
        }
        origins
    }

    /// Writes bytes to a place that is known to lie in the live object.
    pub(crate) fn insert(&mut self, id: ObjectId, offset: usize, bytes: &Bytes) {
        let len = bytes.len();
        let object = &mut self.objects[id as usize];
        object.data[offset..offset + len].copy_from_slice(&bytes.data);
        match (&bytes.init, object.init.is_empty()) {
            (None, true) => {}
            (None, false) => object.init[offset..offset + len].fill(0xff),
            (Some(init), empty) => {
                if empty {
                    object.init = vec![0xff; object.data.len()].into_boxed_slice();
                    self.used += object.data.len() as u64;
                }
                object.init[offset..offset + len].copy_from_slice(init);
            }
        }
        let known = &mut self.infos[id as usize].origins;
        if !known.is_empty() {
            known.retain(|&at, _| at < offset as u64 || at >= (offset + len) as u64);
        }
        known.extend(bytes.origins.iter().map(|&(at, origin)| (offset as u64 + at, origin)));
        self.clear_provenance(id, offset, len);
        for piece in &bytes.pointers {
            self.set_provenance(
                id,
                offset + piece.offset as usize,
                usize::from(piece.len),
                piece.prov,
                u32::from(piece.first),
            );
        }
    }

    /// Copies within memory; both ranges are known to be valid, and may overlap.
    pub(crate) fn copy(
        &mut self,
        dst: ObjectId,
        dst_offset: usize,
        src: ObjectId,
        src_offset: usize,
        len: usize,
    ) {
        if dst != src {
            let pair = self.objects.get_disjoint_mut([dst as usize, src as usize]);
            if let Ok([to, from]) = pair {
                // Blocks of plain initialised bytes are what is copied most.
                if from.words.is_empty() && from.init.is_empty() && to.words.is_empty() {
                    to.data[dst_offset..dst_offset + len]
                        .copy_from_slice(&from.data[src_offset..src_offset + len]);
                    if !to.init.is_empty() {
                        to.init[dst_offset..dst_offset + len].fill(0xff);
                    }
                    return;
                }
            }
        }
        let bytes = self.extract(src, src_offset, len);
        self.insert(dst, dst_offset, &bytes);
    }

    /// Writes the same initialised byte everywhere in a valid range.
    pub(crate) fn fill(&mut self, id: ObjectId, offset: usize, len: usize, byte: u8) {
        let object = &mut self.objects[id as usize];
        object.data[offset..offset + len].fill(byte);
        if !object.init.is_empty() {
            object.init[offset..offset + len].fill(0xff);
        }
        self.clear_provenance(id, offset, len);
    }

    /// Makes a valid range indeterminate.
    pub(crate) fn make_indeterminate(&mut self, id: ObjectId, offset: usize, len: usize) {
        self.insert(id, offset, &Bytes::undefined(len));
    }
}
