//! Objects of one allocation site in a cut loop ([2LS-heap] §III-A, §III-C).
//!
//! A loop may allocate any number of objects at one place. Two numbers stand for them: the *witness*, one arbitrary object of
//! the site that is followed exactly, and *the others*. Which object is the witness is a free choice at its allocation, so
//! what is shown of the witness at the end of a loop holds of every object of the site, and an invalid access to any of them
//! is one to the witness under another choice: accesses to the others carry no checks.
//!
//! What one of the others holds is asked through the pointer that leads there. All pointers with one object term lead to one
//! object, a *view* keeps what was read and written through them; two views may be the same object unless one of them was
//! made after the other was known. A cell that a view does not have comes from where its site stands: from the head of the last
//! loop that changed objects of the site (an [`crate::Instance`] of the invariant: the loop's rows with another object in
//! the witness' place), or from what was written since through other pointers.
//!
//! In an instance the two numbers change places: what the other object's cell calls the witness is itself, and what it calls
//! one of the others may be the witness or not.

use crate::build::{Builder, ObjectInfo, ObjectKey, ObjectKind, Res};
use crate::loops::LoopKey;
use crate::recursion::MADE;
use crate::sizes::SIZE_BESIDE;
use crate::state::State;
use crate::{CutPlace, Instance};
use base::FxHashMap;
use encode::cells::{Object, Rest};
use encode::pointer::{OBJECT_BITS, ObjectId, UNKNOWN_OBJECT, Value, as_number, choose, fresh};
use smt::{Op, Sort, TermId, Terms};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The witness of the site, and the object term of the pointers.
pub(crate) type NodeKey = (ObjectId, TermId);

#[derive(Clone, Debug, Default)]
pub(crate) struct Nodes {
    pub views: BTreeMap<NodeKey, Rc<View>>,
    /// By witness.
    pub sites: BTreeMap<ObjectId, Rc<Site>>,
}

/// One of the others.
#[derive(Clone, Debug)]
pub(crate) struct View {
    /// Without a rest if it was allocated before the last head.
    pub object: Object,
    pub is_new: bool,
    /// When it became known.
    pub since: u32,
    /// The instances that its cells come from, by the loop's number.
    pub instances: BTreeMap<usize, InstanceId>,
}

/// An instance of a loop, by its number there, and that the object was there at the loop's head.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InstanceId {
    at: usize,
    exists: TermId,
}

/// Where the objects of a site stand.
#[derive(Clone, Debug, Default)]
pub(crate) struct Site {
    pub source: Rc<Source>,
    /// What was written since.
    pub written: Vec<Written>,
}

/// A cell that is asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SiteCell {
    witness: ObjectId,
    offset: u64,
    size: u64,
    /// The witness exists.
    chosen: TermId,
    /// The object term of the pointer.
    through: TermId,
    /// It is accessed.
    guard: TermId,
}

/// A write to one of the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Written {
    /// The object term of the pointer.
    through: TermId,
    /// The pointer does lead to one of the others.
    when: TermId,
    offset: u64,
    size: u64,
    value: Value,
}

#[derive(Clone, Debug, Default)]
pub(crate) enum Source {
    /// There are none.
    #[default]
    Nothing,
    /// At the head of a loop: as its rows say, or as before it.
    Head {
        key: LoopKey,
        index: usize,
        select: TermId,
        entry: Rc<Site>,
    },
    Either(TermId, Rc<Site>, Rc<Site>),
}

impl Builder<'_> {
    /// The witness and the others of a site.
    pub(crate) fn site_objects(&mut self, key: ObjectKey, size: TermId) -> Res<(ObjectId, ObjectId)> {
        let before = self.object_ids.get(&key).map(|id| self.objects[usize::from(*id)].size);
        let witness = self.allocate(key, ObjectKind::Heap, size)?;
        self.note_size(witness, before, size);
        let ghost = ObjectInfo { kind: ObjectKind::Ghost, size, constant: false, symbol: None };
        self.object(ObjectKey::Ghost(witness), |_| ghost)?;
        let others = ObjectInfo { kind: ObjectKind::Others(witness), size, constant: false, symbol: None };
        let others = self.object(ObjectKey::Others(witness), |_| others)?;
        self.objects[usize::from(others)].size = size;
        self.witnesses.insert(witness);
        Ok((witness, others))
    }

    /// An allocation in a cut loop: the witness, if it is not chosen yet, or another object.
    pub(crate) fn allocate_node(
        &mut self,
        state: &mut State,
        key: ObjectKey,
        size: TermId,
        rest: Rest,
    ) -> Res<Value> {
        let (witness, others) = self.site_objects(key, size)?;
        let ghost = self.object_ids[&ObjectKey::Ghost(witness)];
        let zero = self.terms.bv_const(8, 0);
        let chosen = self.object_in(&Rc::clone(&state.memory), ghost);
        let globals = self.globals;
        let chosen = chosen.read(self.terms, &globals, 0, 1);
        let chosen = as_number(self.terms, chosen, 8);
        let is_free = self.terms.eq(chosen, zero);
        let choice = self.terms.fresh("choose", Sort::Bool);
        let take = self.terms.and(choice, is_free);
        let one = self.terms.bv_const(8, 1);
        let now = self.terms.ite(take, one, chosen);
        let mut new = Object::new(TermId::TRUE, Rest::Zero);
        new.write(self.terms, 0, 1, Value::Number(now));
        if self.sized.contains(&witness) {
            let held = self.size_after(&Rc::clone(&state.memory), witness, take, size);
            new.write(self.terms, SIZE_BESIDE, u64::from(self.word) / 8, held);
        }
        self.replace(state, ghost, new);
        // The witness comes into being here or is left as it is.
        let old = self.object_in(&Rc::clone(&state.memory), witness);
        let made = Object::new(TermId::TRUE, rest);
        let mut merged = made.merge(&old, self.terms, &globals, take);
        if old.live == TermId::FALSE {
            merged.rest = rest;
            merged.cells.clear();
        }
        self.is_linking = true;
        self.replace(state, witness, merged);
        self.is_linking = false;
        let (w, o) = (u128::from(witness), u128::from(others));
        let (w, o) = (self.terms.bv_const(OBJECT_BITS, w), self.terms.bv_const(OBJECT_BITS, o));
        let object = self.terms.ite(take, w, o);
        self.new_path_object(state, object, rest == Rest::Zero, Some((witness, take)));
        let since = self.next_view();
        let view =
            View { object: Object::new(TermId::TRUE, rest), is_new: true, since, instances: BTreeMap::new() };
        Rc::make_mut(&mut state.nodes).views.insert((witness, object), Rc::new(view));
        Rc::make_mut(&mut state.nodes).sites.entry(witness).or_default();
        Ok(Value::Pointer { object, offset: self.terms.bv_const(self.word, 0) })
    }

    fn next_view(&mut self) -> u32 {
        self.views += 1;
        self.views
    }

    fn view(&mut self, state: &State, key: NodeKey) -> View {
        match state.nodes.views.get(&key) {
            Some(view) => View::clone(view),
            None => {
                let since = self.next_view();
                View {
                    object: Object::new(TermId::TRUE, Rest::Any),
                    is_new: false,
                    since,
                    instances: BTreeMap::new(),
                }
            }
        }
    }

    /// That two pointers to others of a site lead to one object.
    pub(crate) fn same_node(&mut self, a: TermId, b: TermId) -> TermId {
        same_node(self.terms, a, b)
    }

    fn may_be_same(&self, a: &View, b: &View) -> bool {
        // A new object is none that was known before.
        !(a.is_new && b.since < a.since || b.is_new && a.since < b.since)
    }

    pub(crate) fn read_node(
        &mut self,
        state: &mut State,
        key: NodeKey,
        offset: Option<u64>,
        size: u64,
    ) -> Value {
        let Some(offset) = offset else { return Value::Any };
        let mut view = self.view(state, key);
        let globals = self.globals;
        if view.is_new || view.object.cells.get(&offset).is_some_and(|(known, _)| *known == size) {
            let value = view.object.read(self.terms, &globals, offset, size);
            let value = self.keep(value, size, &mut view, offset);
            Rc::make_mut(&mut state.nodes).views.insert(key, Rc::new(view));
            return value;
        }
        if !view.object.overlapping(offset, size).is_empty() {
            return Value::Any;
        }
        let site = state.nodes.sites.get(&key.0).cloned().unwrap_or_default();
        let chosen = self.is_chosen(state, key.0);
        let is_other = self.is_one_of_many(key.1);
        let guard = self.terms.and(state.guard, is_other);
        let cell = SiteCell { witness: key.0, offset, size, chosen, through: key.1, guard };
        self.site_reads.clear();
        let (mut value, mut possible) = self.read_site(&site, cell, &mut view);
        let width = 8 * size as u32;
        // It may be an object that was made since.
        let others: Vec<(NodeKey, Rc<View>)> = state
            .nodes
            .views
            .iter()
            .filter(|(k, v)| k.0 == key.0 && v.is_new)
            .map(|(k, v)| (*k, Rc::clone(v)))
            .collect();
        for (other, node) in others {
            if self.may_be_same(&view, &node) {
                let same = self.same_node(key.1, other.1);
                possible = self.terms.or(possible, same);
                let theirs = node.object.read(self.terms, &globals, offset, size);
                value = choose(self.terms, same, theirs, value, width, self.word);
            }
        }
        let value = self.keep(value, size, &mut view, offset);
        Rc::make_mut(&mut state.nodes).views.insert(key, Rc::new(view));
        // Nobody leads to an object of a site that has none.
        let exists = self.terms.implies(is_other, possible);
        state.guard = self.terms.and(state.guard, exists);
        value
    }

    /// That the witness of a site was allocated.
    pub(crate) fn is_chosen(&mut self, state: &State, witness: ObjectId) -> TermId {
        let ghost = self.object_ids[&ObjectKey::Ghost(witness)];
        let object = self.object_in(&Rc::clone(&state.memory), ghost);
        let globals = self.globals;
        let value = object.read(self.terms, &globals, 0, 1);
        let number = as_number(self.terms, value, 8);
        let zero = self.terms.bv_const(8, 0);
        self.terms.ne(number, zero)
    }

    /// What is read once is read again.
    fn keep(&mut self, value: Value, size: u64, view: &mut View, offset: u64) -> Value {
        let value = match value {
            Value::Any if size <= 16 && 8 * size as u32 != self.word => {
                Value::Number(fresh(self.terms, 8 * size as u32))
            }
            other => other,
        };
        view.object.write(self.terms, offset, size, value);
        value
    }

    /// A cell of one of the others, from where its site stands, and whether there is any.
    fn read_site(&mut self, site: &Rc<Site>, cell: SiteCell, view: &mut View) -> (Value, TermId) {
        let place = Rc::as_ptr(site) as usize;
        if let Some(known) = self.site_reads.get(&place) {
            return *known;
        }
        // Ways that part and meet again often are many.
        if self.site_reads.len() >= MOST_SITE_READS {
            return (Value::Any, TermId::TRUE);
        }
        let read = self.read_known_site(site, cell, view);
        self.site_reads.insert(place, read);
        read
    }

    fn read_known_site(&mut self, site: &Site, cell: SiteCell, view: &mut View) -> (Value, TermId) {
        let width = 8 * cell.size as u32;
        let (mut value, possible) = match &*site.source {
            Source::Nothing => (Value::Any, TermId::FALSE),
            Source::Either(condition, a, b) => {
                let (x, p) = self.read_site(a, cell, view);
                let (y, q) = self.read_site(b, cell, view);
                let value = choose(self.terms, *condition, x, y, width, self.word);
                (value, self.terms.ite(*condition, p, q))
            }
            Source::Head { key, index, select, entry } => {
                let (before, possible) = self.read_site(entry, cell, view);
                let (at_head, exists) = self.at_head(*key, *index, cell, (before, possible), view);
                let value = match possible {
                    TermId::FALSE => at_head,
                    _ => choose(self.terms, *select, at_head, before, width, self.word),
                };
                let possible = match self.allocates(*key, cell.witness) {
                    true => self.terms.ite(*select, exists, possible),
                    false => possible,
                };
                (value, possible)
            }
        };
        for written in &site.written {
            if written.offset == cell.offset && written.size == cell.size {
                let same = self.same_node(written.through, cell.through);
                let here = self.terms.and(written.when, same);
                value = choose(self.terms, here, written.value, value, width, self.word);
            } else if written.offset < cell.offset + cell.size
                && cell.offset < written.offset.saturating_add(written.size)
            {
                value = Value::Any;
            }
        }
        (value, possible)
    }

    /// A cell as the rows of a loop know it: a loop-back value like the witness', of another object; and that this one was there.
    fn at_head(
        &mut self,
        key: LoopKey,
        index: usize,
        cell: SiteCell,
        (before, existed): (Value, TermId),
        view: &mut View,
    ) -> (Value, TermId) {
        let SiteCell { witness, offset, size, chosen, through, guard } = cell;
        let allocates = self.allocates(key, witness);
        let of_object = (index, witness, through);
        let id = match view.instances.get(&index).or_else(|| self.instances.get(&of_object)) {
            Some(id) => *id,
            None => {
                let instances = &mut self.out.loops[index].instances;
                instances.push(Instance {
                    witness,
                    object: through,
                    guard: TermId::FALSE,
                    cells: Vec::new(),
                });
                let at = instances.len() - 1;
                let exists = if allocates { self.terms.fresh("exists", Sort::Bool) } else { TermId::TRUE };
                InstanceId { at, exists }
            }
        };
        view.instances.insert(index, id);
        self.instances.insert(of_object, id);
        let Some(like) = self.cell_at_head(key, witness, offset, size) else {
            // The loop does not change it in objects that were there before; in those that it makes it is anything.
            if !allocates && before != Value::Any {
                self.add_to_instance(index, id, guard, (offset, before));
            }
            return (if allocates { Value::Any } else { before }, id.exists);
        };
        let word = self.word;
        let known = self.out.loops[index].instances.get(id.at).and_then(|instance| {
            instance.cells.iter().find(|(at, _)| *at == offset).map(|(_, value)| *value)
        });
        let value = match like {
            // On another way to the same loop.
            _ if known.is_some() => known.unwrap_or(Value::Any),
            Value::Pointer { object, offset } => {
                let raw = self.terms.fresh("node", Sort::Bv(OBJECT_BITS));
                if let Some(set) = self.pointer_sets.get(&object).cloned() {
                    self.pointer_sets.insert(raw, set);
                }
                let start = match self.terms.is_constant(offset) {
                    true => offset,
                    false => self.terms.fresh("node", Sort::Bv(word)),
                };
                Value::Pointer { object: raw, offset: start }
            }
            _ => Value::Number(fresh(self.terms, 8 * size as u32)),
        };
        self.add_to_instance(index, id, guard, (offset, value));
        let like_value = value;
        let value = match value {
            Value::Pointer { object, offset } => {
                let object = self.relabelled(object, witness, chosen);
                Value::Pointer { object, offset }
            }
            other => other,
        };
        // Of an object that is not older than the call.
        if existed == TermId::FALSE && key.3 == CutPlace::Return {
            self.add_to_instance(index, id, guard, (MADE + offset, like_value));
        }
        for (at, kept) in self.kept_cells(key, through, offset, (before, value)) {
            let Value::Number(kept) = kept else { continue };
            // It says nothing of an object that was made since.
            let one = self.terms.bv_const(1, 1);
            let kept = self.terms.ite(existed, kept, one);
            self.add_to_instance(index, id, guard, (at, Value::Number(kept)));
        }
        (value, id.exists)
    }

    fn add_to_instance(&mut self, index: usize, id: InstanceId, guard: TermId, cell: (u64, Value)) {
        let guard = self.terms.and(guard, id.exists);
        if let Some(instance) = self.out.loops[index].instances.get_mut(id.at) {
            instance.guard = self.terms.or(instance.guard, guard);
            if !instance.cells.contains(&cell) {
                instance.cells.push(cell);
            }
        }
    }

    /// The object that another object's cell leads to, in our names.
    fn relabelled(&mut self, raw: TermId, witness: ObjectId, chosen: TermId) -> TermId {
        let others = self.object_ids[&ObjectKey::Others(witness)];
        let (w, o) = (u128::from(witness), u128::from(others));
        let (w, o) = (self.terms.bv_const(OBJECT_BITS, w), self.terms.bv_const(OBJECT_BITS, o));
        let is_itself = self.terms.eq(raw, w);
        let is_other = self.terms.eq(raw, o);
        // It is one object whenever it is read.
        let choice = self.terms.var(&format!("witness{witness}.{raw:?}"), Sort::Bool);
        let choice = self.terms.and(choice, chosen);
        let either = self.terms.ite(choice, w, o);
        let rest = self.terms.ite(is_other, either, raw);
        self.terms.ite(is_itself, o, rest)
    }

    /// A write to one of the others, where `when` holds.
    pub(crate) fn write_node(
        &mut self,
        state: &mut State,
        key: NodeKey,
        when: TermId,
        offset: Option<u64>,
        (size, value): (u64, Value),
    ) {
        self.relink_node(state, key.1, when, offset, (size, value));
        let globals = self.globals;
        let width = 8 * size as u32;
        let target = self.view(state, key);
        let keys: Vec<NodeKey> = state.nodes.views.keys().filter(|k| k.0 == key.0).copied().collect();
        for other in keys {
            if other == key {
                continue;
            }
            let mut node = self.view(state, other);
            if !self.may_be_same(&target, &node) {
                continue;
            }
            match offset {
                None => node.object.forget(),
                Some(offset) => {
                    let known = node.object.cells.get(&offset).is_some_and(|(known, _)| *known == size);
                    if known || node.is_new {
                        let same = self.same_node(key.1, other.1);
                        let here = self.terms.and(when, same);
                        let old = node.object.read(self.terms, &globals, offset, size);
                        let new = choose(self.terms, here, value, old, width, self.word);
                        node.object.write(self.terms, offset, size, new);
                    } else {
                        node.object.clear(self.terms, offset, size);
                    }
                }
            }
            Rc::make_mut(&mut state.nodes).views.insert(other, Rc::new(node));
        }
        let mut view = target;
        match offset {
            None => view.object.forget(),
            Some(offset) => view.object.write(self.terms, offset, size, value),
        }
        let nodes = Rc::make_mut(&mut state.nodes);
        nodes.views.insert(key, Rc::new(view));
        let site = Rc::make_mut(nodes.sites.entry(key.0).or_default());
        let through = key.1;
        let entry = match offset {
            Some(offset) => Written { through, when, offset, size, value },
            None => Written { through, when, offset: 0, size: u64::MAX / 2, value: Value::Any },
        };
        if !site.written.contains(&entry) {
            site.written.push(entry);
        }
    }

    /// What the nodes are at the head of a cut loop that changes some sites.
    pub(crate) fn nodes_at_head(
        &mut self,
        state: &mut State,
        key: LoopKey,
        index: usize,
        select: TermId,
        changed: &dyn Fn(ObjectId) -> bool,
    ) {
        let witnesses: Vec<ObjectId> = self.witnesses.iter().copied().filter(|w| changed(*w)).collect();
        if witnesses.is_empty() {
            return;
        }
        let nodes = Rc::make_mut(&mut state.nodes);
        nodes.views.retain(|(witness, _), _| !witnesses.contains(witness));
        for witness in witnesses {
            let entry = nodes.sites.get(&witness).cloned().unwrap_or_default();
            let source = Source::Head { key, index, select, entry };
            nodes.sites.insert(witness, Rc::new(Site { source: Rc::new(source), written: Vec::new() }));
        }
    }

    pub(crate) fn merge_nodes(&mut self, condition: TermId, a: &Nodes, b: &Nodes) -> Nodes {
        let mut merged = Nodes::default();
        let globals = self.globals;
        for (key, x) in &a.views {
            match b.views.get(key) {
                Some(y) if Rc::ptr_eq(x, y) => {
                    merged.views.insert(*key, Rc::clone(x));
                }
                Some(y) if x.is_new => {
                    let object = x.object.merge(&y.object, self.terms, &globals, condition);
                    merged.views.insert(*key, Rc::new(View { object, ..View::clone(x) }));
                }
                Some(y) => {
                    // What only one knows is asked again.
                    let mut view = View { object: Object::new(TermId::TRUE, Rest::Any), ..View::clone(x) };
                    // It is one object on both ways: a cell that is asked again belongs to those that are known.
                    for (&index, &id) in &y.instances {
                        view.instances.entry(index).or_insert(id);
                    }
                    for (&at, &(size, value)) in &x.object.cells {
                        if let Some(&(other, theirs)) = y.object.cells.get(&at)
                            && other == size
                        {
                            let value =
                                choose(self.terms, condition, value, theirs, 8 * size as u32, self.word);
                            view.object.write(self.terms, at, size, value);
                        }
                    }
                    merged.views.insert(*key, Rc::new(view));
                }
                // Where it is not new it is not known; a new one does not exist on the other path.
                None if x.is_new => {
                    merged.views.insert(*key, Rc::clone(x));
                }
                None => {}
            }
        }
        for (key, y) in &b.views {
            if y.is_new && !a.views.contains_key(key) {
                merged.views.insert(*key, Rc::clone(y));
            }
        }
        let witnesses: std::collections::BTreeSet<ObjectId> =
            a.sites.keys().chain(b.sites.keys()).copied().collect();
        for witness in witnesses {
            let x = a.sites.get(&witness).cloned().unwrap_or_default();
            let y = b.sites.get(&witness).cloned().unwrap_or_default();
            let site = if Rc::ptr_eq(&x, &y) {
                x
            } else {
                let source = Rc::new(Source::Either(condition, x, y));
                Rc::new(Site { source, written: Vec::new() })
            };
            merged.sites.insert(witness, site);
        }
        merged
    }

    /// Whether an object term may be one of the others of some site: the condition.
    pub(crate) fn is_one_of_many(&mut self, object: TermId) -> TermId {
        let Some(possible) = self.possible_objects(object) else { return TermId::FALSE };
        let mut cases = Vec::new();
        for id in possible {
            if id != UNKNOWN_OBJECT && matches!(self.objects[usize::from(id)].kind, ObjectKind::Others(_)) {
                cases.push(self.is_object(object, id));
            }
        }
        self.terms.or_all(cases)
    }
}

/// Places that one cell of one of the others is looked for in; beyond, it is any value.
const MOST_SITE_READS: usize = 512;
/// Pairs of terms that are looked into; beyond, a pair is taken as it is.
const MOST_PAIRS: usize = 256;

/// That two object terms, each one of the others of a site, are one object: a free Boolean per pair of terms, unless they are
/// the same.
pub fn same_node(terms: &mut Terms, a: TermId, b: TermId) -> TermId {
    same_pair(terms, a, b, &mut FxHashMap::default())
}

fn same_pair(
    terms: &mut Terms,
    a: TermId,
    b: TermId,
    known: &mut FxHashMap<(TermId, TermId), TermId>,
) -> TermId {
    if a == b {
        return TermId::TRUE;
    }
    let (a, b) = (a.min(b), a.max(b));
    if let Some(&same) = known.get(&(a, b)) {
        return same;
    }
    let same = match split(terms, a, b).filter(|_| known.len() < MOST_PAIRS) {
        Some((condition, then, other, with)) => {
            let p = same_pair(terms, then, with, known);
            let q = same_pair(terms, other, with, known);
            terms.ite(condition, p, q)
        }
        // Which one of the others a constant is, nobody knows.
        None if terms.is_constant(a) || terms.is_constant(b) => terms.fresh("same", Sort::Bool),
        None => terms.var(&format!("same{a:?}.{b:?}"), Sort::Bool),
    };
    known.insert((a, b), same);
    same
}

/// A choice in one of two terms: its condition, its sides and the other term.
fn split(terms: &Terms, a: TermId, b: TermId) -> Option<(TermId, TermId, TermId, TermId)> {
    [(a, b), (b, a)].into_iter().find_map(|(x, y)| match (terms.op(x), terms.args(x)) {
        (Op::Ite, &[condition, then, other]) => Some((condition, then, other, y)),
        _ => None,
    })
}
