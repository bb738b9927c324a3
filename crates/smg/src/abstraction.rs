//! Abstraction: longest mergeable sequences become list segments (§1.3.3, §1.9.8, §1.10).

use crate::graph::Smg;
use crate::int::IntDomain;
use crate::join::{JoinOptions, Joiner, is_given_up};
use crate::object::{Link, Links, MAX_PARALLEL, MIXED_LABEL, ObjId, ObjKind, Object, Origin};
use crate::precision::{Kept, Loss};
use crate::value::{Offset, Spec, Target, ValId};
use base::{Cancel, FxHashMap, FxHashSet, Idx};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AbstractionConfig<'a> {
    /// How many objects a sequence must have to be merged, for the costs 0 (equal), 1 (entailed), 2 (incomparable).
    pub length_threshold: [usize; 3],
    /// Nodes whose types are known to differ are merged, too: there are so many shapes that what looks like a list is one.
    pub ignore_types: bool,
    /// As in joins.
    pub kept: Option<&'a Kept>,
}

impl Default for AbstractionConfig<'_> {
    fn default() -> Self {
        // The setting the paper found best.
        AbstractionConfig { length_threshold: [2, 2, 3], ignore_types: false, kept: None }
    }
}

/// How two neighbours would be linked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Binding {
    kind: ObjKind,
    links: Links,
}

/// A has-value edge together with the points-to edge that it leads to.
#[derive(Debug, Clone, Copy)]
struct Reference {
    /// `None` for a named value.
    holder: Option<ObjId>,
    /// Byte offset of the field, if it is a pointer-sized field on a byte boundary.
    field: Option<u64>,
    target: Target,
}

/// The outcome of trying to join the sub-graphs of two neighbours.
#[derive(Debug, Clone)]
struct PairFit {
    cost: usize,
    private: [Vec<ObjId>; 2],
}

struct Finder<'a, D: IntDomain> {
    graph: &'a Smg<D>,
    give_up: Option<&'a Cancel>,
    incoming: FxHashMap<ObjId, Vec<Reference>>,
    pairs: FxHashMap<(ObjId, ObjId, Binding), Option<PairFit>>,
}

#[derive(Debug, Clone)]
struct Sequence {
    binding: Binding,
    objects: Vec<ObjId>,
    cost: usize,
}

impl<D: IntDomain> Smg<D> {
    /// Replaces mergeable sequences of nodes by list segments until none is left. Returns whether anything changed.
    ///
    /// The configuration must be free of garbage.
    pub fn abstract_lists(&mut self, config: &AbstractionConfig<'_>) -> bool {
        self.abstract_lists_unless(config, None)
    }

    /// As [`Smg::abstract_lists`], but leaves what is left as it is once somebody sets the flag.
    pub fn abstract_lists_unless(
        &mut self,
        config: &AbstractionConfig<'_>,
        give_up: Option<&Cancel>,
    ) -> bool {
        if !self.terms().is_empty() {
            self.drop_path_local_facts(config.kept);
        }
        let mut changed = self.link_optionals();
        let mut refused: FxHashSet<(ObjId, Binding)> = FxHashSet::default();
        while let Some(sequence) = Finder::new(self, give_up).best(config, &refused) {
            match self.merge_sequence(&sequence, config, give_up) {
                Some(merged) => {
                    *self = merged;
                    self.drop_nested_orders();
                    self.debug_check();
                    changed = true;
                    refused.clear();
                }
                None => {
                    refused.insert((sequence.objects[0], sequence.binding));
                }
            }
        }
        changed |= self.fold_cells(config, give_up);
        // What the nodes in the middle of a sorted list held is not there any more.
        if changed && !self.orders.is_empty() {
            self.drop_path_local_facts(config.kept);
        }
        changed
    }

    /// A region that may be absent, whose address is null then, and that ends a list as its predecessor would where it is absent, is a list of
    /// at most one node.
    fn link_optionals(&mut self) -> bool {
        let ptr = u64::from(self.ptr_bits());
        let mut found: Vec<(ObjId, u64)> = Vec::new();
        for (id, object) in self.objects().filter(|(_, o)| o.kind == ObjKind::Region && o.is_live()) {
            for e in object.edges().iter().filter(|e| e.field.len == ptr && e.field.off % 8 == 0) {
                let Some(t) = self.pointee(e.value) else { continue };
                let last = self.object(t.obj);
                let next = e.field.off / 8;
                let is_last = t.obj != id
                    && last.kind == ObjKind::OptRegion
                    && last.level == object.level
                    && last.optional.is_none()
                    && similar(object, last)
                    && self.ptr_field(next).end() <= last.size.bits_lo()
                    && self.link_value(t.obj, next) == Some(ValId::ZERO);
                if is_last && object.origin == Origin::Heap {
                    found.push((t.obj, next));
                }
            }
        }
        for &(id, next) in &found {
            let object = self.object_mut(id);
            object.kind = ObjKind::OptSls;
            object.links.next = next;
        }
        !found.is_empty()
    }

    fn merge_sequence(
        &self,
        sequence: &Sequence,
        config: &AbstractionConfig<'_>,
        give_up: Option<&Cancel>,
    ) -> Option<Smg<D>> {
        let mut graph = self.clone();
        let mut segment = sequence.objects[0];
        let mut merged = 1;
        for &next in &sequence.objects[1..] {
            let Some((g, s)) = graph.merge_pair(segment, next, sequence.binding, config, give_up) else {
                break;
            };
            graph = g;
            segment = s;
            merged += 1;
        }
        let objects = sequence.objects[..merged].iter().map(|&o| self.object(o));
        let (nodes, lists): (Vec<&Object>, Vec<&Object>) = objects.partition(|o| o.kind == ObjKind::Region);
        if nodes.len() > 1 && lists.iter().any(|list| !list.is_counted()) {
            nodes.iter().for_each(|node| graph.lose(Loss::Several { label: node.label }));
        }
        // A prefix that is long enough for the cost of the whole is worth merging too.
        let Sequence { binding, objects, cost } = sequence;
        self.is_long_enough(*binding, &objects[..merged], *cost, config).then_some(graph)
    }

    /// Two blocks that were allocated at different places may be a node and what belongs to it; with a third one, they are a list.
    /// So is a pair with more than one link; that they all lead to the next node shows at the third one.
    fn is_long_enough(
        &self,
        binding: Binding,
        objects: &[ObjId],
        cost: usize,
        config: &AbstractionConfig<'_>,
    ) -> bool {
        let strangers = |pair: &[ObjId]| {
            let (a, b) = (self.object(pair[0]), self.object(pair[1]));
            let known = |o: &Object| o.kind == ObjKind::Region && o.label != MIXED_LABEL;
            known(a) && known(b) && a.label != b.label
        };
        let is_new =
            binding.links.has_parallel() && objects.iter().all(|&o| self.object(o).kind == ObjKind::Region);
        let least = 2 + usize::from(is_new || objects.windows(2).all(strangers));
        objects.len() >= least.max(config.length_threshold[cost])
    }

    /// The elementary merge of two neighbours into one segment (Fig. 1.7).
    fn merge_pair(
        &self,
        o1: ObjId,
        o2: ObjId,
        binding: Binding,
        config: &AbstractionConfig<'_>,
        give_up: Option<&Cancel>,
    ) -> Option<(Smg<D>, ObjId)> {
        let options = JoinOptions::for_merging(config.kept, give_up);
        let merged = Joiner::merge_nodes(self, o1, o2, binding.kind, binding.links, &options).ok()?;
        let mut graph = merged.graph;
        let segment = merged.segment;
        let links = binding.links;
        for link in links.all(binding.kind) {
            let beyond = self.link_value(if link.forward { o2 } else { o1 }, link.field)?;
            graph.set_edge(segment, graph.ptr_field(link.field), beyond);
        }
        for (node, end) in [(o1, Spec::First), (o2, Spec::Last)] {
            for v in self.object(node).addresses.clone() {
                let t = self.target(v)?;
                let is_end = t.spec == Spec::Region || t.spec == end;
                if is_end && links.of_end(binding.kind, end, t.off).is_some() {
                    graph.retarget(v, Target { obj: segment, off: t.off, spec: end });
                }
            }
        }
        graph.without_merged(self, [o1, o2], merged.consumed).then_some((graph, segment))
    }

    /// Drops two objects that were merged and what belonged to them. `false` if something still leads there, or if something
    /// else has been lost.
    pub(crate) fn without_merged(
        &mut self,
        old: &Smg<D>,
        merged: [ObjId; 2],
        consumed: [Vec<ObjId>; 2],
    ) -> bool {
        let (before, _) = old.mark_from_roots(None);
        let (after, _) = self.mark_from_roots(None);
        let mut gone: Vec<ObjId> = consumed.concat();
        gone.extend(merged);
        gone.sort_unstable();
        gone.dedup();
        let mut dead = Vec::new();
        for (id, object) in old.objects() {
            let consumed = gone.binary_search(&id).is_ok();
            if consumed && after.contains(id.index()) {
                return false;
            }
            let lost = before.contains(id.index()) && !after.contains(id.index());
            match object.is_live() {
                _ if consumed || !lost || id == ObjId::NULL => {}
                true => return false,
                // A block that is gone need not be known any more.
                false => dead.push(id),
            }
        }
        gone.into_iter().chain(dead).for_each(|id| self.remove_object(id));
        true
    }
}

/// Nodes of one list have one size, or at least come from one place.
fn similar(a: &Object, b: &Object) -> bool {
    a.size == b.size || a.label == b.label
}

impl<'a, D: IntDomain> Finder<'a, D> {
    fn new(graph: &'a Smg<D>, give_up: Option<&'a Cancel>) -> Self {
        Finder { graph, give_up, incoming: FxHashMap::default(), pairs: FxHashMap::default() }
    }

    fn index_references(&mut self) {
        let graph = self.graph;
        let ptr = u64::from(graph.ptr_bits());
        for (id, object) in graph.objects() {
            for e in object.edges() {
                if let Some(target) = graph.pointee(e.value) {
                    let whole = e.field.len == ptr && e.field.off % 8 == 0;
                    let field = whole.then_some(e.field.off / 8);
                    let reference = Reference { holder: Some(id), field, target };
                    self.incoming.entry(target.obj).or_default().push(reference);
                }
            }
        }
        for (id, object) in graph.objects() {
            if let Some(target) = graph.pointee(object.absent_value()) {
                let reference = Reference { holder: Some(id), field: None, target };
                self.incoming.entry(target.obj).or_default().push(reference);
            }
        }
        for &(_, v) in graph.named_values() {
            if let Some(target) = graph.pointee(v) {
                let reference = Reference { holder: None, field: None, target };
                self.incoming.entry(target.obj).or_default().push(reference);
            }
        }
    }

    /// The sequence to merge next: the cheapest, and among those the longest.
    fn best(
        mut self,
        config: &AbstractionConfig<'_>,
        refused: &FxHashSet<(ObjId, Binding)>,
    ) -> Option<Sequence> {
        let entries = self.entries();
        if entries.is_empty() {
            return None;
        }
        self.index_references();
        let mut best: Option<Sequence> = None;
        for (first, binding) in entries {
            if is_given_up(self.give_up) {
                return None;
            }
            if refused.contains(&(first, binding)) {
                continue;
            }
            for sequence in self.sequences(first, binding, config) {
                let better = match &best {
                    None => true,
                    Some(b) => {
                        (sequence.cost, usize::MAX - sequence.objects.len())
                            < (b.cost, usize::MAX - b.objects.len())
                    }
                };
                if better {
                    best = Some(sequence);
                }
            }
        }
        best
    }

    fn is_node(&self, object: &Object) -> bool {
        object.is_live()
            && object.origin == Origin::Heap
            && object.level == 0
            && !matches!(object.kind, ObjKind::Null | ObjKind::OptRegion)
    }

    /// Candidate entries: an object, and offsets through which it is linked to a neighbour.
    fn entries(&self) -> Vec<(ObjId, Binding)> {
        let graph = self.graph;
        let ptr = u64::from(graph.ptr_bits());
        let mut out = Vec::new();
        for (id, object) in graph.objects() {
            if !self.is_node(object) {
                continue;
            }
            if object.kind.is_abstract() {
                let kind = if object.kind.has_prev() { ObjKind::Dls } else { ObjKind::Sls };
                let binding = Binding { kind, links: object.links };
                if self.successor(id, binding).is_some() {
                    out.push((id, binding));
                }
                continue;
            }
            for e in object.edges() {
                if e.field.len != ptr || e.field.off % 8 != 0 {
                    continue;
                }
                let Some(t) = graph.pointee(e.value) else { continue };
                let Some(head) = t.off.as_exact() else { continue };
                if t.obj == id || !matches!(t.spec, Spec::Region | Spec::First) {
                    continue;
                }
                let neighbour = graph.object(t.obj);
                if !self.is_node(neighbour) || !similar(object, neighbour) {
                    continue;
                }
                let next = e.field.off / 8;
                let mut doubly = false;
                for back in neighbour.edges() {
                    let leads_back = graph.pointee(back.value).is_some_and(|b| {
                        b.obj == id && b.off == t.off && matches!(b.spec, Spec::Region | Spec::Last)
                    });
                    if !leads_back
                        || back.field.len != ptr
                        || back.field.off % 8 != 0
                        || back.field == e.field
                    {
                        continue;
                    }
                    doubly = true;
                    let prev = back.field.off / 8;
                    // The list with the fields the other way round is found from its other end.
                    if next < prev {
                        let links = Links { head, next, prev, ..Links::default() };
                        let binding = Binding { kind: ObjKind::Dls, links };
                        out.extend(self.with_parallel(id, t.obj, binding).map(|binding| (id, binding)));
                    }
                }
                if !doubly {
                    let links = Links { head, next, ..Links::default() };
                    let binding = Binding { kind: ObjKind::Sls, links };
                    out.extend(self.with_parallel(id, t.obj, binding).map(|binding| (id, binding)));
                }
            }
        }
        out
    }

    /// The binding of two neighbours with all other fields by which they lead to each other. `None` if it is none, or if it is found with
    /// another one of its links as the first.
    fn with_parallel(&self, o1: ObjId, o2: ObjId, binding: Binding) -> Option<Binding> {
        let graph = self.graph;
        let (a, b) = (graph.object(o1), graph.object(o2));
        let mut links = binding.links;
        if b.kind.is_abstract() {
            links.parallel = b.links.parallel;
        } else {
            let ptr = u64::from(graph.ptr_bits());
            let leads = |from: &'a Object, to: ObjId, forward: bool| {
                let edges = from.edges().iter().filter(move |e| e.field.len == ptr && e.field.off % 8 == 0);
                edges.filter_map(move |e| {
                    let t = graph.pointee(e.value).filter(|t| t.obj == to && t.spec == Spec::Region)?;
                    Some(Link { field: e.field.off / 8, head: t.off.as_exact()?, forward })
                })
            };
            let backward: Vec<Link> = match binding.kind {
                ObjKind::Dls => leads(b, o1, false).collect(),
                _ => Vec::new(),
            };
            let own: Vec<u64> = links.all(binding.kind).map(|link| link.field).collect();
            let is_other = |link: &Link| !own.contains(&link.field);
            let forward = leads(a, o2, true);
            let mut found: Vec<Link> = forward.chain(backward).filter(is_other).collect();
            found.sort_unstable();
            // A field by which both lead to each other may be a link in either direction; with a third node it shows.
            if found.len() > MAX_PARALLEL || found.windows(2).any(|pair| pair[0].field == pair[1].field) {
                return None;
            }
            let comes_first = |link: &Link| {
                link.field < links.next || !link.forward && link.head == links.head && link.field < links.prev
            };
            if found.iter().any(comes_first) {
                return None;
            }
            for (slot, link) in links.parallel.iter_mut().zip(found) {
                *slot = Some(link);
            }
        }
        let binding = Binding { links, ..binding };
        self.successor(o1, binding).map(|_| binding)
    }

    fn fits_binding(&self, object: &Object, binding: Binding) -> bool {
        if !self.is_node(object) {
            return false;
        }
        match object.kind {
            ObjKind::Region => {
                let end = |link: Link| self.graph.ptr_field(link.field).end();
                binding.links.all(binding.kind).all(|link| end(link) <= object.size.bits_lo())
            }
            ObjKind::Sls | ObjKind::OptSls => binding.kind == ObjKind::Sls && object.links == binding.links,
            ObjKind::Dls | ObjKind::OptDls => binding.kind == ObjKind::Dls && object.links == binding.links,
            _ => false,
        }
    }

    /// The neighbour that follows `o1` under the binding: condition 1 of §1.10.
    fn successor(&self, o1: ObjId, binding: Binding) -> Option<ObjId> {
        let graph = self.graph;
        let a = graph.object(o1);
        if !self.fits_binding(a, binding) {
            return None;
        }
        let t = graph.pointee(graph.link_value(o1, binding.links.next)?)?;
        let b = graph.object(t.obj);
        let head = Offset::exact(binding.links.head);
        if t.obj == o1 || t.off != head || !matches!(t.spec, Spec::Region | Spec::First) {
            return None;
        }
        if !self.fits_binding(b, binding) || !similar(a, b) {
            return None;
        }
        let links: Vec<Link> = binding.links.all(binding.kind).collect();
        let joined = |link: &Link| {
            let (from, to, end) =
                if link.forward { (o1, t.obj, Spec::First) } else { (t.obj, o1, Spec::Last) };
            let leads_to = graph.link_value(from, link.field).and_then(|v| graph.pointee(v));
            let is_end = |spec: Spec| spec == Spec::Region || spec == end;
            leads_to.is_some_and(|t| t.obj == to && t.off == Offset::exact(link.head) && is_end(t.spec))
        };
        // Every node must have all links as addresses, also those at the ends.
        let beyond = |link: &Link| {
            let v = graph.link_value(if link.forward { t.obj } else { o1 }, link.field)?;
            graph.target(v).map(|_| v)
        };
        if !links.iter().all(|link| joined(link) && beyond(link).is_some()) {
            return None;
        }
        // A node that leads to itself is not the end of a doubly-linked list but, say, the head that all nodes of
        // a singly-linked one know; taken as such an end, the segments would never meet.
        let own = |link: &Link| {
            let end = if link.forward { t.obj } else { o1 };
            beyond(link).and_then(|v| graph.pointee(v)).is_some_and(|t| t.obj == end)
        };
        if links.len() > 1 && links.iter().any(own) {
            return None;
        }
        // Where the list is empty, its address is what any of the links that lead to the same place says.
        let alike = |a: &Link, b: &Link| (a.forward, a.head) == (b.forward, b.head);
        let agrees = |a: &Link| links.iter().all(|b| !alike(a, b) || beyond(a) == beyond(b));
        links.iter().all(agrees).then_some(t.obj)
    }

    /// The mergeable sequences from an entry: the longest one, and for each lower cost the longest of that cost.
    fn sequences(&mut self, first: ObjId, binding: Binding, config: &AbstractionConfig<'_>) -> Vec<Sequence> {
        let graph = self.graph;
        let mut objects = vec![first];
        let mut cost = 0;
        let mut out: Vec<Sequence> = Vec::new();
        let emit = |objects: &[ObjId], cost: usize, out: &mut Vec<Sequence>| {
            if graph.is_long_enough(binding, objects, cost, config) {
                out.push(Sequence { binding, objects: objects.to_vec(), cost });
            }
        };
        while let Some(next) = self.successor(*objects.last().expect("not empty"), binding) {
            if objects.contains(&next) {
                break;
            }
            let last = *objects.last().expect("not empty");
            let Some(fit) = self.pair(last, next, binding, config) else { break };
            let before = (objects.len() >= 2).then(|| objects[objects.len() - 2]);
            if !self.uninterrupted(last, next, before, binding, &fit) {
                break;
            }
            if fit.cost > cost {
                emit(&objects, cost, &mut out);
                cost = fit.cost;
            }
            objects.push(next);
        }
        emit(&objects, cost, &mut out);
        out
    }

    /// Condition 2 of §1.10: the sub-graphs can be joined.
    fn pair(
        &mut self,
        o1: ObjId,
        o2: ObjId,
        binding: Binding,
        config: &AbstractionConfig<'_>,
    ) -> Option<PairFit> {
        if let Some(known) = self.pairs.get(&(o1, o2, binding)) {
            return known.clone();
        }
        let fit = self.join_pair(o1, o2, binding, config);
        self.pairs.insert((o1, o2, binding), fit.clone());
        fit
    }

    fn join_pair(
        &self,
        o1: ObjId,
        o2: ObjId,
        binding: Binding,
        config: &AbstractionConfig<'_>,
    ) -> Option<PairFit> {
        let graph = self.graph;
        // A node and the header that points to it may look alike; their types, where they are known, tell them apart. The
        // types only postpone the merge ([Predator] §1.5.2).
        let types = (graph.object(o1).type_hint, graph.object(o2).type_hint);
        if !config.ignore_types && matches!(types, (Some(x), Some(y)) if x != y) {
            return None;
        }
        let options = JoinOptions::for_merging(config.kept, self.give_up);
        let merged = Joiner::merge_nodes(graph, o1, o2, binding.kind, binding.links, &options).ok()?;
        Some(PairFit { cost: merged.status.cost(), private: merged.consumed })
    }

    /// Conditions 3 and 4 of §1.10: nothing from outside points into the middle of the sequence or below it.
    fn uninterrupted(
        &self,
        o1: ObjId,
        o2: ObjId,
        before: Option<ObjId>,
        binding: Binding,
        fit: &PairFit,
    ) -> bool {
        let graph = self.graph;
        let none: Vec<Reference> = Vec::new();
        let references = |o: ObjId| self.incoming.get(&o).unwrap_or(&none);
        for (node, other, private) in [(o1, o2, &fit.private[0]), (o2, o1, &fit.private[1])] {
            if private.contains(&other) || fit.private[0].iter().any(|o| fit.private[1].contains(o)) {
                return false;
            }
            for &o in private {
                if graph.object(o).origin != Origin::Heap || graph.roots.iter().any(|r| r.1 == o) {
                    return false;
                }
                let inside = |r: &Reference| r.holder.is_some_and(|h| h == node || private.contains(&h));
                if !references(o).iter().all(inside) {
                    return false;
                }
            }
        }
        // Whether the reference is a link of its holder in this direction, or leads to an end where such links lead.
        let from = |r: &Reference, holder: ObjId, forward: bool| {
            let is_link = |link: Link| {
                link.forward == forward
                    && r.field == Some(link.field)
                    && r.target.off == Offset::exact(link.head)
            };
            r.holder == Some(holder) && binding.links.all(binding.kind).any(is_link)
        };
        let leads_to = |r: &Reference, end: Spec| {
            (r.target.spec == Spec::Region || r.target.spec == end)
                && binding.links.of_end(binding.kind, end, r.target.off).is_some()
        };
        let own = |r: &Reference, node: ObjId, private: &[ObjId]| {
            r.holder.is_some_and(|h| h == node || private.contains(&h))
        };
        let o1_ok = references(o1).iter().all(|r| {
            if own(r, o1, &fit.private[0]) {
                return true;
            }
            if from(r, o2, false) {
                return true;
            }
            // The first node may be pointed to by anybody.
            leads_to(r, Spec::First) && before.is_none_or(|b| from(r, b, true))
        });
        let o2_ok = references(o2).iter().all(|r| {
            // The last node of a doubly-linked list may be pointed to by anybody; what follows is checked when the
            // sequence is extended. A singly-linked segment has no address of its last node.
            own(r, o2, &fit.private[1]) || from(r, o1, true) || leads_to(r, Spec::Last)
        });
        o1_ok && o2_ok && !graph.roots.iter().any(|r| r.1 == o1 || r.1 == o2)
    }
}
