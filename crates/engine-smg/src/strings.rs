//! String functions: where a string ends, as far as the graph knows.

use crate::access::Located;
use crate::engine::{Engine, Stop};
use crate::exec::Shared;
use crate::state::State;
use base::Span;
use ir::{Arg, Body, Call, Intrinsic, Scalar};
use smg::{BlockKind, Extent, Field, IntDomain, Interval, NewObject, Offset, Origin, Peek, SizeRange, ValId};
use verdict::{Access, Details, FindingKind, StepKind};

/// The length of a string: the first byte that is zero lies within these bounds, counted from its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Terminator {
    pub(crate) first: u64,
    pub(crate) last: u64,
}

/// How far a string is followed byte by byte; longer ones are taken as of any length within their block.
const MAX_WALK: u64 = 4096;

impl<'p> Engine<'p> {
    /// Finds where the string ends that a pointer points to; a block without a certain zero byte is a finding.
    pub(crate) fn terminator_of(
        &mut self,
        pointer: ValId,
        span: Span,
        state: State,
        out: &mut Vec<(State, Terminator)>,
    ) -> Result<(), Stop> {
        let mut ready = Vec::new();
        self.materialise(pointer, span, state, &mut ready)?;
        for state in ready {
            let mut located: Vec<Located> = Vec::new();
            self.locate_pointer(pointer, Offset::exact(0), None, 1, Access::Read, span, state, &mut located);
            for mut at in located {
                self.load_literal(&mut at.state.graph, at.object);
                match find_end(&at) {
                    Some(end) => out.push((at.state, end)),
                    None => {
                        let details = Details { what: Some("string".to_string()), ..Details::default() };
                        let object = Some(at.object);
                        self.findings.report(
                            &at.state,
                            FindingKind::OutOfBounds,
                            Some(Access::Read),
                            span,
                            object,
                            details,
                        );
                    }
                }
            }
        }
        Ok(())
    }

    pub(crate) fn string_function(
        &mut self,
        intrinsic: Intrinsic,
        body: &Body,
        call: &Call,
        span: Span,
        mut state: State,
        out: &mut Vec<State>,
    ) -> Result<(), Stop> {
        let pointer = |engine: &Self, index: usize, state: &mut State| match call.args.get(index) {
            Some(Arg::Scalar(operand, _)) => engine.operand(*operand, state),
            _ => ValId::UNINIT,
        };
        let first = pointer(self, 0, &mut state);
        let mut ends = Vec::new();
        match intrinsic {
            Intrinsic::Strcpy | Intrinsic::Stpcpy | Intrinsic::Strcat => {
                let source = pointer(self, 1, &mut state);
                self.terminator_of(source, span, state, &mut ends)?;
                for (state, end) in ends {
                    self.copy_string(intrinsic, first, source, end, body, call, span, state, out)?;
                }
            }
            Intrinsic::Strdup => {
                self.terminator_of(first, span, state, &mut ends)?;
                for (mut state, end) in ends {
                    self.summaries.saw_allocation = true;
                    if self.config.analysis.malloc_may_fail {
                        let mut failed = state.clone();
                        self.store_result(body, call, ValId::ZERO, span, &mut failed);
                        out.push(failed);
                    }
                    let label = self.findings.allocation_site(span, None);
                    let size = SizeRange { lo: end.first + 1, hi: end.last + 1 };
                    let contents = BlockKind::Init;
                    let new = NewObject { size, origin: Origin::Heap, label, type_hint: None, contents };
                    let object = state.graph.add_object(new);
                    let depth = self.active.len() as u32;
                    let bytes = size.is_exact().then_some(size.lo);
                    state.path = state.path.then(StepKind::Allocate { size: bytes }, span, depth);
                    if let (true, Some(source)) = (size.is_exact(), state.graph.pointee(first)) {
                        if let Some(from) = source.off.as_exact() {
                            self.load_literal(&mut state.graph, source.obj);
                            let _ = state.graph.copy_block(source.obj, from as u64, object, 0, size.lo);
                        }
                    }
                    let address = state.graph.region_address(object);
                    self.store_result(body, call, address, span, &mut state);
                    out.push(state);
                }
            }
            Intrinsic::Strlen => {
                self.terminator_of(first, span, state, &mut ends)?;
                for (mut state, end) in ends {
                    let length =
                        state.graph.int(Interval::range(self.width(Scalar::Ptr), end.first, end.last));
                    self.store_result(body, call, length, span, &mut state);
                    out.push(state);
                }
            }
            Intrinsic::Strchr | Intrinsic::Strrchr | Intrinsic::Strpbrk | Intrinsic::Strstr => {
                self.terminator_of(first, span, state, &mut ends)?;
                for (mut state, end) in ends {
                    let mut none = state.clone();
                    self.store_result(body, call, ValId::ZERO, span, &mut none);
                    out.push(none);
                    if let Some(target) = state.graph.pointee(first) {
                        let off = target.off.plus(Offset::range(0, end.last as i64, 1));
                        let found = state.graph.address(target.obj, off, target.spec);
                        self.store_result(body, call, found, span, &mut state);
                        out.push(state);
                    }
                }
            }
            Intrinsic::Strnlen | Intrinsic::Strncmp | Intrinsic::Strncasecmp => {
                // Bounded reads: at least the first byte of each is read.
                let pointers = if intrinsic == Intrinsic::Strnlen {
                    vec![first]
                } else {
                    vec![first, pointer(self, 1, &mut state)]
                };
                let mut states = vec![state];
                for pointer in pointers {
                    let mut next = Vec::new();
                    for state in states {
                        self.terminator_of(pointer, span, state, &mut ends)?;
                        next.extend(ends.drain(..).map(|(state, _)| state));
                    }
                    states = next;
                }
                for mut state in states {
                    self.havoc_result(body, call.dst, &mut state);
                    out.push(state);
                }
            }
            _ => {
                let two = matches!(
                    intrinsic,
                    Intrinsic::Strcmp | Intrinsic::Strcasecmp | Intrinsic::Strspn | Intrinsic::Strcspn
                );
                self.terminator_of(first, span, state, &mut ends)?;
                for (mut state, end) in ends {
                    let mut states = Vec::new();
                    if two {
                        let second = pointer(self, 1, &mut state);
                        let mut more = Vec::new();
                        self.terminator_of(second, span, state, &mut more)?;
                        states.extend(more.into_iter().map(|(state, _)| state));
                    } else {
                        states.push(state);
                    }
                    for mut state in states {
                        if matches!(intrinsic, Intrinsic::Strspn | Intrinsic::Strcspn) {
                            let n = state.graph.int(Interval::range(self.width(Scalar::Ptr), 0, end.last));
                            self.store_result(body, call, n, span, &mut state);
                        } else {
                            self.havoc_result(body, call.dst, &mut state);
                        }
                        out.push(state);
                    }
                }
            }
        }
        Ok(())
    }

    fn store_result(&mut self, body: &Body, call: &Call, value: ValId, span: Span, state: &mut State) {
        let loses = match call.dst {
            Some(dst) if body.locals[dst].register => self.set_register(body, dst, value, state),
            _ => state.graph.pointee(value).is_some(),
        };
        if loses {
            self.collect(span, state);
        }
    }

    fn copy_string(
        &mut self,
        intrinsic: Intrinsic,
        to: ValId,
        from: ValId,
        end: Terminator,
        body: &Body,
        call: &Call,
        span: Span,
        state: State,
        out: &mut Vec<State>,
    ) -> Result<(), Stop> {
        let mut starts = Vec::new();
        if intrinsic == Intrinsic::Strcat {
            self.terminator_of(to, span, state, &mut starts)?;
        } else {
            starts.push((state, Terminator { first: 0, last: 0 }));
        }
        for (state, start) in starts {
            let mut ready = Vec::new();
            self.materialise(to, span, state, &mut ready)?;
            for state in ready {
                let mut located = Vec::new();
                let by = Offset::range(start.first as i64, start.last as i64, 1);
                self.locate_pointer(to, by, None, end.last + 1, Access::Write, span, state, &mut located);
                for mut at in located {
                    let Some(source) = at.state.graph.pointee(from) else { continue };
                    let size = Extent { lo: end.first + 1, hi: end.last + 1 };
                    self.copy_bytes((source.obj, source.off), &mut at, size, Shared::Nothing, span);
                    let mut state = at.state;
                    let result = if intrinsic == Intrinsic::Stpcpy {
                        match state
                            .graph
                            .offset_address(to, Offset::range(end.first as i64, end.last as i64, 1))
                        {
                            Ok(value) => value,
                            Err(_) => state.graph.unknown(self.width(Scalar::Ptr)),
                        }
                    } else {
                        to
                    };
                    self.collect_after_copy(span, result, body, call, &mut state);
                    out.push(state);
                }
            }
        }
        Ok(())
    }

    fn collect_after_copy(&mut self, span: Span, result: ValId, body: &Body, call: &Call, state: &mut State) {
        self.store_result(body, call, result, span, state);
        self.collect(span, state);
    }
}

/// The first byte that may be zero and the first that certainly is; `None` if none certainly is.
fn find_end(at: &Located) -> Option<Terminator> {
    let graph = &at.state.graph;
    let size = graph.object(at.object).size.lo;
    let start = u64::try_from(at.offset.lo).ok()?;
    let mut first = None;
    // From an uncertain offset on, the string may begin anywhere in the range: the certain end counts from the first
    // possible start, the possible end is at once.
    let uncertain = !at.offset.is_exact();
    let from = if uncertain { u64::try_from(at.offset.hi).ok()? } else { start };
    for offset in from..size.min(from.saturating_add(MAX_WALK)) {
        let set: Interval = match graph.peek(at.object, Field::bytes(offset, 1)) {
            Peek::Value(v) => graph.int_of(v, 8),
            Peek::Int(set) => set,
            Peek::Unknown { .. } => Interval::top(8),
        };
        if set.contains(0) && first.is_none() {
            first = Some(offset - from);
        }
        if set.as_constant() == Some(0) {
            let first = if uncertain { 0 } else { first? };
            return Some(Terminator { first, last: offset - start });
        }
    }
    None
}
