//! Variable arguments, which lie in a stack object of their own. See `semantics::varargs`.

use crate::call::{ArgValue, Returned};
use crate::fault::{Res, Stop, fault};
use crate::hunter::Hunter;
use crate::state::State;
use crate::value::Value;
use ir::{FuncId, LocalId, Passed, Scalar};
use semantics::varargs;
use verdict::{Access, FindingKind};

impl Hunter<'_> {
    pub(super) fn va_start(&mut self, state: &mut State, args: &[ArgValue]) -> Res<Returned> {
        let list = self.pointer_arg(state, args, 0)?;
        let Some(area) = state.top().varargs else { return fault(FindingKind::BadArgument) };
        let size = varargs::list_size(self.model);
        let (id, offset) = self.resolve(state, list, size, Access::Write)?;
        let zero = self.zero_byte;
        state.memory.fill_bytes(id, offset, size, zero);
        let start = self.object_pointer(area);
        let word = self.word();
        self.store_at(state, id, offset, word, start)?;
        Ok(Returned::Nothing)
    }

    pub(super) fn va_copy(&mut self, state: &mut State, args: &[ArgValue]) -> Res<Returned> {
        let (dst, src) = (self.pointer_arg(state, args, 0)?, self.pointer_arg(state, args, 1)?);
        let size = varargs::list_size(self.model);
        let (src_id, src_offset) = self.resolve(state, src, size, Access::Read)?;
        let (dst_id, dst_offset) = self.resolve(state, dst, size, Access::Write)?;
        let bytes = state.memory.bytes(src_id, src_offset, size);
        state.memory.set_bytes(dst_id, dst_offset, &bytes);
        Ok(Returned::Nothing)
    }

    /// The destination says which type is read; without one, the function's declaration.
    pub(super) fn va_arg(
        &mut self,
        state: &mut State,
        function: FuncId,
        args: &[ArgValue],
        dst: Option<LocalId>,
    ) -> Res<Returned> {
        let list = self.pointer_arg(state, args, 0)?;
        let mut cursor = self.load(state, list, Scalar::Ptr)?;
        if cursor.undef {
            return fault(FindingKind::UninitRead);
        }
        let (scalar, size) = match dst {
            Some(local) => {
                let local = &self.body(state).locals[local];
                let size = self.program.types[local.ty].size;
                (if local.register { Some(local.scalar.unwrap_or(Scalar::I32)) } else { None }, size)
            }
            None => match self.result_type(function) {
                Some(ty) => (self.program.types[ty].scalar(), self.program.types[ty].size),
                None => return Ok(Returned::Nothing),
            },
        };
        let returned = match scalar {
            Some(scalar) => Returned::Scalar(self.next_variable(state, &mut cursor, scalar)?, scalar),
            None => {
                let room = varargs::slot(self.model, Passed::Block(size)).size;
                let bytes = if size == 0 {
                    Vec::new()
                } else {
                    let (id, offset) = self.resolve(state, cursor, size, Access::Read).map_err(beyond)?;
                    self.copied(state, id, offset, size)
                };
                cursor = self.advance(cursor, room);
                Returned::Block(bytes)
            }
        };
        self.store(state, list, Scalar::Ptr, cursor, Access::Write)?;
        Ok(returned)
    }

    /// Reads the argument at the cursor and moves the cursor on.
    pub(super) fn next_variable(
        &mut self,
        state: &mut State,
        cursor: &mut Value,
        scalar: Scalar,
    ) -> Res<Value> {
        let slot = varargs::slot(self.model, Passed::Scalar(scalar));
        if let Some(at) = self.oracle.constant(cursor.bits) {
            let aligned = (at as u64).next_multiple_of(slot.align);
            cursor.bits = self.word_constant(aligned);
        }
        let size = self.access_size(scalar);
        let (id, offset) = self.resolve(state, *cursor, size, Access::Read).map_err(beyond)?;
        let value = self.load_at(state, id, offset, scalar)?;
        *cursor = self.advance(*cursor, slot.size);
        Ok(value)
    }

    /// The cursor of a `va_list` that was passed to a library function.
    pub(super) fn va_cursor(&mut self, state: &mut State, args: &[ArgValue], index: usize) -> Res<Value> {
        let list = self.pointer_arg(state, args, index)?;
        if varargs::list_is_passed_by_address(self.model) {
            let cursor = self.load(state, list, Scalar::Ptr)?;
            if cursor.undef {
                return fault(FindingKind::UninitRead);
            }
            return Ok(cursor);
        }
        Ok(list)
    }

    /// The library function went through the arguments: the list is indeterminate.
    pub(super) fn va_list_was_used(&mut self, state: &mut State, args: &[ArgValue], index: usize) -> Res<()> {
        if varargs::list_is_passed_by_address(self.model) {
            let list = self.pointer_arg(state, args, index)?;
            let size = varargs::list_size(self.model);
            let (id, offset) = self.resolve(state, list, size, Access::Write)?;
            let undefined = self.undef_byte;
            state.memory.fill_bytes(id, offset, size, undefined);
        }
        Ok(())
    }
}

fn beyond(stop: Box<Stop>) -> Box<Stop> {
    match *stop {
        Stop::Fault(FindingKind::OutOfBounds) => Box::new(Stop::Fault(FindingKind::BadArgument)),
        _ => stop,
    }
}
