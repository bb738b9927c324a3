//! From a place to the bytes it means: materialising list nodes on the way, checking validity and bounds, and
//! splitting small sets of offsets so that what follows works on one field.

use crate::engine::{Engine, Stop};
use crate::findings::holds_address;
use crate::state::{Graph, State, key};
use base::Span;
use ir::{Body, LocalId, Place, PlaceBase, Scalar};
use smg::{
    BinOp, CastOp, Cmp, Content, End, Extent, Field, IntDomain, Interval, Linear, Materialised, NewObject,
    ObjId, Offset, ReadKind, Spec, Spot, TermOp, ValId,
};
use verdict::{Access, BlockOrigin, Details, FindingKind, UnknownKind};

/// So many bytes are accessed, how, and by which operation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MemoryAccess {
    pub(crate) size: u64,
    pub(crate) access: Access,
    pub(crate) span: Span,
    /// The address, or null, that is about to be written.
    pub(crate) address: Option<ValId>,
}

impl MemoryAccess {
    pub(crate) fn new(size: u64, access: Access, span: Span) -> MemoryAccess {
        MemoryAccess { size, access, span, address: None }
    }
    pub(crate) fn read(size: u64, span: Span) -> MemoryAccess {
        MemoryAccess::new(size, Access::Read, span)
    }
    pub(crate) fn write(size: u64, span: Span) -> MemoryAccess {
        MemoryAccess::new(size, Access::Write, span)
    }
}

/// A valid access: where it goes in this state.
#[derive(Debug)]
pub(crate) struct Located {
    pub(crate) state: State,
    pub(crate) object: ObjId,
    /// Within the object's bounds for the size asked.
    pub(crate) offset: Offset,
    /// How the place follows from values of the program.
    pub(crate) spot: Option<Spot>,
    /// It is the null behind a list of strings.
    pub(crate) is_null: bool,
}

impl Located {
    pub(crate) fn start_of(state: State, object: ObjId) -> Located {
        Located { state, object, offset: Offset::exact(0), spot: None, is_null: false }
    }
}

/// How an integer follows from the one that it was computed from.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// Times a constant, at this width.
    Times(u64, u32),
    Cast {
        signed: bool,
        from: u32,
        to: u32,
    },
}

impl Step {
    fn apply(self, n: u64) -> u64 {
        match self {
            Step::Times(factor, width) => n.wrapping_mul(factor) & smg::mask(width),
            Step::Cast { signed, from, to } => {
                let wide = if signed { smg::sign_extend(from, n) as u64 } else { n & smg::mask(from) };
                wide & smg::mask(to)
            }
        }
    }
}

impl Step {
    /// What becomes of a range of numbers with signs, if each is what it would be without bounds.
    fn apply_to_range(self, (least, most): (i64, i64)) -> Option<(i64, i64)> {
        match self {
            Step::Times(factor, 64) => {
                let factor = i64::try_from(factor).ok()?;
                Some((least.checked_mul(factor)?, most.checked_mul(factor)?))
            }
            Step::Cast { signed: true, from, to } if from <= to => Some((least, most)),
            Step::Cast { .. } | Step::Times(..) => None,
        }
    }
}

/// What an integer was computed from, that one's width, and how.
fn source_of(graph: &Graph, (value, width): (ValId, u32)) -> Option<(ValId, u32, Step)> {
    graph.terms().iter().rev().filter(|t| t.value == value).find_map(|t| match t.op {
        TermOp::Cast { op, from, to } => {
            Some((t.left, from, Step::Cast { signed: op == CastOp::SExt, from, to }))
        }
        TermOp::Binary(BinOp::Mul) => {
            [(t.left, t.right), (t.right, t.left)].into_iter().find_map(|(x, c)| {
                let factor = graph.int_of(c, width).as_constant()?;
                Some((x, width, Step::Times(factor, width)))
            })
        }
        TermOp::Binary(_) | TermOp::Move { .. } | TermOp::Multiple | TermOp::Call { .. } => None,
    })
}

/// Where in an object an access goes.
#[derive(Clone, Copy, Debug)]
struct Reach {
    offset: Offset,
    /// An address with an uncertain offset, and what is added to it, that a possible overrun restricts.
    movable: Option<(ValId, i64)>,
    /// An address, and what is added to it.
    near: Option<(ValId, i64)>,
    /// How the offset follows from a number of the program.
    linear: Option<Linear>,
    /// An address with an uncertain offset, and the number, its factor and what is added that lead on from there.
    behind: Option<(ValId, Linear)>,
    /// By the place of a local and not through a pointer: a write to a constant is then its initialisation.
    own: bool,
}

impl Reach {
    fn at(offset: Offset) -> Reach {
        Reach { offset, movable: None, near: None, linear: None, behind: None, own: false }
    }

    /// The element of an array that begins `base` bytes into the object.
    fn indexed(self, place: &Place, base: i64, engine: &Engine<'_>, state: &State) -> Reach {
        let linear = place.index.and_then(|index| {
            let number = state.graph.linear(engine.register(index.local, state))?;
            scaled(number, i64::from(index.scale), base.checked_add(place.offset)?)
        });
        Reach { linear, ..self }
    }
}

/// `scale * number + addend`.
fn scaled(number: Linear, scale: i64, addend: i64) -> Option<Linear> {
    Some(Linear {
        scale: number.scale.checked_mul(scale)?,
        addend: number.addend.checked_mul(scale)?.checked_add(addend)?,
        ..number
    })
}

/// The offset `by` bytes behind an address that was computed from one with a known offset.
fn moved(graph: &Graph, address: ValId, by: i64) -> Option<Linear> {
    let own = graph.pointee(address)?.obj;
    graph.terms().iter().rev().filter(|t| t.value == address).find_map(|t| {
        let TermOp::Move { scale, offset } = t.op else { return None };
        let start = graph.pointee(t.left).filter(|left| left.obj == own)?.off.as_exact()?;
        scaled(graph.linear(t.right)?, scale, start.checked_add(offset)?.checked_add(by)?)
    })
}

/// Whether `size` bytes at the place end within the object, because of the order of the numbers that both follow from.
pub(crate) fn fits(graph: &Graph, object: ObjId, place: Linear, size: u64) -> bool {
    let Some(whole) = graph.size_of(object) else { return false };
    let Some(difference) = graph.difference_at_most(place.base, whole.base) else { return false };
    // place.scale * p + place.addend + size <= whole.scale * w + whole.addend, where p - w <= difference
    let end = i128::from(place.scale) * i128::from(difference) + i128::from(place.addend) + i128::from(size);
    let more = i128::from(whole.scale) - i128::from(place.scale);
    if place.scale <= 0 || more < 0 {
        return false;
    }
    // A block that grew by a factor has room for so many more elements as it had at least.
    let least = if more == 0 { Some(0) } else { graph.least_of(whole.base) };
    least.is_some_and(|least| end <= more * i128::from(least) + i128::from(whole.addend))
}

/// Whether `size` bytes that begin `by` bytes behind an address lie within its object, by what is known of its distance
/// from the two ends.
pub(crate) fn has_room(graph: &Graph, (address, by): (ValId, i64), size: u64) -> bool {
    let end = i64::try_from(size).ok().and_then(|size| by.checked_add(size));
    let starts = graph.least_offset(address).and_then(|least| least.checked_add(by));
    starts.is_some_and(|start| start >= 0)
        && end.is_some_and(|end| graph.bytes_left(address).is_some_and(|left| left >= end))
}

impl Engine<'_> {
    /// The object of a memory local, made on first use if it has no `StorageLive` of its own (temporaries).
    pub(crate) fn local_object(&mut self, body: &Body, local: LocalId, state: &mut State) -> ObjId {
        if let Some(object) = state.graph.root(key::local(local)) {
            return object;
        }
        let data = &body.locals[local];
        let site = crate::findings::Site {
            origin: BlockOrigin::Stack,
            span: data.span,
            name: data.name.map(|n| self.program.names.resolve(n).to_string()),
            constant: data.constant,
            frame: None,
            input: None,
        };
        let label = self.findings.local_site(data.span, site);
        let object = state.graph.add_object(NewObject::stack(self.program.types[data.ty].size, label));
        state.graph.set_root(key::local(local), object);
        object
    }

    pub(crate) fn register(&self, local: LocalId, state: &State) -> ValId {
        state.graph.named(key::local(local)).unwrap_or(ValId::UNINIT)
    }

    /// One state per value of an index that has few values; the others stay as they are.
    fn split_index(&self, place: &Place, state: State, out: &mut Vec<State>) {
        let Some(index) = place.index else {
            out.push(state);
            return;
        };
        let value = self.register(index.local, &state);
        let width = 8 * self.pointer_size() as u32;
        let mut state = state;
        if state.graph.int_of(value, width).count().is_some_and(|n| n <= self.config.split_limit) {
            // Another index that goes beside this one may have been split before.
            state.graph.tighten_number(value);
        }
        for state in self.split_at_zero(value, width, state) {
            self.split_value(value, width, self.config.split_limit, state, out);
        }
    }

    /// A character of a string as an index, as into a table of what characters are: that it is the end of the string is a case of its own.
    pub(crate) fn split_at_zero(&self, index: ValId, width: u32, state: State) -> Vec<State> {
        let mut link = (state.graph.resolve(index), width);
        let mut chain = vec![link];
        // Values that were found equal may have closed a circle.
        while chain.len() < 8 && !state.graph.tells_of_places(link.0) {
            let Some((source, from, _)) = source_of(&state.graph, link) else { return vec![state] };
            link = (source, from);
            chain.push(link);
        }
        let (source, width) = link;
        let set: Interval = state.graph.int_of(source, width);
        if !state.graph.tells_of_places(source) || !set.contains(0) || set.as_constant().is_some() {
            return vec![state];
        }
        let mut split: Vec<State> = Vec::new();
        split.extend(state.graph.assume_different(source, ValId::ZERO).into_iter().map(|g| state.with(g)));
        // What follows from zero by casts and factors is zero.
        let mut graphs = vec![state.graph.clone()];
        for &(value, _) in chain.iter().rev() {
            graphs = graphs.into_iter().flat_map(|graph| graph.assume_equal(value, ValId::ZERO)).collect();
        }
        split.extend(graphs.into_iter().map(|graph| state.with(graph)));
        split
    }

    /// One state per value of an integer that has few values. What it was computed from is split with it.
    pub(crate) fn split_value(
        &self,
        value: ValId,
        width: u32,
        limit: u64,
        state: State,
        out: &mut Vec<State>,
    ) {
        let mut chain = vec![(state.graph.resolve(value), width)];
        let mut steps = Vec::new();
        // Values that were found equal may have closed a circle.
        while steps.len() < 8
            && let Some((source, from, step)) = source_of(&state.graph, chain[chain.len() - 1])
        {
            chain.push((source, from));
            steps.push(step);
        }
        // The root of the chain decides; if it has too many values, a later link may still have few.
        for root in (0..chain.len()).rev() {
            let (source, source_width) = chain[root];
            let set = state.graph.int_of(source, source_width);
            let few = set.as_constant().is_none() && set.count().is_some_and(|n| n <= limit);
            if !few || state.graph.pointee(source).is_some() || source == ValId::UNINIT {
                continue;
            }
            let Some(numbers) = values_of(&set) else { continue };
            for number in numbers {
                let mut graphs = vec![state.graph.clone()];
                let mut n = number;
                for link in (0..=root).rev() {
                    let (value, width) = chain[link];
                    graphs = graphs
                        .into_iter()
                        .flat_map(|mut graph| {
                            let constant = graph.int_const(width, n);
                            graph.assume_equal(value, constant)
                        })
                        .collect();
                    if link > 0 {
                        n = steps[link - 1].apply(n);
                    }
                }
                out.extend(graphs.into_iter().map(|graph| state.with(graph)));
            }
            return;
        }
        out.push(state);
    }

    /// `n * sizeof *a` of a number with a sign: one state where it is negative, which makes the product a very large one, and one where it is
    /// not. All others stay as they are.
    pub(crate) fn split_by_sign(&self, value: ValId, width: u32, state: State) -> Vec<State> {
        let mut link = (state.graph.resolve(value), width);
        let mut chain = Vec::new();
        // Values that were found equal may have closed a circle.
        while chain.len() < 8
            && let Some((source, from, step)) = source_of(&state.graph, link)
        {
            chain.push((link, step));
            link = (source, from);
            let set: Interval = state.graph.int_of(source, from);
            let (least, most) = set.signed_bounds();
            if !matches!(step, Step::Cast { signed: true, .. }) || least >= 0 || most < 0 {
                continue;
            }
            let mut split = Vec::new();
            for op in [Cmp::SLt, Cmp::SGe] {
                for mut graph in state.graph.assume(op, source, ValId::ZERO, from) {
                    let set: Interval = graph.int_of(source, from);
                    let mut range = set.signed_bounds();
                    let mut is_possible = true;
                    for &((value, width), step) in chain.iter().rev() {
                        let Some(next) = step.apply_to_range(range) else { break };
                        range = next;
                        let mask = smg::mask(width);
                        let set = Interval::range(width, range.0 as u64 & mask, range.1 as u64 & mask);
                        is_possible &= graph.refine_int(value, &set);
                    }
                    if is_possible {
                        split.push(state.with(graph));
                    }
                }
            }
            return split;
        }
        vec![state]
    }

    /// One state per offset of an address that leads to one of a few places in an object.
    fn split_offset(&self, value: ValId, state: State) -> Vec<State> {
        let mut state = state;
        let Some(mut off) = state.graph.pointee(value).map(|target| target.off) else { return vec![state] };
        let is_short = |off: Offset| off.hi.abs_diff(off.lo) / off.stride.max(1) < self.config.split_limit;
        if is_short(off) {
            // Another pointer that goes beside this one may have been split before.
            if !state.graph.tighten_offset(value) {
                return Vec::new();
            }
            off = state.graph.pointee(value).map_or(off, |target| target.off);
        }
        let count = off.hi.abs_diff(off.lo).checked_div(off.stride).map(|steps| steps.saturating_add(1));
        match count {
            Some(count) if count <= self.config.split_limit => (0..count)
                .filter_map(|step| {
                    let at = off.lo.checked_add_unsigned(step * off.stride)?;
                    let mut graph = state.graph.clone();
                    graph.refine_offset(value, at, at).then(|| state.with(graph))
                })
                .collect(),
            _ => vec![state],
        }
    }

    /// Whether an access through a pointer to a block of constant size lies behind its end for some values of the index.
    fn may_exceed(&self, place: &Place, wanted: MemoryAccess, state: &State) -> bool {
        let PlaceBase::Deref(pointer) = place.base else { return false };
        let Some(target) = state.graph.pointee(self.register(pointer, state)) else { return false };
        let size = state.graph.object(target.obj).size;
        let by = self.offset_of(place, state);
        let end = i128::from(target.off.hi) + i128::from(by.hi) + i128::from(wanted.size);
        size.is_exact() && end > i128::from(size.lo)
    }

    /// All valid ways in which an access of `size` bytes at the place can go; the invalid ones become findings.
    pub(crate) fn locate(
        &mut self,
        body: &Body,
        place: &Place,
        wanted: MemoryAccess,
        state: State,
        out: &mut Vec<Located>,
    ) -> Result<(), Stop> {
        let MemoryAccess { span, .. } = wanted;
        let mut split = Vec::new();
        let mut state = state;
        self.check_place_initialised(place, span, &mut state);
        self.split_index(place, state, &mut split);
        for mut state in split {
            if let Some(index) = place.index
                && (self.offset_of(place, &state) == Offset::UNBOUNDED
                    || self.may_exceed(place, wanted, &state))
            {
                // What it is compared with may be known to be smaller.
                let index = self.register(index.local, &state);
                state.graph.tighten_number(index);
            }
            match place.base {
                PlaceBase::Local(local) => {
                    let object = self.local_object(body, local, &mut state);
                    let at = Reach { own: true, ..Reach::at(self.offset_of(place, &state)) };
                    let at = at.indexed(place, 0, self, &state);
                    self.check_access(state, object, at, wanted, out);
                }
                PlaceBase::Global(global) => {
                    let Some(object) = state.graph.root(key::global(global)) else {
                        self.findings.unknown(UnknownKind::Internal, span, "a global was not set up");
                        continue;
                    };
                    let at = Reach::at(self.offset_of(place, &state));
                    self.check_access(state, object, at, wanted, out);
                }
                PlaceBase::Deref(pointer) => {
                    let value = self.register(pointer, &state);
                    let mut ready = Vec::new();
                    self.materialise(value, span, state, &mut ready)?;
                    for state in ready {
                        let by = self.offset_of(place, &state);
                        for state in self.split_offset(value, state) {
                            self.locate_pointer(value, by, Some(place), wanted, state, out);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Makes sure that an address leads to a region and not into a segment: one state per case.
    pub(crate) fn materialise(
        &mut self,
        value: ValId,
        span: Span,
        state: State,
        out: &mut Vec<State>,
    ) -> Result<(), Stop> {
        let mut pending = vec![state];
        while let Some(state) = pending.pop() {
            let target = state.graph.pointee(value);
            let segment = target.filter(|t| state.graph.object(t.obj).kind.is_abstract());
            let Some(target) = segment else {
                out.push(state);
                continue;
            };
            self.tick(1, span, &state.graph)?;
            let end = if target.spec == Spec::Last { End::Last } else { End::First };
            match state.graph.materialise(target.obj, end) {
                Ok(cases) => pending.extend(
                    cases.into_iter().map(|case: Materialised<Interval>| state.with(case.into_graph())),
                ),
                Err(error) => {
                    self.findings.unsupported(span, format!("a list node cannot be taken out: {error}"))
                }
            }
        }
        Ok(())
    }

    /// The access `by` bytes from where the pointer points; the pointer leads to no segment.
    pub(crate) fn locate_pointer(
        &mut self,
        value: ValId,
        by: Offset,
        place: Option<&Place>,
        wanted: MemoryAccess,
        state: State,
        out: &mut Vec<Located>,
    ) {
        let MemoryAccess { size, access, span, .. } = wanted;
        let value = state.graph.resolve(value);
        let mut details = Details { offset: by.as_exact(), size: Some(size), ..Details::default() };
        let kind = match state.graph.content(value) {
            Content::Address(target) if target.obj != ObjId::NULL => {
                let object = target.obj;
                let mut at = Reach::at(target.off.plus(by));
                at.near = by.as_exact().map(|by| (value, by));
                match (target.off.as_exact(), by.as_exact()) {
                    (None, Some(by)) => {
                        at.movable = Some((value, by));
                        at.linear = moved(&state.graph, value, by);
                    }
                    (Some(base), _) => {
                        if let Some(place) = place {
                            at = at.indexed(place, base, self, &state);
                        }
                    }
                    (None, None) => {
                        at.behind = place.and_then(|place| {
                            let index = place.index?;
                            let base = self.register(index.local, &state);
                            Some((value, Linear { base, scale: index.scale.into(), addend: place.offset }))
                        });
                    }
                }
                self.check_access(state, object, at, wanted, out);
                return;
            }
            Content::Address(_) => FindingKind::NullDeref,
            Content::Int(set) => {
                // `&null->field` is a small number.
                let (_, hi) = set.unsigned_bounds();
                details.value = set.as_constant().map(|n| format!("{n:#x}"));
                if hi < ir::DataModel::FIRST_ADDRESS {
                    FindingKind::NullDeref
                } else {
                    FindingKind::WildPointer
                }
            }
            Content::Uninit | Content::Unknown { may_be_uninit: true } => FindingKind::UninitPointer,
            _ => FindingKind::WildPointer,
        };
        match kind {
            FindingKind::NullDeref => {
                self.findings.report_and_go_on(&state, kind, Some(access), span, None, details)
            }
            // It may be an address that nobody knows of.
            _ => self.findings.report(&state, kind, Some(access), span, None, details),
        }
    }

    /// A range of a size that is known to fit, because both sizes follow from numbers whose order is known.
    pub(crate) fn range_that_fits(
        &self,
        pointer: ValId,
        size: ValId,
        access: Access,
        state: &State,
    ) -> Option<Located> {
        let target = state.graph.pointee(pointer)?;
        let object = state.graph.object(target.obj);
        let constant = self.findings.site_of(object.label).is_some_and(|s| s.constant || s.input.is_some());
        if !object.is_live() || access == Access::Write && constant {
            return None;
        }
        let (_, most) = state.graph.int_of(size, self.width(Scalar::Ptr)).unsigned_bounds();
        let by_numbers = || {
            let start = target.off.as_exact()?;
            most.checked_add(start as u64).filter(|&end| end <= object.size.hi)?;
            let place = scaled(state.graph.linear(size)?, 1, start)?;
            fits(&state.graph, target.obj, place, 0).then_some(())
        };
        let natural = target.off.lo >= 0 && most <= i64::MAX as u64;
        let fits = natural && (by_numbers().is_some() || state.graph.ends_within(pointer, size));
        let last = i64::try_from(object.size.hi).unwrap_or(i64::MAX);
        fits.then_some(())?;
        let offset = target.off.clamp(0, last)?;
        let spot = (!offset.is_exact()).then_some(Spot::Near(pointer, 0));
        Some(Located { state: state.clone(), object: target.obj, offset, spot, is_null: false })
    }

    /// Checks liveness and bounds.
    fn check_access(
        &mut self,
        mut state: State,
        object: ObjId,
        at: Reach,
        wanted: MemoryAccess,
        out: &mut Vec<Located>,
    ) {
        let MemoryAccess { size, access, span, .. } = wanted;
        let Reach { offset, movable, near, linear, behind, own } = at;
        let spot = near.map(|(address, by)| Spot::Near(address, by)).or(linear.map(Spot::At));
        let data = state.graph.object(object);
        let details = Details { offset: offset.as_exact(), size: Some(size), ..Details::default() };
        let invalid = match data.validity {
            smg::Validity::Live => None,
            smg::Validity::Freed => Some(FindingKind::UseAfterFree),
            smg::Validity::OutOfScope => Some(FindingKind::OutOfScope),
        };
        if let Some(kind) = invalid {
            self.findings.report_and_go_on(&state, kind, Some(access), span, Some(object), details);
            return;
        }
        if access == Access::Write && self.input_kind_of(&state.graph, object).is_some() {
            let what = "writing to the arguments or the environment of the program is not supported";
            self.findings.unsupported(span, what);
            return;
        }
        if access == Access::Write && !own && self.findings.site_of(data.label).is_some_and(|s| s.constant) {
            self.findings.report(
                &state,
                FindingKind::WriteToConstant,
                Some(access),
                span,
                Some(object),
                details,
            );
            return;
        }
        let bytes = state.graph.size_bounds(object);
        let last =
            |limit: u64| i64::try_from(limit).ok().and_then(|l| l.checked_sub(i64::try_from(size).ok()?));
        let certain = last(bytes.lo).is_some_and(|last| offset.lo >= 0 && offset.hi <= last);
        if certain {
            self.push_located(Located { state, object, offset, spot, is_null: false }, wanted, out);
            return;
        }
        // The size and the place may both follow from numbers whose order is known.
        let inside = offset.lo >= 0 && linear.is_some_and(|place| fits(&state.graph, object, place, size))
            || near.is_some_and(|place| has_room(&state.graph, place, size))
            || behind.is_some_and(|(address, by)| {
                let starts = state.graph.least_offset(address).is_some_and(|least| least >= 0);
                starts && state.graph.has_room_behind(address, by, size)
            });
        if inside && let Some(rest) = last(bytes.hi).and_then(|last| offset.clamp(0, last)) {
            let fits = match movable {
                Some((address, by)) => {
                    let (lo, hi) = (rest.lo.saturating_sub(by), rest.hi.saturating_sub(by));
                    state.graph.refine_offset(address, lo, hi)
                }
                None => true,
            };
            if fits {
                let located = Located { state, object, offset: rest, spot, is_null: false };
                self.push_located(located, wanted, out);
            }
            return;
        }
        let kind = FindingKind::OutOfBounds;
        self.findings.report_and_go_on(&state, kind, Some(access), span, Some(object), details);
        // Go on with the accesses that are within bounds, if there can be any.
        let Some(limit) = last(bytes.hi).filter(|&l| l >= 0) else { return };
        let Some(rest) = offset.clamp(0, limit) else { return };
        if let Some((address, by)) = movable {
            if !state.graph.refine_offset(address, by.saturating_neg(), limit.saturating_sub(by)) {
                return;
            }
        }
        let located = Located { state, object, offset: rest, spot, is_null: false };
        self.push_located(located, wanted, out);
    }

    /// Reads a scalar. The value is as wide as the scalar, bit-fields extended.
    pub(crate) fn read(&mut self, located: &mut Located, place: &Place, span: Span) -> ValId {
        if located.is_null {
            return ValId::ZERO;
        }
        if place.bits.is_none()
            && place.access.size(self.program.model) == 1
            && located.state.graph.has_zeros(located.object)
        {
            return self.read_byte(located, place, span);
        }
        let read = self.read_scalar(located, place, span);
        self.string_of_word(located, place, read).unwrap_or(read)
    }

    /// Reads a byte of an object of which zero bytes are known by their places.
    fn read_byte(&mut self, located: &mut Located, place: &Place, span: Span) -> ValId {
        let Located { object, offset, mut spot, .. } = *located;
        if spot.is_none() && offset.is_exact() {
            spot = Some(Spot::Near(located.state.graph.address(object, offset, Spec::Region), 0));
        }
        if let Some(known) = spot.and_then(|spot| located.state.graph.known_reading(object, spot)) {
            return known;
        }
        let mut value = self.read_scalar(located, place, span);
        let graph = &mut located.state.graph;
        let vague = matches!(graph.content(value), Content::Unknown { .. } | Content::Uninit);
        if vague && !self.findings.asks(verdict::Property::NoUninit) {
            // Whatever it is, and whether or not somebody wrote it: it is one byte.
            value = graph.int(Interval::top(8));
        }
        if let Some(address) = graph.address_of_spot(object, offset, spot)
            && graph.note_byte(object, spot, address, value)
        {
            return ValId::ZERO;
        }
        value
    }

    fn read_scalar(&mut self, located: &mut Located, place: &Place, span: Span) -> ValId {
        let size = place.access.size(self.program.model);
        let width = 8 * size as u32;
        let kind = read_kind(place.access);
        if let (Some(offset), None) = (located.offset.as_exact(), place.bits) {
            let graph = &located.state.graph;
            if let Some(bytes) = self.literal_bytes(graph, located.object, offset as u64, size) {
                return match bytes {
                    0 => ValId::ZERO,
                    _ => located.state.graph.int_const(width, bytes),
                };
            }
        }
        self.load_literal(&mut located.state.graph, located.object);
        let graph = &mut located.state.graph;
        let result = match located.offset.as_exact() {
            Some(offset) => {
                let field = match place.bits {
                    Some(bits) => {
                        Field::bits(8 * offset as u64 + u64::from(bits.start), u64::from(bits.width))
                    }
                    None => Field::bytes(offset as u64, size),
                };
                graph.read(located.object, field, kind)
            }
            None => {
                let extent = Extent { lo: located.offset.lo as u64, hi: located.offset.hi as u64 };
                graph.read_symbolic(located.object, extent, located.offset.stride, size)
            }
        };
        let read = match result {
            Ok(read) => read.value,
            Err(error) => {
                self.findings.unsupported(span, format!("this read cannot be expressed: {error}"));
                return graph.unknown(width);
            }
        };
        let vague = matches!(graph.content(read), Content::Unknown { may_be_uninit: true });
        match place.bits {
            Some(_) if vague => graph.fresh(Content::Unknown { may_be_uninit: true }, 0, width),
            Some(bits) if read != ValId::UNINIT && read != ValId::ZERO && located.offset.is_exact() => {
                let set = graph.int_of(read, u32::from(bits.width));
                let op = if is_signed(place.access) { smg::CastOp::SExt } else { smg::CastOp::ZExt };
                graph.int(Interval::cast(op, &set, width))
            }
            Some(_) if !located.offset.is_exact() => graph.unknown(width),
            _ => read,
        }
    }

    /// Writes a scalar; returns whether an address was overwritten, so that something may be lost.
    pub(crate) fn write(&mut self, located: &mut Located, place: &Place, value: ValId, span: Span) -> bool {
        let size = place.access.size(self.program.model);
        let graph = &mut located.state.graph;
        let mut loses = true;
        let zero = value == ValId::ZERO && place.bits.is_none();
        // An end of a string: where the size or the place is no constant, or where a computed index leads to the last byte of one
        // that might have been none.
        let data = graph.object(located.object);
        let last = data.size.is_exact() && located.offset.as_exact() == Some(data.size.lo as i64 - 1);
        let computed = place.index.is_some() && last;
        let uncertain = !located.offset.is_exact() || graph.size_of(located.object).is_some();
        let ends = zero && size == 1 && (computed || uncertain);
        let written = match ends || graph.has_zeros(located.object) {
            true => graph.address_of_spot(located.object, located.offset, located.spot),
            false => None,
        };
        let mut zeros = match zero {
            true => graph.zeros_of(located.object),
            false => graph.zeros_beside(located.object, written, size),
        };
        zeros.extend(written.filter(|_| ends));
        let result = match (located.offset.as_exact(), place.bits) {
            (Some(offset), bits) => {
                let (field, value) = match bits {
                    Some(bits) => {
                        let width = u32::from(bits.width);
                        let narrow = match value {
                            ValId::UNINIT | ValId::ZERO => value,
                            _ => {
                                let set = graph.int_of(value, 8 * size as u32);
                                graph.int(if width < 8 * size as u32 {
                                    Interval::cast(smg::CastOp::Trunc, &set, width)
                                } else {
                                    set
                                })
                            }
                        };
                        (
                            Field::bits(8 * offset as u64 + u64::from(bits.start), u64::from(bits.width)),
                            narrow,
                        )
                    }
                    None => (Field::bytes(offset as u64, size), value),
                };
                loses = holds_address(graph, located.object, field);
                graph.write(located.object, field, value)
            }
            (None, bits) => {
                let value = if bits.is_some() { graph.unknown(8 * size as u32) } else { value };
                let extent = Extent { lo: located.offset.lo as u64, hi: located.offset.hi as u64 };
                graph.write_symbolic(located.object, extent, located.offset.stride, size, value)
            }
        };
        if let Err(error) = result {
            self.findings.unsupported(span, format!("this write cannot be expressed: {error}"));
        }
        for zero in zeros {
            located.state.graph.note_zero(zero);
        }
        loses
    }
}

pub(crate) fn is_signed(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 | Scalar::I128)
}

pub(crate) fn is_float(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::F32 | Scalar::F64 | Scalar::F80 | Scalar::F128)
}

pub(crate) fn read_kind(scalar: Scalar) -> ReadKind {
    match scalar {
        Scalar::Ptr => ReadKind::Pointer,
        _ if is_float(scalar) => ReadKind::Float,
        _ => ReadKind::Int,
    }
}

/// The members of a small set, or `None` if they cannot be listed.
fn values_of(set: &Interval) -> Option<Vec<u64>> {
    let width = set.width();
    let count = set.count()?;
    let stride = set.stride().max(1);
    let (signed, unsigned) = (set.signed_bounds().0 as u64 & smg::mask(width), set.unsigned_bounds().0);
    [signed, unsigned].into_iter().find_map(|first| {
        let members: Vec<u64> =
            (0..count).map(|i| first.wrapping_add(i * stride) & smg::mask(width)).collect();
        members.iter().all(|&m| set.contains(m)).then_some(members)
    })
}
