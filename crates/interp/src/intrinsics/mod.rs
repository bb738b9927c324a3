//! What the library functions that the machine knows by itself do. The table in the `models` crate documents each.

mod control;
mod memory;
mod numbers;
mod output;
mod strings;
mod varargs;

use crate::call::{ArgValue, Returned};
use crate::code::Destination;
use crate::fault::{Fault, Res, nondeterminism, unsupported};
use crate::machine::Machine;
use crate::options::Mode;
use crate::value::{Prov, Value, Wide, mask};
use ir::{FuncId, Intrinsic, Scalar};
use verdict::FindingKind;

impl Machine<'_> {
    pub(crate) fn intrinsic(
        &mut self,
        which: Intrinsic,
        function: FuncId,
        args: &[ArgValue],
        dst: Destination,
    ) -> Res<Returned> {
        self.steps += 1;
        match which {
            Intrinsic::Allocate => self.allocate(args),
            Intrinsic::AllocateZeroed => self.allocate_zeroed(args),
            Intrinsic::AllocateAligned => self.allocate_aligned(args),
            Intrinsic::Resize => self.resize(args),
            Intrinsic::Free => self.free(args),
            Intrinsic::Copy | Intrinsic::Move => self.copy(which, args),
            Intrinsic::Fill => self.fill(args),
            Intrinsic::FindEnd | Intrinsic::FindEndWithin => self.find_end(which, args),
            Intrinsic::CompareBytes | Intrinsic::CompareStrings | Intrinsic::CompareStringsWithin => {
                self.compare(which, args)
            }
            Intrinsic::StringToFloat => self.string_to_float(function, args),

            Intrinsic::Print(print) => self.print(print, args, dst),
            Intrinsic::Write(write) => self.write(write, args, dst),
            Intrinsic::Getchar => Ok(int(self.input("int", -1, 255)? as i64)),

            Intrinsic::Exit
            | Intrinsic::ExitNow
            | Intrinsic::Abort
            | Intrinsic::Atexit
            | Intrinsic::AssertFail
            | Intrinsic::Assert
            | Intrinsic::BadArgument
            | Intrinsic::Assume
            | Intrinsic::ReachError => self.control(which, function, args),
            Intrinsic::Nondet => self.arbitrary_or_usual(function),
            Intrinsic::NondetMemory => self.nondet_memory(args),
            Intrinsic::Plot => Ok(Returned::Nothing),
            Intrinsic::Summarise => Ok(int(0)),
            Intrinsic::LikeGlibc => Ok(int(i64::from(self.options.mode == Mode::Run))),
            Intrinsic::Math(math) => self.math(math, function, args),

            Intrinsic::VaStart => self.va_start(args),
            Intrinsic::VaArg => self.va_arg(function, args, dst),
            Intrinsic::VaCopy => self.va_copy(args),
            Intrinsic::VaEnd => Ok(Returned::Nothing),

            Intrinsic::Unsupported => {
                unsupported(format_args!("the function {}", self.function_name(function)))
            }
            Intrinsic::Nop => Ok(match self.result_scalar(function) {
                Some(scalar) => Returned::Scalar(Wide::int(0), scalar),
                None => Returned::Nothing,
            }),
        }
    }

    pub(crate) fn function_name(&self, function: FuncId) -> String {
        self.program.names.resolve(self.program.functions[function].name).to_string()
    }

    // Arguments

    pub(crate) fn scalar_arg(&mut self, args: &[ArgValue], index: usize) -> Res<(Wide, Scalar)> {
        match args.get(index) {
            Some(ArgValue::Scalar(wide, scalar)) => Ok((*wide, *scalar)),
            Some(ArgValue::Block(_)) => {
                Fault::new(FindingKind::BadArgument).what("a structure where a number is expected").stop()
            }
            None => Fault::new(FindingKind::BadArgument).what("too few arguments").stop(),
        }
    }

    /// A pointer; it is looked at only when it is dereferenced.
    pub(crate) fn pointer_arg(&mut self, args: &[ArgValue], index: usize) -> Res<Value> {
        let (mut wide, scalar) = self.scalar_arg(args, index)?;
        if scalar != Scalar::Ptr {
            if scalar.is_float() {
                return Fault::new(FindingKind::BadArgument)
                    .what("a number where a pointer is expected")
                    .stop();
            }
            wide = self.arith().cast(scalar, Scalar::Ptr, wide)?;
        }
        Ok(Value { bits: wide.bits as u64, undef: wide.undef as u64, prov: wide.prov, frag: 0 })
    }

    /// An integer that the function looks at.
    pub(crate) fn int_arg(&mut self, args: &[ArgValue], index: usize) -> Res<i64> {
        let (wide, scalar) = self.scalar_arg(args, index)?;
        if scalar.is_float() {
            return Fault::new(FindingKind::BadArgument)
                .what("a floating number where an integer is expected")
                .stop();
        }
        if wide.undef != 0 {
            return Fault::new(FindingKind::UninitRead).what(format!("argument {}", index + 1)).stop();
        }
        if self.exact && !wide.prov.is_none() && scalar != Scalar::Ptr {
            return nondeterminism("an argument depends on the address of a block");
        }
        let width = scalar.width(self.model);
        Ok(if scalar.is_signed() { wide.signed(width) as i64 } else { wide.bits as u64 as i64 })
    }

    /// A `size_t` that the function looks at.
    pub(crate) fn size_arg(&mut self, args: &[ArgValue], index: usize) -> Res<u64> {
        Ok(self.int_arg(args, index)? as u64 & self.memory.address_mask)
    }
}

/// The bytes `n` further on.
pub(crate) fn advance(pointer: Value, n: u64) -> Value {
    Value { bits: pointer.bits.wrapping_add(n), ..pointer }
}

pub(crate) fn int(value: i64) -> Returned {
    Returned::Scalar(Wide::int(value as u128 & mask(32)), Scalar::I32)
}

pub(crate) fn pointer(value: Value) -> Returned {
    let wide =
        Wide { bits: u128::from(value.bits), undef: u128::from(value.undef), prov: value.prov, frag: 0 };
    Returned::Scalar(wide, Scalar::Ptr)
}

pub(crate) fn null() -> Returned {
    pointer(Value { bits: 0, undef: 0, prov: Prov::NONE, frag: 0 })
}

impl Machine<'_> {
    pub(crate) fn size_result(&self, size: u64) -> Returned {
        Returned::Scalar(Wide::int(u128::from(size & self.memory.address_mask)), self.model.unsigned_word())
    }
}
