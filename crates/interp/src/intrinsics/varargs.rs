//! Variable arguments, which lie in a stack object of their own. See `semantics::varargs`.

use super::advance;
use crate::call::{ArgValue, Returned};
use crate::code::Destination;
use crate::fault::{Fault, Res, Stop};
use crate::machine::Machine;
use crate::memory::Bytes;
use crate::value::{Value, Wide, access_size};
use ir::{FuncId, Passed, Scalar};
use semantics::varargs;
use verdict::{Access, FindingKind};

impl Machine<'_> {
    pub(super) fn va_start(&mut self, args: &[ArgValue]) -> Res<Returned> {
        let list = self.pointer_arg(args, 0)?;
        let area = self.frames.last().and_then(|frame| frame.varargs);
        let Some(area) = area else {
            return Fault::new(FindingKind::BadArgument)
                .what("va_start in a function without variable arguments")
                .stop();
        };
        let size = varargs::list_size(self.model);
        let (id, offset) = self.memory.resolve(list, size, Access::Write)?;
        self.memory.fill(id, offset, size as usize, 0);
        let start = Value::pointer(self.memory.object(area).base, area);
        self.store_slow(list, Scalar::Ptr, start)?;
        Ok(Returned::Nothing)
    }

    pub(super) fn va_copy(&mut self, args: &[ArgValue]) -> Res<Returned> {
        let (dst, src) = (self.pointer_arg(args, 0)?, self.pointer_arg(args, 1)?);
        let size = varargs::list_size(self.model);
        let (src_id, src_offset) = self.memory.resolve(src, size, Access::Read)?;
        let (dst_id, dst_offset) = self.memory.resolve(dst, size, Access::Write)?;
        self.memory.copy(dst_id, dst_offset, src_id, src_offset, size as usize);
        Ok(Returned::Nothing)
    }

    /// The destination says which type is read; without one, the function's declaration.
    pub(super) fn va_arg(&mut self, function: FuncId, args: &[ArgValue], dst: Destination) -> Res<Returned> {
        let list = self.pointer_arg(args, 0)?;
        let wide = self.load(list, Scalar::Ptr)?;
        let mut cursor = cursor_of(wide)?;
        let declared = self.result_type(function).map(|ty| &self.program.types[ty]);
        let (scalar, size) = match (dst, declared) {
            (Destination::Register(_, scalar), _) => (Some(scalar), 0),
            (Destination::Memory(_, size), _) => (None, size),
            (Destination::Nothing, Some(ty)) => (ty.scalar(), ty.size),
            (Destination::Nothing, None) => return Ok(Returned::Nothing),
        };
        let returned = match scalar {
            Some(scalar) => Returned::Scalar(self.next_variable(&mut cursor, scalar)?, scalar),
            None => {
                let room = varargs::slot(self.model, Passed::Block(size)).size;
                let bytes = if size == 0 {
                    Bytes::default()
                } else {
                    let (id, offset) = self
                        .memory
                        .resolve(cursor, size, Access::Read)
                        .map_err(|fault| beyond(fault.into()))?;
                    self.memory.extract(id, offset, size as usize)
                };
                cursor = advance(cursor, room);
                Returned::Block(bytes)
            }
        };
        self.store_slow(list, Scalar::Ptr, cursor)?;
        Ok(returned)
    }

    /// Reads the argument at the cursor and moves the cursor on.
    pub(super) fn next_variable(&mut self, cursor: &mut Value, scalar: Scalar) -> Res<Wide> {
        let slot = varargs::slot(self.model, Passed::Scalar(scalar));
        cursor.bits = cursor.bits.wrapping_add(slot.align - 1) & !(slot.align - 1);
        let wide = self
            .memory
            .load(*cursor, access_size(scalar, self.model))
            .map_err(|fault| beyond(fault.into()))?;
        cursor.bits = cursor.bits.wrapping_add(slot.size);
        Ok(wide)
    }

    /// The cursor of a `va_list` that was passed to a library function.
    pub(super) fn va_cursor(&mut self, args: &[ArgValue], index: usize) -> Res<Value> {
        let list = self.pointer_arg(args, index)?;
        if varargs::list_is_passed_by_address(self.model) {
            let wide = self.load(list, Scalar::Ptr)?;
            return cursor_of(wide);
        }
        Ok(list)
    }

    /// The library function went through the arguments: the list is indeterminate.
    pub(super) fn va_list_was_used(&mut self, args: &[ArgValue], index: usize) -> Res<()> {
        if varargs::list_is_passed_by_address(self.model) {
            let list = self.pointer_arg(args, index)?;
            let size = varargs::list_size(self.model);
            let (id, offset) = self.memory.resolve(list, size, Access::Write)?;
            self.memory.make_indeterminate(id, offset, size as usize);
        }
        Ok(())
    }
}

fn cursor_of(wide: Wide) -> Res<Value> {
    if wide.undef != 0 {
        return Fault::new(FindingKind::UninitRead).what("va_list").stop();
    }
    Ok(Value { bits: wide.bits as u64, undef: 0, prov: wide.prov, frag: 0 })
}

fn beyond(stop: Box<Stop>) -> Box<Stop> {
    match *stop {
        Stop::Fault(fault) if fault.kind == FindingKind::OutOfBounds => {
            Fault::new(FindingKind::BadArgument).what("there is no such variable argument").into()
        }
        _ => stop,
    }
}
