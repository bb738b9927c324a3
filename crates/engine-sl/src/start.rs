//! The state in which `main` begins: Σs has the globals, the functions and the labels.

use crate::executor::Executor;
use crate::state::{Before, Kind, Origin, Own, State};
use base::{Idx, Span};
use ir::RelocationTarget;
use semantics::address::HEAP_ALIGNMENT;
use semantics::initial::{self, Role};
use sl::{Byte, Heap, NewSegment, Part, SegmentId};
use std::rc::Rc;
use symexec::{Bytes as _, Evaluate as _, Machine as _};

impl Executor<'_> {
    fn fixed(
        &mut self,
        heap: &mut Heap<Origin>,
        size: u64,
        align: u64,
        origin: Origin,
        fill: Byte,
    ) -> SegmentId {
        let size = self.word_constant(size);
        heap.allocate(&mut self.prover, NewSegment { size, align, part: Part::Stack, origin, fill })
    }

    pub(crate) fn first_state(&mut self) -> State {
        let mut heap: Heap<Origin> = Heap::new(self.word_bits());
        let program = self.work.program;
        let word = self.word();
        let (zero, undefined) = (self.zero_byte(), self.undefined_byte());
        for global in program.globals.iter() {
            let start = initial::global(program, global);
            let kind = match start.role {
                Role::Variable | Role::Stream(_) | Role::External => Kind::Static,
                Role::Literal | Role::Constant => Kind::Constant,
            };
            let external = start.role == Role::External;
            let origin =
                Origin { kind, span: global.span, name: Some(global.name), external, before: Before::Known };
            let fill = if start.is_known() { zero } else { undefined };
            let id = self.fixed(&mut heap, start.size, global.align, origin, fill);
            heap.get_mut(id).may_share = start.role == Role::Literal;
            self.globals.push(id);
        }
        for (id, function) in program.functions.iter_enumerated() {
            let kind = Kind::Function(id);
            let origin = Origin {
                kind,
                span: function.span,
                name: Some(function.name),
                external: false,
                before: Before::Known,
            };
            let segment = self.fixed(&mut heap, 1, 1, origin, zero);
            self.functions.push(segment);
        }
        for (func, block) in initial::labels(program) {
            if !self.labels.contains_key(&(func, block)) {
                let kind = Kind::Label(func, block);
                let origin =
                    Origin { kind, span: Span::NONE, name: None, external: false, before: Before::Known };
                let segment = self.fixed(&mut heap, 1, 1, origin, zero);
                self.labels.insert((func, block), segment);
            }
        }
        for (index, global) in program.globals.iter().enumerate() {
            let segment = self.globals[index];
            let start = initial::global(program, global);
            if let Role::Stream(_) = start.role {
                let origin = Origin {
                    kind: Kind::Stream,
                    span: global.span,
                    name: Some(global.name),
                    external: false,
                    before: Before::Known,
                };
                let stream = self.fixed(&mut heap, 1, HEAP_ALIGNMENT, origin, zero);
                let base = heap.get(stream).base;
                heap.write(segment, 0, word, Some(base), undefined);
            }
            for (at, &byte) in start.bytes.iter().enumerate().filter(|(_, byte)| **byte != 0) {
                let term = self.prover.terms.bv_const(8, u128::from(byte));
                heap.set_bytes(segment, at as u64, &[Byte { term, ..zero }]);
            }
            for relocation in start.addresses() {
                let target = match relocation.target {
                    RelocationTarget::Global(id) => Some(self.globals[id.index()]),
                    RelocationTarget::Function(id) => Some(self.functions[id.index()]),
                    RelocationTarget::Label(func, block) => self.labels.get(&(func, block)).copied(),
                };
                let Some(target) = target else { continue };
                let base = heap.get(target).base;
                let value = self.advance(base, relocation.addend as u64);
                heap.write(segment, relocation.offset, word, Some(value), undefined);
            }
        }
        State::new(heap, Own { exact: true, open: None, shared: Rc::default() })
    }
}
