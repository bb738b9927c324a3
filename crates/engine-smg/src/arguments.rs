//! The strings that a program is given from outside: its arguments, its environment, and what models take for either.
//!
//! A list of them is an object whose words are addresses of strings, with a null behind the last one. The strings come into being when a word
//! is read: any bytes, any length, ended by a zero. Two that were read at different times may be the same. Nobody may write to them here,
//! so a string that was read once need not be found again.

use crate::access::{Located, MemoryAccess, fits, has_room};
use crate::engine::Engine;
use crate::findings::InputKind;
use ir::{Place, Scalar};
use semantics::initial::LONGEST_STRING;
use smg::{
    Content, Field, IntDomain as _, Interval, Linear, NewObject, ObjId, Offset, Origin, Peek, SizeRange,
    Spec, Spot, ValId,
};
use verdict::Access;

impl Engine<'_> {
    pub(crate) fn input_kind(&self, located: &Located) -> Option<InputKind> {
        self.input_kind_of(&located.state.graph, located.object)
    }

    pub(crate) fn input_kind_of(&self, graph: &crate::state::Graph, object: ObjId) -> Option<InputKind> {
        self.findings.site_of(graph.object(object).label).and_then(|site| site.input)
    }

    /// Adds a valid access. A word of a list of strings that is read may be the last one, which is null: then there are two.
    pub(crate) fn push_located(
        &mut self,
        mut located: Located,
        wanted: MemoryAccess,
        out: &mut Vec<Located>,
    ) {
        let MemoryAccess { size, access, .. } = wanted;
        if self.push_cells(&mut located, wanted, out) {
            return;
        }
        let is_word = access == Access::Read && size == self.pointer_size();
        if !is_word
            || self.input_kind(&located) != Some(InputKind::List)
            || self.is_word_known(&located, size)
        {
            out.push(located);
            return;
        }
        let graph = &located.state.graph;
        let Located { object, offset, spot, .. } = located;
        let room = graph.size_bounds(object).lo;
        let another = 2 * size;
        let follows = offset.lo >= 0 && (offset.hi as u64).saturating_add(another) <= room
            || match spot {
                Some(Spot::At(place)) => offset.lo >= 0 && fits(graph, object, place, another),
                Some(Spot::Near(address, by)) => has_room(graph, (address, by), another),
                None => false,
            };
        if !follows {
            out.push(Located { state: located.state.clone(), is_null: true, ..located });
            // Where a string is, the list goes on.
            let graph = &mut located.state.graph;
            if let Some(whole) = graph.size_of(object).filter(|whole| whole.scale == size as i64) {
                match (spot, offset.as_exact()) {
                    (_, Some(offset)) => {
                        let words = (offset + another as i64 - whole.addend).div_euclid(whole.scale);
                        graph.note_at_most(ValId::ZERO, whole.base, -words);
                    }
                    (Some(Spot::At(place)), None) if place.scale == whole.scale => {
                        let rest = (whole.addend - place.addend - another as i64).div_euclid(whole.scale);
                        graph.note_at_most(place.base, whole.base, rest);
                    }
                    _ => {}
                }
            }
        }
        out.push(located);
    }

    /// Adds an access to a cell of an array that is cut into runs, or that is from now on: one case for each run that the cell may be of.
    /// `false` if it is no such array.
    fn push_cells(&mut self, located: &mut Located, wanted: MemoryAccess, out: &mut Vec<Located>) -> bool {
        let Located { object, offset, spot, .. } = *located;
        let graph = &mut located.state.graph;
        let is_open =
            graph.has_cells(object) || wanted.address.is_some_and(|value| graph.open_cells(object, value));
        let cases = is_open.then(|| graph.cell_at(object, offset, spot, wanted.size)).flatten();
        let Some(cases) = cases else { return false };
        out.extend(cases.into_iter().map(|(graph, cell, at)| Located {
            offset: Offset::exact(at as i64),
            ..Located::start_of(located.state.with(graph), cell)
        }));
        true
    }

    fn is_word_known(&self, located: &Located, size: u64) -> bool {
        let Some(offset) = located.offset.as_exact() else { return false };
        let graph = &located.state.graph;
        match graph.peek(located.object, Field::bytes(offset as u64, size)) {
            Peek::Value(value) => {
                value == ValId::ZERO || matches!(graph.content(graph.resolve(value)), Content::Address(_))
            }
            _ => false,
        }
    }

    /// The string that a word of a list leads to, if nothing is known of the word.
    pub(crate) fn string_of_word(
        &mut self,
        located: &mut Located,
        place: &Place,
        read: ValId,
    ) -> Option<ValId> {
        let word = self.pointer_size();
        let offset = located.offset;
        let is_word = place.access == Scalar::Ptr
            && place.bits.is_none()
            && offset.lo % word as i64 == 0
            && offset.stride.is_multiple_of(word)
            && self.input_kind(located) == Some(InputKind::List);
        let graph = &located.state.graph;
        let is_open = || {
            let value = graph.resolve(read);
            value != ValId::ZERO
                && value != ValId::UNINIT
                && matches!(graph.content(value), Content::Unknown { .. })
        };
        if !is_word || !is_open() {
            return None;
        }
        let graph = &mut located.state.graph;
        let spot = located.spot.or_else(|| {
            offset.is_exact().then(|| Spot::Near(graph.address(located.object, offset, Spec::Region), 0))
        });
        let found = spot.and_then(|spot| graph.known_reading(located.object, spot));
        if let Some(found) = found.filter(|&found| graph.pointee(found).is_some()) {
            return Some(found);
        }
        let label = self.findings.text_site();
        let graph = &mut located.state.graph;
        let length = graph.int(Interval::range(8 * word as u32, 0, LONGEST_STRING));
        let string = graph.add_object(NewObject {
            size: SizeRange { lo: 1, hi: LONGEST_STRING + 1 },
            origin: Origin::Static,
            label,
            type_hint: None,
            contents: smg::BlockKind::Init,
        });
        graph.set_size(string, Linear { base: length, scale: 1, addend: 1 });
        let end = Spot::At(Linear { base: length, scale: 1, addend: 0 });
        let anywhere = Offset { lo: 0, hi: LONGEST_STRING as i64, stride: 1 };
        if let Some(address) = graph.address_of_spot(string, anywhere, Some(end)) {
            graph.note_zero(address);
        }
        let value = graph.region_address(string);
        // A word that the program names by its number is found again; to remember all that a loop comes by would have no end.
        if let Some(offset) =
            offset.as_exact().filter(|offset| place.index.is_none() && *offset == place.offset)
        {
            let _ = graph.write(located.object, Field::bytes(offset as u64, word), value);
        } else if let Some(spot) = spot {
            graph.note_word(located.object, spot, value);
        }
        Some(value)
    }

    /// Whether both are addresses in strings from outside, of which nobody knows whether they are the same.
    pub(crate) fn strings_may_meet(&self, a: ValId, b: ValId, graph: &crate::state::Graph) -> bool {
        let string = |value| {
            let target = graph.pointee(value)?;
            (self.input_kind_of(graph, target.obj) == Some(InputKind::Text)).then_some(target.obj)
        };
        matches!((string(a), string(b)), (Some(x), Some(y)) if x != y)
    }
}
