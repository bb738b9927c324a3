//! The consistency rules of §1.2.3. Every operation keeps them; tests and debug builds check that it did.

use crate::graph::Smg;
use crate::int::IntDomain;
use crate::object::{BlockKind, Field, Link, ObjId, ObjKind, Object, Validity};
use crate::value::{Content, Offset, Spec, ValId};
use base::{FxHashMap, Idx};

impl<D: IntDomain> Smg<D> {
    /// Panics in debug builds if the graph is inconsistent: that is a defect of this crate, not of its input.
    #[inline]
    pub(crate) fn debug_check(&self) {
        #[cfg(debug_assertions)]
        if let Err(what) = self.check_consistency() {
            panic!("inconsistent graph: {what}\n{self}");
        }
    }

    pub fn check_consistency(&self) -> Result<(), String> {
        self.check_null()?;
        let mut nested: FxHashMap<ObjId, Vec<ObjId>> = FxHashMap::default();
        for (id, o) in self.objects() {
            if o.kind.is_abstract() {
                nested.insert(id, self.nested_objects(id));
            }
        }
        for (id, object) in self.objects() {
            self.check_labels(id, object)?;
            self.check_contents(id, object)?;
            self.check_links(id, object)?;
            self.check_cells(id, object)?;
            self.check_nesting(id, object, &nested)?;
        }
        if self.has_empty_cycle() {
            return Err("a cycle of possibly empty segments".into());
        }
        self.check_values()?;
        self.check_facts()
    }

    fn check_null(&self) -> Result<(), String> {
        let null = self.object(ObjId::NULL);
        let sound = null.kind == ObjKind::Null
            && null.size.hi == 0
            && null.level == 0
            && !null.is_live()
            && null.edges.is_empty()
            && null.blocks.is_empty();
        let zero = self.target(ValId::ZERO);
        if !sound || zero.is_none_or(|t| t.obj != ObjId::NULL || t.off != Offset::exact(0)) {
            return Err("the null object or its address is not what it must be".into());
        }
        Ok(())
    }

    fn check_labels(&self, id: ObjId, object: &Object) -> Result<(), String> {
        if object.kind == ObjKind::Null && id != ObjId::NULL {
            return Err(format!("{id} is a second null object"));
        }
        if object.kind.is_abstract() && object.validity != Validity::Live {
            return Err(format!("{id} is a segment that is not live"));
        }
        if object.size.lo > object.size.hi {
            return Err(format!("{id} has an empty range of sizes"));
        }
        if !object.ends.is_empty() && !object.has_ranges_of_ends() {
            return Err(format!("{id} has zero bytes without places but is a region of the top level"));
        }
        let has_length = object.min_len != 0 || object.max_len.is_some() || object.len_step != 1;
        if !matches!(object.kind, ObjKind::Sls | ObjKind::Dls) && has_length {
            return Err(format!("{id} has a length but is no list segment"));
        }
        if object.max_len.is_some_and(|most| most < object.min_len.max(1)) {
            return Err(format!("{id} has no length"));
        }
        let spread = object.max_len.map_or(0, |most| most - object.min_len);
        if object.len_step == 0 || !spread.is_multiple_of(object.len_step) {
            return Err(format!("{id} has a length beyond its last step"));
        }
        if object.numbers.is_some() {
            if !matches!(object.kind, ObjKind::Sls | ObjKind::Dls) || object.level != 0 {
                return Err(format!("{id} has numbers but is no list segment of the top level"));
            }
            let usable = |v: ValId| self.resolve(v) == v && (v == ValId::ZERO || self.counts_at(v, 1));
            if !object.number_values().all(usable) {
                return Err(format!("{id} has numbers that are none:\n{self}"));
            }
        }
        if object.optional.is_some() {
            if object.kind != ObjKind::OptRegion {
                return Err(format!("{id} is known to be optional but is not"));
            }
            let usable = |v: ValId| self.resolve(v) == v && self.level_of(v) <= object.level;
            if !object.fact_values().all(usable) || self.target(object.absent_value()).is_none() {
                return Err(format!("{id} leads to nothing where it is absent"));
            }
        }
        if let Some(marks) = object.marks() {
            if !matches!(object.kind, ObjKind::Sls | ObjKind::Dls) {
                return Err(format!("{id} has marks but is no list segment"));
            }
            let held = |f: &Field| object.edge_at(*f).is_some_and(|v| self.level_of(v) == object.level + 1);
            if !marks.fields().iter().all(held) {
                return Err(format!("{id} has marks in a field that is not each node's own"));
            }
        }
        if !object.is_live() && !(object.edges.is_empty() && object.blocks.is_empty()) {
            return Err(format!("{id} is invalid but has contents"));
        }
        Ok(())
    }

    fn check_contents(&self, id: ObjId, object: &Object) -> Result<(), String> {
        let size = object.size.bits_hi();
        let mut at = 0;
        for b in object.blocks() {
            if b.field.len == 0 || b.field.off < at || b.field.end() > size {
                return Err(format!("{id}: block {:?} out of order or bounds", b.field));
            }
            if matches!(b.kind, BlockKind::Fill(x) if x == 0 || b.field.off % 8 != 0 || b.field.len % 8 != 0)
            {
                return Err(format!("{id}: bad fill block {:?}", b.field));
            }
            at = b.field.end();
        }
        let mut last = None;
        for e in object.edges() {
            if e.field.len == 0 || e.field.end() > size || last.is_some_and(|l| l >= e.field) {
                return Err(format!("{id}: edge {:?} out of order or bounds", e.field));
            }
            last = Some(e.field);
            if e.value == ValId::ZERO || e.value == ValId::UNINIT || self.resolve(e.value) != e.value {
                return Err(format!("{id}: edge to {} which is no plain value", e.value));
            }
            let value = self.value(e.value);
            if value.content == Content::Free {
                return Err(format!("{id}: edge to the unused value {}", e.value));
            }
            if value.width != 0 && u64::from(value.width) != e.field.len {
                return Err(format!("{id}: {} of width {} in field {:?}", e.value, value.width, e.field));
            }
        }
        for (i, &v) in object.addresses.iter().enumerate() {
            let Some(t) = self.target(v) else {
                return Err(format!("{id}: {v} is listed but is no address"));
            };
            if t.obj != id || self.resolve(v) != v {
                return Err(format!("{id}: {v} is listed but points to {}", t.obj));
            }
            let twice = t.off.is_exact() && object.addresses[..i].iter().any(|&w| self.target(w) == Some(t));
            if twice {
                return Err(format!("{id}: two nodes for one address"));
            }
            self.check_spec(id, object, v)?;
        }
        Ok(())
    }

    fn check_spec(&self, id: ObjId, object: &Object, v: ValId) -> Result<(), String> {
        let t = self.target(v).expect("an address");
        let fits = match t.spec {
            Spec::Region => !object.kind.is_abstract(),
            Spec::First => object.kind.is_abstract(),
            Spec::Last => object.kind.has_prev(),
            Spec::All => object.kind.is_abstract(),
        };
        if !fits {
            return Err(format!("{v} points to {id} of kind {:?} as {:?}", object.kind, t.spec));
        }
        let is_end = match object.kind {
            ObjKind::Null | ObjKind::Region | ObjKind::Run => true,
            ObjKind::OptRegion => t.off == Offset::exact(object.links.head),
            kind => object.links.of_end(kind, t.spec, t.off).is_some(),
        };
        if t.spec != Spec::All && !is_end {
            return Err(format!("{v} points to an end of {id} but not to its head"));
        }
        Ok(())
    }

    fn check_links(&self, id: ObjId, object: &Object) -> Result<(), String> {
        let links: Vec<Link> = object.links.all(object.kind).collect();
        let is_address =
            |link: &Link| self.link_value(id, link.field).is_some_and(|v| self.target(v).is_some());
        if !links.iter().all(is_address) {
            return Err(format!("{id}: a link is no address"));
        }
        if object.kind.has_prev() && object.links.next >= object.links.prev {
            return Err(format!("{id}: the prev address is stored before the next one"));
        }
        let backward = links.iter().any(|link| !link.forward);
        if backward && !object.kind.has_prev() || !object.kind.has_next() && object.links.has_parallel() {
            return Err(format!("{id}: links of another kind"));
        }
        let differ = |a: &Link, b: &Link| {
            (a.forward, a.head) == (b.forward, b.head)
                && self.link_value(id, a.field) != self.link_value(id, b.field)
        };
        if links.iter().any(|a| links.iter().any(|b| differ(a, b))) {
            return Err(format!("{id}: links of one kind lead out of the list to different places"));
        }
        Ok(())
    }

    fn check_nesting(
        &self,
        id: ObjId,
        object: &Object,
        nested: &FxHashMap<ObjId, Vec<ObjId>>,
    ) -> Result<(), String> {
        if object.level > 0 {
            let parents = nested
                .iter()
                .filter(|(p, below)| self.object(**p).level + 1 == object.level && below.contains(&id))
                .count();
            if parents != 1 {
                return Err(format!("{id} of level {} has {parents} parents", object.level));
            }
        }
        for e in object.edges() {
            let mut links = object.links.all(object.kind);
            let is_link = links.any(|link| e.field == self.ptr_field(link.field));
            let deepest = object.level + u32::from(object.kind.is_abstract() && !is_link);
            if self.level_of(e.value) > deepest {
                return Err(format!("{id} of level {} holds {} of a deeper level", object.level, e.value));
            }
            if let Some(t) = self.pointee(e.value) {
                if t.spec == Spec::All && t.obj != id && !nested.get(&t.obj).is_some_and(|n| n.contains(&id))
                {
                    return Err(format!(
                        "{id} points to every node of {} without being nested below it",
                        t.obj
                    ));
                }
            }
        }
        Ok(())
    }

    fn check_values(&self) -> Result<(), String> {
        for (v, value) in self.values() {
            if let Content::Address(t) = &value.content {
                let listed = self.try_object(t.obj).is_some_and(|o| o.addresses.contains(&v));
                if !listed {
                    return Err(format!("{v} points to {} which does not list it", t.obj));
                }
                if t.obj == ObjId::NULL && v != ValId::ZERO {
                    return Err(format!("{v} is a second null pointer"));
                }
            }
            if let Content::Int(d) = &value.content {
                if d.width() != value.width {
                    return Err(format!("{v} has two widths"));
                }
                if let Some(c) = d.as_constant() {
                    let key = crate::graph::ConstKey::Int { value: c, width: d.width() };
                    if c == 0 || self.find_const(key) != Some(v) {
                        return Err(format!("{v} is a second node for the constant {c}"));
                    }
                }
            }
        }
        for &(key, o) in self.roots() {
            let Some(object) = self.try_object(o) else { return Err(format!("root {key} does not exist")) };
            if object.level != 0 || object.kind != ObjKind::Region {
                return Err(format!("root {key} is no region of the top level"));
            }
        }
        for &(key, v) in self.named_values() {
            let gone = v.index() >= self.values.len() || matches!(self.content(v), Content::Free);
            if gone || self.resolve(v) != v || self.level_of(v) != 0 {
                return Err(format!("the named value {key} is not a value of the top level"));
            }
        }
        Ok(())
    }

    fn check_facts(&self) -> Result<(), String> {
        let usable = |v: ValId| {
            self.resolve(v) == v
                && !matches!(self.content(v), Content::Free | Content::Uninit)
                && self.level_of(v) == 0
        };
        for &(a, b) in self.inequalities() {
            if a >= b || !usable(a) || !usable(b) {
                return Err(format!("the inequality of {a} and {b} is not between values of the top level"));
            }
        }
        for sum in self.sums.iter() {
            if !sum.terms.iter().all(|t| usable(t.0) && self.counts_at(t.0, sum.width)) {
                return Err(format!("an equation is not between numbers: {}", Self::sum_text(sum)));
            }
        }
        for var in self.orders.iter().flat_map(|o| [o.less, o.more]) {
            if !usable(var.value) || var.is_address() && self.measured(var.value).is_none() {
                return Err(format!("the order of {} is not one of a value of the top level", var.value));
            }
        }
        for r in self.relations() {
            if r.left == r.right || !usable(r.left) || !usable(r.right) {
                return Err(format!(
                    "the relation of {} and {} is not between values of the top level",
                    r.left, r.right
                ));
            }
        }
        Ok(())
    }
}
