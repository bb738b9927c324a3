//! Function summaries: cutting the part of a configuration that a callee can see from the rest, and gluing the
//! callee's result back.
//!
//! The part is everything reachable from the given roots and named values. A value that the rest (the *frame*) shares
//! with the part is a *cut point*: it becomes a named value of the part, so that the callee's analysis keeps track of
//! what happens to it (materialised, freed, joined, …) and the frame can be connected to its new meaning.

use crate::error::SmgError;
use crate::graph::Smg;
use crate::int::IntDomain;
use crate::object::ObjId;
use crate::order::Linear;
use crate::sums::Sum;
use crate::value::{Content, Target, ValId, Value};
use crate::zone::{Order, Var};
use base::{FxHashMap, Idx};
use std::sync::Arc;

/// Keys of named values from here on are cut points.
pub const CUT_POINT_KEYS: u64 = 1 << 63;

/// What is left of a configuration when a part has been carved out.
#[derive(Debug, Clone)]
pub struct Frame<D: IntDomain> {
    /// The rest. Where it refers to the part it holds placeholder values.
    rest: Smg<D>,
    /// The placeholder in the rest for each cut point, in order of its key.
    placeholders: Vec<ValId>,
}

impl<D: IntDomain> Frame<D> {
    pub fn cut_points(&self) -> usize {
        self.placeholders.len()
    }

    pub fn graph(&self) -> &Smg<D> {
        &self.rest
    }
}

/// Copies nodes of one graph into another one.
struct Transplant<'a, D: IntDomain> {
    from: &'a Smg<D>,
    objects: FxHashMap<ObjId, ObjId>,
    values: FxHashMap<ValId, ValId>,
}

impl<'a, D: IntDomain> Transplant<'a, D> {
    fn new(from: &'a Smg<D>) -> Self {
        let mut t = Transplant { from, objects: FxHashMap::default(), values: FxHashMap::default() };
        t.objects.insert(ObjId::NULL, ObjId::NULL);
        t.values.insert(ValId::ZERO, ValId::ZERO);
        t.values.insert(ValId::UNINIT, ValId::UNINIT);
        t
    }

    fn add_object(&mut self, to: &mut Smg<D>, o: ObjId) {
        let mut object = self.from.object(o).clone();
        object.edges = Default::default();
        object.addresses = Vec::new();
        object.numbers = None;
        object.optional = None;
        object.cells = None;
        let new = to.insert_object(object);
        self.objects.insert(o, new);
    }

    fn value(&mut self, to: &mut Smg<D>, v: ValId) -> ValId {
        let v = self.from.resolve(v);
        if let Some(&new) = self.values.get(&v) {
            return new;
        }
        let value = self.from.value(v).clone();
        let new = match value.content {
            Content::Address(t) => match self.objects.get(&t.obj) {
                Some(&obj) => to.address_at(Target { obj, ..t }, value.level),
                // Only addresses of copied objects are ever asked for; anything else would be unknown.
                None => to.fresh(Content::Unknown { may_be_uninit: false }, value.level, value.width),
            },
            content => to.fresh(content, value.level, value.width),
        };
        self.values.insert(v, new);
        new
    }

    fn edges(&mut self, to: &mut Smg<D>) {
        let mut pairs: Vec<(ObjId, ObjId)> = self.objects.iter().map(|(&a, &b)| (a, b)).collect();
        pairs.sort_unstable();
        for (old, new) in pairs {
            if old == ObjId::NULL {
                continue;
            }
            let edges = self.from.object(old).edges.clone();
            for e in edges.iter() {
                let v = self.value(to, e.value);
                match v {
                    ValId::ZERO | ValId::UNINIT => to.set_edge(new, e.field, v),
                    _ => to.object_mut(new).put_edge(e.field, v),
                }
            }
            if self.from.object(old).numbers.is_some() {
                let mut numbers = self.from.numbers_of(old);
                numbers.map(|v| self.value(to, v));
                to.object_mut(new).numbers = numbers.some();
            }
            if self.from.object(old).optional.is_some() {
                let mut optional = self.from.optional_of(old);
                optional.map(|v| self.value(to, v));
                to.object_mut(new).optional = optional.some();
            }
            if let Some(mut cells) = self.from.object(old).cells.as_deref().cloned() {
                cells.map(|v| self.value(to, v));
                to.object_mut(new).cells = Some(Arc::new(cells));
            }
        }
    }

    /// What is known of values that were copied. What a placeholder stands for is not known; whoever replaces it asks again.
    fn facts(&self, to: &mut Smg<D>, has_placeholders: bool) {
        for &(a, b) in self.from.inequalities() {
            if let (Some(&x), Some(&y)) = (self.values.get(&a), self.values.get(&b)) {
                if x != y {
                    to.add_neq(x, y);
                }
            }
        }
        for r in self.from.relations() {
            if let (Some(&x), Some(&y)) = (self.values.get(&r.left), self.values.get(&r.right)) {
                to.relate(x, y, r.negated, r.addend);
            }
        }
        for sum in self.from.sums.iter() {
            let copied = |&(v, f): &(ValId, u64)| Some((*self.values.get(&v)?, f));
            let Some(terms) = sum.terms.iter().map(copied).collect::<Option<Vec<_>>>() else { continue };
            let sum = Sum::new(sum.width, terms, sum.constant);
            match has_placeholders {
                true => Arc::make_mut(&mut to.sums).push(sum),
                // What contradicts the equation is not there: then it does not matter what is kept.
                false => drop(to.note_sum(sum)),
            }
        }
        for (object, size) in self.from.sizes.iter() {
            if let (Some(&object), Some(&base)) = (self.objects.get(object), self.values.get(&size.base)) {
                let size = Linear { base, ..*size };
                match has_placeholders {
                    true => Arc::make_mut(&mut to.sizes).push((object, size)),
                    false => to.set_size(object, size),
                }
            }
        }
        for zero in self.from.zeros.iter().filter(|z| self.objects.contains_key(&z.object)) {
            if let Some(&address) = self.values.get(&zero.address) {
                to.note_zero(address);
            }
        }
        let place = |var: Var| Some(Var { value: *self.values.get(&var.value)?, ..var });
        for o in self.from.orders.iter() {
            if let (Some(less), Some(more)) = (place(o.less), place(o.more)) {
                match has_placeholders {
                    true => Arc::make_mut(&mut to.orders).push(Order { less, more, most: o.most }),
                    false => to.note_bound(less, more, o.most.into()),
                }
            }
        }
    }
}

impl<D: IntDomain> Smg<D> {
    /// Splits the configuration into the part reachable from the given roots and named values, and the frame.
    ///
    /// The part keeps the keys; the frame loses them. Cut points are numbered in the order in which a walk through
    /// the part meets them, so that equal calls give equal parts.
    pub fn carve(&self, root_keys: &[u64], named_keys: &[u64]) -> Result<(Smg<D>, Frame<D>), SmgError> {
        if !self.sums.is_empty() {
            // Equations of values that are held by neither part would be lost.
            let mut graph = self.clone();
            graph.project_sums(&self.mark_from_roots(None).1);
            return graph.carve_projected(root_keys, named_keys);
        }
        self.carve_projected(root_keys, named_keys)
    }

    fn carve_projected(&self, root_keys: &[u64], named_keys: &[u64]) -> Result<(Smg<D>, Frame<D>), SmgError> {
        let mut objects = Vec::new();
        for &key in root_keys {
            objects.push(self.root(key).ok_or(SmgError::NoSuchObject)?);
        }
        let mut values = Vec::new();
        for &key in named_keys {
            values.push(self.named(key).ok_or(SmgError::Unsupported("an unknown name of a value"))?);
        }
        let (mut inside, _) = self.mark(objects.clone(), values.clone(), None);
        // What happens to the runs of an array happens to all arrays beside it.
        while let Some(beside) = self.arrays_beside(&inside) {
            objects.extend(beside);
            (inside, _) = self.mark(objects.clone(), values.clone(), None);
        }

        let mut part = self.new_like();
        part.add_losses_of(self);
        part.clock = self.clock;
        let mut into_part = Transplant::new(self);
        for (id, _) in self.objects() {
            if id != ObjId::NULL && inside.contains(id.index()) {
                into_part.add_object(&mut part, id);
            }
        }
        into_part.edges(&mut part);
        for &key in root_keys {
            let o = self.root(key).expect("checked above");
            part.set_root(key, into_part.objects[&o]);
        }
        for &key in named_keys {
            let v = self.named(key).expect("checked above");
            let v = into_part.value(&mut part, v);
            part.set_named(key, v);
        }

        // What the sizes of the part follow from goes along, named or not.
        for (object, size) in self.sizes.iter() {
            if inside.contains(object.index()) {
                into_part.value(&mut part, size.base);
            }
        }
        for zero in self.zeros.iter().filter(|z| inside.contains(z.object.index())) {
            into_part.value(&mut part, zero.address);
        }

        let mut rest = self.new_like();
        rest.add_losses_of(self);
        rest.clock = self.clock;
        let mut into_rest = Transplant::new(self);
        for (id, _) in self.objects() {
            if id != ObjId::NULL && !inside.contains(id.index()) {
                into_rest.add_object(&mut rest, id);
            }
        }
        let mut cut = self.shared_values(&inside, &into_part, named_keys);
        // The order of the walk through the part, not the accident of ids, decides the numbers.
        let numbering = part.numbering();
        let place = |v: ValId, t: &Transplant<'_, D>| {
            let in_part = t.values.get(&v).copied();
            match in_part.and_then(|p| numbering.number_of_value(p)) {
                Some(n) => (0, n, Offset0::default()),
                None => match self.pointee(v) {
                    Some(target) => {
                        let o = t.objects.get(&target.obj).copied();
                        let n = o.and_then(|o| numbering.number_of_object(o)).unwrap_or(u32::MAX);
                        (1, n, Offset0(target.off.lo, target.off.hi))
                    }
                    None => (2, v.raw(), Offset0::default()),
                },
            }
        };
        cut.sort_by_key(|&v| place(v, &into_part));
        let mut placeholders = Vec::with_capacity(cut.len());
        for (i, &v) in cut.iter().enumerate() {
            let in_part = into_part.value(&mut part, v);
            part.set_named(CUT_POINT_KEYS + i as u64, in_part);
            let width = self.value(v).width;
            let content = Content::Unknown { may_be_uninit: false };
            let placeholder = rest.insert_value(Value { content, level: 0, width });
            into_rest.values.insert(v, placeholder);
            placeholders.push(placeholder);
        }
        into_part.facts(&mut part, false);
        into_rest.edges(&mut rest);
        for (object, size) in self.sizes.iter() {
            if into_rest.objects.contains_key(object) {
                into_rest.value(&mut rest, size.base);
            }
        }
        for zero in self.zeros.iter() {
            if into_rest.objects.contains_key(&zero.object) {
                into_rest.value(&mut rest, zero.address);
            }
        }
        for &(key, o) in self.roots() {
            if !root_keys.contains(&key) {
                if let Some(&new) = into_rest.objects.get(&o) {
                    rest.set_root(key, new);
                } else {
                    // A root that the part reaches: it stays a root of the part.
                    part.set_root(key, into_part.objects[&o]);
                }
            }
        }
        for &(key, v) in self.named_values() {
            if !named_keys.contains(&key) {
                let new = into_rest.value(&mut rest, v);
                rest.set_named(key, new);
            }
        }
        into_rest.facts(&mut rest, true);
        part.debug_check();
        Ok((part, Frame { rest, placeholders }))
    }

    /// The values that both the frame and the part use, constants excepted.
    fn shared_values(
        &self,
        inside: &crate::reach::IdSet,
        part: &Transplant<'_, D>,
        named_keys: &[u64],
    ) -> Vec<ValId> {
        let mut out: Vec<ValId> = Vec::new();
        let mut consider = |v: ValId| {
            let v = self.resolve(v);
            if v == ValId::UNINIT || self.is_const(v) {
                return;
            }
            let shared = match self.pointee(v) {
                Some(t) => inside.contains(t.obj.index()),
                None => part.values.contains_key(&v),
            };
            if shared && self.level_of(v) == 0 {
                out.push(v);
            }
        };
        for (id, object) in self.objects() {
            if !inside.contains(id.index()) {
                object.edges().iter().map(|e| e.value).chain(object.fact_values()).for_each(&mut consider);
            }
        }
        for &(key, v) in self.named_values() {
            if !named_keys.contains(&key) {
                consider(v);
            }
        }
        // A fact between a value of the part and one of the frame needs the former as a cut point.
        let in_part = |v: ValId| {
            part.values.contains_key(&v) && self.pointee(v).is_none_or(|t| inside.contains(t.obj.index()))
        };
        let pairs =
            self.inequalities().iter().copied().chain(self.relations().iter().map(|r| (r.left, r.right)));
        let sizes = self.sizes.iter().filter(|s| !inside.contains(s.0.index()));
        sizes.for_each(|s| consider(s.1.base));
        for (a, b) in pairs.chain(self.orders.iter().map(|o| (o.less.value, o.more.value))) {
            if in_part(a) != in_part(b) {
                consider(a);
                consider(b);
            }
        }
        for sum in self.sums.iter() {
            let inside = sum.terms.iter().filter(|t| in_part(t.0)).count();
            if inside > 0 && inside < sum.terms.len() {
                sum.terms.iter().for_each(|t| consider(t.0));
            }
        }
        out.sort_unstable();
        out.dedup();
        out
    }

    /// Glues the result of a callee to the frame. The keys of the result's cut points disappear.
    pub fn combine(frame: &Frame<D>, result: &Smg<D>) -> Result<Smg<D>, SmgError> {
        if frame.rest.ptr_bits() != result.ptr_bits() {
            return Err(SmgError::Unsupported("different pointer widths"));
        }
        let mut graph = result.clone();
        let rest = &frame.rest;
        graph.add_losses_of(rest);
        let mut transplant = Transplant::new(rest);
        for (i, &placeholder) in frame.placeholders.iter().enumerate() {
            let key = CUT_POINT_KEYS + i as u64;
            let v = graph.remove_named(key).ok_or(SmgError::Unsupported("a cut point is missing"))?;
            transplant.values.insert(placeholder, v);
        }
        let (rest_shift, result_shift, forget) = Self::stamp_shifts(rest, result);
        let ids: Vec<ObjId> = graph.objects().map(|(id, _)| id).filter(|&id| id != ObjId::NULL).collect();
        for id in ids {
            let object = graph.object_mut(id);
            object.birth = object.birth.saturating_add(result_shift);
            object.death = if forget { 0 } else { object.death.saturating_add(result_shift) };
        }
        for (id, _) in rest.objects() {
            if id == ObjId::NULL {
                continue;
            }
            transplant.add_object(&mut graph, id);
            let object = graph.object_mut(transplant.objects[&id]);
            object.birth = object.birth.saturating_add(rest_shift);
            object.death = object.death.saturating_add(rest_shift);
        }
        transplant.edges(&mut graph);
        for &(key, o) in rest.roots() {
            graph.set_root(key, transplant.objects[&o]);
        }
        for &(key, v) in rest.named_values() {
            let v = transplant.value(&mut graph, v);
            graph.set_named(key, v);
        }
        // What only facts of the frame's objects speak of comes back, too.
        rest.sizes.iter().for_each(|(_, size)| _ = transplant.value(&mut graph, size.base));
        rest.zeros.iter().for_each(|zero| _ = transplant.value(&mut graph, zero.address));
        transplant.facts(&mut graph, false);
        graph.clock = rest.clock.saturating_add(rest_shift).max(result.clock.saturating_add(result_shift));
        graph.debug_check();
        Ok(graph)
    }

    /// The two graphs have their own clocks. Shift one behind the other so that no object is claimed to have
    /// outlived a freed object of the other graph, which nobody has checked.
    fn stamp_shifts(rest: &Smg<D>, result: &Smg<D>) -> (u32, u32, bool) {
        let has_freed = |g: &Smg<D>| g.objects().any(|(id, o)| id != ObjId::NULL && !o.is_live());
        match (has_freed(rest), has_freed(result)) {
            (false, false) => (0, 0, false),
            (true, false) => (0, rest.clock, false),
            (false, true) => (result.clock, 0, false),
            (true, true) => (0, rest.clock, true),
        }
    }
}

/// Orders cut points that point to the same object.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Offset0(i64, i64);
