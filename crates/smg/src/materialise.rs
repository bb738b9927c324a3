//! Materialisation of nodes from segments, from either end, and removal of empty segments (§1.2.4).

use crate::error::SmgError;
use crate::graph::Smg;
use crate::int::IntDomain;
use crate::lengths::Lengths;
use crate::marks::{Marks, Taken};
use crate::object::{Field, ObjId, ObjKind};
use crate::reinterpret::Peek;
use crate::value::{Content, Offset, Spec, Target, ValId, Value};
use base::FxHashMap;
use std::sync::Arc;

/// From which end of a segment a node is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    First,
    Last,
}

/// One way in which a segment can look once it has been decided whether it is empty.
#[derive(Debug, Clone)]
pub enum Materialised<D: IntDomain> {
    /// The segment was empty and is gone; its addresses forward to what they mean now.
    Empty(Smg<D>),
    /// The segment had a node, which is now this region.
    Node(Smg<D>, ObjId),
}

impl<D: IntDomain> Materialised<D> {
    pub fn graph(&self) -> &Smg<D> {
        match self {
            Materialised::Empty(g) | Materialised::Node(g, _) => g,
        }
    }

    pub fn into_graph(self) -> Smg<D> {
        match self {
            Materialised::Empty(g) | Materialised::Node(g, _) => g,
        }
    }
}

impl<D: IntDomain> Smg<D> {
    /// The value of a link field. A segment always has one; the unknown case is a graph that was built wrongly.
    pub(crate) fn link_value(&self, obj: ObjId, byte_offset: u64) -> Option<ValId> {
        match self.peek(obj, self.ptr_field(byte_offset)) {
            Peek::Value(v) => Some(v),
            _ => None,
        }
    }

    /// What an address of a segment means if the segment is empty.
    pub(crate) fn value_if_empty(&self, end: Target) -> Option<ValId> {
        let o = self.object(end.obj);
        match (o.kind, end.spec) {
            (ObjKind::OptRegion, Spec::First | Spec::Last) => Some(self.resolve(o.absent_value())),
            _ => self.link_value(end.obj, o.links.of_end(o.kind, end.spec, end.off)?.field),
        }
    }

    /// Makes the node at one end of a top-level segment a region of its own.
    ///
    /// Gives the cases that together mean the same as the graph: one if the segment certainly has a node, two if it
    /// may be empty. A case that contradicts a known inequality is left out.
    pub fn materialise(&self, segment: ObjId, end: End) -> Result<Vec<Materialised<D>>, SmgError> {
        let object = self.try_object(segment).ok_or(SmgError::NoSuchObject)?;
        if !object.kind.is_abstract() || object.level != 0 {
            return Err(SmgError::Unsupported("only a segment of the top level can be materialised"));
        }
        if end == End::Last && !object.kind.has_prev() && !object.kind.is_optional() {
            return Err(SmgError::Unsupported("a singly-linked segment has no address of its last node"));
        }
        let mut cases = Vec::with_capacity(2);
        if object.may_be_empty() {
            cases.extend(self.without_segment(segment)?.map(Materialised::Empty));
        }
        if object.numbers.as_ref().and_then(|n| n.length) == Some(ValId::ZERO) {
            return Ok(cases);
        }
        if let Some(marks) = object.marks() {
            for taken in marks.take(end == End::Last) {
                cases.extend(self.pull_marked_node(segment, end, taken)?);
            }
            return Ok(cases);
        }
        let mut graph = self.clone();
        let region = if object.kind.is_optional() {
            if !graph.segment_to_region(segment) {
                return Ok(cases);
            }
            segment
        } else {
            graph.pull_node(segment, end)?
        };
        if object.max_len == Some(1) && !graph.drop_rest(segment) {
            return Ok(cases);
        }
        graph.debug_check();
        cases.push(Materialised::Node(graph, region));
        Ok(cases)
    }

    /// The rest of a segment, all of whose nodes were pulled out of it, goes. `false` if a known inequality says that there are more.
    fn drop_rest(&mut self, segment: ObjId) -> bool {
        match self.without_segment(segment) {
            Ok(Some(without)) => *self = without,
            Ok(None) => return false,
            // A list that is not known to be empty is a superset.
            Err(_) => {
                let rest = self.object_mut(segment);
                (rest.max_len, rest.len_step, rest.marks) = (None, 1, None);
            }
        }
        true
    }

    /// The case in which the node at the end of a segment bears certain marks; `None` if there is no such list.
    fn pull_marked_node(
        &self,
        segment: ObjId,
        end: End,
        taken: Taken,
    ) -> Result<Option<Materialised<D>>, SmgError> {
        let object = self.object(segment);
        let left = Lengths::of(object).without_one().and_then(|rest| rest.at_least(u32::from(!taken.alone)));
        let Some(left) = left else { return Ok(None) };
        let rest = taken.rest.filter(|_| left.most != Some(0));
        if rest.is_none() && left.least > 0 {
            return Ok(None);
        }
        let mut graph = self.clone();
        let region = graph.pull_node(segment, end)?;
        graph.write_marks(region, &taken.marks);
        let fits = match rest {
            Some(marks) => {
                left.assign(graph.object_mut(segment));
                graph.assign_marks(segment, marks)
            }
            None => graph.drop_rest(segment),
        };
        if !fits || graph.try_object(segment).is_some() && !graph.bound_length(segment) {
            return Ok(None);
        }
        graph.debug_check();
        Ok(Some(Materialised::Node(graph, region)))
    }

    fn write_marks(&mut self, object: ObjId, marks: &[(Field, u64)]) {
        for &(field, number) in marks {
            // A mark is that of a field of at most 64 bits.
            let value = self.int_const(field.len as u32, number);
            // What else is known of the number is known of the mark.
            if let Some(old) = self.object(object).edge_at(field) {
                self.refine_int(old, &D::constant(field.len as u32, number));
            }
            self.set_edge(object, field, value);
        }
    }

    /// Gives a segment of the top level the marks that are left for it, and says in simpler words what can be said so.
    /// `false` if it cannot be as long as it is.
    fn assign_marks(&mut self, segment: ObjId, marks: Marks) -> bool {
        let same = marks.constants();
        self.write_marks(segment, &same);
        let silent = marks.silent();
        let differing: Vec<Field> = marks
            .fields()
            .iter()
            .copied()
            .filter(|f| same.iter().all(|s| s.0 != *f) && !silent.contains(f))
            .collect();
        let object = self.object_mut(segment);
        object.marks = None;
        let numbers = object.numbers.clone();
        if marks.is_one_letter() && object.min_len > 1 {
            return false;
        }
        if !differing.is_empty() {
            object.marks = Some(Arc::new(marks.on_fields(&differing)));
        } else if marks.is_one_letter() {
            match object.min_len {
                // A segment that has numbers keeps them, and stays one.
                0 if numbers.is_some() => (object.max_len, object.len_step) = (Some(1), 1),
                0 => {
                    (object.max_len, object.len_step) = (None, 1);
                    object.kind = if object.kind.has_prev() { ObjKind::OptDls } else { ObjKind::OptSls };
                }
                _ => return self.segment_to_region(segment),
            }
        }
        true
    }

    /// The cases of a segment that has exactly one node.
    pub(crate) fn with_only_node(&self, segment: ObjId) -> Vec<Smg<D>> {
        if !self.object(segment).may_have_length(1) {
            return Vec::new();
        }
        let Some(marks) = self.object(segment).marks() else {
            let mut graph = self.clone();
            return if graph.segment_to_region(segment) { vec![graph] } else { Vec::new() };
        };
        let alone = marks.take(false).into_iter().filter(|taken| taken.alone);
        alone
            .filter_map(|taken| {
                let mut graph = self.clone();
                let fits = graph.segment_to_region(segment);
                graph.write_marks(segment, &taken.marks);
                fits.then_some(graph)
            })
            .collect()
    }

    /// The graph without an empty segment, or `None` if a known inequality says that it cannot be empty.
    pub fn without_segment(&self, segment: ObjId) -> Result<Option<Smg<D>>, SmgError> {
        let object = self.try_object(segment).ok_or(SmgError::NoSuchObject)?;
        if !object.may_be_empty() {
            return Err(SmgError::Unsupported("the segment cannot be empty"));
        }
        let mut graph = self.clone();
        if !graph.settle_tag(segment, false) {
            return Ok(None);
        }
        let ends: Vec<(ValId, Target)> =
            object.addresses.iter().filter_map(|&v| self.target(v).map(|t| (v, t))).collect();
        let (nested, _) = self.nested_graph(segment);
        for &(v, end) in &ends {
            if end.spec == Spec::All {
                continue;
            }
            let means = self.value_if_empty(end);
            let means = means.ok_or(SmgError::Unsupported("a segment without its link"))?;
            // A value of the segment's own other end: follow it once more, as it vanishes too.
            let means = match self.pointee(means) {
                Some(t) if t.obj == segment => {
                    let next = self.value_if_empty(t);
                    match next {
                        Some(n) if self.pointee(n).is_none_or(|t| t.obj != segment) => n,
                        _ => return Err(SmgError::Unsupported("a cycle of possibly empty segments")),
                    }
                }
                _ => means,
            };
            if !graph.replace_value(v, means) {
                return Ok(None);
            }
        }
        if !graph.set_length(segment, 0) {
            return Ok(None);
        }
        for o in nested {
            graph.remove_object(o);
        }
        graph.remove_object(segment);
        graph.debug_check();
        Ok(Some(graph))
    }

    /// A segment that stands for exactly one node becomes that region: what was nested rises by one level.
    /// `false` if it cannot stand for one.
    pub(crate) fn segment_to_region(&mut self, segment: ObjId) -> bool {
        if self.object(segment).numbers.is_some() && !self.settle_only_node(segment) {
            return false;
        }
        if !self.settle_tag(segment, true) {
            return false;
        }
        let (objects, values) = self.nested_graph(segment);
        for &o in &objects {
            self.object_mut(o).level -= 1;
        }
        values.into_iter().for_each(|v| self.lower_value(v));
        let object = self.object_mut(segment);
        object.marks = None;
        object.optional = None;
        object.kind = ObjKind::Region;
        object.min_len = 0;
        (object.max_len, object.len_step) = (None, 1);
        object.links = Default::default();
        let addresses = object.addresses.clone();
        for v in addresses {
            let t = self.target(v).expect("an address");
            // First, last and each node are now one and the same.
            match self.find_address(segment, t.off, Spec::Region) {
                Some(same) if t.off.is_exact() && same != v => {
                    self.replace_value(v, same);
                }
                _ => self.retarget(v, Target { spec: Spec::Region, ..t }),
            }
        }
        objects.into_iter().for_each(|o| self.place_ends(o));
        self.place_ends(segment);
        true
    }

    pub(crate) fn lower_value(&mut self, v: ValId) {
        let slot = self.value_slot(v);
        slot.level = slot.level.saturating_sub(1);
    }

    fn value_slot(&mut self, v: ValId) -> &mut Value<D> {
        use base::Idx;
        self.values.get_mut(v.index()).expect("a slot")
    }

    /// Pulls one node out of a segment that has one, and lowers the minimum length of the rest.
    fn pull_node(&mut self, segment: ObjId, end: End) -> Result<ObjId, SmgError> {
        let object = self.object(segment).clone();
        let region = self.copy_part(segment, 1);
        {
            let rest = self.object_mut(segment);
            // A rest of no nodes is dropped by whoever pulls the last one out.
            if let Some(left) = Lengths::of(rest).without_one() {
                left.assign(rest);
            }
        }
        if object.numbers.is_some() {
            self.pull_numbers(segment, region, end);
        }
        let (outer_spec, is_first) = match end {
            End::First => (Spec::First, true),
            End::Last => (Spec::Last, false),
        };
        // The old addresses of this end become addresses of the node; the rest gets new ones.
        for v in self.object(segment).addresses.clone() {
            let Some(Target { off, .. }) = self.target(v).filter(|t| t.spec == outer_spec) else { continue };
            // The node may point to itself: then its copy has made an address for it already.
            let own = self.find_address(region, off, Spec::Region);
            self.retarget(v, Target { obj: region, off, spec: Spec::Region });
            if let Some(own) = own {
                self.replace_value(own, v);
            }
        }
        for link in object.links.all(object.kind) {
            let (field, head) = (self.ptr_field(link.field), Offset::exact(link.head));
            if link.forward == is_first {
                let rest = self.address(segment, head, outer_spec);
                self.set_edge(region, field, rest);
            } else {
                let beyond = self.link_value(segment, link.field);
                let beyond = beyond.ok_or(SmgError::Unsupported("a segment without its link"))?;
                self.set_edge(region, field, beyond);
                let node = self.address(region, head, Spec::Region);
                self.set_edge(segment, field, node);
            }
        }
        Ok(region)
    }

    /// A copy of an abstract object with everything that is nested below it: of all that it stands for, or, one level higher, of one
    /// of its nodes as a region.
    pub(crate) fn copy_part(&mut self, segment: ObjId, raised: u32) -> ObjId {
        let (nested, values) = self.nested_graph(segment);
        let mut objects: FxHashMap<ObjId, ObjId> = FxHashMap::default();
        let original = self.object(segment).clone();
        let mut region = original.clone();
        if raised > 0 {
            region.kind = ObjKind::Region;
        }
        debug_assert!(raised > 0 || region.kind == ObjKind::Run, "a list has one end");
        region.min_len = 0;
        (region.max_len, region.len_step) = (None, 1);
        region.links = Default::default();
        region.marks = None;
        region.numbers = None;
        region.optional = None;
        region.addresses = Vec::new();
        objects.insert(segment, self.insert_object(region));
        for &o in &nested {
            let mut copy = self.object(o).clone();
            copy.level -= raised;
            debug_assert!(copy.numbers.is_none(), "only segments of the top level have numbers");
            copy.addresses = Vec::new();
            let id = self.insert_object(copy);
            objects.insert(o, id);
        }
        for (&from, &to) in &objects {
            self.copy_size(from, to);
        }
        let mut copies: FxHashMap<ValId, ValId> = FxHashMap::default();
        for &v in &values {
            let value = self.value(v).clone();
            let copy = match value.content {
                Content::Address(t) => match objects.get(&t.obj) {
                    Some(&obj) => {
                        let spec = if t.obj == segment && raised > 0 { Spec::Region } else { t.spec };
                        self.address_at(Target { obj, off: t.off, spec }, value.level.saturating_sub(raised))
                    }
                    // A shared object at an offset of the node's own, or `All` of an outer segment.
                    None if t.off.is_exact() => v,
                    None => self.address_at(t, value.level.saturating_sub(raised)),
                },
                content => {
                    self.insert_value(Value { content, level: value.level - raised, width: value.width })
                }
            };
            copies.insert(v, copy);
        }
        for &copy in objects.values() {
            if let Some(optional) = &mut self.object_mut(copy).optional {
                Arc::make_mut(optional).map(|v| copies.get(&v).copied().unwrap_or(v));
            }
            let edges = self.object(copy).edges.clone();
            if edges.iter().any(|e| copies.contains_key(&e.value)) {
                let object = self.object_mut(copy);
                for e in Arc::make_mut(&mut object.edges) {
                    if let Some(&v) = copies.get(&e.value) {
                        e.value = v;
                    }
                }
            }
        }
        let mut copied: Vec<ObjId> = objects.values().copied().collect();
        copied.sort_unstable();
        copied.into_iter().for_each(|o| self.place_ends(o));
        objects[&segment]
    }
}
