//! Variable arguments: see [`crate::varargs`].

use super::{Args, Callee, Done, Execution, Fill, Res, Returned};
use crate::varargs;
use ir::{Passed, Scalar};
use verdict::{Access, FindingKind};

pub(super) trait VariableArguments: Execution {
    fn start_list(&mut self, args: &Args<Self>) -> Done<Self> {
        let list = self.pointer(args, 0)?;
        let Some(first) = self.variable_arguments() else {
            return Err(
                self.fault(FindingKind::BadArgument, "va_start in a function without variable arguments")
            );
        };
        let size = varargs::list_size(self.model());
        let range = self.resolve(list, size, Access::Write)?;
        self.fill(range, size, Fill::Zero)?;
        let first = self.value_of_pointer(first);
        self.store(list, Scalar::Ptr, first)?;
        Ok(Returned::Nothing)
    }

    fn copy_list(&mut self, args: &Args<Self>) -> Done<Self> {
        let (dst, src) = (self.pointer(args, 0)?, self.pointer(args, 1)?);
        let size = varargs::list_size(self.model());
        let from = self.resolve(src, size, Access::Read)?;
        let to = self.resolve(dst, size, Access::Write)?;
        self.copy_bytes(to, from, size)?;
        Ok(Returned::Nothing)
    }

    /// Who wants the result says which type is read; without one, the function's declaration.
    fn next_of_list(&mut self, callee: Callee, args: &Args<Self>) -> Done<Self> {
        let list = self.pointer(args, 0)?;
        let mut cursor = self.cursor_of(list)?;
        let wanted = match (callee.wanted, self.result_type(callee.function)) {
            (Some(wanted), _) => wanted,
            (None, Some(ty)) => ty.scalar().map_or(Passed::Block(ty.size), Passed::Scalar),
            (None, None) => return Ok(Returned::Nothing),
        };
        let returned = match wanted {
            Passed::Scalar(scalar) => Returned::Scalar(self.next_variable(&mut cursor, scalar)?, scalar),
            Passed::Block(size) => {
                let block = match size {
                    0 => self.block_of(Vec::new()),
                    _ => {
                        let range = self.resolve_variable(cursor, size)?;
                        self.extract(range, size)
                    }
                };
                cursor = self.advance(cursor, varargs::slot(self.model(), wanted).size);
                Returned::Block(block)
            }
            Passed::Nothing => Returned::Nothing,
        };
        let cursor = self.value_of_pointer(cursor);
        self.store(list, Scalar::Ptr, cursor)?;
        Ok(returned)
    }

    fn cursor_of(&mut self, list: Self::Pointer) -> Res<Self, Self::Pointer> {
        let cursor = self.load(list, Scalar::Ptr)?;
        if self.is_undefined(cursor) {
            return Err(self.fault(FindingKind::UninitRead, "va_list"));
        }
        Ok(self.pointer_of(cursor))
    }

    /// An argument that was not passed is behind the end of those that were.
    fn resolve_variable(&mut self, cursor: Self::Pointer, size: u64) -> Res<Self, (Self::Object, u64)> {
        match self.resolve(cursor, size, Access::Read) {
            Err(stop) if Self::is_out_of_bounds(&stop) => {
                Err(self.fault(FindingKind::BadArgument, "there is no such variable argument"))
            }
            found => found,
        }
    }

    /// Reads the argument at the cursor and moves the cursor on.
    fn next_variable(&mut self, cursor: &mut Self::Pointer, scalar: Scalar) -> Res<Self, Self::Value> {
        let slot = varargs::slot(self.model(), Passed::Scalar(scalar));
        *cursor = self.align_up(*cursor, slot.align);
        // The padding of a `long double` is not read.
        let range = self.resolve_variable(*cursor, u64::from(scalar.width(self.model()) / 8))?;
        let value = self.load_stored(range, scalar)?;
        *cursor = self.advance(*cursor, slot.size);
        Ok(value)
    }

    /// The cursor of a `va_list` that was passed to a library function.
    fn list_cursor(&mut self, args: &Args<Self>, index: usize) -> Res<Self, Self::Pointer> {
        let list = self.pointer(args, index)?;
        if varargs::list_is_passed_by_address(self.model()) { self.cursor_of(list) } else { Ok(list) }
    }

    /// The library function went through the arguments: the list is indeterminate.
    fn list_was_used(&mut self, args: &Args<Self>, index: usize) -> Res<Self, ()> {
        if varargs::list_is_passed_by_address(self.model()) {
            let list = self.pointer(args, index)?;
            let size = varargs::list_size(self.model());
            let range = self.resolve(list, size, Access::Write)?;
            self.fill(range, size, Fill::Undefined)?;
        }
        Ok(())
    }
}

impl<E: Execution> VariableArguments for E {}
