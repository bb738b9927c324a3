//! Executing statements on states.

use crate::access::MemoryAccess;
use crate::engine::{Engine, Stop};
use crate::findings::Site;
use crate::precision::{Lost, Place};
use crate::state::{Graph, State, key};
use base::Span;
use ir::{Arg, Body, LocalId, Place as MemoryPlace, Scalar, Statement, StatementKind, TypeKind};
use smg::{
    Cmp, Extent, IntDomain, Interval, JoinOptions, Kept, Loss, NewObject, ObjId, Offset, Overlap, SizeRange,
    Spot, ValId, Validity,
};
use verdict::{Access, BlockOrigin, Details, FindingKind};

/// What source and destination of a copy may have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shared {
    Any,
    /// All, as in a structure assignment, or nothing.
    Whole,
    Nothing,
}

/// Where bytes are copied from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CopySource {
    pub(crate) object: ObjId,
    pub(crate) offset: Offset,
    /// The address of the first byte, if there is a value that is.
    pub(crate) address: Option<ValId>,
    /// How many bytes, if that is no constant.
    pub(crate) bytes: Option<ValId>,
}

/// The addresses from and to which bytes are copied, and the ends of strings among them.
fn ends_copied(
    graph: &mut Graph,
    from: CopySource,
    target: (ObjId, Offset, Option<Spot>),
    size: Extent,
) -> Option<(ValId, ValId, Vec<ValId>)> {
    if !graph.has_zeros(from.object) {
        return None;
    }
    let start = match from.address {
        Some(address) => address,
        None => graph.address_of_spot(from.object, from.offset, None)?,
    };
    let bytes = match from.bytes {
        Some(bytes) => bytes,
        None => size.is_exact().then(|| graph.int_const(graph.ptr_bits(), size.lo))?,
    };
    let zeros = graph.zeros_within(start, bytes);
    let to = if zeros.is_empty() { None } else { graph.address_of_spot(target.0, target.1, target.2) };
    Some((start, to?, zeros))
}

impl<'p> Engine<'p> {
    /// Folds lists, as precisely as is wanted at the place.
    pub(crate) fn abstract_lists(&mut self, graph: &mut Graph, place: Place, ignore_types: bool) {
        let kept = self.precision.at(place);
        let config = smg::AbstractionConfig {
            length_threshold: self.config.merge_lengths,
            ignore_types,
            kept: Some(&kept),
        };
        graph.abstract_lists_unless(&config, self.cancel_flag());
        self.note_losses(graph, place);
    }

    /// How states are joined.
    pub(crate) fn join_options<'a>(&self, kept: &'a Kept) -> JoinOptions<'a>
    where
        'p: 'a,
    {
        JoinOptions { kept: Some(kept), give_up: self.cancel_flag(), ..JoinOptions::default() }
    }

    /// Notes with a graph what the joins and merges that made it have lost at a place.
    pub(crate) fn note_losses(&mut self, graph: &mut Graph, place: Place) {
        for loss in graph.take_lost() {
            if let Loss::Several { label } = loss {
                // The state may be covered by an older one that did not come about so.
                self.counted.labels.insert(label);
                continue;
            }
            let number = self.losses.number(place, Lost::Shape(loss));
            graph.note_loss(number);
        }
    }

    /// The graphs in which the number is zero (`Eq`) or not (`Ne`).
    pub(crate) fn assume_number(&self, value: ValId, cmp: Cmp, graph: &Graph) -> Vec<Graph> {
        if value == ValId::UNINIT {
            return vec![graph.clone()];
        }
        graph.assume(cmp, value, ValId::ZERO, 32)
    }

    /// The states in which the value lies in a range, in the order of its type.
    pub(crate) fn within(
        &self,
        value: ValId,
        scalar: Scalar,
        low: i64,
        high: i64,
        state: &State,
    ) -> Vec<State> {
        let width = self.width(scalar);
        if value == ValId::UNINIT || width > 64 {
            return vec![state.clone()];
        }
        let mut graph = state.graph.clone();
        let lo = graph.int_const(width, low as u64 & smg::mask(width));
        if low == high {
            return graph.assume_equal(value, lo).into_iter().map(|g| state.with(g)).collect();
        }
        let hi = graph.int_const(width, high as u64 & smg::mask(width));
        let (ge, le) =
            if crate::access::is_signed(scalar) { (Cmp::SGe, Cmp::SLe) } else { (Cmp::UGe, Cmp::ULe) };
        let above = graph.assume(ge, value, lo, width);
        above.iter().flat_map(|g| g.assume(le, value, hi, width)).map(|g| state.with(g)).collect()
    }

    pub(crate) fn outside(
        &self,
        value: ValId,
        scalar: Scalar,
        low: i64,
        high: i64,
        state: &State,
        out: &mut Vec<State>,
    ) {
        let width = self.width(scalar);
        if value == ValId::UNINIT || width > 64 {
            out.push(state.clone());
            return;
        }
        let mut graph = state.graph.clone();
        let lo = graph.int_const(width, low as u64 & smg::mask(width));
        if low == high {
            out.extend(graph.assume_different(value, lo).into_iter().map(|g| state.with(g)));
            return;
        }
        let hi = graph.int_const(width, high as u64 & smg::mask(width));
        let (lt, gt) =
            if crate::access::is_signed(scalar) { (Cmp::SLt, Cmp::SGt) } else { (Cmp::ULt, Cmp::UGt) };
        out.extend(graph.assume(lt, value, lo, width).into_iter().map(|g| state.with(g)));
        out.extend(graph.assume(gt, value, hi, width).into_iter().map(|g| state.with(g)));
    }

    pub(crate) fn statement(
        &mut self,
        body: &'p Body,
        statement: &Statement,
        mut state: State,
        dead_locals: &[LocalId],
        out: &mut Vec<State>,
    ) -> Result<(), Stop> {
        let span = statement.span;
        let from = out.len();
        let objects = state.graph.object_count();
        let mut loses = false;
        match &statement.kind {
            StatementKind::Assign(local, rvalue) => {
                let mut results = Vec::new();
                self.rvalue(body, rvalue, span, state, &mut results)?;
                for (mut state, value) in results {
                    loses |= self.set_register(body, *local, value, &mut state);
                    out.push(state);
                }
            }
            StatementKind::Store(place, operand) => {
                let value = self.operand(*operand, &mut state);
                if let ir::PlaceBase::Local(local) = place.base {
                    if place.index.is_none() && place.offset == 0 {
                        self.estimate_type(body, local, value, &mut state);
                    }
                }
                let size = place.access.size(self.program.model);
                let mut located = Vec::new();
                let leads = value == ValId::ZERO || state.graph.pointee(value).is_some();
                let address = Some(value).filter(|_| leads && place.access == Scalar::Ptr);
                let wanted = MemoryAccess { address, ..MemoryAccess::write(size, span) };
                self.locate(body, place, wanted, state, &mut located)?;
                for mut at in located {
                    let value = at.state.graph.resolve(value);
                    loses |= self.write(&mut at, place, value, span);
                    out.push(at.state);
                }
            }
            StatementKind::CopyBlock(copy) => {
                self.copy_place(body, (&copy.dst, &copy.src), copy.size, span, state, out)?;
                loses = true;
            }
            StatementKind::ZeroBlock(place, size) => {
                let mut located = Vec::new();
                self.locate(body, place, MemoryAccess::write(*size, span), state, &mut located)?;
                for mut at in located {
                    self.fill(&mut at, *size, smg::FillByte::Known(0), span);
                    out.push(at.state);
                }
                loses = true;
            }
            StatementKind::StorageLive(local) => {
                if body.locals[*local].register {
                    let old = state.graph.remove_named(key::local(*local));
                    loses = old.is_some_and(|v| state.graph.pointee(v).is_some());
                } else {
                    loses = self.end_storage(*local, span, &mut state);
                    self.local_object(body, *local, &mut state);
                }
                out.push(state);
            }
            StatementKind::StorageDead(local) => {
                if body.locals[*local].register {
                    let old = state.graph.remove_named(key::local(*local));
                    loses = old.is_some_and(|v| state.graph.pointee(v).is_some());
                } else {
                    loses = self.end_storage(*local, span, &mut state);
                }
                out.push(state);
            }
            StatementKind::StackAlloc { dst, size, .. } => {
                let size = self.operand(*size, &mut state);
                let mut split = Vec::new();
                let width = self.width(Scalar::Ptr);
                self.split_value(size, width, self.config.size_split_limit, state, &mut split);
                for mut state in split {
                    let bytes = self.size_range(size, &state);
                    let label = self.findings.allocation_site(span, self.current_function());
                    let new = NewObject { size: bytes, ..NewObject::stack(0, label) };
                    let object = state.graph.add_object(new);
                    if let Some(linear) = state.graph.linear(size) {
                        state.graph.set_size(object, linear);
                    }
                    let address = state.graph.region_address(object);
                    self.set_register(body, *dst, address, &mut state);
                    out.push(state);
                }
            }
            StatementKind::StackFree(local) => {
                let value = self.register(*local, &state);
                if let Some(target) = state.graph.pointee(value) {
                    let label = state.graph.object(target.obj).label;
                    self.findings.note_freed(label, span);
                    let _ = state.graph.invalidate(target.obj, Validity::OutOfScope);
                    loses = true;
                }
                out.push(state);
            }
            StatementKind::Unsupported(what) => {
                let what = self.program.names.resolve(*what).to_string();
                self.findings.unsupported(span, format!("{what} is not supported"));
            }
        }
        for state in &mut out[from..] {
            self.drop_dead_locals(dead_locals, span, state);
            // Where a segment turned out to be empty, what only its nodes refer to was lost with the last of them.
            if loses || state.graph.object_count() < objects {
                self.collect(span, state);
            }
        }
        Ok(())
    }

    /// Removes registers and the content of memory locals that are not needed any more, and reports what is lost with them.
    pub(crate) fn drop_dead_locals(&mut self, dead: &[LocalId], span: Span, state: &mut State) {
        let mut loses = false;
        for &local in dead {
            if let Some(value) = state.graph.remove_named(key::local(local)) {
                loses |= state.graph.pointee(value).is_some();
            }
        }
        for &local in dead {
            loses |= state.graph.forget_content(key::local(local));
        }
        if loses {
            self.collect(span, state);
        }
    }

    /// Removes what nothing reaches; lost heap blocks are leaks.
    pub(crate) fn collect(&mut self, span: Span, state: &mut State) {
        for lost in state.graph.collect_garbage() {
            let details = Details::default();
            self.findings.report_object(
                state,
                FindingKind::MemoryLeak,
                None,
                span,
                Some(&lost.object),
                details,
            );
        }
    }

    /// Gives a register its value; returns whether an address was overwritten.
    pub(crate) fn set_register(
        &mut self,
        body: &Body,
        local: LocalId,
        value: ValId,
        state: &mut State,
    ) -> bool {
        let graph = &mut state.graph;
        let old = graph.named(key::local(local));
        let loses = old.is_some_and(|v| graph.pointee(v).is_some());
        let value = graph.resolve(value);
        if value == ValId::UNINIT {
            graph.remove_named(key::local(local));
            return loses;
        }
        self.estimate_type(body, local, value, state);
        state.graph.set_named(key::local(local), value);
        loses
    }

    /// The type of the variable through which a block is reached first is an estimate of the block's type.
    fn estimate_type(&self, body: &Body, local: LocalId, value: ValId, state: &mut State) {
        let graph = &mut state.graph;
        let Some(target) = graph.pointee(value) else { return };
        let TypeKind::Pointer(pointee) = &self.program.types[body.locals[local].ty].kind else { return };
        let object = graph.object(target.obj);
        let record = matches!(self.program.types[*pointee].kind, TypeKind::Record(_));
        let open = object.type_hint.is_none() && object.origin == smg::Origin::Heap;
        if record && open && target.off == Offset::exact(0) {
            graph.set_type_hint(target.obj, pointee.raw());
        }
    }

    pub(crate) fn set_parameter(&mut self, body: &Body, local: LocalId, value: ValId, state: &mut State) {
        let data = &body.locals[local];
        if data.register {
            self.set_register(body, local, value, state);
            return;
        }
        let object = self.local_object(body, local, state);
        if let Some(scalar) = data.scalar {
            let field = smg::Field::bytes(0, scalar.size(self.program.model));
            let _ = state.graph.write(object, field, value);
        }
    }

    /// The lifetime of a memory local ends, if it had begun; returns whether it had.
    fn end_storage(&mut self, local: LocalId, span: Span, state: &mut State) -> bool {
        let Some(object) = state.graph.remove_root(key::local(local)) else { return false };
        let label = state.graph.object(object).label;
        self.findings.note_freed(label, span);
        let _ = state.graph.invalidate(object, Validity::OutOfScope);
        true
    }

    pub(crate) fn size_range(&self, size: ValId, state: &State) -> SizeRange {
        let set: Interval = state.graph.int_of(size, self.width(Scalar::Ptr));
        let (lo, hi) = set.unsigned_bounds();
        SizeRange { lo, hi }
    }

    pub(crate) fn fill(
        &mut self,
        at: &mut crate::access::Located,
        size: u64,
        byte: smg::FillByte,
        span: Span,
    ) {
        let graph = &mut at.state.graph;
        let result = match at.offset.as_exact() {
            Some(offset) => graph.set_block(at.object, offset as u64, size, byte),
            None => {
                let extent = Extent { lo: at.offset.lo as u64, hi: at.offset.hi as u64 };
                graph.set_block_symbolic(at.object, extent, Extent::exact(size), byte)
            }
        };
        if let Err(error) = result {
            self.findings.unsupported(span, format!("this block cannot be filled: {error}"));
        }
    }

    fn copy_place(
        &mut self,
        body: &Body,
        (dst, src): (&MemoryPlace, &MemoryPlace),
        size: u64,
        span: Span,
        state: State,
        out: &mut Vec<State>,
    ) -> Result<(), Stop> {
        let mut sources = Vec::new();
        self.locate(body, src, MemoryAccess::read(size, span), state, &mut sources)?;
        for source in sources {
            let (from, from_offset) = (source.object, source.offset);
            // The source's object may be replaced while the destination is looked up: hold on to its address.
            let mut state = source.state;
            let known = state.graph.address_of_spot(from, from_offset, source.spot);
            let held = known.unwrap_or_else(|| state.graph.address(from, from_offset, smg::Spec::Region));
            state.graph.set_named(key::HELD, held);
            let mut targets = Vec::new();
            self.locate(body, dst, MemoryAccess::write(size, span), state, &mut targets)?;
            for mut target in targets {
                let held = target.state.graph.remove_named(key::HELD).unwrap_or(ValId::ZERO);
                let Some(source) = target.state.graph.pointee(held) else { continue };
                self.copy_bytes(
                    CopySource { object: source.obj, offset: source.off, address: Some(held), bytes: None },
                    &mut target,
                    Extent::exact(size),
                    Shared::Whole,
                    span,
                );
                out.push(target.state);
            }
        }
        Ok(())
    }

    /// Copies bytes between located ranges.
    pub(crate) fn copy_bytes(
        &mut self,
        from: CopySource,
        target: &mut crate::access::Located,
        size: Extent,
        shared: Shared,
        span: Span,
    ) {
        let extent = |o: Offset| Extent { lo: o.lo.max(0) as u64, hi: o.hi.max(0) as u64 };
        let source = (from.object, from.offset);
        let same = source.0 == target.object && source.1 == target.offset && source.1.is_exact();
        let forbidden = match shared {
            Shared::Any => false,
            Shared::Whole => !same,
            Shared::Nothing => true,
        };
        if forbidden && source.0 == target.object {
            let to = target.state.graph.address_of_spot(target.object, target.offset, target.spot);
            let overlap = target.state.graph.ranges_overlap(
                (source.0, extent(source.1)),
                (target.object, extent(target.offset)),
                size,
                from.address.zip(to),
            );
            if overlap != Overlap::Never {
                let details = Details { size: size.is_exact().then_some(size.lo), ..Details::default() };
                self.findings.report(
                    &target.state,
                    FindingKind::Overlap,
                    Some(Access::Write),
                    span,
                    Some(target.object),
                    details,
                );
            }
        }
        if same {
            return;
        }
        self.load_literal(&mut target.state.graph, source.0);
        let graph = &mut target.state.graph;
        let zeros = match source.0 == target.object {
            true => None,
            false => ends_copied(graph, from, (target.object, target.offset, target.spot), size),
        };
        let result = match (source.1.as_exact(), target.offset.as_exact(), size.is_exact()) {
            (Some(from), Some(to), true) => {
                graph.copy_block(source.0, from as u64, target.object, to as u64, size.lo)
            }
            _ => graph.copy_block_symbolic(
                source.0,
                extent(source.1),
                target.object,
                extent(target.offset),
                size,
            ),
        };
        if let Err(error) = result {
            self.findings.unsupported(span, format!("this copy cannot be expressed: {error}"));
        }
        if let Some((start, to, zeros)) = zeros {
            zeros.into_iter().for_each(|zero| target.state.graph.copy_zero(zero, start, to));
        }
    }

    /// Ends the function's frame: the result is named, locals go out of scope, what only they held is lost.
    pub(crate) fn leave(
        &mut self,
        body: &Body,
        result: Option<Arg>,
        span: Span,
        mut state: State,
        out: &mut Vec<State>,
    ) -> Result<(), Stop> {
        let mut ready = Vec::new();
        match result {
            Some(Arg::Scalar(operand, _)) => {
                let value = self.operand(operand, &mut state);
                if value != ValId::UNINIT {
                    state.graph.set_named(key::RESULT, value);
                }
                ready.push(state);
            }
            Some(Arg::Block(place, size)) => {
                // The bytes travel in an object of their own, which is a root until the caller has copied them.
                let mut located = Vec::new();
                self.locate(body, &place, MemoryAccess::read(size, span), state, &mut located)?;
                for at in located {
                    let mut state = at.state;
                    let site = Site {
                        origin: BlockOrigin::Stack,
                        span,
                        name: None,
                        constant: false,
                        frame: None,
                        input: None,
                    };
                    let label = self.findings.local_site(span, site);
                    let carrier = state.graph.add_object(NewObject::stack(size, label));
                    state.graph.set_root(key::RESULT, carrier);
                    let mut target = crate::access::Located::start_of(state, carrier);
                    self.copy_bytes(
                        CopySource { object: at.object, offset: at.offset, address: None, bytes: None },
                        &mut target,
                        Extent::exact(size),
                        Shared::Any,
                        span,
                    );
                    ready.push(target.state);
                }
            }
            None => ready.push(state),
        }
        for mut state in ready {
            self.drop_frame(span, &mut state);
            out.push(state);
        }
        Ok(())
    }

    /// Removes everything that belongs to the current function's frame.
    pub(crate) fn drop_frame(&mut self, span: Span, state: &mut State) {
        let names: Vec<u64> = state.graph.named_values().iter().map(|n| n.0).collect();
        for key in names.into_iter().filter(|&k| key::as_local(k).is_some()) {
            state.graph.remove_named(key);
        }
        let roots: Vec<u64> = state.graph.roots().iter().map(|r| r.0).collect();
        for local in roots.into_iter().filter_map(key::as_local) {
            self.end_storage(local, span, state);
        }
        if let Some(arguments) = state.graph.remove_root(key::VARIABLE) {
            let _ = state.graph.invalidate(arguments, Validity::OutOfScope);
        }
        let frame = self.current_function();
        let of_frame =
            |label| self.findings.site_of(label).is_some_and(|s| s.frame.is_some() && s.frame == frame);
        let blocks: Vec<ObjId> = state
            .graph
            .objects()
            .filter(|(_, o)| o.is_live() && of_frame(o.label))
            .map(|(id, _)| id)
            .collect();
        for block in blocks {
            let _ = state.graph.invalidate(block, Validity::OutOfScope);
        }
        self.collect(span, state);
    }
}
