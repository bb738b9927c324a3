//! The way to a finding, kept while a run is repeated for it.

use base::Span;
use std::collections::VecDeque;
use verdict::{Input, Step, StepKind, Trace};

/// The first and the last steps are kept; what lies between is counted.
const KEEP_FIRST: usize = 200;
const KEEP_LAST: usize = 800;
const KEEP_CALLS: usize = 100;

#[derive(Debug, Default)]
pub(crate) struct TraceBuffer {
    first: Vec<Step>,
    last: VecDeque<Step>,
    /// Calls among the omitted steps that have not returned there: whoever reads the end wants to know where it happens.
    open_calls: Vec<Step>,
    omitted: u64,
}

impl TraceBuffer {
    pub(crate) fn push(&mut self, kind: StepKind, span: Span, depth: usize) {
        let step = Step { kind, span, depth: depth as u32 };
        if self.first.len() < KEEP_FIRST {
            self.first.push(step);
            return;
        }
        if self.last.len() == KEEP_LAST
            && let Some(omitted) = self.last.pop_front()
        {
            self.omitted += 1;
            match omitted.kind {
                StepKind::Call { .. } if self.open_calls.len() < KEEP_CALLS => self.open_calls.push(omitted),
                StepKind::Return { .. } => {
                    self.open_calls.pop();
                }
                _ => {}
            }
        }
        self.last.push_back(step);
    }

    pub(crate) fn finish(self, inputs: Vec<Input>) -> Trace {
        let omitted_at = self.first.len();
        let mut steps = self.first;
        let omitted = self.omitted - self.open_calls.len() as u64;
        steps.extend(self.open_calls);
        steps.extend(self.last);
        Trace { steps, omitted, omitted_at, inputs, ..Trace::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_traces_lose_their_middle() {
        let mut buffer = TraceBuffer::default();
        for i in 0..2000 {
            buffer.push(StepKind::Switch { value: i }, Span::NONE, 0);
        }
        let trace = buffer.finish(Vec::new());
        assert_eq!(trace.steps.len(), KEEP_FIRST + KEEP_LAST);
        assert_eq!(trace.omitted, 2000 - (KEEP_FIRST + KEEP_LAST) as u64);
        assert_eq!(trace.omitted_at, KEEP_FIRST);
        assert_eq!(trace.steps[KEEP_FIRST].kind, StepKind::Switch { value: 2000 - KEEP_LAST as i64 });
    }

    #[test]
    fn calls_that_have_not_returned_are_kept() {
        let mut buffer = TraceBuffer::default();
        let function = base::Interner::new().intern("f");
        (0..KEEP_FIRST as i64).for_each(|value| buffer.push(StepKind::Switch { value }, Span::NONE, 0));
        buffer.push(StepKind::Call { function }, Span::new(1, 2), 0);
        buffer.push(StepKind::Call { function }, Span::new(3, 4), 1);
        buffer.push(StepKind::Return { function }, Span::new(5, 6), 1);
        (0..2000).for_each(|value| buffer.push(StepKind::Switch { value }, Span::NONE, 1));
        let trace = buffer.finish(Vec::new());
        assert_eq!(trace.steps[trace.omitted_at].span, Span::new(1, 2));
        assert_eq!(
            trace.steps[trace.omitted_at + 1].kind,
            StepKind::Switch { value: 2000 - KEEP_LAST as i64 }
        );
        assert_eq!(trace.steps.len() as u64 + trace.omitted, KEEP_FIRST as u64 + 2003);
    }
}
