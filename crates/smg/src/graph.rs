//! The graph itself: tables of objects and values, roots, and the primitive changes everything else is built from.

use crate::error::SmgError;
use crate::int::{BinOp, IntDomain, UnOp};
use crate::interval::Interval;
use crate::marks::Marks;
use crate::object::{
    Block, BlockKind, Field, Links, NewObject, ObjId, ObjKind, Object, Origin, SizeRange, Validity,
};
use crate::order::Linear;
use crate::precision::Loss;
use crate::pvec::PVec;
use crate::sums::Sum;
use crate::terms::Term;
use crate::value::{CodeSet, Content, Offset, Relation, Spec, Target, ValId, Value};
use crate::zeros::{Hint, Reading, Zero};
use crate::zone::Order;
use base::Idx;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Constants are one node each, found by what they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ConstKey {
    Int { value: u64, width: u32 },
    Code(u32),
}

/// More relations than this are not kept: dropping one only loses precision.
const MAX_RELATIONS: usize = 64;

/// A symbolic memory graph together with its roots: a *symbolic program configuration*.
///
/// Cloning costs a few reference counts. Roots are objects named by the client (variables); named values are values
/// held outside of memory (registers): both keep what they reach alive, and joins match them by key.
#[derive(Debug, Clone)]
pub struct Smg<D: IntDomain = Interval> {
    ptr_bits: u32,
    pub(crate) objects: PVec<Option<Arc<Object>>>,
    pub(crate) values: PVec<Value<D>>,
    pub(crate) consts: Arc<Vec<(ConstKey, ValId)>>,
    pub(crate) neqs: Arc<Vec<(ValId, ValId)>>,
    pub(crate) relations: Arc<Vec<Relation>>,
    pub(crate) sums: Arc<Vec<Sum>>,
    pub(crate) terms: Arc<Vec<Term>>,
    pub(crate) orders: Arc<Vec<Order>>,
    pub(crate) sizes: Arc<Vec<(ObjId, Linear)>>,
    pub(crate) zeros: Arc<Vec<Zero>>,
    pub(crate) readings: Arc<Vec<Reading>>,
    pub(crate) hints: Arc<Vec<Hint>>,
    pub(crate) roots: Arc<Vec<(u64, ObjId)>>,
    pub(crate) named: Arc<Vec<(u64, ValId)>>,
    pub(crate) free_objects: Arc<Vec<ObjId>>,
    pub(crate) free_values: Arc<Vec<ValId>>,
    pub(crate) clock: u32,
    /// What has been lost and not been asked for yet.
    pub(crate) lost: Vec<Loss>,
    /// What was lost on the way to this graph, as numbers of the client. Sorted.
    pub(crate) losses: Arc<Vec<u32>>,
    /// Set where something rests on lists having fewer than [`LENGTHS_TRUSTED`](crate::numbers::LENGTHS_TRUSTED) nodes; shared by
    /// all graphs of a search.
    pub(crate) trusts_lengths: Arc<AtomicBool>,
}

/// The attributes of an object that is made directly, for instance by a test or by a reader of dumps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    pub kind: ObjKind,
    pub size: SizeRange,
    pub level: u32,
    pub validity: Validity,
    pub origin: Origin,
    pub label: u32,
    pub type_hint: Option<u32>,
    pub min_len: u32,
    pub max_len: Option<u32>,
    pub len_step: u32,
    pub links: Links,
}

impl Shape {
    pub fn region(bytes: u64) -> Shape {
        Shape {
            kind: ObjKind::Region,
            size: SizeRange::exact(bytes),
            level: 0,
            validity: Validity::Live,
            origin: Origin::Heap,
            label: 0,
            type_hint: None,
            min_len: 0,
            max_len: None,
            len_step: 1,
            links: Links::default(),
        }
    }
}

impl<D: IntDomain> Smg<D> {
    /// The empty graph: the null object and its address.
    pub fn new(ptr_bits: u32) -> Self {
        let mut objects = PVec::new();
        objects.push(Some(Arc::new(Object {
            kind: ObjKind::Null,
            size: SizeRange::exact(0),
            level: 0,
            validity: Validity::Freed,
            origin: Origin::Static,
            label: 0,
            type_hint: None,
            min_len: 0,
            max_len: None,
            len_step: 1,
            links: Links::default(),
            marks: None,
            numbers: None,
            optional: None,
            cells: None,
            ends: Vec::new(),
            birth: 0,
            death: 0,
            edges: Arc::default(),
            blocks: Arc::default(),
            addresses: vec![ValId::ZERO],
        })));
        let mut values = PVec::new();
        let null = Target { obj: ObjId::NULL, off: Offset::exact(0), spec: Spec::Region };
        values.push(Value { content: Content::Address(null), level: 0, width: 0 });
        values.push(Value { content: Content::Uninit, level: 0, width: 0 });
        Smg {
            ptr_bits,
            objects,
            values,
            consts: Arc::default(),
            neqs: Arc::default(),
            relations: Arc::default(),
            sums: Arc::default(),
            terms: Arc::default(),
            orders: Arc::default(),
            sizes: Arc::default(),
            zeros: Arc::default(),
            readings: Arc::default(),
            hints: Arc::default(),
            roots: Arc::default(),
            named: Arc::default(),
            free_objects: Arc::default(),
            free_values: Arc::default(),
            clock: 1,
            lost: Vec::new(),
            losses: Arc::default(),
            trusts_lengths: Arc::default(),
        }
    }

    /// An empty graph of the same search.
    pub(crate) fn new_like(&self) -> Self {
        Smg { trusts_lengths: self.trusts_lengths.clone(), ..Smg::new(self.ptr_bits) }
    }

    pub fn ptr_bits(&self) -> u32 {
        self.ptr_bits
    }

    pub fn ptr_field(&self, byte_offset: u64) -> Field {
        Field { off: byte_offset.saturating_mul(8), len: u64::from(self.ptr_bits) }
    }

    // ---- objects

    pub fn try_object(&self, id: ObjId) -> Option<&Object> {
        self.objects.get(id.index()).and_then(|slot| slot.as_deref())
    }

    /// The object with this id, which must exist.
    #[inline]
    pub fn object(&self, id: ObjId) -> &Object {
        self.try_object(id).expect("an object id of this graph")
    }

    pub(crate) fn object_mut(&mut self, id: ObjId) -> &mut Object {
        let slot = self.objects.get_mut(id.index()).and_then(|s| s.as_mut());
        Arc::make_mut(slot.expect("an object id of this graph"))
    }

    /// All objects with their ids, the null object included.
    pub fn objects(&self) -> impl Iterator<Item = (ObjId, &Object)> {
        self.objects.iter().enumerate().filter_map(|(i, slot)| slot.as_deref().map(|o| (ObjId::new(i), o)))
    }

    pub fn object_count(&self) -> usize {
        self.objects.iter().filter(|s| s.is_some()).count()
    }

    pub(crate) fn object_slots(&self) -> usize {
        self.objects.len()
    }

    pub(crate) fn insert_object(&mut self, object: Object) -> ObjId {
        if !self.free_objects.is_empty() {
            let id = Arc::make_mut(&mut self.free_objects).pop().expect("not empty");
            *self.objects.get_mut(id.index()).expect("a slot") = Some(Arc::new(object));
            return id;
        }
        ObjId::new(self.objects.push(Some(Arc::new(object))))
    }

    pub fn add_object(&mut self, new: NewObject) -> ObjId {
        let shape = Shape { size: new.size, origin: new.origin, label: new.label, ..Shape::region(0) };
        let id = self.add_shape(Shape { type_hint: new.type_hint, ..shape });
        let whole = Field { off: 0, len: new.size.bits_hi().min(crate::reinterpret::MAX_BITS) };
        self.object_mut(id).put_block(whole, new.contents);
        id
    }

    /// Adds an object of any kind with nothing known about its contents.
    pub fn add_shape(&mut self, shape: Shape) -> ObjId {
        let birth = self.clock;
        self.clock = self.clock.saturating_add(1);
        self.insert_object(Object {
            kind: shape.kind,
            size: shape.size,
            level: shape.level,
            validity: shape.validity,
            origin: shape.origin,
            label: shape.label,
            type_hint: shape.type_hint,
            min_len: shape.min_len,
            max_len: shape.max_len,
            len_step: shape.len_step,
            links: shape.links,
            marks: None,
            numbers: None,
            optional: None,
            cells: None,
            ends: Vec::new(),
            birth,
            death: birth,
            edges: Arc::default(),
            blocks: Arc::default(),
            addresses: Vec::new(),
        })
    }

    /// Marks a live region as freed or out of scope; its contents are gone, its address stays comparable.
    pub fn invalidate(&mut self, id: ObjId, validity: Validity) -> Result<(), SmgError> {
        let object = self.try_object(id).ok_or(SmgError::NoSuchObject)?;
        if object.kind != ObjKind::Region {
            return Err(SmgError::NotARegion);
        }
        if validity == Validity::Live {
            return Err(SmgError::Unsupported("an object cannot become live again"));
        }
        // Runs without cells hold nothing that could be lost with the array.
        self.drop_zeros_of(id);
        let now = self.clock;
        self.clock = self.clock.saturating_add(1);
        let object = self.object_mut(id);
        object.validity = validity;
        object.death = now;
        object.edges = Arc::default();
        object.blocks = Arc::default();
        Ok(())
    }

    /// From now on the object may lie where another one was that is dead by now, as if it came to life only now.
    pub fn may_reuse_addresses(&mut self, id: ObjId) {
        let now = self.clock;
        self.clock = self.clock.saturating_add(1);
        self.object_mut(id).birth = now;
    }

    pub fn set_type_hint(&mut self, id: ObjId, hint: u32) {
        if self.try_object(id).is_some_and(|o| o.type_hint != Some(hint)) {
            self.object_mut(id).type_hint = Some(hint);
        }
    }

    /// Drops an object and the address values that lead to it. The caller has made sure that no edge uses them.
    pub(crate) fn remove_object(&mut self, id: ObjId) {
        debug_assert_ne!(id, ObjId::NULL);
        let object = self.object_mut(id);
        object.cells = None;
        let addresses = std::mem::take(&mut object.addresses);
        self.drop_size_of(id);
        self.drop_zeros_of(id);
        *self.objects.get_mut(id.index()).expect("a slot") = None;
        Arc::make_mut(&mut self.free_objects).push(id);
        for v in addresses {
            self.release_value(v);
        }
    }

    // ---- values

    /// The node that stands for `v` now: `v` itself unless it was replaced.
    #[inline]
    pub fn resolve(&self, mut v: ValId) -> ValId {
        while let Some(Value { content: Content::Forward(next), .. }) = self.values.get(v.index()) {
            v = *next;
        }
        v
    }

    /// The node behind `v`, after forwarding.
    #[inline]
    pub fn value(&self, v: ValId) -> &Value<D> {
        let v = self.resolve(v);
        self.values.get(v.index()).expect("a value id of this graph")
    }

    #[inline]
    pub fn content(&self, v: ValId) -> &Content<D> {
        &self.value(v).content
    }

    /// All values in use with their ids.
    pub fn values(&self) -> impl Iterator<Item = (ValId, &Value<D>)> {
        let used = |v: &Value<D>| !matches!(v.content, Content::Free | Content::Forward(_));
        self.values.iter().enumerate().filter(move |(_, v)| used(v)).map(|(i, v)| (ValId::new(i), v))
    }

    /// The points-to edge of `v`; the null pointer points to the null object.
    #[inline]
    pub fn target(&self, v: ValId) -> Option<Target> {
        match self.content(v) {
            Content::Address(t) => Some(*t),
            _ => None,
        }
    }

    /// The points-to edge of an address that is not null.
    #[inline]
    pub fn pointee(&self, v: ValId) -> Option<Target> {
        self.target(v).filter(|t| t.obj != ObjId::NULL)
    }

    pub fn level_of(&self, v: ValId) -> u32 {
        let value = self.value(v);
        match &value.content {
            // An uncertain offset may differ from node to node even if the object is shared by all of them.
            Content::Address(t) => {
                (self.object(t.obj).level + u32::from(t.spec == Spec::All)).max(value.level)
            }
            _ => value.level,
        }
    }

    pub(crate) fn insert_value(&mut self, value: Value<D>) -> ValId {
        if !self.free_values.is_empty() {
            let id = Arc::make_mut(&mut self.free_values).pop().expect("not empty");
            *self.values.get_mut(id.index()).expect("a slot") = value;
            return id;
        }
        ValId::new(self.values.push(value))
    }

    pub(crate) fn release_value(&mut self, v: ValId) {
        debug_assert!(v.raw() > 1);
        let slot = self.values.get_mut(v.index()).expect("a slot");
        if slot.content == Content::Free {
            return;
        }
        slot.content = Content::Free;
        Arc::make_mut(&mut self.free_values).push(v);
        if self.neqs.iter().any(|p| p.0 == v || p.1 == v) {
            Arc::make_mut(&mut self.neqs).retain(|p| p.0 != v && p.1 != v);
        }
        self.drop_relations_of(v);
        self.drop_sums_of(v);
        self.drop_terms_of(v);
        self.drop_orders_of(v);
        self.drop_zeros_at(v);
    }

    /// The address of an object; exact offsets are one node each, ranges are a new node each time.
    pub fn address(&mut self, obj: ObjId, off: Offset, spec: Spec) -> ValId {
        if obj == ObjId::NULL && off == Offset::exact(0) {
            return ValId::ZERO;
        }
        if off.is_exact() {
            if let Some(v) = self.find_address(obj, off, spec) {
                return v;
            }
        }
        let width = self.ptr_bits;
        let content = Content::Address(Target { obj, off, spec });
        let v = self.insert_value(Value { content, level: 0, width });
        self.object_mut(obj).addresses.push(v);
        v
    }

    /// A new address with an uncertain offset that is private to each node of a segment of level `level - 1`.
    pub(crate) fn address_at(&mut self, target: Target, level: u32) -> ValId {
        if target.off.is_exact() {
            return self.address(target.obj, target.off, target.spec);
        }
        let width = self.ptr_bits;
        let v = self.insert_value(Value { content: Content::Address(target), level, width });
        self.object_mut(target.obj).addresses.push(v);
        v
    }

    pub fn find_address(&self, obj: ObjId, off: Offset, spec: Spec) -> Option<ValId> {
        let wanted = Target { obj, off, spec };
        self.object(obj).addresses.iter().copied().find(|&v| self.target(v) == Some(wanted))
    }

    /// The address of the start of a region.
    pub fn region_address(&mut self, obj: ObjId) -> ValId {
        self.address(obj, Offset::exact(0), Spec::Region)
    }

    pub(crate) fn retarget(&mut self, v: ValId, target: Target) {
        let old = self.target(v).expect("an address");
        if old.obj != target.obj {
            self.object_mut(old.obj).addresses.retain(|&a| a != v);
            self.object_mut(target.obj).addresses.push(v);
            self.drop_measures_of(v);
            self.drop_zeros_at(v);
        }
        self.values.get_mut(v.index()).expect("a slot").content = Content::Address(target);
    }

    fn interned(&mut self, key: ConstKey, make: impl FnOnce() -> Value<D>) -> ValId {
        match self.consts.binary_search_by(|(k, _)| k.cmp(&key)) {
            Ok(i) => self.consts[i].1,
            Err(i) => {
                let v = self.insert_value(make());
                Arc::make_mut(&mut self.consts).insert(i, (key, v));
                v
            }
        }
    }

    pub fn int_const(&mut self, width: u32, value: u64) -> ValId {
        let value = value & crate::int::mask(width);
        if value == 0 {
            return ValId::ZERO;
        }
        self.interned(ConstKey::Int { value, width }, || Value {
            content: Content::Int(D::constant(width, value)),
            level: 0,
            width,
        })
    }

    /// A new integer value; a constant is its one node.
    pub fn int(&mut self, value: D) -> ValId {
        self.int_at(value, 0)
    }

    pub(crate) fn int_at(&mut self, value: D, level: u32) -> ValId {
        let width = value.width();
        match value.as_constant() {
            Some(c) => self.int_const(width, c),
            None => self.insert_value(Value { content: Content::Int(value), level, width }),
        }
    }

    pub fn code(&mut self, function: u32) -> ValId {
        let width = self.ptr_bits;
        self.interned(ConstKey::Code(function), || Value {
            content: Content::Code(CodeSet::single(function)),
            level: 0,
            width,
        })
    }

    /// A new value of any other content. Addresses and constants have their own constructors.
    pub fn fresh(&mut self, content: Content<D>, level: u32, width: u32) -> ValId {
        match content {
            Content::Address(t) => self.address(t.obj, t.off, t.spec),
            Content::Int(d) => self.int_at(d, level),
            Content::Code(set) => match set.as_single() {
                Some(f) => self.code(f),
                None => self.insert_value(Value { content: Content::Code(set), level, width }),
            },
            Content::Uninit | Content::Free => ValId::UNINIT,
            Content::Forward(v) => v,
            content => self.insert_value(Value { content, level, width }),
        }
    }

    pub fn unknown(&mut self, width: u32) -> ValId {
        self.fresh(Content::Unknown { may_be_uninit: false }, 0, width)
    }

    pub fn float(&mut self, width: u32) -> ValId {
        self.fresh(Content::Float, 0, width)
    }

    /// Whether the node is a constant: equal to every other occurrence of the same constant.
    pub(crate) fn is_const(&self, v: ValId) -> bool {
        match self.content(v) {
            Content::Int(d) => d.as_constant().is_some(),
            Content::Code(set) => set.as_single().is_some(),
            _ => v == ValId::ZERO,
        }
    }

    /// The set of integers that `v`, read with this width, can be.
    pub fn int_of(&self, v: ValId, width: u32) -> D {
        let v = self.resolve(v);
        if v == ValId::ZERO {
            return D::constant(width, 0);
        }
        match self.content(v) {
            Content::Int(d) if d.width() == width => d.clone(),
            _ => D::top(width),
        }
    }

    pub(crate) fn find_const(&self, key: ConstKey) -> Option<ValId> {
        self.consts.binary_search_by(|(k, _)| k.cmp(&key)).ok().map(|i| self.consts[i].1)
    }

    // ---- roots

    pub fn roots(&self) -> &[(u64, ObjId)] {
        &self.roots
    }

    pub fn root(&self, key: u64) -> Option<ObjId> {
        self.roots.binary_search_by_key(&key, |r| r.0).ok().map(|i| self.roots[i].1)
    }

    pub fn set_root(&mut self, key: u64, obj: ObjId) {
        let roots = Arc::make_mut(&mut self.roots);
        match roots.binary_search_by_key(&key, |r| r.0) {
            Ok(i) => roots[i].1 = obj,
            Err(i) => roots.insert(i, (key, obj)),
        }
    }

    pub fn remove_root(&mut self, key: u64) -> Option<ObjId> {
        let i = self.roots.binary_search_by_key(&key, |r| r.0).ok()?;
        Some(Arc::make_mut(&mut self.roots).remove(i).1)
    }

    pub fn named_values(&self) -> &[(u64, ValId)] {
        &self.named
    }

    pub fn named(&self, key: u64) -> Option<ValId> {
        self.named.binary_search_by_key(&key, |r| r.0).ok().map(|i| self.named[i].1)
    }

    pub fn set_named(&mut self, key: u64, value: ValId) {
        let value = self.resolve(value);
        debug_assert!(!matches!(self.content(value), Content::Free), "a value that was released gets a name");
        let named = Arc::make_mut(&mut self.named);
        match named.binary_search_by_key(&key, |r| r.0) {
            Ok(i) => named[i].1 = value,
            Err(i) => named.insert(i, (key, value)),
        }
    }

    pub fn remove_named(&mut self, key: u64) -> Option<ValId> {
        let i = self.named.binary_search_by_key(&key, |r| r.0).ok()?;
        Some(Arc::make_mut(&mut self.named).remove(i).1)
    }

    // ---- facts about values

    pub fn inequalities(&self) -> &[(ValId, ValId)] {
        &self.neqs
    }

    pub fn relations(&self) -> &[Relation] {
        &self.relations
    }

    pub(crate) fn has_neq(&self, a: ValId, b: ValId) -> bool {
        let pair = if a < b { (a, b) } else { (b, a) };
        self.neqs.binary_search(&pair).is_ok()
    }

    pub(crate) fn add_neq(&mut self, a: ValId, b: ValId) {
        let pair = if a < b { (a, b) } else { (b, a) };
        if let Err(i) = self.neqs.binary_search(&pair) {
            Arc::make_mut(&mut self.neqs).insert(i, pair);
        }
    }

    fn drop_relations_of(&mut self, v: ValId) {
        if !self.relations.iter().any(|r| r.left == v || r.right == v) {
            return;
        }
        // Facts that went through the value are kept between its neighbours.
        let mut around: Vec<Relation> = Vec::new();
        for r in self.relations.iter() {
            if r.right == v {
                around.push(*r);
            } else if r.left == v {
                around.push(r.reversed());
            }
        }
        let relations = Arc::make_mut(&mut self.relations);
        relations.retain(|r| r.left != v && r.right != v);
        if let Some((hub, rest)) = around.split_first() {
            // hub.left = s*v + a, r.left = t*v + b  ==>  r.left = (s*t)*hub.left + (b - s*t*a)
            for r in rest {
                let negated = r.negated != hub.negated;
                let shift = if negated { hub.addend } else { hub.addend.wrapping_neg() };
                let addend = r.addend.wrapping_add(shift);
                relations.push(Relation { left: r.left, right: hub.left, negated, addend });
            }
        }
    }

    /// Records `left = ±right + addend` between two values of equal width that are not constants.
    pub fn relate(&mut self, left: ValId, right: ValId, negated: bool, addend: u64) {
        let (left, right) = (self.resolve(left), self.resolve(right));
        let (wl, wr) = (self.value(left).width, self.value(right).width);
        let special = |v: ValId| v == ValId::ZERO || v == ValId::UNINIT;
        if left == right || wl != wr || wl == 0 || wl > 64 || special(left) || special(right) {
            return;
        }
        if self.is_const(left) || self.is_const(right) || self.relations.len() >= MAX_RELATIONS {
            return;
        }
        if self.relation_between(left, right).is_none() {
            let addend = addend & crate::int::mask(wl);
            Arc::make_mut(&mut self.relations).push(Relation { left, right, negated, addend });
        }
    }

    /// `Some((negated, addend))` if `left = ±right + addend` is known, perhaps through other values.
    pub fn relation_between(&self, left: ValId, right: ValId) -> Option<(bool, u64)> {
        if self.relations.is_empty() && self.sums.is_empty() {
            return None;
        }
        let (left, right) = (self.resolve(left), self.resolve(right));
        let width = self.value(left).width.clamp(1, 64);
        let m = crate::int::mask(width);
        let mut known = self.related_to(right).into_iter();
        if let Some((_, negated, addend)) = known.find(|k| k.0 == left) {
            return Some((negated, addend & m));
        }
        let counted = !self.sums.is_empty() && [left, right].iter().all(|&v| self.value(v).width == width);
        let difference = || self.constant_of_sum(width, &[(left, 1), (right, u64::MAX)]);
        let open = counted && !self.is_const(left) && !self.is_const(right);
        open.then(difference).flatten().map(|addend| (false, addend))
    }

    /// The values that are connected to `right` by relations: every entry says value = ±right + addend.
    pub(crate) fn related_to(&self, right: ValId) -> Vec<(ValId, bool, u64)> {
        let mut known: Vec<(ValId, bool, u64)> = vec![(right, false, 0)];
        let mut at = 0;
        while at < known.len() {
            let (v, negated, addend) = known[at];
            at += 1;
            for r in self.relations.iter() {
                let step = if r.right == v {
                    *r
                } else if r.left == v {
                    r.reversed()
                } else {
                    continue;
                };
                if known.iter().any(|k| k.0 == step.left) {
                    continue;
                }
                // step.left = s*v + b, v = t*right + a  ==>  step.left = (s*t)*right + (s*a + b)
                let moved = if step.negated { addend.wrapping_neg() } else { addend };
                known.push((step.left, negated != step.negated, moved.wrapping_add(step.addend)));
            }
        }
        known
    }

    /// Replaces a value by an equal one in the whole graph. `false` if that contradicts a known inequality.
    pub(crate) fn replace_value(&mut self, old: ValId, new: ValId) -> bool {
        let (old, new) = (self.resolve(old), self.resolve(new));
        if old == new {
            return true;
        }
        debug_assert!(old.raw() > 1, "the special values are never replaced");
        if self.has_neq(old, new) {
            return false;
        }
        for i in 0..self.objects.len() {
            let id = ObjId::new(i);
            let Some(object) = self.try_object(id) else { continue };
            if !object.edges.iter().any(|e| e.value == old) {
                continue;
            }
            let object = self.object_mut(id);
            if new == ValId::ZERO {
                let fields: Vec<Field> =
                    object.edges.iter().filter(|e| e.value == old).map(|e| e.field).collect();
                Arc::make_mut(&mut object.edges).retain(|e| e.value != old);
                for f in fields {
                    object.put_block(f, BlockKind::Zero);
                }
            } else {
                for e in Arc::make_mut(&mut object.edges).iter_mut().filter(|e| e.value == old) {
                    e.value = new;
                }
            }
        }
        if self.named.iter().any(|n| n.1 == old) {
            for n in Arc::make_mut(&mut self.named).iter_mut().filter(|n| n.1 == old) {
                n.1 = new;
            }
        }
        let neqs: Vec<(ValId, ValId)> =
            self.neqs.iter().filter(|p| p.0 == old || p.1 == old).copied().collect();
        if !neqs.is_empty() {
            Arc::make_mut(&mut self.neqs).retain(|p| p.0 != old && p.1 != old);
            for (a, b) in neqs {
                self.add_neq(new, if a == old { b } else { a });
            }
        }
        self.replace_in_relations(old, new);
        self.replace_in_terms(old, new);
        self.replace_in_orders(old, new);
        self.replace_in_zeros(old, new);
        if let Some(t) = self.target(old) {
            self.object_mut(t.obj).addresses.retain(|&a| a != old);
        }
        if self.is_const(old) {
            Arc::make_mut(&mut self.consts).retain(|c| c.1 != old);
        }
        self.replace_in_numbers(old, new);
        self.replace_in_optionals(old, new);
        self.replace_in_cells(old, new);
        self.values.get_mut(old.index()).expect("a slot").content = Content::Forward(new);
        self.replace_in_sums(old, new)
    }

    fn replace_in_relations(&mut self, old: ValId, new: ValId) {
        if !self.relations.iter().any(|r| r.left == old || r.right == old) {
            return;
        }
        if new == ValId::ZERO || self.is_const(new) {
            self.drop_relations_of(old);
            return;
        }
        let moved: Vec<Relation> =
            self.relations.iter().filter(|r| r.left == old || r.right == old).copied().collect();
        Arc::make_mut(&mut self.relations).retain(|r| r.left != old && r.right != old);
        for r in moved {
            let swap = |v: ValId| if v == old { new } else { v };
            self.relate(swap(r.left), swap(r.right), r.negated, r.addend);
        }
    }

    /// Narrows an integer (or unknown, initialised) value and what is related to it. `false` if nothing remains.
    pub fn refine_int(&mut self, v: ValId, to: &D) -> bool {
        let width = to.width();
        let mut work: Vec<(ValId, D)> = vec![(self.resolve(v), to.clone())];
        let mut changed: Vec<ValId> = Vec::new();
        // Each step narrows a value; the cap only stops chains that narrow by one element at a time.
        let mut budget = 4 * MAX_RELATIONS;
        while let Some((v, to)) = work.pop() {
            let current = self.int_of(v, width);
            let Some(met) = current.meet(&to) else { return false };
            if v == ValId::ZERO || self.is_const(v) {
                continue;
            }
            match self.content(v) {
                Content::Int(d) if d.width() == width => {}
                Content::Unknown { may_be_uninit: false } if self.value(v).width == width => {}
                _ => continue,
            }
            if !met.is_subset(&current) || met == current || budget == 0 {
                continue;
            }
            budget -= 1;
            self.values.get_mut(v.index()).expect("a slot").content = Content::Int(met.clone());
            changed.push(v);
            for r in self.relations.iter() {
                let r = if r.right == v {
                    *r
                } else if r.left == v {
                    r.reversed()
                } else {
                    continue;
                };
                let base = if r.negated { D::unary(UnOp::Neg, &met) } else { met.clone() };
                work.push((r.left, D::binary(BinOp::Add, &base, &D::constant(width, r.addend))));
            }
            for (multiple, base, factor) in self.multiples() {
                if base == v && self.value(multiple).width == width {
                    work.push((multiple, D::binary(BinOp::Mul, &met, &D::constant(width, factor))));
                } else if multiple == v && self.value(base).width == width {
                    match crate::int::quotients(&met, &self.int_of(base, width), factor) {
                        Some((lo, hi)) if lo > hi => return false,
                        Some((lo, hi)) => {
                            let m = crate::int::mask(width);
                            work.push((base, D::range(width, lo as u64 & m, hi as u64 & m)));
                        }
                        None => {}
                    }
                }
            }
        }
        if !self.sums.is_empty() && !changed.iter().all(|&v| self.narrow_counted_lengths(v)) {
            return false;
        }
        for v in changed {
            let Content::Int(d) = self.content(v) else { continue };
            if let Some(c) = d.as_constant() {
                let width = d.width();
                let v = self.resolve(v);
                if self.consts.iter().any(|k| k.1 == v) {
                    continue;
                }
                let node = self.int_const(width, c);
                if !self.replace_value(v, node) {
                    return false;
                }
            }
        }
        true
    }

    /// States that `v` is initialised after all, for instance because the analysis has reported the use of it.
    pub fn assume_initialised(&mut self, v: ValId) {
        let v = self.resolve(v);
        if let Content::Unknown { may_be_uninit: true } = self.content(v) {
            let slot = self.values.get_mut(v.index()).expect("a slot");
            slot.content = Content::Unknown { may_be_uninit: false };
        }
    }

    // ---- raw contents, for builders

    /// Sets a has-value edge without reinterpretation; for building graphs. It says what the object holds and is no write: what is known
    /// of its zero bytes stays.
    pub fn set_edge(&mut self, obj: ObjId, field: Field, value: ValId) {
        let value = self.resolve(value);
        let object = self.object_mut(obj);
        match value {
            ValId::ZERO => {
                object.remove_edge(field);
                object.put_block(field, BlockKind::Zero);
            }
            ValId::UNINIT => {
                object.remove_edge(field);
                object.put_block(field, BlockKind::Uninit);
            }
            _ => {
                // A read view over an initialised block may coexist with it; zero and uninitialised bits may not.
                object.clear_blocks(field);
                object.put_edge(field, value);
            }
        }
    }

    /// Says which marks the nodes of a segment bear. The edges must allow all of them.
    pub fn set_marks(&mut self, segment: ObjId, marks: Marks) {
        self.object_mut(segment).marks = Some(Arc::new(marks));
    }

    pub fn set_block_raw(&mut self, obj: ObjId, block: Block) {
        self.drop_zeros_of(obj);
        self.object_mut(obj).put_block(block.field, block.kind);
    }

    /// Whether nothing shares this graph's tables: used by tests of the sharing.
    pub fn shares_tables_with(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.roots, &other.roots) && Arc::ptr_eq(&self.neqs, &other.neqs)
    }
}
