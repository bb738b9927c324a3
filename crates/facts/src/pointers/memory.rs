//! Objects of the points-to analysis, and the words that accesses to them touch.

use super::graph::{LocId, NodeId, Shift, gcd};
use ir::{BlockId, FuncId, GlobalId, LocalId};

/// What an abstract object stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ObjectKind {
    Global(GlobalId),
    /// All string literals, in programs with very many.
    Literals,
    /// A memory local, in all calls of its function.
    Local(FuncId, LocalId),
    /// The blocks that the statement of that number makes on the stack.
    Stack(FuncId, BlockId, u32),
    /// The blocks that the call at the end of the block allocates.
    Heap(FuncId, BlockId),
    /// The variable arguments of the function's calls.
    Variable(FuncId),
    /// The structures that the function returns.
    Returned(FuncId),
    Function(FuncId),
    Label(FuncId, BlockId),
    /// Memory that is not the program's: its arguments, what external functions hand out.
    Outside,
    /// Bytes on their way from one place to another.
    Copied,
}

/// Words of an object: word `first`, or all words `first + k * step`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub(super) first: i64,
    pub(super) step: i64,
}

impl Key {
    pub(super) const ANY: Key = Key { first: 0, step: 1 };

    pub(super) fn word(first: i64) -> Key {
        Key { first, step: 0 }
    }

    pub(super) fn meets(self, other: Key) -> bool {
        let distance = self.first - other.first;
        match gcd(self.step as u64, other.step as u64) {
            0 => distance == 0,
            step => distance % step as i64 == 0,
        }
    }
}

/// The cells of an object: what is stored into them, and what may be loaded from them. For single words, both are one.
#[derive(Debug, Default)]
pub(super) struct Cells {
    pub(super) words: Vec<(Key, NodeId, NodeId)>,
    pub(super) classes: Vec<(Key, NodeId, NodeId)>,
}

#[derive(Debug)]
pub(super) struct Object {
    pub(super) kind: ObjectKind,
    pub(super) size: Option<u64>,
    /// Places that differ by a multiple of it are not told apart; a multiple of the word, 0 if all are.
    pub(super) period: u64,
    pub(super) cells: Cells,
    /// The location of all its places, once there is one.
    pub(super) anywhere: Option<LocId>,
    /// Its locations, unless it has escaped.
    pub(super) known: Vec<LocId>,
    /// How many locations it has.
    pub(super) locations: u32,
    /// Code outside the program can reach it.
    pub(super) escaped: bool,
}

impl Object {
    pub(super) fn new(kind: ObjectKind, size: Option<u64>, period: u64) -> Object {
        Object {
            kind,
            size,
            period,
            cells: Cells::default(),
            anywhere: None,
            known: Vec::new(),
            locations: 0,
            escaped: false,
        }
    }

    pub(super) fn is_one_cell(&self, word: u64) -> bool {
        self.period == word
    }

    /// The same places, as a location keeps them.
    pub(super) fn normalise(&self, at: Shift) -> Shift {
        if matches!(self.kind, ObjectKind::Function(_) | ObjectKind::Label(..)) {
            return Shift::NONE;
        }
        let stride = match (at.stride, self.period) {
            (0, _) => 0,
            (stride, 0) => stride,
            (stride, period) => match gcd(stride, period) {
                same if same == period => 0,
                less => less,
            },
        };
        let modulus = if stride == 0 { self.period } else { stride };
        let offset = if modulus == 0 { at.offset } else { at.offset.rem_euclid(modulus as i64) };
        Shift { offset, stride }
    }

    /// The words that an access of that many bytes touches.
    pub(super) fn keys(&self, at: Shift, len: u64, word: u64) -> ([Key; 3], usize) {
        let any = ([Key::ANY; 3], 1);
        if self.is_one_cell(word) {
            return ([Key::word(0); 3], 1);
        }
        let at = self.normalise(at);
        if !at.stride.is_multiple_of(word) {
            return any;
        }
        let step = (at.stride / word) as i64;
        let first = at.offset.div_euclid(word as i64);
        let last = (at.offset + len.max(1) as i64 - 1).div_euclid(word as i64);
        let count = (last - first + 1) as usize;
        if count > 3 {
            return any;
        }
        let modulus = if step == 0 { (self.period / word) as i64 } else { step };
        let mut keys = [Key::ANY; 3];
        for (key, word) in keys.iter_mut().zip(first..=last) {
            *key = Key { first: if modulus == 0 { word } else { word.rem_euclid(modulus) }, step };
        }
        (keys, count)
    }
}
