//! String functions: where a string ends, as far as the graph knows.

use crate::access::{Located, MemoryAccess};
use crate::calls::CallSite;
use crate::engine::{Engine, Stop};
use crate::state::State;
use base::Span;
use ir::{Intrinsic, Scalar};
use smg::{Cmp, Field, IntDomain, Interval, Offset, Peek, Spec, ValId};
use verdict::{Access, Details, FindingKind};

/// The length of a string: the first byte that is zero lies within these bounds, counted from its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Terminator {
    pub(crate) first: u64,
    pub(crate) last: u64,
    /// The place of a zero byte behind which the string does not go.
    pub(crate) zero: Option<ValId>,
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
            self.locate_pointer(
                pointer,
                Offset::exact(0),
                None,
                MemoryAccess::read(1, span),
                state,
                &mut located,
            );
            for mut at in located {
                self.load_literal(&mut at.state.graph, at.object);
                match find_end(&at).or_else(|| end_by_place(&at, pointer)) {
                    Some(mut end) => {
                        // Where the string begins anywhere in front of a byte that is zero, it ends there or before.
                        if let (None, Ok(last)) = (end.zero, i64::try_from(end.last))
                            && !at.offset.is_exact()
                        {
                            let place = Offset::exact(at.offset.lo.saturating_add(last));
                            end.zero = Some(at.state.graph.address(at.object, place, Spec::Region));
                        }
                        out.push((at.state, end));
                    }
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

    /// The length of a string, or a comparison of two; at most so many bytes are looked at if there is such an argument.
    pub(crate) fn string_function(
        &mut self,
        intrinsic: Intrinsic,
        site: CallSite<'_>,
        mut state: State,
        out: &mut Vec<State>,
    ) -> Result<(), Stop> {
        let CallSite { body, call, span, .. } = site;
        let strings = match intrinsic {
            Intrinsic::FindEnd | Intrinsic::FindEndWithin => 1,
            _ => 2,
        };
        let limit = match intrinsic {
            Intrinsic::FindEndWithin | Intrinsic::CompareStringsWithin => {
                Some(self.size_arg(call, strings, &mut state))
            }
            _ => None,
        };
        let width = self.width(Scalar::Ptr);
        let mut states = vec![(state, Terminator { first: 0, last: 0, zero: None })];
        for index in 0..strings {
            let mut next = Vec::new();
            for (mut state, _) in states {
                let pointer = self.arg(call, index, &mut state);
                match limit {
                    Some(limit) if self.is_readable(pointer, limit, &state) => {
                        let (_, last) = state.graph.int_of(limit, width).unsigned_bounds();
                        let end = match strings {
                            1 => self.end_if_known(pointer, &mut state),
                            _ => None,
                        };
                        next.push((state, end.unwrap_or(Terminator { first: 0, last, zero: None })));
                    }
                    _ => self.terminator_of(pointer, span, state, &mut next)?,
                }
            }
            states = next;
        }
        for (mut state, end) in states {
            if strings == 2 {
                self.havoc_result(body, call.dst, &mut state);
                out.push(state);
                continue;
            }
            let (least, most) = limit
                .map_or((u64::MAX, u64::MAX), |limit| state.graph.int_of(limit, width).unsigned_bounds());
            let length = state.graph.int(Interval::range(width, end.first.min(least), end.last.min(most)));
            if let Some(limit) = limit {
                state.graph.note_order(Cmp::ULe, length, limit);
            }
            if let Some(zero) = end.zero {
                let string = self.arg(site.call, 0, &mut state);
                state.graph.note_distance(length, string, zero);
                // The next one who measures the string finds the same end.
                if limit.is_none() {
                    state.graph.note_end(string, length, end.last);
                    state.graph.note_end_behind(string, length, zero);
                }
            }
            self.finish_call(site, state, length, out);
        }
        Ok(())
    }

    /// Where the string ends that a pointer leads to, if that is known; nothing is reported.
    fn end_if_known(&mut self, pointer: ValId, state: &mut State) -> Option<Terminator> {
        let target = state.graph.pointee(pointer)?;
        let object = state.graph.object(target.obj);
        if !object.is_live() || object.kind.is_abstract() || target.off.lo < 0 {
            return None;
        }
        self.load_literal(&mut state.graph, target.obj);
        let at = Located { offset: target.off, ..Located::start_of(state.clone(), target.obj) };
        find_end(&at).or_else(|| end_by_place(&at, pointer))
    }

    /// Whether so many bytes from a pointer on are certainly there.
    fn is_readable(&self, pointer: ValId, size: ValId, state: &State) -> bool {
        let (_, most) = state.graph.int_of(size, self.width(Scalar::Ptr)).unsigned_bounds();
        let inside = state.graph.pointee(pointer).is_some_and(|target| {
            let object = state.graph.object(target.obj);
            let start = u64::try_from(target.off.hi).ok().filter(|_| target.off.lo >= 0);
            let end = start.and_then(|start| start.checked_add(most));
            object.is_live() && !object.kind.is_abstract() && end.is_some_and(|end| end <= object.size.lo)
        });
        most == 0 || inside || self.range_that_fits(pointer, size, Access::Read, state).is_some()
    }
}

/// The end of a string in a block of a size that is no constant: a zero byte is known by its place.
pub(crate) fn end_by_place(at: &Located, pointer: ValId) -> Option<Terminator> {
    let graph = &at.state.graph;
    let zero = graph.zero_behind(pointer)?;
    let most = graph.pointee(zero)?.off.hi;
    let last = u64::try_from(most.checked_sub(at.offset.lo)?).ok()?;
    Some(Terminator { first: 0, last, zero: Some(zero) })
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
            return Some(Terminator { first, last: offset - start, zero: None });
        }
    }
    None
}
