//! Where pointers may lead: an inclusion-based points-to analysis of the whole program, insensitive to calling
//! contexts, that tells the words of objects apart. Registers are taken in SSA form; of memory, the order of statements does not
//! count.
//!
//! A pointer is a set of locations: an object and an offset in bytes, or all offsets `offset + k * stride`. Memory is one
//! set per word of an object, by byte offset and whatever its type: a load or store touches the words that its bytes lie
//! in, so casts, unions, packed structures and copies byte by byte need no rules of their own. Accesses with an index go to
//! all words of the same remainder; elements of declared arrays are one element; objects with very many words are one.
//!
//! Integers hold pointers as registers of pointers do, since casts keep provenance. Two sets stand for what cannot be
//! followed:
//! - *exposed* pointers: those that were turned into integers or read in pieces smaller than a pointer. Such pieces, and
//!   pointers that are made of integers, may lead wherever an exposed pointer leads, at any offset;
//! - what *escaped*: arguments of external functions and of unknown ones, external globals, and all that can be reached
//!   from there. External code may read and write that, and whatever it gives leads there or outside the program.
//!
//! A program without `main` is taken as a library: all its functions are called from outside, and all its globals escape.
//!
//! Where it comes from: inclusion constraints [Andersen], difference propagation in topological order with collapsing of
//! cycles [Wave], offsets on edges [Fields] with strides where they form cycles; docs/theory.md lists them.

mod constraints;
mod graph;
mod memory;

pub use graph::ObjectId;
pub use memory::ObjectKind;

use crate::{Facts, FunctionFacts, SparseSet, ValueId};
use base::FxHashMap;
use constraints::{Builder, Names, Site};
use graph::{ESCAPED, EXPOSED, FROM_BITS, Graph, LocId, OUTSIDE, OUTSIDE_CALLEE, Shift, combine};
use ir::{BlockId, FuncId, GlobalId, LocalId, Operand, Place, PlaceBase};

/// A place in an object: at `offset` bytes, or, with a stride, at any of `offset + k * stride`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Target {
    pub object: ObjectId,
    pub offset: i64,
    /// 0: exactly at the offset. 1: anywhere in the object.
    pub stride: u64,
}

impl Target {
    pub fn contains(&self, offset: i64) -> bool {
        match self.stride {
            0 => self.offset == offset,
            stride => (offset - self.offset) % stride as i64 == 0,
        }
    }
}

/// Where a value may point.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Targets {
    /// Sorted, each once.
    pub list: Vec<Target>,
    /// Also to any object that [escaped](PointsTo::has_escaped), and outside the program.
    pub outside: bool,
}

impl Targets {
    /// The value is no pointer to anything.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty() && !self.outside
    }

    /// The objects, sorted, each once; those that escaped are not listed if `outside`.
    pub fn objects(&self) -> Vec<ObjectId> {
        let mut objects: Vec<ObjectId> = self.list.iter().map(|target| target.object).collect();
        objects.dedup();
        objects
    }
}

/// An instruction of a function: statements by their numbers, the terminator after them.
#[derive(Clone, Copy, Debug)]
pub struct Instruction<'f> {
    pub function: FunctionFacts<'f>,
    pub block: BlockId,
    pub index: usize,
}

/// The result for one program.
#[derive(Debug)]
pub struct PointsTo {
    graph: Graph,
    names: Names,
    /// The callees of each call; `None` in the list for code outside the program.
    callees: FxHashMap<(FuncId, BlockId), Vec<Option<FuncId>>>,
    exposed: SparseSet<LocId>,
}

impl PointsTo {
    pub(crate) fn new(facts: &Facts<'_>) -> PointsTo {
        let mut builder = Builder::new(facts);
        builder.solve();
        let Builder { graph, names, sites, callees, .. } = builder;
        let mut by_site: FxHashMap<(FuncId, BlockId), Vec<Option<FuncId>>> = FxHashMap::default();
        for (site, callee) in callees {
            let Site { func, block } = sites[site as usize];
            by_site.entry((func, block)).or_default().push(Some(callee).filter(|&f| f != OUTSIDE_CALLEE));
        }
        by_site.values_mut().for_each(|list| list.sort_unstable());
        let exposed = graph.set(EXPOSED).clone();
        PointsTo { graph, names, callees: by_site, exposed }
    }

    /// What the object stands for.
    pub fn kind(&self, object: ObjectId) -> ObjectKind {
        self.graph.objects[object].kind
    }

    /// All objects, those for internal use included.
    pub fn objects(&self) -> impl Iterator<Item = ObjectId> + use<> {
        self.graph.objects.ids()
    }

    /// Whether code outside the program can reach the object.
    pub fn has_escaped(&self, object: ObjectId) -> bool {
        self.graph.objects[object].escaped
    }

    /// The object that stands for a variable, a site or a function; `None` if nothing can point to it.
    pub fn object(&self, kind: ObjectKind) -> Option<ObjectId> {
        match kind {
            ObjectKind::Global(id) => self.names.globals.get(id).copied(),
            _ => self.names.objects.get(&kind).copied(),
        }
    }

    pub fn global(&self, id: GlobalId) -> ObjectId {
        self.names.globals[id]
    }

    fn expand<'s>(&'s self, sets: impl IntoIterator<Item = &'s SparseSet<LocId>>) -> Targets {
        let mut all = SparseSet::new();
        sets.into_iter().for_each(|set| _ = all.union_with(set));
        if all.contains(FROM_BITS) {
            all.union_with(&self.exposed);
        }
        let outside = all.contains(OUTSIDE);
        let ids = all.iter().filter(|&id| id != OUTSIDE && id != FROM_BITS);
        let mut list: Vec<Target> = ids.map(|id| self.target(id, Shift::NONE)).collect();
        list.sort_unstable();
        Targets { list: without_subsumed(&list), outside }
    }

    fn target(&self, loc: LocId, by: Shift) -> Target {
        let loc = self.graph.locs[loc];
        let object = &self.graph.objects[loc.object];
        let at = object.normalise(combine(loc.at, by));
        let is_code = matches!(object.kind, ObjectKind::Function(_) | ObjectKind::Label(..));
        let stride = if at.stride == 0 && !is_code { object.period } else { at.stride };
        Target { object: loc.object, offset: at.offset, stride }
    }

    /// Where a value of a register may point.
    pub fn of_value(&self, func: FuncId, value: ValueId) -> Targets {
        self.expand([self.graph.set(self.names.values[func] + value.raw())])
    }

    /// Where what a function returns may point.
    pub fn of_result(&self, func: FuncId) -> Targets {
        self.expand([self.graph.set(self.names.results[func])])
    }

    /// Where the operand of an instruction may point.
    pub fn of_operand(&self, at: Instruction<'_>, operand: Operand) -> Targets {
        let kind = match operand {
            Operand::Local(local) => return self.of_register(at, local),
            Operand::Int(..) | Operand::Float(..) => return Targets::default(),
            Operand::Global(id) => ObjectKind::Global(id),
            Operand::Func(id) => ObjectKind::Function(id),
            Operand::Label(block) => ObjectKind::Label(at.function.id(), block),
        };
        let start = |object| Target { object, offset: 0, stride: self.graph.objects[object].period };
        Targets { list: self.object(kind).map(start).into_iter().collect(), outside: false }
    }

    fn of_register(&self, at: Instruction<'_>, local: LocalId) -> Targets {
        let ssa = at.function.ssa();
        let value = ssa.uses(at.block, at.index).iter().find(|&&value| ssa.local(value) == local);
        value.map_or(Targets::default(), |value| self.of_value(at.function.id(), *value))
    }

    /// Which memory the place of an instruction may be: where an access to it starts.
    pub fn of_place(&self, at: Instruction<'_>, place: &Place) -> Targets {
        let stride = place.index.map_or(0, |index| u64::from(index.scale));
        let by = Shift { offset: place.offset, stride };
        let kind = match place.base {
            PlaceBase::Local(local) => ObjectKind::Local(at.function.id(), local),
            PlaceBase::Global(id) => ObjectKind::Global(id),
            PlaceBase::Deref(local) => {
                let mut targets = self.of_register(at, local);
                for target in &mut targets.list {
                    let at = Shift { offset: target.offset, stride: target.stride };
                    let at = self.graph.objects[target.object].normalise(combine(at, by));
                    let stride =
                        if at.stride == 0 { self.graph.objects[target.object].period } else { at.stride };
                    *target = Target { object: target.object, offset: at.offset, stride };
                }
                targets.list.sort_unstable();
                targets.list.dedup();
                return targets;
            }
        };
        let start = |object: ObjectId| {
            let at = self.graph.objects[object].normalise(by);
            let stride = if at.stride == 0 { self.graph.objects[object].period } else { at.stride };
            Target { object, offset: at.offset, stride }
        };
        Targets { list: self.object(kind).map(start).into_iter().collect(), outside: false }
    }

    /// Where pointers that lie in the bytes `offset..offset + len` of an object may lead.
    pub fn content(&self, object: ObjectId, offset: i64, len: u64) -> Targets {
        let data = &self.graph.objects[object];
        let word = self.graph.word as i64;
        let first = offset.div_euclid(word);
        let last = (offset + len.max(1) as i64 - 1).div_euclid(word);
        let modulus = data.period as i64 / word;
        let touched = |key: memory::Key| match (modulus, last - first) {
            (0, _) => (first..=last).any(|w| key.meets(memory::Key::word(w))),
            (modulus, count) if count < modulus => {
                (first..=last).any(|w| key.meets(memory::Key::word(w.rem_euclid(modulus))))
            }
            _ => true,
        };
        let cells = data.cells.words.iter().chain(&data.cells.classes);
        let into = cells.filter(|(key, ..)| touched(*key)).map(|&(_, into, _)| self.graph.set(into));
        self.expand(into)
    }

    /// Whether accesses of so many bytes from these places on may touch a common byte.
    pub fn may_overlap(&self, x: &Targets, x_len: u64, y: &Targets, y_len: u64) -> bool {
        if x.outside && y.outside {
            return true;
        }
        let escaped = |targets: &Targets| targets.list.iter().any(|t| self.has_escaped(t.object));
        if x.outside && escaped(y) || y.outside && escaped(x) {
            return true;
        }
        x.list.iter().any(|s| {
            let same = y.list.iter().filter(|t| t.object == s.object);
            same.into_iter().any(|t| overlap(s, x_len, t, y_len))
        })
    }

    /// The functions that the call at the end of a block may reach, sorted; `None` if it may also leave the program.
    pub fn callees(&self, func: FuncId, block: BlockId) -> Option<Vec<FuncId>> {
        match self.callees.get(&(func, block)) {
            None => Some(Vec::new()),
            Some(list) => list.iter().copied().collect(),
        }
    }

    /// The functions of the program that the call at the end of a block is seen to reach; it may reach others, too.
    pub fn known_callees(&self, func: FuncId, block: BlockId) -> Vec<FuncId> {
        self.callees.get(&(func, block)).into_iter().flatten().copied().flatten().collect()
    }

    /// How many objects that can be pointed to, sets and elements of sets there are, for measurements.
    pub fn size(&self) -> (usize, usize, usize) {
        let (sets, elements) = self.graph.size();
        (self.names.objects.len(), sets, elements)
    }

    /// The objects that code outside the program can reach.
    pub fn escaped(&self) -> Vec<ObjectId> {
        let mut list: Vec<ObjectId> = self.expand([self.graph.set(ESCAPED)]).objects();
        list.extend(self.objects().filter(|&object| self.has_escaped(object)));
        list.sort_unstable();
        list.dedup();
        list
    }
}

/// Sorted targets without those that others of the same object contain.
fn without_subsumed(list: &[Target]) -> Vec<Target> {
    let mut result = Vec::with_capacity(list.len());
    for same in list.chunk_by(|a, b| a.object == b.object) {
        let is_in = |a: &Target, b: &Target| {
            b.stride != 0 && a != b && a.stride.is_multiple_of(b.stride) && b.contains(a.offset)
        };
        result.extend(same.iter().filter(|a| !same.iter().any(|b| is_in(a, b))));
    }
    result
}

fn overlap(a: &Target, a_len: u64, b: &Target, b_len: u64) -> bool {
    let (a_len, b_len) = (a_len as i64, b_len as i64);
    let distance = b.offset - a.offset;
    match graph::gcd(a.stride, b.stride) as i64 {
        0 => -b_len < distance && distance < a_len,
        step => {
            let rest = distance.rem_euclid(step);
            rest < a_len || step - rest < b_len
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Idx;

    fn at(offset: i64, stride: u64) -> Target {
        Target { object: ObjectId::new(0), offset, stride }
    }

    #[test]
    fn accesses_overlap_by_their_bytes() {
        assert!(overlap(&at(0, 0), 8, &at(7, 0), 1));
        assert!(!overlap(&at(0, 0), 8, &at(8, 0), 8));
        assert!(overlap(&at(8, 0), 1, &at(4, 0), 8));
        // Members of the elements of an array.
        assert!(!overlap(&at(0, 16), 8, &at(8, 16), 8));
        assert!(overlap(&at(0, 16), 12, &at(8, 16), 8));
        assert!(overlap(&at(40, 0), 8, &at(8, 16), 8));
        assert!(!overlap(&at(32, 0), 8, &at(8, 16), 8));
        assert!(overlap(&at(14, 0), 4, &at(0, 16), 8));
    }
}
