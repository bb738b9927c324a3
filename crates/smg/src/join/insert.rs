//! Insertion of segments and optional objects that only one side has (§1.9.5), and the delayed join (§1.9.6).

use super::JoinError;
use super::core::{Copy, Fail, Image, Joiner, MAX_ATTEMPTS, MAX_DEPTH, MAX_FAILED_ATTEMPTS, MISMATCH};
use super::optional::ABSENT;
use crate::graph::Shape;
use crate::int::IntDomain;
use crate::lengths::Lengths;
use crate::object::{Edge, Field, Links, ObjId, ObjKind, Origin};
use crate::reach::IdSet;
use crate::reinterpret::Peek;
use crate::value::{Content, Offset, Spec, Target, ValId, Value};
use base::Idx;
use std::rc::Rc;

impl<D: IntDomain> Joiner<'_, D> {
    /// Tries to insert the target of `a` on the other side; undoes everything if that fails on the spot.
    pub(super) fn try_insert(
        &mut self,
        side: usize,
        a: ValId,
        other: &Peek<D>,
        width: u32,
        context: Option<ObjId>,
        optional: bool,
    ) -> Result<ValId, Fail> {
        let graph = self.graphs[side];
        let t = graph.pointee(a).expect("an address");
        let object = graph.object(t.obj);
        let existing = self.mapped(side, t.obj);
        if existing.is_none() && object.kind.is_abstract() == optional {
            return Err(Fail::Recoverable);
        }
        if let Some(x) = existing {
            // A region that became optional is handled in the first round, like a segment.
            if optional || !self.one_sided(x) {
                return Err(Fail::Recoverable);
            }
        }
        if optional && !self.options.introduce_optional {
            return Err(Fail::Recoverable);
        }
        self.attempts += 1;
        if self.depth >= MAX_DEPTH || self.attempts > MAX_ATTEMPTS {
            return Err(JoinError::TooDeep.into());
        }
        let saved = self.st.clone();
        self.depth += 1;
        let result = match existing {
            Some(x) => self.reinsert(side, t, x, other, width, context),
            None if optional => self.insert_optional(side, t, other, width, context),
            None => self.insert_segment(side, t, other, width, context),
        };
        self.depth -= 1;
        match result {
            Ok(v) => {
                self.inserted = true;
                Ok(v)
            }
            Err(Fail::Hard(e @ (JoinError::Goal | JoinError::TooDeep | JoinError::GivenUp))) => Err(e.into()),
            Err(_) => {
                self.failed_attempts += 1;
                if self.failed_attempts > MAX_FAILED_ATTEMPTS {
                    return Err(JoinError::TooDeep.into());
                }
                self.st = saved;
                Err(Fail::Recoverable)
            }
        }
    }

    /// Algorithm 9, steps 5 to 12.
    fn insert_segment(
        &mut self,
        side: usize,
        t: Target,
        other: &Peek<D>,
        width: u32,
        context: Option<ObjId>,
    ) -> Result<ValId, Fail> {
        let graph = self.graphs[side];
        let object = graph.object(t.obj);
        // Below a segment the nodes differ among themselves already: that only some have a sub-list loses little, and
        // states that differ in this multiply with every level.
        let absent_below = context.is_some() && matches!(other, Peek::Value(ValId::ZERO));
        if object.least_len() > 0 && !self.options.insert_nonempty && !absent_below {
            return Err(Fail::Recoverable);
        }
        let next = graph.value_if_empty(t).ok_or(Fail::Recoverable)?;
        if self.successors_conflict(side, next, other) {
            return Err(Fail::Recoverable);
        }
        let ancestors = self.ancestors(context);
        let mut levels = [None, None];
        levels[side] = Some(object.level);
        let level = self.place_object(&ancestors, levels).ok_or(Fail::Recoverable)?;
        let parent = level.checked_sub(1).map(|i| ancestors[i as usize]);
        let kind = object.kind;
        let copy = self.create_one_sided(side, t.obj, kind, object.links, level, parent);
        self.st.copies.push(Copy {
            side,
            source: t.obj,
            target: copy,
            root: t.obj,
            root_image: copy,
            private: None,
        });
        self.st.grew[1 - side] = true;
        self.st.grew[side] |= object.least_len() > 0;
        self.note_lengths(1 - side, object.label);
        if object.least_len() > 0 {
            self.note_lengths(side, object.label);
        }
        self.check_goal()?;
        self.attach(side, Target { obj: copy, ..t }, next, other, width, parent)
    }

    /// A segment that was inserted before is reached again: its neighbour must be what this path says.
    fn reinsert(
        &mut self,
        side: usize,
        t: Target,
        copy: ObjId,
        other: &Peek<D>,
        width: u32,
        context: Option<ObjId>,
    ) -> Result<ValId, Fail> {
        let ancestors = self.ancestors(context);
        if !self.fits(copy, &ancestors) {
            return Err(Fail::Recoverable);
        }
        let graph = self.graphs[side];
        let image = self.st.dst.object(copy);
        // Something else knows it, so that it cannot be private to each node; but the other side has no such object for all
        // nodes to share. What belongs to one node must not become what all nodes have.
        let mut levels = [None, None];
        levels[side] = Some(graph.object(t.obj).level);
        if self.place_object(&ancestors, levels).is_none_or(|level| level > image.level) {
            return Err(Fail::Recoverable);
        }
        let (kind, links, parent) = (image.kind, image.links, self.image(copy).parent);
        if graph.object(t.obj).kind.is_abstract() {
            let next = graph.value_if_empty(t).ok_or(Fail::Recoverable)?;
            return self.attach(side, Target { obj: copy, ..t }, next, other, width, parent);
        }
        // A region that became optional: the path decides from which end it comes.
        if t.off != Offset::exact(links.head) {
            return Err(Fail::Recoverable);
        }
        let mut ends = vec![(Spec::First, links.next)];
        if kind.has_prev() {
            ends.push((Spec::Last, links.prev));
        }
        for (spec, link) in ends {
            if kind == ObjKind::OptRegion {
                let instead = self.absent_instead(side, other);
                return match instead.is_some_and(|absent| self.fix_link(copy, ABSENT, absent)) {
                    true => Ok(self.st.dst.address(copy, t.off, spec)),
                    false => Err(Fail::Recoverable),
                };
            }
            let Some(next) = graph.link_value(t.obj, link) else { continue };
            let saved = self.st.clone();
            match self.attach(side, Target { obj: copy, off: t.off, spec }, next, other, width, parent) {
                Ok(v) => return Ok(v),
                Err(Fail::Hard(e @ (JoinError::Goal | JoinError::TooDeep | JoinError::GivenUp))) => {
                    return Err(e.into());
                }
                Err(_) => self.st = saved,
            }
        }
        Err(Fail::Recoverable)
    }

    /// Joins what follows the inserted object with what the other side has in its place, and fixes the link.
    fn attach(
        &mut self,
        side: usize,
        inserted: Target,
        next: ValId,
        other: &Peek<D>,
        width: u32,
        parent: Option<ObjId>,
    ) -> Result<ValId, Fail> {
        let Target { obj: copy, off, spec } = inserted;
        let image = self.st.dst.object(copy);
        let (kind, links) = (image.kind, image.links);
        let joined = self.join_sided(side, &Peek::Value(next), other, width, parent)?;
        let link = match kind {
            // A list that takes the place of an absent region is another shape.
            ObjKind::OptRegion if next == ValId::ZERO && joined != ValId::ZERO => {
                return Err(Fail::Recoverable);
            }
            ObjKind::OptRegion => ABSENT,
            _ => links.of_end(kind, spec, off).ok_or(Fail::Recoverable)?.field,
        };
        if !self.fix_link(copy, link, joined) {
            return Err(Fail::Recoverable);
        }
        Ok(self.st.dst.address(copy, off, spec))
    }

    /// What lies behind an inserted object. Two paths that reach it where it is empty must find the same value there.
    fn fix_link(&mut self, copy: ObjId, link: u64, joined: ValId) -> bool {
        let is_address = self.st.dst.target(joined).is_some();
        is_address && *self.st.fixed_links.entry((copy, link)).or_insert(joined) == joined
    }

    fn successors_conflict(&self, side: usize, next: ValId, other: &Peek<D>) -> bool {
        let Peek::Value(v) = other else { return false };
        let next = self.graphs[side].pointee(next).and_then(|t| self.mapped(side, t.obj));
        let other = self.graphs[1 - side].pointee(*v).and_then(|t| self.mapped(1 - side, t.obj));
        match (next, other) {
            (Some(x), Some(y)) => x != y && !self.one_sided(x) && !self.one_sided(y),
            _ => false,
        }
    }

    fn create_one_sided(
        &mut self,
        side: usize,
        source: ObjId,
        kind: ObjKind,
        links: Links,
        level: u32,
        parent: Option<ObjId>,
    ) -> ObjId {
        let object = self.graphs[side].object(source);
        let lengths = Lengths::of(object).or_none();
        let lengths =
            Some(lengths).filter(|_| kind == object.kind && matches!(kind, ObjKind::Sls | ObjKind::Dls));
        let shape = Shape {
            kind,
            size: object.size,
            level,
            validity: object.validity,
            origin: object.origin,
            label: object.label,
            type_hint: object.type_hint,
            min_len: 0,
            max_len: lengths.and_then(|lengths| lengths.most),
            len_step: lengths.map_or(1, Lengths::stored_step),
            links,
        };
        let (birth, death) = (object.birth, object.death);
        let o = self.st.dst.add_shape(shape);
        let new = self.st.dst.object_mut(o);
        new.birth = birth;
        new.death = death;
        new.marks = object.marks.clone().filter(|_| kind == object.kind);
        self.st.map[side][source.index()] = Some(o);
        let mut image = Image { source: [None, None], parent, was_abstract: [false, false] };
        image.source[side] = Some(source);
        image.was_abstract[side] = object.kind.is_abstract();
        self.set_image(o, image);
        self.insert_numbers(side, source, o);
        self.copy_ends(side, source, o);
        o
    }

    /// A region that the other side does not have becomes a 0/1 object (§1.4).
    fn insert_optional(
        &mut self,
        side: usize,
        t: Target,
        other: &Peek<D>,
        width: u32,
        context: Option<ObjId>,
    ) -> Result<ValId, Fail> {
        let graph = self.graphs[side];
        let object = graph.object(t.obj);
        let head = t.off.as_exact().ok_or(Fail::Recoverable)?;
        if object.kind != ObjKind::Region || !object.is_live() || object.origin != Origin::Heap {
            return Err(Fail::Recoverable);
        }
        if graph.roots.iter().any(|r| r.1 == t.obj) {
            return Err(Fail::Recoverable);
        }
        let candidates = self.optional_shapes(side, t.obj, head, other);
        let ancestors = self.ancestors(context);
        let mut levels = [None, None];
        levels[side] = Some(object.level);
        let level = self.place_object(&ancestors, levels).ok_or(Fail::Recoverable)?;
        let parent = level.checked_sub(1).map(|i| ancestors[i as usize]);
        let private = Rc::new(self.dominated(side, t.obj));
        for (kind, links, spec, next) in candidates {
            let saved = self.st.clone();
            let copy = self.insert_region(side, t.obj, kind, links, (level, parent), &private)?;
            match self.attach(side, Target { obj: copy, off: t.off, spec }, next, other, width, parent) {
                Ok(v) => return Ok(v),
                Err(Fail::Hard(e @ (JoinError::Goal | JoinError::TooDeep | JoinError::GivenUp))) => {
                    return Err(e.into());
                }
                Err(_) => self.st = saved,
            }
        }
        if matches!(other, Peek::Value(ValId::ZERO)) {
            return Err(Fail::Recoverable);
        }
        // No list, but what the other node has instead may be what all have that lack the region.
        let absent = self.absent_instead(side, other).ok_or(Fail::Recoverable)?;
        let links = Links { head, ..Links::default() };
        let copy = self.insert_region(side, t.obj, ObjKind::OptRegion, links, (level, parent), &private)?;
        self.fix_link(copy, ABSENT, absent);
        Ok(self.st.dst.address(copy, t.off, Spec::First))
    }

    /// A region of one side as an optional object of the result.
    fn insert_region(
        &mut self,
        side: usize,
        region: ObjId,
        kind: ObjKind,
        links: Links,
        (level, parent): (u32, Option<ObjId>),
        private: &Rc<IdSet>,
    ) -> Result<ObjId, Fail> {
        let copy = self.create_one_sided(side, region, kind, links, level, parent);
        self.st.copies.push(Copy {
            side,
            source: region,
            target: copy,
            root: region,
            root_image: copy,
            private: Some(private.clone()),
        });
        self.st.grew = [true, true];
        let label = self.graphs[side].object(region).label;
        (0..2).for_each(|side| self.note_lengths(side, label));
        self.check_goal()?;
        Ok(copy)
    }

    /// The 0/1 objects that a region could become, given what the other side has in its place.
    fn optional_shapes(
        &self,
        side: usize,
        o: ObjId,
        head: i64,
        other: &Peek<D>,
    ) -> Vec<(ObjKind, Links, Spec, ValId)> {
        let graph = self.graphs[side];
        let Peek::Value(v) = other else { return Vec::new() };
        if *v == ValId::ZERO {
            return vec![(ObjKind::OptRegion, Links { head, ..Links::default() }, Spec::First, ValId::ZERO)];
        }
        let mut out = Vec::new();
        for e in graph.object(o).edges.iter() {
            if e.field.len != u64::from(graph.ptr_bits()) || e.field.off % 8 != 0 {
                continue;
            }
            let Some(t) = graph.pointee(e.value) else { continue };
            if t.obj == o || self.successors_conflict(side, e.value, other) {
                continue;
            }
            let forward = e.field.off / 8;
            // The field of the successor that leads back to this node makes the list doubly linked. The successor may be the head
            // of the list and have its links elsewhere; they lie as far from where the list's addresses lead in all of them.
            let leads_back = |x: &&Edge| {
                x.field.len == e.field.len
                    && graph.pointee(x.value).is_some_and(|x| x.obj == o && x.off == Offset::exact(head))
            };
            let own_offset = |x: &Edge| {
                let there = i64::try_from(x.field.off / 8).ok()?.checked_sub(t.off.as_exact()?)?;
                u64::try_from(there.checked_add(head)?).ok()
            };
            // Both links of a head that is alone with this node lead back to it.
            let back = graph.object(t.obj).edges.iter().filter(leads_back);
            match back.filter_map(own_offset).find(|&backward| backward != forward) {
                Some(backward) if backward > forward => {
                    let links = Links { head, next: forward, prev: backward, ..Links::default() };
                    out.push((ObjKind::OptDls, links, Spec::First, e.value));
                }
                Some(backward) => {
                    let links = Links { head, next: backward, prev: forward, ..Links::default() };
                    out.push((ObjKind::OptDls, links, Spec::Last, e.value));
                }
                None => {
                    let links = Links { head, next: forward, ..Links::default() };
                    out.push((ObjKind::OptSls, links, Spec::First, e.value));
                }
            }
        }
        // The other link of a doubly-linked candidate must lead somewhere else too.
        out.retain(|(kind, links, _, _)| {
            let address = |off: u64| {
                graph.link_value(o, off).is_some_and(|v| graph.target(v).is_some_and(|t| t.obj != o))
            };
            *kind != ObjKind::OptDls || address(links.next) && address(links.prev)
        });
        out
    }

    /// The objects that are reached through `o` only and of which each instance of `o` has its own.
    ///
    /// If `o` is nested, an object of a lower level is one and the same for several instances of `o`, even if nothing
    /// else leads to it: it is shared.
    fn dominated(&self, side: usize, o: ObjId) -> IdSet {
        let graph = self.graphs[side];
        let level = graph.object(o).level;
        let (elsewhere, _) = graph.mark_from_roots(Some(o));
        let (below, _) = graph.mark(vec![o], Vec::new(), None);
        let mut private = IdSet::default();
        for (id, object) in graph.objects() {
            let only_here = below.contains(id.index()) && !elsewhere.contains(id.index());
            if id != o && only_here && object.level >= level {
                private.insert(id.index());
            }
        }
        private
    }

    /// Copies everything that belongs to inserted objects, now that all shared objects have found their partners.
    pub(super) fn finish_copies(&mut self) -> Result<(), Fail> {
        let mut at = 0;
        while at < self.st.copies.len() {
            let copy = self.st.copies[at].clone();
            self.copy_contents(&copy)?;
            at += 1;
        }
        self.finish_absents()
    }

    fn copy_contents(&mut self, copy: &Copy) -> Result<(), Fail> {
        let graph = self.graphs[copy.side];
        let source = graph.object(copy.source);
        if !source.is_live() {
            return Ok(());
        }
        if source.cells.is_some() {
            return Err(MISMATCH);
        }
        let image = self.st.dst.object(copy.target);
        let (kind, links) = (image.kind, image.links);
        // Links that lead to the same place of the neighbour are fixed as one.
        let link_fields: Vec<(Field, u64, Spec)> = links
            .all(kind)
            .map(|link| {
                let spec = if link.forward { Spec::First } else { Spec::Last };
                let first = links.of_end(kind, spec, Offset::exact(link.head)).unwrap_or(link);
                (graph.ptr_field(link.field), first.field, spec)
            })
            .collect();
        for b in source.blocks() {
            self.st.dst.object_mut(copy.target).put_block(b.field, b.kind);
        }
        for e in source.edges() {
            if link_fields.iter().any(|l| l.0 == e.field) {
                continue;
            }
            let v = self.copy_value(copy, e.value)?;
            self.st.dst.set_edge(copy.target, e.field, v);
        }
        if kind == ObjKind::OptRegion {
            let fixed = self.st.fixed_links.get(&(copy.target, ABSENT)).copied();
            self.copy_absent(copy, fixed)?;
        }
        for (field, link, spec) in link_fields {
            let v = match self.st.fixed_links.get(&(copy.target, link)) {
                Some(&v) => v,
                None => {
                    let v = graph.link_value(copy.source, link).ok_or(MISMATCH)?;
                    // Nested segments link among themselves, inserted ones to what both sides share. A freed node that only one side knows
                    // is not shared: if each join brought one along, the lists would grow for ever.
                    let alone = graph.pointee(v).is_some_and(|t| self.mapped(copy.side, t.obj).is_none());
                    if copy.source == copy.root && alone && self.merge_root.is_none() {
                        return Err(JoinError::Coverage.into());
                    }
                    if copy.source == copy.root {
                        self.shared_value(copy, v, spec)?
                    } else {
                        self.copy_value(copy, v)?
                    }
                }
            };
            // A link leads from one end of the segment to what is outside, never from each node to itself.
            let inward = self.st.dst.level_of(v) > self.st.dst.object(copy.target).level;
            if self.st.dst.target(v).is_none() || inward {
                return Err(MISMATCH);
            }
            self.st.dst.set_edge(copy.target, field, v);
        }
        let object = self.st.dst.object(copy.target);
        if let Some(marks) = object.marks() {
            let own =
                |f: &Field| object.edge_at(*f).is_some_and(|v| self.st.dst.level_of(v) == object.level + 1);
            if !marks.fields().iter().all(own) {
                self.st.dst.object_mut(copy.target).marks = None;
                self.st.grew[copy.side] = true;
            }
        }
        Ok(())
    }

    fn is_private(&self, copy: &Copy, o: ObjId) -> bool {
        match &copy.private {
            Some(set) => set.contains(o.index()),
            None => {
                let graph = self.graphs[copy.side];
                graph.object(o).level > graph.object(copy.root).level
            }
        }
    }

    /// How much deeper the nodes private to the root lie in the result.
    fn copied_level(&self, copy: &Copy, level: u32) -> u32 {
        let root = self.graphs[copy.side].object(copy.root).level;
        let image = self.st.dst.object(copy.root_image).level;
        match copy.private {
            Some(_) => level.saturating_sub(root) + image + 1,
            None => level.saturating_sub(root) + image,
        }
    }

    pub(super) fn copy_value(&mut self, copy: &Copy, v: ValId) -> Result<ValId, Fail> {
        let graph = self.graphs[copy.side];
        let v = graph.resolve(v);
        if let Some(t) = graph.pointee(v) {
            if t.obj == copy.root {
                let spec = match t.spec {
                    Spec::All | Spec::Region => Spec::All,
                    // An end of the segment seen from below: the ends of the copy are the same nodes.
                    end => end,
                };
                let level = self.copied_level(copy, graph.level_of(v));
                return Ok(self.st.dst.address_at(Target { obj: copy.root_image, off: t.off, spec }, level));
            }
            if self.is_private(copy, t.obj) {
                let image = match self.mapped(copy.side, t.obj) {
                    Some(x) => x,
                    None => self.copy_object(copy, t.obj)?,
                };
                let spec = self.copied_spec(copy, t, image, Spec::First)?;
                let level = self.copied_level(copy, graph.level_of(v));
                return Ok(self.st.dst.address_at(Target { obj: image, off: t.off, spec }, level));
            }
            return self.shared_value(copy, v, Spec::First);
        }
        if graph.is_const(v) || v == ValId::UNINIT {
            let value = graph.value(v).clone();
            return Ok(if v == ValId::ZERO || v == ValId::UNINIT {
                v
            } else {
                self.st.dst.fresh(value.content, 0, value.width)
            });
        }
        let private = copy.private.is_some() || graph.level_of(v) > graph.object(copy.root).level;
        if !private {
            return self.shared_value(copy, v, Spec::First);
        }
        if let Some(image) = self.any_image(copy, v) {
            return Ok(image);
        }
        let Value { content, level, width } = graph.value(v).clone();
        let level = self.copied_level(copy, level);
        let new = self.st.dst.fresh(content, level, width);
        self.record_image(copy.side, v, new);
        Ok(new)
    }

    /// A value of the result that stands for `v` already and that the copy may hold.
    fn any_image(&self, copy: &Copy, v: ValId) -> Option<ValId> {
        let own = |i: &(ValId, ValId, ValId)| if copy.side == 0 { i.0 } else { i.1 };
        let mut images = self.st.value_images.iter().filter(|i| own(i) == v).map(|i| i.2).peekable();
        images.peek()?;
        let depth = self.ancestors(self.inner_context(copy.target)).len() as u32;
        images.find(|&i| self.st.dst.level_of(i) <= depth)
    }

    fn record_image(&mut self, side: usize, v: ValId, image: ValId) {
        let none = super::core::NO_VALUE;
        self.st.value_images.push(if side == 0 { (v, none, image) } else { (none, v, image) });
    }

    fn copy_object(&mut self, copy: &Copy, o: ObjId) -> Result<ObjId, Fail> {
        let graph = self.graphs[copy.side];
        let object = graph.object(o);
        let level = self.copied_level(copy, object.level);
        let ancestors = self.ancestors(self.inner_context(copy.target));
        let parent = match level.checked_sub(1) {
            None => None,
            Some(i) => Some(*ancestors.get(i as usize).ok_or(MISMATCH)?),
        };
        let image = self.create_one_sided(copy.side, o, object.kind, object.links, level, parent);
        let copy_of = self.st.dst.object_mut(image);
        (copy_of.min_len, copy_of.max_len, copy_of.len_step) =
            (object.min_len, object.max_len, object.len_step);
        self.st.copies.push(Copy { source: o, target: image, ..copy.clone() });
        Ok(image)
    }

    fn copied_spec(&self, copy: &Copy, t: Target, image: ObjId, hint: Spec) -> Result<Spec, Fail> {
        let new = self.st.dst.object(image);
        let old = self.graphs[copy.side].object(t.obj);
        if !new.kind.is_abstract() {
            return Ok(Spec::Region);
        }
        if old.kind.is_abstract() {
            return Ok(t.spec);
        }
        // From below the segment it is the node itself; from elsewhere it is the first and the last node.
        if self.ancestors(self.inner_context(copy.target)).contains(&image) {
            return Ok(Spec::All);
        }
        if t.off != Offset::exact(new.links.head) {
            return Err(MISMATCH);
        }
        Ok(if hint == Spec::Last && new.kind.has_prev() { Spec::Last } else { Spec::First })
    }

    /// The innermost abstract object to whose nodes the contents of `o` can be private.
    fn inner_context(&self, o: ObjId) -> Option<ObjId> {
        if self.st.dst.object(o).kind.is_abstract() { Some(o) } else { self.image(o).parent }
    }

    /// The level at which a value is shared by as many nodes as on its side.
    fn shared_level(&self, copy: &Copy, v: ValId) -> Result<u32, Fail> {
        let ancestors = self.ancestors(self.inner_context(copy.target));
        let level = self.graphs[copy.side].level_of(v);
        self.level_range(&ancestors, copy.side, level).map(|(lo, _)| lo).ok_or(MISMATCH)
    }

    /// The image of a value that is not private to the inserted object.
    pub(super) fn shared_value(&mut self, copy: &Copy, v: ValId, hint: Spec) -> Result<ValId, Fail> {
        let graph = self.graphs[copy.side];
        let v = graph.resolve(v);
        if let Some(t) = graph.pointee(v) {
            let image = match self.mapped(copy.side, t.obj) {
                Some(x) => x,
                // Within one graph a shared object is simply itself.
                None if self.merge_root.is_some() => return Ok(v),
                // A freed object is not memory: the other side need not have it.
                None if !graph.object(t.obj).is_live() => {
                    self.create_one_sided(copy.side, t.obj, ObjKind::Region, Links::default(), 0, None)
                }
                None => return Err(JoinError::Coverage.into()),
            };
            let ancestors = self.ancestors(self.inner_context(copy.target));
            if !self.fits(image, &ancestors) {
                return Err(MISMATCH);
            }
            let spec = self.copied_spec(copy, t, image, hint)?;
            if self.merge_root == Some(image) && spec != Spec::All {
                return Err(MISMATCH);
            }
            if t.off.is_exact() {
                return Ok(self.st.dst.address(image, t.off, spec));
            }
            if let Some(same) = self.any_image(copy, v) {
                return Ok(same);
            }
            let level = self.shared_level(copy, v)?;
            let new = self.st.dst.address_at(Target { obj: image, off: t.off, spec }, level);
            self.record_image(copy.side, v, new);
            return Ok(new);
        }
        if self.merge_root.is_some() || v == ValId::ZERO || v == ValId::UNINIT {
            return Ok(v);
        }
        if graph.is_const(v) {
            let value = graph.value(v).clone();
            return Ok(self.st.dst.fresh(value.content, 0, value.width));
        }
        if let Some(same) = self.any_image(copy, v) {
            return Ok(same);
        }
        let Value { content, width, .. } = graph.value(v).clone();
        debug_assert!(!matches!(content, Content::Address(_)));
        let level = self.shared_level(copy, v)?;
        let new = self.st.dst.fresh(content, level, width);
        self.record_image(copy.side, v, new);
        Ok(new)
    }
}
