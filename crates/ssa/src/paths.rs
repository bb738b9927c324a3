//! Access paths ([2LS-shape] §3.2, §3.3): which object leads to which one over its *link*, the pointer at one offset.
//!
//! `path(a, f, d)` says that whoever begins at `a` and goes on to where the pointer at offset `f` leads, through objects that are
//! there, comes to `d`; `a` comes to itself. A path has one destination at a time, an object or null, so that it is a statement about
//! one way and not about all that the paper's conjunction would list. Which objects it goes through is not part of it.
//!
//! A path is a Boolean term for a pair of object terms, kept for the pointers that the program holds (*slots*), for heap objects
//! and for null. It changes with every write to a link and with every block that is freed ([`Builder::relink`]), and what is read through a
//! link continues the path of the object that it was read from ([`Builder::follow`]). Whatever is not known is a free Boolean, so that a
//! path that is lost is "may be or not" and never wrong.
//!
//! Only blocks of the heap have links, and of them not those whose contents are followed as arrays: a variable ends every path.

use crate::PathEnd;
use crate::build::{Builder, ObjectKind};
use crate::place::Located;
use crate::state::State;
use encode::cells::{Object, Rest};
use encode::pointer::{NO_OBJECT, OBJECT_BITS, ObjectId, UNKNOWN_OBJECT, Value, as_pointer};
use smt::{Op, Sort, TermId};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The paths that are known: link, from, to.
pub(crate) type Paths = BTreeMap<(u64, TermId, TermId), TermId>;

/// Slots of one place of the program.
const MOST_SLOTS: usize = 8;
/// Pairs that one question for a path is taken apart into.
const MOST_CASES: u32 = 64;

/// What an object's link becomes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Link {
    /// The object is gone, or its link leads to no object.
    Nothing,
    To(TermId),
    Anywhere,
}

/// Not a link: that two objects are one, for pairs of which more is known than their terms say.
const SAME: u64 = u64::MAX;

impl Builder<'_> {
    pub(crate) fn follows_paths(&self) -> bool {
        !self.options.links.is_empty()
    }

    pub(crate) fn no_object(&mut self) -> TermId {
        self.terms.bv_const(OBJECT_BITS, u128::from(NO_OBJECT))
    }

    pub(crate) fn free_path(&mut self) -> TermId {
        self.terms.fresh("path", Sort::Bool)
    }

    /// Whether an object term is one object at a time, so that something can be said of it. A variable is, even if it may be an
    /// object that is not known: it is the one that its pointer leads to. The number of unknown objects is not.
    pub(crate) fn is_one_object(&self, object: TermId) -> bool {
        if let Some(constant) = self.terms.constant(object).and_then(smt::Bv::to_u64) {
            return !self.is_many(constant as ObjectId);
        }
        let mut seen = base::FxHashSet::default();
        let mut open = vec![object];
        while let Some(t) = open.pop() {
            let constant = self.terms.constant(t).and_then(smt::Bv::to_u64);
            if constant == Some(u64::from(UNKNOWN_OBJECT)) {
                return false;
            }
            if self.terms.op(t) == Op::Ite && seen.insert(t) {
                open.extend(&self.terms.args(t)[1..]);
            }
        }
        self.possible_objects(object).is_some()
    }

    /// That an object term is an object that is not known.
    fn is_unknown(&mut self, object: TermId) -> TermId {
        match self.possible_objects(object) {
            Some(set) if !set.contains(&UNKNOWN_OBJECT) => TermId::FALSE,
            _ => self.is_object(object, UNKNOWN_OBJECT),
        }
    }

    fn is_many(&self, id: ObjectId) -> bool {
        id == UNKNOWN_OBJECT || matches!(self.objects[usize::from(id)].kind, ObjectKind::Others(_))
    }

    fn is_heap(&self, id: ObjectId) -> bool {
        id != UNKNOWN_OBJECT
            && matches!(self.objects[usize::from(id)].kind, ObjectKind::Heap | ObjectKind::Others(_))
    }

    pub(crate) fn leads_to_heap(&self, object: TermId) -> bool {
        self.possible_objects(object).is_some_and(|set| set.iter().any(|id| self.is_heap(*id)))
    }

    /// That an object term is a block of the heap.
    fn is_block(&mut self, object: TermId) -> TermId {
        let possible = self.possible_objects(object).unwrap_or_default();
        let mut others = Vec::new();
        for id in possible {
            if !self.is_heap(id) && id != UNKNOWN_OBJECT {
                others.push(self.is_object(object, id));
            }
        }
        let other = self.terms.or_all(others);
        self.terms.not(other)
    }

    /// That two object terms are one object.
    pub(crate) fn same_object(&mut self, paths: &Paths, a: TermId, b: TermId) -> TermId {
        if a == b {
            return TermId::TRUE;
        }
        if let Some(&same) = paths.get(&(SAME, a.min(b), a.max(b))) {
            return same;
        }
        let equal = self.terms.eq(a, b);
        let (x, y) = (self.is_unknown(a), self.is_unknown(b));
        let unknown = self.terms.or(x, y);
        if equal == TermId::FALSE && unknown == TermId::FALSE {
            return equal;
        }
        let many = self.is_one_of_many(a);
        let node = self.same_node(a, b);
        let one = self.terms.implies(many, node);
        let same = self.terms.and(equal, one);
        if unknown == TermId::FALSE {
            return same;
        }
        let any = self.free_path();
        self.terms.ite(unknown, any, same)
    }

    /// What is followed at a place: the heap objects that have terms of their own, and pointers that may lead to the heap.
    pub(crate) fn slots(&mut self, state: &State) -> Vec<(PathEnd, TermId)> {
        let mut found = Vec::new();
        for &id in state.memory.keys() {
            if self.objects[usize::from(id)].kind == ObjectKind::Heap && found.len() < MOST_SLOTS {
                found.push((PathEnd::Object(id), self.terms.bv_const(OBJECT_BITS, u128::from(id))));
            }
        }
        let most = found.len() + MOST_SLOTS;
        let mut add = |end: PathEnd, value: Value| {
            if let Value::Pointer { object, .. } = value
                && self.is_one_object(object)
                && self.leads_to_heap(object)
                && found.len() < most
            {
                found.push((end, object));
            }
        };
        for (depth, frame) in state.frames.iter().enumerate().rev() {
            for (i, &value) in frame.registers.iter().enumerate() {
                add(PathEnd::Register(depth, i), value);
            }
        }
        for (&id, object) in state.memory.iter() {
            if !self.witnesses.contains(&id) {
                object.cells.iter().for_each(|(&at, &(_, value))| add(PathEnd::Cell(id, at), value));
            }
        }
        found
    }

    /// Where a slot leads, if that can be said.
    pub(crate) fn slot_term(&mut self, state: &State, end: PathEnd) -> Option<TermId> {
        let value = match end {
            PathEnd::Register(depth, i) => *state.frames.get(depth)?.registers.get(i)?,
            PathEnd::Cell(id, at) => {
                let object = self.object_in(&state.memory, id);
                let globals = self.globals;
                object.read(self.terms, &globals, at, u64::from(self.word) / 8)
            }
            PathEnd::Object(id) => return Some(self.terms.bv_const(OBJECT_BITS, u128::from(id))),
            PathEnd::Null => return Some(self.no_object()),
        };
        let (object, _) = as_pointer(self.terms, value, self.word);
        self.is_one_object(object).then_some(object)
    }

    /// That the path from one object comes to another one.
    pub(crate) fn path(&mut self, paths: &Paths, link: u64, from: TermId, to: TermId) -> TermId {
        let mut cases = MOST_CASES;
        self.path_by_cases(paths, link, from, to, &mut cases)
    }

    fn path_by_cases(
        &mut self,
        paths: &Paths,
        link: u64,
        from: TermId,
        to: TermId,
        cases: &mut u32,
    ) -> TermId {
        if *cases == 0 || !self.is_one_object(from) || !self.is_one_object(to) {
            return self.free_path();
        }
        *cases -= 1;
        let same = self.same_object(paths, from, to);
        if same == TermId::TRUE {
            return same;
        }
        let none = self.no_object();
        let (begins, to_null) = (self.is_block(from), self.terms.eq(to, none));
        if begins == TermId::FALSE {
            // There is no way on.
            return same;
        }
        let ends = match self.terms.bool_constant(to_null) {
            Some(false) => TermId::FALSE,
            _ => self.path_entry(paths, link, from, none, cases),
        };
        let comes = match self.terms.bool_constant(to_null) {
            Some(true) => ends,
            _ => self.path_entry(paths, link, from, to, cases),
        };
        let way = self.terms.ite(to_null, ends, comes);
        let way = self.terms.and(begins, way);
        self.terms.or(same, way)
    }

    fn path_entry(&mut self, paths: &Paths, link: u64, from: TermId, to: TermId, cases: &mut u32) -> TermId {
        if let Some(&known) = paths.get(&(link, from, to)) {
            return known;
        }
        if let Some((condition, a, b)) = self.choice_of_objects(from) {
            let x = self.path_by_cases(paths, link, a, to, cases);
            let y = self.path_by_cases(paths, link, b, to, cases);
            return self.terms.ite(condition, x, y);
        }
        if let Some((condition, a, b)) = self.choice_of_objects(to) {
            let x = self.path_by_cases(paths, link, from, a, cases);
            let y = self.path_by_cases(paths, link, from, b, cases);
            return self.terms.ite(condition, x, y);
        }
        self.free_path()
    }

    /// A choice between two terms that are each one object at a time.
    fn choice_of_objects(&self, object: TermId) -> Option<(TermId, TermId, TermId)> {
        match (self.terms.op(object), self.terms.args(object)) {
            (Op::Ite, &[condition, a, b]) if self.is_one_object(a) && self.is_one_object(b) => {
                Some((condition, a, b))
            }
            _ => None,
        }
    }

    /// The link of an object becomes another one, where `when` holds.
    pub(crate) fn relink(&mut self, state: &mut State, link: u64, object: TermId, when: TermId, to: Link) {
        if !self.options.links.contains(&link) {
            return;
        }
        let is_block = self.is_block(object);
        let when = self.terms.and(when, is_block);
        if when == TermId::FALSE {
            return;
        }
        let old = Rc::clone(&state.paths);
        let mut new = Paths::clone(&old);
        new.retain(|(of, _, _), _| *of != link);
        if !self.is_one_object(object) {
            // It may be any object.
            state.paths = Rc::new(new);
            return;
        }
        let to = match to {
            Link::To(to) if !self.is_one_object(to) => Link::Anywhere,
            to => to,
        };
        let mut all: Vec<TermId> = self.slots(state).into_iter().map(|(_, t)| t).collect();
        all.push(object);
        if let Link::To(to) = to {
            all.push(to);
        }
        all.sort_unstable();
        all.dedup();
        let none = self.no_object();
        all.retain(|t| *t != none);
        // Whoever comes to null is on no cycle.
        let ends = self.path(&old, link, object, none);
        let cyclic = self.terms.not(ends);
        let mut changed = Paths::new();
        for &b in all.iter().chain([&none]) {
            let is_object = self.same_object(&old, b, object);
            let comes_to_object = self.path(&old, link, b, object);
            let before = self.terms.and(ends, comes_to_object);
            let before = self.terms.or(is_object, before);
            // What is left of a path when the object has no link.
            let left = |this: &mut Self, a: TermId| {
                let path = this.path(&old, link, a, b);
                let through = this.path(&old, link, a, object);
                let around = this.terms.not(through);
                // From the object itself there is no way around it.
                let unknown = match a == object {
                    true => TermId::FALSE,
                    false => this.free_path(),
                };
                let unknown = this.terms.and(cyclic, unknown);
                let kept = this.terms.or_all([around, before, unknown]);
                this.terms.and(path, kept)
            };
            let goes_on = match to {
                Link::Nothing => TermId::FALSE,
                Link::Anywhere => self.free_path(),
                Link::To(to) => left(self, to),
            };
            for &a in &all {
                if a == b {
                    continue;
                }
                let kept = left(self, a);
                let through = self.path(&old, link, a, object);
                let through = self.terms.and(through, goes_on);
                let path = self.terms.or(kept, through);
                let before = self.path(&old, link, a, b);
                changed.insert((link, a, b), self.terms.ite(when, path, before));
            }
        }
        new.extend(changed);
        state.paths = Rc::new(new);
    }

    /// What the link of an object is that holds this.
    pub(crate) fn link_in(&mut self, object: &Object, at: u64) -> Link {
        let word = u64::from(self.word) / 8;
        let globals = self.globals;
        match &object.overlapping(at, word)[..] {
            [(start, (size, Value::Pointer { object, .. }))] if *start == at && *size == word => {
                Link::To(*object)
            }
            [(start, (size, Value::Number(_)))] if *start == at && *size == word => {
                Link::To(self.no_object())
            }
            [] => match object.read(self.terms, &globals, at, word) {
                Value::Pointer { object, .. } => Link::To(object),
                Value::Number(_) => Link::To(self.no_object()),
                Value::Any => Link::Anywhere,
            },
            _ => Link::Anywhere,
        }
    }

    /// Takes note of an object that is replaced by what it is from here on.
    pub(crate) fn relink_object(&mut self, state: &mut State, id: ObjectId, new: &Object) {
        if !self.follows_paths() || self.is_linking || !self.is_heap(id) {
            return;
        }
        let old = self.object_in(&Rc::clone(&state.memory), id);
        let was_array = state.arrays.contains_key(&id);
        let word = u64::from(self.word) / 8;
        let object = self.terms.bv_const(OBJECT_BITS, u128::from(id));
        for link in self.options.links.clone() {
            let to = self.link_in(new, link);
            let is_unchanged = !was_array
                && !matches!(to, Link::Anywhere)
                && old.rest == new.rest
                && old.overlapping(link, word) == new.overlapping(link, word);
            if !is_unchanged {
                self.relink(state, link, object, TermId::TRUE, to);
            }
        }
    }

    /// An object has no links any more.
    pub(crate) fn unlink(&mut self, state: &mut State, object: TermId) {
        for link in self.options.links.clone() {
            self.relink(state, link, object, TermId::TRUE, Link::Nothing);
        }
    }

    /// A write of some bytes to one object at a time. Gives what its links become, each with its offset.
    pub(crate) fn links_written(
        &mut self,
        offset: Option<u64>,
        size: u64,
        block: &Object,
    ) -> Vec<(u64, Link)> {
        let word = u64::from(self.word) / 8;
        let mut written = Vec::new();
        for link in self.options.links.clone() {
            match offset {
                None => written.push((link, Link::Anywhere)),
                Some(offset) if offset <= link && link + word <= offset.saturating_add(size) => {
                    let to = self.link_in(block, link - offset);
                    written.push((link, to));
                }
                Some(offset) if offset < link + word && link < offset.saturating_add(size) => {
                    written.push((link, Link::Anywhere));
                }
                Some(_) => {}
            }
        }
        written
    }

    /// A write to an object that some targets stand for: what becomes of its links is said once, and not for each target.
    pub(crate) fn begin_links(
        &mut self,
        located: &Located,
        size: u64,
        block: &Object,
    ) -> Option<Vec<(u64, Link)>> {
        if !self.follows_paths() || self.is_linking {
            return None;
        }
        let offset = self.terms.constant(located.offset).and_then(smt::Bv::to_u64);
        self.is_linking = true;
        Some(self.links_written(offset, size, block))
    }

    pub(crate) fn end_links(
        &mut self,
        state: &mut State,
        located: &Located,
        links: Option<Vec<(u64, Link)>>,
    ) {
        let Some(links) = links else { return };
        self.is_linking = false;
        for (link, to) in links {
            self.relink(state, link, located.object, TermId::TRUE, to);
        }
    }

    /// A write to one of the others of a site.
    pub(crate) fn relink_node(
        &mut self,
        state: &mut State,
        object: TermId,
        when: TermId,
        offset: Option<u64>,
        (size, value): (u64, Value),
    ) {
        if !self.follows_paths() || self.is_linking {
            return;
        }
        let mut block = Object::new(TermId::TRUE, Rest::Any);
        block.write(self.terms, 0, size, value);
        for (link, to) in self.links_written(offset, size, &block) {
            self.relink(state, link, object, when, to);
        }
    }

    /// A pointer was read from the link of an object.
    pub(crate) fn follow(&mut self, state: &mut State, link: u64, object: TermId, read: TermId) {
        let is_known = self.is_one_object(object) && self.is_one_object(read);
        if !self.options.links.contains(&link) || !is_known || self.terms.is_constant(read) || object == read
        {
            return;
        }
        // What a variable holds is on no path.
        let is_plain = |id: &ObjectId| matches!(*id, NO_OBJECT | UNKNOWN_OBJECT) || self.is_heap(*id);
        if !self.possible_objects(object).is_some_and(|set| set.iter().all(is_plain)) {
            return;
        }
        let old = Rc::clone(&state.paths);
        let mut new = Paths::clone(&old);
        let mut all: Vec<TermId> = self.slots(state).into_iter().map(|(_, t)| t).collect();
        all.push(object);
        all.sort_unstable();
        all.dedup();
        let none = self.no_object();
        all.retain(|t| *t != none && *t != read);
        let ends = self.path(&old, link, object, none);
        let cyclic = self.terms.not(ends);
        new.insert((link, read, none), ends);
        for &other in &all {
            // Beyond an object that is not the destination its path is the path from where it leads.
            let same = self.same_object(&old, object, other);
            let comes = self.path(&old, link, object, other);
            let returns = self.free_path();
            let returns = self.terms.and(cyclic, returns);
            new.insert((link, read, other), self.terms.ite(same, returns, comes));
            let through = self.path(&old, link, other, object);
            let comes = self.path(&old, link, other, read);
            new.insert((link, other, read), self.terms.or(through, comes));
            // It is none of the objects before it, since those would be on a cycle.
            let behind = self.terms.and(ends, through);
            let may_be = self.terms.not(behind);
            let same = self.same_object(&old, read, other);
            new.insert((SAME, read.min(other), read.max(other)), self.terms.and(same, may_be));
        }
        // The two paths agree, also where the one that was read is not an object with a link.
        let mut agree = Vec::with_capacity(all.len());
        for &other in all.iter().chain([&none]) {
            let (from, on) = (self.path(&old, link, object, other), self.path(&new, link, read, other));
            let same = self.same_object(&old, object, other);
            let equal = self.terms.eq(from, on);
            agree.push(self.terms.or(same, equal));
        }
        let agree = self.terms.and_all(agree);
        state.guard = self.terms.and(state.guard, agree);
        state.paths = Rc::new(new);
    }

    /// A new object that no pointer leads to; its links lead nowhere, or anywhere. If it is the witness of a site, where `take` holds,
    /// this is what is known of the witness.
    pub(crate) fn new_path_object(
        &mut self,
        state: &mut State,
        object: TermId,
        is_zero: bool,
        witness: Option<(ObjectId, TermId)>,
    ) {
        if !self.follows_paths() {
            return;
        }
        let old = Rc::clone(&state.paths);
        let mut new = Paths::clone(&old);
        let none = self.no_object();
        let own = witness.map(|(id, _)| self.terms.bv_const(OBJECT_BITS, u128::from(id)));
        let take = witness.map_or(TermId::FALSE, |(_, take)| take);
        let mut all: Vec<TermId> = self.slots(state).into_iter().map(|(_, t)| t).collect();
        all.sort_unstable();
        all.dedup();
        all.retain(|t| *t != object && Some(*t) != own);
        for &other in &all {
            new.insert((SAME, object.min(other), object.max(other)), TermId::FALSE);
        }
        for link in self.options.links.clone() {
            let ends = if is_zero { TermId::TRUE } else { self.free_path() };
            new.insert((link, object, none), ends);
            if let Some(own) = own {
                let before = self.path(&old, link, own, none);
                new.insert((link, own, none), self.terms.ite(take, ends, before));
                // Of the two numbers that the new object may have only one is the witness.
                let apart = if is_zero { TermId::FALSE } else { self.free_path() };
                new.insert((link, object, own), apart);
                let comes = self.free_path();
                let comes = self.terms.and(comes, take);
                new.insert((link, own, object), comes);
            }
            for &other in &all {
                let leads = if is_zero { TermId::FALSE } else { self.free_path() };
                new.insert((link, object, other), leads);
                new.insert((link, other, object), TermId::FALSE);
                if let Some(own) = own {
                    let before = self.path(&old, link, own, other);
                    new.insert((link, own, other), self.terms.ite(take, leads, before));
                    let before = self.path(&old, link, other, own);
                    let not = self.terms.not(take);
                    new.insert((link, other, own), self.terms.and(not, before));
                }
            }
        }
        state.paths = Rc::new(new);
    }

    /// The paths where two ways meet, by the slots of both.
    pub(crate) fn merge_paths(
        &mut self,
        condition: TermId,
        a: &State,
        b: &State,
        merged: &State,
    ) -> Rc<Paths> {
        if !self.follows_paths() {
            return Rc::clone(&a.paths);
        }
        let mut new: Paths = match Rc::ptr_eq(&a.paths, &b.paths) {
            true => Paths::clone(&a.paths),
            false => Paths::new(),
        };
        let slots = self.slots(merged);
        let mut terms = Vec::with_capacity(slots.len() + 1);
        for (end, term) in slots {
            let sides = (self.slot_term(a, end), self.slot_term(b, end));
            if let (Some(x), Some(y)) = sides {
                terms.push((term, x, y));
            }
        }
        let none = self.no_object();
        terms.push((none, none, none));
        for link in self.options.links.clone() {
            for &(from, x, y) in &terms {
                for &(to, u, v) in &terms {
                    if from == to || from == none || new.contains_key(&(link, from, to)) {
                        continue;
                    }
                    let (p, q) = (self.path(&a.paths, link, x, u), self.path(&b.paths, link, y, v));
                    new.insert((link, from, to), self.terms.ite(condition, p, q));
                }
            }
        }
        for &(from, x, y) in &terms {
            for &(to, u, v) in &terms {
                let is_known =
                    |paths: &Paths, s: TermId, t: TermId| paths.contains_key(&(SAME, s.min(t), s.max(t)));
                if from < to && (is_known(&a.paths, x, u) || is_known(&b.paths, y, v)) {
                    let (p, q) = (self.same_object(&a.paths, x, u), self.same_object(&b.paths, y, v));
                    new.insert((SAME, from, to), self.terms.ite(condition, p, q));
                }
            }
        }
        Rc::new(new)
    }
}
