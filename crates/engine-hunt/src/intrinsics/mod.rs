//! What the library functions do, as the concrete machine does it. The table in the `models` crate documents each.
//!
//! A function that forks is undone and executed again in each case, so that it may decide as it goes.

mod memory;
mod print;
mod strings;
mod varargs;

use crate::call::{ArgValue, Returned};
use crate::fault::{Res, Stop, fault, undetermined, unsupported};
use crate::hunter::Hunter;
use crate::state::State;
use crate::value::Value;
use ir::{FuncId, Intrinsic, LocalId, Scalar};
use smt::TermId;
use std::rc::Rc;
use verdict::{FindingKind, Property};

impl Hunter<'_> {
    pub(crate) fn intrinsic(
        &mut self,
        state: &mut State,
        which: Intrinsic,
        function: FuncId,
        args: &[ArgValue],
        dst: Option<LocalId>,
    ) -> Res<Returned> {
        match which {
            Intrinsic::Allocate => self.allocate(state, args),
            Intrinsic::AllocateZeroed => self.allocate_zeroed(state, args),
            Intrinsic::AllocateAligned => self.allocate_aligned(state, args),
            Intrinsic::Resize => self.resize(state, args),
            Intrinsic::Free => self.free(state, args),
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
                self.int_term(state, args, 0)?;
                Err(Box::new(Stop::Exit))
            }
            Intrinsic::ExitNow => {
                self.int_term(state, args, 0)?;
                Err(Box::new(Stop::ExitNow))
            }
            Intrinsic::Abort => Err(Box::new(Stop::Abort)),
            Intrinsic::Atexit => {
                let handler = self.pointer_arg(state, args, 0)?;
                let handler = self.handler(state, handler)?;
                Rc::make_mut(&mut state.atexit).push(handler);
                Ok(self.int_result(0))
            }
            Intrinsic::AssertFail => fault(FindingKind::AssertionFailed),
            Intrinsic::BadArgument => fault(FindingKind::BadArgument),
            Intrinsic::Assert => {
                if self.truth_arg(state, args)? {
                    Ok(Returned::Nothing)
                } else {
                    fault(FindingKind::AssertionFailed)
                }
            }
            Intrinsic::Assume => {
                if self.truth_arg(state, args)? {
                    Ok(Returned::Nothing)
                } else {
                    Err(Box::new(Stop::Assumed))
                }
            }
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
                    Some(scalar) => Returned::Scalar(self.int(scalar, 0), scalar),
                    None => Returned::Nothing,
                })
            }
            Intrinsic::StringToFloat | Intrinsic::Math(_) | Intrinsic::Unsupported => {
                let name = self.program.names.resolve(self.program.functions[function].name);
                unsupported(format_args!("the function {name}"))
            }
        }
    }

    pub(crate) fn asked(&self, property: Property) -> bool {
        self.policy.asks(property)
    }

    // Arguments and results

    pub(crate) fn scalar_arg(&mut self, args: &[ArgValue], index: usize) -> Res<(Value, Scalar)> {
        match args.get(index) {
            Some(ArgValue::Scalar(value, scalar)) => Ok((*value, *scalar)),
            _ => fault(FindingKind::BadArgument),
        }
    }

    /// A pointer; it is looked at only when it is dereferenced.
    pub(crate) fn pointer_arg(&mut self, state: &mut State, args: &[ArgValue], index: usize) -> Res<Value> {
        let (value, scalar) = self.scalar_arg(args, index)?;
        if scalar == Scalar::Ptr {
            return Ok(value);
        }
        if scalar.is_float() {
            return fault(FindingKind::BadArgument);
        }
        self.cast(state, scalar, Scalar::Ptr, value)
    }

    /// An integer that the function looks at, as wide as it was given.
    pub(crate) fn int_term(&mut self, _: &State, args: &[ArgValue], index: usize) -> Res<(TermId, Scalar)> {
        let (value, scalar) = self.scalar_arg(args, index)?;
        if scalar.is_float() {
            return fault(FindingKind::BadArgument);
        }
        if value.undef {
            return fault(FindingKind::UninitRead);
        }
        if !value.prov.is_none() {
            return undetermined("an argument depends on the address of a block");
        }
        Ok((value.bits, scalar))
    }

    /// A `size_t`, as a term of pointer width.
    pub(crate) fn size_term(&mut self, state: &State, args: &[ArgValue], index: usize) -> Res<TermId> {
        let (bits, scalar) = self.int_term(state, args, index)?;
        let width = self.word_bits();
        Ok(self.oracle.terms.resize(bits, width, scalar.is_signed()))
    }

    /// A `size_t` that counts bytes.
    pub(crate) fn size_arg(&mut self, state: &State, args: &[ArgValue], index: usize) -> Res<u64> {
        let bits = self.size_term(state, args, index)?;
        self.size_value(state, bits)
    }

    fn truth_arg(&mut self, state: &mut State, args: &[ArgValue]) -> Res<bool> {
        let (value, scalar) = self.scalar_arg(args, 0)?;
        if value.undef {
            return fault(FindingKind::UninitRead);
        }
        if !value.prov.is_none() {
            // An object's address is not null.
            return Ok(true);
        }
        if scalar.is_float() {
            let bits = self.sampled(state, value.bits)?;
            let width = scalar.width(self.model);
            return Ok(bits & !(1 << (width - 1)) != 0);
        }
        let condition = self.oracle.terms.bv_to_bool(value.bits);
        self.decide(state, condition)
    }

    pub(crate) fn int_result(&mut self, value: i64) -> Returned {
        Returned::Scalar(self.int(Scalar::I32, i128::from(value)), Scalar::I32)
    }

    pub(crate) fn pointer_result(&self, value: Value) -> Returned {
        Returned::Scalar(value, Scalar::Ptr)
    }

    pub(crate) fn size_result(&mut self, size: u64) -> Returned {
        let scalar = self.model.unsigned_word();
        Returned::Scalar(self.int(scalar, i128::from(size)), scalar)
    }

    fn getchar(&mut self, state: &mut State) -> Res<Returned> {
        let bits = self.input(state, 32, true);
        let terms = &mut self.oracle.terms;
        let (low, high) = (terms.bv_signed(32, -1), terms.bv_signed(32, 255));
        let (above, below) = (terms.sle(low, bits), terms.sle(bits, high));
        let range = terms.and(above, below);
        // Zero lies in the range, and a new input is zero in every model.
        let model = state.model.clone();
        match self.oracle.model_of(state, range)? {
            Some(case) => state.assume(range, case.model),
            None => state.assume(range, model),
        }
        Ok(Returned::Scalar(Value::int(bits), Scalar::I32))
    }
}
