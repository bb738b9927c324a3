//! Reachability, nested sub-graphs and garbage.

use crate::graph::Smg;
use crate::int::IntDomain;
use crate::object::{ObjId, Object, Origin};
use crate::value::{Content, ValId};
use base::Idx;
use std::sync::Arc;

/// A set of ids as a bit vector.
#[derive(Debug, Clone, Default)]
pub(crate) struct IdSet {
    words: Vec<u64>,
}

impl IdSet {
    pub(crate) fn insert(&mut self, index: usize) -> bool {
        let (word, bit) = (index / 64, 1u64 << (index % 64));
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        let new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        new
    }

    pub(crate) fn contains(&self, index: usize) -> bool {
        self.words.get(index / 64).is_some_and(|w| w & (1 << (index % 64)) != 0)
    }
}

/// A heap block that nothing reaches any more.
#[derive(Debug, Clone)]
pub struct LostBlock {
    pub id: ObjId,
    /// The object as it was before it was removed.
    pub object: Arc<Object>,
    /// Whether the block exists in every memory of the graph: a segment that may be empty loses perhaps nothing.
    pub certain: bool,
}

impl<D: IntDomain> Smg<D> {
    /// Marks everything reachable from the objects and values on the work lists, objects in `stop` excepted.
    pub(crate) fn mark(
        &self,
        mut objects: Vec<ObjId>,
        values: Vec<ValId>,
        stop: Option<ObjId>,
    ) -> (IdSet, IdSet) {
        let mut seen_objects = IdSet::default();
        let mut seen_values = IdSet::default();
        let mut pending = values;
        // What a run holds belongs to the arrays whose cells it stands for: one of them may be reached and another one not.
        let runs = self.all_runs();
        let mut places = Vec::new();
        objects.retain(|&o| Some(o) != stop && seen_objects.insert(o.index()));
        loop {
            if let Some(v) = pending.pop() {
                let v = self.resolve(v);
                if !seen_values.insert(v.index()) {
                    continue;
                }
                if let Some(t) = self.target(v) {
                    if Some(t.obj) != stop && seen_objects.insert(t.obj.index()) {
                        objects.push(t.obj);
                    }
                }
            } else if let Some(o) = objects.pop() {
                let object = self.object(o);
                if !runs.contains(&o) {
                    pending.extend(object.edges.iter().map(|e| e.value));
                }
                // That a place in another array says where the cells of this one are cut does not lead there.
                let elsewhere = self.bounds_elsewhere(o);
                pending.extend(object.fact_values().filter(|v| !elsewhere.contains(v)));
                pending.extend(self.held_in_cells(object));
                places.extend(elsewhere);
            } else {
                places.into_iter().for_each(|v| _ = seen_values.insert(v.index()));
                return (seen_objects, seen_values);
            }
        }
    }

    pub(crate) fn mark_from_roots(&self, stop: Option<ObjId>) -> (IdSet, IdSet) {
        let objects = self.roots.iter().map(|r| r.1).collect();
        let values = self.named.iter().map(|n| n.1).collect();
        self.mark(objects, values, stop)
    }

    /// Removes what the roots and named values do not reach, and tells which live heap blocks were lost.
    ///
    /// Value ids that are held outside of the graph and are not named become invalid here.
    pub fn collect_garbage(&mut self) -> Vec<LostBlock> {
        self.settle_cells();
        self.settle_lengths();
        self.leave_unreached_cells();
        let (mut objects, mut values) = self.mark_from_roots(None);
        self.keep_words(&mut objects, &mut values);
        let mut lost = Vec::new();
        let mut dead = Vec::new();
        for (id, object) in self.objects() {
            if id == ObjId::NULL || objects.contains(id.index()) {
                continue;
            }
            dead.push(id);
            if object.is_live() && object.origin == Origin::Heap && !self.is_absent(object) {
                let object =
                    self.objects.get(id.index()).and_then(|s| s.clone()).expect("an object of this graph");
                let certain = self.exists_certainly(id, &object);
                lost.push(LostBlock { id, object, certain });
            }
        }
        self.project_sums(&values);
        self.draw_past(&dead);
        // A value that only takes part in a relation keeps the relation useful for the values that remain.
        for r in self.relations.iter() {
            if values.contains(r.left.index()) || values.contains(r.right.index()) {
                values.insert(r.left.index());
                values.insert(r.right.index());
            }
        }
        self.keep_results(&objects, &mut values);
        let mut unused = Vec::new();
        for (i, v) in self.values.iter().enumerate().skip(2) {
            let kept = values.contains(i) && !matches!(v.content, Content::Forward(_));
            if !kept && v.content != Content::Free {
                unused.push(ValId::new(i));
            }
        }
        for id in dead {
            self.remove_object(id);
        }
        self.release_values(&unused);
        self.debug_check();
        lost
    }

    /// Forgets what the object of a root holds, provided that nothing in the graph points to the object: whoever calls this
    /// knows that the root's name is not used any more. Says whether it held addresses.
    pub fn forget_content(&mut self, key: u64) -> bool {
        let Some(obj) = self.root(key) else { return false };
        let object = self.object(obj);
        if object.cells.is_none() && !object.edges.iter().any(|e| self.pointee(e.value).is_some()) {
            return false;
        }
        if !object.addresses.is_empty() {
            // A number that is related to an address leads to the object, too.
            let leads = |v: ValId| self.target(v).is_some_and(|t| t.obj == obj);
            if self.named.iter().any(|n| leads(n.1))
                || self.objects().any(|(_, o)| o.edges.iter().any(|e| leads(e.value)))
                || self.relations.iter().any(|r| leads(r.left) || leads(r.right))
            {
                return false;
            }
        }
        self.leave_cells(obj);
        self.object_mut(obj).edges = Arc::default();
        true
    }

    fn release_values(&mut self, unused: &[ValId]) {
        if unused.is_empty() {
            return;
        }
        let mut addresses: Vec<ObjId> = Vec::new();
        let mut constants = false;
        for &v in unused {
            match &self.values.get(v.index()).expect("a slot").content {
                Content::Address(t) => addresses.push(t.obj),
                Content::Int(_) | Content::Code(_) => constants = true,
                _ => {}
            }
        }
        let gone = |v: ValId| unused.binary_search(&v).is_ok();
        if constants && self.consts.iter().any(|c| gone(c.1)) {
            Arc::make_mut(&mut self.consts).retain(|c| !gone(c.1));
        }
        addresses.sort_unstable();
        addresses.dedup();
        for o in addresses {
            if self.try_object(o).is_some() {
                self.object_mut(o).addresses.retain(|&v| !gone(v));
            }
        }
        for &v in unused {
            self.release_value(v);
        }
    }

    fn exists_certainly(&self, id: ObjId, object: &Object) -> bool {
        if object.least_len() == 0 {
            return false;
        }
        let mut at = id;
        let mut level = object.level;
        // A nested object exists if each of its ancestors has a node.
        while level > 0 {
            let Some(parent) = self.parent_of(at) else { return false };
            let p = self.object(parent);
            if p.least_len() == 0 || p.level >= level {
                return false;
            }
            at = parent;
            level = p.level;
        }
        true
    }

    /// The segment below which an object of a positive level is nested.
    pub fn parent_of(&self, obj: ObjId) -> Option<ObjId> {
        let level = self.object(obj).level;
        if level == 0 {
            return None;
        }
        self.objects()
            .filter(|(_, o)| o.kind.is_abstract() && o.level + 1 == level)
            .map(|(id, _)| id)
            .find(|&id| self.nested_objects(id).contains(&obj))
    }

    /// The objects nested below a segment: reachable through nodes of a deeper level only. The segment is not listed.
    pub(crate) fn nested_objects(&self, segment: ObjId) -> Vec<ObjId> {
        self.nested_graph(segment).0
    }

    /// The objects and the values that are private to each node of a segment.
    pub(crate) fn nested_graph(&self, segment: ObjId) -> (Vec<ObjId>, Vec<ValId>) {
        let level = self.object(segment).level;
        let mut objects = Vec::new();
        let mut values = Vec::new();
        let mut seen_values = IdSet::default();
        let mut seen_objects = IdSet::default();
        seen_objects.insert(segment.index());
        let mut work = vec![segment];
        while let Some(o) = work.pop() {
            let object = self.object(o);
            for v in object.edges.iter().map(|e| e.value).chain(object.fact_values()) {
                if self.level_of(v) <= level || !seen_values.insert(v.index()) {
                    continue;
                }
                values.push(v);
                if let Some(t) = self.target(v) {
                    if self.object(t.obj).level > level && seen_objects.insert(t.obj.index()) {
                        objects.push(t.obj);
                        work.push(t.obj);
                    }
                }
            }
        }
        (objects, values)
    }
}
