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
    open_calls: Vec<(u64, Step)>,
    omitted: u64,
    /// Operations begun so far.
    ticks: u64,
    /// The loss that the trace leads to.
    loss: Option<Loss>,
    allocation: Allocation,
}

/// When a block was lost, and which one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Loss {
    /// The number of the first operation that begins without it.
    pub(crate) tick: u64,
    /// The number of its allocation.
    pub(crate) serial: u64,
}

/// Where the allocation of the lost block is.
#[derive(Debug, Default)]
enum Allocation {
    #[default]
    Nowhere,
    /// Index in `first`.
    First(usize),
    /// Index in `last`, counting those that are omitted by now.
    Last(u64),
    /// The step, behind the calls that it happened in and that are omitted, too, by their numbers.
    Omitted(Vec<(u64, Step)>, Step),
}

impl TraceBuffer {
    pub(crate) fn until(loss: Loss) -> TraceBuffer {
        TraceBuffer { loss: Some(loss), ..TraceBuffer::default() }
    }

    /// Called before every operation: whether what the trace is for has happened.
    #[inline]
    pub(crate) fn is_over(&mut self) -> bool {
        self.ticks += 1;
        self.loss.is_some_and(|loss| self.ticks >= loss.tick)
    }

    /// The step that was pushed last is the allocation of the block with this number.
    pub(crate) fn allocated(&mut self, serial: u64) {
        if self.loss.is_some_and(|loss| loss.serial == serial) {
            self.allocation = match self.last.len() {
                0 => Allocation::First(self.first.len().saturating_sub(1)),
                n => Allocation::Last(self.omitted + n as u64 - 1),
            };
        }
    }

    pub(crate) fn push(&mut self, kind: StepKind, span: Span, depth: usize) {
        let step = Step { kind, span, depth: depth as u32 };
        if self.first.len() < KEEP_FIRST {
            self.first.push(step);
            return;
        }
        if self.last.len() == KEEP_LAST
            && let Some(omitted) = self.last.pop_front()
        {
            if matches!(self.allocation, Allocation::Last(number) if number == self.omitted) {
                self.allocation = Allocation::Omitted(self.open_calls.clone(), omitted.clone());
            }
            self.omitted += 1;
            match omitted.kind {
                StepKind::Call { .. } if self.open_calls.len() < KEEP_CALLS => {
                    self.open_calls.push((self.omitted, omitted));
                }
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
        let before = steps.len();
        let mut open_calls = self.open_calls;
        let mut omitted_allocation = None;
        if let Allocation::Omitted(calls, step) = &self.allocation {
            let is_open = |call: &&(u64, Step)| open_calls.iter().any(|(number, _)| *number == call.0);
            let open = calls.iter().take_while(is_open).count();
            steps.extend(open_calls.drain(..open).map(|(_, call)| call));
            let ended = &calls[open..];
            steps.extend(ended.iter().map(|(_, call)| call.clone()));
            omitted_allocation = Some(steps.len());
            steps.push(step.clone());
            for (_, call) in ended.iter().rev() {
                if let StepKind::Call { function } = call.kind {
                    let kind = StepKind::Return { function };
                    steps.push(Step { kind, ..call.clone() });
                }
            }
        }
        steps.extend(open_calls.into_iter().map(|(_, call)| call));
        let omitted = self.omitted - (steps.len() - before) as u64;
        let allocation = match self.allocation {
            Allocation::Nowhere => None,
            Allocation::First(index) => Some(index),
            Allocation::Last(number) => Some(steps.len() + (number - self.omitted) as usize),
            Allocation::Omitted(..) => omitted_allocation,
        };
        steps.extend(self.last);
        Trace { steps, omitted, omitted_at, allocation, inputs, ..Trace::default() }
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
    fn the_allocation_of_a_lost_block_is_kept() {
        for before in [3, KEEP_FIRST, KEEP_FIRST + 40, KEEP_FIRST + 1500] {
            let mut buffer = TraceBuffer::until(Loss { tick: 5000, serial: 7 });
            (0..before).for_each(|_| buffer.push(StepKind::Free, Span::NONE, 0));
            buffer.push(StepKind::Allocate { size: Some(5) }, Span::NONE, 0);
            buffer.allocated(7);
            for serial in 8..1000 {
                buffer.push(StepKind::Allocate { size: Some(6) }, Span::NONE, 0);
                buffer.allocated(serial);
            }
            let trace = buffer.finish(Vec::new());
            let index = trace.allocation.unwrap();
            assert_eq!(trace.steps[index].kind, StepKind::Allocate { size: Some(5) }, "{before}");
            assert_eq!(trace.steps.len() as u64 + trace.omitted, before as u64 + 993);
        }
    }

    /// The call that allocated has returned long ago: it is shown with its end, so that the calls behind it are nobody's callees.
    #[test]
    fn an_omitted_allocation_stands_in_its_call() {
        let mut buffer = TraceBuffer::until(Loss { tick: 50_000, serial: 7 });
        let mut names = base::Interner::new();
        let (make, sum) = (names.intern("make"), names.intern("sum"));
        (0..KEEP_FIRST).for_each(|_| buffer.push(StepKind::Free, Span::NONE, 0));
        buffer.push(StepKind::Call { function: make }, Span::new(1, 2), 1);
        buffer.push(StepKind::Allocate { size: Some(5) }, Span::new(3, 4), 1);
        buffer.allocated(7);
        (0..1500).for_each(|_| buffer.push(StepKind::Free, Span::NONE, 1));
        buffer.push(StepKind::Return { function: make }, Span::new(1, 2), 1);
        buffer.push(StepKind::Call { function: sum }, Span::new(5, 6), 1);
        (0..1500).for_each(|_| buffer.push(StepKind::Free, Span::NONE, 1));
        let trace = buffer.finish(Vec::new());
        let kinds: Vec<_> = trace.steps[trace.omitted_at..].iter().map(|step| &step.kind).take(4).collect();
        let wanted = [
            &StepKind::Call { function: make },
            &StepKind::Allocate { size: Some(5) },
            &StepKind::Return { function: make },
            &StepKind::Call { function: sum },
        ];
        assert_eq!(kinds, wanted);
        assert_eq!(trace.allocation, Some(trace.omitted_at + 1));
        assert_eq!(trace.steps.len() as u64 + trace.omitted, KEEP_FIRST as u64 + 3004);
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
