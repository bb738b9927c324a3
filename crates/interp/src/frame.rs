//! The objects of a frame: memory locals coming into and going out of scope, and blocks made on the stack at run time.

use crate::fault::{Fault, Res, unknown};
use crate::machine::Machine;
use crate::memory::{Kind, NewObject, State};
use crate::value::{Value, Wide};
use base::Span;
use ir::Scalar;
use verdict::{FindingKind, StepKind, UnknownKind};

impl Machine<'_> {
    /// Ends the life of everything that the top frame owns.
    pub(crate) fn kill_locals(&mut self, span: Span) {
        let Some(frame) = self.frames.last_mut() else { return };
        let blocks = std::mem::take(&mut frame.blocks);
        let varargs = frame.varargs.take();
        let code = frame.code.clone();
        let base = frame.base;
        for id in blocks.into_iter().chain(varargs) {
            self.memory.kill(id, State::OutOfScope(span));
        }
        for (index, local) in code.memory_locals.iter().enumerate() {
            let Some(id) = self.regs[base + local.slot as usize].prov.object() else { continue };
            if self.memory.info(id).addressed {
                self.memory.kill(id, State::OutOfScope(span));
            } else if self.memory.is_live(id) {
                self.memory.scrub(id);
                self.pools.entry((code.id, index as u32)).or_default().push(id);
            }
        }
    }

    /// A memory local comes into scope.
    pub(crate) fn live(&mut self, index: u32) -> Res<()> {
        let Some(frame) = self.frames.last() else { return Ok(()) };
        let local = frame.code.memory_locals[index as usize];
        let address = frame.low + local.offset;
        let function = frame.code.id;
        let register = frame.base + local.slot as usize;
        let span = if local.span.is_none() { self.span() } else { local.span };
        let old = self.regs[register];
        if let Some(id) = old.prov.object()
            && self.memory.is_live(id)
        {
            if !self.memory.info(id).addressed {
                self.memory.renew(id, address, span);
                return Ok(());
            }
            let here = self.span();
            self.memory.kill(id, State::OutOfScope(here));
        }
        let pooled = self.pools.get_mut(&(function, index)).and_then(Vec::pop);
        let id = match pooled {
            Some(id) => {
                self.memory.renew(id, address, span);
                id
            }
            None => self.memory.allocate_at(
                address,
                NewObject {
                    size: local.size,
                    align: local.align,
                    kind: Kind::Stack,
                    span,
                    name: local.name,
                    zeroed: false,
                },
            )?,
        };
        if local.constant {
            self.memory.set_writable(id, false);
        }
        self.regs[register] = Value::pointer(address, id);
        Ok(())
    }

    /// A memory local goes out of scope.
    pub(crate) fn dead(&mut self, index: u32) {
        let Some(frame) = self.frames.last() else { return };
        let local = frame.code.memory_locals[index as usize];
        let register = frame.base + local.slot as usize;
        let Some(id) = self.regs[register].prov.object() else { return };
        if self.memory.info(id).addressed {
            let span = self.span();
            if self.trace.is_some() && self.memory.is_live(id) {
                self.step(StepKind::OutOfScope { name: local.name });
            }
            self.memory.kill(id, State::OutOfScope(span));
        } else {
            self.memory.scrub(id);
        }
    }

    /// `alloca` or a variable-length array.
    pub(crate) fn stack_alloc(&mut self, size: Wide, scalar: Scalar, align: u32) -> Res<Value> {
        if size.undef != 0 {
            return Fault::new(FindingKind::UninitRead).what("size of a stack block").stop();
        }
        let value = size.signed(scalar.width(self.model));
        if scalar.is_signed() && value < 0 || size.bits > u128::from(self.memory.address_mask >> 1) {
            return Fault::new(FindingKind::BadArgument).what("negative size").value(value).stop();
        }
        let size = size.bits as u64;
        let below = self
            .sp
            .checked_sub(size.saturating_add(16))
            .map(|sp| sp & !(u64::from(align.next_power_of_two()).max(16) - 1));
        let Some(address) = below.filter(|&sp| sp >= self.stack_end) else {
            return unknown(
                UnknownKind::MemoryBudget,
                format!("a stack block of {size} bytes exhausts the stack"),
            );
        };
        let new = NewObject {
            size,
            align: u64::from(align),
            kind: Kind::Stack,
            span: self.span(),
            name: None,
            zeroed: false,
        };
        let id = self.memory.allocate_at(address, new)?;
        self.memory.mark_addressed(id);
        self.sp = address;
        if let Some(frame) = self.frames.last_mut() {
            frame.blocks.push(id);
        }
        if self.trace.is_some() {
            self.step(StepKind::Allocate { size: Some(size) });
        }
        Ok(Value::pointer(address, id))
    }

    pub(crate) fn stack_free(&mut self, value: Value) {
        let Some(id) = value.prov.object() else { return };
        let span = self.span();
        let Some(frame) = self.frames.last_mut() else { return };
        let Some(position) = frame.blocks.iter().rposition(|&b| b == id) else { return };
        frame.blocks.remove(position);
        // Blocks are freed in reverse order, so that the room can be used again at once.
        if position == frame.blocks.len() && value.bits == self.sp {
            self.sp = match frame.blocks.last() {
                Some(&below) => self.memory.object(below).base,
                None => frame.low,
            };
        }
        self.memory.kill(id, State::OutOfScope(span));
    }
}
