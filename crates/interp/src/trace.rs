//! The way to a finding, kept while a run is repeated for it.

use base::Span;
use std::collections::VecDeque;
use verdict::{Input, Step, StepKind, Trace};

/// The first and the last steps are kept; what lies between is counted.
const KEEP_FIRST: usize = 200;
const KEEP_LAST: usize = 800;

#[derive(Debug, Default)]
pub(crate) struct TraceBuffer {
    first: Vec<Step>,
    last: VecDeque<Step>,
    omitted: u64,
}

impl TraceBuffer {
    pub(crate) fn push(&mut self, kind: StepKind, span: Span, depth: usize) {
        let step = Step { kind, span, depth: depth as u32 };
        if self.first.len() < KEEP_FIRST {
            self.first.push(step);
            return;
        }
        if self.last.len() == KEEP_LAST {
            self.last.pop_front();
            self.omitted += 1;
        }
        self.last.push_back(step);
    }

    pub(crate) fn finish(self, inputs: Vec<Input>) -> Trace {
        let omitted_at = self.first.len();
        let mut steps = self.first;
        steps.extend(self.last);
        Trace { steps, omitted: self.omitted, omitted_at, inputs }
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
}
