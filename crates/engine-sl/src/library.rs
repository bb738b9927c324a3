//! The primitives of the library, as the concrete machine has them. The table in the `models` crate documents each.
//!
//! A function that forks is undone and executed again in each case, so that it may decide as it goes.

use crate::call::{ArgValue, Returned};
use crate::exec::Executor;
use crate::fault::{Res, Stop, fault, unsupported};
use crate::state::{Kind, State};
use ir::{FuncId, Intrinsic, LocalId, Passed, Scalar};
use semantics::address::HEAP_ALIGNMENT;
use semantics::varargs;
use sl::{Allocated, Byte, Life};
use smt::TermId;
use std::rc::Rc;
use verdict::{Access, FindingKind};

impl Executor<'_> {
    pub(crate) fn intrinsic(
        &mut self,
        state: &mut State,
        which: Intrinsic,
        function: FuncId,
        args: &[ArgValue],
        dst: Option<LocalId>,
    ) -> Res<Returned> {
        match which {
            Intrinsic::Allocate => {
                let size = self.size_term(args, 0)?;
                self.allocated_result(state, size, HEAP_ALIGNMENT, false)
            }
            Intrinsic::AllocateZeroed => {
                let (count, size) = (self.size_term(args, 0)?, self.size_term(args, 1)?);
                let over = self.prover.terms.umul_overflows(count, size);
                if self.decide(state, over)? {
                    return Ok(self.null_result());
                }
                let size = self.prover.terms.mul(count, size);
                self.allocated_result(state, size, HEAP_ALIGNMENT, true)
            }
            Intrinsic::AllocateAligned => {
                let align = self.size_term(args, 0)?;
                let align = self.size_value(state, align)?;
                let size = self.size_term(args, 1)?;
                self.allocated_result(state, size, align, false)
            }
            Intrinsic::Resize => self.resize(state, args),
            Intrinsic::Free => {
                let block = self.pointer_arg(args, 0)?;
                self.free(state, block)?;
                Ok(Returned::Nothing)
            }
            Intrinsic::Copy | Intrinsic::Move => self.copy(state, which, args),
            Intrinsic::Fill => self.fill_block(state, args),
            Intrinsic::FindEnd | Intrinsic::FindEndWithin => self.find_end(state, which, args),
            Intrinsic::CompareBytes | Intrinsic::CompareStrings | Intrinsic::CompareStringsWithin => {
                self.compare_bytes(state, which, args)
            }

            Intrinsic::Print(print) => self.print(state, print, args, dst.is_some()),
            Intrinsic::Write(write) => self.write(state, write, args, dst.is_some()),
            Intrinsic::Getchar => self.getchar(state),

            Intrinsic::Exit => {
                self.int_term(args, 0)?;
                Err(Box::new(Stop::Exit))
            }
            Intrinsic::ExitNow => {
                self.int_term(args, 0)?;
                Err(Box::new(Stop::ExitNow))
            }
            Intrinsic::Abort => Err(Box::new(Stop::Abort)),
            Intrinsic::Atexit => {
                let handler = self.pointer_arg(args, 0)?;
                let handler = self.callee_at(state, handler)?;
                if self.program.mismatch_of_pointer(handler, std::iter::empty(), None).is_some() {
                    return fault(FindingKind::InvalidCall);
                }
                Rc::make_mut(&mut state.atexit).push(handler);
                Ok(self.int_result(0))
            }
            Intrinsic::AssertFail => fault(FindingKind::AssertionFailed),
            Intrinsic::BadArgument => fault(FindingKind::BadArgument),
            Intrinsic::Assert => match self.truth_arg(state, args)? {
                true => Ok(Returned::Nothing),
                false => fault(FindingKind::AssertionFailed),
            },
            Intrinsic::Assume => match self.truth_arg(state, args)? {
                true => Ok(Returned::Nothing),
                false => Err(Box::new(Stop::Assumed)),
            },
            Intrinsic::ReachError => fault(FindingKind::ErrorReached),
            Intrinsic::Nondet => Ok(self.arbitrary_result(state, function)),
            Intrinsic::NondetMemory => self.nondet_memory(state, args),
            Intrinsic::Plot => Ok(Returned::Nothing),
            Intrinsic::Summarise | Intrinsic::LikeGlibc => Ok(self.int_result(0)),

            Intrinsic::VaStart => self.va_start(state, args),
            Intrinsic::VaArg => self.va_arg(state, function, args, dst),
            Intrinsic::VaCopy => self.va_copy(state, args),
            Intrinsic::VaEnd => Ok(Returned::Nothing),

            Intrinsic::Nop => {
                Ok(match self.result_type(function).and_then(|t| self.program.types[t].scalar()) {
                    Some(scalar) => {
                        let width = scalar.width(self.model);
                        Returned::Scalar(self.prover.terms.bv_const(width, 0), scalar)
                    }
                    None => Returned::Nothing,
                })
            }
            Intrinsic::StringToFloat | Intrinsic::Math(_) | Intrinsic::Unsupported => {
                let name = self.program.names.resolve(self.program.functions[function].name);
                unsupported(format_args!("the function {name}"))
            }
        }
    }

    // Arguments and results

    pub(crate) fn scalar_arg(&mut self, args: &[ArgValue], index: usize) -> Res<(TermId, Scalar)> {
        match args.get(index) {
            Some(ArgValue::Scalar(value, scalar)) => Ok((*value, *scalar)),
            _ => fault(FindingKind::BadArgument),
        }
    }

    pub(crate) fn pointer_arg(&mut self, args: &[ArgValue], index: usize) -> Res<TermId> {
        let (value, scalar) = self.scalar_arg(args, index)?;
        if scalar.is_float() {
            return fault(FindingKind::BadArgument);
        }
        self.cast(scalar, Scalar::Ptr, value)
    }

    /// An integer, as wide as it was given.
    fn int_term(&mut self, args: &[ArgValue], index: usize) -> Res<(TermId, Scalar)> {
        let (value, scalar) = self.scalar_arg(args, index)?;
        if scalar.is_float() {
            return fault(FindingKind::BadArgument);
        }
        Ok((value, scalar))
    }

    /// A `size_t`, as a term of pointer width.
    pub(crate) fn size_term(&mut self, args: &[ArgValue], index: usize) -> Res<TermId> {
        let (bits, scalar) = self.int_term(args, index)?;
        let width = self.word_bits();
        Ok(self.prover.terms.resize(bits, width, scalar.is_signed()))
    }

    fn truth_arg(&mut self, state: &mut State, args: &[ArgValue]) -> Res<bool> {
        let (value, scalar) = self.scalar_arg(args, 0)?;
        if scalar.is_float() {
            return unsupported("floating-point arithmetic");
        }
        let zero = self.prover.terms.bv_const(scalar.width(self.model), 0);
        let condition = self.compare(state, ir::BinOp::Ne, scalar, value, zero)?;
        self.decide(state, condition)
    }

    pub(crate) fn int_result(&mut self, value: i64) -> Returned {
        Returned::Scalar(self.prover.terms.bv_signed(32, i128::from(value)), Scalar::I32)
    }

    fn null_result(&mut self) -> Returned {
        Returned::Scalar(self.word_constant(0), Scalar::Ptr)
    }

    fn getchar(&mut self, state: &mut State) -> Res<Returned> {
        let bits = self.input(state, 32, true);
        let terms = &mut self.prover.terms;
        let (low, high) = (terms.bv_signed(32, -1), terms.bv_signed(32, 255));
        let (above, below) = (terms.sle(low, bits), terms.sle(bits, high));
        let range = terms.and(above, below);
        match self.prover.case_of(&state.path, &state.heap, range)? {
            Some(case) => state.path.assume(&case),
            None => return unsupported("this use of getchar"),
        }
        Ok(Returned::Scalar(bits, Scalar::I32))
    }

    // Memory

    fn allocated_result(
        &mut self,
        state: &mut State,
        size: TermId,
        align: u64,
        zeroed: bool,
    ) -> Res<Returned> {
        Ok(match self.malloc(state, size, align, zeroed)? {
            Some(id) => Returned::Scalar(state.heap.get(id).base, Scalar::Ptr),
            None => self.null_result(),
        })
    }

    /// REALLOC: the block moves; whether it does is left open until somebody uses a pointer to where it was.
    fn resize(&mut self, state: &mut State, args: &[ArgValue]) -> Res<Returned> {
        let old = self.pointer_arg(args, 0)?;
        let size = self.size_term(args, 1)?;
        let Some(id) = self.block_to_free(state, old)? else { return Ok(self.null_result()) };
        // The new block must not be kept apart from the old one: it may be the same place.
        let before = state.heap.clone();
        let content = state.heap.get(id).size;
        state.heap.release(id, Life::Freed);
        let Some(new) = self.malloc(state, size, HEAP_ALIGNMENT, false)? else {
            state.heap = before;
            return Ok(self.null_result());
        };
        if before.get(id).origin.kind == Kind::Given {
            // How large the caller's block is, nobody knows: what is known of it goes on.
            let known: Vec<(u64, Byte)> = before.get(id).written().collect();
            for (at, byte) in known {
                state.heap.set_bytes(new, at, &[byte]);
            }
            let in_place = self.arbitrary_choice(state);
            state.heap.get_mut(id).moved = Some((new, in_place));
            return Ok(Returned::Scalar(state.heap.get(new).base, Scalar::Ptr));
        }
        let common = match (self.prover.constant(content), self.prover.constant(size)) {
            (Some(a), Some(b)) => a.min(b) as u64,
            _ => {
                let terms = &mut self.prover.terms;
                let less = terms.ult(content, size);
                let common = terms.ite(less, content, size);
                self.size_value(state, common)?
            }
        };
        self.bulk(common)?;
        let bytes = before.bytes(id, 0, common);
        state.heap.set_bytes(new, 0, &bytes);
        let in_place = self.arbitrary_choice(state);
        state.heap.get_mut(id).moved = Some((new, in_place));
        Ok(Returned::Scalar(state.heap.get(new).base, Scalar::Ptr))
    }

    /// The number of bytes of an operation on ranges: if some number of them leaves the segment, that comes first.
    pub(crate) fn count(&mut self, state: &mut State, size: TermId, ranges: &[TermId]) -> Res<u64> {
        if let Some(known) = self.prover.constant(size) {
            return Ok(known as u64);
        }
        let zero = self.word_constant(0);
        let none = self.prover.terms.eq(size, zero);
        if self.decide(state, none)? {
            return Ok(0);
        }
        for &address in ranges {
            let (id, offset) = self.locate(state, address)?;
            self.alive(state, id)?;
            let total = state.heap.get(id).size;
            let terms = &mut self.prover.terms;
            let starts = terms.ule(offset, total);
            let room = terms.sub(total, offset);
            let fits = terms.ule(size, room);
            let inside = terms.and(starts, fits);
            if state.heap.get(id).origin.kind == Kind::Given {
                self.assume_inside(state, id, inside)?;
            } else if !self.decide(state, inside)? {
                return fault(FindingKind::OutOfBounds);
            }
        }
        self.size_value(state, size)
    }

    fn copy(&mut self, state: &mut State, which: Intrinsic, args: &[ArgValue]) -> Res<Returned> {
        let (dst, src) = (self.pointer_arg(args, 0)?, self.pointer_arg(args, 1)?);
        let size = self.size_term(args, 2)?;
        let size = self.count(state, size, &[src, dst])?;
        if size > 0 {
            let (src_id, src_offset) = self.resolve(state, src, size, Access::Read)?;
            let (dst_id, dst_offset) = self.resolve(state, dst, size, Access::Write)?;
            let distance = src_offset.abs_diff(dst_offset);
            if which == Intrinsic::Copy && src_id == dst_id && distance < size {
                return fault(FindingKind::Overlap);
            }
            self.bulk(size)?;
            let bytes = self.copied(state, src_id, src_offset, size);
            state.heap.set_bytes(dst_id, dst_offset, &bytes);
        }
        Ok(Returned::Scalar(dst, Scalar::Ptr))
    }

    fn fill_block(&mut self, state: &mut State, args: &[ArgValue]) -> Res<Returned> {
        let dst = self.pointer_arg(args, 0)?;
        let (byte, _) = self.scalar_arg(args, 1)?;
        let size = self.size_term(args, 2)?;
        let constant = self.prover.terms.is_constant(byte);
        let term = self.prover.terms.extract(byte, 7, 0);
        // All of a block whose size nobody knows.
        if constant
            && let Some((id, offset)) = state.heap.decompose(&mut self.prover, dst)
            && self.prover.constant(offset) == Some(0)
            && state.heap.get(id).is_live()
            && state.heap.get(id).size == size
            && matches!(
                self.prover.allocated(&state.path, &state.heap, &[id], dst, 0, self.config.procedure)?,
                Allocated::Always(_)
            )
            && state.heap.get(id).part == sl::Part::Heap
        {
            state.heap.fill_all(id, Byte { term, ..self.zero_byte });
            return Ok(Returned::Scalar(dst, Scalar::Ptr));
        }
        let size = self.count(state, size, &[dst])?;
        if size > 0 {
            let (id, offset) = self.resolve(state, dst, size, Access::Write)?;
            let fill = Byte { term, ..self.zero_byte };
            self.fill(state, id, offset, size, fill)?;
        }
        Ok(Returned::Scalar(dst, Scalar::Ptr))
    }

    fn nondet_memory(&mut self, state: &mut State, args: &[ArgValue]) -> Res<Returned> {
        let start = self.pointer_arg(args, 0)?;
        let size = self.size_term(args, 1)?;
        let size = self.count(state, size, &[start])?;
        if size > 0 {
            let (id, offset) = self.resolve(state, start, size, Access::Write)?;
            for i in 0..size {
                let term = self.input(state, 8, false);
                state.heap.set_bytes(id, offset + i, &[Byte { term, ..self.zero_byte }]);
                self.tick(1)?;
            }
        }
        Ok(Returned::Nothing)
    }

    // Strings

    /// The bytes of a string without its terminator, which must be there unless `limit` bytes come before it.
    pub(crate) fn c_string(
        &mut self,
        state: &mut State,
        start: TermId,
        limit: Option<u64>,
    ) -> Res<Vec<TermId>> {
        let mut bytes = Vec::new();
        let mut i = 0;
        let zero = self.prover.terms.bv_const(8, 0);
        while limit.is_none_or(|limit| i < limit) {
            let byte = self.byte_at(state, start, i)?;
            let end = self.prover.terms.eq(byte, zero);
            if self.decide(state, end)? {
                break;
            }
            bytes.push(byte);
            i += 1;
            self.tick(1)?;
        }
        Ok(bytes)
    }

    fn find_end(&mut self, state: &mut State, which: Intrinsic, args: &[ArgValue]) -> Res<Returned> {
        let limit = match which {
            Intrinsic::FindEnd => None,
            _ => {
                let most = self.size_term(args, 1)?;
                Some(self.size_value(state, most)?)
            }
        };
        let start = self.pointer_arg(args, 0)?;
        let len = self.c_string(state, start, limit)?.len();
        let scalar = self.model.unsigned_word();
        Ok(Returned::Scalar(self.word_constant(len as u64), scalar))
    }

    fn compare_bytes(&mut self, state: &mut State, which: Intrinsic, args: &[ArgValue]) -> Res<Returned> {
        let (a, b) = (self.pointer_arg(args, 0)?, self.pointer_arg(args, 1)?);
        let limit = match which {
            Intrinsic::CompareBytes => {
                let size = self.size_term(args, 2)?;
                self.count(state, size, &[a, b])?
            }
            Intrinsic::CompareStrings => u64::MAX,
            _ => {
                let most = self.size_term(args, 2)?;
                self.size_value(state, most)?
            }
        };
        let until_zero = which != Intrinsic::CompareBytes;
        if !until_zero && limit > 0 {
            // All bytes must be there, wherever the first difference is.
            self.resolve(state, a, limit, Access::Read)?;
            self.resolve(state, b, limit, Access::Read)?;
        }
        let zero = self.prover.terms.bv_const(8, 0);
        for i in 0..limit {
            let (x, y) = (self.byte_at(state, a, i)?, self.byte_at(state, b, i)?);
            let differ = self.prover.terms.ne(x, y);
            let end = self.prover.terms.eq(x, zero);
            if self.decide(state, differ)? || until_zero && self.decide(state, end)? {
                let terms = &mut self.prover.terms;
                let (x, y) = (terms.zero_extend(x, 32), terms.zero_extend(y, 32));
                return Ok(Returned::Scalar(terms.sub(x, y), Scalar::I32));
            }
            self.tick(1)?;
        }
        Ok(self.int_result(0))
    }

    // Variable arguments, which lie in a stack segment of their own; see `semantics::varargs`

    fn va_start(&mut self, state: &mut State, args: &[ArgValue]) -> Res<Returned> {
        let list = self.pointer_arg(args, 0)?;
        let Some(area) = state.top().varargs else { return fault(FindingKind::BadArgument) };
        let size = varargs::list_size(self.model);
        let (id, offset) = self.resolve(state, list, size, Access::Write)?;
        let zero = self.zero_byte;
        self.fill(state, id, offset, size, zero)?;
        let start = state.heap.get(area).base;
        let word = self.word();
        self.store_at(state, id, offset, word, Some(start));
        Ok(Returned::Nothing)
    }

    fn va_copy(&mut self, state: &mut State, args: &[ArgValue]) -> Res<Returned> {
        let (dst, src) = (self.pointer_arg(args, 0)?, self.pointer_arg(args, 1)?);
        let size = varargs::list_size(self.model);
        let (src_id, src_offset) = self.resolve(state, src, size, Access::Read)?;
        let (dst_id, dst_offset) = self.resolve(state, dst, size, Access::Write)?;
        let bytes = state.heap.bytes(src_id, src_offset, size);
        state.heap.set_bytes(dst_id, dst_offset, &bytes);
        Ok(Returned::Nothing)
    }

    /// The destination says which type is read; without one, the function's declaration.
    fn va_arg(
        &mut self,
        state: &mut State,
        function: FuncId,
        args: &[ArgValue],
        dst: Option<LocalId>,
    ) -> Res<Returned> {
        let list = self.pointer_arg(args, 0)?;
        let mut cursor = self.load(state, list, Scalar::Ptr)?;
        let (scalar, size) = match dst {
            Some(local) => {
                let local = &self.body(state).locals[local];
                let size = self.program.types[local.ty].size;
                (local.register.then_some(local.scalar.unwrap_or(Scalar::I32)), size)
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
                let bytes = match size {
                    0 => Vec::new(),
                    _ => {
                        let (id, offset) = self.resolve(state, cursor, size, Access::Read).map_err(beyond)?;
                        self.copied(state, id, offset, size)
                    }
                };
                cursor = self.advance(cursor, room);
                Returned::Block(bytes)
            }
        };
        self.store(state, list, Scalar::Ptr, Some(cursor), Access::Write)?;
        Ok(returned)
    }

    /// Reads the argument at the cursor and moves the cursor on.
    pub(crate) fn next_variable(
        &mut self,
        state: &mut State,
        cursor: &mut TermId,
        scalar: Scalar,
    ) -> Res<TermId> {
        let slot = varargs::slot(self.model, Passed::Scalar(scalar));
        if let Some((id, offset)) = state.heap.decompose(&mut self.prover, *cursor)
            && let Some(at) = self.prover.constant(offset)
        {
            let base = state.heap.get(id).base;
            *cursor = self.advance(base, (at as u64).next_multiple_of(slot.align));
        }
        let size = self.access_size(scalar);
        let (id, offset) = self.resolve(state, *cursor, size, Access::Read).map_err(beyond)?;
        let value = self.load_at(state, id, offset, scalar)?;
        *cursor = self.advance(*cursor, slot.size);
        Ok(value)
    }

    /// The cursor of a `va_list` that was passed to a library function.
    pub(crate) fn va_cursor(&mut self, state: &mut State, args: &[ArgValue], index: usize) -> Res<TermId> {
        let list = self.pointer_arg(args, index)?;
        match varargs::list_is_passed_by_address(self.model) {
            true => self.load(state, list, Scalar::Ptr),
            false => Ok(list),
        }
    }
}

fn beyond(stop: Box<Stop>) -> Box<Stop> {
    match *stop {
        Stop::Fault(FindingKind::OutOfBounds) => Box::new(Stop::Fault(FindingKind::BadArgument)),
        _ => stop,
    }
}
