//! The state in which `main` begins.

use crate::hunter::Hunter;
use crate::memory::{Kind, Memory, NewObject};
use crate::state::State;
use crate::value::{Byte, Prov, Value};
use base::Span;
use ir::{GlobalKind, RelocationTarget, TerminatorKind};
use smt::Model;
use std::collections::BTreeSet;
use std::rc::Rc;

impl Hunter<'_> {
    /// Globals, functions and labels with their initial contents; no frame yet.
    pub(crate) fn initial_state(&mut self) -> State {
        let mut memory = Memory::default();
        memory.skip();
        let program = self.program;
        let word = self.word();
        for global in program.globals.iter() {
            let kind = match global.kind {
                GlobalKind::Variable | GlobalKind::StaticLocal | GlobalKind::External => Kind::Static,
                GlobalKind::StringLiteral | GlobalKind::Constant => Kind::Constant,
            };
            let stream = ir::standard_stream(program.names.resolve(global.name)).is_some();
            let external = global.kind == GlobalKind::External;
            let size = if external && stream { global.size.max(word) } else { global.size };
            let fill = if external { self.undef_byte } else { self.zero_byte };
            memory.allocate(NewObject {
                size,
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
        for (func, _, body) in program.bodies() {
            for block in body.blocks.iter() {
                let TerminatorKind::IndirectGoto { candidates, .. } = &block.terminator.kind else {
                    continue;
                };
                for &candidate in candidates {
                    if self.labels.contains_key(&(func, candidate)) {
                        continue;
                    }
                    let id = memory.allocate(NewObject {
                        size: 1,
                        align: 1,
                        kind: Kind::Label(func, candidate),
                        span: Span::NONE,
                        name: None,
                        fill: self.zero_byte,
                    });
                    self.labels.insert((func, candidate), id);
                }
            }
        }
        for (id, global) in program.globals.iter_enumerated() {
            let object = Self::global_object(id);
            if global.kind == GlobalKind::External {
                if ir::standard_stream(program.names.resolve(global.name)).is_some() {
                    let stream = memory.allocate(NewObject {
                        size: 1,
                        align: 16,
                        kind: Kind::Stream,
                        span: global.span,
                        name: Some(global.name),
                        fill: self.zero_byte,
                    });
                    let pointer = self.object_pointer(stream);
                    memory.write(object, 0, word, pointer, self.zero_byte);
                } else {
                    memory.get_mut(object).external = true;
                }
                continue;
            }
            for (at, &byte) in global.init.bytes.iter().enumerate() {
                if byte != 0 && (at as u64) < global.size {
                    let term = self.constant(8, u128::from(byte));
                    memory.set_bytes(object, at as u64, &[Byte { term, ..self.zero_byte }]);
                }
            }
            for relocation in &global.init.relocations {
                if relocation.offset + word > global.size {
                    continue;
                }
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
        State {
            frames: Vec::new(),
            memory,
            path: Rc::new(Vec::new()),
            model: Rc::new(Model::new()),
            inputs: Rc::new(Vec::new()),
            atexit: Rc::new(Vec::new()),
            lost: Rc::new(BTreeSet::new()),
            named_bytes: 0,
            exposed: false,
            steps: 0,
            forks: 0,
            visits: 0,
            collected,
            canon: None,
        }
    }
}
