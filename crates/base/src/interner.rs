//! Strings as small integers.

use crate::{Idx, define_id};
use hashbrown::HashTable;

define_id!(
    /// An interned string. Two symbols of one interner are equal exactly if their strings are.
    pub struct Symbol, "sym"
);

/// All strings live in one buffer; a symbol is an index into the list of their ends.
#[derive(Clone, Default)]
pub struct Interner {
    text: String,
    /// `ends[i]` is where string `i` ends in `text`; it starts where the previous one ends.
    ends: Vec<u32>,
    table: HashTable<u32>,
}

/// The hash of [`crate::FxHasher`], but for what is left of the last eight bytes: a name has mostly fewer, and they are read without a copy.
#[inline]
fn hash_of(text: &str) -> u64 {
    const MULTIPLIER: u64 = 0x517c_c1b7_2722_0a95;
    let mut state = text.len() as u64;
    let mut add = |word: u64| state = (state.rotate_left(5) ^ word).wrapping_mul(MULTIPLIER);
    let mut rest = text.as_bytes();
    while let Some((word, after)) = rest.split_first_chunk::<8>() {
        add(u64::from_le_bytes(*word));
        rest = after;
    }
    // The first and the last bytes of the rest, which may overlap.
    if let (Some(first), Some(last)) = (rest.first_chunk::<4>(), rest.last_chunk::<4>()) {
        add(u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << 32);
    } else if let [first, .., last] = rest {
        add(u64::from(*first) | u64::from(rest[rest.len() / 2]) << 8 | u64::from(*last) << 16);
    } else if let [only] = rest {
        add(u64::from(*only));
    }
    // The low bits of a product are weak, and hash tables use the low bits.
    state.rotate_left(26)
}

impl Interner {
    pub fn new() -> Self {
        Interner::default()
    }

    /// An interner whose first symbols are these strings, in order, with room for so many more: symbol `i` is the string `i`.
    /// A reserved word can then be recognised by its number alone.
    pub fn with_prefix<'s>(strings: impl ExactSizeIterator<Item = &'s str>, room: usize) -> Self {
        const USUAL_LENGTH: usize = 9;
        let most = strings.len() + room;
        let mut interner = Interner {
            text: String::with_capacity(most * USUAL_LENGTH),
            ends: Vec::with_capacity(most),
            table: HashTable::with_capacity(most),
        };
        for (i, string) in strings.enumerate() {
            let symbol = interner.intern(string);
            assert_eq!(symbol.index(), i, "a prefix string is listed twice: {string}");
        }
        interner
    }

    #[inline]
    fn range(ends: &[u32], index: u32) -> std::ops::Range<usize> {
        let start = if index == 0 { 0 } else { ends[index as usize - 1] as usize };
        start..ends[index as usize] as usize
    }

    #[inline]
    fn find(&self, hash: u64, string: &str) -> Option<Symbol> {
        let text = self.text.as_bytes();
        let found = self.table.find(hash, |&i| text[Self::range(&self.ends, i)] == *string.as_bytes());
        found.map(|&i| Symbol::from_raw(i))
    }

    #[inline]
    pub fn intern(&mut self, string: &str) -> Symbol {
        let hash = hash_of(string);
        if let Some(found) = self.find(hash, string) {
            return found;
        }
        let Interner { text, ends, table } = self;
        let index = ends.len() as u32;
        text.push_str(string);
        ends.push(text.len() as u32);
        table.insert_unique(hash, index, |&i| hash_of(&text[Self::range(ends, i)]));
        Symbol::from_raw(index)
    }

    /// The symbol of a string that has been interned before, if it has.
    pub fn lookup(&self, string: &str) -> Option<Symbol> {
        self.find(hash_of(string), string)
    }

    #[inline]
    pub fn resolve(&self, symbol: Symbol) -> &str {
        &self.text[Self::range(&self.ends, symbol.raw())]
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

impl std::fmt::Debug for Interner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Interner({} strings)", self.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_strings_share_a_symbol() {
        let mut interner = Interner::with_prefix(["int", "char"].into_iter(), 0);
        assert_eq!(interner.intern("char").index(), 1);
        let next = interner.intern("next");
        let empty = interner.intern("");
        assert_ne!(next, empty);
        assert_eq!(interner.intern("next"), next);
        assert_eq!(interner.resolve(next), "next");
        assert_eq!(interner.resolve(empty), "");
        assert_eq!(interner.lookup("prev"), None);
        for i in 0..5000 {
            interner.intern(&format!("name{i}"));
        }
        let symbol = interner.lookup("name4321").unwrap();
        assert_eq!(interner.resolve(symbol), "name4321");
    }
}
