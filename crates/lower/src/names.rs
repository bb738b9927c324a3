//! From each unit's names to the program's.

use crate::types::TypeSource;
use base::{Idx, Interner, Symbol};

/// The first unit's interner becomes the program's, so that its symbols, by far the most, need no translation.
#[derive(Debug)]
pub(crate) struct Names {
    pub(crate) interner: Interner,
    /// Per unit but the first, by the unit's symbol.
    maps: Vec<Vec<Option<Symbol>>>,
}

impl Names {
    pub(crate) fn new(first: Interner, units: usize) -> Names {
        Names { interner: first, maps: vec![Vec::new(); units] }
    }

    #[inline]
    pub(crate) fn program_symbol(&mut self, source: TypeSource<'_>, name: Symbol) -> Symbol {
        if source.index == 0 {
            return name;
        }
        let map = &mut self.maps[source.index];
        if map.is_empty() {
            map.resize(source.unit.names.len(), None);
        }
        match map.get(name.index()) {
            Some(Some(known)) => *known,
            _ => {
                let symbol = self.interner.intern(source.unit.names.resolve(name));
                if let Some(slot) = map.get_mut(name.index()) {
                    *slot = Some(symbol);
                }
                symbol
            }
        }
    }
}
