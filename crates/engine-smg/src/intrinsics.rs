//! Library functions that the engine knows by itself: allocation, blocks of bytes, strings, the end of the program,
//! and the verification interface. What each does is documented in the `models` crate.

use crate::access::{Located, MemoryAccess};
use crate::calls::CallSite;
use crate::engine::{Engine, Stop};
use crate::exec::{CopySource, Shared};
use crate::state::{State, key};
use base::Span;
use ir::{Arg, Call, FuncId, Intrinsic, Operand, Scalar};
use semantics::address::largest_block;
use smg::{
    BlockKind, Cmp, Content, Extent, FillByte, IntDomain, Interval, NewObject, Offset, Origin, SizeRange,
    ValId, Validity,
};
use verdict::{Access, Details, FindingKind, Property, StepKind, UnknownKind};

impl<'p> Engine<'p> {
    pub(crate) fn arg(&self, call: &Call, index: usize, state: &mut State) -> ValId {
        match call.args.get(index) {
            Some(Arg::Scalar(operand, _)) => self.operand(*operand, state),
            _ => ValId::UNINIT,
        }
    }

    fn arg_operand(call: &Call, index: usize) -> Option<Operand> {
        match call.args.get(index) {
            Some(Arg::Scalar(operand, _)) => Some(*operand),
            _ => None,
        }
    }

    /// The argument as a `size_t`.
    pub(crate) fn size_arg(&mut self, call: &Call, index: usize, state: &mut State) -> ValId {
        let value = self.arg(call, index, state);
        let word = self.program.model.unsigned_word();
        match call.args.get(index) {
            Some(Arg::Scalar(_, scalar)) => self.cast(*scalar, word, value, state),
            _ => value,
        }
    }

    pub(crate) fn finish_call(
        &mut self,
        site: CallSite<'_>,
        mut state: State,
        value: ValId,
        out: &mut Vec<State>,
    ) {
        let CallSite { body, call, span, .. } = site;
        let loses = match call.dst {
            Some(dst) if body.locals[dst].register => self.set_register(body, dst, value, &mut state),
            _ => state.graph.pointee(value).is_some(),
        };
        if loses {
            self.collect(span, &mut state);
        }
        out.push(state);
    }

    /// The same after memory was written to, which may have held the last address of a block. The result gets its name before the
    /// blocks are looked for: a value without a name is gone afterwards.
    fn finish_write(&mut self, site: CallSite<'_>, state: State, value: ValId, out: &mut Vec<State>) {
        let CallSite { span, .. } = site;
        let from = out.len();
        self.finish_call(site, state, value, out);
        for state in &mut out[from..] {
            self.collect(span, state);
        }
    }

    pub(crate) fn intrinsic(
        &mut self,
        intrinsic: Intrinsic,
        func: FuncId,
        site: CallSite<'_>,
        mut state: State,
        out: &mut Vec<State>,
    ) -> Result<(), Stop> {
        let CallSite { body, call, span, .. } = site;
        let depth = self.active.len() as u32;
        if self.findings.asks(Property::NoUninit) && reads_memory(intrinsic) {
            let name = self.program.names.resolve(self.program.functions[func].name);
            let words = format!("whether `{name}` reads uninitialised memory is not followed");
            self.findings.unsupported(span, words);
            return Ok(());
        }
        match intrinsic {
            Intrinsic::Allocate => {
                let size = self.size_arg(call, 0, &mut state);
                self.allocate(size, BlockKind::Uninit, site, state, out);
            }
            Intrinsic::AllocateZeroed => {
                let (n, each) = (self.size_arg(call, 0, &mut state), self.size_arg(call, 1, &mut state));
                for (state, size) in self.size_of_many(n, each, state) {
                    match size {
                        Some(size) => self.allocate(size, BlockKind::Zero, site, state, out),
                        None => {
                            self.summaries.saw_allocation = true;
                            self.finish_call(site, state, ValId::ZERO, out);
                        }
                    }
                }
            }
            Intrinsic::AllocateAligned => {
                let size = self.size_arg(call, 1, &mut state);
                self.allocate(size, BlockKind::Uninit, site, state, out);
            }
            Intrinsic::Resize => self.resize(site, state, out)?,
            Intrinsic::Free => {
                let pointer = self.arg(call, 0, &mut state);
                let mut ready = Vec::new();
                self.materialise(pointer, span, state, &mut ready)?;
                for mut state in ready {
                    self.free(pointer, span, &mut state);
                    state.path = state.path.then(StepKind::Free, span, depth);
                    self.collect(span, &mut state);
                    out.push(state);
                }
            }
            Intrinsic::Copy | Intrinsic::Move => {
                let size = self.size_arg(call, 2, &mut state);
                let (to, from) = (self.arg(call, 0, &mut state), self.arg(call, 1, &mut state));
                let shared = if intrinsic == Intrinsic::Move { Shared::Any } else { Shared::Nothing };
                let mut copied = Vec::new();
                self.copy_memory((to, from), size, shared, span, state, &mut copied)?;
                for state in copied {
                    self.finish_write(site, state, to, out);
                }
            }
            Intrinsic::Fill => {
                let (byte, size) = (self.arg(call, 1, &mut state), self.size_arg(call, 2, &mut state));
                let to = self.arg(call, 0, &mut state);
                let byte = match state.graph.int_of(byte, 32).as_constant() {
                    Some(n) => FillByte::Known(n as u8),
                    None => FillByte::Unknown,
                };
                let mut filled = Vec::new();
                self.fill_memory(to, size, byte, span, state, &mut filled)?;
                for state in filled {
                    self.finish_write(site, state, to, out);
                }
            }
            Intrinsic::CompareBytes => {
                let size = self.size_arg(call, 2, &mut state);
                let (a, b) = (self.arg(call, 0, &mut state), self.arg(call, 1, &mut state));
                let mut first = Vec::new();
                self.check_range(a, size, Access::Read, span, state, &mut first)?;
                for state in first {
                    let mut second = Vec::new();
                    self.check_range(b, size, Access::Read, span, state, &mut second)?;
                    for mut state in second {
                        self.havoc_result(body, call.dst, &mut state);
                        out.push(state);
                    }
                }
            }
            Intrinsic::Exit => {
                for mut state in self.run_handlers(span, state)? {
                    self.program_ends(span, &mut state);
                }
            }
            Intrinsic::ExitNow | Intrinsic::Abort => {
                // Everything that a variable of any frame reaches at the end is not lost, but not freed either.
                self.program_ends(span, &mut state);
            }
            Intrinsic::AssertFail => {
                let what = self.literal_text(call, 0, &mut state);
                let details = Details { what, ..Details::default() };
                self.findings.report(&state, FindingKind::AssertionFailed, None, span, None, details);
                self.error_ends_program(span, &mut state);
            }
            Intrinsic::ReachError => {
                let name = self.program.names.resolve(self.program.functions[func].name).to_string();
                let details = Details { what: Some(name), ..Details::default() };
                self.findings.report(&state, FindingKind::ErrorReached, None, span, None, details);
                self.error_ends_program(span, &mut state);
            }
            Intrinsic::Assume | Intrinsic::Assert => {
                let value = self.arg(call, 0, &mut state);
                let width = match call.args.first() {
                    Some(Arg::Scalar(_, scalar)) => self.width(*scalar),
                    _ => 32,
                };
                if intrinsic != Intrinsic::Assume {
                    let failing = if value == ValId::UNINIT {
                        1
                    } else {
                        state.graph.assume(Cmp::Eq, value, ValId::ZERO, width).len()
                    };
                    if failing > 0 {
                        let details = Details::default();
                        self.findings.report(&state, FindingKind::AssertionFailed, None, span, None, details);
                        self.error_ends_program(span, &mut state);
                    }
                }
                if value == ValId::UNINIT {
                    out.push(state);
                } else {
                    for graph in state.graph.assume(Cmp::Ne, value, ValId::ZERO, width) {
                        out.push(state.with(graph));
                    }
                }
            }
            Intrinsic::Nondet => {
                if let Some(dst) = call.dst {
                    if matches!(self.program.types[body.locals[dst].ty].kind, ir::TypeKind::Bool) {
                        let value = state.graph.int(Interval::range(8, 0, 1));
                        self.finish_call(site, state, value, out);
                        return Ok(());
                    }
                }
                self.havoc_result(body, call.dst, &mut state);
                out.push(state);
            }
            Intrinsic::NondetMemory => {
                let size = self.size_arg(call, 1, &mut state);
                let to = self.arg(call, 0, &mut state);
                let mut filled = Vec::new();
                self.fill_memory(to, size, FillByte::Unknown, span, state, &mut filled)?;
                for mut state in filled {
                    self.collect(span, &mut state);
                    out.push(state);
                }
            }
            Intrinsic::Plot => out.push(state),
            Intrinsic::Nop => {
                let value = ValId::ZERO;
                self.finish_call(site, state, value, out);
            }
            Intrinsic::Summarise | Intrinsic::LikeGlibc => {
                let answer = state.graph.int_const(32, u64::from(intrinsic == Intrinsic::Summarise));
                self.finish_call(site, state, answer, out);
            }
            Intrinsic::BadArgument => {
                let what = self.literal_text(call, 0, &mut state).unwrap_or_default();
                self.findings.unknown(UnknownKind::UndefinedBehaviour, span, what);
            }
            Intrinsic::Getchar => {
                let end_of_file = smg::mask(32);
                let value = state.graph.int(Interval::range(32, end_of_file, u8::MAX.into()));
                self.finish_call(site, state, value, out);
            }
            Intrinsic::Math(_) => {
                self.havoc_result(body, call.dst, &mut state);
                out.push(state);
            }
            Intrinsic::Print(print) => self.print(print, site, state, out)?,
            Intrinsic::Write(write) => self.write_bytes(write, site, state, out)?,
            Intrinsic::FindEnd
            | Intrinsic::FindEndWithin
            | Intrinsic::CompareStrings
            | Intrinsic::CompareStringsWithin => {
                self.string_function(intrinsic, site, state, out)?;
            }
            Intrinsic::VaStart | Intrinsic::VaArg | Intrinsic::VaCopy | Intrinsic::VaEnd => {
                self.variable_arguments(intrinsic, site, state, out)?;
            }
            Intrinsic::Atexit => {
                let handler = self.arg(call, 0, &mut state);
                for state in self.register_handler(handler, span, state) {
                    self.finish_call(site, state, ValId::ZERO, out);
                }
            }
            Intrinsic::Unsupported | Intrinsic::StringToFloat => {
                let name = self.program.names.resolve(self.program.functions[func].name);
                self.findings.unsupported(span, format!("`{name}` is not supported"));
            }
        }
        Ok(())
    }

    pub(crate) fn product(&mut self, a: ValId, b: ValId, state: &mut State) -> ValId {
        let width = self.width(Scalar::Ptr);
        let (x, y) = (state.graph.int_of(a, width), state.graph.int_of(b, width));
        let product = state.graph.int(Interval::binary(smg::BinOp::Mul, &x, &y));
        state.graph.note_term(product, smg::TermOp::Binary(smg::BinOp::Mul), a, b);
        product
    }

    /// The states where the product is no size of a block, and those where it is one, with it.
    fn size_of_many(&mut self, a: ValId, b: ValId, mut state: State) -> Vec<(State, Option<ValId>)> {
        let width = self.width(Scalar::Ptr);
        let most = largest_block(self.program.model);
        let (x, y) = (state.graph.int_of(a, width), state.graph.int_of(b, width));
        let ((_, a_most), (_, b_most)) = (x.unsigned_bounds(), y.unsigned_bounds());
        if u128::from(a_most) * u128::from(b_most) <= u128::from(most) {
            let size = self.product(a, b, &mut state);
            return vec![(state, Some(size))];
        }
        let bounded = match (x.as_constant(), y.as_constant()) {
            (_, Some(n)) if n > 0 => Some((a, most / n)),
            (Some(n), _) if n > 0 => Some((b, most / n)),
            _ => None,
        };
        let Some((other, limit)) = bounded else {
            let mut fits = state.clone();
            let size = fits.graph.int(Interval::range(width, 0, most));
            return vec![(state, None), (fits, Some(size))];
        };
        let limit = state.graph.int_const(width, limit);
        let beyond = state.graph.assume(Cmp::UGt, other, limit, width);
        let within = state.graph.assume(Cmp::ULe, other, limit, width);
        let mut out: Vec<_> = beyond.into_iter().map(|graph| (state.with(graph), None)).collect();
        for graph in within {
            let mut state = state.with(graph);
            let size = self.product(a, b, &mut state);
            out.push((state, Some(size)));
        }
        out
    }

    /// The states where the size is one that a block may have; in the others nothing is allocated.
    fn possible_sizes(
        &mut self,
        size: ValId,
        site: CallSite<'_>,
        state: State,
        out: &mut Vec<State>,
    ) -> Vec<State> {
        let width = self.width(Scalar::Ptr);
        let most = largest_block(self.program.model);
        if state.graph.int_of(size, width).unsigned_bounds().1 <= most {
            return vec![state];
        }
        let mut possible = Vec::new();
        for mut state in self.split_by_sign(size, width, state) {
            let (least, greatest) = state.graph.int_of(size, width).unsigned_bounds();
            if least > most {
                self.finish_call(site, state, ValId::ZERO, out);
                continue;
            }
            if greatest <= most {
                possible.push(state);
                continue;
            }
            let limit = state.graph.int_const(width, most);
            for graph in state.graph.assume(Cmp::UGt, size, limit, width) {
                self.finish_call(site, state.with(graph), ValId::ZERO, out);
            }
            let within = state.graph.assume(Cmp::ULe, size, limit, width);
            possible.extend(within.into_iter().map(|graph| state.with(graph)));
        }
        possible
    }

    fn allocate(
        &mut self,
        size: ValId,
        contents: BlockKind,
        site: CallSite<'_>,
        state: State,
        out: &mut Vec<State>,
    ) {
        let CallSite { span, .. } = site;
        self.summaries.saw_allocation = true;
        let mut split = Vec::new();
        for state in self.possible_sizes(size, site, state, out) {
            self.split_value(size, self.width(Scalar::Ptr), self.config.size_split_limit, state, &mut split);
        }
        for mut state in split {
            if self.config.analysis.malloc_may_fail {
                self.finish_call(site, state.clone(), ValId::ZERO, out);
            }
            let bytes = self.size_range(size, &state);
            let address = self.new_block(bytes, contents, span, &mut state);
            if let (Some(target), Some(linear)) = (state.graph.pointee(address), state.graph.linear(size)) {
                state.graph.set_size(target.obj, linear);
            }
            self.finish_call(site, state, address, out);
        }
    }

    fn new_block(&mut self, size: SizeRange, contents: BlockKind, span: Span, state: &mut State) -> ValId {
        let label = self.findings.allocation_site(span, None);
        let new = NewObject { size, origin: Origin::Heap, label, type_hint: None, contents };
        let object = state.graph.add_object(new);
        let depth = self.active.len() as u32;
        let size = size.is_exact().then_some(size.lo);
        state.path = state.path.then(StepKind::Allocate { size }, span, depth);
        state.graph.region_address(object)
    }

    /// `free(p)`: null is fine, otherwise the start of a live heap block. After a bad one the program goes on
    /// unchanged, so that one run can report several.
    fn free(&mut self, pointer: ValId, span: Span, state: &mut State) -> bool {
        let pointer = state.graph.resolve(pointer);
        let mut details = Details::default();
        let (kind, object) = match state.graph.content(pointer) {
            Content::Address(target) if target.obj == smg::ObjId::NULL => return true,
            Content::Address(target) => {
                let target = *target;
                let object = state.graph.object(target.obj);
                details.offset = target.off.as_exact();
                let label = object.label;
                let kind = match (object.validity, object.origin) {
                    (_, Origin::Stack | Origin::Static) => FindingKind::NonHeapFree,
                    (Validity::Freed, _) => FindingKind::DoubleFree,
                    (Validity::OutOfScope, _) => FindingKind::NonHeapFree,
                    (Validity::Live, Origin::Heap) if target.off == Offset::exact(0) => {
                        let _ = state.graph.invalidate(target.obj, Validity::Freed);
                        self.findings.note_freed(label, span);
                        return true;
                    }
                    (Validity::Live, Origin::Heap) => FindingKind::InteriorFree,
                };
                (kind, Some(target.obj))
            }
            Content::Code(_) => (FindingKind::NonHeapFree, None),
            _ => (FindingKind::WildFree, None),
        };
        self.findings.report(state, kind, Some(Access::Free), span, object, details);
        false
    }

    /// The block moves, perhaps to where it was: whoever uses a pointer to the old block may use a dead one, and whether it is
    /// the new one is not known.
    fn resize(&mut self, site: CallSite<'_>, mut state: State, out: &mut Vec<State>) -> Result<(), Stop> {
        let CallSite { call, span, .. } = site;
        self.summaries.saw_allocation = true;
        let (old, size) = (self.arg(call, 0, &mut state), self.size_arg(call, 1, &mut state));
        let mut ready = Vec::new();
        self.materialise(old, span, state, &mut ready)?;
        let mut split = Vec::new();
        for state in ready {
            for state in self.possible_sizes(size, site, state, out) {
                let limit = self.config.size_split_limit;
                self.split_value(size, self.width(Scalar::Ptr), limit, state, &mut split);
            }
        }
        for mut state in split {
            if self.config.analysis.malloc_may_fail {
                self.finish_call(site, state.clone(), ValId::ZERO, out);
            }
            let old = state.graph.resolve(old);
            let bytes = self.size_range(size, &state);
            let source = state.graph.pointee(old);
            let fresh = self.new_block(bytes, BlockKind::Uninit, span, &mut state);
            let target = state.graph.pointee(fresh).expect("a new block");
            if let Some(source) = source {
                let object = state.graph.object(source.obj);
                if object.is_live() && object.origin == Origin::Heap && source.off == Offset::exact(0) {
                    let from = object.size;
                    let common = Extent { lo: from.lo.min(bytes.lo), hi: from.hi.min(bytes.hi) };
                    let result = if common.is_exact() {
                        state.graph.copy_block(source.obj, 0, target.obj, 0, common.lo)
                    } else {
                        let zero = Extent::exact(0);
                        state.graph.copy_block_symbolic(source.obj, zero, target.obj, zero, common)
                    };
                    if let Err(error) = result {
                        self.findings
                            .unsupported(span, format!("this reallocation cannot be expressed: {error}"));
                        continue;
                    }
                }
            }
            if let Some(linear) = state.graph.linear(size) {
                state.graph.set_size(target.obj, linear);
            }
            let held = key::HELD;
            state.graph.set_named(held, fresh);
            self.free(old, span, &mut state);
            state.graph.may_reuse_addresses(target.obj);
            let fresh = state.graph.remove_named(held).unwrap_or(ValId::ZERO);
            self.finish_call(site, state, fresh, out);
        }
        Ok(())
    }

    /// The states in which `size` bytes from a pointer on can be accessed, with where they are.
    pub(crate) fn locate_range(
        &mut self,
        pointer: ValId,
        size: ValId,
        access: Access,
        span: Span,
        state: State,
        out: &mut Vec<(Located, Extent)>,
    ) -> Result<(), Stop> {
        let width = self.width(Scalar::Ptr);
        let mut split = Vec::new();
        self.split_value(size, width, self.config.size_split_limit, state, &mut split);
        for state in split {
            let (lo, hi) = state.graph.int_of(size, width).unsigned_bounds();
            let extent = Extent { lo, hi };
            let mut ready = Vec::new();
            self.materialise(pointer, span, state, &mut ready)?;
            for state in ready {
                if let Some(at) = self.range_that_fits(pointer, size, access, &state) {
                    out.push((at, extent));
                    continue;
                }
                let mut located = Vec::new();
                // The largest size must fit; an overrun is reported, and what is certain to fit goes on.
                self.locate_pointer(
                    pointer,
                    Offset::exact(0),
                    None,
                    MemoryAccess::new(hi.min(i64::MAX as u64), access, span),
                    state.clone(),
                    &mut located,
                );
                if located.is_empty() && lo < hi {
                    let mut small = Vec::new();
                    self.locate_pointer(
                        pointer,
                        Offset::exact(0),
                        None,
                        MemoryAccess::new(lo, access, span),
                        state,
                        &mut small,
                    );
                    out.extend(small.into_iter().map(|at| (at, Extent::exact(lo))));
                } else {
                    out.extend(located.into_iter().map(|at| (at, extent)));
                }
            }
        }
        Ok(())
    }

    pub(crate) fn check_range(
        &mut self,
        pointer: ValId,
        size: ValId,
        access: Access,
        span: Span,
        state: State,
        out: &mut Vec<State>,
    ) -> Result<(), Stop> {
        if state.graph.int_of(size, self.width(Scalar::Ptr)).as_constant() == Some(0) {
            out.push(state);
            return Ok(());
        }
        let mut located = Vec::new();
        self.locate_range(pointer, size, access, span, state, &mut located)?;
        out.extend(located.into_iter().map(|(at, _)| at.state));
        Ok(())
    }

    pub(crate) fn fill_memory(
        &mut self,
        to: ValId,
        size: ValId,
        byte: FillByte,
        span: Span,
        state: State,
        out: &mut Vec<State>,
    ) -> Result<(), Stop> {
        if state.graph.int_of(size, self.width(Scalar::Ptr)).as_constant() == Some(0) {
            out.push(state);
            return Ok(());
        }
        let mut located = Vec::new();
        self.locate_range(to, size, Access::Write, span, state, &mut located)?;
        for (mut at, extent) in located {
            let zeros = match byte {
                FillByte::Known(0) => at.state.graph.zeros_of(at.object),
                _ => at.state.graph.zeros_beside(at.object, Some(to), extent.hi),
            };
            if extent.is_exact() {
                self.fill(&mut at, extent.lo, byte, span);
            } else {
                let offset = Extent { lo: at.offset.lo as u64, hi: at.offset.hi as u64 };
                if let Err(error) = at.state.graph.set_block_symbolic(at.object, offset, extent, byte) {
                    self.findings.unsupported(span, format!("this block cannot be filled: {error}"));
                }
            }
            zeros.into_iter().for_each(|zero| at.state.graph.note_zero(zero));
            out.push(at.state);
        }
        Ok(())
    }

    fn copy_memory(
        &mut self,
        (to, from): (ValId, ValId),
        size: ValId,
        shared: Shared,
        span: Span,
        state: State,
        out: &mut Vec<State>,
    ) -> Result<(), Stop> {
        if state.graph.int_of(size, self.width(Scalar::Ptr)).as_constant() == Some(0) {
            out.push(state);
            return Ok(());
        }
        let mut sources = Vec::new();
        self.locate_range(from, size, Access::Read, span, state, &mut sources)?;
        for (source, _) in sources {
            let mut targets = Vec::new();
            self.locate_range(to, size, Access::Write, span, source.state, &mut targets)?;
            for (mut target, extent) in targets {
                // Taking a list node out for the target may have replaced the source's object: look again.
                let Some(source) = target.state.graph.pointee(from) else { continue };
                let source = CopySource {
                    object: source.obj,
                    offset: source.off,
                    address: Some(from),
                    bytes: Some(size),
                };
                let zeros = target.state.graph.zeros_beside(target.object, Some(to), extent.hi);
                self.copy_bytes(source, &mut target, extent, shared, span);
                zeros.into_iter().for_each(|zero| target.state.graph.note_zero(zero));
                out.push(target.state);
            }
        }
        Ok(())
    }

    pub(crate) fn write_through(
        &mut self,
        pointer: ValId,
        scalar: Scalar,
        value: ValId,
        span: Span,
        state: State,
        out: &mut Vec<State>,
    ) -> Result<(), Stop> {
        let mut ready = Vec::new();
        self.materialise(pointer, span, state, &mut ready)?;
        for state in ready {
            let mut located = Vec::new();
            let size = scalar.size(self.program.model);
            self.locate_pointer(
                pointer,
                Offset::exact(0),
                None,
                MemoryAccess::write(size, span),
                state,
                &mut located,
            );
            for mut at in located {
                let place = ir::Place::deref(ir::LocalId::from_raw(0), scalar);
                self.write(&mut at, &place, value, span);
                out.push(at.state);
            }
        }
        Ok(())
    }

    /// The text of a string literal argument.
    fn literal_text(&self, call: &Call, index: usize, state: &mut State) -> Option<String> {
        let operand = Self::arg_operand(call, index)?;
        let pointer = self.operand(operand, state);
        let target = state.graph.pointee(pointer)?;
        let at = usize::try_from(target.off.as_exact()?).ok()?;
        let global = state.graph.roots().iter().find(|r| r.1 == target.obj && key::is_global(r.0))?.0;
        let global = &self.program.globals[key::as_global(global)];
        let bytes = global.init.bytes.get(at..)?;
        let end = bytes.iter().position(|&b| b == 0).unwrap_or(bytes.len());
        Some(String::from_utf8_lossy(&bytes[..end]).into_owned())
    }
}

/// Whether the function looks at bytes that a pointer leads to, instead of copying or setting them.
fn reads_memory(intrinsic: Intrinsic) -> bool {
    matches!(
        intrinsic,
        Intrinsic::CompareBytes
            | Intrinsic::Print(_)
            | Intrinsic::Write(_)
            | Intrinsic::FindEnd
            | Intrinsic::FindEndWithin
            | Intrinsic::CompareStrings
            | Intrinsic::CompareStringsWithin
            | Intrinsic::VaArg
    )
}
