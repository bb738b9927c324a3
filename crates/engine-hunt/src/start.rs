//! The state in which `main` begins.

use crate::hunter::{Hunter, Own, State};
use crate::memory::{Kind, Memory, NewObject};
use base::Span;
use encode::path::{Byte, Prov, Value};
use ir::RelocationTarget;
use semantics::address::HEAP_ALIGNMENT;
use semantics::initial::{self, Role};
use symexec::Machine as _;

impl Hunter<'_> {
    pub(crate) fn first_state(&mut self) -> State {
        let mut memory = Memory::default();
        memory.skip();
        let program = self.work.program;
        let word = self.word();
        for global in program.globals.iter() {
            let start = initial::global(program, global);
            let kind = match start.role {
                Role::Variable | Role::Stream(_) | Role::External => Kind::Static,
                Role::Literal | Role::Constant => Kind::Constant,
            };
            let fill = if start.is_known() { self.zero_byte } else { self.undef_byte };
            memory.allocate(NewObject {
                size: start.size,
                align: global.align,
                kind,
                span: global.span,
                name: Some(global.name),
                fill,
            });
        }
        for (id, function) in program.functions.iter_enumerated() {
            memory.allocate(NewObject {
                size: 1,
                align: 1,
                kind: Kind::Function(id),
                span: function.span,
                name: Some(function.name),
                fill: self.zero_byte,
            });
        }
        for (func, block) in initial::labels(program) {
            self.labels.entry((func, block)).or_insert_with(|| {
                memory.allocate(NewObject {
                    size: 1,
                    align: 1,
                    kind: Kind::Label(func, block),
                    span: Span::NONE,
                    name: None,
                    fill: self.zero_byte,
                })
            });
        }
        for (id, global) in program.globals.iter_enumerated() {
            let object = Self::global_object(id);
            let start = initial::global(program, global);
            match start.role {
                Role::Stream(_) => {
                    let stream = memory.allocate(NewObject {
                        size: 1,
                        align: HEAP_ALIGNMENT,
                        kind: Kind::Stream,
                        span: global.span,
                        name: Some(global.name),
                        fill: self.zero_byte,
                    });
                    let pointer = self.object_pointer(stream);
                    memory.write(object, 0, word, pointer, self.zero_byte);
                }
                Role::External => memory.get_mut(object).external = true,
                Role::Variable | Role::Constant | Role::Literal => {}
            }
            for (at, &byte) in start.bytes.iter().enumerate().filter(|(_, byte)| **byte != 0) {
                let term = self.constant(8, u128::from(byte));
                memory.set_bytes(object, at as u64, &[Byte { term, ..self.zero_byte }]);
            }
            for relocation in start.addresses() {
                let target = match relocation.target {
                    RelocationTarget::Global(id) => Some(Self::global_object(id)),
                    RelocationTarget::Function(id) => Some(self.function_object(id)),
                    RelocationTarget::Label(func, block) => self.labels.get(&(func, block)).copied(),
                };
                let Some(target) = target else { continue };
                let offset = self.word_constant(relocation.addend as u64 & self.address_mask());
                let value = Value { bits: offset, prov: Prov::Plain(target), undef: false };
                memory.write(object, relocation.offset, word, value, self.zero_byte);
            }
        }
        self.initial = Some(memory.clone());
        let collected = memory.len();
        State::new(memory, Own { collected, ..Own::default() })
    }
}
