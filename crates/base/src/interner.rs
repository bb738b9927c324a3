//! Strings as small integers.

use crate::{FxHasher, Idx, define_id};
use hashbrown::HashTable;
use std::hash::Hasher;

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

fn hash_of(text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(text.as_bytes());
    hasher.finish()
}

impl Interner {
    pub fn new() -> Self {
        Interner::default()
    }

    /// An interner whose first symbols are these strings, in order: symbol `i` is `strings[i]`.
    /// A reserved word can then be recognised by its number alone.
    pub fn with_prefix(strings: &[&str]) -> Self {
        let mut interner = Interner::default();
        for (i, string) in strings.iter().enumerate() {
            let symbol = interner.intern(string);
            assert_eq!(symbol.index(), i, "a prefix string is listed twice: {string}");
        }
        interner
    }

    fn slice<'a>(text: &'a str, ends: &[u32], index: u32) -> &'a str {
        let start = if index == 0 { 0 } else { ends[index as usize - 1] as usize };
        &text[start..ends[index as usize] as usize]
    }

    #[inline]
    pub fn intern(&mut self, string: &str) -> Symbol {
        let hash = hash_of(string);
        let Interner { text, ends, table } = self;
        if let Some(&found) = table.find(hash, |&i| Self::slice(text, ends, i) == string) {
            return Symbol::from_raw(found);
        }
        let index = ends.len() as u32;
        text.push_str(string);
        ends.push(text.len() as u32);
        table.insert_unique(hash, index, |&i| hash_of(Self::slice(text, ends, i)));
        Symbol::from_raw(index)
    }

    /// The symbol of a string that has been interned before, if it has.
    pub fn lookup(&self, string: &str) -> Option<Symbol> {
        let found = self.table.find(hash_of(string), |&i| Self::slice(&self.text, &self.ends, i) == string);
        found.map(|&i| Symbol::from_raw(i))
    }

    #[inline]
    pub fn resolve(&self, symbol: Symbol) -> &str {
        Self::slice(&self.text, &self.ends, symbol.raw())
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
        let mut interner = Interner::with_prefix(&["int", "char"]);
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
