//! The pairing of objects and addresses: Algorithms 4 to 8.

use super::numbers::Count;
use super::reject::certainly_differ;
use super::{JoinError, JoinGoal, JoinOptions, JoinStatus, Joined};
use crate::graph::{ConstKey, Shape, Smg};
use crate::int::{IntDomain, Thresholds};
use crate::lengths::Lengths;
use crate::object::{Field, Links, MIXED_LABEL, ObjId, ObjKind, Object, Origin, SizeRange};
use crate::precision::Loss;
use crate::reach::IdSet;
use crate::reinterpret::Peek;
use crate::value::{Content, Offset, Spec, Target, ValId};
use base::{FxHashMap, Idx};
use std::cell::Cell;
use std::collections::VecDeque;
use std::rc::Rc;

/// Stands for "no node" among the images of values.
pub(super) const NO_VALUE: ValId = ValId::from_raw(u32::MAX);

/// Insertions nest only through chains of segments; longer chains than this do not occur in programs.
pub(super) const MAX_DEPTH: u32 = 200;

/// How many insertions one join tries. Two chains of segments that do not fit have exponentially many alignments.
pub(super) const MAX_ATTEMPTS: u32 = 400;

/// A number is not the number of larger elements that a block has.
const MOST_BYTES_OF_ELEMENT: u64 = 64;

/// How many of them may be in vain. Joins that succeed undo a handful at most.
pub(super) const MAX_FAILED_ATTEMPTS: u32 = 24;

/// Longer lists are not counted.
const MOST_COUNTED: u32 = 10;

/// The upper bound that a growing object size is widened to: more than any address space has.
const WIDENED_SIZE: u64 = 1 << 56;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fail {
    /// The two targets do not fit, and nothing deeper has been tried: an insertion may help.
    Recoverable,
    Hard(JoinError),
}

/// Whether two configurations have the same roots and the same named values.
fn have_the_same_names<D: IntDomain>(g1: &Smg<D>, g2: &Smg<D>) -> bool {
    fn same<T>(a: &[(u64, T)], b: &[(u64, T)]) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(x, y)| x.0 == y.0)
    }
    same(&g1.roots, &g2.roots) && same(&g1.named, &g2.named)
}

impl From<JoinError> for Fail {
    fn from(e: JoinError) -> Fail {
        Fail::Hard(e)
    }
}

pub(super) const MISMATCH: Fail = Fail::Hard(JoinError::Mismatch);

/// Where an object of the result comes from.
#[derive(Debug, Clone, Copy)]
pub(super) struct Image {
    pub(super) source: [Option<ObjId>; 2],
    /// The abstract object of the result below which this one is nested.
    pub(super) parent: Option<ObjId>,
    /// Whether it was abstract on each side.
    pub(super) was_abstract: [bool; 2],
}

/// A part of one side that is copied because the other side has none.
#[derive(Debug, Clone)]
pub(super) struct Copy {
    pub(super) side: usize,
    pub(super) source: ObjId,
    pub(super) target: ObjId,
    /// The inserted object that everything copied here is private to, on its side and in the result.
    pub(super) root: ObjId,
    pub(super) root_image: ObjId,
    /// For a region that becomes optional: what only it reaches. For a segment its nesting says it.
    pub(super) private: Option<Rc<IdSet>>,
}

/// Everything that an abandoned insertion must undo.
#[derive(Debug, Clone)]
pub(super) struct State<D: IntDomain> {
    pub(super) dst: Smg<D>,
    pub(super) map: [Vec<Option<ObjId>>; 2],
    pub(super) images: Vec<Option<Image>>,
    pub(super) queue: VecDeque<(ObjId, ObjId, ObjId)>,
    pub(super) copies: Vec<Copy>,
    /// Optional regions that only one side knows an absent address of: the side, the region there, and its image.
    pub(super) absents: Vec<(usize, ObjId, ObjId)>,
    /// Link fields of inserted segments that a two-sided path has fixed.
    pub(super) fixed_links: FxHashMap<(ObjId, u64), ValId>,
    pub(super) pairs: FxHashMap<(ValId, ValId, ObjId), ValId>,
    pub(super) value_images: Vec<(ValId, ValId, ValId)>,
    /// The lengths of lists on the sides, and their images.
    pub(super) lengths: Vec<([Count; 2], ValId)>,
    pub(super) grew: [bool; 2],
    /// The sides, and the labels of objects, of which some list of the result has lengths that it does not have there.
    pub(super) lengths_grew: Vec<(usize, u32)>,
}

pub(crate) struct Joiner<'a, D: IntDomain> {
    pub(super) graphs: [&'a Smg<D>; 2],
    pub(super) options: &'a JoinOptions<'a>,
    /// The segment being made, when two nodes of one graph are merged.
    pub(super) merge_root: Option<ObjId>,
    pub(super) prefer: usize,
    /// The object of the result whose contents are being joined, and the field.
    pub(super) holder: Option<(ObjId, Field)>,
    pub(super) inserted: bool,
    /// Widening made something larger than the join alone; noted while reading, therefore a cell.
    widened: Cell<bool>,
    pub(super) depth: u32,
    pub(super) attempts: u32,
    /// Where widening of numbers stops, if there is any.
    pub(super) stops: Option<Thresholds>,
    pub(super) failed_attempts: u32,
    pub(super) st: State<D>,
}

/// The numbers of elements that blocks of constant size have: what fills such a block goes up to there before the block grows. They are held
/// on both sides, so there are fewer of them with each widening.
fn capacities<D: IntDomain>(g1: &Smg<D>, g2: &Smg<D>) -> Vec<i64> {
    let sizes = |g: &Smg<D>| -> Vec<u64> {
        let blocks = g.objects().map(|(_, o)| o).filter(|o| o.is_live() && o.origin == Origin::Heap);
        blocks.filter(|o| o.size.is_exact()).map(|o| o.size.lo).collect()
    };
    let (of_first, of_second) = (sizes(g1), sizes(g2));
    let known = g1.consts.iter().filter(|c| g2.find_const(c.0).is_some());
    let numbers = known.filter_map(|(key, _)| match key {
        ConstKey::Int { value, .. } => Some(*value).filter(|&n| n > 1),
        ConstKey::Code(_) => None,
    });
    let counts = |n: &u64| {
        let size = |s: &u64| *s > 0 && s.is_multiple_of(*n) && s / n <= MOST_BYTES_OF_ELEMENT;
        of_first.iter().any(size) && of_second.iter().any(size)
    };
    numbers.filter(counts).filter_map(|n| i64::try_from(n).ok()).collect()
}

/// The result of joining the sub-graphs of two neighbouring nodes.
pub(crate) struct MergedNodes<D: IntDomain> {
    pub(crate) graph: Smg<D>,
    pub(crate) segment: ObjId,
    pub(crate) status: JoinStatus,
    /// The private objects of each node that were joined into the nested sub-graph.
    pub(crate) consumed: [Vec<ObjId>; 2],
}

impl<'a, D: IntDomain> Joiner<'a, D> {
    fn new(g1: &'a Smg<D>, g2: &'a Smg<D>, dst: Smg<D>, options: &'a JoinOptions<'a>, prefer: usize) -> Self {
        let slots = dst.object_slots();
        Joiner {
            graphs: [g1, g2],
            options,
            merge_root: None,
            prefer,
            holder: None,
            inserted: false,
            widened: Cell::new(false),
            stops: options.widen.map(|stops| stops.with(capacities(g1, g2))),
            depth: 0,
            attempts: 0,
            failed_attempts: 0,
            st: State {
                dst,
                map: [vec![None; g1.object_slots()], vec![None; g2.object_slots()]],
                images: vec![None; slots],
                queue: VecDeque::new(),
                copies: Vec::new(),
                absents: Vec::new(),
                fixed_links: FxHashMap::default(),
                pairs: FxHashMap::default(),
                value_images: Vec::new(),
                lengths: Vec::new(),
                grew: [false, false],
                lengths_grew: Vec::new(),
            },
        }
    }

    /// Algorithm 10. The flag beside the error says whether the order of insertions was a choice.
    pub(super) fn join_configurations(
        g1: &'a Smg<D>,
        g2: &'a Smg<D>,
        options: &'a JoinOptions<'a>,
        prefer: usize,
    ) -> Result<Joined<D>, (JoinError, bool)> {
        if g1.ptr_bits() != g2.ptr_bits() || !have_the_same_names(g1, g2) {
            return Err((JoinError::DifferentRoots, false));
        }
        if certainly_differ(g1, g2, options) {
            debug_assert!(
                Joiner::new(g1, g2, g1.new_like(), options, prefer).run_configurations().is_err(),
                "a pair with a join was rejected"
            );
            return Err((JoinError::Mismatch, false));
        }
        let mut joiner = Joiner::new(g1, g2, g1.new_like(), options, prefer);
        match joiner.run_configurations() {
            Ok(()) => {
                let status = JoinStatus::from_growth(joiner.st.grew);
                let mut graph = joiner.st.dst;
                graph.add_losses_of(g1);
                graph.add_losses_of(g2);
                graph.debug_check();
                let (widened, inserted) = (joiner.widened.get(), joiner.inserted);
                Ok(Joined { graph, status, widened, inserted })
            }
            Err(Fail::Hard(e)) => {
                Err((e, joiner.inserted && !matches!(e, JoinError::Goal | JoinError::GivenUp)))
            }
            Err(Fail::Recoverable) => Err((JoinError::Mismatch, joiner.inserted)),
        }
    }

    fn run_configurations(&mut self) -> Result<(), Fail> {
        let [g1, g2] = self.graphs;
        for (&(key, o1), &(_, o2)) in g1.roots.iter().zip(g2.roots.iter()) {
            let (a, b) = (g1.object(o1), g2.object(o2));
            if a.kind != ObjKind::Region || b.kind != ObjKind::Region {
                return Err(JoinError::DifferentRoots.into());
            }
            match (self.st.map[0][o1.index()], self.st.map[1][o2.index()]) {
                (None, None) => {
                    let merged = self.match_objects(a, b).ok_or(Fail::Hard(JoinError::Mismatch))?;
                    let o = self.create(o1, o2, merged, 0, None);
                    self.st.dst.set_root(key, o);
                }
                (Some(x), Some(y)) if x == y => self.st.dst.set_root(key, x),
                _ => return Err(MISMATCH),
            }
        }
        let mut named: Vec<(u64, ValId, ValId)> =
            g1.named.iter().zip(g2.named.iter()).map(|(a, b)| (a.0, a.1, b.1)).collect();
        named.sort_by_key(|&(_, v1, v2)| self.are_unlike(&Peek::Value(v1), &Peek::Value(v2)));
        for (key, v1, v2) in named {
            let width = g1.value(v1).width.max(g2.value(v2).width);
            let v = self.join_values(&Peek::Value(v1), &Peek::Value(v2), width, None)?;
            self.st.dst.set_named(key, v);
        }
        self.drain()?;
        self.finish_copies()?;
        self.check_coverage()?;
        if self.st.dst.has_empty_cycle() {
            return Err(JoinError::EmptyCycle.into());
        }
        self.settle_lengths()?;
        self.holder = None;
        self.join_tags();
        self.join_facts()?;
        self.join_stamps();
        self.check_goal()
    }

    /// Where each side has lists of lengths that the other one does not have, they are lost, or there is no join.
    fn settle_lengths(&mut self) -> Result<(), Fail> {
        let on = |side: usize| self.st.lengths_grew.iter().filter(move |g| g.0 == side).map(|g| g.1);
        if on(0).next().is_none() || on(1).next().is_none() {
            return Ok(());
        }
        if self.options.keeps(|kept| (0..2).all(|side| on(side).any(|label| kept.has_lengths(label)))) {
            return Err(MISMATCH);
        }
        for (_, label) in std::mem::take(&mut self.st.lengths_grew) {
            self.st.dst.lose(Loss::Lengths { label });
        }
        Ok(())
    }

    /// Some list of the result, of objects of this label, has lengths that it does not have on this side.
    pub(super) fn note_lengths(&mut self, side: usize, label: u32) {
        if !self.st.lengths_grew.contains(&(side, label)) {
            self.st.lengths_grew.push((side, label));
        }
    }

    /// Algorithm 11: joins the sub-graphs of two neighbouring nodes, links excepted, below a new segment.
    pub(crate) fn merge_nodes(
        graph: &'a Smg<D>,
        o1: ObjId,
        o2: ObjId,
        kind: ObjKind,
        links: Links,
        options: &'a JoinOptions<'a>,
    ) -> Result<MergedNodes<D>, JoinError> {
        let mut last = JoinError::Mismatch;
        for prefer in [0, 1] {
            let mut joiner = Joiner::new(graph, graph, graph.clone(), options, prefer);
            match joiner.run_merge(o1, o2, kind, links) {
                Ok(segment) => {
                    let consumed = [0, 1].map(|side| {
                        let map = &joiner.st.map[side];
                        let ids =
                            map.iter().enumerate().filter(|(_, m)| m.is_some()).map(|(i, _)| ObjId::new(i));
                        ids.filter(|&o| o != o1 && o != o2).collect()
                    });
                    let status = JoinStatus::from_growth(joiner.st.grew);
                    return Ok(MergedNodes { graph: joiner.st.dst, segment, status, consumed });
                }
                Err(Fail::Hard(e)) => last = e,
                Err(Fail::Recoverable) => last = JoinError::Mismatch,
            }
            if !joiner.inserted {
                break;
            }
        }
        Err(last)
    }

    fn run_merge(&mut self, o1: ObjId, o2: ObjId, kind: ObjKind, links: Links) -> Result<ObjId, Fail> {
        let graph = self.graphs[0];
        let (a, b) = (graph.object(o1), graph.object(o2));
        if a.level != b.level {
            return Err(MISMATCH);
        }
        let size = self.joined_size(a, b).ok_or(MISMATCH)?;
        let sum = Lengths::of(a).plus(Lengths::of(b));
        let labels = [a.label, b.label];
        let counted = self.options.keeps(|kept| kept.has_count(labels)) || a.is_counted() || b.is_counted();
        let is_short = sum.most.is_some_and(|most| most <= MOST_COUNTED);
        let lengths = match (counted, is_short) {
            (true, true) => sum,
            (true, false) => sum.unbounded(),
            (false, _) => sum.uncounted(),
        };
        if !counted && is_short && kind != ObjKind::Run {
            labels.into_iter().for_each(|label| self.st.dst.lose(Loss::Count { label }));
        }
        let merged = MergedKind { kind, size, lengths, links };
        // The loss of the order and number of the two nodes is the purpose of merging: it does not count as growth.
        let segment = self.create(o1, o2, merged, a.level, None);
        self.st.grew = [size != a.size, size != b.size];
        self.st.images[segment.index()] = Some(Image {
            source: [Some(o1), Some(o2)],
            parent: None,
            was_abstract: [a.kind.is_abstract(), b.kind.is_abstract()],
        });
        self.merge_root = Some(segment);
        self.drain()?;
        self.finish_copies()?;
        if self.st.dst.has_empty_cycle() {
            return Err(JoinError::EmptyCycle.into());
        }
        self.join_tags();
        self.merge_sizes();
        if kind != ObjKind::Run {
            self.st.dst.merge_numbers([o1, o2], segment, self.options.kept);
        }
        Ok(segment)
    }

    pub(super) fn drain(&mut self) -> Result<(), Fail> {
        while let Some((o1, o2, o)) = self.st.queue.pop_front() {
            self.join_contents(o1, o2, o)?;
            self.check_goal()?;
        }
        Ok(())
    }

    pub(super) fn check_goal(&self) -> Result<(), Fail> {
        if super::is_given_up(self.options.give_up) {
            return Err(JoinError::GivenUp.into());
        }
        let [left, right] = self.st.grew;
        let missed = match self.options.goal {
            JoinGoal::Any => false,
            JoinGoal::LeftIncludes => left,
            JoinGoal::RightIncludes => right,
            JoinGoal::Equal => left || right,
            JoinGoal::Comparable => left && right,
        };
        if missed { Err(JoinError::Goal.into()) } else { Ok(()) }
    }

    pub(super) fn image(&self, o: ObjId) -> &Image {
        self.st.images[o.index()].as_ref().expect("an object made by this join")
    }

    pub(super) fn set_image(&mut self, o: ObjId, image: Image) {
        if o.index() >= self.st.images.len() {
            self.st.images.resize(o.index() + 1, None);
        }
        self.st.images[o.index()] = Some(image);
    }

    /// The abstract ancestors that a private node of the context has, outermost first.
    pub(super) fn ancestors(&self, context: Option<ObjId>) -> Vec<ObjId> {
        let mut chain = Vec::new();
        let mut at = context;
        while let Some(o) = at {
            chain.push(o);
            at = self.image(o).parent;
        }
        chain.reverse();
        chain
    }

    /// The levels that a node of level `level` on one side can have in the result without changing what it is
    /// private to: below its last private ancestor and above the next one it is shared by.
    pub(super) fn level_range(&self, ancestors: &[ObjId], side: usize, level: u32) -> Option<(u32, u32)> {
        let mut seen = 0;
        let mut lo = 0;
        for (i, &a) in ancestors.iter().enumerate() {
            if self.image(a).was_abstract[side] {
                seen += 1;
                if seen == level {
                    lo = i as u32 + 1;
                } else if seen == level + 1 {
                    return Some((lo, i as u32));
                }
            }
        }
        (seen >= level).then_some((lo, ancestors.len() as u32))
    }

    pub(super) fn place_object(&self, ancestors: &[ObjId], levels: [Option<u32>; 2]) -> Option<u32> {
        let (mut lo, mut hi) = (u32::from(self.merge_root.is_some()), ancestors.len() as u32);
        for (side, level) in levels.into_iter().enumerate() {
            if let Some(level) = level {
                let (l, h) = self.level_range(ancestors, side, level)?;
                lo = lo.max(l);
                hi = hi.min(h);
            }
        }
        (lo <= hi).then_some(hi)
    }

    /// Whether an object of the result can be reached from this context: it is private to one of its ancestors.
    pub(super) fn fits(&self, o: ObjId, ancestors: &[ObjId]) -> bool {
        let level = self.st.dst.object(o).level as usize;
        match self.image(o).parent {
            None => true,
            Some(parent) => level >= 1 && ancestors.get(level - 1) == Some(&parent),
        }
    }

    pub(super) fn mapped(&self, side: usize, o: ObjId) -> Option<ObjId> {
        self.st.map[side][o.index()]
    }

    pub(super) fn one_sided(&self, o: ObjId) -> bool {
        let source = self.image(o).source;
        source[0].is_none() || source[1].is_none()
    }

    /// Algorithm 5 for two field contents.
    pub(super) fn join_values(
        &mut self,
        p1: &Peek<D>,
        p2: &Peek<D>,
        width: u32,
        context: Option<ObjId>,
    ) -> Result<ValId, Fail> {
        if let (Peek::Value(v1), Peek::Value(v2)) = (p1, p2) {
            let (v1, v2) = (self.graphs[0].resolve(*v1), self.graphs[1].resolve(*v2));
            let special = v1 == v2 && (v1 == ValId::ZERO || v1 == ValId::UNINIT);
            if special || (self.merge_root.is_some() && v1 == v2) {
                return Ok(v1);
            }
        }
        let pointers = [self.as_pointer(0, p1), self.as_pointer(1, p2)];
        match pointers {
            [Some(a1), Some(a2)] => self.join_addresses(a1, a2, width, context),
            [Some(a), None] => self.join_pointer_with_data(0, a, p2, width, context),
            [None, Some(a)] => self.join_pointer_with_data(1, a, p1, width, context),
            [None, None] => self.join_data(p1, p2, width, context),
        }
    }

    pub(super) fn join_sided(
        &mut self,
        side: usize,
        own: &Peek<D>,
        other: &Peek<D>,
        width: u32,
        context: Option<ObjId>,
    ) -> Result<ValId, Fail> {
        if side == 0 {
            self.join_values(own, other, width, context)
        } else {
            self.join_values(other, own, width, context)
        }
    }

    fn as_pointer(&self, side: usize, p: &Peek<D>) -> Option<ValId> {
        match p {
            Peek::Value(v) => {
                let v = self.graphs[side].resolve(*v);
                self.graphs[side].pointee(v).map(|_| v)
            }
            _ => None,
        }
    }

    fn join_addresses(
        &mut self,
        a1: ValId,
        a2: ValId,
        width: u32,
        context: Option<ObjId>,
    ) -> Result<ValId, Fail> {
        match self.join_targets(a1, a2, context) {
            Err(Fail::Recoverable) => {}
            other => return other,
        }
        let order = if self.prefer == 0 { [0, 1] } else { [1, 0] };
        let own = [a1, a2];
        for optional in [false, true] {
            for side in order {
                let other = Peek::Value(own[1 - side]);
                match self.try_insert(side, own[side], &other, width, context, optional) {
                    Err(Fail::Recoverable) => {}
                    other => return other,
                }
            }
        }
        Err(MISMATCH)
    }

    fn join_pointer_with_data(
        &mut self,
        side: usize,
        a: ValId,
        other: &Peek<D>,
        width: u32,
        context: Option<ObjId>,
    ) -> Result<ValId, Fail> {
        if *other == Peek::Value(ValId::ZERO) {
            for optional in [false, true] {
                match self.try_insert(side, a, other, width, context, optional) {
                    Err(Fail::Recoverable) => {}
                    result => return result,
                }
            }
            if self.is_dangling_in_cell(side, a) {
                return self.join_data_sided(side, &Peek::Value(a), other, width, context);
            }
            return Err(MISMATCH);
        }
        let unknown = match other {
            Peek::Unknown { .. } => true,
            Peek::Value(v) => {
                matches!(self.graphs[1 - side].content(*v), Content::Unknown { .. } | Content::Uninit)
            }
            Peek::Int(_) => false,
        };
        let loses = self.options.lose_addresses && self.merge_root.is_none();
        if unknown && (loses || self.is_dangling_in_cell(side, a)) {
            // Whether the target survives on another path is checked at the end.
            return self.join_data_sided(side, &Peek::Value(a), other, width, context);
        }
        Err(MISMATCH)
    }

    fn join_data_sided(
        &mut self,
        side: usize,
        own: &Peek<D>,
        other: &Peek<D>,
        width: u32,
        context: Option<ObjId>,
    ) -> Result<ValId, Fail> {
        match side {
            0 => self.join_data(own, other, width, context),
            _ => self.join_data(other, own, width, context),
        }
    }

    /// Whether an address in a run of cells that are merged leads to a block that is gone: where other cells hold no address, it is
    /// some value that nobody may use.
    fn is_dangling_in_cell(&self, side: usize, a: ValId) -> bool {
        let graph = self.graphs[side];
        let is_run = self.merge_root.is_some_and(|root| self.st.dst.object(root).kind == ObjKind::Run);
        is_run && graph.pointee(a).is_some_and(|t| !graph.object(t.obj).is_live())
    }

    /// Algorithm 6.
    pub(super) fn join_targets(
        &mut self,
        a1: ValId,
        a2: ValId,
        context: Option<ObjId>,
    ) -> Result<ValId, Fail> {
        let [g1, g2] = self.graphs;
        let (t1, t2) = (g1.pointee(a1).expect("an address"), g2.pointee(a2).expect("an address"));
        let (o1, o2) = (g1.object(t1.obj), g2.object(t2.obj));
        let concrete = !o1.kind.is_abstract() && !o2.kind.is_abstract();
        // An address of one node each, the node that holds it or a region, may have another offset in each of them (§1.4).
        let of_each = |o: &Object, t: Target| !o.kind.is_abstract() || t.spec == Spec::All;
        if t1.off != t2.off && !(self.options.offset_hull && of_each(o1, t1) && of_each(o2, t2)) {
            return Err(Fail::Recoverable);
        }
        if o1.kind.is_abstract() && o2.kind.is_abstract() && t1.spec != t2.spec {
            return Err(Fail::Recoverable);
        }
        let ancestors = self.ancestors(context);
        let mapped = [self.mapped(0, t1.obj), self.mapped(1, t2.obj)];
        if self.merge_root.is_some() && t1.obj == t2.obj && mapped == [None, None] {
            // Both nodes point into the same shared object, at different offsets.
            if !concrete || t1.spec != t2.spec {
                return Err(MISMATCH);
            }
            return self.join_offsets(a1, a2, Target { off: t1.off, ..t1 }, t2.off, &ancestors);
        }
        let o = match mapped {
            [Some(x), Some(y)] if x == y => {
                if !self.fits(x, &ancestors) {
                    return Err(Fail::Recoverable);
                }
                x
            }
            [None, None] => {
                if t1.off != t2.off && o1.label != o2.label {
                    return Err(Fail::Recoverable);
                }
                if self.targets_conflict(t1.obj, t2.obj) {
                    return Err(Fail::Recoverable);
                }
                let merged = self.match_objects(o1, o2).ok_or(Fail::Recoverable)?;
                let levels = [Some(o1.level), Some(o2.level)];
                let level = self.place_object(&ancestors, levels).ok_or(Fail::Recoverable)?;
                let parent = level.checked_sub(1).map(|i| ancestors[i as usize]);
                let o = self.create(t1.obj, t2.obj, merged, level, parent);
                self.join_numbers(t1.obj, t2.obj, o)?;
                o
            }
            _ => return Err(Fail::Recoverable),
        };
        let spec = self.joined_spec(o, t1.spec, t2.spec)?;
        let target = Target { obj: o, off: t1.off, spec };
        if t1.off.is_exact() && t1.off == t2.off {
            let a = self.st.dst.address(o, t1.off, spec);
            self.st.value_images.push((a1, a2, a));
            return Ok(a);
        }
        self.join_offsets(a1, a2, target, t2.off, &ancestors)
    }

    /// The target specifier of the joined address: that of the abstract side (Algorithm 7).
    fn joined_spec(&self, o: ObjId, s1: Spec, s2: Spec) -> Result<Spec, Fail> {
        if !self.st.dst.object(o).kind.is_abstract() {
            return Ok(Spec::Region);
        }
        let image = self.image(o);
        let spec = match image.was_abstract {
            [true, _] => s1,
            [false, true] => s2,
            [false, false] => Spec::All,
        };
        // Below the segment that is being made only its nodes' own addresses make sense: its two ends are not the
        // ends of the two parts.
        if self.merge_root == Some(o) && spec != Spec::All {
            return Err(MISMATCH);
        }
        Ok(spec)
    }

    /// An address whose offset is uncertain on a side or differs between them.
    fn join_offsets(
        &mut self,
        a1: ValId,
        a2: ValId,
        target: Target,
        off2: Offset,
        ancestors: &[ObjId],
    ) -> Result<ValId, Fail> {
        if !self.options.offset_hull && target.off != off2 {
            return Err(Fail::Recoverable);
        }
        let off1 = target.off;
        let hull = off1.hull(off2);
        let off = match self.options.widen {
            Some(_) if !off2.is_subset(off1) => {
                let wider = self.widen_offset(target.obj, off1, hull);
                self.note_widening(wider != hull);
                wider
            }
            _ => hull,
        };
        let levels = [self.graphs[0].level_of(a1), self.graphs[1].level_of(a2)];
        let level = self.place_value(ancestors, levels, [false, false])?;
        let scope = level.checked_sub(1).map_or(ObjId::NULL, |i| ancestors[i as usize]);
        if let Some(&v) = self.st.pairs.get(&(a1, a2, scope)) {
            return Ok(v);
        }
        self.st.grew[0] |= !off.is_subset(off1);
        self.st.grew[1] |= !off.is_subset(off2);
        let v = self.st.dst.address_at(Target { off, ..target }, level);
        self.st.pairs.insert((a1, a2, scope), v);
        self.st.value_images.push((a1, a2, v));
        Ok(v)
    }

    fn widen_offset(&self, obj: ObjId, old: Offset, new: Offset) -> Offset {
        // One place and another one are two fields more often than the first steps on a long way; a range never becomes a
        // single place again.
        if old.is_exact() {
            return new;
        }
        let size = self.st.dst.object(obj).size;
        let mut stops = [0, size.lo, size.hi].map(|s| i64::try_from(s).unwrap_or(i64::MAX)).to_vec();
        if let [Some(x1), Some(x2)] = self.image(obj).source {
            // Other addresses into the object that stay where they are. What is exact in the result was so in the older
            // graph, so there are fewer of these stops with each widening.
            let fixed = |side: usize, x: ObjId| {
                let g = self.graphs[side];
                let targets = g.object(x).addresses.iter().filter_map(|&v| g.target(v));
                targets.filter_map(|t| t.off.as_exact()).collect::<Vec<i64>>()
            };
            let known = fixed(0, x1);
            stops.extend(fixed(1, x2).into_iter().filter(|off| known.contains(off)));
        }
        let lo = if new.lo < old.lo {
            stops.iter().copied().filter(|&s| s <= new.lo).max().unwrap_or(i64::MIN)
        } else {
            new.lo
        };
        let hi = if new.hi > old.hi {
            stops.iter().copied().filter(|&s| s >= new.hi).min().unwrap_or(i64::MAX)
        } else {
            new.hi
        };
        // The lower bound moves to a member of the residue class of the old offsets.
        let stride = new.stride.max(1);
        let below = new.lo.abs_diff(lo) / stride * stride;
        Offset::range(new.lo.saturating_sub_unsigned(below), hi, stride)
    }

    /// Algorithm 8, step 8: fields whose targets are paired already must be paired with each other.
    fn targets_conflict(&self, x1: ObjId, x2: ObjId) -> bool {
        let [g1, g2] = self.graphs;
        g1.object(x1).edges.iter().any(|e| {
            let Some(t1) = g1.pointee(e.value) else { return false };
            let Some(v2) = g2.object(x2).edge_at(e.field) else { return false };
            let Some(t2) = g2.pointee(v2) else { return false };
            match (self.mapped(0, t1.obj), self.mapped(1, t2.obj)) {
                (Some(x), Some(y)) => x != y && !self.one_sided(x) && !self.one_sided(y),
                _ => false,
            }
        })
    }

    pub(super) fn note_widening(&self, is_wider: bool) {
        self.widened.set(self.widened.get() || is_wider);
    }

    /// Algorithm 8: what two objects can be joined into, if anything.
    pub(super) fn match_objects(&self, a: &Object, b: &Object) -> Option<MergedKind> {
        if a.kind == ObjKind::Null || b.kind == ObjKind::Null {
            return None;
        }
        if a.validity != b.validity || a.origin != b.origin {
            return None;
        }
        if a.origin != Origin::Heap && a.label != b.label {
            return None;
        }
        let size = self.joined_size(a, b)?;
        let mut lengths = Lengths::of(a).join(Lengths::of(b));
        // The left side is the older one: a list that grows may do so for ever.
        if self.options.widen.is_some() && lengths.most != a.most_len() {
            lengths = lengths.unbounded();
        }
        use ObjKind::{Dls, OptDls, OptRegion, OptSls, Region, Sls};
        let with = |kind: ObjKind, links: Links| Some(MergedKind { kind, size, lengths, links });
        let same_links = a.links == b.links;
        match (a.kind, b.kind) {
            (Region, Region) => with(Region, Links::default()),
            (Region, k) => with(k, b.links),
            (k, Region) => with(k, a.links),
            (x, y) if x == y && same_links => with(x, a.links),
            (Sls, OptSls) | (OptSls, Sls) if same_links => with(Sls, a.links),
            (Dls, OptDls) | (OptDls, Dls) if same_links => with(Dls, a.links),
            (OptRegion, k) if k.has_next() && self.optional_as_list(0, a, 1, b) => with(k, b.links),
            (k, OptRegion) if k.has_next() && self.optional_as_list(1, b, 0, a) => with(k, a.links),
            _ => None,
        }
    }

    /// Objects of one allocation site may differ in size: the result has an uncertain one.
    fn joined_size(&self, a: &Object, b: &Object) -> Option<SizeRange> {
        if a.size == b.size {
            return Some(a.size);
        }
        if !self.options.size_hull || a.label != b.label || a.label == MIXED_LABEL {
            return None;
        }
        let mut size = a.size.hull(b.size);
        if self.options.widen.is_some() {
            let hull = size;
            size.lo = if size.lo < a.size.lo { 0 } else { size.lo };
            size.hi = match size.hi {
                hi if hi <= a.size.hi => hi,
                hi if hi <= WIDENED_SIZE => WIDENED_SIZE,
                // No block is larger than half of the address space.
                hi => hi.max(i64::MAX as u64),
            };
            self.note_widening(size != hull);
        }
        Some(size)
    }

    /// An optional region is a list of at most one node if its address when absent, null, is also where the list ends.
    fn optional_as_list(&self, side: usize, optional: &Object, other: usize, list: &Object) -> bool {
        let g = self.graphs[side];
        let zero =
            |g: &Smg<D>, o: &Object, off: u64| g.peek_object(o, g.ptr_field(off)) == Peek::Value(ValId::ZERO);
        optional.absent_value() == ValId::ZERO
            && !list.links.has_parallel()
            && optional.links.head == list.links.head
            && optional.size.bits_lo() >= g.ptr_field(list.links.next.max(list.links.prev)).end()
            && zero(g, optional, list.links.next)
            && zero(self.graphs[other], list, list.links.next)
            && (!list.kind.has_prev()
                || zero(g, optional, list.links.prev) && zero(self.graphs[other], list, list.links.prev))
    }

    /// Makes the joined object and schedules its contents.
    fn create(
        &mut self,
        x1: ObjId,
        x2: ObjId,
        merged: MergedKind,
        level: u32,
        parent: Option<ObjId>,
    ) -> ObjId {
        let [g1, g2] = self.graphs;
        let (a, b) = (g1.object(x1), g2.object(x2));
        let is_list = matches!(merged.kind, ObjKind::Sls | ObjKind::Dls);
        let lengths = Some(merged.lengths).filter(|_| is_list);
        let shape = Shape {
            kind: merged.kind,
            size: merged.size,
            level,
            validity: a.validity,
            origin: a.origin,
            label: if a.label == b.label { a.label } else { MIXED_LABEL },
            type_hint: if a.type_hint == b.type_hint { a.type_hint } else { None },
            min_len: lengths.map_or(0, |lengths| lengths.least),
            max_len: lengths.and_then(|lengths| lengths.most),
            len_step: lengths.map_or(1, Lengths::stored_step),
            links: merged.links,
        };
        let o = self.st.dst.add_shape(shape);
        {
            let object = self.st.dst.object_mut(o);
            object.birth = a.birth.max(b.birth);
            object.death = a.death.min(b.death);
        }
        let lengths = Lengths::of(self.st.dst.object(o));
        for (side, source) in [a, b].into_iter().enumerate() {
            let other_lengths = Lengths::of(source) != lengths;
            if other_lengths {
                self.note_lengths(side, source.label);
            }
            self.st.grew[side] |= other_lengths || source.size != merged.size;
        }
        self.st.map[0][x1.index()] = Some(o);
        self.st.map[1][x2.index()] = Some(o);
        let was_abstract = [a.kind.is_abstract(), b.kind.is_abstract()];
        self.set_image(o, Image { source: [Some(x1), Some(x2)], parent, was_abstract });
        self.join_ends([x1, x2], o);
        if a.is_live() {
            self.st.queue.push_back((x1, x2, o));
        }
        o
    }
}

#[derive(Debug, Clone, Copy)]
pub(super) struct MergedKind {
    pub(super) kind: ObjKind,
    pub(super) size: SizeRange,
    pub(super) lengths: Lengths,
    pub(super) links: Links,
}
